/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix print: every N steps a line of text, with its variables put in at that moment. */
#include "modify/styles.h"

#include "base/memory.h"
#include "modify/record.h"

#include <string.h>

#define LINE_MAX_SIZE 65536

struct printer {
    int64_t every;
    char *text, *title;
    struct md_place place; /* of the text */
    bool quiet;            /* screen no */
    struct md_record record;
    char id[64];
};

enum { FILE_KEY, APPEND, SCREEN, TITLE };

static enum md_status read_keyword(struct printer *print, const struct md_args *args, int at,
                                   struct md_error *error)
{
    static const char *const keys[] = {"file", "append", "screen", "title", NULL};
    const struct md_word *word = &args->words[at];
    bool screen = true;
    int key;
    enum md_status status = md_word_choice(word, "keyword of fix print", keys, &key, error);
    if (status != MD_OK)
        return status;
    if (at + 1 == args->count)
        return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value", word->text);
    switch (key) {
    case FILE_KEY:
    case APPEND:
        return md_record_name(&print->record, word + 1, key == APPEND, error);
    case SCREEN:
        status = md_word_bool(word + 1, "screen", &screen, error);
        print->quiet = !screen;
        return status;
    default:
        md_memory_free(print->title);
        print->title = md_memory_text(word[1].text);
        return print->title != NULL ? MD_OK : md_error_memory(error, "fix print");
    }
}

static enum md_status print_create(void *state, const struct md_modify_context *context,
                                   const struct md_args *args, struct md_error *error)
{
    struct printer *print = state;
    print->record.resume = -1;
    snprintf(print->id, sizeof print->id, "%s", context->id != NULL ? context->id : "");
    enum md_status status = md_args_count(args, 2, -1, md_modifier_print.style.usage, error);
    if (status == MD_OK)
        status = md_word_int(&args->words[0], "interval of fix print", 1, MD_STEP_MAX,
                             &print->every, error);
    if (status != MD_OK)
        return status;
    print->text = md_memory_text(args->words[1].text);
    print->place = args->words[1].place;
    if (print->text == NULL)
        return md_error_memory(error, "fix print");
    for (int at = 2; at < args->count && status == MD_OK; at += 2)
        status = read_keyword(print, args, at, error);
    return status;
}

static int64_t print_next(const void *state, int64_t step)
{
    const struct printer *print = state;
    return step < 0 ? 0 : (step / print->every + 1) * print->every;
}

static enum md_status write_line(struct printer *print, const char *line, struct md_error *error)
{
    bool fresh;
    enum md_status status = md_record_open(&print->record, &fresh, error);
    if (status != MD_OK)
        return status;
    if (fresh && print->title != NULL)
        fprintf(print->record.file, "%s\n", print->title);
    else if (fresh)
        fprintf(print->record.file, "# Fix print output for fix %s\n", print->id);
    fprintf(print->record.file, "%s\n", line);
    return md_record_flush(&print->record, error);
}

static enum md_status print_act(void *state, const struct md_modify_context *context,
                                unsigned *changed, struct md_error *error)
{
    struct printer *print = state;
    const struct md_variables *v = context->variables;
    char *line = md_memory_array(LINE_MAX_SIZE, 1);
    (void)changed;
    if (line == NULL)
        return md_error_memory(error, "fix print");
    enum md_status status = v->substitute(v->context, print->text, line, LINE_MAX_SIZE, error);
    if (status != MD_OK && error->place.file == NULL)
        error->place = print->place;
    if (status == MD_OK && !print->quiet && context->stage != NULL) {
        context->stage->say(context->stage->context, line);
        context->stage->say(context->stage->context, "\n");
    }
    if (status == MD_OK && print->record.path != NULL)
        status = write_line(print, line, error);
    md_memory_free(line);
    return status;
}

static enum md_status print_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct printer *print = state;
    return md_record_keep(&print->record, archive, error);
}

static struct md_record *print_record(void *state)
{
    struct printer *print = state;
    return &print->record;
}

static void print_destroy(void *state)
{
    struct printer *print = state;
    md_record_free(&print->record);
    md_memory_free(print->text);
    md_memory_free(print->title);
}

const struct md_modifier md_modifier_print = {
    .style =
        {
            .name = "print",
            .summary = "prints a line with variables every N steps",
            .usage =
                "fix ID GROUP print N \"TEXT\" [file|append NAME] [screen yes|no] [title TEXT]",
            .manual =
                "At every step divisible by N, the first of a run included, prints the text with\n"
                "$x, ${name} and $(formula) replaced by their values at that step.  Put the text\n"
                "into quotes, or they are replaced when the deck is read.  It goes to screen and\n"
                "log unless screen no, and to the file NAME, which begins with the title.",
            .state_size = sizeof(struct printer),
        },
    .looks = true,
    .create = print_create,
    .next = print_next,
    .act = print_act,
    .keep = print_keep,
    .record = print_record,
    .destroy = print_destroy,
};
