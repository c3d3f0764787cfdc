/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checked memory.  Everything is aligned to a cache line, so that vector code may load from the
 * start of any array and no two arrays share a line between threads.
 */
#ifdef __linux__
#define _DEFAULT_SOURCE /* madvise */
#include <sys/mman.h>
#endif

#include "base/memory.h"

#include "base/files.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Bytes of count*size rounded up to whole cache lines, or 0 when that overflows. */
static size_t padded(size_t count, size_t size)
{
    size_t bytes;

    if (size != 0 && count > (SIZE_MAX / 2 - MD_ALIGNMENT) / size)
        return 0;
    bytes = count * size;
    if (bytes == 0)
        bytes = 1;
    return (bytes + MD_ALIGNMENT - 1) / MD_ALIGNMENT * MD_ALIGNMENT;
}

void *md_memory_array(size_t count, size_t size)
{
    size_t bytes = padded(count, size);
    void *array = bytes ? aligned_alloc(MD_ALIGNMENT, bytes) : NULL;

    if (array)
        memset(array, 0, bytes);
    return array;
}

void *md_memory_plain(size_t count, size_t size)
{
    size_t bytes = padded(count, size);

    return bytes ? aligned_alloc(MD_ALIGNMENT, bytes) : NULL;
}

/* Zeroes memory; the whole pages in it by giving them back, since Linux then fills them with zeros
 * when they are touched. */
static void clear(char *bytes, size_t size)
{
#if defined __linux__ && defined MADV_DONTNEED
    long page = sysconf(_SC_PAGESIZE);
    if (page > 0 && size >= 16 * (size_t)page) {
        size_t unit = (size_t)page, head = (unit - (uintptr_t)bytes % unit) % unit;
        size_t body = (size - head) / unit * unit;
        if (madvise(bytes + head, body, MADV_DONTNEED) == 0) {
            memset(bytes, 0, head);
            memset(bytes + head + body, 0, size - head - body);
            return;
        }
    }
#endif
    memset(bytes, 0, size);
}

void *md_memory_sparse(size_t count, size_t size)
{
    size_t bytes = padded(count, size);
    void *array = bytes ? aligned_alloc(MD_ALIGNMENT, bytes) : NULL;

    if (array)
        clear(array, bytes);
    return array;
}

enum md_status md_memory_renew(void *array, size_t count, size_t size, struct md_error *error)
{
    void *old;

    memcpy(&old, array, sizeof old);
    free(old);
    old = NULL;
    memcpy(array, &old, sizeof old);
    return md_memory_grow(array, 0, count, size, error);
}

enum md_status md_memory_grow(void *array, size_t old_count, size_t new_count, size_t size,
                              struct md_error *error)
{
    void *old, *grown;

    /* `array` is the address of a pointer of any type: copied, since void ** may not alias it. */
    memcpy(&old, array, sizeof old);
    grown = md_memory_array(new_count, size);
    if (!grown)
        return md_error_set(error, MD_ERR_MEMORY, NULL,
                            "not enough memory for an array of %zu elements of %zu bytes",
                            new_count, size);
    if (old)
        memcpy(grown, old, (old_count < new_count ? old_count : new_count) * size);
    free(old);
    memcpy(array, &grown, sizeof grown);
    return MD_OK;
}

void md_memory_free(void *array)
{
    free(array);
}

size_t md_memory_machine(void)
{
    size_t bytes = SIZE_MAX;
    struct rlimit limit;

#ifdef _SC_PHYS_PAGES
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (pages > 0 && size > 0)
        bytes = (size_t)pages * (size_t)size;
#endif
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur < bytes)
        bytes = (size_t)limit.rlim_cur;
    return bytes;
}

/* Linux: getrusage may give what the process was before it became this program.  0: not told. */
static size_t peak_of_status(void)
{
    char line[256];
    unsigned long long kilobytes = 0;
    FILE *file = md_files_stream(&md_files_any, "/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %llu kB", &kilobytes) == 1)
            break;
    if (file)
        fclose(file);
    return (size_t)kilobytes * 1024;
}

size_t md_memory_peak(void)
{
    size_t peak = peak_of_status();
    struct rusage usage;
    if (peak > 0 || getrusage(RUSAGE_SELF, &usage) != 0)
        return peak;
#ifdef __APPLE__
    return (size_t)usage.ru_maxrss;
#else
    return (size_t)usage.ru_maxrss * 1024;
#endif
}

char *md_memory_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);

    if (copy)
        memcpy(copy, text, size);
    return copy;
}
