/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A potential: a sum of interaction elements.  It has two faces that a test compares: `sum` (all
 * forces, fast, vector code) for synchronous schemes and `one` (energy, forces and curvature of a
 * single element) for asynchronous ones.  The formula is written once, as an inlined evaluator
 * that both faces include.
 */
#ifndef MD_TERM_POTENTIAL_H
#define MD_TERM_POTENTIAL_H

#include "base/archive.h"
#include "base/style.h"
#include "space/neighbors.h"
#include "state/frame.h"
#include "term/shell.h"
#include "term/tally.h"

enum md_potential_kind { MD_KIND_PAIR, MD_KIND_MANY, MD_KIND_TOPOLOGY, MD_KIND_EXTERNAL };

enum md_potential_can {
    MD_CAN_SUM = 1,
    MD_CAN_ONE = 2,
    MD_CAN_STIFFNESS = 4,
    MD_CAN_VIRIAL = 8,
    MD_SMOOTH_CUTOFF = 16,    /* V and V' vanish at the cutoff */
    MD_TABULATED = 32,        /* forces are derivatives of the energy only nearly */
    MD_ONLY_IN_RUNS = 64,     /* takes no part in minimisations: as in LAMMPS, gravity does not */
    MD_CAN_SHELL = 128,       /* `sum` obeys `terms` and `shell` of its share */
    MD_HAS_CONTACTS = 512,    /* hard contacts: no pair gets nearer than `contact` */
    MD_UNWEIGHTED = 1024,     /* fractions of special_bonds do not weaken it, as in LAMMPS */
    MD_HAS_UNWEIGHTED = 2048, /* that, or a part of it of which this is true */
    MD_CAN_SPAN = 256 /* bounds second derivatives over a range: `span` beside `some`, `star_span`
                         beside `star`, or `field_span` beside `field`, as its kind has them */
};

/* Pairs at once in the face `some`: a multiple of every vector's width. */
#define MD_SOME 8

/* Kinds of elements, as bits. */
enum md_terms { MD_TERM_PAIR = 1, MD_TERM_EMBED = 2, MD_TERM_BOND = 4, MD_TERM_EXTERNAL = 8 };

/* What an element's `term` means to potentials of many bodies. */
enum md_element_term { MD_ELEMENT_PAIR, MD_ELEMENT_EMBEDDING };

/* One interaction: `count` atoms at these positions (already the right images). */
struct md_element {
    int count;
    const double (*x)[3];
    const int *type;   /* of the atoms; of a bond: type[0] is the bond's */
    int term;          /* enum md_element_term: 0, unless the potential is one of many bodies */
    const int64_t *id; /* of the atoms; NULL unless the potential is external */
};

struct md_external_atom;
struct md_external_sums;

/* Where bounds go, of many pairs: the least and the most that -phi'/r and phi'' can be. */
struct md_span {
    double *force[2], *curvature[2];
};

/* Partners of an atom while all go a piece of straight way: squared distances, dr/ds and d2r/ds2
 * lie between these. */
struct md_star_range {
    const double *square[2], *rate[2], *swing[2];
};

/* A thread's share of the sums: begin <= i < end. */
struct md_share {
    size_t begin, end;
    int pass;       /* 0, or 1: every block within reach of this one has been through pass 0 */
    size_t slot;    /* the share's own from its first pass to its last: less than `slots` */
    unsigned terms; /* enum md_terms: only these, MD_CAN_SHELL must be there; 0: everything */
    const struct md_shell *shell; /* of pair terms, their part in this shell; NULL: the whole */
};

/* One of the potentials of which a hybrid style is made. */
struct md_potential_part {
    const struct md_potential *type;
    void *state;
    const bool *mine; /* by i*(types+1)+j: the pairs of types that are its own */
};

#define MD_POTENTIAL_PARTS 32 /* at most */

struct md_potential {
    struct md_style style;
    enum md_potential_kind kind;
    int topology; /* of bond_style, angle_style, ...: which kind, MD_BONDS, MD_ANGLES, ... */
    unsigned can;
    int passes;                    /* 1, or 2 (force/waves.h) */
    const struct md_param *coeffs; /* what pair_coeff or bond_coeff take; ends with a NULL name */

    /* pair_style NAME args; pair_coeff I J args; pair_modify args (each may be NULL: refused).
     * coeff: MD_OK with a text in *error is a warning. */
    enum md_status (*create)(void *state, const struct md_system *, const struct md_args *,
                             struct md_error *);
    enum md_status (*coeff)(void *state, const struct md_system *, const struct md_args *,
                            struct md_error *);
    enum md_status (*modify)(void *state, const struct md_args *, struct md_error *);
    /* Before a run: mixing, missing coefficients, derived constants. */
    enum md_status (*prepare)(void *state, const struct md_system *, struct md_error *);
    /* Writes into the archive, or reads back, everything that the deck's words do not make again:
     * what it carries from step to step.  NULL: nothing to keep. */
    enum md_status (*keep)(void *state, struct md_archive *, struct md_error *);
    void (*destroy)(void *state);

    /* Parts of hybrid styles: whether the deck gave coefficients for this pair of types (i <= j),
     * and which pairs, by i*(types+1)+j, are the part's own from now on; the others get no
     * interaction.  The array stays the caller's. */
    bool (*given)(const void *state, int type_i, int type_j);
    void (*assign)(void *state, const bool *mine);
    /* Of hybrid styles, after prepare: their parts, in order; returns how many.  Who sums them does
     * so part by part, and they have neither `reserve`, `sum` nor `judge` themselves.  NULL: the
     * potential is not made of others. */
    int (*parts)(const void *state, struct md_potential_part part[MD_POTENTIAL_PARTS]);
    /* What a style turns out to be once created (may be NULL: itself). */
    const struct md_potential *(*variant)(const void *state);

    /* The mass that the last pair_coeff brought for this type, 0: none (may be NULL). */
    double (*mass)(const void *state, int type);

    double (*cutoff)(const void *state, int type_i, int type_j); /* after prepare */
    double (*reach)(const void *state);                          /* the largest cutoff */
    /* Hard-core distance, where the energy steps to infinity (may be NULL; 0: no such thing). */
    double (*contact)(const void *state, int type_i, int type_j);

    /* Before each evaluation: room for what `sum` keeps between its passes, of so many shares at
     * once (may be NULL). */
    enum md_status (*reserve)(void *state, const struct md_neighbors *, size_t slots,
                              struct md_error *);

    /* Adds forces on atoms of the share to f; with a tally (not NULL) also each atom's part of
     * energy and virial.  Forces must be bit-identical with and without tally.  NULL, for terms on
     * elements of the topology: the sum goes over elements, with `one` (force/by_element.h). */
    void (*sum)(void *state, const struct md_system *, const struct md_neighbors *,
                struct md_share share, md_vec3 *f, struct md_tally_sums *tally);

    /* After each sum over all atoms (may be NULL): an error ends the run, MD_OK with a text in
     * *error is a warning. */
    enum md_status (*judge)(void *state, const struct md_system *, const struct md_neighbors *,
                            struct md_error *error);

    enum md_status (*one)(const void *state, const struct md_element *, double *energy,
                          double (*f)[3]);
    /* Of a pair potential: the force of a pair over its distance, -phi'/r, 0 beyond the cutoff: the
     * same number that `one` multiplies by the distance, for less (may be NULL). */
    double (*pull)(const void *state, int type_i, int type_j, double r2);
    /* Of a bond potential whose bonds cannot be too long: -U'(r)/r of n bonds with these squares of
     * lengths (may be NULL). */
    void (*pulls)(const void *state, size_t n, const int *type, const double *square,
                  double *force);
    /* Of an external potential: adds one atom's energy, virial and reactions to the sums and its
     * force to f; the atom is as the system has it, while `one` wraps its position first. */
    void (*field)(const void *state, const struct md_box *, const struct md_external_atom *,
                  struct md_external_sums *, double f[3]);
    /* Many single pairs at once, for schemes that drive them apart from any list: of `count` pairs,
     * a multiple of MD_SOME, whose squared distances are r2 and whose types are in `row` as
     * i*(types+1)+j, -phi'/r, phi'' and phi; all 0 beyond the cutoff.  The latter two may be NULL
     * together and then cost nothing: -phi'/r is the same number, that of `pull`.  Of bonds, `row`
     * is their type, `count` any number and all three are wanted.  May be NULL. */
    void (*some)(const void *state, size_t count, const double *r2, const int32_t *row,
                 double *force, double *curvature, double *energy);
    /* Bounds for schemes that must not miss what happens on the way: of `count` pairs as above
     * whose squared distances are anywhere between near and far, -phi'/r and phi''.  Where the
     * cutoff lies between, 0 is among them.  May be NULL, then nothing is known. */
    void (*span)(const void *state, size_t count, const double *near, const double *far,
                 const int32_t *row, const struct md_span *span);
    /* Of many-body potentials, the same for all that belongs to one atom, V = F + 1/2 sum phi: its
     * energy, of each partner -(dV/dr)/r and a bound of the curvature along the line;
     * `scratch` has room for twice `count`.  May be NULL. */
    double (*star)(const void *state, int type, size_t count, const double *r2, const int32_t *row,
                   double *force, double *curvature, double *scratch);
    /* Bounds of the second derivative of that energy along the way; `scratch` has room for eight
     * times `count`.  May be NULL. */
    void (*star_span)(const void *state, int type, size_t count, const struct md_star_range *range,
                      const int32_t *row, double *scratch, double bound[2]);
    /* Of an external potential: bounds of the second derivative of an atom's energy with respect to
     * time while it goes from where it is with the velocity v for this time.  May be NULL. */
    void (*field_span)(const void *state, const struct md_box *, const struct md_external_atom *,
                       const double v[3], double time, double bound[2]);
    /* A bound on the curvature (largest eigenvalue of the Hessian) of one element. */
    double (*stiffness)(const void *state, const struct md_element *);

    /* Long-range corrections: adds to tally->tail and tally->virial; may be NULL. */
    void (*tail)(const void *state, const struct md_system *, struct md_tally *);

    /* Data-file and write_data text of coefficients: "eps sigma" of type i (may be NULL). */
    void (*describe)(const void *state, int type_i, int type_j, char *text, size_t size);
    /* The same with the pair's own cutoffs, as pair_coeff takes them (may be NULL). */
    void (*describe_all)(const void *state, int type_i, int type_j, char *text, size_t size);
    /* After prepare: the texts of `describe` of the types alone, read back, give every pair of
     * types its coefficients and cutoffs.  NULL: they do. */
    bool (*described)(const void *state);

    /* Whether V and V' vanish at the cutoff with the present settings; NULL: MD_SMOOTH_CUTOFF says
     * it for all settings. */
    bool (*smooth)(const void *state);
    /* `can` with the present settings; NULL: as it stands. */
    unsigned (*abilities)(const void *state);
};

/* A potential with the state that the deck gave it. */
struct md_potential_use {
    const struct md_potential *type;
    void *state;
    struct md_place place; /* of its deck line */
    const char *name;
    int order; /* of an external: its place among all fixes of the deck */
};

/* By deck name, the variant compiled for this machine's vector unit; NULL: unknown. */
const struct md_potential *md_potential_find(const char *name);
const struct md_potential *md_potential_find_for(const char *name, enum md_isa isa);
const char *md_potential_name(int i); /* i-th registered name, NULL at the end */
/* Why a pair style of LAMMPS does not exist here; NULL: LAMMPS has no such style, or it is here. */
const char *md_potential_absent(const char *name);
/* Those that are not written yet, with blanks between the names; and the i-th part of names that
 * says why a style cannot be had, NULL at the end. */
const char *md_potential_later(void);
const char *md_potential_refused(int i, const char **reason);

/* Potentials of bonds, angles, ... have names of their own: `morse` is a pair style too. */
const struct md_potential *md_bonded_find(int kind, const char *name);
const struct md_potential *md_bonded_at(int kind, int i); /* NULL at the end */

/* enum md_potential_can bits with the present settings. */
unsigned md_potential_can(const struct md_potential *type, const void *state);

/* Only weights 0 and 1 of special_bonds mean something to it. */
bool md_potential_unweighted(const struct md_potential *type, const void *state);

/* V and V' vanish at the cutoff; after prepare. */
bool md_potential_smooth(const struct md_potential *type, const void *state);

/* "avx2", "base", ...: which vector kernels this machine runs. */
const char *md_potential_isa(void);

#endif
