# SPDX-License-Identifier: GPL-3.0-or-later
dist_man1_MANS += doc/avimd.1
