/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * dump atom: LAMMPS's own text format with fixed columns, id type xs ys zs.  Coordinates are
 * scaled to the box (0 to 1) unless dump_modify scale no; dump_modify image yes adds ix iy iz.
 */
#include "output/dump_parts.h"

static enum md_status columns(struct md_dump *dump, struct md_error *error)
{
    const char *words[9] = {"id", "type", NULL};
    int count = 2;
    words[count++] = dump->scale ? "xs" : "x";
    words[count++] = dump->scale ? "ys" : "y";
    words[count++] = dump->scale ? "zs" : "z";
    if (dump->image) {
        words[count++] = "ix";
        words[count++] = "iy";
        words[count++] = "iz";
    }
    words[count] = NULL;
    return md_dump_columns_set(dump, words, error);
}

const struct md_writer md_writer_atom = {
    .style = {.name = "atom",
              .summary = "IDs, types and scaled coordinates as LAMMPS text",
              .usage = "dump ID GROUP atom N FILE",
              .manual = "Writes id, type and the coordinates scaled to the box, one atom a line, "
                        "below LAMMPS's ITEM headers.  dump_modify scale no writes plain "
                        "coordinates, dump_modify image yes adds the image flags."},
    .takes = MD_WRITER_SCALE,
    .element = "C",
    .columns = columns,
    .header = md_dump_item_header,
};
