/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The same search by brute force: positions are moved, distances computed from them, and V is
 * looked at in many places on the way; where it turns between them, the turning point is found.
 * Nothing of the bounds, of the distances as polynomials or of the roots found by them is used.
 */
#include "integrate/terraces/whole/es.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_min.h>
#include <inttypes.h>
#include <math.h>

#define LOOKS 256

struct brute {
    struct md_es_path *path;
    const struct md_dynamics *dynamics;
    const md_vec3 *v;
    double low;
    double sign; /* -1: of a maximum */
};

/* V less the lower level at s; nothing of the path's arrays that matter elsewhere is changed. */
static double value_at(double s, void *context)
{
    struct brute *brute = context;
    struct md_es_path *path = brute->path;
    const struct md_system *system = brute->dynamics->system;
    const md_vec3 *x = (const md_vec3 *)system->atoms.x, *v = brute->v;
    double sum = 0.0;
    for (int n = 0; n < MD_ES_SETS; n++) {
        struct md_es_set *set = &path->set[n];
        for (size_t p = 0; p < set->padded; p++) {
            const struct md_es_two *two = &set->two[p];
            double square = 0.0;
            for (int k = 0; two->atom[0] >= 0 && k < 3; k++) {
                int i = two->atom[0], j = two->atom[1];
                double d = (x[i][k] + s * v[i][k]) - (x[j][k] + s * v[j][k]) - two->offset[k];
                square += d * d;
            }
            set->near[p] = two->atom[0] >= 0 ? square : 1e30;
        }
        if (set->count > 0 && n != MD_ES_STARS) {
            set->use->type->some(set->use->state, set->padded, set->near, set->row,
                                 set->span.force[0], set->span.force[1], set->span.curvature[0]);
            for (size_t p = 0; p < set->count; p++)
                sum += set->weight[p] * set->span.curvature[0][p];
        }
    }
    struct md_es_set *set = &path->set[MD_ES_STARS];
    for (size_t n = 0; n < path->stars; n++) {
        const struct md_es_star *star = &path->star[n];
        size_t at = star->first;
        sum += set->use->type->star(set->use->state, system->atoms.type[star->atom], star->count,
                                    set->near + at, set->row + at, set->span.force[0] + at,
                                    set->span.force[1] + at, path->scratch);
    }
    return brute->sign * (sum + md_es_path_fields(path, brute->dynamics, v, s) - brute->low);
}

/* The lowest (or highest, by `sign`) value between a and c, where b is lower than both. */
static double turning(struct brute *brute, double a, double b, double c)
{
    gsl_min_fminimizer *minimizer = gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent);
    gsl_function function = {value_at, brute};
    double least = value_at(b, brute);
    if (minimizer == NULL)
        return least;
    gsl_error_handler_t *handler = gsl_set_error_handler_off();
    if (gsl_min_fminimizer_set(minimizer, &function, b, a, c) == GSL_SUCCESS)
        for (int k = 0; k < 60; k++) {
            if (gsl_min_fminimizer_iterate(minimizer) != GSL_SUCCESS)
                break;
            least = gsl_min_fminimizer_f_minimum(minimizer);
        }
    gsl_set_error_handler(handler);
    gsl_min_fminimizer_free(minimizer);
    return least;
}

static enum md_status disagree(const struct md_es *es, double s, double value,
                               const struct md_es_point *end, struct md_error *error)
{
    return md_error_set(error, MD_ERR_RUN, &es->words.verify_place,
                        "brute force disagrees: V is %.17g above the lower level at %.17g after "
                        "the last event, and the next one was expected at %.17g (terraces are %g "
                        "high)",
                        value, s, end->s, es->height);
}

enum md_status md_es_verify(struct md_es *es, const struct md_dynamics *dynamics, const md_vec3 *v,
                            const struct md_es_point *start, const struct md_es_point *end,
                            struct md_error *error)
{
    struct brute brute = {&es->path, dynamics, v, md_es_terraced(es), 1.0};
    double width = (end->s - start->s) / LOOKS, slack = 8.0 * es->search.tolerance;
    double before = start->value, at = start->value;
    es->counts.verified++;
    for (int n = 1; n <= LOOKS; n++) {
        double s = start->s + n * width, next = value_at(s, &brute);
        if (n < LOOKS && (next < -slack || next > es->height + slack))
            return disagree(es, s, next, end, error);
        /* It turned between here and the one before last: how far did it go? */
        bool low = at <= before && at <= next, high = at >= before && at >= next;
        if (n > 1 && (low || high) && before != next) {
            brute.sign = low ? 1.0 : -1.0;
            double extreme = brute.sign * turning(&brute, s - 2.0 * width, s - width, s);
            brute.sign = 1.0;
            if (extreme < -slack || extreme > es->height + slack)
                return disagree(es, s - width, extreme, end, error);
        }
        before = at;
        at = next;
    }
    double level = es->exit == MD_ES_ABOVE ? es->height : 0.0;
    if (es->exit != MD_ES_INSIDE && fabs(at - level) > slack)
        return disagree(es, end->s, at, end, error);
    return MD_OK;
}
