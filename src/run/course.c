/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run and a minimisation share: rows, dumps, warnings, progress, what is told at the end. */
#include "run/course.h"

#include "base/memory.h"

#include <inttypes.h>
#include <math.h>

/* ------------------------------------------------------------------ before */

enum md_status md_course_begin_fixes(struct md_sim *sim, struct md_error *error)
{
    for (int i = 0; i < sim->fixes.count; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
        if (fix->type->begin == NULL)
            continue;
        struct md_modify_context context = md_sim_fix_context(sim, fix->group);
        enum md_status status = fix->type->begin(fix->state, &context, error);
        if (status != MD_OK) {
            if (error->place.file == NULL)
                error->place = fix->place;
            return status;
        }
    }
    return MD_OK;
}

enum md_status md_course_need_styles(const struct md_sim *sim, const struct md_args *args,
                                     struct md_error *error)
{
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
        const struct md_topology_kind *of = &md_topology_kinds[kind];
        size_t count = sim->system.topology.list[kind].count;
        if (of->styles || count == 0)
            continue;
        md_error_set(error, MD_ERR_UNSUPPORTED, &args->command.place,
                     "the system has %zu %s, for which no potentials exist here", count, of->many);
        return md_error_hint(error,
                             "they are read and written; for a run without them, leave '%zu %s', "
                             "'%s' and section %s out of the data file",
                             count, of->many, of->types, of->section);
    }
    return MD_OK;
}

/* Elements without a potential: LAMMPS warns of them, too, once before each run. */
static void warn_of_styles(struct md_course *course)
{
    struct md_sim *sim = course->sim;
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
        const struct md_topology_kind *of = &md_topology_kinds[kind];
        size_t count = sim->system.topology.list[kind].count;
        if (count > 0 && md_forces_bonded(&sim->forces, kind) == NULL)
            md_log_warn(&sim->log, &course->args->command.place,
                        "the system has %zu %s and there is no %s_style: they exert no force",
                        count, of->many, of->one);
    }
}

bool md_course_box_changes(const struct md_sim *sim)
{
    const struct md_box *box = &sim->system.box;
    for (int i = 0; i < sim->fixes.count; i++) {
        if (sim->fixes.list[i].type->resizes || sim->fixes.list[i].type->shows_volume)
            return true;
    }
    for (int k = 0; k < 3; k++) {
        for (int side = 0; side < 2; side++) {
            if (box->face[k][side] == MD_SHRINK || box->face[k][side] == MD_SHRINK_MIN)
                return true;
        }
    }
    return false;
}

enum md_status md_course_check_row(struct md_sim *sim, struct md_error *error)
{
    enum md_status status = md_thermo_header(&sim->thermo, &sim->quantities,
                                             md_course_box_changes(sim), &sim->log, error);
    if (status == MD_OK)
        status =
            md_thermo_row(&sim->thermo, &sim->quantities, &sim->variables, 0.0, &sim->log, error);
    if (status == MD_ERR_ORDER) {
        md_error_clear(error);
        status = MD_OK;
    }
    return status;
}

/* ------------------------------------------------------------------ looking */

enum md_status md_course_judge_lost(struct md_course *course, struct md_error *error)
{
    const struct md_sim *sim = course->sim;
    const struct md_forces *forces = &sim->forces;
    if (forces->lost == 0 || sim->thermo.lost != MD_LOST_ERROR)
        return MD_OK;
    return md_error_set(error, MD_ERR_RUN, &course->args->command.place,
                        "step %" PRId64 ": %" PRId64 " of %" PRId64
                        " atoms left the box; the first was atom %" PRId64 " at (%g, %g, %g)",
                        md_clock_step(&sim->system.clock), forces->lost,
                        forces->lost + (int64_t)sim->system.atoms.count, forces->lost_id,
                        forces->lost_x[0], forces->lost_x[1], forces->lost_x[2]);
}

void md_course_warn(struct md_course *course)
{
    struct md_sim *sim = course->sim;
    struct md_forces *forces = &sim->forces;
    const struct md_graph *graph = &forces->neighbors.graph;
    if (forces->warnings > 0 && !forces->warned)
        md_log_warn(&sim->log, &course->args->command.place, "step %" PRId64 " or before: %s",
                    md_clock_step(&sim->system.clock), forces->warning);
    forces->warned = forces->warnings > 0;
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
        if (graph->missing[kind] > course->missing[kind] && sim->thermo.lost_bonds == MD_LOST_WARN)
            md_log_warn(&sim->log, &course->args->command.place,
                        "%zu %s have lost an atom and are left out", graph->missing[kind],
                        md_topology_kinds[kind].many);
        course->missing[kind] = graph->missing[kind];
    }
}

static enum md_status next_row(struct md_course *course, struct md_error *error)
{
    struct md_sim *sim = course->sim;
    const struct md_thermo *thermo = &sim->thermo;
    int64_t now = md_clock_step(&sim->system.clock);
    course->next_row = course->last;
    if (thermo->every_variable[0] != '\0') {
        double value;
        enum md_status status =
            sim->variables.equal(sim->variables.context, thermo->every_variable, &value, error);
        if (status != MD_OK)
            return status;
        if (!(value > (double)now))
            return md_error_set(error, MD_ERR_VALUE, NULL,
                                "thermo variable '%s' names step %g for the next row, which is not "
                                "after step %" PRId64,
                                thermo->every_variable, value, now);
        if (value < (double)course->last)
            course->next_row = (int64_t)value;
    } else if (thermo->every > 0) {
        int64_t ahead = thermo->every - now % thermo->every; /* to the next multiple */
        if (ahead < course->last - now)
            course->next_row = now + ahead;
    }
    return MD_OK;
}

/* Numbers that overflowed never come back: the run ends before a row that would show them.  (That
 * the potential energy is one was seen when it was summed.) */
static enum md_status judge_numbers(struct md_course *course, struct md_error *error)
{
    const struct md_sim *sim = course->sim;
    struct md_self_check now;
    md_self_check_take(&now, &sim->frame);
    md_self_check_row(&course->check, &now);
    const struct {
        const char *name;
        double value;
    } quantities[] = {
        {"kinetic energy", now.kinetic},
        {"temperature", now.kinetic / sim->system.units->boltz},
        {"total energy", now.energy},
    };
    int count = sim->frame.tallied ? 3 : 2; /* the last needs potential energies */
    for (int k = 0; k < count; k++) {
        if (isfinite(quantities[k].value))
            continue;
        md_error_set(error, MD_ERR_RUN, &course->args->command.place,
                     "step %" PRId64 ": the %s is %s", md_clock_step(&sim->system.clock),
                     quantities[k].name, isnan(quantities[k].value) ? "nan" : "infinite");
        return md_error_hint(error, "masses, velocities or coefficients too large, or a timestep "
                                    "too long?");
    }
    return MD_OK;
}

enum md_status md_course_row(struct md_course *course, double cpu, struct md_error *error)
{
    struct md_sim *sim = course->sim;
    md_progress_clear(&course->progress);
    enum md_status status = judge_numbers(course, error);
    if (status == MD_OK)
        status =
            md_thermo_row(&sim->thermo, &sim->quantities, &sim->variables, cpu, &sim->log, error);
    if (status == MD_OK)
        status = next_row(course, error);
    if (status == MD_OK && (sim->thermo.flush || sim->log.failed))
        status = md_log_flush(&sim->log, error);
    return status;
}

enum md_status md_course_dumps(struct md_course *course, bool at_start, struct md_error *error)
{
    struct md_sim *sim = course->sim;
    struct md_dump_context context = {&sim->quantities, &sim->variables, &sim->system};
    return md_dumps_write(&sim->dumps, &context, &sim->frame, at_start, error);
}

/* The line that parsers take for the beginning of a table.  LAMMPS adds up what its arrays ask for;
 * this is what the process has had at most, set-up included. */
static void print_memory(struct md_sim *sim)
{
    double mega = (double)md_memory_peak() / (1024.0 * 1024.0);
    md_log_print(&sim->log,
                 "Per MPI rank memory allocation (min/avg/max) = %.4g | %.4g | %.4g Mbytes\n", mega,
                 mega, mega);
}

enum md_status md_course_open(struct md_course *course, struct md_error *error)
{
    struct md_sim *sim = course->sim;
    warn_of_styles(course);
    md_course_warn(course);
    print_memory(sim);
    course->header = true;
    enum md_status status = md_thermo_header(&sim->thermo, &sim->quantities,
                                             md_course_box_changes(sim), &sim->log, error);
    if (status == MD_OK)
        status = md_course_row(course, 0.0, error);
    if (status == MD_OK)
        status = md_course_dumps(course, true, error);
    return status;
}

void md_course_start(struct md_course *course)
{
    struct md_sim *sim = course->sim;
    md_timing_begin(&course->timing);
    sim->cpu_start = course->timing.wall_begin;
    md_progress_begin(&course->progress, sim->show_progress ? sim->terminal : NULL, course->first,
                      course->last);
}

/* ------------------------------------------------------------------ after */

void md_course_report(struct md_course *course)
{
    struct md_sim *sim = course->sim;
    md_timing_loop(&course->timing, sim, md_clock_step(&sim->system.clock) - course->first);
    if (sim->forces.lost > 0 && sim->thermo.lost == MD_LOST_WARN)
        md_log_warn(&sim->log, &course->args->command.place,
                    "%" PRId64 " atoms left the box; the first was atom %" PRId64
                    " at (%g, %g, %g)",
                    sim->forces.lost, sim->forces.lost_id, sim->forces.lost_x[0],
                    sim->forces.lost_x[1], sim->forces.lost_x[2]);
}

enum md_status md_course_close(struct md_course *course, enum md_status status,
                               struct md_error *error)
{
    struct md_sim *sim = course->sim;
    struct md_error second = {0};
    md_progress_clear(&course->progress);
    if (!course->header)
        return status;
    enum md_status closed = md_thermo_footer(&sim->thermo, &sim->log, &second);
    if (status == MD_OK && closed != MD_OK) {
        *error = second;
        status = closed;
    }
    return status;
}

enum md_status md_course_flush(struct md_course *course, enum md_status status,
                               struct md_error *error)
{
    struct md_sim *sim = course->sim;
    if (status != MD_OK) /* a second failure would be lost here; it is reported at the end */
        return status;
    status = md_dumps_flush(&sim->dumps, error);
    return status == MD_OK ? md_log_flush(&sim->log, error) : status;
}

/* The lines that a deck needs to go on: read_restart, and the pair potential where the file does
 * not hold it. */
static void print_lines(struct md_sim *sim)
{
    md_log_print(&sim->log, "    read_restart %s\n", sim->restart.last);
    for (int k = 0; !md_restart_holds_pair(sim) && k < sim->pair_line_count; k++)
        md_log_print(&sim->log, "    %s\n", sim->pair_lines[k]);
}

enum md_status md_course_interrupted(const struct md_course *course, enum md_status status,
                                     struct md_error *error)
{
    struct md_sim *sim = course->sim;
    if (status != MD_OK || !course->interrupted)
        return status;
    bool written = sim->restart.written == md_clock_step(&sim->system.clock);
    if (written && !sim->prepared) /* a minimisation */
        md_log_print(&sim->log,
                     "Restart file %s holds this instant; a deck goes on from there with\n",
                     sim->restart.last);
    else if (written)
        md_log_print(&sim->log,
                     "Restart file %s holds this instant; a deck goes on from there, bit for bit, "
                     "with\n",
                     sim->restart.last);
    if (written)
        print_lines(sim);
    if (written && sim->prepared)
        md_log_print(&sim->log,
                     "    (neighbor, neigh_modify, fix, compute, thermo and dump lines as before)\n"
                     "    run %" PRId64 " upto start %" PRId64 " stop %" PRId64 "\n",
                     course->last, sim->ramp_first, sim->ramp_last);
    if (!written)
        md_log_print(&sim->log, "No restart file was written: no restart command asked for one\n");
    return md_error_set(error, MD_STOP_INTERRUPT, &course->args->command.place,
                        "interrupted at step %" PRId64 " of %" PRId64,
                        md_clock_step(&course->sim->system.clock), course->last);
}
