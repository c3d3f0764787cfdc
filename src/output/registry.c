/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file formats of the deck word `dump`.  A new one is a file of its own and a line here. */
#include "output/dump_parts.h"

#include <string.h>

static const struct md_writer *const writers[] = {
    &md_writer_atom, &md_writer_custom, &md_writer_xyz,   &md_writer_extxyz,
    &md_writer_cfg,  &md_writer_image,  &md_writer_movie, NULL,
};

const struct md_writer *md_writer_at(int i)
{
    return i >= 0 && i < (int)(sizeof writers / sizeof writers[0]) ? writers[i] : NULL;
}

const struct md_writer *md_writer_find(const char *name)
{
    for (int i = 0; writers[i] != NULL; i++) {
        if (strcmp(writers[i]->style.name, name) == 0)
            return writers[i];
    }
    return NULL;
}
