/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * dump image and dump movie: pictures, which this program does not draw.  Decks that ask for them
 * run nevertheless, since nothing else depends on a picture; who reads the log is told.
 */
#include "output/dump_parts.h"

static enum md_status create(struct md_dump *dump, const struct md_dump_context *context,
                             const struct md_args *args, struct md_error *error)
{
    (void)dump, (void)context;
    if (args->count >= 2)
        return MD_OK;
    return md_error_set(error, MD_ERR_COUNT, &args->command.place,
                        "a dump of pictures lacks its words: dump ID GROUP image N FILE COLOR "
                        "DIAMETER ...");
}

static void header(struct md_dump *dump, const struct md_frame *frame, size_t count)
{
    (void)dump, (void)frame, (void)count;
}

const struct md_writer md_writer_image = {
    .style = {.name = "image",
              .summary = "pictures: accepted, and none is drawn",
              .usage = "dump ID GROUP image N FILE COLOR DIAMETER [KEYWORD VALUE ...]",
              .manual =
                  "No picture is drawn and no file written; the log says so.  The words after "
                  "DIAMETER and those of dump_modify are not looked at.  dump extxyz and "
                  "dump custom write files from which OVITO and others draw."},
    .idle = true,
    .create = create,
    .header = header,
};

const struct md_writer md_writer_movie = {
    .style = {.name = "movie",
              .summary = "films: accepted, and none is made",
              .usage = "dump ID GROUP movie N FILE COLOR DIAMETER [KEYWORD VALUE ...]",
              .manual = "No film is made and no file written; the log says so.  The words after "
                        "DIAMETER and those of dump_modify are not looked at."},
    .idle = true,
    .create = create,
    .header = header,
};
