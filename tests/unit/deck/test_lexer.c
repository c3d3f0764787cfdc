/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deck text to words: LAMMPS's rules as its 29 Sep 2021 program shows them, places, broken files.
 */
#include "base/files.h"
#include "deck/lexer.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>

static struct md_source *source;
static struct md_line line;
static struct md_error error;

void setUp(void)
{
    source = NULL;
    memset(&line, 0, sizeof line);
    md_error_clear(&error);
}

void tearDown(void)
{
    md_line_free(&line);
    md_source_free(source);
}

/* $a is A, ${two} is two words, $(x) is [x]; all else is undefined. */
static enum md_status expand(void *context, const char **cursor, const struct md_place *place,
                             char **value, struct md_error *err)
{
    const char *c = *cursor;
    size_t n;

    (void)context;
    *value = calloc(1, 300);
    if (c[1] == 'a') {
        strcpy(*value, "A");
        *cursor += 2;
    } else if (strncmp(c, "${two}", 6) == 0) {
        strcpy(*value, "one two");
        *cursor += 6;
    } else if (strncmp(c, "${quote}", 8) == 0) {
        strcpy(*value, "\"q w\"");
        *cursor += 8;
    } else if (strncmp(c, "${hash}", 7) == 0) {
        strcpy(*value, "a#b $a");
        *cursor += 7;
    } else if (c[1] == '(' && strchr(c, ')')) {
        n = (size_t)(strchr(c, ')') - c);
        snprintf(*value, 300, "[%.*s]", (int)n - 2, c + 2);
        *cursor += n + 1;
    } else {
        return md_error_set(err, MD_ERR_REFERENCE, place, "no variable at '%s'", c);
    }
    return MD_OK;
}

static const struct md_substitution substitution = {NULL, expand};

static enum md_status lex_at(const char *text, int index)
{
    enum md_status status;

    md_line_free(&line);
    md_source_free(source);
    status = md_source_of_text(&source, "deck", text, &error);
    TEST_ASSERT_EQUAL_INT(MD_OK, status);
    return md_lexer_line(source, index, &substitution, &line, &error);
}

/* Words separated by | in the expected text. */
static void words(const char *text, const char *expected)
{
    char joined[512] = "";

    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, lex_at(text, 0), text);
    for (int i = 0; i < line.count; i++) {
        strcat(joined, i ? "|" : "");
        strcat(joined, line.words[i].text);
    }
    TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, joined, text);
}

static void refused(const char *text, int row, int column, int length, const char *fragment)
{
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_ERR_SYNTAX, lex_at(text, 0), text);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, fragment), error.text);
    TEST_ASSERT_EQUAL_STRING("deck", error.place.file);
    TEST_ASSERT_EQUAL_INT(row, error.place.line);
    TEST_ASSERT_EQUAL_INT(column, error.place.column);
    TEST_ASSERT_EQUAL_INT(length, error.place.length);
}

static void test_plain_words(void)
{
    words("mass 1 2.0", "mass|1|2.0");
    words("  mass\t1   2.0  ", "mass|1|2.0");
    words("mass 1 2.0\r\nnext\r\n", "mass|1|2.0");
    words("", "");
    words("   \n", "");
    words("mass 1 2.0 \nrun 0", "mass|1|2.0");
    words("\xef\xbb\xbfunits lj\n", "units|lj");
    TEST_ASSERT_EQUAL_INT(1, line.words[0].place.column);
}

static void test_comments(void)
{
    words("# all of it", "");
    words("run 10 # ten", "run|10");
    words("run 10#ten", "run|10");
    words("print \"a # b\" # c", "print|a # b");
    words("print 'a # b' # it's", "print|a # b");
    words("print \"a'b\" # it's", "print|a'b");
    words("print it's # comment", "print|it's|#|comment");
    words("run 10 # ${nowhere} \"", "run|10");
}

static void test_quotes(void)
{
    words("print \"\" ''", "print||");
    words("print 'single \"in\" it'", "print|single \"in\" it");
    words("print a\"b", "print|a\"b");
    words("print a\"b c\"", "print|a\"b|c\"");
    words("print \"\"\"a \"b\" 'c'\"\"\" x", "print|a \"b\" 'c'|x");
    words("if \"1\" then \"\"\"print \"x y\" \"\"\"", "if|1|then|print \"x y\" ");
    lex_at("print \"a\" b", 0);
    TEST_ASSERT_TRUE(line.words[1].quoted);
    TEST_ASSERT_FALSE(line.words[2].quoted);
}

static void test_broken_quotes(void)
{
    refused("print \"abc\nprint x\n", 1, 7, 1, "never closed");
    refused("print 'abc # c", 1, 7, 1, "never closed");
    refused("print a &\n  \"abc", 2, 3, 1, "never closed");
    refused("print \"\"\"a\nb\n", 1, 7, 3, "never closed");
    refused("print \"a\"b", 1, 7, 3, "white space, not 'b'");
    refused("print \"\"\"a\"\"\"b", 1, 7, 7, "white space, not 'b'");
}

static void test_continuation(void)
{
    words("print a &\n  b", "print|a|b");
    words("print a & \t\r\n  b\r\n", "print|a|b");
    words("pri&\nnt a", "print|a");
    words("print a &\n# comment\nb", "print|a");
    words("print a # foo &\nprint b", "print|a");
    TEST_ASSERT_EQUAL_INT(2, line.next);
    words("print a&b", "print|a&b");
    words("print a &\n b &\n c\nd", "print|a|b|c");
    TEST_ASSERT_EQUAL_INT(3, line.next);
    TEST_ASSERT_EQUAL_STRING("print a  b  c", line.raw);
    refused("print a &\n", 1, 9, 1, "'&'");
}

static void test_blocks(void)
{
    words("print \"\"\"a\nb # no comment\n\"\"\" x\nrun 1", "print|a\nb # no comment\n|x");
    TEST_ASSERT_EQUAL_INT(3, line.next);
    words("print \"\"\"a\n\nb\"\"\"", "print|a\n\nb");
    words("print \"\"\"\"a\"\nb\"\"\" c", "print|\"a\"\nb|c");
    words("print \"\"\"a  \nb\"\"\"", "print|a\nb");
    words("print \"\"\"a &\nb\"\"\"", "print|a b");
    words("print \"\"&\n\"a\nb\"\"\" c", "print|a\nb|c");
    words("# \"\"\"\nprint x\n# \"\"\"\nprint y", "");
    TEST_ASSERT_EQUAL_INT(3, line.next);
}

static void test_substitution(void)
{
    words("print $a$ax", "print|AAx");
    words("print x${two}y", "print|xone|twoy");
    words("print $(1+1) '$(2)' \"$a\"", "print|[1+1]|$(2)|$a");
    words("print it's$a", "print|it's$a");
    words("print \\$a \\\\$a", "print|$a|\\$a");
    words("print ${quote}", "print|q w");
    words("print ${hash}", "print|a#b|$a");
    words("print b # $x", "print|b");
    TEST_ASSERT_EQUAL_INT(MD_ERR_REFERENCE, lex_at("print x ${b} y", 0));
    TEST_ASSERT_EQUAL_INT(9, error.place.column);
    TEST_ASSERT_EQUAL_INT(4, error.place.length);
    TEST_ASSERT_EQUAL_INT(MD_ERR_REFERENCE, lex_at("print $", 0));
    TEST_ASSERT_EQUAL_INT(7, error.place.column);
}

static void test_no_substitution_in_label_search(void)
{
    TEST_ASSERT_EQUAL_INT(MD_OK, md_source_of_text(&source, "deck", "label ${b} $c", &error));
    TEST_ASSERT_EQUAL_INT(MD_OK, md_lexer_line(source, 0, NULL, &line, &error));
    TEST_ASSERT_EQUAL_STRING("${b}", line.words[1].text);
    TEST_ASSERT_EQUAL_STRING("$c", line.words[2].text);
}

/* What LAMMPS writes to its log: the line, then the line after each replacement. */
static void test_echo(void)
{
    lex_at("variable x string $a$a$(1+1)   # com", 0);
    TEST_ASSERT_EQUAL_STRING("variable x string $a$a$(1+1)   # com", line.raw);
    TEST_ASSERT_EQUAL_STRING("variable x string A$a$(1+1)   \nvariable x string AA$(1+1)   \n"
                             "variable x string AA[1+1]   ",
                             line.echo);
    TEST_ASSERT_EQUAL_STRING("variable x string AA[1+1]   ", line.expanded);
    lex_at("print \"$a\"", 0);
    TEST_ASSERT_NULL(line.echo);
}

static void place(int i, int row, int column, int length)
{
    TEST_ASSERT_EQUAL_INT(row, line.words[i].place.line);
    TEST_ASSERT_EQUAL_INT(column, line.words[i].place.column);
    TEST_ASSERT_EQUAL_INT(length, line.words[i].place.length);
    TEST_ASSERT_EQUAL_STRING("deck", line.words[i].place.file);
}

static void test_places(void)
{
    lex_at("units lj\nfix 1 ${two} x$(1+2)y &\n   last \"q r\"\n", 1);
    TEST_ASSERT_EQUAL_INT(7, line.count);
    place(0, 2, 1, 3);
    place(1, 2, 5, 1);
    place(2, 2, 7, 6); /* both words of ${two} point at it */
    place(3, 2, 7, 6);
    place(4, 2, 14, 8);
    place(5, 3, 4, 4);
    place(6, 3, 9, 5);
    TEST_ASSERT_EQUAL_STRING("fix 1 ${two} x$(1+2)y &", line.words[0].place.text);
    TEST_ASSERT_EQUAL_STRING("   last \"q r\"", line.words[5].place.text);
    lex_at("print \"\"\"a b\nc\"\"\" x", 0);
    place(1, 1, 7, 6);
    place(2, 2, 6, 1);
}

static void test_substitute_in_a_text(void)
{
    static const struct md_place where = {"deck", "text", 3, 4, 5};
    char *out;

    TEST_ASSERT_EQUAL_INT(
        MD_OK, md_lexer_substitute("x '$a' $a \\$a ${two}", &substitution, &where, &out, &error));
    TEST_ASSERT_EQUAL_STRING("x '$a' A $a one two", out);
    free(out);
    TEST_ASSERT_EQUAL_INT(MD_OK,
                          md_lexer_substitute("it's $a", &substitution, &where, &out, &error));
    TEST_ASSERT_EQUAL_STRING("it's $a", out);
    free(out);
    TEST_ASSERT_EQUAL_INT(MD_ERR_REFERENCE,
                          md_lexer_substitute("$a $b", &substitution, &where, &out, &error));
    TEST_ASSERT_NULL(out);
    TEST_ASSERT_EQUAL_INT(3, error.place.line);
}

static void test_long_lines(void)
{
    enum { WORDS = 100000 };
    char *text = malloc(3 * WORDS + 1), *end = text;

    for (int i = 0; i < WORDS; i++)
        end += sprintf(end, i % 2 ? "&\n " : " $a");
    strcpy(end - 3, "z");
    TEST_ASSERT_EQUAL_INT(MD_OK, lex_at(text, 0));
    TEST_ASSERT_EQUAL_INT(WORDS / 2, line.count);
    TEST_ASSERT_EQUAL_STRING("A", line.words[77].text);
    TEST_ASSERT_EQUAL_INT(78, line.words[77].place.line);
    free(text);
}

static enum md_status read_bytes(const char *bytes, size_t length)
{
    char path[] = "/tmp/avimd-lexer-XXXXXX";
    int handle = mkstemp(path);
    enum md_status status;

    TEST_ASSERT_TRUE(handle >= 0);
    TEST_ASSERT_EQUAL_INT((int)length, (int)write(handle, bytes, length));
    close(handle);
    status = md_source_read(&source, path, &md_files_any, &error);
    unlink(path);
    return status;
}

static void test_files(void)
{
    TEST_ASSERT_EQUAL_INT(MD_OK, read_bytes("a\n\nb", 4));
    TEST_ASSERT_EQUAL_INT(3, source->lines);
    TEST_ASSERT_EQUAL_STRING("", source->line[1]);
    TEST_ASSERT_EQUAL_STRING("b", source->line[2]);
    md_source_free(source);
    TEST_ASSERT_EQUAL_INT(MD_OK, read_bytes("", 0));
    TEST_ASSERT_EQUAL_INT(0, source->lines);
    md_source_free(source);
    source = NULL;
    TEST_ASSERT_EQUAL_INT(MD_ERR_FILE, read_bytes("a\nb\0c\n", 6));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, "line 2 contains a NUL"), error.text);
    TEST_ASSERT_EQUAL_INT(MD_ERR_FILE, read_bytes("\x1f\x8b\x08\0\0\0", 6));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.hint, "gunzip"), error.hint);
    TEST_ASSERT_EQUAL_INT(MD_ERR_FILE, read_bytes("\xff\xfeu\0n\0", 6));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.hint, "UTF-8"), error.hint);
    TEST_ASSERT_EQUAL_INT(MD_ERR_FILE, md_source_read(&source, "/dev/zero", &md_files_any, &error));
    TEST_ASSERT_EQUAL_INT(MD_ERR_FILE,
                          md_source_read(&source, "/nonexistent/deck", &md_files_any, &error));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, "/nonexistent/deck"), error.text);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, "No such file"), error.text);
    TEST_ASSERT_EQUAL_INT(MD_ERR_FILE, md_source_read(&source, "/tmp", &md_files_any, &error));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, "directory"), error.text);
    TEST_ASSERT_NULL(source);
}

/* ------------------------------------------------------------------ anything must be survived */

static uint32_t random_state;

static uint32_t draw(uint32_t below)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % below;
}

/* Lexes all lines; each place must lie inside its line. */
static void survive(const char *text)
{
    TEST_ASSERT_EQUAL_INT(MD_OK, md_source_of_text(&source, "deck", text, &error));
    for (int i = 0; i < source->lines;) {
        enum md_status status = md_lexer_line(source, i, &substitution, &line, &error);

        TEST_ASSERT_TRUE(line.next > i && line.next <= source->lines);
        for (int k = 0; status == MD_OK && k < line.count; k++) {
            const struct md_place *p = &line.words[k].place;

            TEST_ASSERT_TRUE(p->line > i && p->line <= line.next);
            TEST_ASSERT_EQUAL_PTR(source->line[p->line - 1], p->text);
            TEST_ASSERT_TRUE(p->column >= 1 && p->length >= 1);
            TEST_ASSERT_TRUE(p->column + p->length - 1 <= (int)strlen(p->text));
        }
        if (status != MD_OK) {
            TEST_ASSERT_TRUE(error.text[0] != '\0');
            TEST_ASSERT_EQUAL_STRING("deck", error.place.file);
        }
        i = line.next;
        md_line_free(&line);
    }
    md_source_free(source);
    source = NULL;
}

static void test_random_bytes(void)
{
    static const char alphabet[] = "ab $\"'#&\n\n\\{}()\t\r\xe9\x03";
    char text[200];

    random_state = 20231;
    for (int round = 0; round < 20000; round++) {
        size_t length = draw(sizeof text - 1);

        for (size_t i = 0; i < length; i++)
            text[i] = round % 2 ? alphabet[draw(sizeof alphabet - 1)] : (char)(1 + draw(255));
        text[length] = '\0';
        survive(text);
    }
}

static void test_mutated_deck(void)
{
    static const char deck[] =
        "units lj # comment\nprint \"\"\"block\n$a \"two\"\n\"\"\" screen no\n"
        "fix 1 all ${two} $(1+1) &\n  'single' x\"y\n";
    static const char pieces[] = "\"'#&$\n {}\\";
    char text[sizeof deck];

    random_state = 4;
    for (int round = 0; round < 20000; round++) {
        memcpy(text, deck, sizeof deck);
        for (uint32_t n = draw(6); n > 0; n--)
            text[draw(sizeof deck - 1)] = pieces[draw(sizeof pieces - 1)];
        survive(text);
    }
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_plain_words);
    RUN_TEST(test_comments);
    RUN_TEST(test_quotes);
    RUN_TEST(test_broken_quotes);
    RUN_TEST(test_continuation);
    RUN_TEST(test_blocks);
    RUN_TEST(test_substitution);
    RUN_TEST(test_no_substitution_in_label_search);
    RUN_TEST(test_echo);
    RUN_TEST(test_places);
    RUN_TEST(test_substitute_in_a_text);
    RUN_TEST(test_long_lines);
    RUN_TEST(test_files);
    RUN_TEST(test_random_bytes);
    RUN_TEST(test_mutated_deck);
    return UNITY_END();
}
