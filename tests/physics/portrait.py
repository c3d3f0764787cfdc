# SPDX-License-Identifier: GPL-3.0-or-later
"""inputs/phase-portrait prints the figures its README promises, and they tell the methods apart."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

HERE = os.path.join(tap.SRCDIR, 'inputs', 'phase-portrait')


def promised():
    rows = {}
    with open(os.path.join(HERE, 'README.md'), encoding='ascii') as file:
        for line in file:
            cells = [cell.strip() for cell in line.strip().strip('|').split('|')]
            if len(cells) == 4 and cells[1].endswith('%'):
                rows[cells[0].split()[0]] = [float(cells[1].rstrip(' %')) / 100] + \
                    [float(cell) for cell in cells[2:]]
    return rows


def main():
    with tap.Folder() as folder:
        got = tap.run(['sh', os.path.join(HERE, 'run'), folder.file('out')], folder,
                      env={'AVIMD': tap.AVIMD})
        lines = [line.split() for line in got.out.splitlines()]
        table = {words[0]: [float(word) for word in words[1:]] for words in lines
                 if len(words) == 4 and words[1][0] in '+-'}
        if not tap.ok('the run script works', got.status == 0 and len(table) == 6, got):
            tap.done()
            return
        for name, (area, wide, late) in promised().items():
            here = table[name]
            tap.ok(f'{name}: area', abs(here[0] - area) < 1e-6 + 5e-3 * abs(area), here)
            tap.ok(f'{name}: swings', here[1] == wide and abs(here[2] - late) < 2e-4, here)
        for name in ('verlet', 'symplectic-euler', 'midpoint'):
            tap.ok(f'{name} preserves the area', abs(table[name][0]) < 1e-3, table[name])
        tap.ok('newmark does not in these variables', table['newmark'][0] > 0.02, table)
        tap.ok('rk4 loses a tenth of its widest swing', table['rk4'][2] < 0.92 * 1.62, table)
    tap.done()


main()
