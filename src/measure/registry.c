/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every measure there is, and the names LAMMPS knows that we do not have, each with its reason. */
#include "measure/measure.h"

#include "measure/styles.h"

#include <string.h>

/* clang-format off */
static const struct md_measure *const measures[] = {
    &md_measure_avi_residual,
    &md_measure_avi_updates,
    &md_measure_centro_atom,
    &md_measure_cluster_atom,
    &md_measure_cna_atom,
    &md_measure_chunk_atom,
    &md_measure_com,
    &md_measure_coord_atom,
    &md_measure_displace_atom,
    &md_measure_es_steps,
    &md_measure_group_group,
    &md_measure_gyration,
    &md_measure_heat_average,
    &md_measure_heat_flux,
    &md_measure_ke,
    &md_measure_ke_atom,
    &md_measure_modes,
    &md_measure_msd,
    &md_measure_orientorder_atom,
    &md_measure_pe,
    &md_measure_pe_atom,
    &md_measure_pressure,
    &md_measure_property_atom,
    &md_measure_rdf,
    &md_measure_reduce,
    &md_measure_reduce_region,
    &md_measure_stress_atom,
    &md_measure_temp,
    &md_measure_temp_com,
    &md_measure_temp_partial,
    &md_measure_temp_ramp,
    &md_measure_temp_region,
    &md_measure_vacf,
    NULL,
};

static const char *const later[] = {
    "aggregate/atom", "angmom/chunk", "bond", "bond/local", "centroid/stress/atom",
    "chunk/spread/atom", "com/chunk", "contact/atom", "event/displace", "fragment/atom",
    "global/atom", "gyration/chunk", "inertia/chunk", "msd/chunk", "omega/chunk",
    "pair", "pair/local", "property/chunk", "property/local", "reduce/chunk",
    "slice", "temp/chunk", "temp/deform", "temp/profile",
    "torque/chunk", "vcm/chunk", "viscosity/cos", "voronoi/atom", "born/matrix",
    "cnp/atom", "hma", "momentum", "stress/cartesian", "stress/cylinder", "stress/spherical",
    "stress/mop", NULL,
};
static const char *const angles[] = { "angle",    "angle/local",    "dihedral", "dihedral/local",
                                      "improper", "improper/local", NULL};
static const char *const shapes[] = {
    "body/local", "erotate/asphere", "erotate/rigid", "erotate/sphere", "erotate/sphere/atom",
    "fabric", "ke/rigid", "rigid/local", "temp/asphere", "temp/body", "temp/sphere", "temp/cs",
    "damage/atom", "dilatation/atom", "plasticity/atom", NULL,
};
static const char *const charges[] = { "dipole", "dipole/chunk", NULL};

/* clang-format on */
static const struct {
    const char *const *names;
    const char *reason;
} absent[] = {
    {later, "is not available yet"},
    {angles, "needs angles, which do not exist here"},
    {shapes, "needs finite-size, rigid or peridynamic particles, which do not exist here"},
    {charges, "needs charges, which do not exist here"},
};

const struct md_measure *md_measure_at(int i)
{
    int count = (int)(sizeof(measures) / sizeof(measures[0])) - 1;
    return i >= 0 && i < count ? measures[i] : NULL;
}

const struct md_measure *md_measure_find(const char *name)
{
    for (int i = 0; measures[i] != NULL; i++) {
        if (strcmp(measures[i]->style.name, name) == 0)
            return measures[i];
    }
    return NULL;
}

const char *md_measure_unsupported(const char *name)
{
    for (size_t k = 0; k < sizeof(absent) / sizeof(absent[0]); k++) {
        for (int i = 0; absent[k].names[i] != NULL; i++) {
            if (strcmp(absent[k].names[i], name) == 0)
                return absent[k].reason;
        }
    }
    return NULL;
}

const char *const *md_measure_absent(int group, const char **reason)
{
    if (group < 0 || group >= (int)(sizeof(absent) / sizeof(absent[0])))
        return NULL;
    *reason = absent[group].reason;
    return absent[group].names;
}
