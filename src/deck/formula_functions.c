/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a formula can compute: operators with their precedence, mathematical functions, functions
 * of time, random numbers, and the names of functions whose arguments are names.  Values agree
 * with LAMMPS (29 Sep 2021), including its way of rounding and its schedules of steps.
 */
#include "deck/formula.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define PI 3.14159265358979323846

/* The step "never" of schedules: what LAMMPS's largest step number becomes as a double. */
#define NEVER 9223372036854775807.0

/* Largest step a schedule may compute with: products of two arguments must not overflow. */
#define STEP_LIMIT 3.0e9

/* ------------------------------------------------------------------ operators */

static const char *add(double a, double b, double *value)
{
    *value = a + b;
    return NULL;
}

static const char *subtract(double a, double b, double *value)
{
    *value = a - b;
    return NULL;
}

static const char *multiply(double a, double b, double *value)
{
    *value = a * b;
    return NULL;
}

static const char *divide(double a, double b, double *value)
{
    if (b == 0.0)
        return "the divisor must not be 0";
    *value = a / b;
    return NULL;
}

static const char *modulo(double a, double b, double *value)
{
    if (b == 0.0)
        return "the divisor must not be 0";
    *value = fmod(a, b);
    return NULL;
}

static const char *power(double a, double b, double *value)
{
    if (a == 0.0 && b < 0.0)
        return "0 has no negative power";
    if (a < 0.0 && b != floor(b))
        return "a negative number has only whole powers";
    *value = pow(a, b);
    return NULL;
}

static const char *equal(double a, double b, double *value)
{
    *value = a == b;
    return NULL;
}

static const char *unequal(double a, double b, double *value)
{
    *value = a != b;
    return NULL;
}

static const char *less(double a, double b, double *value)
{
    *value = a < b;
    return NULL;
}

static const char *less_equal(double a, double b, double *value)
{
    *value = a <= b;
    return NULL;
}

static const char *greater(double a, double b, double *value)
{
    *value = a > b;
    return NULL;
}

static const char *greater_equal(double a, double b, double *value)
{
    *value = a >= b;
    return NULL;
}

static const char *both(double a, double b, double *value)
{
    *value = a != 0.0 && b != 0.0;
    return NULL;
}

static const char *either(double a, double b, double *value)
{
    *value = a != 0.0 || b != 0.0;
    return NULL;
}

static const char *one_of_two(double a, double b, double *value)
{
    *value = (a != 0.0) != (b != 0.0);
    return NULL;
}

static const char *negate(double a, double b, double *value)
{
    (void)b;
    *value = -a;
    return NULL;
}

static const char *invert(double a, double b, double *value)
{
    (void)b;
    *value = a == 0.0;
    return NULL;
}

/* All are left-associative, also ^: 2^3^2 is 64.  Longer texts stand before their beginnings. */
const struct md_formula_operator md_formula_operators[] = {
    {"||", 1, either},  {"|^", 1, one_of_two}, {"&&", 2, both},          {"==", 3, equal},
    {"!=", 3, unequal}, {"<=", 4, less_equal}, {">=", 4, greater_equal}, {"<", 4, less},
    {">", 4, greater},  {"+", 5, add},         {"-", 5, subtract},       {"*", 6, multiply},
    {"/", 6, divide},   {"%", 6, modulo},      {"^", 7, power},          {NULL, 0, NULL},
};

/* Signs bind tighter than any of them: -2^2 is 4. */
const struct md_formula_operator md_formula_minus = {"-", 8, negate};
const struct md_formula_operator md_formula_not = {"!", 8, invert};

const struct md_formula_operator *md_formula_operator_at(const char *text)
{
    for (const struct md_formula_operator *o = md_formula_operators; o->text; o++)
        if (strncmp(text, o->text, strlen(o->text)) == 0)
            return o;
    return NULL;
}

/* ------------------------------------------------------------------ mathematics */

static const char *square_root(const double *a, double *value)
{
    if (a[0] < 0.0)
        return "the argument must not be negative";
    *value = sqrt(a[0]);
    return NULL;
}

static const char *exponential(const double *a, double *value)
{
    *value = exp(a[0]);
    return NULL;
}

static const char *natural_logarithm(const double *a, double *value)
{
    if (a[0] <= 0.0)
        return "the argument must be greater than 0";
    *value = log(a[0]);
    return NULL;
}

static const char *decimal_logarithm(const double *a, double *value)
{
    if (a[0] <= 0.0)
        return "the argument must be greater than 0";
    *value = log10(a[0]);
    return NULL;
}

static const char *absolute(const double *a, double *value)
{
    *value = fabs(a[0]);
    return NULL;
}

static const char *sine(const double *a, double *value)
{
    *value = sin(a[0]);
    return NULL;
}

static const char *cosine(const double *a, double *value)
{
    *value = cos(a[0]);
    return NULL;
}

static const char *tangent(const double *a, double *value)
{
    *value = tan(a[0]);
    return NULL;
}

static const char *arc_sine(const double *a, double *value)
{
    if (a[0] < -1.0 || a[0] > 1.0)
        return "the argument must lie between -1 and 1";
    *value = asin(a[0]);
    return NULL;
}

static const char *arc_cosine(const double *a, double *value)
{
    if (a[0] < -1.0 || a[0] > 1.0)
        return "the argument must lie between -1 and 1";
    *value = acos(a[0]);
    return NULL;
}

static const char *arc_tangent(const double *a, double *value)
{
    *value = atan(a[0]);
    return NULL;
}

static const char *arc_tangent_of_two(const double *a, double *value)
{
    *value = atan2(a[0], a[1]);
    return NULL;
}

static const char *round_up(const double *a, double *value)
{
    *value = ceil(a[0]);
    return NULL;
}

static const char *round_down(const double *a, double *value)
{
    *value = floor(a[0]);
    return NULL;
}

/* Halves go up, also negative ones: round(-2.5) is -2. */
static const char *round_half_up(const double *a, double *value)
{
    *value = a[0] - floor(a[0]) >= 0.5 ? ceil(a[0]) : floor(a[0]);
    return NULL;
}

static const char *choose(const double *a, double *value)
{
    *value = a[0] != 0.0 ? a[1] : a[2];
    return NULL;
}

/* ------------------------------------------------------------------ random numbers */

static const char *draw_uniform(struct md_marsaglia *generator, const double *a, double *value)
{
    *value = md_marsaglia_uniform(generator) * (a[1] - a[0]) + a[0];
    return NULL;
}

static const char *draw_normal(struct md_marsaglia *generator, const double *a, double *value)
{
    if (a[1] < 0.0)
        return "the width (second argument) must not be negative";
    *value = a[0] + a[1] * md_marsaglia_gaussian(generator);
    return NULL;
}

/* ------------------------------------------------------------------ functions of time */

static double since_begin(const struct md_run_span *span)
{
    return (double)(span->step - span->begin);
}

/* From a to b between the first and the last step of the run. */
static const char *ramp(const struct md_run_span *span, const double *a, double *value)
{
    double part = since_begin(span);

    if (part != 0.0)
        part /= (double)(span->end - span->begin);
    *value = a[0] + part * (a[1] - a[0]);
    return NULL;
}

static const char *displace(const struct md_run_span *span, const double *a, double *value)
{
    *value = a[0] + a[1] * (since_begin(span) * span->timestep);
    return NULL;
}

static const char *sine_wiggle(const struct md_run_span *span, const double *a, double *value)
{
    if (a[2] == 0.0)
        return "the period (third argument) must not be 0";
    *value = a[0] + a[1] * sin(2.0 * PI / a[2] * (since_begin(span) * span->timestep));
    return NULL;
}

static const char *cosine_wiggle(const struct md_run_span *span, const double *a, double *value)
{
    if (a[2] == 0.0)
        return "the period (third argument) must not be 0";
    *value = a[0] + a[1] * (1.0 - cos(2.0 * PI / a[2] * (since_begin(span) * span->timestep)));
    return NULL;
}

/* ------------------------------------------------------------------ schedules of steps
 *
 * Each yields the next step after the present one at which something should happen, for
 * `thermo v_name` and `dump_modify every v_name`. */

/* Arguments as step numbers: cut off to integers, and within -limit .. limit. */
static const char *as_steps(const double *a, int count, int64_t *step)
{
    for (int i = 0; i < count; i++) {
        if (!(fabs(a[i]) <= STEP_LIMIT))
            return "the arguments must not exceed 3e9";
        step[i] = (int64_t)a[i];
    }
    return NULL;
}

/* Alternately y and x - y steps apart: y, x, x + y, 2x, ... */
static const char *stagger(const struct md_run_span *span, const double *a, double *value)
{
    int64_t s[2], low;
    const char *why = as_steps(a, 2, s);

    if (why)
        return why;
    if (s[1] <= 0 || s[0] <= s[1])
        return "the arguments must satisfy 0 < second < first";
    low = span->step / s[0] * s[0];
    *value = (double)(span->step - low < s[1] ? low + s[1] : low + s[0]);
    return NULL;
}

/* x, 2x .. yx, then the same times z, z^2 ... */
static const char *log_frequency(const struct md_run_span *span, const double *a, double *value)
{
    int64_t s[3], low, multiple;
    const char *why = as_steps(a, 3, s);

    if (why)
        return why;
    if (s[0] <= 0 || s[1] <= 0 || s[1] >= s[2])
        return "the arguments must satisfy 0 < first and 0 < second < third";
    low = s[0];
    if (span->step < low) {
        *value = (double)low;
        return NULL;
    }
    while (span->step / s[2] >= low)
        low *= s[2];
    multiple = span->step / low;
    *value = multiple < s[1] ? (double)(multiple + 1) * (double)low : (double)low * (double)s[2];
    return NULL;
}

/* y equal intervals between x and xz, then between xz and xz^2 ... */
static const char *log_intervals(const struct md_run_span *span, const double *a, double *value)
{
    int64_t s[3], passed = 0;
    const char *why = as_steps(a, 3, s);
    double next, interval;

    if (why)
        return why;
    if (s[0] <= 0 || s[1] <= 0 || s[2] <= 1)
        return "the arguments must satisfy 0 < first, 0 < second and 1 < third";
    next = (double)s[0];
    interval = (double)s[0] * ((double)s[2] - 1.0) / (double)s[1];
    /* Whole decades at once, so that a long run does not count every interval anew. */
    while ((double)span->step >= next * (double)s[2]) {
        next *= (double)s[2];
        interval *= (double)s[2];
    }
    while ((double)span->step >= next && passed <= s[1]) {
        next += interval;
        passed++;
    }
    *value = ceil(next);
    return NULL;
}

/* y steps from x to z, equally far apart on a logarithmic scale. */
static const char *log_points(const struct md_run_span *span, const double *a, double *value)
{
    int64_t s[3];
    const char *why = as_steps(a, 3, s);
    double factor, next;

    if (why)
        return why;
    if (s[0] <= 0 || s[1] <= 1 || s[2] - s[0] + 1 < s[1])
        return "the arguments must satisfy 0 < first, 1 < second <= third - first + 1";
    if (span->step >= s[2]) {
        *value = NEVER;
        return NULL;
    }
    factor = pow((double)s[2] / (double)s[0], 1.0 / (double)(s[1] - 1));
    next = (double)s[0];
    /* The last point is z itself, whatever the product's last bit says. */
    for (int64_t i = 1; (double)span->step >= ceil(next) && i < s[1]; i++)
        next *= factor;
    *value = fmin(ceil(next), (double)s[2]);
    return NULL;
}

/* x, x + z, x + 2z .. up to y. */
static const char *stride(const struct md_run_span *span, const double *a, double *value)
{
    int64_t s[3], next;
    const char *why = as_steps(a, 3, s);

    if (why)
        return why;
    if (s[0] < 0 || s[2] <= 0 || s[0] > s[1])
        return "the arguments must satisfy 0 <= first <= second and 0 < third";
    if (span->step < s[0]) {
        *value = (double)s[0];
        return NULL;
    }
    next = span->step - (span->step - s[0]) % s[2] + s[2];
    *value = span->step >= s[1] || next > s[1] ? NEVER : (double)next;
    return NULL;
}

/* As stride(x,y,z), and between a and b as stride(a,b,c).  The last stride may pass y. */
static const char *stride_in_stride(const struct md_run_span *span, const double *a, double *value)
{
    int64_t s[6], now = span->step, outer, inner;
    const char *why = as_steps(a, 6, s);

    if (why)
        return why;
    if (s[0] < 0 || s[2] <= 0 || s[0] > s[1] || s[3] < 0 || s[5] <= 0 || s[3] > s[4])
        return "the arguments must satisfy 0 <= first <= second, 0 < third, "
               "0 <= fourth <= fifth, 0 < sixth";
    if (s[3] < s[0] || s[4] > s[1])
        return "the inner range (fourth and fifth) must lie within the outer (first and second)";
    if (now >= s[1]) {
        *value = NEVER;
        return NULL;
    }
    outer = now < s[0] ? s[0] : now - (now - s[0]) % s[2] + s[2];
    inner = now - (now - s[3]) % s[5] + s[5];
    if (now < s[3])
        *value = (double)(outer < s[3] ? outer : s[3]);
    else
        *value = (double)(now < s[4] && inner <= s[4] ? inner : outer);
    return NULL;
}

/* ------------------------------------------------------------------ the tables */

#define PLAIN(name, count, function, usage, summary)                                               \
    {                                                                                              \
        name, count, function, NULL, NULL, false, usage, summary                                   \
    }
#define TIMED(name, count, function, run, usage, summary)                                          \
    {                                                                                              \
        name, count, NULL, function, NULL, run, usage, summary                                     \
    }
#define DRAWN(name, count, function, usage, summary)                                               \
    {                                                                                              \
        name, count, NULL, NULL, function, false, usage, summary                                   \
    }

const struct md_formula_function md_formula_functions[] = {
    PLAIN("sqrt", 1, square_root, "sqrt(x)", "square root"),
    PLAIN("exp", 1, exponential, "exp(x)", "exponential"),
    PLAIN("ln", 1, natural_logarithm, "ln(x)", "natural logarithm"),
    PLAIN("log", 1, decimal_logarithm, "log(x)", "decimal logarithm"),
    PLAIN("abs", 1, absolute, "abs(x)", "absolute value"),
    PLAIN("sin", 1, sine, "sin(x)", "sine of an angle in radians"),
    PLAIN("cos", 1, cosine, "cos(x)", "cosine of an angle in radians"),
    PLAIN("tan", 1, tangent, "tan(x)", "tangent of an angle in radians"),
    PLAIN("asin", 1, arc_sine, "asin(x)", "angle of a sine"),
    PLAIN("acos", 1, arc_cosine, "acos(x)", "angle of a cosine"),
    PLAIN("atan", 1, arc_tangent, "atan(x)", "angle of a tangent"),
    PLAIN("atan2", 2, arc_tangent_of_two, "atan2(y,x)", "angle of the point (x,y)"),
    PLAIN("ceil", 1, round_up, "ceil(x)", "the next integer above"),
    PLAIN("floor", 1, round_down, "floor(x)", "the next integer below"),
    PLAIN("round", 1, round_half_up, "round(x)", "the nearest integer, halves upwards"),
    PLAIN("ternary", 3, choose, "ternary(c,x,y)", "x if c is not 0, else y"),
    DRAWN("random", 3, draw_uniform, "random(lo,hi,seed)", "uniform random number"),
    DRAWN("normal", 3, draw_normal, "normal(mean,width,seed)", "normal random number"),
    TIMED("ramp", 2, ramp, true, "ramp(x,y)", "from x to y during the run"),
    TIMED("vdisplace", 2, displace, true, "vdisplace(x,v)", "x + v t, t since the run began"),
    TIMED("swiggle", 3, sine_wiggle, true, "swiggle(x,a,period)", "x + a sin(2 pi t / period)"),
    TIMED("cwiggle", 3, cosine_wiggle, true, "cwiggle(x,a,period)",
          "x + a (1 - cos(2 pi t / period))"),
    TIMED("stagger", 2, stagger, false, "stagger(x,y)", "steps y, x, x+y, 2x, ..."),
    TIMED("logfreq", 3, log_frequency, false, "logfreq(x,y,z)", "steps x, 2x .. yx, zx, 2zx ..."),
    TIMED("logfreq2", 3, log_intervals, false, "logfreq2(x,y,z)", "y steps per factor z, from x"),
    TIMED("logfreq3", 3, log_points, false, "logfreq3(x,y,z)", "y steps from x to z"),
    TIMED("stride", 3, stride, false, "stride(x,y,z)", "steps x, x+z .. up to y"),
    TIMED("stride2", 6, stride_in_stride, false, "stride2(x,y,z,a,b,c)",
          "stride(x,y,z), between a and b stride(a,b,c)"),
    {NULL, 0, NULL, NULL, NULL, false, NULL, NULL},
};

const struct md_formula_named md_formula_named[] = {
    {"count", MD_NAMING_GROUP, 1, 2, "count(group[,region])"},
    {"mass", MD_NAMING_GROUP, 1, 2, "mass(group[,region])"},
    {"charge", MD_NAMING_GROUP, 1, 2, "charge(group[,region])"},
    {"xcm", MD_NAMING_GROUP, 2, 3, "xcm(group,x|y|z[,region])"},
    {"vcm", MD_NAMING_GROUP, 2, 3, "vcm(group,x|y|z[,region])"},
    {"fcm", MD_NAMING_GROUP, 2, 3, "fcm(group,x|y|z[,region])"},
    {"bound", MD_NAMING_GROUP, 2, 3, "bound(group,xmin|xmax|ymin|...[,region])"},
    {"gyration", MD_NAMING_GROUP, 1, 2, "gyration(group[,region])"},
    {"ke", MD_NAMING_GROUP, 1, 2, "ke(group[,region])"},
    {"angmom", MD_NAMING_GROUP, 2, 3, "angmom(group,x|y|z[,region])"},
    {"torque", MD_NAMING_GROUP, 2, 3, "torque(group,x|y|z[,region])"},
    {"inertia", MD_NAMING_GROUP, 2, 3, "inertia(group,xx|yy|zz|xy|yz|xz[,region])"},
    {"omega", MD_NAMING_GROUP, 2, 3, "omega(group,x|y|z[,region])"},
    {"gmask", MD_NAMING_GMASK, 1, 1, "gmask(group)"},
    {"rmask", MD_NAMING_RMASK, 1, 1, "rmask(region)"},
    {"grmask", MD_NAMING_GRMASK, 2, 2, "grmask(group,region)"},
    {"is_active", MD_NAMING_ACTIVE, 2, 2, "is_active(category,feature)"},
    {"is_available", MD_NAMING_AVAILABLE, 2, 2, "is_available(category,style)"},
    {"is_defined", MD_NAMING_DEFINED, 2, 2, "is_defined(category,ID)"},
    {"sum", MD_NAMING_VECTOR, 1, 1, "sum(vector)"},
    {"min", MD_NAMING_VECTOR, 1, 1, "min(vector)"},
    {"max", MD_NAMING_VECTOR, 1, 1, "max(vector)"},
    {"ave", MD_NAMING_VECTOR, 1, 1, "ave(vector)"},
    {"trap", MD_NAMING_VECTOR, 1, 1, "trap(vector)"},
    {"slope", MD_NAMING_VECTOR, 1, 1, "slope(vector)"},
    {"sort", MD_NAMING_SORT, 1, 1, "sort(vector)"},
    {"rsort", MD_NAMING_SORT, 1, 1, "rsort(vector)"},
    {"next", MD_NAMING_NEXT, 1, 1, "next(variable)"},
    {"is_file", MD_NAMING_IS_FILE, 1, 1, "is_file(name)"},
    {"is_os", MD_NAMING_MISSING, 1, 1, "is_os(name)"},
    {"extract_setting", MD_NAMING_MISSING, 1, 1, "extract_setting(name)"},
    {"label2type", MD_NAMING_MISSING, 2, 2, "label2type(kind,label)"},
    {NULL, MD_NAMING_MISSING, 0, 0, NULL},
};

const char *const md_formula_atom_names[] = {"id", "mass", "type", "mol", "q",  "x",  "y", "z",
                                             "vx", "vy",   "vz",   "fx",  "fy", "fz", NULL};

static const struct {
    const char *name;
    double value;
} constants[] = {
    {"PI", PI},   {"version", 20210929.0}, {"yes", 1.0},   {"no", 0.0}, {"on", 1.0},
    {"off", 0.0}, {"true", 1.0},           {"false", 0.0},
};

#define CONSTANTS (int)(sizeof constants / sizeof constants[0])

const struct md_formula_function *md_formula_function(const char *name)
{
    for (const struct md_formula_function *f = md_formula_functions; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

const struct md_formula_named *md_formula_naming(const char *name)
{
    for (const struct md_formula_named *n = md_formula_named; n->name; n++)
        if (strcmp(n->name, name) == 0)
            return n;
    return NULL;
}

bool md_formula_constant(const char *name, double *value)
{
    for (int i = 0; i < CONSTANTS; i++) {
        if (strcmp(constants[i].name, name) == 0) {
            *value = constants[i].value;
            return true;
        }
    }
    return false;
}

const char *md_formula_constant_name(int i)
{
    return i >= 0 && i < CONSTANTS ? constants[i].name : NULL;
}

bool md_formula_is_atom_name(const char *name)
{
    for (const char *const *n = md_formula_atom_names; *n; n++)
        if (strcmp(*n, name) == 0)
            return true;
    return false;
}

const char *md_formula_function_name(const void *context, int i)
{
    const int functions = (int)(sizeof md_formula_functions / sizeof md_formula_functions[0]) - 1;
    const int named = (int)(sizeof md_formula_named / sizeof md_formula_named[0]) - 1;

    (void)context;
    if (i < functions)
        return md_formula_functions[i].name;
    return i - functions < named ? md_formula_named[i - functions].name : NULL;
}
