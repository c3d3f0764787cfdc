# SPDX-License-Identifier: GPL-3.0-or-later
"""What `make install` puts somewhere is whole: another prefix than configure's, DESTDIR and a folder
that was moved; tables are found from the program, avimd.pc from where it is.  And the message for a
table that is nowhere names the folders that were searched."""
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

BUILD = os.environ.get('AVIMD_BUILDDIR') or os.path.join(tap.SRCDIR, 'build')
DECK = '''units metal
lattice fcc 3.615
region box block 0 2 0 2 0 2
create_box 1 box
create_atoms 1 box
pair_style eam/alloy
pair_coeff * * %s Cu
'''
PROGRAM = '''#include <avimd.h>
#include <stdio.h>
int main(void)
{
    struct avimd_options options;
    avimd_options_default(&options);
    options.errors = stderr;
    options.log = "none";
    struct avimd *simulation = avimd_open(&options);
    enum avimd_status status = avimd_deck(simulation, "in.deck");
    avimd_close(simulation);
    return status == AVIMD_OK ? 0 : 1;
}
'''
NO_TABLES = {'LAMMPS_POTENTIALS': ''}
ALONE = {'MAKEFLAGS': '', 'MFLAGS': ''} # not a part of the make that runs the tests


def installs(folder):
    """`make install` of what lies under the prefix, without the manual."""
    root = folder.file('root')
    for name, words, where in (('another prefix', ['prefix=' + folder.file('one')], folder.file('one')),
                               ('DESTDIR', ['DESTDIR=' + root, 'prefix=/opt/two'], root + '/opt/two'),
                               ('a libdir of its own', ['prefix=' + folder.file('three'),
                                                        'libdir=' + folder.file('three/lib/x')],
                                folder.file('three'))):
        got = tap.run(['make', '-C', BUILD, 'install-libLTLIBRARIES', 'install-binPROGRAMS',
                       'install-includeHEADERS', 'install-nobase_dist_pkgdataDATA',
                       'install-nodist_pkgconfigDATA', 'install-data-hook'] + words, folder, env=ALONE)
        if tap.ok('make install with ' + name, got.status == 0, got):
            yield name, where
    if os.path.isdir(folder.file('one')):
        os.rename(folder.file('one'), folder.file('moved'))
        yield 'a folder that was moved', folder.file('moved')


def look(folder, name, where):
    program = os.path.join(where, 'bin', 'avimd')
    folder.write('in.deck', DECK % 'Cu_zhou04.eam.alloy')
    got = tap.run([program, '-in', 'in.deck', '-log', 'none'], folder, env=NO_TABLES)
    tap.ok('its table is found: ' + name, got.status == 0, got)
    folder.write('in.none', DECK % 'nowhere.eam')
    got = tap.run([program, '-in', 'in.none', '-log', 'none'], folder,
                  env={'LAMMPS_POTENTIALS': '/no/one:/no/two'})
    tap.ok('a message names the folders: ' + name, got.status == 1 and os.path.realpath(where) +
           '/share/avimd/potentials' in got.err and '/no/one, /no/two' in got.err, got)
    if '-fsanitize' in tap.avimd(folder, '--version').out:
        tap.skip('avimd.pc: ' + name, 'with sanitizers a program needs their flags too')
        return
    if not shutil.which('pkg-config') or not shutil.which('cc'):
        tap.skip('avimd.pc: ' + name, 'pkg-config or cc is not installed')
        return
    found = [path for path, _, files in os.walk(where) if 'avimd.pc' in files][0]
    words = tap.run(['pkg-config', '--cflags', '--libs', 'avimd'], folder,
                    env={'PKG_CONFIG_PATH': found, 'PKG_CONFIG_ALLOW_SYSTEM_CFLAGS': '1'})
    folder.write('one.c', PROGRAM)
    lib = os.path.dirname(found)
    got = tap.run(['cc', 'one.c', '-o', 'one-program'] + words.out.split(), folder)
    good = got.status == 0
    if good:
        got = tap.run(['./one-program'], folder, env=dict(NO_TABLES, LD_LIBRARY_PATH=lib))
        good = got.status == 0
    tap.ok('a program made with avimd.pc finds the table: ' + name, words.status == 0 and good,
           '%s\n%s' % (words, got))


def main():
    with tap.Folder() as folder:
        folder.write('in.deck', DECK % 'Cu_zhou04.eam.alloy')
        got = tap.avimd(folder, '-in', 'in.deck', env=NO_TABLES)
        tap.ok('a table is found while nothing is installed', got.status == 0, got)
        if not os.path.exists(os.path.join(BUILD, 'Makefile')):
            tap.skip('make install', 'there is no build folder')
        else:
            for name, where in installs(folder):
                look(folder, name, where)
    tap.done()


main()
