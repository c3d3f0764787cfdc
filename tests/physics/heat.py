# SPDX-License-Identifier: GPL-3.0-or-later
"""The average kinetic energy of lattices (inputs/heat-lattice): compute modes knows it, compute
heat/average finds it with the order of the scheme, and at what cost."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

HERE = os.path.join(tap.SRCDIR, 'inputs', 'heat-lattice')
COST = {'symplectic-euler': 1, 'verlet': 1, 'rk4': 4, 'forest-ruth': 3, 'blanes-moan4': 6}


def rows(folder, deck, *words, threads='1'):
    """Rows of a run: step, time, K, exact, error, standard error, energy."""
    got = tap.avimd(folder, '-in', os.path.join(HERE, deck), '-log', 'none', *words,
                    env={'OMP_NUM_THREADS': threads})
    if got.status != 0:
        return [], got
    table = tap.tables(got.out)[-1][1]
    return table, got


def chain(folder, style, dt, time=1000, **more):
    words = ['-var', 'style', style, '-var', 'dt', repr(dt), '-var', 'time', str(time)]
    for name, value in more.items():
        words += ['-var', name, str(value)]
    table, got = rows(folder, 'in.chain', *words)
    return [[float(word) for word in row] for row in table], got


def error_at(table, time):
    return next((abs(row[4]) for row in table if abs(row[1] - time) < 1e-6), math.inf)


def exact(folder):
    words = folder.write('in.modes', open(os.path.join(HERE, 'in.chain'), encoding='ascii').read()
                         .replace('run             $(', 'thermo_style custom step c_modes[1] '
                                  'c_modes[2] c_modes[3] c_modes[4] c_modes[50][1] c_modes[50][2] '
                                  'etotal\nthermo_modify format float %.15g\nrun $('))
    got = tap.avimd(folder, '-in', words, '-log', 'none', '-var', 'time', '10', '-var', 'style',
                    'blanes-moan4', '-var', 'dt', '0.05')
    if not tap.ok('frequencies of the chain: it runs', got.status == 0, got):
        return
    first, last = ([float(word) for word in tap.tables(got.out)[-1][1][n]] for n in (0, -1))
    for column, mode in ((3, 1), (4, 100), (5, 50)):
        omega = 2 * math.sin(mode * math.pi / 202)
        tap.ok(f'frequency {mode} is {omega:.6f}', abs(last[column] - omega) < 1e-9, last)
    tap.ok('half of the energy is kinetic in the long run', abs(first[2] / first[7] - 0.5) < 1e-9,
           first)
    small = chain(folder, 'blanes-moan4', 0.05, 100)[0]
    tap.ok('the exact average is met to 1e-8', error_at(small, 100) < 1e-8, small[-1:])


def orders(folder):
    """Halving the step divides the error by 2^order, of the average by the own quadrature too."""
    for style, order in (('verlet', 2), ('forest-ruth', 4), ('blanes-moan4', 4), ('rk4', 4),
                         ('midpoint', 2), ('newmark 0.3 0.5', 2), ('newmark 0 0.5', 2),
                         ('galerkin 2', 2), ('galerkin 4', 4), ('suzuki4', 4)):
        steps = (0.1, 0.05) if order == 2 else (0.25, 0.125)
        errors = [error_at(chain(folder, style, dt, 20)[0], 20) for dt in steps]
        found = math.log2(errors[0] / errors[1]) if errors[1] > 0 else math.inf
        # The energy that rk4 loses is of the next order, and more of it than of the rest.
        most = order + (1.25 if style == 'rk4' else 0.25)
        tap.ok(f'{style}: order {order} of the average', order - 0.25 < found < most,
               f'{errors} {found}')


def claims(folder):
    def error(style, evaluations, times):
        steps = round(10 * evaluations / COST[style])
        table = chain(folder, style, 10 / steps, max(times))[0]
        return [error_at(table, time) for time in times]
    for bound, work in ((0.05, 4), (0.01, 8)):
        ours, theirs = error('symplectic-euler', work, (100, 1000)), error('rk4', work, (100, 1000))
        tap.ok(f'VI1 has {bound} with {work} evaluations per unit of time', max(ours) < bound, ours)
        tap.ok('rk4 has not with as many', min(theirs) > bound, theirs)
    for bound, work in ((0.01, 4.2), (0.001, 7.8)):
        ours, theirs = error('blanes-moan4', work, (1000,)), error('rk4', 5 * work, (1000,))
        tap.ok(f'blanes-moan4 has {bound} with {work}', ours[0] < bound, ours)
        tap.ok('rk4 has not with five times as many', theirs[0] > bound, theirs)
    for style, dt in (('symplectic-euler', 0.0625), ('verlet', 0.0625), ('rk4', 0.25),
                      ('blanes-moan4', 0.4)):
        table = chain(folder, style, dt, 500, quartic=25)[0]
        ratio = sum(row[6] for row in table[-5:]) / 5 / table[0][6] if table else 0
        if style == 'rk4':
            tap.ok('nonlinear: rk4 loses energy', ratio < 0.7, ratio)
        else:
            tap.ok(f'nonlinear: {style} does not', abs(ratio - 1) < 0.02, ratio)
    table, got = rows(folder, 'in.sheet', '-var', 'style', 'blanes-moan4', '-var', 'time', '100')
    tap.ok('the sheet meets its exact average', bool(table) and abs(float(table[-1][4])) < 1e-6, got)


def looks(folder):
    """Who looks, threads and restarts change nothing."""
    for quadrature in ('own', 'trapezoid'):
        words = ['-var', 'time', '40', '-var', 'quadrature', quadrature, '-var', 'style', 'verlet']
        often = rows(folder, 'in.chain', *words, '-var', 'row', '0.1')[0]
        seldom = rows(folder, 'in.chain', *words, '-var', 'row', '40', threads='2')[0]
        tap.ok(f'{quadrature}: the same whoever looks', often[-1:] == seldom[-1:] != [],
               f'{often[-1:]}\n{seldom[-1:]}')
        deck = open(os.path.join(HERE, 'in.chain'), encoding='ascii').read()
        whole, rest = deck.split('run             $(')[0], deck[deck.index('fix             1'):]
        part = folder.write('in.part', whole + 'run 200\nwrite_restart half\n')
        again = folder.write('in.again', 'variable style index verlet\nvariable dt index 0.1\n'
                             'variable row index 10\n'
                             f'variable quadrature index {quadrature}\nread_restart half\n'
                             'compute modes chain modes axes x\n'
                             + rest.split('run             $(')[0] + 'run 200\n')
        first = tap.avimd(folder, '-in', part, '-log', 'none', *words)
        second = tap.avimd(folder, '-in', again, '-log', 'none')
        good = first.status == 0 and second.status == 0
        row = tap.tables(second.out)[-1][1][-1] if good else None
        tap.ok(f'{quadrature}: a restart goes on', good and row == often[-1],
               f'{first}\n{second}\n{row} {often[-1:]}')


def disturbs_nothing(folder):
    """The run with computes and without them."""
    deck = open(os.path.join(HERE, 'in.chain'), encoding='ascii').read()
    bare = folder.write('in.bare', ''.join(
        line for line in deck.splitlines(True) if not line.startswith('compute '))
        .replace('c_heat c_modes c_heat[5] c_heat[3] ', ''))
    words = ['-log', 'none', '-var', 'time', '20', '-var', 'dt', '0.125', '-var', 'row', '1']
    for style in ('verlet', 'rk4', 'galerkin 4', 'blanes-moan4'):
        more = words + ['-var', 'style', style]
        got = [tap.avimd(folder, '-in', name, *more)
               for name in (os.path.join(HERE, 'in.chain'), bare)]
        good = got[0].status == 0 and got[1].status == 0
        energies = [[row[-1] for row in tap.tables(one.out)[0][1]] for one in got] if good else [0, 1]
        tap.ok(f'{style}: computes disturb nothing', energies[0] == energies[1],
               f'{got[0]}\n{got[1]}')


def refusals(folder):
    head = '''units lj
lattice fcc 1.0
region box block 0 {n} 0 {n} 0 {n}
create_box 1 box
create_atoms 1 box
mass 1 1.0
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
velocity all create 0.1 4
fix 1 all nve
'''
    for name, n, line, text in (
            ('too many', 6, 'compute m all modes', '2592 degrees of freedom'),
            ('no rest', 2, 'displace_atoms all random 0.3 0.3 0.3 7\ncompute m all modes\n'
             'thermo_style custom step c_m\nrun 0', 'do not rest in a minimum'),
            ('exact value', 2, 'compute h all heat/average exact -1', 'is -1 and must be above 0'),
            ('exact reference', 2, 'compute h all heat/average exact c_none', "'none'"),
            ('rule', 2, 'compute h all heat/average quadrature simpson', 'simpson'),
            ('before a run', 2, 'compute m all modes\nprint "$(c_m)"', 'when a run begins')):
        deck = folder.write('in.bad', head.format(n=n) + line + '\n')
        got = tap.avimd(folder, '-in', deck, '-log', 'none')
        tap.ok(f'refused: {name}', got.status != 0 and text in got.err, got)


def main():
    with tap.Folder() as folder:
        exact(folder)
        orders(folder)
        claims(folder)
        looks(folder)
        disturbs_nothing(folder)
        refusals(folder)
    tap.done()


main()
