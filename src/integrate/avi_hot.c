/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hot: a collision cascade. */
#include "integrate/avi.h"

static enum md_status hot_begin(struct md_avi *avi, struct md_dynamics *dynamics,
                                struct md_error *error)
{
    (void)dynamics;
    return md_error_set(error, MD_ERR_UNSUPPORTED, &avi->words.hot_place, "not yet");
}

const struct md_avi_engine md_avi_hot = {.name = "hot", .synchronous = true, .begin = hot_begin};
