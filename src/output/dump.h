/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The deck word `dump`: atoms of a frame written to files, plain or gzipped. */
#ifndef MD_OUTPUT_DUMP_H
#define MD_OUTPUT_DUMP_H

#include "base/style.h"
#include "base/value.h"
#include "output/stream.h"
#include "state/frame.h"

struct md_dump;

/* What a writer needs to know besides the frame. */
struct md_dump_context {
    const struct md_quantities *quantities; /* c_ID, f_ID columns */
    const struct md_variables *variables;   /* v_name columns */
};

/* One file format: dump atom, custom, xyz, extxyz. */
struct md_writer {
    struct md_style style;
    /* The style's own arguments (columns of custom), already stored in the dump. */
    enum md_status (*create)(struct md_dump *, const struct md_args *, struct md_error *);
    enum md_status (*modify)(struct md_dump *, const struct md_args *, int *used,
                             struct md_error *); /* keywords of its own; may be NULL */
    enum md_status (*write)(struct md_dump *, const struct md_dump_context *,
                            const struct md_frame *, const size_t *chosen, size_t count,
                            struct md_error *);
};

const struct md_writer *md_writer_find(const char *name);
const struct md_writer *md_writer_at(int i);

struct md_dumps {
    struct md_dump **list;
    int count;
};

/* dump ID group style N file args; system gives groups and types.  With `checking`, nothing is
 * opened. */
enum md_status md_dumps_add(struct md_dumps *dumps, const struct md_system *system,
                            const struct md_args *args, struct md_error *error);
enum md_status md_dumps_modify(struct md_dumps *dumps, const struct md_system *system,
                               const struct md_args *args, struct md_error *error);
enum md_status md_dumps_remove(struct md_dumps *dumps, const struct md_args *args,
                               struct md_error *error);

/* A run begins at `step`: says in *now which instants; the first step after `step` at which any
 * dump wants to write (INT64_MAX: none). */
int64_t md_dumps_next(const struct md_dumps *dumps, int64_t step);

/* Writes every dump that is due at the frame's step; at_start: the run's first frame (dumps write
 * a first snapshot there if due by N or dump_modify first yes, and never twice the same step). */
enum md_status md_dumps_write(struct md_dumps *dumps, const struct md_dump_context *context,
                              const struct md_frame *frame, bool at_start,
                              struct md_error *error);
enum md_status md_dumps_flush(struct md_dumps *dumps, struct md_error *error);
void md_dumps_free(struct md_dumps *dumps);

#endif
