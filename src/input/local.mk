# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/input/data_file.c \
	src/input/data_file.h \
	src/input/dump_file.c \
	src/input/dump_file.h \
	src/input/eam_file.c \
	src/input/eam_file.h \
	src/input/pair_table_file.c \
	src/input/pair_table_file.h \
	src/input/potential_units.c \
	src/input/potential_file.c \
	src/input/potential_file.h \
	src/input/potential_folders.c \
	src/input/potential_folders.h \
	src/input/row_order.c \
	src/input/row_order.h \
	src/input/restart_file.c \
	src/input/restart_file.h

unit_tests += tests/unit/input/test_restart_file tests/unit/input/test_data tests/unit/input/test_eam_file
unit_tests += tests/unit/input/test_pair_table_file
EXTRA_DIST += tests/unit/eam_text.h tests/unit/mutate.h
