/* SPDX-License-Identifier: GPL-3.0-or-later */
/* element pair and element atom: elements one by one. */
#include "integrate/avi.h"

static enum md_status single_begin(struct md_avi *avi, struct md_dynamics *dynamics,
                                   struct md_error *error)
{
    (void)dynamics;
    return md_error_set(error, MD_ERR_UNSUPPORTED, &avi->words.elements_place, "not yet");
}

const struct md_avi_engine md_avi_single = {.name = "pair", .begin = single_begin};
