/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The span of a run.  Ramps, fix deform and formulas such as ramp() depend on a run's first and
 * last step, so a file written during a run carries them.  The first run after read_restart that
 * ends where that run would have ended is its rest: the span goes on.  One that ends elsewhere is a
 * new run, and a warning names what starts again and the line that would have gone on.
 */
#include "run/driver.h"
#include "run/restart_parts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

enum { STEP, FIRST, LAST, RAMP_FIRST, RAMP_LAST, WHOLE_LAST, START, STOP, EVERY, PRE, FIELDS };

static void flatten(struct md_restart_span *span, int64_t *flat, bool reading)
{
    int64_t pre = span->pre;
    int64_t *member[FIELDS] = {
        [STEP] = &span->step,           [FIRST] = &span->first,
        [LAST] = &span->last,           [RAMP_FIRST] = &span->ramp_first,
        [RAMP_LAST] = &span->ramp_last, [WHOLE_LAST] = &span->whole_last,
        [START] = &span->start,         [STOP] = &span->stop,
        [EVERY] = &span->every,         [PRE] = &pre,
    };
    for (int k = 0; k < FIELDS; k++)
        *(reading ? member[k] : &flat[k]) = *(reading ? &flat[k] : member[k]);
    span->pre = pre != 0;
}

/* A file may have been made by other means: steps are in order and can be counted. */
static bool sensible(const struct md_restart_span *span)
{
    return span->first >= 0 && span->first <= span->step && span->step <= span->last &&
           span->last <= span->whole_last && span->whole_last <= MD_STEP_MAX &&
           span->ramp_first >= 0 && span->ramp_first <= span->first &&
           span->ramp_last >= span->last && span->ramp_last <= MD_STEP_MAX && span->start >= -1 &&
           span->stop >= -1 && span->start <= span->first && span->stop <= MD_STEP_MAX &&
           (span->stop < 0 || span->stop >= span->last) && span->every >= 0;
}

enum md_status md_restart_keep_span(struct md_restart_span *span, struct md_archive *archive,
                                    struct md_error *error)
{
    int64_t flat[FIELDS];
    flatten(span, flat, false);
    if (md_archive_enter(archive, "run", error) ||
        md_archive_ints(archive, "span", flat, FIELDS, error) ||
        md_archive_text(archive, "commands", span->commands, sizeof span->commands, error))
        return error->status;
    md_archive_leave(archive);
    flatten(span, flat, true);
    if (!sensible(span))
        return md_error_set(error, MD_ERR_FILE, NULL, "restart file: inconsistent span of the run");
    return MD_OK;
}

bool md_restart_span_of(struct md_archive *archive, struct md_restart_span *span)
{
    struct md_error error;
    *span = (struct md_restart_span){0};
    if (archive == NULL)
        return false;
    md_archive_rewind(archive, true);
    bool good =
        md_archive_has(archive, "run") && md_restart_keep_span(span, archive, &error) == MD_OK;
    md_archive_rewind(archive, true);
    return good;
}

/* That of the file which this run was read from, also if a `run 0` came between. */
static bool kept_span(const struct md_restart *restart, struct md_restart_span *span)
{
    if (restart->kept != NULL)
        return md_restart_span_of(restart->kept, span);
    *span = restart->waiting;
    return restart->waits;
}

void md_restart_forget(struct md_sim *sim)
{
    struct md_restart *restart = &sim->restart;
    struct md_restart_span kept;
    bool waits = kept_span(restart, &kept) && restart->span.whole_last == kept.step;
    md_restart_free(restart);
    restart->waiting = kept;
    restart->waits = waits;
}

/* Adds to a text of `size` characters, as much as fits. */
static void append(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    va_list list;
    va_start(list, format);
    vsnprintf(text + used, size - used, format, list);
    va_end(list);
}

void md_restart_line(const struct md_restart_span *span, char line[MD_RESTART_LINE])
{
    line[0] = '\0';
    append(line, MD_RESTART_LINE, "run %" PRId64 " upto", span->whole_last);
    if (span->start >= 0)
        append(line, MD_RESTART_LINE, " start %" PRId64, span->start);
    if (span->stop >= 0)
        append(line, MD_RESTART_LINE, " stop %" PRId64, span->stop);
    if (!span->pre)
        append(line, MD_RESTART_LINE, " pre no");
    if (span->every > 0)
        append(line, MD_RESTART_LINE, " every %" PRId64 "%s", span->every, span->commands);
}

/* As a deck would write them, each after a blank. */
static void quote_commands(const struct md_run_plan *plan, char text[MD_RESTART_LINE / 2])
{
    text[0] = '\0';
    for (int k = 0; k < plan->command_count; k++) {
        const struct md_word *word = &plan->commands[k];
        const char *quote = strchr(word->text, '"') != NULL ? "'" : "\"";
        if (!word->quoted && md_word_is(word, "NULL"))
            quote = "";
        append(text, MD_RESTART_LINE / 2, " %s%s%s", quote, word->text, quote);
    }
}

/* The run that the plan asks for ends where the kept one does, and in the same pieces; start and
 * stop that the deck gives always count. */
static bool ends_there(const struct md_restart_span *kept, const struct md_run_plan *plan,
                       int64_t last)
{
    if ((plan->start >= 0 && plan->start != kept->ramp_first) ||
        (plan->stop >= 0 && plan->stop != kept->ramp_last))
        return false;
    if (kept->every > 0 && plan->every > 0)
        return plan->every == kept->every && last == kept->whole_last;
    return last == kept->last;
}

void md_restart_span_begin(struct md_sim *sim, const struct md_run_plan *plan)
{
    struct md_restart *restart = &sim->restart;
    struct md_restart_span *now = &restart->span;
    int64_t step = md_clock_step(&sim->system.clock);
    *now = (struct md_restart_span){.first = step,
                                    .whole_last = step + plan->steps,
                                    .start = plan->start,
                                    .stop = plan->stop,
                                    .every = plan->every,
                                    .pre = plan->pre};
    quote_commands(plan, now->commands);
    restart->rest = restart->continues = false;
    struct md_restart_span kept;
    if (!kept_span(restart, &kept) || kept.step != step || step == kept.last)
        return;
    if (plan->steps == 0 && plan->start < 0 && plan->stop < 0) { /* a look at the run of the file */
        now->start = kept.ramp_first;
        now->stop = kept.ramp_last;
        return;
    }
    if (!ends_there(&kept, plan, now->whole_last))
        return;
    restart->rest = true;
    bool same = (kept.every > 0) == (plan->every > 0);
    /* A run that is cut into pieces only now has one span all the same. */
    int64_t start = same ? kept.start : kept.ramp_first, stop = same ? kept.stop : kept.ramp_last;
    now->first = kept.first;
    /* Where there is one piece, words that say what is so anyway make no difference. */
    bool repeats = kept.every == 0 && plan->every == 0;
    now->start = plan->start >= 0 && !repeats ? plan->start : start;
    now->stop = plan->stop >= 0 && !repeats ? plan->stop : stop;
}

/* The first piece of what goes on ends where the interrupted one would have. */
int64_t md_restart_piece(const struct md_sim *sim, int64_t now, int64_t size)
{
    struct md_restart_span kept;
    if (sim->restart.rest && kept_span(&sim->restart, &kept) && kept.last > now &&
        kept.last - now < size && kept.every > 0)
        return kept.last - now;
    return size;
}

void md_restart_span_piece(struct md_sim *sim, int64_t first, int64_t last)
{
    struct md_restart *restart = &sim->restart;
    struct md_restart_span *now = &restart->span, kept;
    bool known = kept_span(restart, &kept), fresh = restart->kept != NULL || known;
    bool goes_on = restart->rest && known && kept.step == first && kept.last == last;
    now->last = last;
    now->first = goes_on ? kept.first : first;
    now->ramp_first = now->start >= 0 ? now->start : now->first;
    now->ramp_last = now->stop >= 0 ? now->stop : last;
    /* Later pieces go on in a span that they share. */
    bool shared = restart->continues && now->start >= 0 && now->stop >= 0;
    restart->continues = fresh ? known && kept.step == first && kept.last != first &&
                                     kept.ramp_first == now->ramp_first &&
                                     kept.ramp_last == now->ramp_last
                               : shared;
    sim->first_step = now->first;
    sim->last_step = last;
    sim->loop_first = first;
    sim->ramp_first = now->ramp_first;
    sim->ramp_last = now->ramp_last;
}

/* What depends on the span, one after the other; false: nothing does. */
static bool list_dependents(struct md_sim *sim, char *text, size_t size)
{
    const struct md_variables *variables = &sim->variables;
    text[0] = '\0';
    for (int k = 0; k < sim->fixes.count; k++) {
        const struct md_fix *fix = &sim->fixes.list[k];
        if (fix->type->spans != NULL && fix->type->spans(fix->state))
            append(text, size, "%sfix %s (%s)", text[0] ? ", " : "", fix->id, fix->style->name);
    }
    const char *name, *part;
    for (int i = 0; variables->spans != NULL &&
                    (name = variables->spans(variables->context, i, &part)) != NULL;
         i++)
        if (part != NULL)
            append(text, size, "%svariable %s (%s)", text[0] ? ", " : "", name, part);
    return text[0] != '\0';
}

void md_restart_warn_span(struct md_sim *sim, const struct md_place *place)
{
    struct md_restart_span kept;
    char names[512], line[MD_RESTART_LINE];
    const struct md_restart *restart = &sim->restart;
    /* A start that the deck gives says what is wanted; a stop alone begins at the present step. */
    if (!kept_span(restart, &kept) || restart->continues ||
        kept.step != md_clock_step(&sim->system.clock) || kept.step == kept.last ||
        restart->span.start >= 0 || !list_dependents(sim, names, sizeof names))
        return;
    if (restart->span.stop >= 0)
        snprintf(line, sizeof line, "run %" PRId64 " start %" PRId64 " stop %" PRId64,
                 restart->span.whole_last - kept.step, kept.ramp_first, kept.ramp_last);
    else
        md_restart_line(&kept, line);
    md_log_warn(&sim->log, place,
                "the run of the restart file ends at step %" PRId64 ", this one at step %" PRId64
                ": it is a new run, and these start again: %s; the old run goes on with '%.300s'",
                kept.whole_last, restart->span.whole_last, names, line);
}
