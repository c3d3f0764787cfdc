# SPDX-License-Identifier: GPL-3.0-or-later
"""A free atom pushed by the force cos t: half the time step makes the error smaller by the power of two
that the method's order says, which needs the force of each stage at the stage's own time."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

DECK = '''units lj
region box block -5 5 -5 5 -5 5
create_box 1 box
create_atoms 1 single 0 0 0 units box
mass 1 1.0
pair_style zero 1.0
pair_coeff * *
variable f equal cos(time)
fix 1 all nve
fix 2 all addforce v_f 0 0
timestep $(1/%(steps)d:%%.15g)
run_style %(method)s
run %(steps)d
print "at $(x[1]:%%.15g) $(vx[1]:%%.15g)"
'''
ORDERS = [('verlet', 2), ('symplectic-euler', 1), ('midpoint', 2), ('newmark 0.25 0.5', 2), ('rk4', 4)]


def error(folder, method, steps):
    folder.write('in.pushed', DECK % {'method': method, 'steps': steps})
    got = tap.avimd(folder, '-in', 'in.pushed', '-log', 'none')
    for line in got.out.splitlines():
        if line.startswith('at '):
            x, v = (float(word) for word in line.split()[1:])
            return math.hypot(x - (1.0 - math.cos(1.0)), v - math.sin(1.0))
    return math.nan


def main():
    with tap.Folder() as folder:
        for method, order in ORDERS:
            coarse, fine = error(folder, method, 10), error(folder, method, 20)
            tap.ok('%s: order %d' % (method, order), fine > 0.0
                   and abs(math.log2(coarse / fine) - order) < 0.1, '%g %g' % (coarse, fine))
    tap.done()


main()
