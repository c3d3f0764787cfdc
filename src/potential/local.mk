# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES +=

# Pair loops, compiled once per instruction set: all of src/potential/pair/*.c
kernel_sources +=

libavimd_la_SOURCES += \
	src/potential/filter.h \
	src/potential/forces.h \
	src/potential/potential.h
