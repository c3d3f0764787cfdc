/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The readers of embedded-atom tables; FORMAT says which. */
#include "target.h"

#include "input/eam_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct md_eam_file eam = {0};
    struct md_keep *kept = NULL;
    struct md_error error;
    md_error_clear(&error);
    md_eam_file_parse(&eam, FORMAT, "fuzz", (const char *)data, size, &kept, &error);
    md_eam_file_free(&eam);
    md_keep_free(&kept);
    return 0;
}
