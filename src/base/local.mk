# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/base/archive.c \
	src/base/archive.h \
	src/base/blocking.c \
	src/base/blocking.h \
	src/base/error.c \
	src/base/error.h \
	src/base/exact.c \
	src/base/exact.h \
	src/base/exact_cut.h \
	src/base/exact_rows.c \
	src/base/exact_rows.h \
	src/base/files.c \
	src/base/files.h \
	src/base/format.c \
	src/base/format.h \
	src/base/markup.c \
	src/base/markup.h \
	src/base/memory.c \
	src/base/memory.h \
	src/base/nearest.c \
	src/base/nearest.h \
	src/base/partial.c \
	src/base/partial.h \
	src/base/random.c \
	src/base/random.h \
	src/base/range.h \
	src/base/reference.c \
	src/base/reference.h \
	src/base/restart_format.h \
	src/base/simd.c \
	src/base/simd.h \
	src/base/simd_pack.h \
	src/base/style.c \
	src/base/style.h \
	src/base/sum.c \
	src/base/sum.h \
	src/base/trend.c \
	src/base/trend.h \
	src/base/value.h \
	src/base/word.c \
	src/base/word.h
kernel_sources += \
	src/base/exact_cut.c \
	src/base/exact_rows_cut.c
unit_tests += \
	tests/unit/base/test_archive \
	tests/unit/base/test_blocking \
	tests/unit/base/test_exact \
	tests/unit/base/test_files \
	tests/unit/base/test_random \
	tests/unit/base/test_simd \
	tests/unit/base/test_style \
	tests/unit/base/test_support \
	tests/unit/base/test_trend \
	tests/unit/base/test_word
