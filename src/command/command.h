/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deck commands: glue between words and the parts they mean. */
#ifndef MD_COMMAND_COMMAND_H
#define MD_COMMAND_COMMAND_H

#include "base/style.h"
#include "run/sim.h"

enum md_command_when {
    MD_ANYTIME = 0,
    MD_BEFORE_BOX = 1, /* refused once the box exists */
    MD_AFTER_BOX = 2   /* refused before it */
};

struct md_command {
    const char *name;
    const char *usage;   /* "mass TYPE VALUE" */
    const char *summary; /* one line */
    enum md_command_when when;
    int min_words, max_words; /* of arguments; max -1: no limit */
    enum md_status (*execute)(struct md_sim *sim, const struct md_args *args,
                              struct md_error *error);
    const char *manual;
};

/* Each family file exports one table ended by a NULL name; command/registry.c lists them. */
extern const struct md_command md_commands_setup[];    /* units dimension boundary ... */
extern const struct md_command md_commands_space[];    /* lattice region create_box ... */
extern const struct md_command md_commands_atoms[];    /* create_atoms mass group set ... */
extern const struct md_command md_commands_velocity[]; /* velocity */
extern const struct md_command md_commands_data[];     /* read_data write_data */
extern const struct md_command md_commands_restart[];  /* restart write_restart read_restart */
extern const struct md_command md_commands_pair[];     /* pair_style pair_coeff neighbor ... */
extern const struct md_command md_commands_bond[];     /* bond_style special_bonds replicate ... */
extern const struct md_command md_commands_fix[];      /* fix unfix fix_modify */
extern const struct md_command md_commands_compute[];  /* compute uncompute compute_modify */
extern const struct md_command md_commands_thermo[];   /* thermo thermo_style thermo_modify */
extern const struct md_command md_commands_dump[];     /* dump undump dump_modify */
extern const struct md_command md_commands_check[];    /* check */
extern const struct md_command md_commands_run[];      /* run timestep run_style reset_timestep */
extern const struct md_command md_commands_minimize[]; /* minimize min_style min_modify */

extern const struct md_command md_commands_pair_write[];
extern const struct md_command md_commands_read_dump[];
extern const struct md_command md_commands_rerun[];

/* The three words of a boundary: one or two letters for each axis. */
enum md_status md_read_boundary(const struct md_word words[3], enum md_boundary face[3][2],
                                struct md_error *error);

const struct md_command *md_command_find(const char *name);
const struct md_command *md_command_at(int i); /* NULL at the end */

/* Known to LAMMPS and not here (angle_style, kspace_style, ...): the reason, or NULL. */
const char *md_command_unsupported(const char *name);
/* The i-th of these, NULL at the end. */
const char *md_command_absent(int i, const char **reason);

/* Bond styles of LAMMPS that are not here, as a text with blanks between the names. */
const char *md_commands_bonded_absent(int kind); /* NULL: there are none */

/* check forces, with the words after it: an error when a force is no derivative. */
enum md_status md_check_forces(struct md_sim *sim, const struct md_args *args,
                               struct md_error *error);

/* Finds, checks when and how many words, executes. */
enum md_status md_command_execute(struct md_sim *sim, const struct md_args *args,
                                  struct md_error *error);

#endif
