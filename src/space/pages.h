/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory of neighbour lists: pages that are filled one after another and filled again at the next
 * build.  Nothing is moved or copied while the lists grow, there is no room to spare but on the
 * last page, and a steady run allocates nothing.
 */
#ifndef MD_SPACE_PAGES_H
#define MD_SPACE_PAGES_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

struct md_page {
    int32_t *entry;
    size_t room;
};

/* The pages of one thread. */
struct md_pages {
    struct md_page *page;
    size_t count, capacity;
    size_t now;  /* the page that is being filled */
    size_t used; /* of its entries */
};

void md_pages_free(struct md_pages *pages);

/* All pages are empty again. */
void md_pages_rewind(struct md_pages *pages);

/* Frees the empty pages but one. */
void md_pages_trim(struct md_pages *pages);

/* Where `need` entries may be written, or NULL without memory; a new page has `usual` of them or as
 * many as are needed.  What is written stays there after pages->used was raised. */
int32_t *md_pages_room(struct md_pages *pages, size_t need, size_t usual);

size_t md_pages_bytes(const struct md_pages *pages);

#endif
