# SPDX-License-Identifier: GPL-3.0-or-later
#
# Tables are installed under $(pkgdatadir)/potentials/.
nobase_dist_pkgdata_DATA +=
