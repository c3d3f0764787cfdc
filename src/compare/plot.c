/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plots of a comparison.  Each is a script that a user may change and run again: `gnuplot
 * error.gp` in the folder plots/ draws error.svg, `gnuplot -e "kind='png'" error.gp` error.png.
 */
#include "compare/plot.h"

#include "compare/safe_file.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct sketch {
    struct md_plots *plots;
    const struct md_plan *plan;
    const struct md_stand *stand;
    const struct md_groups_of_runs *groups;
};

static const char *unit_of(const struct md_plan *plan)
{
    return plan->unit[0] != '\0' ? plan->unit : "unit of time";
}

/* A text between quotes of gnuplot, which are doubled inside. */
static void put_quoted(FILE *out, const char *text)
{
    putc('\'', out);
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            putc('\'', out);
        putc(*text, out);
    }
    putc('\'', out);
}

/* That can be told apart on white; what else gnuplot would take begins with a yellow. */
static const char colours[] =
    "array colour[8] = ['#7b3294', '#009e73', '#56b4e9', '#e69f00', '#d62728', '#0072b2', \\\n"
    "    '#8c564b', '#444444']\n"
    "do for [k=1:8] { set linetype k lc rgb colour[k] lw 1 }\nset linetype cycle 8\n";

static enum md_status begin(const struct sketch *sketch, struct md_safe_file *safe,
                            const char *name, const char *caption, int width, int height,
                            struct md_error *error)
{
    struct md_plots *plots = sketch->plots;
    if (md_safe_file_open(safe, error, "%s/plots/%s.gp", sketch->stand->out, name))
        return error->status;
    plots->name[plots->count] = name;
    plots->caption[plots->count++] = caption;
    fprintf(safe->file,
            "# gnuplot %s.gp draws %s.svg; gnuplot -e \"kind='png'\" %s.gp draws %s.png\n"
            "if (!exists(\"kind\")) kind = 'svg'\n"
            "if (kind eq 'png') set terminal pngcairo size %d,%d font 'sans,11'\n"
            "if (kind ne 'png') set terminal svg size %d,%d font 'sans,13' background 'white'\n"
            "set output '%s.'.kind\n"
            "set termoption noenhanced\n"
            "set grid lc rgb '#dddddd'\n"
            "set border 3 lc rgb '#666666'\n"
            "set tics nomirror\n"
            "set style data linespoints\n%s",
            name, name, name, name, width, height, width, height, name, colours);
    return MD_OK;
}

/* Whether a group belongs to a scheme; the reference is in no plot. */
static bool is_of(const struct sketch *sketch, const struct md_group_of_runs *group, int scheme)
{
    return sketch->plan->trial[group->first].scheme == scheme;
}

/* Whether a run left a file; one that crashed did not. */
static bool has_file(const struct sketch *sketch, const struct md_group_of_runs *group,
                     const char *ending)
{
    char path[MD_SAFE_PATH + 32];
    snprintf(path, sizeof path, "%s/runs/%04d.%s", sketch->stand->out, group->first, ending);
    return access(path, R_OK) == 0;
}

static double step_of(const struct sketch *sketch, const struct md_group_of_runs *group)
{
    return sketch->plan->trial[group->first].step;
}

static void panel_layout(FILE *out, int panels)
{
    fprintf(out, "set multiplot layout %d,%d\n", (panels + 1) / 2, panels > 1 ? 2 : 1);
}

static int panel_height(int panels, int each)
{
    return (panels + 1) / 2 * each;
}

/* ------------------------------------------------------------------ energy against time */

/* The range of a panel: of runs that reached their end, so that an explosion hides nothing. */
static double energy_range(const struct sketch *sketch, int scheme)
{
    double most = 0.0;
    for (int i = 0; i < sketch->groups->count; i++) {
        const struct md_group_of_runs *group = &sketch->groups->list[i];
        const struct md_mean *figure = group->figure;
        double kept = figure[MD_FIGURE_KEPT].value / sketch->groups->scale;
        if (is_of(sketch, group, scheme) && isfinite(kept) && group->good > 0)
            most = fmax(most, kept);
    }
    return most > 1e-15 ? fmin(1.2 * most, 1.0) : most > 0.0 ? 1e-14 : 1.0;
}

static enum md_status plot_energy(const struct sketch *sketch, struct md_error *error)
{
    const struct md_plan *plan = sketch->plan;
    struct md_safe_file safe;
    if (begin(sketch, &safe, "energy",
              "Energy error against time, relative to |E| at the start: first start of each step. "
              "On terraces of the energy, of K + V_h, which they keep.",
              900, panel_height(plan->schemes, 260), error))
        return error->status;
    FILE *out = safe.file;
    panel_layout(out, plan->schemes);
    fprintf(out, "set xlabel 'time (%s)'\nset key outside right top font ',10'\n", unit_of(plan));
    fputs("set format y '%.1e'\nset format x '%.3g'\n", out);
    for (int s = 0; s < plan->schemes; s++) {
        double range = energy_range(sketch, s);
        fprintf(out, "set yrange [%g:%g]\nset title ", -range, range);
        put_quoted(out, plan->scheme[s].name);
        fprintf(out, "\nset xrange [0:%.10g]\nset xtics %.10g\nplot ", sketch->groups->time,
                sketch->groups->time / 2.0);
        bool first = true;
        for (int i = 0; i < sketch->groups->count; i++) {
            const struct md_group_of_runs *group = &sketch->groups->list[i];
            if (!is_of(sketch, group, s) || !has_file(sketch, group, "dat"))
                continue;
            fprintf(out,
                    "%s'../runs/%04d.dat' using ($1/%.17g):(first=$0==0?$3:first,"
                    "($3-first)/%.17g) with lines title '%.5g'",
                    first ? "" : ", \\\n    ", group->first, plan->unit_value,
                    sketch->groups->scale, step_of(sketch, group));
            first = false;
        }
        fputs(first ? "NaN notitle\n" : "\n", out);
    }
    fputs("unset multiplot\n", out);
    return md_safe_file_close(&safe, 0, error);
}

/* ------------------------------------------------------------------ plots of figures */

/* One block for each scheme: mean step, updates per time, energy error and its error, temperature
 * and its error, h1. */
static enum md_status write_data(const struct sketch *sketch, struct md_error *error)
{
    const struct md_plan *plan = sketch->plan;
    struct md_safe_file safe;
    if (md_safe_file_open(&safe, error, "%s/plots/figures.dat", sketch->stand->out))
        return error->status;
    fputs("# mean_step updates_per_time energy_error its_se temperature its_se h1 wall step\n",
          safe.file);
    for (int s = 0; s < plan->schemes; s++) {
        fprintf(safe.file, "# %s\n", plan->scheme[s].name);
        for (int i = 0; i < sketch->groups->count; i++) {
            const struct md_group_of_runs *group = &sketch->groups->list[i];
            const struct md_mean *figure = group->figure;
            struct md_mean warm = md_groups_of_runs_warmth(plan, group);
            double scale = sketch->groups->scale;
            if (!is_of(sketch, group, s) || group->good == 0)
                continue;
            fprintf(safe.file, "%.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g\n",
                    figure[MD_FIGURE_STEP].value / plan->unit_value,
                    figure[MD_FIGURE_UPDATES].value / sketch->groups->time,
                    figure[MD_FIGURE_RMS].value / scale,
                    isnan(figure[MD_FIGURE_RMS].error) ? 0.0 : figure[MD_FIGURE_RMS].error / scale,
                    warm.value, isnan(warm.error) ? 0.0 : warm.error, figure[MD_FIGURE_H1].value,
                    figure[MD_FIGURE_WALL].value, step_of(sketch, group));
        }
        fputs("NaN NaN NaN NaN NaN NaN NaN NaN NaN\n\n\n", safe.file); /* no block is empty */
    }
    return md_safe_file_close(&safe, 0, error);
}

/* A curve for each scheme, of columns of figures.dat. */
static void put_curves(FILE *out, const struct md_plan *plan, const char *columns,
                       const char *style)
{
    for (int s = 0; s < plan->schemes; s++) {
        fprintf(out, "%s'figures.dat' index %d using %s with %s pt %d ps 0.9 title ",
                s == 0 ? "plot " : ", \\\n    ", s, columns, style, 4 + s % 10);
        put_quoted(out, plan->scheme[s].name);
    }
    putc('\n', out);
}

static enum md_status plot_error(const struct sketch *sketch, struct md_error *error)
{
    struct md_safe_file safe;
    if (begin(sketch, &safe, "error",
              "Energy error (rms, relative) against cost: updates of elements (a pair, a bond) per "
              "unit of time. Runs that exploded are not shown.",
              900, 520, error))
        return error->status;
    fprintf(safe.file,
            "set logscale xy\nset format '%%.0e'\nset xlabel 'updates of elements per %s'\n"
            "set ylabel 'energy error'\nset key outside right top\n",
            unit_of(sketch->plan));
    put_curves(safe.file, sketch->plan, "2:3", "linespoints");
    return md_safe_file_close(&safe, 0, error);
}

/* Average steps, with some room at both sides: gnuplot alone goes on to whole powers of ten. */
static void put_step_range(FILE *out, const struct sketch *sketch)
{
    double least = INFINITY, most = 0.0;
    for (int i = 0; i < sketch->groups->count; i++) {
        const struct md_group_of_runs *group = &sketch->groups->list[i];
        double step = group->figure[MD_FIGURE_STEP].value / sketch->plan->unit_value;
        if (group->good == 0 || sketch->plan->trial[group->first].scheme < 0 || !isfinite(step))
            continue;
        least = fmin(least, step);
        most = fmax(most, step);
    }
    if (least > 0.0 && least <= most)
        fprintf(out, "set xrange [%g:%g]\n", 0.8 * least, 1.25 * most);
}

static enum md_status plot_temperature(const struct sketch *sketch, struct md_error *error)
{
    struct md_safe_file safe;
    if (begin(sketch, &safe, "temperature",
              "Temperature (or the first value of the deck that was asked for) against the average "
              "step, with standard errors.",
              900, 480, error))
        return error->status;
    fprintf(safe.file,
            "set logscale x\nset xlabel 'average step (%s)'\nset key outside right top\n"
            "set offsets 0, 0, graph 0.1, graph 0.1\nset ylabel ",
            unit_of(sketch->plan));
    put_quoted(safe.file, md_groups_of_runs_warmth_name(sketch->plan));
    putc('\n', safe.file);
    put_step_range(safe.file, sketch);
    put_curves(safe.file, sketch->plan, "1:5:6", "yerrorlines");
    return md_safe_file_close(&safe, 0, error);
}

static enum md_status plot_h1(const struct sketch *sketch, struct md_error *error)
{
    struct md_safe_file safe;
    if (begin(sketch, &safe, "h1",
              "Distance from the reference's path in the norm of H1, over the first part of the "
              "run, against cost.",
              900, 480, error))
        return error->status;
    fprintf(safe.file,
            "set logscale xy\nset format '%%.0e'\nset xlabel 'updates of elements per %s'\n"
            "set ylabel 'H1 error'\nset key outside right top\n",
            unit_of(sketch->plan));
    put_curves(safe.file, sketch->plan, "2:7", "linespoints");
    return md_safe_file_close(&safe, 0, error);
}

/* ------------------------------------------------------------------ steps, paths */

static enum md_status plot_steps(const struct sketch *sketch, struct md_error *error)
{
    struct md_safe_file safe;
    if (begin(sketch, &safe, "steps",
              "Steps that were made: a histogram for schemes that choose them, a line for each "
              "constant one. First start of each.",
              900, 480, error))
        return error->status;
    FILE *out = safe.file;
    fprintf(out,
            "set logscale xy\nset xlabel 'step (%s)'\nset ylabel 'how many'\n"
            "set format y '%%.0e'\nset key outside right top font ',10'\nplot ",
            unit_of(sketch->plan));
    bool first = true;
    for (int i = 0; i < sketch->groups->count; i++) {
        const struct md_group_of_runs *group = &sketch->groups->list[i];
        char title[MD_PLAN_NAME + 32];
        int scheme = sketch->plan->trial[group->first].scheme;
        if (scheme < 0 || !has_file(sketch, group, "steps"))
            continue;
        bool varies = !isnan(group->figure[MD_FIGURE_TRAPPED].value);
        snprintf(title, sizeof title, "%s %.5g", sketch->plan->scheme[scheme].name,
                 step_of(sketch, group));
        fprintf(out, "%s'../runs/%04d.steps' using ($1/%.17g):2 with %s title ",
                first ? "" : ", \\\n    ", group->first, sketch->plan->unit_value,
                varies ? "histeps lw 1.5" : "impulses dt 3");
        put_quoted(out, title);
        first = false;
    }
    fputs(first ? "NaN notitle\n" : "\n", out);
    return md_safe_file_close(&safe, 0, error);
}

static enum md_status plot_paths(const struct sketch *sketch, struct md_error *error)
{
    const struct md_plan *plan = sketch->plan;
    struct md_safe_file safe;
    int panels = 0;
    for (int i = 0; i < sketch->groups->count; i++)
        panels += plan->trial[sketch->groups->list[i].first].scheme >= 0;
    if (begin(sketch, &safe, "paths",
              "Paths of the atoms in the first part of the run, one panel for each integrator and "
              "step; first start.",
              900, (panels + 3) / 4 * 260, error))
        return error->status;
    FILE *out = safe.file;
    fprintf(out,
            "set multiplot layout %d,4\nset size ratio -1\nunset key\nunset grid\n"
            "set tics font ',9'\nset title font ',11'\n"
            "set lmargin 5\nset rmargin 3\nset tmargin 2\nset bmargin 2\n",
            (panels + 3) / 4);
    for (int i = 0; i < sketch->groups->count; i++) {
        const struct md_group_of_runs *group = &sketch->groups->list[i];
        int scheme = plan->trial[group->first].scheme;
        char title[MD_PLAN_NAME + 32];
        if (scheme < 0 || !has_file(sketch, group, "xy"))
            continue;
        snprintf(title, sizeof title, "%s %.5g", plan->scheme[scheme].name, step_of(sketch, group));
        fputs("set title ", out);
        put_quoted(out, title);
        fprintf(out, "\nplot for [k=0:%d] '../runs/%04d.xy' index k with lines lw 0.6\n",
                (int)sketch->stand->sim->system.atoms.count - 1, group->first);
    }
    fputs("unset multiplot\n", out);
    return md_safe_file_close(&safe, 0, error);
}

/* ------------------------------------------------------------------ drawing */

/* gnuplot NAME.gp in the folder, its words into gnuplot.log; the exit status, 127: there is none.
 */
static int run_gnuplot(struct md_plots *plots, const char *folder, const char *name,
                       const char *kind)
{
    char script[64], setting[32];
    int status = 0;
    snprintf(script, sizeof script, "%s.gp", name);
    snprintf(setting, sizeof setting, "kind='%s'", kind);
    fflush(NULL);
    pid_t process = fork();
    if (process == 0) {
        int log =
            chdir(folder) == 0 ? open("gnuplot.log", O_WRONLY | O_CREAT | O_APPEND, 0666) : -1;
        if (log >= 0 && dup2(log, 1) >= 0 && dup2(log, 2) >= 0)
            execlp("gnuplot", "gnuplot", "-e", setting, script, (char *)NULL);
        plots->leave(127);
    }
    if (process < 0)
        return 127;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static void draw(struct md_plots *plots, const char *folder)
{
    for (int i = 0; i < plots->count; i++) {
        int status = run_gnuplot(plots, folder, plots->name[i], "svg");
        if (status == 0)
            status = run_gnuplot(plots, folder, plots->name[i], "png");
        plots->drawn += status == 0;
        if (status == 127) {
            snprintf(plots->why, sizeof plots->why,
                     "gnuplot is not installed; install it and run the scripts in plots/");
            return;
        }
        if (status != 0)
            snprintf(plots->why, sizeof plots->why,
                     "gnuplot failed at %s.gp: see plots/gnuplot.log", plots->name[i]);
    }
}

enum md_status md_plot_write(struct md_plots *plots, const struct md_plan *plan,
                             const struct md_stand *stand, const struct md_groups_of_runs *groups,
                             struct md_error *error)
{
    struct sketch sketch = {plots, plan, stand, groups};
    char folder[MD_SAFE_PATH + 16];
    if (!plan->plots)
        return MD_OK;
    snprintf(folder, sizeof folder, "%.1180s/plots", stand->out);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return md_error_set(error, MD_ERR_FILE, NULL, "cannot make the folder '%s': %s", folder,
                            strerror(errno));
    if (write_data(&sketch, error) || plot_error(&sketch, error) || plot_energy(&sketch, error))
        return error->status;
    bool warm = md_groups_of_runs_warmth_name(plan) != NULL;
    if ((warm && plot_temperature(&sketch, error)) || plot_steps(&sketch, error))
        return error->status;
    if ((plan->measure & MD_PLAN_H1) != 0 && plot_h1(&sketch, error))
        return error->status;
    if (md_trial_drawn(stand->sim) && plot_paths(&sketch, error))
        return error->status;
    draw(plots, folder);
    return MD_OK;
}
