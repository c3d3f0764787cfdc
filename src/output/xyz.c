/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * dump xyz: the number of atoms, a comment with the step, then an element name and three
 * coordinates a line, sorted by ID because the format has no IDs.
 */
#include "output/dump_parts.h"

static enum md_status columns(struct md_dump *dump, struct md_error *error)
{
    static const char *const wrapped[] = {"element", "x", "y", "z", NULL};
    static const char *const unwrapped[] = {"element", "xu", "yu", "zu", NULL};
    return md_dump_columns_set(dump, dump->unwrap ? unwrapped : wrapped, error);
}

static void header(struct md_dump *dump, const struct md_frame *frame, size_t count)
{
    md_stream_print(dump->stream, "%zu\nAtoms. Timestep: %lld", count, (long long)frame->step);
    if (dump->time)
        md_stream_print(dump->stream, " Time: %.6f", frame->time);
    md_stream_print(dump->stream, "\n");
}

const struct md_writer md_writer_xyz = {
    .style = {.name = "xyz",
              .summary = "element names and coordinates, read by nearly every program",
              .usage = "dump ID GROUP xyz N FILE",
              .manual = "Names are atom types unless dump_modify element gives them; "
                        "dump_modify unwrap yes writes unwrapped coordinates."},
    .takes = MD_WRITER_UNWRAP,
    .sorted = true,
    .columns = columns,
    .header = header,
};
