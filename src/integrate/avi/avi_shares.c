/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ledger of elements that are driven one by one (state/ledger.h): the local energy balance of
 * each, its sums over classes, and the equal shares of its atoms in it.
 *
 * At an event the element's potential energy closes the balance of its event before and opens the
 * next one.  Balances go by the elements' names, so they outlive a new list; an element that is
 * new has no event before.  Pairs come to the list and leave it beyond the cutoff, where they
 * exert nothing, so nothing is lost with them.
 */
#include "integrate/avi/avi_elements.h"

#include "base/memory.h"
#include "base/sum.h"

#include <string.h>

void md_avi_shares_drop(struct md_avi_roster *elements)
{
    md_memory_free(elements->share);
    elements->share = NULL;
    elements->shares = 0;
}

enum md_status md_avi_shares_list(struct md_avi_roster *elements,
                                  const struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_avi_share *old = elements->share;
    size_t olds = elements->shares, o = 0;
    struct md_avi_share *share = md_memory_array(elements->count + 1, sizeof *share);
    if (share == NULL)
        return md_error_memory(error, "energy balances");
    for (size_t e = 0; e < elements->count; e++) {
        share[e] = (struct md_avi_share){.name = md_avi_elements_name(elements, dynamics, e)};
        while (o < olds && md_avi_elements_compare(&old[o].name, &share[e].name) < 0)
            o++;
        if (o < olds && md_avi_elements_compare(&old[o].name, &share[e].name) == 0)
            share[e] = old[o++];
    }
    md_memory_free(old);
    elements->share = share;
    elements->shares = elements->count;
    return MD_OK;
}

void md_avi_shares_shut(struct md_avi_roster *elements)
{
    for (size_t e = 0; e < elements->shares; e++)
        elements->share[e].open = false;
}

/* ------------------------------------------------------------------ events */

static size_t atom_of(const struct md_avi_roster *elements, size_t e, size_t n)
{
    double push;
    return md_avi_elements_atom(elements, e, n, &push);
}

void md_avi_shares_touch(const struct md_avi_roster *elements, struct md_atoms *atoms, size_t e)
{
    size_t count = md_avi_elements_atoms(elements, e);
    for (size_t n = 0; n < count; n++)
        atoms->updates[atom_of(elements, e, n)] += 1.0;
}

void md_avi_shares_turn(struct md_avi_roster *elements, struct md_system *system, size_t e,
                        double potential, double work)
{
    struct md_avi_share *share = &elements->share[e];
    struct md_ledger *ledger = &system->ledger;
    if (share->open) {
        size_t count = md_avi_elements_atoms(elements, e);
        share->residual = share->work + (potential - share->potential);
        if (share->name.class < ledger->classes)
            ledger->list[share->name.class].residual_sum += share->residual;
        for (size_t n = 0; ledger->want_shares && n < count; n++)
            system->atoms.residual[atom_of(elements, e, n)][1] += share->residual / (double)count;
    }
    share->open = true;
    share->potential = potential;
    share->work = work;
}

/* ------------------------------------------------------------------ being looked at */

void md_avi_shares_show(const struct md_avi_roster *elements, struct md_system *system)
{
    struct md_ledger *ledger = &system->ledger;
    struct md_atoms *atoms = &system->atoms;
    struct md_sum sum[MD_LEDGER_CLASSES] = {{0}};
    for (size_t i = 0; ledger->want_shares && i < atoms->count; i++)
        atoms->residual[i][0] = 0.0;
    for (size_t e = 0; e < elements->shares; e++) {
        const struct md_avi_share *share = &elements->share[e];
        size_t count = md_avi_elements_atoms(elements, e);
        md_sum_add(&sum[share->name.class], share->residual);
        for (size_t n = 0; ledger->want_shares && n < count; n++)
            atoms->residual[atom_of(elements, e, n)][0] += share->residual / (double)count;
    }
    for (int k = 0; k < ledger->classes; k++)
        ledger->list[k].residual = md_sum_value(&sum[k]);
}
