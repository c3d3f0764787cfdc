# SPDX-License-Identifier: GPL-3.0-or-later
#
# A fuzz target is tests/fuzz/NAME.c with LLVMFuzzerTestOneInput, its corpus the folder
# tests/corpus/NAME; the program NAME feeds it with that and with mutations. Scripts go to
# fuzz_tests, the files they read to EXTRA_DIST.
fuzz_targets = \
	tests/fuzz/data_file \
	tests/fuzz/deck \
	tests/fuzz/dump_file \
	tests/fuzz/fs \
	tests/fuzz/funcfl \
	tests/fuzz/pair_table \
	tests/fuzz/restart \
	tests/fuzz/setfl
check_PROGRAMS += $(fuzz_targets)
fuzz_driver = tests/fuzz/run.c tests/fuzz/target.h
tests_fuzz_data_file_SOURCES = tests/fuzz/data_file.c $(fuzz_driver)
tests_fuzz_deck_SOURCES = tests/fuzz/deck.c $(fuzz_driver)
tests_fuzz_dump_file_SOURCES = tests/fuzz/dump_file.c $(fuzz_driver)
tests_fuzz_fs_SOURCES = tests/fuzz/fs.c tests/fuzz/eam.h $(fuzz_driver)
tests_fuzz_funcfl_SOURCES = tests/fuzz/funcfl.c tests/fuzz/eam.h $(fuzz_driver)
tests_fuzz_pair_table_SOURCES = tests/fuzz/pair_table.c $(fuzz_driver)
tests_fuzz_restart_SOURCES = tests/fuzz/restart.c $(fuzz_driver)
tests_fuzz_setfl_SOURCES = tests/fuzz/setfl.c tests/fuzz/eam.h $(fuzz_driver)
tests_fuzz_data_file_LDADD = libavimd.la
tests_fuzz_deck_LDADD = libavimd.la
tests_fuzz_dump_file_LDADD = libavimd.la
tests_fuzz_fs_LDADD = libavimd.la
tests_fuzz_funcfl_LDADD = libavimd.la
tests_fuzz_pair_table_LDADD = libavimd.la
tests_fuzz_restart_LDADD = libavimd.la
tests_fuzz_setfl_LDADD = libavimd.la
fuzz_tests += tests/fuzz/mutations.sh
EXTRA_DIST += tests/corpus

# With libFuzzer, in a build of its own: make fuzz SECONDS=60 [TARGETS='setfl deck'].
SECONDS = 60
TARGETS =
fuzz:
	'$(abs_top_srcdir)/tools/fuzz' '$(abs_top_builddir)/fuzz' '$(SECONDS)' $(TARGETS)
.PHONY: fuzz
