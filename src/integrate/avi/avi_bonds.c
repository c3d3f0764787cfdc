/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stiff bonds on a short clock, molecule by molecule. */
#include "integrate/avi/avi_bonds.h"

#include "base/memory.h"

#include <omp.h>
#include <string.h>

#define BATCH 64 /* bonds that run together, unless one molecule has more */

bool md_avi_bonds_possible(const struct md_avi *avi, const struct md_dynamics *dynamics, int k)
{
    const struct md_forces *forces = dynamics->forces;
    return avi->classes.count > 1 && avi->classes.list[k].terms == MD_TERM_BOND &&
           forces->others_count == 1 && forces->others[0].type->pulls != NULL &&
           !dynamics->system->ledger.want_residual;
}

void md_avi_bonds_free(struct md_avi_bonds *bonds)
{
    md_memory_free(bonds->bonded);
    md_memory_free(bonds->atom);
    md_memory_free(bonds->end);
    md_memory_free(bonds->type);
    md_memory_free(bonds->shift);
    md_memory_free(bonds->batch);
    md_memory_free(bonds->scratch);
    *bonds = (struct md_avi_bonds){0};
}

/* ------------------------------------------------------------------ molecules */

static enum md_status reserve(struct md_avi_bonds *bonds, const struct md_graph *graph,
                              struct md_error *error)
{
    size_t atoms = graph->atoms, ends = graph->start[atoms];
    if (atoms > bonds->bonded_room) {
        if (md_memory_grow(&bonds->bonded, 0, atoms, sizeof *bonds->bonded, error) ||
            md_memory_grow(&bonds->atom, 0, atoms, sizeof *bonds->atom, error) ||
            md_memory_grow(&bonds->batch, 0, atoms, sizeof *bonds->batch, error))
            return error->status;
        bonds->bonded_room = bonds->atom_room = bonds->batch_room = atoms;
    }
    if (ends > bonds->bond_room) {
        if (md_memory_grow(&bonds->end, 0, ends, sizeof *bonds->end, error) ||
            md_memory_grow(&bonds->type, 0, ends, sizeof *bonds->type, error) ||
            md_memory_grow(&bonds->shift, 0, ends, sizeof *bonds->shift, error))
            return error->status;
        bonds->bond_room = ends;
    }
    return MD_OK;
}

/* The atoms that bonds join to this one, breadth first; place[] tells where an atom came to be. */
static void walk(struct md_avi_bonds *bonds, const struct md_graph *graph, size_t first,
                 int32_t *place)
{
    size_t next = bonds->atoms;
    bonds->atom[bonds->atoms++] = first;
    bonds->bonded[first] = true;
    while (next < bonds->atoms) {
        size_t i = bonds->atom[next];
        place[i] = (int32_t)next++;
        for (size_t n = graph->start[i]; n < graph->start[i + 1]; n++) {
            size_t j = (size_t)graph->end[n].partner;
            if (!bonds->bonded[j]) {
                bonds->bonded[j] = true;
                bonds->atom[bonds->atoms++] = j;
            }
        }
    }
}

/* The molecule of an atom, from its lowest ID on: an atom's bonds kick it in an order that follows
 * from this walk. */
static void add_molecule(struct md_avi_bonds *bonds, const struct md_graph *graph,
                         const int64_t *id, size_t atom, int32_t *place)
{
    size_t begin = bonds->atoms, first = atom;
    walk(bonds, graph, atom, place);
    for (size_t a = begin; a < bonds->atoms; a++)
        first = id[bonds->atom[a]] < id[first] ? bonds->atom[a] : first;
    if (first == atom)
        return;
    for (size_t a = begin; a < bonds->atoms; a++)
        bonds->bonded[bonds->atom[a]] = false;
    bonds->atoms = begin;
    walk(bonds, graph, first, place);
}

/* Bonds of the atoms from `begin` on, each once, at its first end. */
static void add_bonds(struct md_avi_bonds *bonds, const struct md_graph *graph,
                      const struct md_box *box, size_t begin, const int32_t *place)
{
    for (size_t a = begin; a < bonds->atoms; a++) {
        size_t i = bonds->atom[a];
        for (size_t n = graph->start[i]; n < graph->start[i + 1]; n++) {
            const struct md_bond_end *end = &graph->end[n];
            if (!end->first)
                continue;
            size_t b = bonds->bonds++;
            bonds->end[b][0] = (int32_t)a;
            bonds->end[b][1] = place[end->partner];
            bonds->type[b] = end->type;
            for (int k = 0; k < 3; k++)
                bonds->shift[b][k] = end->shift[k] * box->length[k];
        }
    }
}

/* Ends are counted from the batch's first atom. */
static void close_batch(struct md_avi_bonds *bonds, struct md_avi_batch *batch)
{
    batch->atoms = bonds->atoms - batch->atom;
    batch->bonds = bonds->bonds - batch->bond;
    for (size_t b = batch->bond; b < bonds->bonds; b++)
        for (int side = 0; side < 2; side++)
            bonds->end[b][side] -= (int32_t)batch->atom;
    bonds->largest[0] = batch->atoms > bonds->largest[0] ? batch->atoms : bonds->largest[0];
    bonds->largest[1] = batch->bonds > bonds->largest[1] ? batch->bonds : bonds->largest[1];
    bonds->batches++;
}

enum md_status md_avi_bonds_list(struct md_avi_bonds *bonds, const struct md_dynamics *dynamics,
                                 struct md_error *error)
{
    const struct md_graph *graph = &dynamics->forces->neighbors.graph;
    const struct md_system *system = dynamics->system;
    bonds->atoms = bonds->bonds = bonds->batches = bonds->largest[0] = bonds->largest[1] = 0;
    if (graph->atoms == 0)
        return MD_OK;
    if (reserve(bonds, graph, error))
        return error->status;
    int32_t *place = md_memory_array(graph->atoms, sizeof *place);
    if (place == NULL)
        return md_error_memory(error, "the molecules");
    memset(bonds->bonded, 0, graph->atoms * sizeof *bonds->bonded);
    struct md_avi_batch *batch = NULL;
    for (size_t i = 0; i < graph->atoms; i++) {
        if (bonds->bonded[i] || graph->start[i] == graph->start[i + 1])
            continue;
        if (batch == NULL) {
            batch = &bonds->batch[bonds->batches];
            *batch = (struct md_avi_batch){.atom = bonds->atoms, .bond = bonds->bonds};
        }
        size_t begin = bonds->atoms;
        add_molecule(bonds, graph, system->atoms.id, i, place);
        add_bonds(bonds, graph, &system->box, begin, place);
        if (bonds->bonds - batch->bond >= BATCH) {
            close_batch(bonds, batch);
            batch = NULL;
        }
    }
    if (batch != NULL)
        close_batch(bonds, batch);
    md_memory_free(place);
    size_t threads = (size_t)(system->threads > 1 ? system->threads : 1);
    size_t size = threads * (7 * bonds->largest[0] + 5 * bonds->largest[1] + 16);
    if (size > bonds->scratch_size) {
        if (md_memory_grow(&bonds->scratch, 0, size, sizeof(double), error))
            return error->status;
        bonds->scratch_size = size;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ running */

/* One batch while it runs, structure of arrays. */
struct flock {
    size_t atoms, bonds;
    double *x[3], *v[3], *inverse; /* of the atoms; inverse 0: does not move */
    double *d[3], *square, *force; /* of the bonds */
    const int32_t (*end)[2];
    const int *type;
    const double (*shift)[3];
};

static void gather(struct flock *flock, const struct md_avi_bonds *bonds,
                   const struct md_avi_batch *batch, const struct md_dynamics *dynamics,
                   double *room)
{
    const struct md_atoms *atoms = &dynamics->system->atoms;
    const size_t *atom = bonds->atom + batch->atom;
    size_t n = batch->atoms;
    flock->atoms = n;
    flock->bonds = batch->bonds;
    for (int k = 0; k < 3; k++) {
        flock->x[k] = room + (size_t)k * n;
        flock->v[k] = room + (size_t)(3 + k) * n;
        flock->d[k] = room + 7 * n + (size_t)k * batch->bonds;
    }
    flock->inverse = room + 6 * n;
    flock->square = room + 7 * n + 3 * batch->bonds;
    flock->force = flock->square + batch->bonds;
    flock->end = (const int32_t(*)[2])bonds->end + batch->bond;
    flock->type = bonds->type + batch->bond;
    flock->shift = (const double(*)[3])bonds->shift + batch->bond;
    for (size_t a = 0; a < n; a++) {
        bool moves = md_dynamics_moves(dynamics, atom[a]);
        flock->inverse[a] = md_dynamics_inverse(dynamics, atom[a]);
        for (int k = 0; k < 3; k++) {
            flock->x[k][a] = atoms->x[atom[a]][k];
            flock->v[k][a] = moves ? atoms->v[atom[a]][k] : 0.0;
        }
    }
}

static void scatter(const struct flock *flock, const struct md_avi_bonds *bonds,
                    const struct md_avi_batch *batch, struct md_dynamics *dynamics)
{
    struct md_atoms *atoms = &dynamics->system->atoms;
    const size_t *atom = bonds->atom + batch->atom;
    for (size_t a = 0; a < flock->atoms; a++) {
        if (flock->inverse[a] == 0.0)
            continue;
        for (int k = 0; k < 3; k++) {
            atoms->x[atom[a]][k] = flock->x[k][a];
            atoms->v[atom[a]][k] = flock->v[k][a];
        }
    }
}

static void drift(struct flock *flock, double h)
{
    for (int k = 0; k < 3; k++) {
        double *restrict x = flock->x[k];
        const double *restrict v = flock->v[k];
        for (size_t a = 0; a < flock->atoms; a++)
            x[a] += h * v[a];
    }
}

static void stretch(struct flock *flock)
{
    for (size_t b = 0; b < flock->bonds; b++) {
        const int32_t *end = flock->end[b];
        double square = 0.0;
        for (int k = 0; k < 3; k++) {
            double d = flock->x[k][end[0]] - (flock->x[k][end[1]] + flock->shift[b][k]);
            flock->d[k][b] = d;
            square += d * d;
        }
        flock->square[b] = square;
    }
}

static void kick(struct flock *flock, double weight)
{
    for (size_t b = 0; b < flock->bonds; b++) {
        const int32_t *end = flock->end[b];
        double pull = weight * flock->force[b];
        double first = pull * flock->inverse[end[0]], second = pull * flock->inverse[end[1]];
        for (int k = 0; k < 3; k++) {
            flock->v[k][end[0]] += first * flock->d[k][b];
            flock->v[k][end[1]] -= second * flock->d[k][b];
        }
    }
}

static bool any_faster(const struct flock *flock, double fastest)
{
    const double *const *v = (const double *const *)flock->v;
    bool over = false;
    for (size_t a = 0; a < flock->atoms; a++)
        over |= !(v[0][a] * v[0][a] + v[1][a] * v[1][a] + v[2][a] * v[2][a] <= fastest);
    return over;
}

/* The times of the events are those of the class's clock: the same for all batches. */
struct course {
    md_tick at, first, step;
    int64_t events;
    double half; /* weight of the first event, if it is at the origin; else that of all */
    double weight, quantum, fastest;
};

static bool run_batch(struct md_avi_bonds *bonds, const struct md_avi_batch *batch,
                      struct md_dynamics *dynamics, const struct course *course, double *room)
{
    const struct md_potential_use *use = &dynamics->forces->others[0];
    struct flock flock;
    bool over = false;
    gather(&flock, bonds, batch, dynamics, room);
    for (int64_t n = 0; n < course->events; n++) {
        md_tick gap = n == 0 ? course->first - course->at : course->step;
        if (gap > 0)
            drift(&flock, (double)gap * course->quantum);
        stretch(&flock);
        use->type->pulls(use->state, flock.bonds, flock.type, flock.square, flock.force);
        kick(&flock, n == 0 ? course->half : course->weight);
        over |= any_faster(&flock, course->fastest);
    }
    scatter(&flock, bonds, batch, dynamics);
    return over;
}

md_tick md_avi_bonds_run(struct md_avi_bonds *bonds, struct md_avi *avi,
                         struct md_dynamics *dynamics, int k, md_tick at, md_tick t_end,
                         double fastest, bool *over)
{
    struct md_avi_clock *clock = &avi->clock[k];
    struct course course = {.at = at,
                            .first = clock->next,
                            .step = clock->step,
                            .half = md_avi_weight(avi, k),
                            .weight = (double)clock->step * avi->quantum,
                            .quantum = avi->quantum,
                            .fastest = fastest};
    if (clock->next >= t_end)
        return at;
    course.events = (t_end - 1 - clock->next) / clock->step + 1;
    int threads = dynamics->system->threads > 1 && bonds->bonds >= MD_PARALLEL_MIN
                      ? dynamics->system->threads
                      : 1;
    size_t size = 7 * bonds->largest[0] + 5 * bonds->largest[1] + 16;
    bool any = false;
#pragma omp parallel for default(none) shared(bonds, dynamics, course, size) num_threads(threads)  \
    schedule(static) reduction(||                                                                  \
                               : any) if (threads > 1)
    for (size_t b = 0; b < bonds->batches; b++)
        any = run_batch(bonds, &bonds->batch[b], dynamics, &course,
                        bonds->scratch + size * (size_t)omp_get_thread_num()) ||
              any;
    *over = any;
    clock->next += course.events * clock->step;
    clock->updates += (uint64_t)course.events * clock->elements;
    avi->events += (uint64_t)course.events;
    return clock->next - clock->step;
}
