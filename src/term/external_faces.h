/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The two faces of an external potential, made from its formula.  The file that includes this has
 * defined before
 *
 *     static inline void term(const struct STATE *, const struct md_box *,
 *                             const struct md_external_atom *, struct md_external_sums *,
 *                             double f[3]);
 *
 * which adds one atom's energy (and virial and reactions) to the sums and its force to f, and
 *
 *     static double curvature(const struct STATE *, const struct md_box *,
 *                             const struct md_external_atom *);
 *
 * a bound on the curvature, and
 *
 *     static struct md_range bend(const struct STATE *, const struct md_box *,
 *                                 const struct md_external_atom *, const double v[3], double time);
 *
 * between which d2V/dt2 is while the atom goes on with the velocity v for this time, in the box's
 * image where it is; and says `#define EXTERNAL_STATE STATE`.  EXTERNAL_FACES goes into its const
 * struct.
 */
#include "base/range.h"
#include "term/external.h"

#include <string.h>

static void external_sum(void *state, const struct md_system *system,
                         const struct md_neighbors *neighbors, struct md_share share, md_vec3 *f,
                         struct md_tally_sums *tally)
{
    struct md_external *external = state;
    const struct md_atoms *atoms = &system->atoms;
    (void)neighbors;
    for (size_t i = share.begin; i < share.end; i++) {
        struct md_external_sums sums = {0};
        double r[3], pull[3] = {0.0, 0.0, 0.0};
        if ((atoms->groups[i] & external->group) == 0)
            continue;
        md_box_unwrap(&system->box, atoms->x[i], atoms->image[i], r);
        struct md_external_atom atom = {atoms->x[i], r, f[i], atoms->type[i], atoms->id[i]};
        term((const struct EXTERNAL_STATE *)state, &system->box, &atom, &sums, pull);
        for (int k = 0; k < 3; k++)
            f[i][k] += pull[k];
        md_external_add(external, share.slot, &sums, tally);
    }
}

/* The element's position is unwrapped. */
static struct md_external_atom external_atom(const struct md_external *external,
                                             const struct md_element *element, double x[3])
{
    memcpy(x, element->x[0], 3 * sizeof x[0]);
    md_box_wrap(&external->box, x, NULL);
    return (struct md_external_atom){
        .x = x,
        .r = element->x[0],
        .type = element->type[0],
        .id = element->id ? element->id[0] : 0,
    };
}

static enum md_status external_one(const void *state, const struct md_element *element,
                                   double *energy, double (*f)[3])
{
    const struct md_external *external = state;
    struct md_external_sums sums = {0};
    double x[3];
    struct md_external_atom atom = external_atom(external, element, x);
    memset(f[0], 0, sizeof f[0]);
    term((const struct EXTERNAL_STATE *)state, &external->box, &atom, &sums, f[0]);
    *energy = sums.energy;
    return sums.trapped ? MD_ERR_RUN : MD_OK;
}

static void external_field(const void *state, const struct md_box *box,
                           const struct md_external_atom *atom, struct md_external_sums *sums,
                           double f[3])
{
    term((const struct EXTERNAL_STATE *)state, box, atom, sums, f);
}

static void external_field_span(const void *state, const struct md_box *box,
                                const struct md_external_atom *atom, const double v[3], double time,
                                double bound[2])
{
    struct md_range range = bend((const struct EXTERNAL_STATE *)state, box, atom, v, time);
    bound[0] = range.lo;
    bound[1] = range.hi;
}

static double external_stiffness(const void *state, const struct md_element *element)
{
    const struct md_external *external = state;
    double x[3];
    struct md_external_atom atom = external_atom(external, element, x);
    return curvature((const struct EXTERNAL_STATE *)state, &external->box, &atom);
}

#define EXTERNAL_CAN (MD_CAN_SUM | MD_CAN_ONE | MD_CAN_STIFFNESS | MD_CAN_SPAN | MD_SMOOTH_CUTOFF)
#define EXTERNAL_FACES                                                                             \
    .kind = MD_KIND_EXTERNAL, .reserve = md_external_reserve, .sum = external_sum,                 \
    .one = external_one, .field = external_field, .field_span = external_field_span,               \
    .abilities = md_external_abilities, .stiffness = external_stiffness,                           \
    .judge = md_external_judge
