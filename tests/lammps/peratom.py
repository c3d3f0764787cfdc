# SPDX-License-Identifier: GPL-3.0-or-later
"""Values of single atoms beside LAMMPS: energies and stresses, properties, displacements, neighbours,
and what compute reduce makes of them, to 1e-11 of the largest value at the first step and to 1e-9
after some steps; in small periodic boxes with several images of each pair, in free clusters, in two
dimensions, with two types, bonds, special_bonds and fixes that count."""
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

CELL = '''
units %(units)s
atom_modify map array
lattice %(lattice)s
region box block 0 %(n)s 0 %(n)s 0 %(n)s
create_box 2 box
create_atoms 1 box
set group all type/fraction 2 0.45 911
mass 1 %(mass)s
mass 2 17.5
displace_atoms all random %(move)s %(move)s %(move)s 4711 units box
set atom 5 image 2 NULL -1
'''
BALL = '''
units %(units)s
atom_modify map array
boundary s s s
lattice none 1.0
region box block -40 40 -40 40 -40 40
create_box 2 box
lattice %(lattice)s
region ball sphere 0 0 0 1.6
create_atoms 1 region ball
set group all type/fraction 2 0.45 911
mass 1 %(mass)s
mass 2 17.5
displace_atoms all random %(move)s %(move)s %(move)s 4711 units box
'''
PLANE = '''
units lj
atom_modify map array
dimension 2
lattice hex 0.85
region box block 0 4 0 3 -0.2 0.2
create_box 2 box
create_atoms 1 box
set group all type/fraction 2 0.45 911
mass * %(mass)s
displace_atoms all random %(move)s %(move)s 0.0 4711 units box
'''
SLAB = '''
units lj
atom_modify map array
boundary p f p
lattice fcc 0.9
region box block 0 3 -0.3 3.3 0 3
create_box 2 box
region c block 0 3 0.1 3 0 3
create_atoms 1 region c
set group all type/fraction 2 0.45 911
mass * 2.0
displace_atoms all random 0.03 0.03 0.03 12
set atom 5 image 2 NULL -1
'''
LJ = ('pair_style lj/cut 2.5\npair_coeff 1 1 1.0 1.0\npair_coeff 2 2 0.8 1.1 2.2\n'
      'pair_coeff 1 2 1.3 0.95 2.7\n')
MORSE = 'pair_style morse 5.0\npair_coeff * * 0.3 1.4 2.8\npair_coeff 1 2 0.2 1.5 2.7 4.4\n'
FIXES = '''fix f1 all spring/self 3.0
fix f2 part addforce 0.1 0.2 -0.3
fix f3 all wall/lj93 ylo -0.5 1.3 0.5 2.4 yhi EDGE 0.7 0.3 2.0
fix_modify f1 energy yes
fix_modify f2 energy yes virial yes
fix_modify f3 energy yes virial yes
'''

# Columns of the dump, and the computes behind them.
ENERGIES = ('''compute ke part ke/atom
compute pe all pe/atom
compute pp part pe/atom pair
compute pb all pe/atom bond
compute pf all pe/atom fix
compute s all stress/atom NULL
compute sv part stress/atom thermo_temp virial
compute sp all stress/atom NULL pair
compute sb all stress/atom NULL bond ke
compute sf all stress/atom NULL fix
compute tp all temp/partial 1 0 0
compute tc part temp/com
compute sq all stress/atom tp
compute sr part stress/atom tc ke
''', 'c_ke c_pe c_pp c_pb c_pf c_s[1] c_s[2] c_s[3] c_s[4] c_s[5] c_s[6] c_sv[1] c_sv[2] c_sv[6] '
     'c_sp[1] c_sp[4] c_sb[1] c_sb[3] c_sf[1] c_sf[2] c_sf[4] c_sq[1] c_sq[2] c_sq[5] c_sr[1] c_sr[2] c_sr[4]')
PROPERTIES = ('''compute p1 all property/atom id type mass x y z xs ys zs
compute p2 part property/atom xu yu zu ix iy iz vx vy vz fx fy fz
compute p3 part property/atom fy
variable a atom c_p1[4]*c_p2[7]+c_p3
''', ' '.join('c_p1[%d]' % (k + 1) for k in range(9)) + ' ' +
              ' '.join('c_p2[%d]' % (k + 1) for k in range(12)) + ' c_p3 v_a')
# No inputs that are the same for all atoms of a plane: of several atoms with the extreme value LAMMPS
# takes the one that stands first in memory.
REDUCE = ('''compute rpe all pe/atom
compute rs all stress/atom NULL
variable ra atom x*vx+id
compute r1 all reduce sum c_rpe
compute r2 part reduce sum c_rs[1] c_rs[2] c_rs[*] x fy v_ra
compute r3 part reduce min x vy fz c_rpe v_ra
compute r4 all reduce max x vy fy c_rs[1*2] v_ra replace 1 3 replace 2 5
compute r5 part reduce ave x vy fz c_rpe
compute r6 all reduce sumsq fx c_rpe
compute r7 part reduce avesq fx c_rpe
compute r8 all reduce/region slab sum x c_rpe v_ra
compute r9 part reduce/region slab ave x c_rs[4]
compute ra all reduce/region slab max y
compute rb empty reduce max x y
compute rc empty reduce ave x y
variable one equal c_rs[7][2]+c_rpe[3]
compute q1 all pressure NULL virial
compute q2 all pressure NULL fix
compute q3 all pressure NULL pair
compute q4 all pressure thermo_temp ke
compute q5 all pe pair
compute q6 all pe fix
''', 'c_r1 c_r2[1] c_r2[2] c_r2[3] c_r2[4] c_r2[8] c_r2[9] c_r2[10] c_r2[11] c_r3[1] c_r3[2] c_r3[3] '
     'c_r3[4] c_r3[5] c_r4[1] c_r4[2] c_r4[3] c_r4[4] c_r4[5] c_r4[6] c_r5[1] c_r5[2] c_r5[3] '
     'c_r5[4] c_r6[1] c_r6[2] c_r7[1] c_r7[2] c_r8[1] c_r8[2] c_r8[3] c_r9[1] c_r9[2] c_ra c_rb[1] '
     'c_rb[2] c_rc[1] v_one c_q1 c_q1[1] c_q1[4] c_q2 c_q2[1] c_q2[4] c_q3 c_q3[6] c_q4 c_q5 c_q6')

NEAR = ('''compute d all displace/atom
compute dp part displace/atom
compute n1 all coord/atom cutoff %(near)s
compute n2 part coord/atom cutoff %(near)s 1 2 * 1*2
compute n3 all coord/atom cutoff %(near)s group part
compute n4 part coord/atom cutoff %(near)s group part 2
compute c1 all centro/atom %(many)s
compute c2 part centro/atom %(few)s
compute a1 all cna/atom %(near)s
compute a2 part cna/atom %(near)s
compute k1 all cluster/atom %(close)s
compute k2 part cluster/atom %(close)s
compute g1 all gyration
compute g2 part gyration
compute he all ke/atom
compute hp all pe/atom
compute hs all stress/atom NULL virial
compute h1 all heat/flux he hp hs
compute h2 part heat/flux he hp hs
displace_atoms part move 0.01 0.02 0.0 units box
''', 'c_d[1] c_d[2] c_d[3] c_d[4] c_dp[1] c_dp[4] c_n1 c_n2[1] c_n2[2] c_n2[3] c_n2[4] c_n3 c_n4 '
     'c_c1 c_c2 c_a1 c_a2 c_k1 c_k2',
     ' '.join('c_h1[%d] c_h2[%d] c_g1[%d] c_g2[%d]' % (k, k, k, k) for k in range(1, 7)) +
     ' c_g1 c_g2')
# LAMMPS stores what a compute said at the step before when only a later fix asks it at every step:
# s3 stands behind the averages.
KEPT = ('''compute ke all pe/atom
compute ks part stress/atom NULL
variable kv atom vx+0.1*id
fix s1 all store/state 0 id type mass x y z xs ys zs xu yu zu ix iy iz vx vy vz
fix s2 part store/state 0 x c_ke c_ks[2] v_kv
fix s4 all store/state 0 yu com yes
displace_atoms part move 0.01 0.02 0.0 units box
fix a1 all ave/atom 1 5 5 x vy fx c_ke c_ks[*] v_kv
fix a2 part ave/atom 1 2 5 c_ke
fix a3 all ave/atom 5 1 5 f_s1[4] c_ke
fix s3 part store/state 5 xu yu c_ke v_kv com yes
compute kr all reduce sum f_a1[4] f_a2 f_a3[1] f_s3[3]
''', ' '.join('f_s1[%d]' % (k + 1) for k in range(18)) +
        ' f_s2[1] f_s2[2] f_s2[3] f_s2[4] f_s3[1] f_s3[2] f_s3[3] f_s3[4] f_s4 f_a1[1] f_a1[2] f_a1[3] '
        'f_a1[4] f_a1[5] f_a1[10] f_a1[11] f_a2 f_a3[1] f_a3[2]', 'c_kr[1] c_kr[2] c_kr[3] c_kr[4]')
BETWEEN = ('''compute b1 part group/group rest
compute b2 rest group/group part
compute b3 all group/group all
compute b4 part group/group both
''', 'c_b1 c_b1[1] c_b1[2] c_b1[3] c_b2 c_b2[1] c_b2[3] c_b3 c_b3[1] c_b3[2] c_b4 c_b4[1] c_b4[2] '
     'c_b4[3]')

LOOK = '''
velocity all create %(hot)s 11 loop geom
group empty type 2
group empty clear
group part id 1:20 25 27
group rest subtract all part
group both id 10:30
region slab block INF INF %(slab)s INF INF
%(pair)s
neighbor 0.4 bin
%(fixes)s
%(computes)s
fix nve all nve
%(flat)s
timestep 0.001
thermo 5
thermo_style custom step pe %(row)s
thermo_modify norm %(norm)s format float %%.17g
dump look all custom 5 %(who)s.dump id x %(columns)s
dump_modify look sort id format float %%.17g
run 10
'''


def frames(text):
    steps, rows = [], None
    for line in text.splitlines():
        if line.startswith('ITEM: ATOMS'):
            rows = []
            steps.append(rows)
        elif line.startswith('ITEM'):
            rows = None
        elif rows is not None:
            rows.append([float(word) for word in line.split()])
    return steps


def compare_tables(names, mine, theirs, tolerance, scale=0.0):
    """Columns of numbers; each is judged by the largest value of its column (scale: and of this)."""
    wrong = []
    for k, name in enumerate(names):
        largest = max([abs(row[k]) for row in theirs] + [scale, 1e-300])
        for row, other in zip(mine, theirs):
            if not abs(row[k] - other[k]) <= tolerance * largest:
                wrong.append('%s of %s: %.17g, not %.17g' % (name, row[0], row[k], other[k]))
                break
    return wrong


def compare(folder, mine, theirs, columns):
    (names, rows), (_, other_rows) = tap.tables(mine.out)[0], tap.tables(theirs.out)[0]
    rows = [[float(word) for word in row] for row in rows]
    other_rows = [[float(word) for word in row] for row in other_rows]
    wrong = []
    if len(rows) != 3 or len(other_rows) != 3:
        wrong.append('%d and %d rows, not 3' % (len(rows), len(other_rows)))
    for k, (row, other) in enumerate(zip(rows, other_rows)):
        wrong += compare_tables(names, [row], [other], 1e-11 if k == 0 else 1e-9, 1.0)
    ours, his = frames(folder.read('mine.dump')), frames(folder.read('theirs.dump'))
    if len(ours) != 3 or len(his) != 3:
        wrong.append('%d and %d dumps, not 3' % (len(ours), len(his)))
    for k, (frame, other) in enumerate(zip(ours, his)):
        if len(frame) != len(other) or len(frame) < 10:
            wrong.append('%d atoms, not %d' % (len(frame), len(other)))
        wrong += compare_tables(['id', 'x'] + columns.split(), frame, other,
                                1e-11 if k == 0 else 1e-9)
    return '\n'.join(wrong[:10])


def try_case(name, setup, pair, computes, columns, row='step', fixes='', hot='1.0', slab='0.2 2.1',
             norm='no', files=()):
    with tap.Folder() as folder:
        for file_name, text in files:
            folder.write(file_name, text)
        for who in ('mine', 'theirs'):
            folder.write('in.' + who, setup + LOOK % {
                'hot': hot, 'slab': slab, 'pair': pair, 'fixes': fixes, 'computes': computes,
                'flat': 'fix flat all enforce2d' if 'dimension 2' in setup else '', 'row': row,
                'norm': norm, 'who': who, 'columns': columns})
        mine = tap.avimd(folder, '-in', 'in.mine', '-log', 'none')
        theirs = tap.lammps(folder, '-in', 'in.theirs', '-log', 'none')
        if theirs.status != 0 or mine.status != 0:
            tap.ok(name, False, theirs if theirs.status != 0 else mine)
            return
        wrong = compare(folder, mine, theirs, columns)
        tap.ok(name, not wrong, wrong)


def potential(name):
    """A potential file that LAMMPS brings."""
    try:
        files = subprocess.run(['dpkg', '-L', 'lammps-data'], stdout=subprocess.PIPE,
                               universal_newlines=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    for line in files.splitlines():
        if os.path.basename(line) == name:
            return line
    return None


def chains():
    """Short chains of two types in a small periodic box, as a data file."""
    generator = random.Random(7)
    atoms, bonds, length = [], [], 6.5
    for molecule in range(1, 13):
        x = [generator.uniform(0, length) for _ in range(3)]
        for k in range(5):
            atoms.append((molecule, generator.randint(1, 2), list(x)))
            if k > 0:
                bonds.append((generator.randint(1, 2), len(atoms) - 1, len(atoms)))
            step = [generator.gauss(0, 1) for _ in range(3)]
            size = sum(s * s for s in step) ** 0.5
            x = [a + s / size for a, s in zip(x, step)]
    text = 'chains\n\n%d atoms\n%d bonds\n2 atom types\n2 bond types\n\n' % (len(atoms), len(bonds))
    text += ''.join('0 %g %slo %shi\n' % (length, d, d) for d in 'xyz')
    text += '\nMasses\n\n1 1.0\n2 1.5\n\nAtoms # bond\n\n'
    for k, (molecule, kind, x) in enumerate(atoms):
        text += '%d %d %d %r %r %r\n' % ((k + 1, molecule, kind) + tuple(x))
    text += '\nBonds\n\n'
    for k, bond in enumerate(bonds):
        text += '%d %d %d %d\n' % ((k + 1,) + bond)
    return text


SOFT = 'pair_style soft 2.2\npair_coeff * * 2.0\npair_coeff 1 2 3.0 1.9\n'


def systems():
    lattice = {'near': '1.4', 'many': 'fcc', 'few': '8', 'close': '1.12'}
    coarse = {'near': '3.33', 'many': 'fcc', 'few': 'bcc', 'close': '2.65'}
    cell = {'units': 'lj', 'lattice': 'fcc 0.9', 'n': '2', 'mass': '2.5', 'move': '0.05'}
    metal = dict(cell, units='metal', lattice='fcc 3.9', move='0.2', mass='63.5')
    yield 'lj/cut, several images', CELL % cell, LJ, {'near': lattice}
    yield 'lj/cut, free', BALL % cell, LJ, {'slab': '-1.1 0.4', 'near': lattice}
    yield 'lj/cut, two dimensions', PLANE % cell, LJ, {'near': dict(lattice, near='1.5', few='6')}
    yield 'lj/cut, fixes', SLAB, LJ, {'fixes': FIXES, 'near': lattice}
    yield 'morse', CELL % metal, MORSE, {'near': coarse, 'hot': '300', 'slab': '0.1 0.9'}
    # LAMMPS keeps its list of neighbours for some steps; at the edge of a short cutoff it shows.
    yield ('morse, free', BALL % metal, MORSE,
           {'near': dict(coarse, many='4', few='6'), 'hot': '300', 'slab': '-0.4 0.5'})
    alloy, fs = potential('NiAlH_jea.eam.alloy'), potential('AlFe_mm.eam.fs')
    single = potential('Cu_u3.eam')
    if alloy:
        yield ('eam/alloy', CELL % metal, 'pair_style eam/alloy\npair_coeff * * %s Ni Al\n' % alloy,
               {'near': coarse, 'hot': '300', 'slab': '0.1 0.9'})
    if fs:
        yield ('eam/fs', CELL % metal, 'pair_style eam/fs\npair_coeff * * %s Al Fe\n' % fs,
               {'near': coarse, 'hot': '300', 'slab': '0.1 0.9'})
        yield ('eam/fs, free', BALL % metal, 'pair_style eam/fs\npair_coeff * * %s Fe Al\n' % fs,
               {'near': coarse, 'hot': '300', 'slab': '-0.4 0.5'})
    if single:
        yield ('eam', CELL % dict(metal, n='3'), 'pair_style eam\npair_coeff * * %s\n' % single,
               {'near': coarse, 'hot': '300', 'slab': '0.1 0.9'})
    if alloy:
        both = ('pair_style hybrid/overlay eam/alloy morse 4.0\n'
                'pair_coeff * * eam/alloy %s Ni Al\npair_coeff 1 2 morse 0.2 1.5 2.7\n' % alloy)
        yield 'hybrid/overlay', CELL % metal, both, {'near': coarse, 'hot': '300', 'slab': '0.1 0.9'}
    for number, weights in enumerate(('0 0.5 1.0', '1.0 0.3 0.0', '0.25 0.5 0.75')):
        data = 'units lj\natom_style bond\nspecial_bonds lj %s\nread_data chains.data\n' % weights
        data += 'bond_style %s\n' % ('harmonic', 'morse', 'harmonic')[number]
        data += ('bond_coeff 1 60 1.0\nbond_coeff 2 40 1.1\n',
                 'bond_coeff 1 50 1.7 1.0\nbond_coeff 2 30 2.1 1.1\n',
                 'bond_coeff 1 60 1.0\nbond_coeff 2 40 1.1\n')[number]
        yield ('bonds, special_bonds ' + weights, data, SOFT,
               {'near': dict(lattice, close='0.9'), 'hot': '0.5', 'files': [('chains.data', chains())], 'slab': '0.5 3.0'})


DYNAMIC = '''units lj
%(flat)s
lattice %(lattice)s
region box block 0 2 0 2 %(depth)s
create_box 1 box
create_atoms 1 box
mass 1 1
velocity all create 3.0 11 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1 1
region half block INF 1.3 INF INF INF INF units box
variable up atom vx>0
group p id 1:20
group d dynamic p region half every %(every)d
group e dynamic all var up
group b dynamic p region half var up every 2
variable n equal count(d)
variable m equal count(e)
variable k equal count(b)
variable s equal vcm(d,x)
print "$(count(d)) $(count(e))"
fix add d addforce 1.0 0 0
compute t d temp
compute u e temp
compute r b reduce sum vx
fix nve all nve
%(enforce)s
timestep 0.005
neigh_modify delay 0 every 1 check yes
thermo 1
thermo_style custom step v_n v_m v_k v_s c_t c_u c_r f_add[1] pe
thermo_modify norm no format float %%.17g
run 15
group e dynamic p region half
run 4
group d static
run 3
group e delete
thermo_style custom step v_n c_t
run 2
'''


def try_dynamic(every, flat):
    words = {'flat': 'dimension 2' if flat else '', 'lattice': 'sq2 0.85' if flat else 'fcc 0.9',
             'depth': '-0.2 0.2' if flat else '0 2', 'every': every,
             'enforce': 'fix flat all enforce2d' if flat else ''}
    deck = (DYNAMIC % words).replace('compute u e temp\n', 'compute u all temp\n')
    with tap.Folder() as folder:
        folder.write('in.dynamic', deck)
        mine = tap.avimd(folder, '-in', 'in.dynamic', '-log', 'none')
        theirs = tap.lammps(folder, '-in', 'in.dynamic', '-log', 'none')
    name = 'dynamic groups, every %d%s' % (every, ', two dimensions' if flat else '')
    if mine.status != 0 or theirs.status != 0:
        tap.ok(name, False, theirs if theirs.status != 0 else mine)
        return
    ours, his, wrong = tap.tables(mine.out), tap.tables(theirs.out), []
    if len(ours) != 4 or len(his) != 4:
        wrong.append('%d and %d runs, not 4' % (len(ours), len(his)))
    for (names, rows), (_, other) in zip(ours, his):
        if len(rows) != len(other):
            wrong.append('%d rows, not %d' % (len(rows), len(other)))
        for row, its in zip(rows, other):
            wrong += compare_tables(names, [[float(w) for w in row]], [[float(w) for w in its]],
                                    1e-9, 1.0)
    tap.ok(name, not wrong, '\n'.join(wrong[:10]))


OVERLAP = '''units lj
boundary %(boundary)s
lattice fcc 0.9
region box block 0 2 0 2 0 2
create_box 2 box
create_atoms 1 box
create_atoms 2 random 60 4711 box
mass * 1
pair_style lj/cut 2.5
pair_coeff * * 1 1
group a type 1
group b type 2
group c id 1:20 40:70
%(exclude)s
delete_atoms overlap %(words)s
write_data %(who)s.data nocoeff
'''


def atoms_of(text):
    lines = text.split('Atoms', 1)[1].split('Velocities')[0].splitlines()[2:]
    return sorted([int(w[0]), int(w[1])] + [float(v) for v in w[2:5]]
                  for w in (line.split() for line in lines) if w)


def try_overlap(words, boundary='p p p', exclude=''):
    with tap.Folder() as folder:
        for who in ('mine', 'theirs'):
            folder.write('in.' + who, OVERLAP % {'words': words, 'who': who, 'boundary': boundary,
                                                 'exclude': exclude})
        mine = tap.avimd(folder, '-in', 'in.mine', '-log', 'none')
        theirs = tap.lammps(folder, '-in', 'in.theirs', '-log', 'none')
        name = 'delete_atoms overlap %s, %s %s' % (words, boundary, exclude)
        if mine.status != 0 or theirs.status != 0:
            tap.ok(name, False, theirs if theirs.status != 0 else mine)
            return
        ours, his = atoms_of(folder.read('mine.data')), atoms_of(folder.read('theirs.data'))
        same = len(ours) == len(his) and 10 < len(his) < 92 and all(
            a[:2] == b[:2] and max(abs(p - q) for p, q in zip(a[2:], b[2:])) < 1e-12
            for a, b in zip(ours, his))
        tap.ok(name, same, '%d atoms, not %d' % (len(ours), len(his)))


def main():
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    for name, setup, pair, named in systems():
        near = named.pop('near')
        try_case(name + ': neighbours', setup, pair, NEAR[0] % near, NEAR[1], row=NEAR[2], **named)
        try_case(name + ': kept', setup, pair, KEPT[0], KEPT[1], row=KEPT[2], **named)
        if 'eam' not in pair:
            try_case(name + ': groups', setup, pair, BETWEEN[0], 'y', row=BETWEEN[1], **named)
        try_case(name + ': energies and stresses', setup, pair, ENERGIES[0], ENERGIES[1],
                 row='c_q1 c_q2 c_q3 c_q4', **dict(named, fixes=named.get('fixes', '') +
                 'compute q1 all pressure NULL fix\ncompute q2 all pressure NULL pair bond\n'
                 'compute q3 all pe bond fix\ncompute q4 all pressure thermo_temp\n'))
        try_case(name + ': properties', setup, pair, PROPERTIES[0], PROPERTIES[1], **named)
        for norm in ('yes', 'no'):
            try_case(name + ': reduce, norm ' + norm, setup, pair, REDUCE[0], 'y', row=REDUCE[1],
                     norm=norm, **named)
    for every in (1, 2, 3):
        try_dynamic(every, False)
        try_dynamic(every, True)
    for words in ('0.5 a b', '0.5 b a compress no', '0.6 all all', '0.6 b b', '0.7 c all compress no',
                  '0.8 all c'):
        try_overlap(words)
        try_overlap(words, boundary='p f s')
    try_overlap('0.6 all all', exclude='neigh_modify exclude type 1 2')
    tap.done()


main()
