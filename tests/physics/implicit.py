# SPDX-License-Identifier: GPL-3.0-or-later
"""Implicit schemes with steps so long that inserting accelerations again and again diverges."""
import os
import re
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


PLANE = '''units lj
dimension 2
boundary f f p
atom_style atomic
region plane block -5 5 -5 5 -0.5 0.5 units box
create_box 1 plane
mass 1 1.0
pair_style zero 1.0
pair_coeff * *
create_atoms 1 single {x} 0.0 0.0 units box
velocity all set 0.0 {v} 0.0 units box
'''
FORCES = '''fix well all {field}
fix_modify well energy yes
fix 1 all nve
compute_modify thermo_temp extra/dof 0
run_style midpoint adapt energy {bounds}
variable spin equal x[1]*vy[1]-y[1]*vx[1]
variable x equal x[1]
variable vx equal vx[1]
thermo_style custom step time etotal v_spin dt v_x v_vx
thermo_modify norm no format float %.15g
thermo 50
'''
WELL = 'central/poly 0 1 -2 1'


def adaptive(folder, name, field, x, v, dt, deviation, missed, steps,
             bounds='shortest 0.1 longest 10'):
    """Steps of a length that conserves the discrete energy."""
    deck = PLANE.format(x=x, v=v) + FORCES.format(field=field, bounds=bounds) + f'timestep {dt}\n'
    got = tap.avimd(folder, '-in', folder.write('in', deck + 'run 1000\n'), '-log', 'none')
    found = re.search(r'Adaptive steps: (\S+) to (\S+), discrete energy (\S+), largest deviation '
                      r'(\S+)\n *(\d+) of 1000', got.out)
    if not tap.ok(f'{name}: it runs', got.status == 0 and found is not None, got):
        return
    least, most, _, worst, without = (float(text) for text in found.groups())
    tap.ok(f'{name}: the discrete energy stays', worst < deviation, found.group(0))
    tap.ok(f'{name}: steps without a solution', missed[0] <= without <= missed[1], without)
    tap.ok(f'{name}: lengths of steps', steps[0] < most / least < steps[1], found.group(0))
    rows = tap.tables(got.out)[0][1]
    spins = [float(row[3]) for row in rows]
    tap.ok(f'{name}: angular momentum', max(spins) - min(spins) < 1e-10, (min(spins), max(spins)))
    first = folder.write('in', deck + 'restart 500 half\nrun 1000\n')
    got = tap.avimd(folder, '-in', first, '-log', 'none')
    again = folder.write('in', 'read_restart half.500\n' + FORCES.format(field=field, bounds=bounds) + 'run 500\n')
    second = tap.avimd(folder, '-in', again, '-log', 'none')
    good = got.status == 0 and second.status == 0
    tap.ok(f'{name}: a restart goes on', good and tap.tables(second.out)[0][1][-1] == rows[-1],
           f'{got}\n{second}')


def refusals(folder):
    for name, lines, text in (
            ('damping', 'fix 3 all viscous 0.1\ntimestep 0.1\nrun 1\n', 'forces that have none'),
            ('many atoms', 'create_atoms 1 random 1001 5 NULL\nrun 1\n', '1002 atoms')):
        deck = PLANE.format(x=1.3, v=2.9) + FORCES.format(field=WELL, bounds='') + lines
        got = tap.avimd(folder, '-in', folder.write('in', deck), '-log', 'none')
        tap.ok(f'adapt energy: {name} refused', got.status != 0 and text in got.err, got)


def main():
    with tap.Folder() as folder:
        spring(folder)
        well(folder)
        # On Kepler's orbit (e = 0.6) and near a circle in the well every step has a solution; where
        # the mass swings to and fro many have none: the energy stays bounded, but equal steps do better.
        adaptive(folder, 'Kepler', 'central/kepler 1.0', 0.4, 2.0, 0.02, 1e-11, (0, 0), (6, 9))
        adaptive(folder, 'circle', WELL, 1.3, 2.9, 0.05, 1e-11, (0, 0), (1.01, 1.2))
        adaptive(folder, 'swing', WELL, 1.2, 0.5, 0.02, 1e-3, (1, 999), (1.5, 4.1), '')
        refusals(folder)
    tap.done()


main()
