/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix deposit: lets new atoms into a region, one every M steps, N in all.  Positions are uniform in
 * the region's bounding box, drawn until one is inside, and taken if no atom is nearer than `near`;
 * then the velocity is drawn.  Every number comes from the generator LAMMPS draws from, in its
 * order: 30 discarded, then x, y, z of each try, the height if it is given from the highest atom
 * below, and vx, vy, vz of an atom that is let in.
 *
 * An atom comes in after positions moved and before forces, so that it is part of the step's
 * forces; that the list is made anew, the changed number of atoms says.
 */
#include "modify/styles.h"

#include "base/random.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WARM_UP = 30, TRIES = 1000000 };

enum above { NOWHERE, GLOBAL, LOCAL };

struct deposit {
    int64_t number, every, attempts;
    int type;
    char region[64];
    struct md_place region_place;
    double near, rate;
    double lo[3], hi[3]; /* of the velocity */
    enum above above;
    double from, to, around; /* height over what is below, within this distance */
    bool aimed, bell, by_next;
    double target[3], middle[3], spread;
    struct md_park random;
    int64_t inserted, first, next, last_id;
};

/* ------------------------------------------------------------------ words */

enum key {
    REGION,
    ID,
    GLOBALLY,
    LOCALLY,
    NEAR,
    GAUSSIAN,
    ATTEMPT,
    RATE,
    VX,
    VY,
    VZ,
    TARGET,
    UNITS,
    MOL,
    MOLFRAC,
    RIGID,
    SHAKE,
    ORIENT
};

/* clang-format off */
static const char *const keys[] = {"region", "id", "global", "local", "near", "gaussian", "attempt",
                                   "rate", "vx", "vy", "vz", "target", "units",
                                   MD_NOT_OFFERED "mol", MD_NOT_OFFERED "molfrac",
                                   MD_NOT_OFFERED "rigid", MD_NOT_OFFERED "shake",
                                   MD_NOT_OFFERED "orient", NULL};
static const int key_words[] = {1, 1, 2, 3, 1, 4, 1, 1, 2, 2, 2, 3, 1};
/* clang-format on */

static enum md_status read_numbers(const struct md_word *word, int count, double *const value[],
                                   struct md_error *error)
{
    for (int k = 0; k < count; k++)
        if (md_word_double(&word[1 + k], word->text, -INFINITY, INFINITY, value[k], error))
            return error->status;
    return MD_OK;
}

static enum md_status read_region(struct deposit *deposit, const struct md_system *system,
                                  const struct md_word *word, struct md_error *error)
{
    int index;
    if (md_regions_of_word(&system->regions, word, &index, error))
        return error->status;
    if (!system->regions.list[index].bounded || !system->regions.list[index].inside)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "fix deposit needs a region with bounds, and '%s' has none",
                            word->text);
    snprintf(deposit->region, sizeof deposit->region, "%s", word->text);
    deposit->region_place = word->place;
    return MD_OK;
}

static enum md_status read_range(struct deposit *deposit, int k, const struct md_word *word,
                                 struct md_error *error)
{
    if (read_numbers(word, 2, (double *[]){&deposit->lo[k], &deposit->hi[k]}, error))
        return error->status;
    if (deposit->lo[k] > deposit->hi[k])
        return md_error_set(error, MD_ERR_VALUE, &word[2].place,
                            "'%s' ends at %g, below its beginning %g", word->text, deposit->hi[k],
                            deposit->lo[k]);
    return MD_OK;
}

static enum md_status read_key(struct deposit *deposit, const struct md_modify_context *context,
                               enum key key, const struct md_word *word, bool *lattice,
                               struct md_error *error)
{
    static const char *const ids[] = {"max", "next", NULL};
    static const char *const units[] = {"lattice", "box", NULL};
    int choice = 0;
    enum md_status status = MD_OK;
    double *t = deposit->target, *m = deposit->middle;
    switch (key) {
    case REGION:
        return read_region(deposit, context->system, word + 1, error);
    case ID:
        status = md_word_choice(word + 1, "id", ids, &choice, error);
        deposit->by_next = choice == 1;
        return status;
    case GLOBALLY:
        deposit->above = GLOBAL;
        return read_numbers(word, 2, (double *[]){&deposit->from, &deposit->to}, error);
    case LOCALLY:
        deposit->above = LOCAL;
        return read_numbers(word, 3, (double *[]){&deposit->from, &deposit->to, &deposit->around},
                            error);
    case NEAR:
        return md_word_double(word + 1, "near", 0.0, INFINITY, &deposit->near, error);
    case GAUSSIAN:
        deposit->bell = true;
        return read_numbers(word, 4, (double *[]){&m[0], &m[1], &m[2], &deposit->spread}, error);
    case ATTEMPT:
        return md_word_int(word + 1, "attempt", 1, INT32_MAX, &deposit->attempts, error);
    case RATE:
        return read_numbers(word, 1, (double *[]){&deposit->rate}, error);
    case VX:
    case VY:
    case VZ:
        return read_range(deposit, (int)key - VX, word, error);
    case TARGET:
        deposit->aimed = true;
        return read_numbers(word, 3, (double *[]){&t[0], &t[1], &t[2]}, error);
    default:
        status = md_word_choice(word + 1, "units", units, &choice, error);
        *lattice = choice == 0;
        return status;
    }
}

static enum md_status read_keys(struct deposit *deposit, const struct md_modify_context *context,
                                const struct md_args *args, bool *lattice, struct md_error *error)
{
    int key;
    for (int at = 4; at < args->count; at += 1 + key_words[key]) {
        const struct md_word *word = &args->words[at];
        if (md_word_choice(word, "keyword of fix deposit", keys, &key, error))
            return error->status;
        if (key >= MOL)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                                "'%s' of fix deposit needs molecules, which do not exist here",
                                word->text);
        if (at + key_words[key] >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs %d word%s",
                                word->text, key_words[key], key_words[key] == 1 ? "" : "s");
        if (read_key(deposit, context, (enum key)key, word, lattice, error))
            return error->status;
    }
    if (deposit->region[0] == '\0')
        return md_error_set(error, MD_ERR_COUNT, &args->command.place,
                            "fix deposit needs a region: region ID");
    return MD_OK;
}

static void scale(struct deposit *deposit, const struct md_system *system)
{
    const double *spacing = system->lattice.spacing;
    int up = system->dimension - 1;
    for (int k = 0; k < 3; k++) {
        deposit->lo[k] *= spacing[k];
        deposit->hi[k] *= spacing[k];
        deposit->target[k] *= spacing[k];
        deposit->middle[k] *= spacing[k];
    }
    deposit->near *= spacing[0];
    deposit->around *= spacing[0];
    deposit->spread *= spacing[0];
    deposit->rate *= spacing[up];
    deposit->from *= spacing[up];
    deposit->to *= spacing[up];
}

static enum md_status deposit_create(void *state, const struct md_modify_context *context,
                                     const struct md_args *args, struct md_error *error)
{
    struct deposit *deposit = state;
    const struct md_system *system = context->system;
    const struct md_word *word = args->words;
    int64_t type, seed;
    bool lattice = true;
    deposit->attempts = 10;
    if (md_args_count(args, 6, -1, md_modifier_deposit.style.usage, error) ||
        md_word_int(&word[0], "number of atoms", 0, INT32_MAX, &deposit->number, error) ||
        md_word_int(&word[1], "atom type", 1, system->types, &type, error) ||
        md_word_int(&word[2], "interval of fix deposit", 1, MD_STEP_MAX, &deposit->every, error) ||
        md_word_int(&word[3], "seed", 1, INT32_MAX, &seed, error) ||
        read_keys(deposit, context, args, &lattice, error))
        return error->status;
    deposit->type = (int)type;
    if (lattice)
        scale(deposit, system);
    md_park_seed(&deposit->random, (int32_t)seed);
    for (int k = 0; k < WARM_UP; k++)
        md_park_uniform(&deposit->random);
    deposit->first = deposit->next = md_clock_step(&system->clock) + 1;
    deposit->last_id = md_atoms_max_id(&system->atoms);
    return MD_OK;
}

static enum md_status find_region(const struct deposit *deposit, const struct md_system *system,
                                  int *region, struct md_error *error)
{
    *region = md_regions_find(&system->regions, deposit->region);
    return *region >= 0
               ? MD_OK
               : md_error_set(error, MD_ERR_REFERENCE, &deposit->region_place,
                              "the region '%s' of fix deposit is no longer there", deposit->region);
}

static enum md_status deposit_begin(void *state, const struct md_modify_context *context,
                                    struct md_error *error)
{
    const struct deposit *deposit = state;
    const struct md_system *system = context->system;
    int index;
    if (find_region(deposit, system, &index, error))
        return error->status;
    const struct md_region *region = &system->regions.list[index];
    for (int k = 0; k < 3; k++)
        if (region->lo[k] < system->box.lo[k] || region->hi[k] > system->box.hi[k])
            return md_error_set(error, MD_ERR_VALUE, &deposit->region_place,
                                "the region '%s' of fix deposit reaches from %g to %g along %c, "
                                "the box from %g to %g",
                                deposit->region, region->lo[k], region->hi[k], "xyz"[k],
                                system -> box.lo[k], system->box.hi[k]);
    return MD_OK;
}

/* ------------------------------------------------------------------ a new atom */

/* A place in the region. */
static enum md_status draw_place(struct deposit *deposit, const struct md_system *system, int index,
                                 double x[3], struct md_error *error)
{
    const struct md_region *region = &system->regions.list[index];
    for (int n = 0; n < TRIES; n++) {
        for (int k = 0; k < 3; k++) {
            if (deposit->bell)
                x[k] = deposit->middle[k] + md_park_gaussian(&deposit->random) * deposit->spread;
            else
                x[k] = region->lo[k] +
                       md_park_uniform(&deposit->random) * (region->hi[k] - region->lo[k]);
        }
        if (system->dimension == 2)
            x[2] = 0.0;
        if (md_region_contains(&system->regions, index, x))
            return MD_OK;
    }
    return md_error_set(error, MD_ERR_RUN, &deposit->region_place,
                        "fix deposit found no place inside of the region '%s' in %d tries",
                        deposit->region, TRIES);
}

/* Vector between two places, to the nearest image. */
static void nearest(const struct md_box *box, const double a[3], const double b[3], double d[3])
{
    for (int k = 0; k < 3; k++) {
        double edge = box->hi[k] - box->lo[k];
        d[k] = a[k] - b[k];
        if (box->periodic[k])
            d[k] -= edge * round(d[k] / edge);
    }
}

/* The highest atom, or the highest nearby; the box's lower edge where there is none. */
static double summit(const struct deposit *deposit, const struct md_system *system,
                     const double x[3])
{
    int up = system->dimension - 1;
    double highest = system->box.lo[up], d[3];
    for (size_t i = 0; i < system->atoms.count; i++) {
        const double *y = system->atoms.x[i];
        nearest(&system->box, x, y, d);
        d[up] = 0.0;
        if (deposit->above == LOCAL &&
            d[0] * d[0] + d[1] * d[1] + d[2] * d[2] > deposit->around * deposit->around)
            continue;
        highest = fmax(highest, y[up]);
    }
    return highest;
}

static bool is_free(const struct deposit *deposit, const struct md_system *system,
                    const double x[3])
{
    double d[3];
    for (size_t i = 0; i < system->atoms.count; i++) {
        nearest(&system->box, x, system->atoms.x[i], d);
        if (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < deposit->near * deposit->near)
            return false;
    }
    return true;
}

static void draw_velocity(struct deposit *deposit, const double x[3], double v[3])
{
    double d[3], way = 0.0, speed = 0.0;
    for (int k = 0; k < 3; k++) {
        v[k] =
            deposit->lo[k] + md_park_uniform(&deposit->random) * (deposit->hi[k] - deposit->lo[k]);
        speed += v[k] * v[k];
        d[k] = deposit->target[k] - x[k];
        way += d[k] * d[k];
    }
    for (int k = 0; deposit->aimed && way > 0.0 && k < 3; k++)
        v[k] = d[k] * sqrt(speed / way);
}

/* One beyond an open edge is lost at once, as lost atoms are. */
static enum md_status insert(struct deposit *deposit, const struct md_modify_context *context,
                             double x[3], struct md_error *error)
{
    struct md_atoms *atoms = &context->system->atoms;
    int64_t highest = md_atoms_max_id(atoms);
    int64_t id = (deposit->by_next && deposit->last_id > highest ? deposit->last_id : highest) + 1;
    double v[3];
    draw_velocity(deposit, x, v);
    md_box_wrap(&context->system->box, x, NULL);
    if (md_atoms_add(atoms, deposit->type, id, x, error))
        return error->status;
    size_t i = atoms->count - 1;
    memcpy(atoms->v[i], v, sizeof v);
    atoms->groups[i] |= md_group_bit(context->group);
    deposit->last_id = id;
    deposit->inserted++;
    return md_computes_arrived(context->computes, context->system, i, error);
}

static enum md_status deposit_reflect(void *state, const struct md_modify_context *context,
                                      struct md_error *error)
{
    struct deposit *deposit = state;
    const struct md_system *system = context->system;
    int64_t step = md_clock_step(&system->clock);
    int region, up = system->dimension - 1;
    if (step < deposit->next || deposit->inserted >= deposit->number)
        return MD_OK;
    if (find_region(deposit, system, &region, error))
        return error->status;
    /* The region sinks or rises: by one interval already when the first atom comes. */
    double offset =
        (double)(step - deposit->first + deposit->every) * system->clock.timestep * deposit->rate;
    deposit->next = step + deposit->every;
    for (int64_t n = 0; n < deposit->attempts; n++) {
        double x[3];
        if (draw_place(deposit, system, region, x, error))
            return error->status;
        x[up] += offset;
        if (deposit->above != NOWHERE)
            x[up] = summit(deposit, system, x) + deposit->from +
                    md_park_uniform(&deposit->random) * (deposit->to - deposit->from);
        if (is_free(deposit, system, x))
            return insert(deposit, context, x, error);
    }
    char text[128];
    snprintf(text, sizeof text,
             "Step %" PRId64 ": fix deposit found no place for an atom in %" PRId64 " attempts\n",
             step, deposit->attempts);
    if (context->stage != NULL)
        context->stage->say(context->stage->context, text);
    return MD_OK;
}

static enum md_status deposit_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct deposit *deposit = state;
    int64_t counts[] = {deposit->inserted, deposit->first, deposit->next, deposit->last_id};
    if (md_archive_ints(archive, "counts", counts, 4, error))
        return error->status;
    deposit->inserted = counts[0];
    deposit->first = counts[1];
    deposit->next = counts[2];
    deposit->last_id = counts[3];
    return md_archive_park(archive, "random", &deposit->random, error);
}

const struct md_modifier md_modifier_deposit = {
    .style =
        {
            .name = "deposit",
            .summary = "lets new atoms into a region, one at a time",
            .usage = "fix ID GROUP deposit N TYPE M SEED region ID [near R] [attempt Q] "
                     "[vx LO HI] [vy LO HI] [vz LO HI] [target X Y Z] [rate V] [global LO HI] "
                     "[local LO HI DELTA] [gaussian X Y Z SIGMA] [id max|next] "
                     "[units lattice|box]",
            .manual =
                "At the first step of the next run and then every M steps an atom of this type\n"
                "comes in at a random place of the region, until N have come; it joins the fix's\n"
                "group.  It keeps the distance 'near' from all others: 'attempt' places (10) are\n"
                "tried, and if none is free no atom comes this time.\n"
                "  vx, vy, vz  between which its velocity is drawn (0)\n"
                "  target      the velocity, as long as drawn, points there\n"
                "  rate        velocity at which the region moves up\n"
                "  global      the height is LO to HI above the highest atom\n"
                "  local       likewise, of the atoms within DELTA sideways\n"
                "  gaussian    places are drawn about X Y Z with this spread\n"
                "  id          max: one more than the largest ID; next: than any there was\n"
                "  units       lattice (the default) scales all of these\n"
                "Temperatures count new atoms after compute_modify ID dynamic/dof yes.  The\n"
                "region must be within the box and have bounds.",
            .state_size = sizeof(struct deposit),
        },
    .inserts = true,
    .counts_steps = true,
    .balance = MD_BALANCE_UNCOUNTED,
    .create = deposit_create,
    .begin = deposit_begin,
    .reflect = deposit_reflect,
    .keep = deposit_keep,
};
