/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute es/steps: what energy-stepping counts, the energies on its terraces, and a histogram of
 * its steps.
 */
#include "measure/styles.h"

#include <math.h>

#define VALUES 15

static enum md_status es_steps_create(void *state, const struct md_measure_context *context,
                                      const struct md_args *args, struct md_error *error)
{
    (void)state;
    if (md_args_count(args, 0, 0, md_measure_es_steps.style.usage, error))
        return error->status;
    if (context->group != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "steps are those of the whole system: the group must be 'all', and it "
                            "is '%s'",
                            context->system->groups.name[context->group]);
    return MD_OK;
}

static enum md_status find(const struct md_measure_context *context, const struct md_frame *frame,
                           const struct md_ledger_terraces **terraces, struct md_error *error)
{
    *terraces = &frame->system->ledger.terraces;
    if (frame->system->ledger.active && (*terraces)->active)
        return MD_OK;
    return md_error_set(error, MD_ERR_ORDER, NULL,
                        "compute '%s' (es/steps) has nothing to show before a run with run_style "
                        "energy-stepping, energy-stepping/pair or force-stepping",
                        context->self->id);
}

static enum md_status es_steps_scalar(void *state, const struct md_measure_context *context,
                                      const struct md_frame *frame, double *value,
                                      struct md_error *error)
{
    const struct md_ledger_terraces *seen;
    (void)state;
    if (find(context, frame, &seen, error))
        return error->status;
    *value = (double)seen->steps;
    return MD_OK;
}

static enum md_status es_steps_vector(void *state, const struct md_measure_context *context,
                                      const struct md_frame *frame, double *values,
                                      struct md_error *error)
{
    const struct md_ledger_terraces *seen;
    (void)state;
    if (find(context, frame, &seen, error))
        return error->status;
    const double shown[VALUES] = {
        (double)seen->steps,
        (double)seen->reflections,
        (double)seen->uphill,
        (double)seen->downhill,
        (double)seen->barriers,
        seen->steps > 0 ? seen->time / (double)seen->steps : 0.0,
        seen->longest,
        seen->time > 0.0 ? seen->trapped / seen->time : 0.0,
        seen->longest_trap,
        (double)seen->trap_reflections,
        seen->terraced,
        seen->total,
        seen->terrace,
        seen->height,
        (double)(seen->evaluations + seen->bounds),
    };
    for (int k = 0; k < VALUES; k++)
        values[k] = shown[k];
    return MD_OK;
}

static enum md_status es_steps_array(void *state, const struct md_measure_context *context,
                                     const struct md_frame *frame, double *values,
                                     struct md_error *error)
{
    const struct md_ledger_terraces *seen;
    (void)state;
    if (find(context, frame, &seen, error))
        return error->status;
    for (int k = 0; k < MD_LEDGER_BINS; k++) {
        values[2 * k] = seen->bin0 * pow(2.0, 0.25 * (k + 0.5));
        values[2 * k + 1] = (double)seen->bin[k];
    }
    return MD_OK;
}

static void es_steps_shape(const void *state, struct md_shape *shape)
{
    (void)state;
    shape->vector_length = VALUES;
    shape->rows = MD_LEDGER_BINS;
    shape->columns = 2;
}

const struct md_measure md_measure_es_steps = {
    .style =
        {
            .name = "es/steps",
            .summary = "steps and energies of energy-stepping",
            .usage = "compute ID all es/steps",
            .manual =
                "c_ID is the number of steps since the run began.\n"
                "c_ID[1..15]: steps, reflections, crossings uphill, downhill, reflections by hard\n"
                "walls and contacts; the average and the longest step; the share of time in traps\n"
                "(ten reflections in a row or more, without a crossing), the longest trap's time\n"
                "and its reflections; V_h, E_h = K + V_h, the number of the terrace, h; and how\n"
                "often the potential or bounds of its curvature were evaluated.\n"
                "c_ID[k][1] and c_ID[k][2], k = 1..100, are a histogram: lengths of steps, each\n"
                "2^(1/4) times the one before, and how many there were.\n"
                "With energy-stepping/pair a step is an atom's flight from one of its events to\n"
                "the next, and there are no traps or terraces of the whole.\n"
                "With force-stepping a step is a flight through a simplex, uphill and downhill "
                "say\n"
                "whether V_h, the interpolated energy, was rising when it ended, and h is H.",
            .cite = "M. Gonzalez, B. Schmidt, M. Ortiz, Int. J. Numer. Meth. Engng 82 (2010) 205",
        },
    .create = es_steps_create,
    .of_terraces = true,
    .shape = es_steps_shape,
    .scalar = es_steps_scalar,
    .vector = es_steps_vector,
    .array = es_steps_array,
};
