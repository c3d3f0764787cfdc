# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/manual/catalog.c \
	src/manual/catalog.h \
	src/manual/completion.c \
	src/manual/html.c \
	src/manual/manual.c \
	src/manual/manual.h \
	src/manual/markdown.c \
	src/manual/markdown.h \
	src/manual/roff.c
EXTRA_DIST += tests/unit/manual/catalog.h
unit_tests += \
	tests/unit/manual/test_catalog \
	tests/unit/manual/test_markdown \
	tests/unit/manual/test_pages
