# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/potential/bond.c \
	src/potential/bond.h \
	src/potential/bond_faces.h \
	src/potential/bonded/fene.c \
	src/potential/bonded/harmonic.c \
	src/potential/bonded/morse.c \
	src/potential/bonded/quartic_spring.c \
	src/potential/bonded/zero.c

libavimd_la_SOURCES += \
	src/potential/classes.c \
	src/potential/classes.h \
	src/potential/external.c \
	src/potential/external.h \
	src/potential/external_faces.h \
	src/potential/external_path.h \
	src/potential/filter.h \
	src/potential/forces.c \
	src/potential/forces.h \
	src/potential/hybrid.c \
	src/potential/freedom.h \
	src/potential/many/eam.h \
	src/potential/many/eam_span.c \
	src/potential/many/eam_tables.c \
	src/potential/forcing.h \
	src/potential/hessian.c \
	src/potential/hessian.h \
	src/potential/mirror.h \
	src/potential/pair.c \
	src/potential/pair.h \
	src/potential/pair_faces.h \
	src/potential/pair_lj.h \
	src/potential/pair_loop.h \
	src/potential/pair_range.h \
	src/potential/pair_table.c \
	src/potential/pair_table.h \
	src/potential/per_atom.c \
	src/potential/per_atom.h \
	src/potential/potential.h \
	src/potential/registry.c \
	src/potential/absent.c \
	src/potential/shell.c \
	src/potential/tally.c \
	src/potential/tally.h \
	src/potential/waves.c \
	src/potential/waves.h \
	src/potential/shell.h

libavimd_la_SOURCES += \
	src/potential/external/addforce.c \
	src/potential/external/central_kepler.c \
	src/potential/external/central_poly.c \
	src/potential/external/externals.h \
	src/potential/external/gravity.c \
	src/potential/external/indent.c \
	src/potential/external/registry.c \
	src/potential/external/spring_self.c \
	src/potential/external/wall.c \
	src/potential/external/wall.h \
	src/potential/external/wall_faces.h \
	src/potential/external/wall_harmonic.c \
	src/potential/external/wall_lj1043.c \
	src/potential/external/wall_lj126.c \
	src/potential/external/wall_lj93.c \
	src/potential/external/wall_morse.c

# Loops over neighbours, compiled once per instruction set: src/potential/pair/*.c and
# src/potential/many/*.c but for their tables and bounds.
kernel_sources += \
	src/potential/many/eam.c \
	src/potential/pair/born.c \
	src/potential/pair/buck.c \
	src/potential/pair/gauss.c \
	src/potential/pair/harmonic_cut.c \
	src/potential/pair/lj_cubic.c \
	src/potential/pair/lj_cut.c \
	src/potential/pair/lj_expand.c \
	src/potential/pair/lj_smooth.c \
	src/potential/pair/lj_smooth_linear.c \
	src/potential/pair/mie_cut.c \
	src/potential/pair/morse.c \
	src/potential/pair/soft.c \
	src/potential/pair/table.c \
	src/potential/pair/yukawa.c \
	src/potential/pair/zbl.c \
	src/potential/pair/hard.c \
	src/potential/pair/zero.c

unit_tests += tests/unit/potential/test_bonds tests/unit/potential/test_externals
unit_tests += \
	tests/unit/potential/test_classes \
	tests/unit/potential/test_eam \
	tests/unit/potential/test_forces \
	tests/unit/potential/test_hybrid \
	tests/unit/potential/test_pair_registry
EXTRA_DIST += tests/unit/trial.h tests/unit/simulation.h
