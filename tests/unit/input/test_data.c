/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Data files: what is read, what is refused and where, that a refusal leaves the system as it was,
 * and that no damage to a file can do worse than an error (mutations with a fixed seed).
 */
#include "../mutate.h"

#include "input/data_file.h"
#include "output/data_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>
#include <zlib.h>

static struct md_system sys;
static struct md_data_file found;
static struct md_error error;

void setUp(void)
{
    md_system_init(&sys);
    memset(&found, 0, sizeof found);
    md_error_clear(&error);
}

void tearDown(void)
{
    md_data_file_free(&found);
    md_system_free(&sys);
}

static const char good[] = "a title that is ignored\n"         /* 1 */
                           "\n"                                /* 2 */
                           "3 atoms\n"                         /* 3 */
                           "2 atom types # two\n"              /* 4 */
                           "0 10 xlo xhi\n"                    /* 5 */
                           "-1.5 8.5 ylo yhi\n"                /* 6 */
                           "0 10 zlo zhi\n"                    /* 7 */
                           "\n"                                /* 8 */
                           "Masses\n"                          /* 9 */
                           "\n"                                /* 10 */
                           "1 1.5\n"                           /* 11 */
                           "2 2.5\n"                           /* 12 */
                           "\n"                                /* 13 */
                           "Pair Coeffs # lj/cut\n"            /* 14 */
                           "\n"                                /* 15 */
                           "1 1.0 1.0\n"                       /* 16 */
                           "2 0.5 1.1 2.5\n"                   /* 17 */
                           "\n"                                /* 18 */
                           "Atoms # atomic\n"                  /* 19 */
                           "\n"                                /* 20 */
                           "7 1 0.1 0.2 0.30000000000000004\n" /* 21 */
                           "2 2 1 -1.6 3 # wraps in y\n"       /* 22 */
                           "5 1 10 8 9.5\n"                    /* 23 */
                           "\n"                                /* 24 */
                           "Velocities\n"                      /* 25 */
                           "\n"                                /* 26 */
                           "2 1 2 3\n"                         /* 27 */
                           "7 -1 -2 -3\n"                      /* 28 */
                           "5 0 0 1e-3\n";                     /* 29 */

static enum md_status parse(const char *text)
{
    return md_data_file_parse(&sys, "a.data", text, strlen(text), NULL, &found, &error);
}

static void test_reads_everything(void)
{
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, parse(good), error.text);
    TEST_ASSERT_TRUE(sys.box.exists);
    TEST_ASSERT_EQUAL_INT(2, sys.types);
    TEST_ASSERT_EQUAL_UINT64(3, sys.atoms.count);
    TEST_ASSERT_TRUE(sys.mass[1] == 1.5 && sys.mass[2] == 2.5);
    TEST_ASSERT_TRUE(sys.box.lo[1] == -1.5 && sys.box.hi[1] == 8.5);
    TEST_ASSERT_EQUAL_INT64(7, sys.atoms.id[0]);
    TEST_ASSERT_TRUE(sys.atoms.x[0][2] == 0.30000000000000004);
    TEST_ASSERT_TRUE(sys.atoms.v[0][1] == -2.0);
    TEST_ASSERT_EQUAL_INT(2, sys.atoms.type[1]);
    TEST_ASSERT_TRUE(sys.atoms.x[1][1] == -1.6 + 10.0);
    TEST_ASSERT_EQUAL_INT(-1, sys.atoms.image[1][1]);
    TEST_ASSERT_TRUE(sys.atoms.x[2][0] == 0.0);
    TEST_ASSERT_EQUAL_INT(1, sys.atoms.image[2][0]);
    TEST_ASSERT_EQUAL_INT(2, found.pair.count);
    TEST_ASSERT_EQUAL_STRING("lj/cut", found.pair.style);
    TEST_ASSERT_EQUAL_INT(4, found.pair.lines[0].count);
    TEST_ASSERT_EQUAL_STRING("1", found.pair.lines[0].words[1].text);
    TEST_ASSERT_EQUAL_INT(5, found.pair.lines[1].count);
    TEST_ASSERT_EQUAL_STRING("2.5", found.pair.lines[1].words[4].text);
    TEST_ASSERT_EQUAL_INT(17, found.pair.lines[1].words[4].place.line);
    TEST_ASSERT_EQUAL_INT(11, found.pair.lines[1].words[4].place.column);
    TEST_ASSERT_EQUAL_STRING("2 0.5 1.1 2.5", found.pair.lines[1].words[4].place.text);
}

static void test_images_and_pairij(void)
{
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK,
                              parse("t\n1 atoms\n1 atom types\n0 1 xlo xhi\n0 1 ylo yhi\n"
                                    "0 1 zlo zhi\n0 0 0 xy xz yz\n0 bonds\r\n\nPairIJ Coeffs\n\n"
                                    "1 1 2 3\n\nAtoms\n\n1 1 1.5 .5 .5 2 -3 4\n"),
                              error.text);
    TEST_ASSERT_EQUAL_INT(3, sys.atoms.image[0][0]);
    TEST_ASSERT_EQUAL_INT(-3, sys.atoms.image[0][1]);
    TEST_ASSERT_TRUE(sys.atoms.x[0][0] == 0.5);
    TEST_ASSERT_EQUAL_INT(4, found.pair.lines[0].count);
}

static void test_options(void)
{
    struct md_word words[2] = {{.text = "nocoeff"}, {.text = "add"}};
    struct md_args options = {.words = words, .count = 1};
    TEST_ASSERT_EQUAL(
        MD_OK, md_data_file_parse(&sys, "a.data", good, sizeof good - 1, &options, &found, &error));
    TEST_ASSERT_EQUAL_INT(0, found.pair.count);
    tearDown();
    setUp();
    options.count = 2;
    TEST_ASSERT_EQUAL(MD_ERR_UNSUPPORTED, md_data_file_parse(&sys, "a.data", good, sizeof good - 1,
                                                             &options, &found, &error));
    words[0].text = "extra/atom/types";
    words[1].text = "3";
    TEST_ASSERT_EQUAL(
        MD_OK, md_data_file_parse(&sys, "a.data", good, sizeof good - 1, &options, &found, &error));
    TEST_ASSERT_EQUAL_INT(5, sys.types);
}

/* A line of the good file replaced (NULL: it and all behind it cut off). */
static char *damaged(int line, const char *replacement)
{
    static char text[4096];
    const char *cursor = good;
    text[0] = '\0';
    for (int k = 1; *cursor != '\0'; k++) {
        size_t length = strcspn(cursor, "\n") + 1;
        if (k != line)
            strncat(text, cursor, length);
        else if (replacement == NULL)
            return text;
        else
            strcat(strcat(text, replacement), "\n");
        cursor += length;
    }
    return text;
}

static const struct {
    int line;
    const char *text;
    enum md_status status;
    int at_line, at_column;
    const char *says;
} broken[] = {
    {1, NULL, MD_ERR_FILE, 1, 0, "empty"},
    {3, "x atoms", MD_ERR_FILE, 3, 1, "'x' cannot be the number of atoms"},
    {3, "-3 atoms", MD_ERR_FILE, 3, 1, "'-3' cannot be the number of atoms"},
    {3, "3.5 atoms", MD_ERR_FILE, 3, 1, "'3.5'"},
    {3, "99999999999 atoms", MD_ERR_FILE, 3, 1, "99999999999 atoms cannot be in this file"},
    {3, "9999999999999999999999 atoms", MD_ERR_FILE, 3, 1, "'9999999999999999999999'"},
    {3, "4 atoms", MD_ERR_FILE, 25, 1, "section Atoms ends after 3 of 4 lines"},
    {3, "2 atoms", MD_ERR_FILE, 23, 0, "more than the header promised"},
    {3, "", MD_ERR_FILE, 9, 0, "without `N atoms`"},
    {3, "3 atoms\n3 atoms", MD_ERR_FILE, 4, 0, "a second time"},
    {3, "3 atomz", MD_ERR_FILE, 3, 3, "'3 atomz' is no line of a data file's header"},
    {4, "0 atom types", MD_ERR_FILE, 9, 0, "N at least 1"},
    {4, "2000000000 atom types", MD_ERR_FILE, 4, 1, "from 0 to 2000"},
    {4, "3 atom types", MD_ERR_FILE, 14, 1, "section Masses ends after 2 of 3 lines"},
    {4, "1 atom types", MD_ERR_FILE, 12, 0, "more than the header promised"},
    {4, "2 atom types\n5 bonds", MD_ERR_FILE, 5, 1, "the file has 5 bonds"},
    {4, "2 atom types\n1 bond types", MD_ERR_FILE, 5, 1, "the file has 1 bond types"},
    {4, "2 atom types\n1 ellipsoids", MD_ERR_UNSUPPORTED, 5, 1, "1 ellipsoids"},
    {5, "10 0 xlo xhi", MD_ERR_FILE, 5, 1, "xlo = 10 must be less than xhi = 0"},
    {5, "0 inf xlo xhi", MD_ERR_FILE, 5, 3, "'inf' cannot be xhi"},
    {5, "-1e308 1e308 xlo xhi", MD_ERR_FILE, 5, 1, "at most 1e50"},
    {5, "0 xlo xhi", MD_ERR_FILE, 5, 3, "no line of a data file's header"},
    {7, "0 10 zlo zhi\n0.5 0 0 xy xz yz", MD_ERR_UNSUPPORTED, 8, 1, "triclinic (tilt factor 0.5)"},
    {9, "Massses", MD_ERR_FILE, 9, 1, "no line of a data file's header"},
    {11, "1", MD_ERR_FILE, 11, 0, "has 1 words: `TYPE MASS`"},
    {11, "1 2 3", MD_ERR_FILE, 11, 5, "has 3 words: `TYPE MASS`"},
    {11, "1 0", MD_ERR_FILE, 11, 3, "mass 0 of type 1"},
    {11, "3 1", MD_ERR_FILE, 11, 1, "from 1 to 2"},
    {11, "2 1", MD_ERR_FILE, 12, 1, "two lines in section Masses"},
    {12, "2 1,5", MD_ERR_FILE, 12, 3, "'1,5' cannot be a mass"},
    {14, "Pear Coeffs", MD_ERR_FILE, 14, 1, "'Pear' is no section"},
    {14, "Bond Coeffs", MD_ERR_FILE, 14, 0, "without `N bond types`"},
    {14, "Bonds", MD_ERR_FILE, 14, 0, "without `N bonds`"},
    {14, "Angles", MD_ERR_FILE, 14, 0, "without `N angles`"},
    {14, "Angle Coeffs", MD_ERR_FILE, 14, 0, "without `N angle types`"},
    {14, "BondAngle Coeffs", MD_ERR_UNSUPPORTED, 14, 1, "cross terms of angles do not exist"},
    {4, "2 atom types\n3 dihedrals", MD_ERR_FILE, 5, 1, "the file has 3 dihedrals"},
    {14, "Masses", MD_ERR_FILE, 14, 1, "section Masses comes a second time"},
    {16, "3 1 1", MD_ERR_FILE, 16, 1, "from 1 to 2"},
    {17, "PairIJ Coeffs", MD_ERR_FILE, 17, 1, "ends after 1 of 2 lines"},
    {19, "Atoms # full", MD_ERR_FILE, 19, 9, "atom style 'full'"},
    {19, "Atoms # charge", MD_ERR_UNSUPPORTED, 19, 9, "atom style 'charge'"},
    {19, NULL, MD_ERR_FILE, 18, 0, "without section Atoms"},
    {19, "Velocities", MD_ERR_FILE, 19, 0, "before section Atoms"},
    {21, "7 1 0.1 0.2", MD_ERR_FILE, 21, 0, "has 4 words"},
    {21, "7 1 0.1 0.2 0.3 0", MD_ERR_FILE, 21, 0, "has 6 words"},
    {21, "7 1 0.1 0.2 0.3 0 0 0", MD_ERR_FILE, 22, 0, "`ID TYPE X Y Z IX IY IZ` is expected"},
    {21, "7 1 0.1 0.2 0.3 0 0 0.5", MD_ERR_FILE, 21, 21, "'0.5' cannot be an image flag"},
    {21, "0 1 0.1 0.2 0.3", MD_ERR_FILE, 21, 1, "'0' cannot be an atom ID"},
    {21, "3000000000 1 0.1 0.2 0.3", MD_ERR_FILE, 21, 1, "'3000000000' cannot be an atom ID"},
    {21, "7 3 0.1 0.2 0.3", MD_ERR_FILE, 21, 3, "'3' cannot be an atom type"},
    {21, "7 1 abc 0.2 0.3", MD_ERR_FILE, 21, 5, "'abc' cannot be a coordinate x"},
    {21, "7 1 0.1 nan 0.3", MD_ERR_FILE, 21, 9, "'nan' cannot be a coordinate y"},
    {21, "7 1 0.1 0.2 0x3", MD_ERR_FILE, 21, 13, "'0x3' cannot be a coordinate z"},
    {21, "7 1 1e300 0.2 0.3", MD_ERR_FILE, 21, 5, "absurdly far from the box"},
    {22, "7 1 0.1 0.2 0.3", MD_ERR_FILE, 22, 0, "atom ID 7 is also on line 21"},
    {23, NULL, MD_ERR_FILE, 22, 0, "the file ends in section Atoms after 2 of 3 lines"},
    {27, "2 1 2", MD_ERR_FILE, 27, 0, "`ID VX VY VZ`"},
    {27, "3 1 2 3", MD_ERR_FILE, 27, 1, "section Atoms has no atom with ID 3"},
    {27, "7 1 2 3", MD_ERR_FILE, 28, 1, "atom 7 has two lines in section Velocities"},
    {27, "2 1 2 three", MD_ERR_FILE, 27, 7, "'three' cannot be a velocity"},
    {29, NULL, MD_ERR_FILE, 28, 0, "the file ends in section Velocities after 2 of 3 lines"},
    {29, "5 0 0 0\n1 2 3 4", MD_ERR_FILE, 30, 0, "more than the header promised"},
    {29, "5 0 0 0\nNonsense", MD_ERR_FILE, 30, 1, "'Nonsense' is no section"},
};

static void test_broken_files(void)
{
    for (size_t k = 0; k < sizeof broken / sizeof broken[0]; k++) {
        char label[160];
        const char *text = damaged(broken[k].line, broken[k].text);
        snprintf(label, sizeof label, "case %zu: line %d '%s': ", k, broken[k].line,
                 broken[k].text != NULL ? broken[k].text : "(cut)");
        enum md_status status = parse(text);
        strncat(label, error.text, sizeof label - strlen(label) - 1);
        TEST_ASSERT_EQUAL_MESSAGE(broken[k].status, status, label);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, broken[k].says), label);
        TEST_ASSERT_EQUAL_STRING_MESSAGE("a.data", error.place.file, label);
        TEST_ASSERT_EQUAL_INT_MESSAGE(broken[k].at_line, error.place.line, label);
        TEST_ASSERT_EQUAL_INT_MESSAGE(broken[k].at_column, error.place.column, label);
        TEST_ASSERT_FALSE_MESSAGE(sys.box.exists, label);
        TEST_ASSERT_EQUAL_UINT64_MESSAGE(0, sys.atoms.count, label);
        TEST_ASSERT_EQUAL_INT_MESSAGE(0, sys.types, label);
    }
    /* After all that the system can still be filled. */
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, parse(good), error.text);
}

static void test_outside_a_fixed_box(void)
{
    sys.box.face[1][0] = sys.box.face[1][1] = MD_FIXED;
    TEST_ASSERT_EQUAL(MD_ERR_FILE, parse(good));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "atom 2 has y = -1.6, outside the box"));
    TEST_ASSERT_EQUAL_INT(22, error.place.line);
    TEST_ASSERT_EQUAL_INT(7, error.place.column);
    TEST_ASSERT_EQUAL_STRING("2 2 1 -1.6 3 # wraps in y", error.place.text);
}

static void test_two_dimensions(void)
{
    sys.dimension = 2;
    TEST_ASSERT_NOT_EQUAL(MD_OK, parse(good));
    TEST_ASSERT_EQUAL_INT(7, error.place.line);
}

static void test_binary(void)
{
    char text[sizeof good];
    memcpy(text, good, sizeof good);
    text[100] = '\0';
    TEST_ASSERT_EQUAL(MD_ERR_FILE, md_data_file_parse(&sys, "a.data", text, sizeof good - 1, NULL,
                                                      &found, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "byte 100 of the file is 0"));
}

/* ---------------------------------------------------------------------------- real files */

static char path[64];

static void temporary(const char *suffix)
{
    snprintf(path, sizeof path, "test_data.%ld%s", (long)getpid(), suffix);
}

static void test_gzip(void)
{
    temporary(".gz");
    gzFile file = gzopen(path, "wb");
    gzwrite(file, good, sizeof good - 1);
    gzclose(file);
    enum md_status status = md_data_file_read(
        &sys, &(struct md_word){.text = path, .files = &md_files_any}, NULL, &found, &error);
    remove(path);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, status, error.text);
    TEST_ASSERT_EQUAL_UINT64(3, sys.atoms.count);
}

static void test_truncated_gzip(void)
{
    char bytes[4096];
    temporary(".gz");
    gzFile file = gzopen(path, "wb");
    gzwrite(file, good, sizeof good - 1);
    gzclose(file);
    FILE *plain = fopen(path, "rb");
    size_t size = fread(bytes, 1, sizeof bytes, plain);
    fclose(plain);
    plain = fopen(path, "wb");
    fwrite(bytes, 1, size / 2, plain);
    fclose(plain);
    enum md_status status = md_data_file_read(
        &sys, &(struct md_word){.text = path, .files = &md_files_any}, NULL, &found, &error);
    remove(path);
    TEST_ASSERT_EQUAL(MD_ERR_FILE, status);
}

static void test_missing_and_folder(void)
{
    TEST_ASSERT_EQUAL(
        MD_ERR_FILE,
        md_data_file_read(&sys, &(struct md_word){.text = "no/such", .files = &md_files_any}, NULL,
                          &found, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "'no/such'"));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "No such file"));
    TEST_ASSERT_EQUAL(
        MD_ERR_FILE, md_data_file_read(&sys, &(struct md_word){.text = ".", .files = &md_files_any},
                                       NULL, &found, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "directory"));
}

static struct md_frame frame_of(const struct md_system *s)
{
    struct md_frame frame = {.system = s, .count = s->atoms.count, .step = 12};
    frame.x = (const md_vec3 *)s->atoms.x;
    frame.v = (const md_vec3 *)s->atoms.v;
    return frame;
}

/* Writing and reading gives the same bits, also of numbers that need 17 digits. */
static void test_round_trip(void)
{
    struct md_system copy;
    TEST_ASSERT_EQUAL(MD_OK, parse(good));
    unsigned seed = 12345;
    for (size_t i = 0; i < sys.atoms.count; i++) {
        for (int d = 0; d < 3; d++) {
            seed = seed * 1103515245u + 12345u;
            sys.atoms.v[i][d] = (double)seed / 3.0e9 - 0.1;
            sys.atoms.x[i][d] = sys.box.lo[d] + (double)(seed >> 3) / 1e8 + 1.0 / 3.0;
        }
        md_box_wrap(&sys.box, sys.atoms.x[i], sys.atoms.image[i]);
    }
    sys.mass[1] = 1.0 / 3.0;
    temporary(".data");
    struct md_frame frame = frame_of(&sys);
    TEST_ASSERT_EQUAL_MESSAGE(
        MD_OK, md_data_file_write(&frame, &md_files_any, path, NULL, NULL, &error), error.text);
    md_data_file_free(&found);
    md_system_init(&copy);
    enum md_status status = md_data_file_read(
        &copy, &(struct md_word){.text = path, .files = &md_files_any}, NULL, &found, &error);
    remove(path);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, status, error.text);
    size_t count = sys.atoms.count;
    TEST_ASSERT_EQUAL_UINT64(count, copy.atoms.count);
    TEST_ASSERT_EQUAL_MEMORY(sys.atoms.x, copy.atoms.x, count * sizeof *copy.atoms.x);
    TEST_ASSERT_EQUAL_MEMORY(sys.atoms.v, copy.atoms.v, count * sizeof *copy.atoms.v);
    TEST_ASSERT_EQUAL_MEMORY(sys.atoms.image, copy.atoms.image, count * sizeof *copy.atoms.image);
    TEST_ASSERT_EQUAL_MEMORY(sys.atoms.id, copy.atoms.id, count * sizeof *copy.atoms.id);
    TEST_ASSERT_EQUAL_MEMORY(sys.mass + 1, copy.mass + 1, 2 * sizeof *copy.mass);
    TEST_ASSERT_EQUAL_MEMORY(sys.box.lo, copy.box.lo, sizeof copy.box.lo);
    md_system_free(&copy);
}

/* A write that fails leaves the old file as it was and nothing beside it. */
static void test_write_fails(void)
{
    TEST_ASSERT_EQUAL(MD_OK, parse(good));
    struct md_frame frame = frame_of(&sys);
    TEST_ASSERT_EQUAL(MD_ERR_FILE, md_data_file_write(&frame, &md_files_any, "no/such/a.data", NULL,
                                                      NULL, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "no/such"));
    if (access("/dev/full", W_OK) != 0)
        return;
    TEST_ASSERT_EQUAL(MD_ERR_FILE,
                      md_data_file_write(&frame, &md_files_any, "/dev/full", NULL, NULL, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "No space left"));
}

/* ---------------------------------------------------------------------------- mutations */

static void test_mutations(void)
{
    static const char *const bits[] = {"\n",        "#",      " ",    "-",      "1e9",
                                       "999999999", "Atoms",  "nan",  "Masses", "0",
                                       "\t",        "1e-320", "\r\n", "atoms",  "Pair Coeffs\n\n",
                                       "xlo",       "0.0.0",  "\x80", NULL};
    int accepted = 0, refused = 0;
    uint32_t state = 20240607u;
    for (int round = 0; round < 20000; round++) {
        char *text = malloc(4096); /* exactly sized below, so that overruns are seen */
        size_t size = sizeof good - 1;
        memcpy(text, good, size);
        for (uint32_t k = 1 + mutate_draw(&state, 4); k > 0; k--)
            mutate(&state, bits, SIZE_MAX, text, &size, 4096);
        char *exact = malloc(size > 0 ? size : 1);
        memcpy(exact, text, size);
        md_error_clear(&error);
        enum md_status status =
            md_data_file_parse(&sys, "m.data", exact, size, NULL, &found, &error);
        free(exact);
        free(text);
        if (status == MD_OK) {
            accepted++;
            TEST_ASSERT_TRUE(sys.box.exists);
        } else {
            refused++;
            TEST_ASSERT_EQUAL(status, error.status);
            TEST_ASSERT_TRUE(error.text[0] != '\0');
            TEST_ASSERT_FALSE(sys.box.exists);
            /* The place must still be readable after the file's text is gone. */
            TEST_ASSERT_NOT_NULL(error.place.file);
            TEST_ASSERT_TRUE(error.place.text == NULL || strlen(error.place.text) <= 4096);
        }
        tearDown();
        setUp();
    }
    TEST_ASSERT_GREATER_THAN(1000, accepted);
    TEST_ASSERT_GREATER_THAN(1000, refused);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_reads_everything);
    RUN_TEST(test_images_and_pairij);
    RUN_TEST(test_options);
    RUN_TEST(test_broken_files);
    RUN_TEST(test_outside_a_fixed_box);
    RUN_TEST(test_two_dimensions);
    RUN_TEST(test_binary);
    RUN_TEST(test_gzip);
    RUN_TEST(test_truncated_gzip);
    RUN_TEST(test_missing_and_folder);
    RUN_TEST(test_round_trip);
    RUN_TEST(test_write_fails);
    RUN_TEST(test_mutations);
    return UNITY_END();
}
