# SPDX-License-Identifier: GPL-3.0-or-later
"""Every broken file of tests/corpus, read by the command it is for: the error names the file, the
line and what was expected there, the exit status is 1 and nothing worse happens.  Files whose names
begin with `good` are read; a file without an entry below fails."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

CORPUS = os.path.join(tap.SRCDIR, 'tests', 'corpus')

ATOM = '''region box block 0 5 0 5 0 5
create_box 1 box
create_atoms 1 single 1 1 1
mass 1 1
'''

# What reads a file, where F is its path and S the atom style it needs.
DECKS = {
    'data_file': 'units lj\natom_style S\nread_data F\n',
    'dump_file': 'units lj\n' + ATOM + 'read_dump F 0 x y z add keep\n',
    'fs': 'units metal\n' + ATOM + 'pair_style eam/fs\npair_coeff * * F Cu\nrun 0\n',
    'funcfl': 'units metal\n' + ATOM + 'pair_style eam\npair_coeff * * F\nrun 0\n',
    'pair_table': 'units lj\n' + ATOM + 'pair_style table linear 99\npair_coeff * * F KEY\nrun 0\n',
    'setfl': 'units metal\n' + ATOM + 'pair_style eam/alloy\npair_coeff * * F Cu\nrun 0\n',
}

# The line (None: the deck's, which names what the file lacks) and texts of the message.
EXPECTED = {
    'data_file': {
        'absurd-count': (3, ["'99999999999999999999999'",
            'an integer from 0 to 9223372036854775807 is expected']),
        'bond-to-nobody': (34, ['section Atoms has no atom with ID 9']),
        'box-upside-down': (6, ['xlo = 5 must be less than xhi = 0']),
        'empty': (1, ['a line of comment and the header of a data file are expected']),
        'half-a-row': (18, ['`ID TYPE X Y Z` is expected']),
        'head-only': (3, ['4 atoms cannot be in this file, of which only 13 bytes']),
        'huge-count': (3, ['99999999999 atoms cannot be in this file, of which only 203']),
        'huge-number': (18, ["'1e999' cannot be a coordinate x: a finite number is expected"]),
        'mass-zero': (12, ['mass 0 of type 1 must be greater than 0']),
        'nan-in-rows': (18, ["'nan' cannot be a coordinate x: a finite number is expected"]),
        'negative-count': (3, ["'-4'", 'an integer from 0 to 9223372036854775807 is expected']),
        'no-box': (7, ['the header ends here without the box: `LO HI xlo xhi`, `LO HI']),
        'own-mass-missing': (25, ['section Atom Masses', '2 of 4 lines']),
        'own-mass-negative': (25, ['mass -2 of atom 2 must be 0']),
        'own-mass-of-nobody': (26, ['section Atoms has no atom with ID 5']),
        'own-mass-twice': (26, ['atom 2 has two lines in section Atom Masses']),
        'same-id-twice': (18, ['atom ID 1 is also on line 17: IDs must be unique']),
        'truncated': (19, ['the file ends in section Atoms after 3 of 4 lines']),
        'type-too-large': (18, ["'3'", 'an integer from 1 to 2 is expected']),
        'unknown-section': (22, ["'Velocitys' is no section of a data file; Masses, Atoms,"]),
        'velocities-first': (15, ['section Velocities comes before section Atoms']),
        'word-in-rows': (18, ["'abc' cannot be a coordinate x: a finite number is expected"]),
    },
    'dump_file': {
        'box-flat': (9, ['from 2 to 2 along y; the lower bound must be less']),
        'box-huge': (9, ['from -1e+308 to 1e+308 along y', 'at most 1e50']),
        'box-subnormal': (9, ['along y; the length must be at least 1e-50']),
        'box-thin': (9, ['along y; the length must be more than 1e-12 of its bounds']),
        'box-tilted': (7, ['triclinic (tilt factor 1.5)']),
        'box-upside-down': (7, ['along y must be two numbers']),
        'count-huge': (11, ['ends here, where another atom of the snapshot should follow']),
        'count-negative': (4, ["'-2' cannot be the number of atoms"]),
        'count-no-number': (4, ["'two' cannot be the number of atoms"]),
        'empty': (None, ['holds no snapshot']),
        'ends-in-header': (3, ['ends here, where the number of atoms should follow']),
        'ends-in-rows': (10, ['ends here, where another atom of the snapshot should follow']),
        'id-zero': (11, ["0 cannot be an atom's ID: an integer from 1 to"]),
        'item-missing': (7, ['ITEM: NUMBER OF ATOMS should come before the atoms']),
        'item-unknown': (5, ["'ITEM: ENTRIES' is no item of a dump of atoms"]),
        'no-id': (9, ["no column 'id' for the field 'id'"]),
        'other-units': (11, ['in units metal, and the deck in units lj']),
        'id-twice': (9, ['two atoms with the ID 2']),
        'row-long': (11, ['more than the 5 words of its columns']),
        'row-nan': (11, ["'nan' in column 'x' is no finite number"]),
        'row-short': (11, ['fewer than the 5 words of its columns']),
        'type-too-large': (11, ["9 cannot be an atom's type: an integer from 1 to 1"]),
        'zeros': (1, ['no text file']),
    },
    'fs': {
        'comments-only': (3, ['the number of elements and their names are expected']),
        'elements-swapped-with-rows': (6, ["'-0.70710678'", 'a number greater than 0 is expected']),
        'empty': (1, ['the file is empty; a Finnis-Sinclair setfl table was expected']),
        'funcfl-instead': (4, ["'-0'", 'an integer from 1 to 256 is expected']),
        'head-only': (5, ['8 values cannot be in this file, of which only 0 bytes']),
        'huge-count': (5, ["'2000000000'", 'an integer from 6 to 134217727 is expected']),
        'huge-elements': (4, ["'99999'", 'an integer from 1 to 256 is expected']),
        'huge-number': (7, ["'1e400'", 'a finite number is expected']),
        'negative-mass': (6, ["'-63.55'", 'a number greater than 0 is expected']),
        'negative-step': (5, ["'-0.4'", 'a number greater than 0 is expected']),
        'reordered': (4, ['this line has 4 names of elements; 8 are expected']),
        'setfl-instead': (11, ["'fcc'", 'a finite number is expected']),
        'too-few-names': (4, ['this line has 1 names of elements; 2 are expected']),
        'too-many-names': (4, ["'Au' is one name too many: 2 elements are expected"]),
        'truncated': (18, ['5 of 10 values of the density of Ni at Ni are still expected']),
        'word-in-rows': (7, ["'abc'", 'a finite number is expected']),
    },
    'funcfl': {
        'empty': (1, ['the file is empty; a funcfl table was expected']),
        'fraction-count': (3, ["'8.5'", 'an integer from 6 to 134217727 is expected']),
        'head-only': (2, ['the file ends here; nrho drho nr dr cutoff are expected']),
        'huge-count': (3, ["'999999999'", 'an integer from 6 to 134217727 is expected']),
        'huge-number': (5, ["'1e999'", 'a finite number is expected']),
        'nan-in-rows': (5, ["'nan'", 'a finite number is expected']),
        'reordered': (3, ["'3.615'", 'an integer from 6 to 134217727 is expected']),
        'setfl-instead': (2, ["'second'", 'an integer from -1000 to 1000 is expected']),
        'too-few-points': (3, ["'2'", 'an integer from 6 to 134217727 is expected']),
        'truncated': (7, ['2 of 10 values of the effective charge are still expected']),
        'word-in-rows': (5, ["'abc'", 'a finite number is expected']),
        'zero-step': (3, ["'0'", 'a number greater than 0 is expected']),
    },
    'pair_table': {
        'bitmap': (4, ['RSQ or neither is expected']),
        'comments-only': (None, ['a line with the keyword is expected before N and the rows']),
        'empty': (1, ["a section 'KEY' of a pair table is expected"]),
        'from-zero': (4, ["'0'", 'a number greater than 0 is expected']),
        'half-a-row': (14, ['this line ends where the force of row 9 of 9 is expected']),
        'head-only': (3, ['the file ends here; N and the number of rows are expected']),
        'huge-count': (4, ["'1000000000'", 'an integer from 2 to 134217727 is expected']),
        'huge-number': (8, ["'1e999'", 'a number from -1e+100 to 1e+100 is expected']),
        'large-number': (8, ["'1e200'", 'a number from -1e+100 to 1e+100 is expected']),
        'no-count': (4, ['this line has no N: the number of rows is expected after the']),
        'no-section': (None, ["has no section 'KEY'; there are: OTHER"]),
        'numbers-missing': (8, ["'1.2'", 'an integer from -2147483648 to 2147483647 is expected']),
        'one-row': (4, ["'1'", 'an integer from 2 to 134217727 is expected']),
        'other-distances': (7, ['the distance of row 2 is 1; 1.3 is expected by the line of N']),
        'reordered': (8, ['the distance of row 3 is 1.4; 1.2 is expected by the line of']),
        'reordered-as-given': (9, ['is expected']),
        'truncated': (10, ['force) are still expected']),
        'unknown-word': (4, ["'Q' cannot be here; expected: N n [R lo hi | RSQ lo hi]"]),
        'upside-down': (4, ['is expected']),
        'word-in-rows': (8, ["'abc'", 'a number from -1e+100 to 1e+100 is expected']),
    },
    'setfl': {
        'comments-only': (3, ['the number of elements and their names are expected']),
        'elements-swapped-with-rows': (6, ["'-0.70710678'", 'a number greater than 0 is expected']),
        'empty': (1, ['the file is empty; a setfl table was expected']),
        'fs-instead': (11, ["'1.1790625'", 'an integer from -1000 to 1000 is expected']),
        'funcfl-instead': (4, ["'-0'", 'an integer from 1 to 256 is expected']),
        'head-only': (5, ['8 values cannot be in this file, of which only 0 bytes']),
        'huge-count': (5, ["'2000000000'", 'an integer from 6 to 134217727 is expected']),
        'huge-elements': (4, ["'99999'", 'an integer from 1 to 256 is expected']),
        'huge-number': (7, ["'1e400'", 'a finite number is expected']),
        'negative-mass': (6, ["'-63.55'", 'a number greater than 0 is expected']),
        'negative-step': (5, ["'-0.4'", 'a number greater than 0 is expected']),
        'reordered': (4, ['this line has 4 names of elements; 8 are expected']),
        'too-few-names': (4, ['this line has 1 names of elements; 2 are expected']),
        'too-many-names': (4, ["'Au' is one name too many: 2 elements are expected"]),
        'truncated': (16, ['9 of 10 values of the pair energy of Cu and Cu are still expected']),
        'word-in-rows': (7, ["'abc'", 'a finite number is expected']),
    },
}


def read(kind, name, folder):
    deck = DECKS[kind].replace('F', os.path.join(CORPUS, kind, name))
    deck = deck.replace('atom_style S', 'atom_style ' + ('bond' if 'bond' in name else 'atomic'))
    folder.write('in.deck', deck)
    return tap.avimd(folder, '-in', 'in.deck', '-log', 'none')


def problem(kind, name, got):
    """What is wrong with the answer to a broken file, or ''."""
    line, texts = EXPECTED[kind].get(name, (0, []))
    if not texts:
        return 'it has no entry'
    first = (got.err.splitlines() or [''])[0]
    path = os.path.join(CORPUS, kind, name)
    place = 'in.deck:' if line is None else '%s:%d:' % (path, line)
    missing = [text for text in texts if text not in first]
    if got.status != 1 or not first.startswith(place) or path not in first or missing:
        return 'wanted status 1, %s and %s\n%s' % (place, texts, got)
    return ''


def main():
    for kind in sorted(DECKS):
        names = sorted(os.listdir(os.path.join(CORPUS, kind)))
        with tap.Folder() as folder:
            for name in names:
                got = read(kind, name, folder)
                if name.startswith('good'):
                    tap.ok('%s/%s is read' % (kind, name), got.status == 0, got)
                else:
                    wrong = problem(kind, name, got)
                    tap.ok('%s/%s is refused' % (kind, name), not wrong, wrong)
        gone = sorted(set(EXPECTED[kind]) - set(names))
        tap.ok('%s: every entry has its file' % kind, not gone, gone)
    tap.done()


main()
