/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of data files, with each atom style. */
#include "target.h"

#include "input/data_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct md_args none = {.command = {.text = "read_data"}};
    for (int k = 0; k < MD_ATOM_STYLES; k++) {
        struct md_system system;
        struct md_data_file found = {0};
        struct md_error error;
        md_error_clear(&error);
        md_system_init(&system);
        system.topology.style = (enum md_atom_style)k;
        md_data_file_parse(&system, "fuzz", (const char *)data, size, &none, &found, &error);
        md_data_file_free(&found);
        md_system_free(&system);
    }
    return 0;
}
