/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pages of both forms: everything is escaped, links go where they should, nothing is left open. */
#include "catalog.h"

#include "unity.h"

#include <stdlib.h>
#include <string.h>

static char *page;

void setUp(void)
{
    page = NULL;
}

void tearDown(void)
{
    free(page);
}

static char markdown[] =
    "# Title & all\n\n## A <b>\n\nText with `fix hold`, *a* and [b](c.md).\n\n`hold/it` `lj`\n"
    ".dot\n\n| x | y |\n|---|---|\n| 1 | .2 |\n\n- item\n\n```\nrun 10 # <now>\n"
    ".x\n```\n";

static struct md_manual_page pages[] = {{"some-page", "Title & all", markdown}};
static const struct md_manual manual = {.catalog = &test_catalog,
                                        .pages = pages,
                                        .page_count = 1,
                                        .usage = "  -in, -i FILE  the -deck\n\n-no\n  --list\n",
                                        .compare_usage = "  --seed S, --perturb A   -not\n",
                                        .coverage_usage = NULL};

typedef void entry_writer(FILE *, const struct md_manual *, struct md_ref, const char *);

static void write_entry(entry_writer *writer, struct md_ref ref, const char *example)
{
    size_t size;
    FILE *out = open_memstream(&page, &size);

    TEST_ASSERT_NOT_NULL(out);
    writer(out, &manual, ref, example);
    fclose(out);
}

static void write_page(void (*writer)(FILE *, const struct md_manual *))
{
    size_t size;
    FILE *out = open_memstream(&page, &size);

    TEST_ASSERT_NOT_NULL(out);
    writer(out, &manual);
    fclose(out);
}

static void has(const char *text)
{
    TEST_ASSERT_MESSAGE(strstr(page, text) != NULL, text);
}

static void has_not(const char *text)
{
    TEST_ASSERT_MESSAGE(strstr(page, text) == NULL, text);
}

static void test_html_entry(void)
{
    write_entry(md_html_entry, (struct md_ref){1, 0}, "fix 1 all hold/it # <c>\nrun 10\n");
    has("<p class=\"summary\">holds &lt;&amp;&gt;</p>");
    has("of a &lt;thing&gt; &amp; more");
    has("<code>width</code> <span>number (distance)");
    has_not("hidden");
    has("<h2>Coefficients</h2>\n<dl>\n<dt><code>K</code> <span>number (energy)</span></dt>"
        "<dd>stiffness</dd>\n</dl>");
    has("Uses <a href=\"pair_style.html\">pair_style</a> or "
        "<a href=\"fix-hold-it.html\">fix hold/it</a>, not hold.");
    has("<a href=\"fix.html\">fix</a> 1 all <a href=\"fix-hold-it.html\">hold/it</a> "
        "<i># &lt;c&gt;</i>\n<a href=\"run.html\">run</a> 10\n");
}

static void test_html_fixed_lines(void)
{
    write_entry(md_html_entry, (struct md_ref){0, 1}, NULL);
    has("<p>Runs.  Even</p>\n<pre>  run 10</pre>\n<p>with ");
    has("hold/it</a>.</p>\n<dl>\n<dt><code>a N</code></dt><dd>first\n       line</dd>\n"
        "<dt><code>.b</code></dt><dd>second</dd>\n</dl>\n");
    has_not("Example");
}

static void test_html_styles_of_command(void)
{
    write_entry(md_html_entry, (struct md_ref){0, 0}, NULL);
    has("<h2>Fixes</h2>");
    has("<dt><a href=\"fix-hold.html\">hold</a></dt><dd>holds &lt;&amp;&gt;</dd>");
}

static void write_html_page(FILE *out, const struct md_manual *all)
{
    md_html_page(out, all, &all->pages[0]);
}

static void test_html_page(void)
{
    write_page(write_html_page);
    has("<title>Title &amp; all - AviMD</title>");
    has("<h2 id=\"a-b\">A &lt;b&gt;</h2>");
    has("<code><a href=\"fix-hold.html\">fix hold</a></code>, <em>a</em> and "
        "<a href=\"c.html\">b</a>.");
    has("<code><a href=\"fix-hold-it.html\">hold/it</a></code> <code>lj</code>");
    has("<th>x</th><th>y</th>");
    has("<pre><a href=\"run.html\">run</a> 10 <i># &lt;now&gt;</i>\n.x\n</pre>");
}

static void test_html_index(void)
{
    write_page(md_html_index);
    has("<a href=\"some-page.html\">Title &amp; all</a>");
    has("<a href=\"fix-hold-it.html\">hold/it</a>");
    has("<p class=\"names\"><code>lj</code></p>");
}

static void test_roff_entry(void)
{
    write_entry(md_roff_entry, (struct md_ref){1, 1}, ".x 'y\n\\n\n");
    has(".TH \"AVIMD\\-FIX\\-HOLD\\-IT\" \"7\" \"\" \"AviMD 1.2\"");
    has("avimd\\-fix\\-hold\\-it \\- holds it\n");
    has("\\&.dot\n\\(aqquote\\e \\(dqa\\(dq \\- b\n");
    has("\\&.x \\(aqy\n\\en\n.fi\n");
    has("A. Author");
    has("\\fBavimd\\-fix\\fR(7),\n\\fBavimd\\-fix\\-hold\\fR(7),\n");
}

static void test_roff_blocks(void)
{
    write_entry(md_roff_entry, (struct md_ref){0, 1}, NULL);
    has(".SH DESCRIPTION\nRuns.\nEven\n.PP\n.RS 2\n.nf\n  run 10\n.fi\n.RE\n.PP\nwith fix "
        "hold/it.\n"
        ".TP\n\\fBa N\\fR\nfirst\nline\n.TP\n\\fB.b\\fR\nsecond\n");
}

static void write_roff_page(FILE *out, const struct md_manual *all)
{
    md_roff_page(out, all, &all->pages[0]);
}

static void test_roff_page(void)
{
    write_page(write_roff_page);
    has("avimd\\-some\\-page \\- Title & all\n.SH DESCRIPTION\n.SH \"A <b>\"\nText");
    has("\\fBfix hold\\fR, \\fIa\\fR and \\fIb\\fR.\n.PP\n\\fBhold/it\\fR \\fBlj\\fR\n\\&.dot\n");
    has("T{\n\\fBx\\fR\nT}@T{\n\\fBy\\fR\nT}\nT{\n1\nT}@T{\n\\&.2\nT}\n.TE\n");
    has(".IP \\(bu 2\nitem\n");
    has("run 10 # <now>\n\\&.x\n.fi\n");
}

static void test_roff_overview(void)
{
    write_page(md_roff_overview);
    has("\\fBavimd\\-some\\-page\\fR(7).");
    has(".SH \"FIXES\"\n.TP\n\\fBavimd\\-fix\\-hold\\fR(7)\nholds <&>\n");
}

static void test_bash(void)
{
    write_page(md_completion_bash);
    has("names=' fix run pair_style hold hold/it lj'");
    has("kinds=' command fix units'");
    has("*) options=' -in -i --list'");
    has("compare) options=' --seed --perturb'");
    has("coverage) options=''");
}

static void test_vim(void)
{
    write_page(md_completion_vim);
    has("syn keyword avimdCommand contained fix run pair_style\n");
    has("syn keyword avimdStyle_fix contained hold hold/it\n");
    has("/\\%(^\\s*fix\\s\\+\\S\\+\\s\\+\\S\\+\\s\\+\\)\\@<=\\S\\+/ contains=avimdStyle_fix");
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_html_entry);
    RUN_TEST(test_html_fixed_lines);
    RUN_TEST(test_html_styles_of_command);
    RUN_TEST(test_html_page);
    RUN_TEST(test_html_index);
    RUN_TEST(test_roff_entry);
    RUN_TEST(test_roff_blocks);
    RUN_TEST(test_roff_page);
    RUN_TEST(test_roff_overview);
    RUN_TEST(test_bash);
    RUN_TEST(test_vim);
    return UNITY_END();
}
