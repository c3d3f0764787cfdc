/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command line.  One table says which options exist, which words they take and what they
 * do; scripts written for LAMMPS pass theirs unchanged, and one dash or two make no difference.
 */
#include "main/options.h"

#include "avimd.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char md_options_usage[] =
    "Usage: avimd [options] DECK\n"
    "       avimd [options] < DECK\n"
    "       avimd --restart-info FILE\n"
    "       avimd convert FILE OUT\n"
    "       avimd compare DECK [options]\n"
    "       avimd coverage DECK|FOLDER...\n"
    "       avimd manual OUT [DOC]\n"
    "\n"
    "Runs a deck of LAMMPS-style commands.  convert turns a restart file into a data file\n"
    "(OUT.data) or into extended XYZ (OUT.extxyz).  compare runs a deck with several integrators\n"
    "and steps and says which is cheapest; 'avimd compare --help' lists its options.  coverage\n"
    "says whether decks will run here and what is missing.  manual writes the manual as HTML and\n"
    "for man into the folder OUT.\n"
    "\n"
    "  -in, -i FILE            the deck, as an option\n"
    "  -log, -l FILE|none      log file (log.avimd)\n"
    "  -screen, -sc FILE|none  where the screen's text goes (standard output)\n"
    "  -var, -v NAME VALUE...  defines an index variable before the deck is read\n"
    "  -echo, -e none|screen|log|both\n"
    "                          where the deck's commands are repeated (log)\n"
    "  --threads N             OpenMP threads (OMP_NUM_THREADS, or all cores)\n"
    "  --check                 reads the whole deck, reports every error, runs nothing\n"
    "  --check-forces          compares forces with derivatives instead of the first run\n"
    "  --allow-shell           lets the deck run shell commands\n"
    "  --confine               for decks of others: files only below the working folder\n"
    "                          (and tables), no environment; --check lists what is refused\n"
    "  --restart-info FILE     what a restart file holds\n"
    "  --list [KIND]           what exists: command, pair, bond, angle, fix, compute, run_style,\n"
    "                          min_style, dump, region, units, thermo\n"
    "  --help, -h [[KIND] STYLE]\n"
    "                          this text, or the manual of one command or style\n"
    "  --version               version, compiler, flags, libraries, vector unit\n"
    "\n"
    "-nocite, -suffix, -package and -nonbuf are accepted and have no effect.\n"
    "Exit status: 0 success, 1 error, 2 wrong command line, N after 'quit N' in the deck,\n"
    "130 after Ctrl-C (the first one finishes the step, the second stops at once),\n"
    "143 after SIGTERM, 129 after SIGHUP.\n";

enum md_option_id {
    OPTION_IN,
    OPTION_LOG,
    OPTION_SCREEN,
    OPTION_VAR,
    OPTION_ECHO,
    OPTION_THREADS,
    OPTION_CHECK,
    OPTION_CHECK_FORCES,
    OPTION_ALLOW_SHELL,
    OPTION_CONFINE,
    OPTION_RESTART_INFO,
    OPTION_LIST,
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_NOTHING, /* accepted without effect, takes no word */
    OPTION_IGNORED, /* accepted without effect, takes words */
    OPTION_UNSUPPORTED
};

/* How many words an option takes. */
enum md_option_takes {
    TAKES_NONE,
    TAKES_ONE,
    TAKES_MAYBE,  /* one or none */
    TAKES_TWO,    /* two, one or none */
    TAKES_SUFFIX, /* one, or three that begin with hybrid */
    TAKES_MANY
};

static const struct md_option {
    const char *name, *shorter;
    enum md_option_id id;
    enum md_option_takes takes;
    const char *what; /* the word it takes, for messages */
} table[] = {
    {"in", "i", OPTION_IN, TAKES_ONE, "a deck's file name"},
    {"log", "l", OPTION_LOG, TAKES_ONE, "a file name, or none"},
    {"screen", "sc", OPTION_SCREEN, TAKES_ONE, "a file name, or none"},
    {"var", "v", OPTION_VAR, TAKES_MANY, "a name and at least one value"},
    {"echo", "e", OPTION_ECHO, TAKES_ONE, "none, screen, log or both"},
    {"threads", NULL, OPTION_THREADS, TAKES_ONE, "a number of threads"},
    {"check", NULL, OPTION_CHECK, TAKES_NONE, NULL},
    {"check-forces", NULL, OPTION_CHECK_FORCES, TAKES_NONE, NULL},
    {"allow-shell", NULL, OPTION_ALLOW_SHELL, TAKES_NONE, NULL},
    {"confine", NULL, OPTION_CONFINE, TAKES_NONE, NULL},
    {"restart-info", NULL, OPTION_RESTART_INFO, TAKES_ONE, "a restart file's name"},
    {"list", NULL, OPTION_LIST, TAKES_MAYBE, NULL},
    {"help", "h", OPTION_HELP, TAKES_TWO, NULL},
    {"version", NULL, OPTION_VERSION, TAKES_NONE, NULL},
    {"nocite", "nc", OPTION_NOTHING, TAKES_NONE, NULL},
    {"nonbuf", "nb", OPTION_NOTHING, TAKES_NONE, NULL},
    {"suffix", "sf", OPTION_IGNORED, TAKES_SUFFIX, "a suffix such as opt or omp"},
    {"package", "pk", OPTION_IGNORED, TAKES_MANY, "a package name"},
    {"partition", "p", OPTION_UNSUPPORTED, TAKES_MANY, NULL},
    {"plog", "pl", OPTION_UNSUPPORTED, TAKES_ONE, NULL},
    {"pscreen", "ps", OPTION_UNSUPPORTED, TAKES_ONE, NULL},
    {"kokkos", "k", OPTION_UNSUPPORTED, TAKES_MANY, NULL},
    {"reorder", "ro", OPTION_UNSUPPORTED, TAKES_MANY, NULL},
    {"restart2data", "r2data", OPTION_UNSUPPORTED, TAKES_MANY, NULL},
    {"restart2dump", "r2dump", OPTION_UNSUPPORTED, TAKES_MANY, NULL},
    {"skiprun", "sr", OPTION_UNSUPPORTED, TAKES_NONE, NULL},
    {"mpicolor", "m", OPTION_UNSUPPORTED, TAKES_ONE, NULL},
};

enum { OPTIONS = sizeof table / sizeof table[0] };

/* -5 and -.5 are values, "-" alone is none; everything else with a dash is an option. */
static bool looks_like_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0' && !isdigit((unsigned char)word[1]) && word[1] != '.';
}

static const struct md_option *find_option(const char *name, size_t length)
{
    for (int i = 0; i < OPTIONS; i++) {
        const char *names[2] = {table[i].name, table[i].shorter};

        for (int j = 0; j < 2; j++)
            if (names[j] != NULL && strlen(names[j]) == length &&
                strncmp(names[j], name, length) == 0)
                return &table[i];
    }
    return NULL;
}

static bool complain_unknown(const char *word, const char *name)
{
    const char *names[OPTIONS + 1];

    for (int i = 0; i < OPTIONS; i++)
        names[i] = table[i].name;
    names[OPTIONS] = NULL;
    const char *nearest = avimd_nearest(name, names);
    fprintf(stderr, "avimd: error: unknown option '%s'; 'avimd --help' lists all\n", word);
    if (nearest != NULL)
        fprintf(stderr, "  hint: did you mean '%s%s'?\n", strncmp(word, "--", 2) == 0 ? "--" : "-",
                nearest);
    return false;
}

static bool read_threads(struct md_options *options, const char *word)
{
    char *end;

    errno = 0;
    long threads = strtol(word, &end, 10);
    if (errno != 0 || end == word || *end != '\0' || threads < 1 || threads > AVIMD_THREADS_MAX) {
        fprintf(stderr, "avimd: error: --threads needs an integer from 1 to %d, not '%s'\n",
                AVIMD_THREADS_MAX, word);
        return false;
    }
    options->threads = (int)threads;
    return true;
}

static bool read_echo(struct md_options *options, const char *word)
{
    static const char *const styles[] = {"none", "log", "screen", "both", NULL};

    for (int i = 0; styles[i] != NULL; i++)
        if (strcmp(word, styles[i]) == 0) {
            options->echo = i;
            return true;
        }
    const char *nearest = avimd_nearest(word, styles);
    fprintf(stderr, "avimd: error: -echo needs none, screen, log or both, not '%s'\n", word);
    if (nearest != NULL)
        fprintf(stderr, "  hint: did you mean '%s'?\n", nearest);
    return false;
}

static bool set_deck(struct md_options *options, const char *path)
{
    if (options->deck != NULL) {
        fprintf(stderr, "avimd: error: there are two decks, '%s' and '%s'; give one\n",
                options->deck, path);
        return false;
    }
    options->deck = path;
    return true;
}

static bool add_variable(struct md_options *options, int first, int words)
{
    if (words < 2) {
        fprintf(stderr, "avimd: error: -var needs a name and at least one value%s%s\n",
                words == 1 ? ", not only the name " : "", words == 1 ? options->argv[first] : "");
        return false;
    }
    options->variable[options->variables] = first;
    options->variable_words[options->variables++] = words;
    return true;
}

/* Does what one option asks; word is its first word (or NULL), argv[first..first+words-1] all. */
static bool apply(struct md_options *options, const struct md_option *option, const char *given,
                  const char *word, int first, int words)
{
    switch (option->id) {
    case OPTION_IN:
        return set_deck(options, word);
    case OPTION_LOG:
        options->log = word;
        return true;
    case OPTION_SCREEN:
        options->screen = word;
        return true;
    case OPTION_VAR:
        return add_variable(options, first, words);
    case OPTION_ECHO:
        return read_echo(options, word);
    case OPTION_THREADS:
        return read_threads(options, word);
    case OPTION_CHECK:
        options->check = true;
        return true;
    case OPTION_CHECK_FORCES:
        options->check_forces = true;
        return true;
    case OPTION_ALLOW_SHELL:
        options->allow_shell = true;
        return true;
    case OPTION_CONFINE:
        options->confine = true;
        return true;
    case OPTION_RESTART_INFO:
        options->restart_info = word;
        return true;
    case OPTION_LIST:
        options->list = true;
        options->topic = word;
        return true;
    case OPTION_HELP:
        options->help = true;
        options->topic = word;
        options->topic_more = words > 1 ? options->argv[first + 1] : NULL;
        return true;
    case OPTION_VERSION:
        options->version = true;
        return true;
    case OPTION_NOTHING:
        return true;
    case OPTION_IGNORED:
        if (options->ignored == NULL)
            options->ignored = given;
        return true;
    case OPTION_UNSUPPORTED:
        break;
    }
    fprintf(stderr, "avimd: error: LAMMPS has the option '%s', AviMD does not\n", given);
    return false;
}

/* How many of the words from argv[first] on belong to the option. */
static int count_words(const struct md_option *option, int argc, char **argv, int first)
{
    static const int limits[] = {[TAKES_NONE] = 0, [TAKES_ONE] = 1,    [TAKES_MAYBE] = 1,
                                 [TAKES_TWO] = 2,  [TAKES_SUFFIX] = 1, [TAKES_MANY] = INT_MAX};
    int limit = limits[option->takes];
    int words = 0;

    if (option->takes == TAKES_SUFFIX && first < argc && strcmp(argv[first], "hybrid") == 0)
        limit = 3;
    while (words < limit && first + words < argc && !looks_like_option(argv[first + words]))
        words++;
    return words;
}

/* Reads the option at argv[*at] with its words and moves *at behind them. */
static bool read_option(struct md_options *options, int argc, char **argv, int *at)
{
    const char *given = argv[*at];
    const char *name = given + (given[1] == '-' ? 2 : 1);
    const char *equals = strchr(name, '=');
    const struct md_option *option =
        find_option(name, equals != NULL ? (size_t)(equals - name) : strlen(name));

    if (option == NULL)
        return complain_unknown(given, name);
    if (equals != NULL && (option->takes == TAKES_NONE || option->takes == TAKES_MANY)) {
        fprintf(stderr, "avimd: error: '%s': the option -%s takes no =\n", given, option->name);
        return false;
    }
    int first = ++*at;
    int words = equals != NULL ? 0 : count_words(option, argc, argv, first);
    const char *word = equals != NULL ? equals + 1 : words > 0 ? argv[first] : NULL;
    if (word == NULL && option->takes != TAKES_NONE && option->takes != TAKES_MAYBE &&
        option->takes != TAKES_TWO && option->what != NULL) {
        fprintf(stderr, "avimd: error: '%s' needs %s after it\n", given, option->what);
        return false;
    }
    *at += words;
    return apply(options, option, given, word, first, words);
}

bool md_options_read(struct md_options *options, int argc, char **argv)
{
    *options = (struct md_options){.echo = -1, .argv = argv};
    options->variable = calloc((size_t)argc + 1, sizeof *options->variable);
    options->variable_words = calloc((size_t)argc + 1, sizeof *options->variable_words);
    if (options->variable == NULL || options->variable_words == NULL) {
        fputs("avimd: error: no memory for the command line\n", stderr);
        return false;
    }
    if (argc == 4 && strcmp(argv[1], "convert") == 0) {
        options->convert = argv + 2;
        return true;
    }
    for (int i = 1; i < argc;) {
        bool good = looks_like_option(argv[i]) ? read_option(options, argc, argv, &i)
                                               : set_deck(options, argv[i++]);
        if (!good)
            return false;
    }
    if (options->confine && options->allow_shell) {
        fputs("avimd: error: --confine and --allow-shell contradict each other: shell commands can "
              "write anywhere; leave one out\n",
              stderr);
        return false;
    }
    return true;
}

void md_options_free(struct md_options *options)
{
    free(options->variable);
    free(options->variable_words);
}
