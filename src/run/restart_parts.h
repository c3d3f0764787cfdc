/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files restart*.c, resume.c and renumber.c only. */
#ifndef MD_RUN_RESTART_PARTS_H
#define MD_RUN_RESTART_PARTS_H

#include "run/sim.h"

/* Units, box, types, atoms, bonds, groups, clock: both directions. */
enum md_status md_restart_keep_system(struct md_sim *sim, struct md_archive *archive,
                                      struct md_error *error);
/* Pair and bond potential, integrator: both directions. */
enum md_status md_restart_keep_styles(struct md_sim *sim, struct md_archive *archive,
                                      struct md_error *error);
/* Written only: neighbour rules and values of the potentials, by which a change is noticed. */
enum md_status md_restart_keep_rules(struct md_sim *sim, struct md_archive *archive,
                                     struct md_error *error);
enum md_status md_restart_keep_probe(struct md_sim *sim, struct md_archive *archive,
                                     struct md_error *error);

/* The section "run", of files written during one: both directions; false if it has none. */
enum md_status md_restart_keep_span(struct md_restart_span *span, struct md_archive *archive,
                                    struct md_error *error);
bool md_restart_span_of(struct md_archive *archive, struct md_restart_span *span);

/* The section "state" of a fix: both directions. */
enum md_status md_restart_keep_fix(const struct md_fix *fix, struct md_archive *archive,
                                   struct md_error *error);
/* Written only: what each fix is, by which a change is noticed, and with `states` what it keeps. */
enum md_status md_restart_keep_fixes(struct md_sim *sim, struct md_archive *archive, bool states,
                                     struct md_error *error);

/* How many "fixes" or "computes" the archive holds; into the k-th of them, as "fixes:3". */
int md_restart_count(struct md_archive *archive, const char *section);
enum md_status md_restart_enter(struct md_archive *archive, const char *section, int k,
                                struct md_error *error);

/* Whether the simulation is not as the file has it that it was read from; the log then says what of
 * it is different (resume.c). */
enum md_status md_resume_compare(struct md_sim *sim, bool *changed, struct md_error *error);

#endif
