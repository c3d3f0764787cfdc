#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""
The input language beside LAMMPS's: variables of all styles, every function of formulas, control
flow, print, shell and logs.  Each deck prints lines that begin with '> '; `lmp` and `avimd` must
print the same ones: texts alike, numbers to 9 digits, and end with the same status.
Skips where lmp is not installed.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap

SYSTEM = '''
units           lj
atom_modify     map array
lattice         fcc 0.8442
region          box block 0 3 0 3 0 3
create_box      2 box
create_atoms    1 box
set             atom 5*9 type 2
mass            1 1.0
mass            2 1.5
displace_atoms  all random 0.1 0.1 0.1 4711 units box
velocity        all create 1.0 4711 rot yes
velocity        all ramp vx 0 1 y 0 3
pair_style      lj/cut 2.5
pair_coeff      * * 1.0 1.0
region          low block INF INF INF INF INF 2.0 units box
region          ball sphere 2 2 2 1.7 units box
group           some id 3 8 17 25 40:60
group           twos type 2
fix             1 all nve
run             2 post no
'''

FILES = {
    'words.txt': '# a comment\n\n  first   # here\nsecond\n\n3.5\n-7e2\n',
    'values.txt': '# a comment\n\n2 # sets begin with their size\n1 3.5\n20 4.5\n\n1\n2 7\n0\n',
    'part.txt': 'print "> in the part $i"\nvariable from_part equal 5\n',
    'charged.data': '''charges

3 atoms
1 atom types
0 5 xlo xhi
0 5 ylo yhi
0 5 zlo zhi

Masses

1 1.0

Atoms

1 1 1 0.5 1 1 1
2 1 1 -1.25 2 2 2
3 1 1 2.0 3 3 3
''',
    'tail.txt': 'print "> the tail"\nlabel here\nprint "> after here"\n',
}


def shows(*formulas, **options):
    """A deck that prints formulas between runs."""
    return SYSTEM + ''.join('variable v%d equal "%s"\nprint "> %s = ${v%d}"\n' %
                            (k, f, f, k) for k, f in enumerate(formulas))


AXES = ('x', 'y', 'z')
GROUP = [name + '(' + group + part + region + ')'
         for group in ('all', 'some', 'twos')
         for region in ('', ',low', ',ball')
         for name, parts in (('count', ('',)), ('mass', ('',)), ('ke', ('',)), ('gyration', ('',)),
                             ('xcm', AXES), ('vcm', AXES), ('fcm', AXES), ('angmom', AXES),
                             ('torque', AXES), ('omega', AXES),
                             ('bound', ('xmin', 'xmax', 'ymin', 'ymax', 'zmin', 'zmax')),
                             ('inertia', ('xx', 'yy', 'zz', 'xy', 'yz', 'xz')))
         for part in ([p and ',' + p for p in parts])
         if not (group == 'twos' and region)]

DURING = '''
thermo          5
thermo_style    custom step {columns} temp pe press
thermo_modify   format float %.12g
run             20 post no
'''


def during(*formulas):
    """A deck whose rows show formulas during a run."""
    names = ['w%d' % k for k in range(len(formulas))]
    return SYSTEM + ''.join('variable %s equal "%s"\n' % (n, f) for n, f in zip(names, formulas)) \
        + DURING.format(columns=' '.join('v_' + n for n in names))


def per_atom(*formulas):
    names = ['w%d' % k for k in range(len(formulas))]
    return SYSTEM + ''.join('variable %s atom "%s"\n' % (n, f) for n, f in zip(names, formulas)) \
        + 'compute         r all reduce sum ' + ' '.join('v_' + n for n in names) + '\n' \
        + ''.join('print "> %s = $(v_%s[17]) $(v_%s[45])"\n' % (f, n, n)
                  for n, f in zip(names, formulas)) \
        + 'thermo_style custom step c_r[*]\nthermo_modify format float %.10g norm no\nrun 0 post no\n'


DECKS = {
    'operators': shows('1+2*3^2', '-2^2', '2^3^2', '7%3', '-7%3', '1<2', '2<=2', '3>4', '3>=3', '1==1',
                       '1!=1', '1&&0', '1||0', '1|^1', '!0', '!(1==2)', '(1+2)*3', '1e3/4', '5-3-1',
                       '8/4/2', '2*-3', '3--3', '1+2<4', '0.1+0.2'),
    'mathematics': shows('sqrt(2)', 'exp(1.5)', 'ln(3)', 'log(3)', 'abs(-2.5)', 'sin(1)', 'cos(1)',
                         'tan(1)', 'asin(0.3)', 'acos(0.3)', 'atan(0.3)', 'atan2(1,-2)', 'ceil(2.1)',
                         'ceil(-2.1)', 'floor(2.9)', 'floor(-2.9)', 'round(2.5)', 'round(-2.5)',
                         'round(-2.4)', 'PI', 'version'),
    'random numbers': shows('random(0,1,777)', 'random(2,5,1)', 'normal(0,1,5)', 'normal(3,2,5)',
                            'random(-1,1,777)', 'normal(0,1,9)'),
    'schedules': during('stagger(10,3)', 'logfreq(1,4,10)', 'logfreq2(1,4,10)', 'logfreq3(1,5,100)',
                        'stride(0,100,7)', 'stride2(0,100,10,3,30,2)'),
    'ramps': during('ramp(2,7)', 'vdisplace(1,0.5)', 'swiggle(1,2,0.05)', 'cwiggle(1,2,0.05)',
                    'elapsed', 'elaplong', 'step', 'time', 'dt'),
    'thermo keywords in formulas': during('temp', 'pe', 'ke*2', 'etotal', 'press', 'vol', 'lx', 'xlo',
                                          'zhi', 'pxx', 'pyz', 'density', 'enthalpy', 'evdwl',
                                          'atoms', 'fmax', 'fnorm', 'cella', 'cellgamma', 'xlat'),
    'group functions': shows(*GROUP),
    'atom functions': per_atom('x', 'y*2', 'z+vx', 'vy*vz', 'mass*id', 'type==2', 'gmask(some)',
                               'rmask(low)', 'grmask(some,ball)', 'sqrt(x*x+y*y)', 'fx+fy',
                               'x>2', 'gmask(twos)*vx^2', '(id>5)&&(id<20)'),
    'random numbers of atoms': per_atom('random(0,1,33)+normal(0,1,33)'),
    'elements of atoms': shows('x[17]', 'vx[3]+y[20]', 'type[7]', 'mass[7]', 'id[4]', 'fx[8]'),
    'questions': shows('is_defined(group,some)', 'is_defined(group,nobody)', 'is_defined(fix,1)',
                       'is_defined(compute,thermo_temp)', 'is_defined(region,ball)',
                       'is_defined(variable,v1)', 'is_defined(variable,nope)',
                       'is_defined(dump,d)', 'is_available(command,run)',
                       'is_available(pair,lj/cut)', 'is_available(region,block)',
                       'is_available(fix,nve)', 'is_available(bond,fene)', 'is_available(atom,bond)',
                       'is_available(integrate,verlet)', 'is_available(minimize,cg)',
                       'is_available(compute,temp)', 'is_active(newton,pair)', 'is_active(pair,single)',
                       'is_active(pair,manybody)', 'is_active(pair,tail)', 'is_active(pair,respa)',
                       'is_active(bond_style,none)', 'is_active(bond_style,fene)',
                       'is_active(atom_style,atomic)', 'is_active(atom_style,bond)',
                       'is_active(kspace_style,none)', 'is_active(pair_style,lj/cut)',
                       'is_file(words.txt)', 'is_file(nowhere.txt)'),
    'index and loop': '''
variable        a index one two three
variable        n loop 3
variable        m loop 2 4
variable        p loop 8 12 pad
variable        q loop 10 pad
label           again
print           "> $a $n $m $p ${q}"
next            a
next            n m
next            p
variable        a index changed
jump            SELF again
''',
    'a loop with next and jump': '''
variable        i loop 2 5
label           top
variable        sq equal $i*v_i
print           "> $i squared is ${sq}"
next            i
jump            SELF top
print           "> after the loop"
variable        i loop 2
label           outer
variable        j loop 2
label           inner
print           "> $i $j"
next            j
jump            SELF inner
next            i
jump            SELF outer
print           "> end"
''',
    'string, getenv, internal, delete': '''
variable        s string "a text"
variable        s string "another ${s} $(2+3)"
print           "> ${s}"
variable        h getenv HOME
print           "> ${h}"
variable        u getenv NOT_DEFINED_ANYWHERE
print           "> [${u}]"
variable        i internal 2.5
variable        e equal v_i*2
print           "> $i ${e}"
variable        e equal 7
print           "> ${e}"
variable        e delete
variable        e equal 8
print           "> ${e} $(is_defined(variable,e))"
variable        e delete
variable        d equal is_defined(variable,e)
print           "> $d"
''',
    'format': '''
variable        a equal PI*100
variable        f format a %12.4f
variable        g format a %12.4e
variable        i internal 2.5
variable        h format i %8.3f
print           "> [${f}] [${g}] [${h}] $(v_f*2)"
variable        a equal 1.0/3
print           "> [${f}] [${g}]"
''',
    'file': '''
variable        a file words.txt
label           again
print           "> [$a]"
if              "$a == -7e2" then "jump SELF end"
next            a
jump            SELF again
label           end
print           "> $(v_a+1)"
''',
    'next of a file in a formula': '''
variable        a file words.txt
variable        b equal next(a)
next            a
next            a
print           "> $b $a"
''',
    'atomfile': SYSTEM + '''
variable        a atomfile values.txt
variable        b atom v_a*2+1
variable        c equal v_a[20]
print           "> $(v_a[1]) $(v_a[2]) $(v_b[20]) $(v_b[1])"
next            a
print           "> $(v_a[1]) $(v_a[2]) $(v_b[20]) $(v_b[2])"
next            a
print           "> $(v_a[1]) $(v_a[2])"
next            a
jump            SELF nowhere
variable        d equal is_defined(variable,a)
print           "> $d"
''',
    'world, universe, uloop': '''
variable        w world only
variable        u universe one two
variable        l uloop 2
print           "> $w $u $l"
variable        u universe three four
print           "> $u"
''',
    'uloop padded': '''
variable        l uloop 12 pad
print           "> ${l}"
''',
    'vectors': SYSTEM + '''
variable        b equal 3
fix             v all vector 1 c_thermo_temp c_thermo_press
run             6 post no
variable        s equal sum(f_v[1])
variable        m equal min(f_v[1])
variable        x equal max(f_v[2])
variable        e equal ave(f_v[1])
variable        t equal trap(f_v[1])
variable        l equal slope(f_v[2])
variable        q equal f_v[3][1]
variable        k vector f_v[1]*2
variable        z equal v_k[2]
variable        y equal f_v[v_b][2]
print           "> $(v_s:%.8g) $(v_m:%.8g) $(v_x:%.8g) $(v_e:%.8g) $(v_t:%.8g) $(v_l:%.6g) $(v_q:%.8g) $(v_z:%.8g) $(v_y:%.8g)"
''',
    'substitution': '''
variable        a equal 1/3
variable        name string x
variable        x index 5
variable        long_name equal 2.0e10
print           "> $a ${a} $(1/3) $(1/3:%.4f) $(v_x+1) $x${x} ${long_name}"
print           '> $a "${x}" done'
print           """> "quoted" $a"""
print           "> ${name} $(v_x==5)" # a comment
variable        b equal "v_x * 2 + v_a"
print           "> $b"
''',
    'if': '''
variable        a equal 3
variable        s string hello
if              "$a > 2" then "print '> yes'"
if              "$a > 4" then "print '> no'" else "print '> else'"
if              "$a > 4" then "print '> no'" elif "$a > 2" "print '> elif'" else "print '> else'"
if              "${s} == hello" then "print '> text'"
if              "${s} != hello" then "print '> no'" else "print '> same'"
if              "$a > 2 && $a < 4" then "print '> both'" "print '> and another'"
if              "($a > 5) || (1 == 1)" then "print '> either'"
if              "!($a > 5)" then "print '> not'"
if              "1 |^ 1" then "print '> no'" else "print '> exclusive'"
if              "$(is_defined(variable,a))" then "print '> defined'"
if              "$a == 3" then &
                  "print '> several'" &
                  "variable c equal 9" &
                  "print '> ${s}'"
print           "> $c"
if              "$a >= 3" then "jump SELF there"
print           "> not here"
label           there
print           "> there"
if              "0" then "print '> no'"
''',
    'include, jump to a file, label': '''
variable        i index 4
include         part.txt
print           "> ${from_part}"
jump            tail.txt here
print           "> never"
''',
    'jump to a whole file': '''
jump            tail.txt
print           "> never"
''',
    'quit in an if': '''
print           "> before"
if              "1 == 1" then quit
print           "> never"
''',
    'quit with a status': '''
print           "> before"
quit            7
print           "> never"
''',
    'print to files': '''
variable        a equal 5
print           "> to a file $a" file out.txt screen no
print           "> more $a" append out.txt
print           """> a block
> of two lines $a"""
shell           cat out.txt
print           '> single "quotes"' screen yes
''',
    'shell': '''
shell           mkdir one two
shell           cd one
print           "x" file f.txt screen no
shell           mv f.txt g.txt
variable        f equal is_file(g.txt)
variable        g equal is_file(f.txt)
print           "> $f $g"
shell           rm g.txt
variable        f equal is_file(g.txt)
print           "> $f"
shell           cd ..
shell           rmdir one two
shell           putenv WORD=value OTHER
variable        w getenv WORD
print           "> $w"
shell           "echo '> said' ${w}"
shell           echo '> $WORD'
''',
    'continued lines and comments': '''
variable        a equal &
                1+&
2
print           "> $a" # 'quote
print           "> one &
two"
print           "> # inside"
# print "> no" &
print "> no"
print           "> yes"
''',
    'log, echo, partition': '''
echo            none
log             other.log
print           "> in the other"
log             third.log append
print           "> in the third"
log             none
print           "> nowhere"
partition       yes 1 print "> partition yes"
partition       no 1 print "> partition no"
partition       yes * print "> partition all"
shell           cat other.log
shell           cat third.log
''',
    'charges': '''
units           lj
atom_style      full
region          box block 0 5 0 5 0 5
read_data       charged.data
group           two id 2 3
region          low block INF INF INF INF INF 2.0 units box
print           "> $(charge(all)) $(charge(two)) $(charge(all,low)) $(q[2])"
''',
    'clear': SYSTEM + '''
variable        a equal 3
clear
print           "> $a"
units           metal
region          b block 0 4 0 4 0 4
create_box      1 b
print           "> $(lx)"
''',
}


def lines(result):
    """Printed lines, and rows of numbers."""
    found, inside = [], False
    for line in result.out.splitlines():
        if line.startswith('> '):
            found.append(line)
        elif line.strip().startswith('Step'):
            inside = True
        elif line.startswith('Loop time'):
            inside = False
        elif inside:
            found.append(line)
    return found


NUMBER = re.compile(r'[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?')


def alike(a, b):
    if a == b:
        return True
    if NUMBER.sub('', a).split() != NUMBER.sub('', b).split():
        return False
    p, q = NUMBER.findall(a), NUMBER.findall(b)
    return len(p) == len(q) and all(abs(float(u) - float(v)) <= 1e-9 * max(1.0, abs(float(u)))
                                    for u, v in zip(p, q))


def compare(name, deck):
    got = []
    for run in (tap.lammps, tap.avimd):
        with tap.Folder() as folder:
            for file, text in FILES.items():
                folder.write(file, text)
            folder.write('in.deck', deck)
            extra = ('--allow-shell',) if run == tap.avimd else ()
            got.append(run(folder, *extra, '-in', 'in.deck', '-log', 'none', timeout=60))
    lmp, avimd = got
    a, b = lines(lmp), lines(avimd)
    if 'shell' in deck:  # lmp does not empty its buffers before
        a, b = sorted(a), sorted(b)
    wrong = ['lmp:   %s\navimd: %s' % pair for pair in zip(a, b) if not alike(*pair)]
    if len(a) != len(b) or not a:
        wrong.append('%d lines of lmp, %d of avimd\n%s\n%s' % (len(a), len(b), '\n'.join(a), '\n'.join(b)))
    if lmp.status != avimd.status:
        wrong.append('lmp: %s\navimd: %s' % (str(lmp)[-400:], str(avimd)[-400:]))
    tap.ok(name, not wrong, '\n'.join(wrong[:12]))


def main():
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    for name, deck in DECKS.items():
        if len(sys.argv) < 2 or sys.argv[1] in name:
            compare(name, deck)
    tap.done()


if __name__ == '__main__':
    main()
