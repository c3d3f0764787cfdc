/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of pair tables, and the making of a table from whatever it accepts. */
#include "target.h"

#include "base/memory.h"
#include "term/pair_table.h"

static void tabulate(const struct md_pair_table_file *file, int style)
{
    struct md_system system;
    struct md_error error;
    struct md_pair_table pair = {.style = style, .length = 40};
    md_system_init(&system);
    md_error_clear(&error);
    system.types = pair.types = 1;
    pair.tables = md_memory_array(1, sizeof *pair.tables);
    pair.table_of = md_memory_array(4, sizeof *pair.table_of);
    pair.row_of = md_memory_array(4, sizeof *pair.row_of);
    pair.record = md_memory_array(4, MD_TABLE_RECORD * sizeof(double));
    struct md_table *table = md_memory_array(1, sizeof *table);
    if (pair.tables && pair.table_of && pair.row_of && pair.record && table) {
        *table = (struct md_table){.file = *file, .unit = 1.0, .cutoff = file->hi};
        pair.tables[0] = table;
        pair.count = 1;
        md_pair_table_prepare(&pair, &system, &error);
        table->file = (struct md_pair_table_file){0}; /* the caller's */
    }
    md_pair_table_destroy(&pair);
    system.types = 0;
    md_system_free(&system);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct md_pair_table_file file;
    struct md_keep *kept = NULL;
    struct md_error error;
    md_error_clear(&error);
    if (md_pair_table_file_parse(&file, "KEY", "fuzz", (const char *)data, size, &kept, &error) ==
        MD_OK)
        for (int style = MD_TABLE_LOOKUP; style <= MD_TABLE_SPLINE; style++)
            tabulate(&file, style);
    md_pair_table_file_free(&file);
    md_keep_free(&kept);
    return 0;
}
