/* SPDX-License-Identifier: GPL-3.0-or-later */
/* min_modify: one table for all styles of minimisation. */
#include "minimize/minimizer.h"

#include <math.h>

#define NUMBER(word, member, lo, hi, fallback, unit, doc)                                          \
    {                                                                                              \
        word, MD_PARAM_DOUBLE, MD_PARAM_KEYWORD, unit, doc,                                        \
            offsetof(struct md_min_options, member), lo, hi, NULL, fallback                        \
    }
#define COUNT(word, lo, fallback, doc)                                                             \
    {                                                                                              \
#word, MD_PARAM_INT, MD_PARAM_KEYWORD, "", doc, offsetof(struct md_min_options, word), lo, \
            1e9, NULL, fallback                                                                    \
    }
#define CHOICE(word, list, fallback, doc)                                                          \
    {                                                                                              \
#word, MD_PARAM_CHOICE, MD_PARAM_KEYWORD, "", doc, offsetof(struct md_min_options, word),  \
            0.0, 0.0, list, fallback                                                               \
    }
#define FLAG(word, fallback, doc)                                                                  \
    {                                                                                              \
#word, MD_PARAM_BOOL, MD_PARAM_KEYWORD, "", doc, offsetof(struct md_min_options, word),    \
            0.0, 0.0, NULL, fallback                                                               \
    }

static const struct md_param params[] = {
    NUMBER("dmax", dmax, MD_PARAM_TINY, INFINITY, "0.1", "distance",
           "the farthest an atom moves along an axis in a line search or a step"),
    CHOICE(line, "backtrack|quadratic|forcezero", "quadratic", "how cg and sd search along a line"),
    CHOICE(norm, "two|inf|max", "two",
           "what the force tolerance is about: all components together, the largest component, the "
           "longest force on an atom"),
    CHOICE(integrator, "eulerimplicit|verlet|leapfrog|eulerexplicit", "eulerimplicit",
           "how fire moves atoms"),
    NUMBER("tmax", tmax, MD_PARAM_TINY, INFINITY, "10.0", "",
           "fire: the longest time step, in time steps of the deck"),
    NUMBER("tmin", tmin, MD_PARAM_TINY, INFINITY, "0.02", "",
           "fire: the shortest time step, in time steps of the deck"),
    COUNT(delaystep, 0.0, "20", "fire: steps downhill before the time step grows"),
    NUMBER("dtgrow", dtgrow, 1.0, INFINITY, "1.1", "", "fire: factor of a growing time step"),
    NUMBER("dtshrink", dtshrink, MD_PARAM_TINY, 1.0, "0.5", "",
           "fire: factor of a shrinking time step"),
    NUMBER("alpha0", alpha0, 0.0, INFINITY, "0.25", "",
           "fire: how much of the velocity is turned into the force's direction, at first"),
    NUMBER("alphashrink", alphashrink, 0.0, INFINITY, "0.99", "", "fire: factor of that share"),
    COUNT(vdfmax, 0.0, "2000", "fire: steps uphill in a row before it gives up; 0: never"),
    FLAG(halfstepback, "yes", "fire: after a step uphill atoms go half of it back"),
    FLAG(initialdelay, "yes", "fire: the time step does not shrink in the first delaystep steps"),
    FLAG(abcfire, "no",
         "fire: velocities are corrected for their start at rest, dmax bounds each component"),
    {.kind = MD_PARAM_END},
};

const struct md_style md_min_options_style = {
    .name = "min_modify",
    .summary = "settings of minimisations",
    .usage = "min_modify KEYWORD VALUE ...",
    .state_size = sizeof(struct md_min_options),
    .params = params,
};
