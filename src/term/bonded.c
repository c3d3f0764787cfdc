/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coefficients of potentials of bonded, angles and the like. */
#include "term/bonded.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct md_topology_kind *topology_of(const struct md_bonded *bonded)
{
    return &md_topology_kinds[bonded->kind->topology];
}

static int types_of(const struct md_bonded *bonded, const struct md_system *system)
{
    return system->topology.list[bonded->kind->topology].types;
}

enum md_status md_bonded_create(struct md_bonded *bonded, const struct md_bonded_kind *kind,
                                const struct md_style *style, const struct md_args *args,
                                struct md_error *error)
{
    bonded->kind = kind;
    return md_args_count(args, 0, 0, style->usage, error);
}

void md_bonded_destroy(void *state)
{
    struct md_bonded *bonded = state;
    md_memory_free(bonded->given);
    md_memory_free(bonded->coeff);
    md_memory_free(bonded->record);
}

static enum md_status reserve(struct md_bonded *bonded, int types, struct md_error *error)
{
    size_t old = (size_t)bonded->types + 1, now = (size_t)types + 1;
    if (bonded->types >= types && bonded->given)
        return MD_OK;
    old = bonded->given ? old : 0;
    if (md_memory_grow(&bonded->given, old, now, sizeof *bonded->given, error) ||
        md_memory_grow(&bonded->coeff, old * MD_BONDED_COEFFS, now * MD_BONDED_COEFFS,
                       sizeof(double), error) ||
        md_memory_grow(&bonded->record, old * MD_BONDED_RECORD, now * MD_BONDED_RECORD,
                       sizeof(double), error))
        return error->status;
    bonded->types = types;
    return MD_OK;
}

/* Coefficients as the deck gave them; `create` has set the kind. */
enum md_status md_bonded_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct md_bonded *bonded = state;
    int types = bonded->given ? bonded->types : 0, coeffs = bonded->kind->coeffs;
    if (md_archive_bools(archive, "optional", &bonded->optional, 1, error) ||
        md_archive_int(archive, "coefficients", &coeffs, bonded->kind->coeffs, bonded->kind->coeffs,
                       error) ||
        md_archive_int(archive, "types", &types, 0, MD_TOPOLOGY_TYPES_MAX, error))
        return error->status;
    if (types == 0)
        return MD_OK;
    size_t room = (size_t)types + 1;
    if (md_archive_reading(archive) && md_archive_size(archive, "given") != room)
        return md_error_set(error, MD_ERR_FILE, NULL, "%s coefficients are missing",
                            topology_of(bonded)->one);
    if (reserve(bonded, types, error) ||
        md_archive_bools(archive, "given", bonded->given, room, error))
        return error->status;
    return md_archive_doubles(archive, "coeff", bonded->coeff, room * MD_BONDED_COEFFS, error);
}

enum md_status md_bonded_coeff(void *state, const struct md_system *system,
                               const struct md_args *args, struct md_error *error)
{
    struct md_bonded *bonded = state;
    const struct md_bonded_kind *kind = bonded->kind;
    double coeff[MD_BONDED_COEFFS] = {0.0};
    char what[MD_TOPOLOGY_TEXT];
    int types = types_of(bonded, system), first, last;
    snprintf(what, sizeof what, "%s type", topology_of(bonded)->one);
    if (md_word_range(&args->words[0], what, types, &first, &last, error) ||
        md_args_count(args, 1 + kind->coeffs, bonded->optional ? -1 : 1 + kind->coeffs, kind->usage,
                      error))
        return error->status;
    for (int k = 0; k < kind->coeffs; k++) {
        const struct md_param *param = &kind->coeff[k];
        if (md_word_double(&args->words[1 + k], param->name, param->lo, param->hi, &coeff[k],
                           error))
            return error->status;
    }
    if (reserve(bonded, types, error))
        return error->status;
    for (int type = first; type <= last; type++) {
        memcpy(bonded->coeff + type * MD_BONDED_COEFFS, coeff, sizeof coeff);
        bonded->given[type] = true;
    }
    for (int k = 0; k < kind->coeffs; k++)
        if (coeff[k] < 0.0 && kind->negative[k] != NULL)
            return md_error_set(error, MD_OK, &args->words[1 + k].place, "%s is negative, %s: %s",
                                kind->coeff[k].name, args->words[1 + k].text, kind->negative[k]);
    return MD_OK;
}

enum md_status md_bonded_prepare(void *state, const struct md_system *system,
                                 struct md_error *error)
{
    struct md_bonded *bonded = state;
    int types = types_of(bonded, system);
    bonded->flagged = false;
    if (reserve(bonded, types, error))
        return error->status;
    for (int type = 1; type <= types; type++) {
        if (!bonded->given[type] && !bonded->optional) {
            md_error_set(error, MD_ERR_ORDER, NULL,
                         "there are no %s coefficients for %s type %d (of %d types)",
                         topology_of(bonded)->one, topology_of(bonded)->one, type, types);
            return md_error_hint(error, "%s", bonded->kind->usage);
        }
        if (bonded->kind->derive)
            bonded->kind->derive(bonded->coeff + type * MD_BONDED_COEFFS,
                                 bonded->record + type * MD_BONDED_RECORD);
    }
    return MD_OK;
}

void md_bonded_describe(const void *state, int type, int unused, char *text, size_t size)
{
    const struct md_bonded *bonded = state;
    size_t used = 0;
    (void)unused;
    text[0] = '\0';
    for (int k = 0; k < bonded->kind->coeffs && used < size; k++) {
        char number[MD_NUMBER_SIZE];
        int n = snprintf(text + used, size - used, "%s%s", k ? " " : "",
                         md_number_text(number, bonded->coeff[type * MD_BONDED_COEFFS + k]));
        used += n > 0 ? (size_t)n : 0;
    }
}
