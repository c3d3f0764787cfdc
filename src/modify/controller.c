/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix controller: a feedback loop.  Every N steps, tau apart, the error e of a quantity changes an
 * internal variable, on which something else depends:
 *
 *     c -= alpha (Kp tau e + Ki tau^2 sum e + Kd (e - e_before))
 */
#include "modify/styles.h"

#include "base/reference.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct controller {
    int64_t every;
    int64_t begun_at; /* first step of the run, at which nothing is done */
    double alpha, gain[3]; /* proportional, integral, derivative */
    double wanted, control;
    double before, sum, term[3];
    bool begun; /* there is an error of before */
    struct md_reference input;
    struct md_place input_place, output_place;
    char output[64];
};

static enum md_status read_input(struct controller *controller,
                                 const struct md_modify_context *context,
                                 const struct md_word *word, struct md_error *error)
{
    controller->input_place = word->place;
    if (!md_reference_split(word->text, &controller->input))
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%s' is nothing to control: c_ID, c_ID[i], f_ID, f_ID[i] and v_NAME "
                            "are",
                            word->text);
    return md_reference_check(&controller->input, context->quantities, context->variables, word,
                              error);
}

static enum md_status controller_create(void *state, const struct md_modify_context *context,
                                        const struct md_args *args, struct md_error *error)
{
    static const char *const names[] = {"alpha", "Kp", "Ki", "Kd"};
    struct controller *controller = state;
    enum md_status status = md_args_count(args, 8, 8, md_modifier_controller.style.usage, error);

    if (status == MD_OK)
        status = md_word_int(&args->words[0], "interval of fix controller", 1, MD_STEP_MAX,
                             &controller->every, error);
    for (int k = 0; k < 4 && status == MD_OK; k++)
        status = md_word_double(&args->words[1 + k], names[k], -INFINITY, INFINITY,
                                k == 0 ? &controller->alpha : &controller->gain[k - 1], error);
    if (status == MD_OK)
        status = read_input(controller, context, &args->words[5], error);
    if (status == MD_OK)
        status = md_word_double(&args->words[6], "set point", -INFINITY, INFINITY,
                                &controller->wanted, error);
    if (status != MD_OK)
        return status;
    const struct md_word *word = &args->words[7];
    const struct md_variables *variables = context->variables;
    controller->output_place = word->place;
    if (strlen(word->text) >= sizeof controller->output ||
        variables->kind(variables->context, word->text) != MD_VARIABLE_EQUAL)
        return md_error_set(error, MD_ERR_REFERENCE, &word->place,
                            "fix controller needs an internal-style variable '%s', and there is "
                            "none",
                            word->text);
    snprintf(controller->output, sizeof controller->output, "%s", word->text);
    return variables->equal(variables->context, controller->output, &controller->control, error);
}

static enum md_status controller_begin(void *state, const struct md_modify_context *context,
                                       struct md_error *error)
{
    struct controller *controller = state;
    (void)error;

    controller->begun_at = md_clock_step(&context->system->clock);
    return MD_OK;
}

static int64_t controller_next(const void *state, int64_t step)
{
    const struct controller *controller = state;

    step = step > controller->begun_at ? step : controller->begun_at;
    return (step / controller->every + 1) * controller->every;
}

static enum md_status controller_act(void *state, const struct md_modify_context *context,
                                     unsigned *changed, struct md_error *error)
{
    struct controller *controller = state;
    double tau = (double)controller->every * context->system->clock.timestep, now;
    enum md_status status = md_reference_number(&controller->input, context->quantities,
                                                context->variables, &now, error);
    (void)changed;

    if (status != MD_OK) {
        if (error->place.file == NULL)
            error->place = controller->input_place;
        return status;
    }
    double off = now - controller->wanted,
           change = controller->begun ? off - controller->before : 0.0;
    controller->sum += controller->begun ? off : 0.0;
    controller->begun = true;
    controller->before = off;
    controller->term[0] = -controller->gain[0] * controller->alpha * tau * off;
    controller->term[1] = -controller->gain[1] * controller->alpha * tau * tau * controller->sum;
    controller->term[2] = -controller->gain[2] * controller->alpha * change;
    for (int k = 0; k < 3; k++)
        controller->control += controller->term[k];
    status = context->variables->set_internal(context->variables->context, controller->output,
                                              controller->control, error);
    if (status != MD_OK && error->place.file == NULL)
        error->place = controller->output_place;
    return status;
}

static enum md_status controller_value(const void *state, const struct md_modify_context *context,
                                       int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct controller *controller = state;
    (void)context, (void)j, (void)error;

    *value = controller->term[i - 1];
    return MD_OK;
}

static enum md_status controller_keep(void *state, struct md_archive *archive,
                                      struct md_error *error)
{
    struct controller *controller = state;

    if (md_archive_bools(archive, "begun", &controller->begun, 1, error) ||
        md_archive_doubles(archive, "control", &controller->control, 1, error) ||
        md_archive_doubles(archive, "before", &controller->before, 1, error) ||
        md_archive_doubles(archive, "sum", &controller->sum, 1, error))
        return error->status;
    return md_archive_doubles(archive, "terms", controller->term, 3, error);
}

const struct md_modifier md_modifier_controller = {
    .style =
        {
            .name = "controller",
            .summary = "steers a variable so that a quantity becomes what it should be",
            .usage = "fix ID GROUP controller N ALPHA KP KI KD QUANTITY WANTED VARIABLE",
            .manual = "Every N steps, a time tau, the error e = QUANTITY - WANTED changes the\n"
                      "internal-style VARIABLE by -ALPHA (KP tau e + KI tau^2 sum(e) + KD (e - e\n"
                      "before)).  QUANTITY is c_ID, c_ID[i], f_ID, f_ID[i] or v_NAME.  f_ID[1] to\n"
                      "f_ID[3] are the three terms of the last change.",
            .state_size = sizeof(struct controller),
        },
    .looks = true,
    .create = controller_create,
    .begin = controller_begin,
    .next = controller_next,
    .act = controller_act,
    .vector_length = 3,
    .value = controller_value,
    .keep = controller_keep,
};
