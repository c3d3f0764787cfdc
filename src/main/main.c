/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program avimd: reads the command line, opens one simulation, gives it the deck and turns
 * what happened into an exit status.  Everything else is in the library.
 */
#include "avimd.h"
#include "main/coverage.h"
#include "main/options.h"
#include "main/waiting.h"

#include <errno.h>
#include <fcntl.h>
#include <omp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_USAGE = 2 };

/* What a signal handler needs must outlive main's frames: the only variables of file scope. */
static struct avimd *volatile running;
static volatile sig_atomic_t caught;
static volatile pid_t comparing; /* the process that waits for all runs of a comparison */

/* The first signal lets the step finish; SA_RESETHAND gives the second its usual effect. */
static void on_signal(int number)
{
    caught = number;
    if (running != NULL)
        avimd_interrupt(running);
}

static void watch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESETHAND | SA_RESTART};

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    /* A terminal that goes away ends the run as cleanly, unless nohup said not to listen. */
    struct sigaction before;
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
}

/* A closed standard descriptor would be taken by the next file opened, and the screen's text
 * would land in it. */
static bool standard_streams_open(void)
{
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) == -1 && (fd == 1 || open("/dev/null", O_RDWR) != fd)) {
            fputs("avimd: error: standard output is closed\n", stderr);
            return false;
        }
    return true;
}

/* Everything on standard input, NUL-terminated; NULL after a message. */
static char *read_standard_input(void)
{
    size_t room = 1 << 16, length = 0;
    char *text = malloc(room + 1);

    while (text != NULL) {
        size_t got = fread(text + length, 1, room - length, stdin);

        length += got;
        if (length < room)
            break;
        char *larger = realloc(text, 2 * room + 1);
        if (larger == NULL)
            free(text);
        text = larger;
        room *= 2;
    }
    if (text == NULL || ferror(stdin)) {
        fprintf(stderr, "avimd: error: cannot read the deck from standard input: %s\n",
                text == NULL ? "no memory" : strerror(errno));
        free(text);
        return NULL;
    }
    text[length] = '\0';
    if (strlen(text) == length)
        return text;
    fputs("avimd: error: the deck on standard input is not text: it contains a zero byte\n",
          stderr);
    free(text);
    return NULL;
}

static FILE *open_screen(const struct md_options *options, bool *good)
{
    *good = true;
    if (options->screen == NULL)
        return stdout;
    if (strcmp(options->screen, "none") == 0)
        return NULL;
    FILE *screen = fopen(options->screen, "w");
    if (screen == NULL) {
        fprintf(stderr, "avimd: error: cannot open '%s' for the screen's text: %s\n",
                options->screen, strerror(errno));
        *good = false;
    }
    return screen;
}

static enum avimd_status define_variables(struct avimd *simulation,
                                          const struct md_options *options)
{
    for (int i = 0; i < options->variables; i++) {
        char **words = options->argv + options->variable[i];

        if (avimd_variable(simulation, words[0], options->variable_words[i] - 1,
                           (const char *const *)(words + 1)) != AVIMD_OK)
            return AVIMD_ERROR;
    }
    return AVIMD_OK;
}

/* A deck without a run is checked at its end. */
static enum avimd_status check_at_end(struct avimd *simulation, const struct md_options *options,
                                      enum avimd_status status)
{
    return status == AVIMD_OK && options->check_forces && !options->check
               ? avimd_command(simulation, "check forces")
               : status;
}

static enum avimd_status run_deck(struct avimd *simulation, const struct md_options *options)
{
    if (define_variables(simulation, options) != AVIMD_OK)
        return AVIMD_ERROR;
    if (options->deck != NULL && strcmp(options->deck, "-") != 0)
        return check_at_end(simulation, options, avimd_deck(simulation, options->deck));
    char *text = read_standard_input();
    if (text == NULL)
        return AVIMD_ERROR;
    enum avimd_status status = avimd_text(simulation, "(standard input)", text);
    free(text);
    return check_at_end(simulation, options, status);
}

static int exit_status(const struct avimd *simulation, enum avimd_status status)
{
    switch (status) {
    case AVIMD_OK:
        return EXIT_SUCCESS;
    case AVIMD_QUIT:
        return avimd_exit_code(simulation);
    case AVIMD_INTERRUPTED:
        return 128 + (caught != 0 ? (int)caught : SIGINT);
    case AVIMD_ERROR:
        break;
    }
    return EXIT_FAILURE;
}

static void print_check(const struct md_options *options, int errors)
{
    const char *deck = options->deck != NULL ? options->deck : "(standard input)";

    if (errors == 0)
        printf("%s: no errors found\n", deck);
    else
        printf("%s: %d error%s\n", deck, errors, errors == 1 ? "" : "s");
}

/* Which file the deck is, before any output is opened: a mistyped name leaves the last log. */
static bool find_deck(const struct md_options *options, struct stat *about)
{
    bool named = options->deck != NULL && strcmp(options->deck, "-") != 0;
    int file = named ? open(options->deck, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : STDIN_FILENO;

    if (file < 0) {
        fprintf(stderr, "avimd: error: cannot open '%s': %s\n", options->deck, strerror(errno));
        return false;
    }
    (void)fstat(file, about);
    if (named)
        close(file);
    if (!S_ISDIR(about->st_mode))
        return true;
    fprintf(stderr, "avimd: error: cannot read '%s': it is a directory, not a file\n",
            named ? options->deck : "standard input");
    return false;
}

/* Output under the deck's own name would empty it before it is read. */
static bool spares_deck(const char *path, const char *option, const struct stat *deck)
{
    struct stat about;

    if (path == NULL || !S_ISREG(deck->st_mode) || stat(path, &about) != 0 ||
        about.st_ino != deck->st_ino || about.st_dev != deck->st_dev)
        return true;
    fprintf(stderr,
            "avimd: error: '%s' is the deck, and would be overwritten\n"
            "  hint: choose another name with %s\n",
            path, option);
    return false;
}

static int simulate(const struct md_options *options, FILE *screen)
{
    struct avimd_options settings;

    avimd_options_default(&settings);
    settings.screen = screen;
    settings.errors = stderr;
    settings.progress = isatty(STDERR_FILENO) && !options->check ? stderr : NULL;
    settings.log = options->log;
    settings.echo = options->echo;
    settings.threads = options->threads;
    settings.check = options->check;
    settings.check_forces = options->check_forces;
    settings.allow_shell = options->allow_shell;
    settings.need_variables = 1;
    settings.confine = options->confine;
    settings.color = isatty(STDERR_FILENO) && getenv("NO_COLOR") == NULL;
    struct avimd *simulation = avimd_open(&settings);
    md_waiting_forget();
    if (simulation == NULL)
        return EXIT_FAILURE;
    running = simulation;
    watch_signals();
    int result = exit_status(simulation, run_deck(simulation, options));
    int errors = avimd_error_count(simulation);
    running = NULL;
    if (errors > 0 && result == EXIT_SUCCESS)
        result = EXIT_FAILURE;
    if (avimd_close(simulation) != AVIMD_OK && result == EXIT_SUCCESS)
        result = EXIT_FAILURE;
    if (options->check && result != EXIT_USAGE)
        print_check(options, errors);
    return result;
}

/* Closes the stream.  Standard output may be a full disk or a closed pipe: say so rather than
 * succeed, unless the log has said it when it happened. */
static int finish(int result, FILE *stream, const char *name)
{
    bool known = stream != NULL && ferror(stream);

    errno = 0;
    if (stream == NULL || (fclose(stream) == 0 && !known))
        return result;
    if (result == EXIT_SUCCESS || !known)
        fprintf(stderr, "avimd: error: cannot write to %s: %s\n", name,
                errno != 0 ? strerror(errno) : "write error");
    return result != EXIT_SUCCESS ? result : EXIT_FAILURE;
}

static const char manual_usage[] =
    "Usage: avimd manual OUT [DOC]\n"
    "\n"
    "Writes the manual into the folder OUT: HTML, pages for man, completion for bash and\n"
    "syntax for vim.  DOC is the folder doc of the source, with pages and examples.\n";

/* avimd --help STYLE, KIND STYLE, or one of the words that may follow avimd. */
static enum avimd_status help(const struct md_options *options)
{
    const char *more = options->topic_more;
    char topic[256];

    if (more == NULL && strcmp(options->topic, "coverage") == 0)
        return fputs(md_coverage_usage, stdout) < 0 ? AVIMD_ERROR : AVIMD_OK;
    if (more == NULL && strcmp(options->topic, "manual") == 0)
        return fputs(manual_usage, stdout) < 0 ? AVIMD_ERROR : AVIMD_OK;
    if (more == NULL && strcmp(options->topic, "convert") == 0)
        return fputs(md_options_usage, stdout) < 0 ? AVIMD_ERROR : AVIMD_OK;
    if (more == NULL && strcmp(options->topic, "compare") == 0) {
        struct avimd_compare_options settings = {.out = stdout, .errors = stderr, .leave = _exit};
        char word[] = "--help", *words[] = {word, NULL};

        return avimd_compare(&settings, 1, words);
    }
    snprintf(topic, sizeof topic, "%s%s%s", options->topic, more != NULL ? " " : "",
             more != NULL ? more : "");
    return avimd_help(stdout, stderr, topic);
}

static int inform(const struct md_options *options)
{
    enum avimd_status status = AVIMD_OK;

    if (options->version)
        status = avimd_describe(stdout);
    else if (options->list)
        status = avimd_list(stdout, stderr, options->topic);
    else if (options->topic != NULL)
        status = help(options);
    else
        fputs(md_options_usage, stdout);
    /* A full disk is told by finish(); anything else was an unknown name. */
    return status == AVIMD_OK || ferror(stdout) ? EXIT_SUCCESS : EXIT_USAGE;
}

/* Restart files without a deck. */
static int restart_file(const struct md_options *options)
{
    enum avimd_status status = options->convert != NULL
                                   ? avimd_convert(stderr, options->convert[0], options->convert[1])
                                   : avimd_restart_info(stdout, stderr, options->restart_info);

    return status == AVIMD_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* A comparison needs no time to end: what is finished is on the disk.  Its runs get the signal of a
 * terminal too, and say nothing. */
static void on_signal_comparing(int number)
{
    static const char text[] = "avimd: interrupted; the same command goes on where it stopped\n";

    if (getpid() == comparing) {
        if (isatty(STDERR_FILENO))
            (void)!write(STDERR_FILENO, "\r\033[K", 4);
        (void)!write(STDERR_FILENO, text, sizeof text - 1);
    }
    raise(number); /* has its usual effect as soon as this returns */
}

static void watch_comparison(void)
{
    struct sigaction action = {.sa_handler = on_signal_comparing, .sa_flags = SA_RESETHAND};

    comparing = getpid();
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* avimd compare DECK ...: the words after that are its own. */
static int compare(int argc, char **argv)
{
    struct avimd_compare_options settings = {
        .out = stdout,
        .errors = stderr,
        .progress = isatty(STDERR_FILENO) ? stderr : NULL,
        .color = isatty(STDERR_FILENO) && getenv("NO_COLOR") == NULL,
        .leave = _exit,
    };

    watch_comparison();
    return avimd_compare(&settings, argc, argv) == AVIMD_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* avimd manual OUT [DOC]: what `make` calls to build the documentation. */
static int manual(int argc, char **argv)
{
    struct avimd_manual_options settings = {.out = argc > 0 ? argv[0] : NULL,
                                            .doc = argc > 1 ? argv[1] : NULL,
                                            .usage = md_options_usage,
                                            .coverage_usage = md_coverage_usage,
                                            .errors = stderr};

    if (argc < 1 || argc > 2 || argv[0][0] == '-') {
        fputs(manual_usage, stderr);
        return EXIT_USAGE;
    }
    return avimd_manual(&settings) == AVIMD_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run(const struct md_options *options)
{
    bool good;
    struct stat deck = {0};

    if (options->restart_info != NULL || options->convert != NULL)
        return restart_file(options);
    if (options->version || options->list || options->help)
        return inform(options);
    if (options->deck == NULL && isatty(STDIN_FILENO)) {
        fputs("avimd: error: no deck given\n", stderr);
        if (options->variables > 0)
            fputs("  hint: -var takes all words up to the next option; put the deck before it, or "
                  "use -in\n",
                  stderr);
        fputs("Usage: avimd [options] DECK; 'avimd --help' says more\n", stderr);
        return EXIT_USAGE;
    }
    if (!options->check)
        md_waiting_choose(options->threads > 0 ? options->threads : omp_get_max_threads(),
                          options->argv);
    if (options->ignored != NULL)
        fprintf(stderr, "avimd: note: '%s' has no effect here\n", options->ignored);
    if (!find_deck(options, &deck)) {
        if (options->check)
            print_check(options, 1);
        return EXIT_FAILURE;
    }
    if (!options->check &&
        !spares_deck(options->log != NULL ? options->log : "log.avimd", "-log", &deck))
        return EXIT_FAILURE;
    if (!spares_deck(options->screen, "-screen", &deck))
        return EXIT_FAILURE;
    FILE *screen = open_screen(options, &good);
    if (!good)
        return EXIT_FAILURE;
    int result = simulate(options, screen);
    return screen != stdout ? finish(result, screen, options->screen) : result;
}

int main(int argc, char **argv)
{
    struct md_options options;

    if (!standard_streams_open())
        return EXIT_FAILURE;
    if (argc > 1 && strcmp(argv[1], "coverage") == 0)
        return finish(md_coverage(argc - 2, argv + 2), stdout, "standard output");
    if (argc > 1 && strcmp(argv[1], "compare") == 0)
        return finish(compare(argc - 2, argv + 2), stdout, "standard output");
    if (argc > 1 && strcmp(argv[1], "manual") == 0)
        return finish(manual(argc - 2, argv + 2), stdout, "standard output");
    int result = md_options_read(&options, argc, argv) ? run(&options) : EXIT_USAGE;
    result = finish(result, stdout, "standard output");
    md_options_free(&options);
    return result;
}
