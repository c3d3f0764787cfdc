/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The unit systems as one table.  The constants are LAMMPS's own, digit for digit, and not today's
 * CODATA values: a deck's temperature and pressure rows can only agree if these do.
 */
#include "state/units.h"

#include <stddef.h>
#include <string.h>

/* kcal/mol to g/mol (A/fs)^2; its square root is what LAMMPS rounds. */
#define REAL_FACTOR (48.88821291 * 48.88821291)

/* The constants of units metal: 1 eV/A^3 is 1.6021765e6 bar there, and 1 g/mol (A/ps)^2 is
 * 1.0364269e-4 eV, so that a system moves in the same way in units of the SI. */
#define EV_IN_J      1.6021765e-19
#define DALTON_IN_KG (1.0364269e-4 * 1.6021765e-19 * 1e-4)

static const struct md_units table[] = {
    {.name = "lj",
     .boltz = 1.0,
     .mvv2e = 1.0,
     .ftm2v = 1.0,
     .nktv2p = 1.0,
     .mv2d = 1.0,
     .coulomb = 1.0,
     .angstrom = 1.0,
     .electronvolt = 1.0,
     .dalton = 1.0,
     .timestep = 0.005,
     .skin = 0.3,
     .reduced = true,
     .time_name = "tau"},
    {.name = "real",
     .boltz = 0.0019872067,
     .mvv2e = REAL_FACTOR,
     .ftm2v = 1.0 / REAL_FACTOR,
     .nktv2p = 68568.415,
     .mv2d = 1.0 / 0.602214129,
     .coulomb = 332.06371,
     .angstrom = 1.0,
     .electronvolt = 23.060549,
     .dalton = 1.0,
     .timestep = 1.0,
     .skin = 2.0,
     .time_name = "fs"},
    {.name = "metal",
     .boltz = 8.617343e-5,
     .mvv2e = 1.0364269e-4,
     .ftm2v = 1.0 / 1.0364269e-4,
     .nktv2p = 1.6021765e6,
     .mv2d = 1.0 / 0.602214129,
     .coulomb = 14.399645,
     .angstrom = 1.0,
     .electronvolt = 1.0,
     .dalton = 1.0,
     .timestep = 0.001,
     .skin = 2.0,
     .time_name = "ps"},
    {.name = "si",
     .boltz = 1.3806504e-23,
     .mvv2e = 1.0,
     .ftm2v = 1.0,
     .nktv2p = 1.0,
     .mv2d = 1.0,
     .coulomb = 8.9876e9 * 1.6021765e-19 * 1.6021765e-19,
     .angstrom = 1.0e-10,
     .electronvolt = EV_IN_J,
     .dalton = DALTON_IN_KG,
     .timestep = 1.0e-8,
     .skin = 0.001,
     .time_name = "s"},
    {.name = "cgs",
     .boltz = 1.3806504e-16,
     .mvv2e = 1.0,
     .ftm2v = 1.0,
     .nktv2p = 1.0,
     .mv2d = 1.0,
     .coulomb = 4.8032044e-10 * 4.8032044e-10,
     .angstrom = 1.0e-8,
     .electronvolt = EV_IN_J * 1e7,
     .dalton = DALTON_IN_KG * 1e3,
     .timestep = 1.0e-8,
     .skin = 0.1,
     .time_name = "s"},
    {.name = "electron",
     .boltz = 3.16681534e-6,
     .mvv2e = 1.06657236,
     .ftm2v = 0.937582899,
     .nktv2p = 2.94210108e13,
     .mv2d = 1.0,
     .coulomb = 1.0,
     .angstrom = 1.88972612,
     .electronvolt = 3.16681534e-6 / 8.617343e-5,
     .dalton = 1.0,
     .timestep = 0.001,
     .skin = 2.0,
     .time_name = "fs"},
    {.name = "micro",
     .boltz = 1.3806504e-8,
     .mvv2e = 1.0,
     .ftm2v = 1.0,
     .nktv2p = 1.0,
     .mv2d = 1.0,
     .coulomb = 8.987556e6 * 1.6021765e-7 * 1.6021765e-7,
     .angstrom = 1.0e-4,
     .electronvolt = EV_IN_J * 1e15,
     .dalton = DALTON_IN_KG * 1e15,
     .timestep = 2.0,
     .skin = 0.1,
     .time_name = "us"},
    {.name = "nano",
     .boltz = 0.013806504,
     .mvv2e = 1.0,
     .ftm2v = 1.0,
     .nktv2p = 1.0,
     .mv2d = 1.0,
     .coulomb = 230.7078669,
     .angstrom = 0.1,
     .electronvolt = EV_IN_J * 1e21,
     .dalton = DALTON_IN_KG * 1e21,
     .timestep = 0.00045,
     .skin = 0.1,
     .time_name = "ns"},
};

const char *const md_units_names[] = {"lj",       "real",  "metal", "si", "cgs",
                                      "electron", "micro", "nano",  NULL};

const struct md_units *md_units_find(const char *name)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}
