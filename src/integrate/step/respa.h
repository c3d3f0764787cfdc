/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the words of run_style respa say; respa.c is the scheme. */
#ifndef MD_INTEGRATE_STEP_RESPA_H
#define MD_INTEGRATE_STEP_RESPA_H

#include "integrate/integrator.h"

#define MD_RESPA_LEVELS 8

/* Levels count from 1, the innermost; 0: not divided like that. */
struct md_respa_words {
    int levels;
    int factor[MD_RESPA_LEVELS]; /* steps of level k+1 in one of level k+2 */
    int bond, pair, inner, middle, outer;
    int of[MD_TOPOLOGY_KINDS]; /* levels that bonds, angles, ... were given; 0: that of bonds */
    double edge[4];            /* inner fades over 0..1, middle over 2..3 */
    struct md_place reach;     /* of the farthest edge's word */
    struct md_place command;   /* of run_style */
};

enum md_status md_respa_words_read(struct md_respa_words *words, const struct md_args *args,
                                   const char *usage, struct md_error *error);

#endif
