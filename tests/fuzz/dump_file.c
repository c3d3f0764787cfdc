/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dump files, as read_dump and rerun take them: the reader, the box it brings and the neighbour
 * list that is made in that box. */
#include "target.h"

#include "avimd.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char deck[] = "region box block 0 5 0 5 0 5\n"
                           "create_box 1 box\n"
                           "create_atoms 1 single 1 1 1\n"
                           "mass 1 1\n"
                           "pair_style lj/cut 1.5\n"
                           "pair_coeff 1 1 1 1\n"
                           "thermo_modify lost ignore\n";

static void run(const char *path, const char *command, const char *fields)
{
    struct avimd_options options;
    char line[256];
    avimd_options_default(&options);
    options.log = "none";
    options.threads = 1;
    struct avimd *simulation = avimd_open(&options);
    if (!simulation)
        return;
    snprintf(line, sizeof line, "%s %s %s\nrun 0 post no\n", command, path, fields);
    if (avimd_text(simulation, "fuzz", deck) == AVIMD_OK)
        avimd_text(simulation, "fuzz", line);
    avimd_close(simulation);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[] = "/tmp/avimd-fuzz-XXXXXX";
    int descriptor = mkstemp(path);
    if (descriptor < 0)
        abort();
    FILE *file = fdopen(descriptor, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        abort();
    run(path, "read_dump", "0 x y z box yes add keep");
    run(path, "rerun", "dump x y z box yes add keep");
    unlink(path);
    return 0;
}
