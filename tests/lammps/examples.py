# SPDX-License-Identifier: GPL-3.0-or-later
"""Decks that LAMMPS ships, with thermostats, fixed and shrinking boundaries, and a bead-spring chain
in a heat bath: every thermo row beside the real program, up to the step at which two correct
programs that add in different orders begin to part.
"""
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

TOLERANCE = 1e-6

# Deck, how far (None: to its end), rows of LAMMPS 29 Sep 2021 where it is not installed: run, row.
DECKS = [
    ('crack/in.crack', None,
     [(0, '0 0.065651733 -3.2595015 0 -3.1987287 -0.036239172 8605.5917'),
      (0, '200 0.060086376 -3.2531936 0 -3.1975725 -0.23125026 8638.8101'),
      (0, '5000 0.089415266 -3.0228825 0 -2.9401122 -1.0215336 9436.1637')]),
    ('flow/in.flow.couette', 2000,
     [(0, '0 1 0 0 0.71190476 0.52314537 571.54286'),
      (0, '500 1.0644427 -0.31382888 0 0.44395296 3.0013076 571.54286')]),
    ('shear/in.shear', None,
     [(0, '0 300 -8317.4367 0 -8263.8067 -7100.7667 19547.02'),
      (0, '100 300 -8245.8191 0 -8192.189 9034.8776 19778.592'),
      (1, '3000 292.3109 -8156.8668 0 -8122.0298 -9481.3532 23197.918')]),
    ('indent/in.indent', 16000,
     [(0, '0 0.2 -3.1727576 0 -3.0018052 -1.436185 444.53333'),
      (0, '1000 0.11974254 -3.0876892 0 -2.9853378 -0.037059247 440.78771')]),
]

CHAIN = '''
units lj
atom_style bond
special_bonds fene
read_data data.chain
neighbor 0.4 bin
neigh_modify every 1 delay 1 check yes
bond_style fene
bond_coeff 1 30.0 1.5 1.0 1.0
pair_style lj/cut 1.12246204830937
pair_modify shift yes
pair_coeff 1 1 1.0 1.0
fix 1 all nve
fix 2 all langevin 1.0 1.0 10.0 904297
thermo 20
thermo_style custom step temp epair emol etotal press
timestep 0.012
run 200
'''


def installed(package, ending, fallback):
    """The folder above a file of a Debian package, or None."""
    try:
        listing = subprocess.run(['dpkg', '-L', package], stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL, universal_newlines=True).stdout
    except OSError:
        listing = ''
    for line in listing.splitlines() + [fallback + ending]:
        if line.endswith(ending) and os.path.isfile(line):
            return line[:-len(ending)]
    return None


def shorten(text, steps):
    """The deck with its first run of that many steps, and nothing after it."""
    if steps is None:
        return text
    lines = []
    for line in text.splitlines():
        if re.match(r'run\s', line):
            return '\n'.join(lines + ['run %d' % steps, ''])
        lines.append(line)
    return '\n'.join(lines)


def chain_data(chains=20, beads=25):
    """Chains that wind through the points of a lattice, slightly disturbed."""
    noise = random.Random(4711)
    step, side = 0.97, 8
    points = []
    for z in range(side):
        for y in range(side) if z % 2 == 0 else reversed(range(side)):
            row = range(side) if (y + z) % 2 == 0 else reversed(range(side))
            points += [(x, y, z) for x in row]
    text = ['chains', '', '%d atoms' % (chains * beads), '%d bonds' % (chains * (beads - 1)),
            '1 atom types', '1 bond types', '']
    text += ['0 %.10f %slo %shi' % (side * step * 1.05, k, k) for k in 'xyz']
    text += ['', 'Masses', '', '1 1.0', '', 'Atoms # bond', '']
    for i in range(chains * beads):
        place = ['%.10f' % (1.05 * step * c + noise.uniform(0, 0.02)) for c in points[i]]
        text.append('%d %d 1 %s' % (i + 1, i // beads + 1, ' '.join(place)))
    text += ['', 'Velocities', '']
    text += ['%d %s' % (i + 1, ' '.join('%.10f' % noise.gauss(0, 1) for _ in range(3)))
             for i in range(chains * beads)]
    text += ['', 'Bonds', '']
    bonds = [i for i in range(1, chains * beads) if i % beads]
    text += ['%d 1 %d %d' % (k + 1, i, i + 1) for k, i in enumerate(bonds)]
    return '\n'.join(text) + '\n'


def difference(row, wanted, scale):
    for k, (a, b) in enumerate(zip(row, wanted)):
        if not abs(float(a) - float(b)) <= TOLERANCE * max(abs(float(b)), 1e-3 * scale[k]):
            return 'step %s, column %d: %s, not %s' % (wanted[0], k + 1, a, b)
    return '' if len(row) == len(wanted) else '%d columns, not %d' % (len(row), len(wanted))


def scales(rows):
    return [max(abs(float(row[k])) for row in rows) for k in range(len(rows[0]))]


def compare(ours, theirs):
    if len(ours) != len(theirs) or not theirs:
        return '%d tables, not %d' % (len(ours), len(theirs))
    wrong = []
    for (names, rows), (their_names, their_rows) in zip(ours, theirs):
        if names != their_names or len(rows) != len(their_rows):
            wrong.append('%d rows of %s, not %d of %s' % (len(rows), names, len(their_rows),
                                                         their_names))
            continue
        scale = scales(their_rows)
        wrong += [text for text in (difference(a, b, scale) for a, b in zip(rows, their_rows))
                  if text]
    return '\n'.join(wrong[:10])


def compare_reference(ours, reference):
    wrong = []
    for run, text in reference:
        wanted = text.split()
        got = [row for row in ours[run][1] if row[0] == wanted[0]] if run < len(ours) else []
        wrong.append(difference(got[0], wanted, scales(ours[run][1])) if got
                     else 'no row of step %s' % wanted[0])
    return '\n'.join(text for text in wrong if text)


def try_deck(name, text, files, env, reference):
    with tap.Folder() as folder:
        folder.write('in.deck', text)
        for file, content in files.items():
            folder.write(file, content)
        mine = tap.avimd(folder, '-in', 'in.deck', '-log', 'none', env=env)
        if not tap.ok('%s runs' % name, mine.status == 0, mine):
            return
        ours = tap.tables(mine.out)
        if reference:
            wrong = compare_reference(ours, reference)
            tap.ok('%s: reference rows' % name, not wrong, wrong)
        if tap.LMP is None:
            tap.skip('%s: every row as lmp' % name, 'lmp is not installed')
            return
        theirs = tap.lammps(folder, '-in', 'in.deck', '-log', 'none')
        if not tap.ok('%s runs in lmp' % name, theirs.status == 0, theirs):
            return
        wrong = compare(ours, tap.tables(theirs.out))
        tap.ok('%s: every row as lmp' % name, not wrong, wrong)


def main():
    only = sys.argv[1] if len(sys.argv) > 1 else ''
    place = installed('lammps-examples', '/melt/in.melt', '/usr/share/lammps/examples')
    tables = installed('lammps-data', '/Ni_u3.eam', '/usr/share/lammps/potentials')
    env = {'LAMMPS_POTENTIALS': tables or '', 'OMP_NUM_THREADS': '1'}
    for name, steps, reference in DECKS:
        if only not in name:
            continue
        if place is None or (name == 'shear/in.shear' and tables is None):
            tap.skip(name, 'the example decks or potential files of LAMMPS are not installed')
            continue
        with open(os.path.join(place, name), encoding='utf-8') as deck:
            try_deck(name, shorten(deck.read(), steps), {}, env, reference)
    if only in 'chain':
        try_deck('chain in a heat bath', CHAIN, {'data.chain': chain_data()}, env, [])
    tap.done()


if __name__ == '__main__':
    main()
