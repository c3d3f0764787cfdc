# SPDX-License-Identifier: GPL-3.0-or-later
"""Thermostats and barostats give the ensembles they are named after.

Kinetic energies of a small liquid, taken so far apart that they have forgotten each other, follow
the Gamma distribution of the canonical ensemble (a chi-square test of equally probable cells), under
Nose-Hoover chains and under random forces.  Scaling velocities holds the same mean and must fail.

Means of temperature and pressure agree with those of the real program over runs of the same length
but other velocities, within two standard errors from averages of blocks.
"""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

LIQUID = '''
units lj
lattice fcc 0.75
region b block 0 3 0 3 0 3
create_box 1 b
create_atoms 1 box
mass 1 1.0
pair_style lj/cut 2.5
pair_coeff 1 1 1 1
neighbor 0.3 bin
neigh_modify every 1 delay 0 check yes
velocity all create 1.5 %d loop geom
'''
COPPER = '''
units metal
lattice fcc 3.65
region b block 0 3 0 3 0 3
create_box 1 b
create_atoms 1 box
pair_style eam/alloy
pair_coeff * * %s Cu
neighbor 1.0 bin
neigh_modify every 1 delay 0 check yes
timestep 0.003
velocity all create 1600 %d loop geom
'''

# name, fixes, thermal momentum conserved (degrees of freedom lost)
BATHS = [
    ('nvt', 'fix 1 all nvt temp 1.5 1.5 0.2', 3),
    ('langevin', 'fix 1 all nve\nfix 2 all langevin 1.5 1.5 0.5 48279', 0),
]
FALSE = ('temp/berendsen', 'fix 1 all nve\nfix 2 all temp/berendsen 1.5 1.5 0.2', 3)

CELLS, EVERY, SAMPLES = 12, 100, 480


def column(out, name, table=-1):
    names, rows = tap.tables(out)[table]
    k = names.index(name)
    return [float(row[k]) for row in rows[1:]]


def gamma_cell(energy, freedom, kt):
    """Share of the Gamma distribution (shape freedom/2, scale kt) below an energy, by the
    Wilson-Hilferty transformation, which is better than 1e-4 for more than a hundred degrees."""
    ratio = energy / (0.5 * freedom * kt)
    c = 2.0 / (9.0 * freedom)
    return 0.5 * math.erfc(-(ratio ** (1.0 / 3.0) - (1.0 - c)) / math.sqrt(2.0 * c))


def chi_square(energies, freedom, kt):
    counts = [0] * CELLS
    for energy in energies:
        counts[min(CELLS - 1, int(CELLS * gamma_cell(energy, freedom, kt)))] += 1
    wanted = len(energies) / CELLS
    return sum((count - wanted) ** 2 / wanted for count in counts), counts


def sample(fixes, env):
    text = LIQUID % 87287 + fixes + '\nrun 2000\nthermo %d\nthermo_style custom step ke temp\n' \
        'thermo_modify norm no format float %%.10g\nrun %d\n' % (EVERY, EVERY * SAMPLES)
    with tap.Folder() as folder:
        folder.write('in.sample', text)
        got = tap.avimd(folder, '-in', 'in.sample', '-log', 'none', env=env)
        return (column(got.out, 'KinEng') if got.status == 0 else None), got


def distribution(env):
    # 11 degrees of freedom: exceeded by chance once in 10000 (33.1) trials of a right thermostat.
    limit = 33.1
    for name, fixes, lost in BATHS + [FALSE]:
        energies, got = sample(fixes, env)
        if not tap.ok('%s runs' % name, energies is not None, got):
            continue
        # compute temp counts 3N - 3 degrees and ke is made of it: the sum of all m v v / 2 has the
        # degrees that are not conserved.
        value, counts = chi_square(energies, 3 * 108 - lost, 1.5)
        told = 'chi square %.1f of %d cells, counts %s' % (value, CELLS, counts)
        if name == FALSE[0]:
            tap.ok('%s is found out: %s' % (name, told), value > limit, told)
        else:
            tap.ok('%s: kinetic energies follow their distribution' % name, value < limit, told)


def blocks(values, count=10):
    size = len(values) // count
    means = [sum(values[k * size:(k + 1) * size]) / size for k in range(count)]
    mean = sum(means) / count
    return mean, math.sqrt(sum((m - mean) ** 2 for m in means) / (count - 1) / count)


ENSEMBLES = [
    ('liquid, nvt', LIQUID, 'fix 1 all nvt temp 1.5 1.5 0.2', 'temp press pe'),
    ('liquid, npt', LIQUID, 'fix 1 all npt temp 1.5 1.5 0.2 iso 3 3 0.5', 'temp press vol'),
    ('liquid, langevin', LIQUID, 'fix 1 all nve\nfix 2 all langevin 1.5 1.5 0.2 48279',
     'temp press pe'),
    ('copper, nvt', COPPER, 'fix 1 all nvt temp 800 800 0.1', 'temp press pe'),
    ('copper, npt', COPPER, 'fix 1 all npt temp 800 800 0.1 iso 0 0 0.4', 'temp press vol'),
    ('copper, langevin', COPPER, 'fix 1 all nve\nfix 2 all langevin 800 800 0.05 48279',
     'temp press pe'),
]


def mean_values(program, beginning, fixes, columns, seed, steps, env):
    """Of each column: mean and standard error; or None and what the program said."""
    table = os.path.join(tap.SRCDIR, 'potentials', 'Cu_zhou04.eam.alloy')
    text = beginning % ((table, seed) if beginning == COPPER else seed)
    # Random forces must differ too: each program has its own.
    text += fixes.replace('48279', str(48279 + seed)) + '\nrun 1500\nthermo 5\n' \
        'thermo_style custom step %s\nthermo_modify norm no format float %%.10g\nrun %d\n' % (
            columns, steps)
    with tap.Folder() as folder:
        folder.write('in.mean', text)
        got = program(folder, '-in', 'in.mean', '-log', 'none',
                      **({'env': env} if program is tap.avimd else {}))
        if got.status != 0:
            return None, got
        names, rows = tap.tables(got.out)[-1]
        return {key: blocks([float(row[k]) for row in rows[1:]])
                for k, key in enumerate(names) if k}, got


def apart(mine, his):
    """Columns whose means are further apart than two standard errors of their difference."""
    return [key for key in mine
            if not abs(mine[key][0] - his[key][0]) <= 2 * math.hypot(mine[key][1], his[key][1])]


def means(env):
    for name, beginning, fixes, columns in ENSEMBLES:
        # One of twenty right means is further away than that: it gets a second, longer run.
        for shift, steps in ((0, 6000), (17, 12000)):
            mine, got = mean_values(tap.avimd, beginning, fixes, columns, 87287 + shift, steps, env)
            his, also = mean_values(tap.lammps, beginning, fixes, columns, 4711 + shift, steps, env)
            if mine is None or his is None or not apart(mine, his):
                break
        if not tap.ok('%s runs in both programs' % name, mine is not None and his is not None,
                      '%s\n%s' % (got, also)):
            continue
        told = ', '.join('%s %.6g +- %.2g and %.6g +- %.2g' % ((key,) + mine[key] + his[key])
                         for key in mine)
        tap.ok('%s: means as lmp: %s' % (name, told), not apart(mine, his), apart(mine, his))


def main():
    env = {'OMP_NUM_THREADS': '1'}
    distribution(env)
    if tap.LMP is None:
        tap.skip('means as lmp', 'lmp is not installed')
    else:
        means(env)
    tap.done()


main()
