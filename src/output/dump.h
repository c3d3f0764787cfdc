/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The deck word `dump`: atoms of a frame written to files, plain or gzipped. */
#ifndef MD_OUTPUT_DUMP_H
#define MD_OUTPUT_DUMP_H

#include "base/style.h"
#include "base/value.h"
#include "output/stream.h"
#include "state/frame.h"

struct md_dump;

/* What a dump needs to know besides the frame. */
struct md_dump_context {
    const struct md_quantities *quantities; /* c_ID, f_ID columns */
    const struct md_variables *variables;   /* v_name columns */
    const struct md_system *system;         /* what atoms carry; NULL: everything */
};

/* dump_modify keywords that only some formats have. */
enum md_writer_takes {
    MD_WRITER_SCALE = 1,  /* scale, image */
    MD_WRITER_UNWRAP = 2, /* unwrap */
    MD_WRITER_VECTORS = 4 /* vel, forces, mass */
};

/*
 * One file format: dump atom, custom, xyz, extxyz, cfg.  A format says which columns a row has and
 * what stands above the rows; choosing, sorting and printing atoms is done once, in dump.c.
 */
struct md_writer {
    struct md_style style;
    unsigned takes;
    bool sorted;         /* by ID unless dump_modify says otherwise */
    const char *element; /* name of atoms without dump_modify element; NULL: their type */
    const char *real;    /* format of real numbers; NULL: %g */
    bool idle;           /* writes nothing: the deck's words are taken, and that is all */
    const char *(*format)(int column); /* which no dump_modify changes; NULL: none */
    /* What stands behind a column that is not the last; NULL: a blank. */
    const char *(*gap)(int column);
    /* What is printed instead of the value; NULL: the value. */
    double (*adjust)(const struct md_dump *, int column, double value);
    /* Reads the words after the file name; may be NULL: there are none. */
    enum md_status (*create)(struct md_dump *, const struct md_dump_context *,
                             const struct md_args *, struct md_error *);
    /* Columns as dump_modify's options want them; NULL: create's columns never change. */
    enum md_status (*columns)(struct md_dump *, struct md_error *);
    /* What stands above the rows of a snapshot with `count` atoms. */
    void (*header)(struct md_dump *, const struct md_frame *, size_t count);
};

const struct md_writer *md_writer_find(const char *name);
const struct md_writer *md_writer_at(int i); /* NULL at the end */

struct md_dumps {
    struct md_dump **list;
    int count;
};

/* dump ID group style N file args; system gives groups and types.  Nothing is opened before the
 * first snapshot. */
enum md_status md_dumps_add(struct md_dumps *dumps, const struct md_system *system,
                            const struct md_dump_context *context, const struct md_args *args,
                            struct md_error *error);
enum md_status md_dumps_modify(struct md_dumps *dumps, const struct md_system *system,
                               const struct md_dump_context *context, const struct md_args *args,
                               struct md_error *error);
enum md_status md_dumps_remove(struct md_dumps *dumps, const struct md_args *args,
                               struct md_error *error);
bool md_dumps_has(const struct md_dumps *dumps, const char *id);
/* The name of a column that the dump added last writes twice; NULL: none. */
const char *md_dumps_repeated(const struct md_dumps *dumps);
/* The last dump added makes nothing of its words (image, movie). */
bool md_dumps_idle(const struct md_dumps *dumps);
/* The ID of a dump that writes this group; NULL: none does. */
const char *md_dumps_of_group(const struct md_dumps *dumps, int group);

/* The first step after `step` at which any dump wants to write (INT64_MAX: none). */
int64_t md_dumps_next(const struct md_dumps *dumps, int64_t step);

/* Writes every dump that is due at the frame's step; at_start: the run's first frame (dumps write
 * a first snapshot there if due by N or dump_modify first yes, and never twice the same step). */
enum md_status md_dumps_write(struct md_dumps *dumps, const struct md_dump_context *context,
                              const struct md_frame *frame, bool at_start, struct md_error *error);
/* Writes every dump that has not written this step yet: a minimisation ended here. */
enum md_status md_dumps_write_all(struct md_dumps *dumps, const struct md_dump_context *context,
                                  const struct md_frame *frame, struct md_error *error);
/* write_dump GROUP STYLE FILE ... [modify ...]: a dump that belongs to no list.  *forces: it shows
 * forces, which the frame then must have.  The second writes its only snapshot (NULL: none) and
 * frees it. */
enum md_status md_dumps_single(const struct md_system *system,
                               const struct md_dump_context *context, const struct md_args *args,
                               struct md_dump **dump, bool *forces, struct md_error *error);
enum md_status md_dumps_write_single(struct md_dump *dump, const struct md_dump_context *context,
                                     const struct md_frame *frame, struct md_error *error);
enum md_status md_dumps_flush(struct md_dumps *dumps, struct md_error *error);
/* Closes all files; every failure goes to `report`. */
void md_dumps_close(struct md_dumps *dumps, md_error_sink *report, void *context);
void md_dumps_free(struct md_dumps *dumps);

#endif
