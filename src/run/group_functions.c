/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions of a group of atoms in formulas: count(all), xcm(mobile,x), bound(all,zmax,slab) ...
 * The last argument may be a region: then only the group's atoms inside it count.
 */
#include "base/exact.h"
#include "base/nearest.h"
#include "run/quantities.h"
#include "state/group_sums.h"
#include "state/mass.h"

#include <math.h>
#include <string.h>

/* What a function works on; mass and centre are there before it is called. */
struct group {
    struct md_members members;
    const md_vec3 *f;
    double mass;
    double centre[3];
    int part; /* which of the words below stood as the second argument */
};

struct function {
    const char *name;
    const char *const *parts; /* allowed second arguments; NULL: there is none */
    bool forces;
    double (*value)(const struct group *group);
};

static const char *const axes[] = {"x", "y", "z", NULL};
static const char *const edges[] = {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax", NULL};
static const char *const moments[] = {"xx", "yy", "zz", "xy", "yz", "xz", NULL};

/* ------------------------------------------------------------------ the functions */

static double count(const struct group *group)
{
    return (double)md_group_count(&group->members);
}

static double mass(const struct group *group)
{
    return group->mass;
}

static double charge(const struct group *group)
{
    const struct md_atoms *atoms = &group->members.system->atoms;
    struct md_exact sum = {0};

    for (size_t i = 0; i < atoms->count; i++)
        if (md_members_has(&group->members, i))
            md_exact_add(&sum, atoms->charge[i]);
    return md_exact_value(&sum);
}

static double xcm(const struct group *group)
{
    return group->centre[group->part];
}

static double vcm(const struct group *group)
{
    double vector[3];

    md_group_vcm(&group->members, group->mass, vector);
    return vector[group->part];
}

static double fcm(const struct group *group)
{
    double vector[3];

    md_group_fcm(&group->members, group->f, vector);
    return vector[group->part];
}

static double bound(const struct group *group)
{
    double lo[3], hi[3];

    md_group_bound(&group->members, lo, hi);
    return group->part % 2 ? hi[group->part / 2] : lo[group->part / 2];
}

static double gyration(const struct group *group)
{
    return md_group_gyration(&group->members, group->mass, group->centre);
}

static double ke(const struct group *group)
{
    return md_group_ke(&group->members);
}

static double angmom(const struct group *group)
{
    double vector[3];

    md_group_angmom(&group->members, group->centre, vector);
    return vector[group->part];
}

static double torque(const struct group *group)
{
    double vector[3];

    md_group_torque(&group->members, group->centre, group->f, vector);
    return vector[group->part];
}

static double inertia(const struct group *group)
{
    static const int row[] = {0, 1, 2, 0, 1, 0}, column[] = {0, 1, 2, 1, 2, 2};
    double tensor[3][3];

    md_group_inertia(&group->members, group->centre, tensor);
    return tensor[row[group->part]][column[group->part]];
}

static double omega(const struct group *group)
{
    double momentum[3], tensor[3][3], vector[3];

    md_group_angmom(&group->members, group->centre, momentum);
    md_group_inertia(&group->members, group->centre, tensor);
    md_group_omega(momentum, (const double(*)[3])tensor, vector);
    return vector[group->part];
}

static const struct function functions[] = {
    {"count", NULL, false, count},   {"mass", NULL, false, mass},
    {"charge", NULL, false, charge}, {"xcm", axes, false, xcm},
    {"vcm", axes, false, vcm},       {"fcm", axes, true, fcm},
    {"bound", edges, false, bound},  {"gyration", NULL, false, gyration},
    {"ke", NULL, false, ke},         {"angmom", axes, false, angmom},
    {"torque", axes, true, torque},  {"inertia", moments, false, inertia},
    {"omega", axes, false, omega},
};

#define FUNCTIONS (int)(sizeof functions / sizeof functions[0])

/* ------------------------------------------------------------------ questions */

static const struct function *find(const char *name)
{
    for (int i = 0; i < FUNCTIONS; i++)
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
    return NULL;
}

static const char *function_name(const void *context, int i)
{
    (void)context;
    return i < FUNCTIONS ? functions[i].name : NULL;
}

bool md_group_function_known(void *sim, const char *name)
{
    (void)sim;
    return find(name) != NULL;
}

static enum md_status read_part(const struct function *function, const char *word, int *part,
                                struct md_error *error)
{
    struct md_word fake;

    memset(&fake, 0, sizeof fake);
    fake.text = word;
    return md_word_choice(&fake, "second argument", function->parts, part, error);
}

static enum md_status gather(struct md_sim *sim, const struct function *function,
                             struct group *group, struct md_error *error)
{
    struct md_frame frame;
    enum md_status status = function->forces ? md_quantities_look(sim, &frame, error)
                                             : md_quantities_glance(sim, &frame, error);

    if (!status && function->value != count && function->value != bound)
        status = md_mass_need(&sim->system, error);
    if (status)
        return status;
    group->members.system = &sim->system;
    group->members.x = frame.x;
    group->members.v = frame.v;
    group->f = frame.f;
    group->mass = md_group_mass(&group->members);
    md_group_xcm(&group->members, group->mass, group->centre);
    return MD_OK;
}

enum md_status md_group_function_value(void *context, const char *name, int arguments,
                                       const char *const *argument, double *value,
                                       struct md_error *error)
{
    struct md_sim *sim = context;
    const struct function *function = find(name);
    int own = function && function->parts ? 2 : 1, index = 0;
    struct group group;
    enum md_status status;

    if (!function) {
        md_error_set(error, MD_ERR_UNKNOWN, NULL, "unknown group function '%s'", name);
        return md_nearest_hint(error, name, md_nearest(name, function_name, NULL));
    }
    if (function->value == charge && sim->system.topology.style != MD_ATOM_FULL)
        return md_error_set(error, MD_ERR_ORDER, NULL,
                            "%s(): atoms have no charges with atom_style %s", name,
                            md_atom_style_names[sim->system.topology.style]);
    if (arguments < own || arguments > own + 1)
        return md_error_set(error, MD_ERR_COUNT, NULL, "%s() takes %d or %d arguments, not %d",
                            name, own, own + 1, arguments);
    memset(&group, 0, sizeof group);
    group.members.region = -1;
    status = md_quantities_group(sim, argument[0], &index, error);
    if (!status)
        group.members.bit = md_group_bit(index);
    if (!status && own == 2)
        status = read_part(function, argument[1], &group.part, error);
    if (!status && arguments > own)
        status = md_quantities_region(sim, argument[own], &group.members.region, error);
    if (!status)
        status = gather(sim, function, &group, error);
    if (!status)
        *value = function->value(&group);
    return status;
}
