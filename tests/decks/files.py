#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that must survive, and files that lie: logs named like decks, links laid in the way, forged
restart files, counts that are full, names that spreadsheets execute; and long formulas."""
import os
import resource
import signal
import struct
import subprocess
import sys
import time
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap

START = '''units lj
atom_style atomic
lattice fcc 0.9
region box block 0 2 0 2 0 2
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.0 87287 loop geom
'''
POTENTIAL = '''pair_style lj/cut 1.5
pair_coeff 1 1 1.0 1.0
pair_modify shift yes
neighbor 0.1 bin
fix 1 all nve
'''


def write(folder, name, text):
    with open(folder.file(name), 'w') as file:
        file.write(text)


def read(folder, name):
    with open(folder.file(name)) as file:
        return file.read()


def run(folder, *words):
    got = tap.avimd(folder, *words)
    return got.status, got.err


def logs_and_decks(folder):
    deck = 'print "one"\n'
    write(folder, 'in.deck', deck)
    os.link(folder.file('in.deck'), folder.file('other.name'))
    for words in (('-log', 'in.deck', 'in.deck'), ('-log', 'other.name', 'in.deck'),
                  ('-log', 'none', '-screen', 'in.deck', 'in.deck')):
        status, said = run(folder, *words)
        tap.ok('%s is refused and the deck stays' % ' '.join(words),
               status == 1 and 'is the deck' in said and read(folder, 'in.deck') == deck, said)
    write(folder, 'in.log', 'log in.log\nprint "still here"\n')
    status, said = run(folder, '-log', 'none', 'in.log')
    tap.ok('log DECK in the deck is refused', status == 1 and 'would overwrite' in said and
           'still here' in read(folder, 'in.log'), said)
    write(folder, 'log.avimd', 'the last log\n')
    status, said = run(folder, 'nosuch.in')
    tap.ok('a deck that does not exist leaves the last log', status == 1 and 'nosuch.in' in said and
           read(folder, 'log.avimd') == 'the last log\n', said)
    status, said = run(folder, '.')
    tap.ok('so does a folder for a deck', status == 1 and 'directory' in said and
           read(folder, 'log.avimd') == 'the last log\n', said)


def links(folder):
    write(folder, 'victim', 'precious\n')
    for name in ('state', 'out.data'):
        os.symlink('victim', folder.file('.partial.' + name))
    write(folder, 'in.deck', START + POTENTIAL + 'write_restart state\nwrite_data out.data\n')
    status, said = run(folder, 'in.deck')
    tap.ok('no link is followed while a file is written', status == 0 and
           read(folder, 'victim') == 'precious\n' and not os.path.islink(folder.file('state')) and
           not os.path.islink(folder.file('out.data')), said)
    mode = os.stat(folder.file('state')).st_mode & 0o777
    umask = os.umask(0)
    os.umask(umask)
    tap.ok('its mode is what umask gives', mode == 0o666 & ~umask, oct(mode))


def left_by_the_killed(folder):
    write(folder, '.partial.0123abcd.state.7', 'half')
    write(folder, 'in.deck', START + POTENTIAL + 'write_restart state\nwrite_restart state\n')
    got = tap.avimd(folder, 'in.deck')
    tap.ok('what a killed run left is named once and stays', got.status == 0 and
           got.out.count("WARNING: '.partial.0123abcd.state.7' is a file that was never") == 1 and
           read(folder, '.partial.0123abcd.state.7') == 'half', got)


def three_full_disks(folder):
    if not os.path.exists('/dev/full'):
        tap.skip('every file that is lost is named', 'there is no /dev/full')
        return
    dumps = ''.join('dump %d all xyz 1 %s\ndump_modify %d flush no\n' % (k, path, k)
                    for k, path in enumerate(('/dev/full', '/dev/./full', '/dev/../dev/full'), 1))
    write(folder, 'in.deck', START + POTENTIAL + dumps + 'run 1\n')
    status, said = run(folder, 'in.deck')
    tap.ok('every file that is lost is named', status == 1 and said.count('error: ') == 3 and
           all("'%s'" % path in said for path in ('/dev/full', '/dev/./full', '/dev/../dev/full')),
           said)


def image_counts(folder):
    for speed in (7.2e8, -7.2e8):  # 900,000 lengths of the box in a step
        write(folder, 'fast.data', '\n\n1 atoms\n1 atom types\n0 4 xlo xhi\n0 4 ylo yhi\n'
              '0 4 zlo zhi\n\nMasses\n\n1 1.0\n\nAtoms # atomic\n\n1 1 2 2 2 0 0 0\n\n'
              'Velocities\n\n1 %g 0 0\n' % speed)
        write(folder, 'in.deck', 'units lj\nread_data fast.data\npair_style zero 1.5\n'
              'pair_coeff * *\nfix 1 all nve\nneigh_modify every 1 delay 0 check no\nthermo 1000\nrun 2600\n')
        status, said = run(folder, 'in.deck')
        tap.ok('crossings of the box that cannot be counted end the run (%g)' % speed,
               status == 1 and 'atom 1 has crossed' in said, said)


def arrays(data):
    at = 28
    for _ in range(struct.unpack_from('<I', data, 12)[0]):
        kind, length, count = struct.unpack_from('<BBxxQ', data, at)
        start, size = at + 12 + length, count * (8 if chr(kind) in 'di' else 1)
        yield data[at + 12:start].decode(), at, start, size
        at = start + size + 4


def forged(data, name, index, form, value):
    """The file with one number changed, and sums that agree."""
    new = bytearray(data)
    at, start, size = next(found[1:] for found in arrays(data) if found[0] == name)
    struct.pack_into(form, new, start + 8 * index, value)
    struct.pack_into('<I', new, start + size, zlib.crc32(bytes(new[at:start + size])))
    struct.pack_into('<I', new, len(new) - 4, zlib.crc32(bytes(new[:-4])))
    return bytes(new)


def forged_flights(folder):
    style = 'run_style energy-stepping/pair h 0.05\n'
    write(folder, 'in.deck', START + POTENTIAL + style + 'restart 5 state.*\nrun 10\n')
    write(folder, 'in.again', 'read_restart forged\n' + POTENTIAL + style + 'run 10 upto\n')
    run(folder, 'in.deck')
    with open(folder.file('state.5'), 'rb') as file:
        data = file.read()
    state = 'integrator:state:'
    for name, index, form, value in (('terraces', 0, '<q', 2**62), ('terraces', 3, '<q', 10**9),
                                     ('terraces', 0, '<q', 3), ('numbers', 5, '<d', 1e9),
                                     ('epoch', 0, '<q', -2**62), ('bodies', 0, '<d', 1e9),
                                     ('bodies', 0, '<d', float('nan'))):
        with open(folder.file('forged'), 'wb') as file:
            file.write(forged(data, state + name, index, form, value))
        got = tap.avimd(folder, 'in.again', timeout=60)
        tap.ok('a forged flight ends with a message: %s[%d] = %g' % (name, index, value),
               got.status == 1 and 'restart file' in got.err, got)


def long_formula(folder):
    lines = ['variable a0 equal 1']
    lines += ['variable a%d equal v_a%d+v_a%d' % (k, k - 1, k - 1) for k in range(1, 64)]
    lines += ['print "begins" file begun', 'print "${a63}"', 'print "after"']
    write(folder, 'in.deck', '\n'.join(lines) + '\n')
    child = subprocess.Popen([tap.AVIMD, 'in.deck'], cwd=folder.path, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True)
    for _ in range(3000):
        if os.path.exists(folder.file('begun')):
            break
        time.sleep(0.01)
    time.sleep(0.1)
    child.send_signal(signal.SIGTERM)
    try:
        said, _ = child.communicate(timeout=60)
        end = child.returncode
    except subprocess.TimeoutExpired:
        child.kill()
        said, end = '', 'no end'
    tap.ok('one SIGTERM ends a long formula', end == 128 + signal.SIGTERM and 'after' not in said,
           '%s %s' % (end, said))


def many_variables(folder):
    write(folder, 'in.deck', ''.join('variable name_%d equal %d\n' % (k, k) for k in range(100000)) +
          'variable name_5 delete\nprint "${name_99999}"\n')
    child = subprocess.run([tap.AVIMD, '-log', 'none', 'in.deck'], cwd=folder.path,
                           capture_output=True, text=True, preexec_fn=lambda:
                           resource.setrlimit(resource.RLIMIT_CPU, (8, 8)))
    tap.ok('100,000 variables take no time', child.returncode == 0 and '99999' in child.stdout,
           '%s %s' % (child.returncode, child.stderr))


def spreadsheet(folder):
    write(folder, 'in.deck', START + POTENTIAL + 'run 4\n')
    got = tap.avimd(folder, 'compare', 'in.deck', '--no-plots', '--jobs', '1', '--samples', '10',
                    '--steps', '0.005', '--integrators', '@SUM(1)=verlet,+x=verlet,plain=verlet')
    with open(folder.file('comparison/results.csv')) as file:
        names = [line.split(',')[0] for line in file][1:]
    tap.ok('names in results.csv are no formulas', names == ["'@SUM(1)", "'+x", 'plain'],
           '%s %s' % (names, got.err))


for part in (logs_and_decks, links, left_by_the_killed, three_full_disks, image_counts, forged_flights, long_formula,
             many_variables, spreadsheet):
    with tap.Folder() as place:
        part(place)
tap.done()
