# SPDX-License-Identifier: GPL-3.0-or-later
"""A run ends in the same bits whatever the number of threads, and however often one looks."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

END = '''
%s
thermo ${every}
%s
run 300
compute order all orientorder/atom wl/hat yes
compute centro all centro/atom 6
dump look all custom 1 end.dump id type x y z ix iy iz vx vy vz fx fy fz c_order[2] c_order[7] c_centro
dump_modify look sort id format float %%.17g
run 0
'''

SYSTEMS = {
    'liquid': '''
units lj
lattice fcc 0.8442
region box block 0 8 0 8 0 8
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.44 87287 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
''',
    'two types, check yes': '''
units lj
lattice fcc 0.8
region box block 0 6 0 6 0 6
create_box 2 box
create_atoms 1 box
set group all type/fraction 2 0.3 77
mass 1 1.0
mass 2 3.0
velocity all create 2.0 11
pair_style lj/cut 2.5
pair_coeff * * 1.0 1.0
pair_coeff 2 2 1.2 0.95 3.0
neigh_modify delay 0 every 1 check yes
''',
    'plane, shrink-wrapped': '''
units lj
dimension 2
boundary p s p
lattice hex 0.9
region box block 0 30 0 20 -0.25 0.25
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 0.3 887 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
fix flat all enforce2d
''',
    'chains of thermostats, a box that breathes': '''
units lj
lattice fcc 0.8442
region box block 0 8 0 8 0 8
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.44 87287 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
compute u all temp/com
fix 1 all npt temp 1.2 1.0 0.3 aniso 0.0 1.0 1.0
fix_modify 1 temp u
''',
    'random forces, a box that is pulled': '''
units lj
lattice fcc 0.8442
region box block 0 8 0 8 0 8
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.44 87287 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
fix 1 all nve
fix bath all langevin 1.2 1.0 0.5 48279 zero yes tally yes
fix pull all deform 2 x erate 0.1 y volume
fix still all recenter INIT INIT INIT
''',
    'single pairs, thousands due at an instant': '''
units lj
lattice fcc 0.8442
region box block 0 4 0 4 0 4
create_box 2 box
create_atoms 1 box
set type 1 type/fraction 2 0.3 12
mass * 1.0
velocity all create 1.44 87287 loop geom
pair_style lj/cut 2.5
pair_coeff * * 1.0 1.0
neighbor 0.3 bin
fix 1 all nve
run_style avi element pair
''',
    'box smaller than the cutoff': '''
units lj
lattice fcc 0.8442
region box block 0 2 0 1 0 1
create_box 1 box
create_atoms 1 box
mass 1 1.0
displace_atoms all random 0.1 0.1 0.1 31
velocity all create 1.0 5 loop geom
pair_style lj/cut 3.5
pair_coeff 1 1 1.0 1.0
''',
}

# How each run differs from the first one, which has one thread and a row at the end only.
VARIANTS = {
    '2 threads': (2, 1000, ''),
    '4 threads': (4, 1000, ''),
    'thermo 1': (1, 1, ''),
    'thermo 1, 4 threads': (4, 1, ''),
    'thermo 7 and a dump every 3 steps': (2, 7, 'dump d all custom 3 often.dump id x vx fx'),
}


def final(system, threads, every, extra):
    with tap.Folder() as folder:
        moves = '' if 'fix 1' in system else 'fix 1 all nve'
        deck = folder.write('in.deck', system + END % (moves, extra))
        result = tap.avimd(folder, '--threads', str(threads), '-var', 'every', str(every), '-in',
                           deck)
        if result.status != 0:
            return None, result
        return folder.read('end.dump'), result


def main():
    for name, system in SYSTEMS.items():
        reference, result = final(system, 1, 1000, '')
        if not tap.ok('%s runs' % name, reference is not None, result):
            continue
        names, rows = tap.last_dump(reference)
        moved = any(float(value) != 0 for row in rows for value in row[8:11])
        tap.ok('%s: there is something to compare' % name, len(rows) > 7 and moved, reference[:500])
        for variant, (threads, every, extra) in VARIANTS.items():
            got, result = final(system, threads, every, extra)
            tap.ok('%s: %s ends in the same bits' % (name, variant), got == reference, result)
    tap.done()


main()
