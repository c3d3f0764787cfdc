/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The box's own equations of motion.  With the rate w_k of each controlled axis and its mass W_k,
 *
 *     W_k dw_k/dt = V (P_k - P) + (1/N_axes N) sum m v v - (deviatoric part),
 *
 * velocities are braked by exp(-(w_k + sum w / (N_axes N)) dt/2), and the box grows by
 * exp(w_k dt/2) in each half of the drift, about the fixed point.  The terms with N are the
 * corrections of Martyna, Tobias and Klein (`mtk`).
 */
#include "modify/nose_hoover.h"

#include "state/remap.h"

#include <math.h>

enum md_status md_barostat_look(struct md_nose_hoover *nh, const struct md_modify_context *context,
                                struct md_error *error)
{
    struct md_barostat *press = &nh->press;
    struct md_frame frame = md_modify_frame(context, true);
    const struct md_compute *compute = md_computes_find(context->computes, press->pressure);
    double tensor[6];
    enum md_status status;
    if (compute == NULL)
        return md_error_set(error, MD_ERR_REFERENCE, NULL,
                            "the pressure '%s' of fix %s is no longer there", press->pressure,
                            nh->bath.style);
    if (press->iso) {
        status = md_compute_scalar(compute, context->computes, &frame, &tensor[0], error);
        tensor[1] = tensor[2] = tensor[0];
    } else {
        status = md_compute_vector(compute, context->computes, &frame, tensor, error);
    }
    for (int k = 0; k < 3 && status == MD_OK; k++) {
        double sum = 0.0;
        int shared = 0;
        for (int l = 0; l < 3; l++) {
            if (press->couple[l] == press->couple[k]) {
                sum += tensor[l];
                shared++;
            }
        }
        press->now[k] = press->iso ? tensor[0] : sum * (1.0 / shared);
        if (!isfinite(press->now[k]))
            return md_error_set(error, MD_ERR_RUN, NULL, "the pressure fix %s follows is %g",
                                nh->bath.style, press->now[k]);
    }
    return status;
}

/* The reference box, about which pressures may differ from axis to axis. */
static void set_sigma(struct md_barostat *press, const struct md_modify_context *context)
{
    const struct md_system *system = context->system;
    int64_t done = md_clock_step(&system->clock) - context->first_step;
    if (press->reset > 0 && done % press->reset == 0) {
        press->volume0 = md_box_volume(&system->box, system->dimension);
        for (int k = 0; k < 3; k++)
            press->inverse0[k] = 1.0 / system->box.length[k];
    }
    for (int k = 0; k < 3; k++)
        press->sigma[k] =
            press->volume0 *
            (press->inverse0[k] * ((press->target[k] - press->hydrostatic) * press->inverse0[k]));
}

void md_barostat_aim(struct md_nose_hoover *nh, const struct md_modify_context *context)
{
    struct md_barostat *press = &nh->press;
    double share = md_ramp_share(context);
    press->hydrostatic = 0.0;
    for (int k = 0; k < 3; k++) {
        if (!press->axis[k])
            continue;
        press->target[k] = press->start[k] + share * (press->stop[k] - press->start[k]);
        press->hydrostatic += press->target[k];
    }
    press->hydrostatic /= press->axes;
    if (press->deviatoric)
        set_sigma(press, context);
}

/* sum m v v of the controlled axes, over their number and that of all atoms. */
static enum md_status mtk_term(const struct md_nose_hoover *nh,
                               const struct md_modify_context *context, double *term,
                               struct md_error *error)
{
    const struct md_barostat *press = &nh->press;
    double atoms = (double)context->system->atoms.count, tensor[6];
    *term = 0.0;
    if (!press->mtk || atoms == 0.0)
        return MD_OK;
    if (press->iso) {
        *term = nh->bath.freedom * context->system->units->boltz * nh->bath.now;
    } else {
        struct md_frame frame = md_modify_frame(context, false);
        struct md_compute *compute;
        enum md_status status = md_bath_compute(&nh->bath, &compute, error);
        if (status == MD_OK)
            status = md_compute_vector(compute, context->computes, &frame, tensor, error);
        if (status != MD_OK)
            return status;
        for (int k = 0; k < 3; k++)
            *term += press->axis[k] ? tensor[k] : 0.0;
    }
    *term /= press->axes * atoms;
    return MD_OK;
}

enum md_status md_barostat_push(struct md_nose_hoover *nh, const struct md_modify_context *context,
                                struct md_error *error)
{
    struct md_barostat *press = &nh->press;
    const struct md_system *system = context->system;
    double volume = md_box_volume(&system->box, system->dimension), term;
    double nktv2p = system->units->nktv2p, dt = system->clock.timestep;
    enum md_status status = mtk_term(nh, context, &term, error);
    if (status != MD_OK)
        return status;
    for (int k = 0; k < 3; k++) {
        if (!press->axis[k])
            continue;
        double force = (press->now[k] - press->hydrostatic) * volume / (press->mass[k] * nktv2p) +
                       term / press->mass[k];
        if (press->deviatoric)
            force -= system->box.length[k] * (press->sigma[k] * system->box.length[k]) /
                     (press->mass[k] * nktv2p);
        press->rate[k] += force * 0.5 * dt;
        press->rate[k] *= press->chain.drag;
    }
    press->correction = 0.0;
    if (press->mtk && system->atoms.count > 0) {
        for (int k = 0; k < 3; k++)
            press->correction += press->axis[k] ? press->rate[k] : 0.0;
        press->correction /= press->axes * (double)system->atoms.count;
    }
    return MD_OK;
}

/* The factor is applied twice: each is a quarter of the step. */
enum md_status md_barostat_brake(const struct md_nose_hoover *nh,
                                 const struct md_modify_context *context, struct md_error *error)
{
    const struct md_barostat *press = &nh->press;
    double factor[3], quarter = 0.25 * context->system->clock.timestep;
    for (int k = 0; k < 3; k++) {
        double once = exp(-quarter * (press->rate[k] + press->correction));
        factor[k] = once * once;
    }
    return md_bath_scale(&nh->bath, context, factor, error);
}

enum md_status md_barostat_remap(struct md_nose_hoover *nh, const struct md_modify_context *context,
                                 struct md_error *error)
{
    struct md_barostat *press = &nh->press;
    struct md_system *system = context->system;
    double half = 0.5 * system->clock.timestep, lo[3], hi[3];
    for (int k = 0; k < 3; k++) {
        lo[k] = system->box.lo[k];
        hi[k] = system->box.hi[k];
        if (!press->axis[k])
            continue;
        press->omega[k] += half * press->rate[k];
        double grow = exp(half * press->rate[k]);
        lo[k] = (lo[k] - press->fixed[k]) * grow + press->fixed[k];
        hi[k] = (hi[k] - press->fixed[k]) * grow + press->fixed[k];
        if (md_box_flaw(lo[k], hi[k]) != NULL)
            return md_error_set(error, MD_ERR_RUN, NULL,
                                "fix %s made the box reach from %g to %g along %c: the pressure is "
                                "too far from what is wanted, or PDAMP too short",
                                nh->bath.style, lo[k], hi[k], "xyz"[k]);
    }
    int group = press->dilate[0] != '\0' ? md_groups_find(&system->groups, press->dilate) : 0;
    md_remap(system, group >= 0 ? md_group_bit(group) : 0, lo, hi);
    return MD_OK;
}
