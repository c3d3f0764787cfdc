# SPDX-License-Identifier: GPL-3.0-or-later
"""Angles beside the real LAMMPS: energies, virials, forces and values of atoms of strained molecules to
1e-11 and rows of short runs; without a potential, what special_bonds angle yes weakens, and what
read_data, write_data, replicate, delete_atoms, set and create_bonds make of them."""
import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bonds  # noqa: E402
from bonds import tap  # noqa: E402

SECTIONS = ('Bonds', 'Angles', 'Dihedrals', 'Impropers')
SHOW = 'thermo_style custom step bonds angles dihedrals impropers\n'
DELETED = re.compile(r'^Deleted \d+ (?:atoms|bonds|angles|dihedrals|impropers), .*$', re.M)


def angles_of(generator, links, part):
    """Some of the pairs of bonds with a common atom, as angles (type, a, middle, c)."""
    angles = []
    for k, (_, a, b) in enumerate(links):
        for _, c, d in links[:k]:
            for one, middle, two in ((a, b, d), (b, a, d), (a, b, c), (b, a, c)):
                other = c if two == d else d
                if middle == other and one != two and generator.random() < part:
                    angles.append((generator.randint(1, 2), one, middle, two))
    return angles


def data_file(atoms, links, length, style, angles, dihedrals=()):
    text = bonds.data_file(atoms, links, length, style)
    text = text.replace('2 bond types\n', '2 bond types\n%d angles\n2 angle types\n9 extra angle per '
                        'atom\n' % len(angles), 1)
    text += '\nAngles\n\n'
    for k, angle in enumerate(angles):
        text += '%d %d %d %d %d\n' % ((k + 1,) + angle)
    if dihedrals:
        text = text.replace('2 bond types\n', '2 bond types\n%d dihedrals\n1 dihedral types\n9 extra '
                            'dihedral per atom\n' % len(dihedrals), 1)
        text += '\nDihedrals\n\n'
        for k, dihedral in enumerate(dihedrals):
            text += '%d 1 %d %d %d %d\n' % ((k + 1,) + dihedral)
    return text


def molecules(generator, style, part=0.6):
    length = (7.0, 7.5, 8.0)
    atoms, links = bonds.branches(generator, 9, length, False)
    bonds.spread(atoms, links, length, True)
    return data_file(atoms, links, length, style, angles_of(generator, links, part))


def special():
    generator = random.Random(41)
    for style, part, words in (
            ('angle', 0.6, 'lj 0.5 0.25 0.125 angle yes'), ('molecular', 0.6, 'lj 0 0.5 1 angle yes'),
            ('full', 0.3, 'lj 0 0 0.5 angle yes'), ('angle', 0.6, 'lj 0 0 0.5 angle no'),
            ('molecular', 0.6, 'lj 0 0 0 angle yes dihedral yes'), ('angle', 1.0, 'fene angle yes')):
        bonds.look('atom_style %s, special_bonds %s' % (style, words),
                   {'data': molecules(generator, style, part)},
                   bonds.deck(style, 'harmonic', words))


def rows(text, name):
    """The lines of a section without their numbers, which go from 1 on; sorted."""
    found = re.search(r'\n%s\n\n((?:\d.*\n)+)' % name, text)
    lines = [line.split() for line in found.group(1).splitlines()] if found else []
    assert [int(line[0]) for line in lines] == list(range(1, len(lines) + 1))
    return sorted([int(word) for word in line[1:]] for line in lines)


def header(text):
    return sorted(re.findall(r'^\d+ (?:atoms|bonds|angles|dihedrals|impropers|[a-z]+ types)$',
                             text, re.M))


def compare(name, data, commands, style='angle', run=True):
    with tap.Folder() as folder:
        folder.write('data', data)
        text = bonds.deck(style, 'harmonic', 'fene') + 'atom_modify sort 0 0\n' + commands + '\n'
        text += SHOW + ('run 0\n' if run else '')
        got = bonds.both(name, folder, text, 'write_data mine.data\n', 'write_data theirs.data\n')
        if not got:
            return
        mine, theirs = folder.read('mine.data'), folder.read('theirs.data')
        for section in SECTIONS:
            tap.ok('%s: the same %d %s' % (name, len(rows(theirs, section)), section),
                   rows(mine, section) == rows(theirs, section),
                   '%s\n%s' % (rows(mine, section), rows(theirs, section)))
        tap.ok(name + ': the same header', header(mine) == header(theirs),
               '%s\n%s' % (header(mine), header(theirs)))
        counts = [DELETED.findall(out.out) for out in got[:2]]
        if 'delete_atoms' not in commands or 'bond yes' in commands: # lmp counts bonds only then
            tap.ok(name + ': what is told of deleted ones', counts[0] == counts[1], counts)
        if run:
            table = [tap.tables(out.out)[0][1][0] for out in got[:2]]
            tap.ok(name + ': thermo counts', table[0] == table[1], table)


def commands():
    data = molecules(random.Random(43), 'angle')
    for name, words, run in (
            ('read and written', '', True), ('replicate', 'replicate 2 1 3', True),
            ('deleted with its bonds', 'group g id 3 17 40\ndelete_atoms group g bond yes', True),
            ('deleted', 'group g id 3 17 40\ndelete_atoms group g', False),
            ('molecules deleted', 'group g id 3 17 40\ndelete_atoms group g bond yes mol yes', True),
            ('set angle', 'group g id 1:30\nset group g angle 2', True),
            ('create_bonds', 'create_bonds single/angle 2 1 2 3\ncreate_bonds single/angle 1 5 4 9',
             True)):
        compare(name, data, words, run=run)


def dihedrals():
    """They are read, copied and written, and make angle yes count 1-3 pairs."""
    length, generator = (9.0, 9.0, 9.0), random.Random(44)
    atoms, links = bonds.branches(generator, 5, length, False, rings=False)
    bonds.spread(atoms, links, length, True)
    chains = [(a, b, d, f) for _, a, b in links for _, c, d in links for _, e, f in links
              if c == b and e == d]
    data = data_file(atoms, links, length, 'full', [(1,) + chain[:3] for chain in chains], chains)
    for name, words in (('dihedrals', ''), ('dihedrals, replicate', 'replicate 1 2 1'),
                        ('dihedrals, set', 'group g id 1:9\nset group g dihedral 1'),
                        ('dihedrals, deleted', 'group g id 2\ndelete_atoms group g bond yes')):
        compare(name, data, words, 'full', False)


POTENTIAL = '''angle_style harmonic
angle_coeff 1 20 100.5
angle_coeff 2 35.5 180
compute angle all pressure NULL angle
compute e all pe/atom angle
compute s all stress/atom NULL angle
'''
ROWS = '''fix move all nve
timestep 0.0005
velocity all create 0.5 87287
thermo 10
thermo_style custom step temp epair ebond eangle emol pe etotal press pxx pxy
run 100
'''


def see(name, data, text):
    """Forces, virial, thirds of energy and virial of each atom."""
    columns = 'fx fy fz c_e ' + ' '.join('c_s[%d]' % k for k in range(1, 7))
    text += '''thermo_style custom step epair ebond eangle emol pe pxx pyy pzz pxy pxz pyz c_angle &
  c_angle[1] c_angle[4] c_angle[6]
thermo_modify norm no format float %%.17g
dump look all custom 1 look.dump id %s
dump_modify look sort id format float %%.17g
run 0
''' % columns
    with tap.Folder() as folder:
        folder.write('data', data)
        got = bonds.both(name, folder, text, 'write_data mine.data\n', 'write_data theirs.data\n')
        if not got:
            return
        names, table = tap.tables(got[0].out)[0]
        his = tap.tables(got[1].out)[0][1][0]
        scale = max(abs(float(x)) for x in his[1:])
        wrong = ['%s %s, not %s' % (n, a, b) for n, a, b in zip(names, table[0], his)
                 if abs(float(a) - float(b)) > 1e-11 * scale]
        tap.ok(name + ': energies and virial', not wrong and len(his) > 10, wrong)
        mine, theirs = (tap.last_dump(got[k])[1] for k in (2, 3))
        for k, column in enumerate(columns.split()):
            one, two = ([float(row[k + 1]) for row in rows] for rows in (mine, theirs))
            largest = max(map(abs, two))
            worst = max(abs(a - b) for a, b in zip(one, two))
            tap.ok('%s: %s' % (name, column), worst <= 1e-11 * largest and largest > 0,
                   'worst %g of largest %g' % (worst, largest))
        found = [re.search(r'\nAngle Coeffs.*\n\n((?:\d.*\n)+)', folder.read(file)).group(1)
                 for file in ('mine.data', 'theirs.data')]
        values = [[[float(x) for x in line.split()] for line in part.splitlines()] for part in found]
        close = all(abs(a - b) < 1e-12 * abs(b) for one, two in zip(*values) for a, b in zip(one, two))
        tap.ok(name + ': write_data has the coefficients', close and len(values[0]) == 2, found)


def potentials():
    generator = random.Random(45)
    for style, words in (('angle', 'lj 0.5 0.25 0.125'), ('molecular', 'lj 0 0.5 1 angle yes'),
                         ('full', 'fene')):
        name = 'angle_style harmonic, %s, special_bonds %s' % (style, words)
        data = molecules(generator, style)
        see(name, data, bonds.deck(style, 'harmonic', words) + POTENTIAL)
    with tap.Folder() as folder:
        folder.write('data', data)
        text = bonds.deck('full', 'harmonic', 'lj 0 0 0') + POTENTIAL
        got = bonds.both('100 steps', folder, text + ROWS)
        if not got:
            return
        names, mine = tap.tables(got[0].out)[0]
        # After its last row lmp writes lines of as many words.
        theirs = [row for row in tap.tables(got[1].out)[0][1] if row[0].isdigit()][:11]
        wrong = ['step %s: %s %s, not %s' % (his[0], n, a, b) for row, his in zip(mine, theirs)
                 for n, a, b in zip(names, row, his)
                 if abs(float(a) - float(b)) > 1.01 * tap.unit_of_last_digit(b)]
        tap.ok('100 steps: %d rows' % len(theirs), not wrong and len(mine) == len(theirs) == 11,
               wrong or [mine, theirs])


def main():
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    potentials()
    special()
    commands()
    dihedrals()
    tap.done()


if __name__ == '__main__':
    main()
