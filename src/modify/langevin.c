/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix langevin: friction and random kicks, which together hold a temperature,
 *
 *     f += -(m / damp) v + sqrt(m) sqrt(24 k T / (damp dt)) (u - 1/2)      (u uniform in 0..1),
 *
 * so that each random component has the variance 2 k T m / (damp dt).  Three numbers are drawn for
 * each atom of the group in local order whenever forces are computed, the set-up of a run included,
 * from the generator LAMMPS draws from: the noise is the same, bit for bit.
 */
#include "modify/styles.h"

#include "base/memory.h"
#include "base/random.h"
#include "modify/bath.h"
#include "modify/total.h"
#include "state/mass.h"

#include <math.h>
#include <string.h>

struct langevin {
    struct md_bath bath;
    double damp;
    struct md_marsaglia random;
    double *ratio;    /* of each type, from 1 */
    double *friction; /* force per velocity of each type with the type's mass */
    double *noise;    /* amplitude of the random force of each type at T = 1 */
    bool zero, tally;
    bool by_atom;   /* the variable gives each atom its temperature */
    double *target; /* then of each atom */
    size_t targets;
    md_vec3 *force; /* the last forces, for the tally */
    size_t forces, known;
    double energy, latest; /* taken from the atoms up to half a step ago; power at the last step */
};

enum { SCALE, TALLY, ZERO, SUPPORTED, GJF = SUPPORTED, OMEGA, ANGMOM };

/* ------------------------------------------------------------------ words */

static enum md_status read_scale(struct langevin *langevin, int types, const struct md_word *word,
                                 struct md_error *error)
{
    int64_t type;
    double ratio;
    enum md_status status = md_word_int(&word[1], "atom type", 1, types, &type, error);
    if (status == MD_OK)
        status = md_word_double(&word[2], "ratio", MD_ABOVE(0.0), INFINITY, &ratio, error);
    if (status == MD_OK)
        langevin->ratio[type] = ratio;
    return status;
}

static enum md_status read_keys(struct langevin *langevin, int types, const struct md_args *args,
                                struct md_error *error)
{
    static const char *const keys[] = {
        "scale", "tally", "zero", "gjf", MD_NOT_OFFERED "omega", MD_NOT_OFFERED "angmom", NULL};
    enum md_status status = MD_OK;
    for (int at = 4, key; at < args->count && status == MD_OK; at += key == SCALE ? 3 : 2) {
        const struct md_word *word = &args->words[at];
        status = md_word_choice(word, "keyword of fix langevin", keys, &key, error);
        if (status != MD_OK)
            return status;
        if (key == GJF && at + 1 < args->count && md_word_is(word + 1, "no"))
            continue;
        if (key >= SUPPORTED)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                                key == GJF ? "'%s' needs a value: no, vfull or vhalf"
                                           : "'%s' of fix langevin needs finite-size particles, "
                                             "which do not exist here",
                                word->text);
        if (at + (key == SCALE ? 2 : 1) >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs %s", word->text,
                                key == SCALE ? "an atom type and a ratio" : "yes or no");
        if (key == SCALE)
            status = read_scale(langevin, types, word, error);
        else
            status = md_word_bool(&word[1], word->text,
                                  key == TALLY ? &langevin->tally : &langevin->zero, error);
    }
    return status;
}

static enum md_status langevin_create(void *state, const struct md_modify_context *context,
                                      const struct md_args *args, struct md_error *error)
{
    struct langevin *langevin = state;
    int types = context->system->types;
    int64_t seed;
    langevin->bath.style = "langevin";
    langevin->bath.owner = langevin;
    langevin->bath.computes = context->computes;
    enum md_status status = md_args_count(args, 4, -1, md_modifier_langevin.style.usage, error);
    if (status == MD_OK)
        status = md_bath_read(&langevin->bath, &args->words[0], &args->words[1], true, error);
    if (status == MD_OK)
        status = md_word_double(&args->words[2], "damping time", MD_ABOVE(0.0), INFINITY,
                                &langevin->damp, error);
    if (status == MD_OK)
        status = md_word_int(&args->words[3], "seed", 1, 900000000, &seed, error);
    if (status != MD_OK)
        return status;
    md_marsaglia_seed(&langevin->random, (int32_t)seed);
    size_t count = (size_t)types + 1;
    langevin->ratio = md_memory_array(count, sizeof(double));
    langevin->friction = md_memory_array(count, sizeof(double));
    langevin->noise = md_memory_array(count, sizeof(double));
    if (langevin->ratio == NULL || langevin->friction == NULL || langevin->noise == NULL)
        return md_error_memory(error, "the factors of fix langevin");
    for (int type = 1; type <= types; type++)
        langevin->ratio[type] = 1.0;
    return read_keys(langevin, types, args, error);
}

/* ------------------------------------------------------------------ forces */

static enum md_status find_variable(struct langevin *langevin,
                                    const struct md_modify_context *context, struct md_error *error)
{
    const struct md_variables *variables = context->variables;
    const char *name = langevin->bath.variable;
    enum md_variable_kind kind = variables->kind(variables->context, name);
    langevin->by_atom = kind == MD_VARIABLE_ATOM;
    if (kind == MD_VARIABLE_EQUAL || kind == MD_VARIABLE_ATOM)
        return MD_OK;
    return md_error_set(error, MD_ERR_REFERENCE, &langevin->bath.place,
                        "fix langevin needs an equal- or atom-style variable '%s', and there is "
                        "none",
                        name);
}

/* Of an atom of this type with this mass. */
static void find_factors(const struct langevin *langevin, const struct md_system *system, int type,
                         double mass, double *friction, double *noise)
{
    const struct md_units *units = system->units;
    *friction = -mass / langevin->damp / units->ftm2v;
    *noise = sqrt(mass) *
             sqrt(24.0 * units->boltz / langevin->damp / system->clock.timestep / units->mvv2e) /
             units->ftm2v;
    *friction *= 1.0 / langevin->ratio[type];
    *noise *= 1.0 / sqrt(langevin->ratio[type]);
}

static void set_factors(struct langevin *langevin, const struct md_system *system)
{
    for (int type = 1; type <= system->types; type++)
        find_factors(langevin, system, type, system->mass[type], &langevin->friction[type],
                     &langevin->noise[type]);
}

static enum md_status langevin_begin(void *state, const struct md_modify_context *context,
                                     struct md_error *error)
{
    struct langevin *langevin = state;
    struct md_compute *compute;
    enum md_status status = MD_OK;
    langevin->bath.computes = context->computes;
    if (!(context->system->clock.timestep > 0.0))
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "fix langevin needs a time step greater than 0, not %g",
                            context->system->clock.timestep);
    langevin->by_atom = false;
    if (langevin->bath.variable[0] != '\0')
        status = find_variable(langevin, context, error);
    if (status == MD_OK && langevin->bath.temperature[0] != '\0')
        status = md_bath_compute(&langevin->bath, &compute, error);
    set_factors(langevin, context->system);
    return status;
}

static enum md_status make_room(struct langevin *langevin, size_t count, struct md_error *error)
{
    enum md_status status = MD_OK;
    if (langevin->tally && langevin->forces < count) {
        status = md_memory_grow(&langevin->force, 0, count, sizeof *langevin->force, error);
        langevin->forces = status == MD_OK ? count : 0;
    }
    if (status == MD_OK && langevin->by_atom && langevin->targets < count) {
        status = md_memory_grow(&langevin->target, 0, count, sizeof *langevin->target, error);
        langevin->targets = status == MD_OK ? count : 0;
    }
    return status;
}

/* Temperatures of this step: one for all, or each atom's. */
static enum md_status aim(struct langevin *langevin, const struct md_modify_context *context,
                          double *target, struct md_error *error)
{
    const struct md_atoms *atoms = &context->system->atoms;
    if (!langevin->by_atom)
        return md_bath_target(&langevin->bath, context, target, error);
    enum md_status status =
        context->variables->atom(context->variables->context, langevin->bath.variable,
                                 langevin->target, atoms->count, error);
    size_t wrong = atoms->count; /* of the atoms that have no temperature the one of lowest ID */
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++)
        if ((atoms->groups[i] & md_group_bit(context->group)) != 0 &&
            !(langevin->target[i] >= 0.0) &&
            (wrong == atoms->count || atoms->id[i] < atoms->id[wrong]))
            wrong = i;
    if (wrong < atoms->count)
        return md_error_set(error, MD_ERR_RUN, &langevin->bath.place,
                            "variable '%s' gives an atom the temperature %g, which must be 0 or "
                            "more",
                            langevin->bath.variable, langevin->target[wrong]);
    return status;
}

/* Friction and noise on one atom; where a bias leaves a component without heat there is no noise.
 */
static void push(struct langevin *langevin, const struct md_modify_context *context,
                 const struct md_compute *biased, size_t i, double root, double drag[3],
                 double noise[3])
{
    const struct md_atoms *atoms = &context->system->atoms;
    int type = atoms->type[i];
    double friction = langevin->friction[type], width = langevin->noise[type];
    if (!md_mass_by_type(context->system))
        find_factors(langevin, context->system, type, md_mass_of(context->system, i), &friction,
                     &width);
    double amplitude = width * root, bias[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; k++)
        noise[k] = amplitude * (md_marsaglia_uniform(&langevin->random) - 0.5);
    if (biased != NULL)
        md_compute_bias(biased, context->computes, context->system, atoms->x[i], atoms->v[i], bias);
    for (int k = 0; k < 3; k++) {
        double v = atoms->v[i][k] - bias[k];
        drag[k] = friction * v;
        if (biased != NULL && v == 0.0)
            noise[k] = 0.0;
    }
}

/* The noise of all atoms together gives them no push. */
static enum md_status take_mean(struct langevin *langevin, const struct md_modify_context *context,
                                md_vec3 *f, struct md_exact_rows *sums, int64_t members,
                                struct md_error *error)
{
    const struct md_atoms *atoms = &context->system->atoms;
    double sum[3];
    md_total_take(sums, sum, NULL);
    if (members == 0)
        return md_error_set(error, MD_ERR_RUN, NULL,
                            "fix langevin 'zero yes': the group has 0 atoms, whose mean force "
                            "cannot be zero");
    for (size_t i = 0; i < atoms->count; i++) {
        if ((atoms->groups[i] & md_group_bit(context->group)) == 0)
            continue;
        for (int k = 0; k < 3; k++) {
            f[i][k] -= sum[k] / (double)members;
            if (langevin->tally)
                langevin->force[i][k] -= sum[k] / (double)members;
        }
    }
    return MD_OK;
}

/* The compute whose bias counts, just evaluated; NULL: none has one. */
static enum md_status look(struct langevin *langevin, const struct md_modify_context *context,
                           const struct md_compute **biased, struct md_error *error)
{
    struct md_compute *compute;
    *biased = NULL;
    if (langevin->bath.temperature[0] == '\0')
        return MD_OK;
    enum md_status status = md_bath_compute(&langevin->bath, &compute, error);
    if (status != MD_OK || compute->type->bias == NULL)
        return status;
    *biased = compute;
    return md_bath_look(&langevin->bath, context, error);
}

static enum md_status langevin_force(void *state, const struct md_modify_context *context,
                                     md_vec3 *f, struct md_error *error)
{
    struct langevin *langevin = state;
    const struct md_atoms *atoms = &context->system->atoms;
    const struct md_compute *biased = NULL;
    struct md_exact_rows sums;
    double target = 0.0;
    int64_t members = 0;
    enum md_status status = make_room(langevin, atoms->count, error);
    if (status == MD_OK)
        status = aim(langevin, context, &target, error);
    if (status == MD_OK)
        status = look(langevin, context, &biased, error);
    if (status != MD_OK)
        return status;
    double root = sqrt(target);
    md_exact_rows_init(&sums);
    for (size_t i = 0; i < atoms->count; i++) {
        double drag[3], noise[3];
        if (langevin->tally)
            memset(langevin->force[i], 0, sizeof langevin->force[i]);
        if ((atoms->groups[i] & md_group_bit(context->group)) == 0)
            continue;
        push(langevin, context, biased, i, langevin->by_atom ? sqrt(langevin->target[i]) : root,
             drag, noise);
        members++;
        if (langevin->zero)
            md_total_add(&sums, noise, 0.0);
        for (int k = 0; k < 3; k++) {
            f[i][k] += drag[k] + noise[k];
            if (langevin->tally)
                langevin->force[i][k] = drag[k] + noise[k];
        }
    }
    langevin->known = atoms->count;
    return langevin->zero ? take_mean(langevin, context, f, &sums, members, error) : MD_OK;
}

/* ------------------------------------------------------------------ the account of energy */

static double power(const struct langevin *langevin, const struct md_modify_context *context)
{
    const struct md_atoms *atoms = &context->system->atoms;
    struct md_exact sum = {0};
    for (size_t i = 0; i < atoms->count && i < langevin->known; i++) {
        const double *f = langevin->force[i], *v = atoms->v[i];
        if ((atoms->groups[i] & md_group_bit(context->group)) != 0)
            md_exact_add(&sum, f[0] * v[0] + f[1] * v[1] + f[2] * v[2]);
    }
    return md_exact_value(&sum);
}

/* The account begins with each run. */
static enum md_status langevin_setup(void *state, const struct md_modify_context *context,
                                     struct md_error *error)
{
    struct langevin *langevin = state;
    (void)error;
    if (!langevin->tally)
        return MD_OK;
    if (md_clock_step(&context->system->clock) == context->first_step) {
        langevin->latest = power(langevin, context);
        langevin->energy = 0.5 * langevin->latest * context->system->clock.timestep;
    }
    return MD_OK;
}

static int64_t langevin_next(const void *state, int64_t step)
{
    const struct langevin *langevin = state;
    return langevin->tally ? step + 1 : MD_NEVER;
}

static enum md_status langevin_act(void *state, const struct md_modify_context *context,
                                   unsigned *changed, struct md_error *error)
{
    struct langevin *langevin = state;
    (void)changed;
    (void)error;
    langevin->latest = power(langevin, context);
    langevin->energy += langevin->latest * context->system->clock.timestep;
    return MD_OK;
}

static enum md_status langevin_value(const void *state, const struct md_modify_context *context,
                                     int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct langevin *langevin = state;
    if (i != 0 || j != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL, "fix langevin has no vector");
    *value = langevin->tally
                 ? -(langevin->energy - 0.5 * langevin->latest * context->system->clock.timestep)
                 : 0.0;
    return MD_OK;
}

/* ------------------------------------------------------------------ */

static void langevin_use(void *state, const struct md_compute *compute)
{
    struct langevin *langevin = state;
    md_bath_use(&langevin->bath, compute);
}

static enum md_status langevin_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct langevin *langevin = state;
    enum md_status status = md_archive_marsaglia(archive, "random", &langevin->random, error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "energy", &langevin->energy, 1, error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "latest", &langevin->latest, 1, error);
    return status;
}

static void langevin_destroy(void *state)
{
    struct langevin *langevin = state;
    md_memory_free(langevin->ratio);
    md_memory_free(langevin->friction);
    md_memory_free(langevin->noise);
    md_memory_free(langevin->target);
    md_memory_free(langevin->force);
    md_bath_free(&langevin->bath);
}

static bool langevin_spans(const void *state)
{
    const struct langevin *langevin = state;
    return md_bath_ramps(&langevin->bath);
}

static double langevin_asks(const void *state)
{
    const struct langevin *langevin = state;
    return langevin->by_atom ? (double)INFINITY : md_bath_asks(&langevin->bath);
}

static enum md_balance langevin_balances(const void *state, const struct md_modify_context *context)
{
    const struct langevin *langevin = state;
    (void)context;
    return langevin->tally ? MD_BALANCE_COUNTED : MD_BALANCE_UNCOUNTED;
}

const struct md_modifier md_modifier_langevin = {
    .style =
        {
            .name = "langevin",
            .summary = "friction and random forces that hold a temperature",
            .usage = "fix ID GROUP langevin TSTART TSTOP DAMP SEED [scale TYPE RATIO] ... "
                     "[tally yes|no] [zero yes|no] [gjf no|vfull|vhalf]",
            .manual =
                "Adds -(m/DAMP) v and a random force to each atom of the group; fix nve moves "
                "them.\n"
                "The temperature goes from TSTART at the run's first step to TSTOP at its last;\n"
                "TSTART may be an equal- or atom-style variable v_NAME (TSTOP then means "
                "nothing).\n"
                "  scale TYPE RATIO  multiplies DAMP for one type of atom\n"
                "  tally yes         f_ID is the energy taken from the atoms since the run began,\n"
                "                    which the thermo keywords ecouple and econserve count\n"
                "  zero yes          the random forces of all atoms add up to zero\n"
                "  gjf vfull|vhalf   the scheme of Gronbech-Jensen and Farago, with normal random "
                "numbers:\n"
                "                    right positions at any time step; velocities at the step's "
                "end, or\n"
                "                    half a step before it, which have the right temperature.  A "
                "run's\n"
                "                    first row shows velocities as they are.  Not with v_NAME, "
                "tally, zero\n"
                "fix_modify temp names a compute whose bias is left alone.",
            .cite = "T. Schneider, E. Stoll, Phys. Rev. B 17 (1978) 1302; "
                    "B. Duenweg, W. Paul, Int. J. Mod. Phys. C 2 (1991) 817; "
                    "N. Gronbech-Jensen, O. Farago, Mol. Phys. 111 (2013) 983",
            .state_size = sizeof(struct langevin),
        },
    .balances = langevin_balances,
    .asks = langevin_asks,
    .create = langevin_create,
    .begin = langevin_begin,
    .spans = langevin_spans,
    .setup = langevin_setup,
    .force = langevin_force,
    .noise = true,
    .next = langevin_next,
    .act = langevin_act,
    .use_temperature = langevin_use,
    .couples_energy = true,
    .has_scalar = true,
    .extensive = true,
    .value = langevin_value,
    .keep = langevin_keep,
    .destroy = langevin_destroy,
};
