# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES +=

libavimd_la_SOURCES += \
	src/base/error.h \
	src/base/memory.h \
	src/base/nearest.h \
	src/base/random.h \
	src/base/style.h \
	src/base/sum.h \
	src/base/value.h \
	src/base/word.h
