# SPDX-License-Identifier: GPL-3.0-or-later
"""The planar oscillator (inputs/oscillator): variational methods keep the energy, or lose it at the
right rate; the run script prints the figures its README promises."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

HERE = os.path.join(tap.SRCDIR, 'inputs', 'oscillator')


def main():
    with tap.Folder() as folder:
        got = tap.run(['sh', os.path.join(HERE, 'run'), folder.file('out')], folder,
                      env={'AVIMD': tap.AVIMD})
        if not tap.ok('the run script works', got.status == 0, got):
            tap.done()
            return
        lines = [line.split() for line in got.out.splitlines()]
        table = {words[0]: (float(words[1]), float(words[2])) for words in lines
                 if len(words) == 3 and words[0].startswith(('conservative-', 'damped-'))}
        tap.ok('ten cases', len(table) == 10, got)
        for name, (here, expected) in sorted(table.items()):
            tap.ok(f'{name}: {expected}', abs(here - expected) < 2e-5, here)
        for method in ('verlet', 'newmark', 'midpoint'):
            with open(folder.file(f'out/conservative-{method}.dat'), encoding='ascii') as file:
                energy = [float(line.split()[1]) for line in file]
            half = len(energy) // 2
            drift = sum(energy[half:]) / (len(energy) - half) - sum(energy[:half]) / half
            tap.ok(f'{method}: no drift', abs(drift) < 1e-3, drift)
    tap.done()


main()
