# SPDX-License-Identifier: GPL-3.0-or-later
"""Angles, dihedrals and impropers in files and runs: written and read back they are the same, the
order of lines and atoms changes no bit, restart files hold them and go on bit for bit, and what
cannot be run is refused."""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

STYLES = '''units lj
atom_style %s
pair_style lj/cut 2.5
bond_style harmonic
special_bonds lj 0 0.5 0.25 angle yes
neighbor 0.3 bin
neigh_modify every 1 delay 0 check yes
'''
COEFFS = 'pair_coeff * * 1 1\nbond_coeff * 60 1.05\n'
RUN = '''fix 1 all nve
thermo 20
thermo_style custom step pe ke press ebond angles
thermo_modify format float %.17g
run 60
'''
END = '''dump end all custom 1 end.dump id type x y z vx vy vz fx fy fz
dump_modify end sort id format float %.17g
run 0
'''


def chains(shuffled, kinds=('angle',)):
    """Chains of five atoms on a lattice; every second possible element of each kind."""
    generator = random.Random(7)
    places = [(x, y, z) for z in range(4) for y in range(4) for x in range(5)]
    atoms = ['%d %d 1 %r %r %r' % ((k + 1, k // 5 + 1) + tuple(
        (1.05, 1.3, 1.3)[d] * place[d] + 0.3 + generator.uniform(-0.02, 0.02) for d in range(3)))
        for k, place in enumerate(places)]
    speeds = ['%d %r %r %r' % ((k + 1,) + tuple(generator.gauss(0, 1) for _ in range(3)))
              for k in range(len(places))]
    elements = {'bond': [], 'angle': [], 'dihedral': [], 'improper': []}
    for kind, wide in (('bond', 2), ('angle', 3), ('dihedral', 4), ('improper', 4)):
        if kind != 'bond' and kind not in kinds:
            continue
        for first in range(1, len(places) + 1):
            if (first - 1) % 5 + wide <= 5 and (kind == 'bond' or first % 2):
                elements[kind].append('%d %s' % (1 + first % 3 % 2, ' '.join(
                    str(first + k) for k in range(wide))))
    if shuffled:
        for lines in [atoms, speeds] + list(elements.values()):
            generator.shuffle(lines)
    text = 'chains\n\n%d atoms\n1 atom types\n' % len(atoms)
    for kind, lines in elements.items():
        if lines:
            text += '%d %ss\n2 %s types\n' % (len(lines), kind, kind)
    text += '\n0 5.6 xlo xhi\n0 5.6 ylo yhi\n0 5.6 zlo zhi\n\nMasses\n\n1 1\n\nAtoms\n\n'
    text += '\n'.join(atoms) + '\n\nVelocities\n\n' + '\n'.join(speeds) + '\n'
    for kind, lines in elements.items():
        if lines:
            text += '\n%ss\n\n' % kind.capitalize()
            text += ''.join('%d %s\n' % (k + 1, line) for k, line in enumerate(lines))
    return text


def sections(text):
    """What follows the atoms, as sorted lines without numbers, by section."""
    found, name = {}, None
    for line in text.split('\n\nVelocities\n')[1].splitlines():
        if line[:1].isalpha():
            name = line
        elif line and name:
            found.setdefault(name, []).append(line.split()[1:])
    return {key: sorted(lines) for key, lines in found.items()}


def run(folder, name, text, *words):
    folder.write(name, text)
    return tap.avimd(folder, '-in', name, '-log', 'none', *words)


def order():
    ends = []
    for shuffled, sort, threads in ((False, '0 0', 1), (True, '0 0', 1), (True, '7 1.0', 2)):
        with tap.Folder() as folder:
            folder.write('data', chains(shuffled))
            got = run(folder, 'in', STYLES % 'angle' + 'atom_modify sort %s\n' % sort +
                      'read_data data\n' + COEFFS + RUN + END, '--threads', str(threads))
            if not tap.ok('a run with angles', got.status == 0, got):
                return
            tap.ok('a warning that they exert no force',
                   'the system has 24 angles and there is no angle_style' in got.out, got)
            ends.append((tap.tables(got.out)[0], folder.read('end.dump')))
    tap.ok('the order of lines and atoms changes no bit', ends[0] == ends[1] == ends[2], ends)


def angle_yes():
    """Weights of 1-3 pairs matter where there are angles, and only there."""
    energies = []
    for kinds in ((), ('angle',)):
        for yes in ('yes', 'no'):
            with tap.Folder() as folder:
                folder.write('data', chains(False, kinds))
                text = (STYLES % 'angle').replace('angle yes', 'angle ' + yes)
                got = run(folder, 'in', text + 'read_data data\n' + COEFFS +
                          'thermo_style custom pe\nthermo_modify format float %.17g\nrun 0\n')
                tap.ok('angle %s, kinds %s' % (yes, kinds), got.status == 0, got)
                energies.append(tap.tables(got.out)[0][1][0][0])
    tap.ok('with angle no angles do not matter', energies[1] == energies[3], energies)
    tap.ok('with angle yes they do', len(set(energies[:3])) == 3, energies)


def round_trips():
    kinds = ('angle', 'dihedral', 'improper')
    with tap.Folder() as folder:
        text = chains(False, kinds)
        folder.write('data', text)
        got = run(folder, 'in', STYLES % 'molecular' + 'read_data data\n' + COEFFS +
                  'write_data a.data\nwrite_restart a.restart\n')
        tap.ok('data with all kinds is read', got.status == 0, got)
        tap.ok('and written', sections(text) == sections(folder.read('a.data')))
        got = run(folder, 'in', 'read_restart a.restart\nwrite_data b.data\n')
        tap.ok('a restart file of it is read', got.status == 0, got)
        tap.ok('and holds all', folder.read('a.data') == folder.read('b.data'))
        got = tap.avimd(folder, '--restart-info', 'a.restart')
        tap.ok('it has format 3', 'format      3' in got.out and 'dihedrals' in got.out, got)
        got = run(folder, 'in', STYLES % 'molecular' + 'read_data data\n' + COEFFS + RUN)
        tap.ok('a run with dihedrals is refused', got.status != 0 and
               'dihedrals, for which no potentials exist here' in got.err + got.out, got)
        folder.write('data', chains(False, ()))
        got = run(folder, 'in', STYLES % 'bond' + 'read_data data\nwrite_restart b.restart\n')
        info = tap.avimd(folder, '--restart-info', 'b.restart')
        tap.ok('without angles a file has format 2', 'format      2' in info.out, info)


def resumed():
    with tap.Folder() as folder:
        folder.write('data', chains(True))
        start = STYLES % 'angle' + 'read_data data\n' + COEFFS
        got = run(folder, 'in', start + RUN.replace('run 60', 'restart 30 at.*\nrun 60') + END)
        tap.ok('a run that writes restart files', got.status == 0, got)
        whole = folder.read('end.dump')
        rest = 'read_restart at.30\n' + 'pair_coeff * * 1 1\n' + RUN.replace(
            'run 60', 'run 60 upto') + END
        got = run(folder, 'in', rest)
        tap.ok('goes on', got.status == 0 and ' 24 ' in got.out.replace('\n', ' '), got)
        tap.ok('bit for bit', folder.read('end.dump') == whole)


def main():
    order()
    angle_yes()
    round_trips()
    resumed()
    tap.done()


if __name__ == '__main__':
    main()
