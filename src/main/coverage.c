/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * avimd coverage DECK...: whether decks will run here, what those lack that will not, and what
 * would help most of them.
 *
 * Each deck is checked as `avimd --check` does it, in its own folder, where its data files and
 * includes are; nothing is run or written.  One check finds everything that is missing, since it
 * goes on past what it does not know.  Files that are not there are told apart: the deck may be one
 * of several that run after each other.
 */
#include "main/coverage.h"

#include "avimd.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char md_coverage_usage[] =
    "Usage: avimd coverage [--summary] DECK|FOLDER...\n"
    "\n"
    "Says for each deck whether it will run here and, if not, which commands, styles and\n"
    "keywords are missing, with their lines; then, over all decks, what would help most.\n"
    "Of a folder all files are decks, at any depth, that are named in.*, *.in, *.lmp or\n"
    "*.lammps and read like one.\n"
    "Nothing is run and nothing is written; each deck is read in its own folder.\n"
    "\n"
    "  --summary   only what is said over all decks\n"
    "\n"
    "Exit status: 0 all decks will run, 1 some will not, 2 wrong command line, or a deck that\n"
    "cannot be opened.\n";

enum { EXIT_USAGE = 2, NAME_SIZE = 96, MOST_DEPTH = 32, MOST_SHOWN = 40 };

/* Something that decks lack. */
struct item {
    char name[NAME_SIZE];
    int decks, alone; /* decks that lack it; that lack nothing else */
    int last;         /* the deck that lacked it last */
};

struct coverage {
    struct item *items;
    size_t count, room;
    char **decks;
    size_t deck_count, deck_room;
    bool summary;
    bool broken; /* no memory, or a folder that cannot be read */
    bool absent; /* a deck the user named cannot be opened */
    int run, wait, lack;
    /* Of the deck being checked. */
    const char *deck;
    int number;         /* from 1 */
    int missing, files; /* different things it lacks; files that are not there */
    size_t only;        /* the item, if it is one */
};

static void *grow(void *array, size_t *room, size_t size)
{
    size_t more = *room > 0 ? 2 * *room : 64;
    void *larger = realloc(array, more * size);

    if (larger != NULL)
        *room = more;
    else
        fputs("avimd: error: no memory for the list of decks\n", stderr);
    return larger;
}

/* ------------------------------------------------------------------ which decks */

static void add_deck(struct coverage *coverage, const char *path)
{
    if (coverage->deck_count == coverage->deck_room) {
        char **decks = grow(coverage->decks, &coverage->deck_room, sizeof *decks);

        if (decks == NULL) {
            coverage->broken = true;
            return;
        }
        coverage->decks = decks;
    }
    char *copy = strdup(path);
    if (copy == NULL)
        coverage->broken = true;
    else
        coverage->decks[coverage->deck_count++] = copy;
}

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);

    return length > tail && strcmp(name + length - tail, ending) == 0;
}

/* Data files and tables have such endings too; a deck says one of these sooner or later. */
static bool reads_like_deck(const char *path)
{
    static const char *const words[] = {"units",   "atom_style",   "read_data", "pair_style",
                                        "lattice", "read_restart", "include",   "variable"};
    FILE *file = fopen(path, "r");
    char line[256];
    bool found = false;

    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL)
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            found |= strncmp(line, words[i], strlen(words[i])) == 0 &&
                     strchr(" \t", line[strlen(words[i])]) != NULL;
    if (file != NULL)
        fclose(file);
    return found;
}

static bool is_deck(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    struct stat what;

    if (stat(path, &what) != 0 || !S_ISREG(what.st_mode) || ends_in(name, "~"))
        return false;
    return (strncmp(name, "in.", 3) == 0 || ends_in(name, ".in") || ends_in(name, ".lmp") ||
            ends_in(name, ".lammps")) &&
           reads_like_deck(path);
}

static void add_path(struct coverage *coverage, const char *path, bool asked, int depth);

static void add_folder(struct coverage *coverage, const char *path, int depth)
{
    struct dirent **entry = NULL;
    int count = depth < MOST_DEPTH ? scandir(path, &entry, NULL, alphasort) : 0;

    if (count < 0) {
        fprintf(stderr, "avimd: error: cannot read the folder '%s': %s\n", path, strerror(errno));
        coverage->broken = true;
        return;
    }
    for (int i = 0; i < count; i++) {
        size_t size = strlen(path) + strlen(entry[i]->d_name) + 2;
        char *inner = entry[i]->d_name[0] != '.' ? malloc(size) : NULL;

        if (inner != NULL) {
            snprintf(inner, size, "%s/%s", path, entry[i]->d_name);
            add_path(coverage, inner, false, depth + 1);
        }
        free(inner);
        free(entry[i]);
    }
    free(entry);
}

/* A path the user named is a deck whatever its name; links to folders below are not followed, since
 * they may lead back. */
static void add_path(struct coverage *coverage, const char *path, bool asked, int depth)
{
    struct stat what;
    bool there = (asked ? stat(path, &what) : lstat(path, &what)) == 0;

    if (there && S_ISDIR(what.st_mode))
        add_folder(coverage, path, depth);
    else if (asked && access(path, R_OK) != 0) {
        fprintf(stderr, "avimd: error: cannot open '%s': %s\n", path, strerror(errno));
        coverage->absent = true;
    } else if (asked || is_deck(path))
        add_deck(coverage, path);
}

/* ------------------------------------------------------------------ one deck */

static struct item *find_item(struct coverage *coverage, const char *name)
{
    for (size_t i = 0; i < coverage->count; i++)
        if (strcmp(coverage->items[i].name, name) == 0)
            return &coverage->items[i];
    if (coverage->count == coverage->room) {
        struct item *items = grow(coverage->items, &coverage->room, sizeof *items);

        if (items == NULL) {
            coverage->broken = true;
            return NULL;
        }
        coverage->items = items;
    }
    struct item *item = &coverage->items[coverage->count++];
    *item = (struct item){0};
    snprintf(item->name, sizeof item->name, "%s", name);
    return item;
}

static void on_problem(void *context, const struct avimd_problem *problem)
{
    struct coverage *coverage = context;
    const char *what = problem->what[0] != '\0' ? problem->what : "a line that cannot be read";
    const char *list = strstr(problem->text, "; there are"); /* what exists instead: too long */
    int length = (int)(list != NULL ? (size_t)(list - problem->text) : strlen(problem->text));

    if (!coverage->summary) {
        if (coverage->missing == 0 && coverage->files == 0)
            printf("%s:\n", coverage->deck);
        printf("    %s:%d: %s: %.*s\n", problem->file != NULL ? problem->file : "", problem->line,
               what, length, problem->text);
    }
    if (problem->kind == AVIMD_PROBLEM_FILE) {
        coverage->files++;
        return;
    }
    struct item *item = find_item(coverage, what);
    if (item == NULL || item->last == coverage->number)
        return;
    item->last = coverage->number;
    item->decks++;
    coverage->missing++;
    coverage->only = (size_t)(item - coverage->items);
}

/* Counts the deck where it belongs and says so. */
static void judge(struct coverage *coverage)
{
    if (coverage->missing == 1 && coverage->files == 0)
        coverage->items[coverage->only].alone++;
    if (coverage->missing > 0)
        coverage->lack++;
    else if (coverage->files > 0)
        coverage->wait++;
    else
        coverage->run++;
    if (coverage->summary)
        return;
    if (coverage->missing > 0)
        printf("%s: will not run: %d thing%s missing\n", coverage->deck, coverage->missing,
               coverage->missing > 1 ? "s" : "");
    else
        printf("%s: %s\n", coverage->deck,
               coverage->files > 0 ? "will run once its files are there" : "will run");
}

static void check_deck(struct coverage *coverage, const char *path, int home)
{
    struct avimd_options settings;
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;

    coverage->deck = path;
    coverage->number++;
    coverage->missing = coverage->files = 0;
    if (slash != NULL) {
        char *folder = strndup(path, slash > path ? (size_t)(slash - path) : 1);
        bool there = folder != NULL && chdir(folder) == 0;

        free(folder);
        if (!there)
            name = path; /* and the deck says itself that it cannot be opened */
    }
    avimd_options_default(&settings);
    settings.log = "none";
    settings.threads = 1;
    settings.check = settings.allow_shell = 1;
    settings.survey = on_problem;
    settings.survey_context = coverage;
    struct avimd *simulation = avimd_open(&settings);
    if (simulation != NULL)
        (void)avimd_deck(simulation, name);
    else
        coverage->broken = true;
    (void)avimd_close(simulation);
    judge(coverage);
    if (fchdir(home) != 0)
        coverage->broken = true;
}

/* ------------------------------------------------------------------ all decks */

/* First what unlocks decks by itself, then what most decks lack. */
static int compare_items(const void *left, const void *right)
{
    const struct item *a = left, *b = right;

    if (a->alone != b->alone)
        return a->alone < b->alone ? 1 : -1;
    if (a->decks != b->decks)
        return a->decks < b->decks ? 1 : -1;
    return strcmp(a->name, b->name);
}

static void print_summary(struct coverage *coverage)
{
    printf("%zu deck%s: %d will run, %d will run once files are there, %d will not run\n",
           coverage->deck_count, coverage->deck_count == 1 ? "" : "s", coverage->run,
           coverage->wait, coverage->lack);
    if (coverage->count == 0)
        return;
    qsort(coverage->items, coverage->count, sizeof *coverage->items, compare_items);
    puts("\nWhat is missing, by how many decks lack nothing else (alone) and lack it at all:");
    puts("   alone   decks  what");
    for (size_t i = 0; i < coverage->count && i < MOST_SHOWN; i++)
        printf("%8d%8d  %s\n", coverage->items[i].alone, coverage->items[i].decks,
               coverage->items[i].name);
    if (coverage->count > MOST_SHOWN)
        printf("and %zu other things\n", coverage->count - MOST_SHOWN);
}

static int check_all(struct coverage *coverage)
{
    int home = open(".", O_RDONLY | O_DIRECTORY);

    if (home < 0) {
        fprintf(stderr, "avimd: error: cannot open the present folder: %s\n", strerror(errno));
        return EXIT_FAILURE;
    }
    for (size_t i = 0; i < coverage->deck_count; i++)
        check_deck(coverage, coverage->decks[i], home);
    close(home);
    if (!coverage->summary)
        putchar('\n');
    print_summary(coverage);
    if (coverage->absent)
        return EXIT_USAGE;
    return coverage->broken || coverage->lack + coverage->wait > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int md_coverage(int argc, char **argv)
{
    struct coverage coverage = {0};
    int result = EXIT_SUCCESS;

    for (int i = 0; i < argc && result == EXIT_SUCCESS; i++) {
        if (strcmp(argv[i], "--summary") == 0) {
            coverage.summary = true;
        } else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(md_coverage_usage, stdout);
            return EXIT_SUCCESS;
        } else if (argv[i][0] == '-') {
            fprintf(stderr, "avimd: error: coverage knows no option '%s'\n", argv[i]);
            result = EXIT_USAGE;
        } else {
            add_path(&coverage, argv[i], true, 0);
        }
    }
    if (result == EXIT_SUCCESS && coverage.deck_count == 0 && coverage.absent)
        result = EXIT_USAGE;
    if (result == EXIT_SUCCESS && coverage.deck_count == 0) {
        fputs("avimd: error: coverage needs a deck, or a folder with decks\n", stderr);
        fputs(md_coverage_usage, stderr);
        result = EXIT_USAGE;
    }
    if (result == EXIT_SUCCESS)
        result = check_all(&coverage);
    for (size_t i = 0; i < coverage.deck_count; i++)
        free(coverage.decks[i]);
    free(coverage.decks);
    free(coverage.items);
    return result;
}
