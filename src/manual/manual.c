/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes the whole manual into a folder: reads the pages written by hand and the examples, puts
 * into pages what the program itself knows, and calls the writers of each form.
 */
#include "manual/manual.h"

#include "base/memory.h"
#include "base/partial.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096, MOST_TEXT = 1 << 22 };

/* ------------------------------------------------------------------ files */

static enum md_status join(char path[PATH_SIZE], struct md_error *error, const char *format,
                           const char *a, const char *b, const char *c)
{
    int length = snprintf(path, PATH_SIZE, format, a, b, c);

    if (length < 0 || length >= PATH_SIZE)
        return md_error_set(error, MD_ERR_FILE, NULL, "the path '%.60s...' is too long", path);
    return MD_OK;
}

/* A file's text; *text is NULL if there is none of that name. */
static enum md_status read_text(const char *path, char **text, struct md_error *error)
{
    FILE *file = fopen(path, "r");
    size_t length = 0;

    *text = NULL;
    if (file == NULL && errno == ENOENT)
        return MD_OK;
    if (file == NULL)
        return md_error_set(error, MD_ERR_FILE, NULL, "cannot open '%s': %s", path,
                            strerror(errno));
    char *room = md_memory_array(MOST_TEXT + 1, 1);
    if (room != NULL)
        length = fread(room, 1, MOST_TEXT, file);
    bool failed = ferror(file) != 0;
    fclose(file);
    if (room != NULL && !failed && length < MOST_TEXT && strlen(room) == length)
        *text = md_memory_text(room);
    md_memory_free(room);
    if (*text == NULL)
        return md_error_set(error, MD_ERR_FILE, NULL,
                            "cannot read '%s': it must be text of less than %d bytes", path,
                            MOST_TEXT);
    return MD_OK;
}

static enum md_status make_folder(const char *path, struct md_error *error)
{
    struct stat what;

    if (mkdir(path, 0777) != 0 && (stat(path, &what) != 0 || !S_ISDIR(what.st_mode)))
        return md_error_set(error, MD_ERR_FILE, NULL, "cannot make the folder '%s': %s", path,
                            strerror(errno));
    return MD_OK;
}

/* The folder OUT/SUB, and OUT itself before. */
static enum md_status make_sub(const char *out, const char *sub, struct md_error *error)
{
    char path[PATH_SIZE];

    if (join(path, error, "%s/%s%s", out, sub, "") != MD_OK)
        return error->status;
    return make_folder(path, error);
}

/* A page being written, which takes its name when it is whole. */
struct output {
    FILE *file;
    struct md_partial partial;
};

/* OUT/NAME. */
static enum md_status create(struct output *output, const char *out, const char *name,
                             const char *ending, struct md_error *error)
{
    char path[PATH_SIZE];

    if (join(path, error, "%s/%s%s", out, name, ending) != MD_OK)
        return error->status;
    int reason = md_partial_create(&output->partial, &md_files_any, path);
    if (reason != 0)
        return md_error_set(error, MD_ERR_FILE, NULL, "cannot create '%s': %s", path,
                            strerror(reason));
    output->file = fdopen(output->partial.file, "w");
    if (output->file == NULL) {
        close(output->partial.file);
        md_partial_drop(&output->partial);
        return md_error_memory(error, "a page of the manual");
    }
    errno = 0; /* the writers report no lack of memory: errno does, see finish */
    return MD_OK;
}

static enum md_status finish(struct output *output, const char *name, struct md_error *error)
{
    int reason = errno == ENOMEM ? ENOMEM : 0;

    if (ferror(output->file) && reason == 0)
        reason = errno != 0 ? errno : EIO;
    if (fclose(output->file) != 0 && reason == 0)
        reason = errno;
    if (reason == 0)
        reason = md_partial_keep(&output->partial);
    else
        md_partial_drop(&output->partial);
    if (reason != 0)
        return md_error_set(error, MD_ERR_FILE, NULL, "cannot write the page '%s': %s", name,
                            strerror(reason));
    return MD_OK;
}

/* ------------------------------------------------------------------ pages written by hand */

/* Copies a page; a line {{name}} becomes what the catalog has to say of it. */
static enum md_status insert_all(const struct md_catalog *catalog, const char *text, char **result,
                                 struct md_error *error)
{
    size_t size = 0;
    FILE *out = open_memstream(result, &size);

    if (out == NULL)
        return md_error_memory(error, "a page of the manual");
    errno = 0;
    for (const char *line = text; *line != '\0';) {
        const char *end = line + strcspn(line, "\n");
        size_t length = (size_t)(end - line);
        char name[MD_CATALOG_NAME] = "";

        if (length > 4 && length < sizeof name && strncmp(line, "{{", 2) == 0 &&
            strncmp(end - 2, "}}", 2) == 0)
            memcpy(name, line + 2, length - 4);
        if (name[0] == '\0')
            fprintf(out, "%.*s\n", (int)length, line);
        else if (catalog->insert == NULL || !catalog->insert(out, name))
            md_error_set(error, MD_ERR_UNKNOWN, NULL, "there is nothing to insert for '{{%s}}'",
                         name);
        line = *end == '\n' ? end + 1 : end;
    }
    bool lacks = ferror(out) != 0 || errno == ENOMEM;
    if (fclose(out) != 0 || lacks)
        return md_error_memory(error, "a page of the manual");
    return error->status;
}

static void title_of(const struct md_manual_page *page, char title[MD_CATALOG_NAME])
{
    const char *text = strncmp(page->text, "# ", 2) == 0 ? page->text + 2 : page->name;

    snprintf(title, MD_CATALOG_NAME, "%.*s", (int)strcspn(text, "\n"), text);
}

static enum md_status add_page(struct md_manual *manual, const char *folder, const char *file,
                               struct md_error *error)
{
    size_t count = (size_t)manual->page_count, stem = strlen(file) - 3;
    char path[PATH_SIZE], *text;

    if (stem >= MD_CATALOG_NAME)
        return md_error_set(error, MD_ERR_FILE, NULL, "the name '%s' of a page is too long", file);
    if (join(path, error, "%s/%s%s", folder, file, "") != MD_OK ||
        md_memory_grow(&manual->pages, count, count + 1, sizeof *manual->pages, error) != MD_OK ||
        read_text(path, &text, error) != MD_OK)
        return error->status;
    if (text == NULL)
        return MD_OK;
    struct md_manual_page *page = &manual->pages[manual->page_count++];
    memcpy(page->name, file, stem);
    page->name[stem] = '\0';
    enum md_status status = insert_all(manual->catalog, text, &page->text, error);
    free(text);
    if (status == MD_OK)
        title_of(page, page->title);
    return status;
}

static enum md_status read_pages(struct md_manual *manual, const char *doc, struct md_error *error)
{
    char folder[PATH_SIZE];
    struct dirent **entry = NULL;

    if (join(folder, error, "%s/%s%s", doc, "pages", "") != MD_OK)
        return error->status;
    int count = scandir(folder, &entry, NULL, alphasort);
    if (count < 0)
        return md_error_set(error, MD_ERR_FILE, NULL, "cannot read the folder '%s': %s", folder,
                            strerror(errno));
    for (int i = 0; i < count; i++) {
        const char *name = entry[i]->d_name;
        size_t length = strlen(name);

        if (error->status == MD_OK && length > 3 && name[0] != '.' &&
            strcmp(name + length - 3, ".md") == 0)
            (void)add_page(manual, folder, name, error);
        free(entry[i]);
    }
    free(entry);
    return error->status;
}

/* ------------------------------------------------------------------ pages of entries */

/* DOC/examples/KIND/NAME.in, with _ for / */
static enum md_status read_example(const struct md_catalog *catalog, struct md_ref ref,
                                   const char *doc, char **text, struct md_error *error)
{
    char folder[PATH_SIZE], path[PATH_SIZE], name[MD_CATALOG_NAME];
    struct md_entry entry;

    *text = NULL;
    if (doc == NULL || !md_catalog_entry(catalog, ref, &entry))
        return MD_OK;
    snprintf(name, sizeof name, "%s", entry.name);
    for (char *c = name; *c != '\0'; c++)
        if (*c == '/')
            *c = '_';
    if (join(folder, error, "%s/examples/%s%s", doc, catalog->kinds[ref.kind].name, "") != MD_OK ||
        join(path, error, "%s/%s%s", folder, name, ".in") != MD_OK)
        return error->status;
    return read_text(path, text, error);
}

typedef void entry_writer(FILE *, const struct md_manual *, struct md_ref, const char *);

static enum md_status write_entry(const struct md_manual *manual, struct md_ref ref,
                                  const char *out, const char *format, const char *ending,
                                  entry_writer *writer, const char *example, struct md_error *error)
{
    char page[MD_CATALOG_NAME], name[2 * MD_CATALOG_NAME];

    md_catalog_page_name(manual->catalog, ref, page);
    snprintf(name, sizeof name, format, page);
    struct output output;
    if (create(&output, out, name, ending, error) != MD_OK)
        return error->status;
    writer(output.file, manual, ref, example);
    return finish(&output, name, error);
}

static enum md_status write_entries(const struct md_manual *manual, const char *doc,
                                    const char *out, struct md_error *error)
{
    struct md_entry entry;

    for (int k = 0; k < manual->catalog->count; k++)
        for (int i = 0; md_catalog_at(&manual->catalog->kinds[k], i, &entry); i++) {
            struct md_ref ref = {k, i};
            char *example;

            if (!md_catalog_has_page(&entry))
                continue;
            if (read_example(manual->catalog, ref, doc, &example, error) != MD_OK)
                return error->status;
            if (write_entry(manual, ref, out, "html/%s", ".html", md_html_entry, example, error) ==
                MD_OK)
                (void)write_entry(manual, ref, out, "man7/avimd-%s", ".7", md_roff_entry, example,
                                  error);
            free(example);
            if (error->status != MD_OK)
                return error->status;
        }
    return MD_OK;
}

static enum md_status write_page(const struct md_manual *manual, const struct md_manual_page *page,
                                 const char *out, const char *format, const char *ending,
                                 void (*writer)(FILE *, const struct md_manual *,
                                                const struct md_manual_page *),
                                 struct md_error *error)
{
    char name[2 * MD_CATALOG_NAME];
    struct output output;

    snprintf(name, sizeof name, format, page->name);
    if (create(&output, out, name, ending, error) != MD_OK)
        return error->status;
    writer(output.file, manual, page);
    return finish(&output, name, error);
}

static enum md_status write_pages(const struct md_manual *manual, const char *out,
                                  struct md_error *error)
{
    for (int i = 0; i < manual->page_count; i++) {
        const struct md_manual_page *page = &manual->pages[i];

        if (write_page(manual, page, out, "html/%s", ".html", md_html_page, error) != MD_OK ||
            write_page(manual, page, out, "man7/avimd-%s", ".7", md_roff_page, error) != MD_OK)
            return error->status;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ all of it */

static void write_style(FILE *out, const struct md_manual *manual)
{
    (void)manual;
    md_html_style(out);
}

static void write_detect(FILE *out, const struct md_manual *manual)
{
    (void)manual;
    md_completion_vim_detect(out);
}

static enum md_status write_single(const struct md_manual *manual, const char *out,
                                   struct md_error *error)
{
    static const struct {
        const char *name;
        void (*write)(FILE *, const struct md_manual *);
    } files[] = {
        {"html/index.html", md_html_index},          {"html/style.css", write_style},
        {"man7/avimd-decks.7", md_roff_overview},    {"completions/avimd", md_completion_bash},
        {"vim/syntax/avimd.vim", md_completion_vim}, {"vim/ftdetect/avimd.vim", write_detect}};

    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct output output;

        if (create(&output, out, files[i].name, "", error) != MD_OK)
            return error->status;
        files[i].write(output.file, manual);
        if (finish(&output, files[i].name, error) != MD_OK)
            return error->status;
    }
    return MD_OK;
}

static enum md_status write_all(struct md_manual *manual, const char *doc, const char *out,
                                struct md_error *error)
{
    static const char *const folders[] = {"html", "man7",       "completions",
                                          "vim",  "vim/syntax", "vim/ftdetect"};
    enum md_status status = make_folder(out, error);

    manual->pages = NULL;
    manual->page_count = 0;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && status == MD_OK; i++)
        status = make_sub(out, folders[i], error);
    if (status == MD_OK && doc != NULL)
        status = read_pages(manual, doc, error);
    if (status == MD_OK)
        status = write_entries(manual, doc, out, error);
    if (status == MD_OK)
        status = write_pages(manual, out, error);
    if (status == MD_OK)
        status = write_single(manual, out, error);
    for (int i = 0; i < manual->page_count; i++)
        free(manual->pages[i].text);
    md_memory_free(manual->pages);
    manual->pages = NULL;
    manual->page_count = 0;
    return status;
}

enum md_status md_manual_write(const struct md_manual *manual, const char *doc, const char *out,
                               struct md_error *error)
{
    struct md_catalog copy;
    struct md_manual mine = *manual;
    enum md_status status = md_catalog_copy(manual->catalog, &copy, error);

    mine.catalog = &copy;
    if (status == MD_OK)
        status = write_all(&mine, doc, out, error);
    md_catalog_free(&copy);
    return status;
}
