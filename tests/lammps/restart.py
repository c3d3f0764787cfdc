#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A deck that writes a restart file and one that reads it, beside LAMMPS: names, what must be given
again, and the rows after it."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

FIRST = '''units lj
atom_style atomic
lattice fcc 0.8442
region box block 0 4 0 4 0 4
create_box 1 box
create_atoms 1 box
mass 1 1.0
group odd id 1:200:2
velocity all create 2.0 87287
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
pair_modify shift yes
timestep 0.004
%s
thermo 10
run 35
write_restart w.*
'''
SECOND = '''read_restart w.*
%s
thermo_style custom step temp pe etotal press vol%s
thermo_modify format float %%.13g
thermo 10
restart 8 r.*
run 30
print "$(count(odd)) $(dt)"
'''
CASES = {
    'fix nve': ('fix 1 all nve', ''),
    'fix nvt, whose chain goes on': ('fix 1 all nvt temp 2.0 1.0 0.4', ' f_1'),
    'fix npt, whose chains and box go on': ('fix 1 all npt temp 2.0 1.0 0.4 iso 1.0 1.0 2.0', ' lx'),
    'fix spring/self, whose sites stay': ('fix 1 all nve\nfix s odd spring/self 5.0', ' f_s'),
}


# A file written on the way, after which another run begins: ramps from their first value, masses of
# barostats from that too.
NEW = {'npt, run 40': ('npt temp 1.0 3.0 0.3 iso 1 9 1', 'run 40'),
       'npt, start and stop': ('npt temp 1.0 3.0 0.3 iso 1 9 1', 'run 40 start 0 stop 80'),
       'nvt, run 40': ('nvt temp 1.0 3.0 0.3', 'run 40')}


def new_run(folder, program, style, run):
    rest = ('pair_style lj/cut 2.5\npair_coeff * * 1 1\nneigh_modify every 1 delay 0 check no\n'
            'atom_modify sort 0 0\nfix it all %s\nthermo 5\nthermo_style custom step temp pe press '
            'vol econserve\nthermo_modify norm no format float %%.14g\n' % style)
    head = FIRST[:FIRST.index('group odd')] + 'velocity all create 1.44 87287 loop geom\n'
    folder.write('first', head + rest + 'restart 20 part.*\nrun 30\n')
    folder.write('second', 'read_restart part.20\n' + rest + run + '\n')
    for name in ('first', 'second'):
        r = program(folder, '-in', name, '-log', 'none')
    return r, tap.tables(r.out)[-1][1] if r.status == 0 else []


def rows_of(folder, program, fixes, column):
    folder.write('first', FIRST % fixes)
    folder.write('second', SECOND % (fixes, column))
    for name in ('first', 'second'):
        r = program(folder, '-in', name, '-log', 'none')
        if r.status != 0:
            return r, None, None
    files = sorted(f for f in os.listdir(folder.path) if f.startswith(('w.', 'r.')))
    return r, tap.tables(r.out)[-1], files


def worst(ours, theirs):
    most = 0.0
    for a, b in zip(ours, theirs):
        for p, q in zip(a, b):
            p, q = float(p), float(q)
            most = max(most, abs(p - q) / max(abs(q), 1.0))
    return most


if __name__ == '__main__':
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    for case, (fixes, column) in CASES.items():
        with tap.Folder() as one, tap.Folder() as two:
            r, mine, my_files = rows_of(one, tap.avimd, fixes, column)
            s, its, its_files = rows_of(two, tap.lammps, fixes, column)
            good = mine is not None and its is not None
            tap.ok('both go on: ' + case, good, '%s\n%s' % (r, s))
            if not good:
                continue
            difference = worst(mine[1], its[1])
            tap.ok('the same rows: ' + case,
                   len(mine[1]) == len(its[1]) and difference < 1e-8, (difference, mine, its))
            tap.ok('the same files: ' + case, my_files == its_files, (my_files, its_files))
            tap.ok('groups and time step: ' + case,
                   '100 0.004' in r.out and '100 0.004' in s.out, (r, s))
    for case, (style, run) in NEW.items():
        with tap.Folder() as one, tap.Folder() as two:
            r, mine = new_run(one, tap.avimd, style, run)
            s, its = new_run(two, tap.lammps, style, run)
            tap.ok('a new run from a file of the way: ' + case, len(its) == 9 == len(mine)
                   and worst(mine, its) < 1e-9, '%s\n%s' % (r, s))
    tap.done()
