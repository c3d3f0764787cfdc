# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/compare/comparison.c \
	src/compare/comparison.h \
	src/compare/groups.c \
	src/compare/groups.h \
	src/compare/journal.c \
	src/compare/journal.h \
	src/compare/meter.c \
	src/compare/meter.h \
	src/compare/page.c \
	src/compare/page.h \
	src/compare/paths.c \
	src/compare/paths.h \
	src/compare/plan.c \
	src/compare/plan.h \
	src/compare/plot.c \
	src/compare/plot.h \
	src/compare/pool.c \
	src/compare/pool.h \
	src/compare/ranks.c \
	src/compare/ranks.h \
	src/compare/result.c \
	src/compare/result.h \
	src/compare/safe_file.c \
	src/compare/safe_file.h \
	src/compare/sampler.c \
	src/compare/sampler.h \
	src/compare/table.c \
	src/compare/table.h \
	src/compare/trial.c \
	src/compare/trial.h
unit_tests += \
	tests/unit/compare/test_journal \
	tests/unit/compare/test_paths \
	tests/unit/compare/test_plan
