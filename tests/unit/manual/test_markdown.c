/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of Markdown: what its sink is told, written as tags. */
#include "manual/markdown.h"

#include "unity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void setUp(void)
{
}

void tearDown(void)
{
}

static const char *const names[] = {"h",   "p",    "ul",   "ol", "li", "pre", "t",
                                    "row", "cell", "code", "b",  "i",  "a"};

static void on_open(void *context, enum md_mark mark, int level, const char *target, size_t length)
{
    fprintf(context, "<%s", names[mark]);
    if (level > 0)
        fprintf(context, "%d", level);
    if (mark == MD_MARK_LINK)
        fprintf(context, " %.*s", (int)length, target);
    fputc('>', context);
}

static void on_close(void *context, enum md_mark mark, int level)
{
    (void)level;
    fprintf(context, "</%s>", names[mark]);
}

static void on_text(void *context, const char *text, size_t length)
{
    fprintf(context, "%.*s", (int)length, text);
}

static void check(const char *expected, const char *text)
{
    char *got = NULL;
    size_t size;
    FILE *out = open_memstream(&got, &size);
    struct md_markdown_sink sink = {out, on_open, on_close, on_text};

    TEST_ASSERT_NOT_NULL(out);
    md_markdown_render(text, &sink);
    fclose(out);
    TEST_ASSERT_EQUAL_STRING(expected, got);
    free(got);
}

static void test_headings(void)
{
    check("<h1>One</h><h3>Three `x</h>", "# One\n### Three `x\n");
    check("<p>#none</p>", "#none\n");
    check("<h6>six</h><p>####### seven</p>", "###### six\n####### seven");
}

static void test_paragraphs(void)
{
    check("", "");
    check("", "\n \n\n");
    check("<p>a\nb</p><p>c</p>", "a\nb\n\n\nc\n");
    check("<p>a</p><h2>b</h><p>c</p>", "a\n## b\nc");
}

static void test_inside(void)
{
    check("<p>a <code>b*c*</code> d</p>", "a `b*c*` d");
    check("<p><b>bold</b> and <i>soft <code>x</code></i></p>", "**bold** and *soft `x`*");
    check("<p>see <a x.md>the <b>page</b></a>.</p>", "see [the **page**](x.md).");
    check("<p>a * b ` c [d] (e)</p>", "a * b ` c [d] (e)");
    check("<p>*no* `code`</p>", "\\*no\\* \\`code\\`");
    check("<p>[a <a c>b</a></p>", "[a [b](c)");
    check("<p>2 * 3 * 4 **</p>", "2 * 3 * 4 **");
}

static void test_lists(void)
{
    check("<ul><li>a</li><li>b\n  more</li></ul><p>end</p>", "- a\n- b\n  more\n\nend");
    check("<ol><li1>a</li><li1>b</li></ol>", "1. a\n2. b\n");
    check("<ul><li>a</li></ul><ol><li1>b</li></ol>", "- a\n1. b");
    check("<p>-no list</p>", "-no list");
}

static void test_code(void)
{
    check("<pre>run 10 # *no*\n\n- x\n</pre><p>y</p>", "```\nrun 10 # *no*\n\n- x\n```\ny");
    check("<pre>never closed\n</pre>", "```deck\nnever closed\n");
    check("<pre></pre>", "```");
}

static void test_tables(void)
{
    check("<t2><row1><cell1>a</cell><cell1>b</cell></row><row><cell>1</cell><cell><code>x|y</code>"
          "</cell></row></t>",
          "| a | b |\n|---|---|\n| 1 | `x|y` |\n");
    check("<t2><row><cell>a\\|</cell><cell></cell></row></t>", "| a\\\\\\| | |\n");
    check("<t2><row><cell>a</cell><cell>b</cell></row><row><cell>c</cell><cell></cell></row></t>",
          "|a|b|\n|c|");
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_headings);
    RUN_TEST(test_paragraphs);
    RUN_TEST(test_inside);
    RUN_TEST(test_lists);
    RUN_TEST(test_code);
    RUN_TEST(test_tables);
    return UNITY_END();
}
