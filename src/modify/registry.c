/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every modifier there is, and the names LAMMPS knows that we do not have, each with its reason. */
#include "modify/modifier.h"

#include "modify/styles.h"

#include <string.h>

/* clang-format off */
static const struct md_modifier *const modifiers[] = {
    &md_modifier_adapt,
    &md_modifier_addforce,
    &md_modifier_ave_atom,
    &md_modifier_ave_chunk,
    &md_modifier_ave_correlate,
    &md_modifier_ave_histo,
    &md_modifier_ave_time,
    &md_modifier_aveforce,
    &md_modifier_balance,
    &md_modifier_box_relax,
    &md_modifier_controller,
    &md_modifier_deform,
    &md_modifier_deposit,
    &md_modifier_dt_reset,
    &md_modifier_dt_stiffness,
    &md_modifier_dynamic_group,
    &md_modifier_ehex,
    &md_modifier_enforce2d,
    &md_modifier_halt,
    &md_modifier_heat,
    &md_modifier_langevin,
    &md_modifier_momentum,
    &md_modifier_move,
    &md_modifier_nph,
    &md_modifier_npt,
    &md_modifier_nve,
    &md_modifier_nvt,
    &md_modifier_press_berendsen,
    &md_modifier_print,
    &md_modifier_rattle,
    &md_modifier_property_atom,
    &md_modifier_recenter,
    &md_modifier_setforce,
    &md_modifier_shake,
    &md_modifier_spring,
    &md_modifier_store_state,
    &md_modifier_temp_berendsen,
    &md_modifier_temp_rescale,
    &md_modifier_vector,
    &md_modifier_viscous,
    &md_modifier_wall_reflect,
    &md_modifier_wall_reflect_stochastic,
    NULL,
};

static const char *const later[] = {
    "accelerate/cos", "append/atoms", "atom/swap", "ave/histo/weight",
    "ave/moments", "baoab", "bond/break", "bond/create", "bond/swap", "brownian", "evaporate",
    "external", "flow/gauss", "gcmc", "gjf", "grem", "hmc", "hyper/global", "hyper/local",
    "imd", "ipi", "lineforce", "msst", "neb", "nphug", "numdiff", "nve/limit", "nve/noforce",
    "nvt/sllod", "pair/tracker", "pimd", "planeforce", "python/invoke", "python/move",
    "restrain", "rhok", "spring/chunk", "store/force", "temp/csld", "temp/csvr", "tfmc",
    "thermal/conductivity", "ti/spring", "viscosity", "wall/harmonic/outside", "wall/piston",
    "wall/region", "widom",
    NULL,
};
static const char *const charges[] = {
    "charge/regulation", "efield", "qeq/comb", "qeq/dynamic", "qeq/fire", "qeq/point",
    "qeq/shielded", "qeq/slater", NULL,
};
static const char *const kspace[] = { "tune/kspace", NULL };
static const char *const angles[] = { "bond/create/angle", "cmap", NULL };
static const char *const shapes[] = {
    "freeze", "nph/asphere", "nph/body", "nph/sphere", "npt/asphere", "npt/body", "npt/sphere",
    "nve/asphere", "nve/asphere/noforce", "nve/body", "nve/line", "nve/sphere", "nve/tri",
    "nvt/asphere", "nvt/body", "nvt/sphere", "poems", "pour", "rigid", "rigid/nph",
    "rigid/nph/small", "rigid/npt", "rigid/npt/small", "rigid/nve", "rigid/nve/small", "rigid/nvt",
    "rigid/nvt/small", "rigid/small", "srd", "wall/body/polygon", "wall/body/polyhedron",
    "wall/colloid", "wall/gran", "wall/gran/region", "wall/srd", NULL,
};
static const char *const gone[] = { "ave/spatial", "ave/spatial/sphere", "python", NULL };

/* clang-format on */
static const struct {
    const char *const *names;
    const char *reason;
} absent[] = {
    {later, "is not available yet"},
    {charges, "needs charges, which do not exist here"},
    {kspace, "needs a k-space solver, which does not exist here"},
    {angles, "needs angles, which do not exist here"},
    {shapes, "needs finite-size or rigid particles, which do not exist here"},
    {gone, "was retired by LAMMPS itself and does not exist here"},
};

const struct md_modifier *md_modifier_at(int i)
{
    int count = (int)(sizeof(modifiers) / sizeof(modifiers[0])) - 1;
    return i >= 0 && i < count ? modifiers[i] : NULL;
}

const struct md_modifier *md_modifier_find(const char *name)
{
    for (int i = 0; modifiers[i] != NULL; i++) {
        if (strcmp(modifiers[i]->style.name, name) == 0)
            return modifiers[i];
    }
    return NULL;
}

const struct md_style *md_fix_style_at(int i)
{
    for (int k = 0; modifiers[k] != NULL; k++) {
        if (md_external_find(modifiers[k]->style.name) == NULL && i-- == 0)
            return &modifiers[k]->style;
    }
    const struct md_potential *potential = i >= 0 ? md_external_at(i) : NULL;
    return potential != NULL ? &potential->style : NULL;
}

bool md_fix_style_known(const char *name)
{
    return md_modifier_find(name) != NULL || md_external_find(name) != NULL;
}

const char *md_modifier_unsupported(const char *name)
{
    for (size_t k = 0; k < sizeof(absent) / sizeof(absent[0]); k++) {
        for (int i = 0; absent[k].names[i] != NULL; i++) {
            if (strcmp(absent[k].names[i], name) == 0)
                return absent[k].reason;
        }
    }
    return NULL;
}

const char *const *md_modifier_absent(int group, const char **reason)
{
    if (group < 0 || group >= (int)(sizeof(absent) / sizeof(absent[0])))
        return NULL;
    *reason = absent[group].reason;
    return absent[group].names;
}
