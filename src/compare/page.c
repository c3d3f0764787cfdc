/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The report as one page of HTML.  Pictures are put into it as they are (SVG as data, so that the
 * names inside one cannot clash with those of another); the script does nothing but sort tables.
 */
#include "compare/page.h"

#include "base/markup.h"
#include "compare/safe_file.h"
#include "compare/table.h"

#include <math.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

static const char style[] =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:68rem;margin:0 auto;padding:1rem;color:#222;"
    "background:#fff}\n"
    "h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}\n"
    "img{box-sizing:border-box;width:100%;height:auto;border:1px solid #ddd}\n"
    "figure{margin:1.5rem 0}figcaption{color:#555;font-size:.9rem}\n"
    ".wide{overflow-x:auto}\n"
    "table{border-collapse:collapse;font-size:.85rem;white-space:nowrap}\n"
    "th,td{padding:.2rem .6rem;border-bottom:1px solid #ddd;text-align:right}\n"
    "th:first-child,td:first-child,td.t{text-align:left}\n"
    "th{cursor:pointer;background:#f4f4f4}\n"
    "th[aria-sort=ascending]::after{content:' \\2191'}\n"
    "th[aria-sort=descending]::after{content:' \\2193'}\n"
    "tr.bad{color:#a00}\n"
    "pre{background:#f4f4f4;padding:.8rem;overflow-x:auto;font-size:.8rem}\n";

static const char script[] =
    "document.querySelectorAll('table').forEach(function(table){\n"
    "  var heads=table.tHead.rows[0].cells;\n"
    "  Array.prototype.forEach.call(heads,function(head,column){\n"
    "    head.tabIndex=0;\n"
    "    function sort(){\n"
    "      var up=head.getAttribute('aria-sort')!=='ascending';\n"
    "      Array.prototype.forEach.call(heads,function(h){h.removeAttribute('aria-sort');});\n"
    "      head.setAttribute('aria-sort',up?'ascending':'descending');\n"
    "      var rows=Array.prototype.slice.call(table.tBodies[0].rows);\n"
    "      rows.sort(function(a,b){\n"
    "        var x=a.cells[column].dataset.v,y=b.cells[column].dataset.v;\n"
    "        var p=parseFloat(x),q=parseFloat(y),d;\n"
    "        if(isNaN(p)&&isNaN(q))d=x<y?-1:x>y?1:0;\n"
    "        else if(isNaN(p))return 1;\n"
    "        else if(isNaN(q))return -1;\n"
    "        else d=p-q;\n"
    "        return up?d:-d;\n"
    "      });\n"
    "      rows.forEach(function(row){table.tBodies[0].appendChild(row);});\n"
    "    }\n"
    "    head.addEventListener('click',sort);\n"
    "    head.addEventListener('keydown',function(e){if(e.key==='Enter')sort();});\n"
    "  });\n"
    "});\n";

static void put(FILE *out, const char *text)
{
    md_markup_put(out, text, strlen(text));
}

/* ------------------------------------------------------------------ pictures */

static void put_base64(FILE *out, FILE *in)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char byte[3];
    size_t got;
    while ((got = fread(byte, 1, 3, in)) > 0) {
        unsigned long bits = (unsigned long)byte[0] << 16;
        bits |= got > 1 ? (unsigned long)byte[1] << 8 : 0;
        bits |= got > 2 ? byte[2] : 0;
        putc(digit[bits >> 18], out);
        putc(digit[bits >> 12 & 63], out);
        putc(got > 1 ? digit[bits >> 6 & 63] : '=', out);
        putc(got > 2 ? digit[bits & 63] : '=', out);
    }
}

static void put_pictures(FILE *out, const char *folder, const struct md_plots *plots)
{
    char path[MD_SAFE_PATH + 64];
    fputs("<h2>Plots</h2>\n", out);
    if (plots->drawn == 0) {
        fputs("<p>No pictures were drawn", out);
        if (plots->why[0] != '\0')
            fputs(": ", out);
        put(out, plots->why);
        fputs(".</p>\n", out);
    }
    for (int i = 0; i < plots->count; i++) {
        snprintf(path, sizeof path, "%.1180s/plots/%s.svg", folder, plots->name[i]);
        FILE *in = plots->drawn > 0 ? fopen(path, "rb") : NULL;
        if (in == NULL)
            continue;
        fprintf(out, "<figure id=\"%s\"><img alt=\"plot: %s\" src=\"data:image/svg+xml;base64,",
                plots->name[i], plots->name[i]);
        put_base64(out, in);
        fputs("\"><figcaption>", out);
        put(out, plots->caption[i]);
        fputs("</figcaption></figure>\n", out);
        fclose(in);
    }
}

/* ------------------------------------------------------------------ tables */

static void put_head(FILE *out, const char *name)
{
    fputs("<th>", out);
    put(out, name);
    fputs("</th>", out);
}

static void put_cell(FILE *out, double value, double error)
{
    if (isnan(value)) {
        fputs("<td data-v=\"\">-</td>", out);
        return;
    }
    fprintf(out, "<td data-v=\"%.9g\">%.4g", value, value);
    if (!isnan(error))
        fprintf(out, " &plusmn; %.1g", error);
    fputs("</td>", out);
}

static void put_word(FILE *out, const char *text)
{
    fputs("<td class=\"t\" data-v=\"", out);
    put(out, text);
    fputs("\">", out);
    put(out, text);
    fputs("</td>", out);
}

/* Columns of the table of means that somebody measured. */
static const struct {
    int figure;
    const char *name;
    enum { PLAIN, ENERGY, TIME, RATE } kind;
} columns[] = {
    {MD_FIGURE_RMS, "energy error (rms from the start)", ENERGY},
    {MD_FIGURE_SCATTER, "energy about its mean (rms)", ENERGY},
    {MD_FIGURE_DRIFT, "energy drift", ENERGY},
    {MD_FIGURE_KEPT, "kept energy, largest error", ENERGY},
    {MD_FIGURE_MOMENTUM, "momentum error", PLAIN},
    {MD_FIGURE_ANGULAR, "angular momentum error", PLAIN},
    {MD_FIGURE_TEMPERATURE, "temperature", PLAIN},
    {MD_FIGURE_HEAT, "heat (mean kinetic energy)", PLAIN},
    {MD_FIGURE_H1, "H1 error", PLAIN},
    {MD_FIGURE_RDF, "rdf error", PLAIN},
    {MD_FIGURE_STEP, "average step", TIME},
    {MD_FIGURE_TRAPPED, "share of time trapped", PLAIN},
    {MD_FIGURE_UPDATES, "updates per time", RATE},
    {MD_FIGURE_FORCES, "force evaluations per time", RATE},
    {MD_FIGURE_WALL, "wall time (s)", PLAIN},
};

enum { COLUMNS = sizeof columns / sizeof columns[0] };

static bool is_known(const struct md_groups_of_runs *groups, int figure)
{
    for (int i = 0; i < groups->count; i++)
        if (!isnan(groups->list[i].figure[figure].value))
            return true;
    return false;
}

static void put_means(FILE *out, const struct md_plan *plan, const struct md_groups_of_runs *groups)
{
    fputs("<h2>Integrators and steps</h2>\n<div class=\"wide\"><table id=\"means\"><thead><tr>",
          out);
    put_head(out, "integrator");
    put_head(out, "step");
    for (int k = 0; k < plan->extras; k++)
        put_head(out, plan->extra[k]);
    for (int c = 0; c < COLUMNS; c++)
        if (is_known(groups, columns[c].figure))
            put_head(out, columns[c].name);
    put_head(out, "status");
    fputs("</tr></thead><tbody>\n", out);
    for (int i = 0; i < groups->count; i++) {
        const struct md_group_of_runs *group = &groups->list[i];
        char status[128];
        const double divide[] = {1.0, groups->scale, plan->unit_value,
                                 md_plan_duration(plan, &plan->trial[group->first])};
        fputs(group->good < group->count ? "<tr class=\"bad\">" : "<tr>", out);
        put_word(out, md_plan_name(plan, &plan->trial[group->first]));
        put_cell(out, plan->trial[group->first].step, NAN);
        for (int k = 0; k < plan->extras; k++)
            put_cell(out, group->extra[k].value, group->extra[k].error);
        for (int c = 0; c < COLUMNS; c++) {
            struct md_mean mean = group->figure[columns[c].figure];
            if (is_known(groups, columns[c].figure))
                put_cell(out, mean.value / divide[columns[c].kind],
                         mean.error / divide[columns[c].kind]);
        }
        md_groups_of_runs_status(plan, group, status, sizeof status);
        put_word(out, status);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n<p>A click on a column's head sorts by it.</p>\n", out);
}

static void put_runs(FILE *out, const struct md_plan *plan, const struct md_result *results)
{
    static const int shown[] = {MD_FIGURE_RMS,     MD_FIGURE_SCATTER,     MD_FIGURE_DRIFT,
                                MD_FIGURE_WORST,   MD_FIGURE_TEMPERATURE, MD_FIGURE_FORCES,
                                MD_FIGURE_UPDATES, MD_FIGURE_WALL};
    int count = sizeof shown / sizeof shown[0];
    fprintf(out,
            "<h2>All runs</h2>\n<details><summary>%d runs (results.csv has all columns)</summary>"
            "<div class=\"wide\"><table id=\"runs\"><thead><tr>",
            plan->trials);
    put_head(out, "integrator");
    put_head(out, "step");
    put_head(out, "start");
    put_head(out, "end");
    for (int k = 0; k < count; k++)
        put_head(out, md_result_figure(shown[k]));
    put_head(out, "status");
    fputs("</tr></thead><tbody>\n", out);
    for (int i = 0; i < plan->trials; i++) {
        const struct md_trial *trial = &plan->trial[i];
        fputs(results[i].outcome != MD_OUTCOME_OK ? "<tr class=\"bad\">" : "<tr>", out);
        put_word(out, md_plan_name(plan, trial));
        put_cell(out, trial->step, NAN);
        put_cell(out, trial->start, NAN);
        put_cell(out, results[i].end / plan->unit_value, NAN);
        for (int k = 0; k < count; k++)
            put_cell(out, results[i].figure[shown[k]], NAN);
        put_word(out, md_result_outcome(results[i].outcome));
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div></details>\n", out);
}

/* ------------------------------------------------------------------ how it was made */

static void put_file(FILE *out, const char *title, const char *path)
{
    char line[4096];
    FILE *in = fopen(path, "r");
    if (in == NULL)
        return;
    fputs("<h2>", out);
    put(out, title);
    fputs("</h2>\n<pre>", out);
    while (fgets(line, sizeof line, in) != NULL)
        put(out, line);
    fputs("</pre>\n", out);
    fclose(in);
}

/* Words as a shell reads them back. */
static void put_command(FILE *out, const struct md_plan *plan)
{
    fputs("avimd compare", out);
    for (int i = 0; i < plan->argc; i++) {
        bool plain = plan->argv[i][0] != '\0' &&
                     strspn(plan->argv[i], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                           "0123456789_-+=./,:@%") == strlen(plan->argv[i]);
        putc(' ', out);
        if (!plain)
            putc('\'', out);
        for (const char *c = plan->argv[i]; *c != '\0'; c++) {
            char one[2] = {*c, '\0'};
            put(out, *c == '\'' ? "'\\''" : one);
        }
        if (!plain)
            putc('\'', out);
    }
}

static void put_machine(FILE *out, const struct md_comparison *comparison)
{
    struct utsname machine;
    char line[256], when[64] = "", *model = NULL;
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) != NULL)
        strftime(when, sizeof when, "%Y-%m-%d %H:%M UTC", &utc);
    FILE *cpu = fopen("/proc/cpuinfo", "r");
    while (cpu != NULL && model == NULL && fgets(line, sizeof line, cpu) != NULL)
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':') != NULL)
            model = strchr(line, ':') + 2;
    if (cpu != NULL)
        fclose(cpu);
    fputs("<h2>How to repeat it</h2>\n<pre>", out);
    put_command(out, &comparison->plan);
    fprintf(out, "</pre>\n<pre>%s\n", when);
    if (uname(&machine) == 0)
        fprintf(out, "%s %s, %s\n", machine.sysname, machine.release, machine.machine);
    if (model != NULL)
        put(out, model);
    if (comparison->ranks.size > 1)
        fprintf(out, "%d processes of MPI\n", comparison->ranks.size);
    put(out, comparison->about != NULL ? comparison->about : comparison->version);
    fputs("</pre>\n", out);
}

static void put_files(FILE *out, const struct md_plan *plan)
{
    for (int i = 0; i + 1 < plan->argc; i++)
        if (strcmp(plan->argv[i], "--plan") == 0 || strcmp(plan->argv[i], "-plan") == 0)
            put_file(out, "The plan", plan->argv[i + 1]);
    put_file(out, "The deck", plan->deck);
}

enum md_status md_page_write(const struct md_comparison *comparison,
                             const struct md_groups_of_runs *groups, const struct md_plots *plots,
                             struct md_error *error)
{
    const struct md_plan *plan = &comparison->plan;
    const char *title = plan->title[0] != '\0' ? plan->title : plan->deck;
    char path[MD_SAFE_PATH + 32];
    struct md_safe_file safe;
    if (md_safe_file_open(&safe, error, "%s/report.html", comparison->stand.out))
        return error->status;
    FILE *out = safe.file;
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
          out);
    put(out, title);
    fprintf(out,
            "</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n%s</style></head><body>\n"
            "<h1>",
            style);
    put(out, title);
    fputs("</h1>\n", out);
    snprintf(path, sizeof path, "%.1180s/summary.txt", comparison->stand.out);
    put_file(out, "Summary", path);
    put_pictures(out, comparison->stand.out, plots);
    put_means(out, plan, groups);
    put_runs(out, plan, comparison->result);
    put_machine(out, comparison);
    put_files(out, plan);
    fprintf(out, "<script>\n%s</script>\n</body></html>\n", script);
    return md_safe_file_close(&safe, 0, error);
}
