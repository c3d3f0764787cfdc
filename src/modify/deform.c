/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix deform: the box is pulled or pressed as the deck says, every N steps, and atoms follow it
 * (remap x), or change their velocity when they cross a periodic face (remap v), or neither.
 *
 * Between the run's first step and its last (start, stop) an axis goes linearly from where it was
 * to a final value, except trate (exponentially), wiggle (a sine) and variable; `volume` axes
 * follow the others so that the volume stays.  The box changes after the step's forces and
 * velocities are done: rows and dumps of that step show the new box, the next forces feel it.
 */
#include "modify/styles.h"

#include "modify/bath.h"
#include "state/remap.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TWO_PI 6.28318530717958647692

enum how { NONE, FINAL, DELTA, SCALE, VEL, ERATE, TRATE, VOLUME, WIGGLE, VARIABLE };

#define GROWTH_MAX                                                                                 \
    1e9 /* what a box cannot grow by, in a run or step, without a slip of the pen                  \
         */

#define BOX_NEAR 1e-9 /* of its length: how well a box is where it is expected */

struct axis {
    enum how how;
    double a, b; /* final, delta: lo, hi; scale, vel, rates: a; wiggle: amplitude, period */
    char size[64], rate[64];                     /* variable */
    double initial_lo, initial_hi;               /* when the fix was made */
    double start_lo, start_hi, stop_lo, stop_hi; /* of the run */
    double lo, hi;                               /* now */
    int fixed, first, second; /* volume: an axis that stays or shares, axes it follows; -1: none */
    bool shares;              /* volume: two axes follow one */
};

struct deform {
    int64_t every;
    struct axis axis[3];
    enum { REMAP_X, REMAP_V, REMAP_NONE } remap;
    int64_t first;  /* step of the run at which the axes are where they start */
    double base[3]; /* variable: size there */
    bool based;     /* it is not 0 */
    bool kept;      /* starts are those of a restart file */
    bool fresh;     /* they are new in a run after read_restart: the file's do not count */
    struct md_place place;
    struct md_box *box; /* whose rates it set; NULL: none */
};

/* ------------------------------------------------------------------ words */

static const char *const hows[] = {"none",  "final",  "delta",  "scale",    "vel", "erate",
                                   "trate", "volume", "wiggle", "variable", NULL};
static const int counts[] = {0, 2, 2, 1, 1, 1, 1, 0, 2, 2};

static enum md_status read_variable(const struct md_word *word, char name[64],
                                    struct md_error *error)
{
    if (strncmp(word->text, "v_", 2) != 0 || word->text[2] == '\0' || strlen(word->text) > 65)
        return md_error_set(error, MD_ERR_VALUE, &word->place, "'variable' needs v_NAME, not '%s'",
                            word->text);
    snprintf(name, 64, "%s", word->text + 2);
    return MD_OK;
}

static enum md_status read_axis(struct axis *axis, const struct md_args *args, int at, int *used,
                                struct md_error *error)
{
    const struct md_word *word = &args->words[at];
    int how;
    if (at + 1 >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &word->place,
                            "'%s' needs to know how it changes: final, delta, scale, vel, erate, "
                            "trate, volume, wiggle or variable",
                            word->text);
    enum md_status status = md_word_choice(&word[1], "change of the box", hows + 1, &how, error);
    if (status != MD_OK)
        return status;
    axis->how = (enum how)(how + 1);
    int count = counts[axis->how];
    if (at + 1 + count >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &word[1].place, "'%s' needs %d value%s",
                            word[1].text, count, count > 1 ? "s" : "");
    *used = 2 + count;
    if (axis->how == VARIABLE) {
        status = read_variable(&word[2], axis->size, error);
        return status == MD_OK ? read_variable(&word[3], axis->rate, error) : status;
    }
    if (count > 0)
        status = md_word_double(&word[2], word[1].text, -INFINITY, INFINITY, &axis->a, error);
    if (status == MD_OK && count > 1)
        status = md_word_double(&word[3], word[1].text, -INFINITY, INFINITY, &axis->b, error);
    if (status == MD_OK && axis->how == WIGGLE && !(axis->b > 0.0))
        return md_error_set(error, MD_ERR_VALUE, &word[3].place,
                            "the period of a wiggle must be greater than 0");
    return status;
}

static enum md_status read_words(struct deform *deform, const struct md_args *args, bool *lattice,
                                 struct md_error *error)
{
    enum { REMAP = 3, UNITS, FLIP };
    static const char *const keys[] = {"x",
                                       "y",
                                       "z",
                                       "remap",
                                       "units",
                                       "flip",
                                       MD_NOT_OFFERED "xy",
                                       MD_NOT_OFFERED "xz",
                                       MD_NOT_OFFERED "yz",
                                       NULL};
    static const char *const remaps[] = {"x", "v", "none", NULL};
    static const char *const units[] = {"lattice", "box", NULL};
    enum md_status status = MD_OK;
    for (int at = 1, key, used = 2; at < args->count && status == MD_OK; at += used) {
        const struct md_word *word = &args->words[at];
        int choice = 0;
        used = 2;
        status = md_word_choice(word, "keyword of fix deform", keys, &key, error);
        if (status != MD_OK)
            return status;
        if (key > FLIP)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                                "'%s' of fix deform needs a triclinic box, which does not exist "
                                "here",
                                word->text);
        if (key < REMAP) {
            status = read_axis(&deform->axis[key], args, at, &used, error);
            continue;
        }
        if (at + 1 >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value: %s",
                                word->text,
                                key == REMAP   ? "x, v or none"
                                : key == UNITS ? "lattice or box"
                                               : "yes or no");
        bool flips; /* tilted boxes, of which there are none */
        if (key == FLIP)
            status = md_word_bool(&word[1], "flip", &flips, error);
        else
            status =
                md_word_choice(&word[1], word->text, key == REMAP ? remaps : units, &choice, error);
        if (key == REMAP)
            deform->remap = choice;
        if (key == UNITS)
            *lattice = choice == 0;
    }
    return status;
}

/* Which axes a `volume` axis follows. */
static enum md_status link_volume(struct deform *deform, int k, struct md_error *error)
{
    struct axis *axis = &deform->axis[k];
    int one = (k + 1) % 3, two = (k + 2) % 3;
    enum how a = deform->axis[one].how, b = deform->axis[two].how;
    axis->fixed = axis->second = -1;
    axis->shares = false;
    if ((a == NONE || a == VOLUME) && (b == NONE || b == VOLUME))
        return md_error_set(error, MD_ERR_VALUE, &deform->place,
                            "fix deform: an axis with 'volume' needs another that changes by "
                            "itself");
    if (a != NONE && a != VOLUME && b != NONE && b != VOLUME) {
        axis->first = one;
        axis->second = two;
        return MD_OK;
    }
    bool follows_two = a == NONE || a == VOLUME;
    axis->first = follows_two ? two : one;
    axis->fixed = follows_two ? one : two;
    axis->shares = deform->axis[axis->fixed].how == VOLUME;
    return MD_OK;
}

static void scale_axis(struct axis *axis, double spacing)
{
    if (axis->how == FINAL || axis->how == DELTA) {
        axis->a *= spacing;
        axis->b *= spacing;
    } else if (axis->how == VEL || axis->how == WIGGLE) {
        axis->a *= spacing;
    }
}

static enum md_status deform_create(void *state, const struct md_modify_context *context,
                                    const struct md_args *args, struct md_error *error)
{
    struct deform *deform = state;
    const struct md_system *system = context->system;
    bool lattice = true, any = false;
    enum md_status status = md_args_count(args, 3, -1, md_modifier_deform.style.usage, error);
    if (status == MD_OK)
        status = md_word_int(&args->words[0], "interval of fix deform", 1, MD_STEP_MAX,
                             &deform->every, error);
    if (status != MD_OK)
        return status;
    deform->place = args->words[0].place;
    status = read_words(deform, args, &lattice, error);
    for (int k = 0; k < 3 && status == MD_OK; k++) {
        struct axis *axis = &deform->axis[k];
        axis->initial_lo = system->box.lo[k];
        axis->initial_hi = system->box.hi[k];
        any |= axis->how != NONE;
        if (axis->how != NONE && k == 2 && system->dimension == 2)
            return md_error_set(error, MD_ERR_VALUE, &deform->place,
                                "fix deform cannot change z in two dimensions");
        if (lattice)
            scale_axis(axis, system->lattice.spacing[k]);
        if (axis->how == VOLUME)
            status = link_volume(deform, k, error);
    }
    if (status == MD_OK && !any)
        return md_error_set(error, MD_ERR_COUNT, &deform->place,
                            "fix deform changes no axis: x, y or z is missing");
    return status;
}

/* ------------------------------------------------------------------ a run */

static void set_stop(struct axis *axis, double time)
{
    double length = axis->start_hi - axis->start_lo;
    double middle = 0.5 * (axis->start_lo + axis->start_hi), grow = 0.0;
    switch (axis->how) {
    case FINAL:
        axis->stop_lo = axis->a;
        axis->stop_hi = axis->b;
        return;
    case DELTA:
        axis->stop_lo = axis->start_lo + axis->a;
        axis->stop_hi = axis->start_hi + axis->b;
        return;
    case SCALE:
        axis->stop_lo = middle - 0.5 * axis->a * length;
        axis->stop_hi = middle + 0.5 * axis->a * length;
        return;
    case VEL:
        grow = 0.5 * time * axis->a;
        break;
    case ERATE:
        grow = 0.5 * time * axis->a * length;
        break;
    case TRATE:
        axis->stop_lo = middle - 0.5 * (length * exp(axis->a * time));
        axis->stop_hi = middle + 0.5 * (length * exp(axis->a * time));
        return;
    case WIGGLE:
        grow = 0.5 * axis->a * sin(TWO_PI * time / axis->b);
        break;
    default:
        break;
    }
    axis->stop_lo = axis->start_lo - grow;
    axis->stop_hi = axis->start_hi + grow;
}

static enum md_status check_axis(const struct md_modify_context *context, const struct axis *axis,
                                 int k, struct md_error *error)
{
    const struct md_box *box = &context->system->box;
    const struct md_variables *variables = context->variables;
    if (box->face[k][0] == MD_SHRINK || box->face[k][0] == MD_SHRINK_MIN ||
        box->face[k][1] == MD_SHRINK || box->face[k][1] == MD_SHRINK_MIN)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "fix deform cannot change the %c axis, whose faces follow the atoms",
                            "xyz"[k]);
    const char *names[2] = {axis->size, axis->rate};
    for (int n = 0; n < 2 && axis->how == VARIABLE; n++) {
        if (variables->kind(variables->context, names[n]) != MD_VARIABLE_EQUAL)
            return md_error_set(error, MD_ERR_REFERENCE, NULL,
                                "fix deform needs an equal-style variable '%s', and there is none",
                                names[n]);
    }
    if (axis->how != VOLUME && axis->how != VARIABLE &&
        (md_box_flaw(axis->stop_lo, axis->stop_hi) != NULL ||
         !(axis->stop_hi - axis->stop_lo < GROWTH_MAX * (axis->start_hi - axis->start_lo))))
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "fix deform would end with a box from %g to %g along %c", axis->stop_lo,
                            axis->stop_hi, "xyz"[k]);
    return MD_OK;
}

/* Where an axis is at a step; `size`: what the variable of a `variable` axis says then. */
static void aim_axis(struct deform *deform, const struct md_modify_context *context, int k,
                     int64_t step, double size)
{
    struct axis *axis = &deform->axis[k];
    const struct md_box *box = &context->system->box;
    double done = (double)(step - deform->first), grow = 0.0;
    double share = done != 0.0 ? done / (double)(context->last_step - deform->first) : 0.0;
    double time = done * context->system->clock.timestep;
    switch (axis->how) {
    case NONE:
        axis->lo = box->lo[k];
        axis->hi = box->hi[k];
        return;
    case VOLUME:
        return;
    case TRATE:
        grow = 0.5 * ((axis->start_hi - axis->start_lo) * exp(axis->a * time));
        axis->lo = 0.5 * (axis->start_lo + axis->start_hi) - grow;
        axis->hi = 0.5 * (axis->start_lo + axis->start_hi) + grow;
        return;
    case WIGGLE:
        grow = 0.5 * axis->a * sin(TWO_PI * time / axis->b);
        break;
    case VARIABLE:
        grow = (size - deform->base[k]) * 0.5;
        break;
    default:
        axis->lo = axis->start_lo + share * (axis->stop_lo - axis->start_lo);
        axis->hi = axis->start_hi + share * (axis->stop_hi - axis->start_hi);
        return;
    }
    axis->lo = axis->start_lo - grow;
    axis->hi = axis->start_hi + grow;
}

static void aim_volume(struct deform *deform, int k)
{
    struct axis *axis = &deform->axis[k];
    const struct axis *all = deform->axis;
    double volume = 1.0, middle = 0.5 * (axis->start_lo + axis->start_hi), length;
    for (int l = 0; l < 3; l++)
        volume *= all[l].start_hi - all[l].start_lo;
    length = volume / (all[axis->first].hi - all[axis->first].lo);
    if (axis->second >= 0)
        length /= all[axis->second].hi - all[axis->second].lo;
    else
        length /= all[axis->fixed].start_hi - all[axis->fixed].start_lo;
    if (axis->shares)
        length = sqrt(length * (axis->start_hi - axis->start_lo));
    axis->lo = middle - 0.5 * length;
    axis->hi = middle + 0.5 * length;
}

static void start_at(struct deform *deform, const struct md_modify_context *context, bool box,
                     int64_t first)
{
    const struct md_system *system = context->system;
    double time = (double)(context->last_step - first) * system->clock.timestep;
    deform->first = first;
    for (int k = 0; k < 3; k++) {
        struct axis *axis = &deform->axis[k];
        if (!deform->kept) {
            axis->start_lo = box ? system->box.lo[k] : axis->initial_lo;
            axis->start_hi = box ? system->box.hi[k] : axis->initial_hi;
            deform->base[k] = 0.0;
        }
        axis->lo = axis->start_lo;
        axis->hi = axis->start_hi;
        set_stop(axis, time);
    }
}

/* Whether the next change would go on from the box that is there. */
static bool fits(const struct deform *deform, const struct md_modify_context *context)
{
    const struct md_box *box = &context->system->box;
    struct deform trial = *deform;
    int64_t step = md_clock_step(&context->system->clock) / deform->every * deform->every;
    step = step < deform->first ? deform->first : step;
    bool good = true;
    for (int k = 0; k < 3; k++)
        if (trial.axis[k].how != VARIABLE)
            aim_axis(&trial, context, k, step, 0.0);
    for (int k = 0; k < 3; k++) {
        const struct axis *axis = &trial.axis[k];
        double near = BOX_NEAR * (box->hi[k] - box->lo[k]);
        if (axis->how == NONE || axis->how == VARIABLE)
            continue;
        if (axis->how == VOLUME)
            aim_volume(&trial, k);
        good = good && fabs(axis->lo - box->lo[k]) <= near && fabs(axis->hi - box->hi[k]) <= near;
    }
    return good;
}

/* After read_restart the box never jumps: the axes go on from where the file's run had them start,
 * or from where they were when the fix was made, if that leads to the box that is there; else they
 * start from that box, now. */
static void start_again(struct deform *deform, const struct md_modify_context *context)
{
    int64_t now = md_clock_step(&context->system->clock);
    bool moved = now != context->first_step, kept = deform->kept;
    deform->kept = kept && moved;
    deform->fresh = !(deform->kept && context->continues);
    if (deform->kept)
        start_at(deform, context, false, context->continues ? deform->first : context->first_step);
    if (deform->kept && fits(deform, context))
        return;
    deform->kept = false;
    deform->fresh = true;
    start_at(deform, context, !moved, context->first_step);
    if (moved && !fits(deform, context)) {
        start_at(deform, context, true, now);
        if (context->stage != NULL)
            context->stage->say(context->stage->context,
                                "WARNING: the box is not where fix deform would have it between "
                                "these steps: it starts from the box that is there. Are the lines "
                                "`lattice`, `units` and `timestep`, which its words depend on, "
                                "those of the run before?\n");
    }
}

/* A ramp over several runs starts where the box was when the fix was made. */
static enum md_status deform_begin(void *state, const struct md_modify_context *context,
                                   struct md_error *error)
{
    struct deform *deform = state;
    bool single = md_clock_step(&context->system->clock) == context->first_step;
    enum md_status status = MD_OK;
    if (context->restarted) {
        start_again(deform, context);
    } else if (!context->continues || !(deform->kept || deform->fresh)) {
        deform->kept = deform->fresh = false;
        start_at(deform, context, single, context->first_step);
    }
    for (int k = 0; k < 3 && status == MD_OK; k++)
        if (deform->axis[k].how != NONE)
            status = check_axis(context, &deform->axis[k], k, error);
    return status;
}

static int64_t deform_next(const void *state, int64_t step)
{
    const struct deform *deform = state;
    return (step / deform->every + 1) * deform->every;
}

/* How fast each axis grows, for remap v. */
static enum md_status set_rates(struct deform *deform, const struct md_modify_context *context,
                                struct md_error *error)
{
    struct md_box *box = &context->system->box;
    const struct md_clock *clock = &context->system->clock;
    double now = (double)(md_clock_step(clock) - deform->first) * clock->timestep;
    double all = (double)(context->last_step - deform->first) * clock->timestep;
    enum md_status status = MD_OK;
    if (deform->remap != REMAP_V)
        return MD_OK;
    deform->box = box;
    box->rate_groups = md_group_bit(context->group);
    for (int k = 0; k < 3 && status == MD_OK; k++) {
        const struct axis *axis = &deform->axis[k];
        double grown = (axis->stop_hi - axis->stop_lo) - (axis->start_hi - axis->start_lo);
        if (axis->how == TRATE)
            box->rate[k] = axis->a * box->length[k];
        else if (axis->how == WIGGLE)
            box->rate[k] = TWO_PI / axis->b * axis->a * cos(TWO_PI * now / axis->b);
        else if (axis->how == VARIABLE)
            status = context->variables->equal(context->variables->context, axis->rate,
                                               &box->rate[k], error);
        else
            box->rate[k] = axis->how != NONE && all != 0.0 ? grown / all : 0.0;
    }
    return status;
}

/* After read_restart an axis with a variable grows from the box that is there, too: by what the
 * variable grows from now on, unless both are as the file's run has them. */
static enum md_status set_bases(struct deform *deform, const struct md_modify_context *context,
                                struct md_error *error)
{
    const struct md_box *box = &context->system->box;
    bool due = md_clock_step(&context->system->clock) % deform->every == 0;
    for (int k = 0; k < 3; k++) {
        struct axis *axis = &deform->axis[k];
        double size;
        if (axis->how != VARIABLE)
            continue;
        if (context->variables->equal(context->variables->context, axis->size, &size, error))
            return error->status;
        double grow = (size - deform->base[k]) * 0.5, near = BOX_NEAR * (box->hi[k] - box->lo[k]);
        if (!deform->fresh && !deform->based &&
            (!due || (fabs(axis->start_lo - grow - box->lo[k]) <= near &&
                      fabs(axis->start_hi + grow - box->hi[k]) <= near)))
            continue;
        axis->start_lo = box->lo[k];
        axis->start_hi = box->hi[k];
        deform->base[k] = size;
        deform->fresh = deform->based = true;
    }
    return MD_OK;
}

/* Atoms that cross a face before the first change are hurried by the run's rate too. */
static enum md_status deform_setup(void *state, const struct md_modify_context *context,
                                   struct md_error *error)
{
    struct deform *deform = state;
    if ((context->restarted || deform->based) && set_bases(deform, context, error))
        return error->status;
    return set_rates(deform, context, error);
}

static void deform_destroy(void *state)
{
    struct deform *deform = state;
    if (deform->box != NULL)
        deform->box->rate_groups = 0;
}

static enum md_status deform_act(void *state, const struct md_modify_context *context,
                                 unsigned *changed, struct md_error *error)
{
    struct deform *deform = state;
    struct md_system *system = context->system;
    double lo[3], hi[3];
    enum md_status status = MD_OK;
    (void)changed; /* the next step finds the new box: nothing is set up again */
    for (int k = 0; k < 3 && status == MD_OK; k++) {
        double size = 0.0;
        if (deform->axis[k].how == VARIABLE)
            status = context->variables->equal(context->variables->context, deform->axis[k].size,
                                               &size, error);
        aim_axis(deform, context, k, md_clock_step(&system->clock), size);
    }
    for (int k = 0; k < 3 && status == MD_OK; k++) {
        if (deform->axis[k].how == VOLUME)
            aim_volume(deform, k);
        lo[k] = deform->axis[k].lo;
        hi[k] = deform->axis[k].hi;
        if (md_box_flaw(lo[k], hi[k]) != NULL ||
            !(hi[k] - lo[k] < GROWTH_MAX * (system->box.hi[k] - system->box.lo[k])))
            return md_error_set(error, MD_ERR_RUN, NULL,
                                "fix deform makes the box reach from %g to %g along %c", lo[k],
                                hi[k], "xyz"[k]);
    }
    if (status == MD_OK)
        status = set_rates(deform, context, error);
    if (status == MD_OK)
        md_remap(system, deform->remap == REMAP_X ? md_group_bit(context->group) : 0, lo, hi);
    return status;
}

static unsigned deform_axes(const void *state)
{
    const struct deform *deform = state;
    unsigned axes = 0;
    for (int k = 0; k < 3; k++)
        axes |= deform->axis[k].how != NONE ? 1u << k : 0;
    return axes;
}

static bool deform_spans(const void *state)
{
    (void)state;
    return true; /* all axes start from the box at the run's beginning */
}

static enum md_status keep_axes(struct deform *deform, struct md_archive *archive,
                                struct md_error *error)
{
    static const char *const names[] = {"x", "y", "z"};
    for (int k = 0; k < 3; k++) {
        struct axis *axis = &deform->axis[k];
        double *values[] = {&axis->initial_lo, &axis->initial_hi, &axis->start_lo, &axis->start_hi,
                            &axis->stop_lo,    &axis->stop_hi,    &axis->lo,       &axis->hi};
        double flat[8];
        for (int n = 0; n < 8; n++)
            flat[n] = *values[n];
        if (md_archive_doubles(archive, names[k], flat, 8, error))
            return error->status;
        for (int n = 0; n < 8; n++) {
            if (!isfinite(flat[n]))
                return md_error_set(error, MD_ERR_FILE, NULL, "the %s axis is not a number",
                                    names[k]);
            *values[n] = flat[n];
        }
    }
    return MD_OK;
}

/* Files of older versions have no `first` and `base`. */
static enum md_status deform_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct deform *deform = state, read = *deform;
    bool reading = md_archive_reading(archive);
    if (keep_axes(&read, archive, error))
        return error->status;
    if ((!reading || md_archive_has(archive, "first")) &&
        (md_archive_ints(archive, "first", &read.first, 1, error) ||
         md_archive_doubles(archive, "base", read.base, 3, error)))
        return error->status;
    if (!reading || deform->fresh)
        return MD_OK;
    read.kept = true;
    *deform = read;
    return MD_OK;
}

const struct md_modifier md_modifier_deform = {
    .style =
        {
            .name = "deform",
            .summary = "changes the box during a run",
            .usage = "fix ID GROUP deform N x|y|z HOW ... [remap x|v|none] [units lattice|box]",
            .manual =
                "Every N steps the box is changed along x, y or z.  HOW is\n"
                "  final LO HI     where the faces are at the run's end\n"
                "  delta DLO DHI   how far they go until then\n"
                "  scale FACTOR    how much longer the axis is then\n"
                "  vel V           both faces together move apart with this velocity\n"
                "  erate R         strain rate, of the length at the start\n"
                "  trate R         true strain rate: exponential\n"
                "  volume          follows the other axes so that the volume stays\n"
                "  wiggle A T      length + A sin(2 pi t / T)\n"
                "  variable v_SIZE v_RATE   change of the length, and its rate\n"
                "remap x (the default) moves the atoms of the group with the box, v changes the\n"
                "velocity of those that cross a periodic face, none does neither.  units lattice\n"
                "(the default) scales LO HI DLO DHI V A.  flip yes|no has no effect: it is\n"
                "about tilted boxes.",
            .state_size = sizeof(struct deform),
        },
    .resizes = true,
    .displaces = true,
    .balance = MD_BALANCE_UNCOUNTED,
    .create = deform_create,
    .begin = deform_begin,
    .setup = deform_setup,
    .spans = deform_spans,
    .axes = deform_axes,
    .next = deform_next,
    .act = deform_act,
    .keep = deform_keep,
    .destroy = deform_destroy,
};
