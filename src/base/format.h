/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Number formats written by users (thermo_modify, dump_modify, fix ave/time ... format).  A format
 * is checked down to the last character before it ever reaches printf: exactly one conversion, of
 * the kind of the column, with bounded width and precision, no '*' and no surprises.
 */
#ifndef MD_BASE_FORMAT_H
#define MD_BASE_FORMAT_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum md_format_kind { MD_FORMAT_INT, MD_FORMAT_FLOAT, MD_FORMAT_TEXT };

#define MD_FORMAT_SIZE   64  /* of a checked format */
#define MD_FORMAT_OUTPUT 640 /* what one checked format can print at most (texts are cut) */

/* Checks text and writes its safe form to out: integers always as %lld, for which LAMMPS's %d, %ld
 * and %lld all stand.  place is that of the deck word the text came from. */
enum md_status md_format_read(const char *text, enum md_format_kind kind,
                              const struct md_place *place, char out[MD_FORMAT_SIZE],
                              struct md_error *error);

/* Prints through a format that md_format_read made; returns the number of characters in buffer. */
size_t md_format_int(char buffer[MD_FORMAT_OUTPUT], const char *format, int64_t value);
size_t md_format_float(char buffer[MD_FORMAT_OUTPUT], const char *format, double value);
size_t md_format_text(char buffer[MD_FORMAT_OUTPUT], const char *format, const char *value);

#endif
