# SPDX-License-Identifier: GPL-3.0-or-later
"""The worked examples of CONTRIBUTING.md are compiled as they stand there, entered where the text
says, linked with the library that is built, and used in decks: a guide that is wrong is worse than
none.  Only the examples and the files with their entries are compiled."""
import os
import re
import shlex
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

BUILD = os.environ.get('AVIMD_BUILDDIR') or os.path.join(tap.SRCDIR, 'build')
ALONE = {'MAKEFLAGS': '', 'MFLAGS': ''}  # not a part of the make that runs the tests
# The build's own words for compiling and linking.
WORDS = '''include Makefile
guide-words:
	$(info guide: $(CC) $(DEFS) $(DEFAULT_INCLUDES) $(INCLUDES))
	$(info guide: $(libavimd_la_CPPFLAGS) $(CPPFLAGS) $(libavimd_la_CFLAGS) $(CFLAGS))
	$(info guide: $(LDFLAGS) $(GSL_LIBS) $(ZLIB_LIBS) $(LIBS))
	$(info guide: $(if $(filter libkernels_avx2.la,$(kernel_libraries)),-mavx2 -mfma))
'''
SPHERES = '''units lj
lattice fcc 1.2
region box block 0 4 0 4 0 4
create_box 2 box
create_atoms 1 box
set group all type/fraction 2 0.4 77
mass * 1.0
velocity all create 1.0 87287
pair_style harmonic/sphere 1.1
pair_coeff 1 1 50
pair_coeff 2 2 80
fix move all nve
thermo 50
thermo_modify norm no
'''
CLAIMS = '''units lj
lattice fcc 0.8442
region box block 0 3 0 3 0 3
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.0 87287
pair_style lj/smooth/linear 2.5
pair_coeff 1 1 1.0 1.0
fix move all nve
thermo 10
thermo_modify norm no
timestep 0.004
'''
# What the example of a state to keep leaves to the reader.
KICKS = '''#include "base/archive.h"
#include "base/random.h"
struct kicks { int64_t done; struct md_marsaglia random; };
%s
enum md_status (*md_guide_keep)(void *, struct md_archive *, struct md_error *);
enum md_status (*md_guide_keep)(void *, struct md_archive *, struct md_error *) = keep;
'''


def examples():
    """The blocks of C below each heading of the guide."""
    with open(os.path.join(tap.SRCDIR, 'CONTRIBUTING.md'), encoding='ascii') as text:
        sections = re.split(r'^## (.*)\n', text.read(), flags=re.M)
    return {title: re.findall(r'^```c\n(.*?)^```', body, re.M | re.S)
            for title, body in zip(sections[1::2], sections[2::2])}


def source(path):
    with open(os.path.join(tap.SRCDIR, path), encoding='ascii') as text:
        return text.read()


def entered(path, after, line):
    """A file of the tree with a line more."""
    text = source(path)
    if text.count(after) != 1:
        raise ValueError('%s: where is %r?' % (path, after))
    return text.replace(after, after + line)


class Compiler:
    def __init__(self, folder):
        self.folder, self.objects = folder, []
        got = tap.run(['make', '-s', '-C', BUILD, '-f', folder.write('words.mk', WORDS),
                       'guide-words'], folder, env=ALONE)
        lines = [shlex.split(line)[1:] for line in got.out.splitlines()
                 if line.startswith('guide:')]
        self.found = tap.ok('the build says how it compiles',
                            got.status == 0 and len(lines) == 4, got)
        if self.found:
            self.compiler, self.flags, self.libraries, self.vectors = lines

    def run(self, words):
        """In the build's folder, whose words have paths from there."""
        return tap.run(['sh', '-c', 'cd "$0" && exec "$@"', BUILD] + words, self.folder)

    def compile(self, name, text, *more):
        """One file; headers in the test's folder come before those of the tree."""
        path, made = self.folder.write(name + '.c', text), self.folder.file(name + '.o')
        got = self.run(self.compiler + ['-I' + self.folder.path] + self.flags + list(more) +
                       ['-Werror', '-c', path, '-o', made])
        self.objects.append(made)
        return tap.ok('%s compiles without a warning' % name, got.status == 0, got)

    def link(self):
        main = [os.path.join('src', 'main', name) for name in
                sorted(os.listdir(os.path.join(BUILD, 'src', 'main'))) if name.endswith('.o')]
        program = self.folder.file('avimd')
        got = self.run(self.compiler + self.flags + self.objects + main +
                       [os.path.join('.libs', 'libavimd.a')] + self.libraries + ['-o', program])
        return program if tap.ok('all of it links', got.status == 0, got) else None


def compile_all(folder, blocks):
    """A program with the examples in it, or None."""
    tools = Compiler(folder)
    if not tools.found:
        return None
    sphere, span = blocks['Adding a pair potential']
    sphere_with_span = sphere.replace(
        '#include "term/pair_loop.h"\n',
        '#include "term/pair_loop.h"\n#include "term/pair_range.h"\n', 1).replace(
        'static void derive(', '#define PAIR_SPAN\n' + span + '\nstatic void derive(', 1)
    tools.compile('sphere_short', sphere, '-DMD_ISA=base')
    tools.objects.pop()  # the whole one is linked
    tools.compile('sphere_base', sphere_with_span, '-DMD_ISA=base')
    if tools.vectors:
        tools.compile('sphere_avx2', sphere_with_span, '-DMD_ISA=avx2', *tools.vectors)
    tools.compile('potentials', entered('src/term/registry.c', '    X(md_pair_zero)',
                                        ' X(md_pair_harmonic_sphere)'))
    os.mkdir(folder.file('integrate'))
    folder.write('integrate/schemes.h', entered(
        'src/integrate/schemes.h', 'extern const struct md_integrator md_integrator_verlet;',
        '\nextern const struct md_integrator md_integrator_omelyan;'))
    tools.compile('omelyan', blocks['Adding an integrator'][0])
    tools.compile('integrators', entered('src/integrate/registry.c', '&md_integrator_verlet,',
                                         '\n    &md_integrator_omelyan,'))
    function, table = blocks['Adding a command'][0].split('const struct md_command')
    row = table[table.index('/* ... */') + len('/* ... */'):table.index('{0},')]
    start = 'const struct md_command md_commands_run[] = {'
    tools.compile('commands', entered('src/command/run.c', start, row).replace(
        start, function + start))
    tools.compile('keep', KICKS % blocks['What a restart file keeps'][0])
    return tools.link()


def rows(result):
    """The thermo rows of the last run, name of a column -> value."""
    names, table = tap.tables(result.out)[-1]
    return [dict(zip(names, map(float, row))) for row in table if row[0].isdigit()]


def check():
    blocks = examples()
    with tap.Folder() as folder:
        program = compile_all(folder, blocks)
        if not program:
            return

        def deck(text):
            folder.write('in.deck', text)
            return tap.run([program, '-in', 'in.deck', '--threads', '2'], folder)

        got = tap.run([program, '--help', 'harmonic/sphere'], folder)
        tap.ok('--help knows the potential', 'phi(r) = K (cutoff - r)^2' in got.out, got)
        got = deck(SPHERES + 'pair_modify mix arithmetic\nrun 100\ncheck forces\n')
        tap.ok('the potential runs, and its forces are derivatives', got.status == 0 and
               len(rows(got)) == 3, got)
        got = deck(SPHERES + 'run_style energy-stepping h 0.5\nrun 5\n')
        tap.ok('its bounds carry energy-stepping', got.status == 0, got)
        errors = []
        for style in ('verlet', 'omelyan'):
            got = deck(CLAIMS + 'run_style %s\nrun 200\n' % style)
            if tap.ok('run_style %s runs' % style, got.status == 0, got):
                energy = [row['TotEng'] for row in rows(got)]
                errors.append(max(energy) - min(energy))
        tap.ok('the scheme has a small part of the error of velocity Verlet',
               len(errors) == 2 and errors[1] < 0.15 * errors[0], errors)
        got = deck(CLAIMS + 'shift_time 2.5\nthermo_style custom step time pe\nrun 10\n')
        tap.ok('the command does what it says', got.status == 0 and
               abs(rows(got)[-1]['Time'] - 2.54) < 1e-9, got)


if os.path.exists(os.path.join(BUILD, '.libs', 'libavimd.a')):
    check()
    tap.done()
else:
    tap.skip_all('no static library is built')
