/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix ehex: heat exchange as fix heat does it (exchange.h), and a correction of the positions that
 * takes away the drift of the total energy (P. Wirnsberger, D. Frenkel, C. Dellago, J. Chem. Phys.
 * 143 (2015) 124104).  With the flux F, the kinetic energy K about the centre of mass, whose
 * velocity is u, and w = v - u,
 *
 *     x -= h^3 { w F / (2 K^2) [ F / 48 + 1/6 sum f.w ] - F / (12 K) [ f / m - sum f / M ] }
 *
 * before the velocities are scaled.  Forces stay those of the uncorrected positions until the next
 * step.
 */
#include "modify/exchange.h"
#include "modify/styles.h"
#include "modify/total.h"
#include "state/mass.h"

struct ehex {
    struct md_exchange exchange;
    bool plain; /* no correction: the algorithm HEX */
};

static enum md_status ehex_create(void *state, const struct md_modify_context *context,
                                  const struct md_args *args, struct md_error *error)
{
    static const char *const more[] = {"hex", "com", "constrain", NULL};
    struct ehex *ehex = state;
    unsigned found = 0;
    enum md_status status;

    ehex->exchange.style = "ehex";
    ehex->exchange.wraps = true;
    status = md_exchange_read(&ehex->exchange, context->system, args, md_modifier_ehex.style.usage,
                              more, &found, error);
    if (status == MD_OK && found > 1U)
        return md_error_set(error, MD_ERR_UNSUPPORTED, NULL,
                            "the keywords com and constrain of fix ehex, for rigid molecules, do "
                            "not exist here; region and hex do");
    ehex->plain = found == 1U;
    return status;
}

static enum md_status ehex_begin(void *state, const struct md_modify_context *context,
                                 struct md_error *error)
{
    struct ehex *ehex = state;

    return md_exchange_begin(&ehex->exchange, context, error);
}

static int64_t ehex_next(const void *state, int64_t step)
{
    const struct ehex *ehex = state;

    return md_exchange_next(&ehex->exchange, step);
}

static void correct(const struct ehex *ehex, struct md_system *system,
                    const struct md_exchange_now *now)
{
    struct md_atoms *atoms = &system->atoms;
    double h = system->clock.timestep, flux = ehex->exchange.flux, ftm2v = system->units->ftm2v;
    struct md_exact_rows sums;
    double total[3], power;

    md_exact_rows_init(&sums);
    for (size_t i = 0; i < atoms->count; i++) {
        const double *f = atoms->f[i], *v = atoms->v[i], *vcm = now->vcm;

        if (md_members_has(&now->members, i))
            md_total_add(&sums, f,
                         f[0] * (v[0] - vcm[0]) + f[1] * (v[1] - vcm[1]) + f[2] * (v[2] - vcm[2]));
    }
    md_total_take(&sums, total, &power);
    double along = flux / (2.0 * now->ke * now->ke) * (flux / 48.0 + power / 6.0);
    double across = flux / (12.0 * now->ke) * ftm2v;
    for (size_t i = 0; i < atoms->count; i++) {
        double mass = md_mass_of(system, i);

        if (!md_members_has(&now->members, i))
            continue;
        for (int k = 0; k < 3; k++)
            atoms->x[i][k] -= h * h * h *
                              (along * (atoms->v[i][k] - now->vcm[k]) -
                               across * (atoms->f[i][k] / mass - total[k] / now->mass));
    }
}

/* Who is in the region is asked before anything moves. */
static enum md_status ehex_act(void *state, const struct md_modify_context *context,
                               unsigned *changed, struct md_error *error)
{
    struct ehex *ehex = state;
    struct md_exchange_now now;
    enum md_status status = md_exchange_look(&ehex->exchange, context, &now, error);

    *changed |= MD_CHANGED_VELOCITY;
    if (status == MD_OK && !ehex->plain)
        correct(ehex, context->system, &now);
    return status == MD_OK ? md_exchange_heat(&ehex->exchange, context, &now, error) : status;
}

static void ehex_destroy(void *state)
{
    struct ehex *ehex = state;

    md_exchange_free(&ehex->exchange);
}

static enum md_status ehex_value(const void *state, const struct md_modify_context *context,
                                 int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct ehex *ehex = state;
    (void)context, (void)i, (void)j, (void)error;

    *value = ehex->exchange.scale;
    return MD_OK;
}

const struct md_modifier md_modifier_ehex = {
    .style =
        {
            .name = "ehex",
            .summary = "heat flows into a group without a drift of the total energy",
            .usage = "fix ID GROUP ehex N FLUX [region ID] [hex]",
            .manual =
                "As fix heat, and positions are corrected by a term of third order in the time\n"
                "step, without which the total energy of long runs drifts.  hex leaves the\n"
                "correction out.  f_ID is the last factor of the velocities.",
            .cite = "P. Wirnsberger, D. Frenkel, C. Dellago, J. Chem. Phys. 143 (2015) 124104",
            .state_size = sizeof(struct ehex),
        },
    .displaces = true, /* the correction of positions */
    .balance = MD_BALANCE_UNCOUNTED,
    .create = ehex_create,
    .begin = ehex_begin,
    .next = ehex_next,
    .act = ehex_act,
    .has_scalar = true,
    .value = ehex_value,
    .destroy = ehex_destroy,
};
