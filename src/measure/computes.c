/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The computes of a simulation: made, changed and removed by the deck, asked for their values. */
#include "measure/measure.h"

#include "base/memory.h"
#include "base/nearest.h"
#include "force/per_atom.h"
#include "measure/kinetic.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Made by the program itself: thermo rows always need them. */
static const char *const permanent[] = {"thermo_temp", "thermo_press", "thermo_pe", NULL};

static const char *compute_name(const void *context, int i)
{
    const struct md_computes *computes = context;
    return i < computes->count ? computes->list[i].id : NULL;
}

static const char *style_name(const void *context, int i)
{
    (void)context;
    const struct md_measure *type = md_measure_at(i);
    return type != NULL ? type->style.name : NULL;
}

struct md_compute *md_computes_find(const struct md_computes *computes, const char *id)
{
    for (int i = 0; i < computes->count; i++) {
        if (strcmp(computes->list[i].id, id) == 0)
            return &computes->list[i];
    }
    return NULL;
}

enum md_status md_computes_of_word(const struct md_computes *computes, const struct md_word *word,
                                   struct md_compute **compute, struct md_error *error)
{
    *compute = md_computes_find(computes, word->text);
    if (*compute != NULL)
        return MD_OK;
    md_error_set(error, MD_ERR_REFERENCE, &word->place, "no compute has the ID '%s'", word->text);
    return md_nearest_hint(error, word->text, md_nearest(word->text, compute_name, computes));
}

static void destroy(struct md_compute *compute)
{
    if (compute->type != NULL && compute->type->destroy != NULL && compute->state != NULL)
        compute->type->destroy(compute->state);
    md_memory_free(compute->state);
    compute->state = NULL;
}

void md_computes_free(struct md_computes *computes)
{
    for (int i = 0; i < computes->count; i++)
        destroy(&computes->list[i]);
    md_memory_free(computes->list);
    computes->list = NULL;
    computes->count = computes->capacity = 0;
}

/* IDs are letters, digits and underscores, so that c_ID[1] can be read. */
static enum md_status check_id(const struct md_computes *computes, const struct md_word *id,
                               struct md_error *error)
{
    size_t length = strlen(id->text);
    if (length == 0 || length >= sizeof(computes->list->id) ||
        strspn(id->text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") !=
            length)
        return md_error_set(error, MD_ERR_VALUE, &id->place,
                            "compute ID '%s' must be 1 to 63 letters, digits and underscores",
                            id->text);
    const struct md_compute *old = md_computes_find(computes, id->text);
    if (old != NULL)
        return md_error_set(error, MD_ERR_VALUE, &id->place,
                            "compute ID '%s' is taken by a compute %s; uncompute it first",
                            id->text, old->type->style.name);
    return MD_OK;
}

static enum md_status find_style(const struct md_word *word, const struct md_measure **type,
                                 struct md_error *error)
{
    char plain[MD_STYLE_NAME_SIZE];
    const char *name = md_style_plain(word->text, plain);
    *type = md_measure_find(name);
    if (*type != NULL)
        return MD_OK;
    const char *reason = md_measure_unsupported(name);
    if (reason != NULL)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place, "compute %s %s", word->text,
                            reason);
    md_error_set(error, MD_ERR_UNKNOWN, &word->place, "unknown compute style '%s'", word->text);
    return md_nearest_hint(error, word->text, md_nearest(word->text, style_name, NULL));
}

static enum md_status make_room(struct md_computes *computes, struct md_error *error)
{
    if (computes->count < computes->capacity)
        return MD_OK;
    int capacity = computes->capacity > 0 ? 2 * computes->capacity : 8;
    enum md_status status = md_memory_grow(&computes->list, (size_t)computes->capacity,
                                           (size_t)capacity, sizeof(struct md_compute), error);
    if (status == MD_OK)
        computes->capacity = capacity;
    return status;
}

static struct md_measure_context context_of(const struct md_compute *compute,
                                            struct md_computes *computes,
                                            const struct md_system *system)
{
    return (struct md_measure_context){
        .system = system,
        .computes = computes,
        .group = compute->group,
        .self = compute,
        .forces = computes->forces,
        .quantities = computes->quantities,
        .variables = computes->variables,
    };
}

enum md_status md_computes_add(struct md_computes *computes, const struct md_system *system,
                               const struct md_args *args, struct md_error *error)
{
    struct md_compute compute = {.members = -1};
    enum md_status status = md_args_count(args, 3, -1, "compute ID GROUP STYLE ...", error);
    if (status == MD_OK)
        status = check_id(computes, &args->words[0], error);
    if (status == MD_OK)
        status = find_style(&args->words[2], &compute.type, error);
    if (status == MD_OK)
        status = md_groups_of_word(&system->groups, &args->words[1], &compute.group, error);
    if (status == MD_OK)
        status = make_room(computes, error);
    if (status != MD_OK)
        return status;
    snprintf(compute.id, sizeof(compute.id), "%s", args->words[0].text);
    compute.place = args->command.place;
    if (compute.type->style.state_size > 0) {
        compute.state = md_memory_array(1, compute.type->style.state_size);
        if (compute.state == NULL)
            return md_error_memory(error, "a compute");
    }
    struct md_measure_context context = context_of(&compute, computes, system);
    struct md_args rest = md_args_after(args, 3);
    status = compute.type->create(compute.state, &context, &rest, error);
    if (status != MD_OK) {
        destroy(&compute);
        if (error->place.file == NULL)
            error->place = args->words[1].place;
        return status;
    }
    computes->list[computes->count++] = compute;
    return MD_OK;
}

static void take_out(struct md_computes *computes, struct md_compute *compute)
{
    destroy(compute);
    int index = (int)(compute - computes->list);
    memmove(compute, compute + 1,
            (size_t)(computes->count - index - 1) * sizeof(struct md_compute));
    computes->count--;
}

enum md_status md_computes_remove(struct md_computes *computes, const struct md_args *args,
                                  struct md_error *error)
{
    struct md_compute *compute;
    enum md_status status = md_args_count(args, 1, 1, "uncompute ID", error);
    if (status == MD_OK)
        status = md_computes_of_word(computes, &args->words[0], &compute, error);
    if (status != MD_OK)
        return status;
    for (int i = 0; permanent[i] != NULL; i++) {
        if (strcmp(permanent[i], compute->id) == 0)
            return md_error_set(error, MD_ERR_VALUE, &args->words[0].place,
                                "compute '%s' belongs to the thermo output and stays", compute->id);
    }
    take_out(computes, compute);
    return MD_OK;
}

/* A fix that replaces another of its ID takes over the name of its compute. */
enum md_status md_computes_lend(struct md_computes *computes, const struct md_system *system,
                                const struct md_args *args, const void *owner,
                                struct md_error *error)
{
    const struct md_compute *old = md_computes_find(computes, args->words[0].text);
    if (old != NULL && old->owner != NULL)
        md_computes_return(computes, old->id, old->owner);
    enum md_status status = md_computes_add(computes, system, args, error);
    if (status == MD_OK)
        computes->list[computes->count - 1].owner = owner;
    return status;
}

void md_computes_return(struct md_computes *computes, const char *id, const void *owner)
{
    struct md_compute *compute = md_computes_find(computes, id);
    if (compute != NULL && compute->owner == owner)
        take_out(computes, compute);
}

static enum md_status modify_pair(struct md_compute *compute, const struct md_word *key,
                                  const struct md_word *value, struct md_error *error)
{
    /* extra and dynamic are older spellings of the first two. */
    static const char *const keys[] = {"extra/dof", "dynamic/dof", "extra", "dynamic", NULL};
    int which;
    enum md_status status = md_word_choice(key, "keyword of compute_modify", keys, &which, error);
    if (status != MD_OK)
        return status;
    if (value == NULL)
        return md_error_set(error, MD_ERR_COUNT, &key->place, "'%s' needs a value: %s", key->text,
                            which % 2 == 0 ? "a number" : "yes or no");
    if (which % 2 == 1)
        return md_word_bool(value, "dynamic/dof", &compute->dynamic, error);
    status = md_word_double(value, "extra/dof", -INFINITY, INFINITY, &compute->extra, error);
    if (status == MD_OK)
        compute->extra_set = true;
    return status;
}

enum md_status md_computes_modify(struct md_computes *computes, const struct md_args *args,
                                  struct md_error *error)
{
    struct md_compute *compute;
    enum md_status status =
        md_args_count(args, 3, -1, "compute_modify ID [extra/dof N] [dynamic/dof yes|no]", error);
    if (status == MD_OK)
        status = md_computes_of_word(computes, &args->words[0], &compute, error);
    if (status != MD_OK)
        return status;
    if (compute->type->modify != NULL) {
        struct md_args rest = md_args_after(args, 1);
        return compute->type->modify(compute->state, &rest, error);
    }
    for (int i = 1; i < args->count && status == MD_OK; i += 2)
        status = modify_pair(compute, &args->words[i],
                             i + 1 < args->count ? &args->words[i + 1] : NULL, error);
    return status;
}

const struct md_compute *md_computes_of_ledger(const struct md_computes *computes, bool terraces)
{
    for (int i = 0; i < computes->count; i++) {
        const struct md_measure *type = computes->list[i].type;
        if (terraces ? type->of_terraces : type->wants != NULL)
            return &computes->list[i];
    }
    return NULL;
}

bool md_computes_want(const struct md_computes *computes, struct md_ledger *ledger)
{
    bool updates = ledger->want_updates, residual = ledger->want_residual;
    bool shares = ledger->want_shares;
    ledger->want_updates = ledger->want_residual = ledger->want_shares = false;
    for (int i = 0; i < computes->count; i++) {
        const struct md_compute *compute = &computes->list[i];
        if (compute->type->wants != NULL)
            compute->type->wants(compute->state, ledger);
    }
    return (ledger->want_updates && !updates) || (ledger->want_residual && !residual) ||
           (ledger->want_shares && !shares);
}

void md_computes_heat(const struct md_computes *computes, struct md_heat *heat, bool quadrature)
{
    md_heat_clear(heat);
    for (int i = 0; i < computes->count; i++) {
        const struct md_compute *compute = &computes->list[i];
        if (compute->type->heat != NULL)
            md_heat_open(heat, compute->type->heat(compute->state), quadrature);
    }
}

void md_computes_begin(struct md_computes *computes, const struct md_system *system)
{
    struct md_frame frame = {.system = system, .count = system->atoms.count};
    for (int i = 0; i < computes->count; i++) {
        struct md_compute *compute = &computes->list[i];
        bool changing = compute->dynamic || system->groups.dynamic[compute->group];
        compute->members = changing ? -1 : md_kinetic_members(&frame, compute->group);
    }
}

void md_computes_end(struct md_computes *computes)
{
    for (int i = 0; i < computes->count; i++)
        computes->list[i].members = -1;
}

enum md_status md_computes_first(struct md_computes *computes, const struct md_frame *frame,
                                 struct md_error *error)
{
    for (int i = 0; i < computes->count; i++) {
        struct md_compute *compute = &computes->list[i];
        if (compute->type->begin == NULL)
            continue;
        struct md_measure_context context = context_of(compute, computes, frame->system);
        enum md_status status = compute->type->begin(compute->state, &context, frame, error);
        if (status != MD_OK) {
            if (error->place.file == NULL)
                error->place = compute->place;
            return status;
        }
    }
    return MD_OK;
}

const md_vec3 *md_computes_held(const struct md_computes *computes, const struct md_system *system,
                                const struct md_box **box)
{
    return computes->forces != NULL ? md_per_atom_held(computes->forces, system, box) : NULL;
}

enum md_status md_computes_restore(struct md_computes *computes, const struct md_system *system,
                                   const md_vec3 *x, const double lo[3], const double hi[3],
                                   struct md_error *error)
{
    if (computes->forces == NULL)
        return MD_OK;
    return md_per_atom_restore(computes->forces, system, x, lo, hi, error);
}

enum md_status md_computes_hold(struct md_computes *computes, const struct md_frame *frame,
                                bool always, struct md_error *error)
{
    bool asked = always;
    for (int i = 0; i < computes->count; i++)
        asked |= computes->list[i].type->atom && md_compute_needs_tally(&computes->list[i]);
    return asked && computes->forces ? md_per_atom_hold(computes->forces, frame, error) : MD_OK;
}

bool md_compute_needs_tally(const struct md_compute *compute)
{
    const struct md_measure *type = compute->type;
    return type->needs != NULL ? type->needs(compute->state) : type->needs_tally;
}

void md_compute_shape(const struct md_compute *compute, struct md_shape *shape)
{
    const struct md_measure *type = compute->type;
    *shape = (struct md_shape){
        .scalar = type->scalar != NULL,
        .vector_length = type->vector != NULL ? type->vector_length : 0,
        .per_atom = type->atom != NULL,
        .atom_columns = type->atom == NULL       ? 0
                        : type->atom_columns > 1 ? type->atom_columns
                                                 : 1,
    };
    if (type->shape != NULL)
        type->shape(compute->state, shape);
}

/* Refuses what the style has not, and energies the frame has not. */
static enum md_status can(const struct md_compute *compute, bool has, const char *kind,
                          const struct md_frame *frame, struct md_error *error)
{
    if (!has)
        return md_error_set(error, MD_ERR_VALUE, NULL, "compute '%s' (%s) has no %s", compute->id,
                            compute->type->style.name, kind);
    if (md_compute_needs_tally(compute) && !frame->tallied)
        return md_error_set(error, MD_ERR_ORDER, NULL,
                            "compute '%s' (%s) needs energies and virial, which were not computed "
                            "at step %" PRId64,
                            compute->id, compute->type->style.name, frame->step);
    return MD_OK;
}

enum md_status md_compute_scalar(const struct md_compute *compute, struct md_computes *computes,
                                 const struct md_frame *frame, double *value,
                                 struct md_error *error)
{
    struct md_shape shape;
    md_compute_shape(compute, &shape);
    enum md_status status = can(compute, shape.scalar, "scalar", frame, error);
    if (status != MD_OK)
        return status;
    struct md_measure_context context = context_of(compute, computes, frame->system);
    return compute->type->scalar(compute->state, &context, frame, value, error);
}

enum md_status md_compute_vector(const struct md_compute *compute, struct md_computes *computes,
                                 const struct md_frame *frame, double *values,
                                 struct md_error *error)
{
    struct md_shape shape;
    md_compute_shape(compute, &shape);
    enum md_status status = can(compute, shape.vector_length > 0, "vector", frame, error);
    if (status != MD_OK)
        return status;
    struct md_measure_context context = context_of(compute, computes, frame->system);
    return compute->type->vector(compute->state, &context, frame, values, error);
}

enum md_status md_compute_array(const struct md_compute *compute, struct md_computes *computes,
                                const struct md_frame *frame, double *values,
                                struct md_error *error)
{
    struct md_shape shape;
    md_compute_shape(compute, &shape);
    enum md_status status = can(compute, shape.columns > 0, "array", frame, error);
    if (status != MD_OK)
        return status;
    struct md_measure_context context = context_of(compute, computes, frame->system);
    return compute->type->array(compute->state, &context, frame, values, error);
}

enum md_status md_compute_atom(const struct md_compute *compute, struct md_computes *computes,
                               const struct md_frame *frame, double *values, struct md_error *error)
{
    struct md_shape shape;
    md_compute_shape(compute, &shape);
    enum md_status status = can(compute, shape.per_atom, "per-atom values", frame, error);
    if (status != MD_OK)
        return status;
    struct md_measure_context context = context_of(compute, computes, frame->system);
    return compute->type->atom(compute->state, &context, frame, values, error);
}

double md_compute_freedom(const struct md_compute *compute, struct md_computes *computes,
                          const struct md_frame *frame)
{
    if (compute->type->freedom == NULL)
        return 0.0;
    struct md_measure_context context = context_of(compute, computes, frame->system);
    return compute->type->freedom(compute->state, &context, frame);
}

void md_compute_bias(const struct md_compute *compute, struct md_computes *computes,
                     const struct md_system *system, const double x[3], const double v[3],
                     double bias[3])
{
    memset(bias, 0, 3 * sizeof(double));
    if (compute->type->bias == NULL)
        return;
    struct md_measure_context context = context_of(compute, computes, system);
    compute->type->bias(compute->state, &context, x, v, bias);
}

enum md_status md_computes_arrived(struct md_computes *computes, const struct md_system *system,
                                   size_t i, struct md_error *error)
{
    for (int k = 0; k < computes->count; k++) {
        const struct md_compute *compute = &computes->list[k];
        struct md_measure_context context = context_of(compute, computes, system);
        if (compute->type->arrived != NULL &&
            compute->type->arrived(compute->state, &context, i, error))
            return error->status;
    }
    return MD_OK;
}
