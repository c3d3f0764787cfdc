# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/deck/interpreter.h \
	src/deck/lexer.c \
	src/deck/lexer.h \
	src/deck/variable.h
unit_tests += \
	tests/unit/deck/test_lexer
