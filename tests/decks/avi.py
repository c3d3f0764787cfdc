# SPDX-License-Identifier: GPL-3.0-or-later
"""run_style avi as a deck drives it: nobody who looks, cuts or resumes a run changes a bit of it, who
changes something starts the clocks anew and disturbs nothing else, and bad ends are told."""
import os
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402
import avi_decks as decks  # noqa: E402

# How a run of 80 steps may be cut and looked at: lines, threads, steps between rows.
LOOKS = {
    'thermo 1': ('run 80', 1, 1),
    'two runs': ('run 37\nrun 43', 1, 1000),
    'pre no': ('run 37 post no\nrun 43 pre no', 1, 1000),
    '2 threads': ('run 80', 2, 1000),
    '4 threads, thermo 7 and a dump': ('dump d all custom 3 often.dump id x vx fx\nrun 80\nundump d', 4,
                                       7),
}

# What may stand between two runs without being noticed.
HARMLESS = ['print "$(pe) $(press)"', 'thermo 3', 'thermo_style custom step pe ke press',
            'compute c all stress/atom NULL', 'variable v equal 1', 'group new id 1:5',
            'fix p all print 5 "$(step)"', 'fix v all ave/time 1 5 5 c_thermo_temp',
            'write_data d.data', 'write_restart r.rst',
            'run 0', 'region r block 0 1 0 1 0 1', 'timestep 0.005', 'restart 1000 r.*',
            'thermo_modify norm no', 'run 0 pre no', 'log none']

# What starts the clocks anew.
CHANGES = ['velocity all scale 1.2', 'velocity all set 0.1 NULL NULL sum yes units box', 'timestep 0.004',
           'pair_coeff 1 1 1.1 1.0', 'mass 1 1.1', 'displace_atoms all move 0.1 0 0 units box',
           'fix s all spring/self 3.0', 'run_style verlet', 'run_style forest-ruth',
           'reset_timestep 5', 'delete_atoms group few', 'group moving clear',
           'neighbor 0.5 bin', 'neigh_modify exclude group few few',
           'change_box all x scale 1.01 remap']


def base(name, move='fix 1 all nve'):
    head, words = decks.DIVIDED[name]
    return head + move + '\nrun_style avi %s\nthermo ${every}\n' % words


def looks():
    for name in decks.DIVIDED:
        whole, result = decks.final(base(name) + 'run 80\n', '--threads', '1', '-var', 'every', '1000')
        if not tap.ok('%s: runs' % name, whole is not None, result):
            continue
        start, _ = decks.final(base(name), '--threads', '1', '-var', 'every', '1000')
        columns = ['x', 'y', 'vx', 'vy']
        tap.ok('%s: there is something to compare' % name,
               decks.numbers(start, columns) != decks.numbers(whole, columns))
        for look, (lines, threads, every) in LOOKS.items():
            got, result = decks.final(base(name) + lines + '\n', '--threads', str(threads), '-var',
                                      'every', str(every))
            tap.ok('%s: %s ends in the same bits' % (name, look), got == whole, result)


def harmless():
    whole, _ = decks.final(base('shells') + 'run 60\n', '-var', 'every', '1000', '--threads', '1')
    for line in HARMLESS:
        got, result = decks.final(base('shells') + 'run 23\n%s\nrun 37\n' % line, '-var', 'every',
                                  '1000', '--threads', '1')
        tap.ok('the flight goes on after: ' + line, got is not None and got == whole, result)


# What the deck says again after read_restart; an external potential, if any, is among it.
AGAIN = '''fix 1 moving nve
run_style avi step shells 0.00371 1.2 1.5 0.00913 1.8 2.1 0.0171
timestep 0.005
'''


def changes():
    """The run after a change is that of a deck which begins with the state before it."""
    start = decks.liquid(4) + 'group moving id 1:250\ngroup few id 1:3\n'
    unchanged, _ = decks.final(start + AGAIN + 'run 23\nrun 37\n')
    for line in CHANGES:
        with tap.Folder() as folder:
            r = decks.deck(folder, start + AGAIN + 'run 23\nwrite_restart mid.rst\n%s\nrun 37\n' % line
                           + decks.END % 'one.dump')
            s = decks.deck(folder, 'read_restart mid.rst\n' + AGAIN + '%s\nvelocity all scale $(temp)\n'
                           % line + 'run 37\n' + decks.END % 'two.dump')
            if not tap.ok('runs on after: ' + line, r.status == 0 and s.status == 0, (r, s)):
                continue
            one, two = folder.read('one.dump'), folder.read('two.dump')
            names = ['x', 'y', 'z', 'vx', 'vy', 'vz']
            far = max(abs(a - b) for p, q in zip(decks.numbers(one, names), decks.numbers(two, names))
                      for a, b in zip(p, q))
            tap.ok('a new start after: ' + line, far < 1e-9 and one != unchanged, far)


def again(head):
    """The lines of a deck that a restart file does not bring along."""
    wanted = ['fix ', 'neighbor ', 'special_bonds'] + (['pair_style', 'pair_coeff'] if 'eam' in head else [])
    return ''.join(line + '\n' for line in head.splitlines()
                   if any(line.startswith(word) for word in wanted) and 'special' not in line)


def restarts():
    for name, (head, words) in decks.DIVIDED.items():
        tail = 'fix 1 all nve\nrun_style avi %s\nthermo 1000\n' % words
        with tap.Folder() as folder:
            r = decks.deck(folder, head + tail + 'restart 19 whole.*\nrun 57\n', '--threads', '2')
            good = r.status == 0
            for step in (19, 38):
                r = decks.deck(folder, 'read_restart whole.%d\n' % step + again(head) + tail
                               + 'restart 57 part.*\nrun 57 upto\n', '--threads', '1') if good else r
                good = good and r.status == 0 and 'Resuming' in r.out
                if good:
                    with open(folder.file('whole.57'), 'rb') as a, open(folder.file('part.57'), 'rb') as b:
                        good = a.read() == b.read()
            tap.ok('%s: resumed in flight, bit for bit' % name, good, r)


# Fixes that act between steps: lines, and how much the total energy per atom may change.
FIXES = [('fix f all momentum 7 linear 1 1 1', 1.2e-3), ('fix f all print 7 "$(pe)" screen no', 1.2e-3),
         ('fix f all ave/time 1 5 10 c_thermo_pe c_thermo_press file a.txt', 1.2e-3),
         ('fix f all dt/reset 7 0.001 0.005 0.01', 1.2e-3),
         ('fix f all dt/stiffness 7 0.1 max 0.005', 1.2e-3),
         ('fix f all temp/rescale 7 1.0 1.0 0.01 1.0', None),
         ('fix f all temp/berendsen 1.0 1.0 0.5', None),
         ('compute m all msd\nfix f all ave/atom 1 5 10 x vx', 1.2e-3),
         ('restart 7 a b', 1.2e-3), ('dump d all custom 7 d.dump id x vx fx', 1.2e-3)]


def fixes():
    for line, allowed in FIXES:
        with tap.Folder() as folder:
            r = decks.deck(folder, decks.liquid(4) + 'fix 1 all nve\n' + line + '\nthermo 1\n'
                           'thermo_style custom step temp etotal\n'
                           'run_style avi step shells 0.00171 1.2 1.5 0.00413 1.8 2.1 0.0071\nrun 100\n')
            if not tap.ok('works: ' + line, r.status == 0, r):
                continue
            table = decks.columns(r)
            energy, temp = table['TotEng'], table['Temp']
            if allowed:
                tap.ok('energy stays with: ' + line, max(energy) - min(energy) < allowed, energy)
            else:
                tap.ok('temperature follows: ' + line, abs(temp[-1] - 1.0) < 0.2, temp)
    with tap.Folder() as folder:
        r = decks.deck(folder, base('shells') + 'variable s equal step\nfix h all halt 5 v_s > 22\n'
                       'run 100\n', '-var', 'every', '1')
        tap.ok('fix halt ends a run at a step', '25' in r.out + r.err and
               tap.tables(r.out)[-1][1][-1][0] == '25' if tap.tables(r.out) else 'halt' in r.err, r)


def schemes():
    """Thermostat, avi, a scaling, avi, another scheme, avi: each goes on from where the last was."""
    avi = 'run_style avi step shells 0.005 1.2 1.5 0.0113 1.8 2.1 0.017\n'
    rows = 'thermo_style custom step temp etotal\nthermo_modify format float %.17g\nthermo 1\n'
    lines = [('fix 2 all langevin 1 1 0.5 77', 'unfix 2\n' + avi), ('', 'velocity all scale 1.3'),
             ('', 'run_style forest-ruth'), ('', avi), ('', 'run_style verlet'), ('', avi)]
    with tap.Folder() as folder:
        r = decks.deck(folder, decks.liquid(4) + 'fix 1 all nve\n' + rows + ''.join(
            '%s\nrun 40\n%s\n' % line for line in lines) + 'run 40\n')
        if not tap.ok('schemes in turn', r.status == 0, r):
            return
        tables = [decks.columns(r, k) for k in range(7)]
    for k in range(6):
        if k != 1:
            tap.ok('run %d begins where run %d ended' % (k + 2, k + 1),
                   abs(tables[k]['TotEng'][-1] - tables[k + 1]['TotEng'][0]) < 1e-12,
                   (tables[k]['TotEng'][-1], tables[k + 1]['TotEng'][0]))
    for k in range(1, 7):
        energy = tables[k]['TotEng']
        tap.ok('run %d keeps its energy' % (k + 1), max(energy) - min(energy) < 2e-3, energy)


AVI = 'run_style avi step shells 0.005 1.2 1.5 0.0113\n'
BOX = 'units lj\nregion box block 0 9 0 9 0 9\ncreate_box 1 box\nmass 1 1.0\npair_style lj/cut 2.5\n' \
      'pair_coeff 1 1 1 1\nfix 1 all nve\n'
TWO = BOX + 'create_atoms 1 single 1 1 1\ncreate_atoms 1 single %s\n'

# deck, exit status, texts of the messages
ENDS = {
    'no atoms': (BOX + AVI + 'run 10\n', 0, []),
    'no atoms, one clock': (BOX + 'run_style avi\nrun 10\n', 0, []),
    'one atom': (BOX + 'create_atoms 1 single 1 1 1\nvelocity all set 1 2 3\n' + AVI + 'run 500\n', 0,
                 []),
    'nobody moves': (TWO % '2.1 1 1' + 'unfix 1\n' + AVI + 'run 10\n', 0, []),
    'no forces': ((TWO % '2.1 1 1').replace('lj/cut 2.5', 'zero 2.5').replace('1 1 1 1\nfix', '1 1\nfix')
                  + 'velocity all set 1 2 3\nrun_style avi\nrun 500\n', 0, []),
    'no forces, shells': ((TWO % '2.1 1 1').replace('lj/cut 2.5', 'zero 2.5').replace(
        '1 1 1 1\nfix', '1 1\nfix') + AVI + 'run 500\n', 0, []),
    'two atoms at one place': (TWO % '1 1 1' + AVI + 'run 10\n', 1, ['atom']),
    'an explosion': (decks.liquid(3) + 'fix 1 all nve\nrun_style avi step pair 5.0\ntimestep 5.0\n'
                     'thermo 1\nrun 200\n', 1, ['step']),
    'an explosion of shells': (decks.liquid(3) + 'fix 1 all nve\nrun_style avi step shells 1 1.2 1.5 3\n'
                               'thermo 1\nrun 20000\n', 1, ['step']),
    'a lost atom': ((TWO % '2.1 1 1').replace('units lj', 'units lj\nboundary f f f')
                    + 'velocity all set 30 0 0 units box\n' + AVI + 'run 100\n', 1,
                    ['left the box', 'atom 2']),
    'lost atoms ignored': ((TWO % '2.1 1 1').replace('units lj', 'units lj\nboundary f f f')
                           + 'velocity all set 30 0 0 units box\nthermo_modify lost ignore\n' + AVI
                           + 'thermo 10\nrun 100\nrun 10\n', 0, []),
    'a velocity beyond numbers': (TWO % '2.1 1 1' + 'velocity all set 1e200 0 0 units box\n' + AVI
                                  + 'run 10\n', 1, []),
    'pieces of a step': (decks.liquid(3) + 'fix 1 all nve\nrun_style avi step pair 1e-6\nrun 1\n', 0, []),
    'longer than the run': (decks.liquid(3) + 'fix 1 all nve\n'
                            'run_style avi step shells 0.005 1.2 1.5 0.5\nrun 10\nrun 10\n', 0, []),
}


def ends():
    for name, (text, status, texts) in ENDS.items():
        with tap.Folder() as folder:
            r = decks.deck(folder, text, timeout=60)
            tap.ok('a proper end: ' + name, r.status == status and 'Sanitizer' not in r.err and 'runtime error'
                   not in r.err and all(text in r.err for text in texts), r)


def interrupt():
    """Ctrl-C ends a flight at a whole step, from which it goes on bit for bit."""
    head, words = decks.DIVIDED['bonds and shells']
    rules = 'fix 1 all nve\nrun_style avi %s\nthermo 100\n' % words
    with tap.Folder() as folder:
        decks.chains(folder)
        folder.write('long', head + rules + 'restart 1000000 stopped\nrun 1000000\n')
        with open(folder.file('long.out'), 'w') as out:
            p = subprocess.Popen([tap.AVIMD, '-in', 'long', '-log', 'none'], cwd=folder.path,
                                 stdout=out, stderr=subprocess.STDOUT)
        time.sleep(0.7)
        p.send_signal(signal.SIGINT)
        status = p.wait(60)
        name = re.search(r'read_restart (stopped\.(\d+))', folder.read('long.out'))
        if not tap.ok('Ctrl-C in flight', status == 130 and name, folder.read('long.out')[-2000:]):
            return
        last = int(name.group(2)) + 20
        r = decks.deck(folder, head + rules + 'restart %d whole\nrun %d\n' % (last, last))
        s = decks.deck(folder, 'read_restart %s\n' % name.group(1) + rules
                       + 'restart %d rest\nrun %d upto\n' % (last, last))
        same = False
        if r.status == 0 and s.status == 0 and 'Resuming' in s.out:
            same = (tap.restart_arrays(folder, 'whole.%d' % last)
                    == tap.restart_arrays(folder, 'rest.%d' % last))
        tap.ok('and the flight goes on bit for bit', same, s)


def main():
    looks()
    harmless()
    changes()
    restarts()
    fixes()
    schemes()
    ends()
    interrupt()
    tap.done()


main()
