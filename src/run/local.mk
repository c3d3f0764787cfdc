# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/run/account.c \
	src/run/account.h \
	src/run/course.c \
	src/run/course.h \
	src/run/driver.c \
	src/run/driver.h \
	src/run/driver_parts.h \
	src/run/rerun.c \
	src/run/rerun.h \
	src/run/fix_lists.c \
	src/run/fix_lists.h \
	src/run/group_functions.c \
	src/run/keywords.c \
	src/run/minimize.c \
	src/run/minimize.h \
	src/run/progress.c \
	src/run/progress.h \
	src/run/quantities.c \
	src/run/quantities.h \
	src/run/questions.c \
	src/run/renumber.c \
	src/run/renumber.h \
	src/run/restart.c \
	src/run/restart.h \
	src/run/restart_info.c \
	src/run/restart_parts.h \
	src/run/restart_span.c \
	src/run/restart_state.c \
	src/run/resume.c \
	src/run/self_check.c \
	src/run/self_check.h \
	src/run/sim.c \
	src/run/sim.h \
	src/run/timing.c \
	src/run/timing.h
unit_tests += \
	tests/unit/run/test_quantities \
	tests/unit/run/test_restart
unit_tests += tests/unit/run/test_refused_fixes
unit_tests += tests/unit/run/test_self_check tests/unit/run/test_evaluations
