# SPDX-License-Identifier: GPL-3.0-or-later
"""fix shake and fix rattle beside the real LAMMPS: every row, and positions and velocities at the end,
of dimers, triples and stars of four in space and in a plane, alone and in a thermostat."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import rows  # noqa: E402
import tap  # noqa: E402

DECK = '''units %s
dimension %d
atom_style bond
read_data data
special_bonds lj 0 0 0
bond_style harmonic
bond_coeff 1 200.0 1.0
bond_coeff 2 100.0 1.1
pair_style lj/cut 2.5
pair_coeff * * 1 1
pair_modify shift yes
group light type 2
velocity all create 1.0 12345 loop geom
timestep 0.002
'''
END = '''compute s all stress/atom NULL
compute h all stress/atom NULL fix
compute r all reduce sum c_s[1] c_s[4] c_h[1] c_h[2]
compute p all pressure NULL fix
thermo_style custom step temp epair emol etotal press pxx pyy pxy c_p c_p[1] &
    c_r[1] c_r[2] c_r[3] c_r[4]
thermo_modify norm yes
run %d
dump look all custom 1 end.dump id x y z vx vy vz c_h[1] c_h[4]
dump_modify look sort id format float %%.17g
run 0
'''
NVE = 'fix 1 all nve\n'
CASES = [
    ('shake', 3, NVE + 'fix 2 all shake 1e-12 100 10 b 1 2\n'),
    ('rattle', 3, NVE + 'fix 2 all rattle 1e-12 100 0 b 1 2\n'),
    ('shake whose virial does not count', 3,
     NVE + 'fix 2 all shake 1e-12 100 10 b 1 2\nfix_modify 2 virial no\n'),
    ('npt beside shake whose virial does not count', 3,
     'fix 2 all shake 1e-12 100 0 b 1 2\nfix_modify 2 virial no\n'
     'fix 1 all npt temp 1 1 0.5 iso 1 1 2\n'),
    ('one type of bonds', 3, NVE + 'fix 2 all shake 1e-12 100 10 b 2\n'),
    ('by types of atoms', 3, NVE + 'fix 2 all shake 1e-12 100 10 t 2\n'),
    ('by masses', 3, NVE + 'fix 2 all rattle 1e-12 100 10 m 1.05\n'),
    ('plane, shake', 2, NVE + 'fix 3 all enforce2d\nfix 2 all shake 1e-12 100 10 b 1 2\n'),
    ('plane, rattle', 2, NVE + 'fix 3 all enforce2d\nfix 2 all rattle 1e-12 100 10 b 1 2\n'),
    ('nvt', 3, 'fix 1 all nvt temp 1.0 1.0 0.5\nfix 2 all shake 1e-12 100 10 b 1 2\n'),
    ('damped', 3, NVE + 'fix v all viscous 0.2\nfix 2 all shake 1e-12 100 10 b 1 2\n'),
    ('temperature of a group', 3, NVE + 'fix 2 all shake 1e-12 100 10 b 1\ncompute t light temp\n'
     'compute u all temp/com\ncompute_modify thermo_temp extra/dof 5\n'
     'velocity all scale 1.2\n'),
]


def data(flat):
    """Molecules of two, three and four atoms by turns, with bonds of length 1 and 1.1 at right angles;
    in a plane of two and three."""
    atoms, bonds, n, apart = [], [], 4, 2.45
    cells = [(a, b, c) for a in range(n) for b in range(n) for c in range(1 if flat else n)]
    for number, cell in enumerate(cells):
        first, arms = len(atoms) + 1, 1 + sum(cell) % (2 if flat else 3)
        place = [apart * c + 0.3 for c in cell]
        if flat:
            place[2] = 0.0
        atoms.append((number + 1, 1, place))
        for arm in range(arms):
            atoms.append((number + 1, 2, [x + (1.1 if arm == 1 else 1.0) * (d == arm)
                                          for d, x in enumerate(place)]))
            bonds.append((2 if arm == 1 else 1, first, first + 1 + arm))
    text = 'molecules\n\n%d atoms\n%d bonds\n2 atom types\n2 bond types\n' % (len(atoms), len(bonds))
    text += '4 extra bond per atom\n20 extra special per atom\n\n'
    for d in range(3):
        lo, hi = (-0.5, 0.5) if flat and d == 2 else (0.0, apart * n)
        text += '%r %r %slo %shi\n' % (lo, hi, 'xyz'[d], 'xyz'[d])
    text += '\nMasses\n\n1 2.0\n2 1.0\n\nAtoms # bond\n\n'
    for k, (molecule, kind, x) in enumerate(atoms):
        text += '%d %d %d %r %r %r\n' % ((k + 1, molecule, kind) + tuple(x))
    text += '\nBonds\n\n'
    for k, bond in enumerate(bonds):
        text += '%d %d %d %d\n' % ((k + 1,) + bond)
    return text


def end_of(folder):
    lines = folder.read('end.dump').splitlines()[9:]
    return [[float(word) for word in line.split()[1:]] for line in lines]


def tables(text):
    """Without the statistics of the fix between the rows."""
    lines, skip = [], 0
    for line in text.splitlines():
        skip = 3 if line.startswith('SHAKE stats') else skip
        if skip and (line.startswith('SHAKE stats') or len(line.split()) == 4):
            skip -= 1
            continue
        skip = 0
        lines.append(line)
    return tap.tables('\n'.join(lines))


def both(folder, name, dimension, fixes):
    folder.write('data', data(dimension == 2))
    folder.write('deck', DECK % ('lj', dimension) + fixes + 'thermo 10\n' + END % 60)
    ours = tap.avimd(folder, '-in', 'deck', '-log', 'none')
    if not tap.ok(name + ': runs', ours.status == 0, ours):
        return
    mine = end_of(folder)
    if tap.LMP is None:
        tap.skip(name + ': every row as lmp', 'lmp is not installed')
        return
    theirs = tap.lammps(folder, '-in', 'deck', '-log', 'none')
    if not tap.ok(name + ': runs in lmp', theirs.status == 0, theirs):
        return
    wrong = rows.compare_tables(tables(ours.out)[:1], tables(theirs.out)[:1])
    tap.ok(name + ': every row as lmp', not wrong, wrong)
    far = max(abs(a - b) for p, q in zip(mine, end_of(folder)) for a, b in zip(p, q) if abs(a - b) < 3.0)
    tap.ok(name + ': positions and velocities at the end', far < 1e-9, far)


STRESS = '''compute s all stress/atom NULL
compute f all stress/atom NULL fix
dump stress all custom 10 stress.dump id c_s[1] c_s[2] c_s[3] c_s[4] c_s[5] c_s[6] c_f[1] c_f[4]
dump_modify stress sort id format float %.17g
run 20
'''


def stresses(folder):
    """The numbers of all frames, by columns."""
    lines = [line.split() for line in folder.read('stress.dump').splitlines()]
    return list(zip(*[[float(word) for word in line[1:]] for line in lines if len(line) == 9]))


def stress(folder, name, dimension, fixes):
    """The virial of a held cluster is shared equally by its atoms, as in LAMMPS."""
    folder.write('data', data(dimension == 2))
    folder.write('deck', DECK % ('lj', dimension) + fixes + STRESS)
    ours = tap.avimd(folder, '-in', 'deck', '-log', 'none')
    mine = stresses(folder) if ours.status == 0 else []
    tap.ok(name + ': constraints are in the stress of atoms',
           mine and max(abs(value) for value in mine[6]) > 1.0, ours)
    if tap.LMP is None:
        tap.skip(name + ': stress/atom as lmp', 'lmp is not installed')
        return
    theirs = tap.lammps(folder, '-in', 'deck', '-log', 'none')
    other = stresses(folder) if theirs.status == 0 else []
    worst = [max(abs(a - b) for a, b in zip(p, q)) / max(max(map(abs, q)), 1.0)
             for p, q in zip(mine, other)]
    tap.ok(name + ': stress/atom as lmp', len(worst) == 8 and max(worst) < 1e-9, (worst, theirs))


def main():
    with tap.Folder() as folder:
        for name, dimension, fixes in CASES:
            both(folder, name, dimension, fixes)
        for name, dimension, fixes in CASES:
            if name in ('shake', 'rattle', 'plane, shake', 'by masses'):
                stress(folder, name, dimension, fixes)
    tap.done()


if __name__ == '__main__':
    main()
