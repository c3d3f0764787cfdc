# SPDX-License-Identifier: GPL-3.0-or-later
"""Small systems, and lines of a deck for every style of the program's registries.  A style without
lines here fails the tests that go over the registries."""
import os
import re

import tap

CRYSTAL = '''units lj
boundary %(boundary)s
lattice fcc 0.9
region box block 0 3 0 3 %(height)s
create_box 2 box
region crystal block 0 3 0 3 0 3
create_atoms 1 region crystal
mass * 1.0
displace_atoms all random 0.03 0.03 0.03 12 units box
velocity all create 1.0 87287
pair_style lj/cut 2.5
pair_coeff * * 1.0 1.0
group some id 1:40
group rest subtract all some
variable one equal 1.0
'''
DIMERS = '''units lj
atom_style bond
lattice sc 0.1
region box block 0 4 0 4 0 4
create_box 1 box bond/types 1 extra/bond/per/atom 1
create_atoms 1 box
lattice sc 0.1 origin 0.4642 0 0
create_atoms 1 box
mass 1 1.0
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
bond_style %s
bond_coeff 1 %s
create_bonds many all all 1 0.9 1.1
velocity all create 1.0 87287
'''
# Bent chains of three atoms.
TRIMERS = '''units lj
atom_style angle
lattice sc 0.1
region box block 0 4 0 4 0 4
create_box 1 box bond/types 1 extra/bond/per/atom 2 angle/types 1 extra/angle/per/atom 3
create_atoms 1 box
lattice sc 0.1 origin 0.4642 0 0
create_atoms 1 box
lattice sc 0.1 origin 0.1 0.45 0
create_atoms 1 box
mass 1 1.0
displace_atoms all random 0.03 0.03 0.03 12 units box
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
bond_style harmonic
bond_coeff 1 50 1.0
variable i loop 64
label next
variable a equal v_i+64
variable c equal v_i+128
create_bonds single/bond 1 $i $a
create_bonds single/bond 1 $i $c
create_bonds single/angle 1 $a $i $c
next i
jump SELF next
angle_style %s
angle_coeff 1 %s
special_bonds lj 0 0.5 1 angle yes
velocity all create 1.0 87287
'''
PLANE = '''units lj
dimension 2
lattice hex 0.85
region box block 0 5 0 4 -0.2 0.2
create_box 1 box
create_atoms 1 box
mass 1 1.0
pair_style lj/cut 2.0
pair_coeff 1 1 1.0 1.0
velocity all create 1.0 87287
'''
METAL = '''units metal
lattice fcc 4.0
region box block 0 3 0 3 0 3
create_box 1 box
create_atoms 1 box
pair_style eam/alloy
pair_coeff * * %s Al
velocity all create 600 87287
timestep 0.002
''' % os.path.join(tap.SRCDIR, 'potentials', 'Al_zhou04.eam.alloy')
SLAB = {'boundary': 'p p f', 'height': '-1 4'}
PERIODIC = {'boundary': 'p p p', 'height': '0 3'}
NVE = 'fix move all nve\n'

# What a fix does to box or positions, and the lines that use it.  'moves': it changes them (those
# that do so after the forces would part values from rows); 'stays': it does not.
FIXES = {
    'adapt': ('stays', NVE + 'variable k equal 1+0.01*step\nfix f all adapt 1 pair lj/cut epsilon '
                             '* * v_k'),
    'addforce': ('stays', NVE + 'fix f some addforce 0.1 0 0'),
    'ave/atom': ('stays', NVE), 'balance': ('stays', NVE + 'fix f all balance 2 1.1 shift x 5 1.1'),
    'ave/chunk': ('stays', NVE + 'compute c all chunk/atom bin/1d x lower 1.0\n'
                                 'fix f all ave/chunk 1 1 1 c density/number'),
    'ave/correlate': ('stays', NVE + 'fix f all ave/correlate 1 2 2 c_thermo_temp c_thermo_pe'),
    'ave/histo': ('stays', NVE + 'fix f all ave/histo 1 1 1 -9 0 5 c_thermo_pe'),
    'ave/time': ('stays', NVE + 'fix f all ave/time 1 1 1 c_thermo_press'),
    'aveforce': ('stays', NVE + 'fix f some aveforce 0.1 NULL NULL'),
    'box/relax': ('moves', 'fix f all box/relax iso 0.0 vmax 0.01'),
    'central/kepler': ('stays', NVE + 'fix f some central/kepler 0.1'),
    'central/poly': ('stays', NVE + 'fix f some central/poly 0.1'),
    'controller': ('stays', NVE + 'variable c internal 1.0\n'
                                  'fix f all controller 2 0.1 1 0 0 c_thermo_temp 1.0 c'),
    'deform': ('moves', NVE + 'fix f all deform 1 y erate 0.1',
               NVE + 'fix f all deform 2 x scale 0.97 z volume remap none',
               NVE + 'fix f all deform 1 x wiggle 0.1 0.02 y vel 0.5 remap v',
               'fix move all nvt temp 1 1 0.5\nfix f some deform 1 z trate 0.2'),
    'deposit': ('moves', NVE + 'region top block 0 3 0 3 3.5 3.9\n'
                               'fix f all deposit 3 2 2 12345 region top vz -1 -1'),
    'dt/reset': ('stays', NVE + 'fix f all dt/reset 1 0.0001 0.01 0.01 units box'),
    'dt/stiffness': ('stays', NVE + 'fix f all dt/stiffness 1 0.02'),
    'ehex': ('moves', NVE + 'fix f some ehex 1 0.1'),
    'gravity': ('stays', NVE + 'fix f all gravity 0.1 vector 0 0 -1'),
    'halt': ('stays', NVE + 'fix f all halt 1 v_one > 2.0'),
    'heat': ('stays', NVE + 'fix f some heat 1 0.1'),
    'indent': ('stays', NVE + 'fix f all indent 10 sphere 2 2 6 2.0'),
    'langevin': ('stays', NVE + 'fix f all langevin 1 1 0.5 4711',
                 'fix f all langevin 1 1 0.5 4711 gjf vhalf\n' + NVE),
    'momentum': ('stays', NVE + 'fix f all momentum 1 linear 1 1 1 angular'),
    'move': ('moves', 'fix move rest nve\nfix f some move linear 0.2 0 0.1',
             'fix move rest nve\nfix f some move wiggle 0.1 0 0 0.1'),
    'nph': ('moves', 'fix f all nph iso 0 0 0.5'),
    'npt': ('moves', 'fix f all npt temp 1 1 0.5 aniso 0 0 0.5',
            'fix f all npt temp 1 1 0.5 x 0 0 0.5\nfix g all deform 1 y erate 0.1'),
    'nve': ('moves', NVE), 'nvt': ('moves', 'fix f all nvt temp 1 1 0.5'),
    'press/berendsen': ('moves', NVE + 'fix f all press/berendsen iso 1 1 1 modulus 20',
                        NVE + 'fix f some press/berendsen x 1 1 1 dilate partial\n'
                              'fix g all deform 1 y erate 0.1'),
    'print': ('stays', NVE + 'fix f all print 1 "$(c_thermo_pe)"'),
    'property/atom': ('stays', NVE + 'fix f all property/atom d_own'),
    'recenter': ('moves', NVE + 'fix f all recenter 2.0 INIT INIT units box',
                 NVE + 'fix f some recenter INIT INIT INIT shift all'),
    'setforce': ('stays', NVE + 'fix f some setforce 0 NULL NULL'),
    'spring': ('stays', NVE + 'fix f some spring tether 1 0 0 0 0'),
    'spring/self': ('stays', NVE + 'fix f some spring/self 5.0'),
    'store/state': ('stays', NVE + 'fix f all store/state 1 x y z'),
    'temp/berendsen': ('stays', NVE + 'fix f all temp/berendsen 1 1 0.5'),
    'temp/rescale': ('stays', NVE + 'fix f all temp/rescale 1 1 1 0.01 1.0'),
    'vector': ('stays', NVE + 'fix f all vector 1 c_thermo_pe'),
    'viscous': ('stays', NVE + 'fix f all viscous 0.5'),
    'wall/harmonic': ('stays', NVE + 'fix f all wall/harmonic zlo EDGE 1 1 2.5\n'
                                     'fix_modify f virial yes'),
    'wall/lj1043': ('stays', NVE + 'fix f all wall/lj1043 zlo EDGE 1 1 2.5'),
    'wall/lj126': ('stays', NVE + 'fix f all wall/lj126 zlo EDGE 1 1 2.5'),
    'wall/lj93': ('stays', NVE + 'fix f all wall/lj93 zlo EDGE 1 1 2.5\n'
                                 'fix_modify f virial yes'),
    'wall/morse': ('stays', NVE + 'fix f all wall/morse zlo EDGE 1 1 1 2.5'),
    'wall/reflect': ('moves', NVE + 'fix f all wall/reflect zlo EDGE'),
    'wall/reflect/stochastic': ('moves', NVE + 'fix f all wall/reflect/stochastic diffusive 1 '
                                               'zlo EDGE 1 0 0 0'),
}
IN_SLABS = ('deposit', 'wall/', 'gravity', 'central/', 'spring')
# On bonds, also in a box that is deformed, and where their virial does not count.
CONSTRAINTS = {
    'rattle': (NVE + 'fix f all rattle 1e-8 100 0 b 1',
               NVE + 'fix f all rattle 1e-8 100 0 b 1\nfix g all deform 1 x erate 0.1',
               NVE + 'fix f all rattle 1e-8 100 0 b 1\nfix_modify f virial no'),
    'shake': (NVE + 'fix f all shake 1e-8 100 0 b 1',
              NVE + 'fix f all shake 1e-8 100 0 b 1\nfix g all deform 1 x erate 0.1'),
}
# Below, in two dimensions.
ELSEWHERE = ('enforce2d',)


with open(os.path.join(tap.SRCDIR, 'doc', 'examples', 'pair', 'eam.in'), encoding='ascii') as example:
    FUNCFL = example.read().split('velocity')[0] + 'mass 1 63.55\nvelocity all create 600 87287\n'
# Lines after those of the crystal, from the words after pair_style on.
POTENTIALS = {
    'lj/cut': 'lj/cut 2.5\npair_coeff * * 1 1',
    'hybrid': 'hybrid lj/cut 2.5 gauss 2.0\npair_coeff 1 1 lj/cut 1 1\npair_coeff * 2 gauss 0.5 1.0\n'
              'set group some type 2',
    'table': 'lj/cut 2.5\npair_coeff * * 1 1\npair_write 1 1 500 r 0.7 2.5 lj.table LJ\n'
             'pair_style table spline 1000\npair_coeff * * lj.table LJ 2.5',
    'zbl': 'zbl 1.5 2.5\npair_coeff * * 1.0 1.0',
    'zero': 'zero 2.5\npair_coeff * *',
    'born': 'born 2.5\npair_coeff * * 1.0 0.1 1.0 1.0 0.1',
    'buck': 'buck 2.5\npair_coeff * * 100000 0.1 1.0',
    'gauss': 'gauss 2.5\npair_coeff * * 1.0 1.0',
    'harmonic/cut': 'harmonic/cut\npair_coeff * * 5.0 1.2',
    'hybrid/overlay': 'hybrid/overlay lj/cut 2.5 gauss 2.0\npair_coeff * * lj/cut 1 1\n'
                      'pair_coeff * * gauss 0.5 1.0',
    'lj/cubic': 'lj/cubic\npair_coeff * * 1 1',
    'lj/expand': 'lj/expand 2.5\npair_coeff * * 1 0.9 0.1',
    'lj/smooth': 'lj/smooth 2.0 2.5\npair_coeff * * 1 1',
    'lj/smooth/linear': 'lj/smooth/linear 2.5\npair_coeff * * 1 1',
    'mie/cut': 'mie/cut 2.5\npair_coeff * * 1 1 14 6',
    'morse': 'morse 2.5\npair_coeff * * 1 5 1.1',
    'soft': 'soft 1.5\npair_coeff * * 10',
    'yukawa': 'yukawa 1.0 2.5\npair_coeff * * 5',
}
METALS = {'eam': FUNCFL, 'eam/alloy': METAL,
          'eam/fs': METAL.replace('eam/alloy', 'eam/fs', 1)}
# Only for schemes that go from event to event, and without energy.
EVENTS = ('hard',)
BONDS = {'harmonic': '50 1.0', 'morse': '50 1.0 1.0', 'fene': '30 1.5 1 1', 'zero': '',
         'spring/quartic': '1.0 50.0 1.0'}
ANGLES = {'harmonic': '20 100'}


def registered(kind='Fix'):
    """The styles of this kind in the program's list."""
    with tap.Folder() as folder:
        text = tap.avimd(folder, '--list').out
    part = re.search(r'^%s styles:\n((?:  .*\n)*)' % kind, text, re.M).group(1)
    return [line.split()[0] for line in part.splitlines()]
