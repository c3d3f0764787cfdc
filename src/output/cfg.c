/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * dump cfg: the extended CFG format of AtomEye, one snapshot a file.  An atom has three lines: its
 * mass, its element, and its scaled coordinates followed by whatever else the deck asks for.
 *
 * The format knows only coordinates between 0 and 1.  Unwrapped ones go beyond; as in LAMMPS they
 * are drawn together around the middle of a box that counts ten times as large.
 */
#include "output/dump_parts.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

#define FIXED  5
#define EXPAND 10.0

static bool unwrapped(const struct md_dump *dump)
{
    return strcmp(dump->columns[2].word, "xsu") == 0;
}

static enum md_status create(struct md_dump *dump, const struct md_dump_context *context,
                             const struct md_args *args, struct md_error *error)
{
    static const char *const wanted[2][FIXED] = {{"mass", "type", "xs", "ys", "zs"},
                                                 {"mass", "type", "xsu", "ysu", "zsu"}};
    int form = args->count > 2 && md_word_is(&args->words[2], "xsu");
    for (int k = 0; k < FIXED; k++) {
        if (k < args->count && md_word_is(&args->words[k], wanted[form][k]))
            continue;
        return md_error_set(error, MD_ERR_VALUE,
                            k < args->count ? &args->words[k].place : &args->command.place,
                            "the attributes of dump cfg begin with mass type xs ys zs, or with "
                            "mass type xsu ysu zsu");
    }
    if (!dump->single && strchr(dump->path, '*') == NULL)
        return md_error_set(error, MD_ERR_VALUE, &dump->path_place,
                            "a cfg file holds one snapshot: the name '%.200s' needs a *, which "
                            "becomes the step",
                            dump->path);
    dump->columns = md_memory_array((size_t)args->count, sizeof *dump->columns);
    if (dump->columns == NULL)
        return md_error_memory(error, "the columns of a dump");
    dump->count = args->count;
    for (int k = 0; k < args->count; k++) {
        struct md_word word = args->words[k];
        word.text = k == 1 ? "element" : word.text;
        if (md_dump_column_read(dump, context, &word, &dump->columns[k], error) != MD_OK)
            return error->status;
    }
    return MD_OK;
}

static void header(struct md_dump *dump, const struct md_frame *frame, size_t count)
{
    const struct md_box *box = &frame->system->box;
    md_stream_print(dump->stream,
                    "Number of particles = %zu\nA = %g Angstrom (basic length-scale)\n", count,
                    unwrapped(dump) ? EXPAND : 1.0);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            md_stream_print(dump->stream, "H0(%d,%d) = %g A%s\n", i + 1, j + 1,
                            i == j ? box->length[i] : 0.0, i == j ? "" : " ");
    md_stream_print(dump->stream, ".NO_VELOCITY.\nentry_count = %d\n", dump->count - 2);
    for (int k = FIXED; k < dump->count; k++) {
        char name[sizeof dump->columns[k].word];
        snprintf(name, sizeof name, "%s", dump->columns[k].word);
        for (char *c = name; *c != '\0'; c++) { /* c_ID[2] is named c_ID_2 */
            *c = *c == '[' ? '_' : *c;
            *c = *c == ']' ? '\0' : *c;
        }
        md_stream_print(dump->stream, "auxiliary[%d] = %s\n", k - FIXED, name);
    }
}

/* dump_modify format is for the coordinates and what follows them. */
static const char *format(int column)
{
    return column == 0 ? "%f" : column == 1 ? "%s" : NULL;
}

static const char *gap(int column)
{
    return column < 2 ? " \n" : " ";
}

static double adjust(const struct md_dump *dump, int column, double value)
{
    if (column < 2 || column >= FIXED || !unwrapped(dump))
        return value;
    return (value - 0.5) / EXPAND + 0.5;
}

const struct md_writer md_writer_cfg = {
    .style = {.name = "cfg",
              .summary = "extended CFG files of AtomEye, one for each snapshot",
              .usage = "dump ID GROUP cfg N FILE mass type xs ys zs [ATTRIBUTE ...]",
              .manual = "FILE must contain a *.  The first five attributes are mass type xs ys zs, "
                        "or mass type xsu ysu zsu for unwrapped coordinates; others may follow, as "
                        "for dump custom.  dump_modify element names the types."},
    .element = "C",
    .create = create,
    .header = header,
    .format = format,
    .gap = gap,
    .adjust = adjust,
};
