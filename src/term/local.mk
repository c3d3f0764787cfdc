# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/term/angle.c \
	src/term/angle.h \
	src/term/angle/harmonic.c \
	src/term/bond.c \
	src/term/bond.h \
	src/term/bond_faces.h \
	src/term/bonded.c \
	src/term/bonded.h \
	src/term/bond/fene.c \
	src/term/bond/harmonic.c \
	src/term/bond/morse.c \
	src/term/bond/quartic_spring.c \
	src/term/bond/zero.c

libavimd_la_SOURCES += \
	src/term/external.c \
	src/term/external.h \
	src/term/external_faces.h \
	src/term/external_path.h \
	src/term/hybrid.c \
	src/term/star/eam.h \
	src/term/star/eam_span.c \
	src/term/star/eam_tables.c \
	src/term/pair.c \
	src/term/pair.h \
	src/term/pair_faces.h \
	src/term/pair_lj.h \
	src/term/pair_loop.h \
	src/term/pair_range.h \
	src/term/pair_table.c \
	src/term/pair_table.h \
	src/term/potential.h \
	src/term/registry.c \
	src/term/absent.c \
	src/term/shell.c \
	src/term/tally.c \
	src/term/tally.h \
	src/term/shell.h

libavimd_la_SOURCES += \
	src/term/field/addforce.c \
	src/term/field/central_kepler.c \
	src/term/field/central_poly.c \
	src/term/field/externals.h \
	src/term/field/gravity.c \
	src/term/field/indent.c \
	src/term/field/registry.c \
	src/term/field/spring_self.c \
	src/term/field/wall.c \
	src/term/field/wall.h \
	src/term/field/wall_faces.h \
	src/term/field/wall_harmonic.c \
	src/term/field/wall_lj1043.c \
	src/term/field/wall_lj126.c \
	src/term/field/wall_lj93.c \
	src/term/field/wall_morse.c

# Loops over neighbours, compiled once per instruction set: src/term/pair/*.c and
# src/term/star/*.c but for their tables and bounds.
kernel_sources += \
	src/term/star/eam.c \
	src/term/pair/born.c \
	src/term/pair/buck.c \
	src/term/pair/gauss.c \
	src/term/pair/harmonic_cut.c \
	src/term/pair/lj_cubic.c \
	src/term/pair/lj_cut.c \
	src/term/pair/lj_expand.c \
	src/term/pair/lj_smooth.c \
	src/term/pair/lj_smooth_linear.c \
	src/term/pair/mie_cut.c \
	src/term/pair/morse.c \
	src/term/pair/soft.c \
	src/term/pair/table.c \
	src/term/pair/yukawa.c \
	src/term/pair/zbl.c \
	src/term/pair/hard.c \
	src/term/pair/zero.c

unit_tests += tests/unit/term/test_angles tests/unit/term/test_bonds tests/unit/term/test_externals \
	tests/unit/term/test_eam tests/unit/term/test_hybrid tests/unit/term/test_pair_registry
EXTRA_DIST += tests/unit/trial.h tests/unit/simulation.h
