#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""run_style avi with elements one by one (element pair, element atom): with all steps equal it is
velocity Verlet on every kind of system; queues, observation, splitting of runs and restarts leave
every bit as it is; momentum is kept to rounding; no interaction is missed."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

POTENTIALS = os.path.join(tap.SRCDIR, 'potentials')
ARGON = os.path.join(tap.SRCDIR, 'inputs', 'argon7', 'in.argon7')
ENGINES = ['group', 'pair', 'atom']

LIQUID = '''units lj
lattice fcc 0.8442
region box block 0 %s 0 %s 0 %s
create_box 2 box
create_atoms 1 box
set group all type/fraction 2 0.3 771
mass 1 1.0
mass 2 2.5
velocity all create 2.0 87287 loop geom
pair_style lj/smooth/linear 2.5
pair_coeff * * 1.0 1.0
pair_coeff 1 2 1.3 0.95
neighbor 0.2 bin
fix 1 all nve
'''
CHAIN = '''units lj
dimension 3
boundary p p p
atom_style bond
special_bonds lj 0.0 0.4 0.7
read_data chain.data
bond_style fene
bond_coeff 1 30.0 1.5 1.0 1.0
pair_style lj/smooth/linear 2.2
pair_coeff 1 1 1.0 1.0
velocity all create 1.0 4711 loop geom
neighbor 0.3 bin
timestep 0.003
fix 1 all nve
'''
COPPER = '''units metal
lattice fcc 3.615
region box block 0 3 0 3 0 3
create_box 1 box
create_atoms 1 box
mass 1 63.55
velocity all create 900 87287 loop geom
pair_style eam/alloy
pair_coeff * * %s/Cu_zhou04.eam.alloy Cu
neighbor 0.3 bin
timestep 0.002
fix 1 all nve
''' % POTENTIALS
WALLS = '''units lj
boundary p p f
lattice fcc 0.6
region box block 0 4 0 4 0 6
region fill block 0 4 0 4 1 5
create_box 1 box
create_atoms 1 region fill
mass 1 1.0
velocity all create 1.5 87287 loop geom
pair_style lj/smooth/linear 2.5
pair_coeff 1 1 1.0 1.0
group odd id 1:400:2
group moving id 1:200
fix 1 all nve
fix w all wall/lj93 zlo EDGE 1.0 1.0 2.5 zhi EDGE 1.0 1.0 2.5
fix_modify w energy yes
fix s odd spring/self 10.0
fix_modify s energy yes
'''
PLANE = '''units lj
dimension 2
lattice hex 0.8
region box block 0 12 0 7 -0.5 0.5
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 0.8 87287 loop geom
pair_style lj/smooth/linear 2.5
pair_coeff 1 1 1.0 1.0
neighbor 0.3 bin
fix 1 all nve
fix 2 all enforce2d
'''


def liquid(cells):
    return LIQUID % (cells, cells, cells)


def chain_data(folder):
    """A closed ring of 60 beads that winds through a periodic box."""
    side, count, lines = 9.0, 60, []
    for i in range(count):
        row, col = divmod(i, 9)
        x = col if row % 2 == 0 else 8 - col
        lines.append('%d 1 1 %.3f %.3f %.3f' % (i + 1, x * 0.97, row * 0.97, 8.7 + 0.1 * (i % 3)))
    bonds = ['%d 1 %d %d' % (i, i, i + 1) for i in range(1, count)]
    folder.write('chain.data', '\n'.join(
        ['chain', '', '%d atoms' % count, '%d bonds' % len(bonds), '1 atom types', '1 bond types', '']
        + ['0 %g %slo %shi' % (side, a, a) for a in 'xyz']
        + ['', 'Masses', '', '1 1.0', '', 'Atoms', ''] + lines + ['', 'Bonds', ''] + bonds) + '\n')


def frame(folder, name):
    """id -> x, v of the last frame of a dump."""
    lines = folder.read(name).split('ITEM: ATOMS')[-1].splitlines()[1:]
    return {int(line.split()[0]): [float(word) for word in line.split()[1:]] for line in lines}


def fly(folder, name, system, style, steps, before='', runs=None, thermo=1000):
    """Runs it and returns the result and the last frame."""
    text = system + '''run_style %s
thermo %d
thermo_style custom step pe ke etotal press
thermo_modify norm no format float %%.15g
dump d all custom %d %s.dump id xu yu zu vx vy vz
dump_modify d sort id format float %%.17g
%s
%s
''' % (style, thermo, steps, name, before, runs or 'run %d' % steps)
    folder.write(name + '.in', text)
    got = tap.avimd(folder, '-in', name + '.in', '-log', 'none')
    return got, frame(folder, name + '.dump') if got.status == 0 else {}


def off(a, b):
    if not a or a.keys() != b.keys():
        return float('inf')
    return max(abs(p - q) for i in a for p, q in zip(a[i], b[i]))


def last_row(got):
    return [float(word) for word in tap.tables(got.out)[-1][1][-1]]


def rows_off(a, b):
    return max(abs(p - q) / (1.0 + abs(q)) for p, q in zip(last_row(a), last_row(b)))


def builds(got):
    return int(got.out.split('Neighbor list builds = ')[-1].split()[0])


def test_verlet(folder):
    """All steps equal: velocity Verlet to rounding."""
    chain_data(folder)
    frozen = WALLS.replace('fix 1 all nve', 'fix 1 moving nve')
    for name, system, steps, bound in [
            ('liquid of two types', liquid(5), 60, 6e-12), ('box smaller than the reach',
                                                            liquid(2), 60, 6e-12),
            ('copper', COPPER, 40, 4e-12), ('bonded chain, weakened pairs', CHAIN, 60, 6e-12),
            ('walls and springs', WALLS, 60, 6e-12), ('only some atoms move', frozen, 60, 6e-12),
            ('a plane', PLANE, 60, 6e-12)]:
        want, there = fly(folder, 'verlet', system, 'verlet', steps)
        tap.ok(name + ': velocity Verlet runs', want.status == 0, want)
        for engine in ENGINES:
            got, here = fly(folder, engine, system, 'avi element ' + engine, steps)
            if not tap.ok('%s: element %s runs' % (name, engine), got.status == 0, got):
                continue
            tap.ok('%s: element %s is velocity Verlet' % (name, engine), off(here, there) < bound,
                   off(here, there))
            tap.ok('%s: element %s tells the same energies' % (name, engine),
                   rows_off(got, want) < 1e-11, (last_row(got), last_row(want)))
        if name.startswith('liquid'):
            tap.ok('lists were renewed on the way', builds(got) >= 3, got)


SHELLS = 'avi element %s step shells 0.002 1.3 1.6 0.006 1.9 2.2 0.010'


def test_steps(folder):
    """Different steps: single elements do what groups do."""
    chain_data(folder)
    for name, system, words in [
            ('shells', liquid(4) + 'timestep 0.002\n', SHELLS[len('avi element %s '):]),
            ('types', liquid(4), 'step type 1 1 0.003 step type 1 2 0.0017 step pair 0.005'),
            ('pairs and bonds', CHAIN, 'step bond 0.0011 step pair 0.004'),
            ('shells and weakened pairs', CHAIN + 'timestep 0.002\n',
             'step shells 0.002 1.2 1.5 0.005 step bond 0.0013'),
            ('walls', WALLS, 'step external 0.002 step pair 0.0045'),
            ('embedding', COPPER, 'step embed 0.003 step pair 0.0014')]:
        want, there = fly(folder, 'group', system, 'avi element group ' + words, 37)
        got, here = fly(folder, 'pair', system, 'avi element pair ' + words, 37)
        tap.ok(name + ': pairs one by one do what the group does',
               want.status == 0 and got.status == 0 and off(here, there) < 1e-11,
               (off(here, there), want, got))
        tap.ok(name + ': and show the same energies', got.status == 0 and rows_off(got, want) < 1e-10,
               (last_row(got), last_row(want)))


def test_own(folder):
    """Steps of their own that the cap makes equal: the same as one step for all, and groups take the
    step of their stiffest element."""
    chain_data(folder)
    for name, system, step in [('liquid', liquid(4), 0.0031), ('copper', COPPER, 0.0013),
                               ('chain', CHAIN, 0.0017), ('walls', WALLS, 0.0031)]:
        for engine in ENGINES:
            words = 'avi element %s step ' % engine
            want, there = fly(folder, 'one', system, words + 'uniform %g' % step, 37)
            got, here = fly(folder, 'own', system, words + 'stiffness 1000 max %g' % step, 37)
            tap.ok('%s, element %s: own steps, all equal' % (name, engine),
                   got.status == 0 and off(here, there) < 1e-11, (off(here, there), got))
            tap.ok('%s, element %s: and the same energies' % (name, engine),
                   got.status == 0 and rows_off(got, want) < 1e-11,
                   (last_row(got), last_row(want)))
    for engine in ENGINES:
        error = []
        for part in (1.0, 4.0):
            got, _ = argon(folder, 'avi element %s step stiffness %g max %g'
                           % (engine, 0.2 / part, 0.02 / part), 500, every=1)
            energy = [float(row[3]) for row in tap.tables(got.out)[-1][1]]
            mean = sum(energy) / len(energy)
            error.append((sum((e - mean) ** 2 for e in energy) / len(energy)) ** 0.5)
        tap.ok('element %s: a quarter of the own steps, a sixteenth of the energy error' % engine,
               error[0] < 0.01 and 9.0 < error[0] / error[1] < 28.0, error)


DECKS = [('pair', 'avi element pair step type 1 1 0.003 step type 1 2 0.0017 step pair 0.005'),
         ('shells', SHELLS % 'pair'), ('atom', 'avi element atom step pair 0.0037'),
         ('own', 'avi element pair step stiffness 0.03 max 0.006'),
         ('own, atom', 'avi element atom step stiffness 0.05 max 0.006')]


def bits(folder, name):
    return folder.read(name + '.dump').split('ITEM: ATOMS')[-1]


def test_bits(folder):
    """Queues, looks and pauses leave no trace."""
    system = liquid(4)
    for name, words in DECKS:
        a, _ = fly(folder, 'a', system, words + ' queue heap', 60)
        if not tap.ok(name + ': runs', a.status == 0 and builds(a) >= 2, a):
            continue
        if name.startswith('own'):
            few, many = a.out.split('of one element ')[-1].split(')')[0].split(' to ')
            tap.ok(name + ': steps do differ', int(few) < int(many), (few, many))
        for what, other, named in [('heap = bucket', words + ' queue bucket', {}),
                                   ('thermo 1 = thermo 1000', words, {'thermo': 1}),
                                   ('run 25 + run 35 = run 60', words, {'runs': 'run 25\nrun 35'})]:
            fly(folder, 'b', system, other, 60, **named)
            tap.ok('%s: %s, bit for bit' % (name, what), bits(folder, 'a') == bits(folder, 'b'))
        fly(folder, 'b', system, words, 60, before='restart 13 mid', runs='run 45')
        for step in (13, 26, 39):
            rest = 'read_restart mid.%d\npair_style lj/smooth/linear 2.5\npair_coeff * * 1.0 1.0\n' \
                'pair_coeff 1 2 1.3 0.95\nneighbor 0.2 bin\nfix 1 all nve\n' % step
            got, _ = fly(folder, 'b', rest, words, 60, runs='run 60 upto')
            tap.ok('%s: a restart in mid-flight goes on from step %d' % (name, step),
                   got.status == 0 and 'Resuming' in got.out, got)
            tap.ok(name + ': bit for bit', bits(folder, 'a') == bits(folder, 'b'))


def argon(folder, style, steps, every=1000, skin='1.0'):
    with open(ARGON, encoding='utf-8') as text:
        deck = text.read().split('# The first tenth')[0].replace('${every}', str(every))
        deck = deck.replace('neighbor        ${skin}', 'neighbor ' + skin)
    return fly(folder, 'argon', deck.replace('\nthermo_modify', '\n#').replace('thermo_style', '#')
               .replace('thermo  ', '#'), style, steps, thermo=every)


def test_argon(folder):
    want, there = argon(folder, 'verlet', 50)
    for engine in ENGINES:
        got, here = argon(folder, 'avi element ' + engine, 50)
        tap.ok('argon: element %s is velocity Verlet' % engine, off(here, there) < 5e-12,
               (off(here, there), got))
    for words in ('pair step stiffness 0.1', 'atom step stiffness 0.1 max 0.01', 'pair step pair 0.007'):
        a, there = argon(folder, 'avi element ' + words, 400, skin='0.02')
        b, here = argon(folder, 'avi element ' + words, 400, skin='8.0')
        tap.ok('argon: new lists leave no trace, element ' + words,
               builds(a) > 5 and builds(b) == 0 and off(here, there) < 1e-11, (builds(a), off(here, there)))
    got, _ = argon(folder, 'avi element pair step stiffness 0.1 max 0.01', 120000)
    if not tap.ok('argon: steps of their own run', got.status == 0 and 'events: ' in got.out, got):
        return
    events = int(got.out.split('events: ')[-1].split(',')[0])
    line = [row for row in got.out.splitlines() if 'momentum: off' in row][-1]
    shares = [float(word.split()[0].rstrip(')')) for word in line.split('(')[1:]]
    tap.ok('a million events', events > 1000000, events)
    tap.ok('momentum and angular momentum are kept to rounding',
           len(shares) == 2 and max(shares) < 1e-12, line)


def test_nothing_missed(folder):
    """Two atoms that nothing touches until they meet: as Verlet sees them with a huge list."""
    pair = '''units lj
boundary f f f
region box block 0 60 0 20 0 20
create_box 1 box
create_atoms 1 single 5 10 10
create_atoms 1 single 50 10.3 10
mass 1 1.0
group one id 1
group two id 2
velocity one set 3.0 0 0
velocity two set -2.5 0 0
pair_style lj/smooth/linear 2.5
pair_coeff 1 1 1.0 1.0
neighbor %s bin
timestep 0.001
fix 1 all nve
'''
    steps = 10000
    want, there = fly(folder, 'verlet', pair % '50.0', 'verlet', steps)
    for engine in ENGINES:
        for skin in ['0.3', '0.05']:
            got, here = fly(folder, engine, pair % skin, 'avi element ' + engine, steps)
            tap.ok('element %s, skin %s: the collision is not missed' % (engine, skin),
                   got.status == 0 and off(here, there) < 1e-8, (off(here, there), got))
            tap.ok('which has turned them round', there and abs(there[1][3] - 3.0) > 1.0, there)


def main():
    for test in (test_argon, test_verlet, test_steps, test_own, test_bits, test_nothing_missed):
        with tap.Folder() as folder:
            test(folder)
    tap.done()


main()
