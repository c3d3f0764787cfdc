# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES +=

libavimd_la_SOURCES += \
	src/run/driver.h \
	src/run/sim.h
