# SPDX-License-Identifier: GPL-3.0-or-later
"""The energy error of velocity Verlet: 500 Lennard-Jones atoms without a kink at the cutoff, detrended
rms of the total energy per atom over 60 time units at four time steps.  It falls as the square of the
step, and equals LAMMPS's over the same time, live and as measured before."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

STEPS = (0.008, 0.004, 0.002, 0.001)
LAMMPS = (2.0e-4, 4.8e-5, 1.3e-5, 3.0e-6)  # 29 Sep 2021
DECK = '''
units           lj
lattice         fcc 0.8442
region          box block 0 5 0 5 0 5
create_box      1 box
create_atoms    1 box
mass            1 1.0
velocity        all create 1.44 87287 loop geom
pair_style      lj/smooth/linear 2.5
pair_coeff      1 1 1.0 1.0
neighbor        0.3 bin
neigh_modify    every 1 delay 0 check yes
fix             1 all nve
timestep        0.004
run             1000
timestep        %g
thermo_style    custom step time etotal
thermo_modify   format float %%.15g
thermo          %d
run             %d
'''


def rms(rows):
    """Of the energy, after its straight line is taken out."""
    time = [float(row[1]) for row in rows]
    energy = [float(row[2]) for row in rows]
    t, e = sum(time) / len(time), sum(energy) / len(energy)
    slope = (sum((x - t) * (y - e) for x, y in zip(time, energy)) /
             sum((x - t) ** 2 for x in time))
    return math.sqrt(sum((y - e - slope * (x - t)) ** 2 for x, y in zip(time, energy)) / len(time))


def measure(program, step):
    with tap.Folder() as folder:
        folder.write('in.deck', DECK % (step, round(0.04 / step), round(60 / step)))
        got = program(folder, '-in', 'in.deck', '-log', 'none')
        if got.status != 0:
            tap.ok('time step %g runs' % step, False, got)
            return math.nan
        return rms(tap.tables(got.out)[-1][1])


def order(errors):
    """Slope of log(error) over log(step), by least squares."""
    x, y = [math.log(h) for h in STEPS], [math.log(e) for e in errors]
    a, b = sum(x) / len(x), sum(y) / len(y)
    return (sum((u - a) * (v - b) for u, v in zip(x, y)) / sum((u - a) ** 2 for u in x))


def main():
    mine = [measure(tap.avimd, step) for step in STEPS]
    for step, error, known in zip(STEPS, mine, LAMMPS):
        tap.ok('time step %g: rms within 10 %% of the known' % step,
               abs(error - known) <= 0.1 * known, '%.3g, known %.3g' % (error, known))
    found = order(mine)
    tap.ok('order 2.00 +- 0.05', abs(found - 2.0) <= 0.05, '%.3f' % found)
    for step, error in zip(STEPS, mine):
        name = 'time step %g: rms within 10 %% of lmp\'s' % step
        if tap.LMP is None:
            tap.skip(name, 'lmp is not installed')
            continue
        theirs = measure(tap.lammps, step)
        tap.ok(name, abs(error - theirs) <= 0.1 * theirs, '%.4g, lmp %.4g' % (error, theirs))
    tap.done()


main()
