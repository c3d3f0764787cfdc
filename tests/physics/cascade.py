# SPDX-License-Identifier: GPL-3.0-or-later
"""Time steps that follow the state: fix dt/reset and dt/stiffness on two atoms, where they are
known, and on the deck of a collision cascade, where the energy tells whether they are short enough."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

CASCADE = os.path.join(tap.SRCDIR, 'inputs', 'cascade', 'in.cascade-lj')
COPPER = os.path.join(tap.SRCDIR, 'inputs', 'cascade', 'in.cascade-cu')
TWO = '''
units           lj
boundary        f f f
region          box block -30 30 -30 30 -30 30
create_box      1 box
create_atoms    1 single -%g 0 0
create_atoms    1 single  %g 0 0
mass            1 2.0
group           left id 1
velocity        left set %g 0 0
velocity        all zero linear
pair_style      lj/cut 5
pair_coeff      1 1 1 1
fix             1 all nve
fix             dt all %s
timestep        1e-5
thermo_style    custom step dt time etotal
thermo_modify   format float %%.15g
thermo          1
run             %d
'''


def two(distance, speed, fix, steps):
    """The rows of two atoms that go towards each other."""
    with tap.Folder() as folder:
        folder.write('in.deck', TWO % (distance / 2, distance / 2, speed, fix, steps))
        got = tap.avimd(folder, '-in', 'in.deck', '-log', 'none')
        if got.status != 0:
            tap.ok(fix + ' runs', False, got)
            return [[math.nan] * 4]
        return [[float(x) for x in row] for row in tap.tables(got.out)[-1][1]]


def try_two():
    r, mass = 1.1, 2.0
    along = 4 * (156 / r ** 14 - 42 / r ** 8)
    wanted = 0.1 * math.sqrt(mass / (2 * along))
    got = two(r, 0.0, 'dt/stiffness 1 0.1', 0)[0][1]
    tap.ok('a tenth of the time scale of two atoms', abs(got / wanted - 1) < 1e-12,
           '%r, not %r' % (got, wanted))
    got = two(r, 0.0, 'dt/stiffness 1 0.1 max 0.001', 0)[0][1]
    tap.ok('max bounds it', got == 0.001, got)
    # In flight, far from each other, the speed of 10 alone counts.
    got = two(4.9, 20.0, 'dt/stiffness 1 1 travel 0.02', 0)[0][1]
    tap.ok('travel bounds it', abs(got / 0.002 - 1) < 1e-4, got)
    for error in (0.1, 0.01, 0.001):
        rows = two(2.0, 20.0, 'dt/stiffness 1 1 max 0.005 travel 0.05 energy %g' % error, 500)
        worst = max(abs(row[3] - rows[0][3]) for row in rows)
        tap.ok('a collision errs by about %g' % error, 0.3 * error < worst < 6 * error, worst)


def cascade(deck, *words):
    """Steps, time and largest change of the energy; more rows than anybody wants."""
    with tap.Folder() as folder:
        got = tap.avimd(folder, '-in', deck, '-log', 'none', '-var', 'every', '1', *words)
        tables = tap.tables(got.out)
        if got.status != 0 or not tables:
            tap.ok(' '.join(words) + ' runs', False, got)
            return 0, math.nan, math.nan
        rows = [[float(x) for x in row] for row in tables[-2][1]]
        return len(rows) - 1, rows[-1][1], max(abs(row[4]) for row in rows)


def try_cascade():
    small = ('-var', 'cells', '6', '-var', 'duration', '0.05', '-var')
    coarse = cascade(CASCADE, *small, 'xmax', '0.02')
    fine = cascade(CASCADE, *small, 'xmax', '0.01')
    tap.ok('the run ends at its time', 0.05 <= fine[1] < 0.0526, fine)
    tap.ok('half the distance, twice the steps', 1.8 < fine[0] / coarse[0] < 2.2, (coarse, fine))
    tap.ok('half the distance, a quarter of the error', 3 < coarse[2] / fine[2] < 6, (coarse, fine))
    stiff = cascade(CASCADE, *small, 'scheme', 'stiffness', '-var', 'factor', '1', '-var', 'error',
                    '0.2')
    tap.ok('curvatures: a smaller error in as many steps',
           stiff[2] < fine[2] * (fine[0] / stiff[0]) ** 2 / 1.3, (fine, stiff))
    work = cascade(COPPER, '-var', 'cells', '6', '-var', 'duration', '0.02', '-var', 'xmax', '0.08',
                   '-var', 'potentials', os.path.join(tap.SRCDIR, 'potentials'))
    tap.ok('copper: below 2 eV', work[1] >= 0.02 and work[2] < 2, work)


try_two()
try_cascade()
tap.done()
