/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events of many plain pairs at one instant, evaluated with vector code.
 *
 * Impulses depend on positions alone and change velocities alone, so the events of one instant
 * commute but for rounding.  Each atom therefore gets its impulses in the order of the elements,
 * whatever is evaluated with whatever, and by however many threads: no bit depends on it.
 */
#ifndef MD_INTEGRATE_AVI_AVI_PLAIN_H
#define MD_INTEGRATE_AVI_AVI_PLAIN_H

#include "integrate/avi/avi_elements.h"
#include "integrate/avi/avi_motion.h"

#define MD_AVI_PLAIN_FEW    3    /* up to so many pairs are faster one by one */
#define MD_AVI_PLAIN_CHUNK  256  /* pairs at once: all that is known of them is in the L1 cache */
#define MD_AVI_PLAIN_BLOCK  4096 /* and if threads share the work, in the L2 cache */
#define MD_AVI_PLAIN_SHARED 6000 /* pairs from which threads save more than they cost */

/* What one pair does to its atoms. */
struct md_avi_impulse {
    double d[3], factor[2];
    int32_t atom[2];
};

struct md_avi_plain {
    struct md_avi_impulse *impulse;
    double *r2, *force;
    int32_t *row;
};

/* What pairs are due, and when; `next` gets the tick of each one's next event. */
struct md_avi_due {
    const struct md_avi_element *element; /* all there are */
    const uint32_t *list;                 /* those that are due, ascending */
    md_tick *next;
    size_t count;
    md_tick t;
    double share; /* of a whole kick */
    const struct md_potential_use *use;
    int types;
};

enum md_status md_avi_plain_reserve(struct md_avi_plain *plain, struct md_error *error);
void md_avi_plain_free(struct md_avi_plain *plain);

/* The pairs that are due from `at` on until `end` or one that is not plain, MD_AVI_PLAIN_CHUNK at
 * most: brings their atoms and kicks them.  How many they were. */
size_t md_avi_plain_fire(struct md_avi_plain *plain, struct md_avi_motion *motion,
                         const struct md_avi_due *due, size_t at, size_t end);

/* The same of those that are due from begin to end, all of which are plain, by threads. */
struct md_avi_crew {
    size_t begin, end, atoms;
    int threads;
};
enum md_status md_avi_plain_share(struct md_avi_plain *plain, struct md_avi_motion *motion,
                                  const struct md_avi_due *due, const struct md_avi_crew *crew,
                                  struct md_error *error);

#endif
