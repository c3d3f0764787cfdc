/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix balance: LAMMPS moves the borders between its processes with it.  Here one process has all
 * atoms, so the load is always balanced; the fix is accepted so that decks run, and says so.
 */
#include "modify/styles.h"

static enum md_status balance_create(void *state, const struct md_modify_context *context,
                                     const struct md_args *args, struct md_error *error)
{
    static const char *const methods[] = {"shift", "rcb", NULL};
    double threshold;
    int64_t every;
    int method;
    (void)state;
    (void)context;
    enum md_status status = md_args_count(args, 3, -1, md_modifier_balance.style.usage, error);
    if (status == MD_OK)
        status =
            md_word_int(&args->words[0], "interval of fix balance", 0, MD_STEP_MAX, &every, error);
    if (status == MD_OK)
        status =
            md_word_double(&args->words[1], "imbalance threshold", 0.0, 1e300, &threshold, error);
    if (status == MD_OK)
        status = md_word_choice(&args->words[2], "method of fix balance", methods, &method, error);
    return status;
}

/* [1]: the largest number of atoms on a process; [2]: iterations; [3]: imbalance before. */
static enum md_status balance_value(const void *state, const struct md_modify_context *context,
                                    int64_t i, int64_t j, double *value, struct md_error *error)
{
    (void)state;
    if (i < 0 || i > 3 || j != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "fix balance has a scalar and the values [1], [2] and [3]");
    *value = 1.0;
    if (i == 1)
        *value = (double)context->system->atoms.count;
    if (i == 2)
        *value = 0.0;
    return MD_OK;
}

const struct md_modifier md_modifier_balance = {
    .style =
        {
            .name = "balance",
            .summary = "accepted, without effect: one process holds all atoms",
            .usage = "fix ID GROUP balance N THRESHOLD shift|rcb ...",
            .manual =
                "Accepted so that decks written for many processes run.  f_ID and f_ID[3] are the\n"
                "imbalance, always 1.",
        },
    .shows_volume = true, /* LAMMPS counts moved borders of processes as a changed box */
    .create = balance_create,
    .has_scalar = true,
    .vector_length = 3,
    .value = balance_value,
};
