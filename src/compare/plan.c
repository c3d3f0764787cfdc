/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The words of a comparison.  A file of words has an option on each line, without dashes, and lines
 *
 *     integrator NAME [steps LIST] [timestep DT] [: RUN_STYLE WORDS]
 *
 * so that what is compared can be kept beside the deck.  What the command line says comes after the
 * files and wins.
 */
#include "compare/plan.h"

#include "base/memory.h"
#include "base/nearest.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char md_plan_usage[] =
    "Usage: avimd compare DECK [options]\n"
    "\n"
    "Runs the deck's set-up once, then its run again and again: with each integrator, each step "
    "and\n"
    "each start.  Nothing else is changed.  Results, a summary, plots and report.html go to DIR; "
    "an\n"
    "interrupted comparison goes on where it stopped when the same command is given again.\n"
    "\n"
    "  --plan FILE             options from a file, one on each line, without dashes\n"
    "  --integrators A,B,...   run_style lines, or NAME=LINE; {step}, {2*step} and {raw} stand "
    "for\n"
    "                          the step (verlet,forest-ruth,blanes-moan4,rk4)\n"
    "  --steps [NAME=]LIST     steps: v,v,... or a:b:n, n of them in equal ratios (1/2, 1, 2 and "
    "4\n"
    "                          times the deck's); may be repeated\n"
    "  --unit NAME FORMULA     the unit of times and steps given here, a formula of the deck's\n"
    "                          variables\n"
    "  --time T                length of a run (that of the deck's run)\n"
    "  --starts K              the deck's state and K-1 others (1)\n"
    "  --seed S                random seed of these (1)\n"
    "  --perturb new|A         their velocities: drawn again, with the kinetic energy, the "
    "momentum\n"
    "                          and, without periodic sides, the angular momentum of the deck's;\n"
    "                          or the deck's, changed by A of themselves, as 0.01, where these "
    "are\n"
    "                          the experiment: a projectile, a flow (new)\n"
    "  --settle T              these go on with verlet and the deck's step for T before (0): "
    "other\n"
    "                          positions too, for decks that begin in equilibrium\n"
    "  --reference STYLE:STEP  what h1 and rdf are compared with\n"
    "  --window T              first part of a run, for h1 and paths (2000 of the deck's steps)\n"
    "  --measure LIST          energy,momentum,temperature,heat,h1,rdf, thermo keywords, v_name,\n"
    "                          c_ID, f_ID (energy,momentum,temperature)\n"
    "  --samples N             looks during a run (2000)\n"
    "  --explode X             energy error, in |E| + K of the start, that ends a run (1);\n"
    "                          100 times that where fixes exchange energy without account\n"
    "  --limit SECONDS         a run that takes longer ends there, which is a result (no limit)\n"
    "  --run K                 the deck's K-th run of one step or more; earlier ones are set-up "
    "(1)\n"
    "  --title TEXT            of the report\n"
    "  --jobs N                runs side by side (all cores)\n"
    "  --threads N             threads of each run (1)\n"
    "  --out DIR               where results go (comparison)\n"
    "  --again                 forgets what DIR holds\n"
    "  --no-plots              draws nothing\n"
    "  --dry-run               checks everything, lists the runs and starts none\n"
    "  --verbose               tells each run and the summary, also when not on a terminal\n"
    "  -var NAME VALUE...      as without compare; in a plan: var NAME VALUE...\n";

/* A word with the place it came from; that of the command line is none. */
typedef enum md_status reader(struct md_plan *plan, const struct md_word *word,
                              struct md_error *error);

static enum md_status copy_text(char *to, size_t size, const struct md_word *word, const char *what,
                                struct md_error *error)
{
    if (strlen(word->text) >= size)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "the %s '%.60s...' has %zu characters; there is room for %zu", what,
                            word->text, strlen(word->text), size - 1);
    strcpy(to, word->text);
    return MD_OK;
}

/* ------------------------------------------------------------------ lists of steps */

/* a:b:n, in equal ratios: costs and errors are compared on logarithmic axes. */
static enum md_status read_range(const struct md_word *word, const char *text, double **list,
                                 int *count, struct md_error *error)
{
    char part[3][MD_PLAN_NAME];
    double from, to;
    int64_t n;
    if (sscanf(text, "%63[^:]:%63[^:]:%63s", part[0], part[1], part[2]) != 3 ||
        !md_parse_double(part[0], &from) || !md_parse_double(part[1], &to) ||
        !md_parse_int(part[2], &n) || !(from > 0.0) || !(to > 0.0) || n < 2 || n > 1000)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%s' is no range of steps: it must be FROM:TO:N, both greater than 0 "
                            "and N from 2 to 1000",
                            text);
    *list = md_memory_array((size_t)n, sizeof **list);
    if (*list == NULL)
        return md_error_memory(error, "a list of steps");
    for (int64_t i = 0; i < n; i++)
        (*list)[i] = from * pow(to / from, (double)i / (double)(n - 1));
    (*list)[n - 1] = to;
    *count = (int)n;
    return MD_OK;
}

static enum md_status read_list(const struct md_word *word, const char *text, double **list,
                                int *count, struct md_error *error)
{
    md_memory_free(*list);
    *list = NULL;
    *count = 0;
    if (strchr(text, ':') != NULL)
        return read_range(word, text, list, count, error);
    *list = md_memory_array(strlen(text) + 1, sizeof **list);
    if (*list == NULL)
        return md_error_memory(error, "a list of steps");
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        char one[MD_PLAN_NAME];
        double value;
        snprintf(one, sizeof one, "%.*s", (int)(length < sizeof one ? length : sizeof one - 1), at);
        if (!md_parse_double(one, &value) || !(value > 0.0))
            return md_error_set(error, MD_ERR_VALUE, &word->place,
                                "'%s' is no step: in '%s' every step must be a number greater "
                                "than 0",
                                one, text);
        (*list)[(*count)++] = value;
        at += length;
        if (*at == '\0')
            return MD_OK;
    }
}

/* ------------------------------------------------------------------ schemes */

static enum md_status add_scheme(struct md_plan *plan, const struct md_word *place,
                                 struct md_scheme **scheme, struct md_error *error)
{
    if (md_memory_grow(&plan->scheme, (size_t)plan->schemes, (size_t)plan->schemes + 1,
                       sizeof *plan->scheme, error))
        return error->status;
    *scheme = &plan->scheme[plan->schemes++];
    (*scheme)->place = place->place;
    return MD_OK;
}

static void trim(char *text)
{
    size_t from = strspn(text, " \t"), length = strlen(text + from);
    memmove(text, text + from, length + 1);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
}

/* A run_style line, perhaps with NAME= before it. */
static enum md_status fill_scheme(struct md_scheme *scheme, const struct md_word *word, char *text,
                                  struct md_error *error)
{
    char *equals = strchr(text, '=');
    struct md_word name = *word, words = *word;
    if (equals != NULL)
        *equals = '\0';
    name.text = text;
    words.text = equals != NULL ? equals + 1 : text;
    trim(text);
    if (equals != NULL)
        trim(equals + 1);
    if (*text == '\0' || *words.text == '\0')
        return md_error_set(error, MD_ERR_VALUE, &word->place, "an integrator's name is missing");
    if (copy_text(scheme->name, sizeof scheme->name, &name, "name", error) ||
        copy_text(scheme->words, sizeof scheme->words, &words, "run_style line", error))
        return error->status;
    return MD_OK;
}

static void forget_schemes(struct md_plan *plan)
{
    for (int i = 0; i < plan->schemes; i++)
        md_memory_free(plan->scheme[i].step);
    md_memory_free(plan->scheme);
    plan->scheme = NULL;
    plan->schemes = 0;
}

static enum md_status read_integrators(struct md_plan *plan, const struct md_word *word,
                                       struct md_error *error)
{
    char *copy = md_memory_text(word->text);
    enum md_status status = copy != NULL ? MD_OK : md_error_memory(error, "integrators");
    forget_schemes(plan);
    for (char *at = copy; status == MD_OK && at != NULL;) {
        char *comma = strchr(at, ',');
        struct md_scheme *scheme = NULL;
        if (comma != NULL)
            *comma++ = '\0';
        status = add_scheme(plan, word, &scheme, error);
        if (status == MD_OK)
            status = fill_scheme(scheme, word, at, error);
        at = comma;
    }
    md_memory_free(copy);
    return status;
}

/* The line of a file: NAME [steps LIST] [timestep DT] [: WORDS]. */
static enum md_status read_integrator(struct md_plan *plan, const struct md_word *word,
                                      struct md_error *error)
{
    char head[2 * MD_PLAN_WORDS], *save = NULL;
    struct md_scheme *scheme = NULL;
    const char *colon = strstr(word->text, " : ");
    size_t length = colon != NULL ? (size_t)(colon - word->text) : strlen(word->text);
    if (length >= sizeof head)
        return md_error_set(error, MD_ERR_VALUE, &word->place, "this line is too long");
    snprintf(head, sizeof head, "%.*s", (int)length, word->text);
    if (add_scheme(plan, word, &scheme, error))
        return error->status;
    struct md_word part = *word;
    part.text = strtok_r(head, " \t", &save);
    if (part.text == NULL)
        return md_error_set(error, MD_ERR_COUNT, &word->place,
                            "integrator NAME [steps LIST] [timestep DT] [: RUN_STYLE WORDS]");
    if (copy_text(scheme->name, sizeof scheme->name, &part, "name", error))
        return error->status;
    struct md_word words = part;
    if (colon != NULL)
        words.text = colon + 3;
    if (copy_text(scheme->words, sizeof scheme->words, &words, "run_style line", error))
        return error->status;
    trim(scheme->words);
    for (const char *key; (key = strtok_r(NULL, " \t", &save)) != NULL;) {
        static const char *const keys[] = {"steps", "timestep", NULL};
        int which;
        part.text = key;
        if (md_word_choice(&part, "keyword of integrator", keys, &which, error))
            return error->status;
        part.text = strtok_r(NULL, " \t", &save);
        if (part.text == NULL)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value", key);
        if (which == 0 ? read_list(&part, part.text, &scheme->step, &scheme->steps, error)
                       : md_word_double(&part, "timestep", MD_ABOVE(0.0), INFINITY,
                                        &scheme->timestep, error))
            return error->status;
    }
    return MD_OK;
}

static const char *scheme_name(const void *context, int i)
{
    const struct md_plan *plan = context;
    return i < plan->schemes ? plan->scheme[i].name : NULL;
}

/* NAME=LIST belongs to one scheme, which must have been named before. */
static enum md_status read_steps(struct md_plan *plan, const struct md_word *word,
                                 struct md_error *error)
{
    char name[MD_PLAN_NAME];
    const char *equals = strrchr(word->text, '=');
    if (equals == NULL)
        return read_list(word, word->text, &plan->step, &plan->steps, error);
    snprintf(name, sizeof name, "%.*s", (int)(equals - word->text), word->text);
    for (int i = 0; i < plan->schemes; i++)
        if (strcmp(plan->scheme[i].name, name) == 0)
            return read_list(word, equals + 1, &plan->scheme[i].step, &plan->scheme[i].steps,
                             error);
    md_error_set(error, MD_ERR_REFERENCE, &word->place,
                 "steps for '%s', and no integrator given before has that name", name);
    return md_nearest_hint(error, name, md_nearest(name, scheme_name, plan));
}

static enum md_status read_reference(struct md_plan *plan, const struct md_word *word,
                                     struct md_error *error)
{
    char copy[MD_PLAN_WORDS];
    if (copy_text(copy, sizeof copy, word, "reference", error))
        return error->status;
    char *colon = strrchr(copy, ':');
    if (colon == NULL || colon == copy)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "the reference '%s' has no step: it must be STYLE:STEP", word->text);
    *colon = '\0';
    if (read_list(word, colon + 1, &plan->reference.step, &plan->reference.steps, error))
        return error->status;
    if (plan->reference.steps != 1)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "the reference has one step, not %d as in '%s'", plan->reference.steps,
                            word->text);
    trim(copy);
    snprintf(plan->reference.words, sizeof plan->reference.words, "%s", copy);
    snprintf(plan->reference.name, sizeof plan->reference.name, "reference");
    plan->reference.place = word->place;
    return MD_OK;
}

/* ------------------------------------------------------------------ measures */

static const char *const measures[] = {"energy", "momentum", "temperature", "heat",
                                       "h1",     "rdf",      NULL};

static enum md_status read_measure(struct md_plan *plan, const struct md_word *word,
                                   struct md_error *error)
{
    char copy[4 * MD_PLAN_WORDS], *save = NULL;
    if (copy_text(copy, sizeof copy, word, "list of measures", error))
        return error->status;
    plan->measure = 0;
    plan->extras = 0;
    for (char *one = strtok_r(copy, ", \t", &save); one != NULL;
         one = strtok_r(NULL, ", \t", &save)) {
        int k = 0;
        while (measures[k] != NULL && strcmp(one, measures[k]) != 0)
            k++;
        if (measures[k] != NULL) {
            plan->measure |= 1u << k;
            continue;
        }
        struct md_word part = *word;
        part.text = one;
        if (plan->extras == MD_PLAN_EXTRAS)
            return md_error_set(error, MD_ERR_COUNT, &word->place,
                                "'%s': there is room for %d values of the deck", one,
                                MD_PLAN_EXTRAS);
        if (copy_text(plan->extra[plan->extras], MD_PLAN_NAME, &part, "measure", error))
            return error->status;
        plan->extras++;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ options */

static enum md_status read_unit(struct md_plan *plan, const struct md_word *word,
                                struct md_error *error)
{
    const char *blank = strpbrk(word->text, " \t");
    struct md_word formula = *word;
    if (blank == NULL || (size_t)(blank - word->text) >= sizeof plan->unit)
        return md_error_set(error, MD_ERR_COUNT, &word->place,
                            "'%s': a unit is a name and a formula of the deck's variables, as in "
                            "'fs v_fs'",
                            word->text);
    snprintf(plan->unit, sizeof plan->unit, "%.*s", (int)(blank - word->text), word->text);
    formula.text = blank + strspn(blank, " \t");
    return copy_text(plan->unit_formula, sizeof plan->unit_formula, &formula, "formula", error);
}

static enum md_status read_perturb(struct md_plan *plan, const struct md_word *word,
                                   struct md_error *error)
{
    if (strcmp(word->text, "new") == 0) {
        plan->perturb = INFINITY;
        return MD_OK;
    }
    if (md_word_double(word, "perturb", MD_ABOVE(0.0), 10.0, &plan->perturb, error) == MD_OK)
        return MD_OK;
    return md_error_hint(error, "new, or a part of the velocities such as 0.01");
}

static enum md_status read_title(struct md_plan *plan, const struct md_word *word,
                                 struct md_error *error)
{
    return copy_text(plan->title, sizeof plan->title, word, "title", error);
}

static enum md_status read_out(struct md_plan *plan, const struct md_word *word,
                               struct md_error *error)
{
    return copy_text(plan->out, sizeof plan->out - 64, word, "folder's name", error);
}

static enum md_status read_plan(struct md_plan *plan, const struct md_word *word,
                                struct md_error *error);
static enum md_status read_var(struct md_plan *plan, const struct md_word *word,
                               struct md_error *error);

enum option_kind { READER, REAL, COUNT, FLAG };

static const struct option {
    const char *name;
    enum option_kind kind;
    reader *read;
    size_t offset;
    double lo, hi;
} options[] = {
    {"plan", READER, read_plan, 0, 0, 0},
    {"integrators", READER, read_integrators, 0, 0, 0},
    {"integrator", READER, read_integrator, 0, 0, 0},
    {"steps", READER, read_steps, 0, 0, 0},
    {"unit", READER, read_unit, 0, 0, 0},
    {"reference", READER, read_reference, 0, 0, 0},
    {"measure", READER, read_measure, 0, 0, 0},
    {"title", READER, read_title, 0, 0, 0},
    {"var", READER, read_var, 0, 0, 0},
    {"out", READER, read_out, 0, 0, 0},
    {"time", REAL, NULL, offsetof(struct md_plan, time), 0, INFINITY},
    {"window", REAL, NULL, offsetof(struct md_plan, window), 0, INFINITY},
    {"perturb", READER, read_perturb, 0, 0, 0},
    {"settle", REAL, NULL, offsetof(struct md_plan, settle), 0, INFINITY},
    {"explode", REAL, NULL, offsetof(struct md_plan, explode), 0, INFINITY},
    {"limit", REAL, NULL, offsetof(struct md_plan, limit), 0, 1e9},
    {"starts", COUNT, NULL, offsetof(struct md_plan, starts), 1, 100000},
    {"seed", COUNT, NULL, offsetof(struct md_plan, seed), 1, 800000000},
    {"samples", COUNT, NULL, offsetof(struct md_plan, samples), 10, 10000000},
    {"jobs", COUNT, NULL, offsetof(struct md_plan, jobs), 1, 4096},
    {"threads", COUNT, NULL, offsetof(struct md_plan, threads), 1, 1024},
    {"run", COUNT, NULL, offsetof(struct md_plan, run), 1, 1000000},
    {"again", FLAG, NULL, offsetof(struct md_plan, again), 0, 0},
    {"verbose", FLAG, NULL, offsetof(struct md_plan, verbose), 0, 0},
    {"plots", FLAG, NULL, offsetof(struct md_plan, plots), 0, 0},
    {"no-plots", FLAG, NULL, offsetof(struct md_plan, plots), 0, 0},
    {"dry-run", FLAG, NULL, offsetof(struct md_plan, dry_run), 0, 0},
};

enum { OPTIONS = sizeof options / sizeof options[0] };

static const char *option_name(const void *context, int i)
{
    (void)context;
    return i < OPTIONS ? options[i].name : NULL;
}

static enum md_status find_option(const struct md_word *word, const struct option **option,
                                  struct md_error *error)
{
    for (int i = 0; i < OPTIONS; i++)
        if (strcmp(options[i].name, word->text) == 0) {
            *option = &options[i];
            return MD_OK;
        }
    md_error_set(error, MD_ERR_UNKNOWN, &word->place,
                 "compare has no option '%s'; 'avimd compare --help' lists all", word->text);
    return md_nearest_hint(error, word->text, md_nearest(word->text, option_name, NULL));
}

static enum md_status apply(struct md_plan *plan, const struct option *option,
                            const struct md_word *word, struct md_error *error)
{
    char *field = (char *)plan + option->offset;
    switch (option->kind) {
    case READER:
        return option->read(plan, word, error);
    case REAL:
        return md_word_double(word, option->name, MD_ABOVE(option->lo), option->hi, (double *)field,
                              error);
    case COUNT:
        return md_word_int(word, option->name, (int64_t)option->lo, (int64_t)option->hi,
                           (int64_t *)field, error);
    case FLAG:
        *(bool *)field = strncmp(option->name, "no-", 3) != 0;
        return MD_OK;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ files */

/* One line: an option's name and, as one word, what follows it. */
static enum md_status read_line(struct md_plan *plan, const char *path, char *line, int number,
                                struct md_error *error)
{
    struct md_place place = {.file = path, .text = line, .line = number};
    char *copy = md_memory_text(line);
    const struct option *option = NULL;
    if (copy == NULL)
        return md_error_memory(error, "a line");
    char *hash = copy[0] == '#' ? copy : strstr(copy, " #");
    if (hash != NULL)
        *hash = '\0';
    trim(copy);
    enum md_status status = MD_OK;
    if (*copy != '\0') {
        size_t length = strcspn(copy, " \t");
        char *rest = copy + length + strspn(copy + length, " \t");
        copy[length] = '\0';
        place.column = (int)strspn(line, " \t") + 1;
        place.length = (int)length;
        struct md_word word = {.text = copy, .place = place};
        status = find_option(&word, &option, error);
        word.text = rest;
        if (status == MD_OK && *rest == '\0' && option->kind != FLAG)
            status =
                md_error_set(error, MD_ERR_COUNT, &word.place, "'%s' needs a value", option->name);
        if (status == MD_OK)
            status = apply(plan, option, &word, error);
    }
    md_memory_free(copy);
    return status;
}

/* Lines stay in memory, for the places of errors found later. */
static char *keep_text(struct md_plan *plan, const char *text, struct md_error *error)
{
    char *copy = md_memory_text(text);
    if (copy == NULL) {
        md_error_memory(error, "a line");
    } else if (md_memory_grow(&plan->text, (size_t)plan->texts, (size_t)plan->texts + 1,
                              sizeof *plan->text, error)) {
        md_memory_free(copy);
        copy = NULL;
    } else {
        plan->text[plan->texts++] = copy;
    }
    return copy;
}

static enum md_status read_plan(struct md_plan *plan, const struct md_word *word,
                                struct md_error *error)
{
    char line[1024];
    if (word->place.file != NULL)
        return md_error_set(error, MD_ERR_VALUE, &word->place, "a plan cannot name another one");
    FILE *file = fopen(word->text, "r");
    char *path = keep_text(plan, word->text, error);
    enum md_status status = path != NULL ? MD_OK : error->status;
    if (file == NULL)
        return md_error_set(error, MD_ERR_FILE, &word->place, "cannot open the plan '%s': %s",
                            word->text, strerror(errno));
    for (int number = 1; status == MD_OK && fgets(line, sizeof line, file) != NULL; number++) {
        line[strcspn(line, "\r\n")] = '\0';
        char *kept = keep_text(plan, line, error);
        status = kept != NULL ? read_line(plan, path, kept, number, error) : error->status;
    }
    fclose(file);
    return status;
}

/* ------------------------------------------------------------------ variables */

enum { VARIABLES = sizeof((struct md_plan *)0)->variable / sizeof(struct md_plan_variable) };

static enum md_status add_variable(struct md_plan *plan, struct md_plan_variable variable,
                                   const struct md_place *place, struct md_error *error)
{
    if (variable.words < 2 || plan->variables == VARIABLES)
        return md_error_set(error, MD_ERR_COUNT, place,
                            "-var needs a name and at least one value, and may stand %d times",
                            VARIABLES);
    plan->variable[plan->variables++] = variable;
    return MD_OK;
}

/* The line of a file: NAME VALUE... */
static enum md_status read_var(struct md_plan *plan, const struct md_word *word,
                               struct md_error *error)
{
    char *text = keep_text(plan, word->text, error), *save = NULL;
    if (text == NULL)
        return error->status;
    struct md_plan_variable variable = {.owned = true};
    variable.word = md_memory_array(strlen(text) / 2 + 2, sizeof *variable.word);
    if (variable.word == NULL)
        return md_error_memory(error, "a variable");
    for (char *one = strtok_r(text, " \t", &save); one != NULL; one = strtok_r(NULL, " \t", &save))
        variable.word[variable.words++] = one;
    if (add_variable(plan, variable, &word->place, error))
        md_memory_free(variable.word);
    return error->status;
}

/* ------------------------------------------------------------------ the command line */

static enum md_status read_variable(struct md_plan *plan, int *at, struct md_error *error)
{
    int first = ++*at;
    while (*at < plan->argc && (plan->argv[*at][0] != '-' || plan->argv[*at][1] == '\0' ||
                                strchr("0123456789.", plan->argv[*at][1]) != NULL))
        ++*at;
    struct md_plan_variable variable = {.word = plan->argv + first, .words = *at - first};
    return add_variable(plan, variable, NULL, error);
}

static enum md_status read_option(struct md_plan *plan, int *at, struct md_error *error)
{
    char joined[2 * MD_PLAN_WORDS];
    const char *given = plan->argv[*at];
    struct md_word word = {.text = given + (given[1] == '-' ? 2 : 1)};
    const struct option *option = NULL;
    if (strcmp(word.text, "var") == 0 || strcmp(word.text, "v") == 0)
        return read_variable(plan, at, error);
    if (find_option(&word, &option, error))
        return error->status;
    ++*at;
    if (option->kind == FLAG)
        return apply(plan, option, &word, error);
    if (*at >= plan->argc)
        return md_error_set(error, MD_ERR_COUNT, NULL, "'%s' needs a value", given);
    word.text = plan->argv[(*at)++];
    if (option->read == read_unit && strpbrk(word.text, " \t") == NULL && *at < plan->argc) {
        snprintf(joined, sizeof joined, "%s %s", word.text, plan->argv[(*at)++]);
        word.text = joined;
    }
    return apply(plan, option, &word, error);
}

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0';
}

/* Files first, then everything else: the command line wins wherever --plan stands. */
static enum md_status read_words(struct md_plan *plan, bool files, struct md_error *error)
{
    for (int at = 0; at < plan->argc;) {
        const char *word = plan->argv[at];
        bool is_plan = strcmp(word, "--plan") == 0 || strcmp(word, "-plan") == 0;
        if (is_plan == files && is_option(word)) {
            if (read_option(plan, &at, error))
                return error->status;
        } else if (files) {
            at++;
        } else if (is_plan) {
            at += 2;
        } else if (plan->deck != NULL) {
            return md_error_set(error, MD_ERR_COUNT, NULL,
                                "there are two decks, '%s' and '%s'; give one", plan->deck, word);
        } else {
            plan->deck = word;
            at++;
        }
    }
    return MD_OK;
}

enum md_status md_plan_read(struct md_plan *plan, int argc, char **argv, struct md_error *error)
{
    *plan = (struct md_plan){
        .argc = argc,
        .argv = argv,
        .starts = 1,
        .seed = 1,
        .samples = 2000,
        .threads = 1,
        .run = 1,
        .perturb = INFINITY,
        .explode = 1.0,
        .measure = MD_PLAN_ENERGY | MD_PLAN_MOMENTUM | MD_PLAN_TEMPERATURE,
        .plots = true,
        .out = "comparison",
    };
    if (read_words(plan, true, error) || read_words(plan, false, error))
        return error->status;
    if (plan->deck == NULL)
        return md_error_set(error, MD_ERR_COUNT, NULL, "no deck given: avimd compare DECK");
    struct md_word standard = {.text = "verlet,forest-ruth,blanes-moan4,rk4"};
    plan->standard = plan->schemes == 0;
    if (plan->standard && read_integrators(plan, &standard, error))
        return error->status;
    if ((plan->measure & (MD_PLAN_H1 | MD_PLAN_RDF)) != 0 && plan->reference.name[0] == '\0')
        return md_error_set(error, MD_ERR_COUNT, NULL,
                            "the measures h1 and rdf compare with a reference: add --reference "
                            "STYLE:STEP, for instance blanes-moan4 with a short step");
    return MD_OK;
}

void md_plan_free(struct md_plan *plan)
{
    forget_schemes(plan);
    md_memory_free(plan->reference.step);
    md_memory_free(plan->step);
    md_memory_free(plan->trial);
    for (int i = 0; i < plan->variables; i++)
        if (plan->variable[i].owned)
            md_memory_free(plan->variable[i].word);
    for (int i = 0; i < plan->texts; i++)
        md_memory_free(plan->text[i]);
    md_memory_free(plan->text);
}

/* ------------------------------------------------------------------ the list of runs */

void md_plan_leave_out(struct md_plan *plan, int scheme, const char *why)
{
    size_t length = strlen(plan->left_out), rest = (size_t)(plan->schemes - scheme - 1);
    snprintf(plan->left_out + length, sizeof plan->left_out - length, "left out: %s: %s\n",
             plan->scheme[scheme].name, why);
    md_memory_free(plan->scheme[scheme].step);
    memmove(&plan->scheme[scheme], &plan->scheme[scheme + 1], rest * sizeof *plan->scheme);
    plan->schemes--;
    int kept = 0;
    for (int i = 0; i < plan->trials; i++) {
        struct md_trial trial = plan->trial[i];
        if (trial.scheme == scheme)
            continue;
        trial.scheme -= trial.scheme > scheme;
        plan->trial[kept++] = trial;
    }
    plan->trials = kept;
}

double md_plan_duration(const struct md_plan *plan, const struct md_trial *trial)
{
    return (double)trial->steps * trial->timestep / plan->unit_value;
}

const char *md_plan_name(const struct md_plan *plan, const struct md_trial *trial)
{
    return trial->scheme < 0 ? plan->reference.name : plan->scheme[trial->scheme].name;
}

/* What a brace stands for: {raw}, {step}, {NUMBER*step}. */
static bool brace(const char *text, size_t length, double raw, double step, double *value)
{
    char inside[MD_PLAN_NAME];
    if (length >= sizeof inside)
        return false;
    snprintf(inside, sizeof inside, "%.*s", (int)length, text);
    char *star = strchr(inside, '*');
    double factor = 1.0;
    if (star != NULL) {
        *star = '\0';
        if (!md_parse_double(inside, &factor))
            return false;
    }
    const char *name = star != NULL ? star + 1 : inside;
    *value = factor * (strcmp(name, "raw") == 0 ? raw : step);
    return strcmp(name, "raw") == 0 || strcmp(name, "step") == 0;
}

static enum md_status substitute(const struct md_scheme *scheme, double raw, double step,
                                 struct md_trial *trial, struct md_error *error)
{
    size_t length = 0, room = sizeof trial->words;
    for (const char *at = scheme->words; *at != '\0' && length + MD_NUMBER_SIZE < room;) {
        if (*at != '{') {
            trial->words[length++] = *at++;
            continue;
        }
        size_t inside = strcspn(at + 1, "}");
        double value;
        char number[MD_NUMBER_SIZE];
        if (at[1 + inside] != '}' || !brace(at + 1, inside, raw, step, &value))
            return md_error_set(
                error, MD_ERR_VALUE, &scheme->place,
                "'%s': braces may hold step, raw, or a number times one of them, as "
                "in {2.5*step}",
                scheme->words);
        length += (size_t)snprintf(trial->words + length, room - length, "%s",
                                   md_number_text(number, value));
        at += inside + 2;
    }
    trial->words[length] = '\0';
    return MD_OK;
}

static enum md_status add_trial(struct md_plan *plan, const struct md_scheme *scheme, int which,
                                double raw, double timestep, int start, struct md_error *error)
{
    bool is_raw = strstr(scheme->words, "raw}") != NULL;
    double step = raw * plan->unit_value;
    struct md_trial trial = {.scheme = which, .step = raw, .start = start};
    trial.timestep = scheme->timestep > 0.0 ? scheme->timestep * plan->unit_value
                     : is_raw               ? timestep
                                            : step;
    trial.seed = start > 0 ? (int32_t)(plan->seed + start) : 0;
    bool brief = which < 0 && (plan->measure & MD_PLAN_RDF) == 0;
    double count = ceil((brief ? plan->stretch : plan->length) / trial.timestep - 1e-9);
    if (!(count >= 1.0) || count > 4e12)
        return md_error_set(error, MD_ERR_VALUE, &scheme->place,
                            "integrator '%s', step %g: a run would have %g steps; they must be 1 "
                            "to 4e12",
                            scheme->name, raw, count);
    trial.steps = (int64_t)count;
    if (substitute(scheme, raw, step, &trial, error) ||
        md_memory_grow(&plan->trial, (size_t)plan->trials, (size_t)plan->trials + 1,
                       sizeof *plan->trial, error))
        return error->status;
    plan->trial[plan->trials++] = trial;
    return MD_OK;
}

/* Schemes without steps of their own; a bare energy-stepping gets the terraces of its paper. */
static enum md_status fill_steps(struct md_plan *plan, struct md_scheme *scheme,
                                 double deck_timestep, struct md_error *error)
{
    static const double shares[] = {100.0, 60.0, 30.0}, ratios[] = {0.5, 1.0, 2.0, 4.0};
    if (strcmp(scheme->words, "energy-stepping") == 0)
        snprintf(scheme->words, sizeof scheme->words, "energy-stepping h E0/{raw}");
    if (scheme->steps > 0)
        return MD_OK;
    bool raw = strstr(scheme->words, "raw}") != NULL;
    bool terraces = strstr(scheme->words, "E0/{raw}") != NULL;
    if (raw && !terraces)
        return md_error_set(error, MD_ERR_COUNT, &scheme->place,
                            "integrator '%s' has {raw} in its words and no steps of its own: add "
                            "--steps '%s=...'",
                            scheme->name, scheme->name);
    int count = raw ? 3 : plan->steps > 0 ? plan->steps : 4;
    scheme->step = md_memory_array((size_t)count, sizeof *scheme->step);
    if (scheme->step == NULL)
        return md_error_memory(error, "steps");
    for (int i = 0; i < count; i++)
        scheme->step[i] = raw               ? shares[i]
                          : plan->steps > 0 ? plan->step[i]
                                            : ratios[i] * deck_timestep / plan->unit_value;
    scheme->steps = count;
    return MD_OK;
}

enum md_status md_plan_expand(struct md_plan *plan, double unit, double time, double timestep,
                              struct md_error *error)
{
    plan->unit_value = unit;
    plan->length = plan->time > 0.0 ? plan->time * unit : time;
    plan->stretch =
        fmin(plan->length, plan->window > 0.0 ? plan->window * unit : 2000.0 * timestep);
    if (plan->reference.name[0] != '\0')
        for (int start = 0; start < plan->starts; start++)
            if (add_trial(plan, &plan->reference, -1, plan->reference.step[0], timestep, start,
                          error))
                return error->status;
    plan->references = plan->trials;
    for (int i = 0; i < plan->schemes; i++) {
        struct md_scheme *scheme = &plan->scheme[i];
        for (int j = 0; j < i; j++)
            if (strcmp(plan->scheme[j].name, scheme->name) == 0)
                return md_error_set(error, MD_ERR_VALUE, &scheme->place,
                                    "two integrators have the name '%s'; write NAME=%s",
                                    scheme->name, scheme->words);
        if (fill_steps(plan, scheme, timestep, error))
            return error->status;
        for (int k = 0; k < scheme->steps; k++)
            for (int start = 0; start < plan->starts; start++)
                if (add_trial(plan, scheme, i, scheme->step[k], timestep, start, error))
                    return error->status;
    }
    return MD_OK;
}
