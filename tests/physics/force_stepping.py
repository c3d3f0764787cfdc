# SPDX-License-Identifier: GPL-3.0-or-later
"""run_style force-stepping: what it keeps on the seven argon atoms, in a periodic box, with bonds,
fields and metals; how errors and crossings go with H; the way back; and that neither looks, cuts,
restarts nor threads change a bit of the path."""
import math
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

sys.path.insert(0, os.path.join(tap.SRCDIR, 'inputs', 'argon7'))
os.environ['AVIMD'] = tap.AVIMD
sys.dont_write_bytecode = True
import argon7  # noqa: E402

argon7.Run.seconds = 60

# A cutoff at which energies jump, atoms that leave on one side and come back on the other.
PLANE = '''units lj
dimension 2
lattice hex 0.8
region box block 0 4 0 2 -0.5 0.5
create_box 2 box
create_atoms 1 box
set group all type/fraction 2 0.4 771
mass 1 1.0
mass 2 2.5
velocity all create 2.0 4711 loop geom
pair_style lj/cut 1.8
pair_coeff * * 1.0 1.0
neighbor 0.4 bin
neigh_modify every 1 delay 0 check yes
fix 1 all nve
fix 2 all enforce2d
timestep 0.005
'''
DIMERS = '''units lj
dimension 2
boundary f p p
atom_style bond
region box block -3 6 0 4 -0.5 0.5 units box
create_box 1 box bond/types 1 extra/bond/per/atom 1
create_atoms 1 single 0.5 0.5 0 units box
create_atoms 1 single 1.5 0.6 0 units box
create_atoms 1 single 0.6 2.6 0 units box
create_atoms 1 single 1.5 3.1 0 units box
mass 1 1.3
bond_style harmonic
bond_coeff 1 60.0 1.05
pair_style lj/cut 2.0
pair_coeff 1 1 1.0 1.0
special_bonds lj 0.5 1 1
create_bonds single/bond 1 1 2
create_bonds single/bond 1 3 4
neighbor 0.4 bin
velocity all create 1.0 4711 loop geom
fix 1 all nve
fix 2 all spring/self 3.0
fix 3 all gravity 0.5 vector 1 0 0
timestep 0.005
'''
COPPER = '''units metal
lattice fcc 3.61
region box block 0 1 0 1 0 2
create_box 1 box
create_atoms 1 box
pair_style eam/alloy
pair_coeff * * %s Cu
velocity all create 900 4711 loop geom
neighbor 0.5 bin
fix 1 all nve
timestep 0.001
''' % os.path.join(tap.SRCDIR, 'potentials', 'Cu_zhou04.eam.alloy')
WATCH = '''compute f all es/steps
thermo_style custom step c_f[1] c_f[11] c_f[12] c_f[14] etotal
thermo_modify norm no format float %.17g
'''
FRESH = '''thermo_style custom step etotal
thermo_modify norm no format float %.17g
uncompute f
run_style verlet
run 0
'''
WRITE = '''dump %s all custom 1 %s id x y z ix iy iz vx vy vz
dump_modify %s sort id format float %%.17g
run 0 post no
undump %s
'''


def deck(folder, text, *words):
    folder.write('deck', text)
    return tap.avimd(folder, '-in', 'deck', '-log', 'none', *words, timeout=60)


def rows(got):
    """Of the first run."""
    return [[float(word) for word in row] for row in tap.tables(got.out)[0][1]] if got.status == 0 else []


def test_argon(folder):
    """E_h to rounding over a million crossings; errors with H^2; crossings as many as predicted."""
    errors, sizes = [], [0.04, 0.02, 0.01, 0.005]
    for size in sizes:
        run = argon7.Run(folder.path, 'argon', scheme='force-stepping', H=size, ns=0.05, every=5,
                         digits='%.17g')
        errors.append(run.energy_rms())
        tap.ok('H = %g: E_h is kept' % size, run.strayed(7) < 1e-12, run.strayed(7))
        odd = max(abs(row[9] + row[10]) for row in run.rows)
        tap.ok('H = %g: so is px + py, and px alone is not' % size,
               odd < 1e-11 and run.strayed(9) > 1e-3, (odd, run.strayed(9)))
        # Mean distances of two velocities and of one from 0, of a normal distribution.
        speed = math.sqrt(2 * argon7.mean(run.column(3)) / 14)
        rate = (91 * 2 + 14 * math.sqrt(2)) * speed / math.sqrt(math.pi) / size
        measured = run.said('crossings') / 50 * 2.159587
        tap.ok('H = %g: as many crossings as expected' % size, 0.8 < measured / rate < 1.2,
               (measured, rate))
    order = argon7.exponent(sizes, errors)
    tap.ok('the error of K + V goes with H^2', 1.7 < order < 2.8, (order, errors))
    run = argon7.Run(folder.path, 'argon', scheme='force-stepping', H=0.005, ns=0.25, every=500,
                     digits='%.17g')
    tap.ok('E_h is kept over a million crossings',
           run.said('crossings') > 9e5 and run.strayed(7) < 1e-12, run.strayed(7))


def test_kept(folder):
    for name, text, size, steps, far in [('a periodic box', PLANE, 0.05, 1500, 3.0),
                                         ('bonds and fields', DIMERS, 0.02, 2000, None),
                                         ('copper', COPPER, 0.02, 150, 1.0)]:
        got = deck(folder, text + WATCH + 'run_style force-stepping %g\nthermo 10\nrun %d\n'
                   % (size, steps) + WRITE % (('end',) * 4) + FRESH)
        seen = rows(got)
        tap.ok(name + ': it runs', len(seen) > 0, got)
        if not seen:
            continue
        first = seen[0][3]
        worst = max(abs(row[3] - first) for row in seen)
        tap.ok(name + ': E_h is kept', worst < 2e-12 * max(abs(first), 10) and seen[-1][1] > 5000,
               (worst, first, seen[-1]))
        fresh = float(tap.tables(got.out)[-1][1][0][1])
        tap.ok(name + ': a new list finds the same energy', abs(fresh - seen[-1][5]) < 1e-11,
               (fresh, seen[-1]))
        if far is not None:
            off = max(abs(row[5] - row[3]) for row in seen)
            tap.ok(name + ': and near K + V', 1e-9 < off < far, off)
        if text is PLANE:
            images = [row[4:6] for row in tap.last_dump(folder.read('end'))[1]]
            tap.ok(name + ': lists were made anew, atoms crossed the border',
                   int(re.findall(r'Neighbor list builds = (\d+)', got.out)[0]) > 5
                   and any(float(word) != 0 for row in images for word in row), got)


def test_back(folder):
    """Velocities turned round: back to where it came from."""
    text = PLANE + 'run_style force-stepping 0.03\n' + WRITE % (('start',) * 4) + 'run 100\n'
    text += 'variable ux atom -vx\nvariable uy atom -vy\nvelocity all set v_ux v_uy NULL\n'
    got = deck(folder, text + 'run 100\n' + WRITE % (('end',) * 4))
    tap.ok('there and back: it runs', got.status == 0, got)
    if got.status:
        return
    ends = []
    for name in ('start', 'end'):
        ends.append([[float(word) for word in row] for row in tap.last_dump(folder.read(name))[1]])
    away = max(abs(abs(a[k]) - abs(b[k])) for a, b in zip(*ends) for k in (7, 8))
    tap.ok('there and back', away < 1e-8, away)


def test_bits(folder):
    style = 'run_style force-stepping 0.05\n'

    def end(text, *words):
        got = deck(folder, text + WRITE % (('end',) * 4), *words)
        return folder.read('end').split('ITEM: ATOMS')[1] if got.status == 0 else str(got)

    for name, text in [('plane', PLANE), ('dimers', DIMERS)]:
        whole = end(text + style + 'thermo 1000\nrun 200\n', '--threads', '1')
        tap.ok(name + ': looks change nothing', whole == end(text + style + 'thermo 1\nrun 200\n'), whole)
        tap.ok(name + ': nor cuts', whole == end(text + style + 'run 61\nrun 1\nrun 138\n'))
        tap.ok(name + ': nor threads', whole == end(text + style + 'run 200\n', '--threads', '2'))
        deck(folder, text + style + 'restart 75 half\nrun 100\n')
        again = 'read_restart half.75\n' + ''.join(
            line for line in text.splitlines(True) if re.match('neigh|fix|timestep', line))
        got = end(again + style + 'run 200 upto\n')
        tap.ok(name + ': nor restarts', whole == got, got)
        seen = rows(deck(folder, again + style + WATCH + 'run 200 upto\n'))
        tap.ok(name + ': their first row has E_h already', len(seen) > 1
               and abs(seen[0][3] - seen[-1][3]) < 1e-11, seen)


def test_slide(folder):
    """At rest in a plane of symmetry that is a facet, forces from both sides lead back to it."""
    text = '''units lj
dimension 2
boundary f f p
region plane block -5 5 -5 5 -0.5 0.5 units box
create_box 1 plane
mass 1 1.0
pair_style zero 1.0
pair_coeff * *
create_atoms 1 single 1.2 0.0 0.0 units box
velocity all set 0.1 0.0 0.0 units box
fix well all central/poly 0 1 -2 1
fix 1 all nve
compute_modify thermo_temp extra/dof 0
timestep 0.01
'''
    got = deck(folder, text + 'run_style force-stepping 0.01 offset 0\nrun 100\n')
    tap.ok('a slide along a facet ends, and says why', got.status == 1 and 'within no time' in got.err
           and 'offset' in got.err, got)
    for words in ('', 'offset 0.5'):
        got = deck(folder, text + 'run_style force-stepping 0.01 %s\nrun 1000\n' % words)
        tap.ok("with '%s' it does not happen" % words, got.status == 0 and 'E_h was kept' in got.out,
               got)


def test_warning(folder):
    got = deck(folder, PLANE.replace('4 0 2', '8 0 4') + 'run_style force-stepping 0.05\nrun 1\n')
    tap.ok('many coordinates: a warning with the number of crossings', got.status == 0
           and 'in 128 coordinates: about' in got.err + got.out, got)


def test_lost(folder):
    text = PLANE.replace('dimension 2\n', 'dimension 2\nboundary f f p\n').replace(
        'region box block 0 4', 'region box block -1 5')
    got = deck(folder, text + 'thermo_modify lost ignore\nrun_style force-stepping 0.05\nrun 600\n')
    lost = re.search(r'Lost atoms: (\d+)', got.out)
    tap.ok('atoms that leave are taken out, and the rest goes on', got.status == 0 and lost is not None
           and int(lost.group(1)) > 0, got)


def main():
    with tap.Folder() as folder:
        test_argon(folder)
        test_kept(folder)
        test_back(folder)
        test_bits(folder)
        test_slide(folder)
        test_warning(folder)
        test_lost(folder)
    tap.done()


main()
