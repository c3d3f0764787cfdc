/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The library's face (include/avimd.h).  Here the parts that must not know each other are wired
 * together: the deck language (variables, interpreter) sees the physics only through the host's
 * functions below and struct md_quantities; the physics sees the deck only through struct
 * md_variables and sim->execute.
 */
#include "avimd.h"

#include "api/api.h"
#include "api/blame.h"
#include "api/report.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "command/command.h"
#include "config.h"
#include "deck/interpreter.h"
#include "deck/uses.h"
#include "run/sim.h"

#include <gsl/gsl_errno.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

struct avimd {
    struct avimd_options options;
    struct md_sim sim;
    struct md_variable_book *book;
    struct md_deck_host host;
    struct md_files files; /* what files the deck may use */
    struct md_interpreter *interpreter;
    struct md_error last; /* the last error reported; its place may have died */
    int errors;
    int exit_code;
    double opened; /* wall clock */
    /* In a survey: the command refused last, its name, and what has been refused so far. */
    struct {
        char name[MD_BLAME_SIZE], command[32];
        struct md_place place;
        const char *file; /* in which it stands */
        bool pair, bond, atoms, box;
    } refused;
    md_api_instead *instead; /* of runs; NULL: nothing */
    void *instead_context;
};

static double wall_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ------------------------------------------------------------------ what the interpreter calls */

static bool says(const struct avimd *simulation, const char *command)
{
    return strcmp(simulation->refused.command, command) == 0;
}

static bool lacks(const struct md_error *error)
{
    return error->status == MD_ERR_UNKNOWN || error->status == MD_ERR_UNSUPPORTED;
}

/* Whether an error of a survey only follows from something refused before. */
static bool follows(const struct avimd *simulation, const struct md_error *error)
{
    if (says(simulation, "pair_coeff") || says(simulation, "pair_modify"))
        return simulation->refused.pair;
    if (says(simulation, "bond_coeff"))
        return simulation->refused.bond;
    if (says(simulation, "read_data") || says(simulation, "set"))
        return simulation->refused.atoms && !lacks(error) &&
               error->place.file != simulation->refused.file; /* the contents of a file */
    return simulation->refused.box && !lacks(error);
}

/* The rest of a deck without a box could not be looked at: it gets one, with room for all types. */
static void stand_in(struct avimd *simulation)
{
    static const char *const lines[] = {"region SURVEY block 0 100 0 100 0 100 units box",
                                        "create_box 200 SURVEY bond/types 200",
                                        "create_box 200 SURVEY"}; /* if atoms have no bonds */
    struct md_error ignored;

    simulation->refused.box = true;
    for (int i = 0; i < 3 && !simulation->sim.system.box.exists; i++)
        (void)md_interpreter_line(simulation->interpreter, lines[i], NULL, &ignored);
}

static void survey_report(struct avimd *simulation, const struct md_error *error)
{
    struct avimd_problem problem = {
        .kind = lacks(error)                   ? AVIMD_PROBLEM_MISSING
                : error->status == MD_ERR_FILE ? AVIMD_PROBLEM_FILE
                                               : AVIMD_PROBLEM_OTHER,
        .what = simulation->refused.name,
        .text = error->text,
        .file = error->place.file,
        .line = error->place.line,
    };

    if (!follows(simulation, error))
        simulation->options.survey(simulation->options.survey_context, &problem);
    simulation->refused.pair |= says(simulation, "pair_style");
    simulation->refused.bond |= says(simulation, "bond_style");
    simulation->refused.atoms |= says(simulation, "atom_style");
    if (!simulation->sim.system.box.exists &&
        (says(simulation, "read_data") || says(simulation, "create_box") ||
         says(simulation, "read_restart")))
        stand_in(simulation);
}

/* The innermost command is the one to blame: an `if` around it is refused after it. */
static void host_refused(void *context, const struct md_args *args, const struct md_error *error)
{
    struct avimd *simulation = context;

    const struct md_place *place = &error->place;
    struct md_place *last = &simulation->refused.place;

    if (last->file == place->file && last->line == place->line && last->column == place->column)
        return;
    *last = *place;
    simulation->refused.file = args->command.place.file;
    snprintf(simulation->refused.command, sizeof simulation->refused.command, "%.31s",
             args->command.text);
    md_blame_name(simulation->refused.name, args, error);
}

static void host_report(void *context, const struct md_error *error)
{
    struct avimd *simulation = context;
    struct md_log *log = &simulation->sim.log;

    if (error->status == MD_STOP_QUIT || error->status == MD_STOP_INTERRUPT)
        return;
    simulation->errors++;
    simulation->last = *error;
    if (simulation->options.survey != NULL) {
        survey_report(simulation, error);
        return;
    }
    if (log->screen != NULL)
        fflush(log->screen); /* so that the message stands after what led to it */
    if (log->file != NULL) {
        md_report_write(log->file, error, false);
        fflush(log->file);
    }
    if (simulation->options.errors != NULL) {
        md_report_write(simulation->options.errors, error, simulation->options.color);
        fflush(simulation->options.errors);
    }
}

/* The box that stands in has no size that suits a deck: filling it could take all memory. */
static bool passes_over(const struct avimd *simulation, const struct md_args *args)
{
    return simulation->refused.box &&
           (md_word_is(&args->command, "create_atoms") || md_word_is(&args->command, "replicate") ||
            md_word_is(&args->command, "create_box") || md_word_is(&args->command, "read_data"));
}

static enum md_status host_command(void *context, const struct md_args *args, bool checking,
                                   struct md_error *error)
{
    struct avimd *simulation = context;
    struct md_sim *sim = &simulation->sim;

    if (sim->stop)
        return md_error_set(error, MD_STOP_INTERRUPT, NULL, "interrupted before '%s'",
                            args->command.text);
    if (sim->integrator == NULL)
        return md_error_memory(error, "a cleared simulation");
    if (passes_over(simulation, args) && sim->system.box.exists)
        return MD_OK;
    sim->checking = checking;
    sim->log.quiet = checking;
    enum md_status status = md_command_execute(sim, args, error);
    if (status == MD_OK && !checking)
        status = md_log_flush(&sim->log, error);
    return status;
}

static bool host_stopped(void *context)
{
    const struct avimd *simulation = context;

    return simulation->sim.stop != 0;
}

static const char *host_command_name(void *context, int i)
{
    const struct md_command *command = md_command_at(i);

    (void)context;
    return command != NULL ? command->name : NULL;
}

static void host_emit(void *context, unsigned targets, const char *text)
{
    struct avimd *simulation = context;

    md_log_write(&simulation->sim.log, targets, text);
}

static void host_echo(void *context, const char *text)
{
    struct avimd *simulation = context;
    struct md_log *log = &simulation->sim.log;
    unsigned targets =
        (log->echo_file ? MD_LOG_FILE : 0U) | (log->echo_screen ? MD_LOG_SCREEN : 0U);
    size_t length = strlen(text);

    md_log_write(log, targets, text);
    if (length == 0 || text[length - 1] != '\n')
        md_log_write(log, targets, "\n");
}

static enum md_status host_set_echo(void *context, bool screen, bool file)
{
    struct avimd *simulation = context;

    simulation->sim.log.echo_screen = screen;
    simulation->sim.log.echo_file = file;
    return MD_OK;
}

static enum md_status host_open_log(void *context, const char *path, bool append,
                                    struct md_error *error)
{
    struct avimd *simulation = context;

    return md_log_open(&simulation->sim.log, &simulation->files, path, append, error);
}

static enum md_status run_line(void *context, const char *line, const struct md_place *place,
                               struct md_error *error)
{
    struct avimd *simulation = context;

    return md_interpreter_line(simulation->interpreter, line, place, error);
}

static bool command_known(const char *name)
{
    bool known = md_command_find(name) != NULL;

    for (const struct md_builtin *builtin = md_builtins; !known && builtin->name; builtin++)
        known = strcmp(builtin->name, name) == 0;
    return known;
}

/* How OpenMP's runtime was told to let threads wait; the program does so on a busy machine. */
static const char *waiting(int threads)
{
    const char *policy = getenv("OMP_WAIT_POLICY");
    return threads > 1 && policy != NULL && strcasecmp(policy, "passive") == 0
               ? ", waiting passively"
               : "";
}

static int threads_asked(const struct avimd_options *options)
{
    return options->threads > 0 ? options->threads : omp_get_max_threads();
}

/* OMP_NUM_THREADS may say anything; each thread has arrays of its own. */
static int threads_of(const struct avimd_options *options)
{
    int threads = threads_asked(options);

    return threads < AVIMD_THREADS_MAX ? threads : AVIMD_THREADS_MAX;
}

/* A new simulation takes over from the handle what does not belong to the system. */
static enum md_status start_sim(struct avimd *simulation, struct md_error *error)
{
    struct md_sim *sim = &simulation->sim;
    const struct avimd_options *options = &simulation->options;
    enum md_status status = md_sim_init(sim, options->screen, error);

    if (status != MD_OK) {
        memset(sim, 0, sizeof *sim); /* freed already; an empty one may be freed again */
        return status;
    }
    sim->system.threads = threads_of(options);
    sim->checking = options->check != 0;
    sim->check_forces = options->check_forces != 0;
    sim->terminal = options->progress;
    sim->show_progress = options->progress != NULL;
    sim->execute = run_line;
    sim->command_known = command_known;
    sim->execute_context = simulation;
    sim->instead = simulation->instead;
    sim->instead_context = simulation->instead_context;
    if (simulation->book != NULL)
        sim->variables = md_variable_interface(simulation->book);
    return MD_OK;
}

/* Failures to close files: the first is the command's error, all others are reported beside it. */
struct closing {
    struct avimd *simulation;
    struct md_error first;
};

static void close_failed(void *context, const struct md_error *error)
{
    struct closing *closing = context;

    if (closing->first.status != MD_OK)
        host_report(closing->simulation, error);
    else
        closing->first = *error;
}

/* The deck command `clear`: everything is forgotten but variables, log and settings. */
static enum md_status host_clear(void *context, struct md_error *error)
{
    struct avimd *simulation = context;
    struct md_log log = simulation->sim.log;
    sig_atomic_t stop = simulation->sim.stop;

    struct closing closing = {simulation, {0}};

    md_sim_close(&simulation->sim, close_failed, &closing);
    md_log_init(&simulation->sim.log, NULL);
    md_sim_free(&simulation->sim);
    enum md_status status = start_sim(simulation, error);
    simulation->sim.log = log;
    simulation->sim.stop = stop;
    if (status == MD_OK && closing.first.status != MD_OK) {
        *error = closing.first;
        status = error->status;
    }
    return status;
}

/* ------------------------------------------------------------------ opening and closing */

void avimd_options_default(struct avimd_options *options)
{
    memset(options, 0, sizeof *options);
    options->echo = -1;
}

static void wire_host(struct avimd *simulation)
{
    simulation->host = (struct md_deck_host){
        .context = simulation,
        .command = host_command,
        .command_name = host_command_name,
        .emit = host_emit,
        .echo = host_echo,
        .set_echo = host_set_echo,
        .open_log = host_open_log,
        .clear = host_clear,
        .report = host_report,
        .stopped = host_stopped,
        .refused = simulation->options.survey != NULL ? host_refused : NULL,
        .files = &simulation->files,
        .allow_shell = simulation->options.allow_shell != 0,
        .checking = simulation->options.check != 0,
        .survey = simulation->options.survey != NULL,
    };
}

static enum md_status open_log(struct avimd *simulation, struct md_error *error)
{
    const struct avimd_options *options = &simulation->options;
    struct md_log *log = &simulation->sim.log;
    int echo = options->echo < 0 ? 1 : options->echo;
    const char *path = options->log != NULL ? options->log : "log.avimd";
    /* The default is no word of the user's: a stranger's folder may hold a link of that name. */
    const struct md_files *files = options->log != NULL ? &md_files_any : &simulation->files;

    log->echo_file = (echo & 1) != 0;
    log->echo_screen = (echo & 2) != 0;
    log->quiet = options->check != 0;
    if (options->check)
        return MD_OK;
    enum md_status status = md_files_allow(files, path, MD_FILES_WRITE, NULL, error);
    if (status == MD_OK)
        status = md_log_open(log, files, path, false, error);
    if (status == MD_OK)
        md_log_print(log, "AviMD %s (%d thread%s%s, %s kernels)\n", PACKAGE_VERSION,
                     simulation->sim.system.threads, simulation->sim.system.threads > 1 ? "s" : "",
                     waiting(simulation->sim.system.threads), md_potential_isa());
    if (status == MD_OK && threads_asked(options) > AVIMD_THREADS_MAX)
        md_log_warn(log, NULL, "%d threads are too many (OMP_NUM_THREADS?): taking %d",
                    threads_asked(options), AVIMD_THREADS_MAX);
    return status;
}

/* With --check: what --confine would refuse.  It stands on the screen, apart from errors. */
static void report_file(void *context, const struct md_place *place, const char *text)
{
    struct avimd *simulation = context;
    FILE *screen = simulation->options.screen;

    if (screen != NULL && place != NULL && place->file != NULL)
        fprintf(screen, "note: %s:%d: %s\n", place->file, place->line, text);
    else if (screen != NULL)
        fprintf(screen, "note: %s\n", text);
}

static enum md_status limit_files(struct avimd *simulation, struct md_error *error)
{
    const struct avimd_options *options = &simulation->options;
    bool reports = options->check && options->survey == NULL;
    enum md_status status = MD_OK;

    simulation->files = md_files_any;
    if (options->confine && options->allow_shell)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "--confine and --allow-shell contradict each other: shell commands "
                            "can write anywhere");
    if (options->confine || reports)
        status = md_files_begin(&simulation->files, options->confine != 0, error);
    simulation->files.report = reports ? report_file : NULL;
    simulation->files.context = simulation;
    return options->confine ? status : MD_OK;
}

static enum md_status build(struct avimd *simulation, struct md_error *error)
{
    enum md_status status = limit_files(simulation, error);

    if (status == MD_OK)
        status = start_sim(simulation, error);
    if (status != MD_OK)
        return status;
    simulation->book = md_variable_book_create(&simulation->sim.quantities);
    if (simulation->book == NULL)
        return md_error_memory(error, "variables");
    simulation->sim.variables = md_variable_interface(simulation->book);
    md_variable_checking(simulation->book, simulation->options.check != 0);
    md_variable_files(simulation->book, &simulation->files);
    wire_host(simulation);
    simulation->interpreter = md_interpreter_create(&simulation->host, simulation->book);
    if (simulation->interpreter == NULL)
        return md_error_memory(error, "the deck interpreter");
    return open_log(simulation, error);
}

static void destroy(struct avimd *simulation)
{
    md_sim_free(&simulation->sim);
    md_interpreter_free(simulation->interpreter);
    md_variable_book_free(simulation->book);
    md_files_end(&simulation->files);
    md_memory_free(simulation);
}

struct avimd *avimd_open(const struct avimd_options *options)
{
    struct md_error error = {0};
    struct avimd *simulation = md_memory_array(1, sizeof *simulation);
    enum md_status status;

    gsl_set_error_handler_off();
    if (simulation == NULL) {
        status = md_error_memory(&error, "a simulation");
    } else {
        simulation->options = *options;
        simulation->opened = wall_clock();
        status = build(simulation, &error);
    }
    if (status == MD_OK)
        return simulation;
    if (options->errors != NULL)
        md_report_write(options->errors, &error, options->color);
    if (simulation != NULL)
        destroy(simulation);
    return NULL;
}

static void print_wall_time(struct avimd *simulation)
{
    long long seconds = (long long)(wall_clock() - simulation->opened);

    md_log_print(&simulation->sim.log, "Total wall time: %lld:%02lld:%02lld\n", seconds / 3600,
                 seconds / 60 % 60, seconds % 60);
}

enum avimd_status avimd_close(struct avimd *simulation)
{
    struct md_error error = {0};
    int before;

    if (simulation == NULL)
        return AVIMD_OK;
    before = simulation->errors;
    md_sim_close(&simulation->sim, host_report, simulation);
    if (!simulation->options.check) {
        simulation->sim.log.quiet = false;
        if (simulation->errors == 0)
            print_wall_time(simulation);
    }
    while (md_log_flush(&simulation->sim.log, &error) != MD_OK ||
           md_log_close(&simulation->sim.log, &error) != MD_OK)
        host_report(simulation, &error);
    enum avimd_status status = simulation->errors > before ? AVIMD_ERROR : AVIMD_OK;
    destroy(simulation);
    return status;
}

/* ------------------------------------------------------------------ decks and commands */

/* The public word for how a deck or command ended.  An interrupt is spent by being told. */
static enum avimd_status outcome(struct avimd *simulation, enum md_status status)
{
    if (status == MD_STOP_INTERRUPT) {
        simulation->sim.stop = 0;
        return AVIMD_INTERRUPTED;
    }
    if (status == MD_STOP_QUIT)
        return AVIMD_QUIT;
    return status == MD_OK ? AVIMD_OK : AVIMD_ERROR;
}

enum avimd_status avimd_variable(struct avimd *simulation, const char *name, int count,
                                 const char *const *values)
{
    struct md_error error = {0};
    enum md_status status =
        md_variable_define_from_command_line(simulation->book, name, count, values, &error);

    if (status != MD_OK)
        host_report(simulation, &error);
    return outcome(simulation, status);
}

/* Whether a variable's text has the name of another one. */
static bool in_values(struct md_variable_book *book, const char *name)
{
    char near[MD_USES_NAME];
    const char *other, *text;
    struct md_error unused;
    for (int i = 0; (other = md_variable_name(book, i)) != NULL; i++)
        if (md_variable_text(book, other, NULL, &text, &unused) == MD_OK &&
            md_uses_variable(&md_files_any, NULL, text, name, near) == MD_USE_SURE)
            return true;
    return false;
}

/* Before the first deck, which is a file or a text: a variable given to it that no line uses is
 * misspelt. */
static enum md_status need_variables(struct avimd *simulation, const char *path, const char *text)
{
    char near[MD_USES_NAME];
    const char *name;
    struct md_error error = {0};
    if (simulation->options.need_variables == 0)
        return MD_OK;
    simulation->options.need_variables = 0;
    for (int i = 0; (name = md_variable_name(simulation->book, i)) != NULL; i++) {
        enum md_use use = in_values(simulation->book, name)
                              ? MD_USE_SURE
                              : md_uses_variable(&simulation->files, path, text, name, near);
        if (use == MD_USE_MAYBE)
            md_variable_watch(simulation->book, name);
        if (use != MD_USE_NONE)
            continue;
        md_error_set(&error, MD_ERR_REFERENCE, NULL,
                     "-var %.60s: no line of '%.200s' uses a variable of this name", name,
                     path != NULL ? path : "(standard input)");
        md_nearest_hint(&error, name, near[0] != '\0' ? near : NULL);
        host_report(simulation, &error);
    }
    md_variable_watch(simulation->book, NULL);
    return error.status;
}

static void warn_unread(struct avimd *simulation, enum md_status status)
{
    const char *name;
    for (int i = 0; status == MD_OK && !simulation->options.check &&
                    (name = md_variable_unread(simulation->book, i)) != NULL;
         i++)
        md_log_warn(&simulation->sim.log, NULL,
                    "-var %.60s: the deck ended, and nothing had read this variable", name);
}

enum avimd_status avimd_deck(struct avimd *simulation, const char *path)
{
    int errors = 0;
    bool first = simulation->options.need_variables != 0;
    enum md_status status = need_variables(simulation, path, NULL);

    if (status != MD_OK)
        return outcome(simulation, status);
    status = md_interpreter_file(simulation->interpreter, path, &simulation->exit_code, &errors);
    if (first)
        warn_unread(simulation, status);
    return outcome(simulation, status);
}

enum avimd_status avimd_text(struct avimd *simulation, const char *name, const char *text)
{
    int errors = 0;
    bool first = simulation->options.need_variables != 0;
    enum md_status status = need_variables(simulation, NULL, text);

    if (status != MD_OK)
        return outcome(simulation, status);
    status =
        md_interpreter_text(simulation->interpreter, name, text, &simulation->exit_code, &errors);
    if (first)
        warn_unread(simulation, status);
    return outcome(simulation, status);
}

enum avimd_status avimd_command(struct avimd *simulation, const char *line)
{
    return avimd_text(simulation, "command", line);
}

void md_api_replace_runs(struct avimd *simulation, md_api_instead *instead, void *context)
{
    simulation->instead = simulation->sim.instead = instead;
    simulation->instead_context = simulation->sim.instead_context = context;
}

const char *avimd_message(const struct avimd *simulation)
{
    return simulation->last.text;
}

int avimd_exit_code(const struct avimd *simulation)
{
    return simulation->exit_code;
}

int avimd_error_count(const struct avimd *simulation)
{
    return simulation->errors;
}

void avimd_interrupt(struct avimd *simulation)
{
    simulation->sim.stop = 1;
}

/* ------------------------------------------------------------------ looking at the system */

size_t avimd_atoms(const struct avimd *simulation)
{
    return simulation->sim.system.atoms.count;
}

static enum md_status gather(const struct md_atoms *atoms, const md_vec3 *from, double *values,
                             struct md_error *error)
{
    size_t *order;

    if (md_atoms_by_id(atoms, &order, error))
        return error->status;
    for (size_t k = 0; k < atoms->count; k++)
        memcpy(values + 3 * k, from[order[k]], sizeof(md_vec3));
    md_memory_free(order);
    return MD_OK;
}

static enum md_status gather_by_name(struct md_sim *sim, const char *name, double *values,
                                     size_t count, struct md_error *error)
{
    const struct md_atoms *atoms = &sim->system.atoms;
    const struct md_frame *frame = NULL;

    if (strcmp(name, "x") != 0 && strcmp(name, "v") != 0 && strcmp(name, "f") != 0)
        return md_error_set(error, MD_ERR_UNKNOWN, NULL,
                            "avimd_gather: '%.60s' is unknown; what it gathers is \"x\", \"v\" or "
                            "\"f\" (positions, velocities, forces)",
                            name);
    if (count != 3 * atoms->count)
        return md_error_set(error, MD_ERR_COUNT, NULL,
                            "avimd_gather: count is %zu for '%s', and %zu atoms need %zu values "
                            "(3 * avimd_atoms())",
                            count, name, atoms->count, 3 * atoms->count);
    /* Positions and velocities exist before there is a potential that a frame would need. */
    if (name[0] == 'f' || sim->frame_valid) {
        enum md_status status = md_sim_frame(sim, &frame, error);

        if (status != MD_OK)
            return status;
    }
    const md_vec3 *x = frame != NULL ? frame->x : (const md_vec3 *)atoms->x;
    const md_vec3 *v = frame != NULL ? frame->v : (const md_vec3 *)atoms->v;

    return gather(atoms, name[0] == 'x' ? x : name[0] == 'v' ? v : frame->f, values, error);
}

enum avimd_status avimd_gather(struct avimd *simulation, const char *name, double *values,
                               size_t count)
{
    struct md_error error = {0};
    enum md_status status = gather_by_name(&simulation->sim, name, values, count, &error);

    if (status != MD_OK)
        host_report(simulation, &error);
    return outcome(simulation, status);
}

enum avimd_status avimd_value(struct avimd *simulation, const char *name, double *value)
{
    struct md_error error = {0};
    struct md_place place = {.file = "value", .text = name, .line = 1, .column = 0, .length = 0};
    enum md_status status = md_variable_formula(simulation->book, name, &place, value, &error);

    if (status != MD_OK)
        host_report(simulation, &error);
    return outcome(simulation, status);
}

const char *avimd_nearest(const char *word, const char *const *names)
{
    return md_nearest_of(word, names);
}
