/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From pair_coeff to tables: which file or element each atom type is, the common grid, splines.
 *
 * A setfl file has one grid and its tables are used as they are.  Each funcfl file has its own:
 * they are first interpolated (Lagrange, four points) to a common one with the largest steps, which
 * also holds the products of effective charges; 27.2 eV and 0.529 Angstrom are the Hartree and the
 * Bohr radius as the authors of the format rounded them [M. S. Daw, S. M. Foiles and M. I. Baskes,
 * Mater. Sci. Rep. 9 (1993) 251].
 *
 * Splines are piecewise cubic with slopes from differences of fourth order (second and first at the
 * ends): continuous with their first derivative.
 */
#include "term/star/eam.h"

#include "base/memory.h"
#include "base/nearest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HARTREE_BOHR (27.2 * 0.529)
#define ROOM         16 /* numbers that vector stores may write beyond the last */

/* ------------------------------------------------------------------ life */

enum md_status md_eam_create(struct md_eam *eam, enum md_eam_format format,
                             const struct md_style *style, const struct md_args *args,
                             struct md_error *error)
{
    eam->format = format;
    return md_args_count(args, 0, 0, style->usage, error);
}

static void free_files(struct md_eam *eam)
{
    for (int k = 0; k < eam->file_count; k++) {
        md_eam_file_free(&eam->files[k]);
        md_memory_free(eam->asked[k]);
    }
    eam->file_count = 0;
}

static void free_slots(struct md_eam *eam)
{
    md_memory_free(eam->near);
    md_memory_free(eam->slope);
    md_memory_free(eam->count);
    eam->near = eam->count = NULL;
    eam->slope = NULL;
    eam->slots = eam->near_room = 0;
}

void md_eam_destroy(void *state)
{
    struct md_eam *eam = state;
    free_files(eam);
    md_memory_free(eam->files);
    md_memory_free(eam->asked);
    md_memory_free(eam->factors);
    md_memory_free(eam->element);
    md_memory_free(eam->mass);
    md_keep_free(&eam->kept);
    md_memory_free(eam->embed);
    md_memory_free(eam->pair);
    md_memory_free(eam->embed_of);
    md_memory_free(eam->pair_of);
    free_slots(eam);
    md_memory_free(eam->point);
    *eam = (struct md_eam){0};
}

/* ------------------------------------------------------------------ pair_coeff */

static enum md_status reserve_types(struct md_eam *eam, int types, struct md_error *error)
{
    size_t row = (size_t)types + 1;
    if (eam->types != types) {
        if (md_memory_grow(&eam->element, 0, row, sizeof *eam->element, error) ||
            md_memory_grow(&eam->mass, 0, row, sizeof *eam->mass, error) ||
            md_memory_grow(&eam->embed_of, 0, row, sizeof *eam->embed_of, error) ||
            md_memory_grow(&eam->pair_of, 0, row * row, sizeof *eam->pair_of, error))
            return error->status;
        for (size_t t = 0; t < row; t++)
            eam->element[t] = MD_EAM_UNSET;
        eam->types = types;
    }
    memset(eam->mass, 0, row * sizeof *eam->mass);
    eam->stale = true;
    return MD_OK;
}

/* Reads one more file; *index: its number. */
static enum md_status add_file(struct md_eam *eam, const struct md_system *system,
                               const struct md_word *word, int *index, struct md_error *error)
{
    size_t n = (size_t)eam->file_count;
    struct md_eam_file file;
    struct md_file_factors factors;
    if (md_memory_grow(&eam->files, n, n + 1, sizeof *eam->files, error) ||
        md_memory_grow(&eam->asked, n, n + 1, sizeof *eam->asked, error) ||
        md_memory_grow(&eam->factors, n, n + 1, sizeof *eam->factors, error) ||
        md_eam_file_read(&file, eam->format, word, &eam->kept, error))
        return error->status;
    char *asked = md_memory_text(word->text);
    if (!asked)
        md_error_memory(error, "the name of a potential file");
    if (!asked || md_potential_file_factors(file.name, file.units, system->units, &word->place,
                                            &factors, error)) {
        md_memory_free(asked);
        md_eam_file_free(&file);
        return error->status;
    }
    file.dr *= factors.distance;
    file.cutoff *= factors.distance;
    for (int k = 0; k < file.elements; k++)
        file.element[k].mass *= factors.mass;
    eam->files[n] = file;
    eam->asked[n] = asked;
    eam->factors[n] = factors;
    *index = eam->file_count++;
    return MD_OK;
}

/* pair_coeff I J FILE */
enum md_status md_eam_coeff_file(void *state, const struct md_system *system,
                                 const struct md_args *args, struct md_error *error)
{
    struct md_eam *eam = state;
    int first[2], last[2], file = 0;
    if (md_args_count(args, 3, 3, "pair_coeff I J FILE", error) ||
        md_word_range(&args->words[0], "atom type", system->types, &first[0], &last[0], error) ||
        md_word_range(&args->words[1], "atom type", system->types, &first[1], &last[1], error))
        return error->status;
    int from = first[0] > first[1] ? first[0] : first[1];
    int to = last[0] < last[1] ? last[0] : last[1];
    if (from > to)
        return md_error_set(error, MD_ERR_VALUE, &args->words[1].place,
                            "pair_coeff %s %s names no type with itself, and a funcfl file is that "
                            "of one type: cross terms follow from the files of both types",
                            args->words[0].text, args->words[1].text);
    while (file < eam->file_count && strcmp(eam->asked[file], args->words[2].text) != 0)
        file++;
    if (file == eam->file_count && add_file(eam, system, &args->words[2], &file, error))
        return error->status;
    if (reserve_types(eam, system->types, error))
        return error->status;
    for (int t = from; t <= to; t++) {
        eam->element[t] = file;
        eam->mass[t] = eam->files[file].element[0].mass;
    }
    return MD_OK;
}

static const char *element_name(const void *context, int i)
{
    const struct md_eam_file *file = context;
    return i < file->elements ? file->element[i].name : NULL;
}

static enum md_status find_element(const struct md_eam_file *file, const struct md_word *word,
                                   int *element, struct md_error *error)
{
    char list[200];
    size_t used = 0;
    *element = MD_EAM_NULL;
    if (md_word_is(word, "NULL"))
        return MD_OK;
    for (*element = 0; *element < file->elements; ++*element)
        if (md_word_is(word, file->element[*element].name))
            return MD_OK;
    list[0] = '\0';
    for (int k = 0; k < file->elements && used < sizeof list; k++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", k ? ", " : "",
                                 file->element[k].name);
    md_error_set(error, MD_ERR_VALUE, &word->place,
                 "element '%.60s' is not in potential file '%.160s'; there are: %s", word->text,
                 file->name, list);
    return md_nearest_hint(error, word->text, md_nearest(word->text, element_name, file));
}

/* pair_coeff * * FILE ELEMENT... */
enum md_status md_eam_coeff_elements(void *state, const struct md_system *system,
                                     const struct md_args *args, struct md_error *error)
{
    struct md_eam *eam = state;
    const char *usage = "pair_coeff * * FILE ELEMENT... (one element, or NULL, for each atom type)";
    int file, element;
    for (int k = 0; k < 2 && k < args->count; k++)
        if (!md_word_is(&args->words[k], "*"))
            return md_error_set(error, MD_ERR_VALUE, &args->words[k].place,
                                "'%s' must be *: one file is for all atom types: %s",
                                args->words[k].text, usage);
    if (md_args_count(args, 3 + system->types, 3 + system->types, usage, error))
        return error->status;
    free_files(eam);
    eam->types = 0;
    if (add_file(eam, system, &args->words[2], &file, error) ||
        reserve_types(eam, system->types, error))
        return error->status;
    for (int t = 1; t <= eam->types; t++) {
        if (find_element(&eam->files[0], &args->words[2 + t], &element, error)) {
            eam->types = 0;
            return error->status;
        }
        eam->element[t] = element;
        eam->mass[t] = element >= 0 ? eam->files[0].element[element].mass : 0.0;
    }
    return MD_OK;
}

double md_eam_mass(const void *state, int type)
{
    const struct md_eam *eam = state;
    return type <= eam->types ? eam->mass[type] : 0.0;
}

/* ------------------------------------------------------------------ pair_modify */

enum md_status md_eam_modify(void *state, const struct md_args *args, struct md_error *error)
{
    static const char *const words[] = {"mix", "shift", "tail", "compute", "table", NULL};
    static const char *const mixes[] = {"geometric", "arithmetic", "sixthpower", NULL};
    (void)state;
    for (int k = 0; k < args->count; k += 2) {
        const struct md_word *word = &args->words[k];
        int which, mix;
        bool yes;
        if (md_word_choice(word, "keyword of pair_modify", words, &which, error))
            return error->status;
        if (k + 1 >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "pair_modify %s needs a value",
                                word->text);
        if (which == 4)
            continue;
        if (which == 0 ? md_word_choice(word + 1, "mixing rule", mixes, &mix, error)
                       : md_word_bool(word + 1, words[which], &yes, error))
            return error->status;
        if (which > 0 && yes != (which == 3))
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word[1].place,
                                "pair_modify %s %s means nothing for tables of the embedded-atom "
                                "method",
                                word->text, word[1].text);
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ splines */

/* f(m) of n values, at m between two of them, by the cubic through the four around it; the end
 * intervals use those nearest. */
static double lagrange(const double *f, int n, double at)
{
    int k = (int)at;
    k = k < n - 3 ? k : n - 3;
    k = k > 1 ? k : 1;
    double p = at - k;
    p = p < 2.0 ? p : 2.0;
    return -p * (p - 1.0) * (p - 2.0) / 6.0 * f[k - 1] + 0.5 * (p * p - 1.0) * (p - 2.0) * f[k] -
           0.5 * p * (p + 1.0) * (p - 2.0) * f[k + 1] + p * (p * p - 1.0) / 6.0 * f[k + 2];
}

static double slope_at(const double *f, int n, int m)
{
    if (m == 0)
        return f[1] - f[0];
    if (m == n - 1)
        return f[m] - f[m - 1];
    if (m == 1 || m == n - 2)
        return 0.5 * (f[m + 1] - f[m - 1]);
    return ((f[m - 2] - f[m + 2]) + 8.0 * (f[m + 1] - f[m - 1])) / 12.0;
}

/* Value, slope, square and cube of each of the n - 1 intervals, `stride` doubles apart. */
static void spline(const double *f, int n, double *out, size_t stride)
{
    for (int m = 0; m < n - 1; m++, out += stride) {
        double a = slope_at(f, n, m), b = slope_at(f, n, m + 1), rise = f[m + 1] - f[m];
        out[0] = f[m];
        out[1] = a;
        out[2] = 3.0 * rise - 2.0 * a - b;
        out[3] = a + b - 2.0 * rise;
    }
}

/* ------------------------------------------------------------------ the common grid */

static void find_grid(struct md_eam *eam)
{
    double r_max = 0.0, rho_max = 0.0;
    eam->dr = eam->drho = eam->cutoff = 0.0;
    for (int k = 0; k < eam->file_count; k++) {
        const struct md_eam_file *file = &eam->files[k];
        eam->dr = fmax(eam->dr, file->dr);
        eam->drho = fmax(eam->drho, file->drho);
        eam->cutoff = fmax(eam->cutoff, file->cutoff);
        r_max = fmax(r_max, (file->nr - 1) * file->dr);
        rho_max = fmax(rho_max, (file->nrho - 1) * file->drho);
    }
    if (eam->format == MD_EAM_FUNCFL) {
        eam->nr = (int)(r_max / eam->dr + 0.5);
        eam->nrho = (int)(rho_max / eam->drho + 0.5);
    } else {
        eam->nr = eam->files[0].nr;
        eam->nrho = eam->files[0].nrho;
    }
    eam->rho_max = rho_max;
    eam->per_dr = 1.0 / eam->dr;
    eam->per_drho = 1.0 / eam->drho;
    eam->cutoff_sq = eam->cutoff * eam->cutoff;
}

/* One array of a funcfl file on the common grid. */
static void resample(const double *f, int n, double step, double *out, int out_n, double out_step)
{
    for (int m = 0; m < out_n; m++)
        out[m] = lagrange(f, n, m * out_step / step);
}

static void make_embed(const struct md_eam *eam, int element, double *scratch, double *out)
{
    const struct md_eam_file *file = &eam->files[eam->format == MD_EAM_FUNCFL ? element : 0];
    double unit = eam->factors[eam->format == MD_EAM_FUNCFL ? element : 0].energy;
    if (eam->format == MD_EAM_FUNCFL)
        resample(file->embed, file->nrho, file->drho, scratch, eam->nrho, eam->drho);
    else
        memcpy(scratch, file->embed + (size_t)element * (size_t)eam->nrho,
               (size_t)eam->nrho * sizeof *scratch);
    for (int m = 0; m < eam->nrho; m++)
        scratch[m] *= unit;
    spline(scratch, eam->nrho, out, 4);
}

/* The density that element `giver` gives to `taker`. */
static void make_density(const struct md_eam *eam, int giver, int taker, double *scratch,
                         double *out, size_t stride)
{
    const struct md_eam_file *file = &eam->files[eam->format == MD_EAM_FUNCFL ? giver : 0];
    size_t nr = (size_t)eam->nr;
    if (eam->format == MD_EAM_FUNCFL) {
        resample(file->density, file->nr, file->dr, scratch, eam->nr, eam->dr);
        spline(scratch, eam->nr, out, stride);
        return;
    }
    size_t at = eam->format == MD_EAM_FS ? (size_t)giver * (size_t)file->elements + (size_t)taker
                                         : (size_t)giver;
    spline(file->density + at * nr, eam->nr, out, stride);
}

/* Of r phi, and of the product of two effective charges. */
static double pair_unit(const struct md_eam *eam, int file)
{
    return eam->factors[file].energy * eam->factors[file].distance;
}

static void make_pair(const struct md_eam *eam, int a, int b, double *scratch, double *out,
                      size_t stride)
{
    int nr = eam->nr;
    if (eam->format == MD_EAM_FUNCFL) {
        const struct md_eam_file *fa = &eam->files[a], *fb = &eam->files[b];
        double unit = sqrt(pair_unit(eam, a) * pair_unit(eam, b)) * HARTREE_BOHR;
        for (int m = 0; m < nr; m++)
            scratch[m] = unit * lagrange(fa->pair, fa->nr, m * eam->dr / fa->dr) *
                         lagrange(fb->pair, fb->nr, m * eam->dr / fb->dr);
    } else {
        size_t high = (size_t)(a > b ? a : b), low = (size_t)(a > b ? b : a);
        double unit = pair_unit(eam, 0);
        const double *f = eam->files[0].pair + (high * (high + 1) / 2 + low) * (size_t)nr;
        for (int m = 0; m < nr; m++)
            scratch[m] = unit * f[m];
    }
    spline(scratch, nr, out, stride);
}

/* ------------------------------------------------------------------ prepare */

static bool is_mine(const struct md_eam *eam, int i, int j)
{
    return !eam->mine || eam->mine[i * (eam->types + 1) + j];
}

static enum md_status need_coeffs(const struct md_eam *eam, const struct md_system *system,
                                  struct md_error *error)
{
    for (int t = 1; t <= system->types; t++)
        if (eam->types != system->types || (eam->element[t] < 0 && is_mine(eam, t, t))) {
            md_error_set(error, MD_ERR_ORDER, NULL,
                         "there are no pair coefficients for atom type %d (of %d types)", t,
                         system->types);
            return md_error_hint(error, "%s",
                                 eam->format == MD_EAM_FUNCFL ? "pair_coeff I I FILE"
                                                              : "pair_coeff * * FILE ELEMENT...");
        }
    return MD_OK;
}

/* Numbers the elements in use; returns how many.  used[t]: number of type t's element, or -1. */
static int number_elements(const struct md_eam *eam, int *used, int *element)
{
    int count = 0;
    for (int t = 1; t <= eam->types; t++) {
        used[t] = -1;
        for (int k = 0; k < count && eam->element[t] >= 0; k++)
            if (element[k] == eam->element[t])
                used[t] = k;
        if (used[t] < 0 && eam->element[t] >= 0) {
            element[count] = eam->element[t];
            used[t] = count++;
        }
    }
    return count;
}

static void make_tables(struct md_eam *eam, const int *element, int count, double *scratch)
{
    size_t n = (size_t)count, record = eam->many ? MD_EAM_RECORD_MANY : MD_EAM_RECORD_ONE;
    for (size_t i = 0; i < n; i++) {
        make_embed(eam, element[i], scratch, eam->embed + i * (size_t)(eam->nrho - 1) * 4);
        for (size_t j = 0; j < n; j++) {
            double *out = eam->pair + (i * n + j) * (size_t)eam->nr * record;
            make_density(eam, element[j], element[i], scratch, out, record);
            make_pair(eam, element[i], element[j], scratch, out + 4, record);
            if (eam->many)
                make_density(eam, element[i], element[j], scratch, out + 8, record);
        }
    }
}

static void point_types(struct md_eam *eam, const int *used, int count)
{
    size_t n = (size_t)count, row = (size_t)eam->types + 1;
    size_t embed = (size_t)(eam->nrho - 1) * 4;
    size_t pair = (size_t)eam->nr * (eam->many ? MD_EAM_RECORD_MANY : MD_EAM_RECORD_ONE);
    for (size_t i = 1; i < row; i++) {
        eam->embed_of[i] = eam->embed + (used[i] >= 0 ? (size_t)used[i] : n) * embed;
        for (size_t j = 1; j < row; j++)
            eam->pair_of[i * row + j] =
                eam->pair + (used[i] >= 0 && used[j] >= 0 && is_mine(eam, (int)i, (int)j)
                                 ? (size_t)used[i] * n + (size_t)used[j]
                                 : n * n) *
                                pair;
    }
}

static enum md_status build(struct md_eam *eam, int *used, int *element, struct md_error *error)
{
    int count = number_elements(eam, used, element);
    size_t n = (size_t)count;
    double *scratch = NULL;
    find_grid(eam);
    eam->many = count != 1;
    for (int t = 1; t <= eam->types; t++)
        for (int u = 1; u <= eam->types; u++)
            eam->many = eam->many || used[t] < 0 || !is_mine(eam, t, u);
    size_t record = eam->many ? MD_EAM_RECORD_MANY : MD_EAM_RECORD_ONE;
    size_t longest = (size_t)(eam->nr > eam->nrho ? eam->nr : eam->nrho);
    if (md_memory_grow(&scratch, 0, longest, sizeof *scratch, error) ||
        md_memory_grow(&eam->embed, 0, (n + 1) * (size_t)(eam->nrho - 1), 4 * sizeof(double),
                       error) ||
        md_memory_grow(&eam->pair, 0, (n * n + 1) * (size_t)eam->nr, record * sizeof(double),
                       error)) {
        md_memory_free(scratch);
        return error->status;
    }
    make_tables(eam, element, count, scratch);
    point_types(eam, used, count);
    md_memory_free(scratch);
    eam->stale = false;
    return MD_OK;
}

enum md_status md_eam_prepare(void *state, const struct md_system *system, struct md_error *error)
{
    struct md_eam *eam = state;
    if (need_coeffs(eam, system, error))
        return error->status;
    if (!eam->stale)
        return MD_OK;
    size_t row = (size_t)eam->types + 1;
    int *used = NULL, *element = NULL;
    enum md_status status = md_memory_grow(&used, 0, row, sizeof *used, error);
    if (status == MD_OK)
        status = md_memory_grow(&element, 0, row, sizeof *element, error);
    if (status == MD_OK)
        status = build(eam, used, element, error);
    md_memory_free(used);
    md_memory_free(element);
    return status;
}

/* ------------------------------------------------------------------ what others ask */

/* Room for a packed list in each slot, as long as the longest of all blocks could be.  What a list
 * does not need is never touched and takes no memory. */
static enum md_status reserve_slots(struct md_eam *eam, size_t slots, size_t entries,
                                    struct md_error *error)
{
    if (slots <= eam->slots && entries <= eam->near_room)
        return MD_OK;
    entries += entries / 8;
    entries = entries > eam->near_room ? entries : eam->near_room;
    slots = slots > eam->slots ? slots : eam->slots;
    free_slots(eam);
    eam->near = md_memory_plain(slots * entries, sizeof *eam->near);
    eam->slope = md_memory_plain(slots * entries, sizeof *eam->slope);
    eam->count = md_memory_plain(slots * MD_SUM_BLOCK, sizeof *eam->count);
    if (!eam->near || !eam->slope || !eam->count)
        return md_error_memory(error, "the density of atoms' neighbours");
    eam->slots = slots;
    eam->near_room = entries;
    return MD_OK;
}

enum md_status md_eam_reserve(void *state, const struct md_neighbors *neighbors, size_t slots,
                              struct md_error *error)
{
    struct md_eam *eam = state;
    size_t sites = neighbors->atoms + neighbors->ghosts + 1, entries = ROOM;
    for (size_t b = 0; b * MD_SUM_BLOCK < neighbors->atoms; b++)
        if (neighbors->block[b].entries + ROOM > entries)
            entries = neighbors->block[b].entries + ROOM;
    if (reserve_slots(eam, slots, entries, error))
        return error->status;
    if (sites > eam->site_room) {
        size_t room = sites + sites / 256;
        eam->site_room = 0;
        if (md_memory_renew(&eam->point, room, 4 * sizeof *eam->point, error))
            return error->status;
        eam->site_room = room;
    }
    /* Of the site that pads the lists; its force is 0. */
    memcpy(eam->point + 4 * (sites - 1), neighbors->site + 4 * (sites - 1), 3 * sizeof(double));
    eam->point[4 * (sites - 1) + 3] = 0.0;
    return MD_OK;
}

/* A funcfl file is that of one type; pairs of unlike types follow. */
bool md_eam_given(const void *state, int type_i, int type_j)
{
    const struct md_eam *eam = state;
    return eam->types > 0 && eam->element[type_i] >= 0 && eam->element[type_j] >= 0 &&
           (type_i == type_j || eam->format != MD_EAM_FUNCFL);
}

void md_eam_assign(void *state, const bool *mine)
{
    struct md_eam *eam = state;
    eam->mine = mine;
    eam->stale = true;
}

double md_eam_cutoff(const void *state, int type_i, int type_j)
{
    const struct md_eam *eam = state;
    return eam->element[type_i] >= 0 && eam->element[type_j] >= 0 && is_mine(eam, type_i, type_j)
               ? eam->cutoff
               : 0.0;
}

double md_eam_reach(const void *state)
{
    return ((const struct md_eam *)state)->cutoff;
}
