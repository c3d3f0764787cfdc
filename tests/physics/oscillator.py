# SPDX-License-Identifier: GPL-3.0-or-later
"""The planar oscillator (inputs/oscillator): variational methods keep the energy, or lose it at the
right rate; the run script prints the figures its README promises."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

HERE = os.path.join(tap.SRCDIR, 'inputs', 'oscillator')


def rows(folder, name):
    with open(folder.file(f'out/{name}.dat'), encoding='ascii') as file:
        return [[float(word) for word in line.split()] for line in file]


def main():
    with tap.Folder() as folder:
        got = tap.run(['sh', os.path.join(HERE, 'run'), folder.file('out')], folder,
                      env={'AVIMD': tap.AVIMD})
        if not tap.ok('the run script works', got.status == 0, got):
            tap.done()
            return
        lines = [line.split() for line in got.out.splitlines()]
        table = [(words[0], float(words[1]), float(words[2])) for words in lines
                 if len(words) == 3 and words[0].startswith(('conservative-', 'damped-', 'spin-'))]
        tap.ok('25 figures', len(table) == 25, got)
        for name, here, expected in table:
            tap.ok(f'{name}: {expected}', abs(here - expected) < 2e-6 + 2e-5 * abs(expected), here)
        for method in ('verlet', 'newmark', 'midpoint'):
            energy = [row[1] for row in rows(folder, f'conservative-{method}')]
            half = len(energy) // 2
            drift = sum(energy[half:]) / (len(energy) - half) - sum(energy[:half]) / half
            tap.ok(f'{method}: no drift', abs(drift) < 1e-3, drift)
        for method in ('verlet', 'midpoint'):
            spin = [row[2] for row in rows(folder, f'conservative-{method}')]
            tap.ok(f'{method}: angular momentum', max(spin) - min(spin) < 1e-9, spin[-1])
        for method in ('verlet', 'newmark', 'midpoint', 'exact'):
            worst = max(abs(row[2] / (0.6 * math.exp(-1e-3 * row[0])) - 1)
                        for row in rows(folder, f'damped-{method}') if row[0] < 5000)
            bound = {'exact': 1e-5, 'newmark': 0.05}.get(method, 1e-3)
            tap.ok(f'{method}: damped angular momentum', worst < bound, worst)
        energy, truth = ([row[1] for row in rows(folder, f'conservative-{method}-short')]
                         for method in ('rk4', 'exact'))
        tap.ok('rk4 has lost a fifth within 40', 0.75 < energy[-1] / truth[-1] < 0.85, energy[-1])
        tap.ok('a short run has every step', len(energy) == 201, len(energy))
    tap.done()


main()
