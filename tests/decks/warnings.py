# SPDX-License-Identifier: GPL-3.0-or-later
"""What is allowed and hardly meant is a WARNING that names the word and its line; what is like it and
meant gets none."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

ATOMS = '''units lj
atom_style bond
boundary p p f
lattice fcc 0.8442
region box block 0 2 0 2 0 2
create_box 2 box bond/types 1
create_atoms 1 box
mass * 1.0
bond_style harmonic
'''
PAIR = ATOMS + 'pair_style lj/cut 1.0\npair_coeff * * 1 1\n'

# before, the line (its number is looked for), texts of the warning; none: there must be no warning
CASES = [
    (PAIR, 'timestep 0', ['timestep is 0']),
    (PAIR, 'timestep 1e-9', []),
    (ATOMS + 'pair_style lj/cut 1.0\n', 'pair_coeff * * -1 1', ['epsilon is negative, -1']),
    (ATOMS + 'pair_style lj/cut 1.0\n', 'pair_coeff * * 1 1 0', ['types * and * is 0']),
    (ATOMS + 'pair_style lj/cut 0\n', 'pair_coeff 1 2 1 1', ['types 1 and 2 is 0']),
    (ATOMS + 'pair_style lj/cut 0\n', 'pair_coeff 1 2 1 1 1', []),
    (ATOMS + 'pair_style lj/cut 1.0\n', 'pair_coeff 1 2 0 1 0', []),
    (ATOMS + 'pair_style lj/cubic\n', 'pair_coeff * * -1 1', ['epsilon is negative']),
    (ATOMS + 'pair_style mie/cut 1.0\n', 'pair_coeff * * -1 1 12 6', ['epsilon is negative']),
    (ATOMS + 'pair_style morse 1.0\n', 'pair_coeff * * -1 1 1', ['d0 is negative']),
    (ATOMS + 'pair_style harmonic/cut\n', 'pair_coeff * * -1 1', ['k is negative']),
    (ATOMS + 'pair_style harmonic/cut\n', 'pair_coeff * * 1 0', ['types * and * is 0']),
    (ATOMS + 'pair_style gauss 1.0\n', 'pair_coeff * * -1 1', []),
    (ATOMS + 'pair_style zero 0\n', 'pair_coeff * *', []),
    (ATOMS + 'pair_style hybrid lj/cut 1.0 soft 1.0\n', 'pair_coeff * * lj/cut -1 1',
     ['epsilon is negative']),
    (PAIR, 'bond_coeff 1 -30 1', ['K is negative, -30']),
    (PAIR + 'bond_style fene\n', 'bond_coeff 1 30 1.5 -1 1', ['epsilon is negative']),
    (PAIR + 'bond_style morse\n', 'bond_coeff 1 -1 1 1', ['D is negative']),
    (PAIR + 'bond_style spring/quartic\n', 'bond_coeff 1 -1 1 1', ['K2 is negative']),
    (PAIR, 'bond_coeff 1 30 1', []),
    (PAIR, 'fix w all wall/lj93 zlo EDGE 1 1 1 zhi EDGE -2 1 1', ['epsilon is negative, -2']),
    (PAIR, 'fix w all wall/morse zlo EDGE -1 1 1 1', ['D0 is negative']),
    (PAIR, 'fix w all wall/lj93 zlo EDGE 1 1 1', []),
    (PAIR, 'dump 1 all custom 1 d id x y x', ["'1' writes the column 'x' more than once"]),
    (PAIR, 'dump 1 all custom 1 d id x y z', []),
    (PAIR, 'suffix gpu', ["'gpu' has no effect"]),
    (PAIR, 'suffix hybrid gpu omp', ["'gpu' has no effect"]),
    (PAIR, 'package kokkos', ["'kokkos' has no effect"]),
    (PAIR, 'suffix opt', []),
    (PAIR, 'package omp 2', []),
]


def data_files():
    """Coefficients of a data file are warned of as those of a deck are."""
    with tap.Folder() as folder:
        folder.write('in.write', PAIR + 'bond_coeff 1 30 1\nwrite_data atoms\n')
        tap.avimd(folder, 'in.write')
        folder.write('odd', folder.read('atoms').replace('\n1 30 1', '\n1 -30 1').replace('\n2 1 1', '\n2 -1 1'))
        for name, count in (('atoms', 0), ('odd', 2)):
            folder.write('in.read', 'units lj\natom_style bond\nboundary p p f\npair_style lj/cut 1\n'
                         'bond_style harmonic\nread_data %s\n' % name)
            got = tap.avimd(folder, 'in.read')
            told = [line for line in got.out.splitlines() if line.startswith('WARNING: ')]
            tap.ok('coefficients of the data file %s: %d warnings' % (name, count), got.status == 0 and
                   len(told) == count and all('is negative' in line for line in told), got)


def main():
    for before, line, texts in CASES:
        with tap.Folder() as folder:
            folder.write('in.deck', before + line + '\n')
            got = tap.avimd(folder, 'in.deck')
            told = [row for row in got.out.splitlines() if row.startswith('WARNING: ')]
            place = '(in.deck:%d)' % (before.count('\n') + 1)
            good = len(told) == bool(texts) and all(text in told[0] for text in texts + [place] if texts)
            tap.ok('%s: %s' % (line, 'a warning' if texts else 'none'), got.status == 0 and good, got)
    data_files()
    tap.done()


main()
