/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checked memory: sizes are multiplied with overflow checks, arrays are cache-line aligned. */
#ifndef MD_BASE_MEMORY_H
#define MD_BASE_MEMORY_H

#include "base/error.h"

#include <stddef.h>

#define MD_ALIGNMENT 64

/* Zeroed, aligned to MD_ALIGNMENT; NULL when there is no memory or count*size overflows. */
void *md_memory_array(size_t count, size_t size);

/* Grows *array (of elements of `size` bytes) from old_count to new_count elements; the new part is
 * zero; on failure *array is untouched and the error is filled.  Works with *array == NULL. */
enum md_status md_memory_grow(void *array, size_t old_count, size_t new_count, size_t size,
                              struct md_error *error);

void md_memory_free(void *array);

/* Bytes this program can have at most: the machine's, or the limit that was set for it. */
size_t md_memory_machine(void);

/* The most memory this process has had at one time so far, in bytes, as the system counts it. */
size_t md_memory_peak(void);

/* A copy of text, or NULL. */
char *md_memory_text(const char *text);

#endif
