/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding entries of the catalog, names of their pages, and the names that texts mention. */
#include "manual/catalog.h"

#include "base/memory.h"

#include <ctype.h>
#include <string.h>

/* ------------------------------------------------------------------ entries */

bool md_catalog_at(const struct md_kind *kind, int i, struct md_entry *entry)
{
    if (kind->list == NULL)
        return kind->at(i, entry);
    if (i < 0 || i >= kind->list_count)
        return false;
    *entry = kind->list[i];
    return true;
}

static enum md_status copy_list(struct md_kind *kind, struct md_error *error)
{
    struct md_entry entry, *list = NULL;
    size_t count = 0;

    for (; kind->at((int)count, &entry); count++) {
        if (md_memory_grow(&list, count, count + 1, sizeof *list, error) != MD_OK) {
            md_memory_free(list);
            return error->status;
        }
        list[count] = entry;
    }
    kind->list = list;
    kind->list_count = (int)count;
    return MD_OK;
}

enum md_status md_catalog_copy(const struct md_catalog *from, struct md_catalog *copy,
                               struct md_error *error)
{
    struct md_kind *kinds = md_memory_array((size_t)from->count, sizeof *kinds);

    *copy = *from;
    copy->kinds = kinds;
    if (kinds == NULL)
        return md_error_memory(error, "the list of all styles");
    for (int k = 0; k < from->count; k++) {
        kinds[k] = from->kinds[k];
        kinds[k].list = NULL;
    }
    for (int k = 0; k < from->count; k++)
        if (copy_list(&kinds[k], error) != MD_OK)
            return error->status;
    return MD_OK;
}

void md_catalog_free(struct md_catalog *copy)
{
    for (int k = 0; copy->kinds != NULL && k < copy->count; k++)
        md_memory_free((void *)copy->kinds[k].list);
    md_memory_free((void *)copy->kinds);
    copy->kinds = NULL;
}

bool md_catalog_entry(const struct md_catalog *catalog, struct md_ref ref, struct md_entry *entry)
{
    return ref.kind >= 0 && ref.kind < catalog->count &&
           md_catalog_at(&catalog->kinds[ref.kind], ref.entry, entry);
}

bool md_catalog_has_page(const struct md_entry *entry)
{
    return entry->usage != NULL;
}

static bool same(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && strncmp(name, text, length) == 0;
}

struct md_ref md_catalog_find(const struct md_catalog *catalog, const char *kind, const char *name,
                              size_t length)
{
    struct md_entry entry;

    for (int k = 0; k < catalog->count; k++) {
        if (kind != NULL && strcmp(kind, catalog->kinds[k].name) != 0)
            continue;
        for (int i = 0; md_catalog_at(&catalog->kinds[k], i, &entry); i++)
            if (same(entry.name, name, length))
                return (struct md_ref){k, i};
    }
    return (struct md_ref){-1, -1};
}

struct md_ref md_catalog_only(const struct md_catalog *catalog, const char *name, size_t length)
{
    struct md_ref only = {-1, -1};

    for (int k = 0; k < catalog->count; k++) {
        const struct md_kind *kind = &catalog->kinds[k];
        struct md_ref ref = md_catalog_find(catalog, kind->name, name, length);

        if (ref.kind < 0)
            continue;
        if (kind->command == NULL)
            return ref;
        if (only.kind >= 0)
            return (struct md_ref){-1, -1};
        only = ref;
    }
    return only;
}

/* ------------------------------------------------------------------ names of pages */

static void join(const struct md_catalog *catalog, struct md_ref ref, char between, char *out)
{
    const struct md_kind *kind = &catalog->kinds[ref.kind];
    struct md_entry entry;

    out[0] = '\0';
    if (!md_catalog_entry(catalog, ref, &entry))
        return;
    if (kind->command == NULL)
        snprintf(out, MD_CATALOG_NAME, "%s", entry.name);
    else if (between == '-')
        snprintf(out, MD_CATALOG_NAME, "%s-%s", kind->name, entry.name);
    else
        snprintf(out, MD_CATALOG_NAME, "%s %s", kind->command, entry.name);
}

void md_catalog_page_name(const struct md_catalog *catalog, struct md_ref ref,
                          char name[MD_CATALOG_NAME])
{
    join(catalog, ref, '-', name);
    for (char *c = name; *c != '\0'; c++)
        if (*c == '/')
            *c = '-';
}

void md_catalog_title(const struct md_catalog *catalog, struct md_ref ref,
                      char title[MD_CATALOG_NAME])
{
    join(catalog, ref, ' ', title);
}

/* ------------------------------------------------------------------ names in texts */

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '/' || c == '-';
}

/* How long the name is that begins here: a dash or slash at its end is the sentence's. */
static size_t name_length(const char *text, size_t length)
{
    size_t n = 0;

    while (n < length && in_name(text[n]))
        n++;
    while (n > 0 && (text[n - 1] == '/' || text[n - 1] == '-'))
        n--;
    return n;
}

static bool has_page(const struct md_catalog *catalog, struct md_ref ref, struct md_ref self)
{
    struct md_entry entry;

    return (ref.kind != self.kind || ref.entry != self.entry) &&
           md_catalog_entry(catalog, ref, &entry) && md_catalog_has_page(&entry);
}

/* "fix nvt": the name after the word of its kind. */
static bool after_kind(const struct md_catalog *catalog, struct md_ref self, const char *text,
                       size_t length, size_t word, struct md_link *link)
{
    size_t skip = word;

    while (skip < length && (text[skip] == ' ' || text[skip] == '\n'))
        skip++;
    size_t next = skip > word ? name_length(text + skip, length - skip) : 0;
    for (int k = 0; next > 0 && k < catalog->count; k++) {
        const struct md_kind *kind = &catalog->kinds[k];

        if (kind->command == NULL ||
            (!same(kind->command, text, word) && !same(kind->name, text, word)))
            continue;
        struct md_ref to = md_catalog_find(catalog, kind->name, text + skip, next);
        if (has_page(catalog, to, self)) {
            link->length = skip + next;
            link->to = to;
            return true;
        }
    }
    return false;
}

static bool by_itself(const struct md_catalog *catalog, struct md_ref self, const char *text,
                      size_t word, struct md_link *link)
{
    if (memchr(text, '/', word) == NULL && memchr(text, '_', word) == NULL)
        return false;
    struct md_ref to = {-1, -1};
    if (self.kind >= 0)
        to = md_catalog_find(catalog, catalog->kinds[self.kind].name, text, word);
    if (to.kind < 0)
        to = md_catalog_find(catalog, NULL, text, word);
    link->length = word;
    link->to = to;
    return has_page(catalog, to, self);
}

bool md_catalog_scan(const struct md_catalog *catalog, struct md_ref self, const char *text,
                     size_t length, size_t from, struct md_link *link)
{
    for (size_t i = from; i < length;) {
        size_t word = name_length(text + i, length - i);

        if (word == 0) {
            i++;
            continue;
        }
        link->begin = i;
        if (after_kind(catalog, self, text + i, length - i, word, link) ||
            by_itself(catalog, self, text + i, word, link))
            return true;
        i += word;
    }
    return false;
}

/* ------------------------------------------------------------------ pages worth reading next */

struct related {
    const struct md_catalog *catalog;
    struct md_ref self, *list;
    int count, most;
};

static void add(struct related *related, struct md_ref ref)
{
    if (!has_page(related->catalog, ref, related->self) || related->count == related->most)
        return;
    for (int i = 0; i < related->count; i++)
        if (related->list[i].kind == ref.kind && related->list[i].entry == ref.entry)
            return;
    related->list[related->count++] = ref;
}

static void add_named(struct related *related, const char *text)
{
    struct md_link link;
    size_t from = 0;

    while (text != NULL &&
           md_catalog_scan(related->catalog, related->self, text, strlen(text), from, &link)) {
        add(related, link.to);
        from = link.begin + link.length;
    }
}

/* Styles whose names begin alike: temp, temp/com; nve, nvt are none. */
static void add_alike(struct related *related, const struct md_kind *kind, const char *name)
{
    size_t stem = strcspn(name, "/");
    struct md_entry entry;

    for (int i = 0; md_catalog_at(kind, i, &entry); i++)
        if (strncmp(entry.name, name, stem) == 0 &&
            (entry.name[stem] == '\0' || entry.name[stem] == '/'))
            add(related, (struct md_ref){related->self.kind, i});
}

int md_catalog_related(const struct md_catalog *catalog, struct md_ref self, struct md_ref *list,
                       int most)
{
    struct related related = {catalog, self, list, 0, most};
    const struct md_kind *kind = &catalog->kinds[self.kind];
    struct md_entry entry;

    if (!md_catalog_entry(catalog, self, &entry))
        return 0;
    if (kind->command != NULL)
        add(&related, md_catalog_find(catalog, "command", kind->command, strlen(kind->command)));
    if (kind->other != NULL)
        add(&related, md_catalog_find(catalog, "command", kind->other, strlen(kind->other)));
    add_named(&related, entry.usage);
    add_named(&related, entry.manual);
    if (kind->command != NULL)
        add_alike(&related, kind, entry.name);
    return related.count;
}

/* ------------------------------------------------------------------ blocks of plain texts */

static size_t spaces(const char *text, const char *end)
{
    size_t n = 0;

    while (text + n < end && text[n] == ' ')
        n++;
    return n;
}

static const char *line_end(const char *line, const char *end)
{
    const char *newline = memchr(line, '\n', (size_t)(end - line));
    return newline != NULL ? newline : end;
}

/* Where two spaces part a word from its meaning; NULL: nowhere. */
static const char *gap(const char *word, const char *end)
{
    for (const char *c = word; c + 2 < end; c++)
        if (c[0] == ' ' && c[1] == ' ')
            return c;
    return NULL;
}

/* Every line has a gap, or stands farther in than the first and goes on with the one before. */
static bool defines(const char *text, const char *end)
{
    size_t margin = spaces(text, end);

    for (const char *line = text; line < end;) {
        const char *stop = line_end(line, end);
        size_t indent = spaces(line, stop);

        if (indent < margin || (indent == margin && gap(line + indent, stop) == NULL))
            return false;
        line = stop < end ? stop + 1 : end;
    }
    return true;
}

bool md_catalog_block(const char **text, struct md_block *block)
{
    const char *first = *text + strspn(*text, "\n"), *end = first;
    bool fixed = *first == ' ';

    if (*first == '\0')
        return false;
    while (*end != '\0' && *end != '\n' && (*end == ' ') == fixed) {
        end += strcspn(end, "\n");
        end += *end == '\n';
    }
    *text = end;
    while (end > first && end[-1] == '\n')
        end--;
    block->text = first;
    block->length = (size_t)(end - first);
    block->form = !fixed                ? MD_BLOCK_FLOW
                  : defines(first, end) ? MD_BLOCK_DEFINITIONS
                                        : MD_BLOCK_FIXED;
    return true;
}

bool md_catalog_definition(const struct md_block *block, size_t *at,
                           struct md_definition *definition)
{
    const char *end = block->text + block->length, *line = block->text + *at;
    size_t margin = spaces(block->text, end);

    if (line >= end)
        return false;
    const char *word = line + margin, *stop = line_end(line, end), *middle = gap(word, stop);
    while (stop < end && spaces(stop + 1, end) > margin)
        stop = line_end(stop + 1, end);
    definition->word = word;
    definition->word_length = (size_t)(middle - word);
    definition->meaning = middle + spaces(middle, stop);
    definition->meaning_length = (size_t)(stop - definition->meaning);
    *at = (size_t)(stop - block->text) + (stop < end);
    return true;
}

/* ------------------------------------------------------------------ parameters */

static void put_range(FILE *out, const struct md_param *param)
{
    bool low = param->lo > -1e300, high = param->hi < 1e300;

    if (param->kind != MD_PARAM_DOUBLE && param->kind != MD_PARAM_INT)
        return;
    if (param->lo == 0 && param->hi == 0)
        return; /* no range given */
    if (low && param->lo == MD_PARAM_TINY)
        fputs(", greater than 0", out);
    else if (low)
        fprintf(out, ", at least %g", param->lo);
    if (high)
        fprintf(out, ", at most %g", param->hi);
}

const struct md_param *md_catalog_next_param(const struct md_param *param)
{
    while (param != NULL && param->kind != MD_PARAM_END && param->name != NULL &&
           param->form == MD_PARAM_STATE)
        param++;
    return param != NULL && param->kind != MD_PARAM_END && param->name != NULL ? param : NULL;
}

void md_catalog_param(FILE *out, const struct md_param *param)
{
    static const char *const kind[] = {"number", "integer", "yes or no", "one of", "word"};

    fputs(kind[param->kind], out);
    if (param->kind == MD_PARAM_CHOICE && param->choices != NULL)
        fprintf(out, " %s", param->choices);
    if (param->unit != NULL && param->unit[0] != '\0')
        fprintf(out, " (%s)", param->unit);
    put_range(out, param);
    if (param->form != MD_PARAM_POSITIONAL && param->fallback != NULL)
        fprintf(out, "; %s unless given", param->fallback);
}
