/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words that stand for one value of each atom. */
#include "measure/atom_input.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const own[] = {"x", "y", "z", "vx", "vy", "vz", "fx", "fy", "fz", NULL};

static int find_own(const char *word)
{
    for (int k = 0; own[k] != NULL; k++)
        if (strcmp(own[k], word) == 0)
            return k;
    return -1;
}

bool md_atom_input_known(const char *word)
{
    return find_own(word) >= 0 ||
           (word[0] != '\0' && strchr("cfv", word[0]) != NULL && word[1] == '_');
}

static enum md_status append(struct md_atom_input **inputs, int *count,
                             const struct md_atom_input *input, struct md_error *error)
{
    if (md_memory_grow(inputs, (size_t)*count, (size_t)*count + 1, sizeof **inputs, error))
        return error->status;
    (*inputs)[(*count)++] = *input;
    return MD_OK;
}

/* ID and what stands in brackets: "" when there are none. */
static bool split(const char *text, char *id, size_t size, char *inside, size_t room)
{
    size_t length = strcspn(text, "[");
    if (length == 0 || length >= size)
        return false;
    snprintf(id, size, "%.*s", (int)length, text);
    inside[0] = '\0';
    if (text[length] == '\0')
        return true;
    size_t close = strcspn(text + length, "]");
    if (text[length + close] != ']' || text[length + close + 1] != '\0' || close < 2 ||
        close > room)
        return false;
    snprintf(inside, room, "%.*s", (int)close - 1, text + length + 1);
    return true;
}

/* Columns 1 to `columns` that the brackets name; without brackets the only one. */
static enum md_status read_columns(const struct md_word *word, const char *inside, int64_t columns,
                                   int *first, int *last, struct md_error *error)
{
    char who[64];
    if (columns <= 1 && inside[0] == '\0') {
        *first = *last = 0;
        return MD_OK;
    }
    if (columns <= 1 || inside[0] == '\0')
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            columns <= 1 ? "'%s': there is one value per atom, written without [i]"
                                         : "'%s': there are %lld values per atom, written with [i]",
                            word->text, (long long)columns);
    struct md_word number = {.text = inside, .place = word->place};
    snprintf(who, sizeof who, "column of '%.40s'", word->text);
    return md_word_range(&number, who, (int)columns, first, last, error);
}

static enum md_status add_variable(struct md_atom_input **inputs, int *count,
                                   struct md_atom_input *input, const char *inside,
                                   const struct md_variables *variables, const struct md_word *word,
                                   struct md_error *error)
{
    enum md_variable_kind kind = variables != NULL && variables->kind != NULL
                                     ? variables->kind(variables->context, input->id)
                                     : MD_VARIABLE_NONE;
    if (kind == MD_VARIABLE_NONE)
        return md_error_set(error, MD_ERR_REFERENCE, &word->place,
                            "'%s' needs a variable '%s', which the deck has not defined",
                            word->text, input->id);
    if (kind != MD_VARIABLE_ATOM || inside[0] != '\0')
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%s' must be an atom-style variable, without [i]", word->text);
    return append(inputs, count, input, error);
}

static enum md_status add_reference(struct md_atom_input **inputs, int *count,
                                    struct md_atom_input *input, const char *inside,
                                    const struct md_quantities *quantities,
                                    const struct md_word *word, struct md_error *error)
{
    struct md_shape shape = {0};
    int first, last;
    const char *what = input->kind == 'C' ? "compute" : "fix";
    if (quantities == NULL || !quantities->is_defined(quantities->context, what, input->id))
        return md_error_set(error, MD_ERR_REFERENCE, &word->place,
                            "'%s' needs a %s '%s', which the deck has not defined", word->text,
                            what, input->id);
    if (quantities->shape(quantities->context, word->text[0], input->id, &shape, error)) {
        error->place = word->place;
        return error->status;
    }
    if (!shape.per_atom)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "%s '%s' has no values of atoms, which '%s' needs", what, input->id,
                            word->text);
    if (read_columns(word, inside, shape.atom_columns, &first, &last, error))
        return error->status;
    for (int column = first; column <= last; column++) {
        input->column = column;
        if (column > 0)
            snprintf(input->word, sizeof input->word, "%c_%s[%d]", word->text[0], input->id,
                     column);
        if (append(inputs, count, input, error))
            return error->status;
    }
    return MD_OK;
}

enum md_status md_atom_inputs_add(struct md_atom_input **inputs, int *count,
                                  const struct md_word *word,
                                  const struct md_quantities *quantities,
                                  const struct md_variables *variables, struct md_error *error)
{
    struct md_atom_input input = {.place = word->place};
    char inside[32];
    int k = find_own(word->text);
    snprintf(input.word, sizeof input.word, "%s", word->text);
    if (k >= 0) {
        input.kind = "xvf"[k / 3];
        input.axis = k % 3;
        return append(inputs, count, &input, error);
    }
    if (!md_atom_input_known(word->text) ||
        !split(word->text + 2, input.id, sizeof input.id, inside, sizeof inside))
        return md_error_set(error, MD_ERR_UNKNOWN, &word->place,
                            "'%s' is no value of atoms: x y z vx vy vz fx fy fz, c_ID, c_ID[i], "
                            "f_ID, f_ID[i] and v_NAME are",
                            word->text);
    input.kind = word->text[0] == 'c' ? 'C' : word->text[0] == 'f' ? 'F' : 'V';
    if (input.kind == 'V')
        return add_variable(inputs, count, &input, inside, variables, word, error);
    return add_reference(inputs, count, &input, inside, quantities, word, error);
}

enum md_status md_atom_input_values(const struct md_atom_input *input, const struct md_frame *frame,
                                    const struct md_quantities *quantities,
                                    const struct md_variables *variables, double *values,
                                    struct md_error *error)
{
    const md_vec3 *of = input->kind == 'x' ? frame->x : input->kind == 'v' ? frame->v : frame->f;
    enum md_status status = MD_OK;
    if (input->kind == 'V')
        status = variables->atom(variables->context, input->id, values, frame->count, error);
    else if (input->kind == 'C' || input->kind == 'F')
        status = quantities->atom_reference(quantities->context, input->kind == 'C' ? 'c' : 'f',
                                            input->id, input->column, values, error);
    else
        for (size_t i = 0; i < frame->count; i++)
            values[i] = of[i][input->axis];
    if (status != MD_OK && error->place.file == NULL)
        error->place = input->place;
    return status;
}
