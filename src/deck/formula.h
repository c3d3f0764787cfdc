/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Formulas of the deck: `variable x equal FORMULA`, `$(FORMULA)`, `variable x atom FORMULA`.
 *
 * A formula is read once into a postfix program: operands and operators in the order in which a
 * stack machine wants them.  Evaluation then needs no recursion, goes strictly from left to right
 * (which decides what random() yields) and runs the same program once for an equal-style variable
 * or once per atom for an atom-style one.
 *
 *   formula_parse.c      text to program, and where in the deck a part of it stands
 *   formula_functions.c  the tables of operators and functions
 *   formula_eval.c       program to numbers
 *   formula_vector.c     what sum(), sort() and the like make of a vector
 *   formula_condition.c  conditions of the if command
 */
#ifndef MD_DECK_FORMULA_H
#define MD_DECK_FORMULA_H

#include "base/files.h"
#include "base/random.h"
#include "base/value.h"

#define MD_FORMULA_ARGUMENTS 6   /* of stride2(), the longest */
#define MD_FORMULA_DEPTH     200 /* brackets inside brackets, variables inside variables */
#define MD_FORMULA_SHOWN     200 /* characters of a formula quoted in a message */

/* ------------------------------------------------------------------ operators and functions */

/* An operator or function that cannot be applied to its numbers returns why ("the divisor must
 * not be 0"), else NULL. */
struct md_formula_operator {
    const char *text;
    int precedence; /* from 1, binding least */
    const char *(*apply)(double a, double b, double *value);
};

/* Generators of random() and normal(): one for all equal-style formulas and one for all
 * atom-style ones, each seeded by its first use. */
struct md_formula_random {
    struct md_marsaglia equal, atom;
    bool equal_seeded, atom_seeded;
};

/* Exactly one of plain, timed and drawn is set. */
struct md_formula_function {
    const char *name;
    int arguments;
    const char *(*plain)(const double *argument, double *value);
    const char *(*timed)(const struct md_run_span *span, const double *argument, double *value);
    const char *(*drawn)(struct md_marsaglia *generator, const double *argument, double *value);
    bool during_run; /* means nothing between runs */
    const char *usage, *summary;
};

/* Functions whose arguments are names, not numbers. */
enum md_formula_naming {
    MD_NAMING_GROUP, /* count(group[,region]), xcm(group,x[,region]) ... */
    MD_NAMING_GMASK,
    MD_NAMING_RMASK,
    MD_NAMING_GRMASK,
    MD_NAMING_ACTIVE,
    MD_NAMING_AVAILABLE,
    MD_NAMING_DEFINED,
    MD_NAMING_VECTOR, /* sum(c_ID[2]): one number from a vector */
    MD_NAMING_SORT,   /* sort(v_name): a vector */
    MD_NAMING_NEXT,   /* next(name): the value of a file-style variable, which goes on */
    MD_NAMING_IS_FILE,
    MD_NAMING_MISSING /* LAMMPS has it, this program does not */
};

struct md_formula_named {
    const char *name;
    enum md_formula_naming naming;
    int least, most; /* arguments */
    const char *usage;
};

/* Each table ends with a NULL text or name. */
extern const struct md_formula_operator md_formula_operators[];
extern const struct md_formula_operator md_formula_minus, md_formula_not;
extern const struct md_formula_function md_formula_functions[];
extern const struct md_formula_named md_formula_named[];
extern const char *const md_formula_atom_names[];

const struct md_formula_function *md_formula_function(const char *name);
const struct md_formula_named *md_formula_naming(const char *name);
/* PI, version, yes, no, on, off, true, false. */
bool md_formula_constant(const char *name, double *value);
bool md_formula_is_atom_name(const char *name);
/* Names of all functions, for did-you-mean; context is unused. */
const char *md_formula_function_name(const void *context, int i);
const char *md_formula_constant_name(int i);

/* The operator at text (the longest that fits), or NULL. */
const struct md_formula_operator *md_formula_operator_at(const char *text);

/* ------------------------------------------------------------------ programs */

enum md_formula_kind {
    MD_STEP_NUMBER,
    MD_STEP_KEYWORD,     /* thermo keyword */
    MD_STEP_ATOM_VECTOR, /* x */
    MD_STEP_ATOM_VALUE,  /* x[17] */
    MD_STEP_REFERENCE,   /* c_ID, f_ID[i], c_ID[i][j] */
    MD_STEP_VARIABLE,    /* v_name, v_name[i] */
    MD_STEP_NAMED,
    MD_STEP_UNARY,
    MD_STEP_BINARY,
    MD_STEP_FUNCTION
};

struct md_formula_index {
    int64_t number;
    const char *variable; /* [v_name]; NULL: number */
};

struct md_formula_step {
    enum md_formula_kind kind;
    int begin, length; /* in the text, for carets */
    double number;
    const char *name;
    char letter; /* c or f */
    int indices;
    struct md_formula_index index[2];
    const struct md_formula_operator *op;
    const struct md_formula_function *function;
    const struct md_formula_named *named;
    int arguments;
    const char *argument[3]; /* names */
};

struct md_formula {
    char *text;
    char *names; /* the names in the steps, NUL-terminated one after the other */
    struct md_formula_step *steps;
    int count, capacity;
    int height, highest; /* of the stack */
    bool per_atom;
    struct md_place place;
};

/* per_atom: x, vx, ... and per-atom references are allowed.  quantities (may be NULL) tells which
 * words are thermo keywords; place may be NULL. */
enum md_status md_formula_parse(struct md_formula **formula, const char *text, bool per_atom,
                                const struct md_quantities *quantities,
                                const struct md_place *place, struct md_error *error);
void md_formula_free(struct md_formula *formula);

/* The place of `length` characters from `offset` of a text that stands at `place`: the caret goes
 * under the guilty character when the deck's line shows the text as it is, else under the whole
 * word (substitution may have changed it). */
struct md_place md_formula_place(const struct md_place *place, const char *text, int offset,
                                 int length);

/* ------------------------------------------------------------------ evaluation */

/* What a formula may look at while it is evaluated. */
struct md_formula_scope {
    double give_up; /* seconds of the clock, once a signal asked for the end; 0: not yet */
    const struct md_quantities *quantities; /* NULL: there is no simulation */
    const struct md_files *files;           /* in which is_file looks */
    struct md_formula_random random;
    void *book;
    enum md_variable_kind (*kind)(void *book, const char *name);
    enum md_status (*variable)(void *book, const char *name, double *value, struct md_error *error);
    enum md_status (*variable_atoms)(void *book, const char *name, double *values, size_t count,
                                     struct md_error *error);
    /* *values is to be freed. */
    enum md_status (*variable_vector)(void *book, const char *name, double **values, size_t *count,
                                      struct md_error *error);
    /* `next` on a variable of style file or atomfile. */
    enum md_status (*advance)(void *book, const char *name, struct md_error *error);
    /* Checking a deck: what only a run could tell reads as 0, and a formula that used such a
     * value (`guessed`) is not blamed for dividing by it. */
    bool checking;
    bool guessed;
};

/* MD_STOP_INTERRUPT where an evaluation takes more than a second after a signal asked for the end:
 * a run still ends with its last rows, and what would never end does. give_up: 0 at its start. */
enum md_status md_formula_stopped(struct md_formula_scope *scope, struct md_error *error);

enum md_status md_formula_value(const struct md_formula *formula, struct md_formula_scope *scope,
                                double *value, struct md_error *error);
enum md_status md_formula_atoms(const struct md_formula *formula, struct md_formula_scope *scope,
                                double *values, size_t count, struct md_error *error);

/* Element by element; vectors of different lengths, or none at all, are an error.  *values is to be
 * freed. */
enum md_status md_formula_vector(const struct md_formula *formula, struct md_formula_scope *scope,
                                 double **values, size_t *count, struct md_error *error);

/* formula_vector.c: what sum, min, max, ave, trap, slope make of a vector of 1 or more elements. */
double md_formula_reduce(const char *name, const double *values, size_t count);
void md_formula_sort(double *values, size_t count, bool descending);

/* ------------------------------------------------------------------ conditions */

/* `if "..."`: numbers and words compared; no arithmetic, no references (formula_condition.c). */
enum md_status md_formula_condition(const char *text, const struct md_place *place, bool *value,
                                    struct md_error *error);

#endif
