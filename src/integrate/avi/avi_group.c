/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * element group: a class of elements is one entry of the queue, and its event is one call of the
 * vector kernels for all of its elements.  All atoms then go on together, so there is one time of
 * all positions, `at`.  This is the way for large systems: a heap entry for each pair costs ten
 * times as much as the pair.
 *
 * A class of bonds on a clock faster than all others runs ahead molecule by molecule (avi_bonds.h):
 * it is not in the queue, and bonded atoms then have a time of their own, `bonded_at`.
 */
#include "integrate/avi/avi_bonds.h"
#include "integrate/step/march.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

#define REBUILDS_MOST 256  /* lists on the way from one event to the next */
#define SHELL_SKIN    0.15 /* of the innermost shell's edge: the skin of nested lists */

struct group {
    struct md_queue queue;
    struct md_avi_watch watch, shells; /* over the common list, and nested ones */
    md_tick at;                        /* of all positions, */
    md_tick bonded_at;                 /* but those of bonded atoms, when their class runs ahead */
    int ahead;                         /* that class; -1: none */
    md_tick checked;                   /* the lists are known to last until this tick */
    bool nested;                       /* shells have lists of their own that are made more often */
    struct md_avi_bonds bonds;
    md_tick sites; /* of the positions the list's sites hold */
    md_tick known; /* of the forces of the only class in atoms.f; -1: none */
    size_t entry;  /* the class whose event is next */
    md_vec3 *part; /* forces of one class, when there are several */
    size_t room;
};

/* ------------------------------------------------------------------ sweeps */

struct sweep {
    const struct md_avi *avi;
    double factor;
    const bool *bonded; /* NULL: all atoms are alike */
    double bonded_factor;
    double fastest; /* square of a speed */
    const md_vec3 *f;
    bool over; /* an atom became faster */
};

static void drift_share(void *context, struct md_dynamics *dynamics, size_t begin, size_t end)
{
    const struct sweep *sweep = context;
    struct md_atoms *atoms = &dynamics->system->atoms;
    md_vec3 *x = atoms->x;
    const md_vec3 *v = (const md_vec3 *)atoms->v;
    for (size_t i = begin; i < end; i++) {
        if (!md_dynamics_moves(dynamics, i))
            continue;
        double h = sweep->bonded != NULL && sweep->bonded[i] ? sweep->bonded_factor : sweep->factor;
        x[i][0] += h * v[i][0];
        x[i][1] += h * v[i][1];
        x[i][2] += h * v[i][2];
    }
}

static void kick_share(void *context, struct md_dynamics *dynamics, size_t begin, size_t end)
{
    struct sweep *sweep = context;
    struct md_atoms *atoms = &dynamics->system->atoms;
    const int *row = md_mobility_rows(&dynamics->mobility, atoms);
    const double *inverse = dynamics->mobility.inverse;
    const md_vec3 *f = sweep->f;
    md_vec3 *v = atoms->v;
    int over = 0;
    for (size_t i = begin; i < end; i++) {
        if (!md_dynamics_moves(dynamics, i))
            continue;
        double kick = sweep->factor * inverse[row[i]];
        v[i][0] += kick * f[i][0];
        v[i][1] += kick * f[i][1];
        v[i][2] += kick * f[i][2];
        double square = v[i][0] * v[i][0] + v[i][1] * v[i][1] + v[i][2] * v[i][2];
        over |= !(square <= sweep->fastest);
    }
    if (over) {
#pragma omp atomic write
        sweep->over = true;
    }
}

static void drift_to(struct group *group, const struct md_avi *avi, struct md_dynamics *dynamics,
                     md_tick t)
{
    struct sweep sweep = {.avi = avi,
                          .factor = (double)(t - group->at) * avi->quantum,
                          .bonded = group->bonded_at != group->at ? group->bonds.bonded : NULL,
                          .bonded_factor = (double)(t - group->bonded_at) * avi->quantum};
    if (t > group->at || t > group->bonded_at)
        md_march_sweep(dynamics, drift_share, &sweep);
    group->at = group->bonded_at = t;
}

static void refresh(struct group *group, struct md_dynamics *dynamics)
{
    if (group->sites == group->at)
        return;
    md_neighbors_refresh(&dynamics->forces->neighbors, dynamics->system);
    group->sites = group->at;
}

/* ------------------------------------------------------------------ hooks */

static void reset_watches(struct group *group)
{
    md_avi_watch_reset(&group->watch);
    md_avi_watch_reset(&group->shells);
}

/* The skin of nested lists: a few per cent of the volume within the first shell's edge. */
static double shell_skin(const struct md_avi *avi)
{
    double edge = INFINITY;
    for (int k = 0; k < avi->classes.count; k++)
        if (avi->classes.list[k].shelled)
            edge = fmin(edge, avi->classes.list[k].shell.out[1]);
    return edge < INFINITY ? SHELL_SKIN * edge : 0.0;
}

/* Bonds that no other class is faster than may run ahead of them all. */
static int fastest_bonds(const struct md_avi *avi, const struct md_dynamics *dynamics)
{
    int found = -1;
    for (int k = 0; k < avi->classes.count; k++)
        if (md_avi_bonds_possible(avi, dynamics, k))
            found = k;
    for (int k = 0; found >= 0 && k < avi->classes.count; k++)
        if (avi->clock[k].step < avi->clock[found].step)
            return -1;
    return found;
}

static enum md_status group_begin(struct md_avi *avi, struct md_dynamics *dynamics,
                                  struct md_error *error)
{
    struct group *group = avi->own;
    size_t atoms = dynamics->system->atoms.count;
    if (group == NULL) {
        avi->own = group = md_memory_array(1, sizeof *group);
        if (group == NULL)
            return md_error_memory(error, "the integrator");
        if (md_queue_init(&group->queue, avi->words.queue, MD_AVI_CLASSES, error))
            return error->status;
    }
    group->known = group->sites = -1;
    group->ahead = fastest_bonds(avi, dynamics);
    group->watch.straight = group->shells.straight = group->ahead < 0;
    avi->classes.skin = shell_skin(avi);
    reset_watches(group);
    if (avi->classes.count > 1 && atoms > group->room) {
        if (md_memory_grow(&group->part, 0, atoms, sizeof *group->part, error))
            return error->status;
        group->room = atoms;
    }
    return MD_OK;
}

static enum md_status group_listed(struct md_avi *avi, struct md_dynamics *dynamics,
                                   struct md_error *error)
{
    struct group *group = avi->own;
    reset_watches(group);
    group->nested = avi->classes.nested;
    group->sites = group->at;
    group->known = -1;
    return group->ahead >= 0 ? md_avi_bonds_list(&group->bonds, dynamics, error) : MD_OK;
}

/* Clocks are where they are, after a launch or a restart: the queue follows. */
static enum md_status fill_queue(struct md_avi *avi, struct md_error *error)
{
    struct group *group = avi->own;
    md_queue_clear(&group->queue);
    for (int k = 0; k < avi->classes.count; k++) {
        struct md_key key = {.tick = avi->clock[k].next, .id = k};
        if (k != group->ahead && md_queue_put(&group->queue, (size_t)k, key, error))
            return error->status;
    }
    return MD_OK;
}

static enum md_status group_launch(struct md_avi *avi, struct md_dynamics *dynamics,
                                   struct md_error *error)
{
    struct group *group = avi->own;
    group->at = group->bonded_at = group->checked = dynamics->system->clock.now;
    group->sites = group->known = -1;
    reset_watches(group);
    return fill_queue(avi, error);
}

/* The speed (a square) beyond which one of the watches must be told. */
static double slower(const struct group *group)
{
    return fmin(group->watch.fastest, group->nested ? group->shells.fastest : INFINITY);
}

/* The event of class k: an impulse to all of its atoms. */
static enum md_status fire(struct md_avi *avi, struct md_dynamics *dynamics, int k,
                           struct md_error *error)
{
    struct group *group = avi->own;
    struct md_avi_clock *clock = &avi->clock[k];
    struct md_atoms *atoms = &dynamics->system->atoms;
    bool balance = dynamics->system->ledger.want_residual;
    struct md_tally tally;
    if (balance || group->known != clock->next || avi->classes.count > 1) {
        refresh(group, dynamics);
        if (md_classes_sum(&avi->classes, k, dynamics->forces, dynamics->system, atoms->f,
                           balance ? &tally : NULL, error))
            return error->status;
    }
    if (balance)
        md_avi_ledger_open(avi, dynamics, k, &tally);
    struct sweep sweep = {.avi = avi,
                          .factor = md_avi_weight(avi, k),
                          .fastest = slower(group),
                          .f = (const md_vec3 *)atoms->f};
    md_march_sweep(dynamics, kick_share, &sweep);
    if (balance)
        md_avi_ledger_kicked(avi, dynamics, k);
    if (sweep.over)
        group->watch.until = group->shells.until = INT64_MIN;
    md_avi_ledger_touch(avi, dynamics, k, 1);
    clock->next += clock->step;
    clock->updates += clock->elements;
    avi->events++;
    struct md_key key = {.tick = clock->next, .id = k};
    return md_queue_put(&group->queue, (size_t)k, key, error);
}

/* The bonds' events before t; all atoms were at `at` when the other classes had their last. */
static void run_ahead(struct md_avi *avi, struct md_dynamics *dynamics, md_tick t)
{
    struct group *group = avi->own;
    bool over = false;
    if (group->ahead < 0)
        return;
    const struct md_avi_clock *clock = &avi->clock[group->ahead];
    md_tick next = clock->next;
    group->bonded_at = md_avi_bonds_run(&group->bonds, avi, dynamics, group->ahead,
                                        group->bonded_at, t, slower(group), &over);
    if (clock->next > next)
        md_avi_ledger_touch(avi, dynamics, group->ahead, (clock->next - next) / clock->step);
    if (over)
        group->watch.until = group->shells.until = INT64_MIN;
}

/* If an atom is too fast even for a fresh list, it is made again where its time is up; this tick
 * follows from the flight alone, wherever an advance ends.  Atoms of unbounded speed, or lists
 * without a skin, cannot be helped. */
static void cut_way(struct group *group, struct md_neighbors *neighbors, md_tick until)
{
    if (until > group->at && until - group->at > (group->checked - group->at) / REBUILDS_MOST)
        group->checked = until;
    else
        neighbors->dangerous++;
}

/* The list is good from where all atoms are now to t.  Asked before the way from one event to the
 * next, once, wherever an advance ends; and again at its end, if an atom became faster than was
 * reckoned with on the way, or was too fast from the beginning. */
static enum md_status make_sure(struct md_avi *avi, struct md_dynamics *dynamics, md_tick t,
                                struct md_error *error)
{
    struct group *group = avi->own;
    group->checked = t;
    if (md_avi_watch_due(&group->watch, avi, dynamics, NULL, group->at, t)) {
        if (md_event_loop_renew(avi, dynamics, group->at, error))
            return error->status;
        if (md_avi_watch_due(&group->watch, avi, dynamics, NULL, group->at, t))
            cut_way(group, &dynamics->forces->neighbors, group->watch.until);
    }
    if (group->nested && md_avi_watch_shells_due(&group->shells, avi, dynamics, group->at, t)) {
        if (md_classes_sift(&avi->classes, dynamics->forces, dynamics->system,
                            (const md_vec3 *)dynamics->system->atoms.x, error))
            return error->status;
        md_avi_watch_reset(&group->shells);
        md_avi_count(avi, dynamics);
        if (md_avi_watch_shells_due(&group->shells, avi, dynamics, group->at, group->checked))
            cut_way(group, &dynamics->forces->neighbors, group->shells.until);
    }
    return MD_OK;
}

/* A compute that wants to see every event may have come since the launch: then no bonds run
 * ahead. */
static enum md_status group_depart(struct md_avi *avi, struct md_dynamics *dynamics,
                                   struct md_error *error)
{
    struct group *group = avi->own;
    int bonds = group->ahead;
    if (bonds < 0 || !dynamics->system->ledger.want_residual)
        return MD_OK;
    struct md_key key = {.tick = avi->clock[bonds].next, .id = bonds};
    group->ahead = -1;
    return md_queue_put(&group->queue, (size_t)bonds, key, error);
}

static enum md_status group_next(struct md_avi *avi, struct md_dynamics *dynamics, md_tick t_stop,
                                 bool *due, struct md_error *error)
{
    struct group *group = avi->own;
    struct md_key key;
    if (!md_queue_first(&group->queue, &group->entry, &key))
        return MD_OK;
    for (;;) {
        if (key.tick > group->checked && group->at >= group->checked &&
            make_sure(avi, dynamics, key.tick, error))
            return error->status;
        if (group->checked >= key.tick || group->checked >= t_stop)
            break;
        run_ahead(avi, dynamics, group->checked);
        drift_to(group, avi, dynamics, group->checked);
    }
    run_ahead(avi, dynamics, key.tick < t_stop ? key.tick : t_stop);
    *due = key.tick < t_stop;
    return MD_OK;
}

static enum md_status group_event(struct md_avi *avi, struct md_dynamics *dynamics,
                                  struct md_error *error)
{
    struct group *group = avi->own;
    md_tick t = avi->clock[group->entry].next;
    drift_to(group, avi, dynamics, t);
    dynamics->system->clock.now = t;
    if (t > group->watch.until && make_sure(avi, dynamics, t, error))
        return error->status;
    return fire(avi, dynamics, (int)group->entry, error);
}

static md_tick group_latest(const struct md_avi *avi)
{
    const struct group *group = avi->own;
    return group->bonded_at > group->at ? group->bonded_at : group->at;
}

/* ------------------------------------------------------------------ being looked at */

static void add_forces(md_vec3 *f, const md_vec3 *part, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            f[i][k] += part[i][k];
}

static enum md_status group_synchronise(struct md_avi *avi, struct md_dynamics *dynamics, md_tick t,
                                        struct md_tally *tally, struct md_error *error)
{
    struct group *group = avi->own;
    struct md_atoms *atoms = &dynamics->system->atoms;
    md_tick at = group->at, bonded_at = group->bonded_at;
    bool several = avi->classes.count > 1;
    drift_to(group, avi, dynamics, t);
    refresh(group, dynamics);
    group->at = at; /* the flight stays where it is; its sites are refreshed when it goes on */
    group->bonded_at = bonded_at;
    if (several && atoms->count > 0)
        memset(atoms->f, 0, atoms->count * sizeof *atoms->f);
    for (int k = 0; k < avi->classes.count; k++) {
        struct md_tally one;
        md_vec3 *f = several ? group->part : atoms->f;
        if (md_classes_sum(&avi->classes, k, dynamics->forces, dynamics->system, f, &one, error))
            return error->status;
        struct sweep sweep = {.avi = avi,
                              .factor = md_avi_lack(avi, k, t),
                              .fastest = INFINITY,
                              .f = (const md_vec3 *)f};
        md_march_sweep(dynamics, kick_share, &sweep);
        md_tally_add(tally, &one);
        if (several)
            add_forces(atoms->f, (const md_vec3 *)f, atoms->count);
    }
    group->known = !several && avi->classes.count == 1 ? t : -1;
    return MD_OK;
}

/* Nested lists are made again where they were made: md_classes_sift is called when the run goes
 * on. */
static enum md_status keep_shells(struct md_avi *avi, struct md_archive *archive,
                                  struct md_error *error)
{
    struct group *group = avi->own;
    if (md_archive_doubles(archive, "shells_held", (double *)avi->classes.held,
                           3 * avi->loop.flight.atoms, error) ||
        md_archive_doubles(archive, "shells_fastest", &group->shells.fastest, 1, error))
        return error->status;
    return md_archive_ints(archive, "shells_until", &group->shells.until, 1, error);
}

static enum md_status group_keep(struct md_avi *avi, struct md_archive *archive,
                                 struct md_error *error)
{
    struct group *group = avi->own;
    if (md_archive_ints(archive, "at", &group->at, 1, error) ||
        md_archive_ints(archive, "bonded_at", &group->bonded_at, 1, error) ||
        md_archive_ints(archive, "checked", &group->checked, 1, error) ||
        md_archive_doubles(archive, "fastest", &group->watch.fastest, 1, error) ||
        md_archive_ints(archive, "until", &group->watch.until, 1, error) ||
        (group->nested && keep_shells(avi, archive, error)))
        return error->status;
    group->sites = group->known = -1;
    return md_archive_reading(archive) ? fill_queue(avi, error) : MD_OK;
}

static enum md_status group_resumed(struct md_avi *avi, struct md_dynamics *dynamics,
                                    struct md_error *error)
{
    struct group *group = avi->own;
    if (!group->nested)
        return MD_OK;
    enum md_status status = md_classes_sift(&avi->classes, dynamics->forces, dynamics->system,
                                            (const md_vec3 *)avi->classes.held, error);
    md_avi_count(avi, dynamics);
    return status;
}

static void group_destroy(struct md_avi *avi)
{
    struct group *group = avi->own;
    if (group == NULL)
        return;
    md_queue_free(&group->queue);
    md_avi_bonds_free(&group->bonds);
    md_memory_free(group->part);
    md_memory_free(group);
    avi->own = NULL;
}

const struct md_avi_engine md_avi_group = {
    .name = "group",
    .counts_atoms = true,
    .balances = true,
    .begin = group_begin,
    .listed = group_listed,
    .launch = group_launch,
    .depart = group_depart,
    .next = group_next,
    .event = group_event,
    .latest = group_latest,
    .synchronise = group_synchronise,
    .keep = group_keep,
    .resumed = group_resumed,
    .destroy = group_destroy,
};
