/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute rdf: radial distribution functions and coordination numbers of pairs of types.  The
 * pairs come from a list of the compute's own, built at each look from the frame's positions, so
 * that any cutoff is right and the run's list is left alone.  Pairs whose force special_bonds makes
 * 0, and those neigh_modify excludes, are not counted, as in LAMMPS.
 */
#include "measure/styles.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

#define BINS_MAX  10000000
#define PAIRS_MAX 1000

/* One g(r): atoms of the types lo[0]..hi[0] at the centre, lo[1]..hi[1] around. */
struct shell {
    int lo[2], hi[2];
    double centres, others, both; /* atoms of the group of these types; of both kinds */
};

struct rdf {
    int64_t bins;
    double cutoff; /* 0: that of the pair style */
    struct shell *shell;
    int shells;
    struct md_neighbors neighbors;
    double *reach; /* [(types+1)^2] */
};

/* ------------------------------------------------------------------ words */

static enum md_status read_types(struct rdf *rdf, const struct md_system *system,
                                 const struct md_args *args, int count, struct md_error *error)
{
    rdf->shells = count > 0 ? count / 2 : 1;
    rdf->shell = md_memory_array((size_t)rdf->shells, sizeof *rdf->shell);
    if (rdf->shell == NULL)
        return md_error_memory(error, "compute rdf");
    if (count == 0)
        rdf->shell[0] = (struct shell){.lo = {1, 1}, .hi = {system->types, system->types}};
    for (int i = 0; i < count; i++) {
        struct shell *shell = &rdf->shell[i / 2];
        enum md_status status = md_word_range(&args->words[i], "type of compute rdf", system->types,
                                              &shell->lo[i % 2], &shell->hi[i % 2], error);
        if (status != MD_OK)
            return status;
    }
    return MD_OK;
}

/* Words before `cutoff`, which comes last. */
static enum md_status read_cutoff(struct rdf *rdf, const struct md_args *args, int *types,
                                  struct md_error *error)
{
    *types = 0;
    while (*types < args->count && !md_word_is(&args->words[*types], "cutoff"))
        (*types)++;
    if (*types % 2 != 0)
        return md_error_set(error, MD_ERR_COUNT, &args->words[*types - 1].place,
                            "the types of compute rdf come in pairs, and '%s' has no partner",
                            args->words[*types - 1].text);
    if (*types / 2 > PAIRS_MAX)
        return md_error_set(error, MD_ERR_COUNT, &args->words[2 * PAIRS_MAX].place,
                            "compute rdf takes at most %d pairs of types", PAIRS_MAX);
    if (*types == args->count)
        return MD_OK;
    if (args->count != *types + 2)
        return md_error_set(error, MD_ERR_COUNT, &args->words[*types].place,
                            "'cutoff' needs one value, at the end: a distance");
    return md_word_double(&args->words[*types + 1], "cutoff of compute rdf", MD_ABOVE(0.0),
                          INFINITY, &rdf->cutoff, error);
}

static enum md_status rdf_create(void *state, const struct md_measure_context *context,
                                 const struct md_args *args, struct md_error *error)
{
    struct rdf *rdf = state;
    size_t row = (size_t)context->system->types + 1;
    int types;
    md_neighbors_init(&rdf->neighbors);
    enum md_status status = md_args_count(args, 1, -1, md_measure_rdf.style.usage, error);
    if (status == MD_OK)
        status = md_word_int(&args->words[0], "number of bins", 1, BINS_MAX, &rdf->bins, error);
    if (status != MD_OK)
        return status;
    struct md_args rest = md_args_after(args, 1);
    status = read_cutoff(rdf, &rest, &types, error);
    if (status == MD_OK)
        status = read_types(rdf, context->system, &rest, types, error);
    if (status == MD_OK)
        status = md_memory_grow(&rdf->reach, 0, row * row, sizeof *rdf->reach, error);
    return status;
}

static void rdf_shape(const void *state, struct md_shape *shape)
{
    const struct rdf *rdf = state;
    shape->rows = rdf->bins;
    shape->columns = 1 + 2 * rdf->shells;
}

/* ------------------------------------------------------------------ counting */

static bool has_type(const struct shell *shell, int side, int type)
{
    return type >= shell->lo[side] && type <= shell->hi[side];
}

static void count_atoms(struct rdf *rdf, const struct md_atoms *atoms, uint32_t bit)
{
    for (int m = 0; m < rdf->shells; m++) {
        struct shell *shell = &rdf->shell[m];
        shell->centres = shell->others = shell->both = 0.0;
        for (size_t i = 0; i < atoms->count; i++) {
            if ((atoms->groups[i] & bit) == 0)
                continue;
            bool centre = has_type(shell, 0, atoms->type[i]);
            bool other = has_type(shell, 1, atoms->type[i]);
            shell->centres += centre;
            shell->others += other;
            shell->both += centre && other;
        }
    }
}

/* From a site to atom i, of positions as they are: those that lists round may cross the edge of a
 * bin at which a lattice has a shell. */
static double distance_to(const struct md_system *system, const struct md_neighbors *list, size_t i,
                          int32_t site)
{
    const double *x = system->atoms.x[i], *y = system->atoms.x[list->owner[site]];
    double d[3];
    for (int k = 0; k < 3; k++) {
        int16_t shift = (size_t)site < list->atoms ? 0 : list->shift[(size_t)site - list->atoms][k];
        d[k] = x[k] - (y[k] + shift * system->box.length[k]);
    }
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/* Each list is full, so that a pair is met from both sides. */
static void count_pairs(const struct rdf *rdf, const struct md_system *system, uint32_t bit,
                        double per_width, double *counts)
{
    const struct md_neighbors *list = &rdf->neighbors;
    const struct md_atoms *atoms = &system->atoms;
    int32_t far = (int32_t)(list->atoms + list->ghosts);
    for (size_t i = 0; i < atoms->count; i++) {
        if ((atoms->groups[i] & bit) == 0)
            continue;
        for (int32_t k = 0; k < list->number[i]; k++) {
            int32_t site = list->partner[i][k];
            if (site == far || (atoms->groups[list->owner[site]] & bit) == 0)
                continue;
            double bin = distance_to(system, list, i, site) * per_width;
            if (!(bin < (double)rdf->bins))
                continue;
            int type = atoms->type[list->owner[site]];
            for (int m = 0; m < rdf->shells; m++) {
                const struct shell *shell = &rdf->shell[m];
                if (has_type(shell, 0, atoms->type[i]) && has_type(shell, 1, type))
                    counts[(int64_t)m * rdf->bins + (int64_t)bin] += 1.0;
            }
        }
    }
}

/* The list of a copy of the system, whose positions are the frame's, wrapped. */
static enum md_status build(struct rdf *rdf, const struct md_measure_context *context,
                            const struct md_frame *frame, struct md_system *copy,
                            struct md_error *error)
{
    struct md_neighbors *list = &rdf->neighbors;
    for (size_t i = 0; i < copy->atoms.count; i++) {
        memcpy(copy->atoms.x[i], frame->x[i], sizeof(md_vec3));
        md_box_wrap(&copy->box, copy->atoms.x[i], NULL);
    }
    list->rules.skin = 0.0;
    list->rules.exclusion = context->forces->neighbors.rules.exclusion;
    list->rules.exclusions = context->forces->neighbors.rules.exclusions;
    enum md_status status = md_graph_build(&list->graph, copy, true, MD_LOST_BONDS_IGNORE, error);
    if (status == MD_OK)
        status = md_neighbors_build(list, copy, rdf->reach, error);
    list->rules.exclusion = NULL; /* borrowed */
    list->rules.exclusions = 0;
    return status;
}

/* ------------------------------------------------------------------ normalizing */

/* Number of pairs in each shell relative to that of a gas without order. */
static void normalize(const struct rdf *rdf, const struct shell *shell, int m,
                      const struct md_system *system, double width, const double *counts,
                      double *values)
{
    const double *length = system->box.length;
    bool solid = system->dimension == 3;
    double constant =
        solid ? 4.0 * PI / (3.0 * length[0] * length[1] * length[2]) : PI / (length[0] * length[1]);
    double partners = shell->centres > 0.0 ? shell->others - shell->both / shell->centres : 0.0;
    double around = 0.0;
    int64_t columns = 1 + 2 * rdf->shells;
    for (int64_t bin = 0; bin < rdf->bins; bin++) {
        double lo = (double)bin * width, hi = (double)(bin + 1) * width;
        double share = constant * (solid ? hi * hi * hi - lo * lo * lo : hi * hi - lo * lo);
        double g = 0.0;
        if (share * partners != 0.0)
            g = counts[bin] / (share * partners * shell->centres);
        if (shell->centres > 0.0)
            around += g * share * partners;
        values[bin * columns + 1 + 2 * m] = g;
        values[bin * columns + 2 + 2 * m] = around;
    }
}

static enum md_status reach_of(const struct rdf *rdf, const struct md_measure_context *context,
                               double *reach, struct md_error *error)
{
    const struct md_potential_use *pair = &context->forces->pair;
    *reach = rdf->cutoff;
    if (*reach > 0.0)
        return MD_OK;
    if (pair->type != NULL && pair->type->reach != NULL)
        *reach = pair->type->reach(pair->state);
    if (*reach > 0.0)
        return MD_OK;
    return md_error_set(error, MD_ERR_ORDER, NULL,
                        "compute rdf needs a pair_style with a cutoff, or the word cutoff");
}

static enum md_status rdf_array(void *state, const struct md_measure_context *context,
                                const struct md_frame *frame, double *values,
                                struct md_error *error)
{
    struct rdf *rdf = state;
    struct md_system copy = *frame->system;
    uint32_t bit = md_group_bit(context->group);
    size_t row = (size_t)copy.types + 1;
    double reach = 0.0, *counts = NULL;
    enum md_status status =
        context->forces == NULL
            ? md_error_set(error, MD_ERR_ORDER, NULL, "compute rdf needs a simulation around it")
            : reach_of(rdf, context, &reach, error);
    if (status != MD_OK)
        return status;
    for (size_t k = 0; k < row * row; k++)
        rdf->reach[k] = reach;
    copy.atoms = (struct md_atoms){0};
    status = md_atoms_copy(&copy.atoms, &frame->system->atoms, error);
    if (status == MD_OK)
        status = build(rdf, context, frame, &copy, error);
    if (status == MD_OK) {
        counts = md_memory_array((size_t)(rdf->bins * rdf->shells), sizeof *counts);
        if (counts == NULL)
            status = md_error_memory(error, "compute rdf");
    }
    if (status == MD_OK) {
        double width = reach / (double)rdf->bins;
        int64_t columns = 1 + 2 * rdf->shells;
        count_atoms(rdf, &copy.atoms, bit);
        count_pairs(rdf, &copy, bit, 1.0 / width, counts);
        for (int64_t bin = 0; bin < rdf->bins; bin++)
            values[bin * columns] = ((double)bin + 0.5) * width;
        for (int m = 0; m < rdf->shells; m++)
            normalize(rdf, &rdf->shell[m], m, &copy, width, counts + m * rdf->bins, values);
    }
    md_memory_free(counts);
    md_atoms_free(&copy.atoms);
    return status;
}

static void rdf_destroy(void *state)
{
    struct rdf *rdf = state;
    md_memory_free(rdf->shell);
    md_memory_free(rdf->reach);
    md_neighbors_free(&rdf->neighbors);
}

const struct md_measure md_measure_rdf = {
    .style =
        {
            .name = "rdf",
            .summary = "radial distribution functions g(r) and coordination numbers",
            .usage = "compute ID GROUP rdf NBIN [ITYPE JTYPE ...] [cutoff R]",
            .manual =
                "A global array of NBIN rows: the middle of the bin, then for each pair of types\n"
                "(types or ranges such as 1*3; without any: all with all) g(r) and the number of\n"
                "J atoms around an I atom up to the bin's end: c_ID[i][1], c_ID[i][2],\n"
                "c_ID[i][3] and so on are these columns of row i.  g(r) is the density of J atoms\n"
                "at the distance r from an I atom over their mean density; far out it is 1 in a\n"
                "liquid.  The bins reach to the largest cutoff of the pair style, or to R, which\n"
                "may be any distance.\n"
                "\n"
                "Pairs whose force special_bonds makes 0 and those neigh_modify excludes are not\n"
                "counted.  fix ave/time with mode vector averages it:\n"
                "  fix ID all ave/time 100 10 1000 c_ID[*] file g.rdf mode vector",
            .state_size = sizeof(struct rdf),
        },
    .create = rdf_create,
    .shape = rdf_shape,
    .array = rdf_array,
    .destroy = rdf_destroy,
};
