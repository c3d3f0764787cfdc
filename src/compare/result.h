/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one run of a comparison gave: a row of results.csv. */
#ifndef MD_COMPARE_RESULT_H
#define MD_COMPARE_RESULT_H

#include "compare/plan.h"

enum md_outcome {
    MD_OUTCOME_NONE,     /* not run yet */
    MD_OUTCOME_OK,       /* reached its end */
    MD_OUTCOME_EXPLODED, /* energy beyond all bounds, atoms lost, forces not finite */
    MD_OUTCOME_REFUSED,  /* the integrator would not begin with these words */
    MD_OUTCOME_CRASHED,  /* the process died */
    MD_OUTCOME_LIMIT     /* it took longer than --limit allows */
};

/* Numbers of a run; names and meanings are in result.c. */
enum md_figure {
    MD_FIGURE_UPDATES,
    MD_FIGURE_FORCES,
    MD_FIGURE_EVENTS,
    MD_FIGURE_WALL,
    MD_FIGURE_ENERGY0,
    MD_FIGURE_RMS,
    MD_FIGURE_RMS_SE,
    MD_FIGURE_DRIFT,
    MD_FIGURE_DRIFT_SE,
    MD_FIGURE_WORST,
    MD_FIGURE_KEPT,
    MD_FIGURE_MOMENTUM,
    MD_FIGURE_ANGULAR,
    MD_FIGURE_TEMPERATURE,
    MD_FIGURE_TEMPERATURE_SE,
    MD_FIGURE_HEAT,
    MD_FIGURE_HEAT_SE,
    MD_FIGURE_H1,
    MD_FIGURE_H1_X,
    MD_FIGURE_H1_V,
    MD_FIGURE_RDF,
    MD_FIGURE_STEP,
    MD_FIGURE_LONGEST,
    MD_FIGURE_TRAPPED,
    MD_FIGURE_SCATTER, /* later ones stand last: columns keep their places */
    MD_FIGURE_SCATTER_SE,
    MD_FIGURES
};

struct md_result {
    int outcome;
    double end; /* time reached, from the start of the run, in the deck's units */
    double figure[MD_FIGURES];
    double extra[MD_PLAN_EXTRAS][2]; /* mean, standard error */
    char message[320];               /* why it did not reach its end */
};

/* All numbers unknown. */
void md_result_clear(struct md_result *result);

const char *md_result_figure(int figure);   /* name of the column */
const char *md_result_outcome(int outcome); /* "ok", "exploded", ... */

/* As one line without its end, and back; false: this is no such line. */
int md_result_print(const struct md_result *result, int extras, char *line, size_t size);
bool md_result_parse(struct md_result *result, int extras, const char *line);

#endif
