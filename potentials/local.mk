# SPDX-License-Identifier: GPL-3.0-or-later
#
# Tables are installed under $(pkgdatadir)/potentials/. make tables writes them anew.
nobase_dist_pkgdata_DATA += potentials/README.md \
	potentials/Ag_zhou04.eam.alloy \
	potentials/Al_zhou04.eam.alloy \
	potentials/Au_zhou04.eam.alloy \
	potentials/Cu_zhou04.eam.alloy \
	potentials/Fe_zhou04.eam.alloy \
	potentials/Ni_zhou04.eam.alloy \
	potentials/W_zhou04.eam.alloy \
	potentials/CuAgAuNi_zhou04.eam.alloy \
	potentials/Cu_sutton-chen.eam.alloy
