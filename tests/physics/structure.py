# SPDX-License-Identifier: GPL-3.0-or-later
"""Structure and diffusion of a Lennard-Jones liquid under fix nvt beside the real LAMMPS, beyond the
time in which trajectories agree: pair distribution, its first peak and coordination number, and mean
squared displacements over equal times, each within its standard error, from 40 blocks of a run."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

BLOCKS, BINS, REACH, DENSITY = 40, 40, 2.4, 0.8442
DECK = '''
units           lj
lattice         fcc %(density)g
region          box block 0 5 0 5 0 5
create_box      1 box
create_atoms    1 box
mass            1 1.0
velocity        all create 2.0 87287 loop geom
pair_style      lj/cut 2.5
pair_coeff      1 1 1.0 1.0
neighbor        0.3 bin
neigh_modify    every 1 delay 0 check yes
fix             1 all nvt temp 1.0 1.0 0.5
timestep        0.005
run             3000
compute         g all rdf %(bins)d cutoff %(reach)g
fix             a all ave/time 10 100 1000 c_g[*] mode vector file rdf.txt
variable        i loop %(blocks)d
label           again
compute         m all msd
thermo_style    custom step c_m[4]
run             1000
thermo_style    one
uncompute       m
next            i
jump            SELF again
'''


def look(program, folder):
    """Of each block: the distribution by bins, and the squared displacement; None if it fails."""
    folder.write('in.deck', DECK % {'density': DENSITY, 'bins': BINS, 'reach': REACH,
                                    'blocks': BLOCKS})
    got = program(folder, '-in', 'in.deck', '-log', 'none')
    if not tap.ok('%s runs' % program.__name__, got.status == 0, got):
        return None
    rows = [line.split() for line in folder.read('rdf.txt').splitlines() if line[:1] != '#']
    values = [float(row[2]) for row in rows if len(row) > 2]
    # The first window ends where the loop begins.
    blocks = [values[k:k + BINS] for k in range(0, len(values), BINS)][-BLOCKS:]
    moved = [float(rows[-1][1]) for names, rows in tap.tables(got.out) if 'c_m[4]' in names]
    return blocks, moved


def mean_and_error(values):
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, math.sqrt(spread / len(values))


def coordination(block):
    """Neighbours within 1.5."""
    width = REACH / BINS
    return sum(4 * math.pi * DENSITY * ((k + 0.5) * width) ** 2 * width * g
               for k, g in enumerate(block) if (k + 1) * width <= 1.5)


def same(name, mine, theirs):
    (a, da), (b, db) = mean_and_error(mine), mean_and_error(theirs)
    tap.ok('%s within two standard errors' % name, abs(a - b) <= 2 * math.hypot(da, db),
           '%.6g +- %.2g, LAMMPS %.6g +- %.2g' % (a, da, b, db))


def main():
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    with tap.Folder() as ours, tap.Folder() as others:
        mine, theirs = look(tap.avimd, ours), look(tap.lammps, others)
    if mine and theirs:
        counts = [len(mine[0]), len(theirs[0]), len(mine[1]), len(theirs[1])]
        tap.ok('blocks', counts == [BLOCKS] * 4, counts)
        same('first peak', *(list(map(max, blocks)) for blocks in (mine[0], theirs[0])))
        same('coordination number', *(list(map(coordination, blocks))
                                      for blocks in (mine[0], theirs[0])))
        same('mean squared displacement', mine[1], theirs[1])
        # Neighbouring bins go together, so that few of the deviations are independent: two runs of one
        # program with different velocities had mean squares from 0.8 to 1.6.
        deviations = []
        for k in range(BINS):
            (a, da), (b, db) = (mean_and_error([block[k] for block in blocks])
                                for blocks in (mine[0], theirs[0]))
            if da + db > 0:
                deviations.append((a - b) / math.hypot(da, db))
        square = sum(d * d for d in deviations) / len(deviations)
        tap.ok('all bins together', len(deviations) > 20 and square < 2.5,
               'mean square of %d deviations: %.3g' % (len(deviations), square))
    tap.done()


main()
