# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/output/atom.c \
	src/output/cfg.c \
	src/output/custom.c \
	src/output/data_file.c \
	src/output/data_file.h \
	src/output/dump.c \
	src/output/dump.h \
	src/output/dump_columns.c \
	src/output/dump_modify.c \
	src/output/dump_parts.h \
	src/output/extxyz.c \
	src/output/image.c \
	src/output/log.c \
	src/output/log.h \
	src/output/registry.c \
	src/output/restart_file.c \
	src/output/restart_file.h \
	src/output/stream.c \
	src/output/stream.h \
	src/output/thermo.c \
	src/output/thermo.h \
	src/output/thermo_modify.c \
	src/output/xyz.c

unit_tests += \
	tests/unit/output/test_dump \
	tests/unit/output/test_log \
	tests/unit/output/test_thermo
