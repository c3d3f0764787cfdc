# SPDX-License-Identifier: GPL-3.0-or-later
"""Small systems for the tests of run_style avi, each with words that divide it, and readers."""
import math
import os

import tap

TABLE = os.path.join(tap.SRCDIR, 'potentials', 'Cu_zhou04.eam.alloy')

LIQUID = '''units lj
lattice fcc 0.8442
region box block 0 {0} 0 {0} 0 {0}
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create {1} 87287 loop geom
pair_style lj/smooth/linear 2.5
pair_coeff 1 1 1.0 1.0
timestep 0.005
'''


def liquid(cells=7, temperature=1.44):
    return LIQUID.format(cells, temperature)


TYPES = '''units lj
lattice fcc 0.8
region box block 0 7 0 7 0 7
create_box 2 box
create_atoms 1 box
set group all type/fraction 2 0.3 77
mass 1 1.0
mass 2 3.0
velocity all create 2.0 11 loop geom
pair_style lj/smooth/linear 2.5
pair_coeff * * 1.0 1.0
pair_coeff 2 2 1.2 0.95
timestep 0.004
'''

COPPER = '''units metal
lattice fcc 3.615
region box block 0 7 0 7 0 7
create_box 1 box
create_atoms 1 box
mass 1 63.546
velocity all create 1200 4711 loop geom
pair_style eam/alloy
pair_coeff * * %s Cu
timestep 0.002
''' % TABLE

WALLS = '''units lj
boundary f f f
region box block -1 13 -1 13 -1 13 units box
create_box 1 box
lattice fcc 0.8442
region filled block 0 6.9 0 6.9 0 6.9
create_atoms 1 region filled
mass 1 1.0
velocity all create 1.5 87287 loop geom
pair_style lj/smooth/linear 2.5
pair_coeff 1 1 1.0 1.0
group some id 1:100:7
fix a all wall/lj93 xlo -1 1.0 1.0 2.5 xhi 13 1.0 1.0 2.5 units box
fix b all wall/harmonic ylo -1 20 1.0 1.5 yhi 13 20 1.0 1.5 units box
fix c all wall/lj93 zlo -1 1.0 1.0 2.5 zhi 13 1.0 1.0 2.5 units box
fix d some spring/self 20.0
fix e all indent 10 sphere 5 5 5 1.2 units box
timestep 0.004
'''

PLANE = '''units lj
dimension 2
boundary p f p
lattice hex 0.8
region box block 0 36 -3 18 -0.25 0.25
region filled block 0 35.9 0 15.9 -0.25 0.25
create_box 1 box
create_atoms 1 region filled
mass 1 1.0
velocity all create 0.4 887 loop geom
pair_style lj/smooth/linear 2.5
pair_coeff 1 1 1.0 1.0
fix flat all enforce2d
fix w all wall/harmonic ylo EDGE 20 1.0 1.5 yhi EDGE 20 1.0 1.5
timestep 0.004
'''

SMALL = '''units lj
lattice fcc 0.8442
region box block 0 2 0 1 0 1
create_box 1 box
create_atoms 1 box
mass 1 1.0
displace_atoms all random 0.1 0.1 0.1 31
velocity all create 1.0 5 loop geom
pair_style lj/smooth/linear 3.5
pair_coeff 1 1 1.0 1.0
timestep 0.004
'''


def chains(folder, name='chains.data', side=13, length=8):
    """Straight chains along x with every second layer shifted, as a data file."""
    atoms, bonds = [], []
    for z in range(side):
        for y in range(side):
            for x in range(length):
                n = len(atoms) + 1
                atoms.append('%d %d 1 %.17g %.17g %.17g' % (
                    n, y + side * z + 1, 0.97 * x + 0.2 + 0.01 * math.sin(n), 1.08 * y + 0.5,
                    1.08 * z + 0.5))
                if x > 0:
                    bonds.append('%d 1 %d %d' % (len(bonds) + 1, n - 1, n))
    folder.write(name, '''chains

%d atoms
%d bonds
1 atom types
1 bond types
0 %.17g xlo xhi
0 %.17g ylo yhi
0 %.17g zlo zhi

Masses

1 1.0

Atoms # bond

%s

Bonds

%s
''' % (len(atoms), len(bonds), 0.97 * length + 0.3, 1.08 * side, 1.08 * side, '\n'.join(atoms),
       '\n'.join(bonds)))
    return name


CHAINS = '''units lj
atom_style bond
special_bonds %s
read_data chains.data
pair_style lj/smooth/linear 2.0
pair_coeff 1 1 1.0 1.0
bond_style %s
bond_coeff 1 %s
velocity all create 1.0 3 loop geom
timestep 0.004
'''
HARMONIC = CHAINS % ('lj 0 1 1', 'harmonic', '1500 0.97')
FENE = CHAINS % ('fene', 'fene', '30.0 1.5 1.0 1.0')

# What divides each system; no two steps have a common multiple nearby, none is the time step.
DIVIDED = {
    'shells': (liquid(), 'step shells 0.00371 1.2 1.5 0.00913 1.8 2.1 0.0171'),
    'shells with nested lists': (liquid() + 'neighbor 0.9 bin\n',
                                 'step shells 0.00371 1.2 1.6 0.00913'),
    'stiff bonds before pairs': (HARMONIC, 'step bond 0.0011 step pair 0.0047'),
    'bonds after pairs': (FENE, 'step bond 0.0037 step pair 0.0031'),
    'bonds and shells': (HARMONIC, 'step bond 0.0011 step shells 0.0043 1.2 1.5 0.0077'),
    'pairs of types': (TYPES, 'step type 1 1 0.0031 step type 2 * 0.0069 step pair 0.005'),
    'embedding apart': (COPPER, 'step pair 0.0013 step embed 0.0023'),
    'fields apart': (WALLS, 'step external 0.0023 step shells 0.0031 1.3 1.6 0.0077'),
    'a plane': (PLANE, 'step external 0.0023 step pair 0.0031'),
    'a box smaller than the cutoff': (SMALL, 'step shells 0.0031 1.3 1.6 0.0077'),
}

END = '''
dump end all custom 1 %s id type x y z ix iy iz vx vy vz fx fy fz
dump_modify end sort id format float %%.17g
run 0
undump end
'''


def deck(folder, text, *words, **named):
    """Runs a deck in the folder; chains are there for those that read them."""
    if 'chains.data' in text and not os.path.exists(folder.file('chains.data')):
        chains(folder)
    folder.write('in.deck', text)
    return tap.avimd(folder, '-in', 'in.deck', *words, **named)


def final(text, *words):
    """The state after a deck, as the text of a dump; None when it failed."""
    with tap.Folder() as folder:
        result = deck(folder, text + END % 'end.dump', *words)
        return (folder.read('end.dump') if result.status == 0 else None), result


def numbers(dump, names):
    """The columns of a sorted dump's last snapshot, one list of floats for each atom."""
    columns, rows = tap.last_dump(dump)
    at = [columns.index(name) for name in names]
    return [[float(row[k]) for k in at] for row in rows]


def columns(result, run=-1):
    """The thermo table of a run: name -> list of floats."""
    names, rows = tap.tables(result.out)[run]
    return {name: [float(row[k]) for row in rows] for k, name in enumerate(names)}
