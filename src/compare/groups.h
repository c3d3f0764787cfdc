/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of the same integrator and step, averaged over starts. */
#ifndef MD_COMPARE_GROUPS_H
#define MD_COMPARE_GROUPS_H

#include "compare/result.h"

struct md_mean {
    /* The standard error is that over starts, or what the runs say of themselves by blocking if
     * that is more: few starts, or starts that have not yet gone ways of their own, say little.
     * NaN: unknown. */
    double value, error;
};

struct md_group_of_runs {
    int first; /* its first trial: that of start 0 */
    int count, good, exploded, refused, crashed, late, waiting;
    double end; /* earliest time at which one of them ended early */
    const char *message;
    struct md_mean figure[MD_FIGURES], extra[MD_PLAN_EXTRAS];
};

struct md_groups_of_runs {
    struct md_group_of_runs *list;
    int count;
    double scale; /* of relative energy errors: |E| at the start, or 1 */
    double time;  /* length of a run, in the plan's units */
};

enum md_status md_groups_of_runs_make(struct md_groups_of_runs *groups, const struct md_plan *plan,
                                      const struct md_result *results, struct md_error *error);
void md_groups_of_runs_free(struct md_groups_of_runs *groups);

/* What a person would call its temperature: the first value of the deck that was asked for, or the
 * temperature, or the heat; and its name, NULL: none of them was measured. */
const char *md_groups_of_runs_warmth_name(const struct md_plan *plan);
struct md_mean md_groups_of_runs_warmth(const struct md_plan *plan,
                                        const struct md_group_of_runs *group);

/* What averages are held against: the reference, if it went as far as all others, or the first that
 * is good at all starts; NULL: none. */
const struct md_group_of_runs *md_groups_of_runs_baseline(const struct md_groups_of_runs *groups,
                                                          const struct md_plan *plan);

/* Whether the error of a scheme does not fall with its step: two groups whose steps are a factor of
 * 4 or more apart and their errors less than one of 2, far above what rounding makes. */
bool md_groups_of_runs_floor(const struct md_groups_of_runs *groups, const struct md_plan *plan,
                             int scheme, const struct md_group_of_runs *pair[2]);

/* "ok", "exploded at 12.3", "2 of 8 exploded, the first at 12.3", ... */
void md_groups_of_runs_status(const struct md_plan *plan, const struct md_group_of_runs *group,
                              char *text, size_t size);

/* The cheapest whose relative energy error is at most `tolerance` at all starts, by a figure; NULL:
 * none. */
const struct md_group_of_runs *md_groups_of_runs_cheapest(const struct md_groups_of_runs *groups,
                                                          const struct md_plan *plan,
                                                          double tolerance, int figure);

#endif
