#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""
Thermodynamic output beside LAMMPS's: every keyword, every style, and every form of thermo_modify.
Numbers are compared, and where a format is given in full, the rows' texts.  Skips where lmp is not
installed.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap

SYSTEM = '''
units           {units}
boundary        p p {z}
lattice         fcc {scale}
region          box block 0 3 0 3 0 3
create_box      2 box
create_atoms    1 box
set             atom 5*9 type 2
mass            1 {mass}
mass            2 {mass}
displace_atoms  all random 0.1 0.1 0.1 4711 units box
velocity        all create {t} 4711 rot yes
pair_style      lj/cut {cut}
pair_coeff      * * {eps} {sigma}
pair_modify     tail {tail}
neigh_modify    delay 0 every 1 check yes
group           some id 3 8 17 25 40:60
fix             1 all nve
compute         c1 some temp
compute         c2 all reduce ave vx vy
compute         c3 all ke
variable        v equal step*1.5
thermo          2
'''

LJ = dict(units='lj', z='p', scale='0.8442', mass='1.0', t='1.0', cut='2.5', eps='1.0', sigma='1.0',
          tail='yes')
METAL = dict(units='metal', z='p', scale='5.3', mass='39.95', t='90', cut='7.0', eps='0.0104',
             sigma='3.4', tail='no')
OPEN = dict(LJ, z='s', tail='no')

KEYWORDS = '''step elapsed elaplong dt time part timeremain atoms temp press pe ke etotal enthalpy
ecouple econserve evdwl ecoul epair ebond eangle edihed eimp emol elong etail vol density lx ly lz xlo
xhi ylo yhi zlo zhi xy xz yz xlat ylat zlat bonds angles dihedrals impropers pxx pyy pzz pxy pxz pyz fmax
fnorm nbuild ndanger cella cellb cellc cellalpha cellbeta cellgamma c_c1 c_c2[1] c_c2[*] c_c3 v_v
'''.split()

CUSTOM = 'thermo_style custom step temp pe atoms c_c1 v_v press\n'

# name: commands after the system; text: the rows' texts are compared too
CASES = {
    'style one': 'run 6\n',
    'style multi': 'thermo_style multi\nrun 6\n',
    'thermo 0': 'thermo 0\nrun 5\n',
    'thermo v_name': 'variable w equal stride(1,50,3)\nthermo v_w\nrun 9\n',
    'norm no': 'thermo_style custom step temp pe ke etotal c_c3 c_c1 emol\nthermo_modify norm no\nrun 4\n',
    'norm yes': 'thermo_style custom step temp pe ke etotal c_c3 c_c1 enthalpy\n'
                'thermo_modify norm yes\nrun 4\n',
    'temp of a group': 'thermo_modify temp c1\nrun 4\n',
    'press': 'compute p all pressure thermo_temp virial\nthermo_modify press p\nrun 4\n',
    'flush, lost, warn': 'thermo_modify flush yes lost warn\nthermo_modify lost ignore flush no\n'
                         'run 4\n',
    'line multi': 'thermo_modify line multi\nrun 4\n',
    'line one after multi': 'thermo_style multi\nthermo_modify line one\nrun 4\n',
    'several runs': 'run 4\nrun 3 pre no\nrun 5 post no\nthermo_style custom step pe\nrun 2\n',
    'run upto, every': 'run 8 upto every 4 "print hello"\n',
}
TEXTS = {
    'format line': CUSTOM + 'thermo_modify format line '
                   '"%d %10.3f %12.6g %4d %.2f %8.1f %-12.5f"\nrun 4\n',
    'format int, float': CUSTOM + 'thermo_modify format int %6d format float %.7f\nrun 4\n',
    'format of columns': CUSTOM + 'thermo_modify format float %.5f format 2 %.3f format 4 %8d '
                         'format 7 %14.4e\nrun 4\n',
    'format of columns, later none': CUSTOM + 'thermo_modify format float %.5f format 2 %.3f\nrun 2\n'
                                     'thermo_modify format none\n'
                                     'thermo_modify format int %d format float %.5g\nrun 2\n',
}


def rows(result):
    found, inside = [], False
    for line in result.out.splitlines():
        words = line.split()
        if words[:1] in (['Step'], ['------------']) or line.startswith('Per MPI rank'):
            inside = True
        if line.startswith('Loop time'):
            inside = False
        elif inside and not line.startswith('Per MPI'):
            found.append(' '.join(w for w in words if not w.startswith('(')))
    return found


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def alike(a, b, head):
    if a == b:
        return True
    p, q = a.split(), b.split()
    if p[0].startswith('---') and q[0].startswith('---'):
        return p[1:3] == q[1:3]  # seconds, and more dashes
    if len(p) != len(q):
        return False
    for k, (u, v) in enumerate(zip(p, q)):
        x, y = number(u), number(v)
        if x is None or y is None:
            if u != v:
                return False
        elif k > 0 and p[k - 1] == '=' and 'CPU' in p[:k]:
            continue  # seconds
        elif abs(x - y) > 3e-7 * max(abs(x), 1e-3):
            return False
    return True


def compare(name, deck, texts=False):
    got = []
    for run in (tap.lammps, tap.avimd):
        with tap.Folder() as folder:
            folder.write('in.deck', deck)
            got.append(run(folder, '-in', 'in.deck', '-log', 'none', timeout=60))
    lmp, avimd = got
    a, b = rows(lmp), rows(avimd)
    wrong = []
    if lmp.status != 0 or avimd.status != 0 or len(a) != len(b) or len(a) < 3:
        wrong = ['lmp: %s\navimd: %s' % (str(lmp)[-600:], str(avimd)[-600:])]
    for p, q in zip(a, b):
        if not alike(p, q, a[0]) or (texts and p[:1].isdigit() and p != q):
            wrong.append('lmp:   %s\navimd: %s' % (p, q))
    tap.ok(name, not wrong, '\n'.join(wrong[:8]))


def main():
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    for what, words in (('lj', LJ), ('metal', METAL), ('lj, shrink-wrapped', OPEN)):
        system = SYSTEM.format(**words)
        compare('every keyword, ' + what,
                system + 'thermo_style custom %s\nrun 6\n' % ' '.join(KEYWORDS))
        compare('style one, ' + what, system + 'run 6\n')
        compare('style multi, ' + what, system + 'thermo_style multi\nrun 6\n')
        compare('econserve with a thermostat, ' + what,
                system + 'unfix 1\nfix 1 all nvt temp {t} {t} 0.5\nthermo_style custom step temp '
                'ecouple econserve enthalpy\nthermo_modify norm no\nrun 6\n'.format(**words))
    for name, commands in CASES.items():
        compare(name, SYSTEM.format(**LJ) + commands)
    for name, commands in TEXTS.items():
        compare(name, SYSTEM.format(**LJ) + commands, texts=True)
    with tap.Folder() as folder:
        folder.write('in.deck', SYSTEM.format(**LJ) + 'thermo_style custom step avecx avecy avecz '
                     'bvecx bvecy bvecz cvecx cvecy cvecz lx ly lz\nrun 0\n')
        words = rows(tap.avimd(folder, '-in', 'in.deck', '-log', 'none'))[-1].split()
        tap.ok('vectors of the cell', words[1:10] == [words[10], '0', '0', '0', words[11], '0', '0',
                                                      '0', words[12]], words)
    tap.done()


if __name__ == '__main__':
    main()
