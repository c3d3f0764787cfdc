/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What stands for every fix that is a potential: it makes the potential from the fix's words and
 * answers for its values.  It has no hook that would act: forces are summed where all are.
 */
#include "modify/modifier.h"

static enum md_status potential_create(void *state, const struct md_modify_context *context,
                                       const struct md_args *args, struct md_error *error)
{
    struct md_external *external = state;
    external->group = md_group_bit(context->group);
    external->variables = context->variables;
    return external->type->create(state, context->system, args, error);
}

/* f_ID is the energy of the last evaluation, f_ID[i] what the potential says it is. */
static enum md_status potential_value(const void *state, const struct md_modify_context *context,
                                      int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct md_external *external = state;
    struct md_external_sums total;
    (void)context;
    if (i < 0 || i > external->reactions || j != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            external->reactions > 0
                                ? "fix %s is a number and has the values [1] to [%d]"
                                : "fix %s is a number; it has no values [i]",
                            external->type->style.name, external->reactions);
    md_external_total(external, &total);
    *value = i == 0 ? total.energy : total.reaction[i - 1];
    return MD_OK;
}

static void potential_destroy(void *state)
{
    const struct md_external *external = state;
    external->type->destroy(state);
}

const struct md_modifier md_modifier_potential = {
    .style = {.name = "potential"},
    .has_energy = true,
    .create = potential_create,
    .has_scalar = true,
    .extensive = true,
    .vector_extensive = true,
    .value = potential_value,
    .destroy = potential_destroy,
};
