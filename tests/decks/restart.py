#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Restart files as a user meets them: a run goes on bit for bit, also after Ctrl-C; no kill loses the
last good file; damaged files are refused with a reason."""
import os
import random
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

START = '''units lj
lattice fcc 0.8442
region box block 0 %d 0 %d 0 %d
create_box 1 box
create_atoms 1 box
mass 1 1.0
group odd id 1:200:2
velocity all create 3.0 87287
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
'''
RULES = '''neighbor 0.3 bin
neigh_modify every 2 delay 0 check yes
fix 1 all nve
fix 2 odd spring/self 5.0
thermo 10
'''


def start(cells):
    return START % (cells, cells, cells)


def content(folder, name):
    with open(folder.file(name), 'rb') as data:
        return data.read()


def same(folder, a, b):
    return tap.restart_arrays(folder, a) == tap.restart_arrays(folder, b)


def deck(folder, name, text, *words):
    folder.write(name, text)
    return tap.avimd(folder, '-in', name, '-log', 'none', *words)


def test_between_runs(folder):
    """write_restart changes nothing, and the deck that reads it does what this one does next."""
    r = deck(folder, 'plain', start(3) + RULES + 'run 33\nrun 30\nwrite_restart plain.end\n')
    tap.ok('a deck of two runs', r.status == 0, r)
    r = deck(folder, 'first', start(3) + RULES
             + 'run 33\nwrite_restart mid.*\nrun 30\nwrite_restart first.end\n')
    tap.ok('the same with write_restart between them', r.status == 0, r)
    tap.ok('writing a restart file changes nothing', same(folder, 'plain.end', 'first.end'))
    r = deck(folder, 'second', 'read_restart mid.33\n' + RULES + 'run 30\nwrite_restart second.end\n')
    tap.ok('a deck that reads it', r.status == 0 and 'Setting up' in r.out, r)
    tap.ok('goes on as the first did', same(folder, 'first.end', 'second.end'))


def test_during_runs(folder):
    deck(folder, 'whole', start(3) + RULES + 'restart 60 whole\nrun 60\n')
    r = deck(folder, 'parts', start(3) + RULES + 'restart 7 part.*.rst\nthermo 3\nrun 40\n')
    tap.ok('a run with restart files', r.status == 0, r)
    r = deck(folder, 'newest', 'read_restart part.*.rst\n' + RULES + 'restart 60 again\nrun 60 upto\n')
    tap.ok('the newest is read and resumed',
           r.status == 0 and 'part.35.rst' in r.out and 'Resuming' in r.out, r)
    tap.ok('and ends as the uninterrupted run', same(folder, 'whole.60', 'again.60'))
    r = deck(folder, 'turns', start(3) + RULES + 'restart 10 a b\nrun 35\n')
    steps = [re.search(r'step +(\d+)', tap.avimd(folder, '--restart-info', f).out).group(1)
             for f in 'ab']
    tap.ok('two files take turns', steps == ['30', '20'], steps)
    r = deck(folder, 'variable', start(2) + 'variable n equal 2*step+3\n' + RULES
             + 'restart v_n var\nrun 30\n')
    found = sorted(f for f in os.listdir(folder.path) if f.startswith('var.'))
    tap.ok('a variable names the steps', r.status == 0 and found == ['var.21', 'var.3', 'var.9'],
           (found, r))


def test_what_stands_in_the_way(folder):
    deck(folder, 'written', start(3) + RULES + 'restart 20 way\nrun 20\n')
    for line, reason in [('velocity all scale 1.0', 'a velocity'), ('timestep 0.004', 'the time step'),
                         ('neighbor 0.4 bin', 'the neighbour skin'),
                         ('pair_coeff 1 1 1.1 1.0', 'the potential'), ('mass 1 2.0', 'a mass'),
                         ('unfix 2', "fix '2' is missing, which the file has; give: fix 2 odd spring/self 5.0"),
                         ('fix 2 odd spring/self 6.0', "the word '6.0' of fix '2' was '5.0'; give: fix 2 odd "),
                         ('fix 3 all momentum 5 linear 1 1 1', "fix '3' is not in the file"),
                         ('timestep 0.003', '(0.003, and 0.005 there)'),
                         ('run_style rk4', 'the integrator (rk4, and verlet there)'),
                         ('displace_atoms all move 1 0 0', 'a position'),
                         ('reset_timestep 0', 'the step')]:
        r = deck(folder, 'way.in', 'read_restart way.20\n' + RULES + line + '\nrun 5\n')
        tap.ok('not resumed after: ' + line,
               r.status == 0 and 'Setting up' in r.out and 'Not resuming, since' in r.out and reason in r.out,
               r)
    for line in ['timestep 0.005', 'pair_style lj/cut 2.5\npair_coeff * * 1.0 1.0', 'mass 1 1.0',
                 'group even id 2:200:2', 'compute t odd temp', 'print "$(pe) $(temp)"',
                 'dump d all atom 10 d.lammpstrj', 'run_style verlet', 'neigh_modify delay 4']:
        r = deck(folder, 'way.in', 'read_restart way.20\n' + RULES + line + '\nrun 5\n')
        tap.ok('resumed after: ' + line.replace('\n', '; '), r.status == 0 and 'Resuming' in r.out, r)
    r = deck(folder, 'way.in', 'read_restart way.20\nfix 1 all nve\nrun 5\n')
    tap.ok('an unclaimed fix is told', 'Unused restart file fix info: fix style: spring/self' in r.out, r)


METAL = '''units metal
lattice fcc 3.615
region box block 0 3 0 3 0 3
create_box 2 box
create_atoms 1 box
create_atoms 2 single 0.2 0.2 0.25
'''
METAL_RULES = '''neighbor 1.0 bin
fix 1 all nve
thermo 20
'''
METAL_PAIRS = ['''pair_style eam/alloy
pair_coeff * * Ag Ag Ag
pair_style eam/alloy
pair_coeff * * "%s" Cu Cu
''', '''pair_style lj/cut 3.0
pair_coeff * * 1 1
pair_style hybrid/overlay eam/alloy zbl 1.0 2.0
pair_coeff * * eam/alloy "%s" Cu Cu
pair_coeff * * zbl 20 20
pair_coeff 2 2 zbl 29 29
pair_coeff 1 1 zbl 29 29
''']


def test_interrupted_metal(folder):
    """The lines printed after Ctrl-C are all that a deck needs besides its fixes, also where the file
    does not hold the pair potential."""
    table = os.path.join(tap.SRCDIR, 'potentials', 'Cu_zhou04.eam.alloy')
    with open(table, encoding='ascii') as file:
        folder.write('Ag', file.read().replace('1 Cu', '1 Ag', 1))
    for k, pairs in enumerate(METAL_PAIRS):
        head = METAL + pairs % table + 'velocity all create 600 4711\n' + METAL_RULES
        folder.write('metal', head + 'restart 1000000 stopped\nrun 1000000\n')
        p = subprocess.Popen([tap.AVIMD, '-in', 'metal', '-log', 'now'], cwd=folder.path,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
        while p.poll() is None and not (os.path.exists(folder.file('now')) and
                                        re.search('^ +20 ', folder.read('now'), re.M)):
            time.sleep(0.02)
        p.send_signal(signal.SIGINT)
        text = p.communicate(timeout=60)[0]
        os.remove(folder.file('now'))
        told = re.search(r'bit for bit, with\n(.*?)\n    \(.*?\n    run', text, re.S)
        lines = '\n'.join(line.strip() for line in told.group(1).split('\n')) if told else text
        first = int(lines.partition('\n')[0].rpartition('.')[2]) if told else 0
        deck(folder, 'metal', head + 'restart %d whole\nrun %d\n' % (first + 30, first + 30))
        r = deck(folder, 'metal', lines + '\n' + METAL_RULES + 'restart %d rest\nrun 30\n' % (first + 30))
        tap.ok('the lines printed for a metal suffice, %d' % k, r.status == 0 and 'Resuming' in r.out
               and same(folder, 'whole.%d' % (first + 30), 'rest.%d' % (first + 30)), '%s\n%s' % (lines, r))


def test_interrupt(folder):
    """Ctrl-C writes a file, from which the run goes on as if nothing had happened."""
    folder.write('long', start(4) + RULES + 'restart 1000000 stopped\nrun 1000000\n')
    with open(folder.file('long.out'), 'w') as out:
        p = subprocess.Popen([tap.AVIMD, '-in', 'long', '-log', 'none'], cwd=folder.path, stdout=out,
                             stderr=subprocess.STDOUT)
    time.sleep(1.0)
    p.send_signal(signal.SIGINT)
    status = p.wait(60)
    text = folder.read('long.out')
    name = re.search(r'read_restart (stopped\.(\d+))', text)
    if not tap.ok('Ctrl-C ends with its status and says how to go on', status == 130 and name,
                  (status, text[-2000:])):
        return
    last = int(name.group(2)) + 50
    deck(folder, 'whole', start(4) + RULES + 'restart %d whole\nrun %d\n' % (last, last))
    r = deck(folder, 'rest', 'read_restart %s\n' % name.group(1) + RULES
             + 'restart %d rest\nrun %d upto\n' % (last, last))
    tap.ok('the run goes on', r.status == 0 and 'Resuming' in r.out, r)
    tap.ok('bit for bit', same(folder, 'whole.%d' % last, 'rest.%d' % last))
    p = subprocess.Popen([tap.AVIMD, '-in', '-', '-log', 'none'], cwd=folder.path,
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    p.stdin.write((start(4) + RULES + 'run 1000000\n').encode())
    p.stdin.close()
    time.sleep(0.5)
    p.send_signal(signal.SIGTERM)
    text = p.stdout.read().decode()
    p.wait(60)
    tap.ok('without a restart command no file is written', 'No restart file' in text, text[-500:])


def test_kill(folder):
    """kill -9 at random moments of 200 and more writes: a readable file is always there."""
    chance = random.Random(4711)
    folder.write('kill', start(2) + RULES + 'run 1\nlabel again\nrun 1 post no\nwrite_restart kept\n'
                 'jump SELF again\n')
    folder.write('kill2', start(2) + RULES + 'restart 1 kept kept2\nrun 1000000 post no\n')
    bad, writes, rounds = [], 0, 0
    deck(folder, 'seed', start(2) + RULES + 'run 1\nwrite_restart kept\nwrite_restart kept2\n')
    while (writes < 200 or rounds < 40) and rounds < 200:
        p = subprocess.Popen([tap.AVIMD, '-in', 'kill' if rounds % 2 else 'kill2', '-log', 'none',
                              '-screen', 'none', '--threads', '1'], cwd=folder.path,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.01, 0.12))
        p.kill()
        p.wait()
        rounds += 1
        for name in ['kept'] + ([] if rounds % 2 == 0 else ['kept2']):
            r = tap.avimd(folder, '--restart-info', name)
            if r.status != 0:
                bad.append((rounds, name, r.err))
            else:
                writes += int(re.search(r'step +(\d+)', r.out).group(1))
    tap.ok('%d writes, killed %d times: a readable file remains' % (writes, rounds),
           not bad and writes >= 200, bad)


def test_damage(folder):
    deck(folder, 'tiny', 'units lj\nregion box block 0 4 0 4 0 4\ncreate_box 1 box\n'
         'create_atoms 1 single 1 1 1 units box\nmass 1 1\nwrite_restart tiny.rst\n')
    good = content(folder, 'tiny.rst')
    r = tap.avimd(folder, '--restart-info', 'tiny.rst')
    tap.ok('a small file is readable', r.status == 0 and '1 of 1 types' in r.out, r)
    # tests/unit/input/test_restart_file tries every length; here the program says why.
    for length in [0, 1, 7, 8, 20, 27, 28, 32, 60, len(good) // 2, len(good) - 4, len(good) - 1]:
        with open(folder.file('cut.rst'), 'wb') as out:
            out.write(good[:length])
        r = deck(folder, 'cut', 'read_restart cut.rst\n')
        tap.ok('cut to %d bytes: refused with the reason' % length,
               r.status == 1 and ('damaged' in r.err or 'no restart file' in r.err), r)
    bad = []
    for k in range(60):
        at = (k * 7919) % len(good)
        with open(folder.file('flip.rst'), 'wb') as out:
            out.write(good[:at] + bytes([good[at] ^ (1 << (k % 8))]) + good[at + 1:])
        r = tap.avimd(folder, '--restart-info', 'flip.rst')
        if r.status != 1 or 'restart file' not in r.err:
            bad.append((at, r.status, r.err))
    tap.ok('60 files with one wrong bit are refused', not bad, bad)
    with open(folder.file('more.rst'), 'wb') as out:
        out.write(good + b'x')
    r = tap.avimd(folder, '--restart-info', 'more.rst')
    tap.ok('so is a longer one', r.status == 1 and 'damaged' in r.err, r)
    with open(folder.file('lammps.rst'), 'wb') as out:
        out.write(b'LammpS RestartT\0' + good)
    r = deck(folder, 'lmp', 'read_restart lammps.rst\n')
    tap.ok('a file of LAMMPS is named', r.status == 1 and 'restart2data' in r.err, r)


def test_disks(folder):
    text = start(2) + RULES + 'run 1\nwrite_restart kept\nrun 1\nwrite_restart kept\n'
    r = deck(folder, 'old', text)
    steps = [re.search(r'step +(\d+)', tap.avimd(folder, '--restart-info', f).out).group(1)
             for f in ['kept', 'kept.old']]
    tap.ok('the file before is kept as FILE.old', r.status == 0 and steps == ['2', '1'], steps)
    for name, reason in [('/dev/full', 'No space left'), ('no/such/folder/x', 'No such file'),
                         ('.', 'directory')]:
        r = deck(folder, 'full', start(2) + RULES + 'write_restart %s\n' % name)
        tap.ok('write_restart %s: an error that names the file' % name,
               r.status == 1 and name in r.err and reason in r.err, r)
    r = deck(folder, 'full', start(2) + RULES + 'restart 5 no/such/folder/x\nrun 10\n')
    tap.ok('so during a run', r.status == 1 and 'no/such/folder/x.5' in r.err, r)
    tap.ok('nothing is left behind',
           not [f for f in os.listdir(folder.path) if f.startswith('.partial')])


def test_convert(folder):
    deck(folder, 'c', start(2) + RULES + 'restart 10 c\nrun 10\nwrite_data direct.data\n')
    r = tap.avimd(folder, 'convert', 'c.10', 'c.data')
    tap.ok('a restart file as a data file', r.status == 0 and
           folder.read('c.data') == folder.read('direct.data'), r)
    r = tap.avimd(folder, 'convert', 'c.10', 'c.extxyz')
    text = folder.read('c.extxyz')
    tap.ok('and as extended XYZ', r.status == 0 and text.startswith('32\n') and 'energy=' in text, r)
    r = tap.avimd(folder, 'convert', 'c.10', 'c.pdf')
    tap.ok('not as anything else', r.status == 1 and '.extxyz' in r.err, r)
    r = tap.avimd(folder, '--restart-info', 'c.10')
    tap.ok('what it holds', r.status == 0 and all(
        w in r.out for w in ['step        10', 'lj/cut', '2 spring/self (with its state)', 'odd']), r)


def test_timeout(folder):
    r = deck(folder, 'time', start(3) + RULES + 'timer timeout 00:00:01 every 7\nthermo 0\n'
             'run 100000000\nrun 10\nwrite_restart late\n')
    step = re.search(r'the run ends at step (\d+)', r.out)
    tap.ok('timer timeout ends the run at a multiple of every', r.status == 0 and step and
           int(step.group(1)) % 7 == 0, r)
    tap.ok('and later ones are skipped', 'the run is skipped' in r.out, r)


LATTICE = '''units %s
dimension %d
boundary %s
atom_style %s
lattice %s
region box block 0 %d 0 %d %s
%s
create_atoms 1 box
mass * %s
velocity all create %s 87287
'''


def test_potentials(folder):
    """Potentials that are in the file or must be given again, other boxes, exclusions, sorting."""
    lj = ('pair_style lj/cut 2.5\npair_coeff * * 1.0 1.0\n', '')
    box = LATTICE % ('lj', 3, '%s', 'atomic', 'fcc 0.8442', 3, 3, '0 3', 'create_box 2 box', '1.0', '3.0')
    bonds = LATTICE % ('lj', 3, 'p p p', 'bond', 'sc 0.9', 4, 4, '0 4',
                       'create_box 1 box bond/types 1 extra/bond/per/atom 6 extra/special/per/atom 40',
                       '1.0', '1.0')
    flat = LATTICE % ('lj', 2, 'p p p', 'atomic', 'sq2 0.8', 6, 6, '-0.5 0.5', 'create_box 1 box', '1.0',
                      '3.0')
    cases = {
        'shrink-wrapped faces': (box % 's m s', lj, ''),
        'a tail correction': (box % 'p p p', (lj[0] + 'pair_modify tail yes\n', ''), ''),
        'two types and mixing': (box % 'p p p' + 'set type 1 type/fraction 2 0.5 77\n', (
            'pair_style lj/cut 2.5\npair_coeff 1 1 1.0 1.0\npair_coeff 2 2 0.5 0.9 2.0\n'
            'pair_modify mix arithmetic shift yes\n', ''), ''),
        'a pair style given again': (box % 'p p p', (
            'pair_style hybrid/overlay lj/cut 2.5 gauss 2.0\npair_coeff * * lj/cut 1.0 1.0\n'
            'pair_coeff * * gauss 0.3 1.0\n', 'again'), ''),
        'excluded pairs': (box % 'p p p', lj, 'group some id 1:40\nneigh_modify exclude group some some\n'),
        'sorting every 5 steps': (box % 'p p p' + 'atom_modify sort 5 1.0\n', lj, ''),
        'no sorting': (box % 'p p p' + 'atom_modify sort 0 0.0\n', lj, ''),
        'two dimensions': (flat, lj, 'fix flat all enforce2d\n'),
        'embedded atoms': (LATTICE % ('metal', 3, 'p p p', 'atomic', 'fcc 3.615', 3, 3, '0 3',
                                      'create_box 1 box', '63.546', '2000.0'),
                           ('pair_style eam/alloy\npair_coeff * * %s Cu\n' % os.path.join(
                               tap.SRCDIR, 'potentials', 'Cu_zhou04.eam.alloy'), 'again'), ''),
        'bonds': (bonds + 'special_bonds lj 0.0 0.5 1.0\n', (
            'pair_style lj/cut 1.12246\npair_coeff 1 1 1 1\nbond_style harmonic\nbond_coeff 1 50 1.0\n', ''),
            ''),
    }
    for name, (head, (potential, again), rest) in cases.items():
        bond = 'create_bonds many all all 1 0.9 1.05\n' if name == 'bonds' else ''
        rules = 'neighbor 0.3 bin\nneigh_modify every 1 delay 0 check yes\n' + rest + 'fix 1 all nve\n'
        r = deck(folder, 'whole', head + potential + bond + rules + 'restart 9 whole.*\nrun 27\n')
        ok = r.status == 0
        for step in (9, 18):
            r = deck(folder, 'part', 'read_restart whole.%d\n' % step + (potential if again else '')
                     + rules + 'restart 27 part.*\nrun 27 upto\n') if ok else r
            ok = ok and r.status == 0 and 'Resuming' in r.out and same(folder, 'whole.27', 'part.27')
        tap.ok('bit for bit with ' + name, ok, r)


def test_renumbering(folder):
    """What is remembered by atom ID follows the atoms when delete_atoms renumbers them."""
    rows = []
    for compress in ['yes', 'no']:
        r = deck(folder, 'compress', start(3) + RULES + 'compute m all msd\ncompute v all vacf\n'
                 'group gone id 1:37:3\nthermo_style custom step temp pe f_2 c_m[4] c_v[4]\n'
                 'thermo_modify format float %.16g\nrun 20\n'
                 'delete_atoms group gone compress ' + compress + '\nrun 10\n')
        rows.append([float(word) for _, table in tap.tables(r.out)[-1:] for row in table
                     for word in row])
        tap.ok('atoms are deleted, compress ' + compress, r.status == 0, r)
    # Forces are added in the order of IDs: with others, last digits differ.
    close = len(rows[0]) == len(rows[1]) > 0 and all(
        abs(a - b) <= 1e-12 * abs(b) for a, b in zip(*rows))
    tap.ok('springs and reference positions stay with their atoms', close, rows)


if __name__ == '__main__':
    for test in [test_between_runs, test_during_runs, test_what_stands_in_the_way, test_interrupt,
                 test_interrupted_metal,
                 test_kill, test_damage, test_disks, test_convert, test_timeout,
                 test_potentials, test_renumbering]:
        with tap.Folder() as place:
            test(place)
    tap.done()
