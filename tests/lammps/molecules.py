# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands about molecules beside the real LAMMPS: delete_atoms mol, group molecule, and replicate
bond/periodic (which a LAMMPS of 2021 does not know: there, against the larger crystal of chains
written out)."""
import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bonds  # noqa: E402
from bonds import tap  # noqa: E402

SEE = '''
dump            look {group} custom 1 look.dump id mol type x y z ix iy iz
dump_modify     look format float %.17g
run             0
'''


def molecules():
    """Nine branched molecules, and two atoms that belong to none."""
    generator = random.Random(31)
    length = (8.0, 7.5, 7.0)
    atoms, links = bonds.branches(generator, 9, length, False)
    for _ in range(2):
        atoms.append((0, 1, [generator.uniform(0, length[d]) for d in range(3)]))
    bonds.spread(atoms, links, length, True)
    return bonds.data_file(atoms, links, length, 'molecular')


def compare(name, data, commands, group='all', write=True):
    with tap.Folder() as folder:
        folder.write('data', data)
        text = bonds.deck('molecular', 'harmonic', 'fene') + 'atom_modify sort 0 0\n'
        got = bonds.both(name, folder, text + commands + SEE.format(group=group),
                         'write_data mine.data\n', 'write_data theirs.data\n')
        if not got:
            return
        count = got[3].count('\n') - 9
        tap.ok('%s: the same %d atoms' % (name, count), got[2] == got[3] and count > 0,
               got[2][:3000] + got[3][:3000])
        mine, theirs = (bonds.bonds_of(folder.read(who + '.data')) for who in ('mine', 'theirs'))
        if write:
            tap.ok('%s: the same %d bonds' % (name, len(theirs)), mine == theirs and theirs,
                   '%s\n%s' % (mine, theirs))


def deleted(data):
    for name, commands in {
            'an atom of some': 'group g id 3 17 40\ndelete_atoms group g mol yes',
            'bonds too': 'group g id 3 17 40\ndelete_atoms group g bond yes mol yes',
            'atoms of none': 'group g molecule 0\ndelete_atoms group g mol yes',
            'atoms of none and one': 'group g id 1 %d\ndelete_atoms group g mol yes',
            'a region': 'region r block 0 3 0 3 0 3 units box\ndelete_atoms region r mol yes',
            'no compress': 'group g id 5\ndelete_atoms group g mol yes compress no',
    }.items():
        last = int(data.split(' atoms')[0].split()[-1])
        compare('delete_atoms mol yes: ' + name, data,
                commands % last if '%d' in commands else commands)


def grouped(data):
    for words in ('2', '2 4 7', '3:8', '1:9:3', '< 3', '<= 3', '> 7', '>= 8', '== 5', '!= 5',
                  '<> 3 6', '0'):
        compare('group molecule ' + words, data, 'group g molecule %s\n' % words, 'g', False)


def chains(cells):
    """Three chains along x that close through the boundary, `cells` periods of four atoms long; atoms
    in the order in which replicate makes them."""
    atoms, links = [], []
    offset = [(0.0, 0.0), (2.0, 1.0), (1.0, 3.0)]
    for cell in range(cells):
        for chain in range(3):
            for k in range(4):
                atoms.append((cell * 3 + chain + 1, 1 + k % 2,
                              [4.4 * cell + 0.3 + 1.1 * k, 1.0 + offset[chain][0],
                               0.5 + offset[chain][1] + 0.05 * (k % 2)]))
    for cell in range(cells):
        for chain in range(3):
            first = 1 + 12 * cell + 4 * chain
            follower = 1 + 12 * ((cell + 1) % cells) + 4 * chain
            links += [(1, first, first + 1), (2, first + 1, first + 2), (1, first + 2, first + 3),
                      (2, first + 3, follower)]
    return bonds.data_file(atoms, links, (4.4 * cells, 5.0, 5.0), 'molecular')


def replicated():
    with tap.Folder() as folder:
        folder.write('data', chains(1))
        text = bonds.deck('molecular', 'harmonic', 'lj 0 0.5 1') + 'replicate 3 1 1 bond/periodic\n'
        # One of 2021 takes any fourth word and makes nothing of it.
        banner = re.search(r' (20\d\d) ?', tap.run([tap.LMP, '-h'], folder).out)
        newer = banner is not None and int(banner.group(1)) > 2022
        folder.write('mine', text + bonds.LOOK + 'write_data mine.data\n')
        mine = tap.avimd(folder, '-in', 'mine', '-log', 'none')
        if not tap.ok('replicate bond/periodic: avimd runs', mine.status == 0, mine):
            return
        my_dump, links = folder.read('look.dump'), bonds.bonds_of(folder.read('mine.data'))
        if not newer:
            folder.write('data', chains(3))
            text = text.replace('replicate 3 1 1 bond/periodic\n', '')
        folder.write('theirs', text + bonds.LOOK + 'write_data theirs.data\n')
        theirs = tap.lammps(folder, '-in', 'theirs', '-log', 'none')
        if not tap.ok('replicate bond/periodic: lmp runs', theirs.status == 0, theirs):
            return
        his = bonds.bonds_of(folder.read('theirs.data'))
        tap.ok('replicate bond/periodic: the same %d bonds' % len(his), links == his and his,
               '%s\n%s' % (links, his))
        rows = [list(map(float, tap.tables(got.out)[0][1][0])) for got in (mine, theirs)]
        scale = max(map(abs, rows[1][1:]))
        tap.ok('replicate bond/periodic: energies and virial',
               all(abs(a - b) <= 1e-11 * scale for a, b in zip(*rows)), '%s\n%s' % tuple(rows))
        forces = [[list(map(float, row)) for row in tap.last_dump(dump)[1]]
                  for dump in (my_dump, folder.read('look.dump'))]
        worst = max(abs(a - b) for one, two in zip(*forces) for a, b in zip(one, two))
        tap.ok('replicate bond/periodic: atoms and forces', worst < 1e-10, 'off by %g' % worst)


def excluded(data):
    """Pairs within molecules, or between them, are in no list."""
    for words in ('molecule/intra all', 'molecule/inter all', 'molecule/intra g', 'molecule/inter g',
                  'molecule/intra g exclude type 1 1'):
        name = 'neigh_modify exclude ' + words
        with tap.Folder() as folder:
            folder.write('data', data)
            got = bonds.both(name, folder, bonds.deck('molecular', 'harmonic', 'fene') +
                             'group g id 1:40\nneigh_modify exclude %s\n' % words + bonds.LOOK)
            if not got:
                continue
            rows = [list(map(float, tap.tables(run.out)[0][1][0])) for run in got[:2]]
            scale = max(map(abs, rows[1][1:]))
            tap.ok(name + ': energies and virial',
                   all(abs(a - b) <= 1e-11 * scale for a, b in zip(*rows)), '%s\n%s' % tuple(rows))


def main():
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    data = molecules()
    deleted(data)
    grouped(data)
    replicated()
    excluded(data)
    tap.done()


if __name__ == '__main__':
    main()
