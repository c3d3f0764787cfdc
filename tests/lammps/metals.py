# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of potentials/ beside the real LAMMPS: energy, virial and forces of strained crystals
and free clusters, and the results of inputs/metals."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

POTENTIALS = os.path.join(tap.SRCDIR, 'potentials')
CLOSE = 1e-11

DECK = '''
units           metal
boundary        %(boundary)s
lattice         %(lattice)s
region          box block 0 2 0 2 0 2
region          wide block -4 6 -4 6 -4 6
create_box      %(types)d %(box)s
create_atoms    1 region box
%(kinds)s
displace_atoms  all random 0.3 0.3 0.3 4711 units box
pair_style      eam/alloy
pair_coeff      * * %(table)s %(elements)s
compute         w all pressure NULL virial
thermo_style    custom step pe c_w[1] c_w[2] c_w[3] c_w[4] c_w[5] c_w[6]
thermo_modify   format float %%.16g norm no
dump            look all custom 1 look.dump id type x y z fx fy fz mass
dump_modify     look sort id format float %%.17g
run             0
'''

KINDS = '''set group all type/fraction 2 0.3 911
set group all type/fraction 3 0.2 912
set group all type/fraction 4 0.25 913'''

LATTICES = {'Cu': 'fcc 3.6', 'Ag': 'fcc 4.1', 'Au': 'fcc 4.0', 'Ni': 'fcc 3.5', 'Al': 'fcc 4.0',
            'Fe': 'bcc 2.9', 'W': 'bcc 3.1', 'CuAgAuNi': 'fcc 3.8'}


def outcome(program, deck):
    """Energies with virials, and rows of atoms, as numbers; or None after a failed case."""
    with tap.Folder() as folder:
        folder.write('in.deck', deck)
        got = tap.run([program, '-in', 'in.deck', '-log', 'none'], folder,
                      env={'OMP_NUM_THREADS': '1'})
        if got.status != 0:
            tap.ok('%s runs the deck' % program, False, got)
            return None
        row = [float(value) for value in tap.tables(got.out)[0][1][0]]
        atoms = tap.last_dump(folder.read('look.dump'))[1]
        return row, [[float(value) for value in atom] for atom in atoms]


def compare(name, deck):
    mine, theirs = outcome(tap.AVIMD, deck), outcome(tap.LMP, deck)
    if not mine or not theirs:
        return
    same = len(mine[1]) == len(theirs[1]) > 0 and \
        all(a[:5] + a[8:] == b[:5] + b[8:] for a, b in zip(mine[1], theirs[1]))
    if not tap.ok(name + ': atoms and masses', same, '%d and %d atoms' % (len(mine[1]), len(theirs[1]))):
        return
    largest = max(abs(f) for atom in theirs[1] for f in atom[5:8])
    worst = max(abs(f - g) for a, b in zip(mine[1], theirs[1]) for f, g in zip(a[5:8], b[5:8]))
    tap.ok(name + ': forces', worst <= CLOSE * largest, '%.3g of %.6g' % (worst, largest))
    scale = [1.0, abs(theirs[0][1])] + [max(abs(v) for v in theirs[0][2:])] * 6
    wrong = ['%.17g, not %.17g' % (a, b) for a, b, s in zip(mine[0], theirs[0], scale)
             if abs(a - b) > CLOSE * s]
    tap.ok(name + ': energy and virial', not wrong, '\n'.join(wrong))


def results(program, folder):
    deck = os.path.join(tap.SRCDIR, 'inputs', 'metals', 'in.metals')
    got = tap.run([program, '-in', deck, '-log', 'none', '-var', 'potentials', POTENTIALS], folder,
                  env={'OMP_NUM_THREADS': '1'})
    return [line for line in got.out.splitlines() if ': a = ' in line and not line.startswith('print')]


def main():
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    for name in sorted(name for name in os.listdir(POTENTIALS) if name.endswith('.eam.alloy')):
        metal = name.split('_')[0]
        several = metal == 'CuAgAuNi'
        for where, boundary, box in (('small periodic box', 'p p p', 'box'),
                                     ('free cluster', 'f f f', 'wide')):
            compare('%s, %s' % (name, where), DECK % {
                'boundary': boundary, 'box': box, 'lattice': LATTICES[metal],
                'types': 4 if several else 1, 'kinds': KINDS if several else '',
                'table': os.path.join(POTENTIALS, name),
                'elements': 'Cu Ag Au Ni' if several else metal})
    with tap.Folder() as folder:
        mine, theirs = results(tap.AVIMD, folder), results(tap.LMP, folder)
    tap.ok('inputs/metals gives the same lines', len(mine) == 8 and mine == theirs,
           '\n'.join(mine + theirs))
    tap.done()


main()
