#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""avimd compare in use: runs that take too long, a terminal's progress, Ctrl-C, a full disk, two at
once, variables of plans, and what it says of temperatures."""
import csv
import fcntl
import os
import pty
import re
import resource
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap

DECK = """variable cells index 2
units lj
lattice fcc 0.8442
region box block 0 ${cells} 0 ${cells} 0 ${cells}
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.0 87287 loop geom
pair_style lj/smooth/linear 1.6
pair_coeff 1 1 1.0 1.0
fix 1 all nve
timestep 0.005
run 100
velocity all scale 1.2
run 400
"""

SLOW = ['compare', 'in.deck', '--integrators', 'verlet', '--steps', '0.005,1e-7', '--no-plots']


def rows(folder, out):
    with open(folder.file(os.path.join(out, 'results.csv')), encoding='utf-8', newline='') as text:
        return list(csv.DictReader(text))


def start(folder, words, **named):
    return subprocess.Popen([tap.AVIMD] + words, cwd=folder.path, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            universal_newlines=True, **named)


def wait_for(path, count):
    """Until a file has so many lines."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if os.path.exists(path):
            with open(path, encoding='utf-8') as text:
                if text.read().count('\n') >= count:
                    return
        time.sleep(0.02)


def children(process):
    found = []
    for name in os.listdir('/proc') if os.path.isdir('/proc/self') else []:
        try:
            with open('/proc/%s/stat' % name, encoding='utf-8') as text:
                ours = int(text.read().rsplit(')', 1)[1].split()[1]) == process.pid
            if ours and os.path.samefile('/proc/%s/exe' % name, tap.AVIMD):
                found.append(int(name))  # and no helper of MPI
        except (OSError, ValueError):
            continue
    return found


def limits(folder):
    got = tap.avimd(folder, *SLOW, '--limit', '1', '--out', 'limit')
    table = rows(folder, 'limit')
    tap.ok('a run over the limit is a result', got.status == 0 and got.err == '' and
           [row['status'] for row in table] == ['ok', 'over-limit'], '%s\n%s' % (got, table))
    reached = float(table[1]['end_time'])
    tap.ok('with the time it had reached, and the reason', 0.0 < reached < 0.5 and
           'limit of 1 s' in table[1]['message'], table[1])
    summary = folder.read('limit/summary.txt')
    tap.ok('and stands in the summary', 'over the limit at 0.' in summary, summary)
    tap.avimd(folder, *SLOW, '--limit', '1', '--out', 'limit')
    tap.ok('it is not run again with the same limit',
           folder.read('limit/journal').count('\n') == 3, folder.read('limit/journal'))
    tap.avimd(folder, *SLOW, '--limit', '2', '--out', 'limit')
    tap.ok('but with a longer one', float(rows(folder, 'limit')[1]['end_time']) > reached and
           folder.read('limit/journal').count('\n') == 4, folder.read('limit/journal'))
    got = tap.avimd(folder, *SLOW, '--limit', '0')
    tap.ok('a limit of 0 is refused', got.status == 1 and 'limit' in got.err, got)


def hanging(folder):
    """A run that does not even get to the next look: here it is stopped from outside."""
    name = 'a run that hangs is ended at the limit'
    process = start(folder, SLOW + ['--limit', '1', '--out', 'hang', '--jobs', '1'])
    wait_for(folder.file('hang/journal'), 2)
    stopped, end = [], time.monotonic() + 5
    while not stopped and time.monotonic() < end:
        stopped = children(process)
    for child in stopped:
        os.kill(child, signal.SIGSTOP)
    try:
        err = process.communicate(timeout=60)[1]
    except subprocess.TimeoutExpired:
        process.kill()
        err = 'it waits for ever'
    if not stopped:
        tap.skip(name, 'no process of a run was found')
        return
    table = rows(folder, 'hang') if process.returncode == 0 else []
    tap.ok(name, process.returncode == 0 and err == '' and table[-1]['status'] == 'over-limit' and
           'hung' in table[-1]['message'] and table[-1]['end_time'] != '', '%s %s' % (err, table))


def on_terminal(folder, width, words):
    """What a terminal of so many columns gets."""
    process, master = pty.fork()
    if process == 0:
        os.chdir(folder.path)
        time.sleep(0.2)
        os.execv(tap.AVIMD, [tap.AVIMD] + words)
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack('HHHH', 24, width, 0, 0))
    seen = b''
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if not select.select([master], [], [], 1.0)[0]:
            continue
        try:
            more = os.read(master, 65536)
        except OSError:
            break
        if not more:
            break
        seen += more
    os.close(master)
    return os.waitpid(process, 0)[1], seen.decode('utf-8', 'replace')


def terminal(folder):
    words = ['compare', 'in.deck', '--integrators', 'verlet,rk4', '--steps', '1e-4,2e-4,0.004',
             '--run', '2', '--no-plots', '--jobs', '1']
    status, text = on_terminal(folder, 20, words + ['--out', 'seen-20'])
    frames = re.findall(r'\r([^\r\n]*)\033\[K', text)
    tap.ok('20 columns: progress is cut', status == 0 and max(len(frame) for frame in frames) == 19,
           frames)
    for width in (40, 132):
        status, text = on_terminal(folder, width, words + ['--out', 'seen-%d' % width])
        frames = re.findall(r'\r([^\r\n]*)\033\[K', text)
        shown = [frame for frame in frames if 'runs' in frame]
        tap.ok('%d columns: progress with the time left' % width, status == 0 and
               any(re.fullmatch(r'\d of 6 runs, \d+:\d\d:\d\d left', frame) for frame in shown),
               frames)
        tap.ok('%d columns: a line is never full' % width,
               frames and max(len(frame) for frame in frames) < width, frames)
        tap.ok('%d columns: and is gone in the end' % width, frames[-1] == '', frames[-3:])
        rest = re.sub(r'\r[^\r\n]*\033\[K', '', text).replace('\r\n', '\n').split('\n')
        long = [line for line in rest if len(line) > width and not line.startswith('Report:')]
        tap.ok('%d columns: the summary fits' % width, not long and any(
            'erlet' in line for line in rest) and any(line.startswith('Report:') for line in rest),
            long or rest)


def interrupted(folder):
    words = ['compare', 'in.deck', '--integrators', 'verlet,rk4', '--steps', '0.0001:0.001:8',
             '--no-plots', '--jobs', '1']
    for number, name in ((signal.SIGINT, 'Ctrl-C'), (signal.SIGTERM, 'SIGTERM')):
        out = 'stopped-%d' % number
        process = start(folder, words + ['--out', out])
        wait_for(folder.file(out + '/journal'), 3)
        second = tap.avimd(folder, *words, '--out', out) if number == signal.SIGINT else None
        process.send_signal(number)
        said, err = process.communicate(timeout=60)
        tap.ok(name + ' ends it with a word', process.returncode == -number and said == '' and
               'the same command goes on where it stopped' in err, '%s %s' % (process.returncode, err))
        if second is not None:
            tap.ok('two at once in one folder: the second is refused', second.status == 1 and
                   'another process is writing' in second.err and '--out' in second.err, second)
        got = tap.avimd(folder, *words, '--out', out)
        names = [line.split()[0] for line in folder.read(out + '/journal').splitlines()[1:]]
        tap.ok(name + ': it goes on', got.status == 0 and len(names) == len(set(names)) == 16, names)


def full_disk(folder):
    """No file may grow beyond some bytes, as on a disk that is full."""
    words = ['compare', 'in.deck', '--integrators', 'verlet', '--steps', '0.001,0.002', '--no-plots',
             '--out', 'full']
    if '  MPI  ' in tap.avimd(folder, '--version').out:
        tap.skip('a full disk is told', 'MPI itself needs room on the disk')
        return

    def shrink():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))

    process = start(folder, words, preexec_fn=shrink, restore_signals=False)
    err = process.communicate(timeout=60)[1]
    tap.ok('a full disk is told', process.returncode == 1 and 'cannot write' in err and
           'give the same command again' in err, err)
    got = tap.avimd(folder, *words)
    tap.ok('and mended by the same command', got.status == 0 and
           [row['status'] for row in rows(folder, 'full')] == ['ok', 'ok'], got)


def places(folder):
    folder.write('file', '')
    for out in ('file', 'file/inside', '/proc/nowhere/comparison'):
        got = tap.avimd(folder, 'compare', 'in.deck', '--no-plots', '--out', out)
        tap.ok('refused: --out ' + out, got.status == 1 and 'cannot make the folder' in got.err and
               'with --out DIR' in got.err, got)
    got = tap.avimd(folder, 'compare', 'in.nowhere', '--no-plots')
    tap.ok('refused: a deck that is not there', got.status == 1 and 'in.nowhere' in got.err, got)
    for words, wanted in ((['--limit'], 'needs a value'), (['--limit', 'soon'], 'limit'),
                          (['-var', 'cells'], '-var needs a name'),
                          (['--run', '3'], '--run asks for number 3')):
        got = tap.avimd(folder, 'compare', 'in.deck', '--no-plots', '--out', 'wrong', *words)
        tap.ok('refused: ' + ' '.join(words), got.status == 1 and wanted in got.err and
               not os.path.exists(folder.file('wrong/results.csv')), got)


def plans(folder):
    folder.write('plan', 'var cells 1 # smaller\nstarts 2\nrun 2\n')
    words = ['compare', 'in.deck', '--plan', 'plan', '--integrators', 'verlet', '--steps',
             '0.004,0.002', '--no-plots']
    got = tap.avimd(folder, *words, '--dry-run', '--out', 'dry')
    tap.ok('a dry run lists the runs', got.status == 0 and got.err == '' and '4 runs:' in got.out and
           len(re.findall(r'^ +\d  verlet +0.00', got.out, re.M)) == 4, got)
    tap.ok('and leaves nothing', not os.path.exists(folder.file('dry')))
    got = tap.avimd(folder, *words, '--dry-run', '--integrators', 'verlet,avi stap')
    tap.ok('a dry run tries the integrators', got.status == 1 and 'does not begin' in got.err, got)
    folder.write('bad', 'var cells\n')
    got = tap.avimd(folder, 'compare', 'in.deck', '--plan', 'bad', '--dry-run')
    tap.ok('a variable without a value is told with its place', got.status == 1 and
           'bad:1:1' in got.err, got)
    tap.avimd(folder, *words, '--out', 'small')
    tap.avimd(folder, *words, '--out', 'large', '-var', 'cells', '2')
    tap.avimd(folder, *words, '--out', 'tiny', '-var', 'cells', '1')
    energy = [float(rows(folder, out)[0]['energy_start']) for out in ('small', 'large', 'tiny')]
    tap.ok('variables of a plan, and the command line before them', abs(energy[1] - energy[0]) > 1
           and energy[2] == energy[0],
           energy)
    summary = folder.read('large/summary.txt')
    tap.ok('temperatures are held against the first', 'temperature minus that of verlet, step 0.004'
           in summary and re.search(r'verlet +0\.002 .* \d+\.\d: ', summary), summary)


def updates(folder):
    """What is evaluated more often counts more often."""
    tap.avimd(folder, 'compare', 'in.deck', '--integrators',
              'verlet,two=respa 2 3 inner 1 1.1 1.3 outer 2', '--steps', '0.003', '--no-plots',
              '--out', 'counted')
    verlet, two = [float(row['updates']) for row in rows(folder, 'counted')]
    tap.ok('updates of r-RESPA are those of all levels', 1.1 * verlet < two < 4.0 * verlet,
           (verlet, two))


with tap.Folder() as place:
    place.write('in.deck', DECK)
    updates(place)
    plans(place)
    places(place)
    limits(place)
    hanging(place)
    terminal(place)
    interrupted(place)
    full_disk(place)
tap.done()
