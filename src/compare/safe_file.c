/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Written beside, then renamed: no reader ever sees half of a file. */
#include "compare/safe_file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

static enum md_status failed(const struct md_safe_file *safe, const char *what, int why,
                             struct md_error *error)
{
    md_error_set(error, MD_ERR_FILE, NULL, "cannot %s '%s': %s", what, safe->path,
                 why != 0 ? strerror(why) : "write error");
    if (why == ENOSPC || why == EDQUOT)
        return md_error_hint(error, "make room and give the same command again: finished runs are "
                                    "kept");
    return error->status;
}

enum md_status md_safe_file_open(struct md_safe_file *safe, struct md_error *error,
                                 const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(safe->path, sizeof safe->path, format, arguments);
    va_end(arguments);
    if (length < 0 || length >= (int)sizeof safe->path)
        return failed(safe, "write", ENAMETOOLONG, error);
    int why = md_partial_create(&safe->partial, &md_files_any, safe->path);
    if (why != 0)
        return failed(safe, "write", why, error);
    safe->file = fdopen(safe->partial.file, "wb");
    if (safe->file != NULL)
        return MD_OK;
    why = errno;
    close(safe->partial.file);
    md_partial_drop(&safe->partial);
    return failed(safe, "write", why, error);
}

enum md_status md_safe_file_close(struct md_safe_file *safe, int synced, struct md_error *error)
{
    errno = 0;
    bool bad = fflush(safe->file) != 0 || ferror(safe->file);
    if (synced && !bad && md_partial_regular(&safe->partial))
        bad = fsync(fileno(safe->file)) != 0;
    int why = errno;
    if (bad)
        failed(safe, "write", why, error);
    if (fclose(safe->file) != 0 && !bad) {
        bad = true;
        failed(safe, "close", errno, error);
    }
    if (bad) {
        md_partial_drop(&safe->partial);
        return error->status;
    }
    why = md_partial_keep(&safe->partial);
    return why == 0 ? MD_OK : failed(safe, "put in its place", why, error);
}
