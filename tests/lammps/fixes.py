# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixes and computes that decks of LAMMPS use, in short decks of a liquid: every thermo row beside the real
program.
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import examples  # noqa: E402
import tap  # noqa: E402

LIQUID = '''
units lj
lattice fcc 0.7
region box block 0 4 0 4 0 6
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.4 87287 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
neigh_modify delay 0 every 1
region hot block INF INF INF INF 0 1
region cold block INF INF INF INF 3 4
fix 1 all nve
thermo 10
'''

DECKS = [
    ('heat', LIQUID + '''
fix hot all heat 1 100.0 region hot
fix cold all heat 2 -50.0 region cold
thermo_style custom step temp pe etotal press f_hot f_cold
run 100
'''),
    ('heat of a whole group, by a variable', LIQUID + '''
group some id 1:100
variable flux equal 10+0.1*step
fix hot some heat 5 v_flux
thermo_style custom step temp pe etotal press f_hot
run 100
'''),
    ('ehex', LIQUID + '''
timestep 0.01
fix hot all ehex 1 100.0 region hot
fix cold all ehex 1 -100.0 region cold
thermo_style custom step temp pe etotal press f_hot f_cold
run 100
'''),
    ('ehex in metal units', LIQUID.replace('units lj', 'units metal').replace('fcc 0.7', 'fcc 5.5')
     .replace('mass 1 1.0', 'mass 1 39.95').replace('create 1.4', 'create 120.0')
     .replace('lj/cut 2.5', 'lj/cut 8.5').replace('1 1 1.0 1.0', '1 1 0.0103 3.4') + '''
timestep 0.004
fix hot all ehex 1 1.0 region hot
fix cold all ehex 1 -1.0 region cold
thermo_style custom step temp pe etotal press f_hot f_cold
run 100
'''),
    ('ehex ... hex', LIQUID + '''
fix hot all ehex 2 50.0 region hot hex
thermo_style custom step temp pe etotal press f_hot
run 60
'''),
    ('controller', LIQUID + '''
variable t equal temp
variable c internal 1.0
fix t all controller 10 0.1 1.0 0.5 0.2 v_t 1.2 c
variable push equal v_c
fix push all addforce v_push 0.0 0.0
thermo_style custom step temp pe etotal v_c f_t[1] f_t[2] f_t[3]
run 60
run 60
'''),
    ('adapt', LIQUID + '''
variable e equal ramp(1.0,1.5)
variable s equal 1.0+0.0002*step
fix a all adapt 2 pair lj/cut epsilon 1 1 v_e pair lj/cut sigma * * v_s
thermo_style custom step temp pe etotal press v_e
run 60
unfix a
run 20
'''),
    ('adapt ... scale', LIQUID.replace('1 1 1.0 1.0', '1 1 1.3 1.0') + '''
variable e equal ramp(1.0,1.5)
fix a all adapt 1 pair lj/cut epsilon 1 1 v_e scale yes
run 40
'''),
    ('orientorder/atom', LIQUID + '''
compute q all orientorder/atom cutoff 2.2 nnn 12 degrees 3 3 4 6 wl yes wl/hat yes
compute a all orientorder/atom
compute s all reduce ave c_q[1] c_q[2] c_q[3] c_q[4] c_q[5] c_q[6] c_q[7] c_q[8] c_q[9] c_a[2]
thermo_style custom step temp c_s[*]
run 30
'''),
    ('property/atom', LIQUID + '''
fix p all property/atom d_w i_n
set group all d_w 2.5 i_n 3
region part block INF INF INF INF 0 2
set region part d_w 1.5
compute p all property/atom d_w i_n
compute s all reduce sum c_p[1] c_p[2]
thermo_style custom step temp c_s[1] c_s[2]
run 30
'''),
]


def check_controller(out):
    """Debian's lmp lacks the fix: its three terms by their definition, from our own rows."""
    wrong, before, total, last, value_before = [], None, 0.0, None, None
    for _, rows in examples.tables(out):
        for row in rows:
            error, value, terms = row[1] - 1.2, row[4], row[5:]
            if row[0] == 0 or row[0] == last:
                last = row[0]
                value_before = value
                continue
            total += error if before is not None else 0.0
            change = error - before if before is not None else 0.0
            want = [-1.0 * 0.1 * 0.05 * error, -0.5 * 0.1 * 0.05 ** 2 * total, -0.2 * 0.1 * change]
            for got, wanted in zip(terms + [value - value_before], want + [sum(want)]):
                if abs(got - wanted) > 2e-7 + 1e-6 * abs(wanted):
                    wrong.append('step %d: %g, not %g' % (row[0], got, wanted))
            before, value_before, last = error, value, row[0]
    return '\n'.join(wrong) if before is not None else 'no rows'


def main():
    only = sys.argv[1] if len(sys.argv) > 1 else ''
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    for name, deck in DECKS:
        if only not in name:
            continue
        with tap.Folder() as folder:
            folder.write('in.deck', deck)
            mine = tap.avimd(folder, '-in', 'in.deck', '-log', 'none')
            theirs = tap.lammps(folder, '-in', 'in.deck', '-log', 'none')
        if name == 'controller':
            wrong = check_controller(mine.out)
            tap.ok('controller: its terms', not wrong, wrong)
        if 'not enabled in this LAMMPS binary' in theirs.out + theirs.err:
            tap.skip('%s as lmp' % name, 'this lmp was built without it')
            continue
        ran = tap.ok('%s runs in both' % name, mine.status == 0 and theirs.status == 0,
                     '%s\n%s' % (mine, theirs))
        if not ran:
            continue
        count, worst, wrong = examples.walk(examples.tables(mine.out), examples.tables(theirs.out))
        tap.ok('%s: %d rows as lmp, worst %.0e' % (name, count, worst), count > 1 and not wrong,
               wrong)
    tap.done()


if __name__ == '__main__':
    main()
