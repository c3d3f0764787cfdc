/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix setforce: sets components of the force on a group, to a number, to a variable's value or,
 * with NULL, not at all.  With `region` only atoms that are inside at that moment.  f_ID[1..3] are
 * the total force on those atoms before it was replaced: the reaction of a clamp.
 */
#include "modify/force_words.h"
#include "modify/styles.h"
#include "modify/total.h"

#include <string.h>

struct setforce {
    struct md_force_words words;
    double total[3]; /* before the force was set */
    double inner[3]; /* of the parts of forces that come before the last */
};

static enum md_status setforce_create(void *state, const struct md_modify_context *context,
                                      const struct md_args *args, struct md_error *error)
{
    static const char *const keys[] = {"region", NULL};
    struct setforce *set = state;
    int which;
    enum md_status status = md_args_count(args, 3, 5, md_modifier_setforce.style.usage, error);
    if (status == MD_OK)
        status = md_force_words_read(&set->words, "setforce", args, error);
    if (status != MD_OK || args->count == 3)
        return status;
    status = md_word_choice(&args->words[3], "keyword of fix setforce", keys, &which, error);
    if (status == MD_OK)
        status = md_force_words_region(&set->words, context->system, args, 3, error);
    return status;
}

static enum md_status setforce_begin(void *state, const struct md_modify_context *context,
                                     struct md_error *error)
{
    struct setforce *set = state;
    return md_force_words_begin(&set->words, context, error);
}

/* A force that is not zero has no energy that could be minimised. */
static enum md_status setforce_join(const void *state, const struct md_modify_context *context,
                                    struct md_error *error)
{
    const struct setforce *set = state;
    (void)context;
    for (int k = 0; k < 3; k++) {
        const struct md_force_axis *axis = &set->words.axis[k];
        if (axis->source != MD_FORCE_KEEP &&
            (axis->source != MD_FORCE_NUMBER || axis->number != 0.0))
            return md_error_set(error, MD_ERR_UNSUPPORTED, NULL,
                                "fix setforce can only set forces to zero (0, or NULL to keep "
                                "them) in a minimisation; for others use fix addforce");
    }
    return MD_OK;
}

/* Adds the total force on the members to `total`. */
static void add_total(const struct md_force_words *words, const struct md_modify_context *context,
                      const md_vec3 *f, double total[3])
{
    struct md_exact_rows sums;
    double sum[3];
    md_exact_rows_init(&sums);
    for (size_t i = 0; i < context->system->atoms.count; i++)
        if (md_force_words_has(words, context, i))
            md_total_add(&sums, f[i], 0.0);
    md_total_take(&sums, sum, NULL);
    for (int k = 0; k < 3; k++)
        total[k] += sum[k];
}

static enum md_status setforce_filter(void *state, const struct md_modify_context *context,
                                      md_vec3 *f, struct md_error *error)
{
    struct setforce *set = state;
    struct md_force_words *words = &set->words;
    enum md_status status = md_force_words_evaluate(words, context, error);
    if (status != MD_OK)
        return status;
    memcpy(set->total, set->inner, sizeof(set->total));
    memset(set->inner, 0, sizeof(set->inner));
    add_total(words, context, (const md_vec3 *)f, set->total);
    for (size_t i = 0; i < context->system->atoms.count; i++) {
        if (!md_force_words_has(words, context, i))
            continue;
        for (int k = 0; k < 3; k++)
            if (words->axis[k].source != MD_FORCE_KEEP)
                f[i][k] = md_force_words_value(words, k, i);
    }
    return MD_OK;
}

/* The last part brings the value, so all others are nothing. */
static enum md_status setforce_part(void *state, const struct md_modify_context *context,
                                    md_vec3 *f, bool first, struct md_error *error)
{
    struct setforce *set = state;
    const struct md_force_words *words = &set->words;
    (void)error;
    if (first)
        memset(set->inner, 0, sizeof(set->inner));
    add_total(words, context, (const md_vec3 *)f, set->inner);
    for (size_t i = 0; i < context->system->atoms.count; i++) {
        if (!md_force_words_has(words, context, i))
            continue;
        for (int k = 0; k < 3; k++)
            if (words->axis[k].source != MD_FORCE_KEEP)
                f[i][k] = 0.0;
    }
    return MD_OK;
}

static enum md_status setforce_value(const void *state, const struct md_modify_context *context,
                                     int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct setforce *set = state;
    (void)context;
    if (i < 1 || i > 3 || j != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "fix setforce has the values [1], [2] and [3]");
    *value = set->total[i - 1];
    return MD_OK;
}

static void setforce_destroy(void *state)
{
    struct setforce *set = state;
    md_force_words_free(&set->words);
}

/* What f_ID shows before the next forces. */
static enum md_status setforce_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct setforce *set = state;
    return md_archive_doubles(archive, "total", set->total, 3, error);
}

static enum md_balance setforce_balances(const void *state, const struct md_modify_context *context)
{
    struct md_error why = {0};
    bool nothing = setforce_join(state, context, &why) == MD_OK;
    md_error_clear(&why);
    return md_modifier_balance_of_set(nothing, context);
}

const struct md_modifier md_modifier_setforce = {
    .style =
        {
            .name = "setforce",
            .summary = "sets components of the force on a group",
            .usage =
                "fix ID GROUP setforce FX|NULL|v_NAME FY|NULL|v_NAME FZ|NULL|v_NAME [region ID]",
            .manual =
                "After all forces are computed, each component on the group's atoms is set to the\n"
                "number or variable (equal or atom style) given; NULL keeps it.  Setting 0 0 0 on\n"
                "atoms at rest clamps them.  With region, only atoms inside it at that moment.\n"
                "Forces added by fixes that stand later in the deck are not touched.  f_ID[1],\n"
                "f_ID[2], f_ID[3] are the total force on these atoms before it was set.",
            .state_size = sizeof(struct setforce),
        },
    .minimizes = true,
    .keep = setforce_keep,
    .balances = setforce_balances,
    .create = setforce_create,
    .begin = setforce_begin,
    .filter = setforce_filter,
    .filter_part = setforce_part,
    .join = setforce_join,
    .vector_length = 3,
    .vector_extensive = true,
    .value = setforce_value,
    .destroy = setforce_destroy,
};
