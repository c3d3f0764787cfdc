# SPDX-License-Identifier: GPL-3.0-or-later
#
# Checksums of short runs: what a change of form must leave as it is.
check_PROGRAMS += tests/bits/avimd
tests_bits_avimd_SOURCES = $(avimd_SOURCES) tests/bits/kernels.c
tests_bits_avimd_LDADD = libavimd.la
deck_tests += tests/bits/bits.py
EXTRA_DIST += tests/bits/corpus.py tests/bits/compare.py tests/bits/checksums

# After a change that is meant to change results: writes tests/bits/checksums anew.
record-bits: tests/bits/avimd$(EXEEXT)
	$(AM_TESTS_ENVIRONMENT) $(PYTHON3) -B '$(top_srcdir)/tests/bits/bits.py' --record
check-bits:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS=tests/bits/bits.py
.PHONY: record-bits check-bits
