/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix langevin ... gjf: the Langevin equation by the scheme of Gronbech-Jensen and Farago, whose
 * positions have the right distribution in a harmonic well whatever the time step h.  With
 * c = h / (2 damp), k = h / (2 m) and n = k' g the half kick of the noise, g normal numbers,
 *
 *     w  = (v + k f + n) / (1 + c)
 *     x' = x + h w
 *     v' = (1 - c) w + n + k f'.
 *
 * Another fix (nve) does the kicks by k f and the drift; what is left is done before its first kick
 * and after its last.  The velocity that is seen after a step is v' (vfull), or w sqrt(1 + c), half
 * a step earlier, whose kinetic energy is right too (vhalf).
 *
 * The numbers of a step are drawn when the forces at its beginning are computed, three for each
 * atom of the group in local order, and kept by atom ID, since atoms may be sorted until they are
 * used.
 */
#include "modify/styles.h"

#include "base/memory.h"
#include "base/random.h"
#include "measure/origin.h"
#include "modify/bath.h"
#include "state/mobility.h"

#include <math.h>
#include <string.h>

struct gjf {
    struct md_bath bath;
    double damp;
    double *ratio; /* of each type, from 1: damp is multiplied by it */
    bool half;     /* vhalf */
    struct md_marsaglia random;
    struct md_origins fresh, used; /* half kicks of the next step, and of this one */
    struct md_origins shown, real; /* vhalf: what stands in the atoms, and what goes on */
};

/* ------------------------------------------------------------------ words */

enum { GJF, SCALE, TALLY, ZERO, OMEGA, ANGMOM };

static enum md_status read_key(struct gjf *gjf, int types, int key, const struct md_word *word,
                               struct md_error *error)
{
    static const char *const kinds[] = {"vfull", "vhalf", NULL};
    int64_t type = 1;
    double ratio = 1.0;
    bool yes = false;
    int kind = 0;
    if (key == GJF) {
        enum md_status status = md_word_choice(word + 1, "gjf", kinds, &kind, error);
        gjf->half = kind == 1;
        return status;
    }
    if (key == SCALE) {
        if (md_word_int(word + 1, "atom type", 1, types, &type, error) ||
            md_word_double(word + 2, "ratio", MD_ABOVE(0.0), INFINITY, &ratio, error))
            return error->status;
        gjf->ratio[type] = ratio;
        return MD_OK;
    }
    if (md_word_bool(word + 1, word->text, &yes, error))
        return error->status;
    return yes ? md_error_set(error, MD_ERR_UNSUPPORTED, &word[1].place,
                              "'%s yes' of fix langevin is not available with gjf", word->text)
               : MD_OK;
}

static enum md_status read_keys(struct gjf *gjf, int types, const struct md_args *args,
                                struct md_error *error)
{
    static const char *const keys[] = {"gjf", "scale", "tally", "zero", "omega", "angmom", NULL};
    for (int at = 4, key; at < args->count; at += key == SCALE ? 3 : 2) {
        const struct md_word *word = &args->words[at];
        if (md_word_choice(word, "keyword of fix langevin", keys, &key, error))
            return error->status;
        if (at + (key == SCALE ? 2 : 1) >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs %s", word->text,
                                key == SCALE ? "an atom type and a ratio"
                                : key == GJF ? "no, vfull or vhalf"
                                             : "yes or no");
        if (key == GJF && md_word_is(word + 1, "no"))
            continue;
        if (read_key(gjf, types, key, word, error))
            return error->status;
    }
    return MD_OK;
}

bool md_langevin_gjf_wanted(const struct md_args *words)
{
    for (int at = 4; at + 1 < words->count; at++)
        if (md_word_is(&words->words[at], "gjf"))
            return !md_word_is(&words->words[at + 1], "no");
    return false;
}

static enum md_status gjf_create(void *state, const struct md_modify_context *context,
                                 const struct md_args *args, struct md_error *error)
{
    struct gjf *gjf = state;
    int types = context->system->types;
    int64_t seed;
    gjf->bath.style = "langevin";
    gjf->bath.owner = gjf;
    gjf->bath.computes = context->computes;
    if (md_args_count(args, 4, -1, md_modifier_langevin.style.usage, error) ||
        md_bath_read(&gjf->bath, &args->words[0], &args->words[1], false, error) ||
        md_word_double(&args->words[2], "damping time", MD_ABOVE(0.0), INFINITY, &gjf->damp,
                       error) ||
        md_word_int(&args->words[3], "seed", 1, 900000000, &seed, error))
        return error->status;
    md_marsaglia_seed(&gjf->random, (int32_t)seed);
    gjf->ratio = md_memory_array((size_t)types + 1, sizeof(double));
    if (gjf->ratio == NULL)
        return md_error_memory(error, "the factors of fix langevin");
    for (int type = 1; type <= types; type++)
        gjf->ratio[type] = 1.0;
    return read_keys(gjf, types, args, error);
}

/* ------------------------------------------------------------------ a step */

static double friction(const struct gjf *gjf, const struct md_system *system, size_t i)
{
    return 0.5 * system->clock.timestep / (gjf->damp * gjf->ratio[system->atoms.type[i]]);
}

/* Draws for the step that begins with these forces, on which nothing is added. */
static enum md_status gjf_force(void *state, const struct md_modify_context *context, md_vec3 *f,
                                struct md_error *error)
{
    struct gjf *gjf = state;
    const struct md_system *system = context->system;
    const struct md_atoms *atoms = &system->atoms;
    double target;
    (void)f;
    if (md_bath_target(&gjf->bath, context, &target, error))
        return error->status;
    for (size_t i = 0; i < atoms->count; i++) {
        int type = atoms->type[i];
        double kick[3];
        if ((atoms->groups[i] & md_group_bit(context->group)) == 0)
            continue;
        double width =
            0.5 *
            sqrt(2.0 * system->units->boltz * target * system->clock.timestep /
                 (system->units->mvv2e * md_mass_of(system, i) * gjf->damp * gjf->ratio[type]));
        for (int k = 0; k < 3; k++)
            kick[k] = width * md_marsaglia_gaussian(&gjf->random);
        if (system->dimension == 2)
            kick[2] = 0.0;
        if (md_origins_set(&gjf->fresh, atoms->id[i], kick, error))
            return error->status;
    }
    return MD_OK;
}

/* vhalf: velocities that nobody changed since they were shown go on as they really are. */
static void restore(const struct gjf *gjf, const struct md_atoms *atoms, size_t i)
{
    const double *shown = gjf->half ? md_origins_find(&gjf->shown, atoms->id[i]) : NULL;
    if (shown != NULL && memcmp(shown, atoms->v[i], sizeof(md_vec3)) == 0)
        memcpy(atoms->v[i], md_origins_find(&gjf->real, atoms->id[i]), sizeof(md_vec3));
}

/* Leaves velocities that the half kick to come makes w. */
static enum md_status gjf_open(void *state, const struct md_modify_context *context,
                               struct md_error *error)
{
    struct gjf *gjf = state;
    const struct md_system *system = context->system;
    const struct md_atoms *atoms = &system->atoms;
    struct md_origins turned = gjf->used;
    (void)error;
    gjf->used = gjf->fresh;
    gjf->fresh = turned;
    for (size_t i = 0; i < atoms->count; i++) {
        if ((atoms->groups[i] & md_group_bit(context->group)) == 0)
            continue;
        const double *noise = md_origins_find(&gjf->used, atoms->id[i]);
        double c = friction(gjf, system, i), factor = md_mobility_half_kick(system, i);
        restore(gjf, atoms, i);
        for (int k = 0; k < 3; k++) {
            double kick = factor * atoms->f[i][k];
            double full = atoms->v[i][k] + kick + (noise != NULL ? noise[k] : 0.0);
            atoms->v[i][k] = full / (1.0 + c) - kick;
        }
    }
    return MD_OK;
}

static enum md_status gjf_closed(void *state, const struct md_modify_context *context,
                                 struct md_error *error)
{
    struct gjf *gjf = state;
    const struct md_system *system = context->system;
    const struct md_atoms *atoms = &system->atoms;
    for (size_t i = 0; i < atoms->count; i++) {
        if ((atoms->groups[i] & md_group_bit(context->group)) == 0)
            continue;
        const double *noise = md_origins_find(&gjf->used, atoms->id[i]);
        double c = friction(gjf, system, i), factor = md_mobility_half_kick(system, i), w[3];
        for (int k = 0; k < 3; k++) {
            double kick = factor * atoms->f[i][k];
            w[k] = atoms->v[i][k] - kick;
            atoms->v[i][k] = (1.0 - c) * w[k] + kick + (noise != NULL ? noise[k] : 0.0);
        }
        if (!gjf->half)
            continue;
        if (md_origins_set(&gjf->real, atoms->id[i], atoms->v[i], error))
            return error->status;
        for (int k = 0; k < 3; k++)
            atoms->v[i][k] = w[k] * sqrt(1.0 + c);
        if (md_origins_set(&gjf->shown, atoms->id[i], atoms->v[i], error))
            return error->status;
    }
    return MD_OK;
}

static const double *gjf_virial(const void *state)
{
    static const double none[6] = {0.0};
    (void)state;
    return none;
}

/* ------------------------------------------------------------------ */

static enum md_status keep_set(struct md_origins *set, const char *name, struct md_archive *archive,
                               struct md_error *error)
{
    if (md_archive_enter(archive, name, error))
        return error->status;
    enum md_status status = md_origins_keep(set, archive, error);
    md_archive_leave(archive);
    return status;
}

static enum md_status gjf_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct gjf *gjf = state;
    if (md_archive_marsaglia(archive, "random", &gjf->random, error) ||
        keep_set(&gjf->fresh, "fresh", archive, error) ||
        keep_set(&gjf->shown, "shown", archive, error))
        return error->status;
    return keep_set(&gjf->real, "real", archive, error);
}

static enum md_status gjf_value(const void *state, const struct md_modify_context *context,
                                int64_t i, int64_t j, double *value, struct md_error *error)
{
    (void)state;
    (void)context;
    if (i != 0 || j != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL, "fix langevin has no vector");
    *value = 0.0;
    return MD_OK;
}

static void gjf_destroy(void *state)
{
    struct gjf *gjf = state;
    md_memory_free(gjf->ratio);
    md_origins_free(&gjf->fresh);
    md_origins_free(&gjf->used);
    md_origins_free(&gjf->shown);
    md_origins_free(&gjf->real);
    md_bath_free(&gjf->bath);
}

/* What a user may read stands with fix langevin. */
static bool gjf_spans(const void *state)
{
    const struct gjf *gjf = state;
    return md_bath_ramps(&gjf->bath);
}

static double gjf_asks(const void *state)
{
    const struct gjf *gjf = state;
    return md_bath_asks(&gjf->bath);
}

const struct md_modifier md_modifier_langevin_gjf = {
    .style = {.name = "langevin", .state_size = sizeof(struct gjf)},
    .leads = true,
    .balance = MD_BALANCE_UNCOUNTED,
    .asks = gjf_asks,
    .create = gjf_create,
    .force = gjf_force,
    .noise = true,
    .open = gjf_open,
    .closed = gjf_closed,
    .constraint_virial = gjf_virial,
    .has_scalar = true,
    .extensive = true,
    .value = gjf_value,
    .spans = gjf_spans,
    .keep = gjf_keep,
    .destroy = gjf_destroy,
};
