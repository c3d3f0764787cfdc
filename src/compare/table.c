/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of results: see table.h. */
#include "compare/table.h"

#include "compare/safe_file.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------ results.csv */

/* Quoted where it must be.  A spreadsheet takes a text that begins with = + - or @ for a formula,
 * and executes it: an apostrophe before it makes it text again. */
static void put_text(FILE *out, const char *text)
{
    const char *guard = text[0] != '\0' && strchr("=+-@\t\r", text[0]) != NULL ? "'" : "";
    if (strpbrk(text, ",\"\n\r") == NULL) {
        fprintf(out, "%s%s", guard, text);
        return;
    }
    fprintf(out, "\"%s", guard);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            putc('"', out);
        putc(*text, out);
    }
    putc('"', out);
}

/* Unknown numbers are empty cells. */
static void put_number(FILE *out, double value)
{
    char text[MD_NUMBER_SIZE];
    putc(',', out);
    if (!isnan(value))
        fputs(md_number_text(text, value), out);
}

static void put_row(FILE *out, const struct md_plan *plan, int i, const struct md_result *result)
{
    const struct md_trial *trial = &plan->trial[i];
    put_text(out, md_plan_name(plan, trial));
    put_number(out, trial->step);
    fprintf(out, ",%d,%d,%s", trial->start, (int)trial->seed, md_result_outcome(result->outcome));
    put_number(out, result->end);
    for (int k = 0; k < MD_FIGURES; k++)
        put_number(out, result->figure[k]);
    for (int k = 0; k < plan->extras; k++) {
        put_number(out, result->extra[k][0]);
        put_number(out, result->extra[k][1]);
    }
    put_number(out, trial->timestep);
    fprintf(out, ",%" PRId64 ",", trial->steps);
    put_text(out, trial->words);
    putc(',', out);
    put_text(out, result->message);
    putc('\n', out);
}

enum md_status md_table_csv(const struct md_plan *plan, const struct md_result *results,
                            const char *folder, struct md_error *error)
{
    struct md_safe_file safe;
    if (md_safe_file_open(&safe, error, "%s/results.csv", folder))
        return error->status;
    fputs("integrator,step,start,seed,status,end_time", safe.file);
    for (int k = 0; k < MD_FIGURES; k++)
        fprintf(safe.file, ",%s", md_result_figure(k));
    for (int k = 0; k < plan->extras; k++)
        fprintf(safe.file, ",%s,%s_se", plan->extra[k], plan->extra[k]);
    fputs(",timestep,timesteps,run_style,message\n", safe.file);
    for (int i = 0; i < plan->trials; i++)
        if (results[i].outcome != MD_OUTCOME_NONE)
            put_row(safe.file, plan, i, &results[i]);
    return md_safe_file_close(&safe, 1, error);
}

/* ------------------------------------------------------------------ summary.txt */

static void mean_text(char *text, size_t size, const char *format, struct md_mean mean)
{
    char value[32], spread[32];
    snprintf(value, sizeof value, format, mean.value);
    snprintf(spread, sizeof spread, "%.1g", mean.error);
    if (isnan(mean.value))
        snprintf(text, size, "-");
    else if (isnan(mean.error))
        snprintf(text, size, "%s", value);
    else
        snprintf(text, size, "%s +- %s", value, spread);
}

static void put_group(FILE *out, const struct md_plan *plan, const struct md_groups_of_runs *groups,
                      const struct md_group_of_runs *group)
{
    const struct md_trial *trial = &plan->trial[group->first];
    const struct md_mean *figure = group->figure;
    char status[128], mean[80];
    struct md_mean relative = {figure[MD_FIGURE_RMS].value / groups->scale,
                               figure[MD_FIGURE_RMS].error / groups->scale};
    md_groups_of_runs_status(plan, group, status, sizeof status);
    mean_text(mean, sizeof mean, "%.2e", relative);
    fprintf(out, "  %-18.18s %9.5g  %-19s", md_plan_name(plan, trial), trial->step, mean);
    mean_text(mean, sizeof mean, "%.2e",
              (struct md_mean){figure[MD_FIGURE_SCATTER].value / groups->scale, NAN});
    fprintf(out, " %10s", mean);
    mean_text(mean, sizeof mean, "%.1e",
              (struct md_mean){figure[MD_FIGURE_DRIFT].value / groups->scale, NAN});
    fprintf(out, " %9s", mean);
    mean_text(mean, sizeof mean, "%.5g", md_groups_of_runs_warmth(plan, group));
    fprintf(out, "  %-16s", mean);
    mean_text(
        mean, sizeof mean, "%.4g",
        (struct md_mean){figure[MD_FIGURE_UPDATES].value / md_plan_duration(plan, trial), NAN});
    fprintf(out, " %9s", mean);
    mean_text(mean, sizeof mean, "%.3g", (struct md_mean){figure[MD_FIGURE_WALL].value, NAN});
    fprintf(out, " %8s  %s\n", mean, status);
}

static void put_cheapest(FILE *out, const struct md_plan *plan,
                         const struct md_groups_of_runs *groups)
{
    bool any = false;
    fputs("\nCheapest for a given energy error (rms, relative to |E| at the start):\n\n", out);
    for (int digits = 1; digits <= 12; digits++) {
        double tolerance = pow(10.0, -digits);
        const struct md_group_of_runs *best =
            md_groups_of_runs_cheapest(groups, plan, tolerance, MD_FIGURE_UPDATES);
        const struct md_group_of_runs *quick =
            md_groups_of_runs_cheapest(groups, plan, tolerance, MD_FIGURE_WALL);
        if (best == NULL)
            continue;
        const struct md_trial *a = &plan->trial[best->first], *b = &plan->trial[quick->first];
        any = true;
        fprintf(out, "  at 1e-%d energy error, cheapest: %s, step %.5g (%.4g updates of elements",
                digits, md_plan_name(plan, a), a->step,
                best->figure[MD_FIGURE_UPDATES].value / groups->time);
        fprintf(out, " per %s); fastest here: ", plan->unit[0] != '\0' ? plan->unit : "unit time");
        if (a == b)
            fputs("the same\n", out);
        else
            fprintf(out, "%s, step %.5g\n", md_plan_name(plan, b), b->step);
    }
    int good = 0;
    for (int i = 0; i < groups->count; i++)
        good += plan->trial[groups->list[i].first].scheme >= 0 ? groups->list[i].good : 0;
    if (good == 0)
        fputs("  no run reached its end\n", out);
    else if (!any)
        fputs("  none of the runs kept its energy to 0.1\n", out);
}

/* Where errors do not fall with the step, and why that may be. */
static void put_floor(FILE *out, const struct md_plan *plan, const struct md_groups_of_runs *groups)
{
    const struct md_group_of_runs *pair[2];
    bool any = false;
    for (int s = 0; s < plan->schemes; s++) {
        if (!md_groups_of_runs_floor(groups, plan, s, pair))
            continue;
        fprintf(out, "%s%s", any ? ", " : "  the error does not fall with the step (",
                plan->scheme[s].name);
        any = true;
    }
    if (!any)
        return;
    fprintf(out,
            "):\n  %sthe potential may jump at its cutoff (pair_modify shift yes, or "
            "lj/smooth/linear)\n",
            plan->accounted ? "a fix may not account for all its energy, or " : "");
}

/* What a reader must know before the energy errors. */
static void put_warnings(FILE *out, const struct md_plan *plan,
                         const struct md_groups_of_runs *groups)
{
    for (const char *at = plan->left_out; *at != '\0';) {
        int length = (int)strcspn(at, "\n");
        fprintf(out, "  %.*s\n", length, at);
        at += length + (at[length] == '\n');
    }
    if (plan->gaps[0] != '\0') /* which is also why errors do not fall */
        fprintf(out, "  %s: the energy error below is not the integrator's\n", plan->gaps);
    else
        put_floor(out, plan, groups);
}

/* For narrow terminals: the names only, in lines of up to 40 columns. */
static void put_brief_warnings(FILE *out, const struct md_plan *plan,
                               const struct md_groups_of_runs *groups)
{
    const struct md_group_of_runs *pair[2];
    bool floor = false;
    for (int s = 0; s < plan->schemes; s++)
        floor = floor || md_groups_of_runs_floor(groups, plan, s, pair);
    for (const char *at = strstr(plan->left_out, "left out: "); at != NULL;
         at = strstr(at + 1, "\nleft out: ")) {
        at += *at == '\n';
        fprintf(out, "%.*s\n", 10 + (int)strcspn(at + 10, ":"), at);
    }
    if (plan->gaps[0] != '\0')
        fputs("Fixes exchange energy: its error is\nnot the integrator's.\n", out);
    else if (floor)
        fputs("The error does not fall with the step:\nthe potential may jump at its cutoff.\n",
              out);
}

/* Averages beside that of one group. */
static void put_beside(FILE *out, const struct md_plan *plan,
                       const struct md_groups_of_runs *groups)
{
    const struct md_group_of_runs *base = md_groups_of_runs_baseline(groups, plan);
    const char *name = md_groups_of_runs_warmth_name(plan);
    struct md_mean ours = {NAN, NAN};
    bool first = true;
    if (base != NULL)
        ours = md_groups_of_runs_warmth(plan, base);
    for (int i = 0; base != NULL && name != NULL && i < groups->count; i++) {
        const struct md_group_of_runs *group = &groups->list[i];
        const struct md_trial *trial = &plan->trial[group->first];
        struct md_mean mean = md_groups_of_runs_warmth(plan, group),
                       by = {mean.value - ours.value, hypot(mean.error, ours.error)};
        bool brief = md_plan_duration(plan, trial) < 0.999 * groups->time;
        if (group == base || brief || group->good < group->count || !(by.error > 0.0) ||
            isnan(by.value))
            continue;
        if (first)
            fprintf(out,
                    "\n%s minus that of %s, step %.5g, with the standard error of both together\n"
                    "(up to 2 of these happen by chance):\n\n",
                    name, md_plan_name(plan, &plan->trial[base->first]),
                    plan->trial[base->first].step);
        first = false;
        double ratio = fabs(by.value) / by.error;
        fprintf(out, "  %-18.18s %9.5g  %+9.3g +- %-7.1g (%+.2g %%)  %.1f: %s\n",
                md_plan_name(plan, trial), trial->step, by.value, by.error,
                100.0 * by.value / fabs(ours.value), ratio,
                ratio <= 1.0     ? "agrees"
                : ratio <= 2.0   ? "beyond its standard error, which may be chance"
                : by.value > 0.0 ? "higher"
                                 : "lower");
    }
}

static void put_remarks(FILE *out, const struct md_plan *plan,
                        const struct md_groups_of_runs *groups)
{
    bool first = true;
    for (int i = 0; i < groups->count; i++) {
        const struct md_group_of_runs *group = &groups->list[i];
        const struct md_trial *trial = &plan->trial[group->first];
        double trapped = group->figure[MD_FIGURE_TRAPPED].value;
        if (isnan(trapped))
            continue;
        if (first)
            fputs("\nOn terraces of the energy:\n\n", out);
        first = false;
        fprintf(out,
                "  %s, step %.5g: K + V_h kept to %.1e; average step %.5g %s, the longest %.4g; "
                "trapped %.0f %% of the time\n",
                md_plan_name(plan, trial), trial->step,
                group->figure[MD_FIGURE_KEPT].value / groups->scale,
                group->figure[MD_FIGURE_STEP].value / plan->unit_value, plan->unit,
                group->figure[MD_FIGURE_LONGEST].value / plan->unit_value, 100.0 * trapped);
    }
    first = true;
    for (int i = 0; i < groups->count; i++) {
        const struct md_group_of_runs *group = &groups->list[i];
        if (group->message == NULL)
            continue;
        if (first)
            fputs("\nRuns that ended early:\n\n", out);
        first = false;
        fprintf(out, "  %s, step %.5g: %s\n", md_plan_name(plan, &plan->trial[group->first]),
                plan->trial[group->first].step, group->message);
    }
}

/* What starts 1, 2, ... are, and what is said of their scatter. */
static void put_starts(FILE *out, const struct md_plan *plan)
{
    fputs("  start 0 is the deck's; the others ", out);
    if (isinf(plan->perturb))
        fputs("have velocities drawn again, with the same kinetic energy and momenta", out);
    else
        fprintf(out, "have velocities changed by %.3g of themselves", plan->perturb);
    if (plan->settle > 0.0)
        fprintf(out, ", and went on for %.4g before", plan->settle);
    fputs("\n  +- is a standard error: the scatter over starts, or that by blocking within runs\n"
          "  if it is larger\n",
          out);
}

void md_table_print(const struct md_plan *plan, const struct md_groups_of_runs *groups, FILE *out)
{
    const char *warm = md_groups_of_runs_warmth_name(plan);
    fprintf(out, "%s\n\n", plan->title[0] != '\0' ? plan->title : plan->deck);
    fprintf(out, "  deck %s, its run %d; runs of %.6g %s from %d start%s\n", plan->deck,
            (int)plan->run, groups->time, plan->unit[0] != '\0' ? plan->unit : "(deck's units)",
            (int)plan->starts, plan->starts > 1 ? "s" : "");
    if (plan->starts > 1)
        put_starts(out, plan);
    fprintf(out,
            "  energy errors are relative to |E| at the start, %.8g; rms is from the energy at the "
            "start,\n  which itself is off the mean, and about the mean; drift is over a run\n",
            groups->scale);
    put_warnings(out, plan, groups);
    putc('\n', out);
    fprintf(out, "  %-18s %9s  %-19s %10s %9s  %-16.16s %9s %8s  %s\n", "integrator", "step",
            "energy error (rms)", "about mean", "drift", warm != NULL ? warm : "temperature",
            "updates/t", "wall (s)", "status");
    for (int i = 0; i < groups->count; i++)
        put_group(out, plan, groups, &groups->list[i]);
    put_cheapest(out, plan, groups);
    put_beside(out, plan, groups);
    put_remarks(out, plan, groups);
}

void md_table_brief(const struct md_plan *plan, const struct md_groups_of_runs *groups, FILE *out)
{
    fprintf(out, "%s\n\n%-15s %7s %7s %s\n", plan->title[0] != '\0' ? plan->title : plan->deck,
            "integrator", "step", "error", "status");
    for (int i = 0; i < groups->count; i++) {
        const struct md_group_of_runs *group = &groups->list[i];
        const struct md_trial *trial = &plan->trial[group->first];
        char status[128], error[16] = "-";
        double rms = group->figure[MD_FIGURE_RMS].value / groups->scale;
        md_groups_of_runs_status(plan, group, status, sizeof status);
        if (!isnan(rms))
            snprintf(error, sizeof error, "%.1e", rms);
        fprintf(out, "%-15.15s %7.4g %7s %.8s\n", md_plan_name(plan, trial), trial->step, error,
                status);
    }
    put_brief_warnings(out, plan, groups);
    fputs("\nCheapest for an energy error of\n", out);
    for (int digits = 1; digits <= 12; digits++) {
        const struct md_group_of_runs *best =
            md_groups_of_runs_cheapest(groups, plan, pow(10.0, -digits), MD_FIGURE_UPDATES);
        if (best != NULL)
            fprintf(out, "1e-%d: %s, step %.5g\n", digits,
                    md_plan_name(plan, &plan->trial[best->first]), plan->trial[best->first].step);
    }
}

void md_table_plan(const struct md_plan *plan, FILE *out)
{
    fprintf(out, "%s\n%d runs:\n\n   run  %-18s %9s %5s %12s %12s  run_style\n",
            plan->title[0] != '\0' ? plan->title : plan->deck, plan->trials, "integrator", "step",
            "start", "timestep", "timesteps");
    for (int i = 0; i < plan->trials; i++) {
        const struct md_trial *trial = &plan->trial[i];
        fprintf(out, "  %4d  %-18s %9.5g %5d %12.6g %12" PRId64 "  %s\n", i,
                md_plan_name(plan, trial), trial->step, trial->start, trial->timestep, trial->steps,
                trial->words);
    }
    if (plan->left_out[0] != '\0')
        fprintf(out, "\n%s", plan->left_out);
}

enum md_status md_table_summary(const struct md_plan *plan, const struct md_result *results,
                                const char *folder, struct md_error *error)
{
    struct md_groups_of_runs groups;
    struct md_safe_file safe;
    if (md_groups_of_runs_make(&groups, plan, results, error))
        return error->status;
    enum md_status status = md_safe_file_open(&safe, error, "%s/summary.txt", folder);
    if (status == MD_OK) {
        md_table_print(plan, &groups, safe.file);
        status = md_safe_file_close(&safe, 0, error);
    }
    md_groups_of_runs_free(&groups);
    return status;
}
