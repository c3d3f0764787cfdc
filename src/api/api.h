/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What parts of the library's face share that its users do not see. */
#ifndef MD_API_API_H
#define MD_API_API_H

#include "avimd.h"
#include "run/driver.h"

/* What happens instead of runs of one step or more (struct md_sim, `instead`). */
typedef enum md_status md_api_instead(void *context, struct md_sim *sim,
                                      const struct md_run_plan *plan, const struct md_args *args,
                                      struct md_error *error);
void md_api_replace_runs(struct avimd *simulation, md_api_instead *instead, void *context);

#endif
