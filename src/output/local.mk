# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES +=

libavimd_la_SOURCES += \
	src/output/data_file.h \
	src/output/dump.h \
	src/output/log.h \
	src/output/stream.h \
	src/output/thermo.h
