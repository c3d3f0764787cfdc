/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Readers of funcfl, setfl and Finnis-Sinclair files: what a good file holds, the message for each
 * way a file can be broken, and that no damage does worse than an error (mutations with a fixed
 * seed; AVIMD_FUZZ_SECONDS in the environment makes them go on for so long).
 */
#include "../eam_text.h"
#include "../mutate.h"

#include "base/files.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <unity.h>
#include <zlib.h>

#define NRHO 9
#define NR   8

static struct md_eam_file eam;
static struct md_keep *kept;
static struct md_error error;

void setUp(void)
{
    memset(&eam, 0, sizeof eam);
    md_error_clear(&error);
}

void tearDown(void)
{
    md_eam_file_free(&eam);
    md_keep_free(&kept);
}

static enum md_status parse(enum md_eam_format format, const char *text, size_t size)
{
    /* A copy of exactly this size, so that the sanitizer sees a step beyond it. */
    char *copy = malloc(size + 1);
    memcpy(copy, text, size);
    char *exact = realloc(copy, size > 0 ? size : 1);
    md_eam_file_free(&eam);
    enum md_status status =
        md_eam_file_parse(&eam, format, "table", exact ? exact : copy, size, &kept, &error);
    free(exact ? exact : copy);
    return status;
}

static struct eam_text good(enum md_eam_format format)
{
    return eam_text_make(format, 0, format == MD_EAM_FUNCFL ? 1 : 2, NRHO, NR);
}

/* ------------------------------------------------------------------ good files */

static void test_good(void)
{
    for (int format = MD_EAM_FUNCFL; format <= MD_EAM_FS; format++) {
        struct eam_text text = good((enum md_eam_format)format);
        TEST_ASSERT_EQUAL_MESSAGE(MD_OK, parse((enum md_eam_format)format, text.text, text.size),
                                  error.text);
        int n = format == MD_EAM_FUNCFL ? 1 : 2;
        TEST_ASSERT_EQUAL(n, eam.elements);
        TEST_ASSERT_EQUAL(NRHO, eam.nrho);
        TEST_ASSERT_EQUAL(NR, eam.nr);
        TEST_ASSERT_TRUE(eam.drho == EAM_TEXT_DRHO && eam.dr == EAM_TEXT_DR);
        TEST_ASSERT_TRUE(eam.cutoff == EAM_TEXT_CUTOFF);
        TEST_ASSERT_EQUAL_STRING("metal", eam.units);
        for (int i = 0; i < n; i++) {
            TEST_ASSERT_TRUE(eam.element[i].mass == 50.0 + 10.0 * i);
            TEST_ASSERT_EQUAL_STRING(n == 1 ? "" : i == 0 ? "A" : "B", eam.element[i].name);
            for (int m = 0; m < NRHO; m++)
                TEST_ASSERT_TRUE(eam.embed[i * NRHO + m] == eam_text_embed(i, m * EAM_TEXT_DRHO));
            for (int j = 0; j < n; j++)
                for (int m = 0; m < NR; m++) {
                    double r = m * EAM_TEXT_DR;
                    int at = format == MD_EAM_FS ? i * n + j : i;
                    TEST_ASSERT_TRUE(eam.density[at * NR + m] ==
                                     eam_text_density(eam.format, i, j, r));
                    if (format != MD_EAM_FUNCFL && j <= i) {
                        TEST_ASSERT_TRUE(eam.pair[(i * (i + 1) / 2 + j) * NR + m] ==
                                         eam_text_pair(eam.format, i, j, r));
                    }
                }
        }
        free(text.text);
    }
}

/* Comments, blank lines, DOS line ends, no line end at the end, words of the author's behind. */
static void test_dress(void)
{
    struct eam_text text = good(MD_EAM_FUNCFL);
    char *dressed = malloc(3 * text.size + 200);
    size_t size = 0;
    for (size_t k = 0; k < text.size; k++) {
        if (text.text[k] == '\n')
            size += (size_t)sprintf(dressed + size, k % 2 ? " # note\n\n" : "\r");
        if (text.text[k] != '\n' || k % 2 == 0)
            dressed[size++] = text.text[k];
    }
    size += (size_t)sprintf(dressed + size, "# 12345\nthe end 1 2 3");
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, parse(MD_EAM_FUNCFL, dressed, size), error.text);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, parse(MD_EAM_FUNCFL, text.text, text.size - 1), error.text);
    free(dressed);
    free(text.text);
}

/* ------------------------------------------------------------------ broken files */

/* Replaces line `line` (from 1) of a good file by `with`; NULL: the file ends before it. */
static struct eam_text broken(enum md_eam_format format, int line, const char *with)
{
    struct eam_text text = good(format);
    char *at = text.text;
    for (int k = 1; k < line; k++)
        at = strchr(at, '\n') + 1;
    size_t head = (size_t)(at - text.text);
    if (!with) {
        text.size = head;
        return text;
    }
    const char *rest = strchr(at, '\n');
    size_t tail = text.size - (size_t)(rest - text.text);
    char *out = malloc(head + strlen(with) + tail + 1);
    memcpy(out, text.text, head);
    memcpy(out + head, with, strlen(with));
    memcpy(out + head + strlen(with), rest, tail);
    free(text.text);
    return (struct eam_text){out, head + strlen(with) + tail, 0};
}

/* With NRHO = 9 and NR = 8 a funcfl file has F in lines 4-6, Z in 7-14, rho in 15-22; a setfl file
 * A in 6-17, B in 18-29, pairs in 30-53; an fs file A in 6-25, B in 26-45, pairs in 46-69. */
static const struct {
    enum md_eam_format format;
    int line;
    const char *with;
    int error_line, column;
    const char *text;
} cases[] = {
    {MD_EAM_FUNCFL, 1, NULL, 1, 0, "empty"},
    {MD_EAM_FUNCFL, 2, NULL, 1, 0, "atomic number and mass"},
    {MD_EAM_FUNCFL, 2, "", 4, 1, "cannot be nrho"}, /* a blank line is no line */
    {MD_EAM_FUNCFL, 2, "copper 63.55", 2, 1, "'copper' cannot be an atomic number"},
    {MD_EAM_FUNCFL, 2, "29", 2, 0, "atomic number and mass"},
    {MD_EAM_FUNCFL, 2, "29.5 63.55", 2, 1, "'29.5'"},
    {MD_EAM_FUNCFL, 2, "29 heavy", 2, 4, "'heavy' cannot be a mass"},
    {MD_EAM_FUNCFL, 2, "29 -63.55", 2, 4, "'-63.55' cannot be a mass"},
    {MD_EAM_FUNCFL, 2, "29 0", 2, 4, "greater than 0"},
    {MD_EAM_FUNCFL, 3, NULL, 2, 0, "nrho drho nr dr cutoff"},
    {MD_EAM_FUNCFL, 3, "9 0.5 8 0.01", 3, 0, "nrho drho nr dr cutoff"},
    {MD_EAM_FUNCFL, 3, "x 0.5 8 0.01 3.0", 3, 1, "'x' cannot be nrho"},
    {MD_EAM_FUNCFL, 3, "9.0 0.5 8 0.01 3.0", 3, 1, "'9.0' cannot be nrho"},
    {MD_EAM_FUNCFL, 3, "0 0.5 8 0.01 3.0", 3, 1, "'0' cannot be nrho"},
    {MD_EAM_FUNCFL, 3, "-9 0.5 8 0.01 3.0", 3, 1, "'-9'"},
    {MD_EAM_FUNCFL, 3, "99999999 0.5 8 0.01 3.0", 3, 1, "99999999 values cannot be in this file"},
    {MD_EAM_FUNCFL, 3, "9 0.5 99999999 0.01 3.0", 3, 7, "99999999 values cannot be in this file"},
    {MD_EAM_FUNCFL, 3, "9 0.5 99999999999999999999 0.01 3.0", 3, 7, "cannot be nr"},
    {MD_EAM_FUNCFL, 3, "100 0.5 100 0.01 3.0", 3, 0, "300 values"},
    {MD_EAM_FUNCFL, 3, "9 0 8 0.01 3.0", 3, 3, "'0' cannot be drho"},
    {MD_EAM_FUNCFL, 3, "9 0.5 8 -0.01 3.0", 3, 9, "'-0.01' cannot be dr"},
    {MD_EAM_FUNCFL, 3, "9 0.5 8 nan 3.0", 3, 9, "'nan'"},
    {MD_EAM_FUNCFL, 3, "9 0.5 8 0.01 0.0", 3, 14, "'0.0' cannot be the cutoff"},
    {MD_EAM_FUNCFL, 3, "9 0.5 8 0.01 inf", 3, 14, "'inf'"},
    {MD_EAM_FUNCFL, 3, "8 0.5 8 0.01 3.0", 6, 0, "follows the last of 8 values"},
    {MD_EAM_FUNCFL, 3, "9 0.5 7 0.01 3.0", 21, 1, "end of the file is expected"},
    {MD_EAM_FUNCFL, 3, "9 0.5 9 0.01 3.0", 22, 0, "2 of 9 values of the density"},
    {MD_EAM_FUNCFL, 4, "1.0 2.0 x", 4, 9, "'x' cannot be value 3 of 9 of the embedding energy"},
    {MD_EAM_FUNCFL, 4, "1.0 2.0", 22, 0, "1 of 8 values of the density"},
    {MD_EAM_FUNCFL, 4, "1.0 2.0 3.0 4.0", 6, 0, "follows the last of 9 values of the embedding"},
    {MD_EAM_FUNCFL, 10, "1.0D+00", 10, 1, "'1.0D+00' cannot be value 4 of 8 of the effective"},
    {MD_EAM_FUNCFL, 10, "0x10", 10, 1, "'0x10'"},
    {MD_EAM_FUNCFL, 10, "1e999", 10, 1, "'1e999'"},
    {MD_EAM_FUNCFL, 12, NULL, 11, 0, "3 of 8 values of the effective charge"},
    {MD_EAM_FUNCFL, 22, NULL, 21, 0, "1 of 8 values of the density"},
    {MD_EAM_SETFL, 1, NULL, 1, 0, "empty"},
    {MD_EAM_SETFL, 3, NULL, 2, 0, "comment lines"},
    {MD_EAM_SETFL, 4, NULL, 3, 0, "number of elements"},
    {MD_EAM_SETFL, 4, "A B", 4, 1, "'A' cannot be the number of elements"},
    {MD_EAM_SETFL, 4, "0", 4, 1, "'0' cannot be the number of elements"},
    {MD_EAM_SETFL, 4, "100000 A B", 4, 1, "from 1 to 256"},
    {MD_EAM_SETFL, 4, "3 A B", 4, 0, "2 names of elements; 3"},
    {MD_EAM_SETFL, 4, "1 A B", 4, 5, "'B' is one name too many"},
    {MD_EAM_SETFL, 4, "2 A Bbbbbbbbbbbbbbbbbbbbbbbb", 4, 5, "at most 15 characters"},
    {MD_EAM_SETFL, 5, "9 0.5 8 0.01", 5, 0, "nrho drho nr dr cutoff"},
    {MD_EAM_SETFL, 5, "300 0.5 300 0.01 3.0", 5, 0,
     "2100 values (2 elements, nrho = 300, nr = 300)"},
    {MD_EAM_SETFL, 6, "B 60.0", 6, 1, "'B' cannot be an atomic number"},
    {MD_EAM_SETFL, 18, "29 B", 18, 4, "'B' cannot be a mass"},
    {MD_EAM_SETFL, 18, NULL, 17, 0, "atomic number and mass"},
    {MD_EAM_SETFL, 10, "one", 10, 1, "'one' cannot be value 1 of 8 of the density of A"},
    {MD_EAM_SETFL, 40, "NULL", 40, 1, "value 3 of 8 of the pair energy of B and A"},
    {MD_EAM_SETFL, 53, NULL, 52, 0, "1 of 8 values of the pair energy of B and B"},
    {MD_EAM_SETFL, 53, "1.0\n2.0", 54, 1, "end of the file is expected"},
    {MD_EAM_SETFL, 53, "1.0 2.0", 53, 5, "the end of the line is expected"},
    {MD_EAM_FS, 4, "2 A", 4, 0, "1 names of elements; 2"},
    {MD_EAM_FS, 20, "-", 20, 1, "value 3 of 8 of the density of A at B"},
    {MD_EAM_FS, 26, NULL, 25, 0, "atomic number and mass"},
    {MD_EAM_FS, 69, NULL, 68, 0, "pair energy of B and B"},
};

static void test_broken(void)
{
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct eam_text text = broken(cases[k].format, cases[k].line, cases[k].with);
        char name[200];
        enum md_status status = parse(cases[k].format, text.text, text.size);
        snprintf(name, sizeof name, "case %zu: line %d column %d: %.120s", k, error.place.line,
                 error.place.column, error.text);
        TEST_ASSERT_EQUAL_MESSAGE(MD_ERR_FILE, status, name);
        TEST_ASSERT_EQUAL_STRING("table", error.place.file);
        TEST_ASSERT_EQUAL_MESSAGE(cases[k].error_line, error.place.line, name);
        if (cases[k].column > 0) {
            TEST_ASSERT_EQUAL_MESSAGE(cases[k].column, error.place.column, name);
        }
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, cases[k].text), name);
        TEST_ASSERT_TRUE_MESSAGE(error.hint[0] != '\0', name);
        TEST_ASSERT_NULL(eam.embed);
        free(text.text);
    }
}

/* Each file read as each other format: refused, and told what it looks like. */
static void test_other_formats(void)
{
    static const char *const looks[3][3] = {{NULL, "a setfl file", "a setfl file"},
                                            {"a funcfl file", NULL, "setfl"},
                                            {"a funcfl file", "setfl", NULL}};
    for (int as = 0; as < 3; as++)
        for (int is = 0; is < 3; is++) {
            struct eam_text text = good((enum md_eam_format)is);
            enum md_status status = parse((enum md_eam_format)as, text.text, text.size);
            if (as != is) {
                TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.hint, looks[as][is]), error.hint);
            }
            TEST_ASSERT_EQUAL(as == is ? MD_OK : MD_ERR_FILE, status);
            free(text.text);
        }
}

/* ------------------------------------------------------------------ files on disk */

static enum md_status read_file(const char *path, const struct md_place *place)
{
    struct md_word word = {.text = path, .place = *place, .files = &md_files_any};
    return md_eam_file_read(&eam, MD_EAM_FUNCFL, &word, &kept, &error);
}

static void test_search(void)
{
    struct eam_text text = good(MD_EAM_FUNCFL);
    char folder[] = "eam-test-XXXXXX", path[64], list[80];
    struct md_place place = {.file = "deck", .line = 7};
    TEST_ASSERT_NOT_NULL(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.eam", folder);
    FILE *out = fopen(path, "w");
    fwrite(text.text, 1, text.size, out);
    fclose(out);
    snprintf(path, sizeof path, "%s/b.eam", folder);
    gzFile zipped = gzopen(path, "wb");
    gzwrite(zipped, text.text, (unsigned)text.size);
    gzclose(zipped);
    snprintf(list, sizeof list, "/no/such/folder::%s", folder);
    setenv("LAMMPS_POTENTIALS", list, 1);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, read_file("elsewhere/a.eam", &place), error.text);
    md_eam_file_free(&eam);
    TEST_ASSERT_EQUAL(MD_OK, read_file("b.eam", &place));
    TEST_ASSERT_EQUAL_STRING(path, eam.name);
    md_eam_file_free(&eam);
    TEST_ASSERT_EQUAL(MD_ERR_FILE, read_file("c.eam", &place));
    TEST_ASSERT_EQUAL(7, error.place.line);
    TEST_ASSERT_NOT_NULL(strstr(error.text, "'c.eam'"));
    TEST_ASSERT_NOT_NULL(strstr(error.hint, "LAMMPS_POTENTIALS"));
    unsetenv("LAMMPS_POTENTIALS");
    TEST_ASSERT_EQUAL(MD_ERR_FILE, read_file("a.eam", &place));
    TEST_ASSERT_EQUAL(MD_ERR_FILE, read_file(folder, &place));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "directory"));
    /* A gzipped file cut short. */
    TEST_ASSERT_EQUAL(0, truncate(path, 60));
    TEST_ASSERT_EQUAL(MD_ERR_FILE, read_file(path, &place));
    unlink(path);
    snprintf(path, sizeof path, "%s/a.eam", folder);
    unlink(path);
    rmdir(folder);
    free(text.text);
}

/* ------------------------------------------------------------------ mutations */

/* Whatever was accepted is a table; whatever was refused names a line of the file. */
static void judge(enum md_status status, const char *text, size_t size)
{
    int lines = 1;
    for (size_t k = 0; k < size; k++)
        lines += text[k] == '\n';
    if (status != MD_OK) {
        TEST_ASSERT_EQUAL_MESSAGE(MD_ERR_FILE, status, error.text);
        TEST_ASSERT_TRUE(error.place.line >= 1 && error.place.line <= lines);
        TEST_ASSERT_TRUE(error.text[0] != '\0');
        return;
    }
    TEST_ASSERT_TRUE(eam.nr >= MD_EAM_POINTS && eam.nrho >= MD_EAM_POINTS && eam.elements >= 1);
    for (size_t k = 0; k < (size_t)eam.elements * (size_t)eam.nrho; k++)
        TEST_ASSERT_TRUE(isfinite(eam.embed[k]));
    for (size_t k = 0; k < md_eam_file_densities(&eam) * (size_t)eam.nr; k++)
        TEST_ASSERT_TRUE(isfinite(eam.density[k]));
    for (size_t k = 0; k < md_eam_file_pairs(&eam) * (size_t)eam.nr; k++)
        TEST_ASSERT_TRUE(isfinite(eam.pair[k]));
}

static void test_mutations(void)
{
    static const char *const bits[] = {"\n", "#",    " ",  "-",      "1e9",  "999999999", "nan",
                                       "0",  "\t",   "2",  "1e-320", "\r\n", "NULL",      "2 A B",
                                       ".",  "\x80", "1 ", "9",      "\n\n", "29 1.0\n",  NULL};
    uint32_t state = 20231u;
    const char *seconds = getenv("AVIMD_FUZZ_SECONDS");
    int64_t last = 0;
    if (seconds) {
        TEST_ASSERT_TRUE(md_parse_int(seconds, &last));
    }
    time_t stop = time(NULL) + (time_t)last;
    int accepted = 0, refused = 0;
    for (int round = 0; round < 6000 || time(NULL) < stop; round++) {
        enum md_eam_format format = (enum md_eam_format)(round % 3);
        struct eam_text text = good(format);
        size_t room = text.size + 400, size = text.size;
        char *copy = malloc(room);
        memcpy(copy, text.text, size);
        for (uint32_t k = 1 + mutate_draw(&state, 4); k > 0; k--)
            mutate(&state, bits, 160, copy, &size, room);
        enum md_status status = parse(format, copy, size);
        judge(status, copy, size);
        accepted += status == MD_OK;
        refused += status != MD_OK;
        md_keep_free(&kept);
        free(copy);
        free(text.text);
    }
    TEST_ASSERT_TRUE(accepted > 200 && refused > 2000);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_good);
    RUN_TEST(test_dress);
    RUN_TEST(test_broken);
    RUN_TEST(test_other_formats);
    RUN_TEST(test_search);
    RUN_TEST(test_mutations);
    return UNITY_END();
}
