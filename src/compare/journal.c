/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal: one write and one fsync for each run; a torn last line is cut off when it is read.
 */
#include "compare/journal.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINE 2048

uint64_t md_journal_hash(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ byte[i]) * 1099511628211u;
    return hash;
}

static enum md_status failed(const char *what, const char *path, struct md_error *error)
{
    int why = errno;
    md_error_set(error, MD_ERR_FILE, NULL, "cannot %s '%s': %s", what, path, strerror(why));
    if (why == EACCES || why == EROFS || why == EPERM)
        md_error_hint(error, "choose a folder that can be written to, with --out DIR");
    return error->status;
}

static enum md_status put(struct md_journal *journal, const char *line, size_t length,
                          struct md_error *error)
{
    errno = 0;
    ssize_t done = write(journal->file, line, length);
    if (done >= 0 && done < (ssize_t)length)
        errno = ENOSPC;
    if (done == (ssize_t)length && fsync(journal->file) == 0)
        return MD_OK;
    failed("write", "journal", error);
    return md_error_hint(error, "mend that (is the disk full?) and give the same command again: "
                                "finished runs are kept");
}

/* All of the file, ended by a zero byte. */
static char *slurp(int file, size_t *size)
{
    struct stat about;
    if (fstat(file, &about) != 0)
        return NULL;
    char *text = md_memory_array((size_t)about.st_size + 1, 1);
    *size = 0;
    while (text != NULL && *size < (size_t)about.st_size) {
        ssize_t got = pread(file, text + *size, (size_t)about.st_size - *size, (off_t)*size);
        if (got <= 0)
            break;
        *size += (size_t)got;
    }
    return text;
}

/* Two processes that write one journal would each repeat the other's runs. */
static bool lock(int file)
{
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(file, F_SETLK, &all) == 0;
}

static void read_lines(const struct md_journal *journal, char *text, struct md_result *results)
{
    for (char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        int trial, used = 0;
        struct md_result result;
        *end = '\0';
        if (sscanf(line, "%d %n", &trial, &used) == 1 && trial >= 0 && trial < journal->trials &&
            md_result_parse(&result, journal->extras, line + used))
            results[trial] = result;
    }
}

/* What is there already: results of this comparison, of another one, or nothing. */
static enum md_status take_over(struct md_journal *journal, const char *path, const char *head,
                                bool again, struct md_result *results, struct md_error *error)
{
    size_t size;
    char *text = slurp(journal->file, &size);
    if (text == NULL)
        return md_error_memory(error, "the journal");
    size_t whole = size;
    while (whole > 0 && text[whole - 1] != '\n')
        whole--;
    text[whole] = '\0';
    bool same = strncmp(text, head, strlen(head)) == 0;
    const char *first = strchr(text, '\n'); /* nothing but a head: no run was finished */
    again = again || (first != NULL && first[1] == '\0');
    enum md_status status = MD_OK;
    if (whole > 0 && !same && !again) {
        md_error_set(error, MD_ERR_VALUE, NULL,
                     "'%s' belongs to another comparison: other options, another deck, or another "
                     "version of this program",
                     path);
        status = md_error_hint(error, "choose another --out, or --again to start anew");
    } else if (same && !again) {
        read_lines(journal, text + strlen(head), results);
        if (ftruncate(journal->file, (off_t)whole) != 0)
            status = failed("shorten", path, error);
    } else if (ftruncate(journal->file, 0) != 0) {
        status = failed("shorten", path, error);
    } else {
        status = put(journal, head, strlen(head), error);
    }
    md_memory_free(text);
    return status;
}

enum md_status md_journal_open(struct md_journal *journal, const char *path, uint64_t hash,
                               int trials, int extras, bool again, struct md_result *results,
                               struct md_error *error)
{
    char head[64];
    snprintf(head, sizeof head, "avimd-compare 1 %016" PRIx64 " %d\n", hash, trials);
    *journal = (struct md_journal){.extras = extras, .trials = trials};
    for (int i = 0; i < trials; i++)
        md_result_clear(&results[i]);
    journal->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (journal->file < 0)
        return failed("open", path, error);
    if (!lock(journal->file)) {
        md_error_set(error, MD_ERR_FILE, NULL, "another process is writing '%s'", path);
        return md_error_hint(error, "wait for it, or choose another --out");
    }
    return take_over(journal, path, head, again, results, error);
}

enum md_status md_journal_add(struct md_journal *journal, int trial, const struct md_result *result,
                              struct md_error *error)
{
    char line[LINE];
    int length = snprintf(line, sizeof line, "%d ", trial);
    length += md_result_print(result, journal->extras, line + length, sizeof line - (size_t)length);
    if (length + 1 >= (int)sizeof line)
        return md_error_set(error, MD_ERR_INTERNAL, NULL, "a result of %d characters", length);
    line[length++] = '\n';
    return put(journal, line, (size_t)length, error);
}

void md_journal_close(struct md_journal *journal)
{
    if (journal->file >= 0)
        close(journal->file);
    journal->file = -1;
}
