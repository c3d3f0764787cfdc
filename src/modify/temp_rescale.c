/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Thermostats that scale velocities at the end of steps.
 *
 *     temp/rescale    every N steps, when the temperature is outside a window: a fraction of the
 * way temp/berendsen  every step, by sqrt(1 + (dt/damp) (T0/T - 1)): Berendsen et al., J. Chem.
 *                     Phys. 81 (1984) 3684
 *
 * Neither gives the fluctuations of a canonical ensemble.
 */
#include "modify/styles.h"

#include "modify/bath.h"

#include <math.h>

struct scaler {
    struct md_bath bath;
    int64_t every;
    double window, fraction; /* temp/rescale */
    double damp;             /* temp/berendsen */
    double energy;           /* taken out so far */
};

static enum md_status begin_words(struct scaler *scaler, const char *style,
                                  const struct md_word *start, struct md_error *error)
{
    scaler->bath.style = style;
    scaler->bath.owner = scaler;
    return md_bath_read(&scaler->bath, start, start + 1, true, error);
}

static enum md_status rescale_create(void *state, const struct md_modify_context *context,
                                     const struct md_args *args, struct md_error *error)
{
    struct scaler *scaler = state;
    enum md_status status = md_args_count(args, 5, 5, md_modifier_temp_rescale.style.usage, error);
    if (status == MD_OK)
        status = md_word_int(&args->words[0], "interval of fix temp/rescale", 1, MD_STEP_MAX,
                             &scaler->every, error);
    if (status == MD_OK)
        status = begin_words(scaler, "temp/rescale", &args->words[1], error);
    if (status == MD_OK)
        status = md_word_double(&args->words[3], "window", 0.0, INFINITY, &scaler->window, error);
    if (status == MD_OK)
        status = md_word_double(&args->words[4], "fraction", 0.0, 1.0, &scaler->fraction, error);
    if (status == MD_OK)
        status = md_bath_make(&scaler->bath, context, context->group, &args->words[0], error);
    return status;
}

static enum md_status berendsen_create(void *state, const struct md_modify_context *context,
                                       const struct md_args *args, struct md_error *error)
{
    struct scaler *scaler = state;
    scaler->every = 1;
    enum md_status status =
        md_args_count(args, 3, 3, md_modifier_temp_berendsen.style.usage, error);
    if (status == MD_OK)
        status = begin_words(scaler, "temp/berendsen", &args->words[0], error);
    if (status == MD_OK)
        status = md_word_double(&args->words[2], "damping time", MD_ABOVE(0.0), INFINITY,
                                &scaler->damp, error);
    if (status == MD_OK)
        status = md_bath_make(&scaler->bath, context, context->group, &args->words[0], error);
    return status;
}

static enum md_status scaler_begin(void *state, const struct md_modify_context *context,
                                   struct md_error *error)
{
    struct scaler *scaler = state;
    return md_bath_begin(&scaler->bath, context, error);
}

static int64_t scaler_next(const void *state, int64_t step)
{
    const struct scaler *scaler = state;
    return (step / scaler->every + 1) * scaler->every;
}

/* Temperature and target; *idle: there is nothing to scale. */
static enum md_status measure(struct scaler *scaler, const struct md_modify_context *context,
                              double *target, bool *idle, struct md_error *error)
{
    enum md_status status = md_bath_look(&scaler->bath, context, error);
    if (status != MD_OK)
        return status;
    *idle = scaler->bath.freedom < 1.0;
    if (!*idle && scaler->bath.now == 0.0)
        return md_error_set(error, MD_ERR_RUN, NULL,
                            "fix %s cannot scale velocities whose temperature is 0",
                            scaler->bath.style);
    return md_bath_target(&scaler->bath, context, target, error);
}

static enum md_status scale(struct scaler *scaler, const struct md_modify_context *context,
                            double factor, unsigned *changed, struct md_error *error)
{
    const double factors[3] = {factor, factor, factor};
    *changed |= MD_CHANGED_VELOCITY;
    return md_bath_scale(&scaler->bath, context, factors, error);
}

static enum md_status rescale_act(void *state, const struct md_modify_context *context,
                                  unsigned *changed, struct md_error *error)
{
    struct scaler *scaler = state;
    const struct md_bath *bath = &scaler->bath;
    double target;
    bool idle;
    enum md_status status = measure(scaler, context, &target, &idle, error);
    if (status != MD_OK || idle || !(fabs(bath->now - target) > scaler->window))
        return status;
    target = bath->now - scaler->fraction * (bath->now - target);
    scaler->energy += (bath->now - target) * 0.5 * context->system->units->boltz * bath->freedom;
    return scale(scaler, context, sqrt(target / bath->now), changed, error);
}

static enum md_status berendsen_act(void *state, const struct md_modify_context *context,
                                    unsigned *changed, struct md_error *error)
{
    struct scaler *scaler = state;
    const struct md_bath *bath = &scaler->bath;
    const struct md_system *system = context->system;
    double target;
    bool idle;
    enum md_status status = measure(scaler, context, &target, &idle, error);
    if (status != MD_OK || idle)
        return status;
    double square = 1.0 + system->clock.timestep / scaler->damp * (target / bath->now - 1.0);
    if (!(square >= 0.0))
        return md_error_set(error, MD_ERR_RUN, NULL,
                            "fix temp/berendsen: the damping time %g is too short for the time "
                            "step %g",
                            scaler->damp, system->clock.timestep);
    double factor = sqrt(square);
    scaler->energy +=
        bath->now * (1.0 - factor * factor) * 0.5 * system->units->boltz * bath->freedom;
    return scale(scaler, context, factor, changed, error);
}

static enum md_status scaler_value(const void *state, const struct md_modify_context *context,
                                   int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct scaler *scaler = state;
    (void)context;
    if (i != 0 || j != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL, "fix %s has no vector", scaler->bath.style);
    *value = scaler->energy;
    return MD_OK;
}

static void scaler_use(void *state, const struct md_compute *compute)
{
    struct scaler *scaler = state;
    md_bath_use(&scaler->bath, compute);
}

static enum md_status scaler_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct scaler *scaler = state;
    return md_archive_doubles(archive, "energy", &scaler->energy, 1, error);
}

static void scaler_destroy(void *state)
{
    struct scaler *scaler = state;
    md_bath_free(&scaler->bath);
}

static double scaler_asks(const void *state)
{
    const struct scaler *scaler = state;
    return md_bath_asks(&scaler->bath);
}

static bool scaler_spans(const void *state)
{
    const struct scaler *scaler = state;
    return md_bath_ramps(&scaler->bath);
}

#define COMMON                                                                                     \
    .begin = scaler_begin, .next = scaler_next, .use_temperature = scaler_use,                     \
    .balance = MD_BALANCE_COUNTED, .asks = scaler_asks, .couples_energy = true,                    \
    .has_scalar = true, .extensive = true, .value = scaler_value, .keep = scaler_keep,             \
    .spans = scaler_spans, .destroy = scaler_destroy

const struct md_modifier md_modifier_temp_rescale = {
    .style = {.name = "temp/rescale",
              .summary = "scales velocities back to a temperature every few steps",
              .usage = "fix ID GROUP temp/rescale N TSTART|v_NAME TSTOP WINDOW FRACTION",
              .manual =
                  "Every N steps, when the temperature of the group is further than WINDOW\n"
                  "from the one wanted, velocities are scaled so that FRACTION of the way is\n"
                  "gone.  The one wanted goes from TSTART at the run's first step to TSTOP at its\n"
                  "last.  fix_modify temp gives it another temperature to follow.  f_ID is "
                  "the\n"
                  "energy taken out so far.",
              .state_size = sizeof(struct scaler)},
    .create = rescale_create,
    .act = rescale_act,
    COMMON,
};

const struct md_modifier md_modifier_temp_berendsen = {
    .style =
        {.name = "temp/berendsen",
         .summary = "scales velocities towards a temperature at every step",
         .usage = "fix ID GROUP temp/berendsen TSTART|v_NAME TSTOP DAMP",
         .manual =
             "At every step velocities are scaled by sqrt(1 + (dt/DAMP) (T0/T - 1)).  T0 goes\n"
             "from TSTART at the run's first step to TSTOP at its last, DAMP is a time.\n"
             "fix_modify temp gives it another temperature to follow.  f_ID is the\n"
             "energy taken out so far.",
         .cite = "H. J. C. Berendsen, J. P. M. Postma, W. F. van Gunsteren, A. DiNola, "
                 "J. R. Haak, J. Chem. Phys. 81 (1984) 3684",
         .state_size = sizeof(struct scaler)},
    .create = berendsen_create,
    .act = berendsen_act,
    COMMON,
};
