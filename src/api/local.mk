# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += src/api/api.c src/api/api.h src/api/compare.c src/api/list.c \
	src/api/report.c src/api/report.h src/api/restart.c src/api/blame.c src/api/blame.h
libavimd_la_SOURCES += src/api/inserts.c src/api/list.h
unit_tests += tests/unit/api/test_api tests/unit/api/test_report
