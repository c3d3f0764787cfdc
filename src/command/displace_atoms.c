/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * displace_atoms: moves atoms at once, then wraps them into the periodic box.  Random displacements
 * are drawn from each atom's own coordinates.
 */
#include "base/memory.h"
#include "base/random.h"
#include "command/atoms.h"
#include "space/domain.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

struct job {
    struct md_sim *sim;
    const struct md_word *words; /* after the style */
    uint32_t bit;
    double scale[3];
};

static bool is_member(const struct job *job, size_t i)
{
    return (job->sim->system.atoms.groups[i] & job->bit) != 0;
}

static enum md_status move(const struct job *job, struct md_error *error)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    struct md_value value[3] = {{0}};
    enum md_status status = MD_OK;
    for (int d = 0; d < 3 && status == MD_OK; d++)
        status = md_value_read(job->sim, &job->words[d], "displacement", false, &value[d], error);
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++)
        for (int d = 0; d < 3 && is_member(job, i); d++)
            atoms->x[i][d] += job->scale[d] * md_value_at(&value[d], i);
    for (int d = 0; d < 3; d++)
        md_value_free(&value[d]);
    return status;
}

static enum md_status ramp(const struct job *job, struct md_error *error)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    struct md_atoms *atoms = &job->sim->system.atoms;
    struct md_ramp profile;
    enum md_status status = md_ramp_read(job->words, axes, job->scale, &profile, error);
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++)
        if (is_member(job, i))
            atoms->x[i][profile.axis] += md_ramp_at(&profile, atoms->x[i]);
    return status;
}

static enum md_status shake(const struct job *job, struct md_error *error)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    double width[3];
    int32_t seed;
    enum md_status status = MD_OK;
    for (int d = 0; d < 3 && status == MD_OK; d++) {
        status =
            md_word_double(&job->words[d], "displacement", -INFINITY, INFINITY, &width[d], error);
        width[d] *= job->scale[d];
    }
    if (status == MD_OK)
        status = md_keyword_seed(&job->words[3], &seed, error);
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++) {
        struct md_park random;
        if (!is_member(job, i))
            continue;
        md_park_seed_at(&random, seed, atoms->x[i]);
        for (int d = 0; d < 3; d++)
            atoms->x[i][d] += width[d] * 2.0 * (md_park_uniform(&random) - 0.5);
    }
    return status;
}

/* Turns x about the axis (a unit vector) through point: with d = x - point split into a part c
 * along the axis and a part a across, x becomes point + c + (a cos + (axis x a) sin), O. Rodrigues,
 * J. Math. Pures Appl. 5 (1840) 380. */
static void turn(const double point[3], const double axis[3], double cosine, double sine,
                 double x[3])
{
    double d[3], c[3], a[3], b[3];
    for (int k = 0; k < 3; k++)
        d[k] = x[k] - point[k];
    double along = d[0] * axis[0] + d[1] * axis[1] + d[2] * axis[2];
    for (int k = 0; k < 3; k++) {
        c[k] = along * axis[k];
        a[k] = d[k] - c[k];
    }
    b[0] = axis[1] * a[2] - axis[2] * a[1];
    b[1] = axis[2] * a[0] - axis[0] * a[2];
    b[2] = axis[0] * a[1] - axis[1] * a[0];
    for (int k = 0; k < 3; k++)
        x[k] = point[k] + c[k] + (a[k] * cosine + b[k] * sine);
}

/* rotate PX PY PZ RX RY RZ THETA */
static enum md_status rotate(const struct job *job, struct md_error *error)
{
    struct md_system *system = &job->sim->system;
    struct md_atoms *atoms = &system->atoms;
    double value[7];
    for (int k = 0; k < 7; k++) {
        enum md_status status = md_word_double(&job->words[k], "value of a rotation", -INFINITY,
                                               INFINITY, &value[k], error);
        if (status != MD_OK)
            return status;
    }
    double point[3], *axis = &value[3];
    for (int d = 0; d < 3; d++)
        point[d] = value[d] * job->scale[d];
    double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    if (length == 0.0)
        return md_error_set(error, MD_ERR_VALUE, &job->words[3].place,
                            "the axis of the rotation is 0 0 0; it must have a direction");
    if (system->dimension == 2 && (axis[0] != 0.0 || axis[1] != 0.0))
        return md_error_set(error, MD_ERR_VALUE, &job->words[3].place,
                            "in 2d atoms can only be rotated about z, not about %g %g %g", axis[0],
                            axis[1], axis[2]);
    for (int d = 0; d < 3; d++)
        axis[d] /= length;
    double angle = PI * value[6] / 180.0;
    double cosine = cos(angle), sine = sin(angle);
    for (size_t i = 0; i < atoms->count; i++) {
        double z = atoms->x[i][2];
        if (!is_member(job, i))
            continue;
        /* Molecules that lie across a face are turned as a whole. */
        md_box_unwrap(&system->box, atoms->x[i], atoms->image[i], atoms->x[i]);
        memset(atoms->image[i], 0, sizeof atoms->image[i]);
        turn(point, axis, cosine, sine, atoms->x[i]);
        if (system->dimension == 2)
            atoms->x[i][2] = z;
    }
    return MD_OK;
}

struct style {
    int words;
    enum md_status (*displace)(const struct job *, struct md_error *);
};

static const char *const style_names[] = {"move", "ramp", "random", "rotate", NULL};
static const struct style styles[] = {{3, move}, {6, ramp}, {4, shake}, {7, rotate}};

enum md_status md_run_displace_atoms(struct md_sim *sim, const struct md_args *args,
                                     struct md_error *error)
{
    static const char *const options[] = {"units", NULL};
    struct md_system *system = &sim->system;
    struct job job = {.sim = sim, .words = args->words + 2};
    int group, style, option;
    enum md_status status = md_groups_of_word(&system->groups, &args->words[0], &group, error);
    if (status == MD_OK)
        status =
            md_word_choice(&args->words[1], "displace_atoms style", style_names, &style, error);
    if (status == MD_OK)
        status = md_keyword_values(args, 1, styles[style].words, error);
    if (status != MD_OK)
        return status;
    job.bit = md_group_bit(group);
    for (int d = 0; d < 3; d++)
        job.scale[d] = system->lattice.spacing[d];
    for (int i = 2 + styles[style].words; i < args->count; i += 2) {
        status = md_word_choice(&args->words[i], "displace_atoms keyword", options, &option, error);
        if (status == MD_OK)
            status = md_keyword_values(args, i, 1, error);
        if (status == MD_OK)
            status = md_keyword_units(sim, &args->words[i + 1], job.scale, error);
        if (status != MD_OK)
            return status;
    }
    md_log_print(&sim->log, "Displacing atoms ...\n");
    status = styles[style].displace(&job, error);
    if (status == MD_OK) {
        /* One by one first: an atom may have moved by many box lengths. */
        for (size_t i = 0; i < system->atoms.count; i++)
            md_box_wrap(&system->box, system->atoms.x[i], system->atoms.image[i]);
        md_domain_wrap(system);
    }
    md_sim_changed(sim, MD_CHANGED_ATOMS);
    return status;
}
