# SPDX-License-Identifier: GPL-3.0-or-later
"""The short runs whose bits are kept, and what each says in numbers of 17 digits.

The decks follow from the program's registries and the tables in tests/styles.py and
tests/decks/order.py: a style without lines there ends the test, so none is forgotten."""
import csv
import hashlib
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '..', 'decks')]
import tap  # noqa: E402
import order  # noqa: E402
from styles import (  # noqa: E402
    ANGLES, BONDS, CONSTRAINTS, CRYSTAL, DIMERS, EVENTS, FIXES, IN_SLABS, METALS, METAL, NVE,
    PERIODIC, PLANE, POTENTIALS, SLAB, registered, TRIMERS)

# What can be chosen of a program: its kernels, and the number of threads.  Threads change no bit.
KERNELS = ('base', 'avx2')
VARIANTS = (('base', 1), ('avx2', 1), ('avx2', 2))

ROWS = '''thermo 5
thermo_style custom step temp pe ke etotal evdwl ebond press pxx pyy pzz pxy pxz pyz vol lx ly lz &
fmax fnorm nbuild%s
thermo_modify norm no format float %%.17g
'''
ATOMS = '''compute parts all pe/atom
compute stresses all stress/atom NULL virial
dump atoms all custom 10 out.parts id c_parts c_stresses[1] c_stresses[2] c_stresses[6] fx fy fz
dump_modify atoms sort id format float %.17g
'''
GROUPS = '''compute between some group/group rest
# columns c_between c_between[1] c_between[3]
'''
CHECK = '''
log out.check
check forces
log none
'''
UNEQUAL = (CRYSTAL % PERIODIC).replace(
    'group some', 'set group all type/fraction 2 0.4 77\nmass 2 2.5\ngroup some', 1)
IN_SLAB = CRYSTAL % SLAB
SMOOTH_SLAB = order.SMOOTH_SLAB
AVI_PAIR = 'run_style avi element pair step external 0.0023 step pair 0.0031'
# Schemes that use a potential in other ways: element by element, by its second derivative, by its
# bounds.  Not every potential offers these.
USES = ('run_style avi element pair step uniform 0.0031',
        'run_style avi element atom step uniform 0.002',
        'run_style avi element pair step stiffness 0.02', 'run_style energy-stepping h 0.3',
        'run_style energy-stepping/pair h 0.1')
# What is written down, read again and carried on.
CARRIED_ON = (
    (order.MIXED, 'fix move all nvt temp 1 1 0.5'),
    (order.MIXED, 'fix move all npt temp 1 1 0.5 iso 0 0 0.5'),
    (order.MIXED, NVE + 'fix f all langevin 1 1 0.5 4711'),
    (order.MIXED, NVE + 'fix f some spring/self 5.0\nrun_style respa 2 2 inner 1 1.2 1.5 outer 2'),
    (order.SMOOTH, NVE + 'run_style avi step shells 0.00371 1.2 1.5 0.00913'),
    (order.SMOOTH, NVE + 'run_style avi element pair step uniform 0.0037'),
    (order.SMOOTH, NVE + 'run_style energy-stepping/pair h 0.1'),
    (order.CLUSTER, NVE + 'run_style energy-stepping h 0.1'),
    (DIMERS % ('harmonic', '500 1.0'), NVE + 'timestep 0.001\nfix f all shake 1e-8 100 0 b 1'),
    (METAL, NVE),
)


class Run:
    """A deck; what some potentials do not offer may be refused by name."""

    def __init__(self, name, system, lines, last='run 20\nrun 20', refusable=False):
        self.name, self.refusable = name, refusable
        columns = ' '.join(re.findall(r'^# columns (.*)', lines, re.M))
        text = '%s%s\n%s%s\n%s' % (system, lines, ROWS % (' ' + columns if columns else ''), last,
                                  order.ENDS)
        # Small and often: what the tables have for longer runs.
        text = re.sub(r' custom [1-9]\d+ ', ' custom 10 ', text)
        self.deck = re.sub(r'block 0 [789] 0 [789] 0 [789]\b', 'block 0 4 0 4 0 4', text)

    def inputs(self):
        """Of the deck, wherever the tree lies."""
        return checksum({'deck': self.deck.replace(tap.SRCDIR, '.')})[:8]


def checksum(texts):
    """One number for all texts of a run."""
    total = hashlib.sha256()
    for name in sorted(texts):
        total.update(('%s\n%s\n' % (name, texts[name])).encode())
    return total.hexdigest()


def outcome(program, run, kernels, threads):
    """All that a run says in numbers: name -> text; None when it fails."""
    with tap.Folder() as folder:
        folder.write('in.run', run.deck)
        result = tap.run([program, '-in', 'in.run', '--threads', str(threads)], folder,
                         env={'AVIMD_KERNELS': kernels})
        if result.status != 0:
            if run.refusable and result.status == 1:
                return {}, result
            return None, result
        texts = {name: folder.read(name) for name in os.listdir(folder.path)
                 if name.startswith('out.') or name in ('end.dump', 'made.data')}
        texts['rows'] = '\n'.join(' '.join(row) for _, rows in tap.tables(result.out)
                                  for row in rows if row[0].isdigit())
        if run.name.startswith('compare'):
            texts.update(compared(program, folder, kernels, threads))
        return texts, result


def compared(program, folder, kernels, threads):
    """The table of avimd compare of the same deck, but for the time that runs took."""
    words = [program, 'compare', 'in.run', '--out', 'found', '--threads', str(threads)]
    result = tap.run(words + list(COMPARISON), folder, env={'AVIMD_KERNELS': kernels})
    if result.status != 0:
        return {'comparison': str(result)}
    rows = csv.DictReader(folder.read('found/results.csv').splitlines())
    return {'comparison': '\n'.join(' '.join(row[key] for key in row if key != 'wall_seconds')
                                    for row in rows)}


COMPARISON = ('--integrators', 'verlet,rk4,avi', '--steps', '0.002:0.004:2', '--starts', '2',
              '--samples', '20', '--measure', 'energy,momentum,temperature,heat,h1,rdf',
              '--reference', 'blanes-moan4:0.001', '--no-plots')


def of_integrators():
    for name in order.registered_integrators():
        for system, line, *last in order.INTEGRATORS[name]:
            last = 'run 10\nrun 10' if name in order.SHORT or last else 'run 25\nrun 35'
            if system in (order.HOT_METAL, order.CASCADE):
                last = 'run 3\nrun 3'
            yield Run(line.splitlines()[-1] if line else name, system, NVE + line, last)
        line = 'run_style %s' % name
        if name in order.SHORT:
            line += ' 0.02' if name == 'force-stepping' else ' h 0.1'
        yield Run('%s, energy of atoms' % name, order.CLUSTER,
                  NVE + (line if name in order.SHORT else order.INTEGRATORS[name][0][1]) + '\n' +
                  ATOMS, 'run 10\nrun 10')


def of_pairs():
    for style in registered('Pair'):
        if style in METALS:
            system, extra = METALS[style], ''
        elif style in EVENTS:
            hard = (CRYSTAL % PERIODIC).replace('lj/cut 2.5', 'hard').replace(
                'pair_coeff * * 1.0 1.0', 'pair_coeff * * 0.9')
            yield Run(style, hard, NVE + 'run_style energy-stepping/pair h 0.1', 'run 50')
            continue
        else:
            system = order.MIXED
            extra = 'pair_style %s\n' % POTENTIALS[style]
        yield Run(style, system, extra + NVE + ATOMS + ('' if style in METALS else GROUPS),
                  'run 20\nrun 20' + ('' if style == 'eam' else CHECK))  # its tables are coarse
        for use in USES:
            yield Run('%s, %s' % (style, use), system, extra + NVE + use, 'run 6\nrun 6', True)
        yield Run('%s, downhill' % style, system, extra + 'min_style cg', 'minimize 0 1e-8 20 100')
        words = POTENTIALS.get(style, '')
        found = re.fullmatch(r'(\S+)( .*)?\npair_coeff \* \* ((?:[\d.]+ ?)+)', words)
        if found:  # two coefficients of its own for each type, and mixed between types
            first = found.group(3).split()
            second = ['%.6g' % (float(word) * (1.1 if k % 2 == 0 else 0.97))
                      for k, word in enumerate(first)]
            for modify in ('mix geometric shift yes', 'mix arithmetic tail yes', 'mix sixthpower'):
                yield Run('%s, %s' % (style, modify), UNEQUAL, 'pair_style %s%s\npair_modify %s\n'
                          'pair_coeff 1 1 %s\npair_coeff 2 2 %s\npair_write 1 2 50 r 0.8 2.4 '
                          'out.write W\n' % (style, found.group(2) or '', modify, ' '.join(first),
                                             ' '.join(second)) + NVE, 'run 10', True)
    table = re.search(r'\S+eam.alloy', METAL).group(0)
    hybrid = METAL + '''
pair_style hybrid/overlay eam/alloy zbl 1.0 2.0
pair_coeff * * eam/alloy %s Al
pair_coeff * * zbl 13 13
''' % table
    yield Run('hybrid/overlay of eam and zbl', hybrid, NVE + ATOMS, 'run 20\nrun 20')
    for use in USES:
        yield Run('hybrid/overlay of eam and zbl, ' + use, hybrid, NVE + use, 'run 6\nrun 6', True)
    lattice, _, moving = METAL.replace('create_box 1', 'create_box 2').partition('pair_style')
    yield Run('hybrid of eam and morse', lattice + '''
set group all type/fraction 2 0.3 77
pair_style hybrid eam/alloy morse 4.0
pair_coeff * * eam/alloy %s Al NULL
pair_coeff * 2 morse 0.2 1.5 3.0
mass 2 40
''' % table + moving.partition('Al\n')[2], NVE + ATOMS)
    yield Run('hybrid of pairs, weak bonds', DIMERS % ('harmonic', '500 1.0'), '''
special_bonds lj 0.3 0.6 0.9
pair_style hybrid/overlay lj/cut 2.5 gauss 2.0
pair_coeff * * lj/cut 1 1
pair_coeff * * gauss 0.5 1.0
timestep 0.001
''' + NVE + ATOMS)
    yield Run('a box smaller than the cutoff', order.SMALL, NVE + ATOMS)
    yield Run('two dimensions', PLANE, NVE + 'fix flat all enforce2d\n' + ATOMS)


def of_bonds():
    for style in registered('Bond'):
        system = DIMERS % (style, BONDS[style])
        for weights in ('0 1 1', '0.3 0.6 0.9'):
            lines = NVE + 'timestep 0.001\nspecial_bonds lj %s\n' % weights
            yield Run('bond %s, special %s' % (style, weights), system, lines + ATOMS +
                      'group some id 1:40\ngroup rest subtract all some\n' + GROUPS,
                      'run 20\nrun 20' + CHECK)
            smooth = system.replace('lj/cut', 'lj/smooth/linear')
            for use in USES[:-1] + ('run_style avi step bond 0.0011 step pair 0.0047',
                               'run_style avi element pair step bond 0.0011 step pair 0.0047'):
                yield Run('bond %s, special %s, %s' % (style, weights, use), smooth, lines + use,
                          'run 6\nrun 6', True)
    yield Run('stars, weak bonds', order.STARS, 'special_bonds lj 0.2 0.5 0.8\ntimestep 0.002\n' +
              NVE + ATOMS)
    yield Run('stars, weak bonds, respa', order.STARS, 'special_bonds lj 0.2 0.5 0.8\n'
              'run_style respa 3 2 2 bond 1 inner 2 1.2 1.5 outer 3\n' + NVE)
    yield Run('network', order.NETWORK, NVE + ATOMS)


def of_angles():
    for style in registered('Angle'):
        system = TRIMERS % (style, ANGLES[style])
        lines = NVE + 'timestep 0.001\n'
        yield Run('angle %s' % style, system, lines + ATOMS, 'run 20\nrun 20' + CHECK)
        for use in ('run_style respa 2 2 bond 1 pair 2', 'run_style avi step bond 0.0011 step pair 0.0047',
                    'run_style avi element pair step bond 0.0011 step pair 0.0047'):
            yield Run('angle %s, %s' % (style, use), system.replace('lj/cut', 'lj/smooth/linear'),
                      lines + use, 'run 6\nrun 6', True)


def of_fields():
    """Potentials that decks write as fixes, under schemes that use them in other ways."""
    for name in ('central/kepler', 'central/poly', 'gravity', 'indent', 'spring/self', 'addforce',
                 'wall/harmonic', 'wall/lj1043', 'wall/lj126', 'wall/lj93', 'wall/morse'):
        yield Run('field %s' % name, IN_SLAB, FIXES[name][1] + '\n' + ATOMS, 'run 20' + CHECK)
        for use in (AVI_PAIR, 'run_style avi element atom step uniform 0.002',
                    'run_style avi step external 0.0023 step shells 0.0031 1.3 1.6 0.0077',
                    'run_style energy-stepping h 0.3'):
            yield Run('field %s, %s' % (name, use), SMOOTH_SLAB, FIXES[name][1] + '\n' + use,
                      'run 2\nrun 2' if 'energy-' in use else 'run 6\nrun 6', True)


def of_fixes():
    for name in registered():
        if name in CONSTRAINTS:
            for lines in CONSTRAINTS[name]:
                yield Run('fix ' + name, DIMERS % ('harmonic', '500 1.0'), lines + '\n' + ATOMS)
            yield Run('fix %s, stars' % name, order.STARS, NVE + 'fix f all %s 1e-8 100 100 b 1 2\n'
                      % name + ATOMS)
            continue
        if name == 'enforce2d':
            continue  # with the pairs
        system = IN_SLAB if name.startswith(IN_SLABS) else order.MIXED
        last = 'minimize 0 1e-8 40 1000' if name == 'box/relax' else 'run 30\nrun 30'
        for lines in [order.MORE_FIXES.get(name, FIXES[name][1])] + list(FIXES[name][2:]) + \
                order.MORE_FIXES_TOO.get(name, []):
            yield Run('fix %s (%s)' % (name, lines.splitlines()[-1]), system, lines, last)
    for words in order.MINIMISERS:
        yield Run(words, order.MIXED + 'displace_atoms all random 0.1 0.1 0.1 5 units box\n',
                  words.replace(',', '\nmin_modify'), 'minimize 0 1e-10 40 500')


def of_computes():
    for name in registered('Compute'):
        cases = [(order.MIXED, *order.COMPUTES[name])] if name in order.COMPUTES else []
        cases += order.MORE_COMPUTES.get(name, [])
        if not cases:
            raise KeyError('compute %s' % name)
        for system, lines, columns, kind in cases:
            full = lines + ('\n' + order.OUT % ('c_a' if kind == 'atom' else 'v_a') if kind else '')
            move = NVE if 'group inner' not in system else 'fix move inner nve\n'
            yield Run('compute %s (%s)' % (name, lines.splitlines()[0]), system,
                      move + full + '\n# columns ' + columns,
                      'run %d' % (20 if 'energy-' in lines else 40))
    variables = 'region low block INF INF INF INF INF 2\n' + ''.join(
        'variable f%d equal %s\n' % pair for pair in enumerate(order.FUNCTIONS))
    yield Run('functions of groups', order.CHARGED, NVE + variables + '# columns ' +
              ' '.join('v_f%d' % k for k in range(len(order.FUNCTIONS))), 'run 20')


def of_commands():
    for command in order.COMMANDS:
        yield Run('after a run: ' + command.splitlines()[0], order.MIXED, order.MEANWHILE +
                  'run 10\n' + command + '\n', 'run 10\nwrite_data made.data')
    again = '''dump o all custom 5 out.frames id type x y z vx vy vz
dump_modify o sort id format float %.17g
run 20
undump o
rerun out.frames dump x y z vx vy vz
'''
    yield Run('rerun', order.MIXED, NVE + again, 'run 5')
    yield Run('compare', order.SMOOTH, NVE, 'run 20')
    for system, lines in CARRIED_ON:
        rows = ROWS % ''
        yield Run('restart (%s)' % lines.splitlines()[-1], system, lines + '\n' + rows +
                  'run 17\nwrite_restart carried.restart\nclear\nread_restart carried.restart\n' +
                  remembered(system) + lines + '\n', 'run 17')


def remembered(system):
    """Lines of a system that no restart file keeps."""
    return ''.join(line + '\n' for line in re.sub(r'&\n', ' ', system).splitlines()
                   if re.match('pair_|bond_style|bond_coeff|special_bonds|neighbor', line))


def runs():
    """All runs; each has a name of its own."""
    seen = {}
    for part in (of_integrators, of_pairs, of_bonds, of_angles, of_fields, of_fixes, of_computes,
                 of_commands):
        for run in part():
            seen[run.name] = seen.get(run.name, 0) + 1
            if seen[run.name] > 1:
                run.name += ' [%d]' % seen[run.name]
            yield run


def first_difference(wanted, got):
    """The first numbers that differ, for a reader: in which text, in which line."""
    for name in sorted(wanted):
        lines = wanted[name].splitlines(), got.get(name, '').splitlines()
        for number, (a, b) in enumerate(zip(*lines), 1):
            if a != b:
                words = [pair for pair in enumerate(zip(a.split(), b.split()), 1)
                         if pair[1][0] != pair[1][1]]
                return '%s, line %d, which begins with %s: word, wanted, got\n%s' % (
                    name, number, (a.split() or [''])[0],
                    '\n'.join('  %d  %s  %s' % (k, *pair) for k, pair in words[:6]))
        if len(lines[0]) != len(lines[1]):
            return '%s: %d lines wanted, %d got' % (name, len(lines[0]), len(lines[1]))
    if sorted(wanted) != sorted(got):
        return 'texts wanted: %s; got: %s' % (' '.join(sorted(wanted)) or 'refused',
                                              ' '.join(sorted(got)) or 'refused')
    return ''
