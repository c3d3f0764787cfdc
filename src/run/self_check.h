/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run did to the quantities it should have conserved, and whether its step can be right. */
#ifndef MD_RUN_SELF_CHECK_H
#define MD_RUN_SELF_CHECK_H

#include "run/sim.h"

struct md_self_check {
    double kinetic;     /* energy, of all atoms */
    double energy;      /* kinetic and potential, of all atoms */
    double account;     /* what fixes count besides: md_account_energy */
    double momentum[3]; /* sum m v */
    double scale;       /* sum m |v|: what momentum is measured against */
    size_t atoms;
    bool tallied; /* energies are known */
};

/* A run, as it is judged. */
struct md_self_check_run {
    struct md_self_check before, after;
    double hottest;      /* kinetic energy: the most of all rows */
    bool rough;          /* what fixes count drifts by itself */
    double noise;        /* energy that may come and go rightfully */
    bool keeps_energy;   /* it should: no fix exchanges any without counting it */
    bool keeps_momentum; /* it should: nothing acts on the atoms but themselves */
    double rounding;     /* momentum that rounding may have brought */
    double asked;        /* temperature that fixes want; 0: none; infinity: not known */
    double degrees;      /* of freedom, times half of Boltzmann's constant */
    double step;
    const struct md_vibration *vibration; /* NULL or of period 0: not known */
};

enum md_self_check_fault {
    MD_SELF_CHECK_ENERGY = 1,
    MD_SELF_CHECK_MOMENTUM = 2,
    MD_SELF_CHECK_TEMPERATURE = 4
};

void md_self_check_take(struct md_self_check *check, const struct md_frame *frame);
void md_self_check_report(const struct md_self_check *before, const struct md_self_check *after,
                          int64_t lost, struct md_log *log);

/* Which of them cannot be right, as bits. */
unsigned md_self_check_judge(const struct md_self_check_run *run);

/* The first frame of a run is there; a row; the last frame. */
enum md_status md_self_check_begin(struct md_self_check_run *run, struct md_sim *sim,
                                   struct md_error *error);
void md_self_check_row(struct md_self_check_run *run, const struct md_self_check *now);
enum md_status md_self_check_end(struct md_self_check_run *run, struct md_sim *sim,
                                 struct md_error *error);
/* When all rows are printed: the warnings. */
void md_self_check_warn(struct md_self_check_run *run, struct md_sim *sim, int64_t steps,
                        const struct md_place *place);

/* Before a run of several steps: a warning if its step is too long for the fastest vibration, once
 * until something of that changes. */
enum md_status md_self_check_step(struct md_sim *sim, const struct md_place *place,
                                  struct md_error *error);
/* Something changed (enum md_change bits) since: to be called before the bits are cleared, also
 * where no step is judged, so that a short run or a minimisation between two runs hides nothing. */
void md_self_check_changed(struct md_sim *sim, unsigned changed);

#endif
