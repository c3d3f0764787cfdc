# SPDX-License-Identifier: GPL-3.0-or-later
"""The forces of a pair are opposite, also where it crosses a periodic face and stands exactly at the
cutoff of a potential that jumps there: lattices keep their momentum."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

# Lattices with a shell of neighbours at the cutoff, whose distances differ in the last bit.
LATTICES = {
    'sq2': ('dimension 2\nlattice sq2 0.8\nregion b block 0 15 0 15 -0.25 0.25', '2.5'),
    'sc': ('lattice sc 1.0\nregion b block 0 7 0 7 0 7', '2.0'),
    'sc, an edge that is no short number': ('lattice sc 0.7\nregion b block 0.1 5.1 0 6 0 7',
                                            '$(2/0.7^(1/3):%.17g)'),
    'fcc': ('lattice fcc 0.8442\nregion b block 0 5 0 5 0 5', '$(4/3.3768^(1/3):%.17g)'),
}
DECK = '''units lj
%s
create_box 1 b
create_atoms 1 box
mass 1 1.0
velocity all create 1.44 87287 loop geom
pair_style lj/cut %s
pair_coeff 1 1 1.0 1.0
compute pe all pe/atom
compute sum all reduce sum c_pe
fix 1 all nve
timestep 0.002
thermo_style custom step pe c_sum v_f v_g v_h v_p v_q v_r
thermo_modify norm no format float %%.17g
thermo 1
run 3
'''
VARIABLES = ''.join('variable %s equal %s(all,%s)\n' % (name, what, axis) for name, what, axis in
                    zip('fghpqr', ['fcm'] * 3 + ['vcm'] * 3, 'xyzxyz'))


def main():
    with tap.Folder() as folder:
        for name, (lines, cutoff) in LATTICES.items():
            text = DECK % (lines, cutoff)
            folder.write('in.deck', text.replace('thermo_style', VARIABLES + 'thermo_style'))
            result = tap.avimd(folder, '-in', 'in.deck')
            rows = [[float(word) for word in row] for _, table in tap.tables(result.out)
                    for row in table] if result.status == 0 else []
            sums = [max(map(abs, row[3:])) for row in rows]
            tap.ok('%s: forces and momenta add up to nothing' % name,
                   len(rows) == 4 and max(sums) < 1e-10, sums or result)
            tap.ok('%s: energies of atoms count the same pairs' % name,
                   len(rows) == 4 and all(abs(row[1] - row[2]) < 1e-10 * abs(row[1]) for row in rows),
                   [row[1:3] for row in rows])
    tap.done()


if __name__ == '__main__':
    main()
