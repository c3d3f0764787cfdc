/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The block at the end of a run: how much the total energy and momentum changed between its first
 * and last step, and how many atoms it lost.  It states numbers and judges nothing: a thermostat or
 * a moving wall changes them rightfully.
 */
#include "run/self_check.h"

#include <inttypes.h>
#include <math.h>

void md_self_check_take(struct md_self_check *check, const struct md_frame *frame)
{
    const struct md_system *system = frame->system;
    double kinetic = 0.0;
    *check = (struct md_self_check){.atoms = frame->count};
    for (size_t i = 0; i < frame->count; i++) {
        const double *v = frame->v[i];
        double mass = system->mass[system->atoms.type[i]];
        double square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
        kinetic += mass * square;
        check->scale += mass * sqrt(square);
        for (int k = 0; k < 3; k++)
            check->momentum[k] += mass * v[k];
    }
    const struct md_tally *tally = &frame->tally;
    check->kinetic = 0.5 * system->units->mvv2e * kinetic;
    check->energy = check->kinetic + tally->pair + tally->tail + tally->bond + tally->external;
}

void md_self_check_report(const struct md_self_check *before, const struct md_self_check *after,
                          int64_t lost, struct md_log *log)
{
    double change = after->energy - before->energy;
    double per_atom = after->atoms > 0 ? change / (double)after->atoms : 0.0;
    double relative = before->energy != 0.0 ? change / fabs(before->energy) : 0.0;
    double moved = 0.0;
    for (int k = 0; k < 3; k++) {
        double d = after->momentum[k] - before->momentum[k];
        moved += d * d;
    }
    moved = sqrt(moved);
    double scale = after->scale > 0.0 ? moved / after->scale : 0.0;
    md_log_print(log, "\nSelf-check of this run (first against last step):\n");
    md_log_print(log, "  Total energy changed by %.4g per atom (%.3g of it)\n", per_atom, relative);
    md_log_print(log, "  Momentum changed by %.4g (%.3g of the sum of m|v|)\n", moved, scale);
    md_log_print(log, "  Lost atoms: %" PRId64 "\n\n", lost);
}
