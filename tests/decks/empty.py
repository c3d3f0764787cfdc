# SPDX-License-Identifier: GPL-3.0-or-later
"""Systems with nothing in them: no atoms, one, two that do not see each other, with every run style and
the faces of potentials.  Under the sanitizers this finds arithmetic on arrays that do not exist."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

ATOMS = {
    'no atoms': '',
    'one atom': 'create_atoms 1 single 1 1 1\n',
    'two atoms far apart': 'create_atoms 1 single 1 1 1\ncreate_atoms 1 single 9 9 9\n',
    'two atoms': 'create_atoms 1 single 1 1 1\ncreate_atoms 1 single 2.2 1 1\n',
}
TABLE = os.path.join(tap.SRCDIR, 'potentials', 'Cu_zhou04.eam.alloy')
PAIRS = {
    'lj/cut': ('lj', 'pair_style lj/cut 2.5\npair_coeff 1 1 1 1\n'),
    'lj/smooth/linear': ('lj', 'pair_style lj/smooth/linear 2.5\npair_coeff 1 1 1 1\n'),
    'eam/alloy': ('metal', 'pair_style eam/alloy\npair_coeff * * %s Cu\n' % TABLE),
}
# Words for styles that want some, and more than one way of driving elements.
WORDS = {
    'avi': ['', 'element pair', 'element atom', 'element pair step stiffness 0.1 max 0.001',
            'element atom step stiffness 0.1 max 0.001', 'step shells 0.0005 1.3 2.0 0.001',
            'hot speed 1.0 radius 2.0 block 0.001'],
    'respa': ['2 2 pair 2'],
    'force-stepping': ['0.01'],
    'energy-stepping': ['h 1e-5'],
    'energy-stepping/pair': ['h 0.01'],
    'newmark': ['0.25 0.5'],
    'galerkin': ['4'],
}
END = '''mass 1 63.5
timestep 0.001
group g type 1
velocity all set 0.3 0.1 0.0
fix 1 all nve
compute c all pe/atom
compute s all stress/atom NULL
dump d all custom 2 dump id x c_c c_s[1]
thermo 2
'''
ONE = {'OMP_NUM_THREADS': '1'}


def decks(folder):
    styles = [line.split()[0] for line in tap.avimd(folder, '--list', 'run_style').out.splitlines()
              if line.startswith('  ')]
    for atoms, create in ATOMS.items():
        for pair, (units, potential) in PAIRS.items():
            head = 'units %s\nboundary p p p\nregion b block 0 20 0 20 0 20\ncreate_box 1 b\n' % units
            head += create + potential + END
            for style in styles:
                for words in WORDS.get(style, ['']):
                    yield '%s, %s, %s %s' % (atoms, pair, style, words), \
                        head + 'run_style %s %s\nrun 4\nwrite_restart restart\nrun 2\n' % (style, words)
            yield '%s, %s, minimize' % (atoms, pair), head + 'minimize 1e-6 1e-6 10 10\n'


def main():
    with tap.Folder() as folder:
        bad, count, refused = [], 0, 0
        for name, deck in decks(folder):
            folder.write('in.deck', deck)
            got = tap.avimd(folder, '-log', 'none', 'in.deck', env=ONE, timeout=60)
            count += 1
            # A scheme may refuse a potential or a system, in a message with its place.
            refused += got.status == 1
            if got.status not in (0, 1) or got.status == 1 and 'in.deck:' not in got.err or 'Sanitizer' in got.err \
                    or 'runtime error' in got.err:
                bad.append('%s: status %s\n%s' % (name, got.status, got.err[-1500:]))
        tap.ok('systems with next to nothing in them (%d decks)' % count, not bad and count > 100, '\n'.join(bad))
        tap.ok('most of them run (%d are refused)' % refused, refused < count / 8)
    tap.done()


main()
