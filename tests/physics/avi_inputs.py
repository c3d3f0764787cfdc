# SPDX-License-Identifier: GPL-3.0-or-later
"""The decks of run_style avi, in short: the liquid with a long cutoff and the stiff dimers keep the
energy as well as velocity Verlet with far fewer pair updates, steps beyond half the fastest period do
not; the run scripts work; and LAMMPS reads the decks."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

LIQUID = os.path.join(tap.SRCDIR, 'inputs', 'liquid-long-cutoff')
DIMERS = os.path.join(tap.SRCDIR, 'inputs', 'stiff-dimers')
CASCADE = os.path.join(tap.SRCDIR, 'inputs', 'cascade')


def rms(log):
    """Of the last run's energies per atom about their mean."""
    names, rows = tap.tables(log)[-1]
    energy = [float(row[names.index('TotEng')]) for row in rows]
    mean = sum(energy) / len(energy)
    return (sum((value - mean) ** 2 for value in energy) / len(energy)) ** 0.5


def measure(folder, deck, *words):
    got = tap.avimd(folder, '-in', deck, '-log', 'none', *words)
    tap.ok(' '.join(words) + ' runs', got.status == 0, got)
    return rms(got.out) if got.status == 0 else float('nan')


def script(folder, here, settle, duration):
    """The table of the run script, {name: (rms, fewer)}; its start stays for other runs."""
    got = tap.run(['sh', os.path.join(here, 'run'), folder.path], folder,
                  env={'AVIMD': tap.AVIMD, 'CELLS': '6', 'SETTLE': settle, 'DURATION': duration,
                       'SWEEP': 'no'})
    tap.ok(os.path.basename(here) + ': the run script works', got.status == 0, got)
    # name, rms, (expected), updates, fewer, (expected), seconds, faster, (expected)
    lines = re.findall(r'^  (\S+) +(\S+) \(\S+\) +(\S+) +(\S+) \(\S+\) +\S+ +\S+ \(', got.out, re.M)
    return {name: (float(error), float(fewer)) for name, error, _, fewer in lines}


def try_liquid():
    with tap.Folder() as folder:
        table = script(folder, LIQUID, '1000', '2')
        tap.ok('three lines', len(table) == 3, table)
        base = table['verlet'][0]
        for name, most in (('shells-0.03', 1.6), ('shells-0.025', 2.5)):
            error, fewer = table[name]
            tap.ok(name + ': an error like that of Verlet', error < most * base, table)
            tap.ok(name + ': less than half the pair updates', fewer > 2.0, table)
        far = measure(folder, os.path.join(LIQUID, 'in.liquid'), '-var', 'skin', '0.9', '-var', 'duration',
                      '2', '-var', 'style', 'avi step shells 0.005 1.6 2.1 0.1')
        tap.ok('an outer step of 0.1 pumps energy', far > 5 * base, (far, base))
        lammps(folder, os.path.join(LIQUID, 'in.liquid'), 1.6 * base, '-var', 'dt', '0.03', '-var', 'every', '1',
               '-var', 'duration', '2', '-var', 'style', 'respa 2 6 inner 1 1.6 2.1 outer 2')


def try_dimers():
    with tap.Folder() as folder:
        table = script(folder, DIMERS, '2000', '0.3')
        tap.ok('two lines', len(table) == 2, table)
        base = table['verlet'][0]
        error, fewer = table['bonds-and-pairs']
        tap.ok('an error like that of Verlet', error < 1.4 * base, table)
        tap.ok('a sixth of the pair updates', fewer > 6.0, table)
        far = measure(folder, os.path.join(DIMERS, 'in.dimers'), '-var', 'duration', '0.3', '-var', 'style',
                      'avi step bond 0.00038 step pair 0.006')
        tap.ok('pairs at half the period of a bond pump energy', far > 3 * base, (far, base))
        lammps(folder, os.path.join(DIMERS, 'in.dimers'), 1.6 * base, '-var', 'dt', '0.002', '-var', 'every', '3',
               '-var', 'duration', '0.3', '-var', 'style', 'respa 2 7 bond 1 pair 2')


def try_cascade():
    with tap.Folder() as folder:
        got = tap.run(['sh', os.path.join(CASCADE, 'run'), folder.path], folder,
                      env={'AVIMD': tap.AVIMD, 'CELLS': '8', 'ENERGY': '1000', 'SETTLE': '300'})
        tap.ok('cascade: the run script works', got.status == 0, got)
        found = re.search(r'^  avi hot +(\S+) \(\S+\) +\S+ +(\S+) \(', got.out, re.M)
        error, fewer = (float(text) for text in found.groups()) if found else (9.0, 0.0)
        tap.ok('cascade: the energy is kept', error < 0.2, got)
        tap.ok('cascade: a tenth of the pair updates', fewer > 10.0, got)


def lammps(folder, deck, most, *words):
    if tap.LMP is None:
        tap.skip('the like in LAMMPS', 'lmp is not installed')
        return
    got = tap.lammps(folder, '-in', deck, '-log', 'none', *words)
    error = rms(got.out) if got.status == 0 else float('nan')
    tap.ok('the like in LAMMPS', error < most, got if got.status else (error, most))


try_liquid()
try_dimers()
try_cascade()
tap.done()
