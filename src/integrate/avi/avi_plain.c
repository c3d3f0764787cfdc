/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A chunk of pairs goes through three loops: atoms are brought and distances gathered; forces are
 * evaluated; impulses are added pair by pair.
 *
 * Threads share a block of pairs so: each brings the atoms of its own range; each evaluates its
 * part of the block; each kicks the atoms of its own range.  For the first and the last it looks at
 * all pairs of the block, since either of their atoms may be its own.
 */
#include "integrate/avi/avi_plain.h"

#include "base/memory.h"

#include <string.h>

enum md_status md_avi_plain_reserve(struct md_avi_plain *plain, struct md_error *error)
{
    const size_t room = MD_AVI_PLAIN_BLOCK;
    if (plain->impulse != NULL)
        return MD_OK;
    if (md_memory_grow(&plain->r2, 0, room, sizeof *plain->r2, error) ||
        md_memory_grow(&plain->force, 0, room, sizeof *plain->force, error) ||
        md_memory_grow(&plain->row, 0, room, sizeof *plain->row, error))
        return error->status;
    return md_memory_grow(&plain->impulse, 0, room, sizeof *plain->impulse, error);
}

void md_avi_plain_free(struct md_avi_plain *plain)
{
    md_memory_free(plain->impulse);
    md_memory_free(plain->r2);
    md_memory_free(plain->force);
    md_memory_free(plain->row);
    *plain = (struct md_avi_plain){0};
}

/* The distance of the pair that is due as number `at` becomes number k of those here. */
static inline void gather(struct md_avi_plain *plain, const struct md_avi_motion *motion,
                          const struct md_avi_due *due, size_t at, size_t k)
{
    const struct md_avi_element *element = &due->element[due->list[at]];
    const double *a = motion->x[element->atom[0]], *b = motion->x[element->atom[1]];
    struct md_avi_impulse *impulse = &plain->impulse[k];
    double r2 = 0.0;
    for (int c = 0; c < 3; c++) {
        impulse->d[c] = a[c] - (b[c] + element->offset[c]);
        r2 += impulse->d[c] * impulse->d[c];
    }
    impulse->atom[0] = element->atom[0];
    impulse->atom[1] = element->atom[1];
    plain->r2[k] = r2;
    plain->row[k] = element->type[0] * (due->types + 1) + element->type[1];
    due->next[at] = due->t + element->step;
}

/* Forces of those from begin to end, and the factors of both kicks; the first of them is due as
 * number `at`. */
static void evaluate(struct md_avi_plain *plain, const struct md_avi_motion *motion,
                     const struct md_avi_due *due, size_t at, size_t begin, size_t end)
{
    size_t padded = begin + (end - begin + MD_SOME - 1) / MD_SOME * MD_SOME;
    for (size_t k = end; k < padded; k++) {
        plain->r2[k] = plain->r2[begin];
        plain->row[k] = plain->row[begin];
    }
    due->use->type->some(due->use->state, padded - begin, plain->r2 + begin, plain->row + begin,
                         plain->force + begin, NULL, NULL);
    for (size_t k = begin; k < end; k++, at++) {
        const struct md_avi_element *element = &due->element[due->list[at]];
        double weight = due->share * (double)element->step * motion->quantum;
        double force = plain->force[k] * weight;
        plain->impulse[k].factor[0] = element->push[0] * force;
        plain->impulse[k].factor[1] = -element->push[1] * force;
    }
}

size_t md_avi_plain_fire(struct md_avi_plain *plain, struct md_avi_motion *motion,
                         const struct md_avi_due *due, size_t at, size_t end)
{
    uint16_t within[MD_AVI_PLAIN_CHUNK];
    size_t n = 0, m = 0;
    for (; n < MD_AVI_PLAIN_CHUNK && at + n < end; n++) {
        const struct md_avi_element *element = &due->element[due->list[at + n]];
        if (!element->plain)
            break;
        md_avi_motion_bring(motion, (size_t)element->atom[0], element->push[0], due->t);
        md_avi_motion_bring(motion, (size_t)element->atom[1], element->push[1], due->t);
        gather(plain, motion, due, at + n, n);
    }
    evaluate(plain, motion, due, at, 0, n);
    for (size_t k = 0; k < n; k++) { /* a branch on the cutoff would often be mispredicted */
        within[m] = (uint16_t)k;
        m += plain->force[k] != 0.0;
    }
    for (size_t k = 0; k < m; k++) {
        const struct md_avi_impulse *impulse = &plain->impulse[within[k]];
        md_avi_motion_kick(motion, (size_t)impulse->atom[0], impulse->factor[0], impulse->d);
        md_avi_motion_kick(motion, (size_t)impulse->atom[1], impulse->factor[1], impulse->d);
    }
    return n;
}

/* ------------------------------------------------------------------ by threads */

/* What one of the threads does: of the atoms those from lo on, so many. */
struct part {
    struct md_avi_motion motion;
    uint32_t lo, width;
};

static inline bool owns(const struct part *part, int32_t atom)
{
    return (uint32_t)atom - part->lo < part->width;
}

static void bring_part(const struct part *part, const struct md_avi_due *due, size_t at,
                       size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const struct md_avi_element *element = &due->element[due->list[at + k]];
        for (int a = 0; a < 2; a++) {
            /* Other threads write the ticks of other atoms. */
            const md_tick *tick = &due->t;
            if (owns(part, element->atom[a]))
                tick = &part->motion.tick[element->atom[a]];
            if (*tick != due->t)
                md_avi_motion_bring(&part->motion, (size_t)element->atom[a], element->push[a],
                                    due->t);
        }
    }
}

static void evaluate_part(struct md_avi_plain *plain, const struct md_avi_motion *motion,
                          const struct md_avi_due *due, size_t at, size_t begin, size_t end)
{
    for (; begin < end; begin += MD_AVI_PLAIN_CHUNK) {
        size_t stop = end - begin < MD_AVI_PLAIN_CHUNK ? end : begin + MD_AVI_PLAIN_CHUNK;
        for (size_t k = begin; k < stop; k++)
            gather(plain, motion, due, at + k, k);
        evaluate(plain, motion, due, at + begin, begin, stop);
    }
}

static void kick_part(const struct md_avi_plain *plain, struct part *part, size_t count)
{
    for (size_t begin = 0; begin < count; begin += MD_AVI_PLAIN_CHUNK) {
        uint32_t mine[2 * MD_AVI_PLAIN_CHUNK];
        size_t m = 0;
        size_t end = count - begin < MD_AVI_PLAIN_CHUNK ? count : begin + MD_AVI_PLAIN_CHUNK;
        for (size_t k = begin; k < end; k++) {
            const int32_t *atom = plain->impulse[k].atom;
            bool within = plain->force[k] != 0.0;
            mine[m] = (uint32_t)(2 * k);
            m += within & owns(part, atom[0]);
            mine[m] = (uint32_t)(2 * k + 1);
            m += within & owns(part, atom[1]);
        }
        for (size_t k = 0; k < m; k++) {
            const struct md_avi_impulse *impulse = &plain->impulse[mine[k] / 2];
            md_avi_motion_kick(&part->motion, (size_t)impulse->atom[mine[k] % 2],
                               impulse->factor[mine[k] % 2], impulse->d);
        }
    }
}

/* Which part of `all` is s of so many, in whole vectors. */
static size_t cut(size_t all, int s, int parts)
{
    return s == parts ? all : all * (size_t)s / (size_t)parts / MD_SOME * MD_SOME;
}

static void share_block(struct md_avi_plain *plain, struct part *part, const struct md_avi_due *due,
                        size_t at, size_t count, int parts)
{
#pragma omp for schedule(static)
    for (int s = 0; s < parts; s++)
        bring_part(&part[s], due, at, count);
#pragma omp for schedule(static)
    for (int s = 0; s < parts; s++)
        evaluate_part(plain, &part[s].motion, due, at, cut(count, s, parts),
                      cut(count, s + 1, parts));
        /* The next block begins with the same share of atoms by the same thread. */
#pragma omp for schedule(static) nowait
    for (int s = 0; s < parts; s++)
        kick_part(plain, &part[s], count);
}

enum md_status md_avi_plain_share(struct md_avi_plain *plain, struct md_avi_motion *motion,
                                  const struct md_avi_due *due, const struct md_avi_crew *crew,
                                  struct md_error *error)
{
    const int parts = crew->threads;
    struct part *part = md_memory_array((size_t)parts, sizeof *part);
    if (part == NULL)
        return md_error_memory(error, "events by threads");
    for (int s = 0; s < parts; s++) {
        size_t lo = cut(crew->atoms, s, parts);
        part[s] = (struct part){.motion = *motion,
                                .lo = (uint32_t)lo,
                                .width = (uint32_t)(cut(crew->atoms, s + 1, parts) - lo)};
    }
#pragma omp parallel default(none) shared(plain, part, due, crew, parts) num_threads(parts)
    for (size_t at = crew->begin; at < crew->end; at += MD_AVI_PLAIN_BLOCK) {
        size_t left = crew->end - at;
        share_block(plain, part, due, at, left < MD_AVI_PLAIN_BLOCK ? left : MD_AVI_PLAIN_BLOCK,
                    parts);
    }
    for (int s = 0; s < parts; s++)
        motion->over = motion->over || part[s].motion.over;
    md_memory_free(part);
    return MD_OK;
}
