/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors as a person reads them: place, sentence, the deck's line, a caret, a hint. */
#ifndef MD_API_REPORT_H
#define MD_API_REPORT_H

#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>

void md_report_write(FILE *out, const struct md_error *error, bool color);

#endif
