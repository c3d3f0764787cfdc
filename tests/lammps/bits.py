# SPDX-License-Identifier: GPL-3.0-or-later
"""Dumps with 17 digits beside the real LAMMPS: positions and velocities at set-up bit for bit, and
forces at equal coordinates of displaced lattices to 1e-12 of the largest force."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

LOOK = '''
dump            look all custom 1 %s id type x y z vx vy vz fx fy fz
dump_modify     look sort id format float %%.17g
run             0
'''

# Each system ends ready for `run 0`.
SYSTEMS = {
    'one type, fcc': '''
units lj
lattice fcc 0.8442
region box block 0 6 0 6 0 6
create_box 1 box
create_atoms 1 box
mass 1 1.0
displace_atoms all random 0.12 0.12 0.12 7001
velocity all create 1.44 87287 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
''',
    'velocity loop all, bcc, rotated': '''
units metal
lattice bcc 3.2 orient x 1 1 0 orient y -1 1 0 orient z 0 0 1 origin 0.1 0.2 0.3
region box block 0 5 0 5 0 7
create_box 1 box
create_atoms 1 box
mass 1 39.95
displace_atoms all random 0.1 0.2 0.3 99 units box
velocity all create 300.0 4928459 dist gaussian rot yes
pair_style lj/cut 7.0
pair_coeff 1 1 0.0104 3.0
''',
    'two types, geometric mixing': '''
units lj
lattice fcc 0.7
region box block 0 5 0 5 0 5
create_box 2 box
create_atoms 1 box
set group all type/fraction 2 0.4 3187
mass 1 1.0
mass 2 2.5
displace_atoms all random 0.1 0.1 0.1 12
velocity all create 0.7 11 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
pair_coeff 2 2 0.5 0.8 2.0
''',
    'two types, arithmetic mixing, own cutoffs, shift': '''
units lj
lattice sc 0.6
region box block 0 7 0 7 0 7
create_box 2 box
create_atoms 1 box basis 1 1
region half block 0 3.2 INF INF INF INF
set region half type 2
mass * 1.0
displace_atoms all random 0.15 0.15 0.15 815
velocity all create 0.7 11 loop geom
pair_style lj/cut 2.5
pair_coeff * * 1.0 1.0
pair_coeff 2 2 0.7 1.1 3.0
pair_coeff 1 2 0.9 1.05 2.2
pair_modify mix arithmetic shift yes
''',
    'two types, sixth-power mixing, tail': '''
units lj
lattice fcc 0.8
region box block 0 5 0 5 0 5
create_box 2 box
create_atoms 1 box
set group all type/fraction 2 0.3 77
mass * 1.0
displace_atoms all random 0.1 0.1 0.1 3
velocity all create 0.7 11 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
pair_coeff 2 2 1.3 0.9
pair_modify mix sixthpower tail yes
''',
    'box smaller than the cutoff': '''
units lj
lattice fcc 0.8442
region box block 0 1 0 1 0 1
create_box 1 box
create_atoms 1 box
mass 1 1.0
displace_atoms all random 0.1 0.1 0.1 31
velocity all create 1.0 5 loop geom
pair_style lj/cut 3.5
pair_coeff 1 1 1.0 1.0
''',
    'box of two cutoffs along one axis only': '''
units lj
lattice fcc 0.8442
region box block 0 2 0 1 0 6
create_box 1 box
create_atoms 1 box
mass 1 1.0
displace_atoms all random 0.1 0.1 0.1 31
velocity all create 1.0 5 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
''',
    'plane, hex, shrink-wrapped edge': '''
units lj
dimension 2
boundary p s p
lattice hex 0.9
region box block 0 20 0 12 -0.25 0.25
create_box 1 box
create_atoms 1 box
mass 1 1.0
displace_atoms all random 0.08 0.08 0.0 17
velocity all create 0.3 887 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
fix flat all enforce2d
''',
    'cluster in a fixed box': '''
units lj
boundary f f f
lattice none 1.0
region box block -20 20 -20 20 -20 20
create_box 1 box
lattice diamond 0.9
region ball sphere 0 0 0 2.0
create_atoms 1 region ball
mass 1 1.0
displace_atoms all random 0.05 0.05 0.05 23
velocity all create 0.1 887 mom yes rot yes
pair_style lj/cut 4.0
pair_coeff 1 1 1.0 1.0
''',
    'excluded pairs': '''
units lj
lattice fcc 0.8442
region box block 0 5 0 5 0 5
create_box 2 box
create_atoms 1 box
region slab block INF INF INF INF 0 2.1
group floor region slab
set group floor type 2
mass * 1.0
displace_atoms all random 0.1 0.1 0.1 44
velocity all create 1.0 5 loop geom
pair_style lj/cut 2.5
pair_coeff * * 1.0 1.0
neigh_modify exclude type 2 2
''',
}

COLUMNS = 'id type x y z vx vy vz fx fy fz'.split()


def compare(name, mine, theirs):
    names, rows = mine
    their_names, their_rows = theirs
    wrong = []
    if names != COLUMNS or their_names != COLUMNS or len(rows) != len(their_rows) or not rows:
        tap.ok(name, False, 'columns %s, %d rows; lmp %s, %d rows' % (names, len(rows), their_names,
                                                                     len(their_rows)))
        return
    for part, first, last in (('ids, types and positions', 0, 5), ('velocities', 5, 8)):
        wrong = [(a[0], a[first:last], b[first:last]) for a, b in zip(rows, their_rows)
                 if list(map(float, a[first:last])) != list(map(float, b[first:last]))]
        tap.ok('%s: %s of %d atoms bit for bit' % (name, part, len(rows)), not wrong,
               '%d atoms differ\n%s' % (len(wrong), '\n'.join(map(str, wrong[:3]))))
    largest = max(abs(float(value)) for row in their_rows for value in row[8:])
    error = max(abs(float(a) - float(b)) for row, their in zip(rows, their_rows)
                for a, b in zip(row[8:], their[8:]))
    tap.ok('%s: forces to 1e-12 of the largest' % name, error <= 1e-12 * largest,
           'error %g of the largest, %g' % (error / largest if largest else error, largest))


def main():
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    for name, system in SYSTEMS.items():
        with tap.Folder() as folder:
            folder.write('mine', system + LOOK % 'mine.dump')
            folder.write('theirs', system + LOOK % 'theirs.dump')
            theirs = tap.lammps(folder, '-in', 'theirs', '-log', 'none')
            if not tap.ok('%s: lmp runs' % name, theirs.status == 0, theirs):
                continue
            mine = tap.avimd(folder, '-in', 'mine', '-log', 'none')
            if not tap.ok('%s: avimd runs' % name, mine.status == 0, mine):
                continue
            compare(name, tap.last_dump(folder.read('mine.dump')),
                    tap.last_dump(folder.read('theirs.dump')))
    tap.done()


main()
