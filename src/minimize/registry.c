/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every minimiser there is: one file and one line here. */
#include "minimize/styles.h"

#include <string.h>

/* clang-format off */
static const struct md_minimizer *const minimizers[] = {
    &md_minimizer_cg,
    &md_minimizer_fire,
    &md_minimizer_quickmin,
    &md_minimizer_sd,
    NULL,
};

/* clang-format on */
const struct md_minimizer *md_minimizer_at(int i)
{
    int count = (int)(sizeof(minimizers) / sizeof(minimizers[0])) - 1;
    return i >= 0 && i < count ? minimizers[i] : NULL;
}

const struct md_minimizer *md_minimizer_find(const char *name)
{
    for (int i = 0; minimizers[i] != NULL; i++) {
        if (strcmp(minimizers[i]->style.name, name) == 0)
            return minimizers[i];
    }
    return NULL;
}
