# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/modify/balance.c \
	src/modify/enforce2d.c \
	src/modify/fixes.c \
	src/modify/modifier.h \
	src/modify/momentum.c \
	src/modify/nve.c \
	src/modify/registry.c \
	src/modify/setforce.c \
	src/modify/styles.h
unit_tests += tests/unit/modify/test_fixes
