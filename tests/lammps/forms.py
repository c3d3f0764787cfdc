# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands that make, choose and change atoms, in all their forms, beside the real lmp: a few
words of a deck, and the atoms, velocities, images, molecules and bonds after them, digit by digit.

    forms.py [--only] [TEXT]

TEXT keeps the forms that contain it; --only prints what differs.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

CRYSTAL = '''units lj
lattice fcc 0.8
region box block 0 3 0 3 0 3
create_box 3 box
create_atoms 1 box
region ball sphere 1.5 1.5 1.5 1.1
velocity all create 1.0 4711 loop geom
'''
EMPTY = '''units lj
lattice fcc 0.8
region box block 0 3 0 3 0 3
create_box 3 box
region ball sphere 1.5 1.5 1.5 1.1
'''
FLAT = '''units lj
dimension 2
lattice hex 0.8
region box block 0 5 0 4 -0.25 0.25
create_box 3 box
create_atoms 1 box
'''
WALLS = EMPTY.replace('units lj', 'units lj\nboundary f s m')
BONDS = '''units lj
atom_style STYLE
read_data chains.data extra/special/per/atom 4 extra/bond/per/atom 2
bond_style harmonic
bond_coeff * 10 1
velocity all create 1.0 4711 loop geom
'''
BOND, MOLECULAR, FULL = (BONDS.replace('STYLE', style) for style in ('bond', 'molecular', 'full'))
END = '''
mass * 1
pair_style zero 1.5
pair_coeff * *
write_data FILE nocoeff
'''
SEEN = '\nset group g type 3'  # how a group is seen in the file

# What comes before, and the words.
FORMS = [
    # --- create_atoms
    (EMPTY, 'create_atoms 2 box'),
    (EMPTY, 'create_atoms 2 region ball'),
    (EMPTY, 'create_atoms 1 box basis 1 2 basis 4 3'),
    (EMPTY, 'create_atoms 1 single 1 1 1.5'),
    (EMPTY, 'create_atoms 1 single 1 1 1.5 units box\ncreate_atoms 2 single 2 2 2'),
    (EMPTY, 'create_atoms 1 single 7.5 -0.25 1 remap yes'),
    (EMPTY, 'create_atoms 1 single 3 3 3 remap yes'),
    (EMPTY, 'create_atoms 1 random 20 4711 NULL'),
    (EMPTY, 'create_atoms 1 random 20 4711 ball'),
    (EMPTY, 'create_atoms 1 random 20 4711 box units box'),
    (EMPTY, 'create_atoms 1 box ratio 0.3 99'),
    (EMPTY, 'create_atoms 1 box subset 17 99'),
    (EMPTY, 'create_atoms 1 region ball subset 5 99\ncreate_atoms 2 region ball ratio 0.5 7'),
    (EMPTY, 'variable a internal 0\nvariable b internal 0\nvariable v equal v_a>v_b\n'
            'create_atoms 1 box var v set x a set y b'),
    (EMPTY, 'variable a internal 0\nvariable v equal "v_a > 2.0"\n'
            'create_atoms 2 random 9 77 ball var v set z a'),
    (FLAT, 'create_atoms 2 random 9 77 NULL'),
    (WALLS, 'create_atoms 1 box\ncreate_atoms 2 single 3 3 3'),
    (EMPTY, 'lattice custom 1.5 a1 1 0 0 a2 0.5 1 0 a3 0 0 1.2 basis 0 0 0 basis 0.5 0.5 0.5\n'
            'create_atoms 1 box basis 2 3'),
    (EMPTY, 'lattice bcc 0.6 orient x 1 1 0 orient y -1 1 0 orient z 0 0 1 origin 0.1 0.1 0.1\n'
            'create_atoms 1 box'),
    (EMPTY, 'lattice diamond 0.5 spacing 2 2 2\ncreate_atoms 1 region ball'),
    (EMPTY, 'lattice hcp 0.5\ncreate_atoms 1 box'),
    (EMPTY, 'lattice sc 0.5 origin 0.5 0.5 0.5\ncreate_atoms 1 box'),
    (EMPTY, 'lattice none 2.0\ncreate_atoms 1 single 1 1 1'),
    # --- region
    (CRYSTAL, 'region r block 0 1 INF INF 0.5 EDGE\ngroup g region r' + SEEN),
    (CRYSTAL, 'region r cylinder y 1.5 1.5 1.0 INF 2\ngroup g region r' + SEEN),
    (CRYSTAL, 'region r cone z 1.5 1.5 1.5 0.2 0 3\ngroup g region r' + SEEN),
    (CRYSTAL, 'region r plane 1.5 1.5 1.5 1 1 0.5\ngroup g region r' + SEEN),
    (CRYSTAL, 'region r prism 0 2 0 2 0 2 0.5 0.25 0.1\ngroup g region r' + SEEN),
    (CRYSTAL, 'region r sphere 2 2 2 1.4 side out units box\ngroup g region r' + SEEN),
    (CRYSTAL, 'region a block 0 1 0 3 0 3\nregion r union 2 ball a side out\ngroup g region r' + SEEN),
    (CRYSTAL, 'region a block 0 1 0 3 0 3\nregion r intersect 2 ball a\ngroup g region r' + SEEN),
    (CRYSTAL, 'region r block 0 1 0 3 0 3 open 1 open 6\ngroup g region r' + SEEN),
    (CRYSTAL, 'region ball delete\nregion ball block 0 1 0 1 0 1\ngroup g region ball' + SEEN),
    (CRYSTAL, 'variable d equal 0.5\nregion r sphere 1 1 1 1 move v_d NULL v_d\n'
              'group g region r' + SEEN),
    (CRYSTAL, 'variable t equal 0.7\nregion r block 0 1 0 3 0 1 rotate v_t 1 1 1 0 0 1\n'
              'group g region r' + SEEN),
    # --- group
    (CRYSTAL, 'set atom 5*9 type 2\ngroup g type 2 3' + SEEN),
    (CRYSTAL, 'set atom 5*9 type 2\ngroup g type 1:2:2' + SEEN),
    (CRYSTAL, 'set atom 5*9 type 2\ngroup g type != 1' + SEEN),
    (CRYSTAL, 'group g id 3 7 20:30:3 100:108' + SEEN),
    (CRYSTAL, 'group g id <= 12' + SEEN),
    (CRYSTAL, 'group g id > 100' + SEEN),
    (CRYSTAL, 'group g id <> 40 60' + SEEN),
    (CRYSTAL, 'group g id == 17' + SEEN),
    (CRYSTAL, 'group a id 1:50\ngroup b id 30:70\ngroup g union a b' + SEEN),
    (CRYSTAL, 'group a id 1:50\ngroup b id 30:40\ngroup g subtract a b' + SEEN),
    (CRYSTAL, 'group a id 1:50\ngroup b id 30:70\ngroup g intersect a b all' + SEEN),
    (CRYSTAL, 'group g id 1:50\ngroup g clear\ngroup g id 7' + SEEN),
    (CRYSTAL, 'group g id 1:50\ngroup g delete\ngroup g region ball' + SEEN),
    (CRYSTAL, 'group g empty\ngroup g id 9' + SEEN),
    (CRYSTAL, 'variable v atom x>y\ngroup g variable v' + SEEN),
    (CRYSTAL, 'group g dynamic all region ball\nmass * 1\npair_style zero 1.5\npair_coeff * *\n'
              'run 0 post no\ngroup g static' + SEEN),
    (BOND, 'group g molecule 2 3' + SEEN),
    (BOND, 'group g molecule >= 4' + SEEN),
    (BOND, 'group g id 7\ngroup g include molecule' + SEEN),
    (BOND, 'group a id 1\ngroup g subtract all a\ngroup g include molecule' + SEEN),
    # --- set: who
    (CRYSTAL, 'set atom 5 type 2'),
    (CRYSTAL, 'set atom *10 type 2 vx 1.5'),
    (CRYSTAL, 'set type 1 type 3'),
    (CRYSTAL, 'set type 1* vy -2'),
    (CRYSTAL, 'set region ball type 2'),
    (BOND, 'set mol 2*3 type 2'),
    (FULL, 'set mol 4 x 1.25'),
    # --- set: what
    (CRYSTAL, 'set group all type/fraction 2 0.4 77'),
    (CRYSTAL, 'set region ball type/ratio 2 0.4 77'),
    (CRYSTAL, 'set group all type/subset 2 31 77'),
    (CRYSTAL, 'variable t atom 1+(x>y)+(x>z)\nset group all type v_t'),
    (CRYSTAL, 'set atom 3 x 1.5 y 0.25 z 0.125'),
    (CRYSTAL, 'variable h atom 0.5*x\nset region ball x v_h'),
    (CRYSTAL, 'variable h atom y*z\nvariable k equal 3\nset group all vx v_h vy v_k vz 0'),
    (CRYSTAL, 'set atom 7 image 1 -2 NULL'),
    (CRYSTAL, 'variable i equal 2\nset atom 7*9 image v_i NULL v_i'),
    (FULL, 'set atom 3*5 charge -0.5'),
    (FULL, 'variable q atom id*0.1\nset group all charge v_q'),
    (BOND, 'set atom 3*5 mol 9'),
    (MOLECULAR, 'variable m atom mol+10\nset type 1 mol v_m'),
    (BOND, 'set group all bond 2'),
    (BOND, 'set mol 2 bond 2'),
    (BOND, 'set atom 2*4 bond 2'),
    (CRYSTAL, 'fix p all property/atom i_tag d_value\nset group all i_tag 3 d_value 1.5\n'
              'set region ball i_tag 7\nvariable v atom i_tag>5\ngroup g variable v' + SEEN),
    # --- delete_atoms
    (CRYSTAL, 'group g id 5:20\ndelete_atoms group g'),
    (CRYSTAL, 'group g id 5:20\ndelete_atoms group g compress no'),
    (CRYSTAL, 'delete_atoms region ball'),
    (CRYSTAL, 'delete_atoms porosity ball 0.5 4711'),
    (CRYSTAL, 'create_atoms 2 single 1.1 1 1\nmass * 1\npair_style zero 1.5\npair_coeff * *\n'
              'delete_atoms overlap 0.5 all all'),
    (BOND, 'group g id 5 6\ndelete_atoms group g bond yes'),
    (BOND, 'group g id 5 6\ndelete_atoms group g mol yes'),
    (BOND, 'group g molecule 2\ndelete_atoms group g bond yes compress no'),
    (BOND, 'group g molecule 2\ndelete_atoms group g bond yes mol yes compress yes'),
    # --- displace_atoms
    (CRYSTAL, 'displace_atoms all move 0.1 0.2 -0.3'),
    (CRYSTAL, 'variable d atom 0.1*y\ndisplace_atoms all move v_d 0 0 units box'),
    (CRYSTAL, 'displace_atoms all move 7 0 0'),
    (CRYSTAL, 'displace_atoms all ramp x 0 0.5 y 0 3'),
    (CRYSTAL, 'displace_atoms all random 0.1 0.2 0.3 4711 units box'),
    (CRYSTAL, 'region r sphere 1.5 1.5 1.5 0.8\ngroup g region r\n'
              'displace_atoms g rotate 1.5 1.5 1.5 1 1 0 30'),
    (FLAT, 'displace_atoms all random 0.1 0.1 0 4711'),
    # --- velocity
    (CRYSTAL, 'velocity all create 2.0 99 dist gaussian mom yes rot yes'),
    (CRYSTAL, 'velocity all create 2.0 99 sum yes loop all'),
    (CRYSTAL, 'velocity all create 2.0 99 loop local mom no'),
    (CRYSTAL, 'velocity all set 1.0 NULL -0.5'),
    (CRYSTAL, 'velocity all set 1.0 NULL -0.5 sum yes units box'),
    (CRYSTAL, 'variable v atom x-y\nvelocity all set v_v 0 NULL units box'),
    (CRYSTAL, 'group g region ball\nvelocity g scale 3.0'),
    (CRYSTAL, 'velocity all ramp vx 0 1 y 0 3'),
    (CRYSTAL, 'velocity all ramp vz 0 1 x 1 2 sum yes units box'),
    (CRYSTAL, 'velocity all zero linear'),
    (CRYSTAL, 'velocity all zero angular'),
    (CRYSTAL, 'mass * 1\ncompute t all temp/partial 1 1 0\nvelocity all scale 2.0 temp t'),
    (FLAT, 'velocity all create 2.0 99 rot yes'),
    # --- change_box, replicate
    (CRYSTAL, 'change_box all x final 0 6 remap'),
    (CRYSTAL, 'change_box all x scale 1.1 y volume z volume remap'),
    (CRYSTAL, 'change_box all z delta -0.5 0.5 boundary p p f units box'),
    (CRYSTAL, 'change_box all set x scale 1.1 remap y scale 0.9 remap'),
    (CRYSTAL, 'change_box all ortho x delta 0 1 units lattice'),
    (CRYSTAL, 'replicate 2 1 2'),
    (BOND, 'replicate 1 2 1'),
    (FULL, 'replicate 2 2 1 bbox'),
    (BOND, 'displace_atoms all move 3 0 0\nreplicate 2 1 1'),
    # --- bonds
    (BOND, 'mass * 1\npair_style zero 2.5\npair_coeff * *\ncreate_bonds many all all 2 1.7 1.9'),
    (BOND, 'mass * 1\npair_style zero 2.5\npair_coeff * *\ncreate_bonds single/bond 2 1 9'),
    (BOND, 'mass * 1\npair_style zero 2.5\npair_coeff * *\n'
           'create_bonds single/bond 2 1 9 special no\ncreate_bonds single/bond 1 2 10 special yes'),
    # --- read, and without an effect on the atoms
    (EMPTY, 'processors 1 * 1 grid onelevel map xyz\ncreate_atoms 1 box'),
]


def main():
    pass
