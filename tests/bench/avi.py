#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Events of single elements per second of CPU time: a Lennard-Jones liquid of 4000 atoms (fcc, density
0.8442, melted; cutoff 2.5), with all steps equal, with two types and two steps, and with a step for
each pair.

    tests/bench/avi.py avimd [other avimd ...] [--best N] [--threads N] [--only NAME] [--deck]

Each figure is the difference between a long run and a short one, the best of several; where programs
are compared, their runs alternate.  --deck prints a deck instead.  Not a test: `make bench-avi`.
"""
import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile

DECK = """units lj
lattice fcc 0.8442
region box block 0 {cells} 0 {cells} 0 {cells}
create_box {types} box
create_atoms 1 box
mass * 1.0
{split}
pair_style lj/cut 2.5
pair_coeff * * 1.0 1.0
velocity all create 3.0 87287 loop geom
neighbor 0.3 bin
fix 1 all nve
timestep 0.004
thermo 100000
run 300
reset_timestep 0
run_style avi element pair queue bucket {steps}
run {length}
"""

# name: types, steps, short and long run
KINDS = {
    "uniform": (1, "step uniform 0.004", 10, 110),
    "types": (2, "step type 1 1*2 0.004 step type 2 2 0.006", 10, 110),
    "stiffness": (1, "step stiffness 0.02", 2, 12),
}


def deck(kind, cells, length):
    types, steps = KINDS[kind][:2]
    split = "set type 1 type/fraction 2 0.5 4711" if types > 1 else ""
    return DECK.format(cells=cells, types=types, split=split, steps=steps, length=length)


def run(program, text, threads):
    """User time, the wall time in the integrator, and events."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "in")
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = subprocess.run([os.path.abspath(program), "-in", path, "-threads", str(threads)], cwd=folder,
                              capture_output=True, text=True, check=False)
        user = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)
    found = re.search(r"events: (\d+)(?:, (\S+) a second)?", done.stdout)
    events = int(found.group(1))
    return user, events / float(found.group(2)) if found.group(2) else 0.0, events


def measure(programs, kind, options):
    """Of each program the best seconds an event: of CPU, and on the wall."""
    short, long = KINDS[kind][2:]
    times = [[] for _ in programs]
    for _ in range(options.best):
        for program, best in zip(programs, times):
            runs = [run(program, deck(kind, options.cells, n), options.threads)
                    for n in (short, long)]
            events = runs[1][2] - runs[0][2]
            best.append([(runs[1][k] - runs[0][k]) / events for k in range(2)])
    return [[min(t[k] for t in best) for k in range(2)] for best in times]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="+")
    parser.add_argument("--best", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--cells", type=int, default=10)
    parser.add_argument("--only", choices=KINDS)
    parser.add_argument("--deck", action="store_true")
    options = parser.parse_args()
    kinds = [options.only] if options.only else list(KINDS)
    if options.deck:
        print(deck(kinds[0], options.cells, KINDS[kinds[0]][3]))
        return
    print(f"{'steps':<12}{'program':<40}{'events/CPU s':>14}{'events/wall s':>15}")
    for kind in kinds:
        for program, best in zip(options.program, measure(options.program, kind, options)):
            rates = [f"{1 / t:.3g}" if t > 0 else "-" for t in best]
            print(f"{kind:<12}{program:<40}{rates[0]:>14}{rates[1]:>15}", flush=True)


if __name__ == "__main__":
    main()
