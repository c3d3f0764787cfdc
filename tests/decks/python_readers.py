#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""
Do programs other people wrote read what AviMD writes?  A small run writes every dump style and a
data file; ASE and MDAnalysis (where installed) read them back, and the numbers must agree with each
other and with a dump of 17 digits read here.  A log parser of the kind found in pymatgen must find
the table of every run.

Writes TAP.  AVIMD names the program, as in make check.
"""
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings

warnings.simplefilter("ignore")
AVIMD = os.environ.get("AVIMD", "build/avimd")

DECK = """
units           metal
boundary        p p p
lattice         fcc 5.26
region          box block 0 3 0 2 0 2
create_box      2 box
create_atoms    1 box
mass            1 39.948
mass            2 83.798
set             atom 5 type 2
set             atom 11 type 2
velocity        all create 40.0 4928459
pair_style      lj/cut 8.5
pair_coeff      * * 0.0104 3.4
pair_modify     shift yes
fix             1 all nve
timestep        0.002
dump            a all atom 10 atom.lammpstrj
dump            c all custom 10 custom.lammpstrj id type element x y z xu yu zu ix iy iz vx vy vz fx fy fz mass
dump            z all custom 10 custom.lammpstrj.gz id type x y z
dump            x all xyz 10 plain.xyz
dump            e all extxyz 10 ext.xyz
dump            w all custom 20 each.*.lammpstrj id type x y z
dump_modify     a sort id
dump_modify     c sort id element Ar Kr format float %.17g
dump_modify     z sort id
dump_modify     x element Ar Kr format float %.10g
dump_modify     e element Ar Kr
dump_modify     w sort id pad 4
thermo          10
run             20
thermo_style    custom step atoms temp pe etotal press vol
thermo_modify   line one norm no
run             20
thermo_style    yaml
run             10
write_data      final.data
write_data      all.data pair ij
"""

UNITS_DECK = """
units           %s
neighbor        %g bin
lattice         fcc %.12g
region          box block 0 3 0 3 0 3
create_box      1 box
create_atoms    1 box
mass            1 %.12g
velocity        all create %g 4928459
pair_style      lj/cut %.12g
pair_coeff      * * %.12g %.12g
displace_atoms  all random 1e-3 1e-3 1e-3 4711
compute         k all ke
compute         f all property/atom fx
compute         m all reduce max c_f
thermo_style    custom step pe c_k lx c_m
thermo_modify   norm no format float %%.15g
dump            e all extxyz 1 units.%s.xyz
dump_modify     e format float %%.15g element Ar
run             0
"""
HERE = os.getcwd()

count = 0


def case(name, ok, why=""):
    """One TAP case; why is shown when it fails."""
    global count
    count += 1
    print(f"{'ok' if ok else 'not ok'} {count} - {name}")
    if not ok and why:
        for line in str(why).splitlines():
            print("# " + line)


def attempt(name, function):
    """A case that passes when function() returns true and raises nothing."""
    try:
        result = function()
        case(name, bool(result), result)
    except Exception as error:  # a reader may raise anything
        case(name, False, f"{type(error).__name__}: {error}")


def skip(name, reason):
    global count
    count += 1
    print(f"ok {count} - {name} # SKIP {reason}")


def near(a, b, tolerance):
    """Largest difference of two equally shaped lists of numbers is small."""
    import numpy

    a, b = numpy.asarray(a, float), numpy.asarray(b, float)
    return a.shape == b.shape and float(numpy.max(numpy.abs(a - b))) <= tolerance


def read_dump(path):
    """Our own reading of a LAMMPS dump: a list of (step, bounds, columns, rows)."""
    opened = gzip.open(path, "rt") if path.endswith(".gz") else open(path)
    with opened as file:
        lines = file.read().splitlines()
    snapshots = []
    at = 0
    while at < len(lines):
        assert lines[at] == "ITEM: TIMESTEP", lines[at]
        step = int(lines[at + 1])
        assert lines[at + 2] == "ITEM: NUMBER OF ATOMS"
        atoms = int(lines[at + 3])
        assert lines[at + 4] == "ITEM: BOX BOUNDS pp pp pp", lines[at + 4]
        bounds = [[float(x) for x in lines[at + 5 + k].split()] for k in range(3)]
        columns = lines[at + 8].split()[2:]
        rows = [line.split() for line in lines[at + 9 : at + 9 + atoms]]
        assert all(len(row) == len(columns) for row in rows)
        snapshots.append((step, bounds, columns, rows))
        at += 9 + atoms
    return snapshots


def column(snapshot, names):
    """The named columns of a snapshot as rows of floats."""
    where = [snapshot[2].index(name) for name in names]
    return [[float(row[k]) for k in where] for row in snapshot[3]]


def read_log(path):
    """Tables of a log as pymatgen's parser finds them: between the memory line and Loop time."""
    begin = re.compile(r"Memory usage per processor|Per MPI rank memory allocation")
    end = re.compile(r"Loop time of (\S+) on \d+ procs for (\d+) steps with (\d+) atoms")
    tables, inside, lines = [], False, []
    with open(path) as file:
        for line in file:
            if begin.match(line):
                inside, lines = True, []
                continue
            found = end.match(line)
            if found and inside:
                tables.append((lines, int(found.group(2)), int(found.group(3))))
                inside = False
            elif inside:
                lines.append(line.rstrip("\n"))
    return tables


def table_of(lines):
    head = lines[0].split()
    return head, [[float(x) for x in line.split()] for line in lines[1:]]


def check_files():
    """What needs no library."""
    custom = read_dump("custom.lammpstrj")
    case("dump custom has a snapshot every 10 steps",
         [s[0] for s in custom] == [0, 10, 20, 30, 40, 50], [s[0] for s in custom])
    case("dump custom has all atoms in the order of their IDs",
         all([int(r[0]) for r in s[3]] == list(range(1, 49)) for s in custom))
    atom = read_dump("atom.lammpstrj")
    length = [hi - lo for lo, hi in custom[0][1]]
    scaled = [[x / l for x, l in zip(row, length)] for row in column(custom[2], ["x", "y", "z"])]
    case("dump atom has the same positions, scaled",
         near(column(atom[2], ["xs", "ys", "zs"]), scaled, 1e-5))
    unwrapped = [[x + i * l for x, i, l in zip(r[:3], r[3:], length)]
                 for r in column(custom[5], ["x", "y", "z", "ix", "iy", "iz"])]
    case("unwrapped positions are wrapped ones and images",
         near(column(custom[5], ["xu", "yu", "zu"]), unwrapped, 1e-9))
    case("a name that ends in .gz is gzipped",
         near(column(read_dump("custom.lammpstrj.gz")[3], ["x"]), column(custom[3], ["x"]), 1e-3))
    case("a * in the name makes a file for each snapshot",
         [read_dump(f"each.{s:04d}.lammpstrj")[0][0] for s in (0, 20, 40)] == [0, 20, 40]
         and not os.path.exists("each.0010.lammpstrj"))
    check_log()
    return custom


def check_log():
    tables = read_log("log.avimd")
    case("the log has the tables of all three runs", len(tables) == 3, len(tables))
    if len(tables) != 3:
        return
    head, rows = table_of(tables[0][0])
    case("run 1: header and rows",
         head == ["Step", "Temp", "E_pair", "E_mol", "TotEng", "Press"]
         and [row[0] for row in rows] == [0, 10, 20] and abs(rows[0][1] - 40) < 1e-6, tables[0][0])
    head, rows = table_of(tables[1][0])
    case("run 2: header and rows",
         head == ["Step", "Atoms", "Temp", "PotEng", "TotEng", "Press", "Volume"]
         and [row[0] for row in rows] == [20, 30, 40] and rows[0][1] == 48
         and all(len(row) == 7 for row in rows), tables[1][0])
    case("energy is conserved in what was printed",
         abs(rows[0][4] - rows[-1][4]) < 1e-3, [row[4] for row in rows])
    case("Loop time tells steps and atoms", [t[1:] for t in tables] == [(20, 48), (20, 48), (10, 48)])
    try:
        import yaml
    except ImportError:
        skip("run 3: YAML document", "PyYAML is not installed")
        return
    document = "\n".join(tables[2][0])
    found = re.search(r"^---\n(.*)^\.\.\.$", document + "\n", re.M | re.S)
    data = yaml.safe_load(found.group(1)) if found else {"keywords": [], "data": []}
    case("run 3: YAML document",
         data["keywords"][:2] == ["Step", "Temp"] and [r[0] for r in data["data"]] == [40, 50]
         and all(isinstance(x, (int, float)) for r in data["data"] for x in r), document)


def check_ase(custom):
    try:
        import ase.io
    except ImportError:
        skip("ASE reads our files", "ASE is not installed")
        return
    box = [hi - lo for lo, hi in custom[0][1]]
    symbols = [row[custom[0][2].index("element")] for row in custom[0][3]]

    def dump_custom():
        frames = ase.io.read("custom.lammpstrj", ":", format="lammps-dump-text")
        return (len(frames) == 6 and frames[3].get_chemical_symbols() == symbols
                and near(frames[3].cell.lengths(), box, 1e-9) and all(frames[3].pbc)
                and near(frames[3].get_forces(), column(custom[3], ["fx", "fy", "fz"]), 1e-12))

    def dump_atom():
        frames = ase.io.read("atom.lammpstrj", ":", format="lammps-dump-text")
        wrapped = column(custom[3], ["x", "y", "z"])
        return len(frames) == 6 and near(frames[3].get_positions(), wrapped, 1e-4)

    def extxyz():
        frames = ase.io.read("ext.xyz", ":", format="extxyz")
        frame = frames[3]
        return (len(frames) == 6 and frame.get_chemical_symbols() == symbols
                and near(frame.cell.lengths(), box, 1e-9) and all(frame.pbc)
                and near(frame.get_positions(), column(custom[3], ["x", "y", "z"]), 1e-8)
                and near(frame.get_forces(), column(custom[3], ["fx", "fy", "fz"]), 1e-8)
                and near(frame.arrays["vel"], column(custom[3], ["vx", "vy", "vz"]), 1e-8)
                and near(frame.get_velocities() * 1e3 * ase.units.fs,
                         column(custom[3], ["vx", "vy", "vz"]), 1e-6)
                and near(frame.get_masses(), [float(r[custom[3][2].index("mass")]) for r in custom[3][3]], 1e-9)
                and list(frame.arrays["id"]) == list(range(1, 49))
                and frame.info["Timestep"] == 30 and abs(frame.info["Time"] - 0.06) < 1e-12
                and frame.get_potential_energy() < 0.0)

    def energy():
        head, rows = table_of(read_log("log.avimd")[1][0])
        frame = ase.io.read("ext.xyz", 3, format="extxyz")
        return abs(frame.get_potential_energy() - rows[1][head.index("PotEng")]) < 1e-6

    def other_units(units, length, energy, mass):
        """A crystal of argon in other units: lengths in Angstrom, energies in eV."""
        with open("in.units", "w") as file:
            file.write(UNITS_DECK % (units, 2.0 * length, 5.26 * length if units != "lj" else 0.8442, 39.948 * mass,
                                     80.0 if units != "lj" else 1.0, 8.5 * length, 0.0104 * energy,
                                     3.4 * length, units))
        run = subprocess.run([os.path.join(HERE, AVIMD), "-in", "in.units", "-log", "none"],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        row = [line.split() for line in run.stdout.splitlines() if line.split()[:1] == ["0"]]
        frame = ase.io.read("units.%s.xyz" % units, 0)
        pe, ke, lx, fx = (float(word) for word in row[-1][1:])
        return (abs(frame.get_kinetic_energy() * energy / ke - 1) < 1e-7 and ke > 0
                and abs(frame.get_potential_energy() * energy / pe - 1) < 1e-7
                and abs(frame.cell.lengths()[0] * length / lx - 1) < 1e-9
                and abs(frame.get_forces()[:, 0].max() * energy / length / fx - 1) < 1e-7
                and near(frame.get_masses(), [39.948] * len(frame), 1e-6))

    def plain_xyz():
        frames = ase.io.read("plain.xyz", ":", format="xyz")
        return (len(frames) == 6 and frames[5].get_chemical_symbols() == symbols
                and near(frames[5].get_positions(), column(custom[5], ["x", "y", "z"]), 1e-7))

    def data():
        frame = ase.io.read("final.data", format="lammps-data", style="atomic", sort_by_id=True,
                            Z_of_type={1: 18, 2: 36}, units="metal")
        return (len(frame) == 48 and frame.get_chemical_symbols() == symbols
                and near(frame.cell.lengths(), box, 1e-9)
                and near(frame.get_positions(wrap=True), column(custom[5], ["x", "y", "z"]), 1e-9))

    attempt("ASE reads dump custom", dump_custom)
    attempt("ASE reads dump atom", dump_atom)
    attempt("ASE reads dump extxyz: box, species, positions, velocities, forces, time", extxyz)
    attempt("ASE finds the potential energy the log has", energy)
    ev = 1.6021765e-19
    dalton = 1.0364269e-4 * ev * 1e-4  # of the same digits as the constants of units metal
    for units, factors in {"lj": (1.0, 1.0, 1.0), "real": (1.0, 23.060549, 1.0),
                           "si": (1e-10, ev, dalton), "nano": (0.1, ev * 1e21, dalton * 1e21)}.items():
        attempt("ASE reads dump extxyz of units " + units, lambda: other_units(units, *factors))
    attempt("ASE reads dump xyz", plain_xyz)
    attempt("ASE reads the data file", data)


def check_mdanalysis(custom):
    try:
        import MDAnalysis
    except ImportError:
        skip("MDAnalysis reads our files", "MDAnalysis is not installed")
        return
    box = [hi - lo for lo, hi in custom[0][1]]

    def data():
        universe = MDAnalysis.Universe("final.data", format="DATA", atom_style="id type x y z")
        return (len(universe.atoms) == 48 and near(universe.dimensions[:3], box, 1e-4)
                and near(sorted(set(universe.atoms.masses)), [39.948, 83.798], 1e-9)
                and near(universe.atoms.positions, column(custom[5], ["x", "y", "z"]), 1e-4))

    def dump(path):
        universe = MDAnalysis.Universe("final.data", path, topology_format="DATA",
                                       format="LAMMPSDUMP", atom_style="id type x y z")
        steps = []
        for moment in universe.trajectory:
            steps.append(moment.data["step"])
            wanted = column(custom[moment.frame], ["x", "y", "z"])
            if not near(universe.atoms.positions, wanted, 2e-4):
                return False
        return steps == [0, 10, 20, 30, 40, 50] and near(universe.dimensions[:3], box, 1e-4)

    def extended():
        universe = MDAnalysis.Universe("named.xyz")
        universe.trajectory[3]
        return (len(universe.trajectory) == 6
                and near(universe.atoms.positions, column(custom[3], ["x", "y", "z"]), 1e-4))

    def plain_xyz():
        universe = MDAnalysis.Universe("plain.xyz", format="XYZ", topology_format="XYZ")
        universe.trajectory[4]
        return (len(universe.trajectory) == 6
                and near(universe.atoms.positions, column(custom[4], ["x", "y", "z"]), 1e-4))

    attempt("MDAnalysis reads the data file", data)
    attempt("MDAnalysis reads dump atom", lambda: dump("atom.lammpstrj"))
    attempt("MDAnalysis reads gzipped dump custom", lambda: dump("custom.lammpstrj.gz"))
    attempt("MDAnalysis reads dump xyz", plain_xyz)
    shutil.copy("ext.xyz", "named.xyz")
    attempt("MDAnalysis reads dump extxyz by its name, which ends in .xyz", extended)
    readme()


def readme():
    """The dump of README's first deck, with the readers it names, by its name alone."""
    import ase.io
    import MDAnalysis
    source = os.environ.get("AVIMD_SRCDIR") or os.path.dirname(os.path.dirname(os.path.dirname(
        os.path.abspath(__file__))))
    with open(os.path.join(source, "README.md"), encoding="utf-8") as file:
        deck = re.search(r"```\n(#.*?\nunits.*?|units.*?)```", file.read(), re.S).group(1)
    with open("in.first", "w") as file:
        file.write(re.sub(r"(?m)^run .*", "run 100", deck))
    subprocess.run([os.path.join(HERE, AVIMD), "-in", "in.first", "-log", "none"],
                   stdout=subprocess.DEVNULL)
    name = re.search(r"extxyz +\d+ +(\S+)", deck).group(1)

    def by_ase():
        frame = ase.io.read(name)
        speed = frame.get_velocities()
        return (len(frame) == 500 and abs(speed).max() > 1.0 and near(speed, frame.arrays["vel"], 1e-8)
                and set(frame.get_chemical_symbols()) == {"Ar"} and all(frame.pbc))

    def by_mdanalysis():
        universe = MDAnalysis.Universe(name)
        return len(universe.atoms) == 500 and len(universe.trajectory) == 2

    attempt("README: ASE reads the dump", by_ase)
    attempt("README: MDAnalysis reads the dump", by_mdanalysis)


def main():
    try:
        import numpy  # noqa: F401
    except ImportError:
        print("1..0 # SKIP NumPy is not installed")
        return
    program = os.path.abspath(AVIMD)
    folder = tempfile.mkdtemp()
    try:
        os.chdir(folder)
        with open("in.deck", "w") as file:
            file.write(DECK)
        run = subprocess.run([program, "-in", "in.deck", "-log", "log.avimd"],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        case("the deck runs", run.returncode == 0, run.stdout[-2000:])
        if run.returncode == 0:
            custom = check_files()
            check_ase(custom)
            check_mdanalysis(custom)
    finally:
        os.chdir("/")
        shutil.rmtree(folder)
    print(f"1..{count}")


if __name__ == "__main__":
    sys.exit(main())
