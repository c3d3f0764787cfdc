/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of fix wall/lj93, wall/lj126, wall/lj1043, wall/harmonic and wall/morse. */
#include "term/field/wall.h"

#include <math.h>
#include <string.h>

static const char *const faces[] = {"xlo", "xhi", "ylo", "yhi", "zlo", "zhi", NULL};

static bool is_morse(const struct md_walls *walls)
{
    return walls->external.type == &md_external_wall_morse;
}

/* What a wall is made of, from the word after its position. */
static enum md_status read_matter(struct md_walls *walls, struct md_wall *wall,
                                  const struct md_word *word, struct md_error *error)
{
    struct md_external *external = &walls->external;
    if (!is_morse(walls)) {
        if (md_external_number(external, word, "epsilon", -INFINITY, INFINITY, 1.0, &wall->epsilon,
                               error) ||
            md_external_number(external, word + 1, "sigma", 0.0, INFINITY, 1.0, &wall->sigma,
                               error))
            return error->status;
    } else if (md_external_number(external, word, "D0", -INFINITY, INFINITY, 1.0, &wall->epsilon,
                                  error) ||
               md_external_number(external, word + 1, "alpha", MD_ABOVE(0.0), INFINITY, 1.0,
                                  &wall->alpha, error) ||
               md_external_number(external, word + 2, "r0", -INFINITY, INFINITY, 1.0, &wall->sigma,
                                  error)) {
        return error->status;
    }
    return md_word_double(word + (is_morse(walls) ? 3 : 2), "cutoff", MD_ABOVE(0.0), INFINITY,
                          &wall->cutoff, error);
}

/* How many words a wall has: its face, position, parameters and cutoff. */
static int wall_words(const struct md_walls *walls)
{
    return is_morse(walls) ? 6 : 5;
}

/* POSITION EPSILON SIGMA CUTOFF after the face at words[at]. */
static enum md_status read_wall(struct md_walls *walls, const struct md_system *system,
                                const struct md_args *args, int at, bool *number,
                                struct md_error *error)
{
    struct md_wall *wall = &walls->wall[walls->count];
    const struct md_word *word = &args->words[at];
    int face;
    if (md_word_choice(word, "wall or keyword", faces, &face, error))
        return error->status;
    int axis = face / 2;
    double side = face % 2 == 0 ? 1.0 : -1.0;
    for (int w = 0; w < walls->count; w++)
        if (walls->wall[w].axis == axis && walls->wall[w].side == side)
            return md_error_set(error, MD_ERR_VALUE, &word->place, "wall '%s' is there twice",
                                word->text);
    /* Only now is there surely room: a seventh wall is one of the six again. */
    wall->axis = axis;
    wall->side = side;
    if (wall->axis == 2 && system->dimension == 2)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "wall '%s' cannot be in two dimensions: xlo, xhi, ylo, yhi can",
                            word->text);
    if (at + wall_words(walls) > args->count)
        return md_error_set(error, MD_ERR_COUNT, &word->place,
                            is_morse(walls) ? "wall '%s' needs POSITION D0 ALPHA R0 CUTOFF"
                                            : "wall '%s' needs POSITION EPSILON SIGMA CUTOFF",
                            word->text);
    bool edge = md_word_is(word + 1, "EDGE");
    *number = !edge && strncmp(word[1].text, "v_", 2) != 0;
    if (edge)
        wall->at = wall->side > 0.0 ? system->box.lo[wall->axis] : system->box.hi[wall->axis];
    if ((!edge && md_external_number(&walls->external, word + 1, "position of the wall", -INFINITY,
                                     INFINITY, 1.0, &wall->at, error)) ||
        read_matter(walls, wall, word + 2, error))
        return error->status;
    walls->count++;
    return MD_OK;
}

static enum md_status refuse_periodic(const struct md_walls *walls, const struct md_system *system,
                                      struct md_error *error)
{
    for (int w = 0; w < walls->count; w++)
        if (system->box.periodic[walls->wall[w].axis])
            return md_error_set(error, MD_ERR_VALUE, NULL,
                                "a wall across the periodic %c axis needs 'pbc yes'",
                                "xyz"[walls->wall[w].axis]);
    return MD_OK;
}

/* Positions given as numbers or by variables are in lattice units, an edge of the box is not. */
static void scale_wall(struct md_walls *walls, struct md_wall *wall, bool number, double spacing)
{
    if (number)
        wall->at *= spacing;
    for (int k = 0; k < walls->external.drives; k++)
        if (walls->external.drive[k].value == &wall->at)
            walls->external.drive[k].scale = spacing;
}

/* What is allowed and hardly meant: MD_OK with a text in *error. */
static enum md_status warn(const struct md_walls *walls, const struct md_args *args,
                           struct md_error *error)
{
    for (int w = 0; w < walls->count; w++) {
        const struct md_word *word = &args->words[w * wall_words(walls) + 2];
        if (walls->wall[w].epsilon < 0.0)
            return md_error_set(error, MD_OK, &word->place,
                                "%s is negative, %s: the wall attracts where it should repel",
                                is_morse(walls) ? "D0" : "epsilon", word->text);
    }
    return MD_OK;
}

enum md_status md_walls_create(void *state, const struct md_system *system,
                               const struct md_args *args, struct md_error *error)
{
    static const char *const keys[] = {"units", "pbc", MD_NOT_OFFERED "fld", NULL};
    struct md_walls *walls = state;
    const char *usage = walls->external.type->style.usage;
    bool number[6] = {false}, lattice = true, pbc = false;
    int at = 0, key;
    if (md_args_count(args, wall_words(walls), -1, usage, error))
        return error->status;
    while (at < args->count && !md_word_is(&args->words[at], "units") &&
           !md_word_is(&args->words[at], "pbc") && !md_word_is(&args->words[at], "fld")) {
        if (read_wall(walls, system, args, at, &number[walls->count], error))
            return error->status;
        at += wall_words(walls);
    }
    if (walls->count == 0)
        return md_error_set(error, MD_ERR_COUNT, NULL, "there is no wall: %s", usage);
    for (; at < args->count; at += 2) {
        const struct md_word *word = &args->words[at];
        if (md_word_choice(word, "keyword of walls", keys, &key, error))
            return error->status;
        if (key == 2)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                                "'fld' is for fluids, which do not exist here");
        if (at + 1 >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value: %s",
                                word->text, key == 0 ? "lattice or box" : "yes or no");
        if (key == 0 ? md_external_units(args, at, &lattice, error)
                     : md_word_bool(word + 1, "pbc", &pbc, error))
            return error->status;
    }
    for (int w = 0; lattice && w < walls->count; w++)
        scale_wall(walls, &walls->wall[w], number[w], system->lattice.spacing[walls->wall[w].axis]);
    walls->external.reactions = walls->count;
    if (!pbc && refuse_periodic(walls, system, error))
        return error->status;
    return warn(walls, args, error);
}
