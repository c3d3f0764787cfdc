/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Formulas: values measured with LAMMPS (29 Sep 2021), places of errors, garbage.  The physics is
 * a made-up one of three atoms.
 */
#include "deck/formula.h"

#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unity.h>

static struct md_error error;
static struct md_formula_scope scope;
static struct md_run_span now;
static bool order_errors; /* the physics knows nothing yet */

/* ------------------------------------------------------------------ a made-up physics */

/* The atoms of the LAMMPS run the per-atom expectations come from. */
static const struct {
    double id, type, mass, x, y, z, vy;
    double b, left;
} atom[3] = {
    {1, 1, 1.5, 1, 2, 3, -0.25, 0, 1},
    {2, 2, 4, 4, 5, 6.5, -0.25, 1, 1},
    {3, 1, 1.5, 7, 8.25, 9, -0.25, 0, 0},
};

static enum md_status not_yet(struct md_error *err)
{
    return md_error_set(err, MD_ERR_ORDER, NULL, "not yet");
}

static const char *fake_keyword_name(const void *context, int i)
{
    static const char *const names[] = {"step", "temp", "lx", "zero"};

    (void)context;
    return i < 4 ? names[i] : NULL;
}

static bool fake_keyword_known(void *context, const char *name)
{
    for (int i = 0; fake_keyword_name(context, i); i++)
        if (strcmp(fake_keyword_name(context, i), name) == 0)
            return true;
    return false;
}

static enum md_status fake_keyword(void *context, const char *name, double *value,
                                   struct md_error *err)
{
    (void)context;
    if (order_errors)
        return not_yet(err);
    *value = strcmp(name, "step") == 0 ? (double)now.step : strcmp(name, "temp") == 0 ? 1.5 : 0.0;
    return MD_OK;
}

/* compute t: a scalar and a vector of 6; a: one value per atom; b: two; g: a global array of 3 rows
 * and 2 columns. */
static enum md_status fake_shape(void *context, char kind, const char *id, struct md_shape *shape,
                                 struct md_error *err)
{
    (void)context;
    memset(shape, 0, sizeof *shape);
    if (kind != 'c' || !strchr("tabg", id[0]))
        return md_error_set(err, MD_ERR_REFERENCE, NULL, "no compute '%s'", id);
    shape->scalar = id[0] == 't';
    shape->vector_length = id[0] == 't' ? 6 : 0;
    shape->per_atom = id[0] == 'a' || id[0] == 'b';
    shape->atom_columns = id[0] == 'a' ? 1 : 2;
    shape->rows = id[0] == 'g' ? 3 : 0;
    shape->columns = id[0] == 'g' ? 2 : 0;
    return MD_OK;
}

/* t: 1 2 4 8 16 32; columns of g: 1 2 3 and 10 20 30. */
static enum md_status fake_vector(void *context, char kind, const char *id, int64_t column,
                                  double *values, struct md_error *err)
{
    (void)context;
    (void)kind;
    if ((id[0] == 't') != (column == 0) || (id[0] != 't' && id[0] != 'g'))
        return md_error_set(err, MD_ERR_VALUE, NULL, "compute '%s' has no such vector", id);
    for (int i = 0; i < (id[0] == 't' ? 6 : 3); i++)
        values[i] = id[0] == 't' ? (double)(1 << i) : (i + 1) * (column == 2 ? 10.0 : 1.0);
    return MD_OK;
}

static enum md_status fake_reference(void *context, char kind, const char *id, int64_t i, int64_t j,
                                     double *value, struct md_error *err)
{
    (void)context;
    if (strcmp(id, "nobody") == 0)
        return md_error_set(err, MD_ERR_REFERENCE, NULL, "no compute '%s'", id);
    *value = (kind == 'c' ? 1000.0 : 2000.0) + 10.0 * (double)i + (double)j;
    return MD_OK;
}

static enum md_status fake_group_function(void *context, const char *name, int count,
                                          const char *const *arguments, double *value,
                                          struct md_error *err)
{
    (void)context;
    (void)name;
    if (strcmp(arguments[0], "all") != 0)
        return md_error_set(err, MD_ERR_REFERENCE, NULL, "no group '%s'", arguments[0]);
    *value = count == 3 ? strlen(arguments[2]) * 100.0 : count * 10.0;
    return MD_OK;
}

static size_t fake_atom_count(void *context)
{
    (void)context;
    return 3;
}

static double fake_property(const char *name, int i)
{
    if (name[0] == 'v')
        return name[1] == 'y' ? atom[i].vy : 0.5;
    return name[0] == 'i'   ? atom[i].id
           : name[0] == 't' ? atom[i].type
           : name[0] == 'm' ? atom[i].mass
           : name[0] == 'x' ? atom[i].x
           : name[0] == 'y' ? atom[i].y
                            : atom[i].z;
}

static enum md_status fake_atom_values(void *context, const char *name, double *values,
                                       struct md_error *err)
{
    (void)context;
    if (order_errors)
        return not_yet(err);
    for (int i = 0; i < 3; i++)
        values[i] = fake_property(name, i);
    return MD_OK;
}

static enum md_status fake_atom_reference(void *context, char kind, const char *id, int64_t column,
                                          double *values, struct md_error *err)
{
    (void)context;
    (void)kind;
    (void)err;
    for (int i = 0; i < 3; i++)
        values[i] = 100.0 * (id[0] == 'a' ? 1.0 : 2.0) + 10.0 * (double)column + i;
    return MD_OK;
}

static enum md_status fake_inside(void *context, bool region, const char *id, double *values,
                                  struct md_error *err)
{
    (void)context;
    if (strcmp(id, region ? "left" : "b") != 0)
        return md_error_set(err, MD_ERR_REFERENCE, NULL, "nothing is called '%s'", id);
    for (int i = 0; i < 3; i++)
        values[i] = region ? atom[i].left : atom[i].b;
    return MD_OK;
}

static enum md_status fake_atom_of_id(void *context, const char *name, int64_t id, double *value,
                                      struct md_error *err)
{
    (void)context;
    if (id > 3)
        return md_error_set(err, MD_ERR_REFERENCE, NULL, "no atom %" PRId64, id);
    *value = fake_property(name, (int)id - 1);
    return MD_OK;
}

static bool fake_is_defined(void *context, const char *category, const char *id)
{
    (void)context;
    return strcmp(category, "group") == 0 && strcmp(id, "all") == 0;
}

static enum md_status fake_is_active(void *context, const char *category, const char *name,
                                     bool *value, struct md_error *err)
{
    (void)context;
    (void)err;
    *value = strcmp(category, "run_style") == 0 && strcmp(name, "verlet") == 0;
    return MD_OK;
}

static enum md_status fake_span(void *context, struct md_run_span *span, struct md_error *err)
{
    (void)context;
    (void)err;
    *span = now;
    return MD_OK;
}

static const struct md_quantities physics = {
    .keyword_known = fake_keyword_known,
    .keyword = fake_keyword,
    .reference = fake_reference,
    .group_function = fake_group_function,
    .atom_count = fake_atom_count,
    .atom_values = fake_atom_values,
    .atom_reference = fake_atom_reference,
    .atom_inside = fake_inside,
    .atom_of_id = fake_atom_of_id,
    .is_defined = fake_is_defined,
    .keyword_name = fake_keyword_name,
    .span = fake_span,
    .shape = fake_shape,
    .vector = fake_vector,
    .is_active = fake_is_active,
    .is_available = fake_is_active,
};

/* v_two is 2.9, v_text is a word, v_per has one value per atom, v_vec is the vector 3 1 2, v_none
 * one without elements. */
static enum md_variable_kind fake_kind(void *book, const char *name)
{
    (void)book;
    return strcmp(name, "two") == 0                                ? MD_VARIABLE_EQUAL
           : strcmp(name, "per") == 0                              ? MD_VARIABLE_ATOM
           : strcmp(name, "vec") == 0 || strcmp(name, "none") == 0 ? MD_VARIABLE_VECTOR
                                                                   : MD_VARIABLE_NONE;
}

static enum md_status fake_variable(void *book, const char *name, double *value,
                                    struct md_error *err)
{
    (void)book;
    if (strcmp(name, "two") != 0)
        return md_error_set(err, MD_ERR_REFERENCE, NULL, "there is no variable '%s'", name);
    *value = 2.9;
    return MD_OK;
}

static enum md_status fake_variable_atoms(void *book, const char *name, double *values,
                                          size_t count, struct md_error *err)
{
    (void)book;
    (void)name;
    (void)err;
    for (size_t i = 0; i < count; i++)
        values[i] = 7.0 * (double)(i + 1);
    return MD_OK;
}

static enum md_status fake_variable_vector(void *book, const char *name, double **values,
                                           size_t *count, struct md_error *err)
{
    static const double numbers[3] = {3.0, 1.0, 2.0};
    (void)book;
    (void)err;
    *count = strcmp(name, "vec") == 0 ? 3 : 0;
    *values = md_memory_array(3, sizeof **values);
    memcpy(*values, numbers, sizeof numbers);
    return MD_OK;
}

void setUp(void)
{
    md_error_clear(&error);
    memset(&scope, 0, sizeof scope);
    memset(&now, 0, sizeof now);
    order_errors = false;
    scope.quantities = &physics;
    scope.kind = fake_kind;
    scope.variable = fake_variable;
    scope.variable_atoms = fake_variable_atoms;
    scope.variable_vector = fake_variable_vector;
}

void tearDown(void)
{
}

static enum md_status evaluate(const char *text, double *value)
{
    struct md_formula *formula;
    enum md_status status = md_formula_parse(&formula, text, false, &physics, NULL, &error);

    if (!status)
        status = md_formula_value(formula, &scope, value, &error);
    md_formula_free(formula);
    return status;
}

static enum md_status evaluate_atoms(const char *text, double values[3])
{
    struct md_formula *formula;
    enum md_status status = md_formula_parse(&formula, text, true, &physics, NULL, &error);

    if (!status)
        status = md_formula_atoms(formula, &scope, values, 3, &error);
    md_formula_free(formula);
    return status;
}

static void expect(const char *formula, const char *text)
{
    char found[64];
    double value = -12345.0;

    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, evaluate(formula, &value), error.text);
    snprintf(found, sizeof found, "%.15g", value);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(text, found, formula);
}

/* ------------------------------------------------------------------ measured values */

struct pair {
    const char *formula, *text;
};

static const struct pair measured[] = {
    {"1+2*3", "7"},
    {"-2^2", "4"},
    {"2^-2", "0.25"},
    {"2^3^2", "64"},
    {"-2*-3", "6"},
    {"--2", "2"},
    {"2--3", "5"},
    {"!0", "1"},
    {"!5", "0"},
    {"!-1", "0"},
    {"-!0", "-1"},
    {"!!3", "1"},
    {"2*!0", "2"},
    {"10%3%2", "1"},
    {"-7%3", "-1"},
    {"7.5%2", "1.5"},
    {"2%3^2", "2"},
    {"8/4/2", "1"},
    {"2-3-4", "-5"},
    {"1<2<3", "1"},
    {"3>2>1", "0"},
    {"1==1==1", "1"},
    {"2!=3", "1"},
    {"1&&0||1", "1"},
    {"1||1&&0", "1"},
    {"1|^1", "0"},
    {"1|^0", "1"},
    {"0|^1||1", "1"},
    {"1|^1||1", "1"},
    {"!1==0", "1"},
    {"!(1==0)", "1"},
    {"0^0", "1"},
    {"1e3", "1000"},
    {"1.e-3", "0.001"},
    {".5", "0.5"},
    {"5.", "5"},
    {"1 < 2 && 3 < 2", "0"},
    {"sqrt(2)", "1.4142135623731"},
    {"exp(1)", "2.71828182845905"},
    {"ln(10)", "2.30258509299405"},
    {"log(1000)", "3"},
    {"abs(-3.5)", "3.5"},
    {"sin(1)", "0.841470984807897"},
    {"cos(1)", "0.54030230586814"},
    {"tan(1)", "1.5574077246549"},
    {"asin(0.5)", "0.523598775598299"},
    {"acos(0.5)", "1.0471975511966"},
    {"atan(2)", "1.10714871779409"},
    {"atan2(1,-1)", "2.35619449019234"},
    {"ceil(2.1)", "3"},
    {"floor(-2.1)", "-3"},
    {"round(2.5)", "3"},
    {"round(-2.5)", "-2"},
    {"round(-0.4)", "-0"},
    {"PI", "3.14159265358979"},
    {"version", "20210929"},
    {"yes", "1"},
    {"no", "0"},
    {"on", "1"},
    {"off", "0"},
    {"true", "1"},
    {"false", "0"},
    {"yes+1", "2"},
    {"atan2(0,0)", "0"},
    {"-sqrt(4)^2", "4"},
    {"-(2)^2", "4"},
    {"2*-3^2", "18"},
    {"!2^2", "0"},
    {"-PI", "-3.14159265358979"},
    {"1e5*2E-2", "2000"},
};

static void test_values_are_those_of_lammps(void)
{
    for (size_t i = 0; i < sizeof measured / sizeof measured[0]; i++)
        expect(measured[i].formula, measured[i].text);
}

static const struct {
    const char *formula;
    int64_t step;
    const char *text;
} schedule[] = {
    {"stagger(100,10)", 0, "10"},
    {"stagger(100,10)", 10, "100"},
    {"stagger(100,10)", 100, "110"},
    {"stagger(100,10)", 110, "200"},
    {"stagger(100,10)", 200, "210"},
    {"stagger(100,10)", 210, "300"},
    {"stagger(100,10)", 300, "310"},
    {"stagger(100,10)", 399, "400"},
    {"stagger(100,10)", 400, "410"},
    {"stagger(100,10)", 500, "510"},
    {"stagger(100,10)", 599, "600"},
    {"stagger(100,10)", 600, "610"},
    {"stagger(100,10)", 620, "700"},
    {"stagger(100,10)", 900, "910"},
    {"stagger(100,10)", 985, "1000"},
    {"stagger(100,10)", 1000, "1010"},
    {"stagger(100,10)", 5000, "5010"},
    {"stagger(100,10)", 12345, "12400"},
    {"stagger(100,10)", 99999, "100000"},
    {"logfreq(10,3,10)", 0, "10"},
    {"logfreq(10,3,10)", 10, "20"},
    {"logfreq(10,3,10)", 20, "30"},
    {"logfreq(10,3,10)", 30, "100"},
    {"logfreq(10,3,10)", 100, "200"},
    {"logfreq(10,3,10)", 200, "300"},
    {"logfreq(10,3,10)", 300, "1000"},
    {"logfreq(10,3,10)", 1000, "2000"},
    {"logfreq(10,3,10)", 5000, "10000"},
    {"logfreq(10,3,10)", 12345, "20000"},
    {"logfreq(10,3,10)", 99999, "100000"},
    {"logfreq(100,4,10)", 0, "100"},
    {"logfreq(100,4,10)", 100, "200"},
    {"logfreq(100,4,10)", 200, "300"},
    {"logfreq(100,4,10)", 300, "400"},
    {"logfreq(100,4,10)", 400, "1000"},
    {"logfreq(100,4,10)", 1000, "2000"},
    {"logfreq(100,4,10)", 5000, "10000"},
    {"logfreq(100,4,10)", 12345, "20000"},
    {"logfreq(100,4,10)", 99999, "100000"},
    {"logfreq2(10,3,10)", 0, "10"},
    {"logfreq2(10,3,10)", 10, "40"},
    {"logfreq2(10,3,10)", 40, "70"},
    {"logfreq2(10,3,10)", 70, "100"},
    {"logfreq2(10,3,10)", 100, "400"},
    {"logfreq2(10,3,10)", 400, "700"},
    {"logfreq2(10,3,10)", 900, "1000"},
    {"logfreq2(10,3,10)", 1000, "4000"},
    {"logfreq2(10,3,10)", 5000, "7000"},
    {"logfreq2(10,3,10)", 12345, "40000"},
    {"logfreq2(10,3,10)", 99999, "100000"},
    {"logfreq2(100,18,10)", 0, "100"},
    {"logfreq2(100,18,10)", 100, "150"},
    {"logfreq2(100,18,10)", 150, "200"},
    {"logfreq2(100,18,10)", 200, "250"},
    {"logfreq2(100,18,10)", 299, "300"},
    {"logfreq2(100,18,10)", 300, "350"},
    {"logfreq2(100,18,10)", 399, "400"},
    {"logfreq2(100,18,10)", 400, "450"},
    {"logfreq2(100,18,10)", 500, "550"},
    {"logfreq2(100,18,10)", 599, "600"},
    {"logfreq2(100,18,10)", 600, "650"},
    {"logfreq2(100,18,10)", 699, "700"},
    {"logfreq2(100,18,10)", 900, "950"},
    {"logfreq2(100,18,10)", 985, "1000"},
    {"logfreq2(100,18,10)", 1000, "1500"},
    {"logfreq2(100,18,10)", 5000, "5500"},
    {"logfreq2(100,18,10)", 12345, "15000"},
    {"logfreq2(100,18,10)", 99999, "100000"},
    {"logfreq3(10,25,1000)", 0, "10"},
    {"logfreq3(10,25,1000)", 10, "13"},
    {"logfreq3(10,25,1000)", 13, "15"},
    {"logfreq3(10,25,1000)", 15, "18"},
    {"logfreq3(10,25,1000)", 18, "22"},
    {"logfreq3(10,25,1000)", 22, "27"},
    {"logfreq3(10,25,1000)", 27, "32"},
    {"logfreq3(10,25,1000)", 32, "39"},
    {"logfreq3(10,25,1000)", 39, "47"},
    {"logfreq3(10,25,1000)", 47, "57"},
    {"logfreq3(10,25,1000)", 57, "69"},
    {"logfreq3(10,25,1000)", 69, "83"},
    {"logfreq3(10,25,1000)", 83, "100"},
    {"logfreq3(10,25,1000)", 100, "122"},
    {"logfreq3(10,25,1000)", 122, "147"},
    {"logfreq3(10,25,1000)", 150, "178"},
    {"logfreq3(10,25,1000)", 199, "216"},
    {"logfreq3(10,25,1000)", 299, "317"},
    {"logfreq3(10,25,1000)", 399, "465"},
    {"logfreq3(10,25,1000)", 500, "563"},
    {"logfreq3(10,25,1000)", 599, "682"},
    {"logfreq3(10,25,1000)", 699, "826"},
    {"logfreq3(10,25,1000)", 900, "1000"},
    {"logfreq3(10,3,12)", 0, "10"},
    {"logfreq3(10,3,12)", 10, "11"},
    {"logfreq3(10,3,12)", 11, "12"},
    {"stride(10,1000,20)", 0, "10"},
    {"stride(10,1000,20)", 10, "30"},
    {"stride(10,1000,20)", 30, "50"},
    {"stride(10,1000,20)", 50, "70"},
    {"stride(10,1000,20)", 70, "90"},
    {"stride(10,1000,20)", 90, "110"},
    {"stride(10,1000,20)", 110, "130"},
    {"stride(10,1000,20)", 150, "170"},
    {"stride(10,1000,20)", 199, "210"},
    {"stride(10,1000,20)", 210, "230"},
    {"stride(10,1000,20)", 299, "310"},
    {"stride(10,1000,20)", 399, "410"},
    {"stride(10,1000,20)", 500, "510"},
    {"stride(10,1000,20)", 599, "610"},
    {"stride(10,1000,20)", 620, "630"},
    {"stride(10,1000,20)", 699, "710"},
    {"stride(10,1000,20)", 900, "910"},
    {"stride(10,1000,20)", 985, "990"},
    {"stride(10,1000,20)", 990, "9.22337203685478e+18"},
    {"stride(10,100,30)", 0, "10"},
    {"stride(10,100,30)", 10, "40"},
    {"stride(10,100,30)", 40, "70"},
    {"stride(10,100,30)", 70, "100"},
    {"stride(10,100,30)", 100, "9.22337203685478e+18"},
    {"stride(100,100,30)", 0, "100"},
    {"stride(100,100,30)", 100, "9.22337203685478e+18"},
    {"stride2(0,1000,500,100,120,10)", 0, "100"},
    {"stride2(0,1000,500,100,120,10)", 100, "110"},
    {"stride2(0,1000,500,100,120,10)", 110, "120"},
    {"stride2(0,1000,500,100,120,10)", 120, "500"},
    {"stride2(0,1000,500,100,120,10)", 500, "1000"},
    {"stride2(0,1000,500,100,120,10)", 1000, "9.22337203685478e+18"},
    {"stride2(10,100,20,35,61,7)", 0, "10"},
    {"stride2(10,100,20,35,61,7)", 10, "30"},
    {"stride2(10,100,20,35,61,7)", 30, "35"},
    {"stride2(10,100,20,35,61,7)", 35, "42"},
    {"stride2(10,100,20,35,61,7)", 42, "49"},
    {"stride2(10,100,20,35,61,7)", 49, "56"},
    {"stride2(10,100,20,35,61,7)", 56, "70"},
    {"stride2(10,100,20,35,61,7)", 70, "90"},
    {"stride2(10,100,20,35,61,7)", 90, "110"},
    {"stride2(10,100,20,35,61,7)", 100, "9.22337203685478e+18"},
    {"stride2(0,100,20,0,50,7)", 0, "7"},
    {"stride2(0,100,20,0,50,7)", 7, "14"},
    {"stride2(0,100,20,0,50,7)", 14, "21"},
    {"stride2(0,100,20,0,50,7)", 21, "28"},
    {"stride2(0,100,20,0,50,7)", 28, "35"},
    {"stride2(0,100,20,0,50,7)", 35, "42"},
    {"stride2(0,100,20,0,50,7)", 42, "49"},
    {"stride2(0,100,20,0,50,7)", 49, "60"},
    {"stride2(0,100,20,0,50,7)", 60, "80"},
    {"stride2(0,100,20,0,50,7)", 80, "100"},
    {"stride2(0,100,20,0,50,7)", 100, "9.22337203685478e+18"},
};

static void test_schedules_are_those_of_lammps(void)
{
    for (size_t i = 0; i < sizeof schedule / sizeof schedule[0]; i++) {
        now.step = schedule[i].step;
        expect(schedule[i].formula, schedule[i].text);
    }
}

static void test_a_schedule_with_a_last_step_ends(void)
{
    now.step = 1000;
    expect("logfreq3(10,25,1000)", "9.22337203685478e+18");
    now.step = 12345;
    expect("logfreq3(10,3,12)", "9.22337203685478e+18");
}

static void test_functions_of_time(void)
{
    static const struct pair at_six[] = {
        {"ramp(1,3)", "1.25"},
        {"vdisplace(1,2)", "1.016"},
        {"swiggle(1,2,0.1)", "1.96350734820343"},
        {"cwiggle(1,2,0.1)", "1.24738663991227"},
    };

    now = (struct md_run_span){6, 4, 20, 0.004, true};
    for (int i = 0; i < 4; i++)
        expect(at_six[i].formula, at_six[i].text);
    now.step = now.begin = now.end = 7; /* run 0 */
    expect("ramp(1,3)", "1");
}

static void test_functions_of_time_need_a_run(void)
{
    double value;

    TEST_ASSERT_EQUAL_INT(MD_ERR_ORDER, evaluate("1+ramp(1,2)", &value));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "ramp(x,y)"));
}

/* One generator for all calls; only the first seed counts. */
static void test_random_numbers(void)
{
    expect("random(0,1,4321)", "0.460092782974243");
    expect("random(0,1,5)", "0.649858772754669");
    expect("random(0,1,4321)", "0.306743323802948");
    expect("normal(0,1,3)", "0.812986726736387");
    expect("random(0,1,4321)", "0.00109952688217163");
    memset(&scope.random, 0, sizeof scope.random);
    expect("random(0,1,5)", "0.990168571472168");
}

/* ------------------------------------------------------------------ references */

static void test_references(void)
{
    static const struct pair cases[] = {
        {"c_t", "1000"},
        {"c_t[3]", "1030"},
        {"c_t[3][2]+1", "1033"},
        {"f_any", "2000"},
        {"f_any[2]", "2020"},
        {"c_t[v_two]", "1020"},
        {"temp*2", "3"},
        {"v_two", "2.9"},
        {"v_per[2]", "14"},
        {"v_per[v_two]", "14"},
        {"x[2]+vy[3]+mass[2]+type[2]+id[3]", "12.75"},
        {"count(all)", "10"},
        {"count( all )", "10"},
        {"xcm(all, x)", "20"},
        {"xcm(all,x,left)", "400"},
        {"2*(count(all)-1)", "18"},
        {"is_defined(group,all)", "1"},
        {"is_defined(group,none)", "0"},
        {"is_defined(variable,two)", "1"},
        {"is_defined(variable,three)", "0"},
        {"is_active(run_style,verlet)", "1"},
        {"is_available(run_style,other)", "0"},
        {"ternary(2>3,1/2,4^2)", "16"},
        {"ternary(3>2,1/2,4^2)", "0.5"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect(cases[i].formula, cases[i].text);
}

/* ------------------------------------------------------------------ per atom */

static void expect_atoms(const char *formula, double a, double b, double c)
{
    double expected[3] = {a, b, c}, found[3] = {-1, -1, -1};

    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, evaluate_atoms(formula, found), error.text);
    for (int i = 0; i < 3; i++)
        TEST_ASSERT_EQUAL_DOUBLE_MESSAGE(expected[i], found[i], formula);
}

static void test_per_atom_values_are_those_of_lammps(void)
{
    /* Both variables share one generator, seeded by the first; draws go atom by atom. */
    expect_atoms("random(0,1,11)+10*random(10,20,3)", 197.77617698907852, 174.40672224760056,
                 153.2367839217186);
    expect_atoms("normal(0,1,3)", -0.92068677519596753, -1.5302382516967732, -0.11949312953573693);
    expect_atoms("x*2+gmask(b)*100+rmask(left)*1000+grmask(b,left)*10000", 1002, 11108, 14);
    expect_atoms("-x^2+id/type-mass*vy", 2.375, 18, 52.375);
    expect_atoms("(y>4)&&(z<9)", 0, 1, 0);
}

/* The generator of equal-style formulas and that of atom-style ones are two. */
static void test_two_generators(void)
{
    double values[3];

    expect("random(0,1,7)", "0.627831161022186");
    TEST_ASSERT_EQUAL_INT(MD_OK, evaluate_atoms("random(0,1,7)", values));
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.627831161022186, values[0]);
    expect("random(0,1,7)", "0.149617254734039");
}

static void test_per_atom_references(void)
{
    expect_atoms("v_per+v_two", 9.9, 16.9, 23.9);
    expect_atoms("c_a", 100, 101, 102);
    expect_atoms("c_b[2]", 220, 221, 222);
    expect_atoms("c_t", 1000, 1000, 1000);
    expect_atoms("c_t[2]", 1020, 1020, 1020);
    expect_atoms("c_a[2]", 1020, 1020, 1020); /* the value of atom 2 */
    expect_atoms("x[2]", 4, 4, 4);
    expect_atoms("5", 5, 5, 5);
}

static void test_per_atom_errors(void)
{
    double values[3];

    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, evaluate_atoms("1/(x-4)", values));
    TEST_ASSERT_EQUAL_INT(MD_ERR_REFERENCE, evaluate_atoms("gmask(nobody)", values));
    TEST_ASSERT_EQUAL_INT(MD_ERR_REFERENCE, evaluate_atoms("c_xyz", values));
    TEST_ASSERT_EQUAL_INT(MD_ERR_REFERENCE, evaluate_atoms("grmask(b,right)", values));
}

/* ------------------------------------------------------------------ errors and their places */

/* Each formula stands at column 5 of its line; carets count from there. */
static const struct {
    const char *formula;
    enum md_status status;
    int offset, length;
    const char *says, *hint;
} wrong[] = {
    {"2*(3+", MD_ERR_SYNTAX, 4, 1, "missing at the end", ""},
    {"2*(3+4", MD_ERR_SYNTAX, 2, 1, "'(' is never closed", ""},
    {"2)", MD_ERR_SYNTAX, 1, 1, "')' closes nothing", ""},
    {"()", MD_ERR_SYNTAX, 1, 1, "missing before ')'", ""},
    {"2 3", MD_ERR_SYNTAX, 2, 1, "operator is missing", ""},
    {"2(3)", MD_ERR_SYNTAX, 1, 1, "operator is missing", ""},
    {"+2", MD_ERR_SYNTAX, 0, 1, "missing before '+'", ""},
    {"2*+3", MD_ERR_SYNTAX, 2, 1, "missing before '+'", ""},
    {"1=1", MD_ERR_SYNTAX, 1, 1, "'='", ""},
    {"1&1", MD_ERR_SYNTAX, 1, 1, "'&'", ""},
    {"1|1", MD_ERR_SYNTAX, 1, 1, "'|'", ""},
    {"1,2", MD_ERR_SYNTAX, 1, 1, "','", ""},
    {"1!2", MD_ERR_SYNTAX, 1, 1, "'!'", ""},
    {"1+1e", MD_ERR_SYNTAX, 2, 2, "'1e' is not a number", ""},
    {"1.2.3", MD_ERR_SYNTAX, 0, 5, "'1.2.3'", ""},
    {"0x10", MD_ERR_SYNTAX, 0, 4, "'0x10'", ""},
    {"1+1e999", MD_ERR_SYNTAX, 2, 5, "'1e999'", ""},
    {"1+sqtr(4)", MD_ERR_UNKNOWN, 2, 4, "'sqtr'", "did you mean 'sqrt'?"},
    {"cuont(all)", MD_ERR_UNKNOWN, 0, 5, "'cuont'", "did you mean 'count'?"},
    {"2*tmep", MD_ERR_UNKNOWN, 2, 4, "'tmep'", "did you mean 'temp'?"},
    {"2*sqrt", MD_ERR_UNKNOWN, 2, 4, "'sqrt'",
     "the function 'sqrt' needs its arguments in brackets"},
    {"sqrt(1,2)", MD_ERR_COUNT, 0, 4, "2 arguments are given", ""},
    {"1+sqrt()", MD_ERR_COUNT, 2, 4, "0 arguments are given", ""},
    {"atan2(1)", MD_ERR_COUNT, 0, 5, "atan2(y,x)", ""},
    {"atan2(1,", MD_ERR_SYNTAX, 7, 1, "missing at the end", ""},
    {"atan2(1,)", MD_ERR_SYNTAX, 8, 1, "missing before ')'", ""},
    {"sqrt(4 5)", MD_ERR_SYNTAX, 7, 1, "',' or ')'", ""},
    {"sqrt(4", MD_ERR_SYNTAX, 4, 1, "never closed", ""},
    {"xcm(all)", MD_ERR_COUNT, 0, 3, "xcm(group,x|y|z[,region])", ""},
    {"count()", MD_ERR_SYNTAX, 6, 1, "argument is missing", ""},
    {"count(all", MD_ERR_SYNTAX, 5, 1, "never closed", ""},
    {"1+x", MD_ERR_VALUE, 2, 1, "one value per atom", ""},
    {"gmask(all)", MD_ERR_VALUE, 0, 5, "one value per atom", ""},
    {"w[5]", MD_ERR_UNKNOWN, 0, 1, "'w'", NULL},
    {"x[0]", MD_ERR_SYNTAX, 2, 1, "not '0'", ""},
    {"x[-1]", MD_ERR_SYNTAX, 2, 2, "not '-1'", ""},
    {"x[1+1]", MD_ERR_SYNTAX, 2, 3, "not '1+1'", ""},
    {"x[5", MD_ERR_SYNTAX, 1, 1, "'[' is never closed", ""},
    {"x[1][2]", MD_ERR_SYNTAX, 4, 1, "one index", ""},
    {"c_t[1][2][3]", MD_ERR_SYNTAX, 9, 1, "two indices", ""},
    {"c_t[v_a+b]", MD_ERR_SYNTAX, 7, 1, "index", ""},
    {"1/0", MD_ERR_VALUE, 1, 1, "1 / 0: the divisor", ""},
    {"2+5%(3-3)", MD_ERR_VALUE, 3, 1, "5 % 0: the divisor", ""},
    {"0^-1", MD_ERR_VALUE, 1, 1, "0 ^ -1", ""},
    {"(-8)^(1/3)", MD_ERR_VALUE, 4, 1, "-8 ^ 0.333333333333333", ""},
    {"2*sqrt(-1)", MD_ERR_VALUE, 2, 8, "sqrt(-1)", ""},
    {"ln(0)", MD_ERR_VALUE, 0, 5, "ln(0)", ""},
    {"log(-1)", MD_ERR_VALUE, 0, 7, "greater than 0", ""},
    {"asin(2)", MD_ERR_VALUE, 0, 7, "between -1 and 1", ""},
    {"acos(-1.1)", MD_ERR_VALUE, 0, 10, "acos(-1.1)", ""},
    {"random(0,1,0)", MD_ERR_VALUE, 0, 13, "seed", ""},
    {"random(0,1,1e9)", MD_ERR_VALUE, 0, 15, "seed", ""},
    {"normal(0,-1,3)", MD_ERR_VALUE, 0, 14, "width", ""},
    {"stagger(10,100)", MD_ERR_VALUE, 0, 15, "stagger(10,100)", ""},
    {"stride(10,5,1)", MD_ERR_VALUE, 0, 14, "stride(10,5,1)", ""},
    {"logfreq(1,1e300,1)", MD_ERR_VALUE, 0, 18, "3e9", ""},
    {"1+v_nothing", MD_ERR_REFERENCE, 2, 9, "'nothing'", ""},
    {"1+c_nobody", MD_ERR_REFERENCE, 2, 8, "'nobody'", ""},
    {"1+count(none)", MD_ERR_REFERENCE, 2, 11, "'none'", ""},
    {"1+x[77]", MD_ERR_REFERENCE, 2, 5, "77", ""},
    {"1+v_per", MD_ERR_VALUE, 2, 5, "v_per has one value per atom", ""},
    {"1+v_per[4]", MD_ERR_VALUE, 2, 8, "v_per[4]", ""},
    {"1+v_two[4]", MD_ERR_VALUE, 2, 8, "takes no index", ""},
    {"is_defined(foo,x)", MD_ERR_UNKNOWN, 0, 17, "'foo' must be one of compute", ""},
    {"1+sum(c_a)", MD_ERR_VALUE, 2, 8, "no such vector", ""},
    {"1+sum(3)", MD_ERR_VALUE, 2, 6, "needs a vector", ""},
    {"1+sum(v_two)", MD_ERR_REFERENCE, 2, 10, "no vector-style variable 'two'", ""},
    {"1+sum(c_nobody)", MD_ERR_REFERENCE, 2, 13, "nobody", ""},
    {"1+max(v_none)", MD_ERR_ORDER, 2, 11, "no elements yet", ""},
    {"1+v_vec", MD_ERR_VALUE, 2, 5, "needs an index", ""},
    {"1+v_vec[4]", MD_ERR_VALUE, 2, 8, "has 3 elements", ""},
    {"1+sort(v_vec)", MD_ERR_VALUE, 2, 11, "this is a vector", ""},
    {"next(f)", MD_ERR_REFERENCE, 0, 7, "no variable 'f'", ""},
};

static void test_errors_and_their_places(void)
{
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const char *text = wrong[i].formula;
        char line[128];
        struct md_place place = {"deck", line, 3, 5, (int)strlen(text)};
        struct md_formula *formula;
        double value;
        enum md_status status;

        snprintf(line, sizeof line, "abc %s end", text);
        status = md_formula_parse(&formula, text, false, &physics, &place, &error);
        if (!status)
            status = md_formula_value(formula, &scope, &value, &error);
        md_formula_free(formula);
        TEST_ASSERT_EQUAL_INT_MESSAGE(wrong[i].status, status, text);
        TEST_ASSERT_EQUAL_INT_MESSAGE(5 + wrong[i].offset, error.place.column, text);
        TEST_ASSERT_EQUAL_INT_MESSAGE(wrong[i].length, error.place.length, text);
        TEST_ASSERT_EQUAL_INT(3, error.place.line);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, wrong[i].says), error.text);
        if (wrong[i].hint) {
            TEST_ASSERT_EQUAL_STRING(wrong[i].hint, error.hint);
        }
    }
}

static void test_an_empty_formula(void)
{
    double value;

    TEST_ASSERT_EQUAL_INT(MD_ERR_SYNTAX, evaluate("", &value));
    TEST_ASSERT_EQUAL_INT(MD_ERR_SYNTAX, evaluate("  ", &value));
}

/* Quotes shift the text; a substituted text is not on the line at all. */
static void test_place_of_quoted_and_substituted_text(void)
{
    char line[] = "variable a equal \"1 + /2\"", other[] = "variable a equal $x";
    struct md_place place = {"deck", line, 1, 18, 8}, inside;

    inside = md_formula_place(&place, "1 + /2", 4, 1);
    TEST_ASSERT_EQUAL_INT(23, inside.column);
    TEST_ASSERT_EQUAL_INT(1, inside.length);
    place.text = other;
    place.length = 2;
    inside = md_formula_place(&place, "1 + /2", 4, 1);
    TEST_ASSERT_EQUAL_INT(18, inside.column);
    TEST_ASSERT_EQUAL_INT(2, inside.length);
    inside = md_formula_place(NULL, "1 + /2", 4, 1);
    TEST_ASSERT_NULL(inside.file);
}

/* ------------------------------------------------------------------ vectors */

static void test_functions_of_vectors(void)
{
    static const struct {
        const char *text;
        double value;
    } right[] = {
        {"sum(c_t)", 63.0},      {"ave(c_t)", 10.5},    {"min(c_t)", 1.0},
        {"max(c_t)", 32.0},      {"trap(c_t)", 46.5},   {"sum(c_g[2])+1", 61.0},
        {"slope(c_g[2])", 10.0}, {"trap(c_g[1])", 4.0}, {"slope(v_vec)", -0.5},
        {"v_vec[3]*10", 20.0},   {"max(v_vec)", 3.0},
    };

    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        double value = 0.0;

        TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, evaluate(right[i].text, &value), right[i].text);
        TEST_ASSERT_EQUAL_DOUBLE_MESSAGE(right[i].value, value, right[i].text);
    }
}

/* The vector a formula yields; its status. */
static enum md_status evaluate_vector(const char *text, double **values, size_t *count)
{
    struct md_formula *formula;
    enum md_status status = md_formula_parse(&formula, text, false, &physics, NULL, &error);

    *values = NULL;
    *count = 0;
    if (!status)
        status = md_formula_vector(formula, &scope, values, count, &error);
    md_formula_free(formula);
    return status;
}

static void test_vector_formulas(void)
{
    static const struct {
        const char *text;
        double value[3];
    } right[] = {
        {"2*c_g[2]+1", {21.0, 41.0, 61.0}},    {"v_vec-c_g[1]", {2.0, -1.0, -1.0}},
        {"sort(v_vec)", {1.0, 2.0, 3.0}},      {"rsort(v_vec)*v_vec", {9.0, 2.0, 2.0}},
        {"v_vec+sum(v_vec)", {9.0, 7.0, 8.0}}, {"v_vec+c_t[2]", {1023.0, 1021.0, 1022.0}},
    };
    double *values;
    size_t count;

    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, evaluate_vector(right[i].text, &values, &count),
                                      right[i].text);
        TEST_ASSERT_EQUAL_INT_MESSAGE(3, count, right[i].text);
        TEST_ASSERT_EQUAL_DOUBLE_ARRAY(right[i].value, values, 3);
        md_memory_free(values);
    }
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, evaluate_vector("1+2", &values, &count));
    TEST_ASSERT_NULL(values);
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, evaluate_vector("v_vec+v_none", &values, &count));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "vectors of 3 and 0"));
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, evaluate_vector("v_per*2", &values, &count));
}

/* ------------------------------------------------------------------ checking */

static void test_checking_guesses_what_only_a_run_knows(void)
{
    double value = 1.0;

    order_errors = true;
    TEST_ASSERT_EQUAL_INT(MD_ERR_ORDER, evaluate("temp+1", &value));
    scope.checking = true;
    TEST_ASSERT_EQUAL_INT(MD_OK, evaluate("temp+1", &value));
    TEST_ASSERT_EQUAL_DOUBLE(1.0, value);
    TEST_ASSERT_EQUAL_INT(MD_OK, evaluate("1/temp+ln(temp)", &value));
    TEST_ASSERT_EQUAL_INT(MD_OK, evaluate("ramp(1,2)", &value));
    scope.guessed = false;
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, evaluate("1/0", &value));
    TEST_ASSERT_EQUAL_INT(MD_ERR_REFERENCE, evaluate("v_nothing", &value));
}

/* ------------------------------------------------------------------ size and garbage */

static char *repeat(const char *head, const char *unit, int times, const char *middle,
                    const char *tail)
{
    size_t size = strlen(head) + (strlen(unit) + strlen(tail)) * (size_t)times + strlen(middle) + 1;
    char *text = malloc(size);

    strcpy(text, head);
    size = strlen(head);
    for (int i = 0; i < times; i++, size += strlen(unit))
        strcpy(text + size, unit);
    strcpy(text + size, middle);
    size += strlen(middle);
    for (int i = 0; i < times; i++, size += strlen(tail))
        strcpy(text + size, tail);
    return text;
}

static void test_long_sums_are_fine(void)
{
    char *text = repeat("1", "+1", 100000, "", "");
    double value = 0.0;

    TEST_ASSERT_EQUAL_INT(MD_OK, evaluate(text, &value));
    TEST_ASSERT_EQUAL_DOUBLE(100001.0, value);
    free(text);
}

static void test_deep_nesting_is_refused(void)
{
    static const struct {
        const char *unit, *tail;
    } kinds[] = {{"(", ")"}, {"-", ""}, {"!", ""}, {"sqrt(", ")"}, {"1+(", ")"}, {"1*-", ""}};
    double value;

    for (int i = 0; i < 6; i++) {
        char *deep = repeat("", kinds[i].unit, 100000, "1", kinds[i].tail);
        char *fine = repeat("", kinds[i].unit, 150, "1", kinds[i].tail);

        /* 1*-1*-1... is a flat chain: each sign ends before the next product. */
        TEST_ASSERT_EQUAL_INT_MESSAGE(i == 5 ? MD_OK : MD_ERR_SYNTAX, evaluate(deep, &value),
                                      kinds[i].unit);
        TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, evaluate(fine, &value), kinds[i].unit);
        free(deep);
        free(fine);
    }
}

static void garbage(unsigned *state, const char *const *pieces, int count)
{
    char text[400] = "";
    double value, values[3];
    int parts;
    bool truth;

    *state = *state * 1664525u + 1013904223u;
    parts = (int)(*state >> 16) % 24;
    for (int i = 0; i < parts; i++) {
        *state = *state * 1664525u + 1013904223u;
        strcat(text, pieces[(*state >> 12) % (unsigned)count]);
    }
    if (evaluate(text, &value) != MD_OK) {
        TEST_ASSERT_TRUE_MESSAGE(error.text[0] != '\0', text);
    }
    if (evaluate_atoms(text, values) != MD_OK) {
        TEST_ASSERT_TRUE_MESSAGE(error.text[0] != '\0', text);
    }
    if (md_formula_condition(text, NULL, &truth, &error) != MD_OK) {
        TEST_ASSERT_TRUE_MESSAGE(error.text[0] != '\0', text);
    }
}

static void test_garbage(void)
{
    static const char *const pieces[] = {
        "1",       "2.5",      "1e",          "x",       "vx",
        "(",       ")",        "[",           "]",       ",",
        "+",       "-",        "*",           "/",       "^",
        "%",       "==",       "!=",          "!",       "<",
        "<=",      "&&",       "||",          "|^",      "|",
        "&",       "sqrt(",    "ln(",         "random(", "count(all",
        "v_",      "v_two",    "v_per",       "c_t",     "c_a",
        "f_",      "gmask(b)", "PI",          " ",       "$",
        "\t",      "\"",       "@",           "stride(", "x[2]",
        "[v_two]", "temp",     "e5",          ".",       "_",
        "\x80",    "0",        "5",           "1,2,3)",  "stride2(1,2,3,4,5,6)",
        "normal(", "ternary(", "is_defined(",
    };
    unsigned state = 20211u;

    for (int i = 0; i < 30000; i++)
        garbage(&state, pieces, (int)(sizeof pieces / sizeof pieces[0]));
}

/* Any bytes. */
static void test_random_bytes(void)
{
    unsigned state = 7u;

    for (int i = 0; i < 20000; i++) {
        char text[40];
        double value;
        int length;

        state = state * 1664525u + 1013904223u;
        length = (int)(state >> 20) % 39;
        for (int k = 0; k < length; k++) {
            state = state * 1664525u + 1013904223u;
            text[k] = (char)(1 + (state >> 16) % 255);
        }
        text[length] = '\0';
        if (evaluate(text, &value) != MD_OK) {
            TEST_ASSERT_TRUE(error.text[0] != '\0');
        }
    }
}

/* ------------------------------------------------------------------ conditions */

static const struct {
    const char *text;
    int value; /* -1: refused */
} conditions[] = {
    {"1", 1},
    {"0", 0},
    {"1==1", 1},
    {"1 == 1.0", 1},
    {"abc == abc", 1},
    {"abc == abd", 0},
    {"abc == abcd", 0},
    {"abc != abd", 1},
    {"abc < abd", -1},
    {"abc <= abc", -1},
    {"1 == abc", -1},
    {"abc == 1", -1},
    {"1 < 2 && 3 > 2", 1},
    {"1 > 2 || 3 > 2", 1},
    {"1 |^ 1", 0},
    {"1 |^ 0", 1},
    {"!1", 0},
    {"!0 == 1", 1},
    {"!(1==2)", 1},
    {"(1==2) || (abc==abc)", 1},
    {"-1 < 0", 1},
    {"- 1 < 0", -1},
    {"1 < -1", 0},
    {"1e3 == 1000", 1},
    {"1+1 == 2", -1},
    {"2*3", -1},
    {"lj/cut == lj/cut", 1},
    {"a_b == a_b", 1},
    {"yes == yes", 1},
    {"1 < 2 < 3", 1},
    {"3 > 2 > 1", 0},
    {"1 == 1 == 1", 1},
    {"abc==abc && def!=ghi", 1},
    {"1 && 0 || 1", 1},
    {"1 || 1 && 0", 1},
    {"1.5.2 == 1", -1},
    {" == ", -1},
    {"abc ==", -1},
    {"== abc", -1},
    {"(1", -1},
    {"1)", -1},
    {"1 1", -1},
    {"a b", -1},
    {"abc == abc == 1", 1},
    {"!abc == abc", -1},
    {"abc && abc", -1},
    {"= 1", -1},
    {"1 = 1", -1},
    {"1 & 1", -1},
    {".5 < 1", 1},
    {"1 <= 1", 1},
    {"2 >= 3", 0},
    {"v_x == 3", -1},
    {"", -1},
    /* Not in LAMMPS 2021: words with other characters, and truth values alone. */
    {"a-b == a-b", 1},
    {"data.1.gz == data.1.gz", 1},
    {"yes", 1},
    {"no || off", 0},
    {"abc", -1},
};

static void test_conditions(void)
{
    for (size_t i = 0; i < sizeof conditions / sizeof conditions[0]; i++) {
        bool value = false;
        enum md_status status = md_formula_condition(conditions[i].text, NULL, &value, &error);

        TEST_ASSERT_EQUAL_INT_MESSAGE(conditions[i].value, status ? -1 : value, conditions[i].text);
    }
}

static void test_condition_hints(void)
{
    char line[] = "if \"1+1 == 2\" then";
    struct md_place place = {"deck", line, 1, 4, 10};
    bool value;

    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, md_formula_condition("1+1 == 2", &place, &value, &error));
    TEST_ASSERT_EQUAL_INT(5, error.place.column);
    TEST_ASSERT_EQUAL_INT(3, error.place.length);
    TEST_ASSERT_EQUAL_STRING("a condition does not compute: write $(1+1)", error.hint);
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, md_formula_condition("v_x < 3", NULL, &value, &error));
    TEST_ASSERT_EQUAL_STRING("write ${x} for the value of a variable", error.hint);
}

static void test_deep_conditions_are_refused(void)
{
    char *brackets = repeat("", "(", 100000, "1", ")"), *nots = repeat("", "!", 100000, "1", "");
    bool value;

    TEST_ASSERT_EQUAL_INT(MD_ERR_SYNTAX, md_formula_condition(brackets, NULL, &value, &error));
    TEST_ASSERT_EQUAL_INT(MD_ERR_SYNTAX, md_formula_condition(nots, NULL, &value, &error));
    free(brackets);
    free(nots);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_values_are_those_of_lammps);
    RUN_TEST(test_schedules_are_those_of_lammps);
    RUN_TEST(test_a_schedule_with_a_last_step_ends);
    RUN_TEST(test_functions_of_time);
    RUN_TEST(test_functions_of_time_need_a_run);
    RUN_TEST(test_random_numbers);
    RUN_TEST(test_references);
    RUN_TEST(test_per_atom_values_are_those_of_lammps);
    RUN_TEST(test_two_generators);
    RUN_TEST(test_per_atom_references);
    RUN_TEST(test_per_atom_errors);
    RUN_TEST(test_errors_and_their_places);
    RUN_TEST(test_an_empty_formula);
    RUN_TEST(test_place_of_quoted_and_substituted_text);
    RUN_TEST(test_functions_of_vectors);
    RUN_TEST(test_vector_formulas);
    RUN_TEST(test_checking_guesses_what_only_a_run_knows);
    RUN_TEST(test_long_sums_are_fine);
    RUN_TEST(test_deep_nesting_is_refused);
    RUN_TEST(test_garbage);
    RUN_TEST(test_random_bytes);
    RUN_TEST(test_conditions);
    RUN_TEST(test_condition_hints);
    RUN_TEST(test_deep_conditions_are_refused);
    return UNITY_END();
}
