/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every integrator there is.  A new scheme is one file and one line here; the tests of claims loop
 * over this list, so it is tested the moment it is registered.
 */
#include "integrate/integrator.h"

#include "integrate/schemes.h"

#include "base/memory.h"

#include <string.h>

/* clang-format off */
static const struct md_integrator *const integrators[] = {
    &md_integrator_verlet,
    &md_integrator_avi,
    &md_integrator_energy_stepping,
    &md_integrator_es_pair,
    &md_integrator_force_stepping,
    &md_integrator_symplectic_euler,
    &md_integrator_forest_ruth,
    &md_integrator_suzuki4,
    &md_integrator_blanes_moan4,
    &md_integrator_newmark,
    &md_integrator_midpoint,
    &md_integrator_galerkin,
    &md_integrator_rk4,
    &md_integrator_respa,
    NULL,
};

/* clang-format on */
const struct md_integrator *md_integrator_at(int i)
{
    int count = (int)(sizeof(integrators) / sizeof(integrators[0])) - 1;
    return i >= 0 && i < count ? integrators[i] : NULL;
}

enum md_status md_integrator_create(const struct md_integrator *type, const struct md_args *args,
                                    void **state, struct md_error *error)
{
    enum md_status status;
    *state = NULL;
    if (type->style.state_size > 0) {
        *state = md_memory_array(1, type->style.state_size);
        if (*state == NULL)
            return md_error_memory(error, "an integrator");
    }
    if (type->create != NULL)
        status = type->create(*state, args, error);
    else if (type->style.params != NULL)
        status = md_params_read(&type->style, args, *state, error);
    else
        status = md_args_count(args, 0, 0, type->style.usage, error);
    if (status != MD_OK) {
        md_memory_free(*state);
        *state = NULL;
    }
    return status;
}

const struct md_integrator *md_integrator_find(const char *name)
{
    for (int i = 0; integrators[i] != NULL; i++) {
        if (strcmp(integrators[i]->style.name, name) == 0)
            return integrators[i];
    }
    return NULL;
}
