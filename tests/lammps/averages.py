# SPDX-License-Identifier: GPL-3.0-or-later
"""Averages beside the real LAMMPS: every file that the averaging fixes write, line by line, and the
thermo rows that show their values.

Text that is no number must be equal; of numbers the last printed digit may differ by one, because
the two programs add the same numbers in another order.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

SYSTEM = '''
units           lj
lattice         fcc 0.8442
region          cube block 0 4 0 4 0 4
create_box      2 cube
create_atoms    1 box
set             type 1 type/fraction 2 0.3 12393
mass            1 1.0
mass            2 1.5
velocity        all create 3.0 87287
pair_style      lj/cut 2.5
pair_coeff      * * 1.0 1.0
group           two type 2
group           none empty
group           some id <> 10 70
fix             move all nve
thermo          10
'''

FLAT = '''
units           lj
dimension       2
lattice         hex 0.7
region          square block 0 8 0 5 -0.5 0.5
create_box      2 square
create_atoms    1 box
set             type 1 type/fraction 2 0.4 4711
mass            * 1.0
velocity        all create 1.5 4928 mom yes dist gaussian
pair_style      lj/cut 2.5
pair_coeff      * * 1.0 1.0
group           two type 2
group           none empty
group           some id <> 10 70
fix             move all nve
fix             flat all enforce2d
thermo          10
'''

COMPUTES = '''
compute         m all msd
compute         m2 two msd com yes
compute         ma all msd average yes
compute         va all vacf
compute         vn none vacf
compute         mn none msd
compute         c two com
compute         r all rdf 20
compute         r2 two rdf 12 1 2 * 2 1*2 1 cutoff 2.2
compute         t two temp
compute         p all pressure thermo_temp
'''

CHUNKS = '''
compute         ke all ke/atom
compute         pa all property/atom vx id
variable        s atom x+vy
region          half block 1 3 INF INF INF INF
compute         b1 all chunk/atom bin/1d x lower 0.7
compute         b2 two chunk/atom bin/2d x center 1.3 y upper 0.9 units box
compute         b3 all chunk/atom bin/1d y 0.3 0.11 units reduced
compute         b4 all chunk/atom bin/1d x lower 1.0 region half
compute         b5 all chunk/atom bin/2d y lower 2.0 x lower 1.3 bound x 1.0 2.5 units box
compute         b6 all chunk/atom bin/1d x lower 0.5 bound x 1.0 upper discard yes
compute         b7 all chunk/atom bin/1d y center 0.4 bound y 1.0 2.0 discard no compress yes &
                units box
'''

CHAINS = '''
units           lj
atom_style      bond
bond_style      harmonic
special_bonds   lj %s
read_data       data.chains
bond_coeff      1 30 1.2
pair_style      lj/cut 2.2
pair_coeff      * * 1.0 1.0
velocity        all create 1.0 4928
group           two type 2
fix             move all nve
comm_modify     cutoff 5.0
thermo          10
'''

CHAINS_AVERAGED = '''
compute         r all rdf 15
compute         q two rdf 15 2 2 cutoff 4.4
compute         c all chunk/atom molecule
compute         k two chunk/atom molecule compress yes
fix             a all ave/time 10 1 10 c_r[*] mode vector file r.txt
fix             b all ave/time 10 1 10 c_q[*] mode vector file q.txt
fix             c all ave/chunk 5 2 10 c vx temp density/number file c.txt
fix             d all ave/chunk 5 2 10 k vx temp density/mass file d.txt
fix             h all halt 10 bondmax > 1.5 error continue message no
run             40
print           "$(step)" file h.txt
'''

# name, what follows the system, files that are compared
CASES = [
    ('computes in rows', COMPUTES + '''
thermo_style    custom step temp c_m[*] c_m2[4] c_ma[*] c_va[*] c_vn[4] c_mn[*] c_c[*] c_r[7][2] &
                c_r[20][3] c_r2[4][2] c_r2[7][4] c_r2[12][7]
run             40
# At the beginning of a second run LAMMPS's list for `cutoff` is not what it was at the same step.
thermo_style    custom step temp c_m[*] c_m2[4] c_ma[*] c_va[*] c_r[7][2] c_r[20][3]
run             25
''', []),
    ('ave/time of scalars', COMPUTES + '''
variable        e equal etotal
fix             a all ave/time 2 3 10 c_t c_thermo_temp v_e c_thermo_pe file a.txt
fix             b all ave/time 5 1 5 c_p[*] c_m[4] ave running file b.txt format " %.10g"
fix             c all ave/time 1 5 10 c_thermo_temp c_m[4] v_e off 2 ave window 3 file c.txt
fix             d all ave/time 1 10 10 c_thermo_pe start 35 file d.txt title1 "# one" title2 "# two"
fix             o all ave/time 5 2 10 c_thermo_temp ave running file o.txt overwrite
thermo_style    custom step temp etotal f_a[1] f_a[2] f_a[3] f_a[4] f_b[1] f_b[7] f_c[*] f_d f_o
run             33
run             0
run             37
unfix           a
fix             a all ave/time 10 1 20 c_t file a2.txt
thermo_style    custom step etotal f_a
thermo          20
run             30
run             20
''', ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'o.txt', 'a2.txt']),
    ('extensive averages per atom', COMPUTES + '''
fix             a all ave/time 1 5 5 c_thermo_pe c_t[1] c_t
fix             b all ave/time 1 5 5 c_thermo_pe
fix             v all ave/time 1 5 5 c_t mode vector
thermo_style    custom step f_a[*] f_b f_v[2]
run             20
thermo_modify   norm no
run             20
''', []),
    ('ave/time of vectors', COMPUTES + '''
fix             r all ave/time 10 2 20 c_r[*] mode vector file r.txt
fix             q all ave/time 5 4 20 c_r2[1] c_r2[2] c_r2[7] mode vector ave running file q.txt &
                format " %.9g"
fix             s all ave/time 5 2 10 c_va c_m mode vector ave window 2 file s.txt off 2 &
                title1 A title2 B title3 C
fix             u all ave/time 5 1 10 c_p mode vector ave running &
                file u.txt overwrite
thermo_style    custom step f_r[7][2] f_r[20][3] f_q[5][1] f_q[12][3] f_s[4][1] f_s[4][2] f_u[3]
thermo          20
run             45
run             35
''', ['r.txt', 'q.txt', 's.txt', 'u.txt']),
    ('rdf of a group and with exclusions', '''
neigh_modify    exclude type 1 2
compute         r all rdf 12 1 1 1 2 * 2
compute         s some rdf 12 1 2 2 2 * 1
fix             r all ave/time 10 1 10 c_r[*] mode vector file r.txt
fix             s all ave/time 10 1 10 c_s[*] mode vector file s.txt
run             20
''', ['r.txt', 's.txt']),
    ('vectors and variables', COMPUTES + '''
fix             v all vector 5 c_m[4] c_thermo_temp
fix             w all vector 10 c_thermo_temp
variable        s equal slope(f_v[1])
variable        a equal ave(f_v[2])
variable        lo equal min(f_w)
variable        hi equal max(f_w)
variable        t equal trap(f_w)
variable        n equal sum(f_w)/ave(f_w)
variable        vv vector f_w*2+step
variable        last equal v_vv[1]
variable        ss equal sum(v_vv)
fix             x all ave/time 10 2 20 v_s v_ss file x.txt start 5
thermo_style    custom step v_s v_a v_lo v_hi v_t v_n v_last v_ss v_vv[1]
run             40
run             20
print           "$(v_s) $(v_t) $(v_ss) $(f_v[3][1]) $(f_w[2])" file p.txt
''', ['x.txt', 'p.txt']),
    ('ave/chunk in bins', COMPUTES + CHUNKS + '''
fix             a all ave/chunk 2 3 10 b1 density/number density/mass vx temp fx file a.txt
fix             b two ave/chunk 5 2 10 b2 density/number temp vy c_ke file b.txt norm sample
fix             c all ave/chunk 2 5 10 b3 temp vz mass density/mass file c.txt norm none
fix             d all ave/chunk 5 2 20 b4 vx temp ave running file d.txt overwrite adof 2 cdof -1
fix             e two ave/chunk 1 5 5 b5 density/number v_s c_pa[*] ave window 2 file e.txt &
                format " %.9g" title1 "# A" title3 "# C"
fix             f all ave/chunk 10 1 10 b6 density/number temp file f.txt
fix             g all ave/chunk 10 1 10 b7 density/number file g.txt
thermo_style    custom step f_a[2][1] f_a[2][2] f_a[3][4] f_f[1][1] c_b1
run             25
run             20
''', ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt', 'g.txt']),
    ('ave/chunk of types and values', COMPUTES + '''
compute         ke all ke/atom
compute         ct all chunk/atom type
compute         c2 two chunk/atom type compress yes
variable        s atom "(id % 5) * 2"
compute         cv all chunk/atom v_s compress yes
compute         cw all chunk/atom v_s limit 5 max
compute         cx all chunk/atom v_s limit 5 exact discard no
fix             a all ave/chunk 2 3 10 ct density/number temp vx file a.txt
fix             b all ave/chunk 2 3 10 c2 density/mass mass c_ke file b.txt norm none
fix             c all ave/chunk 2 3 10 cv temp file c.txt ave running
fix             d two ave/chunk 2 3 10 cw temp file d.txt norm sample
fix             e two ave/chunk 2 3 10 cx temp vx file e.txt
thermo_style    custom step f_a[2][1] f_a[2][2] f_c[2][1] f_c[2][2] f_c[2][3]
run             30
''', ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']),
    ('ave/correlate', COMPUTES + '''
fix             a all ave/correlate 2 5 20 c_p[1] c_p[2] c_p[4] type auto file a.txt
fix             b all ave/correlate 1 8 10 c_p[*] type full ave running file b.txt prefactor 0.25
fix             c all ave/correlate 5 3 15 c_p[1] c_p[2] c_p[4] type auto/upper ave running &
                file c.txt start 7 title1 A title3 C
fix             d all ave/correlate 5 4 20 c_p[1] c_p[2] c_p[4] type lower ave running &
                file d.txt overwrite title3 "# the head of LAMMPS names one of three"
variable        i equal trap(f_a[4])
thermo          20
thermo_style    custom step f_a[1][2] f_a[2][1] f_a[3][3] f_a[5][5] f_b[2][5]
run             47
run             33
''', ['a.txt', 'b.txt', 'c.txt', 'd.txt']),
    ('print', COMPUTES + '''
variable        a equal temp
variable        b equal pe
fix             p all print 4 "t $a at $(step) ${b} $(v_a*2:%.3f)" file p.txt screen no
fix             q all print 10 "hello $(v_a:%.3f)" title "# my title" file q.txt screen no
run             22
run             10
fix             q all print 5 "again $a" append q.txt screen no
run             10
''', ['p.txt', 'q.txt']),
    ('halt, soft', '''
variable        a equal temp
fix             h all halt 3 v_a < 2.5 error soft message no
run             30
run             10
print           "$(step) $(temp:%.8g)" file p.txt
''', ['p.txt']),
    ('halt, continue', '''
variable        a equal temp
fix             h all halt 3 v_a < 2.5 error continue message no
run             30
unfix           h
run             10
print           "$(step) $(temp:%.8g)" file p.txt
''', ['p.txt']),
]
BOTH = {'computes in rows', 'ave/time of vectors'}  # in two dimensions, too


def same_number(a, b):
    """Equal but for one in the last digit of the shorter of the two."""
    if a == b:
        return True
    try:
        x, y = float(a), float(b)
    except ValueError:
        return False
    unit = max(tap.unit_of_last_digit('%.*e' % (digits(t) - 1, float(t))) for t in (a, b))
    return abs(x - y) <= 1.01 * unit or abs(x - y) < 1e-14


def digits(text):
    mantissa = text.lower().partition('e')[0].lstrip('+-').replace('.', '').lstrip('0')
    return min(max(len(mantissa), 6), 9)


def compare(ours, theirs):
    """What differs between two texts, or ''."""
    mine, his = ours.splitlines(), theirs.splitlines()
    wrong = []
    if len(mine) != len(his):
        wrong.append('%d lines, not %d' % (len(mine), len(his)))
    for number, (a, b) in enumerate(zip(mine, his)):
        x, y = a.split(), b.split()
        if len(x) != len(y) or not all(same_number(p, q) for p, q in zip(x, y)):
            wrong.append('line %d: %s\n  not   %s' % (number + 1, a, b))
    return '\n'.join(wrong[:8])


def chains(n=5, spacing=1.2):
    """A data file of straight chains of n atoms along x in a cube, with a molecule ID of 0 among them."""
    atoms, bonds = [], []
    for k in range(n * n * n):
        x, row = k % n, k // n
        atoms.append('%d %d %d %g %g %g' % (k + 1, row % 4, 1 + (k % 7) % 2, spacing * (x + 0.1 * (k % 3)),
                                            spacing * (row % n), spacing * (row // n)))
        if x > 0:
            bonds.append('%d 1 %d %d' % (len(bonds) + 1, k, k + 1))
    text = 'chains\n\n%d atoms\n%d bonds\n2 atom types\n1 bond types\n' % (len(atoms), len(bonds))
    text += ''.join('0 %g %slo %shi\n' % (n * spacing, d, d) for d in 'xyz')
    return (text + '\nMasses\n\n1 1.0\n2 1.5\n\nAtoms # bond\n\n' + '\n'.join(atoms) + '\n\nBonds\n\n'
            + '\n'.join(bonds) + '\n')


def case(name, system, rest, files):
    with tap.Folder() as ours, tap.Folder() as theirs:
        for folder in ours, theirs:
            folder.write('data.chains', chains())
            folder.write('in.deck', system + rest)
        a = tap.avimd(ours, '-in', 'in.deck', '-log', 'log', '-screen', 'none')
        b = tap.lammps(theirs, '-in', 'in.deck', '-log', 'log', '-screen', 'none')
        if not tap.ok(name + ': both run', a.status == 0 and b.status == 0,
                      '%s\n%s\n%s' % (a, b, theirs.read('log')[-600:])):
            return
        rows, wanted = tap.tables(ours.read('log')), tap.tables(theirs.read('log'))
        for k, (mine, his) in enumerate(zip(rows, wanted)):
            text = ['\n'.join(' '.join(row) for row in [t[0]] + t[1] if row[0] != 'WARNING:')
                    for t in (mine, his)]
            wrong = compare(*text)
            tap.ok('%s: rows of run %d' % (name, k + 1), not wrong and mine[1], wrong)
        tap.ok(name + ': as many runs', len(rows) == len(wanted) > 0)
        for file in files:
            wrong = compare(ours.read(file), theirs.read(file))
            tap.ok('%s: %s' % (name, file), not wrong and theirs.read(file), wrong)


def main():
    if not tap.LMP:
        tap.skip_all('LAMMPS (lmp) is not installed')
    wanted = sys.argv[1:]
    for name, rest, files in CASES:
        if wanted and name not in wanted:
            continue
        case(name, SYSTEM, rest, files)
        if name in BOTH:
            case(name + ', 2d', FLAT, rest, files)
    for weights in '0 0 0', '0 1 0.5', '0.5 0.2 1':
        name = 'chains, special_bonds ' + weights
        if not wanted or name in wanted:
            case(name, CHAINS % weights, CHAINS_AVERAGED,
                 ['r.txt', 'q.txt', 'c.txt', 'd.txt', 'h.txt'])
    tap.done()


if __name__ == '__main__':
    main()
