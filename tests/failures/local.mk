# SPDX-License-Identifier: GPL-3.0-or-later
#
# Calls of the system that fail one by one: a sample in make check, all of them here.
deck_tests += tests/failures/failures.py
EXTRA_DIST += tests/failures/inject.c
check-failures: avimd$(EXEEXT)
	$(AM_TESTS_ENVIRONMENT) $(PYTHON3) -B '$(top_srcdir)/tests/failures/failures.py' --all
.PHONY: check-failures
