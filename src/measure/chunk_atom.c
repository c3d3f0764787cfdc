/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compute chunk/atom: bins as LAMMPS lays them out, and whose atom is where. */
#include "measure/chunk.h"

#include "base/memory.h"
#include "measure/atom_input.h"
#include "measure/styles.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNKS_MAX 100000000
#define NOWHERE    INT64_MIN /* not in the group, the region or the bins */

enum source { BINS, TYPE, MOLECULE, VALUE };
enum scale { BOX, LATTICE, REDUCED };
enum edge { LOWER, CENTER, UPPER, NUMBER };
enum outside { DISCARD, CLAMP, MIXED };

struct md_chunks {
    enum source source;
    int dimensions, axis[3]; /* of bins */
    enum edge origin_edge[3];
    double origin[3], width[3];
    bool bound_lo[3], bound_hi[3]; /* by axis: the word bound gave a number */
    double lo[3], hi[3];
    enum scale scale;
    struct md_atom_input *input; /* VALUE: one */
    int inputs;
    char region[64];
    int64_t limit;
    bool exact;
    bool compress;
    enum outside outside;

    bool laid; /* out; as they were last: */
    int64_t layers[3], count;
    double offset[3], volume;
    double *coord;
    int64_t *label;
};

/* ------------------------------------------------------------------ words */

static const char *const edges[] = {"lower", "center", "upper", NULL};

/* DIM ORIGIN DELTA of one direction of the bins. */
static enum md_status read_direction(struct md_chunks *chunks, const struct md_args *args, int at,
                                     int k, struct md_error *error)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    if (args->count < at + 3)
        return md_error_set(
            error, MD_ERR_COUNT, &args->command.place,
            "each direction of the bins needs three words: x, y or z, an origin and "
            "a width");
    const struct md_word *word = &args->words[at];
    enum md_status status =
        md_word_choice(word, "direction of bins", axes, &chunks->axis[k], error);
    if (status != MD_OK)
        return status;
    for (int other = 0; other < k; other++) {
        if (chunks->axis[other] == chunks->axis[k])
            return md_error_set(error, MD_ERR_VALUE, &word->place,
                                "the directions of the bins must differ");
    }
    chunks->origin_edge[k] = NUMBER;
    for (int edge = 0; edges[edge] != NULL; edge++) {
        if (md_word_is(word + 1, edges[edge]))
            chunks->origin_edge[k] = (enum edge)edge;
    }
    if (chunks->origin_edge[k] == NUMBER)
        status = md_word_double(word + 1, "origin of bins (lower, center, upper or a number)",
                                -INFINITY, INFINITY, &chunks->origin[k], error);
    if (status == MD_OK)
        status = md_word_double(word + 2, "width of bins", MD_ABOVE(0.0), INFINITY,
                                &chunks->width[k], error);
    return status;
}

static enum md_status read_source(struct md_chunks *chunks,
                                  const struct md_measure_context *context,
                                  const struct md_args *args, int *used, struct md_error *error)
{
    static const char *const names[] = {"bin/1d", "bin/2d", "bin/3d", "type", "molecule", NULL};
    static const char *const others[] = {"bin/sphere", "bin/cylinder", NULL};
    const struct md_word *word = &args->words[0];
    int which;
    *used = 1;
    for (int k = 0; others[k] != NULL; k++) {
        if (md_word_is(word, others[k]))
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                                "chunks of style %s are not available yet", word->text);
    }
    if (strchr(word->text, '_') != NULL && md_atom_input_known(word->text)) {
        chunks->source = VALUE;
        enum md_status status = md_atom_inputs_add(&chunks->input, &chunks->inputs, word,
                                                   context->quantities, context->variables, error);
        if (status == MD_OK && chunks->inputs != 1)
            return md_error_set(error, MD_ERR_VALUE, &word->place,
                                "compute chunk/atom takes one value of each atom, not several");
        return status;
    }
    enum md_status status =
        md_word_choice(word, "style of chunks (or c_ID, f_ID, v_name)", names, &which, error);
    if (status != MD_OK)
        return status;
    chunks->source = which < 3 ? BINS : which == 3 ? TYPE : MOLECULE;
    if (chunks->source == MOLECULE && context->system->topology.style == MD_ATOM_ATOMIC)
        return md_error_set(error, MD_ERR_ORDER, &word->place,
                            "atoms have no molecules with atom_style atomic");
    chunks->dimensions = which < 3 ? which + 1 : 0;
    for (int k = 0; k < chunks->dimensions && status == MD_OK; k++) {
        status = read_direction(chunks, args, *used, k, error);
        *used += 3;
    }
    if (status == MD_OK && context->system->dimension == 2 && chunks->dimensions > 0) {
        for (int k = 0; k < chunks->dimensions; k++) {
            if (chunks->axis[k] == 2)
                return md_error_set(error, MD_ERR_VALUE, &args->words[1 + 3 * k].place,
                                    "there are no bins along z in two dimensions");
        }
    }
    return status;
}

static enum md_status read_bound(struct md_chunks *chunks, const struct md_word *word,
                                 struct md_error *error)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    int axis;
    enum md_status status = md_word_choice(word + 1, "direction of a bound", axes, &axis, error);
    if (status == MD_OK && !md_word_is(word + 2, "lower")) {
        chunks->bound_lo[axis] = true;
        status =
            md_word_double(word + 2, "lower bound", -INFINITY, INFINITY, &chunks->lo[axis], error);
    }
    if (status == MD_OK && !md_word_is(word + 3, "upper")) {
        chunks->bound_hi[axis] = true;
        status =
            md_word_double(word + 3, "upper bound", -INFINITY, INFINITY, &chunks->hi[axis], error);
    }
    return status;
}

enum { REGION, NCHUNK, LIMIT, IDS, COMPRESS, DISCARDING, BOUND, UNITS, PBC };
static const char *const keys[] = {"region", "nchunk",   "limit",
                                   "ids",    "compress", "discard",
                                   "bound",  "units",    MD_NOT_OFFERED "pbc",
                                   NULL};
static const int key_words[] = {2, 2, 2, 2, 2, 2, 4, 2, 2};

/* Chunks are counted and given anew at every look; `once` and `nfreq` matter where they move. */
static enum md_status read_when(const struct md_chunks *chunks, const struct md_word *word,
                                bool ids, struct md_error *error)
{
    static const char *const counts[] = {"once", "every", NULL};
    static const char *const whens[] = {"once", "nfreq", "every", NULL};
    int which;
    enum md_status status =
        md_word_choice(word + 1, word->text, ids ? whens : counts, &which, error);
    bool fixed = chunks->source == TYPE || chunks->source == MOLECULE;
    if (status == MD_OK && ids && which < 2 && !fixed)
        return md_error_set(
            error, MD_ERR_UNSUPPORTED, &word[1].place,
            "'ids %s' is not available yet: atoms are put into chunks at every look", word[1].text);
    return status;
}

static enum md_status read_limit(struct md_chunks *chunks, const struct md_args *args, int at,
                                 int *used, struct md_error *error)
{
    static const char *const kinds[] = {"max", "exact", NULL};
    int kind = 0;
    enum md_status status =
        md_word_int(&args->words[at + 1], "limit of chunks", 0, CHUNKS_MAX, &chunks->limit, error);
    *used = chunks->limit > 0 ? 3 : 2;
    if (status != MD_OK || chunks->limit == 0)
        return status;
    if (at + 2 >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &args->words[at].place,
                            "'limit' needs a number and max or exact");
    status = md_word_choice(&args->words[at + 2], "kind of limit", kinds, &kind, error);
    chunks->exact = kind == 1;
    return status;
}

static enum md_status read_keyword(struct md_chunks *chunks,
                                   const struct md_measure_context *context,
                                   const struct md_args *args, int at, int *used,
                                   struct md_error *error)
{
    static const char *const outsides[] = {"yes", "no", "mixed", NULL};
    static const char *const scales[] = {"box", "lattice", "reduced", NULL};
    const struct md_word *word = &args->words[at];
    int key, choice = 0;
    enum md_status status =
        md_word_choice(word, "keyword of compute chunk/atom", keys, &key, error);
    if (status != MD_OK)
        return status;
    *used = key_words[key];
    if (at + *used > args->count)
        return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs %d value%s", word->text,
                            *used - 1, *used > 2 ? "s" : "");
    switch (key) {
    case REGION:
        status = md_regions_of_word(&context->system->regions, word + 1, &choice, error);
        snprintf(chunks->region, sizeof chunks->region, "%.63s", word[1].text);
        return status;
    case NCHUNK:
    case IDS:
        return read_when(chunks, word, key == IDS, error);
    case LIMIT:
        return read_limit(chunks, args, at, used, error);
    case COMPRESS:
        return md_word_bool(word + 1, "compress", &chunks->compress, error);
    case DISCARDING:
        status = md_word_choice(word + 1, "discard", outsides, &choice, error);
        chunks->outside = (enum outside)choice;
        return status;
    case BOUND:
        return read_bound(chunks, word, error);
    case UNITS:
        status = md_word_choice(word + 1, "units", scales, &choice, error);
        chunks->scale = (enum scale)choice;
        return status;
    default:
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                            "'pbc' belongs to bin/sphere and bin/cylinder, which are not available "
                            "yet");
    }
}

/* Distances in lattice units. */
static void apply_lattice(struct md_chunks *chunks, const struct md_lattice *lattice)
{
    for (int k = 0; k < chunks->dimensions; k++) {
        chunks->origin[k] *= lattice->spacing[chunks->axis[k]];
        chunks->width[k] *= lattice->spacing[chunks->axis[k]];
    }
    for (int d = 0; d < 3; d++) {
        chunks->lo[d] *= lattice->spacing[d];
        chunks->hi[d] *= lattice->spacing[d];
    }
}

static enum md_status chunk_create(void *state, const struct md_measure_context *context,
                                   const struct md_args *args, struct md_error *error)
{
    struct md_chunks *chunks = state;
    int used = 0;
    enum md_status status = md_args_count(args, 1, -1, md_measure_chunk_atom.style.usage, error);
    if (status == MD_OK)
        status = read_source(chunks, context, args, &used, error);
    chunks->scale = LATTICE;
    chunks->outside = chunks->source == BINS ? MIXED : DISCARD;
    for (int at = used; at < args->count && status == MD_OK; at += used)
        status = read_keyword(chunks, context, args, at, &used, error);
    if (status == MD_OK && chunks->scale == LATTICE)
        apply_lattice(chunks, &context->system->lattice);
    return status;
}

/* ------------------------------------------------------------------ laying out */

/* The edges of the box in the units of the bins. */
static void box_edges(const struct md_chunks *chunks, const struct md_box *box, int axis,
                      double *lo, double *hi)
{
    bool reduced = chunks->scale == REDUCED;
    *lo = reduced ? 0.0 : box->lo[axis];
    *hi = reduced ? 1.0 : box->hi[axis];
}

/* Whole bins from the origin to both sides until the bounds are covered. */
static enum md_status lay_out(struct md_chunks *chunks, const struct md_box *box, int k,
                              struct md_error *error)
{
    int axis = chunks->axis[k];
    double lo, hi, width = chunks->width[k], inverse = 1.0 / width, origin = chunks->origin[k];
    box_edges(chunks, box, axis, &lo, &hi);
    double least = chunks->bound_lo[axis] ? chunks->lo[axis] : lo;
    double most = chunks->bound_hi[axis] ? chunks->hi[axis] : hi;
    if (chunks->origin_edge[k] != NUMBER)
        origin = chunks->origin_edge[k] == LOWER   ? least
                 : chunks->origin_edge[k] == UPPER ? most
                                                   : 0.5 * (least + most);
    if (!((most - least) * inverse < (double)CHUNKS_MAX) ||
        !(fabs(origin - least) * inverse < 1e9) || !(fabs(origin - most) * inverse < 1e9))
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "bins of width %g between %g and %g are too many", width, least, most);
    double first, last;
    if (origin <= least) {
        first = origin + (double)(int64_t)((least - origin) * inverse) * width;
    } else {
        first = origin - (double)(int64_t)((origin - least) * inverse) * width;
        if (first > least)
            first -= width;
    }
    if (origin < most) {
        last = origin + (double)(int64_t)((most - origin) * inverse) * width;
        if (last < most)
            last += width;
    } else {
        last = origin - (double)(int64_t)((origin - most) * inverse) * width;
    }
    chunks->layers[k] = (int64_t)((last - first) * inverse + 0.5);
    chunks->offset[k] = first;
    if (first > last || chunks->layers[k] < 1)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "the bounds of compute chunk/atom leave no bin along %c", 'x' + axis);
    return MD_OK;
}

static void set_volume(struct md_chunks *chunks, const struct md_system *system)
{
    const double *length = system->box.length;
    chunks->volume =
        system->dimension == 3 ? length[0] * length[1] * length[2] : length[0] * length[1];
    for (int k = 0; k < chunks->dimensions; k++)
        chunks->volume *=
            chunks->width[k] / (chunks->scale == REDUCED ? 1.0 : length[chunks->axis[k]]);
}

static enum md_status set_coordinates(struct md_chunks *chunks, int64_t bins,
                                      struct md_error *error)
{
    int n = chunks->dimensions;
    double *coord = md_memory_array((size_t)bins * (size_t)n + 1, sizeof *coord);
    if (coord == NULL)
        return md_error_memory(error, "compute chunk/atom");
    md_memory_free(chunks->coord);
    chunks->coord = coord;
    for (int64_t m = 0; m < bins; m++) {
        int64_t rest = m;
        for (int k = n - 1; k >= 0; k--) {
            coord[m * n + k] =
                chunks->offset[k] + ((double)(rest % chunks->layers[k]) + 0.5) * chunks->width[k];
            rest /= chunks->layers[k];
        }
    }
    return MD_OK;
}

static enum md_status set_bins(struct md_chunks *chunks, const struct md_system *system,
                               struct md_error *error)
{
    int64_t bins = 1;
    for (int k = 0; k < chunks->dimensions; k++) {
        enum md_status status = lay_out(chunks, &system->box, k, error);
        if (status != MD_OK)
            return status;
        if (chunks->layers[k] > CHUNKS_MAX / bins)
            return md_error_set(error, MD_ERR_VALUE, NULL, "there would be more than %d bins",
                                CHUNKS_MAX);
        bins *= chunks->layers[k];
    }
    chunks->count = bins;
    return set_coordinates(chunks, bins, error);
}

/* ------------------------------------------------------------------ whose atom is where */

/* The layer of a coordinate along direction k, from 0; -1: none. */
static int64_t layer_of(const struct md_chunks *chunks, const struct md_box *box, int k, double x)
{
    int axis = chunks->axis[k];
    double lo, hi;
    if (chunks->scale == REDUCED)
        x = (x - box->lo[axis]) * (1.0 / box->length[axis]);
    box_edges(chunks, box, axis, &lo, &hi);
    if (box->periodic[axis]) {
        if (x < lo)
            x += hi - lo;
        if (x >= hi)
            x -= hi - lo;
    }
    double at = (x - chunks->offset[k]) * (1.0 / chunks->width[k]);
    int64_t last = chunks->layers[k] - 1;
    int64_t layer = at >= 9e15 ? last + 1 : at <= -9e15 ? -1 : (int64_t)at;
    if (x < chunks->offset[k])
        layer--;
    bool clamp_lo =
        chunks->outside == CLAMP || (chunks->outside == MIXED && !chunks->bound_lo[axis]);
    bool clamp_hi =
        chunks->outside == CLAMP || (chunks->outside == MIXED && !chunks->bound_hi[axis]);
    if (layer < 0)
        return clamp_lo ? 0 : -1;
    if (layer > last)
        return clamp_hi ? last : -1;
    return layer;
}

static int64_t bin_of(const struct md_chunks *chunks, const struct md_box *box, const double x[3])
{
    int64_t bin = 0;
    for (int k = 0; k < chunks->dimensions; k++) {
        int64_t layer = layer_of(chunks, box, k, x[chunks->axis[k]]);
        if (layer < 0)
            return NOWHERE;
        bin = bin * chunks->layers[k] + layer;
    }
    return bin + 1;
}

/* The chunk of every atom before limits and compression. */
static enum md_status raw_chunks(struct md_chunks *chunks, const struct md_measure_context *context,
                                 const struct md_frame *frame, int64_t *chunk,
                                 struct md_error *error)
{
    const struct md_system *system = frame->system;
    const struct md_atoms *atoms = &system->atoms;
    double *values = NULL;
    enum md_status status = MD_OK;
    int region = chunks->region[0] != '\0' ? md_regions_find(&system->regions, chunks->region) : -1;
    if (chunks->region[0] != '\0' && region < 0)
        return md_error_set(error, MD_ERR_REFERENCE, NULL,
                            "the region '%s' of compute chunk/atom is no longer there",
                            chunks->region);
    if (chunks->source == VALUE) {
        values = md_memory_array(frame->count + 1, sizeof *values);
        status = values == NULL ? md_error_memory(error, "compute chunk/atom")
                                : md_atom_input_values(chunks->input, frame, context->quantities,
                                                       context->variables, values, error);
    }
    for (size_t i = 0; i < frame->count && status == MD_OK; i++) {
        chunk[i] = NOWHERE;
        if ((atoms->groups[i] & md_group_bit(context->group)) == 0 ||
            (region >= 0 && !md_region_contains(&system->regions, region, frame->x[i])))
            continue;
        switch (chunks->source) {
        case BINS:
            chunk[i] = bin_of(chunks, &system->box, frame->x[i]);
            break;
        case TYPE:
            chunk[i] = atoms->type[i];
            break;
        case MOLECULE:
            chunk[i] = atoms->molecule[i];
            break;
        case VALUE:
            chunk[i] = fabs(values[i]) < 9e15 ? (int64_t)values[i] : NOWHERE;
            break;
        }
    }
    md_memory_free(values);
    return status;
}

static int64_t largest(const int64_t *chunk, size_t count)
{
    int64_t most = 0;
    for (size_t i = 0; i < count; i++)
        most = chunk[i] > most ? chunk[i] : most;
    return most;
}

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Only chunks that have atoms stay, in ascending order. */
static enum md_status set_labels(struct md_chunks *chunks, const int64_t *chunk, size_t count,
                                 struct md_error *error)
{
    int64_t *label = md_memory_array(count + 1, sizeof *label);
    size_t used = 0;
    if (label == NULL)
        return md_error_memory(error, "compute chunk/atom");
    for (size_t i = 0; i < count; i++) {
        if (chunk[i] != NOWHERE)
            label[used++] = chunk[i];
    }
    if (used > 1)
        qsort(label, used, sizeof *label, ascending);
    size_t kept = 0;
    for (size_t i = 0; i < used; i++) {
        if (i == 0 || label[i] != label[i - 1])
            label[kept++] = label[i];
    }
    md_memory_free(chunks->label);
    chunks->label = label;
    chunks->count = (int64_t)kept;
    return MD_OK;
}

static int64_t labelled(const struct md_chunks *chunks, int64_t chunk, int64_t labels)
{
    const int64_t *found =
        labels > 0 && chunk != NOWHERE
            ? bsearch(&chunk, chunks->label, (size_t)labels, sizeof chunk, ascending)
            : NULL;
    return found != NULL ? (found - chunks->label) + 1 : 0;
}

/* The middles of the bins that are left, one after the other. */
static void compress_coordinates(struct md_chunks *chunks)
{
    size_t n = (size_t)chunks->dimensions;
    for (int64_t m = 0; m < chunks->count && n > 0; m++)
        memmove(chunks->coord + (size_t)m * n, chunks->coord + (size_t)(chunks->label[m] - 1) * n,
                n * sizeof *chunks->coord);
}

static enum md_status count_chunks(struct md_chunks *chunks, const struct md_system *system,
                                   const int64_t *chunk, size_t count, struct md_error *error)
{
    if (chunks->source != BINS)
        chunks->count = chunks->source == TYPE ? system->types : largest(chunk, count);
    if (chunks->compress && set_labels(chunks, chunk, count, error) != MD_OK)
        return error->status;
    if (chunks->count > CHUNKS_MAX)
        return md_error_set(error, MD_ERR_VALUE, NULL, "%" PRId64 " chunks are too many",
                            chunks->count);
    if (chunks->compress)
        compress_coordinates(chunks);
    if (chunks->limit > 0 && (chunks->exact || chunks->count > chunks->limit)) {
        if (chunks->limit > chunks->count && (chunks->source == BINS || chunks->compress))
            return md_error_set(error, MD_ERR_UNSUPPORTED, NULL,
                                "'limit %" PRId64 " exact' is more than the %" PRId64
                                " chunks there are, which only types, molecules and values allow",
                                chunks->limit, chunks->count);
        chunks->count = chunks->limit;
    }
    return MD_OK;
}

static enum md_status assign(struct md_chunks *chunks, const struct md_measure_context *context,
                             const struct md_frame *frame, bool hold, int64_t *chunk,
                             struct md_error *error)
{
    int64_t labels = chunks->count;
    enum md_status status = MD_OK;
    hold = hold && chunks->laid;
    set_volume(chunks, frame->system);
    if (!hold && chunks->source == BINS)
        status = set_bins(chunks, frame->system, error);
    if (status == MD_OK)
        status = raw_chunks(chunks, context, frame, chunk, error);
    if (status == MD_OK && !hold)
        status = count_chunks(chunks, frame->system, chunk, frame->count, error);
    if (status != MD_OK)
        return status;
    chunks->laid = true;
    labels = chunks->count;
    for (size_t i = 0; i < frame->count; i++) {
        if (chunk[i] == NOWHERE)
            chunk[i] = 0;
        else if (chunks->compress)
            chunk[i] = labelled(chunks, chunk[i], labels);
        else if (chunk[i] > chunks->count || chunk[i] < 1)
            chunk[i] = chunks->outside == CLAMP ? chunks->count : 0;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ for others */

struct md_chunks *md_chunks_of(const struct md_compute *compute)
{
    return compute->type == &md_measure_chunk_atom ? compute->state : NULL;
}

bool md_chunks_compressed(const struct md_chunks *chunks)
{
    return chunks->compress;
}

int md_chunks_dimensions(const struct md_chunks *chunks)
{
    return chunks->dimensions;
}

enum md_status md_chunks_assign(const struct md_compute *compute, struct md_computes *computes,
                                const struct md_frame *frame, bool hold, int64_t *chunk,
                                struct md_chunk_view *view, struct md_error *error)
{
    struct md_chunks *chunks = md_chunks_of(compute);
    struct md_measure_context context = {
        .system = frame->system,
        .computes = computes,
        .group = compute->group,
        .self = compute,
        .forces = computes->forces,
        .quantities = computes->quantities,
        .variables = computes->variables,
    };
    enum md_status status = assign(chunks, &context, frame, hold, chunk, error);
    *view = (struct md_chunk_view){
        .count = chunks->count,
        .dimensions = chunks->dimensions,
        .coord = chunks->coord,
        .label = chunks->compress ? chunks->label : NULL,
        .volume = chunks->volume,
    };
    return status;
}

/* ------------------------------------------------------------------ values */

static enum md_status chunk_atom(void *state, const struct md_measure_context *context,
                                 const struct md_frame *frame, double *values,
                                 struct md_error *error)
{
    int64_t *chunk = md_memory_array(frame->count + 1, sizeof *chunk);
    if (chunk == NULL)
        return md_error_memory(error, "compute chunk/atom");
    enum md_status status = assign(state, context, frame, false, chunk, error);
    for (size_t i = 0; i < frame->count && status == MD_OK; i++)
        values[i] = (double)chunk[i];
    md_memory_free(chunk);
    return status;
}

static enum md_status chunk_scalar(void *state, const struct md_measure_context *context,
                                   const struct md_frame *frame, double *value,
                                   struct md_error *error)
{
    const struct md_chunks *chunks = state;
    int64_t *chunk = md_memory_array(frame->count + 1, sizeof *chunk);
    if (chunk == NULL)
        return md_error_memory(error, "compute chunk/atom");
    enum md_status status = assign(state, context, frame, false, chunk, error);
    *value = (double)chunks->count;
    md_memory_free(chunk);
    return status;
}

static void chunk_destroy(void *state)
{
    struct md_chunks *chunks = state;
    md_memory_free(chunks->input);
    md_memory_free(chunks->coord);
    md_memory_free(chunks->label);
}

const struct md_measure md_measure_chunk_atom = {
    .style =
        {
            .name = "chunk/atom",
            .summary = "puts every atom into a chunk: a bin, its type, its molecule, a value",
            .usage = "compute ID GROUP chunk/atom STYLE ... [KEYWORD ...]",
            .manual =
                "Styles:\n"
                "  bin/1d DIM ORIGIN WIDTH   slabs; ORIGIN is lower, center, upper or a number\n"
                "  bin/2d, bin/3d            the same for two or three directions\n"
                "  type, molecule            one chunk for each\n"
                "  c_ID, c_ID[i], f_ID, f_ID[i], v_name   the whole part of a value of the atom\n"
                "Keywords:\n"
                "  region ID            only atoms inside\n"
                "  limit N max|exact    at most, or exactly, N chunks\n"
                "  compress yes         chunks without atoms are left out\n"
                "  discard yes|no|mixed atoms beyond the bins: left out, or counted in the last\n"
                "                       bin; mixed: left out beyond a bound that was given\n"
                "  bound DIM LO HI      where bins end: lower, upper or numbers; ORIGIN then "
                "speaks of\n"
                "                       these ends\n"
                "  units box|lattice|reduced   of widths, origins and bounds (lattice)\n"
                "  nchunk, ids          as in LAMMPS, but chunks are made at every look: 'ids "
                "once'\n"
                "                       and 'ids nfreq' are possible for types and molecules only\n"
                "\n"
                "c_ID is the number of chunks, and for each atom its chunk, from 1; 0: none.  fix\n"
                "ave/chunk averages over chunks.",
            .state_size = sizeof(struct md_chunks),
        },
    .create = chunk_create,
    .scalar = chunk_scalar,
    .atom_columns = 1,
    .atom = chunk_atom,
    .destroy = chunk_destroy,
};
