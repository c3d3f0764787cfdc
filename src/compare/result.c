/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run's numbers as text, exactly: what a journal keeps reads back to the same doubles. */
#include "compare/result.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const figures[MD_FIGURES] = {
    "updates",
    "force_evaluations",
    "events",
    "wall_seconds",
    "energy_start",
    "energy_rms",
    "energy_rms_se",
    "energy_drift",
    "energy_drift_se",
    "energy_max",
    "kept_max",
    "momentum_max",
    "angular_max",
    "temperature",
    "temperature_se",
    "heat",
    "heat_se",
    "h1",
    "h1_x",
    "h1_v",
    "rdf",
    "mean_step",
    "longest_step",
    "trapped",
    "energy_sd",
    "energy_sd_se",
};

static const char *const outcomes[] = {"none",    "ok",         "exploded", "refused",
                                       "crashed", "over-limit", NULL};

void md_result_clear(struct md_result *result)
{
    *result = (struct md_result){.end = NAN};
    for (int k = 0; k < MD_FIGURES; k++)
        result->figure[k] = NAN;
    for (int k = 0; k < MD_PLAN_EXTRAS; k++)
        result->extra[k][0] = result->extra[k][1] = NAN;
}

const char *md_result_figure(int figure)
{
    return figures[figure];
}

const char *md_result_outcome(int outcome)
{
    return outcomes[outcome];
}

/* Numbers in a fixed order, by pointer. */
static double *number_at(struct md_result *result, int k)
{
    if (k == 0)
        return &result->end;
    if (k <= MD_FIGURES)
        return &result->figure[k - 1];
    int extra = k - 1 - MD_FIGURES;
    return &result->extra[extra / 2][extra % 2];
}

int md_result_print(const struct md_result *result, int extras, char *line, size_t size)
{
    struct md_result copy = *result;
    int length = snprintf(line, size, "%s", outcomes[result->outcome]);
    for (int k = 0; k < 1 + MD_FIGURES + 2 * extras; k++)
        length += snprintf(line + length, size - (size_t)length, " %.17g", *number_at(&copy, k));
    for (char *c = copy.message; *c != '\0'; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
    length += snprintf(line + length, size - (size_t)length, " | %s", copy.message);
    return length;
}

bool md_result_parse(struct md_result *result, int extras, const char *line)
{
    char word[16];
    md_result_clear(result);
    if (sscanf(line, "%15s", word) != 1)
        return false;
    while (outcomes[result->outcome] != NULL && strcmp(word, outcomes[result->outcome]) != 0)
        result->outcome++;
    if (outcomes[result->outcome] == NULL)
        return false;
    line += strlen(word);
    for (int k = 0; k < 1 + MD_FIGURES + 2 * extras; k++) {
        char *end;
        *number_at(result, k) = strtod(line, &end);
        if (end == line)
            return false;
        line = end;
    }
    if (strncmp(line, " | ", 3) != 0)
        return false;
    snprintf(result->message, sizeof result->message, "%s", line + 3);
    return true;
}
