# SPDX-License-Identifier: GPL-3.0-or-later
"""pair_style table beside the real LAMMPS at equal coordinates: forces to 1e-11 of the largest,
energy and virial to 1e-11; every style and form of a section, files of other units, files that our
pair_write wrote, and atoms inside the inner cutoff."""
import gzip
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pair_styles  # noqa: E402
from pair_styles import tap  # noqa: E402

LOOK = '''
thermo_style custom step pe evdwl pxx pyy pzz pxy pxz pyz
thermo_modify norm no format float %.15g
dump look all custom 1 {name}.dump id type x y z fx fy fz
dump_modify look sort id format float %.17g
run 0
pair_write 1 2 40 r 0.62 2.7 {name}.table FIRST
pair_write 2 2 40 rsq 0.75 2.3 {name}.table SECOND
'''


def lj(r, epsilon, sigma):
    s = (sigma / r) ** 6
    return 4.0 * epsilon * (s * s - s), 24.0 * epsilon * (2.0 * s * s - s) / r


def section(keyword, words, distances, epsilon, sigma, digits=15):
    """A section of a table file."""
    rows = ['%d %.*g %.15g %.15g' % ((k + 1, digits, r) + lj(r, epsilon, sigma))
            for k, r in enumerate(distances)]
    return '\n%s\nN %d%s\n\n%s\n' % (keyword, len(rows), words, '\n'.join(rows))


def even(lo, hi, n):
    return [lo + (hi - lo) * k / (n - 1) for k in range(n)]


def even_square(lo, hi, n):
    return [math.sqrt(x) for x in even(lo * lo, hi * hi, n)]


# Uneven distances, even ones in r and in r^2, written with few digits, with slopes at the ends.
FILE = ('# UNITS: lj DATE: 2020-01-01\n# tables for tests\n'
        + section('GIVEN', '', [0.6 + 0.0003 * k * k for k in range(81)], 1.0, 1.0)
        + section('EVEN', ' R 0.6 2.7', even(0.6, 2.7, 90), 0.9, 1.05)
        + section('ROUGH', ' R 0.6 2.7', even(0.6, 2.7, 64), 0.9, 1.05, 6)
        + section('SQUARE', ' RSQ 0.6 2.5', even_square(0.6, 2.5, 120), 0.7, 1.1)
        + section('SLOPES', ' R 0.6 2.4 FPRIME -900 0.3', even(0.6, 2.4, 75), 0.8, 1.02))

STYLES = [
    'pair_style table {how} 500\npair_coeff 1 1 tables GIVEN\npair_coeff 1 2 tables EVEN 2.1\n'
    'pair_coeff 2 2 tables SQUARE',
    'pair_style table {how} 300 pppm\npair_coeff * * tables ROUGH 1.9\n'
    'pair_coeff 2 2 tables SLOPES\npair_coeff 1 2 tables SLOPES 1.8\npair_modify shift no mix arithmetic',
    'pair_style table {how} 120\npair_coeff * * tables SQUARE\npair_coeff 1 2 tables EVEN',
]


def compare_tables(folder):
    """What pair_write says of tables, both programs; values near zero are worth nothing here."""
    mine, theirs = (pair_styles.table(folder.read(name + '.table')) for name in ('mine', 'theirs'))
    return pair_styles.compare_tables(mine, theirs)


def run_both(title, folder, deck, look=LOOK):
    """States of both programs after the deck, or None."""
    results = []
    for name, program in (('mine', tap.avimd), ('theirs', tap.lammps)):
        folder.write('in.' + name, deck + look.format(name=name))
        got = program(folder, '-in', 'in.' + name, '-log', 'none')
        if got.status != 0:
            tap.ok('%s: %s runs' % (title, name), False, got)
            return None
        results.append(pair_styles.state(got.out, folder.read(name + '.dump')))
    return results


def try_styles():
    for place, system in pair_styles.SYSTEMS.items():
        for how in ('lookup', 'linear', 'spline'):
            for number, style in enumerate(STYLES):
                title = '%s, %s, tables %d' % (how, place, number + 1)
                with tap.Folder() as folder:
                    folder.write('tables', FILE)
                    results = run_both(title, folder, system + style.format(how=how))
                    if results:
                        wrong = pair_styles.compare(*results) + compare_tables(folder)
                        tap.ok(title, not wrong, wrong)


HYBRID = '''
pair_style hybrid{kind} table {how} 400 lj/cut 2.2
pair_coeff 1 1 table tables GIVEN
pair_coeff 1 2 lj/cut 1 1.05
pair_coeff 2 2 {last}
'''


def try_hybrid():
    system = pair_styles.SYSTEMS['box of several images']
    for how in ('linear', 'spline'):
        for kind, last in (('', 'table tables SQUARE 2.0'), ('', 'lj/cut 0.7 1.1'),
                           ('/overlay', 'lj/cut 0.7 1.1\npair_coeff 2 2 table tables EVEN')):
            title = 'hybrid%s of a table, %s, and %s' % (kind, how, ' '.join(last.split()))
            with tap.Folder() as folder:
                folder.write('tables', FILE)
                results = run_both(title, folder,
                                   system + HYBRID.format(kind=kind, how=how, last=last),
                                   LOOK.split('pair_write')[0])
                if results:
                    wrong = pair_styles.compare(*results)
                    tap.ok(title, not wrong, wrong)


def try_units():
    """A file in metal units read in real ones, and the reverse."""
    system = pair_styles.SYSTEMS['box of several images'].replace('fcc 0.75', 'fcc 1.7471')
    for theirs, ours in (('metal', 'real'), ('real', 'metal')):
        title = 'tables in units %s in a deck of units %s' % (theirs, ours)
        with tap.Folder() as folder:
            folder.write('tables', FILE.replace('UNITS: lj', 'UNITS: ' + theirs))
            deck = system.replace('units lj', 'units ' + ours) + STYLES[0].format(how='spline')
            results = run_both(title, folder, deck)
            if results:
                wrong = pair_styles.compare(*results)
                tap.ok(title, not wrong, wrong)


WRITE = '''
pair_style lj/smooth/linear 2.6
pair_coeff 1 1 1 1
pair_coeff 1 2 0.8 1.05 2.2
pair_coeff 2 2 1.3 1.1 1.9
pair_write 1 1 3000 r 0.5 2.6 ours AA
pair_write 1 2 3000 rsq 0.5 2.2 ours AB
pair_write 2 2 3000 r 0.5 1.9 ours BB
'''

READ = '''
pair_style table spline 5000
pair_coeff 1 1 ours AA
pair_coeff 1 2 ours AB
pair_coeff 2 2 ours BB
'''


def try_written():
    """What our pair_write wrote, both programs read, and it gives the potential back."""
    system = pair_styles.SYSTEMS['free cluster']
    with tap.Folder() as folder:
        folder.write('in.write', system + WRITE + LOOK.format(name='before'))
        got = tap.avimd(folder, '-in', 'in.write', '-log', 'none')
        if not tap.ok('pair_write writes', got.status == 0, got):
            return
        before = pair_styles.state(got.out, folder.read('before.dump'))
        results = run_both('our pair_write read by both', folder, system + READ)
        if not results:
            return
        wrong = pair_styles.compare(*results)
        tap.ok('our pair_write read by both', not wrong, wrong)
        largest = max(abs(f) for row in before[2] for f in row)
        worst = max(abs(f - g) for a, b in zip(before[2], results[0][2]) for f, g in zip(a, b))
        tap.ok('a written potential comes back', worst < 1e-5 * largest,
               'forces off by %g of %g' % (worst, largest))


def try_gzip():
    system = pair_styles.SYSTEMS['plane']
    with tap.Folder() as folder:
        with gzip.open(folder.file('tables.gz'), 'wt') as out:
            out.write(FILE)
        folder.write('tables', FILE)
        style = STYLES[0].format(how='linear')
        outs = []
        for name, words in (('plain', style), ('packed', style.replace('tables', 'tables.gz'))):
            folder.write('in.' + name, system + words + LOOK.format(name=name))
            got = tap.avimd(folder, '-in', 'in.' + name, '-log', 'none')
            outs.append(folder.read(name + '.dump') if got.status == 0 else str(got))
        tap.ok('a gzipped file is the same', outs[0] == outs[1] and 'ITEM' in outs[0], outs[1])


NEAR = '''
units lj
region box block 0 10 0 10 0 10
create_box 2 box
mass * 1
create_atoms 1 single 1 1 1
create_atoms 2 single {x} 1 1
create_atoms 2 single 6 6 6
pair_style table {how} 200
pair_coeff * * tables EVEN
fix move all nve
group second id 2
velocity second set {v} 0 0
timestep 0.002
neigh_modify delay 0
run 20
'''


def try_near():
    """Inside the inner cutoff, 0.6, both programs stop, ours with the atoms and their distance."""
    for how in ('lookup', 'linear', 'spline'):
        for x, v, stops in ((1.61, 0, False), (1.59, 0, True), (0.39, 0, False), (0.42, 0, True),
                            (2.4, -90, True), (2.4, -2, False)):
            title = '%s: %g apart, at velocity %g' % (how, abs(x - 1), v)
            with tap.Folder() as folder:
                folder.write('tables', FILE)
                folder.write('in.deck', NEAR.format(how=how, x=x, v=v))
                mine = tap.avimd(folder, '-in', 'in.deck', '-log', 'none')
                theirs = tap.lammps(folder, '-in', 'in.deck', '-log', 'none')
                stop = 'inner cutoff' in theirs.out + theirs.err
                good = stop == stops and (mine.status != 0) == stops and (
                    'atoms 1 and 2 (types 1 and 2) are ' in mine.err) == stops
                tap.ok(title, good, '%s\n%s' % (mine, theirs))


def main():
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    try_styles()
    try_hybrid()
    try_units()
    try_written()
    try_gzip()
    try_near()
    tap.done()


if __name__ == '__main__':
    main()
