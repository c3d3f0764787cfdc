/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How cg and sd go downhill along a line. */
#ifndef MD_MINIMIZE_LINESEARCH_H
#define MD_MINIMIZE_LINESEARCH_H

#include "minimize/minimizer.h"

/* Goes downhill from the present positions along min->h (and extra_h) by the rule of min_modify
 * line.  MD_MIN_GOES_ON when it found a lower place; else why not, and all is where it was. */
enum md_status md_linesearch(struct md_minimization *min, enum md_min_stop *stop,
                             struct md_error *error);

#endif
