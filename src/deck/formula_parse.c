/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Formula text to postfix program, by precedence climbing: an operand, then every operator that
 * binds at least as tightly as asked for, each with its right-hand side.
 *
 *   formula  = operand { operator operand }
 *   operand  = ("-" | "!") operand | "(" formula ")" | number | word
 *            | word "(" formula { "," formula } ")" | word "[" index "]" [ "[" index "]" ]
 *   index    = integer | v_name
 *
 * Every complaint knows the characters it is about.
 */
#include "base/memory.h"
#include "base/nearest.h"
#include "base/word.h"
#include "deck/formula.h"

#include <stdio.h>
#include <string.h>

struct reader {
    struct md_formula *formula;
    const struct md_quantities *quantities;
    const char *text;
    int at;
    int depth;
    size_t names; /* characters used of formula->names */
    struct md_error *error;
};

static enum md_status read_formula(struct reader *reader, int precedence);

/* ------------------------------------------------------------------ places and complaints */

struct md_place md_formula_place(const struct md_place *place, const char *text, int offset,
                                 int length)
{
    struct md_place inside = {NULL, NULL, 0, 0, 0};
    const char *found;

    if (!place)
        return inside;
    inside = *place;
    if (!place->text || place->column < 1 || (size_t)place->column > strlen(place->text) ||
        text[0] == '\0')
        return inside;
    found = strstr(place->text + place->column - 1, text);
    if (!found)
        return inside;
    inside.column = (int)(found - place->text) + 1 + offset;
    inside.length = length < 1 ? 1 : length;
    return inside;
}

static struct md_place place_of(const struct reader *reader, int begin, int length)
{
    return md_formula_place(&reader->formula->place, reader->text, begin, length);
}

/* "... in the formula '2*(3'": what is wrong at the characters from `begin`. */
static enum md_status complain(struct reader *reader, enum md_status status, int begin, int length,
                               const char *what)
{
    struct md_place place = place_of(reader, begin, length);

    return md_error_set(reader->error, status, &place, "%s in the formula '%.*s'%s", what,
                        MD_FORMULA_SHOWN, reader->text,
                        strlen(reader->text) > MD_FORMULA_SHOWN ? " ..." : "");
}

/* ------------------------------------------------------------------ characters */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_word(char c)
{
    return is_letter(c) || is_digit(c) || c == '_';
}

static void skip_blanks(struct reader *reader)
{
    while (is_blank(reader->text[reader->at]))
        reader->at++;
}

/* ------------------------------------------------------------------ the program */

static enum md_status emit(struct reader *reader, const struct md_formula_step *step, int taken)
{
    struct md_formula *formula = reader->formula;

    if (formula->count == formula->capacity) {
        int capacity = formula->capacity ? 2 * formula->capacity : 8;
        enum md_status status =
            md_memory_grow(&formula->steps, (size_t)formula->capacity, (size_t)capacity,
                           sizeof *formula->steps, reader->error);
        if (status)
            return status;
        formula->capacity = capacity;
    }
    formula->steps[formula->count++] = *step;
    formula->height += 1 - taken;
    if (formula->height > formula->highest)
        formula->highest = formula->height;
    return MD_OK;
}

static struct md_formula_step new_step(enum md_formula_kind kind, int begin, int length)
{
    struct md_formula_step step;

    memset(&step, 0, sizeof step);
    step.kind = kind;
    step.begin = begin;
    step.length = length;
    return step;
}

/* Keeps a part of the text as a name.  Names are disjoint parts of at least one character, so
 * twice the text's length is room enough. */
static const char *keep(struct reader *reader, int begin, int length)
{
    char *name = reader->formula->names + reader->names;

    memcpy(name, reader->text + begin, (size_t)length);
    name[length] = '\0';
    reader->names += (size_t)length + 1;
    return name;
}

/* ------------------------------------------------------------------ operands */

static enum md_status read_number(struct reader *reader)
{
    const char *text = reader->text;
    int begin = reader->at, end = begin;
    struct md_formula_step step;
    char copy[64], what[128];

    while (is_word(text[end]) || text[end] == '.' ||
           ((text[end] == '+' || text[end] == '-') && (text[end - 1] | 32) == 'e'))
        end++;
    step = new_step(MD_STEP_NUMBER, begin, end - begin);
    snprintf(copy, sizeof copy, "%.*s", end - begin, text + begin);
    if ((size_t)(end - begin) >= sizeof copy || !md_parse_double(copy, &step.number)) {
        snprintf(what, sizeof what, "'%s' is not a number", copy);
        return complain(reader, MD_ERR_SYNTAX, begin, end - begin, what);
    }
    reader->at = end;
    return emit(reader, &step, 0);
}

/* One [i] or [v_name]; the reader stands at '['. */
static enum md_status read_index(struct reader *reader, struct md_formula_index *index)
{
    const char *text = reader->text, *close = strchr(text + reader->at, ']');
    int begin = reader->at + 1, length;
    char copy[24], what[128];

    if (!close)
        return complain(reader, MD_ERR_SYNTAX, reader->at, 1, "'[' is never closed");
    length = (int)(close - text) - begin;
    reader->at = begin + length + 1;
    snprintf(copy, sizeof copy, "%.*s", length, text + begin);
    if (length > 2 && copy[0] == 'v' && copy[1] == '_') {
        for (int i = begin; i < begin + length; i++)
            if (!is_word(text[i]))
                return complain(reader, MD_ERR_SYNTAX, i, 1,
                                "an index is one integer or one v_name");
        index->variable = keep(reader, begin + 2, length - 2);
        return MD_OK;
    }
    if ((size_t)length < sizeof copy && is_digit(copy[0]) && md_parse_int(copy, &index->number) &&
        index->number > 0)
        return MD_OK;
    snprintf(what, sizeof what, "an index must be an integer from 1 or v_name, not '%s'", copy);
    return complain(reader, MD_ERR_SYNTAX, begin, length, what);
}

static enum md_status read_indices(struct reader *reader, struct md_formula_step *step, int most)
{
    while (reader->text[reader->at] == '[') {
        enum md_status status;

        if (step->indices == most)
            return complain(reader, MD_ERR_SYNTAX, reader->at, 1,
                            most == 1 ? "only one index is possible here"
                                      : "at most two indices are possible");
        status = read_index(reader, &step->index[step->indices]);
        if (status)
            return status;
        step->indices++;
    }
    step->length = reader->at - step->begin;
    return MD_OK;
}

/* c_ID, f_ID and v_name. */
static enum md_status read_reference(struct reader *reader, int begin, int length)
{
    bool variable = reader->text[begin] == 'v';
    struct md_formula_step step =
        new_step(variable ? MD_STEP_VARIABLE : MD_STEP_REFERENCE, begin, length);
    enum md_status status;

    step.letter = reader->text[begin];
    step.name = keep(reader, begin + 2, length - 2);
    reader->at = begin + length;
    status = read_indices(reader, &step, variable ? 1 : 2);
    return status ? status : emit(reader, &step, 0);
}

static enum md_status wrong_count(struct reader *reader, int begin, int length, const char *usage,
                                  int found)
{
    char what[160];

    snprintf(what, sizeof what, "the function is used as %s, but %d argument%s given", usage, found,
             found == 1 ? " is" : "s are");
    return complain(reader, MD_ERR_COUNT, begin, length, what);
}

/* The arguments of a mathematical function; the reader stands behind its '('. */
static enum md_status read_function(struct reader *reader, int begin, int length,
                                    const struct md_formula_function *function)
{
    struct md_formula_step step = new_step(MD_STEP_FUNCTION, begin, length);
    int open = reader->at - 1, found = 0;

    skip_blanks(reader);
    while (reader->text[reader->at] != ')' || found > 0) {
        enum md_status status = read_formula(reader, 1);
        if (status)
            return status;
        found++;
        if (reader->text[reader->at] == ')')
            break;
        if (reader->text[reader->at] == '\0')
            return complain(reader, MD_ERR_SYNTAX, open, 1, "'(' is never closed");
        if (reader->text[reader->at] != ',')
            return complain(reader, MD_ERR_SYNTAX, reader->at, 1,
                            "',' or ')' is missing before this");
        reader->at++;
    }
    reader->at++;
    if (found != function->arguments)
        return wrong_count(reader, begin, length, function->usage, found);
    step.function = function;
    step.arguments = found;
    step.length = reader->at - begin;
    return emit(reader, &step, found);
}

/* One argument that is a name, from the reader's place to ',' or ')', without blanks around. */
static enum md_status read_name(struct reader *reader, int open, const char **name)
{
    const char *text = reader->text;
    int begin, end;

    skip_blanks(reader);
    begin = reader->at;
    while (text[reader->at] && text[reader->at] != ',' && text[reader->at] != ')')
        reader->at++;
    if (!text[reader->at])
        return complain(reader, MD_ERR_SYNTAX, open, 1, "'(' is never closed");
    end = reader->at;
    while (end > begin && is_blank(text[end - 1]))
        end--;
    if (end == begin)
        return complain(reader, MD_ERR_SYNTAX, reader->at, 1, "an argument is missing before this");
    *name = keep(reader, begin, end - begin);
    return MD_OK;
}

static enum md_status read_named(struct reader *reader, int begin, int length,
                                 const struct md_formula_named *named)
{
    struct md_formula_step step = new_step(MD_STEP_NAMED, begin, length);
    int open = reader->at - 1;
    enum md_status status;

    do {
        const char *name = NULL;

        status = read_name(reader, open, &name);
        if (status)
            return status;
        if (step.arguments < 3)
            step.argument[step.arguments] = name;
        step.arguments++;
    } while (reader->text[reader->at++] == ',');
    if (step.arguments < named->least || step.arguments > named->most)
        return wrong_count(reader, begin, length, named->usage, step.arguments);
    if (!reader->formula->per_atom &&
        (named->naming == MD_NAMING_GMASK || named->naming == MD_NAMING_RMASK ||
         named->naming == MD_NAMING_GRMASK))
        return complain(reader, MD_ERR_VALUE, begin, length,
                        "this has one value per atom, only atom-style variables can use it");
    step.named = named;
    step.length = reader->at - begin;
    return emit(reader, &step, 0);
}

static enum md_status read_call(struct reader *reader, int begin, int length, const char *name)
{
    const struct md_formula_function *function = md_formula_function(name);
    const struct md_formula_named *named = md_formula_naming(name);
    char what[160];

    if (function)
        return read_function(reader, begin, length, function);
    if (named)
        return read_named(reader, begin, length, named);
    snprintf(what, sizeof what, "unknown function '%.80s'", name);
    complain(reader, MD_ERR_UNKNOWN, begin, length, what);
    md_nearest_hint(reader->error, name, md_nearest(name, md_formula_function_name, NULL));
    return MD_ERR_UNKNOWN;
}

/* The nearest keyword, constant or atom property. */
static const char *nearest_word(const struct md_quantities *quantities, const char *name)
{
    const char *names[32];
    const char *nearest = NULL;
    int count = 0;

    if (quantities && quantities->keyword_name)
        nearest = md_nearest(name, quantities->keyword_name, quantities->context);
    if (nearest)
        return nearest;
    for (int i = 0; md_formula_constant_name(i) && count < 31; i++)
        names[count++] = md_formula_constant_name(i);
    for (int i = 0; md_formula_atom_names[i] && count < 31; i++)
        names[count++] = md_formula_atom_names[i];
    names[count] = NULL;
    return md_nearest_of(name, names);
}

/* A word alone: constant, atom property or thermo keyword. */
static enum md_status read_plain_word(struct reader *reader, int begin, int length)
{
    const struct md_quantities *q = reader->quantities;
    struct md_formula_step step = new_step(MD_STEP_NUMBER, begin, length);
    char what[192];

    step.name = keep(reader, begin, length);
    if (md_formula_constant(step.name, &step.number))
        return emit(reader, &step, 0);
    if (md_formula_is_atom_name(step.name)) {
        step.kind = MD_STEP_ATOM_VECTOR;
        if (!reader->formula->per_atom)
            return complain(reader, MD_ERR_VALUE, begin, length,
                            "this has one value per atom, only atom-style variables can use it "
                            "without [id]");
        return emit(reader, &step, 0);
    }
    if (!q || !q->keyword_known || q->keyword_known(q->context, step.name)) {
        step.kind = MD_STEP_KEYWORD;
        return emit(reader, &step, 0);
    }
    snprintf(what, sizeof what, "'%.80s' is no thermo keyword, constant or atom property",
             step.name);
    complain(reader, MD_ERR_UNKNOWN, begin, length, what);
    if (md_formula_function(step.name) || md_formula_naming(step.name))
        md_error_hint(reader->error, "the function '%.80s' needs its arguments in brackets",
                      step.name);
    else
        md_nearest_hint(reader->error, step.name, nearest_word(q, step.name));
    return MD_ERR_UNKNOWN;
}

static enum md_status read_atom_value(struct reader *reader, int begin, int length)
{
    struct md_formula_step step = new_step(MD_STEP_ATOM_VALUE, begin, length);
    enum md_status status;
    char what[160];

    step.name = keep(reader, begin, length);
    reader->at = begin + length;
    if (!md_formula_is_atom_name(step.name)) {
        snprintf(what, sizeof what, "'%.80s' is no property of an atom", step.name);
        complain(reader, MD_ERR_UNKNOWN, begin, length, what);
        md_nearest_hint(reader->error, step.name, md_nearest_of(step.name, md_formula_atom_names));
        return MD_ERR_UNKNOWN;
    }
    status = read_indices(reader, &step, 1);
    return status ? status : emit(reader, &step, 0);
}

static enum md_status read_word(struct reader *reader)
{
    const char *text = reader->text;
    int begin = reader->at, length = 0;
    char name[96];

    while (is_word(text[begin + length]))
        length++;
    if (length > 2 && text[begin + 1] == '_' && strchr("cfv", text[begin]))
        return read_reference(reader, begin, length);
    if (text[begin + length] == '[')
        return read_atom_value(reader, begin, length);
    reader->at = begin + length;
    skip_blanks(reader);
    if (text[reader->at] != '(') {
        reader->at = begin + length;
        return read_plain_word(reader, begin, length);
    }
    reader->at++;
    snprintf(name, sizeof name, "%.*s", length, text + begin);
    return read_call(reader, begin, length, name);
}

static enum md_status read_brackets(struct reader *reader)
{
    int open = reader->at++;
    enum md_status status = read_formula(reader, 1);

    if (status)
        return status;
    if (reader->text[reader->at] == '\0')
        return complain(reader, MD_ERR_SYNTAX, open, 1, "'(' is never closed");
    if (reader->text[reader->at] != ')')
        return complain(reader, MD_ERR_SYNTAX, reader->at, 1, "')' is missing before this");
    reader->at++;
    return MD_OK;
}

static enum md_status read_operand(struct reader *reader);

static enum md_status read_sign(struct reader *reader)
{
    struct md_formula_step step = new_step(MD_STEP_UNARY, reader->at, 1);
    enum md_status status;

    step.op = reader->text[reader->at] == '-' ? &md_formula_minus : &md_formula_not;
    step.arguments = 1;
    reader->at++;
    status = read_operand(reader);
    return status ? status : emit(reader, &step, 1);
}

/* What can stand where a value is wanted, by its first character. */
static enum md_status dispatch(struct reader *reader)
{
    char c = reader->text[reader->at], what[64];

    if (is_digit(c) || (c == '.' && is_digit(reader->text[reader->at + 1])))
        return read_number(reader);
    if (is_letter(c))
        return read_word(reader);
    if (c == '(')
        return read_brackets(reader);
    if (c == '-' || c == '!')
        return read_sign(reader);
    if (c == '\0')
        return complain(reader, MD_ERR_SYNTAX, reader->at > 0 ? reader->at - 1 : 0, 1,
                        reader->formula->count ? "a value is missing at the end"
                                               : "there is no value");
    snprintf(what, sizeof what, "a value is missing before '%c'", c);
    return complain(reader, MD_ERR_SYNTAX, reader->at, 1, what);
}

static enum md_status read_operand(struct reader *reader)
{
    enum md_status status;

    skip_blanks(reader);
    if (reader->depth == MD_FORMULA_DEPTH)
        return complain(reader, MD_ERR_SYNTAX, reader->at, 1,
                        "there are more than 200 brackets or signs inside each other");
    reader->depth++;
    status = dispatch(reader);
    reader->depth--;
    skip_blanks(reader);
    return status;
}

/* Stops in front of what is no operator: the caller knows whether ')' or ',' may stand there. */
static enum md_status read_formula(struct reader *reader, int precedence)
{
    enum md_status status = read_operand(reader);

    while (!status) {
        const struct md_formula_operator *op = md_formula_operator_at(reader->text + reader->at);
        struct md_formula_step step;

        if (!op || op->precedence < precedence)
            return MD_OK;
        step = new_step(MD_STEP_BINARY, reader->at, (int)strlen(op->text));
        step.op = op;
        step.arguments = 2;
        reader->at += step.length;
        status = read_formula(reader, op->precedence + 1);
        if (!status)
            status = emit(reader, &step, 2);
    }
    return status;
}

/* ------------------------------------------------------------------ the whole */

static enum md_status read_whole(struct reader *reader)
{
    enum md_status status = read_formula(reader, 1);
    char c = reader->text[reader->at], what[64];

    if (status || c == '\0')
        return status;
    if (c == ')')
        return complain(reader, MD_ERR_SYNTAX, reader->at, 1, "')' closes nothing");
    if (is_word(c) || c == '(' || c == '.')
        return complain(reader, MD_ERR_SYNTAX, reader->at, 1, "an operator is missing before this");
    snprintf(what, sizeof what, "'%c' has no meaning here", c);
    return complain(reader, MD_ERR_SYNTAX, reader->at, 1, what);
}

enum md_status md_formula_parse(struct md_formula **formula, const char *text, bool per_atom,
                                const struct md_quantities *quantities,
                                const struct md_place *place, struct md_error *error)
{
    struct reader reader;
    struct md_formula *made = md_memory_array(1, sizeof *made);
    size_t length = strlen(text);
    enum md_status status;

    *formula = NULL;
    memset(&reader, 0, sizeof reader);
    if (made) {
        made->text = md_memory_text(text);
        made->names = md_memory_array(2 * length + 2, 1);
    }
    if (!made || !made->text || !made->names || length > INT32_MAX / 4) {
        md_formula_free(made);
        return md_error_memory(error, "a formula");
    }
    made->per_atom = per_atom;
    if (place)
        made->place = *place;
    reader.formula = made;
    reader.quantities = quantities;
    reader.text = made->text;
    reader.error = error;
    status = read_whole(&reader);
    if (status) {
        md_formula_free(made);
        return status;
    }
    *formula = made;
    return MD_OK;
}

void md_formula_free(struct md_formula *formula)
{
    if (!formula)
        return;
    md_memory_free(formula->text);
    md_memory_free(formula->names);
    md_memory_free(formula->steps);
    md_memory_free(formula);
}
