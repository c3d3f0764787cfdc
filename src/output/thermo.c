/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Thermodynamic output.  Rows look as current LAMMPS prints them, so that programs which read its
 * logs read ours: style one centres each header over its column (11 wide for integers, 14 for
 * reals), multi prints three `name = value` to a line, yaml one document per run.
 * thermo_modify has its own file.
 */
#include "output/thermo.h"

#include "base/memory.h"
#include "base/nearest.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* keyword, header, whether its values are integers */
#define MD_THERMO_KEYWORDS(X)                                                                      \
    X("step", "Step", true)                                                                        \
    X("elapsed", "Elapsed", true)                                                                  \
    X("elaplong", "Elaplong", true)                                                                \
    X("dt", "Dt", false)                                                                           \
    X("time", "Time", false)                                                                       \
    X("cpu", "CPU", false)                                                                         \
    X("tpcpu", "T/CPU", false)                                                                     \
    X("spcpu", "S/CPU", false)                                                                     \
    X("cpuremain", "CPULeft", false)                                                               \
    X("part", "Part", true)                                                                        \
    X("timeremain", "TimeoutLeft", false)                                                          \
    X("atoms", "Atoms", true)                                                                      \
    X("temp", "Temp", false)                                                                       \
    X("press", "Press", false)                                                                     \
    X("pe", "PotEng", false)                                                                       \
    X("ke", "KinEng", false)                                                                       \
    X("etotal", "TotEng", false)                                                                   \
    X("evdwl", "E_vdwl", false)                                                                    \
    X("ecoul", "E_coul", false)                                                                    \
    X("epair", "E_pair", false)                                                                    \
    X("ebond", "E_bond", false)                                                                    \
    X("eangle", "E_angle", false)                                                                  \
    X("edihed", "E_dihed", false)                                                                  \
    X("eimp", "E_impro", false)                                                                    \
    X("emol", "E_mol", false)                                                                      \
    X("elong", "E_long", false)                                                                    \
    X("etail", "E_tail", false)                                                                    \
    X("enthalpy", "Enthalpy", false)                                                               \
    X("ecouple", "Ecouple", false)                                                                 \
    X("econserve", "Econserve", false)                                                             \
    X("vol", "Volume", false)                                                                      \
    X("density", "Density", false)                                                                 \
    X("lx", "Lx", false)                                                                           \
    X("ly", "Ly", false)                                                                           \
    X("lz", "Lz", false)                                                                           \
    X("xlo", "Xlo", false)                                                                         \
    X("xhi", "Xhi", false)                                                                         \
    X("ylo", "Ylo", false)                                                                         \
    X("yhi", "Yhi", false)                                                                         \
    X("zlo", "Zlo", false)                                                                         \
    X("zhi", "Zhi", false)                                                                         \
    X("xy", "Xy", false)                                                                           \
    X("xz", "Xz", false)                                                                           \
    X("yz", "Yz", false)                                                                           \
    X("xlat", "Xlat", false)                                                                       \
    X("ylat", "Ylat", false)                                                                       \
    X("zlat", "Zlat", false)                                                                       \
    X("bonds", "Bonds", true)                                                                      \
    X("angles", "Angles", true)                                                                    \
    X("dihedrals", "Diheds", true)                                                                 \
    X("impropers", "Impros", true)                                                                 \
    X("pxx", "Pxx", false)                                                                         \
    X("pyy", "Pyy", false)                                                                         \
    X("pzz", "Pzz", false)                                                                         \
    X("pxy", "Pxy", false)                                                                         \
    X("pxz", "Pxz", false)                                                                         \
    X("pyz", "Pyz", false)                                                                         \
    X("fmax", "Fmax", false)                                                                       \
    X("fnorm", "Fnorm", false)                                                                     \
    X("nbuild", "Nbuild", true)                                                                    \
    X("ndanger", "Ndanger", true)                                                                  \
    X("cella", "Cella", false)                                                                     \
    X("cellb", "Cellb", false)                                                                     \
    X("cellc", "Cellc", false)                                                                     \
    X("cellalpha", "CellAlpha", false)                                                             \
    X("cellbeta", "CellBeta", false)                                                               \
    X("cellgamma", "CellGamma", false)                                                             \
    X("avecx", "Avecx", false)                                                                     \
    X("avecy", "Avecy", false)                                                                     \
    X("avecz", "Avecz", false)                                                                     \
    X("bvecx", "Bvecx", false)                                                                     \
    X("bvecy", "Bvecy", false)                                                                     \
    X("bvecz", "Bvecz", false)                                                                     \
    X("cvecx", "Cvecx", false)                                                                     \
    X("cvecy", "Cvecy", false)                                                                     \
    X("cvecz", "Cvecz", false)

struct keyword {
    const char *word, *header;
    bool integer;
};

#define MD_THERMO_ROW(word, header, integer)  {word, header, integer},
#define MD_THERMO_WORD(word, header, integer) word,
static const struct keyword keywords[] = {MD_THERMO_KEYWORDS(MD_THERMO_ROW){NULL, NULL, false}};
const char *const md_thermo_keywords[] = {MD_THERMO_KEYWORDS(MD_THERMO_WORD) NULL};

/* The styles with fixed columns. */
static const struct {
    const char *name;
    enum md_thermo_line line;
    const char *words[13];
} styles[] = {
    {"one", MD_THERMO_ONE, {"step", "temp", "epair", "emol", "etotal", "press", NULL}},
    {"multi",
     MD_THERMO_MULTI,
     {"etotal", "ke", "temp", "pe", "ebond", "eangle", "edihed", "eimp", "evdwl", "ecoul", "elong",
      "press", NULL}},
    {"yaml",
     MD_THERMO_YAML,
     {"step", "temp", "ke", "pe", "ebond", "eangle", "edihed", "eimp", "evdwl", "ecoul", "elong",
      "press", NULL}},
};
#define STYLES (sizeof styles / sizeof styles[0])
static const char *const style_names[] = {"one", "multi", "yaml", "custom", NULL};

/* How each way of printing a row formats a value nobody gave a format for. */
static const struct {
    const char *integer, *real;
} defaults[] = {
    [MD_THERMO_ONE] = {"%10lld ", "% -14.8g"},
    [MD_THERMO_MULTI] = {"%14lld", "%14.4f"},
    [MD_THERMO_YAML] = {"%lld", "%.15g"},
};

/* -------------------------------------------------------------------------- columns */

static bool set_keyword(struct md_thermo_column *column, const char *word)
{
    for (const struct keyword *k = keywords; k->word != NULL; k++) {
        if (strcmp(k->word, word) != 0)
            continue;
        memset(column, 0, sizeof *column);
        snprintf(column->word, sizeof column->word, "%s", word);
        snprintf(column->header, sizeof column->header, "%s", k->header);
        column->integer = k->integer;
        return true;
    }
    return false;
}

/* Equal-style variables, and numbers of computes and fixes. */
static enum md_status check_reference(const struct md_reference *reference,
                                      const struct md_quantities *quantities,
                                      const struct md_variables *variables,
                                      const struct md_word *word, struct md_error *error)
{
    if (md_reference_check(reference, quantities, variables, word, error) != MD_OK)
        return error->status;
    if (reference->kind != 'v')
        return MD_OK;
    enum md_variable_kind wanted = reference->i > 0 ? MD_VARIABLE_VECTOR : MD_VARIABLE_EQUAL;
    if (reference->j > 0)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%s': a variable has at most one index", word->text);
    if (variables != NULL && variables->kind != NULL &&
        variables->kind(variables->context, reference->id) != wanted)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "variable '%s' is not %s-style, which the thermo column '%s' needs",
                            reference->id, reference->i > 0 ? "vector" : "equal", word->text);
    return MD_OK;
}

static enum md_status read_column(struct md_thermo_column *column,
                                  const struct md_quantities *quantities,
                                  const struct md_variables *variables, const struct md_word *word,
                                  struct md_error *error)
{
    if (set_keyword(column, word->text)) {
        column->place = word->place;
        return MD_OK;
    }
    if (strlen(word->text) < sizeof column->word &&
        md_reference_split(word->text, &column->reference)) {
        snprintf(column->word, sizeof column->word, "%s", word->text);
        snprintf(column->header, sizeof column->header, "%s", word->text);
        column->place = word->place;
        return check_reference(&column->reference, quantities, variables, word, error);
    }
    md_error_set(error, MD_ERR_UNKNOWN, &word->place,
                 "unknown thermo keyword '%s'; known are the keywords of `avimd --list thermo`, "
                 "c_ID, c_ID[i], f_ID, f_ID[i] and v_name",
                 word->text);
    return md_nearest_hint(error, word->text, md_nearest_of(word->text, md_thermo_keywords));
}

/* -------------------------------------------------------------------------- styles */

/* Takes over columns[0..count-1], behind which there is room for Volume. */
static void adopt(struct md_thermo *thermo, struct md_thermo_column *columns, int count,
                  enum md_thermo_line line, bool custom)
{
    md_memory_free(thermo->columns);
    thermo->columns = columns;
    thermo->count = count;
    thermo->shown = count;
    thermo->line = line;
    thermo->custom = custom;
    thermo->norm = -1;
    thermo->lost = MD_LOST_ERROR;
    thermo->flush = false;
    thermo->modified = false;
    thermo->format_int[0] = '\0';
    thermo->format_float[0] = '\0';
    snprintf(thermo->temperature, sizeof thermo->temperature, "thermo_temp");
    snprintf(thermo->pressure, sizeof thermo->pressure, "thermo_press");
    memset(&thermo->temperature_place, 0, sizeof thermo->temperature_place);
    memset(&thermo->pressure_place, 0, sizeof thermo->pressure_place);
    set_keyword(&columns[count], "vol");
}

static struct md_thermo_column *room(int count, struct md_error *error)
{
    struct md_thermo_column *columns = md_memory_array((size_t)count + 1, sizeof *columns);
    if (columns == NULL)
        md_error_memory(error, "the thermo columns");
    return columns;
}

static enum md_status fixed_style(struct md_thermo *thermo, size_t style, struct md_error *error)
{
    int count = 0;
    while (styles[style].words[count] != NULL)
        count++;
    struct md_thermo_column *columns = room(count, error);
    if (columns == NULL)
        return error->status;
    for (int k = 0; k < count; k++)
        set_keyword(&columns[k], styles[style].words[k]);
    adopt(thermo, columns, count, styles[style].line, false);
    return MD_OK;
}

enum md_status md_thermo_init(struct md_thermo *thermo, struct md_error *error)
{
    memset(thermo, 0, sizeof *thermo);
    return fixed_style(thermo, 0, error);
}

void md_thermo_free(struct md_thermo *thermo)
{
    md_memory_free(thermo->columns);
    thermo->columns = NULL;
    thermo->count = thermo->shown = 0;
}

enum md_status md_thermo_style(struct md_thermo *thermo, const struct md_quantities *quantities,
                               const struct md_variables *variables, const struct md_args *args,
                               struct md_error *error)
{
    static const char usage[] = "thermo_style one | multi | yaml | custom KEYWORD ...";
    int style;
    if (md_args_count(args, 1, -1, usage, error) != MD_OK ||
        md_word_choice(&args->words[0], "thermo style", style_names, &style, error) != MD_OK)
        return error->status;
    if (style < (int)STYLES) {
        if (md_args_count(args, 1, 1, usage, error) != MD_OK)
            return error->status;
        return fixed_style(thermo, (size_t)style, error);
    }
    if (md_args_count(args, 2, -1, usage, error) != MD_OK)
        return error->status;
    struct md_args rest = md_args_after(args, 1);
    struct md_expanded all;
    if (md_references_expand(&rest, false, quantities, variables, &all, error) != MD_OK)
        return error->status;
    struct md_thermo_column *columns = room(all.count, error);
    enum md_status status = columns == NULL ? error->status : MD_OK;
    for (int k = 0; k < all.count && status == MD_OK; k++)
        status = read_column(&columns[k], quantities, variables, &all.words[k], error);
    if (status == MD_OK)
        adopt(thermo, columns, all.count, MD_THERMO_ONE, true);
    else
        md_memory_free(columns);
    md_expanded_free(&all);
    return status;
}

/* -------------------------------------------------------------------------- printing */

/* A line being put together. */
struct line {
    char *text;
    size_t length, room;
    bool failed;
};

static void append(struct line *line, const char *text, size_t length)
{
    if (line->failed)
        return;
    if (line->length + length + 1 > line->room) {
        size_t wanted = 2 * (line->length + length) + 256;
        struct md_error error;
        if (md_memory_grow(&line->text, line->room, wanted, 1, &error) != MD_OK) {
            line->failed = true;
            return;
        }
        line->room = wanted;
    }
    memcpy(line->text + line->length, text, length);
    line->length += length;
    line->text[line->length] = '\0';
}

static void append_text(struct line *line, const char *text)
{
    append(line, text, strlen(text));
}

static void append_padded(struct line *line, const char *text, size_t left, size_t width)
{
    size_t length = strlen(text);
    for (size_t k = 0; k < left; k++)
        append(line, " ", 1);
    append(line, text, length);
    for (size_t k = left + length; k < width; k++)
        append(line, " ", 1);
}

static enum md_status emit(struct line *line, struct md_log *log, struct md_error *error)
{
    enum md_status status = MD_OK;
    if (line->failed)
        status = md_error_memory(error, "a thermo row");
    else if (line->length > 0)
        md_log_write(log, MD_LOG_BOTH, line->text);
    md_memory_free(line->text);
    return status;
}

static const char *name_of(const struct md_thermo_column *column)
{
    return column->name[0] != '\0' ? column->name : column->header;
}

enum md_status md_thermo_header(struct md_thermo *thermo, const struct md_quantities *quantities,
                                bool box_changes, struct md_log *log, struct md_error *error)
{
    struct line line = {NULL, 0, 0, false};
    (void)quantities;
    thermo->shown = thermo->count + (box_changes && !thermo->custom ? 1 : 0);
    if (thermo->line == MD_THERMO_MULTI)
        return MD_OK;
    if (thermo->line == MD_THERMO_YAML)
        append_text(&line, "---\nkeywords: [");
    for (int k = 0; k < thermo->shown; k++) {
        const struct md_thermo_column *column = &thermo->columns[k];
        const char *name = name_of(column);
        if (thermo->line == MD_THERMO_YAML) {
            append_text(&line, "'");
            append_text(&line, name);
            append_text(&line, "', ");
            continue;
        }
        size_t width = column->integer ? 11 : 14;
        size_t length = strlen(name);
        append_padded(&line, name, length < width ? (width - length) / 2 : 0, width);
        append_text(&line, k + 1 < thermo->shown ? " " : "");
    }
    append_text(&line, thermo->line == MD_THERMO_YAML ? "]\ndata:\n" : "\n");
    return emit(&line, log, error);
}

static enum md_status value_of(const struct md_thermo_column *column,
                               const struct md_quantities *quantities,
                               const struct md_variables *variables, double *value,
                               struct md_error *error)
{
    const struct md_reference *reference = &column->reference;
    enum md_status status;
    if (reference->kind == 0)
        status = quantities->keyword(quantities->context, column->word, value, error);
    else if (reference->kind == 'v')
        status = md_reference_number(reference, quantities, variables, value, error);
    else
        status = (quantities->row_reference != NULL
                      ? quantities->row_reference
                      : quantities->reference)(quantities->context, reference->kind, reference->id,
                                               reference->i, reference->j, value, error);
    if (status != MD_OK && error->place.file == NULL)
        error->place = column->place;
    return status;
}

static const char *format_of(const struct md_thermo *thermo, const struct md_thermo_column *column)
{
    const char *by_kind = column->integer ? thermo->format_int : thermo->format_float;
    if (column->format[0] != '\0')
        return column->format;
    if (by_kind[0] != '\0')
        return by_kind;
    if (column->line_format[0] != '\0')
        return column->line_format;
    return column->integer ? defaults[thermo->line].integer : defaults[thermo->line].real;
}

static void append_value(struct line *line, const struct md_thermo *thermo,
                         const struct md_thermo_column *column, double value)
{
    char text[MD_FORMAT_OUTPUT];
    const char *format = format_of(thermo, column);
    /* YAML has its own spelling of numbers that are none. */
    if (thermo->line == MD_THERMO_YAML && !isfinite(value))
        append_text(line, isnan(value) ? ".nan" : value > 0 ? ".inf" : "-.inf");
    else if (column->integer)
        append(line, text, md_format_int(text, format, (int64_t)llround(value)));
    else
        append(line, text, md_format_float(text, format, value));
}

static void append_field(struct line *line, const struct md_thermo *thermo, int k, double value)
{
    const struct md_thermo_column *column = &thermo->columns[k];
    bool last = k + 1 == thermo->shown;
    switch (thermo->line) {
    case MD_THERMO_ONE:
        append_value(line, thermo, column, value);
        append_text(line, last ? "\n" : " ");
        break;
    case MD_THERMO_MULTI:
        append_text(line, k % 3 == 0 && k > 0 ? "\n" : "");
        append_padded(line, name_of(column), 0, 8);
        append_text(line, " = ");
        append_value(line, thermo, column, value);
        append_text(line, last ? "\n" : " ");
        break;
    case MD_THERMO_YAML:
        append_text(line, k == 0 ? "  - [" : "");
        append_value(line, thermo, column, value);
        append_text(line, last ? ", ]\n" : ", ");
        break;
    }
}

/* The dashes above each block of style multi. */
static enum md_status append_rule(struct line *line, const struct md_quantities *quantities,
                                  double cpu, struct md_error *error)
{
    char text[128];
    double step;
    enum md_status status = quantities->keyword(quantities->context, "step", &step, error);
    if (status != MD_OK)
        return status;
    snprintf(text, sizeof text, "------------ Step %14lld ----- CPU = %12.7g (sec) -------------\n",
             (long long)llround(step), cpu);
    append_text(line, text);
    return MD_OK;
}

enum md_status md_thermo_row(struct md_thermo *thermo, const struct md_quantities *quantities,
                             const struct md_variables *variables, double cpu, struct md_log *log,
                             struct md_error *error)
{
    struct line line = {NULL, 0, 0, false};
    enum md_status status = MD_OK;
    if (thermo->line == MD_THERMO_MULTI)
        status = append_rule(&line, quantities, cpu, error);
    for (int k = 0; status == MD_OK && k < thermo->shown; k++) {
        double value = 0.0;
        status = value_of(&thermo->columns[k], quantities, variables, &value, error);
        if (status == MD_OK)
            append_field(&line, thermo, k, value);
    }
    if (status != MD_OK) {
        md_memory_free(line.text);
        return status;
    }
    status = emit(&line, log, error);
    if (status != MD_OK)
        return status;
    bool watched = log->screen != NULL && isatty(fileno(log->screen)) != 0;
    if (thermo->flush || watched || log->failed)
        return md_log_flush(log, error);
    return MD_OK;
}

enum md_status md_thermo_footer(struct md_thermo *thermo, struct md_log *log,
                                struct md_error *error)
{
    if (thermo->line == MD_THERMO_YAML)
        md_log_write(log, MD_LOG_BOTH, "...\n");
    return log->failed ? md_log_flush(log, error) : MD_OK;
}
