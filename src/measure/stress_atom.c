/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute stress/atom: minus the kinetic tensor and the share of the virial of each atom,
 *
 *     S_ab = -(m v_a v_b + W_ab),   W = 1/2 sum over its pairs and bonds of r_a F_b, ...
 *
 * in units of pressure times volume: its sum over all atoms, divided by -dim V, is the pressure
 * (Thompson, Plimpton and Mattson, J. Chem. Phys. 131 (2009) 154107).
 */
#include "measure/styles.h"

#include "measure/atoms.h"
#include "state/mass.h"

#include <string.h>

struct stress {
    char temperature[64]; /* "": NULL */
    bool kinetic, part[MD_PARTS];
};

/* In the order of enum md_part; then all of them, what is none of them, and kspace, which adds 0:
 * no charge exerts a force. */
static const char *const parts[] = {"pair", "bond",   "angle", "dihedral", "improper",
                                    "fix",  "virial", "ke",    "kspace",   NULL};
enum { VIRIAL = MD_PARTS, KE };

static enum md_status read_parts(struct stress *stress, const struct md_args *args,
                                 struct md_error *error)
{
    bool all = args->count == 0;
    stress->kinetic = all;
    for (int part = 0; part < MD_PARTS; part++)
        stress->part[part] = all;
    for (int i = 0; i < args->count; i++) {
        int part;
        if (md_word_choice(&args->words[i], "part of the stress", parts, &part, error))
            return error->status;
        stress->kinetic |= part == KE;
        for (int p = 0; p < MD_PARTS; p++)
            stress->part[p] |= part == VIRIAL || part == p;
    }
    return MD_OK;
}

static enum md_status stress_create(void *state, const struct md_measure_context *context,
                                    const struct md_args *args, struct md_error *error)
{
    struct stress *stress = state;
    if (md_args_count(args, 1, -1, md_measure_stress_atom.style.usage, error))
        return error->status;
    const struct md_word *id = &args->words[0];
    if (!md_word_is(id, "NULL")) {
        struct md_compute *temperature;
        if (md_computes_of_word(context->computes, id, &temperature, error))
            return error->status;
        if (!temperature->type->is_temperature)
            return md_error_set(error, MD_ERR_VALUE, &id->place,
                                "compute '%s' is a %s, stress/atom needs NULL or one that computes "
                                "a temperature",
                                id->text, temperature->type->style.name);
        memcpy(stress->temperature, temperature->id, sizeof(stress->temperature));
    }
    struct md_args rest = md_args_after(args, 1);
    return read_parts(stress, &rest, error);
}

/* What of velocities is heat is the temperature's to say. */
static enum md_status find_temperature(const struct stress *stress,
                                       const struct md_measure_context *context,
                                       const struct md_frame *frame,
                                       const struct md_compute **temperature,
                                       struct md_error *error)
{
    double unused;
    *temperature = NULL;
    if (!stress->kinetic || stress->temperature[0] == '\0')
        return MD_OK;
    const struct md_compute *found = md_computes_find(context->computes, stress->temperature);
    if (found == NULL)
        return md_error_set(error, MD_ERR_REFERENCE, NULL,
                            "the temperature '%s' this stress was made with is no longer there",
                            stress->temperature);
    if (found->type->bias == NULL)
        return MD_OK;
    *temperature = found;
    return md_compute_scalar(found, context->computes, frame, &unused, error);
}

static void add_kinetic(const struct md_measure_context *context, const struct md_frame *frame,
                        const struct md_compute *temperature, size_t i, double sum[6])
{
    const struct md_system *system = frame->system;
    double v[3] = {frame->v[i][0], frame->v[i][1], frame->v[i][2]}, bias[3];
    if (temperature != NULL) {
        md_compute_bias(temperature, context->computes, system, frame->x[i], frame->v[i], bias);
        for (int k = 0; k < 3; k++)
            v[k] -= bias[k];
    }
    double mass = system->units->mvv2e * md_mass_of(system, i);
    for (int k = 0; k < 3; k++)
        sum[k] += mass * v[k] * v[k];
    sum[3] += mass * v[0] * v[1];
    sum[4] += mass * v[0] * v[2];
    sum[5] += mass * v[1] * v[2];
}

static enum md_status stress_atom(void *state, const struct md_measure_context *context,
                                  const struct md_frame *frame, double *values,
                                  struct md_error *error)
{
    const struct stress *stress = state;
    const struct md_per_atom *shares;
    const struct md_compute *temperature;
    unsigned asked = 0;
    for (int part = 0; part < MD_PARTS; part++)
        asked |= stress->part[part] ? MD_SHARE_VIRIAL(part) : 0;
    enum md_status status = md_atoms_shares(context, frame, asked, &shares, error);
    if (status == MD_OK)
        status = find_temperature(stress, context, frame, &temperature, error);
    memset(values, 0, 6 * frame->count * sizeof *values);
    for (size_t i = 0; i < frame->count && status == MD_OK; i++) {
        double *sum = values + 6 * i;
        if (!md_atoms_member(context, frame, i))
            continue;
        for (int part = 0; part < MD_PARTS; part++)
            for (int k = 0; stress->part[part] && k < 6; k++)
                sum[k] += md_share_virial(shares, (enum md_part)part, i, k);
        if (stress->kinetic)
            add_kinetic(context, frame, temperature, i, sum);
        for (int k = 0; k < 6; k++)
            sum[k] *= -frame->system->units->nktv2p;
    }
    return status;
}

const struct md_measure md_measure_stress_atom = {
    .style =
        {
            .name = "stress/atom",
            .summary = "stress of each atom, times its volume",
            .usage = "compute ID GROUP stress/atom TEMPERATURE-ID|NULL [ke] [virial] [pair] [bond] "
                     "[fix] ...",
            .manual =
                "c_ID[1] to c_ID[6] of an atom are xx yy zz xy xz yz of minus its kinetic tensor\n"
                "and its share of the virial, in units of pressure times volume: divided by a\n"
                "volume they are a stress.  Half of each pair and bond is the atom's, whoever the\n"
                "partner is; 0 outside the group.  With words only those parts: ke, virial (all\n"
                "but ke), pair, bond, fix (those that fix_modify virial yes counts, and shake and\n"
                "rattle, whose virial the atoms of a held cluster share equally).",
            .cite = "A. P. Thompson, S. J. Plimpton, W. Mattson, J. Chem. Phys. 131 (2009) 154107",
            .state_size = sizeof(struct stress),
        },
    .needs_tally = true,
    .create = stress_create,
    .atom_columns = 6,
    .atom = stress_atom,
};
