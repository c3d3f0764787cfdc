/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rerun: the snapshots of dump files, each made the present state and looked at. */
#include "run/rerun.h"
#include "base/files.h"
#include "command/read_dump.h"

#include <inttypes.h>

#define USAGE                                                                                      \
    "rerun FILE ... [first STEP] [last STEP] [every N] [skip N] [start STEP] [stop STEP] "         \
    "[post yes|no] dump FIELD ... [KEYWORD VALUE ...]"

enum key { FIRST, LAST, EVERY, SKIP, START, STOP, POST, DUMP };
static const char *const keys[] = {"first", "last", "every", "skip", "start",
                                   "stop",  "post", "dump",  NULL};

struct rerun {
    struct md_sim *sim;
    struct md_dump_words words;
    struct md_rerun_plan plan;
    int64_t every, skip;

    const struct md_word *files;
    int file_count;
    int at; /* of the file that is read, or comes next when there is none */
    struct md_dump_file *file;
    struct md_dump_snapshot snapshot;
    int64_t step; /* of the last snapshot taken; -1: none */
    int64_t seen; /* snapshots that passed every other test */
};

/* ------------------------------------------------------------------ words */

static int find_key(const struct md_word *word)
{
    for (int k = 0; keys[k] != NULL; k++)
        if (md_word_is(word, keys[k]))
            return k;
    return -1;
}

static enum md_status read_key(struct rerun *rerun, const struct md_word *word, int key,
                               struct md_error *error)
{
    int64_t *const numbers[] = {&rerun->plan.first,      &rerun->plan.last,
                                &rerun->every,           &rerun->skip,
                                &rerun->plan.ramp_first, &rerun->plan.ramp_last};
    if (key == POST)
        return md_word_bool(word + 1, "post", &rerun->plan.post, error);
    int64_t least = key == SKIP ? 1 : 0;
    return md_word_int(word + 1, word->text, least, MD_STEP_MAX, numbers[key], error);
}

static enum md_status read_words(struct rerun *rerun, const struct md_args *args,
                                 struct md_error *error)
{
    int at = 0;
    while (at < args->count && find_key(&args->words[at]) < 0)
        at++;
    rerun->files = args->words;
    rerun->file_count = at;
    if (at == 0)
        return md_error_set(error, MD_ERR_COUNT, &args->command.place,
                            "rerun names no dump file: the command is %s", USAGE);
    for (int k = 0; k < rerun->file_count; k++) {
        const struct md_word *file = &rerun->files[k];
        if (md_files_allow(file->files, file->text, MD_FILES_READ, &file->place, error))
            return error->status;
    }
    while (at < args->count && !md_word_is(&args->words[at], "dump")) {
        int key;
        if (md_word_choice(&args->words[at], "keyword of rerun", keys, &key, error) != MD_OK)
            return error->status;
        if (at + 1 == args->count)
            return md_error_set(error, MD_ERR_COUNT, &args->words[at].place,
                                "'%s' needs a value after it", args->words[at].text);
        if (read_key(rerun, &args->words[at], key, error) != MD_OK)
            return error->status;
        at += 2;
    }
    if (at >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &args->command.place,
                            "rerun lacks the word 'dump' and the fields to be read: the command "
                            "is %s",
                            USAGE);
    if (rerun->plan.last < rerun->plan.first)
        return md_error_set(error, MD_ERR_VALUE, &args->command.place,
                            "rerun first %" PRId64 " last %" PRId64
                            ": the last step is before the first",
                            rerun->plan.first, rerun->plan.last);
    struct md_args rest = md_args_after(args, at + 1);
    return md_dump_words_read(rerun->sim, &rest, &rerun->words, error);
}

/* ------------------------------------------------------------------ snapshots */

static bool wanted(struct rerun *rerun)
{
    int64_t step = rerun->snapshot.step;
    if (step < rerun->plan.first || step <= rerun->step)
        return false; /* files may overlap */
    if (rerun->step >= 0 && rerun->every > 0 && step % rerun->every != 0)
        return false;
    return rerun->seen++ % rerun->skip == 0;
}

static enum md_status seek(void *context, bool *more, struct md_error *error)
{
    struct rerun *rerun = context;
    *more = false;
    while (rerun->at < rerun->file_count) {
        const struct md_word *path = &rerun->files[rerun->at];
        enum md_status status = MD_OK;
        bool found = false;
        if (rerun->file == NULL)
            status = md_dump_file_open(&rerun->file, path, rerun->words.format,
                                       &rerun->sim->system.kept, error);
        if (status == MD_OK)
            status = md_dump_file_next(rerun->file, &found, &rerun->snapshot, error);
        if (status != MD_OK)
            return status;
        if (found && rerun->snapshot.step > rerun->plan.last)
            return MD_OK;
        if (!found) {
            md_dump_file_close(rerun->file);
            rerun->file = NULL;
            rerun->at++;
        } else if (wanted(rerun)) {
            rerun->step = rerun->snapshot.step;
            *more = true;
            return MD_OK;
        }
    }
    if (rerun->step >= 0)
        return MD_OK;
    return md_error_set(error, MD_ERR_FILE, &rerun->files[0].place,
                        "there is no snapshot between the steps %" PRId64 " and %" PRId64
                        " in dump file '%.200s'%s",
                        rerun->plan.first, rerun->plan.last, rerun->files[0].text,
                        rerun->file_count > 1 ? " and those after it" : "");
}

static enum md_status load(void *context, struct md_error *error)
{
    struct rerun *rerun = context;
    struct md_dump_counts counts;
    return md_dump_words_load(&rerun->words, rerun->sim, rerun->file, &rerun->snapshot, &counts,
                              error);
}

static enum md_status execute(struct md_sim *sim, const struct md_args *args,
                              struct md_error *error)
{
    struct rerun rerun = {
        .sim = sim,
        .plan = {.first = 0, .last = MD_STEP_MAX, .ramp_first = -1, .ramp_last = -1, .post = true},
        .skip = 1,
        .step = -1};
    struct md_rerun_source source = {&rerun, seek, load};
    enum md_status status = read_words(&rerun, args, error);
    rerun.words.timestep = true; /* a snapshot is its step */
    if (status == MD_OK)
        status = md_rerun_run(sim, &rerun.plan, &source, args, error);
    md_dump_file_close(rerun.file);
    return status;
}

const struct md_command md_commands_rerun[] = {
    {
        .name = "rerun",
        .usage = USAGE,
        .summary = "compute forces, energies and measures of the snapshots of dump files",
        .when = MD_AFTER_BOX,
        .min_words = 3,
        .max_words = -1,
        .execute = execute,
        .manual =
            "Makes one snapshot after the other the present state, as read_dump does (the words "
            "after dump are those of read_dump), computes forces and energies, lets fixes that act "
            "at instants and computes look, and writes rows and dumps that are due.  Nothing is "
            "integrated in time.  Rows appear at multiples of thermo's N that have a snapshot, and "
            "at the first and last snapshot.\n"
            "  first, last  steps between which snapshots are taken\n"
            "  every N      only those whose step is a multiple of N (the first one always)\n"
            "  skip N       only each N-th of them\n"
            "  start, stop  the steps between which ramps run\n"
            "  post no      only the loop time is printed after the rows",
    },
    {.name = NULL},
};
