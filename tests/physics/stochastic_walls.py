# SPDX-License-Identifier: GPL-3.0-or-later
"""fix wall/reflect/stochastic: a gas without forces takes the walls' temperature and velocity, whatever the
kernel and its accommodation, keeps the equilibrium once it is there, and is thrown back as by fix
wall/reflect where nothing is accommodated.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

GAS = '''
units lj
boundary %s
lattice sc 1.0
region box block 0 10 0 10 0 10
create_box 2 box
create_atoms 1 box
set type 1 type/fraction 2 0.5 4711
mass 1 1.0
mass 2 2.0
velocity all create 0.5 4711 dist gaussian
pair_style zero 1.0
pair_coeff * *
neighbor 0.1 bin
neigh_modify every 20 delay 0 check no
fix move all nve
%s
timestep 0.05
compute two all ke/atom
group light type 1
compute light light reduce ave c_two
variable vx equal vcm(all,x)
thermo 25
thermo_style custom step temp c_light v_vx
run 5000
'''
FACES = ('xlo', 'xhi', 'ylo', 'yhi', 'zlo', 'zhi')


def walls(kind, temperature, shares, faces=FACES, speed='0'):
    return 'fix w all wall/reflect/stochastic %s 4711 %s' % (kind, ' '.join(
        '%s EDGE %s %s 0 0 %s' % (face, temperature, speed, shares) for face in faces))


def run(fixes, boundary='f f f'):
    with tap.Folder() as folder:
        folder.write('in.gas', GAS % (boundary, fixes))
        result = tap.avimd(folder, '-in', 'in.gas', '-log', 'none')
    if result.status != 0:
        tap.ok('the deck runs', False, result)
        sys.exit(1)
    rows = [[float(word) for word in row] for row in tap.tables(result.out)[0][1]]
    return result, rows


def mean(rows, column):
    late = rows[len(rows) // 2:]
    return sum(row[column] for row in late) / len(late)


def main():
    for kind, shares in (('diffusive', ''), ('maxwell', '0.6'), ('ccl', '1 1 1'),
                         ('ccl', '0.4 0.7 0.9')):
        result, rows = run(walls(kind, '2.0', shares))
        got = mean(rows, 1), 2.0 / 3.0 * mean(rows, 2)
        tap.ok('%s %s: the gas has the temperature of the walls: %.3f, its light half %.3f'
               % ((kind, shares) + got),
               result.status == 0 and all(abs(t - 2.0) < 0.05 for t in got), result)
    _, rows = run(walls('ccl', '1.0', '0.5 1 0.5', ('ylo', 'yhi'), '0.7'), 'p f p')
    tap.ok('walls that slide carry the gas along: %.3f' % mean(rows, 3),
           abs(mean(rows, 3) - 0.7) < 0.05, rows[-1])
    _, still = run('fix w all wall/reflect ' + ' '.join(face + ' EDGE' for face in FACES))
    for kind, shares in (('maxwell', '0'), ('ccl', '0 0 0')):
        _, rows = run(walls(kind, '2.0', shares))
        apart = max(abs(a - b) for row, other in zip(rows[:9], still) for a, b in zip(row, other))
        tap.ok('%s %s: nothing but reflections, apart by %.0e' % (kind, shares, apart),
               len(rows) == len(still) and apart < 1e-6, rows[8])
    tap.done()


main()
