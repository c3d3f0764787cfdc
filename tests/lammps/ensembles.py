# SPDX-License-Identifier: GPL-3.0-or-later
"""Thermostats, barostats and boxes that change, beside the real program: every number of every row,
the fixes' own variables and energies included.

Random forces, chains and boxes are advanced by the same operations in the same order as there, so
rows agree to far more digits than are asked for until chaos multiplies the rounding.
"""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

LIQUID = '''
units lj
lattice fcc 0.8442
region b block 0 4 0 4 0 4
create_box 2 b
create_atoms 1 box
mass 1 1.0
mass 2 2.5
set region b type/fraction 2 0.3 4711
velocity all create 1.44 87287 loop geom
pair_style lj/cut 2.5
pair_coeff * * 1 1
neighbor 0.3 bin
neigh_modify every 1 delay 0 check yes
group light type 1
group heavy type 2
'''

FLAT = '''
units lj
dimension 2
lattice hex 0.9
region b block 0 12 0 8 -0.25 0.25
create_box 1 b
create_atoms 1 box
mass 1 1.0
velocity all create 0.8 87287 loop geom
pair_style lj/cut 2.5
pair_coeff * * 1 1
neighbor 0.3 bin
neigh_modify every 1 delay 0 check yes
fix flat all enforce2d
'''

METAL = '''
units metal
lattice fcc 3.615
region b block 0 4 0 4 0 4
create_box 1 b
create_atoms 1 box
pair_style eam
pair_coeff 1 1 Cu_u3.eam
velocity all create 900 376847 loop geom
neighbor 1.0 bin
neigh_modify every 1 delay 0 check yes
timestep 0.002
'''


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


def parts(first, last, fix='1'):
    return ' '.join('f_%s[%d]' % (fix, i) for i in range(first, last + 1))


ENERGY = 'ecouple econserve f_1 '
BOX = 'vol lx ly lz xlo xhi '

CENTRE = ''.join('variable c%s equal xcm(heavy,%s)\n' % (d, d) for d in 'xyz')
# name, beginning, fixes, columns, runs (text)
CASES = [
    ('nvt', LIQUID, 'fix 1 all nvt temp 1.0 1.2 0.5', ENERGY + parts(1, 12), 'run 200\nrun 50'),
    ('nvt chain 5, 3 loops, drag', LIQUID,
     'fix 1 all nvt temp 1.0 0.5 0.3 tchain 5 tloop 3 drag 0.2', ENERGY + parts(1, 20), 'run 150'),
    ('nvt chain 1', LIQUID, 'fix 1 all nvt temp 1.0 1.0 0.1 tchain 1', ENERGY + parts(1, 4),
     'run 150'),
    ('nvt of a group beside nve', LIQUID,
     'fix 0 light nve\nfix 1 heavy nvt temp 1.0 1.2 0.5', ENERGY + 'c_1_temp', 'run 150'),
    ('nvt, one ramp over two runs', LIQUID, 'fix 1 all nvt temp 1.0 2.0 0.5', ENERGY,
     'run 50 start 0 stop 100\nrun 50 start 0 stop 100'),
    ('npt iso', LIQUID, 'fix 1 all npt temp 1.0 1.2 0.5 iso 1.0 3.0 1.5',
     ENERGY + BOX + parts(1, 28), 'run 150\nrun 50'),
    ('npt aniso', LIQUID, 'fix 1 all npt temp 1.0 1.2 0.5 aniso 1.0 3.0 1.5',
     ENERGY + BOX + parts(1, 36), 'run 150'),
    ('npt x and z', LIQUID, 'fix 1 all npt temp 1.0 1.2 0.5 x 1.0 3.0 1.5 z 0.5 0.0 2.5 nreset 20',
     ENERGY + BOX + parts(1, 37), 'run 100\nrun 50'),
    ('npt coupled xy, loops', LIQUID,
     'fix 1 all npt temp 1.0 1.2 0.5 x 1.0 1.0 1.5 y 1 1 1.5 z 0.5 0.0 2.5 couple xy '
     'pchain 4 ploop 2 tloop 2 drag 0.5', ENERGY + BOX + parts(1, 41), 'run 150'),
    ('npt without mtk, without pchain', LIQUID,
     'fix 1 all npt temp 1.0 1.2 0.5 iso 1.0 3.0 1.5 mtk no pchain 0 fixedpoint 0 1 2',
     ENERGY + BOX + parts(1, 16), 'run 150'),
    ('npt dilates a group', LIQUID,
     'fix 1 all npt temp 1.0 1.2 0.5 iso 1.0 3.0 1.5 dilate heavy', ENERGY + BOX, 'run 100'),
    ('nph iso', LIQUID, 'fix 1 all nph iso 1.0 3.0 1.5', ENERGY + BOX + parts(1, 16), 'run 150'),
    ('nph, ptemp and flip', LIQUID, 'fix 1 all nph iso 1.0 3.0 1.5 flip no ptemp 4.0',
     ENERGY + BOX + parts(1, 16), 'run 60\nrun 40'),
    ('nph from rest with ptemp', LIQUID.replace('create 1.44', 'create 0'),
     'fix 1 all nph y 1.0 3.0 1.5 ptemp 2.5 flip yes', ENERGY + BOX, 'run 60'),
    ('nph y, then again', LIQUID, 'fix 1 all nph y 1.0 3.0 1.5', ENERGY + BOX, 'run 60\nrun 60'),
    ('npt in two dimensions', FLAT, 'fix 1 all npt temp 0.8 0.8 0.5 iso 0.0 1.0 1.5',
     ENERGY + 'vol lx ly ' + parts(1, 28), 'run 200'),
    ('npt of copper', METAL, 'fix 1 all npt temp 900 600 0.1 iso 0 10000 0.5',
     ENERGY + BOX + parts(1, 28), 'run 100'),
    ('temperatures with a bias', LIQUID + """
region half block 0 2 INF INF INF INF
velocity all ramp vx 0 2 y 0 4 sum yes
compute p all temp/partial 1 0 1
compute r all temp/region half
compute c heavy temp/com
compute u all temp/ramp vx 0 2 y 0 4
compute_modify c extra/dof 7
compute_modify r dynamic/dof yes
compute q all pressure u
""", 'fix 1 all nve', 'c_p c_r c_c c_u c_q ' + ' '.join('c_%s[%d]' % (c, i) for c in 'prcu'
                                                           for i in range(1, 7)), 'run 60'),
    ('velocities created with a bias', LIQUID + """
velocity all ramp vx 0 2 y 0 4 sum yes
compute p all temp/partial 1 0 1
compute u all temp/ramp vx 0 2 y 0 4
velocity all create 2.0 4711 temp u bias yes loop geom
velocity heavy scale 1.5 temp p bias yes
velocity light scale 1.1 temp u
""", 'fix 1 all nve', 'c_p c_u', 'run 60'),
    ('thermo_modify temp and press', LIQUID + """
compute p all temp/partial 1 1 0
compute q all pressure p
thermo_modify temp p press q
""", 'fix 1 all nve', 'etotal enthalpy c_q[1] c_q[3]', 'run 60'),
    ('nvt follows temp/partial', LIQUID + 'compute p all temp/partial 1 1 0',
     'fix 1 all nvt temp 1.0 1.0 0.2\nfix_modify 1 temp p', ENERGY + 'c_p', 'run 100'),
    ('nvt follows temp/com', LIQUID + 'velocity all set 1 0 0 sum yes\ncompute p all temp/com',
     'fix 1 all nvt temp 1.0 1.0 0.2\nfix_modify 1 temp p', ENERGY + 'c_p', 'run 100'),
    ('nvt follows temp/region', LIQUID + 'region l block 0 2 INF INF INF INF\n'
     'compute p all temp/region l',
     'fix 1 all nvt temp 1.0 1.0 0.2\nfix_modify 1 temp p', ENERGY + 'c_p', 'run 100'),
    ('npt follows temp/ramp and a pressure', LIQUID + 'velocity all ramp vx 0 1 y 0 4 sum yes\n'
     'compute p all temp/ramp vx 0 1 y 0 4\ncompute q all pressure thermo_temp virial',
     'fix 1 all npt temp 1.0 1.0 0.2 aniso 1 1 1\nfix_modify 1 temp p press q', ENERGY + 'c_p vol',
     'run 100'),
    ('npt follows temp/partial', LIQUID + 'compute p all temp/partial 0 1 1',
     'fix 1 all npt temp 1.0 1.0 0.2 iso 1 1 1\nfix_modify 1 temp p', ENERGY + 'c_p vol',
     'run 100'),
    ('langevin', LIQUID, 'fix 0 all nve\nfix 1 all langevin 1.0 1.5 0.5 48279', 'ke',
     'run 100\nrun 50'),
    ('langevin, all keywords', LIQUID,
     'fix 0 all nve\nfix 1 light langevin 1.0 1.5 0.5 48279 zero yes tally yes scale 2 2.5 scale 1 '
     '0.5', ENERGY, 'run 60\nrun 50'),
    ('langevin, variables', LIQUID + 'variable t equal ramp(1.0,2.0)\nvariable a atom 1.0+0.1*x',
     'fix 0 all nve\nfix 1 light langevin v_t 0.0 0.5 48279\n'
     'fix 2 heavy langevin v_a 0.0 0.7 4711 tally yes', 'f_2', 'run 100'),
    ('langevin leaves a flow alone', LIQUID + 'velocity all ramp vx 0 1 y 0 4 sum yes\n'
     'compute u all temp/ramp vx 0 1 y 0 4\ncompute p all temp/partial 1 0 0',
     'fix 0 all nve\nfix 1 light langevin 1 1 0.5 48279\nfix_modify 1 temp u\n'
     'fix 2 heavy langevin 1 1 0.5 48279\nfix_modify 2 temp p', 'c_u c_p', 'run 80'),
    ('langevin after sorting', LIQUID + 'neigh_modify every 1 delay 0 check no\n'
     'atom_modify sort 20 0.0',
     'fix 0 all nve\nfix 1 all langevin 1 1 0.5 48279', 'ke', 'run 70'),
    ('temp/rescale', LIQUID, 'fix 0 all nve\nfix 1 all temp/rescale 5 1.0 1.5 0.05 0.7', ENERGY,
     'run 100\nrun 30'),
    ('temp/rescale of a bias', LIQUID + 'compute p all temp/partial 0 1 1',
     'fix 0 all nve\nfix 1 heavy temp/rescale 2 1.0 1.5 0.05 0.7\nfix_modify 1 temp p', ENERGY,
     'run 100'),
    ('temp/berendsen', LIQUID, 'fix 0 all nve\nfix 1 light temp/berendsen 1.0 1.5 0.2', ENERGY,
     'run 100\nrun 30'),
    ('recenter', LIQUID + CENTRE + 'velocity all set 1 0.5 0 sum yes',
     'fix 0 all nve\nfix 1 heavy recenter INIT 2 NULL shift all',
     'f_1 f_1[1] f_1[2] f_1[3] v_cx v_cy v_cz', 'run 100\nrun 30'),
    ('recenter by fraction', LIQUID + CENTRE, 'fix 0 all nvt temp 1 1 0.5\n'
     'fix 1 heavy recenter 0.5 0.25 0.5 shift all units fraction',
     'f_1 f_1[1] f_1[2] f_1[3] v_cx v_cy v_cz', 'run 50'),
    ('deform: erate, volume', LIQUID, 'fix 0 all nve\nfix 1 all deform 1 x erate 0.2 y volume',
     BOX, 'run 100\nrun 30'),
    ('deform: two follow one, every 5', LIQUID,
     'fix 0 all nvt temp 1 1 0.5\nfix 1 all deform 5 x final -1 6 y volume z volume units box',
     BOX, 'run 100'),
    ('deform: one follows two', LIQUID,
     'fix 0 all nve\nfix 1 all deform 1 x scale 1.1 y trate 0.1 z volume', BOX, 'run 100'),
    ('deform: delta, vel, wiggle', LIQUID,
     'fix 0 all nve\nfix 1 heavy deform 2 x delta -0.1 0.2 y vel 0.3 z wiggle 0.2 0.4', BOX,
     'run 60 start 0 stop 120\nrun 60 start 0 stop 120'),
    ('deform: trate, remap none', LIQUID,
     'fix 0 all nve\nfix 1 all deform 1 x trate 0.3 remap none', BOX, 'run 80'),
    ('deform: remap v', LIQUID + 'neigh_modify every 5 delay 0 check no',
     'fix 0 all nve\nfix 1 all deform 1 x erate 0.3 y wiggle 0.3 1.0 z vel -0.2 remap v', BOX,
     'run 80'),
    ('deform: variable', LIQUID + 'variable s equal 0.1*sin(0.05*step)\n'
     'variable r equal 0.1*0.05/dt*cos(0.05*step)',
     'fix 0 all nve\nfix 1 all deform 1 y variable v_s v_r', BOX, 'run 80'),
    ('deform and npt on other axes', LIQUID,
     'fix 1 all npt temp 1 1 0.5 y 1 1 1 z 1 1 1\nfix 2 all deform 1 x erate 0.2',
     ENERGY + BOX, 'run 80'),
    ('deform in two dimensions', FLAT, 'fix 0 all nve\nfix 1 all deform 1 x erate 0.2 y erate -0.1',
     'vol lx ly', 'run 80'),
    ('deform of copper', METAL, 'fix 0 all nve\nfix 1 all deform 1 x erate 0.5', BOX, 'run 60'),
    ('langevin in a box that follows', 'boundary p s m\n' + LIQUID,
     'fix 0 all nve\nfix 1 all langevin 1 1 0.5 48279', BOX + 'ylo yhi zlo zhi', 'run 60'),
    ('nvt and recenter in a box that follows', 'boundary s m p\n' + LIQUID,
     'fix 0 all nvt temp 1 1 0.5\nfix 1 all recenter INIT INIT INIT', BOX + 'ylo yhi zlo zhi',
     'run 60'),
    ('npt beside a face that follows', 'boundary p p s\n' + LIQUID,
     'fix 1 all npt temp 1 1 0.5 x 1 1 1 y 1 1 1 couple xy', ENERGY + BOX + 'zlo zhi', 'run 60'),
    ('nph aniso of copper', METAL, 'fix 1 all nph aniso 0 10000 0.5', ENERGY + BOX, 'run 100'),
]


def deck(beginning, fixes, columns, runs):
    chosen = [line for line in beginning.splitlines() if line.startswith('thermo_modify')]
    rest = '\n'.join(line for line in beginning.splitlines() if line not in chosen)
    return '%s\n%s\nthermo 10\nthermo_style custom step temp pe ke press pxx pyy pzz %s\n' \
        'thermo_modify norm no format float %%.14g\n%s\n%s\n' % (
            rest, fixes, columns, '\n'.join(chosen), runs)


def difference(ours, theirs, tolerance):
    if len(ours) != len(theirs) or not theirs:
        return '%d tables, not %d' % (len(ours), len(theirs))
    wrong = []
    for (names, rows), (_, their_rows) in zip(ours, theirs):
        if len(rows) != len(their_rows) or not rows:
            return '%d rows, not %d' % (len(rows), len(their_rows))
        scale = [max(abs(float(row[k])) for row in their_rows) for k in range(len(names))]
        for row, his in zip(rows, their_rows):
            for k, (a, b) in enumerate(zip(row, his)):
                # What is much smaller than its column's largest is judged by that.
                limit = tolerance * max(abs(float(b)), 1e-3 * scale[k], 1e-12)
                if not abs(float(a) - float(b)) <= limit:
                    wrong.append('step %s: %s is %s, not %s' % (row[0], names[k], a, b))
    return '\n'.join(wrong[:20])


def try_case(name, text, env, tolerance=1e-7):
    with tap.Folder() as folder:
        folder.write('in.case', text)
        mine = tap.avimd(folder, '-in', 'in.case', '-log', 'none', env=env)
        if not tap.ok('%s runs' % name, mine.status == 0, mine):
            return
        theirs = tap.lammps(folder, '-in', 'in.case', '-log', 'none')
        if not tap.ok('%s runs in lmp' % name, theirs.status == 0, theirs):
            return
        wrong = difference(tap.tables(mine.out), tap.tables(theirs.out), tolerance)
        tap.ok('%s: every number as lmp' % name, not wrong, wrong)


def main():
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    only = sys.argv[1] if len(sys.argv) > 1 else ''
    tables = potentials()
    for name, beginning, fixes, columns, runs in CASES:
        if beginning == METAL and tables is None:
            tap.skip(name, 'the potential files of LAMMPS are not installed')
        elif only in name:
            try_case(name, deck(beginning, fixes, columns, runs), {'LAMMPS_POTENTIALS': tables or ''})
    tap.done()


if __name__ == '__main__':
    main()
