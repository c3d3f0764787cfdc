/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where tables of potentials are looked for, besides the place a deck names: the folders of
 * LAMMPS_POTENTIALS, then the tables that came with this program.
 */
#ifndef MD_INPUT_POTENTIAL_FOLDERS_H
#define MD_INPUT_POTENTIAL_FOLDERS_H

#include <stdbool.h>

#define MD_FOLDER_SIZE 4096

/* The i-th folder, in the order they are searched; false at the end.  Those of LAMMPS_POTENTIALS
 * are as they stand there, the others exist. */
bool md_potential_folder(int i, char folder[MD_FOLDER_SIZE]);

#endif
