# SPDX-License-Identifier: GPL-3.0-or-later
#
# Scripts go to lammps_tests, the files they read to EXTRA_DIST.
lammps_tests +=
EXTRA_DIST +=
