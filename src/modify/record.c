/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of rows, see the header. */
#include "modify/record.h"

#include "base/files.h"
#include "base/memory.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum md_status md_record_name(struct md_record *record, const struct md_word *word, bool append,
                              struct md_error *error)
{
    if (record->path != NULL)
        return md_error_set(error, MD_ERR_VALUE, &word->place, "a file was named before: '%s'",
                            record->path);
    if (md_files_allow(word->files, word->text, MD_FILES_WRITE, &word->place, error))
        return error->status;
    record->path = md_memory_text(word->text);
    record->files = word->files;
    record->append = append;
    record->place = word->place;
    record->resume = -1;
    return record->path != NULL ? MD_OK : md_error_memory(error, "a file name");
}

static enum md_status failed(const struct md_record *record, const char *what,
                             struct md_error *error)
{
    return md_error_set(error, MD_ERR_FILE, &record->place, "cannot %s '%s': %s", what,
                        record->path, strerror(errno));
}

/* Goes on in a file of an earlier run of the program, if it is still there. */
static bool resume(struct md_record *record)
{
    record->file = md_files_stream(record->files, record->path, "r+");
    if (record->file == NULL)
        return false;
    if (fseek(record->file, 0, SEEK_END) == 0 && ftell(record->file) > record->resume &&
        ftruncate(fileno(record->file), (off_t)record->resume) == 0)
        (void)fseek(record->file, 0, SEEK_END);
    return true;
}

enum md_status md_record_open(struct md_record *record, bool *fresh, struct md_error *error)
{
    *fresh = false;
    errno = 0;
    if (record->file == NULL) {
        if (record->resume >= 0 && resume(record))
            return MD_OK;
        record->file = md_files_stream(record->files, record->path, record->append ? "a" : "w");
        if (record->file == NULL)
            return failed(record, "open", error);
        *fresh = true;
        return MD_OK;
    }
    if (record->overwrite && record->head >= 0)
        (void)fseek(record->file, record->head, SEEK_SET);
    return MD_OK;
}

void md_record_headed(struct md_record *record)
{
    record->head = ftell(record->file);
}

enum md_status md_record_flush(struct md_record *record, struct md_error *error)
{
    errno = 0;
    if (fflush(record->file) != 0 || ferror(record->file))
        return failed(record, "write", error);
    long end = record->overwrite ? ftell(record->file) : -1;
    if (end > 0 && ftruncate(fileno(record->file), end) != 0 && errno != EINVAL)
        return failed(record, "shorten", error);
    return MD_OK;
}

enum md_status md_record_keep(struct md_record *record, struct md_archive *archive,
                              struct md_error *error)
{
    int64_t state[2] = {record->resume, record->head};
    if (record->path == NULL)
        return MD_OK;
    if (!md_archive_reading(archive) && record->file != NULL)
        state[0] = ftell(record->file);
    enum md_status status = md_archive_ints(archive, "file", state, 2, error);
    record->resume = state[0];
    record->head = (long)state[1];
    return status;
}

enum md_status md_record_close(struct md_record *record, struct md_error *error)
{
    FILE *file = record->file;
    record->file = NULL;
    errno = 0;
    return file == NULL || fclose(file) == 0 ? MD_OK : failed(record, "close", error);
}

void md_record_free(struct md_record *record)
{
    struct md_error ignored;
    (void)md_record_close(record, &ignored);
    md_memory_free(record->path);
    *record = (struct md_record){.resume = -1};
}
