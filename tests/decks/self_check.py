# SPDX-License-Identifier: GPL-3.0-or-later
"""The self-check of runs: a step too long for the fastest vibration is a warning before the run, and an
energy or temperature that cannot be right is one after it; the exit status stays 0.  No deck of
inputs/ gets one (that those of the manual and of LAMMPS do not is seen where they run), and twenty of
LAMMPS's with ten and a hundred times their step do."""
import math
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'lammps'))
import examples  # noqa: E402
import tap  # noqa: E402

ENV = {'OMP_NUM_THREADS': '1', 'LAMMPS_POTENTIALS': os.path.join(tap.SRCDIR, 'potentials')}

COPPER = '''units metal
lattice fcc 3.615
region b block 0 4 0 4 0 4
create_box 1 b
create_atoms 1 box
pair_style eam/alloy
pair_coeff * * Cu_zhou04.eam.alloy Cu
velocity all create 300 87287
fix 1 all nve
thermo 10
timestep %s
run 20
'''

# One atom of mass 1 on a spring of stiffness 1: omega is 1.
SPRING = '''units lj
atom_modify map array
region b block -1000 1000 -1000 1000 -1000 1000
create_box 1 b
create_atoms 1 single 0 0 0
mass 1 1
pair_style zero 1.0
pair_coeff * *
velocity all set 1 0 0
fix hold all spring/self 1.0
fix 1 all nve
%s
timestep %.6f
%s
print "ended with $(abs(x[1])+abs(vx[1]))"
'''

# omega times step up to which each scheme is stable.
STABLE = {'verlet': 2.0, 'symplectic-euler': 2.0, 'newmark 0 0.5': 2.0, 'forest-ruth': 1.5734, 'rk4': 2.8284,
          'suzuki4': 2.7209, 'blanes-moan4': 5.0269}

# Decks of LAMMPS whose runs, shortened, cannot be right with ten times their step.
LONGER = ('COUPLE/simple/in.lj', 'UNITS/in.ar.lj', 'balance/in.balance.clock.static',
          'balance/in.balance.group.static', 'balance/in.balance.neigh.static', 'fire/in.cg', 'fire/in.fire',
          'melt/in.melt', 'message/in.message', 'min/in.min', 'DIFFUSE/in.msd.2d', 'DIFFUSE/in.vacf.2d',
          'PACKAGES/rhok/in.setup', 'balance/in.balance', 'balance/in.balance.bond.fast', 'min/in.min.box',
          'rerun/in.first', 'gjf/in.gjf.vfull', 'gjf/in.gjf.vhalf', 'rerun/in.read_dump')
STEP = {'metal': 0.001, 'real': 1.0}  # without a timestep in the deck; else 0.005

# Decks of inputs/ that take long even so.
LEFT_OUT = ('metals/in.metals', 'copper/in.copper-32k', 'melt/in.melt-32k', 'cascade/in.cascade-cu')


def avimd(folder, text):
    folder.write('in.deck', text)
    return tap.avimd(folder, '-log', 'none', 'in.deck', env=ENV, timeout=120)


def check_copper(folder):
    got = avimd(folder, COPPER % '1.0')
    alarms = tap.alarms(got.out)
    tap.ok('copper with a step of 1 ps: a warning before the run and one after, and status 0',
           got.status == 0 and len(alarms) == 2 and all('fastest vibration, 0.12 ps' in a for a in alarms) and
           'timestep 1 ps is 8' in alarms[0] and 'self-check: the total energy' in alarms[1] and
           got.out.index(alarms[0]) < got.out.index('Step') < got.out.index(alarms[1]), got)
    got = avimd(folder, COPPER % '0.002')
    tap.ok('with 2 fs there is none', got.status == 0 and not tap.alarms(got.out), got)


def ended(got):
    """How far the atom went and how fast; an atom that is nowhere went far."""
    found = re.findall(r'ended with (\S+)', got.out)
    if got.status == 1 and 'the simulation is unstable' in got.err:
        return math.inf
    return float(found[-1]) if got.status == 0 and found else math.nan


def check_limits(folder):
    for style, limit in STABLE.items():
        for factor in (0.99, 1.01):
            got = avimd(folder, SPRING % ('run_style ' + style, factor * limit, 'run 400'))
            early = [a for a in tap.alarms(got.out) if 'self-check' not in a]
            long = factor > 1.0
            tap.ok('%s at %g of the step at which it is no longer stable' % (style, factor),
                   (len(early) == 1) == long and (ended(got) > 1e3 if long else ended(got) < 1e3), got)


def check_once(folder):
    def early(commands):
        got = avimd(folder, SPRING % ('', 2.1, commands))
        return len([a for a in tap.alarms(got.out) if 'self-check' not in a]) if got.status == 0 else str(got)

    tap.ok('a second run does not look again', early('run 4\nrun 4') == 1)
    tap.ok('runs of one step do not look', early('run 1\nrun 1\nvelocity all set 1 0 0\nrun 1\nrun 0') == 0)
    tap.ok('new velocities are no reason', early('run 4\nvelocity all set 1 0 0\nrun 4') == 1)
    tap.ok('another step is one', early('run 4\ntimestep 2.2\nrun 4') == 2)
    tap.ok('also with a run of no step after it', early('run 4\ntimestep 2.2\nrun 0\nrun 4') == 2)
    tap.ok('and so are other atoms', early('run 4\nset atom 1 x 0.5\nrun 4') == 2)
    tap.ok('a minimisation', early('fix_modify hold energy yes\nrun 4\nminimize 0 0 10 10\nrun 4') == 2)
    tap.ok('and another scheme', early('run 4\nrun_style symplectic-euler\nrun 4') == 2)


def check_temperature(folder):
    bath = 'fix bath all langevin 1.0 1.0 100.0 4711'
    got = avimd(folder, SPRING % (bath, 2.1, 'run 20'))
    alarms = [a for a in tap.alarms(got.out) if 'self-check' in a]
    tap.ok('beyond 100 times the temperature that a thermostat asks for',
           got.status == 0 and len(alarms) == 1 and 'the temperature reached' in alarms[0] and
           'more than 100 times the 1 that fixes ask for' in alarms[0], got)
    got = avimd(folder, SPRING % (bath, 0.1, 'run 200'))
    tap.ok('a thermostat that works is left in peace', got.status == 0 and not tap.alarms(got.out), got)


def check_inputs(folder):
    os.symlink(os.path.join(tap.SRCDIR, 'potentials'), folder.file('potentials'))
    shutil.copytree(os.path.join(tap.SRCDIR, 'inputs'), folder.file('inputs'))
    wrong, count = [], 0
    for place, _, files in sorted(os.walk(folder.file('inputs'))):
        for name in sorted(files, key=lambda file: (file != 'in.equilibrate', file)):
            deck = os.path.join(place, name)
            label = os.path.relpath(deck, folder.file('inputs'))
            if not name.startswith('in.') or label in LEFT_OUT:
                continue
            with open(deck, encoding='ascii') as text:
                short = re.sub(r'^(\s*run\s+)[0-9]{3,}', r'\g<1>20', text.read(), flags=re.M)
            folder.write(deck, short)
            got = tap.run([tap.AVIMD, '-log', 'none', name], Here(place), env=ENV, timeout=120)
            count += 1
            wrong += ['%s: %s' % (label, got)] if got.status != 0 else []
            wrong += ['%s: %s' % (label, alarm) for alarm in tap.alarms(got.out)]
    tap.ok('no false alarm in %d decks of inputs/' % count, count > 10 and not wrong, '\n'.join(wrong))


class Here:
    def __init__(self, path):
        self.path = path


def longer(factor):
    """Changes a deck's step."""
    def change(text):
        if re.search(r'^\s*timestep\s+[\d.]', text, re.M):
            return re.sub(r'^(\s*timestep\s+)(\S+)', lambda m: m.group(1) + repr(float(m.group(2)) * factor),
                          text, flags=re.M)
        units = re.search(r'^\s*units\s+(\S+)', text, re.M)
        step = STEP.get(units.group(1), 0.005) if units else 0.005
        return re.sub(r'^(\s*run\s)', 'timestep %g\n\\1' % (step * factor), text, count=1, flags=re.M)
    return change


def check_longer():
    place = examples.installed('lammps-examples', '/melt/in.melt', '/usr/share/lammps/examples')
    potentials = examples.installed('lammps-data', '/Ni_u3.eam', '/usr/share/lammps/potentials')
    if place is None:
        tap.skip('steps that are too long', "LAMMPS's example decks are not installed")
        return
    bench = examples.Bench(place, dict(ENV, LAMMPS_POTENTIALS=potentials or ''), 'short', 120)
    for factor in (10, 100):
        silent = []
        for name in LONGER:
            got = bench.run(tap.AVIMD, name, longer(factor))
            if not tap.alarms(got.out):
                silent.append('%s: %s' % (name, got))
        tap.ok('%d decks of LAMMPS with %d times their step are warned of' % (len(LONGER), factor), not silent,
               '\n'.join(silent))


def main():
    with tap.Folder() as folder:
        check_copper(folder)
        check_limits(folder)
        check_once(folder)
        check_temperature(folder)
        check_inputs(folder)
    check_longer()
    tap.done()


main()
