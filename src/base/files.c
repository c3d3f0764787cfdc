/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files a deck names, see the header. */
#include "base/files.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define PATH_SIZE  4096
#define MOST_DEPTH 64 /* folders inside of folders */
#define MOST_LINKS 40

const struct md_files md_files_any = {.folder = -1};

/* ------------------------------------------------------------------ following a name */

/* A name on its way: the folders opened so far, and what is left of the name. */
struct walk {
    const struct md_files *files;
    enum md_files_use use;
    int folder[MOST_DEPTH]; /* [0] is not ours to close */
    int depth, links;
    char rest[PATH_SIZE];
    char part[NAME_MAX + 1]; /* the last part, inside of the innermost folder */
    const char *why;         /* refused: completes "NAME ..." */
};

static void leave(struct walk *walk, int depth)
{
    while (walk->depth > depth)
        close(walk->folder[walk->depth--]);
}

/* The innermost folder, held as long as the walk. */
static int innermost(const struct walk *walk)
{
    return walk->folder[walk->depth];
}

static bool refuse(struct walk *walk, const char *why)
{
    walk->why = why;
    errno = EPERM;
    return false;
}

static bool fail(int reason)
{
    errno = reason;
    return false;
}

/* The name below the folder of an absolute one, or NULL. */
static const char *below(const struct md_files *files, const char *name)
{
    size_t length = strlen(files->name);
    if (strncmp(name, files->name, length) != 0 || (name[length] != '/' && name[length] != '\0'))
        return NULL;
    return name + length;
}

/* Puts a name, or the target of a link, before what is left. */
static bool put_first(struct walk *walk, const char *name)
{
    char old[PATH_SIZE];
    if (name[0] == '/') {
        name = below(walk->files, name);
        if (name == NULL)
            return refuse(walk, walk->links > 0 ? "is a link that leads out of the working folder"
                                                : "is not below the working folder");
        leave(walk, 0);
    }
    memcpy(old, walk->rest, strlen(walk->rest) + 1);
    int n = snprintf(walk->rest, sizeof walk->rest, "%s/%s", name, old);
    return n < PATH_SIZE ? true : fail(ENAMETOOLONG);
}

/* Takes the next part off what is left; false at the end of it. */
static bool next_part(struct walk *walk, bool *last)
{
    const char *start = walk->rest + strspn(walk->rest, "/");
    size_t length = strcspn(start, "/");
    if (length == 0 || length > NAME_MAX)
        return false;
    memcpy(walk->part, start, length);
    walk->part[length] = '\0';
    start += length;
    *last = start[strspn(start, "/")] == '\0';
    memmove(walk->rest, start, strlen(start) + 1);
    return true;
}

static bool follow_link(struct walk *walk)
{
    char target[PATH_SIZE];
    ssize_t length = readlinkat(innermost(walk), walk->part, target, sizeof target - 1);
    if (length < 0)
        return false;
    target[length] = '\0';
    if (++walk->links > MOST_LINKS)
        return fail(ELOOP);
    memcpy(walk->part, ".", 2); /* the link itself is passed */
    return put_first(walk, target);
}

static bool enter(struct walk *walk)
{
    if (walk->depth + 1 == MOST_DEPTH)
        return refuse(walk, "is in too many folders");
    int fd = openat(innermost(walk), walk->part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return false;
    walk->folder[++walk->depth] = fd;
    return true;
}

/* Programs read such files unasked (.git/config, .bashrc): there is no honest use in a deck. */
static bool is_hidden(const char *part)
{
    static const char own[] = ".partial."; /* files of ours that are not complete yet */
    return part[0] == '.' && strncmp(part, own, sizeof own - 1) != 0;
}

/* One part of the name. */
static bool pass(struct walk *walk, bool last)
{
    struct stat about;
    if (strcmp(walk->part, ".") == 0)
        return true;
    if (strcmp(walk->part, "..") == 0) {
        if (walk->depth == 0)
            return refuse(walk, "is a link that leads out of the working folder");
        leave(walk, walk->depth - 1);
        return true;
    }
    if (walk->use == MD_FILES_WRITE && is_hidden(walk->part))
        return refuse(walk, "is hidden or in a hidden folder (a name that begins with a dot)");
    if (fstatat(innermost(walk), walk->part, &about, AT_SYMLINK_NOFOLLOW) != 0)
        return last && errno == ENOENT; /* the last part may be made */
    if (S_ISLNK(about.st_mode))
        return follow_link(walk);
    return last || enter(walk);
}

/* In the deck's own name; targets of links may go up inside of the folder. */
static bool goes_up(const char *name)
{
    for (const char *at = name; *at; at += strcspn(at, "/")) {
        at += strspn(at, "/");
        if (strncmp(at, "..", 2) == 0 && strcspn(at, "/") == 2)
            return true;
    }
    return false;
}

/* Follows the name to the folder of its last part.  False: errno, and why if it is refused. */
static bool walk_to(struct walk *walk, const struct md_files *files, const char *name,
                    enum md_files_use use)
{
    bool last = false;
    *walk = (struct walk){.files = files, .use = use, .folder = {files->folder}, .part = "."};
    if (goes_up(name))
        return refuse(walk, "contains '..'");
    if (strlen(name) >= PATH_SIZE)
        return fail(ENAMETOOLONG);
    if (name[0] == '\0')
        return fail(ENOENT);
    bool good = put_first(walk, name);
    while (good && walk->rest[strspn(walk->rest, "/")] != '\0')
        good = next_part(walk, &last) ? pass(walk, last) : fail(ENAMETOOLONG);
    if (good && strcmp(walk->part, "..") == 0) /* of a link; that folder is the innermost now */
        memcpy(walk->part, ".", 2);
    if (!good) {
        int reason = errno;
        leave(walk, 0);
        errno = reason;
    }
    return good;
}

/* What is wrong with the file itself; a second name may be that of a file elsewhere. */
static const char *bad_file(const struct stat *about, enum md_files_use use)
{
    if (!S_ISREG(about->st_mode) && !S_ISDIR(about->st_mode))
        return "is no ordinary file";
    if (use == MD_FILES_WRITE && S_ISREG(about->st_mode) && about->st_nlink > 1)
        return "has another name elsewhere (a hard link)";
    return NULL;
}

/* Why a confined deck may not use the file; NULL: it may, as far as names go. */
static const char *refusal(const struct md_files *files, const char *name, enum md_files_use use)
{
    struct walk walk;
    struct stat about;
    bool good = walk_to(&walk, files, name, use);
    if (good && fstatat(innermost(&walk), walk.part, &about, AT_SYMLINK_NOFOLLOW) == 0)
        walk.why = bad_file(&about, use);
    leave(&walk, 0);
    return walk.why;
}

/* ------------------------------------------------------------------ what is allowed */

const char *md_files_why(const struct md_files *files, const char *name, enum md_files_use use)
{
    return files->folder >= 0 ? refusal(files, name, use) : NULL;
}

enum md_status md_files_refuse(const struct md_files *files, const struct md_place *place,
                               struct md_error *error, const char *what)
{
    char text[MD_ERROR_TEXT + 40];
    if (files == NULL || files->folder < 0)
        return MD_OK;
    if (files->confined) {
        md_error_set(error, MD_ERR_UNSUPPORTED, place, "--confine refuses %s", what);
        return md_error_hint(error,
                             "a confined deck uses only files below %.150s, its working "
                             "folder",
                             files->name);
    }
    snprintf(text, sizeof text, "--confine would refuse %s", what);
    if (files->report != NULL)
        files->report(files->context, place, text);
    return MD_OK;
}

enum md_status md_files_allow(const struct md_files *files, const char *name, enum md_files_use use,
                              const struct md_place *place, struct md_error *error)
{
    char what[MD_ERROR_TEXT - 40];
    const char *why = files != NULL ? md_files_why(files, name, use) : NULL;
    if (why == NULL)
        return MD_OK;
    snprintf(what, sizeof what, "to %s '%.200s', which %s",
             use == MD_FILES_WRITE ? "write" : "read", name, why);
    return md_files_refuse(files, place, error, what);
}

/* Whether the folder is the home folder or above it: then it is no limit. */
static bool holds_home(int folder)
{
    const char *home = getenv("HOME");
    struct stat wanted, here, up;
    int at = home != NULL ? open(home, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    bool holds = false, more = at >= 0 && fstat(folder, &wanted) == 0 && fstat(at, &here) == 0;
    while (more && !holds) {
        int above = openat(at, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        holds = here.st_dev == wanted.st_dev && here.st_ino == wanted.st_ino;
        more = above >= 0 && fstat(above, &up) == 0 &&
               (up.st_dev != here.st_dev || up.st_ino != here.st_ino);
        close(at);
        at = above;
        here = up;
    }
    if (at >= 0)
        close(at);
    return holds;
}

enum md_status md_files_begin(struct md_files *files, bool confined, struct md_error *error)
{
    char name[PATH_SIZE];
    *files = (struct md_files){.folder = -1, .confined = confined};
    int folder = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 || getcwd(name, sizeof name) == NULL) {
        md_error_set(error, MD_ERR_FILE, NULL, "cannot open the working folder: %s",
                     strerror(errno));
    } else if (confined && holds_home(folder)) {
        md_error_set(error, MD_ERR_VALUE, NULL,
                     "--confine in %.200s, which is or holds your home folder, would protect "
                     "nothing",
                     name);
        md_error_hint(error, "start in a folder of its own: mkdir trial; cd trial");
    } else if ((files->name = md_memory_text(name)) == NULL) {
        md_error_memory(error, "the name of the working folder");
    } else {
        files->folder = folder;
        return MD_OK;
    }
    if (folder >= 0)
        close(folder);
    return error->status;
}

void md_files_end(struct md_files *files)
{
    if (files->folder >= 0)
        close(files->folder);
    md_memory_free(files->name);
    *files = md_files_any;
}

/* ------------------------------------------------------------------ opening */

static bool is_confined(const struct md_files *files)
{
    return files == NULL || files->confined;
}

/* The walk of a confined name, or nothing of it. */
static bool begin(struct walk *walk, const struct md_files *files, const char *name,
                  enum md_files_use use)
{
    *walk = (struct walk){0};
    return files != NULL && files->folder >= 0 ? walk_to(walk, files, name, use) : fail(EPERM);
}

/* Closes the walk without losing errno. */
static int end(struct walk *walk, int result)
{
    int reason = errno;
    leave(walk, 0);
    errno = reason;
    return result;
}

static int close_with(int fd, int reason)
{
    close(fd);
    errno = reason;
    return -1;
}

/* The file is looked at when it is open, and only then emptied. */
static int open_part(int folder, const char *part, int flags, enum md_files_use use)
{
    struct stat about;
    int fd = openat(folder, part, (flags & ~O_TRUNC) | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    if (fd < 0)
        return -1;
    if (fstat(fd, &about) != 0 || bad_file(&about, use) != NULL)
        return close_with(fd, EPERM);
    int modes = fcntl(fd, F_GETFL);
    if (modes < 0 || fcntl(fd, F_SETFL, modes & ~O_NONBLOCK) != 0 ||
        ((flags & O_TRUNC) && ftruncate(fd, 0) != 0))
        return close_with(fd, errno);
    return fd;
}

int md_files_open(const struct md_files *files, const char *name, int flags)
{
    enum md_files_use use = (flags & O_ACCMODE) == O_RDONLY ? MD_FILES_READ : MD_FILES_WRITE;
    struct walk walk;
    if (!is_confined(files))
        return open(name, flags | O_CLOEXEC, 0666);
    if (!begin(&walk, files, name, use))
        return -1;
    return end(&walk, open_part(innermost(&walk), walk.part, flags, use));
}

/* The flags of a mode of fopen or gzopen. */
static int flags_of(const char *mode)
{
    int flags = strchr(mode, '+') != NULL ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
    if (mode[0] == 'w')
        flags |= O_CREAT | O_TRUNC;
    if (mode[0] == 'a')
        flags |= O_CREAT | O_APPEND;
    return flags;
}

FILE *md_files_stream(const struct md_files *files, const char *name, const char *mode)
{
    int fd = md_files_open(files, name, flags_of(mode));
    FILE *file = fd >= 0 ? fdopen(fd, mode) : NULL;
    if (fd >= 0 && file == NULL)
        close_with(fd, errno);
    return file;
}

gzFile md_files_gzip(const struct md_files *files, const char *name, const char *mode)
{
    int fd = md_files_open(files, name, flags_of(mode));
    gzFile file = fd >= 0 ? gzdopen(fd, mode) : NULL;
    if (fd >= 0 && file == NULL)
        close_with(fd, ENOMEM);
    return file;
}

DIR *md_files_folder(const struct md_files *files, const char *name)
{
    int fd = md_files_open(files, name, O_RDONLY | O_DIRECTORY);
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
    if (fd >= 0 && folder == NULL)
        close_with(fd, errno);
    return folder;
}

int md_files_stat(const struct md_files *files, const char *name, struct stat *about)
{
    struct walk walk;
    if (!is_confined(files))
        return stat(name, about);
    if (!begin(&walk, files, name, MD_FILES_READ))
        return -1;
    return end(&walk, fstatat(innermost(&walk), walk.part, about, AT_SYMLINK_NOFOLLOW));
}

bool md_files_readable(const struct md_files *files, const char *name)
{
    if (!is_confined(files))
        return access(name, R_OK) == 0;
    int fd = md_files_open(files, name, O_RDONLY);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static int rename_at(int from_folder, const char *from, int to_folder, const char *to)
{
    return renameat(from_folder, from, to_folder, to);
}

static int link_at(int from_folder, const char *from, int to_folder, const char *to)
{
    return linkat(from_folder, from, to_folder, to, 0);
}

/* renameat or linkat, from one confined name to another. */
static int between(const struct md_files *files, const char *from, const char *to,
                   int (*act)(int, const char *, int, const char *))
{
    struct walk first, second;
    if (!is_confined(files))
        return act(AT_FDCWD, from, AT_FDCWD, to);
    if (!begin(&first, files, from, MD_FILES_WRITE))
        return -1;
    if (!begin(&second, files, to, MD_FILES_WRITE))
        return end(&first, -1);
    int result = act(innermost(&first), first.part, innermost(&second), second.part);
    return end(&first, end(&second, result));
}

int md_files_rename(const struct md_files *files, const char *from, const char *to)
{
    return between(files, from, to, rename_at);
}

int md_files_link(const struct md_files *files, const char *from, const char *to)
{
    return between(files, from, to, link_at);
}

int md_files_remove(const struct md_files *files, const char *name)
{
    struct walk walk;
    if (!is_confined(files))
        return unlink(name);
    if (!begin(&walk, files, name, MD_FILES_WRITE))
        return -1;
    return end(&walk, unlinkat(innermost(&walk), walk.part, 0));
}
