#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# setup.sh [PATTERN]: small decks that only set a system up, run by LAMMPS and by AviMD. Boxes, IDs,
# types, positions, velocities and images must agree in every digit of %.17g, and so must the lines
# the set-up commands write to the log. PATTERN picks decks by name.
. "${AVIMD_SRCDIR:-$(dirname "$0")/../..}/tests/lib.sh"

command -v lmp >/dev/null || tap_skip_all "lmp (LAMMPS) is not installed"
pattern=${1:-*}

# What set-up commands say; the rest of the log is not theirs.
said='^(Lattice spacing|Created [0-9]+ atoms|Created orthogonal|  using (lattice|box) units'
said="$said|[0-9]+ atoms in group|Setting atom|  [0-9]+ settings|Deleted|Displacing)"

# deck NAME TEXT: writes a deck; backslash-n in TEXT ends a line. run 0 needs forces: a pair
# potential of strength 0 has them.
deck() {
    case $1 in
    $pattern) ;;
    *) return ;;
    esac
    names="$names $1"
    {
        printf '%b\n' "$2"
        echo 'pair_style lj/cut 1.0'
        echo 'pair_coeff * * 0.0 0.5'
        echo "dump all all custom 1 $1.dump id type x y z vx vy vz ix iy iz"
        echo 'dump_modify all sort id format float %.17g'
        echo 'run 0'
    } >"in.$1"
}

# lammps: runs all decks, one process for all of them because its start takes longest.
lammps() {
    for name in $names; do
        echo "print 'DECK $name'"
        sed "s/$name\.dump/$name.expected/" "in.$name"
        echo clear
    done >in.all
    lmp -in in.all -log none >lammps.out 2>&1 || {
        echo "LAMMPS fails:"
        tail -n 3 lammps.out
        return 1
    }
    awk -v said="$said" '/^DECK / { file = $2 ".said" } $0 ~ said { print > file }' lammps.out
}

# same NAME: runs AviMD and compares what it says and dumps with LAMMPS.
same() {
    "$AVIMD" -in "in.$1" -log none >avimd.out 2>&1 || {
        echo "AviMD fails:"
        tail -n 5 avimd.out
        return 1
    }
    [ -s "$1.expected" ] || {
        echo "LAMMPS wrote no dump"
        return 1
    }
    grep -E "$said" avimd.out >avimd.said
    diff "$1.said" avimd.said >differences && diff "$1.expected" "$1.dump" >differences || {
        head -n 8 differences
        return 1
    }
}

names=
cd "$tap_tmp" || exit 99

# ---------------------------------------------------------------- lattices
cube='region b block 0 4 0 4 0 4\ncreate_box 2 b\ncreate_atoms 1 box\nmass * 1.0'
geom='velocity all create 1.44 87287 loop geom'
for style in sc bcc fcc hcp diamond; do
    for units in 'lj 0.8442' 'metal 3.615'; do
        scale=${units#* }
        begin="units ${units% *}\nlattice $style $scale"
        name=lattice-$style-${units% *}
        deck "$name" "$begin\n$cube\n$geom"
        deck "$name-110" "$begin origin 0.1 0.25 0.37 orient x 1 1 0 orient y -1 1 0 orient z 0 0 1
$cube\n$geom"
        deck "$name-111" "$begin origin 0.5 0 0.3 orient x 1 1 1 orient y 1 -2 1 orient z 1 0 -1
$cube\n$geom dist gaussian"
        deck "$name-faces" "boundary p s m\n$begin orient x 1 -1 0 orient y 1 1 -2 orient z 1 1 1 &
spacing 1.3 1.1 0.9\n$cube\n$geom dist gaussian rot yes"
    done
done
# Sites a few millionths of the box before its upper face: which side of the box takes them.
for origin in 0.99999 0.999994 0.999997 0.9999999; do
    deck "lattice-edge-$origin" "lattice sc 1.0 origin $origin 0.5 0.5\n$cube\n$geom"
done
plate='region b block 0 7 0 5 -0.25 0.25\ncreate_box 2 b\ncreate_atoms 1 box\nmass * 1.5'
for style in sq sq2 hex; do
    deck "lattice-$style" "dimension 2\nlattice $style 0.7\n$plate\n$geom"
    deck "lattice-$style-turned" "dimension 2\nlattice $style 0.9 origin 0.1 0.2 0 orient x 1 2 0 &
orient y -2 1 0\n$plate\nvelocity all create 1.44 87287 mom yes rot yes"
done
deck lattice-custom 'lattice custom 1.1 a1 1 0 0 a2 0.5 0.8 0 a3 0.1 0.2 1.3 basis 0 0 0 &
basis 0.25 0.5 0.75 basis 0.1 0.1 0.6 origin 0.3 0.1 0.2\nregion b block 0 4 0 4 0 4
create_box 3 b\ncreate_atoms 1 box basis 2 2 basis 3 3\nmass 1 1\nmass 2*3 2.7
velocity all create 3 12345'
deck lattice-custom-2d 'units real\ndimension 2\nlattice custom 3.3 a1 1 0 0 a2 0.5 0.8 0 &
basis 0 0 0 basis 0.25 0.5 0 orient x 2 1 0 orient y -1 2 0\nregion b block 0 4 0 4 -0.1 0.1
create_box 3 b\ncreate_atoms 1 box basis 2 2\nmass * 39.95\nvelocity all create 300 12345'
deck lattice-none 'lattice none 2.5\nregion b block 0 4 0 4 0 4\ncreate_box 1 b
create_atoms 1 single 1 2 3.99\ncreate_atoms 1 single 2 2 2 units box\nmass 1 1
velocity all set 1 2 3'

# ---------------------------------------------------------------- regions, with sites on surfaces
number=0
region() {
    number=$((number + 1))
    deck "region-$(printf %02d $number)" "lattice fcc 0.8442\nregion b block -4 4 -4 4 -4 4
create_box 3 b\n$1\nmass * 1.0\ngroup g region r\nset group g type 2\nvelocity g create 2.0 4711"
}
fill='\ncreate_atoms 1 box'
region "region r sphere 0 0 0 2.5$fill"
region "region r sphere 0 0 0 2\ncreate_atoms 1 region r"
region "region r sphere 0.5 0.5 0.5 2.5 side out$fill"
region "region r cylinder z 0 0 2 -2 INF$fill"
region "region r cylinder x 0.5 0 2.5 EDGE 1$fill"
region "region r cylinder y 0 1 1.5 -2 2 side out$fill"
region "region r cone z 0 0 3 1 -2 3$fill"
region "region r cone x 0 0 0 3.5 -2 3 units box$fill"
region "region r cone y 0.5 0 2 3 -2 2$fill"
region "region r plane 0 0 0 1 1 0$fill"
region "region r plane 0.5 0.5 0.5 1 2 -3 side out$fill"
region "region r block -1 1 INF 2 EDGE 0$fill"
region "region r block -1 1 -1 1 -1 1 side out units box$fill"
two='region a sphere 1 0 0 2\nregion c sphere -1 0 0 2'
region "$two\nregion r union 2 a c$fill"
region "$two\nregion r intersect 2 a c$fill"
two='region a sphere 1 0 0 2 side out\nregion c block -2 2 -2 2 -2 2'
region "$two\nregion r intersect 2 a c side out$fill"
region "$two\nregion r union 2 a c side out\ncreate_atoms 1 region r"
region "region q sphere 0 0 0 2\nregion q delete\nregion q sphere 9 9 9 1\nregion r sphere 1 1 1 2$fill"
region 'region r sphere 0 0 0 3\ncreate_atoms 1 random 50 98 r'
region 'region r sphere 3 3 3 3\ncreate_atoms 1 random 50 98 r\ncreate_atoms 2 random 20 98123 NULL'
region 'region r plane 0 0 0 1 1 0\ncreate_atoms 1 random 50 98 r\ncreate_atoms 3 single 1 1 1
create_atoms 3 single 100 1 1\ncreate_atoms 3 single 4 4 4\ncreate_atoms 3 single 4 4 4 remap yes
create_atoms 3 single -9 14 4.5 remap yes units box'
region 'region r sphere 0 0 0 3\ncreate_atoms 1 box ratio 0.3 123'
region 'region r sphere 0 0 0 3\ncreate_atoms 1 region r subset 77 123 basis 2 2'

# ---------------------------------------------------------------- set, groups, deletions
metal='units metal\nlattice fcc 3.615\nregion b block 0 5 0 5 0 5\ncreate_box 3 b
create_atoms 1 box\nmass 1 63.55\nmass 2 58\nmass 3 7.123\nset type 1 type/fraction 2 0.4 777
set type 1 type/fraction 3 0.5 77\nregion s sphere 2 2 2 1.7\ngroup s region s
group rest subtract all s\ndisplace_atoms all random 0.1 0.2 0.3 9481'
deck set "$metal\nset type 1 type/ratio 3 0.25 777\nset type 2 type/subset 3 10 4
set atom 3*9 vx 1.5 vy -2 vz 3.25 x 2.2 y 0.1\nset atom 1 image 1 NULL -2\nset type 2 z 17
set region s vx 0.3\nvelocity all create 300 4 dist gaussian sum yes"
deck group "$metal\ngroup a id 1 5 7:20 30:90:7\ngroup c type 2 3\ngroup d union a c
group e intersect a c\ngroup f id <> 100 200\ngroup f type != 1\ngroup h id >= 300\ngroup f clear
group f subtract c a s\nset group f vx 1\nset group e vy 1\nset group h vz 1\nset group d type 1
variable w atom x>9\ngroup v variable w\nset group v vx 9\ngroup e delete\ngroup e empty"
deck create-variable 'lattice sc 1\nregion b block 0 6 0 6 0 6\ncreate_box 1 b
variable x internal 0\nvariable y internal 0\nvariable v equal (sin(v_x)+v_y)>2.5
create_atoms 1 box var v set x x set y y\nmass 1 1\nvelocity all create 1 3'
deck delete-region "$metal\ndelete_atoms region s\nvelocity all create 300 7"
deck delete-group "$metal\ndelete_atoms group rest compress yes\nvelocity all create 300 7"
deck delete-local "$metal\ndelete_atoms region s compress no\nvelocity all create 300 7 loop local"
deck delete-porosity "$metal\ndelete_atoms porosity s 0.4 999\nvelocity all create 300 7 loop local
create_atoms 2 region s\nvelocity all create 20 5 sum yes loop all"

# ---------------------------------------------------------------- displacements
deck displace-move "$metal\ndisplace_atoms s move 0.1 20.3 -7.7
displace_atoms rest ramp x 0 1 y 1 4\ndisplace_atoms s random 1 1 1 5 units box"
deck displace-rotate "$metal\ndisplace_atoms s rotate 1 2 3 1 1 0.5 33.3
displace_atoms all move 1 2 3 units box\ndisplace_atoms s rotate 1 2 3 1 1 0.5 77 units box
velocity all create 3 4 rot yes"
deck displace-geom "$metal\ndisplace_atoms s rotate 1 2 3 1 1 0.5 33.3\nvelocity all create 3 4 &
loop geom"
deck displace-shrink "boundary s p m\n$metal\ndisplace_atoms s move 0.1 2.3 4.7
velocity all create 3 4 rot yes loop geom"

# ---------------------------------------------------------------- velocities
for dist in uniform gaussian; do
    for loop in all local geom; do
        for zero in 'mom no' 'mom yes' 'mom no rot yes' 'mom yes rot yes sum yes'; do
            for group in all s; do
                deck "velocity-$dist-$loop-$(echo "$zero" | tr -d ' ')-$group" \
                    "$metal\nvelocity rest set 1 2 3
velocity $group create 650 376847 dist $dist loop $loop $zero"
            done
        done
    done
done
deck velocity-scale "$metal\nvelocity all create 300 1\nvelocity s scale 77"
deck velocity-ramp "$metal\nvelocity all ramp vx 0 5 y 1 4
velocity s ramp vz -3 5 x 10 2 units box sum yes"
deck velocity-zero "$metal\nvelocity all create 300 1 mom no\nvelocity s zero linear
velocity rest zero angular\nvelocity all zero linear"
deck velocity-set "$metal\nvelocity all set 1 NULL 2\nvelocity s set NULL 3 4 units box sum yes"
deck velocity-variable "$metal\nvariable q atom x*0.1+vx\nvariable e equal 3.3
velocity all set v_q NULL v_e"
deck velocity-temp "$metal\ncompute t s temp\nvelocity all create 300 4 temp t"
deck velocity-temp-dof "$metal\ncompute t all temp\ncompute_modify t extra/dof 0
velocity all create 300 4 temp t rot yes dist gaussian\nvelocity s scale 40 temp t"
deck velocity-line 'lattice sc 1\nregion b block 0 6 0 6 0 6\ncreate_box 1 b\nmass 1 2
create_atoms 1 single 1 1 1\ncreate_atoms 1 single 1 1 3\nvelocity all create 1 3 rot yes'
flat='dimension 2\nunits metal\nlattice hex 3.3\nregion b block 0 5 0 5 -0.4 0.4\ncreate_box 2 b
create_atoms 1 box\nmass * 12\nset type 1 type/fraction 2 0.4 777\nregion s sphere 2 2 0 1.7
group s region s\ndisplace_atoms all random 0.1 0.2 0 9481'
for options in 'loop all' 'loop local dist gaussian' 'loop geom rot yes'; do
    deck "velocity-2d-$(echo "$options" | tr ' ' -)" "$flat\nvelocity all create 300 12 $options
velocity s set 1 2 NULL sum yes"
done
tap_ok "LAMMPS runs the decks" lammps
for name in $names; do
    tap_ok "$name" same "$name"
done
tap_done
