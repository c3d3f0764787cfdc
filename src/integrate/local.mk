# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/integrate/coupling.h \
	src/integrate/integrator.h \
	src/integrate/registry.c \
	src/integrate/schemes.h \
	src/integrate/verlet.c
EXTRA_DIST += tests/unit/cluster.h
unit_tests += tests/unit/integrate/test_claims
