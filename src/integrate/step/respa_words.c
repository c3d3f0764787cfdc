/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The words of run_style respa, with LAMMPS's rules: what is given no level takes that of what is
 * faster than it (bonds: 1), pairs the last, and levels ascend from bonds to pairs.  Levels of
 * interactions that do not exist here are read, checked and have no effect.
 */
#include "integrate/step/respa.h"

#include <math.h>

/* First the kinds of the topology, in their order. */
enum key { BOND, ANGLE, DIHEDRAL, IMPROPER, PAIR, INNER, MIDDLE, OUTER, KSPACE, HYBRID, KEYS };

static const char *const names[KEYS + 1] = {"bond",   "angle",  "dihedral", "improper",
                                            "pair",   "inner",  "middle",   "outer",
                                            "kspace", "hybrid", NULL};

struct reading {
    int level[KEYS]; /* 0: not given */
    struct md_place place[KEYS];
    struct md_place edge_place[4];
};

static enum md_status read_factors(struct md_respa_words *words, const struct md_args *args,
                                   struct md_error *error)
{
    int64_t value;
    if (md_word_int(&args->words[0], "number of levels", 1, MD_RESPA_LEVELS, &value, error))
        return error->status;
    words->levels = (int)value;
    if (args->count < words->levels)
        return md_error_set(error, MD_ERR_COUNT, &args->words[0].place,
                            "%d levels need %d numbers of steps, each of a level within one of the "
                            "next; here are %d",
                            words->levels, words->levels - 1, args->count - 1);
    for (int k = 0; k + 1 < words->levels; k++) {
        if (md_word_int(&args->words[k + 1], "number of steps within one of the next level", 1,
                        1000000, &value, error))
            return error->status;
        words->factor[k] = (int)value;
    }
    return MD_OK;
}

/* inner LEVEL R1 R2, middle LEVEL R3 R4. */
static enum md_status read_edges(struct md_respa_words *words, struct reading *reading,
                                 const struct md_word *word, int first, struct md_error *error)
{
    for (int k = 0; k < 2; k++) {
        if (md_word_double(&word[k], "distance at which forces are divided", MD_ABOVE(0.0),
                           INFINITY, &words->edge[first + k], error))
            return error->status;
        reading->edge_place[first + k] = word[k].place;
    }
    if (words->edge[first] < words->edge[first + 1])
        return MD_OK;
    return md_error_set(
        error, MD_ERR_VALUE, &word[1].place,
        "forces fade from one level into the next between two distances: %g must be "
        "greater than %g",
        words->edge[first + 1], words->edge[first]);
}

static enum md_status read_keys(struct md_respa_words *words, struct reading *reading,
                                const struct md_args *args, struct md_error *error)
{
    for (int at = words->levels; at < args->count;) {
        const struct md_word *word = &args->words[at];
        int key;
        int64_t level;
        if (md_word_choice(word, "keyword of run_style respa", names, &key, error))
            return error->status;
        if (key == HYBRID)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                                "the parts of a hybrid pair style have no levels of their own; "
                                "'inner' and 'outer' divide all of them by distance");
        int needs = key == INNER || key == MIDDLE ? 3 : 1;
        if (at + needs >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs %s", names[key],
                                needs == 3 ? "a level and two distances" : "a level");
        if (reading->level[key] != 0)
            return md_error_set(error, MD_ERR_VALUE, &word->place, "'%s' has a level already, %d",
                                names[key], reading->level[key]);
        if (md_word_int(word + 1, "level", 1, words->levels, &level, error))
            return error->status;
        reading->level[key] = (int)level;
        reading->place[key] = word[1].place;
        if (needs == 3 && read_edges(words, reading, word + 2, key == INNER ? 0 : 2, error))
            return error->status;
        at += 1 + needs;
    }
    return MD_OK;
}

/* Pairs at one level, or divided, and then from inner to outer. */
static enum md_status check_division(const struct md_respa_words *words,
                                     const struct reading *reading, struct md_error *error)
{
    const int *level = reading->level;
    int part = level[INNER] ? INNER : level[MIDDLE] ? MIDDLE : OUTER;
    if (level[part] == 0)
        return MD_OK;
    if (level[PAIR] != 0)
        return md_error_set(error, MD_ERR_VALUE, &reading->place[PAIR],
                            "pairs are at level %d as a whole, or divided by '%s' and others, not "
                            "both",
                            level[PAIR], names[part]);
    if (level[INNER] == 0 || level[OUTER] == 0)
        return md_error_set(error, MD_ERR_COUNT, &reading->place[part],
                            "pairs that are divided by distance need 'inner' and 'outer'; '%s' is "
                            "missing",
                            level[INNER] == 0 ? "inner" : "outer");
    if (level[MIDDLE] != 0 && words->edge[2] < words->edge[1])
        return md_error_set(error, MD_ERR_VALUE, &reading->edge_place[2],
                            "the middle forces begin to fade at %g, before the inner ones have "
                            "faded, at %g",
                            words->edge[2], words->edge[1]);
    return MD_OK;
}

static enum md_status check_order(const struct reading *reading, struct md_error *error)
{
    int before = BOND;
    for (int key = ANGLE; key <= KSPACE; key++) {
        if (reading->level[key] == 0)
            continue;
        if (reading->level[key] < reading->level[before]) {
            bool given = reading->place[key].file != NULL;
            return md_error_set(error, MD_ERR_VALUE, &reading->place[given ? key : before],
                                "levels must ascend, and '%s' is at level %d, '%s' at level %d",
                                names[before], reading->level[before], names[key],
                                reading->level[key]);
        }
        before = key;
    }
    return MD_OK;
}

enum md_status md_respa_words_read(struct md_respa_words *words, const struct md_args *args,
                                   const char *usage, struct md_error *error)
{
    struct reading reading = {.level = {0}};
    int *level = reading.level;
    if (md_args_count(args, 1, -1, usage, error) || read_factors(words, args, error) ||
        read_keys(words, &reading, args, error) || check_division(words, &reading, error))
        return error->status;
    if (level[BOND] == 0)
        level[BOND] = 1;
    if (level[INNER] == 0 && level[PAIR] == 0)
        level[PAIR] = words->levels;
    if (check_order(&reading, error))
        return error->status;
    words->bond = level[BOND];
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        words->of[kind] = level[BOND + kind];
    words->pair = level[PAIR];
    words->inner = level[INNER];
    words->middle = level[MIDDLE];
    words->outer = level[OUTER];
    words->reach = reading.edge_place[level[MIDDLE] != 0 ? 3 : 1];
    words->command = args->command.place;
    return MD_OK;
}
