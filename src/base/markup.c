/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/markup.h"

void md_markup_put(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        switch (text[i]) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            if ((unsigned char)text[i] >= ' ' || text[i] == '\n' || text[i] == '\t')
                putc(text[i], out);
        }
    }
}
