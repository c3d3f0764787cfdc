# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/command/command.h

libavimd_la_SOURCES += \
	src/command/compute.c \
	src/command/fix.c \
	src/command/run.c

libavimd_la_SOURCES += \
	src/command/dump.c \
	src/command/thermo.c
