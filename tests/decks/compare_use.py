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


def has_terminals():
    """A bare chroot has no pseudo-terminals: devpts is not mounted there."""
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError:
        return False
    return True


def terminal(folder):
    if not has_terminals():
        tap.skip('what a terminal gets', 'this system gives out no pseudo-terminal (devpts)')
        return
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


def summary_of(folder, deck, out, *words):
    folder.write('in.' + out, deck)
    got = tap.avimd(folder, 'compare', 'in.' + out, '--run', '2', '--no-plots', '--out', out, *words)
    return got, folder.read(out + '/summary.txt') if got.status == 0 else ''


def with_fix(line):
    return DECK.replace('fix 1 all nve', line)


WARNING = "exchanges energy: the energy error below is not the integrator's"


def heat(folder):
    """A thermostat's heat is no error of the integrator."""
    for name, line in (('nvt', 'fix 1 all nvt temp 2 2 0.2'),
                       ('tally', 'fix 1 all nve\nfix 2 all langevin 2 2 0.2 777 tally yes'),
                       ('berendsen', 'fix 1 all nve\nfix 2 all temp/berendsen 2 2 0.2'),
                       ('rest', 'fix 1 all nve\nfix 2 all momentum 10 linear 1 1 1'),
                       ('tether', 'fix 1 all nve\nfix 2 all spring/self 20')):
        got, text = summary_of(folder, with_fix(line), name, '--integrators', 'verlet', '--steps',
                               '0.001,0.004')
        rms = [float(row['energy_rms']) for row in rows(folder, name)] if text else []
        tap.ok('energy that fixes account for is no error: ' + name, text and
               'exchange' not in text and 3.0 < rms[1] / rms[0], '%s\n%s' % (got, text))
    for name, line in (('langevin', 'fix 1 all nve\nfix 2 all langevin 4 4 0.1 777'),
                       ('viscous', 'fix 1 all nve\nfix 2 all viscous 0.5'),
                       ('deform', 'fix 1 all nve\nfix 2 all deform 1 x erate 0.05'),
                       ('momentum', 'velocity all set 0.5 0 0 sum yes\nfix 1 all nve\n'
                                    'fix 2 all momentum 1000 linear 1 1 1'),
                       ('setforce', 'group one id 1\nfix 1 all nve\nfix 2 one setforce 0 0 0'),
                       ('addforce', 'variable push equal step/1e3\nfix 1 all nve\n'
                                    'fix 2 all addforce v_push 0 0')):
        got, text = summary_of(folder, with_fix(line), name, '--integrators', 'verlet', '--steps',
                               '0.001,0.004')
        tap.ok('energy that nobody accounts for is told: ' + name, 'fix 2 (%s) %s\n' %
               (name, WARNING) in text and 'does not fall' not in text and
               WARNING.replace("'", '&#39;') in folder.read(name + '/report.html').replace(
                   '&apos;', '&#39;').replace("'", '&#39;'), '%s\n%s' % (got, text))
        tap.ok('and is no explosion: ' + name, text and
               all(row['status'] == 'ok' for row in rows(folder, name)), text)
    got, text = summary_of(folder, with_fix('fix 1 all nve\nfix 2 all viscous 1\n'
                                            'fix 3 all langevin 1 1 1 77'), 'both',
                           '--integrators', 'verlet')
    tap.ok('all of them are named', 'fixes 2 (viscous), 3 (langevin) exchange energy: ' in text, text)


def unfit(folder):
    """Of the integrators that nobody asked for, those that do not begin are left out."""
    deck = with_fix('fix 1 all nvt temp 1 1 0.5')
    got, text = summary_of(folder, deck, 'unfit')
    tap.ok('default integrators that do not begin are left out', got.status == 0 and all(
        '  left out: %s: fix nvt' % name in text for name in ('forest-ruth', 'blanes-moan4', 'rk4'))
        and text.index('forest-ruth') < text.index('rk4') and
        [row['integrator'] for row in rows(folder, 'unfit')] == 4 * ['verlet'] and
        'left out: rk4' in folder.read('unfit/report.html'), '%s\n%s' % (got, text))
    got = summary_of(folder, deck, 'unfit')[0]
    tap.ok('and again when the command is repeated', got.status == 0 and
           folder.read('unfit/journal').count('\n') == 5, got)
    got, text = summary_of(folder, with_fix('fix 1 all nve\nfix 2 all viscous 0.1'), 'some')
    tap.ok('and the others stay', [row['integrator'] for row in rows(folder, 'some')] ==
           4 * ['verlet'] + 4 * ['rk4'], '%s\n%s' % (got, text))
    got = tap.avimd(folder, 'compare', 'in.unfit', '--dry-run')
    tap.ok('a dry run says so too', got.status == 0 and '4 runs:' in got.out and
           'left out: rk4: fix nvt' in got.out, got)
    got = summary_of(folder, deck, 'named', '--integrators', 'verlet,rk4')[0]
    tap.ok('one that was named is an error', got.status == 1 and "'rk4'" in got.err, got)


def floors(folder):
    words = ['--integrators', 'verlet,blanes-moan4', '--steps', '0.001,0.004']
    jumps = DECK.replace('lj/smooth/linear 1.6', 'lj/cut 1.5')
    text = summary_of(folder, jumps, 'jumps', *words)[1]
    tap.ok('an error that does not fall with the step is told', re.search(
        r'  the error does not fall with the step \(.*blanes-moan4\):\n  the potential may jump at its '
        r'cutoff \(pair_modify shift yes, or lj/smooth/linear\)\n', text) and 'does not fall with the step' in
        folder.read('jumps/report.html'), text)
    text = summary_of(folder, DECK, 'falls', *words)[1]
    tap.ok('and one that falls is not', text and 'does not fall' not in text, text)


def sayings(folder):
    """The summary says what its numbers are."""
    got, text = summary_of(folder, DECK, 'slow', '--integrators', 'verlet', '--steps', '1e-7,2e-7',
                           '--limit', '0.2')
    tap.ok('where no run reached its end it says that', 'no run reached its end' in text and
           'kept its energy' not in text, '%s\n%s' % (got, text))
    got, text = summary_of(folder, DECK, 'two', '--integrators', 'verlet', '--steps', '0.004',
                           '--starts', '2')
    tap.ok('which standard error it is', 'standard errors over them' not in text and
           'scatter over starts, or that by blocking' in text, text)
    got, text = summary_of(folder, DECK, 'one', '--integrators', 'verlet', '--steps', '0.004',
                           '--verbose')
    said = re.search(r'start 0: ok, energy error (\S+), ', got.out)
    tap.ok('--verbose tells the number of the table', said and
           re.search(r'verlet +0\.004 +(\S+) ', text).group(1) == said.group(1), got)


def read_only():
    """Where nothing can be written the message says so, by the folder that could not be made."""
    def other_user():
        if os.getuid() == 0: # may write everywhere
            os.setgid(65534)
            os.setuid(65534)

    with tap.Folder() as folder:
        program = folder.file('avimd')
        shutil.copy(tap.AVIMD, program)
        os.chmod(program, 0o755)
        os.mkdir(folder.file('closed'))
        folder.write('closed/in.deck', DECK)
        os.chmod(folder.path, 0o755)
        cases = [('a folder that is closed', [], "cannot make the folder '%s': Permission denied" %
                  folder.file('closed/comparison'), None),
                 ('a results folder that is closed', [], "journal': Permission denied", 'comparison'),
                 ('a file of its name', ['--out', 'in.deck'], "in.deck': there is a file of this name", None)]
        for name, words, part, made in cases:
            if made:
                for sub in '', '/runs', '/files':
                    os.chmod(folder.file('closed'), 0o755)
                    os.mkdir(folder.file('closed/' + made + sub))
                os.chmod(folder.file('closed/' + made), 0o555)
            os.chmod(folder.file('closed'), 0o555)
            try:
                got = subprocess.run([program, 'compare', 'in.deck', '--integrators', 'verlet', '--steps',
                                      '0.004'] + words, cwd=folder.file('closed'), preexec_fn=other_user,
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True,
                                     timeout=60, env=dict(os.environ, OMPI_MCA_orte_tmpdir_base='/tmp'))
            except OSError as error:
                tap.skip('compare in ' + name, 'no other user can run the program: %s' % error)
                continue
            tap.ok('compare in ' + name, got.returncode == 1 and part in got.stderr and
                   '--out DIR' in got.stderr, got.stderr)
        os.chmod(folder.file('closed'), 0o755)


with tap.Folder() as place:
    read_only()
    place.write('in.deck', DECK)
    heat(place)
    unfit(place)
    floors(place)
    sayings(place)
    updates(place)
    plans(place)
    places(place)
    limits(place)
    hanging(place)
    terminal(place)
    interrupted(place)
    full_disk(place)
tap.done()
