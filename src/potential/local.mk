# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/potential/filter.h \
	src/potential/forces.c \
	src/potential/forces.h \
	src/potential/pair.c \
	src/potential/pair.h \
	src/potential/pair_faces.h \
	src/potential/pair_loop.h \
	src/potential/potential.h \
	src/potential/registry.c

# Pair loops, compiled once per instruction set: all of src/potential/pair/*.c
kernel_sources += \
	src/potential/pair/lj_cut.c \
	src/potential/pair/zero.c

unit_tests += \
	tests/unit/potential/test_forces
