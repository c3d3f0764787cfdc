#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""mpirun -n 2 avimd compare: the results of one process, and the way on after a rank was killed."""
import csv
import os
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap

DECK = """units lj
lattice fcc 0.8442
region box block 0 2 0 2 0 2
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.0 87287 loop geom
pair_style lj/smooth/linear 1.6
pair_coeff 1 1 1.0 1.0
fix 1 all nve
timestep 0.005
run 400
"""

WORDS = ['compare', 'in.deck', '--integrators', 'verlet,rk4,em=avi step uniform {step}', '--steps',
         '0.002,0.004,0.5', '--starts', '3', '--reference', 'blanes-moan4:0.001', '--measure',
         'energy,temperature,h1', '--no-plots', '--jobs', '1']
LONG = ['compare', 'in.deck', '--integrators', 'verlet,rk4', '--steps', '0.001:0.004:6', '--time',
        '8', '--no-plots', '--jobs', '1']

MPIRUN = shutil.which('mpirun')

# Open MPI refuses root, and more processes than cores, unless it is told not to.
ALLOW = {'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1',
         'OMPI_MCA_rmaps_base_oversubscribe': '1', 'OMPI_MCA_mpi_yield_when_idle': '1',
         'PRTE_MCA_rmaps_default_mapping_policy': ':oversubscribe'}


def own_words(err):
    """Without what Open MPI's library of processors says where /sys is not there."""
    return '\n'.join(line for line in err.splitlines() if not line.startswith('[hwloc/'))


def together(folder, *words):
    return tap.run([MPIRUN, '-n', '2', tap.AVIMD] + list(words), folder, env=ALLOW, timeout=120)


def rows(folder, out):
    with open(folder.file(os.path.join(out, 'results.csv')), encoding='utf-8', newline='') as text:
        return [{k: v for k, v in row.items() if k != 'wall_seconds'} for row in csv.DictReader(text)]


def ranks_of(folder):
    """Processes that were started by mpirun in this folder, by what the system tells of them."""
    found = []
    for name in os.listdir('/proc') if os.path.isdir('/proc/self') else []:
        try:
            with open('/proc/%s/environ' % name, 'rb') as text:
                ranked = b'OMPI_COMM_WORLD_RANK=1\0' in text.read() + b'\0'
            same = os.readlink('/proc/%s/cwd' % name) == os.path.realpath(folder.path)
        except OSError:
            continue
        if ranked and same:
            found.append(int(name))
    return found


# A library that comes before libc's: one rank is slow to make the folders of its runs.
SLOW = """#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int mkdir(const char *path, mode_t mode)
{
    int (*real)(const char *, mode_t) = (int (*)(const char *, mode_t))dlsym(RTLD_NEXT, "mkdir");
    const char *rank = getenv("OMPI_COMM_WORLD_RANK"), *slow = getenv("SLOW_RANK");
    if (rank != NULL && slow != NULL && strcmp(rank, slow) == 0 && strstr(path, "/files/") != NULL)
        usleep(400000);
    return real(path, mode);
}
"""


def slow_rank(folder):
    """A rank that has finished its share takes nothing away from one that has not."""
    compiler, library = shutil.which('cc') or shutil.which('gcc'), folder.file('slow.so')
    folder.write('slow.c', SLOW)
    if compiler is None or tap.run([compiler, '-shared', '-fPIC', '-o', library, 'slow.c', '-ldl'],
                                   folder).status != 0:
        tap.skip('a slow rank keeps its folder', 'no compiler for a library that slows a rank')
        return
    words = ['compare', 'in.deck', '--integrators', 'verlet', '--steps', '0.002,0.003,0.004,0.005',
             '--time', '0.1', '--no-plots', '--jobs', '1']
    for rank in '01':
        out = 'slow-' + rank
        got = tap.run([MPIRUN, '-n', '2', '-x', 'LD_PRELOAD=' + library, '-x', 'SLOW_RANK=' + rank,
                       tap.AVIMD] + words + ['--out', out], folder, env=ALLOW, timeout=120)
        tap.ok('rank %s is slow: its folder is there when it comes' % rank,
               got.status == 0 and own_words(got.err) == '' and len(rows(folder, out)) == 4, got)
        tap.ok('rank %s is slow: no empty folder stays' % rank,
               not os.path.exists(folder.file(out + '/files')))


def killed(folder):
    tap.avimd(folder, *LONG, '--out', 'whole')
    process = subprocess.Popen([MPIRUN, '-n', '2', tap.AVIMD] + LONG + ['--out', 'killed'],
                               cwd=folder.path, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                               env=dict(os.environ, OMPI_MCA_orte_tmpdir_base=folder.path, **ALLOW))
    journal, done = folder.file('killed/journal'), 0
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None and done < 3:
        time.sleep(0.01)
        if os.path.exists(journal):
            with open(journal, encoding='utf-8') as text:
                done = text.read().count('\n') - 1
    victims = ranks_of(folder)
    for victim in victims:
        os.kill(victim, signal.SIGKILL)
    status = process.wait()
    if not victims:
        tap.skip('a killed rank: run again, it completes', 'no rank was found to be killed')
        return
    tap.ok('a killed rank ends the comparison with an error', status != 0, status)
    before = folder.read('killed/journal').splitlines()
    tap.ok('a killed rank: what was finished is kept', 3 < len(before) < 13, before)
    got = together(folder, *LONG, '--out', 'killed')
    lines = folder.read('killed/journal').splitlines()
    names = [line.split()[0] for line in lines[1:] if line.split()[1] != 'crashed']
    tap.ok('a killed rank: run again, it completes', got.status == 0 and
           rows(folder, 'killed') == rows(folder, 'whole'), got)
    tap.ok('a killed rank: no finished run was repeated', len(names) == len(set(names)) == 12, names)


if MPIRUN is None:
    tap.skip_all('mpirun is not installed')
with tap.Folder() as place:
    place.write('in.deck', DECK)
    if '  MPI  ' not in tap.avimd(place, '--version').out:
        tap.skip_all('the program is not configured --with-mpi')
    alone = tap.avimd(place, *WORDS, '--out', 'one')
    shared = together(place, *WORDS, '--out', 'two')
    tap.ok('two processes of MPI end well, and in silence',
           alone.status == shared.status == 0 and shared.out == own_words(shared.err) == '', shared)
    tap.ok('two processes of MPI have the results of one', rows(place, 'one') == rows(place, 'two'),
           rows(place, 'two'))
    tap.ok('and the report says that they were two',
           '2 processes of MPI' in place.read('two/report.html'))
    wrong = together(place, 'compare', 'in.deck', '--integrators', 'verlet,energy-stepping h 0.01 x')
    tap.ok('a mistake ends both, and is told once', wrong.status != 0 and
           wrong.err.count('does not begin with this deck') == 1, wrong)
    slow_rank(place)
    killed(place)
tap.done()
