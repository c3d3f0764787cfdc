/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checked memory: sizes are multiplied with overflow checks, arrays are cache-line aligned. */
#ifndef MD_BASE_MEMORY_H
#define MD_BASE_MEMORY_H

#include "base/error.h"

#include <stddef.h>

#define MD_ALIGNMENT 64

/* Zeroed, aligned to MD_ALIGNMENT; NULL when there is no memory or count*size overflows. */
void *md_memory_array(size_t count, size_t size);

/* The same, but what is in it is undefined: pages that are never written take no memory. */
void *md_memory_plain(size_t count, size_t size);

/* As md_memory_array, but where the system can do that, pages that are never written (nor copied
 * over) take no memory: for values that are nearly always 0. */
void *md_memory_sparse(size_t count, size_t size);

/* Frees *array and makes another of `count` zeroed elements in its place: never do both take
 * memory.  On failure *array is NULL. */
enum md_status md_memory_renew(void *array, size_t count, size_t size, struct md_error *error);

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
