# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES +=

libavimd_la_SOURCES += \
	src/state/atoms.h \
	src/state/box.h \
	src/state/clock.h \
	src/state/frame.h \
	src/state/group.h \
	src/state/lattice.h \
	src/state/region.h \
	src/state/system.h \
	src/state/units.h
