/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command velocity.  Random velocities are drawn in LAMMPS's order from LAMMPS's generator, and
 * sums (momentum, angular momentum, temperature) are plain and run in the order of atom IDs. LAMMPS
 * adds in local order, which is that of IDs for atoms that were just created, so that all agree bit
 * for bit.  After sorting, or with a data file whose lines stand in another order, the last bits
 * are not LAMMPS's, but the same ones whatever the order.  Only `create ... loop local`, which
 * draws in local order, also adds in it.
 */
#include "base/memory.h"
#include "base/random.h"
#include "command/atoms.h"
#include "state/group_sums.h"
#include "state/mass.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define LOCAL_WARM_UP 100 /* discarded draws of `loop local` */

enum loop { LOOP_ALL, LOOP_LOCAL, LOOP_GEOM };

struct job {
    struct md_sim *sim;
    const struct md_args *args;
    const struct md_word *words; /* after the style */
    int group;
    bool gaussian, sum, momentum, rotation, bias;
    enum loop loop;
    double scale[3];
    const struct md_compute *temperature; /* NULL: the group's own */
    size_t *order;                        /* all atoms, as sums take them */
};

static bool is_member(const struct job *job, size_t i)
{
    return (job->sim->system.atoms.groups[i] & md_group_bit(job->group)) != 0;
}

/* ------------------------------------------------------------------ temperature */

static struct md_members members_of(const struct job *job, int group)
{
    struct md_members members = md_members_of(&job->sim->system, group);
    members.order = job->order;
    return members;
}

/* sum m v.v mvv2e / (dof kB) of a group with that many degrees of freedom. */
static double plain_temperature(const struct md_members *members, double freedom)
{
    const struct md_units *units = members->system->units;
    double sum = md_group_mvv(members);
    return freedom > 0.0 ? sum * (units->mvv2e / (freedom * units->boltz)) : 0.0;
}

/* What a measure sees of the present velocities; no forces are needed for a temperature. */
static struct md_frame frame_of(const struct md_system *system)
{
    return (struct md_frame){.system = system,
                             .tick = system->clock.now,
                             .step = md_clock_step(&system->clock),
                             .time = md_clock_time(&system->clock),
                             .count = system->atoms.count,
                             .x = (const md_vec3 *)system->atoms.x,
                             .v = (const md_vec3 *)system->atoms.v,
                             .f = (const md_vec3 *)system->atoms.f};
}

static enum md_status temperature(const struct job *job, double *value, struct md_error *error)
{
    struct md_system *system = &job->sim->system;
    const struct md_compute *compute = job->temperature;
    if (!compute) {
        struct md_members members = members_of(job, job->group);
        double freedom = (double)(system->dimension * md_group_count(&members)) -
                         system->topology.removed[job->group];
        *value = plain_temperature(&members, freedom - system->dimension);
        return MD_OK;
    }
    /* Counted now: the atoms may have changed since a run began. */
    struct md_compute now = *compute;
    now.members = -1;
    struct md_measure_context context = {
        .system = system, .computes = &job->sim->computes, .group = compute->group, .self = &now};
    struct md_frame frame = frame_of(system);
    /* Plain `temp` is summed the way LAMMPS's bits come about. */
    if (strcmp(compute->type->style.name, "temp") == 0) {
        struct md_members members = members_of(job, compute->group);
        double freedom = compute->type->freedom(compute->state, &context, &frame);
        *value = plain_temperature(&members, freedom);
        return MD_OK;
    }
    return compute->type->scalar(compute->state, &context, &frame, value, error);
}

/* Multiplies velocities that have the temperature `now`. */
static enum md_status rescale_from(const struct job *job, double now, double target,
                                   struct md_error *error)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    if (!(now > 0.0))
        return md_error_set(error, MD_ERR_VALUE, &job->args->words[0].place,
                            "the velocities of group '%s' have the temperature %g and cannot be "
                            "scaled to %g",
                            job->args->words[0].text, now, target);
    double factor = sqrt(target / now);
    for (size_t i = 0; i < atoms->count; i++)
        for (int d = 0; d < 3 && is_member(job, i); d++)
            atoms->v[i][d] *= factor;
    return MD_OK;
}

static enum md_status rescale(const struct job *job, double target, struct md_error *error)
{
    double now;
    enum md_status status = temperature(job, &now, error);
    return status == MD_OK ? rescale_from(job, now, target, error) : status;
}

/* With `bias yes` velocities are created and scaled without the part of them that is no heat to the
 * named compute.  What is created is measured like a plain temperature. */
static enum md_status remove_bias(const struct job *job, struct job *unbiased, md_vec3 **bias,
                                  struct md_error *error)
{
    struct md_system *system = &job->sim->system;
    struct md_atoms *atoms = &system->atoms;
    double ignored;
    *unbiased = *job;
    *bias = NULL;
    if (!job->bias || job->temperature->type->bias == NULL)
        return MD_OK;
    enum md_status status = temperature(job, &ignored, error);
    if (status != MD_OK)
        return status;
    *bias = md_memory_array(atoms->count, sizeof **bias);
    if (*bias == NULL)
        return md_error_memory(error, "the velocities that are no heat");
    for (size_t i = 0; i < atoms->count; i++) {
        if ((atoms->groups[i] & md_group_bit(job->temperature->group)) == 0)
            continue;
        md_compute_bias(job->temperature, &job->sim->computes, system, atoms->x[i], atoms->v[i],
                        (*bias)[i]);
        for (int d = 0; d < 3; d++)
            atoms->v[i][d] -= (*bias)[i][d];
    }
    unbiased->temperature = NULL;
    return MD_OK;
}

static void restore_bias(const struct job *job, md_vec3 *bias)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    for (size_t i = 0; bias != NULL && i < atoms->count; i++)
        for (int d = 0; d < 3; d++)
            atoms->v[i][d] += bias[i][d];
    md_memory_free(bias);
}

/* ------------------------------------------------------------------ momentum */

static void zero_momentum(const struct job *job)
{
    struct md_system *system = &job->sim->system;
    struct md_members members = members_of(job, job->group);
    double vcm[3];
    md_group_vcm(&members, md_group_mass(&members), vcm);
    for (size_t i = 0; i < system->atoms.count; i++)
        for (int d = 0; d < 3 && is_member(job, i); d++)
            system->atoms.v[i][d] -= vcm[d];
}

static void zero_rotation(const struct job *job)
{
    struct md_system *system = &job->sim->system;
    struct md_atoms *atoms = &system->atoms;
    struct md_members members = members_of(job, job->group);
    double xcm[3], angmom[3], inertia[3][3], omega[3];
    md_group_xcm(&members, md_group_mass(&members), xcm);
    md_group_angmom(&members, xcm, angmom);
    md_group_inertia(&members, xcm, inertia);
    md_group_omega(angmom, (const double(*)[3])inertia, omega);
    for (size_t i = 0; i < atoms->count; i++) {
        double r[3];
        if (!is_member(job, i))
            continue;
        md_box_unwrap(&system->box, atoms->x[i], atoms->image[i], r);
        for (int d = 0; d < 3; d++)
            r[d] -= xcm[d];
        atoms->v[i][0] -= omega[1] * r[2] - omega[2] * r[1];
        atoms->v[i][1] -= omega[2] * r[0] - omega[0] * r[2];
        atoms->v[i][2] -= omega[0] * r[1] - omega[1] * r[0];
    }
}

static enum md_status need_members(const struct job *job, struct md_error *error)
{
    struct md_members members = md_members_of(&job->sim->system, job->group);
    if (md_group_count(&members) > 0)
        return MD_OK;
    return md_error_set(error, MD_ERR_ORDER, &job->args->words[0].place,
                        "group '%s' has 0 atoms; they have no velocities to change",
                        job->args->words[0].text);
}

/* ------------------------------------------------------------------ create */

/* Three numbers into atom i's velocity; all are drawn even where the third is not used. */
static void draw(const struct job *job, struct md_park *random, double out[3])
{
    for (int d = 0; d < 3; d++)
        out[d] = job->gaussian ? md_park_gaussian(random) : md_park_uniform(random) - 0.5;
}

static void give(const struct job *job, size_t i, const double drawn[3])
{
    struct md_system *system = &job->sim->system;
    double factor = 1.0 / sqrt(md_mass_of(system, i));
    for (int d = 0; d < 3; d++)
        system->atoms.v[i][d] = d < system->dimension ? drawn[d] * factor : 0.0;
}

/* loop all: numbers are drawn for the IDs 1 to N in turn, whoever owns them. */
static enum md_status draw_all(const struct job *job, int32_t seed, struct md_error *error)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    struct md_park random;
    if (md_atoms_max_id(atoms) != (int64_t)atoms->count)
        return md_error_set(error, MD_ERR_ORDER, &job->args->command.place,
                            "velocity create needs the atom IDs 1 to %zu without gaps, and the "
                            "largest is %" PRId64 ": use 'loop local', 'loop geom', or "
                            "delete_atoms ... compress yes",
                            atoms->count, md_atoms_max_id(atoms));
    md_park_seed(&random, seed);
    for (int64_t id = 1; id <= (int64_t)atoms->count; id++) {
        double drawn[3];
        int64_t i = md_atoms_find(atoms, id);
        draw(job, &random, drawn);
        if (i >= 0 && is_member(job, (size_t)i))
            give(job, (size_t)i, drawn);
    }
    return MD_OK;
}

static void draw_local(const struct job *job, int32_t seed)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    struct md_park random;
    md_park_seed(&random, seed);
    for (int k = 0; k < LOCAL_WARM_UP; k++)
        md_park_uniform(&random);
    for (size_t i = 0; i < atoms->count; i++) {
        double drawn[3];
        if (!is_member(job, i))
            continue;
        draw(job, &random, drawn);
        give(job, i, drawn);
    }
}

static void draw_geom(const struct job *job, int32_t seed)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    for (size_t i = 0; i < atoms->count; i++) {
        struct md_park random;
        double drawn[3];
        if (!is_member(job, i))
            continue;
        md_park_seed_at(&random, seed, atoms->x[i]);
        draw(job, &random, drawn);
        give(job, i, drawn);
    }
}

static enum md_status draw_velocities(const struct job *job, int32_t seed, double target,
                                      struct md_error *error)
{
    enum md_status status = MD_OK;
    if (job->loop == LOOP_ALL)
        status = draw_all(job, seed, error);
    else if (job->loop == LOOP_LOCAL)
        draw_local(job, seed);
    else
        draw_geom(job, seed);
    if (status != MD_OK)
        return status;
    if (job->momentum)
        zero_momentum(job);
    if (job->rotation)
        zero_rotation(job);
    return rescale(job, target, error);
}

static enum md_status create(const struct job *job, struct md_error *error)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    double target;
    int32_t seed;
    md_vec3 *held = NULL;
    enum md_status status =
        md_word_double(&job->words[0], "temperature", 0.0, INFINITY, &target, error);
    if (status == MD_OK)
        status = md_keyword_seed(&job->words[1], &seed, error);
    if (status == MD_OK)
        status = need_members(job, error);
    if (status != MD_OK)
        return status;

    /* Kept for `sum yes`, and to leave the atoms as they were when something fails. */
    held = md_memory_array(atoms->count, sizeof *held);
    if (!held)
        return md_error_memory(error, "the old velocities");
    memcpy(held, atoms->v, atoms->count * sizeof *held);
    struct job unbiased;
    md_vec3 *bias;
    status = remove_bias(job, &unbiased, &bias, error);
    if (status == MD_OK)
        status = draw_velocities(&unbiased, seed, target, error);
    restore_bias(job, bias);
    if (status != MD_OK)
        memcpy(atoms->v, held, atoms->count * sizeof *held);
    else if (job->sum)
        for (size_t i = 0; i < atoms->count; i++)
            for (int d = 0; d < 3 && is_member(job, i); d++)
                atoms->v[i][d] += held[i][d];
    md_memory_free(held);
    return status;
}

/* ------------------------------------------------------------------ set, scale, ramp, zero */

static void assign(const struct job *job, size_t i, int d, double v)
{
    double *old = &job->sim->system.atoms.v[i][d];
    *old = job->sum ? *old + v : v;
}

static enum md_status set(const struct job *job, struct md_error *error)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    struct md_value value[3] = {{0}};
    enum md_status status = MD_OK;
    for (int d = 0; d < 3 && status == MD_OK; d++) {
        status = md_value_read(job->sim, &job->words[d], "velocity", true, &value[d], error);
        if (!value[d].variable)
            value[d].number *= job->scale[d];
    }
    if (status == MD_OK && job->sim->system.dimension == 2 && value[2].kind != MD_VALUE_NONE &&
        (value[2].variable || value[2].number != 0.0))
        status = md_error_set(error, MD_ERR_VALUE, &job->words[2].place,
                              "in 2d the z velocity must be 0 or NULL, not %s", job->words[2].text);
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++)
        for (int d = 0; d < 3 && is_member(job, i); d++)
            if (value[d].kind != MD_VALUE_NONE)
                assign(job, i, d, md_value_at(&value[d], i));
    for (int d = 0; d < 3; d++)
        md_value_free(&value[d]);
    return status;
}

static enum md_status scale(const struct job *job, struct md_error *error)
{
    double target;
    enum md_status status =
        md_word_double(&job->words[0], "temperature", 0.0, INFINITY, &target, error);
    if (status != MD_OK)
        return status;
    struct job unbiased;
    md_vec3 *bias;
    double now;
    status = temperature(job, &now, error);
    if (status != MD_OK)
        return status;
    status = remove_bias(job, &unbiased, &bias, error);
    if (status == MD_OK)
        status = rescale_from(job, now, target, error);
    restore_bias(job, bias);
    return status;
}

static enum md_status ramp(const struct job *job, struct md_error *error)
{
    static const char *const components[] = {"vx", "vy", "vz", NULL};
    struct md_atoms *atoms = &job->sim->system.atoms;
    struct md_ramp profile;
    enum md_status status = md_ramp_read(job->words, components, job->scale, &profile, error);
    if (status == MD_OK && job->sim->system.dimension == 2 && profile.axis == 2)
        return md_error_set(error, MD_ERR_VALUE, &job->words[0].place,
                            "in 2d the z velocity is 0: ramp %s is not possible, only vx and vy",
                            job->words[0].text);
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++)
        if (is_member(job, i))
            assign(job, i, profile.axis, md_ramp_at(&profile, atoms->x[i]));
    return status;
}

static enum md_status zero(const struct job *job, struct md_error *error)
{
    static const char *const names[] = {"linear", "angular", NULL};
    int angular;
    enum md_status status =
        md_word_choice(&job->words[0], "velocity zero style", names, &angular, error);
    if (status == MD_OK)
        status = need_members(job, error);
    if (status != MD_OK)
        return status;
    if (angular)
        zero_rotation(job);
    else
        zero_momentum(job);
    return MD_OK;
}

/* ------------------------------------------------------------------ options */

enum option { DIST, SUM, MOM, ROT, TEMP, BIAS, LOOP, UNITS, RIGID };

static enum md_status read_temp(struct job *job, const struct md_word *word, struct md_error *error)
{
    struct md_compute *compute;
    enum md_status status = md_computes_of_word(&job->sim->computes, word, &compute, error);
    if (status != MD_OK)
        return status;
    if (!compute->type->is_temperature)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "compute '%s' (style %s) does not measure a temperature", word->text,
                            compute->type->style.name);
    job->temperature = compute;
    return MD_OK;
}

static enum md_status read_option(struct job *job, enum option option, const struct md_word *word,
                                  struct md_error *error)
{
    static const char *const distributions[] = {"uniform", "gaussian", NULL};
    static const char *const loops[] = {"all", "local", "geom", NULL};
    int choice = 0;
    enum md_status status;
    switch (option) {
    case DIST:
        status = md_word_choice(word, "velocity dist", distributions, &choice, error);
        job->gaussian = choice == 1;
        return status;
    case SUM:
        return md_word_bool(word, "sum", &job->sum, error);
    case MOM:
        return md_word_bool(word, "mom", &job->momentum, error);
    case ROT:
        return md_word_bool(word, "rot", &job->rotation, error);
    case TEMP:
        return read_temp(job, word, error);
    case BIAS:
        return md_word_bool(word, "bias", &job->bias, error);
    case LOOP:
        status = md_word_choice(word, "velocity loop", loops, &choice, error);
        job->loop = (enum loop)choice;
        return status;
    case UNITS:
        return md_keyword_units(job->sim, word, job->scale, error);
    default:
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word[-1].place,
                            "velocity keyword 'rigid' of LAMMPS does not exist here: there are no "
                            "rigid bodies");
    }
}

static enum md_status read_options(struct job *job, const struct md_args *args, int first,
                                   struct md_error *error)
{
    static const char *const names[] = {
        "dist", "sum", "mom", "rot", "temp", "bias", "loop", "units", MD_NOT_OFFERED "rigid", NULL};
    for (int i = first; i < args->count; i += 2) {
        int option;
        enum md_status status =
            md_word_choice(&args->words[i], "velocity keyword", names, &option, error);
        if (status == MD_OK)
            status = md_keyword_values(args, i, 1, error);
        if (status == MD_OK)
            status = read_option(job, (enum option)option, &args->words[i + 1], error);
        if (status != MD_OK)
            return status;
    }
    if (job->bias && !job->temperature)
        return md_error_set(error, MD_ERR_COUNT, &args->words[0].place,
                            "velocity bias yes needs 'temp ID', the compute whose bias is meant");
    return MD_OK;
}

/* ------------------------------------------------------------------ the command */

static enum md_status find_order(struct job *job, bool local, struct md_error *error)
{
    const struct md_atoms *atoms = &job->sim->system.atoms;
    if (md_atoms_by_id(atoms, &job->order, error))
        return error->status;
    for (size_t i = 0; local && i < atoms->count; i++)
        job->order[i] = i;
    return MD_OK;
}

struct style {
    int words;
    bool masses;
    enum md_status (*apply)(const struct job *, struct md_error *);
};

static const char *const style_names[] = {"create", "set", "scale", "ramp", "zero", NULL};
static const struct style styles[] = {
    {2, true, create}, {3, false, set}, {1, true, scale}, {6, false, ramp}, {1, true, zero},
};

static enum md_status run_velocity(struct md_sim *sim, const struct md_args *args,
                                   struct md_error *error)
{
    struct md_system *system = &sim->system;
    struct job job = {.sim = sim, .args = args, .words = args->words + 2, .momentum = true};
    int style;
    enum md_status status = md_groups_of_word(&system->groups, &args->words[0], &job.group, error);
    if (status == MD_OK)
        status = md_word_choice(&args->words[1], "velocity style", style_names, &style, error);
    if (status == MD_OK)
        status = md_keyword_values(args, 1, styles[style].words, error);
    if (status != MD_OK)
        return status;
    memcpy(job.scale, system->lattice.spacing, sizeof job.scale);
    status = read_options(&job, args, 2 + styles[style].words, error);
    if (status == MD_OK && styles[style].masses)
        status = md_mass_need(system, error);
    if (status == MD_OK)
        status = find_order(&job, styles[style].apply == create && job.loop == LOOP_LOCAL, error);
    if (status == MD_OK)
        status = styles[style].apply(&job, error);
    md_memory_free(job.order);
    md_sim_changed(sim, MD_CHANGED_VELOCITY);
    return status;
}

const struct md_command md_commands_velocity[] = {
    {.name = "velocity",
     .usage = "velocity GROUP create T SEED | set VX VY VZ | scale T | ramp ... | zero ... [...]",
     .summary = "give atoms velocities",
     .when = MD_AFTER_BOX,
     .min_words = 3,
     .max_words = -1,
     .execute = run_velocity,
     .manual =
         "create T SEED; set VX VY VZ (numbers, NULL or v_NAME); scale T; ramp vx|vy|vz VLO VHI\n"
         "x|y|z CLO CHI; zero linear|angular.  Options: dist uniform|gaussian, sum yes|no (add to\n"
         "the present velocities), mom yes|no and rot yes|no (create: remove momentum and angular\n"
         "momentum), temp ID (the compute that measures T), bias yes|no (create and scale: leave "
         "out\n"
         "and put back what is no heat to that compute), loop all|local|geom (draw by atom ID, by\n"
         "local order, or from each atom's coordinates), units lattice|box (set and ramp)."},
    {.name = NULL},
};
