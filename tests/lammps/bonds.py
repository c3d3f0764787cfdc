# SPDX-License-Identifier: GPL-3.0-or-later
"""Bonded systems beside the real LAMMPS: energies, virial and forces of strained molecules to 1e-11 for
each bond style and many special_bonds; a melt of bead-spring chains row by row; replicate and
write_data bit for bit; create_bonds and delete_atoms by what is left."""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

STYLES = {
    'harmonic': ('60 1.0', '40 1.1'),
    'fene': ('30 1.9 1.0 1.0', '20 2.0 0.8 1.1'),
    'morse': ('50 1.7 1.0', '30 2.1 1.1'),
    'zero': ('1.0', '1.0'),
}
LOOK = '''
thermo_style    custom step epair ebond emol pe pxx pyy pzz pxy pxz pyz c_bond c_pair[4]
thermo_modify   norm no format float %.17g
dump            look all custom 1 look.dump id mol type x y z fx fy fz
dump_modify     look sort id format float %.17g
run             0
'''


def branches(generator, molecules, length, flat, rings=True):
    """Branched molecules by random walks: atoms as (molecule, type, x) and bonds as (type, a, b)."""
    atoms, bonds = [], []
    for molecule in range(1, molecules + 1):
        first = len(atoms) + 1
        atoms.append((molecule, generator.randint(1, 2),
                      [generator.uniform(0, length[d]) for d in range(3)]))
        for k in range(1, generator.randint(4, 9)):
            root = generator.choice(range(max(first, first + k - 3), first + k))
            step = [generator.gauss(0, 1) for _ in range(3)]
            if flat:
                step[2] = 0.0
            size = sum(s * s for s in step) ** 0.5 / generator.uniform(0.92, 1.15)
            place = [x + s / size for x, s in zip(atoms[root - 1][2], step)]
            atoms.append((molecule, generator.randint(1, 2), place))
            bonds.append((generator.randint(1, 2), root, first + k))
        if rings and len(atoms) - first > 3:
            bonds.append((1, first, len(atoms)))
    return atoms, bonds


def data_file(atoms, bonds, length, style, velocities=None, lo=(0, 0, 0)):
    text = 'molecules\n\n%d atoms\n%d bonds\n2 atom types\n2 bond types\n' % (len(atoms), len(bonds))
    text += '8 extra bond per atom\n60 extra special per atom\n\n'
    for d in range(3):
        text += '%r %r %slo %shi\n' % (lo[d], lo[d] + length[d], 'xyz'[d], 'xyz'[d])
    text += '\nMasses\n\n1 1.0\n2 1.5\n\nAtoms # %s\n\n' % style
    for k, (molecule, kind, x) in enumerate(atoms):
        charge = '%g ' % (0.25 * (k % 3) - 0.25) if style == 'full' else ''
        text += '%d %d %d %s%r %r %r\n' % ((k + 1, molecule, kind, charge) + tuple(x))
    if velocities:
        text += '\nVelocities\n\n'
        for k, v in enumerate(velocities):
            text += '%d %r %r %r\n' % ((k + 1,) + tuple(v))
    if bonds:
        text += '\nBonds\n\n'
        for k, bond in enumerate(bonds):
            text += '%d %d %d %d\n' % ((k + 1,) + bond)
    return text


def spread(atoms, bonds, length, periodic):
    """Pushes atoms apart that are too close for Lennard-Jones, whatever their bonds say; the strain is
    what the test is about."""
    for _ in range(200):
        moved = False
        for i in range(len(atoms)):
            for j in range(i):
                d = [a - b for a, b in zip(atoms[i][2], atoms[j][2])]
                if periodic:
                    d = [x - length[k] * round(x / length[k]) for k, x in enumerate(d)]
                r = sum(x * x for x in d) ** 0.5
                if r < 0.86:
                    moved = True
                    for k in range(3):
                        atoms[i][2][k] += 0.5 * d[k] / r * (0.9 - r)
                        atoms[j][2][k] -= 0.5 * d[k] / r * (0.9 - r)
        if not moved:
            break


def deck(style, bond, special, boundary='p p p', flat=False, pair='lj/cut 2.5'):
    one, two = STYLES[bond]
    text = 'units lj\n%sboundary %s\natom_style %s\nread_data data\n' % (
        'dimension 2\n' if flat else '', boundary, style)
    text += 'pair_style %s\npair_coeff 1 1 1.0 1.0\npair_coeff 2 2 0.8 0.95\n' % pair
    text += 'bond_style %s\nbond_coeff 1 %s\nbond_coeff 2 %s\n' % (bond, one, two)
    if special:
        text += 'special_bonds %s\n' % special
    text += 'compute bond all pressure NULL bond\ncompute pair all pressure NULL pair\n'
    return text


def both(name, folder, text, mine_too='', theirs_too=''):
    folder.write('mine', text + mine_too)
    folder.write('theirs', text + theirs_too)
    theirs = tap.lammps(folder, '-in', 'theirs', '-log', 'none')
    if not tap.ok('%s: lmp runs' % name, theirs.status == 0, theirs):
        return None
    his = folder.read('look.dump') if os.path.exists(folder.file('look.dump')) else ''
    mine = tap.avimd(folder, '-in', 'mine', '-log', 'none')
    if not tap.ok('%s: avimd runs' % name, mine.status == 0, mine):
        return None
    return mine, theirs, folder.read('look.dump') if his else '', his


def look(name, files, text):
    with tap.Folder() as folder:
        for file, content in files.items():
            folder.write(file, content)
        got = both(name, folder, text + LOOK)
        if not got:
            return
        mine, theirs, my_dump, his_dump = got
        names, row = tap.tables(mine.out)[0][0], tap.tables(mine.out)[0][1][0]
        his = tap.tables(theirs.out)[0][1][0]
        rows, his_rows = tap.last_dump(my_dump)[1], tap.last_dump(his_dump)[1]
        same = [a[:6] for a in rows] == [b[:6] for b in his_rows]
        tap.ok('%s: the same %d atoms' % (name, len(his_rows)), same and his_rows)
        largest = max(abs(float(x)) for r in his_rows for x in r[6:])
        scale = max([largest] + [abs(float(x)) for x in his[1:]])
        worst = max(abs(float(a) - float(b)) for r, s in zip(rows, his_rows)
                    for a, b in zip(r[6:], s[6:]))
        tap.ok('%s: forces' % name, worst <= 1e-11 * largest or largest == 0,
               'worst %g of largest %g' % (worst, largest))
        wrong = ['%s %s, not %s' % (n, a, b) for n, a, b in zip(names, row, his)
                 if abs(float(a) - float(b)) > 1e-11 * scale]
        tap.ok('%s: energies and virial' % name, not wrong, '\n'.join(wrong))


def strained():
    generator = random.Random(20)
    length = (7.0, 7.5, 8.0)
    atoms, bonds = branches(generator, 9, length, False)
    spread(atoms, bonds, length, True)
    for style, bond, special in (
            ('bond', 'harmonic', 'lj 0.5 0.25 0.125'), ('molecular', 'fene', 'fene'),
            ('full', 'morse', 'lj/coul 0 0.5 1'), ('bond', 'harmonic', ''),
            ('molecular', 'morse', 'amber'), ('bond', 'zero', 'dreiding'),
            ('bond', 'harmonic', 'charmm'), ('bond', 'harmonic', 'lj 1 1 0.3 coul 0 0 0'),
            ('bond', 'harmonic', 'lj 0 0 0.5 dihedral yes')):
        look('%s, %s, special_bonds %s' % (style, bond, special or 'untouched'),
             {'data': data_file(atoms, bonds, length, style)}, deck(style, bond, special))
    text = deck('bond', 'harmonic', 'lj 0.5 0.25 0.125', pair='hybrid/overlay lj/cut 2.5 morse 2.2')
    text = text.replace('1 1 1.0 1.0', '1 1 lj/cut 1.0 1.0').replace('2 2 0.8', '2 2 lj/cut 0.8')
    look('hybrid/overlay, special_bonds lj 0.5 0.25 0.125',
         {'data': data_file(atoms, bonds, length, 'bond')}, text + 'pair_coeff 1 2 morse 2.0 1.5 1.2\n')

    # Fractions do not weaken zbl; only pairs whose weights are all 0 do not meet.
    for special in ('lj 0.5 0.25 0.125', 'lj 0 0.5 0 coul 0.5 0 0', 'lj 0 0 0.5'):
        text = deck('bond', 'zero', special, pair='zbl 1.1 2.3').replace('1.0 1.0\n', '13 13\n', 1)
        look('zbl, special_bonds ' + special, {'data': data_file(atoms, bonds, length, 'bond')},
             text.replace('0.8 0.95', '29 29') + 'compute each all pe/atom\n'
             'compute sum all reduce sum c_each\n' + 'thermo_style custom step c_sum\nrun 0\n')

    # In a ring of five a trimmed 1-3 pair goes on to count as 1-4.
    look('angle yes', {'data': data_file(atoms, bonds, length, 'bond')},
         deck('bond', 'fene', 'lj 0.1 0.2 0.3 angle yes'))


def shapes():
    generator = random.Random(21)
    # A small box: pairs have several images, only the near ones of which are special.
    length = (2.9, 3.1, 3.0)
    atoms, bonds = branches(generator, 3, length, False)
    spread(atoms, bonds, length, True)
    for special in ('lj 0.5 0.25 0.125', 'fene'):
        look('small box, special_bonds ' + special,
             {'data': data_file(atoms, bonds, length, 'bond')},
             deck('bond', 'harmonic', special, pair='lj/cut 3.5'))
    length = (8.0, 9.0, 1.0)
    atoms, bonds = branches(generator, 7, length, True)
    for atom in atoms:
        atom[2][2] = 0.0
    spread(atoms, bonds, length, True)
    look('plane', {'data': data_file(atoms, bonds, length, 'bond', lo=(0, 0, -0.5))},
         deck('bond', 'morse', 'lj 0 0.5 1', flat=True))
    length = (60.0, 60.0, 60.0)
    atoms, bonds = branches(generator, 3, (4, 4, 4), False)
    spread(atoms, bonds, length, False)
    look('free cluster', {'data': data_file(atoms, bonds, length, 'bond', lo=(-30, -30, -30))},
         deck('bond', 'harmonic', 'lj 0.3 0.6 0.9', boundary='f f f'))


def chains():
    """A melt of bead-spring chains on a lattice path: it touches every move of LAMMPS's classic
    benchmark, with our own beads."""
    generator = random.Random(5)
    side, spacing = 10, 1.05
    path = []
    for z in range(side):
        for y in (range(side) if z % 2 == 0 else reversed(range(side))):
            row = range(side) if (y + z) % 2 == 0 else reversed(range(side))
            path += [(x, y, z) for x in row]
    atoms = [(k // 50 + 1, 1, [spacing * (c + 0.5) + generator.uniform(-0.02, 0.02) for c in cell])
             for k, cell in enumerate(path)]
    bonds = [(1, k, k + 1) for k in range(1, len(atoms)) if k % 50]
    length = [side * spacing] * 3
    velocities = [[generator.gauss(0, 1) for _ in range(3)] for _ in atoms]
    text = '''
units lj
atom_style bond
special_bonds fene
read_data data
neighbor 0.4 bin
neigh_modify every 1 delay 1
bond_style fene
bond_coeff * 30.0 1.5 1.0 1.0
pair_style lj/cut 1.12
pair_modify shift yes
pair_coeff * * 1.0 1.0 1.12
fix 1 all nve
timestep 0.003
thermo 20
thermo_style custom step temp epair emol ebond pe etotal press bonds
run 160
'''
    with tap.Folder() as folder:
        folder.write('data', data_file(atoms, bonds, length, 'bond', velocities))
        got = both('chains', folder, text)
        if not got:
            return
        ours, theirs = tap.tables(got[0].out)[0], tap.tables(got[1].out)[0]
        wrong = []
        for row, his in zip(ours[1], theirs[1]):
            for name, a, b in zip(theirs[0], row, his):
                unit = tap.unit_of_last_digit('%.7e' % float(b))
                if abs(float(a) - float(b)) > 1.01 * unit:
                    wrong.append('step %s: %s %s, not %s' % (his[0], name, a, b))
        tap.ok('chains: %d rows' % len(theirs[1]),
               not wrong and len(ours[1]) == len(theirs[1]) == 9, '\n'.join(wrong))
        outs = [tap.avimd(folder, '-in', 'mine', '-log', 'none', '--threads', str(n)).out
                for n in (1, 2)]
        tap.ok('chains: the same rows with one thread and two',
               tap.tables(outs[0]) == tap.tables(outs[1]) and tap.tables(outs[0]))


SEE = '''
dump            look all custom 1 look.dump id mol type x y z ix iy iz vx vy vz
dump_modify     look format float %.17g
run             0
'''


def copies():
    generator = random.Random(22)
    length = (6.0, 6.5, 7.0)
    atoms, bonds = branches(generator, 5, length, False)
    spread(atoms, bonds, length, True)
    velocities = [[generator.gauss(0, 1) for _ in range(3)] for _ in atoms]
    data = data_file(atoms, bonds, length, 'molecular', velocities)
    for name, command, boundary in (('2 1 3', 'replicate 2 1 3', 'p p p'),
                                    ('1 1 1', 'replicate 1 1 1', 'p p p'),
                                    ('shrink-wrapped', 'replicate 2 2 1', 's p p')):
        with tap.Folder() as folder:
            folder.write('data', data)
            text = deck('molecular', 'harmonic', 'lj 0.5 0.5 0.5', boundary=boundary)
            # Without sorting the order of the copies shows, too.
            got = both('replicate ' + name, folder,
                       'atom_modify sort 0 0\n' + text + command + '\nvelocity all scale 1.2\n' + SEE)
            if got:
                tap.ok('replicate %s: dump bit for bit' % name, got[2] == got[3] and got[2],
                       got[2][:2000] + got[3][:2000])


def bonds_of(text):
    part = text.partition('\nBonds\n\n')[2].split('\n\n')[0]
    return sorted((int(t), min(int(a), int(b)), max(int(a), int(b))) for _, t, a, b in
                  (line.split() for line in part.splitlines()))


MAKING = '''
units lj
atom_style bond
lattice sc 1.0
region box block 0 5 0 4 0 6
create_box 1 box bond/types 2 extra/bond/per/atom 40 extra/special/per/atom 300
create_atoms 1 box
mass 1 1.0
pair_style lj/cut 2.5
pair_coeff 1 1 1 1
bond_style harmonic
bond_coeff * 30 1.1
group a id 1:60:3
group b id <= 40
group c id 7 8 9 100
'''
MAKINGS = {
    'create_bonds many': 'create_bonds many a b 1 0.9 1.1\ncreate_bonds many all a 2 0.9 1.5',
    'create_bonds single/bond': 'create_bonds single/bond 2 1 9\ncreate_bonds single/bond 1 17 5',
    # LAMMPS remembers who was two bonds apart by way of a deleted atom: not with these weights.
    'delete_atoms bond yes':
        'special_bonds fene\ncreate_bonds many all all 1 0.9 1.1\ndelete_atoms group c bond yes',
    'delete_atoms bond yes, many':
        'special_bonds fene\ncreate_bonds many a all 1 0.9 1.1\ndelete_atoms group b bond yes',
}


def makings():
    for name, commands in MAKINGS.items():
        with tap.Folder() as folder:
            got = both(name, folder, MAKING + commands + LOOK.replace('c_bond c_pair[4]', 'bonds'),
                       'write_data mine.data\n', 'write_data theirs.data\n')
            if not got:
                continue
            mine, theirs = bonds_of(folder.read('mine.data')), bonds_of(folder.read('theirs.data'))
            tap.ok('%s: the same %d bonds' % (name, len(theirs)), mine == theirs and theirs,
                   '%s\n%s' % (mine, theirs))
            row, his = tap.tables(got[0].out)[0][1][0], tap.tables(got[1].out)[0][1][0]
            scale = max(abs(float(b)) for b in his[1:])
            tap.ok('%s: energies and virial' % name,
                   all(abs(float(a) - float(b)) <= 1e-11 * scale for a, b in zip(row, his)),
                   '%s\n%s' % (row, his))
            # Each reads what the other wrote.
            again = 'units lj\natom_style bond\npair_style lj/cut 2.5\nbond_style harmonic\n'
            if 'fene' in commands:
                again += 'special_bonds fene\n'
            look_again = LOOK.replace('c_bond c_pair[4]', 'bonds')
            folder.write('read.mine', again + 'read_data theirs.data\n' + look_again)
            folder.write('read.theirs', again + 'read_data mine.data\n' + look_again)
            one = tap.avimd(folder, '-in', 'read.mine', '-log', 'none')
            two = tap.lammps(folder, '-in', 'read.theirs', '-log', 'none')
            if tap.ok('%s: each reads the other\'s file' % name, one.status == two.status == 0,
                      '%s\n%s' % (one, two)):
                rows = [tap.tables(r.out)[0][1][0] for r in (one, two)]
                tap.ok('%s: and finds the same' % name,
                       all(abs(float(a) - float(b)) <= 1e-11 * scale for a, b in zip(*rows)),
                       '%s\n%s' % tuple(rows))


def main():
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    strained()
    shapes()
    chains()
    copies()
    makings()
    tap.done()


if __name__ == '__main__':
    main()
