#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""
Dumps beside LAMMPS's, with every keyword of dump_modify that both have: the files must be the same,
byte by byte.  The runs are short, so that the digits shown do not depend on the order of sums.
Skips where lmp is not installed.
"""
import glob
import gzip
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap

SYSTEM = '''
units           lj
boundary        p p {z}
lattice         fcc 0.8442
region          box block 0 3 0 3 0 3
create_box      2 box
create_atoms    1 box
set             atom 5*9 type 2
mass            1 1.0
mass            2 1.5
displace_atoms  all random 0.1 0.1 0.1 4711 units box
velocity        all create 3.0 4711 rot yes
pair_style      lj/cut 2.5
pair_coeff      * * 1.0 1.0
neigh_modify    delay 0 every 1 check yes
group           some id 3 8 17 25 40:60
region          low block INF INF INF INF INF 2.0 units box
compute         pa all property/atom vx vy
compute         ke all ke/atom
variable        far atom sqrt(x*x+y*y)
variable        when equal stride(1,50,3)
fix             1 all nve
'''

# name: words after 'dump d' (style, N, file ...), dump_modify's words ('' : none)
CASES = {
    'atom': ('all atom 5 d.txt', ''),
    'atom, scale no': ('all atom 5 d.txt', 'scale no'),
    'atom, image yes': ('all atom 5 d.txt', 'image yes'),
    'atom, format': ('all atom 5 d.txt', 'format line "%d %2d %.4f %8.5f %g"'),
    'custom': ('all custom 5 d.txt id type element mass x y z xs ys zs xu yu zu xsu ysu zsu ix iy iz vx vy vz '
               'proc procp1', ''),
    'custom, computes and variables': ('some custom 5 d.txt id c_pa[1] c_pa[2] c_ke v_far', ''),
    'custom, format line': ('some custom 5 d.txt id type x vx', 'format line "%4d %d %10.4f %-9.3e"'),
    'custom, format of columns': ('some custom 5 d.txt id type x vx',
                                  'format float %.4f format 4 %12.6f format 1 %6d'),
    'custom, format none': ('some custom 5 d.txt id type x vx', 'format float %.3f format none'),
    'sort by ID': ('all custom 5 d.txt id x', 'sort id'),
    'sort by a column': ('all custom 5 d.txt id x vy', 'sort 3'),
    'sort downwards': ('all custom 5 d.txt id x vy', 'sort -2'),
    'sort off': ('all custom 5 d.txt id x vy', 'sort off'),
    'xyz': ('all xyz 5 d.txt', ''),
    'xyz, elements and format': ('all xyz 5 d.txt', 'element Ar Kr format line "%s %.3f %.4f %.5f"'),
    'xyz, time': ('all xyz 5 d.txt', 'sort id'),
    'cfg': ('all cfg 5 d.*.txt mass type xs ys zs id vx c_pa[2] v_far', 'sort id'),
    'cfg, elements, format': ('all cfg 5 d.*.txt mass type xs ys zs id vx',
                              'sort id element Ar Kr format float %.5f'),
    'cfg, unwrapped': ('some cfg 5 d.*.txt mass type xsu ysu zsu', 'sort id'),
    'every': ('all custom 5 d.txt id', 'every 2 sort id'),
    'every v_name': ('all custom 5 d.txt id', 'every v_when sort id'),
    'first': ('all custom 7 d.txt id x', 'first yes sort id'),
    'delay': ('all custom 2 d.txt id x', 'delay 5 sort id'),
    'append': ('all custom 5 d.txt id x', 'append yes sort id'),
    'pad': ('all custom 5 d.*.txt id x', 'pad 6 sort id'),
    'maxfiles': ('all custom 1 d.*.txt id x', 'maxfiles 3 sort id'),
    'region': ('all custom 5 d.txt id z', 'region low sort id'),
    'region none': ('all custom 5 d.txt id z', 'region low region none sort id'),
    'units and time': ('all custom 5 d.txt id x', 'units yes time yes sort id'),
    'header no': ('all custom 5 d.txt id x', 'header no sort id'),
    'header no, xyz': ('all xyz 5 d.txt', 'header no'),
    'fileper': ('all custom 5 d.%.txt id x', 'fileper 1 sort id'),
    'nfile': ('all custom 5 d.%.*.txt id x', 'nfile 1 sort id'),
    'flush, buffer': ('all custom 5 d.txt id x', 'flush yes buffer no sort id'),
    'pbc': ('all custom 1 d.txt id x y z ix iy iz xu', 'pbc yes sort id'),
    'thresh <': ('all custom 5 d.txt id vx', 'thresh vx < 0.0 sort id'),
    'thresh, two': ('all custom 5 d.txt id vx', 'thresh vx >= -0.5 thresh x <= 2.0 sort id'),
    'thresh ==, !=': ('all custom 5 d.txt id type', 'thresh type == 2 thresh id != 7 sort id'),
    'thresh |^': ('all custom 5 d.txt id type', 'thresh v_far |^ 0.0 sort id'),
    'thresh of computes': ('all custom 5 d.txt id', 'thresh c_ke > 4.0 thresh c_pa[2] > 0.0 sort id'),
    'thresh LAST': ('all custom 2 d.txt id x', 'thresh x > LAST sort id'),
    'thresh LAST, at most': ('all custom 2 d.txt id vx', 'thresh vx <= LAST sort id'),
    'thresh none': ('all custom 5 d.txt id vx', 'thresh vx < 0.0 thresh none sort id'),
    'compressed': ('all custom 5 d.txt.gz id x', 'sort id'),
    'compressed, many': ('all atom 5 d.*.txt.gz', 'sort id'),
}


def files(folder):
    found = {}
    for path in sorted(glob.glob(folder.file('d.*'))):
        with (gzip.open if path.endswith('.gz') else open)(path, 'rb') as file:
            found[os.path.basename(path)] = file.read()
    return found


def difference(a, b):
    if sorted(a) != sorted(b):
        return 'lmp: %s\navimd: %s' % (sorted(a), sorted(b))
    for name in a:
        for k, (p, q) in enumerate(zip(a[name].splitlines(), b[name].splitlines()), 1):
            if p != q:
                return '%s, line %d\n  lmp:   %s\n  avimd: %s' % (name, k, p.decode(), q.decode())
        if a[name] != b[name]:
            return '%s: %d bytes of lmp, %d of avimd' % (name, len(a[name]), len(b[name]))
    return ''


def compare(name, words, changes, z):
    style = words.split()[1]
    deck = SYSTEM.format(z=z)
    deck += 'dump d %s\n' % words
    deck += 'dump_modify d %s\n' % changes if changes else ''
    if 'sort' not in changes and style != 'xyz':
        deck += 'dump_modify d sort id\n' if 'off' not in changes else ''
    deck += 'run 5 post no\nrun 5 post no\nundump d\nrun 2 post no\n'
    got = []
    for run in (tap.lammps, tap.avimd):
        with tap.Folder() as folder:
            if 'append' in changes:
                folder.write('d.txt', 'what was there before\n')
            folder.write('in.deck', deck)
            result = run(folder, '-in', 'in.deck', '-log', 'none', timeout=60)
            got.append((result, files(folder)))
    (lmp, a), (avimd, b) = got
    why = difference(a, b)
    if lmp.status != 0 or avimd.status != 0 or not a:
        why = 'lmp: %s\navimd: %s' % (str(lmp)[-400:], str(avimd)[-400:])
    tap.ok(name, why == '', why)


def pictures():
    """No picture is drawn, and everything else goes on."""
    with tap.Folder() as folder:
        folder.write('in.deck', SYSTEM.format(z='p') + 'dump p all image 2 p.*.jpg type type zoom 1.6\n'
                     'dump_modify p pad 3 adiam 1 1.2 backcolor white\n'
                     'dump m all movie 2 m.mpg type type\nrun 4\nundump p\nrun 2\n'
                     'write_dump all image w.ppm type type modify backcolor white\n')
        got = tap.avimd(folder, '-in', 'in.deck', '-log', 'none')
        said = [line for line in (got.out + got.err).splitlines() if 'draws nothing' in line]
        left = [name for name in os.listdir(folder.path) if name != 'in.deck']
        tap.ok('dump image and movie are accepted, and said to draw nothing',
               got.status == 0 and len(said) == 3 and not left, '%s\n%s' % (left, got))


def main():
    pictures()
    if tap.LMP is None:
        tap.done()
        return
    for name, (words, changes) in CASES.items():
        if len(sys.argv) < 2 or sys.argv[1] in name:
            compare(name, words, changes, 'p')
    compare('atom, shrink-wrapped', 'all atom 5 d.txt', 'image yes', 's')
    compare('custom, shrink-wrapped', 'all custom 5 d.txt id xs ys zs z', '', 's')
    tap.done()


if __name__ == '__main__':
    main()
