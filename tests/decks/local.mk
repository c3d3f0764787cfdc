# SPDX-License-Identifier: GPL-3.0-or-later
#
# Scripts go to deck_tests, the files they read to EXTRA_DIST.
EXTRA_DIST +=
deck_tests += tests/decks/cli.py tests/decks/errors.py tests/decks/threads.py
deck_tests += tests/decks/respa.py tests/decks/shake.py tests/decks/restart.py
deck_tests += tests/decks/restart_span.py tests/decks/tables.py tests/decks/table_units.py
deck_tests += tests/decks/python_readers.py tests/decks/runs.py tests/decks/confine.py
deck_tests += tests/decks/empty.py tests/decks/corpus.py tests/decks/files.py
deck_tests += tests/decks/averages.py tests/decks/avi.py tests/decks/coverage.py
deck_tests += tests/decks/compare.py tests/decks/manual.py tests/decks/compare_use.py
deck_tests += tests/decks/compare_plans.py tests/decks/corrupted.py tests/decks/values_of_atoms.py
deck_tests += tests/decks/warnings.py tests/decks/data_round_trip.py tests/decks/timing.py
deck_tests += tests/decks/variables.py tests/decks/self_check.py tests/decks/installed.py
deck_tests += tests/decks/boxes.py tests/decks/memory.py tests/decks/list_memory.py
deck_tests += tests/decks/order.py tests/decks/opposite.py tests/decks/guide.py
mpi_tests = tests/decks/compare_mpi.py
if WITH_MPI
deck_tests += $(mpi_tests)
else
EXTRA_DIST += $(mpi_tests)
endif
check-mpi:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(mpi_tests)'
.PHONY: check-mpi
