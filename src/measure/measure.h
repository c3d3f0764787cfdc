/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The deck word `compute`: quantities of a frame.  A measure sees only the frame. */
#ifndef MD_MEASURE_MEASURE_H
#define MD_MEASURE_MEASURE_H

#include "base/archive.h"
#include "base/style.h"
#include "base/value.h"
#include "force/forces.h"
#include "state/frame.h"

struct md_compute;

/* What a measure knows besides the frame: how to find another one (compute pressure needs a
 * temperature), its own entry in the list, and what the inputs c_ID, f_ID and v_name are.  forces,
 * quantities and variables may be NULL where no simulation is around. */
struct md_measure_context {
    const struct md_system *system;
    struct md_computes *computes;
    int group;
    const struct md_compute *self; /* NULL: the defaults of compute_modify */
    struct md_forces *forces;
    const struct md_quantities *quantities;
    const struct md_variables *variables;
};

struct md_measure {
    struct md_style style;
    bool is_temperature;
    bool is_pressure;
    bool needs_tally;                 /* energies or virial of the potentials */
    bool (*needs)(const void *state); /* the same where it depends on arguments (may be NULL) */
    bool extensive, vector_extensive; /* grows with the system: thermo rows may show it per atom */
    enum md_status (*create)(void *state, const struct md_measure_context *, const struct md_args *,
                             struct md_error *);
    /* What an asynchronous integrator shall count for it, said before a run (may be NULL: nothing;
     * whoever says anything cannot do with an integrator that keeps no ledger). */
    void (*wants)(const void *state, struct md_ledger *);
    bool of_terraces; /* shows the ledger's part of terraces */
    /* Its account of int K dt, which is filled at every step of a run (may be NULL: none). */
    struct md_heat_account *(*heat)(void *state);
    /* A run begins, seen at its first instant (may be NULL).  What must be followed through time
     * (reference positions) is kept by atom ID in the state. */
    enum md_status (*begin)(void *state, const struct md_measure_context *, const struct md_frame *,
                            struct md_error *);
    /* Atom i has just come into the system, in mid-run (may be NULL): what is kept of each atom
     * from when it was first there. */
    enum md_status (*arrived)(void *state, const struct md_measure_context *, size_t i,
                              struct md_error *);
    /* Keywords of compute_modify besides extra/dof and dynamic/dof; may be NULL. */
    enum md_status (*modify)(void *state, const struct md_args *, struct md_error *);
    enum md_status (*scalar)(void *state, const struct md_measure_context *,
                             const struct md_frame *, double *value, struct md_error *);
    /* Lengths that depend on arguments (may be NULL): *shape comes with what the constants below
     * say and gets what is otherwise. */
    void (*shape)(const void *state, struct md_shape *shape);
    int vector_length; /* 0: no vector, unless `shape` says so */
    enum md_status (*vector)(void *state, const struct md_measure_context *,
                             const struct md_frame *, double *values, struct md_error *);
    /* Whether c_ID (i = j = 0), c_ID[i], c_ID[i][j] grows with the system, where that depends on
     * arguments (may be NULL). */
    bool (*grows)(const void *state, int64_t i, int64_t j);
    /* Global array, row by row; rows and columns come from `shape`. */
    enum md_status (*array)(void *state, const struct md_measure_context *, const struct md_frame *,
                            double *values, struct md_error *);
    bool array_extensive;
    int atom_columns; /* 0: no per-atom values */
    enum md_status (*atom)(void *state, const struct md_measure_context *, const struct md_frame *,
                           double *values, struct md_error *);
    /* Temperatures: degrees of freedom, for thermo's ke and for pressure. */
    double (*freedom)(void *state, const struct md_measure_context *, const struct md_frame *);
    /* Temperatures that do not count all of a velocity as heat: the part that is none (may be
     * NULL).  It may rely on the last call of `scalar` or `vector`. */
    void (*bias)(const void *state, const struct md_measure_context *, const double x[3],
                 const double v[3], double bias[3]);
    /* Pressures: take the kinetic part from this temperature (thermo_modify temp). */
    void (*set_temperature)(void *state, const char *id);
    /* Writes into the archive, or reads back, everything that the deck's words do not make again:
     * variables of thermostats, random generators, reference positions by ID, running averages.
     * NULL: nothing to keep. */
    enum md_status (*keep)(void *state, struct md_archive *, struct md_error *);
    void (*destroy)(void *state);
};

/* A compute in use. */
struct md_compute {
    char id[64];
    int group;
    const struct md_measure *type;
    void *state;
    struct md_place place;
    bool extra_set; /* compute_modify extra/dof; else the dimension */
    double extra;
    bool dynamic;      /* compute_modify dynamic/dof: count the atoms at every look */
    const void *owner; /* the fix that made it for itself; NULL: the deck */
    int64_t members;   /* atoms of the group when the run began; -1: count at every look */
};

struct md_computes {
    struct md_compute *list;
    int count, capacity;
    struct md_forces *forces; /* for contexts; the simulation sets them, NULL: none */
    struct md_system *system; /* for those who move atoms and put them back */
    const struct md_quantities *quantities;
    const struct md_variables *variables;
};

const struct md_measure *md_measure_find(const char *name);
const struct md_measure *md_measure_at(int i);
/* Known to LAMMPS and not here: why; NULL when nobody knows it. */
const char *md_measure_unsupported(const char *name);
/* These names in groups with a common reason; NULL at the end. */
const char *const *md_measure_absent(int group, const char **reason);

struct md_compute *md_computes_find(const struct md_computes *computes, const char *id);
/* The same, or an error at the word with the nearest ID. */
enum md_status md_computes_of_word(const struct md_computes *computes, const struct md_word *word,
                                   struct md_compute **compute, struct md_error *error);
void md_computes_free(struct md_computes *computes);

/* The commands: `compute ID group style args...`, `uncompute ID`, `compute_modify ID ...`. */
enum md_status md_computes_add(struct md_computes *computes, const struct md_system *system,
                               const struct md_args *args, struct md_error *error);
enum md_status md_computes_remove(struct md_computes *computes, const struct md_args *args,
                                  struct md_error *error);
enum md_status md_computes_modify(struct md_computes *computes, const struct md_args *args,
                                  struct md_error *error);

/* The system's atom i is new. */
enum md_status md_computes_arrived(struct md_computes *computes, const struct md_system *system,
                                   size_t i, struct md_error *error);

/* Makes a compute for a fix, which removes it again (only if it is still its own). */
enum md_status md_computes_lend(struct md_computes *computes, const struct md_system *system,
                                const struct md_args *args, const void *owner,
                                struct md_error *error);
void md_computes_return(struct md_computes *computes, const char *id, const void *owner);

/* The first compute that cannot do without a ledger, or without its part of terraces; NULL:
 * none. */
const struct md_compute *md_computes_of_ledger(const struct md_computes *computes, bool terraces);
/* Says in the ledger what they want; true: more than it said before. */
bool md_computes_want(const struct md_computes *computes, struct md_ledger *ledger);

/* Lists their accounts of int K dt for a run whose integrator has a quadrature for it, or not. */
void md_computes_heat(const struct md_computes *computes, struct md_heat *heat, bool quadrature);

/* A run begins: groups are counted now and keep that number (unless dynamic/dof); it ends. */
void md_computes_begin(struct md_computes *computes, const struct md_system *system);
void md_computes_end(struct md_computes *computes);
/* Calls every `begin` at the first instant of a run. */
enum md_status md_computes_first(struct md_computes *computes, const struct md_frame *frame,
                                 struct md_error *error);

/* A fix is about to move the box or atoms after the forces: if any compute shows energies or
 * virials of single atoms, those of this instant will be taken at the frame's positions; always:
 * also if none does. */
enum md_status md_computes_hold(struct md_computes *computes, const struct md_frame *frame,
                                bool always, struct md_error *error);
/* What is kept of the present instant, or NULL; and back from a restart file. */
const md_vec3 *md_computes_held(const struct md_computes *computes, const struct md_system *system,
                                const struct md_box **box);
enum md_status md_computes_restore(struct md_computes *computes, const struct md_system *system,
                                   const md_vec3 *x, const double lo[3], const double hi[3],
                                   struct md_error *error);

/* Whether it needs a frame with energies. */
bool md_compute_needs_tally(const struct md_compute *compute);

/* What values there are. */
void md_compute_shape(const struct md_compute *compute, struct md_shape *shape);

/* Values of one compute at a frame; MD_ERR_VALUE when it has none of that kind, MD_ERR_ORDER when
 * the frame has no energies and it needs them. */
enum md_status md_compute_scalar(const struct md_compute *compute, struct md_computes *computes,
                                 const struct md_frame *frame, double *value,
                                 struct md_error *error);
enum md_status md_compute_vector(const struct md_compute *compute, struct md_computes *computes,
                                 const struct md_frame *frame, double *values,
                                 struct md_error *error);
enum md_status md_compute_array(const struct md_compute *compute, struct md_computes *computes,
                                const struct md_frame *frame, double *values,
                                struct md_error *error);
enum md_status md_compute_atom(const struct md_compute *compute, struct md_computes *computes,
                               const struct md_frame *frame, double *values,
                               struct md_error *error);
/* What of a velocity is no heat for a temperature that was just computed; 0 where there is no bias.
 */
void md_compute_bias(const struct md_compute *compute, struct md_computes *computes,
                     const struct md_system *system, const double x[3], const double v[3],
                     double bias[3]);
/* Degrees of freedom of a temperature. */
double md_compute_freedom(const struct md_compute *compute, struct md_computes *computes,
                          const struct md_frame *frame);

#endif
