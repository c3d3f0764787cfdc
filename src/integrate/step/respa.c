/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * r-RESPA: forces are divided into levels with steps of their own, each a whole number of times in
 * that of the next (M. Tuckerman, B. J. Berne and G. J. Martyna, J. Chem. Phys. 97 (1992) 1990).
 * A step of level k is velocity Verlet in its force, where the drift is the motion of all levels
 * below it:
 *
 *     half a kick by f_k,  n steps of level k-1 (level 1: a drift),  half a kick by f_k.
 *
 * Unrolled, a time step is a row of drifts of the innermost step; before the c-th of them (from 0)
 * those levels open whose step begins there, from the slowest on, after it those close whose step
 * ends, from the fastest on.  Being made of kicks and drifts, the map is symplectic, and being the
 * same backwards, reversible and of second order; but a step of a level beyond a quarter of the
 * fastest period pumps energy into it (J. J. Biesiadecki and R. D. Skeel, J. Comput. Phys. 109
 * (1993) 318).
 *
 * Words and rules are LAMMPS's, and so is the division of pairs by distance: it divides forces, not
 * energies, by a cubic switch (term/shell.h).  External potentials and forces without a
 * potential belong to the last level; filters act on each.  Between steps the scheme carries the
 * forces of the levels, since forces that depend on velocities cannot be computed again.
 *
 * A level's forces are not needed between its opening kick and its end, so atoms may be sorted with
 * any new neighbour list.  The list is checked where pairs are summed next, not at every drift.
 */
#include "integrate/step/respa.h"

#include "force/classes.h"
#include "integrate/schemes.h"
#include "integrate/step/march.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct respa {
    struct md_march march; /* first: the hooks of march.h take it */
    struct md_respa_words words;
    struct md_classes classes; /* one for each level */
    md_vec3 *f[MD_RESPA_LEVELS];
    size_t atoms, room;                  /* of these arrays: what they hold, and can */
    int64_t stride[MD_RESPA_LEVELS + 1]; /* innermost steps in one of a level; last: in all */
    struct md_tally tally;               /* of the last level sums that asked for one */
    bool tallied;
    uint64_t elements; /* evaluated, of all levels */
};

static struct md_claims respa_claims(const void *state)
{
    (void)state;
    return (struct md_claims){
        .order = 2,
        .symplectic = true,
        .reversible = true,
        .conserves_momentum = true,
        .conserves_angular_momentum = true,
    };
}

static enum md_status respa_create(void *state, const struct md_args *args, struct md_error *error)
{
    struct respa *respa = state;
    if (md_respa_words_read(&respa->words, args, md_integrator_respa.style.usage, error))
        return error->status;
    respa->stride[0] = 1;
    for (int k = 1; k < respa->words.levels; k++)
        respa->stride[k] = respa->stride[k - 1] * respa->words.factor[k - 1];
    respa->stride[respa->words.levels] = respa->stride[respa->words.levels - 1];
    if (respa->stride[respa->words.levels] <= MD_TICKS_PER_STEP)
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, &args->words[0].place,
                        "%lld innermost steps in one time step are more than %lld",
                        (long long)respa->stride[respa->words.levels],
                        (long long)MD_TICKS_PER_STEP);
}

/* ------------------------------------------------------------------ levels */

/* What of the pairs is at a level: a run of inner, middle and outer parts is one shell. */
static void divide_pairs(const struct md_respa_words *words, int level, struct md_class *class)
{
    struct md_shell *shell = &class->shell;
    int next = words->middle ? words->middle : words->outer;
    const double *last = words->middle ? &words->edge[2] : &words->edge[0];
    bool inner = level == words->inner, outer = level == words->outer;
    if (!inner && !outer && level != words->middle)
        return;
    *shell = (struct md_shell){.out = {INFINITY, INFINITY}, .of_force = true};
    class->terms |= MD_TERM_PAIR;
    if (!inner)
        memcpy(shell->in, level == words->middle ? &words->edge[0] : last, sizeof shell->in);
    if (!outer)
        memcpy(shell->out, inner && level != next ? &words->edge[0] : last, sizeof shell->out);
    class->shelled = !inner || !outer;
    if (!class->shelled)
        class->terms |= MD_TERM_EMBED;
}

static enum md_status make_classes(struct respa *respa, struct md_error *error)
{
    const struct md_respa_words *words = &respa->words;
    if (respa->classes.count > 0)
        return MD_OK;
    if (md_classes_make(&respa->classes, words->levels, error))
        return error->status;
    for (int k = 0; k < words->levels; k++) {
        struct md_class *class = &respa->classes.list[k];
        if (words->bond == k + 1)
            class->terms |= MD_TERM_BOND;
        if (words->pair == k + 1)
            class->terms |= MD_TERM_PAIR | MD_TERM_EMBED;
        if (words->inner > 0)
            divide_pairs(words, k + 1, class);
    }
    return MD_OK;
}

/* Whether the pair style in use can be divided, and lies beyond the farthest edge. */
static enum md_status check_division(const struct respa *respa, const struct md_dynamics *dynamics,
                                     struct md_error *error)
{
    const struct md_respa_words *words = &respa->words;
    const struct md_potential_use *pair = &dynamics->forces->pair;
    size_t types = (size_t)dynamics->system->types;
    double edge = words->edge[words->middle ? 3 : 1];
    if (words->inner == words->outer || pair->type == NULL)
        return MD_OK;
    if (pair->type->kind == MD_KIND_MANY)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &words->command,
                            "pair style %s cannot be divided into inner and outer forces; give it "
                            "one level with 'pair'",
                            pair->name);
    for (size_t i = 1; i <= types; i++)
        for (size_t j = i; j <= types; j++) {
            double cutoff = dynamics->forces->cutoff[i * (types + 1) + j];
            if (cutoff > 0.0 && cutoff < edge)
                return md_error_set(error, MD_ERR_VALUE, &words->reach,
                                    "the cutoff %g of types %zu and %zu lies within the distance "
                                    "%g at which the outer forces begin",
                                    cutoff, i, j, edge);
        }
    return MD_OK;
}

/* All elements of the topology are one class, at the level of bonds. */
static enum md_status check_bonded(const struct respa *respa, const struct md_dynamics *dynamics,
                                   struct md_error *error)
{
    const struct md_respa_words *words = &respa->words;
    for (int k = 0; k < dynamics->forces->others_count; k++) {
        int kind = dynamics->forces->others[k].type->topology;
        if (words->of[kind] != 0 && words->of[kind] != words->bond)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &words->command,
                                "%s have the same level as bonds here: '%s' is at level %d, "
                                "'bond' at level %d",
                                md_topology_kinds[kind].many, md_topology_kinds[kind].one,
                                words->of[kind], words->bond);
    }
    return MD_OK;
}

static bool has_forces(const struct respa *respa, const struct md_forces *forces, int k)
{
    unsigned terms = respa->classes.list[k].terms;
    bool fixes = forces->externals_count > 0 || forces->forcings_count > 0;
    return (terms & MD_TERM_PAIR && forces->pair.type != NULL) ||
           (terms & MD_TERM_BOND && forces->others_count > 0) ||
           (k + 1 == respa->words.levels && fixes);
}

static void warn_of_empty(const struct respa *respa, const struct md_dynamics *dynamics)
{
    const struct md_speaker *speaker = dynamics->speaker;
    if (speaker == NULL || speaker->warn == NULL)
        return;
    for (int k = 0; k < respa->words.levels; k++) {
        char text[128];
        if (has_forces(respa, dynamics->forces, k))
            continue;
        snprintf(text, sizeof text, "level %d of run_style respa has no forces", k + 1);
        speaker->warn(speaker->context, &respa->words.command, text);
    }
}

/* ------------------------------------------------------------------ forces */

static enum md_status reserve(struct respa *respa, size_t atoms, struct md_error *error)
{
    if (atoms > respa->room) {
        for (int k = 0; k < respa->words.levels; k++)
            if (md_memory_grow(&respa->f[k], 0, atoms, sizeof *respa->f[k], error))
                return error->status;
        respa->room = atoms;
    }
    respa->atoms = atoms;
    return MD_OK;
}

static enum md_status filter_level(struct respa *respa, struct md_dynamics *dynamics, int k,
                                   struct md_error *error)
{
    const struct md_forces *forces = dynamics->forces;
    for (int p = 0; p < forces->filters_count; p++) {
        const struct md_filter *filter = &forces->filters[p];
        if (filter->part(filter->state, dynamics->system, respa->f[k], k == 0, error))
            return error->status;
    }
    return MD_OK;
}

/* Pairs and bonds of a level: what an evaluation of all forces counts together. */
static void count_elements(struct respa *respa, const struct md_dynamics *dynamics, int k)
{
    const struct md_class *class = &respa->classes.list[k];
    if (class->terms & MD_TERM_PAIR)
        respa->elements += class->pairs;
    if (class->terms & MD_TERM_BOND)
        respa->elements += md_forces_bonded_count(dynamics->forces, dynamics->system);
}

static struct md_work respa_work(const void *state)
{
    const struct respa *respa = state;
    struct md_work work = md_march_work(&respa->march);
    work.element_evaluations = respa->elements;
    return work;
}

static enum md_status sum_level(struct respa *respa, struct md_dynamics *dynamics, int k,
                                bool tally, struct md_error *error)
{
    struct md_forces *forces = dynamics->forces;
    struct md_system *system = dynamics->system;
    struct md_tally part;
    bool last = k + 1 == respa->words.levels;
    if (k == 0)
        respa->tally = (struct md_tally){0};
    if (md_classes_sum(&respa->classes, k, forces, system, respa->f[k], tally ? &part : NULL,
                       error))
        return error->status;
    count_elements(respa, dynamics, k);
    if (last ? md_forces_apply_fixes(forces, system, respa->f[k], tally, error)
             : filter_level(respa, dynamics, k, error))
        return error->status;
    if (last)
        respa->march.evaluations++;
    if (!tally)
        return MD_OK;
    md_tally_add(&respa->tally, &part);
    if (last) {
        md_forces_total(forces, &part); /* of the external potentials */
        md_tally_add(&respa->tally, &part);
    }
    return MD_OK;
}

static void add_share(void *context, struct md_dynamics *dynamics, size_t begin, size_t end)
{
    const struct respa *respa = context;
    md_vec3 *f = dynamics->system->atoms.f;
    for (size_t i = begin; i < end; i++)
        for (int d = 0; d < 3; d++) {
            double sum = respa->f[0][i][d];
            for (int k = 1; k < respa->words.levels; k++)
                sum += respa->f[k][i][d];
            f[i][d] = sum;
        }
}

/* Forces of all levels at the beginning; their sum and energies are known.  A run that is resumed
 * gets its own by respa_keep, afterwards. */
static enum md_status start_levels(struct respa *respa, struct md_dynamics *dynamics,
                                   struct md_error *error)
{
    if (make_classes(respa, error) || check_division(respa, dynamics, error) ||
        check_bonded(respa, dynamics, error) ||
        md_classes_list(&respa->classes, dynamics->forces, dynamics->system, error))
        return error->status;
    if (reserve(respa, dynamics->system->atoms.count, error))
        return error->status;
    for (int k = 0; k < respa->words.levels; k++)
        if (sum_level(respa, dynamics, k, false, error))
            return error->status;
    return MD_OK;
}

/* New positions are there.  `last`: of the step, where the rules for lists count; else they are
 * made again only if pairs are summed now and somebody has gone too far. */
static enum md_status moved(struct respa *respa, struct md_dynamics *dynamics, bool last,
                            bool pairs, struct md_error *error)
{
    struct md_forces *forces = dynamics->forces;
    struct md_system *system = dynamics->system;
    bool rebuilt = false;
    if (md_forces_reflect(forces, system, error))
        return error->status;
    if (last) {
        if (md_forces_moved(forces, system, &rebuilt, error))
            return error->status;
    } else if (pairs && md_neighbors_strayed(&forces->neighbors, system)) {
        rebuilt = true;
        if (md_forces_rebuild(forces, system, error))
            return error->status;
    } else {
        md_neighbors_refresh(&forces->neighbors, system);
    }
    respa->atoms = system->atoms.count; /* some may be gone */
    if (dynamics->mobility.edition != system->atoms.edition &&
        md_dynamics_mobilize(dynamics, error))
        return error->status;
    return rebuilt ? md_classes_list(&respa->classes, forces, system, error) : MD_OK;
}

/* ------------------------------------------------------------------ steps */

struct move {
    const md_vec3 *f;
    double h; /* half a step of a level; the innermost step */
};

static void kick_share(void *context, struct md_dynamics *dynamics, size_t begin, size_t end)
{
    const struct move *move = context;
    struct md_atoms *atoms = &dynamics->system->atoms;
    const int *row = md_mobility_rows(&dynamics->mobility, atoms);
    for (size_t i = begin; i < end; i++) {
        if (!md_dynamics_moves(dynamics, i))
            continue;
        double kick = move->h * dynamics->mobility.inverse[row[i]];
        for (int d = 0; d < 3; d++)
            atoms->v[i][d] += kick * move->f[i][d];
    }
}

static void drift_share(void *context, struct md_dynamics *dynamics, size_t begin, size_t end)
{
    const struct move *move = context;
    struct md_atoms *atoms = &dynamics->system->atoms;
    for (size_t i = begin; i < end; i++) {
        if (!md_dynamics_moves(dynamics, i))
            continue;
        for (int d = 0; d < 3; d++)
            atoms->x[i][d] += move->h * atoms->v[i][d];
    }
}

/* Step of a level, as LAMMPS reckons it: from the outermost inwards. */
static double step_of(const struct respa *respa, double timestep, int k)
{
    double step = timestep;
    for (int level = respa->words.levels - 2; level >= k; level--)
        step /= respa->words.factor[level];
    return step;
}

static void kick(const struct respa *respa, struct md_dynamics *dynamics, int k)
{
    struct move move = {(const md_vec3 *)respa->f[k],
                        0.5 * step_of(respa, dynamics->system->clock.timestep, k)};
    md_march_sweep(dynamics, kick_share, &move);
}

static enum md_status close_levels(struct respa *respa, struct md_dynamics *dynamics, int64_t done,
                                   bool tally, struct md_error *error)
{
    for (int k = 0; k < respa->words.levels && done % respa->stride[k] == 0; k++) {
        if (sum_level(respa, dynamics, k, tally, error))
            return error->status;
        kick(respa, dynamics, k);
    }
    return MD_OK;
}

static bool sums_pairs(const struct respa *respa, int64_t done)
{
    bool pairs = false;
    for (int k = 0; k < respa->words.levels && done % respa->stride[k] == 0; k++)
        pairs |= (respa->classes.list[k].terms & MD_TERM_PAIR) != 0;
    return pairs;
}

static enum md_status respa_step(void *state, struct md_dynamics *dynamics, bool tally,
                                 struct md_error *error)
{
    struct respa *respa = state;
    double timestep = dynamics->system->clock.timestep;
    struct move move = {NULL, step_of(respa, timestep, 0)};
    int64_t drifts = respa->stride[respa->words.levels];
    dynamics->system->clock.now += MD_TICKS_PER_STEP;
    for (int64_t c = 0; c < drifts; c++) {
        bool last = c + 1 == drifts;
        for (int k = respa->words.levels - 1; k >= 0; k--)
            if (c % respa->stride[k] == 0)
                kick(respa, dynamics, k);
        md_march_sweep(dynamics, drift_share, &move);
        if (moved(respa, dynamics, last, sums_pairs(respa, c + 1), error) ||
            close_levels(respa, dynamics, c + 1, last && tally, error))
            return error->status;
    }
    respa->tallied = tally;
    return MD_OK;
}

static enum md_status respa_begin(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct respa *respa = state;
    if (md_march_begin(state, dynamics, error) || start_levels(respa, dynamics, error))
        return error->status;
    warn_of_empty(respa, dynamics);
    return MD_OK;
}

static enum md_status respa_advance(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                                    struct md_error *error)
{
    struct respa *respa = state;
    bool stale = respa->march.stale;
    if (md_march_ready(&respa->march, dynamics, t_stop, error) ||
        (stale && start_levels(respa, dynamics, error)))
        return error->status;
    if (t_stop == dynamics->system->clock.now)
        return MD_OK;
    respa->tallied = false;
    if (md_march_advance(state, dynamics, t_stop, respa_step, error))
        return error->status;
    md_march_sweep(dynamics, add_share, respa);
    if (respa->tallied &&
        md_forces_settle(dynamics->forces, dynamics->system, &respa->tally, error))
        return md_march_at_step(dynamics->system, error);
    return MD_OK;
}

static enum md_status respa_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct respa *respa = state;
    if (md_march_keep(state, archive, error))
        return error->status;
    if (md_archive_reading(archive) &&
        reserve(respa, md_archive_size(archive, "forces 1") / 3, error))
        return error->status;
    for (int k = 0; k < respa->words.levels && respa->atoms > 0; k++) {
        char name[32];
        snprintf(name, sizeof name, "forces %d", k + 1);
        if (md_archive_doubles(archive, name, &respa->f[k][0][0], 3 * respa->atoms, error))
            return error->status;
    }
    return MD_OK;
}

static void respa_destroy(void *state)
{
    struct respa *respa = state;
    md_classes_free(&respa->classes);
    for (int k = 0; k < respa->words.levels; k++)
        md_memory_free(respa->f[k]);
    *respa = (struct respa){0};
}

const struct md_integrator md_integrator_respa = {
    .style =
        {
            .name = "respa",
            .summary = "r-RESPA: fast forces often, slow forces rarely",
            .usage = "run_style respa N n1 ... n(N-1) [bond LEVEL] [pair LEVEL] [inner LEVEL R1 R2]"
                     " [middle LEVEL R3 R4] [outer LEVEL]",
            .manual =
                "Forces are divided into N levels.  The timestep is that of level N; level k "
                "makes\n"
                "nk steps within each of level k+1.  Bonds are at level 1 and pairs at level N\n"
                "unless 'bond' and 'pair' say otherwise.  Instead of 'pair', inner, middle and "
                "outer\n"
                "divide pairs by distance: the inner force fades out between R1 and R2, where the\n"
                "next begins, middle between R3 and R4; it is the force that is multiplied by\n"
                "1 - x^2 (3 - 2x), x = (r - R1)/(R2 - R1), and every pair style but those of "
                "metals\n"
                "can be divided.  Levels must ascend from bonds to pairs.  What fixes add is at\n"
                "level N; fixes that set or average forces act on every level.  Energies and\n"
                "pressure are those of all forces.\n"
                "\n"
                "Second order, symplectic, time-reversible, conserves momentum and angular\n"
                "momentum.  A level's step beyond about a quarter of the fastest period of all\n"
                "pumps energy (resonance), however short the steps within it are.  Thermostats\n"
                "inside the step (nvt, npt) and random forces cannot be used with it.",
            .cite = "M. Tuckerman, B. J. Berne, G. J. Martyna, J. Chem. Phys. 97 (1992) 1990",
            .state_size = sizeof(struct respa),
        },
    .create = respa_create,
    .claims = respa_claims,
    .needs = MD_NEEDS_SUM,
    .sums_parts = true,
    .takes_filters = true,
    .takes_forcing = true,
    .takes_mirrors = true,
    .keep = respa_keep,
    .begin = respa_begin,
    .advance = respa_advance,
    .observe = md_march_observe,
    .changed = md_march_changed,
    .end = md_march_end,
    .work = respa_work,
    .destroy = respa_destroy,
};
