/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix box/relax: in a minimisation the box's edges are degrees of freedom too.  What is minimised
 * is
 *
 *     U + P (V - V0) + E_strain,   E_strain = 1/2 V0 sum_i (P_i - P) (L_i / L0_i)^2,
 *
 * with P the mean of the targets P_i along the axes that may change, and V0, L0 the box when the
 * minimisation began.  The variables are the scales s_i = L_i / L0_i; the force of s_i is
 *
 *     (p_i - P) V0 prod_(j != i) s_j - V0 (P_i - P) s_i,
 *
 * p the pressure of the potentials alone (no motion).  The strain energy pushes towards targets
 * that differ from axis to axis exactly only at the box it refers to, so that `nreset` may renew
 * it.  Along a line the scales change by alpha h in units of the lengths at the beginning, also
 * after that, as in LAMMPS.
 */
#include "modify/styles.h"
#include "state/remap.h"

#include <math.h>
#include <string.h>

struct box_relax {
    bool free[3];      /* the axis may change */
    double target[3];  /* pressures */
    double mean;       /* of those */
    int couple;        /* enum couple */
    bool iso;          /* one degree of freedom for all */
    bool dilate_group; /* only the group's atoms move with the box */
    double vmax;       /* largest change of a scale in a line search */
    int64_t nreset;
    double fixed[3]; /* the point that stays */
    uint32_t groups;

    double begun[3];                  /* lengths when the minimisation began: of alpha's units */
    double reference[3], volume;      /* L0, V0 */
    double sigma[3];                  /* V0 (P_i - P) / L0_i^2, as an energy */
    double lo[3], hi[3], at_start[3]; /* at the start of a line: edges, scales */
};

enum couple { COUPLE_NONE, COUPLE_XYZ, COUPLE_XY, COUPLE_YZ, COUPLE_XZ };
static const char *const couples[] = {"none", "xyz", "xy", "yz", "xz", NULL};

enum key {
    ISO,
    ANISO,
    X,
    Y,
    Z,
    COUPLE,
    DILATE,
    NRESET,
    VMAX,
    FIXEDPOINT,
    SCALEYZ,
    SCALEXZ,
    SCALEXY,
    TRI,
    XY,
    YZ,
    XZ
};
static const char *const keys[] = {"iso",
                                   "aniso",
                                   "x",
                                   "y",
                                   "z",
                                   "couple",
                                   "dilate",
                                   "nreset",
                                   "vmax",
                                   "fixedpoint",
                                   "scaleyz",
                                   "scalexz",
                                   "scalexy",
                                   MD_NOT_OFFERED "tri",
                                   MD_NOT_OFFERED "xy",
                                   MD_NOT_OFFERED "yz",
                                   MD_NOT_OFFERED "xz",
                                   NULL};

/* ------------------------------------------------------------------ words */

static void set_all(struct box_relax *relax, int dimension, double pressure, enum couple couple)
{
    relax->couple = couple;
    for (int d = 0; d < dimension; d++) {
        relax->free[d] = true;
        relax->target[d] = pressure;
    }
}

static enum md_status read_pressure(struct box_relax *relax, const struct md_system *system,
                                    const struct md_word *word, int key, struct md_error *error)
{
    double pressure;
    enum md_status status =
        md_word_double(word + 1, "target pressure", -INFINITY, INFINITY, &pressure, error);
    if (status != MD_OK)
        return status;
    if (key == ISO || key == ANISO) {
        set_all(relax, system->dimension, pressure, key == ISO ? COUPLE_XYZ : COUPLE_NONE);
        return MD_OK;
    }
    if (key == Z && system->dimension == 2)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "fix box/relax cannot change z in two dimensions");
    relax->free[key - X] = true;
    relax->target[key - X] = pressure;
    return MD_OK;
}

static enum md_status read_value(struct box_relax *relax, const struct md_system *system,
                                 const struct md_word *word, int key, struct md_error *error)
{
    static const char *const dilates[] = {"all", "partial", NULL};
    int which;
    bool flag;
    enum md_status status;
    switch ((enum key)key) {
    case COUPLE:
        return md_word_choice(word + 1, "couple", couples, &relax->couple, error);
    case DILATE:
        status = md_word_choice(word + 1, "dilate", dilates, &which, error);
        relax->dilate_group = status == MD_OK && which == 1;
        return status;
    case NRESET:
        return md_word_int(word + 1, "nreset", 0, MD_STEP_MAX, &relax->nreset, error);
    case VMAX:
        return md_word_double(word + 1, "vmax", MD_ABOVE(0.0), INFINITY, &relax->vmax, error);
    case SCALEYZ:
    case SCALEXZ:
    case SCALEXY: /* of tilts, which an orthogonal box does not have */
        return md_word_bool(word + 1, word->text, &flag, error);
    case TRI:
    case XY:
    case YZ:
    case XZ:
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                            "fix box/relax %s is about tilted boxes, which do not exist here",
                            word->text);
    default:
        return read_pressure(relax, system, word, key, error);
    }
}

static enum md_status read_fixedpoint(struct box_relax *relax, const struct md_args *args, int at,
                                      struct md_error *error)
{
    enum md_status status = MD_OK;
    if (at + 3 >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &args->words[at].place,
                            "'fixedpoint' needs three values: X Y Z");
    for (int d = 0; d < 3 && status == MD_OK; d++)
        status = md_word_double(&args->words[at + 1 + d], "fixed point", -INFINITY, INFINITY,
                                &relax->fixed[d], error);
    return status;
}

/* The axes that are coupled may change and have one target. */
static enum md_status check_couple(const struct box_relax *relax, const struct md_system *system,
                                   struct md_error *error)
{
    static const bool coupled[][3] = {
        [COUPLE_XYZ] = {true, true, true},
        [COUPLE_XY] = {true, true, false},
        [COUPLE_YZ] = {false, true, true},
        [COUPLE_XZ] = {true, false, true},
    };
    const bool *axes = coupled[relax->couple];
    double target = 0.0;
    bool first = true;
    if (relax->couple == COUPLE_NONE)
        return MD_OK;
    for (int d = 0; d < 3; d++) {
        if (!axes[d] || (relax->couple == COUPLE_XYZ && d >= system->dimension))
            continue;
        if (!relax->free[d])
            return md_error_set(error, MD_ERR_VALUE, NULL,
                                "fix box/relax couple %s needs a target pressure for %c",
                                couples[relax->couple], "xyz"[d]);
        if (!first && relax->target[d] != target)
            return md_error_set(error, MD_ERR_VALUE, NULL,
                                "fix box/relax couple %s needs equal target pressures, not %g and "
                                "%g",
                                couples[relax->couple], target, relax->target[d]);
        target = relax->target[d];
        first = false;
    }
    return MD_OK;
}

static enum md_status check_axes(struct box_relax *relax, const struct md_system *system,
                                 struct md_error *error)
{
    int count = 0;
    for (int d = 0; d < 3; d++) {
        if (!relax->free[d])
            continue;
        if (!system->box.periodic[d])
            return md_error_set(error, MD_ERR_VALUE, NULL,
                                "fix box/relax cannot change %c, which is not periodic", "xyz"[d]);
        count++;
        relax->mean += relax->target[d];
    }
    if (count == 0)
        return md_error_set(error, MD_ERR_COUNT, NULL,
                            "fix box/relax needs a target pressure: iso P, aniso P, x P, y P or z "
                            "P");
    relax->mean /= count;
    relax->iso =
        relax->couple == COUPLE_XYZ || (system->dimension == 2 && relax->couple == COUPLE_XY);
    return check_couple(relax, system, error);
}

static enum md_status box_relax_create(void *state, const struct md_modify_context *context,
                                       const struct md_args *args, struct md_error *error)
{
    struct box_relax *relax = state;
    const struct md_system *system = context->system;
    enum md_status status = MD_OK;
    relax->vmax = 0.0001;
    for (int d = 0; d < 3; d++)
        relax->fixed[d] = 0.5 * (system->box.lo[d] + system->box.hi[d]);
    for (int at = 0; at < args->count && status == MD_OK;) {
        const struct md_word *word = &args->words[at];
        int key;
        status = md_word_choice(word, "keyword of fix box/relax", keys, &key, error);
        if (status != MD_OK)
            return status;
        if (key == FIXEDPOINT) {
            status = read_fixedpoint(relax, args, at, error);
            at += 4;
            continue;
        }
        if (at + 1 >= args->count && key < TRI)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value",
                                word->text);
        status = read_value(relax, system, word, key, error);
        at += 2;
    }
    relax->groups = md_group_bit(relax->dilate_group ? context->group : 0);
    return status == MD_OK ? check_axes(relax, system, error) : status;
}

/* ------------------------------------------------------------------ energy and forces */

/* The present box becomes the one that scales and strain refer to. */
static void set_reference(struct box_relax *relax, const struct md_system *system)
{
    relax->volume = 1.0;
    for (int d = 0; d < 3; d++) {
        relax->reference[d] = system->dimension == 2 && d == 2 ? 1.0 : system->box.length[d];
        relax->volume *= relax->reference[d];
    }
    for (int d = 0; d < 3; d++)
        relax->sigma[d] = relax->free[d] ? relax->volume * (relax->target[d] - relax->mean) /
                                               (relax->reference[d] * relax->reference[d]) /
                                               system->units->nktv2p
                                         : 0.0;
}

static void scales(const struct box_relax *relax, const struct md_system *system, double scale[3])
{
    for (int d = 0; d < 3; d++)
        scale[d] = relax->free[d] ? system->box.length[d] / relax->reference[d] : 1.0;
}

/* Pressure times volume and strain energy; zero at the reference. */
static double box_energy(const struct box_relax *relax, const struct md_system *system)
{
    double scale[3], work, strain = 0.0;
    double to_energy = relax->mean / system->units->nktv2p;
    scales(relax, system, scale);
    if (relax->iso) {
        double product =
            system->dimension == 2 ? scale[0] * scale[0] : scale[0] * scale[0] * scale[0];
        return to_energy * (product - 1.0) * relax->volume;
    }
    work = to_energy * (scale[0] * scale[1] * scale[2] - 1.0) * relax->volume;
    for (int d = 0; d < 3; d++)
        strain += 0.5 * relax->sigma[d] * system->box.length[d] * system->box.length[d];
    return work + strain;
}

/* The pressure of the potentials along each axis, averaged over coupled ones. */
static void pressures(const struct box_relax *relax, const struct md_system *system,
                      const struct md_tally *tally, double p[3])
{
    double unit = system->units->nktv2p / md_box_volume(&system->box, system->dimension);
    for (int d = 0; d < 3; d++)
        p[d] = tally->virial[d] * unit;
    if (relax->iso) {
        double mean = system->dimension == 2 ? (p[0] + p[1]) / 2.0 : (p[0] + p[1] + p[2]) / 3.0;
        p[0] = p[1] = p[2] = mean;
    } else if (relax->couple == COUPLE_XY) {
        p[0] = p[1] = 0.5 * (p[0] + p[1]);
    } else if (relax->couple == COUPLE_YZ) {
        p[1] = p[2] = 0.5 * (p[1] + p[2]);
    } else if (relax->couple == COUPLE_XZ) {
        p[0] = p[2] = 0.5 * (p[0] + p[2]);
    }
}

static double relax_energy(void *state, const struct md_system *system,
                           const struct md_tally *tally, double force[MD_FREEDOM_MAX])
{
    struct box_relax *relax = state;
    double scale[3], p[3], unit = relax->volume / system->units->nktv2p;
    scales(relax, system, scale);
    pressures(relax, system, tally, p);
    if (relax->iso) {
        double area = system->dimension == 2 ? 2.0 * scale[0] : 3.0 * scale[0] * scale[0];
        force[0] = (p[0] - relax->mean) * area * unit;
        return box_energy(relax, system);
    }
    for (int d = 0; d < 3; d++) {
        int e = (d + 1) % 3, g = (d + 2) % 3;
        force[d] = 0.0;
        if (relax->free[d])
            force[d] = (p[d] - relax->mean) * scale[e] * scale[g] * unit -
                       system->box.length[d] * relax->sigma[d] * relax->reference[d];
    }
    return box_energy(relax, system);
}

/* ------------------------------------------------------------------ along a line */

static enum md_status relax_begin(void *state, struct md_system *system, struct md_error *error)
{
    struct box_relax *relax = state;
    for (int d = 0; d < 3; d++) {
        if (relax->free[d] && !system->box.periodic[d])
            return md_error_set(error, MD_ERR_VALUE, NULL,
                                "fix box/relax cannot change %c, which is not periodic", "xyz"[d]);
    }
    set_reference(relax, system);
    memcpy(relax->begun, relax->reference, sizeof relax->begun);
    return MD_OK;
}

static void relax_store(void *state, const struct md_system *system)
{
    struct box_relax *relax = state;
    memcpy(relax->lo, system->box.lo, sizeof relax->lo);
    memcpy(relax->hi, system->box.hi, sizeof relax->hi);
    for (int d = 0; d < 3; d++)
        relax->at_start[d] = (relax->hi[d] - relax->lo[d]) / relax->begun[d];
}

static enum md_status relax_step(void *state, struct md_system *system, double alpha,
                                 const double h[MD_FREEDOM_MAX], struct md_error *error)
{
    struct box_relax *relax = state;
    double lo[3], hi[3];
    memcpy(lo, system->box.lo, sizeof lo);
    memcpy(hi, system->box.hi, sizeof hi);
    for (int d = 0; d < 3; d++) {
        if (!relax->free[d])
            continue;
        double change = alpha * h[relax->iso ? 0 : d] / relax->at_start[d];
        lo[d] = relax->lo[d] + (relax->lo[d] - relax->fixed[d]) * change;
        hi[d] = relax->hi[d] + (relax->hi[d] - relax->fixed[d]) * change;
        if (md_box_flaw(lo[d], hi[d]) != NULL)
            return md_error_set(error, MD_ERR_RUN, NULL,
                                "fix box/relax would make the box reach from %clo = %g to %chi = "
                                "%g; use a smaller vmax",
                                "xyz"[d], lo[d], "xyz"[d], hi[d]);
    }
    md_remap(system, relax->groups, lo, hi);
    return MD_OK;
}

static double relax_limit(const void *state, const double h[MD_FREEDOM_MAX])
{
    const struct box_relax *relax = state;
    if (relax->iso)
        return relax->vmax / fabs(h[0]);
    double limit = 1.0;
    for (int d = 0; d < 3; d++) {
        if (relax->free[d])
            limit = fmin(limit, relax->vmax / fabs(h[d]));
    }
    return limit;
}

static bool relax_refer(void *state, const struct md_system *system, int64_t iteration)
{
    struct box_relax *relax = state;
    if (relax->nreset == 0 || iteration % relax->nreset != 0)
        return false;
    set_reference(relax, system);
    return true;
}

static void box_relax_freedom(const void *state, struct md_freedom *freedom)
{
    const struct box_relax *relax = state;
    *freedom = (struct md_freedom){
        .count = relax->iso ? 1 : 3,
        .begin = relax_begin,
        .energy = relax_energy,
        .store = relax_store,
        .step = relax_step,
        .limit = relax_limit,
        .refer = relax_refer,
    };
}

/* f_ID: zero before the first minimisation. */
static enum md_status box_relax_value(const void *state, const struct md_modify_context *context,
                                      int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct box_relax *relax = state;
    if (i != 0 || j != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "fix box/relax is a number; it has no values [i]");
    *value = relax->volume > 0.0 ? box_energy(relax, context->system) : 0.0;
    return MD_OK;
}

const struct md_modifier md_modifier_box_relax = {
    .style =
        {
            .name = "box/relax",
            .summary = "lets the box change in minimisations, towards a pressure",
            .usage = "fix ID GROUP box/relax iso|aniso|x|y|z P ... [couple none|xyz|xy|yz|xz] "
                     "[vmax F] [nreset N] [dilate all|partial] [fixedpoint X Y Z]",
            .manual =
                "In minimisations with min_style cg or sd the lengths of the box change together\n"
                "with the atoms until the pressure is P.  iso: all lengths by one factor; aniso:\n"
                "each by its own; x P, y P, z P: only these, each towards its pressure; couple:\n"
                "these axes by one factor.  Atoms move with the box, with 'dilate partial' only\n"
                "those of the group, away from fixedpoint (the middle of the box).  vmax (0.0001)\n"
                "is the largest relative change in one line search; 0.001 is often faster.\n"
                "nreset N (0: never) makes every N iterations the present box the one that the\n"
                "strain energy refers to, for pressures that differ between axes.  f_ID is the\n"
                "energy P (V - V0) plus the strain energy; it is part of what is minimised and "
                "not\n"
                "of pe.  In runs the fix does nothing.",
            .cite = "M. Parrinello, A. Rahman, J. Appl. Phys. 52 (1981) 7182",
            .state_size = sizeof(struct box_relax),
        },
    .resizes = true,
    .create = box_relax_create,
    .freedom = box_relax_freedom,
    .has_scalar = true,
    .extensive = true,
    .value = box_relax_value,
};
