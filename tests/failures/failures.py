#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every call of the system may fail once, and nothing is lost without a word.

inject.c makes call number N of one kind fail: an allocation, a write, fsync, rename, close, link
or open.  Each run here has one such failure.  It must end in one of two ways: with an error and a
status that is not 0, or with status 0 and the very files and texts of a run without failures (save
a WARNING that names what was lost).  It may not crash or hang; under names that must be whole,
there is the whole file or none; nothing half-written stays beside them.

    failures.py              a sample, as in `make check`
    failures.py --all        all calls of all decks, as in `make check-failures`
    failures.py --only outputs:close[:N]   some or one of them, with what the program says
"""
import gzip
import os
import re
import shutil
import signal
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = ('memory', 'write', 'fsync', 'rename', 'close', 'link', 'open')
WRITES = {'write': 4}  # of how many the sample takes one
LIMIT = 120  # seconds, for what would otherwise never end

START = '''units lj
atom_style atomic
lattice fcc 0.9
region box block 0 2 0 2 0 2
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.0 87287 loop geom
pair_style lj/cut 1.5
pair_coeff 1 1 1.0 1.0
neighbor 0.1 bin
thermo 2
'''

OUTPUTS = START + '''variable t equal temp
compute r all rdf 10
compute pa all pe/atom
fix 1 all nve
fix 2 all print 2 "T $t" file print.txt
fix 3 all ave/time 1 2 2 v_t file time.txt
fix 4 all ave/histo 1 2 2 0 5 4 v_t file histo.txt
fix 5 all ave/correlate 1 2 2 v_t file correlate.txt
compute c all chunk/atom bin/1d z lower 0.5 units reduced
fix 6 all ave/chunk 1 2 2 c density/number file chunk.txt
fix 7 all ave/time 1 2 2 c_r[*] mode vector file rdf.txt
dump 1 all custom 2 dump.txt id x y z c_pa
dump 2 all custom 2 dump.gz id x y z
dump 3 all xyz 2 dump.*.xyz
dump 4 all atom 2 kept.gz
restart 2 state.a state.b
run 4
write_data final.data
write_data packed.data.gz
write_restart state.end
write_restart state.end
write_dump all atom last.dump
print "done" file done.txt
print "again" append done.txt
pair_write 1 1 5 r 0.9 1.4 table.txt LJ
log second.log
undump 2
unfix 2
clear
print "end"
'''

# What is open at the end is closed by the end.
OPEN_AT_EXIT = START + '''variable t equal temp
fix 1 all nve
fix 2 all print 2 "T $t" file print.txt
fix 3 all ave/time 1 2 2 v_t file time.txt
dump 1 all custom 2 dump.txt id x y z
dump 2 all custom 2 dump.gz id x y z
dump 3 all xyz 2 dump.xyz
dump_modify 3 flush no
run 4
'''

FLOW = '''variable n index a b c
variable total equal 3*4
variable list vector [1,2,3]
label again
print "$n ${total}" append flow.txt
include in.part
next n
jump SELF again
if "${total} > 3" then "print 'large'" else "print 'small'"
'''

BONDS = '''units lj
atom_style bond
read_data bonds.data
special_bonds fene
pair_style hybrid lj/cut 1.2 morse 1.3
pair_coeff 1 1 lj/cut 1.0 1.0
pair_coeff 1 2 morse 1.0 2.0 1.1
pair_coeff 2 2 morse 1.0 2.0 1.1
bond_style harmonic
bond_coeff 1 30.0 1.0
group heavy id 1 2
compute m heavy msd
thermo_style custom step pe c_m[4]
min_style cg
minimize 1e-4 1e-6 20 100
fix 1 all nve
fix 2 heavy spring/self 1.0
run_style respa 2 2 bond 1 pair 2
run 2
write_data bonds.out
'''

BONDS_DATA = '''# three bonded atoms

3 atoms
2 bonds
2 atom types
1 bond types

0 6 xlo xhi
0 6 ylo yhi
0 6 zlo zhi

Masses

1 1.0
2 2.0

Atoms # bond

1 1 1 1.0 1.0 1.0
2 1 1 2.1 1.0 1.0
3 1 2 3.0 1.2 1.0

Bonds

1 1 1 2
2 1 2 3
'''

RESUME = '''read_restart state.first
pair_style lj/cut 1.5
pair_coeff 1 1 1.0 1.0
fix 1 all nvt temp 1.0 1.0 0.5
restart 2 state.next
run 4
write_restart state.first
'''

METAL = '''units metal
lattice fcc 3.6
region box block 0 2 0 2 0 2
create_box 1 box
create_atoms 1 box
pair_style eam/alloy
pair_coeff * * Cu_zhou04.eam.alloy Cu
velocity all create 300 4928 loop geom
fix 1 all nve
run 2
'''

AVI = START + '''pair_modify shift yes
run_style avi step pair 0.002
fix 1 all nve
run 2
run_style energy-stepping/pair h 0.5
run 2
write_restart state.es
'''

COMPARE = START + '''fix 1 all nve
run 4
'''


class Deck:
    """Words of the command line, files it starts with, and those that must be whole or absent;
    `before` is a deck run once to make more of the files."""

    def __init__(self, words, files=None, whole=(), before=None, every=1,
                 rarely=None):
        self.words, self.files, self.before = words, files or {}, before
        self.whole = re.compile('|'.join('(?:%s)' % w for w in whole) or '$^')
        self.every, self.rarely = every, rarely  # of how many calls the sample takes one


FIRST = START + 'fix 1 all nvt temp 1.0 1.0 0.5\nrun 2\nwrite_restart state.first\n'
DECKS = {
    'outputs': Deck(['in.deck'], {'in.deck': OUTPUTS},
                    [r'final\.data', r'packed\.data\.gz', r'state\..*'], every=37),
    'exit': Deck(['in.deck'], {'in.deck': OPEN_AT_EXIT}, every=53),
    'screen': Deck(['-log', 'none', '-screen', 'screen.txt', 'in.deck'], {'in.deck': FLOW,
                   'in.part': 'print "part" screen no file part.txt\n'}, every=23),
    'bonds': Deck(['in.deck'], {'in.deck': BONDS, 'bonds.data': BONDS_DATA}, [r'bonds\.out'],
                  every=41),
    'resume': Deck(['in.deck'], {'in.deck': RESUME}, [r'state\..*'], before=FIRST, every=43),
    'metal': Deck(['in.deck'], {'in.deck': METAL}, every=59),
    'avi': Deck(['in.deck'], {'in.deck': AVI}, [r'state\..*'], every=61),
    'info': Deck(['--restart-info', 'state.first'], before=FIRST, every=19),
    'convert': Deck(['convert', 'state.first', 'out.data'], whole=[r'out\.data'],
                    before=FIRST, every=31),
    'help': Deck(['--help', 'lj/cut'], every=5),
    'list': Deck(['--list'], every=29),
    'version': Deck(['--version'], every=3),
    'check': Deck(['-check', 'in.deck'], {'in.deck': FLOW, 'in.part': 'print "part"\n'}, every=17),
    'manual': Deck(['manual', 'out', 'doc'], {'doc/pages/one.md': '# One\n\n| a | b |\n|---|---|\n'
                   '| x | y |\n\n{{pair-styles}}\n'}, [r'out/.*'], every=3001, rarely=160),
    'compare': Deck(['compare', 'in.deck', '--jobs', '1', '--no-plots', '--samples', '10',
                     '--integrators', 'verlet,forest-ruth', '--steps', '0.005'],
                    {'in.deck': COMPARE}, [r'comparison/.*\.(csv|html|txt)'], every=101),
}


# ------------------------------------------------------------------ one run

def compile_library(folder):
    library = os.path.join(folder, 'inject.so')
    command = os.environ.get('CC', 'cc').split() + ['-shared', '-fPIC', '-O1', '-o', library,
                                                    os.path.join(HERE, 'inject.c')]
    try:
        made = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        tap.skip_all('no compiler: %s' % error)
    if made.returncode != 0:
        tap.skip_all('inject.c cannot be compiled here: ' + made.stderr.strip().split('\n')[0])
    return library


class Bench:
    """A folder for runs, with the deck's files as they were before each."""

    def __init__(self, root, library, deck):
        self.root, self.library, self.deck = root, library, deck
        self.pristine, self.work = os.path.join(root, 'pristine'), os.path.join(root, 'work')
        for path in (self.pristine, self.work):
            shutil.rmtree(path, ignore_errors=True)
        os.makedirs(self.pristine)
        for name, text in deck.files.items():
            path = os.path.join(self.pristine, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'w') as file:
                file.write(text)
        if deck.before:
            subprocess.run([tap.AVIMD, '-log', 'none', '-screen', 'none'], cwd=self.pristine,
                           input=deck.before, text=True, check=True)

    def run(self, order):
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.pristine, self.work)
        count = os.path.join(self.root, 'count')
        environment = dict(os.environ, AVIMD_FAIL=order, AVIMD_FAIL_COUNT=count,
                           LD_PRELOAD=self.library, OMP_NUM_THREADS='1', OMP_WAIT_POLICY='passive',
                           LAMMPS_POTENTIALS=os.path.join(tap.SRCDIR, 'potentials'), LC_ALL='C')
        try:
            self.result = subprocess.run([tap.AVIMD] + self.deck.words, cwd=self.work,
                                         env=environment, capture_output=True, timeout=LIMIT,
                                         stdin=subprocess.DEVNULL)
            self.status = self.result.returncode
            self.stderr = self.result.stderr.decode('ascii', 'replace')
        except subprocess.TimeoutExpired:
            self.status, self.stderr = 'no end after %d s' % LIMIT, ''
            return 0
        with open(count, 'rb') as file:
            return struct.unpack('l', file.read(8))[0]

    def files(self):
        """Contents by name, of all files that the run left; its standard output is one."""
        found = {'(stdout)': steady('(stdout)', self.result.stdout)}
        for folder, _, names in os.walk(self.work):
            for name in names:
                path = os.path.join(folder, name)
                short = os.path.relpath(path, self.work)
                with open(path, 'rb') as file:
                    found[short] = steady(short, file.read())
        return found


def steady(name, data):
    """A file's content without what differs between two runs: clocks, memory, zlib's blocks."""
    if name.endswith('.gz'):
        try:
            data = gzip.decompress(data)
        except (EOFError, OSError):
            return b'torn ' + data
    if name.startswith('state.'):
        return data
    if name.startswith('comparison/') and not name.endswith('.csv'):
        return b'whole' if data.endswith(b'\n') else data  # clocks, and orders by clocks
    lines = []
    for line in data.split(b'\n'):
        if re.search(rb'time|\|.*\||CPU|Performance|ns/day|seconds|second|Mbytes', line) and \
                not line.startswith(b'ITEM'):
            line = re.sub(rb'[0-9][-+0-9.e:]*', b'#', line)
            line = re.sub(rb' +', b' ', line)
        if name.endswith('.csv'):
            line = re.sub(rb'[0-9][-+0-9.e]*', b'#', line)
        lines.append(line)
    return b'\n'.join(lines)


# ------------------------------------------------------------------ judgement

SAID = re.compile(r'error: |libgomp: Out of memory')
LEFT = re.compile(r'(^|/)\.partial\.|~$')


def complaints(bench, good, before):
    """What is wrong with the end of the run that was made last."""
    deck, status = bench.deck, bench.status
    if isinstance(status, str):
        return [status]
    if status < 0:
        return ['killed by ' + signal.Signals(-status).name]
    wrong, now = [], bench.files()
    if status != 0 and not SAID.search(bench.stderr):
        wrong.append('status %d without an error message: %s' % (status, bench.stderr.strip()))
    wrong += ['%s is left' % name for name in now if LEFT.search(name)]
    said = bench.stderr + now['(stdout)'].decode('ascii', 'replace')
    for name in sorted(set(good) | set(now)):
        if now.get(name) == good.get(name) or 'WARNING' in said and name in said:
            continue
        if status == 0 and 'WARNING' in said and (name == '(stdout)' or name.startswith('log')):
            continue
        if name.endswith('.csv') and re.search(b',(refused|crashed),', now.get(name, b'')):
            continue  # a run of a comparison that came to nothing is a result, with its reason
        if status == 0:
            wrong.append('status 0, and %s %s' % (name, 'is missing' if name not in now else
                                                  'is more' if name not in good else 'differs'))
        elif deck.whole.fullmatch(name) and name in now and now[name] != before.get(name) and \
                not other_write(name, now, good):
            wrong.append('%s is there and not whole' % name)
    return wrong


def other_write(name, now, good):
    """A file with two versions in one run (state.end and state.end.old) may be any of them."""
    stem = name[:-4] if name.endswith('.old') else name
    return now[name] in (good.get(stem), good.get(stem + '.old'))


def numbers(deck, kind, count, everything):
    """Which calls fail; of a sample the last is one, since what the end loses is easily lost."""
    every = 1 if everything else deck.every if kind == 'memory' else deck.rarely or WRITES.get(kind, 1)
    return range(1 + (count - 1) % every, count + 1, every) if count else ()


def trials(bench, kind, everything, only=None):
    """All failures of one kind in one deck: how many, and what went wrong."""
    bench.run('none:0')
    if bench.status != 0:
        return 0, ['without a failure: status %s %s' % (bench.status, bench.stderr)]
    good, wrong = bench.files(), []
    before = {}
    for folder, _, names in os.walk(bench.pristine):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, 'rb') as file:
                before[os.path.relpath(path, bench.pristine)] = file.read()
    count = bench.run(kind + ':0')
    if bench.status == 77:
        tap.skip_all('the kernel does not let a filter of system calls be set')
    chosen = [only] if only else numbers(bench.deck, kind, count, everything)
    for number in chosen:
        bench.run('%s:%d' % (kind, number))
        bad = complaints(bench, good, before)
        wrong += ['%s number %d of %d: %s' % (kind, number, count, text) for text in bad]
        if only:
            print('# status %s\n%s' % (bench.status, bench.stderr))
    return len(chosen), wrong


def main():
    everything = '--all' in sys.argv
    only = sys.argv[sys.argv.index('--only') + 1].split(':') if '--only' in sys.argv else []
    about = subprocess.run([tap.AVIMD, '--version'], capture_output=True, text=True).stdout
    if '-fsanitize' in about:
        tap.skip_all('a sanitizer has its own allocator')
    with tap.Folder() as folder:
        library = compile_library(folder.path)
        for name, deck in DECKS.items():
            if only and only[0] not in ('', name):
                continue
            bench = Bench(folder.path, library, deck)
            for kind in KINDS:
                if len(only) > 1 and only[1] != kind:
                    continue
                count, wrong = trials(bench, kind, everything or bool(only),
                                      int(only[2]) if len(only) > 2 else None)
                if count or wrong:
                    tap.ok('%s: %d failures of %s' % (name, count, kind), not wrong,
                           '\n'.join(wrong[:20]))
    tap.done()


main()
