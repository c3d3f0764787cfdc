/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything a deck can name, from the registries, and what only the program knows of itself. */
#ifndef MD_API_LIST_H
#define MD_API_LIST_H

#include "manual/catalog.h"

extern const struct md_catalog md_list_catalog;

/* What stands for {{name}} in pages of the manual; false: nothing of that name. */
bool md_inserts_write(FILE *out, const char *name);

#endif
