# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/minimize/cg.c \
	src/minimize/damped.c \
	src/minimize/damped.h \
	src/minimize/fire.c \
	src/minimize/linesearch.c \
	src/minimize/linesearch.h \
	src/minimize/minimization.c \
	src/minimize/minimizer.h \
	src/minimize/options.c \
	src/minimize/quickmin.c \
	src/minimize/registry.c \
	src/minimize/sd.c \
	src/minimize/styles.h
