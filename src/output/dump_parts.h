/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a dump, shared by dump*.c and the writers. */
#ifndef MD_OUTPUT_DUMP_PARTS_H
#define MD_OUTPUT_DUMP_PARTS_H

#include "base/files.h"
#include "base/format.h"
#include "base/reference.h"
#include "output/dump.h"

#define MD_ELEMENT_SIZE 16

struct md_dump_attribute; /* a built-in column: id, x, vx ... */

struct md_dump_column {
    char word[128]; /* as in the deck */
    char name[128]; /* dump_modify colname; "" : word */
    enum md_format_kind kind;
    const struct md_dump_attribute *attribute; /* NULL: a reference */
    struct md_reference reference;
    char format[MD_FORMAT_SIZE];      /* dump_modify format N; "" : the default */
    char line_format[MD_FORMAT_SIZE]; /* its share of dump_modify format line */
    struct md_place place;
};

enum md_threshold_op {
    MD_BELOW,
    MD_AT_MOST,
    MD_ABOVE_ONLY,
    MD_AT_LEAST,
    MD_EQUAL,
    MD_UNEQUAL,
    MD_EITHER
};

struct md_threshold {
    struct md_dump_column column;
    enum md_threshold_op op;
    double value;
    bool last;                     /* not value, but what the atom had at the last snapshot */
    struct md_dump_memory *memory; /* of that, sorted by ID; NULL: there was no snapshot yet */
    size_t memory_count;
};

struct md_dump_memory {
    int64_t id;
    double value;
};

enum md_dump_sort { MD_SORT_OFF, MD_SORT_ID, MD_SORT_COLUMN };

struct md_dump {
    char id[64];
    int group;
    const struct md_writer *type;
    struct md_place place;          /* of its deck line */
    struct md_place path_place;     /* of its file's name there */
    const struct md_files *allowed; /* what its file may be */
    bool single;                    /* write_dump: one snapshot */
    char *path;                     /* as in the deck */
    int types;

    struct md_dump_column *columns;
    int count;

    /* When. */
    int64_t every;
    char every_variable[64]; /* dump_modify every v_name, or "" */
    int64_t next_step;       /* as the variable said; INT64_MAX: not yet asked */
    int64_t delay;
    bool first;
    bool wrote;
    int64_t last_step;

    /* Where. */
    struct md_stream *stream;
    bool append, flush;
    bool new_file; /* nothing is in it yet */
    int pad;
    int max_files;
    char **kept; /* ring of the names of the last max_files files */
    int64_t files;

    /* What. */
    bool scale, image, unwrap, units, time;
    bool velocity, force, mass;
    bool headless; /* dump_modify header no */
    bool pbc;      /* atoms are wrapped as they are written */
    enum md_dump_sort sort;
    int sort_column;
    bool descending;
    char region[64]; /* "" : everywhere */
    struct md_threshold *thresholds;
    int threshold_count;
    char format_int[MD_FORMAT_SIZE], format_float[MD_FORMAT_SIZE];
    char (*element)[MD_ELEMENT_SIZE]; /* [types + 1] */
};

/* The formats, each in its own file; registry.c lists them. */
extern const struct md_writer md_writer_atom;
extern const struct md_writer md_writer_custom;
extern const struct md_writer md_writer_xyz;
extern const struct md_writer md_writer_extxyz;
extern const struct md_writer md_writer_cfg;
extern const struct md_writer md_writer_image;
extern const struct md_writer md_writer_movie;

/* dump_columns.c */
enum md_status md_dump_column_read(const struct md_dump *dump,
                                   const struct md_dump_context *context,
                                   const struct md_word *word, struct md_dump_column *column,
                                   struct md_error *error);
/* Replaces the columns by built-in ones; user formats of columns that stay are kept. */
enum md_status md_dump_columns_set(struct md_dump *dump, const char *const *words,
                                   struct md_error *error);
bool md_dump_column_is_force(const struct md_dump_column *column);
/* What a column of an attribute shows of one atom. */
double md_dump_column_at(const struct md_dump_column *column, const struct md_frame *frame,
                         size_t i);
/* Values of one column for all atoms of the frame. */
enum md_status md_dump_column_values(const struct md_dump_column *column,
                                     const struct md_dump_context *context,
                                     const struct md_frame *frame, double *values,
                                     struct md_error *error);

/* dump_modify.c: `dump_modify ID words...`, words after the ID. */
enum md_status md_dump_modify(struct md_dump *dump, const struct md_system *system,
                              const struct md_dump_context *context, const struct md_args *args,
                              struct md_error *error);

/* dump.c */
void md_dump_forget_files(struct md_dump *dump);
void md_dump_forget_thresholds(struct md_dump *dump);
/* ITEM: UNITS, TIME, TIMESTEP, NUMBER OF ATOMS, BOX BOUNDS, ATOMS. */
void md_dump_item_header(struct md_dump *dump, const struct md_frame *frame, size_t count);

/* The i-th keyword of LAMMPS's dump_modify that does not exist here, and why; NULL at the end. */
const char *md_dump_modify_refused(int i, const char **reason);

#endif
