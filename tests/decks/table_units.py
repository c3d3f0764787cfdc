# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of metals in all units: the same copper, its forces, energy and pressure converted."""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

TABLE = os.path.join(tap.SRCDIR, 'potentials', 'Cu_zhou04.eam.alloy')
EV = 1.6021765e-19
HARTREE = 3.16681534e-6 / 8.617343e-5
DALTON = 1.66053907e-27
# distance of 1 A, energy of 1 eV, pressure of 1 bar, mass of 1 g/mol.  The pressures of real and
# electron follow from their constants (energy / volume to pressure), which have fewer digits.
UNITS = {'metal': (1.0, 1.0, 1.0, 1.0),
         'real': (1.0, 23.060549, 23.060549 * 68568.415 / 1.6021765e6, 1.0),
         'si': (1e-10, EV, 1e5, DALTON), 'nano': (0.1, EV * 1e21, 0.1, DALTON * 1e21),
         'cgs': (1e-8, EV * 1e7, 1e6, DALTON * 1e3), 'micro': (1e-4, EV * 1e15, 100.0, DALTON * 1e15),
         'electron': (1.88972612, HARTREE, HARTREE / 1.88972612**3 * 2.94210108e13 / 1.6021765e6, 1.0)}
DECK = '''units %s
neighbor %r bin
read_data atoms
pair_style %s
pair_coeff * * %s
fix 1 all nve
variable m equal mass(all)
thermo_style custom step pe press v_m
thermo_modify norm no format float %%.17g
dump 1 all custom 1 forces id fx fy fz
dump_modify 1 sort id format float %%.17g
run 0
'''


def data(unit):
    """Copper, shaken; the same atoms in every unit of length."""
    draw = random.Random(5)
    rows = []
    for cell in ((i, j, k) for i in range(3) for j in range(3) for k in range(3)):
        for at in ((0, 0, 0), (0.5, 0.5, 0), (0.5, 0, 0.5), (0, 0.5, 0.5)):
            x = [3.615 * (c + a) + draw.uniform(-0.1, 0.1) for c, a in zip(cell, at)]
            rows.append('%d 1 %r %r %r' % tuple([len(rows) + 1] + [v * unit for v in x]))
    edges = ''.join('%r %r %slo %shi\n' % (-0.2 * unit, (3 * 3.615 - 0.2) * unit, a, a) for a in 'xyz')
    return 'copper\n\n%d atoms\n1 atom types\n%s\nAtoms\n\n%s\n' % (len(rows), edges, '\n'.join(rows))


def look(folder, units, table, style='eam/alloy', element=' Cu'):
    unit = UNITS.get(units, (1.0,))[0]
    folder.write('atoms', data(unit))
    folder.write('in.deck', DECK % (units, unit, style, table + element))
    got = tap.run([tap.AVIMD, '-in', 'in.deck', '-log', 'none'], folder)
    if got.status != 0:
        return got, None
    row = [line.split() for line in got.out.splitlines() if line.split()[:1] == ['0']][-1]
    forces = [float(w) for line in folder.read('forces').splitlines()[9:] for w in line.split()[1:]]
    return got, (float(row[1]), float(row[2]), forces, float(row[3]))


def check_same(folder, name, table, **style):
    metal = look(folder, 'metal', table, **style)[1]
    for units, (length, energy, pressure, mass) in UNITS.items():
        got, value = look(folder, units, table, **style)
        scale = energy / length
        ok = value is not None and 'WARNING' not in got.out
        if ok:
            worst = max(abs(f / scale - m) for f, m in zip(value[2], metal[2]))
            worst /= max(map(abs, metal[2]))
            ok = worst < 1e-12 and abs(value[0] / energy / metal[0] - 1) < 1e-12
            ok = ok and abs(value[1] / pressure / metal[1] - 1) < (1e-11 if pressure in (1e5, 0.1) else 1e-8)
            ok = ok and abs(value[3] / mass / metal[3] - 1) < 1e-6
        tap.ok('%s in units %s: forces, energy, pressure and masses of units metal' % (name, units), ok,
               got if value is None else '%s %s' % (value[:2] + value[3:], metal[:2] + metal[3:]))


def pressures():
    """The constants of real (atm) and electron (Pa) are those of nature, as far as their digits go."""
    for units, bar in ('real', 1 / 1.01325), ('electron', 1e5):
        tap.ok('1 bar in units ' + units, abs(UNITS[units][2] / bar - 1) < 1e-5, UNITS[units][2])


def beside_lammps(folder):
    """LAMMPS converts tables of metals to real as well."""
    if not tap.LMP:
        tap.skip('copper in units real beside LAMMPS', 'lmp is not installed')
        return
    mine = look(folder, 'real', TABLE)
    got = tap.lammps(folder, '-in', 'in.deck', '-log', 'none')
    rows = [line.split() for line in got.out.splitlines() if line.split()[:1] == ['0']]
    forces = [float(w) for line in folder.read('forces').splitlines()[9:] for w in line.split()[1:]]
    good = got.status == 0 and rows and mine[1] is not None
    if good:
        pe, press, mine_forces, mass = mine[1]
        theirs = [float(w) for w in rows[-1][1:]]
        worst = max(abs(a - b) for a, b in zip(forces, mine_forces)) / max(map(abs, forces))
        good = abs(pe / theirs[0] - 1) < 1e-12 and abs(press / theirs[1] - 1) < 1e-9 and \
            abs(mass / theirs[2] - 1) < 1e-12 and worst < 1e-10
    tap.ok('copper in units real beside LAMMPS', good, '%s\n%s' % (mine, got))


def swapped(lines, a, b):
    """Two rows of a table in each other's place."""
    copy = list(lines)
    copy[a], copy[b] = copy[b], copy[a]
    return '\n'.join(copy) + '\n'


def out_of_order(folder, text):
    """A table has no abscissas, but a smooth function whose rows were shuffled jumps."""
    lines, single = text.splitlines(), funcfl().splitlines()
    shuffled = list(lines)
    shuffled[6:400] = sorted(shuffled[6:400])
    cases = {'two rows of F far apart': ('eam/alloy', swapped(lines, 60, 300)),
             'two rows of F side by side': ('eam/alloy', swapped(lines, 100, 101)),
             'two rows of rho': ('eam/alloy', swapped(lines, 500, 640)),
             'two rows of r phi': ('eam/alloy', swapped(lines, 950, 1000)),
             'a row moved': ('eam/alloy', '\n'.join(lines[:100] + lines[101:200] + [lines[100]] + lines[200:]) + '\n'),
             'a row twice and one lost': ('eam/alloy', '\n'.join(lines[:100] + [lines[250]] + lines[101:]) + '\n'),
             'rows sorted': ('eam/alloy', '\n'.join(shuffled) + '\n'),
             'two rows of one value': ('eam', swapped(single, 100, 300)),
             'a value that overflows': ('eam/alloy', text.replace(lines[100].split()[2], '1e308', 1))}
    for name, (style, table) in cases.items():
        folder.write('shuffled', table)
        got = look(folder, 'metal', 'shuffled', style=style, element='' if style == 'eam' else ' Cu')[0]
        part = '1e308' if 'overflows' in name else 'out of order'
        tap.ok('refused: ' + name, got.status == 1 and 'shuffled:' in got.err and part in got.err, got)


def funcfl():
    """One element as funcfl: F, Z, rho; a smooth form that ends at 5 A."""
    n, dr = 500, 0.01
    r = [k * dr for k in range(n)]
    embed = [-(0.01 * k)**0.5 for k in range(n)]
    charge = [11.0 * (1 - x / (dr * (n - 1)))**4 for x in r]
    density = [2.0 * (1 - x / (dr * (n - 1)))**3 for x in r]
    rows = '\n'.join(repr(v) for v in embed + charge + density)
    return 'made up; UNITS: metal\n29 63.55 3.615 fcc\n%d 0.01 %d %r 4.9\n%s\n' % (n, n, dr, rows)


def main():
    with tap.Folder() as folder, open(TABLE, encoding='ascii') as file:
        text = file.read()
        check_same(folder, 'a shipped table', TABLE)
        folder.write('cu.eam', funcfl())
        check_same(folder, 'a funcfl file', 'cu.eam', style='eam', element='')
        check_same(folder, 'a Finnis-Sinclair file', TABLE, style='eam/fs')
        pressures()
        beside_lammps(folder)
        out_of_order(folder, text)
        folder.write('bare', text.replace('UNITS: metal ', '', 1))
        folder.write('reduced', text.replace('UNITS: metal', 'UNITS: lj', 1))
        folder.write('wrong', text.replace('UNITS: metal', 'UNITS: metall', 1))
        for units, parts in {'real': ['WARNING', '0.0433641', 'UNITS: metal'], 'metal': []}.items():
            got = look(folder, units, 'bare')[0]
            tap.ok('a table without units in units ' + units, got.status == 0 and
                   all(part in got.out for part in parts) and bool(parts) == ('WARNING' in got.out), got)
        got, value = look(folder, 'lj', 'reduced')
        tap.ok("units lj take a table that says 'UNITS: lj'", value is not None and
               'WARNING' not in got.out, got)
        for name, units, table, part in (('a table of metal', 'lj', TABLE, 'units metal'),
                                         ('a table without units', 'lj', 'bare', 'UNITS: lj'),
                                         ('a table of lj', 'metal', 'reduced', 'units lj'),
                                         ('unknown units', 'metal', 'wrong', "mean 'metal'")):
            got = look(folder, units, table)[0]
            tap.ok('units %s refuse %s' % (units, name), got.status == 1 and part in got.err and
                   'in.deck:5:16' in got.err, got)
    tap.done()


main()
