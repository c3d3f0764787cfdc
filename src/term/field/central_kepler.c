/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix central/kepler: attraction to a centre, V = -k / r, F = -k r / |r|^3. */
#include "term/external_path.h"
#include "term/field/externals.h"

#include <math.h>

struct central_kepler {
    struct md_external external;
    double k;
    double center[3];
};

static inline double distance(const struct central_kepler *kepler, const double r[3], double d[3])
{
    for (int k = 0; k < 3; k++)
        d[k] = r[k] - kepler->center[k];
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

static inline void term(const struct central_kepler *kepler, const struct md_box *box,
                        const struct md_external_atom *atom, struct md_external_sums *sums,
                        double f[3])
{
    double d[3], r = distance(kepler, atom->r, d);
    (void)box;
    if (r == 0.0) {
        sums->trapped = atom->id;
        return;
    }
    sums->energy -= kepler->k / r;
    for (int k = 0; k < 3; k++)
        f[k] -= kepler->k / (r * r * r) * d[k];
}

/* Eigenvalues of the Hessian: k / r^3 across, -2 k / r^3 along the radius. */
static double curvature(const struct central_kepler *kepler, const struct md_box *box,
                        const struct md_external_atom *atom)
{
    double d[3], r = distance(kepler, atom->r, d);
    (void)box;
    return 2.0 * fabs(kepler->k) / (r * r * r);
}

/* P = -k s^(-1/2): P' = k/2 s^(-3/2), P'' = -3 k/4 s^(-5/2). */
static struct md_range bend(const struct central_kepler *kepler, const struct md_box *box,
                            const struct md_external_atom *atom, const double v[3], double time)
{
    double d[3];
    (void)box;
    distance(kepler, atom->r, d);
    struct md_external_path path = md_external_path(d, v, time);
    struct md_range third = {pow(path.square.hi, -1.5), pow(path.square.lo, -1.5)};
    struct md_range fifth = {pow(path.square.hi, -2.5), pow(path.square.lo, -2.5)};
    return md_external_path_bend(&path, md_range_scale(0.5 * kepler->k, third),
                                 md_range_scale(-0.75 * kepler->k, fifth));
}

#define EXTERNAL_STATE central_kepler
#include "term/external_faces.h"

static enum md_status create(void *state, const struct md_system *system,
                             const struct md_args *args, struct md_error *error)
{
    static const char *const keys[] = {"center", NULL};
    struct central_kepler *kepler = state;
    int key;
    (void)system;
    if (md_args_count(args, 1, 5, md_external_central_kepler.style.usage, error) ||
        md_word_double(&args->words[0], "strength", -INFINITY, INFINITY, &kepler->k, error) ||
        (args->count > 1 &&
         md_word_choice(&args->words[1], "keyword of fix central/kepler", keys, &key, error)))
        return error->status;
    if (args->count > 1 && args->count != 5)
        return md_error_set(error, MD_ERR_COUNT, &args->words[1].place,
                            "'center' needs x, y and z");
    for (int k = 0; args->count == 5 && k < 3; k++)
        if (md_word_double(&args->words[2 + k], "coordinate of the center", -INFINITY, INFINITY,
                           &kepler->center[k], error))
            return error->status;
    return MD_OK;
}

const struct md_potential md_external_central_kepler = {
    .style =
        {
            .name = "central/kepler",
            .summary = "attraction to a centre, -k/r",
            .usage = "fix ID GROUP central/kepler K [center X Y Z]",
            .manual =
                "V = -K / r for each atom of the group, r being its distance from the centre\n"
                "(0 0 0, or X Y Z in distance units), with unwrapped positions; K is an\n"
                "energy times a distance, negative for repulsion.  f_ID is the energy;\n"
                "fix_modify ID energy yes counts it.",
            .cite = "J. Kepler, Astronomia Nova (1609)",
            .state_size = sizeof(struct central_kepler),
        },
    .can = EXTERNAL_CAN,
    .create = create,
    .prepare = md_external_prepare,
    .destroy = md_external_destroy,
    EXTERNAL_FACES,
};
