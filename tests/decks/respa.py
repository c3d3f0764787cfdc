# SPDX-License-Identifier: GPL-3.0-or-later
"""run_style respa as a user meets it: restarts, threads and looking change no bit; every kind of
potential; what cannot be divided is refused by name; its energy error stays in a band."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

BONDS = '''units lj
atom_style bond
lattice sc 0.6
region b block 0 6 0 6 0 6
create_box 1 b bond/types 1 extra/bond/per/atom 6 extra/special/per/atom 60
create_atoms 1 box
mass 1 1.0
special_bonds lj 0.0 0.5 1.0
bond_style harmonic
bond_coeff 1 200.0 1.6
pair_style lj/cut 2.5
pair_coeff * * 1 1
group odd id 1:216:2
create_bonds many odd odd 1 1.6 1.7
velocity all create 3.0 12345 loop geom
'''
FLAT = '''units lj
dimension 2
lattice sq2 0.85
region b block 0 10 0 10 -0.5 0.5
create_box 1 b
create_atoms 1 box
mass 1 1.0
pair_style lj/cut 2.5
pair_coeff * * 1 1
velocity all create 1.0 4711 loop geom
'''
COPPER = '''units metal
lattice fcc 3.615
region b block 0 3 0 3 0 3
create_box 1 b
create_atoms 1 box
mass 1 63.546
velocity all create 2000.0 87287
timestep 0.002
'''
EAM = 'pair_style eam/alloy\npair_coeff * * %s Cu\n' % os.path.join(tap.SRCDIR, 'potentials',
                                                                 'Cu_zhou04.eam.alloy')
RULES = 'fix 1 all nve\nneighbor 0.3 bin\nneigh_modify every 1 delay 0 check yes\n'
CASES = {
    'bonds and pairs': (BONDS, '', '', 'respa 2 4 bond 1 pair 2'),
    'inner, middle and outer': (BONDS, '', '', 'respa 3 2 2 inner 1 1.2 1.5 middle 2 1.7 2.0 outer 3'),
    'damping': (BONDS, '', 'fix d all viscous 0.3\n', 'respa 3 2 2 inner 2 1.2 1.5 outer 3'),
    'clamps and springs': (BONDS, '', 'group some id 1:50\nfix c some setforce 0.0 NULL 0.1\n'
                           'fix s odd spring/self 3.0\n', 'respa 3 2 2 inner 2 1.2 1.5 outer 3'),
    'a plane': (FLAT, '', 'fix flat all enforce2d\n', 'respa 2 2 inner 1 1.3 1.6 outer 2'),
    'embedded atoms': (COPPER, EAM, '', 'respa 2 2 pair 1'),
}


def run(folder, text, *words):
    folder.write('deck', text)
    return tap.avimd(folder, '-in', 'deck', '-log', 'none', *words)


def content(folder, name):
    with open(folder.file(name), 'rb') as data:
        return data.read()


def test_bits(folder):
    for name, (start, again, fixes, style) in CASES.items():
        rules = RULES + fixes + 'run_style %s\n' % style
        r = run(folder, start + again + rules + 'thermo 100\nrestart 10 whole.*\nrun 30\n')
        whole = content(folder, 'whole.30') if r.status == 0 else b''
        tap.ok(name + ': runs', r.status == 0, r)
        for step in (10, 20):
            r = run(folder, 'read_restart whole.%d\n' % step + again + rules
                    + 'thermo 1\nrestart 30 part.*\nrun 30 upto\n', '--threads', '2')
            tap.ok('%s: goes on from step %d, with more threads and looks, bit for bit' % (name, step),
                   r.status == 0 and 'Resuming' in r.out and content(folder, 'part.30') == whole, r)


def test_threads(folder):
    ends = []
    large = BONDS.replace('0 6 0 6 0 6', '0 18 0 18 0 18').replace('1:216:2', '1:5832:2')
    for threads in ('1', '3'):
        r = run(folder, large + RULES + 'thermo 5\n'
                'thermo_modify format float %.17g\nrun_style respa 3 2 2 inner 2 1.2 1.5 outer 3\n'
                'run 10\n', '--threads', threads)
        ends.append(tap.tables(r.out))
    tap.ok('5832 atoms: the same rows with 1 and 3 threads', ends[0] and ends[0] == ends[1], ends)


def test_verlet(folder):
    """One level is velocity Verlet, and so are two whose inner one is empty, but for rounding."""
    found = []
    for style in ('verlet', 'respa 1', 'respa 2 3 bond 2'):
        r = run(folder, BONDS + RULES + 'run_style %s\nthermo 20\nrun 20\n' % style)
        found.append(tap.tables(r.out)[0][1] if r.status == 0 else r)
    tap.ok('one level is velocity Verlet', found[0] == found[1], found)
    tap.ok('with an empty level within it, too', found[0] == found[2], found)


STIFF = BONDS.replace('200.0 1.6', '2000.0 1.6').replace('lj/cut', 'lj/smooth/linear')


def test_energy(folder):
    """Pairs with steps four times those of stiff bonds: no drift; far longer ones are in resonance."""
    error = {}
    for style, timestep in (('verlet', 0.001), ('respa 2 4', 0.004), ('respa 2 100', 0.1)):
        r = run(folder, STIFF + RULES + 'minimize 0 1e-3 300 3000\nvelocity all create 1.0 5 loop geom\n'
                'run_style %s\ntimestep %g\nthermo %d\nthermo_style custom step etotal\nrun %d\n'
                % (style, timestep, round(0.1 / timestep), round(4 / timestep)))
        rows = [float(row[1]) for row in tap.tables(r.out)[-1][1]] if r.status == 0 else []
        error[style] = (max(abs(e - rows[0]) for e in rows[len(rows) // 2:]) if rows else float('inf'))
    tap.ok('as good as velocity Verlet with the bonds\' step', error['respa 2 4'] < 3 * error['verlet'], error)
    tap.ok('resonance is seen', not error['respa 2 100'] < 20 * error['verlet'], error)


def test_refused(folder):
    r = run(folder, COPPER + EAM + RULES + 'run_style respa 2 2 inner 1 2.0 2.5 outer 2\nrun 1\n')
    tap.ok('metals are not divided by distance', r.status == 1 and 'eam/alloy' in r.err, r)
    r = run(folder, BONDS + 'fix 1 all nvt temp 1 1 1\nrun_style respa 2 2\nrun 1\n')
    tap.ok('no thermostat inside the step', r.status == 1 and 'nvt' in r.err and 'respa' in r.err, r)
    r = run(folder, BONDS + RULES + 'run_style respa 2 2 bond 2\nrun 1\n')
    tap.ok('an empty level is told', r.status == 0 and 'level 1' in r.out and 'no forces' in r.out, r)


def main():
    for test in (test_bits, test_threads, test_verlet, test_energy, test_refused):
        with tap.Folder() as folder:
            test(folder)
    tap.done()


if __name__ == '__main__':
    main()
