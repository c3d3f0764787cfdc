# SPDX-License-Identifier: GPL-3.0-or-later
"""Averaging fixes: they change no trajectory, survive restarts to the last bit, lose nothing when the
disk is full or the user stops, and their standard errors are those of their samples."""
import math
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

SYSTEM = '''units lj
lattice fcc 0.8442
region cube block 0 4 0 4 0 4
create_box 2 cube
create_atoms 1 box
set type 1 type/fraction 2 0.3 12393
mass * 1.0
velocity all create 3.0 87287
'''
RULES = '''pair_style lj/cut 2.5
pair_coeff * * 1.0 1.0
fix move all nve
'''
AVERAGES = '''group two type 2
compute m all msd com yes
compute ma all msd average yes
compute va two vacf
compute r all rdf 12 1 2 cutoff 3.1
compute b all chunk/atom bin/1d x lower 1.1 units box
compute k all chunk/atom type compress yes
variable t equal temp
fix a all ave/time 2 4 10 c_thermo_temp c_m[4] v_t file a.txt format %.17g
fix b all ave/time 1 7 10 c_m[4] c_ma[4] c_va[4] ave running file b.txt error yes format %.17g
fix c all ave/time 5 2 10 c_r[*] mode vector ave window 3 file c.txt format %.17g
fix d all ave/chunk 2 5 20 b density/number vx temp file d.txt ave running format %.17g
fix e two ave/chunk 3 3 9 k temp file e.txt norm sample format %.17g
fix q all ave/correlate 3 6 18 c_thermo_press v_t type full file q.txt format %.17g
fix v all vector 4 v_t c_m[4]
variable s equal sum(f_v[1])
fix p all print 6 "$(step) $(v_s:%.17g)" file p.txt screen no
fix o all ave/time 5 1 5 c_thermo_temp ave running file o.txt overwrite format %.17g
'''
FILES = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'p.txt', 'o.txt', 'q.txt']


def deck(folder, name, text, *words):
    folder.write(name, text)
    return tap.avimd(folder, '-in', name, '-log', name + '.log', *words)


def last_state(name):
    return 'dump %s all custom 1000000 %s id x y z vx vy vz\ndump_modify %s sort id first yes format float %%.17g' \
        '\nrun 0\n' % (name, name + '.dump', name)


def test_trajectory(folder):
    plain = deck(folder, 'plain', SYSTEM + RULES + 'run 47\n' + last_state('u'))
    with_them = deck(folder, 'averaged', SYSTEM + RULES + AVERAGES + 'run 47\n' + last_state('w'))
    tap.ok('both run', plain.status == 0 and with_them.status == 0, '%s\n%s' % (plain, with_them))
    tap.ok('averages change no trajectory', folder.read('u.dump') == folder.read('w.dump'))


def test_resume(folder):
    """Files and values after an interrupted run are those of the whole one, byte for byte."""
    whole = deck(folder, 'whole', SYSTEM + RULES + AVERAGES + 'run 83\n')
    tap.ok('a whole run', whole.status == 0, whole)
    wanted = {f: folder.read(f) for f in FILES}
    for name in FILES:
        os.remove(folder.file(name))
    part = deck(folder, 'part', SYSTEM + RULES + AVERAGES + 'restart 37 kept\nrun 60\n')
    tap.ok('one that stops after its restart file', part.status == 0, part)
    rest = deck(folder, 'rest', 'read_restart kept.37\n' + RULES + AVERAGES + 'run 83 upto\n')
    tap.ok('and goes on', rest.status == 0 and 'Resuming' in rest.out, rest)
    for name in FILES:
        tap.ok('%s is continued' % name, folder.read(name) == wanted[name],
               '%s\nnot\n%s' % (folder.read(name)[-600:], wanted[name][-600:]))


def test_full_disk(folder):
    for line in ['fix a all ave/time 1 1 1 c_thermo_temp file /dev/full',
                 'fix a all print 2 "hello" file /dev/full',
                 'compute b all chunk/atom type\nfix a all ave/chunk 1 1 1 b vx file /dev/full']:
        r = deck(folder, 'full', SYSTEM + RULES + line + '\nrun 5\n', '-screen', 'none')
        tap.ok('a full disk: ' + line.splitlines()[-1],
               r.status != 0 and "cannot write '/dev/full'" in r.err and 'full:' in r.err, r)
    r = deck(folder, 'nowhere', SYSTEM + RULES + 'fix a all ave/time 1 1 1 c_thermo_temp file no/where\n'
             'run 5\n', '-screen', 'none')
    tap.ok('a file that cannot be opened', r.status != 0 and "cannot open 'no/where'" in r.err, r)


def test_check(folder):
    before = set(os.listdir(folder.path)) | {'checked', 'checked.log'}
    r = deck(folder, 'checked', (SYSTEM + RULES + AVERAGES + 'thermo_style custom step f_a[*] f_b[6] '
                                 'f_c[3][2] f_d[2][3] v_s\nrun 50\n').replace('.txt', '.check'), '--check')
    tap.ok('--check finds nothing wrong', r.status == 0, r)
    tap.ok('and writes no file', set(os.listdir(folder.path)) <= before)


def test_interrupt(folder):
    folder.write('long', SYSTEM + RULES + AVERAGES.replace('.txt', '.long') + 'run 100000000\n')
    process = subprocess.Popen([tap.AVIMD, '-in', 'long', '-log', 'none'], cwd=folder.path,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    for _ in range(600):
        time.sleep(0.1)
        if os.path.exists(folder.file('b.long')) and len(folder.read('b.long').splitlines()) > 10:
            break
    process.send_signal(signal.SIGINT)
    out = process.communicate(timeout=60)[0]
    step = int(tap.tables(out)[-1][1][-1][0])
    lines = folder.read('b.long').splitlines()
    tap.ok('Ctrl-C loses nothing',
           [int(row.split()[0]) for row in lines[2:]] == list(range(10, step + 1, 10))
           and all(len(row.split()) == 7 for row in lines[2:]), out[-2000:])


def blocked_error(samples):
    """The error of the mean by blocking, worked out from all samples at once."""
    number, length, single, best = len(samples), 1, None, 0.0
    while len(samples) >= 2:
        n = len(samples)
        mean = sum(samples) / n
        error = math.sqrt(sum((x - mean) ** 2 for x in samples) / (n * (n - 1.0)))
        single = single or error
        if length ** 3 > 2.0 * number * (error / single) ** 4:
            return error
        best = max(best, error)
        samples = [0.5 * (a + b) for a, b in zip(samples[0::2], samples[1::2])]
        length *= 2
    return best


def test_errors(folder):
    r = deck(folder, 'errors', SYSTEM + RULES + '''variable t equal temp
fix p all print 2 "$(v_t:%.17g)" file samples.txt screen no
fix a all ave/time 2 50 100 c_thermo_temp c_thermo_pe ave running error yes file err.txt format %.17g
fix b all ave/time 2 50 100 c_thermo_temp error yes file one.txt format %.17g
thermo_style custom step f_a[1] f_a[3] f_b f_b[2]
thermo_modify norm no
thermo 100
run 300
''')
    tap.ok('standard errors', r.status == 0, r)
    samples = [float(x) for x in folder.read('samples.txt').splitlines()[1:]][1:]
    rows = [[float(x) for x in row.split()] for row in folder.read('err.txt').splitlines()[2:]]
    ones = [[float(x) for x in row.split()] for row in folder.read('one.txt').splitlines()[2:]]
    tap.ok('the head names them', folder.read('err.txt').splitlines()[1] ==
           '# TimeStep c_thermo_temp c_thermo_pe error(c_thermo_temp) error(c_thermo_pe)')
    for k, row in enumerate(rows):
        part = samples[:50 * (k + 1)]
        tap.ok('of the first %d samples' % len(part),
               abs(row[3] / blocked_error(part) - 1) < 1e-9 and abs(row[1] / (sum(part) / len(part)) - 1) < 1e-12,
               (row, blocked_error(part)))
        part = samples[50 * k:50 * (k + 1)]
        tap.ok('of window %d alone' % (k + 1), abs(ones[k][2] / blocked_error(part) - 1) < 1e-9)
    shown = tap.tables(folder.read('errors.log'))[0][1][-1]
    tap.ok('rows can show them', abs(float(shown[2]) / rows[-1][3] - 1) < 1e-7
           and abs(float(shown[4]) / ones[-1][2] - 1) < 1e-7, shown)


def test_the_last_rows(folder):
    r = deck(folder, 'nmax', SYSTEM + RULES + '''variable n equal step
variable m equal -step
fix v all vector 2 v_n nmax 3
fix w all vector 1 v_n v_m nmax 2
run 9
print "only $(f_v[1]) $(f_v[2]) $(f_v[3]) $(f_w[1][1]) $(f_w[2][1]) $(f_w[2][2])"
''')
    tap.ok('fix vector keeps the last rows', '\nonly 4 6 8 8 9 -9\n' in r.out, r)


def test_sums_per_atom(folder):
    r = deck(folder, 'sumabs', SYSTEM + RULES + '''compute s all reduce sumabs vx
compute a all reduce aveabs vx
compute m all reduce maxabs vx
thermo_style custom step c_s c_a c_m
thermo_modify norm yes format float %.12g
run 0
thermo_modify norm no
run 0
''')
    rows = [t[1][0] for t in tap.tables(r.out)]
    tap.ok('of magnitudes only sums are shown per atom', len(rows) == 2 and rows[0][1] == rows[0][2] ==
           rows[1][2] and rows[0][3] == rows[1][3]
           and abs(float(rows[1][1]) / float(rows[0][1]) - 256) < 1e-7, rows)


def main():
    for test in (test_trajectory, test_resume, test_full_disk, test_check, test_interrupt, test_errors,
                 test_the_last_rows, test_sums_per_atom):
        with tap.Folder() as folder:
            test(folder)
    tap.done()


if __name__ == '__main__':
    main()
