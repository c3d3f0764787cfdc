/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A small Lennard-Jones cluster in an open box, for tests of whatever moves or measures atoms: a
 * deformed tetrahedron with one atom outside it, at a moderate temperature.  No atom crosses the
 * cutoff, so the Hamiltonian is smooth and orders of accuracy can be measured.
 */
#ifndef MD_TEST_CLUSTER_H
#define MD_TEST_CLUSTER_H

#include "force/forces.h"

#include "base/files.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <unity.h>

#define CLUSTER_ATOMS 5

static const double cluster_x[CLUSTER_ATOMS][3] = {
    {0.00, 0.00, 0.00}, {1.12, 0.05, -0.02}, {0.52, 1.00, 0.03},
    {0.57, 0.30, 0.95}, {1.65, 0.98, 0.10},
};
static const double cluster_v[CLUSTER_ATOMS][3] = {
    {0.21, -0.13, 0.08},  {-0.17, 0.11, 0.15},  {0.05, 0.19, -0.22},
    {-0.12, -0.09, 0.04}, {0.10, -0.05, -0.07},
};

struct cluster {
    struct md_system system;
    struct md_forces forces;
};

static inline struct md_args cluster_args(struct md_word *words, int count,
                                          const char *const *texts)
{
    for (int i = 0; i < count; i++)
        words[i] = (struct md_word){.text = texts[i], .files = &md_files_any};
    return (struct md_args){.words = words, .count = count, .command = {.text = "test"}};
}

/* The words of a command line, each with its column in a deck called "deck". */
static inline int cluster_split(char *text, const char *line, struct md_word *words)
{
    int count = 0;
    size_t length = strlen(line);
    memcpy(text, line, length + 1);
    for (size_t i = 0; i < length; i++) {
        if (text[i] == ' ')
            text[i] = '\0';
        else if (i == 0 || text[i - 1] == '\0')
            words[count++] = (struct md_word){
                .text = text + i,
                .place = {"deck", line, 1, (int)i + 1, (int)strcspn(line + i, " ")}};
    }
    return count;
}

static inline void cluster_pair(struct cluster *cluster, struct md_error *error)
{
    static const char *const style[] = {"80.0"};
    static const char *const coeff[] = {"*", "*", "1.0", "1.0"};
    struct md_word words[4];
    struct md_potential_use *pair = &cluster->forces.pair;
    pair->type = md_potential_find("lj/cut");
    TEST_ASSERT_NOT_NULL(pair->type);
    pair->name = "lj/cut";
    pair->state = md_memory_array(1, pair->type->style.state_size);
    TEST_ASSERT_NOT_NULL(pair->state);
    struct md_args args = cluster_args(words, 1, style);
    TEST_ASSERT_EQUAL_MESSAGE(
        MD_OK, pair->type->create(pair->state, &cluster->system, &args, error), error->text);
    args = cluster_args(words, 4, coeff);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, pair->type->coeff(pair->state, &cluster->system, &args, error),
                              error->text);
}

/* Two types: atoms 1, 3 and 5 have mass 1, atoms 2 and 4 mass 2. */
static inline void cluster_make(struct cluster *cluster, struct md_error *error)
{
    static const double lo[3] = {-20.0, -20.0, -20.0}, hi[3] = {20.0, 20.0, 20.0};
    struct md_system *system = &cluster->system;
    md_system_init(system);
    md_forces_init(&cluster->forces);
    for (int k = 0; k < 3; k++)
        system->box.face[k][0] = system->box.face[k][1] = MD_FIXED;
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, md_system_create_box(system, 2, lo, hi, error), error->text);
    system->mass[1] = 1.0;
    system->mass[2] = 2.0;
    for (int i = 0; i < CLUSTER_ATOMS; i++)
        TEST_ASSERT_EQUAL_MESSAGE(
            MD_OK, md_atoms_add(&system->atoms, 1 + i % 2, i + 1, cluster_x[i], error),
            error->text);
    memcpy(system->atoms.v, cluster_v, sizeof(cluster_v));
    system->clock.timestep = 0.005;
    cluster->forces.neighbors.rules.skin = 1.0;
    cluster_pair(cluster, error);
}

static inline void cluster_free(struct cluster *cluster)
{
    md_forces_free(&cluster->forces);
    md_system_free(&cluster->system);
}

#endif
