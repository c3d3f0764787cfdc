# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of the manual that says which of LAMMPS's examples run and what would unlock most of the
others is what avimd coverage says. `make coverage-table` (or --write) writes it anew.
"""
import hashlib
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

EXAMPLES = '/usr/share/lammps/examples'
POTENTIALS = '/usr/share/lammps/potentials'
PAGE = os.path.join(tap.SRCDIR, 'doc', 'pages', 'coverage.md')
HEADING = '## The table\n'  # what is above it is written by hand


def fingerprint():
    """Names and sizes of all files: which version of the package this is."""
    seen = hashlib.sha256()
    for folder, folders, files in os.walk(EXAMPLES):
        folders.sort()
        for file in sorted(files):
            path = os.path.join(folder, file)
            size = os.path.getsize(path) if os.path.exists(path) else -1
            seen.update(('%s %d\n' % (os.path.relpath(path, EXAMPLES), size)).encode())
    return seen.hexdigest()[:16]


def table():
    """The page's generated half, or an error as a tap.Result."""
    with tap.Folder() as folder:
        got = tap.avimd(folder, 'coverage', '--summary', EXAMPLES, env={
            'LAMMPS_POTENTIALS': POTENTIALS if os.path.isdir(POTENTIALS) else ''})
    count = re.match(r'(\d+) decks: (\d+) will run, (\d+) will run once files are there, '
                     r'(\d+) will not run\n', got.out)
    rows = re.findall(r'^ *(\d+) +(\d+)  (.+)$', got.out, re.M)
    if got.status not in (0, 1) or not count or not rows:
        return got
    text = HEADING + '\nOf %s decks %s will run, %s will run once their files are there and %s will ' \
        'not.\n\n| alone | decks | what is missing |\n|---|---|---|\n' % count.groups()
    for alone, decks, what in rows:
        text += '| %s | %s | `%s` |\n' % (alone, decks, what)
    rest = re.search(r'^and (\d+) other things$', got.out, re.M)
    if rest:
        text += '\nAnd %s other things.\n' % rest.group(1)
    return text + '\nThe decks are those with the checksum %s.\n' % fingerprint()


def main():
    if not os.path.isdir(EXAMPLES):
        tap.skip_all(EXAMPLES + ' is not there')
    with open(PAGE, encoding='ascii') as text:
        page = text.read()
    known = re.search(r'checksum ([0-9a-f]{16})', page)
    if '--write' in sys.argv[1:]:
        made = table()
        if not isinstance(made, str):
            sys.exit(str(made))
        with open(PAGE, 'w', encoding='ascii') as out:
            out.write(page.partition(HEADING)[0] + made)
        return
    if known and known.group(1) != fingerprint():
        tap.skip_all('the examples are those of another version of LAMMPS')
    made, now = table(), HEADING + page.partition(HEADING)[2]
    lines = [] if not isinstance(made, str) else \
        ['now:  ' + line for line in made.splitlines() if line not in now.splitlines()] + \
        ['page: ' + line for line in now.splitlines() if line not in made.splitlines()]
    tap.ok('the table of the manual is what avimd coverage says', made == now,
           '\n'.join(lines[:30] + ['run make coverage-table']) if isinstance(made, str) else made)
    tap.done()


main()
