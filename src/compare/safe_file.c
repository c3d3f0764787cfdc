/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Written beside, then renamed: no reader ever sees half of a file. */
#include "compare/safe_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static enum md_status failed(const struct md_safe_file *safe, const char *what,
                             struct md_error *error)
{
    int why = errno;
    md_error_set(error, MD_ERR_FILE, NULL, "cannot %s '%s': %s", what, safe->path, strerror(why));
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
    vsnprintf(safe->path, sizeof safe->path - 32, format, arguments);
    va_end(arguments);
    snprintf(safe->beside, sizeof safe->beside, "%.1160s.%ld~", safe->path, (long)getpid());
    safe->file = fopen(safe->beside, "wb");
    return safe->file != NULL ? MD_OK : failed(safe, "write", error);
}

enum md_status md_safe_file_close(struct md_safe_file *safe, int synced, struct md_error *error)
{
    int bad = fflush(safe->file) != 0 || ferror(safe->file);
    if (synced && !bad)
        bad = fsync(fileno(safe->file)) != 0;
    if (bad)
        failed(safe, "write", error);
    bad = fclose(safe->file) != 0 || bad;
    if (!bad && rename(safe->beside, safe->path) == 0)
        return MD_OK;
    if (!bad)
        failed(safe, "put in its place", error);
    (void)remove(safe->beside);
    return error->status != MD_OK ? error->status : failed(safe, "close", error);
}
