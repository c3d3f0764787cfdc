# SPDX-License-Identifier: GPL-3.0-or-later
"""write_data, read_data, write_data gives the same bytes: every pair style and bond style the
program lists, every atom style, the options of write_data and the faces of the box; and a warning
where the file cannot say all that the deck gave."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

TABLES = os.path.join(tap.SRCDIR, 'potentials')
# Of type 1, of type 2, and of the pair where it does not follow from the two.  What no section of a
# data file can hold, files and parts of hybrid, is given again by the deck.
PAIRS = {
    'born': ('2.5', '1 0.15 1 0.9 0.1', '0.8 0.2 0.9 0 0.5', '0.6 0.17 1.1 0.4 0.2'),
    'buck': ('2.5', '900 0.15 0.9', '300 0.2 0', '500 0.17 0.4'),
    'gauss': ('2.4', '10 0.9', '4 1.7'),
    'hard': ('', '0.3', '0.2'),
    'harmonic/cut': ('', '1.5 1.1', '0.7 0.3333333333333333'),
    'lj/cubic': ('', '1 1', '0.7 1.1'),
    'lj/cut': ('2.5', '1 $(1/3)', '0.7 1.1'),
    'lj/expand': ('2.2', '1 0.9 0.1', '0.7 1.1 -0.1'),
    'lj/smooth': ('1.6 2.2', '1 1', '0.7 1.1'),
    'lj/smooth/linear': ('2.3', '1 1', '0.7 1.1'),
    'mie/cut': ('2.4', '1 1 14 7', '0.7 1.1 10.5 6.2'),
    'morse': ('2.6', '1 4.5 1.1', '1.3 3.7 1.05', '0.8 5 1.2'),
    'soft': ('1.4', '10', '30'),
    'yukawa': ('1.7 2.5', '10', '3'),
    'zbl': ('1.1 2.3', '13 13', '29 29'),
    'zero': ('1.3', '', ''),
}
AGAIN = {
    'eam': None, 'eam/alloy': None, 'eam/fs': None,  # of files, which are made below
    'table': 'pair_style table linear 50\npair_coeff * * pair.table LJ',
    'hybrid': 'pair_style hybrid lj/cut 2.5 zero 2\npair_coeff * * lj/cut 1 1\npair_coeff 1 2 zero',
    'hybrid/overlay': 'pair_style hybrid/overlay lj/cut 2.5 soft 1.4\npair_coeff * * lj/cut 1 1\n'
                      'pair_coeff 1 2 soft 3',
}
BONDS = {
    'fene': ('30 1.9 1.0 1.0', '20 2.0 0.8 $(1/3)'),
    'harmonic': ('60 $(1/3)', '40 1.1'),
    'morse': ('50 1.7 1.0', '$(1/3) 2.1 1.1'),
    'spring/quartic': ('3 4 $(1/3)', '1 2 3'),
    'zero': ('', '$(1/3)'),
}
SETUP = '''boundary %s
atom_style %s
region box block -0.1 3 0 3 0 $(1/3+3)
lattice sc 1 origin 0.3 0.3 0.3
create_box 2 box %s
create_atoms 1 box
set type 1 type/fraction 2 0.4 3187
mass 1 1
mass 2 $(1/3)
displace_atoms all random 0.03 0.03 0.03 7001
velocity all create 1 4928459
'''
BONDED = '''bond_style %s
bond_coeff 1 %s
bond_coeff 2 %s
create_bonds single/bond 1 1 2
create_bonds single/bond 2 5 4
set atom 7 mol 3
'''
ROOM = 'bond/types 2 extra/bond/per/atom 2 extra/special/per/atom 4'


def listed(kind):
    """The styles of a kind that the program lists."""
    text = tap.run([tap.AVIMD, '--list'], EVERYWHERE).out
    part = text.split('\n%s styles:\n' % kind, 1)[1].split('\n\n', 1)[0]
    return [line.split()[0] for line in part.splitlines()]


def round_trip(folder, first, again, options, gz=''):
    """What goes wrong when a system is written, read and written; whether there were warnings."""
    folder.write('in.first', first + 'write_data first.data%s %s\n' % (gz, options))
    folder.write('in.again', again + 'write_data again.data %s\n' % options)
    wrong, warned = '', False
    for name in ('first', 'again'):
        got = tap.avimd(folder, '-in', 'in.' + name, '-log', 'none')
        if got.status != 0:
            return '%s: %s' % (name, got), warned
        warned = warned or 'WARNING' in got.out
    if gz:
        return wrong, warned
    a, b = folder.read('first.data').splitlines(), folder.read('again.data').splitlines()
    if a != b:
        wrong = '\n'.join('-%s\n+%s' % pair for pair in zip(a, b) if pair[0] != pair[1])
    if 'Atoms' not in folder.read('first.data'):
        wrong += '\nno atoms'
    return wrong or ('' if len(a) == len(b) else 'lengths differ'), warned


def check(title, head, setup, style, again, options=('', 'pair ij'), lossy=False, faces='p p p',
          atoms='atomic', section=None):
    with tap.Folder() as folder:
        for source in os.listdir(EVERYWHERE.path):
            os.symlink(EVERYWHERE.file(source), folder.file(source))
        room = ROOM if atoms != 'atomic' else ''
        image = 'set atom 3 image 1 -2 0\n' if faces == 'p p p' else ''
        first = head + SETUP % (faces, atoms, room) + image + style + setup
        back = head + 'boundary %s\natom_style %s\n' % (faces, atoms)
        for option in options:
            wrong, warned = round_trip(folder, first, back + again, option)
            if warned != (lossy and option == ''):
                wrong += '\nwarnings: %s' % warned
            if section and not wrong and section not in folder.read('first.data'):
                wrong = 'no section %s' % section
            tap.ok('%s, write_data %s' % (title, option), not wrong, wrong)


def pair_styles():
    for name in listed('Pair'):
        if name in AGAIN:
            units = 'units metal\n' if AGAIN[name] is None else 'units lj\n'
            check('pair_style ' + name, units, '',
                  (AGAIN[name] or TABLE_DECKS[name]) + '\n', 'read_data first.data\n')
        elif name in PAIRS:
            words, one, two = PAIRS[name][:3]
            style = 'pair_style %s %s\n' % (name, words)
            coeffs = 'pair_coeff 1 1 %s\npair_coeff 2 2 %s\n' % (one, two)
            rest = ''
            if len(PAIRS[name]) > 3:
                rest = 'pair_coeff 1 2 %s\n' % PAIRS[name][3]
            # Without pair ij those that cannot be mixed are for the deck to give.
            check('pair_style ' + name, 'units lj\n', '', style + coeffs + zero(name) + rest,
                  style + 'read_data first.data\n' + rest, lossy=bool(rest),
                  section='Coeffs # %s' % name)
        else:
            tap.ok('pair_style %s has coefficients in this test' % name, False)


def zero(name):
    """All pairs of pair_style zero must be given."""
    return 'pair_coeff 1 2\n' if name == 'zero' else ''


def bond_styles():
    for name in listed('Bond'):
        if not tap.ok('bond_style %s has coefficients in this test' % name, name in BONDS):
            continue
        bonded = BONDED % ((name,) + BONDS[name])
        check('bond_style ' + name, 'units lj\n', bonded, 'pair_style zero 1.3\npair_coeff * *\n',
              'pair_style zero 1.3\nbond_style %s\nread_data first.data\n' % name, options=('',),
              atoms='bond', section='Bond Coeffs # %s' % name)


def others():
    pair = 'pair_style lj/cut 2.5\npair_coeff 1 1 1 1\npair_coeff 2 2 0.7 1.1\n'
    read = 'pair_style lj/cut 2.5\nread_data first.data\n'
    bonded = BONDED % (('harmonic',) + BONDS['harmonic'])
    for atoms in ('atomic', 'bond', 'molecular', 'full'):
        more = bonded + ('set type 2 charge $(1/3)\n' if atoms == 'full' else '')
        check('atom_style ' + atoms, 'units lj\n', more if atoms != 'atomic' else '', pair,
              ('bond_style harmonic\n' if atoms != 'atomic' else '') + read, options=('',),
              atoms=atoms)
    check('nocoeff', 'units lj\n', '', pair, 'read_data first.data\n', options=('nocoeff',))
    for faces in ('p f p', 'f f f', 'm m m'):
        check('boundary ' + faces, 'units lj\n', '', pair, read, options=('',), faces=faces)
    check('masses of atoms', 'units lj\n', 'set type 2 mass $(1/3)\nset atom 5*9 mass 2.5\n', pair, read,
          options=('',), section='Atom Masses')
    # What the types' own lines leave out.
    for what, line in (('a pair of types of its own', 'pair_coeff 1 2 0.9 1.05\n'),
                       ('a cutoff of its own', 'pair_coeff 2 2 0.7 1.1 2.1\n')):
        check(what, 'units lj\n', '', pair + line, read, lossy=True)
    check('a pair of types as mixing makes it', 'units lj\n', '',
          pair.replace('0.7 1.1', '1 1') + 'pair_coeff 1 2 1 1\n', read)


def gzipped():
    deck = 'units lj\n' + SETUP % ('p p p', 'atomic', '')
    with tap.Folder() as folder:
        wrong, _ = round_trip(folder, deck + 'write_data plain.data\n',
                              'units lj\nread_data first.data.gz\n', '', '.gz')
        wrong = wrong or folder.read('plain.data') != folder.read('again.data')
        tap.ok('compressed', not wrong, wrong)


def funcfl():
    """A table of one element, of the funcfl form: F = -sqrt(rho), Z and rho fall linearly."""
    rho = ['%.12g' % -((k * 0.1) ** 0.5) for k in range(50)]
    fall = ['%.12g' % (1 - k / 49.0) for k in range(50)]
    rows = '\n'.join(rho + fall + fall)
    return 'UNITS: metal\n29 63.55 3.615 fcc\n50 0.1 50 0.05 2.45\n%s\n' % rows


def finnis_sinclair():
    """Two elements: F = -sqrt(rho), densities and r phi fall linearly."""
    rho = ['%.12g' % -((k * 0.1) ** 0.5) for k in range(50)]
    fall = ['%.12g' % (1 - k / 49.0) for k in range(50)]
    text = 'UNITS: metal\nfor\ntests\n2 A B\n50 0.1 50 0.05 2.45\n'
    for mass in (50, 60):
        text += '29 %d 3.6 fcc\n%s\n' % (mass, '\n'.join(rho + fall + fall))
    return text + '\n'.join(fall * 3) + '\n'


TABLE_DECKS = {
    'eam': 'pair_style eam\npair_coeff * * one.eam',
    'eam/alloy': 'pair_style eam/alloy\npair_coeff * * %s Cu Ag' % os.path.join(
        TABLES, 'CuAgAuNi_zhou04.eam.alloy'),
    'eam/fs': 'pair_style eam/fs\npair_coeff * * two.eam.fs A B',
}


def main():
    EVERYWHERE.write('one.eam', funcfl())
    EVERYWHERE.write('two.eam.fs', finnis_sinclair())
    EVERYWHERE.write('pair.table', 'LJ\nN 3\n\n1 0.5 2 1\n2 1 1 1\n3 1.5 0 1\n')
    pair_styles()
    bond_styles()
    others()
    gzipped()
    tap.done()


if __name__ == '__main__':
    with tap.Folder() as EVERYWHERE:
        main()
