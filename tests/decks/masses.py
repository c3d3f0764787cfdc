# SPDX-License-Identifier: GPL-3.0-or-later
"""Masses that atoms have of their own: everything that shows masses has them, and everything that
copies, keeps or removes atoms does so with their masses.  That integrators, fixes and computes take
them is tested in order.py, and beside LAMMPS."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

BEGIN = '''units lj
lattice fcc 0.8442
region b block 0 3 0 3 0 3
create_box 2 b
create_atoms 1 box
mass 1 1.0
mass 2 5.0
group a id 1:108:3
variable by_place atom 0.5+0.1*x
set group a mass v_by_place
set atom 2 mass 3.25
displace_atoms all random 0.05 0.05 0.05 17
velocity all create 1.44 87287
'''
REST = '''pair_style lj/cut 2.5
pair_coeff * * 1.0 1.0
fix 1 all nve
'''
SHOW = '''variable all equal mass(all)
variable one equal mass[106]
compute w all property/atom mass
variable w atom mass
compute s all reduce sum c_w v_w
dump w all custom 1 %s id mass c_w v_w x vx
dump_modify w sort id format float %%.17g
thermo_style custom step c_s[1] c_s[2] v_all v_one density ke
thermo_modify norm no format float %%.17g
'''


def run(folder, name, text):
    folder.write('in.' + name, text)
    return tap.avimd(folder, '-in', 'in.' + name, '-log', 'none')


def rows(result):
    return [row for _, table in tap.tables(result.out) for row in table]


def shown(folder):
    """Every way to see a mass."""
    r = run(folder, 'shown', BEGIN + REST + SHOW % 'w.dump' + 'run 0\n')
    if not tap.ok('a system with masses of atoms', r.status == 0, r):
        return
    lines = tap.last_dump(folder.read('w.dump'))[1]
    tap.ok('dump, compute property/atom and variables show one mass',
           all(len({float(w) for w in line[1:4]}) == 1 for line in lines), lines[:5])
    mass = {int(line[0]): float(line[1]) for line in lines}
    tap.ok('some have their own, the others that of their type',
           mass[2] == 3.25 and mass[3] == 1.0 and mass[1] != mass[106], mass)
    row = [float(word) for word in rows(r)[0]]
    total = sum(mass.values())
    tap.ok('sums of masses', all(abs(value - total) < 1e-9 for value in row[1:4]) and
           row[4] == mass[106], row)
    speed = sum(mass[int(line[0])] * float(line[5]) ** 2 for line in lines)
    tap.ok('the kinetic energy is of them', 0.25 < 0.5 * speed / row[6] < 0.42, (speed, row))


def kept(folder):
    """The run goes on from a data file and from a restart file, and retyped atoms keep masses."""
    r = run(folder, 'whole', BEGIN + REST + 'run 20\nwrite_data w.data nocoeff\nwrite_restart w.rst\n'
            + SHOW % 'whole.dump' + 'run 30\n')
    tap.ok('a run that writes files', r.status == 0, r)
    last = tap.last_dump(folder.read('whole.dump'))
    r = run(folder, 'data', 'units lj\nread_data w.data\n' + REST + 'reset_timestep 20\n'
            + SHOW % 'data.dump' + 'run 30\n')
    tap.ok('read_data: the same bits', r.status == 0 and
           tap.last_dump(folder.read('data.dump')) == last, r)
    r = run(folder, 'restart', 'read_restart w.rst\n' + REST + SHOW % 'restart.dump' + 'run 30\n')
    tap.ok('read_restart: the same bits', r.status == 0 and
           tap.last_dump(folder.read('restart.dump')) == last, r)
    r = run(folder, 'type', BEGIN + 'set atom 1*4 type 2\nset type 2 type 2\n' + REST +
            SHOW % 'type.dump' + 'run 0\n')
    got = [line[1] for line in tap.last_dump(folder.read('type.dump'))[1][:4]]
    tap.ok('another type changes only atoms without a mass of their own',
           r.status == 0 and [float(w) for w in got[1:3]] == [3.25, 5.0] and float(got[0]) < 5, got)
    plain = run(folder, 'plain', re.sub(r'set .*\n', '', BEGIN) + REST + 'write_data p.data\n')
    tap.ok('no section Atom Masses without such masses', plain.status == 0 and
           'Atom Masses' not in folder.read('p.data'), plain)


def copied(folder):
    """replicate, delete_atoms, create_atoms, sorting."""
    r = run(folder, 'copied', BEGIN + 'replicate 2 1 1\n' + REST + SHOW % 'c.dump' + 'run 0\n')
    mass = [float(row[1]) for row in tap.last_dump(folder.read('c.dump'))[1]]
    tap.ok('replicate copies masses', mass[:108] == mass[108:] and 3.25 in mass, r)
    r = run(folder, 'deleted', BEGIN + 'region half block 0 1.4 INF INF INF INF\n'
            'delete_atoms region half compress no\ncreate_atoms 2 single 0.2 0.2 0.2\n'
            'atom_modify sort 1 0.7\n' + REST + SHOW % 'd.dump' + 'run 0\n')
    lines = tap.last_dump(folder.read('d.dump'))[1]
    first = {line[0]: line[1] for line in tap.last_dump(folder.read('w.dump'))[1]}
    tap.ok('delete_atoms and sorting leave each atom its mass', r.status == 0 and len(lines) > 9 and
           all(first.get(line[0], '5') == line[1] for line in lines),
           [line for line in lines if first.get(line[0], '5') != line[1]] or r)
    tap.ok('a new atom has the mass of its type', lines and lines[-1][1] == '5', lines[-1:])


def needed(folder):
    """Types without a mass do not matter where every atom has one."""
    text = re.sub(r'mass [12] .*\n', '', BEGIN)
    r = run(folder, 'none', text + REST + 'run 1\n')
    tap.ok('atoms without any mass are refused', r.status == 1 and 'has no mass' in r.err, r)
    r = run(folder, 'own', text.replace('set group a mass v_by_place', 'set group all mass 2') + REST +
            'run 1\nwrite_data own.data nocoeff\nclear\nunits lj\nread_data own.data\n' + REST +
            'run 1\n')
    tap.ok('masses of all atoms are enough', r.status == 0, r)


with tap.Folder() as place:
    shown(place)
    kept(place)
    copied(place)
    needed(place)
tap.done()
