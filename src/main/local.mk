# SPDX-License-Identifier: GPL-3.0-or-later
bin_PROGRAMS += avimd
avimd_SOURCES = src/main/main.c src/main/options.c src/main/options.h \
	src/main/coverage.c src/main/coverage.h src/main/waiting.c src/main/waiting.h
avimd_LDFLAGS = -static
avimd_LDADD = libavimd.la
