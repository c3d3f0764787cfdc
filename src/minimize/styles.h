/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The minimisers registry.c lists: one const struct per file. */
#ifndef MD_MINIMIZE_STYLES_H
#define MD_MINIMIZE_STYLES_H

#include "minimize/minimizer.h"

extern const struct md_minimizer md_minimizer_cg;
extern const struct md_minimizer md_minimizer_fire;
extern const struct md_minimizer md_minimizer_quickmin;
extern const struct md_minimizer md_minimizer_sd;

#endif
