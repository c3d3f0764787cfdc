/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute msd: the mean square displacement of a group since the compute was made, along x, y and z
 * and in all.  `com yes` takes the drift of the group's centre of mass out; `average yes` measures
 * from the average position so far instead of the first (as in LAMMPS each step at which somebody
 * looks goes into it, once, and the first step of every run anew).
 */
#include "measure/styles.h"

#include "measure/origin.h"
#include "state/group_sums.h"

#include <string.h>

struct msd {
    bool com, average;
    struct md_origins origins;
    int64_t averaged; /* looks that went into the average */
    int64_t last;     /* the step of the last of them; a new run looks again */
};

static struct md_members members_of(const struct md_system *system, int group, const md_vec3 *x)
{
    struct md_members members = md_members_of(system, group);
    if (x != NULL)
        members.x = x;
    return members;
}

static void centre_of(const struct msd *msd, const struct md_members *members, double centre[3])
{
    memset(centre, 0, 3 * sizeof *centre);
    if (msd->com)
        md_group_xcm(members, md_group_mass(members), centre);
}

static void place_of(const struct md_members *members, size_t i, const double centre[3],
                     double x[3])
{
    const struct md_box *box = &members->system->box;
    for (int k = 0; k < 3; k++)
        x[k] = members->x[i][k] + members->system->atoms.image[i][k] * box->length[k] - centre[k];
}

static enum md_status read_words(struct msd *msd, const struct md_args *args,
                                 struct md_error *error)
{
    static const char *const keys[] = {"com", "average", NULL};
    enum md_status status = MD_OK;
    for (int at = 0; at < args->count && status == MD_OK; at += 2) {
        int key;
        status = md_word_choice(&args->words[at], "keyword of compute msd", keys, &key, error);
        if (status == MD_OK && at + 1 == args->count)
            return md_error_set(error, MD_ERR_COUNT, &args->words[at].place,
                                "'%s' needs a value: yes or no", args->words[at].text);
        if (status == MD_OK)
            status = md_word_bool(&args->words[at + 1], keys[key],
                                  key == 0 ? &msd->com : &msd->average, error);
    }
    return status;
}

static enum md_status msd_create(void *state, const struct md_measure_context *context,
                                 const struct md_args *args, struct md_error *error)
{
    struct msd *msd = state;
    const struct md_atoms *atoms = &context->system->atoms;
    struct md_members members = members_of(context->system, context->group, NULL);
    double centre[3];
    msd->last = -1;
    enum md_status status = read_words(msd, args, error);
    if (status == MD_OK)
        status = md_origins_reserve(&msd->origins, atoms->count, error);
    if (status == MD_OK)
        centre_of(msd, &members, centre);
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++) {
        double x[3] = {0.0};
        if (!md_members_has(&members, i))
            continue;
        place_of(&members, i, centre, x);
        status = md_origins_set(&msd->origins, atoms->id[i], x, error);
    }
    return status;
}

static enum md_status msd_arrived(void *state, const struct md_measure_context *context, size_t i,
                                  struct md_error *error)
{
    struct msd *msd = state;
    struct md_members members = members_of(context->system, context->group, NULL);
    double centre[3], x[3];
    if (!md_members_has(&members, i))
        return MD_OK;
    centre_of(msd, &members, centre);
    place_of(&members, i, centre, x);
    return md_origins_set(&msd->origins, context->system->atoms.id[i], x, error);
}

/* One that joined the group since then, and of whose coming nobody told, starts here. */
static enum md_status origin_of(struct msd *msd, int64_t id, const double x[3], double **origin,
                                struct md_error *error)
{
    *origin = md_origins_find(&msd->origins, id);
    if (*origin != NULL)
        return MD_OK;
    enum md_status status = md_origins_set(&msd->origins, id, x, error);
    *origin = md_origins_find(&msd->origins, id);
    return status;
}

static enum md_status msd_vector(void *state, const struct md_measure_context *context,
                                 const struct md_frame *frame, double *values,
                                 struct md_error *error)
{
    struct msd *msd = state;
    const struct md_atoms *atoms = &frame->system->atoms;
    struct md_members members = members_of(frame->system, context->group, frame->x);
    struct md_exact_rows rows;
    double centre[3], count = 0.0;
    bool average = msd->average && msd->last != frame->step;
    md_exact_rows_init(&rows);
    centre_of(msd, &members, centre);
    if (average) {
        msd->averaged++;
        msd->last = frame->step;
    }
    double old = (double)msd->averaged, share = 1.0 / (old + 1.0);
    for (size_t i = 0; i < frame->count; i++) {
        double x[3], *origin;
        if (!md_members_has(&members, i))
            continue;
        place_of(&members, i, centre, x);
        if (origin_of(msd, atoms->id[i], x, &origin, error) != MD_OK)
            return error->status;
        for (int k = 0; k < 3 && average; k++)
            origin[k] = (origin[k] * old + x[k]) * share;
        double dx = x[0] - origin[0], dy = x[1] - origin[1], dz = x[2] - origin[2];
        md_origins_add(&rows, dx * dx, dy * dy, dz * dz);
        count += 1.0;
    }
    md_origins_mean(&rows, count, values);
    return MD_OK;
}

static enum md_status msd_begin(void *state, const struct md_measure_context *context,
                                const struct md_frame *frame, struct md_error *error)
{
    struct msd *msd = state;
    (void)context;
    (void)frame;
    (void)error;
    msd->last = -1;
    return MD_OK;
}

static enum md_status msd_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct msd *msd = state;
    enum md_status status = md_archive_ints(archive, "averaged", &msd->averaged, 1, error);
    if (status == MD_OK)
        status = md_archive_ints(archive, "last", &msd->last, 1, error);
    if (status == MD_OK)
        status = md_origins_keep(&msd->origins, archive, error);
    return status;
}

static void msd_destroy(void *state)
{
    struct msd *msd = state;
    md_origins_free(&msd->origins);
}

const struct md_measure md_measure_msd = {
    .style =
        {
            .name = "msd",
            .summary = "mean square displacement of a group since the compute was made",
            .usage = "compute ID GROUP msd [com yes|no] [average yes|no]",
            .manual =
                "c_ID[1] to c_ID[3] are the mean squares of the displacements along x, y and z,\n"
                "c_ID[4] their sum.  Positions are unwrapped, and measured from where the atoms\n"
                "were when the compute was made; an atom that comes later starts where it is "
                "first\n"
                "seen.  In a liquid c_ID[4] grows as 6 D t, in two dimensions as 4 D t.\n"
                "\n"
                "com yes: the group's centre of mass is subtracted, then and now.\n"
                "average yes: measured from the average position so far, which every step at "
                "which\n"
                "somebody asks goes into.",
            .state_size = sizeof(struct msd),
        },
    .create = msd_create,
    .arrived = msd_arrived,
    .begin = msd_begin,
    .vector_length = 4,
    .vector = msd_vector,
    .keep = msd_keep,
    .destroy = msd_destroy,
};
