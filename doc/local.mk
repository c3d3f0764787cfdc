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

# ------------------------------------------------------------------ the manual
# Written by the program itself from its tables, the pages in doc/pages and the decks in doc/examples.
# A program for another machine cannot run here: then there is no manual beside avimd.1.
manual_pages = \
	doc/pages/coming-from-lammps.md \
	doc/pages/coverage.md \
	doc/pages/differences.md \
	doc/pages/integrators.md \
	doc/pages/thermo-keywords.md \
	doc/pages/trust.md
EXTRA_DIST += $(manual_pages)

if MD_CROSS
man:
	@echo 'The manual is made by the program, which does not run on this machine.'
html-local: man
else
bashcompletiondir = $(datadir)/bash-completion/completions
nodist_bashcompletion_DATA = manual/completions/avimd
vimsyntaxdir = $(pkgdatadir)/vim/syntax
nodist_vimsyntax_DATA = manual/vim/syntax/avimd.vim
vimdetectdir = $(pkgdatadir)/vim/ftdetect
nodist_vimdetect_DATA = manual/vim/ftdetect/avimd.vim
$(nodist_bashcompletion_DATA) $(nodist_vimsyntax_DATA) $(nodist_vimdetect_DATA): manual/stamp
	@:

# Made anew when the program or any file of doc/ is newer; the old pages go first, since names come and
# go with those of styles.
manual/stamp: avimd$(EXEEXT) manual-force
	@if test ! -f $@ || test -n "`find avimd$(EXEEXT) '$(srcdir)/doc' -newer $@ | sed 1q`"; then \
	    echo '  MANUAL   manual'; \
	    rm -rf manual && ./avimd$(EXEEXT) manual manual '$(srcdir)/doc' && echo made >$@; \
	fi
manual-force:
all-local: manual/stamp
man html-local: manual/stamp

install-data-local: manual/stamp
	$(MKDIR_P) '$(DESTDIR)$(htmldir)' '$(DESTDIR)$(mandir)/man7'
	for file in manual/html/*; do $(INSTALL_DATA) "$$file" '$(DESTDIR)$(htmldir)' || exit 1; done
	for file in manual/man7/*; do $(INSTALL_DATA) "$$file" '$(DESTDIR)$(mandir)/man7' || exit 1; done
uninstall-local: manual/stamp
	for file in manual/html/*; do rm -f '$(DESTDIR)$(htmldir)'/"$${file##*/}"; done
	for file in manual/man7/*; do rm -f '$(DESTDIR)$(mandir)/man7'/"$${file##*/}"; done
	-rmdir '$(DESTDIR)$(htmldir)' 2>/dev/null
clean-local:
	rm -rf manual
endif
.PHONY: man manual-force

# The table of what would unlock most of LAMMPS's examples, written anew.
coverage-table: avimd$(EXEEXT)
	AVIMD='$(abs_top_builddir)/avimd$(EXEEXT)' AVIMD_SRCDIR='$(abs_top_srcdir)' \
	    $(PYTHON3) -B '$(srcdir)/tests/lammps/coverage_table.py' --write
.PHONY: coverage-table
