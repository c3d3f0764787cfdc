/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where a run's time went.  The words and the shape of these lines are those LAMMPS users and log
 * parsers know; there is one process here, so minimum, average and maximum are one number.
 */
#include "run/timing.h"

#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    if (clock_gettime(clock, &now) != 0)
        return 0.0;
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double md_timing_wall(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double md_timing_cpu(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

void md_timing_begin(struct md_timing *timing)
{
    *timing = (struct md_timing){
        .wall_begin = md_timing_wall(),
        .cpu_begin = md_timing_cpu(),
    };
}

void md_timing_end(struct md_timing *timing)
{
    timing->wall = md_timing_wall() - timing->wall_begin;
    timing->cpu = md_timing_cpu() - timing->cpu_begin;
}

struct md_timing_lap md_timing_lap(const struct md_forces *forces)
{
    return (struct md_timing_lap){
        .begin = md_timing_wall(),
        .neighbor = forces->seconds_neighbor,
        .pair = forces->sample_pair,
        .other = forces->sample_other,
        .evaluations = forces->evaluations,
        .timed = forces->timed,
    };
}

/* Only some evaluations of small systems are timed, and those speak for all of a lap: they may say
 * more than the whole lap took, as on a busy machine, and are then cut down to it.  What observers
 * ask of the forces between laps belongs to output and fixes. */
double md_timing_advance(struct md_timing *timing, const struct md_timing_lap *lap,
                         const struct md_forces *forces)
{
    struct md_timing_lap now = md_timing_lap(forces), from = *lap;
    double seconds = now.begin - lap->begin;
    if (now.evaluations < from.evaluations || now.timed < from.timed ||
        now.neighbor < from.neighbor) /* the forces began again on the way */
        from = (struct md_timing_lap){0};
    double neighbor = fmin(now.neighbor - from.neighbor, seconds);
    timing->advance += seconds;
    timing->neighbor += neighbor;
    if (now.timed > 0) {
        double each = (double)(now.evaluations - from.evaluations) / (double)now.timed;
        double pair = each * now.pair, other = each * now.other;
        double room = seconds - neighbor;
        double cut = pair + other > room ? room / (pair + other) : 1.0;
        timing->pair += cut * pair;
        timing->other += cut * other;
    }
    return seconds;
}

void md_timing_loop(const struct md_timing *timing, struct md_sim *sim, int64_t steps)
{
    md_log_print(&sim->log, "Loop time of %g on %d procs for %" PRId64 " steps with %zu atoms\n",
                 timing->wall, sim->system.threads, steps, sim->system.atoms.count);
}

static void print_use(const struct md_timing *timing, struct md_sim *sim)
{
    md_log_print(&sim->log, "%.1f%% CPU use with 1 MPI tasks x %d OpenMP threads\n",
                 timing->wall > 0.0 ? 100.0 * timing->cpu / timing->wall : 0.0,
                 sim->system.threads);
}

void md_timing_use(const struct md_timing *timing, struct md_sim *sim)
{
    md_log_print(&sim->log, "\n");
    print_use(timing, sim);
}

/* Simulated time per day, in the unit people quote: ns where the unit is fs or ps. */
static void print_performance(const struct md_timing *timing, struct md_sim *sim, int64_t steps)
{
    if (steps == 0 || timing->wall <= 0.0)
        return;
    const struct md_units *units = sim->system.units;
    double per_second = (double)steps / timing->wall;
    double per_day = per_second * 86400.0 * sim->system.clock.timestep;
    double atom_steps = per_second * (double)sim->system.atoms.count * 1e-6;
    double to_ns = strcmp(units->time_name, "fs") == 0   ? 1e-6
                   : strcmp(units->time_name, "ps") == 0 ? 1e-3
                   : strcmp(units->time_name, "ns") == 0 ? 1.0
                                                         : 0.0;
    if (to_ns > 0.0 && per_day > 0.0)
        md_log_print(&sim->log,
                     "\nPerformance: %.3f ns/day, %.3f hours/ns, %.3f timesteps/s, "
                     "%.3f Matom-step/s\n",
                     per_day * to_ns, 24.0 / (per_day * to_ns), per_second, atom_steps);
    else
        md_log_print(&sim->log, "\nPerformance: %.3f %s/day, %.3f timesteps/s, %.3f Matom-step/s\n",
                     per_day, units->time_name, per_second, atom_steps);
    print_use(timing, sim);
}

/* Hundredths of a percent, rounded down: so that what is left for the last row is never negative,
 * and all rows together are 100 %. */
static int print_section(struct md_sim *sim, const char *name, double seconds, double total)
{
    int share = total > 0.0 ? (int)floor(fmin(fmax(1e4 * seconds / total, 0.0), 1e4)) : 0;
    md_log_print(&sim->log, "%-8s| %-10.5g | %-10.5g | %-10.5g |   0.0 | %5.2f\n", name, seconds,
                 seconds, seconds, 0.01 * share);
    return share;
}

/* The work of a scheme that drives parts of the forces itself has a row of its own; what is left of
 * the others' steps, kicks and drifts, is what LAMMPS books under Modify, as fix nve does it there.
 */
static void print_sections(const struct md_timing *timing, struct md_sim *sim, bool own)
{
    double wall = timing->wall;
    double rest = fmax(timing->advance - timing->pair - timing->neighbor - timing->other, 0.0);
    double modify = timing->modify + timing->other + (own ? 0.0 : rest);
    double other = wall - timing->pair - timing->neighbor - timing->output - modify;
    md_log_print(&sim->log, "\nMPI task timing breakdown:\n"
                            "Section |  min time  |  avg time  |  max time  |%%varavg| %%total\n"
                            "---------------------------------------------------------------\n");
    int shares = print_section(sim, "Pair", timing->pair, wall);
    shares += print_section(sim, "Neigh", timing->neighbor, wall);
    if (own)
        shares += print_section(sim, "Scheme", rest, wall);
    shares += print_section(sim, "Output", timing->output, wall);
    shares += print_section(sim, "Modify", modify, wall);
    other = fmax(own ? other - rest : other, 0.0);
    md_log_print(&sim->log, "Other   |            | %-10.4g |            |       | %5.2f\n", other,
                 wall > 0.0 ? 0.01 * (1e4 - shares) : 0.0);
}

static void print_neighbors(struct md_sim *sim)
{
    const struct md_neighbors *neighbors = &sim->forces.neighbors;
    double atoms = (double)sim->system.atoms.count;
    md_log_print(&sim->log, "\nNlocal: %14.6g ave %11zu max %11zu min\n", atoms,
                 sim->system.atoms.count, sim->system.atoms.count);
    md_log_print(&sim->log, "Nghost: %14.6g ave %11zu max %11zu min\n", (double)neighbors->ghosts,
                 neighbors->ghosts, neighbors->ghosts);
    md_log_print(&sim->log, "\nTotal # of neighbors = %" PRIu64 "\n", neighbors->pairs);
    if (sim->system.atoms.count > 0)
        md_log_print(&sim->log, "Ave neighs/atom = %.8g\n", (double)neighbors->pairs / atoms);
    md_log_print(&sim->log, "Neighbor list builds = %" PRId64 "\n", neighbors->builds);
    if (neighbors->rules.check)
        md_log_print(&sim->log, "Dangerous builds = %" PRId64 "\n", neighbors->dangerous);
    else
        md_log_print(&sim->log, "Dangerous builds not checked\n");
}

/* Lists grow and output needs room after the line at the run's beginning. */
static void print_memory(struct md_sim *sim)
{
    md_log_print(&sim->log, "Peak memory = %.4g Mbytes\n",
                 (double)md_memory_peak() / (1024.0 * 1024.0));
}

void md_timing_details(const struct md_timing *timing, struct md_sim *sim, bool own)
{
    print_sections(timing, sim, own);
    print_neighbors(sim);
    print_memory(sim);
}

void md_timing_report(const struct md_timing *timing, struct md_sim *sim, int64_t steps)
{
    print_performance(timing, sim, steps);
    md_timing_details(timing, sim, sim->integrator->sums_parts);
}
