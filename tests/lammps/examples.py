# SPDX-License-Identifier: GPL-3.0-or-later
"""Decks that LAMMPS ships, unmodified, beside the real program: a table with the rows compared, the
worst relative difference inside the horizon, and a verdict for each deck; what cannot run is
listed with its reason.

The horizon is where two correct programs that add in different orders begin to part.  It is measured
in the same test: lmp runs the deck a second time with Newton's third law switched (newton off for on, or
on for off), which changes nothing but the order of its sums, and rows count up to where its two
runs differ by PARTED.

    examples.py [--whole|--middle] [--limit=SECONDS] [NAME]

make check runs the decks with short runs, one of each kind; make check-examples the whole decks, some
of which take minutes.  --middle runs those that cannot be made short for at most MIDDLE_RUN steps a
run, with their own rows.  --limit: a program that needs longer for a whole deck is stopped, and the
deck left out (3600).  NAME keeps the decks whose name contains it.
"""
import os
import random
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

TOLERANCE = 1e-6
PARTED = 2e-8
ROUNDING = 1e-12  # both smaller: sums of numbers near 1 that cancel
SHORT_RUN, SHORT_THERMO, SHORT_LOOP, MIDDLE_RUN = 40, 10, 2, 2000

# Tier, deck, and whether it runs only whole: where rows ask for averages, lmp refuses rows at steps at
# which there is none, so that neither runs nor rows can be made shorter.
DECKS = [
    (1, 'COUPLE/plugin/in.lj', False),
    (1, 'COUPLE/simple/in.lj', False),
    (1, 'UNITS/in.ar.lj', False),
    (1, 'UNITS/in.ar.metal', False),
    (1, 'UNITS/in.ar.real', False),
    (1, 'balance/in.balance.clock.static', False),
    (1, 'balance/in.balance.group.dynamic', False),
    (1, 'balance/in.balance.group.static', False),
    (1, 'balance/in.balance.neigh.static', False),
    (1, 'crack/in.crack', False),
    (1, 'fire/in.cg', False),
    (1, 'fire/in.fire', False),
    (1, 'fire/in.fire_mod', False),
    (1, 'flow/in.flow.couette', False),
    (1, 'flow/in.flow.pois', False),
    (1, 'friction/in.friction', False),
    (1, 'indent/in.indent', False),
    (1, 'indent/in.indent.min', False),
    (1, 'kim/in.lammps.melt', False),
    (1, 'melt/in.melt', False),
    (1, 'message/in.message', False),
    (1, 'min/in.min', False),
    (1, 'obstacle/in.obstacle', False),
    (1, 'shear/in.shear', False),
    (1, 'shear/in.shear.void', False),
    (2, 'DIFFUSE/in.msd.2d', False),
    (2, 'DIFFUSE/in.vacf.2d', False),
    (2, 'KAPPA/in.heat', True),
    (2, 'KAPPA/in.heatflux', True),
    (2, 'KAPPA/in.langevin', True),
    (2, 'MC/in.mc', False),
    (2, 'PACKAGES/rhok/in.setup', False),
    (2, 'VISCOSITY/in.einstein.2d', True),
    (2, 'VISCOSITY/in.gk.2d', True),
    (2, 'VISCOSITY/in.wall.2d', True),
    (2, 'balance/in.balance', False),
    (2, 'balance/in.balance.bond.fast', False),
    (2, 'balance/in.balance.bond.slow', False),
    (2, 'balance/in.balance.clock.dynamic', False),
    (2, 'balance/in.balance.neigh.dynamic', False),
    (2, 'balance/in.balance.neigh.rcb', False),
    (2, 'balance/in.balance.var.dynamic', False),
    (2, 'controller/in.controller.temp', True),
    (2, 'controller/in.controller.wall', True),
    (2, 'deposit/in.deposit.atom', False),
    (2, 'micelle/in.micelle', True),
    (2, 'min/in.min.box', False),
    (2, 'rerun/in.first', False),
    (2, 'rerun/in.rdf.first', False),
    (2, 'wall/in.wall.specular', False),
    (3, 'HEAT/in.lj.ehex', True),
    (3, 'HEAT/in.lj.hex', True),
    (3, 'KAPPA/in.ehex', True),
    (3, 'gjf/in.gjf.vfull', False),
    (3, 'gjf/in.gjf.vhalf', False),
    (3, 'rerun/in.rdf.rerun', False),
    (3, 'rerun/in.read_dump', False),
    (3, 'rerun/in.rerun', False),
    (3, 'steinhardt/in.bcc', False),
    (3, 'steinhardt/in.fcc', False),
    (3, 'steinhardt/in.icos', False),
    (3, 'wall/in.wall.ccl', False),
    (3, 'wall/in.wall.diffusive', False),
    (3, 'wall/in.wall.maxwell', False),
]

# Decks that do not agree, and why; one that does is an error too.
DIFFERS = {
    'MC/in.mc': 'after set moved atoms, lmp still tells the energy of the last run, avimd that of now',
    'gjf/in.gjf.vfull': 'lmp changes the velocities that its first row shows; later rows agree',
    'gjf/in.gjf.vhalf': 'lmp changes the velocities that its first row shows; later rows agree',
}

# Decks that cannot run, and why; as soon as one runs, it must agree like all others.
MISSING = {
    'wall/in.wall.ccl': 'this lmp was built without fix wall/reflect/stochastic',
    'wall/in.wall.diffusive': 'this lmp was built without fix wall/reflect/stochastic',
    'wall/in.wall.maxwell': 'this lmp was built without fix wall/reflect/stochastic',
}

# Decks that make check leaves out, since another one does the same or it takes long.
WHOLE_ONLY = {
    'COUPLE/plugin/in.lj': 'it is COUPLE/simple/in.lj',
    'UNITS/in.ar.real': 'UNITS/in.ar.metal differs only in units',
    'balance/in.balance.bond.slow': 'like balance/in.balance.bond.fast',
    'balance/in.balance.clock.dynamic': 'like balance/in.balance.clock.static',
    'balance/in.balance.group.dynamic': 'like balance/in.balance.group.static',
    'balance/in.balance.neigh.dynamic': 'like balance/in.balance.neigh.static',
    'balance/in.balance.neigh.rcb': 'like balance/in.balance.neigh.static',
    'balance/in.balance.var.dynamic': 'like balance/in.balance.clock.static',
    'fire/in.fire_mod': 'like fire/in.fire',
    'rerun/in.rdf.first': 'like rerun/in.first',
    'steinhardt/in.bcc': 'it takes long; steinhardt/in.icos is short',
    'steinhardt/in.fcc': 'it takes long; steinhardt/in.icos is short',
}

# Large systems, or many runs: still shorter runs, with rows every second step.
SLOW = ('balance/', 'kim/', 'rerun/', 'shear/', 'PACKAGES/', 'melt/')
SLOW_RUN, SLOW_THERMO = 4, 2

# Decks that read what another writes: that one runs before, in the same folder.
AFTER = {'rerun/in.rerun': 'rerun/in.first', 'rerun/in.read_dump': 'rerun/in.first',
         'rerun/in.rdf.rerun': 'rerun/in.rdf.first'}

# Rows of LAMMPS 29 Sep 2021 where it is not installed: deck, run, row.
REFERENCE = [
    ('crack/in.crack', 0, '0 0.065651733 -3.2595015 0 -3.1987287 -0.036239172 8605.5917'),
    ('flow/in.flow.couette', 0, '0 1 0 0 0.71190476 0.52314537 571.54286'),
    ('shear/in.shear', 0, '0 300 -8317.4367 0 -8263.8067 -7100.7667 19547.02'),
    ('indent/in.indent', 0, '0 0.2 -3.1727576 0 -3.0018052 -1.436185 444.53333'),
]

CLOCKS = ('CPU', 'T/CPU', 'S/CPU', 'CPULeft')  # columns that tell the time of day

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


def shorten(text, middle, slow):
    """The deck with short runs, minimisations and loops, and more rows; or only with middle runs."""
    lines = []
    steps, rows = (SLOW_RUN, SLOW_THERMO) if slow else (SHORT_RUN, SHORT_THERMO)
    if middle:
        return re.sub(r'^(\s*run\s+)(\d+)',
                      lambda run: run.group(1) + str(min(int(run.group(2)), MIDDLE_RUN)), text,
                      flags=re.M)
    for line in text.splitlines():
        run = re.match(r'(\s*run\s+)(\d+)(.*)$', line)
        thermo = re.match(r'(\s*thermo\s+)(\d+)\s*$', line)
        down = re.match(r'(\s*minimize\s+\S+\s+\S+\s+)(\d+)(\s+\d+.*)$', line)
        loop = re.match(r'(\s*variable\s+\S+\s+loop\s+)(\d+)\s*$', line)
        for found, most in ((run, steps), (thermo, rows), (down, SHORT_RUN),
                            (loop, SHORT_LOOP)):
            if found and int(found.group(2)) > most:
                line = '%s%d%s' % (found.group(1), most, ''.join(found.groups()[2:]))
        lines.append(line)
    return '\n'.join(lines) + '\n'


def other_order(text):
    """The deck whose sums have another order."""
    found = re.search(r'^\s*newton\s+(\S+)', text, re.M)
    if found:
        return re.sub(r'^\s*newton\s.*$', 'newton ' + ('on' if found.group(1) == 'off' else 'off'),
                      text, flags=re.M)
    return 'newton off\n' + text


def tables(log):
    """Like tap.tables, without warnings between the rows, and without clocks."""
    found = []
    for names, rows in tap.tables(log):
        rows = [row for row in rows if len(row) == len(names) and row[0].lstrip('-').isdigit()]
        keep = [k for k, name in enumerate(names) if name not in CLOCKS]
        found.append(([names[k] for k in keep],
                      [[float(row[k]) for k in keep] for row in rows]))
    return found


def apart(row, other, scale):
    """The worst relative difference of two rows, small numbers measured by their column."""
    worst = 0.0
    for a, b, size in zip(row, other, scale):
        if abs(a) < ROUNDING and abs(b) < ROUNDING:
            continue
        unit = max(abs(b), 1e-3 * size)
        worst = max(worst, abs(a - b) / unit if a == a and b == b else float(a == a or b == b))
    return worst


def walk(ours, theirs, again=None):
    """Rows that agree inside the horizon: their number, the worst difference, what is wrong."""
    count, worst = 0, 0.0
    for t, (names, rows) in enumerate(theirs):
        if t >= len(ours):
            return count, worst, '%d tables, not %d' % (len(ours), len(theirs))
        if len(ours[t][0]) != len(names):
            return count, worst, 'columns %s, not %s' % (ours[t][0], names)
        scale = [max(abs(row[k]) for row in rows) for k in range(len(names))] if rows else []
        for r, row in enumerate(rows):
            if again is not None and (t >= len(again) or r >= len(again[t][1]) or
                                      apart(again[t][1][r], row, scale) > PARTED):
                return count, worst, ''
            if r >= len(ours[t][1]):
                return count, worst, 'table %d ends before row %s' % (t + 1, row)
            difference = apart(ours[t][1][r], row, scale)
            count += 1
            worst = max(worst, difference)
            if difference > TOLERANCE:
                return count, worst, 'table %d: %s, not %s' % (t + 1, ours[t][1][r], row)
    return count, worst, ''


class Bench:
    """Runs a deck with a program in a folder of its own that holds what the deck's folder holds."""

    def __init__(self, place, env, mode, limit):
        self.place, self.env, self.limit = place, env, limit
        self.alarms = []
        self.whole, self.middle = mode == 'whole', mode == 'middle'

    def text(self, name):
        with open(os.path.join(self.place, name), encoding='utf-8', errors='replace') as deck:
            text = deck.read()
        if name.startswith('rerun/') and not self.whole:
            return text.replace('20*$', '5*$')  # whose steps other decks name: smaller instead
        return text if self.whole else shorten(text, self.middle, name.startswith(SLOW))

    def run(self, program, name, change=None):
        with tap.Folder() as folder:
            shutil.copytree(os.path.join(self.place, os.path.dirname(name)), folder.path,
                            dirs_exist_ok=True, ignore=shutil.ignore_patterns('log.*'))
            for deck in ([AFTER[name]] if name in AFTER else []) + [name]:
                text = self.text(deck)
                folder.write('in.deck', change(text) if change else text)
                got = tap.run([program, '-in', 'in.deck', '-log', 'none'], folder, env=self.env,
                              timeout=self.limit if self.whole or self.middle else 120)
                if got.status != 0:
                    return got
            return got


def last_line(result):
    lines = [line for line in (result.err + '\n' + result.out).splitlines() if 'rror' in line]
    return lines[0].strip() if lines else 'exit status %s' % result.status


def judge(bench, name):
    """Rows, worst difference and verdict of one deck."""
    mine = bench.run(tap.AVIMD, name)
    if mine.status == 'timeout':
        return 0, 0.0, 'out of time here'
    bench.alarms += ['%s: %s' % (name, line) for line in tap.alarms(mine.out)]
    lost = mine.status == 1 and 'error: step ' in mine.err
    if mine.status != 0 and not lost:
        return 0, 0.0, 'does not run here: ' + last_line(mine)
    # Chance may take an atom through a wall: beyond the horizon that is no difference.
    ours = tables(mine.out + ('\nLoop time of a run that failed\n' if lost else ''))
    if tap.LMP is None:
        return 0, 0.0, ''
    his = bench.run(tap.LMP, name)
    if his.status == 'timeout':
        return 0, 0.0, 'lmp: out of time'
    if his.status != 0:
        return 0, 0.0, 'lmp: ' + last_line(his)
    theirs = tables(his.out)
    if not theirs:
        return 0, 0.0, 'lmp has no rows'
    count, worst, wrong = walk(ours, theirs)
    if wrong and len(ours) >= 1:
        again = bench.run(tap.LMP, name, other_order)
        if again.status == 0:
            count, worst, wrong = walk(ours, theirs, tables(again.out))
    if not wrong and count == 0:
        wrong = 'no row inside the horizon'
    if wrong and lost:
        wrong = 'does not run here: ' + last_line(mine)
    return count, worst, wrong


def try_decks(bench, only):
    table, good, all_decks = [], {}, {}
    for tier, name, long in DECKS:
        if only not in name:
            continue
        if bench.middle and not long:
            continue
        if long and not bench.whole and not bench.middle:
            tap.skip(name, 'it runs only whole: make check-examples')
            continue
        if not os.path.isfile(os.path.join(bench.place, name)):
            tap.skip(name, 'not in the package')
            continue
        if name in WHOLE_ONLY and not bench.whole:
            tap.skip(name, WHOLE_ONLY[name])
            continue
        rows, worst, wrong = judge(bench, name)
        verdict = 'agrees' if not wrong else 'differs: ' + wrong
        table.append('# %d  %-36s %5d  %8.1e  %s' % (tier, name, rows, worst, verdict))
        if (wrong.startswith('lmp') or 'out of time' in wrong) and (bench.whole or bench.middle):
            tap.skip(name, wrong)  # a short deck it refuses is our mistake, not its
            continue
        all_decks[tier] = all_decks.get(tier, 0) + 1
        good[tier] = good.get(tier, 0) + (not wrong)
        if name in DIFFERS:
            tap.ok('%s differs: %s' % (name, DIFFERS[name]), wrong, 'it agrees: take it off the list')
        elif name in MISSING and wrong.startswith(('does not run here', 'lmp')):
            tap.skip(name, MISSING[name])
        else:
            tap.ok('%s: %d rows as lmp' % (name, rows), not wrong, wrong)
    print('# tier deck                              rows     worst  verdict')
    print('\n'.join(table))
    for tier in sorted(all_decks):
        print('# tier %d: %d of %d decks agree' % (tier, good[tier], all_decks[tier]))
    if not only and not bench.middle:
        tap.ok('all decks of tier 1 agree', good[1] == all_decks[1])
        tap.ok('80 % of tier 2 agree', good[2] >= 0.8 * all_decks[2], good)


def try_references(bench, only):
    for name, run, text in REFERENCE:
        if only not in name:
            continue
        mine = bench.run(tap.AVIMD, name)
        wanted = [float(word) for word in text.split()]
        found = tables(mine.out)
        rows = [row for row in (found[run][1] if run < len(found) else []) if row[0] == wanted[0]]
        tap.ok('%s: the row of step %d' % (name, wanted[0]),
               rows and apart(rows[0], wanted, wanted) <= TOLERANCE, mine)


def try_chain(env):
    with tap.Folder() as folder:
        folder.write('in.deck', CHAIN)
        folder.write('data.chain', chain_data())
        mine = tap.avimd(folder, '-in', 'in.deck', '-log', 'none', env=env)
        if not tap.ok('a chain in a heat bath runs', mine.status == 0, mine) or tap.LMP is None:
            return
        theirs = tables(tap.lammps(folder, '-in', 'in.deck', '-log', 'none').out)
        count, _, wrong = walk(tables(mine.out), theirs)
        tap.ok('a chain in a heat bath: every row as lmp', count > 0 and not wrong, wrong)


def main():
    words = [word for word in sys.argv[1:] if word[:2] != '--']
    modes = [word[2:] for word in sys.argv[1:] if word in ('--whole', '--middle')]
    limits = [int(word[8:]) for word in sys.argv[1:] if word.startswith('--limit=')]
    only = words[0] if words else ''
    place = installed('lammps-examples', '/melt/in.melt', '/usr/share/lammps/examples')
    potentials = installed('lammps-data', '/Ni_u3.eam', '/usr/share/lammps/potentials')
    env = {'LAMMPS_POTENTIALS': potentials or '', 'OMP_NUM_THREADS': '1'}
    if only in 'chain':
        try_chain(env)
    if place is None:
        tap.skip('decks of LAMMPS', 'its example decks are not installed')
    else:
        bench = Bench(place, env, modes[0] if modes else 'short', limits[0] if limits else 3600)
        try_references(bench, only)
        if tap.LMP is not None:
            try_decks(bench, only)
            tap.ok('no self-check gives a false alarm', not bench.alarms, '\n'.join(bench.alarms))
    tap.done()


if __name__ == '__main__':
    main()
