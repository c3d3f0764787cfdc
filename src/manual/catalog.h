/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Everything a deck can name, as the manual sees it: kinds (commands, pair styles, fixes ...) of
 * entries.  Whoever makes a manual gives the catalog; nothing here names a style.
 */
#ifndef MD_MANUAL_CATALOG_H
#define MD_MANUAL_CATALOG_H

#include "base/style.h"

#include <stdbool.h>
#include <stdio.h>

#define MD_CATALOG_NAME 128 /* room for the name of a page */

/* What is shown of a style or a command; unknown parts are NULL. */
struct md_entry {
    const char *name, *usage, *summary, *manual, *cite;
    const struct md_param *params; /* ends with MD_PARAM_END */
    const struct md_param *coeffs; /* of pair_coeff or bond_coeff; ends with a NULL name */
};

struct md_kind {
    const char *name, *title;
    const char *command; /* the deck word before a style; NULL: none */
    const char *other;   /* another one, "pair_coeff", or NULL */
    int word;            /* which word after the command the style is, from 1 */
    bool (*at)(int i, struct md_entry *entry); /* the i-th entry; false at the end */
    const struct md_entry *list;               /* the same in a row, where it was made; or NULL */
    int list_count;
};

struct md_catalog {
    const struct md_kind *kinds;
    int count;
    const char *version;
    /* Writes as Markdown what stands for {{name}} on a line of its own in a page. */
    bool (*insert)(FILE *out, const char *name);
};

/* A place in a catalog; kind -1: nowhere. */
struct md_ref {
    int kind, entry;
};

/* A name in a text that has a page. */
struct md_link {
    size_t begin, length;
    struct md_ref to;
};

/* A copy with lists: registries are asked once and not for every word of a text. */
enum md_status md_catalog_copy(const struct md_catalog *from, struct md_catalog *copy,
                               struct md_error *error);
void md_catalog_free(struct md_catalog *copy);

bool md_catalog_at(const struct md_kind *kind, int i, struct md_entry *entry);
bool md_catalog_entry(const struct md_catalog *catalog, struct md_ref ref, struct md_entry *entry);
/* kind NULL: the first kind that has it. */
struct md_ref md_catalog_find(const struct md_catalog *catalog, const char *kind, const char *name,
                              size_t length);
/* A command, or the one style of that name; kind -1 if there are several. */
struct md_ref md_catalog_only(const struct md_catalog *catalog, const char *name, size_t length);
/* Whether an entry has a page of its own: units and thermo keywords stand on that of a command. */
bool md_catalog_has_page(const struct md_entry *entry);

/* "fix-ave-time", and for commands "run": names of files and manual pages. */
void md_catalog_page_name(const struct md_catalog *catalog, struct md_ref ref,
                          char name[MD_CATALOG_NAME]);
/* "fix ave/time", and for commands "run": what a reader is shown. */
void md_catalog_title(const struct md_catalog *catalog, struct md_ref ref,
                      char title[MD_CATALOG_NAME]);

/* The first name after `from` that another page than `self` explains: "fix nvt", or a name that is
 * no word of English, since it has a '/' or '_'.  Names that several kinds have are taken to be of
 * self's kind. */
bool md_catalog_scan(const struct md_catalog *catalog, struct md_ref self, const char *text,
                     size_t length, size_t from, struct md_link *link);

/* Pages worth reading next: those the entry's texts name, the command it belongs to, styles whose
 * names begin alike.  Returns how many. */
int md_catalog_related(const struct md_catalog *catalog, struct md_ref self, struct md_ref *list,
                       int most);

/* A block of a plain text: lines up to a blank one, all of which begin with a space or all not. */
enum md_block_form {
    MD_BLOCK_FLOW,       /* a paragraph */
    MD_BLOCK_FIXED,      /* lines to keep as they are */
    MD_BLOCK_DEFINITIONS /* "  word   what it means", with deeper lines that go on */
};
struct md_block {
    enum md_block_form form;
    const char *text;
    size_t length; /* without the last end of line */
};
/* The next block, and moves *text behind it; false at the end. */
bool md_catalog_block(const char **text, struct md_block *block);
/* The next definition of such a block from *at on: its word, and its meaning, which may have
 * several lines; false at the end. */
struct md_definition {
    const char *word, *meaning;
    size_t word_length, meaning_length;
};
bool md_catalog_definition(const struct md_block *block, size_t *at,
                           struct md_definition *definition);

/* The first parameter from `param` on that a deck can give; NULL: none is left. */
const struct md_param *md_catalog_next_param(const struct md_param *param);
/* "number (distance), greater than 0; 1 unless given": what a parameter may be. */
void md_catalog_param(FILE *out, const struct md_param *param);

#endif
