/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The modifiers registry.c lists: one const struct per file. */
#ifndef MD_MODIFY_STYLES_H
#define MD_MODIFY_STYLES_H

#include "modify/modifier.h"

extern const struct md_modifier md_modifier_adapt;
extern const struct md_modifier md_modifier_addforce;
extern const struct md_modifier md_modifier_ave_atom;
extern const struct md_modifier md_modifier_ave_chunk;
extern const struct md_modifier md_modifier_ave_correlate;
extern const struct md_modifier md_modifier_ave_histo;
extern const struct md_modifier md_modifier_ave_time;
extern const struct md_modifier md_modifier_aveforce;
extern const struct md_modifier md_modifier_balance;
extern const struct md_modifier md_modifier_box_relax;
extern const struct md_modifier md_modifier_controller;
extern const struct md_modifier md_modifier_deform;
extern const struct md_modifier md_modifier_deposit;
extern const struct md_modifier md_modifier_dt_reset;
extern const struct md_modifier md_modifier_dt_stiffness;
extern const struct md_modifier md_modifier_dynamic_group;
extern const struct md_modifier md_modifier_ehex;
extern const struct md_modifier md_modifier_enforce2d;
extern const struct md_modifier md_modifier_halt;
extern const struct md_modifier md_modifier_heat;
extern const struct md_modifier md_modifier_langevin;
extern const struct md_modifier md_modifier_langevin_gjf; /* what `fix langevin ... gjf` is */
extern const struct md_modifier md_modifier_momentum;
extern const struct md_modifier md_modifier_move;
extern const struct md_modifier md_modifier_nph;
extern const struct md_modifier md_modifier_npt;
extern const struct md_modifier md_modifier_nve;
extern const struct md_modifier md_modifier_nvt;
extern const struct md_modifier md_modifier_press_berendsen;
extern const struct md_modifier md_modifier_print;
extern const struct md_modifier md_modifier_rattle;
extern const struct md_modifier md_modifier_property_atom;
extern const struct md_modifier md_modifier_recenter;
extern const struct md_modifier md_modifier_setforce;
extern const struct md_modifier md_modifier_shake;
extern const struct md_modifier md_modifier_spring;
extern const struct md_modifier md_modifier_store_state;
extern const struct md_modifier md_modifier_temp_berendsen;
extern const struct md_modifier md_modifier_temp_rescale;
extern const struct md_modifier md_modifier_vector;
extern const struct md_modifier md_modifier_viscous;
extern const struct md_modifier md_modifier_wall_reflect;
extern const struct md_modifier md_modifier_wall_reflect_stochastic;

/* Words of fix langevin that ask for it. */
bool md_langevin_gjf_wanted(const struct md_args *words);

#endif
