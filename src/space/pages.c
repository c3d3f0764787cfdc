/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pages of neighbour lists.  They are not cleared: what is never written takes no memory. */
#include "space/pages.h"

#include "base/memory.h"

void md_pages_free(struct md_pages *pages)
{
    for (size_t k = 0; k < pages->count; k++)
        md_memory_free(pages->page[k].entry);
    md_memory_free(pages->page);
    *pages = (struct md_pages){0};
}

void md_pages_rewind(struct md_pages *pages)
{
    pages->now = pages->used = 0;
}

void md_pages_trim(struct md_pages *pages)
{
    /* Lists without entries use nothing of a new page; those on the pages before stay. */
    size_t keep = pages->now > 0 || pages->used > 0 ? pages->now + 2 : 0;
    while (pages->count > keep)
        md_memory_free(pages->page[--pages->count].entry);
}

/* Page `now` with at least `need` entries: the one that is there, if it is large enough. */
static int32_t *page_of(struct md_pages *pages, size_t need, size_t usual)
{
    if (pages->now == pages->capacity) {
        struct md_error ignored;
        size_t more = pages->capacity + pages->capacity / 2 + 8;
        if (md_memory_grow(&pages->page, pages->count, more, sizeof *pages->page, &ignored))
            return NULL;
        pages->capacity = more;
    }
    struct md_page *page = &pages->page[pages->now];
    if (pages->now < pages->count && page->room >= need)
        return page->entry;
    size_t room = need > usual ? need : usual;
    int32_t *entry = md_memory_plain(room, sizeof *entry);
    if (!entry)
        return NULL;
    if (pages->now < pages->count)
        md_memory_free(page->entry);
    else
        pages->count++;
    *page = (struct md_page){entry, room};
    return entry;
}

int32_t *md_pages_room(struct md_pages *pages, size_t need, size_t usual)
{
    if (pages->count > pages->now && pages->page[pages->now].room - pages->used >= need)
        return pages->page[pages->now].entry + pages->used;
    if (pages->used > 0)
        pages->now++;
    pages->used = 0;
    return page_of(pages, need, usual);
}

size_t md_pages_bytes(const struct md_pages *pages)
{
    size_t entries = 0;
    for (size_t k = 0; k < pages->count; k++)
        entries += pages->page[k].room;
    return entries * sizeof(int32_t);
}
