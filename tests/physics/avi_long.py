# SPDX-License-Identifier: GPL-3.0-or-later
"""Five million events of seven argon atoms, every pair with a clock of its own: the energy stays in
its band, and so do the momenta."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

DECK = os.path.join(tap.SRCDIR, 'inputs', 'argon7', 'in.argon7')
EVENTS = 5_000_000
STEPS = EVENTS // 21 + 1


def fit(times, values):
    """Slope of the line by least squares."""
    t = sum(times) / len(times)
    return sum((a - t) * b for a, b in zip(times, values)) / sum((a - t) ** 2 for a in times)


def deviation(values):
    mean = sum(values) / len(values)
    return (sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5


def main():
    with tap.Folder() as folder:
        got = tap.avimd(folder, '-in', DECK, '-log', 'none', '-var', 'scheme', 'uniform', '-var', 'ns',
                        '%.6f' % (STEPS * 1e-5), '-var', 'every', '100', '-var', 'paths', '0')
        if not tap.ok('the deck runs', got.status == 0, got):
            tap.done()
            return
    rows = [[float(word) for word in row] for row in tap.tables(got.out)[-1][1]]
    times, energy, kinetic = ([row[k] for row in rows] for k in (1, 2, 3))
    events = int(re.findall(r'^  events: (\d+)', got.out, re.M)[-1])
    tap.ok('five million events', events >= EVENTS, events)
    tap.ok('rms energy error near 2.8e-4', 2e-4 < deviation(energy) < 4e-4, deviation(energy))
    # The error at 5 million events is mostly the fit's own; 100 million bring it below 1e-4.
    drift = fit(times, energy) * (times[-1] - times[0]) / deviation(kinetic)
    tap.ok('drift below a thousandth of the kinetic energy\'s deviation', abs(drift) < 1e-3, drift)
    half = len(energy) // 2
    first, second = deviation(energy[:half]), deviation(energy[half:])
    tap.ok('the band does not widen', 0.85 < second / first < 1.18, (first, second))
    tap.ok('nobody leaves the cluster', max(row[4] for row in rows) < -9.0, max(row[4] for row in rows))
    momenta = re.findall(r'momentum: (?:off by at most )?(\S+) \(', got.out)[-2:]
    tap.ok('momenta to rounding', len(momenta) == 2 and max(map(float, momenta)) < 1e-11, momenta)
    tap.done()


main()
