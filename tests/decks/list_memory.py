#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Peak memory grows with the atoms by no more than it must: bytes an atom between 32,000 and 256,000
atoms of a liquid and of a crystal of copper, lists, sorting and set-up included.

Copper needs LAMMPS's table Cu_u3.eam; its skin of 1 makes lists long beside the cutoff.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

TABLES = '/usr/share/lammps/potentials'
LIMITS = (('melt', 'melt/in.melt-32k', 520), ('copper', 'copper/in.copper-32k', 850))


def peak(deck, cells, variables):
    """Peak resident memory in bytes; None where the run failed."""
    command = [tap.AVIMD, '--threads', '1', '-in', deck, '-log', 'none', '-var', 'steps', '20',
               '-var', 'cells', str(cells)] + variables
    with open(os.devnull, 'w') as nowhere:
        process = os.posix_spawn(command[0], command, os.environ,
                                 file_actions=[(os.POSIX_SPAWN_DUP2, nowhere.fileno(), 1)])
        _, status, usage = os.wait4(process, 0)
    return usage.ru_maxrss * 1024 if status == 0 else None


def slope(deck, variables):
    """Bytes an atom.  What the system gives at once (pages) makes it differ by one from run to run."""
    small, large = (peak(deck, cells, variables) for cells in (20, 40))
    return (large - small) / 224000.0 if small and large else float('inf')


def main():
    if not sys.platform.startswith('linux'):
        tap.skip_all('peak memory is measured as Linux counts it')
    with tap.Folder() as folder:
        if '-fsanitize' in tap.avimd(folder, '--version').out:
            tap.skip_all('sanitizers take memory of their own')
    for name, path, limit in LIMITS:
        title = '%s takes at most %d bytes an atom' % (name, limit)
        table = os.path.join(TABLES, 'Cu_u3.eam')
        if name == 'copper' and not os.path.exists(table):
            tap.skip(title, 'no ' + table)
            continue
        variables = ['-var', 'table', table] if name == 'copper' else []
        deck = os.path.join(tap.SRCDIR, 'inputs', path)
        slopes = []
        while len(slopes) < 3 and (not slopes or slopes[-1] > limit):
            slopes.append(slope(deck, variables))
        tap.ok(title, slopes[-1] <= limit, 'bytes an atom: %s' % slopes)
    tap.done()


main()
