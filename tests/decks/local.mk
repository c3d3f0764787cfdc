# SPDX-License-Identifier: GPL-3.0-or-later
#
# Scripts go to deck_tests, the files they read to EXTRA_DIST.
deck_tests += tests/decks/cli.py tests/decks/errors.py tests/decks/threads.py
deck_tests += tests/decks/respa.py tests/decks/shake.py
deck_tests += tests/decks/restart.py tests/decks/restart_span.py
deck_tests += tests/decks/tables.py tests/decks/table_units.py
deck_tests += tests/decks/python_readers.py tests/decks/runs.py
EXTRA_DIST +=
deck_tests += tests/decks/confine.py tests/decks/empty.py
deck_tests += tests/decks/corpus.py
deck_tests += tests/decks/corpus.py tests/decks/files.py
deck_tests += tests/decks/averages.py
deck_tests += tests/decks/avi.py
deck_tests += tests/decks/coverage.py
deck_tests += tests/decks/compare.py
deck_tests += tests/decks/manual.py
deck_tests += tests/decks/compare_use.py tests/decks/compare_plans.py
mpi_tests = tests/decks/compare_mpi.py
if WITH_MPI
deck_tests += $(mpi_tests)
else
EXTRA_DIST += $(mpi_tests)
endif
check-mpi:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(mpi_tests)'
.PHONY: check-mpi
deck_tests += tests/decks/corrupted.py
deck_tests += tests/decks/values_of_atoms.py
deck_tests += tests/decks/warnings.py
deck_tests += tests/decks/data_round_trip.py
deck_tests += tests/decks/timing.py
deck_tests += tests/decks/warnings.py tests/decks/variables.py
deck_tests += tests/decks/timing.py tests/decks/self_check.py
deck_tests += tests/decks/warnings.py tests/decks/installed.py tests/decks/variables.py
deck_tests += tests/decks/data_round_trip.py tests/decks/boxes.py
deck_tests += tests/decks/memory.py tests/decks/list_memory.py
