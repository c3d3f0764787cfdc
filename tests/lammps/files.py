#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""
Files beside LAMMPS's: the same deck through `lmp` and `avimd` must write the same dumps, byte by
byte where only the set-up enters; and each program must read the other's data file to the same bits.

Writes TAP; skips where lmp is not installed.  AVIMD names the program, as in make check.
"""
import os
import shutil
import subprocess
import sys
import tempfile

AVIMD = os.path.abspath(os.environ.get("AVIMD", "build/avimd"))

SYSTEM = """
units           lj
boundary        p p {z}
lattice         fcc 0.8442 orient x 1 1 0 orient y -1 1 0 orient z 0 0 1
region          box block 0 3 0 3 0 3
create_box      2 box
create_atoms    1 box
mass            1 1.0
mass            2 2.5
set             atom 2 type 2
set             atom 17 type 2
displace_atoms  all random 0.05 0.05 0.05 8273
velocity        all create 1.44 87287 loop geom
pair_style      lj/cut 2.0
pair_coeff      * * 1.0 1.0
pair_coeff      1 2 0.7 1.05 1.8
fix             1 all nve
group           twos type 2
region          half block INF INF INF INF INF 2.0 units box
variable        far atom sqrt(x*x+y*y)
"""

DUMPS = """
dump            a all atom 1 a.dump
dump            b all atom 1 b.dump
dump            c all custom 1 c.dump id type element mass x y z xs ys zs xu yu zu ix iy iz vx vy vz proc procp1
dump            d twos custom 1 d.dump id x vy v_far
dump            e all custom 1 e.dump id type z
dump            f all custom 1 f.dump id type x vx
dump            g all custom 1 g.dump id xsu ysu zsu
dump            x all xyz 1 x.dump
dump_modify     b scale no image yes units yes time yes sort id
dump_modify     c format float %.17g element Ar Kr
dump_modify     d format line "%5d %12.6f %-14.8g %g" first yes
dump_modify     e region half sort -3 thresh vx > 0
dump_modify     f format int %7d format 3 "%20.14e" sort 4
dump_modify     x element Ar Kr
run             0
"""

READ = """
units           lj
boundary        p p {z}
pair_style      lj/cut 2.0
read_data       {file}
mass            * 1.0
dump            r all custom 1 {out} id type x y z vx vy vz ix iy iz
dump_modify     r sort id format float %.17g
run             0
"""

count = 0


def case(name, ok, why=""):
    global count
    count += 1
    print(f"{'ok' if ok else 'not ok'} {count} - {name}")
    if not ok:
        for line in str(why).splitlines()[:20]:
            print("# " + line)


def run(program, deck, folder):
    """Runs a deck in a folder of its own; its output when it fails, else None."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "in.deck"), "w") as file:
        file.write(deck)
    done = subprocess.run([program, "-in", "in.deck", "-log", "none"], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return None if done.returncode == 0 else done.stdout[-1500:] or "no output"


def content(*path):
    try:
        with open(os.path.join(*path), "rb") as file:
            return file.read()
    except OSError as error:
        return str(error).encode()


def difference(a, b):
    """The first line that differs."""
    for k, (p, q) in enumerate(zip(a.splitlines(), b.splitlines()), 1):
        if p != q:
            return f"line {k}\n  lmp:   {p.decode()}\n  avimd: {q.decode()}"
    return f"{len(a)} bytes of lmp, {len(b)} of avimd"


def both(deck, name):
    """Runs the deck with both programs; true when both succeeded."""
    for program, folder in (("lmp", "lmp"), (AVIMD, "avimd")):
        failure = run(program, deck, folder)
        if failure is not None:
            case(f"{name}: {os.path.basename(program)} runs", False, failure)
            return False
    return True


def same(name, file):
    a, b = content("lmp", file), content("avimd", file)
    case(name, a == b and len(a) > 100, difference(a, b))


def dumps():
    names = {"a": "atom", "b": "atom, unscaled with images, units and time",
             "c": "custom, 17 digits", "d": "custom of a group, format line",
             "e": "custom in a region with a threshold, sorted downwards",
             "f": "custom, formats by kind and column, sorted by a column", "g": "custom, scaled and unwrapped",
             "x": "xyz"}
    for z, edge in (("p", "periodic"), ("s", "shrink-wrapped")):
        if not both(SYSTEM.format(z=z) + DUMPS, f"dumps, {edge} z"):
            continue
        for letter, what in names.items():
            same(f"dump {what}: identical ({edge} z)", letter + ".dump")


def later_snapshots():
    """Which steps are written over several runs."""
    deck = SYSTEM.format(z="p") + """
dump            a all custom 4 a.dump id
dump            b all custom 4 b.dump id
dump            c all custom 4 c.dump id
dump            d all custom 4 d.dump id
variable        when equal stride(1,40,3)
dump_modify     a sort id
dump_modify     b sort id first yes
dump_modify     c sort id delay 9
dump_modify     d sort id every v_when
run             3
dump            e all custom 4 e.dump id
dump_modify     e sort id first yes
run             9
run             0
run             4
undump          a
run             5
"""
    if not both(deck, "snapshots over several runs"):
        return
    for letter, what in (("a", "every N"), ("b", "first"), ("c", "delay"), ("d", "every v_name"),
                         ("e", "first, begun later")):
        same(f"steps written over several runs: {what}", letter + ".dump")


def data_files():
    deck = SYSTEM.format(z="p") + "run 5\nwrite_data ii.data\nwrite_data ij.data pair ij\n" \
        "write_data no.data nocoeff\n"
    if not both(deck, "write_data"):
        return
    for file in ("ii.data", "ij.data", "no.data"):
        for writer in ("lmp", "avimd"):
            source = os.path.abspath(os.path.join(writer, file))
            read = READ.format(z="p", file=source, out="r.dump")
            if file == "no.data":
                read = read.replace("mass", "pair_coeff * * 1 1\nmass")
            if both(read, f"{writer}'s {file}"):
                same(f"{file} written by {writer}: both read the same bits", "r.dump")
    # What avimd wrote is what avimd had, to the last bit.
    final = SYSTEM.format(z="p") + "run 5\nwrite_data x.data\n" \
        "dump r all custom 1 r.dump id type x y z vx vy vz ix iy iz\n" \
        "dump_modify r sort id format float %.17g\nreset_timestep 0\nrun 0\n"
    again = READ.format(z="p", file="x.data", out="s.dump")
    failure = run(AVIMD, final, "avimd") or run(AVIMD, again, "avimd")
    case("write_data and read_data run", failure is None, failure)
    a, b = content("avimd", "r.dump"), content("avimd", "s.dump")
    case("write_data and read_data lose no bit", a == b and len(a) > 100, difference(a, b))


# Styles without coefficients have bare lines in data files, or their lengths alone.
ZERO = """
units           lj
atom_style      bond
"""
ZERO_SYSTEM = ZERO + """
lattice         sc 1
region          box block 0 3 0 3 0 3
create_box      2 box bond/types 2 extra/bond/per/atom 2 extra/special/per/atom 4
create_atoms    1 box
set             atom 1 type 2
mass            * 1
pair_style      {pair}
bond_style      {bond}
pair_coeff      * * {coeffs}
bond_coeff      1 {length}
bond_coeff      2 {length}
create_bonds    single/bond 1 1 2
run             0
write_data      zero.data
write_data      zero.data.ij pair ij
"""
ZERO_READ = ZERO + """
pair_style      {pair}
bond_style      {bond}
read_data       {file}
run             0
write_data      again.data pair ij
"""


def numbers(name):
    """A data file's words behind its first line, numbers as numbers."""
    def value(word):
        try:
            return float(word)
        except ValueError:
            return word
    return [[value(word) for word in line.split()]
            for line in content(name).decode().splitlines()[1:] if line.split()]


def styles_without_coefficients():
    """pair_style and bond_style zero: each program reads what the other wrote."""
    for pair, coeffs, bond, length in (('zero 1.1', '', 'zero', '1.25'),
                                       ('lj/cut 2.5', '1 1', 'zero', '')):
        words = {'pair': pair, 'coeffs': coeffs, 'bond': bond, 'length': length}
        what = f'pair_style {pair}, bond_style {bond} {length}'
        if not both(ZERO_SYSTEM.format(**words), what):
            continue
        for file in ('zero.data', 'zero.data.ij'):
            for writer in ('lmp', 'avimd'):
                source = os.path.abspath(os.path.join(writer, file))
                if both(ZERO_READ.format(file=source, **words), f"{what}, {writer}'s {file}"):
                    files = [numbers(os.path.join(program, 'again.data')) for program in
                             ('lmp', 'avimd')]
                    case(f"{what}, {writer}'s {file}: both write the same", files[0] == files[1],
                         files)


def main():
    if shutil.which("lmp") is None:
        print("1..0 # SKIP lmp is not installed")
        return
    folder = tempfile.mkdtemp()
    try:
        os.chdir(folder)
        os.environ["OMPI_MCA_orte_tmpdir_base"] = folder
        dumps()
        later_snapshots()
        data_files()
        styles_without_coefficients()
    finally:
        os.chdir("/")
        shutil.rmtree(folder)
    print(f"1..{count}")


if __name__ == "__main__":
    sys.exit(main())
