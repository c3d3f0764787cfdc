/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks at a run and adds up: see sampler.h. */
#include "compare/sampler.h"

#include "base/memory.h"
#include "base/reference.h"
#include "run/account.h"
#include "run/timing.h"
#include "state/group_sums.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* Where fixes exchange energy without account, so much more of it is still no explosion. */
#define HEAT 100.0

double md_sampler_kinetic(const struct md_frame *frame)
{
    const struct md_system *system = frame->system;
    struct md_members all = md_members_of(system, 0);
    all.v = frame->v;
    return md_group_ke(&all);
}

double md_sampler_potential(const struct md_frame *frame)
{
    const struct md_tally *tally = &frame->tally;
    return md_tally_potential(tally);
}

size_t md_sampler_width(const struct md_sim *sim)
{
    return (size_t)md_atoms_max_id(&sim->system.atoms);
}

/* ------------------------------------------------------------------ one look */

static void momenta(const struct md_frame *frame, double linear[3], double angular[3])
{
    static const double origin[3] = {0.0, 0.0, 0.0};
    struct md_members all = md_members_of(frame->system, 0);
    all.x = frame->x;
    all.v = frame->v;
    md_group_momentum(&all, linear);
    md_group_angmom(&all, origin, angular);
}

static double distance(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

/* What the scheme itself conserves: on terraces that is K + V_h. */
static double kept_energy(const struct md_frame *frame, double energy)
{
    const struct md_ledger *ledger = &frame->system->ledger;
    return ledger->active && ledger->terraces.active && isfinite(ledger->terraces.total)
               ? ledger->terraces.total
               : energy;
}

/* How distances between atoms are distributed; of large systems from some atoms to all. */
static void count_distances(struct md_sampler *sampler, const struct md_frame *frame)
{
    const struct md_box *box = &frame->system->box;
    size_t stride = frame->count / 500 + 1;
    for (size_t i = 0; i < frame->count; i++) {
        if ((size_t)frame->system->atoms.id[i] % stride != 0)
            continue;
        for (size_t j = 0; j < frame->count; j++) {
            double square = 0.0;
            for (int k = 0; k < 3; k++) {
                double d = frame->x[j][k] - frame->x[i][k];
                if (box->periodic[k])
                    d -= box->length[k] * rint(d / box->length[k]);
                square += d * d;
            }
            double bin = sqrt(square) / sampler->reach * MD_SAMPLER_BINS;
            if (j == i || !(bin < MD_SAMPLER_BINS))
                continue;
            sampler->bin[(int)bin] += 1.0;
            sampler->pairs += 1.0;
        }
    }
}

static enum md_status record(struct md_sampler *sampler, const struct md_frame *frame,
                             struct md_error *error)
{
    struct md_path *path = &sampler->path;
    size_t stride = 1 + 6 * path->width;
    if (path->width == 0)
        return MD_OK;
    if (path->count == path->room) {
        size_t room = path->room > 0 ? 2 * path->room : 64;
        if (md_memory_grow(&path->record, path->room * stride, room * stride, sizeof(double),
                           error))
            return error->status;
        path->room = room;
    }
    double *to = path->record + path->count++ * stride;
    to[0] = sampler->time;
    for (size_t i = 0; i < frame->count; i++) {
        double *atom = to + 1 + 6 * (size_t)(frame->system->atoms.id[i] - 1);
        md_box_unwrap(&frame->system->box, frame->x[i], frame->system->atoms.image[i], atom);
        memcpy(atom + 3, frame->v[i], sizeof(md_vec3));
    }
    return MD_OK;
}

/* A value of the deck: a thermo keyword, v_name, c_ID, f_ID. */
static enum md_status deck_value(const struct md_sim *sim, const char *name, double *value,
                                 struct md_error *error)
{
    struct md_reference reference;
    if (md_reference_split(name, &reference))
        return md_reference_number(&reference, &sim->quantities, &sim->variables, value, error);
    return sim->quantities.keyword(sim->quantities.context, name, value, error);
}

static enum md_status add_row(struct md_sampler *sampler, const double row[5],
                              struct md_error *error)
{
    if (sampler->series_count == sampler->series_room) {
        size_t room = sampler->series_room > 0 ? 2 * sampler->series_room : 256;
        if (md_memory_grow(&sampler->series, sampler->series_room, room, sizeof *sampler->series,
                           error))
            return error->status;
        sampler->series_room = room;
    }
    memcpy(sampler->series[sampler->series_count++], row, sizeof *sampler->series);
    return MD_OK;
}

static void begin_sums(struct md_sampler *sampler, const struct md_frame *frame, double kinetic,
                       double energy, double account)
{
    sampler->account0 = account;
    sampler->begun = true;
    sampler->time0 = frame->time;
    sampler->time = 0.0;
    sampler->energy0 = energy;
    sampler->kinetic0 = kinetic;
    sampler->kept0 = kept_energy(frame, energy);
    sampler->limit = sampler->plan->explode * (fabs(energy) + kinetic);
    if (sampler->plan->gaps[0] != '\0') /* heat from outside is no explosion */
        sampler->limit *= HEAT;
    momenta(frame, sampler->momentum0, sampler->angular0);
}

/* A regular look. */
static enum md_status sample(struct md_sampler *sampler, const struct md_frame *frame,
                             double kinetic, double energy, struct md_error *error)
{
    struct md_sim *sim = sampler->sim;
    double error_now = energy - sampler->energy0, time = sampler->time, linear[3], angular[3];
    double kept = kept_energy(frame, energy), temperature = NAN;
    momenta(frame, linear, angular);
    if (sim->quantities.keyword(sim->quantities.context, "temp", &temperature, error))
        return error->status;
    md_trend_add(&sampler->energy, time, error_now);
    sampler->worst = fmax(sampler->worst, fabs(error_now));
    sampler->kept_worst = fmax(sampler->kept_worst, fabs(kept - sampler->kept0));
    sampler->momentum = fmax(sampler->momentum, distance(linear, sampler->momentum0));
    sampler->angular = fmax(sampler->angular, distance(angular, sampler->angular0));
    md_blocking_add(&sampler->temperature, temperature);
    md_blocking_add(&sampler->kinetic, kinetic);
    for (int k = 0; k < sampler->plan->extras; k++) {
        double value;
        if (deck_value(sim, sampler->plan->extra[k], &value, error))
            return error->status;
        md_blocking_add(&sampler->extra[k], value);
    }
    if ((sampler->plan->measure & MD_PLAN_RDF) != 0 && sampler->looks++ % sampler->rdf_every == 0)
        count_distances(sampler, frame);
    const double row[5] = {time, energy, kept, kinetic, temperature};
    return add_row(sampler, row, error);
}

/* Tells how far the run is, and ends one that takes too long. */
static enum md_status tell(struct md_sampler *sampler, const struct md_frame *frame,
                           struct md_error *error)
{
    if (sampler->board >= 0)
        (void)!pwrite(sampler->board, &sampler->time, sizeof sampler->time,
                      (off_t)(sampler->slot * (long)sizeof sampler->time));
    if (!(sampler->deadline > 0.0) || frame->step >= sampler->last ||
        md_timing_wall() < sampler->deadline)
        return MD_OK;
    sampler->late = true;
    return md_error_set(error, MD_ERR_RUN, NULL, "it took longer than the limit of %g s",
                        sampler->plan->limit);
}

/* ------------------------------------------------------------------ as a fix */

/* The state of the fix is a pointer: the sampler outlives it. */
static int64_t sampler_next(const void *state, int64_t step)
{
    const struct md_sampler *sampler = *(struct md_sampler *const *)state;
    int64_t done = step - sampler->first; /* -1 before the first look */
    int64_t regular = done < 0 ? 0 : (done / sampler->every + 1) * sampler->every;
    int64_t dense = done < 0 ? 0 : (done / sampler->dense + 1) * sampler->dense;
    if (dense > sampler->dense_last)
        return sampler->first + regular;
    return sampler->first + (dense < regular ? dense : regular);
}

static enum md_status sampler_act(void *state, const struct md_modify_context *context,
                                  unsigned *changed, struct md_error *error)
{
    struct md_sampler *sampler = *(struct md_sampler **)state;
    const struct md_frame *frame;
    (void)context, (void)changed;
    if (sampler->parent != (long)getppid())
        return md_error_set(error, MD_STOP_INTERRUPT, NULL, "the comparison has ended");
    if (md_sim_frame(sampler->sim, &frame, error))
        return error->status;
    double kinetic = md_sampler_kinetic(frame);
    double energy = kinetic + md_sampler_potential(frame), account;
    int64_t done = frame->step - sampler->first;
    if (md_account_energy(sampler->sim, &account, error))
        return error->status;
    if (!sampler->begun)
        begin_sums(sampler, frame, kinetic, energy, account);
    energy += account - sampler->account0;
    sampler->time = frame->time - sampler->time0;
    if (!(fabs(energy - sampler->energy0) <= sampler->limit)) {
        sampler->exploded = true;
        snprintf(sampler->why, sizeof sampler->why, "energy went from %g to %g", sampler->energy0,
                 energy);
        return md_error_set(error, MD_ERR_RUN, NULL, "%s", sampler->why);
    }
    if (done % sampler->dense == 0 && done <= sampler->dense_last && record(sampler, frame, error))
        return error->status;
    if (done % sampler->every == 0 && sample(sampler, frame, kinetic, energy, error))
        return error->status;
    return tell(sampler, frame, error);
}

const struct md_modifier md_sampler_fix = {
    .style = {.name = "(comparison)", .state_size = sizeof(struct md_sampler *)},
    .looks = true,
    .next = sampler_next,
    .act = sampler_act,
};

/* ------------------------------------------------------------------ at the end */

/* The energy error: about its mean, from the start, and the slope of its straight line. */
static void find_energy(const struct md_sampler *sampler, double *figure)
{
    struct md_trend_found found;
    md_trend_find(&sampler->energy, &found);
    figure[MD_FIGURE_ENERGY0] = sampler->energy0;
    figure[MD_FIGURE_RMS] = found.change;
    figure[MD_FIGURE_RMS_SE] = found.change_error;
    figure[MD_FIGURE_SCATTER] = found.scatter;
    figure[MD_FIGURE_SCATTER_SE] = found.scatter_error;
    figure[MD_FIGURE_DRIFT] = found.slope * sampler->time;
    figure[MD_FIGURE_DRIFT_SE] = found.slope_error * sampler->time;
    figure[MD_FIGURE_WORST] = sampler->worst;
}

void md_sampler_finish(const struct md_sampler *sampler, struct md_result *result)
{
    double *figure = result->figure;
    result->end = sampler->time;
    if (sampler->energy.count == 0)
        return;
    find_energy(sampler, figure);
    figure[MD_FIGURE_KEPT] = sampler->kept_worst;
    if ((sampler->plan->measure & MD_PLAN_MOMENTUM) != 0) {
        const bool *periodic = sampler->sim->system.box.periodic;
        bool turns =
            !periodic[0] && !periodic[1] && (sampler->sim->system.dimension == 2 || !periodic[2]);
        figure[MD_FIGURE_MOMENTUM] = sampler->momentum;
        if (turns)
            figure[MD_FIGURE_ANGULAR] = sampler->angular;
    }
    if ((sampler->plan->measure & MD_PLAN_TEMPERATURE) != 0) {
        figure[MD_FIGURE_TEMPERATURE] = md_blocking_mean(&sampler->temperature);
        figure[MD_FIGURE_TEMPERATURE_SE] = md_blocking_error(&sampler->temperature);
    }
    if ((sampler->plan->measure & MD_PLAN_HEAT) != 0) {
        figure[MD_FIGURE_HEAT] = md_blocking_mean(&sampler->kinetic);
        figure[MD_FIGURE_HEAT_SE] = md_blocking_error(&sampler->kinetic);
    }
    for (int k = 0; k < sampler->plan->extras; k++) {
        result->extra[k][0] = md_blocking_mean(&sampler->extra[k]);
        result->extra[k][1] = md_blocking_error(&sampler->extra[k]);
    }
}

void md_sampler_free(struct md_sampler *sampler)
{
    md_memory_free(sampler->path.record);
    md_memory_free(sampler->series);
}
