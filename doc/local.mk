# SPDX-License-Identifier: GPL-3.0-or-later
dist_man1_MANS += doc/avimd.1
EXTRA_DIST += doc/argon7.svg
EXTRA_DIST += doc/compare-error.svg doc/compare-temperature.svg
EXTRA_DIST += doc/examples/command/info.in doc/examples/region/prism.in

# The pictures of the documentation, made again by the program.
figures: all
	AVIMD='$(abs_top_builddir)/avimd$(EXEEXT)' $(SHELL) $(srcdir)/inputs/argon7/run argon7
	cp argon7/argon7.svg $(srcdir)/doc/argon7.svg
	./avimd$(EXEEXT) compare $(srcdir)/inputs/argon7/in.argon7 --again \
	    --plan $(srcdir)/inputs/argon7/compare --out argon7-comparison
	cp argon7-comparison/plots/error.svg $(srcdir)/doc/compare-error.svg
	cp argon7-comparison/plots/temperature.svg $(srcdir)/doc/compare-temperature.svg
.PHONY: figures
