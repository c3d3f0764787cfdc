# SPDX-License-Identifier: GPL-3.0-or-later
#
# Scripts go to fuzz_tests, the files they read to EXTRA_DIST.
fuzz_tests +=
EXTRA_DIST += tests/fuzz/restart.c
