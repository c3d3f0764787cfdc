# SPDX-License-Identifier: GPL-3.0-or-later
dist_man1_MANS += doc/avimd.1
EXTRA_DIST += doc/argon7.svg

# The pictures of the documentation, made again by the program.
figures: all
	AVIMD='$(abs_top_builddir)/avimd$(EXEEXT)' $(SHELL) $(srcdir)/inputs/argon7/run argon7
	cp argon7/argon7.svg $(srcdir)/doc/argon7.svg
.PHONY: figures
