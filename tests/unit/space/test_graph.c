/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The topology's lists, for every kind, and the tables that the graph makes of them: they follow
 * from types and IDs alone, whatever the order of atoms and elements; images are those closest to
 * an element's owner; and special_bonds with `angle yes`, pair by pair, against its definition.
 */
#include "../trial.h"
#include "base/memory.h"
#include "space/graph.h"

#include <math.h>

#define ATOMS 12
#define SIDE  6.0

static struct md_system sys;
static struct md_graph graph;
static struct md_error error;

void setUp(void)
{
    md_system_init(&sys);
    md_error_clear(&error);
    sys.topology.style = MD_ATOM_FULL;
}

void tearDown(void)
{
    md_graph_free(&graph);
    md_system_free(&sys);
}

/* Atoms 1 to ATOMS on a helix through the boundary, stored forwards or backwards; second neighbours
 * are more than half a box apart. */
static void atoms(bool backwards)
{
    double lo[3] = {0.0, 0.0, 0.0}, hi[3] = {SIDE, SIDE, SIDE};
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(&sys, 1, lo, hi, &error));
    for (int k = 0; k < ATOMS; k++) {
        int id = backwards ? ATOMS - k : k + 1;
        double x[3] = {fmod(2.5 * id, SIDE), fmod(5.5 + 0.5 * sin(id), SIDE), 3.0 + cos(id)};
        TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&sys.atoms, 1, id, x, &error));
    }
}

static void add(int kind, int type, const int64_t *id)
{
    TEST_ASSERT_EQUAL(MD_OK, md_topology_add(&sys.topology, kind, type, id, &error));
}

/* Elements of neighbours along the helix, stored forwards or backwards. */
static void chain(int kind, bool backwards)
{
    int wide = md_topology_kinds[kind].atoms, last = ATOMS - wide + 1;
    sys.topology.list[kind].types = 2;
    for (int k = 1; k <= last; k++) {
        int64_t id[MD_TOPOLOGY_ATOMS];
        int first = backwards ? last + 1 - k : k;
        for (int p = 0; p < wide; p++)
            id[p] = first + p;
        add(kind, 1 + first % 2, id);
    }
}

static void build(void)
{
    TEST_ASSERT_EQUAL_MESSAGE(
        MD_OK, md_graph_build(&graph, &sys, false, MD_LOST_BONDS_ERROR, &error), error.text);
}

/* ------------------------------------------------------------------ lists */

static void test_lists_of_every_kind(void)
{
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
        const struct md_topology_list *list = &sys.topology.list[kind];
        int wide = md_topology_kinds[kind].atoms;
        TEST_ASSERT_TRUE(wide >= 2 && wide <= MD_TOPOLOGY_ATOMS);
        TEST_ASSERT_TRUE(md_topology_kinds[kind].owner < wide);
        for (int64_t k = 0; k < 300; k++) {
            const int64_t id[MD_TOPOLOGY_ATOMS] = {k + 1, k + 2, k + 3, k + 4};
            add(kind, (int)k + 1, id);
        }
        md_topology_drop(&sys.topology, kind, 100);
        TEST_ASSERT_EQUAL_UINT64(200, list->count);
        TEST_ASSERT_EQUAL_INT(101, list->type[0]);
        TEST_ASSERT_EQUAL_INT64(300 + wide - 1,
                                md_topology_ids(&sys.topology, kind, 199)[wide - 1]);
    }
    TEST_ASSERT_EQUAL_UINT64(200 * MD_TOPOLOGY_KINDS, md_topology_count(&sys.topology));
}

static void test_prune(void)
{
    atoms(false);
    for (int any = 0; any < 2; any++)
        for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
            int wide = md_topology_kinds[kind].atoms, owner = md_topology_kinds[kind].owner;
            for (int gone = 0; gone < wide; gone++) {
                int64_t id[MD_TOPOLOGY_ATOMS] = {1, 2, 3, 4};
                id[gone] = ATOMS + 1;
                sys.topology.list[kind].count = 0;
                add(kind, 1, id);
                size_t dropped = md_topology_prune(&sys.topology, &sys.atoms, any == 1);
                TEST_ASSERT_EQUAL_UINT64(any == 1 || gone == owner, dropped);
            }
            sys.topology.list[kind].count = 0;
        }
}

static void test_styles_that_have_a_kind(void)
{
    char text[MD_TOPOLOGY_TEXT];
    TEST_ASSERT_EQUAL_STRING("bond, angle, molecular or full",
                             md_topology_styles(MD_BONDS, "or", text));
    TEST_ASSERT_EQUAL_STRING("angle, molecular and full",
                             md_topology_styles(MD_ANGLES, "and", text));
    TEST_ASSERT_EQUAL_STRING("molecular or full", md_topology_styles(MD_DIHEDRALS, "or", text));
    sys.topology.style = MD_ATOM_ANGLE;
    TEST_ASSERT_TRUE(md_topology_allows(&sys.topology, MD_ANGLES));
    TEST_ASSERT_FALSE(md_topology_allows(&sys.topology, MD_DIHEDRALS));
}

/* ------------------------------------------------------------------ tables */

/* The table's rows are sorted, and each atom finds its places in them in that order. */
static void check_table(int kind)
{
    const struct md_graph_table *table = &graph.table[kind];
    int owner = md_topology_kinds[kind].owner;
    size_t wide = (size_t)table->places, seen = 0;
    TEST_ASSERT_EQUAL_UINT64(sys.topology.list[kind].count, table->count);
    for (size_t e = 0; e < table->count; e++) {
        double x[MD_TOPOLOGY_ATOMS][3];
        md_graph_positions(&sys, table, e, x);
        const int32_t *now = table->atom + e * wide, *before = now - wide;
        TEST_ASSERT_TRUE(e == 0 || table->type[e - 1] < table->type[e] ||
                         (table->type[e - 1] == table->type[e] &&
                          sys.atoms.id[before[0]] < sys.atoms.id[now[0]]));
        for (size_t p = 0; p < wide; p++)
            for (int d = 0; d < 3; d++)
                TEST_ASSERT_TRUE(fabs(x[p][d] - x[owner][d]) <= 0.5 * SIDE);
    }
    for (size_t i = 0; i < ATOMS; i++)
        for (size_t k = table->start[i]; k < table->start[i + 1]; k++, seen++) {
            const struct md_graph_place *at = &table->place[k];
            TEST_ASSERT_EQUAL_INT32((int32_t)i,
                                    table->atom[(size_t)at->element * wide + (size_t)at->place]);
            TEST_ASSERT_TRUE(k == table->start[i] || at[-1].element < at->element);
        }
    TEST_ASSERT_EQUAL_UINT64(wide * table->count, seen);
}

static void test_tables_do_not_depend_on_order(void)
{
    double kept[2][MD_TOPOLOGY_KINDS][ATOMS][MD_TOPOLOGY_ATOMS][3];
    memset(kept, 0, sizeof kept);
    for (int turn = 0; turn < 2; turn++) {
        tearDown();
        setUp();
        atoms(turn == 1);
        for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
            chain(kind, turn == 1);
        build();
        TEST_ASSERT_EQUAL_UINT64(0, graph.table[MD_BONDS].count);
        for (int kind = MD_ANGLES; kind < MD_TOPOLOGY_KINDS; kind++) {
            check_table(kind);
            for (size_t e = 0; e < graph.table[kind].count; e++)
                md_graph_positions(&sys, &graph.table[kind], e, kept[turn][kind][e]);
        }
    }
    TEST_ASSERT_EQUAL_MEMORY(kept[0], kept[1], sizeof kept[0]);
}

/* The order that is kept from the last list is not used once types or IDs are others. */
static void test_tables_follow_changes(void)
{
    atoms(false);
    chain(MD_ANGLES, false);
    build();
    for (size_t k = 0; k < sys.topology.list[MD_ANGLES].count; k++)
        sys.topology.list[MD_ANGLES].type[k] = 1 + (int)(k * 7 % 3);
    build();
    check_table(MD_ANGLES);
    md_topology_drop(&sys.topology, MD_ANGLES, 4);
    build();
    check_table(MD_ANGLES);
}

static void test_lost_atoms(void)
{
    atoms(false);
    chain(MD_ANGLES, true);
    md_atoms_remove(&sys.atoms, 4); /* ID 5, in three angles */
    TEST_ASSERT_EQUAL(MD_ERR_RUN, md_graph_build(&graph, &sys, false, MD_LOST_BONDS_ERROR, &error));
    TEST_ASSERT_NOT_NULL_MESSAGE(
        strstr(error.text, "the angle of type 1 of atoms 4, 5 and 6 has lost atom 5"), error.text);
    md_error_clear(&error);
    TEST_ASSERT_EQUAL(MD_OK, md_graph_build(&graph, &sys, false, MD_LOST_BONDS_IGNORE, &error));
    TEST_ASSERT_EQUAL_UINT64(3, graph.missing[MD_ANGLES]);
    TEST_ASSERT_EQUAL_UINT64(ATOMS - 2 - 3, graph.table[MD_ANGLES].count);
}

/* ------------------------------------------------------------------ special_bonds angle yes */

/* How many bonds apart the graph counts atoms with IDs i and j; 0: not special. */
static int apart(int64_t i, int64_t j)
{
    size_t a = (size_t)md_atoms_find(&sys.atoms, i), b = (size_t)md_atoms_find(&sys.atoms, j);
    for (size_t k = graph.relative_start[a]; k < graph.relative_start[a + 1]; k++)
        if ((size_t)graph.relative[k].atom == b)
            return graph.relative[k].apart;
    return 0;
}

static void test_angle_yes(void)
{
    static const int64_t ring[] = {1, 2, 3, 4, 5, 1};
    const int64_t angle[3] = {3, 2, 1}, dihedral[4] = {8, 9, 10, 11};
    atoms(true);
    for (int k = 0; k < 5; k++)
        add(MD_BONDS, 1, ring + k);
    for (int64_t k = 7; k < 12; k++)
        add(MD_BONDS, 1, (const int64_t[2]){k, k + 1});
    add(MD_ANGLES, 1, angle);
    add(MD_DIHEDRALS, 1, dihedral);
    build();
    TEST_ASSERT_EQUAL_INT(2, apart(2, 4));
    TEST_ASSERT_EQUAL_INT(2, apart(7, 9));
    TEST_ASSERT_EQUAL_INT(3, apart(7, 10));
    sys.topology.angle = true;
    build();
    TEST_ASSERT_EQUAL_INT(1, apart(2, 3));
    TEST_ASSERT_EQUAL_INT(2, apart(1, 3)); /* the angle's ends */
    TEST_ASSERT_EQUAL_INT(3, apart(2, 4)); /* the other way round the ring */
    TEST_ASSERT_EQUAL_INT(0, apart(7, 9));
    TEST_ASSERT_EQUAL_INT(2, apart(8, 10)); /* in the dihedral */
    TEST_ASSERT_EQUAL_INT(2, apart(11, 9));
    TEST_ASSERT_EQUAL_INT(0, apart(10, 12));
    sys.topology.dihedral = true;
    build();
    TEST_ASSERT_EQUAL_INT(0, apart(2, 4));
    TEST_ASSERT_EQUAL_INT(0, apart(7, 10));
    TEST_ASSERT_EQUAL_INT(3, apart(8, 11));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_lists_of_every_kind);
    RUN_TEST(test_prune);
    RUN_TEST(test_styles_that_have_a_kind);
    RUN_TEST(test_tables_do_not_depend_on_order);
    RUN_TEST(test_tables_follow_changes);
    RUN_TEST(test_lost_atoms);
    RUN_TEST(test_angle_yes);
    return UNITY_END();
}
