/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix spring/self: each atom is tied to the place where it was when the fix was made,
 *
 *     V = (K/2) |r - r0|^2
 *
 * along the axes chosen, with unwrapped positions: an atom that went around a periodic box is
 * pulled all the way back.
 */
#include "base/range.h"
#include "term/field/externals.h"

#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct site {
    int64_t id;
    double r[3];
};

struct spring_self {
    struct md_external external;
    double k;
    double on[3];      /* 1: the axis has a spring */
    struct site *site; /* by increasing id */
    size_t sites;
};

static int by_id(const void *a, const void *b)
{
    const struct site *p = a, *q = b;
    return (p->id > q->id) - (p->id < q->id);
}

/* IDs without gaps are found at once. */
static inline const struct site *find_site(const struct spring_self *spring, int64_t id)
{
    if (spring->sites == 0)
        return NULL;
    int64_t guess = id - spring->site[0].id;
    if (guess >= 0 && guess < (int64_t)spring->sites && spring->site[guess].id == id)
        return &spring->site[guess];
    struct site key = {.id = id};
    return bsearch(&key, spring->site, spring->sites, sizeof key, by_id);
}

static inline void term(const struct spring_self *spring, const struct md_box *box,
                        const struct md_external_atom *atom, struct md_external_sums *sums,
                        double f[3])
{
    const struct site *site = find_site(spring, atom->id);
    (void)box;
    for (int k = 0; site && k < 3; k++) {
        double d = spring->on[k] * (atom->r[k] - site->r[k]);
        f[k] -= spring->k * d;
        sums->energy += 0.5 * spring->k * d * d;
    }
}

static double curvature(const struct spring_self *spring, const struct md_box *box,
                        const struct md_external_atom *atom)
{
    (void)box;
    (void)atom;
    return spring->k;
}

static struct md_range bend(const struct spring_self *spring, const struct md_box *box,
                            const struct md_external_atom *atom, const double v[3], double time)
{
    double sum = 0.0;
    (void)box;
    (void)time;
    for (int k = 0; find_site(spring, atom->id) && k < 3; k++)
        sum += spring->k * spring->on[k] * v[k] * v[k];
    return (struct md_range){sum, sum};
}

#define EXTERNAL_STATE spring_self
#include "term/external_faces.h"

static enum md_status take_sites(struct spring_self *spring, const struct md_system *system,
                                 struct md_error *error)
{
    const struct md_atoms *atoms = &system->atoms;
    size_t members = 0;
    for (size_t i = 0; i < atoms->count; i++)
        members += (atoms->groups[i] & spring->external.group) != 0;
    if (md_memory_grow(&spring->site, 0, members, sizeof *spring->site, error))
        return error->status;
    for (size_t i = 0; i < atoms->count; i++) {
        if ((atoms->groups[i] & spring->external.group) == 0)
            continue;
        struct site *site = &spring->site[spring->sites++];
        site->id = atoms->id[i];
        md_box_unwrap(&system->box, atoms->x[i], atoms->image[i], site->r);
    }
    if (spring->sites > 0)
        qsort(spring->site, spring->sites, sizeof *spring->site, by_id);
    return MD_OK;
}

static enum md_status create(void *state, const struct md_system *system,
                             const struct md_args *args, struct md_error *error)
{
    static const char *const axes[] = {"xyz", "xy", "xz", "yz", "x", "y", "z", NULL};
    struct spring_self *spring = state;
    int which = 0;
    if (md_args_count(args, 1, 2, md_external_spring_self.style.usage, error) ||
        md_external_number(&spring->external, &args->words[0], "spring constant", MD_ABOVE(0.0),
                           INFINITY, 1.0, &spring->k, error) ||
        (args->count == 2 &&
         md_word_choice(&args->words[1], "axes of fix spring/self", axes, &which, error)))
        return error->status;
    for (const char *c = axes[which]; *c; c++)
        spring->on[*c - 'x'] = 1.0;
    return take_sites(spring, system, error);
}

static enum md_status prepare(void *state, const struct md_system *system, struct md_error *error)
{
    const struct spring_self *spring = state;
    const struct md_atoms *atoms = &system->atoms;
    int64_t late = 0; /* the lowest ID without a site */
    for (size_t i = 0; i < atoms->count; i++)
        if ((atoms->groups[i] & spring->external.group) != 0 &&
            (late == 0 || atoms->id[i] < late) && !find_site(spring, atoms->id[i]))
            late = atoms->id[i];
    if (late != 0)
        return md_error_set(error, MD_ERR_ORDER, NULL,
                            "atom %" PRId64 " came into the group after fix spring/self was made, "
                            "so it has no site; define the fix again",
                            late);
    return md_external_prepare(state, system, error);
}

/* Where the springs are tied, by atom ID. */
static enum md_status keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct spring_self *spring = state;
    bool reading = md_archive_reading(archive);
    size_t sites = reading ? md_archive_size(archive, "id") : spring->sites;
    int64_t *id = md_memory_array(sites, sizeof *id);
    double *r = md_memory_array(sites, 3 * sizeof *r);
    enum md_status status = id && r ? MD_OK : md_error_memory(error, "sites of fix spring/self");
    for (size_t k = 0; status == MD_OK && !reading && k < sites; k++) {
        id[k] = spring->site[k].id;
        memcpy(r + 3 * k, spring->site[k].r, sizeof spring->site[k].r);
    }
    if (status == MD_OK)
        status = md_archive_ints(archive, "id", id, sites, error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "site", r, 3 * sites, error);
    if (status == MD_OK && reading)
        status = md_memory_grow(&spring->site, 0, sites, sizeof *spring->site, error);
    for (size_t k = 0; status == MD_OK && reading && k < sites; k++) {
        spring->site[k].id = id[k];
        memcpy(spring->site[k].r, r + 3 * k, sizeof spring->site[k].r);
    }
    if (status == MD_OK && reading) {
        spring->sites = sites;
        if (sites > 0)
            qsort(spring->site, sites, sizeof *spring->site, by_id);
    }
    md_memory_free(id);
    md_memory_free(r);
    return status;
}

static void destroy(void *state)
{
    struct spring_self *spring = state;
    md_memory_free(spring->site);
    md_external_destroy(state);
}

const struct md_potential md_external_spring_self = {
    .style =
        {
            .name = "spring/self",
            .summary = "ties each atom to its present place by a spring",
            .usage = "fix ID GROUP spring/self K|v_NAME [xyz|xy|xz|yz|x|y|z]",
            .manual = "V = (K/2) |r - r0|^2 for each atom of the group, r0 being where it is when\n"
                      "the fix is made; K is a force per distance, or an equal-style variable.\n"
                      "A last word restricts the spring to some axes.  Positions are unwrapped.\n"
                      "Sites belong to atom IDs.  f_ID is the energy; fix_modify ID energy yes\n"
                      "counts it as potential energy.",
            .state_size = sizeof(struct spring_self),
        },
    .can = EXTERNAL_CAN,
    .create = create,
    .prepare = prepare,
    .keep = keep,
    .destroy = destroy,
    EXTERNAL_FACES,
};
