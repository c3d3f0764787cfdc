# SPDX-License-Identifier: GPL-3.0-or-later
"""Every analytic pair style beside the real LAMMPS at equal coordinates: forces to 1e-11 of the
largest, energy, virial and tail to 1e-11 of their largest terms; mixed and explicit coefficients, own
cutoffs, shift, tail; a box of several images, a free cluster, a plane."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

SYSTEMS = {
    'box of several images': '''
units lj
lattice fcc 0.75
region box block 0 1.95 0 0.97 0 2.95
create_box 2 box
create_atoms 1 box
set group all type/fraction 2 0.4 3187
mass * 1.0
displace_atoms all random 0.12 0.10 0.14 7001
''',
    'free cluster': '''
units lj
boundary s s f
region box block -9 9 -9 9 -9 9
create_box 2 box
lattice diamond 0.8
region ball sphere 0 0 0 2.1
create_atoms 1 region ball
set group all type/fraction 2 0.5 91
mass * 1.0
displace_atoms all random 0.07 0.07 0.07 23
''',
    'plane': '''
units lj
dimension 2
lattice hex 0.8
region box block 0 6 0 4 -0.25 0.25
create_box 2 box
create_atoms 1 box
set group all type/fraction 2 0.3 5
mass * 1.0
displace_atoms all random 0.1 0.1 0.0 17
fix flat all enforce2d
''',
}

# Style: what the deck says.  The first of each is run in every system, the others in the first.
STYLES = {
    'lj/cut': ['pair_style lj/cut 2.5\npair_coeff 1 1 1 1\npair_coeff 2 2 0.7 1.1 2.1'],
    'lj/smooth': [
        'pair_style lj/smooth 1.6 2.2\npair_coeff 1 1 1 1\npair_coeff 2 2 0.7 1.1 1.3 2.5',
        'pair_style lj/smooth 1.6 2.2\npair_coeff * * 1 1\npair_coeff 2 2 0.7 1.1 1.3 2.5\n'
        'pair_modify shift yes',
        'pair_style lj/smooth 2.2 2.2\npair_coeff 1 1 1 1\npair_coeff 2 2 0.7 1.1\n'
        'pair_modify shift yes mix sixthpower'],
    'lj/smooth/linear': [
        'pair_style lj/smooth/linear 2.3\npair_coeff 1 1 1 1\npair_coeff 2 2 0.7 1.1 1.9',
        'pair_style lj/smooth/linear 2.3\npair_coeff 1 1 1 1\npair_coeff 2 2 0.7 1.1 1.9\n'
        'pair_modify mix arithmetic shift yes',
        'pair_style lj/sf 2.3\npair_coeff 1 1 1 1\npair_coeff 2 2 0.7 1.1 1.9'],
    'lj/cubic': [
        'pair_style lj/cubic\npair_coeff 1 1 1 1\npair_coeff 2 2 0.7 1.1',
        'pair_style lj/cubic\npair_coeff 1 1 1 1\npair_coeff 2 2 0.7 1.1\npair_modify mix sixthpower'],
    'lj/expand': [
        'pair_style lj/expand 2.2\npair_coeff 1 1 1 0.9 0.1\npair_coeff 2 2 0.7 1.1 -0.1 2.5',
        'pair_style lj/expand 2.2\npair_coeff 1 1 1 0.9 0.1\npair_coeff 2 2 0.7 1.1 -0.1 2.5\n'
        'pair_modify mix arithmetic shift yes',
        'pair_style lj/expand 2.2\npair_coeff 1 1 1 0.9 0.1\npair_coeff 2 2 0.7 1.1 -0.1 2.5\n'
        'pair_modify tail yes'],
    'mie/cut': [
        'pair_style mie/cut 2.4\npair_coeff 1 1 1 1 14 7\npair_coeff 2 2 0.7 1.1 10.5 6.2 2.0',
        'pair_style mie/cut 2.4\npair_coeff 1 1 1 1 12 6\npair_coeff 2 2 0.7 1.1 10.5 6.2 2.0\n'
        'pair_coeff 1 2 0.8 1.0 11 5\npair_modify shift yes',
        'pair_style mie/cut 2.4\npair_coeff 1 1 1 1 14 7\npair_coeff 2 2 0.7 1.1 10.5 6.2 2.0\n'
        'pair_modify tail yes mix arithmetic',
        'pair_style mie/cut 2.4\npair_coeff 1 1 1 1 14 7\npair_coeff 2 2 0.7 1.1 10.5 6.2 2.0\n'
        'pair_modify mix sixthpower'],
    'morse': [
        'pair_style morse 2.6\npair_coeff 1 1 1 4.5 1.1\npair_coeff 1 2 0.8 5 1.2 2.2\n'
        'pair_coeff 2 2 1.3 3.7 1.05 1.9',
        'pair_style morse 2.6\npair_coeff * * 1 4.5 1.1\npair_coeff 1 2 0.8 5 1.2 2.2\n'
        'pair_modify shift yes'],
    'buck': [
        'pair_style buck 2.5\npair_coeff 1 1 900 0.15 0.9\npair_coeff 1 2 500 0.17 0.4 2.2\n'
        'pair_coeff 2 2 300 0.2 0',
        'pair_style buck 2.5\npair_coeff * * 900 0.15 0.9\npair_modify shift yes',
        'pair_style buck 2.5\npair_coeff * * 900 0.15 0.9\npair_coeff 2 2 300 0.4 0.3 1.9\n'
        'pair_modify tail yes'],
    'born': [
        'pair_style born 2.5\npair_coeff 1 1 1 0.15 1 0.9 0.1\npair_coeff 1 2 0.6 0.17 1.1 0.4 0.2 2.2\n'
        'pair_coeff 2 2 0.8 0.2 0.9 0 0.5',
        'pair_style born 2.5\npair_coeff * * 1 0.15 1 0.9 0.1\npair_modify shift yes',
        'pair_style born 2.5\npair_coeff * * 1 0.15 1 0.9 0.1\npair_coeff 2 2 1 0.4 0.9 0.6 0.2 1.9\n'
        'pair_modify tail yes'],
    'yukawa': [
        'pair_style yukawa 1.7 2.5\npair_coeff 1 1 10\npair_coeff 2 2 3 2.9',
        'pair_style yukawa 1.7 2.5\npair_coeff 1 1 10\npair_coeff 2 2 3 2.9\n'
        'pair_modify shift yes mix sixthpower'],
    'soft': [
        'pair_style soft 1.4\npair_coeff 1 1 10\npair_coeff 2 2 30 1.8',
        'pair_style soft 1.4\npair_coeff 1 1 10\npair_coeff 2 2 30 1.8\npair_modify mix sixthpower'],
    'gauss': [
        'pair_style gauss 2.4\npair_coeff 1 1 10 0.9\npair_coeff 2 2 -4 1.7 1.9',
        'pair_style gauss 2.4\npair_coeff 1 1 10 0.9\npair_coeff 2 2 -4 1.7 1.9\n'
        'pair_modify shift yes mix arithmetic',
        'pair_style gauss 2.4\npair_coeff 1 1 10 0.9\npair_coeff 2 2 4 -0.3 1.9\n'
        'pair_modify mix sixthpower'],
    'zbl': [
        'pair_style zbl 1.1 2.3\npair_coeff 1 1 13 13\npair_coeff 2 2 29 29',
        'pair_style zbl 0.3 1.4\npair_coeff 1 1 3 3\npair_coeff 2 2 0.5 0.5\n'
        'pair_coeff 1 2 3 0.5\npair_modify shift yes',
        'pair_style zbl 2.1 2.1\npair_coeff 1 1 1 1\npair_coeff 2 2 0 0\npair_modify mix sixthpower'],
    'zero': ['pair_style zero 1.3\npair_coeff * *'],
    'hybrid': [
        'pair_style hybrid lj/cut 2.5 morse 2.2\npair_coeff 1 1 lj/cut 1 1\n'
        'pair_coeff 2 2 lj/cut 0.7 1.1 2.1\npair_coeff 1 2 morse 0.8 5 1.2',
        'pair_style hybrid lj/cut 2.5 gauss 2.4\npair_coeff * * lj/cut 1 1\n'
        'pair_coeff 2 2 gauss -4 1.7\npair_modify shift yes',
        'pair_style hybrid lj/cut 2.5 lj/cut 1.5 soft 1.4\npair_coeff 1 1 lj/cut 1 1 1\n'
        'pair_coeff 2 2 lj/cut 2 2.5 1.2\npair_coeff 1 2 soft 9',
        'pair_style hybrid lj/cut 2.5 soft 1.4\npair_coeff 1 1 lj/cut 1 1\n'
        'pair_coeff 2 2 lj/cut 0.7 1.1 2.1\npair_coeff 1 2 soft 9\n'
        'pair_modify pair lj/cut tail yes',
        'pair_style hybrid lj/cut 2.5 yukawa 1.7 2.1\npair_coeff 1 1 lj/cut 1 1\n'
        'pair_coeff 2 2 yukawa 3\npair_coeff 1 2 none\npair_coeff 1 2 lj/cut 0.9 1.05',
        'pair_style hybrid lj/cut 2.5 zero 2.0\npair_coeff 1 1 lj/cut 1 1\n'
        'pair_coeff 2 2 lj/cut 0.7 1.1\npair_coeff 1 2 zero\n'
        'pair_modify mix arithmetic'],
    'hybrid/overlay': [
        'pair_style hybrid/overlay lj/cut 2.5 gauss 2.4\npair_coeff 1 1 lj/cut 1 1\n'
        'pair_coeff 2 2 lj/cut 0.7 1.1 2.1\npair_coeff * * gauss -0.8 1.7',
        'pair_style hybrid/overlay lj/cut 2.5 morse 2.2 morse 1.9\npair_coeff * * lj/cut 1 1\n'
        'pair_coeff 1 1 morse 1 0.5 4 1.1\npair_coeff 1 2 morse 2 0.3 3.5 1.2 1.7\n'
        'pair_modify pair morse 2 shift yes',
        'pair_style hybrid/overlay lj/cut 2.5 yukawa 1.7 2.1\npair_coeff 1 1 lj/cut 1 1\n'
        'pair_coeff 2 2 lj/cut 0.7 1.1 2.1\npair_coeff 1 1 yukawa 10\npair_coeff 2 2 yukawa 3\n'
        'pair_coeff 1 2 lj/cut 0.8 1.05\npair_modify mix sixthpower'],
}

LOOK = '''
thermo_style custom step pe evdwl etail pxx pyy pzz pxy pxz pyz
thermo_modify norm no format float %.15g
dump look all custom 1 {name}.dump id type x y z fx fy fz
dump_modify look sort id format float %.17g
run 0
write_data {name}.data pair ij
pair_write 1 2 40 r 0.8 2.7 {name}.table FIRST
pair_write 2 2 40 rsq 0.75 2.8 {name}.table SECOND
'''


def state(log, dump):
    """Thermo values, positions and forces."""
    names, rows = tap.tables(log)[-1]
    values = dict(zip(names, map(float, rows[-1])))
    _, atoms = tap.last_dump(dump)
    return values, [row[:5] for row in atoms], [list(map(float, row[5:])) for row in atoms]


def coefficients(text):
    """Rows of PairIJ Coeffs; LAMMPS of 2021 writes none for some styles."""
    if 'PairIJ Coeffs' not in text:
        return []
    part = text.split('PairIJ Coeffs', 1)[1].split('Atoms', 1)[0].splitlines()[1:]
    return [[float(word) for word in line.split()] for line in part if line.strip()]


def compare(mine, theirs):
    """What differs, or ''."""
    wrong = []
    if mine[1] != theirs[1]:
        wrong.append('positions differ')
    largest = max(abs(f) for row in theirs[2] for f in row)
    error = max(abs(f - g) for a, b in zip(mine[2], theirs[2]) for f, g in zip(a, b))
    if not error <= 1e-11 * largest:
        wrong.append('forces differ by %g of the largest, %g' % (error, largest))
    tensor = ('Pxx', 'Pyy', 'Pzz', 'Pxy', 'Pxz', 'Pyz')
    stress = max(abs(theirs[0][name]) for name in tensor)
    for name, value in theirs[0].items():
        scale = stress if name in tensor else abs(value)
        if not abs(mine[0][name] - value) <= 1e-11 * max(scale, 1e-2):
            wrong.append('%s is %.15g, not %.15g' % (name, mine[0][name], value))
    return '\n'.join(wrong)


def table(text):
    """Words of a table file without its comments, numbers as numbers."""
    lines = [line.split() for line in text.splitlines() if not line.startswith('#')]
    return [[float(word) if word[0] in '-0123456789' else word for word in line] for line in lines]


def compare_tables(mine, theirs):
    if len(mine) != len(theirs):
        return '\npair_write: %d lines, not %d' % (len(mine), len(theirs))
    largest = max(max(map(abs, line)) for line in theirs if len(line) == 4)
    for a, b in zip(mine, theirs):
        if len(a) != len(b) or any(
                x != y if isinstance(y, str) else not abs(x - y) <= 1e-11 * largest
                for x, y in zip(a, b)):
            return '\npair_write: %s, not %s' % (a, b)
    return ''


def read_again(folder, system, style, before):
    """Our data file gives our forces again; its coefficients replace those of the deck."""
    head = [line for line in system.splitlines()
            if line.split()[:1] in (['units'], ['boundary'], ['dimension'])]
    rest = style.splitlines()[1:]
    if 'PairIJ Coeffs' in folder.read('mine.data'):
        rest = [line for line in rest if line.startswith('pair_modify')]
    deck = head + [style.splitlines()[0], 'read_data mine.data'] + rest
    folder.write('in.again', '\n'.join(deck) + LOOK.format(name='again'))
    got = tap.avimd(folder, '-in', 'in.again', '-log', 'none')
    if got.status != 0:
        return '\nreading the data file: %s' % got
    after = state(got.out, folder.read('again.dump'))
    worst = max(abs(f - g) for a, b in zip(before[2], after[2]) for f, g in zip(a, b))
    largest = max(abs(f) for row in before[2] for f in row)
    if before[1] != after[1] or not worst <= 1e-11 * largest:
        return '\nthe data file gives forces %g off, of %g' % (worst, largest)
    return ''


def try_one(title, system, style):
    with tap.Folder() as folder:
        results = []
        for name, program in (('mine', tap.avimd), ('theirs', tap.lammps)):
            folder.write('in.' + name, system + style + LOOK.format(name=name))
            got = program(folder, '-in', 'in.' + name, '-log', 'none')
            if got.status != 0:
                tap.ok('%s: %s runs' % (title, name), False, got)
                return
            results.append(state(got.out, folder.read(name + '.dump')))
        wrong = compare(*results)
        ours, others = (coefficients(folder.read(name + '.data')) for name in ('mine', 'theirs'))
        # Their data files carry six digits.
        if others and (len(ours) != len(others) or any(
                len(a) != len(b) or any(abs(x - y) > 1e-5 * abs(y) + 1e-5 for x, y in zip(a, b))
                for a, b in zip(ours, others))):
            wrong += '\nPairIJ Coeffs %s, not %s' % (ours, others)
        wrong += compare_tables(*(table(folder.read(name + '.table'))
                                  for name in ('mine', 'theirs')))
        wrong += read_again(folder, system, style, results[0])
        tap.ok(title, not wrong, wrong)


def main():
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    with tap.Folder() as folder:
        there = set(tap.run([tap.LMP, '-h'], folder).out.split())
    for name, versions in STYLES.items():
        for number, style in enumerate(versions):
            for place, system in SYSTEMS.items():
                if number > 0 and place != 'box of several images':
                    continue
                title = '%s, %s, %s' % (name, place, ' '.join(style.split()[2:]))
                if style.split()[1] not in there:
                    tap.skip(title, 'this lmp has no such style')
                    continue
                try_one(title, system, style)
    tap.done()


if __name__ == '__main__':
    main()
