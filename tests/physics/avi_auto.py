# SPDX-License-Identifier: GPL-3.0-or-later
"""run_style avi step auto: in a run longer than its probes the energy scatters by no more than twice
the tolerance; what was tried leaves no trace, so that the line it prints gives the same run; and
where interactions differ much (a long cutoff, stiff bonds) the choice needs fewer updates of elements
than velocity Verlet of the same error."""
import math
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

LIQUID = '''
units           lj
lattice         fcc 0.8442
region          box block 0 5 0 5 0 5
create_box      1 box
create_atoms    1 box
mass            1 1.0
velocity        all create 1.44 87287 loop geom
pair_style      lj/smooth/linear %g
pair_coeff      1 1 1.0 1.0
neighbor        0.3 bin
fix             1 all nve
timestep        0.005
run             400
'''
DIMERS = '''
units           lj
atom_style      bond
special_bonds   lj 0 1 1
bond_style      harmonic
pair_style      lj/smooth/linear 2.5
read_data       dimers.data
bond_coeff      1 65000 1.0
pair_coeff      1 1 1.0 1.0
neighbor        0.3 bin
velocity        all create 1.0 4928 loop geom
fix             1 all nve
timestep        0.0005
run             4000
timestep        0.005
'''
COPPER = '''
units           metal
lattice         fcc 3.615
region          box block 0 4 0 4 0 4
create_box      1 box
create_atoms    1 box
pair_style      eam/alloy
pair_coeff      * * %s Cu
velocity        all create 1600 376847 loop geom
neighbor        1.0 bin
fix             1 all nve
timestep        0.005
run             300
'''
ARGON = '''
units           lj
dimension       2
boundary        f f p
region          plane block -10 10 -10 10 -0.5 0.5 units box
create_box      1 plane
mass            1 1.0
pair_style      lj/cut 30.0
pair_coeff      1 1 1.0 1.0
neighbor        1.0 bin
%s
fix             1 all nve
timestep        0.005
'''
PLACES = ((0, 0, -30, -20), (0.02, 0.39, 50, -90), (0.34, 0.17, -70, -60), (0.36, -0.21, 90, 40),
          (-0.02, -0.40, 80, 90), (-0.35, -0.16, -40, 100), (-0.31, 0.21, -80, -60))
TAIL = '''
run_style       %s
thermo_style    custom step time etotal
thermo_modify   norm no format float %%.15g
thermo          %d
run             %d
'''


def argon():
    """The cluster in reduced units: nm / 0.341, m/s times tau / sigma."""
    lines = []
    for n, (x, y, u, v) in enumerate(PLACES, 1):
        lines.append('create_atoms 1 single %.15g %.15g 0 units box' % (x / 0.341, y / 0.341))
        lines.append('group a%d id %d' % (n, n))
        lines.append('velocity a%d set %.15g %.15g 0 units box' %
                     (n, u * 2.159587e-3 / 0.341, v * 2.159587e-3 / 0.341))
    return ARGON % '\n'.join(lines)


def dimers(side=5, room=(2.2, 1.2, 1.2)):
    """A lattice of dimers along x."""
    atoms, bonds = [], []
    for n in range(side ** 3):
        centre = [room[k] * (n // side ** k % side + 0.5) for k in range(3)]
        for end in (-0.5, 0.5):
            place = list(centre)
            place[0] += end
            atoms.append('%d %d 1 %.6f %.6f %.6f' % ((len(atoms) + 1, n + 1) + tuple(place)))
        bonds.append('%d 1 %d %d' % (n + 1, 2 * n + 1, 2 * n + 2))
    box = '\n'.join('0 %g %slo %shi' % (side * room[k], axis, axis)
                    for k, axis in enumerate('xyz'))
    return ('dimers\n\n%d atoms\n%d bonds\n1 atom types\n1 bond types\n%s\n\nMasses\n\n1 1.0\n\n'
            'Atoms\n\n%s\n\nBonds\n\n%s\n' % (len(atoms), len(bonds), box, '\n'.join(atoms),
                                             '\n'.join(bonds)))


class Run:
    def __init__(self, deck, style, every, steps):
        with tap.Folder() as folder:
            folder.write('dimers.data', dimers())
            folder.write('in.deck', deck + TAIL % (style, every, steps))
            self.got = tap.avimd(folder, '-in', 'in.deck', '-log', 'none')
        self.ran = self.got.status == 0
        if not self.ran:
            return
        self.rows = tap.tables(self.got.out)[-1][1]
        atoms = int(re.search(r'steps with (\d+) atoms', self.got.out).group(1))
        energy = [float(row[2]) / atoms for row in self.rows]
        mean = sum(energy) / len(energy)
        self.error = math.sqrt(sum((e - mean) ** 2 for e in energy) / len(energy))
        self.updates = float(re.search(r'updates of elements: (\S+?)[; ]', self.got.out).group(1))
        chose = re.search(r'step auto \S+ chose: run_style (.*)', self.got.out)
        self.chose = chose.group(1) if chose else ''


def check(name, deck, tolerance, steps, uniform=None):
    run = Run(deck, 'avi step auto %g' % tolerance, 5, steps)
    if not tap.ok('%s: step auto %g runs' % (name, tolerance), run.ran and run.chose, run.got):
        return
    said = '%s, error %.3g, %.4g updates' % (run.chose, run.error, run.updates)
    print('# %s: %s' % (name, said))
    tap.ok('%s: the error is at most twice the tolerance' % name, run.error <= 2 * tolerance, said)
    tap.ok('%s: and not needlessly small' % name, run.error > 0.1 * tolerance, said)
    again = Run(deck, run.chose, 5, steps)
    tap.ok('%s: the line that is printed gives the same run' % name,
           again.ran and again.rows == run.rows, again.got.err if not again.ran else said)
    if uniform is None:
        return
    verlet = Run(deck, 'avi step uniform %g' % uniform, 5, steps)
    needs = verlet.updates * math.sqrt(verlet.error / run.error)
    tap.ok('%s: cheaper than velocity Verlet of the same error' % name, run.updates < 0.8 * needs,
           '%s, and Verlet needs %.4g (at step %g: %.3g)' % (said, needs, uniform, verlet.error))
    print('# %s: velocity Verlet needs %.3g times as many updates' % (name, needs / run.updates))


copper = os.path.join(tap.SRCDIR, 'potentials', 'Cu_zhou04.eam.alloy')
check('liquid, cutoff 2.5', LIQUID % 2.5, 1e-4, 2000)
check('liquid, cutoff 4', LIQUID % 4.0, 1e-4, 1000, 0.005)
check('seven argon atoms', argon(), 1e-4, 20000)
check('stiff dimers', DIMERS, 1e-3, 1000, 0.0005)
check('copper', COPPER % copper, 1e-4, 600)
tap.done()
