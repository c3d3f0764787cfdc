/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compute ke/atom: the kinetic energy m v.v / 2 of each atom. */
#include "measure/styles.h"

#include "measure/atoms.h"
#include "state/mass.h"

static enum md_status ke_create(void *state, const struct md_measure_context *context,
                                const struct md_args *args, struct md_error *error)
{
    (void)state;
    (void)context;
    return md_args_count(args, 0, 0, md_measure_ke_atom.style.usage, error);
}

static enum md_status ke_atom(void *state, const struct md_measure_context *context,
                              const struct md_frame *frame, double *values, struct md_error *error)
{
    const struct md_system *system = frame->system;
    (void)state;
    (void)error;
    for (size_t i = 0; i < frame->count; i++) {
        const double *v = frame->v[i];
        double half = 0.5 * system->units->mvv2e * md_mass_of(system, i);
        values[i] = md_atoms_member(context, frame, i)
                        ? half * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
                        : 0.0;
    }
    return MD_OK;
}

const struct md_measure md_measure_ke_atom = {
    .style =
        {
            .name = "ke/atom",
            .summary = "kinetic energy of each atom",
            .usage = "compute ID GROUP ke/atom",
            .manual = "c_ID of an atom is its kinetic energy, m v.v / 2, in units of energy; 0 "
                      "outside the\n"
                      "group.",
        },
    .create = ke_create,
    .atom_columns = 1,
    .atom = ke_atom,
};
