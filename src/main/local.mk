# SPDX-License-Identifier: GPL-3.0-or-later
bin_PROGRAMS += avimd
avimd_SOURCES = src/main/main.c
avimd_LDFLAGS = -static
avimd_LDADD = libavimd.la
