# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/integrate/vibration.c src/integrate/vibration.h \
	src/integrate/avi/avi.c src/integrate/avi/avi.h \
	src/integrate/avi/avi_bonds.c src/integrate/avi/avi_bonds.h \
	src/integrate/avi/avi_auto.c \
	src/integrate/avi/avi_element.c \
	src/integrate/avi/avi_elements.c src/integrate/avi/avi_elements.h \
	src/integrate/avi/avi_group.c src/integrate/avi/avi_single.c \
	src/integrate/avi/avi_hot.c src/integrate/avi/avi_hot.h \
	src/integrate/avi/avi_hot_find.c src/integrate/avi/avi_hot_pairs.c \
	src/integrate/avi/avi_hot_stars.c \
	src/integrate/avi/avi_motion.h \
	src/integrate/avi/avi_own.c \
	src/integrate/avi/avi_plain.c src/integrate/avi/avi_plain.h \
	src/integrate/avi/avi_ledger.c src/integrate/avi/avi_periods.c \
	src/integrate/avi/avi_plan.c \
	src/integrate/avi/avi_report.c \
	src/integrate/avi/avi_shares.c \
	src/integrate/avi/avi_watch.c \
	src/integrate/avi/avi_words.c \
	src/integrate/step/blanes_moan4.c \
	src/integrate/coupling.h \
	src/integrate/terraces/whole/es.c src/integrate/terraces/whole/es.h \
	src/integrate/terraces/whole/es_fly.c src/integrate/terraces/whole/es_loops.h \
	src/integrate/terraces/whole/es_path.c src/integrate/terraces/whole/es_path.h \
	src/integrate/terraces/whole/es_report.c \
	src/integrate/terraces/whole/es_search.c src/integrate/terraces/whole/es_search.h \
	src/integrate/terraces/whole/es_start.c src/integrate/terraces/whole/es_verify.c src/integrate/terraces/whole/es_words.c \
	src/integrate/event/event_loop.c src/integrate/event/event_loop.h \
	src/integrate/event/flight.c src/integrate/event/flight.h \
	src/integrate/event/instant.h \
	src/integrate/terraces/pair/es_pair.c src/integrate/terraces/pair/es_pair.h \
	src/integrate/terraces/pair/es_pair_events.c src/integrate/terraces/pair/es_pair_list.c \
	src/integrate/terraces/pair/es_pair_report.c src/integrate/terraces/pair/es_pair_start.c src/integrate/terraces/pair/es_pair_terraces.c \
	src/integrate/terraces/pair/es_pair_verify.c \
	src/integrate/simplex/force_stepping.c \
	src/integrate/step/forest_ruth.c \
	src/integrate/simplex/fs.h src/integrate/simplex/fs_fly.c \
	src/integrate/simplex/fs_grid.c src/integrate/simplex/fs_grid.h \
	src/integrate/simplex/fs_report.c src/integrate/simplex/fs_start.c src/integrate/simplex/fs_words.c \
	src/integrate/step/galerkin.c \
	src/integrate/integrator.h \
	src/integrate/step/march.c src/integrate/step/march.h \
	src/integrate/step/midpoint.c \
	src/integrate/step/newmark.c \
	src/integrate/step/newton.c src/integrate/step/newton.h \
	src/integrate/step/nystrom.c src/integrate/step/nystrom.h \
	src/integrate/order.c src/integrate/order.h \
	src/integrate/event/queue.c src/integrate/event/queue.h \
	src/integrate/registry.c \
	src/integrate/step/respa.c src/integrate/step/respa.h src/integrate/step/respa_words.c \
	src/integrate/step/rk4.c \
	src/integrate/schemes.h \
	src/integrate/speaker.c \
	src/integrate/spectrum.c src/integrate/spectrum.h \
	src/integrate/step/splitting.c src/integrate/step/splitting.h \
	src/integrate/step/suzuki4.c \
	src/integrate/step/symplectic_euler.c \
	src/integrate/step/verlet.c
# Loops over pairs, compiled once per instruction set.
kernel_sources += src/integrate/terraces/whole/es_loops.c

EXTRA_DIST += tests/unit/cluster.h tests/unit/integrate/worlds.h
unit_tests += tests/unit/integrate/test_claims tests/unit/integrate/test_event_loop tests/unit/integrate/test_newton \
	tests/unit/integrate/test_queue tests/unit/integrate/test_spectrum \
	tests/unit/integrate/test_es_pair tests/unit/integrate/test_es_search \
	tests/unit/integrate/test_force_stepping
