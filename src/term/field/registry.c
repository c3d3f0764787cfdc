/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every external potential there is. */
#include "term/field/externals.h"

#include <string.h>

static const struct md_potential *const externals[] = {
    &md_external_addforce,      &md_external_central_kepler, &md_external_central_poly,
    &md_external_gravity,       &md_external_indent,         &md_external_spring_self,
    &md_external_wall_harmonic, &md_external_wall_lj1043,    &md_external_wall_lj126,
    &md_external_wall_lj93,     &md_external_wall_morse,
};

const struct md_potential *md_external_at(int i)
{
    int count = (int)(sizeof externals / sizeof externals[0]);
    return i >= 0 && i < count ? externals[i] : NULL;
}

const struct md_potential *md_external_find(const char *name)
{
    const struct md_potential *type;
    for (int i = 0; (type = md_external_at(i)) != NULL; i++)
        if (strcmp(type->style.name, name) == 0)
            return type;
    return NULL;
}
