# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/space/cells.c \
	src/space/cells.h \
	src/space/domain.c \
	src/space/domain.h \
	src/space/grain.c \
	src/space/grain.h \
	src/space/graph.c \
	src/space/graph.h \
	src/space/graph_parts.h \
	src/space/graph_relatives.c \
	src/space/graph_table.c \
	src/space/neighbors.c \
	src/space/neighbors.h \
	src/space/pages.c \
	src/space/pages.h \
	src/space/scan.h \
	src/space/sift.h \
	src/space/sites.c \
	src/space/sites.h \
	src/space/snapshot.c \
	src/space/snapshot.h

# Scans over candidates and lists, compiled once per instruction set.
kernel_sources += \
	src/space/scan.c \
	src/space/sift.c

unit_tests += \
	tests/unit/space/test_domain \
	tests/unit/space/test_grain \
	tests/unit/space/test_graph \
	tests/unit/space/test_pages \
	tests/unit/space/test_neighbors
