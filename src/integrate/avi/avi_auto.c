/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * step auto TOLERANCE: steps for which the total energy per atom scatters by no more than TOLERANCE
 * (rms), as cheap as they can be, found by trying them on a copy of the atoms.
 *
 * The error of class k alone is about c_k h_k^2, which one probe with a long step for this class
 * and short ones for all others tells.  With n_k the work of an event, the cheapest steps of an
 * error e, sum_k (c_k h_k^2)^2 = e^2, are where n_k / h_k goes with c_k^2 h_k^4, so that
 *
 *     h_k = s (n_k / c_k^2)^(1/5),
 *
 * but none beyond a quarter of the fastest period, where resonance begins.  Errors of classes help
 * or cancel each other, so s is found by probes of the whole.  That is done for all forces on one
 * clock, for kinds of elements apart, and for pairs in two shells; the cheapest wins.
 */
#include "integrate/avi/avi.h"

#include "base/memory.h"
#include "state/mass.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define AIM       0.6  /* of the tolerance: a probe is short, and a run sees more */
#define CAP       0.24 /* longest step, in fastest periods */
#define FIRST     0.05 /* of the fastest period: the first step that is tried */
#define SHORTEST  2e-3 /* of it: steps below are not worth having */
#define SAMPLES   48   /* energies seen in a probe */
#define STEPS_MIN 120  /* of a probe, of length FIRST */
#define STEPS_MAX 6000
#define EVENTS    2e7  /* element updates a probe may cost, if there can be more steps */
#define SWEEP     4.0  /* cost of kicking and moving an atom, in element updates */
#define NEAR      1e-2 /* curvature where a shell begins to fade, beside that of near pairs */
#define FADE      1.3  /* and how much farther it ends */
#define BETTER    0.9  /* a division must save this much */
#define ROUNDS    4

struct trial {
    struct md_avi_words words;
    double error; /* measured */
    double cost;  /* element updates per unit of time */
};

struct search {
    struct md_avi *avi;
    struct md_dynamics *dynamics;
    struct md_atoms atoms; /* the original, while copies are tried */
    struct md_box box;
    struct md_clock clock;
    double period; /* of the fastest vibration */
    double pairs;  /* that of pairs alone */
    double span, target;
};

/* ------------------------------------------------------------------ probes */

static double scatter_of(const struct md_avi_record *record, size_t atoms)
{
    double n = (double)record->energy.count, mean = record->energy.y / n;
    return sqrt(fmax(record->energy.yy / n - mean * mean, 0.0)) / (double)atoms;
}

static double cost_of(const struct md_avi *avi, size_t atoms)
{
    double cost = 0.0;
    for (int k = 0; k < avi->classes.count; k++)
        cost += ((double)avi->clock[k].elements + SWEEP * (double)atoms) /
                ((double)avi->clock[k].step * avi->quantum);
    return cost;
}

/* A fresh copy of the original, which is aside. */
static enum md_status renew(struct search *search, struct md_error *error)
{
    struct md_system *system = search->dynamics->system;
    system->box = search->box;
    system->clock = search->clock;
    md_atoms_free(&system->atoms);
    return md_atoms_copy(&system->atoms, &search->atoms, error);
}

static enum md_status set_up(struct search *search, const struct md_avi_words *words,
                             struct md_error *error)
{
    search->avi->chosen = *words;
    return renew(search, error) ? error->status
                                : md_event_loop_set_up(search->avi, search->dynamics, error);
}

/* What looks are at: whole steps, as later in the run, if they are not too long. */
static md_tick look_at(const struct search *search, int n)
{
    double ticks = search->span * (n + 1) / SAMPLES / search->avi->quantum;
    double whole = floor(ticks / (double)MD_TICKS_PER_STEP + 0.5) * (double)MD_TICKS_PER_STEP;
    bool fine = search->span / SAMPLES >= search->clock.timestep;
    return search->clock.now + (md_tick)(fine ? whole : ticks);
}

/* Error and cost of these words; an explosion is an infinite error. */
static enum md_status probe(struct search *search, struct trial *trial, struct md_error *error)
{
    struct md_avi *avi = search->avi;
    struct md_error why = {0};
    if (set_up(search, &trial->words, error))
        return error->status;
    avi->record = (struct md_avi_record){0};
    md_avi_record_add(avi, search->dynamics, &search->dynamics->forces->tally);
    enum md_status status = MD_OK;
    for (int n = 0; n < SAMPLES && status == MD_OK; n++)
        status = md_event_loop_advance(avi, search->dynamics, look_at(search, n), &why);
    if (status == MD_ERR_MEMORY) {
        *error = why;
        return status;
    }
    trial->error = scatter_of(&avi->record, search->atoms.count);
    if (status != MD_OK || !isfinite(trial->error))
        trial->error = INFINITY;
    trial->cost = cost_of(avi, search->atoms.count);
    return MD_OK;
}

/* ------------------------------------------------------------------ words */

/* The steps in words that count, in the order of the classes: shells or pairs, then kinds. */
static int steps_of(struct md_avi_words *words, double *step[MD_AVI_SHELLS + MD_AVI_KINDS])
{
    int count = 0;
    if (words->uniform > 0.0)
        step[count++] = &words->uniform;
    for (int s = 0; s < words->shells; s++)
        step[count++] = &words->shell_step[s];
    for (int k = 0; k < MD_AVI_KINDS; k++)
        if (words->kind[k] > 0.0)
            step[count++] = &words->kind[k];
    return count;
}

/* Three digits, rounded down: what is printed is what is used. */
static double rounded(double step)
{
    double unit = pow(10.0, floor(log10(step)) - 2.0);
    char text[32];
    double value = step;
    snprintf(text, sizeof text, "%.3g", floor(step / unit) * unit);
    sscanf(text, "%lf", &value);
    return value;
}

static void set_steps(const struct search *search, struct md_avi_words *words, const double *shape,
                      double scale)
{
    double *step[MD_AVI_SHELLS + MD_AVI_KINDS];
    int count = steps_of(words, step);
    for (int k = 0; k < count; k++)
        *step[k] =
            rounded(fmin(fmax(scale * shape[k], SHORTEST * search->period), CAP * search->period));
}

/* ------------------------------------------------------------------ the search */

/* Scales the steps until the error is what it may be.  A floor that no step gets under is left. */
static enum md_status fit(struct search *search, struct trial *trial, const double *shape,
                          double scale, struct md_error *error)
{
    struct trial best = {.error = INFINITY};
    for (int n = 0; n < ROUNDS; n++) {
        set_steps(search, &trial->words, shape, scale);
        if (probe(search, trial, error))
            return error->status;
        bool fits = trial->error <= search->target;
        if (best.error > search->target ? trial->error < best.error
                                        : fits && trial->cost < best.cost)
            best = *trial;
        double factor = isfinite(trial->error) ? sqrt(search->target / trial->error) : 0.25;
        if (fits && factor < 1.15)
            break;
        scale *= 0.96 * fmin(fmax(factor, 0.2), 3.0);
    }
    *trial = best;
    return MD_OK;
}

/* Steps of a division of the elements, from one probe for each class. */
static enum md_status divide(struct search *search, struct trial *trial, double small,
                             struct md_error *error)
{
    double *step[MD_AVI_SHELLS + MD_AVI_KINDS], shape[MD_AVI_SHELLS + MD_AVI_KINDS];
    double sum = 0.0;
    int count = steps_of(&trial->words, step);
    for (int k = 0; k < count; k++) {
        double work, slow = fmin(3.0 * small, CAP * search->period);
        for (int other = 0; other < count; other++) /* different ones: classes stay apart */
            *step[other] = (0.5 - 0.001 * other) * small;
        *step[k] = slow;
        if (probe(search, trial, error))
            return error->status;
        int class = k < search->avi->classes.count ? k : 0;
        work = (double)search->avi->clock[class].elements + SWEEP * (double)search->atoms.count;
        double c = fmax(isfinite(trial->error) ? trial->error : 1e3 * search->target,
                        1e-6 * search->target) /
                   (slow * slow);
        shape[k] = pow(work / (c * c), 0.2);
        sum += pow(c * shape[k] * shape[k], 2.0);
    }
    return fit(search, trial, shape, sqrt(search->target / sqrt(sum)), error);
}

static bool has_kind(const struct search *search, int k)
{
    const struct md_forces *forces = search->dynamics->forces;
    const struct md_potential *pair = forces->pair.type;
    return k == MD_AVI_PAIRS    ? pair != NULL && pair->reach(forces->pair.state) > 0.0
           : k == MD_AVI_EMBEDS ? pair != NULL && pair->kind == MD_KIND_MANY
           : k == MD_AVI_BONDS  ? md_forces_bonded_count(forces, search->dynamics->system) > 0
                                : forces->externals_count > 0;
}

/* Where the curvature has fallen to a small part of that of the nearest pairs, over all pairs of
 * types; 0: shells are not worth trying. */
static double edge_of(const struct search *search)
{
    const struct md_forces *forces = search->dynamics->forces;
    const struct md_potential_use *pair = &forces->pair;
    const struct md_system *system = search->dynamics->system;
    double edge = 0.0, least = INFINITY;
    if (!has_kind(search, MD_AVI_PAIRS) || pair->type->kind == MD_KIND_MANY ||
        (md_potential_can(pair->type, pair->state) & (MD_CAN_SHELL | MD_CAN_STIFFNESS)) !=
            (MD_CAN_SHELL | MD_CAN_STIFFNESS))
        return 0.0;
    double *mass = md_memory_array((size_t)system->types + 1, sizeof *mass);
    if (mass == NULL)
        return 0.0;
    md_mass_least(system, mass);
    for (int i = 1; i <= system->types; i++)
        for (int j = i; j <= system->types; j++) {
            double cutoff = forces->cutoff[(size_t)i * ((size_t)system->types + 1) + (size_t)j];
            double x[2][3] = {{0.0}}, stiffest, r, k;
            int type[2] = {i, j};
            struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = type};
            /* Of near pairs: a mode of two atoms moves against the several neighbours of both,
             * so one pair holds about a quarter of m omega^2 with the reduced mass m doubled. */
            double m = 2.0 * mass[i] * mass[j] / (mass[i] + mass[j]) / system->units->ftm2v;
            stiffest = m * pow(2.0 * acos(-1.0) / search->pairs, 2.0) / 4.0;
            if (!(cutoff > 0.0))
                continue;
            for (r = cutoff; r > 0.01 * cutoff; r *= 0.99) {
                x[1][0] = r;
                k = pair->type->stiffness(pair->state, &element);
                if (!(k < NEAR * stiffest))
                    break;
            }
            edge = fmax(edge, r);
            least = fmin(least, cutoff);
        }
    md_memory_free(mass);
    return edge * FADE * 1.1 < least ? edge : 0.0;
}

static void keep_better(struct trial *best, const struct trial *other, double target)
{
    if (other->error <= fmax(target, best->error) && other->cost < BETTER * best->cost)
        *best = *other;
}

static enum md_status look_for(struct search *search, struct trial *best, struct md_error *error)
{
    const double one = 1.0;
    struct trial apart = *best, shells;
    int kinds = 0;
    best->words.uniform = one;
    if (fit(search, best, &one, FIRST * search->period, error))
        return error->status;
    if (best->words.elements == MD_AVI_ATOM) /* cannot be divided */
        return MD_OK;
    double small = best->words.uniform, edge = edge_of(search);
    for (int k = 0; k < MD_AVI_KINDS; k++) {
        kinds += has_kind(search, k);
        apart.words.kind[k] = has_kind(search, k) ? small : 0.0;
    }
    shells = apart;
    if (kinds > 1) {
        if (divide(search, &apart, small, error))
            return error->status;
        keep_better(best, &apart, search->target);
    }
    if (edge > 0.0) {
        shells.words.kind[MD_AVI_PAIRS] = 0.0;
        shells.words.shells = 2;
        shells.words.shell_step[0] = shells.words.shell_step[1] = small;
        shells.words.fade[0][0] = rounded(edge);
        shells.words.fade[0][1] = rounded(FADE * edge);
        if (divide(search, &shells, small, error))
            return error->status;
        keep_better(best, &shells, search->target);
    }
    return MD_OK;
}

/* How long a probe takes: some fast periods, some of the slowest class, more if that is cheap. */
static enum md_status measure(struct search *search, struct trial *first, struct md_error *error)
{
    struct md_avi *avi = search->avi;
    struct md_avi_words words = first->words;
    double slowest = 0.0, elements = 0.0;
    for (int k = 0; k < MD_AVI_KINDS; k++) /* different steps: a class for each kind */
        if (has_kind(search, k))
            words.kind[k] = search->clock.timestep * (1.0 - 0.01 * k);
    if (set_up(search, &words, error) || md_avi_periods(avi, search->dynamics, error))
        return error->status;
    if (!(avi->omega > 0.0))
        return md_error_set(error, MD_ERR_VALUE, &first->words.tolerance_place,
                            "'step auto' measures steps by the fastest vibration, and nothing "
                            "vibrates here: give steps");
    for (int k = 0; k < avi->classes.count; k++) {
        slowest = fmax(slowest, avi->clock[k].period);
        elements += (double)avi->clock[k].elements;
    }
    search->period = search->pairs = 2.0 * acos(-1.0) / avi->omega;
    if (has_kind(search, MD_AVI_PAIRS) && avi->clock[0].period > 0.0)
        search->pairs = avi->clock[0].period; /* the first of the kinds */
    double steps = fmin(fmax(EVENTS / fmax(elements, 1.0), STEPS_MIN), STEPS_MAX);
    search->span = fmax(steps * FIRST * search->period,
                        fmin(4.0 * slowest, 10.0 * STEPS_MIN * FIRST * search->period));
    return MD_OK;
}

/* ------------------------------------------------------------------ what was chosen */

static void describe(const struct trial *trial, char *text, size_t size)
{
    static const char *const names[MD_AVI_KINDS] = {"pair", "embed", "bond", "external"};
    const struct md_avi_words *words = &trial->words;
    static const char *const elements[] = {"", " element pair", " element atom"};
    static const char *const queues[] = {"", " queue heap", " queue bucket"};
    int queue = !words->queue_given ? 0 : words->queue == MD_QUEUE_HEAP ? 1 : 2;
    size_t used =
        (size_t)snprintf(text, size, "run_style avi%s%s", elements[words->elements], queues[queue]);
    if (words->uniform > 0.0 && used < size)
        used += (size_t)snprintf(text + used, size - used, " step uniform %.3g", words->uniform);
    for (int s = 0; s < words->shells && used < size; s++) {
        used += (size_t)snprintf(text + used, size - used, "%s %.3g", s == 0 ? " step shells" : "",
                                 words->shell_step[s]);
        if (s + 1 < words->shells && used < size)
            used += (size_t)snprintf(text + used, size - used, " %.3g %.3g", words->fade[s][0],
                                     words->fade[s][1]);
    }
    for (int k = 0; k < MD_AVI_KINDS && used < size; k++)
        if (words->kind[k] > 0.0)
            used += (size_t)snprintf(text + used, size - used, " step %s %.3g", names[k],
                                     words->kind[k]);
}

static void tell(const struct search *search, const struct trial *best)
{
    const struct md_speaker *speaker = search->dynamics->speaker;
    double tolerance = best->words.tolerance;
    char line[512], text[768];
    if (speaker == NULL)
        return;
    describe(best, line, sizeof line);
    snprintf(text, sizeof text,
             "step auto %g chose: %s\n  rms energy error of a probe of %.3g: %.3g per atom\n",
             tolerance, line, search->span, best->error);
    if (speaker->say != NULL)
        speaker->say(speaker->context, text);
    snprintf(text, sizeof text,
             "'step auto %g' found no steps with an error so small, the least was %.3g: what is "
             "left may come from forces that jump at the cutoff, or the start is violent",
             tolerance, best->error);
    if (speaker->warn != NULL && !(best->error <= tolerance))
        speaker->warn(speaker->context, &best->words.tolerance_place, text);
}

enum md_status md_avi_auto(struct md_avi *avi, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_system *system = dynamics->system;
    struct search search = {.avi = avi,
                            .dynamics = dynamics,
                            .atoms = system->atoms,
                            .box = system->box,
                            .clock = system->clock,
                            .target = AIM * avi->words.tolerance};
    struct trial best = {.words = avi->words};
    struct md_ledger ledger = system->ledger;
    if (system->atoms.count == 0)
        return MD_OK;
    system->atoms = (struct md_atoms){0};
    system->ledger = (struct md_ledger){0};
    enum md_status status = measure(&search, &best, error);
    if (status == MD_OK)
        status = look_for(&search, &best, error);
    if (status == MD_OK)
        tell(&search, &best);
    md_atoms_free(&system->atoms);
    system->atoms = search.atoms;
    system->box = search.box;
    system->clock = search.clock;
    system->ledger = ledger;
    avi->record = (struct md_avi_record){0};
    avi->loop.stale = true;
    avi->chosen = best.words;
    return status;
}
