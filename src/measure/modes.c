/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute modes: normal modes of a lattice, and what they say about its motion for all times.
 *
 * With masses in the coordinates, u_i = m_i^1/2 (x_i - r_i) from the places r_i of rest, small
 * motions are u'' = g - D u: D the Hessian and g the forces (0 at rest) at r, with the masses in
 * them.  In the eigenvectors of D each amplitude q swings for itself around g/w^2,
 *
 *     v(t) = v0 cos wt - w q0 sin wt,
 *
 * and the kinetic energy has the integral
 *
 *     int_0^T v^2/2 dt = (v0^2 (T/2 + S) + w^2 q0^2 (T/2 - S) - v0 q0 sin^2 wT)/2,
 *     S = sin(2 w T)/4w,
 *
 * from which K(T) = 1/T int_0^T K dt and its limit follow, exactly for harmonic lattices.  A mode
 * with w = 0 goes on with its velocity.  Where D has a negative eigenvalue there is no rest.
 */
#include "measure/styles.h"

#include "base/memory.h"
#include "force/hessian.h"
#include "measure/origin.h"
#include "state/mobility.h"

#include <gsl/gsl_eigen.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The eigenvectors of as many take half a minute and 100 MB; both grow fast. */
#define DEGREES_MAX 2000

#define NUDGE 1e-4 /* of a lattice's distance, in central differences */
#define STILL 1e-8 /* w^2 below this part of the largest is rounding: the mode has no stiffness */

enum { HEAT, LIMIT, LOWEST, HIGHEST, VALUES };

struct mode {
    double square;  /* w^2 */
    double q, v, g; /* amplitude from the reference, velocity, force in it, at the beginning */
};

struct modes {
    int axes;
    struct md_origins rest, moved, speed; /* where atoms rest, where and how fast they began */
    bool begun;
    double began; /* when */
    struct mode *mode;
    int64_t count; /* of degrees of freedom; 0: not found yet */
};

static void unwrap(const struct md_system *system, size_t i, const double at[3], double x[3])
{
    for (int k = 0; k < 3; k++)
        x[k] = at[k] + system->atoms.image[i][k] * system->box.length[k];
}

/* The group's atoms, each with three numbers. */
static enum md_status note(struct md_origins *origins, const struct md_system *system, int group,
                           const md_vec3 *values, bool places, struct md_error *error)
{
    const struct md_atoms *atoms = &system->atoms;
    enum md_status status = md_origins_reserve(origins, atoms->count, error);
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++) {
        double value[3];
        if ((atoms->groups[i] & md_group_bit(group)) == 0)
            continue;
        memcpy(value, values[i], sizeof value);
        if (places)
            unwrap(system, i, values[i], value);
        status = md_origins_set(origins, atoms->id[i], value, error);
    }
    return status;
}

static enum md_status need_few(const struct modes *modes, struct md_error *error)
{
    size_t degrees = modes->rest.count * (size_t)modes->axes;
    if (degrees == 0)
        return md_error_set(error, MD_ERR_VALUE, NULL, "compute modes has no atoms in its group");
    if (degrees <= DEGREES_MAX)
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, NULL,
                        "compute modes would have %zu degrees of freedom, and eigenvectors of more "
                        "than %d take too long: time grows with the third power",
                        degrees, DEGREES_MAX);
}

static enum md_status modes_create(void *state, const struct md_measure_context *context,
                                   const struct md_args *args, struct md_error *error)
{
    static const char *const keys[] = {"axes", NULL};
    static const char *const axes[] = {"x", "xy", "xyz", NULL};
    struct modes *modes = state;
    const struct md_system *system = context->system;
    int key, chosen = system->dimension - 1;
    if (md_args_count(args, 0, 2, md_measure_modes.style.usage, error) ||
        (args->count > 0 &&
         md_word_choice(&args->words[0], "keyword of compute modes", keys, &key, error)))
        return error->status;
    if (args->count == 1)
        return md_error_set(error, MD_ERR_COUNT, &args->words[0].place,
                            "'axes' needs a value: x, xy or xyz");
    if (args->count == 2 && md_word_choice(&args->words[1], "axes", axes, &chosen, error))
        return error->status;
    if (chosen + 1 > system->dimension)
        return md_error_set(error, MD_ERR_VALUE, &args->words[1].place,
                            "axes %s: the system has %d dimensions", args->words[1].text,
                            system->dimension);
    modes->axes = chosen + 1;
    enum md_status status =
        note(&modes->rest, system, context->group, (const md_vec3 *)system->atoms.x, true, error);
    return status == MD_OK ? need_few(modes, error) : status;
}

/* ------------------------------------------------------------------ the matrix */

/* What one search for modes needs. */
struct search {
    struct modes *modes;
    const struct md_frame *frame;
    size_t *atom; /* in the order of rest.id */
    md_vec3 *at;
    double *matrix, *force;
    gsl_eigen_symmv_workspace *room;
    gsl_vector *square;
    gsl_matrix *shape;
};

static enum md_status reserve(struct search *search, struct md_error *error)
{
    size_t atoms = search->modes->rest.count, size = atoms * (size_t)search->modes->axes;
    search->atom = md_memory_array(atoms, sizeof *search->atom);
    search->at = md_memory_array(atoms, sizeof *search->at);
    search->matrix = md_memory_array(size * size, sizeof(double));
    search->force = md_memory_array(size, sizeof(double));
    search->room = gsl_eigen_symmv_alloc(size);
    search->square = gsl_vector_alloc(size);
    search->shape = gsl_matrix_alloc(size, size);
    if (search->atom == NULL || search->at == NULL || search->matrix == NULL ||
        search->force == NULL || search->room == NULL || search->square == NULL ||
        search->shape == NULL)
        return md_error_memory(error, "normal modes");
    return MD_OK;
}

static void release(struct search *search)
{
    md_memory_free(search->atom);
    md_memory_free(search->at);
    md_memory_free(search->matrix);
    md_memory_free(search->force);
    gsl_eigen_symmv_free(search->room);
    gsl_vector_free(search->square);
    gsl_matrix_free(search->shape);
}

/* Where the atoms are in the arrays, and where they rest, beside the images they have now. */
static enum md_status find_atoms(struct search *search, struct md_error *error)
{
    const struct md_system *system = search->frame->system;
    const struct md_origins *rest = &search->modes->rest;
    size_t found = 0;
    for (size_t i = 0; i < system->atoms.count; i++) {
        const double *origin = md_origins_find(rest, system->atoms.id[i]);
        double x[3];
        if (origin == NULL)
            continue;
        size_t n = (size_t)(origin - rest->value[0]) / 3;
        unwrap(system, i, search->frame->x[i], x);
        search->atom[n] = i;
        for (int k = 0; k < 3; k++)
            search->at[n][k] = search->frame->x[i][k] + (origin[k] - x[k]);
        found++;
    }
    if (found != rest->count)
        return md_error_set(error, MD_ERR_RUN, NULL,
                            "compute modes was made with %zu atoms, and %zu are left", rest->count,
                            found);
    return MD_OK;
}

/* A small part of the smallest distance between atoms at rest; of one atom alone, of the box. */
static double nudge_of(const struct search *search)
{
    const double *length = search->frame->system->box.length;
    double nearest = 1e-2 * fmin(length[0], length[1]);
    nearest *= nearest;
    bool found = false;
    for (size_t a = 0; a < search->modes->rest.count; a++) {
        for (size_t b = 0; b < a; b++) {
            double square = 0.0;
            for (int k = 0; k < 3; k++)
                square += pow(search->at[a][k] - search->at[b][k], 2);
            if (square > 0.0 && (!found || square < nearest))
                nearest = square;
            found = found || square > 0.0;
        }
    }
    return NUDGE * sqrt(nearest);
}

/* (ftm2v / m)^1/2 of the atom that degree i belongs to. */
static double weight(const struct search *search, size_t i)
{
    const struct md_system *system = search->frame->system;
    size_t atom = search->atom[i / (size_t)search->modes->axes];
    return sqrt(md_mobility_inverse(system, atom));
}

static enum md_status find_shapes(struct search *search, const struct md_measure_context *context,
                                  struct md_error *error)
{
    struct md_hessian_plan plan = {.atom = search->atom,
                                   .count = search->modes->rest.count,
                                   .at = (const md_vec3 *)search->at,
                                   .axes = search->modes->axes,
                                   .nudge = nudge_of(search)};
    size_t size = plan.count * (size_t)plan.axes;
    if (md_hessian_find(context->forces, context->computes->system, &plan, search->matrix,
                        search->force, error))
        return error->status;
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < size; j++)
            search->matrix[i * size + j] *= weight(search, i) * weight(search, j);
    gsl_matrix_view matrix = gsl_matrix_view_array(search->matrix, size, size);
    if (gsl_eigen_symmv(&matrix.matrix, search->square, search->shape, search->room) != 0 ||
        gsl_eigen_symmv_sort(search->square, search->shape, GSL_EIGEN_SORT_VAL_ASC) != 0)
        return md_error_set(error, MD_ERR_RUN, NULL, "the %zu normal modes were not found", size);
    return MD_OK;
}

/* ------------------------------------------------------------------ amplitudes */

static void project(const struct search *search, size_t m, struct mode *mode)
{
    const struct modes *modes = search->modes;
    const struct md_system *system = search->frame->system;
    size_t axes = (size_t)modes->axes;
    *mode = (struct mode){.square = gsl_vector_get(search->square, m)};
    for (size_t i = 0; i < axes * modes->rest.count; i++) {
        size_t n = i / axes, k = i % axes;
        double part = gsl_matrix_get(search->shape, i, m);
        double root = sqrt(md_mass_of(system, search->atom[n]));
        double *from = md_origins_find(&modes->moved, modes->rest.id[n]);
        double *speed = md_origins_find(&modes->speed, modes->rest.id[n]);
        mode->q += part * root * (from[k] - modes->rest.value[n][k]);
        mode->v += part * root * speed[k];
        mode->g += part * root * weight(search, i) * weight(search, i) * search->force[i];
    }
}

static enum md_status find_modes(struct search *search, const struct md_measure_context *context,
                                 struct md_error *error)
{
    struct modes *modes = search->modes;
    size_t size = modes->rest.count * (size_t)modes->axes;
    if (reserve(search, error) || find_atoms(search, error) ||
        find_shapes(search, context, error) ||
        md_memory_grow(&modes->mode, 0, size, sizeof *modes->mode, error))
        return error->status;
    double largest = gsl_vector_get(search->square, size - 1);
    double least = gsl_vector_get(search->square, 0);
    if (!(least >= -STILL * largest) || !isfinite(largest))
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "compute modes: the atoms do not rest in a minimum of the energy where "
                            "they were when it was made: the squares of frequencies go from %g to "
                            "%g",
                            least, largest);
    for (size_t m = 0; m < size; m++) {
        project(search, m, &modes->mode[m]);
        if (modes->mode[m].square < STILL * largest)
            modes->mode[m].square = 0.0;
    }
    modes->count = (int64_t)size;
    return MD_OK;
}

/* The first run gives the amplitudes; after a restart only the modes are found again. */
static enum md_status modes_begin(void *state, const struct md_measure_context *context,
                                  const struct md_frame *frame, struct md_error *error)
{
    struct modes *modes = state;
    struct search search = {.modes = modes, .frame = frame};
    if (modes->count > 0)
        return MD_OK;
    if (context->forces == NULL || context->computes->system == NULL)
        return md_error_set(error, MD_ERR_ORDER, NULL, "compute modes needs forces");
    enum md_status status = MD_OK;
    if (!modes->begun) {
        status = note(&modes->moved, frame->system, context->group, frame->x, true, error);
        if (status == MD_OK)
            status = note(&modes->speed, frame->system, context->group, frame->v, false, error);
        modes->began = frame->time;
        modes->begun = true;
    }
    if (status == MD_OK && modes->moved.count != modes->rest.count)
        status = md_error_set(error, MD_ERR_VALUE, NULL,
                              "compute modes was made with %zu atoms in its group, and now there "
                              "are %zu",
                              modes->rest.count, modes->moved.count);
    if (status == MD_OK)
        status = find_modes(&search, context, error);
    release(&search);
    return status;
}

/* int_0^T v^2/2 dt, over T; the limit for T to infinity when T is infinite. */
static double mean_of(const struct mode *mode, double T)
{
    double v = mode->v, w = sqrt(mode->square);
    if (w == 0.0)
        return 0.5 * v * v;
    double q = mode->q - mode->g / mode->square;
    if (isinf(T))
        return 0.25 * (v * v + mode->square * q * q);
    if (T == 0.0)
        return 0.5 * v * v;
    double s = sin(2.0 * w * T) / (4.0 * w), sine = sin(w * T);
    return 0.5 / T *
           (v * v * (0.5 * T + s) + mode->square * q * q * (0.5 * T - s) - v * q * sine * sine);
}

static double heat_at(const struct modes *modes, const struct md_frame *frame, double T)
{
    double sum = 0.0;
    for (int64_t m = 0; m < modes->count; m++)
        sum += mean_of(&modes->mode[m], T);
    return frame->system->units->mvv2e * sum;
}

static enum md_status need_modes(const struct modes *modes,
                                 const struct md_measure_context *context, struct md_error *error)
{
    if (modes->count > 0)
        return MD_OK;
    return md_error_set(error, MD_ERR_ORDER, NULL,
                        "compute '%s' (modes) finds them when a run begins", context->self->id);
}

static enum md_status modes_scalar(void *state, const struct md_measure_context *context,
                                   const struct md_frame *frame, double *value,
                                   struct md_error *error)
{
    const struct modes *modes = state;
    *value = heat_at(modes, frame, frame->time - modes->began);
    return need_modes(modes, context, error);
}

static enum md_status modes_vector(void *state, const struct md_measure_context *context,
                                   const struct md_frame *frame, double *values,
                                   struct md_error *error)
{
    const struct modes *modes = state;
    if (need_modes(modes, context, error))
        return error->status;
    values[HEAT] = heat_at(modes, frame, frame->time - modes->began);
    values[LIMIT] = heat_at(modes, frame, INFINITY);
    values[LOWEST] = sqrt(modes->mode[0].square);
    values[HIGHEST] = sqrt(modes->mode[modes->count - 1].square);
    return MD_OK;
}

static void modes_shape(const void *state, struct md_shape *shape)
{
    const struct modes *modes = state;
    shape->rows = (int64_t)modes->rest.count * modes->axes;
    shape->columns = 2;
}

/* Frequency and energy of each. */
static enum md_status modes_array(void *state, const struct md_measure_context *context,
                                  const struct md_frame *frame, double *values,
                                  struct md_error *error)
{
    const struct modes *modes = state;
    if (need_modes(modes, context, error))
        return error->status;
    for (int64_t m = 0; m < modes->count; m++) {
        const struct mode *mode = &modes->mode[m];
        double factor = mode->square > 0.0 ? 2.0 : 1.0;
        values[2 * m] = sqrt(mode->square);
        values[2 * m + 1] = factor * frame->system->units->mvv2e * mean_of(mode, INFINITY);
    }
    return MD_OK;
}

static bool modes_grows(const void *state, int64_t i, int64_t j)
{
    (void)state;
    return j == 0 && i <= LIMIT + 1;
}

static enum md_status modes_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct modes *modes = state;
    struct {
        const char *name;
        struct md_origins *origins;
    } parts[] = {{"rest", &modes->rest}, {"moved", &modes->moved}, {"speed", &modes->speed}};
    enum md_status status = md_archive_bools(archive, "begun", &modes->begun, 1, error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "began", &modes->began, 1, error);
    for (int k = 0; k < 3 && status == MD_OK; k++) {
        if (md_archive_reading(archive) && !md_archive_has(archive, parts[k].name))
            continue; /* it was empty */
        status = md_archive_enter(archive, parts[k].name, error);
        if (status == MD_OK)
            status = md_origins_keep(parts[k].origins, archive, error);
        md_archive_leave(archive);
    }
    return status;
}

static void modes_destroy(void *state)
{
    struct modes *modes = state;
    md_origins_free(&modes->rest);
    md_origins_free(&modes->moved);
    md_origins_free(&modes->speed);
    md_memory_free(modes->mode);
}

const struct md_measure md_measure_modes = {
    .style =
        {
            .name = "modes",
            .summary = "normal modes of a lattice: frequencies, and its exact average heat",
            .usage = "compute ID GROUP modes [axes x|xy|xyz]",
            .manual =
                "Finds the normal modes of the group's atoms around the places where they are\n"
                "when the compute is made (make it before they are displaced), all others being\n"
                "held: the eigenvectors of the mass-weighted second derivatives of the energy,\n"
                "which are central differences of forces.  The amplitudes are those of the first\n"
                "instant of the first run after.  A deck displaces atoms less than the\n"
                "neighbour list's skin, or uses bonds.\n"
                "c_ID is the exact average kinetic energy K(T) = 1/T int_0^T K dt since that\n"
                "instant, if forces are linear and nobody interferes; c_ID[1] the same, c_ID[2]\n"
                "its limit for long times, c_ID[3] and c_ID[4] the lowest and the highest\n"
                "frequency (radians per time).  c_ID[i][1] are the frequencies of all modes in\n"
                "ascending order, c_ID[i][2] the energy in each.\n"
                "axes x: only motions along x count, as in a chain (default: all the system\n"
                "has).  More than 2000 degrees of freedom are refused: the time for eigenvectors\n"
                "grows with the third power.",
            .state_size = sizeof(struct modes),
        },
    .create = modes_create,
    .begin = modes_begin,
    .scalar = modes_scalar,
    .vector_length = VALUES,
    .vector = modes_vector,
    .shape = modes_shape,
    .array = modes_array,
    .grows = modes_grows,
    .keep = modes_keep,
    .destroy = modes_destroy,
};
