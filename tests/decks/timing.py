# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a run's time went: the rows of the table are 100 % together, and a scheme that drives parts of
the forces itself has a row of its own.  Threads wait passively when the cores are busy."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

DECK = '''units lj
atom_modify map array
lattice fcc 0.8442
region b block 0 3 0 3 0 3
create_box 1 b
create_atoms 1 box
mass 1 1
velocity all create 1.44 87287
pair_style lj/smooth/linear 2.2
pair_coeff 1 1 1 1
fix 1 all nve
%s
thermo 10
run %d
'''
OWN = ('avi', 'respa 2 2 inner 1 1.2 1.6 outer 2', 'energy-stepping h 5.0', 'energy-stepping/pair h 0.5')
PLAIN = ('verlet', 'rk4', 'forest-ruth')
MINIMIZE = 'min_style cg\nminimize 0 1e-9 20 100\n'


def tables(text):
    """Of each table: seconds and percent by row."""
    found = []
    for block in text.split('MPI task timing breakdown:')[1:]:
        rows = {}
        for line in block.splitlines()[3:]:
            cells = [cell.strip() for cell in line.split('|')]
            if len(cells) != 6:
                break
            rows[cells[0]] = (float(cells[2]), float(cells[5]))
        found.append(rows)
    return found


def check_table(folder, style):
    name = style.split()[0]
    folder.write('in.deck', DECK % ('run_style ' + style, 40) + MINIMIZE + 'run 0\n')
    got = tap.avimd(folder, '-log', 'none', 'in.deck', env={'OMP_NUM_THREADS': '1'})
    found = tables(got.out)
    sums = [round(100 * sum(percent for _, percent in rows.values())) for rows in found]
    tap.ok('%s: the rows of every table are 100 %% together' % name,
           got.status == 0 and len(found) == 3 and sums == [10000] * 3, '%s\n%s' % (sums, got))
    own = found and 'Scheme' in found[0]
    if style in PLAIN:
        tap.ok(name + ' has no row of its own', found and not own, got)
    else:
        tap.ok(name + ' has a row of its own, and what fixes do is little beside it',
               own and found[0]['Modify'][0] < found[0]['Scheme'][0], got)


def first_line(folder, env):
    got = tap.avimd(folder, '-log', 'none', 'in.deck', env=env)
    return got.out.splitlines()[0] if got.status == 0 and got.out else str(got)


def check_waiting(folder):
    if not os.path.exists('/proc/loadavg'):
        tap.skip('threads on busy cores', 'there is no /proc/loadavg')
        return
    folder.write('in.deck', DECK % ('', 1))
    loops = [subprocess.Popen([sys.executable, '-c', 'while True: pass'])
             for _ in range(os.cpu_count() + 1)]
    for name in ('OMP_WAIT_POLICY', 'GOMP_SPINCOUNT', 'KMP_BLOCKTIME', 'LD_PRELOAD'):
        os.environ.pop(name, None)
    two = {'OMP_NUM_THREADS': '2'}
    try:
        line = first_line(folder, two)
        tap.ok('on busy cores threads wait passively', ', waiting passively' in line, line)
        seen = tap.avimd(folder, '-log', 'none', 'in.deck', env=dict(two, OMP_DISPLAY_ENV='true'))
        told = [row for row in seen.err.splitlines() if 'OMP_WAIT_POLICY' in row]
        tap.ok('the runtime has taken it', told and 'PASSIVE' in told[-1].upper(), seen)
        line = first_line(folder, dict(two, OMP_WAIT_POLICY='active'))
        tap.ok('what the user has set counts', 'passively' not in line and '2 threads' in line, line)
        line = first_line(folder, {'OMP_NUM_THREADS': '1'})
        tap.ok('a single thread waits for nothing', 'passively' not in line, line)
        folder.write('in.deck', 'shell env\n')
        got = tap.avimd(folder, '-log', 'none', '--allow-shell', 'in.deck', env=two)
        tap.ok('what a deck starts inherits nothing of it',
               got.status == 0 and 'PATH=' in got.out and 'PASSIVE' not in got.out.upper().replace(
                   ', WAITING PASSIVELY', ''), got)
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def main():
    with tap.Folder() as folder:
        for style in OWN + PLAIN:
            check_table(folder, style)
        check_waiting(folder)
    tap.done()


main()
