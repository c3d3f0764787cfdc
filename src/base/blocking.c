/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Blocking after H. Flyvbjerg and H. G. Petersen, J. Chem. Phys. 91 (1989) 461.  The level is
 * chosen as R. M. Lee et al., Phys. Rev. E 83 (2011) 066706, do: the smallest block length B with
 * B^3 > 2 N (error of blocks / error of single samples)^4.
 */
#include "base/blocking.h"

#include <math.h>
#include <string.h>

void md_blocking_clear(struct md_blocking *blocking)
{
    memset(blocking, 0, sizeof *blocking);
}

void md_blocking_add(struct md_blocking *blocking, double sample)
{
    for (int level = 0; level < MD_BLOCKING_LEVELS; level++) {
        double before = sample - blocking->mean[level];
        blocking->count[level] += 1.0;
        blocking->mean[level] += before / blocking->count[level];
        blocking->square[level] += before * (sample - blocking->mean[level]);
        blocking->waits[level] = !blocking->waits[level];
        if (blocking->waits[level]) {
            blocking->waiting[level] = sample;
            return;
        }
        sample = 0.5 * (blocking->waiting[level] + sample);
    }
}

double md_blocking_mean(const struct md_blocking *blocking)
{
    return blocking->mean[0];
}

static double error_at(const struct md_blocking *blocking, int level)
{
    double n = blocking->count[level];
    return sqrt(blocking->square[level] / (n * (n - 1.0)));
}

double md_blocking_error(const struct md_blocking *blocking)
{
    double all = blocking->count[0], largest = 0.0, length = 1.0;
    if (!(all >= 2.0))
        return NAN;
    double single = error_at(blocking, 0);
    if (!(single > 0.0))
        return single; /* all samples are the same */
    for (int level = 0; level < MD_BLOCKING_LEVELS && blocking->count[level] >= 2.0; level++) {
        double here = error_at(blocking, level), ratio = here / single;
        if (length * length * length > 2.0 * all * ratio * ratio * ratio * ratio)
            return here;
        largest = here > largest ? here : largest;
        length *= 2.0;
    }
    return largest;
}

enum md_status md_blocking_keep(struct md_blocking *blocking, struct md_archive *archive,
                                const char *name, struct md_error *error)
{
    const size_t levels = MD_BLOCKING_LEVELS;
    enum md_status status = md_archive_enter(archive, name, error);
    if (status != MD_OK)
        return status;
    status = md_archive_doubles(archive, "count", blocking->count, levels, error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "mean", blocking->mean, levels, error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "square", blocking->square, levels, error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "waiting", blocking->waiting, levels, error);
    if (status == MD_OK)
        status = md_archive_bools(archive, "waits", blocking->waits, levels, error);
    md_archive_leave(archive);
    return status;
}
