/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands about time: run, timestep, run_style, reset_timestep. */
#include "base/nearest.h"
#include "command/command.h"
#include "run/driver.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define RUN_USAGE                                                                                  \
    "run N [upto] [start STEP] [stop STEP] [pre yes|no] [post yes|no] [every M \"COMMAND\" ...]"

/* The keywords of run, in the order of this table; upto stands alone, every takes all the rest. */
enum run_key { UPTO, START, STOP, PRE, POST, EVERY };
static const char *const run_keys[] = {"upto", "start", "stop", "pre", "post", "every", NULL};

struct run_words {
    struct md_run_plan plan;
    bool upto;
    const struct md_word *start, *stop; /* NULL: not given */
};

static enum md_status read_every(struct run_words *words, const struct md_args *args, int at,
                                 struct md_error *error)
{
    words->plan.commands = &args->words[at + 2];
    words->plan.command_count = args->count - at - 2;
    return md_word_int(&args->words[at + 1], "interval of 'every'", 1, MD_STEP_MAX,
                       &words->plan.every, error);
}

static enum md_status read_key(struct run_words *words, const struct md_args *args, int *at,
                               struct md_error *error)
{
    int key;
    const struct md_word *word = &args->words[*at];
    enum md_status status = md_word_choice(word, "keyword of run", run_keys, &key, error);
    if (status != MD_OK)
        return status;
    if (key == UPTO) {
        words->upto = true;
        *at += 1;
        return MD_OK;
    }
    if (*at + 1 >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value: %s", word->text,
                            key == PRE || key == POST ? "yes or no" : "a number of steps");
    const struct md_word *value = &args->words[*at + 1];
    *at += 2;
    switch (key) {
    case START:
        words->start = value;
        return md_word_int(value, "first step of the ramps", 0, MD_STEP_MAX, &words->plan.start,
                           error);
    case STOP:
        words->stop = value;
        return md_word_int(value, "last step of the ramps", 0, MD_STEP_MAX, &words->plan.stop,
                           error);
    case PRE:
        return md_word_bool(value, "pre", &words->plan.pre, error);
    case POST:
        return md_word_bool(value, "post", &words->plan.post, error);
    default:
        status = read_every(words, args, *at - 2, error);
        *at = args->count;
        return status;
    }
}

/* Turns what the words say into a plan, which counts steps from now. */
static enum md_status make_plan(struct run_words *words, const struct md_word *number, int64_t now,
                                struct md_error *error)
{
    struct md_run_plan *plan = &words->plan;
    if (words->upto && plan->steps < now)
        return md_error_set(error, MD_ERR_VALUE, &number->place,
                            "run upto step %" PRId64 ": the run is already at step %" PRId64,
                            plan->steps, now);
    if (words->upto)
        plan->steps -= now;
    if (plan->steps > MD_STEP_MAX - now)
        return md_error_set(error, MD_ERR_VALUE, &number->place,
                            "%s steps from step %" PRId64 " on would go beyond step %" PRId64
                            ", the last one that can be counted",
                            number->text, now, (int64_t)MD_STEP_MAX);
    int64_t last = now + plan->steps;
    if (words->start != NULL && plan->start > now)
        return md_error_set(error, MD_ERR_VALUE, &words->start->place,
                            "start %s is after this run's first step %" PRId64, words->start->text,
                            now);
    if (words->stop != NULL && plan->stop < last)
        return md_error_set(error, MD_ERR_VALUE, &words->stop->place,
                            "stop %s is before this run's last step %" PRId64, words->stop->text,
                            last);
    return MD_OK;
}

/* While checking, the commands of `every` are read once, after the run that would execute them. */
static enum md_status check_commands(struct md_sim *sim, const struct md_run_plan *plan,
                                     struct md_error *error)
{
    for (int k = 0; k < plan->command_count; k++) {
        const struct md_word *word = &plan->commands[k];
        bool none = md_word_is(word, "NULL") && !word->quoted;
        if (!none && sim->execute(sim->execute_context, word->text, &word->place, error) != MD_OK)
            return error->status;
    }
    return MD_OK;
}

static enum md_status run(struct md_sim *sim, const struct md_args *args, struct md_error *error)
{
    struct run_words words = {.plan = {.start = -1, .stop = -1, .pre = true, .post = true}};
    enum md_status status =
        md_word_int(&args->words[0], "number of steps", 0, MD_STEP_MAX, &words.plan.steps, error);
    int at = 1;
    while (status == MD_OK && at < args->count)
        status = read_key(&words, args, &at, error);
    if (status == MD_OK)
        status = make_plan(&words, &args->words[0], md_clock_step(&sim->system.clock), error);
    if (status != MD_OK)
        return status;
    if (sim->check_forces) {
        struct md_args none = {.command = args->command};
        status = md_check_forces(sim, &none, error);
        return status != MD_OK
                   ? status
                   : md_error_set(error, MD_STOP_QUIT, &args->command.place, "forces are checked");
    }
    if (sim->instead != NULL && words.plan.steps > 0 && !sim->checking)
        return sim->instead(sim->instead_context, sim, &words.plan, args, error);
    status = md_driver_run(sim, &words.plan, args, error);
    return status == MD_OK && sim->checking ? check_commands(sim, &words.plan, error) : status;
}

static enum md_status timestep(struct md_sim *sim, const struct md_args *args,
                               struct md_error *error)
{
    double value;
    enum md_status status =
        md_word_double(&args->words[0], "time step", -INFINITY, INFINITY, &value, error);
    if (status != MD_OK)
        return status;
    if (value < 0.0) {
        md_error_set(error, MD_ERR_VALUE, &args->words[0].place,
                     "timestep must not be negative: it is %s", args->words[0].text);
        return md_error_hint(error, "to go back in time, reverse all velocities: variable vx atom "
                                    "-vx (vy, vz likewise), then velocity all set v_vx v_vy v_vz");
    }
    if (value == 0.0)
        md_log_warn(&sim->log, &args->words[0].place,
                    "timestep is 0: no atom moves in a run of any length");
    if (value == sim->system.clock.timestep)
        return MD_OK; /* nothing changes: times go on being counted from the same origin */
    md_clock_set_timestep(&sim->system.clock, value);
    md_sim_changed(sim, MD_CHANGED_TIMESTEP);
    return MD_OK;
}

static const char *integrator_name(const void *context, int i)
{
    (void)context;
    const struct md_integrator *type = md_integrator_at(i);
    return type != NULL ? type->style.name : NULL;
}

static enum md_status run_style(struct md_sim *sim, const struct md_args *args,
                                struct md_error *error)
{
    /* The same method split among processes: nothing else to compute. */
    static const char *const parallel[] = {"verlet/split", "verlet/lrt/intel", NULL};
    char plain[MD_STYLE_NAME_SIZE];
    const struct md_word *name = &args->words[0];
    const struct md_integrator *type = md_integrator_find(md_style_plain(name->text, plain));
    struct md_args rest = md_args_after(args, 1);
    if (type != NULL)
        return md_sim_set_integrator(sim, type, &rest, error);
    for (int i = 0; parallel[i] != NULL; i++) {
        if (md_word_is(name, parallel[i]))
            return md_error_set(error, MD_ERR_UNSUPPORTED, &name->place,
                                "run_style %s is for other machines; here it is 'run_style verlet'",
                                name->text);
    }
    md_error_set(error, MD_ERR_UNKNOWN, &name->place, "unknown run_style '%s'", name->text);
    return md_nearest_hint(error, name->text, md_nearest(name->text, integrator_name, NULL));
}

static enum md_status reset_timestep(struct md_sim *sim, const struct md_args *args,
                                     struct md_error *error)
{
    static const char *const keys[] = {"time", NULL};
    int64_t step;
    enum md_status status = md_word_int(&args->words[0], "step", 0, MD_STEP_MAX, &step, error);
    if (status != MD_OK)
        return status;
    for (int i = 0; i < sim->fixes.count; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
        if (fix->type->counts_steps)
            return md_error_set(error, MD_ERR_ORDER, &args->command.place,
                                "the step cannot be reset while the fix '%s' (%s) counts steps; "
                                "unfix it first",
                                fix->id, fix->style->name);
    }
    double time = md_clock_time(&sim->system.clock); /* a new number, not a new instant */
    if (args->count > 1) {
        int key;
        status = md_word_choice(&args->words[1], "keyword of reset_timestep", keys, &key, error);
        if (status != MD_OK)
            return status;
        if (args->count == 2)
            return md_error_set(error, MD_ERR_COUNT, &args->words[1].place,
                                "'time' needs a value: a time");
        status = md_word_double(&args->words[2], "time", -INFINITY, INFINITY, &time, error);
        if (status != MD_OK)
            return status;
    }
    md_clock_reset(&sim->system.clock, step, time);
    /* Nothing moved: forces and energies hold. */
    sim->frame_valid = false;
    return MD_OK;
}

const struct md_command md_commands_run[] = {
    {
        .name = "run",
        .usage = RUN_USAGE,
        .summary = "advances the system by N steps",
        .when = MD_AFTER_BOX,
        .min_words = 1,
        .max_words = -1,
        .execute = run,
        .manual =
            "Advances the system by N steps of the time step, printing thermo rows and writing\n"
            "dumps on the way.\n"
            "  upto         N is the step to end at, not a number of steps\n"
            "  start, stop  the steps between which ramps of fixes and of the formula ramp() run,\n"
            "               when several runs share one ramp\n"
            "  pre no       goes on from where the last run ended, without a new set-up, unless\n"
            "               something was changed since: then one is made all the same\n"
            "  post no      only the loop time is printed after the rows\n"
            "  every M      cuts the run into pieces of M steps and executes the commands after\n"
            "               each; NULL is no command\n"
            "Every run counts its neighbour lists from 0, also with pre no.  Values that are "
            "asked\n"
            "for between runs, such as $(pe), are those of the present positions: after\n"
            "displace_atoms and the like they are computed anew.",
    },
    {
        .name = "timestep",
        .usage = "timestep DT",
        .summary = "sets the time step",
        .when = MD_ANYTIME,
        .min_words = 1,
        .max_words = 1,
        .execute = timestep,
        .manual =
            "Sets the time step, which must not be negative: to go back in time, reverse all\n"
            "velocities.  0 leaves the atoms where they are, with a warning.  The units command\n"
            "resets it to its default.",
    },
    {
        .name = "run_style",
        .usage = "run_style STYLE ...",
        .summary = "chooses the integrator",
        .when = MD_ANYTIME,
        .min_words = 1,
        .max_words = -1,
        .execute = run_style,
        .manual = "Chooses how the atoms of the moving fixes are advanced in time; verlet is the\n"
                  "default.",
    },
    {
        .name = "reset_timestep",
        .usage = "reset_timestep N [time T]",
        .summary = "sets the step counter, and the time",
        .when = MD_ANYTIME,
        .min_words = 1,
        .max_words = 3,
        .execute = reset_timestep,
        .manual = "Sets the number of the present step; the time stays as it is, or becomes the\n"
                  "one given.",
    },
    {0},
};
