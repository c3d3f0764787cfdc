/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Units of potential files: what their numbers are in those of the deck.  A table of a metal in eV
 * and Angstrom would run without complaint in other units, with forces that are wrong by a factor.
 */
#include "base/nearest.h"
#include "input/potential_file.h"

#include <stdio.h>
#include <string.h>

static enum md_status refuse(const char *name, const char *have, const char *want,
                             const struct md_place *place, struct md_error *error)
{
    return md_error_set(error, MD_ERR_VALUE, place,
                        "potential file '%.200s' is in units %s, and the deck uses units %s", name,
                        have, want);
}

/* A file without a word of its units: LAMMPS takes its numbers as they are, and so is it here. */
static enum md_status untagged(const char *name, const struct md_units *want,
                               const struct md_place *place, struct md_error *error)
{
    char scale[120] = "";
    if (strcmp(want->name, "metal") == 0)
        return MD_OK;
    if (want->reduced) {
        md_error_set(error, MD_ERR_VALUE, place,
                     "potential file '%.200s' does not say its units, and the deck uses units %s",
                     name, want->name);
        return md_error_hint(error, "for a table of a metal use units metal; a table in reduced "
                                    "units has 'UNITS: lj' in its first line");
    }
    if (want->angstrom != 1.0)
        snprintf(scale, sizeof scale,
                 ", a distance of 1 Angstrom for %g of them, a mass of 1 "
                 "g/mol for %g",
                 1.0 / want->angstrom, 1.0 / want->dalton);
    return md_error_set(error, MD_OK, place,
                        "potential file '%.200s' does not say its units and is read as units %s; "
                        "if its numbers are of units metal, an energy of 1 eV is taken for %.9g "
                        "eV%s: add 'UNITS: metal' to its first line, and it is converted",
                        name, want->name, 1.0 / want->electronvolt, scale);
}

enum md_status md_potential_file_factors(const char *name, const char *have,
                                         const struct md_units *want, const struct md_place *place,
                                         struct md_file_factors *factors, struct md_error *error)
{
    *factors = (struct md_file_factors){1.0, 1.0, 1.0};
    if (!have[0])
        return untagged(name, want, place, error);
    if (strcmp(have, want->name) == 0)
        return MD_OK;
    const struct md_units *units = md_units_find(have);
    if (units == NULL) {
        md_error_set(error, MD_ERR_VALUE, place,
                     "potential file '%.200s' has 'UNITS: %s' in its first line, which are unknown",
                     name, have);
        return md_nearest_hint(error, have, md_nearest_of(have, md_units_names));
    }
    if (units->reduced || want->reduced) {
        refuse(name, have, want->name, place, error);
        return md_error_hint(error, "reduced units cannot be converted: use units %s", have);
    }
    factors->energy = want->electronvolt / units->electronvolt;
    factors->distance = want->angstrom / units->angstrom;
    factors->mass = want->dalton / units->dalton;
    return MD_OK;
}

enum md_status md_potential_file_energy_unit(const char *name, const char *have,
                                             const struct md_units *want,
                                             const struct md_place *place, double *unit,
                                             struct md_error *error)
{
    *unit = 1.0;
    if (!have[0] || strcmp(have, want->name) == 0)
        return MD_OK;
    const struct md_units *units = md_units_find(have);
    bool both = (strcmp(have, "metal") == 0 && strcmp(want->name, "real") == 0) ||
                (strcmp(have, "real") == 0 && strcmp(want->name, "metal") == 0);
    if (!both)
        return refuse(name, have, want->name, place, error);
    *unit = want->electronvolt / units->electronvolt;
    return MD_OK;
}
