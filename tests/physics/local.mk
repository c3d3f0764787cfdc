# SPDX-License-Identifier: GPL-3.0-or-later
#
# Scripts go to physics_tests, the files they read to EXTRA_DIST.
physics_tests += tests/physics/argon7.py tests/physics/abc_fire.py
physics_tests += tests/physics/metals.py tests/physics/oscillator.py
physics_tests += tests/physics/ensembles.py
physics_tests += tests/physics/energy_order.py
physics_tests += tests/physics/structure.py
physics_tests += tests/physics/stochastic_walls.py
physics_tests += tests/physics/pushed.py tests/physics/avi_hot.py
physics_tests += tests/physics/cascade.py
physics_tests += tests/physics/avi_single.py
physics_tests += tests/physics/avi_inputs.py tests/physics/avi_long.py
physics_tests += tests/physics/avi_auto.py tests/physics/avi_balance.py
physics_tests += tests/physics/angles.py tests/physics/avi.py
physics_tests += tests/physics/forced.py tests/physics/portrait.py
physics_tests += tests/physics/heat.py tests/physics/implicit.py
physics_tests += tests/physics/energy_stepping.py
physics_tests += tests/physics/es_pair.py
physics_tests += tests/physics/force_stepping.py
physics_tests += tests/physics/error_bars.py
EXTRA_DIST +=
check-error-bars: avimd$(EXEEXT)
	AVIMD=$(abs_top_builddir)/avimd AVIMD_SRCDIR=$(abs_top_srcdir) \
	    $(PYTHON3) -B '$(srcdir)/tests/physics/error_bars.py' 40
.PHONY: check-error-bars
