# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/measure/com.c \
	src/measure/computes.c \
	src/measure/ke.c \
	src/measure/kinetic.c \
	src/measure/kinetic.h \
	src/measure/measure.h \
	src/measure/msd.c \
	src/measure/origin.c \
	src/measure/origin.h \
	src/measure/pe.c \
	src/measure/pressure.c \
	src/measure/rdf.c \
	src/measure/registry.c \
	src/measure/styles.h \
	src/measure/temp.c \
	src/measure/vacf.c
unit_tests += tests/unit/measure/test_computes
