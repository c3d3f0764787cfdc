/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several pair styles in one system: hybrid gives each pair of atom types to one of them,
 * hybrid/overlay to any number, whose energies add.
 *
 * A part is an ordinary potential that does not know of the others.  It is told which pairs of
 * types are its own (the hook `assign`) and gives the rest no interaction, so its loop can run over
 * the common neighbour list or any part of it that misses none of its own pairs: which one, is
 * decided where forces are summed (force/views.h).  Which pairs those are follows from pair_coeff:
 * a part answers for which pairs it was given coefficients (the hook `given`).  Pairs of unlike
 * types that the deck leaves out are mixed where both like pairs belong to one and the same part.
 *
 * A hybrid of pair potentials alone is itself a sum over pairs: its single pairs can be weakened
 * by special_bonds and written as tables.  With an embedded-atom part it is not; `variant` tells
 * the two apart after the deck has named the parts.
 */
#include "term/potential.h"

#include "base/memory.h"
#include "base/nearest.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct part {
    const struct md_potential *type;
    void *state;
    int number;  /* among the parts of the same style, from 1; 0: the only one */
    bool *mine;  /* [(types + 1)^2] after prepare */
    bool in_use; /* owns a pair */
};

struct hybrid {
    bool overlay;
    struct part part[MD_POTENTIAL_PARTS];
    int parts;
    int types;
    bool *set;      /* [(types + 1)^2], i <= j: the deck said whose this pair is */
    uint32_t *mask; /* a bit for each part that has the pair of types; 0: none has */
    int last;       /* part that the last pair_coeff went to, or -1 */
    bool stale;     /* the parts have not been told */
};

static size_t pair_index(const struct hybrid *hybrid, int i, int j)
{
    return (size_t)i * (size_t)(hybrid->types + 1) + (size_t)j;
}

/* ------------------------------------------------------------------ pair_style */

static const char *style_name(const void *context, int i)
{
    (void)context;
    return md_potential_name(i);
}

static const struct md_potential *find_style(const struct md_word *word)
{
    char plain[MD_STYLE_NAME_SIZE];
    return md_potential_find(md_style_plain(word->text, plain));
}

/* Why LAMMPS's style does not exist here; NULL: it is no style of LAMMPS's, or it is here. */
static const char *absent(const struct md_word *word)
{
    char plain[MD_STYLE_NAME_SIZE];
    double number;
    struct md_error unused;
    return md_word_double(word, "", -INFINITY, INFINITY, &number, &unused) == MD_OK ||
                   find_style(word)
               ? NULL
               : md_potential_absent(md_style_plain(word->text, plain));
}

static bool is_style(const struct md_word *word)
{
    return md_word_is(word, "none") || find_style(word) != NULL || absent(word) != NULL;
}

static enum md_status need_part(const struct md_word *word, struct md_error *error)
{
    const struct md_potential *type = find_style(word);
    const char *reason = absent(word);
    if (md_word_is(word, "none") || (type && type->variant))
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "pair style %s cannot be part of a hybrid one", word->text);
    if (type)
        return MD_OK;
    if (reason)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                            "pair style '%s' is not supported: %s", word->text, reason);
    md_error_set(error, MD_ERR_UNKNOWN, &word->place,
                 "there is no pair style '%s', of which a hybrid one could be made", word->text);
    return md_nearest_hint(error, word->text, md_nearest(word->text, style_name, NULL));
}

static void number_parts(struct hybrid *hybrid)
{
    for (int k = 0; k < hybrid->parts; k++) {
        int before = 0, all = 0;
        for (int m = 0; m < hybrid->parts; m++) {
            bool same = hybrid->part[m].type == hybrid->part[k].type;
            all += same;
            before += same && m < k;
        }
        hybrid->part[k].number = all > 1 ? before + 1 : 0;
    }
}

static enum md_status add_part(struct hybrid *hybrid, const struct md_system *system,
                               const struct md_args *args, struct md_error *error)
{
    const struct md_word *word = &args->words[0];
    struct md_args rest = md_args_after(args, 1);
    if (need_part(word, error))
        return error->status;
    if (hybrid->parts == MD_POTENTIAL_PARTS)
        return md_error_set(error, MD_ERR_COUNT, &word->place,
                            "a hybrid pair style has at most %d parts", MD_POTENTIAL_PARTS);
    struct part *part = &hybrid->part[hybrid->parts];
    part->type = find_style(word);
    part->state = md_memory_array(1, part->type->style.state_size);
    if (!part->state)
        return md_error_memory(error, "a pair style");
    hybrid->parts++;
    if (part->type->create(part->state, system, &rest, error) && !error->place.file)
        error->place = word->place;
    return error->status;
}

/* A misspelt style looks like a word too many of the part before it. */
static enum md_status judge_word(const struct md_args *part, struct md_error *error)
{
    for (int k = 1; k < part->count; k++) {
        const struct md_word *word = &part->words[k];
        double number;
        struct md_error unused;
        if (word->place.column != error->place.column || word->place.line != error->place.line ||
            md_word_double(word, "", -INFINITY, INFINITY, &number, &unused) == MD_OK)
            continue;
        const char *near = md_nearest(word->text, style_name, NULL);
        if (error->status == MD_ERR_COUNT) {
            const struct md_potential *type = find_style(&part->words[0]);
            md_error_set(error, MD_ERR_UNKNOWN, &word->place,
                         "'%s' is neither a pair style nor a word of the part before it (%s)",
                         word->text, type->style.usage);
            return md_nearest_hint(error, word->text, near);
        }
        if (near)
            return md_error_hint(error, "should it be the next part, pair style '%s'?", near);
    }
    return error->status;
}

static void destroy(void *state)
{
    struct hybrid *hybrid = state;
    for (int k = 0; k < hybrid->parts; k++) {
        struct part *part = &hybrid->part[k];
        if (part->type->destroy)
            part->type->destroy(part->state);
        md_memory_free(part->state);
        md_memory_free(part->mine);
    }
    md_memory_free(hybrid->set);
    md_memory_free(hybrid->mask);
    *hybrid = (struct hybrid){0};
}

static enum md_status create(struct hybrid *hybrid, bool overlay, const struct md_system *system,
                             const struct md_args *args, struct md_error *error)
{
    destroy(hybrid);
    hybrid->overlay = overlay;
    hybrid->last = -1;
    if (md_args_count(args, 1, -1, "pair_style hybrid STYLE ... STYLE ...", error))
        return error->status;
    md_error_clear(error);
    for (int k = 0; k < args->count;) {
        struct md_args one = md_args_after(args, k);
        one.count = 1;
        while (k + one.count < args->count && !is_style(&args->words[k + one.count]))
            one.count++;
        if (add_part(hybrid, system, &one, error))
            return judge_word(&one, error);
        k += one.count;
    }
    number_parts(hybrid);
    return MD_OK;
}

static enum md_status create_hybrid(void *state, const struct md_system *system,
                                    const struct md_args *args, struct md_error *error)
{
    return create(state, false, system, args, error);
}

static enum md_status create_overlay(void *state, const struct md_system *system,
                                     const struct md_args *args, struct md_error *error)
{
    return create(state, true, system, args, error);
}

/* ------------------------------------------------------------------ pair_coeff, pair_modify */

static const char *part_name(const void *context, int i)
{
    const struct hybrid *hybrid = context;
    return i < hybrid->parts ? hybrid->part[i].type->style.name : NULL;
}

/* STYLE [NUMBER] at words[at]: the part, and how many words that took. */
static enum md_status find_part(const struct hybrid *hybrid, const struct md_args *args, int at,
                                int *index, int *used, struct md_error *error)
{
    const struct md_word *word = &args->words[at];
    const struct md_potential *type = find_style(word);
    int first = -1, count = 0;
    for (int k = hybrid->parts - 1; k >= 0; k--)
        if (hybrid->part[k].type == type) {
            first = k;
            count++;
        }
    if (first < 0) {
        md_error_set(error, MD_ERR_REFERENCE, &word->place,
                     "'%s' is no part of this hybrid pair style", word->text);
        return md_nearest_hint(error, word->text, md_nearest(word->text, part_name, hybrid));
    }
    *index = first;
    *used = 1;
    if (count == 1)
        return MD_OK;
    int64_t number;
    if (at + 1 >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &word->place,
                            "pair style %s is there %d times: a number from 1 to %d must follow it",
                            word->text, count, count);
    if (md_word_int(word + 1, "number of a hybrid's part", 1, count, &number, error))
        return error->status;
    *used = 2;
    while (hybrid->part[*index].type != type || hybrid->part[*index].number != number)
        ++*index;
    return MD_OK;
}

static enum md_status reserve_types(struct hybrid *hybrid, int types, struct md_error *error)
{
    size_t pairs = (size_t)(types + 1) * (size_t)(types + 1);
    if (hybrid->types == types)
        return MD_OK;
    if (md_memory_grow(&hybrid->set, 0, pairs, sizeof *hybrid->set, error) ||
        md_memory_grow(&hybrid->mask, 0, pairs, sizeof *hybrid->mask, error))
        return error->status;
    memset(hybrid->set, 0, pairs * sizeof *hybrid->set);
    memset(hybrid->mask, 0, pairs * sizeof *hybrid->mask);
    for (int k = 0; k < hybrid->parts; k++)
        if (md_memory_grow(&hybrid->part[k].mine, 0, pairs, sizeof(bool), error))
            return error->status;
    hybrid->types = types;
    hybrid->stale = true;
    return MD_OK;
}

/* The pairs of the two ranges for which the part now has coefficients are its own (k < 0: nobody's,
 * all of them). */
static void give(struct hybrid *hybrid, const int first[2], const int last[2], int k)
{
    int a = last[1] < first[0] ? 1 : 0, b = 1 - a;
    for (int i = first[a]; i <= last[a]; i++)
        for (int j = first[b] > i ? first[b] : i; j <= last[b]; j++) {
            size_t ij = pair_index(hybrid, i, j);
            const struct part *part = k >= 0 ? &hybrid->part[k] : NULL;
            if (part && !part->type->given(part->state, i, j))
                continue;
            if (!part || !hybrid->overlay)
                hybrid->mask[ij] = 0;
            if (part)
                hybrid->mask[ij] |= (uint32_t)1 << k;
            hybrid->set[ij] = true;
        }
    hybrid->last = k;
    hybrid->stale = true;
}

/* The part's own pair_coeff: the words without its name. */
static enum md_status coeff_part(struct part *part, const struct md_system *system,
                                 const struct md_args *args, int used, struct md_error *error)
{
    int count = args->count - used;
    struct md_word *words = md_memory_array((size_t)count, sizeof *words);
    if (!words)
        return md_error_memory(error, "the words of pair_coeff");
    memcpy(words, args->words, 2 * sizeof *words);
    memcpy(words + 2, args->words + 2 + used, (size_t)(count - 2) * sizeof *words);
    struct md_args own = {.words = words, .count = count, .command = args->command};
    enum md_status status = part->type->coeff(part->state, system, &own, error);
    md_memory_free(words);
    return status;
}

static enum md_status coeff(void *state, const struct md_system *system, const struct md_args *args,
                            struct md_error *error)
{
    struct hybrid *hybrid = state;
    int first[2], last[2], k, used;
    if (md_args_count(args, 3, -1, "pair_coeff I J STYLE ...", error) ||
        md_word_range(&args->words[0], "atom type", system->types, &first[0], &last[0], error) ||
        md_word_range(&args->words[1], "atom type", system->types, &first[1], &last[1], error) ||
        reserve_types(hybrid, system->types, error))
        return error->status;
    if (md_word_is(&args->words[2], "none")) {
        if (md_args_count(args, 3, 3, "pair_coeff I J none", error))
            return error->status;
        give(hybrid, first, last, -1);
        return MD_OK;
    }
    if (find_part(hybrid, args, 2, &k, &used, error) ||
        coeff_part(&hybrid->part[k], system, args, used, error))
        return error->status;
    give(hybrid, first, last, k);
    return MD_OK;
}

/* One keyword with its value for all parts; an error when none of them takes it. */
static enum md_status modify_all(struct hybrid *hybrid, const struct md_args *args,
                                 struct md_error *error)
{
    enum md_status status = MD_OK;
    bool taken = false;
    for (int k = 0; k < hybrid->parts; k++) {
        struct part *part = &hybrid->part[k];
        struct md_error mine;
        md_error_clear(&mine);
        enum md_status one =
            part->type->modify
                ? part->type->modify(part->state, args, &mine)
                : md_error_set(&mine, MD_ERR_ORDER, &args->words[0].place,
                               "pair style %s takes no pair_modify", part->type->style.name);
        taken = taken || one == MD_OK;
        if (one != MD_OK && status == MD_OK) {
            *error = mine;
            status = one;
        }
    }
    if (taken)
        md_error_clear(error);
    return taken ? MD_OK : status;
}

/* pair_modify [pair STYLE [NUMBER]] KEYWORD VALUE ... */
static enum md_status modify(void *state, const struct md_args *args, struct md_error *error)
{
    struct hybrid *hybrid = state;
    for (int at = 0, count; at < args->count; at += count) {
        const struct md_word *word = &args->words[at];
        struct md_args rest = md_args_after(args, at);
        int k, used;
        if (md_word_is(word, "special"))
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                                "pair_modify special is not supported: special_bonds holds for all "
                                "parts of a hybrid pair style");
        if (!md_word_is(word, "pair")) {
            count = md_word_is(word, "nofdotr") ? 1 : 2;
            rest.count = rest.count < count ? rest.count : count;
            if (modify_all(hybrid, &rest, error))
                return error->status;
            continue;
        }
        if (rest.count < 3)
            return md_error_set(error, MD_ERR_COUNT, &word->place,
                                "pair_modify pair needs a pair style and a keyword");
        if (find_part(hybrid, args, at + 1, &k, &used, error))
            return error->status;
        const struct part *part = &hybrid->part[k];
        rest = md_args_after(args, at + 1 + used);
        count = args->count - at;
        if (!part->type->modify || rest.count == 0)
            return md_error_set(error, MD_ERR_COUNT, &word->place,
                                "pair_modify pair %s: a keyword it takes must follow",
                                part->type->style.name);
        if (rest.count > 0 && md_word_is(&rest.words[0], "special"))
            return md_error_set(error, MD_ERR_UNSUPPORTED, &rest.words[0].place,
                                "pair_modify pair %s special is not supported: special_bonds holds "
                                "for all parts of a hybrid pair style",
                                part->type->style.name);
        if (part->type->modify(part->state, &rest, error))
            return error->status;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ prepare */

static bool is_one_bit(uint32_t mask)
{
    return mask != 0 && (mask & (mask - 1)) == 0;
}

/* An unlike pair the deck leaves out belongs to the part that both its like pairs belong to, when
 * that is one and the same. */
static enum md_status mix(struct hybrid *hybrid, struct md_error *error)
{
    for (int i = 1; i <= hybrid->types; i++)
        for (int j = i; j <= hybrid->types; j++) {
            size_t ij = pair_index(hybrid, i, j);
            size_t ii = pair_index(hybrid, i, i), jj = pair_index(hybrid, j, j);
            if (hybrid->set[ij])
                continue;
            if (i != j && hybrid->set[ii] && hybrid->set[jj] && is_one_bit(hybrid->mask[ii]) &&
                hybrid->mask[ii] == hybrid->mask[jj]) {
                hybrid->mask[ij] = hybrid->mask[ii];
                continue;
            }
            md_error_set(error, MD_ERR_ORDER, NULL,
                         "there are no pair coefficients for atom types %d and %d (of %d types)", i,
                         j, hybrid->types);
            return md_error_hint(error,
                                 "unlike types are mixed only where both like pairs belong "
                                 "to one and the same part; pair_coeff %d %d none: no force",
                                 i, j);
        }
    return MD_OK;
}

static enum md_status assign(struct hybrid *hybrid, struct part *part, int k,
                             struct md_error *error)
{
    part->in_use = false;
    for (int i = 1; i <= hybrid->types; i++)
        for (int j = i; j <= hybrid->types; j++) {
            bool mine = (hybrid->mask[pair_index(hybrid, i, j)] >> k & 1u) != 0;
            part->mine[pair_index(hybrid, i, j)] = part->mine[pair_index(hybrid, j, i)] = mine;
            part->in_use = part->in_use || mine;
        }
    if (!part->in_use)
        return md_error_set(error, MD_ERR_ORDER, NULL,
                            "part %d of the hybrid pair style, %s, belongs to no pair of types",
                            k + 1, part->type->style.name);
    part->type->assign(part->state, part->mine);
    return MD_OK;
}

static enum md_status prepare(void *state, const struct md_system *system, struct md_error *error)
{
    struct hybrid *hybrid = state;
    if (reserve_types(hybrid, system->types, error))
        return error->status;
    if (hybrid->stale) {
        if (mix(hybrid, error))
            return error->status;
        for (int k = 0; k < hybrid->parts; k++)
            if (assign(hybrid, &hybrid->part[k], k, error))
                return error->status;
        hybrid->stale = false;
    }
    for (int k = 0; k < hybrid->parts; k++) {
        struct part *part = &hybrid->part[k];
        if (part->type->prepare && part->type->prepare(part->state, system, error))
            return error->status;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ what others ask */

static double mass(const void *state, int type)
{
    const struct hybrid *hybrid = state;
    const struct part *part = hybrid->last >= 0 ? &hybrid->part[hybrid->last] : NULL;
    return part && part->type->mass ? part->type->mass(part->state, type) : 0.0;
}

static double cutoff(const void *state, int type_i, int type_j)
{
    const struct hybrid *hybrid = state;
    double most = 0.0;
    for (int k = 0; k < hybrid->parts; k++) {
        const struct part *part = &hybrid->part[k];
        if (part->mine[pair_index(hybrid, type_i, type_j)])
            most = fmax(most, part->type->cutoff(part->state, type_i, type_j));
    }
    return most;
}

static double reach(const void *state)
{
    const struct hybrid *hybrid = state;
    double most = 0.0;
    for (int k = 0; k < hybrid->parts; k++)
        most = fmax(most, hybrid->part[k].type->reach(hybrid->part[k].state));
    return most;
}

static double contact(const void *state, int type_i, int type_j)
{
    const struct hybrid *hybrid = state;
    double most = 0.0;
    for (int k = 0; k < hybrid->parts; k++) {
        const struct part *part = &hybrid->part[k];
        if (part->type->contact != NULL && part->mine[pair_index(hybrid, type_i, type_j)])
            most = fmax(most, part->type->contact(part->state, type_i, type_j));
    }
    return most;
}

static bool smooth(const void *state)
{
    const struct hybrid *hybrid = state;
    for (int k = 0; k < hybrid->parts; k++)
        if (!md_potential_smooth(hybrid->part[k].type, hybrid->part[k].state))
            return false;
    return true;
}

static bool only_pairs(const struct hybrid *hybrid)
{
    for (int k = 0; k < hybrid->parts; k++)
        if (hybrid->part[k].type->kind != MD_KIND_PAIR)
            return false;
    return true;
}

static unsigned abilities(const void *state)
{
    const struct hybrid *hybrid = state;
    unsigned can = ~0u, tabulated = 0;
    for (int k = 0; k < hybrid->parts; k++) {
        unsigned one = md_potential_can(hybrid->part[k].type, hybrid->part[k].state);
        can &= one;
        tabulated |= one & (MD_TABULATED | MD_HAS_CONTACTS | MD_HAS_UNWEIGHTED); /* of any part */
    }
    if (!only_pairs(hybrid)) /* bounds of pairs would not know of the embedding terms */
        can &= ~(unsigned)MD_CAN_SPAN;
    return can | tabulated;
}

static void tail(const void *state, const struct md_system *system, struct md_tally *tally)
{
    const struct hybrid *hybrid = state;
    for (int k = 0; k < hybrid->parts; k++)
        if (hybrid->part[k].type->tail)
            hybrid->part[k].type->tail(hybrid->part[k].state, system, tally);
}

static int parts(const void *state, struct md_potential_part *part)
{
    const struct hybrid *hybrid = state;
    for (int k = 0; k < hybrid->parts; k++) {
        const struct part *one = &hybrid->part[k];
        part[k] = (struct md_potential_part){one->type, one->state, one->mine};
    }
    return hybrid->parts;
}

/* ------------------------------------------------------------------ single elements */

/* Term 0, a pair, is what all parts make of it; the other terms are those of the parts that are no
 * sums over pairs. */
static bool has_term(const struct part *part, const struct md_element *element)
{
    return element->term == 0 || part->type->kind == MD_KIND_MANY;
}

static enum md_status one(const void *state, const struct md_element *element, double *energy,
                          double (*f)[3])
{
    const struct hybrid *hybrid = state;
    double(*g)[3] = md_memory_array((size_t)element->count, sizeof *g), e;
    enum md_status status = g ? MD_OK : MD_ERR_MEMORY;
    *energy = 0.0;
    memset(f, 0, (size_t)element->count * sizeof *f);
    for (int k = 0; k < hybrid->parts && status == MD_OK; k++) {
        const struct part *part = &hybrid->part[k];
        if (!has_term(part, element))
            continue;
        status = part->type->one(part->state, element, &e, g);
        *energy += e;
        for (int a = 0; a < element->count; a++)
            for (int d = 0; d < 3; d++)
                f[a][d] += g[a][d];
    }
    md_memory_free(g);
    return status;
}

static double stiffness(const void *state, const struct md_element *element)
{
    const struct hybrid *hybrid = state;
    double bound = 0.0;
    for (int k = 0; k < hybrid->parts; k++)
        if (has_term(&hybrid->part[k], element))
            bound += hybrid->part[k].type->stiffness(hybrid->part[k].state, element);
    return bound;
}

/* ------------------------------------------------------------------ many single pairs */

#define BATCH (8 * MD_SOME) /* what a part answers at once, before it is added */

static void add(double *to, const double *from, size_t count)
{
    for (size_t k = 0; k < count; k++)
        to[k] += from[k];
}

/* A part gives 0 for the pairs that are not its own. */
static void some(const void *state, size_t count, const double *r2, const int32_t *row,
                 double *force, double *curvature, double *energy)
{
    const struct hybrid *hybrid = state;
    for (size_t at = 0; at < count; at += BATCH) {
        size_t n = count - at < BATCH ? count - at : BATCH;
        for (int k = 0; k < hybrid->parts; k++) {
            const struct part *part = &hybrid->part[k];
            double f[BATCH], c[BATCH], e[BATCH];
            if (k == 0) {
                part->type->some(part->state, n, r2 + at, row + at, force + at,
                                 curvature ? curvature + at : NULL, energy ? energy + at : NULL);
                continue;
            }
            part->type->some(part->state, n, r2 + at, row + at, f, curvature ? c : NULL,
                             energy ? e : NULL);
            add(force + at, f, n);
            if (curvature == NULL)
                continue;
            add(curvature + at, c, n);
            add(energy + at, e, n);
        }
    }
}

static void add_bounds(double *to, const double *from, size_t count, int end)
{
    for (size_t k = 0; k < count; k++) {
        to[k] += from[k];
        if (isnan(to[k]))
            to[k] = end == 0 ? -INFINITY : INFINITY;
    }
}

/* Sums of bounds; where infinite ends cancel, nothing is known. */
static void span(const void *state, size_t count, const double *near, const double *far,
                 const int32_t *row, const struct md_span *bounds)
{
    const struct hybrid *hybrid = state;
    for (size_t at = 0; at < count; at += BATCH) {
        size_t n = count - at < BATCH ? count - at : BATCH;
        for (int k = 0; k < hybrid->parts; k++) {
            const struct part *part = &hybrid->part[k];
            double one[4][BATCH];
            struct md_span to = {{one[0], one[1]}, {one[2], one[3]}};
            part->type->span(part->state, n, near + at, far + at, row + at, &to);
            for (int end = 0; end < 2; end++) {
                if (k == 0) {
                    memcpy(bounds->force[end] + at, to.force[end], n * sizeof(double));
                    memcpy(bounds->curvature[end] + at, to.curvature[end], n * sizeof(double));
                } else {
                    add_bounds(bounds->force[end] + at, to.force[end], n, end);
                    add_bounds(bounds->curvature[end] + at, to.curvature[end], n, end);
                }
            }
        }
    }
}

/* ------------------------------------------------------------------ the styles */

static const struct md_potential *variant_hybrid(const void *state);
static const struct md_potential *variant_overlay(const void *state);

#define HYBRID_STYLE                                                                               \
    .style =                                                                                       \
        {                                                                                          \
            .name = "hybrid",                                                                      \
            .summary = "a pair style for each pair of atom types",                                 \
            .usage = "pair_style hybrid STYLE ARGUMENTS STYLE ARGUMENTS ...",                      \
            .manual =                                                                              \
                "Each pair of atom types belongs to one of the styles, or to none. pair_coeff I "  \
                "J "                                                                               \
                "STYLE ARGUMENTS says which and gives its coefficients (a style named several "    \
                "times "                                                                           \
                "is followed by its number, from 1); pair_coeff I J none: no interaction. Pairs "  \
                "of "                                                                              \
                "unlike types that are left out are mixed by the style that both like pairs "      \
                "belong "                                                                          \
                "to. pair_coeff * * eam/alloy FILE Cu NULL leaves the pairs of NULL types to "     \
                "others. "                                                                         \
                "pair_modify acts on every style that knows the keyword, pair_modify pair STYLE "  \
                "[NUMBER] ... on one of them.",                                                    \
            .state_size = sizeof(struct hybrid),                                                   \
    },                                                                                             \
    .create = create_hybrid, .variant = variant_hybrid

#define OVERLAY_STYLE                                                                              \
    .style =                                                                                       \
        {                                                                                          \
            .name = "hybrid/overlay",                                                              \
            .summary = "a sum of pair styles for each pair of atom types",                         \
            .usage = "pair_style hybrid/overlay STYLE ARGUMENTS STYLE ARGUMENTS ...",              \
            .manual =                                                                              \
                "As hybrid, but a pair of atom types may belong to several styles, whose "         \
                "energies add: each pair_coeff adds its style to the pair, pair_coeff I J none "   \
                "takes all away.",                                                                 \
            .state_size = sizeof(struct hybrid),                                                   \
    },                                                                                             \
    .create = create_overlay, .variant = variant_overlay

#define HYBRID_FACES                                                                               \
    .can = MD_CAN_SUM | MD_CAN_ONE | MD_CAN_STIFFNESS | MD_CAN_VIRIAL | MD_CAN_SHELL,              \
    .abilities = abilities, .coeff = coeff, .modify = modify, .prepare = prepare,                  \
    .destroy = destroy, .mass = mass, .cutoff = cutoff, .reach = reach, .parts = parts,            \
    .one = one, .stiffness = stiffness, .tail = tail, .smooth = smooth, .contact = contact

/* All pair styles have `some`; whether all have `span`, MD_CAN_SPAN says. */
#define OF_PAIRS .kind = MD_KIND_PAIR, .passes = 1, .some = some, .span = span
#define OF_MANY  .kind = MD_KIND_MANY, .passes = 2

const struct md_potential md_hybrid = {HYBRID_STYLE, OF_MANY, HYBRID_FACES};
const struct md_potential md_hybrid_overlay = {OVERLAY_STYLE, OF_MANY, HYBRID_FACES};
static const struct md_potential hybrid_pairs = {HYBRID_STYLE, OF_PAIRS, HYBRID_FACES};
static const struct md_potential overlay_pairs = {OVERLAY_STYLE, OF_PAIRS, HYBRID_FACES};

static const struct md_potential *variant_hybrid(const void *state)
{
    return only_pairs(state) ? &hybrid_pairs : &md_hybrid;
}

static const struct md_potential *variant_overlay(const void *state)
{
    return only_pairs(state) ? &overlay_pairs : &md_hybrid_overlay;
}
