# SPDX-License-Identifier: GPL-3.0-or-later
"""Minimisation, fix box/relax and change_box beside LAMMPS.

From the same positions every style takes the same path: rows to 1e-8 over the iterations, the same
reason to stop, the same numbers of iterations and force evaluations, energies to 1e-10.  LAMMPS's own
examples begin with a run that is chaotic at its end; there the reason to stop and the energy agree.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

LJ = """units lj
lattice fcc 1.0
region b block 0 3 0 3 0 3
create_box 1 b
create_atoms 1 box
mass 1 1.0
displace_atoms all random 0.08 0.08 0.08 4711 units box
pair_style lj/smooth/linear 2.5
pair_coeff 1 1 1.0 1.0
neighbor 0.3 bin
"""
CUT = LJ.replace('lj/smooth/linear', 'lj/cut').replace('0.08 0.08 0.08', '0.1 0.1 0.1')
METAL = """units metal
lattice fcc 3.7
region b block 0 4 0 4 0 4
create_box 1 b
create_atoms 1 box
displace_atoms all random 0.1 0.1 0.1 815 units box
pair_style eam/alloy
pair_coeff * * %s/potentials/Cu_zhou04.eam.alloy Cu
""" % tap.SRCDIR
CLUSTER = """units lj
boundary s s s
lattice sc 0.7
region b block 0 6 0 6 0 6
create_box 1 b
region ball sphere 2.5 2.5 2.5 1.8
create_atoms 1 region ball
mass 1 1.0
pair_style lj/smooth/linear 3.0
pair_coeff 1 1 1.0 1.0
displace_atoms all random 0.05 0.05 0.05 99 units box
"""
FEW = CLUSTER.replace('1.8', '0.9').replace('0.05 0.05 0.05', '0.2 0.2 0.2')
FLAT = """units lj
dimension 2
lattice sq2 0.8442
region b block 0 8 0 8 -0.1 0.1
create_box 1 b
create_atoms 1 box
mass 1 1.0
displace_atoms all random 0.1 0.1 0.0 4711 units box
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0 2.5
pair_modify shift yes
fix 2 all enforce2d
"""
CHAIN = """units lj
atom_style bond
region b block -10 10 -10 10 -10 10
create_box 1 b bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 10
create_atoms 1 random 40 4711 NULL
mass 1 1.0
pair_style soft 4.0
pair_coeff * * 20.0
bond_style harmonic
bond_coeff 1 30.0 1.0
special_bonds lj 0.0 1.0 1.0
neighbor 1.0 bin
create_bonds many all all 1 0.1 3.0
"""
ROWS = """thermo 1
thermo_style custom step temp pe press lx ly lz fnorm fmax %s
thermo_modify format float %%20.15g
"""
SLAB = LJ.replace('units lj', 'units lj\nboundary p p f').replace('0 3 0 3 0 3', '0 3 0 3 -0.9 3.9')
WALLS = """fix 3 all wall/harmonic zlo -1.3 5.0 1.0 1.2 units box
fix_modify 3 energy yes
fix 4 all spring/self 2.0
fix_modify 4 energy yes
displace_atoms all random 0.05 0.05 0.05 77 units box
"""
GROUP = """region low block INF INF INF INF INF 0.4
group low region low
fix 5 low setforce 0.0 0.0 0.0
fix 6 all momentum 1 linear 1 1 1
fix 7 all gravity 3.0 vector 0 0 1
fix 8 all nve
"""

# Name, system, settings, columns, command, how far rows are compared.
CASES = [
    ('cg', LJ, '', '', '1e-8 1e-6 100 400', 100),
    ('cg, kinks of the energy', CUT, '', '', '1e-8 1e-6 100 400', 100),
    ('sd', LJ, 'min_style sd', '', '1e-8 1e-6 60 400', 60),
    ('quickmin', LJ, 'min_style quickmin\ntimestep 0.02', '', '1e-8 1e-6 100 400', 60),
    ('fire', LJ, 'min_style fire', '', '1e-8 1e-6 200 400', 100),
    ('fire verlet', LJ, 'min_style fire\nmin_modify integrator verlet tmax 4 delaystep 5', '',
     '1e-8 1e-6 200 400', 100),
    ('fire leapfrog', LJ, 'min_style fire\nmin_modify integrator leapfrog halfstepback no', '',
     '1e-8 1e-6 200 400', 100),
    ('fire eulerexplicit', LJ, 'min_style fire\nmin_modify integrator eulerexplicit initialdelay no',
     '', '1e-8 1e-6 100 400', 60),
    ('fire, other numbers', LJ, 'min_style fire\nmin_modify alpha0 0.1 alphashrink 0.9 dtgrow 1.3 '
     'dtshrink 0.6 tmin 0.3 dmax 0.05 norm max', '', '0 1e-2 200 400', 60),
    ('fire, uphill too long', CLUSTER, 'min_style fire\nmin_modify vdfmax 1 tmin 1 tmax 1\n'
     'timestep 0.1', '', '0 0 200 400', 60),
    ('cg backtrack', LJ, 'min_modify line backtrack', '', '1e-8 1e-6 60 400', 60),
    ('cg forcezero', LJ, 'min_modify line forcezero', '', '0 1e-3 60 400', 60),
    ('sd forcezero, norm inf', LJ, 'min_style sd\nmin_modify line forcezero norm inf', '',
     '0 1e-2 40 400', 40),
    ('cg, short moves, norm max', LJ, 'min_modify dmax 0.01 norm max', '', '0 1e-2 60 400', 60),
    ('force evaluations end it', LJ, '', '', '0 0 100 17', 100),
    ('no iterations', LJ, '', '', '0 0 0 10', 1),
    ('energies not per atom', LJ, 'thermo_modify norm no', '', '1e-8 1e-6 60 400', 60),
    ('copper, cg', METAL, '', '', '1e-12 1e-6 60 400', 60),
    ('copper, fire', METAL, 'min_style fire', '', '0 1e-3 100 400', 60),
    ('cluster, cg', CLUSTER, '', '', '1e-8 1e-6 60 400', 30),
    ('few atoms, cg begins anew', FEW, '', '', '0 1e-8 60 400', 28),
    ('cluster, fire', CLUSTER, 'min_style fire', '', '1e-8 1e-6 60 400', 60),
    ('two dimensions', FLAT, '', '', '1e-8 1e-6 40 400', 30),
    ('bonded chain', CHAIN, '', '', '1e-8 1e-6 40 400', 25),
    ('walls and springs', SLAB, WALLS, 'f_3 f_4', '1e-8 1e-6 60 400', 60),
    ('clamped atoms, resting fixes', LJ, GROUP, 'f_5[1]', '1e-8 1e-6 60 400', 60),
    ('all atoms clamped', LJ, 'fix 1 all setforce 0 0 0', '', '0 0 10 10', 10),
    ('box iso', LJ, 'fix 3 all box/relax iso 1.5 vmax 1.0e-3', 'f_3', '0 1e-3 40 200', 30),
    ('box aniso, fixed point', LJ, 'fix 3 all box/relax aniso 0 vmax 1e-3 fixedpoint 0 0 0', 'f_3',
     '0 1e-3 30 200', 30),
    ('box x y', LJ, 'fix 3 all box/relax x 1.0 y 2.0 vmax 1.0e-3', 'f_3', '0 1e-3 40 200', 40),
    ('box x y z, nreset, sd', LJ, 'min_style sd\nfix 3 all box/relax x 1.0 y 2.0 z 3.0 vmax 0.01 '
     'nreset 7', 'f_3', '0 1e-3 30 200', 30),
    ('box coupled, part of the atoms', LJ, 'group g id 1:50\nmin_modify line backtrack\n'
     'fix 3 g box/relax x 1 y 1 z 3 couple xy vmax 1e-3 dilate partial', '', '0 1e-3 30 200', 15),
    ('box in two dimensions', FLAT, 'fix 3 all box/relax iso 1.5 vmax 1e-3', 'f_3', '0 1e-3 30 200',
     20),
]

CHANGES = [
    'x scale 1.1', 'x scale 1.1 remap', 'x final -1 4 y delta -0.5 0.7 remap units box',
    'x scale 1.1 z volume remap', 'x scale 1.2 y volume z volume remap',
    'x scale 1.1 z volume y scale 1.1 z volume remap', 'x scale 1.1 set y scale 0.9 remap',
    'x scale 1.1 remap y scale 0.9 remap ortho', 'boundary p f p z scale 1.05 remap',
    'boundary s p m', 'boundary p p f x delta 0 1',
]


def stats(log):
    """Reason, energies and counts of all minimisations in a log."""
    found = []
    for reason, energies, counts in re.findall(
            r'Stopping criterion = (.*?) *\n.*\n *(.*?)\n(?:.*\n){3}.*evaluations = (.*?) *\n', log):
        found.append((reason, [float(e) for e in energies.split()], counts.split()))
    return found


def compare_rows(ours, theirs, count, limit):
    """What is wrong with the first rows, or ''."""
    for a, b in list(zip(ours, theirs))[:count]:
        for mine, his in zip(a, b):
            x, y = float(mine), float(his)
            if not abs(x - y) <= limit * max(abs(x), abs(y), 1e-4):
                return '%s\n%s' % (a, b)
    return ''


def case(folder, name, deck, count):
    path = folder.write('in.min', deck)
    ours = tap.avimd(folder, '-in', path, '-log', 'none', '--threads', '1')
    theirs = tap.lammps(folder, '-in', path, '-log', 'none')
    if ours.status != 0 or theirs.status != 0:
        tap.ok(name, False, '%s\n%s' % (ours, theirs))
        return
    (mine, his), (a, b) = (tap.tables(r.out)[-1][1] for r in (ours, theirs)), \
        (stats(r.out)[-1] for r in (ours, theirs))
    wrong = compare_rows(mine, his, count, 1e-8)
    if not wrong and len(mine) <= count and (a[0] != b[0] or a[2] != b[2] or len(mine) != len(his)):
        wrong = '%s\n%s' % (a, b)
    if not wrong and not abs(a[1][2] - b[1][2]) <= 1e-6 * abs(b[1][2]):
        wrong = 'final energies %.15g %.15g' % (a[1][2], b[1][2])
    tap.ok(name, not wrong and len(his) > 0, wrong)


def threads(folder):
    """The number of threads changes no bit."""
    deck = LJ.replace('0 3 0 3 0 3', '0 9 0 9 0 9') + """min_style %s
dump d all custom 100 %s id x y z fx fy fz
dump_modify d sort id format float %%.17g
minimize 1e-8 1e-6 15 100
"""
    for style in ('cg', 'fire'):
        dumps = []
        for count in ('1', '2', '3'):
            path = folder.write('in.threads', deck % (style, 'dump.' + count))
            tap.avimd(folder, '-in', path, '-log', 'none', '--threads', count)
            dumps.append(folder.read('dump.' + count))
        tap.ok('threads, ' + style, len(dumps[0]) > 1000 and dumps.count(dumps[0]) == 3)


def times(folder):
    """A minimisation's steps count as time in its rows, and after it the time is what it was."""
    path = folder.write('in.time', LJ + """thermo_style custom step time elapsed dt
thermo 4
minimize 0 0 9 100
fix 1 all nve
run 5
min_style fire
minimize 0 0 3 100
run 4
""")
    ours = tap.avimd(folder, '-in', path, '-log', 'none')
    theirs = tap.lammps(folder, '-in', path, '-log', 'none')
    mine, his = ([[[float(w) for w in row] for row in rows] for _, rows in tap.tables(r.out)]
                 for r in (ours, theirs))
    tap.ok('time during and after minimisations', mine == his and len(his) == 4,
           '%s\n%s' % (mine, his))


def change(folder, words):
    deck = LJ + """change_box all %s
fix 1 all nve
thermo_style custom step atoms pe press lx ly lz xlo xhi ylo yhi zlo zhi
thermo_modify format float %%20.15g lost warn
run 3
""" % words
    path = folder.write('in.change', deck)
    ours, theirs = tap.avimd(folder, '-in', path, '-log', 'none'), tap.lammps(folder, '-in', path,
                                                                              '-log', 'none')
    if ours.status != 0 or theirs.status != 0:
        tap.ok('change_box ' + words, False, '%s\n%s' % (ours, theirs))
        return
    mine, his = tap.tables(ours.out)[0][1], tap.tables(theirs.out)[0][1]
    wrong = compare_rows(mine, his, 4, 1e-9)
    tap.ok('change_box ' + words, not wrong and len(mine) == len(his) == 2, wrong or ours)


EXAMPLES = '/usr/share/lammps/examples/'


def example(folder, name):
    """LAMMPS's own deck: the reasons to stop agree, and about the energies."""
    deck = EXAMPLES + name
    if not os.path.isfile(deck):
        tap.skip(name, 'not installed')
        return
    ours, theirs = (program(folder, '-in', deck, '-log', 'none') for program in (tap.avimd,
                                                                                tap.lammps))
    a, b = stats(ours.out), stats(theirs.out)
    rows = [tap.tables(r.out)[0][1][:7] for r in (ours, theirs)]
    wrong = compare_rows(rows[0], rows[1], 7, 1e-6)
    tap.ok(name + ': 600 steps', not wrong and len(rows[0]) == len(rows[1]) == 7,
           wrong or str(ours))
    tap.ok(name + ': reasons to stop', b and [s[0] for s in a] == [s[0] for s in b],
           '%s\n%s' % (a, b))
    if name in STAGES: # the minima are compared from one state below
        return
    tap.ok(name + ': energies', all(abs(x[1][2] / y[1][2] - 1) < 2e-2 for x, y in zip(a, b)),
           '%s\n%s' % (a, b))


STAGES = {'min/in.min': 1, 'min/in.min.box': 7}  # decks, and how many minimisations each has
ALIKE = 30  # iterations in which a last bit does not yet decide the path


def same_start(folder, example_name):
    """A deck's minimisations, each from one and the same state, which LAMMPS writes.  Their first iterations
    agree in all digits.  Which of many minima they end in, hundreds of iterations later, a last bit decides:
    there only the reason to stop is compared, and that the energy has become less."""
    stages = STAGES[example_name]
    if not os.path.isfile(EXAMPLES + example_name):
        tap.skip(example_name + ' from one state', 'not installed')
        return
    with open(EXAMPLES + example_name, encoding='utf-8') as text:
        lines = [line for line in text.read().splitlines() if line.strip() and line[0] != '#']
    at = [k for k, line in enumerate(lines) if line.split()[0] == 'minimize'][:stages]
    whole = []
    for k, line in enumerate(lines[:at[-1]]):
        whole += ['write_data stage%d.data nocoeff' % k] * (k in at) + [line]
    whole += ['write_data stage%d.data nocoeff' % at[-1], '']
    got = tap.lammps(folder, '-in', folder.write('in.stages', '\n'.join(whole)), '-log', 'none')
    tap.ok(example_name + ': states', got.status == 0, got)
    made = ('lattice', 'region', 'create_box', 'create_atoms', 'mass', 'velocity', 'run', 'minimize')
    for n, stage in enumerate(at, 1):
        rest = [line for line in lines[:stage] if line.strip() and line.split()[0] not in made]
        place = [line.split()[:1] for line in rest].index(['atom_style']) + 1
        rest[place:place] = ['read_data stage%d.data' % stage]
        name = '%s, minimisation %d from one state' % (example_name, n)
        words = lines[stage].split()
        first = minima(folder, rest + [' '.join(words[:3] + [str(ALIKE)] + words[4:])])
        tap.ok(name + ': the first iterations', same_path(*first), first)
        ours, theirs = whole_path = minima(folder, rest + [lines[stage]])
        tap.ok(name + ': reason to stop', ours and theirs and ours[0][0] == theirs[0][0], whole_path)
        tap.ok(name + ': less energy', ours and ours[0][1][2] <= ours[0][1][0], whole_path)


def minima(folder, lines):
    """What both programs say of a deck's minimisations."""
    path = folder.write('in.again', '\n'.join(lines + ['']))
    return [stats(program(folder, '-in', path, '-log', 'none').out)
            for program in (tap.avimd, tap.lammps)]


def same_path(a, b):
    """One minimisation each: its reason to stop, iterations and evaluations, and energies."""
    return (len(a) == len(b) == 1 and a[0][0] == b[0][0] and a[0][2] == b[0][2]
            and all(abs(x / y - 1) < 1e-11 for x, y in zip(a[0][1], b[0][1])))


def lattice_constant(folder):
    """fix box/relax finds the lattice constant that inputs/metals finds by the pressure's root."""
    deck = METAL.replace('displace_atoms all random 0.1 0.1 0.1 815 units box\n', '') + """
fix 1 all box/relax iso 0 vmax 0.001
minimize 0 1e-6 1000 10000
print "a = $(lx/4:%.5f)"
"""
    got = tap.avimd(folder, '-in', folder.write('in.a', deck), '-log', 'none')
    with open(os.path.join(tap.SRCDIR, 'inputs', 'metals', 'README.md'), encoding='utf-8') as text:
        expected = re.search(r'^\| Cu_zhou04 \| (\S+)', text.read(), re.M)
    found = re.search(r'^a = (.*)$', got.out, re.M)
    tap.ok('lattice constant of copper', expected and found and
           abs(float(found.group(1)) - float(expected.group(1))) < 5.1e-5,
           '%s %s' % (found and found.group(1), expected and expected.group(1)))


def main():
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    with tap.Folder() as folder:
        for name, system, settings, columns, command, count in CASES:
            deck = '%s%s\n%sminimize %s\n' % (system, settings, ROWS % columns, command)
            if 'norm no' in settings:
                deck = system + ROWS % columns + settings + '\nminimize %s\n' % command
            case(folder, name, deck, count)
        threads(folder)
        times(folder)
        for words in CHANGES:
            change(folder, words)
        for name in ('min/in.min', 'min/in.min.box', 'fire/in.cg', 'fire/in.fire_mod'):
            example(folder, name)
        for name in STAGES:
            same_start(folder, name)
        lattice_constant(folder)
    tap.done()


main()
