#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the program takes of memory for each atom when it also writes, and what it says about it."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap

MELT = '''units lj
lattice fcc 0.8442
region box block 0 ${n} 0 ${n} 0 ${n}
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.44 87287
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
neighbor 0.3 bin
fix 1 all nve
'''
COPPER = '''units metal
lattice fcc 3.615
region box block 0 ${n} 0 ${n} 0 ${n}
create_box 1 box
create_atoms 1 box
pair_style eam/alloy
pair_coeff * * Cu_zhou04.eam.alloy Cu
velocity all create 1600 376847
neighbor 1.0 bin
fix 1 all nve
timestep 0.005
'''
OUTPUT = '''compute pe all pe/atom
fix mean all ave/atom 1 1 1 c_pe
dump d all custom 1 dump id type x y z vx vy vz c_pe
restart 1 restart.${n}
'''
RUN = 'thermo 1\nrun 1\n'
RESUMED = '''read_restart restart.${n}.1
neighbor 0.3 bin
fix 1 all nve
'''
FEW, MANY = 20, 30  # cells along an edge: 32,000 and 108,000 atoms


def run(folder, deck, cells):
    """The log, and the peak of memory as the system saw it, in bytes."""
    with open(folder.file('in'), 'w') as file:
        file.write(deck)
    command = [tap.AVIMD, '-in', 'in', '-log', 'none', '-var', 'n', str(cells)]
    with open(folder.file('out'), 'wb') as out:
        process = subprocess.Popen(command, cwd=folder.path, stdout=out, stderr=out,
                                   env=dict(os.environ, OMP_NUM_THREADS='1',
                                            LAMMPS_POTENTIALS=os.path.join(tap.SRCDIR, 'potentials')))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
    with open(folder.file('out')) as out:
        return status, out.read(), usage.ru_maxrss * (1 if sys.platform == 'darwin' else 1024)


def slope(folder, deck):
    """Bytes that each further atom takes; None and the log after an error."""
    (bad, few, least), (worse, many, most) = run(folder, deck, FEW), run(folder, deck, MANY)
    if bad or worse:
        return None, few + many
    return (most - least) / (4.0 * (MANY ** 3 - FEW ** 3)), ''


def outputs(folder, name, deck):
    """Values of atoms, averages, dumps and restart files hold no copies of everything."""
    plain, trouble = slope(folder, deck + RUN)
    rich, more = slope(folder, deck + OUTPUT + RUN)
    tap.ok(name + ': output takes at most 0.3 of the memory for an atom besides',
           plain and rich and rich <= 1.3 * plain,
           'bytes per atom: %s, with output %s\n%s' % (plain, rich, trouble + more))
    return plain


def resumed(folder, plain):
    """The other way: what a file holds of the atoms is not kept beside them."""
    again, trouble = slope(folder, RESUMED + OUTPUT + RUN)
    status, log, _ = run(folder, RESUMED + OUTPUT + RUN, FEW)
    tap.ok('LJ melt: a resumed run takes at most 0.4 of the memory for an atom besides',
           plain and again and again <= 1.4 * plain,
           'bytes per atom: %s, resumed %s\n%s' % (plain, again, trouble))
    tap.ok('it is resumed', status == 0 and 'Resuming' in log, log)


def told(folder):
    """The log's figures are the system's, after the set-up and at the end."""
    status, log, peak = run(folder, MELT + OUTPUT + RUN, MANY)
    for line, pattern in (('before the rows', r'^Per MPI rank memory allocation .* = (\S+) \|'),
                          ('after them', r'^Peak memory = (\S+) Mbytes$')):
        found = re.search(pattern, log, re.M)
        tap.ok('the memory that the log tells %s is what is in use' % line,
               status == 0 and found and abs(float(found.group(1)) * 2 ** 20 / peak - 1.0) < 0.1,
               'in use at most: %.4g Mbytes\n%s' % (peak / 2.0 ** 20, log))


def main():
    with tap.Folder() as folder:
        if '-fsanitize' in tap.avimd(folder, '--version').out:
            tap.skip_all('sanitizers take memory of their own')
        outputs(folder, 'copper', COPPER)
        resumed(folder, outputs(folder, 'LJ melt', MELT))
        told(folder)
    tap.done()


main()
