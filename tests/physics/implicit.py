# SPDX-License-Identifier: GPL-3.0-or-later
"""Implicit schemes with steps so long that inserting accelerations again and again diverges."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

# A stiff spring (angular frequency 2000) between two unit masses that also swing in a soft well.
SPRING = '''units lj
dimension 2
boundary f f p
atom_style bond
region box block -5 5 -5 5 -0.5 0.5 units box
create_box 1 box bond/types 1 extra/bond/per/atom 1 extra/special/per/atom 2
create_atoms 1 single -0.5 0 0 units box
create_atoms 1 single 0.5 0 0 units box
mass 1 1.0
pair_style zero 1.0
pair_coeff * *
bond_style harmonic
bond_coeff 1 1e6 1.0
create_bonds single/bond 1 1 2
velocity all set 0.1 0 0
set atom 2 vx 0.3
fix 1 all nve
fix 2 all spring/self 1.0
fix_modify 2 energy yes
compute_modify thermo_temp extra/dof 0
run_style {style}
timestep {dt}
thermo_style custom step etotal ke pe
thermo_modify norm no format float %.12g
thermo 100
run 2000
'''


def spring(folder):
    for style, dt in (('newmark 0.25 0.5', 0.05), ('midpoint', 0.05), ('newmark 0.25 0.5', 0.001)):
        got = tap.avimd(folder, '-in', folder.write('in', SPRING.format(style=style, dt=dt)),
                        '-log', 'none', timeout=60)
        if not tap.ok(f'{style}, h w = {2000 * dt:g}: it runs', got.status == 0, got):
            continue
        energy = [float(row[1]) for row in tap.tables(got.out)[0][1]]
        # Both conserve the energy of linear forces, whatever the step.
        worst = max(abs(value / energy[0] - 1) for value in energy)
        tap.ok(f'{style}, h w = {2000 * dt:g}: energy', worst < 1e-7, worst)
    got = tap.avimd(folder, '-in', folder.write('in', SPRING.format(
        style='midpoint iterations 3', dt=0.05)), '-log', 'none')
    tap.ok('too few iterations are told', got.status != 0 and 'not solved after 3' in got.err, got)


def well(folder):
    deck = os.path.join(tap.SRCDIR, 'inputs', 'oscillator', 'in.oscillator')
    for style in ('midpoint', 'newmark 0.25 0.5'):
        got = tap.avimd(folder, '-in', deck, '-log', 'none', '-var', 'style', style, '-var', 'dt',
                        '0.5', '-var', 'time', '500')
        if not tap.ok(f'oscillator, step 0.5, {style}: it runs', got.status == 0, got):
            continue
        rows = [[float(word) for word in row] for row in tap.tables(got.out)[0][1]]
        if style == 'midpoint':
            worst = max(abs(row[3] - 0.6) for row in rows)
            tap.ok('midpoint keeps the angular momentum', worst < 1e-8, worst)
        worst = max(row[2] for row in rows)
        tap.ok(f'{style}: the energy stays bounded', worst < 1.0, worst)


def main():
    with tap.Folder() as folder:
        spring(folder)
        well(folder)
    tap.done()


main()
