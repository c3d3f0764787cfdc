/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A reading of the deck's text that knows quotes, comments and four ways of naming a variable: $x,
 * ${name}, v_name, and the word after variable, next, var or set AXIS.  It follows include and jump
 * where the file's name is plain.
 */
#include "deck/uses.h"

#include "base/memory.h"
#include "base/nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES = 64, LARGEST = 1 << 26 };

struct reader {
    const struct md_files *files; /* what files a deck may read */
    const char *name;
    enum md_use use;
    char *file[FILES]; /* names of those read, so that none is read twice */
    int count;
    char *near; /* the nearest of all names so far */
};

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static void found(struct reader *reader, enum md_use use)
{
    reader->use = use > reader->use ? use : reader->use;
}

/* A name of `length` characters stands where a variable is used. */
static void used(struct reader *reader, const char *text, size_t length)
{
    char one[MD_USES_NAME];
    if (length == strlen(reader->name) && strncmp(text, reader->name, length) == 0)
        found(reader, MD_USE_SURE);
    if (length == 0 || length >= sizeof one)
        return;
    memcpy(one, text, length);
    one[length] = '\0';
    const char *both[] = {reader->near[0] ? reader->near : one, one, NULL};
    if (md_nearest_of(reader->name, both) == one)
        memcpy(reader->near, one, length + 1);
}

static size_t name_length(const char *text)
{
    size_t n = 0;
    while (is_name(text[n]))
        n++;
    return n;
}

/* $x, ${name}, $(formula): how many characters to go on behind. */
static size_t dollar(struct reader *reader, const char *at)
{
    if (at[1] != '{') {
        if (is_name(at[1]))
            used(reader, at + 1, 1);
        return is_name(at[1]) ? 2 : 1;
    }
    size_t n = strcspn(at + 2, "}\n");
    if (memchr(at + 2, '$', n) != NULL)
        found(reader, MD_USE_MAYBE);
    used(reader, at + 2, n);
    return 2; /* what is inside may be a name of its own */
}

static void read_file(struct reader *reader, const struct md_files *files, const char *path);

/* The word after one that may be followed by a variable or a file. */
static void after(struct reader *reader, const char *word, size_t length, const char *next)
{
    static const char *const commands[] = {"variable", "next", "var", "include",
                                           "jump",     "set",  NULL};
    char path[1024];
    int which = 0;
    while (commands[which] != NULL &&
           (strlen(commands[which]) != length || strncmp(word, commands[which], length) != 0))
        which++;
    if (commands[which] == NULL)
        return;
    next += strspn(next, " \t\"',(&");
    if (which == 5) { /* set x NAME */
        next += strcspn(next, " \t\n");
        next += strspn(next, " \t");
    }
    size_t n = which == 3 || which == 4 ? strcspn(next, " \t\n\"'") : name_length(next);
    if (memchr(next, '$', n) != NULL || (n == 0 && *next == '$')) {
        found(reader, MD_USE_MAYBE);
        return;
    }
    if (which < 3 || which == 5) {
        used(reader, next, n);
        while (which == 1 && (next += n, next += strspn(next, " \t"), n = name_length(next)) > 0)
            used(reader, next, n);
        return;
    }
    if (n > 0 && n < sizeof path && strncmp(next, "SELF", n) != 0) {
        memcpy(path, next, n);
        path[n] = '\0';
        read_file(reader, reader->files, path);
    }
}

/* A word of the deck: v_name, a plain one, or a command. */
static size_t word(struct reader *reader, const char *at)
{
    size_t n = name_length(at);
    if (n > 2 && strncmp(at, "v_", 2) == 0)
        used(reader, at + 2, n - 2);
    if (n >= 2 && strncmp(at, "v_", 2) == 0 && at[n] == '$')
        found(reader, MD_USE_MAYBE);
    if (n == strlen(reader->name) && strncmp(at, reader->name, n) == 0)
        found(reader, MD_USE_MAYBE);
    after(reader, at, n, at + n);
    return n;
}

static void read_text(struct reader *reader, const char *text)
{
    char quote = '\0';
    bool thrice = false, begins = true; /* a line */
    for (const char *c = text; *c != '\0';) {
        if (quote != '\0' && *c == quote && (!thrice || strncmp(c, "\"\"\"", 3) == 0)) {
            c += thrice ? 3 : 1;
            quote = '\0';
        } else if (quote == '\0' && (*c == '"' || *c == '\'')) {
            thrice = strncmp(c, "\"\"\"", 3) == 0;
            quote = *c;
            c += thrice ? 3 : 1;
        } else if (quote == '\0' && *c == '#') {
            c += strcspn(c, "\n");
        } else if (*c == '$') {
            if (begins)
                found(reader, MD_USE_MAYBE); /* a command made at run time */
            c += dollar(reader, c);
        } else if (is_name(*c)) {
            c += word(reader, c);
        } else {
            if (*c == '\n' && !thrice)
                quote = '\0';
            begins = *c == '\n' || (begins && isspace((unsigned char)*c));
            c++;
            continue;
        }
        begins = false;
    }
}

static void read_file(struct reader *reader, const struct md_files *files, const char *path)
{
    for (int k = 0; k < reader->count; k++)
        if (strcmp(reader->file[k], path) == 0)
            return;
    struct stat about; /* a pipe can be read only once */
    bool plain = reader->count < FILES && md_files_stat(files, path, &about) == 0 &&
                 S_ISREG(about.st_mode) && about.st_size < LARGEST;
    FILE *file = plain ? md_files_stream(files, path, "r") : NULL;
    char *copy = md_memory_text(path),
         *text = file != NULL ? md_memory_array((size_t)about.st_size + 1, 1) : NULL;
    if (copy != NULL && text != NULL) {
        reader->file[reader->count++] = copy;
        copy = NULL;
        text[fread(text, 1, (size_t)about.st_size, file)] = '\0';
        read_text(reader, text);
    } else {
        found(reader, MD_USE_MAYBE); /* it may be written before it is read */
    }
    if (file != NULL)
        fclose(file);
    md_memory_free(copy);
    md_memory_free(text);
}

enum md_use md_uses_variable(const struct md_files *files, const char *path, const char *text,
                             const char *name, char near[MD_USES_NAME])
{
    struct reader reader = {.files = files, .name = name, .near = near};
    near[0] = '\0';
    if (path != NULL)
        read_file(&reader, &md_files_any, path); /* the user's own word */
    else
        read_text(&reader, text);
    for (int k = 0; k < reader.count; k++)
        md_memory_free(reader.file[k]);
    return reader.use;
}
