/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The faces of a pair potential made from its formula; see pair_loop.h.  Included once at the end
 * of each file in pair/, after pair_evaluate and `kind`; deliberately without a guard.
 */

/* The records of one vector of partners, transposed: p[k] holds the k-th double of each. */
MD_INLINE void pair_records(const double *row, const double *const site[MDV_WIDTH], mdv *p)
{
    const double *record[MDV_WIDTH];
    for (int k = 0; k < MDV_WIDTH; k++)
        record[k] = row + PAIR_RECORD * (ptrdiff_t)site[k][3];
    for (int q = 0; q < PAIR_RECORD; q += 4) {
        mdv_load4(record, &p[q], &p[q + 1], &p[q + 2], &p[q + 3]);
        for (int k = 0; k < MDV_WIDTH; k++)
            record[k] += 4;
    }
}

MD_INLINE void pair_sum_atom(const struct md_neighbors *neighbors, size_t i, const double *row,
                             const mdv *one, const struct md_shell_lines *shell, double f[3],
                             double *part, const bool many, const bool tally, const bool shelled)
{
    struct pair_sums sums = {0};
    const double *site = neighbors->site;
    const int32_t *partner = neighbors->partner[i], *end = partner + neighbors->number[i];
    const mdv x = mdv_set(site[4 * i]), y = mdv_set(site[4 * i + 1]), z = mdv_set(site[4 * i + 2]);
    mdv fx = mdv_zero(), fy = mdv_zero(), fz = mdv_zero();
    mdv p[PAIR_RECORD];
    for (int k = 0; k < PAIR_RECORD; k++)
        p[k] = one[k];
    for (; partner < end; partner += MDV_WIDTH) {
        const double *at[MDV_WIDTH];
        mdv dx, dy, dz;
        mdv_records(site, partner, at);
        mdv_load3(at, &dx, &dy, &dz);
        dx = mdv_sub(x, dx);
        dy = mdv_sub(y, dy);
        dz = mdv_sub(z, dz);
        if (many)
            pair_records(row, at, p);
        mdv r2 = pair_square(dx, dy, dz);
        mdv_mask inside = mdv_less(r2, p[0]);
#ifdef PAIR_DEAR
        if (pair_outside(r2, p[0]))
            continue;
#endif
        struct pair_value value = pair_evaluate(p, r2, tally || shelled, false);
        if (shelled)
            pair_shell(shell, r2, &value.force, &value.energy);
        mdv force = mdv_keep(inside, value.force);
        fx = mdv_fma(force, dx, fx);
        fy = mdv_fma(force, dy, fy);
        fz = mdv_fma(force, dz, fz);
        if (tally)
            pair_sums_add(&sums, mdv_keep(inside, value.energy), force, dx, dy, dz);
    }
    mdv_add_sums(f, fx, fy, fz);
    if (tally)
        pair_sums_store(&sums, part);
}

MD_INLINE void pair_sum_share(const struct md_pair *pair, const struct md_neighbors *neighbors,
                              struct md_share share, md_vec3 *f, struct md_tally_sums *tally,
                              const bool many, const bool tallied, const bool shelled)
{
    const struct md_shell_lines shell =
        shelled ? md_shell_lines(share.shell) : (struct md_shell_lines){0};
    const size_t row = (size_t)(pair->types + 1) * PAIR_RECORD;
    mdv one[PAIR_RECORD];
    for (int k = 0; k < PAIR_RECORD; k++)
        one[k] = mdv_set(pair->record[row + PAIR_RECORD + (size_t)k]);
    for (size_t i = share.begin; i < share.end; i++) {
        const double *records =
            many ? pair->record + row * (size_t)(ptrdiff_t)neighbors->site[4 * i + 3] : NULL;
        double *part = tallied ? md_exact_rows_next(&tally->part[MD_PART_PAIR]) : NULL;
        pair_sum_atom(neighbors, i, records, one, &shell, f[i], part, many, tallied, shelled);
        if (tallied)
            md_exact_rows_push_here(&tally->part[MD_PART_PAIR]);
    }
}

static void pair_sum_shell(const struct md_pair *pair, const struct md_neighbors *neighbors,
                           struct md_share share, md_vec3 *f, struct md_tally_sums *tally)
{
    if (pair->types == 1 && !tally)
        pair_sum_share(pair, neighbors, share, f, NULL, false, false, true);
    else if (pair->types == 1)
        pair_sum_share(pair, neighbors, share, f, tally, false, true, true);
    else if (!tally)
        pair_sum_share(pair, neighbors, share, f, NULL, true, false, true);
    else
        pair_sum_share(pair, neighbors, share, f, tally, true, true, true);
}

static void pair_sum(void *state, const struct md_system *system,
                     const struct md_neighbors *neighbors, struct md_share share, md_vec3 *f,
                     struct md_tally_sums *tally)
{
    const struct md_pair *pair = state;
    (void)system;
    if (share.shell)
        pair_sum_shell(pair, neighbors, share, f, tally);
    else if (pair->types == 1 && !tally)
        pair_sum_share(pair, neighbors, share, f, NULL, false, false, false);
    else if (pair->types == 1)
        pair_sum_share(pair, neighbors, share, f, tally, false, true, false);
    else if (!tally)
        pair_sum_share(pair, neighbors, share, f, NULL, true, false, false);
    else
        pair_sum_share(pair, neighbors, share, f, tally, true, true, false);
}

/* The formula on one pair; false: beyond the cutoff, where everything is 0. */
MD_INLINE bool pair_at(const struct md_pair *pair, const struct md_element *element, mdv d[3],
                       struct pair_value *value)
{
    const double *record =
        pair->record + PAIR_RECORD * ((size_t)element->type[0] * (size_t)(pair->types + 1) +
                                      (size_t)element->type[1]);
    mdv p[PAIR_RECORD];
    for (int k = 0; k < PAIR_RECORD; k++)
        p[k] = mdv_set(record[k]);
    for (int k = 0; k < 3; k++)
        d[k] = mdv_sub(mdv_set(element->x[0][k]), mdv_set(element->x[1][k]));
    mdv r2 = pair_square(d[0], d[1], d[2]);
    *value = pair_evaluate(p, r2, true, true);
    return mdv_first(r2) < record[0];
}

static enum md_status pair_one(const void *state, const struct md_element *element, double *energy,
                               double (*f)[3])
{
    struct pair_value value;
    mdv d[3];
    bool inside = pair_at(state, element, d, &value);
    *energy = inside ? mdv_first(value.energy) : 0.0;
    for (int k = 0; k < 3; k++) {
        f[0][k] = inside ? mdv_first(mdv_mul(value.force, d[k])) : 0.0;
        f[1][k] = -f[0][k];
    }
    return MD_OK;
}

static double pair_pull(const void *state, int type_i, int type_j, double r2)
{
    const struct md_pair *pair = state;
    const double *record =
        pair->record + PAIR_RECORD * ((size_t)type_i * (size_t)(pair->types + 1) + (size_t)type_j);
    mdv p[PAIR_RECORD];
    for (int k = 0; k < PAIR_RECORD; k++)
        p[k] = mdv_set(record[k]);
    struct pair_value value = pair_evaluate(p, mdv_set(r2), false, false);
    return r2 < record[0] ? mdv_first(value.force) : 0.0;
}

/* The Hessian of phi(|x0 - x1|) has the eigenvalues 2 phi'' (along the line) and 2 phi'/r (twice,
 * across it); the rest are 0. */
static double pair_stiffness(const void *state, const struct md_element *element)
{
    struct pair_value value;
    mdv d[3];
    if (!pair_at(state, element, d, &value))
        return 0.0;
    double along = mdv_first(value.curvature), across = mdv_first(value.force);
    along = along < 0.0 ? -along : along;
    across = across < 0.0 ? -across : across;
    return 2.0 * (along > across ? along : across);
}

MD_INLINE void pair_some_of(const struct md_pair *pair, size_t count, const double *r2,
                            const int32_t *row, double *force, double *curvature, double *energy,
                            const bool many, const bool all)
{
    const double *record = pair->record;
    mdv p[PAIR_RECORD];
    for (int k = 0; k < PAIR_RECORD; k++)
        p[k] = mdv_set(record[(size_t)(pair->types + 2) * PAIR_RECORD + (size_t)k]);
    for (size_t at = 0; at < count; at += MDV_WIDTH) {
        for (int k = 0; many && k < PAIR_RECORD; k++) {
            double value[MDV_WIDTH];
            for (int lane = 0; lane < MDV_WIDTH; lane++)
                value[lane] = record[PAIR_RECORD * (size_t)row[at + (size_t)lane] + (size_t)k];
            p[k] = mdv_load(value);
        }
        mdv square = mdv_load(r2 + at);
        mdv_mask inside = mdv_less(square, p[0]);
        struct pair_value value = pair_evaluate(p, square, all, all);
        mdv_store(force + at, mdv_keep(inside, value.force));
        if (!all)
            continue;
        mdv_store(curvature + at, mdv_keep(inside, value.curvature));
        mdv_store(energy + at, mdv_keep(inside, value.energy));
    }
}

static void pair_some(const void *state, size_t count, const double *r2, const int32_t *row,
                      double *force, double *curvature, double *energy)
{
    const struct md_pair *pair = state;
    if (pair->types == 1 && curvature == NULL)
        pair_some_of(pair, count, r2, row, force, NULL, NULL, false, false);
    else if (pair->types == 1)
        pair_some_of(pair, count, r2, row, force, curvature, energy, false, true);
    else if (curvature == NULL)
        pair_some_of(pair, count, r2, row, force, NULL, NULL, true, false);
    else
        pair_some_of(pair, count, r2, row, force, curvature, energy, true, true);
}

#ifdef PAIR_SPAN
#define PAIR_CAN_SPAN MD_CAN_SPAN

/* Where the cutoff is within reach, all may be 0 as well; what is no number has no bound. */
MD_INLINE void pair_span_store(double *to[2], size_t at, mdv least, mdv most, mdv_mask inside,
                               mdv_mask outside)
{
    const mdv zero = mdv_zero(), infinity = mdv_set(INFINITY), below = mdv_set(-INFINITY);
    least = mdv_select(mdv_less_equal(least, infinity), least, below);
    most = mdv_select(mdv_less_equal(below, most), most, infinity);
    least = mdv_select(inside, least, mdv_min(least, zero));
    most = mdv_select(inside, most, mdv_max(most, zero));
    mdv_store(to[0] + at, mdv_select(outside, zero, least));
    mdv_store(to[1] + at, mdv_select(outside, zero, most));
}

MD_INLINE void pair_span_of(const struct md_pair *pair, size_t count, const double *near,
                            const double *far, const int32_t *row, const struct md_span *span,
                            const bool many)
{
    const double *record = pair->record;
    struct md_span to = *span;
    mdv p[PAIR_RECORD];
    for (int k = 0; k < PAIR_RECORD; k++)
        p[k] = mdv_set(record[(size_t)(pair->types + 2) * PAIR_RECORD + (size_t)k]);
    for (size_t at = 0; at < count; at += MDV_WIDTH) {
        for (int k = 0; many && k < PAIR_RECORD; k++) {
            double value[MDV_WIDTH];
            for (int lane = 0; lane < MDV_WIDTH; lane++)
                value[lane] = record[PAIR_RECORD * (size_t)row[at + (size_t)lane] + (size_t)k];
            p[k] = mdv_load(value);
        }
        mdv from = mdv_load(near + at), till = mdv_load(far + at);
        mdv_mask inside = mdv_less(till, p[0]), outside = mdv_less_equal(p[0], from);
        struct pair_bounds bounds = pair_span_between(p, from, mdv_min(till, p[0]));
        pair_span_store(to.force, at, bounds.force[0], bounds.force[1], inside, outside);
        pair_span_store(to.curvature, at, bounds.curvature[0], bounds.curvature[1], inside,
                        outside);
    }
}

static void pair_span(const void *state, size_t count, const double *near, const double *far,
                      const int32_t *row, const struct md_span *span)
{
    const struct md_pair *pair = state;
    if (pair->types == 1)
        pair_span_of(pair, count, near, far, row, span, false);
    else
        pair_span_of(pair, count, near, far, row, span, true);
}
#else
#define PAIR_CAN_SPAN 0
#define pair_span     NULL
#endif

extern const struct md_potential PAIR_POTENTIAL;

static enum md_status pair_create(void *state, const struct md_system *system,
                                  const struct md_args *args, struct md_error *error)
{
    (void)system;
    return md_pair_create(state, &PAIR_KIND, &PAIR_POTENTIAL.style, args, error);
}

/* The common members of the struct md_potential at the end of each file. */
#define PAIR_FACES .create = pair_create, PAIR_FACES_BUT_CREATE
#define PAIR_FACES_BUT_CREATE                                                                      \
    .kind = MD_KIND_PAIR, .passes = 1, .coeffs = PAIR_KIND.coeff, .coeff = md_pair_coeff,          \
    .modify = md_pair_modify, .prepare = md_pair_prepare, .keep = md_pair_keep,                    \
    .destroy = md_pair_destroy, .cutoff = md_pair_cutoff, .given = md_pair_given,                  \
    .assign = md_pair_assign, .reach = md_pair_reach, .sum = pair_sum, .one = pair_one,            \
    .pull = pair_pull, .some = pair_some, .span = pair_span, .stiffness = pair_stiffness,          \
    .tail = md_pair_tail, .describe = md_pair_describe, .describe_all = md_pair_describe_all,      \
    .described = md_pair_described
