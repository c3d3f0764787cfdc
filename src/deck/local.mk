# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/deck/builtin.c \
	src/deck/engine.h \
	src/deck/flow.c \
	src/deck/interpreter.c \
	src/deck/interpreter.h \
	src/deck/lexer.c \
	src/deck/lexer.h \
	src/deck/variable.h
unit_tests += \
	tests/unit/deck/test_interpreter \
	tests/unit/deck/test_lexer

libavimd_la_SOURCES += \
	src/deck/formula.h \
	src/deck/formula_condition.c \
	src/deck/formula_eval.c \
	src/deck/formula_functions.c \
	src/deck/formula_parse.c \
	src/deck/formula_vector.c \
	src/deck/uses.c \
	src/deck/uses.h \
	src/deck/variable.c \
	src/deck/variable_file.c \
	src/deck/variable_file.h
unit_tests += \
	tests/unit/deck/test_formula \
	tests/unit/deck/test_variable
