/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix heat: energy flows into a group of atoms, or out of it, at a constant rate (exchange.h). */
#include "modify/exchange.h"
#include "modify/styles.h"

static enum md_status heat_create(void *state, const struct md_modify_context *context,
                                  const struct md_args *args, struct md_error *error)
{
    static const char *const none[] = {"region", NULL};
    struct md_exchange *heat = state;
    unsigned found;

    heat->style = "heat";
    return md_exchange_read(heat, context->system, args, md_modifier_heat.style.usage, none, &found,
                            error);
}

static enum md_status heat_begin(void *state, const struct md_modify_context *context,
                                 struct md_error *error)
{
    return md_exchange_begin(state, context, error);
}

static int64_t heat_next(const void *state, int64_t step)
{
    return md_exchange_next(state, step);
}

static enum md_status heat_act(void *state, const struct md_modify_context *context,
                               unsigned *changed, struct md_error *error)
{
    struct md_exchange_now now;
    enum md_status status = md_exchange_look(state, context, &now, error);

    *changed |= MD_CHANGED_VELOCITY;
    return status == MD_OK ? md_exchange_heat(state, context, &now, error) : status;
}

static enum md_status heat_value(const void *state, const struct md_modify_context *context,
                                 int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct md_exchange *heat = state;
    (void)context, (void)i, (void)j, (void)error;

    *value = heat->scale;
    return MD_OK;
}

const struct md_modifier md_modifier_heat = {
    .style =
        {
            .name = "heat",
            .summary = "heat flows into a group, or out of it",
            .usage = "fix ID GROUP heat N FLUX|v_NAME [region ID]",
            .manual =
                "Every N steps the velocities of the group's atoms (in the region, if one is\n"
                "given) about their centre of mass are scaled so that their kinetic energy grows\n"
                "by FLUX (energy per time, negative: shrinks) times the time of N steps; the\n"
                "momentum stays.  f_ID is the factor of the last time.",
            .state_size = sizeof(struct md_exchange),
        },
    .balance = MD_BALANCE_UNCOUNTED,
    .create = heat_create,
    .begin = heat_begin,
    .next = heat_next,
    .act = heat_act,
    .has_scalar = true,
    .value = heat_value,
};
