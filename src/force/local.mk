# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/force/by_element.c \
	src/force/by_element.h \
	src/force/classes.c \
	src/force/classes.h \
	src/force/filter.h \
	src/force/forces.c \
	src/force/forces.h \
	src/force/forcing.h \
	src/force/freedom.h \
	src/force/hessian.c \
	src/force/hessian.h \
	src/force/mirror.h \
	src/force/per_atom.c \
	src/force/per_atom.h \
	src/force/views.c \
	src/force/views.h \
	src/force/waves.c \
	src/force/waves.h

unit_tests += tests/unit/force/test_classes tests/unit/force/test_forces \
	tests/unit/force/test_views
