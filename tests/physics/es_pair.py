#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""run_style energy-stepping/pair: energy and momenta to rounding, no pair on a wrong terrace, a cost of
events that does not grow with the system, structure and energy of a liquid near Verlet's for low
steps; looking, cutting, restarting and threads leave every bit as it is; what has no terraces is
refused."""
import math
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

INPUTS = os.path.join(tap.SRCDIR, 'inputs', 'es-liquid')
SYSTEM = '''units lj
lattice fcc 0.8442
region box block 0 %d 0 %d 0 %d
create_box 2 box
create_atoms 1 box
set group all type/fraction 2 0.3 771
mass 1 1.0
mass 2 2.5
velocity all create 2.0 87287 loop geom
pair_style lj/smooth/linear 2.5
pair_coeff * * 1.0 1.0
pair_coeff 1 2 1.3 0.95
neighbor 0.2 bin
fix 1 all nve
'''
FREE = '''units lj
boundary f f f
region box block -40 40 -40 40 -40 40
create_box 1 box
lattice fcc 1.05
region ball sphere 0 0 0 1.9
create_atoms 1 region ball
mass 1 1.0
velocity all create 0.4 4711 loop geom mom yes rot yes
pair_style lj/smooth/linear 3.0
pair_coeff 1 1 1.0 1.0
neighbor 0.3 bin
fix 1 all nve
'''
PLANE = '''units lj
dimension 2
lattice hex 0.8
region box block 0 9 0 5 -0.5 0.5
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.0 4711 loop geom
pair_style morse 3.0
pair_coeff 1 1 1.0 5.0 1.1
pair_modify shift yes
neighbor 0.3 bin
fix 1 all nve
fix 2 all enforce2d
'''
# A box smaller than two cutoffs: pairs have several images.
TIGHT = SYSTEM % (2, 2, 2)
HYBRID = '''units lj
lattice fcc 0.7
region box block 0 3 0 3 0 3
create_box 2 box
create_atoms 1 box
set group all type/fraction 2 0.5 771
mass * 1.0
velocity all create 1.5 87287 loop geom
pair_style hybrid/overlay lj/smooth/linear 2.2 soft 1.5
pair_coeff * * lj/smooth/linear 1.0 1.0
pair_coeff 1 2 soft 2.0
neighbor 0.3 bin
fix 1 all nve
'''
METAL = '''units metal
lattice fcc 5.3
region box block 0 3 0 3 0 3
create_box 1 box
create_atoms 1 box
mass 1 39.95
velocity all create 300 87287 loop geom
pair_style lj/smooth/linear 8.5
pair_coeff 1 1 0.0104 3.4
neighbor 1.0 bin
timestep 0.002
fix 1 all nve
'''


# Between hard walls; nothing is periodic across them.
WALLS = '''units lj
boundary p p f
lattice fcc 0.6
region box block 0 4 0 4 0 6
region fill block 0 4 0 4 1 5
create_box 1 box
create_atoms 1 region fill
mass 1 1.0
velocity all create 3.0 87287 loop geom
pair_style lj/smooth/linear 2.5
pair_coeff 1 1 1.0 1.0
fix 1 all nve
fix w all wall/reflect zlo 0.2 zhi 5.8
'''


def fly(folder, name, system, style, steps, before='', runs=None, thermo=1000, threads=1):
    """Runs it; the last frame of its dump is NAME.dump."""
    folder.write(name + '.in', system + '''run_style %s
thermo %d
thermo_style custom step pe ke etotal press
thermo_modify norm no format float %%.15g
dump d all custom %d %s.dump id xu yu zu vx vy vz
dump_modify d sort id format float %%.17g
%s
%s
''' % (style, thermo, steps, name, before, runs or 'run %d' % steps))
    return tap.avimd(folder, '--threads', str(threads), '-in', name + '.in', '-log', 'none')


def bits(folder, name):
    return folder.read(name + '.dump').split('ITEM: TIMESTEP')[-1]


def report(got):
    """Events, share of reflections, events per second, energy and its change."""
    events = re.search(r'(\d+) events .* ([\d.]+) % reflections\), ([-+.\de]+) per second', got.out)
    energy = re.search(r'K \+ V_h = (\S+) .* since the start (\S+) ', got.out)
    if not events or not energy:
        return None
    return (int(events.group(1)), float(events.group(2)), float(events.group(3)),
            float(energy.group(1)), float(energy.group(2)))


def kept(got, least):
    """Enough events, and the energy to 1e-12 of it."""
    found = report(got)
    return found is not None and found[0] >= least and abs(found[4]) <= 1e-12 * abs(found[3])


def momentum(got):
    return float(got.out.split('Momentum changed by ')[-1].split('(')[1].split()[0])


def angular(folder, name):
    """First and last angular momentum of unit masses."""
    found = []
    for part in folder.read(name + '.dump').split('ITEM: ATOMS')[1:]:
        total = [0.0, 0.0, 0.0]
        for line in part.split('ITEM:')[0].splitlines()[1:]:
            x, y, z, u, v, w = [float(word) for word in line.split()[1:]]
            for k, value in enumerate((y * w - z * v, z * u - x * w, x * v - y * u)):
                total[k] += value
        found.append(total)
    return found[0], found[-1]


def test_kept(folder):
    cases = [('two types and masses', SYSTEM % (3, 3, 3), 'h 0.05', 100),
             ('a free cluster', FREE, 'h 0.02', 400),
             ('a plane, morse', PLANE, 'h 0.05', 100),
             ('a box smaller than two cutoffs', TIGHT, 'h 0.1', 100),
             ('hybrid/overlay', HYBRID, 'h 0.07', 100),
             ('units metal', METAL, 'h 0.0006', 200)]
    for name, system, words, steps in cases:
        got = fly(folder, 'a', system, 'energy-stepping/pair ' + words, steps)
        tap.ok(name + ': K + V_h is kept to 1e-12', got.status == 0 and kept(got, 3000), got)
        tap.ok(name + ': momentum is kept to 1e-14 of the sum of m|v|',
               got.status == 0 and momentum(got) < 1e-14, got)
        if system is FREE and got.status == 0:
            first, last = angular(folder, 'a')
            tap.ok(name + ': angular momentum is kept',
                   max(abs(p - q) for p, q in zip(first, last)) < 1e-11, (first, last))
    for name, system, words, steps in cases:
        got = fly(folder, 'a', system, 'energy-stepping/pair %s verify' % words, 4)
        tap.ok(name + ': every event verified', got.status == 0 and kept(got, 40), got)


def test_bits(folder):
    system, words = SYSTEM % (3, 3, 3), 'energy-stepping/pair h 0.05'
    a = fly(folder, 'a', system, words, 60)
    tap.ok('lists are renewed on the way',
           a.status == 0 and int(a.out.split('Neighbor list builds = ')[-1].split()[0]) >= 3, a)
    for what, named in [('thermo 1 = thermo 1000', {'thermo': 1}),
                        ('two threads = one', {'threads': 2}),
                        ('run 25 + run 35 = run 60', {'runs': 'run 25\nrun 35'})]:
        fly(folder, 'b', system, words, 60, **named)
        tap.ok('%s, bit for bit' % what, bits(folder, 'a') == bits(folder, 'b'))
    fly(folder, 'b', system, words, 60, before='restart 13 mid', runs='run 45')
    for step in (13, 26, 39):
        rest = 'read_restart mid.%d\nneighbor 0.2 bin\nfix 1 all nve\n' % step
        got = fly(folder, 'b', rest, words, 60, runs='run 60 upto')
        tap.ok('a restart goes on in mid-flight from step %d, bit for bit' % step,
               got.status == 0 and 'Resuming' in got.out and bits(folder, 'a') == bits(folder, 'b'),
               got)


def test_walls(folder):
    """Atoms come back from walls with all their energy, and none is ever beyond one."""
    got = fly(folder, 'a', WALLS, 'energy-stepping/pair h 0.1', 10, runs='run 400')
    met = re.search(r'(\d+) reflections at hard walls', got.out)
    tap.ok('hard walls throw atoms back and keep K + V_h',
           got.status == 0 and met and int(met.group(1)) > 50 and kept(got, 10000), got)
    size = (4.0 / 0.6) ** (1.0 / 3.0)
    heights = [float(line.split()[3]) for part in folder.read('a.dump').split('ITEM: ATOMS')[1:]
               for line in part.split('ITEM:')[0].splitlines()[1:]]
    tap.ok('and let none through', min(heights) >= 0.2 * size - 1e-12 and
           max(heights) <= 5.8 * size + 1e-12, (min(heights), max(heights)))
    fly(folder, 'a', WALLS, 'energy-stepping/pair h 0.1', 60)
    fly(folder, 'b', WALLS, 'energy-stepping/pair h 0.1', 60, runs='run 25\nrun 35', thermo=1)
    tap.ok('bit for bit whoever looks', bits(folder, 'a') == bits(folder, 'b'))


def test_back(folder):
    """There and back again."""
    system = FREE + 'compute d all displace/atom\ncompute m all reduce max c_d[4]\n'
    turn = 'run 60\nvelocity all set v_u v_v v_w\nrun 60'
    flip = ''.join('variable %s atom -%s\n' % pair for pair in (('u', 'vx'), ('v', 'vy'), ('w', 'vz')))
    got = fly(folder, 'a', system + flip, 'energy-stepping/pair h 0.05', 60, runs='thermo 60\nthermo_style '
              'custom step c_m\n' + turn)
    rows = tap.tables(got.out)
    far = float(rows[0][1][-1][1]) if rows else 0.0
    back = float(rows[-1][1][-1][1]) if rows else 1.0
    tap.ok('the way back is the same way', far > 0.05 and back < 1e-8, (far, back, got))


def test_size(folder):
    """Energy of 500 and 4000 atoms; how many events a second each makes is for tools/bench."""
    system = SYSTEM.replace('set group all type/fraction 2 0.3 771\n', '')
    for cells, steps in ((5, 60), (10, 8)):
        got = fly(folder, 'a', system % (cells, cells, cells), 'energy-stepping/pair h 0.1', steps)
        tap.ok('%d atoms: energy to 1e-12' % (4 * cells ** 3), got.status == 0 and kept(got, 30000), got)


def study(folder, style, steps):
    got = tap.avimd(folder, '--threads', '1', '-in', os.path.join(INPUTS, 'in.liquid'), '-var', 'style',
                    style, '-var', 'steps', str(steps), '-log', 'none')
    if not tap.ok('%s runs' % style, got.status == 0, got):
        return None
    rows = [[float(word) for word in row[5:8]] for row in tap.tables(got.out)[-1][1][1:]]
    g = [float(line.split()[2]) for line in folder.read('rdf.txt').splitlines()
         if len(line.split()) == 4 and line[:1] != '#']
    means = []
    for c in range(3):
        values = [row[c] for row in rows]
        mean = sum(values) / len(values)
        spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
        means.append((mean, math.sqrt(spread / len(values))))
    return means, g


START = '''units lj
lattice fcc 0.8442
region box block 0 3 0 3 0 3
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create %g 87287 loop geom
pair_style lj/smooth/linear 2.5
pair_coeff 1 1 1.0 1.0
neighbor 0.3 bin
fix 1 all nve
thermo 20
thermo_style custom step etotal ke
thermo_modify format float %%.10g
'''


def announced(text):
    """V - V_h per atom, what it is when pairs are spread, and the rise that a warning speaks of."""
    said = re.search(r'V - V_h = (\S+), (\S+) per atom.*; with pairs spread over their terraces (\S+) per',
                     text)
    warned = re.search(r'WARNING: .*K \+ V will (rise|fall) by about (\S+) per atom', text)
    return (float(said.group(2)) if said else math.nan, float(said.group(3)) if said else math.nan,
            float(warned.group(2)) * (1 if warned.group(1) == 'rise' else -1) if warned else 0.0)


def test_start(folder):
    """V - V_h is said before the run, and what becomes of it on the way from a lattice."""
    for h, warm in ((0.05, 0.3), (0.05, 1.44), (0.1, 1.44)):
        folder.write('start.in', START % warm + 'run_style energy-stepping/pair h %g\nrun 300\n' % h)
        got = tap.avimd(folder, '--threads', '1', '-in', 'start.in', '-log', 'none')
        now, later, warned = announced(got.out)
        rows = [float(row[1]) for row in tap.tables(got.out)[0][1]] if got.status == 0 else [0.0]
        rise = sum(rows[-5:]) / 5.0 - rows[0]
        tap.ok('h %g, T %g: the heat that a lattice will make is said before' % (h, warm),
               abs(warned / rise - 1.0) < 0.35 and abs(later - now - warned) < 0.01 * abs(warned),
               'said %g, %g, %g; it rose by %g\n%s' % (now, later, warned, rise, got))
    folder.write('start.in', START % 1.44 + 'run 800\nrun_style energy-stepping/pair h 0.05\nrun 300\n')
    got = tap.avimd(folder, '--threads', '1', '-in', 'start.in', '-log', 'none')
    now, later, warned = announced(got.out)
    tap.ok('no warning where pairs are spread already', got.status == 0 and abs(later - now) < 0.01 and
           'WARNING' not in got.out + got.err, got)


def test_liquid(folder):
    """Energy at the same temperature (dV/dT of the liquid is about 1 an atom), g(r) and pressure
    against Verlet's, for falling steps."""
    got = tap.avimd(folder, '-in', os.path.join(INPUTS, 'in.equilibrate'), '-var', 'cells', '4',
                    '-log', 'none')
    if not tap.ok('a liquid of 256 atoms', got.status == 0, got):
        return
    truth = study(folder, 'verlet', 2000)
    energy_off, g_off, pressure_off = [], [], []
    for h in (0.4, 0.2, 0.05):
        found = study(folder, 'energy-stepping/pair h %g' % h, 2000)
        if truth is None or found is None:
            return
        (t, dt), (v, dv), (p, dp) = found[0]
        (t0, dt0), (v0, dv0), (p0, dp0) = truth[0]
        energy_off.append((v - (t - t0) - v0, 2.0 * math.hypot(math.hypot(dv, dv0),
                                                               math.hypot(dt, dt0))))
        pressure_off.append((p - p0, math.hypot(dp, dp0)))
        g_off.append(max(abs(a - b) for a, b in zip(found[1], truth[1])))
    tap.ok('energy within 0.02 and its error of Verlet\'s for h = 0.05',
           abs(energy_off[-1][0]) < 0.02 + energy_off[-1][1], energy_off)
    tap.ok('pressure within 0.25 and its error', abs(pressure_off[-1][0]) < 0.25 + 3.0 * pressure_off[-1][1],
           pressure_off)
    tap.ok('g(r) within 0.15', g_off[-1] < 0.15, g_off)
    tap.ok('coarse steps are seen to be worse', g_off[0] > 2.0 * g_off[-1], g_off)


def main():
    with tap.Folder() as folder:
        test_kept(folder)
        test_bits(folder)
        test_walls(folder)
        test_back(folder)
        test_size(folder)
        test_start(folder)
        test_liquid(folder)
    tap.done()


if __name__ == '__main__':
    main()
