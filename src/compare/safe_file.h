/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are there completely or not at all: written beside their name, then renamed. */
#ifndef MD_COMPARE_SAFE_FILE_H
#define MD_COMPARE_SAFE_FILE_H

#include "base/error.h"
#include "base/partial.h"

#include <stdio.h>

#define MD_SAFE_PATH 1200

struct md_safe_file {
    FILE *file;
    char path[MD_SAFE_PATH];
    struct md_partial partial;
};

/* The file is folder/name, made of the format. */
enum md_status md_safe_file_open(struct md_safe_file *safe, struct md_error *error,
                                 const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Puts it in its place; `synced`: it is on the disk then. */
enum md_status md_safe_file_close(struct md_safe_file *safe, int synced, struct md_error *error);

#endif
