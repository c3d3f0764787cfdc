# SPDX-License-Identifier: GPL-3.0-or-later
EXTRA_DIST += tools/fuzz tools/get-unity tools/run-main-job tools/bench

bench: all
	@if test -x $(srcdir)/tools/bench; then \
	    AVIMD='$(abs_top_builddir)/avimd$(EXEEXT)' AVIMD_SRCDIR='$(abs_top_srcdir)' \
	    AVIMD_BUILDDIR='$(abs_top_builddir)' PYTHON3='$(PYTHON3)' $(srcdir)/tools/bench; \
	else \
	    echo 'make bench: there is no tools/bench in this tree'; \
	fi

# Tables of potentials from published formulas; make tables writes those of potentials/ anew.
noinst_PROGRAMS = tools/make-eam
tools_make_eam_SOURCES = tools/make-eam.c
tools_make_eam_LDADD = libavimd.la
tables: tools/make-eam$(EXEEXT)
	tools/make-eam$(EXEEXT) --all '$(srcdir)/potentials'
.PHONY: bench tables
