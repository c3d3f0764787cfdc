/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain text inside HTML. */
#ifndef MD_BASE_MARKUP_H
#define MD_BASE_MARKUP_H

#include <stddef.h>
#include <stdio.h>

/* Writes text so that nothing in it is markup; control characters but newlines and tabs are left
 * out, bytes beyond ASCII pass as UTF-8. */
void md_markup_put(FILE *out, const char *text, size_t length);

#endif
