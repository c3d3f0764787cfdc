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
    whole, _ = decks.final(base('shells') + 'run 60\n', '-var', 'every', '1000')
    for line in HARMLESS:
        got, result = decks.final(base('shells') + 'run 23\n%s\nrun 37\n' % line, '-var', 'every',
                                  '1000')
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


def main():
    looks()
    harmless()
    changes()
    tap.done()


main()
