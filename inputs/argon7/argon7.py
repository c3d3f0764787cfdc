# SPDX-License-Identifier: GPL-3.0-or-later
"""What the studies of the seven argon atoms share: a run of the deck, and statistics."""
import math
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
PAPER = {'E0/100': 56.98, 'E0/60': 87.56, 'E0/30': 124.88}  # average steps, fs


class Run:
    """The deck with these variables. Rows are numbers; an atom that leaves the box ends a run
    early, which is a result here (`lost`, in ps) and not a failure."""

    seconds = None  # a longer run is a failure

    def __init__(self, folder, name, **variables):
        program = os.environ.get('AVIMD', 'avimd')
        words = [program, '-in', os.path.join(HERE, 'in.argon7'), '-log', name + '.log', '-screen',
                 'none', '--threads', '1']
        variables.setdefault('paths', 0)
        for key, value in variables.items():
            words += ['-var', key, str(value)]
        got = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             stdin=subprocess.DEVNULL, universal_newlines=True,
                             timeout=self.seconds)
        with open(os.path.join(folder, name + '.log'), encoding='ascii') as file:
            self.log = file.read()
        self.message = got.stdout
        self.rows = list(read_rows(self.log))
        self.lost = None
        if got.returncode != 0:
            if not self.ended():
                raise SystemExit('%s ended with status %d:\n%s' % (name, got.returncode, got.stdout))
            self.lost = self.rows[-1][1]

    def ended(self):
        """Atoms left the box, or an energy is no longer a number."""
        return re.search(r'left the box|not a (finite )?number|no longer', self.message)

    def column(self, k):
        return [row[k] for row in self.rows]

    def said(self, name):
        """A number that the deck printed."""
        return float(re.search(r'^(?:.* )?%s (-?[0-9]\S*)' % name, self.log, re.M).group(1))

    def energy_rms(self):
        return math.sqrt(mean([(row[2] - self.rows[0][2]) ** 2 for row in self.rows]))

    def kelvin(self):
        """<K>/7 over the run, without its first row."""
        return mean(self.column(5)[1:])

    def strayed(self, k):
        """The most a column differs from its first row."""
        values = self.column(k)
        return max(abs(value - values[0]) for value in values)


def read_rows(log):
    """Every row once, the first number of which is its step."""
    inside, last = False, -1
    for line in log.splitlines():
        if line.startswith('Loop time of'):
            inside = False
        elif inside:
            words = line.split()
            if words and words[0].isdigit() and int(words[0]) > last:
                last = int(words[0])
                try:
                    yield [float(word) for word in words]
                except ValueError:
                    inside = False
        elif line.lstrip().startswith('Step '):
            inside = True


def mean(values):
    return sum(values) / len(values)


def scatter(values):
    """Standard deviation of one run."""
    middle = mean(values)
    return math.sqrt(sum((value - middle) ** 2 for value in values) / max(len(values) - 1, 1))


def exponent(x, y):
    """Of the power of x that fits y best."""
    x, y = [math.log(value) for value in x], [math.log(value) for value in y]
    mx, my = mean(x), mean(y)
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)


def read_paths(file):
    """x, y, vx, vy of all atoms in one list for each instant of a dump."""
    instants, rows = [], None
    for line in file:
        if line.startswith('ITEM:'):
            if line.startswith('ITEM: ATOMS'):
                rows = []
                instants.append(rows)
            else:
                rows = None
        elif rows is not None:
            rows += [float(word) for word in line.split()[1:]]
    return instants


def h1_norm(a, b, width):
    """(int |dx|^2 + |dv|^2 dt)^(1/2) by the trapezoidal rule over instants `width` apart."""
    squares = [sum((p - q) ** 2 for p, q in zip(one, other)) for one, other in zip(a, b)]
    return math.sqrt(width * (sum(squares) - 0.5 * (squares[0] + squares[-1])))
