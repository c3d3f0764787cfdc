/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * No interaction, but a cutoff: neighbour lists exist for whoever wants them.
 */
#include "term/pair_range.h"

#include <math.h>

#define PAIR_POTENTIAL MD_ISA_NAME(md_pair_zero)
#define PAIR_KIND      kind
#define PAIR_RECORD    4
#define PAIR_SPAN

MD_INLINE struct pair_value pair_evaluate(const mdv *p, mdv r2, bool energy, bool curvature)
{
    (void)p, (void)r2, (void)energy, (void)curvature;
    return (struct pair_value){mdv_zero(), mdv_zero(), mdv_zero()};
}

MD_INLINE struct pair_bounds pair_span_between(const mdv *p, mdv near, mdv far)
{
    const struct pair_range zero = {mdv_zero(), mdv_zero()};
    (void)p, (void)near, (void)far;
    return pair_range_bounds(zero, zero);
}

static const struct md_pair_kind kind = {
    .usage = "pair_coeff I J [CUTOFF]", .record = PAIR_RECORD, .no_shift = true};

#include "term/pair_faces.h"

static const struct md_param settings[] = {
    {"cutoff", MD_PARAM_DOUBLE, MD_PARAM_POSITIONAL, "distance", "reach of the neighbour list",
     offsetof(struct md_pair, global), 0.0, INFINITY, NULL, NULL},
    {.kind = MD_PARAM_END}};

/* `nocoeff` and `full` have no values, which tables do not know: read here. */
static enum md_status create(void *state, const struct md_system *system,
                             const struct md_args *args, struct md_error *error)
{
    static const char *const words[] = {"nocoeff", "full", NULL};
    struct md_pair *pair = state;
    struct md_args first = *args;
    (void)system;
    pair->coeffs_optional = false;
    for (int k = 1, which; k < args->count; k++) {
        if (md_word_choice(&args->words[k], "option of pair_style zero", words, &which, error))
            return error->status;
        pair->coeffs_optional = pair->coeffs_optional || which == 0;
    }
    first.count = first.count > 1 ? 1 : first.count;
    return pair_create(state, system, &first, error);
}

static void sum(void *state, const struct md_system *system, const struct md_neighbors *neighbors,
                struct md_share share, md_vec3 *f, struct md_tally_sums *tally)
{
    (void)state, (void)system, (void)neighbors, (void)share, (void)f, (void)tally, (void)pair_sum;
}

const struct md_potential PAIR_POTENTIAL = {
    .style =
        {
            .name = "zero",
            .summary = "no forces, only a neighbour list",
            .usage = "pair_style zero CUTOFF [nocoeff] [full]",
            .manual = "Atoms do not interact, but neighbour lists reach to the cutoff. pair_coeff "
                      "I J [CUTOFF] is needed for every type unless nocoeff is given; full is "
                      "accepted, lists are always full.",
            .state_size = sizeof(struct md_pair),
            .params = settings,
        },
    .can = PAIR_CAN | MD_SMOOTH_CUTOFF,
    .kind = MD_KIND_PAIR,
    .passes = 1,
    .create = create,
    .coeff = md_pair_coeff,
    .modify = md_pair_modify,
    .prepare = md_pair_prepare,
    .keep = md_pair_keep,
    .destroy = md_pair_destroy,
    .given = md_pair_given,
    .assign = md_pair_assign,
    .cutoff = md_pair_cutoff,
    .reach = md_pair_reach,
    .sum = sum,
    .one = pair_one,
    .pull = pair_pull,
    .some = pair_some,
    .span = pair_span,
    .stiffness = pair_stiffness,
    .describe = md_pair_describe,
    .describe_all = md_pair_describe_all,
    .described = md_pair_described,
};
