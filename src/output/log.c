/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The log.  The log file is line-buffered: when a run is killed, every row it finished is on the
 * disk.  The screen keeps the buffering its owner gave it.
 */
#include "output/log.h"

#include "base/memory.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

void md_log_init(struct md_log *log, FILE *screen)
{
    memset(log, 0, sizeof *log);
    log->screen = screen;
    log->echo_file = true;
}

/* Only the first failure of each knows the reason. */
static void fail(struct md_log *log, bool screen)
{
    struct md_log_failure *failure = screen ? &log->screen_failure : &log->file_failure;
    log->failed = true;
    if (!failure->happened)
        *failure = (struct md_log_failure){true, errno};
}

static void close_file(struct md_log *log)
{
    errno = 0;
    if (log->file != NULL && fclose(log->file) != 0)
        fail(log, false);
    log->file = NULL;
}

enum md_status md_log_open(struct md_log *log, const struct md_files *files, const char *path,
                           bool append, struct md_error *error)
{
    close_file(log);
    if (log->failed)
        return md_log_flush(log, error);
    md_memory_free(log->path);
    log->path = NULL;
    if (log->quiet || strcmp(path, "none") == 0)
        return MD_OK;
    log->path = md_memory_text(path);
    if (log->path == NULL)
        return md_error_memory(error, "the name of the log file");
    errno = 0;
    log->file = md_files_stream(files, path, append ? "a" : "w");
    if (log->file == NULL)
        return md_error_set(error, MD_ERR_FILE, NULL, "cannot open log file '%s' for writing: %s",
                            path, strerror(errno));
    setvbuf(log->file, NULL, _IOLBF, BUFSIZ);
    return MD_OK;
}

void md_log_write(struct md_log *log, unsigned targets, const char *text)
{
    if (log->quiet)
        return;
    errno = 0;
    if ((targets & MD_LOG_FILE) != 0 && log->file != NULL && fputs(text, log->file) == EOF)
        fail(log, false);
    if ((targets & MD_LOG_SCREEN) != 0 && log->screen != NULL && fputs(text, log->screen) == EOF)
        fail(log, true);
}

static void print_to(struct md_log *log, FILE *file, bool screen, const char *format, va_list list)
{
    if (file != NULL && vfprintf(file, format, list) < 0)
        fail(log, screen);
}

void md_log_print(struct md_log *log, const char *format, ...)
{
    va_list list;
    if (log->quiet)
        return;
    errno = 0;
    va_start(list, format);
    print_to(log, log->file, false, format, list);
    va_end(list);
    va_start(list, format);
    print_to(log, log->screen, true, format, list);
    va_end(list);
}

void md_log_warn(struct md_log *log, const struct md_place *place, const char *format, ...)
{
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    log->warnings++;
    if (place != NULL && place->file != NULL)
        md_log_print(log, "WARNING: %s (%s:%d)\n", text, place->file, place->line);
    else
        md_log_print(log, "WARNING: %s\n", text);
}

static const char *reason(const struct md_log_failure *failure)
{
    return failure->reason != 0 ? strerror(failure->reason) : "write error";
}

/* The file's failure or else the screen's; the other one is kept for the next call. */
static enum md_status judge(struct md_log *log, struct md_error *error)
{
    if (!log->failed)
        return MD_OK;
    if (log->file_failure.happened) {
        md_error_set(error, MD_ERR_FILE, NULL, "cannot write log file '%s': %s",
                     log->path != NULL ? log->path : "", reason(&log->file_failure));
        if (log->file != NULL)
            fclose(log->file);
        log->file = NULL;
        log->file_failure.happened = false;
    } else {
        md_error_set(error, MD_ERR_FILE, NULL, "cannot write to the screen: %s",
                     reason(&log->screen_failure));
        log->screen = NULL;
        log->screen_failure.happened = false;
    }
    log->failed = log->screen_failure.happened;
    return error->status;
}

enum md_status md_log_flush(struct md_log *log, struct md_error *error)
{
    errno = 0;
    if (log->file != NULL && fflush(log->file) != 0)
        fail(log, false);
    if (log->screen != NULL && !log->quiet && fflush(log->screen) != 0)
        fail(log, true);
    return judge(log, error);
}

enum md_status md_log_close(struct md_log *log, struct md_error *error)
{
    close_file(log);
    return judge(log, error);
}

void md_log_free(struct md_log *log)
{
    close_file(log);
    md_memory_free(log->path);
    log->path = NULL;
}
