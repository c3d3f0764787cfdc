# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/integrate/vibration.c src/integrate/vibration.h \
	src/integrate/avi.c src/integrate/avi.h \
	src/integrate/avi_bonds.c src/integrate/avi_bonds.h \
	src/integrate/avi_auto.c \
	src/integrate/avi_element.c \
	src/integrate/avi_elements.c src/integrate/avi_elements.h \
	src/integrate/avi_group.c src/integrate/avi_single.c \
	src/integrate/avi_hot.c src/integrate/avi_hot.h \
	src/integrate/avi_hot_find.c src/integrate/avi_hot_pairs.c \
	src/integrate/avi_hot_stars.c \
	src/integrate/avi_own.c \
	src/integrate/avi_ledger.c src/integrate/avi_periods.c \
	src/integrate/avi_plan.c \
	src/integrate/avi_report.c \
	src/integrate/avi_shares.c \
	src/integrate/avi_watch.c \
	src/integrate/avi_words.c \
	src/integrate/blanes_moan4.c \
	src/integrate/coupling.h \
	src/integrate/es.c src/integrate/es.h \
	src/integrate/es_fly.c src/integrate/es_loops.h \
	src/integrate/es_path.c src/integrate/es_path.h \
	src/integrate/es_report.c \
	src/integrate/es_search.c src/integrate/es_search.h \
	src/integrate/es_start.c src/integrate/es_verify.c src/integrate/es_words.c \
	src/integrate/flight.c src/integrate/flight.h \
	src/integrate/es_pair.c src/integrate/es_pair.h \
	src/integrate/es_pair_events.c src/integrate/es_pair_list.c \
	src/integrate/es_pair_report.c src/integrate/es_pair_start.c src/integrate/es_pair_terraces.c \
	src/integrate/es_pair_verify.c \
	src/integrate/force_stepping.c \
	src/integrate/forest_ruth.c \
	src/integrate/fs.h src/integrate/fs_fly.c \
	src/integrate/fs_grid.c src/integrate/fs_grid.h \
	src/integrate/fs_report.c src/integrate/fs_start.c src/integrate/fs_words.c \
	src/integrate/galerkin.c \
	src/integrate/integrator.h \
	src/integrate/march.c src/integrate/march.h \
	src/integrate/midpoint.c \
	src/integrate/newmark.c \
	src/integrate/newton.c src/integrate/newton.h \
	src/integrate/nystrom.c src/integrate/nystrom.h \
	src/integrate/order.c src/integrate/order.h \
	src/integrate/queue.c src/integrate/queue.h \
	src/integrate/registry.c \
	src/integrate/respa.c src/integrate/respa.h src/integrate/respa_words.c \
	src/integrate/rk4.c \
	src/integrate/schemes.h \
	src/integrate/speaker.c \
	src/integrate/spectrum.c src/integrate/spectrum.h \
	src/integrate/splitting.c src/integrate/splitting.h \
	src/integrate/suzuki4.c \
	src/integrate/symplectic_euler.c \
	src/integrate/verlet.c
# Loops over pairs, compiled once per instruction set.
kernel_sources += src/integrate/es_loops.c

EXTRA_DIST += tests/unit/cluster.h tests/unit/integrate/worlds.h
unit_tests += tests/unit/integrate/test_claims tests/unit/integrate/test_newton \
	tests/unit/integrate/test_queue tests/unit/integrate/test_spectrum \
	tests/unit/integrate/test_es_pair tests/unit/integrate/test_es_search \
	tests/unit/integrate/test_force_stepping
