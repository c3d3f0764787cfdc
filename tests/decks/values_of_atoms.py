# SPDX-License-Identifier: GPL-3.0-or-later
"""Values of atoms belong to the same positions, box and forces as pe and press of their row: at
every look the sum of pe/atom is pe and that of stress/atom is -P V, to 1e-12 of the sum of magnitudes.

The fixes are those of the program's own list: one that has no line here fails the test.  Rows,
variables of atoms, ave/atom and dumps are all held against the row.  All pair and bond styles of
the list follow, in a box that is deformed while others look; and runs that go on from a restart
file, whose first row is that of the run that wrote it."""
import math
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

TOLERANCE = 1e-12
PRESSURES = ['pxx', 'pyy', 'pzz', 'pxy', 'pxz', 'pyz']

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
WATCH = '''compute e all pe/atom
compute s all stress/atom NULL
compute se all reduce sum c_e
compute ss all reduce sum c_s[1] c_s[2] c_s[3] c_s[4] c_s[5] c_s[6]
variable twice atom 2*c_e
compute st all reduce sum v_twice
%(average)s
dump d all custom 1 values.dump id c_e c_s[1] c_s[2] c_s[3] c_s[4] c_s[5] c_s[6]
dump_modify d format float %%.17g
thermo 1
thermo_style custom step vol pe pxx pyy pzz pxy pxz pyz c_se c_ss[1] c_ss[2] c_ss[3] c_ss[4] &
    c_ss[5] c_ss[6] c_st%(averaged)s
thermo_modify norm no format float %%.17g
'''
AVERAGE = {'average': 'fix a all ave/atom 1 1 1 c_e\ncompute sa all reduce sum f_a',
           'averaged': ' c_sa'}
SLAB = {'boundary': 'p p f', 'height': '-1 4'}
PERIODIC = {'boundary': 'p p p', 'height': '0 3'}
NVE = 'fix move all nve\n'
RUN = 'run 6'

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
    'buck': 'buck 2.5\npair_coeff * * 1000 0.12 1.0',
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
# Runs that are cut in two: fixes that move the box or atoms after the forces, and constraints.
RESUMED = {
    'deform': ('crystal', NVE + 'fix f all deform 1 y erate 0.1'),
    'deform, every two steps': ('crystal', 'fix m all nvt temp 1 1 0.5\n'
                                           'fix f all deform 2 y erate 0.1 z volume remap v'),
    'press/berendsen': ('crystal', NVE + 'fix f all press/berendsen iso 1 1 1 modulus 20'),
    'recenter': ('crystal', NVE + 'fix f all recenter 2.0 INIT INIT units box'),
    'shake': ('dimers', NVE + 'fix f all shake 1e-8 100 0 b 1'),
    'rattle': ('dimers', NVE + 'fix f all rattle 1e-8 100 0 b 1'),
}


def registered(kind='Fix'):
    """The styles of this kind in the program's list."""
    with tap.Folder() as folder:
        text = tap.avimd(folder, '--list').out
    part = re.search(r'^%s styles:\n((?:  .*\n)*)' % kind, text, re.M).group(1)
    return [line.split()[0] for line in part.splitlines()]


def dumped(text):
    """By step, the columns of values."""
    frames, lines, k = {}, text.splitlines(), 0
    while k < len(lines):
        count = int(lines[k + 3])
        rows = [[float(word) for word in line.split()] for line in lines[k + 9:k + 9 + count]]
        frames[int(lines[k + 1])] = list(zip(*rows))[1:]
        k += 9 + count
    return frames


def worst_of(folder, log):
    """The largest difference between sums and rows, in units of the sum of magnitudes; the number
    of looks."""
    frames, worst, looks = dumped(folder.read('values.dump')), 0.0, 0
    for row in [row for _, rows in tap.tables(log) for row in rows]:
        if not row[0].isdigit() or len(row) < 17:
            continue
        values, columns = [float(word) for word in row], frames[int(row[0])]
        wanted = [values[2]] + [-p * values[1] for p in values[3:9]]
        sizes = [math.fsum(abs(v) for v in column) + 1e-300 for column in columns]
        for k in range(7):
            for got in (values[9 + k], math.fsum(columns[k])):
                worst = max(worst, abs(got - wanted[k]) / sizes[k])
        for got in [0.5 * values[16]] + values[17:]:
            worst = max(worst, abs(got - wanted[0]) / sizes[0])
        looks += 1
    return worst, looks


def check(name, deck, last=RUN, average=True):
    watch = WATCH % (AVERAGE if average else {'average': '', 'averaged': ''})
    with tap.Folder() as folder:
        folder.write('in.deck', deck + '\n' + watch + last + '\n')
        result = tap.avimd(folder, 'in.deck')
        worst, looks = worst_of(folder, result.out) if result.status == 0 else (math.inf, 0)
    tap.ok('%s: values of atoms belong to the row' % name, looks >= 3 and worst <= TOLERANCE,
           '%d looks, worst difference %g\n%s' % (looks, worst, result))


def check_resumed(name, system, fixes):
    """From a file of step 5 on; at its first row, values are those of the run that wrote it."""
    system = CRYSTAL % PERIODIC if system == 'crystal' else DIMERS % ('harmonic', '500 1.0')
    watch = WATCH % AVERAGE
    with tap.Folder() as folder:
        folder.write('in.whole', system + fixes + '\n' + watch + 'restart 5 mid\nrun 10\n')
        whole = tap.avimd(folder, 'in.whole')
        values = dumped(folder.read('values.dump')) if whole.status == 0 else {}
        folder.write('in.rest', 'read_restart mid.5\n' + fixes + '\n' + watch + 'run 10 upto\n')
        rest = tap.avimd(folder, 'in.rest')
        worst, looks = worst_of(folder, rest.out) if rest.status == 0 else (math.inf, 0)
        again = dumped(folder.read('values.dump')) if rest.status == 0 else {}
    tap.ok('resumed under %s: values of atoms belong to the row' % name,
           looks == 6 and worst <= TOLERANCE and 'Resuming' in rest.out,
           '%d looks, worst difference %g\n%s' % (looks, worst, rest))
    other = [step for step in range(5, 11) if again.get(step) is None or again[step] != values.get(step)]
    tap.ok('resumed under %s: they are those of the whole run, bit for bit' % name, not other, other)


def check_fix(name):
    if name in ELSEWHERE:
        return
    if name not in FIXES and name not in CONSTRAINTS:
        tap.ok('fix %s is classified here' % name, False, 'add a line to FIXES')
        return
    if name in CONSTRAINTS:
        for lines in CONSTRAINTS[name]:
            check('fix %s (%s)' % (name, lines.splitlines()[-1]),
                  DIMERS % ('harmonic', '500 1.0') + lines)
        return
    slab = SLAB if name.startswith(IN_SLABS) else PERIODIC
    for lines in FIXES[name][1:]:
        last = 'minimize 0 1e-8 6 100' if name == 'box/relax' else RUN
        check('fix %s (%s)' % (name, lines.splitlines()[-1]), CRYSTAL % slab + lines, last,
              name not in ('box/relax', 'deposit'))


for fix in registered():
    check_fix(fix)
gone = [name for name in FIXES if name not in registered()]
tap.ok('every fix that is classified here exists', not gone, gone)

for style in registered('Pair'):
    if style in METALS:
        check('%s under deform' % style, METALS[style] + NVE + 'fix f all deform 1 y erate 1.0')
    elif style not in EVENTS:
        check('pair_style %s under deform' % style, CRYSTAL % PERIODIC + NVE +
              'pair_style %s\nfix f all deform 1 y erate 0.1' %
              POTENTIALS.get(style, style + ': add a line to POTENTIALS'))
check('eam/alloy under press/berendsen',
      METAL + NVE + 'fix f all press/berendsen aniso 0 0 1 modulus 800000')
for style in registered('Bond'):
    check('bond_style %s under deform' % style,
          DIMERS % (style, BONDS.get(style, ': add a line to BONDS')) + NVE +
          'fix f all deform 1 x erate 0.1')
for fix, (where, lines) in RESUMED.items():
    check_resumed(fix, where, lines)
check('two dimensions under deform', PLANE + NVE +
      'fix flat all enforce2d\nfix f all deform 1 x erate 0.1')
for scheme in ('respa 2 2 pair 2', 'rk4', 'midpoint', 'blanes-moan4', 'newmark 0.25 0.5'):
    check('run_style %s under deform' % scheme, CRYSTAL % PERIODIC + 'run_style %s\n' % scheme +
          NVE + 'fix f all deform 1 y erate 0.1')
check('a run that goes on (pre no) under deform', CRYSTAL % PERIODIC + NVE +
      'fix f all deform 1 y erate 0.1', 'run 3\nrun 3 pre no')
tap.done()
