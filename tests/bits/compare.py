# SPDX-License-Identifier: GPL-3.0-or-later
"""compare.py OTHER_AVIMD [TEXT]: where do results of this build and of another part?

Runs the decks of tests/bits/corpus.py (those with TEXT in their names) with both programs and
names the first numbers that differ in each.  OTHER_AVIMD may be BUILD/tests/bits/avimd of another
build: then both kinds of kernels are compared, else those that are best here.  This build's folder
is AVIMD_BUILDDIR, or build in the source tree."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from corpus import KERNELS, first_difference, outcome, runs, tap  # noqa: E402


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[1].startswith('-'):
        sys.exit(__doc__)
    other = os.path.abspath(sys.argv[1])
    chosen = sys.argv[2] if len(sys.argv) == 3 else ''
    build = os.environ.get('AVIMD_BUILDDIR') or os.path.join(tap.SRCDIR, 'build')
    choice = os.path.join('tests', 'bits', 'avimd')
    both = other.endswith(choice)
    program = os.path.join(build, choice if both else 'avimd')
    tap.AVIMD = program  # whose registries count
    count = differ = 0
    for run in runs():
        if chosen not in run.name:
            continue
        for kernels in KERNELS if both else ('best',):
            count += 1
            wanted, there = outcome(other, run, kernels, 1)
            got, here = outcome(program, run, kernels, 1)
            if wanted is None or got is None:
                text = 'the other program: %s\nthis one: %s' % (there, here)
            else:
                text = first_difference(wanted, got)
            if text:
                differ += 1
                print('%s, %s kernels\n%s' % (run.name, kernels, text), flush=True)
    print('%d of %d runs differ' % (differ, count))
    sys.exit(differ > 0)


main()
