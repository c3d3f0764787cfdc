/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix gravity: an acceleration of all atoms alike, V = -m g . x with positions within the box.
 * Directions: a vector, or angles as for chutes.
 */
#include "base/range.h"
#include "term/field/externals.h"

#include "base/memory.h"
#include "state/mass.h"
#include "state/rows.h"

#include <math.h>
#include <string.h>

struct gravity {
    struct md_external external;
    double magnitude;    /* may follow a variable */
    double direction[3]; /* of length 1 */
    double *mass;        /* of each type, at the last prepare */
    struct md_rows own;  /* masses of atoms that have one of their own */
};

static inline double mass_of(const struct gravity *gravity, const struct md_external_atom *atom)
{
    const double *own = gravity->own.count > 0 ? md_rows_find(&gravity->own, atom->id) : NULL;
    return own != NULL && *own > 0.0 ? *own : gravity->mass[atom->type];
}

static inline void term(const struct gravity *gravity, const struct md_box *box,
                        const struct md_external_atom *atom, struct md_external_sums *sums,
                        double f[3])
{
    double weight = mass_of(gravity, atom) * gravity->magnitude;
    (void)box;
    for (int k = 0; k < 3; k++) {
        f[k] += weight * gravity->direction[k];
        sums->energy -= weight * gravity->direction[k] * atom->x[k];
    }
}

static double curvature(const struct gravity *gravity, const struct md_box *box,
                        const struct md_external_atom *atom)
{
    (void)gravity;
    (void)box;
    (void)atom;
    return 0.0;
}

static struct md_range bend(const struct gravity *unused, const struct md_box *box,
                            const struct md_external_atom *atom, const double v[3], double time)
{
    (void)unused;
    (void)box;
    (void)atom;
    (void)v;
    (void)time;
    return (struct md_range){0.0, 0.0};
}

#define EXTERNAL_STATE gravity
#include "term/external_faces.h"

enum style { CHUTE, SPHERICAL, VECTOR };
static const char *const styles[] = {"chute", "spherical", "vector", NULL};
static const int style_words[] = {1, 2, 3};

/* A chute is tilted by its angle from the vertical: down for 0. */
static enum md_status aim(struct gravity *gravity, int style, const double w[3], int dimension,
                          const struct md_word *word, struct md_error *error)
{
    const double degree = 3.14159265358979323846 / 180.0;
    double theta = degree * (style == CHUTE ? 180.0 - w[0] : w[1]);
    double phi = style == CHUTE ? 0.0 : degree * w[0];
    double *d = gravity->direction;
    if (style != VECTOR) {
        d[0] = dimension == 2 ? sin(theta) : sin(theta) * cos(phi);
        d[1] = dimension == 2 ? cos(theta) : sin(theta) * sin(phi);
        d[2] = dimension == 2 ? 0.0 : cos(theta);
        return MD_OK;
    }
    double length = dimension == 2 ? sqrt(w[0] * w[0] + w[1] * w[1])
                                   : sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    if (!(length > 0.0))
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "the direction %g %g %g of fix gravity has no length in %d dimensions",
                            w[0], w[1], w[2], dimension);
    for (int k = 0; k < dimension; k++)
        d[k] = w[k] / length;
    return MD_OK;
}

static enum md_status create(void *state, const struct md_system *system,
                             const struct md_args *args, struct md_error *error)
{
    struct gravity *gravity = state;
    double w[3] = {0.0, 0.0, 0.0};
    int style;
    if (md_args_count(args, 3, -1, md_external_gravity.style.usage, error) ||
        md_external_number(&gravity->external, &args->words[0], "magnitude of gravity", -INFINITY,
                           INFINITY, 1.0, &gravity->magnitude, error) ||
        md_word_choice(&args->words[1], "direction of fix gravity", styles, &style, error) ||
        md_args_count(args, 2 + style_words[style], 2 + style_words[style],
                      md_external_gravity.style.usage, error))
        return error->status;
    for (int k = 0; k < style_words[style]; k++)
        if (md_word_double(&args->words[2 + k], style == VECTOR ? "component" : "angle", -INFINITY,
                           INFINITY, &w[k], error))
            return error->status;
    return aim(gravity, style, w, system->dimension, &args->words[1], error);
}

static enum md_status keep_own(struct gravity *gravity, const struct md_system *system,
                               struct md_error *error)
{
    const struct md_atoms *atoms = &system->atoms;
    md_rows_free(&gravity->own);
    gravity->own.columns = 1;
    if (md_mass_by_type(system))
        return MD_OK;
    if (md_rows_cover(&gravity->own, atoms, error))
        return error->status;
    for (size_t i = 0; i < atoms->count; i++)
        *md_rows_find(&gravity->own, atoms->id[i]) = atoms->mass[i];
    return MD_OK;
}

static enum md_status prepare(void *state, const struct md_system *system, struct md_error *error)
{
    struct gravity *gravity = state;
    size_t types = (size_t)system->types + 1;
    md_memory_free(gravity->mass);
    gravity->mass = md_memory_array(types, sizeof(double));
    if (!gravity->mass)
        return md_error_memory(error, "the masses of fix gravity");
    memcpy(gravity->mass, system->mass, types * sizeof(double));
    if (keep_own(gravity, system, error))
        return error->status;
    return md_external_prepare(state, system, error);
}

static void destroy(void *state)
{
    struct gravity *gravity = state;
    md_memory_free(gravity->mass);
    md_rows_free(&gravity->own);
    md_external_destroy(state);
}

const struct md_potential md_external_gravity = {
    .style =
        {
            .name = "gravity",
            .summary = "the same acceleration for every atom of a group",
            .usage = "fix ID GROUP gravity MAGNITUDE|v_NAME chute ANGLE | spherical PHI THETA | "
                     "vector X Y Z",
            .manual =
                "V = -m MAGNITUDE n . x.  The direction n is along X Y Z; or has the angles PHI\n"
                "from the x axis and THETA from the z axis in degrees; or is that of a chute\n"
                "tilted by ANGLE, which points down (-z, in two dimensions -y) for 0.  The\n"
                "magnitude is a force per mass, whatever the units.  f_ID is the energy;\n"
                "fix_modify ID energy yes counts it.",
            .state_size = sizeof(struct gravity),
        },
    .can = EXTERNAL_CAN | MD_ONLY_IN_RUNS,
    .create = create,
    .prepare = prepare,
    .destroy = destroy,
    EXTERNAL_FACES,
};
