/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The unit systems in words. */
#include "state/units_text.h"

#include <string.h>

static const struct md_units_text texts[] = {
    {"lj", "units lj",
     "Lennard-Jones units: everything is a multiple of mass, sigma, epsilon and k",
     "The unit of distance is sigma, of energy epsilon, of mass m; the constant of Boltzmann is\n"
     "1.  Time is in tau = sigma sqrt(m/epsilon), velocity in sigma/tau, force in epsilon/sigma,\n"
     "temperature in epsilon/k, pressure in epsilon/sigma^3 (in two dimensions epsilon/sigma^2),\n"
     "density in m/sigma^3.  The number after lattice is a density, and thermo rows show energies\n"
     "per atom.\n"
     "The command sets the time step to 0.005 and the skin of neighbour lists to 0.3."},
    {"real", "units real", "Angstrom, femtosecond, kcal/mol",
     "Units are\n"
     "  mass         g/mol\n"
     "  distance     Angstrom\n"
     "  time         fs\n"
     "  energy       kcal/mol\n"
     "  velocity     Angstrom/fs\n"
     "  force        kcal/mol/Angstrom\n"
     "  temperature  K\n"
     "  pressure     atm\n"
     "  density      g/cm^3\n"
     "The command sets the time step to 1 and the skin of neighbour lists to 2."},
    {"metal", "units metal", "Angstrom, picosecond, electronvolt",
     "Units are\n"
     "  mass         g/mol\n"
     "  distance     Angstrom\n"
     "  time         ps\n"
     "  energy       eV\n"
     "  velocity     Angstrom/ps\n"
     "  force        eV/Angstrom\n"
     "  temperature  K\n"
     "  pressure     bar\n"
     "  density      g/cm^3\n"
     "The command sets the time step to 0.001 and the skin of neighbour lists to 2."},
    {"si", "units si", "metre, kilogram, second",
     "Units are\n"
     "  mass         kg\n"
     "  distance     m\n"
     "  time         s\n"
     "  energy       J\n"
     "  velocity     m/s\n"
     "  force        N\n"
     "  temperature  K\n"
     "  pressure     Pa\n"
     "  density      kg/m^3\n"
     "The command sets the time step to 1e-08 and the skin of neighbour lists to 0.001."},
    {"cgs", "units cgs", "centimetre, gram, second",
     "Units are\n"
     "  mass         g\n"
     "  distance     cm\n"
     "  time         s\n"
     "  energy       erg\n"
     "  velocity     cm/s\n"
     "  force        dyne\n"
     "  temperature  K\n"
     "  pressure     dyne/cm^2\n"
     "  density      g/cm^3\n"
     "The command sets the time step to 1e-08 and the skin of neighbour lists to 0.1."},
    {"electron", "units electron", "Bohr, femtosecond, Hartree",
     "Units are\n"
     "  mass         atomic mass units\n"
     "  distance     Bohr\n"
     "  time         fs\n"
     "  energy       Hartree\n"
     "  velocity     Bohr in 1.03275e-15 s\n"
     "  force        Hartree/Bohr\n"
     "  temperature  K\n"
     "  pressure     Pa\n"
     "  density      atomic mass units/Bohr^3\n"
     "The command sets the time step to 0.001 and the skin of neighbour lists to 2."},
    {"micro", "units micro", "micrometre, picogram, microsecond",
     "Units are\n"
     "  mass         pg\n"
     "  distance     um\n"
     "  time         us\n"
     "  energy       pg um^2/us^2\n"
     "  velocity     um/us\n"
     "  force        pg um/us^2\n"
     "  temperature  K\n"
     "  pressure     pg/(um us^2)\n"
     "  density      pg/um^3\n"
     "The command sets the time step to 2 and the skin of neighbour lists to 0.1."},
    {"nano", "units nano", "nanometre, attogram, nanosecond",
     "Units are\n"
     "  mass         ag\n"
     "  distance     nm\n"
     "  time         ns\n"
     "  energy       ag nm^2/ns^2\n"
     "  velocity     nm/ns\n"
     "  force        ag nm/ns^2\n"
     "  temperature  K\n"
     "  pressure     ag/(nm ns^2)\n"
     "  density      ag/nm^3\n"
     "The command sets the time step to 0.00045 and the skin of neighbour lists to 0.1."},
};

const struct md_units_text *md_units_text_find(const char *name)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(texts[i].name, name) == 0)
            return &texts[i];
    return NULL;
}
