# SPDX-License-Identifier: GPL-3.0-or-later
#
# Rules of the tree that no compiler checks.
gate_tests += tests/gates/includes tests/gates/symbols tests/gates/ascii-and-form
gate_tests += tests/gates/listed tests/gates/planted tests/gates/splittings
gate_tests += tests/gates/shape tests/gates/styles-named.py
EXTRA_DIST += tests/gates/strip.awk tests/gates/crowded tests/gates/styles-named.allowed
