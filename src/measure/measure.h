/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The deck word `compute`: quantities of a frame.  A measure sees only the frame. */
#ifndef MD_MEASURE_MEASURE_H
#define MD_MEASURE_MEASURE_H

#include "base/style.h"
#include "base/value.h"
#include "state/frame.h"

struct md_compute;

/* How a measure finds another one (compute pressure needs a temperature). */
struct md_measure_context {
    const struct md_system *system;
    struct md_computes *computes;
    int group;
};

struct md_measure {
    struct md_style style;
    bool is_temperature;
    bool is_pressure;
    enum md_status (*create)(void *state, const struct md_measure_context *,
                             const struct md_args *, struct md_error *);
    enum md_status (*modify)(void *state, const struct md_args *, struct md_error *);
    enum md_status (*scalar)(void *state, const struct md_measure_context *,
                             const struct md_frame *, double *value, struct md_error *);
    int vector_length; /* 0: no vector */
    enum md_status (*vector)(void *state, const struct md_measure_context *,
                             const struct md_frame *, double *values, struct md_error *);
    int atom_columns; /* 0: no per-atom values */
    enum md_status (*atom)(void *state, const struct md_measure_context *,
                           const struct md_frame *, double *values, struct md_error *);
    /* Temperatures: degrees of freedom, for thermo's ke and for pressure. */
    double (*freedom)(void *state, const struct md_measure_context *, const struct md_frame *);
    void (*destroy)(void *state);
};

struct md_compute {
    char id[64];
    int group;
    const struct md_measure *type;
    void *state;
    struct md_place place;
};

struct md_computes {
    struct md_compute *list;
    int count, capacity;
};

const struct md_measure *md_measure_find(const char *name);
const struct md_measure *md_measure_at(int i);

struct md_compute *md_computes_find(const struct md_computes *computes, const char *id);
void md_computes_free(struct md_computes *computes);

#endif
