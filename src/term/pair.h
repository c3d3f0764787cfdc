/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What pair potentials with a table of coefficients have in common: reading pair_style,
 * pair_coeff and pair_modify, mixing, cutoffs, and records of derived constants for the kernels.
 *
 * A style declares an md_pair_kind: which coefficients there are, how unset type pairs get theirs,
 * and how a record is derived.  The loop over pairs is in pair_loop.h.
 */
#ifndef MD_TERM_PAIR_H
#define MD_TERM_PAIR_H

#include "term/potential.h"

#define MD_PAIR_GLOBALS 4 /* arguments of pair_style; [0] is the cutoff */
#define MD_PAIR_COEFFS  8 /* coefficients of a type pair at most */

/* How the coefficient of an unset pair i-j follows from i-i and j-j. */
enum md_pair_mixing {
    MD_MIX_NEVER,    /* it does not: the deck must give it */
    MD_MIX_ENERGY,   /* like LJ's epsilon, by the rule of pair_modify mix */
    MD_MIX_DISTANCE, /* like LJ's sigma */
    MD_MIX_MEAN,     /* half the sum, whatever the rule */
    MD_MIX_ROOT      /* root of the product, whatever the rule */
};

/* What may follow the coefficients in pair_coeff. */
enum md_pair_cutoffs {
    MD_CUTOFF_OUTER, /* [CUTOFF] */
    MD_CUTOFF_INNER, /* [INNER CUTOFF], global [1] and [0]; the inner one mixes like a distance */
    MD_CUTOFF_NONE   /* nothing: the coefficients say how far the potential reaches */
};

enum md_pair_mix { MD_MIX_GEOMETRIC, MD_MIX_ARITHMETIC, MD_MIX_SIXTHPOWER };

/* A negative epsilon of the Lennard-Jones kind. */
#define MD_PAIR_UPSIDE_DOWN                                                                        \
    "the well is a hill, and the core attracts without bound as atoms approach"

struct md_pair;

struct md_pair_kind {
    int coeffs;        /* without cutoffs */
    const char *usage; /* of pair_coeff: "pair_coeff I J EPSILON SIGMA [CUTOFF]" */
    struct md_param coeff[MD_PAIR_COEFFS + 1]; /* name, unit, doc, lo and hi; NULL name: the end */
    enum md_pair_mixing mixing[MD_PAIR_COEFFS];
    /* What becomes of the potential where this coefficient is negative, for a warning; NULL: a sign
     * of use. */
    const char *negative[MD_PAIR_COEFFS];
    /* Refuses values of pair_coeff that do not suit each other; same: some of its pairs are of one
     * type.  NULL: all suit. */
    enum md_status (*check)(const struct md_args *args, bool same, const double *coeff,
                            struct md_error *error);
    /* Mixes by a rule of its own; NULL: by `mixing`. */
    void (*mix)(enum md_pair_mix rule, const double *a, const double *b, double *coeff);
    enum md_pair_cutoffs cutoffs;
    int record; /* doubles per record, a multiple of 4 */
    /* How far the potential reaches when that is not the cutoff of the deck. */
    double (*range)(const double *coeff, double cutoff);
    /* Fills a record; record[0] is the squared range already.  shift: energy 0 at the cutoff.  An
     * inner cutoff follows the coefficients. */
    void (*derive)(const struct md_pair *pair, const double *coeff, double cutoff, bool shift,
                   double *record);
    /* Energy and virial per pair of atoms and unit of inverse volume beyond the cutoff; NULL:
     * this style has no tail correction. */
    void (*tail)(const double *coeff, double cutoff, double *energy, double *virial);
    bool no_shift; /* pair_modify shift is meaningless here */
};

/* The state of every such potential. */
struct md_pair {
    const struct md_pair_kind *kind;
    double global[MD_PAIR_GLOBALS];
    enum md_pair_mix mix;
    bool shift, tail, coeffs_optional;
    int types;        /* 0 until the first pair_coeff */
    const bool *mine; /* part of a hybrid style: pairs of types that are its own; NULL: all */

    /* As the deck gave them, i <= j, by pair index i*(types+1)+j. */
    bool *given;
    double *given_coeff;  /* [MD_PAIR_COEFFS] each; an inner cutoff last, NAN: the global one */
    double *given_cutoff; /* NAN: the global one */

    /* After prepare, for i-j and j-i alike; range: how far they reach. */
    double *coeff, *cutoff, *range, *record;
    double reach;
};

/* The hooks of struct md_potential, the same for all of them; create is made by pair_loop.h. */
enum md_status md_pair_create(struct md_pair *pair, const struct md_pair_kind *kind,
                              const struct md_style *style, const struct md_args *args,
                              struct md_error *error);
enum md_status md_pair_coeff(void *state, const struct md_system *system,
                             const struct md_args *args, struct md_error *error);
enum md_status md_pair_modify(void *state, const struct md_args *args, struct md_error *error);
enum md_status md_pair_prepare(void *state, const struct md_system *system, struct md_error *error);
void md_pair_destroy(void *state);
bool md_pair_given(const void *state, int type_i, int type_j);
void md_pair_assign(void *state, const bool *mine);
enum md_status md_pair_keep(void *state, struct md_archive *archive, struct md_error *error);
double md_pair_cutoff(const void *state, int type_i, int type_j);
double md_pair_reach(const void *state);
void md_pair_tail(const void *state, const struct md_system *system, struct md_tally *tally);
void md_pair_describe(const void *state, int type_i, int type_j, char *text, size_t size);
void md_pair_describe_all(const void *state, int type_i, int type_j, char *text, size_t size);
bool md_pair_described(const void *state);

/* A coefficient by its name, or -1: there is none that may change while neighbour lists stay. */
int md_pair_which(const struct md_pair *pair, const char *name);
/* A coefficient as the deck gave it; false: types i <= j were not given. */
bool md_pair_peek(const struct md_pair *pair, int i, int j, int which, double *value);
/* Changes it as pair_coeff would; now: between two evaluations of forces, else before a prepare. */
void md_pair_poke(struct md_pair *pair, int i, int j, int which, double value, bool now);

/* The two rules of pair_modify mix, for kinds with a `mix` of their own. */
double md_pair_mix_distance(enum md_pair_mix mix, double a, double b);
double md_pair_mix_energy(enum md_pair_mix mix, double a, double b, double size_a, double size_b);

#endif
