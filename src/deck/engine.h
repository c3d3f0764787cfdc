/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interpreter's inside, shared by the files that make it up: engine, control flow, builtins. */
#ifndef MD_DECK_ENGINE_H
#define MD_DECK_ENGINE_H

#include "base/files.h"
#include "deck/interpreter.h"

/* Where `label NAME` stands in a source; jumping there continues at physical line `next`. */
struct md_deck_label {
    char *name;
    int next;
};

/* A source and what is known of it. */
struct md_deck_file {
    struct md_source *source;
    struct md_deck_label *labels;
    int label_count;
    bool scanned; /* labels are filled */
    bool visited; /* checking read it already */
};

/* A file being read: include stacks them, jump replaces what the innermost reads. */
struct md_deck_frame {
    struct md_deck_file *file;
    int index;                /* the next physical line */
    bool jumped;              /* jump went to a label: the rest of an `if` is skipped */
    struct md_place included; /* where `include` stands; file NULL: the deck itself */
    struct md_deck_frame *outer;
};

struct md_interpreter {
    const struct md_deck_host *host;
    struct md_variable_book *book;
    struct md_deck_file **files; /* all that were ever read: places point into them */
    int file_count;
    struct md_deck_frame *frame;
    int depth;      /* files being read */
    int nesting;    /* commands inside of commands */
    bool checking;  /* nothing is executed */
    bool failed;    /* because of an error */
    int loose;      /* > 0: in branches of an `if` nobody can decide */
    bool skip_jump; /* `next` found its list exhausted */
    bool stop;      /* no further line is read */
    enum md_status outcome;
    int exit_code;
    int errors;
};

/* Reports an error unless it is kept back, and goes over to checking. */
void md_engine_fail(struct md_interpreter *interpreter, const struct md_error *error);

/* Reads all lines of a file, from physical line `index` on. */
enum md_status md_engine_read(struct md_interpreter *interpreter, struct md_deck_file *file,
                              int index, const struct md_place *included, struct md_error *error);

/* Opens a file, or finds it when it was read before and has not changed. */
enum md_status md_engine_open(struct md_interpreter *interpreter, const struct md_word *word,
                              struct md_deck_file **file, struct md_error *error);

/* The commands of flow.c. */
enum md_status md_flow_if(struct md_interpreter *, const struct md_args *, struct md_error *);
enum md_status md_flow_include(struct md_interpreter *, const struct md_args *, struct md_error *);
enum md_status md_flow_jump(struct md_interpreter *, const struct md_args *, struct md_error *);
enum md_status md_flow_label(struct md_interpreter *, const struct md_args *, struct md_error *);
enum md_status md_flow_next(struct md_interpreter *, const struct md_args *, struct md_error *);
enum md_status md_flow_partition(struct md_interpreter *, const struct md_args *,
                                 struct md_error *);
enum md_status md_flow_quit(struct md_interpreter *, const struct md_args *, struct md_error *);

#endif
