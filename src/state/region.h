/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regions of space: block, sphere, cylinder, cone, plane, union, intersect. */
#ifndef MD_STATE_REGION_H
#define MD_STATE_REGION_H

#include "base/word.h"

#include <stdbool.h>

struct md_system;

enum md_region_kind {
    MD_REGION_BLOCK, MD_REGION_SPHERE, MD_REGION_CYLINDER, MD_REGION_CONE, MD_REGION_PLANE,
    MD_REGION_UNION, MD_REGION_INTERSECT, MD_REGION_PRISM
};

struct md_region {
    char id[64]; /* "": deleted; indices of the others stay */
    enum md_region_kind kind;
    bool inside;     /* side in */
    bool bounded;    /* lo, hi contain all of it */
    double lo[3], hi[3];       /* block; bounding extent for create_box */
    double point[3], normal[3], radius, radius_hi; /* sphere, plane, cylinder, cone */
    int axis;                  /* cylinder, cone */
    double edge[3], tilt[3];   /* prism from point: lengths; xy, xz, yz */
    int count;                 /* union, intersect */
    int *member;               /* indices into md_regions */
};

struct md_regions {
    struct md_region *list;
    int count, capacity;
};

int md_regions_find(const struct md_regions *regions, const char *id);
enum md_status md_regions_of_word(const struct md_regions *regions, const struct md_word *word,
                                  int *index, struct md_error *error);

/* `region ID style args...`: the whole command. */
enum md_status md_region_define(struct md_system *system, const struct md_args *args,
                                struct md_error *error);
enum md_status md_region_delete(struct md_regions *regions, const struct md_word *id,
                                struct md_error *error);

/* LAMMPS's rule: surfaces count as inside, `side out` is the strict complement. */
bool md_region_contains(const struct md_regions *regions, int index, const double x[3]);

/* The i-th style for --list, --help and the manual; its name is NULL at the end. */
struct md_region_about {
    const char *name, *usage, *summary, *manual;
};
struct md_region_about md_region_style(int i);

void md_regions_free(struct md_regions *regions);

#endif
