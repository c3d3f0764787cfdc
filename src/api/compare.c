/* SPDX-License-Identifier: GPL-3.0-or-later */
/* avimd_compare: a simulation that reads the deck, and a comparison in the place of its run. */
#include "api/api.h"
#include "api/report.h"
#include "base/memory.h"
#include "compare/comparison.h"

#include <stdlib.h>
#include <string.h>

static enum avimd_status complain(const struct avimd_compare_options *options,
                                  const struct md_error *error)
{
    if (options->errors != NULL)
        md_report_write(options->errors, error, options->color != 0);
    return AVIMD_ERROR;
}

/* Whether a later one has the same name: the command line comes after files, and wins. */
static bool is_replaced(const struct md_plan *plan, int i)
{
    for (int k = i + 1; k < plan->variables; k++)
        if (strcmp(plan->variable[k].word[0], plan->variable[i].word[0]) == 0)
            return true;
    return false;
}

static enum avimd_status define_variables(struct avimd *simulation, const struct md_plan *plan)
{
    for (int i = 0; i < plan->variables; i++) {
        char **words = plan->variable[i].word;
        if (!is_replaced(plan, i) &&
            avimd_variable(simulation, words[0], plan->variable[i].words - 1,
                           (const char *const *)(words + 1)) != AVIMD_OK)
            return AVIMD_ERROR;
    }
    return AVIMD_OK;
}

/* One thread: processes with more cannot be forked and go on. */
static enum avimd_status read_deck(struct md_comparison *comparison,
                                   const struct avimd_compare_options *options)
{
    struct avimd_options settings;
    avimd_options_default(&settings);
    settings.errors = comparison->ranks.rank == 0 ? options->errors : NULL;
    settings.color = options->color;
    settings.log = "none";
    settings.threads = 1;
    settings.need_variables = 1;
    struct avimd *simulation = avimd_open(&settings);
    if (simulation == NULL)
        return AVIMD_ERROR;
    md_api_replace_runs(simulation, md_comparison_instead, comparison);
    enum avimd_status status = define_variables(simulation, &comparison->plan);
    if (status == AVIMD_OK)
        status = avimd_deck(simulation, comparison->plan.deck);
    bool good = avimd_error_count(simulation) == 0 && status != AVIMD_ERROR;
    (void)avimd_close(simulation);
    if (!good)
        return AVIMD_ERROR;
    if (comparison->done || status == AVIMD_INTERRUPTED)
        return status == AVIMD_INTERRUPTED ? status : AVIMD_OK;
    struct md_error error = {0};
    md_error_set(&error, MD_ERR_ORDER, NULL,
                 "the deck '%s' has %d run%s of one step or more, and --run asks for number %d: "
                 "there is nothing to compare",
                 comparison->plan.deck, (int)comparison->runs, comparison->runs == 1 ? "" : "s",
                 (int)comparison->plan.run);
    md_error_hint(&error,
                  "add 'run N' to the deck; --time says how long the runs are instead of N");
    return complain(options, &error);
}

/* Compiler, flags and libraries as --version tells them; NULL: no memory. */
static char *describe(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        return NULL;
    (void)avimd_describe(stream);
    fclose(stream);
    return text;
}

static enum avimd_status compare(struct md_comparison *comparison,
                                 const struct avimd_compare_options *options)
{
    struct md_error error = {0};
    if (md_comparison_check(comparison, &error) != MD_OK)
        return complain(options, &error);
    md_ranks_begin(&comparison->ranks);
    if (comparison->ranks.rank == 0) {
        comparison->terminal = options->progress;
        comparison->say =
            comparison->plan.verbose || comparison->plan.dry_run || options->progress != NULL
                ? options->out
                : NULL;
    }
    enum avimd_status status = read_deck(comparison, options);
    if (status != AVIMD_OK)
        md_ranks_abort(&comparison->ranks);
    md_ranks_end(&comparison->ranks);
    return status;
}

enum avimd_status avimd_compare(const struct avimd_compare_options *options, int argc, char **argv)
{
    struct md_error error = {0};
    struct md_comparison comparison = {.leave = options->leave, .version = avimd_version()};
    comparison.journal.file = -1;
    comparison.stand.board = -1;
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            if (options->out != NULL)
                fputs(md_plan_usage, options->out);
            return AVIMD_OK;
        }
    char *about = describe();
    comparison.about = about;
    enum avimd_status status = md_plan_read(&comparison.plan, argc, argv, &error) == MD_OK
                                   ? compare(&comparison, options)
                                   : complain(options, &error);
    md_journal_close(&comparison.journal);
    md_memory_free(comparison.result);
    md_memory_free(comparison.part);
    md_plan_free(&comparison.plan);
    free(about);
    return status;
}
