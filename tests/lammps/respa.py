# SPDX-License-Identifier: GPL-3.0-or-later
"""run_style respa beside the real LAMMPS: every row of bonded chains with each division of forces, of a
liquid and of a plane, and the forces and velocities at the end; fixes that act on levels."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import rows  # noqa: E402
import tap  # noqa: E402

CHAINS = '''units lj
atom_style bond
lattice sc 0.6
region b block 0 6 0 6 0 6
create_box 1 b bond/types 1 extra/bond/per/atom 6 extra/special/per/atom 60
create_atoms 1 box
mass 1 1.0
special_bonds lj 0.0 0.5 1.0
bond_style %s
bond_coeff 1 %s
pair_style lj/cut 2.5
pair_coeff * * 1 1
group odd id 1:216:2
create_bonds many odd odd 1 1.6 1.7
velocity all create 1.0 12345 loop geom
timestep 0.004
fix 1 all nve
'''
HARMONIC = CHAINS % ('harmonic', '200.0 1.6')
FENE = CHAINS % ('fene', '10.0 2.5 1.0 1.0')
LIQUID = '''units lj
lattice fcc 0.8442
region b block 0 5 0 5 0 5
create_box 2 b
create_atoms 1 box
set group all type/fraction 2 0.3 77
mass 1 1.0
mass 2 2.0
pair_style lj/cut 2.5
pair_coeff * * 1 1
pair_coeff 2 2 0.8 0.9 2.2
pair_modify tail yes
velocity all create 1.44 87287 loop geom
neigh_modify every 1 delay 0 check yes
fix 1 all nve
'''
FLAT = '''units lj
dimension 2
lattice sq2 0.85
region b block 0 10 0 10 -0.5 0.5
create_box 1 b
create_atoms 1 box
mass 1 1.0
pair_style lj/cut 2.5
pair_coeff * * 1 1
velocity all create 1.0 4711 loop geom
fix 1 all nve
fix 2 all enforce2d
'''
CASES = [
    ('harmonic chains', HARMONIC, '2 4 bond 1 pair 2'),
    ('harmonic chains', HARMONIC, '3 2 3 bond 1 pair 2'),
    ('harmonic chains', HARMONIC, '3 2 2 inner 1 1.2 1.5 middle 2 1.7 2.0 outer 3'),
    ('FENE chains', FENE, '2 4'),
    ('FENE chains', FENE, '3 2 2 bond 1 inner 2 1.2 1.5 outer 3'),
    ('liquid', LIQUID, '2 3 inner 1 1.5 2.0 outer 2'),
    ('liquid', LIQUID, '3 2 2 inner 1 1.3 1.6 middle 2 1.6 2.1 outer 3'),
    ('liquid', LIQUID, '3 2 2 inner 1 1.3 1.6 middle 1 1.6 2.1 outer 3'),
    ('liquid', LIQUID, '3 2 2 inner 1 1.3 1.6 middle 3 1.6 2.1 outer 3'),
    ('plane', FLAT, '2 2 inner 1 1.3 1.6 outer 2'),
]
FIXES = [
    'group some id 1:100\nfix s some setforce 0.0 NULL 0.0',
    'group some id 1:100\nfix s some setforce 0.3 NULL -0.2',
    'group some id 1:100\nfix s some aveforce 0.1 0.0 NULL',
    'fix s all viscous 0.5',
    'group some id 1:100\nfix s some addforce 0.5 0.0 0.1',
    'group some id 1:100\nfix s some spring/self 20.0',
]
END = '''dump look all custom 1 end.dump id x y z vx vy vz
dump_modify look sort id format float %.17g
run 0
'''


def end_of(folder):
    lines = folder.read('end.dump').splitlines()[9:]
    return [[float(word) for word in line.split()[1:]] for line in lines]


def both(folder, name, text, steps):
    folder.write('deck', text + 'thermo 5\nthermo_modify norm yes\nrun %d\n' % steps + END)
    ours = tap.avimd(folder, '-in', 'deck', '-log', 'none')
    if not tap.ok(name + ': runs', ours.status == 0, ours):
        return
    mine = end_of(folder)
    if tap.LMP is None:
        tap.skip(name + ': every row as lmp', 'lmp is not installed')
        return
    theirs = tap.lammps(folder, '-in', 'deck', '-log', 'none')
    if not tap.ok(name + ': runs in lmp', theirs.status == 0, theirs):
        return
    wrong = rows.compare_tables(tap.tables(ours.out)[:1], tap.tables(theirs.out)[:1])
    tap.ok(name + ': every row as lmp', not wrong, wrong)
    far = max(abs(a - b) for p, q in zip(mine, end_of(folder)) for a, b in zip(p, q)
              if abs(a - b) < 3.0)  # not by a box
    tap.ok(name + ': positions and velocities at the end', far < 1e-9, far)


def main():
    with tap.Folder() as folder:
        for name, text, words in CASES:
            both(folder, '%s, respa %s' % (name, words), text + 'run_style respa %s\n' % words, 40)
        for fix in FIXES:
            both(folder, fix.splitlines()[-1], HARMONIC + fix
                 + '\nrun_style respa 3 2 2 inner 2 1.2 1.5 outer 3\n', 30)
    tap.done()


if __name__ == '__main__':
    main()
