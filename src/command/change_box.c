/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * change_box: changes the box of a system that exists, in steps that are done in the order of the
 * words.  Atoms stay where they are until `remap` moves those of the group from the box last stored
 * (at the beginning, by set or by remap) to the present one.  At the end all are wrapped.
 */
#include "command/atoms.h"
#include "space/domain.h"
#include "state/remap.h"

#include <math.h>
#include <string.h>

#define OPERATIONS 64

enum kind { CHANGE, BOUNDARY, ORTHO, SET, REMAP };
enum way { FINAL, DELTA, SCALE, VOLUME };

struct operation {
    enum kind kind;
    int axis;
    int way; /* of CHANGE */
    double value[2];
    enum md_boundary face[3][2];
    const struct md_word *word;
};

struct job {
    struct md_sim *sim;
    uint32_t bit;
    double scale[3];
    struct operation list[OPERATIONS];
    int count;
    double lo[3], hi[3]; /* stored */
    double volume;       /* before the last change that was not to keep it */
};

/* ------------------------------------------------------------------ words */

static enum md_status read_change(const struct md_args *args, int *at, struct operation *op,
                                  struct md_error *error)
{
    static const char *const ways[] = {"final", "delta", "scale", "volume", NULL};
    static const int numbers[] = {2, 2, 1, 0};
    enum md_status status = md_keyword_values(args, *at, 1, error);
    if (status == MD_OK)
        status = md_word_choice(&args->words[*at + 1], "change of an axis", ways, &op->way, error);
    if (status == MD_OK)
        status = md_keyword_values(args, *at + 1, numbers[op->way], error);
    for (int k = 0; status == MD_OK && k < numbers[op->way]; k++)
        status = md_word_double(
            &args->words[*at + 2 + k], op->way == SCALE ? "factor" : "edge of the box",
            op->way == SCALE ? MD_ABOVE(0.0) : -INFINITY, INFINITY, &op->value[k], error);
    if (status == MD_OK)
        *at += 2 + numbers[op->way];
    return status;
}

/* Volume can only be kept against a change before it, once or twice. */
static enum md_status check_volume(const struct job *job, const struct operation *op,
                                   struct md_error *error)
{
    int before = job->count - 1;
    if (before > 0 && job->list[before].kind == CHANGE && job->list[before].way == VOLUME)
        before--;
    for (int k = before; k < job->count; k++) {
        if (k < 0 || job->list[k].kind != CHANGE || (k == before && job->list[k].way == VOLUME) ||
            job->list[k].axis == op->axis)
            return md_error_set(error, MD_ERR_VALUE, &op->word->place,
                                "'%s volume' must come after a change of one of the other axes, or "
                                "after a change of one and 'volume' of the other",
                                op->word->text);
    }
    return MD_OK;
}

static enum md_status read_operation(struct job *job, const struct md_args *args, int *at,
                                     struct md_error *error)
{
    enum { X, Y, Z, XY, XZ, YZ, BOUNDARIES, ORTHOGONAL, TILTED, STORE, MAP, UNITS };
    static const char *const names[] = {"x",
                                        "y",
                                        "z",
                                        MD_NOT_OFFERED "xy",
                                        MD_NOT_OFFERED "xz",
                                        MD_NOT_OFFERED "yz",
                                        "boundary",
                                        "ortho",
                                        MD_NOT_OFFERED "triclinic",
                                        "set",
                                        "remap",
                                        "units",
                                        NULL};
    const struct md_word *word = &args->words[*at];
    struct operation op = {.word = word};
    int which;
    enum md_status status = md_word_choice(word, "change_box parameter", names, &which, error);
    if (status != MD_OK)
        return status;
    if (job->count == OPERATIONS)
        return md_error_set(error, MD_ERR_COUNT, &word->place,
                            "change_box takes at most %d parameters", OPERATIONS);
    switch (which) {
    case X:
    case Y:
    case Z:
        op.kind = CHANGE;
        op.axis = which;
        status = read_change(args, at, &op, error);
        if (status == MD_OK && op.way == VOLUME)
            status = check_volume(job, &op, error);
        break;
    case BOUNDARIES:
        op.kind = BOUNDARY;
        status = md_keyword_values(args, *at, 3, error);
        if (status == MD_OK)
            status = md_read_boundary(word + 1, op.face, error);
        *at += 4;
        break;
    case ORTHOGONAL:
    case STORE:
    case MAP:
        op.kind = which == ORTHOGONAL ? ORTHO : which == STORE ? SET : REMAP;
        *at += 1;
        break;
    case UNITS:
        status = md_keyword_values(args, *at, 1, error);
        if (status == MD_OK)
            status = md_keyword_units(job->sim, word + 1, job->scale, error);
        *at += 2;
        return status;
    default:
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                            "change_box %s is about tilted boxes, which do not exist here",
                            word->text);
    }
    if (status == MD_OK)
        job->list[job->count++] = op;
    return status;
}

/* ------------------------------------------------------------------ operations */

static void store(struct job *job)
{
    memcpy(job->lo, job->sim->system.box.lo, sizeof job->lo);
    memcpy(job->hi, job->sim->system.box.hi, sizeof job->hi);
}

/* Scales an axis about its middle. */
static void stretch(struct md_box *box, int axis, double factor)
{
    double middle = 0.5 * (box->lo[axis] + box->hi[axis]);
    box->lo[axis] = middle + (box->lo[axis] - middle) * factor;
    box->hi[axis] = middle + (box->hi[axis] - middle) * factor;
}

static double whole_volume(const struct md_box *box)
{
    return (box->hi[0] - box->lo[0]) * (box->hi[1] - box->lo[1]) * (box->hi[2] - box->lo[2]);
}

/* The axis, or both of two that follow one another, shrink by as much as the box grew. */
static void keep_volume(struct job *job, int k)
{
    struct md_box *box = &job->sim->system.box;
    const struct operation *op = &job->list[k];
    bool first = k + 1 < job->count && op[1].kind == CHANGE && op[1].way == VOLUME;
    bool second = op[-1].way == VOLUME; /* check_volume: there is one before */
    double ratio = job->volume / whole_volume(box);
    if (first)
        return; /* with the next */
    if (second) {
        ratio = sqrt(ratio);
        stretch(box, op[-1].axis, ratio);
    }
    stretch(box, op->axis, ratio);
}

static enum md_status change(struct job *job, int k, struct md_error *error)
{
    struct md_box *box = &job->sim->system.box;
    const struct operation *op = &job->list[k];
    int d = op->axis;
    if (op->way != VOLUME)
        job->volume = whole_volume(box);
    switch ((enum way)op->way) {
    case FINAL:
        box->lo[d] = op->value[0] * job->scale[d];
        box->hi[d] = op->value[1] * job->scale[d];
        break;
    case DELTA:
        box->lo[d] += op->value[0] * job->scale[d];
        box->hi[d] += op->value[1] * job->scale[d];
        break;
    case SCALE:
        stretch(box, d, op->value[0]);
        break;
    case VOLUME:
        keep_volume(job, k);
        break;
    }
    const char *flaw;
    int bad = md_box_bad_axis(box->lo, box->hi, &flaw);
    if (bad >= 0)
        return md_error_set(error, MD_ERR_VALUE, &op->word->place,
                            "the box would reach from %clo = %g to %chi = %g; %s", "xyz"[bad],
                            box->lo[bad], "xyz"[bad], box->hi[bad], flaw);
    return MD_OK;
}

static enum md_status change_boundary(struct job *job, const struct operation *op,
                                      struct md_error *error)
{
    struct md_system *system = &job->sim->system;
    bool periodic[3];
    memcpy(periodic, system->box.periodic, sizeof periodic);
    if (system->dimension == 2 && op->face[2][0] != MD_PERIODIC)
        return md_error_set(error, MD_ERR_VALUE, &op->word[3].place,
                            "a 2d simulation needs a periodic z axis");
    memcpy(system->box.face, op->face, sizeof system->box.face);
    md_system_place_faces(system);
    bool reset = false;
    for (size_t i = 0; i < system->atoms.count; i++) {
        for (int d = 0; d < 3; d++) {
            if (periodic[d] && !system->box.periodic[d] && system->atoms.image[i][d] != 0) {
                system->atoms.image[i][d] = 0;
                reset = true;
            }
        }
    }
    if (reset)
        md_log_warn(&job->sim->log, &op->word->place,
                    "image counts are set to zero along axes that are no longer periodic");
    return MD_OK;
}

static void remap(struct job *job)
{
    struct md_system *system = &job->sim->system;
    double lo[3], hi[3];
    memcpy(lo, system->box.lo, sizeof lo);
    memcpy(hi, system->box.hi, sizeof hi);
    memcpy(system->box.lo, job->lo, sizeof job->lo);
    memcpy(system->box.hi, job->hi, sizeof job->hi);
    md_box_refresh(&system->box);
    md_remap(system, job->bit, lo, hi);
    store(job);
}

static enum md_status perform(struct job *job, int k, struct md_error *error)
{
    const struct operation *op = &job->list[k];
    enum md_status status = MD_OK;
    switch (op->kind) {
    case CHANGE:
        status = change(job, k, error);
        break;
    case BOUNDARY:
        status = change_boundary(job, op, error);
        break;
    case ORTHO:
        break;
    case SET:
        store(job);
        break;
    case REMAP:
        remap(job);
        break;
    }
    md_box_refresh(&job->sim->system.box);
    return status;
}

/* ------------------------------------------------------------------ the command */

/* Wrapped and shrink-wrapped; what is outside fixed faces now is lost, and told. */
static void settle(struct job *job, const struct md_args *args)
{
    struct md_sim *sim = job->sim;
    struct md_system *system = &sim->system;
    const struct md_box *box = &system->box;
    int64_t id;
    double x[3];
    md_domain_wrap(system);
    size_t count = system->atoms.count;
    int64_t lost = md_domain_remove_lost(system, &id, x);
    if (lost > 0)
        md_log_warn(
            &sim->log, &args->command.place,
            "%lld of %zu atoms are outside the new box and lost; the first was atom %lld at "
            "(%g, %g, %g)",
            (long long)lost, count, (long long)id, x[0], x[1], x[2]);
    md_log_print(&sim->log, "  orthogonal box = (%#.8g %#.8g %#.8g) to (%#.8g %#.8g %#.8g)\n",
                 box->lo[0], box->lo[1], box->lo[2], box->hi[0], box->hi[1], box->hi[2]);
}

enum md_status md_run_change_box(struct md_sim *sim, const struct md_args *args,
                                 struct md_error *error)
{
    struct md_system *system = &sim->system;
    struct job job = {.sim = sim};
    int group, at = 1;
    enum md_status status = md_groups_of_word(&system->groups, &args->words[0], &group, error);
    memcpy(job.scale, system->lattice.spacing, sizeof job.scale);
    while (status == MD_OK && at < args->count)
        status = read_operation(&job, args, &at, error);
    if (status != MD_OK)
        return status;
    struct md_box before = system->box;
    job.bit = md_group_bit(group);
    md_log_print(&sim->log, "Changing box ...\n");
    md_domain_wrap(system);
    store(&job);
    for (int k = 0; k < job.count && status == MD_OK; k++)
        status = perform(&job, k, error);
    if (status == MD_OK)
        settle(&job, args);
    else
        system->box = before;
    md_sim_changed(sim, MD_CHANGED_BOX | MD_CHANGED_ATOMS);
    return status;
}
