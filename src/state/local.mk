# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/state/atoms.c \
	src/state/box.c \
	src/state/clock.c \
	src/state/custom.c \
	src/state/custom.h \
	src/state/group.c \
	src/state/group_sums.c \
	src/state/heat.c \
	src/state/keep.c \
	src/state/lattice.c \
	src/state/ledger.c \
	src/state/mass.c \
	src/state/mobility.c \
	src/state/motion.c \
	src/state/region.c \
	src/state/remap.c \
	src/state/system.c \
	src/state/topology.c \
	src/state/units.c

libavimd_la_SOURCES += \
	src/state/atoms.h \
	src/state/box.h \
	src/state/clock.h \
	src/state/frame.h \
	src/state/group.h \
	src/state/group_sums.h \
	src/state/heat.h \
	src/state/keep.h \
	src/state/lattice.h \
	src/state/ledger.h \
	src/state/mass.h \
	src/state/mobility.h \
	src/state/motion.h \
	src/state/region.h \
	src/state/remap.h \
	src/state/rows.c \
	src/state/rows.h \
	src/state/system.h \
	src/state/topology.h \
	src/state/units.h

libavimd_la_SOURCES += src/state/units_text.c src/state/units_text.h

unit_tests += tests/unit/state/test_atoms tests/unit/state/test_remap tests/unit/state/test_space
