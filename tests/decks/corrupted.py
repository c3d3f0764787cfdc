# SPDX-License-Identifier: GPL-3.0-or-later
"""Good decks with one thing broken, always the same ones: each either runs, because the damage was
harmless, or is refused with exit status 1, the place of the guilty word and a caret under it.  No
signal, no hang, nothing refused without a place.

    corrupted.py [COUNT [SEED]]

tries COUNT of them (200); another SEED makes others.  Deck number N of a seed is always the same,
and is shown when it fails.
"""
import os
import random
import re
import resource
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

PATIENCE = 60  # seconds for a deck; they take a few hundredths, unless the machine is busy
MEMORY = 3 << 29  # bytes; a box of 10^11 lattice cells is refused, not the machine
WATCH = 'timer timeout 3 every 1\n'  # a run of 10^9 steps is no hang: it is what the deck asks for
REFUSED = re.compile(r'^[^\s:]+:\d+:\d+: error: \S.*\n    .*\n\s+\^~*$', re.M)
# A line of a data file, and a deck that is no text.
NO_CARET = re.compile(r'^[^\s:]+:\d+: error: \S.*\n    .*$|^in.deck:\d+:\d+: error: .*NUL byte$', re.M)

# Decks of inputs/, made small: what is replaced in each.
INPUTS = {
    'first/in.first': [('0 5 0 5 0 5', '0 3 0 3 0 3'), ('run             500', 'run 5'),
                       ('thermo          50', 'thermo 2')],
    'clusters/in.lj13': [('1000 10000\n', '5 50\n'), ('run             20000', 'run 5'),
                         ('run             1000 ', 'run 3 ')],
    'heat-lattice/in.chain': [('variable        time index 1000', 'variable time index 1'),
                              ('loop 100', 'loop 20'), ('121', '41'), ('101.1', '21.1'),
                              ('2:101', '2:21'), ('v_i/101', 'v_i/21')],
    'oscillator/in.oscillator': [('time index 10000', 'time index 2')],
    'relax/in.vacancy': [('../../potentials', '.'), ('n index 4', 'n index 3'),
                         ('1000 10000', '3 30')],
    'stiff-dimers/in.equilibrate': [('cells index 10', 'cells index 3'),
                                    ('settle index 4000', 'settle index 8')],
    'argon7/in.argon7': [('variable        ns index 1 ', 'variable ns index 0.0002 ')],
}

CHAIN = '''# A chain of beads, by include files, a data file and a loop
units lj
atom_style bond
include inc.bonds
special_bonds fene
read_data data.chain extra/special/per/atom 4
pair_style hybrid/overlay lj/cut 1.12246 soft 1.0
pair_coeff 1 1 lj/cut 1.0 1.0
pair_coeff * * soft 2.0
pair_modify shift yes
bond_coeff 1 30.0 1.5 1.0 1.0
neighbor 0.4 bin
neigh_modify every 1 delay 1 check yes exclude type 1 1
group ends id 1 10
group rest subtract all ends
region near sphere 3 3 3 2.5 side in units box
variable hot atom vx>0.1
variable seed index 11 12
variable v equal "2*step + c_k[1]"
compute k all temp/region near
compute r rest reduce ave x y z
compute m all msd
fix 1 all nve
fix 2 rest langevin 1.0 1.0 10.0 904297
fix 3 ends spring/self 5.0
fix 4 all ave/time 1 2 2 c_m[4] c_r[*] file means.txt
dump d all custom 2 chain.dump id type mol xu yu zu vx
dump_modify d sort id format float %.4f
thermo_style custom step temp epair ebond press f_4[1] v_v
thermo 2
label again
velocity all create 1.0 ${seed} loop geom
set group ends vx $(0.1*(v_seed+1)) type 1
run 3 every 2 "print 'at $(step) of ${seed}'"
if "${seed} == 11 && $(temp) > 0" then "print first" else &
   "print last" "displace_atoms rest random 0.01 0.01 0.01 5"
next seed
jump SELF again
write_data end.data
print """done after $(step:%.0f) steps"""
'''

DATA = '''ten beads

10 atoms
9 bonds
1 atom types
1 bond types

0 9 xlo xhi
0 6 ylo yhi
0 6 zlo zhi

Masses

1 1.0

Atoms # bond

''' + ''.join('%d 1 1 %.2f 3 3\n' % (k, 0.95 * k - 0.5) for k in range(1, 11)) + '''
Bonds

''' + ''.join('%d 1 %d %d\n' % (k, k, k + 1) for k in range(1, 10))

MELT = '''units lj
lattice fcc 0.8442
region box block 0 3 0 3 0 3
create_box 2 box
region hole cylinder z 1.5 1.5 0.6 INF INF
create_atoms 1 box
delete_atoms region hole
mass * 1.0
set group all type/fraction 2 0.3 77
velocity all create 1.44 87287 loop geom
pair_style lj/cut 2.5
pair_coeff * * 1.0 1.0 2.5
pair_coeff 1 2 0.8 1.1
neighbor 0.3 bin
fix 1 all npt temp 1.0 0.8 0.5 iso 0.0 1.0 1.0
compute g all rdf 20 1 1 1 2
compute c all chunk/atom bin/1d z lower 0.2 units reduced
fix 2 all ave/chunk 1 2 2 c vx density/number file profile.txt
variable p equal "press*vol - v_q"
variable q equal 3*atoms
thermo_style custom step temp pe press v_p c_g[3][2] lx
thermo_modify norm no format float %.6g
thermo 2
timestep 0.004
run 4
minimize 1e-4 1e-6 3 10
change_box all x scale 1.02 remap
unfix 1
fix 1 all nve
run_style respa 2 2 pair 1
run 2 pre no post no
'''
FIXES = '''units lj
boundary f f p
region box block 0 9 0 9 0 9
create_box 1 box
create_atoms 1 single 4 4 4
create_atoms 1 single 5 4 4
create_atoms 1 random 5 4711 box
mass 1 1
pair_style hybrid/overlay lj/cut 2.5 morse 2.0
pair_coeff 1 1 lj/cut 1 1
pair_coeff 1 1 morse 1 2 1.1
variable t equal 1+0.1*step
fix 1 all nve
fix 2 all setforce NULL 0.0 0.0
fix 3 all wall/lj93 xlo EDGE 1 1 2.5 yhi 9 1 1 2.5 units box
fix 4 all indent 10 sphere v_t 4 4 1
fix 5 all spring/self 3 xz
fix 6 all viscous 0.1
fix 7 all addforce 1 0 0 every 2
fix_modify 3 energy yes
fix 8 all momentum 5 linear 1 1 1 angular
fix 9 all wall/reflect xhi EDGE
compute p all pressure thermo_temp virial
thermo_style custom step f_3 f_3[1] c_p c_p[2]
run 3
unfix 4
minimize 1e-6 1e-6 10 100
'''

LANGUAGE = '''variable a index 1 2 3
variable b loop 4 pad
variable s string "some text"
label again
print "a = $a, b = ${b}, $(v_b*2:%.3f) and more" # a comment "
if "${a} == 2 && ($b < 3 || !(1 > 2))" then "print 'two'" elif "$a > 2" "print three" else "print one"
next a
jump SELF again
print """
three quotes
"""
variable e equal sqrt(2)^2+abs(-3)-ln(exp(1))%2*floor(2.5)
variable f equal ternary(1<2,3,4)+random(1,2,42)
print "${e} &
 continued" &
screen yes
variable a delete
variable g getenv HOME
print ${g}
'''


def good_decks():
    """The text of each deck, by name."""
    decks = {'chain': CHAIN, 'fixes': FIXES, 'language': LANGUAGE, 'melt': MELT}
    for name in sorted(INPUTS):
        with open(os.path.join(tap.SRCDIR, 'inputs', name), encoding='utf-8') as source:
            text = source.read()
        for old, new in INPUTS[name]:
            if old not in text:
                raise SystemExit('inputs/%s has no "%s"' % (name, old))
            text = text.replace(old, new)
        decks[name] = text
    with open(os.path.join(tap.SRCDIR, 'tests', 'corpus', 'deck', 'good-bonds')) as source:
        decks['bonds'] = source.read()
    return decks


# ------------------------------------------------------------------ ways to break a deck
# Each takes a generator of random numbers and the deck's lines, and returns its new bytes.

NUMBER = re.compile(r'^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$')


def commands(lines, loops=False):
    """Numbers of the lines that are no comment and not empty.  Those of loops only on request: a loop
    that lost its `next` goes on for ever, and that is what it asks for."""
    return [k for k, line in enumerate(lines) if line.strip() and not line.lstrip().startswith('#')
            and (loops or line.split()[0] not in ('next', 'jump', 'label'))]


def change_words(draw, lines, change, fits=lambda word: True):
    """One line with its words changed: change(words, index) edits a list in which blanks are words
    too, at the index of one that fits."""
    places = []
    for k in commands(lines, loops=True):
        words = re.split(r'(\s+)', lines[k].partition(' #')[0])
        places += [(k, words, i) for i, word in enumerate(words) if word.strip() and fits(word)]
    if places:
        k, words, i = draw.choice(places)
        change(words, i)
        lines = lines[:k] + [''.join(words)] + lines[k + 1:]
    return '\n'.join(lines).encode() + b'\n'


def deleted(draw, lines):
    return change_words(draw, lines, lambda words, i: words.pop(i))


def doubled(draw, lines):
    return change_words(draw, lines, lambda words, i: words.insert(i, words[i] + ' '))


def swapped(draw, lines):
    def change(words, i):
        j = i + 2 if i + 2 < len(words) else max(i - 2, 0)
        words[i], words[j] = words[j], words[i]
    return change_words(draw, lines, change)


def misspelt(draw, lines):
    def change(words, i):
        at = draw.randrange(len(words[i]))
        letter = draw.choice(['', 'x', words[i][at] * 2, '_', words[i][at].swapcase()])
        words[i] = words[i][:at] + letter + words[i][at + 1:]
    return change_words(draw, lines, change)


def absurd_number(*values):
    def broken(draw, lines):
        def change(words, i):
            words[i] = draw.choice(values)
        return change_words(draw, lines, change, NUMBER.match)
    return broken


def negative(draw, lines):
    def change(words, i):
        words[i] = words[i][1:] if words[i][0] == '-' else '-' + words[i]
    return change_words(draw, lines, change, NUMBER.match)


def word_for_number(draw, lines):
    def change(words, i):
        words[i] = draw.choice(['x', 'v_nobody', 'c_nobody[1]', '${nobody}', '$(1/0)', '1.2.3', '0x1p3'])
    return change_words(draw, lines, change, NUMBER.match)


def cut(draw, lines):
    k = draw.choice(commands(lines))
    return '\n'.join(lines[:k] + [lines[k][:draw.randrange(len(lines[k]))]] + lines[k + 1:]).encode()


def ends_early(draw, lines):
    text = '\n'.join(lines)
    return text[:draw.randrange(len(text))].encode()


def lost_line(draw, lines):
    k = draw.choice(commands(lines))
    return '\n'.join(lines[:k] + lines[k + 1:]).encode()


def lines_swapped(draw, lines):
    k, j = draw.sample(commands(lines), 2)
    lines = list(lines)
    lines[k], lines[j] = lines[j], lines[k]
    return '\n'.join(lines).encode()


def inserted(*pieces):
    """A piece of text somewhere inside a command."""
    def broken(draw, lines):
        k = draw.choice(commands(lines))
        at = draw.randrange(len(lines[k]) + 1)
        text = [line.encode() for line in lines]
        text[k] = text[k][:at] + draw.choice(pieces) + text[k][at:]
        return b'\n'.join(text)
    return broken


def continued(draw, lines):
    k = draw.choice([k for k in commands(lines) if k + 1 == len(lines) or k + 1 in commands(lines)])
    return '\n'.join(lines[:k] + [lines[k] + ' &'] + lines[k + 1:]).encode()


def new_line(*texts):
    """A line that cannot be right, somewhere."""
    def broken(draw, lines):
        k = draw.choice(commands(lines))
        return '\n'.join(lines[:k] + [draw.choice(texts)] + lines[k:]).encode()
    return broken


def very_long(draw, lines):
    piece = draw.choice(['word ', 'x' * 1000, '1.0 ', '"', '$', '(', '#', ' ', '&'])
    return new_line('print ' + piece * draw.choice([3000, 30000]))(draw, lines)


def no_file(draw, lines):
    return new_line('include nowhere.txt', 'read_data nowhere.data', 'read_restart nowhere.*',
                    'jump nowhere.txt', 'variable f file nowhere.txt', 'read_data .',
                    'pair_style eam/alloy\npair_coeff * * nowhere.alloy Cu', 'include .',
                    'log nowhere/log', 'jump SELF nowhere')(draw, lines)


CYCLES = ['variable p equal v_q\nvariable q equal v_p\nprint "${p}"',
          'variable p equal v_p\nthermo_style custom step v_p\nrun 0',
          'variable p equal 1+v_p\nprint $(v_p)', 'variable p atom v_p\ngroup odd variable p',
          'variable p vector v_p\nprint "$(v_p[1])"', 'include in.deck', 'include inc.self',
          'variable p string "${p}"\nprint ${p}']
DEEP = ['print ' + '$(' * n + '1' + ')' * n for n in (2, 60, 5000)] + \
       ['variable d equal ' + '(' * n + '1' + ')' * n + '\nprint ${d}' for n in (90, 9000)] + \
       ['variable d equal ' + '-' * 9000 + '1\nprint ${d}', 'print ${${${T}}}',
        'variable d equal ' + 'sqrt(' * 3000 + '1' + ')' * 3000 + '\nprint ${d}',
        'variable d equal ' + '2^' * 3000 + '1\nprint ${d}']

WAYS = [
    ('a word deleted', deleted),
    ('a word doubled', doubled),
    ('two words swapped', swapped),
    ('a word misspelt', misspelt),
    ('a number huge', absurd_number('1e300', '99999999999999999999', '-1e300', '2147483648')),
    ('a number large', absurd_number('1000', '1e9', '123456789')),
    ('a number negative', negative),
    ('a number NaN', absurd_number('nan', '-nan', 'inf', 'NaN')),
    ('a number 1e999', absurd_number('1e999', '-1e999', '1e-999')),
    ('a number empty', absurd_number('""', "''")),
    ('a number zero', absurd_number('0', '0.0', '-0')),
    ('a word for a number', word_for_number),
    ('a line cut', cut),
    ('the deck ends early', ends_early),
    ('a line lost', lost_line),
    ('two lines swapped', lines_swapped),
    ('quotes unbalanced', inserted(b'"', b"'", b'"""')),
    ('a byte 0x00', inserted(b'\0')),
    ('a byte 0xff', inserted(b'\xff', b'\xc3\x28', b'\x7f', b'\r')),
    ('& at the end of a line', continued),
    ('a missing file', no_file),
    ('a cycle', new_line(*CYCLES)),
    ('deep nesting', new_line(*DEEP)),
    ('a very long line', very_long),
    ('brackets and dollars', inserted(b'${', b'$(', b')', b'}', b'$', b'[', b'*')),
]


# ------------------------------------------------------------------ running them

def prepare(folder):
    table = 'Cu_zhou04.eam.alloy'
    shutil.copy(os.path.join(tap.SRCDIR, 'potentials', table), folder.file(table))
    folder.write('inc.self', 'include inc.self\n')
    folder.write('inc.bonds', '# another file\nbond_style fene\n')
    folder.write('data.chain', DATA)


def attempt(folder, deck):
    with open(folder.file('in.deck'), 'wb') as out:
        out.write(WATCH.encode() + deck)
    command = [tap.AVIMD, '-in', 'in.deck', '-log', 'none', '-threads', '1']
    try:
        got = subprocess.run(command, cwd=folder.path, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return tap.Result('timeout', '', '')
    return tap.Result(got.returncode, got.stdout.decode(errors='replace'),
                      got.stderr.decode(errors='replace'))


def verdict(got):
    """harmless, refused, or what is wrong."""
    if got.status == 0:
        return 'harmless' if 'error:' not in got.err else 'an error and status 0'
    if got.status != 1:
        return 'status %s' % got.status
    if REFUSED.search(got.err):
        return 'refused'
    return 'refused' if NO_CARET.search(got.err) else 'refused without a place'


def limit_memory(folder):
    """Children inherit it; sanitizers, which reserve terabytes, cannot live with it."""
    old = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, old[1]))
    if tap.avimd(folder, '--version').status != 0:
        resource.setrlimit(resource.RLIMIT_AS, old)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 9
    decks = good_decks()
    names = sorted(decks)
    seen = {}
    with tap.Folder() as folder:
        prepare(folder)
        limit_memory(folder)
        for name in names:
            got = attempt(folder, decks[name].encode())
            tap.ok('%s runs' % name, verdict(got) == 'harmless', got)
        for n in range(count):
            draw = random.Random('%d %d' % (seed, n))
            way, broken = WAYS[n % len(WAYS)]
            name = draw.choice(names)
            deck = broken(draw, decks[name].splitlines())
            got = attempt(folder, deck)
            said = verdict(got)
            seen.setdefault(way, []).append(said)
            if said not in ('harmless', 'refused'):
                tap.ok('%d: %s in %s' % (n, way, name), False,
                       '%s\n%s\n--- the deck\n%s' % (said, got, deck.decode(errors='replace')[:20000]))
    for way, _ in WAYS:
        said = seen.get(way, [])
        good = said.count('harmless') + said.count('refused')
        tap.ok('%s: %d refused, %d harmless' % (way, said.count('refused'), said.count('harmless')),
               good == len(said))
    everything = sum(seen.values(), [])
    print('# %d decks: %d refused with a place, %d harmless' %
          (count, everything.count('refused'), everything.count('harmless')))
    tap.ok('most damage is noticed', 2 * everything.count('refused') >= count, everything)
    tap.done()


main()
