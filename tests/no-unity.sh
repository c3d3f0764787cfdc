#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
echo '1..0 # SKIP unit tests need Unity: run tools/get-unity, then configure again'
