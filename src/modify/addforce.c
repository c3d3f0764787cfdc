/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix addforce where the force follows variables, a region or the clock: a forcing, no potential.
 * With three numbers it is a uniform field: term/field/addforce.c.
 */
#include "modify/force_words.h"
#include "modify/styles.h"
#include "modify/total.h"

struct addforce {
    struct md_force_words words;
    int64_t every;
    double total[3]; /* before the force was added */
    double energy;   /* -F . r */
};

static enum md_status addforce_create(void *state, const struct md_modify_context *context,
                                      const struct md_args *args, struct md_error *error)
{
    static const char *const keys[] = {"every", "region", MD_NOT_OFFERED "energy", NULL};
    struct addforce *add = state;
    int key;
    add->every = 1;
    enum md_status status =
        md_args_count(args, 3, -1, md_external_find("addforce")->style.usage, error);
    if (status == MD_OK)
        status = md_force_words_read(&add->words, "addforce", args, error);
    for (int k = 0; k < 3 && status == MD_OK; k++) {
        if (add->words.axis[k].source == MD_FORCE_KEEP)
            return md_error_set(error, MD_ERR_VALUE, &args->words[k].place,
                                "fix addforce needs a number or v_NAME, not NULL; 0 adds nothing");
    }
    for (int at = 3; at < args->count && status == MD_OK; at += 2) {
        const struct md_word *word = &args->words[at];
        status = md_word_choice(word, "keyword of fix addforce", keys, &key, error);
        if (status == MD_OK && key == 2)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                                "'energy' is for minimisation with variable forces, which is not "
                                "available");
        if (status == MD_OK && key == 0 && at + 1 >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place,
                                "'every' needs a number of steps");
        if (status == MD_OK)
            status = key == 0
                         ? md_word_int(word + 1, "interval of fix addforce", 1, MD_STEP_MAX,
                                       &add->every, error)
                         : md_force_words_region(&add->words, context->system, args, at, error);
    }
    return status;
}

static enum md_status addforce_begin(void *state, const struct md_modify_context *context,
                                     struct md_error *error)
{
    struct addforce *add = state;
    return md_force_words_begin(&add->words, context, error);
}

static enum md_status addforce_join(const void *state, const struct md_modify_context *context,
                                    struct md_error *error)
{
    const struct addforce *add = state;
    (void)context;
    for (int k = 0; k < 3; k++) {
        if (add->words.axis[k].source != MD_FORCE_NUMBER)
            return md_error_set(error, MD_ERR_UNSUPPORTED, NULL,
                                "fix addforce with variables cannot be used in a minimisation: "
                                "such a force has no energy (the keyword 'energy' of LAMMPS is "
                                "not available)");
    }
    return MD_OK;
}

static enum md_status addforce_force(void *state, const struct md_modify_context *context,
                                     md_vec3 *f, struct md_error *error)
{
    struct addforce *add = state;
    struct md_force_words *words = &add->words;
    const struct md_system *system = context->system;
    const struct md_atoms *atoms = &system->atoms;
    if (md_clock_step(&system->clock) % add->every != 0)
        return MD_OK;
    enum md_status status = md_force_words_evaluate(words, context, error);
    if (status != MD_OK)
        return status;
    struct md_exact_rows sums;
    md_exact_rows_init(&sums);
    for (size_t i = 0; i < atoms->count; i++) {
        double r[3], added[3];
        if (!md_force_words_has(words, context, i))
            continue;
        md_box_unwrap(&system->box, atoms->x[i], atoms->image[i], r);
        for (int k = 0; k < 3; k++)
            added[k] = md_force_words_value(words, k, i);
        md_total_add(&sums, f[i], -(added[0] * r[0] + added[1] * r[1] + added[2] * r[2]));
        for (int k = 0; k < 3; k++)
            f[i][k] += added[k];
    }
    md_total_take(&sums, add->total, &add->energy);
    return MD_OK;
}

static enum md_status addforce_value(const void *state, const struct md_modify_context *context,
                                     int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct addforce *add = state;
    (void)context;
    if (i < 0 || i > 3 || j != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "fix addforce is a number and has the values [1], [2] and [3]");
    *value = i == 0 ? add->energy : add->total[i - 1];
    return MD_OK;
}

static void addforce_destroy(void *state)
{
    struct addforce *add = state;
    md_force_words_free(&add->words);
}

/* What a user may read stands with the potential of the same name. */
/* What f_ID shows before the next forces. */
static enum md_status addforce_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct addforce *add = state;
    if (md_archive_doubles(archive, "energy", &add->energy, 1, error))
        return error->status;
    return md_archive_doubles(archive, "total", add->total, 3, error);
}

const struct md_modifier md_modifier_addforce = {
    .style = {.name = "addforce", .state_size = sizeof(struct addforce)},
    .minimizes = true,
    .keep = addforce_keep,
    .balance = MD_BALANCE_UNCOUNTED,
    .create = addforce_create,
    .begin = addforce_begin,
    .force = addforce_force,
    .join = addforce_join,
    .has_scalar = true,
    .extensive = true,
    .vector_length = 3,
    .vector_extensive = true,
    .value = addforce_value,
    .destroy = addforce_destroy,
};
