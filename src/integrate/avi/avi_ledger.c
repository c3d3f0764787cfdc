/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the asynchronous integrator writes into the ledger (state/ledger.h).  Updates of classes are
 * counted by the engines anyway and only copied.  What costs time is kept where a compute wants it:
 *
 * - how often events touched each atom.  The event of a class driven as a group is one event, for
 *   every atom that has an element in it;
 * - the local energy balance of a class.  At an event the potential energy V_j of the class closes
 *   the balance of the event before, T(+) - T(-) + V_j - V_(j-1), and opens the next one.
 */
#include "integrate/avi/avi.h"

#include "state/motion.h"
#include "term/external.h"

enum md_status md_avi_ledger_begin(struct md_avi *avi, struct md_dynamics *dynamics,
                                   struct md_error *error)
{
    struct md_ledger *ledger = &dynamics->system->ledger;
    const struct md_avi_engine *engine = avi->engine;
    if (ledger->want_updates && !engine->counts_atoms)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &avi->words.place,
                            "compute avi/updates of atoms is asked for, which run_style avi does "
                            "not count with %s; use avi/updates class",
                            md_avi_engine_name(avi));
    if (ledger->want_residual && !engine->balances)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &avi->words.place,
                            "compute avi/residual is asked for, and run_style avi keeps no "
                            "balance with %s",
                            md_avi_engine_name(avi));
    if (ledger->want_shares && !engine->shares)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &avi->words.place,
                            "compute avi/residual of single atoms is asked for: with element %s "
                            "all elements of a class are kicked at once, and no atom has a share "
                            "of their balance; use avi/residual class",
                            md_avi_engine_name(avi));
    if (md_ledger_begin(ledger, &dynamics->system->atoms, error))
        return error->status;
    for (int k = 0; k < avi->classes.count; k++)
        md_ledger_add(ledger, avi->clock[k].name);
    md_avi_ledger_show(avi, dynamics);
    return MD_OK;
}

void md_avi_ledger_show(const struct md_avi *avi, struct md_dynamics *dynamics)
{
    struct md_ledger *ledger = &dynamics->system->ledger;
    for (int k = 0; k < ledger->classes && k < avi->classes.count; k++) {
        ledger->list[k].elements = avi->clock[k].elements;
        ledger->list[k].updates = avi->clock[k].updates;
    }
}

/* ------------------------------------------------------------------ atoms */

static bool has_pairs(const struct md_class *class, const struct md_neighbors *list, size_t i)
{
    if (class->common)
        return list->number[i] > 0;
    for (int p = 0; p < MD_CLASS_PARTS; p++)
        if (class->part[p].entries > 0 && class->part[p].number[i] > 0)
            return true;
    return false;
}

static bool in_field(const struct md_dynamics *dynamics, size_t i)
{
    const struct md_forces *forces = dynamics->forces;
    for (int e = 0; e < forces->externals_count; e++) {
        const struct md_external *external = forces->externals[e].state;
        if (dynamics->system->atoms.groups[i] & external->group)
            return true;
    }
    return false;
}

/* Whether the atom is in a bond, an angle, ... */
static bool is_bonded(const struct md_graph *graph, size_t i)
{
    if (i >= graph->atoms)
        return false;
    if (graph->start[i + 1] > graph->start[i])
        return true;
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
        const struct md_graph_table *table = &graph->table[kind];
        if (table->count > 0 && table->start[i + 1] > table->start[i])
            return true;
    }
    return false;
}

void md_avi_ledger_touch(const struct md_avi *avi, struct md_dynamics *dynamics, int k,
                         int64_t events)
{
    const struct md_class *class = &avi->classes.list[k];
    const struct md_neighbors *list = &dynamics->forces->neighbors;
    struct md_atoms *atoms = &dynamics->system->atoms;
    for (size_t i = 0; atoms->updates != NULL && i < atoms->count; i++) {
        bool bonded = is_bonded(&list->graph, i);
        if (((class->terms & MD_TERM_PAIR) && has_pairs(class, list, i)) ||
            (class->terms & MD_TERM_EMBED) || ((class->terms & MD_TERM_BOND) && bonded) ||
            ((class->terms & MD_TERM_EXTERNAL) && in_field(dynamics, i)))
            atoms->updates[i] += (double)events;
    }
}

/* ------------------------------------------------------------------ the balance */

static double kinetic_energy(const struct md_system *system)
{
    return md_motion_energy(system, (const md_vec3 *)system->atoms.v, MD_MOTION_ALL);
}

void md_avi_ledger_open(struct md_avi *avi, struct md_dynamics *dynamics, int k,
                        const struct md_tally *tally)
{
    struct md_avi_balance *balance = &avi->clock[k].balance;
    struct md_ledger *ledger = &dynamics->system->ledger;
    double potential =
        tally->energy[MD_PART_PAIR] + md_tally_molecular(tally) + tally->energy[MD_PART_EXTERNAL];
    if (balance->open && k < ledger->classes) {
        double residual = balance->work + (potential - balance->potential);
        ledger->list[k].residual = residual;
        ledger->list[k].residual_sum += residual;
    }
    balance->open = true;
    balance->potential = potential;
    balance->work = -kinetic_energy(dynamics->system);
}

void md_avi_ledger_kicked(struct md_avi *avi, const struct md_dynamics *dynamics, int k)
{
    avi->clock[k].balance.work += kinetic_energy(dynamics->system);
}
