/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What each atom has of energy and virial: all together they are the system's, with any number of
 * threads they are the same bits, and only the positions of the frame count.  Pairs, the
 * embedded-atom method, bonds with weakened pairs, fields; boxes smaller than the cutoff.
 */
#include "../eam_text.h"
#include "../simulation.h"
#include "force/per_atom.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>

void setUp(void)
{
    simulation_begin();
}

void tearDown(void)
{
    simulation_end();
}

/* n^3 cells of a strained crystal of two types. */
static void crystal(const char *cells, const char *density)
{
    char line[128];
    does("units lj");
    snprintf(line, sizeof line, "lattice fcc %s", density);
    does(line);
    snprintf(line, sizeof line, "region box block 0 %s 0 %s 0 %s", cells, cells, cells);
    does(line);
    does("create_box 2 box");
    does("create_atoms 1 box");
    does("set group all type/fraction 2 0.4 123");
    does("mass * 1.5");
    does("displace_atoms all random 0.05 0.05 0.05 12 units box");
    does("fix move all nve");
}

static void lennard_jones(void)
{
    does("pair_style lj/cut 2.5");
    does("pair_coeff 1 1 1.0 1.0");
    does("pair_coeff 2 2 0.8 1.1 2.2");
    does("pair_coeff 1 2 1.2 0.95 2.7");
}

static const struct md_frame *observe(void)
{
    const struct md_frame *frame;
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, md_sim_frame(&sim, &frame, &error), error.text);
    return frame;
}

static const struct md_per_atom *asked(const struct md_frame *frame, unsigned bits)
{
    const struct md_per_atom *found;
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, md_per_atom_at(&sim.forces, frame, bits, &found, &error),
                                  error.text);
    return found;
}

static const struct md_per_atom *shares(const struct md_frame *frame)
{
    return asked(frame, (1u << 2 * MD_PARTS) - 1);
}

/* Energy and virial of one atom. */
struct values {
    double energy, virial[6];
};

static struct values values_of(const struct md_per_atom *atoms, int part, size_t i)
{
    struct values values = {.energy = md_share_energy(atoms, (enum md_part)part, i)};
    for (int k = 0; k < 6; k++)
        values.virial[k] = md_share_virial(atoms, (enum md_part)part, i, k);
    return values;
}

/* Those of all atoms, to be freed. */
static struct values *copy_of(const struct md_per_atom *atoms, int part, size_t count)
{
    struct values *copy = malloc(count * sizeof *copy);
    for (size_t i = 0; i < count; i++)
        copy[i] = values_of(atoms, part, i);
    return copy;
}

static void near(double expected, double got, double scale)
{
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * (fabs(scale) + 1.0), expected, got);
}

/* All atoms together are the tally. */
static void sums_are_the_tally(void)
{
    const struct md_frame *frame = observe();
    const struct md_per_atom *atoms = shares(frame);
    const struct md_tally *tally = &frame->tally;
    double energy[MD_PARTS] = {0.0}, virial[MD_PARTS][6] = {{0.0}}, size = 0.0, whole = 0.0;
    for (size_t i = 0; i < frame->count; i++)
        for (int part = 0; part < MD_PARTS; part++) {
            struct values values = values_of(atoms, part, i);
            energy[part] += values.energy;
            size += fabs(values.energy);
            for (int k = 0; k < 6; k++) {
                virial[part][k] += values.virial[k];
                whole += fabs(values.virial[k]);
            }
        }
    TEST_ASSERT_TRUE(size > 1.0 && whole > 1.0);
    near(tally->energy[MD_PART_PAIR], energy[MD_PART_PAIR], size);
    near(tally->energy[MD_PART_BOND], energy[MD_PART_BOND], size);
    near(tally->energy[MD_PART_EXTERNAL], energy[MD_PART_EXTERNAL], size);
    for (int k = 0; k < 6; k++) {
        near(tally->virial_part[MD_PART_BOND][k], virial[MD_PART_BOND][k], whole);
        near(tally->virial_part[MD_PART_EXTERNAL][k], virial[MD_PART_EXTERNAL][k], whole);
        near(tally->virial[k] - tally->virial_part[MD_PART_BOND][k] -
                 tally->virial_part[MD_PART_EXTERNAL][k],
             virial[MD_PART_PAIR][k], whole);
    }
}

/* The run's list and one made for the frame alone give the same; the latter is also all there is
 * before a run. */
static void lists_agree(void)
{
    const struct md_frame *frame = observe();
    TEST_ASSERT_TRUE(sim.forces.listed);
    for (int part = 0; part < MD_PARTS; part++) {
        struct values *kept = copy_of(shares(frame), part, frame->count);
        sim.forces.listed = false;
        sim.forces.instant++;
        const struct md_per_atom *atoms = shares(frame);
        for (size_t i = 0; i < frame->count; i++) {
            struct values values = values_of(atoms, part, i);
            near(kept[i].energy, values.energy, kept[i].energy);
            for (int k = 0; k < 6; k++)
                near(kept[i].virial[k], values.virial[k], 100.0);
        }
        sim.forces.listed = true;
        sim.forces.instant++;
        free(kept);
    }
}

static void test_pairs(void)
{
    crystal("2", "0.9");
    lennard_jones();
    sums_are_the_tally(); /* no run yet */
    does("run 7");
    sums_are_the_tally();
    lists_agree();
}

static void embed(enum md_eam_format format, const char *style)
{
    char name[] = "/tmp/avimd-per-atom-XXXXXX", line[256];
    struct eam_text text = eam_text_make(format, 0, 2, 2000, 500);
    int file = mkstemp(name);
    TEST_ASSERT_TRUE(file >= 0);
    TEST_ASSERT_EQUAL_INT(text.size, write(file, text.text, text.size));
    close(file);
    free(text.text);
    does("units metal");
    does("lattice fcc 3.1");
    does("region box block 0 2 0 2 0 2");
    does("create_box 2 box");
    does("create_atoms 1 box");
    does("set group all type/fraction 2 0.4 123");
    does("displace_atoms all random 0.05 0.05 0.05 12 units box");
    snprintf(line, sizeof line, "pair_style %s", style);
    does(line);
    snprintf(line, sizeof line, "pair_coeff * * %s A B", name);
    does(line);
    unlink(name);
    does("timestep 0.0001");
    does("fix move all nve");
    sums_are_the_tally();
    does("run 7");
    sums_are_the_tally();
    lists_agree();
}

static void test_embedding_alloy(void)
{
    embed(MD_EAM_SETFL, "eam/alloy");
}

static void test_embedding_fs(void)
{
    embed(MD_EAM_FS, "eam/fs");
}

static void test_bonds_and_weakened_pairs(void)
{
    does("units lj");
    does("atom_style bond");
    does("lattice sc 0.9");
    does("region box block 0 4 0 4 0 4");
    does("create_box 2 box bond/types 1 extra/bond/per/atom 6 extra/special/per/atom 60");
    does("create_atoms 1 box");
    does("set group all type/fraction 2 0.4 123");
    does("mass * 1.5");
    does("displace_atoms all random 0.05 0.05 0.05 12 units box");
    does("special_bonds lj 0.3 0.0 0.7");
    does("pair_style lj/cut 1.9");
    does("pair_coeff * * 1.0 1.0");
    does("bond_style harmonic");
    does("bond_coeff 1 30 1.1");
    for (int k = 1; k < 60; k += 2) {
        char line[64];
        snprintf(line, sizeof line, "create_bonds single/bond 1 %d %d", k, k + 1);
        does(line);
    }
    does("create_bonds single/bond 1 2 3");
    does("create_bonds single/bond 1 1 4");
    does("fix move all nve");
    does("run 7");
    TEST_ASSERT_TRUE(fabs(observe()->tally.energy[MD_PART_BOND]) > 0.01);
    sums_are_the_tally();
    lists_agree();
}

static void test_fields_that_count(void)
{
    crystal("2", "0.9");
    lennard_jones();
    does("group few id 1:9");
    does("fix a few addforce 0.3 0.2 -0.1");
    does("fix s all spring/self 3.0");
    does("fix_modify a energy yes virial yes");
    does("run 7");
    TEST_ASSERT_TRUE(observe()->tally.virial_part[MD_PART_EXTERNAL][0] != 0.0);
    sums_are_the_tally();
    double before = observe()->tally.energy[MD_PART_EXTERNAL];
    does("fix_modify s energy yes");
    sums_are_the_tally();
    TEST_ASSERT_TRUE(observe()->tally.energy[MD_PART_EXTERNAL] != before);
}

static void test_threads_change_no_bit(void)
{
    crystal("7", "0.8442"); /* 1372 atoms */
    lennard_jones();
    does("run 0");
    const struct md_frame *frame = observe();
    struct values *one = copy_of(shares(frame), MD_PART_PAIR, frame->count);
    sim.system.threads = 3;
    sim.forces.instant++;
    struct values *three = copy_of(shares(frame), MD_PART_PAIR, frame->count);
    TEST_ASSERT_EQUAL_MEMORY(one, three, frame->count * sizeof *one);
    free(one);
    free(three);
}

/* A frame with other positions than the system's: what counts is the frame. */
static void test_only_the_frame_counts(void)
{
    crystal("2", "0.9");
    lennard_jones();
    does("run 0");
    struct md_frame frame = *observe();
    md_vec3 *x = malloc(frame.count * sizeof *x);
    memcpy(x, frame.x, frame.count * sizeof *x);
    for (size_t i = 0; i < frame.count; i++)
        x[i][i % 3] += 0.04 * (i % 2 ? 1.0 : -1.0);
    frame.x = (const md_vec3 *)x;
    double sum = 0.0;
    for (size_t i = 0; i < frame.count; i++)
        sum += md_share_energy(shares(&frame), MD_PART_PAIR, i);
    TEST_ASSERT_TRUE(fabs(sum - frame.tally.energy[MD_PART_PAIR]) > 1e-3);
    memcpy(sim.system.atoms.x, x, frame.count * sizeof *x);
    md_sim_changed(&sim, MD_CHANGED_ATOMS);
    near(observe()->tally.energy[MD_PART_PAIR], sum, sum);
    free(x);
}

/* Asked twice at one instant, nothing is computed twice; after a change everything is. */
static void test_kept_for_an_instant(void)
{
    crystal("2", "0.9");
    lennard_jones();
    does("run 0");
    const struct md_per_atom *atoms = shares(observe());
    double real = atoms->energy[MD_PART_PAIR][3];
    atoms->energy[MD_PART_PAIR][3] = 17.0;
    TEST_ASSERT_TRUE(shares(observe())->energy[MD_PART_PAIR][3] == 17.0);
    does("pair_coeff 1 2 2.0 1.0");
    TEST_ASSERT_TRUE(shares(observe())->energy[MD_PART_PAIR][3] != 17.0);
    TEST_ASSERT_TRUE(shares(observe())->energy[MD_PART_PAIR][3] != real);
}

/* Energies alone have the bits they have beside virials, and nothing else gets an array. */
static void test_only_what_is_asked_for(void)
{
    crystal("2", "0.9");
    lennard_jones();
    does("run 0");
    const struct md_frame *frame = observe();
    const struct md_per_atom *atoms = asked(frame, MD_SHARE_ENERGY(MD_PART_PAIR));
    TEST_ASSERT_NULL(atoms->virial[MD_PART_PAIR]);
    TEST_ASSERT_NULL(atoms->energy[MD_PART_BOND]);
    double *alone = malloc(frame->count * sizeof *alone);
    memcpy(alone, atoms->energy[MD_PART_PAIR], frame->count * sizeof *alone);
    atoms = asked(frame, MD_SHARE_VIRIAL(MD_PART_PAIR));
    TEST_ASSERT_EQUAL_MEMORY(alone, atoms->energy[MD_PART_PAIR], frame->count * sizeof *alone);
    TEST_ASSERT_TRUE(md_share_virial(atoms, MD_PART_PAIR, 0, 0) != 0.0);
    TEST_ASSERT_TRUE(md_share_energy(shares(frame), MD_PART_BOND, 0) == 0.0);
    free(alone);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_pairs);
    RUN_TEST(test_embedding_alloy);
    RUN_TEST(test_embedding_fs);
    RUN_TEST(test_bonds_and_weakened_pairs);
    RUN_TEST(test_fields_that_count);
    RUN_TEST(test_threads_change_no_bit);
    RUN_TEST(test_only_the_frame_counts);
    RUN_TEST(test_kept_for_an_instant);
    RUN_TEST(test_only_what_is_asked_for);
    return UNITY_END();
}
