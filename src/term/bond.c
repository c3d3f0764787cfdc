/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What to say of bonds that are too long, and lengths at rest. */
#include "term/bond.h"

#include <inttypes.h>
#include <math.h>

/* Looks for the flagged bond again, in the order of atoms, so that the message is the same for any
 * number of threads.  The worst is told: a bond that ends the run before one that does not. */
enum md_status md_bonds_judge(void *state, const struct md_system *system,
                              const struct md_neighbors *neighbors, struct md_error *error)
{
    struct md_bonded *bonds = state;
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
            const double *record = bonds->record + end->type * MD_BONDED_RECORD;
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

double md_bonds_rest(const struct md_bonded *bonds, int type)
{
    if (bonds->kind->rest == NULL || type > bonds->types || !bonds->given[type])
        return 0.0;
    return bonds->kind->rest(bonds->coeff + type * MD_BONDED_COEFFS);
}
