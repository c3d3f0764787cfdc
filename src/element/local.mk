# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/element/distance.c src/element/distance.h \
	src/element/found.c src/element/found.h \
	src/element/group.c src/element/group.h \
	src/element/place.c src/element/place.h \
	src/element/sort.c src/element/sort.h \
	src/element/star.c src/element/star.h \
	src/element/topology.c src/element/topology.h
