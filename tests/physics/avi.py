# SPDX-License-Identifier: GPL-3.0-or-later
"""The asynchronous variational integrator keeps what its theory promises: it is velocity Verlet where
all steps are equal, of second order, keeps momenta to rounding and energy without a drift, and runs
backwards; pressures are those of the synchronous state."""
import math
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402
import avi_decks as decks  # noqa: E402

STATE = ['x', 'y', 'z', 'vx', 'vy', 'vz']

# Twelve atoms around a thirteenth, and some more that will fall on them: nothing holds them.
CLUSTER = '''units lj
boundary f f f
region box block -40 40 -40 40 -40 40 units box
create_box 1 box
lattice fcc 1.05
region ball sphere 0 0 0 2.2 units box
create_atoms 1 region ball
mass 1 1.0
velocity all create 0.25 4711 loop geom rot yes mom yes
group half id 1:20
velocity half set 0.05 -0.02 0.03 sum yes units box
pair_style lj/smooth/linear 8.0
pair_coeff 1 1 1.0 1.0
timestep 0.005
'''

ARGON = os.path.join(tap.SRCDIR, 'inputs', 'argon7', 'in.argon7')


def argon():
    """The deck of inputs/argon7 up to its first run."""
    with open(ARGON, encoding='utf-8') as text:
        return text.read().split('run             0')[0]


def far(one, two, lengths=None, numbers=6):
    """The largest difference of two states; positions across a face are one place."""
    worst = 0.0
    for a, b in zip(decks.numbers(one, STATE), decks.numbers(two, STATE)):
        for k in range(numbers):
            d = abs(a[k] - b[k])
            if lengths and k < 3:
                d = min(d, abs(d - lengths[k]))
            worst = max(worst, d)
    return worst


def lengths_of(dump):
    lines = dump.rsplit('ITEM: BOX BOUNDS', 1)[1].splitlines()[1:4]
    return [float(line.split()[1]) - float(line.split()[0]) for line in lines]


# A bullet that goes farther than the skin in a step: no list of the step before holds its victims.
BULLET = decks.liquid(4, 0.5) + '''pair_style soft 2.0
pair_coeff 1 1 5.0
group one id 5
velocity one set 260.0 147.0 80.0 units box
timestep 0.003
'''


def verlet():
    """With all steps equal: the largest difference from velocity Verlet, for each step."""
    every = 'neigh_modify every 1 delay 0 check yes\n'
    cases = {
        'argon': (argon().replace('fix             1 all nve', ''), 500,
                  ['', 'step shells %h 1.2 1.6 %h 2.0 2.6 %h']),
        'a liquid': (decks.liquid(5), 60, ['', 'step pair %h', 'step shells %h 1.2 1.6 %h',
                                           'step type 1 1 %h', 'step uniform %h queue bucket']),
        # Lists of shells are then nested, and made again several times before the common one is.
        'a long skin': (decks.liquid(5) + 'neighbor 0.9 bin\n', 100,
                        ['', 'step shells %h 1.2 1.6 %h', 'step shells %h 1.2 1.5 %h 1.8 2.1 %h']),
        'two types': (decks.TYPES, 40, ['step type 1 1 %h step type 1 2 %h']),
        'copper': (decks.COPPER, 20, ['', 'step type 1 1 %h']),
        'stiff chains': (decks.HARMONIC.replace('0.004', '0.001'), 50,
                         ['', 'step shells %h 1.1 1.5 %h', 'step type 1 1 %h']),
        'chains': (decks.FENE, 40, ['', 'step shells %h 1.1 1.5 %h']),
        'fields': (decks.WALLS, 40, ['', 'step shells %h 1.1 1.5 %h']),
        'a plane': (decks.PLANE, 60, ['', 'step shells %h 1.1 1.5 %h']),
        'a small box': (decks.SMALL, 60, ['', 'step shells %h 1.1 1.5 %h']),
        'a bullet': (BULLET, 40, ['', 'step shells %h 1.1 1.5 %h']),
        'some atoms only': (decks.liquid(4) + 'group mobile id 1:100\n', 60,
                            ['', 'step shells %h 1.1 1.5 %h']),
    }
    for name, (head, steps, words) in cases.items():
        move = 'fix 1 %s nve\nthermo 1000\n' % ('mobile' if 'mobile' in head else 'all')
        wanted, result = decks.final(every + head + move + 'run %d\n' % steps)
        if not tap.ok('%s: Verlet runs' % name, wanted is not None, result):
            continue
        scale = max(1.0, max(abs(v) for row in decks.numbers(wanted, STATE) for v in row))
        for line in words:
            style = 'run_style avi ' + line.replace('%h', '$(dt:%.17g)')
            got, result = decks.final(every + head + move + style + '\nrun %d\n' % steps)
            off = far(got, wanted, lengths_of(wanted), 6) / scale / steps if got else math.inf
            tap.ok('%s: equal steps are velocity Verlet: avi %s (%.1e)' % (name, line, off),
                   off < 1e-13, (off, result))


def momenta():
    rows = '''variable px equal vcm(all,x)*mass(all)
variable py equal vcm(all,y)*mass(all)
variable pz equal vcm(all,z)*mass(all)
variable lx equal angmom(all,x)
variable ly equal angmom(all,y)
variable lz equal angmom(all,z)
thermo_style custom step etotal v_px v_py v_pz v_lx v_ly v_lz
thermo_modify format float %.17g norm no
thermo 1000
'''
    for name, head, words, steps in [
            ('argon', argon(), 'step shells $(dt) 1.3 1.7 $(dt*1.7) 2.0 2.6 $(3.1*dt)', 100000),
            ('a cluster', CLUSTER + 'fix 1 all nve\n',
             'step shells 0.0043 1.4 1.8 0.0071 2.2 2.8 0.0137', 20000)]:
        with tap.Folder() as folder:
            r = decks.deck(folder, head + rows + 'run_style avi %s\nrun %d\n' % (words, steps))
            if not tap.ok('%s flies free' % name, r.status == 0, r):
                continue
            table = decks.columns(r)
        for kind in 'pl':
            off = max(abs(v - table['v_' + kind + axis][0]) for axis in 'xyz'
                      for v in table['v_' + kind + axis])
            tap.ok('%s: %s momentum stays to rounding (%.1e)' % (
                name, 'linear' if kind == 'p' else 'angular', off), off < 1e-11, off)
        spread = max(table['TotEng']) - min(table['TotEng'])
        tap.ok('%s: there is motion, and energy stays (%.1e)' % (name, spread),
               1e-9 < spread < 0.05, table['TotEng'])


def slope(times, values):
    """Of the straight line through the values."""
    mt, mv = sum(times) / len(times), sum(values) / len(values)
    return (sum((t - mt) * (v - mv) for t, v in zip(times, values))
            / sum((t - mt) ** 2 for t in times))


def mean_of(values):
    mean = sum(values) / len(values)
    return mean, math.sqrt(sum((v - mean) ** 2 for v in values) / len(values) / (len(values) - 1))


def energies():
    """Without a drift the energy still wanders, so the error of a slope is that of several starts.
    What wanders rises a little: 2e-6 is a five-hundredth of what a resonance does."""
    start = decks.liquid(4).replace('linear 2.5', 'linear 3.0') + '''fix 1 all nve
run 300
reset_timestep 0
thermo_style custom step time etotal press temp
thermo_modify format float %.17g
thermo 10
'''
    pressures = {}
    for line in ['verlet', 'avi step shells 0.005 1.5 1.9 0.02',
                 'avi step shells 0.005 1.5 1.9 0.0137']:
        slopes, means, spread = [], [], 0.0
        for seed in ('11', '22', '33', '44', '55', '66'):
            with tap.Folder() as folder:
                r = decks.deck(folder, start.replace('87287', seed) + 'run_style %s\nrun 4000\n' % line)
                if r.status != 0:
                    break
                table = decks.columns(r)
            slopes.append(slope(table['Time'], table['TotEng']))
            means.append(sum(table['Press']) / len(table['Press']))
            spread = max(spread, max(table['TotEng']) - min(table['TotEng']))
        if not tap.ok('liquid runs with ' + line, len(slopes) == 6, r):
            continue
        drift, error = mean_of(slopes)
        tap.ok('%s: no drift of energy (%.1e +- %.1e, within %.1e)' % (line, drift, error, spread),
               abs(drift) < max(3.0 * error, 2e-6) and error < 1e-5 and spread < 3e-3, slopes)
        pressures[line] = mean_of(means)
    one, e1 = pressures.pop('verlet', (math.inf, 0))
    for line, (two, e2) in pressures.items():
        tap.ok('%s: mean pressure %.3f, Verlet %.3f' % (line, two, one),
               abs(one - two) < 3.0 * math.hypot(e1, e2), (e1, e2))


def instants():
    """Pressure, virial and energies at one state do not know the integrator."""
    for name, (head, words) in decks.DIVIDED.items():
        row = ('fix 1 all nve\nthermo_style custom step pe ke press pxx pyy pxy evdwl ebond\n'
               'thermo_modify format float %.17g\n')
        rows = []
        for style in ['verlet', 'avi ' + words]:
            with tap.Folder() as folder:
                r = decks.deck(folder, head + row + 'run 10\nrun_style %s\nrun 0\n' % style)
                rows.append(tap.tables(r.out)[-1][1][0] if r.status == 0 else [math.nan])
            with tap.Folder() as folder:  # and in flight: the last row is a synchronous state
                r = decks.deck(folder, head + row + 'run_style avi %s\nrun 20\n%s\nrun 0\n' % (
                    words, 'velocity all scale $(temp)\nrun_style verlet' if style == 'verlet' else ''))
                rows.append(tap.tables(r.out)[-1][1][0] if r.status == 0 else [math.nan])
        for k, what in enumerate(['at the start', 'in flight']):
            a, b = ([float(v) for v in rows[j]] for j in (k, k + 2))
            off = max(abs(p - q) / max(1.0, abs(p)) for p, q in zip(a, b))
            tap.ok('%s: the row %s is Verlet\'s (%.1e)' % (name, what, off),
                   len(a) == len(b) and off < (1e-12 if k == 0 else 1e-9), (a, b))


def order():
    """Errors of positions, with all steps halved together, after one time."""
    head = CLUSTER.replace('timestep 0.005', 'timestep ${h}') + 'fix 1 all nve\nthermo 100000\n'
    words = 'step shells $(dt) 1.4 1.8 $(dt*1.5) 2.2 2.8 $(dt*3.5)'
    fine, _ = decks.final(head + 'run_style blanes-moan4\nrun 512\n', '-var', 'h', '0.0009765625')
    errors = []
    for n in (64, 128, 256, 512):
        got, result = decks.final(head + 'run_style avi %s\nrun %d\n' % (words, n), '-var', 'h',
                                  repr(0.5 / n))
        a, b = decks.numbers(got, STATE), decks.numbers(fine, STATE)
        errors.append(math.sqrt(sum((p - q) ** 2 for x, y in zip(a, b) for p, q in zip(x, y))))
    slopes = [math.log2(p / q) for p, q in zip(errors, errors[1:])]
    tap.ok('order 2 against the steps (%s)' % ', '.join('%.2f' % s for s in slopes),
           abs(slopes[-1] - 2.0) < 0.15, (errors, slopes))


def events(result):
    found = re.search(r'^  events: (\d+)', result.out, re.M)
    return int(found.group(1)) if found else 0


def reversal():
    """Forth, velocities turned around at a common multiple of all steps, and back."""
    turn = ''.join('variable m%s atom -v%s\n' % (k, k) for k in 'xyz')
    for engine in ['group', 'pair']:
        head = CLUSTER + ('fix 1 all nve\nthermo 100000\nrun_style avi element %s '
                          'step shells 0.005 1.4 1.8 0.01 2.2 2.8 0.025\n' % engine)
        start, _ = decks.final(head)
        end, result = decks.final(head + turn + 'run 500\n'
                                  'velocity all set v_mx v_my v_mz units box\n'
                                  'run 500\nvelocity all set v_mx v_my v_mz units box\n')
        middle, half = decks.final(head + 'run 500\n')
        off = far(start, end) if end else math.inf
        tap.ok('element %s: a cluster runs back to where it began (%.1e)' % (engine, off),
               off < 1e-9, result)
        tap.ok('and was elsewhere between', far(start, middle) > 0.1)
    tap.ok('single elements had %d events on either way' % events(half), events(half) >= 10000,
           half)


def main():
    verlet()
    momenta()
    energies()
    instants()
    order()
    reversal()
    tap.done()


main()
