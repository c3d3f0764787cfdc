/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Opening, renaming and removing by themselves stay in the folder, without anybody having asked
 * md_files_allow before: what counts is the opened folder, not a look at the name.
 */
#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>
#include <zlib.h>

static struct md_error error;
static struct md_files files;
static char top[] = "test_files-XXXXXX";
static char *home;

/* top/trial is the folder, with links to top/outside. */
void setUp(void)
{
    md_error_clear(&error);
    strcpy(top, "test_files-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(top));
    home = getcwd(NULL, 0);
    TEST_ASSERT_EQUAL(0, chdir(top));
    TEST_ASSERT_TRUE(mkdir("trial", 0777) == 0 && mkdir("trial/sub", 0777) == 0);
    TEST_ASSERT_TRUE(mkdir("outside", 0777) == 0);
    fclose(fopen("outside/old", "w"));
    TEST_ASSERT_EQUAL(0, chdir("trial"));
    TEST_ASSERT_TRUE(symlink("../outside", "folder") == 0 && symlink("sub", "inner") == 0);
    TEST_ASSERT_TRUE(symlink("../outside/old", "file") == 0 && symlink(".", "here") == 0);
    TEST_ASSERT_TRUE(symlink("loop", "loop") == 0 && symlink("../sub/x", "sub/round") == 0);
    TEST_ASSERT_TRUE(link("../outside/old", "hard") == 0 && mkfifo("pipe", 0666) == 0);
    TEST_ASSERT_EQUAL(MD_OK, md_files_begin(&files, true, &error));
}

void tearDown(void)
{
    static const char *const made[] = {
        "trial/folder",    "trial/inner", "trial/file", "trial/here", "trial/loop",
        "trial/sub/round", "trial/hard",  "trial/pipe", "trial/x",    "trial/sub/x",
        "trial/y",         "outside/old", "trial/sub",  "trial",      "outside"};
    md_files_end(&files);
    TEST_ASSERT_TRUE(chdir("..") == 0);
    for (size_t k = 0; k < sizeof made / sizeof *made; k++)
        (void)remove(made[k]);
    TEST_ASSERT_EQUAL(0, chdir(home));
    free(home);
    TEST_ASSERT_EQUAL_MESSAGE(0, rmdir(top), "nothing else was made");
}

static const char *const outside[] = {
    "../outside/old", "../outside/x", "folder/old",       "folder/x", "file",   "/etc/passwd",
    "/dev/null",      "/dev/fd/1",    "/proc/self/cwd/x", "pipe",     "folder", ""};

static void test_opening(void)
{
    for (size_t k = 0; k < sizeof outside / sizeof *outside; k++) {
        int fd = md_files_open(&files, outside[k], O_WRONLY | O_CREAT | O_TRUNC);
        TEST_ASSERT_EQUAL_MESSAGE(-1, fd, outside[k]);
        TEST_ASSERT_NULL_MESSAGE(md_files_stream(&files, outside[k], "r"), outside[k]);
        TEST_ASSERT_NULL_MESSAGE(md_files_gzip(&files, outside[k], "ab6"), outside[k]);
        if (strcmp(outside[k], "pipe") != 0) {
            TEST_ASSERT_EQUAL_MESSAGE(-1, md_files_remove(&files, outside[k]), outside[k]);
        }
        if (outside[k][0] != '\0' && strcmp(outside[k], "pipe") != 0) {
            struct stat about;
            TEST_ASSERT_EQUAL_MESSAGE(-1, md_files_stat(&files, outside[k], &about), outside[k]);
            TEST_ASSERT_EQUAL_MESSAGE(EPERM, errno, outside[k]);
        }
    }
    TEST_ASSERT_EQUAL(-1, md_files_open(&files, "hard", O_WRONLY | O_APPEND));
    TEST_ASSERT_EQUAL(-1, md_files_open(&files, ".hidden", O_WRONLY | O_CREAT));
    TEST_ASSERT_EQUAL(-1, md_files_open(&files, "loop", O_RDONLY));
    TEST_ASSERT_EQUAL(ELOOP, errno);
    TEST_ASSERT_EQUAL(0, access("../outside/old", F_OK));
}

static void test_inside(void)
{
    static const char *const good[] = {"x", "./x", "here/x", "here/here/x", "inner/x", "sub/round"};
    char absolute[4096];
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        FILE *file = md_files_stream(&files, good[k], "w");
        TEST_ASSERT_NOT_NULL_MESSAGE(file, good[k]);
        TEST_ASSERT_EQUAL(0, fclose(file));
        TEST_ASSERT_TRUE(md_files_readable(&files, good[k]));
    }
    snprintf(absolute, sizeof absolute, "%s/sub/x", files.name);
    TEST_ASSERT_TRUE(md_files_readable(&files, absolute));
    TEST_ASSERT_EQUAL(-1, md_files_open(&files, "nowhere", O_RDONLY));
    TEST_ASSERT_EQUAL(ENOENT, errno);
    DIR *folder = md_files_folder(&files, "inner/.");
    TEST_ASSERT_NOT_NULL(folder);
    closedir(folder);
}

static void test_names(void)
{
    fclose(md_files_stream(&files, "x", "w"));
    TEST_ASSERT_EQUAL(-1, md_files_rename(&files, "x", "../outside/x"));
    TEST_ASSERT_EQUAL(-1, md_files_rename(&files, "x", "folder/x"));
    TEST_ASSERT_EQUAL(-1, md_files_link(&files, "folder/old", "y"));
    TEST_ASSERT_EQUAL(-1, md_files_link(&files, "x", "folder/y"));
    TEST_ASSERT_EQUAL(0, md_files_link(&files, "x", "y"));
    TEST_ASSERT_EQUAL(0, md_files_rename(&files, "y", "inner/x"));
    TEST_ASSERT_EQUAL(0, md_files_remove(&files, "sub/x"));
}

/* The folder is the one that was opened, whatever has its name or is the working folder later. */
static void test_folder_that_moves(void)
{
    TEST_ASSERT_EQUAL(0, chdir(".."));
    TEST_ASSERT_EQUAL(0, rename("trial", "moved"));
    TEST_ASSERT_EQUAL(0, symlink("outside", "trial"));
    FILE *file = md_files_stream(&files, "x", "w");
    TEST_ASSERT_NOT_NULL(file);
    fclose(file);
    TEST_ASSERT_EQUAL(0, access("moved/x", F_OK));
    TEST_ASSERT_EQUAL(-1, access("outside/x", F_OK));
    TEST_ASSERT_EQUAL(0, unlink("trial"));
    TEST_ASSERT_EQUAL(0, rename("moved", "trial"));
    TEST_ASSERT_EQUAL(0, chdir("trial"));
}

static void test_no_word_no_file(void)
{
    TEST_ASSERT_EQUAL(-1, md_files_open(NULL, "hard", O_RDONLY));
    TEST_ASSERT_EQUAL(EPERM, errno);
    TEST_ASSERT_TRUE(md_files_readable(&md_files_any, "../outside/old"));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_opening);
    RUN_TEST(test_inside);
    RUN_TEST(test_names);
    RUN_TEST(test_folder_that_moves);
    RUN_TEST(test_no_word_no_file);
    return UNITY_END();
}
