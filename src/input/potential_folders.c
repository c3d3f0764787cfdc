/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tables that came with this program are found from the program itself: `make install` may be
 * given another prefix than configure was, a folder may be moved as a whole, and nothing is
 * installed while one tries a fresh build.  Only where a system cannot say where its code lies does
 * the prefix that configure knew decide.
 */
#include "input/potential_folders.h"

#include "base/files.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef MD_POTENTIALS_DIR
#define MD_POTENTIALS_DIR ""
#endif

/* The i-th of a list separated by colons, without the empty ones. */
static bool of_list(const char *list, int *i, char folder[MD_FOLDER_SIZE])
{
    for (const char *at = list; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, ":");
        if (length > 0 && length < MD_FOLDER_SIZE && (*i)-- == 0) {
            snprintf(folder, MD_FOLDER_SIZE, "%.*s", (int)length, at);
            return true;
        }
        at += length;
        at += *at == ':';
    }
    return false;
}

/* The folder of the program or shared library that this code is in; "": unknown. */
static void own_folder(char folder[MD_FOLDER_SIZE])
{
    char line[MD_FOLDER_SIZE + 128];
    union {
        bool (*code)(int, char *);
        uintptr_t address;
    } here = {.code = md_potential_folder};
    FILE *maps = md_files_stream(&md_files_any, "/proc/self/maps", "r");
    folder[0] = '\0';
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        unsigned long long from, to;
        char *path = strchr(line, '/');
        if (path == NULL || sscanf(line, "%llx-%llx", &from, &to) != 2 || here.address < from ||
            here.address >= to)
            continue;
        path[strcspn(path, "\n")] = '\0';
        *strrchr(path, '/') = '\0';
        snprintf(folder, MD_FOLDER_SIZE, "%.*s", MD_FOLDER_SIZE - 1, path);
        break;
    }
    if (maps != NULL)
        fclose(maps);
}

/* The source tree of a folder something was built in, as its Makefile says; "": nothing was. */
static void source_of(const char *build, char source[MD_FOLDER_SIZE])
{
    static const char key[] = "abs_top_srcdir = ";
    char path[MD_FOLDER_SIZE + 32], line[MD_FOLDER_SIZE];
    source[0] = '\0';
    snprintf(path, sizeof path, "%s/config.status", build);
    if (!md_files_readable(&md_files_any, path))
        return;
    snprintf(path, sizeof path, "%s/Makefile", build);
    FILE *makefile = md_files_stream(&md_files_any, path, "r");
    while (makefile != NULL && source[0] == '\0' && fgets(line, sizeof line, makefile) != NULL)
        if (strncmp(line, key, sizeof key - 1) == 0) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(source, MD_FOLDER_SIZE, "%s", line + sizeof key - 1);
        }
    if (makefile != NULL)
        fclose(makefile);
}

/* Takes out each "NAME/..", which is right where nothing on the way is a link. */
static void tidy(char *path)
{
    for (char *up; (up = strstr(path, "/../")) != NULL && up != path;) {
        char *name = up;
        while (name > path && *--name != '/')
            continue;
        memmove(name, up + 3, strlen(up + 3) + 1);
    }
}

/* The k-th folder that tables may have come to with this program, or "". */
static void candidate(int k, const char *own, char path[MD_FOLDER_SIZE])
{
    static const char *const beside[] = {"", "/../share/avimd", "/../../share/avimd"};
    char source[MD_FOLDER_SIZE] = "", build[MD_FOLDER_SIZE];
    int n = 0;
    if (k < 2 && own[0] != '\0') { /* a build tree, or .libs in one */
        if (snprintf(build, sizeof build, "%s%s", own, k == 0 ? "" : "/..") < MD_FOLDER_SIZE)
            source_of(build, source);
        n = source[0] != '\0' ? snprintf(path, MD_FOLDER_SIZE, "%s/potentials", source) : 0;
    } else if (k >= 2 && k < 5 && own[0] != '\0') {
        n = snprintf(path, MD_FOLDER_SIZE, "%s%s/potentials", own, beside[k - 2]);
    } else if (k == 5) {
        n = snprintf(path, MD_FOLDER_SIZE, "%s", MD_POTENTIALS_DIR);
    }
    if (n <= 0 || n >= MD_FOLDER_SIZE)
        path[0] = '\0';
    tidy(path);
}

/* The i-th of those that exist; what configure's prefix names may have been seen before. */
static bool of_program(int i, char folder[MD_FOLDER_SIZE])
{
    char own[MD_FOLDER_SIZE], other[MD_FOLDER_SIZE];
    own_folder(own);
    for (int k = 0; k < 6; k++) {
        candidate(k, own, folder);
        bool fresh = folder[0] != '\0' && md_files_readable(&md_files_any, folder);
        for (int m = 0; fresh && m < k; m++) {
            candidate(m, own, other);
            fresh = strcmp(folder, other) != 0;
        }
        if (fresh && i-- == 0)
            return true;
    }
    return false;
}

bool md_potential_folder(int i, char folder[MD_FOLDER_SIZE])
{
    return of_list(getenv("LAMMPS_POTENTIALS"), &i, folder) || of_program(i, folder);
}
