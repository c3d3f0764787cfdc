/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run did to the quantities it should have conserved. */
#ifndef MD_RUN_SELF_CHECK_H
#define MD_RUN_SELF_CHECK_H

#include "run/sim.h"

struct md_self_check {
    double kinetic;     /* energy, of all atoms */
    double energy;      /* kinetic and potential, of all atoms */
    double momentum[3]; /* sum m v */
    double scale;       /* sum m |v|: what momentum is measured against */
    size_t atoms;
};

void md_self_check_take(struct md_self_check *check, const struct md_frame *frame);
void md_self_check_report(const struct md_self_check *before, const struct md_self_check *after,
                          int64_t lost, struct md_log *log);

#endif
