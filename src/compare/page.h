/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.html: one page that needs nothing else, neither files nor a network. */
#ifndef MD_COMPARE_PAGE_H
#define MD_COMPARE_PAGE_H

#include "compare/comparison.h"
#include "compare/groups.h"
#include "compare/plot.h"

enum md_status md_page_write(const struct md_comparison *comparison,
                             const struct md_groups_of_runs *groups, const struct md_plots *plots,
                             struct md_error *error);

#endif
