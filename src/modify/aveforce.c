/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix aveforce: gives every atom of a group the group's average force, so that it accelerates as
 * one (equal masses), plus a number or an equal-style variable's value; NULL leaves a component
 * alone.  f_ID[1..3] are the total force before it was averaged.
 */
#include "modify/force_words.h"
#include "modify/styles.h"
#include "modify/total.h"

#include <string.h>

struct aveforce {
    struct md_force_words words;
    double total[3];
    double inner[3]; /* of the parts of forces that come before the last */
};

static enum md_status aveforce_create(void *state, const struct md_modify_context *context,
                                      const struct md_args *args, struct md_error *error)
{
    static const char *const keys[] = {"region", NULL};
    struct aveforce *average = state;
    int which;
    enum md_status status = md_args_count(args, 3, 5, md_modifier_aveforce.style.usage, error);
    if (status == MD_OK)
        status = md_force_words_read(&average->words, "aveforce", args, error);
    if (status != MD_OK || args->count == 3)
        return status;
    status = md_word_choice(&args->words[3], "keyword of fix aveforce", keys, &which, error);
    if (status == MD_OK)
        status = md_force_words_region(&average->words, context->system, args, 3, error);
    return status;
}

static enum md_status aveforce_begin(void *state, const struct md_modify_context *context,
                                     struct md_error *error)
{
    struct aveforce *average = state;
    enum md_status status = md_force_words_begin(&average->words, context, error);
    for (int k = 0; k < 3 && status == MD_OK; k++) {
        const struct md_force_axis *axis = &average->words.axis[k];
        if (axis->source == MD_FORCE_ATOM)
            return md_error_set(error, MD_ERR_VALUE, &axis->place,
                                "fix aveforce needs an equal-style variable; '%s' is atom style",
                                axis->variable);
    }
    return status;
}

/* Every member gets the average, and `add` of what the words say besides.  Adds the total force
 * that there was to `total`. */
static void level_out(const struct md_force_words *words, const struct md_modify_context *context,
                      md_vec3 *f, double add, double total[3])
{
    size_t count = context->system->atoms.count, members = 0;
    struct md_exact_rows sums;
    double sum[3];
    md_exact_rows_init(&sums);
    for (size_t i = 0; i < count; i++) {
        if (!md_force_words_has(words, context, i))
            continue;
        members++;
        md_total_add(&sums, f[i], 0.0);
    }
    md_total_take(&sums, sum, NULL);
    for (size_t i = 0; i < count; i++) {
        if (!md_force_words_has(words, context, i))
            continue;
        for (int k = 0; k < 3; k++) {
            if (words->axis[k].source != MD_FORCE_KEEP)
                f[i][k] = sum[k] / (double)members + add * words->axis[k].number;
        }
    }
    for (int k = 0; k < 3; k++)
        total[k] += sum[k];
}

static enum md_status aveforce_filter(void *state, const struct md_modify_context *context,
                                      md_vec3 *f, struct md_error *error)
{
    struct aveforce *average = state;
    enum md_status status = md_force_words_evaluate(&average->words, context, error);
    if (status != MD_OK)
        return status;
    memcpy(average->total, average->inner, sizeof(average->total));
    memset(average->inner, 0, sizeof(average->inner));
    level_out(&average->words, context, f, 1.0, average->total);
    return MD_OK;
}

/* What is added comes with the last part. */
static enum md_status aveforce_part(void *state, const struct md_modify_context *context,
                                    md_vec3 *f, bool first, struct md_error *error)
{
    struct aveforce *average = state;
    (void)error;
    if (first)
        memset(average->inner, 0, sizeof(average->inner));
    level_out(&average->words, context, f, 0.0, average->inner);
    return MD_OK;
}

static enum md_status aveforce_value(const void *state, const struct md_modify_context *context,
                                     int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct aveforce *average = state;
    (void)context;
    if (i < 1 || i > 3 || j != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "fix aveforce has the values [1], [2] and [3]");
    *value = average->total[i - 1];
    return MD_OK;
}

static void aveforce_destroy(void *state)
{
    struct aveforce *average = state;
    md_force_words_free(&average->words);
}

/* What f_ID shows before the next forces. */
static enum md_status aveforce_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct aveforce *average = state;
    return md_archive_doubles(archive, "total", average->total, 3, error);
}

static enum md_balance aveforce_balances(const void *state, const struct md_modify_context *context)
{
    const struct aveforce *average = state;
    bool nothing = true;
    for (int k = 0; k < 3; k++) {
        const struct md_force_axis *axis = &average->words.axis[k];
        nothing = nothing && (axis->source == MD_FORCE_KEEP ||
                              (axis->source == MD_FORCE_NUMBER && axis->number == 0.0));
    }
    return md_modifier_balance_of_set(nothing, context);
}

const struct md_modifier md_modifier_aveforce = {
    .style =
        {
            .name = "aveforce",
            .summary = "gives each atom of a group the group's average force",
            .usage =
                "fix ID GROUP aveforce FX|NULL|v_NAME FY|NULL|v_NAME FZ|NULL|v_NAME [region ID]",
            .manual =
                "After all forces are computed, each component on the group's atoms becomes its\n"
                "average over them plus the number or equal-style variable given; NULL keeps it.\n"
                "With region, only atoms inside it at that moment.  Forces added by fixes that\n"
                "stand later in the deck are not touched.  f_ID[1], f_ID[2], f_ID[3] are the "
                "total\n"
                "force on these atoms before.",
            .state_size = sizeof(struct aveforce),
        },
    .minimizes = true,
    .keep = aveforce_keep,
    .balances = aveforce_balances,
    .create = aveforce_create,
    .begin = aveforce_begin,
    .filter = aveforce_filter,
    .filter_part = aveforce_part,
    .vector_length = 3,
    .vector_extensive = true,
    .value = aveforce_value,
    .destroy = aveforce_destroy,
};
