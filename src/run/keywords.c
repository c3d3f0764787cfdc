/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The thermo keywords: what a row and a formula can ask of a simulation by one word.
 *
 * Temperature and pressure are those of the computes that thermo_modify names.  The kinetic energy
 * is 1/2 dof k T of that temperature, so it follows its group and its degrees of freedom.  Under
 * `thermo_modify norm yes` (the default of units lj) energies are divided by the number of all
 * atoms, in formulas as in rows.
 */
#include "base/exact.h"
#include "base/nearest.h"
#include "run/quantities.h"
#include "run/timing.h"
#include "state/mass.h"

#include <math.h>
#include <string.h>

enum need {
    NOTHING,
    BOX,
    GLANCE, /* positions and velocities */
    LOOK,   /* energies */
    RUN     /* a run going on */
};

struct keyword {
    const char *name;
    enum need need;
    bool per_atom; /* divided by the number of atoms under norm */
    enum md_status (*get)(struct md_sim *sim, const struct md_frame *frame, double *value,
                          struct md_error *error);
};

double md_keyword_normed(const struct md_sim *sim, double value)
{
    bool norm = sim->thermo.norm < 0 ? sim->system.units->reduced : sim->thermo.norm != 0;

    if (norm && sim->system.atoms.count > 0)
        return value / (double)sim->system.atoms.count;
    return value;
}

/* ------------------------------------------------------------------ time */

#define GETTER(function)                                                                           \
    static enum md_status function(struct md_sim *sim, const struct md_frame *frame,               \
                                   double *value, struct md_error *error)
#define UNUSED ((void)sim, (void)frame, (void)value, (void)error)

GETTER(get_step)
{
    UNUSED;
    *value = (double)md_clock_step(&sim->system.clock);
    return MD_OK;
}

GETTER(get_elapsed)
{
    UNUSED;
    *value = (double)(md_clock_step(&sim->system.clock) - sim->first_step);
    return MD_OK;
}

GETTER(get_elaplong)
{
    UNUSED;
    *value = (double)(md_clock_step(&sim->system.clock) - sim->ramp_first);
    return MD_OK;
}

GETTER(get_dt)
{
    UNUSED;
    *value = sim->system.clock.timestep;
    return MD_OK;
}

GETTER(get_time)
{
    UNUSED;
    *value = md_clock_time(&sim->system.clock);
    return MD_OK;
}

/* Seconds since the run began; the first row of a run shows 0. */
static double seconds(const struct md_sim *sim)
{
    if (md_clock_step(&sim->system.clock) == sim->loop_first)
        return 0.0;
    return md_timing_wall() - sim->cpu_start;
}

GETTER(get_cpu)
{
    UNUSED;
    *value = seconds(sim);
    return MD_OK;
}

/* Steps per second, from the run's beginning on. */
GETTER(get_spcpu)
{
    double passed = seconds(sim);

    UNUSED;
    *value = (double)(md_clock_step(&sim->system.clock) - sim->loop_first);
    *value = passed > 0.0 ? *value / passed : 0.0;
    return MD_OK;
}

GETTER(get_tpcpu)
{
    enum md_status status = get_spcpu(sim, frame, value, error);

    *value *= sim->system.clock.timestep;
    return status;
}

GETTER(get_cpuremain)
{
    double done = (double)(md_clock_step(&sim->system.clock) - sim->loop_first);
    double left = (double)(sim->last_step - md_clock_step(&sim->system.clock));

    UNUSED;
    *value = done > 0.0 ? seconds(sim) * left / done : 0.0;
    return MD_OK;
}

/* timer timeout: seconds left, negative when they are over; 0: no limit. */
GETTER(get_timeremain)
{
    UNUSED;
    *value = sim->timeout > 0.0 ? sim->timeout - md_timing_wall() : 0.0;
    return MD_OK;
}

/* What does not exist here: charges, tilt factors, partitions. */
GETTER(get_zero)
{
    UNUSED;
    *value = 0.0;
    return MD_OK;
}

/* ------------------------------------------------------------------ computes */

static enum md_status find_compute(struct md_sim *sim, const char *id, const char *what,
                                   const struct md_compute **compute, struct md_error *error)
{
    *compute = md_computes_find(&sim->computes, id);
    if (*compute)
        return MD_OK;
    return md_error_set(error, MD_ERR_REFERENCE, NULL,
                        "compute '%s', which thermo_modify names as the %s, is no longer there", id,
                        what);
}

GETTER(get_temp)
{
    const struct md_compute *compute;
    enum md_status status =
        find_compute(sim, sim->thermo.temperature, "temperature", &compute, error);

    if (status)
        return status;
    return md_compute_scalar(compute, &sim->computes, frame, value, error);
}

GETTER(get_ke)
{
    const struct md_compute *compute;
    enum md_status status =
        find_compute(sim, sim->thermo.temperature, "temperature", &compute, error);

    if (!status)
        status = md_compute_scalar(compute, &sim->computes, frame, value, error);
    if (!status)
        *value *=
            0.5 * md_compute_freedom(compute, &sim->computes, frame) * sim->system.units->boltz;
    return status;
}

GETTER(get_press)
{
    const struct md_compute *compute;
    enum md_status status = find_compute(sim, sim->thermo.pressure, "pressure", &compute, error);

    if (status)
        return status;
    return md_compute_scalar(compute, &sim->computes, frame, value, error);
}

static enum md_status pressure_part(struct md_sim *sim, const struct md_frame *frame, int part,
                                    double *value, struct md_error *error)
{
    double vector[6];
    const struct md_compute *compute;
    enum md_status status = find_compute(sim, sim->thermo.pressure, "pressure", &compute, error);

    if (!status)
        status = md_compute_vector(compute, &sim->computes, frame, vector, error);
    if (!status)
        *value = vector[part];
    return status;
}

/* A getter knows its part by which of these it is. */
#define PRESSURE_PART(function, part)                                                              \
    GETTER(function)                                                                               \
    {                                                                                              \
        return pressure_part(sim, frame, part, value, error);                                      \
    }
PRESSURE_PART(get_pxx, 0)
PRESSURE_PART(get_pyy, 1)
PRESSURE_PART(get_pzz, 2)
PRESSURE_PART(get_pxy, 3)
PRESSURE_PART(get_pxz, 4)
PRESSURE_PART(get_pyz, 5)

/* ------------------------------------------------------------------ energies */

GETTER(get_pe)
{
    const struct md_compute *compute;
    enum md_status status = find_compute(sim, "thermo_pe", "potential energy", &compute, error);

    if (status)
        return status;
    return md_compute_scalar(compute, &sim->computes, frame, value, error);
}

/* Sums of parts that are divided by the number of atoms each, in LAMMPS's order of operations. */
GETTER(get_etotal)
{
    double pe, ke;
    enum md_status status = get_pe(sim, frame, &pe, error);

    if (!status)
        status = get_ke(sim, frame, &ke, error);
    if (!status)
        *value = md_keyword_normed(sim, pe) + md_keyword_normed(sim, ke);
    return status;
}

/* What thermostats and barostats took out of the system. */
GETTER(get_ecouple)
{
    enum md_status status = MD_OK;

    (void)frame;
    *value = 0.0;
    for (int i = 0; i < sim->fixes.count && !status; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
        struct md_modify_context context = md_sim_fix_context(sim, fix->group);
        double energy = 0.0;
        if (!fix->type->couples_energy)
            continue;
        status = md_fix_value(fix, &context, 0, 0, &energy, error);
        *value += energy;
    }
    return status;
}

GETTER(get_econserve)
{
    double energy, coupled;
    enum md_status status = get_etotal(sim, frame, &energy, error);

    if (!status)
        status = get_ecouple(sim, frame, &coupled, error);
    if (!status)
        *value = energy + md_keyword_normed(sim, coupled);
    return status;
}

GETTER(get_enthalpy)
{
    double energy, pressure;
    double volume = md_keyword_normed(sim, md_box_volume(&sim->system.box, sim->system.dimension));
    enum md_status status = get_etotal(sim, frame, &energy, error);

    if (!status)
        status = get_press(sim, frame, &pressure, error);
    if (!status)
        *value = energy + pressure * volume / sim->system.units->nktv2p;
    return status;
}

GETTER(get_epair)
{
    UNUSED;
    *value = frame->tally.energy[MD_PART_PAIR] + frame->tally.tail;
    return MD_OK;
}

GETTER(get_etail)
{
    UNUSED;
    *value = frame->tally.tail;
    return MD_OK;
}

/* How many elements of a kind there are. */
#define COUNTER(name, kind)                                                                        \
    GETTER(name)                                                                                   \
    {                                                                                              \
        UNUSED;                                                                                    \
        *value = (double)sim->system.topology.list[kind].count;                                    \
        return MD_OK;                                                                              \
    }

COUNTER(get_bonds, MD_BONDS)
COUNTER(get_angles, MD_ANGLES)
COUNTER(get_dihedrals, MD_DIHEDRALS)
COUNTER(get_impropers, MD_IMPROPERS)

#define PART(name, part)                                                                           \
    GETTER(name)                                                                                   \
    {                                                                                              \
        UNUSED;                                                                                    \
        *value = frame->tally.energy[part];                                                        \
        return MD_OK;                                                                              \
    }

PART(get_ebond, MD_PART_BOND)
PART(get_eangle, MD_PART_ANGLE)
PART(get_edihed, MD_PART_DIHEDRAL)
PART(get_eimp, MD_PART_IMPROPER)

GETTER(get_emol)
{
    UNUSED;
    *value = md_tally_molecular(&frame->tally);
    return MD_OK;
}

/* ------------------------------------------------------------------ atoms and box */

GETTER(get_atoms)
{
    UNUSED;
    *value = (double)sim->system.atoms.count;
    return MD_OK;
}

GETTER(get_vol)
{
    UNUSED;
    *value = md_box_volume(&sim->system.box, sim->system.dimension);
    return MD_OK;
}

GETTER(get_density)
{
    const struct md_system *system = &sim->system;
    struct md_exact mass = {0};

    UNUSED;
    for (size_t i = 0; i < system->atoms.count; i++)
        md_exact_add(&mass, md_mass_of(system, i));
    *value = system->units->mv2d * md_exact_value(&mass) /
             md_box_volume(&system->box, system->dimension);
    return MD_OK;
}

#define BOX_PART(function, expression)                                                             \
    GETTER(function)                                                                               \
    {                                                                                              \
        UNUSED;                                                                                    \
        *value = sim->system.expression;                                                           \
        return MD_OK;                                                                              \
    }
BOX_PART(get_lx, box.length[0])
BOX_PART(get_ly, box.length[1])
BOX_PART(get_lz, box.length[2])
BOX_PART(get_xlo, box.lo[0])
BOX_PART(get_ylo, box.lo[1])
BOX_PART(get_zlo, box.lo[2])
BOX_PART(get_xhi, box.hi[0])
BOX_PART(get_yhi, box.hi[1])
BOX_PART(get_zhi, box.hi[2])
BOX_PART(get_xlat, lattice.spacing[0])
BOX_PART(get_ylat, lattice.spacing[1])
BOX_PART(get_zlat, lattice.spacing[2])

GETTER(get_right_angle)
{
    UNUSED;
    *value = 90.0;
    return MD_OK;
}

GETTER(get_fmax)
{
    UNUSED;
    *value = 0.0;
    for (size_t i = 0; i < frame->count; i++)
        for (int d = 0; d < 3; d++)
            *value = fmax(*value, fabs(frame->f[i][d]));
    return MD_OK;
}

GETTER(get_fnorm)
{
    struct md_exact sum = {0};

    UNUSED;
    for (size_t i = 0; i < frame->count; i++)
        for (int d = 0; d < 3; d++)
            md_exact_add(&sum, frame->f[i][d] * frame->f[i][d]);
    *value = sqrt(md_exact_value(&sum));
    return MD_OK;
}

GETTER(get_nbuild)
{
    UNUSED;
    *value = (double)sim->forces.neighbors.builds;
    return MD_OK;
}

GETTER(get_ndanger)
{
    UNUSED;
    *value = (double)sim->forces.neighbors.dangerous;
    return MD_OK;
}

/* ------------------------------------------------------------------ the table */

static const struct keyword keywords[] = {
    {"step", NOTHING, false, get_step},
    {"elapsed", RUN, false, get_elapsed},
    {"elaplong", RUN, false, get_elaplong},
    {"dt", NOTHING, false, get_dt},
    {"time", NOTHING, false, get_time},
    {"cpu", RUN, false, get_cpu},
    {"tpcpu", RUN, false, get_tpcpu},
    {"spcpu", RUN, false, get_spcpu},
    {"cpuremain", RUN, false, get_cpuremain},
    {"part", NOTHING, false, get_zero},
    {"timeremain", NOTHING, false, get_timeremain},
    {"atoms", BOX, false, get_atoms},
    {"temp", GLANCE, false, get_temp},
    {"press", LOOK, false, get_press},
    {"pe", LOOK, true, get_pe},
    {"ke", GLANCE, true, get_ke},
    {"etotal", LOOK, false, get_etotal},
    {"enthalpy", LOOK, false, get_enthalpy},
    {"ecouple", LOOK, true, get_ecouple},
    {"econserve", LOOK, false, get_econserve},
    {"evdwl", LOOK, true, get_epair},
    {"ecoul", LOOK, true, get_zero},
    {"epair", LOOK, true, get_epair},
    {"ebond", LOOK, true, get_ebond},
    {"eangle", LOOK, true, get_eangle},
    {"edihed", LOOK, true, get_edihed},
    {"eimp", LOOK, true, get_eimp},
    {"emol", LOOK, true, get_emol},
    {"elong", LOOK, true, get_zero},
    {"etail", LOOK, true, get_etail},
    {"vol", BOX, false, get_vol},
    {"density", BOX, false, get_density},
    {"lx", BOX, false, get_lx},
    {"ly", BOX, false, get_ly},
    {"lz", BOX, false, get_lz},
    {"xlo", BOX, false, get_xlo},
    {"xhi", BOX, false, get_xhi},
    {"ylo", BOX, false, get_ylo},
    {"yhi", BOX, false, get_yhi},
    {"zlo", BOX, false, get_zlo},
    {"zhi", BOX, false, get_zhi},
    {"xy", BOX, false, get_zero},
    {"xz", BOX, false, get_zero},
    {"yz", BOX, false, get_zero},
    {"xlat", NOTHING, false, get_xlat},
    {"ylat", NOTHING, false, get_ylat},
    {"zlat", NOTHING, false, get_zlat},
    {"bonds", BOX, false, get_bonds},
    {"angles", BOX, false, get_angles},
    {"dihedrals", BOX, false, get_dihedrals},
    {"impropers", BOX, false, get_impropers},
    {"pxx", LOOK, false, get_pxx},
    {"pyy", LOOK, false, get_pyy},
    {"pzz", LOOK, false, get_pzz},
    {"pxy", LOOK, false, get_pxy},
    {"pxz", LOOK, false, get_pxz},
    {"pyz", LOOK, false, get_pyz},
    {"fmax", LOOK, false, get_fmax},
    {"fnorm", LOOK, false, get_fnorm},
    {"nbuild", NOTHING, false, get_nbuild},
    {"ndanger", NOTHING, false, get_ndanger},
    {"cella", BOX, false, get_lx},
    {"cellb", BOX, false, get_ly},
    {"cellc", BOX, false, get_lz},
    {"cellalpha", BOX, false, get_right_angle},
    {"cellbeta", BOX, false, get_right_angle},
    {"cellgamma", BOX, false, get_right_angle},
    {"avecx", BOX, false, get_lx},
    {"avecy", BOX, false, get_zero},
    {"avecz", BOX, false, get_zero},
    {"bvecx", BOX, false, get_zero},
    {"bvecy", BOX, false, get_ly},
    {"bvecz", BOX, false, get_zero},
    {"cvecx", BOX, false, get_zero},
    {"cvecy", BOX, false, get_zero},
    {"cvecz", BOX, false, get_lz},
};

#define KEYWORDS (int)(sizeof keywords / sizeof keywords[0])

/* ------------------------------------------------------------------ questions */

static const struct keyword *find(const char *name)
{
    for (int i = 0; i < KEYWORDS; i++)
        if (strcmp(keywords[i].name, name) == 0)
            return &keywords[i];
    return NULL;
}

bool md_keyword_known(void *sim, const char *name)
{
    (void)sim;
    return find(name) != NULL;
}

const char *md_keyword_name(const void *sim, int i)
{
    (void)sim;
    return i >= 0 && i < KEYWORDS ? keywords[i].name : NULL;
}

/* Brings about what the keyword needs, or says what is missing. */
static enum md_status provide(const struct keyword *keyword, struct md_sim *sim,
                              struct md_frame *frame, struct md_error *error)
{
    if (keyword->need == RUN && !sim->running)
        return md_error_set(error, MD_ERR_ORDER, NULL,
                            "the thermo keyword '%s' has a value only during a run", keyword->name);
    if (keyword->need == NOTHING || keyword->need == RUN)
        return MD_OK;
    if (!sim->system.box.exists)
        return md_error_set(error, MD_ERR_ORDER, NULL,
                            "the thermo keyword '%s' needs a simulation box, and there is none yet "
                            "(create_box, read_data)",
                            keyword->name);
    if (keyword->need == GLANCE)
        return md_quantities_glance(sim, frame, error);
    return keyword->need == LOOK ? md_quantities_look(sim, frame, error) : MD_OK;
}

enum md_status md_keyword_value(void *context, const char *name, double *value,
                                struct md_error *error)
{
    struct md_sim *sim = context;
    const struct keyword *keyword = find(name);
    struct md_frame frame;
    enum md_status status;

    if (!keyword) {
        md_error_set(error, MD_ERR_UNKNOWN, NULL, "unknown thermo keyword '%s'", name);
        return md_nearest_hint(error, name, md_nearest(name, md_keyword_name, NULL));
    }
    memset(&frame, 0, sizeof frame);
    frame.system = &sim->system;
    status = provide(keyword, sim, &frame, error);
    if (!status)
        status = keyword->get(sim, &frame, value, error);
    if (!status && keyword->per_atom)
        *value = md_keyword_normed(sim, *value);
    return status;
}
