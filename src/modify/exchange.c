/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Heat given to a group of atoms.  With K the kinetic energy about the centre of mass, whose
 * velocity is u, and dE what flows in,
 *
 *     v' = u + s (v - u),   s^2 = 1 + dE / K
 *
 * changes the energy by dE and not the momentum.
 */
#include "modify/exchange.h"

#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static enum md_status read_flux(struct md_exchange *exchange, const struct md_word *word,
                                struct md_error *error)
{
    exchange->flux_place = word->place;
    if (strncmp(word->text, "v_", 2) != 0)
        return md_word_double(word, "heat flux", -INFINITY, INFINITY, &exchange->flux, error);
    if (word->text[2] == '\0' || strlen(word->text + 2) >= sizeof exchange->variable)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%s' is no variable: its name must have 1 to 63 characters",
                            word->text);
    snprintf(exchange->variable, sizeof exchange->variable, "%s", word->text + 2);
    return MD_OK;
}

static enum md_status read_region(struct md_exchange *exchange, const struct md_system *system,
                                  const struct md_args *args, int at, struct md_error *error)
{
    const struct md_word *word = &args->words[at];
    int region;

    if (at + 1 >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &word->place, "'region' needs a region's ID");
    exchange->region_place = word[1].place;
    snprintf(exchange->region, sizeof exchange->region, "%.63s", word[1].text);
    return md_regions_of_word(&system->regions, word + 1, &region, error);
}

enum md_status md_exchange_read(struct md_exchange *exchange, const struct md_system *system,
                                const struct md_args *args, const char *usage,
                                const char *const *more, unsigned *found, struct md_error *error)
{
    enum md_status status = md_args_count(args, 2, -1, usage, error);

    *found = 0;
    exchange->scale = 1.0;
    if (status == MD_OK)
        status = md_word_int(&args->words[0], "interval", 1, MD_STEP_MAX, &exchange->every, error);
    if (status == MD_OK)
        status = read_flux(exchange, &args->words[1], error);
    for (int at = 2; at < args->count && status == MD_OK; at++) {
        int key;

        if (md_word_is(&args->words[at], "region")) {
            status = read_region(exchange, system, args, at++, error);
            continue;
        }
        status = md_word_choice(&args->words[at], "keyword", more, &key, error);
        if (status == MD_OK)
            *found |= 1U << key;
    }
    return status;
}

enum md_status md_exchange_begin(struct md_exchange *exchange,
                                 const struct md_modify_context *context, struct md_error *error)
{
    const struct md_variables *variables = context->variables;

    if (exchange->variable[0] == '\0' ||
        variables->kind(variables->context, exchange->variable) == MD_VARIABLE_EQUAL)
        return MD_OK;
    return md_error_set(error, MD_ERR_REFERENCE, &exchange->flux_place,
                        "fix %s needs an equal-style variable '%s', and there is none",
                        exchange->style, exchange->variable);
}

int64_t md_exchange_next(const struct md_exchange *exchange, int64_t step)
{
    return (step / exchange->every + 1) * exchange->every;
}

/* The members are found at positions inside the box. */
static enum md_status wrap(struct md_exchange *exchange, const struct md_system *system,
                           struct md_members *members, struct md_error *error)
{
    const struct md_atoms *atoms = &system->atoms;

    if (atoms->count > exchange->room) {
        if (md_memory_grow(&exchange->wrapped, exchange->room, atoms->count,
                           sizeof *exchange->wrapped, error) != MD_OK)
            return error->status;
        exchange->room = atoms->count;
    }
    for (size_t i = 0; i < atoms->count; i++) {
        int image[3] = {0, 0, 0};

        memcpy(exchange->wrapped[i], atoms->x[i], sizeof(md_vec3));
        md_box_wrap(&system->box, exchange->wrapped[i], image);
    }
    members->x = (const md_vec3 *)exchange->wrapped;
    return MD_OK;
}

void md_exchange_free(struct md_exchange *exchange)
{
    md_memory_free(exchange->wrapped);
}

enum md_status md_exchange_look(struct md_exchange *exchange,
                                const struct md_modify_context *context,
                                struct md_exchange_now *now, struct md_error *error)
{
    const struct md_system *system = context->system;
    enum md_status status = MD_OK;

    now->members = md_members_of(system, context->group);
    if (exchange->region[0] != '\0') {
        now->members.region = md_regions_find(&system->regions, exchange->region);
        if (now->members.region < 0)
            return md_error_set(error, MD_ERR_REFERENCE, &exchange->region_place,
                                "region '%s' of fix %s is gone", exchange->region, exchange->style);
    }
    if (exchange->wraps && exchange->region[0] != '\0')
        status = wrap(exchange, system, &now->members, error);
    if (status == MD_OK && exchange->variable[0] != '\0')
        status = context->variables->equal(context->variables->context, exchange->variable,
                                           &exchange->flux, error);
    now->mass = md_group_mass(&now->members);
    if (status == MD_OK && now->mass <= 0.0)
        return md_error_set(error, MD_ERR_RUN, &exchange->flux_place,
                            "fix %s has no atoms to heat at step %" PRId64, exchange->style,
                            md_clock_step(&system->clock));
    md_group_vcm(&now->members, now->mass, now->vcm);
    double drift =
        now->vcm[0] * now->vcm[0] + now->vcm[1] * now->vcm[1] + now->vcm[2] * now->vcm[2];
    now->ke = md_group_ke(&now->members) - 0.5 * system->units->mvv2e * now->mass * drift;
    return status;
}

enum md_status md_exchange_heat(struct md_exchange *exchange,
                                const struct md_modify_context *context,
                                const struct md_exchange_now *now, struct md_error *error)
{
    struct md_system *system = context->system;
    struct md_atoms *atoms = &system->atoms;
    double heat = exchange->flux * (double)exchange->every * system->clock.timestep;
    double square = 1.0 + heat / now->ke;

    if (!(square >= 0.0))
        return md_error_set(error, MD_ERR_RUN, &exchange->flux_place,
                            "fix %s would take the energy %g from atoms that have %g at step "
                            "%" PRId64,
                            exchange->style, -heat, now->ke, md_clock_step(&system->clock));
    exchange->scale = sqrt(square);
    for (size_t i = 0; i < atoms->count; i++)
        for (int k = 0; k < 3 && md_members_has(&now->members, i); k++)
            atoms->v[i][k] =
                exchange->scale * atoms->v[i][k] - (exchange->scale - 1.0) * now->vcm[k];
    return MD_OK;
}
