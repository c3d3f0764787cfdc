# SPDX-License-Identifier: GPL-3.0-or-later
"""run_style energy-stepping on the seven argon atoms (inputs/argon7) and elsewhere: what it keeps,
how steps and errors go with the height of the terraces, the way back, what it refuses; and that
neither looks, cuts, restarts nor threads change a bit of the path. Short forms of run-long and
convergence in inputs/argon7."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

sys.path.insert(0, os.path.join(tap.SRCDIR, 'inputs', 'argon7'))
os.environ['AVIMD'] = tap.AVIMD
sys.dont_write_bytecode = True
import argon7  # noqa: E402

argon7.Run.seconds = 60

FS = 1 / 2159.587
LIQUID = '''units lj
lattice fcc 0.8442
region box block 0 3 0 3 0 3
create_box 2 box
create_atoms 1 box
set group all type/fraction 2 0.3 771
mass 1 1.0
mass 2 2.5
velocity all create 1.4 87287 loop geom
pair_style lj/smooth/linear 2.0
pair_coeff * * 1.0 1.0
pair_coeff 1 2 1.3 0.95
neighbor 0.2 bin
fix 1 all nve
timestep 0.0005
'''
OSCILLATOR = '''units lj
dimension 2
boundary f f p
region plane block -5 5 -5 5 -0.5 0.5 units box
create_box 1 plane
mass 1 1.0
pair_style zero 1.0
pair_coeff * *
create_atoms 1 single 1.2 0.0 0.0 units box
velocity all set -0.3 0.4 0.0 units box
fix well all central/poly 0 1 -2 1
fix 1 all nve
compute_modify thermo_temp extra/dof 0
run_style energy-stepping h 0.001
timestep 0.01
'''
# One pair approaches head-on while another leaves: V is flat, and the first piece of the way goes
# through r = 0, where nothing bounds its curvature.
HEAD_ON = '''units lj
dimension 2
boundary f f p
region plane block -30 30 -30 30 -0.5 0.5 units box
create_box 1 plane
mass 1 1.0
pair_style lj/cut 100.0
pair_coeff 1 1 1.0 1.0
neighbor 8.0 bin
create_atoms 1 single -1.5 0 0 units box
create_atoms 1 single 1.5 0 0 units box
create_atoms 1 single -1.5 15 0 units box
create_atoms 1 single 1.5 15 0 units box
create_atoms 1 single 0 -15 0 units box
create_atoms 1 single 1.122462 -15 0 units box
group a id 1 4
group b id 2 3
velocity a set 1.0 0 0 units box
velocity b set -1.0 0 0 units box
fix 1 all nve
run_style energy-stepping h %g verify
timestep 0.01
run 200
'''
WRITE = '''dump %s all custom 1 %s id x y z vx vy vz
dump_modify %s sort id format float %%.17g
run 0 post no
undump %s
'''
REVERSE = '''variable ux atom -vx
variable uy atom -vy
velocity all set v_ux v_uy NULL
'''


def argon():
    """The deck up to its first run."""
    with open(os.path.join(argon7.HERE, 'in.argon7'), encoding='ascii') as file:
        return file.read().split("# The table's energies")[0]


def write(name):
    return WRITE % (name, name, name, name)


def deck(folder, text, *words):
    folder.write('deck', text)
    return tap.avimd(folder, '-in', 'deck', '-log', 'none', *words, timeout=60)


def state(folder, name):
    return [[float(word) for word in row[1:]] for row in tap.last_dump(folder.read(name))[1]]


def stepping(folder, name, **variables):
    return argon7.Run(folder.path, name, scheme='energy-stepping', digits='%.17g', **variables)


def test_kept(folder):
    for h, paper in argon7.PAPER.items():
        run = stepping(folder, 'kept', h=h, ns=2, every=50)
        if h == 'E0/100':
            tap.ok('energies and angular momentum of the table',
                   'E/eps = -10.519254  K0/eps = 1.327579  V0/eps = -11.846833' in run.log
                   and 'L0 = 0.514448 ' in run.log, run.log[-3000:])
        energy = run.strayed(7) / abs(run.rows[0][7])
        tap.ok(h + ': E_h is kept', len(run.rows) == 4001 and energy < 1e-13, energy)
        spin, momentum = run.strayed(8), max(run.strayed(9), run.strayed(10))
        tap.ok(h + ': so are momentum and angular momentum', spin < 1e-12 and momentum < 1e-12,
               (spin, momentum))
        high = 11.846833422 / float(h[3:])
        tap.ok(h + ': V is on its terrace in every row',
               all(-1e-9 < row[4] - row[6] < high + 1e-9 for row in run.rows), high)
        average = run.said('average_fs')
        tap.ok(h + ': steps as long as in the paper, within a third',
               0.67 < average / paper < 1.5, average)
        tap.ok(h + ': at most 10 evaluations a step', run.said('calls') < 10 * run.said('steps'),
               run.log[-1000:])
        # Traps make that of a short run scatter by some kelvin.
        tap.ok(h + ': the temperature', 10 < run.kelvin() < 22, run.kelvin())


def test_verified(folder):
    for h in argon7.PAPER:
        run = stepping(folder, 'verify', h=h, ns=0.2, words='verify')
        tap.ok(h + ': brute force finds the same events', run.said('steps') > 1000
               and 'verified by brute force' in run.log, run.message)
    got = deck(folder, LIQUID + 'run_style energy-stepping h 1.0 verify\nrun 100\n')
    tap.ok('and in a liquid', got.status == 0 and 'verified by brute force' in got.out, got)
    for h in (0.1, 0.2, 0.4, 0.9):
        got = deck(folder, HEAD_ON % h)
        tap.ok('and where bounds are infinite, h %g' % h, got.status == 0, got)


def test_height(folder):
    pieces = [100, 300, 1000, 3000]
    runs = [stepping(folder, 'height', h='E0/%d' % n, ns=1) for n in pieces]
    h = [1 / n for n in pieces]
    average = argon7.exponent(h, [run.said('average_fs') for run in runs])
    longest = argon7.exponent(h, [run.said('longest_fs') for run in runs])
    tap.ok('average steps are proportional to h', 0.85 < average < 1.1, average)
    tap.ok('the longest to its square root', 0.35 < longest < 0.7, longest)


def paths(folder, step, between, **variables):
    argon7.Run(folder.path, 'paths', dt_fs=step, between=between, ns=0.002, paths=1, every=1000000,
               fine='%.17g', **variables)
    return argon7.read_paths(folder.read('argon7.dump').splitlines())


def test_convergence(folder):
    true = paths(folder, 0.1, 20)
    pieces = [100, 300, 1000, 3000, 10000]
    norms = [argon7.h1_norm(paths(folder, 2, 1, scheme='energy-stepping', h='E0/%d' % n), true,
                            2 * FS) for n in pieces]
    rate = argon7.exponent([1 / n for n in pieces], norms)
    tap.ok('1001 instants of 7 atoms', len(true) == 1001 and len(true[0]) == 28)
    tap.ok('the error in the H1 norm goes like h^1/2', 0.45 < rate < 0.75, (rate, norms))
    tap.ok('and is small in the end', norms[-1] < 0.1 < 0.4 < norms[0], norms)


def way_back(folder, text, steps, *words):
    """Largest difference after going there and back, and the events on the way there."""
    got = deck(folder, text + 'compute n all es/steps\nthermo_style custom step c_n\nrun 1\n'
               + write('there') + 'run %d\n' % steps + REVERSE + 'run %d\n' % steps + write('back'),
               *words)
    if not tap.ok('there and back', got.status == 0, got):
        return float('nan'), 0
    events = max(float(rows[-1][1]) for _, rows in tap.tables(got.out))
    one, other = state(folder, 'there'), state(folder, 'back')
    return max(max(abs(a[k] - b[k]) if k < 3 else abs(a[k] + b[k]) for k in range(6))
               for a, b in zip(one, other)), events


def test_reversal(folder):
    error, events = way_back(folder, argon(), 810, '-var', 'scheme', 'energy-stepping',
                             '-var', 'every', '1000000')
    tap.ok('%d steps of argon, velocities turned, and back: %.1e' % (events, error),
           error < 1e-7 and 150 <= events <= 170, (error, events))
    error, events = way_back(folder, OSCILLATOR, 27000)
    tap.ok('a planar oscillator, %d steps: %.1e' % (events, error), error < 1e-5 and events >= 1e5,
           (error, events))


def test_verlet(folder):
    good = argon7.Run(folder.path, 'verlet', dt_fs=56.98, ns=5, every=20)
    tap.ok('Verlet, 56.98 fs: good', good.lost is None and 5e-3 < good.energy_rms() < 2e-2,
           good.energy_rms())
    bad = argon7.Run(folder.path, 'verlet', dt_fs=87.56, ns=100, every=100)
    tap.ok('87.56 fs: unstable', bad.lost is not None and 300 < bad.lost < 60000
           and bad.energy_rms() > 0.1, bad.lost)
    worst = argon7.Run(folder.path, 'verlet', dt_fs=124.88, ns=100, every=4)
    tap.ok('124.88 fs: blows up', worst.lost is not None and worst.lost < 1000, worst.lost)


def test_refused(folder):
    base = argon()
    for name, words, reason in [
            ('height 0', 'h 0', 'higher than 0'), ('a negative one', 'h -0.1', 'higher than 0'),
            ('one above the well', 'h 12', 'higher than the well'),
            ('one below rounding', 'h 1e-15', 'cannot be told apart'),
            ('E0/0', 'h E0/0', 'positive number of terraces'),
            ('E0/-3', 'h E0/-3', 'positive number of terraces'),
            ('E0/x', 'h E0/x', "'x'"), ('not a number', 'h nan', 'nan'),
            ('no height', '', 'height of the terraces is missing'),
            ('no value', 'h', "'h' needs a value"),
            ('another keyword', 'h 0.1 ofset start', 'offset'),
            ('another offset', 'h 0.1 offset here', "'here'"),
            ('root above 0.01', 'h 0.1 root 0.1', 'tolerance of roots')]:
        got = deck(folder, base + 'run_style energy-stepping %s\nrun 1\n' % words)
        tap.ok('refused: ' + name, got.status == 1 and reason in got.err and 'deck:' in got.err, got)
    stepping_liquid = 'run_style energy-stepping h 1.0\n%srun 1\n'
    for name, text, reason in [
            ('a potential that jumps', LIQUID.replace('lj/smooth/linear 2.0', 'lj/cut 2.5'),
             'jump'),
            ('a thermostat', LIQUID.replace('fix 1 all nve', 'fix 1 all nvt temp 1 1 0.1'), 'nvt'),
            ('random forces', LIQUID + 'fix 2 all langevin 1.0 1.0 0.1 4711\n', 'langevin'),
            ('friction', LIQUID + 'fix 2 all viscous 0.1\n', 'viscous'),
            ('a moving box', LIQUID + 'fix 2 all deform 1 x scale 1.1\n', 'deform')]:
        got = deck(folder, text + stepping_liquid % '')
        tap.ok('refused: ' + name, got.status == 1 and reason in got.err, got)
    got = deck(folder, LIQUID.replace('lj/smooth/linear 2.0', 'lj/cut 2.5') + stepping_liquid % '')
    tap.ok('what would do is named', 'lj/smooth' in got.err, got)


def test_levels(folder):
    for words, lower in [('h 0.1', -11.9), ('h 0.1 offset zero', -11.9),
                         ('h 0.1 offset start', -11.846833422)]:
        got = deck(folder, argon() + 'run_style energy-stepping %s\ncompute e all es/steps\n' % words
                   + 'thermo_style custom step pe c_e[11] c_e[12] ke\n'
                   'thermo_modify norm no format float %.17g\nrun 0\nrun 100\n')
        row = [float(word) for word in tap.tables(got.out)[0][1][0]]
        tap.ok('levels: ' + words, abs(row[2] - lower) < 1e-8
               and abs(row[3] - row[4] - row[2]) < 1e-12, got)
    ends = []
    for root in ('1e-12', '1e-5'):
        deck(folder, argon() + 'run_style energy-stepping h E0/100 root %s\nrun 200\n' % root
             + write('root'), '-var', 'every', '1000')
        ends.append(state(folder, 'root'))
    far = max(abs(a - b) for one, other in zip(*ends) for a, b in zip(one, other))
    tap.ok('root TOL: close to each other and not the same', 0 < far < 1e-3, far)


def same_end(folder, name, *decks):
    """All decks, each with its words, end with the same bits."""
    ends = []
    for text, words in decks:
        got = deck(folder, text + write('end'), *words)
        if got.status != 0:
            tap.ok(name, False, got)
            return
        ends.append(folder.read('end').split('ITEM: ATOMS')[1])
    tap.ok(name, all(end == ends[0] for end in ends), 'other bits')


def test_bits(folder):
    for name, text, style in [('argon', argon(), 'run_style energy-stepping h E0/60\n'),
                              ('a liquid', LIQUID, 'run_style energy-stepping h 1.0\n')]:
        whole = text + style + 'thermo 1000\nrun 400\n'
        same_end(folder, name + ': looks change nothing', (whole, ()),
                 (text + style + 'thermo 1\nrun 400\n', ()))
        same_end(folder, name + ': nor cuts', (whole, ()),
                 (text + style + 'run 123\nrun 1\nrun 276\n', ()))
        same_end(folder, name + ': nor threads', (whole, ('--threads', '1')),
                 (whole, ('--threads', '2')))
        deck(folder, text + style + 'restart 150 half\nrun 200\n')
        again = 'read_restart half.150\nfix 1 all nve\n' + (
            'neighbor 1.0 bin\n' if name == 'argon' else 'neighbor 0.2 bin\n')
        potential = 'pair_style lj/cut 30.0\npair_coeff 1 1 1.0 1.0\n' if name == 'argon' else ''
        got = deck(folder, again + potential + style + 'run 400 upto\n')
        tap.ok(name + ': a restart goes on', got.status == 0 and 'Resuming' in got.out, got)
        same_end(folder, name + ': bit for bit', (whole, ()),
                 (again + potential + style + 'run 400 upto\n', ()))


HARD = '''units lj
lattice fcc 0.573
region box block 0 4 0 4 0 4
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.0 87287
neighbor 0.3 bin
fix 1 all nve
timestep 0.005
compute s all es/steps
thermo_style custom step ke press c_s[5] c_s[12]
thermo_modify norm no format float %.15g
'''
SPHERES = 'pair_style hard\npair_coeff * * 1.0\n'


def table(got):
    return [[float(word) for word in row] for row in tap.tables(got.out)[-1][1]] if got.status == 0 else []


def test_barriers(folder):
    """Walls and contacts throw back exactly."""
    got = deck(folder, HARD + SPHERES + 'run_style energy-stepping/pair h 1.0\nrun 500\nthermo 1000\nrun 4000\n')
    rows = table(got)
    tap.ok('hard spheres: energy', len(rows) == 6 and abs(rows[-1][4] / rows[0][4] - 1) < 1e-12, got)
    eta = 0.573 * 3.14159265358979 / 6
    known = 0.573 * (1 + eta + eta ** 2 - eta ** 3) / (1 - eta) ** 3  # Carnahan and Starling
    mean = sum(row[2] for row in rows[1:]) / 5 if rows else 0.0
    tap.ok('hard spheres: pressure to 3 %', abs(mean / known - 1) < 0.03, (mean, known))
    got = deck(folder, HARD + SPHERES + 'run_style energy-stepping h 1.0 verify\nthermo 100\nrun 100\n')
    rows = table(got)
    tap.ok('contacts of the whole system', len(rows) == 2 and rows[1][3] > 50 and
           abs(rows[1][4] / rows[0][4] - 1) < 1e-12, got)
    got = deck(folder, HARD.replace('compute s all es/steps\n', '').replace(' c_s[5] c_s[12]', '') +
               SPHERES + 'run 1\n')
    tap.ok('verlet refuses contacts', got.status != 0 and 'hard contacts' in got.err, got)
    open_box = HARD.replace('lattice fcc 0.573\n', 'boundary f f f\nlattice fcc 0.1\n').replace(
        'region box block 0 4 0 4 0 4', 'region box block -1 11 -1 11 -1 11 units box').replace(
        'create_atoms 1 box', 'region in block 1 9 1 9 1 9 units box\ncreate_atoms 1 region in').replace(
        'create 1.0', 'create 3.0')
    for words in ('h 0.3', 'h 0.3 verify'):
        got = deck(folder, open_box + 'pair_style lj/smooth/linear 2.5\npair_coeff * * 1.0 1.0\nfix w all '
                   'wall/reflect xlo 0 xhi 10 ylo 0 yhi 10 zlo 0 zhi 10 units box\nrun_style energy-stepping '
                   '%s\nthermo 600\nrun 600\n' % words)
        rows = table(got)
        tap.ok('walls, %s' % words, len(rows) == 2 and rows[1][3] > 30 and
               abs(rows[1][4] / rows[0][4] - 1) < 1e-12, got)


def main():
    for test in (test_kept, test_verified, test_height, test_convergence, test_reversal, test_verlet,
                 test_refused, test_levels, test_bits, test_barriers):
        with tap.Folder() as folder:
            try:
                test(folder)
            except (Exception, SystemExit) as failure:  # a wrong path may never end
                tap.ok(test.__name__, False, failure)
    tap.done()


main()
