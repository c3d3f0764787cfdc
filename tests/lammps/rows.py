# SPDX-License-Identifier: GPL-3.0-or-later
"""Decks that LAMMPS ships, unmodified, and our benchmark deck: every thermo row to all printed
digits, against the real program and against reference rows.

The first row must be equal; in later rows the last printed digit may differ by one, because the
two programs add the same numbers in another order.
"""
import glob
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

MELT32 = os.path.join(tap.SRCDIR, 'inputs', 'melt', 'in.melt-32k')

# Rows of LAMMPS 29 Sep 2021, one process: facts to compare with where it is not installed.
REFERENCE = {
    'melt/in.melt': [
        '0 3 -6.7733681 0 -2.2744931 -3.7033504',
        '100 1.6712577 -4.7875609 0 -2.281301 5.6613913',
        '250 1.6645597 -4.7774327 0 -2.2812174 5.7526089'],
    'melt-32k': [
        '0 1.44 -6.7733681 0 -4.6134356 -5.0197073',
        '100 0.7574531 -5.7585055 0 -4.6223613 0.20726105'],
    'UNITS/in.ar.lj': [
        '0 1 -7.1026383 0 -5.6056383 -5.1224757',
        '100 0.52862701 -6.4231724 0 -5.6318178 -1.5714077'],
    'UNITS/in.ar.metal': [
        '0 117.7 -0.07203931 -1934.8523 1 -7.1026383 0 -5.6056383 -5.12304',
        '100 62.221816 -0.065148028 -593.59878 0.52864755 -6.4231998 0 -5.6318144 -1.5717119'],
}


def examples():
    """Where LAMMPS's example decks are, or None."""
    try:
        listing = subprocess.run(['dpkg', '-L', 'lammps-examples'], stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL, universal_newlines=True).stdout
    except OSError:
        listing = ''
    places = [line[:-len('/melt/in.melt')] for line in listing.splitlines()
              if line.endswith('/examples/melt/in.melt')]
    places += glob.glob('/usr/share/lammps/examples') + glob.glob('/usr/share/doc/lammps*/examples')
    for place in places:
        if os.path.isfile(os.path.join(place, 'melt', 'in.melt')):
            return place
    return None


def difference(ours, theirs, exact):
    """What differs between two rows, or ''."""
    if len(ours) != len(theirs):
        return '%d columns, not %d' % (len(ours), len(theirs))
    wrong = []
    for mine, his in zip(ours, theirs):
        a, b = '%.8g' % float(mine), '%.8g' % float(his)
        if a == b:
            continue
        unit = tap.unit_of_last_digit('%.7e' % float(his))
        if exact or abs(float(a) - float(b)) > 1.01 * unit:
            wrong.append('%s, not %s' % (mine, his))
    return '; '.join(wrong)


def compare_tables(ours, theirs):
    if len(ours) != len(theirs) or not theirs:
        return '%d tables, not %d' % (len(ours), len(theirs))
    complaints = []
    for (names, rows), (their_names, their_rows) in zip(ours, theirs):
        if names != their_names:
            complaints.append('columns %s, not %s' % (names, their_names))
        if len(rows) != len(their_rows):
            complaints.append('%d rows, not %d' % (len(rows), len(their_rows)))
        for number, (row, their_row) in enumerate(zip(rows, their_rows)):
            wrong = difference(row, their_row, exact=number == 0)
            if wrong:
                complaints.append('step %s: %s' % (their_row[0], wrong))
    return '\n'.join(complaints)


def compare_reference(name, table):
    complaints = []
    for number, reference in enumerate(REFERENCE[name]):
        wanted = reference.split()
        got = [row for row in table[1] if row[0] == wanted[0]]
        wrong = difference(got[0], wanted, exact=number == 0) if got else 'no row'
        if wrong:
            complaints.append('step %s: %s' % (wanted[0], wrong))
    return '\n'.join(complaints)


def try_deck(name, deck):
    with tap.Folder() as folder:
        mine = tap.avimd(folder, '-in', deck, '-log', 'mine.log')
        if not tap.ok('%s runs' % name, mine.status == 0, mine):
            return
        for where, log in (('screen', mine.out), ('log', folder.read('mine.log'))):
            tables = tap.tables(log)
            wrong = compare_reference(name, tables[0]) if tables else 'no table'
            tap.ok('%s: reference rows on the %s' % (name, where), not wrong, wrong)
        if tap.LMP is None:
            tap.skip('%s: every row as lmp' % name, 'lmp is not installed')
            return
        theirs = tap.lammps(folder, '-in', deck, '-log', 'theirs.log')
        if not tap.ok('%s runs in lmp' % name, theirs.status == 0, theirs):
            return
        wrong = compare_tables(tap.tables(mine.out), tap.tables(theirs.out))
        tap.ok('%s: every row as lmp' % name, not wrong, wrong)


def main():
    place = examples()
    for name in REFERENCE:
        if name == 'melt-32k':
            try_deck(name, MELT32)
        elif place is None:
            tap.skip(name, 'the example decks of LAMMPS are not installed')
        else:
            try_deck(name, os.path.join(place, name))
    tap.done()


if __name__ == '__main__':
    main()
