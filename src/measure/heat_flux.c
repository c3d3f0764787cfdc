/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute heat/flux: the heat flux times the volume,
 *
 *     J V = sum_i e_i v_i - sum_i S_i v_i,
 *
 * with energies and stresses of single atoms from three other computes, for Green-Kubo
 * conductivities [D. Surblys et al., Phys. Rev. E 99 (2019) 051301, on many-body forces].
 */
#include "measure/styles.h"

#include "base/exact_rows.h"
#include "base/memory.h"
#include "measure/atoms.h"

#include <string.h>

struct flux {
    char id[3][64]; /* of ke/atom, pe/atom, stress/atom */
};

static const char *const wanted[] = {"ke/atom", "pe/atom", "stress/atom"};

static enum md_status flux_create(void *state, const struct md_measure_context *context,
                                  const struct md_args *args, struct md_error *error)
{
    struct flux *flux = state;
    if (md_args_count(args, 3, 3, md_measure_heat_flux.style.usage, error))
        return error->status;
    for (int k = 0; k < 3; k++) {
        const struct md_word *word = &args->words[k];
        struct md_compute *compute;
        if (md_computes_of_word(context->computes, word, &compute, error))
            return error->status;
        if (strcmp(compute->type->style.name, wanted[k]) != 0)
            return md_error_set(error, MD_ERR_VALUE, &word->place,
                                "compute '%s' is a %s, and the %s of heat/flux is a %s", word->text,
                                compute->type->style.name,
                                k == 0   ? "first"
                                : k == 1 ? "second"
                                         : "third",
                                wanted[k]);
        memcpy(flux->id[k], compute->id, sizeof flux->id[k]);
    }
    return MD_OK;
}

static enum md_status values_of(const char *id, const struct md_measure_context *context,
                                const struct md_frame *frame, double *values,
                                struct md_error *error)
{
    const struct md_compute *compute = md_computes_find(context->computes, id);
    if (compute == NULL)
        return md_error_set(error, MD_ERR_REFERENCE, NULL,
                            "the compute '%s' that heat/flux was made with is no longer there", id);
    return md_compute_atom(compute, context->computes, frame, values, error);
}

/* What an atom carries, and the work on it. */
static void add_atom(const double v[3], double energy, const double s[6],
                     struct md_exact_rows *rows)
{
    double *row = md_exact_rows_next(rows);
    for (int k = 0; k < 3; k++)
        row[k] = energy * v[k];
    row[3] = s[0] * v[0] + s[3] * v[1] + s[4] * v[2];
    row[4] = s[3] * v[0] + s[1] * v[1] + s[5] * v[2];
    row[5] = s[4] * v[0] + s[5] * v[1] + s[2] * v[2];
    row[6] = row[7] = 0.0;
    md_exact_rows_push(rows);
}

static enum md_status flux_vector(void *state, const struct md_measure_context *context,
                                  const struct md_frame *frame, double *values,
                                  struct md_error *error)
{
    const struct flux *flux = state;
    double *room = md_memory_array(frame->count, 8 * sizeof *room);
    struct md_exact_rows rows;
    double sum[MD_EXACT_COLUMNS];
    if (room == NULL)
        return md_error_memory(error, "the values of atoms");
    double *ke = room, *pe = room + frame->count, *stress = room + 2 * frame->count;
    enum md_status status = values_of(flux->id[0], context, frame, ke, error);
    if (status == MD_OK)
        status = values_of(flux->id[1], context, frame, pe, error);
    if (status == MD_OK)
        status = values_of(flux->id[2], context, frame, stress, error);
    md_exact_rows_init(&rows);
    for (size_t i = 0; i < frame->count && status == MD_OK; i++)
        if (md_atoms_member(context, frame, i))
            add_atom(frame->v[i], ke[i] + pe[i], stress + 6 * i, &rows);
    md_exact_rows_take(&rows, sum);
    for (int k = 0; k < 3; k++) {
        values[k] = sum[k] - sum[k + 3] / frame->system->units->nktv2p;
        values[k + 3] = sum[k];
    }
    md_memory_free(room);
    return status;
}

const struct md_measure md_measure_heat_flux = {
    .style =
        {
            .name = "heat/flux",
            .summary = "heat flux of a group, for thermal conductivities",
            .usage = "compute ID GROUP heat/flux KE-ID PE-ID STRESS-ID",
            .manual =
                "J V = sum_i e_i v_i - sum_i S_i v_i, e_i the energy of an atom and S_i its "
                "stress\n"
                "times its volume.  c_ID[1] to c_ID[3] are J V, in energy times velocity,\n"
                "c_ID[4] to c_ID[6] the part that atoms carry with them.  The three IDs are a\n"
                "ke/atom, a pe/atom and a stress/atom (usually NULL virial).  Time\n"
                "correlations of J V give the thermal conductivity (fix ave/correlate).",
            .state_size = sizeof(struct flux),
        },
    .needs_tally = true,
    .vector_extensive = true,
    .create = flux_create,
    .vector_length = 6,
    .vector = flux_vector,
};
