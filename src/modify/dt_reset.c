/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix dt/reset: every N steps, and when a run begins, the time step becomes the longest one in
 * which no atom of the group goes further than Xmax (modify/travel.h), within Tmin and Tmax.  For
 * a cascade, or a start from atoms that overlap.
 *
 * A time step that follows the motion takes velocity Verlet its long-term conservation of energy:
 * how short it must be is what the energy at the end tells.
 */
#include "modify/styles.h"
#include "modify/travel.h"

#include <inttypes.h>
#include <math.h>

struct dt_reset {
    int64_t every;
    double shortest, longest; /* 0 and INFINITY: NULL in the deck */
    struct md_travel travel;
    int64_t begun;   /* first step of the run */
    int64_t changed; /* the last step at which the time step became another one; f_ID */
};

static enum md_status read_bounds(struct dt_reset *reset, const struct md_args *args,
                                  struct md_error *error)
{
    const struct md_word *word = args->words;
    enum md_status status = MD_OK;
    reset->shortest = 0.0;
    reset->longest = INFINITY;
    if (!md_word_is(&word[1], "NULL"))
        status =
            md_word_double(&word[1], "shortest time step", 0.0, INFINITY, &reset->shortest, error);
    if (status == MD_OK && !md_word_is(&word[2], "NULL"))
        status = md_word_double(&word[2], "longest time step", MD_ABOVE(0.0), INFINITY,
                                &reset->longest, error);
    if (status == MD_OK && reset->shortest >= reset->longest)
        return md_error_set(error, MD_ERR_VALUE, &word[2].place,
                            "the longest time step, %g, must be longer than the shortest, %g",
                            reset->longest, reset->shortest);
    return status;
}

static enum md_status read_keys(struct dt_reset *reset, const struct md_args *args, bool *lattice,
                                struct md_error *error)
{
    static const char *const keys[] = {"units", "emax", NULL};
    static const char *const sorts[] = {"lattice", "box", NULL};
    enum md_status status = MD_OK;
    for (int at = 4, key, sort; at < args->count && status == MD_OK; at += 2) {
        const struct md_word *word = &args->words[at];
        status = md_word_choice(word, "keyword of fix dt/reset", keys, &key, error);
        if (status == MD_OK && at + 1 >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value: %s",
                                word->text, key == 0 ? "lattice or box" : "an energy");
        if (status == MD_OK && key == 0) {
            status = md_word_choice(&word[1], "units", sorts, &sort, error);
            *lattice = status == MD_OK && sort == 0;
        } else if (status == MD_OK) {
            status = md_word_double(&word[1], "largest work in a step", MD_ABOVE(0.0), INFINITY,
                                    &reset->travel.energy, error);
        }
    }
    return status;
}

static enum md_status reset_create(void *state, const struct md_modify_context *context,
                                   const struct md_args *args, struct md_error *error)
{
    struct dt_reset *reset = state;
    bool lattice = true;
    enum md_status status = md_args_count(args, 4, -1, md_modifier_dt_reset.style.usage, error);
    if (status == MD_OK)
        status = md_word_int(&args->words[0], "interval of fix dt/reset", 1, MD_STEP_MAX,
                             &reset->every, error);
    if (status == MD_OK)
        status = read_bounds(reset, args, error);
    if (status == MD_OK)
        status = md_word_double(&args->words[3], "largest distance in a step", MD_ABOVE(0.0),
                                INFINITY, &reset->travel.distance, error);
    if (status == MD_OK)
        status = read_keys(reset, args, &lattice, error);
    if (lattice)
        reset->travel.distance *= context->system->lattice.spacing[0];
    reset->changed = md_clock_step(&context->system->clock);
    return status;
}

static enum md_status reset_begin(void *state, const struct md_modify_context *context,
                                  struct md_error *error)
{
    struct dt_reset *reset = state;
    (void)error;
    reset->begun = md_clock_step(&context->system->clock);
    return MD_OK;
}

static int64_t reset_next(const void *state, int64_t step)
{
    const struct dt_reset *reset = state;
    return step < reset->begun ? reset->begun : (step / reset->every + 1) * reset->every;
}

static enum md_status reset_act(void *state, const struct md_modify_context *context,
                                unsigned *changed, struct md_error *error)
{
    struct dt_reset *reset = state;
    struct md_system *system = context->system;
    double step = md_travel_step(&reset->travel, system, context->group, INFINITY);
    step = fmin(fmax(step, reset->shortest), reset->longest);
    if (!(step > 0.0 && step < INFINITY))
        return md_error_set(error, MD_ERR_RUN, NULL,
                            "fix dt/reset: at step %" PRId64 " the time step would be %g, because "
                            "%s; %s would bound it",
                            md_clock_step(&system->clock), step,
                            step > 0.0 ? "no atom of the group moves or feels a force"
                                       : "a velocity or force is not finite",
                            step > 0.0 ? "Tmax" : "Tmin");
    if (md_travel_set_step(system, step)) {
        *changed |= MD_CHANGED_TIMESTEP;
        reset->changed = md_clock_step(&system->clock);
    }
    return MD_OK;
}

static enum md_status reset_value(const void *state, const struct md_modify_context *context,
                                  int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct dt_reset *reset = state;
    (void)context;
    if (i != 0 || j != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL, "fix dt/reset has no vector");
    *value = (double)reset->changed;
    return MD_OK;
}

static enum md_status reset_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct dt_reset *reset = state;
    return md_archive_ints(archive, "changed", &reset->changed, 1, error);
}

const struct md_modifier md_modifier_dt_reset = {
    .style =
        {
            .name = "dt/reset",
            .summary = "adapts the time step so that no atom goes too far in one",
            .usage = "fix ID GROUP dt/reset N TMIN|NULL TMAX|NULL XMAX [emax E] "
                     "[units lattice|box]",
            .manual =
                "At the first step of a run and every N steps the time step becomes the longest "
                "in\n"
                "which no atom of the group goes further than XMAX, as far as its velocity and\n"
                "force tell, but not shorter than TMIN nor longer than TMAX.  With emax, it is\n"
                "also so short that force times speed times time step stays below E for each\n"
                "atom.  XMAX is in lattice units unless 'units box' follows.\n"
                "\n"
                "f_ID is the last step at which the time step changed; the thermo keyword dt is\n"
                "the time step and time the time that has passed.  fix halt with a variable that\n"
                "compares time ends a run at a time instead of a step.",
            .state_size = sizeof(struct dt_reset),
        },
    .opens = true,
    .counts_steps = true,
    .create = reset_create,
    .begin = reset_begin,
    .next = reset_next,
    .act = reset_act,
    .has_scalar = true,
    .value = reset_value,
    .keep = reset_keep,
};
