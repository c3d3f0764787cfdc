# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixes, computes and the keywords of run: the same deck in avimd and in the real lmp, every number
of every row compared.  Runs are short enough that rounding has not grown to be seen."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

CUBE = '''
units lj
lattice fcc 0.8442
region box block 0 5 0 5 0 5
create_box 2 box
create_atoms 1 box
set group all type/fraction 2 0.3 4711
mass 1 1.0
mass 2 2.5
velocity all create 1.5 87287 loop geom
pair_style lj/cut 2.5
pair_coeff * * 1.0 1.0
pair_coeff 2 2 0.8 1.05
neigh_modify delay 0 every 1 check yes
thermo 10
'''

PLANE = '''
units lj
dimension 2
boundary p s p
lattice hex 0.93
region box block 0 20 0 12 -0.25 0.25
create_box 1 box
create_atoms 1 box
mass 1 1.0
region low block INF INF INF 2 INF INF
group low region low
group rest subtract all low
velocity rest create 0.4 887723 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
neigh_modify delay 0 every 1 check yes
fix flat all enforce2d
thermo 10
'''

DECKS = {
    'computes of groups and tensors': CUBE + '''
group two type 2
compute t2 two temp
compute k2 two ke
compute e all pe
compute ep all pe pair
compute pv all pressure NULL virial
compute pk all pressure thermo_temp ke
compute p2 all pressure t2
compute free all temp
compute_modify free extra/dof 0
fix 1 all nve
thermo_style custom step temp c_t2 c_k2 c_e c_ep c_pv c_pk c_p2 c_free c_t2[1] c_t2[4] c_t2[6] &
  c_pv[2] c_pv[5] c_thermo_press[3] pxx pyz ke pe etotal
run 50
''',
    'temperature of a group in thermo_modify': CUBE + '''
group two type 2
compute t2 two temp
thermo_modify temp t2 norm no
fix 1 all nve
run 30
''',
    'a clamped layer': PLANE + '''
fix clamp low setforce 0.0 0.0 0.0
fix move all nve
thermo_style custom step temp pe press f_clamp[1] f_clamp[2] vol ly
run 100
''',
    'only some atoms move': PLANE + '''
fix move rest nve
thermo_style custom step temp pe press xlo xhi ylo yhi
run 100
''',
    'forces set by variables in a region': CUBE + '''
region slab block INF INF INF INF 0 1.5
variable pull equal 0.01*step
variable push atom 0.1*x
fix s all setforce v_pull NULL v_push region slab
fix 1 all nve
thermo_style custom step temp pe press f_s[1] f_s[2] f_s[3]
run 30
''',
    'momentum taken out': CUBE + '''
velocity all set 0.3 NULL 0.2 sum yes units box
group two type 2
fix 1 all nve
fix m all momentum 10 linear 1 0 1 angular rescale
fix n two momentum 7 linear 1 1 1
variable vx equal vcm(all,x)
variable vy equal vcm(all,y)
variable lz equal angmom(all,z)
variable v2 equal vcm(two,x)
thermo_style custom step temp ke v_vx v_vy v_v2 v_lz
thermo 5
run 60
''',
    'upto, every and ramps': CUBE + '''
fix 1 all nve
variable r equal ramp(1,3)
thermo_style custom step temp pe v_r elapsed
run 20 upto
run 50 upto start 0 stop 100
run 30 every 10 "velocity all scale 1.0"
run 25 every 10 NULL
run 0
reset_timestep 1000
timestep 0.002
run 20 start 900 stop 2000
''',
    'thermo at steps a variable names': CUBE + '''
fix 1 all nve
variable when equal stride(0,1000,17)
thermo v_when
run 51
''',
    'atoms lost and ignored': '''
units lj
boundary f f f
lattice fcc 0.3
region box block 0 4 0 4 0 4
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 3.0 87287 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
neigh_modify delay 0 every 1 check yes
compute d all temp
compute_modify d dynamic/dof yes
fix 1 all nve
thermo_style custom step atoms temp c_d pe ke press
thermo_modify lost ignore
thermo 20
run 100
run 40
''',
    'fixes replaced and removed': CUBE + '''
group two type 2
fix s two setforce 0 0 0
fix 1 all nve
run 10
fix s two setforce NULL 1.0 NULL
run 10
unfix s
run 10
''',
    'the time step follows a fast atom': CUBE + '''
group hot id 100
velocity hot set 45.0 30.0 20.0 units box
fix 1 all nve
fix d all dt/reset 3 NULL 0.002 0.02
thermo_style custom step dt time f_d temp pe etotal
thermo 1
run 100
run 20
unfix d
thermo_style custom step dt time temp pe etotal
timestep 0.001
run 10
''',
    'the time step follows large forces': CUBE + '''
velocity all set 0 0 0
displace_atoms all random 0.2 0.2 0.2 4711 units box
fix 1 all nve
fix d all dt/reset 1 NULL 0.01 0.005 units box
thermo_style custom step dt time f_d temp pe etotal
thermo 1
run 12
''',
    'the time step follows the work done': CUBE + '''
group hot id 100
velocity hot set 45.0 30.0 20.0 units box
fix 1 all nve
fix d hot dt/reset 1 0.0001 NULL 0.04 emax 5.0 units box
thermo_style custom step dt time f_d temp pe etotal
thermo 1
run 60
''',
    'the time step in metal units': '''
units metal
lattice fcc 5.26
region box block 0 4 0 4 0 4
create_box 1 box
create_atoms 1 box
mass 1 39.948
velocity all create 80.0 9973 mom yes rot yes dist gaussian
group hot id 120
velocity hot set 120 80 40 units box
pair_style lj/cut 8.5
pair_coeff 1 1 0.01032 3.405
neigh_modify delay 0 every 1 check yes
fix 1 all nve
fix d all dt/reset 2 NULL NULL 0.1 emax 1.0 units box
thermo_style custom step dt time f_d temp pe etotal
thermo 5
run 60
''',
    'metal units': '''
units metal
lattice fcc 5.26
region box block 0 4 0 4 0 4
create_box 1 box
create_atoms 1 box
mass 1 39.948
velocity all create 80.0 9973 mom yes rot yes dist gaussian
pair_style lj/cut 8.5
pair_coeff 1 1 0.01032 3.405
pair_modify tail yes
timestep 0.004
neigh_modify delay 0 every 1 check yes
fix 1 all nve
thermo_style custom step time temp pe ke etotal press pxx pxy vol density
thermo 20
run 100
''',
}


def close(mine, his, first):
    """Equal to printed precision; later rows may differ by rounding that has grown."""
    a, b = float(mine), float(his)
    tolerance = 1.1e-7 if not first else 6e-8
    return abs(a - b) <= tolerance * max(abs(a), abs(b)) + 1e-11


def compare(ours, theirs):
    if len(ours) != len(theirs) or not theirs:
        return '%d tables, not %d' % (len(ours), len(theirs))
    wrong = []
    for (names, rows), (_, their_rows) in zip(ours, theirs):
        if [row[0] for row in rows] != [row[0] for row in their_rows]:
            wrong.append('rows at other steps: %s, not %s' % (
                [row[0] for row in rows], [row[0] for row in their_rows]))
            continue
        for number, (row, their_row) in enumerate(zip(rows, their_rows)):
            for name, mine, his in zip(names, row, their_row):
                if not close(mine, his, number == 0):
                    wrong.append('step %s, %s: %s, not %s' % (row[0], name, mine, his))
    return '\n'.join(wrong[:20])


def main():
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    with open(os.path.join(tap.SRCDIR, 'inputs', 'argon7', 'in.argon7'), encoding='ascii') as file:
        DECKS['the deck of seven argon atoms'] = 'variable ns index 0.002\nvariable every index 20\n' + file.read()
    for name, deck in DECKS.items():
        with tap.Folder() as folder:
            folder.write('in.deck', deck)
            mine = tap.avimd(folder, '-in', 'in.deck', '-log', 'none')
            theirs = tap.lammps(folder, '-in', 'in.deck', '-log', 'none')
            if not tap.ok(name + ': runs', mine.status == 0 and theirs.status == 0,
                          '%s\n%s' % (mine, theirs)):
                continue
            wrong = compare(tap.tables(mine.out), tap.tables(theirs.out))
            tap.ok(name + ': every number as lmp', not wrong, wrong)
    tap.done()


main()
