/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fixes that act inside a step are the couplings of struct md_dynamics; those that
 * have to do with forces stand in four lists of struct md_forces: external potentials,
 * filters, forcings and mirrors, each in deck order.  They are filled here before every run, so
 * that fix, unfix and fix_modify need not know of them.
 */
#include "run/fix_lists.h"

#include "base/memory.h"

#include <string.h>

/* A formula may ask for a frame here, where positions are new and velocities are not. */
static enum md_status leave(const struct md_fix_use *use, bool before, enum md_status status,
                            struct md_error *error)
{
    use->sim->advancing = before;
    if (status != MD_OK && error->place.file == NULL)
        error->place = use->sim->fixes.list[use->fix].place;
    return status;
}

static struct md_fix *enter(const struct md_fix_use *use, struct md_modify_context *context,
                            bool *before)
{
    struct md_fix *fix = &use->sim->fixes.list[use->fix];
    *context = md_sim_fix_context(use->sim, fix->group);
    *before = use->sim->advancing;
    use->sim->advancing = true;
    return fix;
}

static enum md_status apply_filter(void *state, struct md_system *system, md_vec3 *f,
                                   struct md_error *error)
{
    struct md_modify_context context;
    bool before;
    (void)system;
    struct md_fix *fix = enter(state, &context, &before);
    return leave(state, before, fix->type->filter(fix->state, &context, f, error), error);
}

static enum md_status filter_part(void *state, struct md_system *system, md_vec3 *f, bool first,
                                  struct md_error *error)
{
    struct md_modify_context context;
    bool before;
    (void)system;
    struct md_fix *fix = enter(state, &context, &before);
    return leave(state, before, fix->type->filter_part(fix->state, &context, f, first, error),
                 error);
}

static enum md_status apply_forcing(void *state, struct md_system *system, md_vec3 *f,
                                    struct md_error *error)
{
    struct md_modify_context context;
    bool before;
    (void)system;
    struct md_fix *fix = enter(state, &context, &before);
    return leave(state, before, fix->type->force(fix->state, &context, f, error), error);
}

static void tally_forcing(void *state, struct md_tally *tally)
{
    const struct md_fix_use *use = state;
    const struct md_fix *fix = &use->sim->fixes.list[use->fix];
    if (fix->energy && fix->type->force_energy != NULL)
        tally->energy[MD_PART_EXTERNAL] += fix->type->force_energy(fix->state);
}

static enum md_status apply_mirror(void *state, struct md_system *system, struct md_error *error)
{
    struct md_modify_context context;
    bool before;
    (void)system;
    struct md_fix *fix = enter(state, &context, &before);
    return leave(state, before, fix->type->reflect(fix->state, &context, error), error);
}

static enum md_status
couple(void *state,
       enum md_status (*hook)(void *, const struct md_modify_context *, struct md_error *),
       const struct md_modify_context *context, bool before, struct md_error *error)
{
    const struct md_fix_use *use = state;
    enum md_status status = MD_OK;
    if (hook != NULL)
        status = hook(use->sim->fixes.list[use->fix].state, context, error);
    return leave(use, before, status, error);
}

/* One function for each hook of a coupling: they differ in the hook they call. */
#define COUPLE(name)                                                                               \
    static enum md_status couple_##name(void *state, struct md_system *system,                     \
                                        struct md_error *error)                                    \
    {                                                                                              \
        struct md_modify_context context;                                                          \
        bool before;                                                                               \
        (void)system;                                                                              \
        struct md_fix *fix = enter(state, &context, &before);                                      \
        return couple(state, fix->type->name, &context, before, error);                            \
    }
COUPLE(open)
COUPLE(drift)
COUPLE(moved)
COUPLE(close)

/* Constraints add forces, whose virial belongs to that of the instant. */
#define CONSTRAIN(name)                                                                            \
    static enum md_status constrain_##name(void *state, struct md_system *system,                  \
                                           struct md_error *error)                                 \
    {                                                                                              \
        struct md_modify_context context;                                                          \
        bool before;                                                                               \
        (void)system;                                                                              \
        struct md_fix *fix = enter(state, &context, &before);                                      \
        if (couple(state, fix->type->name, &context, before, error))                               \
            return error->status;                                                                  \
        add_virial(state, fix);                                                                    \
        return MD_OK;                                                                              \
    }

static void add_virial(const struct md_fix_use *use, const struct md_fix *fix)
{
    struct md_tally *tally = &use->sim->forces.tally;
    if (!fix->virial)
        return;
    const double *virial = fix->type->constraint_virial(fix->state);
    for (int k = 0; k < 6; k++) {
        tally->virial[k] += virial[k];
        tally->virial_part[MD_PART_EXTERNAL][k] += virial[k];
    }
}

CONSTRAIN(begun)
CONSTRAIN(forced)
CONSTRAIN(closed)

enum md_status md_fix_lists_make_room(struct md_sim *sim, struct md_error *error)
{
    struct md_forces *forces = &sim->forces;
    size_t old = (size_t)sim->fix_capacity, wanted = (size_t)sim->fixes.count;
    if (wanted <= old)
        return MD_OK;
    enum md_status status =
        md_memory_grow(&sim->fix_uses, old, wanted, sizeof *sim->fix_uses, error);
    if (status == MD_OK)
        status = md_memory_grow(&forces->externals, old, wanted, sizeof *forces->externals, error);
    if (status == MD_OK)
        status = md_memory_grow(&forces->filters, old, wanted, sizeof *forces->filters, error);
    if (status == MD_OK)
        status = md_memory_grow(&forces->forcings, old, wanted, sizeof *forces->forcings, error);
    if (status == MD_OK)
        status = md_memory_grow(&forces->mirrors, old, wanted, sizeof *forces->mirrors, error);
    if (status == MD_OK)
        status = md_memory_grow(&sim->dynamics.couplings, old, wanted,
                                sizeof *sim->dynamics.couplings, error);
    if (status == MD_OK)
        status =
            md_memory_grow(&forces->constraints, old, wanted, sizeof *forces->constraints, error);
    if (status == MD_OK)
        sim->fix_capacity = sim->fixes.count;
    return status;
}

void md_fix_lists_externals(struct md_sim *sim)
{
    struct md_forces *forces = &sim->forces;
    forces->externals_count = forces->constraints_count = 0;
    for (int i = 0; i < sim->fixes.count; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
        if (fix->virial && fix->type->constraint_share != NULL)
            forces->constraints[forces->constraints_count++] =
                (struct md_constraint){.state = fix->state, .share = fix->type->constraint_share};
        if (fix->potential == NULL)
            continue;
        struct md_external *external = fix->state;
        external->energy = fix->energy;
        external->virial = fix->virial;
        forces->externals[forces->externals_count++] = (struct md_potential_use){
            .type = fix->potential,
            .state = fix->state,
            .place = fix->place,
            .name = fix->style->name,
            .order = i,
        };
    }
}

/* What this fix wants and the integrator does not take, or NULL. */
static const char *refused(const struct md_integrator *integrator, int dimension,
                           const struct md_fix *fix)
{
    const struct md_external *external = fix->state;
    bool flat =
        integrator->takes_flat && dimension == 2 && strcmp(fix->style->name, "enforce2d") == 0;
    if (fix->type->filter != NULL && !integrator->takes_filters && !flat)
        return "changes forces";
    if (fix->type->force != NULL && !integrator->takes_forcing)
        return "adds a force that follows from no potential";
    if (fix->type->force != NULL && fix->type->noise && !integrator->takes_noise)
        return "draws a random force at each of several evaluations in a step";
    if (fix->potential != NULL && external->drives > 0 && !integrator->takes_forcing)
        return "is a potential that depends on time";
    if (fix->type->reflect != NULL && !fix->type->inserts && !integrator->takes_mirrors)
        return fix->type == md_modifier_find("GROUP")   ? "finds members of a group as atoms move"
               : fix->type == md_modifier_find("adapt") ? "changes potentials during the run"
                                                        : "is a hard wall";
    if (fix->type->inserts && !integrator->takes_couplings)
        return "adds atoms during the run";
    if (fix->type->resizes && integrator->fixed_box)
        return "changes the box during the run";
    if (md_modifier_couples(fix->type) && !integrator->takes_couplings)
        return "acts inside the time step";
    return NULL;
}

static void add(struct md_sim *sim, int i)
{
    struct md_forces *forces = &sim->forces;
    const struct md_fix *fix = &sim->fixes.list[i];
    const char *name = fix->style->name;
    struct md_fix_use *use = &sim->fix_uses[i];
    *use = (struct md_fix_use){.sim = sim, .fix = i};
    if (fix->type->filter != NULL)
        forces->filters[forces->filters_count++] = (struct md_filter){
            .name = name, .order = i, .state = use, .apply = apply_filter, .part = filter_part};
    if (fix->type->force != NULL)
        forces->forcings[forces->forcings_count++] =
            (struct md_forcing){name, i, use, apply_forcing, tally_forcing};
    if (fix->type->reflect == NULL)
        return;
    struct md_mirror *mirror = &forces->mirrors[forces->mirrors_count++];
    *mirror = (struct md_mirror){
        .name = name, .state = use, .reflect = apply_mirror, .place = &fix->place};
    if (fix->type->planes != NULL)
        mirror->planes = fix->type->planes(fix->state, md_group_bit(fix->group), mirror->plane);
}

static void add_coupling(struct md_sim *sim, int i)
{
    struct md_dynamics *dynamics = &sim->dynamics;
    const struct md_fix *fix = &sim->fixes.list[i];
    const struct md_modifier *type = fix->type;
    dynamics->couplings[dynamics->couplings_count++] = (struct md_coupling){
        .name = fix->style->name,
        .groups = type->moves && !type->carries ? md_group_bit(fix->group) : 0,
        .virial = type->virial_always,
        .state = &sim->fix_uses[i],
        .open = type->open != NULL ? couple_open : NULL,
        .drift = type->drift != NULL ? couple_drift : NULL,
        .moved = type->moved != NULL ? couple_moved : NULL,
        .close = type->close != NULL ? couple_close : NULL,
        .begun = type->begun != NULL ? constrain_begun : NULL,
        .forced = type->forced != NULL ? constrain_forced : NULL,
        .closed = type->closed != NULL ? constrain_closed : NULL,
    };
}

/* All that moves, once there is one that does more than moving; those that lead come first. */
static void set_couplings(struct md_sim *sim)
{
    bool any = false;
    sim->dynamics.couplings_count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < sim->fixes.count; i++) {
            const struct md_modifier *type = sim->fixes.list[i].type;
            bool couples = md_modifier_couples(type);
            if ((!couples && !type->moves) || type->leads != (pass == 0))
                continue;
            any |= couples;
            add_coupling(sim, i);
        }
    }
    if (!any)
        sim->dynamics.couplings_count = 0;
}

enum md_status md_fix_lists_set(struct md_sim *sim, struct md_error *error)
{
    struct md_forces *forces = &sim->forces;
    enum md_status status = md_fix_lists_make_room(sim, error);
    if (status != MD_OK)
        return status;
    forces->filters_count = forces->forcings_count = forces->mirrors_count = 0;
    for (int i = 0; i < sim->fixes.count; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
        const char *why = refused(sim->integrator, sim->system.dimension, fix);
        if (why != NULL)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &fix->place,
                                "fix %s cannot be used with run_style %s: it %s", fix->style->name,
                                sim->integrator->style.name, why);
        add(sim, i);
    }
    set_couplings(sim);
    md_fix_lists_externals(sim);
    return MD_OK;
}

/* External potentials that do not take part are left out of the list. */
static void drop_idle_externals(struct md_forces *forces)
{
    int kept = 0;
    for (int i = 0; i < forces->externals_count; i++) {
        if ((forces->externals[i].type->can & MD_ONLY_IN_RUNS) == 0)
            forces->externals[kept++] = forces->externals[i];
    }
    forces->externals_count = kept;
}

enum md_status md_fix_lists_minimize(struct md_sim *sim, struct md_error *error)
{
    struct md_forces *forces = &sim->forces;
    enum md_status status = md_fix_lists_make_room(sim, error);
    forces->filters_count = forces->forcings_count = forces->mirrors_count = 0;
    sim->dynamics.couplings_count = 0;
    for (int i = 0; i < sim->fixes.count && status == MD_OK; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
        struct md_modify_context context = md_sim_fix_context(sim, fix->group);
        if (!fix->type->minimizes)
            continue;
        if (fix->type->join != NULL)
            status = fix->type->join(fix->state, &context, error);
        if (status == MD_OK)
            add(sim, i);
        else if (error->place.file == NULL)
            error->place = fix->place;
    }
    if (status == MD_OK) {
        md_fix_lists_externals(sim);
        drop_idle_externals(forces);
    }
    return status;
}

void md_fix_lists_free(struct md_sim *sim)
{
    struct md_forces *forces = &sim->forces;
    md_memory_free(sim->fix_uses);
    md_memory_free(forces->externals);
    md_memory_free(forces->filters);
    md_memory_free(forces->forcings);
    md_memory_free(forces->mirrors);
    md_memory_free(forces->constraints);
    md_memory_free(sim->dynamics.couplings);
    sim->dynamics.couplings = NULL;
    sim->dynamics.couplings_count = 0;
    sim->fix_uses = NULL;
    sim->fix_capacity = 0;
    forces->externals = NULL;
    forces->filters = NULL;
    forces->forcings = NULL;
    forces->mirrors = NULL;
    forces->constraints = NULL;
    forces->externals_count = forces->filters_count = 0;
    forces->forcings_count = forces->mirrors_count = forces->constraints_count = 0;
}
