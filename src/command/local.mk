# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/command/atoms.c \
	src/command/bond.c \
	src/command/bonded.c \
	src/command/change_box.c \
	src/command/create_bonds.c \
	src/command/replicate.c \
	src/command/create_atoms.c \
	src/command/delete_atoms.c \
	src/command/displace_atoms.c \
	src/command/group.c \
	src/command/registry.c \
	src/command/set.c \
	src/command/setup.c \
	src/command/space.c \
	src/command/subset.c \
	src/command/velocity.c

libavimd_la_SOURCES += \
	src/command/atoms.h \
	src/command/bond.h \
	src/command/command.h

libavimd_la_SOURCES += \
	src/command/check.c \
	src/command/check_scan.c \
	src/command/check_scan.h \
	src/command/compute.c \
	src/command/fix.c \
	src/command/minimize.c \
	src/command/pair.c \
	src/command/pair_write.c \
	src/command/restart.c \
	src/command/run.c

libavimd_la_SOURCES += \
	src/command/data.c \
	src/command/read_dump.c \
	src/command/read_dump.h \
	src/command/rerun.c \
	src/command/dump.c \
	src/command/thermo.c

unit_tests += tests/unit/command/test_setup tests/unit/command/test_check
unit_tests += tests/unit/command/test_check_scan
