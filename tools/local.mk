# SPDX-License-Identifier: GPL-3.0-or-later
EXTRA_DIST += tools/get-unity tools/run-main-job tools/bench

bench: all
	@if test -x $(srcdir)/tools/bench; then \
	    AVIMD='$(abs_top_builddir)/avimd$(EXEEXT)' AVIMD_SRCDIR='$(abs_top_srcdir)' \
	    AVIMD_BUILDDIR='$(abs_top_builddir)' PYTHON3='$(PYTHON3)' $(srcdir)/tools/bench; \
	else \
	    echo 'make bench: there is no tools/bench in this tree'; \
	fi
.PHONY: bench
