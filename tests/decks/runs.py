# SPDX-License-Identifier: GPL-3.0-or-later
"""What `run` promises: where rows stand, what its keywords do, and that neither cutting a run into
pieces nor looking at it between runs changes a bit."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

SYSTEM = '''
units lj
lattice fcc 0.8442
region box block 0 4 0 4 0 4
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 3.0 87287 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
fix 1 all nve
'''
END = 'write_data end.data\n'


def run(commands, *words):
    with tap.Folder() as folder:
        folder.write('in.deck', SYSTEM + commands)
        got = tap.avimd(folder, '-in', 'in.deck', '-log', 'log.run', *words)
        got.log = folder.read('log.run') if os.path.exists(folder.file('log.run')) else ''
        got.end = folder.read('end.data') if os.path.exists(folder.file('end.data')) else ''
        return got


def steps(got):
    return [[int(row[0]) for row in rows] for _, rows in tap.tables(got.log)]


def rows_at(name, commands, wanted):
    got = run(commands)
    tap.ok(name, got.status == 0 and steps(got) == wanted, '%s\n%s' % (steps(got), got))
    return got


def rows():
    rows_at('thermo 0: first and last', 'thermo 0\nrun 7\n', [[0, 7]])
    rows_at('multiples, and first and last', 'thermo 10\nrun 3\nrun 24\n', [[0, 3], [3, 10, 20, 27]])
    rows_at('a multiple within a short run', 'thermo 50\nrun 40\nrun 20\nrun 120 every 60 NULL\n',
            [[0, 40], [40, 50, 60], [60, 100, 120], [120, 150, 180]])
    rows_at('rows far apart', 'thermo 8796093022206\nrun 3\nrun 3\n', [[0, 3], [3, 6]])
    rows_at('run 0: one row', 'run 0\n', [[0]])
    rows_at('upto', 'run 10 upto\nrun 15 upto\nrun 15 upto\n', [[0, 10], [10, 15], [15]])
    rows_at('every cuts into runs', 'run 25 every 10 NULL\n', [[0, 10], [10, 20], [20, 25]])
    rows_at('a variable names the rows', 'variable s equal stride(0,100,7)\nthermo v_s\nrun 20\n',
            [[0, 7, 14, 20]])


def arrivals():
    """Atoms that come in begin to be followed when they come, whoever looks and when."""
    text = '''region top block 0 4 0 4 6 7
change_box all z final 0 8 boundary p p f
compute m all msd
compute v all vacf
compute d all displace/atom
compute far all reduce sum c_d[4]
fix 2 all deposit 3 1 10 4711 region top near 1.0 vz -2 -1
fix 3 all wall/reflect zlo EDGE zhi EDGE
thermo_style custom step atoms c_m[4] c_v[4] c_far
thermo_modify format float %.12g norm no
thermo {}
run 48
'''
    often, seldom = run(text.format(1)), run(text.format(48))
    ends = [tap.tables(got.log)[-1][1][-1] if got.status == 0 else got for got in (often, seldom)]
    tap.ok('deposited atoms are followed from their arrival', ends[0] == ends[1]
           and ends[0][1] == '259', '%s\n%s' % tuple(ends))


def timesteps():
    """No time at all, and the way back."""
    still = run('timestep 0\nthermo 5\nrun 10\n' + END)
    found = [row for _, rows in tap.tables(still.log) for row in rows]
    tap.ok('timestep 0: nothing moves', still.status == 0 and len(found) == 3
           and all(row[1:] == found[0][1:] for row in found) and 'nan' not in still.log
           and 'inf' not in still.log.replace('info', ''), still)
    there = run('thermo 20\nrun 20\nvariable a atom -vx\nvariable b atom -vy\nvariable c atom -vz\n'
                'velocity all set v_a v_b v_c\nrun 20\n')
    hot = [float(row[1]) for _, rows in tap.tables(there.log) for row in rows]
    tap.ok('reversed velocities go back', there.status == 0 and len(hot) == 4
           and abs(hot[3] - hot[0]) < 1e-6 and abs(hot[1] - hot[0]) > 0.1, there)


def frames():
    """Parsers find a table between two lines, and nothing else stands there."""
    log = run('thermo 5\nthermo_modify lost warn\nrun 20\nrun 10 pre no post no\n').log
    found = re.findall(r'^Per MPI rank memory allocation \(min/avg/max\) = \S+ \| \S+ \| \S+ Mbytes\n'
                       r' *Step .*\n((?: +\d+ .*\n)+)'
                       r'Loop time of \S+ on \d+ procs for \d+ steps with 256 atoms$', log, re.M)
    tap.ok('rows stand between their two lines', len(found) == 2, log)
    tap.ok('every number of the table is there', [len(rows.splitlines()) for rows in found] == [5, 3],
           found)


def words():
    got = run('run 10\nrun 10 pre no post no\n')
    tap.ok('pre no: no new set-up', got.log.count('Setting up') == 1, got.log)
    tap.ok('post no: only the loop time',
           got.log.count('Performance:') == 1 and got.log.count('Loop time of') == 2, got.log)
    got = run('variable r equal ramp(1,2)\nthermo_style custom step v_r\nthermo 5\n'
              'run 10\nrun 10 start 0 stop 40\n')
    values = [[float(row[1]) for row in rows] for _, rows in tap.tables(got.log)]
    tap.ok('start and stop span the ramps', values == [[1, 1.5, 2], [1.25, 1.375, 1.5]], values)
    got = run('run 20 every 10 "print \'at $(step)\'"\n')
    tap.ok('every executes its commands after each piece',
           re.findall(r'^at \d+$', got.out, re.M) == ['at 10', 'at 20'], got.out)
    got = run('run 20 every 10 "velocity nobody scale 1.0"\n')
    tap.ok('an error in a command of every stops the run',
           got.status != 0 and 'nobody' in got.err and steps(got) == [[0, 10]], got)


def bits():
    """The end of 100 steps, reached in several ways."""
    whole = run('run 100\n' + END)
    tap.ok('a run ends', whole.status == 0 and 'Velocities' in whole.end, whole)
    for name, commands in (
            ('pieces with pre no', 'run 37\nrun 63 pre no\n'),
            ('every with pre no', 'run 100 pre no every 9 NULL\n'),
            ('rows at each step', 'thermo 1\nrun 100\n'),
            ('a look at energies before the run',
             'print "$(pe) $(press) $(c_thermo_press[1])"\nrun 100\n'),
            ('a look between pieces', 'run 50\nprint "$(pe) $(temp)"\nrun 50 pre no\n'),
            ('styles with suffixes', 'pair_style lj/cut/gpu 2.5\nunfix 1\nfix 1 all nve/omp\n'
             'run_style verlet/kk\ncompute p all pressure/intel thermo_temp\nuncompute p\n'
             'run 100\n'),
            ('dumps at odd steps', 'dump d all custom 7 d.dump id x vx fx\nrun 100\n'),
            ('a fix that never acts', 'fix m all momentum 1000 linear 1 1 1\nrun 100\n')):
        got = run(commands + END)
        tap.ok('the same bits: ' + name, got.status == 0 and got.end == whole.end, got)
    other = run('velocity all scale 2.9\nrun 100\n' + END)
    tap.ok('another start ends elsewhere', other.end != whole.end, other)


def looks():
    """Energies asked for between runs are those a run would print."""
    got = run('print "aside $(pe:%.8g) $(press:%.8g)"\nrun 0\nprint "after $(pe:%.8g) $(press:%.8g)"\n'
              'velocity all scale 1.0\nprint "cold $(pe:%.8g) $(temp:%.6g)"\n'
              'pair_coeff 1 1 2.0 1.0\nprint "strong $(pe:%.8g)"\n')
    row = tap.tables(got.log)[0][1][0]
    said = dict(line.split(' ', 1) for line in got.out.splitlines()
                if line.startswith(('aside ', 'after ', 'cold ', 'strong ')))
    tap.ok('before the first run', said['aside'].split() == [row[2], row[5]], said)
    tap.ok('after a run', said['after'] == said['aside'], said)
    tap.ok('after new velocities', said['cold'].split() == [row[2], '1'], said)
    tap.ok('after new coefficients', abs(float(said['strong']) / float(row[2]) - 2) < 1e-7, said)


def ends():
    """What is told after the rows."""
    got = run('thermo_modify norm no format float %.15g\nrun 50\n')
    rows_of = tap.tables(got.log)[0][1]
    change = (float(rows_of[-1][4]) - float(rows_of[0][4])) / 256
    told = re.search(r'Total energy changed by (\S+) per atom', got.log)
    # thermo's kinetic energy counts 3N - 3 of 3N degrees of freedom: equal when momentum is 0
    tap.ok('the energy change is that of the rows',
           told and abs(float(told.group(1)) / change - 1) < 2e-3, '%s %s' % (change, got.log))
    tap.ok('momentum is conserved',
           float(re.search(r'Momentum changed by (\S+)', got.log).group(1)) < 1e-11, got.log)
    tap.ok('nothing is lost', 'Lost atoms: 0' in got.log, got.log)
    for text in ('Performance:', 'timesteps/s', 'Matom-step/s', 'Pair    |', 'Neigh   |',
                 'Nlocal:', 'Total # of neighbors =', 'Ave neighs/atom =',
                 'Neighbor list builds =', 'Dangerous builds ='):
        tap.ok('after the rows stands ' + text, text in got.log, got.log)


def extremes():
    """No atoms, and atoms that fly apart: an end, in time, with numbers or a message."""
    got = run('delete_atoms group all\nthermo 1\nrun 3\n' + END)
    tap.ok('a run of no atoms', got.status == 0 and steps(got) == [[0, 1, 2, 3]], got)
    got = run('replicate 2 1 1\nrun 0\n')
    tap.ok('replicated atoms without bonds', got.status == 0 and 'with 512 atoms' in got.log, got)
    got = run('timestep 10\nthermo 1\nrun 30\n')
    tap.ok('a time step far too long ends with a message', got.status == 1
           and 'in.deck:14:1: error: step ' in got.err and 'shorter timestep' in got.err, got)


def warnings():
    got = run('unfix 1\nrun 5\n')
    tap.ok('nothing moves: a warning', got.status == 0 and 'will not move' in got.out, got)
    got = run('group some id 1:10\nfix 2 some nve\nrun 5\n')
    tap.ok('moved twice: refused with both fixes', got.status != 0 and "'1'" in got.err
           and "'2'" in got.err and 'moved twice' in got.err, got)
    got = run('run 9000000000000\n')
    tap.ok('more steps than can be counted', got.status != 0 and '9000000000000' in got.err, got)


rows()
arrivals()
timesteps()
frames()
words()
bits()
looks()
ends()
extremes()
warnings()
tap.done()
