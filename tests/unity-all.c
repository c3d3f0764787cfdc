/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unity is fetched, never kept in this tree; this file compiles it from wherever it was put. */
#include "unity.c"
