/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The earliest exit of a function of time from a band. */
#include "integrate/terraces/whole/es_search.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>
#include <math.h>

#define AHEAD  1.3    /* a piece's length over the way to the exit that is expected */
#define SHRINK 0.35   /* of a piece whose bounds say too little */
#define POLISH 12     /* steps before Brent's method takes over */
#define PIECES 100000 /* before giving up */

double md_es_search_falls(double c, double b, double a)
{
    if (isinf(a)) /* nothing is known, or it rises beyond all measure */
        return a < 0.0 ? 0.0 : INFINITY;
    if (!(c > 0.0)) {
        if (b < 0.0 || (b == 0.0 && a < 0.0))
            return 0.0;
        return a < 0.0 ? -2.0 * b / a : INFINITY;
    }
    double square = b * b - 2.0 * a * c;
    if (square < 0.0)
        return INFINITY;
    if (b < 0.0)
        return 2.0 * c / (sqrt(square) - b);
    return a < 0.0 ? (b + sqrt(square)) / -a : INFINITY;
}

/* When V, with this second derivative, leaves the band widened by `slack`. */
struct times {
    double below, above;
};

static struct times leaves(const struct md_es_search *search, const struct md_es_point *at,
                           double down, double up, double slack)
{
    double height = search->height;
    double low = at->value + slack, high = height - at->value + slack;
    return (struct times){md_es_search_falls(low > 0.0 ? low : 0.0, at->slope, down),
                          md_es_search_falls(high > 0.0 ? high : 0.0, -at->slope, -up)};
}

static double earlier(struct times times)
{
    return times.below < times.above ? times.below : times.above;
}

static enum md_status evaluate(struct md_es_search *search, const struct md_es_way *way, double s,
                               struct md_es_point *point, struct md_error *error)
{
    search->evaluations++;
    enum md_status status = way->evaluate(way->context, s, point, error);
    point->s = s;
    if (status == MD_OK && !(isfinite(point->value) && isfinite(point->slope)))
        return md_error_set(error, MD_ERR_RUN, NULL,
                            "the potential energy along the atoms' way is not a number");
    return status;
}

/* ------------------------------------------------------------------ polishing */

struct polishing {
    struct md_es_search *search;
    const struct md_es_way *way;
    double level;
    struct md_es_point point;
    enum md_status status;
    struct md_error *error;
};

static double above_level(double s, void *context)
{
    struct polishing *work = context;
    if (work->status == MD_OK)
        work->status = evaluate(work->search, work->way, s, &work->point, work->error);
    return work->status == MD_OK ? work->point.value - work->level : 0.0;
}

/* Brent's method for what the other did not finish; the bracket holds one root. */
static enum md_status brent(struct polishing *work, double near, double far)
{
    double low = above_level(near, work), high = above_level(far, work);
    if (work->status != MD_OK)
        return work->status;
    if (low * high >= 0.0) { /* rounding: the root is at one of the ends */
        above_level(fabs(low) < fabs(high) ? near : far, work);
        return work->status;
    }
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    if (solver == NULL)
        return md_error_memory(work->error, "root");
    gsl_function function = {above_level, work};
    gsl_root_fsolver_set(solver, &function, near, far);
    for (int k = 0; k < 200 && work->status == MD_OK; k++) {
        if (gsl_root_fsolver_iterate(solver) != GSL_SUCCESS)
            break;
        double width = gsl_root_fsolver_x_upper(solver) - gsl_root_fsolver_x_lower(solver);
        if (fabs(work->point.value - work->level) <= work->search->tolerance ||
            width <= 2.0 * DBL_EPSILON * far)
            break;
    }
    double root = gsl_root_fsolver_root(solver);
    gsl_root_fsolver_free(solver);
    above_level(root, work);
    return work->status;
}

/* The one root between near and far, by Halley's method held to the bracket: V'' comes with V. */
static enum md_status polish(struct polishing *work, double near, double far, double guess,
                             bool rising)
{
    double s = guess > near && guess < far ? guess : 0.5 * (near + far), best = INFINITY;
    double first = near, last = far;
    for (int k = 0; k < POLISH; k++) {
        double off = above_level(s, work);
        if (work->status != MD_OK || fabs(off) <= work->search->tolerance)
            return work->status;
        /* Rounding does not allow better. */
        if (fabs(off) >= best && last - first <= 64.0 * DBL_EPSILON * last)
            return MD_OK;
        best = fabs(off) < best ? fabs(off) : best;
        if ((off > 0.0) == rising)
            last = s;
        else
            first = s;
        double slope = work->point.slope, bend = off * work->point.curve;
        double divisor = 2.0 * slope * slope - bend;
        double next = divisor > slope * slope ? s - 2.0 * off * slope / divisor : s - off / slope;
        if (!(next > first && next < last))
            next = 0.5 * (first + last);
        if (next == s)
            return MD_OK;
        s = next;
    }
    return brent(work, near, far);
}

/* ------------------------------------------------------------------ pieces of the way */

/* What bounds over a piece tell. */
struct piece {
    double safe;  /* V is surely inside so far */
    bool decided; /* between there and `sure` is the first exit, one root and no other */
    double sure;
    bool rising;
};

static struct piece weigh(const struct md_es_search *search, const struct md_es_point *at,
                          double length, const double bound[2])
{
    struct times safe = leaves(search, at, bound[0], bound[1], search->tolerance);
    struct times sure = leaves(search, at, bound[1], bound[0], 0.0);
    struct piece piece = {.safe = earlier(safe), .sure = earlier(sure)};
    piece.rising = sure.above < sure.below;
    double other = piece.rising ? safe.below : safe.above;
    if (piece.safe > piece.sure) /* by the tolerance */
        piece.safe = piece.sure;
    if (piece.sure <= length && other > piece.sure) {
        const double *steep = piece.rising ? &bound[0] : &bound[1];
        double a = at->slope + *steep * piece.safe, b = at->slope + *steep * piece.sure;
        piece.decided = piece.rising ? a > 0.0 && b > 0.0 : a < 0.0 && b < 0.0;
    }
    piece.safe = piece.safe < length ? piece.safe : length;
    return piece;
}

/* Noise at a level: V is beyond it by more than the tolerance, and going out. */
static enum md_es_exit is_out(const struct md_es_search *search, const struct md_es_point *at)
{
    if (at->value < -search->tolerance && at->slope < 0.0)
        return MD_ES_BELOW;
    if (at->value > search->height + search->tolerance && at->slope > 0.0)
        return MD_ES_ABOVE;
    return MD_ES_INSIDE;
}

/* A length for the next piece, from what V, V' and V'' here suggest. */
static double propose(const struct md_es_search *search, const struct md_es_point *at)
{
    double expected = earlier(leaves(search, at, at->curve, at->curve, 0.0));
    double left = search->limit - at->s;
    if (!(expected < INFINITY))
        expected = search->first > 0.0 ? search->first : left;
    expected *= AHEAD;
    return expected < left ? expected : left;
}

enum md_status md_es_search(struct md_es_search *search, const struct md_es_way *way,
                            const struct md_es_point *start, enum md_es_exit *exit,
                            struct md_es_point *end, struct md_error *error)
{
    struct md_es_point at = *start;
    double length = propose(search, &at);
    search->pieces = 0;
    *exit = MD_ES_INSIDE;
    while (at.s < search->limit) {
        const double least = 4.0 * DBL_EPSILON * (at.s + length);
        double bound[2];
        if (++search->pieces > PIECES)
            return md_error_set(error, MD_ERR_RUN, NULL,
                                "no end is in sight of a search for the next level: the potential "
                                "energy is too rough");
        search->bounds++;
        if (way->bound(way->context, at.s, at.s + length, bound, error))
            return error->status;
        struct piece piece = weigh(search, &at, length, bound);
        if (piece.decided) {
            struct polishing work = {.search = search,
                                     .way = way,
                                     .level = piece.rising ? search->height : 0.0,
                                     .status = MD_OK,
                                     .error = error};
            double guess = at.s + earlier(leaves(search, &at, at.curve, at.curve, 0.0));
            *exit = piece.rising ? MD_ES_ABOVE : MD_ES_BELOW;
            if (polish(&work, at.s + piece.safe, at.s + piece.sure, guess, piece.rising))
                return error->status;
            *end = work.point;
            return MD_OK;
        }
        if (piece.safe < 0.25 * length && length > least) {
            length *= SHRINK;
            continue;
        }
        double step = piece.safe > least ? piece.safe : least;
        double next = at.s + step < search->limit ? at.s + step : search->limit;
        if (evaluate(search, way, next, &at, error))
            return error->status;
        *exit = is_out(search, &at);
        if (*exit != MD_ES_INSIDE)
            break;
        double ahead = propose(search, &at);
        length = piece.safe < length && ahead > 4.0 * length ? 4.0 * length : ahead;
    }
    *end = at;
    return MD_OK;
}
