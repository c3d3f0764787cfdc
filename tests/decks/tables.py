# SPDX-License-Identifier: GPL-3.0-or-later
"""tools/make-eam and potentials/: the tables are what the program writes, their headers say what
they are, the numbers follow from the header's parameters, and wrong command lines are refused."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

HERE = os.path.join(tap.SRCDIR, 'potentials')
TOOL = os.path.join(os.path.abspath(os.environ.get('AVIMD_BUILDDIR') or os.path.dirname(tap.AVIMD)),
                    'tools', 'make-eam')
SOURCES = {'zhou04': 'Phys. Rev. B 69 (2004) 144113', 'sutton-chen': 'Phil. Mag. Lett. 61 (1990) 139'}


def text_of(path):
    with open(path, encoding='ascii') as file:
        return file.read()


def same(a, b):
    """Equal, but for the last digits, where mathematical libraries may differ."""
    if a == b:
        return True
    a, b = a.splitlines(), b.splitlines()
    if len(a) != len(b) or a[:5] != b[:5]:
        return False
    for one, two in zip(a[5:], b[5:]):
        one, two = one.split(), two.split()
        if len(one) != len(two):
            return False
        for x, y in zip(one, two):
            if x != y and not math.isclose(float(x), float(y), rel_tol=2e-12, abs_tol=1e-15):
                return False
    return True


class Table:
    """A setfl file, read independently of the library."""

    def __init__(self, text):
        lines = text.splitlines()
        self.header = lines[:3]
        self.symbols = lines[3].split()[1:]
        words = ' '.join(lines[4:]).split()
        self.nrho, self.drho, self.nr, self.dr, self.cut = \
            int(words[0]), float(words[1]), int(words[2]), float(words[3]), float(words[4])
        at = 5
        self.embed, self.density, self.pair = {}, {}, {}
        for symbol in self.symbols:
            at += 4
            self.embed[symbol] = [float(w) for w in words[at:at + self.nrho]]
            at += self.nrho
            self.density[symbol] = [float(w) for w in words[at:at + self.nr]]
            at += self.nr
        for i, a in enumerate(self.symbols):
            for b in self.symbols[:i + 1]:
                self.pair[a, b] = [float(w) for w in words[at:at + self.nr]]
                at += self.nr
        self.left = len(words) - at
        first = self.header[0]
        self.form = first.split(':')[0]
        self.start = float(first.split('beyond ')[1].split(';')[0])
        names = first.split('parameters ')[1].split(';')[0].split()
        self.parameters = {}
        for part in self.header[1].split('; '):
            values = part.split()
            self.parameters[values[0]] = dict(zip(names, map(float, values[1:])))

    def taper(self, r):
        x = min(max((r - self.start) / (self.cut - self.start), 0.0), 1.0)
        return 1 - 10 * x**3 + 15 * x**4 - 6 * x**5


def zhou(table):
    def fall(q, slope, middle):
        return math.exp(-slope * (q - 1)) / (1 + (q - middle)**20)

    def f(a, r):
        p = table.parameters[a]
        return p['f_e'] * fall(r / p['r_e'], p['beta'], p['lambda'])

    def pure(a, r):
        p = table.parameters[a]
        return p['A'] * fall(r / p['r_e'], p['alpha'], p['kappa']) - \
            p['B'] * fall(r / p['r_e'], p['beta'], p['lambda'])

    def pair(a, b, r):
        return (f(b, r) / f(a, r) * pure(a, r) + f(a, r) / f(b, r) * pure(b, r)) / 2

    def embed(a, rho):
        p = table.parameters[a]
        x = rho / p['rho_e']
        if x < 0.85:
            return sum(p['F_n%d' % i] * (x / 0.85 - 1)**i for i in range(4))
        if x < 1.15:
            return sum(p['F_%d' % i] * (x - 1)**i for i in range(4))
        y = (rho / p['rho_s'])**p['eta']
        return p['F_e'] * (1 - math.log(y)) * y
    return f, pair, embed


def sutton_chen(table):
    p = table.parameters['Cu']
    return (lambda a, r: (p['a'] / r)**p['m'], lambda a, b, r: p['eps'] * (p['a'] / r)**p['n'],
            lambda a, rho: -p['eps'] * p['c'] * math.sqrt(rho))


def worst(table):
    """The largest disagreement with the formulas, relative, or below 1e-4 absolute."""
    f, pair, embed = {'zhou04': zhou, 'sutton-chen': sutton_chen}[table.form](table)
    errors = [0.0]

    def look(got, want):
        errors.append(abs(got - want) / max(abs(want), 1e-4))

    first = math.ceil(1.0 / table.dr)
    for a in table.symbols:
        for k in range(0, table.nrho, 7):
            look(table.embed[a][k], embed(a, k * table.drho))
        for k in range(first, table.nr, 7):
            r = k * table.dr
            look(table.density[a][k], f(a, r) * table.taper(r))
            for b in table.symbols[:table.symbols.index(a) + 1]:
                look(table.pair[a, b][k], r * pair(a, b, r) * table.taper(r))
    return max(errors)


def roughest(values):
    """The largest third difference beside the largest value: a kink or a jump would stand out."""
    third = [values[k + 3] - 3 * values[k + 2] + 3 * values[k + 1] - values[k]
             for k in range(len(values) - 3)]
    return max(map(abs, third)) / max(map(abs, values))


def check_table(name):
    table = Table(text_of(os.path.join(HERE, name)))
    tap.ok(name + ': the header names the source and fits any reader',
           SOURCES[table.form] in table.header[0] and max(map(len, table.header)) < 1000,
           table.header)
    tap.ok(name + ': complete, and zero at the cutoff', table.left == 0 and
           all(v[-1] == 0.0 for v in list(table.density.values()) + list(table.pair.values())) and
           abs((table.nr - 1) * table.dr - table.cut) < 1e-12, table.left)
    error = worst(table)
    tap.ok(name + ': the numbers follow from the parameters in the header', error < 1e-11, error)
    if table.form == 'zhou04':
        rough = max(map(roughest, table.embed.values()))
        tap.ok(name + ': the pieces of F meet', rough < 3e-5, rough)
        tap.ok(name + ': no energy without neighbours',
               all(abs(v[0]) < 2e-6 for v in table.embed.values()), '')
    else:
        k = int(1.0 / table.dr)
        values = table.pair['Cu', 'Cu'][:2 * k]
        tap.ok(name + ': repulsive and falling down to r = 0',
               all(a > b > 0 for a, b in zip(values, values[1:])) and
               all(a > b for a, b in zip(table.density['Cu'], table.density['Cu'][1:2 * k])), '')


def check_tool(folder):
    def refused(name, words, status, *parts):
        got = tap.run([TOOL] + words, folder)
        tap.ok('make-eam refuses ' + name, got.status == status and
               all(part in got.err for part in parts) and not got.out, got)

    refused('an unknown element', ['zhou04', 'Cv'], 2, "'Cv'", "did you mean 'Cu'", 'Ag Au Ni Al Fe W')
    refused('an unknown form', ['zhou4', 'Cu'], 2, "'zhou4'", "did you mean 'zhou04'")
    refused('an unknown option', ['--point', '9', 'zhou04', 'Cu'], 2, "'--point'",
            "did you mean '--points'")
    refused('an element of another form', ['sutton-chen', 'Au'], 2, "'Au'", 'sutton-chen has Cu')
    refused('an element twice', ['zhou04', 'Cu', 'Ni', 'Cu'], 2, "'Cu'", 'twice')
    refused('a form alone', ['zhou04'], 2, 'no element')
    refused('an empty command line', [], 2, 'Usage')
    for word in ('9', '1000001', 'ten', '1e3', ''):
        refused("--points '%s'" % word, ['--points', word, 'zhou04', 'Cu'], 2, 'from 10 to 1000000',
                "'%s'" % word)
    refused('an option without its word', ['-o'], 2, "'-o'", 'a file name')
    refused('a folder that is not there', ['--all', folder.file('none')], 1, 'cannot write', 'none/')
    refused('two folders', ['--all', folder.path, 'more'], 2, "'more'")
    if os.path.exists('/dev/full'):
        refused('a full disk', ['-o', '/dev/full', 'zhou04', 'Cu'], 1, "'/dev/full' is not complete")
    got = tap.run([TOOL, '--help'], folder)
    tap.ok('--help', got.status == 0 and got.out.startswith('Usage: make-eam') and not got.err, got)
    got = tap.run([TOOL, '--list'], folder)
    tap.ok('--list names sources and parameters', got.status == 0 and
           all(source in got.out for source in SOURCES.values()) and '39.432' in got.out, got)
    got = tap.run([TOOL, '--points', '11', '-o', 'seven', 'zhou04', 'W', 'Fe', 'Al', 'Ni', 'Au', 'Ag',
                   'Cu'], folder)
    seven = folder.read('seven') if got.status == 0 else ''
    tap.ok('seven elements, eleven points', seven and max(map(len, seven.splitlines())) < 1000 and
           len(' '.join(seven.splitlines()[5:]).split()) == 7 * (4 + 22) + 28 * 11, got)
    got = tap.run([TOOL, 'zhou04', 'W'], folder)
    tap.ok('without -o to standard output', same(got.out, text_of(os.path.join(HERE, 'W_zhou04.eam.alloy'))),
           got.err)


def main():
    names = sorted(name for name in os.listdir(HERE) if name.endswith('.eam.alloy'))
    with tap.Folder() as folder:
        got = tap.run([TOOL, '--all', folder.path], folder)
        made = sorted(os.listdir(folder.path))
        if not tap.ok('make-eam writes the tables of potentials/, all and no others',
                      got.status == 0 and made == names and len(names) >= 9, '%s\n%s' % (got, made)):
            tap.done()
            return
        for name in names:
            tap.ok(name + ' is what make-eam writes',
                   same(folder.read(name), text_of(os.path.join(HERE, name))))
    for name in names:
        check_table(name)
    with tap.Folder() as folder:
        check_tool(folder)
    tap.done()


main()
