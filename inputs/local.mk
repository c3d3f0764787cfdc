# SPDX-License-Identifier: GPL-3.0-or-later
#
# Everything listed is installed under $(pkgdatadir)/inputs/: decks and other files in the first
# list, scripts a user runs in the second.
nobase_dist_pkgdata_DATA += \
	inputs/first/in.first \
	inputs/cascade/in.cascade-lj inputs/cascade/in.cascade-cu inputs/cascade/README.md \
	inputs/cascade/figure.gp \
	inputs/copper/in.copper-32k inputs/copper/README.md \
	inputs/melt/in.melt-32k inputs/melt/README.md \
	inputs/metals/in.metals inputs/metals/README.md \
	inputs/relax/in.vacancy inputs/relax/README.md \
	inputs/argon7/in.argon7 inputs/argon7/compare inputs/argon7/figure.gp inputs/argon7/README.md
nobase_dist_pkgdata_DATA += \
	inputs/oscillator/in.oscillator inputs/oscillator/figure.gp inputs/oscillator/README.md
nobase_dist_pkgdata_DATA += \
	inputs/liquid-long-cutoff/in.equilibrate inputs/liquid-long-cutoff/in.liquid \
	inputs/liquid-long-cutoff/figure.gp inputs/liquid-long-cutoff/README.md \
	inputs/stiff-dimers/in.equilibrate inputs/stiff-dimers/in.dimers \
	inputs/stiff-dimers/figure.gp inputs/stiff-dimers/README.md
nobase_dist_pkgdata_DATA += \
	inputs/argon7/argon7.py inputs/argon7/energy-stepping.gp inputs/argon7/long.gp \
	inputs/argon7/convergence.gp
nobase_dist_pkgdata_SCRIPTS += inputs/argon7/run-long inputs/argon7/convergence
nobase_dist_pkgdata_SCRIPTS += inputs/argon7/force-stepping
nobase_dist_pkgdata_SCRIPTS += inputs/argon7/run inputs/oscillator/run \
	inputs/cascade/run inputs/liquid-long-cutoff/run inputs/stiff-dimers/run
nobase_dist_pkgdata_DATA += \
	inputs/es-liquid/in.equilibrate inputs/es-liquid/in.liquid \
	inputs/es-liquid/figure.gp inputs/es-liquid/README.md
nobase_dist_pkgdata_SCRIPTS += inputs/es-liquid/run
nobase_dist_pkgdata_DATA += \
	inputs/heat-lattice/in.chain inputs/heat-lattice/in.sheet inputs/heat-lattice/figure.gp \
	inputs/heat-lattice/README.md
nobase_dist_pkgdata_SCRIPTS += inputs/heat-lattice/run
nobase_dist_pkgdata_DATA += \
	inputs/clusters/in.lj13 inputs/clusters/compare-lj13 \
	inputs/clusters/in.lj38 inputs/clusters/compare-lj38 inputs/clusters/README.md
nobase_dist_pkgdata_DATA += \
	inputs/phase-portrait/in.portrait inputs/phase-portrait/figure.gp \
	inputs/phase-portrait/README.md
nobase_dist_pkgdata_SCRIPTS += inputs/phase-portrait/run
nobase_dist_pkgdata_DATA += \
	inputs/argon7/compare-long inputs/cascade/compare inputs/copper/compare \
	inputs/heat-lattice/compare inputs/liquid-long-cutoff/compare inputs/stiff-dimers/compare
