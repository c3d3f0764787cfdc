/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix addforce with three numbers: a uniform field, V = -F . r with unwrapped positions.  An added
 * force that follows variables, a region or the clock is no potential: modify/addforce.c.
 */
#include "base/range.h"
#include "term/field/externals.h"

#include <math.h>

struct addforce {
    struct md_external external;
    double force[3];
};

/* The reactions are the forces before this one was added. */
static inline void term(const struct addforce *add, const struct md_box *box,
                        const struct md_external_atom *atom, struct md_external_sums *sums,
                        double f[3])
{
    const double *g = add->force, *r = atom->r;
    (void)box;
    for (int k = 0; k < 3; k++) {
        f[k] += g[k];
        sums->energy -= g[k] * r[k];
        sums->virial[k] += g[k] * r[k];
        sums->reaction[k] += atom->f ? atom->f[k] : 0.0;
    }
    sums->virial[3] += g[0] * r[1];
    sums->virial[4] += g[0] * r[2];
    sums->virial[5] += g[1] * r[2];
}

static double curvature(const struct addforce *add, const struct md_box *box,
                        const struct md_external_atom *atom)
{
    (void)add;
    (void)box;
    (void)atom;
    return 0.0;
}

static struct md_range bend(const struct addforce *unused, const struct md_box *box,
                            const struct md_external_atom *atom, const double v[3], double time)
{
    (void)unused;
    (void)box;
    (void)atom;
    (void)v;
    (void)time;
    return (struct md_range){0.0, 0.0};
}

#define EXTERNAL_STATE addforce
#include "term/external_faces.h"

static enum md_status create(void *state, const struct md_system *system,
                             const struct md_args *args, struct md_error *error)
{
    struct addforce *add = state;
    (void)system;
    enum md_status status = md_args_count(args, 3, 3, md_external_addforce.style.usage, error);
    for (int k = 0; k < 3 && status == MD_OK; k++)
        status = md_word_double(&args->words[k], "force component", -INFINITY, INFINITY,
                                &add->force[k], error);
    add->external.reactions = 3;
    return status;
}

const struct md_potential md_external_addforce = {
    .style =
        {
            .name = "addforce",
            .summary = "adds a force to every atom of a group",
            .usage = "fix ID GROUP addforce FX|v_NAME FY|v_NAME FZ|v_NAME [every N] [region ID]",
            .manual =
                "Three numbers are a uniform field with the energy -F . r (unwrapped positions):\n"
                "a potential.  Variables (equal or atom style), every N (only at steps divisible\n"
                "by N) and region (only atoms inside at that moment) make it a forcing, which has\n"
                "no energy to conserve.  f_ID is -F . r, f_ID[1..3] the total force on these "
                "atoms\n"
                "before this one was added.  fix_modify energy and virial count those of a field.",
            .state_size = sizeof(struct addforce),
        },
    .can = EXTERNAL_CAN | MD_CAN_VIRIAL,
    .create = create,
    .prepare = md_external_prepare,
    .destroy = md_external_destroy,
    EXTERNAL_FACES,
};
