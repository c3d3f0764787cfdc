/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bonds without force: they exist for special_bonds and for files.
 */
#include "term/bond.h"

#include <math.h>

#define BOND_POTENTIAL md_bond_zero

static inline struct bond_value bond_evaluate(const double *p, double r2)
{
    (void)p, (void)r2;
    return (struct bond_value){0};
}

static inline struct bond_bounds bond_between(const double *p, double near, double far)
{
    (void)p, (void)near, (void)far;
    return (struct bond_bounds){0};
}

static double rest(const double *coeff)
{
    return coeff[0];
}

static const struct md_bonded_kind kind = {
    .coeffs = 1,
    .usage = "bond_coeff N [R0]",
    .coeff = {{.name = "R0",
               .unit = "distance",
               .doc = "length that a constraint gives it; 0: none",
               .lo = 0.0,
               .hi = INFINITY}},
    .rest = rest,
};

#include "term/bond_faces.h"

/* R0, or what another style would want: coefficients of more than one word are not looked at. */
static enum md_status coeff(void *state, const struct md_system *system, const struct md_args *args,
                            struct md_error *error)
{
    const struct md_word length = args->count == 2 ? args->words[1] : (struct md_word){.text = "0"};
    const struct md_word words[] = {args->words[0], length};
    const struct md_args both = {words, 2, args->command};
    return md_bonded_coeff(state, system, &both, error);
}

static enum md_status create(void *state, const struct md_system *system,
                             const struct md_args *args, struct md_error *error)
{
    static const char *const words[] = {"nocoeff", NULL};
    struct md_bonded *bonds = state;
    struct md_args none = *args;
    int which;
    if (args->count > 0 &&
        md_word_choice(&args->words[0], "option of bond_style zero", words, &which, error))
        return error->status;
    none.count = args->count > 1 ? args->count : 0;
    bonds->optional = true;
    return bond_create(state, system, &none, error);
}

const struct md_potential BOND_POTENTIAL = {
    .style =
        {
            .name = "zero",
            .summary = "bonds without force",
            .usage = "bond_style zero [nocoeff]",
            .manual =
                "Bonds exert no force; they count for special_bonds and are written to files. "
                "bond_coeff is accepted and not needed; bond_coeff N R0 is the length that fix "
                "shake gives the bonds of type N.",
            .state_size = sizeof(struct md_bonded),
        },
    .kind = MD_KIND_TOPOLOGY,
    .can =
        MD_CAN_SUM | MD_CAN_ONE | MD_CAN_STIFFNESS | MD_CAN_VIRIAL | MD_SMOOTH_CUTOFF | MD_CAN_SPAN,
    .passes = 1,
    .create = create,
    .coeff = coeff,
    .prepare = md_bonded_prepare,
    .keep = md_bonded_keep,
    .destroy = md_bonded_destroy,
    .sum = bond_sum,
    .one = bond_one,
    .pulls = BOND_PULLS,
    .some = bond_some,
    .span = bond_span,
    .stiffness = bond_stiffness,
    .describe = md_bonded_describe,
};
