/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix halt: ends a run when a condition is met, looked at every N steps. */
#include "modify/styles.h"

#include "base/reference.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>

enum attribute { BOND_MAX, TIME_LIMIT, DISK_FREE, VARIABLE };
enum reaction { HARD, SOFT, CONTINUE };

struct halt {
    int64_t every, begun;
    enum attribute attribute;
    struct md_reference variable;
    struct md_place place; /* of the attribute */
    int op;
    double limit;
    int reaction;
    bool message;
    char path[256];
    char id[64];
};

static const char *const operators[] = {"<", ">", "<=", ">=", "==", "!=", "|^", NULL};

static bool holds(int op, double a, double b)
{
    switch (op) {
    case 0:
        return a < b;
    case 1:
        return a > b;
    case 2:
        return a <= b;
    case 3:
        return a >= b;
    case 4:
        return a == b;
    case 5:
        return a != b;
    default:
        return (a == 0.0) != (b == 0.0);
    }
}

/* ------------------------------------------------------------------ words */

static enum md_status read_attribute(struct halt *halt, const struct md_modify_context *context,
                                     const struct md_word *word, struct md_error *error)
{
    static const char *const names[] = {"bondmax", "tlimit", "diskfree", NULL};
    int which;
    halt->place = word->place;
    if (md_reference_split(word->text, &halt->variable) && halt->variable.kind == 'v') {
        halt->attribute = VARIABLE;
        return md_reference_check(&halt->variable, context->quantities, context->variables, word,
                                  error);
    }
    if (md_word_choice(word, "attribute of fix halt (bondmax, tlimit, diskfree or v_name)", names,
                       &which, error) != MD_OK)
        return error->status;
    halt->attribute = (enum attribute)which;
    return MD_OK;
}

static enum md_status read_keyword(struct halt *halt, const struct md_args *args, int at,
                                   struct md_error *error)
{
    static const char *const keys[] = {"error", "message", "path", NULL};
    static const char *const reactions[] = {"hard", "soft", "continue", NULL};
    const struct md_word *word = &args->words[at];
    int key;
    enum md_status status = md_word_choice(word, "keyword of fix halt", keys, &key, error);
    if (status != MD_OK)
        return status;
    if (at + 1 == args->count)
        return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value", word->text);
    if (key == 0)
        return md_word_choice(word + 1, "reaction", reactions, &halt->reaction, error);
    if (key == 1)
        return md_word_bool(word + 1, "message", &halt->message, error);
    if (strlen(word[1].text) >= sizeof halt->path)
        return md_error_set(error, MD_ERR_VALUE, &word[1].place, "the path is too long");
    snprintf(halt->path, sizeof halt->path, "%s", word[1].text);
    return MD_OK;
}

static enum md_status halt_create(void *state, const struct md_modify_context *context,
                                  const struct md_args *args, struct md_error *error)
{
    struct halt *halt = state;
    *halt = (struct halt){.reaction = SOFT, .message = true, .path = ".", .begun = -1};
    snprintf(halt->id, sizeof halt->id, "%s", context->id != NULL ? context->id : "");
    enum md_status status = md_args_count(args, 4, -1, md_modifier_halt.style.usage, error);
    if (status == MD_OK)
        status = md_word_int(&args->words[0], "interval of fix halt", 1, MD_STEP_MAX, &halt->every,
                             error);
    if (status == MD_OK)
        status = read_attribute(halt, context, &args->words[1], error);
    if (status == MD_OK)
        status = md_word_choice(&args->words[2], "comparison", operators, &halt->op, error);
    if (status == MD_OK)
        status = md_word_double(&args->words[3], "value to compare with", -INFINITY, INFINITY,
                                &halt->limit, error);
    for (int at = 4; at < args->count && status == MD_OK; at += 2)
        status = read_keyword(halt, args, at, error);
    return status;
}

static enum md_status halt_begin(void *state, const struct md_modify_context *context,
                                 struct md_error *error)
{
    struct halt *halt = state;
    const struct md_variables *v = context->variables;
    halt->begun = md_clock_step(&context->system->clock);
    if (halt->attribute != VARIABLE ||
        v->kind(v->context, halt->variable.id) ==
            (halt->variable.i > 0 ? MD_VARIABLE_VECTOR : MD_VARIABLE_EQUAL))
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, &halt->place,
                        "fix halt needs an equal-style variable, which '%s' is not",
                        halt->variable.id);
}

/* Not at the first step of a run: it would end each run before it began. */
static int64_t halt_next(const void *state, int64_t step)
{
    const struct halt *halt = state;
    int64_t from = step > halt->begun ? step : halt->begun;
    return (from / halt->every + 1) * halt->every;
}

/* ------------------------------------------------------------------ what is compared */

/* The longest bond, each between nearest images. */
static double longest_bond(struct md_system *system)
{
    const struct md_topology *topology = &system->topology;
    double most = 0.0;
    for (size_t k = 0; k < topology->list[MD_BONDS].count; k++) {
        int64_t index[MD_TOPOLOGY_ATOMS];
        double square = 0.0;
        if (!md_topology_find(topology, MD_BONDS, k, &system->atoms, index))
            continue;
        for (int d = 0; d < 3; d++) {
            double x = system->atoms.x[index[0]][d] - system->atoms.x[index[1]][d];
            if (system->box.periodic[d])
                x -= system->box.length[d] * rint(x / system->box.length[d]);
            square += x * x;
        }
        most = square > most ? square : most;
    }
    return sqrt(most);
}

static enum md_status value_of(const struct halt *halt, const struct md_modify_context *context,
                               double *value, struct md_error *error)
{
    const struct md_quantities *q = context->quantities;
    struct statvfs disk;
    switch (halt->attribute) {
    case BOND_MAX:
        *value = longest_bond(context->system);
        return MD_OK;
    case TIME_LIMIT:
        return q->keyword(q->context, "cpu", value, error);
    case DISK_FREE:
        if (statvfs(halt->path, &disk) != 0)
            return md_error_set(error, MD_ERR_FILE, &halt->place,
                                "cannot tell how much space there is at '%s'", halt->path);
        *value = (double)disk.f_bavail * (double)disk.f_frsize / 1048576.0;
        return MD_OK;
    default:
        return md_reference_number(&halt->variable, q, context->variables, value, error);
    }
}

static enum md_status halt_act(void *state, const struct md_modify_context *context,
                               unsigned *changed, struct md_error *error)
{
    const struct halt *halt = state;
    double value = 0.0;
    char text[256];
    (void)changed;
    enum md_status status = value_of(halt, context, &value, error);
    if (status != MD_OK) {
        if (error->place.file == NULL)
            error->place = halt->place;
        return status;
    }
    if (!holds(halt->op, value, halt->limit))
        return MD_OK;
    snprintf(text, sizeof text,
             "Fix halt condition for fix-id %s met on step %" PRId64 " with value %.15g", halt->id,
             md_clock_step(&context->system->clock), value);
    if (halt->reaction == HARD)
        return md_error_set(error, MD_ERR_RUN, NULL, "%s", text);
    if (context->stage == NULL)
        return MD_OK;
    if (halt->message) {
        context->stage->say(context->stage->context, text);
        context->stage->say(context->stage->context, "\n");
    }
    context->stage->halt(context->stage->context, halt->reaction == SOFT);
    return MD_OK;
}

const struct md_modifier md_modifier_halt = {
    .style =
        {
            .name = "halt",
            .summary = "ends a run when a condition is met",
            .usage = "fix ID GROUP halt N ATTRIBUTE OPERATOR VALUE [error hard|soft|continue] "
                     "[message yes|no] [path DIR]",
            .manual =
                "Every N steps, but not at the first of a run, compares an attribute with a value\n"
                "(< > <= >= == != |^) and ends the run when that is true.  Attributes: v_name, an\n"
                "equal-style variable; bondmax, the longest bond; tlimit, the seconds this run "
                "has\n"
                "taken; diskfree, the megabytes left where path points to.\n"
                "\n"
                "error hard: with an error; soft (the default): in good order, the rest of the "
                "deck\n"
                "is executed, but further runs are skipped; continue: further runs are done, too.",
            .state_size = sizeof(struct halt),
        },
    .looks = true,
    .create = halt_create,
    .begin = halt_begin,
    .next = halt_next,
    .act = halt_act,
};
