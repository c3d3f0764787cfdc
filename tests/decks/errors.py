# SPDX-License-Identifier: GPL-3.0-or-later
"""Every command with every kind of wrong input: message, place and exit status.

A case is a deck's last command with the guilty word between << and >>, after a preamble that makes
everything before it right.  The error must name exactly that word's file:line:column, contain the
texts listed, and nothing may be executed after it.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

START = 'units lj\n'
LATTICE = START + 'lattice fcc 0.8442\n'
REGION = LATTICE + 'region box block 0 3 0 3 0 3\n'
BOX = REGION + 'create_box 2 box\n'
ATOMS = BOX + 'create_atoms 1 box\nmass * 1.0\n'
ANGLES = START + 'atom_style angle\nregion box block 0 3 0 3 0 3\ncreate_box 1 box angle/types 2\n'
PAIR = ATOMS + 'pair_style lj/cut 2.5\n'
TABLE = PAIR + '''pair_coeff * * 1 1
pair_write 1 1 10 r 0.9 2.5 t.txt LJ
pair_style table linear 100
'''
READY = PAIR + 'pair_coeff * * 1.0 1.0\nvelocity all create 1.0 87287\nfix 1 all nve\n'
SMOOTH = READY.replace('lj/cut', 'lj/smooth/linear')
OPEN = ATOMS.replace('units lj', 'units lj\nboundary f f f')
FLAT = '''units lj
dimension 2
lattice sq 0.8
region box block 0 5 0 5 -0.5 0.5
create_box 1 box
create_atoms 1 box
mass 1 1.0
fix 1 all nve
'''

# preamble, command, texts of the message
CASES = [
    # --- what LAMMPS has, and when it means something
    (READY + 'unfix 1\n', 'fix 1 all npt temp 1 1 1 iso 1 1 1 <<ptemp>> 2', ["fix nph", 'npt']),
    (READY + 'unfix 1\n', 'fix 1 all nph iso 1 1 1 ptemp <<0>>', ["'0'", 'greater']),
    (READY + 'unfix 1\n', 'fix 1 all nph iso 1 1 1 flip <<perhaps>>', ["'perhaps'"]),
    (READY + 'unfix 1\n', 'fix 1 all nph iso 1 1 1 <<flip>>', ["'flip'", 'value']),
    (READY, 'fix 2 all deform 1 x erate 0.1 flip <<perhaps>>', ["'perhaps'"]),
    (READY, 'fix 2 all press/berendsen iso 1 1 1 flip <<perhaps>>', ["'perhaps'"]),
    (READY + 'unfix 1\nvelocity all set 0 0 0\n', '<<fix 1 all nph iso 1 1 1>>\nrun 1',
     ['masses of its barostat', 'ptemp T']),
    # --- averages
    (READY + 'group g id 1:9\ncompute a all group/group g\ngroup g delete\n',
     'thermo_style custom step <<c_a>>\nrun 0', ["'g'", 'no longer there']),
    (READY, 'compute a all msd com <<maybe>>', ["'maybe'"]),
    (READY, 'compute a all rdf 10 1 <<3>>', ["'3'"]),
    (READY, 'compute a all rdf <<-1>>', ["'-1'"]),
    (READY, 'compute a all chunk/atom <<bin/4d>>', ["'bin/4d'"]),
    (READY, 'compute a all chunk/atom <<bin/sphere>> 0 0 0 0 1 5', ['bin/sphere', 'not available']),
    (READY, '<<compute>> a all chunk/atom bin/1d x lower', ['three words']),
    (READY, 'compute a all chunk/atom bin/1d <<w>> lower 1', ["'w'"]),
    (READY, 'compute a all chunk/atom bin/1d x <<middle>> 1', ["'middle'"]),
    (READY, 'compute a all chunk/atom bin/1d x lower <<0>>', ['width of bins']),
    (READY, 'compute a all chunk/atom bin/2d x lower 1 <<x>> lower 1', ['must differ']),
    (READY, 'compute a all chunk/atom <<molecule>>', ['atom_style atomic']),
    (READY, 'compute a all chunk/atom type <<regoin>> r', ["'regoin'"]),
    (READY, 'compute a all chunk/atom type region <<nowhere>>', ["'nowhere'"]),
    (READY, 'compute a all chunk/atom bin/1d x lower 1 ids <<once>>', ['ids once']),
    (READY, 'compute a all chunk/atom type limit 3 <<least>>', ["'least'"]),
    (READY, '<<fix>> a all ave/time 1 1 1', ['ave/time']),
    (READY, 'fix a all ave/time 1 1 1 <<temp>>', ['values to average']),
    (READY, 'fix a all ave/time 3 1 <<10>> c_thermo_temp', ['multiple of Nevery']),
    (READY, 'fix a all ave/time 2 <<6>> 10 c_thermo_temp', ['do not fit']),
    (READY, 'fix a all ave/time <<0>> 1 1 c_thermo_temp', ["'0'"]),
    (READY, 'fix a all ave/time 1 1 1 <<c_nobody>>', ["'nobody'"]),
    (READY, 'fix a all ave/time 1 1 1 <<c_thermo_temp[7]>>', ['1 to 6']),
    (READY, 'fix a all ave/time 1 1 1 <<c_thermo_pe[*]>>', ['no vector']),
    (READY, 'fix a all ave/time 1 1 1 <<c_thermo_pe>> mode vector', ['no vector']),
    (READY, 'fix a all ave/time 1 1 1 <<f_1>>', ["fix '1'", 'no single value']),
    (READY, 'fix a all ave/time 1 1 1 <<v_nobody>>', ["'nobody'"]),
    (READY + 'variable v atom x\n', 'fix a all ave/time 1 1 1 <<v_v>>', ['equal-style']),
    (READY, 'fix a all ave/time 1 1 1 c_thermo_temp <<avg>> one', ["'avg'"]),
    (READY, 'fix a all ave/time 1 1 1 c_thermo_temp ave <<sometimes>>', ["'sometimes'"]),
    (READY, 'fix a all ave/time 1 1 1 c_thermo_temp ave <<window>>', ['number of windows']),
    (READY, 'fix a all ave/time 1 1 1 c_thermo_temp ave window <<0>>', ["'0'"]),
    (READY, 'fix a all ave/time 1 1 1 c_thermo_temp <<file>>', ["'file'"]),
    (READY, 'fix a all ave/time 1 1 1 c_thermo_temp format <<%s>>', ['%s']),
    (READY, 'fix a all ave/time 1 1 1 c_thermo_temp off <<2>>', ["'2'"]),
    (READY, '<<fix>> a all ave/time 1 1 1 c_thermo_temp error yes ave window 3', ['standard errors']),
    (READY, '<<fix>> a all ave/time 1 1 1 c_thermo_temp file a overwrite', ['ave running']),
    (READY, 'fix a all ave/time 1 1 1 c_thermo_temp file a file <<b>>', ['named before']),
    (READY + 'fix a all ave/time 1 1 1 c_thermo_temp\n', '<<reset_timestep>> 5', ['counts steps']),
    (READY, 'fix a all ave/chunk 1 1 1 <<nobody>> vx', ["'nobody'"]),
    (READY, 'fix a all ave/chunk 1 1 1 <<thermo_temp>> vx', ['chunk/atom']),
    (READY + 'compute c all chunk/atom type\n', 'fix a all ave/chunk 1 1 1 c <<wx>>', ["'wx'"]),
    (READY + 'compute c all chunk/atom type\n', 'fix a all ave/chunk 1 1 1 c vx <<bias>> t', ['bias']),
    (READY + 'compute c all chunk/atom type\n', 'fix a all ave/chunk 1 1 1 c vx norm <<some>>',
     ["'some'"]),
    (READY, 'fix a all ave/correlate 1 1 1 <<temp>>', ['needs values']),
    (READY, 'fix a all ave/correlate 1 1 1 <<c_thermo_temp>> type upper', ['with itself']),
    (READY, 'fix a all ave/correlate 1 1 1 c_thermo_temp type <<cross>>', ["'cross'"]),
    (READY, '<<fix>> a all ave/correlate 1 1 1 c_thermo_temp ave window 2', ['not in windows']),
    (READY, 'fix a all vector <<0>> c_thermo_temp', ["'0'"]),
    (READY, 'fix a all vector 1 <<temp>>', ["'temp'"]),
    (READY, 'fix a all vector 1 c_thermo_temp nmax <<0>>', ["'0'"]),
    (READY, 'fix a all print <<0>> "x"', ["'0'"]),
    (READY, 'fix a all print 1 "x" <<fiel>> f', ["'fiel'"]),
    (READY, 'fix a all print 1 "x" <<file>>', ["'file'"]),
    (READY, 'fix a all halt 1 <<temp>> > 3', ["'temp'"]),
    (READY, 'fix a all halt 1 <<v_nobody>> > 3', ["'nobody'"]),
    (READY, 'fix a all halt 1 bondmax <<=>> 3', ["'='"]),
    (READY, 'fix a all halt 1 bondmax > <<three>>', ["'three'"]),
    (READY, 'fix a all halt 1 bondmax > 3 error <<mild>>', ["'mild'"]),
    (READY, 'thermo_style custom step <<c_thermo_temp[2*9]>>', ['range']),
    (READY, 'thermo_style custom step <<c_nobody[*]>>', ["'nobody'"]),
    (READY + 'variable v vector [1,2]\n', 'thermo_style custom step <<v_v>>', ['equal-style']),
    # --- restart files and the wall clock
    (START, '<<restart>>', ['restart']),
    (START, 'restart <<5>>', ["'5'", 'file name']),
    (START, 'restart <<-5>> r', ["'-5'"]),
    (START, 'restart <<often>> r', ["'often'"]),
    (START, 'restart <<v_nobody>> r', ["'nobody'"]),
    (START, 'restart 5 <<r.%>>', ['one file per process']),
    (START, 'restart 5 <<r.*.*>>', ['more than one *']),
    (START, 'restart 5 a <<a>>', ["both 'a'"]),
    (START, 'restart 5 a b <<c>>', ["'c'"]),
    (START, '<<write_restart>> r', ['write_restart', 'box']),
    (BOX, '<<write_restart>>', ['write_restart']),
    (BOX, 'write_restart r <<noinit>>', ["'noinit'"]),
    (READY, 'write_restart <<no/where>>', ['no/where', 'No such file']),
    (BOX, 'write_restart <<r.%>>', ['one file per process']),
    (START, '<<read_restart>>', ['read_restart']),
    (START, 'read_restart <<nothing.rst>>', ['nothing.rst', 'No such file']),
    (START, 'read_restart <<nothing.*>>', ['nothing.*', 'no restart file']),
    (START, 'read_restart <<.>>', ['directory']),
    (START, 'read_restart <</dev/null>>', ['no restart file']),
    (START, 'read_restart <</dev/zero>>', ['no restart file']),
    (PAIR + 'pair_style table linear 100\n', 'pair_coeff * * <</dev/zero>> LJ',
     ['/dev/zero', 'not a text file']),
    (BOX, '<<read_restart>> r', ['read_restart', 'too late']),
    (START, 'timer <<sometimes>>', ["'sometimes'"]),
    (START, 'timer <<timeout>>', ['timeout', 'HH:MM:SS']),
    (START, 'timer timeout <<soon>>', ["'soon'"]),
    (START, 'timer timeout <<1:2:3:4>>', ["'1:2:3:4'"]),
    (START, 'timer timeout 1:00 every <<0>>', ["'0'"]),
    # --- words that are no commands, and the deck language itself
    (START, '<<latice>> fcc 1.0', ["'latice'", "did you mean 'lattice'?"]),
    (START, '<<qwertyuiop>> 1', ["'qwertyuiop'"]),
    (START, 'print <<"never closed>>', ['quot']),
    (START, 'print <<${nobody}>>', ['nobody']),
    (START, 'variable T index 1\nprint <<${TT}>>', ['TT', "did you mean 'T'?"]),
    (START, 'print $(1<<+>>)', ['1+']),
    (START, 'print $(<<foo>>(3))', ['foo']),
    (START, 'print $(<<sqrt>>(-1))', ['sqrt']),
    (START, 'print $(1<</>>0)', ['1 / 0']),
    (START, 'print $(<<v_nobody>>)', ['nobody']),
    (START, 'print $(<<c_nobody>>)', ['nobody']),
    (START, '<<variable>> x', ['variable']),
    (START, 'variable x <<equall>> 1', ["'equall'", "did you mean 'equal'?"]),
    (START, 'variable <<a-b>> index 1', ["'a-b'"]),
    (START, 'variable x loop <<ten>>', ["'ten'"]),
    (START, 'variable x <<python>> 1', ["'python'"]),
    (START, 'variable x <<python>> f', ['python', 'not available']),
    (START, 'variable x world a <<b>>', ['2 words', 'partitions']),
    (START, '<<variable>> x format y', ['variable NAME format']),
    (START, 'variable x format y %g\nprint <<$x>>', ["'y'"]),
    (START, 'variable x format y %g\nvariable y index 1\nprint <<$x>>', ['equal or internal']),
    (START, 'variable y index 1\nvariable x format <<y>> %g', ['equal or internal']),
    (START, 'variable y equal 1\nvariable x format y <<%d>>', ['%d']),
    (READY, 'variable x file <<nowhere>>', ['nowhere', 'No such file']),
    (READY + 'print "# nothing" file f screen no\n', 'variable x file <<f>>', ["'f'", 'no value']),
    (READY + 'print "one" file f screen no\n', 'variable x atomfile <<f>>',
     ["'one'", 'the number of atoms']),
    (READY + 'print "2" file f screen no\nprint "1 2" append f screen no\n',
     'variable x atomfile <<f>>', ['after 1 of the 2 values']),
    (READY + 'print "1" file f screen no\nprint "1 a" append f screen no\n',
     'variable x atomfile <<f>>', ["'1 a'", "an atom's ID and its value"]),
    (READY + 'print "1" file f screen no\nprint "999 1" append f screen no\n',
     'variable x atomfile <<f>>\nrun 0\nvariable y atom v_x\ncompute r all reduce sum v_y\n'
     'print "$(c_r)"', ['atom 999']),
    (READY, 'variable s string a\nvariable n equal <<next(s)>>\nprint "$n"', ["must be a number"]),
    (START, 'partition <<maybe>> 1 print x', ["'maybe'"]),
    (START, 'partition yes <<2>> print x', ["'2'"]),
    (START, '<<partition>> yes 1', ['partition yes|no']),
    (START, '<<next>>', ['next']),
    (START, 'next <<nobody>>', ["'nobody'"]),
    (START, '<<jump>>', ['jump']),
    (START, 'jump SELF <<nowhere>>', ["'nowhere'"]),
    (START, 'jump <<in.nowhere>>', ['in.nowhere', 'No such file']),
    (START, 'include <<in.nowhere>>', ['in.nowhere', 'No such file']),
    (START, '<<include>>', ['include']),
    (START, 'if "1 <<<>>" then "print x"', ['1 <']),
    (START, 'if "1 < 2" <<than>> "print x"', ["'than'"]),
    (START, '<<if>> "1 < 2"', ['if']),
    (START, 'echo <<sometimes>>', ["'sometimes'"]),
    (START, 'log <<no/where>>', ['no/where', 'No such file']),
    (START, 'quit <<now>>', ["'now'"]),
    (START, '<<shell>> ls', ['--allow-shell']),
    (START, '<<print>>', ['print']),
    # --- the world
    (START, 'units <<lk>>', ["'lk'", "did you mean 'lj'?"]),
    (START, '<<units>>', ['units']),
    (START, 'units lj <<metal>>', ["'metal'"]),
    (BOX, '<<units>> metal', ['box']),
    (START, 'dimension <<4>>', ["'4'", '2', '3']),
    (START, 'dimension <<two>>', ["'two'"]),
    (START, '<<dimension>>', ['dimension']),
    (BOX, '<<dimension>> 2', ['box']),
    (START, 'boundary p p <<q>>', ["'q'"]),
    (START, '<<boundary>> p p', ['boundary']),
    (START, 'boundary p p p <<p>>', ["'p'"]),
    (START, 'boundary <<pf>> p p', ["'pf'"]),
    (BOX, '<<boundary>> p p f', ['box']),
    (START, 'atom_style <<atomik>>', ["'atomik'", "did you mean 'atomic'?"]),
    (START, 'atom_style <<sphere>>', ["sphere", 'LAMMPS']),
    (START, 'atom_style <<charge>>', ["'charge'"]),
    (START, '<<atom_style>>', ['atom_style']),
    (START, 'atom_modify sort <<often>> 1', ["'often'"]),
    (START, 'atom_modify <<srot>> 1 1', ["'srot'", "did you mean 'sort'?"]),
    (START, 'newton <<maybe>>', ["'maybe'"]),
    # --- lattice, regions, box
    (START, 'lattice <<fcb>> 0.8442', ["'fcb'", "did you mean 'fcc'?"]),
    (START, 'lattice fcc <<dense>>', ["'dense'"]),
    (START, 'lattice fcc <<-1>>', ["'-1'"]),
    (START, 'lattice fcc <<0>>', ["'0'"]),
    (START, 'lattice fcc <<1e400>>', ["'1e400'"]),
    (START, 'lattice fcc <<0x10>>', ["'0x10'"]),
    (START, 'lattice fcc <<nan>>', ["'nan'"]),
    (START, '<<lattice>> fcc', ['lattice']),
    (START, 'lattice fcc 1.0 <<orgin>> 0 0 0', ["'orgin'", "did you mean 'origin'?"]),
    (START, 'lattice fcc 1.0 origin 0 0 <<1.5>>', ["'1.5'"]),
    (START, 'lattice fcc 1.0 orient x 1 0 <<a>>', ["'a'"]),
    (START, 'lattice <<hex>> 1.0', ["'hex'"]),
    (LATTICE, 'region box <<blok>> 0 1 0 1 0 1', ["'blok'", "did you mean 'block'?"]),
    (LATTICE, '<<region>> box', ['region']),
    (LATTICE, '<<region>> box block 0 1 0 1 0', ['block']),
    (LATTICE, 'region box block 0 1 0 one 0 1'.replace('one', '<<one>>'), ["'one'"]),
    (LATTICE, 'region box block <<1>> 0 0 1 0 1', ['xlo = 1', 'xhi = 0']),
    (LATTICE, 'region box block 0 1 0 1 0 1 <<sid>> out', ["'sid'", "did you mean 'side'?"]),
    (LATTICE, 'region box block 0 1 0 1 0 1 side <<on>>', ["'on'"]),
    (LATTICE, 'region box block <<EDGE>> 1 0 1 0 1', ['EDGE']),
    (LATTICE, 'region ball sphere 0 0 0 <<-1>>', ["'-1'"]),
    (LATTICE, 'region tube cylinder <<w>> 0 0 1 0 1', ["'w'"]),
    (LATTICE, 'region many union <<1>> box', ["'1'"]),
    (LATTICE, 'region many union 2 <<a>> b', ["'a'"]),
    (LATTICE + 'region slant prism 0 1 0 1 0 1 0.1 0 0\n', 'create_box 1 <<slant>>',
     ['prism', 'triclinic']),
    (LATTICE, 'region slant prism <<0>> 0 0 1 0 1 0 0 0', ['no extent along x']),
    (LATTICE, 'region r block 0 1 0 1 0 1 open <<7>>', ["'7'", 'face']),
    (ATOMS, 'set <<mol>> 1 type 1', ['mol', 'atom_style is atomic']),
    (ATOMS, 'set atom 1 <<mol>> 1', ['mol', 'atom_style is atomic']),
    (ATOMS, 'set atom 1 <<charge>> 1', ['charge', 'atom_style is atomic']),
    (ATOMS, 'set atom 1 <<bond>> 1', ['bond', 'atom_style is atomic']),
    (ATOMS, 'set atom 1 image 1 <<600>> 1', ["'600'", 'between -512 and 511']),
    (ATOMS + 'variable i equal 600\n', 'set atom 1 image 1 <<v_i>> 1', ['600', 'from -512 to 511']),
    (ATOMS, 'group g include <<molecule>>', ['atom_style is atomic']),
    (ATOMS, 'group g include <<molecules>>', ["'molecules'"]),
    (ATOMS, 'pair_style hybrid lj/cut 2.5 <<sof>> 1.0',
     ["'sof' is neither a pair style nor a word of the part before it (pair_style lj/cut",
      "did you mean 'soft'?"]),
    (ATOMS, 'pair_style hybrid lj/cut 2.5 <<xyzzyx>> 1.0', ["'xyzzyx' is neither a pair style"]),
    (ATOMS, 'pair_style hybrid lj/cut <<sof>> 1.0', ['hint: should it be', "'soft'"]),
    (ATOMS, 'pair_style hybrid lj/cut 2.5 <<coul/cut>> 2.5', ["'coul/cut'", 'no charges']),
    (ATOMS, 'pair_style hybrid <<lj/cut/coul/long>> 2.5 soft 1.0', ['lj/cut/coul/long', 'no charges']),
    (ATOMS, 'pair_style hybrid/overlay lj/cut 2.5 <<tersoff>>', ["'tersoff'", 'not available yet']),
    (READY, 'timestep <<-0.005>>', ['must not be negative: it is -0.005', 'reverse all velocities']),
    (READY, 'run_style avi <<hot>> speed 1 radius 2', ["'hot' needs block", 'at most the timestep']),
    (READY, 'run_style avi <<hot>>', ["'hot' needs speed", 'speed V radius R block H']),
    (READY, 'run_style avi <<hot>> speed 1 block 0.001 element group', ["'hot' needs radius"]),
    (READY, 'run_style avi <<hot>> speed 1 radius 2 block 1\nrun 1',
     ["'hot' must be at most the timestep, 0.005, and it is 1"]),
    (READY + 'compute r all rdf 9\n', 'fix a all ave/time 1 1 1 <<c_r>>',
     ['no single value', "'mode vector' at the end"]),
    (READY + 'compute r all rdf 9\n', 'fix a all ave/time 1 1 1 <<c_r[*]>> file f',
     ['an array of 3 columns', "'mode vector' at the end"]),
    (READY + 'compute r all rdf 9\n', 'fix a all ave/time 1 1 1 <<c_r[1]>>',
     ["'mode vector' at the end"]),
    (READY, 'fix a all ave/time 1 1 1 <<c_thermo_pe>> mode vector', ["leave out 'mode vector'"]),
    (READY, 'create_atoms 1 single 0 0 0 <<bases>> 1 1', ["'bases'"]),
    (ATOMS.replace('units lj', 'units lj\natom_style bond'), 'create_bonds <<singel/bond>> 1 1 2',
     ["'singel/bond'"]),
    (REGION, 'create_box 1 box <<bonds/types>> 0', ["'bonds/types'"]),
    (READY, 'velocity all scale 1 <<lop>> all', ["'lop'"]),
    (READY, 'fix a all langevin 1 1 1 5 <<taly>> yes', ["'taly'"]),
    (READY, 'read_dump d 0 x y z format <<natif>>', ["'natif'"]),
    (READY, 'group g dynamic all <<regoin>> box', ["'regoin'"]),
    (ATOMS + 'write_data f\nclear\n', 'read_data f <<nocoef>>', ["'nocoef'"]),
    (READY + 'fix 2 all box/relax iso 1e300\n', '<<minimize>> 1e-6 1e-6 5 50',
     ['square of the force', 'infinite']),
    (READY + '<<fix>> 2 all deform 1 x erate 1e300\n', 'run 3', ['fix deform', 'along x']),
    (REGION, 'region <<box>> block 0 1 0 1 0 1', ["'box'"]),
    (REGION, 'region <<nobody>> delete', ["'nobody'"]),
    (REGION, 'create_box <<0>> box', ["'0'"]),
    (REGION, 'create_box <<one>> box', ["'one'"]),
    (REGION, 'create_box <<100000>> box', ["'100000'", 'between 1 and 2000']),
    (REGION, 'create_box 1 <<bix>>', ["'bix'", "did you mean 'box'?"]),
    (REGION, '<<create_box>> 1', ['create_box']),
    (REGION, 'create_box 1 box bond/types <<1>>', ['bond/types 1']),
    (BOX, '<<create_box>> 1 box', ['box']),
    # --- atoms
    (REGION, '<<create_atoms>> 1 box', ['box']),
    (BOX, 'create_atoms <<3>> box', ["'3'", '2']),
    (BOX, 'create_atoms <<one>> box', ["'one'"]),
    (BOX, 'create_atoms 1 <<bex>>', ["'bex'", "did you mean 'box'?"]),
    (BOX, 'create_atoms 1 region <<nobody>>', ["'nobody'"]),
    (BOX, '<<create_atoms>> 1', ['create_atoms']),
    (BOX, 'create_atoms 1 single 1 1 <<z>>', ["'z'"]),
    (BOX, 'create_atoms 1 random 10 <<0>> box', ["'0'"]),
    (BOX, 'create_atoms 1 box <<bases>> 1 2', ["'bases'", "did you mean 'basis'?"]),
    (BOX, 'create_atoms 1 box basis <<9>> 2', ["'9'"]),
    (REGION, '<<mass>> 1 1.0', ['box']),
    (BOX, 'mass <<3>> 1.0', ["'3'", '2']),
    (BOX, 'mass 1 <<0>>', ["'0'"]),
    (BOX, 'mass 1 <<-2.5>>', ["'-2.5'"]),
    (BOX, 'mass 1 <<heavy>>', ["'heavy'"]),
    (BOX, '<<mass>> 1', ['mass']),
    (BOX, 'mass 1 1.0 <<2.0>>', ["'2.0'"]),
    (ATOMS, '<<group>> g', ['group']),
    (ATOMS, 'group g <<typ>> 1', ["'typ'", "did you mean 'type'?"]),
    (ATOMS, 'group g region <<nobody>>', ["'nobody'"]),
    (ATOMS, 'group g id <<x>>', ["'x'"]),
    (ATOMS, 'group g union all <<nobody>>', ["'nobody'"]),
    (ATOMS, 'group <<all>> delete', ['all']),
    (ATOMS, 'print "$(<<count(nobody)>>)"', ["'nobody'"]),
    (ATOMS + 'group g id 1\ndump d g atom 9 x.dump\n', 'group <<g>> delete', ["dump 'd'"]),
    (ATOMS + 'group g id 1\nneigh_modify exclude group g all\n', 'group <<g>> delete',
     ["'exclude'"]),
    (REGION, '<<group>> g type 1', ['box']),
    (ATOMS, '<<set>> group all', ['set']),
    (ATOMS, 'set <<grup>> all type 1', ["'grup'", "did you mean 'group'?"]),
    (ATOMS, 'set group <<nobody>> type 1', ["'nobody'"]),
    (ATOMS, 'set group all type <<7>>', ["'7'"]),
    (ATOMS, 'set group all <<density>> 1.0', ["'density'", 'does not exist here']),
    (ATOMS, 'set group all mass <<0>>', ["'0' gives the mass 0", 'greater than 0']),
    (ATOMS, 'set group all mass <<-1.5>>', ["'-1.5'", 'greater than 0']),
    (ATOMS + 'variable light atom x-100\n', 'set group all mass <<v_light>>', ["'v_light'",
     'greater than 0']),
    (ATOMS, 'set group all mass <<heavy>>', ["'heavy'"]),
    (ATOMS, 'set group all <<charg>> 1.0', ["'charg'", "did you mean 'charge'?"]),
    (START, 'info <<systen>>', ["'systen'", "did you mean 'system'?"]),
    (START, 'info <<out>>', ['info out needs']),
    (ATOMS, 'set group all <<i_mine>> 1', ["'i_mine'", 'no fix property/atom']),
    (ATOMS, 'set group all type/fraction 2 <<1.5>> 77', ["'1.5'"]),
    (ATOMS, 'delete_atoms group <<nobody>>', ["'nobody'"]),
    (ATOMS, '<<delete_atoms>>', ['delete_atoms']),
    (ATOMS, 'delete_atoms <<everything>> all', ["'everything'"]),
    (ATOMS, 'displace_atoms all <<rando>> 1 1 1 5', ["'rando'", "did you mean 'random'?"]),
    (ATOMS, 'displace_atoms <<nobody>> random 1 1 1 5', ["'nobody'"]),
    (ATOMS, 'displace_atoms all random 0.1 0.1 0.1 <<0>>', ["'0'"]),
    (ATOMS, 'displace_atoms all <<move>> 1 1', ['3 values', 'has 2']),
    (ATOMS, 'velocity <<nobody>> create 1.0 5', ["'nobody'"]),
    (ATOMS, 'velocity all <<creat>> 1.0 5', ["'creat'", "did you mean 'create'?"]),
    (ATOMS, 'velocity all create <<warm>> 5', ["'warm'"]),
    (ATOMS, 'velocity all create <<-1.0>> 5', ["'-1.0'"]),
    (ATOMS, 'velocity all create 1.0 <<0>>', ["'0'"]),
    (ATOMS, 'velocity all <<create>> 1.0', ['2 values', 'has 1']),
    (ATOMS, 'velocity all create 1.0 5 <<lop>> geom', ["'lop'", "did you mean 'loop'?"]),
    (ATOMS, 'velocity all create 1.0 5 loop <<global>>', ["'global'"]),
    (ATOMS, 'velocity all set 1.0 <<x>> 0.0', ["'x'"]),
    (ATOMS, 'velocity all zero <<circular>>', ["'circular'"]),
    (ATOMS, 'velocity all ramp <<vw>> 0 1 x 0 1', ["'vw'"]),
    (REGION, '<<velocity>> all create 1.0 5', ['box']),
    # --- forces
    (ATOMS, 'pair_style <<lj/cutt>> 2.5', ["'lj/cutt'", "did you mean 'lj/cut'?"]),
    (ATOMS, 'pair_style <<eam/cd>>', ["'eam/cd'"]),
    (ATOMS, 'pair_style eam <<5.0>>', ["'5.0'"]),
    (ATOMS, 'pair_style eam\npair_coeff 1 1 <<nobody.eam>>', ["'nobody.eam'"]),
    (ATOMS, 'pair_style eam\npair_coeff 1 <<2>> nobody.eam', ['pair_coeff 1 2']),
    (ATOMS, 'pair_style eam\n<<pair_coeff>> 1 1', ['pair_coeff I J FILE']),
    (ATOMS, 'pair_style eam/alloy\npair_coeff <<1>> * nobody.eam.alloy Cu Ni', ["'1'"]),
    (ATOMS, 'pair_style eam/fs\npair_coeff * * <<nobody.eam.fs>> Cu Ni', ["'nobody.eam.fs'"]),
    (ATOMS, 'pair_style lj/cut <<-2.5>>', ["'-2.5'"]),
    (ATOMS, 'pair_style lj/cut <<far>>', ["'far'"]),
    (ATOMS, '<<pair_style>>', ['pair_style']),
    (ATOMS, 'pair_style lj/cut 2.5 <<3.0>>', ["'3.0'"]),
    (ATOMS, 'pair_style <<lj/cut/coul/long>> 2.5', ["'lj/cut/coul/long'"]),
    (ATOMS, '<<pair_coeff>> 1 1 1.0 1.0', ['pair_style']),
    (PAIR, 'pair_coeff <<5>> 1 1.0 1.0', ["'5'", '2']),
    (PAIR, 'pair_coeff 1 <<x>> 1.0 1.0', ["'x'"]),
    (PAIR, 'pair_coeff 1 1 <<deep>> 1.0', ["'deep'"]),
    (ATOMS, 'pair_style buck 2.5\npair_coeff 1 1 900 <<-0.1>> 1', ["'-0.1'", 'greater than 0']),
    (ATOMS, 'pair_style lj/smooth <<2.6>> 2.5', ['2.6', '2.5']),
    (ATOMS, 'pair_style lj/smooth 1.5 2.5\npair_coeff 1 1 1 1 2.0 <<1.9>>', ['1.9', '2.0']),
    (ATOMS, 'pair_style lj/smooth 1.5 2.5\n<<pair_coeff>> 1 1 1 1 2.0', ['[INNER CUTOFF]']),
    (ATOMS, 'pair_style lj/cubic\npair_coeff 1 1 1 <<0>>', ["'0'"]),
    (ATOMS, 'pair_style morse 2.5\npair_coeff 1 1 1 5 1.1\npair_modify tail <<yes>>', ['tail']),
    (ATOMS, 'pair_style table <<bitmap>> 12', ['bitmap', 'lookup, linear, spline']),
    (ATOMS, 'pair_style table <<cubic>> 100', ["'cubic'", 'linear']),
    (ATOMS, 'pair_style table linear <<1>>', ["'1'"]),
    (ATOMS, '<<pair_style>> table linear', ['lookup|linear|spline N']),
    (ATOMS, 'pair_style table linear 100 <<pppn>>', ["'pppn'"]),
    (ATOMS, 'pair_style table linear 100\npair_coeff * * <<no.table>> LJ', ["'no.table'"]),
    (TABLE, 'pair_coeff * * t.txt <<LL>>', ["no section 'LL'", 'there are: LJ']),
    (TABLE, '<<pair_coeff>> * * t.txt', ['pair_coeff I J FILE KEYWORD [CUTOFF]']),
    (TABLE, 'pair_coeff * <<3>> t.txt LJ', ["'3'"]),
    (TABLE, 'pair_coeff * * t.txt LJ <<2.6>>', ['2.6', 'from 0.9 to 2.5']),
    (TABLE, 'pair_coeff * * t.txt LJ <<0.9>>', ['0.9', 'from 0.9 to 2.5']),
    (TABLE, 'pair_coeff * * t.txt LJ <<far>>', ["'far'"]),
    (TABLE, 'pair_coeff * * t.txt LJ\npair_modify shift <<yes>>', ['shift yes']),
    (TABLE, 'pair_coeff * * t.txt LJ\npair_modify tail <<yes>>', ['tail yes']),
    (TABLE, 'pair_style <<table>> linear 9\npair_coeff 1 1 t.txt LJ\nrun 0',
     ['types 1 and 2', 'pair_coeff']),
    (TABLE, 'pair_coeff * * t.txt LJ\ncreate_atoms 1 single 0.2 0 0\n<<run>> 0',
     ['atoms ', 'apart', 'inner cutoff of their table, 0.9']),
    (ATOMS, 'pair_style <<hybrid/scaled>> 0.5 lj/cut 2.5', ['not available yet']),
    (ATOMS, '<<pair_style>> hybrid', []),
    (ATOMS, 'pair_style hybrid <<lj/cutt>> 2.5', ['lj/cut']),
    (ATOMS, 'pair_style hybrid lj/cut 2.5 <<hybrid/overlay>> soft 1.0', ['cannot be part']),
    (ATOMS, 'pair_style hybrid lj/cut <<x>>', ['cutoff']),
    (ATOMS + 'pair_style hybrid lj/cut 2.5 soft 1.0\n', 'pair_coeff 1 1 <<morse>> 1 1 1',
     ['is no part']),
    (ATOMS + 'pair_style hybrid lj/cut 2.5 soft 1.0\n', 'pair_coeff 1 1 <<lj/cu>> 1 1 1',
     ["did you mean 'lj/cut'"]),
    (ATOMS + 'pair_style hybrid lj/cut 2.5 lj/cut 1.0\n', 'pair_coeff 1 1 lj/cut <<3>> 1 1', []),
    (ATOMS + 'pair_style hybrid lj/cut 2.5 soft 1.0\n', 'pair_modify <<special>> lj 0 0 0',
     ['not supported']),
    (ATOMS + 'pair_style lj/cut 2.5\n', 'pair_modify <<pair>> lj/cut shift yes', ['hybrid']),
    (ATOMS, '<<pair_write>> 1 1 10 r 0.9 2.5 t.txt LJ', ['pair_style']),
    (PAIR, 'pair_write 1 <<3>> 10 r 0.9 2.5 t.txt LJ', ["'3'", '2']),
    (PAIR, 'pair_write 1 1 <<1>> r 0.9 2.5 t.txt LJ', ["'1'", '2']),
    (PAIR, 'pair_write 1 1 10 <<s>> 0.9 2.5 t.txt LJ', ["'s'", 'rsq']),
    (PAIR, 'pair_write 1 1 10 <<bitmap>> 0.9 2.5 t.txt LJ', ['bitmap']),
    (PAIR, 'pair_write 1 1 10 r <<0>> 2.5 t.txt LJ', ["'0'"]),
    (PAIR, 'pair_write 1 1 10 r 0.9 <<0.8>> t.txt LJ', ["'0.8'", '0.9']),
    (READY, 'pair_write 1 1 10 r 0.9 2.5 <<no/such/t.txt>> LJ', ['no/such/t.txt']),
    (PAIR, 'pair_coeff 1 1 1.0 <<-1>>', ["'-1'"]),
    (PAIR, '<<pair_coeff>> 1 1 1.0', ['pair_coeff']),
    (PAIR, 'pair_coeff 1 1 1.0 1.0 <<-1>>', ["'-1'"]),
    (PAIR, 'pair_coeff 1 1 1.0 1.0 2.5 <<9>>', ["'9'"]),
    (PAIR, 'pair_modify <<shfit>> yes', ["'shfit'", "did you mean 'shift'?"]),
    (PAIR, 'pair_modify shift <<perhaps>>', ["'perhaps'"]),
    (PAIR, 'pair_modify mix <<quadratic>>', ["'quadratic'"]),
    (START, '<<pair_coeff>> 1 1 1 1', ['box']),
    (START, 'neighbor <<-1>> bin', ["'-1'"]),
    (START, 'neighbor 0.3 <<bins>>', ["'bins'", "did you mean 'bin'?"]),
    (START, '<<neighbor>>', ['neighbor']),
    (START, 'neigh_modify every <<0>>', ["'0'"]),
    (START, 'neigh_modify <<evry>> 1', ["'evry'", "did you mean 'every'?"]),
    (START, 'neigh_modify check <<often>>', ["'often'"]),
    (ATOMS, 'neigh_modify exclude type 1 <<9>>', ["'9'"]),
    (REGION, '<<neigh_modify>> exclude type 1 1', ['box']),
    (ATOMS, 'neigh_modify exclude group all <<nobody>>', ["'nobody'"]),
    (ATOMS, 'neigh_modify exclude <<molecule/intra>> all', ['atom_style is atomic']),
    ('atom_style bond\n' + ATOMS, 'neigh_modify exclude molecule/inter <<nobody>>', ["'nobody'"]),
    ('atom_style bond\n' + ATOMS, 'neigh_modify exclude <<molecule>>', ['needs a group']),
    ('''units lj
atom_style bond
boundary f f f
region b block 0 9 0 9 0 9
create_box 1 b bond/types 1 extra/bond/per/atom 2
create_atoms 1 single 1 4 4
create_atoms 1 single 2 4 4
mass 1 1
bond_style harmonic/omp
bond_coeff 1 1 1
create_bonds single/bond 1 1 2
group a id 1
velocity a set -100 0 0
pair_style zero 2
pair_coeff * *
thermo_modify lost ignore
fix 1 all nve
''', '<<run>> 100', ['has lost atom 1', 'left the box']),
    # --- fixes, computes
    (ATOMS, 'fix 1 all <<nvee>>', ["'nvee'", "did you mean 'nve'?"]),
    (ATOMS, 'fix 1 <<nobody>> nve', ["'nobody'"]),
    (ATOMS, '<<fix>> 1 all', ['fix']),
    (ATOMS, 'fix 1 all nve <<fast>>', ["'fast'"]),
    (ATOMS, 'fix 1 all <<shake>> 1e-6 50 0 b 1', ['atom_style', "'atomic'"]),
    (START, '<<fix>> 1 all nve', ['box']),
    (ATOMS, 'fix 1 all setforce 0 0 <<zero>>', ["'zero'"]),
    (ATOMS, 'fix 1 all momentum <<0>> linear 1 1 1', ["'0'"]),
    (ATOMS, 'fix 1 all property/atom <<mol>>', ['mol', 'does not exist here']),
    (ATOMS, 'fix 1 all property/atom d_a <<d_a>>', ["'d_a'", 'already']),
    (ATOMS, 'fix 1 all heat <<0>> 1.0', ["'0'"]),
    (ATOMS, 'fix 1 all heat 1 1.0 region <<nowhere>>', ["'nowhere'"]),
    (ATOMS, 'fix 1 all heat 1 1.0 <<regio>> nowhere', ["'regio'"]),
    (ATOMS, '<<fix>> 1 all heat 1', ['heat']),
    (ATOMS, 'fix 1 all ehex 1 <<fast>>', ["'fast'"]),
    (ATOMS, 'fix 1 all controller 10 1 1 1 1 <<temp>> 1.0 c', ["'temp'"]),
    (ATOMS, 'fix 1 all controller 10 1 1 1 1 c_thermo_temp 1.0 <<none>>', ["'none'"]),
    (ATOMS, 'fix 1 all adapt 1 <<bond>> harmonic k 1 v_k', ['bond', 'does not exist here']),
    (ATOMS, 'fix 1 all adapt 1 pair lj/cut epsilon 1 1 <<2.0>>', ["'2.0'"]),
    (ATOMS, 'compute 1 all orientorder/atom <<nnnn>> 12', ["'nnnn'"]),
    (ATOMS, 'compute 1 all orientorder/atom degrees 1 <<99>>', ["'99'"]),
    (ATOMS, 'fix 1 all momentum 10 <<lineal>> 1 1 1', ["'lineal'"]),
    (ATOMS, 'fix 1 all dt/reset <<0>> NULL NULL 0.1', ["'0'"]),
    (ATOMS, '<<fix>> 1 all dt/reset 1 NULL NULL', ['dt/reset']),
    (ATOMS, 'fix 1 all dt/reset 1 <<-1>> NULL 0.1', ["'-1'", 'shortest']),
    (ATOMS, 'fix 1 all dt/reset 1 NULL <<0>> 0.1', ["'0'", 'longest']),
    (ATOMS, 'fix 1 all dt/reset 1 0.1 <<0.05>> 0.1', ['0.05', '0.1']),
    (ATOMS, 'fix 1 all dt/reset 1 NULL NULL <<0>>', ["'0'", 'distance']),
    (ATOMS, 'fix 1 all dt/reset 1 NULL NULL 0.1 <<emix>> 1', ["did you mean 'emax'?"]),
    (ATOMS, 'fix 1 all dt/reset 1 NULL NULL 0.1 <<emax>>', ['an energy']),
    (ATOMS, 'fix 1 all dt/reset 1 NULL NULL 0.1 emax <<0>>', ["'0'"]),
    (ATOMS, 'fix 1 all dt/reset 1 NULL NULL 0.1 units <<metre>>', ["'metre'"]),
    (ATOMS + 'fix 1 all dt/reset 1 NULL NULL 0.1\n', '<<reset_timestep>> 5', ['dt/reset']),
    (ATOMS, 'fix 1 all dt/stiffness <<0>> 0.1', ["'0'"]),
    (ATOMS, 'fix 1 all dt/stiffness 1 <<3>>', ["'3'", 'factor']),
    (ATOMS, '<<fix>> 1 all dt/stiffness 1', ['dt/stiffness']),
    (ATOMS, 'fix 1 all dt/stiffness 1 0.1 <<trevel>> 1', ["did you mean 'travel'?"]),
    (ATOMS, 'fix 1 all dt/stiffness 1 0.1 <<energy>>', ["'energy' needs a value"]),
    (ATOMS, 'fix 1 all dt/stiffness 1 0.1 max 0.1 min <<0.2>>', ['0.1', '0.2']),
    (ATOMS, 'fix 1 all <<enforce2d>>', ['2']),
    (ATOMS, 'unfix <<nobody>>', ["'nobody'"]),
    # --- thermostats, barostats, boxes that change
    (ATOMS, '<<fix>> 1 all nvt', ['fix nvt needs', 'temp']),
    (ATOMS, 'fix 1 all nvt <<tmp>> 1 1 1', ["'tmp'", "did you mean 'temp'?"]),
    (ATOMS, 'fix 1 all nvt <<temp>> 1 1', ["'temp' needs 3 values"]),
    (ATOMS, 'fix 1 all nvt temp <<0>> 1 1', ['greater than 0']),
    (ATOMS, 'fix 1 all nvt temp 1 1 <<0>>', ["'0'", 'damping']),
    (ATOMS, 'fix 1 all nvt temp 1 1 1 tchain <<0>>', ["'0'", 'chain']),
    (ATOMS, 'fix 1 all nvt temp 1 1 1 <<iso>> 1 1 1', ['controls no pressure']),
    (ATOMS, 'fix 1 all npt <<temp>> 1 1 1', ['fix npt needs', 'pressure']),
    (ATOMS, 'fix 1 all npt temp 1 1 1 <<tri>> 1 1 1', ['triclinic']),
    (ATOMS, 'fix 1 all npt temp 1 1 1 iso 1 1 1 <<update>> dipole', ['dipoles']),
    (ATOMS, 'fix 1 all npt temp 1 1 1 iso 1 1 1 dilate <<nobody>>', ["'nobody'"]),
    (ATOMS, 'fix 1 all npt temp 1 1 1 x 1 1 1 couple <<xy>>', ['x and y', 'coupled']),
    (ATOMS, 'fix 1 all nph <<temp>> 1 1 1 iso 1 1 1', ['controls no temperature']),
    (FLAT, 'fix 2 all nph <<z>> 1 1 1', ['two dimensions']),
    (ATOMS, '<<fix>> 1 all langevin 1 1 1', ['langevin']),
    (ATOMS, 'fix 1 all langevin <<-1>> 1 1 4711', ["'-1'"]),
    (ATOMS, 'fix 1 all langevin 1 1 <<0>> 4711', ["'0'"]),
    (ATOMS, 'fix 1 all langevin 1 1 1 <<0>>', ["'0'", 'seed']),
    (ATOMS, 'fix 1 all langevin 1 1 1 4711 <<omega>> yes', ['finite-size']),
    (ATOMS, 'fix 1 all langevin 1 1 1 4711 scale <<3>> 1', ["'3'"]),
    (ATOMS, 'fix 1 all langevin 1 1 1 4711 tally <<maybe>>', ["'maybe'"]),
    (ATOMS, 'fix 1 all temp/rescale <<0>> 1 1 0.1 1', ["'0'"]),
    (ATOMS, 'fix 1 all temp/rescale 1 1 1 0.1 <<2>>', ["'2'", 'fraction']),
    (ATOMS, 'fix 1 all temp/berendsen 1 1 <<0>>', ["'0'"]),
    (ATOMS, 'fix 1 all recenter <<here>> 0 0', ["'here'"]),
    (ATOMS, 'fix 1 all recenter 0 0 0 shift <<nobody>>', ["'nobody'"]),
    (ATOMS, 'fix 1 all deform <<0>> x erate 1', ["'0'"]),
    (ATOMS, 'fix 1 all deform 1 <<w>> erate 1', ["'w'"]),
    (ATOMS, 'fix 1 all deform 1 <<xy>> erate 1', ['triclinic']),
    (ATOMS, 'fix 1 all deform 1 x <<errate>> 1', ["'errate'", "did you mean 'erate'?"]),
    (ATOMS, 'fix 1 all deform 1 x <<final>> 1', ['2 values']),
    (ATOMS, 'fix 1 all deform <<1>> x volume', ['volume']),
    (ATOMS, 'fix 1 all deform 1 x wiggle 1 <<0>>', ['period']),
    (ATOMS, 'fix 1 all deform 1 x erate 1 remap <<y>>', ["'y'"]),
    (READY, 'fix_modify 1 <<temp>> thermo_temp', ['no temperature']),
    (READY + 'fix 2 all langevin 1 1 1 4711\n', 'fix_modify 2 <<temp>> thermo_press',
     ['thermo_press', 'temperature']),
    (READY + 'fix 2 all langevin 1 1 1 4711\n', 'fix_modify 2 temp <<nobody>>', ["'nobody'"]),
    (ATOMS, 'compute 1 all temp/partial 1 1 <<2>>', ["'2'"]),
    (ATOMS, 'compute 1 all temp/region <<nowhere>>', ["'nowhere'"]),
    (ATOMS, 'compute 1 all temp/com <<x>>', ["'x'"]),
    (ATOMS, 'compute 1 all temp/ramp <<vw>> 0 1 x 0 1', ["'vw'"]),
    (ATOMS, 'compute 1 all temp/ramp vx 0 1 x 1 <<0>>', ["'0'"]),
    (FLAT, 'compute 1 all temp/partial 1 1 <<1>>', ['two dimensions']),
    (READY, 'fix_modify <<nobody>> energy yes', ["'nobody'"]),
    # --- fixes that are potentials, forces or walls
    (ATOMS, '<<fix>> s all spring/self', ['spring/self']),
    (ATOMS, 'fix s all spring/self <<stiff>>', ["'stiff'"]),
    (ATOMS, 'fix s all spring/self 1.0 <<zyx>>', ["'zyx'", 'xyz']),
    (ATOMS, 'fix s all spring/self 1.0 xyz <<x>>', ["'x'"]),
    (ATOMS, '<<fix>> a all addforce 1 2', ['addforce']),
    (ATOMS, 'fix a all addforce 1 2 <<three>>', ["'three'"]),
    (ATOMS, 'fix a all addforce 1 2 3 <<evry>> 2', ["'evry'", "did you mean 'every'?"]),
    (ATOMS, 'fix a all addforce 1 2 3 <<every>>', ["'every'"]),
    (ATOMS, 'fix a all addforce 1 2 3 region <<nobody>>', ["'nobody'"]),
    (ATOMS, '<<fix>> g all gravity 1.0', ['gravity']),
    (ATOMS, 'fix g all gravity <<heavy>> vector 0 0 -1', ["'heavy'"]),
    (ATOMS, 'fix g all gravity 1.0 <<vektor>> 0 0 -1', ["'vektor'", "did you mean 'vector'?"]),
    (ATOMS, 'fix g all gravity 1.0 vector 0 0 <<down>>', ["'down'"]),
    (ATOMS, 'fix g all gravity 1.0 vector 0 0 -1 <<2>>', ["'2'"]),
    (ATOMS, '<<fix>> i all indent 10', ['indent']),
    (ATOMS, 'fix i all indent <<hard>> sphere 0 0 0 1', ["'hard'"]),
    (ATOMS, 'fix i all indent 10 <<spher>> 0 0 0 1', ["'spher'", "did you mean 'sphere'?"]),
    (ATOMS, 'fix i all indent 10 sphere 0 0 0 <<wide>>', ["'wide'"]),
    (ATOMS, 'fix i all indent 10 cylinder <<w>> 0 0 1', ["'w'"]),
    (ATOMS, 'fix i all indent 10 plane x 0 <<up>>', ["'up'"]),
    (ATOMS, 'fix i all indent 10 sphere 0 0 0 1 <<side_>> in', ["'side_'"]),
    (ATOMS, 'fix c all <<central/poly>>', ['coefficient', 'central/poly']),
    (ATOMS, 'fix c all central/poly 1 <<two>>', ["'two'"]),
    (ATOMS, 'fix c all central/poly 1 2 center 0 0 <<zero>>', ["'zero'"]),
    (ATOMS, '<<fix>> c all central/kepler', ['central/kepler']),
    (ATOMS, 'fix c all central/kepler <<sun>>', ["'sun'"]),
    (ATOMS, 'fix c all central/kepler 1 <<centre>> 0 0 0', ["'centre'", "did you mean 'center'?"]),
    (ATOMS, 'fix c all central/kepler 1 center 0 0 0 <<0>>', ["'0'"]),
    (ATOMS, '<<fix>> f all aveforce 0 0', ['aveforce']),
    (ATOMS, 'fix f all aveforce 0 <<much>> 0', ["'much'"]),
    (ATOMS, 'fix f all aveforce 0 0 0 <<regoin>> box', ["'regoin'", "did you mean 'region'?"]),
    (ATOMS, 'fix f all aveforce 0 0 0 region box <<1>>', ["'1'"]),
    (ATOMS, '<<fix>> v all viscous', ['viscous']),
    (ATOMS, 'fix v all viscous <<honey>>', ["'honey'"]),
    (ATOMS, 'fix v all viscous 1.0 <<scal>> 1 2', ["'scal'", "did you mean 'scale'?"]),
    (ATOMS, 'fix v all viscous 1.0 scale <<3>> 2', ["'3'", '2']),
    (ATOMS, 'fix v all viscous 1.0 <<scale>> 1', ["'scale'"]),
    (ATOMS, '<<fix>> s all spring tether 1 2 3 4', ['spring']),
    (ATOMS, 'fix s all spring <<teather>> 1 0 0 0 0', ["'teather'", "did you mean 'tether'?"]),
    (ATOMS, 'fix s all spring tether <<stiff>> 0 0 0 0', ["'stiff'"]),
    (ATOMS, 'fix s all spring tether 1 0 <<up>> 0 0', ["'up'"]),
    (ATOMS, 'fix s all spring tether 1 0 0 0 <<-1>>', ["'-1'"]),
    (ATOMS, 'fix s all spring couple <<nobody>> 1 0 0 0 0', ["'nobody'"]),
    (ATOMS, 'fix s all spring couple <<all>> 1 0 0 0 0', ["'all'", 'two groups']),
    (ATOMS, 'fix s all spring tether 1 0 0 0 0\nfix_modify s <<virial>> yes', ['virial']),
    (ATOMS, '<<fix>> m all move linear 1 2', ['move']),
    (ATOMS, 'fix m all move <<liner>> 1 2 3', ["'liner'", "did you mean 'linear'?"]),
    (ATOMS, 'fix m all move linear 1 <<fast>> 3', ["'fast'"]),
    (ATOMS, 'fix m all move wiggle 1 2 3 <<0>>', ["'0'"]),
    (ATOMS, 'fix m all move rotate 1 2 3 <<0>> 0 0 1', ['0 0 0']),
    (ATOMS, 'fix m all move rotate NULL 2 3 0 0 1 1'.replace('NULL', '<<NULL>>'), ["'NULL'"]),
    (ATOMS, 'fix m all move variable v_a NULL <<3>> NULL NULL NULL', ["'3'", 'v_NAME']),
    (ATOMS, 'fix m all move linear 1 2 3 <<unit>> box', ["'unit'", "did you mean 'units'?"]),
    (ATOMS, 'fix m all move linear 1 2 3 units <<boxx>>', ["'boxx'", "did you mean 'box'?"]),
    (ATOMS, '<<fix>> d all deposit 1 1 10', ['deposit']),
    (ATOMS, 'fix d all deposit 1 <<7>> 10 4711 region box', ["'7'"]),
    (ATOMS, 'fix d all deposit 1 1 <<0>> 4711 region box', ["'0'"]),
    (ATOMS, 'fix d all deposit 1 1 10 4711 region <<nowhere>>', ["'nowhere'"]),
    (ATOMS, 'fix d all deposit 1 1 10 4711 region box <<neer>> 1', ["'neer'", "did you mean 'near'?"]),
    (ATOMS, 'fix d all deposit 1 1 10 4711 region box vx 1 <<0>>', ["'vx'"]),
    (ATOMS, 'fix d all deposit 1 1 10 4711 region box <<vx>> 1', ["'vx'", '2 words']),
    (ATOMS, 'fix d all deposit 1 1 10 4711 region box <<mol>> m', ['molecules']),
    (ATOMS, '<<fix>> d all deposit 1 1 10 4711 near 1.0', ['region']),
    (ATOMS, '<<fix>> h all ave/histo 1 1 1 0 1 5', ['ave/histo']),
    (ATOMS, 'fix h all ave/histo 1 1 1 0 <<0>> 5 c_thermo_temp', ['above']),
    (ATOMS, 'fix h all ave/histo 1 1 1 0 1 <<0>> c_thermo_temp', ["'0'"]),
    (ATOMS, 'fix h all ave/histo 1 1 1 0 1 5 <<vx>>', ["'vx'", 'mode vector']),
    (ATOMS, 'fix h all ave/histo 1 1 1 0 1 5 <<c_nobody>>', ["'nobody'"]),
    (ATOMS, 'fix h all ave/histo 1 1 1 0 1 5 <<file>> h', ["'file'"]),
    (ATOMS, 'fix h all ave/histo 1 1 1 0 1 5 c_thermo_temp beyond <<ends>>',
     ["'ends'", "did you mean 'end'?"]),
    (ATOMS, 'fix h all ave/histo 1 1 1 0 1 5 c_thermo_temp kind <<local>>', ['local']),
    (OPEN, '<<fix>> w all wall/reflect/stochastic diffusive 1 xlo EDGE 1', ['stochastic']),
    (OPEN, 'fix w all wall/reflect/stochastic <<diffuse>> 1 xlo EDGE 1 0 0 0',
     ["'diffuse'", "did you mean 'diffusive'?"]),
    (OPEN, 'fix w all wall/reflect/stochastic diffusive 1 xlo EDGE <<-1>> 0 0 0', ["'-1'"]),
    (OPEN, 'fix w all wall/reflect/stochastic diffusive 1 xlo EDGE 1 <<2>> 0 0', ['along x']),
    (OPEN, 'fix w all wall/reflect/stochastic maxwell 1 xlo EDGE 1 0 0 0 <<1.5>>', ["'1.5'"]),
    (OPEN, '<<fix>> w all wall/reflect/stochastic ccl 1 xlo EDGE 1 0 0 0 1 1', ['stochastic']),
    (ATOMS, 'fix w all wall/reflect/stochastic diffusive 1 <<xlo>> EDGE 1 0 0 0', ['periodic']),
    (ATOMS, 'fix p all press/berendsen <<izo>> 1 1 1', ["'izo'", "did you mean 'iso'?"]),
    (ATOMS, 'fix p all press/berendsen <<iso>> 1 1', ["'iso'", '3 words']),
    (ATOMS, 'fix p all press/berendsen iso 1 1 <<0>>', ["'0'"]),
    (ATOMS, 'fix p all press/berendsen iso 1 1 1 modulus <<-1>>', ["'-1'"]),
    (ATOMS, 'fix p all press/berendsen <<modulus>> 1', ['iso']),
    (ATOMS, 'fix p all press/berendsen <<x>> 1 1 1 couple xy', ['coupled']),
    (ATOMS, 'fix l all langevin 1 1 1 4711 gjf <<vful>>', ["'vful'", "did you mean 'vfull'?"]),
    (ATOMS, 'fix l all langevin 1 1 1 4711 <<gjf>>', ['vhalf']),
    (ATOMS, 'fix l all langevin 1 1 1 4711 gjf vhalf zero <<yes>>', ['gjf']),
    (OPEN, '<<fix>> w all wall/morse xlo EDGE 1 1 2.5', ['wall/morse']),
    (OPEN, 'fix w all wall/morse xlo EDGE 1 <<0>> 1 2.5', ["'0'"]),
    (OPEN, 'fix w all wall/morse xlo EDGE 1 1 <<far>> 2.5', ["'far'"]),
    (OPEN, 'fix w all wall/morse xlo EDGE 1 1 1 2.5 <<xhi>> EDGE 1 1 2.5', ["'xhi'", 'D0']),
    (OPEN, '<<fix>> w all wall/reflect xlo', ['wall/reflect']),
    (OPEN, 'fix w all wall/reflect <<xlow>> EDGE', ["'xlow'", "did you mean 'xlo'?"]),
    (OPEN, 'fix w all wall/reflect xlo <<left>>', ["'left'"]),
    (OPEN, 'fix w all wall/reflect xlo EDGE <<xhi>>', ["'xhi'"]),
    (OPEN, 'fix w all wall/reflect xlo EDGE units <<boxx>>', ["'boxx'", "did you mean 'box'?"]),
    (OPEN, 'fix w all wall/reflect xlo EDGE xhi EDGE ylo EDGE yhi EDGE zlo EDGE zhi EDGE '
     '<<zhi>> EDGE', ["'zhi'", 'twice']),
    (ATOMS, 'fix w all wall/reflect <<xlo>> EDGE', ["'xlo'", 'periodic']),
    # --- variables of fixes that nobody defined: known before the first step
    (PAIR, 'pair_coeff * * 1 1\nfix a all addforce 0 0 <<v_nobody>>\nrun 1', ["'nobody'"]),
    (PAIR, 'pair_coeff * * 1 1\nfix g all gravity <<v_nobody>> vector 0 0 -1\nrun 1', ["'nobody'"]),
    (PAIR, 'pair_coeff * * 1 1\nfix i all indent 9 sphere 0 0 <<v_nobody>> 1\nrun 1',
     ["'nobody'"]),
    (OPEN, 'pair_style lj/cut 2.5\npair_coeff * * 1 1\n'
     'fix w all wall/lj93 xlo <<v_nobody>> 1 1 2.5\nrun 1', ["'nobody'"]),
    (OPEN, 'pair_style lj/cut 2.5\npair_coeff * * 1 1\n'
     'fix w all wall/reflect xlo <<v_nobody>>\nrun 1', ["'nobody'"]),
    (ATOMS, 'compute 1 all <<tmp>>', ["'tmp'", "did you mean 'temp'?"]),
    (ATOMS, 'compute 1 <<nobody>> temp', ["'nobody'"]),
    (ATOMS, '<<compute>> 1 all', ['compute']),
    (ATOMS, 'compute t all temp <<x>>', ["'x'"]),
    (ATOMS, 'compute p all pressure <<nobody>>', ["'nobody'"]),
    (ATOMS, 'compute t all temp\ncompute <<t>> all temp', ["'t'"]),
    (ATOMS, 'uncompute <<nobody>>', ["'nobody'"]),
    (ATOMS, 'compute 1 all ke/atom <<x>>', ["'x'"]),
    (ATOMS, 'compute 1 all pe/atom <<bonds>>', ["'bonds'", "did you mean 'bond'?"]),
    (ATOMS, 'compute 1 all stress/atom <<nobody>>', ["'nobody'"]),
    (ATOMS, '<<compute>> 1 all stress/atom', ['stress/atom']),
    (ATOMS, 'compute 1 all stress/atom <<thermo_pe>>', ["'thermo_pe'", 'temperature']),
    (ATOMS, 'compute 1 all stress/atom NULL <<par>>', ["'par'", "did you mean 'pair'?"]),
    (ATOMS, 'compute 1 all property/atom <<xx>>', ["'xx'"]),
    (ATOMS, 'compute 1 all property/atom <<radius>>', ["'radius'"]),
    (ATOMS, 'compute 1 all property/atom x <<mol>>', ["'mol'", 'atomic']),
    (ATOMS, 'compute 1 all property/atom <<d_mine>>', ["'d_mine'"]),
    (ATOMS, 'compute 1 all reduce <<summ>> x', ["'summ'", "did you mean 'sum'?"]),
    (ATOMS, 'compute 1 all reduce sum <<id>>', ["'id'"]),
    (ATOMS, 'compute 1 all reduce sum x <<replce>> 1 2', ["'replce'"]),
    (ATOMS, 'compute 1 all reduce sum x y <<replace>> 1 2', ['min']),
    (ATOMS, 'compute 1 all reduce min x y replace 1 <<1>>', ['itself']),
    (ATOMS, 'compute 1 all reduce min x y replace 1 <<3>>', ["'3'"]),
    (ATOMS, 'compute 1 all reduce min x y <<replace>> 1', ['two']),
    (ATOMS, 'compute 1 all reduce sum <<c_k>>', ["'k'"]),
    (ATOMS, 'compute 1 all reduce sum <<f_k>>', ["'k'"]),
    (ATOMS, 'compute 1 all reduce sum <<v_k>>', ["'k'"]),
    (ATOMS, 'variable k equal 1\ncompute 1 all reduce sum <<v_k>>', ['atom-style']),
    (ATOMS, 'compute 1 all reduce sum <<c_thermo_temp>>', ["'thermo_temp'"]),
    (ATOMS, 'compute k all ke/atom\ncompute 1 all reduce sum <<c_k[1]>>', ['c_k[1]']),
    (ATOMS, 'compute k all stress/atom NULL\ncompute 1 all reduce sum <<c_k>>', ['6']),
    (ATOMS, 'compute k all stress/atom NULL\ncompute 1 all reduce sum <<c_k[7]>>', ['7']),
    (ATOMS, 'compute k all stress/atom NULL\ncompute 1 all reduce sum <<c_k[1>>', ['c_k[1']),
    (ATOMS, 'compute 1 all reduce/region <<nowhere>> sum x', ["'nowhere'"]),
    (ATOMS, 'group d dynamic <<nobody>>', ["'nobody'"]),
    (ATOMS, 'group <<d>> dynamic d', ["'d'"]),
    (ATOMS, '<<group>> d dynamic', ['group']),
    (ATOMS, 'group d dynamic all region <<nowhere>>', ["'nowhere'"]),
    (ATOMS, 'group d dynamic all var <<v>>', ["'v'"]),
    (ATOMS, 'group d dynamic all every <<0>>', ["'0'"]),
    (ATOMS, 'group d dynamic all <<every>>', ['every']),
    (ATOMS, 'group d dynamic all <<property>> x', ['property']),
    (ATOMS, 'group <<all>> dynamic all', ["'all'"]),
    (ATOMS, 'group d dynamic all\ngroup <<d>> id 1', ['dynamic']),
    (ATOMS, 'group d dynamic all\ngroup e union all <<d>>', ['dynamic']),
    (ATOMS, 'delete_atoms overlap <<0>> all all', ["'0'"]),
    (ATOMS, 'delete_atoms overlap 0.5 <<nobody>> all', ["'nobody'"]),
    (ATOMS, 'fix 1 all store/state <<-1>> x', ["'-1'"]),
    (ATOMS, 'fix 1 all store/state 0 <<xx>>', ["'xx'"]),
    (ATOMS, 'fix 1 all store/state 0 <<c_k>>', ["'k'"]),
    (ATOMS, 'fix 1 all store/state 0 x <<com>>', ['com']),
    (ATOMS, 'fix 1 all store/state 0 <<com>> yes', ['no values']),
    (ATOMS, 'fix 1 all ave/atom 1 2 <<1>> x', ['Nrepeat']),
    (ATOMS, 'fix 1 all ave/atom 2 1 <<5>> x', ['multiple']),
    (ATOMS, 'fix 1 all ave/atom <<0>> 1 5 x', ["'0'"]),
    (ATOMS, 'fix 1 all ave/atom 1 1 5 <<id>>', ["'id'"]),
    (ATOMS, 'fix s all store/state 0 x y\nfix 1 all ave/atom 1 1 5 <<f_s>>', ['2']),
    (ATOMS, 'fix s all store/state 0 x\nfix 1 all ave/atom 1 1 5 <<f_s[1]>>', ['f_s[1]']),
    (ATOMS, 'compute 1 all displace/atom <<refresh>> d', ["'refresh'"]),
    (ATOMS, 'compute 1 all displace/atom <<x>>', ["'x'"]),
    (READY, 'compute 1 all avi/updates <<atoms>>', ["'atoms'", 'atom or class']),
    (READY, 'compute 1 all avi/updates class <<2>>', ["'2'"]),
    (READY, 'compute 1 all avi/residual <<clas>>', ["'clas'"]),
    (READY + 'group g id 1:9\n', 'compute 1 <<g>> avi/residual class', ["'g'", 'must be']),
    (READY, '<<compute>> 1 all avi/updates\nrun 1', ["'1'", 'run_style verlet']),
    (READY, '<<compute>> 1 all avi/residual class\nrun 1', ["'1'", 'run_style verlet']),
    (READY + 'compute 1 all avi/updates class\n', 'print $(<<c_1[1]>>)', ['run_style']),
    (READY + 'compute 1 all avi/updates class\n',
     'dump 1 all custom 1 f.txt id <<c_1>>', ['values per atom']),
    (ATOMS, 'compute 1 all coord/atom <<1.5>> 1', ["'1.5'"]),
    (ATOMS, 'compute 1 all coord/atom <<orientorder>> 1 2', ['orientorder']),
    (ATOMS, 'compute 1 all coord/atom cutoff <<0>>', ["'0'"]),
    (ATOMS, 'compute 1 all coord/atom cutoff 1.5 <<3>>', ["'3'"]),
    (ATOMS, 'compute 1 all coord/atom cutoff 1.5 <<group>>', ['group']),
    (ATOMS, 'compute 1 all coord/atom cutoff 1.5 group <<nobody>>', ["'nobody'"]),
    (ATOMS, 'compute 1 all centro/atom <<7>>', ["'7'", 'even']),
    (ATOMS, 'compute 1 all centro/atom <<hcp>>', ["'hcp'"]),
    (ATOMS, 'compute 1 all centro/atom fcc <<axes>> yes', ['axes']),
    (ATOMS, 'compute 1 all cna/atom <<-1>>', ["'-1'"]),
    (ATOMS, '<<compute>> 1 all cluster/atom', ['cluster/atom']),
    (ATOMS, 'compute 1 all gyration <<x>>', ["'x'"]),
    (ATOMS, 'compute 1 all group/group <<nobody>>', ["'nobody'"]),
    (ATOMS, 'compute 1 all group/group all kspace <<yes>>', ['kspace']),
    (ATOMS, '<<compute>> 1 all group/group all molecule inter', ['atomic']),
    (ATOMS, 'compute k all ke/atom\ncompute 1 all heat/flux k <<k>> k', ['pe/atom']),
    (ATOMS, 'compute 1 all <<pair/local>> eng', ['pair/local']),
    (ATOMS, 'compute 1 all <<erotate/sphere>>', ['erotate/sphere']),
    (ATOMS, 'compute_modify <<nobody>> dynamic/dof yes', ["'nobody'"]),
    # --- output
    (START, 'thermo <<often>>', ["'often'"]),
    (START, 'thermo <<-1>>', ["'-1'"]),
    (START, '<<thermo>>', ['thermo']),
    (ATOMS, 'thermo_style <<on>>', ["'on'", "did you mean 'one'?"]),
    (ATOMS, 'thermo_style custom step <<tmp>>', ["'tmp'", "did you mean 'temp'?"]),
    (ATOMS, '<<thermo_style>>', ['thermo_style']),
    (START, 'thermo_modify <<nrom>> yes', ["'nrom'", "did you mean 'norm'?"]),
    (START, 'thermo_modify norm <<possibly>>', ["'possibly'"]),
    (START, 'thermo_modify lost <<found>>', ["'found'"]),
    (ATOMS, 'dump d all <<atoms>> 1 f', ["'atoms'", "did you mean 'atom'?"]),
    (ATOMS, 'dump d <<nobody>> atom 1 f', ["'nobody'"]),
    (ATOMS, 'dump d all atom <<0>> f', ["'0'"]),
    (ATOMS, '<<dump>> d all atom 1', ['dump']),
    (ATOMS, 'dump d all custom 1 f id <<xx>>', ["'xx'"]),
    (READY, 'dump d all atom 1 <<no/where>>\nrun 1', ['no/where', 'No such file']),
    (ATOMS, '<<dump>> d all image 1 f', ['pictures']),
    (ATOMS, 'dump d all <<local>> 1 f index', ["'local'", 'pair/local']),
    (ATOMS, 'dump d all <<dcd>> 1 f', ["'dcd'", 'binary']),
    (ATOMS, 'dump d all cfg 1 <<f>> mass type xs ys zs', ["'f'", 'needs a *']),
    (ATOMS, 'dump d all cfg 1 f.* mass type <<x>> y z', ['mass type xs ys zs']),
    (ATOMS, '<<dump>> d all cfg 1 f.* mass type xs', ['mass type xs ys zs']),
    (ATOMS, 'dump d all atom 1 f\ndump_modify d <<nfile>> 1', ['needs a %']),
    (ATOMS, 'dump d all atom 1 f\ndump_modify d header <<maybe>>', ["'maybe'"]),
    (ATOMS, 'dump d all custom 1 f id\ndump_modify d thresh x > <<FIRST>>', ["'FIRST'"]),
    (ATOMS, 'dump d all atom 1 f\ndump_modify d <<precision>> 3', ['precision', 'xtc']),
    (ATOMS, 'dump d all atom 1 f\ndump_modify d <<srot>> id', ["'srot'", "did you mean 'sort'?"]),
    (ATOMS, 'dump_modify <<nobody>> sort id', ["'nobody'"]),
    # --- write_dump, read_dump, rerun
    (ATOMS, '<<write_dump>> all atom', ['write_dump GROUP']),
    (ATOMS, 'write_dump <<nobody>> atom f', ["'nobody'"]),
    (ATOMS, 'write_dump all <<atoms>> f', ["'atoms'", "did you mean 'atom'?"]),
    (ATOMS, 'write_dump all custom f id <<xx>>', ["'xx'"]),
    (ATOMS, 'write_dump all atom f modify <<srot>> id', ["'srot'", "did you mean 'sort'?"]),
    (READY, 'write_dump all atom <<no/where>>', ['no/where', 'No such file']),
    (START, '<<write_dump>> all atom f', ['box']),
    (READY, 'read_dump <<nowhere>> 0 x y z', ["'nowhere'", 'No such file']),
    (ATOMS, 'read_dump f <<-1>> x y z', ["'-1'"]),
    (ATOMS, 'read_dump f 0 <<box>> no', ['no field']),
    (ATOMS, 'read_dump f 0 x <<w>>', ["'w'", 'field or keyword of read_dump']),
    (ATOMS, 'read_dump f 0 x box <<maybe>>', ["'maybe'"]),
    (ATOMS, 'read_dump f 0 x add <<kep>>', ["'kep'", "did you mean 'keep'?"]),
    (ATOMS, 'read_dump f 0 x label <<y>> c_1', ["'y'", 'not read']),
    (ATOMS, 'read_dump f 0 x <<label>> x', ['needs a field and a column']),
    (ATOMS, 'read_dump f 0 x format <<molfile>> dcd', ['molfile']),
    (ATOMS, 'read_dump f 0 <<q>>', ['no charges', 'atomic']),
    (ATOMS, '<<read_dump>> f 0 x purge yes', ['replace no']),
    (ATOMS + 'write_dump all custom f id type x y z\n', 'read_dump f <<7>> x y z',
     ['no snapshot of step 7', 'from step 0 to 0']),
    (READY, '<<rerun>> f', ['rerun FILE']),
    (READY, '<<rerun>> first 0 dump x y z', ['no dump file']),
    (READY, 'rerun f first 0 <<last>>', ['needs a value']),
    (READY, 'rerun f first <<a>> dump x y z', ["'a'"]),
    (READY, 'rerun f skip <<0>> dump x y z', ["'0'"]),
    (READY, '<<rerun>> f first 5 last 3 dump x y z', ['before the first']),
    (READY, '<<rerun>> f first 5 last 7', ["lacks the word 'dump'"]),
    (READY, 'rerun <<f>> dump x y z', ["'f'", 'No such file']),
    (READY + 'write_dump all custom f id type x y z\n', 'rerun <<f>> first 3 dump x y z',
     ['no snapshot between the steps 3 and']),
    (ATOMS + 'write_dump all custom f id type x y z\n', '<<rerun>> f dump x y z', ['pair_style']),
    (ATOMS, 'undump <<nobody>>', ["'nobody'"]),
    (START, '<<dump>> d all atom 1 f', ['box']),
    (START, 'read_data <<no.data>>', ['no.data', 'No such file']),
    (BOX, '<<read_data>> no.data', ['box']),
    (START, '<<write_data>> f', ['box']),
    (READY, 'write_data <<no/where>>', ['no/where', 'No such file']),
    # --- time
    (START, 'timestep <<1e400>>', ["'1e400'"]),
    (START, 'timestep <<slow>>', ["'slow'"]),
    (START, '<<timestep>>', ['timestep']),
    (START, 'run_style <<verlot>>', ["'verlot'", "did you mean 'verlet'?"]),
    (START, '<<run_style>> respa', ['respa N n1']),
    (START, 'run_style respa <<0>>', ['between 1 and 8']),
    (START, 'run_style respa <<3>> 2', ['need 2 numbers', 'here are 1']),
    (START, 'run_style respa 2 <<0>> bond 1', ['between 1 and']),
    (START, 'run_style respa 2 2 <<3>>', ["'3'", 'keyword']),
    (START, 'run_style respa 2 2 <<outr>> 1', ["did you mean 'outer'?"]),
    (START, 'run_style respa 2 2 <<bond>>', ["'bond' needs a level"]),
    (START, 'run_style respa 2 2 bond <<3>>', ['between 1 and 2']),
    (START, 'run_style respa 2 2 <<inner>> 1 1.0', ['a level and two distances']),
    (START, 'run_style respa 2 2 pair 2 <<pair>> 1', ['already', '2']),
    (START, 'run_style respa 2 2 bond 2 pair <<1>>', ["'bond' is at level 2", "'pair' at level 1"]),
    (START, 'run_style respa 2 2 bond 2 inner <<1>> 1.0 1.2 outer 2', ["'bond' is at level 2"]),
    (START, 'run_style respa 2 2 inner <<1>> 1.0 1.2', ["'outer' is missing"]),
    (START, 'run_style respa 2 2 outer <<2>>', ["'inner' is missing"]),
    (START, 'run_style respa 2 2 pair <<2>> inner 1 1.0 1.2 outer 2', ['not both']),
    (START, 'run_style respa 2 2 inner 2 1.0 1.2 outer <<1>>', ['levels must ascend']),
    (START, 'run_style respa 2 2 inner 1 1.2 <<1.2>> outer 2', ['1.2 must be greater than 1.2']),
    (START, 'run_style respa 2 2 inner 1 <<0>> 1.2 outer 2', ['greater than 0']),
    (START, 'run_style respa 3 2 2 inner 1 1.0 1.2 middle 2 <<1.1>> 1.5 outer 3', ['1.1', '1.2']),
    (START, 'run_style respa 2 2 <<hybrid>> 1 2', ['hybrid']),
    (START, 'run_style respa <<8>> 9 9 9 9 9 9 9', ['1048576']),
    (READY, 'run_style respa 2 2 inner 1 1.0 <<30.0>> outer 2\nrun 1', ['cutoff', '30']),
    (READY, 'run_style respa 2 2\n<<fix>> 2 all langevin 1.0 1.0 1.0 777\nrun 1', ['respa', 'langevin']),
    (START, 'run_style <<forest-rut>>', ["'forest-rut'", "did you mean 'forest-ruth'?"]),
    (START, 'run_style rk4 <<4>>', ["'4'"]),
    (START, '<<run_style>> newmark', ['beta']),
    (START, '<<run_style>> newmark 0.25', ['gamma']),
    (START, 'run_style newmark <<2>> 0.5', ['between 0 and 1']),
    (START, 'run_style newmark 0.25 <<half>>', ["'half'"]),
    (START, 'run_style newmark 0.25 0.5 <<tolerence>> 1', ["did you mean 'tolerance'?"]),
    (START, 'run_style midpoint tolerance <<0>>', ['between 1e-15 and 0.001']),
    (START, 'run_style midpoint iterations <<0>>', ['iterations']),
    (START, '<<run_style>> galerkin', ['order']),
    (START, 'run_style galerkin <<3>>', ['2, 4, 6 or 8']),
    (READY, 'run_style midpoint\n<<fix>> 2 all langevin 1 1 1 4711\nrun 1', ['midpoint', 'random']),
    (READY, 'run_style forest-ruth\n<<fix>> 2 all viscous 1.0\nrun 1', ['forest-ruth', 'viscous']),
    (READY.replace('units lj', 'units lj\nboundary f f f'),
     'run_style rk4\n<<fix>> 2 all wall/reflect xlo -1\nrun 1', ['rk4', 'wall/reflect']),
    # --- run_style energy-stepping/pair
    (START, '<<run_style>> energy-stepping/pair', ['h VALUE']),
    (START, 'run_style energy-stepping/pair <<h>>', ["'h'", 'an energy']),
    (START, 'run_style energy-stepping/pair h <<0>>', ["'0'", 'greater than 0']),
    (START, 'run_style energy-stepping/pair h <<-0.1>>', ["'-0.1'", 'greater than 0']),
    (START, 'run_style energy-stepping/pair h <<inf>>', ["'inf'"]),
    (START, 'run_style energy-stepping/pair h 0.1 <<verfy>>', ["did you mean 'verify'?"]),
    (START, 'run_style energy-stepping/pair h 0.1 <<h>> 0.2', ['second time']),
    (SMOOTH, 'run_style energy-stepping/pair h <<1.1>>\nrun 1', ['h = 1.1', 'deepest well']),
    (READY, 'run_style energy-stepping/pair h <<0.01>>\nrun 1',
     ['-0.0163169', 'cutoff', 'lj/smooth/linear', 'shift yes']),
    (READY + 'pair_modify shift yes\nneighbor 0 bin\n', '<<run_style>> energy-stepping/pair h 0.1\nrun 1',
     ['skin']),
    (SMOOTH, 'run_style energy-stepping/pair h 0.1\n<<fix>> 2 all spring/self 1.0\nrun 1',
     ['spring/self', 'field']),
    (SMOOTH, 'run_style energy-stepping/pair h 0.1\n<<fix>> 2 all viscous 1.0\nrun 1', ['viscous']),
    (SMOOTH, 'run_style energy-stepping/pair h 0.1\n<<fix>> 2 all langevin 1 1 1 4711\nrun 1',
     ['langevin']),
    (SMOOTH, 'run_style energy-stepping/pair h 0.1\n<<fix>> 2 all setforce 0 0 0\nrun 1',
     ['setforce']),
    (SMOOTH.replace('fix 1 all nve\n', ''),
     'run_style energy-stepping/pair h 0.1\n<<fix>> 1 all nvt temp 1 1 0.5\nrun 1', ['nvt']),
    (SMOOTH, 'run_style energy-stepping/pair h 0.1\n<<fix>> 2 all deform 1 x scale 1.1\nrun 1',
     ['deform']),
    (OPEN + 'pair_style lj/smooth/linear 2.5\npair_coeff * * 1 1\nfix 1 all nve\nvariable w equal 0\n',
     'run_style energy-stepping/pair h 0.1\n<<fix>> 2 all wall/reflect xlo v_w\nrun 1',
     ['wall/reflect', 'stand still']),
    # --- run_style force-stepping
    (START, '<<run_style>> force-stepping', ['size of the grid', 'force-stepping H']),
    (START, 'run_style force-stepping <<0>>', ['greater than 0, not 0']),
    (START, 'run_style force-stepping <<-0.1>>', ['greater than 0, not -0.1']),
    (START, 'run_style force-stepping <<fine>>', ["'fine'"]),
    (START, 'run_style force-stepping 0.01 <<ofset>> 0.5', ["did you mean 'offset'?"]),
    (START, 'run_style force-stepping 0.01 <<offset>>', ["'offset' needs a value"]),
    (START, 'run_style force-stepping 0.01 offset <<1.5>>', ['between 0 and 1']),
    (READY, 'run_style force-stepping <<0.1>>\nrun 1', ['skin of 0.3', 'less than 0.0866']),
    (READY, 'run_style force-stepping <<1e-15>>\nrun 1', ['too fine']),
    (READY, 'run_style force-stepping 0.05\n<<fix>> 2 all viscous 1.0\nrun 1', ['viscous']),
    (READY, 'run_style force-stepping 0.05\n<<fix>> 2 all langevin 1 1 1 4711\nrun 1', ['langevin']),
    (READY, 'run_style force-stepping 0.05\n<<fix>> 2 all setforce 0 0 0\nrun 1', ['setforce']),
    (READY, 'run_style force-stepping 0.05\n<<fix>> 2 all deform 1 x scale 1.1\nrun 1', ['deform']),
    (READY.replace('units lj', 'units lj\nboundary f f f'),
     'run_style force-stepping 0.05\n<<fix>> 2 all wall/reflect xlo -1\nrun 1', ['wall/reflect']),
    # --- run_style avi
    (START, 'run_style avi <<stpe>> pair 0.1', ["'stpe'", "did you mean 'step'?"]),
    (START, 'run_style avi <<step>>', ['uniform', 'shells', 'auto']),
    (START, 'run_style avi step <<shels>> 0.1 1 2 0.2', ["'shels'", "did you mean 'shells'?"]),
    (START, 'run_style avi step <<pair>>', ['a time step']),
    (START, 'run_style avi step pair <<0>>', ["'0'", 'greater than 0']),
    (START, 'run_style avi step uniform <<-0.1>>', ["'-0.1'", 'greater than 0']),
    (START, 'run_style avi step bond <<nan>>', ["'nan'"]),
    (START, 'run_style avi step external <<inf>>', ["'inf'"]),
    (START, 'run_style avi step embed <<soon>>', ["'soon'"]),
    (START, 'run_style avi step pair 0.1 step <<pair>> 0.2', ["'step pair'", 'second time']),
    (START, 'run_style avi step uniform 0.1 step <<uniform>> 0.2', ["'step uniform'", 'second time']),
    (START, 'run_style avi step shells 0.1 1 2 0.2 step <<shells>> 0.1 1 2 0.2', ['second time']),
    (START, 'run_style avi step type <<0>> 1 0.1', ["'0'"]),
    (START, 'run_style avi step type 1 <<2>>', ["'2'", 'a time step']),
    (START, 'run_style avi step type 1 2 <<0>>', ["'0'"]),
    (START, 'run_style avi step shells <<0.1>>', ['nothing to divide']),
    (START, 'run_style avi step shells 0.1 <<2.0>> 1.5 0.2', ['2', '1.5', 'greater']),
    (START, 'run_style avi step shells 0.1 <<2.0>> 2.0 0.2', ['2', 'greater']),
    (START, 'run_style avi step shells 0.1 1.0 2.0 0.2 <<1.9>> 2.5 0.3', ['overlap', '1.9', ' 2']),
    (START, 'run_style avi step shells 0.1 1.0 <<2.0>>', ["'2.0'", 'time step of a shell']),
    (START, 'run_style avi step shells 0.1 1.0 2.0 <<element>> pair', ["'element'", 'time step']),
    (START, 'run_style avi step shells <<0>> 1.0 2.0 0.1', ["'0'"]),
    (START, 'run_style avi step shells .1 1 2 .1 3 4 .1 5 6 .1 7 8 .1 9 10 .1 11 12 .1 13 14 .1 15 16 '
     '<<.1>>', ['more than 8 shells']),
    (START, 'run_style avi step stiffness 0.1 max <<0>>', ["'0'"]),
    (START, 'run_style avi step stiffness 0.1 step <<stiffness>> 0.2', ['second time']),
    (START, 'run_style avi step stiffness <<0.1>> step shells 0.1 1 2 0.2', ['both']),
    (START, 'run_style avi step pair <<0.1>> step shells 0.1 1 2 0.2', ['both']),
    (START, 'run_style avi step auto <<0>>', ["'0'"]),
    (START, 'run_style avi step auto <<1e-4>> step bond 0.1', ['alone']),
    (START, 'run_style avi element <<molecule>>', ["'molecule'"]),
    (START, 'run_style avi element pair <<element>> group', ['second time']),
    (START, 'run_style avi queue heap <<queue>> bucket', ['second time']),
    (START, 'run_style avi element <<atom>> step shells 0.1 1 2 0.2', ['shells', 'element pair']),
    (START, 'run_style avi element <<atom>> step type 1 1 0.2', ['step type', 'element pair']),
    (START, 'run_style avi queue <<stack>>', ["'stack'"]),
    (START, 'run_style avi hot speed 1 radius 2 block <<0>>', ["'0'"]),
    (START, 'run_style avi <<hot>> speed 1 speed 2 block 0.1', ['radius']),
    (START, 'run_style avi <<hot>> speed 1 radius 2 block 0.1 step pair 0.1', ["no 'step'"]),
    (START, 'run_style avi <<hot>> speed 1 radius 2 block 0.1 element pair', ["no 'element'"]),
    (START, 'run_style avi hot speed 1 radius 2 block 0.1 <<hot>> speed 1 radius 2 block 0.1',
     ['second time']),
    (READY, 'run_style avi step bond <<0.1>>\nrun 1', ["'step bond'", 'no bonds']),
    (READY, 'run_style avi step embed <<0.1>>\nrun 1', ["'step embed'", 'EAM']),
    (READY, 'run_style avi step external <<0.1>>\nrun 1', ["'step external'"]),
    (READY, 'run_style avi step type 2 <<3>> 0.1\nrun 1', ['type 3', '2 types']),
    (READY, 'run_style avi step type 1 <<1*3>> 0.1\nrun 1', ['type 3', '2 types']),
    (READY, 'run_style avi step shells 0.005 2.0 <<2.5>> 0.01\nrun 1', ['2.5', 'empty']),
    (READY, 'run_style avi step shells 0.005 2.6 <<2.8>> 0.01\nrun 1', ['2.5', '2.8', 'empty']),
    (READY, 'run_style avi step pair <<1e-12>>\nrun 1', ['1e-12', 'half a tick']),
    (READY, 'run_style avi step pair <<1e12>>\nrun 1', ['1e+12', 'time steps long']),
    (READY + 'timestep 0\n', '<<run_style>> avi\nrun 1', ['timestep', '0']),
    (READY, 'run_style avi\n<<fix>> 2 all viscous 1.0\nrun 1', ['avi', 'viscous']),
    (READY, 'run_style avi\n<<fix>> 2 all langevin 1 1 1 4711\nrun 1', ['avi', 'langevin']),
    (READY, 'run_style avi\nunfix 1\n<<fix>> 2 all nvt temp 1 1 1\nrun 1', ['avi', 'nvt']),
    (READY, 'run_style avi\n<<fix>> 2 all setforce 0 0 0\nrun 1', ['avi', 'setforce']),
    (READY, 'run_style avi\n<<fix>> 2 all aveforce 0 0 0\nrun 1', ['avi', 'aveforce']),
    (READY, 'run_style avi\n<<fix>> 2 all deform 1 x erate 0.1\nrun 1', ['avi', 'deform']),
    (READY, 'run_style avi\n<<fix>> 2 all recenter INIT INIT INIT\nrun 1', ['avi', 'recenter']),
    (READY + 'variable p equal step\n',
     'run_style avi\n<<fix>> 2 all addforce v_p 0 0\nrun 1', ['avi', 'addforce']),
    (READY.replace('units lj', 'units lj\nboundary f f f'),
     'run_style avi\n<<fix>> 2 all wall/reflect xlo -1\nrun 1', ['avi', 'wall/reflect']),
    (START, '<<run>> 10', ['box']),
    (READY, 'run <<-1>>', ["'-1'"]),
    (READY, 'run <<ten>>', ["'ten'"]),
    (READY, 'run <<1.5>>', ["'1.5'"]),
    (READY, 'run <<99999999999999999999>>', ["'99999999999999999999'"]),
    (READY, '<<run>>', ['run']),
    (READY, 'run 1 <<uptoo>>', ["'uptoo'", "did you mean 'upto'?"]),
    (READY, 'run 2\nrun <<1>> upto', ['1', '2']),
    (READY, 'reset_timestep <<-5>>', ["'-5'"]),
    (READY, '<<reset_timestep>>', ['reset_timestep']),
    (ATOMS, '<<run>> 1', ['pair_style']),
    (ATOMS, 'pair_style <<lj/cut>> 2.5\nrun 1', ['types 1 and 1', 'pair_coeff']),
    (BOX + 'create_atoms 1 box\npair_style lj/cut 2.5\npair_coeff * * 1 1\n', '<<run>> 1',
     ['mass']),
    (READY, 'pair_modify shift yes <<tail>> yes', ['shift', 'tail']),
    (FLAT, 'pair_style <<lj/cut>> 2.5\npair_coeff 1 1 1 1\npair_modify tail yes\nrun 1', ['tail']),
    # --- minimisation
    (START, '<<minimize>> 1e-4 1e-4 10 10', ['box']),
    (ATOMS, '<<minimize>> 1e-4 1e-4 10 10', ['pair_style']),
    (READY, '<<minimize>> 1e-4 1e-4 10', ['minimize ETOL FTOL MAXITER MAXEVAL']),
    (READY, 'minimize 1e-4 1e-4 10 10 <<10>>', ["'10'"]),
    (READY, 'minimize <<-1e-4>> 1e-4 10 10', ["'-1e-4'", 'energy tolerance']),
    (READY, 'minimize 0 <<x>> 10 10', ["'x'", 'force tolerance']),
    (READY, 'minimize 0 0 <<-1>> 10', ["'-1'", 'iterations']),
    (READY, 'minimize 0 0 10 <<1.5>>', ["'1.5'", 'evaluations']),
    (READY, 'reset_timestep 8796093022200\n<<minimize>> 0 0 100 1', ['100', 'step']),
    (START, 'min_style <<cgg>>', ["'cgg'", "did you mean 'cg'?"]),
    (START, 'min_style <<hftn>>', ["'hftn'", 'LAMMPS', 'cg']),
    (START, 'min_style cg <<2>>', ["'2'"]),
    (START, '<<min_style>>', ['min_style']),
    (START, 'min_modify <<dmx>> 1', ["'dmx'", "did you mean 'dmax'?"]),
    (START, 'min_modify dmax <<0>>', ["'0'"]),
    (START, 'min_modify line <<cubic>>', ["'cubic'"]),
    (START, 'min_modify norm <<three>>', ["'three'"]),
    (START, 'min_modify integrator <<euler>>', ["'euler'"]),
    (START, 'min_modify dtgrow <<0.9>>', ["'0.9'"]),
    (START, 'min_modify dtshrink <<1.1>>', ["'1.1'"]),
    (START, 'min_modify abcfire <<perhaps>>', ["'perhaps'"]),
    (START, '<<min_modify>>', ['min_modify']),
    (READY, 'min_style fire\nmin_modify tmax 1 tmin 2\n<<minimize>> 0 0 1 1', ['tmax', 'tmin']),
    (READY, '<<fix>> 2 all setforce 0 0 1\nminimize 0 0 1 1', ['setforce', 'zero']),
    (READY, 'variable f equal 1\n<<fix>> 2 all addforce v_f 0 0\nminimize 0 0 1 1', ['addforce']),
    (READY, '<<fix>> 3 all box/relax iso 0\nmin_style fire\nminimize 0 0 1 1', ['fire', 'box/relax']),
    (READY, 'fix 3 all box/relax iso 0\n<<fix>> 4 all box/relax iso 0\nminimize 0 0 1 1', ["'3'", "'4'"]),
    (READY, 'fix 3 all <<box/relax>>', ['target pressure']),
    (READY, 'fix 3 all box/relax iso <<x>>', ["'x'"]),
    (READY, 'fix 3 all box/relax <<iso>>', ["'iso'"]),
    (READY, 'fix 3 all box/relax <<tri>> 0', ['tri', 'tilted']),
    (READY, 'fix 3 all box/relax <<xy>> 0', ['xy', 'tilted']),
    (READY, 'fix 3 all box/relax <<isso>> 0', ["'isso'", "did you mean 'iso'?"]),
    (READY, 'fix 3 all box/relax iso 0 vmax <<0>>', ["'0'", 'vmax']),
    (READY, 'fix 3 all box/relax iso 0 nreset <<-1>>', ["'-1'"]),
    (READY, 'fix 3 all box/relax iso 0 dilate <<none>>', ["'none'"]),
    (READY, 'fix 3 all box/relax iso 0 <<fixedpoint>> 0 0', ['three']),
    (READY, 'fix 3 all <<box/relax>> x 0 y 1 couple xy', ['equal']),
    (READY, 'fix 3 all <<box/relax>> x 0 couple xy', ['y']),
    (OPEN, 'fix 3 all <<box/relax>> iso 0', ['periodic']),
    (FLAT, 'fix 3 all box/relax <<z>> 0', ['two dimensions']),
    (READY, 'fix 3 all box/relax iso 0\nfix_modify 3 <<energy>> yes', ['energy']),
    # --- changing the box
    (START, '<<change_box>> all x scale 2', ['box']),
    (ATOMS, 'change_box <<al>> x scale 2', ["'al'"]),
    (ATOMS, '<<change_box>> all', ['change_box GROUP']),
    (ATOMS, 'change_box all <<w>> scale 2', ["'w'"]),
    (ATOMS, 'change_box all x <<stretch>> 2', ["'stretch'"]),
    (ATOMS, 'change_box all x scale <<0>>', ["'0'"]),
    (ATOMS, 'change_box all x <<scale>>', ['scale']),
    (ATOMS, 'change_box all x <<final>> 1', ['final']),
    (ATOMS, 'change_box all <<x>> final 3 1', ['xlo', 'xhi']),
    (ATOMS, 'change_box all <<y>> delta 3 -9', ['ylo', 'yhi']),
    (ATOMS, 'change_box all <<x>> volume', ['volume']),
    (ATOMS, 'change_box all x scale 2 <<x>> volume', ['volume']),
    (ATOMS, 'change_box all x scale 2 set <<y>> volume', ['volume']),
    (ATOMS, 'change_box all <<xy>> final 1', ['tilted']),
    (ATOMS, 'change_box all <<triclinic>>', ['tilted']),
    (ATOMS, 'change_box all boundary p p <<q>>', ["'q'"]),
    (ATOMS, 'change_box all <<boundary>> p p', ['boundary']),
    (ATOMS, 'change_box all x scale 2 units <<boxx>>', ["'boxx'"]),
    (FLAT, 'change_box all boundary p p <<f>>', ['periodic']),
    # --- angles
    (ANGLES, 'angle_style <<charmm>>', ['angle_style charmm', 'harmonic']),
    (ANGLES, 'angle_style <<harmonik>>', ["'harmonik'", 'harmonic']),
    (ANGLES, 'angle_style harmonic <<3>>', ['angle_style harmonic']),
    (ANGLES, '<<angle_coeff>> 1 20 100', ['angle_style']),
    (ANGLES + 'angle_style harmonic\n', 'angle_coeff <<3>> 20 100', ['angle type', '2']),
    (ANGLES + 'angle_style harmonic\n', 'angle_coeff 1 20 <<200>>', ['THETA0', '180']),
    (ANGLES + 'angle_style harmonic\n', 'angle_coeff 1 <<x>> 100', ["'x'"]),
    (ANGLES + 'angle_style harmonic\nangle_style none\n', '<<angle_coeff>> 1 20 90', ['angle_style']),
    (START + 'atom_style bond\n', '<<angle_style>> harmonic', ['bond', 'angle']),
    # --- what LAMMPS has and this program does not
    (START, '<<angle_style>> harmonic', ["'angle_style'", 'atomic', 'angle, molecular']),
    (START, '<<dihedral_style>> harmonic', ["'dihedral_style'", 'LAMMPS']),
    (START, '<<bond_style>> harmonic', ["'bond_style'", 'atomic']),
    (START, '<<kspace_style>> ewald 1e-4', ["'kspace_style'", 'LAMMPS']),
    (START, '<<molecule>> m file', ["'molecule'", 'LAMMPS']),
]

GOOD_DATA = '''a small system

4 atoms
1 atom types
0.0 2.0 xlo xhi
0.0 2.0 ylo yhi
0.0 2.0 zlo zhi

Masses

1 1.0

Atoms # atomic

1 1 0.0 0.0 0.0
2 1 1.0 1.0 0.0
3 1 1.0 0.0 1.0
4 1 0.0 1.0 1.0
'''

# data file, place of the error in it (line, column; None: any), texts
DATA = [
    ('an atom is missing', GOOD_DATA.replace('4 1 0.0 1.0 1.0\n', ''), None, ['4', '3']),
    ('a line is cut short', GOOD_DATA.replace('3 1 1.0 0.0 1.0', '3 1 1.0'), 17, ['3']),
    ('the file ends in the header', GOOD_DATA[:40], None, []),
    ('no number', GOOD_DATA.replace('2 1 1.0 1.0', '2 1 1.0 one'), 16, ["'one'"]),
    ('a type out of range', GOOD_DATA.replace('2 1 1.0', '2 5 1.0'), 16, ["'5'"]),
    ('an id twice', GOOD_DATA.replace('2 1 1.0', '1 1 1.0'), None, ['1']),
    ('an atom outside the box', GOOD_DATA.replace('boundary', '').replace('4 1 0.0 1.0 1.0',
                                                                         '4 1 nan 1.0 1.0'), 18,
     ["'nan'"]),
    ('an unknown section', GOOD_DATA.replace('Masses', 'Massess'), 9, ['Massess']),
    ('bonds', GOOD_DATA.replace('1 atom types', '1 atom types\n3 bonds\n1 bond types'), 5, ['bond']),
    ('a triclinic box', GOOD_DATA.replace('zlo zhi\n', 'zlo zhi\n0.1 0 0 xy xz yz\n'), 8,
     ['triclinic']),
    ('a box inside out', GOOD_DATA.replace('0.0 2.0 ylo', '2.0 0.0 ylo'), 6, ['ylo']),
    ('no bounds along x', GOOD_DATA.replace('0.0 2.0 xlo xhi\n', ''), 8, ['along x', 'LO HI xlo xhi']),
    ('no bounds along z', GOOD_DATA.replace('0.0 2.0 zlo zhi\n', ''), 8, ['along z', 'LO HI zlo zhi']),
    ('a negative count', GOOD_DATA.replace('4 atoms', '-4 atoms'), 3, ['-4']),
    ('a huge count', GOOD_DATA.replace('4 atoms', '999999999999999 atoms'), None, []),
    ('an empty file', '', None, []),
    ('not text', 'x\n\n\x01\x02\x03 atoms\n', None, []),
]


def place_of(text):
    """The text without marks, and line and column of the marked word."""
    before = text.partition('<<')[0]
    line = before.count('\n') + 1
    column = len(before) - (before.rfind('\n') + 1) + 1
    return text.replace('<<', '', 1).replace('>>', '', 1), line, column

for wall in 'wall/lj93', 'wall/lj126', 'wall/lj1043', 'wall/harmonic':
    CASES += [
        (OPEN, '<<fix>> w all %s xlo EDGE 1 1' % wall, [wall]),
        (OPEN, 'fix w all %s <<xlow>> EDGE 1 1 2.5' % wall, ["'xlow'", "did you mean 'xlo'?"]),
        (OPEN, 'fix w all %s xlo <<left>> 1 1 2.5' % wall, ["'left'"]),
        (OPEN, 'fix w all %s xlo EDGE <<deep>> 1 2.5' % wall, ["'deep'"]),
        (OPEN, 'fix w all %s xlo EDGE 1 1 <<0>>' % wall, ["'0'"]),
        (OPEN, 'fix w all %s xlo EDGE 1 1 2.5 <<xhi>> EDGE 1 1' % wall, ["'xhi'"]),
        (OPEN, 'fix w all %s xlo EDGE 1 1 2.5 units <<boxx>>' % wall,
         ["'boxx'", "did you mean 'box'?"]),
        (OPEN, 'fix w all %s %s <<xlo>> 0 1 1 2' % (wall, ' '.join(
            face + ' EDGE 1 1 2' for face in ('xlo', 'xhi', 'ylo', 'yhi', 'zlo', 'zhi'))),
         ["'xlo'", 'twice']),
        (ATOMS, 'fix w all <<%s>> xlo EDGE 1 1 2.5' % wall, ['periodic', 'pbc yes']),
    ]


def told(text, message):
    """Is the text in the message?  A word in quotes may stand there without them; a number must
    then be what the message says it is not."""
    if text in message:
        return True
    word = text.strip("'")
    if len(text) < 2 or text != "'%s'" % word:
        return False
    number = re.fullmatch(r'[-+.\d]+', word)
    pattern = r'(not |= )%s(?![\w.])' if number else r'(?<![\w/])%s(?![\w/])'
    return re.search(pattern % re.escape(word), message.partition('\n')[0]) is not None


REFUSED = re.compile(r'error: .*(do(es)? not exist|not supported|not available|needs? molecules|'
                     r'are not read here|is for fluids)')


def offers(folder, preamble, command, message):
    """None of the words that a message lists as right may itself be one that is refused."""
    listed = re.search(r'error: .*? must be (.+), not \S', message.partition('\n')[0])
    if not listed:
        return
    names = re.split(', | or ', listed.group(1))
    lines = [re.sub('<<.*?>>', lambda _: name, command, flags=re.S) for name in names
             if re.fullmatch(r'[a-z][\w/+*-]*', name)]
    refused = []
    for at in range(0, len(lines), 15): # a check ends after 20 errors
        folder.write('in.offers', preamble + '\n'.join(lines[at:at + 15]) + '\n')
        got = tap.avimd(folder, '--check', 'in.offers', timeout=60)
        refused += [line for line in got.err.splitlines() if REFUSED.search(line)]
    if len(lines) > 1:
        tap.ok('what is listed is there: ' + command.replace('\n', ' / ').replace('#', ''),
               not refused, message + '\n'.join(refused))


def commands():
    for preamble, command, texts in CASES:
        deck, line, column = place_of(preamble + command + '\nprint "still going"\n')
        with tap.Folder() as folder:
            folder.write('in.deck', deck)
            got = tap.avimd(folder, 'in.deck', timeout=60)
            wanted = 'in.deck:%d:%d: error: ' % (line, column)
            wrong = [] if got.status == 1 else ['exit status %s, not 1' % got.status]
            if not got.err.startswith(wanted):
                wrong.append('place: wanted ' + wanted)
            wrong += ['no ' + text for text in texts if not told(text, got.err)]
            if 'still going' in got.out:
                wrong.append('the deck went on after the error')
            shown = command.replace('\n', ' / ')
            tap.ok('error: ' + shown.replace('#', ''), not wrong, '\n'.join(wrong) + '\n' + got.err)
            offers(folder, preamble, command, got.err)
            checked = tap.avimd(folder, '--check', 'in.deck', timeout=60)
            if preamble in (START, LATTICE, REGION, BOX, ATOMS, PAIR, OPEN) and 'run 2' not in command \
                    and not command.startswith('log '):
                tap.ok('--check finds: ' + shown.replace('#', ''),
                       checked.status == 1 and wanted in checked.err, checked)


def data_files():
    with tap.Folder() as folder:
        folder.write('good.data', GOOD_DATA)
        folder.write('in.deck', 'units lj\nread_data good.data\nprint "got $(count(all)) atoms"\n')
        got = tap.avimd(folder, 'in.deck')
        tap.ok('the data file all others are made of is good', got.status == 0
               and 'got 4 atoms' in got.out, got)
        for name, text, line, texts in DATA:
            folder.write('bad.data', text)
            folder.write('in.deck', 'units lj\nread_data bad.data\nprint "still going"\n')
            got = tap.avimd(folder, 'in.deck', timeout=60)
            wrong = [] if got.status == 1 else ['exit status %s, not 1' % got.status]
            wrong += ['no ' + text for text in texts + ['bad.data', 'error:'] if not told(text, got.err)]
            if line is not None and 'bad.data:%d:' % line not in got.err:
                wrong.append('place: wanted bad.data:%d' % line)
            tap.ok('data file: ' + name, not wrong, '\n'.join(wrong) + '\n' + str(got))


# What goes wrong while running: deck after READY, texts of the message, and a look at the files.
def in_run(name, deck, texts, status=1, look=None):
    with tap.Folder() as folder:
        folder.write('in.deck', deck)
        got = tap.avimd(folder, 'in.deck', timeout=120)
        wrong = [] if got.status == status else ['exit status %s, not %s' % (got.status, status)]
        wrong += ['no ' + text for text in texts if text not in got.err]
        if look is not None:
            wrong += look(folder)
        tap.ok('while running: ' + name, not wrong, '\n'.join(wrong) + '\n' + str(got))


def readable_log(folder):
    log = folder.read('log.avimd')
    rows = [line for line in log.splitlines() if line.split()[:1] == ['0']]
    return [] if rows else ['the log has no row of step 0']


def readable_dump(folder):
    names, rows = tap.last_dump(folder.read('d.dump').split('ITEM: TIMESTEP')[1])
    return [] if len(rows) == 108 else ['the first snapshot has %d atoms' % len(rows)]


def running():
    cluster = '''units lj
boundary f f f
region box block -5 5 -5 5 -5 5 units box
create_box 1 box
create_atoms 1 single 0 0 0 units box
create_atoms 1 single 1.2 0 0 units box
mass 1 1.0
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
fix 1 all nve
velocity all set 30.0 0 0 units box
thermo 10
%s
run 1000
'''
    in_run('an atom is lost', cluster % '', ['in.deck:14:1: error:', 'left the box', 'atom 2', 'step 30'], look=readable_log)
    in_run('lost atoms are ignored', cluster % 'thermo_modify lost ignore', [], status=0)
    in_run('an exploding system', READY + 'thermo 1\nthermo_modify lost ignore\n'
           'dump d all custom 1 d.dump id x y z\ntimestep 10000.0\nrun 100\n', ['step'],
           look=lambda folder: readable_log(folder) + readable_dump(folder))
    in_run('a kinetic energy beyond numbers', READY + 'thermo 1\nrun 1\nmass 1 1e308\nrun 10\n',
           ['in.deck:14:1: error: step 1', 'kinetic energy', 'infinite'], look=readable_log)
    in_run('an energy beyond numbers', READY + 'pair_coeff * * 1e306 1.0\nthermo 1\nrun 10\n',
           ['in.deck:13:1: error:', 'potential energy', 'inf'])
    in_run('infinite variables are the user\'s',
           READY + 'variable v equal 1e308*10\nthermo_style custom step v_v\nrun 2\n', [], status=0)
    in_run('two atoms at one place', cluster.replace('1.2 0 0', '0 0 0') % '', ['force on atom 1', 'nan', 'one place'])
    full = os.path.exists('/dev/full')
    cases = {
        'the dump is on a full disk': ('dump d all atom 1 /dev/full\nrun 50\n',
                                       ['/dev/full', 'No space left']),
        'the log is on a full disk': ('log /dev/full\nrun 50\n', ['/dev/full', 'No space left']),
        'print into a full disk': ('print "x" file /dev/full\nrun 5\n', ['/dev/full']),
        'write_data into a folder that is not there': ('run 5\nwrite_data no/x.data\n', ['no/x.data']),
    }
    for name, (tail, texts) in cases.items():
        if '/dev/full' in tail and not full:
            tap.skip('while running: ' + name, 'there is no /dev/full')
        else:
            in_run(name, READY + 'thermo 10\n' + tail, texts)


def several():
    with tap.Folder() as folder:
        folder.write('in.deck', 'units lk\nlattice fcc 0.8442\nregion b blok 0 1 0 1 0 1\n'
                     'thermo often\nprint "still going"\n')
        for words in ['in.deck'], ['--check', 'in.deck']:
            got = tap.avimd(folder, *words)
            found = [place for place in ('in.deck:1:7:', 'in.deck:3:10:', 'in.deck:4:8:')
                     if place in got.err]
            tap.ok('three errors of one deck in one pass: ' + ' '.join(words),
                   got.status == 1 and len(found) == 3 and got.err.count('error:') == 3
                   and 'still going' not in got.out, got)
        folder.write('in.deck', 'units lj\ninclude in.part\n')
        folder.write('in.part', '# a comment\nlattice\tfcb 1.0\n')
        got = tap.avimd(folder, 'in.deck')
        tap.ok('an error in an included file, after a tab',
               'in.part:2:9: error:' in got.err and '    lattice\tfcb 1.0\n           \t^~~\n'
               in got.err, got)
        folder.write('in.deck', 'units lj\nlattice fcc &\n  0.8 &\n  origin 0 0 &\n  zero\n')
        got = tap.avimd(folder, 'in.deck')
        tap.ok('an error on a continued line', 'in.deck:5:3: error:' in got.err
               and '      zero\n      ^~~~\n' in got.err, got)
        folder.write('in.deck', 'variable x index two\nunits lj\nlattice fcc ${x}\n')
        got = tap.avimd(folder, 'in.deck')
        tap.ok('an error in a variable\'s value', 'in.deck:3:13: error:' in got.err
               and "'two'" in got.err, got)


def main():
    commands()
    data_files()
    running()
    several()
    tap.done()


main()
