/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sites follow the atoms: positions rounded to a grid (space/grain.h), and images whole box lengths
 * away. */
#include "space/sites.h"

/* Two doubles at once: a kernel loads halves of a site, and a load that spans two fresh stores
 * would have to wait for both to reach the cache. */
typedef double two __attribute__((vector_size(16)));
typedef int64_t bits __attribute__((vector_size(16)));

static inline void refresh_site(double *restrict site, double x, double y, double z)
{
    two *half = (two *)site;
    half[0] = (two){x, y};
    half[1] = (two){z, site[3]};
}

static void refresh_atoms(struct md_neighbors *neighbors, const struct md_system *system,
                          size_t begin, size_t end)
{
    const md_vec3 *x = (const md_vec3 *)system->atoms.x;
    double *site = neighbors->site;
    for (size_t i = begin; i < end; i++)
        refresh_site(site + 4 * i, x[i][0], x[i][1], x[i][2]);
}

/* md_grain_round of two coordinates. */
static inline two round_two(two x, two centre, two power)
{
    const two sign = {-0.0, -0.0};
    two from_centre = x - centre;
    two away = (two)(((bits)from_centre & (bits)sign) | (bits)power);
    return ((from_centre + away) - away) + centre;
}

static void refresh_rounded(struct md_neighbors *neighbors, const struct md_system *system,
                            size_t begin, size_t end)
{
    const md_vec3 *x = (const md_vec3 *)system->atoms.x;
    const struct md_grain *grain = &neighbors->grain;
    const two centre[2] = {{grain->centre[0], grain->centre[1]}, {grain->centre[2], 0.0}};
    const two power[2] = {{grain->power[0], grain->power[1]}, {grain->power[2], 0.0}};
    for (size_t i = begin; i < end; i++) {
        two *half = (two *)(neighbors->site + 4 * i);
        half[0] = round_two((two){x[i][0], x[i][1]}, centre[0], power[0]);
        half[1] = round_two((two){x[i][2], half[1][1]}, centre[1], power[1]);
    }
}

/* From the sites of their owners. */
static void refresh_ghosts(struct md_neighbors *neighbors, size_t begin, size_t end)
{
    const double *length = neighbors->grain.length;
    double *site = neighbors->site, *ghost = site + 4 * neighbors->atoms;
    const int32_t *owner = neighbors->owner + neighbors->atoms;
    for (size_t g = begin; g < end; g++) {
        const double *from = site + 4 * (size_t)owner[g];
        const int16_t *shift = neighbors->shift[g];
        refresh_site(ghost + 4 * g, from[0] + shift[0] * length[0], from[1] + shift[1] * length[1],
                     from[2] + shift[2] * length[2]);
    }
}

/* Atoms, then their ghosts, in parts. */
static void refresh_together(struct md_neighbors *neighbors, const struct md_system *system,
                             size_t parts)
{
    size_t atoms = neighbors->atoms, ghosts = neighbors->ghosts;
#pragma omp parallel default(none) shared(neighbors, system, atoms, ghosts, parts)                 \
    num_threads((int)parts)
    {
#pragma omp for schedule(static)
        for (size_t p = 0; p < parts; p++)
            refresh_rounded(neighbors, system, atoms * p / parts, atoms * (p + 1) / parts);
#pragma omp for schedule(static)
        for (size_t p = 0; p < parts; p++)
            refresh_ghosts(neighbors, ghosts * p / parts, ghosts * (p + 1) / parts);
    }
}

struct md_grain md_neighbors_grain(const struct md_neighbors *neighbors, const struct md_box *box)
{
    return neighbors->ghosts > 0 ? md_grain_of(box, neighbors->cells.reach) : md_grain_none(box);
}

static bool is_alone(const struct md_neighbors *neighbors, const struct md_system *system)
{
    return system->threads <= 1 || neighbors->atoms < MD_PARALLEL_MIN;
}

void md_sites_refresh(struct md_neighbors *neighbors, const struct md_system *system)
{
    neighbors->grain = md_neighbors_grain(neighbors, &system->box);
    if (is_alone(neighbors, system)) {
        refresh_rounded(neighbors, system, 0, neighbors->atoms);
        refresh_ghosts(neighbors, 0, neighbors->ghosts);
        return;
    }
    refresh_together(neighbors, system, (size_t)system->threads);
}

/* What is done here for a few atoms costs as much as saving registers for the rest would. */
void md_neighbors_refresh(struct md_neighbors *neighbors, const struct md_system *system)
{
    if (neighbors->ghosts == 0 && is_alone(neighbors, system))
        refresh_atoms(neighbors, system, 0, neighbors->atoms);
    else
        md_sites_refresh(neighbors, system);
}

void md_sites_place(struct md_neighbors *neighbors, const struct md_system *system)
{
    neighbors->grain = md_neighbors_grain(neighbors, &system->box);
    for (size_t i = 0; i < neighbors->atoms; i++)
        neighbors->site[4 * i + 3] = system->atoms.type[i];
    refresh_rounded(neighbors, system, 0, neighbors->atoms);
}
