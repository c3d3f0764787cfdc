# SPDX-License-Identifier: GPL-3.0-or-later
"""fix shake and fix rattle as a user meets them: lengths and energy are kept, momentum too; restarts, threads
and looking change no bit; what cannot be held is refused."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'lammps'))
import shake as stars  # noqa: E402

HEAD = stars.DECK % ('lj', 3) + 'pair_style lj/smooth/linear 2.5\npair_coeff * * 1 1\n'
STYLES = ('shake', 'rattle')


def run(folder, text, *words):
    folder.write('data', stars.data(False))
    folder.write('deck', text)
    return tap.avimd(folder, '-in', 'deck', '-log', 'none', *words)


def hold(style, tolerance='1e-8', every=0):
    return 'fix 1 all nve\nfix 2 all %s %s 50 %d b 1 2\n' % (style, tolerance, every)


def content(folder, name):
    with open(folder.file(name), 'rb') as data:
        return data.read()


def lengths(folder, name):
    """The largest relative error of bonds, and the largest speed along one."""
    place = [[float(w) for w in line.split()] for line in folder.read(name).splitlines()[9:]]
    text = folder.read('data')
    edge = float(text.split(' xlo')[0].split()[-1])
    bonds = [[int(w) for w in line.split()] for line in text.split('Bonds\n\n')[1].splitlines()]
    off = speed = 0.0
    for _, kind, a, b in bonds:
        p, q = place[a - 1], place[b - 1]
        d = [x - y - edge * round((x - y) / edge) for x, y in zip(p[1:4], q[1:4])]
        r = sum(x * x for x in d) ** 0.5
        off = max(off, abs(r / (1.0 if kind == 1 else 1.1) - 1.0))
        speed = max(speed, abs(sum(x * (v - w) for x, v, w in zip(d, p[4:], q[4:])) / r))
    return off, speed


def test_kept(folder):
    for style in STYLES:
        r = run(folder, HEAD + hold(style, '1e-6', 500)
                + 'compute p all reduce sum vx\nthermo_style custom step etotal temp\n'
                'thermo_modify norm yes format float %.15g\nthermo 50\nrun 50\nrun 3000\n'
                'dump d all custom 1 end id x y z vx vy vz\ndump_modify d sort id format float %.17g\nrun 0\n')
        if not tap.ok(style + ': runs', r.status == 0, r):
            continue
        off, speed = lengths(folder, 'end')
        tap.ok(style + ': lengths are kept', off < 1e-6, off)
        if style == 'rattle':
            tap.ok('rattle: nobody moves along a bond', speed < 1e-12, speed)
        else:
            tap.ok('shake: somebody does, a little', 1e-9 < speed < 0.1, speed)
        energies = [float(row[1]) for row in stars.tables(r.out)[1][1]]
        drift = sum(energies[-20:]) / 20 - sum(energies[:20]) / 20
        band = max(energies) - min(energies)
        tap.ok(style + ': the energy stays in a band', band < 2e-4 and abs(drift) < 0.3 * band, (band, drift))
        momentum = r.out.rsplit('Momentum changed by ', 1)[1].split()[0]
        tap.ok(style + ': momentum is kept', float(momentum) < 1e-11, momentum)
        tap.ok(style + ': statistics', r.out.count('SHAKE stats') >= 7 and r.out.count('      85\n') >= 7, r)


def test_bits(folder):
    for style in STYLES:
        for more in ('', 'fix 3 all viscous 0.1\n', 'fix 3 all momentum 3 linear 1 1 1\n'):
            rules = hold(style) + more
            r = run(folder, HEAD + rules + 'thermo 100\nrestart 10 whole.*\nrun 30\n')
            whole = content(folder, 'whole.30') if r.status == 0 else b''
            r = run(folder, 'read_restart whole.10\n' + rules + 'thermo 1\nrestart 30 part.*\nrun 30 upto\n',
                    '--threads', '2')
            tap.ok('%s %s: goes on bit for bit' % (style, more.strip()), r.status == 0
                   and 'Resuming' in r.out and content(folder, 'part.30') == whole, r)


def test_free(folder):
    """After unfix bonds pull again, and temperatures have all degrees of freedom."""
    r = run(folder, HEAD + 'fix 1 all nve\nbond_coeff 1 200.0 1.2\nthermo_style custom step temp emol\nrun 0\n'
            'fix 2 all shake 1e-6 50 0 b 2\nrun 0\nunfix 2\nrun 0\n')
    found = [table[1][0] for table in tap.tables(r.out)]
    tap.ok('unfix frees bonds', r.status == 0 and found[0] == found[2] and found[0] != found[1], found)
    r = run(folder, HEAD + 'bond_coeff 1 200.0 1.02\n' + hold('rattle') + 'run 0\n'
            'dump d all custom 1 end id x y z vx vy vz\ndump_modify d sort id format float %.17g\nrun 0\n')
    off, speed = lengths(folder, 'end')
    tap.ok('bonds that start too short are straightened', r.status == 0 and abs(off - 0.02) < 1e-9, (off, r))


def test_refused(folder):
    cases = [
        (hold('shake') + 'minimize 0 0 1 1\n', ['shake', 'minimisation']),
        (hold('rattle') + 'run_style forest-ruth\nrun 1\n', ['rattle', 'forest-ruth']),
        (hold('rattle') + 'run_style respa 2 2\nrun 1\n', ['rattle', 'respa']),
        (hold('rattle') + 'run_style avi\nrun 1\n', ['rattle', 'avi']),
        (hold('rattle') + 'fix 3 all shake 1e-6 50 0 b 1\nrun 1\n', ['only one']),
        (hold('shake') + 'bond_style zero\nbond_coeff *\nrun 1\n', ['length at rest', 'zero']),
        ('fix 1 all nve\ncreate_bonds single/bond 1 2 4\nfix 2 all shake 1e-6 50 0 b 1\n', ['atom']),
        ('fix 2 all shake 1e-6 50 0\n', ['which bonds']),
        ('fix 2 all shake 1e-6 50 0 b 3\n', ['bond type', 'between 1 and 2']),
        ('fix 2 all shake 1e-6 50 0 t 3\n', ['atom type', 'between 1 and 2']),
        ('fix 2 all shake 1e-6 50 0 m 0\n', ['mass']),
        ('fix 2 all shake 1e-6 50 0 a 1\n', ['angles']),
        ('fix 2 all shake 1e-6 50 0 b 1 mol x\n', ['templates']),
        ('fix 2 all shake 1e-6 50 0 x 1\n', ["'x'"]),
        ('fix 2 all shake 1e-6 0 0 b 1\n', ['iterations']),
        ('fix 2 all shake 0 50 0 b 1\n', ['tolerance']),
        (hold('shake') + 'timestep 5.0\nrun 5\n', ['iterations', 'bonds of atom']),
    ]
    for text, words in cases:
        r = run(folder, HEAD + text)
        tap.ok('refused: ' + text.strip().splitlines()[-1 if 'run' not in text else -2],
               r.status == 1 and all(word in r.err for word in words), r)


def main():
    for test in (test_kept, test_bits, test_free, test_refused):
        with tap.Folder() as folder:
            test(folder)
    tap.done()


if __name__ == '__main__':
    main()
