/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix momentum: every N steps takes the motion of the centre of mass out of a group (linear), its
 * rotation about it (angular), or both; with rescale the kinetic energy taken out is put back by
 * scaling what is left.
 */
#include "modify/styles.h"
#include "modify/total.h"

#include "state/group_sums.h"
#include "state/mass.h"

#include <math.h>

struct momentum {
    int64_t every;
    bool linear, angular, rescale;
    bool axis[3];
};

enum { LINEAR, ANGULAR, RESCALE };

/* linear X Y Z, each 0 or 1. */
static enum md_status read_axes(struct momentum *momentum, const struct md_args *args, int at,
                                struct md_error *error)
{
    if (args->count < at + 4)
        return md_error_set(error, MD_ERR_COUNT, &args->words[at].place,
                            "'linear' needs three flags, 0 or 1, for x, y and z");
    momentum->linear = true;
    for (int k = 0; k < 3; k++) {
        int64_t flag;
        enum md_status status =
            md_word_int(&args->words[at + 1 + k], "flag of 'linear'", 0, 1, &flag, error);
        if (status != MD_OK)
            return status;
        momentum->axis[k] = flag == 1;
    }
    return MD_OK;
}

static enum md_status momentum_create(void *state, const struct md_modify_context *context,
                                      const struct md_args *args, struct md_error *error)
{
    static const char *const keys[] = {"linear", "angular", "rescale", NULL};
    struct momentum *momentum = state;
    (void)context;
    enum md_status status = md_args_count(args, 1, -1, md_modifier_momentum.style.usage, error);
    if (status == MD_OK)
        status = md_word_int(&args->words[0], "interval of fix momentum", 1, MD_STEP_MAX,
                             &momentum->every, error);
    int at = 1;
    while (status == MD_OK && at < args->count) {
        int key;
        status = md_word_choice(&args->words[at], "keyword of fix momentum", keys, &key, error);
        if (status != MD_OK)
            break;
        if (key == LINEAR)
            status = read_axes(momentum, args, at, error);
        momentum->angular |= key == ANGULAR;
        momentum->rescale |= key == RESCALE;
        at += key == LINEAR ? 4 : 1;
    }
    if (status == MD_OK && !momentum->linear && !momentum->angular)
        return md_error_set(error, MD_ERR_COUNT, NULL,
                            "fix momentum takes nothing out: it needs 'linear X Y Z' or 'angular'");
    return status;
}

static int64_t momentum_next(const void *state, int64_t step)
{
    const struct momentum *momentum = state;
    return (step / momentum->every + 1) * momentum->every;
}

static void remove_linear(const struct momentum *momentum, const struct md_members *members,
                          struct md_atoms *atoms)
{
    double vcm[3];
    md_group_vcm(members, md_group_mass(members), vcm);
    for (size_t i = 0; i < atoms->count; i++) {
        if (!md_members_has(members, i))
            continue;
        for (int k = 0; k < 3; k++) {
            if (momentum->axis[k])
                atoms->v[i][k] -= vcm[k];
        }
    }
}

/* v -= omega x (r - centre), with unwrapped positions r. */
static void remove_angular(const struct md_members *members, const struct md_box *box,
                           struct md_atoms *atoms)
{
    double xcm[3], angmom[3], inertia[3][3], omega[3];
    md_group_xcm(members, md_group_mass(members), xcm);
    md_group_angmom(members, xcm, angmom);
    md_group_inertia(members, xcm, inertia);
    md_group_omega(angmom, (const double(*)[3])inertia, omega);
    for (size_t i = 0; i < atoms->count; i++) {
        if (!md_members_has(members, i))
            continue;
        double r[3];
        md_box_unwrap(box, atoms->x[i], atoms->image[i], r);
        for (int k = 0; k < 3; k++)
            r[k] -= xcm[k];
        atoms->v[i][0] -= omega[1] * r[2] - omega[2] * r[1];
        atoms->v[i][1] -= omega[2] * r[0] - omega[0] * r[2];
        atoms->v[i][2] -= omega[0] * r[1] - omega[1] * r[0];
    }
}

static enum md_status momentum_act(void *state, const struct md_modify_context *context,
                                   unsigned *changed, struct md_error *error)
{
    const struct momentum *momentum = state;
    struct md_system *system = context->system;
    struct md_members members = md_members_of(system, context->group);
    (void)error;
    if (md_group_mass(&members) <= 0.0)
        return MD_OK;
    double before = momentum->rescale ? md_group_ke(&members) : 0.0;
    if (momentum->linear)
        remove_linear(momentum, &members, &system->atoms);
    if (momentum->angular)
        remove_angular(&members, &system->box, &system->atoms);
    double after = momentum->rescale ? md_group_ke(&members) : 0.0;
    if (after > 0.0) {
        double factor = sqrt(before / after);
        for (size_t i = 0; i < system->atoms.count; i++) {
            if (!md_members_has(&members, i))
                continue;
            for (int k = 0; k < 3; k++)
                system->atoms.v[i][k] *= factor;
        }
    }
    *changed |= MD_CHANGED_VELOCITY;
    return MD_OK;
}

/* It takes nothing from a system that rests as a whole, and then is only a precaution. */
static enum md_balance momentum_balances(const void *state, const struct md_modify_context *context)
{
    const struct md_system *system = context->system;
    const struct md_atoms *atoms = &system->atoms;
    struct md_exact_rows sums;
    double drift[3], size;
    (void)state;
    md_exact_rows_init(&sums);
    for (size_t i = 0; i < atoms->count; i++) {
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] = md_mass_of(system, i) * atoms->v[i][k];
        md_total_add(&sums, p, fabs(p[0]) + fabs(p[1]) + fabs(p[2]));
    }
    md_total_take(&sums, drift, &size);
    bool rests = fabs(drift[0]) + fabs(drift[1]) + fabs(drift[2]) <= 1e-9 * size;
    return context->group == 0 && rests ? MD_BALANCE_COUNTED : MD_BALANCE_UNCOUNTED;
}

const struct md_modifier md_modifier_momentum = {
    .style =
        {
            .name = "momentum",
            .summary = "takes drift and rotation out of a group every N steps",
            .usage = "fix ID GROUP momentum N [linear X Y Z] [angular] [rescale]",
            .manual =
                "At the end of every step divisible by N: 'linear' subtracts the velocity of the\n"
                "group's centre of mass along the axes whose flag is 1, 'angular' subtracts the\n"
                "rotation about it.  'rescale' then scales the velocities so that the group's "
                "kinetic\n"
                "energy is what it was.",
            .state_size = sizeof(struct momentum),
        },
    .balances = momentum_balances,
    .create = momentum_create,
    .next = momentum_next,
    .act = momentum_act,
};
