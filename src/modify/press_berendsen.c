/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix press/berendsen: after each step the box is stretched along the chosen axes, with its atoms,
 * about its middle, by
 *
 *     [1 - (h / Pdamp) (P_wanted - P) / modulus]^(1/3),
 *
 * so that the pressure relaxes towards the one wanted.  Nothing else is touched: no thermostat, and
 * no fix here moves atoms.
 */
#include "modify/styles.h"

#include "modify/bath.h"
#include "state/remap.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct press {
    struct md_bath bath; /* only its compute is used */
    char pressure[80];   /* ID of the compute */
    bool axis[3];
    double start[3], stop[3], damp[3], modulus;
    int couple[3]; /* axes of the same number share their mean pressure */
    bool iso;      /* the scalar pressure */
    bool partial;  /* only the group's atoms move with the box */
    int64_t first; /* step of the run, at which nothing is done yet */
};

/* ------------------------------------------------------------------ words */

enum key { ISO, ANISO, X, Y, Z, COUPLE, MODULUS, DILATE, FLIP };

enum couple { NONE, XYZ, XY, YZ, XZ };

static enum md_status read_pressure(struct press *press, int key, const struct md_word *word,
                                    int dimension, struct md_error *error)
{
    double start, stop, damp;
    if (md_word_double(&word[1], "pressure at the start", -INFINITY, INFINITY, &start, error) ||
        md_word_double(&word[2], "pressure at the end", -INFINITY, INFINITY, &stop, error) ||
        md_word_double(&word[3], "damping time", MD_ABOVE(0.0), INFINITY, &damp, error))
        return error->status;
    if (key == Z && dimension == 2)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "the pressure along z cannot be controlled in two dimensions");
    for (int k = 0; k < dimension; k++) {
        if (key != ISO && key != ANISO && key != X + k)
            continue;
        press->axis[k] = true;
        press->start[k] = start;
        press->stop[k] = stop;
        press->damp[k] = damp;
    }
    return MD_OK;
}

/* One keyword; *couple is changed by couple, iso and aniso. */
static enum md_status read_key(struct press *press, int key, const struct md_word *word,
                               int dimension, int *couple, struct md_error *error)
{
    static const char *const couples[] = {"none", "xyz", "xy", "yz", "xz", NULL};
    static const char *const dilates[] = {"all", "partial", NULL};
    int choice = 0;
    bool flips; /* tilted boxes, of which there are none */
    enum md_status status;
    if (key == FLIP)
        return md_word_bool(word + 1, "flip", &flips, error);
    if (key == COUPLE)
        return md_word_choice(word + 1, "couple", couples, couple, error);
    if (key == MODULUS)
        return md_word_double(word + 1, "modulus", MD_ABOVE(0.0), INFINITY, &press->modulus, error);
    if (key == DILATE) {
        status = md_word_choice(word + 1, "dilate", dilates, &choice, error);
        press->partial = choice == 1;
        return status;
    }
    if (key == ISO || key == ANISO)
        *couple = key == ISO ? XYZ : NONE;
    return read_pressure(press, key, word, dimension, error);
}

/* Axes that share a pressure are all controlled, and towards the same. */
static enum md_status settle(struct press *press, int couple, int dimension,
                             const struct md_word *word, struct md_error *error)
{
    static const int sets[][3] = {{0, 1, 2}, {0, 0, 0}, {0, 0, 2}, {0, 1, 1}, {0, 1, 0}};
    memcpy(press->couple, sets[couple], sizeof press->couple);
    press->iso = couple == XYZ || (dimension == 2 && couple == XY);
    for (int k = 0; k < dimension; k++) {
        for (int l = 0; l < k; l++) {
            if (press->couple[k] == press->couple[l] &&
                (!press->axis[k] || !press->axis[l] || press->start[k] != press->start[l] ||
                 press->stop[k] != press->stop[l] || press->damp[k] != press->damp[l]))
                return md_error_set(error, MD_ERR_VALUE, &word->place,
                                    "axes %c and %c are coupled and must both be controlled, with "
                                    "the same PSTART, PSTOP and PDAMP",
                                    "xyz"[l], "xyz"[k]);
        }
    }
    if (press->axis[0] || press->axis[1] || press->axis[2])
        return MD_OK;
    return md_error_set(error, MD_ERR_COUNT, &word->place,
                        "fix press/berendsen needs a pressure: iso, aniso, x, y or z PSTART PSTOP "
                        "PDAMP");
}

/* Pressure is of all atoms, so the temperature it is made from is too. */
static enum md_status make_computes(struct press *press, const struct md_modify_context *context,
                                    const struct md_word *word, struct md_error *error)
{
    char id[sizeof press->pressure];
    if (md_bath_make(&press->bath, context, 0, word, error))
        return error->status;
    snprintf(id, sizeof id, "%.64s_press", context->id);
    const struct md_word words[4] = {
        {.text = id, .place = word->place},
        {.text = "all", .place = word->place},
        {.text = "pressure", .place = word->place},
        {.text = press->bath.temperature, .place = word->place},
    };
    struct md_args args = {.words = words, .count = 4, .command = *word};
    if (md_computes_lend(context->computes, context->system, &args, press, error))
        return error->status;
    memcpy(press->pressure, id, sizeof id);
    return MD_OK;
}

static enum md_status press_create(void *state, const struct md_modify_context *context,
                                   const struct md_args *args, struct md_error *error)
{
    static const char *const keys[] = {"iso",    "aniso",   "x",      "y",    "z",
                                       "couple", "modulus", "dilate", "flip", NULL};
    static const int values[] = {3, 3, 3, 3, 3, 1, 1, 1, 1};
    struct press *press = state;
    int dimension = context->system->dimension, couple = NONE, key;
    press->bath.style = "press/berendsen";
    press->bath.owner = press;
    press->bath.computes = context->computes;
    press->modulus = 10.0;
    if (md_args_count(args, 2, -1, md_modifier_press_berendsen.style.usage, error))
        return error->status;
    for (int at = 0; at < args->count; at += 1 + values[key]) {
        const struct md_word *word = &args->words[at];
        if (md_word_choice(word, "keyword of fix press/berendsen", keys, &key, error))
            return error->status;
        if (at + values[key] >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs %d word%s",
                                word->text, values[key], values[key] == 1 ? "" : "s");
        if (read_key(press, key, word, dimension, &couple, error))
            return error->status;
    }
    if (settle(press, couple, dimension, &args->words[0], error))
        return error->status;
    return make_computes(press, context, &args->words[0], error);
}

static enum md_status press_begin(void *state, const struct md_modify_context *context,
                                  struct md_error *error)
{
    struct press *press = state;
    press->first = md_clock_step(&context->system->clock);
    if (md_bath_begin(&press->bath, context, error))
        return error->status;
    if (md_computes_find(context->computes, press->pressure) == NULL)
        return md_error_set(error, MD_ERR_REFERENCE, NULL,
                            "the pressure '%s' of fix press/berendsen is no longer there",
                            press->pressure);
    for (int k = 0; k < 3; k++)
        if (press->axis[k] && !context->system->box.periodic[k])
            return md_error_set(error, MD_ERR_VALUE, NULL,
                                "fix press/berendsen cannot control the pressure along the %c "
                                "axis, which is not periodic",
                                "xyz"[k]);
    return MD_OK;
}

/* ------------------------------------------------------------------ after a step */

static enum md_status measure(const struct press *press, const struct md_modify_context *context,
                              double now[3], struct md_error *error)
{
    struct md_frame frame = md_modify_frame(context, true);
    const struct md_compute *compute = md_computes_find(context->computes, press->pressure);
    double tensor[6];
    if (compute == NULL)
        return md_error_set(error, MD_ERR_REFERENCE, NULL,
                            "the pressure '%s' of fix press/berendsen is no longer there",
                            press->pressure);
    if (press->iso) {
        if (md_compute_scalar(compute, context->computes, &frame, &now[0], error))
            return error->status;
        now[1] = now[2] = now[0];
        return MD_OK;
    }
    if (md_compute_vector(compute, context->computes, &frame, tensor, error))
        return error->status;
    for (int k = 0; k < 3; k++) {
        double sum = 0.0, shared = 0.0;
        for (int l = 0; l < 3; l++) {
            if (press->couple[l] != press->couple[k])
                continue;
            sum += tensor[l];
            shared += 1.0;
        }
        now[k] = sum / shared;
    }
    return MD_OK;
}

static enum md_status press_act(void *state, const struct md_modify_context *context,
                                unsigned *changed, struct md_error *error)
{
    const struct press *press = state;
    struct md_system *system = context->system;
    double now[3], lo[3], hi[3], share = md_ramp_share(context);
    (void)changed; /* the next step finds the new box: nothing is set up again */
    if (measure(press, context, now, error))
        return error->status;
    for (int k = 0; k < 3; k++) {
        lo[k] = system->box.lo[k];
        hi[k] = system->box.hi[k];
        if (!press->axis[k])
            continue;
        double wanted = press->start[k] + share * (press->stop[k] - press->start[k]);
        double cube =
            1.0 - system->clock.timestep / press->damp[k] * (wanted - now[k]) / press->modulus;
        if (!(cube > 0.0) || !isfinite(cube))
            return md_error_set(error, MD_ERR_RUN, NULL,
                                "fix press/berendsen would stretch the box along %c by the root of "
                                "%g: the pressure is %g",
                                "xyz"[k], cube, now[k]);
        double stretch = pow(cube, 1.0 / 3.0), middle = 0.5 * (lo[k] + hi[k]);
        lo[k] = (lo[k] - middle) * stretch + middle;
        hi[k] = (hi[k] - middle) * stretch + middle;
        const char *flaw = md_box_flaw(lo[k], hi[k]);
        if (flaw != NULL)
            return md_error_set(error, MD_ERR_RUN, NULL,
                                "fix press/berendsen makes the box reach from %g to %g along %c; "
                                "%s",
                                lo[k], hi[k], "xyz"[k], flaw);
    }
    md_remap(system, press->partial ? md_group_bit(context->group) : md_group_bit(0), lo, hi);
    return MD_OK;
}

static int64_t press_next(const void *state, int64_t step)
{
    const struct press *press = state;
    return step < press->first ? press->first + 1 : step + 1;
}

static unsigned press_axes(const void *state)
{
    const struct press *press = state;
    unsigned axes = 0;
    for (int k = 0; k < 3; k++)
        axes |= press->axis[k] ? 1u << k : 0;
    return axes;
}

static void press_use_temperature(void *state, const struct md_compute *compute)
{
    struct press *press = state;
    const struct md_compute *pressure = md_computes_find(press->bath.computes, press->pressure);
    if (pressure != NULL && pressure->type->set_temperature != NULL)
        pressure->type->set_temperature(pressure->state, compute->id);
    md_bath_use(&press->bath, compute);
}

static void press_use_pressure(void *state, const struct md_compute *compute)
{
    struct press *press = state;
    char id[sizeof compute->id];
    memcpy(id, compute->id, sizeof id);
    if (strcmp(id, press->pressure) == 0)
        return;
    md_computes_return(press->bath.computes, press->pressure, press);
    memcpy(press->pressure, id, sizeof id);
}

static void press_destroy(void *state)
{
    struct press *press = state;
    if (press->bath.computes != NULL && press->pressure[0] != '\0')
        md_computes_return(press->bath.computes, press->pressure, press);
    md_bath_free(&press->bath);
}

static bool press_spans(const void *state)
{
    const struct press *press = state;
    for (int k = 0; k < 3; k++)
        if (press->axis[k] && press->start[k] != press->stop[k])
            return true;
    return false;
}

const struct md_modifier md_modifier_press_berendsen = {
    .style =
        {
            .name = "press/berendsen",
            .summary = "stretches the box until it has the wanted pressure",
            .usage = "fix ID GROUP press/berendsen iso|aniso|x|y|z PSTART PSTOP PDAMP ... "
                     "[couple none|xyz|xy|yz|xz] [modulus B] [dilate all|partial]",
            .manual =
                "After each step the box and its atoms are stretched along the chosen axes by\n"
                "[1 - (dt/PDAMP) (P_wanted - P) / B]^(1/3).  P_wanted goes from PSTART at the "
                "run's\n"
                "first step to PSTOP at its last.  Another fix (nve, nvt) moves the atoms.\n"
                "  iso             one pressure for all axes; aniso, x, y, z: each its own\n"
                "  couple          axes that share their mean pressure\n"
                "  modulus B       bulk modulus, a pressure (10)\n"
                "  dilate partial  only atoms of the group move with the box (all)\n"
                "  flip yes|no     without effect: it is about tilted boxes\n"
                "fix_modify temp and press give it other computes to follow; its own are ID_temp\n"
                "and ID_press.",
            .cite = "H. J. C. Berendsen, J. P. M. Postma, W. F. van Gunsteren, A. DiNola, "
                    "J. R. Haak, J. Chem. Phys. 81 (1984) 3684",
            .state_size = sizeof(struct press),
        },
    .resizes = true,
    .displaces = true,
    .looks = true,
    .balance = MD_BALANCE_UNCOUNTED,
    .create = press_create,
    .begin = press_begin,
    .spans = press_spans,
    .axes = press_axes,
    .next = press_next,
    .act = press_act,
    .use_temperature = press_use_temperature,
    .use_pressure = press_use_pressure,
    .destroy = press_destroy,
};
