/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system's beginning, its box, and the questions commands ask before they touch it. */
#include "state/system.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

void md_system_init(struct md_system *system)
{
    memset(system, 0, sizeof *system);
    system->units = md_units_find("lj");
    system->dimension = 3;
    for (int d = 0; d < 3; d++) {
        system->box.periodic[d] = true;
        system->box.face[d][0] = system->box.face[d][1] = MD_PERIODIC;
        system->box.lo[d] = -0.5;
        system->box.hi[d] = 0.5;
    }
    md_box_refresh(&system->box);
    md_groups_init(&system->groups);
    md_lattice_init(&system->lattice);
    md_clock_init(&system->clock, system->units->timestep);
    system->threads = 1;
}

void md_system_free(struct md_system *system)
{
    md_memory_free(system->mass);
    md_atoms_free(&system->atoms);
    md_custom_free(&system->custom);
    md_topology_free(&system->topology);
    md_regions_free(&system->regions);
    md_keep_free(&system->kept);
    system->mass = NULL;
    system->types = 0;
    system->box.exists = false;
}

enum md_status md_system_need_box(const struct md_system *system, const struct md_args *args,
                                  struct md_error *error)
{
    if (system->box.exists)
        return MD_OK;
    return md_error_set(error, MD_ERR_ORDER, &args->command.place,
                        "'%s' comes before the simulation box: create_box or read_data must come "
                        "first",
                        args->command.text);
}

enum md_status md_system_need_no_box(const struct md_system *system, const struct md_args *args,
                                     struct md_error *error)
{
    if (!system->box.exists)
        return MD_OK;
    return md_error_set(error, MD_ERR_ORDER, &args->command.place,
                        "'%s' comes too late: the simulation box exists already",
                        args->command.text);
}

void md_system_place_faces(struct md_system *system)
{
    struct md_box *box = &system->box;
    for (int d = 0; d < 3; d++) {
        box->small[d] = MD_SHRINK_MARGIN * (box->hi[d] - box->lo[d]);
        box->start_lo[d] = box->lo[d];
        box->start_hi[d] = box->hi[d];
        if (box->face[d][0] == MD_SHRINK)
            box->lo[d] -= box->small[d];
        if (box->face[d][1] == MD_SHRINK)
            box->hi[d] += box->small[d];
        box->periodic[d] = box->face[d][0] == MD_PERIODIC;
    }
    md_box_refresh(box);
}

enum md_status md_system_create_box(struct md_system *system, int types, const double lo[3],
                                    const double hi[3], struct md_error *error)
{
    const char *flaw;
    int bad = md_box_bad_axis(lo, hi, &flaw);
    if (bad >= 0)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "the box would reach from %clo = %g to %chi = %g; %s", "xyz"[bad],
                            lo[bad], "xyz"[bad], hi[bad], flaw);
    if (system->dimension == 2 && !(lo[2] < 0.0 && hi[2] > 0.0))
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "the box of a 2d simulation must have zlo < 0 < zhi, and this one has "
                            "zlo = %g, zhi = %g",
                            lo[2], hi[2]);
    if (system->dimension == 2 && system->box.face[2][0] != MD_PERIODIC)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "A 2d simulation needs a periodic z axis ('boundary ... p'), and this "
                            "one's is not periodic");

    double *mass = md_memory_array((size_t)types + 1, sizeof *mass);
    if (!mass)
        return md_error_memory(error, "the masses of the atom types");
    md_memory_free(system->mass);
    system->mass = mass;
    system->types = types;
    memcpy(system->box.lo, lo, sizeof system->box.lo);
    memcpy(system->box.hi, hi, sizeof system->box.hi);
    md_system_place_faces(system);
    system->box.exists = true;
    system->changed |= MD_CHANGED_BOX | MD_CHANGED_ATOMS;
    return MD_OK;
}
