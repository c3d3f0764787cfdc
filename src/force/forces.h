/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All forces on a system: the potentials in use, the neighbour list, and what else the deck's fixes
 * do to forces.  Fixes stand in four lists that the run driver fills before a run; what they point
 * to belongs to the fixes.
 */
#ifndef MD_FORCE_FORCES_H
#define MD_FORCE_FORCES_H

#include "element/place.h"
#include "force/filter.h"
#include "force/forcing.h"
#include "force/mirror.h"
#include "force/views.h"
#include "force/waves.h"
#include "term/potential.h"

struct md_per_atom;

/* Forces of constraints, which come with those of the positions: of their virial each atom has a
 * share.  `share` adds it, if the forces in question are those of this instant. */
struct md_constraint {
    const void *state;
    void (*share)(const void *state, uint64_t instant, double (*virial)[6]);
};

/* Where a run was interrupted: the list is rebuilt as it was, forces and energies are known. */
struct md_forces_resume {
    md_vec3 *held; /* positions and box when the list was built, aligned like the atoms' own */
    double lo[3], hi[3];
    int64_t ago, next_sort;
    const md_vec3 *f;
    struct md_tally tally;
    /* What the forces belong to, where a fix moved the box or atoms since; NULL: the present. */
    const md_vec3 *x;
    double x_lo[3], x_hi[3];
};

struct md_forces {
    struct md_potential_use pair;    /* type NULL: no pair_style yet */
    struct md_potential_use *others; /* on elements of the topology: bonds, angles */
    int others_count;
    struct md_potential_use *externals; /* fixes that are potentials, in deck order */
    int externals_count;
    struct md_filter *filters; /* in deck order */
    int filters_count;
    struct md_forcing *forcings; /* in deck order */
    int forcings_count;
    struct md_mirror *mirrors; /* in deck order */
    int mirrors_count;
    struct md_constraint *constraints; /* in deck order */
    int constraints_count;
    struct md_neighbors neighbors;
    double *cutoff; /* [(types+1)^2], filled by md_forces_begin */
    /* Not NULL: the next md_forces_begin goes on from there and changes nothing of the system. */
    const struct md_forces_resume *resume;

    struct md_tally tally;        /* of the last evaluation that asked for one */
    struct md_tally_sums *sums;   /* of each thread, while they are summed */
    struct md_element_room *room; /* of each thread, for terms that are summed by elements */
    int rooms;
    struct md_tally added; /* what is no sum over atoms */
    int threads;           /* that have sums */
    struct md_waves waves; /* of potentials of two passes */
    struct md_views views; /* of the parts of a hybrid pair potential */
    uint64_t evaluations;  /* force evaluations */
    uint64_t pair_evaluations;

    bool listed;                  /* the list belongs to the present atoms, box and potentials */
    bool idle;                    /* a deck is only checked: potentials may lack coefficients */
    uint64_t instant;             /* grows whenever positions, box or potentials may be others */
    struct md_per_atom *per_atom; /* made when somebody asks */

    uint64_t warnings; /* of potentials since the run began, and the first of them */
    char warning[MD_ERROR_TEXT];
    bool warned; /* for the driver: it has been told */

    int64_t lost; /* atoms removed at rebuilds since the run began; the driver judges */
    int64_t lost_id;
    double lost_x[3];

    /* Wall time since md_forces_reset_times: of rebuilds, and of `timed` of the evaluations. */
    double seconds_neighbor, sample_pair, sample_other;
    uint64_t timed;
};

void md_forces_init(struct md_forces *forces);
void md_forces_free(struct md_forces *forces);

/* Forgets the pair style. */
void md_forces_drop_pair(struct md_forces *forces);

/* Adds a potential besides the pairs, at the end; its state belongs to the forces from now on. */
enum md_status md_forces_add(struct md_forces *forces, struct md_potential_use use,
                             struct md_error *error);
void md_forces_remove(struct md_forces *forces, int k); /* others[k] */

/* Every potential in use, pairs first, then others, then what stands in the deck as fixes; NULL
 * after the last. */
const struct md_potential_use *md_forces_use(const struct md_forces *forces, int k);

/* The potential of a kind of the topology's elements (MD_BONDS, MD_ANGLES, ...), or NULL. */
struct md_potential_use *md_forces_bonded(struct md_forces *forces, int kind);

/* How many elements of the topology have a potential; several kinds count together. */
size_t md_forces_bonded_count(const struct md_forces *forces, const struct md_system *system);

static inline struct md_potential_use *md_forces_bond(struct md_forces *forces)
{
    return md_forces_bonded(forces, MD_BONDS);
}

/* Counters and times start at zero. */
void md_forces_reset_times(struct md_forces *forces);

/* The coefficients and variables of all potentials are there and go together. */
enum md_status md_forces_prepare(struct md_forces *forces, const struct md_system *system,
                                 struct md_error *error);

/* Set-up of a run: prepare potentials, wrap, shrink-wrap, sort, build the list, forces with
 * tally. */
enum md_status md_forces_begin(struct md_forces *forces, struct md_system *system,
                               struct md_error *error);

/* After positions moved by one step (and the clock with them: spatial sorting goes by the step):
 * rebuild if the rules say so (wrap, shrink-wrap, sort, build), else refresh the sites.  *rebuilt
 * may be NULL. */
enum md_status md_forces_moved(struct md_forces *forces, struct md_system *system, bool *rebuilt,
                               struct md_error *error);

/* The same whatever the rules say. */
enum md_status md_forces_rebuild(struct md_forces *forces, struct md_system *system,
                                 struct md_error *error);

/* For schemes that sum forces by parts: energies and virial (without tail corrections) of forces
 * that are in system->atoms.f become those of the instant; non-finite ones are an error. */
enum md_status md_forces_settle(struct md_forces *forces, struct md_system *system,
                                const struct md_tally *tally, struct md_error *error);

/* After positions moved, before md_forces_moved: hard walls throw atoms back. */
enum md_status md_forces_reflect(struct md_forces *forces, struct md_system *system,
                                 struct md_error *error);

/* Forces at the present positions into system->atoms.f, filters applied; energies and virial into
 * forces->tally when asked (non-finite results are an error then). */
enum md_status md_forces_compute(struct md_forces *forces, struct md_system *system, bool tally,
                                 struct md_error *error);

/* ------------------------------------------------------------------ parts of all forces */

/* What one potential adds, to which forces. */
struct md_summand {
    const struct md_potential_use *use;   /* its type NULL: nothing */
    const struct md_neighbors *neighbors; /* the list, or a part of it that is shaped like it */
    unsigned terms;                       /* as in struct md_share */
    const struct md_shell *shell;
    bool singly;       /* pair by pair, with the face `one` */
    bool weakened;     /* also the pairs that special_bonds weakens */
    const bool *types; /* of those: by i*(types+1)+j, which are meant; NULL: all */
    bool zero;         /* forces and tallies begin at 0 */
    bool tally;        /* into forces->sums */
    md_vec3 *f;
};

/* Adds it; results do not depend on the number of threads. */
enum md_status md_forces_sum(struct md_forces *forces, struct md_system *system,
                             const struct md_summand *summand, struct md_error *error);

/* After md_forces_sum: asks the potential whether it can stand by what it summed. */
enum md_status md_forces_judge(struct md_forces *forces, const struct md_system *system,
                               const struct md_summand *summand, struct md_error *error);

/* Both, for one of the externals, after its variables. */
enum md_status md_forces_sum_external(struct md_forces *forces, struct md_system *system,
                                      const struct md_summand *summand, struct md_error *error);

/* What stands in the deck as fixes, onto forces f that hold the rest: external potentials, forcings
 * and filters, in the order of the deck.  A tally goes into forces->sums, which must be begun. */
enum md_status md_forces_apply_fixes(struct md_forces *forces, struct md_system *system, md_vec3 *f,
                                     bool tally, struct md_error *error);

/* All of the tally, without tail correction; its sums are 0 afterwards. */
void md_forces_total(struct md_forces *forces, struct md_tally *tally);

/* Numbers all of them, or an error. */
enum md_status md_forces_need_finite(const struct md_system *system, const md_vec3 *f,
                                     const struct md_tally *tally, struct md_error *error);

#endif
