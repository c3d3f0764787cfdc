/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix spring: a spring between the centre of mass of a group and a point (tether), or between those
 * of two groups (couple).  With d the vector from one end to the other, less the offset X Y Z for
 * couples, and r its length,
 *
 *     V = (K/2) (r - R0)^2,
 *
 * and the force on an atom is its share, by mass, of that on its group.  A component that is NULL
 * counts as 0 in d.  It acts on all atoms of the group at once, so it is no element of single
 * atoms: a forcing, with an energy that fix_modify may count.
 */
#include "modify/styles.h"

#include "state/group_sums.h"
#include "state/mass.h"

#include <math.h>
#include <stdio.h>

struct spring {
    bool couple;
    char other[64]; /* the second group */
    double k, at[3], length;
    bool on[3];
    double energy, force[4]; /* on the group, and K (r - R0) */
};

static enum md_status read_other(struct spring *spring, const struct md_modify_context *context,
                                 const struct md_word *word, struct md_error *error)
{
    int group;
    if (md_groups_of_word(&context->system->groups, word, &group, error))
        return error->status;
    if (group == context->group)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "fix spring couple needs two groups, and '%s' is the first one",
                            word->text);
    snprintf(spring->other, sizeof spring->other, "%s", word->text);
    return MD_OK;
}

static enum md_status spring_create(void *state, const struct md_modify_context *context,
                                    const struct md_args *args, struct md_error *error)
{
    static const char *const kinds[] = {"tether", "couple", NULL};
    struct spring *spring = state;
    const char *usage = md_modifier_spring.style.usage;
    int kind;
    if (md_args_count(args, 6, 7, usage, error) ||
        md_word_choice(&args->words[0], "kind of fix spring", kinds, &kind, error) ||
        md_args_count(args, kind == 0 ? 6 : 7, kind == 0 ? 6 : 7, usage, error))
        return error->status;
    spring->couple = kind == 1;
    const struct md_word *word = &args->words[spring->couple ? 2 : 1];
    if ((spring->couple && read_other(spring, context, &args->words[1], error)) ||
        md_word_double(word, "spring constant", -INFINITY, INFINITY, &spring->k, error))
        return error->status;
    for (int k = 0; k < 3; k++) {
        spring->on[k] = !md_word_is(&word[1 + k], "NULL");
        if (spring->on[k] && md_word_double(&word[1 + k], "end of the spring", -INFINITY, INFINITY,
                                            &spring->at[k], error))
            return error->status;
    }
    return md_word_double(&word[4], "length of the spring", 0.0, INFINITY, &spring->length, error);
}

static enum md_status centre_of(const struct md_modify_context *context, int group, double *mass,
                                double centre[3], struct md_error *error)
{
    struct md_members members = md_members_of(context->system, group);
    *mass = md_group_mass(&members);
    if (!(*mass > 0.0))
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "fix spring: the group '%s' has no mass and so no centre",
                            context->system->groups.name[group]);
    md_group_xcm(&members, *mass, centre);
    return MD_OK;
}

static enum md_status find_other(const struct spring *spring,
                                 const struct md_modify_context *context, int *group,
                                 struct md_error *error)
{
    *group = md_groups_find(&context->system->groups, spring->other);
    if (*group < 0)
        return md_error_set(error, MD_ERR_REFERENCE, NULL,
                            "fix spring: the group '%s' is no longer there", spring->other);
    return MD_OK;
}

static enum md_status spring_begin(void *state, const struct md_modify_context *context,
                                   struct md_error *error)
{
    const struct spring *spring = state;
    double mass, centre[3];
    int group;
    if (centre_of(context, context->group, &mass, centre, error))
        return error->status;
    if (spring->couple && (find_other(spring, context, &group, error) ||
                           centre_of(context, group, &mass, centre, error)))
        return error->status;
    return MD_OK;
}

/* f of an atom += its mass times `pull`. */
static void pull_group(const struct md_system *system, int group, const double pull[3], double sign,
                       md_vec3 *f)
{
    const struct md_atoms *atoms = &system->atoms;
    for (size_t i = 0; i < atoms->count; i++) {
        if ((atoms->groups[i] & md_group_bit(group)) == 0)
            continue;
        double mass = md_mass_of(system, i);
        for (int k = 0; k < 3; k++)
            f[i][k] += sign * mass * pull[k];
    }
}

static enum md_status spring_force(void *state, const struct md_modify_context *context, md_vec3 *f,
                                   struct md_error *error)
{
    struct spring *spring = state;
    double mass[2], centre[3], end[3], d[3], square = 0.0, pull[3];
    int group = -1;
    if (centre_of(context, context->group, &mass[0], centre, error))
        return error->status;
    if (spring->couple && (find_other(spring, context, &group, error) ||
                           centre_of(context, group, &mass[1], end, error)))
        return error->status;
    for (int k = 0; k < 3; k++) {
        d[k] = spring->couple ? end[k] - centre[k] - spring->at[k] : spring->at[k] - centre[k];
        d[k] = spring->on[k] ? d[k] : 0.0;
        square += d[k] * d[k];
    }
    double r = sqrt(square), over = r - spring->length;
    spring->energy = 0.5 * spring->k * over * over;
    spring->force[3] = spring->k * over;
    for (int k = 0; k < 3; k++) /* ends that meet pull nowhere */
        spring->force[k] = r > 1e-10 ? spring->k * over * d[k] / r : 0.0;
    for (int k = 0; k < 3; k++)
        pull[k] = spring->force[k] / mass[0];
    pull_group(context->system, context->group, pull, 1.0, f);
    if (spring->couple) {
        for (int k = 0; k < 3; k++)
            pull[k] = spring->force[k] / mass[1];
        pull_group(context->system, group, pull, -1.0, f);
    }
    return MD_OK;
}

static double spring_energy(const void *state)
{
    const struct spring *spring = state;
    return spring->energy;
}

static enum md_status spring_value(const void *state, const struct md_modify_context *context,
                                   int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct spring *spring = state;
    (void)context;
    if (i < 0 || i > 4 || j != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "fix spring is a number and has the values [1] to [4]");
    *value = i == 0 ? spring->energy : spring->force[i - 1];
    return MD_OK;
}

/* What f_ID shows before the next forces. */
static enum md_status spring_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct spring *spring = state;
    if (md_archive_doubles(archive, "energy", &spring->energy, 1, error))
        return error->status;
    return md_archive_doubles(archive, "force", spring->force, 4, error);
}

const struct md_modifier md_modifier_spring = {
    .style =
        {
            .name = "spring",
            .summary = "a spring at the centre of mass of a group",
            .usage = "fix ID GROUP spring tether K X Y Z R0 | couple GROUP2 K X Y Z R0",
            .manual =
                "tether: V = (K/2) (r - R0)^2, r being the distance of the group's centre of mass\n"
                "from the point X Y Z.  couple: the same between the centres of two groups, r "
                "being\n"
                "the length of the vector from the first to the second less X Y Z.  NULL for X, Y\n"
                "or Z leaves that direction out.  Each atom gets its share of the force by mass.\n"
                "Positions are unwrapped, lengths in box units.  f_ID is the energy, f_ID[1..3]\n"
                "the force on the group, f_ID[4] is K (r - R0); fix_modify ID energy yes counts "
                "the\n"
                "energy.",
            .state_size = sizeof(struct spring),
        },
    .has_energy = true,
    .minimizes = true,
    .balance = MD_BALANCE_COUNTED,
    .create = spring_create,
    .begin = spring_begin,
    .force = spring_force,
    .force_energy = spring_energy,
    .has_scalar = true,
    .extensive = true,
    .vector_length = 4,
    .vector_extensive = true,
    .value = spring_value,
    .keep = spring_keep,
};
