# SPDX-License-Identifier: GPL-3.0-or-later
#
# Everything listed is installed under $(pkgdatadir)/inputs/: decks and other files in the first
# list, scripts a user runs in the second.
nobase_dist_pkgdata_DATA +=
nobase_dist_pkgdata_SCRIPTS +=
