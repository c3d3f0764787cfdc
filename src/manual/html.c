/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The manual as HTML: pages that need nothing but the stylesheet beside them.  Texts of the tables
 * are plain: blank lines part paragraphs, and lines that begin with a space stay as they are.
 */
#include "manual/manual.h"
#include "manual/markdown.h"

#include "base/markup.h"

#include <ctype.h>
#include <string.h>

enum { MOST_RELATED = 16 };

/* A page being written. */
struct html {
    FILE *out;
    const struct md_catalog *catalog;
    struct md_ref self; /* kind -1: written by hand */
    bool literal, code; /* inside `code`; inside a block of code */
    int quiet;          /* marks inside which names become no links: links, headings */
};

/* ------------------------------------------------------------------ texts */

static void puts_text(FILE *out, const char *text)
{
    md_markup_put(out, text, strlen(text));
}

static void open_link(const struct html *html, struct md_ref to)
{
    char name[MD_CATALOG_NAME];

    md_catalog_page_name(html->catalog, to, name);
    fputs("<a href=\"", html->out);
    puts_text(html->out, name);
    fputs(".html\">", html->out);
}

static void put_linked(const struct html *html, const char *text, size_t length)
{
    struct md_link link;
    size_t from = 0;

    while (md_catalog_scan(html->catalog, html->self, text, length, from, &link)) {
        md_markup_put(html->out, text + from, link.begin - from);
        open_link(html, link.to);
        md_markup_put(html->out, text + link.begin, link.length);
        fputs("</a>", html->out);
        from = link.begin + link.length;
    }
    md_markup_put(html->out, text + from, length - from);
}

static void put_definitions(const struct html *html, const struct md_block *block)
{
    struct md_definition definition;

    fputs("<dl>\n", html->out);
    for (size_t at = 0; md_catalog_definition(block, &at, &definition);) {
        fputs("<dt><code>", html->out);
        md_markup_put(html->out, definition.word, definition.word_length);
        fputs("</code></dt><dd>", html->out);
        put_linked(html, definition.meaning, definition.meaning_length);
        fputs("</dd>\n", html->out);
    }
    fputs("</dl>\n", html->out);
}

static void put_manual(const struct html *html, const char *text)
{
    struct md_block block;

    while (md_catalog_block(&text, &block)) {
        if (block.form == MD_BLOCK_DEFINITIONS) {
            put_definitions(html, &block);
            continue;
        }
        fputs(block.form == MD_BLOCK_FIXED ? "<pre>" : "<p>", html->out);
        put_linked(html, block.text, block.length);
        fputs(block.form == MD_BLOCK_FIXED ? "</pre>\n" : "</p>\n", html->out);
    }
}

/* ------------------------------------------------------------------ decks */

static size_t spaces(const char *text, size_t length)
{
    size_t n = 0;

    while (n < length && (text[n] == ' ' || text[n] == '\t'))
        n++;
    return n;
}

/* What the page of word number `index` on a deck's line is; the command is number 0. */
static struct md_ref deck_word(const struct html *html, const char *command, size_t command_length,
                               int index, const char *word, size_t length)
{
    if (index == 0)
        return md_catalog_find(html->catalog, "command", word, length);
    for (int k = 0; k < html->catalog->count; k++) {
        const struct md_kind *kind = &html->catalog->kinds[k];

        if (kind->command != NULL && kind->word == index &&
            strlen(kind->command) == command_length &&
            strncmp(kind->command, command, command_length) == 0)
            return md_catalog_find(html->catalog, kind->name, word, length);
    }
    return (struct md_ref){-1, -1};
}

/* A line of a deck: commands and styles are links, comments stand back. */
static void put_deck_line(const struct html *html, const char *line, size_t length)
{
    size_t command = spaces(line, length), command_length = 0, at = 0;
    struct md_entry entry;

    for (int index = 0; at < length; index++) {
        size_t skip = spaces(line + at, length - at), word = 0;

        md_markup_put(html->out, line + at, skip);
        at += skip;
        if (at < length && line[at] == '#') {
            fputs("<i>", html->out);
            md_markup_put(html->out, line + at, length - at);
            fputs("</i>", html->out);
            return;
        }
        while (at + word < length && line[at + word] != ' ' && line[at + word] != '\t')
            word++;
        if (index == 0)
            command_length = word;
        struct md_ref to = deck_word(html, line + command, command_length, index, line + at, word);
        bool linked = md_catalog_entry(html->catalog, to, &entry) && md_catalog_has_page(&entry);
        if (linked)
            open_link(html, to);
        md_markup_put(html->out, line + at, word);
        if (linked)
            fputs("</a>", html->out);
        at += word;
    }
}

static void put_deck(const struct html *html, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        const char *newline = memchr(text + at, '\n', length - at);
        size_t end = newline != NULL ? (size_t)(newline - text) : length;

        put_deck_line(html, text + at, end - at);
        putc('\n', html->out);
        at = end + 1;
    }
}

/* ------------------------------------------------------------------ Markdown */

/* "What differs (a bit)" -> "what-differs-a-bit" */
static void put_anchor(FILE *out, const char *text, size_t length)
{
    bool dash = false;

    for (size_t i = 0; i < length; i++) {
        if (isalnum((unsigned char)text[i])) {
            if (dash)
                putc('-', out);
            putc(tolower((unsigned char)text[i]), out);
            dash = false;
        } else if (i > 0) {
            dash = true;
        }
    }
}

/* Pages name each other by their Markdown files. */
static void put_target(FILE *out, const char *target, size_t length)
{
    size_t stem = length > 3 && strncmp(target + length - 3, ".md", 3) == 0 ? length - 3 : length;

    md_markup_put(out, target, stem);
    if (stem < length)
        fputs(".html", out);
}

static const char *tag(enum md_mark mark, int level)
{
    static const char *const tags[] = {
        [MD_MARK_PARAGRAPH] = "p", [MD_MARK_LIST] = "ul",      [MD_MARK_NUMBERS] = "ol",
        [MD_MARK_ITEM] = "li",     [MD_MARK_CODE] = "pre",     [MD_MARK_TABLE] = "table",
        [MD_MARK_ROW] = "tr",      [MD_MARK_LITERAL] = "code", [MD_MARK_STRONG] = "strong",
        [MD_MARK_EMPHASIS] = "em", [MD_MARK_LINK] = "a"};
    static const char *const headings[] = {"h1", "h2", "h3", "h4", "h5", "h6"};

    if (mark == MD_MARK_HEADING)
        return headings[level - 1];
    return mark == MD_MARK_CELL ? level == 1 ? "th" : "td" : tags[mark];
}

static void mark_open(void *context, enum md_mark mark, int level, const char *target,
                      size_t length)
{
    struct html *html = context;

    if (mark == MD_MARK_TABLE)
        fputs("<div class=\"wide\">", html->out);
    fprintf(html->out, "<%s", tag(mark, level));
    if (mark == MD_MARK_LINK || mark == MD_MARK_HEADING) {
        html->quiet++;
        fputs(mark == MD_MARK_LINK ? " href=\"" : " id=\"", html->out);
        if (mark == MD_MARK_LINK)
            put_target(html->out, target, length);
        else
            put_anchor(html->out, target, length);
        putc('"', html->out);
    }
    putc('>', html->out);
    html->literal |= mark == MD_MARK_LITERAL;
    html->code |= mark == MD_MARK_CODE;
}

static void mark_close(void *context, enum md_mark mark, int level)
{
    struct html *html = context;

    fprintf(html->out, "</%s>", tag(mark, level));
    if (mark == MD_MARK_TABLE)
        fputs("</div>", html->out);
    if (mark < MD_MARK_LITERAL && mark != MD_MARK_CELL)
        putc('\n', html->out);
    if (mark == MD_MARK_LINK || mark == MD_MARK_HEADING)
        html->quiet--;
    if (mark == MD_MARK_LITERAL)
        html->literal = false;
    if (mark == MD_MARK_CODE)
        html->code = false;
}

static void mark_text(void *context, const char *text, size_t length)
{
    struct html *html = context;
    struct md_entry entry;

    if (html->code) {
        put_deck(html, text, length);
    } else if (html->quiet > 0) {
        md_markup_put(html->out, text, length);
    } else if (html->literal && memchr(text, ' ', length) == NULL) {
        struct md_ref to = md_catalog_only(html->catalog, text, length);

        if (!md_catalog_entry(html->catalog, to, &entry) || !md_catalog_has_page(&entry)) {
            put_linked(html, text, length);
            return;
        }
        open_link(html, to);
        md_markup_put(html->out, text, length);
        fputs("</a>", html->out);
    } else {
        put_linked(html, text, length);
    }
}

/* ------------------------------------------------------------------ around every page */

static void begin(FILE *out, const struct md_manual *manual, const char *title,
                  const struct md_kind *kind)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
          out);
    puts_text(out, title);
    fputs(" - AviMD</title>\n<link rel=\"stylesheet\" "
          "href=\"style.css\">\n</head>\n<body>\n<header><nav>"
          "<a href=\"index.html\">AviMD ",
          out);
    puts_text(out, manual->catalog->version);
    fputs("</a>", out);
    if (kind != NULL) {
        fputs(" <a href=\"index.html#", out);
        puts_text(out, kind->name);
        fputs("\">", out);
        puts_text(out, kind->title);
        fputs("</a>", out);
    }
    fputs("</nav></header>\n<main>\n", out);
}

static void end(FILE *out)
{
    fputs("</main>\n</body>\n</html>\n", out);
}

static void put_list(const struct html *html, int kind)
{
    struct md_entry entry;
    bool table = false;

    for (int i = 0; md_catalog_at(&html->catalog->kinds[kind], i, &entry); i++) {
        if (!md_catalog_has_page(&entry)) {
            fputs(i == 0 ? "<p class=\"names\">" : " ", html->out);
            fputs("<code>", html->out);
            puts_text(html->out, entry.name);
            fputs("</code>", html->out);
            continue;
        }
        if (!table)
            fputs("<dl class=\"list\">\n", html->out);
        table = true;
        fputs("<div><dt>", html->out);
        open_link(html, (struct md_ref){kind, i});
        puts_text(html->out, entry.name);
        fputs("</a></dt><dd>", html->out);
        puts_text(html->out, entry.summary != NULL ? entry.summary : "");
        fputs("</dd></div>\n", html->out);
    }
    fputs(table ? "</dl>\n" : "</p>\n", html->out);
}

/* ------------------------------------------------------------------ the page of an entry */

static void put_params(const struct html *html, const char *title, const struct md_param *params)
{
    const struct md_param *p = md_catalog_next_param(params);

    if (p == NULL)
        return;
    fprintf(html->out, "<h2>%s</h2>\n<dl>\n", title);
    for (; p != NULL; p = md_catalog_next_param(p + 1)) {
        fputs("<dt><code>", html->out);
        puts_text(html->out, p->name);
        fputs("</code> <span>", html->out);
        md_catalog_param(html->out, p);
        fputs("</span></dt><dd>", html->out);
        put_linked(html, p->doc != NULL ? p->doc : "", p->doc != NULL ? strlen(p->doc) : 0);
        fputs("</dd>\n", html->out);
    }
    fputs("</dl>\n", html->out);
}

static void put_styles(const struct html *html, const struct md_entry *entry)
{
    for (int k = 0; k < html->catalog->count; k++) {
        const struct md_kind *kind = &html->catalog->kinds[k];

        if (kind->command == NULL || strcmp(kind->command, entry->name) != 0)
            continue;
        fputs("<h2>", html->out);
        puts_text(html->out, kind->title);
        fputs("</h2>\n", html->out);
        put_list(html, k);
    }
}

static void put_related(const struct html *html)
{
    struct md_ref list[MOST_RELATED];
    int count = md_catalog_related(html->catalog, html->self, list, MOST_RELATED);
    char title[MD_CATALOG_NAME];

    if (count == 0)
        return;
    fputs("<h2>See also</h2>\n<p>", html->out);
    for (int i = 0; i < count; i++) {
        md_catalog_title(html->catalog, list[i], title);
        if (i > 0)
            fputs(", ", html->out);
        open_link(html, list[i]);
        puts_text(html->out, title);
        fputs("</a>", html->out);
    }
    fputs("</p>\n", html->out);
}

static void put_parts(const struct html *html, const struct md_entry *entry, const char *example)
{
    fputs("<h2>Usage</h2>\n<pre class=\"usage\">", html->out);
    puts_text(html->out, entry->usage);
    fputs("</pre>\n", html->out);
    put_params(html, "Parameters", entry->params);
    put_params(html, "Coefficients", entry->coeffs);
    if (entry->manual != NULL && entry->manual[0] != '\0') {
        fputs("<h2>Description</h2>\n", html->out);
        put_manual(html, entry->manual);
    }
    if (example != NULL) {
        fputs("<h2>Example</h2>\n<pre class=\"deck\">", html->out);
        put_deck(html, example, strlen(example));
        fputs("</pre>\n", html->out);
    }
    if (entry->cite != NULL) {
        fputs("<h2>Reference</h2>\n<p>", html->out);
        puts_text(html->out, entry->cite);
        fputs("</p>\n", html->out);
    }
    put_styles(html, entry);
    put_related(html);
}

void md_html_entry(FILE *out, const struct md_manual *manual, struct md_ref ref,
                   const char *example)
{
    struct html html = {.out = out, .catalog = manual->catalog, .self = ref};
    char title[MD_CATALOG_NAME];
    struct md_entry entry;

    if (!md_catalog_entry(manual->catalog, ref, &entry))
        return;
    md_catalog_title(manual->catalog, ref, title);
    begin(out, manual, title, &manual->catalog->kinds[ref.kind]);
    fputs("<h1>", out);
    puts_text(out, title);
    fputs("</h1>\n<p class=\"summary\">", out);
    puts_text(out, entry.summary != NULL ? entry.summary : "");
    fputs("</p>\n", out);
    put_parts(&html, &entry, example);
    end(out);
}

void md_html_page(FILE *out, const struct md_manual *manual, const struct md_manual_page *page)
{
    struct html html = {.out = out, .catalog = manual->catalog, .self = {-1, -1}};
    struct md_markdown_sink sink = {&html, mark_open, mark_close, mark_text};

    begin(out, manual, page->title, NULL);
    md_markdown_render(page->text, &sink);
    end(out);
}

/* ------------------------------------------------------------------ index and stylesheet */

/* Every word typed must stand in a name or summary; kinds without a match vanish. */
static const char script[] =
    "<script>\n"
    "(function(){\n"
    "var box=document.getElementById('search'),none=document.getElementById('none');\n"
    "var kinds=Array.prototype.slice.call(document.querySelectorAll('section'));\n"
    "function look(){\n"
    "  var words=box.value.toLowerCase().split(/\\s+/).filter(Boolean),any=false;\n"
    "  kinds.forEach(function(kind){\n"
    "    var head=kind.querySelector('h2').textContent.toLowerCase(),seen=false;\n"
    "    kind.querySelectorAll('dl.list div,p.names code').forEach(function(entry){\n"
    "      var text=head+' '+entry.textContent.toLowerCase();\n"
    "      var fits=words.every(function(word){return text.indexOf(word)>=0;});\n"
    "      entry.hidden=!fits;seen=seen||fits;\n"
    "    });\n"
    "    kind.hidden=!seen;any=any||seen;\n"
    "  });\n"
    "  none.hidden=any;\n"
    "}\n"
    "box.addEventListener('input',look);\n"
    "box.addEventListener('keydown',function(e){\n"
    "  if(e.key!=='Enter')return;\n"
    "  var first=Array.prototype.filter.call(document.querySelectorAll('section dt a'),"
    "function(a){return a.offsetParent;})[0];\n"
    "  if(first)location.href=first.href;\n"
    "});\n"
    "document.getElementById('finder').hidden=false;\n"
    "look();\n"
    "})();\n"
    "</script>\n";

void md_html_index(FILE *out, const struct md_manual *manual)
{
    struct html html = {.out = out, .catalog = manual->catalog, .self = {-1, -1}};

    begin(out, manual, "The manual", NULL);
    fputs("<h1>The manual of AviMD</h1>\n"
          "<p>A deck is a text of commands, one a line. Every command and style has a page here, "
          "with a deck that shows its use. <code>avimd --help NAME</code> and <code>man "
          "avimd-fix-nve</code> show the same.</p>\n"
          "<p id=\"finder\" hidden><input id=\"search\" type=\"search\" autofocus "
          "placeholder=\"Search: name or words\" aria-label=\"Search\"></p>\n"
          "<p id=\"none\" hidden>Nothing has all these words.</p>\n",
          out);
    if (manual->page_count > 0)
        fputs("<section>\n<h2>To read</h2>\n<dl class=\"list texts\">\n", out);
    for (int i = 0; i < manual->page_count; i++) {
        fputs("<div><dt><a href=\"", out);
        puts_text(out, manual->pages[i].name);
        fputs(".html\">", out);
        puts_text(out, manual->pages[i].title);
        fputs("</a></dt></div>\n", out);
    }
    if (manual->page_count > 0)
        fputs("</dl>\n</section>\n", out);
    for (int k = 0; k < manual->catalog->count; k++) {
        fputs("<section id=\"", out);
        puts_text(out, manual->catalog->kinds[k].name);
        fputs("\">\n<h2>", out);
        puts_text(out, manual->catalog->kinds[k].title);
        fputs("</h2>\n", out);
        put_list(&html, k);
        fputs("</section>\n", out);
    }
    fputs(script, out);
    end(out);
}

void md_html_style(FILE *out)
{
    fputs(":root{--ink:#1c2024;--soft:#5a6472;--paper:#fff;--shade:#f3f5f7;--line:#d9dee4;"
          "--link:#0b57a4}\n"
          "@media(prefers-color-scheme:dark){:root{--ink:#dde2e8;--soft:#9aa5b1;--paper:#14171a;"
          "--shade:#1f2428;--line:#343b42;--link:#7ab8ff}}\n"
          "*{box-sizing:border-box}\n"
          "html{-webkit-text-size-adjust:100%}\n"
          "body{margin:0;font:16px/1.55 system-ui,sans-serif;color:var(--ink);"
          "background:var(--paper)}\n"
          "header,main{max-width:58rem;margin:0 auto;padding:0 1rem}\n"
          "header{padding-top:.7rem;padding-bottom:.5rem;border-bottom:1px solid var(--line);"
          "font-size:.9rem}\n"
          "nav a{display:inline-block;margin-right:1rem}nav a:first-child{font-weight:600}\n"
          "main{padding-bottom:3rem}\n"
          "a{color:var(--link);text-decoration:none}a:hover,a:focus{text-decoration:underline}\n"
          "h1{font-size:1.7rem;line-height:1.25;margin:1.2rem 0 .4rem;overflow-wrap:anywhere}\n"
          "h2{font-size:1.2rem;margin:1.8rem 0 .5rem}h3{font-size:1.05rem;margin:1.4rem 0 .4rem}\n"
          ".summary{color:var(--soft);font-size:1.1rem;margin-top:0}\n"
          "pre,code{font-family:ui-monospace,'DejaVu Sans Mono',Consolas,monospace;"
          "font-size:.86rem}\n"
          "pre{background:var(--shade);padding:.7rem .9rem;overflow-x:auto;line-height:1.45;"
          "border-radius:4px}\n"
          "p code,li code,td code,dd code,dt code{background:var(--shade);padding:.1em .25em;"
          "border-radius:3px}\n"
          "pre i{color:var(--soft);font-style:normal}\n"
          "dl:not(.list) dt{margin-top:.6rem}dl:not(.list) dt span{color:var(--soft)}\n"
          "dl:not(.list) dd{margin:0 0 0 1.2rem}\n"
          "dl.list{margin:0}\n"
          "dl.list div{display:flex;gap:1rem;padding:.15rem 0;"
          "border-bottom:1px solid var(--shade)}\n"
          "dl.list div[hidden]{display:none}\n"
          ".usage{white-space:pre-wrap;padding-left:2.5rem;text-indent:-1.6rem}\n"
          "dl.texts dt{flex:1 !important}\n"
          "dl.list dt{flex:0 0 12rem;overflow-wrap:anywhere}dl.list dd{margin:0;flex:1}\n"
          ".wide{overflow-x:auto}\n"
          "table{border-collapse:collapse;font-size:.92rem}\n"
          "th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;"
          "border-bottom:1px solid var(--line)}\n"
          "input{width:100%;max-width:30rem;font:inherit;padding:.5rem .7rem;color:inherit;"
          "background:var(--shade);border:1px solid var(--line);border-radius:4px}\n"
          "@media(max-width:36rem){dl.list div{display:block}dl.list dd{color:var(--soft)}}\n"
          "@media print{header{display:none}a{color:inherit}}\n",
          out);
}
