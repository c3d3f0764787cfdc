/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scripts for gnuplot with their data, and the pictures it draws of them, as SVG and PNG. */
#ifndef MD_COMPARE_PLOT_H
#define MD_COMPARE_PLOT_H

#include "compare/groups.h"
#include "compare/trial.h"

#define MD_PLOT_MAX 8

struct md_plots {
    int count, drawn; /* scripts written, pictures there */
    const char *name[MD_PLOT_MAX];
    const char *caption[MD_PLOT_MAX];
    char why[160]; /* why there is no picture */
    void (*leave)(int status);
};

/* Into the folder plots/; no gnuplot, or one that fails, is no error. */
enum md_status md_plot_write(struct md_plots *plots, const struct md_plan *plan,
                             const struct md_stand *stand, const struct md_groups_of_runs *groups,
                             struct md_error *error);

#endif
