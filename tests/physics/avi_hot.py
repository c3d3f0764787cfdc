# SPDX-License-Identifier: GPL-3.0-or-later
"""run_style avi hot: with nobody fast it is velocity Verlet; a small cascade keeps energy and momentum, and
looser steps lose energy; output, threads and a restart change no bit; forces and energies are those of a
new list, of single atoms too; two dimensions, two types, a metal, a free crystal with immobile atoms; what it cannot do is refused."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

POTENTIALS = os.path.join(tap.SRCDIR, 'potentials')

CRYSTAL = """units lj
lattice fcc 1.09
boundary %(boundary)s
region box block 0 8 0 8 0 8
create_box %(types)d box
create_atoms 1 box
mass * 1.0
velocity all create 0.2 87287 loop geom
pair_style lj/smooth/linear 2.5
pair_coeff * * 1.0 1.0
neighbor 0.3 bin
neigh_modify every 1 delay 0 check yes
"""

KNOCK = """group knocked id %(atom)d
velocity knocked set %(vx)g %(vy)g %(vz)g units box
timestep %(step)g
run_style %(style)s
thermo %(every)d
thermo_style custom step etotal pe press
thermo_modify norm no format float %%.17g
"""

HOT = 'avi hot speed 4 radius 1.3 block %g accuracy %g'


def deck(style, step=0.0025, fix='fix move all nve', every=10, speed=31.0, after='', boundary='p p p',
         types=1, atom=1101, finish='run 20'):
    words = {'style': style, 'step': step, 'every': every, 'atom': atom, 'vx': 0.78 * speed,
             'vy': 0.55 * speed, 'vz': 0.30 * speed, 'boundary': boundary, 'types': types}
    return CRYSTAL % words + after + fix + '\ntimestep 0.004\nrun 400\n' + KNOCK % words + finish + '\n'


def atoms(text):
    """The last dump's rows, by id."""
    return sorted((int(row[0]), row[1:]) for row in tap.last_dump(text)[1])


DUMP = '\ndump d all custom 20 %s id x y z vx vy vz\ndump_modify d format float %%.17g\nrun '


def result(folder, name, text, *words):
    folder.write('in.' + name, text)
    return tap.avimd(folder, '-in', 'in.' + name, '-log', 'log.' + name, *words)


def state(folder, name, text, *words):
    """Atoms at the end of a deck, or what went wrong."""
    before, _, last = text.rpartition('\nrun ')
    got = result(folder, name, before + DUMP % ('dump.' + name) + last, *words)
    return atoms(folder.read('dump.' + name)) if got.status == 0 else str(got)


def energies(folder, name, text, *words):
    got = result(folder, name, text, *words)
    table = tap.tables(got.out)[-1][1] if got.status == 0 else []
    return [float(row[1]) for row in table], got


def error(folder, name, text):
    values, _ = energies(folder, name, text)
    return max(abs(value - values[0]) for value in values) if len(values) > 1 else float('nan')


def same_as_verlet(folder):
    slow = state(folder, 'cold', deck(HOT % (0.0025, 1), speed=0.5))
    verlet = state(folder, 'verlet', deck('verlet', speed=0.5))
    most = max(abs(float(p) - float(q)) for (_, a), (_, b) in zip(slow, verlet) for p, q in zip(a, b))
    tap.ok('nobody fast: velocity Verlet', len(slow) == 2048 and most < 1e-12, most)


def conservation(folder):
    fine = error(folder, 'fine', deck(HOT % (0.0025, 1)))
    tap.ok('energy of a cascade of 480 epsilon', fine < 0.1, fine)
    rough = error(folder, 'rough', deck(HOT % (0.0025, 30)))
    blind = error(folder, 'blind', deck(HOT % (0.0025, 1e6)))
    tap.ok('steps that are too long lose it', rough > 3 * fine and blind > 20 * fine, (fine, rough, blind))
    got = result(folder, 'momentum', deck(HOT % (0.0025, 1)))
    share = [line for line in got.out.splitlines() if 'momentum: off by' in line]
    tap.ok('momentum at rounding', share and float(share[0].split('(')[1].split()[0]) < 1e-13, share)


def causality(folder):
    """A violent cascade: pairs that are still slow must know who will hit them."""
    violent = error(folder, 'violent', deck(HOT % (0.0025, 1), speed=200.0, every=1))
    tap.ok('energy of a cascade of 20,000 epsilon', violent < 1.5, violent)


SINGLE = """compute e all pe/atom
compute s all stress/atom NULL
compute sum all reduce sum c_e c_s[1] c_s[2] c_s[3] c_s[4]
compute low all reduce min c_e c_s[1]
"""
SINGLES = 'thermo_style custom step pe c_sum[1] c_sum[2] c_sum[3] c_sum[4] c_sum[5] c_low[1] c_low[2] press\n' \
          'thermo_modify norm no format float %.17g\n'


def single_atoms(folder):
    """Energies and stresses of atoms while there are strays: as with a new list."""
    finish = SINGLE + SINGLES + 'run 40\nrun_style verlet\nrun 0'
    got = result(folder, 'single', deck(HOT % (0.0025, 1), every=40, finish=finish))
    tables = [table for _, table in tap.tables(got.out)] if got.status == 0 else []
    if not tap.ok('energies of atoms run', len(tables) >= 2, got):
        return
    mine, again = ([float(word) for word in table[-1][1:]] for table in tables[-2:])
    tap.ok('energies and stresses of atoms are those of a new list',
           all(abs(a - b) < 1e-9 * abs(b) for a, b in zip(mine, again)), (mine, again))
    tap.ok('and sum to the energy', abs(mine[0] - mine[1]) < 1e-9 * abs(mine[0]), mine)


PLANE = """units lj
dimension 2
lattice hex 1.0
region box block 0 24 0 14 -0.5 0.5
create_box 2 box
create_atoms 1 box
set group all type/fraction 2 0.3 771
mass 1 1.0
mass 2 3.0
velocity all create 0.1 87287 loop geom
pair_style lj/smooth/linear 2.5
pair_coeff * * 1.0 1.0
pair_coeff 1 2 1.2 0.97 2.3
neighbor 0.3 bin
fix move all nve
fix flat all enforce2d
timestep 0.002
run 200
group knocked id 330
velocity knocked set 25 14 0 units box
"""
ALLOY = CRYSTAL % {'boundary': 'p p p', 'types': 2} + """set group all type/fraction 2 0.4 771
mass 2 4.0
pair_coeff 2 2 0.8 0.95
pair_coeff 1 2 1.1 0.97 2.3
fix move all nve
timestep 0.002
run 200
group knocked id 1101
velocity knocked set 24 17 9 units box
"""
LAST = """run_style %s
compute u all avi/updates class
timestep 0.002
thermo 5
thermo_style custom step etotal pe press c_u[1] c_u[2]
thermo_modify norm no format float %%.17g
run 60
uncompute u
thermo_style custom step etotal pe press
thermo_modify norm no format float %%.17g
run_style verlet
run 0
"""


def mixtures(folder):
    """Two masses and cutoffs, in the plane and in space; updates of classes are counted."""
    for name, text in (('plane', PLANE), ('alloy', ALLOY)):
        _, got = energies(folder, name, text + LAST % (HOT % (0.002, 1)))
        tables = [[[float(word) for word in row] for row in table]
                  for _, table in tap.tables(got.out)[-2:]] if got.status == 0 else []
        if not tap.ok(name + ' runs', len(tables) == 2, got):
            continue
        mine, again = tables
        most = max(abs(row[1] - mine[0][1]) for row in mine)
        tap.ok(name + ': energy', most < 0.1, most)
        tap.ok(name + ': energy and pressure are those of a new list',
               all(abs(a - b) < 1e-10 * abs(b) for a, b in zip(mine[-1][1:4], again[-1][1:4])),
               (mine[-1], again[-1]))
        tap.ok(name + ': cold and hot updates are counted',
               mine[0][4:] == [0.0, 0.0] and mine[-1][4] > 1e4 and mine[-1][5] > 1e3, mine[-1])
    got = result(folder, 'count', deck(HOT % (0.0025, 1), finish='compute n all avi/updates\nrun 1'))
    tap.ok('events of atoms are refused', got.status != 0 and 'use avi/updates class' in got.err + got.out, got)


def nothing_missed(folder):
    """What the engine says of its last state, and what a new list does."""
    got = result(folder, 'again', deck(HOT % (0.0025, 1), finish='run 40\nrun_style verlet\nrun 0'))
    if not tap.ok('a run after the cascade', got.status == 0, got):
        return
    tables = [table for _, table in tap.tables(got.out)]
    mine, again = ([float(word) for word in table[-1][1:]] for table in tables[-2:])
    tap.ok('energy and pressure are those of a new list',
           all(abs(a - b) < 1e-10 * abs(b) for a, b in zip(mine, again)), (mine, again))


def same_bits(folder):
    plain = state(folder, 'plain', deck(HOT % (0.00125, 1), every=20))
    tap.ok('thermo 1 and thermo 20', plain == state(folder, 'often', deck(HOT % (0.00125, 1), every=1)))
    tap.ok('one thread and two', plain == state(folder, 'threads', deck(HOT % (0.00125, 1), every=20),
                                                '-threads', '2'))
    state(folder, 'keep', deck(HOT % (0.00125, 1), every=20, finish='restart 12 kept.*\nrun 20'))
    words = 'read_restart kept.408\nfix move all nve\nthermo 20\nrun 420 upto\n'
    head = 'pair_style lj/smooth/linear 2.5\npair_coeff * * 1.0 1.0\nneighbor 0.3 bin\n' \
           'neigh_modify every 1 delay 0 check yes\nrun_style ' + HOT % (0.00125, 1) + '\n'
    back = state(folder, 'back', words.replace('\n', '\n' + head, 1))
    tap.ok('a restart', plain == back, back if isinstance(back, str) else '')


def free_crystal(folder):
    """Immobile atoms stay, the others keep their energy, and the fast atom may leave."""
    after = 'region floor block INF INF INF INF 0 1\ngroup floor region floor\ngroup free subtract all floor\n' \
            'velocity floor set 0 0 0\n'
    values, got = energies(folder, 'free', deck(HOT % (0.0025, 1), boundary='s s s', after=after,
                                                fix='fix move free nve', finish='run 60'))
    tap.ok('a free crystal with a floor', len(values) > 2 and max(abs(v - values[0]) for v in values) < 0.1, got)


def metal(folder):
    values, got = energies(folder, 'metal', """units metal
lattice fcc 3.615
region box block 0 6 0 6 0 6
create_box 1 box
create_atoms 1 box
pair_style eam/alloy
pair_coeff * * %s/Cu_zhou04.eam.alloy Cu
velocity all create 300 87287 loop geom
fix move all nve
group knocked id 431
velocity knocked set 220 150 80 units box
run_style avi hot speed 40 radius 3 block 0.001
timestep 0.001
thermo 4
thermo_style custom step etotal pe press
thermo_modify format float %%.15g
run 20
run_style verlet
run 0
""" % POTENTIALS)
    tables = [table for _, table in tap.tables(got.out)] if got.status == 0 else []
    if not tap.ok('copper runs', len(tables) >= 2, got):
        return
    mine = [float(row[1]) for row in tables[-2]]
    tap.ok('energy of copper', max(abs(value - mine[0]) for value in mine) < 0.05, mine)
    pair = [[float(word) for word in table[-1][1:]] for table in tables[-2:]]
    tap.ok('copper: energy and pressure are those of a new list',
           all(abs(a - b) < 1e-9 * abs(b) for a, b in zip(*pair)), pair)


def refusals(folder):
    for name, text, what in (
            ('long', deck(HOT % (0.01, 1)), 'must be at most the timestep'),
            ('spring', deck(HOT % (0.0025, 1), fix='fix move all nve\nfix s all spring/self 1.0'), 'fix'),
            ('small', deck(HOT % (0.0025, 1)).replace('0 8 0 8 0 8', '0 3 0 3 0 3').replace('1101', '11'),
             'box is')):
        got = result(folder, name, text)
        tap.ok('refused: ' + name, got.status != 0 and what in got.err + got.out and "'hot'" in
               got.err + got.out, got)


def main():
    with tap.Folder() as folder:
        same_as_verlet(folder)
        conservation(folder)
        causality(folder)
        nothing_missed(folder)
        single_atoms(folder)
        mixtures(folder)
        same_bits(folder)
        free_crystal(folder)
        metal(folder)
        refusals(folder)
    tap.done()


if __name__ == '__main__':
    main()
