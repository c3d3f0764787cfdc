/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Means over starts: see groups.h. */
#include "compare/groups.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

/* Figures that a single run knows the standard error of. */
static int error_of(int figure)
{
    switch (figure) {
    case MD_FIGURE_RMS:
    case MD_FIGURE_DRIFT:
    case MD_FIGURE_TEMPERATURE:
    case MD_FIGURE_HEAT:
    case MD_FIGURE_SCATTER:
        return figure + 1;
    default:
        return -1;
    }
}

/* A number of the i-th result, given that of the first. */
static double number(const double *first, int i)
{
    const char *at = (const char *)first + (size_t)i * sizeof(struct md_result);
    return *(const double *)(const void *)at;
}

/* Of a number and, unless NULL, its own standard error, over runs that reached their end. */
static struct md_mean average(const struct md_result *results, int count, const double *value,
                              const double *own)
{
    double n = 0.0, sum = 0.0, square = 0.0, blocks = 0.0;
    for (int i = 0; i < count; i++) {
        double v = number(value, i), e = own != NULL ? number(own, i) : 0.0;
        if (results[i].outcome != MD_OUTCOME_OK || isnan(v))
            continue;
        n += 1.0;
        double step = v - sum;
        sum += step / n;
        square += step * (v - sum);
        blocks += e * e;
    }
    if (n < 1.0)
        return (struct md_mean){NAN, NAN};
    blocks = own != NULL && (n > 1.0 || count == 1) ? sqrt(blocks) / n : NAN;
    if (n > 1.0)
        return (struct md_mean){sum, fmax(sqrt(square / (n - 1.0) / n), blocks)};
    return (struct md_mean){sum, blocks};
}

static void fill(struct md_group_of_runs *group, const struct md_plan *plan,
                 const struct md_result *all)
{
    const struct md_result *results = all + group->first;
    group->end = INFINITY;
    for (int i = 0; i < group->count; i++) {
        const struct md_result *result = &results[i];
        group->good += result->outcome == MD_OUTCOME_OK;
        group->exploded += result->outcome == MD_OUTCOME_EXPLODED;
        group->refused += result->outcome == MD_OUTCOME_REFUSED;
        group->crashed += result->outcome == MD_OUTCOME_CRASHED;
        group->late += result->outcome == MD_OUTCOME_LIMIT;
        group->waiting += result->outcome == MD_OUTCOME_NONE;
        if (result->outcome != MD_OUTCOME_OK && result->end < group->end)
            group->end = result->end;
        if (result->outcome > MD_OUTCOME_OK && group->message == NULL)
            group->message = result->message;
    }
    for (int k = 0; k < MD_FIGURES; k++) {
        int own = error_of(k);
        group->figure[k] = average(results, group->count, &results->figure[k],
                                   own >= 0 ? &results->figure[own] : NULL);
    }
    for (int k = 0; k < plan->extras; k++)
        group->extra[k] =
            average(results, group->count, &results->extra[k][0], &results->extra[k][1]);
}

enum md_status md_groups_of_runs_make(struct md_groups_of_runs *groups, const struct md_plan *plan,
                                      const struct md_result *results, struct md_error *error)
{
    int starts = (int)plan->starts;
    *groups = (struct md_groups_of_runs){.count = plan->trials / starts, .scale = 1.0};
    groups->list = md_memory_array((size_t)groups->count + 1, sizeof *groups->list);
    if (groups->list == NULL)
        return md_error_memory(error, "a summary");
    for (int i = 0; i < groups->count; i++) {
        groups->list[i] = (struct md_group_of_runs){.first = i * starts, .count = starts};
        fill(&groups->list[i], plan, results);
    }
    for (int i = plan->trials - 1; i >= 0; i--) {
        double energy = fabs(results[i].figure[MD_FIGURE_ENERGY0]);
        if (energy > 0.0 && plan->trial[i].start == 0)
            groups->scale = energy;
    }
    groups->time = plan->length / plan->unit_value;
    return MD_OK;
}

void md_groups_of_runs_free(struct md_groups_of_runs *groups)
{
    md_memory_free(groups->list);
    groups->list = NULL;
}

void md_groups_of_runs_status(const struct md_plan *plan, const struct md_group_of_runs *group,
                              char *text, size_t size)
{
    int bad = group->exploded + group->refused + group->crashed + group->late;
    const char *what = group->exploded > 0  ? "exploded"
                       : group->crashed > 0 ? "crashed"
                       : group->late > 0    ? "over the limit"
                                            : "refused";
    if (bad == 0) {
        snprintf(text, size, group->waiting > 0 ? "not finished" : "ok");
        return;
    }
    int length = bad == group->count ? snprintf(text, size, "%s", what)
                                     : snprintf(text, size, "%d of %d %s", bad, group->count, what);
    if (isfinite(group->end) && group->exploded + group->late > 0)
        snprintf(text + length, size - (size_t)length, "%s at %.4g%s%s",
                 bad > 1 ? ", the first" : "", group->end / plan->unit_value,
                 plan->unit[0] != '\0' ? " " : "", plan->unit);
}

const char *md_groups_of_runs_warmth_name(const struct md_plan *plan)
{
    return plan->extras > 0                              ? plan->extra[0]
           : (plan->measure & MD_PLAN_TEMPERATURE) != 0u ? "temperature"
           : (plan->measure & MD_PLAN_HEAT) != 0u        ? "heat"
                                                         : NULL;
}

/* The figure of that name, when it is no value of the deck. */
static int warm_figure(const struct md_plan *plan)
{
    return (plan->measure & MD_PLAN_TEMPERATURE) != 0u ? MD_FIGURE_TEMPERATURE : MD_FIGURE_HEAT;
}

struct md_mean md_groups_of_runs_warmth(const struct md_plan *plan,
                                        const struct md_group_of_runs *group)
{
    return plan->extras > 0 ? group->extra[0] : group->figure[warm_figure(plan)];
}

const struct md_group_of_runs *md_groups_of_runs_baseline(const struct md_groups_of_runs *groups,
                                                          const struct md_plan *plan)
{
    for (int i = 0; i < groups->count; i++) {
        const struct md_group_of_runs *group = &groups->list[i];
        const struct md_trial *trial = &plan->trial[group->first];
        if (group->good == group->count && md_plan_duration(plan, trial) > 0.999 * groups->time)
            return group;
    }
    return NULL;
}

static double step_of(const struct md_group_of_runs *group, const struct md_plan *plan)
{
    return plan->trial[group->first].step;
}

bool md_groups_of_runs_floor(const struct md_groups_of_runs *groups, const struct md_plan *plan,
                             int scheme, const struct md_group_of_runs *pair[2])
{
    pair[0] = pair[1] = NULL;
    /* Heights of terraces are no steps, and energies on them have no order. */
    if (strstr(plan->scheme[scheme].words, "raw}") != NULL)
        return false;
    for (int i = 0; i < groups->count; i++)
        for (int j = 0; j < groups->count; j++) {
            const struct md_group_of_runs *a = &groups->list[i], *b = &groups->list[j];
            double fine = a->figure[MD_FIGURE_RMS].value, coarse = b->figure[MD_FIGURE_RMS].value;
            if (plan->trial[a->first].scheme != scheme || plan->trial[b->first].scheme != scheme ||
                a->good < a->count || b->good < b->count ||
                !isnan(a->figure[MD_FIGURE_TRAPPED].value) ||
                !(step_of(b, plan) >= 3.999 * step_of(a, plan)) || !(fine > 1e-9 * groups->scale) ||
                !(coarse < 2.0 * fine))
                continue;
            if (pair[0] == NULL || step_of(b, plan) / step_of(a, plan) >
                                       1.001 * step_of(pair[1], plan) / step_of(pair[0], plan))
                pair[0] = a, pair[1] = b;
        }
    return pair[0] != NULL;
}

const struct md_group_of_runs *md_groups_of_runs_cheapest(const struct md_groups_of_runs *groups,
                                                          const struct md_plan *plan,
                                                          double tolerance, int figure)
{
    const struct md_group_of_runs *best = NULL;
    for (int i = 0; i < groups->count; i++) {
        const struct md_group_of_runs *group = &groups->list[i];
        if (group->good < group->count || plan->trial[group->first].scheme < 0 ||
            !(group->figure[MD_FIGURE_RMS].value <= tolerance * groups->scale))
            continue;
        if (best == NULL || group->figure[figure].value < 0.999 * best->figure[figure].value)
            best = group;
    }
    return best;
}
