/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bytes as a restart file: first as they are, then with header and sums made right, so that the
 * parser and, behind it, the reader of a system see them too.
 */
#include "target.h"

#include "base/restart_format.h"
#include "input/restart_file.h"
#include "run/sim.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void put(uint8_t *at, uint64_t value, int count)
{
    for (int k = 0; k < count; k++)
        at[k] = (uint8_t)(value >> (8 * k));
}

static uint64_t get(const uint8_t *at, int count)
{
    uint64_t value = 0;
    for (int k = count - 1; k >= 0; k--)
        value = value << 8 | at[k];
    return value;
}

/* Sums of header, arrays and file; arrays that do not fit end it. */
static void mend(uint8_t *bytes, size_t size)
{
    uint32_t arrays = 0;
    size_t at = MD_RESTART_HEADER;
    memcpy(bytes, MD_RESTART_MAGIC, 8);
    put(bytes + 8, MD_RESTART_VERSION, 4);
    put(bytes + 16, size, 8);
    while (at + MD_RESTART_ARRAY + 4 < size - 4) {
        size_t width = md_archive_width((enum md_archive_kind)bytes[at]);
        uint64_t count = get(bytes + at + 4, 8);
        size_t left = size - 4 - at - MD_RESTART_ARRAY - 4;
        if (width == 0 || bytes[at + 1] > left || count > (left - bytes[at + 1]) / width)
            break;
        size_t length = MD_RESTART_ARRAY + bytes[at + 1] + (size_t)count * width;
        put(bytes + at + length, crc32(0, bytes + at, (uInt)length), 4);
        at += length + 4;
        arrays++;
    }
    put(bytes + 12, arrays, 4);
    put(bytes + 24, crc32(0, bytes, 24), 4);
    put(bytes + size - 4, crc32(0, bytes, (uInt)size - 4), 4);
}

static void read_system(struct md_archive *archive)
{
    struct md_sim *sim = malloc(sizeof *sim);
    struct md_error error;
    if (sim != NULL && md_sim_init(sim, NULL, &error) == MD_OK) {
        (void)md_restart_read(sim, archive, &error);
        md_sim_free(sim);
    } else {
        md_archive_destroy(archive);
    }
    free(sim);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct md_archive *archive;
    struct md_error error;
    if (md_restart_file_parse(data, size, "fuzz", &archive, &error) == MD_OK)
        read_system(archive);
    if (size < MD_RESTART_HEADER + 8 || size > 1 << 20)
        return 0;
    uint8_t *copy = malloc(size);
    if (copy == NULL)
        return 0;
    memcpy(copy, data, size);
    mend(copy, size);
    if (md_restart_file_parse(copy, size, "fuzz", &archive, &error) == MD_OK)
        read_system(archive);
    free(copy);
    return 0;
}
