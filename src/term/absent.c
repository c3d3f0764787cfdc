/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pair styles of LAMMPS that are not here, and why, for messages and for the manual. */
#include "term/potential.h"

#include <stdio.h>
#include <string.h>

/* Parts of names that tell why a style cannot be had here. */
static const struct {
    const char *part, *reason;
} refused[] = {
    {"coul", "atoms have no charges here"},
    {"long", "there is no long-range solver here"},
    {"charmm", "atoms have no charges here"},
    {"amoeba", "atoms have no charges here"},
    {"dipole", "atoms have no dipoles here"},
    {"gran", "atoms have no size or spin here"},
    {"lubricate", "atoms have no size or spin here"},
    {"brownian", "atoms have no size or spin here"},
    {"gayberne", "atoms have no orientation here"},
    {"resquared", "atoms have no orientation here"},
    {"reax", "reactive force fields are not part of this program"},
    {"comb", "atoms have no charges here"},
    {"sph/", "smoothed particles are not part of this program"},
    {"peri/", "peridynamics is not part of this program"},
};

/* Styles of LAMMPS that fit here and are not written yet, with a blank on each side. */
static const char later[] = " adp airebo beck bop born/gauss buck/mdf dpd dpd/tstat eam/cd "
                            "edip eim gauss/cut hybrid/scaled lebedeva/z "
                            "lj/class2 lj/gromacs lj/mdf lj/relres lj96/cut meam mliap momb "
                            "morse/smooth/linear nm/cut polymorphic quip rebo snap srp sw tersoff "
                            "tersoff/mod ufm vashishta wf/cut ";

const char *md_potential_later(void)
{
    return later;
}

const char *md_potential_refused(int i, const char **reason)
{
    if (i < 0 || i >= (int)(sizeof refused / sizeof refused[0]))
        return NULL;
    *reason = refused[i].reason;
    return refused[i].part;
}

const char *md_potential_absent(const char *name)
{
    char key[MD_STYLE_NAME_SIZE + 2];
    for (size_t k = 0; k < sizeof refused / sizeof refused[0]; k++)
        if (strstr(name, refused[k].part))
            return refused[k].reason;
    snprintf(key, sizeof key, " %s ", name);
    return strstr(later, key) ? "it is not available yet" : NULL;
}
