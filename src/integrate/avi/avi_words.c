/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The words after `run_style avi`:
 *
 *     element group|pair|atom      queue heap|bucket
 *     step uniform H               step type I J H
 *     step pair|embed|bond|external H
 *     step shells H1 a1 b1 H2 a2 b2 ... Hn
 *     step stiffness F [max H]     step auto TOLERANCE
 *     hot speed V radius R block H [accuracy A]
 *
 * in any order.  What can be told wrong without knowing the system is told here.
 */
#include "integrate/avi/avi.h"

#include "base/memory.h"

#include <math.h>

#define LONGEST 1e300

static const char *const keys[] = {"element", "step", "hot", "queue", NULL};
enum { ELEMENT, STEP, HOT, QUEUE };

static const char *const rules[] = {"pair", "embed",  "bond",      "external", "uniform",
                                    "type", "shells", "stiffness", "auto",     NULL};
enum { UNIFORM = MD_AVI_KINDS, TYPE, SHELLS, STIFFNESS, AUTO };

/* The words as they are read. */
struct cursor {
    const struct md_args *args;
    int at;
};

static const struct md_word *next(struct cursor *cursor)
{
    return cursor->at < cursor->args->count ? &cursor->args->words[cursor->at] : NULL;
}

/* The next word, or an error that says after which one it is missing. */
static enum md_status need(struct cursor *cursor, const char *what, const struct md_word **word,
                           struct md_error *error)
{
    *word = next(cursor);
    if (*word != NULL) {
        cursor->at++;
        return MD_OK;
    }
    const struct md_word *last =
        cursor->at > 0 ? &cursor->args->words[cursor->at - 1] : &cursor->args->command;
    return md_error_set(error, MD_ERR_COUNT, &last->place, "'%s' must be followed by %s",
                        last->text, what);
}

static enum md_status number(struct cursor *cursor, const char *what, double lo, double *value,
                             struct md_place *place, struct md_error *error)
{
    const struct md_word *word;
    if (need(cursor, what, &word, error))
        return error->status;
    if (place != NULL)
        *place = word->place;
    return md_word_double(word, what, lo, LONGEST, value, error);
}

static enum md_status positive(struct cursor *cursor, const char *what, double *value,
                               struct md_place *place, struct md_error *error)
{
    return number(cursor, what, MD_ABOVE(0.0), value, place, error);
}

static enum md_status again(const char *prefix, const struct md_word *word, struct md_error *error)
{
    return md_error_set(error, MD_ERR_VALUE, &word->place,
                        "'%s%s' is given a second time in one run_style", prefix, word->text);
}

/* ------------------------------------------------------------------ step */

static enum md_status read_type(struct md_avi_words *words, struct cursor *cursor,
                                struct md_error *error)
{
    struct md_avi_type_rule rule = {0};
    const struct md_word *word;
    if (words->types == MD_AVI_RULES)
        return md_error_set(error, MD_ERR_VALUE, &cursor->args->words[cursor->at - 1].place,
                            "more than %d times 'step type' in one run_style", MD_AVI_RULES);
    for (int side = 0; side < 2; side++) {
        if (need(cursor, "a type or a range of types", &word, error) ||
            md_word_range(word, "atom type", MD_TYPES_MAX, &rule.first[side], &rule.last[side],
                          error))
            return error->status;
        rule.types[side] = word->place;
    }
    size_t count = (size_t)words->types;
    if (positive(cursor, "a time step", &rule.step, &rule.place, error) ||
        md_memory_grow(&words->type, count, count + 1, sizeof rule, error))
        return error->status;
    words->type[words->types++] = rule;
    return MD_OK;
}

/* A shell's fading: apart from the one before it, and not empty. */
static enum md_status check_fade(const struct md_avi_words *words, int s, struct md_error *error)
{
    const double *fade = words->fade[s];
    if (!(fade[0] < fade[1]))
        return md_error_set(error, MD_ERR_VALUE, &words->fade_place[s],
                            "shell %d fades out from %g to %g: the second distance must be the "
                            "greater one",
                            s + 1, fade[0], fade[1]);
    if (s > 0 && fade[0] < words->fade[s - 1][1])
        return md_error_set(error, MD_ERR_VALUE, &words->fade_place[s],
                            "shells overlap: shell %d begins to fade out at %g, before shell %d "
                            "has ended at %g",
                            s + 1, fade[0], s, words->fade[s - 1][1]);
    return MD_OK;
}

static bool is_number(const struct md_word *word)
{
    double value;
    return word != NULL && md_parse_double(word->text, &value);
}

static enum md_status read_shells(struct md_avi_words *words, struct cursor *cursor,
                                  struct md_error *error)
{
    for (int s = 0;; s++) {
        if (s == MD_AVI_SHELLS)
            return md_error_set(error, MD_ERR_VALUE, &cursor->args->words[cursor->at].place,
                                "more than %d shells", MD_AVI_SHELLS);
        if (positive(cursor, "the time step of a shell", &words->shell_step[s],
                     &words->shell_place[s], error))
            return error->status;
        words->shells = s + 1;
        if (!is_number(next(cursor)))
            break;
        if (positive(cursor, "the distance at which the shell begins to fade out",
                     &words->fade[s][0], &words->fade_place[s], error) ||
            positive(cursor, "the distance at which the shell ends", &words->fade[s][1],
                     &words->end_place[s], error) ||
            check_fade(words, s, error))
            return error->status;
    }
    if (words->shells == 1)
        return md_error_set(error, MD_ERR_COUNT, &words->shell_place[0],
                            "'step shells' with one time step has nothing to divide: it takes "
                            "H1 a1 b1 H2 ... Hn, or is 'step pair H'");
    return MD_OK;
}

static enum md_status read_stiffness(struct md_avi_words *words, struct cursor *cursor,
                                     struct md_error *error)
{
    words->stiffness_max = INFINITY;
    if (positive(cursor, "the fraction of sqrt(m/k)", &words->stiffness, &words->stiffness_place,
                 error))
        return error->status;
    if (next(cursor) == NULL || !md_word_is(next(cursor), "max"))
        return MD_OK;
    cursor->at++;
    return positive(cursor, "the longest time step", &words->stiffness_max, NULL, error);
}

static enum md_status read_step(struct md_avi_words *words, struct cursor *cursor,
                                struct md_error *error)
{
    const struct md_word *word;
    int rule;
    if (need(cursor, "uniform, type, pair, embed, bond, external, shells, stiffness or auto", &word,
             error) ||
        md_word_choice(word, "kind of 'step'", rules, &rule, error))
        return error->status;
    switch (rule) {
    case TYPE:
        return read_type(words, cursor, error);
    case SHELLS:
        return words->shells > 0 ? again("step ", word, error) : read_shells(words, cursor, error);
    case STIFFNESS:
        return words->stiffness > 0.0 ? again("step ", word, error)
                                      : read_stiffness(words, cursor, error);
    case AUTO:
        return words->tolerance > 0.0 ? again("step ", word, error)
                                      : positive(cursor, "the energy error allowed per atom",
                                                 &words->tolerance, &words->tolerance_place, error);
    case UNIFORM:
        return words->uniform > 0.0
                   ? again("step ", word, error)
                   : positive(cursor, "a time step", &words->uniform, &words->uniform_place, error);
    default:
        return words->kind[rule] > 0.0 ? again("step ", word, error)
                                       : positive(cursor, "a time step", &words->kind[rule],
                                                  &words->kind_place[rule], error);
    }
}

/* ------------------------------------------------------------------ the rest */

static enum md_status read_element(struct md_avi_words *words, struct cursor *cursor,
                                   struct md_error *error)
{
    static const char *const kinds[] = {"group", "pair", "atom", NULL};
    const struct md_word *word;
    int kind;
    if (words->elements_given)
        return again("", &cursor->args->words[cursor->at - 1], error);
    if (need(cursor, "group, pair or atom", &word, error) ||
        md_word_choice(word, "kind of element", kinds, &kind, error))
        return error->status;
    words->elements = (enum md_avi_elements)kind;
    words->elements_given = true;
    words->elements_place = word->place;
    return MD_OK;
}

static enum md_status read_queue(struct md_avi_words *words, struct cursor *cursor,
                                 struct md_error *error)
{
    static const char *const kinds[] = {"heap", "bucket", NULL};
    const struct md_word *word;
    int kind;
    if (words->queue_given)
        return again("", &cursor->args->words[cursor->at - 1], error);
    if (need(cursor, "heap or bucket", &word, error) ||
        md_word_choice(word, "kind of queue", kinds, &kind, error))
        return error->status;
    words->queue = kind == 0 ? MD_QUEUE_HEAP : MD_QUEUE_BUCKET;
    words->queue_given = true;
    return MD_OK;
}

static bool is_key(const struct md_word *word)
{
    for (int k = 0; keys[k] != NULL; k++)
        if (md_word_is(word, keys[k]))
            return true;
    return false;
}

static enum md_status lacks(const struct md_avi_words *words, const char *name,
                            struct md_error *error)
{
    md_error_set(error, MD_ERR_COUNT, &words->hot_place,
                 "'hot' needs %s: hot speed V radius R block H", name);
    return md_error_hint(error,
                         "V: atoms faster than this take short steps, and so do all within R "
                         "of one; H: the step of all others, at most the timestep");
}

static enum md_status read_hot(struct md_avi_words *words, struct cursor *cursor,
                               struct md_error *error)
{
    static const char *const names[] = {"speed", "radius", "block", "accuracy", NULL};
    double *const value[] = {&words->hot_speed, &words->hot_radius, &words->hot_block,
                             &words->hot_accuracy};
    if (words->hot)
        return again("", &cursor->args->words[cursor->at - 1], error);
    words->hot_place = cursor->args->words[cursor->at - 1].place;
    for (int k = 0; k < 4; k++) {
        const struct md_word *word = next(cursor);
        int which;
        if (k == 3 && (word == NULL || !md_word_is(word, names[k])))
            break;
        if (k < 3 && (word == NULL || is_key(word)))
            break; /* what is missing is said below */
        cursor->at++;
        if (md_word_choice(word, "keyword of 'hot'", names, &which, error) ||
            positive(cursor, names[which], value[which], NULL, error))
            return error->status;
    }
    for (int k = 0; k < 3; k++) {
        if (!(*value[k] > 0.0))
            return lacks(words, names[k], error);
    }
    words->hot = true;
    return MD_OK;
}

/* Words that cannot stand together. */
static enum md_status check_together(const struct md_avi_words *words, struct md_error *error)
{
    bool steps =
        words->uniform > 0.0 || words->types > 0 || words->shells > 0 || words->stiffness > 0.0;
    for (int k = 0; k < MD_AVI_KINDS; k++)
        steps = steps || words->kind[k] > 0.0;
    if (words->tolerance > 0.0 && steps)
        return md_error_set(error, MD_ERR_VALUE, &words->tolerance_place,
                            "'step auto' chooses all steps itself and stands alone");
    if (words->hot && (steps || words->tolerance > 0.0 || words->elements_given))
        return md_error_set(error, MD_ERR_VALUE, &words->hot_place,
                            "'hot' chooses elements and steps itself: no 'step' and no 'element' "
                            "beside it");
    if (words->stiffness > 0.0 && words->shells > 0)
        return md_error_set(error, MD_ERR_VALUE, &words->stiffness_place,
                            "'step stiffness' and 'step shells' both choose the steps of pairs");
    if (words->shells > 0 && words->kind[MD_AVI_PAIRS] > 0.0)
        return md_error_set(error, MD_ERR_VALUE, &words->kind_place[MD_AVI_PAIRS],
                            "'step pair' and 'step shells' both choose the steps of pairs");
    if (words->elements == MD_AVI_ATOM && words->shells > 0)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &words->elements_place,
                            "'element atom' holds all pairs of an atom and cannot be divided into "
                            "shells: use element pair or group");
    if (words->elements == MD_AVI_ATOM && words->types > 0)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &words->elements_place,
                            "'element atom' holds all pairs of an atom, and 'step type' speaks of "
                            "pairs: use element pair or group");
    return MD_OK;
}

enum md_status md_avi_read(struct md_avi_words *words, const struct md_args *args,
                           struct md_error *error)
{
    struct cursor cursor = {args, 0};
    *words = (struct md_avi_words){.place = args->command.place};
    while (cursor.at < args->count) {
        int key;
        enum md_status status = md_word_choice(&args->words[cursor.at++],
                                               "keyword of run_style avi", keys, &key, error);
        if (status == MD_OK)
            status = key == ELEMENT ? read_element(words, &cursor, error)
                     : key == STEP  ? read_step(words, &cursor, error)
                     : key == HOT   ? read_hot(words, &cursor, error)
                                    : read_queue(words, &cursor, error);
        if (status != MD_OK)
            return status;
    }
    return check_together(words, error);
}

void md_avi_words_free(struct md_avi_words *words)
{
    md_memory_free(words->type);
    words->type = NULL;
    words->types = 0;
}
