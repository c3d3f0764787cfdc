/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * make-eam: writes tables of embedded-atom potentials (setfl, for pair_style eam/alloy) from forms
 * and parameters that were published as formulas.  A table nobody can recompute cannot be trusted;
 * those in potentials/ are what this program writes, byte for byte, and a test compares them.
 *
 * The energy of atom i of element a among atoms j of elements b:
 *
 *   E_i = F_a(sum_j f_b(r_ij)) + 1/2 sum_j phi_ab(r_ij).
 *
 * Both forms fall off but never end.  Beyond r_s, f and phi are multiplied by
 *
 *   1 - x^3 (10 - 15 x + 6 x^2),   x = (r - r_s) / (r_c - r_s),
 *
 * which takes them to zero at r_c with two continuous derivatives.
 */
#include "base/memory.h"
#include "base/nearest.h"
#include "base/word.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ELEMENTS = 8, FEWEST_POINTS = 10, MOST_POINTS = 1000000, EXIT_USAGE = 2 };

struct element {
    const char *symbol;
    int number;
    double mass;    /* standard atomic weight, g/mol */
    double lattice; /* of the pure metal, A */
    const char *structure;
};

/* A published form with its elements.  Distances in A, energies in eV. */
struct form {
    const char *name, *source, *parameters; /* the last: their names, in the order printed */
    int element_count;
    const struct element *(*element)(int a);
    void (*print)(FILE *out, int a); /* the parameters of one element */
    double (*pair)(int a, int b, double r);
    double (*density)(int a, double r);
    double (*embed)(int a, double rho);
    double (*density_reach)(int a); /* the table's last density */
    void (*reach)(int a, double *r_s, double *r_c);
    const char *equations; /* for the header */
};

/* ------------------------------------------------------------------ Zhou, Johnson, Wadley */
/*
 * X. W. Zhou, R. A. Johnson, H. N. G. Wadley, Phys. Rev. B 69 (2004) 144113.  With q = r/r_e:
 *
 *   f(r)      = f_e exp(-beta (q - 1)) / (1 + (q - lambda)^20)
 *   phi(r)    = A exp(-alpha (q - 1)) / (1 + (q - kappa)^20)
 *             - B exp(-beta (q - 1)) / (1 + (q - lambda)^20)
 *   phi_ab(r) = (f_b/f_a phi_aa + f_a/f_b phi_bb) / 2
 *   F(rho)    = sum_i F_ni (rho/rho_n - 1)^i,   rho < rho_n = 0.85 rho_e
 *             = sum_i F_i (rho/rho_e - 1)^i,    rho_n <= rho < rho_0 = 1.15 rho_e
 *             = F_e (1 - ln y) y,               y = (rho/rho_s)^eta, rho_0 <= rho.
 */
struct zhou {
    struct element element;
    double r_e, f_e, rho_e, rho_s, alpha, beta, a, b, kappa, lambda, f_n[4], f[4], eta, f_top;
};

/* The paper's numbers.  W's eta is also met as -0.582714, for which F jumps by 1.8 meV at rho_0;
 * with the positive sign value and slope are continuous to the digits given, as for all other
 * metals. */
/* clang-format off */
static const struct zhou zhou_table[] = {
    {{"Cu", 29, 63.546, 3.614960, "fcc"},
     2.556162, 1.554485, 21.175871, 21.175395, 8.127620, 4.334731,
     0.396620, 0.548085, 0.308782, 0.756515,
     {-2.170269, -0.263788, 1.088878, -0.817603}, {-2.19, 0, 0.561830, -2.100595},
     0.310490, -2.186568},
    {{"Ag", 47, 107.8682, 4.089642, "fcc"},
     2.891814, 1.106232, 14.604100, 14.604144, 9.132010, 4.870405,
     0.277758, 0.419611, 0.339710, 0.750758,
     {-1.729364, -0.255882, 0.912050, -0.561432}, {-1.75, 0, 0.744561, -1.150650},
     0.783924, -1.748423},
    {{"Au", 79, 196.96657, 4.080054, "fcc"},
     2.885034, 1.529021, 19.991632, 19.991509, 9.516052, 5.075228,
     0.229762, 0.356666, 0.356570, 0.748798,
     {-2.937772, -0.500288, 1.601954, -0.835530}, {-2.98, 0, 1.706587, -1.134778},
     1.021095, -2.978815},
    {{"Ni", 28, 58.6934, 3.519618, "fcc"},
     2.488746, 2.007018, 27.562015, 27.930410, 8.383453, 4.471175,
     0.429046, 0.633531, 0.443599, 0.820658,
     {-2.693513, -0.076445, 0.241442, -2.375626}, {-2.70, 0, 0.265390, -0.152856},
     0.469000, -2.699486},
    {{"Al", 13, 26.9815384, 4.050200, "fcc"},
     2.863924, 1.403115, 20.418205, 23.195740, 6.613165, 3.527021,
     0.314873, 0.365551, 0.379846, 0.759692,
     {-2.807602, -0.301435, 1.258562, -1.247604}, {-2.83, 0, 0.622245, -2.488244},
     0.785902, -2.824528},
    {{"Fe", 26, 55.845, 2.865952, "bcc"},
     2.481987, 1.885957, 20.041463, 20.041463, 9.818270, 5.236411,
     0.392811, 0.646243, 0.170306, 0.340613,
     {-2.534992, -0.059605, 0.193065, -2.282322}, {-2.54, 0, 0.200269, -0.148770},
     0.391750, -2.539945},
    {{"W", 74, 183.84, 3.164849, "bcc"},
     2.740840, 3.487340, 37.234847, 37.234847, 8.900114, 4.746728,
     0.882435, 1.394592, 0.139209, 0.278417,
     {-4.946281, -0.148818, 0.365057, -4.432406}, {-4.96, 0, 0.661935, 0.348147},
     0.582714, -4.961306},
};
/* clang-format on */

static const struct element *zhou_element(int a)
{
    return &zhou_table[a].element;
}

static void zhou_print(FILE *out, int a)
{
    const struct zhou *p = &zhou_table[a];

    fprintf(out, "%.8g %.8g %.8g %.8g %.8g %.8g %.8g %.8g %.8g %.8g", p->r_e, p->f_e, p->rho_e,
            p->rho_s, p->alpha, p->beta, p->a, p->b, p->kappa, p->lambda);
    for (int i = 0; i < 4; i++)
        fprintf(out, " %.8g", p->f_n[i]);
    for (int i = 0; i < 4; i++)
        fprintf(out, " %.8g", p->f[i]);
    fprintf(out, " %.8g %.8g", p->eta, p->f_top);
}

/* exp(-slope (q - 1)) / (1 + (q - middle)^20) */
static double zhou_fall(double q, double slope, double middle)
{
    double d = q - middle, d4 = d * d * d * d, d20 = d4 * d4 * d4 * d4 * d4;

    return exp(-slope * (q - 1)) / (1 + d20);
}

static double zhou_density(int a, double r)
{
    const struct zhou *p = &zhou_table[a];

    return p->f_e * zhou_fall(r / p->r_e, p->beta, p->lambda);
}

static double zhou_pair_pure(int a, double r)
{
    const struct zhou *p = &zhou_table[a];

    return p->a * zhou_fall(r / p->r_e, p->alpha, p->kappa) -
           p->b * zhou_fall(r / p->r_e, p->beta, p->lambda);
}

static double zhou_pair(int a, int b, double r)
{
    if (a == b)
        return zhou_pair_pure(a, r);
    double ratio = zhou_density(b, r) / zhou_density(a, r);

    return 0.5 * (ratio * zhou_pair_pure(a, r) + zhou_pair_pure(b, r) / ratio);
}

static double cubic(const double c[4], double x)
{
    return c[0] + x * (c[1] + x * (c[2] + x * c[3]));
}

static double zhou_embed(int a, double rho)
{
    const struct zhou *p = &zhou_table[a];
    double rho_n = 0.85 * p->rho_e, rho_0 = 1.15 * p->rho_e;

    if (rho < rho_n)
        return cubic(p->f_n, rho / rho_n - 1);
    if (rho < rho_0)
        return cubic(p->f, rho / p->rho_e - 1);
    double y = pow(rho / p->rho_s, p->eta);

    return p->f_top * (1 - log(y)) * y;
}

static double zhou_density_reach(int a)
{
    return 3 * zhou_table[a].rho_e;
}

/* r_s is the first multiple of 0.1 A from where on |phi| < 1e-5 eV and f < 1e-5 f_e; the taper then
 * moves no energy that the parameters' six digits resolve. */
static void zhou_reach(int a, double *r_s, double *r_c)
{
    int tenths = 120;

    while (fabs(zhou_pair_pure(a, 0.1 * (tenths - 1))) < 1e-5 &&
           zhou_density(a, 0.1 * (tenths - 1)) < 1e-5 * zhou_table[a].f_e)
        tenths--;
    *r_s = tenths / 10.0;
    *r_c = (tenths + 5) / 10.0;
}

static const struct form zhou_form = {
    .name = "zhou04",
    .source = "X. W. Zhou, R. A. Johnson, H. N. G. Wadley, Phys. Rev. B 69 (2004) 144113",
    .parameters = "r_e f_e rho_e rho_s alpha beta A B kappa lambda F_n0 F_n1 F_n2 F_n3 F_0 F_1 F_2 "
                  "F_3 eta F_e",
    .element_count = sizeof zhou_table / sizeof zhou_table[0],
    .element = zhou_element,
    .print = zhou_print,
    .pair = zhou_pair,
    .density = zhou_density,
    .embed = zhou_embed,
    .density_reach = zhou_density_reach,
    .reach = zhou_reach,
    .equations =
        "f = f_e exp(-beta(q-1))/(1+(q-lambda)^20), phi = A exp(-alpha(q-1))/(1+(q-kappa)^20) "
        "- B/f_e f, q = r/r_e; phi_ab = (f_b/f_a phi_aa + f_a/f_b phi_bb)/2; F = sum F_ni "
        "(rho/rho_n-1)^i below rho_n = 0.85 rho_e, sum F_i (rho/rho_e-1)^i below 1.15 rho_e, "
        "F_e (1-ln y) y with y = (rho/rho_s)^eta above",
};

/* ------------------------------------------------------------------ Sutton and Chen */
/*
 * A. P. Sutton, J. Chen, Phil. Mag. Lett. 61 (1990) 139:
 *
 *   E_i = eps (1/2 sum_j (a/r_ij)^n - c sqrt(rho_i)),   rho_i = sum_j (a/r_ij)^m.
 *
 * The powers have no value at r = 0, where a table begins: below R_IN, r phi and f go on as their
 * Taylor polynomials of second order, which stay repulsive.  No atom comes that close: at R_IN the
 * pair energy is 1.3 keV.
 */
struct sutton_chen {
    struct element element;
    int n, m;
    double eps, c, a;
};

#define R_IN 1.0

static const struct sutton_chen sutton_table[] = {
    {{"Cu", 29, 63.546, 3.61, "fcc"}, 9, 6, 1.2382e-2, 39.432, 3.61},
};

static const struct element *sutton_element(int a)
{
    return &sutton_table[a].element;
}

static void sutton_print(FILE *out, int a)
{
    const struct sutton_chen *p = &sutton_table[a];

    fprintf(out, "%d %d %.8g %.8g %.8g", p->n, p->m, p->eps, p->c, p->a);
}

static double whole_power(double x, int n)
{
    double y = 1;

    for (int i = 0; i < n; i++)
        y *= x;
    return y;
}

/* r^-k, continued below R_IN. */
static double inverse_power(double r, int k)
{
    if (r >= R_IN)
        return 1 / whole_power(r, k);
    double x = 1 - r / R_IN;

    return (1 + x * (k + x * (0.5 * k * (k + 1)))) / whole_power(R_IN, k);
}

/* For r > 0 alone; the table's r phi at 0 comes from pair_times_r. */
static double sutton_pair(int a, int b, double r)
{
    const struct sutton_chen *p = &sutton_table[a];

    (void)b; /* the paper has no mixed pairs, and here is one element */
    return p->eps * whole_power(p->a, p->n) * inverse_power(r, p->n - 1) / r;
}

static double sutton_density(int a, double r)
{
    const struct sutton_chen *p = &sutton_table[a];

    return whole_power(p->a, p->m) * inverse_power(r, p->m);
}

static double sutton_embed(int a, double rho)
{
    return -sutton_table[a].eps * sutton_table[a].c * sqrt(rho);
}

/* Three times the density of the perfect crystal, 115.6. */
static double sutton_density_reach(int a)
{
    (void)a;
    return 350;
}

static void sutton_reach(int a, double *r_s, double *r_c)
{
    *r_s = 3 * sutton_table[a].a;
    *r_c = 3.5 * sutton_table[a].a;
}

static const struct form sutton_form = {
    .name = "sutton-chen",
    .source = "A. P. Sutton, J. Chen, Phil. Mag. Lett. 61 (1990) 139",
    .parameters = "n m eps c a",
    .element_count = sizeof sutton_table / sizeof sutton_table[0],
    .element = sutton_element,
    .print = sutton_print,
    .pair = sutton_pair,
    .density = sutton_density,
    .embed = sutton_embed,
    .density_reach = sutton_density_reach,
    .reach = sutton_reach,
    .equations =
        "E_i = eps (1/2 sum_j (a/r)^n - c sqrt(sum_j (a/r)^m)); below 1 A, r phi and f are "
        "their Taylor polynomials of second order at 1 A",
};

/* ------------------------------------------------------------------ writing a table */
static const struct form *const forms[] = {&zhou_form, &sutton_form};

enum { FORM_COUNT = sizeof forms / sizeof forms[0] };

struct table {
    const struct form *form;
    int count, elements[MOST_ELEMENTS];
    int nr, nrho;
    double dr, drho, r_s, r_c;
};

/* The files of potentials/. */
static const struct shipped {
    const char *file, *form, *elements[MOST_ELEMENTS + 1];
    int points;
} shipped[] = {
    {"Cu_zhou04.eam.alloy", "zhou04", {"Cu"}, 2000},
    {"Ag_zhou04.eam.alloy", "zhou04", {"Ag"}, 2000},
    {"Au_zhou04.eam.alloy", "zhou04", {"Au"}, 2000},
    {"Ni_zhou04.eam.alloy", "zhou04", {"Ni"}, 2000},
    {"Al_zhou04.eam.alloy", "zhou04", {"Al"}, 2000},
    {"Fe_zhou04.eam.alloy", "zhou04", {"Fe"}, 2000},
    {"W_zhou04.eam.alloy", "zhou04", {"W"}, 2000},
    {"CuAgAuNi_zhou04.eam.alloy", "zhou04", {"Cu", "Ag", "Au", "Ni"}, 800},
    {"Cu_sutton-chen.eam.alloy", "sutton-chen", {"Cu"}, 2000},
};

enum { SHIPPED_COUNT = sizeof shipped / sizeof shipped[0] };

/* The common grid of all elements: the longest reach of each. */
static void span(struct table *table)
{
    double rho_max = 0;

    table->r_s = table->r_c = 0;
    for (int i = 0; i < table->count; i++) {
        double r_s, r_c;

        table->form->reach(table->elements[i], &r_s, &r_c);
        table->r_s = fmax(table->r_s, r_s);
        table->r_c = fmax(table->r_c, r_c);
        rho_max = fmax(rho_max, table->form->density_reach(table->elements[i]));
    }
    table->dr = table->r_c / (table->nr - 1);
    table->drho = rho_max / (table->nrho - 1);
}

static double taper(const struct table *table, double r)
{
    double x = (r - table->r_s) / (table->r_c - table->r_s);

    x = fmin(fmax(x, 0), 1);
    return 1 - x * x * x * (10 + x * (6 * x - 15));
}

static double pair_times_r(const struct table *table, int a, int b, double r)
{
    /* Neither form's r phi changes within 1e-300 of 0, where phi itself may not exist. */
    double at = fmax(r, 1e-300);

    return at * table->form->pair(a, b, at) * taper(table, r);
}

/* value + 0.0: no sign before a zero. */
static void write_number(FILE *out, int i, int n, double value)
{
    fprintf(out, "%s%.12e%s", i % 5 == 0 ? "" : " ", value + 0.0,
            i % 5 == 4 || i == n - 1 ? "\n" : "");
}

/* Lines of a setfl file may be cut at 1,023 characters: four elements to a line. */
static void write_parameters(FILE *out, const struct table *table, int from, int to)
{
    for (int i = from; i < to && i < table->count; i++) {
        fprintf(out, "%s%s ", i > from ? "; " : "",
                table->form->element(table->elements[i])->symbol);
        table->form->print(out, table->elements[i]);
    }
}

static void write_header(FILE *out, const struct table *table)
{
    char drho[MD_NUMBER_SIZE], dr[MD_NUMBER_SIZE], r_c[MD_NUMBER_SIZE];
    const struct form *form = table->form;

    fprintf(out,
            "%s: %s; UNITS: metal (eV, A); f and phi times 1-x^3(10-15x+6x^2), x=(r-%g)/%g, "
            "beyond %g; parameters %s; made by AviMD's make-eam\n",
            form->name, form->source, table->r_s, table->r_c - table->r_s, table->r_s,
            form->parameters);
    write_parameters(out, table, 0, 4);
    fprintf(out, "\n");
    if (table->count > 4)
        write_parameters(out, table, 4, MOST_ELEMENTS);
    else
        fprintf(out, "%s", form->equations);
    fprintf(out, "\n%d", table->count);
    for (int i = 0; i < table->count; i++)
        fprintf(out, " %s", form->element(table->elements[i])->symbol);
    fprintf(out, "\n%d %s %d %s %s\n", table->nrho, md_number_text(drho, table->drho), table->nr,
            md_number_text(dr, table->dr), md_number_text(r_c, table->r_c));
}

static void write_table(FILE *out, const struct table *table)
{
    const struct form *form = table->form;

    write_header(out, table);
    for (int i = 0; i < table->count; i++) {
        int a = table->elements[i];
        const struct element *e = form->element(a);

        fprintf(out, "%d %.9g %.7g %s\n", e->number, e->mass, e->lattice, e->structure);
        for (int k = 0; k < table->nrho; k++)
            write_number(out, k, table->nrho, form->embed(a, k * table->drho));
        for (int k = 0; k < table->nr; k++) {
            double r = k * table->dr;

            write_number(out, k, table->nr, form->density(a, r) * taper(table, r));
        }
    }
    for (int i = 0; i < table->count; i++)
        for (int j = 0; j <= i; j++)
            for (int k = 0; k < table->nr; k++)
                write_number(
                    out, k, table->nr,
                    pair_times_r(table, table->elements[i], table->elements[j], k * table->dr));
}

static int complain(const char *what, const char *value, const char *nearest)
{
    fprintf(stderr, "make-eam: %s '%s'", what, value);
    if (nearest)
        fprintf(stderr, "; did you mean '%s'?", nearest);
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

/* file NULL: standard output. */
static int write_file(const char *file, const struct table *table)
{
    FILE *out = file ? fopen(file, "w") : stdout;

    if (!out) {
        fprintf(stderr, "make-eam: cannot write '%s': %s\n", file, strerror(errno));
        return EXIT_FAILURE;
    }
    errno = 0;
    write_table(out, table);
    bool bad = fflush(out) != 0 || ferror(out);

    if (file && fclose(out) != 0)
        bad = true;
    if (bad) {
        fprintf(stderr, "make-eam: '%s' is not complete: %s\n", file ? file : "standard output",
                errno ? strerror(errno) : "write error");
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

/* ------------------------------------------------------------------ the command line */
static const char usage[] =
    "Usage: make-eam [options] FORM ELEMENT...\n"
    "       make-eam --all FOLDER\n"
    "\n"
    "Writes a table for pair_style eam/alloy (a setfl file) from published formulas.\n"
    "\n"
    "  -o FILE             the table's file (standard output)\n"
    "  --points N          points of each function of the distance and of the density (2000)\n"
    "  --all FOLDER        writes all the tables that AviMD ships into FOLDER\n"
    "  --list              forms, their elements and parameters\n"
    "  --help              this text\n"
    "\n"
    "FORM is zhou04 or sutton-chen.  Example: make-eam -o CuNi.eam.alloy zhou04 Cu Ni\n";

static const char *form_name(const void *context, int i)
{
    (void)context;
    return i < FORM_COUNT ? forms[i]->name : NULL;
}

static const char *element_name(const void *context, int i)
{
    const struct form *form = context;

    return i < form->element_count ? form->element(i)->symbol : NULL;
}

static const struct form *find_form(const char *name)
{
    for (int i = 0; i < FORM_COUNT; i++)
        if (strcmp(forms[i]->name, name) == 0)
            return forms[i];
    return NULL;
}

static int list(void)
{
    for (int i = 0; i < FORM_COUNT; i++) {
        printf("%s: %s\n  parameters: %s\n", forms[i]->name, forms[i]->source,
               forms[i]->parameters);
        for (int a = 0; a < forms[i]->element_count; a++) {
            printf("  %-2s ", forms[i]->element(a)->symbol);
            forms[i]->print(stdout, a);
            printf("\n");
        }
    }
    if (fflush(stdout) != 0) {
        fprintf(stderr, "make-eam: standard output: %s\n", strerror(errno));
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

static int add_element(struct table *table, const char *symbol)
{
    const struct form *form = table->form;
    int a = 0;

    while (a < form->element_count && strcmp(form->element(a)->symbol, symbol) != 0)
        a++;
    if (a == form->element_count) {
        complain("unknown element", symbol, md_nearest(symbol, element_name, form));
        fprintf(stderr, "make-eam: %s has", form->name);
        for (int i = 0; i < form->element_count; i++)
            fprintf(stderr, " %s", form->element(i)->symbol);
        fprintf(stderr, "\n");
        return EXIT_USAGE;
    }
    for (int i = 0; i < table->count; i++)
        if (table->elements[i] == a)
            return complain("element given twice:", symbol, NULL);
    if (table->count == MOST_ELEMENTS)
        return complain("more than 8 elements; the ninth is", symbol, NULL);
    table->elements[table->count++] = a;
    return EXIT_SUCCESS;
}

static int write_one(const char *file, const char *form, const char *const *elements, int count,
                     int points)
{
    struct table table = {.form = find_form(form), .nr = points, .nrho = points};

    if (!table.form)
        return complain("unknown form", form, md_nearest(form, form_name, NULL));
    if (count == 0)
        return complain("no element after the form", form, NULL);
    for (int i = 0; i < count; i++) {
        int status = add_element(&table, elements[i]);

        if (status != EXIT_SUCCESS)
            return status;
    }
    span(&table);
    return write_file(file, &table);
}

static int write_all(const char *folder)
{
    for (int i = 0; i < SHIPPED_COUNT; i++) {
        const struct shipped *s = &shipped[i];
        size_t size = strlen(folder) + strlen(s->file) + 2;
        char *path = md_memory_array(size, 1);
        int count = 0;

        if (!path) {
            fprintf(stderr, "make-eam: no memory for the name of '%s'\n", s->file);
            return EXIT_FAILURE;
        }
        while (s->elements[count])
            count++;
        snprintf(path, size, "%s/%s", folder, s->file);
        int status = write_one(path, s->form, s->elements, count, s->points);

        md_memory_free(path);
        if (status != EXIT_SUCCESS)
            return status;
    }
    return EXIT_SUCCESS;
}

/* The word after option argv[*i], or NULL after saying what is missing. */
static const char *value_of(int argc, char **argv, int *i, const char *what)
{
    if (*i + 1 < argc)
        return argv[++*i];
    fprintf(stderr, "make-eam: '%s' wants %s after it\n", argv[*i], what);
    return NULL;
}

int main(int argc, char **argv)
{
    static const char *const options[] = {"-o", "--points", "--all", "--list", "--help", NULL};
    const char *file = NULL, *word;
    int64_t points = 2000;
    int i = 1;

    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return fputs(usage, stdout) < 0 || fflush(stdout) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
        if (strcmp(argv[i], "--list") == 0)
            return list();
        if (strcmp(argv[i], "--all") == 0) {
            word = value_of(argc, argv, &i, "a folder");
            if (word && i + 1 < argc)
                return complain("one word too many after --all:", argv[i + 1], NULL);
            return word ? write_all(word) : EXIT_USAGE;
        }
        if (strcmp(argv[i], "-o") == 0) {
            if (!(file = value_of(argc, argv, &i, "a file name")))
                return EXIT_USAGE;
        } else if (strcmp(argv[i], "--points") == 0) {
            if (!(word = value_of(argc, argv, &i, "a number")))
                return EXIT_USAGE;
            if (!md_parse_int(word, &points) || points < FEWEST_POINTS || points > MOST_POINTS)
                return complain("--points takes a whole number from 10 to 1000000, not", word,
                                NULL);
        } else {
            return complain("unknown option", argv[i], md_nearest_of(argv[i], options));
        }
    }
    if (i == argc) {
        fputs(usage, stderr);
        return EXIT_USAGE;
    }
    return write_one(file, argv[i], (const char *const *)&argv[i + 1], argc - i - 1, (int)points);
}
