/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Windows of samples, averages of windows, and their files: see the header. */
#include "modify/average.h"

#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

/* ------------------------------------------------------------------ when */

enum md_status md_schedule_read(struct md_schedule *schedule, const struct md_args *args,
                                struct md_error *error)
{
    static const char *const names[3] = {"Nevery", "Nrepeat", "Nfreq"};
    int64_t *const numbers[3] = {&schedule->every, &schedule->repeat, &schedule->frequency};
    for (int k = 0; k < 3; k++) {
        enum md_status status =
            md_word_int(&args->words[k], names[k], 1, MD_STEP_MAX, numbers[k], error);
        if (status != MD_OK)
            return status;
    }
    if (schedule->frequency % schedule->every != 0)
        return md_error_set(error, MD_ERR_VALUE, &args->words[2].place,
                            "Nfreq must be a multiple of Nevery, and %" PRId64
                            " is no multiple of %" PRId64,
                            schedule->frequency, schedule->every);
    if (schedule->repeat > schedule->frequency / schedule->every)
        return md_error_set(error, MD_ERR_VALUE, &args->words[1].place,
                            "%" PRId64 " samples every %" PRId64
                            " steps do not fit into Nfreq = %" PRId64 " steps",
                            schedule->repeat, schedule->every, schedule->frequency);
    return MD_OK;
}

void md_schedule_begin(struct md_schedule *schedule, int64_t now)
{
    int64_t frequency = schedule->frequency;
    int64_t valid = now / frequency * frequency + frequency;
    if (valid < schedule->start)
        valid += (schedule->start - valid + frequency - 1) / frequency * frequency;
    if (valid - frequency == now && schedule->repeat == 1)
        valid = now;
    else
        valid -= (schedule->repeat - 1) * schedule->every;
    if (valid < now)
        valid += frequency;
    schedule->valid = valid;
    schedule->taken = 0;
}

void md_schedule_resume(struct md_schedule *schedule, int64_t now)
{
    if (schedule->valid < now)
        md_schedule_begin(schedule, now);
}

int64_t md_schedule_next(const struct md_schedule *schedule, int64_t step)
{
    return schedule->valid > step ? schedule->valid : MD_NEVER;
}

bool md_schedule_advance(struct md_schedule *schedule, int64_t now)
{
    if (++schedule->taken < schedule->repeat) {
        schedule->valid = now + schedule->every;
        return false;
    }
    schedule->taken = 0;
    schedule->valid = now + schedule->frequency - (schedule->repeat - 1) * schedule->every;
    return true;
}

enum md_status md_schedule_keep(struct md_schedule *schedule, struct md_archive *archive,
                                struct md_error *error)
{
    int64_t state[2] = {schedule->valid, schedule->taken};
    enum md_status status = md_archive_ints(archive, "schedule", state, 2, error);
    if (status == MD_OK) {
        schedule->valid = state[0];
        schedule->taken = state[1];
    }
    return status;
}

/* ------------------------------------------------------------------ how */

enum md_status md_average_resize(struct md_average *average, size_t size, struct md_error *error)
{
    size_t lists = average->kind == MD_AVERAGE_WINDOW ? (size_t)average->window : 0;
    if (average->total != NULL && size == average->size)
        return MD_OK;
    double *total = md_memory_array(size + 1, sizeof *total);
    double *list =
        lists > 0 && size > SIZE_MAX / 16 / lists ? NULL : md_memory_array(lists * size + 1, 8);
    if (total == NULL || list == NULL) {
        md_memory_free(total);
        md_memory_free(list);
        return md_error_memory(error, "averages");
    }
    md_average_free(average);
    average->total = total;
    average->list = list;
    average->size = size;
    return MD_OK;
}

void md_average_add(struct md_average *average, const double *values)
{
    double *oldest = average->list + (size_t)average->at * average->size;
    for (size_t i = 0; i < average->size; i++) {
        if (average->kind == MD_AVERAGE_ONE)
            average->total[i] = values[i];
        else
            average->total[i] += values[i];
        if (average->kind == MD_AVERAGE_WINDOW) {
            if (average->full)
                average->total[i] -= oldest[i];
            oldest[i] = values[i];
        }
    }
    if (average->kind == MD_AVERAGE_WINDOW) {
        if (++average->at == average->window) {
            average->at = 0;
            average->full = true;
        }
        average->norm = (double)(average->full ? average->window : average->at);
    } else {
        average->norm = average->kind == MD_AVERAGE_ONE ? 1.0 : average->norm + 1.0;
    }
}

double md_average_value(const struct md_average *average, size_t i)
{
    return average->norm > 0.0 && i < average->size ? average->total[i] / average->norm : 0.0;
}

enum md_status md_average_keep(struct md_average *average, struct md_archive *archive,
                               struct md_error *error)
{
    int64_t place[2] = {average->at, average->full};
    if (md_archive_reading(archive) && md_archive_has(archive, "total")) {
        enum md_status status =
            md_average_resize(average, md_archive_size(archive, "total"), error);
        if (status != MD_OK)
            return status;
    }
    if (average->total == NULL)
        return MD_OK;
    size_t lists = average->kind == MD_AVERAGE_WINDOW ? (size_t)average->window : 0;
    enum md_status status =
        md_archive_doubles(archive, "total", average->total, average->size, error);
    if (status == MD_OK && lists > 0)
        status =
            md_archive_doubles(archive, "windows", average->list, lists * average->size, error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "norm", &average->norm, 1, error);
    if (status == MD_OK)
        status = md_archive_ints(archive, "place", place, 2, error);
    if (status == MD_OK && place[0] >= 0 && (place[0] == 0 || place[0] < average->window)) {
        average->at = place[0];
        average->full = place[1] != 0;
    }
    return status;
}

void md_average_free(struct md_average *average)
{
    md_memory_free(average->total);
    md_memory_free(average->list);
    *average = (struct md_average){.kind = average->kind, .window = average->window};
}

/* ------------------------------------------------------------------ where to */

static enum md_status read_kind(struct md_average *average, const struct md_args *args, int at,
                                int *used, struct md_error *error)
{
    static const char *const kinds[] = {"one", "running", "window", NULL};
    int kind;
    enum md_status status =
        md_word_choice(&args->words[at + 1], "kind of average", kinds, &kind, error);
    if (status != MD_OK)
        return status;
    average->kind = (enum md_average_kind)kind;
    if (average->kind != MD_AVERAGE_WINDOW)
        return MD_OK;
    if (at + 2 >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &args->words[at + 1].place,
                            "'window' needs a number of windows");
    *used = 3;
    return md_word_int(&args->words[at + 2], "number of windows", 1, 100000000, &average->window,
                       error);
}

static enum md_status read_format(struct md_average_file *file, const struct md_word *word,
                                  struct md_error *error)
{
    return md_format_read(word->text, MD_FORMAT_FLOAT, &word->place, file->format, error);
}

static enum md_status read_title(struct md_average_file *file, const struct md_word *word, int k,
                                 struct md_error *error)
{
    if (strlen(word->text) >= MD_AVERAGE_TITLE)
        return md_error_set(error, MD_ERR_VALUE, &word->place, "a title has at most %d characters",
                            MD_AVERAGE_TITLE - 1);
    snprintf(file->title[k], MD_AVERAGE_TITLE, "%s", word->text);
    file->titled[k] = true;
    return MD_OK;
}

enum md_status md_average_keyword(struct md_average *average, struct md_schedule *schedule,
                                  struct md_average_file *file, const struct md_args *args, int at,
                                  int *used, struct md_error *error)
{
    static const char *const keys[] = {"ave",    "start",  "file",   "append", "overwrite",
                                       "format", "title1", "title2", "title3", NULL};
    const struct md_word *word = &args->words[at];
    int key = 0;
    while (keys[key] != NULL && !md_word_is(word, keys[key]))
        key++;
    *used = keys[key] == NULL ? 0 : key == 4 ? 1 : 2;
    if (*used == 2 && at + 1 >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value", word->text);
    switch (key) {
    case 0:
        return read_kind(average, args, at, used, error);
    case 1:
        return md_word_int(word + 1, "first step", 0, MD_STEP_MAX, &schedule->start, error);
    case 2:
    case 3:
        return md_record_name(&file->record, word + 1, key == 3, error);
    case 4:
        file->record.overwrite = true;
        return MD_OK;
    case 5:
        return read_format(file, word + 1, error);
    case 6:
    case 7:
    case 8:
        return read_title(file, word + 1, key - 6, error);
    default:
        return MD_OK;
    }
}

void md_average_print(const struct md_average_file *file, double value)
{
    char text[MD_FORMAT_OUTPUT];
    if (file->format[0] == '\0') {
        fprintf(file->record.file, " %g", value);
        return;
    }
    size_t length = md_format_float(text, file->format, value);
    if (text[0] != ' ') /* LAMMPS would print numbers without a gap */
        fputc(' ', file->record.file);
    fwrite(text, 1, length, file->record.file);
}
