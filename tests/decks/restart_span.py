#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run that goes on from a restart file: ramps, deform and formulas of the run's span go on bit for bit
when it ends where the interrupted run would have; else it is a new run, and a warning names what starts
again.  In no case does the box jump."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

START = '''units lj
lattice fcc 0.8442
region box block 0 3 0 3 0 3
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.5 87287
pair_style lj/cut 2.0
pair_coeff 1 1 1.0 1.0
'''
HEAD = 'neighbor 0.3 bin\nthermo 1\n'
COLUMNS = 'thermo_style custom step lx ly lz temp elaplong%s\nthermo_modify format float %%.16g\n'
FIRST, AT, LAST = 7, 20, 47

# Styles of deform.  With N = 3 the box lags behind the step at which the file is written.
DEFORM = {
    'final': 'deform 1 x final -0.2 5.5 units box',
    'delta': 'deform 1 x delta -0.1 0.4 units box',
    'scale': 'deform 1 y scale 0.9',
    'vel': 'deform 1 x vel 1.0 units box',
    'erate': 'deform 1 x erate 0.5',
    'erate, every 3 steps': 'deform 3 x erate 0.5',
    'trate': 'deform 1 z trate -0.4',
    'volume': 'deform 1 x erate 0.5 y volume z volume',
    'volume of two': 'deform 1 x erate 0.5 y scale 0.95 z volume',
    'wiggle': 'deform 1 x wiggle 0.3 0.4 units box',
    'variable with ramp()': 'deform 1 x variable v_size v_rate',
    'variable of the step': 'deform 1 x variable v_steady v_rate',
    'remap v': 'deform 1 x erate 0.5 remap v',
}
RAMPS = {
    'nvt': 'nvt temp 1.0 3.0 0.1',
    'npt': 'npt temp 1.0 3.0 0.1 iso 1.0 9.0 0.5',
    'npt, pressure only': 'npt temp 1.0 1.0 0.1 aniso 1.0 9.0 0.5',
    'nph': 'nph iso 1.0 9.0 0.5',
    'langevin': 'langevin 1.0 3.0 0.1 4711',
    'langevin gjf': 'langevin 1.0 3.0 0.1 4711 gjf vhalf',
    'temp/rescale': 'temp/rescale 2 1.0 3.0 0.01 1.0',
    'temp/berendsen': 'temp/berendsen 1.0 3.0 0.1',
    'press/berendsen': 'press/berendsen iso 1.0 9.0 0.5 modulus 20',
}
# Formulas of the span, in a force and in a fix that adapts nothing else.
FORMULAS = {'ramp': 'ramp(0,3)', 'vdisplace': 'vdisplace(0,20)', 'swiggle': 'swiggle(0,2,0.3)',
            'cwiggle': 'cwiggle(0,2,0.3)', 'elapsed': 'elapsed/10', 'elaplong': 'elaplong/10'}
# Nothing of the span.
STEADY = {'nvt': 'nvt temp 1.0 1.0 0.1', 'viscous': 'viscous 0.1'}

REST = ['run 27', 'run 47 upto', 'run 47 upto start 7 stop 47', 'run 27 stop 47']
REST_IN_PIECES = ['run 27 every 10 NULL', 'run 47 upto every 9 "print piece"']
NEW = ['run 40', 'run 60 upto', 'run 40 every 20 NULL', 'run 10']
GIVEN = ['run 40 start 3 stop 80', 'run 47 upto start 0', 'run 47 upto stop 90']


def deck(folder, text):
    folder.write('deck', text)
    return tap.avimd(folder, '-in', 'deck', '-log', 'none')


def rows(r):
    """Numbers of all thermo rows by step, the last row of a step."""
    found = {}
    for line in r.out.splitlines():
        words = line.split()
        if len(words) > 5 and re.fullmatch(r'\d+', words[0]) and all(
                re.fullmatch(r'[-+.\deE]+', w) for w in words):
            found[int(words[0])] = [float(w) for w in words[1:]]
    return found


def jump(table, reference):
    """The largest change of a box length in one step, over the largest that the whole run has."""
    def largest(rows_of):
        steps = sorted(rows_of)
        return max([abs(rows_of[b][k] - rows_of[a][k]) for a, b in zip(steps, steps[1:])
                    for k in range(3)] + [0.0])
    return largest(table) / (largest(reference) + 1e-12)


def lines(style, formula='ramp(0,0.5)'):
    move = '' if style.split()[0] in ('nvt', 'npt', 'nph') else 'fix 1 all nve\n'
    return (HEAD + 'variable size equal ramp(0,0.5)\nvariable rate equal 0.5\n'
            'variable steady equal 0.01*step-0.01*%d\n' % FIRST + 'variable push equal %s\n' % formula
            + COLUMNS % '' + move + 'fix it all %s\n' % style)


def whole(folder, style, formula='ramp(0,0.5)', run='run 40'):
    text = lines(style, formula)
    r = deck(folder, START + text + 'run %d\nrestart %d part.*\nrestart %d end spare\n' % (FIRST, AT, LAST)
             + run + '\n')
    return text, r


def content(folder, name):
    with open(folder.file(name), 'rb') as data:
        return data.read()


def continued(folder, text, run, reference, strict=True):
    """Resumed at AT: why it is not the rest of the run, or None; and the result."""
    r = deck(folder, 'read_restart part.%d\n' % AT + text + 'restart %d again spare2\n' % LAST + run + '\n')
    if r.status != 0 or 'Resuming' not in r.out:
        return 'not resumed', r
    if 'WARNING' in r.out:
        return 'a warning', r
    table, old = rows(r), rows(reference)
    pieces = 'every' in run
    for step in table:
        if table[step][:3] != old[step][:3] and not pieces:
            return 'other box at step %d' % step, r
        if pieces and strict and max(abs(a - b) for a, b in zip(table[step][:3], old[step][:3])) > 1e-6:
            return 'other box at step %d' % step, r
    if pieces and jump(table, old) > 2.0:
        return 'a jump', r
    if not pieces and content(folder, 'again') != content(folder, 'end'):
        return 'another end', r
    return None, r


def test_rest(folder):
    cases = dict(('deform ' + k, (v, 'ramp(0,0.5)')) for k, v in DEFORM.items())
    cases.update((k, (v, 'ramp(0,0.5)')) for k, v in RAMPS.items())
    cases.update((k + '()', ('addforce v_push 0 0', v)) for k, v in FORMULAS.items())
    for name, (style, formula) in cases.items():
        text, r = whole(folder, style, formula)
        bad = [] if r.status == 0 else [r]
        for run in (REST + REST_IN_PIECES) if not bad else []:
            why, got = continued(folder, text, run, r, 'press' not in style and 'np' not in style)
            if why:
                bad.append((run, why, got.out[-1500:], got.err))
        tap.ok('%s goes on bit for bit' % name, not bad, bad[:2])


def test_new(folder):
    for name, style in list(DEFORM.items()) + list(RAMPS.items()):
        text, whole_run = whole(folder, style)
        bad = [] if whole_run.status == 0 else [whole_run]
        reference = rows(whole_run)
        for run in NEW + GIVEN + ['run 0\nrun 20']:
            for change in ['', 'neighbor 0.31 bin\n']:  # resumed and not
                r = deck(folder, 'read_restart part.%d\n' % AT + text + change + run + '\n')
                table = rows(r)
                named = 'fix it (%s)' % style.split()[0] in r.out and "'run 47 upto'" in r.out
                if r.status != 0 or jump(table, reference) > 4.0:
                    bad.append((run, change, 'jump %g' % jump(table, reference), r.out[-3000:], r.err))
                elif run not in GIVEN and not ('WARNING' in r.out and named):
                    bad.append((run, change, 'no warning', r.out[-3000:], r.err))
        tap.ok('%s: a new run starts from the box that is there, with a warning' % name, not bad, bad[:1])
    for name, formula in FORMULAS.items():
        text, r = whole(folder, 'viscous 0.1', formula)
        r = deck(folder, 'read_restart part.%d\n' % AT + text + 'run 40\n')
        tap.ok('a new run names the variable with %s' % name,
               re.search(r'WARNING.*variable push \(%s' % name, r.out) and 'variable rate' not in r.out, r)
    for name, style in STEADY.items():
        text, r = whole(folder, style)
        text = re.sub(r'variable (size|push).*\n', '', text)
        r = deck(folder, 'read_restart part.%d\n' % AT + text + 'run 40\n')
        tap.ok('no warning where nothing depends on the span: ' + name,
               r.status == 0 and 'Resuming' in r.out and 'WARNING' not in r.out, r)


def test_a_look_first(folder):
    """run 0 moves nothing: the rest of the run is its rest all the same."""
    for name in ['erate', 'final', 'wiggle', 'nvt']:
        text, whole_run = whole(folder, dict(DEFORM, **RAMPS)[name])
        r = deck(folder, 'read_restart part.%d\n' % AT + text + 'run 0\nrun 27\n')
        table, old = rows(r), rows(whole_run)
        boxes = r.status == 0 and all(table[k][:3] == old[k][:3] for k in range(AT, LAST + 1))
        tap.ok('run 0 before the rest of the run: ' + name, boxes and 'WARNING' not in r.out, r)


def test_stop_alone(folder):
    """It begins at the present step, which is not what the run of the file did."""
    text, _ = whole(folder, RAMPS['nvt'])
    r = deck(folder, 'read_restart part.%d\n' % AT + text + 'run 10 stop 47\n')
    tap.ok('a stop without a start is a new span', r.status == 0
           and re.search(r"WARNING: .*fix it \(nvt\).*'run 10 start 7 stop 47'", r.out), r)


def test_values(folder):
    """Start and stop of the deck count, and a new run ramps from its first value."""
    text = lines(RAMPS['nvt']) + COLUMNS % ' f_it v_push'
    deck(folder, START + text + 'run %d\nrestart %d part.*\nrun 40\n' % (FIRST, AT))
    for run, values in [('run 40', {20: 0.0, 60: 0.5}), ('run 47 upto', {20: 13 / 80, 47: 0.5}),
                        ('run 40 start 0 stop 80', {20: 0.125, 60: 0.375}),
                        ('run 10 start 7 stop 47', {20: 13 / 80, 30: 23 / 80})]:
        r = deck(folder, 'read_restart part.%d\n' % AT + text + run + '\n')
        table = rows(r)
        good = all(step in table and abs(table[step][-1] - value) < 1e-12 for step, value in values.items())
        tap.ok('the span of: ' + run, r.status == 0 and good, r)
    text = lines(DEFORM['erate'])
    deck(folder, START + text + 'restart %d part.*\nrun 40\n' % AT)
    r = deck(folder, 'read_restart part.%d\n' % AT + text + 'run 60 upto start 0 stop 60\n')
    table = rows(r)
    first = table[20][0] / (1 + 0.5 * 20 * 0.005)
    tap.ok('a strain rate goes on from the length at start',
           abs(table[60][0] / first - 1 - 0.5 * 60 * 0.005) < 1e-12, r)


def test_pieces(folder):
    """run every: the interrupted piece is finished, then come the others."""
    for words, style in [('', DEFORM['erate']), (' start 7 stop 47', RAMPS['nvt']), (' pre no', RAMPS['npt'])]:
        run = 'run 40%s every 15 "print \'a piece\'" NULL' % words
        text, r = whole(folder, style, run=run)
        info = tap.avimd(folder, '--restart-info', 'part.20')
        line = re.search(r'continues +(run .*)', info.out)
        tap.ok('--restart-info knows the line of: ' + run, line and 'every 15 "print' in line.group(1)
               and 'run 47 upto' + words in line.group(1), info)
        again = deck(folder, 'read_restart part.20\n' + text + 'restart %d again spare2\n' % LAST
                     + line.group(1) + '\n')
        table, old = rows(again), rows(r)
        tap.ok('it goes on bit for bit: ' + run, again.status == 0 and 'WARNING' not in again.out
               and all(table[s] == old[s] for s in table)
               and content(folder, 'again') == content(folder, 'end'), again)


def test_info(folder):
    for run, line in [('run 40', 'run 47 upto'), ('run 40 start 3 stop 80', 'run 47 upto start 3 stop 80')]:
        text, r = whole(folder, RAMPS['nvt'], run=run)
        info = tap.avimd(folder, '--restart-info', 'part.20')
        tap.ok('--restart-info prints ' + line, re.search(r'continues +%s\n' % line, info.out), info)
        why, got = continued(folder, text, line, r)
        tap.ok('which goes on', not why, (why, got))
    info = tap.avimd(folder, '--restart-info', 'end')
    tap.ok('a run that was over', 'nothing: the run ended at this step' in info.out, info)
    r = deck(folder, 'read_restart end\n' + text + 'run 10\n')
    tap.ok('and then a new one needs no warning', r.status == 0 and 'WARNING' not in r.out, r)
    for mode in ['erate', 'final', 'wiggle']:
        text, whole_run = whole(folder, DEFORM[mode])
        r = deck(folder, 'read_restart end\n' + text + 'run 10\n')
        tap.ok('the box does not jump after it: ' + mode,
               r.status == 0 and jump(rows(r), rows(whole_run)) < 6.0, r)


if __name__ == '__main__':
    for test in [test_rest, test_new, test_a_look_first, test_stop_alone, test_values, test_pieces, test_info]:
        with tap.Folder() as place:
            test(place)
    tap.done()
