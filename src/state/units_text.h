/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The unit systems in words, for --list, --help and the manual. */
#ifndef MD_STATE_UNITS_TEXT_H
#define MD_STATE_UNITS_TEXT_H

struct md_units_text {
    const char *name, *usage, *summary, *manual;
};

/* NULL: nobody wrote anything about these. */
const struct md_units_text *md_units_text_find(const char *name);

#endif
