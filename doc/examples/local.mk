# SPDX-License-Identifier: GPL-3.0-or-later
# A deck for each command and style, KIND/NAME.in; the folder is listed as a whole.
EXTRA_DIST += doc/examples
