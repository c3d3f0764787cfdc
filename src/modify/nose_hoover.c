/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fixes nvt, npt and nph: where in a step chain, box and velocities are moved.
 *
 *     open     chain of the barostat; chain of the thermostat, which scales the velocities;
 *              pressure; rates of the box; velocities against them; then the half kick
 *     drift    half of the box's change, before and after the positions move
 *     close    (after the half kick) velocities against the box's rates; temperature and pressure;
 *              rates of the box; chains
 *
 * This order of operations is LAMMPS's (29 Sep 2021); trajectories agree until chaos parts them.
 */
#include "modify/nose_hoover.h"

#include "modify/styles.h"

#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------ the temperature's chain */

static void set_masses(struct md_nose_hoover *nh, double boltz)
{
    struct md_chain *chain = &nh->chain;
    double square = chain->frequency * chain->frequency;
    chain->mass[0] = nh->bath.freedom * boltz * nh->target / square;
    for (int k = 1; k < chain->length; k++)
        chain->mass[k] = boltz * nh->target / square;
}

static void first_force(struct md_nose_hoover *nh, double boltz)
{
    struct md_chain *chain = &nh->chain;
    double kinetic = nh->bath.freedom * boltz * nh->bath.now;
    chain->force[0] = chain->mass[0] > 0.0 ? (kinetic - nh->wanted) / chain->mass[0] : 0.0;
}

/* Quarter steps of the rates, from the end of the chain to its head. */
static double inward(struct md_chain *chain, double share, double dt)
{
    double damp = 1.0;
    for (int k = chain->length - 1; k >= 0; k--) {
        damp = exp(-share * 0.125 * dt * chain->rate[k + 1]);
        chain->rate[k] *= damp;
        chain->rate[k] += chain->force[k] * share * 0.25 * dt;
        chain->rate[k] *= chain->drag;
        chain->rate[k] *= damp;
    }
    return damp; /* of the head: its second quarter step uses the same */
}

static void outward(struct md_chain *chain, double damp, double share, double dt, double kt)
{
    chain->rate[0] *= damp;
    chain->rate[0] += chain->force[0] * share * 0.25 * dt;
    chain->rate[0] *= damp;
    for (int k = 1; k < chain->length; k++) {
        damp = exp(-share * 0.125 * dt * chain->rate[k + 1]);
        chain->rate[k] *= damp;
        chain->force[k] =
            (chain->mass[k - 1] * chain->rate[k - 1] * chain->rate[k - 1] - kt) / chain->mass[k];
        chain->rate[k] += chain->force[k] * share * 0.25 * dt;
        chain->rate[k] *= damp;
    }
}

enum md_status md_nose_hoover_heat(struct md_nose_hoover *nh,
                                   const struct md_modify_context *context, struct md_error *error)
{
    struct md_chain *chain = &nh->chain;
    double boltz = context->system->units->boltz, dt = context->system->clock.timestep;
    double share = 1.0 / chain->loops;
    set_masses(nh, boltz);
    first_force(nh, boltz);
    for (int loop = 0; loop < chain->loops; loop++) {
        double damp = inward(chain, share, dt);
        double factor = exp(-share * 0.5 * dt * chain->rate[0]);
        const double factors[3] = {factor, factor, factor};
        enum md_status status = md_bath_scale(&nh->bath, context, factors, error);
        if (status != MD_OK)
            return status;
        nh->bath.now *= factor * factor;
        first_force(nh, boltz);
        for (int k = 0; k < chain->length; k++)
            chain->eta[k] += share * 0.5 * dt * chain->rate[k];
        outward(chain, damp, share, dt, boltz * nh->target);
    }
    return MD_OK;
}

/* The barostat's own chain holds the kinetic energy of the box. */
static double box_kinetic(const struct md_barostat *press)
{
    double sum = 0.0;
    for (int k = 0; k < 3; k++) {
        if (press->axis[k])
            sum += press->mass[k] * press->rate[k] * press->rate[k];
    }
    return sum;
}

void md_barostat_chain(struct md_nose_hoover *nh, const struct md_modify_context *context)
{
    struct md_barostat *press = &nh->press;
    struct md_chain *chain = &press->chain;
    double dt = context->system->clock.timestep, kt = context->system->units->boltz * nh->target;
    double wanted = press->iso ? kt : press->axes * kt;
    double share = 1.0 / chain->loops;
    chain->force[0] = (box_kinetic(press) - wanted) / chain->mass[0];
    for (int loop = 0; loop < chain->loops; loop++) {
        double damp = inward(chain, share, dt);
        for (int k = 0; k < chain->length; k++)
            chain->eta[k] += share * 0.5 * dt * chain->rate[k];
        double factor = exp(-share * 0.5 * dt * chain->rate[0]);
        for (int k = 0; k < 3; k++) {
            if (press->axis[k])
                press->rate[k] *= factor;
        }
        chain->force[0] = (box_kinetic(press) - wanted) / chain->mass[0];
        outward(chain, damp, share, dt, kt);
    }
}

enum md_status md_nose_hoover_aim(struct md_nose_hoover *nh,
                                  const struct md_modify_context *context, struct md_error *error)
{
    enum md_status status = md_bath_target(&nh->bath, context, &nh->target, error);
    nh->wanted = nh->bath.freedom * context->system->units->boltz * nh->target;
    return status;
}

/* ------------------------------------------------------------------ set-up */

static void start_chain(struct md_chain *chain, double kt)
{
    for (int k = 1; k < chain->length; k++)
        chain->force[k] =
            (chain->mass[k - 1] * chain->rate[k - 1] * chain->rate[k - 1] - kt) / chain->mass[k];
}

static void start_barostat(struct md_nose_hoover *nh, const struct md_modify_context *context)
{
    struct md_barostat *press = &nh->press;
    const struct md_system *system = context->system;
    double kt = system->units->boltz * nh->target;
    double all = ((double)system->atoms.count + 1.0) * kt;
    for (int k = 0; k < 3; k++) {
        if (press->axis[k])
            press->mass[k] = all / (press->frequency[k] * press->frequency[k]);
    }
    for (int k = 0; k < press->chain.length; k++)
        press->chain.mass[k] = kt / (press->frequency_max * press->frequency_max);
    start_chain(&press->chain, kt);
}

/* Below this a temperature gives the barostat no mass. */
#define COLDEST 1.0e-6

/* Without a thermostat the masses belong to ptemp or the temperature at the first run's start. */
static enum md_status reference_temperature(struct md_nose_hoover *nh, struct md_error *error)
{
    struct md_barostat *press = &nh->press;
    if (press->t0 == 0.0 && !(nh->bath.now >= COLDEST)) {
        md_error_set(error, MD_ERR_RUN, NULL,
                     "fix %s takes the masses of its barostat from the temperature at the start, "
                     "which is %g, too near to 0",
                     nh->bath.style, nh->bath.now);
        return md_error_hint(error, "the words `ptemp T` give it another temperature");
    }
    if (press->t0 == 0.0)
        press->t0 = nh->bath.now;
    nh->target = press->t0;
    return MD_OK;
}

static void set_drags(struct md_nose_hoover *nh, double dt)
{
    nh->chain.drag = 1.0;
    nh->press.chain.drag = 1.0;
    if (nh->thermostat)
        nh->chain.drag -= dt * nh->chain.frequency * nh->drag / nh->chain.loops;
    if (nh->press.on)
        nh->press.chain.drag -= dt * nh->press.frequency_max * nh->drag / nh->press.chain.loops;
}

static enum md_status nh_begin(void *state, const struct md_modify_context *context,
                               struct md_error *error)
{
    struct md_nose_hoover *nh = state;
    struct md_barostat *press = &nh->press;
    const struct md_box *box = &context->system->box;
    enum md_status status = md_bath_begin(&nh->bath, context, error);
    if (status != MD_OK || !press->on)
        return status;
    if (md_computes_find(context->computes, press->pressure) == NULL)
        return md_error_set(error, MD_ERR_REFERENCE, NULL,
                            "the pressure '%s' of fix %s is no longer there", press->pressure,
                            nh->bath.style);
    if (press->dilate[0] != '\0' && md_groups_find(&context->system->groups, press->dilate) < 0)
        return md_error_set(error, MD_ERR_REFERENCE, NULL,
                            "the group '%s' that fix %s dilates is no longer there", press->dilate,
                            nh->bath.style);
    for (int k = 0; k < 3; k++) {
        if (press->axis[k] && !box->periodic[k])
            return md_error_set(error, MD_ERR_VALUE, NULL,
                                "fix %s cannot control the pressure along the %c axis, which is "
                                "not periodic",
                                nh->bath.style, "xyz"[k]);
    }
    return MD_OK;
}

static enum md_status nh_setup(void *state, const struct md_modify_context *context,
                               struct md_error *error)
{
    struct md_nose_hoover *nh = state;
    const struct md_system *system = context->system;
    enum md_status status = md_bath_look(&nh->bath, context, error);
    if (status == MD_OK && nh->thermostat)
        status = md_nose_hoover_aim(nh, context, error);
    if (status != MD_OK)
        return status;
    set_drags(nh, system->clock.timestep);
    if (nh->thermostat) {
        set_masses(nh, system->units->boltz);
        start_chain(&nh->chain, system->units->boltz * nh->target);
    } else if (reference_temperature(nh, error) != MD_OK) {
        return error->status;
    }
    if (!nh->press.on)
        return MD_OK;
    if (nh->press.volume0 == 0.0) {
        nh->press.volume0 = md_box_volume(&system->box, system->dimension);
        for (int k = 0; k < 3; k++)
            nh->press.inverse0[k] = 1.0 / system->box.length[k];
    }
    md_barostat_aim(nh, context);
    status = md_barostat_look(nh, context, error);
    if (status == MD_OK)
        start_barostat(nh, context);
    return status;
}

/* ------------------------------------------------------------------ inside a step */

static enum md_status nh_open(void *state, const struct md_modify_context *context,
                              struct md_error *error)
{
    struct md_nose_hoover *nh = state;
    enum md_status status = MD_OK;
    if (nh->press.on && nh->press.chain.length > 0)
        md_barostat_chain(nh, context);
    if (nh->thermostat) {
        status = md_nose_hoover_aim(nh, context, error);
        if (status == MD_OK)
            status = md_nose_hoover_heat(nh, context, error);
    }
    if (status != MD_OK || !nh->press.on)
        return status;
    status = md_barostat_look(nh, context, error);
    if (status != MD_OK)
        return status;
    md_barostat_aim(nh, context);
    status = md_barostat_push(nh, context, error);
    return status == MD_OK ? md_barostat_brake(nh, context, error) : status;
}

static enum md_status nh_drift(void *state, const struct md_modify_context *context,
                               struct md_error *error)
{
    return md_barostat_remap(state, context, error);
}

static enum md_status nh_close(void *state, const struct md_modify_context *context,
                               struct md_error *error)
{
    struct md_nose_hoover *nh = state;
    enum md_status status = MD_OK;
    if (nh->press.on)
        status = md_barostat_brake(nh, context, error);
    if (status == MD_OK)
        status = md_bath_look(&nh->bath, context, error);
    if (status == MD_OK && nh->press.on) {
        status = md_barostat_look(nh, context, error);
        if (status == MD_OK)
            status = md_barostat_push(nh, context, error);
    }
    if (status == MD_OK && nh->thermostat)
        status = md_nose_hoover_heat(nh, context, error);
    if (status == MD_OK && nh->press.on && nh->press.chain.length > 0)
        md_barostat_chain(nh, context);
    return status;
}

/* ------------------------------------------------------------------ the three fixes */

static enum md_status nvt_create(void *state, const struct md_modify_context *context,
                                 const struct md_args *args, struct md_error *error)
{
    return md_nose_hoover_read(state, "nvt", true, false, context, args, error);
}

static enum md_status npt_create(void *state, const struct md_modify_context *context,
                                 const struct md_args *args, struct md_error *error)
{
    return md_nose_hoover_read(state, "npt", true, true, context, args, error);
}

static enum md_status nph_create(void *state, const struct md_modify_context *context,
                                 const struct md_args *args, struct md_error *error)
{
    return md_nose_hoover_read(state, "nph", false, true, context, args, error);
}

static void nh_use_temperature(void *state, const struct md_compute *compute)
{
    struct md_nose_hoover *nh = state;
    const struct md_compute *pressure =
        nh->press.on ? md_computes_find(nh->bath.computes, nh->press.pressure) : NULL;
    if (pressure != NULL && pressure->type->set_temperature != NULL)
        pressure->type->set_temperature(pressure->state, compute->id);
    md_bath_use(&nh->bath, compute);
}

static void nh_use_pressure(void *state, const struct md_compute *compute)
{
    struct md_nose_hoover *nh = state;
    char id[sizeof(compute->id)];
    memcpy(id, compute->id, sizeof(id));
    if (strcmp(id, nh->press.pressure) == 0)
        return;
    md_computes_return(nh->bath.computes, nh->press.pressure, nh);
    memcpy(nh->press.pressure, id, sizeof(id));
}

static unsigned nh_axes(const void *state)
{
    const struct md_nose_hoover *nh = state;
    unsigned axes = 0;
    for (int k = 0; k < 3; k++)
        axes |= nh->press.axis[k] ? 1u << k : 0;
    return axes;
}

/* One array of numbers that is kept. */
struct kept {
    const char *name;
    double *values;
    size_t count;
};

static enum md_status keep_all(const struct kept *kept, size_t count, struct md_archive *archive,
                               struct md_error *error)
{
    enum md_status status = MD_OK;
    for (size_t k = 0; k < count && status == MD_OK; k++)
        status = md_archive_doubles(archive, kept[k].name, kept[k].values, kept[k].count, error);
    return status;
}

static enum md_status keep_chain(struct md_chain *chain, const char *section,
                                 struct md_archive *archive, struct md_error *error)
{
    size_t length = (size_t)chain->length;
    const struct kept kept[] = {
        {"eta", chain->eta, length},
        {"rate", chain->rate, length},
        {"force", chain->force, length},
        {"mass", chain->mass, length},
    };
    enum md_status status = md_archive_enter(archive, section, error);
    if (status != MD_OK)
        return status;
    status = keep_all(kept, sizeof(kept) / sizeof(kept[0]), archive, error);
    md_archive_leave(archive);
    return status;
}

/* All that a step hands to the next, also what a set-up computes: a run that resumes has none. */
static enum md_status nh_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct md_nose_hoover *nh = state;
    struct md_barostat *press = &nh->press;
    const struct kept heat[] = {
        {"temperature", &nh->bath.now, 1},
        {"freedom", &nh->bath.freedom, 1},
        {"target", &nh->target, 1},
        {"wanted", &nh->wanted, 1},
    };
    const struct kept box[] = {
        {"omega", press->omega, 3},
        {"omega_rate", press->rate, 3},
        {"omega_mass", press->mass, 3},
        {"pressure", press->now, 3},
        {"pressure_target", press->target, 3},
        {"hydrostatic", &press->hydrostatic, 1},
        {"correction", &press->correction, 1},
        {"volume0", &press->volume0, 1},
        {"inverse0", press->inverse0, 3},
        {"sigma", press->sigma, 3},
        {"t0", &press->t0, 1},
        {"fixedpoint", press->fixed, 3},
    };
    enum md_status status = keep_all(heat, sizeof(heat) / sizeof(heat[0]), archive, error);
    if (status == MD_OK && nh->thermostat)
        status = keep_chain(&nh->chain, "thermostat", archive, error);
    if (status != MD_OK || !press->on)
        return status;
    if (press->chain.length > 0)
        status = keep_chain(&press->chain, "barostat", archive, error);
    return status == MD_OK ? keep_all(box, sizeof(box) / sizeof(box[0]), archive, error) : status;
}

static void nh_destroy(void *state)
{
    struct md_nose_hoover *nh = state;
    if (nh->bath.computes != NULL && nh->press.pressure[0] != '\0')
        md_computes_return(nh->bath.computes, nh->press.pressure, nh);
    md_bath_free(&nh->bath);
}

#define CITE_NVT                                                                                   \
    "G. J. Martyna, M. L. Klein, M. Tuckerman, J. Chem. Phys. 97 (1992) 2635; the order of "       \
    "operations: M. Tuckerman et al., J. Phys. A 39 (2006) 5629"
#define CITE_NPT                                                                                   \
    "G. J. Martyna, D. J. Tobias, M. L. Klein, J. Chem. Phys. 101 (1994) 4177; the order of "      \
    "operations: M. Tuckerman et al., J. Phys. A 39 (2006) 5629"

#define MANUAL_TEMP                                                                                \
    "  temp TSTART TSTOP TDAMP   the temperature wanted, from the run's first step to its last;\n" \
    "                            TDAMP is a time, of the order of 100 steps\n"                     \
    "  tchain N (3), tloop N (1) length of the chain, substeps\n"
#define MANUAL_PRESS                                                                               \
    "  iso | aniso | x | y | z PSTART PSTOP PDAMP   pressures: one for all axes, each axis for\n"  \
    "                            itself, or some axes; PDAMP is a time, of the order of 1000 "     \
    "steps\n"                                                                                      \
    "  couple none|xyz|xy|yz|xz  axes that share their mean pressure\n"                            \
    "  pchain N (3), ploop N (1) the chain of the box; pchain 0: none\n"                           \
    "  mtk yes|no (yes)          the corrections of Martyna, Tobias and Klein\n"                   \
    "  nreset N (0)              steps after which the reference box is set anew\n"                \
    "  dilate GROUP (all)        whose positions follow the box\n"                                 \
    "  fixedpoint X Y Z          the point that stays in place (the box's centre)\n"              \
    "  flip yes|no (yes)         no effect: it is about tilted boxes\n"
#define MANUAL_PTEMP                                                                               \
    "  ptemp T                   the temperature that the masses of box and chain belong to;\n"    \
    "                            that when the first run begins, unless given\n"
#define MANUAL_REST                                                                                \
    "  drag D (0)                damps the chains\n"                                               \
    "fix_modify temp gives it another temperature to follow.  f_ID is the energy of chains and\n"  \
    "box, which the thermo keywords ecouple and econserve count.  f_ID[i] are, as far as they\n"   \
    "exist: eta of the chain, their rates; omega, the logarithm of the growth of the box (one\n"   \
    "with iso, else three), their rates; eta of the chain of the box, their rates; then of\n"      \
    "these three sorts in turn potential and kinetic energies; last the strain energy.\n"

#define MANUAL_DRIFT                                                                               \
    "fix_modify press gives it another pressure to follow.  With iso and pchain above 0 "          \
    "econserve\n"                                                                                  \
    "counts the head of the chain of the box once for each axis, as LAMMPS does, and drifts; "     \
    "the\n"                                                                                        \
    "motion conserves it counted once."

static bool nh_spans(const void *state)
{
    const struct md_nose_hoover *nh = state;
    bool ramps = md_bath_ramps(&nh->bath);
    for (int k = 0; k < 3; k++)
        ramps = ramps || (nh->press.axis[k] && nh->press.start[k] != nh->press.stop[k]);
    return ramps;
}

#define COMMON                                                                                     \
    .moves = true, .begin = nh_begin, .setup = nh_setup, .renew = nh_setup, .open = nh_open,       \
    .close = nh_close, .use_temperature = nh_use_temperature, .couples_energy = true,              \
    .has_scalar = true,                                                                            \
    .extensive = true, .shape = md_nose_hoover_shape, .value = md_nose_hoover_value,               \
    .keep = nh_keep, .spans = nh_spans, .destroy = nh_destroy
#define PRESSES                                                                                    \
    .resizes = true, .virial_always = true, .axes = nh_axes, .drift = nh_drift,                    \
    .use_pressure = nh_use_pressure

const struct md_modifier md_modifier_nvt = {
    .style = {.name = "nvt",
              .summary = "moves atoms at constant temperature: Nose-Hoover chain",
              .usage = "fix ID GROUP nvt temp TSTART TSTOP TDAMP [tchain N] [tloop N] [drag D]",
              .manual =
                  "Moves the atoms of the group, coupled to a chain of thermostats.\n" MANUAL_TEMP
                      MANUAL_REST,
              .cite = CITE_NVT,
              .state_size = sizeof(struct md_nose_hoover)},
    .create = nvt_create,
    COMMON,
};

const struct md_modifier md_modifier_npt = {
    .style = {.name = "npt",
              .summary = "moves atoms at constant temperature and pressure",
              .usage = "fix ID GROUP npt temp TSTART TSTOP TDAMP iso|aniso|x|y|z PSTART PSTOP "
                       "PDAMP [...]",
              .manual = "Moves the atoms of the group and the box, both coupled to chains of\n"
                        "thermostats.\n" MANUAL_TEMP MANUAL_PRESS MANUAL_REST MANUAL_DRIFT,
              .cite = CITE_NPT,
              .state_size = sizeof(struct md_nose_hoover)},
    .create = npt_create,
    COMMON,
    PRESSES,
};

const struct md_modifier md_modifier_nph = {
    .style = {.name = "nph",
              .summary = "moves atoms at constant pressure and enthalpy",
              .usage = "fix ID GROUP nph iso|aniso|x|y|z PSTART PSTOP PDAMP [...]",
              .manual = "Moves the atoms of the group and the box.\n" MANUAL_PRESS MANUAL_PTEMP
                  MANUAL_REST MANUAL_DRIFT,
              .cite = CITE_NPT,
              .state_size = sizeof(struct md_nose_hoover)},
    .create = nph_create,
    COMMON,
    PRESSES,
};
