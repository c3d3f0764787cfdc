/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A shell of distance: the share S(r) phi(r) that a pair potential has in it.  S rises from 0 to 1
 * over in[0]..in[1] and falls from 1 to 0 over out[0]..out[1], both by the quintic
 *
 *     q(x) = 1 - 10 x^3 + 15 x^4 - 6 x^5,    q(1 - x) = 1 - q(x),
 *
 * of x = (r^2 - a^2) / (b^2 - a^2) between the edges a and b: it needs no square root, and since
 * r^2 is smooth, S has two continuous derivatives in r.  Where one shell ends and the next begins
 * with the same edges, the two add up to 1.
 */
#ifndef MD_POTENTIAL_SHELL_H
#define MD_POTENTIAL_SHELL_H

#include <stdbool.h>

/* in[1] == 0: S is 1 from the start; out[0] == INFINITY: it never falls. */
struct md_shell {
    double in[2], out[2];
};

/* S = q(x) with x = scale r^2 + offset kept within 0..1; [0]: nearer than the root of `middle`,
 * where S rises, [1]: farther, where it falls. */
struct md_shell_lines {
    double middle, scale[2], offset[2];
};

/* Edges that are in order: each range has a width, and the first ends before the second begins. */
bool md_shell_sound(const struct md_shell *shell);

struct md_shell_lines md_shell_lines(const struct md_shell *shell);

/* S(r) at the squared distance r2, and S'(r)/r. */
double md_shell_at(const struct md_shell *shell, double r2, double *slope_over_r);

#endif
