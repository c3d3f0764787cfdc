# SPDX-License-Identifier: GPL-3.0-or-later
"""The local energy balance of run_style avi: of one event it is of second order in the step, what has
gathered stays of first order and bounded; updates are counted; and a step that is too long for the
vibrations there are is warned of, with its place."""
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
