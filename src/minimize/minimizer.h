/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How an energy is minimised.  A minimiser goes one iteration at a time and says when to stop; who
 * looks in between, and how often, is the driver's business (run/minimize.c).  What is minimised is
 * the potential energy as thermo rows show it (per atom if they show it so), plus that of degrees
 * of freedom besides the atoms' (force/freedom.h).
 */
#ifndef MD_MINIMIZE_MINIMIZER_H
#define MD_MINIMIZE_MINIMIZER_H

#include "base/style.h"
#include "force/forces.h"
#include "force/freedom.h"

/* Why it ended.  md_min_stop_text gives the words that log parsers know. */
enum md_min_stop {
    MD_MIN_GOES_ON,
    MD_MIN_ITERATIONS,
    MD_MIN_EVALUATIONS,
    MD_MIN_ENERGY,
    MD_MIN_FORCE,
    MD_MIN_UPHILL,
    MD_MIN_ZERO_ALPHA,
    MD_MIN_ZERO_FORCE,
    MD_MIN_ZERO_QUADRATIC,
    MD_MIN_UPHILL_TOO_LONG,
    MD_MIN_TIMEOUT,
    MD_MIN_INTERRUPTED
};
const char *md_min_stop_text(enum md_min_stop stop);

enum md_min_line { MD_MIN_BACKTRACK, MD_MIN_QUADRATIC, MD_MIN_FORCEZERO };
enum md_min_norm { MD_MIN_TWO, MD_MIN_INF, MD_MIN_MAX };
enum md_min_integrator {
    MD_MIN_EULER_IMPLICIT,
    MD_MIN_VERLET,
    MD_MIN_LEAPFROG,
    MD_MIN_EULER_EXPLICIT
};

/* min_modify: one table for all styles, as in LAMMPS; it survives min_style. */
struct md_min_options {
    double dmax;
    int line; /* enum md_min_line */
    int norm; /* enum md_min_norm */
    int integrator;
    double tmax, tmin, dtgrow, dtshrink, alpha0, alphashrink;
    int64_t delaystep, vdfmax;
    bool halfstepback, initialdelay, abcfire;
};
extern const struct md_style md_min_options_style;

/* A minimisation under way. */
struct md_minimization {
    struct md_system *system;
    struct md_forces *forces;
    struct md_min_options options;
    struct md_freedom freedom; /* count 0: the atoms' only */
    bool norm;                 /* energies per atom */
    double etol, ftol;
    int64_t max_evaluations;

    double energy, previous; /* of the present positions, and before the last iteration */
    double alpha;            /* of the last line search */
    int64_t first_step;
    int64_t iterations, evaluations;

    /* What line searches keep of each atom, following it when atoms are sorted. */
    md_vec3 *start, *g, *h;
    int64_t *id;
    size_t count, capacity;
    double start_length[3]; /* of the box when `start` was taken */
    double extra_f[MD_FREEDOM_MAX], extra_g[MD_FREEDOM_MAX], extra_h[MD_FREEDOM_MAX];
};

struct md_minimizer {
    struct md_style style;
    bool searches; /* along lines: takes degrees of freedom besides the atoms' */
    bool moves;    /* by damped motion: velocities are its own and begin at zero */
    /* The first forces and energies are there. */
    enum md_status (*begin)(void *state, struct md_minimization *, struct md_error *);
    /* One iteration.  The clock has been set to its step. */
    enum md_status (*iterate)(void *state, struct md_minimization *, enum md_min_stop *,
                              struct md_error *);
};

const struct md_minimizer *md_minimizer_find(const char *name);
const struct md_minimizer *md_minimizer_at(int i); /* NULL at the end */

/* Velocities to zero where the style wants it, then list, forces and energy. */
enum md_status md_minimization_begin(struct md_minimization *min, const struct md_minimizer *type,
                                     struct md_error *error);
void md_minimization_free(struct md_minimization *min);

/* Forces and energy of the present positions.  `search`: a line search goes on, and atoms that
 * were wrapped take their starting points with them. */
enum md_status md_minimization_evaluate(struct md_minimization *min, bool search,
                                        struct md_error *error);

/* sum of a.b over the atoms; with extra degrees of freedom where both are given. */
double md_minimization_dot(const struct md_minimization *min, const md_vec3 *a, const md_vec3 *b,
                           const double *extra_a, const double *extra_b);

/* Squares of norms of the force: all components together, the largest component, the longest
 * force on an atom. */
double md_minimization_norm(const struct md_minimization *min, enum md_min_norm norm);

/* The tolerances; LAMMPS's rules. */
bool md_minimization_energy_met(const struct md_minimization *min);
bool md_minimization_force_met(const struct md_minimization *min);

#endif
