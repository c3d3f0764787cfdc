# SPDX-License-Identifier: GPL-3.0-or-later
"""-var NAME: an error before anything runs when no line of the deck uses a variable of that name, a
warning at the end when only a name made at run time could have, and neither in all other cases."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

DECK = '''variable steps index 5
variable half equal v_steps/2 # ${comment}
print "${steps} $T"
print """a # in here is text: ${quoted}"""
if "1 < 0" then 'print "${seldom}"'
include part
variable list index a b
next list more
label fmt
'''
WORLD = '''units lj
lattice fcc 0.8442
region box block 0 2 0 2 0 2
create_box 1 box
create_atoms 1 box var keep set x xx set y yy
'''
# name, the deck, what must be: 'error', 'warning' or nothing
CASES = [
    ('steps', DECK, ''), ('T', DECK, ''), ('quoted', DECK, ''), ('seldom', DECK, ''),
    ('inner', DECK, ''), ('more', DECK, ''), ('comment', DECK, 'error'), ('step', DECK, 'error'),
    ('fmt', DECK, 'warning'), ('print', DECK, 'warning'),
    ('zzz', 'variable i index 1\nvariable name1 index 3\nvariable r equal v_name$i\nprint "$r"\n', 'warning'),
    ('name1', 'variable i index 1\nvariable r equal v_name$i\nprint "$r"\n', ''),
    ('zzz', 'variable f index part\ninclude $f\n', 'warning'),
    ('inner', 'variable f index part\ninclude $f\n', ''),
    ('zzz', 'variable c string "print hello"\n$c\n', 'warning'),
    ('zzz', 'print "x" file made screen no\ninclude made.not\n', 'either'),
    ('keep', WORLD, ''), ('xx', WORLD, ''), ('yy', WORLD, ''), ('zz', WORLD, 'error'),
    ('second', 'print "${first}"\n', ''), # by the value of the other one
]


def judge(name, got, wanted):
    error = "-var %s: no line of" % name in got.err
    warning = 'WARNING: -var %s:' % name in got.out
    if wanted == 'either':
        return not error
    return error == (wanted == 'error') and warning == (wanted == 'warning') and \
        (got.status == 1 and 'hello' not in got.out if error else True)


def main():
    with tap.Folder() as folder:
        folder.write('part', 'print "v_inner ${inner}"\n')
        for name, deck, wanted in CASES:
            words = []
            for other in 'quoted', 'T', 'inner', 'seldom', 'more':
                if deck == DECK and other != name:
                    words += ['-var', other, '1']
            if deck != DECK and 'include' in deck and name != 'inner':
                words += ['-var', 'inner', '1']
            if name == 'second':
                words += ['-var', 'first', 'v_second']
            folder.write('in.deck', deck)
            shown = ' / '.join(deck.replace('#', '').splitlines())[:60]
            got = tap.avimd(folder, '-in', 'in.deck', '-var', name, '1', *words)
            tap.ok('-var %s: %s (%s)' % (name, wanted or 'nothing', shown), judge(name, got, wanted), got)
        folder.write('in.deck', 'print "hello ${temperature}"\n')
        got = tap.avimd(folder, '-in', 'in.deck', '-var', 'temprature', '1')
        tap.ok('a misspelt name is an error with the right one', got.status == 1 and 'hello' not in got.out
               and "did you mean 'temperature'?" in got.err, got)
        got = tap.avimd(folder, '-in', 'in.deck', '--check', '-var', 'temprature', '1')
        tap.ok('--check finds it', got.status == 1 and 'no line of' in got.err, got)
        got = tap.avimd(folder, '-var', 'temprature', '1', stdin='print "hello"\n')
        tap.ok('standard input too', got.status == 1 and 'no line of' in got.err and 'hello' not in got.out, got)
        got = tap.avimd(folder, 'compare', 'in.deck', '-var', 'temprature', '1')
        tap.ok('compare too', got.status == 1 and 'no line of' in got.err, got)
    tap.done()


main()
