# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line: LAMMPS's spellings and ours, exit statuses, signals, closed and full outputs."""
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

DECK = '''
units lj
variable T index 1.44
lattice fcc 0.8442
region box block 0 4 0 4 0 4
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create ${T} 87287
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
fix 1 all nve
thermo 5
run 10
print "T was ${T}"
'''
ENDLESS = DECK.replace('run 10', 'thermo 1000\nrun 2000000000')


def case(name, words, status=0, out=(), err=(), stdin=None, deck=DECK, files=(), without=()):
    """One command line in a folder that holds in.deck; texts that must (not) be in its outputs."""
    with tap.Folder() as folder:
        folder.write('in.deck', deck)
        got = tap.avimd(folder, *words, stdin=stdin)
        wrong = [] if got.status == status else ['exit status %s, not %s' % (got.status, status)]
        wrong += ['no "%s" on standard output' % text for text in out if text not in got.out]
        wrong += ['no "%s" on standard error' % text for text in err if text not in got.err]
        wrong += ['"%s" is there' % text for text in without if text in got.out + got.err]
        for path, text in files:
            if text is None and os.path.exists(folder.file(path)):
                wrong.append('there is a file ' + path)
            elif text is not None and not os.path.exists(folder.file(path)):
                wrong.append('there is no file ' + path)
            elif text is not None and text not in folder.read(path):
                wrong.append('no "%s" in %s' % (text, path))
        tap.ok(name, not wrong, '\n'.join(wrong + [str(got)]))


ROWS = ['Step', 'Loop time of', 'Total wall time: 0:00:0']


def decks():
    case('a deck as a plain word', ['in.deck'], out=ROWS, files=[('log.avimd', 'Loop time of')])
    for option in '-in', '-i', '--in', '--i':
        case('a deck after ' + option, [option, 'in.deck'], out=ROWS)
    case('--in=DECK', ['--in=in.deck'], out=ROWS)
    case('a deck on standard input', [], stdin=DECK, out=ROWS)
    case('a dash is standard input', ['-'], stdin=DECK, out=ROWS)
    case('an error on standard input', [], stdin='units lj\nlatice fcc 1\n', status=1,
         err=['(standard input):2:1: error:', "did you mean 'lattice'?"])
    case('a binary on standard input', [], stdin='units\0lj\n', status=1, err=['zero byte'])
    case('two decks', ['in.deck', 'other'], status=2, err=["'in.deck'", "'other'"])
    case('a missing deck', ['in.nowhere'], status=1, err=['in.nowhere', 'No such file'])
    case('a folder as deck', ['.'], status=1, err=['error:'])
    case('an empty deck', ['in.deck'], deck='', out=['Total wall time'])


def outputs():
    for option in '-log', '-l', '--log':
        case(option + ' FILE', [option, 'my.log', '-in', 'in.deck'],
             files=[('my.log', 'Total wall time'), ('log.avimd', None)])
    case('-log none', ['-log', 'none', '-in', 'in.deck'], files=[('log.avimd', None),
                                                                ('none', None)])
    case('-log in a missing folder', ['-log', 'no/my.log', '-in', 'in.deck'], status=1,
         err=['no/my.log', 'No such file'])
    for option in '-screen', '-sc':
        case(option + ' none', [option, 'none', '-in', 'in.deck'], without=['Step'],
             files=[('log.avimd', 'Step')])
        case(option + ' FILE', [option, 'text', '-in', 'in.deck'], without=['Step'],
             files=[('text', 'Total wall time')])
    case('-screen in a missing folder', ['-screen', 'no/text', '-in', 'in.deck'], status=1,
         err=['no/text'])
    case('echo is in the log alone', ['in.deck'], without=['pair_coeff'],
         files=[('log.avimd', 'pair_coeff 1 1 1.0 1.0')])
    case('-echo screen', ['-echo', 'screen', '-in', 'in.deck'], out=['pair_coeff 1 1 1.0 1.0'])
    case('-e both', ['-e', 'both', '-in', 'in.deck'], out=['pair_coeff 1 1 1.0 1.0'],
         files=[('log.avimd', 'pair_coeff 1 1 1.0 1.0')])
    case('-e none', ['-e', 'none', '-in', 'in.deck'], without=['pair_coeff'])
    case('-echo of something else', ['-echo', 'scren', '-in', 'in.deck'], status=2,
         err=["'scren'", "did you mean 'screen'?"])
    case('no colours in a file', ['in.deck'], deck='units lk\n', status=1, without=['\033'])


def variables():
    case('-var replaces an index variable', ['-var', 'T', '2.5', '-in', 'in.deck'],
         out=['T was 2.5'])
    case('-v with several values', ['-v', 'T', '0.5', '0.7', '-in', 'in.deck'], out=['T was 0.5'])
    case('a negative value', ['-in', 'in.deck', '-var', 'a', '-3.5'],
         deck='print "a is ${a}"\n', out=['a is -3.5'])
    case('-var without a value', ['-in', 'in.deck', '-var', 'T'], status=2, err=['T', 'value'])
    case('-var without anything', ['-in', 'in.deck', '-var'], status=2, err=['-var'])
    case('-var with a wrong name', ['-in', 'in.deck', '-var', 'a b', '1'], status=1, err=['a b'])


def information():
    case('--version', ['--version'], out=['AviMD', 'compiler', 'flags', 'GSL', 'zlib', 'OpenMP',
                                          'kernels'])
    for option in '--help', '-help', '-h':
        case(option, [option], out=['Usage: avimd [options] DECK', '-echo', '--threads'])
    case('--help STYLE', ['--help', 'lj/cut'], out=['lj/cut', 'Usage:'])
    case('--help COMMAND', ['--help', 'run'], out=['run', 'Usage:'])
    case('--help KIND STYLE', ['--help', 'fix', 'nvt'], out=['nvt (fix)'], without=['(compute)'])
    case('--help COMMAND STYLE', ['--help', 'pair_style', 'morse'], out=['morse (pair)'],
         without=['(bond)'])
    case('--help of a style with a suffix', ['--help', 'lj/cut/gpu'], out=['lj/cut (pair)'])
    case('--help of a style of another kind', ['--help', 'fix', 'lj/cut'], status=2, err=["'fix lj/cut'"])
    for word in 'compare', 'coverage', 'manual', 'convert':
        case('--help ' + word, ['--help', word], out=['avimd ' + word])
    case('--help lists all kinds', ['--help'], out=['min_style'])
    case('--help of nothing known', ['--help', 'lj/cutt'], status=2, err=["did you mean 'lj/cut'?"])
    case('--list', ['--list'], out=['Commands:', 'Pair styles:', 'lj/cut', 'Fix styles:', 'nve',
                                    'pair_coeff', 'jump', 'etotal', 'metal', 'block', 'verlet'])
    case('--list pair', ['--list', 'pair'], out=['lj/cut'], without=['Commands'])
    case('--list of nothing known', ['--list', 'pairs'], status=2, err=["'pairs'",
                                                                       "did you mean 'pair'?"])


def options():
    case('--threads 2', ['--threads', '2', 'in.deck'], out=['2 threads'])
    for wrong in '0', 'two', '1.5', '99999', '-1':
        case('--threads ' + wrong, ['--threads', wrong, 'in.deck'], status=2,
             err=["'%s'" % wrong, '1 to 1024'])
    with tap.Folder() as folder:
        folder.write('in.deck', DECK)
        got = tap.avimd(folder, 'in.deck', env={'OMP_NUM_THREADS': '99999999'})
        tap.ok('OMP_NUM_THREADS beyond reason: a warning', got.status == 0
               and 'WARNING: 99999999 threads are too many' in got.out and '(1024 threads' in got.out,
               got)
    case('--threads without number', ['--threads'], status=2, err=['--threads'])
    case('an unknown option', ['-scren', 'none', 'in.deck'], status=2,
         err=["'-scren'", "did you mean '-screen'?"])
    case('an unknown option far from all', ['--qqqqqq', 'in.deck'], status=2, err=["'--qqqqqq'"],
         without=['did you mean'])
    case('-nocite', ['-nocite', '-in', 'in.deck'], out=ROWS)
    case('-sf opt', ['-sf', 'opt', '-in', 'in.deck'], out=ROWS, err=["note: '-sf' has no effect"])
    case('-suffix hybrid', ['-suffix', 'hybrid', 'omp', 'opt', 'in.deck'], out=ROWS)
    case('-pk omp 2', ['-pk', 'omp', '2', '-in', 'in.deck'], out=ROWS)
    case('-partition', ['-partition', '2x1', '-in', 'in.deck'], status=2, err=["'-partition'"])
    case('an option that takes no value', ['--check=yes', 'in.deck'], status=2, err=['--check=yes'])


def check_forces():
    tight = DECK.replace('units lj', 'units lj\nboundary p p f') \
        .replace('fix 1', 'fix w all wall/lj93 zlo -1.0 1 1 2.5\nfix 1')
    walled = tight.replace('0 4 0 4 0 4', '0 4 0 4 -1 5\nregion core block 0 4 0 4 0 4') \
        .replace('create_atoms 1 box', 'create_atoms 1 region core')
    worst = ['Checking forces', 'lj/cut', 'wall/lj93', 'worst ', 'of the largest force', ': atom ',
             'components compared']
    case('--check-forces', ['--check-forces', 'in.deck'], deck=walled, out=worst,
         without=['Loop time', 'T was'])
    case('--check-forces of a deck without a run', ['--check-forces', 'in.deck'],
         deck=walled.replace('run 10', ''), out=worst + ['T was'])
    case('check forces in a deck', ['in.deck'], out=worst + ['Loop time', 'T was'],
         deck=walled.replace('run 10', 'check forces configurations 3\nrun 10'))
    case('check forces of a table, whose forces are no exact derivatives', ['in.deck'],
         deck=walled.replace('run 10', 'pair_write 1 1 300 r 0.5 2.5 t.table LJ\n'
                             'pair_style table linear 500\npair_coeff * * t.table LJ\n'
                             'check forces configurations 3\nrun 10'),
         out=['table', 'single pairs', 'no exact derivatives', 'Loop time'])
    case('check forces that cannot compare anything', ['in.deck'], status=1,
         deck=tight.replace('run 10', 'check forces\nrun 10'),
         err=['in.deck:', 'lj/cut', 'none of the 10', 'left the box'], without=['Loop time'])
    case('check of something else', ['in.deck'], deck=walled.replace('run 10', 'check forcs'),
         status=1, err=["'forcs'", "did you mean 'forces'?"])
    case('--check-forces before there are any', ['--check-forces', 'in.deck'], status=1,
         deck='units lj\nregion b block 0 4 0 4 0 4\ncreate_box 1 b\nmass 1 1\n',
         err=['no potentials yet'])


def checking():
    case('--check of a good deck', ['--check', 'in.deck'], out=['in.deck: no errors found'],
         without=['Step', 'Loop time'], files=[('log.avimd', None)])
    case('--check of three errors', ['--check', 'in.deck'], status=1,
         deck=DECK.replace('fcc 0.8442', 'fcb 0.8442').replace('mass 1 1.0', 'mass 1 heavy')
         .replace('thermo 5', 'thermoo 5'),
         out=['in.deck: 3 errors'],
         err=['in.deck:4:9: error:', "did you mean 'fcc'?", 'in.deck:8:8: error:', "'heavy'",
              'in.deck:13:1: error:', "did you mean 'thermo'?"])
    case('--check writes nothing', ['--check', 'in.deck'],
         deck=DECK.replace('run 10', 'dump d all atom 1 d.dump\nrun 10\nwrite_data d.data\n'
                           'log other.log\nprint "x" file printed'),
         files=[('d.dump', None), ('d.data', None), ('other.log', None), ('printed', None)])
    case('--check of an error', ['--check', 'in.deck'], deck='units lj\nlatice fcc 1\n', status=1,
         out=['in.deck: 1 error\n'])


def endings():
    case('quit', ['in.deck'], deck='print one\nquit\nprint two\n', out=['one'], without=['two'])
    case('quit 7', ['in.deck'], deck='print one\nquit 7\n', status=7, out=['one'])
    case('shell is refused', ['in.deck'], deck='shell touch made\n', status=1, err=['--allow-shell'],
         files=[('made', None)])
    case('--allow-shell', ['--allow-shell', 'in.deck'], deck='shell touch made\n',
         files=[('made', '')])
    case('an error stops the run', ['in.deck'], deck='print one\nbogus 1\nprint two\n', status=1,
         out=['one'], err=['in.deck:2:1: error:', "'bogus'"], without=['two', 'Total wall time'],
         files=[('log.avimd', 'bogus')])


def wait_for(folder, name, text, seconds=20):
    end = time.time() + seconds
    while time.time() < end:
        if os.path.exists(folder.file(name)) and text in folder.read(name):
            return True
        time.sleep(0.05)
    return False


def heed_signals():
    """Under nohup the program would inherit deafness for SIGHUP, and respect it."""
    for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
        signal.signal(number, signal.SIG_DFL)


def interrupted(number, repeats, thermo='thermo 100', every=''):
    """Exit status and log of an endless run that is sent a signal when its rows have begun."""
    with tap.Folder() as folder:
        folder.write('in.deck', ENDLESS.replace('run 2000000000', 'run 2000000000' + every).replace(
            'thermo 1000', thermo + '\nthermo_modify flush yes'))
        # Nobody reads its screen while it runs: what it writes there must not fill the pipe.
        process = subprocess.Popen([tap.AVIMD, '--threads', '1', '-screen', 'none', 'in.deck'],
                                   cwd=folder.path,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, preexec_fn=heed_signals)
        if not wait_for(folder, 'log.avimd', '\n       100 '):
            process.kill()
            return 'no row of step 100', process.communicate()[0].decode(), ''
        for _ in range(repeats):
            process.send_signal(number)
        try:
            out = process.communicate(timeout=30)[0].decode()
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return 'timeout', '', ''
        return process.returncode, out, folder.read('log.avimd')


def signals():
    for name, number in ('Ctrl-C', signal.SIGINT), ('SIGTERM', signal.SIGTERM), \
            ('SIGHUP', signal.SIGHUP):
        status, out, log = interrupted(number, 1)
        rows = tap.tables(log)
        tap.ok('%s finishes the step: status %d' % (name, 128 + number), status == 128 + number,
               '%s\n%s' % (status, out[-2000:]))
        tap.ok('%s leaves a readable log' % name, rows and len(rows[0][1]) > 1, log[-2000:])
    status, out, _ = interrupted(signal.SIGINT, 1, thermo='thermo 1')
    tap.ok('Ctrl-C between rows of every step', status == 130, '%s\n%s' % (status, out[-500:]))
    status, out, _ = interrupted(signal.SIGINT, 1, every=' every 1 NULL')
    tap.ok('Ctrl-C between pieces of one step', status == 130, '%s\n%s' % (status, out[-500:]))
    status, out, _ = interrupted(signal.SIGINT, 2)
    tap.ok('a second Ctrl-C stops at once', status in (-signal.SIGINT, 130), status)


def broken_outputs():
    with tap.Folder() as folder:
        folder.write('in.deck', DECK)
        full = os.path.exists('/dev/full')
        shell = {
            'standard output is a full disk': '"$AVIMD" in.deck >/dev/full',
            '--version on a full disk': '"$AVIMD" --version >/dev/full',
            '--list on a full disk': '"$AVIMD" --list >/dev/full',
            'standard output is closed': '"$AVIMD" in.deck >&-',
            '--help on a closed standard output': '"$AVIMD" --help >&-',
        }
        for name, command in shell.items():
            if '/dev/full' in command and not full:
                tap.skip(name, 'there is no /dev/full')
                continue
            got = tap.run(['sh', '-c', command], folder, env={'AVIMD': tap.AVIMD})
            tap.ok('%s: an error' % name, got.status == 1 and 'error:' in got.err, got)
        got = tap.run(['sh', '-c', '"$AVIMD" in.deck 2>&- <&-'], folder, env={'AVIMD': tap.AVIMD})
        tap.ok('standard error and input are closed: no harm', got.status == 0, got)
        tap.ok('nothing but the log is in the log',
               folder.read('log.avimd').startswith('AviMD '), folder.read('log.avimd')[:200])


def main():
    decks()
    outputs()
    variables()
    information()
    options()
    checking()
    check_forces()
    endings()
    signals()
    broken_outputs()
    tap.done()


main()
