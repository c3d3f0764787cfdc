/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The course of a comparison: see comparison.h. */
#include "compare/comparison.h"

#include "base/memory.h"
#include "base/nearest.h"
#include "base/reference.h"
#include "compare/meter.h"
#include "compare/page.h"
#include "compare/plot.h"
#include "compare/sampler.h"
#include "compare/table.h"
#include "run/account.h"
#include "run/timing.h"
#include "state/mass.h"

#include <errno.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WRITE_SECONDS 2.0
#define PROBE         320 /* of a reason why an integrator does not begin */
#define STANDARD      8   /* integrators that are tried when nobody names any, at most */

/* ------------------------------------------------------------------ before anything runs */

static const char *integrator_name(const void *context, int i)
{
    const struct md_integrator *type = md_integrator_at(i);
    (void)context;
    return type != NULL ? type->style.name : NULL;
}

static enum md_status check_scheme(const struct md_scheme *scheme, struct md_error *error)
{
    char name[MD_PLAN_NAME];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(scheme->words, " \t"), scheme->words);
    if (md_integrator_find(name) != NULL)
        return MD_OK;
    md_error_set(error, MD_ERR_UNKNOWN, &scheme->place,
                 "there is no integrator '%s'; 'avimd --list run_style' shows all", name);
    return md_nearest_hint(error, name, md_nearest(name, integrator_name, NULL));
}

enum md_status md_comparison_check(const struct md_comparison *comparison, struct md_error *error)
{
    const struct md_plan *plan = &comparison->plan;
    for (int i = 0; i < plan->schemes; i++)
        if (check_scheme(&plan->scheme[i], error))
            return error->status;
    if (plan->reference.name[0] != '\0' && check_scheme(&plan->reference, error))
        return error->status;
    return MD_OK;
}

struct measure_names {
    const struct md_quantities *quantities;
};

static const char *measure_name(const void *context, int i)
{
    static const char *const own[] = {"energy", "momentum", "temperature", "heat", "h1", "rdf"};
    const struct measure_names *names = context;
    int count = sizeof own / sizeof own[0];
    return i < count ? own[i]
                     : names->quantities->keyword_name(names->quantities->context, i - count);
}

/* Values of the deck that shall be averaged exist. */
static enum md_status check_measures(const struct md_plan *plan, const struct md_sim *sim,
                                     struct md_error *error)
{
    struct measure_names names = {&sim->quantities};
    for (int k = 0; k < plan->extras; k++) {
        struct md_reference reference;
        struct md_word word = {.text = plan->extra[k]};
        if (md_reference_split(word.text, &reference)) {
            if (md_reference_check(&reference, &sim->quantities, &sim->variables, &word, error))
                return error->status;
        } else if (!sim->quantities.keyword_known(sim->quantities.context, word.text)) {
            md_error_set(
                error, MD_ERR_UNKNOWN, NULL,
                "unknown measure '%s': it must be energy, momentum, temperature, heat, h1, "
                "rdf, a thermo keyword, v_name, c_ID or f_ID",
                word.text);
            return md_nearest_hint(error, word.text, md_nearest(word.text, measure_name, &names));
        }
    }
    return MD_OK;
}

/* The number that plan->unit_formula is now. */
static enum md_status unit_value(const struct md_plan *plan, const struct md_sim *sim,
                                 double *value, struct md_error *error)
{
    char text[MD_PLAN_WORDS + 16], out[64];
    *value = 1.0;
    if (plan->unit_formula[0] == '\0')
        return MD_OK;
    snprintf(text, sizeof text, "$(%s:%%.17g)", plan->unit_formula);
    if (sim->variables.substitute(sim->variables.context, text, out, sizeof out, error))
        return error->status;
    if (md_parse_double(out, value) && *value > 0.0)
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, NULL,
                        "the unit '%s' is %s in the deck's units; it must be greater than 0",
                        plan->unit, out);
}

/* Whether the folder is there afterwards; what is told is the first one that cannot be made. */
static bool make_one(const char *path, struct md_error *error)
{
    struct stat about;
    if (mkdir(path, 0777) == 0)
        return true;
    int why = errno;
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        return true;
    md_error_set(error, MD_ERR_FILE, NULL, "cannot make the folder '%.500s': %s", path,
                 why == EEXIST ? "there is a file of this name" : strerror(why));
    md_error_hint(error, "choose a folder that can be written to, with --out DIR");
    return false;
}

/* A folder, and its name from the root: workers go elsewhere. */
static enum md_status make_folder(struct md_comparison *comparison, struct md_error *error)
{
    const char *out = comparison->plan.out;
    char here[900], runs[sizeof comparison->stand.out + 8], files[sizeof comparison->stand.out + 8];
    if (out[0] == '/')
        snprintf(comparison->stand.out, sizeof comparison->stand.out, "%s", out);
    else if (getcwd(here, sizeof here) == NULL ||
             (size_t)snprintf(comparison->stand.out, sizeof comparison->stand.out, "%s/%s", here,
                              out) >= sizeof comparison->stand.out - 64)
        return md_error_set(error, MD_ERR_FILE, NULL, "the name of the folder '%s' is too long",
                            out);
    char *path = comparison->stand.out;
    bool made = true;
    for (char *slash = strchr(path + 1, '/'); slash != NULL && made;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        made = make_one(path, error);
        *slash = '/';
    }
    snprintf(files, sizeof files, "%s/files", path);
    snprintf(runs, sizeof runs, "%s/runs", path);
    made = made && make_one(path, error) && make_one(files, error) && make_one(runs, error);
    return made ? MD_OK : error->status;
}

/* Distances that are counted: half of the shortest period, or twice the cluster's size. */
static double reach_of(const struct md_sim *sim)
{
    const struct md_box *box = &sim->system.box;
    const struct md_atoms *atoms = &sim->system.atoms;
    double reach = INFINITY, size = 0.0;
    for (int k = 0; k < sim->system.dimension; k++) {
        double lo = INFINITY, hi = -INFINITY;
        for (size_t i = 0; i < atoms->count; i++) {
            lo = fmin(lo, atoms->x[i][k]);
            hi = fmax(hi, atoms->x[i][k]);
        }
        size = fmax(size, hi - lo);
        if (box->periodic[k])
            reach = fmin(reach, 0.5 * box->length[k]);
    }
    return isfinite(reach) ? reach : fmax(2.0 * size, 1e-30);
}

/* ------------------------------------------------------------------ which comparison this is */

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return md_journal_hash(hash, text, strlen(text) + 1);
}

static uint64_t hash_plan(uint64_t hash, const struct md_plan *plan, const struct md_stand *stand)
{
    const double numbers[] = {stand->window,         plan->perturb,        plan->settle,
                              plan->explode,         plan->unit_value,     MD_FIGURES,
                              (double)plan->samples, (double)plan->measure};
    hash = md_journal_hash(hash, numbers, sizeof numbers);
    for (int k = 0; k < plan->extras; k++)
        hash = hash_text(hash, plan->extra[k]);
    for (int i = 0; i < plan->trials; i++) {
        const struct md_trial *trial = &plan->trial[i];
        const double what[] = {trial->step, trial->timestep, (double)trial->steps,
                               (double)trial->start, (double)trial->seed};
        hash = md_journal_hash(hash, what, sizeof what);
        hash = hash_text(hash_text(hash, trial->words), md_plan_name(plan, trial));
    }
    return hash;
}

/* The state all runs start from: whatever the deck read and computed is in it. */
static enum md_status hash_state(uint64_t *hash, struct md_sim *sim, struct md_error *error)
{
    const struct md_atoms *atoms = &sim->system.atoms;
    const struct md_frame *frame;
    if (md_sim_frame(sim, &frame, error))
        return error->status;
    double energy = md_sampler_potential(frame);
    *hash = md_journal_hash(*hash, &energy, sizeof energy);
    *hash = md_journal_hash(*hash, frame->f, frame->count * sizeof *frame->f);
    *hash = md_journal_hash(*hash, atoms->id, atoms->count * sizeof *atoms->id);
    *hash = md_journal_hash(*hash, atoms->x, atoms->count * sizeof *atoms->x);
    *hash = md_journal_hash(*hash, atoms->v, atoms->count * sizeof *atoms->v);
    *hash = md_journal_hash(*hash, atoms->type, atoms->count * sizeof *atoms->type);
    *hash = md_journal_hash(*hash, sim->system.mass + 1,
                            (size_t)sim->system.types * sizeof *sim->system.mass);
    if (!md_mass_by_type(&sim->system))
        *hash = md_journal_hash(*hash, atoms->mass, atoms->count * sizeof *atoms->mass);
    for (int i = 0; i < sim->fixes.count; i++)
        *hash = md_journal_hash(*hash, &sim->fixes.list[i].words, sizeof(uint64_t));
    return MD_OK;
}

/* ------------------------------------------------------------------ while runs go on */

static void tell(struct md_comparison *comparison, int i)
{
    const struct md_trial *trial = &comparison->plan.trial[i];
    const struct md_result *result = &comparison->result[i];
    if (comparison->say == NULL || !comparison->plan.verbose)
        return;
    md_meter_line(comparison, "");
    double scale = fabs(result->figure[MD_FIGURE_ENERGY0]); /* as in the table */
    fprintf(comparison->say, "%s, step %.5g, start %d: %s, energy error %.2e, %.3g s\n",
            md_plan_name(&comparison->plan, trial), trial->step, trial->start,
            md_result_outcome(result->outcome),
            result->figure[MD_FIGURE_RMS] / (scale > 0.0 ? scale : 1.0),
            result->figure[MD_FIGURE_WALL]);
    fflush(comparison->say);
}

static enum md_status deliver(void *context, int trial, const struct md_result *result,
                              struct md_error *error)
{
    struct md_comparison *comparison = context;
    if (trial >= 0) {
        comparison->result[trial] = *result;
        comparison->finished++;
        if (md_journal_add(&comparison->journal, trial, result, error))
            return error->status;
        tell(comparison, trial);
    }
    md_meter_show(comparison);
    double now = md_timing_wall();
    if (trial < 0 || now - comparison->written < WRITE_SECONDS)
        return MD_OK;
    comparison->written = now;
    return md_table_csv(&comparison->plan, comparison->result, comparison->stand.out, error);
}

/* Those of trials [from, to) that are not done. */
static enum md_status run_part(struct md_comparison *comparison, struct md_pool *pool, int from,
                               int to, struct md_error *error)
{
    int *list = md_memory_array((size_t)(to - from) + 1, sizeof *list), count = 0;
    if (list == NULL)
        return md_error_memory(error, "a list of runs");
    for (int i = from; i < to; i++)
        if (comparison->result[i].outcome == MD_OUTCOME_NONE)
            list[count++] = i;
    enum md_status status = md_pool_run(pool, list, count, error);
    md_memory_free(list);
    return status;
}

static struct md_pool make_pool(struct md_comparison *comparison, FILE *board)
{
    const struct md_plan *plan = &comparison->plan;
    int cores = comparison->ranks.size > 1 ? 1 : omp_get_num_procs() / (int)plan->threads;
    return (struct md_pool){
        .plan = plan,
        .stand = &comparison->stand,
        .ranks = comparison->ranks,
        .leave = comparison->leave,
        .deliver = deliver,
        .context = comparison,
        .board = board != NULL ? fileno(board) : -1,
        .part = comparison->part,
        .jobs = plan->jobs > 0 ? (int)plan->jobs
                : cores > 0    ? cores
                               : 1,
    };
}

static enum md_status probe(struct md_comparison *comparison, struct md_pool *pool, int i,
                            struct md_error *error)
{
    const struct md_trial *trial = &comparison->plan.trial[i];
    char why[PROBE];
    if (md_pool_probe(pool, i, why, sizeof why, error) || why[0] == '\0')
        return error->status;
    md_error_set(error, MD_ERR_UNSUPPORTED, NULL,
                 "integrator '%s' (run_style %s) does not begin with this deck: %s",
                 md_plan_name(&comparison->plan, trial), trial->words, why);
    return md_error_hint(error, "change its words, or leave it out of --integrators");
}

/* Does each integrator begin with the deck, and with its words? */
static enum md_status probe_all(struct md_comparison *comparison, struct md_pool *pool,
                                struct md_error *error)
{
    const struct md_plan *plan = &comparison->plan;
    md_meter_line(comparison, "trying the integrators");
    for (int i = 0; i < plan->trials; i++)
        if ((i == 0 || plan->trial[i].scheme != plan->trial[i - 1].scheme) &&
            !(plan->standard && plan->trial[i].scheme > 0) && /* leave_out_unfit tried it */
            probe(comparison, pool, i, error))
            break;
    md_meter_line(comparison, "");
    return error->status;
}

/* Rank 0 finds out which integrators that nobody named do not begin; the first of them, verlet,
 * takes all that there is, so what it refuses is the deck's fault. */
static enum md_status find_unfit(struct md_comparison *comparison, char (*why)[PROBE],
                                 struct md_error *error)
{
    const struct md_plan *plan = &comparison->plan;
    struct md_pool pool = make_pool(comparison, NULL);
    md_meter_line(comparison, "trying the integrators");
    for (int i = plan->references; i < plan->trials; i++) {
        int scheme = plan->trial[i].scheme;
        bool first = i == plan->references || scheme != plan->trial[i - 1].scheme;
        if (first && scheme > 0 && scheme < STANDARD &&
            md_pool_probe(&pool, i, why[scheme], sizeof why[scheme], error))
            break;
    }
    md_meter_line(comparison, "");
    return error->status;
}

/* All ranks leave the same ones out, before the journal counts the runs. */
static enum md_status leave_out_unfit(struct md_comparison *comparison, struct md_error *error)
{
    char why[STANDARD][PROBE] = {{0}};
    if (!comparison->plan.standard)
        return MD_OK;
    if (comparison->ranks.rank == 0 && find_unfit(comparison, why, error))
        return error->status;
    if (!comparison->plan.dry_run) /* which is rank 0's alone */
        md_ranks_share(&comparison->ranks, why, sizeof why);
    for (int scheme = 1, gone = 0; scheme < STANDARD; scheme++)
        if (why[scheme][0] != '\0')
            md_plan_leave_out(&comparison->plan, scheme - gone++, why[scheme]);
    return MD_OK;
}

/* All processes of MPI share the folder, and each makes one inside it for every run.  Only rank 0
 * knows that none will do so any more: before the first run, and when the last result has come.
 * After an error in between the folder stays, since runs may still be working in it. */
static void remove_files_folder(const struct md_comparison *comparison)
{
    char files[sizeof comparison->stand.out + 8];
    if (comparison->ranks.rank != 0)
        return;
    snprintf(files, sizeof files, "%s/files", comparison->stand.out);
    (void)rmdir(files); /* stays when fixes of the deck wrote something */
}

static enum md_status run_all(struct md_comparison *comparison, struct md_error *error)
{
    struct md_plan *plan = &comparison->plan;
    size_t bytes = (size_t)plan->trials * sizeof *comparison->result;
    FILE *board = tmpfile(); /* without it progress is rougher, and nothing else */
    struct md_pool pool = make_pool(comparison, board);
    comparison->side = pool.jobs * comparison->ranks.size;
    for (int i = 0; i < plan->trials; i++)
        comparison->waiting += comparison->result[i].outcome == MD_OUTCOME_NONE;
    enum md_status status = MD_OK;
    if (comparison->ranks.rank == 0 && comparison->waiting > 0)
        status = probe_all(comparison, &pool, error);
    bool begun = status == MD_OK;
    if (begun) {
        md_ranks_share(&comparison->ranks, comparison->result, bytes);
        comparison->begun = comparison->written = md_timing_wall();
        status = run_part(comparison, &pool, 0, plan->references, error);
    }
    if (status == MD_OK) {
        md_ranks_share(&comparison->ranks, comparison->result, bytes);
        status = run_part(comparison, &pool, plan->references, plan->trials, error);
    }
    if (board != NULL)
        fclose(board);
    if (status == MD_OK || !begun)
        remove_files_folder(comparison);
    md_meter_line(comparison, "");
    return status;
}

/* ------------------------------------------------------------------ all of it */

static enum md_status report(struct md_comparison *comparison, struct md_error *error)
{
    const struct md_plan *plan = &comparison->plan;
    struct md_groups_of_runs groups;
    struct md_plots plots = {.leave = comparison->leave};
    const char *folder = comparison->stand.out;
    if (md_table_csv(plan, comparison->result, folder, error) ||
        md_table_summary(plan, comparison->result, folder, error) ||
        md_groups_of_runs_make(&groups, plan, comparison->result, error))
        return error->status;
    md_meter_line(comparison, "drawing");
    enum md_status status = md_plot_write(&plots, plan, &comparison->stand, &groups, error);
    if (status == MD_OK)
        status = md_page_write(comparison, &groups, &plots, error);
    md_meter_line(comparison, "");
    if (status == MD_OK && comparison->say != NULL) {
        int width = md_meter_width(comparison->say);
        if (width > 0 && width < MD_TABLE_WIDTH)
            md_table_brief(plan, &groups, comparison->say);
        else
            md_table_print(plan, &groups, comparison->say);
        if (plots.drawn == 0 && plan->plots)
            fprintf(comparison->say, "\nNo plots: %s\n", plots.why);
        fprintf(comparison->say, "\nReport: %s/report.html\n", folder);
    }
    md_groups_of_runs_free(&groups);
    return status;
}

/* Everything but the runs, in a folder that goes again. */
static enum md_status rehearse(struct md_comparison *comparison, struct md_error *error)
{
    const char *home = getenv("TMPDIR");
    char *out = comparison->plan.out;
    snprintf(out, sizeof comparison->plan.out, "%.900s/avimd-compare-XXXXXX",
             home != NULL && home[0] == '/' ? home : "/tmp");
    if (comparison->ranks.rank != 0)
        return MD_OK;
    if (mkdtemp(out) == NULL)
        return md_error_set(error, MD_ERR_FILE, NULL, "cannot make the folder '%s': %s", out,
                            strerror(errno));
    struct md_pool pool = make_pool(comparison, NULL);
    if (make_folder(comparison, error) == MD_OK && leave_out_unfit(comparison, error) == MD_OK)
        (void)probe_all(comparison, &pool, error);
    char part[sizeof comparison->stand.out + 8];
    snprintf(part, sizeof part, "%s/files", comparison->stand.out);
    (void)rmdir(part);
    snprintf(part, sizeof part, "%s/runs", comparison->stand.out);
    (void)rmdir(part);
    (void)rmdir(comparison->stand.out);
    if (error->status == MD_OK && comparison->say != NULL)
        md_table_plan(&comparison->plan, comparison->say);
    return error->status;
}

/* Runs that ended for a reason that need not be there any more are made again. */
static void forget_some(struct md_comparison *comparison)
{
    double limit = comparison->plan.limit;
    for (int i = 0; i < comparison->plan.trials; i++) {
        struct md_result *result = &comparison->result[i];
        bool longer = !(limit > 0.0) || limit > result->figure[MD_FIGURE_WALL];
        if (result->outcome == MD_OUTCOME_CRASHED ||
            (result->outcome == MD_OUTCOME_LIMIT && longer))
            md_result_clear(result);
    }
}

/* What readers must know of the energy before they read its error. */
static void find_gaps(struct md_plan *plan, struct md_sim *sim)
{
    char names[400];
    for (int i = 0; i < sim->fixes.count; i++)
        plan->accounted = plan->accounted || sim->fixes.list[i].type->couples_energy;
    int count = md_account_gaps(sim, names, sizeof names);
    if (count > 0)
        snprintf(plan->gaps, sizeof plan->gaps,
                 count > 1 ? "fixes %s exchange energy" : "fix %s exchanges energy", names);
}

static enum md_status compare(struct md_comparison *comparison, struct md_error *error)
{
    struct md_plan *plan = &comparison->plan;
    struct md_stand *stand = &comparison->stand;
    char path[sizeof stand->out + 16];
    double unit;
    uint64_t hash = hash_text(MD_JOURNAL_HASH, comparison->version);
    if (unit_value(plan, stand->sim, &unit, error) ||
        md_plan_expand(plan, unit, stand->time, stand->timestep, error) ||
        check_measures(plan, stand->sim, error))
        return error->status;
    find_gaps(plan, stand->sim);
    stand->window = plan->stretch;
    stand->reach = reach_of(stand->sim);
    if (plan->dry_run)
        return rehearse(comparison, error);
    if (hash_state(&hash, stand->sim, error) || make_folder(comparison, error) ||
        leave_out_unfit(comparison, error))
        return error->status;
    comparison->result = md_memory_array((size_t)plan->trials + 1, sizeof *comparison->result);
    comparison->part = md_memory_array((size_t)plan->trials + 1, sizeof *comparison->part);
    if (comparison->result == NULL || comparison->part == NULL)
        return md_error_memory(error, "results");
    for (int i = 0; i < plan->trials; i++)
        md_result_clear(&comparison->result[i]);
    snprintf(path, sizeof path, "%s/journal", stand->out);
    hash = hash_plan(hash, plan, stand);
    if (comparison->ranks.rank == 0 &&
        md_journal_open(&comparison->journal, path, hash, plan->trials, plan->extras, plan->again,
                        comparison->result, error))
        return error->status;
    forget_some(comparison);
    if (run_all(comparison, error))
        return error->status;
    return comparison->ranks.rank == 0 ? report(comparison, error) : MD_OK;
}

enum md_status md_comparison_instead(void *context, struct md_sim *sim,
                                     const struct md_run_plan *run, const struct md_args *args,
                                     struct md_error *error)
{
    struct md_comparison *comparison = context;
    if (++comparison->runs < comparison->plan.run) {
        return md_driver_run(sim, run, args, error);
    }
    comparison->done = true;
    comparison->stand.sim = sim;
    comparison->stand.args = args;
    comparison->stand.timestep = sim->system.clock.timestep;
    comparison->stand.time = (double)run->steps * sim->system.clock.timestep;
    if (!(comparison->stand.timestep > 0.0))
        return md_error_set(error, MD_ERR_VALUE, &args->command.place,
                            "a comparison needs a time step greater than 0, and the deck's is %g",
                            comparison->stand.timestep);
    if (compare(comparison, error))
        return error->status;
    return md_error_set(error, MD_STOP_QUIT, &args->command.place, "the comparison is done");
}
