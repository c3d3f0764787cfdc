/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What setforce, aveforce and addforce have in common: three force components, each a number, a
 * variable (equal or atom style) or NULL, and perhaps a region outside which nothing happens.
 */
#ifndef MD_MODIFY_FORCE_WORDS_H
#define MD_MODIFY_FORCE_WORDS_H

#include "modify/modifier.h"

enum md_force_source { MD_FORCE_KEEP, MD_FORCE_NUMBER, MD_FORCE_EQUAL, MD_FORCE_ATOM };

struct md_force_axis {
    enum md_force_source source;
    double number; /* or the equal-style variable's value of this moment */
    char variable[64];
    struct md_place place;
};

struct md_force_words {
    const char *style; /* for messages */
    struct md_force_axis axis[3];
    char region[64]; /* "" : everywhere */
    struct md_place region_place;
    int region_now; /* its index at the last evaluation, -1: none */
    double *values; /* [3 * count] of atom-style variables */
    size_t capacity, count;
};

/* FX FY FZ at words[0..2]; style names the fix in messages. */
enum md_status md_force_words_read(struct md_force_words *words, const char *style,
                                   const struct md_args *args, struct md_error *error);
/* The region named by words[at + 1]. */
enum md_status md_force_words_region(struct md_force_words *words, const struct md_system *system,
                                     const struct md_args *args, int at, struct md_error *error);
/* Variables may be defined after the fix, so they are looked up when a run begins. */
enum md_status md_force_words_begin(struct md_force_words *words,
                                    const struct md_modify_context *context,
                                    struct md_error *error);
/* Values of this moment. */
enum md_status md_force_words_evaluate(struct md_force_words *words,
                                       const struct md_modify_context *context,
                                       struct md_error *error);
void md_force_words_free(struct md_force_words *words);

/* After md_force_words_evaluate: is atom i of the group and inside; component k for it. */
static inline bool md_force_words_has(const struct md_force_words *words,
                                      const struct md_modify_context *context, size_t i)
{
    const struct md_system *system = context->system;
    return (system->atoms.groups[i] & md_group_bit(context->group)) != 0 &&
           (words->region_now < 0 ||
            md_region_contains(&system->regions, words->region_now, system->atoms.x[i]));
}

static inline double md_force_words_value(const struct md_force_words *words, int k, size_t i)
{
    const struct md_force_axis *axis = &words->axis[k];
    return axis->source == MD_FORCE_ATOM ? words->values[(size_t)k * words->count + i]
                                         : axis->number;
}

#endif
