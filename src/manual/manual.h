/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The manual, made from the catalog, from pages written by hand (Markdown) and from example decks:
 * HTML, manual pages for man(1), completion for bash and syntax for vim.  The same input gives the
 * same bytes.
 */
#ifndef MD_MANUAL_MANUAL_H
#define MD_MANUAL_MANUAL_H

#include "manual/catalog.h"

/* A page written by hand. */
struct md_manual_page {
    char name[MD_CATALOG_NAME];  /* "differences": its file without .md */
    char title[MD_CATALOG_NAME]; /* its first heading */
    char *text;                  /* Markdown, with what is inserted */
};

struct md_manual {
    const struct md_catalog *catalog;
    struct md_manual_page *pages;
    int page_count;
    /* Words that completion knows: texts of usage, in which options begin with a dash. */
    const char *usage, *compare_usage, *coverage_usage;
};

/* Writes OUT/html, OUT/man7, OUT/completions and OUT/vim.  DOC holds pages/NAME.md and
 * examples/KIND/NAME.in; NULL: neither. */
enum md_status md_manual_write(const struct md_manual *manual, const char *doc, const char *out,
                               struct md_error *error);

/* One page each, on an open file; example: a deck's text, or NULL. */
void md_html_entry(FILE *out, const struct md_manual *manual, struct md_ref ref,
                   const char *example);
void md_html_page(FILE *out, const struct md_manual *manual, const struct md_manual_page *page);
void md_html_index(FILE *out, const struct md_manual *manual);
void md_html_style(FILE *out);

void md_roff_entry(FILE *out, const struct md_manual *manual, struct md_ref ref,
                   const char *example);
void md_roff_page(FILE *out, const struct md_manual *manual, const struct md_manual_page *page);
/* avimd-decks(7): everything there is, by kind. */
void md_roff_overview(FILE *out, const struct md_manual *manual);

void md_completion_bash(FILE *out, const struct md_manual *manual);
void md_completion_vim(FILE *out, const struct md_manual *manual);
void md_completion_vim_detect(FILE *out);

#endif
