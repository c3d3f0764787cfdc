/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix wall/reflect/stochastic: hard walls that have a temperature T and a velocity.  An atom that
 * passed one goes back to where it met it and on from there with a new velocity.  In units of
 * s = sqrt(k T / m), with u the old velocity relative to the wall, g a normal and p a uniform
 * number, its components along the wall (t) and away from it (n) are
 *
 *     diffusive   u_t' = g,    u_n' = sqrt(-2 ln p)
 *     maxwell     that with the probability a, else a reflection
 *     ccl         u_t' = (1 - a) u_t + sqrt(a (2 - a)) g,
 *                 u_n' = |sqrt(1 - a) u_n + sqrt(a) (complex normal number)|
 *
 * where a is an accommodation coefficient, for ccl one for each axis: of momentum along the wall,
 * of energy across it.  Each of these keeps the equilibrium at T.
 *
 * Atoms that met a wall in the same step draw in the order of their IDs, so that a trajectory does
 * not depend on how atoms are stored.
 */
#include "modify/hard_wall.h"
#include "modify/styles.h"

#include "base/memory.h"
#include "base/random.h"
#include "state/mass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum kind { DIFFUSIVE, MAXWELL, CCL };

struct skin {
    double temperature, velocity[3];
    double share[3]; /* accommodation; the first one alone for maxwell */
};

/* An atom that passed a wall. */
struct guest {
    int64_t id;
    size_t index;
};

struct stochastic {
    struct md_hard_walls walls;
    struct skin skin[6];
    enum kind kind;
    struct md_marsaglia random;
    struct guest *guest; /* of the present step */
    size_t guests, room;
};

/* FACE POSITION T VX VY VZ and as many coefficients. */
static const int wall_words[] = {6, 7, 9};

static enum md_status read_skin(struct skin *skin, const struct md_hard_wall *wall, int shares,
                                const struct md_word *word, struct md_error *error)
{
    if (md_word_double(&word[0], "temperature of the wall", 0.0, INFINITY, &skin->temperature,
                       error))
        return error->status;
    for (int k = 0; k < 3; k++)
        if (md_word_double(&word[1 + k], "velocity of the wall", -INFINITY, INFINITY,
                           &skin->velocity[k], error))
            return error->status;
    if (skin->velocity[wall->axis] != 0.0)
        return md_error_set(error, MD_ERR_VALUE, &word[1 + wall->axis].place,
                            "the wall's velocity along %c must be 0, not %g: it stands across that "
                            "axis",
                            "xyz"[wall->axis], skin -> velocity[wall->axis]);
    for (int k = 0; k < shares; k++)
        if (md_word_double(&word[4 + k], "accommodation coefficient", 0.0, 1.0, &skin->share[k],
                           error))
            return error->status;
    return MD_OK;
}

static enum md_status stochastic_create(void *state, const struct md_modify_context *context,
                                        const struct md_args *args, struct md_error *error)
{
    static const char *const kinds[] = {"diffusive", "maxwell", "ccl", NULL};
    struct stochastic *s = state;
    const char *usage = md_modifier_wall_reflect_stochastic.style.usage;
    int64_t seed;
    int kind, at = 2;
    s->walls.style = "wall/reflect/stochastic";
    if (md_args_count(args, 8, -1, usage, error) ||
        md_word_choice(&args->words[0], "kind of wall", kinds, &kind, error) ||
        md_word_int(&args->words[1], "seed", 1, 900000000, &seed, error))
        return error->status;
    s->kind = (enum kind)kind;
    md_marsaglia_seed(&s->random, (int32_t)seed);
    for (; at < args->count && !md_word_is(&args->words[at], "units"); at += wall_words[kind]) {
        int w = s->walls.count;
        if (md_hard_walls_read(&s->walls, context->system, args, at, error) ||
            md_args_count(args, at + wall_words[kind], -1, usage, error) ||
            read_skin(&s->skin[w], &s->walls.wall[w], wall_words[kind] - 6, &args->words[at + 2],
                      error))
            return error->status;
    }
    return md_hard_walls_units(&s->walls, context->system, args, at, usage, error);
}

static enum md_status stochastic_begin(void *state, const struct md_modify_context *context,
                                       struct md_error *error)
{
    const struct stochastic *s = state;
    return md_hard_walls_begin(&s->walls, context, error);
}

/* In place of the old velocity, both relative to the wall and in units of s; n is the axis across.
 */
static void accommodate(struct stochastic *s, const struct skin *skin, int n, double u[3])
{
    struct md_marsaglia *random = &s->random;
    bool whole = s->kind == DIFFUSIVE;
    if (s->kind == MAXWELL)
        whole = md_marsaglia_uniform(random) < skin->share[0];
    if (s->kind == MAXWELL && !whole) {
        u[n] = fabs(u[n]);
        return;
    }
    for (int k = 0; k < 3; k++) {
        double a = whole ? 1.0 : skin->share[k];
        if (k != n) {
            u[k] = (1.0 - a) * u[k] + sqrt(a * (2.0 - a)) * md_marsaglia_gaussian(random);
        } else {
            double real = sqrt(1.0 - a) * u[k] + sqrt(a) * md_marsaglia_gaussian(random);
            double other = sqrt(a) * md_marsaglia_gaussian(random);
            u[k] = sqrt(real * real + other * other);
        }
    }
}

/* Back to where the way met the wall, and on with the new velocity for the rest of the step. */
static void bounce(struct stochastic *s, int w, const struct md_system *system, size_t i)
{
    const struct md_hard_wall *wall = &s->walls.wall[w];
    const struct skin *skin = &s->skin[w];
    const struct md_units *units = system->units;
    double *x = system->atoms.x[i], *v = system->atoms.v[i], u[3];
    int n = wall->axis;
    double since = v[n] != 0.0 ? (x[n] - wall->at) / v[n] : 0.0;
    since = fmin(fmax(since, 0.0), system->clock.timestep);
    for (int k = 0; k < 3; k++)
        x[k] -= since * v[k];
    x[n] = wall->at;
    double speed = sqrt(units->boltz * skin->temperature / (units->mvv2e * md_mass_of(system, i)));
    double unit = speed > 0.0 ? speed : 1.0;
    for (int k = 0; k < 3; k++)
        u[k] = (v[k] - skin->velocity[k]) / unit;
    accommodate(s, skin, n, u);
    u[n] *= wall->side;
    for (int k = 0; k < 3; k++)
        v[k] = skin->velocity[k] + u[k] * unit;
    if (system->dimension == 2)
        v[2] = 0.0;
    for (int k = 0; k < 3; k++)
        x[k] += since * v[k];
    if (x[n] == wall->at) /* on an edge of the box it would be lost */
        x[n] = nextafter(x[n], wall->side * INFINITY);
}

/* In a corner a way may meet several walls in one step. */
static void bounce_about(struct stochastic *s, const struct md_system *system, size_t i)
{
    enum { MEETINGS = 16 };
    const double *x = system->atoms.x[i];
    for (int met = 0, n = 0; n < MEETINGS; n++, met = 0) {
        for (int w = 0; w < s->walls.count; w++) {
            if (!md_hard_wall_passed(&s->walls.wall[w], x))
                continue;
            bounce(s, w, system, i);
            met++;
        }
        if (met == 0)
            return;
    }
}

static int by_id(const void *a, const void *b)
{
    const struct guest *p = a, *q = b;
    return (p->id > q->id) - (p->id < q->id);
}

static bool passed_any(const struct stochastic *s, const double x[3])
{
    for (int w = 0; w < s->walls.count; w++)
        if (md_hard_wall_passed(&s->walls.wall[w], x))
            return true;
    return false;
}

/* The atoms of the group that passed a wall, by increasing ID. */
static enum md_status find_guests(struct stochastic *s, const struct md_atoms *atoms, uint32_t bit,
                                  struct md_error *error)
{
    s->guests = 0;
    for (size_t i = 0; i < atoms->count; i++) {
        if ((atoms->groups[i] & bit) == 0 || !passed_any(s, atoms->x[i]))
            continue;
        if (s->guests == s->room) {
            size_t more = s->room + s->room / 2 + 16;
            if (md_memory_grow(&s->guest, s->room, more, sizeof *s->guest, error))
                return error->status;
            s->room = more;
        }
        s->guest[s->guests++] = (struct guest){atoms->id[i], i};
    }
    if (s->guests > 1)
        qsort(s->guest, s->guests, sizeof *s->guest, by_id);
    return MD_OK;
}

static enum md_status stochastic_reflect(void *state, const struct md_modify_context *context,
                                         struct md_error *error)
{
    struct stochastic *s = state;
    for (int w = 0; w < s->walls.count; w++)
        if (md_hard_wall_place(&s->walls.wall[w], context, error))
            return error->status;
    if (find_guests(s, &context->system->atoms, md_group_bit(context->group), error))
        return error->status;
    for (size_t k = 0; k < s->guests; k++)
        bounce_about(s, context->system, s->guest[k].index);
    return MD_OK;
}

static enum md_status stochastic_keep(void *state, struct md_archive *archive,
                                      struct md_error *error)
{
    struct stochastic *s = state;
    return md_archive_marsaglia(archive, "random", &s->random, error);
}

static void stochastic_destroy(void *state)
{
    struct stochastic *s = state;
    md_memory_free(s->guest);
}

const struct md_modifier md_modifier_wall_reflect_stochastic = {
    .style =
        {
            .name = "wall/reflect/stochastic",
            .summary = "hard walls that give atoms velocities of their own temperature",
            .usage = "fix ID GROUP wall/reflect/stochastic diffusive|maxwell|ccl SEED "
                     "FACE POSITION|EDGE|v_NAME T VX VY VZ [ACCOMMODATION ...] ... "
                     "[units lattice|box]",
            .manual =
                "A wall is a face (xlo, xhi, ylo, yhi, zlo, zhi), its position, its temperature\n"
                "and its velocity (0 across it); up to six.  An atom of the group that passed one\n"
                "is put back to where it met it and goes on with a new velocity:\n"
                "  diffusive  drawn from a gas at T that flows out of the wall\n"
                "  maxwell    that with the probability ACCOMMODATION, else a reflection\n"
                "  ccl        by the kernel of Cercignani, Lampis and Lord: ACCOMMODATION along "
                "x,\n"
                "             y and z, of momentum along the wall and of energy across it\n"
                "units lattice (the default) scales positions but EDGE.  Not across periodic\n"
                "axes.  Random numbers are not LAMMPS's: averages agree, not trajectories.",
            .cite = "C. Cercignani, M. Lampis, Transp. Theory Stat. Phys. 1 (1971) 101; "
                    "R. G. Lord, Phys. Fluids A 3 (1991) 706",
            .state_size = sizeof(struct stochastic),
        },
    .balance = MD_BALANCE_UNCOUNTED,
    .create = stochastic_create,
    .begin = stochastic_begin,
    .reflect = stochastic_reflect,
    .keep = stochastic_keep,
    .destroy = stochastic_destroy,
};
