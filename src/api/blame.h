/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a deck lacks here, named so that the same thing has the same name in every deck. */
#ifndef MD_API_BLAME_H
#define MD_API_BLAME_H

#include "base/word.h"

#include <stddef.h>

#define MD_BLAME_SIZE 96

/* "fix adapt", "pair_style sw", "command kspace_style", "thermo_modify ... colname": what the
 * command's words were refused for. */
void md_blame_name(char name[MD_BLAME_SIZE], const struct md_args *args,
                   const struct md_error *error);

#endif
