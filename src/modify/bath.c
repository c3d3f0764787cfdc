/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What thermostats have in common; see bath.h. */
#include "modify/bath.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Below this many atoms a parallel region costs more than it saves. */
#define PARALLEL_ATOMS 8192

enum md_status md_bath_read(struct md_bath *bath, const struct md_word *start,
                            const struct md_word *stop, bool variables, struct md_error *error)
{
    enum md_status status = MD_OK;
    bath->place = start->place;
    if (variables && strncmp(start->text, "v_", 2) == 0) {
        if (start->text[2] == '\0' || strlen(start->text + 2) >= sizeof(bath->variable))
            return md_error_set(error, MD_ERR_VALUE, &start->place,
                                "'%s' is no variable: its name must have 1 to 63 characters",
                                start->text);
        snprintf(bath->variable, sizeof(bath->variable), "%s", start->text + 2);
    } else {
        status =
            md_word_double(start, "temperature at the start", 0.0, INFINITY, &bath->start, error);
    }
    if (status == MD_OK)
        status = md_word_double(stop, "temperature at the end", 0.0, INFINITY, &bath->stop, error);
    return status;
}

double md_bath_asks(const struct md_bath *bath)
{
    return bath->variable[0] != '\0' ? (double)INFINITY : fmax(bath->start, bath->stop);
}

enum md_status md_bath_make(struct md_bath *bath, const struct md_modify_context *context,
                            int group, const struct md_word *word, struct md_error *error)
{
    const char *style = "temp";
    if (context->id == NULL || context->computes == NULL)
        return md_error_set(error, MD_ERR_INTERNAL, NULL, "a thermostat without an ID");
    snprintf(bath->temperature, sizeof(bath->temperature), "%.64s_temp", context->id);
    const struct md_word words[3] = {
        {.text = bath->temperature, .place = word->place},
        {.text = context->system->groups.name[group], .place = word->place},
        {.text = style, .place = word->place},
    };
    struct md_args args = {.words = words, .count = 3, .command = *word};
    bath->computes = context->computes;
    return md_computes_lend(bath->computes, context->system, &args, bath->owner, error);
}

void md_bath_use(struct md_bath *bath, const struct md_compute *compute)
{
    char id[sizeof(compute->id)];
    memcpy(id, compute->id, sizeof(id)); /* the list may move when a compute goes */
    if (strcmp(id, bath->temperature) == 0)
        return;
    md_bath_free(bath);
    snprintf(bath->temperature, sizeof(bath->temperature), "%s", id);
}

void md_bath_free(struct md_bath *bath)
{
    if (bath->computes != NULL && bath->temperature[0] != '\0')
        md_computes_return(bath->computes, bath->temperature, bath->owner);
    bath->temperature[0] = '\0';
}

enum md_status md_bath_compute(const struct md_bath *bath, struct md_compute **compute,
                               struct md_error *error)
{
    *compute = md_computes_find(bath->computes, bath->temperature);
    if (*compute != NULL)
        return MD_OK;
    return md_error_set(error, MD_ERR_REFERENCE, NULL,
                        "the temperature '%s' of fix %s is no longer there", bath->temperature,
                        bath->style);
}

enum md_status md_bath_begin(struct md_bath *bath, const struct md_modify_context *context,
                             struct md_error *error)
{
    const struct md_variables *variables = context->variables;
    struct md_compute *compute;
    bath->computes = context->computes;
    if (bath->variable[0] != '\0' &&
        variables->kind(variables->context, bath->variable) != MD_VARIABLE_EQUAL)
        return md_error_set(error, MD_ERR_REFERENCE, &bath->place,
                            "fix %s needs an equal-style variable '%s', and there is none",
                            bath->style, bath->variable);
    return bath->temperature[0] == '\0' ? MD_OK : md_bath_compute(bath, &compute, error);
}

enum md_status md_bath_look(struct md_bath *bath, const struct md_modify_context *context,
                            struct md_error *error)
{
    struct md_frame frame = md_modify_frame(context, false);
    struct md_compute *compute;
    enum md_status status = md_bath_compute(bath, &compute, error);
    if (status == MD_OK)
        status = md_compute_scalar(compute, bath->computes, &frame, &bath->now, error);
    if (status == MD_OK)
        bath->freedom = md_compute_freedom(compute, bath->computes, &frame);
    return status;
}

bool md_bath_ramps(const struct md_bath *bath)
{
    return bath->variable[0] == '\0' && bath->start != bath->stop;
}

double md_ramp_share(const struct md_modify_context *context)
{
    double done = (double)(md_clock_step(&context->system->clock) - context->first_step);
    return done != 0.0 ? done / (double)(context->last_step - context->first_step) : 0.0;
}

enum md_status md_bath_target(struct md_bath *bath, const struct md_modify_context *context,
                              double *target, struct md_error *error)
{
    if (bath->variable[0] == '\0') {
        *target = bath->start + md_ramp_share(context) * (bath->stop - bath->start);
        return MD_OK;
    }
    enum md_status status =
        context->variables->equal(context->variables->context, bath->variable, target, error);
    if (status == MD_OK && !(*target >= 0.0))
        return md_error_set(error, MD_ERR_RUN, &bath->place,
                            "variable '%s' gives fix %s the temperature %g, which must be 0 or "
                            "more",
                            bath->variable, bath->style, *target);
    return status;
}

struct scaling {
    const struct md_compute *compute;
    struct md_computes *computes;
    const struct md_system *system;
    const double *factor;
    uint32_t bit;
};

static void scale_range(const struct scaling *scaling, struct md_atoms *atoms, size_t begin,
                        size_t end)
{
    bool biased = scaling->compute->type->bias != NULL;
    double bias[3] = {0.0, 0.0, 0.0};
    for (size_t i = begin; i < end; i++) {
        double *v = atoms->v[i];
        if ((atoms->groups[i] & scaling->bit) == 0)
            continue;
        if (!biased) {
            for (int k = 0; k < 3; k++)
                v[k] *= scaling->factor[k];
            continue;
        }
        md_compute_bias(scaling->compute, scaling->computes, scaling->system, atoms->x[i], v, bias);
        for (int k = 0; k < 3; k++)
            v[k] = (v[k] - bias[k]) * scaling->factor[k] + bias[k];
    }
}

enum md_status md_bath_scale(const struct md_bath *bath, const struct md_modify_context *context,
                             const double factor[3], struct md_error *error)
{
    struct md_compute *compute;
    enum md_status status = md_bath_compute(bath, &compute, error);
    if (status != MD_OK)
        return status;
    struct md_atoms *atoms = &context->system->atoms;
    struct scaling scaling = {compute, bath->computes, context->system, factor,
                              md_group_bit(context->group)};
    size_t count = atoms->count;
    int shares = count < PARALLEL_ATOMS ? 1 : context->system->threads;
    if (shares < 2) {
        scale_range(&scaling, atoms, 0, count);
        return MD_OK;
    }
#pragma omp parallel for default(none) schedule(static) num_threads(shares)                        \
    shared(scaling, atoms, count, shares)
    for (int s = 0; s < shares; s++)
        scale_range(&scaling, atoms, count * (size_t)s / (size_t)shares,
                    count * ((size_t)s + 1) / (size_t)shares);
    return MD_OK;
}
