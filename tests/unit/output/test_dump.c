/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dumps character by character, when they are written, and what is refused where. */
#include "base/files.h"
#include "output/dump.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>
#include <zlib.h>

static struct md_error error;
static struct md_system sys;
static struct md_frame frame;
static struct md_dumps dumps;
static char text[1 << 16];
static char folder[64], path[128];

/* ---------------------------------------------------------------------------- a small physics */

static enum md_status atom_reference(void *context, char kind, const char *id, int64_t column,
                                     double *values, struct md_error *e)
{
    (void)context;
    (void)id;
    (void)e;
    for (size_t i = 0; i < sys.atoms.count; i++)
        values[i] = (kind == 'c' ? 1000.0 : 2000.0) + 100.0 * (double)column + (double)i;
    return MD_OK;
}

static bool is_defined(void *context, const char *category, const char *id)
{
    (void)context;
    (void)category;
    return strcmp(id, "ke") == 0 || strcmp(id, "st") == 0 || strcmp(id, "temp") == 0;
}

static enum md_status shape(void *context, char kind, const char *id, struct md_shape *s,
                            struct md_error *e)
{
    (void)context;
    (void)kind;
    (void)e;
    memset(s, 0, sizeof *s);
    s->per_atom = strcmp(id, "temp") != 0;
    s->atom_columns = strcmp(id, "st") == 0 ? 6 : 1;
    return MD_OK;
}

static enum md_variable_kind kind(void *context, const char *name)
{
    (void)context;
    return strcmp(name, "at") == 0     ? MD_VARIABLE_ATOM
           : strcmp(name, "when") == 0 ? MD_VARIABLE_EQUAL
                                       : MD_VARIABLE_NONE;
}

static enum md_status atom(void *context, const char *name, double *values, size_t count,
                           struct md_error *e)
{
    (void)context;
    (void)name;
    (void)e;
    for (size_t i = 0; i < count; i++)
        values[i] = -(double)i;
    return MD_OK;
}

static double next_step;

static enum md_status equal(void *context, const char *name, double *value, struct md_error *e)
{
    (void)context;
    (void)name;
    (void)e;
    *value = next_step;
    return MD_OK;
}

static struct md_quantities quantities = {
    .atom_reference = atom_reference, .is_defined = is_defined, .shape = shape};
static struct md_variables variables = {.kind = kind, .atom = atom, .equal = equal};
static struct md_dump_context context = {&quantities, &variables, &sys};

/* ---------------------------------------------------------------------------- helpers */

#define WORDS_MAX 60
static struct md_word words[WORDS_MAX];
static char storage[2048];

/* Words separated by '|'; word k has column k + 1.  FILE stands for a file in the test's folder. */
static struct md_args split(const char *line)
{
    struct md_args args = {.words = words};
    args.command.text = "dump";
    args.command.place = (struct md_place){"deck", "line", 9, 0, 0};
    snprintf(storage, sizeof storage, "%s", line);
    for (char *c = storage; c != NULL && args.count < WORDS_MAX;) {
        char *bar = strchr(c, '|');
        if (bar != NULL)
            *bar = '\0';
        words[args.count].text = strcmp(c, "FILE") == 0 ? path : c;
        words[args.count].place = (struct md_place){"deck", "line", 9, args.count + 1, 1};
        words[args.count].files = &md_files_any;
        args.count++;
        c = bar != NULL ? bar + 1 : NULL;
    }
    return args;
}

static enum md_status add(const char *line)
{
    struct md_args args = split(line);
    return md_dumps_add(&dumps, &sys, &context, &args, &error);
}

static enum md_status modify(const char *line)
{
    struct md_args args = split(line);
    return md_dumps_modify(&dumps, &sys, &context, &args, &error);
}

static enum md_status write_at(int64_t step, bool at_start)
{
    frame.step = step;
    frame.time = 0.005 * (double)step;
    return md_dumps_write(&dumps, &context, &frame, at_start, &error);
}

static const char *content_of(const char *name)
{
    gzFile file = gzopen(name, "rb");
    if (file == NULL)
        return NULL;
    int size = gzread(file, text, sizeof text - 1);
    gzclose(file);
    text[size > 0 ? size : 0] = '\0';
    return text;
}

static const char *content(void)
{
    TEST_ASSERT_EQUAL(MD_OK, md_dumps_flush(&dumps, &error));
    return content_of(path);
}

/* Adds, modifies and writes one snapshot at step 0: the text from the given line on. */
static const char *snapshot(const char *dump, const char *change, const char *from)
{
    tearDown();
    setUp();
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, add(dump), error.text);
    if (change != NULL)
        TEST_ASSERT_EQUAL_MESSAGE(MD_OK, modify(change), error.text);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, write_at(0, true), error.text);
    const char *all = content();
    TEST_ASSERT_NOT_NULL(all);
    const char *found = from != NULL ? strstr(all, from) : all;
    TEST_ASSERT_NOT_NULL_MESSAGE(found, all);
    return found;
}

static void add_atom(int type, int64_t id, double x, double y, double z)
{
    double at[3] = {x, y, z};
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&sys.atoms, type, id, at, &error));
    size_t i = sys.atoms.count - 1;
    for (int d = 0; d < 3; d++) {
        sys.atoms.v[i][d] = 0.1 * (double)(id + d);
        sys.atoms.f[i][d] = -0.5 * (double)(id + d);
        sys.atoms.image[i][d] = d - 1;
    }
}

void setUp(void)
{
    static const double lo[3] = {-1, 0, 0}, hi[3] = {3, 5, 8};
    md_error_clear(&error);
    md_system_init(&sys);
    sys.box.face[2][0] = sys.box.face[2][1] = MD_FIXED;
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(&sys, 2, lo, hi, &error));
    sys.mass[1] = 1.0;
    sys.mass[2] = 39.95;
    add_atom(1, 3, 0, 1, 2);
    add_atom(2, 1, 1, 2, 4);
    add_atom(1, 2, 2.5, 1e-7, 1.0 / 3.0);
    snprintf(folder, sizeof folder, "test_dump.%ld", (long)getpid());
    snprintf(path, sizeof path, "%s.out", folder);
    memset(&dumps, 0, sizeof dumps);
    frame = (struct md_frame){.system = &sys, .count = 3};
    frame.x = (const md_vec3 *)sys.atoms.x;
    frame.v = (const md_vec3 *)sys.atoms.v;
    frame.f = (const md_vec3 *)sys.atoms.f;
    frame.tally.energy[MD_PART_PAIR] = -1.25;
    frame.tally.tail = -0.25;
}

void tearDown(void)
{
    md_dumps_free(&dumps);
    md_system_free(&sys);
    remove(path);
}

/* ---------------------------------------------------------------------------- formats */

static void test_atom(void)
{
    TEST_ASSERT_EQUAL_STRING("ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n3\n"
                             "ITEM: BOX BOUNDS pp pp ff\n"
                             "-1.0000000000000000e+00 3.0000000000000000e+00\n"
                             "0.0000000000000000e+00 5.0000000000000000e+00\n"
                             "0.0000000000000000e+00 8.0000000000000000e+00\n"
                             "ITEM: ATOMS id type xs ys zs\n"
                             "3 1 0.25 0.2 0.25\n"
                             "1 2 0.5 0.4 0.5\n"
                             "2 1 0.875 2e-08 0.0416667\n",
                             snapshot("d|all|atom|1|FILE", NULL, NULL));
    TEST_ASSERT_EQUAL_STRING(
        "ITEM: ATOMS id type x y z ix iy iz\n"
        "1 2 1 2 4 -1 0 1\n"
        "2 1 2.5 1e-07 0.333333 -1 0 1\n"
        "3 1 0 1 2 -1 0 1\n",
        snapshot("d|all|atom|1|FILE", "d|scale|no|image|yes|sort|id", "ITEM: ATOMS"));
    TEST_ASSERT_EQUAL_STRING_LEN("ITEM: UNITS\nlj\nITEM: TIME\n0\nITEM: TIMESTEP\n0\n",
                                 snapshot("d|all|atom|1|FILE", "d|units|yes|time|yes", NULL), 45);
}

static void test_custom(void)
{
    TEST_ASSERT_EQUAL_STRING(
        "ITEM: ATOMS id element mass xu yu zu xsu vx fy proc procp1 c_ke c_st[2] f_ke v_at\n"
        "3 Ar 1 -4 1 10 -0.75 0.3 -2 0 1 1000 1200 2000 -0\n"
        "1 Kr 39.95 -3 2 12 -0.5 0.1 -1 0 1 1001 1201 2001 -1\n"
        "2 Ar 1 -1.5 1e-07 8.33333 -0.125 0.2 -1.5 0 1 1002 1202 2002 -2\n",
        snapshot("d|all|custom|1|FILE|id|element|mass|xu|yu|zu|xsu|vx|fy|proc|procp1|c_ke|c_st[2]|"
                 "f_ke|v_at",
                 "d|element|Ar|Kr", "ITEM: ATOMS"));
}

static void test_custom_formats(void)
{
    TEST_ASSERT_EQUAL_STRING("ITEM: ATOMS nr x y\n"
                             "  3 +0.0e+00 1.00\n"
                             "  1 +1.0e+00 2.00\n"
                             "  2 +2.5e+00 0.00\n",
                             snapshot("d|all|custom|1|FILE|id|x|y",
                                      "d|format|line|%3d %g %g|format|float|%.2f|format|2|%+.1e|"
                                      "colname|id|nr",
                                      "ITEM: ATOMS"));
    TEST_ASSERT_EQUAL_STRING(
        "ITEM: ATOMS id x\n3 0\n1 1\n2 2.5\n",
        snapshot("d|all|custom|1|FILE|id|x", "d|format|float|%.2f|format|none", "ITEM: ATOMS"));
}

static void test_xyz(void)
{
    TEST_ASSERT_EQUAL_STRING("3\nAtoms. Timestep: 0\n2 1 2 4\n1 2.5 1e-07 0.333333\n1 0 1 2\n",
                             snapshot("d|all|xyz|1|FILE", NULL, NULL));
    TEST_ASSERT_EQUAL_STRING("3\nAtoms. Timestep: 0\nKr -3 2 12\nAr -1.5 1e-07 8.33333\n"
                             "Ar -4 1 10\n",
                             snapshot("d|all|xyz|1|FILE", "d|element|Ar|Kr|unwrap|yes", NULL));
}

static void test_extxyz(void)
{
    TEST_ASSERT_EQUAL_STRING(
        "3\nLattice=\"4 0.0 0.0 0.0 5 0.0 0.0 0.0 8\" Origin=\"-1 0 0\" "
        "Properties=species:S:1:pos:R:3:vel:R:3:momenta:R:3:forces:R:3:masses:R:1:id:I:1:"
        "type:I:1 pbc=\"T T F\" Timestep=0 Time=0 energy=-1.5\n"
        "Kr 1 2 4 0.1 0.2 0.3 3.995 7.99 11.985 -0.5 -1 -1.5 39.95 1 2\n"
        "Ar 2.5 1e-07 0.3333333333 0.2 0.3 0.4 0.2 0.3 0.4 -1 -1.5 -2 1 2 1\n"
        "Ar 0 1 2 0.3 0.4 0.5 0.3 0.4 0.5 -1.5 -2 -2.5 1 3 1\n",
        snapshot("d|all|extxyz|1|FILE", "d|element|Ar|Kr", NULL));
    const char *part = snapshot("d|all|extxyz|1|FILE", "d|vel|no|forces|no|mass|yes|thresh|x|>|0.5",
                                "Properties=");
    TEST_ASSERT_EQUAL_STRING("Properties=species:S:1:pos:R:3:masses:R:1:id:I:1:type:I:1 "
                             "pbc=\"T T F\" Timestep=0 Time=0\n"
                             "X 1 2 4 39.95 1 2\nX 2.5 1e-07 0.3333333333 1 2 1\n",
                             part);
}

/* ---------------------------------------------------------------------------- choosing */

static void test_choosing(void)
{
    static const struct {
        const char *change, *rows;
    } cases[] = {
        {"d|sort|id", "1\n2\n3\n"},
        {"d|sort|-1", "3\n2\n1\n"},
        {"d|sort|2", "3\n1\n2\n"},
        {"d|sort|off", "3\n1\n2\n"},
        {"d|thresh|x|>=|1", "1\n2\n"},
        {"d|thresh|type|==|1", "3\n2\n"},
        {"d|thresh|type|!=|1", "1\n"},
        {"d|thresh|x|<|1", "3\n"},
        {"d|thresh|x|<=|1", "3\n1\n"},
        {"d|thresh|x|>|1", "2\n"},
        {"d|thresh|x|>|9", ""},
        {"d|thresh|c_ke|>|1000.5", "1\n2\n"},
        {"d|thresh|x|>|0.5|thresh|x|<|2", "1\n"},
        {"d|thresh|x|>|9|thresh|none", "3\n1\n2\n"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const char *rows = snapshot("d|all|custom|1|FILE|id|x", cases[k].change, "ITEM: ATOMS");
        char got[100] = "";
        for (const char *c = strchr(rows, '\n') + 1; *c != '\0'; c = strchr(c, '\n') + 1)
            strncat(strncat(got, c, strcspn(c, " ")), "\n", 2);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(cases[k].rows, got, cases[k].change);
    }
}

static void test_group_and_region(void)
{
    struct md_word name = {.text = "some"};
    int group;
    TEST_ASSERT_EQUAL(MD_OK, md_groups_create(&sys.groups, &name, &group, &error));
    sys.atoms.groups[1] |= md_group_bit(group);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, add("g|some|custom|1|FILE|id"), error.text);
    TEST_ASSERT_EQUAL(MD_OK, write_at(0, true));
    TEST_ASSERT_NOT_NULL(strstr(content(), "ITEM: ATOMS id\n1\n"));
    TEST_ASSERT_NOT_NULL(strstr(text, "NUMBER OF ATOMS\n1\n"));

    struct md_args region = split("r|block|0.5|3|0|1|0|8|units|box");
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, md_region_define(&sys, &region, &error), error.text);
    TEST_ASSERT_EQUAL(MD_OK, add("h|all|custom|1|FILE|id"));
    TEST_ASSERT_EQUAL(MD_OK, modify("h|region|r|append|yes"));
    TEST_ASSERT_EQUAL(MD_OK, write_at(1, true));
    TEST_ASSERT_NOT_NULL(strstr(content(), "TIMESTEP\n1\nITEM: NUMBER OF ATOMS\n1\n"));
    TEST_ASSERT_NOT_NULL(strstr(text, "ITEM: ATOMS id\n2\n"));
    TEST_ASSERT_EQUAL(MD_ERR_REFERENCE, modify("h|region|q"));
}

/* ---------------------------------------------------------------------------- when */

/* Steps in the file, as "0 10 20 ". */
static const char *steps(void)
{
    static char list[200];
    list[0] = '\0';
    const char *all = content_of(path);
    for (const char *c = all; c != NULL && (c = strstr(c, "TIMESTEP\n")) != NULL;) {
        c += 9;
        strncat(strncat(list, c, strcspn(c, "\n")), " ", 2);
    }
    return list;
}

static void run(int64_t from, int64_t to)
{
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, write_at(from, true), error.text);
    for (int64_t step = md_dumps_next(&dumps, from); step <= to; step = md_dumps_next(&dumps, step))
        TEST_ASSERT_EQUAL_MESSAGE(MD_OK, write_at(step, false), error.text);
}

static void test_when(void)
{
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, md_dumps_next(&dumps, 0));
    TEST_ASSERT_EQUAL(MD_OK, add("d|all|custom|10|FILE|id"));
    TEST_ASSERT_FALSE(content_of(path) != NULL); /* nothing is opened before the first snapshot */
    run(0, 25);
    run(25, 30);
    run(30, 35); /* step 30 was written by the run before */
    TEST_ASSERT_EQUAL_STRING("0 10 20 30 ", steps());
    TEST_ASSERT_EQUAL(MD_OK, modify("d|every|7"));
    run(35, 50);
    TEST_ASSERT_EQUAL_STRING("0 10 20 30 35 42 49 ", steps());
    run(49, 49);
    run(0, 0); /* after reset_timestep 0 */
    TEST_ASSERT_EQUAL_STRING("0 10 20 30 35 42 49 0 ", steps());
}

static void test_first_and_delay(void)
{
    TEST_ASSERT_EQUAL(MD_OK, add("d|all|custom|10|FILE|id"));
    run(3, 12);
    TEST_ASSERT_EQUAL_STRING("10 ", steps());
    tearDown();
    setUp();
    TEST_ASSERT_EQUAL(MD_OK, add("d|all|custom|10|FILE|id"));
    TEST_ASSERT_EQUAL(MD_OK, modify("d|first|yes"));
    run(3, 12);
    run(13, 19);
    TEST_ASSERT_EQUAL_STRING("3 10 ", steps());
    tearDown();
    setUp();
    TEST_ASSERT_EQUAL(MD_OK, add("d|all|custom|10|FILE|id"));
    TEST_ASSERT_EQUAL(MD_OK, modify("d|delay|15"));
    run(0, 40);
    TEST_ASSERT_EQUAL_STRING("20 30 40 ", steps());
}

static void test_every_variable(void)
{
    TEST_ASSERT_EQUAL(MD_OK, add("d|all|custom|10|FILE|id"));
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, modify("d|every|v_when|first|yes"), error.text);
    next_step = 17;
    TEST_ASSERT_EQUAL(MD_OK, write_at(0, true));
    TEST_ASSERT_EQUAL_INT64(17, md_dumps_next(&dumps, 0));
    next_step = 40;
    TEST_ASSERT_EQUAL(MD_OK, write_at(10, false));
    TEST_ASSERT_EQUAL(MD_OK, write_at(17, false));
    TEST_ASSERT_EQUAL_INT64(40, md_dumps_next(&dumps, 17));
    next_step = 40;
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, write_at(40, false));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "gave 40"));
    TEST_ASSERT_EQUAL_INT(9, error.place.line);
    TEST_ASSERT_EQUAL_STRING("0 17 40 ", steps());
}

static void test_one_file_each(void)
{
    char name[200], line[200];
    snprintf(line, sizeof line, "d|all|xyz|1|%s.*.xyz.gz", folder);
    TEST_ASSERT_EQUAL(MD_OK, add(line));
    TEST_ASSERT_EQUAL(MD_OK, modify("d|pad|4|maxfiles|2"));
    for (int64_t step = 8; step <= 11; step++)
        TEST_ASSERT_EQUAL_MESSAGE(MD_OK, write_at(step, false), error.text);
    for (int step = 8; step <= 11; step++) {
        snprintf(name, sizeof name, "%s.%04d.xyz.gz", folder, step);
        TEST_ASSERT_EQUAL_MESSAGE(step < 10 ? -1 : 0, access(name, F_OK), name);
        if (step >= 10) {
            snprintf(line, sizeof line, "3\nAtoms. Timestep: %d\n", step);
            TEST_ASSERT_EQUAL_STRING_LEN(line, content_of(name), strlen(line));
        }
        remove(name);
    }
}

/* ---------------------------------------------------------------------------- refusals */

static const struct {
    const char *dump, *change;
    enum md_status status;
    int column;
    const char *says, *hint;
} wrong[] = {
    {"d|all|atom|1", NULL, MD_ERR_COUNT, 0, "", ""},
    {"d-d|all|atom|1|f", NULL, MD_ERR_VALUE, 1, "'d-d'", ""},
    {"d|al|atom|1|f", NULL, MD_ERR_REFERENCE, 2, "'al'", "all"},
    {"d|all|atm|1|f", NULL, MD_ERR_UNKNOWN, 3, "'atm'", "atom"},
    {"d|all|dcd|1|f", NULL, MD_ERR_UNSUPPORTED, 3, "'dcd' does not exist here", ""},
    {"d|all|atom|0|f", NULL, MD_ERR_VALUE, 4, "0", ""},
    {"d|all|atom|ten|f", NULL, MD_ERR_VALUE, 4, "'ten'", ""},
    {"d|all|atom|1|f.*.*", NULL, MD_ERR_VALUE, 5, "more than one *", ""},
    {"d|all|atom|1|f.bin", NULL, MD_ERR_UNSUPPORTED, 5, "binary", ""},
    {"d|all|atom|1|f.zst", NULL, MD_ERR_UNSUPPORTED, 5, "zstd", ""},
    {"d|all|atom|1|f|id", NULL, MD_ERR_COUNT, 6, "", ""},
    {"d|all|custom|1|f", NULL, MD_ERR_COUNT, 0, "names no attribute", ""},
    {"d|all|custom|1|f|id|tpye", NULL, MD_ERR_UNKNOWN, 7, "'tpye'", "type"},
    {"d|all|custom|1|f|q", NULL, MD_ERR_ORDER, 6, "'q'", ""},
    {"d|all|custom|1|f|mol", NULL, MD_ERR_ORDER, 6, "atom_style atomic", ""},
    {"d|all|custom|1|f|c_no", NULL, MD_ERR_REFERENCE, 6, "compute 'no'", ""},
    {"d|all|custom|1|f|c_temp", NULL, MD_ERR_VALUE, 6, "no values per atom", ""},
    {"d|all|custom|1|f|c_st", NULL, MD_ERR_VALUE, 6, "6 columns", ""},
    {"d|all|custom|1|f|c_st[7]", NULL, MD_ERR_VALUE, 6, "6 columns", ""},
    {"d|all|custom|1|f|c_ke[1]", NULL, MD_ERR_VALUE, 6, "1 column per atom", ""},
    {"d|all|custom|1|f|v_no", NULL, MD_ERR_REFERENCE, 6, "variable 'no'", ""},
    {"d|all|custom|1|f|v_when", NULL, MD_ERR_VALUE, 6, "not atom-style", ""},
    {"d|all|atom|1|f", "e|sort|id", MD_ERR_REFERENCE, 1, "no dump 'e'", ""},
    {"d|all|atom|1|f", "d|srot|id", MD_ERR_UNKNOWN, 2, "'srot'", "sort"},
    {"d|all|atom|1|f", "d|sort", MD_ERR_COUNT, 2, "sort off | id | N | -N", ""},
    {"d|all|atom|1|f", "d|sort|6", MD_ERR_VALUE, 3, "from 1 to 5", ""},
    {"d|all|atom|1|f", "d|sort|0", MD_ERR_VALUE, 3, "'0'", ""},
    {"d|all|atom|1|f", "d|nfile|2", MD_ERR_VALUE, 2, "nfile needs a %", ""},
    {"d|all|atom|1|f", "d|fileper|2", MD_ERR_VALUE, 2, "fileper needs a %", ""},
    {"d|all|atom|1|f", "d|element|Ar", MD_ERR_COUNT, 2, "1 name for 2 atom types", ""},
    {"d|all|atom|1|f", "d|every|0", MD_ERR_VALUE, 3, "0", ""},
    {"d|all|atom|1|f", "d|every|v_no", MD_ERR_REFERENCE, 3, "'no'", ""},
    {"d|all|atom|1|f", "d|every|v_at", MD_ERR_VALUE, 3, "not equal-style", ""},
    {"d|all|atom|1|f", "d|format|float|%s", MD_ERR_VALUE, 4, "'%s' has the wrong conversion", ""},
    {"d|all|atom|1|f", "d|format|1|%g", MD_ERR_VALUE, 4, "'%g' has the wrong conversion", ""},
    {"d|all|atom|1|f", "d|format|line|%d", MD_ERR_VALUE, 4, "fewer than 5", ""},
    {"d|all|xyz|1|f", "d|format|1|%d", MD_ERR_VALUE, 4, "a text", ""},
    {"d|all|xyz|1|f", "d|scale|no", MD_ERR_VALUE, 2, "does not go with dump style 'xyz'", ""},
    {"d|all|custom|1|f|id", "d|image|yes", MD_ERR_VALUE, 2, "does not go with", ""},
    {"d|all|atom|1|f", "d|maxfiles|3", MD_ERR_VALUE, 2, "needs a *", ""},
    {"d|all|atom|1|f.*", "d|maxfiles|0", MD_ERR_VALUE, 3, "at least 1", ""},
    {"d|all|atom|1|f.*", "d|append|yes", MD_ERR_VALUE, 2, "none to append to", ""},
    {"d|all|atom|1|f", "d|thresh|x|~|1", MD_ERR_UNKNOWN, 4, "'~'", ""},
    {"d|all|atom|1|f", "d|thresh|x|<", MD_ERR_COUNT, 2, "ATTRIBUTE OPERATOR VALUE", ""},
    {"d|all|atom|1|f", "d|thresh|x|<|FIRST", MD_ERR_VALUE, 5, "FIRST", ""},
    {"d|all|atom|1|f", "d|thresh|element|==|1", MD_ERR_VALUE, 3, "is a text", ""},
    {"d|all|atom|1|f", "d|pad|99", MD_ERR_VALUE, 3, "99", ""},
};

static void test_refusals(void)
{
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        const char *label = wrong[k].change != NULL ? wrong[k].change : wrong[k].dump;
        tearDown();
        setUp();
        enum md_status status = add(wrong[k].dump);
        if (wrong[k].change != NULL) {
            TEST_ASSERT_EQUAL_MESSAGE(MD_OK, status, error.text);
            status = modify(wrong[k].change);
        } else {
            TEST_ASSERT_EQUAL_INT_MESSAGE(0, dumps.count, label);
        }
        TEST_ASSERT_EQUAL_MESSAGE(wrong[k].status, status, label);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, wrong[k].says), error.text);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.hint, wrong[k].hint), label);
        TEST_ASSERT_EQUAL_INT_MESSAGE(wrong[k].column, error.place.column, label);
    }
}

static void test_list(void)
{
    struct md_args args;
    TEST_ASSERT_EQUAL(MD_OK, add("a|all|atom|1|FILE"));
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, add("a|all|atom|1|FILE"));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "exists already (deck:9)"));
    TEST_ASSERT_EQUAL(MD_OK, add("b|all|atom|1|FILE"));
    TEST_ASSERT_EQUAL(MD_OK, add("c|all|atom|1|FILE"));
    args = split("b");
    TEST_ASSERT_EQUAL(MD_OK, md_dumps_remove(&dumps, &args, &error));
    TEST_ASSERT_TRUE(md_dumps_has(&dumps, "a") && !md_dumps_has(&dumps, "b"));
    TEST_ASSERT_TRUE(md_dumps_has(&dumps, "c"));
    args = split("b");
    TEST_ASSERT_EQUAL(MD_ERR_REFERENCE, md_dumps_remove(&dumps, &args, &error));
}

/* Errors of files name the file, the reason and the dump's line in the deck. */
static void test_file_errors(void)
{
    TEST_ASSERT_EQUAL(MD_OK, add("a|all|atom|1|no/such/folder"));
    TEST_ASSERT_EQUAL(MD_ERR_FILE, write_at(0, true));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "'no/such/folder' for writing: No such file"));
    TEST_ASSERT_EQUAL_INT(9, error.place.line);
    if (access("/dev/full", W_OK) != 0)
        return;
    tearDown();
    setUp();
    TEST_ASSERT_EQUAL(MD_OK, add("a|all|atom|1|/dev/full"));
    TEST_ASSERT_EQUAL(MD_ERR_FILE, write_at(0, true));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "'/dev/full': No space left on device"));
    TEST_ASSERT_EQUAL_INT(9, error.place.line);
    /* Said once. */
    TEST_ASSERT_EQUAL(MD_OK, md_dumps_flush(&dumps, &error));
}

static void test_registry(void)
{
    int count = 0;
    for (; md_writer_at(count) != NULL; count++)
        TEST_ASSERT_TRUE(md_writer_find(md_writer_at(count)->style.name) == md_writer_at(count));
    TEST_ASSERT_EQUAL_INT(7, count);
    TEST_ASSERT_NULL(md_writer_find("atomic"));
    TEST_ASSERT_NULL(md_writer_at(-1));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_atom);
    RUN_TEST(test_custom);
    RUN_TEST(test_custom_formats);
    RUN_TEST(test_xyz);
    RUN_TEST(test_extxyz);
    RUN_TEST(test_choosing);
    RUN_TEST(test_group_and_region);
    RUN_TEST(test_when);
    RUN_TEST(test_first_and_delay);
    RUN_TEST(test_every_variable);
    RUN_TEST(test_one_file_each);
    RUN_TEST(test_refusals);
    RUN_TEST(test_list);
    RUN_TEST(test_file_errors);
    RUN_TEST(test_registry);
    return UNITY_END();
}
