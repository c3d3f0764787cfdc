/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a formula's program on a stack of numbers, once for an equal-style variable or once per
 * atom.  Per-atom operands are fetched whole before the first atom; random() is drawn in the
 * order in which the atoms and, within one atom, the calls stand.
 */
#include "base/memory.h"
#include "base/reference.h"
#include "deck/formula.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* What an operand step yields: a number, or one per atom or element of a vector. */
struct operand {
    double number;
    double *values; /* NULL: number */
    size_t count;   /* of a vector's elements */
};

struct machine {
    const struct md_formula *formula;
    struct md_formula_scope *scope;
    struct md_error *error;
    struct operand *operands; /* one per step; NULL for a single number */
    size_t atoms;
    bool vector; /* operands may be vectors, none are per atom */
    struct md_run_span span;
    bool span_known;
};

/* ------------------------------------------------------------------ errors */

/* Errors from outside know no place: they get the step's. */
static enum md_status located(struct machine *machine, const struct md_formula_step *step,
                              enum md_status status)
{
    const struct md_formula *formula = machine->formula;
    struct md_error *error = machine->error;

    if (status && error && !error->place.file)
        error->place = md_formula_place(&formula->place, formula->text, step->begin, step->length);
    return status;
}

static enum md_status complain(struct machine *machine, const struct md_formula_step *step,
                               enum md_status status, const char *what)
{
    const struct md_formula *formula = machine->formula;

    md_error_set(machine->error, status, NULL, "%s in the formula '%.*s'%s", what, MD_FORMULA_SHOWN,
                 formula->text, strlen(formula->text) > MD_FORMULA_SHOWN ? " ..." : "");
    return located(machine, step, status);
}

/* "sqrt(-1): the argument must not be negative".  While a deck is checked, numbers that only a
 * run could tell are not held against the formula. */
static enum md_status refuse(struct machine *machine, const struct md_formula_step *step,
                             const double *argument, const char *why, double *value)
{
    char what[320];
    int used = 0;

    if (machine->scope->checking && machine->scope->guessed) {
        *value = 0.0;
        return MD_OK;
    }
    if (step->kind == MD_STEP_BINARY) {
        used =
            snprintf(what, sizeof what, "%.15g %s %.15g", argument[0], step->op->text, argument[1]);
    } else {
        used = snprintf(what, sizeof what, "%s(", step->function->name);
        for (int i = 0; i < step->arguments; i++)
            used += snprintf(what + used, sizeof what - (size_t)used, "%s%.15g", i ? "," : "",
                             argument[i]);
        used += snprintf(what + used, sizeof what - (size_t)used, ")");
    }
    snprintf(what + used, sizeof what - (size_t)used, ": %s", why);
    return complain(machine, step, MD_ERR_VALUE, what);
}

static enum md_status no_simulation(struct machine *machine, const struct md_formula_step *step)
{
    return complain(machine, step, MD_ERR_ORDER, "there is no simulation to ask for this");
}

/* ------------------------------------------------------------------ operands */

static enum md_status index_of(struct machine *machine, const struct md_formula_step *step, int k,
                               int64_t *number)
{
    const struct md_formula_index *index = &step->index[k];
    enum md_status status;
    double value;
    char what[160];

    *number = 0;
    if (k >= step->indices)
        return MD_OK;
    *number = index->number;
    if (!index->variable)
        return MD_OK;
    status =
        machine->scope->variable(machine->scope->book, index->variable, &value, machine->error);
    if (status)
        return located(machine, step, status);
    if (!(value >= 1.0 && value < 9.0e15)) {
        snprintf(what, sizeof what, "the index v_%.64s must be an integer from 1, not %.15g",
                 index->variable, value);
        return complain(machine, step, MD_ERR_VALUE, what);
    }
    *number = (int64_t)value;
    return MD_OK;
}

static enum md_status new_values(struct machine *machine, struct operand *operand)
{
    operand->values = md_memory_array(machine->atoms, sizeof *operand->values);
    return operand->values ? MD_OK : md_error_memory(machine->error, "per-atom values");
}

/* v_name[i] of an atom-style variable: the value of the atom with ID i. */
static enum md_status load_element(struct machine *machine, const struct md_formula_step *step,
                                   int64_t id, struct operand *operand)
{
    const struct md_quantities *q = machine->scope->quantities;
    size_t count, found;
    double *values, *ids;
    enum md_status status;
    char what[160];

    if (!q)
        return no_simulation(machine, step);
    count = q->atom_count(q->context);
    values = md_memory_array(count, sizeof *values);
    ids = md_memory_array(count, sizeof *ids);
    status = values && ids ? MD_OK : md_error_memory(machine->error, "per-atom values");
    if (!status)
        status = q->atom_values(q->context, "id", ids, machine->error);
    if (!status)
        status = machine->scope->variable_atoms(machine->scope->book, step->name, values, count,
                                                machine->error);
    for (found = 0; !status && found < count && ids[found] != (double)id; found++)
        ;
    if (!status && found < count)
        operand->number = values[found];
    md_memory_free(values);
    md_memory_free(ids);
    if (status || found < count)
        return located(machine, step, status);
    snprintf(what, sizeof what, "v_%.64s[%lld]: there is no atom with this ID", step->name,
             (long long)id);
    return complain(machine, step, MD_ERR_VALUE, what);
}

/* v_name or v_name[i] of a vector-style variable. */
static enum md_status load_vector_variable(struct machine *machine,
                                           const struct md_formula_step *step, int64_t i,
                                           struct operand *operand)
{
    struct md_formula_scope *scope = machine->scope;
    double *values = NULL;
    size_t count = 0;
    char what[160];
    enum md_status status;

    if (i == 0 && !machine->vector) {
        snprintf(what, sizeof what, "v_%.64s is a vector and needs an index to be a number",
                 step->name);
        return complain(machine, step, MD_ERR_VALUE, what);
    }
    status = scope->variable_vector(scope->book, step->name, &values, &count, machine->error);
    if (status) {
        md_memory_free(values);
        return located(machine, step, status);
    }
    if (i == 0) {
        operand->values = values;
        operand->count = count;
        return MD_OK;
    }
    if ((size_t)i <= count)
        operand->number = values[i - 1];
    md_memory_free(values);
    if ((size_t)i <= count)
        return MD_OK;
    snprintf(what, sizeof what, "v_%.64s[%lld]: the vector has %zu elements", step->name,
             (long long)i, count);
    return complain(machine, step, scope->checking ? MD_ERR_ORDER : MD_ERR_VALUE, what);
}

static enum md_status load_variable(struct machine *machine, const struct md_formula_step *step,
                                    struct operand *operand)
{
    struct md_formula_scope *scope = machine->scope;
    bool per_atom = scope->kind(scope->book, step->name) == MD_VARIABLE_ATOM;
    enum md_status status;
    int64_t id;
    char what[192];

    status = index_of(machine, step, 0, &id);
    if (status)
        return status;
    if (scope->kind(scope->book, step->name) == MD_VARIABLE_VECTOR)
        return load_vector_variable(machine, step, id, operand);
    if (id && per_atom)
        return load_element(machine, step, id, operand);
    if (id && scope->kind(scope->book, step->name) != MD_VARIABLE_NONE) {
        snprintf(what, sizeof what, "v_%.64s is one number and takes no index", step->name);
        return complain(machine, step, MD_ERR_VALUE, what);
    }
    if (per_atom && (!machine->operands || machine->vector)) {
        snprintf(what, sizeof what,
                 "v_%.64s has one value per atom and needs an index [ID] to be a number",
                 step->name);
        return complain(machine, step, MD_ERR_VALUE, what);
    }
    if (!per_atom)
        return located(machine, step,
                       scope->variable(scope->book, step->name, &operand->number, machine->error));
    status = new_values(machine, operand);
    if (!status)
        status = scope->variable_atoms(scope->book, step->name, operand->values, machine->atoms,
                                       machine->error);
    return located(machine, step, status);
}

/* The vector of c_ID or f_ID, or column `column` of its array. */
static enum md_status fetch_vector(struct machine *machine, char letter, const char *name,
                                   int64_t column, const struct md_shape *shape, double **values,
                                   size_t *count)
{
    const struct md_quantities *q = machine->scope->quantities;

    *count = (size_t)(column > 0 ? shape->rows : shape->vector_length);
    *values = md_memory_array(*count + 1, sizeof **values);
    if (!*values)
        return md_error_memory(machine->error, "a vector");
    return q->vector(q->context, letter, name, column, *values, machine->error);
}

/* c_ID and f_ID: a global value when there is one of this shape, else per atom. */
static enum md_status load_reference(struct machine *machine, const struct md_formula_step *step,
                                     struct operand *operand)
{
    const struct md_quantities *q = machine->scope->quantities;
    struct md_shape shape = {0};
    enum md_status status;
    int64_t i, j;
    bool per_atom;

    if (!q)
        return no_simulation(machine, step);
    status = index_of(machine, step, 0, &i);
    if (!status)
        status = index_of(machine, step, 1, &j);
    if (!status && machine->operands)
        status = q->shape(q->context, step->letter, step->name, &shape, machine->error);
    if (status)
        return located(machine, step, status);
    if (machine->vector && ((i == 0 && !shape.scalar && shape.vector_length > 0) ||
                            (i > 0 && j == 0 && !shape.vector_length && shape.columns > 0)))
        return located(machine, step,
                       fetch_vector(machine, step->letter, step->name, i, &shape, &operand->values,
                                    &operand->count));
    per_atom = !machine->vector && shape.per_atom &&
               ((i == 0 && !shape.scalar) ||
                (i > 0 && j == 0 && !shape.vector_length && shape.atom_columns > 1));
    if (!per_atom)
        return located(machine, step,
                       q->reference(q->context, step->letter, step->name, i, j, &operand->number,
                                    machine->error));
    status = new_values(machine, operand);
    if (!status)
        status = q->atom_reference(q->context, step->letter, step->name, i, operand->values,
                                   machine->error);
    return located(machine, step, status);
}

static enum md_status load_mask(struct machine *machine, const struct md_formula_step *step,
                                struct operand *operand)
{
    const struct md_quantities *q = machine->scope->quantities;
    enum md_formula_naming naming = step->named->naming;
    struct operand other = {0};
    enum md_status status = new_values(machine, operand);

    if (!status)
        status = q->atom_inside(q->context, naming == MD_NAMING_RMASK, step->argument[0],
                                operand->values, machine->error);
    if (!status && naming == MD_NAMING_GRMASK) {
        status = new_values(machine, &other);
        if (!status)
            status =
                q->atom_inside(q->context, true, step->argument[1], other.values, machine->error);
        for (size_t i = 0; !status && i < machine->atoms; i++)
            operand->values[i] *= other.values[i];
        md_memory_free(other.values);
    }
    return located(machine, step, status);
}

/* is_defined(variable,name) is ours to answer, the other categories are the simulation's. */
static enum md_status load_question(struct machine *machine, const struct md_formula_step *step,
                                    struct operand *operand)
{
    const struct md_quantities *q = machine->scope->quantities;
    static const char *const categories[] = {"compute", "dump", "fix", "group", "region", NULL};
    const char *category = step->argument[0], *name = step->argument[1];
    enum md_status status = MD_OK;
    bool answer = false;
    char what[192];

    if (step->named->naming == MD_NAMING_ACTIVE) {
        status = q->is_active(q->context, category, name, &answer, machine->error);
    } else if (step->named->naming == MD_NAMING_AVAILABLE) {
        status = q->is_available(q->context, category, name, &answer, machine->error);
    } else if (strcmp(category, "variable") == 0) {
        answer = machine->scope->kind(machine->scope->book, name) != MD_VARIABLE_NONE;
    } else {
        int i = 0;
        while (categories[i] && strcmp(categories[i], category) != 0)
            i++;
        if (!categories[i]) {
            snprintf(what, sizeof what,
                     "is_defined: '%.64s' must be one of compute, dump, fix, group, region, "
                     "variable",
                     category);
            return complain(machine, step, MD_ERR_UNKNOWN, what);
        }
        answer = q->is_defined(q->context, category, name);
    }
    operand->number = answer;
    return located(machine, step, status);
}

/* The vector that sum(NAME), sort(NAME) ... speak of; to be freed. */
static enum md_status named_vector(struct machine *machine, const struct md_formula_step *step,
                                   double **values, size_t *count)
{
    struct md_formula_scope *scope = machine->scope;
    const struct md_quantities *q = scope->quantities;
    struct md_reference reference;
    struct md_shape shape;
    enum md_status status;
    char what[192];

    if (!md_reference_split(step->argument[0], &reference) || reference.j > 0 ||
        (reference.kind == 'v' && reference.i > 0)) {
        snprintf(what, sizeof what,
                 "%s needs a vector: c_ID, c_ID[column], f_ID, f_ID[column] or v_name, not '%.60s'",
                 step->named->usage, step->argument[0]);
        return complain(machine, step, MD_ERR_VALUE, what);
    }
    if (reference.kind == 'v') {
        if (scope->kind(scope->book, reference.id) != MD_VARIABLE_VECTOR) {
            snprintf(what, sizeof what, "%s: there is no vector-style variable '%.60s'",
                     step->named->usage, reference.id);
            return complain(machine, step, MD_ERR_REFERENCE, what);
        }
        status = scope->variable_vector(scope->book, reference.id, values, count, machine->error);
    } else {
        if (!q)
            return no_simulation(machine, step);
        status = q->shape(q->context, reference.kind, reference.id, &shape, machine->error);
        if (!status)
            status = fetch_vector(machine, reference.kind, reference.id, reference.i, &shape,
                                  values, count);
    }
    if (!status && *count == 0) {
        snprintf(what, sizeof what, "%s: the vector '%.60s' has no elements yet",
                 step->named->usage, step->argument[0]);
        return complain(machine, step, MD_ERR_ORDER, what);
    }
    return located(machine, step, status);
}

static enum md_status load_of_vector(struct machine *machine, const struct md_formula_step *step,
                                     struct operand *operand)
{
    double *values = NULL;
    size_t count = 0;
    enum md_status status = named_vector(machine, step, &values, &count);

    if (!status && step->named->naming == MD_NAMING_SORT && !machine->vector)
        status = complain(machine, step, MD_ERR_VALUE,
                          "this is a vector, only vector-style variables can use it");
    if (!status && step->named->naming == MD_NAMING_SORT) {
        md_formula_sort(values, count, step->named->name[0] == 'r');
        operand->values = values;
        operand->count = count;
        return MD_OK;
    }
    if (!status)
        operand->number = md_formula_reduce(step->named->name, values, count);
    md_memory_free(values);
    return status;
}

/* next(name): what the variable is now; then it takes the next value of its file. */
static enum md_status load_next(struct machine *machine, const struct md_formula_step *step,
                                struct operand *operand)
{
    struct md_formula_scope *scope = machine->scope;
    const char *name = step->argument[0];
    bool per_atom = scope->kind(scope->book, name) == MD_VARIABLE_ATOM;
    enum md_status status;

    if (per_atom && (!machine->operands || machine->vector))
        return complain(machine, step, MD_ERR_VALUE,
                        "this has one value per atom, only atom-style variables can use it");
    if (per_atom) {
        status = new_values(machine, operand);
        if (!status)
            status = scope->variable_atoms(scope->book, name, operand->values, machine->atoms,
                                           machine->error);
    } else {
        status = scope->variable(scope->book, name, &operand->number, machine->error);
    }
    if (!status && !scope->checking)
        status = scope->advance(scope->book, name, machine->error);
    return located(machine, step, status);
}

static enum md_status load_is_file(struct machine *machine, const struct md_formula_step *step,
                                   struct operand *operand)
{
    const struct md_formula *formula = machine->formula;
    const struct md_files *files = machine->scope->files;
    struct md_place place =
        md_formula_place(&formula->place, formula->text, step->begin, step->length);

    operand->number = md_files_readable(files, step->argument[0]);
    return md_files_allow(files, step->argument[0], MD_FILES_READ, &place, machine->error);
}

static enum md_status load_named(struct machine *machine, const struct md_formula_step *step,
                                 struct operand *operand)
{
    const struct md_quantities *q = machine->scope->quantities;
    char what[128];

    if (step->named->naming == MD_NAMING_MISSING) {
        snprintf(what, sizeof what, "the function %s is not available yet", step->named->usage);
        return complain(machine, step, MD_ERR_UNSUPPORTED, what);
    }
    if (step->named->naming == MD_NAMING_VECTOR || step->named->naming == MD_NAMING_SORT)
        return load_of_vector(machine, step, operand);
    if (step->named->naming == MD_NAMING_NEXT)
        return load_next(machine, step, operand);
    if (step->named->naming == MD_NAMING_IS_FILE)
        return load_is_file(machine, step, operand);
    if (!q)
        return no_simulation(machine, step);
    switch (step->named->naming) {
    case MD_NAMING_GROUP:
        return located(machine, step,
                       q->group_function(q->context, step->named->name, step->arguments,
                                         step->argument, &operand->number, machine->error));
    case MD_NAMING_GMASK:
    case MD_NAMING_RMASK:
    case MD_NAMING_GRMASK:
        return load_mask(machine, step, operand);
    default:
        return load_question(machine, step, operand);
    }
}

static enum md_status load_physics(struct machine *machine, const struct md_formula_step *step,
                                   struct operand *operand)
{
    const struct md_quantities *q = machine->scope->quantities;
    enum md_status status;
    int64_t id;

    if (!q)
        return no_simulation(machine, step);
    if (step->kind == MD_STEP_KEYWORD) {
        status = q->keyword(q->context, step->name, &operand->number, machine->error);
    } else if (step->kind == MD_STEP_ATOM_VALUE) {
        status = index_of(machine, step, 0, &id);
        if (!status)
            status = q->atom_of_id(q->context, step->name, id, &operand->number, machine->error);
    } else {
        status = new_values(machine, operand);
        if (!status)
            status = q->atom_values(q->context, step->name, operand->values, machine->error);
    }
    return located(machine, step, status);
}

static bool is_operand(const struct md_formula_step *step)
{
    return step->kind != MD_STEP_UNARY && step->kind != MD_STEP_BINARY &&
           step->kind != MD_STEP_FUNCTION;
}

static enum md_status load(struct machine *machine, const struct md_formula_step *step,
                           struct operand *operand)
{
    struct md_formula_scope *scope = machine->scope;
    enum md_status status;

    if (step->kind == MD_STEP_NUMBER) {
        operand->number = step->number;
        return MD_OK;
    }
    if (step->kind == MD_STEP_VARIABLE)
        status = load_variable(machine, step, operand);
    else if (step->kind == MD_STEP_REFERENCE)
        status = load_reference(machine, step, operand);
    else if (step->kind == MD_STEP_NAMED)
        status = load_named(machine, step, operand);
    else
        status = load_physics(machine, step, operand);
    if (scope->checking && step->kind != MD_STEP_VARIABLE)
        scope->guessed = true;
    if (scope->checking && status == MD_ERR_ORDER) {
        scope->guessed = true;
        operand->number = 0.0;
        md_error_clear(machine->error);
        return MD_OK;
    }
    return status;
}

/* ------------------------------------------------------------------ functions */

static enum md_status find_span(struct machine *machine, const struct md_formula_step *step)
{
    const struct md_quantities *q = machine->scope->quantities;
    enum md_status status;

    if (machine->span_known)
        return MD_OK;
    if (!q || !q->span)
        return no_simulation(machine, step);
    status = q->span(q->context, &machine->span, machine->error);
    machine->span_known = status == MD_OK;
    return located(machine, step, status);
}

static enum md_status call_timed(struct machine *machine, const struct md_formula_step *step,
                                 const double *argument, double *value)
{
    const struct md_formula_function *function = step->function;
    enum md_status status = find_span(machine, step);
    const char *why;
    char what[128];

    if (!status && function->during_run && !machine->span.running) {
        snprintf(what, sizeof what, "%s has a value only during a run", function->usage);
        status = complain(machine, step, MD_ERR_ORDER, what);
    }
    if (status == MD_ERR_ORDER && machine->scope->checking) {
        machine->scope->guessed = true;
        *value = argument[0];
        md_error_clear(machine->error);
        return MD_OK;
    }
    if (status)
        return status;
    why = function->timed(&machine->span, argument, value);
    return why ? refuse(machine, step, argument, why, value) : MD_OK;
}

/* The seed counts only at the generator's first use. */
static enum md_status call_drawn(struct machine *machine, const struct md_formula_step *step,
                                 const double *argument, double *value)
{
    struct md_formula_random *random = &machine->scope->random;
    struct md_marsaglia *generator = machine->operands ? &random->atom : &random->equal;
    bool *seeded = machine->operands ? &random->atom_seeded : &random->equal_seeded;
    const char *why;

    if (!(argument[2] >= 1.0 && argument[2] < 900000001.0))
        return refuse(machine, step, argument,
                      "the seed (third argument) must lie between 1 and 900000000", value);
    if (!*seeded)
        md_marsaglia_seed(generator, (int32_t)argument[2]);
    *seeded = true;
    why = step->function->drawn(generator, argument, value);
    return why ? refuse(machine, step, argument, why, value) : MD_OK;
}

/* Replaces the arguments at the stack's end by the value. */
static enum md_status apply(struct machine *machine, const struct md_formula_step *step,
                            double *argument)
{
    const struct md_formula_function *function = step->function;
    const char *why;
    enum md_status status = MD_OK;
    double value = 0.0;

    if (step->kind == MD_STEP_UNARY) {
        why = step->op->apply(argument[0], 0.0, &value);
    } else if (step->kind == MD_STEP_BINARY) {
        why = step->op->apply(argument[0], argument[1], &value);
    } else if (function->plain) {
        why = function->plain(argument, &value);
    } else {
        why = NULL;
        status = function->timed ? call_timed(machine, step, argument, &value)
                                 : call_drawn(machine, step, argument, &value);
    }
    if (why)
        status = refuse(machine, step, argument, why, &value);
    argument[0] = value;
    return status;
}

/* ------------------------------------------------------------------ programs */

enum md_status md_formula_stopped(struct md_formula_scope *scope, struct md_error *error)
{
    const struct md_quantities *quantities = scope->quantities;
    struct timespec now;

    if (!quantities || !quantities->stopped || !quantities->stopped(quantities->context))
        return MD_OK;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    if (scope->give_up == 0.0)
        scope->give_up = seconds + 1.0;
    if (seconds < scope->give_up)
        return MD_OK;
    return md_error_set(error, MD_STOP_INTERRUPT, NULL, "interrupted");
}

/* One pass of the program, for atom `atom` or for the one number there is. */
static enum md_status run(struct machine *machine, double *stack, size_t atom, double *value)
{
    const struct md_formula *formula = machine->formula;
    double *top = stack;
    enum md_status status = MD_OK;

    for (int i = 0; i < formula->count && !status; i++) {
        const struct md_formula_step *step = &formula->steps[i];

        if (i % 64 == 0 && md_formula_stopped(machine->scope, machine->error))
            return machine->error->status;
        if (!is_operand(step)) {
            top -= step->arguments;
            status = apply(machine, step, top);
        } else if (machine->operands) {
            const struct operand *operand = &machine->operands[i];
            *top = operand->values ? operand->values[atom] : operand->number;
        } else {
            struct operand operand = {0};
            status = load(machine, step, &operand);
            *top = operand.number;
        }
        top++;
    }
    *value = status ? 0.0 : stack[0];
    return status;
}

static double *new_stack(const struct md_formula *formula)
{
    return md_memory_array((size_t)formula->highest + 1, sizeof(double));
}

enum md_status md_formula_value(const struct md_formula *formula, struct md_formula_scope *scope,
                                double *value, struct md_error *error)
{
    struct machine machine;
    double *stack = new_stack(formula);
    enum md_status status;

    memset(&machine, 0, sizeof machine);
    machine.formula = formula;
    machine.scope = scope;
    machine.error = error;
    if (!stack)
        return md_error_memory(error, "a formula");
    md_error_clear(error);
    status = run(&machine, stack, 0, value);
    md_memory_free(stack);
    return status;
}

/* Every operand once, before the formula is evaluated for one element after the other. */
static enum md_status load_all(struct machine *machine, const double *stack)
{
    const struct md_formula *formula = machine->formula;
    enum md_status status = MD_OK;

    machine->operands = md_memory_array((size_t)formula->count + 1, sizeof *machine->operands);
    if (!stack || !machine->operands)
        return md_error_memory(machine->error, "a formula");
    md_error_clear(machine->error);
    for (int i = 0; i < formula->count && !status; i++)
        if (is_operand(&formula->steps[i]))
            status = load(machine, &formula->steps[i], &machine->operands[i]);
    return status;
}

static void unload_all(struct machine *machine, double *stack)
{
    for (int i = 0; machine->operands && i < machine->formula->count; i++)
        md_memory_free(machine->operands[i].values);
    md_memory_free(machine->operands);
    md_memory_free(stack);
}

enum md_status md_formula_atoms(const struct md_formula *formula, struct md_formula_scope *scope,
                                double *values, size_t count, struct md_error *error)
{
    struct machine machine;
    double *stack = new_stack(formula);
    enum md_status status;

    memset(&machine, 0, sizeof machine);
    machine.formula = formula;
    machine.scope = scope;
    machine.error = error;
    machine.atoms = count;
    status = load_all(&machine, stack);
    for (size_t i = 0; i < count && !status; i++)
        status = run(&machine, stack, i, &values[i]);
    unload_all(&machine, stack);
    return status;
}

/* The common length of the operands that are vectors. */
static enum md_status common_length(struct machine *machine, size_t *count)
{
    const struct md_formula *formula = machine->formula;
    const struct md_formula_step *first = NULL;
    char what[128];

    *count = 0;
    for (int i = 0; i < formula->count; i++) {
        const struct operand *operand = &machine->operands[i];
        if (!operand->values)
            continue;
        if (first && operand->count != *count) {
            snprintf(what, sizeof what, "vectors of %zu and %zu elements stand together", *count,
                     operand->count);
            return complain(machine, &formula->steps[i], MD_ERR_VALUE, what);
        }
        first = &formula->steps[i];
        *count = operand->count;
    }
    if (first || machine->scope->checking)
        return MD_OK;
    return complain(machine, &formula->steps[0], MD_ERR_VALUE, "there is no vector");
}

enum md_status md_formula_vector(const struct md_formula *formula, struct md_formula_scope *scope,
                                 double **values, size_t *count, struct md_error *error)
{
    struct machine machine;
    double *stack = new_stack(formula);
    enum md_status status;

    memset(&machine, 0, sizeof machine);
    *values = NULL;
    *count = 0;
    machine.formula = formula;
    machine.scope = scope;
    machine.error = error;
    machine.vector = true;
    status = load_all(&machine, stack);
    if (!status)
        status = common_length(&machine, count);
    if (!status && !(*values = md_memory_array(*count + 1, sizeof **values)))
        status = md_error_memory(error, "a vector");
    for (size_t i = 0; i < *count && !status; i++)
        status = run(&machine, stack, i, &(*values)[i]);
    unload_all(&machine, stack);
    if (status) {
        md_memory_free(*values);
        *values = NULL;
        *count = 0;
    }
    return status;
}
