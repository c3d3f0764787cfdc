/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From the deck's words to classes of elements, each with a clock.
 *
 * Kinds that have the same step and are not divided further become one class: fewer sweeps over
 * the atoms, and with all steps equal one class of everything, which is velocity Verlet.  What the
 * deck does not say takes the uniform step, or that of the innermost shell, or the time step.
 */
#include "integrate/avi/avi.h"

#include "base/memory.h"
#include "term/external.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const unsigned terms_of[MD_AVI_KINDS] = {MD_TERM_PAIR, MD_TERM_EMBED, MD_TERM_BOND,
                                                MD_TERM_EXTERNAL};
static const char *const kind_names[MD_AVI_KINDS] = {"pair", "embed", "bond", "external"};

enum md_status md_avi_ticks(const struct md_avi *avi, double step, const struct md_place *place,
                            md_tick *ticks, struct md_error *error)
{
    const double most = ldexp(1.0, 52);
    double exact = step / avi->quantum;
    if (!(exact >= 0.5))
        return md_error_set(error, MD_ERR_VALUE, place,
                            "a step of %g is less than half a tick of the clock, which is %g (the "
                            "time step divided by 2^20): choose a shorter timestep",
                            step, avi->quantum);
    if (!(exact < most))
        return md_error_set(error, MD_ERR_VALUE, place,
                            "a step of %g is %.3g time steps long: choose a longer timestep", step,
                            exact / (double)MD_TICKS_PER_STEP);
    *ticks = (md_tick)llround(exact);
    return MD_OK;
}

void md_avi_plan_free(struct md_avi *avi)
{
    for (int k = 0; k < MD_AVI_CLASSES; k++) {
        md_memory_free(avi->types[k]);
        avi->types[k] = NULL;
    }
    md_classes_free(&avi->classes);
}

/* ------------------------------------------------------------------ which kinds there are */

struct plan {
    struct md_avi *avi;
    const struct md_avi_words *words;
    const struct md_system *system;
    const struct md_forces *forces;
    struct md_class list[MD_AVI_CLASSES];
    int count;
    double base; /* step of what has none of its own */
    bool *left;  /* pairs of types that no `step type` took; NULL: all */
};

static bool exists(const struct plan *plan, enum md_avi_kind kind)
{
    const struct md_forces *forces = plan->forces;
    const struct md_potential *pair = forces->pair.type;
    switch (kind) {
    case MD_AVI_PAIRS:
        return pair != NULL && pair->reach(forces->pair.state) > 0.0;
    case MD_AVI_EMBEDS:
        return pair != NULL && pair->kind == MD_KIND_MANY;
    case MD_AVI_BONDS:
        return md_forces_bonded_count(forces, plan->system) > 0;
    default:
        return forces->externals_count > 0;
    }
}

/* A step for something that is not there is a mistake worth telling. */
static enum md_status need_kinds(const struct plan *plan, struct md_error *error)
{
    static const char *const what[MD_AVI_KINDS] = {"a pair potential", "embedding terms (EAM)",
                                                   "bonds", "external potentials"};
    for (int k = 0; k < MD_AVI_KINDS; k++) {
        if (plan->words->kind[k] > 0.0 && !exists(plan, (enum md_avi_kind)k))
            return md_error_set(error, MD_ERR_VALUE, &plan->words->kind_place[k],
                                "'step %s' is given, and the system has no %s", kind_names[k],
                                what[k]);
    }
    if (plan->words->shells > 0 && !exists(plan, MD_AVI_PAIRS))
        return md_error_set(error, MD_ERR_VALUE, &plan->words->shell_place[0],
                            "'step shells' is given, and the system has no pair potential");
    return MD_OK;
}

/* ------------------------------------------------------------------ classes */

static enum md_status add(struct plan *plan, const char *name, unsigned terms, double step,
                          const struct md_place *place, bool *types, struct md_error *error)
{
    struct md_avi *avi = plan->avi;
    int k = plan->count;
    if (k == MD_AVI_CLASSES) {
        md_memory_free(types);
        return md_error_set(error, MD_ERR_VALUE, place, "more than %d classes of elements",
                            MD_AVI_CLASSES);
    }
    avi->types[k] = types;
    avi->clock[k] = (struct md_avi_clock){0};
    if (place != NULL)
        avi->clock[k].place = *place;
    snprintf(avi->clock[k].name, sizeof avi->clock[k].name, "%s", name);
    plan->list[k] = (struct md_class){.terms = terms, .types = types};
    plan->count++;
    return md_avi_ticks(avi, step, place, &avi->clock[k].step, error);
}

static size_t row_of(const struct plan *plan)
{
    return (size_t)plan->system->types + 1;
}

static bool *new_mask(const struct plan *plan, bool value)
{
    size_t row = row_of(plan);
    bool *mask = md_memory_array(row * row, sizeof *mask);
    for (size_t k = 0; mask != NULL && k < row * row; k++)
        mask[k] = value;
    return mask;
}

/* Pairs of types of one rule; later rules win. */
static enum md_status add_type(struct plan *plan, int r, struct md_error *error)
{
    const struct md_avi_type_rule *rule = &plan->words->type[r];
    size_t row = row_of(plan);
    char name[32];
    bool *mask = new_mask(plan, false);
    if (mask == NULL)
        return md_error_memory(error, "classes of elements");
    for (int side = 0; side < 2; side++) {
        /* A range without an end goes to the last type there can be. */
        int last = rule->last[side] < MD_TYPES_MAX ? rule->last[side] : rule->first[side];
        if (last > plan->system->types) {
            md_memory_free(mask);
            return md_error_set(error, MD_ERR_VALUE, &rule->types[side],
                                "'step type' speaks of type %d, and there are %d types", last,
                                plan->system->types);
        }
    }
    for (size_t i = 1; i < row; i++)
        for (size_t j = 1; j < row; j++) {
            bool a = (int)i >= rule->first[0] && (int)i <= rule->last[0];
            bool b = (int)j >= rule->first[1] && (int)j <= rule->last[1];
            bool c = (int)j >= rule->first[0] && (int)j <= rule->last[0];
            bool d = (int)i >= rule->first[1] && (int)i <= rule->last[1];
            if (((a && b) || (c && d)) && plan->left[i * row + j]) {
                mask[i * row + j] = true;
                plan->left[i * row + j] = false;
            }
        }
    snprintf(name, sizeof name, "type %d-%d", rule->first[0], rule->first[1]);
    if (rule->last[0] > rule->first[0] || rule->last[1] > rule->first[1])
        snprintf(name, sizeof name, "types %d*%d-%d*%d", rule->first[0], rule->last[0],
                 rule->first[1], rule->last[1]);
    return add(plan, name, MD_TERM_PAIR, rule->step, &rule->place, mask, error);
}

static bool any_left(const struct plan *plan)
{
    size_t row = row_of(plan);
    for (size_t i = 1; plan->left != NULL && i < row; i++)
        for (size_t j = 1; j < row; j++)
            if (plan->left[i * row + j])
                return true;
    return plan->left == NULL;
}

static enum md_status left_mask(const struct plan *plan, bool **mask, struct md_error *error)
{
    *mask = NULL;
    if (plan->left == NULL)
        return MD_OK;
    *mask = new_mask(plan, false);
    if (*mask == NULL)
        return md_error_memory(error, "classes of elements");
    memcpy(*mask, plan->left, row_of(plan) * row_of(plan) * sizeof **mask);
    return MD_OK;
}

/* The last shell must not be empty for any pair of types that it holds. */
static enum md_status check_cutoffs(const struct plan *plan, struct md_error *error)
{
    const struct md_avi_words *words = plan->words;
    int last = words->shells - 2;
    for (int i = 1; i <= plan->system->types; i++)
        for (int j = i; j <= plan->system->types; j++) {
            size_t ij = (size_t)i * row_of(plan) + (size_t)j;
            double cutoff = plan->forces->cutoff[ij];
            if ((plan->left != NULL && !plan->left[ij]) || !(cutoff > 0.0) ||
                cutoff > words->fade[last][1])
                continue;
            return md_error_set(error, MD_ERR_VALUE, &words->end_place[last],
                                "the cutoff %g of types %d and %d lies inside shell %d, which ends "
                                "at %g: the outermost shell would be empty",
                                cutoff, i, j, last + 1, words->fade[last][1]);
        }
    return MD_OK;
}

static enum md_status add_shells(struct plan *plan, struct md_error *error)
{
    const struct md_avi_words *words = plan->words;
    if (check_cutoffs(plan, error))
        return error->status;
    for (int s = 0; s < words->shells; s++) {
        char name[32];
        bool *mask;
        snprintf(name, sizeof name, "shell %d", s + 1);
        if (left_mask(plan, &mask, error) || add(plan, name, MD_TERM_PAIR, words->shell_step[s],
                                                 &words->shell_place[s], mask, error))
            return error->status;
        struct md_class *class = &plan->list[plan->count - 1];
        class->shelled = true;
        class->shell = (struct md_shell){.out = {INFINITY, INFINITY}};
        if (s > 0)
            memcpy(class->shell.in, words->fade[s - 1], sizeof class->shell.in);
        if (s + 1 < words->shells)
            memcpy(class->shell.out, words->fade[s], sizeof class->shell.out);
    }
    return MD_OK;
}

/* The two kinds that an atom's element holds have one step. */
static enum md_status join_atom(const struct plan *plan, double step[MD_AVI_KINDS],
                                struct md_error *error)
{
    const double *given = plan->words->kind;
    if (given[MD_AVI_PAIRS] > 0.0 && given[MD_AVI_EMBEDS] > 0.0 &&
        given[MD_AVI_PAIRS] != given[MD_AVI_EMBEDS])
        return md_error_set(error, MD_ERR_VALUE, &plan->words->kind_place[MD_AVI_EMBEDS],
                            "'element atom' holds pairs and embedding term of an atom together, "
                            "and 'step pair %g' and 'step embed %g' differ",
                            given[MD_AVI_PAIRS], given[MD_AVI_EMBEDS]);
    if (given[MD_AVI_EMBEDS] > 0.0)
        step[MD_AVI_PAIRS] = given[MD_AVI_EMBEDS];
    step[MD_AVI_EMBEDS] = step[MD_AVI_PAIRS];
    return MD_OK;
}

/* Kinds with one step and undivided, one class for each different step. */
static enum md_status add_kinds(struct plan *plan, bool pairs, struct md_error *error)
{
    bool done[MD_AVI_KINDS] = {false};
    double step[MD_AVI_KINDS];
    /* Single elements of different kinds are different elements, whatever their steps. */
    bool merge = plan->words->elements == MD_AVI_GROUP && !(plan->words->stiffness > 0.0);
    /* An atom's element is its pairs' halves and its embedding term. */
    bool whole = plan->words->elements == MD_AVI_ATOM;
    for (int k = 0; k < MD_AVI_KINDS; k++) {
        step[k] = plan->words->kind[k] > 0.0 ? plan->words->kind[k] : plan->base;
        done[k] = !exists(plan, (enum md_avi_kind)k) || (k == MD_AVI_PAIRS && !pairs);
    }
    if (whole && !done[MD_AVI_PAIRS] && !done[MD_AVI_EMBEDS])
        if (join_atom(plan, step, error))
            return error->status;
    for (int k = 0; k < MD_AVI_KINDS; k++) {
        char name[32] = "";
        unsigned terms = 0;
        bool *mask = NULL;
        if (done[k])
            continue;
        for (int other = k; other < MD_AVI_KINDS; other++) {
            bool divided = plan->left != NULL && (k == MD_AVI_PAIRS || other == MD_AVI_PAIRS);
            bool joined = merge || (whole && k == MD_AVI_PAIRS && other == MD_AVI_EMBEDS);
            if (done[other] || (other != k && (step[other] != step[k] || divided || !joined)))
                continue;
            size_t used = strlen(name);
            snprintf(name + used, sizeof name - used, "%s%s", used > 0 ? "+" : "",
                     kind_names[other]);
            terms |= terms_of[other];
            done[other] = true;
        }
        bool own = plan->words->stiffness > 0.0 && !(plan->words->kind[k] > 0.0);
        const struct md_place *place = own                          ? &plan->words->stiffness_place
                                       : plan->words->kind[k] > 0.0 ? &plan->words->kind_place[k]
                                       : plan->words->uniform > 0.0 ? &plan->words->uniform_place
                                                                    : NULL;
        if (((terms & MD_TERM_PAIR) && left_mask(plan, &mask, error)) ||
            add(plan, name, terms, step[k], place, mask, error))
            return error->status;
        plan->avi->clock[plan->count - 1].own = own;
    }
    return MD_OK;
}

static double base_step(const struct md_avi_words *words, const struct md_system *system)
{
    if (words->uniform > 0.0)
        return words->uniform;
    return words->shells > 0 ? words->shell_step[0] : system->clock.timestep;
}

static enum md_status divide(struct plan *plan, struct md_error *error)
{
    const struct md_avi_words *words = plan->words;
    if (need_kinds(plan, error))
        return error->status;
    if (words->types > 0) {
        plan->left = new_mask(plan, true);
        if (plan->left == NULL)
            return md_error_memory(error, "classes of elements");
        for (int r = words->types - 1; r >= 0; r--)
            if (add_type(plan, r, error))
                return error->status;
    }
    bool pairs = exists(plan, MD_AVI_PAIRS) && any_left(plan);
    if (words->shells > 0 && pairs && add_shells(plan, error))
        return error->status;
    return add_kinds(plan, pairs && words->shells == 0, error);
}

/* A cascade: what is cold goes by blocks, of which a whole number, a power of two, makes a step. */
static enum md_status plan_hot(struct md_avi *avi, const struct md_system *system,
                               struct md_error *error)
{
    static const char *const names[] = {"cold", "hot"};
    double block = avi->words.hot_block, step = system->clock.timestep;
    md_tick ticks = MD_TICKS_PER_STEP;
    if (block > 1.001 * step)
        return md_error_set(error, MD_ERR_VALUE, &avi->words.hot_place,
                            "the block of 'hot' must be at most the timestep, %g, and it is %g: "
                            "choose a shorter block or a longer timestep",
                            step, block);
    while (ticks > 1 && (double)ticks * avi->quantum > 1.001 * block)
        ticks /= 2;
    for (int k = 0; k < 2; k++) {
        avi->clock[k] = (struct md_avi_clock){.step = ticks, .place = avi->words.hot_place};
        snprintf(avi->clock[k].name, sizeof avi->clock[k].name, "%s", names[k]);
    }
    return md_classes_make(&avi->classes, 2, error);
}

enum md_status md_avi_plan(struct md_avi *avi, struct md_dynamics *dynamics, struct md_error *error)
{
    const struct md_system *system = dynamics->system;
    struct plan plan = {.avi = avi,
                        .words = &avi->chosen,
                        .system = system,
                        .forces = dynamics->forces,
                        .base = base_step(&avi->chosen, system)};
    md_avi_plan_free(avi);
    if (!(system->clock.timestep > 0.0))
        return md_error_set(error, MD_ERR_VALUE, &avi->words.place,
                            "run_style avi needs a timestep greater than 0, and it is %g",
                            system->clock.timestep);
    avi->quantum = system->clock.timestep / (double)MD_TICKS_PER_STEP;
    if (avi->words.hot)
        return plan_hot(avi, system, error);
    enum md_status status = divide(&plan, error);
    md_memory_free(plan.left);
    if (status == MD_OK)
        status = md_classes_make(&avi->classes, plan.count, error);
    if (status != MD_OK)
        return status;
    for (int k = 0; k < plan.count; k++) {
        avi->classes.list[k].terms = plan.list[k].terms;
        avi->classes.list[k].types = plan.list[k].types;
        avi->classes.list[k].shelled = plan.list[k].shelled;
        avi->classes.list[k].shell = plan.list[k].shell;
    }
    return MD_OK;
}

static uint64_t count_externals(const struct md_dynamics *dynamics)
{
    const struct md_forces *forces = dynamics->forces;
    const struct md_atoms *atoms = &dynamics->system->atoms;
    uint64_t count = 0;
    for (int e = 0; e < forces->externals_count; e++) {
        const struct md_external *external = forces->externals[e].state;
        for (size_t i = 0; i < atoms->count; i++)
            count += (atoms->groups[i] & external->group) != 0;
    }
    return count;
}

void md_avi_count(struct md_avi *avi, const struct md_dynamics *dynamics)
{
    for (int k = 0; k < avi->classes.count; k++) {
        const struct md_class *class = &avi->classes.list[k];
        uint64_t count = class->terms & MD_TERM_PAIR ? class->pairs : 0;
        if (class->terms & MD_TERM_EMBED)
            count += dynamics->system->atoms.count;
        if (class->terms & MD_TERM_BOND)
            count += md_forces_bonded_count(dynamics->forces, dynamics->system);
        if (class->terms & MD_TERM_EXTERNAL)
            count += count_externals(dynamics);
        avi->clock[k].elements = count;
    }
}
