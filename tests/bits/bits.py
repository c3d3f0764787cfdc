# SPDX-License-Identifier: GPL-3.0-or-later
"""Short runs of everything the program has give the bits that tests/bits/checksums records.

bits.py --record writes that file anew (make record-bits).  With AVIMD_REFERENCE naming another
avimd, a run that differs is followed by its first numbers that differ from that program's.

Results hold for one C library (exp, pow and their like round as they please) on machines of one
kind; elsewhere the test is skipped.  Compilers and their flags do not matter."""
import os
import platform
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from corpus import KERNELS, VARIANTS, checksum, first_difference, outcome, runs, tap  # noqa: E402

FILE = os.path.join(tap.SRCDIR, 'tests', 'bits', 'checksums')
PROGRAM = os.path.join(os.environ.get('AVIMD_BUILDDIR') or os.path.join(tap.SRCDIR, 'build'),
                       'tests', 'bits', 'avimd')
tap.AVIMD = PROGRAM  # whose registries count
REFUSED, FAILED = 'refused', 'failed'
HEAD = '''# Checksums of the runs of tests/bits/corpus.py: of the deck (eight digits), of what it
# says with the base kernels and with those for AVX2 ("refused": the program says that it cannot),
# and its name.  make record-bits writes this file.
'''


def version():
    with tap.Folder() as folder:
        return tap.run([PROGRAM, '--version'], folder).out


def machine():
    """What results depend on besides the program."""
    gsl = [line.split()[1] for line in version().splitlines() if line.split()[:1] == ['GSL']]
    return {'machine': platform.machine(), 'C library': ' '.join(platform.libc_ver()),
            'GSL': ''.join(gsl), 'fused operations in the C library': 'yes' if fuses() else 'no'}


def fuses():
    """Whether the C library takes its functions for CPUs with fused multiply-add: their results
    differ in last bits."""
    try:
        with open('/proc/cpuinfo', encoding='ascii', errors='replace') as text:
            flags = [line.split() for line in text if line.startswith('flags')][:1]
    except OSError:
        return False
    return bool(flags) and 'fma' in flags[0] and 'avx2' in flags[0]


def kernels_there():
    """The kernels that the program can be told to take here."""
    found = []
    with tap.Folder() as folder:
        for kernels in KERNELS:
            text = tap.run([PROGRAM, '--version'], folder, env={'AVIMD_KERNELS': kernels}).out
            if any(line.split() == ['kernels', kernels] for line in text.splitlines()):
                found.append(kernels)
    return found


def recorded():
    """The head as a table, and for each run the checksums of its deck and of its results."""
    head, sums = {}, {}
    with open(FILE, encoding='ascii') as lines:
        for line in lines:
            if line.startswith('# ') or not line.strip():
                continue
            if line.startswith('#'):
                key, _, value = line[1:].strip().partition(': ')
                head[key] = value
            else:
                deck, base, avx2, name = line.rstrip('\n').split(' ', 3)
                sums[name] = {'deck': deck, 'base': base, 'avx2': avx2}
    return head, sums


def result_of(texts):
    if texts is None:
        return FAILED
    return checksum(texts) if texts else REFUSED


def record():
    there = kernels_there()
    if there != list(KERNELS):
        sys.exit('checksums are recorded on a machine with AVX2; here are: ' + ' '.join(there))
    with open(FILE + '.new', 'w', encoding='ascii') as out:
        out.write(HEAD + ''.join('#%s: %s\n' % pair for pair in machine().items()))
        for run in runs():
            sums = {}
            for kernels, threads in VARIANTS:
                texts, result = outcome(PROGRAM, run, kernels, threads)
                got = result_of(texts)
                if got == FAILED or sums.setdefault(kernels, got) != got:
                    sys.exit('%s, %s kernels, %d threads: %s' % (run.name, kernels, threads, result
                             if got == FAILED else 'the number of threads changes its results'))
            out.write('%s %s %s %s\n' % (run.inputs(), sums['base'], sums['avx2'], run.name))
    os.replace(FILE + '.new', FILE)


def against_reference(run, kernels, threads, texts):
    """The first numbers that differ from those of the reference program, if there is one."""
    reference = os.environ.get('AVIMD_REFERENCE')
    if not reference:
        return 'tests/bits/compare.py OTHER_AVIMD says where it differs from another build'
    wanted, result = outcome(reference, run, kernels, threads)
    if wanted is None or texts is None:
        return str(result)
    return first_difference(wanted, texts) or 'the reference gives the same'


def check():
    head, sums = recorded()
    here = machine()
    different = ['%s is %s, recorded %s' % (key, here.get(key), head[key])
                 for key in head if here.get(key) != head[key]]
    if different:
        tap.skip_all('results are recorded for another machine: ' + '; '.join(different))
    there = kernels_there()
    # Sanitizers take their time, and order.py lets them see everything with one thread.
    variants = VARIANTS[-1:] if '-fsanitize' in version() else VARIANTS
    names = set()
    for run in runs():
        names.add(run.name)
        wanted = sums.get(run.name)
        if not wanted:
            tap.ok('%s is recorded' % run.name, False, 'make record-bits adds it')
            continue
        if wanted['deck'] != run.inputs():
            tap.ok(run.name, False, 'the deck is another than the recorded one: make record-bits')
            continue
        for kernels, threads in variants:
            name = '%s: %s, %d thread%s' % (run.name, kernels, threads, 's' * (threads > 1))
            if kernels not in there:
                tap.skip(name, 'no %s kernels here' % kernels)
                continue
            texts, result = outcome(PROGRAM, run, kernels, threads)
            same = result_of(texts) == wanted[kernels]
            tap.ok(name, same, '' if same else result if texts is None else
                   against_reference(run, kernels, threads, texts))
    gone = sorted(set(sums) - names)
    tap.ok('nothing is recorded that no deck makes', not gone, 'make record-bits removes:\n' +
           '\n'.join(gone))
    tap.done()


if '--record' in sys.argv[1:]:
    record()
else:
    check()
