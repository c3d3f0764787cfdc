# SPDX-License-Identifier: GPL-3.0-or-later
"""How atoms and bonds are stored changes no bit of a run: a data file with its lines in another
order, sorting in space on and off, one to four threads, and masses that atoms have of their own.
For the latter the masses of the types are made wrong afterwards: what still asks for them is seen.

Every integrator, every pair and bond style, every fix and every compute of the program's registries
is here: one without lines fails the test.  Dumps, rows and the files that fixes write are compared
as texts of 17 digits.  What draws LAMMPS's random numbers in the order of the atoms is named; there
only the number of threads may not matter."""
import csv
import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402
from styles import (  # noqa: E402
    ANGLES, BONDS, CONSTRAINTS, CRYSTAL, DIMERS, EVENTS, FIXES, IN_SLABS, METALS, METAL, NVE,
    PERIODIC, PLANE, POTENTIALS, SLAB, registered, TRIMERS)

# Fixes that draw numbers for each atom in turn, the numbers of LAMMPS in its order.
DRAWN = ('langevin',)
# Atoms that come in have the mass of their type, which is wrong here, and retyped ones keep theirs.
BY_TYPE = re.compile(r'^fix \S+ \S+ deposit|^set \S+ \S+ type|^create_atoms', re.M)
# Commands that draw numbers for one atom after the other, as LAMMPS does, are left out likewise:
# velocity create loop local, set type/ratio and type/subset, delete_atoms porosity.
# Lines of a system that its data file replaces.
MADE = re.compile(r'(create_|set |mass|displace_atoms|velocity|delete_atoms|replicate)')
ENDS = '''dump end all custom 1 end.dump id type x y z ix iy iz vx vy vz fx fy fz
dump_modify end sort id format float %.17g
run 0
'''
OWN_MASSES = '''variable own_mass atom mass
set group all mass v_own_mass
mass * 123.0
'''
OUT = 'dump o all custom 100 out.atoms id %s\ndump_modify o sort id format float %%.17g\n'
ROWS = '''thermo 50
thermo_style custom step temp pe ke etotal press pxx pyy pzz pxy pxz pyz vol fmax fnorm%s
thermo_modify norm no format float %%.17g
'''
ALONE = (('lines in another order', True, '0 0', 1), ('sorted in space', False, '20 1.0', 1),
         ('both, and masses of their own', True, '37 1.6', 1))
THREADS = (('2 threads', False, '0 0', 2), ('4 threads', False, '0 0', 4))
SHARED = (('lines in another order, 4 threads', True, '0 0', 4),
          ('sorted in space, 3 threads', False, '50 1.0', 3),
          ('both, 2 threads, and masses of their own', True, '37 1.6', 2))


def shuffled(data):
    """A data file with the lines of its sections in another order, and ends of bonds swapped."""
    draw, out, lines = random.Random(8125), [], data.split('\n')
    k = 0
    while k < len(lines):
        title = lines[k].split('#')[0].strip()
        out.append(lines[k])
        k += 1
        if title not in ('Atoms', 'Velocities', 'Bonds'):
            continue
        out.append(lines[k])
        first = k + 1
        k = first
        while k < len(lines) and lines[k].strip():
            k += 1
        part = lines[first:k]
        if title == 'Bonds':
            part = [' '.join(w[:2] + (w[:1:-1] if draw.random() < 0.5 else w[2:]))
                    for w in (line.split() for line in part)]
        draw.shuffle(part)
        out += part
    return '\n'.join(out)


def start(folder, system):
    """Writes data files of a system; returns what is left of its lines, or None and the result."""
    folder.write('in.start', system + '\nwrite_data ordered.data nocoeff\n')
    result = tap.avimd(folder, '-in', 'in.start')
    if result.status != 0:
        return None, result
    folder.write('shuffled.data', shuffled(folder.read('ordered.data')))
    kept = [line for line in re.sub(r'&\n', ' ', system).splitlines() if not MADE.match(line)]
    first = [line for line in kept if re.match('units|dimension|boundary|atom_style', line)]
    rest = [line for line in kept if line not in first]
    return ('\n'.join(first), '\n'.join(rest)), result


def outcome(folder, parts, lines, last, variant):
    """All that a run says in numbers."""
    name, other, sorting, threads = variant
    own = 'masses of their own' in name and not BY_TYPE.search(lines + '\n' + last)
    columns = re.findall(r'^# columns (.*)', lines, re.M)
    deck = '%s\natom_modify sort %s\nread_data %s\n%s\n%s%s\n%s%s\n%s' % (
        parts[0], sorting, 'shuffled.data' if other else 'ordered.data', parts[1],
        OWN_MASSES if own else '', lines,
        ROWS % ''.join(' ' + text for text in columns), last, ENDS)
    for name in os.listdir(folder.path):
        if name.startswith('out.') or name in ('end.dump', 'made.data'):
            os.remove(folder.file(name))
    folder.write('in.run', deck)
    result = tap.avimd(folder, '-in', 'in.run', '--threads', str(threads))
    if result.status != 0:
        return None, result
    texts = {name: folder.read(name) for name in os.listdir(folder.path)
             if name.startswith('out.') or name == 'end.dump'}
    if os.path.exists(folder.file('made.data')):  # only bonds have an order of their own there
        texts['bonds'] = folder.read('made.data').partition('\nBonds\n')[2]
    texts['rows'] = '\n'.join(' '.join(row) for _, rows in tap.tables(result.out) for row in rows
                              if row[0].isdigit())
    return texts, result


def differences(reference, got):
    """The first line that differs, for a reader."""
    for name in sorted(reference):
        for a, b in zip(reference[name].splitlines(), got.get(name, '').splitlines()):
            if a != b:
                words = [pair for pair in enumerate(zip(a.split(), b.split()), 1)
                         if pair[1][0] != pair[1][1]]
                return '%s, line that begins with %s: word, wanted, got\n%s' % (
                    name, a.split()[0], '\n'.join('%d %s %s' % (k, *pair) for k, pair in words[:4]))
    return 'other files: %s, %s' % (sorted(reference), sorted(got))


def check(name, system, lines, last='run 500', variants=ALONE):
    with tap.Folder() as folder:
        parts, result = start(folder, system)
        if not tap.ok('%s: the system' % name, parts is not None, result) or parts is None:
            return
        reference, result = outcome(folder, parts, lines, last, ('', False, '0 0', 1))
        if reference is None:
            tap.ok('%s runs' % name, False, result)
            return
        for variant in variants:
            got, result = outcome(folder, parts, lines, last, variant)
            tap.ok('%s: %s' % (name, variant[0]), got == reference,
                   result if got is None else differences(reference, got))


# ---------------------------------------------------------------- systems

LIQUID = '''units lj
lattice fcc 0.8442
region box block 0 7 0 7 0 7
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.44 87287
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
'''
MIXED = CRYSTAL % PERIODIC + 'set group some type 2\nmass 2 2.5\n'
MANY = MIXED.replace('0 3', '0 7')
CHAINS = DIMERS.replace('block 0 4 0 4 0 4', 'block 0 9 0 9 0 9')
COPPER = METAL.replace('0 3', '0 7')
# Molecules of a centre and three partners, on bonds of two types and without any symmetry.
STARS = '''units lj
atom_style bond
lattice sc 0.05
region box block 0 7 0 7 0 7
create_box 2 box bond/types 2 extra/bond/per/atom 3
create_atoms 1 box
lattice sc 0.05 origin 0.36 0 0.04
create_atoms 2 box
lattice sc 0.05 origin 0.82 0.29 0.04
create_atoms 2 box
lattice sc 0.05 origin 0.11 0.85 0.38
create_atoms 2 box
create_bonds many all all 1 0.9 1.05
create_bonds many all all 2 1.1 1.2
mass 1 3.0
mass 2 1.0
pair_style lj/cut 2.0
pair_coeff * * 1.0 1.0
bond_style harmonic
bond_coeff 1 500 1.0
bond_coeff 2 500 1.15
special_bonds lj 0 0 1
velocity all create 1.0 87287
'''
SMALL = '''units lj
lattice fcc 0.8442
region box block 0 2 0 1 0 1
create_box 1 box
create_atoms 1 box
mass 1 1.0
displace_atoms all random 0.1 0.1 0.1 31
velocity all create 1.0 5
pair_style lj/cut 3.5
pair_coeff 1 1 1.0 1.0
'''
SMOOTH = LIQUID.replace('0 7', '0 4').replace('lj/cut', 'lj/smooth/linear')
CLUSTER = '''units lj
boundary f f f
lattice fcc 1.0
region box block -9 9 -9 9 -9 9 units box
region ball sphere 0 0 0 1.9 units box
create_box 1 box
create_atoms 1 region ball
mass 1 1.0
displace_atoms all random 0.05 0.05 0.05 31
velocity all create 0.2 5 mom yes rot yes
pair_style lj/cut 35.0
pair_coeff 1 1 1.0 1.0
neighbor 1.0 bin
timestep 0.005
'''
SMOOTH_MIXED = MIXED.replace('lj/cut', 'lj/smooth/linear')
SMOOTH_DIMERS = (DIMERS % ('harmonic', '500 1.0')).replace('lj/cut', 'lj/smooth/linear')
NETWORK = '''units lj
atom_style bond
lattice sc 0.8
region box block 0 4 0 4 0 4
create_box 1 box bond/types 1 extra/bond/per/atom 6
create_atoms 1 box
mass 1 1.0
pair_style lj/smooth/linear 2.5
pair_coeff 1 1 1.0 1.0
bond_style harmonic
bond_coeff 1 200 1.077
create_bonds many all all 1 1.0 1.1
velocity all create 1.0 87287
'''
WEAK_DIMERS = SMOOTH_DIMERS + 'special_bonds lj 0.3 1 1\n'
SMOOTH_SLAB = (CRYSTAL % SLAB).replace('lj/cut', 'lj/smooth/linear')
CASCADE = LIQUID.replace('0 7', '0 6') + 'group first id 321\nvelocity first set 50 31 17\n'
HOT_METAL = METAL.replace('0 3', '0 6') + 'group first id 77\nvelocity first set 310 170 80\n'

# ---------------------------------------------------------------- integrators

CLASSES = '''compute r all avi/residual class
compute u all avi/updates class
# columns c_r[1][1] c_r[1][2] c_r[2][1] c_r[2][2] c_u[1] c_u[2]
'''
BALANCE = '''compute r all avi/residual atom
compute u all avi/updates atom
dump o all custom 100 out.atoms id c_r[1] c_r[2] c_u
dump_modify o sort id format float %.17g
'''
STEPS = '''compute s all es/steps
# columns c_s[1] c_s[6] c_s[7] c_s[12] c_s[13] c_s[15]
'''
INTEGRATORS = {
    'verlet': [(LIQUID, '')],
    'avi': [(SMOOTH, 'run_style avi step uniform 0.004'),
            (SMOOTH, 'run_style avi step shells 0.00371 1.2 1.5 0.00913'),
            (SMOOTH, 'run_style avi element pair step uniform 0.004'),
            (SMOOTH, 'run_style avi element pair step stiffness 0.02 max 0.005'),
            (SMOOTH, 'run_style avi element atom step uniform 0.004'),
            (SMOOTH, 'run_style avi step auto 1e-4'),
            (SMOOTH, BALANCE + 'run_style avi element pair queue heap step uniform 0.0037'),
            (SMOOTH, BALANCE + 'run_style avi element pair queue bucket step uniform 0.0037'),
            (SMOOTH, CLASSES + 'run_style avi step shells 0.00371 1.2 1.5 0.00913'),
            (SMOOTH_MIXED, 'run_style avi step shells 0.00371 1.2 1.5 0.00913'),
            (SMOOTH_MIXED, 'run_style avi element pair step uniform 0.005 step type 1 2 0.0031'),
            (SMOOTH_MIXED, 'run_style avi element atom step uniform 0.004'),
            (SMOOTH, 'fix s all spring/self 5.0\n'
                     'run_style avi element pair step external 0.003 step pair 0.0047'),
            (SMOOTH_SLAB, 'fix w all wall/harmonic zlo EDGE 1 1 2.5\n'
                          'fix x all wall/harmonic zhi EDGE 1 1 2.5\n'
                          'run_style avi element pair step external 0.003 step pair 0.0047'),
            (SMOOTH_SLAB, 'fix w all wall/harmonic zlo EDGE 1 1 2.5\n'
                          'fix x all wall/harmonic zhi EDGE 1 1 2.5\n'
                          'run_style avi step external 0.003 step pair 0.0047'),
            (SMOOTH_DIMERS, CLASSES + 'run_style avi step bond 0.0011 step pair 0.0047'),
            (SMOOTH_DIMERS, 'run_style avi step bond 0.0011 step pair 0.0047'),
            (NETWORK, 'run_style avi step bond 0.0011 step pair 0.0047'),
            (NETWORK, 'run_style avi element pair step bond 0.0011 step pair 0.0047'),
            (SMOOTH_DIMERS,
             BALANCE + 'run_style avi element pair step bond 0.0011 step pair 0.0047'),
            (SMOOTH_DIMERS, 'run_style avi element pair step stiffness 0.02'),
            (SMOOTH_DIMERS, 'run_style avi element atom step uniform 0.0017'),
            (WEAK_DIMERS, 'run_style avi step shells 0.0017 1.2 1.5 0.0041'),
            (WEAK_DIMERS, 'run_style avi element pair step bond 0.0011 step pair 0.0047'),
            (METAL, 'run_style avi step pair 0.0023 step embed 0.0041'),
            (METAL, 'run_style avi element pair step pair 0.0023 step embed 0.0041', 'run 60'),
            (METAL, 'run_style avi element atom step uniform 0.002', 'run 60'),
            (SMOOTH, 'run_style avi hot speed 2.5 radius 1.5 block 0.005'),
            (SMOOTH_MIXED.replace('0 3', '0 6'),
             'run_style avi hot speed 2.0 radius 1.5 block 0.005', 'run 200'),
            (CASCADE, 'run_style avi hot speed 8 radius 2 block 0.005', 'run 100'),
            (HOT_METAL, 'run_style avi hot speed 25 radius 4 block 0.002', 'run 40')],
    'energy-stepping': [(CLUSTER, STEPS + 'run_style energy-stepping h 0.1'),
                        (CLUSTER, 'run_style energy-stepping h 0.1 verify', 'run 10'),
                        (CLUSTER, 'fix w all wall/reflect xlo -1.65 yhi 1.65 units box\n'
                                  'run_style energy-stepping h 0.1', 'run 400'),
                        (CLUSTER, 'fix s all spring/self 2.0\nrun_style energy-stepping h 0.1'),
                        (SMOOTH_DIMERS, 'run_style energy-stepping h 1.0'),
                        (WEAK_DIMERS, 'run_style energy-stepping h 1.0'),
                        (METAL, 'run_style energy-stepping h 0.3', 'run 10')],
    'energy-stepping/pair': [(SMOOTH, STEPS + 'run_style energy-stepping/pair h 0.1'),
                             (SMOOTH_MIXED, 'run_style energy-stepping/pair h 0.1'),
                             (SMOOTH_SLAB, 'fix w all wall/reflect zlo EDGE zhi EDGE\n'
                                           'run_style energy-stepping/pair h 0.1')],
    'force-stepping': [(CLUSTER, STEPS + 'run_style force-stepping 0.02'),
                       (CLUSTER, 'fix s all spring/self 2.0\nrun_style force-stepping 0.02')],
    'symplectic-euler': [(LIQUID, 'run_style symplectic-euler')],
    'forest-ruth': [(SMOOTH, 'run_style forest-ruth')],
    'suzuki4': [(SMOOTH, 'run_style suzuki4')],
    'blanes-moan4': [(SMOOTH, 'run_style blanes-moan4')],
    'newmark': [(SMOOTH, 'run_style newmark 0.25 0.5'), (SMOOTH, 'run_style newmark 0 0.5')],
    'midpoint': [(SMOOTH, 'run_style midpoint'), (CLUSTER, 'run_style midpoint adapt energy'),
                 # So stiff that Newton's method is needed.
                 (SMOOTH_DIMERS, 'run_style midpoint\ntimestep 0.06', 'run 20')],
    'galerkin': [(SMOOTH, 'run_style galerkin 4')],
    'rk4': [(SMOOTH, 'run_style rk4')],
    'respa': [(CHAINS % ('harmonic', '500 1.0'), 'run_style respa 2 4 bond 1 pair 2'),
              (LIQUID, 'run_style respa 2 2 inner 1 1.2 1.5 outer 2'),
              (WEAK_DIMERS, 'run_style respa 3 2 2 bond 1 inner 2 1.2 1.5 outer 3'),
              (COPPER + 'group some id 1:40\n',
               'fix s some spring/self 5.0\nrun_style respa 2 2 pair 2', 'run 60')],
}
SHORT = ('energy-stepping', 'force-stepping')


def check_integrators():
    for name in registered_integrators():
        for system, line, *last in INTEGRATORS.get(name, [(LIQUID, '# add a line to INTEGRATORS')]):
            last = last[0] if last else 'run 20\nrun 40' if name in SHORT else 'run 200\nrun 300'
            check(line.splitlines()[-1] if line else name, system, NVE + line, last,
                  SHARED if '0 7' in system else ALONE)


def registered_integrators():
    with tap.Folder() as folder:
        text = tap.avimd(folder, '--list').out
    part = re.search(r'^Integrators.*:\n((?:  .*\n)*)', text, re.M).group(1)
    return [line.split()[0] for line in part.splitlines()]


# ---------------------------------------------------------------- potentials

def check_potentials():
    for style in registered('Pair'):
        if style in METALS:
            check(style, METALS[style].replace('0 3', '0 7'), NVE, variants=SHARED)
        elif style in EVENTS:
            hard = (CRYSTAL % PERIODIC).replace('lj/cut 2.5', 'hard').replace(
                'pair_coeff * * 1.0 1.0', 'pair_coeff * * 0.9')
            check(style, hard, NVE + 'run_style energy-stepping/pair h 0.1', 'run 100')
        else:
            words = POTENTIALS.get(style, style + ': add a line to POTENTIALS')
            check(style, MANY + 'pair_style ' + words, NVE, variants=SHARED)
    check('hybrid/overlay of eam and zbl', COPPER + '''pair_style hybrid/overlay eam/alloy zbl 1.0 2.0
pair_coeff * * eam/alloy %s Al
pair_coeff * * zbl 13 13
''' % re.search(r'\S+eam.alloy', METAL).group(0), NVE, variants=SHARED)
    for style in registered('Bond'):
        words = BONDS.get(style, ': add a line to BONDS')
        check(style, CHAINS % (style, words), NVE + 'timestep 0.001', variants=SHARED)
        check(style + ', weak 1-2 pairs', DIMERS % (style, words),
              NVE + 'timestep 0.001\nspecial_bonds lj 0.3 1 1')
        check(style + ', six bonds of each atom', NETWORK.replace('harmonic', style).replace(
            '200 1.077', words), NVE + 'timestep 0.001')
    for style in registered('Angle'):
        words = ANGLES.get(style, ': add a line to ANGLES')
        check('angle ' + style, TRIMERS % (style, words), NVE + 'timestep 0.001', variants=SHARED)
    check('a box smaller than the cutoff', SMALL, NVE)
    check('two dimensions', PLANE, NVE + 'fix flat all enforce2d')


# ---------------------------------------------------------------- fixes and computes

MORE_FIXES = {
    'ave/chunk': NVE + 'compute c all chunk/atom bin/1d x lower 1.0\n'
                       'fix f all ave/chunk 1 5 10 c vx temp density/mass file out.chunk format " %.17g"',
    'ave/histo': NVE + 'fix f all ave/histo 1 5 10 -9 9 20 vx mode vector file out.histo',
    'spring': NVE + 'fix f some spring couple rest 1.0 0.1 0 0 0.5\n# columns f_f[4]',
    'aveforce': NVE + 'fix f some aveforce 0.1 NULL NULL\n# columns f_f[1] f_f[2] f_f[3]',
    'addforce': NVE + 'variable a atom 0.1*x\nfix f some addforce v_a 0.2 0\n# columns f_f f_f[1]',
    'setforce': NVE + 'fix f some setforce 0 NULL NULL\n# columns f_f[1] f_f[2] f_f[3]',
    'indent': NVE + 'fix f all indent 10 sphere 2 2 6 2.0\n# columns f_f f_f[1] f_f[2] f_f[3]',
    # Flows so large that a last bit of the centre's velocity is not lost.
    'heat': NVE + 'fix f some heat 5 30\n# columns f_f',
    'ehex': NVE + 'fix f some ehex 5 30\n# columns f_f',
    'central/kepler': NVE + 'fix f some central/kepler 0.1 center 2 2 6\n# columns f_f',
    'momentum': NVE + 'fix f some momentum 5 linear 1 1 1 angular rescale',
    'temp/rescale': NVE + 'compute t some temp/com\nfix f some temp/rescale 5 1 1 0.01 1.0\n'
                          'fix_modify f temp t\n# columns f_f',
    'nvt': 'compute t all temp/com\nfix f all nvt temp 1 1 0.5\nfix_modify f temp t\n# columns ecouple',
    'controller': NVE + 'variable k internal 1.0\nfix c all controller 2 0.1 1 0 0 c_thermo_temp 1.0 k\n'
                        'fix f all viscous 0.1\nvariable force equal v_k\nfix g all addforce v_force 0 0',
}
MORE_FIXES_TOO = {
    'addforce': [NVE + 'region half block INF 2 INF INF INF INF\n'
                       'fix f all addforce 0.1 0.2 0 region half\n# columns f_f f_f[1] f_f[2]'],
    'ave/chunk': [NVE + 'compute p all pe/atom\ncompute c all chunk/atom bin/3d x lower 0.3 '
                        'y lower 0.3 z lower 0.3 ids every compress yes\n'
                        'fix f all ave/chunk 1 5 10 c c_p fx mass norm sample file out.chunk '
                        'format " %.17g"',
                  NVE + 'compute c all chunk/atom type\nfix f all ave/chunk 5 2 10 c vy temp norm '
                        'none ave running file out.chunk format " %.17g"'],
    'aveforce': ['run_style respa 2 2 inner 1 1.2 1.5 outer 2\n' + NVE +
                 'fix f some aveforce 0.1 NULL 0\n# columns f_f[1] f_f[2] f_f[3]'],
    'setforce': ['run_style respa 2 2 inner 1 1.2 1.5 outer 2\n' + NVE +
                 'fix f some setforce 0 NULL 0\n# columns f_f[1] f_f[2] f_f[3]'],
    'box/relax': ['fix f all box/relax x 1.0 y 2.0 z 0.5 vmax 0.01 nreset 5'],
    'dt/reset': [NVE + 'fix f all dt/reset 1 0.0001 0.01 0.03 emax 1.0 units box'],
    'dt/stiffness': [NVE + 'fix f some dt/stiffness 1 0.02 travel 0.03 energy 0.001\n'
                           '# columns f_f'],
    'deposit': [NVE + 'region top block 0 3 0 3 3.5 3.9\n'
                      'fix f some deposit 20 2 10 12345 region top near 1.0 vx -1 1 vz -3 -2 id next '
                      'units box\nfix top all wall/reflect zhi EDGE',
                NVE + 'region top block 0 3 0 3 3.5 3.9\nfix f some deposit 4 2 60 12345 region top '
                      'near 0.9 local 0.8 1.0 1.0 vz -3 -2 units box\n'
                      'fix top all wall/reflect zhi EDGE'],
    'langevin': [NVE + 'fix f some langevin 1 1 0.5 4711 zero yes tally yes scale 2 2\n'
                       '# columns f_f'],
    'momentum': [NVE + 'fix f all momentum 5 angular'],
    'spring': [NVE + 'fix f some spring tether 1 0 0 0 0\n# columns f_f f_f[1]'],
    'store/state': [NVE + 'fix f some store/state 50 xu yu zu com yes\nvariable a atom f_f[1]\n' +
                    OUT % 'v_a'],
    'wall/reflect/stochastic': [
        NVE + 'fix f all wall/reflect/stochastic maxwell 12 zlo 0.1 1 0 0 0 0.7 '
              'zhi 5.8 1 0.5 0 0 0.5 units box',
        NVE + 'fix f all wall/reflect/stochastic ccl 12 zlo 0.1 1 0 0 0 0.7 0.8 0.9 '
              'zhi 5.8 1 0.5 0 0 1 0.8 0.5 units box'],
    'npt': ['fix f all npt temp 1 1 0.5 iso 0 0 0.5\n# columns ecouple econserve f_f',
            'compute t all temp/partial 1 1 0\nfix f all npt temp 1 1 0.5 aniso 0 0 0.5 mtk no\n'
            'fix_modify f temp t'],
    'ave/correlate': [NVE + 'fix f all ave/correlate 1 5 50 c_thermo_press[1] c_thermo_press[4] '
                            'file out.correlate'],
}
COMPUTES = {
    'heat/average': ('compute c all heat/average', 'c_c', ''),
    'centro/atom': ('compute a all centro/atom 12', '', 'atom'),
    'cluster/atom': ('compute a all cluster/atom 1.2', '', 'atom'),
    'cna/atom': ('compute a all cna/atom 1.4', '', 'atom'),
    'chunk/atom': ('compute a all chunk/atom bin/1d z lower 1.0', '', 'atom'),
    'com': ('compute c some com', 'c_c[1] c_c[2] c_c[3]', ''),
    'coord/atom': ('compute a all coord/atom cutoff 1.4', '', 'atom'),
    'displace/atom': ('compute b all displace/atom\nvariable a atom c_b[4]', '', 'variable'),
    'group/group': ('compute c some group/group rest', 'c_c c_c[1] c_c[2] c_c[3]', ''),
    'gyration': ('compute c some gyration', 'c_c c_c[1] c_c[4] c_c[6]', ''),
    'heat/flux': ('compute e all ke/atom\ncompute p all pe/atom\ncompute s all stress/atom NULL virial\n'
                  'compute c all heat/flux e p s', 'c_c[1] c_c[2] c_c[3] c_c[4] c_c[6]', ''),
    'ke': ('compute c some ke', 'c_c', ''),
    'ke/atom': ('compute a all ke/atom', '', 'atom'),
    'msd': ('compute c some msd com yes', 'c_c[1] c_c[2] c_c[3] c_c[4]', ''),
    'orientorder/atom': ('compute b all orientorder/atom\nvariable a atom c_b[2]', '', 'variable'),
    'pe': ('compute c all pe pair', 'c_c', ''),
    'pe/atom': ('compute a all pe/atom', '', 'atom'),
    'pressure': ('compute c all pressure thermo_temp', 'c_c c_c[1] c_c[6]', ''),
    'property/atom': ('compute a all property/atom vx', '', 'atom'),
    'rdf': ('compute r all rdf 50\nfix r all ave/time 10 1 10 c_r[*] file out.rdf mode vector', '', ''),
    'reduce': ('compute p all pe/atom\ncompute c all reduce sum vx c_p\ncompute d all reduce ave c_p\n'
               'compute g all reduce max vx vy replace 2 1', 'c_c[1] c_c[2] c_d c_g[1] c_g[2]', ''),
    'reduce/region': ('region half block INF 2 INF INF INF INF\n'
                      'compute c all reduce/region half sum vx vy', 'c_c[1] c_c[2]', ''),
    'stress/atom': ('compute b all stress/atom NULL\nvariable a atom c_b[5]', '', 'variable'),
    'temp': ('compute c some temp', 'c_c c_c[1] c_c[5]', ''),
    'temp/com': ('compute c some temp/com', 'c_c c_c[1] c_c[5]', ''),
    'temp/partial': ('compute c some temp/partial 1 0 1', 'c_c c_c[1] c_c[5]', ''),
    'temp/ramp': ('compute c all temp/ramp vx 0 1 y 0 3', 'c_c c_c[1] c_c[5]', ''),
    'temp/region': ('region half block INF 2 INF INF INF INF\ncompute c all temp/region half',
                    'c_c c_c[1] c_c[5]', ''),
    'vacf': ('compute c some vacf', 'c_c[1] c_c[4]', ''),
}
# Those of bonds, of metals and of all molecules, those that go with one integrator only, and words
# that matter.
SHELLS = 'run_style avi element pair step shells 0.00371 1.2 1.5 0.00913\n'
UPDATES = 'compute c all avi/updates class\ncompute a all avi/updates\n'
RESIDUALS = ('compute c all avi/residual class\ncompute b all avi/residual\n'
             'variable a atom c_b[2]\n')
STEPS = ('compute c all es/steps', ' '.join('c_c[%d]' % k for k in range(1, 16)), '')
# Springs in a plane, whose frame is fixed.
SHEET = '''units lj
dimension 2
boundary f f p
atom_style bond
lattice hex 1.1547005383792515
region box block -1 6 -1 6 -0.5 0.5
create_box 1 box bond/types 1 extra/bond/per/atom 6 extra/special/per/atom 40
region sheet block -0.1 5.1 -0.1 5.1 -0.5 0.5
region inner block 0.6 4.4 0.4 4.6 -0.5 0.5
create_atoms 1 region sheet
mass 1 1.0
pair_style zero 2.0
pair_coeff * *
bond_style spring/quartic
bond_coeff 1 1.0 25 1.0
create_bonds many all all 1 0.9 1.1
group inner region inner
velocity inner create 0.01 2004 dist gaussian mom no
'''
WEAK = DIMERS % ('harmonic', '500 1.0')
PARTS_OF_BONDS = 'special_bonds lj 0.3 1 1\ntimestep 0.001\ngroup some id 1:40\n'
# Atoms that all see each other, at rest relative to each other's steps of energy.
FEW = '''units lj
boundary f f f
lattice fcc 1.0
region box block -9 9 -9 9 -9 9 units box
region ball sphere 0 0 0 1.2 units box
create_box 1 box
create_atoms 1 region ball
mass 1 1.0
displace_atoms all random 0.05 0.05 0.05 31
velocity all create 0.2 5 mom yes rot yes
pair_style lj/smooth/linear 8.0
pair_coeff 1 1 1.0 1.0
timestep 0.005
'''
CHARGED = '''units lj
atom_style full
lattice fcc 0.8
region box block 0 3 0 3 0 3
create_box 1 box
create_atoms 1 box
mass 1 1.0
variable q atom 0.1*sin(id)
set group all charge v_q
displace_atoms all random 0.05 0.05 0.05 31
velocity all create 1.0 87287
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
group some id 1:40
'''
METAL_PARTS = '''compute p all pe/atom
compute k all ke/atom
compute s all stress/atom NULL virial
compute c all heat/flux k p s
variable a atom c_p+c_s[1]-c_s[6]'''
MORE_COMPUTES = {
    'avi/updates': [(SMOOTH, SHELLS + UPDATES, 'c_c[1] c_c[2]', 'atom')],
    'avi/residual': [
        (SMOOTH, SHELLS + RESIDUALS, 'c_c[1][1] c_c[1][2] c_c[2][1] c_c[2][2]', 'variable'),
        (SMOOTH, 'run_style avi element group step shells 0.00371 1.2 1.5 0.00913\n'
                 'compute c all avi/residual class', 'c_c[1][1] c_c[1][2] c_c[2][1]', '')],
    'es/steps': [(FEW, 'run_style energy-stepping h 0.02\n' + STEPS[0], *STEPS[1:]),
                 (SMOOTH, 'run_style energy-stepping/pair h 0.1\n' + STEPS[0], *STEPS[1:])],
    'modes': [(SHEET, 'compute c inner modes', 'c_c c_c[2] c_c[3] c_c[4] c_c[5][1] c_c[7][2]', '')],
    'heat/average': [
        (SMOOTH, 'group some id 1:40\nrun_style avi step shells 0.00371 1.2 1.5 0.00913\n'
                 'compute c some heat/average', 'c_c c_c[1] c_c[3]', ''),
        (SHEET, 'compute m inner modes\ncompute c inner heat/average exact c_m', 'c_c c_c[5]', ''),
        (MIXED, 'compute c some heat/average quadrature trapezoid', 'c_c c_c[1] c_c[3]', '')],
    'group/group': [(WEAK, PARTS_OF_BONDS + 'group rest subtract all some\n'
                     'compute c some group/group rest', 'c_c c_c[1] c_c[2] c_c[3]', ''),
                    (MIXED, 'compute c some group/group all', 'c_c c_c[1]', '')],
    'pe/atom': [(WEAK, PARTS_OF_BONDS + 'compute a all pe/atom', '', 'atom')],
    'stress/atom': [(WEAK, PARTS_OF_BONDS + 'compute b all stress/atom NULL\n'
                     'variable a atom c_b[1]+c_b[5]', '', 'variable')],
    'heat/flux': [(COPPER.replace('0 7', '0 4'), METAL_PARTS,
                   ' '.join('c_c[%d]' % k for k in range(1, 7)), 'variable')],
    'msd': [(MIXED, 'compute c some msd com yes average yes\nfix t all ave/time 5 1 5 c_c[4]',
             'c_c[1] c_c[4] f_t', '')],
    'rdf': [(MIXED, 'compute r some rdf 40 1 1 1 2 * * cutoff 2.2\n'
                    'fix r all ave/time 10 1 10 c_r[*] file out.rdf mode vector', '', '')],
    'coord/atom': [(MIXED, 'compute b all coord/atom cutoff 1.4 group some 1 2\n'
                           'variable a atom c_b[1]+10*c_b[2]', '', 'variable')],
    'orientorder/atom': [(MIXED, 'compute b all orientorder/atom cutoff 1.5 nnn NULL degrees 2 4 6 '
                                 'wl yes wl/hat yes\nvariable a atom c_b[3]+c_b[6]', '', 'variable')],
    'centro/atom': [(MIXED, 'compute a all centro/atom 8', '', 'atom')],
    'chunk/atom': [(MIXED, 'compute n all coord/atom cutoff 1.3\n'
                           'compute a all chunk/atom c_n compress yes', '', 'atom')],
    'reduce': [
        # several atoms have the extreme value: one of them is to be shown
        (MIXED, 'variable t atom type\nvariable s atom -type\n'
                'compute c all reduce max v_t x replace 2 1\n'
                'compute d all reduce minabs v_s y replace 2 1\n'
                'compute e some reduce avesq vx vy fx\ncompute g rest reduce sumabs vx fy',
         'c_c[2] c_d[2] c_e[1] c_e[3] c_g[1] c_g[2]', '')],
    'temp': [(WEAK, 'timestep 0.001\ncompute c all temp', 'c_c c_c[1] c_c[4]', '')],
}
OUT = 'dump o all custom 100 out.atoms id %s\ndump_modify o sort id format float %%.17g\n'
FUNCTIONS = ['%s(%s)' % (name, words) for name, words in (
    ('mass', 'some'), ('xcm', 'some,x'), ('vcm', 'some,y'), ('fcm', 'some,z'), ('gyration', 'some'),
    ('ke', 'some'), ('angmom', 'some,x'), ('torque', 'some,y'), ('inertia', 'some,xy'),
    ('omega', 'some,z'), ('bound', 'some,xmin'), ('charge', 'some'), ('count', 'all,low'),
    ('xcm', 'all,y,low'), ('ke', 'all,low'), ('inertia', 'all,zz,low'), ('mass', 'all,low'))]


# What sums over all atoms drive, with threads; of the crowd, threads share those sums too.
ENSEMBLES = {
    'nvt': 'fix f all nvt temp 1 1 0.5\n# columns ecouple',
    'nph': 'fix f all nph aniso 0 0 0.5\n# columns ecouple',
    'npt': 'fix f all npt temp 1 1 0.5 iso 0 0 0.5\n# columns ecouple',
    'berendsen': NVE + 'compute t all temp/com\nfix f all temp/berendsen 1 1 0.5\nfix_modify f temp t\n'
                       'fix g all press/berendsen iso 1 1 1 modulus 20',
    'temp/rescale': NVE + 'fix f all temp/rescale 1 1 1 0.01 1.0\n'
                          'fix g all momentum 5 linear 1 1 1 angular rescale',
}
CROWD = LIQUID.replace('0 7', '0 17')


# Atoms that are driven through others heat them until they fly apart.
LASTS = {'box/relax': 'minimize 0 1e-8 60 1000', 'move': 'run 300'}
MINIMISERS = (
    'min_style cg', 'min_style cg, line backtrack norm max',
    'min_style cg, line forcezero norm inf',
    'min_style sd', 'min_style sd, line forcezero', 'min_style fire, norm max',
    'min_style fire, integrator leapfrog dmax 0.01', 'min_style fire, abcfire yes',
    'min_style quickmin', 'min_style quickmin, dmax 0.001')


def check_fixes():
    for name in registered():
        if name in CONSTRAINTS:
            for lines in CONSTRAINTS[name]:
                check('fix ' + name, CHAINS % ('harmonic', '500 1.0'), lines, variants=SHARED)
            check('fix %s, stars' % name, STARS, NVE + 'fix f all %s 1e-8 100 100 b 1 2\n'
                  'compute s all stress/atom NULL\nvariable a atom c_s[4]\n' % name +
                  OUT % 'v_a', variants=SHARED)
            continue
        if name == 'enforce2d':
            continue  # with the potentials
        system = MIXED if not name.startswith(IN_SLABS) else CRYSTAL % SLAB
        if name not in FIXES:
            tap.ok('fix %s is listed' % name, False, 'add a line to FIXES')
            continue
        last = LASTS.get(name, 'run 500')
        for lines in [MORE_FIXES.get(name, FIXES[name][1])] + list(FIXES[name][2:]) + \
                MORE_FIXES_TOO.get(name, []):
            check('fix %s (%s)' % (name, lines.splitlines()[-1]), system, lines, last,
                  THREADS if name in DRAWN else ALONE)
    check('fix langevin without noise', MIXED,
          NVE + 'fix f some langevin 0 0 0.5 4711 tally yes scale 2 2\n# columns f_f')
    for name, lines in ENSEMBLES.items():
        check('%s, threads' % name, LIQUID, lines, variants=SHARED)
    for name in 'npt', 'berendsen':
        check('%s, 19652 atoms' % name, CROWD, ENSEMBLES[name], 'run 20', SHARED[:2])
    for words in MINIMISERS:
        check(words, MIXED + 'displace_atoms all random 0.1 0.1 0.1 5 units box\n',
              words.replace(',', '\nmin_modify'), 'minimize 0 1e-10 80 1000')


def check_compute(name, system, lines, columns, kind):
    if kind:
        lines += '\n' + OUT % ('c_a' if kind == 'atom' else 'v_a')
    move = NVE if 'group inner' not in system else 'fix move inner nve\n'
    check('compute %s (%s)' % (name, lines.splitlines()[0]), system,
          move + lines + '\n# columns ' + columns, 'run %d' % (60 if 'energy-' in lines else 200))


def check_computes():
    for name in registered('Compute'):
        cases = [(MIXED, *COMPUTES[name])] if name in COMPUTES else []
        cases += MORE_COMPUTES.get(name, [])
        if not cases:
            tap.ok('compute %s is listed' % name, False, 'add a line to COMPUTES')
        for case in cases:
            check_compute(name, *case)
    variables = 'region low block INF INF INF INF INF 2\n' + ''.join(
        'variable f%d equal %s\n' % pair for pair in enumerate(FUNCTIONS))
    check('functions of groups', CHARGED, NVE + variables + '# columns ' +
          ' '.join('v_f%d' % k for k in range(len(FUNCTIONS))), 'run 200')


# ---------------------------------------------------------------- commands

# Between two runs: sorted atoms stand in another order then.
COMMANDS = [
    'velocity all zero linear', 'velocity some zero linear\nvelocity some zero angular',
    'velocity all scale 1.7', 'velocity some scale 0.6 temp part',
    'velocity all create 1.3 4711 mom yes rot yes', 'velocity all create 1.3 4711 dist gaussian',
    'velocity some create 1.3 4711 loop geom mom yes rot yes sum yes',
    'velocity all create 1.3 4711 mom yes temp drift bias yes',
    'velocity all create 1.3 4711 temp all', 'velocity some set 0.1 NULL v_vary sum yes units box',
    'velocity all ramp vx 0 0.3 y 0 3', 'displace_atoms some move 0.02 v_vary 0 units box',
    'displace_atoms some random 0.02 0.02 0.02 77 units box',
    'displace_atoms all rotate 1 1 1 0 0 1 30 units box\nminimize 0 1e-3 20 100',
    'displace_atoms all ramp x 0 0.1 y 0 3', 'set group some type/fraction 1 0.5 4711',
    'set group some vx v_vary', 'delete_atoms group some', 'delete_atoms overlap 1.0 all all',
    'delete_atoms overlap 1.05 some rest\nvelocity all create 1.0 12', 'delete_atoms region corner',
    'change_box all x final 0 5.2 remap units box', 'replicate 2 1 1', 'group hot dynamic all var vary',
    'group hot variable vary\ncompute h hot com\n# columns c_h[1]', 'minimize 0 1e-8 30 100',
]
MEANWHILE = NVE + '''variable vary atom 0.01*vx
region corner block INF 2 INF 2 INF INF
compute part some temp/partial 1 1 0
compute drift all temp/com
compute all all temp
'''


def check_commands():
    for command in COMMANDS:
        check('after a run: ' + command.splitlines()[0], MIXED, MEANWHILE + 'run 60\n' + command +
              '\n', 'run 60')
    check('read_dump', MIXED, NVE + '''dump back all custom 30 out.back id type x y z vx vy vz
dump_modify back sort id format float %.17g
run 60
undump back
read_dump out.back 30 x y z vx vy vz
''', 'run 60')
    loose = CHAINS.replace('create_bonds', '# create_bonds') % ('harmonic', '500 1.0')
    check('create_bonds', loose, NVE + '''timestep 0.001
run 60
create_bonds many all all 1 0.8 1.1
write_data made.data
''', 'run 60')
    check('check forces', MIXED, NVE + 'run 60\nlog out.check\ncheck forces\nlog none\n', 'run 60')


# ---------------------------------------------------------------- avimd compare

COMPARISON = ('--integrators', 'verlet,rk4', '--steps', '0.002:0.004:2', '--starts', '3', '--samples',
              '50', '--measure', 'energy,momentum,temperature,heat,h1,rdf', '--reference',
              'blanes-moan4:0.001', '--no-plots')


def compared(folder, words, variant):
    """Its results, but for the time that runs took."""
    _, other, sorting, _ = variant
    folder.write('in.run', 'units lj\natom_modify sort %s\nread_data %s\n' % (
        sorting, 'shuffled.data' if other else 'ordered.data') + SMOOTH[SMOOTH.index('pair_style'):] +
        NVE + 'run 40\nrun 100\n')
    result = tap.avimd(folder, 'compare', 'in.run', '--again', '--out', 'found', *COMPARISON, *words)
    if result.status != 0:
        return None, result
    rows = list(csv.DictReader(folder.read('found/results.csv').splitlines()))
    return [{key: row[key] for key in row if key != 'wall_seconds'} for row in rows], result


def check_comparisons():
    for words in ((), ('--perturb', '0.01', '--settle', '0.1')):
        with tap.Folder() as folder:
            start(folder, SMOOTH)
            reference, result = compared(folder, words, ('', False, '0 0', 1))
            for variant in ALONE:
                got, _ = compared(folder, words, variant)
                tap.ok('compare %s: %s' % (' '.join(words), variant[0]),
                       reference is not None and got == reference,
                       result if reference is None else '%s\n%s' % (reference, got))


PARTS = {'integrators': check_integrators, 'potentials': check_potentials, 'fixes': check_fixes,
         'computes': check_computes, 'commands': check_commands, 'comparisons': check_comparisons}
if __name__ == '__main__':  # tests/bits reads the tables above
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
    tap.done()
