/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the family of bond commands share. */
#ifndef MD_COMMAND_BOND_H
#define MD_COMMAND_BOND_H

#include "command/command.h"

/* Fails unless atoms can have bonds, angles, ... */
enum md_status md_need_elements(const struct md_sim *sim, int kind, const struct md_args *args,
                                struct md_error *error);

/* bond_style, angle_style, ...; bond_coeff, angle_coeff, ... */
enum md_status md_bonded_style(struct md_sim *sim, int kind, const struct md_args *args,
                               struct md_error *error);
enum md_status md_bonded_coeffs(struct md_sim *sim, int kind, const struct md_args *args,
                                struct md_error *error);

enum md_status md_run_create_bonds(struct md_sim *sim, const struct md_args *args,
                                   struct md_error *error);
enum md_status md_run_replicate(struct md_sim *sim, const struct md_args *args,
                                struct md_error *error);

#endif
