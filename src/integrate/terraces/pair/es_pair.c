/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Energy-stepping with a terraced potential for each pair: asynchronous energy-stepping.  Where
 * M. Gonzalez, B. Schmidt and M. Ortiz (Int. J. Numer. Meth. Engng 82 (2010) 205) replace the
 * potential V of all atoms by h floor(V/h) and go exactly along the straight ways between its
 * steps, here each pair has terraces of its own,
 *
 *     V_h = sum over pairs of h round(phi(r)/h),
 *
 * and an event is one pair's affair.  Motion in V_h is exact: energy K + V_h, momentum, and angular
 * momentum where nothing disturbs it, are kept to rounding, and the way back is the same way.  The
 * cost of an event does not depend on the number of atoms.
 *
 * Here are the hooks of struct md_integrator; see es_pair.h for the files.  The flight, in which
 * every atom has a time of its own, has arrays of its own.
 */
#include "integrate/terraces/pair/es_pair.h"
#include "integrate/schemes.h"
#include "integrate/step/march.h"

#include "base/memory.h"

#include <string.h>

/* ------------------------------------------------------------------ set-up */

/* What is not made of pairs. */
static enum md_status need_pairs(const struct md_es_pair *es, const struct md_dynamics *dynamics,
                                 struct md_error *error)
{
    const struct md_forces *forces = dynamics->forces;
    const struct md_potential_use *pair = &forces->pair;
    if (forces->externals_count > 0)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &forces->externals[0].place,
                            "run_style energy-stepping/pair has terraces for pairs alone, and fix "
                            "%s is a field: verlet and avi can drive it",
                            forces->externals[0].name);
    if (forces->others_count > 0)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &forces->others[0].place,
                            "run_style energy-stepping/pair has terraces for pairs that any atoms "
                            "can be, not for %s (%s_style %s): verlet and avi can drive them",
                            md_topology_kinds[forces->others[0].type->topology].many,
                            md_topology_kinds[forces->others[0].type->topology].one,
                            forces->others[0].name);
    if (pair->type->kind != MD_KIND_PAIR ||
        !(md_potential_can(pair->type, pair->state) & MD_CAN_ONE))
        return md_error_set(error, MD_ERR_UNSUPPORTED, &pair->place,
                            "run_style energy-stepping/pair needs a sum over pairs, and pair_style "
                            "%s is none: verlet and avi can drive it",
                            pair->name);
    if (forces->neighbors.rules.skin > 0.0 || !(pair->type->reach(pair->state) > 0.0))
        return MD_OK;
    md_error_set(error, MD_ERR_VALUE, &es->place,
                 "run_style energy-stepping/pair needs neighbour lists with a skin greater than 0, "
                 "and it is %g",
                 forces->neighbors.rules.skin);
    return md_error_hint(error, "neighbor 0.3 bin");
}

/* The potential must have come down to less than half a step at its cutoff: round gives 0 there. */
static enum md_status need_quiet_cutoff(const struct md_es_pair *es,
                                        const struct md_es_terraces *table, struct md_error *error)
{
    double energy = table->node[0].energy;
    if (fabs(energy) < 0.5 * es->h)
        return MD_OK;
    md_error_set(error, MD_ERR_VALUE, &es->h_place,
                 "the energy of pair_style %s is %.6g at the cutoff %g of types %d and %d, more "
                 "than half a step of h = %g: each pair that comes or goes would make a false step",
                 table->use->name, energy, table->node[0].r, table->type[0], table->type[1], es->h);
    return md_error_hint(error, "lj/smooth/linear and the like are 0 there; so is any pair style "
                                "with pair_modify shift yes");
}

/* With steps higher than every well is deep nothing of the attraction is left. */
static enum md_status need_steps(const struct md_es_pair *es, struct md_error *error)
{
    double deepest = 0.0;
    bool any = es->tables == 0;
    for (size_t t = 0; t < es->tables; t++) {
        deepest = fmax(deepest, es->table[t].depth);
        any = any || es->table[t].count > 0;
    }
    if (deepest > 0.0 && es->h > deepest)
        return md_error_set(error, MD_ERR_VALUE, &es->h_place,
                            "steps of h = %g are higher than the deepest well of any pair, %.6g: "
                            "a twentieth of it is a good choice",
                            es->h, deepest);
    if (!any)
        return md_error_set(error, MD_ERR_VALUE, &es->h_place,
                            "with steps of h = %g no pair has any: the energies are all below half "
                            "of it",
                            es->h);
    return MD_OK;
}

/* The hard walls of all fixes; whatever else moves atoms before forces are computed has no place
 * where there are none. */
static enum md_status find_walls(struct md_es_pair *es, const struct md_dynamics *dynamics,
                                 struct md_error *error)
{
    const struct md_forces *forces = dynamics->forces;
    es->planes = 0;
    if (forces->mirrors_count == 0)
        return MD_OK;
    if (md_memory_grow(&es->plane, 0, (size_t)forces->mirrors_count * MD_MIRROR_PLANES,
                       sizeof *es->plane, error))
        return error->status;
    for (int m = 0; m < forces->mirrors_count; m++) {
        const struct md_mirror *mirror = &forces->mirrors[m];
        if (mirror->planes == 0)
            return md_error_set(error, MD_ERR_UNSUPPORTED, mirror->place,
                                "run_style energy-stepping/pair knows walls that stand still, and "
                                "fix %s is none: verlet can do it",
                                mirror->name);
        for (int p = 0; p < mirror->planes; p++)
            es->plane[es->planes++] = mirror->plane[p];
    }
    return MD_OK;
}

static void free_tables(struct md_es_pair *es)
{
    for (size_t t = 0; t < es->tables; t++)
        md_es_pair_terraces_free(&es->table[t]);
    md_memory_free(es->table);
    es->table = NULL;
    es->tables = 0;
}

/* A table for each pair of types that interacts. */
static enum md_status make_tables(struct md_es_pair *es, const struct md_dynamics *dynamics,
                                  struct md_error *error)
{
    const struct md_potential_use *pair = &dynamics->forces->pair;
    int types = dynamics->system->types;
    size_t row = (size_t)types + 1;
    free_tables(es);
    md_memory_free(es->table_of);
    es->table_of = NULL;
    es->table_types = row;
    if (md_memory_grow(&es->table_of, 0, row * row, sizeof *es->table_of, error))
        return error->status;
    for (int i = 1; i <= types; i++)
        for (int j = i; j <= types; j++) {
            double cutoff = pair->type->cutoff(pair->state, i, j);
            size_t n = es->tables, a = (size_t)i, b = (size_t)j;
            es->table_of[a * row + b] = es->table_of[b * row + a] = -1;
            if (!(cutoff > 0.0))
                continue;
            if (n == UINT16_MAX || md_memory_grow(&es->table, n, n + 1, sizeof *es->table, error))
                return md_error_memory(error, "terraces");
            es->table[n] =
                (struct md_es_terraces){.use = pair, .type = {i, j}, .weight = 1.0, .h = es->h};
            es->tables = n + 1;
            es->table_of[a * row + b] = es->table_of[b * row + a] = (int32_t)n;
            if (md_es_pair_terraces_make(&es->table[n], cutoff, error) ||
                need_quiet_cutoff(es, &es->table[n], error))
                return error->status;
        }
    return need_steps(es, error);
}

static enum md_status es_set_up(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_es_pair *es = state;
    es->shown_any = false;
    es->evaluations++;
    es->mvv2e = dynamics->system->units->mvv2e;
    if (need_pairs(es, dynamics, error) || find_walls(es, dynamics, error) ||
        make_tables(es, dynamics, error))
        return error->status;
    return md_es_pair_list(es, dynamics, error);
}

/* ------------------------------------------------------------------ from event to event */

/* All atoms begin at the present tick.  Of changed velocities alone the terraces need not be found
 * again. */
static enum md_status es_launch(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_es_pair *es = state;
    const struct md_system *system = dynamics->system;
    const struct md_atoms *atoms = &system->atoms;
    es->epoch = (struct md_instant){system->clock.now, 0.0};
    es->now = es->virial_time = es->last_verify = 0.0;
    es->stalled = 0;
    memset(es->virial, 0, sizeof es->virial);
    for (size_t i = 0; i < es->atoms; i++) {
        struct md_es_body *body = &es->body[i];
        memcpy(body->x, atoms->x[i], sizeof body->x);
        if (body->inverse > 0.0)
            memcpy(body->v, atoms->v[i], sizeof body->v);
        body->s = es->since[i] = 0.0;
    }
    if ((es->loop.changed & ~(unsigned)MD_CHANGED_VELOCITY) != 0 &&
        md_es_pair_locate(es, dynamics, error))
        return error->status;
    struct md_es_pair_counts counts;
    md_es_pair_counts(es, &counts);
    es->counts.first_energy = counts.energy;
    return md_es_pair_predict_all(es, dynamics, error);
}

/* The pressure of collisions since the last look, in place of that of the forces now. */
static void collide(struct md_es_pair *es, struct md_dynamics *dynamics, double s)
{
    const struct md_potential_use *pair = &dynamics->forces->pair;
    const struct md_system *system = dynamics->system;
    struct md_tally *tally = &dynamics->forces->tally, tail = {0};
    double time = s - es->virial_time;
    double scale = 1.0 / (system->units->mvv2e * system->units->ftm2v);
    if (pair->type->tail != NULL)
        pair->type->tail(pair->state, system, &tail);
    if (time > 0.0) {
        for (int k = 0; k < 6; k++)
            es->shown[k] = scale * es->virial[k] / time + tail.virial[k];
        es->shown_any = true;
    }
    if (es->shown_any)
        memcpy(tally->virial, es->shown, sizeof es->shown);
    if (!dynamics->look)
        return;
    memset(es->virial, 0, sizeof es->virial);
    es->virial_time = s;
}

static enum md_status es_synchronise(void *state, struct md_dynamics *dynamics, bool energies,
                                     struct md_error *error)
{
    struct md_es_pair *es = state;
    struct md_system *system = dynamics->system;
    struct md_atoms *atoms = &system->atoms;
    double s = md_es_pair_instant(es, es->loop.now);
    for (size_t i = 0; i < es->atoms; i++) {
        const struct md_es_body *body = &es->body[i];
        double ahead = s - body->s;
        if (!(body->inverse > 0.0))
            continue;
        for (int k = 0; k < 3; k++) {
            atoms->x[i][k] = body->x[k] + ahead * body->v[k];
            atoms->v[i][k] = body->v[k];
        }
    }
    md_neighbors_refresh(&dynamics->forces->neighbors, system);
    es->evaluations++;
    if (md_forces_compute(dynamics->forces, system, energies, error))
        return error->status;
    if (energies)
        collide(es, dynamics, s);
    return MD_OK;
}

/* Pairs that were on a terrace are on the same one in the new list. */
static enum md_status es_listed(void *state, struct md_dynamics *dynamics, bool lost,
                                struct md_error *error)
{
    (void)lost;
    if (md_es_pair_list(state, dynamics, error) || md_es_pair_recall(state, dynamics, error))
        return error->status;
    return md_es_pair_predict_all(state, dynamics, error);
}

static void es_show(void *state, struct md_dynamics *dynamics)
{
    md_es_pair_show(state, dynamics);
}

/* A flight that a restart file gave back is at the clock's time, and its next event after it. */
static enum md_status check_clock(const struct md_es_pair *es, const struct md_clock *clock,
                                  struct md_error *error)
{
    double quantum = clock->timestep / (double)MD_TICKS_PER_STEP;
    if (fabs(es->loop.quantum - quantum) <= 1e-12 * quantum && es->epoch.fraction >= 0.0 &&
        es->epoch.fraction < 1.0 && es->now >= 0.0 && es->epoch.tick >= 0 &&
        es->epoch.tick <= clock->now && es->now <= md_es_pair_instant(es, clock->now) + quantum)
        return MD_OK;
    return md_error_set(error, MD_ERR_FILE, NULL,
                        "restart file: the time of the flight of energy-stepping/pair is not that "
                        "of the file");
}

static enum md_status check_next(const struct md_es_pair *es, const struct md_clock *clock,
                                 struct md_error *error)
{
    size_t i;
    double before = md_es_pair_instant(es, clock->now) - es->loop.quantum;
    if (!md_queue_first(&es->queue, &i, NULL) || es->wait[i].next >= before)
        return MD_OK;
    return md_error_set(error, MD_ERR_FILE, NULL,
                        "restart file: the next event of energy-stepping/pair, at %g, is before "
                        "the time of the file, %g",
                        es->wait[i].next, before);
}

static enum md_status es_resumed(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_es_pair *es = state;
    const struct md_clock *clock = &dynamics->system->clock;
    if (check_clock(es, clock, error) || md_es_pair_predict_all(es, dynamics, error))
        return error->status;
    return check_next(es, clock, error);
}

/* ------------------------------------------------------------------ restart */

#define BODY          8        /* numbers of an atom */
#define MOST_TERRACES 10000000 /* a sound run has thousands */
#define NEAR          1e-9     /* of a squared distance, for rounding */

/* A pair is put on a terrace that a file says it is on.  Only a pair that is as near as that may be
 * there: no table is extended on the word of a damaged file alone. */
static enum md_status put_on(struct md_es_pair *es, size_t i, size_t e, int64_t to,
                             struct md_error *error)
{
    const struct md_es_edge *edge = &es->edge[e];
    struct md_es_terraces *table = &es->table[edge->table];
    double d[3], w[3], r2 = 0.0;
    md_es_pair_apart(&es->body[i], &es->body[edge->partner], es->image[edge->image], es->now, d, w);
    for (int k = 0; k < 3; k++)
        r2 += d[k] * d[k];
    while (!table->closed && (int64_t)table->count < to && to <= MOST_TERRACES &&
           (table->count == 0 || table->square[table->count - 1] > r2 * (1.0 - NEAR)))
        if (md_es_pair_terraces_extend(table, table->count + 1, error))
            return error->status;
    if (to >= 0 && (size_t)to <= table->count) {
        if (md_es_pair_set(es, e, (size_t)to, error))
            return error->status;
        if (r2 * (1.0 + NEAR) >= edge->in2 && r2 * (1.0 - NEAR) <= edge->out2)
            return MD_OK;
    }
    return md_error_set(error, MD_ERR_FILE, NULL,
                        "restart file: two atoms %.6g apart cannot be on terrace %lld of their "
                        "energy",
                        sqrt(r2), (long long)to);
}

/* Bodies and terraces of pairs; the times of events follow from them. */
static enum md_status keep_flight(struct md_es_pair *es, struct md_archive *archive, double *body,
                                  int64_t *terrace, struct md_error *error)
{
    bool reading = md_archive_reading(archive);
    size_t pairs = 0;
    for (size_t i = 0; i < es->atoms; i++) {
        const struct md_es_body *b = &es->body[i];
        double numbers[BODY] = {b->x[0], b->x[1], b->x[2], b->v[0],
                                b->v[1], b->v[2], b->s,    es->since[i]};
        memcpy(body + BODY * i, numbers, sizeof numbers);
        for (size_t e = es->start[i]; e < es->start[i] + (size_t)es->owned[i]; e++)
            terrace[pairs++] = es->edge[e].terrace;
    }
    if (md_archive_doubles(archive, "bodies", body, BODY * es->atoms, error) ||
        md_archive_ints(archive, "terraces", terrace, pairs, error))
        return error->status;
    pairs = 0;
    for (size_t i = 0; reading && i < es->atoms; i++) {
        struct md_es_body *b = &es->body[i];
        memcpy(b->x, body + BODY * i, sizeof b->x);
        memcpy(b->v, body + BODY * i + 3, sizeof b->v);
        b->s = body[BODY * i + 6];
        es->since[i] = body[BODY * i + 7];
    }
    for (size_t i = 0; reading && i < es->atoms; i++)
        for (size_t e = es->start[i]; e < es->start[i] + (size_t)es->owned[i]; e++)
            if (put_on(es, i, e, terrace[pairs++], error))
                return error->status;
    return MD_OK;
}

static enum md_status es_keep(void *state, struct md_archive *archive, bool running,
                              struct md_error *error)
{
    struct md_es_pair *es = state;
    double numbers[19] = {
        es->epoch.fraction,      es->now,          es->virial_time, es->last_verify,
        es->counts.first_energy, es->loop.quantum, es->shown_any};
    int64_t whole[2] = {es->epoch.tick, es->level};
    memcpy(numbers + 7, es->virial, sizeof es->virial);
    memcpy(numbers + 13, es->shown, sizeof es->shown);
    if (!running)
        return MD_OK;
    if (md_archive_doubles(archive, "numbers", numbers, 19, error) ||
        md_archive_ints(archive, "epoch", whole, 2, error))
        return error->status;
    es->now = numbers[1];
    double *body = md_memory_array(es->atoms + 1, BODY * sizeof *body);
    int64_t *terrace = md_memory_array(es->edges / 2 + 1, sizeof *terrace);
    enum md_status status = body == NULL || terrace == NULL
                                ? md_error_memory(error, "the flight of the atoms")
                                : keep_flight(es, archive, body, terrace, error);
    md_memory_free(body);
    md_memory_free(terrace);
    if (status != MD_OK || !md_archive_reading(archive))
        return status;
    es->epoch.fraction = numbers[0];
    es->virial_time = numbers[2];
    es->last_verify = numbers[3];
    es->counts.first_energy = numbers[4];
    es->loop.quantum = numbers[5];
    es->shown_any = numbers[6] > 0.0;
    memcpy(es->virial, numbers + 7, sizeof es->virial);
    memcpy(es->shown, numbers + 13, sizeof es->shown);
    es->epoch.tick = whole[0];
    es->level = whole[1];
    return MD_OK;
}

static const struct md_event_scheme es_scheme = {
    .place = MD_FLIGHT_OWN,
    .set_up = es_set_up,
    .launch = es_launch,
    .depart = md_es_pair_depart,
    .next = md_es_pair_next,
    .event = md_es_pair_event,
    .latest = md_es_pair_latest,
    .synchronise = es_synchronise,
    .listed = es_listed,
    .keep = es_keep,
    .resumed = es_resumed,
    .show = es_show,
};

/* ------------------------------------------------------------------ words */

static enum md_status es_create(void *state, const struct md_args *args, struct md_error *error)
{
    static const char *const keys[] = {"h", "verify", NULL};
    struct md_es_pair *es = state;
    *es = (struct md_es_pair){.loop.scheme = &es_scheme, .place = args->command.place};
    for (int at = 0; at < args->count; at++) {
        const struct md_word *word = &args->words[at];
        int key;
        if (md_word_choice(word, "keyword of run_style energy-stepping/pair", keys, &key, error))
            return error->status;
        if (key == 0 ? es->h > 0.0 : es->verify)
            return md_error_set(error, MD_ERR_VALUE, &word->place, "'%s' is given a second time",
                                word->text);
        if (key == 1) {
            es->verify = true;
            continue;
        }
        if (++at == args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place,
                                "'h' must be followed by the height of the steps, an energy");
        word = &args->words[at];
        es->h_place = word->place;
        if (md_word_double(word, "height of the steps", MD_ABOVE(0.0), 1e300, &es->h, error))
            return error->status;
    }
    if (!(es->h > 0.0))
        return md_error_set(error, MD_ERR_COUNT, &es->place,
                            "run_style energy-stepping/pair needs the height of the steps: h "
                            "VALUE");
    return MD_OK;
}

static struct md_claims es_claims(const void *state)
{
    (void)state;
    return (struct md_claims){
        .order = 0, /* of V_h the motion is exact, and to that of V it has no order */
        .reversible = true,
        .conserves_energy = true,
        .conserves_momentum = true,
        .conserves_angular_momentum = true,
        .asynchronous = true,
        .collisional = true,
    };
}

/* ------------------------------------------------------------------ hooks */

static enum md_status es_begin(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_es_pair *es = state;
    struct md_ledger *ledger = &dynamics->system->ledger;
    es->counts = (struct md_es_pair_counts){.first_energy = es->counts.first_energy};
    es->evaluations = 0;
    es->bin0 = dynamics->system->clock.timestep * 0x1p-12;
    if (md_ledger_begin(ledger, &dynamics->system->atoms, error))
        return error->status;
    ledger->terraces.active = true;
    if (md_event_loop_begin(state, dynamics, error))
        return error->status;
    return es->loop.started ? md_es_pair_announce(es, dynamics, error) : MD_OK;
}

/* Also where a fix has changed velocities since the last advance. */
static enum md_status es_observe(const void *state, const struct md_dynamics *dynamics, md_tick t,
                                 struct md_frame *frame, struct md_error *error)
{
    md_es_pair_show(state, dynamics);
    return md_march_observe(state, dynamics, t, frame, error);
}

static struct md_work es_work(const void *state)
{
    const struct md_es_pair *es = state;
    return (struct md_work){.events = es->counts.events,
                            .force_evaluations = es->evaluations,
                            .element_evaluations = es->counts.predictions};
}

static void es_destroy(void *state)
{
    struct md_es_pair *es = state;
    md_event_loop_free(&es->loop);
    if (es->queue_made)
        md_queue_free(&es->queue);
    md_es_pair_list_free(es);
    *es = (struct md_es_pair){0};
}

static const char manual[] =
    "Each pair's potential is replaced by terraces, h round(phi(r)/h), and motion in these is\n"
    "exact: atoms fly straight, and where a pair comes to the edge of a terrace it is refracted,\n"
    "or reflected if its energy along the line is not enough for the step.  Energy K + V_h,\n"
    "momentum, and in free systems angular momentum are kept to rounding, however high the\n"
    "steps are and however long the run; the way back is the same way.  All else is that of V_h,\n"
    "which is near V and not V: K + V fluctuates by the difference, and averages are off by what\n"
    "h decides.  A twentieth of the depth of the well or less is a good choice; there, at h = "
    "0.05\n"
    "epsilon, the pressure of a Lennard-Jones liquid near its triple point is 0.035 in reduced\n"
    "units too high at the same temperature, its energy within 0.002 an atom.  The number of\n"
    "events "
    "goes as 1/h, the cost of each does not depend on the number of atoms, and the timestep\n"
    "says only when somebody may look.\n"
    "\n"
    "  h VALUE  height of the steps, an energy\n"
    "  verify   goes through all pairs of atoms once more before each event and ends the run\n"
    "           where one is not on the terrace it is held to be on: slow, for tests\n"
    "\n"
    "Levels are rounded to the nearest, so that the tail and the cutoff carry no step; a\n"
    "potential of more than h/2 at its cutoff is refused.  A core that turns over and falls\n"
    "(buck) has a hard wall at its summit.  An energy that is just enough for a step is not\n"
    "enough; touching an edge without crossing it is no event; events at one time come in the\n"
    "order of IDs; a pair that starts on an edge belongs to the terrace it is moving to.\n"
    "\n"
    "Begin with a state in equilibrium.  On a lattice all pairs of a shell stand at the same\n"
    "place of a terrace, V - V_h is as many times its value for one pair, and as they spread it\n"
    "becomes heat: an fcc crystal of density 0.8442 that begins at T = 0.3 is soon at 0.16 with\n"
    "Verlet and at 0.23 with h = 0.05.  Before a run the log says V - V_h and what it is where "
    "pairs are\n"
    "spread; a warning says the heat to expect where it is more than 2 % of K.\n"
    "\n"
    "Thermo and measures see all atoms at one instant, with V itself as potential energy, so\n"
    "that etotal fluctuates by the difference of V and V_h; K + V_h and counts of events come\n"
    "from compute es/steps and the report after the run.  The pressure is that of the impulses "
    "since the last look (of the forces at the first\n"
    "row).  Looking never changes the path.  The next run goes on in mid-flight, as does a\n"
    "restart file written during a run (restart N).  Neighbour lists are made again when the\n"
    "first atom has gone half the skin, whatever neigh_modify says of every, delay, check and\n"
    "once.\n"
    "Refused: many-body potentials, bonds, fields, projections of forces, forces without a\n"
    "potential, thermostats, boxes that change, walls that move.  fix wall/reflect and pair_style\n"
    "hard throw atoms back exactly where they meet the wall or each other.  Not in LAMMPS.";

const struct md_integrator md_integrator_es_pair = {
    .style =
        {
            .name = "energy-stepping/pair",
            .summary = "exact motion on terraces of each pair's energy, event by event",
            .usage = "run_style energy-stepping/pair h VALUE [verify]",
            .manual = manual,
            .cite = "M. Gonzalez, B. Schmidt, M. Ortiz, "
                    "Int. J. Numer. Meth. Engng 82 (2010) 205",
            .state_size = sizeof(struct md_es_pair),
        },
    .create = es_create,
    .claims = es_claims,
    .needs = MD_NEEDS_SUM | MD_NEEDS_ONE,
    .takes_flat = true,
    .takes_mirrors = true,
    .takes_contacts = true,
    .sums_parts = true,
    .keeps_terraces = true,
    .fixed_box = true,
    .keep = md_event_loop_keep,
    .begin = es_begin,
    .advance = md_event_loop_advance,
    .observe = es_observe,
    .changed = md_event_loop_changed,
    .end = md_event_loop_end,
    .work = es_work,
    .report = md_es_pair_report,
    .destroy = es_destroy,
};
