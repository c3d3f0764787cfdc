#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""
write_dump, read_dump and rerun beside LAMMPS's: the same decks through `lmp` and `avimd` must write
the same files byte by byte and the same rows.  The decks read one dump that lmp wrote, so that both
begin with the same digits.  Skips where lmp is not installed.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap

SYSTEM = '''
units           lj
boundary        p p {z}
lattice         fcc 0.8442
region          box block 0 3 0 3 0 3
create_box      2 box
create_atoms    1 box
set             atom 5*9 type 2
mass            1 1.0
mass            2 1.5
pair_style      lj/cut 2.5
pair_coeff      * * 1.0 1.0
'''

WRITE = SYSTEM.format(z='p') + '''
velocity        all create 3.0 87287 loop geom
fix             1 all nve
fix             2 all deform 1 x scale 1.1
group           half id 1:50
dump            1 all custom 50 a.txt id type x y z vx vy vz ix iy iz
dump            2 all custom 50 s.txt id type xs ys zs ix iy iz
dump            3 all custom 50 u.txt type yu xu zu id vx
dump            4 all custom 50 su.txt id type xsu ysu zsu
dump            5 half custom 50 half.txt id type x y z vx
dump            6 all xyz 50 snapshots.xyz
dump            7 all atom 50 atom.txt.gz
dump            8 all custom 50 odd.txt id type xs y z xu yu zu
dump            9 all custom 50 more.txt id type x y z
dump            10 all custom 50 units.txt id type x y z vx vy vz
dump_modify     1 sort id
dump            11 all custom 50 late.txt id type x y z
dump_modify     11 delay 70
dump_modify     7 sort id
dump_modify     10 units yes time yes
run             200
'''

END = '''
write_dump      all custom {out} id type x y z vx vy vz ix iy iz modify sort id format float %.15g
thermo_style    custom step time atoms temp pe press vol lx
run             0 post no
'''

READS = {
    'x y z vx vy vz': 'a.txt 100 x y z vx vy vz',
    'types stay': 'a.txt 100 x y z\nset atom 20*30 type 2\nread_dump a.txt 150 x y z',
    'positions only': 'a.txt 100 x y z',
    'one coordinate': 'a.txt 100 y',
    'velocities only': 'a.txt 150 vx vy vz',
    'image flags': 'a.txt 150 x y z ix iy iz',
    'scaled': 's.txt 50 x y z',
    'scaled with images': 's.txt 50 x y z ix iy iz',
    'unwrapped, columns in another order': 'u.txt 200 x y z vx',
    'scaled and unwrapped': 'su.txt 200 x y z',
    'unwrapped, where atoms had images': 'a.txt 200 x y z ix iy iz\nread_dump u.txt 150 x y z',
    'gzipped dump atom': 'atom.txt.gz 200 x y z',
    'box no': 'a.txt 150 x y z box no',
    'box no, scaled': 's.txt 150 x y z box no',
    'trim': 'half.txt 100 x y z trim yes',
    'replace no, trim': 'half.txt 100 x y z trim yes replace no',
    'purge, add keep': 'half.txt 100 x y z vx purge yes add keep replace no',
    'purge, add yes': 'half.txt 100 x y z vx purge yes add yes replace no',
    'label': 'odd.txt 100 x y z label x xs label y xs label z xs scaled yes',
    'label, unwrapped': 'odd.txt 100 x y z label x xu label y yu label z zu wrapped no',
    'xyz': 'snapshots.xyz 1 x y z box no format xyz',
    'xyz, purged': 'snapshots.xyz 2 x y z box no purge yes add yes replace no format xyz',
    'units and time in the file': 'units.txt 100 x y z vx vy vz',
}

RERUNS = {
    'all': 'a.txt dump x y z vx vy vz',
    'first last every': 'a.txt first 50 last 150 every 100 dump x y z',
    'first between snapshots': 'a.txt first 60 dump x y z',
    'elapsed from a later snapshot': 'late.txt dump x y z',
    'skip': 'a.txt skip 2 dump x y z',
    'skip 3': 'a.txt skip 3 dump x y z',
    'two files': 'a.txt a.txt dump x y z vx vy vz',
    'start stop': 'a.txt start 0 stop 200 dump x y z',
    'box no': 'a.txt dump x y z box no',
    'scaled': 's.txt dump x y z',
    'purged and added': 'half.txt dump x y z purge yes add yes replace no',
}

RERUN = '''
thermo          {every}
variable        r equal ramp(0,1)
variable        a atom x+vx
group           some id 3 8 17
compute         1 all msd
compute         2 some gyration
fix             av all ave/time 50 2 100 c_thermo_temp c_thermo_pe file {out}.ave
fix             say all print 100 "step $(step) pe $(pe:%.8g)" file {out}.print screen no
dump            d some custom 100 {out}.dump id x y z vx fx v_a
dump_modify     d sort id format float %.8g
thermo_style    custom step atoms temp pe press lx c_1[4] c_2 elapsed
'''

WRITES = '''
displace_atoms  all random 0.1 0.1 0.1 4711 units box
velocity        all create 1.0 4711
variable        far atom sqrt(x*x+y*y)
region          low block INF INF INF INF INF 2.0 units box
write_dump      all atom w1.txt
write_dump      all atom w2.txt modify scale no image yes sort id
write_dump      all custom w3.*.txt id type x y z ix iy iz vx v_far modify format float %.12g pad 5
write_dump      all xyz w4.txt modify element Ar Kr
fix             1 all nve
run             3
group           odd id 1:108:2
write_dump      odd custom w5.txt id fx fy fz modify sort -2 thresh fx > 0.0 format float %.6g
write_dump      odd custom w6.txt id x modify region low sort id
write_dump      all custom w7.txt.gz id type xu yu zu xs
'''

IGNORED = ('Loop time',)


def rows(result):
    """All thermo rows: lines of numbers below a head that begins with Step."""
    found, inside = [], False
    for line in result.out.splitlines():
        if line.strip().startswith('Step'):
            inside = True
            found.append(line.split())
        elif line.startswith('Loop time'):
            inside = False
        elif inside and not line.startswith('WARNING'):
            found.append(line.split())
    return found


def same_rows(a, b):
    if len(a) != len(b):
        return False
    for p, q in zip(a, b):
        if len(p) != len(q):
            return False
        for u, v in zip(p, q):
            try:
                if abs(float(u) - float(v)) > 2e-7 * max(1e-3, abs(float(u))):
                    return False
            except ValueError:
                if u != v:
                    return False
    return True


def both(folder, deck):
    folder.write('in.deck', deck)
    return (tap.lammps(folder, '-in', 'in.deck', '-log', 'none'),
            tap.avimd(folder, '-in', 'in.deck', '-log', 'none'))


def content(folder, name):
    try:
        with open(folder.file(name), 'rb') as file:
            return file.read()
    except OSError as error:
        return str(error).encode()


def first_difference(a, b):
    for k, (p, q) in enumerate(zip(a.splitlines(), b.splitlines()), 1):
        if p != q:
            return 'line %d\n  lmp:   %s\n  avimd: %s' % (k, p.decode(), q.decode())
    return '%d bytes of lmp, %d of avimd' % (len(a), len(b))


def case(folder, name, deck, files):
    """Runs the deck with {out} and {name} of each program; compares rows and files."""
    results = []
    for who in ('lmp', 'avimd'):
        folder.write('in.deck', deck.replace('{out}', who))
        run = tap.lammps if who == 'lmp' else tap.avimd
        results.append(run(folder, '-in', 'in.deck', '-log', 'none'))
    lmp, avimd = results
    if lmp.status != 0 or avimd.status != 0:
        tap.ok(name, False, '%s\n%s' % (lmp, avimd))
        return
    a, b = rows(lmp), rows(avimd)
    why = '' if a and same_rows(a, b) else 'rows\n%s\n%s' % (
        '\n'.join(' '.join(r) for r in a), '\n'.join(' '.join(r) for r in b))
    for file in files:
        p, q = content(folder, 'lmp' + file), content(folder, 'avimd' + file)
        if p != q or len(p) < 10:
            why += file + ': ' + first_difference(p, q) + '\n'
    tap.ok(name, why == '', why)


def write_dumps(folder):
    out = {}
    for who, run in (('lmp', tap.lammps), ('avimd', tap.avimd)):
        folder.write('in.deck', SYSTEM.format(z='p') + WRITES)
        got = run(folder, '-in', 'in.deck', '-log', 'none')
        if not tap.ok('write_dump: %s runs' % who, got.status == 0, got):
            return
        names = ['w%d.txt' % k for k in (1, 2, 4, 5, 6)] + ['w3.00000.txt']
        out[who] = {name: content(folder, name) for name in names}
        out[who]['w7'] = os.popen('zcat %s' % folder.file('w7.txt.gz')).read().encode()
    for name, text in out['lmp'].items():
        tap.ok('write_dump: %s is identical' % name, text == out['avimd'][name] and len(text) > 50,
               first_difference(text, out['avimd'][name]))


def main():
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    with tap.Folder() as folder:
        folder.write('in.write', WRITE)
        made = tap.lammps(folder, '-in', 'in.write', '-log', 'none')
        tap.ok('lmp writes the dumps', made.status == 0, made)
        for name, words in READS.items():
            case(folder, 'read_dump: ' + name,
                 SYSTEM.format(z='p') + 'velocity all create 1.0 4711\nread_dump ' + words +
                 END, [''])
        case(folder, 'read_dump twice, then a run',
             SYSTEM.format(z='p') + 'read_dump a.txt 150 x y z vx vy vz\nfix 1 all nve\n'
             'thermo 10\nrun 20\nread_dump a.txt 50 x y z vx vy vz\nrun 20\n' +
             END.replace('%.15g', '%.8g').replace('x y z vx vy vz ix iy iz', 'xu yu zu vx vy vz'),
             [''])
        case(folder, 'read_dump into a shrink-wrapped box',
             SYSTEM.format(z='s') + 'read_dump a.txt 150 x y z vx vy vz\n' + END, [''])
        for name, words in RERUNS.items():
            deck = SYSTEM.format(z='p') + RERUN.format(every=100, out='{out}')
            many = name in ('all', 'two files', 'box no', 'scaled', 'start stop')
            if not many:
                deck = '\n'.join(line for line in deck.splitlines()
                                 if not line.startswith('fix             av'))
            if 'purged' in name:
                deck = deck.replace('compute         1 all msd', 'compute 1 all vacf')
            case(folder, 'rerun: ' + name, deck + '\nrerun ' + words + '\n',
                 ['.ave'] * many + ['.print', '.dump'])
        for name, words, plan in (('in all snapshots', '', '25 1 25'), ('in no snapshot', '', '25 2 50'),
                                  ('from the second on', 'first 100', '50 2 100'),
                                  ('in every other', 'skip 2', '50 2 100')):
            case(folder, 'rerun: fix ave/time that looks ' + name,
                 SYSTEM.format(z='p') + 'thermo 50\nfix av all ave/time %s c_thermo_pe file '
                 '{out}.txt\nthermo_style custom step pe\nrerun a.txt %s dump x y z\n'
                 % (plan, words), ['.txt'] if 'no' not in name and 'other' not in name else [])
        for every in (0, 30):
            deck = SYSTEM.format(z='p') + RERUN.format(every=every, out='{out}')
            case(folder, 'rerun: thermo %d' % every, deck + '\nrerun a.txt dump x y z\n', ['.ave'])
        write_dumps(folder)
    tap.done()


if __name__ == '__main__':
    main()
