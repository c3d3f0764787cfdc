/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hot elements of a many-body potential: V_i = F_i(rho_i) + 1/2 sum_j phi_ij, all that belongs to
 * one atom.  Such a star is hot if it holds a hot atom.
 *
 * The vector code sums over a view of the list in which hot atoms have no partners.  Of a star that
 * is cold it makes what it is; of a star of a cold atom that has hot partners it makes the star
 * without these, and of a hot atom F(0): that is taken away again here.
 */
#include "integrate/avi/avi_hot.h"

#include <math.h>

struct petals {
    double d[3][MD_HOT_PARTNERS], r2[MD_HOT_PARTNERS];
    double force[MD_HOT_PARTNERS], curvature[MD_HOT_PARTNERS], scratch[2 * MD_HOT_PARTNERS];
    int32_t row[MD_HOT_PARTNERS], spot[MD_HOT_PARTNERS];
    size_t count;
};

/* The star's partners, from this spot on; now NULL: all are where they are. */
static double evaluate(const struct md_hot *hot, const struct md_potential_use *use,
                       const struct md_system *system, const struct md_hot_instant *now, size_t s,
                       size_t from, struct petals *petals)
{
    const struct md_hot_star *star = &hot->star[s];
    struct md_hot_spot *i = &hot->spot[s];
    const int type = system->atoms.type[hot->atom[s]];
    size_t n = 0;
    if (now != NULL)
        md_hot_move(i, now);
    for (int32_t k = 0; k < star->count; k++) {
        const struct md_hot_partner *partner = &hot->member[star->begin + (size_t)k];
        struct md_hot_spot *j = &hot->spot[partner->spot];
        if ((size_t)partner->spot < from)
            continue;
        if (now != NULL)
            md_hot_move(j, now);
        double square = 0.0;
        for (int c = 0; c < 3; c++) {
            petals->d[c][n] = i->x[c] - j->x[c] - hot->shift[partner->image][c];
            square += petals->d[c][n] * petals->d[c][n];
        }
        petals->r2[n] = square;
        petals->row[n] = partner->row;
        petals->spot[n++] = partner->spot;
    }
    petals->count = n;
    for (; n % MD_SOME != 0; n++) {
        petals->r2[n] = 1e30;
        petals->row[n] = petals->row[0];
    }
    return use->type->star(use->state, type, n, petals->r2, petals->row, petals->force,
                           petals->curvature, petals->scratch);
}

static int rung_of_star(const struct md_hot *hot, size_t s, const struct petals *petals)
{
    const struct md_hot_spot *i = &hot->spot[s];
    double a = i->v[0] * i->v[0] + i->v[1] * i->v[1] + i->v[2] * i->v[2];
    int most = 0;
    a = fmax(a, i->bound);
    for (size_t k = 0; k < petals->count; k++) {
        const struct md_hot_spot *j = &hot->spot[petals->spot[k]];
        double b = j->v[0] * j->v[0] + j->v[1] * j->v[1] + j->v[2] * j->v[2];
        double u = fmax(a, fmax(b, j->bound));
        int rung =
            md_avi_hot_pairs_rung(hot, u, petals->curvature[k] + 2.0 * fabs(petals->force[k]),
                                  petals->r2[k], i->inverse + j->inverse);
        most = rung > most ? rung : most;
    }
    return most;
}

static void add(md_vec3 *force, const int32_t *index, struct md_tally *tally, size_t s,
                const struct petals *petals, double energy, double sign)
{
    tally->energy[MD_PART_PAIR] += sign * energy;
    for (size_t k = 0; k < petals->count; k++) {
        size_t a = index != NULL ? (size_t)index[s] : s, t = (size_t)petals->spot[k];
        size_t b = index != NULL ? (size_t)index[t] : t;
        double d[3], f[3];
        for (int c = 0; c < 3; c++) {
            d[c] = petals->d[c][k];
            f[c] = sign * petals->force[k] * d[c];
            force[a][c] += f[c];
            force[b][c] -= f[c];
            tally->virial[c] += f[c] * d[c];
        }
        tally->virial[3] += f[0] * d[1];
        tally->virial[4] += f[0] * d[2];
        tally->virial[5] += f[1] * d[2];
    }
}

uint64_t md_avi_hot_stars_fire(struct md_hot *hot, const struct md_potential_use *use,
                               const struct md_system *system, const struct md_hot_instant *now,
                               struct md_hot_pair *entry, size_t count)
{
    struct petals petals;
    uint64_t updates = 0;
    for (size_t e = 0; e < count; e++) {
        size_t s = (size_t)entry[e].i;
        struct md_hot_spot *i = &hot->spot[s];
        double energy = evaluate(hot, use, system, now, s, 0, &petals);
        int32_t span = now->first ? 0 : 1 << (MD_HOT_RUNGS - entry[e].rung);
        updates += petals.count;
        if (now->first || now->last)
            add(hot->force, NULL, &hot->tally, s, &petals, energy, 1.0);
        if (!now->last) {
            int rung = rung_of_star(hot, s, &petals);
            rung = rung > now->coarsest ? rung : now->coarsest;
            entry[e].rung = (uint8_t)rung;
            span += 1 << (MD_HOT_RUNGS - rung);
        }
        for (size_t k = 0; k < petals.count; k++) {
            struct md_hot_spot *j = &hot->spot[petals.spot[k]];
            double w = 0.5 * now->unit * (double)span * petals.force[k];
            for (int c = 0; c < 3; c++) {
                i->v[c] += w * i->inverse * petals.d[c][k];
                j->v[c] -= w * j->inverse * petals.d[c][k];
            }
        }
    }
    return updates / 2; /* a pair is in the stars of both its atoms */
}

void md_avi_hot_stars_correct(struct md_hot *hot, const struct md_potential_use *use,
                              struct md_system *system, struct md_tally *tally)
{
    struct petals petals;
    for (size_t s = 0; s < hot->stars; s++) {
        double energy =
            evaluate(hot, use, system, NULL, s, s < hot->hots ? SIZE_MAX : hot->hots, &petals);
        add(system->atoms.f, hot->atom, tally, s, &petals, energy, -1.0);
    }
}
