/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the family of bond commands share. */
#ifndef MD_COMMAND_BOND_H
#define MD_COMMAND_BOND_H

#include "command/command.h"

/* Fails unless atoms can have bonds. */
enum md_status md_need_bonds(const struct md_sim *sim, const struct md_args *args,
                             struct md_error *error);

enum md_status md_run_create_bonds(struct md_sim *sim, const struct md_args *args,
                                   struct md_error *error);
enum md_status md_run_replicate(struct md_sim *sim, const struct md_args *args,
                                struct md_error *error);

#endif
