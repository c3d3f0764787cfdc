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
 *
 * LAMMPS's r-RESPA divides forces, not energies: S(r) phi'(r), with the cubic q(x) = 1 - x^2 (3 - 2
 * x) of x = (r - a) / (b - a).  Such a share has a potential too, the integral of S phi', but
 * nobody asks for it: what is tallied as its energy, S phi, adds up to phi over all shells.
 */
#ifndef MD_TERM_SHELL_H
#define MD_TERM_SHELL_H

#include <stdbool.h>

/* in[1] == 0: S is 1 from the start; out[0] == INFINITY: it never falls. */
struct md_shell {
    double in[2], out[2];
    bool of_force; /* S multiplies the force, else the energy */
};

/* S = q(x) with x = scale r^2 + offset (r, when S is of forces) kept within 0..1; [0]: nearer than
 * the root of `middle`, where S rises, [1]: farther, where it falls. */
struct md_shell_lines {
    double middle, scale[2], offset[2];
    bool of_force;
};

/* Edges that are in order: each range has a width, and the first ends before the second begins. */
bool md_shell_sound(const struct md_shell *shell);

struct md_shell_lines md_shell_lines(const struct md_shell *shell);

/* S(r) at the squared distance r2, and S'(r)/r, with which the energy adds to the force. */
double md_shell_at(const struct md_shell *shell, double r2, double *slope_over_r);

#endif
