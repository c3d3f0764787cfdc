/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A small part of Markdown: headings (#), paragraphs, lists (- and 1.), code between ``` fences,
 * tables with |, and inside lines `code`, **strong**, *emphasis* and [text](target).  What is read
 * is told to a sink as it comes; nothing is kept.
 */
#ifndef MD_MANUAL_MARKDOWN_H
#define MD_MANUAL_MARKDOWN_H

#include <stddef.h>

enum md_mark {
    MD_MARK_HEADING, /* level 1, 2 ...; target: its text */
    MD_MARK_PARAGRAPH,
    MD_MARK_LIST,
    MD_MARK_NUMBERS,
    MD_MARK_ITEM,
    MD_MARK_CODE,
    MD_MARK_TABLE, /* level: columns */
    MD_MARK_ROW,   /* level 1: the head */
    MD_MARK_CELL,  /* level 1: of the head */
    MD_MARK_LITERAL,
    MD_MARK_STRONG,
    MD_MARK_EMPHASIS,
    MD_MARK_LINK /* with a target */
};

struct md_markdown_sink {
    void *context;
    void (*open)(void *context, enum md_mark mark, int level, const char *target, size_t length);
    void (*close)(void *context, enum md_mark mark, int level);
    void (*text)(void *context, const char *text, size_t length);
};

void md_markdown_render(const char *text, const struct md_markdown_sink *sink);

#endif
