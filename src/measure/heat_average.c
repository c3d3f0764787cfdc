/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute heat/average: the running average of the kinetic energy,
 *
 *     K(T) = 1/T int_0^T K dt,
 *
 * the "heat" by which A. Lew, J. E. Marsden, M. Ortiz and M. West, Int. J. Numer. Meth. Engng 60
 * (2004) 153, section 2.2, compare integrators, and the temperature that belongs to it.  The
 * integral is the integrator's own: the kinetic energy is one more variable, whose rate is K, that
 * the scheme drives along with the atoms (state/heat.h).
 */
#include "measure/styles.h"

#include "base/reference.h"
#include "measure/kinetic.h"

#include <math.h>
#include <string.h>

enum { PER_DEGREE, TEMPERATURE, STANDARD_ERROR, TIME, ERROR, VALUES };

struct heat_average {
    struct md_heat_account account;
    bool given; /* there is an exact value, */
    double exact;
    bool refers; /* that something else in the deck knows */
    struct md_reference reference;
};

static enum md_status read_exact(struct heat_average *heat, const struct md_word *word,
                                 const struct md_measure_context *context, struct md_error *error)
{
    heat->given = true;
    heat->refers = md_reference_split(word->text, &heat->reference);
    if (heat->refers)
        return md_reference_check(&heat->reference, context->quantities, context->variables, word,
                                  error);
    enum md_status status = md_word_double(word, "exact average kinetic energy", -HUGE_VAL,
                                           HUGE_VAL, &heat->exact, error);
    if (status == MD_OK && !(heat->exact > 0.0))
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "the exact average kinetic energy is %g and must be above 0",
                            heat->exact);
    return status;
}

static enum md_status heat_create(void *state, const struct md_measure_context *context,
                                  const struct md_args *args, struct md_error *error)
{
    static const char *const keys[] = {"exact", "quadrature", NULL};
    static const char *const rules[] = {"own", "trapezoid", NULL};
    struct heat_average *heat = state;
    enum md_status status = MD_OK;
    heat->account.group = context->group;
    heat->account.own = true;
    for (int at = 0; at < args->count && status == MD_OK; at += 2) {
        int key, rule = 0;
        status =
            md_word_choice(&args->words[at], "keyword of compute heat/average", keys, &key, error);
        if (status == MD_OK && at + 1 == args->count)
            return md_error_set(error, MD_ERR_COUNT, &args->words[at].place,
                                "'%s' needs a value: %s", args->words[at].text,
                                key == 0 ? "a number, c_ID, c_ID[i], f_ID or v_NAME"
                                         : "own or trapezoid");
        if (status == MD_OK && key == 0)
            status = read_exact(heat, &args->words[at + 1], context, error);
        else if (status == MD_OK)
            status = md_word_choice(&args->words[at + 1], "quadrature", rules, &rule, error);
        if (status == MD_OK && key == 1)
            heat->account.own = rule == 0;
    }
    return status;
}

static struct md_heat_account *heat_account(void *state)
{
    return &((struct heat_average *)state)->account;
}

static enum md_status heat_scalar(void *state, const struct md_measure_context *context,
                                  const struct md_frame *frame, double *value,
                                  struct md_error *error)
{
    const struct heat_average *heat = state;
    (void)context;
    (void)frame;
    (void)error;
    *value = md_heat_mean(&heat->account);
    return MD_OK;
}

static void heat_shape(const void *state, struct md_shape *shape)
{
    const struct heat_average *heat = state;
    shape->vector_length = heat->given ? VALUES : VALUES - 1;
}

/* Before the first step there is no average to be wrong. */
static enum md_status relative_error(const struct heat_average *heat,
                                     const struct md_measure_context *context, double *value,
                                     struct md_error *error)
{
    double exact = heat->exact, mean = md_heat_mean(&heat->account);
    *value = 0.0;
    if (md_sum_value(&heat->account.time) == 0.0)
        return MD_OK;
    if (heat->refers && md_reference_number(&heat->reference, context->quantities,
                                            context->variables, &exact, error))
        return error->status;
    if (!(exact > 0.0))
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "the exact average kinetic energy of compute '%s' is %g and must be "
                            "above 0",
                            context->self->id, exact);
    *value = (mean - exact) / exact;
    return MD_OK;
}

static enum md_status heat_vector(void *state, const struct md_measure_context *context,
                                  const struct md_frame *frame, double *values,
                                  struct md_error *error)
{
    const struct heat_average *heat = state;
    const struct md_system *system = frame->system;
    double degrees = (double)md_kinetic_members(frame, context->group) * (double)system->dimension;
    double mean = md_heat_mean(&heat->account), spread = md_blocking_error(&heat->account.blocking);
    values[PER_DEGREE] = degrees > 0.0 ? mean / degrees : 0.0;
    values[TEMPERATURE] = 2.0 * values[PER_DEGREE] / system->units->boltz;
    values[STANDARD_ERROR] = isnan(spread) ? 0.0 : spread;
    values[TIME] = md_sum_value(&heat->account.time);
    return heat->given ? relative_error(heat, context, &values[ERROR], error) : MD_OK;
}

static bool heat_grows(const void *state, int64_t i, int64_t j)
{
    (void)state;
    (void)j;
    return i == 0 || i == STANDARD_ERROR + 1;
}

static enum md_status heat_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    return md_heat_keep(heat_account(state), archive, error);
}

const struct md_measure md_measure_heat_average = {
    .style =
        {
            .name = "heat/average",
            .summary = "running average of the kinetic energy by the integrator's own quadrature",
            .usage = "compute ID GROUP heat/average [exact VALUE] [quadrature own|trapezoid]",
            .manual =
                "c_ID is K(T) = 1/T int_0^T K dt of the group's atoms over all steps of all runs\n"
                "since the compute was made, whoever looks when.\n"
                "c_ID[1] is K(T)/(n d), the share of each of the n d degrees of freedom;\n"
                "c_ID[2] the temperature 2 K(T)/(n d k); c_ID[3] the standard error of K(T), by\n"
                "blocking the steps' means; c_ID[4] is T.  With exact VALUE (a number, c_ID,\n"
                "c_ID[i], f_ID or v_NAME, as compute modes gives one), c_ID[5] is the relative\n"
                "error of K(T) against it.\n"
                "\n"
                "quadrature own (the default) treats int K dt as one more variable that the\n"
                "scheme drives along, with the order of the scheme:\n"
                "  verlet, symplectic-euler, forest-ruth, suzuki4, blanes-moan4: K during each\n"
                "      drift times its length, which is what the discrete Lagrangian holds; for\n"
                "      verlet this is K of the velocities at half steps\n"
                "  midpoint: K of the velocity (x1 - x0)/h; galerkin: K of the path's velocities\n"
                "      at the Gauss-Lobatto points with their weights\n"
                "  newmark: the mean of K at both ends of a step (with BETA 0, as verlet)\n"
                "  rk4: K at its four stages with its weights\n"
                "Other schemes, and quadrature trapezoid, use the trapezoidal rule over whole\n"
                "steps, for which each step is looked at.  For averages over many periods it is\n"
                "often the more accurate one: samples of a periodic motion at equal distances\n"
                "have its mean, whatever the distance.",
            .cite = "A. Lew, J. E. Marsden, M. Ortiz, M. West, Int. J. Numer. Meth. Engng 60 "
                    "(2004) 153",
            .state_size = sizeof(struct heat_average),
        },
    .create = heat_create,
    .heat = heat_account,
    .scalar = heat_scalar,
    .shape = heat_shape,
    .vector = heat_vector,
    .grows = heat_grows,
    .keep = heat_keep,
};
