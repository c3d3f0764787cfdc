/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hot pairs through a block, each with steps of its own.
 *
 * Steps are H/2^rung, and a pair's times are multiples of its step, so at any instant those that
 * have an event are all pairs from some rung on: they are taken out of their bins together, their
 * atoms are moved to the instant, all are evaluated at once by vector code, and each gets the
 * impulse (h_before + h_next)/2 F, h_next being chosen there and then.  A step may become
 * shorter at any event, longer only where the longer one's multiples are.
 *
 * Steps are chosen by three bounds:
 *
 *   - stiffness: h <= eta sqrt(m/k);
 *   - way: with u the highest speed nearby, u h <= lambda, or more where the pair is soft.  The
 *     trapezoidal rule errs by phi''' (u h)^3 / 12 in the work along a straight line, phi''' is
 *     about 14 k / r near a repulsive core, and that may be some small share of the energy of an
 *     atom which just counts as fast;
 *   - causality: `nearby` includes whoever can come into contact with one of the two atoms during
 *     the block.  A slow pair with a long step would otherwise not notice in time that one of its
 *     atoms has been hit.  Without it a cascade of 5000 epsilon in a Lennard-Jones crystal loses
 *     10 times as much energy, one of 20,000 epsilon 25 times, for 15 % fewer updates.
 */
#include "integrate/avi/avi_hot.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

#define CHUNK 512 /* pairs at once, a multiple of MD_SOME */

enum md_status md_avi_hot_pairs_room(struct md_hot_bin *bin, size_t more, struct md_error *error)
{
    size_t wanted = bin->count + more;
    if (wanted <= bin->room)
        return MD_OK;
    wanted += wanted / 2 + CHUNK;
    if (md_memory_grow(&bin->pair, bin->count, wanted, sizeof *bin->pair, error))
        return error->status;
    bin->room = wanted;
    return MD_OK;
}

void md_avi_hot_pairs_free(struct md_hot *hot)
{
    for (int r = 0; r <= MD_HOT_RUNGS; r++)
        md_memory_free(hot->bin[r].pair);
    md_memory_free(hot->work.pair);
}

/* floor(log2 w) of a positive, normal number. */
static inline int exponent(double w)
{
    uint64_t bits;
    memcpy(&bits, &w, sizeof bits);
    return (int)(bits >> 52) - 1023;
}

static inline int rung_of(const struct md_hot *hot, double u_sq, double k, double r2,
                          double inverse)
{
    double way = u_sq * hot->block * hot->block;
    /* Sixth powers, so that there is no root: w = (u H / lambda)^6. */
    double soft = k * k * hot->stretch / r2;
    soft = soft < hot->travel ? soft : hot->travel;
    soft = soft > hot->far ? soft : hot->far;
    double w = way * way * way * soft, stiff = k * inverse * hot->eta_sq;
    int a = w > 1.0 ? exponent(w) / 6 + 1 : 0;
    int b = stiff > 1.0 ? exponent(stiff) / 2 + 1 : 0;
    int rung = a > b ? a : b;
    return rung < MD_HOT_RUNGS ? rung : MD_HOT_RUNGS;
}

int md_avi_hot_pairs_rung(const struct md_hot *hot, double u_sq, double k, double r2,
                          double inverse)
{
    return rung_of(hot, u_sq, k, r2, inverse);
}

/* ------------------------------------------------------------------ events */

struct batch {
    double d[3][CHUNK], r2[CHUNK], force[CHUNK], curvature[CHUNK], energy[CHUNK];
    int32_t row[CHUNK];
};

struct flight {
    struct md_hot *hot;
    const struct md_potential_use *use;
    const struct md_system *system;
    struct md_hot_instant now;
    struct batch batch;
};

static void gather(struct flight *flight, const struct md_hot_pair *pair, size_t count)
{
    struct batch *batch = &flight->batch;
    struct md_hot_spot *spots = flight->hot->spot;
    const double(*shifts)[3] = (const double(*)[3])flight->hot->shift;
    for (size_t k = 0; k < count; k++) {
        struct md_hot_spot *i = &spots[pair[k].i], *j = &spots[pair[k].j];
        const double *shift = shifts[pair[k].image];
        md_hot_move(i, &flight->now);
        md_hot_move(j, &flight->now);
        double x = i->x[0] - j->x[0] - shift[0];
        double y = i->x[1] - j->x[1] - shift[1];
        double z = i->x[2] - j->x[2] - shift[2];
        batch->d[0][k] = x;
        batch->d[1][k] = y;
        batch->d[2][k] = z;
        batch->r2[k] = x * x + y * y + z * z;
        batch->row[k] = pair[k].row;
    }
    for (size_t k = count; k % MD_SOME != 0; k++) {
        batch->r2[k] = 1e30;
        batch->row[k] = pair[0].row;
    }
}

/* Pair by pair, for potentials without the face `some`. */
static enum md_status evaluate_singly(struct flight *flight, size_t count, struct md_error *error)
{
    struct batch *batch = &flight->batch;
    int columns = flight->system->types + 1;
    for (size_t k = 0; k < count; k++) {
        double x[2][3] = {{sqrt(batch->r2[k]), 0.0, 0.0}, {0.0}}, f[2][3];
        int type[2] = {batch->row[k] / columns, batch->row[k] % columns};
        struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = type};
        if (flight->use->type->one(flight->use->state, &element, &batch->energy[k], f))
            return md_error_set(error, MD_ERR_RUN, &flight->use->place,
                                "pair style %s has no energy for a pair at the distance %g",
                                flight->use->name, x[0][0]);
        batch->force[k] = x[0][0] > 0.0 ? f[0][0] / x[0][0] : 0.0;
        batch->curvature[k] = 0.5 * flight->use->type->stiffness(flight->use->state, &element);
    }
    return MD_OK;
}

static void kick(struct flight *flight, struct md_hot_pair *pair, size_t count)
{
    const struct batch *batch = &flight->batch;
    struct md_hot *hot = flight->hot;
    struct md_hot_spot *spots = hot->spot;
    const double half = 0.5 * flight->now.unit;
    for (size_t k = 0; k < count; k++) {
        struct md_hot_spot *i = &spots[pair[k].i], *j = &spots[pair[k].j];
        double f = batch->force[k];
        int32_t span = flight->now.first ? 0 : 1 << (MD_HOT_RUNGS - pair[k].rung);
        if (!flight->now.last) {
            double u = fmax(i->bound, j->bound);
            double a = i->v[0] * i->v[0] + i->v[1] * i->v[1] + i->v[2] * i->v[2];
            double b = j->v[0] * j->v[0] + j->v[1] * j->v[1] + j->v[2] * j->v[2];
            u = fmax(u, fmax(a, b));
            int rung = rung_of(hot, u, fabs(batch->curvature[k]) + 2.0 * fabs(f), batch->r2[k],
                               i->inverse + j->inverse);
            rung = rung > flight->now.coarsest ? rung : flight->now.coarsest;
            pair[k].rung = (uint8_t)rung;
            span += 1 << (MD_HOT_RUNGS - rung);
        }
        double w = half * (double)span * f, wi = w * i->inverse, wj = w * j->inverse;
        for (int c = 0; c < 3; c++) {
            i->v[c] += wi * batch->d[c][k];
            j->v[c] -= wj * batch->d[c][k];
        }
    }
}

/* At the block's ends: what the hot elements exert, and their energy. */
static void sum(struct flight *flight, const struct md_hot_pair *pair, size_t count)
{
    const struct batch *batch = &flight->batch;
    struct md_hot *hot = flight->hot;
    struct md_tally *tally = &hot->tally;
    for (size_t k = 0; k < count; k++) {
        double d[3], f[3];
        for (int c = 0; c < 3; c++) {
            d[c] = batch->d[c][k];
            f[c] = batch->force[k] * d[c];
            hot->force[pair[k].i][c] += f[c];
            hot->force[pair[k].j][c] -= f[c];
            tally->virial[c] += f[c] * d[c];
        }
        tally->energy[MD_PART_PAIR] += batch->energy[k];
        tally->virial[3] += f[0] * d[1];
        tally->virial[4] += f[0] * d[2];
        tally->virial[5] += f[1] * d[2];
    }
}

static enum md_status fire_pairs(struct flight *flight, struct md_error *error)
{
    struct md_hot_bin *work = &flight->hot->work;
    const struct md_potential *type = flight->use->type;
    for (size_t at = 0; at < work->count; at += CHUNK) {
        size_t count = work->count - at < CHUNK ? work->count - at : CHUNK;
        struct md_hot_pair *pair = work->pair + at;
        struct batch *batch = &flight->batch;
        gather(flight, pair, count);
        if (type->some != NULL)
            type->some(flight->use->state, (count + MD_SOME - 1) / MD_SOME * MD_SOME, batch->r2,
                       batch->row, batch->force, batch->curvature, batch->energy);
        else if (evaluate_singly(flight, count, error))
            return error->status;
        if (flight->now.first || flight->now.last)
            sum(flight, pair, count);
        kick(flight, pair, count);
    }
    return MD_OK;
}

/* Remembers the shortest step anybody took. */
static void note_shortest(struct md_avi *avi, const struct md_hot *hot,
                          const size_t wanted[MD_HOT_RUNGS + 1])
{
    int deepest = MD_HOT_RUNGS;
    while (deepest > 0 && wanted[deepest] == 0)
        deepest--;
    double step = ldexp(hot->block, -deepest);
    if (!(avi->shortest > 0.0) || step < avi->shortest)
        avi->shortest = step;
}

/* The events of all in hot->work, and back into the bins. */
static enum md_status fire(struct flight *flight, struct md_avi *avi, struct md_error *error)
{
    struct md_hot *hot = flight->hot;
    struct md_hot_bin *work = &hot->work;
    size_t wanted[MD_HOT_RUNGS + 1] = {0};
    avi->events += work->count;
    if (hot->many)
        avi->clock[1].updates += md_avi_hot_stars_fire(hot, flight->use, flight->system,
                                                       &flight->now, work->pair, work->count);
    else if (fire_pairs(flight, error))
        return error->status;
    else
        avi->clock[1].updates += work->count;
    for (size_t k = 0; k < work->count; k++)
        wanted[work->pair[k].rung]++;
    note_shortest(avi, hot, wanted);
    for (int r = 0; r <= MD_HOT_RUNGS; r++)
        if (wanted[r] > 0 && md_avi_hot_pairs_room(&hot->bin[r], wanted[r], error))
            return error->status;
    for (size_t k = 0; k < work->count; k++) {
        struct md_hot_bin *bin = &hot->bin[work->pair[k].rung];
        bin->pair[bin->count++] = work->pair[k];
    }
    return MD_OK;
}

/* Takes all pairs from this rung on out of their bins. */
static enum md_status take(struct md_hot *hot, int coarsest, struct md_error *error)
{
    hot->work.count = 0;
    for (int r = MD_HOT_RUNGS; r >= coarsest; r--) {
        struct md_hot_bin *bin = &hot->bin[r];
        if (bin->count == 0)
            continue;
        if (md_avi_hot_pairs_room(&hot->work, bin->count, error))
            return error->status;
        memcpy(hot->work.pair + hot->work.count, bin->pair, bin->count * sizeof *bin->pair);
        hot->work.count += bin->count;
        bin->count = 0;
    }
    return MD_OK;
}

/* The next multiple of the shortest step in use. */
static int32_t next_tick(const struct md_hot *hot, int32_t tick)
{
    int r = MD_HOT_RUNGS;
    while (r > 0 && hot->bin[r].count == 0)
        r--;
    int32_t step = 1 << (MD_HOT_RUNGS - r);
    return (tick / step + 1) * step;
}

static int coarsest_at(int32_t tick)
{
    int rung = MD_HOT_RUNGS;
    while (rung > 0 && (tick & 1) == 0) {
        tick >>= 1;
        rung--;
    }
    return rung;
}

static void clear_sums(struct md_hot *hot)
{
    memset(hot->force, 0, hot->spots * sizeof *hot->force);
    hot->tally = (struct md_tally){0};
}

/* Velocities get the half kick of what is cold at the beginning: everything less what is hot. */
static void kick_cold(struct md_hot *hot, const struct md_system *system)
{
    for (size_t s = 0; s < hot->spots; s++) {
        struct md_hot_spot *spot = &hot->spot[s];
        const double *f = system->atoms.f[hot->atom[s]];
        double w = 0.5 * hot->block * spot->inverse;
        for (int c = 0; c < 3; c++)
            spot->v[c] += w * (f[c] - hot->force[s][c]);
    }
}

enum md_status md_avi_hot_pairs_fly(struct md_hot *hot, struct md_avi *avi,
                                    struct md_dynamics *dynamics, struct md_error *error)
{
    const int32_t end = 1 << MD_HOT_RUNGS;
    struct flight flight = {.hot = hot,
                            .use = &dynamics->forces->pair,
                            .system = dynamics->system,
                            .now = {.unit = ldexp(hot->block, -MD_HOT_RUNGS), .first = true}};
    clear_sums(hot);
    for (;;) {
        flight.now.coarsest = coarsest_at(flight.now.tick);
        if (take(hot, flight.now.first || flight.now.last ? 0 : flight.now.coarsest, error))
            return error->status;
        if (fire(&flight, avi, error))
            return error->status;
        if (flight.now.last)
            break;
        if (flight.now.first) {
            kick_cold(hot, dynamics->system);
            clear_sums(hot);
        }
        flight.now.first = false;
        flight.now.tick = next_tick(hot, flight.now.tick);
        flight.now.last = flight.now.tick == end;
    }
    for (size_t s = 0; s < hot->spots; s++)
        md_hot_move(&hot->spot[s], &flight.now);
    return MD_OK;
}
