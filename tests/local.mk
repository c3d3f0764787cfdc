# SPDX-License-Identifier: GPL-3.0-or-later
#
# A unit test is tests/unit/FOLDER/test_NAME.c with its own main(); list it without .c beside the
# sources it tests, in src/FOLDER/local.mk:
#
#   unit_tests += tests/unit/FOLDER/test_NAME
#
# A script test writes TAP to its standard output (tests/lib.sh helps) and is listed in the
# local.mk of its folder here. It finds what was built through the variables exported below.

TEST_EXTENSIONS = .sh .py
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
PY_LOG_DRIVER = $(LOG_DRIVER)
LOG_COMPILER = $(SHELL) $(top_srcdir)/tests/unity-tap
SH_LOG_COMPILER = $(SHELL)
if HAVE_PYTHON3
PY_LOG_COMPILER = $(PYTHON3) -B
else
PY_LOG_COMPILER = echo '1..0 \# SKIP Python 3 is not installed' \#
endif

# Tests run beside each other, so threads that wait must not spin on cores that others need.
AM_TESTS_ENVIRONMENT = \
	OMP_WAIT_POLICY="$${OMP_WAIT_POLICY-passive}"; export OMP_WAIT_POLICY; \
	LSAN_OPTIONS="$${LSAN_OPTIONS-suppressions=$(abs_top_srcdir)/tests/lsan.supp:print_suppressions=0}"; \
	export LSAN_OPTIONS; \
	AVIMD='$(abs_top_builddir)/avimd$(EXEEXT)'; export AVIMD; \
	AVIMD_SRCDIR='$(abs_top_srcdir)'; export AVIMD_SRCDIR; \
	AVIMD_BUILDDIR='$(abs_top_builddir)'; export AVIMD_BUILDDIR; \
	PYTHON3='$(PYTHON3)'; export PYTHON3; \
	CC='$(CC)'; export CC; \
	NM='$(NM)'; export NM;

gate_tests =
deck_tests =
physics_tests =
lammps_tests =
fuzz_tests =
include tests/gates/local.mk
include tests/decks/local.mk
include tests/bits/local.mk
include tests/physics/local.mk
include tests/lammps/local.mk
include tests/fuzz/local.mk
include tests/failures/local.mk
script_tests = $(gate_tests) $(deck_tests) $(physics_tests) $(lammps_tests) $(fuzz_tests)

if HAVE_UNITY
check_LTLIBRARIES += libunity.la
libunity_la_SOURCES = tests/unity-all.c
libunity_la_CPPFLAGS = $(AM_CPPFLAGS) $(unity_cppflags)
libunity_la_CFLAGS = $(AM_CFLAGS) -w
check_PROGRAMS += $(unit_tests)
runnable_unit_tests = $(unit_tests)
else
runnable_unit_tests = tests/no-unity.sh
endif
unity_cppflags = -I'$(UNITY_DIR)' -DUNITY_INCLUDE_DOUBLE -DUNITY_SUPPORT_64 \
	-DUNITY_USE_FLUSH_STDOUT
TESTS = $(runnable_unit_tests) $(script_tests)

# What unit tests are compiled and linked with; the library and the program have their own.
AM_CPPFLAGS += $(unity_cppflags)
AM_LDFLAGS = -static
LDADD = libavimd.la libunity.la $(GSL_LIBS)

# Parts of the tests: what is worth repeating under another compiler or the sanitizers.
check-unit:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(runnable_unit_tests)'
check-quick:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(runnable_unit_tests) $(deck_tests) $(fuzz_tests)'
# For clang's sanitizers, whose undefined behaviour is more than gcc's (NULL + 0): besides the unit tests
# a few decks that reach every run style with next to no atoms, broken files and all that opens files.
sanitized_decks = tests/decks/empty.py tests/decks/confine.py tests/decks/corpus.py tests/decks/shake.py \
	tests/decks/respa.py
check-clang:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(runnable_unit_tests) $(sanitized_decks)'
.PHONY: check-unit check-quick check-clang

AM_DISTCHECK_CONFIGURE_FLAGS = $(distcheck_unity)
if HAVE_UNITY
distcheck_unity = --with-unity='$(UNITY_DIR)'
else
distcheck_unity = --without-unity
endif

EXTRA_DIST += tests/bench/avi.py tests/lsan.supp tests/lib.sh tests/tap.py tests/avi_decks.py tests/styles.py tests/unity-tap tests/no-unity.sh tests/unity-all.c \
	$(script_tests)

# A folder listed in EXTRA_DIST brings the results of its tests along when they ran before.
dist-hook:
	find '$(distdir)/tests' -name '*.trs' | while read trs; do \
	    rm -f "$$trs" "$${trs%.trs}.log"; \
	done

# Benchmarks of the force path, of the event queues and of events of single elements, built on
# demand.
EXTRA_PROGRAMS = tests/bench/force tests/bench/queue
tests_bench_force_LDADD = libavimd.la
tests_bench_queue_LDADD = libavimd.la
CLEANFILES += tests/bench/force$(EXEEXT) tests/bench/queue$(EXEEXT)
bench-force: tests/bench/force$(EXEEXT)
	tests/bench/force$(EXEEXT)
bench-queue: tests/bench/queue$(EXEEXT)
	tests/bench/queue$(EXEEXT)
bench-avi: avimd$(EXEEXT)
	$(srcdir)/tests/bench/avi.py ./avimd$(EXEEXT)
.PHONY: bench-force bench-queue bench-avi
