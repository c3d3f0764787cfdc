# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/modify/adapt.c \
	src/modify/addforce.c \
	src/modify/ave_atom.c \
	src/modify/ave_chunk.c \
	src/modify/ave_correlate.c \
	src/modify/ave_time.c \
	src/modify/aveforce.c \
	src/modify/average.c \
	src/modify/average.h \
	src/modify/balance.c \
	src/modify/barostat.c \
	src/modify/bath.c \
	src/modify/bath.h \
	src/modify/box_relax.c \
	src/modify/controller.c \
	src/modify/deform.c \
	src/modify/dt_reset.c \
	src/modify/dt_stiffness.c \
	src/modify/dynamic_group.c \
	src/modify/ehex.c \
	src/modify/enforce2d.c \
	src/modify/exchange.c \
	src/modify/exchange.h \
	src/modify/fixes.c \
	src/modify/force_words.c \
	src/modify/force_words.h \
	src/modify/halt.c \
	src/modify/heat.c \
	src/modify/langevin.c \
	src/modify/modifier.h \
	src/modify/momentum.c \
	src/modify/nose_hoover.c \
	src/modify/nose_hoover.h \
	src/modify/nose_hoover_values.c \
	src/modify/nose_hoover_words.c \
	src/modify/nve.c \
	src/modify/potential.c \
	src/modify/print.c \
	src/modify/recenter.c \
	src/modify/property_atom.c \
	src/modify/record.c \
	src/modify/record.h \
	src/modify/registry.c \
	src/modify/setforce.c \
	src/modify/store_state.c \
	src/modify/styles.h \
	src/modify/temp_rescale.c \
	src/modify/travel.c \
	src/modify/travel.h \
	src/modify/vector.c \
	src/modify/viscous.c \
	src/modify/wall_reflect.c
unit_tests += \
	tests/unit/modify/test_average \
	tests/unit/modify/test_fixes
