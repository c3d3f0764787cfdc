/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Small tables of the embedded-atom method for tests, in the three formats.  All functions are
 * cubic polynomials, which the splines (but for the two intervals at either end) reproduce:
 *
 *     F_e(rho)      = -a_e rho + b_e rho^2 + c_e rho^3
 *     rho_ef(r)     = g_ef (R - r)^3      (of e at f; but in fs files g_ef = g_e)
 *     r phi_ef(r)   = p_ef (R - r)^2 (1.5 - r / R)
 *     Z_e(r)        = q_e (R - r)         (funcfl)
 */
#ifndef MD_TEST_EAM_TEXT_H
#define MD_TEST_EAM_TEXT_H

#include "input/eam_file.h"

#include <stdio.h>
#include <stdlib.h>

#define EAM_TEXT_CUTOFF 3.0
#define EAM_TEXT_DR     0.01
#define EAM_TEXT_DRHO   0.5

struct eam_text {
    char *text;
    size_t size, room;
};

static inline void eam_text_add(struct eam_text *out, const char *format, double a)
{
    if (out->size + 64 > out->room) {
        out->room = 2 * out->room + 4096;
        out->text = realloc(out->text, out->room);
    }
    out->size += (size_t)sprintf(out->text + out->size, format, a);
}

static inline double eam_text_embed(int e, double rho)
{
    return -(1.0 + 0.3 * e) * rho + (0.01 + 0.002 * e) * rho * rho + 1e-5 * rho * rho * rho;
}

static inline double eam_text_density(enum md_eam_format format, int e, int f, double r)
{
    double y = EAM_TEXT_CUTOFF - r,
           g = format == MD_EAM_FS ? 1.0 + 0.2 * e + 0.35 * f : 1.0 + 0.3 * e;
    return g * y * y * y;
}

static inline double eam_text_pair(enum md_eam_format format, int e, int f, double r)
{
    double y = EAM_TEXT_CUTOFF - r;
    if (format == MD_EAM_FUNCFL)
        return 27.2 * 0.529 * (1.0 + 0.2 * e) * (1.0 + 0.2 * f) * y * y;
    return (4.0 + e + f) * y * y * (1.5 - r / EAM_TEXT_CUTOFF);
}

/* Element e of a funcfl file, or the elements 0 .. count-1 (named A, B, ..) of the others. */
static inline struct eam_text eam_text_make(enum md_eam_format format, int e, int count, int nrho,
                                            int nr)
{
    struct eam_text out = {0};
    int first = format == MD_EAM_FUNCFL ? e : 0, last = format == MD_EAM_FUNCFL ? e : count - 1;
    eam_text_add(&out, "a table for tests UNITS: metal\n", 0.0);
    if (format != MD_EAM_FUNCFL) {
        eam_text_add(&out, "second comment\nthird comment\n%.0f", count);
        for (int k = 0; k < count; k++)
            eam_text_add(&out, k == 0 ? " A" : k == 1 ? " B" : " C", 0.0);
        eam_text_add(&out, "\n", 0.0);
    } else {
        eam_text_add(&out, "29 %.1f 3.6 fcc\n", 50.0 + 10.0 * e);
    }
    eam_text_add(&out, "%.0f", nrho);
    eam_text_add(&out, " %.17g", EAM_TEXT_DRHO);
    eam_text_add(&out, " %.0f", nr);
    eam_text_add(&out, " %.17g", EAM_TEXT_DR);
    eam_text_add(&out, " %.17g\n", EAM_TEXT_CUTOFF);
    for (int i = first; i <= last; i++) {
        if (format != MD_EAM_FUNCFL)
            eam_text_add(&out, "29 %.1f 3.6 fcc\n", 50.0 + 10.0 * i);
        for (int m = 0; m < nrho; m++)
            eam_text_add(&out, m % 3 == 2 || m == nrho - 1 ? "%.17g\n" : "%.17g ",
                         eam_text_embed(i, m * EAM_TEXT_DRHO));
        for (int m = 0; m < nr && format == MD_EAM_FUNCFL; m++)
            eam_text_add(&out, "%.17g\n", (1.0 + 0.2 * i) * (EAM_TEXT_CUTOFF - m * EAM_TEXT_DR));
        for (int j = 0; j < (format == MD_EAM_FS ? count : 1); j++)
            for (int m = 0; m < nr; m++)
                eam_text_add(&out, "%.17g\n", eam_text_density(format, i, j, m * EAM_TEXT_DR));
    }
    for (int i = 0; i < count && format != MD_EAM_FUNCFL; i++)
        for (int j = 0; j <= i; j++)
            for (int m = 0; m < nr; m++)
                eam_text_add(&out, "%.17g\n", eam_text_pair(format, i, j, m * EAM_TEXT_DR));
    return out;
}

#endif
