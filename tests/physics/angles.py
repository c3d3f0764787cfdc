# SPDX-License-Identifier: GPL-3.0-or-later
"""Angles under schemes that drive elements: forces agree with the energy, asynchronous schemes with
equal steps agree with Verlet, energy is kept, a restart file keeps angles,
and what cannot drive them says so."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402
from styles import ANGLES, NVE, registered, TRIMERS  # noqa: E402

SHOW = '''thermo_style custom step pe eangle ke etotal press
thermo_modify norm no format float %.17g
thermo 10
'''


def rows(name, deck, *words):
    with tap.Folder() as folder:
        folder.write('in', deck)
        out = tap.avimd(folder, '-in', 'in', '-log', 'none', *words)
        if not tap.ok(name + ' runs', out.status == 0, out):
            return []
        return [[float(x) for x in row] for row in tap.tables(out.out)[0][1]]


def differ(one, two):
    """The largest difference, of the largest value."""
    if not one or len(one) != len(two):
        return 1.0
    largest = max(abs(x) for row in two for x in row)
    return max(abs(a - b) for r, s in zip(one, two) for a, b in zip(r, s)) / largest


def drift(table):
    return max(abs(row[4] - table[0][4]) for row in table) if table else 1e9


def goes_on(name, system):
    """A restart file keeps the style and its coefficients."""
    with tap.Folder() as folder:
        folder.write('one', system + 'timestep 0.001\nrun 50\nwrite_restart r\n')
        folder.write('two', 'read_restart r\n' + NVE + SHOW + 'timestep 0.001\nrun 50\n')
        outs = [tap.avimd(folder, '-in', part, '-log', 'none') for part in ('one', 'two')]
        end = tap.tables(outs[1].out)[0][1][-1:] if outs[1].status == 0 else []
    with tap.Folder() as folder:
        folder.write('in', system + 'timestep 0.001\nrun 50\nrun 50\n')
        out = tap.avimd(folder, '-in', 'in', '-log', 'none')
    tap.ok(name + ': a run goes on from a restart file', end and
           end == tap.tables(out.out)[-1][1][-1:], outs[1])


def style(name):
    system = (TRIMERS % (name, ANGLES[name])).replace('lj/cut', 'lj/smooth/linear') + NVE + SHOW
    with tap.Folder() as folder:
        folder.write('in', system + 'check forces\n')
        out = tap.avimd(folder, '-in', 'in', '-log', 'none')
        tap.ok('%s: check forces' % name, out.status == 0 and 'harmonic' in out.out, out)
    verlet = rows(name + ', verlet', system + 'timestep 0.001\nrun 200\n')
    two = rows(name + ', two threads', system + 'timestep 0.001\nrun 200\n', '--threads', '2')
    tap.ok(name + ': the same with two threads', verlet == two and verlet)
    for words in ('step uniform 0.001', 'element pair step uniform 0.001'):
        avi = rows('%s, avi %s' % (name, words),
                   system + 'timestep 0.001\nrun_style avi %s\nrun 200\n' % words)
        worst = differ(avi, verlet)
        tap.ok('%s: avi %s is verlet' % (name, words), worst < 1e-10, worst)
    for words in ('step bond %g step pair %g', 'element pair step bond %g step pair %g'):
        found = []
        for h in (0.002, 0.001):
            deck = system + 'timestep 0.004\nrun_style avi %s\nrun 200\n' % (words % (h, 2 * h))
            found.append(drift(rows('%s, avi %s' % (name, words % (h, 2 * h)), deck)))
        tap.ok('%s: energy error of avi %s falls with the square of the step' %
               (name, words.replace('%g', 'H')),
               2.5 < found[0] / found[1] < 6.0, found)
    respa = rows(name + ', respa', system +
                 'timestep 0.002\nrun_style respa 2 4 bond 1 pair 2\nrun 100\n')
    tap.ok('%s: respa keeps energy' % name, drift(respa) < 0.05, drift(respa))
    goes_on(name, system)
    for words, text in (('energy-stepping h 0.1', 'does not support angles'),
                        ('energy-stepping/pair h 0.1', 'angle_style'),
                        ('avi hot speed 4 radius 1.3 block 0.001 accuracy 1', 'does not support angles'),
                        ('respa 2 2 bond 1 angle 2', 'the same level')):
        alone = system.replace('bond_style harmonic\n', '').replace('bond_coeff 1 50 1.0\n', '')
        with tap.Folder() as folder:
            folder.write('in', alone + 'timestep 0.001\nrun_style %s\nrun 1\n' % words)
            out = tap.avimd(folder, '-in', 'in', '-log', 'none')
            tap.ok('%s: %s is refused' % (name, words), out.status != 0 and text in out.err + out.out,
                   out)


for name in registered('Angle'):
    style(name)
tap.done()
