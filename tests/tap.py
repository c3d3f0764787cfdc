# SPDX-License-Identifier: GPL-3.0-or-later
"""Test Anything Protocol for tests written in Python, and readers of logs, dumps and
restart files.

Outside make check, AVIMD names the program under test and AVIMD_SRCDIR the source tree.
"""
import os
import shutil
import struct
import subprocess
import sys
import tempfile

SRCDIR = os.environ.get('AVIMD_SRCDIR') or os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
AVIMD = os.environ.get('AVIMD') or os.path.join(SRCDIR, 'build', 'avimd')
LMP = shutil.which('lmp')

_count = 0


def ok(name, passed, diagnosis=''):
    """One case; the diagnosis is shown when it fails."""
    global _count
    _count += 1
    print('%s %d - %s' % ('ok' if passed else 'not ok', _count, name))
    if not passed:
        for line in str(diagnosis).splitlines():
            print('# ' + line)
    sys.stdout.flush()
    return passed


def alarms(text):
    """Warnings of the self-check of runs, and of a step too long for the fastest vibration."""
    return [line for line in text.splitlines() if line.startswith('WARNING') and
            ('self-check: ' in line or ' periods of the fastest vibration' in line)]


def skip(name, reason):
    global _count
    _count += 1
    print('ok %d - %s # SKIP %s' % (_count, name, reason))


def skip_all(reason):
    print('1..0 # SKIP ' + reason)
    sys.exit(0)


def done():
    print('1..%d' % _count)


class Folder:
    """A private working folder, removed at the end of a with block."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix='avimd-test-')
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)

    def file(self, name):
        return os.path.join(self.path, name)

    def write(self, name, text):
        with open(self.file(name), 'w', encoding='utf-8') as out:
            out.write(text)
        return self.file(name)

    def read(self, name):
        with open(self.file(name), encoding='utf-8', errors='replace') as text:
            return text.read()


class Result:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def __str__(self):
        return 'exit status %s\n%s%s' % (self.status, self.out[-3000:], self.err[-3000:])


def run(command, folder, timeout=600, stdin=None, env=None):
    """Runs a program in a folder; never waits for a terminal."""
    # Open MPI keeps a folder for the programs running on a machine and removes it under their feet
    # when two of them start and end together; each gets its own.
    environment = dict(os.environ, OMPI_MCA_orte_tmpdir_base=folder.path, **(env or {}))
    source = {'stdin': subprocess.DEVNULL} if stdin is None else {'input': stdin}
    try:
        got = subprocess.run(command, cwd=folder.path, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, timeout=timeout, universal_newlines=True,
                             errors='replace', env=environment, **source)
    except subprocess.TimeoutExpired:
        return Result('timeout', '', '')
    return Result(got.returncode, got.stdout, got.stderr)


def avimd(folder, *words, **named):
    return run([AVIMD] + list(words), folder, **named)


def lammps(folder, *words, **named):
    return run([LMP] + list(words), folder, env={'OMP_NUM_THREADS': '1'}, **named)


def tables(log):
    """The thermo tables of a log: for each run a list of column names and a list of rows of
    texts.  Finds them as log parsers do: by the marker lines around the rows."""
    found, rows, inside = [], None, False
    for line in log.splitlines():
        if line.startswith('Per MPI rank memory allocation'):
            rows, inside = [], True
        elif line.startswith('Loop time of') and inside:
            found.append((rows[0].split(), [row.split() for row in rows[1:]]))
            inside = False
        elif inside:
            rows.append(line)
    return found


def last_dump(text):
    """Column names, and the rows of the last snapshot of a dump file, as texts."""
    part = text.rsplit('ITEM: ATOMS', 1)[1].splitlines()
    return part[0].split(), [line.split() for line in part[1:] if line.strip()]


def restart_arrays(folder, name):
    """The arrays of a restart file by path (src/base/restart_format.h), but for the span of the run that
    wrote it: runs of other lengths may pass through the same instant."""
    with open(folder.file(name), 'rb') as file:
        data, at, found = file.read(), 28, {}
    for _ in range(struct.unpack_from('<I', data, 12)[0]):
        kind, length, count = struct.unpack_from('<BBxxQ', data, at)
        path = data[at + 12:at + 12 + length].decode()
        size = count * (8 if chr(kind) in 'di' else 1)
        found[path] = (kind, data[at + 12 + length:at + 12 + length + size])
        at += 12 + length + size + 4
    return {path: found[path] for path in found if not path.startswith('run:')}


def unit_of_last_digit(text):
    """What the last printed digit of a number is worth."""
    mantissa, _, exponent = text.lower().partition('e')
    decimals = len(mantissa.partition('.')[2])
    return 10.0 ** (int(exponent or 0) - decimals)

