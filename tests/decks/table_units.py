# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of metals in all units: the same copper, its forces, energy and pressure converted."""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

TABLE = os.path.join(tap.SRCDIR, 'potentials', 'Cu_zhou04.eam.alloy')
EV = 1.6021765e-19
# distance of 1 A, energy of 1 eV, pressure of 1 bar
UNITS = {'metal': (1.0, 1.0, 1.0), 'real': (1.0, 23.060549, None), 'si': (1e-10, EV, 1e5),
         'nano': (0.1, EV * 1e21, 0.1), 'cgs': (1e-8, EV * 1e7, 1e6), 'micro': (1e-4, EV * 1e15, 100.0),
         'electron': (1.88972612, 3.16681534e-6 / 8.617343e-5, None)}
DECK = '''units %s
neighbor %r bin
read_data atoms
pair_style %s
pair_coeff * * %s
fix 1 all nve
thermo_style custom step pe press
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
    return got, (float(row[1]), float(row[2]), forces)


def check_same(folder, name, table, **style):
    metal = look(folder, 'metal', table, **style)[1]
    for units, (length, energy, pressure) in UNITS.items():
        got, value = look(folder, units, table, **style)
        scale = energy / length
        ok = value is not None and 'WARNING' not in got.out
        if ok:
            worst = max(abs(f / scale - m) for f, m in zip(value[2], metal[2]))
            worst /= max(map(abs, metal[2]))
            ok = worst < 1e-12 and abs(value[0] / energy / metal[0] - 1) < 1e-12
            if ok and pressure:
                ok = abs(value[1] / pressure / metal[1] - 1) < 1e-11
        tap.ok('%s in units %s: the forces, energy and pressure of units metal' % (name, units), ok,
               got if value is None else '%s %s' % (value[:2], metal[:2]))


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
