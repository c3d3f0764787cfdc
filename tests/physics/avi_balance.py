# SPDX-License-Identifier: GPL-3.0-or-later
"""The local energy balance of run_style avi: of one event it is of second order in the step, what has
gathered stays of first order and bounded; updates are counted; and a step that is too long for the
vibrations there are is warned of, with its place.  Elements one by one give their atoms shares of it."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

DECK = '''
units           lj
atom_style      bond
boundary        f f f
special_bonds   lj 0 1 1
bond_style      harmonic
pair_style      lj/smooth/linear 2.5
read_data       dimer.data
bond_coeff      1 50 1.0
pair_coeff      1 1 1.0 1.0
neighbor        0.3 bin
group           first id 1
group           second id 2
velocity        first set 0.3 0.1 0 units box
velocity        second set -0.3 0 0.1 units box
fix             1 all nve
timestep        %g
run_style       avi %s
compute         u all avi/updates class
compute         n all avi/updates
compute         r all avi/residual %s
compute         sum all reduce sum c_n
thermo_style    custom step c_u[1] c_u[2] c_r[1][1] c_r[1][2] c_r[2][1] c_r[2][2] c_sum
thermo_modify   norm no format float %%.15g
thermo          1
run             %d
'''
DATA = '''a dimer and a third atom

3 atoms
1 bonds
1 atom types
1 bond types
-9 9 xlo xhi
-9 9 ylo yhi
-9 9 zlo zhi

Masses

1 1.0

Atoms

1 1 1 -0.55 0 0
2 1 1 0.55 0 0
3 2 1 0 1.3 0

Bonds

1 1 1 2
'''


def run(step, words, steps, kind='class'):
    with tap.Folder() as folder:
        folder.write('dimer.data', DATA)
        folder.write('in.deck', DECK % (step, words, kind, steps))
        return tap.avimd(folder, '-in', 'in.deck', '-log', 'none')


def columns(got):
    rows = [[float(text) for text in row] for row in tap.tables(got.out)[-1][1]]
    return list(zip(*rows))


def rms(values):
    return math.sqrt(sum(x * x for x in values) / len(values))


def residuals(step, words, column, time=20.0):
    """rms of one event's residual, largest of what gathered, in both halves of the run."""
    got = run(step, words, round(time / step))
    if not tap.ok('step %g, %s: runs' % (step, words), got.status == 0, got):
        sys.exit(1)
    column = columns(got)[column:column + 2]
    half = len(column[0]) // 2
    largest = [max(map(abs, part)) for part in (column[1][:half], column[1][half:])]
    return rms(column[0][3:]), largest


for name, words, column in (('one class', 'step uniform %g', 3),
                            ('bonds apart', 'step pair %g step bond %g', 5)):
    coarse, fine = (residuals(h, words.replace('%g', '%.12g') %
                              ((h,) if column == 3 else (2 * h, h)), column)
                    for h in (0.01, 0.0025))
    order = math.log(coarse[0] / fine[0], 4)
    tap.ok('%s: a residual is of second order in the step' % name, 1.7 < order < 2.3, order)
    order = math.log(max(coarse[1]) / max(fine[1]), 4)
    tap.ok('%s: what gathers is of first order' % name, 0.7 < order < 2.3, order)
    tap.ok('%s: and does not grow' % name, coarse[1][1] < 1.5 * coarse[1][0], coarse[1])

got = run(0.01, 'step pair 0.02 step bond 0.01', 100)
table = columns(got)
tap.ok('updates of the bond: one at every step', table[2][-1] == 100.0, table[2][-1])
tap.ok('updates of pairs: of two pairs at every other step', table[1][-1] == 100.0, table[1][-1])
tap.ok('events of atoms: 2 x 100 of the bond, 3 x 50 of the pairs', table[7][-1] == 350.0,
       table[7][-1])

got = run(0.01, 'step uniform 0.01', 10, 'atom')
tap.ok('shares of atoms are refused with element group',
       got.status != 0 and 'use avi/residual class' in got.err + got.out, got)

# Elements one by one: each has its balance, and its atoms equal shares.
SHARES = '''
run_style       avi %s
timestep        %.12g
compute         u all avi/updates class
compute         n all avi/updates
compute         r all avi/residual class
compute         a all avi/residual
compute         sum all reduce sum c_a[1] c_a[2] c_n
fix             t all ave/time 1 %d %d c_sum[2] file ave.txt
dump            d all custom %d shares.dump id c_a[1] c_a[2] c_n
dump_modify     d format float %%.17g
thermo_style    custom step etotal c_sum[1] c_sum[2] c_sum[3] &
                c_u[1] c_u[2] c_u[3] c_r[1][1] c_r[2][1] c_r[3][1] c_r[1][2] c_r[2][2] c_r[3][2]
thermo_modify   norm no format float %%.15g
thermo          1
run             %d
'''
LIQUID = '''
units lj
lattice fcc 0.8442
region box block 0 4 0 4 0 4
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 2.0 87287 loop geom
pair_style lj/smooth/linear 2.5
pair_coeff * * 1.0 1.0
neighbor 0.2 bin
fix 1 all nve
'''
COPPER = '''
units metal
lattice fcc 3.615
region box block 0 3 0 3 0 3
create_box 1 box
create_atoms 1 box
mass 1 63.55
velocity all create 900 87287 loop geom
pair_style eam/alloy
pair_coeff * * %s/potentials/Cu_zhou04.eam.alloy Cu
neighbor 0.3 bin
fix 1 all nve
''' % tap.SRCDIR


def argon7():
    with open(os.path.join(tap.SRCDIR, 'inputs', 'argon7', 'in.argon7'), encoding='utf-8') as deck:
        return deck.read().split('# The table')[0]


def dimer():
    return DECK.split('fix             1')[0] + 'fix 1 all nve\n'


def shares(system, style, step, steps):
    """Rows of thermo, and the dump's sums of both shares and of the updates."""
    with tap.Folder() as folder:
        folder.write('dimer.data', DATA)
        folder.write('in.deck', system + SHARES % (style, step, steps, steps, steps, steps))
        got = tap.avimd(folder, '-in', 'in.deck', '-log', 'none')
        if not tap.ok('%s: runs' % style, got.status == 0, got):
            return None
        rows = [[float(text) for text in row] for row in tap.tables(got.out)[-1][1]]
        atoms = [[float(text) for text in row[1:]] for row in tap.last_dump(folder.read('shares.dump'))[1]]
        average = float(folder.read('ave.txt').split()[-1])
    return rows, [sum(column) for column in zip(*atoms)], average


def same(a, b, scale):
    return abs(a - b) <= 1e-12 * scale


for name, system, style, step, touched in (
        ('argon7', argon7(), 'element pair step uniform %.12g', 0.005, 2),
        ('argon7, stars', argon7(), 'element atom step uniform %.12g', 0.005, 7),
        ('dimer', dimer(), 'element pair step pair %.12g step bond 0.002', 0.005, 2),
        ('liquid', LIQUID, 'element pair step uniform %.12g', 0.004, 2),
        ('copper', COPPER, 'element pair step pair %.12g step embed 0.004', 0.002, 0)):
    found = shares(system, style % step, step, 60)
    if found is None:
        continue
    rows, dumped, average = found
    last = rows[-1]
    scale = sum(abs(x) for x in last[8:14]) + max(abs(row[3]) for row in rows) + 1.0
    tap.ok(name + ': shares of atoms are those of the classes, at the latest events and of all',
           same(last[2], sum(last[8:11]), scale) and same(last[3], sum(last[11:14]), scale) and
           last[2] != 0.0 and last[3] != 0.0, last)
    tap.ok(name + ': dump and reduce say the same',
           all(same(a, b, scale + last[4]) for a, b in zip(dumped, last[2:5])), (dumped, last))
    tap.ok(name + ': and ave/time', abs(average - sum(row[3] for row in rows[1:]) / 60) < 1e-4 * scale,
           average)
    if touched:
        tap.ok(name + ': every event touches %d atoms' % touched,
               last[4] == touched * sum(last[5:8]) > 0, last)

for kind in ('pair', 'atom'):
    once, total = [], []
    for h in (0.01, 0.0025):
        found = shares(argon7(), 'element %s step uniform %.12g' % (kind, h), h, round(5.0 / h))
        if found is None:
            continue
        once.append(rms([row[8] for row in found[0][3:]]))
        total.append(max(abs(row[11]) for row in found[0]))
    order = [math.log(pair[0] / pair[1], 4) for pair in (once, total)]
    tap.ok('argon7, element %s: a residual is of second order, their sum of first' % kind,
           1.7 < order[0] < 2.3 and 0.7 < order[1] < 2.3, order)


def classes(system, words, step, steps):
    """Latest residuals and what gathered, of all classes together."""
    with tap.Folder() as folder:
        folder.write('dimer.data', DATA)
        folder.write('in.deck', system + '''
run_style avi %s
timestep %.12g
compute r all avi/residual class
variable once equal c_r[1][1]+c_r[2][1]+c_r[3][1]
variable all equal c_r[1][2]+c_r[2][2]+c_r[3][2]
thermo_style custom step v_once v_all
thermo_modify format float %%.15g
thermo 50
run %d
''' % (words, step, steps))
        got = tap.avimd(folder, '-in', 'in.deck', '-log', 'none')
    return [float(text) for text in tap.tables(got.out)[-1][1][-1][1:]] if got.status == 0 else got


for name, system, step in (('dimer', dimer(), 0.004), ('liquid, many lists', LIQUID, 0.004),
                           ('copper', COPPER, 0.002)):
    whole, pair, atom = (classes(system, 'element %s step uniform %.12g' % (kind, step), step, 150)
                         for kind in ('group', 'pair', 'atom'))
    tap.ok(name + ': one by one the elements leave what they leave together',
           all(abs(w - x) < 1e-6 * abs(w) for other in (pair, atom) for w, x in zip(whole, other)),
           (whole, pair, atom))


def trace(words, computes):
    """Final atoms of a liquid whose list is renewed many times."""
    text = LIQUID + 'run_style avi element %s\n' % words + computes + '''
dump d all custom 150 d.dump id x y z vx vy vz
dump_modify d sort id format float %.17g
timestep 0.004
run 150
'''
    with tap.Folder() as folder:
        folder.write('in.deck', text)
        got = tap.avimd(folder, '-in', 'in.deck', '-log', 'none')
        return tap.last_dump(folder.read('d.dump'))[1] if got.status == 0 else got


WATCH = '''compute a all avi/residual
compute n all avi/updates
compute s all reduce sum c_a[2] c_n
thermo_style custom step c_s[1] c_s[2]
thermo 10
'''
for words in ('pair step uniform 0.004', 'atom step uniform 0.008'):
    tap.ok('element %s: the trajectory does not notice' % words, trace(words, '') == trace(words, WATCH))

got = run(0.01, 'step pair 0.2 step bond 0.01', 1)
tap.ok('a step beyond a quarter of the fastest period is warned of, at its place',
       'resonance' in got.err + got.out and "class 'pair'" in got.err + got.out and
       '(in.deck:18)' in got.err + got.out, got)
got = run(0.01, 'step uniform 0.16', 1)
tap.ok('a step beyond the limit of stability is warned of', 'explodes' in got.err + got.out, got)
got = run(0.01, 'step uniform 0.01', 1)
tap.ok('a short step is not', 'resonance' not in got.err + got.out and
       'explodes' not in got.err + got.out, got)
tap.done()
