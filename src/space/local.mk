# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES +=

libavimd_la_SOURCES += \
	src/space/domain.h \
	src/space/neighbors.h
