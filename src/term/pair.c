/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Coefficients of pair potentials: from the deck's words to the kernels' records.
 *
 * What the deck gives is kept as given and turned into records only in prepare, so pair_style,
 * pair_coeff and pair_modify may come in any order.
 */
#include "term/pair.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static size_t pair_index(const struct md_pair *pair, int i, int j)
{
    return (size_t)i * (size_t)(pair->types + 1) + (size_t)j;
}

enum md_status md_pair_create(struct md_pair *pair, const struct md_pair_kind *kind,
                              const struct md_style *style, const struct md_args *args,
                              struct md_error *error)
{
    pair->kind = kind;
    if (md_params_read(style, args, pair, error))
        return error->status;
    /* The style named again: new settings, old coefficients, and the cutoffs start afresh. */
    size_t pairs = (size_t)(pair->types + 1) * (size_t)(pair->types + 1);
    for (size_t k = 0; pair->types > 0 && k < pairs; k++) {
        pair->given_cutoff[k] = NAN;
        if (kind->cutoffs == MD_CUTOFF_INNER)
            pair->given_coeff[k * MD_PAIR_COEFFS + (size_t)kind->coeffs] = NAN;
    }
    return MD_OK;
}

void md_pair_destroy(void *state)
{
    struct md_pair *pair = state;
    md_memory_free(pair->given);
    md_memory_free(pair->given_coeff);
    md_memory_free(pair->given_cutoff);
    md_memory_free(pair->coeff);
    md_memory_free(pair->cutoff);
    md_memory_free(pair->range);
    md_memory_free(pair->record);
    *pair = (struct md_pair){0};
}

/* Room for `types` types; what was given for other numbers of types is forgotten. */
static enum md_status reserve(struct md_pair *pair, int types, struct md_error *error)
{
    size_t pairs = (size_t)(types + 1) * (size_t)(types + 1);
    if (pair->types == types)
        return MD_OK;
    if (md_memory_grow(&pair->given, 0, pairs, sizeof(bool), error) ||
        md_memory_grow(&pair->given_coeff, 0, pairs, MD_PAIR_COEFFS * sizeof(double), error) ||
        md_memory_grow(&pair->given_cutoff, 0, pairs, sizeof(double), error) ||
        md_memory_grow(&pair->coeff, 0, pairs, MD_PAIR_COEFFS * sizeof(double), error) ||
        md_memory_grow(&pair->cutoff, 0, pairs, sizeof(double), error) ||
        md_memory_grow(&pair->range, 0, pairs, sizeof(double), error) ||
        md_memory_grow(&pair->record, 0, pairs, (size_t)pair->kind->record * sizeof(double), error))
        return error->status;
    for (size_t k = 0; k < pairs; k++)
        pair->given_cutoff[k] = NAN;
    pair->types = types;
    return MD_OK;
}

/* Settings and coefficients as the deck gave them; `create` has set the kind. */
enum md_status md_pair_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct md_pair *pair = state;
    bool flags[3] = {pair->shift, pair->tail, pair->coeffs_optional};
    int types = pair->types, mix = (int)pair->mix, coeffs = pair->kind->coeffs;
    if (md_archive_doubles(archive, "settings", pair->global, MD_PAIR_GLOBALS, error) ||
        md_archive_int(archive, "mix", &mix, MD_MIX_GEOMETRIC, MD_MIX_SIXTHPOWER, error) ||
        md_archive_bools(archive, "flags", flags, 3, error) ||
        md_archive_int(archive, "coefficients", &coeffs, pair->kind->coeffs, pair->kind->coeffs,
                       error) ||
        md_archive_int(archive, "types", &types, 0, MD_TYPES_MAX, error))
        return error->status;
    pair->mix = (enum md_pair_mix)mix;
    pair->shift = flags[0];
    pair->tail = flags[1];
    pair->coeffs_optional = flags[2];
    if (types == 0)
        return MD_OK;
    size_t pairs = (size_t)(types + 1) * (size_t)(types + 1);
    if (md_archive_reading(archive) && md_archive_size(archive, "given") != pairs)
        return md_error_set(error, MD_ERR_FILE, NULL, "pair coefficients are missing");
    if (reserve(pair, types, error) ||
        md_archive_bools(archive, "given", pair->given, pairs, error) ||
        md_archive_doubles(archive, "coeff", pair->given_coeff, pairs * MD_PAIR_COEFFS, error))
        return error->status;
    return md_archive_doubles(archive, "cutoff", pair->given_cutoff, pairs, error);
}

/* ------------------------------------------------------------------ pair_coeff */

static enum md_status read_coeffs(const struct md_pair_kind *kind, const struct md_args *args,
                                  double *value, double *cutoff, struct md_error *error)
{
    for (int k = 0; k < kind->coeffs; k++)
        if (md_word_double(&args->words[2 + k], kind->coeff[k].name, kind->coeff[k].lo,
                           kind->coeff[k].hi, &value[k], error))
            return error->status;
    *cutoff = NAN;
    const struct md_word *next = &args->words[2 + kind->coeffs];
    bool given = args->count > 2 + kind->coeffs;
    if (kind->cutoffs == MD_CUTOFF_INNER) {
        double *inner = &value[kind->coeffs];
        *inner = NAN;
        if (given && md_word_double(next++, "inner cutoff", 0.0, INFINITY, inner, error))
            return error->status;
    }
    if (given && md_word_double(next, "cutoff", 0.0, INFINITY, cutoff, error))
        return error->status;
    if (given && kind->cutoffs == MD_CUTOFF_INNER && *cutoff < value[kind->coeffs])
        return md_error_set(error, MD_ERR_VALUE, &next->place,
                            "cutoff is %s, less than the inner cutoff %s", next->text,
                            next[-1].text);
    return MD_OK;
}

/* Cutoffs are given all or none. */
static enum md_status count_coeffs(const struct md_pair_kind *kind, const struct md_args *args,
                                   struct md_error *error)
{
    static const int optional[] = {
        [MD_CUTOFF_OUTER] = 1, [MD_CUTOFF_INNER] = 2, [MD_CUTOFF_NONE] = 0};
    int least = 2 + kind->coeffs, most = least + optional[kind->cutoffs];
    if (args->count == least)
        return MD_OK;
    return md_args_count(args, args->count > least ? most : least, most, kind->usage, error);
}

/* What is allowed and hardly meant: MD_OK with a text in *error. */
static enum md_status warn(const struct md_pair *pair, const struct md_args *args,
                           const double *value, double cutoff, struct md_error *error)
{
    const struct md_pair_kind *kind = pair->kind;
    const struct md_word *word = &args->words[2];
    double reach = isnan(cutoff) ? pair->global[0] : cutoff;
    for (int k = 0; k < kind->coeffs; k++)
        if (value[k] < 0.0 && kind->negative[k] != NULL)
            return md_error_set(error, MD_OK, &word[k].place, "%s is negative, %s: %s",
                                kind->coeff[k].name, word[k].text, kind->negative[k]);
    if (kind->coeffs == 0 || value[0] == 0.0 ||
        (kind->cutoffs == MD_CUTOFF_NONE ? !kind->range || kind->range(value, reach) > 0.0
                                         : reach > 0.0))
        return MD_OK;
    return md_error_set(error, MD_OK,
                        isnan(cutoff) ? &args->command.place : &args->words[args->count - 1].place,
                        "the cutoff of atom types %s and %s is 0: they exert no force on each "
                        "other",
                        args->words[0].text, args->words[1].text);
}

enum md_status md_pair_coeff(void *state, const struct md_system *system,
                             const struct md_args *args, struct md_error *error)
{
    struct md_pair *pair = state;
    const struct md_pair_kind *kind = pair->kind;
    int first[2], last[2];
    double value[MD_PAIR_COEFFS] = {0.0}, cutoff;
    if (count_coeffs(kind, args, error) ||
        md_word_range(&args->words[0], "atom type", system->types, &first[0], &last[0], error) ||
        md_word_range(&args->words[1], "atom type", system->types, &first[1], &last[1], error) ||
        read_coeffs(kind, args, value, &cutoff, error) || reserve(pair, system->types, error))
        return error->status;
    bool same = first[0] <= last[1] && first[1] <= last[0];
    if (kind->check && kind->check(args, same, value, error))
        return error->status;
    /* Ranges mean their pairs with i <= j; only `2 1`, which has none, is turned round. */
    int a = last[1] < first[0] ? 1 : 0, b = 1 - a;
    for (int i = first[a]; i <= last[a]; i++)
        for (int j = first[b] > i ? first[b] : i; j <= last[b]; j++) {
            size_t k = pair_index(pair, i, j);
            pair->given[k] = true;
            pair->given_cutoff[k] = cutoff;
            memcpy(pair->given_coeff + k * MD_PAIR_COEFFS, value, sizeof value);
        }
    return warn(pair, args, value, cutoff, error);
}

/* ------------------------------------------------------------------ pair_modify */

/* Words that choose among ways of computing what we compute exactly: read and left alone. */
static int ignored_values(const char *word)
{
    static const struct {
        const char *word;
        int values;
    } ignored[] = {{"table", 1},   {"table/disp", 1}, {"tabinner", 1},
                   {"nofdotr", 0}, {"neigh/trim", 1}, {"tabinner/disp", 1}};
    for (size_t k = 0; k < sizeof ignored / sizeof ignored[0]; k++)
        if (strcmp(word, ignored[k].word) == 0)
            return ignored[k].values;
    return -1;
}

static enum md_status modify_one(struct md_pair *pair, const struct md_word *word,
                                 const struct md_word *value, struct md_error *error)
{
    static const char *const words[] = {"mix", "shift", "tail", "compute", NULL};
    static const char *const mixes[] = {"geometric", "arithmetic", "sixthpower", NULL};
    int which, mix;
    bool yes;
    if (md_word_choice(word, "keyword of pair_modify", words, &which, error))
        return error->status;
    if (!value)
        return md_error_set(error, MD_ERR_COUNT, &word->place, "pair_modify %s needs a value: %s",
                            word->text,
                            which == 0 ? "geometric, arithmetic or sixthpower" : "yes or no");
    if (which == 0) {
        if (md_word_choice(value, "mixing rule", mixes, &mix, error))
            return error->status;
        pair->mix = (enum md_pair_mix)mix;
        return MD_OK;
    }
    if (md_word_bool(value, words[which], &yes, error))
        return error->status;
    if (which == 3 && !yes)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &value->place,
                            "pair_modify compute no is not supported: every pair style acts");
    if (which == 1 && yes && pair->kind->no_shift)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &value->place,
                            "pair_modify shift yes means nothing for this pair style");
    if (which == 2 && yes && !pair->kind->tail)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &value->place,
                            "pair_modify tail yes: this pair style has no tail correction");
    if (which == 1)
        pair->shift = yes;
    if (which == 2)
        pair->tail = yes;
    return MD_OK;
}

enum md_status md_pair_modify(void *state, const struct md_args *args, struct md_error *error)
{
    struct md_pair *pair = state;
    for (int k = 0; k < args->count;) {
        const struct md_word *word = &args->words[k];
        const struct md_word *value = k + 1 < args->count ? word + 1 : NULL;
        int skip = ignored_values(word->text);
        if (skip >= 0 && k + skip < args->count) {
            k += 1 + skip;
            continue;
        }
        if (md_word_is(word, "special") || md_word_is(word, "pair"))
            return md_error_set(error, MD_ERR_ORDER, &word->place,
                                "pair_modify %s belongs to hybrid pair styles", word->text);
        if (modify_one(pair, word, value, error))
            return error->status;
        if (pair->shift && pair->tail)
            return md_error_set(error, MD_ERR_VALUE, &word->place,
                                "pair_modify shift yes and tail yes exclude each other: a shifted "
                                "potential has no tail");
        k += 2;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ prepare */

double md_pair_mix_distance(enum md_pair_mix mix, double a, double b)
{
    switch (mix) {
    case MD_MIX_ARITHMETIC:
        return 0.5 * (a + b);
    case MD_MIX_SIXTHPOWER:
        return pow(0.5 * (pow(a, 6.0) + pow(b, 6.0)), 1.0 / 6.0);
    default:
        return sqrt(a * b);
    }
}

/* Waldman and Hagler, J. Comput. Chem. 14 (1993) 1077, for sixthpower. */
double md_pair_mix_energy(enum md_pair_mix mix, double a, double b, double size_a, double size_b)
{
    double mean = sqrt(a * b);
    if (mix != MD_MIX_SIXTHPOWER)
        return mean;
    double cube_a = size_a * size_a * size_a, cube_b = size_b * size_b * size_b;
    return 2.0 * mean * cube_a * cube_b / (cube_a * cube_a + cube_b * cube_b);
}

static double cutoff_given(const struct md_pair *pair, size_t k)
{
    return isnan(pair->given_cutoff[k]) ? pair->global[0] : pair->given_cutoff[k];
}

/* Coefficients as given, the inner cutoff (if any) filled in. */
static void coeffs_given(const struct md_pair *pair, size_t k, double *coeff)
{
    memcpy(coeff, pair->given_coeff + k * MD_PAIR_COEFFS, MD_PAIR_COEFFS * sizeof *coeff);
    double *inner = &coeff[pair->kind->coeffs];
    if (pair->kind->cutoffs == MD_CUTOFF_INNER && isnan(*inner))
        *inner = pair->global[1];
}

static double mix_one(enum md_pair_mixing mixing, enum md_pair_mix mix, double a, double b,
                      double size_a, double size_b)
{
    switch (mixing) {
    case MD_MIX_DISTANCE:
        return md_pair_mix_distance(mix, a, b);
    case MD_MIX_MEAN:
        return 0.5 * (a + b);
    case MD_MIX_ROOT:
        return sqrt(a * b);
    default:
        return md_pair_mix_energy(mix, a, b, size_a, size_b);
    }
}

static void mix_pair(const struct md_pair *pair, int i, int j, double *coeff, double *cutoff)
{
    const struct md_pair_kind *kind = pair->kind;
    size_t ii = pair_index(pair, i, i), jj = pair_index(pair, j, j);
    double a[MD_PAIR_COEFFS], b[MD_PAIR_COEFFS];
    coeffs_given(pair, ii, a);
    coeffs_given(pair, jj, b);
    int size = 0; /* the first coefficient that is a length */
    while (size < kind->coeffs && kind->mixing[size] != MD_MIX_DISTANCE)
        size++;
    bool sized = size < kind->coeffs;
    for (int k = 0; k < kind->coeffs && !kind->mix; k++)
        coeff[k] = mix_one(kind->mixing[k], pair->mix, a[k], b[k], sized ? a[size] : 1.0,
                           sized ? b[size] : 1.0);
    if (kind->mix)
        kind->mix(pair->mix, a, b, coeff);
    if (kind->cutoffs == MD_CUTOFF_INNER)
        coeff[kind->coeffs] = md_pair_mix_distance(pair->mix, a[kind->coeffs], b[kind->coeffs]);
    *cutoff = md_pair_mix_distance(pair->mix, cutoff_given(pair, ii), cutoff_given(pair, jj));
}

static bool mixes(const struct md_pair_kind *kind)
{
    for (int k = 0; k < kind->coeffs && !kind->mix; k++)
        if (kind->mixing[k] == MD_MIX_NEVER)
            return false;
    return true;
}

static bool is_mine(const struct md_pair *pair, size_t k)
{
    return !pair->mine || pair->mine[k];
}

/* The first type pair without coefficients, if any. */
static enum md_status need_coeffs(const struct md_pair *pair, struct md_error *error)
{
    if (pair->coeffs_optional)
        return MD_OK;
    for (int i = 1; i <= pair->types; i++)
        for (int j = i; j <= pair->types; j++) {
            size_t ij = pair_index(pair, i, j);
            if (!is_mine(pair, ij) || pair->given[ij] || (i != j && mixes(pair->kind)))
                continue;
            md_error_set(error, MD_ERR_ORDER, NULL,
                         "there are no pair coefficients for atom types %d and %d (of %d types)", i,
                         j, pair->types);
            return md_error_hint(error, "%s", pair->kind->usage);
        }
    return MD_OK;
}

static void prepare_pair(struct md_pair *pair, int i, int j)
{
    size_t ij = pair_index(pair, i, j), ji = pair_index(pair, j, i);
    size_t record = (size_t)pair->kind->record;
    double coeff[MD_PAIR_COEFFS] = {0.0}, cutoff = 0.0;
    if (!is_mine(pair, ij)) {
        memset(pair->record + ij * record, 0, record * sizeof(double));
        memset(pair->record + ji * record, 0, record * sizeof(double));
        pair->cutoff[ij] = pair->cutoff[ji] = pair->range[ij] = pair->range[ji] = 0.0;
        return;
    }
    if (pair->given[ij] || (pair->coeffs_optional && pair->kind->coeffs == 0)) {
        coeffs_given(pair, ij, coeff);
        cutoff = cutoff_given(pair, ij);
    } else {
        mix_pair(pair, i, j, coeff, &cutoff);
    }
    double *out = pair->record + ij * record;
    double range = pair->kind->range ? fmax(pair->kind->range(coeff, cutoff), 0.0) : cutoff;
    out[0] = range * range;
    if (pair->kind->derive)
        pair->kind->derive(pair, coeff, cutoff, pair->shift && cutoff > 0.0, out);
    memmove(pair->record + ji * record, out, record * sizeof *out);
    memcpy(pair->coeff + ij * MD_PAIR_COEFFS, coeff, sizeof coeff);
    memcpy(pair->coeff + ji * MD_PAIR_COEFFS, coeff, sizeof coeff);
    pair->cutoff[ij] = pair->cutoff[ji] = cutoff;
    pair->range[ij] = pair->range[ji] = range;
    pair->reach = fmax(pair->reach, range);
}

enum md_status md_pair_prepare(void *state, const struct md_system *system, struct md_error *error)
{
    struct md_pair *pair = state;
    if (reserve(pair, system->types, error) || need_coeffs(pair, error))
        return error->status;
    if (pair->tail && system->dimension == 2)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "pair_modify tail yes is for 3 dimensions only, and this system has %d",
                            system->dimension);
    pair->reach = 0.0;
    for (int i = 1; i <= pair->types; i++)
        for (int j = i; j <= pair->types; j++)
            prepare_pair(pair, i, j);
    return MD_OK;
}

/* ------------------------------------------------------------------ change */

int md_pair_which(const struct md_pair *pair, const char *name)
{
    for (int k = 0; k < pair->kind->coeffs && pair->kind->range == NULL; k++)
        if (strcasecmp(pair->kind->coeff[k].name, name) == 0)
            return k;
    return -1;
}

bool md_pair_peek(const struct md_pair *pair, int i, int j, int which, double *value)
{
    size_t ij = pair_index(pair, i, j);
    if (i > pair->types || j > pair->types || !pair->given[ij])
        return false;
    *value = pair->given_coeff[ij * MD_PAIR_COEFFS + (size_t)which];
    return true;
}

void md_pair_poke(struct md_pair *pair, int i, int j, int which, double value, bool now)
{
    size_t ij = pair_index(pair, i, j);
    if (i > pair->types || j > pair->types || !pair->given[ij])
        return;
    pair->given_coeff[ij * MD_PAIR_COEFFS + (size_t)which] = value;
    for (int a = 1; a <= pair->types && now; a++) /* mixed ones follow those they are mixed of */
        for (int b = a; b <= pair->types; b++)
            if ((a == i && b == j) || (i == j && !pair->given[pair_index(pair, a, b)]))
                prepare_pair(pair, a, b);
}

/* ------------------------------------------------------------------ what others ask */

bool md_pair_given(const void *state, int type_i, int type_j)
{
    const struct md_pair *pair = state;
    return pair->types > 0 &&
           (pair->given[pair_index(pair, type_i, type_j)] || pair->coeffs_optional);
}

void md_pair_assign(void *state, const bool *mine)
{
    ((struct md_pair *)state)->mine = mine;
}

double md_pair_cutoff(const void *state, int type_i, int type_j)
{
    const struct md_pair *pair = state;
    return pair->range[pair_index(pair, type_i, type_j)];
}

double md_pair_reach(const void *state)
{
    return ((const struct md_pair *)state)->reach;
}

void md_pair_tail(const void *state, const struct md_system *system, struct md_tally *tally)
{
    const struct md_pair *pair = state;
    if (!pair->tail)
        return;
    double volume = md_box_volume(&system->box, 3);
    for (int i = 1; i <= pair->types; i++)
        for (int j = 1; j <= pair->types; j++) {
            size_t count_i = 0, count_j = 0, ij = pair_index(pair, i, j);
            for (size_t k = 0; k < system->atoms.count; k++) {
                count_i += system->atoms.type[k] == i;
                count_j += system->atoms.type[k] == j;
            }
            double energy, virial, pairs = (double)count_i * (double)count_j / volume;
            if (!(pair->range[ij] > 0.0) || pairs == 0.0)
                continue;
            pair->kind->tail(pair->coeff + ij * MD_PAIR_COEFFS, pair->cutoff[ij], &energy, &virial);
            tally->tail += pairs * energy;
            for (int d = 0; d < 3; d++)
                tally->virial[d] += pairs * virial;
        }
}

static void describe(const struct md_pair *pair, int i, int j, bool cutoffs, char *text,
                     size_t size)
{
    size_t ij = pair_index(pair, i, j), used = 0;
    double value[MD_PAIR_COEFFS + 2];
    int count = pair->kind->coeffs;
    memcpy(value, pair->coeff + ij * MD_PAIR_COEFFS, MD_PAIR_COEFFS * sizeof *value);
    if (cutoffs && pair->kind->cutoffs == MD_CUTOFF_INNER)
        count++;
    if (cutoffs && pair->kind->cutoffs != MD_CUTOFF_NONE)
        value[count++] = pair->cutoff[ij];
    text[0] = '\0';
    for (int k = 0; k < count && used < size; k++) {
        char number[MD_NUMBER_SIZE];
        int n = snprintf(text + used, size - used, "%s%s", k ? " " : "",
                         md_number_text(number, value[k]));
        used += n > 0 ? (size_t)n : 0;
    }
}

void md_pair_describe(const void *state, int type_i, int type_j, char *text, size_t size)
{
    describe(state, type_i, type_j, false, text, size);
}

void md_pair_describe_all(const void *state, int type_i, int type_j, char *text, size_t size)
{
    describe(state, type_i, type_j, true, text, size);
}

/* Whether the coefficients of i j follow from those of the two types and the style's cutoffs. */
static bool follows(const struct md_pair *pair, int i, int j)
{
    size_t ij = pair_index(pair, i, j), size = (size_t)pair->kind->coeffs * sizeof(double);
    double coeff[MD_PAIR_COEFFS] = {0.0}, cutoff;
    if (!pair->given[ij] || !is_mine(pair, ij))
        return true;
    if (pair->cutoff[ij] != pair->global[0] && pair->kind->cutoffs != MD_CUTOFF_NONE)
        return false;
    if (pair->kind->cutoffs == MD_CUTOFF_INNER &&
        pair->coeff[ij * MD_PAIR_COEFFS + (size_t)pair->kind->coeffs] != pair->global[1])
        return false;
    if (i == j || pair->kind->coeffs == 0)
        return true;
    if (!mixes(pair->kind))
        return false;
    mix_pair(pair, i, j, coeff, &cutoff);
    return memcmp(coeff, pair->coeff + ij * MD_PAIR_COEFFS, size) == 0;
}

bool md_pair_described(const void *state)
{
    const struct md_pair *pair = state;
    for (int i = 1; i <= pair->types; i++)
        for (int j = i; j <= pair->types; j++)
            if (!follows(pair, i, j))
                return false;
    return true;
}
