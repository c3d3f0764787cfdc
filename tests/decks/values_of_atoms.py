# SPDX-License-Identifier: GPL-3.0-or-later
"""Values of atoms belong to the same positions, box and forces as pe and press of their row: at
every look the sum of pe/atom is pe and that of stress/atom is -P V, to 1e-12 of the sum of magnitudes.

The fixes are those of the program's own list: one that has no line here fails the test.  Rows,
variables of atoms, ave/atom and dumps are all held against the row.  All pair and bond styles of
the list follow, in a box that is deformed while others look; and runs that go on from a restart
file, whose first row is that of the run that wrote it."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402
from styles import (  # noqa: E402
    ANGLES, BONDS, CONSTRAINTS, CRYSTAL, DIMERS, ELSEWHERE, EVENTS, FIXES, IN_SLABS, METALS,
    METAL, NVE, PERIODIC, PLANE, POTENTIALS, SLAB, registered, TRIMERS)

TOLERANCE = 1e-12
PRESSURES = ['pxx', 'pyy', 'pzz', 'pxy', 'pxz', 'pyz']

WATCH = '''compute e all pe/atom
compute s all stress/atom NULL
compute se all reduce sum c_e
compute ss all reduce sum c_s[1] c_s[2] c_s[3] c_s[4] c_s[5] c_s[6]
variable twice atom 2*c_e
compute st all reduce sum v_twice
%(average)s
dump d all custom 1 values.dump id c_e c_s[1] c_s[2] c_s[3] c_s[4] c_s[5] c_s[6]
dump_modify d format float %%.17g
thermo 1
thermo_style custom step vol pe pxx pyy pzz pxy pxz pyz c_se c_ss[1] c_ss[2] c_ss[3] c_ss[4] &
    c_ss[5] c_ss[6] c_st%(averaged)s
thermo_modify norm no format float %%.17g
'''
AVERAGE = {'average': 'fix a all ave/atom 1 1 1 c_e\ncompute sa all reduce sum f_a',
           'averaged': ' c_sa'}
RUN = 'run 6'

# Runs that are cut in two: fixes that move the box or atoms after the forces, and constraints.
RESUMED = {
    'deform': ('crystal', NVE + 'fix f all deform 1 y erate 0.1'),
    'deform, every two steps': ('crystal', 'fix m all nvt temp 1 1 0.5\n'
                                           'fix f all deform 2 y erate 0.1 z volume remap v'),
    'press/berendsen': ('crystal', NVE + 'fix f all press/berendsen iso 1 1 1 modulus 20'),
    'recenter': ('crystal', NVE + 'fix f all recenter 2.0 INIT INIT units box'),
    'shake': ('dimers', NVE + 'fix f all shake 1e-8 100 0 b 1'),
    'rattle': ('dimers', NVE + 'fix f all rattle 1e-8 100 0 b 1'),
}


def dumped(text):
    """By step, the columns of values."""
    frames, lines, k = {}, text.splitlines(), 0
    while k < len(lines):
        count = int(lines[k + 3])
        rows = [[float(word) for word in line.split()] for line in lines[k + 9:k + 9 + count]]
        frames[int(lines[k + 1])] = list(zip(*rows))[1:]
        k += 9 + count
    return frames


def worst_of(folder, log):
    """The largest difference between sums and rows, in units of the sum of magnitudes; the number
    of looks."""
    frames, worst, looks = dumped(folder.read('values.dump')), 0.0, 0
    for row in [row for _, rows in tap.tables(log) for row in rows]:
        if not row[0].isdigit() or len(row) < 17:
            continue
        values, columns = [float(word) for word in row], frames[int(row[0])]
        wanted = [values[2]] + [-p * values[1] for p in values[3:9]]
        sizes = [math.fsum(abs(v) for v in column) + 1e-300 for column in columns]
        for k in range(7):
            for got in (values[9 + k], math.fsum(columns[k])):
                worst = max(worst, abs(got - wanted[k]) / sizes[k])
        for got in [0.5 * values[16]] + values[17:]:
            worst = max(worst, abs(got - wanted[0]) / sizes[0])
        looks += 1
    return worst, looks


def check(name, deck, last=RUN, average=True):
    watch = WATCH % (AVERAGE if average else {'average': '', 'averaged': ''})
    with tap.Folder() as folder:
        folder.write('in.deck', deck + '\n' + watch + last + '\n')
        result = tap.avimd(folder, 'in.deck')
        worst, looks = worst_of(folder, result.out) if result.status == 0 else (math.inf, 0)
    tap.ok('%s: values of atoms belong to the row' % name, looks >= 3 and worst <= TOLERANCE,
           '%d looks, worst difference %g\n%s' % (looks, worst, result))


def check_resumed(name, system, fixes):
    """From a file of step 5 on; at its first row, values are those of the run that wrote it."""
    system = CRYSTAL % PERIODIC if system == 'crystal' else DIMERS % ('harmonic', '500 1.0')
    watch = WATCH % AVERAGE
    with tap.Folder() as folder:
        folder.write('in.whole', system + fixes + '\n' + watch + 'restart 5 mid\nrun 10\n')
        whole = tap.avimd(folder, 'in.whole')
        values = dumped(folder.read('values.dump')) if whole.status == 0 else {}
        folder.write('in.rest', 'read_restart mid.5\n' + fixes + '\n' + watch + 'run 10 upto\n')
        rest = tap.avimd(folder, 'in.rest')
        worst, looks = worst_of(folder, rest.out) if rest.status == 0 else (math.inf, 0)
        again = dumped(folder.read('values.dump')) if rest.status == 0 else {}
    tap.ok('resumed under %s: values of atoms belong to the row' % name,
           looks == 6 and worst <= TOLERANCE and 'Resuming' in rest.out,
           '%d looks, worst difference %g\n%s' % (looks, worst, rest))
    other = [step for step in range(5, 11) if again.get(step) is None or again[step] != values.get(step)]
    tap.ok('resumed under %s: they are those of the whole run, bit for bit' % name, not other, other)


def check_fix(name):
    if name in ELSEWHERE:
        return
    if name not in FIXES and name not in CONSTRAINTS:
        tap.ok('fix %s is classified here' % name, False, 'add a line to FIXES')
        return
    if name in CONSTRAINTS:
        for lines in CONSTRAINTS[name]:
            check('fix %s (%s)' % (name, lines.splitlines()[-1]),
                  DIMERS % ('harmonic', '500 1.0') + lines)
        return
    slab = SLAB if name.startswith(IN_SLABS) else PERIODIC
    for lines in FIXES[name][1:]:
        last = 'minimize 0 1e-8 6 100' if name == 'box/relax' else RUN
        check('fix %s (%s)' % (name, lines.splitlines()[-1]), CRYSTAL % slab + lines, last,
              name not in ('box/relax', 'deposit'))


for fix in registered():
    check_fix(fix)
gone = [name for name in FIXES if name not in registered()]
tap.ok('every fix that is classified here exists', not gone, gone)

for style in registered('Pair'):
    if style in METALS:
        check('%s under deform' % style, METALS[style] + NVE + 'fix f all deform 1 y erate 1.0')
    elif style not in EVENTS:
        check('pair_style %s under deform' % style, CRYSTAL % PERIODIC + NVE +
              'pair_style %s\nfix f all deform 1 y erate 0.1' %
              POTENTIALS.get(style, style + ': add a line to POTENTIALS'))
check('eam/alloy under press/berendsen',
      METAL + NVE + 'fix f all press/berendsen aniso 0 0 1 modulus 800000')
for style in registered('Bond'):
    check('bond_style %s under deform' % style,
          DIMERS % (style, BONDS.get(style, ': add a line to BONDS')) + NVE +
          'fix f all deform 1 x erate 0.1')
for style in registered('Angle'):
    check('angle_style %s under deform' % style,
          TRIMERS % (style, ANGLES.get(style, ': add a line to ANGLES')) + NVE +
          'fix f all deform 1 x erate 0.1')
for fix, (where, lines) in RESUMED.items():
    check_resumed(fix, where, lines)
check('two dimensions under deform', PLANE + NVE +
      'fix flat all enforce2d\nfix f all deform 1 x erate 0.1')
for scheme in ('respa 2 2 pair 2', 'rk4', 'midpoint', 'blanes-moan4', 'newmark 0.25 0.5'):
    check('run_style %s under deform' % scheme, CRYSTAL % PERIODIC + 'run_style %s\n' % scheme +
          NVE + 'fix f all deform 1 y erate 0.1')
check('a run that goes on (pre no) under deform', CRYSTAL % PERIODIC + NVE +
      'fix f all deform 1 y erate 0.1', 'run 3\nrun 3 pre no')
tap.done()
