/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A harmonic angle, E = K (theta - theta0)^2: K includes the usual factor 1/2.
 */
#include "term/angle.h"

#include <math.h>

#define DEGREE (3.14159265358979323846 / 180.0)

enum { STIFFNESS, REST };

struct value {
    double energy, slope, curvature; /* and its derivatives with respect to the angle */
};

static struct value evaluate(const double *record, double cosine)
{
    double off = acos(cosine) - record[REST], half = record[STIFFNESS] * off;
    return (struct value){
        .energy = half * off, .slope = 2.0 * half, .curvature = 2.0 * record[STIFFNESS]};
}

static void derive(const double *coeff, double *record)
{
    record[STIFFNESS] = coeff[STIFFNESS];
    record[REST] = coeff[REST] * DEGREE;
}

static const struct md_bonded_kind kind = {
    .topology = MD_ANGLES,
    .coeffs = 2,
    .usage = "angle_coeff N K THETA0",
    .coeff =
        {{.name = "K",
          .unit = "energy/radian^2",
          .doc = "stiffness: the energy is K times the squared difference to THETA0",
          .lo = -INFINITY,
          .hi = INFINITY},
         {.name = "THETA0", .unit = "degrees", .doc = "angle at rest", .lo = 0.0, .hi = 180.0}},
    .negative = {"the angle pushes its atoms away from the angle at rest"},
    .derive = derive,
};

static const double *record_of(const void *state, const struct md_element *element)
{
    const struct md_bonded *bonded = state;
    return bonded->record + element->type[0] * MD_BONDED_RECORD;
}

static enum md_status one(const void *state, const struct md_element *element, double *energy,
                          double (*f)[3])
{
    struct md_angle angle = md_angle_of(element);
    struct value value = evaluate(record_of(state, element), angle.cosine);
    *energy = value.energy;
    md_angle_forces(&angle, value.slope, f);
    return MD_OK;
}

static double stiffness(const void *state, const struct md_element *element)
{
    struct md_angle angle = md_angle_of(element);
    struct value value = evaluate(record_of(state, element), angle.cosine);
    return md_angle_stiffness(&angle, value.slope, value.curvature);
}

extern const struct md_potential md_angle_harmonic;

static enum md_status create(void *state, const struct md_system *system,
                             const struct md_args *args, struct md_error *error)
{
    (void)system;
    return md_bonded_create(state, &kind, &md_angle_harmonic.style, args, error);
}

const struct md_potential md_angle_harmonic = {
    .style =
        {
            .name = "harmonic",
            .summary = "harmonic angles",
            .usage = "angle_style harmonic",
            .manual =
                "E = K (theta - THETA0)^2, theta being the angle at the middle atom of three; "
                "K includes the factor 1/2 of a spring.\n\n"
                "angle_coeff N K THETA0 sets the angles of type N: energy/radian^2, degrees. "
                "A straight angle that wants to bend has no direction to do so: where the "
                "sine of theta is less than 0.001 the force is that of 0.001.",
            .state_size = sizeof(struct md_bonded),
        },
    .kind = MD_KIND_TOPOLOGY,
    .topology = MD_ANGLES,
    .can = MD_CAN_SUM | MD_CAN_ONE | MD_CAN_STIFFNESS | MD_CAN_VIRIAL | MD_SMOOTH_CUTOFF,
    .passes = 1,
    .coeffs = kind.coeff,
    .create = create,
    .coeff = md_bonded_coeff,
    .prepare = md_bonded_prepare,
    .keep = md_bonded_keep,
    .destroy = md_bonded_destroy,
    .one = one,
    .stiffness = stiffness,
    .describe = md_bonded_describe,
};
