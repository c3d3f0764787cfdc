/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix shake, fix rattle: bonds of constant length, g_k = |x_0 - x_k|^2 - d_k^2 = 0, in velocity
 * Verlet.  Both are the constrained form of its discrete variational principle: with a multiplier
 * for each constraint and each instant, the action
 *
 *     sum over steps of  h L_d(x_n, x_n+1) - sum over k of lambda_k(n) g_k(x_n)
 *
 * is stationary when forces lambda_k r_k along the bonds r_k = x_0 - x_k at time n are added, with
 * such lambda that the constraints hold at time n + 1 (J. E. Marsden, M. West, Acta Numerica 10
 * (2001) 357; J.-P. Ryckaert, G. Ciccotti, H. J. C. Berendsen, J. Comput. Phys. 23 (1977) 327).  In
 * a cluster of one atom and its partners the new bonds are
 *
 *     s_k(lambda) = s_k + w (sum_j lambda_j r_j / m_0 + lambda_k r_k / m_k),    |s_k(lambda)| =
 * d_k,
 *
 * with s_k those without constraints and w = h^2; at the start of a run, where velocities are those
 * of the same instant, h^2 / 2.  At most three quadratic equations: Newton's method, and one
 * iteration more than the tolerance asks for, so that results depend on it as little as possible.
 *
 * SHAKE lets these forces act in both halves of the kick.  RATTLE (H. C. Andersen, J. Comput. Phys.
 * 52 (1983) 24) has them in the opening half (w = h^2 / 2) and in the closing one others, by which
 * velocities obey r_k (v_0 - v_k) = 0.  Positions are the same in both; velocities differ by what
 * points along bonds, which is what makes RATTLE's map symplectic on the constraint manifold.
 */
#include "modify/rigid_bonds.h"
#include "modify/styles.h"

#include "base/exact_rows.h"
#include "base/memory.h"
#include "force/per_atom.h"
#include "state/mass.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* What held the bonds of a cluster last: its atoms have equal parts of the virial, as in LAMMPS. */
struct held {
    int64_t id[MD_RIGID_ATOMS]; /* 0: no more atoms */
    double virial[6];
};

struct shake {
    struct md_rigid_bonds rigid; /* first: it is the holder of bonds */
    double tolerance;
    int64_t iterations, every;
    bool rattle;
    double virial[6];
    struct held *held;
    size_t held_count, held_room;
    uint64_t instant; /* of the forces that they belong to */
    bool restored;    /* they are a restart file's, for the instant at which a run goes on */
};

/* A cluster at this instant. */
struct star {
    const struct md_rigid_cluster *cluster;
    int bonds;
    size_t atom[MD_RIGID_ATOMS];
    double inverse[MD_RIGID_ATOMS]; /* of masses */
    double r[MD_RIGID_BONDS][3];
};

/* ------------------------------------------------------------------ one cluster */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static enum md_status find_star(struct md_system *system, const struct md_rigid_cluster *cluster,
                                struct star *star, struct md_error *error)
{
    struct md_atoms *atoms = &system->atoms;
    const struct md_box *box = &system->box;
    *star = (struct star){.cluster = cluster, .bonds = cluster->bonds};
    for (int k = 0; k <= star->bonds; k++) {
        int64_t index = md_atoms_find(atoms, cluster->id[k]);
        if (index < 0)
            return md_error_set(error, MD_ERR_RUN, NULL,
                                "atom %" PRId64 ", whose bond is held, is gone", cluster->id[k]);
        star->atom[k] = (size_t)index;
        star->inverse[k] = 1.0 / md_mass_of(system, (size_t)index);
    }
    for (int k = 0; k < star->bonds; k++)
        for (int d = 0; d < 3; d++) {
            double away = atoms->x[star->atom[0]][d] - atoms->x[star->atom[k + 1]][d];
            if (box->periodic[d])
                away -= box->length[d] * rint(away / box->length[d]);
            star->r[k][d] = away;
        }
    return MD_OK;
}

/* Solves a y = b by elimination; false: there is no solution. */
static bool solve(int n, double a[MD_RIGID_BONDS][MD_RIGID_BONDS], double *b)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > fabs(a[best][k]))
                best = i;
        if (!(fabs(a[best][k]) > 0.0) || !isfinite(a[best][k]))
            return false;
        for (int j = 0; j < n; j++) {
            double other = a[k][j];
            a[k][j] = a[best][j];
            a[best][j] = other;
        }
        double other = b[k];
        b[k] = b[best];
        b[best] = other;
        for (int i = k + 1; i < n; i++) {
            double factor = a[i][k] / a[k][k];
            for (int j = k; j < n; j++)
                a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            b[k] -= a[k][j] * b[j];
        b[k] /= a[k][k];
    }
    return true;
}

/* Bonds s with these multipliers, and by how much they are too long (of squares, relative). */
static double bend(const struct star *star, const double (*s)[3], double weight,
                   const double *lambda, double (*bent)[3], double *excess)
{
    double worst = 0.0;
    for (int k = 0; k < star->bonds; k++) {
        double square = star->cluster->length[k] * star->cluster->length[k];
        for (int d = 0; d < 3; d++) {
            bent[k][d] = s[k][d] + weight * star->inverse[k + 1] * lambda[k] * star->r[k][d];
            for (int j = 0; j < star->bonds; j++)
                bent[k][d] += weight * star->inverse[0] * lambda[j] * star->r[j][d];
        }
        excess[k] = dot(bent[k], bent[k]) - square;
        double off = fabs(excess[k]) / (2.0 * square);
        worst = off <= worst ? worst : off; /* not a number counts too */
    }
    return worst;
}

/* lambda, with which the bonds s get their lengths. */
static enum md_status constrain(const struct shake *shake, const struct star *star,
                                const double (*s)[3], double weight, double *lambda,
                                struct md_error *error)
{
    double bent[MD_RIGID_BONDS][3], excess[MD_RIGID_BONDS], worst;
    bool done = false;
    memset(lambda, 0, MD_RIGID_BONDS * sizeof *lambda);
    worst = bend(star, s, weight, lambda, bent, excess);
    for (int64_t turn = 0; turn <= shake->iterations && isfinite(worst); turn++) {
        double slope[MD_RIGID_BONDS][MD_RIGID_BONDS];
        for (int k = 0; k < star->bonds; k++) {
            for (int j = 0; j < star->bonds; j++)
                slope[k][j] = 2.0 * weight * star->inverse[0] * dot(bent[k], star->r[j]);
            slope[k][k] += 2.0 * weight * star->inverse[k + 1] * dot(bent[k], star->r[k]);
        }
        if (!solve(star->bonds, slope, excess))
            break;
        for (int k = 0; k < star->bonds; k++)
            lambda[k] -= excess[k];
        if (done)
            return MD_OK;
        worst = bend(star, s, weight, lambda, bent, excess);
        done = worst <= shake->tolerance;
    }
    if (done)
        return MD_OK;
    md_error_set(error, MD_ERR_RUN, NULL,
                 "bonds of atom %" PRId64 " are off by %.3g of their lengths after %" PRId64
                 " iterations, and %g is allowed",
                 star->cluster->id[0], worst, shake->iterations, shake->tolerance);
    return md_error_hint(error, "a shorter timestep, or bonds that start far from their lengths?");
}

static void add_virial(double virial[6], double lambda, const double r[3])
{
    for (int d = 0; d < 3; d++)
        virial[d] += lambda * r[d] * r[d];
    virial[3] += lambda * r[0] * r[1];
    virial[4] += lambda * r[0] * r[2];
    virial[5] += lambda * r[1] * r[2];
}

static enum md_status reserve_held(struct shake *shake, size_t count, struct md_error *error)
{
    if (count > shake->held_room) {
        if (md_memory_grow(&shake->held, 0, count, sizeof *shake->held, error))
            return error->status;
        shake->held_room = count;
    }
    shake->held_count = count;
    return MD_OK;
}

/* ------------------------------------------------------------------ all clusters */

/* Adds the forces with which a cluster's bonds have their lengths after the next drift, and their
 * virial; weight: h^2, or its share. */
static enum md_status hold_star(const struct shake *shake, const struct star *star,
                                struct md_system *system, double weight, double virial[6],
                                struct md_error *error)
{
    struct md_atoms *atoms = &system->atoms;
    double h = system->clock.timestep, s[MD_RIGID_BONDS][3], lambda[MD_RIGID_BONDS];
    size_t centre = star->atom[0];
    for (int k = 0; k < star->bonds; k++) {
        size_t i = star->atom[k + 1];
        for (int d = 0; d < 3; d++)
            s[k][d] = star->r[k][d] + h * (atoms->v[centre][d] - atoms->v[i][d]) +
                      weight * (star->inverse[0] * atoms->f[centre][d] -
                                star->inverse[k + 1] * atoms->f[i][d]);
    }
    if (constrain(shake, star, (const double(*)[3])s, weight, lambda, error))
        return error->status;
    for (int k = 0; k < star->bonds; k++) {
        for (int d = 0; d < 3; d++) {
            atoms->f[centre][d] += lambda[k] * star->r[k][d];
            atoms->f[star->atom[k + 1]][d] -= lambda[k] * star->r[k][d];
        }
        add_virial(virial, lambda[k], star->r[k]);
    }
    return MD_OK;
}

static void add_row(struct md_exact_rows *sum, const double virial[6])
{
    double *row = md_exact_rows_next(sum);
    memcpy(row, virial, 6 * sizeof *virial);
    row[6] = row[7] = 0.0;
    md_exact_rows_push(sum);
}

/* That for all clusters; share: of h^2. */
static enum md_status hold(struct shake *shake, const struct md_modify_context *context,
                           double share, struct md_error *error)
{
    struct md_system *system = context->system;
    struct md_exact_rows sum;
    double h = system->clock.timestep, total[MD_EXACT_COLUMNS];
    if (reserve_held(shake, shake->rigid.count, error))
        return error->status;
    shake->instant = context->forces->instant;
    shake->restored = false;
    md_exact_rows_init(&sum);
    for (size_t c = 0; c < shake->rigid.count; c++) {
        struct star star;
        struct held *held = &shake->held[c];
        *held = (struct held){{0}, {0.0}};
        if (find_star(system, &shake->rigid.list[c], &star, error) ||
            hold_star(shake, &star, system, share * h * h * system->units->ftm2v, held->virial,
                      error))
            return error->status;
        add_row(&sum, held->virial);
        memcpy(held->id, star.cluster->id, ((size_t)star.bonds + 1) * sizeof *held->id);
    }
    md_exact_rows_take(&sum, total);
    memcpy(shake->virial, total, sizeof shake->virial);
    return MD_OK;
}

/* Takes from velocities what changes the lengths of bonds. */
static enum md_status project(struct shake *shake, struct md_system *system, struct md_error *error)
{
    struct md_atoms *atoms = &system->atoms;
    for (size_t c = 0; c < shake->rigid.count; c++) {
        struct star star;
        double a[MD_RIGID_BONDS][MD_RIGID_BONDS], mu[MD_RIGID_BONDS] = {0.0};
        if (find_star(system, &shake->rigid.list[c], &star, error))
            return error->status;
        double *centre = atoms->v[star.atom[0]];
        for (int k = 0; k < star.bonds; k++) {
            const double *v = atoms->v[star.atom[k + 1]];
            for (int j = 0; j < star.bonds; j++)
                a[k][j] = star.inverse[0] * dot(star.r[k], star.r[j]);
            a[k][k] += star.inverse[k + 1] * dot(star.r[k], star.r[k]);
            mu[k] = dot(star.r[k], v) - dot(star.r[k], centre);
        }
        if (!solve(star.bonds, a, mu))
            return md_error_set(error, MD_ERR_RUN, NULL,
                                "the velocities of atom %" PRId64
                                " and its partners cannot be made to keep the lengths of bonds",
                                star.cluster->id[0]);
        for (int k = 0; k < star.bonds; k++)
            for (int d = 0; d < 3; d++) {
                centre[d] += mu[k] * star.inverse[0] * star.r[k][d];
                atoms->v[star.atom[k + 1]][d] -= mu[k] * star.inverse[k + 1] * star.r[k][d];
            }
    }
    return MD_OK;
}

/* Positions that do not obey the constraints are moved along the bonds, before a run's forces. */
static enum md_status straighten(struct shake *shake, struct md_system *system,
                                 struct md_error *error)
{
    struct md_atoms *atoms = &system->atoms;
    for (size_t c = 0; c < shake->rigid.count; c++) {
        struct star star;
        double lambda[MD_RIGID_BONDS] = {0.0}, bent[MD_RIGID_BONDS][3], excess[MD_RIGID_BONDS];
        if (find_star(system, &shake->rigid.list[c], &star, error))
            return error->status;
        const double(*r)[3] = (const double(*)[3])star.r;
        if (bend(&star, r, 1.0, lambda, bent, excess) <= shake->tolerance)
            continue;
        if (constrain(shake, &star, r, 1.0, lambda, error))
            return error->status;
        for (int k = 0; k < star.bonds; k++)
            for (int d = 0; d < 3; d++) {
                atoms->x[star.atom[0]][d] += lambda[k] * star.inverse[0] * star.r[k][d];
                atoms->x[star.atom[k + 1]][d] -= lambda[k] * star.inverse[k + 1] * star.r[k][d];
            }
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ hooks */

static enum md_status create(struct shake *shake, const struct md_modify_context *context,
                             const struct md_args *args, const struct md_style *style,
                             struct md_error *error)
{
    if (context->system->topology.style == MD_ATOM_ATOMIC)
        return md_error_set(error, MD_ERR_ORDER, NULL,
                            "fix %s needs an atom_style with bonds, not 'atomic'", style->name);
    if (md_args_count(args, 3, -1, style->usage, error) ||
        md_word_double(&args->words[0], "tolerance", 1e-15, 1.0, &shake->tolerance, error) ||
        md_word_int(&args->words[1], "number of iterations", 1, 1000000, &shake->iterations,
                    error) ||
        md_word_int(&args->words[2], "interval of statistics", 0, MD_STEP_MAX, &shake->every,
                    error) ||
        md_rigid_bonds_read(&shake->rigid, context, args, 3, error))
        return error->status;
    return md_rigid_bonds_find(&shake->rigid, context, error);
}

static enum md_status shake_create(void *state, const struct md_modify_context *context,
                                   const struct md_args *args, struct md_error *error)
{
    return create(state, context, args, &md_modifier_shake.style, error);
}

static enum md_status rattle_create(void *state, const struct md_modify_context *context,
                                    const struct md_args *args, struct md_error *error)
{
    struct shake *shake = state;
    shake->rattle = true;
    return create(state, context, args, &md_modifier_rattle.style, error);
}

static enum md_status shake_begin(void *state, const struct md_modify_context *context,
                                  struct md_error *error)
{
    struct shake *shake = state;
    if (md_rigid_bonds_hold(&shake->rigid, error) ||
        md_rigid_bonds_find(&shake->rigid, context, error) ||
        md_rigid_bonds_measure(&shake->rigid, context->forces, error))
        return error->status;
    return straighten(shake, context->system, error);
}

static enum md_status shake_begun(void *state, const struct md_modify_context *context,
                                  struct md_error *error)
{
    struct shake *shake = state;
    if (shake->rattle && project(shake, context->system, error))
        return error->status;
    return hold(shake, context, 0.5, error);
}

static enum md_status shake_forced(void *state, const struct md_modify_context *context,
                                   struct md_error *error)
{
    return hold(state, context, 1.0, error);
}

static const double *shake_virial(const void *state)
{
    const struct shake *shake = state;
    return shake->virial;
}

static void shake_share(const void *state, uint64_t instant, double (*virial)[6])
{
    const struct shake *shake = state;
    struct md_atoms *atoms = &shake->rigid.system->atoms;
    for (size_t c = 0; (instant == shake->instant || shake->restored) && c < shake->held_count;
         c++) {
        const struct held *held = &shake->held[c];
        int count = 0;
        while (count < MD_RIGID_ATOMS && held->id[count] != 0)
            count++;
        for (int i = 0; i < count; i++) {
            int64_t k = md_atoms_find(atoms, held->id[i]);
            for (int v = 0; k >= 0 && v < 6; v++)
                virial[k][v] += held->virial[v] / count;
        }
    }
}

/* A run that goes on from a restart file shows the stress of its first instant once more. */
static enum md_status shake_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct shake *shake = state;
    bool reading = md_archive_reading(archive);
    size_t count = reading ? md_archive_size(archive, "held") / MD_RIGID_ATOMS : shake->held_count;
    if (count == 0)
        return MD_OK;
    int64_t *id = md_memory_array(count, MD_RIGID_ATOMS * sizeof *id);
    double *virial = md_memory_array(count, 6 * sizeof *virial);
    enum md_status status = id == NULL || virial == NULL ? md_error_memory(error, "constraints")
                                                         : reserve_held(shake, count, error);
    for (size_t c = 0; status == MD_OK && !reading && c < count; c++) {
        memcpy(id + MD_RIGID_ATOMS * c, shake->held[c].id, sizeof shake->held[c].id);
        memcpy(virial + 6 * c, shake->held[c].virial, sizeof shake->held[c].virial);
    }
    if (status == MD_OK)
        status = md_archive_ints(archive, "held", id, MD_RIGID_ATOMS * count, error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "virial", virial, 6 * count, error);
    for (size_t c = 0; status == MD_OK && reading && c < count; c++) {
        memcpy(shake->held[c].id, id + MD_RIGID_ATOMS * c, sizeof shake->held[c].id);
        memcpy(shake->held[c].virial, virial + 6 * c, sizeof shake->held[c].virial);
    }
    shake->restored = status == MD_OK && reading;
    md_memory_free(id);
    md_memory_free(virial);
    return status;
}

/* Constraints have no energy that could be minimised. */
static enum md_status shake_join(const void *state, const struct md_modify_context *context,
                                 struct md_error *error)
{
    const struct shake *shake = state;
    (void)context;
    return md_error_set(error, MD_ERR_UNSUPPORTED, NULL,
                        "fix %s cannot be used in a minimisation; unfix it before",
                        shake->rattle ? "rattle" : "shake");
}

static int64_t shake_next(const void *state, int64_t step)
{
    const struct shake *shake = state;
    if (shake->every == 0)
        return MD_NEVER;
    return step < 0 ? 0 : (step / shake->every + 1) * shake->every;
}

struct lengths {
    struct md_exact sum;
    double least, most;
    int64_t count;
};

static enum md_status measure(const struct shake *shake, struct md_system *system, int type,
                              struct lengths *lengths, struct md_error *error)
{
    *lengths = (struct lengths){.least = INFINITY};
    for (size_t c = 0; c < shake->rigid.count; c++) {
        struct star star;
        if (find_star(system, &shake->rigid.list[c], &star, error))
            return error->status;
        for (int k = 0; k < star.bonds; k++) {
            double r = sqrt(dot(star.r[k], star.r[k]));
            if (star.cluster->type[k] != type)
                continue;
            md_exact_add(&lengths->sum, r);
            lengths->count++;
            lengths->least = fmin(lengths->least, r);
            lengths->most = fmax(lengths->most, r);
        }
    }
    return MD_OK;
}

/* The statistics, in the form LAMMPS's users know. */
static enum md_status shake_act(void *state, const struct md_modify_context *context,
                                unsigned *changed, struct md_error *error)
{
    struct shake *shake = state;
    const struct md_stage *stage = context->stage;
    char line[128];
    (void)changed;
    if (shake->every == 0 || stage == NULL)
        return MD_OK;
    snprintf(line, sizeof line, "SHAKE stats (type/ave/delta/count) on step %" PRId64 "\n",
             md_clock_step(&context->system->clock));
    stage->say(stage->context, line);
    for (int type = 1; type <= context->system->topology.list[MD_BONDS].types; type++) {
        struct lengths lengths;
        if (measure(shake, context->system, type, &lengths, error))
            return error->status;
        if (lengths.count == 0)
            continue;
        snprintf(line, sizeof line, "%6d   %-9.6g %-11.6g %8" PRId64 "\n", type,
                 md_exact_value(&lengths.sum) / (double)lengths.count, lengths.most - lengths.least,
                 lengths.count);
        stage->say(stage->context, line);
    }
    return MD_OK;
}

static void shake_destroy(void *state)
{
    struct shake *shake = state;
    md_rigid_bonds_free(&shake->rigid);
    md_memory_free(shake->held);
}

#define COMMON                                                                                     \
    .minimizes = true, .opens = true, .begin = shake_begin, .begun = shake_begun,                  \
    .constraint_virial = shake_virial, .constraint_share = shake_share, .keep = shake_keep,        \
    .join = shake_join, .next = shake_next, .act = shake_act, .destroy = shake_destroy

const struct md_modifier md_modifier_shake = {
    .style =
        {
            .name = "shake",
            .summary = "holds the lengths of bonds",
            .usage =
                "fix ID GROUP shake TOLERANCE ITERATIONS N b TYPE ... | t TYPE ... | m MASS ...",
            .manual =
                "Bonds between atoms of the group keep the length at rest of their bond style: "
                "those\n"
                "of the bond types after b, those with an atom of a type after t, or of a mass\n"
                "(to 0.1) after m.  Held bonds form clusters of one atom with up to three others.\n"
                "They exert no force and have no energy besides, each takes a degree of freedom\n"
                "from temperatures, and the forces that hold them count in the pressure and in\n"
                "compute stress/atom, unless fix_modify ID virial no.  At each step lengths are\n"
                "right to TOLERANCE, or the run ends with an error after ITERATIONS of Newton's\n"
                "method.  Every N steps (0: never) average and spread of\n"
                "the lengths are printed.  Positions are made to obey when a run begins.\n"
                "Velocities along bonds are not taken away (fix rattle does): at a run's first\n"
                "row the temperature counts them.  For run_style verlet, also with thermostats.",
            .cite = "J.-P. Ryckaert, G. Ciccotti, H. J. C. Berendsen, J. Comput. Phys. 23 (1977) "
                    "327",
            .state_size = sizeof(struct shake),
        },
    .create = shake_create,
    .forced = shake_forced,
    COMMON,
};

const struct md_modifier md_modifier_rattle = {
    .style =
        {
            .name = "rattle",
            .summary = "holds the lengths of bonds, in positions and velocities",
            .usage =
                "fix ID GROUP rattle TOLERANCE ITERATIONS N b TYPE ... | t TYPE ... | m MASS ...",
            .manual = "As fix shake, and velocities along the bonds are 0 after each step and when "
                      "a run\nbegins.  Positions go the same way; velocities are those of the "
                      "symplectic method\non the constraints.",
            .cite = "H. C. Andersen, J. Comput. Phys. 52 (1983) 24",
            .state_size = sizeof(struct shake),
        },
    .create = rattle_create,
    .closed = shake_begun,
    COMMON,
};
