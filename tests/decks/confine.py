# SPDX-License-Identifier: GPL-3.0-or-later
"""Decks of others: every command that names a file, with names that lead out of the working folder.

Each attack is made twice: --confine refuses it and nothing outside changes, and --check lists it with
the same words.  A command or style whose manual names a file must be in the table here.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

SYSTEM = '''units lj
lattice fcc 0.8442
region b block 0 2 0 2 0 2
create_box 1 b
create_atoms 1 box
mass 1 1.0
pair_style lj/cut 1.5
pair_coeff 1 1 1.0 1.0
neighbor 0.1 bin
fix 1 all nve
thermo 1
'''
BARE = 'units metal\n'
METAL = '''units metal
region b block 0 8 0 8 0 8
create_box 1 b
mass 1 63.5
'''
AVE = SYSTEM + 'compute t all temp\n'
CHUNKS = SYSTEM + 'compute c all chunk/atom bin/1d z lower 0.5 units box\n'
# What the manual calls it: the deck, with FILE where the name stands; those that write.
WRITERS = {
    'command/write_data': SYSTEM + 'write_data FILE\n',
    'command/write_restart': SYSTEM + 'write_restart FILE\n',
    'command/restart': SYSTEM + 'restart 1 FILE\nrun 1\n',
    'command/restart, two files': SYSTEM + 'restart 1 a FILE\nrun 2\n',
    'command/pair_write': SYSTEM + 'pair_write 1 1 10 r 0.9 1.5 FILE LJ\n',
    'command/dump': SYSTEM + 'dump d all atom 1 FILE\nrun 1\n',
    'command/write_dump': SYSTEM + 'write_dump all atom FILE\n',
    'command/log': SYSTEM + 'log FILE\n',
    'command/log, append': SYSTEM + 'log FILE append\n',
    'command/print': SYSTEM + 'print text file FILE\n',
    'command/print, append': SYSTEM + 'print text append FILE\n',
    'command/print, of if': SYSTEM + "if '1 > 0' then 'print text append FILE'\n",
    'command/print, of run every': SYSTEM + "run 1 every 1 'print text file FILE'\n",
    'fix/print': SYSTEM + 'fix p all print 1 text file FILE\nrun 1\n',
    'fix/print, append': SYSTEM + 'fix p all print 1 text append FILE\nrun 1\n',
    'fix/ave/time': AVE + 'fix a all ave/time 1 1 1 c_t file FILE\nrun 1\n',
    'fix/ave/histo': AVE + 'fix a all ave/histo 1 1 1 0 9 3 c_t file FILE\nrun 1\n',
    'fix/ave/correlate': AVE + 'fix a all ave/correlate 1 1 1 c_t file FILE\nrun 1\n',
    'fix/ave/chunk': CHUNKS + 'fix a all ave/chunk 1 1 1 c vx file FILE\nrun 1\n',
    'dump/atom': SYSTEM + 'dump d all atom 1 FILE\nrun 1\n',
    'dump/custom': SYSTEM + 'dump d all custom 1 FILE id\nrun 1\n',
    'dump/xyz': SYSTEM + 'dump d all xyz 1 FILE\nrun 1\n',
    'dump/extxyz': SYSTEM + 'dump d all extxyz 1 FILE\nrun 1\n',
    'dump/cfg': SYSTEM + 'dump d all cfg 1 FILE* mass type xs ys zs\nrun 1\n',
    'dump/image': SYSTEM + 'dump d all image 1 FILE type type\nrun 1\n',
}
READERS = {
    'command/read_data': BARE + 'read_data FILE\n',
    'command/read_restart': BARE + 'read_restart FILE\n',
    'command/read_restart, newest': BARE + 'read_restart FILE*\n',
    'command/read_dump': SYSTEM + 'read_dump FILE 0 x y z\n',
    'command/rerun': SYSTEM + 'rerun FILE dump x y z\n',
    'command/include': BARE + 'include FILE\n',
    'command/jump': BARE + 'jump FILE\n',
    'command/variable': BARE + 'variable v file FILE\n',
    'command/variable, atomfile': BARE + 'variable v atomfile FILE\n',
    'command/variable, is_file': BARE + 'print "$(is_file(FILE))"\n',
    'pair/eam': METAL + 'pair_style eam\npair_coeff 1 1 FILE\n',
    'pair/eam/alloy': METAL + 'pair_style eam/alloy\npair_coeff * * FILE Cu\n',
    'pair/eam/fs': METAL + 'pair_style eam/fs\npair_coeff * * FILE Cu\n',
    'pair/table': METAL + 'pair_style table linear 100\npair_coeff 1 1 FILE LJ 2.5\n',
}
# Manuals that speak of a FILE without opening one.
NONE = {'command/info': 'its words choose nothing', 'command/thermo_style': 'speaks of other files',
        'command/label': 'speaks of jump', 'dump/movie': 'not supported', 'pair/hybrid': 'its parts do'}
# Names that lead out of the folder trial/; what the refusal says.
OUT = {
    '@/outside/new': 'is not below the working folder',
    '@/outside/old': 'is not below the working folder',
    '../outside/old': "contains '..'",
    'sub/../../outside/new': "contains '..'",
    'folder/new': 'is a link that leads out of the working folder',
    'folder/old': 'is a link that leads out of the working folder',
    'file': 'is a link that leads out of the working folder',
    'chain/old': 'is a link that leads out of the working folder',
    'dangling': 'is a link that leads out of the working folder',
    'sub/up/outside/old': 'is a link that leads out of the working folder',
    '/proc/self/cwd/../outside/old': "contains '..'",
    '/proc/self/cwd/new': 'is not below the working folder',
    '/dev/fd/2': 'is not below the working folder',
    '/dev/stdout': 'is not below the working folder',
    'pipe': 'is no ordinary file',
}
WRITE_ONLY = {
    'hard': 'has another name elsewhere (a hard link)',
    '.bashrc': 'is hidden or in a hidden folder',
    'sub/.git/config': 'is hidden or in a hidden folder',
    'tohidden': 'is hidden or in a hidden folder',
}
ONE = {'OMP_NUM_THREADS': '1'}


def prepare(folder):
    """trial/ with links of all kinds, beside outside/ with one file."""
    at = folder.file
    for name in ('trial', 'trial/sub', 'trial/sub/.git', 'outside'):
        os.mkdir(at(name))
    folder.write('outside/old', 'precious\n')
    os.symlink('../outside', at('trial/folder'))
    os.symlink('../outside/old', at('trial/file'))
    os.symlink('folder', at('trial/chain'))
    os.symlink('../outside/fresh', at('trial/dangling'))
    os.symlink('../..', at('trial/sub/up'))
    os.symlink('.config', at('trial/tohidden'))
    os.link(at('outside/old'), at('trial/hard'))
    os.mkfifo(at('trial/pipe'))
    inside = tap.Folder()
    inside.path = at('trial')
    return inside


def untouched(folder):
    return os.listdir(folder.file('outside')) == ['old'] and folder.read('outside/old') == 'precious\n' \
        and os.listdir(folder.file('trial/sub/.git')) == []


def said(text, path, why):
    return re.search(r"to (?:read|write) '%s[^']*', which %s" % (re.escape(path), re.escape(why)), text)


def refused(folder, trial, name, deck, path, why):
    """What is wrong when a confined deck uses the name; '' : it is refused and nothing changes."""
    path = path.replace('@', folder.path)
    trial.write('in.deck', deck.replace('FILE', path))
    got = tap.avimd(trial, '--confine', '-log', 'none', 'in.deck', env=ONE, timeout=20)
    good = got.status == 1 and '--confine refuses' in got.err and said(got.err, path, why) and untouched(folder)
    return '' if good else '%s %s\n%s' % (name, path, got)


def listed(folder, trial, name, deck, path, why):
    """The same of --check, which writes nothing and must say the same."""
    path = path.replace('@', folder.path)
    trial.write('in.deck', deck.replace('FILE', path))
    got = tap.avimd(trial, '--check', 'in.deck', env=ONE, timeout=20)
    good = 'note: in.deck:' in got.out and '--confine would refuse' in got.out and said(got.out, path, why) \
        and untouched(folder)
    return '' if good else '%s %s\n%s' % (name, path, got)


def check_attacks(folder, trial):
    first = list(OUT)[0]
    for table in (WRITERS, READERS):
        for name, deck in table.items():
            # One function judges names, and each command must ask it: three names show that.
            few = [path for path in OUT if path in (first, '../outside/old', 'folder/old')]
            wrong = [refused(folder, trial, name, deck, path, OUT[path]) for path in few]
            wrong.append(listed(folder, trial, name, deck, first, OUT[first]))
            tap.ok('%s stays in the folder' % name, not any(wrong), '\n'.join(w for w in wrong if w))
    for name, table, names in (('command/print', WRITERS, {**OUT, **WRITE_ONLY}),
                               ('command/write_restart', WRITERS, {**OUT, **WRITE_ONLY}),
                               ('command/include', READERS, OUT)):
        wrong = [refused(folder, trial, name, table[name], path, why) for path, why in names.items()]
        if table is WRITERS: # reading from a pipe would wait
            wrong += [listed(folder, trial, name, table[name], path, why) for path, why in names.items()]
        tap.ok('%s and all names that lead out' % name, not any(wrong), '\n'.join(w for w in wrong if w))


def check_allowed(folder):
    """Honest names: in the folder, in one below, by the absolute name and through a link inside."""
    inside = tap.Folder()
    inside.path = folder.file('honest')
    os.makedirs(inside.file('sub'))
    os.symlink('sub', inside.file('link'))
    os.symlink('sub/x.target', inside.file('target'))
    bad = ''
    for name, deck in WRITERS.items():
        for path in ('plain', './sub/x', 'target', inside.file('sub/x')) if name == 'fix/print' else ('link/x',):
            inside.write('in.deck', deck.replace('FILE', path))
            got = tap.avimd(inside, '--confine', '-log', 'none', 'in.deck', env=ONE)
            written = [file for file in os.listdir(inside.file('sub')) + os.listdir(inside.path) if file[0] in 'px']
            if got.status != 0 or not written and name != 'dump/image':
                bad += '%s %s\n%s' % (name, path, got)
            for old in os.listdir(inside.file('sub')):
                os.remove(inside.file('sub/' + old))
            if os.path.exists(inside.file('plain')):
                os.remove(inside.file('plain'))
    tap.ok('all write below the folder', not bad, bad)
    inside.write('in.deck', SYSTEM + 'dump d all atom 1 d.*\ndump_modify d maxfiles 2\nrestart 2 sub/a sub/b\n'
                 'run 5\nwrite_restart sub/last\nwrite_restart sub/last\nwrite_data data\nclear\nread_data data nocoeff\n'
                 'pair_style lj/cut 1.5\npair_coeff 1 1 1 1\nread_dump d.5 5 x y z\nclear\n'
                 'read_restart sub/last\nshell_is_not_used\n')
    got = tap.avimd(inside, '--confine', 'in.deck', env=ONE)
    tap.ok('restart files, maxfiles and reading back', 'shell_is_not_used' in got.err
           and got.err.count('error') == 1 and sorted(os.listdir(inside.file('sub'))) ==
           ['a', 'b', 'last', 'last.old'] and not os.path.exists(inside.file('d.3')), got)


def check_tables(folder, trial):
    """A table that the deck names anywhere is taken from the folder of tables."""
    table = os.path.join(tap.SRCDIR, 'potentials')
    deck = METAL + 'pair_style eam/alloy\npair_coeff * * /nowhere/Cu_zhou04.eam.alloy Cu\n'
    trial.write('in.deck', deck)
    env = dict(ONE, LAMMPS_POTENTIALS=table)
    got = tap.avimd(trial, '--confine', '-log', 'none', 'in.deck', env=env)
    tap.ok('tables come from LAMMPS_POTENTIALS', got.status == 0, got)


def check_rest(folder, trial):
    run = lambda *words, **more: tap.avimd(trial, *words, **{'env': dict(ONE, SECRET='sesame'), **more})  # noqa: E731
    deck = 'variable s getenv SECRET\nprint "<$s>"\n'
    trial.write('in.deck', deck)
    got = run('--confine', '-log', 'none', 'in.deck')
    tap.ok('getenv gives the empty text', got.status == 0 and '<>' in got.out, got)
    got = run('-log', 'none', 'in.deck')
    tap.ok('without --confine getenv answers', '<sesame>' in got.out, got)
    got = run('--check', 'in.deck')
    tap.ok('--check says so', 'note: in.deck:1: --confine would refuse to read the environment' in got.out, got)

    trial.write('in.deck', 'shell touch x\n')
    got = run('--confine', '-log', 'none', 'in.deck')
    tap.ok('shell stays refused', got.status == 1 and 'not allowed' in got.err, got)
    got = run('--check', '--allow-shell', 'in.deck')
    tap.ok('--check lists shell commands', '--confine would refuse all shell commands' in got.out, got)
    got = run('--confine', '--allow-shell', 'in.deck')
    tap.ok('--allow-shell is refused by name', got.status == 2 and '--allow-shell contradict' in got.err, got)

    trial.write('in.deck', 'print x\n')
    got = run('--confine', 'in.deck', env=dict(ONE, HOME=folder.path))
    tap.ok('below the home folder it is allowed', got.status == 0, got)
    got = run('--confine', 'in.deck', env=dict(ONE, HOME=trial.file('sub')))
    tap.ok('the home folder is no limit', got.status == 1 and 'would protect nothing' in got.err, got)
    os.remove(trial.file('log.avimd'))
    os.symlink('../outside/old', trial.file('log.avimd'))
    got = run('--confine', 'in.deck')
    tap.ok('a link named log.avimd is not followed', got.status == 1 and 'log.avimd' in got.err and
           untouched(folder), got)
    got = run('--confine', '-log', '../outside/log', 'in.deck')
    tap.ok('the log that the user names is', got.status == 0 and os.path.exists(folder.file('outside/log')), got)
    os.remove(folder.file('outside/log'))
    got = run('--confine', '-log', 'none', stdin='print x append ../outside/old\n')
    tap.ok('a deck from standard input is confined', got.status == 1 and 'refuses' in got.err and
           untouched(folder), got)
    trial.write('more.deck', 'log ../outside/log\n')
    trial.write('in.deck', 'include more.deck\n')
    got = run('--confine', '-log', 'none', 'in.deck')
    tap.ok('so is an included one', got.status == 1 and 'more.deck:1:5' in got.err and untouched(folder), got)
    folder.write('deck', 'variable i loop 2\nlabel a\nnext i\njump SELF a\n')
    got = run('--confine', '-log', 'none', '../deck')
    tap.ok('the deck itself may be elsewhere', got.status == 0, got)


def check_complete(folder):
    """Every command and style whose manual names a file is in the tables above."""
    known = {name.split(',')[0] for name in list(WRITERS) + list(READERS)} | set(NONE)
    lacking = []
    for kind in ('command', 'pair', 'bond', 'fix', 'compute', 'run_style', 'min_style', 'dump', 'region'):
        for line in tap.avimd(folder, '--list', kind).out.splitlines():
            if not line.startswith('  '):
                continue
            name = line.split()[0]
            text = tap.avimd(folder, '--help', kind, name).out
            if re.search(r'\b(FILE\d?|ROOT)\b|\b(file|append) [A-Z]', text) and kind + '/' + name not in known:
                lacking.append(kind + '/' + name)
    tap.ok('no command or style that names a file is forgotten', not lacking, lacking)


with tap.Folder() as outer:
    check_attacks(outer, prepare(outer))
    check_allowed(outer)
    inner = tap.Folder()
    inner.path = outer.file('trial')
    check_tables(outer, inner)
    check_rest(outer, inner)
    check_complete(outer)
tap.done()
