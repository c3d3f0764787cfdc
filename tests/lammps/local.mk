# SPDX-License-Identifier: GPL-3.0-or-later
#
# Scripts go to lammps_tests, the files they read to EXTRA_DIST.
lammps_tests += tests/lammps/rows.py tests/lammps/bits.py
lammps_tests += tests/lammps/dynamics.py
lammps_tests += tests/lammps/files.py tests/lammps/bonds.py
lammps_tests += tests/lammps/eam.py
lammps_tests += tests/lammps/ensembles.py tests/lammps/examples.py
lammps_tests += tests/lammps/restart.py
lammps_tests += tests/lammps/setup.sh
lammps_tests += tests/lammps/external.py
lammps_tests += tests/lammps/averages.py
lammps_tests += tests/lammps/metals.py
lammps_tests += tests/lammps/minimize.py
lammps_tests += tests/lammps/pair_styles.py
lammps_tests += tests/lammps/peratom.py
lammps_tests += tests/lammps/table.py
lammps_tests += tests/lammps/molecules.py
lammps_tests += tests/lammps/respa.py tests/lammps/shake.py
lammps_tests += tests/lammps/coverage_table.py
lammps_tests += tests/lammps/read_dump.py tests/lammps/language.py tests/lammps/thermo.py
lammps_tests += tests/lammps/fixes.py tests/lammps/fixes2.py
lammps_tests += tests/lammps/dumps.py
lammps_tests += tests/lammps/forms.py tests/lammps/angles.py tests/lammps/masses.py
EXTRA_DIST +=

# The whole decks of LAMMPS beside the real program, with a table: takes hours, of which the ten decks
# of DIFFUSE, HEAT, KAPPA and VISCOSITY take most.  LIMIT: seconds a program may take for a deck.
LIMIT = 3600
check-examples: avimd$(EXEEXT)
	AVIMD='$(abs_top_builddir)/avimd$(EXEEXT)' AVIMD_SRCDIR='$(abs_top_srcdir)' \
	    $(PYTHON3) -B '$(srcdir)/tests/lammps/examples.py' --whole --limit=$(LIMIT)
.PHONY: check-examples
