/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute pressure: from the kinetic energy and the virial W of all forces,
 *
 *     P       = (dof k T + Wxx + Wyy + Wzz) / (3 V)      (2d: without zz, 2 A)
 *     P_ab    = (sum m v_a v_b + W_ab) / V
 *
 * (Thompson, Plimpton and Mattson, J. Chem. Phys. 131 (2009) 154107, on W under periodic
 * boundaries).  T and dof are those of the named temperature.
 */
#include "measure/styles.h"

#include <stdio.h>
#include <string.h>

struct pressure {
    char temperature[64]; /* "" : NULL */
    bool kinetic, part[MD_PARTS];
};

/* In the order of enum md_part; then all of them, what is none of them, and kspace, which adds 0:
 * no charge exerts a force. */
static const char *const parts[] = {"pair", "bond",   "angle", "dihedral", "improper",
                                    "fix",  "virial", "ke",    "kspace",   NULL};
enum { VIRIAL = MD_PARTS, KE };

static enum md_status read_parts(struct pressure *pressure, const struct md_args *args,
                                 struct md_error *error)
{
    bool all = args->count == 0;
    pressure->kinetic = all;
    for (int p = 0; p < MD_PARTS; p++)
        pressure->part[p] = all;
    for (int i = 0; i < args->count; i++) {
        int part;
        enum md_status status =
            md_word_choice(&args->words[i], "part of the pressure", parts, &part, error);
        if (status != MD_OK)
            return status;
        pressure->kinetic |= part == KE;
        for (int p = 0; p < MD_PARTS; p++)
            pressure->part[p] |= part == VIRIAL || part == p;
    }
    return MD_OK;
}

static enum md_status pressure_create(void *state, const struct md_measure_context *context,
                                      const struct md_args *args, struct md_error *error)
{
    struct pressure *pressure = state;
    enum md_status status = md_args_count(args, 1, -1, md_measure_pressure.style.usage, error);
    if (status != MD_OK)
        return status;
    if (context->group != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "compute pressure is of the group 'all', not of '%s'",
                            context->system->groups.name[context->group]);
    const struct md_word *id = &args->words[0];
    if (!md_word_is(id, "NULL")) {
        struct md_compute *temperature;
        status = md_computes_of_word(context->computes, id, &temperature, error);
        if (status != MD_OK)
            return status;
        if (!temperature->type->is_temperature)
            return md_error_set(error, MD_ERR_VALUE, &id->place,
                                "compute '%s' is a %s, pressure needs one that computes a "
                                "temperature",
                                id->text, temperature->type->style.name);
        memcpy(pressure->temperature, temperature->id, sizeof(pressure->temperature));
    }
    struct md_args rest = md_args_after(args, 1);
    status = read_parts(pressure, &rest, error);
    if (status == MD_OK && pressure->kinetic && pressure->temperature[0] == '\0')
        return md_error_set(error, MD_ERR_VALUE, &id->place,
                            "pressure with its kinetic part needs a temperature compute, not NULL");
    return status;
}

static enum md_status temperature_of(const struct pressure *pressure,
                                     const struct md_measure_context *context,
                                     struct md_compute **temperature, struct md_error *error)
{
    *temperature = md_computes_find(context->computes, pressure->temperature);
    if (*temperature != NULL)
        return MD_OK;
    return md_error_set(error, MD_ERR_REFERENCE, NULL,
                        "the temperature '%s' this pressure was made with is no longer there",
                        pressure->temperature);
}

static double virial_of(const struct pressure *pressure, const struct md_tally *tally, int k)
{
    double rest = tally->virial[k], named = 0.0;
    bool all = true;
    for (int part = 0; part < MD_PARTS; part++) {
        all = all && pressure->part[part];
        if (part == MD_PART_PAIR)
            continue;
        rest -= tally->virial_part[part][k];
        named += pressure->part[part] ? tally->virial_part[part][k] : 0.0;
    }
    if (all)
        return tally->virial[k];
    return (pressure->part[MD_PART_PAIR] ? rest : 0.0) + named;
}

static enum md_status pressure_scalar(void *state, const struct md_measure_context *context,
                                      const struct md_frame *frame, double *value,
                                      struct md_error *error)
{
    const struct pressure *pressure = state;
    const struct md_system *system = frame->system;
    double sum = 0.0;
    if (pressure->kinetic) {
        struct md_compute *compute;
        double temperature;
        enum md_status status = temperature_of(pressure, context, &compute, error);
        if (status == MD_OK)
            status = md_compute_scalar(compute, context->computes, frame, &temperature, error);
        if (status != MD_OK)
            return status;
        sum = md_compute_freedom(compute, context->computes, frame) * system->units->boltz *
              temperature;
    }
    for (int k = 0; k < system->dimension; k++)
        sum += virial_of(pressure, &frame->tally, k);
    double per_volume = 1.0 / md_box_volume(&system->box, system->dimension);
    *value = sum / system->dimension * per_volume * system->units->nktv2p;
    return MD_OK;
}

static enum md_status pressure_vector(void *state, const struct md_measure_context *context,
                                      const struct md_frame *frame, double *values,
                                      struct md_error *error)
{
    const struct pressure *pressure = state;
    const struct md_system *system = frame->system;
    memset(values, 0, 6 * sizeof(double));
    if (pressure->kinetic) {
        struct md_compute *compute;
        enum md_status status = temperature_of(pressure, context, &compute, error);
        if (status == MD_OK)
            status = md_compute_vector(compute, context->computes, frame, values, error);
        if (status != MD_OK)
            return status;
    }
    double per_volume = 1.0 / md_box_volume(&system->box, system->dimension);
    for (int k = 0; k < 6; k++) {
        values[k] += virial_of(pressure, &frame->tally, k);
        values[k] *= per_volume * system->units->nktv2p;
    }
    if (system->dimension == 2)
        values[2] = values[4] = values[5] = 0.0;
    return MD_OK;
}

static void pressure_set_temperature(void *state, const char *id)
{
    struct pressure *pressure = state;
    snprintf(pressure->temperature, sizeof(pressure->temperature), "%s", id);
}

const struct md_measure md_measure_pressure = {
    .style =
        {
            .name = "pressure",
            .summary = "pressure of the system; vector: the pressure tensor",
            .usage = "compute ID all pressure TEMPERATURE-ID|NULL [ke] [virial] [pair] ...",
            .manual =
                "P = (dof k T + Wxx + Wyy + Wzz) / (3 V) and P_ab = (sum m v_a v_b + W_ab) / V "
                "with\n"
                "the virial W_ab = sum r_a f_b.  c_ID is P, c_ID[1] to c_ID[6] the tensor in the\n"
                "order xx yy zz xy xz yz.\n"
                "The kinetic part comes from the named temperature compute; NULL is allowed when "
                "no\n"
                "kinetic part is asked for.  Without words everything is added; with words only "
                "those\n"
                "parts: ke, virial (all forces), pair, bond, fix (those that fix_modify virial "
                "yes\n"
                "counts).  In two dimensions it is force per length.",
            .cite = "A. P. Thompson, S. J. Plimpton, W. Mattson, J. Chem. Phys. 131 (2009) 154107",
            .state_size = sizeof(struct pressure),
        },
    .is_pressure = true,
    .needs_tally = true,
    .create = pressure_create,
    .scalar = pressure_scalar,
    .vector_length = 6,
    .vector = pressure_vector,
    .set_temperature = pressure_set_temperature,
};
