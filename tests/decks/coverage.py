# SPDX-License-Identifier: GPL-3.0-or-later
"""avimd coverage: decks that run, decks that lack something, files that are not there; what is
missing is named with its lines, and what only follows from it is not.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

GOOD = '''
units lj
lattice fcc 0.8442
region box block 0 2 0 2 0 2
create_box 1 box
create_atoms 1 box
mass 1 1.0
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
label again
variable i loop 3
fix 1 all nve
fix 2 all vector 1 c_thermo_temp
variable s equal slope(f_2)
thermo_style custom step v_s
run 10
next i
jump SELF again
shell echo not run
'''
LACKING = GOOD.replace('fix 1 all nve', 'fix 1 all atc\nfix 3 all nve/nonesuch').replace(
    'pair_style lj/cut 2.5', 'pair_style reax/c NULL').replace('units lj', 'units lj\nkspace_style ewald 1e-4')
WITHOUT_DATA = 'units lj\natom_style charge\nread_data data.none\nkspace_style pppm 1e-4\n' \
    'group g type 1\nfix 1 g atc\nfix 2 nogroup latte\ncompute c nogroup nonesuch\nrun 0\n'
ONE = GOOD.replace('fix 1 all nve', 'fix 1 all atc')
WAITS = GOOD + 'include in.not-there\n'


def case(name, words, status, out=(), without=(), err=()):
    with tap.Folder() as folder:
        os.makedirs(folder.file('set/deep'))
        for file, text in (('in.good', GOOD), ('in.lacking', LACKING), ('in.waits', WAITS),
                           ('set/in.one', ONE), ('set/deep/other.in', GOOD),
                           ('in.data', WITHOUT_DATA),
                           ('set/table.in', '1 2 3\n'), ('set/notes.txt', 'units lj\n')):
            folder.write(file, text)
        got = tap.avimd(folder, 'coverage', *words)
        wrong = [] if got.status == status else ['exit status %s, not %s' % (got.status, status)]
        wrong += ['no "%s" on standard output' % t for t in out if t not in got.out]
        wrong += ['"%s" is there' % t for t in without if t in got.out + got.err]
        wrong += ['no "%s" on standard error' % t for t in err if t not in got.err]
        tap.ok(name, not wrong, '\n'.join(wrong) + '\n' + str(got))
        tap.ok(name + ': nothing is written', sorted(os.listdir(folder.path)) ==
               ['in.data', 'in.good', 'in.lacking', 'in.waits', 'set'])


case('a deck that runs, with a loop and a shell command', ['in.good'], 0,
     ['in.good: will run\n', '1 deck: 1 will run'], ['missing'])
case('every missing thing has its line', ['in.lacking'], 1,
     ['in.lacking:3: command kspace_style:', 'in.lacking:9: pair_style reax/c',
      'in.lacking:13: fix atc', 'in.lacking:14: fix nve/nonesuch', '4 things missing'],
     ['pair_coeff', 'there are:'])
case('a missing file is told apart', ['in.waits'], 1,
     ['in.waits: will run once its files are there', '0 will not run'])
case('a deck without its box is still looked through', ['in.data'], 1,
     ['in.data:2: atom_style charge', 'in.data:4: command kspace_style', 'in.data:6: fix atc',
      'in.data:7: fix latte', 'in.data:8: compute nonesuch'], ['nogroup'])
case('a folder is searched', ['set'], 1,
     ['set/in.one: will not run: 1 thing missing', 'set/deep/other.in: will run\n', '2 decks:',
      '       1       1  fix atc'], ['table.in', 'notes'])
case('decks and folders, summary only', ['--summary', 'in.good', 'in.lacking', 'set'], 1,
     ['4 decks: 2 will run', '       1       2  fix atc'], ['in.good'])
case('a deck that is not there', ['in.nothing'], 2, [], ['will run', 'Usage'],
     ["cannot open 'in.nothing': No such"])
case('one of two is not there', ['in.nothing', 'in.good'], 2, ['in.good: will run\n', '1 deck:'], [],
     ["cannot open 'in.nothing'"])
case('no deck', [], 2, err=['needs a deck'])
case('an unknown option', ['--all', 'in.good'], 2, err=["'--all'"])
tap.done()
