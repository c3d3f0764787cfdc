/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files written beside their names, see the header. */
#include "base/partial.h"

#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 100, MOST_OF_NAME = 200 }; /* a name may have 255 bytes in all */

/* O_EXCL is what protects; a name that cannot be guessed keeps others from taking it before. */
static uint64_t chance(void)
{
    uint64_t bits;
    struct timespec now;
    if (getentropy(&bits, sizeof bits) == 0)
        return bits;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_nsec << 32) ^ (uint64_t)now.tv_sec ^ ((uint64_t)getpid() << 16);
}

/* Where the name in a path begins. */
static int folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (int)(slash - path) + 1 : 0;
}

static char *beside(const char *path)
{
    static const char form[] = "%.*s.partial.%08x.%.*s";
    int folder = folder_length(path);
    size_t room = strlen(path) + sizeof form + 16;
    char *name = md_memory_array(room, 1);
    if (name != NULL)
        snprintf(name, room, form, folder, path, (unsigned)chance(), MOST_OF_NAME, path + folder);
    return name;
}

static int give_up(struct md_partial *partial, int reason)
{
    md_memory_free(partial->name);
    md_memory_free(partial->path);
    *partial = (struct md_partial){.file = -1};
    return reason;
}

/* A new file, or a link to `from`. */
static int make(struct md_partial *partial, const char *from)
{
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
    for (int k = 0; k < TRIES; k++) {
        partial->name = beside(partial->path);
        if (partial->name == NULL)
            return give_up(partial, ENOMEM);
        int made = from != NULL
                       ? md_files_link(partial->files, from, partial->name)
                       : (partial->file = md_files_open(partial->files, partial->name, flags));
        if (made >= 0)
            return 0;
        if (errno != EEXIST)
            return give_up(partial, errno);
        md_memory_free(partial->name);
        partial->name = NULL;
    }
    return give_up(partial, EEXIST);
}

int md_partial_create(struct md_partial *partial, const struct md_files *files, const char *path)
{
    struct stat there;
    *partial = (struct md_partial){.files = files, .path = md_memory_text(path), .file = -1};
    if (partial->path == NULL)
        return give_up(partial, ENOMEM);
    if (md_files_stat(files, path, &there) != 0 || S_ISREG(there.st_mode))
        return make(partial, NULL);
    partial->file = md_files_open(files, path, O_WRONLY | O_NOCTTY);
    return partial->file >= 0 ? 0 : give_up(partial, errno);
}

int md_partial_link(struct md_partial *partial, const struct md_files *files, const char *from,
                    const char *path)
{
    *partial = (struct md_partial){.files = files, .path = md_memory_text(path), .file = -1};
    return partial->path != NULL ? make(partial, from) : give_up(partial, ENOMEM);
}

/* .partial.xxxxxxxx.NAME */
static bool is_partial(const char *name)
{
    static const char prefix[] = ".partial.";
    const char *chance_at = name + sizeof prefix - 1;
    return strncmp(name, prefix, sizeof prefix - 1) == 0 &&
           strspn(chance_at, "0123456789abcdef") == 8 && chance_at[8] == '.';
}

char *md_partial_left(const struct md_files *files, const char *path)
{
    int folder = folder_length(path);
    size_t room = (size_t)folder + NAME_MAX + 2;
    char *name = md_memory_array(room, 1);
    if (name == NULL)
        return NULL;
    snprintf(name, room, "%.*s.", folder, path);
    DIR *entries = md_files_folder(files, name);
    name[0] = '\0';
    for (struct dirent *entry; entries != NULL && name[0] == '\0';) {
        entry = readdir(entries);
        if (entry == NULL)
            break;
        if (is_partial(entry->d_name))
            snprintf(name, room, "%.*s%s", folder, path, entry->d_name);
    }
    if (entries != NULL)
        closedir(entries);
    if (name[0] != '\0')
        return name;
    md_memory_free(name);
    return NULL;
}

bool md_partial_regular(const struct md_partial *partial)
{
    return partial->name != NULL;
}

int md_partial_keep(struct md_partial *partial)
{
    if (partial->name == NULL || md_files_rename(partial->files, partial->name, partial->path) == 0)
        return give_up(partial, 0);
    int reason = errno;
    md_partial_drop(partial);
    return reason;
}

void md_partial_drop(struct md_partial *partial)
{
    if (partial->name != NULL)
        (void)md_files_remove(partial->files, partial->name);
    give_up(partial, 0);
}
