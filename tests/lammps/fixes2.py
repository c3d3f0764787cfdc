# SPDX-License-Identifier: GPL-3.0-or-later
"""Springs, atoms on a given course, atoms that come in, noise and averages of fixes: every thermo row,
and every atom at the end, beside the real program.

    fixes2.py [NAME]    keeps the decks whose name contains it
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import examples  # noqa: E402
import tap  # noqa: E402

LIQUID = '''
units lj
lattice fcc 0.7
region box block 0 4 0 4 0 4
create_box 2 box
create_atoms 1 box
set type 1 type/fraction 2 0.3 4711
mass 1 1.0
mass 2 2.5
velocity all create 1.4 87287 loop geom
pair_style lj/cut 2.5
pair_coeff * * 1.0 1.0
neigh_modify delay 0 every 1
group a id 1:40
group b id 100:160
group rest subtract all a
thermo 10
thermo_modify norm no
'''
METAL = LIQUID.replace('units lj', 'units metal').replace('fcc 0.7', 'fcc 5.5') \
    .replace('mass 1 1.0', 'mass 1 39.95').replace('create 1.4', 'create 120.0') \
    .replace('lj/cut 2.5', 'lj/cut 8.5').replace('* * 1.0 1.0', '* * 0.0103 3.4')
FLAT = '''
units lj
dimension 2
lattice hex 0.7
region box block 0 10 0 6 -0.25 0.25
create_box 2 box
create_atoms 1 box
mass * 1.0
velocity all create 1.0 87287 loop geom
pair_style lj/cut 2.5
pair_coeff * * 1.0 1.0
neigh_modify delay 0 every 1
group a id 1:20
group rest subtract all a
fix flat all enforce2d
thermo 10
'''
WALLED = LIQUID.replace('region box', 'boundary p s s\nregion box')
SPRING = '''
fix 1 all nve
fix s a spring %s
fix_modify s energy yes
thermo_style custom step temp pe etotal pxx pxy f_s f_s[1] f_s[2] f_s[3] f_s[4]
run 60
'''
MOVE = '''
fix 1 rest nve
fix m a move %s
compute d a property/atom xu yu zu vx vy vz
compute s a reduce sum c_d[1] c_d[2] c_d[3] c_d[4] c_d[5] c_d[6]
thermo_style custom step temp pe etotal pxx pxy c_s[*]
run 40
run 40
'''
GJF = '''
fix l all langevin 1.4 1.2 0.3 48279 gjf %s
fix 1 all nve
timestep 0.01
thermo_style custom step temp pe etotal press
run 60
'''
HISTO = '''
fix 1 all nve
compute ke all ke/atom
compute p all pressure NULL virial
variable vv atom vx+vy
fix h a ave/histo 2 3 10 -1 1 4 vx mode vector
fix h2 all ave/histo 2 3 10 -1 1 4 vx vy mode vector beyond end ave running start 20
fix h3 all ave/histo 2 3 10 -1 1 6 c_ke v_vv mode vector beyond extra ave window 2
fix h4 all ave/histo 2 3 10 -6 6 4 c_p[1] c_p[2] c_p[4]
fix h5 all ave/histo 2 3 10 -10 10 4 c_p mode vector ave running kind global
thermo_style custom step temp f_h[1] f_h[2] f_h[3] f_h[4] f_h[2][1] f_h[2][2] f_h[2][3] &
    f_h2[*] f_h2[1][2] f_h3[*] f_h3[1][1] f_h3[1][2] f_h3[5][2] f_h3[8][1] f_h3[8][3] &
    f_h4[*] f_h4[3][2] f_h5[*] f_h5[2][2]
run 60
'''
PRESS = '''
fix 1 all nve
fix p all press/berendsen %s
thermo_style custom step temp pe etotal press pxx lx ly vol
run 40
run 40
'''
SURFACE = '''
units lj
boundary p p f
lattice fcc 1.0
region box block 0 4 0 4 0 10
create_box 2 box
region substrate block INF INF INF INF INF 3
create_atoms 1 region substrate
pair_style lj/cut 2.5
pair_coeff * * 1.0 1.0
mass * 1.0
neigh_modify delay 0
velocity all create 0.5 4711 loop geom
group new type 2
group old type 1
compute add new temp
compute_modify add dynamic/dof yes extra/dof 0
compute_modify thermo_temp dynamic/dof yes
fix top new wall/reflect zhi EDGE
fix bottom all wall/reflect zlo EDGE
fix 1 new nve
fix 3 old nve
thermo 10
thermo_style custom step atoms temp c_add epair etotal press
'''
DEPOSIT = '''
region slab block 0 4 0 4 8 9
fix 4 new deposit 20 2 10 12345 region slab %s
run 100
run 130
'''

DECKS = [
    ('spring tether', LIQUID + SPRING % 'tether 30.0 0.5 1.5 2.5 0.7'),
    ('spring tether, a component left out', METAL + SPRING % 'tether 3.0 5 NULL 4 0.0'),
    ('spring couple', LIQUID + SPRING % 'couple b 20.0 0 0 0 1.5'),
    ('spring couple with an offset', LIQUID + SPRING % 'couple b 20.0 0.5 NULL -1 0.0'),
    ('spring in a minimisation', LIQUID + 'fix s a spring tether 30.0 0.5 1.5 2.5 0.7\n'
     'fix_modify s energy yes\nmin_style sd\nthermo_style custom step pe f_s\n'
     'minimize 0 0 20 100\n'),
    ('move linear', LIQUID + MOVE % 'linear 1.5 0.0 -0.5'),
    ('move linear, forces along y', METAL + MOVE % 'linear 15 NULL -0.5'),
    ('move wiggle', LIQUID + MOVE % 'wiggle 0.2 NULL 0.3 0.7 units box'),
    ('move rotate', LIQUID + MOVE % 'rotate 1 2 1.5 1 1 -0.5 3.0'),
    ('move rotate in two dimensions', FLAT + MOVE.replace('c_s[*]', 'c_s[1] c_s[2] c_s[5]') %
     'rotate 2 1.5 0 0 0 1 5.0'),
    ('move variable', LIQUID + '''variable dx equal 0.01*(step+1)
variable vx equal 0.01/dt
variable vy atom 0.1*x
variable dz atom 0.002*y*step
''' + MOVE % 'variable v_dx NULL v_dz v_vx v_vy NULL'),
    ('move through periodic faces', LIQUID + (MOVE % 'linear 25 0.0 -15').replace(
        'fix m a', 'neigh_modify exclude group a all\nfix m a')),
    ('wall/morse, the energy alone: lmp of 2021 divides its force by the distance', WALLED + '''
fix w a wall/morse ylo -1.0 1.5 1.7 0.9 2.5 yhi 12 0.7 1.1 1.3 3.0 zlo -2 3 0.5 2.1 6
fix_modify w energy yes
thermo_style custom step pe f_w
run 0
'''),
    ('langevin ... gjf vfull', LIQUID + GJF % 'vfull'),
    ('langevin ... gjf vhalf', METAL + (GJF % 'vhalf').replace('1.4 1.2', '120 100')
     .replace('timestep 0.01', 'timestep 0.004')),
    ('press/berendsen iso', LIQUID + PRESS % 'iso 1.0 2.0 0.5'),
    ('press/berendsen of two axes', LIQUID + PRESS % 'x 1 1 0.7 y 1 1 0.7 couple xy modulus 30'),
    ('press/berendsen aniso', METAL + PRESS % 'aniso 100 100 0.5 modulus 20000 dilate all'),
    ('press/berendsen, part of the atoms', LIQUID + (PRESS % 'z 1.0 2.0 0.5 dilate partial')
     .replace('p all press', 'p a press')),
    ('press/berendsen in two dimensions', FLAT + PRESS % 'iso 0.5 0.5 0.5 modulus 20'),
    ('ave/histo', LIQUID + HISTO),
    ('deposit', SURFACE + DEPOSIT % 'near 1.0 vz -1.0 -1.0'),
    ('deposit, how far the new atoms came', SURFACE + '''compute way new displace/atom
compute far new reduce max c_way[1] c_way[3] c_way[4]
thermo 23
thermo_style custom step atoms c_far[1] c_far[2] c_far[3]
''' + DEPOSIT % 'near 1.0 vz -1.0 -1.0'),
    ('deposit, all of its velocity', SURFACE + DEPOSIT %
     'near 1.5 vx -1 0.5 vy -0.3 0.4 vz -5 -3 attempt 3 id next'),
    ('deposit above the highest atom', SURFACE + (DEPOSIT % 'near 0.5 global 1.0 1.5 vz -1 -1').replace(
        'deposit 20', 'deposit 5')),
    ('deposit above the highest nearby', SURFACE + DEPOSIT %
     'near 0.5 local 1.0 1.5 1.5 vz -2 -1 units box'),
    ('deposit from a rising place', SURFACE + DEPOSIT % 'near 0.5 rate 0.1 vz -2 -1'),
    ('deposit towards a point', SURFACE + DEPOSIT % 'near 0.5 vz -2 -1 target 2 2 3'),
    ('deposit by a bell curve', SURFACE + (DEPOSIT % 'near 0.9 gaussian 2 2 8.5 0.4 vz -2 -1')),
    ('deposit into a sphere', SURFACE + (DEPOSIT % 'near 0.8 vz -2 -1').replace(
        'block 0 4 0 4 8 9', 'sphere 2 2 7 1.5')),
]


def main():
    only = sys.argv[1] if len(sys.argv) > 1 else ''
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    for name, deck in DECKS:
        if only not in name:
            continue
        with tap.Folder() as folder:
            folder.write('in.deck', deck)
            mine = tap.avimd(folder, '-in', 'in.deck', '-log', 'none')
            theirs = tap.lammps(folder, '-in', 'in.deck', '-log', 'none')
        if not tap.ok('%s runs in both' % name, mine.status == 0 and theirs.status == 0,
                      '%s\n%s' % (mine, theirs)):
            continue
        ours, his = examples.tables(mine.out), examples.tables(theirs.out)
        if 'gjf' in name:  # lmp changes the velocities that its first row shows
            ours, his = ([(names, rows[1:]) for names, rows in side] for side in (ours, his))
        count, worst, wrong = examples.walk(ours, his)
        tap.ok('%s: %d rows as lmp, worst %.0e' % (name, count, worst), count > 0 and not wrong,
               wrong)
    tap.done()


if __name__ == '__main__':
    main()
