# SPDX-License-Identifier: GPL-3.0-or-later
"""The embedded-atom method beside the real LAMMPS, with the potential files it brings: forces,
energy and virial of strained systems, masses, and the rows of the copper benchmark."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

COPPER = os.path.join(tap.SRCDIR, 'inputs', 'copper', 'in.copper-32k')
ROWS = ['0 1600 -113280 0 -106662.09 18703.573', '100 801.832 -109957.3 0 -106640.77 51322.821']
CLOSE = 1e-11

LOOK = '''
neighbor        0.7 bin
compute         w all pressure NULL virial
thermo_style    custom step pe c_w[1] c_w[2] c_w[3] c_w[4] c_w[5] c_w[6] temp
thermo_modify   format float %%.16g norm no
dump            look all custom 1 %s id x y z fx fy fz mass
dump_modify     look sort id format float %%.17g
run             0
'''

CELL = '''
units %(units)s
%(extra)s
lattice %(lattice)s
region box block 0 %(n)s 0 %(n)s 0 %(n)s
create_box %(types)d box
create_atoms 1 box
%(kinds)s
displace_atoms all random %(move)s %(move)s %(move)s 4711 units box
%(pair)s
velocity all create 300.0 11 loop geom
'''

BALL = '''
units metal
boundary f f f
lattice none 1.0
region box block -40 40 -40 40 -40 40
create_box %(types)d box
lattice %(lattice)s
region ball sphere 0 0 0 2.2
create_atoms 1 region ball
%(kinds)s
displace_atoms all random %(move)s %(move)s %(move)s 4711 units box
%(pair)s
velocity all create 300.0 11 loop geom
'''

PLANE = '''
units metal
dimension 2
lattice hex 2.6
region box block 0 8 0 6 -0.2 0.2
create_box %(types)d box
create_atoms 1 box
%(kinds)s
displace_atoms all random %(move)s %(move)s 0.0 4711 units box
%(pair)s
velocity all create 300.0 11 loop geom
'''

HALVES = 'set group all type/fraction 2 0.45 911'


def case(form, pair, lattice='fcc 3.7', n='3', types=1, move='0.3', units='metal', extra=''):
    return form % {'pair': pair, 'lattice': lattice, 'n': n, 'types': types, 'move': move,
                   'units': units, 'extra': extra, 'kinds': HALVES if types > 1 else ''}


U3 = 'pair_style eam\npair_coeff 1 1 Cu_u3.eam'
CUNI3 = 'pair_style eam\npair_coeff 1 1 Cu_u3.eam\npair_coeff 2 2 Ni_u3.eam'
MISHIN = 'pair_style eam/alloy\npair_coeff * * Cu_mishin1.eam.alloy Cu'
CUNI = 'pair_style eam/alloy\npair_coeff * * CuNi.eam.alloy Cu Ni'
MIXED = 'pair_style %s\npair_coeff * * eam/alloy Cu_mishin1.eam.alloy Cu NULL\n%s'
OVER = ('pair_style hybrid/overlay eam/alloy zbl 1.5 2.4\n'
        'pair_coeff * * eam/alloy CuNi.eam.alloy Cu Ni\n'
        'pair_coeff 1 1 zbl 29 29\npair_coeff 2 2 zbl 28 28\npair_coeff 1 2 zbl 29 27')
LEFT = 'pair_coeff 2 2 lj/cut 0.1 2.4\npair_coeff 1 2 morse 0.3 1.5 2.7'
ALFE = 'pair_style eam/fs\npair_coeff * * AlFe_mm.eam.fs Al Fe'

SYSTEMS = {
    'Cu_u3.eam': case(CELL, U3),
    'Cu_u3.eam, free cluster': case(BALL, U3),
    'Cu_u3.eam, plane': case(PLANE, U3, move='0.2'),
    'Cu_u3.eam, one cell: several images': case(CELL, U3, n='1'),
    'Cu_u3.eam, compressed beyond the last density': case(CELL, U3, lattice='fcc 2.3', n='2'),
    'Cu_u3.eam, units real': case(CELL, U3, units='real'),
    'Ni_u3.eam': case(CELL, 'pair_style eam\npair_coeff * * Ni_u3.eam', lattice='fcc 3.52'),
    'Cu_u3.eam and Ni_u3.eam': case(CELL, CUNI3, types=2),
    'Cu_u3.eam and Ni_u3.eam, free cluster': case(BALL, CUNI3, types=2),
    'Cu_u3.eam and Al_jnp.eam, grids of different length': case(
        CELL, 'pair_style eam\npair_coeff 1 1 Cu_u3.eam\npair_coeff 2 2 Al_jnp.eam', types=2),
    'two types of one file': case(CELL, 'pair_style eam\npair_coeff * * Cu_u3.eam', types=2),
    'Cu_mishin1.eam.alloy': case(CELL, MISHIN),
    'Cu_mishin1.eam.alloy, free cluster': case(BALL, MISHIN),
    'Cu_mishin1.eam.alloy, units real': case(CELL, MISHIN, units='real'),
    'CuNi.eam.alloy': case(CELL, CUNI, types=2),
    'CuNi.eam.alloy, free cluster': case(BALL, CUNI, types=2),
    'CuNi.eam.alloy, one cell: several images': case(CELL, CUNI, types=2, n='1'),
    'CuNi.eam.alloy, plane': case(PLANE, CUNI, types=2, move='0.2'),
    'CuNi.eam.alloy, compressed beyond the last density': case(CELL, CUNI, types=2, n='2',
                                                               lattice='fcc 2.2'),
    'hybrid: Cu_mishin1.eam.alloy, lj/cut and morse': case(
        CELL, MIXED % ('hybrid eam/alloy lj/cut 5.0 morse 4.5', LEFT + '\nmass 2 40.0'), types=2),
    'hybrid: Cu_mishin1.eam.alloy, lj/cut and morse, free cluster': case(
        BALL, MIXED % ('hybrid eam/alloy lj/cut 5.0 morse 4.5', LEFT + '\nmass 2 40.0'), types=2),
    'hybrid: Cu_u3.eam, Ni_u3.eam, both mixed, one cell': case(
        CELL, 'pair_style hybrid eam zero 4.0\npair_coeff 1 1 eam Cu_u3.eam\n'
        'pair_coeff 2 2 eam Ni_u3.eam\npair_coeff * 3 zero\nmass 3 1.0', types=3, n='1'),
    'hybrid: CuNi.eam.alloy but for unlike pairs': case(
        CELL, 'pair_style hybrid eam/alloy lj/cut 4.0\n'
        'pair_coeff * * eam/alloy CuNi.eam.alloy Cu Ni\npair_coeff 1 2 lj/cut 0.1 2.4', types=2),
    'hybrid: two files': case(
        CELL, 'pair_style hybrid eam/alloy eam/fs lj/cut 4.0\n'
        'pair_coeff * * eam/alloy Cu_mishin1.eam.alloy Cu NULL\n'
        'pair_coeff * * eam/fs AlFe_mm.eam.fs NULL Fe\npair_coeff 1 2 lj/cut 0.2 2.4', types=2),
    'hybrid/overlay: CuNi.eam.alloy and gauss': case(
        CELL, 'pair_style hybrid/overlay eam/alloy gauss 4.4\n'
        'pair_coeff * * eam/alloy CuNi.eam.alloy Cu Ni\npair_coeff 1 2 gauss 0.3 0.4', types=2),
    'hybrid/overlay: CuNi.eam.alloy and zbl, compressed': case(
        CELL, OVER, types=2, n='2', lattice='fcc 2.6'),
    'hybrid/overlay: CuNi.eam.alloy and zbl, units real': case(
        CELL, OVER, types=2, lattice='fcc 3.0', units='real'),
    'AlFe_mm.eam.fs': case(CELL, ALFE, types=2, lattice='bcc 3.0'),
    'AlFe_mm.eam.fs, free cluster': case(BALL, ALFE, types=2, lattice='bcc 3.0'),
    'AlFe_mm.eam.fs, one cell: several images': case(CELL, ALFE, types=2, lattice='bcc 3.0', n='1'),
    'AlFe_mm.eam.fs, elements in the other order': case(
        CELL, 'pair_style eam/fs\npair_coeff * * AlFe_mm.eam.fs Fe Al', types=2,
        lattice='bcc 3.0'),
}


def potentials():
    """Where LAMMPS's potential files are, or None."""
    try:
        listing = subprocess.run(['dpkg', '-L', 'lammps-data'], stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL, universal_newlines=True).stdout
    except OSError:
        listing = ''
    for line in listing.splitlines() + ['/usr/share/lammps/potentials/Cu_u3.eam']:
        if line.endswith('/Cu_u3.eam') and os.path.isfile(line):
            return os.path.dirname(line)
    return None


def differences(mine, theirs):
    """What differs between two dumps: atoms, positions and masses at all, forces by more than
    CLOSE of the largest; or ''."""
    names, rows = mine
    if names != theirs[0] or len(rows) != len(theirs[1]) or not rows:
        return 'other columns or atoms'
    largest, worst = max(abs(float(v)) for row in theirs[1] for v in row[4:7]), 0.0
    for row, other in zip(rows, theirs[1]):
        if row[:4] != other[:4] or float(row[7]) != float(other[7]):
            return 'atom %s, not %s' % (' '.join(row), ' '.join(other))
        worst = max([worst] + [abs(float(a) - float(b)) for a, b in zip(row[4:7], other[4:7])])
    return '' if worst <= CLOSE * largest else 'force off by %.3g of %.6g' % (worst, largest)


def try_system(name, deck, env):
    with tap.Folder() as folder:
        logs, looks = [], []
        for program, path in (('avimd', tap.AVIMD), ('lmp', tap.LMP)):
            folder.write('in.' + program, deck + LOOK % (program + '.dump'))
            got = tap.run([path, '-in', 'in.' + program, '-log', 'none'], folder, env=env)
            if not tap.ok('%s runs in %s' % (name, program), got.status == 0, got):
                return
            logs.append(tap.tables(got.out)[0][1][0])
            looks.append(tap.last_dump(folder.read(program + '.dump')))
        wrong = differences(*looks)
        tap.ok('%s: forces and masses' % name, not wrong, wrong)
        mine, theirs = ([float(value) for value in log] for log in logs)
        scale = [1.0, abs(theirs[1])] + [max(abs(v) for v in theirs[2:8])] * 6 + [theirs[8]]
        wrong = ['%.17g, not %.17g' % (a, b) for a, b, s in zip(mine, theirs, scale)
                 if abs(a - b) > CLOSE * s]
        tap.ok('%s: energy and virial' % name, not wrong, '\n'.join(wrong))


def try_rows(env):
    with tap.Folder() as folder:
        got = tap.run([tap.AVIMD, '-in', COPPER, '-log', 'none'], folder, env=env)
        if not tap.ok('copper benchmark runs', got.status == 0, got):
            return
        rows = {row[0]: row for row in tap.tables(got.out)[0][1]}
        for wanted in (row.split() for row in ROWS):
            close = all(abs(float(a) - float(b)) <= 1.01 * tap.unit_of_last_digit('%.7e' % float(b))
                        for a, b in zip(rows[wanted[0]], wanted))
            tap.ok('copper benchmark: step %s' % wanted[0], close, rows[wanted[0]])


def main():
    folder = potentials()
    if folder is None:
        tap.skip_all('the potential files of LAMMPS are not installed')
    env = {'LAMMPS_POTENTIALS': folder, 'OMP_NUM_THREADS': '1'}
    try_rows(env)
    for name, deck in SYSTEMS.items():
        if tap.LMP is None:
            tap.skip(name, 'lmp is not installed')
        else:
            try_system(name, deck, env)
    tap.done()


main()
