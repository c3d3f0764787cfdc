/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an asynchronous integrator counts. */
#include "state/ledger.h"

#include <math.h>
#include <stdio.h>

enum md_status md_ledger_begin(struct md_ledger *ledger, struct md_atoms *atoms,
                               struct md_error *error)
{
    *ledger = (struct md_ledger){
        .want_updates = ledger->want_updates,
        .want_residual = ledger->want_residual,
        .want_shares = ledger->want_shares,
    };
    enum md_status status =
        md_atoms_count_events(atoms, ledger->want_updates, ledger->want_shares, error);
    ledger->active = status == MD_OK;
    return status;
}

void md_ledger_count(uint64_t *bin, double bin0, double step)
{
    int exponent;
    double mantissa = frexp(step / bin0, &exponent); /* 2^(exponent-1) <= .. < 2^exponent */
    int quarter = mantissa < 0.5946035575013605   ? 0
                  : mantissa < 0.7071067811865476 ? 1
                  : mantissa < 0.8408964152537145 ? 2
                                                  : 3;
    int at = 4 * (exponent - 1) + quarter;
    at = !(step > 0.0) || at < 0 ? 0 : at;
    bin[at < MD_LEDGER_BINS ? at : MD_LEDGER_BINS - 1]++;
}

struct md_ledger_class *md_ledger_add(struct md_ledger *ledger, const char *name)
{
    struct md_ledger_class *last = &ledger->list[MD_LEDGER_CLASSES - 1];
    if (ledger->classes == MD_LEDGER_CLASSES) {
        snprintf(last->name, sizeof last->name, "rest");
        return last;
    }
    struct md_ledger_class *entry = &ledger->list[ledger->classes++];
    *entry = (struct md_ledger_class){0};
    snprintf(entry->name, sizeof entry->name, "%s", name);
    return entry;
}
