/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fixes that have to do with forces stand in four lists of struct md_forces: external potentials,
 * filters, forcings and mirrors, each in deck order.  They are filled here before every run, so
 * that fix, unfix and fix_modify need not know of them.
 */
#include "run/fix_lists.h"

#include "base/memory.h"

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

static enum md_status apply_forcing(void *state, struct md_system *system, md_vec3 *f,
                                    struct md_error *error)
{
    struct md_modify_context context;
    bool before;
    (void)system;
    struct md_fix *fix = enter(state, &context, &before);
    return leave(state, before, fix->type->force(fix->state, &context, f, error), error);
}

static enum md_status apply_mirror(void *state, struct md_system *system, struct md_error *error)
{
    struct md_modify_context context;
    bool before;
    (void)system;
    struct md_fix *fix = enter(state, &context, &before);
    return leave(state, before, fix->type->reflect(fix->state, &context, error), error);
}

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
        sim->fix_capacity = sim->fixes.count;
    return status;
}

void md_fix_lists_externals(struct md_sim *sim)
{
    struct md_forces *forces = &sim->forces;
    forces->externals_count = 0;
    for (int i = 0; i < sim->fixes.count; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
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
static const char *refused(const struct md_integrator *integrator, const struct md_fix *fix)
{
    const struct md_external *external = fix->state;
    if (fix->type->filter != NULL && !integrator->takes_filters)
        return "changes forces";
    if (fix->type->force != NULL && !integrator->takes_forcing)
        return "adds a force that follows from no potential";
    if (fix->potential != NULL && external->drives > 0 && !integrator->takes_forcing)
        return "is a potential that depends on time";
    if (fix->type->reflect != NULL && !integrator->takes_mirrors)
        return "is a hard wall";
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
        forces->filters[forces->filters_count++] = (struct md_filter){name, i, use, apply_filter};
    if (fix->type->force != NULL)
        forces->forcings[forces->forcings_count++] =
            (struct md_forcing){name, i, use, apply_forcing};
    if (fix->type->reflect != NULL)
        forces->mirrors[forces->mirrors_count++] = (struct md_mirror){name, use, apply_mirror};
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
        const char *why = refused(sim->integrator, fix);
        if (why != NULL)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &fix->place,
                                "fix %s cannot be used with run_style %s: it %s", fix->style->name,
                                sim->integrator->style.name, why);
        add(sim, i);
    }
    md_fix_lists_externals(sim);
    return MD_OK;
}

void md_fix_lists_free(struct md_sim *sim)
{
    struct md_forces *forces = &sim->forces;
    md_memory_free(sim->fix_uses);
    md_memory_free(forces->externals);
    md_memory_free(forces->filters);
    md_memory_free(forces->forcings);
    md_memory_free(forces->mirrors);
    sim->fix_uses = NULL;
    sim->fix_capacity = 0;
    forces->externals = NULL;
    forces->filters = NULL;
    forces->forcings = NULL;
    forces->mirrors = NULL;
    forces->externals_count = forces->filters_count = 0;
    forces->forcings_count = forces->mirrors_count = 0;
}
