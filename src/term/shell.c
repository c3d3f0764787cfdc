/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shells of distance: the switch of a single pair; that of vectors of pairs is in pair_loop.h. */
#include "term/shell.h"

#include <math.h>

bool md_shell_sound(const struct md_shell *shell)
{
    const double *in = shell->in, *out = shell->out;
    bool rises = in[1] == 0.0 || (in[0] >= 0.0 && in[0] < in[1] && isfinite(in[1]));
    bool falls = out[0] == INFINITY || (out[0] > 0.0 && out[0] < out[1] && isfinite(out[1]));
    return rises && falls && in[1] <= out[0];
}

struct md_shell_lines md_shell_lines(const struct md_shell *shell)
{
    bool plain = shell->of_force;
    double a = plain ? shell->in[0] : shell->in[0] * shell->in[0];
    double b = plain ? shell->in[1] : shell->in[1] * shell->in[1];
    struct md_shell_lines lines = {.middle = -1.0, .of_force = plain};
    if (shell->in[1] > 0.0) {
        double per = 1.0 / (b - a);
        lines.scale[0] = -per;
        lines.offset[0] = b * per;
        lines.middle = shell->in[1] * shell->in[1];
    }
    if (shell->out[0] < INFINITY) {
        a = plain ? shell->out[0] : shell->out[0] * shell->out[0];
        b = plain ? shell->out[1] : shell->out[1] * shell->out[1];
        double per = 1.0 / (b - a);
        lines.scale[1] = per;
        lines.offset[1] = -a * per;
    }
    return lines;
}

double md_shell_at(const struct md_shell *shell, double r2, double *slope_over_r)
{
    struct md_shell_lines lines = md_shell_lines(shell);
    int side = r2 < lines.middle ? 0 : 1;
    double x = (lines.of_force ? sqrt(r2) : r2) * lines.scale[side] + lines.offset[side];
    x = x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x;
    double rest = 1.0 - x;
    *slope_over_r = 0.0;
    if (lines.of_force)
        return 1.0 - x * x * (3.0 - 2.0 * x);
    /* dS/dr / r = 2 dS/d(r^2) */
    *slope_over_r = -60.0 * lines.scale[side] * (x * rest) * (x * rest);
    return 1.0 + x * x * x * (x * (15.0 - 6.0 * x) - 10.0);
}
