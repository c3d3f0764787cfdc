/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix recenter: after atoms moved, shifts them so that the centre of mass of the group is where it
 * is wanted.  It acts on what the fixes before it in the deck moved, so it must stand behind those.
 */
#include "modify/styles.h"

#include "state/group_sums.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct recenter {
    enum { KEEP, START, GIVEN } how[3]; /* NULL, INIT, a number */
    double at[3];                       /* the number */
    bool fraction;                      /* of the box */
    char shifted[64];                   /* group that is shifted; "": the fix's own */
    double start[3];                    /* where the centre was when the run began */
    double shift[3], distance;          /* the last ones */
};

static enum md_status read_place(struct recenter *recenter, const struct md_args *args,
                                 struct md_error *error)
{
    enum md_status status = MD_OK;
    for (int k = 0; k < 3 && status == MD_OK; k++) {
        const struct md_word *word = &args->words[k];
        if (md_word_is(word, "NULL")) {
            recenter->how[k] = KEEP;
        } else if (md_word_is(word, "INIT")) {
            recenter->how[k] = START;
        } else {
            recenter->how[k] = GIVEN;
            status =
                md_word_double(word, "coordinate", -INFINITY, INFINITY, &recenter->at[k], error);
        }
    }
    return status;
}

static enum md_status read_keys(struct recenter *recenter, const struct md_system *system,
                                const struct md_args *args, int *units, struct md_error *error)
{
    static const char *const keys[] = {"shift", "units", NULL};
    static const char *const sorts[] = {"lattice", "box", "fraction", NULL};
    enum md_status status = MD_OK;
    for (int at = 3, key; at < args->count && status == MD_OK; at += 2) {
        const struct md_word *word = &args->words[at];
        int group;
        status = md_word_choice(word, "keyword of fix recenter", keys, &key, error);
        if (status == MD_OK && at + 1 >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value: %s",
                                word->text, key == 0 ? "a group" : "lattice, box or fraction");
        if (status == MD_OK && key == 1)
            status = md_word_choice(&word[1], "units", sorts, units, error);
        else if (status == MD_OK)
            status = md_groups_of_word(&system->groups, &word[1], &group, error);
        if (status == MD_OK && key == 0)
            snprintf(recenter->shifted, sizeof(recenter->shifted), "%s", word[1].text);
    }
    return status;
}

static enum md_status recenter_create(void *state, const struct md_modify_context *context,
                                      const struct md_args *args, struct md_error *error)
{
    struct recenter *recenter = state;
    const struct md_system *system = context->system;
    int units = 0;
    enum md_status status = md_args_count(args, 3, -1, md_modifier_recenter.style.usage, error);
    if (status == MD_OK)
        status = read_place(recenter, args, error);
    if (status == MD_OK)
        status = read_keys(recenter, system, args, &units, error);
    if (status != MD_OK)
        return status;
    recenter->fraction = units == 2;
    for (int k = 0; k < 3; k++) {
        if (recenter->how[k] == GIVEN && system->dimension == 2 && k == 2)
            return md_error_set(error, MD_ERR_VALUE, &args->words[2].place,
                                "fix recenter needs NULL for z in two dimensions");
        if (units == 0)
            recenter->at[k] *= system->lattice.spacing[k];
    }
    return MD_OK;
}

static enum md_status recenter_begin(void *state, const struct md_modify_context *context,
                                     struct md_error *error)
{
    struct recenter *recenter = state;
    struct md_members members = md_members_of(context->system, context->group);
    if (md_group_count(&members) == 0)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "fix recenter: the group has 0 atoms and no centre of mass");
    if (recenter->shifted[0] != '\0' &&
        md_groups_find(&context->system->groups, recenter->shifted) < 0)
        return md_error_set(error, MD_ERR_REFERENCE, NULL,
                            "fix recenter: the group '%s' it shifts is no longer there",
                            recenter->shifted);
    md_group_xcm(&members, md_group_mass(&members), recenter->start);
    return MD_OK;
}

static enum md_status recenter_moved(void *state, const struct md_modify_context *context,
                                     struct md_error *error)
{
    struct recenter *recenter = state;
    struct md_system *system = context->system;
    const struct md_box *box = &system->box;
    struct md_members members = md_members_of(system, context->group);
    double centre[3], square = 0.0;
    int group = recenter->shifted[0] != '\0' ? md_groups_find(&system->groups, recenter->shifted)
                                             : context->group;
    (void)error;
    md_group_xcm(&members, md_group_mass(&members), centre);
    for (int k = 0; k < 3; k++) {
        double wanted = recenter->how[k] == START ? recenter->start[k]
                        : recenter->fraction
                            ? box->lo[k] + recenter->at[k] * (box->hi[k] - box->lo[k])
                            : recenter->at[k];
        recenter->shift[k] = recenter->how[k] == KEEP ? 0.0 : wanted - centre[k];
        square += recenter->shift[k] * recenter->shift[k];
    }
    recenter->distance = sqrt(square);
    for (size_t i = 0; i < system->atoms.count; i++) {
        if ((system->atoms.groups[i] & md_group_bit(group)) == 0)
            continue;
        for (int k = 0; k < 3; k++)
            system->atoms.x[i][k] += recenter->shift[k];
    }
    return MD_OK;
}

static enum md_status recenter_value(const void *state, const struct md_modify_context *context,
                                     int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct recenter *recenter = state;
    (void)context;
    if (j != 0 || i > 3)
        return md_error_set(error, MD_ERR_VALUE, NULL, "fix recenter has f_ID and f_ID[1] to [3]");
    *value = i == 0 ? recenter->distance : recenter->shift[i - 1];
    return MD_OK;
}

static enum md_status recenter_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct recenter *recenter = state;
    enum md_status status = md_archive_doubles(archive, "start", recenter->start, 3, error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "shift", recenter->shift, 3, error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "distance", &recenter->distance, 1, error);
    return status;
}

const struct md_modifier md_modifier_recenter = {
    .style =
        {
            .name = "recenter",
            .summary = "keeps a group's centre of mass where it is wanted",
            .usage = "fix ID GROUP recenter X|NULL|INIT Y|... Z|... [shift GROUP] "
                     "[units lattice|box|fraction]",
            .manual = "After atoms moved, those of the group (or of another, 'shift') are shifted "
                      "so that\n"
                      "the group's centre of mass is at X Y Z.  INIT is where it was when the run "
                      "began,\n"
                      "NULL leaves a coordinate alone.  Must stand behind the fixes that move the "
                      "atoms.\n"
                      "f_ID is the last shift's length, f_ID[1] to f_ID[3] its components.",
            .state_size = sizeof(struct recenter),
        },
    .create = recenter_create,
    .begin = recenter_begin,
    .moved = recenter_moved,
    .has_scalar = true,
    .vector_length = 3,
    .extensive = true,
    .vector_extensive = true,
    .value = recenter_value,
    .keep = recenter_keep,
};
