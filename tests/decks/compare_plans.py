#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The plans of inputs/: each is accepted with the commands that stand at its head, and all its
integrators begin with their deck."""
import glob
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap

INPUTS = os.path.join(tap.SRCDIR, 'inputs')
FOREIGN = os.environ.get('LAMMPS_POTENTIALS') or '/usr/share/lammps/potentials'


def commands(plan):
    """Lines '#   [NAME=VALUE] avimd WORDS' at the head of a plan."""
    with open(plan, encoding='utf-8') as text:
        head = re.match(r'(#.*\n)*', text.read()).group(0)
    return [match.split() for match in re.findall(r'^#   (?:\w+=\S+ )?avimd (.*)$', head, re.M)]


def rehearse(folder, words):
    """A comparison is listed; what makes its files is cut short."""
    return tap.avimd(folder, *(words + (['--dry-run'] if words[0] == 'compare' else
                                        ['-var', 'settle', '8', '-screen', 'none'])),
                     env={'LAMMPS_POTENTIALS': FOREIGN}, timeout=120)


def check(plan):
    name = os.path.relpath(plan, INPUTS)
    if 'LAMMPS_POTENTIALS' in open(plan, encoding='utf-8').read() and \
            not os.path.exists(os.path.join(FOREIGN, 'Cu_u3.eam')):
        tap.skip(name + ' is accepted', 'Cu_u3.eam is not installed')
        return
    lines = commands(plan)
    tap.ok(name + ' says how it is used', lines and lines[-1][0] == 'compare' and
           lines[-1][2:] == ['--plan', os.path.basename(plan)], lines)
    with tap.Folder() as folder:
        shutil.copytree(os.path.dirname(plan), folder.file('here'))
        inside = tap.Folder()
        inside.path = folder.file('here')
        got = [rehearse(inside, words) for words in lines]
        before = set(os.listdir(os.path.dirname(plan)))
        left = [entry for entry in os.listdir(inside.path) if entry not in before]
        tap.ok(name + ' is accepted', all(result.status == 0 for result in got) and
               re.search(r'^\d+ runs:$', got[-1].out, re.M) and got[-1].err == '',
               '\n'.join(str(result) for result in got))
        tap.ok(name + ': nothing was run', 'comparison' not in ' '.join(left), left)


plans = sorted(glob.glob(os.path.join(INPUTS, '*', 'compare*')))
tap.ok('there are plans', len(plans) >= 9, plans)
for path in plans:
    check(path)
tap.done()
