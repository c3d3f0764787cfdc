/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * create_atoms.  The order in which lattice sites are visited gives the atoms their IDs, and with
 * them the random velocities: cells along z outermost, then y, x, and the basis innermost.
 *
 * A site on a periodic face exists once: along a periodic axis of length L it is taken when
 * lo - e <= x < hi - 2e with e = 1e-6 L, so that rounding can neither lose nor double it.
 */
#include "base/memory.h"
#include "base/random.h"
#include "command/atoms.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define FACE_TOLERANCE 1.0e-6
#define ATOM_BYTES     116.0 /* what one atom takes at least */
#define WARM_UP        30    /* discarded draws of `random` */
#define TRIES          10000 /* for one random atom, before the region counts as empty */

enum style { BOX, REGION, SINGLE, RANDOM };

struct job {
    struct md_sim *sim;
    enum style style;
    int type;
    int basis_type[MD_LATTICE_BASIS_MAX];
    int region;  /* -1: none */
    double x[3]; /* single */
    bool remap;
    int64_t count; /* random: how many */
    int32_t seed;
    double scale[3];
    const char *units;
    const char *variable;      /* NULL: none */
    const char *coordinate[3]; /* names of the variables that get x, y, z */
    enum { ALL, RATIO, SUBSET } part;
    double ratio;
    int64_t subset;
    int32_t part_seed;
    const struct md_word *part_word;
    const struct md_place *place;
};

/* ------------------------------------------------------------------ which points */

/* The deck's variable at point x: false discards it. */
static enum md_status test_variable(const struct job *job, const double x[3], bool *keep,
                                    struct md_error *error)
{
    const struct md_variables *variables = &job->sim->variables;
    double value;
    *keep = true;
    if (!job->variable)
        return MD_OK;
    for (int d = 0; d < 3; d++) {
        if (!job->coordinate[d])
            continue;
        enum md_status status =
            variables->set_internal(variables->context, job->coordinate[d], x[d], error);
        if (status != MD_OK)
            return status;
    }
    enum md_status status = variables->equal(variables->context, job->variable, &value, error);
    *keep = value != 0.0;
    return status;
}

struct bounds {
    double lo[3], hi[3];
};

static bool within(const struct bounds *bounds, const double x[3])
{
    for (int d = 0; d < 3; d++)
        if (!(x[d] >= bounds->lo[d] && x[d] < bounds->hi[d]))
            return false;
    return true;
}

static struct bounds box_bounds(const struct md_box *box)
{
    struct bounds bounds;
    memcpy(bounds.lo, box->lo, sizeof bounds.lo);
    memcpy(bounds.hi, box->hi, sizeof bounds.hi);
    return bounds;
}

/* ------------------------------------------------------------------ lattice sites */

struct sites {
    struct bounds accept;
    int64_t first[3], last[3]; /* cells */
};

/* A box that is too large by a slip of the pen should not be noticed when memory is full. */
static enum md_status refuse_too_many(const struct job *job, struct md_error *error)
{
    const struct md_system *system = &job->sim->system;
    const double(*p)[3] = system->lattice.primitive;
    double cell = p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) -
                  p[0][1] * (p[1][0] * p[2][2] - p[1][2] * p[2][0]) +
                  p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
    double sites = system->lattice.basis_count * system->box.length[0] * system->box.length[1] *
                   system->box.length[2] / fabs(cell * pow(system->lattice.scale, 3.0));
    double have = (double)md_memory_machine();

    if (job->region >= 0 || job->variable || job->part != ALL || system->dimension == 2 ||
        !(sites * ATOM_BYTES > have))
        return MD_OK;
    return md_error_set(error, MD_ERR_MEMORY, job->place,
                        "some %.3g atoms would fill the box of %g x %g x %g, and memory is "
                        "enough for %.3g: are the box and the lattice right?",
                        sites, system->box.length[0], system->box.length[1], system->box.length[2],
                        have / ATOM_BYTES);
}

/* The part of the box in which sites can be: the region's, if it has bounds. */
static struct bounds reach(const struct job *job)
{
    const struct md_system *system = &job->sim->system;
    struct bounds bounds = box_bounds(&system->box);
    const struct md_region *region = job->region >= 0 ? &system->regions.list[job->region] : NULL;

    for (int d = 0; region && region->bounded && d < 3; d++) {
        double lo = fmax(bounds.lo[d], region->lo[d]), hi = fmin(bounds.hi[d], region->hi[d]);
        if (lo <= hi) {
            bounds.lo[d] = lo;
            bounds.hi[d] = hi;
        }
    }
    return bounds;
}

static enum md_status find_sites(const struct job *job, struct sites *sites, struct md_error *error)
{
    const struct md_system *system = &job->sim->system;
    const struct md_box *box = &system->box;
    double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};

    struct bounds part = reach(job);
    if (refuse_too_many(job, error) != MD_OK)
        return error->status;
    sites->accept = box_bounds(box);
    for (int d = 0; d < 3; d++) {
        if (!box->periodic[d])
            continue;
        double tolerance = box->length[d] * FACE_TOLERANCE;
        sites->accept.lo[d] -= tolerance;
        sites->accept.hi[d] -= 2.0 * tolerance;
    }
    for (int corner = 0; corner < 8; corner++) {
        double point[3];
        for (int d = 0; d < 3; d++)
            point[d] = (corner >> d) & 1 ? part.hi[d] : part.lo[d];
        md_lattice_bound(&system->lattice, point, lo, hi);
    }
    double cells = 1.0;
    for (int d = 0; d < 3; d++) {
        if (!(fabs(lo[d]) < 1.0e9 && fabs(hi[d]) < 1.0e9))
            cells = INFINITY;
        cells *= hi[d] - lo[d] + 4.0;
    }
    if (!(cells < 1.0e12))
        return md_error_set(error, MD_ERR_VALUE, job->place,
                            "the box holds %g lattice cells, and 1e12 is the limit: is the lattice "
                            "constant %g right?",
                            cells, system->lattice.scale);
    for (int d = 0; d < 3; d++) {
        sites->first[d] = (int64_t)floor(lo[d]) - 1;
        sites->last[d] = (int64_t)hi[d] + 1;
    }
    if (system->dimension == 2)
        sites->first[2] = sites->last[2] = 0;
    return MD_OK;
}

/* Calls visit for every accepted site in the order of IDs. */
static enum md_status each_site(const struct job *job, const struct sites *sites,
                                enum md_status (*visit)(void *context, int type, const double x[3],
                                                        struct md_error *),
                                void *context, struct md_error *error)
{
    const struct md_system *system = &job->sim->system;
    const struct md_lattice *lattice = &system->lattice;
    for (int64_t k = sites->first[2]; k <= sites->last[2]; k++)
        for (int64_t j = sites->first[1]; j <= sites->last[1]; j++)
            for (int64_t i = sites->first[0]; i <= sites->last[0]; i++)
                for (int m = 0; m < lattice->basis_count; m++) {
                    double x[3] = {(double)i + lattice->basis[m][0],
                                   (double)j + lattice->basis[m][1],
                                   (double)k + lattice->basis[m][2]};
                    bool keep;
                    md_lattice_to_box(lattice, x);
                    if (job->region >= 0 && !md_region_contains(&system->regions, job->region, x))
                        continue;
                    enum md_status status = test_variable(job, x, &keep, error);
                    if (status != MD_OK)
                        return status;
                    if (!keep || !within(&sites->accept, x))
                        continue;
                    status = visit(context, job->basis_type[m], x, error);
                    if (status != MD_OK)
                        return status;
                }
    return MD_OK;
}

static enum md_status add_site(void *context, int type, const double x[3], struct md_error *error)
{
    return md_atoms_add(context, type, 0, x, error);
}

static enum md_status count_site(void *context, int type, const double x[3], struct md_error *error)
{
    size_t *count = context;
    (void)type;
    (void)x;
    (void)error;
    ++*count;
    return MD_OK;
}

/* Room for just as many atoms as there will be: arrays that grow while atoms come are copied again
 * and again, and end half empty.  A variable may draw random numbers and is asked only once. */
static enum md_status reserve_sites(const struct job *job, const struct sites *sites,
                                    struct md_error *error)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    size_t count = 0;
    if (job->variable)
        return MD_OK;
    enum md_status status = each_site(job, sites, count_site, &count, error);
    if (status != MD_OK || count < atoms->count / 2) /* a few more in a loop: grow by half */
        return status;
    return md_atoms_reserve(atoms, atoms->count + count, error);
}

/* Takes the atoms from `first` on that are not marked out again, keeping their order. */
static void keep_marked(struct md_atoms *atoms, size_t first, const bool *mark)
{
    size_t kept = first;
    for (size_t i = first; i < atoms->count; i++) {
        if (!mark[i - first])
            continue;
        memcpy(atoms->x[kept], atoms->x[i], sizeof atoms->x[i]);
        atoms->type[kept] = atoms->type[i];
        kept++;
    }
    while (atoms->count > kept)
        md_atoms_remove(atoms, atoms->count - 1);
}

static enum md_status choose_part(const struct job *job, size_t first, struct md_error *error)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    size_t sites = atoms->count - first;
    int64_t target = job->part == RATIO ? (int64_t)(job->ratio * (double)sites) : job->subset;
    if (target > (int64_t)sites)
        return md_error_set(error, MD_ERR_VALUE, &job->part_word->place,
                            "subset %s is more than the %zu lattice sites", job->part_word->text,
                            sites);
    bool *mark = md_memory_array(sites + 1, sizeof *mark);
    if (!mark)
        return md_error_memory(error, "a random subset of lattice sites");
    enum md_status status = md_subset_choose(target, sites, job->part_seed, mark, error);
    if (status == MD_OK)
        keep_marked(atoms, first, mark);
    md_memory_free(mark);
    return status;
}

static enum md_status create_on_lattice(const struct job *job, struct md_error *error)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    size_t first = atoms->count;
    struct sites sites = {.first = {0}};
    enum md_status status = find_sites(job, &sites, error);
    if (status == MD_OK)
        status = reserve_sites(job, &sites, error);
    if (status == MD_OK)
        status = each_site(job, &sites, add_site, atoms, error);
    if (status == MD_OK && job->part != ALL)
        status = choose_part(job, first, error);
    while (status != MD_OK && atoms->count > first)
        md_atoms_remove(atoms, atoms->count - 1);
    return status;
}

/* ------------------------------------------------------------------ single and random */

static enum md_status create_single(const struct job *job, struct md_error *error)
{
    struct md_sim *sim = job->sim;
    struct md_system *system = &sim->system;
    double x[3];
    memcpy(x, job->x, sizeof x);
    if (job->remap)
        md_box_wrap(&system->box, x, NULL);
    struct bounds bounds = box_bounds(&system->box);
    if (within(&bounds, x))
        return md_atoms_add(&system->atoms, job->type, 0, x, error);
    md_log_warn(&sim->log, job->place,
                "no atom is created at %g %g %g: that is outside the box, which reaches from "
                "%g %g %g to %g %g %g",
                x[0], x[1], x[2], bounds.lo[0], bounds.lo[1], bounds.lo[2], bounds.hi[0],
                bounds.hi[1], bounds.hi[2]);
    return MD_OK;
}

static enum md_status create_random(const struct job *job, struct md_error *error)
{
    struct md_system *system = &job->sim->system;
    struct bounds box = box_bounds(&system->box), draw = box;
    struct md_park random;
    double middle = box.lo[2] + 0.5 * (box.hi[2] - box.lo[2]);

    if (job->region >= 0 && system->regions.list[job->region].bounded) {
        const struct md_region *region = &system->regions.list[job->region];
        for (int d = 0; d < 3; d++) {
            draw.lo[d] = fmax(draw.lo[d], region->lo[d]);
            draw.hi[d] = fmin(draw.hi[d], region->hi[d]);
            if (draw.lo[d] > draw.hi[d])
                return md_error_set(error, MD_ERR_VALUE, job->place,
                                    "region '%s' lies outside the box along %c", region->id,
                                    "xyz"[d]);
        }
    }
    md_park_seed(&random, job->seed);
    for (int k = 0; k < WARM_UP; k++)
        md_park_uniform(&random);
    for (int64_t n = 0; n < job->count; n++) {
        double x[3];
        bool keep = false;
        for (int64_t attempt = 0; !keep; attempt++) {
            if (attempt == TRIES * (int64_t)100)
                return md_error_set(error, MD_ERR_VALUE, job->place,
                                    "no place for random atom %" PRId64 " of %" PRId64
                                    " was found in %d tries",
                                    n + 1, job->count, TRIES * 100);
            for (int d = 0; d < 3; d++)
                x[d] = draw.lo[d] + md_park_uniform(&random) * (draw.hi[d] - draw.lo[d]);
            if (system->dimension == 2)
                x[2] = middle;
            if (job->region >= 0 && !md_region_contains(&system->regions, job->region, x))
                continue;
            enum md_status status = test_variable(job, x, &keep, error);
            if (status != MD_OK)
                return status;
        }
        if (!within(&box, x))
            continue;
        enum md_status status = md_atoms_add(&system->atoms, job->type, 0, x, error);
        if (status != MD_OK)
            return status;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ words */

static enum md_status read_type(const struct md_sim *sim, const struct md_word *word, int *type,
                                struct md_error *error)
{
    int64_t value;
    enum md_status status = md_word_int(word, "atom type", 1, sim->system.types, &value, error);
    if (status == MD_OK)
        *type = (int)value;
    return status;
}

static enum md_status read_region(struct job *job, const struct md_word *word,
                                  struct md_error *error)
{
    return md_regions_of_word(&job->sim->system.regions, word, &job->region, error);
}

/* The style and its words; *next is the first keyword. */
static enum md_status read_style(struct job *job, const struct md_args *args, int *next,
                                 struct md_error *error)
{
    static const char *const names[] = {"box", "region", "single", "random", MD_NOT_OFFERED "mesh",
                                        NULL};
    static const int values[] = {0, 1, 3, 3, 0};
    const struct md_word *word = &args->words[1];
    int style;
    enum md_status status = md_word_choice(word, "create_atoms style", names, &style, error);
    if (status == MD_OK && style > RANDOM)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                            "create_atoms mesh of LAMMPS does not exist here; there are box, "
                            "region, single and random");
    if (status == MD_OK)
        status = md_keyword_values(args, 1, values[style], error);
    if (status != MD_OK)
        return status;
    job->style = (enum style)style;
    *next = 2 + values[style];
    if (style == REGION)
        return read_region(job, word + 1, error);
    for (int d = 0; d < 3 && style == SINGLE && status == MD_OK; d++)
        status = md_word_double(word + 1 + d, "coordinate", -INFINITY, INFINITY, &job->x[d], error);
    if (style != RANDOM)
        return status;
    status = md_word_int(word + 1, "number of atoms", 0, INT32_MAX, &job->count, error);
    if (status == MD_OK)
        status = md_keyword_seed(word + 2, &job->seed, error);
    if (status == MD_OK && !md_word_is(word + 3, "NULL"))
        status = read_region(job, word + 3, error);
    return status;
}

static enum md_status read_basis(struct job *job, const struct md_word *words,
                                 struct md_error *error)
{
    int64_t m;
    int count = job->sim->system.lattice.basis_count;
    if (count == 0)
        return md_error_set(error, MD_ERR_ORDER, &words[0].place,
                            "basis %s needs a lattice with basis atoms; there is none yet",
                            words[0].text);
    enum md_status status = md_word_int(&words[0], "basis atom", 1, count, &m, error);
    if (status == MD_OK)
        status = read_type(job->sim, &words[1], &job->basis_type[m - 1], error);
    return status;
}

static enum md_status read_part(struct job *job, const struct md_word *words, bool ratio,
                                struct md_error *error)
{
    job->part = ratio ? RATIO : SUBSET;
    job->part_word = words;
    enum md_status status = ratio ? md_word_double(words, "ratio", 0.0, 1.0, &job->ratio, error)
                                  : md_word_int(words, "subset", 1, INT64_MAX, &job->subset, error);
    if (status == MD_OK)
        status = md_keyword_seed(words + 1, &job->part_seed, error);
    return status;
}

enum keyword { BASIS, REMAP, UNITS, VAR, SET, RATIO_OF, SUBSET_OF, MOL, ROTATE };

static enum md_status read_keyword(struct job *job, enum keyword keyword,
                                   const struct md_word *words, struct md_error *error)
{
    int axis;
    enum md_status status;
    switch (keyword) {
    case BASIS:
        return read_basis(job, words, error);
    case REMAP:
        return md_word_bool(words, "remap", &job->remap, error);
    case UNITS:
        job->units = words->text;
        return md_keyword_units(job->sim, words, job->scale, error);
    case VAR:
        job->variable = words->text;
        return MD_OK;
    case SET:
        status = md_keyword_axis(words, &axis, error);
        if (status == MD_OK)
            job->coordinate[axis] = words[1].text;
        return status;
    case RATIO_OF:
    case SUBSET_OF:
        return read_part(job, words, keyword == RATIO_OF, error);
    default:
        return md_error_set(error, MD_ERR_UNSUPPORTED, &words[-1].place,
                            "create_atoms keyword '%s' of LAMMPS does not exist here; there are "
                            "basis, remap, var, set, ratio, subset and units",
                            words[-1].text);
    }
}

static enum md_status read_keywords(struct job *job, const struct md_args *args, int i,
                                    struct md_error *error)
{
    static const char *const names[] = {"basis",
                                        "remap",
                                        "units",
                                        "var",
                                        "set",
                                        "ratio",
                                        "subset",
                                        MD_NOT_OFFERED "mol",
                                        MD_NOT_OFFERED "rotate",
                                        MD_NOT_OFFERED "overlap",
                                        MD_NOT_OFFERED "maxtry",
                                        NULL};
    static const int values[] = {2, 1, 1, 1, 2, 2, 2, 0, 0, 0, 0};
    while (i < args->count) {
        int keyword;
        enum md_status status =
            md_word_choice(&args->words[i], "create_atoms keyword", names, &keyword, error);
        if (status == MD_OK)
            status = md_keyword_values(args, i, values[keyword], error);
        if (status == MD_OK)
            status = read_keyword(job, (enum keyword)keyword, &args->words[i + 1], error);
        if (status != MD_OK)
            return status;
        i += 1 + values[keyword];
    }
    return MD_OK;
}

static enum md_status check_job(const struct job *job, const struct md_args *args,
                                struct md_error *error)
{
    bool on_lattice = job->style == BOX || job->style == REGION;
    if (on_lattice && !job->sim->system.lattice.defined)
        return md_error_set(error, MD_ERR_ORDER, &args->words[1].place,
                            "create_atoms %s needs a lattice, and there is none yet",
                            args->words[1].text);
    if (!on_lattice && job->part != ALL)
        return md_error_set(error, MD_ERR_VALUE, &job->part_word[-1].place,
                            "create_atoms keyword '%s' belongs to box and region, not to %s",
                            job->part_word[-1].text, args->words[1].text);
    if (job->variable && !(job->coordinate[0] || job->coordinate[1] || job->coordinate[2]))
        return md_error_set(error, MD_ERR_COUNT, &args->words[1].place,
                            "create_atoms var %s needs at least one 'set x|y|z NAME'",
                            job->variable);
    if (!job->variable && (job->coordinate[0] || job->coordinate[1] || job->coordinate[2]))
        return md_error_set(error, MD_ERR_COUNT, &args->words[1].place,
                            "create_atoms set needs 'var NAME', the variable that decides");
    return MD_OK;
}

enum md_status md_run_create_atoms(struct md_sim *sim, const struct md_args *args,
                                   struct md_error *error)
{
    struct md_system *system = &sim->system;
    struct job job = {.sim = sim, .region = -1, .units = "lattice", .place = &args->command.place};
    int next = 0;
    memcpy(job.scale, system->lattice.spacing, sizeof job.scale);
    enum md_status status = read_type(sim, &args->words[0], &job.type, error);
    for (int m = 0; m < MD_LATTICE_BASIS_MAX; m++)
        job.basis_type[m] = job.type;
    if (status == MD_OK)
        status = read_style(&job, args, &next, error);
    if (status == MD_OK)
        status = read_keywords(&job, args, next, error);
    if (status == MD_OK)
        status = check_job(&job, args, error);
    if (status != MD_OK)
        return status;
    for (int d = 0; d < 3; d++)
        job.x[d] *= job.scale[d];

    size_t before = system->atoms.count;
    if (job.style == SINGLE)
        status = create_single(&job, error);
    else if (job.style == RANDOM)
        status = create_random(&job, error);
    else
        status = create_on_lattice(&job, error);
    md_atoms_number(&system->atoms);
    md_sim_changed(sim, MD_CHANGED_ATOMS);
    if (status != MD_OK)
        return status;
    const struct md_box *box = &system->box;
    md_log_print(&sim->log,
                 "Created %zu atoms\n  using %s units in orthogonal box = (%#.8g %#.8g %#.8g) to "
                 "(%#.8g %#.8g %#.8g)\n",
                 system->atoms.count - before, job.units, box->lo[0], box->lo[1], box->lo[2],
                 box->hi[0], box->hi[1], box->hi[2]);
    return MD_OK;
}
