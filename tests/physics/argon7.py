# SPDX-License-Identifier: GPL-3.0-or-later
"""Seven argon atoms (inputs/argon7): the energies of the paper's table to all digits, an energy
error of the right size and without drift, a fourfold error at twice the step, and the run script."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

HERE = os.path.join(tap.SRCDIR, 'inputs', 'argon7')


def rows(log):
    """time (ps), E, K, V of every row once."""
    found = {}
    for _, table in tap.tables(log):
        for row in table:
            found[int(row[0])] = [float(word) for word in row[1:5]]
    return [found[step] for step in sorted(found)]


def rms(values):
    return (sum(value * value for value in values) / len(values)) ** 0.5


def energy_error(folder, step_fs):
    """rms of E - E0 over 0.2 ns."""
    got = tap.avimd(folder, '-in', os.path.join(HERE, 'in.argon7'), '-var', 'dt_fs', str(step_fs), '-var',
                    'ns', '0.2', '-var', 'every', '20')
    table = rows(got.out)
    return rms([row[1] - table[0][1] for row in table]) if len(table) > 100 else float('nan')


def main():
    with tap.Folder() as folder:
        got = tap.avimd(folder, '-in', os.path.join(HERE, 'in.argon7'))
        if not tap.ok('the deck runs', got.status == 0, got):
            tap.done()
            return
        tap.ok('energies of Table I', 'E/eps = -10.519254  K0/eps = 1.327579  V0/eps = -11.846833'
               in got.out, got)
        table = rows(got.out)
        errors = [row[1] - table[0][1] for row in table]
        tap.ok('1 ns of rows', len(table) == 501 and table[-1][0] == 1000.0, table[-1])
        tap.ok('rms energy error near 2.8e-4', 1.5e-4 < rms(errors) < 4.5e-4, rms(errors))
        half = len(errors) // 2
        drift = sum(errors[half:]) / half - sum(errors[:half]) / half
        tap.ok('no drift', abs(drift) < 1e-4, drift)
        kelvin = sum(row[2] for row in table) / len(table) / 7 * 119.8
        tap.ok('temperature near 15.6 K', 14.6 < kelvin < 16.6, kelvin)
        ratio = energy_error(folder, 20) / energy_error(folder, 10)
        tap.ok('twice the step, about four times the error', 2.8 < ratio < 5.6, ratio)
    with tap.Folder() as folder:
        got = tap.run(['sh', os.path.join(HERE, 'run'), folder.file('out')], folder,
                      env={'AVIMD': tap.AVIMD})
        tap.ok('the run script ends with its table', got.status == 0 and '-10.519254  -10.519254'
               in got.out and os.path.exists(folder.file('out/paths.dat')), got)
    tap.done()


main()
