/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dump custom: LAMMPS's own text format with the columns the deck asks for. */
#include "base/memory.h"
#include "output/dump_parts.h"

static enum md_status create(struct md_dump *dump, const struct md_dump_context *context,
                             const struct md_args *args, struct md_error *error)
{
    if (args->count < 1)
        return md_error_set(error, MD_ERR_COUNT, &args->command.place,
                            "dump custom names no attribute; write for example: dump ID GROUP "
                            "custom N FILE id type x y z");
    dump->columns = md_memory_array((size_t)args->count, sizeof *dump->columns);
    if (dump->columns == NULL)
        return md_error_memory(error, "the columns of a dump");
    dump->count = args->count;
    for (int k = 0; k < args->count; k++) {
        enum md_status status =
            md_dump_column_read(dump, context, &args->words[k], &dump->columns[k], error);
        if (status != MD_OK)
            return status;
    }
    return MD_OK;
}

const struct md_writer md_writer_custom = {
    .style = {.name = "custom",
              .summary = "chosen attributes of atoms as LAMMPS text",
              .usage = "dump ID GROUP custom N FILE ATTRIBUTE ...",
              .manual =
                  "Attributes: id type mol q element mass proc procp1 x y z (wrapped), xs ys zs "
                  "(scaled), xu yu zu (unwrapped), xsu ysu zsu (scaled and unwrapped), ix iy "
                  "iz (image flags), vx vy vz, fx fy fz, c_ID, c_ID[i], f_ID, f_ID[i], "
                  "v_name (atom-style)."},
    .element = "C",
    .create = create,
    .header = md_dump_item_header,
};
