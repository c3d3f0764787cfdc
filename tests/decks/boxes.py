# SPDX-License-Identifier: GPL-3.0-or-later
"""Boxes that cannot be: whatever makes, moves or follows a box ends with a message that names it, at
the deck's line, and never with a signal, a hang or a row of a box beyond the limits."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

CRYSTAL = '''units lj
boundary %s
lattice sc 0.5
region b block 0 4 0 4 0 4
create_box 1 b
create_atoms 1 box
mass 1 1
pair_style lj/cut 2.5
pair_coeff * * 1 1
thermo 1
'''
TWO = '''units lj
boundary %s
region b block 0 4 0 4 0 4
create_box 1 b
create_atoms 1 single 1 1 1
create_atoms 1 single 2.5 2 2
mass 1 1
pair_style lj/cut 1.1
pair_coeff * * 1 1
fix 1 all nve
thermo 1
'''
LONG = 'bounds and length must be at most 1e50'
FLAT = 'the length must be more than 1e-12'
ORDER = 'the lower bound must be less'
VARIABLES = 'variable s equal exp(step)^40\nvariable r equal 1\n'

# beginning, lines, what the message says
CASES = [
    # Faces that follow the atoms.
    (TWO % 's s s', 'velocity all set 1e60 0 0\nset atom 1 vx -1e60\nrun 30', [LONG, 'step 1']),
    (TWO % 'm s f', 'velocity all set 1e150 0 0\nset atom 1 vx -1e150\nrun 30', [LONG, 'step 1']),
    (TWO % 's s s', 'set atom 1 x 1e300\nrun 1', [LONG, 'faces follow the atoms']),
    (TWO % 's s s', 'displace_atoms all move 1e14 0 0 units box\nrun 1', [FLAT, 'along x']),
    (TWO % 'p p s', 'set group all z 1e30\nrun 1', [ORDER, 'along z', 'boundary z']),
    (TWO % 's s s', 'run_style rk4\nvelocity all set 1e60 0 0\nset atom 1 vx -1e60\nrun 9', [LONG]),
    (TWO % 's p p', 'set atom 1 x 1e300\nminimize 0 1e-8 10 100', [LONG, 'faces follow the atoms']),
    # Commands.
    (TWO.replace('0 4 0', '0 4e49 0', 1) % 'p p p', 'replicate 3 1 1', [LONG, 'xhi']),
    (TWO % 'p p p', 'replicate 1 1000000000 1', ['more than can be']),
    (CRYSTAL % 'p p p', 'change_box all x final 0 1e-60 units box', ['at least 1e-50']),
    (CRYSTAL % 'p p p', 'change_box all x scale 1e60 y volume', [LONG]),
    (CRYSTAL % 'p p p', 'change_box all z delta 0 -100', [ORDER]),
]
# How a box is deformed, and the end of the message.
DEFORM = ['final 0 1e-60', 'final 0 1e60', 'final 1 1', 'final 0 1e-320', 'final -1e308 1e308',
          'delta 0 -100', 'delta 1e300 1e308', 'scale 1e-80', 'scale 1e80', 'scale 0', 'scale -1',
          'vel 1e60', 'vel -1e60', 'vel 1e308', 'erate 1e60', 'erate -10', 'erate 1e308',
          'trate 1e5', 'trate -1e5', 'trate 1e308', 'wiggle 1e60 1', 'wiggle 100 0.1',
          'wiggle 1e308 1e-308', 'wiggle 1 1e-320', 'variable v_s v_r', 'trate 600 y volume',
          'final 0 1e60 y volume z volume']
PRESS = ['npt temp 1 1 0.5 iso 1e60 1e60 0.01', 'npt temp 1 1 0.5 iso -1e60 -1e60 0.01',
         'npt temp 1 1 0.5 aniso 1e300 1e300 1e-300', 'npt temp 1e308 1e308 1e-200 iso 0 0 1',
         'nph iso 1e308 1e308 1 ptemp 1e-300', 'nph x -1e12 -1e12 0.001', 'nph y 1 1 1e-320',
         'nph iso 0 0 1e308 ptemp 1e308', 'nph iso -1e3 -1e3 0.05', 'nph iso 1e6 1e6 0.5',
         'press/berendsen iso 1e60 1e60 1', 'press/berendsen iso -1e300 -1e300 0.001',
         'press/berendsen aniso 1e308 1e308 1e-308', 'press/berendsen x 0 0 1 modulus 1e-308']
RELAX = ['aniso 1e308', 'iso 1e3 vmax 1e60', 'iso 0 vmax 1e308', 'aniso -1e300 vmax 1e300']


def cases():
    yield from CASES
    start = CRYSTAL % 'p p p' + 'velocity all create 1 4928459\n'
    for words in DEFORM:
        yield (start + VARIABLES + 'fix 1 all nve\n',
               'fix d all deform 1 x %s units box\nrun 40' % words, ['fix deform', 'box'])
    for words in PRESS:
        moves = '' if words.startswith('np') else 'fix 1 all nve\n'
        yield start + moves, 'fix d all %s\nrun 200' % words, ['fix ' + words.split()[0]]
    for words in RELAX:
        yield (start, 'fix d all box/relax %s\nminimize 0 1e-8 100 1000' % words,
               ['box/relax' if 'iso 1e3' in words or 'iso 0' in words else 'minimisation'])


def main():
    with tap.Folder() as folder:
        for beginning, lines, texts in cases():
            folder.write('in.deck', beginning + lines + '\n')
            got = tap.avimd(folder, '-in', 'in.deck', '-log', 'none', timeout=60)
            said = got.err + got.out
            ok = got.status == 1 and 'in.deck:' in said and all(text in said for text in texts)
            tap.ok(lines.replace('\n', '; '), ok, got)
    tap.done()


if __name__ == '__main__':
    main()
