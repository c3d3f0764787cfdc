/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What read_dump and rerun share: the words for fields and options, and snapshots made atoms. */
#ifndef MD_COMMAND_READ_DUMP_H
#define MD_COMMAND_READ_DUMP_H

#include "command/command.h"
#include "input/dump_file.h"

enum md_dump_field {
    MD_FIELD_ID,
    MD_FIELD_TYPE,
    MD_FIELD_X,
    MD_FIELD_Y,
    MD_FIELD_Z,
    MD_FIELD_VX,
    MD_FIELD_VY,
    MD_FIELD_VZ,
    MD_FIELD_Q,
    MD_FIELD_IX,
    MD_FIELD_IY,
    MD_FIELD_IZ,
    MD_FIELD_FX,
    MD_FIELD_FY,
    MD_FIELD_FZ,
    MD_FIELDS
};

enum md_dump_adding { MD_ADD_NO, MD_ADD_YES, MD_ADD_KEEP };

/* FIELD ... KEYWORD VALUE ... */
struct md_dump_words {
    const struct md_word *wanted[MD_FIELDS]; /* where the deck asks for it; NULL: it does not */
    const char *label[MD_FIELDS];            /* name of its column; NULL: its own */
    bool box, replace, purge, trim, timestep;
    bool scaled, wrapped; /* of coordinates with a label */
    enum md_dump_adding add;
    enum md_dump_format format;
};

/* How many atoms. */
struct md_dump_counts {
    int64_t before, snapshot, purged, replaced, trimmed, added, after;
};

enum md_status md_dump_words_read(const struct md_sim *sim, const struct md_args *args,
                                  struct md_dump_words *words, struct md_error *error);

/* Makes the snapshot, whose header was read last, the system's atoms and box; the step too. */
enum md_status md_dump_words_load(const struct md_dump_words *words, struct md_sim *sim,
                                  struct md_dump_file *file,
                                  const struct md_dump_snapshot *snapshot,
                                  struct md_dump_counts *counts, struct md_error *error);

#endif
