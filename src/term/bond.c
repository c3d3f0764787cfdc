/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coefficients of bond potentials, and what to say of bonds that are too long. */
#include "term/bond.h"

#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum md_status md_bonds_create(struct md_bonds *bonds, const struct md_bond_kind *kind,
                               const struct md_style *style, const struct md_args *args,
                               struct md_error *error)
{
    bonds->kind = kind;
    return md_args_count(args, 0, 0, style->usage, error);
}

void md_bonds_destroy(void *state)
{
    struct md_bonds *bonds = state;
    md_memory_free(bonds->given);
    md_memory_free(bonds->coeff);
    md_memory_free(bonds->record);
}

static enum md_status reserve(struct md_bonds *bonds, int types, struct md_error *error)
{
    size_t old = (size_t)bonds->types + 1, now = (size_t)types + 1;
    if (bonds->types >= types && bonds->given)
        return MD_OK;
    old = bonds->given ? old : 0;
    if (md_memory_grow(&bonds->given, old, now, sizeof *bonds->given, error) ||
        md_memory_grow(&bonds->coeff, old * MD_BOND_COEFFS, now * MD_BOND_COEFFS, sizeof(double),
                       error) ||
        md_memory_grow(&bonds->record, old * MD_BOND_RECORD, now * MD_BOND_RECORD, sizeof(double),
                       error))
        return error->status;
    bonds->types = types;
    return MD_OK;
}

/* Coefficients as the deck gave them; `create` has set the kind. */
enum md_status md_bonds_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct md_bonds *bonds = state;
    int types = bonds->given ? bonds->types : 0, coeffs = bonds->kind->coeffs;
    if (md_archive_bools(archive, "optional", &bonds->optional, 1, error) ||
        md_archive_int(archive, "coefficients", &coeffs, bonds->kind->coeffs, bonds->kind->coeffs,
                       error) ||
        md_archive_int(archive, "types", &types, 0, MD_TOPOLOGY_TYPES_MAX, error))
        return error->status;
    if (types == 0)
        return MD_OK;
    size_t room = (size_t)types + 1;
    if (md_archive_reading(archive) && md_archive_size(archive, "given") != room)
        return md_error_set(error, MD_ERR_FILE, NULL, "bond coefficients are missing");
    if (reserve(bonds, types, error) ||
        md_archive_bools(archive, "given", bonds->given, room, error))
        return error->status;
    return md_archive_doubles(archive, "coeff", bonds->coeff, room * MD_BOND_COEFFS, error);
}

enum md_status md_bonds_coeff(void *state, const struct md_system *system,
                              const struct md_args *args, struct md_error *error)
{
    struct md_bonds *bonds = state;
    const struct md_bond_kind *kind = bonds->kind;
    double coeff[MD_BOND_COEFFS] = {0.0};
    int first, last;
    if (md_word_range(&args->words[0], "bond type", system->topology.list[MD_BONDS].types, &first,
                      &last, error) ||
        md_args_count(args, 1 + kind->coeffs, bonds->optional ? -1 : 1 + kind->coeffs, kind->usage,
                      error))
        return error->status;
    for (int k = 0; k < kind->coeffs; k++) {
        const struct md_param *param = &kind->coeff[k];
        if (md_word_double(&args->words[1 + k], param->name, param->lo, param->hi, &coeff[k],
                           error))
            return error->status;
    }
    if (reserve(bonds, system->topology.list[MD_BONDS].types, error))
        return error->status;
    for (int type = first; type <= last; type++) {
        memcpy(bonds->coeff + type * MD_BOND_COEFFS, coeff, sizeof coeff);
        bonds->given[type] = true;
    }
    for (int k = 0; k < kind->coeffs; k++)
        if (coeff[k] < 0.0 && kind->negative[k] != NULL)
            return md_error_set(error, MD_OK, &args->words[1 + k].place, "%s is negative, %s: %s",
                                kind->coeff[k].name, args->words[1 + k].text, kind->negative[k]);
    return MD_OK;
}

enum md_status md_bonds_prepare(void *state, const struct md_system *system, struct md_error *error)
{
    struct md_bonds *bonds = state;
    int types = system->topology.list[MD_BONDS].types;
    bonds->flagged = false;
    if (reserve(bonds, types, error))
        return error->status;
    for (int type = 1; type <= types; type++) {
        if (!bonds->given[type] && !bonds->optional) {
            md_error_set(error, MD_ERR_ORDER, NULL,
                         "there are no bond coefficients for bond type %d (of %d types)", type,
                         types);
            return md_error_hint(error, "%s", bonds->kind->usage);
        }
        if (bonds->kind->derive)
            bonds->kind->derive(bonds->coeff + type * MD_BOND_COEFFS,
                                bonds->record + type * MD_BOND_RECORD);
    }
    return MD_OK;
}

/* Looks for the flagged bond again, in the order of atoms, so that the message is the same for any
 * number of threads.  The worst is told: a bond that ends the run before one that does not. */
enum md_status md_bonds_judge(void *state, const struct md_system *system,
                              const struct md_neighbors *neighbors, struct md_error *error)
{
    struct md_bonds *bonds = state;
    const struct md_graph *graph = &neighbors->graph;
    double worst = 0.0, limit = 0.0;
    int64_t id[2] = {0, 0};
    bool bearable = true;
    if (!bonds->flagged || !bonds->kind->bearable)
        return MD_OK;
    bonds->flagged = false;
    for (size_t i = 0; i < graph->atoms; i++)
        for (size_t k = graph->start[i]; k < graph->start[i + 1]; k++) {
            const struct md_bond_end *end = &graph->end[k];
            double d[3], longest;
            if (end->rigid)
                continue;
            md_bond_vector(system, i, end, d);
            double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            const double *record = bonds->record + end->type * MD_BOND_RECORD;
            bearable = bonds->kind->bearable(record, r2, &longest) && bearable;
            if (!end->first || !(r2 / (longest * longest) > worst))
                continue;
            worst = r2 / (longest * longest);
            limit = longest;
            id[0] = system->atoms.id[i];
            id[1] = system->atoms.id[end->partner];
        }
    md_error_set(error, MD_ERR_RUN, NULL,
                 "FENE bond too long: atoms %" PRId64 " and %" PRId64
                 " are %.8g apart, and the bond's greatest length R0 is %g",
                 id[0], id[1], sqrt(worst) * limit, limit);
    if (bearable)
        return MD_OK; /* the text is a warning */
    return md_error_hint(error, "a shorter timestep, or atoms that start too far apart?");
}

double md_bonds_rest(const struct md_bonds *bonds, int type)
{
    if (bonds->kind->rest == NULL || type > bonds->types || !bonds->given[type])
        return 0.0;
    return bonds->kind->rest(bonds->coeff + type * MD_BOND_COEFFS);
}

void md_bonds_describe(const void *state, int type, int unused, char *text, size_t size)
{
    const struct md_bonds *bonds = state;
    size_t used = 0;
    (void)unused;
    text[0] = '\0';
    for (int k = 0; k < bonds->kind->coeffs && used < size; k++) {
        char number[MD_NUMBER_SIZE];
        int n = snprintf(text + used, size - used, "%s%s", k ? " " : "",
                         md_number_text(number, bonds->coeff[type * MD_BOND_COEFFS + k]));
        used += n > 0 ? (size_t)n : 0;
    }
}
