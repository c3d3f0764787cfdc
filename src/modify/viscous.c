/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix viscous: damping, F = -gamma v, with a factor for each type of atom. */
#include "modify/styles.h"

#include "base/memory.h"

#include <math.h>

struct viscous {
    double *gamma; /* of each type, from 1 */
};

static enum md_status read_scales(struct viscous *viscous, int types, const struct md_args *args,
                                  struct md_error *error)
{
    static const char *const keys[] = {"scale", NULL};
    for (int at = 1; at < args->count; at += 3) {
        const struct md_word *word = &args->words[at];
        int key;
        int64_t type;
        double ratio;
        enum md_status status = md_word_choice(word, "keyword of fix viscous", keys, &key, error);
        if (status == MD_OK && at + 2 >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place,
                                "'scale' needs an atom type and a ratio");
        if (status == MD_OK)
            status = md_word_int(word + 1, "atom type", 1, types, &type, error);
        if (status == MD_OK)
            status = md_word_double(word + 2, "ratio", -INFINITY, INFINITY, &ratio, error);
        if (status == MD_OK)
            status = md_word_double(&args->words[0], "gamma", -INFINITY, INFINITY,
                                    &viscous->gamma[type], error);
        if (status != MD_OK)
            return status;
        viscous->gamma[type] *= ratio;
    }
    return MD_OK;
}

static enum md_status viscous_create(void *state, const struct md_modify_context *context,
                                     const struct md_args *args, struct md_error *error)
{
    struct viscous *viscous = state;
    int types = context->system->types;
    double gamma;
    enum md_status status = md_args_count(args, 1, -1, md_modifier_viscous.style.usage, error);
    if (status == MD_OK)
        status = md_word_double(&args->words[0], "gamma", -INFINITY, INFINITY, &gamma, error);
    if (status != MD_OK)
        return status;
    viscous->gamma = md_memory_array((size_t)types + 1, sizeof(double));
    if (viscous->gamma == NULL)
        return md_error_memory(error, "the factors of fix viscous");
    for (int type = 1; type <= types; type++)
        viscous->gamma[type] = gamma;
    return read_scales(viscous, types, args, error);
}

static enum md_status viscous_force(void *state, const struct md_modify_context *context,
                                    md_vec3 *f, struct md_error *error)
{
    const struct viscous *viscous = state;
    const struct md_atoms *atoms = &context->system->atoms;
    uint32_t bit = md_group_bit(context->group);
    (void)error;
    for (size_t i = 0; i < atoms->count; i++) {
        if ((atoms->groups[i] & bit) == 0)
            continue;
        for (int k = 0; k < 3; k++)
            f[i][k] -= viscous->gamma[atoms->type[i]] * atoms->v[i][k];
    }
    return MD_OK;
}

static void viscous_destroy(void *state)
{
    struct viscous *viscous = state;
    md_memory_free(viscous->gamma);
    viscous->gamma = NULL;
}

const struct md_modifier md_modifier_viscous = {
    .style =
        {
            .name = "viscous",
            .summary = "damps atoms by a force against their velocity",
            .usage = "fix ID GROUP viscous GAMMA [scale TYPE RATIO] ...",
            .manual =
                "F = -GAMMA v is added to the force on each atom of the group; GAMMA is a force\n"
                "per velocity.  'scale' multiplies it by RATIO for one type of atom.  Not every\n"
                "run_style can be damped; those that cannot say so before the run.  verlet,\n"
                "newmark and midpoint do it by the discrete Lagrange-d'Alembert principle: their\n"
                "pages tell which velocity is meant.",
            .state_size = sizeof(struct viscous),
        },
    .minimizes = true,
    .balance = MD_BALANCE_UNCOUNTED,
    .create = viscous_create,
    .force = viscous_force,
    .destroy = viscous_destroy,
};
