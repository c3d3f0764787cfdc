# SPDX-License-Identifier: GPL-3.0-or-later
"""External potentials, filters, damping and hard walls beside LAMMPS: energies, virials, forces and
f_ID values to 1e-11, at the first step and after some; in three and two dimensions, two types, small
periodic boxes; and the order of fixes in the deck, which decides what a filter acts on.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

BOX3 = """units %s
boundary p f p
lattice fcc %s
region b block 0 3 -0.3 3.3 0 3
create_box 2 b
region c block 0 3 0.1 3 0 3
create_atoms 1 region c
set type 1 type/fraction 2 0.4 123
mass 1 40
mass 2 20
pair_style lj/cut %s
pair_coeff * * %s
displace_atoms all random 0.03 0.03 0.03 12
set atom 5 image 2 NULL -1
region half block 0 1.4 INF INF INF INF
group h region half
"""
METAL = BOX3 % ('metal', '4.0', '5', '0.01 3.0')
LJ = BOX3 % ('lj', '0.9', '2.5', '1 1')
FLAT = """units lj
dimension 2
boundary p f p
lattice hex 0.8
region b block 0 6 -0.3 5.3 -0.25 0.25
create_box 2 b
region c block 0 6 0.1 5 -0.25 0.25
create_atoms 1 region c
set type 1 type/fraction 2 0.4 123
mass 1 1
mass 2 2.5
pair_style lj/cut 2.5
pair_coeff * * 1 1
displace_atoms all random 0.03 0.03 0 12
region half block 0 2.4 INF INF INF INF
group h region half
"""
MOVE = 'displace_atoms all random 0.02 0.02 %s 13\n'
WALLS = 'ylo -0.5 1.3 0.5 %s yhi EDGE 0.7 0.3 %s'

# Name, fixes, columns of the rows, what fix_modify counts.
CASES = [
    ('spring/self', 'fix 1 h spring/self 3.0\n' + MOVE, 'f_1', 'energy'),
    ('spring/self yz', 'fix 1 h spring/self 0.7 yz\n' + MOVE, 'f_1', 'energy'),
    ('addforce', 'fix 1 all addforce 0.1 0.2 -0.3\n', 'f_1 f_1[1] f_1[2] f_1[3]',
     'energy virial'),
    ('addforce variable', 'variable e equal step*0.1+0.2\nvariable a atom x*0.1\n'
     'fix 1 h addforce v_e v_a 0.1\n', 'f_1 f_1[1] f_1[2] f_1[3]', ''),
    ('addforce region', 'fix 1 all addforce 0.1 0.2 0.3 region half every 3\n',
     'f_1 f_1[1] f_1[2] f_1[3]', ''),
    ('gravity vector', 'fix 1 h gravity 0.02 vector 1 2 3\n', 'f_1', 'energy'),
    ('gravity chute', 'fix 1 all gravity 0.5 chute 24.0\n', 'f_1', 'energy'),
    ('gravity spherical', 'variable g equal 0.001*step+0.01\n'
     'fix 1 all gravity v_g spherical 30 110\n', 'f_1', 'energy'),
    ('wall/lj93', 'fix 1 all wall/lj93 ' + WALLS + '\n', 'f_1 f_1[1] f_1[2]', 'energy virial'),
    ('wall/lj126', 'fix 1 h wall/lj126 ' + WALLS + ' units box\n', 'f_1 f_1[1] f_1[2]',
     'energy virial'),
    ('wall/harmonic', 'variable p equal -0.7-0.01*step\n'
     'fix 1 all wall/harmonic yhi 5.5 3 1 %s ylo v_p 2 1 %s\n', 'f_1 f_1[1] f_1[2]',
     'energy virial'),
    ('wall/lj1043', 'fix 1 all wall/lj1043 ' + WALLS + '\n', 'f_1 f_1[1] f_1[2]', 'energy virial'),
    ('wall/lj126 of variables', 'variable e equal 1.1+0.01*step\nvariable s equal 0.8-0.003*step\n'
     'fix 1 all wall/lj126 ylo -0.5 v_e v_s %s yhi EDGE v_s 0.3 %s pbc yes\n', 'f_1 f_1[1] f_1[2]',
     'energy virial'),
    ('indent sphere', 'fix 1 all indent 3 sphere 0.2 0.3 0 1\n', 'f_1 f_1[1] f_1[2] f_1[3]',
     'energy'),
    ('indent moving', 'variable q equal 1+0.01*step\n'
     'fix 1 all indent 3 sphere v_q 0.3 0.1 1.2 units box\n', 'f_1 f_1[1] f_1[2] f_1[3]',
     'energy'),
    ('indent inside', 'fix 1 h indent 0.3 cylinder z 0.7 1.3 0.8 side in\n',
     'f_1 f_1[1] f_1[2] f_1[3]', 'energy'),
    ('indent plane', 'fix 1 all indent 2 plane y 0.6 lo\nfix 2 all indent 1 plane x 2.2 hi\n',
     'f_1 f_1[1] f_1[2] f_2 f_2[1] f_2[2]', 'energy'),
    ('aveforce', 'fix 1 h aveforce 0.1 NULL 0.0\n', 'f_1[1] f_1[2] f_1[3]', ''),
    ('aveforce region', 'variable e equal step*0.1\nfix 1 all aveforce v_e 0 NULL region half\n',
     'f_1[1] f_1[2] f_1[3]', ''),
    ('viscous', 'fix 1 h viscous 0.3 scale 2 1.7\n', 'ke', ''),
    ('wall/reflect', 'fix 1 all wall/reflect ylo 0.05 yhi v_p\n'
     'variable p equal %s-0.0002*step\n', 'ke', ''),
    ('setforce, addforce', 'fix 1 h setforce 0 0 NULL\nfix 2 all addforce 0.1 0.2 0.0\n',
     'f_1[1] f_1[2] f_2 f_2[1] f_2[2]', ''),
    ('addforce, setforce', 'fix 2 all addforce 0.1 0.2 0.0\nfix 1 h setforce 0 0 NULL\n',
     'f_1[1] f_1[2] f_2 f_2[1] f_2[2]', ''),
    ('indent, aveforce, viscous, spring/self',
     'fix 3 all indent 3 sphere 0.2 0.3 0 1\nfix 1 h aveforce 0 0 0\nfix 4 all viscous 0.1\n'
     'fix 5 all spring/self 2.0\n', 'f_1[1] f_3 f_3[1] f_5', ''),
]
END = """
velocity all create %s 4711 loop geom
fix nve all nve
%s
timestep 0.001
thermo 10
thermo_style custom step pe pxx pyy pxy press %s
thermo_modify norm no format float %%.16g
dump d all custom 10 %s id x y fx fy fz
dump_modify d sort id format float %%.16g
run 20
"""


def numbers(text):
    """All rows of numbers of a dump, step by step."""
    steps, rows = [], None
    for line in text.splitlines():
        if line.startswith('ITEM: ATOMS'):
            rows = []
            steps.append(rows)
        elif line.startswith('ITEM'):
            rows = None
        elif rows is not None:
            rows.append([float(word) for word in line.split()])
    return steps


def far(mine, his, largest, tolerance):
    return abs(mine - his) > tolerance * max(abs(his), largest)


def compare(folder, mine, theirs):
    (names, rows), (_, their_rows) = tap.tables(mine.out)[0], tap.tables(theirs.out)[0]
    wrong = []
    # Rounding grows with the steps: the first row is exact, later ones follow.
    for number, (row, other) in enumerate(zip(rows, their_rows)):
        tolerance = 1e-11 if number == 0 else 1e-9
        for name, a, b in zip(names, row, other):
            # What sums to nothing is judged by the terms that cancel.
            if far(float(a), float(b), 1.0 if number == 0 else 10.0, tolerance):
                wrong.append('step %s %s: %s, not %s' % (other[0], name, a, b))
    ours, his = numbers(folder.read('mine.dump')), numbers(folder.read('theirs.dump'))
    if len(rows) != len(their_rows) or len(rows) != 3 or len(ours) != len(his) or len(his) != 3:
        wrong.append('%d rows and %d dumps, not 3' % (len(rows), len(ours)))
    for number, (frame, other) in enumerate(zip(ours, his)):
        largest = max(abs(value) for row in other for value in row[3:])
        tolerance = 1e-11 if number == 0 else 1e-9
        for row, their_row in zip(frame, other):
            if any(far(a, b, largest, tolerance) for a, b in zip(row[3:], their_row[3:])):
                wrong.append('force %s, not %s' % (row, their_row))
                break
    return '\n'.join(wrong[:8])


def try_case(name, setup, fixes, columns, counted, cutoff, hot, top):
    if 'wall/reflect' in fixes:
        fixes = fixes % top
    elif fixes.count('%s') == 2:
        fixes = fixes % (cutoff, cutoff)
    elif '%s' in fixes:
        fixes = fixes % ('0' if 'dimension 2' in setup else '0.02')
    modify = ''.join('fix_modify 1 %s yes\n' % word for word in counted.split())
    if 'dimension 2' in setup:
        modify += 'fix flat all enforce2d\n'
    with tap.Folder() as folder:
        for who in ('mine', 'theirs'):
            folder.write('in.' + who, setup + fixes + END % (hot, modify, columns, who + '.dump'))
        mine = tap.avimd(folder, '-in', 'in.mine', '-log', 'none')
        theirs = tap.lammps(folder, '-in', 'in.theirs', '-log', 'none')
        if theirs.status != 0 or mine.status != 0:
            tap.ok(name, False, theirs if theirs.status != 0 else mine)
            return
        wrong = compare(folder, mine, theirs)
        tap.ok(name, not wrong, wrong)


# A spring whose constant follows the step; LAMMPS's of 2021 takes a number alone, and has the same as
# an added force.
MINE = 'fix 1 all spring/self v_k xy\nfix_modify 1 energy no\n'
THEIRS = """compute u all property/atom xu yu
fix r0 all store/state 0 xu yu
variable fx atom -v_k*(c_u[1]-f_r0[1])
variable fy atom -v_k*(c_u[2]-f_r0[2])
variable e atom 0.5*v_k*((c_u[1]-f_r0[1])^2+(c_u[2]-f_r0[2])^2)
compute e all reduce sum v_e
fix 1 all addforce v_fx v_fy 0
"""


def variable_spring():
    spring = 'variable k equal 20+0.5*step\n'
    with tap.Folder() as folder:
        for who, fix, energy in (('mine', MINE, 'f_1'), ('theirs', THEIRS, 'c_e')):
            folder.write('in.' + who, LJ + spring + fix + END % ('1.0', '', energy, who + '.dump'))
        mine = tap.avimd(folder, '-in', 'in.mine', '-log', 'none')
        theirs = tap.lammps(folder, '-in', 'in.theirs', '-log', 'none')
        good = mine.status == 0 and theirs.status == 0
        wrong = compare(folder, mine, theirs) if good else '%s\n%s' % (mine, theirs)
        tap.ok('spring/self with a variable', not wrong, wrong)


def main():
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    for name, fixes, columns, counted in CASES:
        try_case(name + ', metal', METAL, fixes, columns, counted, '6.0', '300', '3.0')
        try_case(name + ', lj', LJ, fixes, columns, counted, '2.4', '1.0', '3.0')
        try_case(name + ', two dimensions', FLAT, fixes, columns, counted, '2.1', '0.5', '5.0')
    variable_spring()
    tap.done()


main()
