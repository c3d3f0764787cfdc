/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What thermostats have in common: the temperature compute they follow (their own ID_temp, or one
 * that fix_modify names), and the temperature they want, a ramp or a variable.  A compute with a
 * bias (measure/thermal.h) tells which part of a velocity a thermostat must leave alone.
 */
#ifndef MD_MODIFY_BATH_H
#define MD_MODIFY_BATH_H

#include "modify/modifier.h"

struct md_bath {
    const char *style; /* for messages */
    struct md_computes *computes;
    const void *owner;    /* the fix's state, to which an own compute belongs */
    char temperature[80]; /* ID of the compute; "": none */
    double start, stop;
    char variable[64]; /* "": a ramp from start to stop */
    struct md_place place;
    /* Of the last md_bath_look. */
    double now, freedom;
};

/* Target words: TSTART may be v_NAME where `variables`; both are 0 or more. */
enum md_status md_bath_read(struct md_bath *bath, const struct md_word *start,
                            const struct md_word *stop, bool variables, struct md_error *error);

/* Makes the compute `ID_temp GROUP temp`, which is returned by md_bath_free. */
enum md_status md_bath_make(struct md_bath *bath, const struct md_modify_context *context,
                            int group, const struct md_word *word, struct md_error *error);
/* fix_modify temp. */
void md_bath_use(struct md_bath *bath, const struct md_compute *compute);
void md_bath_free(struct md_bath *bath);

/* A run begins: compute and variable are there. */
enum md_status md_bath_begin(struct md_bath *bath, const struct md_modify_context *context,
                             struct md_error *error);

/* The compute, or an error when it is gone. */
enum md_status md_bath_compute(const struct md_bath *bath, struct md_compute **compute,
                               struct md_error *error);

/* Measures: bath->now and bath->freedom. */
enum md_status md_bath_look(struct md_bath *bath, const struct md_modify_context *context,
                            struct md_error *error);

/* The highest temperature wanted; infinity: a variable says it. */
double md_bath_asks(const struct md_bath *bath);

/* The temperature wanted changes during a run. */
bool md_bath_ramps(const struct md_bath *bath);

/* How far the run's ramps have come, 0 to 1. */
double md_ramp_share(const struct md_modify_context *context);

/* The temperature wanted at this step. */
enum md_status md_bath_target(struct md_bath *bath, const struct md_modify_context *context,
                              double *target, struct md_error *error);

/* Multiplies the thermal velocities of the fix's group by these factors, one for each axis. */
enum md_status md_bath_scale(const struct md_bath *bath, const struct md_modify_context *context,
                             const double factor[3], struct md_error *error);

#endif
