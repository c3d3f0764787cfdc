# SPDX-License-Identifier: GPL-3.0-or-later
"""min_modify abcfire: the positions of ABC-FIRE (S. Echeverri Restrepo, P. Andric, Comput. Mater. Sci.
218 (2023) 111978), written down here a second time, and the minimum that FIRE finds."""
import math
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

DMAX, H, DELAY = 0.05, 0.01, 5
DECK = """units lj
boundary f f f
region b block -50 50 -50 50 -50 50 units box
create_box 1 b
%smass 1 1
pair_style lj/cut 40
pair_coeff * * 1 1
timestep %g
min_style fire
min_modify dmax %g delaystep %d tmax 20 abcfire %s
thermo_modify norm no
dump d all custom %d x.dump id x y z
dump_modify d sort id format float %%.17g
minimize 0 %g %d 100000
print "energy $(pe:%%.15g)"
"""


def cluster():
    """Thirteen atoms, the icosahedron's shells shaken."""
    draw, golden = random.Random(3), (1 + 5 ** 0.5) / 2
    sites = [(0, 0, 0)] + [p for a in (-1, 1) for b in (-golden, golden)
                           for p in ((0, a, b), (a, b, 0), (b, 0, a))]
    return [[0.6 * c + draw.uniform(-0.12, 0.12) for c in site] for site in sites]


def forces(x):
    f = [[0.0] * 3 for _ in x]
    for i in range(len(x)):
        for j in range(i):
            d = [a - b for a, b in zip(x[i], x[j])]
            s = 1.0 / sum(c * c for c in d)
            pull = 48 * s ** 7 - 24 * s ** 4
            for k in range(3):
                f[i][k] += pull * d[k]
                f[j][k] -= pull * d[k]
    return f


def dot(a, b):
    return math.fsum(p * q for r, s in zip(a, b) for p, q in zip(r, s))


def abc_fire(x, steps):
    """Semi-implicit Euler from rest; m = 1."""
    v, f = [[0.0] * 3 for _ in x], forces(x)
    h, alpha, uphill = H, 0.25, 0
    for step in range(1, steps + 1):
        power = dot(v, f)
        keep, turn = 1.0, 0.0
        if power > 0:
            bias = 1 - (1 - alpha) ** (step - uphill)
            keep = (1 - alpha) / bias
            turn = alpha * math.sqrt(dot(v, v) / dot(f, f)) / bias
            if step - uphill > DELAY:
                h, alpha = min(1.1 * h, 20 * H), 0.99 * alpha
        else:
            uphill = step
            if step >= DELAY:
                alpha = 0.25
                h = h / 2 if h / 2 >= 0.02 * H else h
            for p, u in zip(x, v):
                for k in range(3):
                    p[k] -= 0.5 * h * u[k]
                    u[k] = 0.0
            f = forces(x)
        for p, u, pull in zip(x, v, f):
            for k in range(3):
                u[k] += h * pull[k]
                if power > 0:
                    u[k] = keep * u[k] + turn * pull[k]
                u[k] = max(-DMAX / h, min(DMAX / h, u[k]))
                p[k] += h * u[k]
        f = forces(x)
    return x


def run(folder, abc, every, tolerance, steps):
    atoms = ''.join('create_atoms 1 single %r %r %r units box\n' % tuple(x) for x in cluster())
    folder.write('in.deck', DECK % (atoms, H, DMAX, DELAY, abc, every, tolerance, steps))
    return tap.avimd(folder, '-in', 'in.deck', '-log', 'none')


def main():
    with tap.Folder() as folder:
        for steps in (1, 2, 7, 40):
            got = run(folder, 'yes', steps, 0, steps)
            if not tap.ok('%d steps' % steps, got.status == 0, got):
                continue
            mine = [[float(w) for w in row[1:]] for row in tap.last_dump(folder.read('x.dump'))[1]]
            far = max(abs(a - b) for p, q in zip(mine, abc_fire(cluster(), steps))
                      for a, b in zip(p, q))
            tap.ok('%d steps: positions' % steps, far < 1e-9, far)
        found = []
        for abc in ('yes', 'no'):
            got = run(folder, abc, 1000, 1e-8, 5000)
            line = [w for w in got.out.splitlines() if w.startswith('energy')]
            found.append(float(line[0].split()[1]) if line else math.nan)
        tap.ok('the minimum of FIRE', abs(found[0] - found[1]) < 1e-9
               and abs(found[0] + 44.3268014) < 1e-5, found)
    tap.done()


main()
