/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * "Did you mean".  The distance is the number of inserted, deleted, replaced or exchanged
 * neighbouring letters (F. J. Damerau, Comm. ACM 7 (1964) 171, in the restricted form that edits no
 * substring twice); case does not count.  A third of the word may be wrong, three letters at most.
 */
#include "base/nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#define LONGEST 64

static int lower(char c)
{
    return tolower((unsigned char)c);
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int distance(const char *a, int m, const char *b, int n)
{
    int rows[3][LONGEST + 1];

    for (int j = 0; j <= n; j++)
        rows[0][j] = j;
    for (int i = 1; i <= m; i++) {
        int *now = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];

        now[0] = i;
        for (int j = 1; j <= n; j++) {
            bool same = lower(a[i - 1]) == lower(b[j - 1]);

            now[j] = smaller(last[j - 1] + !same, 1 + smaller(last[j], now[j - 1]));
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1]))
                now[j] = smaller(now[j], before[j - 2] + 1);
        }
    }
    return rows[m % 3][n];
}

/* Letters a and b have in common at their start: among equally distant names the one that begins
 * like the word is more likely meant. */
static int common_start(const char *a, const char *b)
{
    int n = 0;

    while (a[n] && lower(a[n]) == lower(b[n]))
        n++;
    return n;
}

const char *md_nearest(const char *word, const char *(*name)(const void *context, int i),
                       const void *context)
{
    size_t length = strlen(word);
    const char *best = NULL, *candidate;
    int least, start = 0;

    if (length == 0 || length > LONGEST)
        return NULL;
    least = length < 6 ? 1 : length < 9 ? 2 : 3;
    for (int i = 0; (candidate = name(context, i)) != NULL; i++) {
        size_t other = strlen(candidate);
        int d, common;

        if (other > LONGEST)
            continue;
        d = distance(word, (int)length, candidate, (int)other);
        common = common_start(word, candidate);
        if (d >= (int)length || d > least || (best && d == least && common <= start))
            continue;
        best = candidate;
        least = d;
        start = common;
    }
    return best;
}

static const char *list_name(const void *context, int i)
{
    const char *const *names = context;

    return names[i];
}

const char *md_nearest_of(const char *word, const char *const *names)
{
    return md_nearest(word, list_name, names);
}

enum md_status md_nearest_hint(struct md_error *error, const char *word, const char *nearest)
{
    if (!nearest || strcmp(word, nearest) == 0)
        return error->status;
    return md_error_hint(error, "did you mean '%s'?", nearest);
}
