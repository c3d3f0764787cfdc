/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums over groups, see the header: the order of operations in each term is part of the result. */
#include "state/group_sums.h"

#include "base/exact_rows.h"
#include "state/mass.h"

#include <gsl/gsl_eigen.h>
#include <math.h>
#include <string.h>

/* Below this determinant the inertia tensor counts as singular (a line, a point). */
#define SINGULAR 1.0e-6

struct md_members md_members_of(const struct md_system *system, int index)
{
    return (struct md_members){.system = system,
                               .bit = md_group_bit(index),
                               .region = -1,
                               .x = (const md_vec3 *)system->atoms.x,
                               .v = (const md_vec3 *)system->atoms.v};
}

bool md_members_has(const struct md_members *members, size_t i)
{
    const struct md_system *system = members->system;
    if (!(system->atoms.groups[i] & members->bit))
        return false;
    return members->region < 0 ||
           md_region_contains(&system->regions, members->region, members->x[i]);
}

static double mass_of(const struct md_members *members, size_t i)
{
    return md_mass_of(members->system, i);
}

/* Where atom i would be without wrapping, relative to centre. */
static void unwrapped(const struct md_members *members, size_t i, const double centre[3],
                      double out[3])
{
    md_box_unwrap(&members->system->box, members->x[i], members->system->atoms.image[i], out);
    for (int d = 0; d < 3; d++)
        out[d] -= centre[d];
}

int64_t md_group_count(const struct md_members *members)
{
    int64_t count = 0;
    for (size_t i = 0; i < members->system->atoms.count; i++)
        count += md_members_has(members, i);
    return count;
}

/* ------------------------------------------------------------------ adding up */

/* What terms are made of besides the atom. */
struct about {
    const double *centre;
    const md_vec3 *f;
};

/* The terms of atom i, up to MD_EXACT_COLUMNS sums at a time; those it does not write are 0. */
typedef void terms_of(const struct md_members *members, const struct about *about, size_t i,
                      double *term);

static void add_exactly(const struct md_members *members, terms_of *terms,
                        const struct about *about, double *sum)
{
    struct md_exact_rows rows;
    md_exact_rows_init(&rows);
    for (size_t i = 0; i < members->system->atoms.count; i++) {
        if (!md_members_has(members, i))
            continue;
        double *row = md_exact_rows_next(&rows);
        memset(row, 0, MD_EXACT_COLUMNS * sizeof *row);
        terms(members, about, i, row);
        md_exact_rows_push(&rows);
    }
    md_exact_rows_take(&rows, sum);
}

static void add_plainly(const struct md_members *members, terms_of *terms,
                        const struct about *about, double *sum)
{
    memset(sum, 0, MD_EXACT_COLUMNS * sizeof *sum);
    for (size_t k = 0; k < members->system->atoms.count; k++) {
        size_t i = members->order[k];
        double term[MD_EXACT_COLUMNS] = {0.0};
        if (!md_members_has(members, i))
            continue;
        terms(members, about, i, term);
        for (int c = 0; c < MD_EXACT_COLUMNS; c++)
            sum[c] += term[c];
    }
}

static void add_up(const struct md_members *members, terms_of *terms, const struct about *about,
                   double sum[MD_EXACT_COLUMNS])
{
    if (members->order == NULL)
        add_exactly(members, terms, about, sum);
    else
        add_plainly(members, terms, about, sum);
}

/* ------------------------------------------------------------------ the sums */

static void terms_of_mass(const struct md_members *members, const struct about *about, size_t i,
                          double *term)
{
    (void)about;
    term[0] = mass_of(members, i);
}

double md_group_mass(const struct md_members *members)
{
    double sum[MD_EXACT_COLUMNS];
    add_up(members, terms_of_mass, NULL, sum);
    return sum[0];
}

/* sum / mass, or 0 for a group without mass. */
static void divide(double sum[3], double mass)
{
    for (int d = 0; d < 3 && mass > 0.0; d++)
        sum[d] /= mass;
}

static void terms_of_xcm(const struct md_members *members, const struct about *about, size_t i,
                         double *term)
{
    double x[3], m = mass_of(members, i);
    (void)about;
    md_box_unwrap(&members->system->box, members->x[i], members->system->atoms.image[i], x);
    for (int d = 0; d < 3; d++)
        term[d] = x[d] * m;
}

void md_group_xcm(const struct md_members *members, double mass, double xcm[3])
{
    double sum[MD_EXACT_COLUMNS];
    add_up(members, terms_of_xcm, NULL, sum);
    divide(sum, mass);
    memcpy(xcm, sum, 3 * sizeof *xcm);
}

static void terms_of_momentum(const struct md_members *members, const struct about *about, size_t i,
                              double *term)
{
    double m = mass_of(members, i);
    (void)about;
    for (int d = 0; d < 3; d++)
        term[d] = members->v[i][d] * m;
}

void md_group_momentum(const struct md_members *members, double momentum[3])
{
    double sum[MD_EXACT_COLUMNS];
    add_up(members, terms_of_momentum, NULL, sum);
    memcpy(momentum, sum, 3 * sizeof *momentum);
}

void md_group_vcm(const struct md_members *members, double mass, double vcm[3])
{
    md_group_momentum(members, vcm);
    divide(vcm, mass);
}

static void terms_of_fcm(const struct md_members *members, const struct about *about, size_t i,
                         double *term)
{
    (void)members;
    memcpy(term, about->f[i], 3 * sizeof *term);
}

void md_group_fcm(const struct md_members *members, const md_vec3 *f, double fcm[3])
{
    double sum[MD_EXACT_COLUMNS];
    add_up(members, terms_of_fcm, &(struct about){.f = f}, sum);
    memcpy(fcm, sum, 3 * sizeof *fcm);
}

static void terms_of_mvv(const struct md_members *members, const struct about *about, size_t i,
                         double *term)
{
    const double *v = members->v[i];
    (void)about;
    term[0] = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) * mass_of(members, i);
}

double md_group_mvv(const struct md_members *members)
{
    double sum[MD_EXACT_COLUMNS];
    add_up(members, terms_of_mvv, NULL, sum);
    return sum[0];
}

double md_group_ke(const struct md_members *members)
{
    return md_group_mvv(members) * (0.5 * members->system->units->mvv2e);
}

static void terms_of_gyration(const struct md_members *members, const struct about *about, size_t i,
                              double *term)
{
    double r[3];
    unwrapped(members, i, about->centre, r);
    term[0] = (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]) * mass_of(members, i);
}

double md_group_gyration(const struct md_members *members, double mass, const double xcm[3])
{
    double sum[MD_EXACT_COLUMNS];
    add_up(members, terms_of_gyration, &(struct about){.centre = xcm}, sum);
    return mass > 0.0 ? sqrt(sum[0] / mass) : 0.0;
}

static void terms_of_angmom(const struct md_members *members, const struct about *about, size_t i,
                            double *term)
{
    double r[3], m = mass_of(members, i);
    const double *v = members->v[i];
    unwrapped(members, i, about->centre, r);
    term[0] = m * (r[1] * v[2] - r[2] * v[1]);
    term[1] = m * (r[2] * v[0] - r[0] * v[2]);
    term[2] = m * (r[0] * v[1] - r[1] * v[0]);
}

void md_group_angmom(const struct md_members *members, const double xcm[3], double angmom[3])
{
    double sum[MD_EXACT_COLUMNS];
    add_up(members, terms_of_angmom, &(struct about){.centre = xcm}, sum);
    memcpy(angmom, sum, 3 * sizeof *angmom);
}

static void terms_of_torque(const struct md_members *members, const struct about *about, size_t i,
                            double *term)
{
    double r[3];
    const double *f = about->f[i];
    unwrapped(members, i, about->centre, r);
    term[0] = r[1] * f[2] - r[2] * f[1];
    term[1] = r[2] * f[0] - r[0] * f[2];
    term[2] = r[0] * f[1] - r[1] * f[0];
}

void md_group_torque(const struct md_members *members, const double xcm[3], const md_vec3 *f,
                     double torque[3])
{
    double sum[MD_EXACT_COLUMNS];
    add_up(members, terms_of_torque, &(struct about){.centre = xcm, .f = f}, sum);
    memcpy(torque, sum, 3 * sizeof *torque);
}

/* xx yy zz xy yz xz */
static void terms_of_inertia(const struct md_members *members, const struct about *about, size_t i,
                             double *term)
{
    double r[3], m = mass_of(members, i);
    unwrapped(members, i, about->centre, r);
    term[0] = m * (r[1] * r[1] + r[2] * r[2]);
    term[1] = m * (r[0] * r[0] + r[2] * r[2]);
    term[2] = m * (r[0] * r[0] + r[1] * r[1]);
    term[3] = -(m * r[0] * r[1]);
    term[4] = -(m * r[1] * r[2]);
    term[5] = -(m * r[0] * r[2]);
}

void md_group_inertia(const struct md_members *members, const double xcm[3], double inertia[3][3])
{
    double sum[MD_EXACT_COLUMNS];
    add_up(members, terms_of_inertia, &(struct about){.centre = xcm}, sum);
    for (int d = 0; d < 3; d++)
        inertia[d][d] = sum[d];
    inertia[0][1] = inertia[1][0] = sum[3];
    inertia[1][2] = inertia[2][1] = sum[4];
    inertia[0][2] = inertia[2][0] = sum[5];
}

/* ------------------------------------------------------------------ rotation */

/* omega by the inverse of the tensor, formed from cofactors. */
static void omega_by_inverse(const double L[3], const double I[3][3], double determinant,
                             double omega[3])
{
    double inverse[3][3];
    for (int d = 0; d < 3; d++) {
        int d1 = (d + 1) % 3, d2 = (d + 2) % 3;
        for (int e = 0; e < 3; e++) {
            int e1 = (e + 1) % 3, e2 = (e + 2) % 3;
            inverse[e][d] = (I[d1][e1] * I[d2][e2] - I[d1][e2] * I[d2][e1]) / determinant;
        }
    }
    for (int d = 0; d < 3; d++)
        omega[d] = inverse[d][0] * L[0] + inverse[d][1] * L[1] + inverse[d][2] * L[2];
}

/* omega in the frame of the principal axes, leaving out those without inertia. */
static void omega_by_axes(const double L[3], const double I[3][3], double omega[3])
{
    double copy[9], value[3], vector[9];
    memset(omega, 0, 3 * sizeof *omega);
    memcpy(copy, I, sizeof copy);
    gsl_matrix_view matrix = gsl_matrix_view_array(copy, 3, 3);
    gsl_vector_view values = gsl_vector_view_array(value, 3);
    gsl_matrix_view vectors = gsl_matrix_view_array(vector, 3, 3);
    gsl_eigen_symmv_workspace *space = gsl_eigen_symmv_alloc(3);
    if (!space)
        return;
    gsl_eigen_symmv(&matrix.matrix, &values.vector, &vectors.matrix, space);
    gsl_eigen_symmv_free(space);
    double largest = fmax(fabs(value[0]), fmax(fabs(value[1]), fabs(value[2])));
    for (int k = 0; k < 3; k++) {
        if (value[k] < SINGULAR * largest || value[k] <= 0.0)
            continue;
        double along = 0.0;
        for (int d = 0; d < 3; d++)
            along += vector[3 * d + k] * L[d];
        for (int d = 0; d < 3; d++)
            omega[d] += along / value[k] * vector[3 * d + k];
    }
}

void md_group_omega(const double angmom[3], const double inertia[3][3], double omega[3])
{
    const double(*I)[3] = inertia;
    double determinant = I[0][0] * I[1][1] * I[2][2] + I[0][1] * I[1][2] * I[2][0] +
                         I[0][2] * I[1][0] * I[2][1] - I[0][0] * I[1][2] * I[2][1] -
                         I[0][1] * I[1][0] * I[2][2] - I[2][0] * I[1][1] * I[0][2];
    if (determinant > SINGULAR)
        omega_by_inverse(angmom, inertia, determinant, omega);
    else
        omega_by_axes(angmom, inertia, omega);
}

void md_group_bound(const struct md_members *members, double lo[3], double hi[3])
{
    const double far = 1.0e20;
    for (int d = 0; d < 3; d++) {
        lo[d] = far;
        hi[d] = -far;
    }
    for (size_t i = 0; i < members->system->atoms.count; i++) {
        if (!md_members_has(members, i))
            continue;
        for (int d = 0; d < 3; d++) {
            lo[d] = fmin(lo[d], members->x[i][d]);
            hi[d] = fmax(hi[d], members->x[i][d]);
        }
    }
    /* Of 0 and -0 either may have come out, whichever was last: 0 stands for both. */
    for (int d = 0; d < 3; d++) {
        lo[d] += 0.0;
        hi[d] += 0.0;
    }
}
