# SPDX-License-Identifier: GPL-3.0-or-later
"""Atoms with masses of their own, beside the real program: every number of every row.  There the
same system is run twice, with an atom type for each mass, and with masses of atoms (fix
property/atom rmass)."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402
from ensembles import difference  # noqa: E402

BEGIN = '''units %(units)s
%(style)s
boundary %(boundary)s
lattice fcc %(density)s
region b block 0 4 0 4 0 4
create_box 3 b%(room)s
create_atoms 1 box
group a id 1:256:3
group c id 2:256:3
group rest subtract all a c
'''
MASSES = {
    'of types': 'mass 1 %(m)g\nset group a type 2\nset group c type 3\n'
                'mass 2 %(heavy)g\nmass 3 %(light)g\n',
    'of atoms': 'fix weights all property/atom rmass ghost yes\nmass * %(wrong)g\n'
                'set group rest mass %(m)g\nset group a mass %(heavy)g\nset group c mass %(light)g\n',
    'here': 'mass * %(wrong)g\nset group rest mass %(m)g\nset group a mass %(heavy)g\n'
            'set group c mass %(light)g\n',
}
PAIRS = '''velocity all create %(T)s 87287 mom yes rot yes dist gaussian
pair_style lj/cut %(cutoff)s
pair_coeff * * %(pair)s
neigh_modify every 1 delay 0 check yes
timestep %(step)s
'''
LJ = {'units': 'lj', 'density': '0.8442', 'm': 1.0, 'heavy': 2.5, 'light': 0.7, 'wrong': 17.0,
      'T': '1.44', 'cutoff': '2.5', 'pair': '1.0 1.0', 'step': '0.004', 'style': '', 'room': '',
      'boundary': 'p p p'}
REAL = dict(LJ, units='real', density='5.3', m=40.0, heavy=84.0, light=20.0, T='90', cutoff='8.5',
            pair='0.2381 3.405', step='2.0', wrong=170.0)
OPEN = dict(LJ, boundary='f f f')
BONDS = dict(LJ, style='atom_style bond', room=' bond/types 1 extra/bond/per/atom 2 '
             'extra/special/per/atom 9')
BONDED = '''bond_style harmonic
bond_coeff 1 300 %.17g
special_bonds lj 1 1 1
create_bonds single/bond 1 2 1
create_bonds single/bond 1 6 5
create_bonds single/bond 1 10 9
create_bonds single/bond 1 14 13
''' % ((4 / 0.8442) ** (1 / 3) / 2 ** 0.5)
NVE = 'fix 1 all nve'
GROUPS = ''.join('variable v%d equal %s\n' % (k, text) for k, text in enumerate((
    'mass(a)', 'xcm(a,x)', 'vcm(c,y)', 'ke(c)', 'angmom(a,z)', 'omega(c,x)', 'inertia(a,xy)',
    'gyration(c)', 'mass(all)')))
CHUNKS = '''compute k all chunk/atom bin/1d x lower 1.0
fix k all ave/chunk 1 5 10 k density/mass temp
'''
# name, numbers, more lines before the fixes, fixes, columns, runs
CASES = (
    ('nve', LJ, '', NVE, 'density', 'run 150\nrun 50'),
    ('nve of real units', REAL, '', NVE, 'density', 'run 150'),
    ('sums over groups', LJ, GROUPS, NVE, ' '.join('v_v%d' % k for k in range(9)), 'run 100'),
    ('computes', LJ, '''compute o a com
compute g c gyration
compute m all msd com yes
compute v a vacf
compute t a temp/com
compute p c temp/partial 1 0 1
compute e all ke/atom
compute s all stress/atom NULL
compute q all pe/atom
compute h all heat/flux e q s
compute w all property/atom mass
compute r all reduce sum c_e c_s[1] c_s[4] c_w
''', NVE, 'c_o[1] c_o[3] c_g c_g[4] c_m[4] c_v[4] c_t c_p c_h[1] c_h[2] c_r[1] c_r[2] c_r[3] c_r[4]',
     'run 100'),
    ('profiles', LJ, CHUNKS, NVE, 'f_k[1][3] f_k[2][4] f_k[3][4]', 'run 100'),
    ('velocities', LJ, 'velocity a create 2.0 4711 rot yes mom yes loop geom\n'
     'velocity c zero linear\nvelocity rest create 0.5 12 sum yes loop local\n'
     'velocity all zero angular', NVE, '', 'run 100'),
    ('nvt', LJ, '', 'fix 1 all nvt temp 1.0 1.2 0.5', 'ecouple econserve', 'run 150'),
    ('npt', REAL, '', 'fix 1 all npt temp 90 80 200 aniso 0 100 2000', 'ecouple econserve vol',
     'run 150'),
    ('nph of a group', LJ, '', 'fix 0 rest nve\nfix 1 a nph iso 1 2 1.5\nfix 2 c nve', 'vol',
     'run 100'),
    ('langevin', LJ, '', NVE + '\nfix 2 all langevin 1.0 1.5 0.5 48279', '', 'run 150'),
    ('langevin, zero and tally', REAL, '', NVE + '\nfix 2 a langevin 90 60 100 48279 zero yes tally '
     'yes', 'ecouple', 'run 100'),
    ('momentum', LJ, '', NVE + '\nfix 2 a momentum 10 linear 1 1 1 angular rescale', '', 'run 100'),
    ('temp/rescale', LJ, '', NVE + '\nfix 2 a temp/rescale 5 1.0 1.5 0.05 0.7', 'ecouple', 'run 100'),
    ('temp/berendsen', LJ, '', NVE + '\nfix 2 c temp/berendsen 1.0 1.5 0.3', 'ecouple', 'run 100'),
    ('gravity', LJ, '', NVE + '\nfix 2 all gravity 0.5 vector 1 2 3\nfix_modify 2 energy yes', 'f_2',
     'run 100'),
    ('spring', LJ, '', NVE + '\nfix 2 a spring couple c 5.0 0.3 NULL 0.1 0', 'f_2', 'run 100'),
    ('heat', LJ, '', NVE + '\nfix 2 a heat 5 2.0', 'f_2', 'run 100'),
    ('ehex', LJ, '', NVE + '\nfix 2 a ehex 1 2.0', '', 'run 100'),
    ('recenter', LJ, '', NVE + '\nfix 2 a recenter INIT 2 NULL', 'f_2', 'run 100'),
    ('dt/reset', REAL, '', NVE + '\nfix 2 all dt/reset 5 0.1 4.0 0.02', 'dt', 'run 100'),
    ('move', LJ, '', 'fix 1 rest nve\nfix 2 a nve\nfix 3 c move linear 0.1 NULL NULL', '', 'run 100'),
    ('viscous', LJ, '', NVE + '\nfix 2 all viscous 0.5', '', 'run 100'),
    ('respa', BONDS, BONDED, NVE + '\nrun_style respa 2 4 bond 1 pair 2', 'ebond', 'run 100'),
    ('shake by mass', BONDS, BONDED, NVE + '\nfix 2 all shake 1e-8 200 0 m 0.7', '', 'run 100'),
    ('minimize quickmin', OPEN, 'min_style quickmin', NVE, 'fnorm', 'minimize 0 0 60 1000'),
    ('minimize fire', LJ, 'displace_atoms all random 0.05 0.05 0.05 31\nmin_style fire', NVE, 'fnorm',
     'minimize 0 0 60 1000'),
    ('many small runs and sorting', LJ, 'atom_modify sort 10 0.0\n', NVE, '', 'run 7\nrun 60'),
)


def deck(kind, numbers, lines, fixes, columns, runs):
    text = (BEGIN + MASSES[kind] + PAIRS) % numbers + lines + '\n' + fixes
    return '%s\nthermo 10\nthermo_style custom step temp pe ke press pxx pyy pzz %s\n' \
        'thermo_modify norm no format float %%.14g\n%s\n' % (text, columns, runs)


def rows(folder, kind, *case):
    folder.write('in.case', deck(kind, *case))
    program = tap.avimd if kind == 'here' else tap.lammps
    return program(folder, '-in', 'in.case', '-log', 'none')


def try_case(name, *case):
    with tap.Folder() as folder:
        mine = rows(folder, 'here', *case)
        if not tap.ok('%s: runs' % name, mine.status == 0, mine):
            return
        for kind in ('of types', 'of atoms'):
            theirs = rows(folder, kind, *case)
            if not tap.ok('%s: lmp runs with masses %s' % (name, kind), theirs.status == 0, theirs):
                continue
            wrong = difference(tap.tables(mine.out), tap.tables(theirs.out), 1e-7)
            tap.ok('%s: every number as with masses %s in lmp' % (name, kind), not wrong, wrong)


def files():
    """A data file with masses of atoms, read by lmp with fix property/atom."""
    with tap.Folder() as folder:
        case = (LJ, '', NVE, 'density', 'run 20\nwrite_data heavy.data nocoeff\nrun 50')
        mine = rows(folder, 'here', *case)
        folder.write('in.read', '''units lj
fix weights all property/atom rmass ghost yes
read_data heavy.data fix weights NULL "Atom Masses"
pair_style lj/cut 2.5
pair_coeff * * 1 1
neigh_modify every 1 delay 0 check yes
timestep 0.004
fix 1 all nve
reset_timestep 20
thermo 10
thermo_style custom step temp pe ke press pxx pyy pzz density
thermo_modify norm no format float %.14g
run 50
''')
        theirs = tap.lammps(folder, '-in', 'in.read', '-log', 'none')
        if tap.ok('lmp reads the section Atom Masses', theirs.status == 0, theirs):
            wrong = difference(tap.tables(mine.out)[1:], tap.tables(theirs.out), 1e-7)
            tap.ok('and goes on as we do', not wrong, wrong)


def main():
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    only = sys.argv[1] if len(sys.argv) > 1 else ''
    for name, *case in CASES:
        if only in name:
            try_case(name, *case)
    if only in 'files':
        files()
    tap.done()


if __name__ == '__main__':
    main()
