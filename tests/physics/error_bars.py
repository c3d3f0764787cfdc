#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Standard errors say how far another run would be off.  Different starts each of a liquid, of a
cluster of 13 atoms, and of a liquid whose outer step is beyond the limit of resonance: the scatter over
the starts of the energy's rms from the start, of that about its mean, and of the drift, over the errors
that the runs report.  `avimd compare` and the report after a run of avi are held to it.

    error_bars.py [STARTS]

With 40 starts (make check-error-bars, half a minute) the ratios must be between 0.6 and 1.6; with the 12
of the suite the scatter itself is known to a fifth, and what is looked for are errors that are far off."""
import csv
import math
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

STARTS = int(sys.argv[1]) if len(sys.argv) > 1 else 12
LOW, HIGH = (0.6, 1.6) if STARTS >= 40 else (0.4, 2.4)

LIQUID = '''units lj
variable s index 1
lattice fcc 0.8442
region box block 0 3 0 3 0 3
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.44 $(87287+1000*v_s) loop geom
pair_style lj/smooth/linear 2.5
pair_coeff 1 1 1.0 1.0
fix 1 all nve
timestep 0.005
run 1000
'''
LJ13 = '''units lj
variable s index 1
boundary f f f
region space block -12 12 -12 12 -12 12 units box
create_box 1 space
mass 1 1.0
pair_style lj/cut 45.0
pair_coeff 1 1 1.0 1.0
neighbor 1.0 bin
variable a string 0.5678
variable g equal ${a}*1.618033988749895
create_atoms 1 single 0 0 0 units box
%s
velocity all create 0.4 $(4928+1000*v_s) mom yes rot yes
fix 1 all nve
timestep 0.005
run 1000
''' % '\n'.join('create_atoms 1 single %s units box' % ' '.join(corner[k:] + corner[:k])
                for corner in ([a, b, c] for a in ('0',) for b in ('$a', '-$a')
                               for c in ('${g}', '-${g}')) for k in range(3))
SHELLS = 'avi step shells 0.01 1.3 2.0 %g'
SINGLE = 'avi element pair step shells 0.005 1.4 1.9 0.02'

# Name, deck, run_style, timestep, steps of the run, rows of a run by itself, looks of a comparison.
SYSTEMS = [
    ('a liquid', LIQUID, 'verlet', 0.005, 2000, 0, 1000),
    ('a liquid, avi', LIQUID, SHELLS % 0.02, 0.02, 600, 3, 0),
    ('LJ-13', LJ13, 'verlet', 0.02, 4000, 0, 1000),
    ('LJ-13, avi', LJ13, SINGLE, 0.02, 1500, 1, 0),
    ('beyond resonance', LIQUID, SHELLS % 0.11, 0.11, 400, 2, 200),
]


def ratio(values, errors):
    """Scatter of the values over the root mean square of their errors."""
    n = len(values)
    mean = sum(values) / n
    scatter = math.sqrt(sum((value - mean) ** 2 for value in values) / (n - 1))
    return scatter / math.sqrt(sum(error ** 2 for error in errors) / n)


def judge(name, values, errors, detail):
    found = ratio(values, errors) if len(values) == STARTS and any(errors) else math.nan
    print('# %s: scatter over reported error %.2f (%d starts)' % (name, found, len(values)))
    tap.ok('%s: the reported error is that of another start' % name, LOW <= found <= HIGH, detail)


def comparison(folder, name, deck, style, timestep, steps, looks):
    folder.write('in.compared', deck + 'run 100\n')
    got = tap.avimd(folder, 'compare', 'in.compared', '--run', '2', '--time', '%g' % (steps * timestep),
                    '--integrators', 'one=' + style, '--steps', '%g' % timestep, '--starts',
                    str(STARTS + 1), '--settle', '5', '--samples', str(looks), '--measure', 'energy',
                    '--explode', '100', '--no-plots', '--again', '--out', 'out')
    rows = []
    if got.status == 0:
        with open(folder.file('out/results.csv'), encoding='utf-8', newline='') as text:
            rows = [row for row in csv.DictReader(text) if row['start'] != '0']
    for figure in ('energy_rms', 'energy_sd', 'energy_drift'):
        judge('%s, %s of compare' % (name, figure), [float(row[figure]) for row in rows if figure in row],
              [float(row[figure + '_se']) for row in rows if figure in row], got)


def drift(folder, name, deck, style, timestep, steps, every):
    deck += 'timestep %g\nrun_style %s\nthermo %d\nrun %d\n' % (timestep, style, every, steps)
    folder.write('in.alone', deck)
    found = []
    for s in range(STARTS):
        got = tap.avimd(folder, '--threads', '1', '-in', 'in.alone', '-var', 's', str(s + 1), '-log', 'none')
        found += re.findall(r'drift (\S+) \+- (\S+) per atom', got.out)
    judge('%s, drift of the report' % name, [float(value) for value, _ in found],
          [float(error) for _, error in found], found)


with tap.Folder() as where:
    for title, text, run_style, dt, length, row_every, seen in SYSTEMS:
        if seen:
            comparison(where, title, text, run_style, dt, length, seen)
        if row_every:
            drift(where, title, text, run_style, dt, length, row_every)
tap.done()
