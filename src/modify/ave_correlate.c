/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix ave/correlate: products of numbers with what they, or others, were some time before, averaged
 * for every time between: correlation functions, whose sums are transport coefficients (Green and
 * Kubo).
 */
#include "modify/styles.h"

#include "base/memory.h"
#include "base/reference.h"
#include "modify/average.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define LAGS_MAX 10000000

enum type { AUTO, UPPER, LOWER, AUTO_UPPER, AUTO_LOWER, FULL };

struct product {
    int earlier, later; /* indices of inputs */
};

struct correlate {
    int64_t every, lags, frequency;
    struct md_schedule start;  /* only its start is used */
    struct md_average average; /* only its kind is used */
    struct md_average_file file;
    int type;
    double prefactor;
    struct md_reference *input;
    struct md_place *place;
    char (*text)[96];
    int inputs;
    struct product *product;
    int products;

    int64_t valid;             /* the next step at which a sample is taken */
    int64_t samples, last;     /* kept in `value`, and where the last stands */
    double *value;             /* [lags * inputs], a ring */
    double *count, *sum;       /* [lags], [lags * products] */
    double *told_count, *told; /* the same as last written: what f_ID[i][j] is */
    char id[64];
};

/* ------------------------------------------------------------------ words */

enum { TYPE, PREFACTOR };

static enum md_status read_own(struct correlate *c, const struct md_args *args, int at, int *used,
                               struct md_error *error)
{
    static const char *const keys[] = {"type",   "prefactor", "ave",       "start",
                                       "file",   "append",    "overwrite", "format",
                                       "title1", "title2",    "title3",    NULL};
    static const char *const types[] = {"auto",       "upper", "lower", "auto/upper",
                                        "auto/lower", "full",  NULL};
    const struct md_word *word = &args->words[at];
    int key;
    enum md_status status = md_word_choice(word, "keyword of fix ave/correlate", keys, &key, error);
    if (status != MD_OK)
        return status;
    if (at + 1 >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value", word->text);
    *used = 2;
    if (key == TYPE)
        return md_word_choice(word + 1, "type of correlation", types, &c->type, error);
    return md_word_double(word + 1, "prefactor", -INFINITY, INFINITY, &c->prefactor, error);
}

static enum md_status read_keywords(struct correlate *c, const struct md_args *args,
                                    struct md_error *error)
{
    enum md_status status = MD_OK;
    for (int at = 0, used = 0; at < args->count && status == MD_OK; at += used) {
        status = md_average_keyword(&c->average, &c->start, &c->file, args, at, &used, error);
        if (status == MD_OK && used == 0)
            status = read_own(c, args, at, &used, error);
    }
    if (status == MD_OK && c->average.kind == MD_AVERAGE_WINDOW)
        status = md_error_set(error, MD_ERR_VALUE, &args->command.place,
                              "fix ave/correlate averages one or running, not in windows");
    if (status == MD_OK && c->file.record.overwrite && c->average.kind != MD_AVERAGE_RUNNING)
        status = md_error_set(error, MD_ERR_VALUE, &args->command.place,
                              "overwrite keeps the last table only, which is for ave running");
    return status;
}

static enum md_status read_inputs(struct correlate *c, const struct md_modify_context *context,
                                  const struct md_args *words, struct md_error *error)
{
    struct md_expanded all;
    enum md_status status =
        md_references_expand(words, false, context->quantities, context->variables, &all, error);
    if (status != MD_OK)
        return status;
    size_t n = (size_t)all.count;
    c->inputs = all.count;
    c->input = md_memory_array(n + 1, sizeof *c->input);
    c->place = md_memory_array(n + 1, sizeof *c->place);
    c->text = md_memory_array(n + 1, sizeof *c->text);
    c->product = md_memory_array(n * n + 1, sizeof *c->product);
    if (n > 1000 || c->input == NULL || c->place == NULL || c->text == NULL || c->product == NULL)
        status = md_error_memory(error, "fix ave/correlate");
    for (int k = 0; k < all.count && status == MD_OK; k++) {
        const struct md_word *word = &all.words[k];
        if (strlen(word->text) >= sizeof *c->text || !md_reference_split(word->text, &c->input[k]))
            status =
                md_error_set(error, MD_ERR_VALUE, &word->place,
                             "'%s' must be c_ID, c_ID[i], f_ID, f_ID[i] or v_name", word->text);
        if (status == MD_OK)
            status = md_reference_check(&c->input[k], context->quantities, context->variables, word,
                                        error);
        c->place[k] = word->place;
        snprintf(c->text[k], sizeof *c->text, "%.95s", word->text);
    }
    md_expanded_free(&all);
    return status;
}

static void add_product(struct correlate *c, int earlier, int later)
{
    c->product[c->products++] = (struct product){earlier, later};
}

/* Which with which, in LAMMPS's order. */
static void set_products(struct correlate *c)
{
    bool own = c->type == AUTO || c->type == AUTO_UPPER || c->type == AUTO_LOWER;
    bool upper = c->type == UPPER || c->type == AUTO_UPPER;
    bool lower = c->type == LOWER || c->type == AUTO_LOWER;
    for (int i = 0; i < c->inputs; i++) {
        for (int j = 0; j < c->inputs; j++) {
            if (c->type == FULL || (lower && j < i) || (upper && j > i) || (own && i == j))
                add_product(c, i, j);
        }
    }
}

static enum md_status reserve(struct correlate *c, struct md_error *error)
{
    size_t lags = (size_t)c->lags, products = (size_t)c->products;
    c->value = md_memory_array(lags * (size_t)c->inputs + 1, sizeof *c->value);
    c->count = md_memory_array(lags + 1, sizeof *c->count);
    c->sum = md_memory_array(lags * products + 1, sizeof *c->sum);
    c->told_count = md_memory_array(lags + 1, sizeof *c->told_count);
    c->told = md_memory_array(lags * products + 1, sizeof *c->told);
    if (c->value == NULL || c->count == NULL || c->sum == NULL || c->told_count == NULL ||
        c->told == NULL)
        return md_error_memory(error, "fix ave/correlate");
    return MD_OK;
}

static int64_t first_sample(const struct correlate *c, int64_t now)
{
    int64_t from = now > c->start.start ? now : c->start.start;
    return (from + c->every - 1) / c->every * c->every;
}

static enum md_status correlate_create(void *state, const struct md_modify_context *context,
                                       const struct md_args *args, struct md_error *error)
{
    struct correlate *c = state;
    struct md_schedule numbers = {0};
    int end = 3;
    c->file.record.resume = -1;
    c->prefactor = 1.0;
    c->last = -1;
    snprintf(c->id, sizeof c->id, "%s", context->id != NULL ? context->id : "");
    enum md_status status =
        md_args_count(args, 4, -1, md_modifier_ave_correlate.style.usage, error);
    if (status == MD_OK)
        status = md_schedule_read(&numbers, args, error);
    if (status == MD_OK && numbers.repeat > LAGS_MAX)
        status = md_error_set(error, MD_ERR_VALUE, &args->words[1].place,
                              "at most %d times between are possible", LAGS_MAX);
    if (status != MD_OK)
        return status;
    c->every = numbers.every;
    c->lags = numbers.repeat;
    c->frequency = numbers.frequency;
    while (end < args->count && strchr("cfv", args->words[end].text[0]) != NULL &&
           args->words[end].text[0] != '\0' && args->words[end].text[1] == '_')
        end++;
    if (end == 3)
        return md_error_set(error, MD_ERR_VALUE, &args->words[3].place,
                            "fix ave/correlate needs values: c_ID, f_ID or v_name, not '%s'",
                            args->words[3].text);
    struct md_args words = {.words = args->words + 3, .count = end - 3, .command = args->command};
    struct md_args rest = md_args_after(args, end);
    status = read_keywords(c, &rest, error);
    if (status == MD_OK)
        status = read_inputs(c, context, &words, error);
    if (status != MD_OK)
        return status;
    set_products(c);
    if (c->products == 0)
        return md_error_set(error, MD_ERR_VALUE, &args->words[3].place,
                            "one value alone can only be correlated with itself (type auto)");
    c->valid = first_sample(c, md_clock_step(&context->system->clock));
    return reserve(c, error);
}

static enum md_status correlate_begin(void *state, const struct md_modify_context *context,
                                      struct md_error *error)
{
    struct correlate *c = state;
    int64_t now = md_clock_step(&context->system->clock);
    (void)error;
    if (c->valid < now)
        c->valid = first_sample(c, now);
    return MD_OK;
}

static int64_t correlate_next(const void *state, int64_t step)
{
    const struct correlate *c = state;
    return c->valid > step ? c->valid : MD_NEVER;
}

/* ------------------------------------------------------------------ samples */

/* The last sample times each one that is still known. */
static void accumulate(struct correlate *c)
{
    const double *now = c->value + c->last * c->inputs;
    for (int64_t lag = 0; lag < c->samples; lag++) {
        int64_t at = c->last - lag < 0 ? c->last - lag + c->lags : c->last - lag;
        const double *then = c->value + at * c->inputs;
        double *sum = c->sum + lag * c->products;
        c->count[lag] += 1.0;
        for (int k = 0; k < c->products; k++)
            sum[k] += then[c->product[k].earlier] * now[c->product[k].later];
    }
}

static enum md_status take_sample(struct correlate *c, const struct md_modify_context *context,
                                  struct md_error *error)
{
    c->last = c->last + 1 == c->lags ? 0 : c->last + 1;
    for (int k = 0; k < c->inputs; k++) {
        if (md_reference_number(&c->input[k], context->quantities, context->variables,
                                &c->value[c->last * c->inputs + k], error) != MD_OK) {
            if (error->place.file == NULL)
                error->place = c->place[k];
            return error->status;
        }
    }
    c->samples += c->samples < c->lags;
    accumulate(c);
    return MD_OK;
}

/* ------------------------------------------------------------------ results */

static void write_head(struct correlate *c)
{
    FILE *out = c->file.record.file;
    const struct md_average_file *file = &c->file;
    if (file->titled[0])
        fprintf(out, "%s\n", file->title[0]);
    else
        fprintf(out, "# Time-correlated data for fix %s\n", c->id);
    fprintf(out, "%s\n", file->titled[1] ? file->title[1] : "# Timestep Number-of-time-windows");
    if (file->titled[2]) {
        fprintf(out, "%s\n", file->title[2]);
    } else {
        fprintf(out, "# Index TimeDelta Ncount");
        for (int k = 0; k < c->products; k++)
            fprintf(out, " %s*%s", c->text[c->product[k].earlier], c->text[c->product[k].later]);
        fprintf(out, "\n");
    }
    md_record_headed(&c->file.record);
}

static enum md_status write_table(struct correlate *c, int64_t step, struct md_error *error)
{
    bool fresh;
    if (c->file.record.path == NULL)
        return MD_OK;
    enum md_status status = md_record_open(&c->file.record, &fresh, error);
    if (status != MD_OK)
        return status;
    if (fresh)
        write_head(c);
    FILE *out = c->file.record.file;
    fprintf(out, "%" PRId64 " %" PRId64 "\n", step, c->lags);
    for (int64_t i = 0; i < c->lags; i++) {
        fprintf(out, "%" PRId64 " %" PRId64 " %.0f", i + 1, i * c->every, c->told_count[i]);
        for (int k = 0; k < c->products; k++) {
            if (c->told_count[i] > 0.0)
                md_average_print(&c->file, c->told[i * c->products + k]);
            else
                fprintf(out, " 0.0");
        }
        fprintf(out, "\n");
    }
    return md_record_flush(&c->file.record, error);
}

static void settle(struct correlate *c)
{
    for (int64_t i = 0; i < c->lags; i++) {
        c->told_count[i] = c->count[i];
        for (int k = 0; k < c->products; k++)
            c->told[i * c->products + k] =
                c->count[i] > 0.0 ? c->prefactor * c->sum[i * c->products + k] / c->count[i] : 0.0;
    }
}

static enum md_status correlate_act(void *state, const struct md_modify_context *context,
                                    unsigned *changed, struct md_error *error)
{
    struct correlate *c = state;
    int64_t step = md_clock_step(&context->system->clock);
    (void)changed;
    c->valid += c->every;
    enum md_status status = take_sample(c, context, error);
    if (status != MD_OK || step % c->frequency != 0)
        return status;
    settle(c);
    status = write_table(c, step, error);
    if (status == MD_OK && c->average.kind == MD_AVERAGE_ONE) {
        memset(c->count, 0, (size_t)c->lags * sizeof *c->count);
        memset(c->sum, 0, (size_t)(c->lags * c->products) * sizeof *c->sum);
        c->samples = 1; /* the last of this table is the first of the next */
        accumulate(c);
    }
    return status;
}

/* ------------------------------------------------------------------ values */

static void correlate_shape(const void *state, struct md_shape *shape)
{
    const struct correlate *c = state;
    shape->rows = c->lags;
    shape->columns = c->products + 2;
}

static enum md_status correlate_value(const void *state, const struct md_modify_context *context,
                                      int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct correlate *c = state;
    (void)context;
    (void)error;
    if (j == 1)
        *value = (double)((i - 1) * c->every);
    else
        *value = j == 2 ? c->told_count[i - 1] : c->told[(i - 1) * c->products + j - 3];
    return MD_OK;
}

static enum md_status correlate_keep(void *state, struct md_archive *archive,
                                     struct md_error *error)
{
    struct correlate *c = state;
    size_t lags = (size_t)c->lags, all = lags * (size_t)c->products;
    int64_t place[3] = {c->valid, c->samples, c->last};
    enum md_status status = md_archive_ints(archive, "place", place, 3, error);
    if (status == MD_OK &&
        (place[1] < 0 || place[1] > c->lags || place[2] < -1 || place[2] >= c->lags))
        status = md_error_set(error, MD_ERR_FILE, NULL, "the kept samples are not this fix's");
    if (status == MD_OK)
        status = md_archive_doubles(archive, "values", c->value, lags * (size_t)c->inputs, error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "count", c->count, lags, error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "sum", c->sum, all, error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "told_count", c->told_count, lags, error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "told", c->told, all, error);
    if (status == MD_OK)
        status = md_record_keep(&c->file.record, archive, error);
    if (status == MD_OK) {
        c->valid = place[0];
        c->samples = place[1];
        c->last = place[2];
    }
    return status;
}

static struct md_record *correlate_record(void *state)
{
    struct correlate *c = state;
    return &c->file.record;
}

static void correlate_destroy(void *state)
{
    struct correlate *c = state;
    md_record_free(&c->file.record);
    md_memory_free(c->input);
    md_memory_free(c->place);
    md_memory_free(c->text);
    md_memory_free(c->product);
    md_memory_free(c->value);
    md_memory_free(c->count);
    md_memory_free(c->sum);
    md_memory_free(c->told_count);
    md_memory_free(c->told);
}

const struct md_modifier md_modifier_ave_correlate = {
    .style =
        {
            .name = "ave/correlate",
            .summary = "time correlation functions of numbers",
            .usage = "fix ID GROUP ave/correlate NEVERY NREPEAT NFREQ VALUE ... [KEYWORD ...]",
            .manual =
                "Every NEVERY steps the values c_ID, c_ID[i], f_ID, f_ID[i], v_name are taken;\n"
                "averages of their products 0 to NREPEAT-1 samples apart are written every NFREQ\n"
                "steps.  Keywords:\n"
                "  type auto|upper|lower|auto/upper|auto/lower|full   which with which\n"
                "  ave one|running     from table to table anew, or from the beginning on\n"
                "  start N, prefactor P\n"
                "  file NAME, append NAME, overwrite, title1, title2, title3 TEXT\n"
                "\n"
                "f_ID[i][j] is row i of the last table: the time between in steps, the number of\n"
                "products, then their averages.  trap(f_ID[3]) is the integral (Green-Kubo).",
            .state_size = sizeof(struct correlate),
        },
    .looks = true,
    .counts_steps = true,
    .create = correlate_create,
    .begin = correlate_begin,
    .next = correlate_next,
    .act = correlate_act,
    .shape = correlate_shape,
    .value = correlate_value,
    .keep = correlate_keep,
    .record = correlate_record,
    .destroy = correlate_destroy,
};
