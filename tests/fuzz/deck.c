/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole deck, checked and not run: lexer, variables, formulas, control flow, every command. */
#include "target.h"

#include "avimd.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct avimd_options options;
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    avimd_options_default(&options);
    options.log = "none";
    options.threads = 1;
    options.check = 1;
    struct avimd *simulation = avimd_open(&options);
    if (simulation) {
        avimd_text(simulation, "fuzz", text);
        avimd_close(simulation);
    }
    free(text);
    return 0;
}
