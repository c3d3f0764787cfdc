/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The commands of the language itself that are not control flow (print, variable, log, echo, clear,
 * shell), and the table of all builtins.
 */
#include "base/files.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "deck/engine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define BOTH 3u /* the log file and the screen */

/* ------------------------------------------------------------------ variable, clear, echo, log */

/* A quoted text of style string is substituted when the variable is defined. */
static enum md_status define_string(struct md_interpreter *interpreter, const struct md_args *args,
                                    struct md_error *error)
{
    const struct md_deck_host *host = interpreter->host;
    struct md_substitution substitution = md_variable_substitution(interpreter->book);
    struct md_word words[3] = {args->words[0], args->words[1], args->words[2]};
    struct md_args changed = {words, 3, args->command};
    char *text;
    enum md_status status =
        md_lexer_substitute(words[2].text, &substitution, &words[2].place, &text, error);

    if (status != MD_OK)
        return status;
    if (!interpreter->checking && host->echo && strcmp(text, words[2].text) != 0)
        host->echo(host->context, text);
    words[2].text = text;
    status = md_variable_define(interpreter->book, &changed, error);
    free(text);
    return status;
}

static enum md_status do_variable(struct md_interpreter *interpreter, const struct md_args *args,
                                  struct md_error *error)
{
    if (args->count == 3 && md_word_is(&args->words[1], "string") && args->words[2].quoted)
        return define_string(interpreter, args, error);
    return md_variable_define(interpreter->book, args, error);
}

static enum md_status do_clear(struct md_interpreter *interpreter, const struct md_args *args,
                               struct md_error *error)
{
    const struct md_deck_host *host = interpreter->host;

    (void)args;
    return host->clear ? host->clear(host->context, error) : MD_OK;
}

static enum md_status do_echo(struct md_interpreter *interpreter, const struct md_args *args,
                              struct md_error *error)
{
    static const char *const choices[] = {"none", "log", "screen", "both", NULL};
    const struct md_deck_host *host = interpreter->host;
    enum md_status status;
    int index;

    status = md_word_choice(&args->words[0], "echo", choices, &index, error);
    if (status != MD_OK || interpreter->checking || !host->set_echo)
        return status;
    return host->set_echo(host->context, (index & 2) != 0, (index & 1) != 0);
}

/* The file of this name is one that the deck is read from: opening it for writing would empty it.
 */
static bool is_deck(const struct md_interpreter *interpreter, const struct md_word *word)
{
    struct stat about;

    if (md_files_stat(word->files, word->text, &about) != 0)
        return false;
    for (int i = 0; i < interpreter->file_count; i++) {
        const struct md_source *source = interpreter->files[i]->source;

        if (source->inode != 0 && source->inode == about.st_ino && source->device == about.st_dev)
            return true;
    }
    return false;
}

static enum md_status do_log(struct md_interpreter *interpreter, const struct md_args *args,
                             struct md_error *error)
{
    const struct md_deck_host *host = interpreter->host;
    bool append = args->count == 2;
    enum md_status status;

    if (append && !md_word_is(&args->words[1], "append"))
        return md_error_set(error, MD_ERR_UNKNOWN, &args->words[1].place,
                            "the word after log's file must be 'append', not '%s'",
                            args->words[1].text);
    if (!md_word_is(&args->words[0], "none") &&
        md_files_allow(args->words[0].files, args->words[0].text, MD_FILES_WRITE,
                       &args->words[0].place, error) != MD_OK)
        return error->status;
    if (is_deck(interpreter, &args->words[0]))
        return md_error_set(error, MD_ERR_VALUE, &args->words[0].place,
                            "the log would overwrite '%s', which this deck is read from; choose "
                            "another name",
                            args->words[0].text);
    if (interpreter->checking || !host->open_log)
        return MD_OK;
    status = host->open_log(host->context, args->words[0].text, append, error);
    if (status != MD_OK && !error->place.file)
        error->place = args->words[0].place;
    return status;
}

/* ------------------------------------------------------------------ print */

struct print {
    const struct md_word *file;
    bool append, screen;
};

static enum md_status print_options(const struct md_args *args, struct print *print,
                                    struct md_error *error)
{
    static const char *const keywords[] = {"file", "append", "screen", "universe", NULL};
    bool ignored;

    print->screen = true;
    for (int i = 1; i < args->count; i += 2) {
        const struct md_word *word = &args->words[i];
        enum md_status status;
        int index;

        status = md_word_choice(word, "keyword of print", keywords, &index, error);
        if (status != MD_OK) {
            if (!error->hint[0] && !args->words[0].quoted)
                md_error_hint(error, "a text of several words must stand in quotes");
            return status;
        }
        if (i + 1 == args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place,
                                "keyword '%s' of print needs a value", word->text);
        if (index < 2) {
            print->file = word + 1;
            print->append = index == 1;
            status =
                md_files_allow(word[1].files, word[1].text, MD_FILES_WRITE, &word[1].place, error);
        } else {
            status =
                md_word_bool(word + 1, word->text, index == 2 ? &print->screen : &ignored, error);
        }
        if (status != MD_OK)
            return status;
    }
    return MD_OK;
}

static enum md_status print_to_file(const struct print *print, const char *text,
                                    struct md_error *error)
{
    const char *path = print->file->text;
    FILE *file = md_files_stream(print->file->files, path, print->append ? "a" : "w");
    bool failed;

    if (!file)
        return md_error_set(error, MD_ERR_FILE, &print->file->place, "cannot open '%s': %s", path,
                            strerror(errno));
    failed = fprintf(file, "%s\n", text) < 0;
    failed = fclose(file) != 0 || failed;
    if (failed)
        return md_error_set(error, MD_ERR_FILE, &print->file->place, "cannot write to '%s': %s",
                            path, strerror(errno));
    return MD_OK;
}

static enum md_status do_print(struct md_interpreter *interpreter, const struct md_args *args,
                               struct md_error *error)
{
    const struct md_deck_host *host = interpreter->host;
    struct md_substitution substitution = md_variable_substitution(interpreter->book);
    const struct md_word *word = &args->words[0];
    struct print print = {NULL, false, false};
    enum md_status status = print_options(args, &print, error);
    char *text = NULL;

    if (status == MD_OK)
        status = md_lexer_substitute(word->text, &substitution, &word->place, &text, error);
    if (status == MD_OK && !interpreter->checking) {
        if (print.screen) {
            host->emit(host->context, BOTH, text);
            host->emit(host->context, BOTH, "\n");
        }
        if (print.file)
            status = print_to_file(&print, text, error);
    }
    free(text);
    if (status != MD_OK && !error->place.file)
        error->place = word->place;
    return status;
}

/* ------------------------------------------------------------------ shell */

static int make_directory(const char *path)
{
    return mkdir(path, 0777);
}

static int change_directory(const char *path)
{
    return chdir(path);
}

static int remove_file(const char *path)
{
    return unlink(path);
}

static int remove_directory(const char *path)
{
    return rmdir(path);
}

static int put_environment(const char *text)
{
    const char *equals = strchr(text, '=');
    char *name = md_memory_text(text);
    int result = -1;

    if (name) {
        if (equals)
            name[equals - text] = '\0';
        result = setenv(name, equals ? equals + 1 : "", 1);
    }
    free(name);
    return result;
}

/* What the shell command does itself, one word at a time. */
static const struct {
    const char *name;
    int (*act)(const char *);
} shell_acts[] = {{"cd", change_directory},
                  {"mkdir", make_directory},
                  {"putenv", put_environment},
                  {"rm", remove_file},
                  {"rmdir", remove_directory}};

static void warn(struct md_interpreter *interpreter, const char *command, const char *word,
                 const char *why)
{
    const struct md_deck_host *host = interpreter->host;
    const char *const parts[] = {"WARNING: shell ", command, " ", word, ": ", why, "\n"};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        host->emit(host->context, BOTH, parts[i]);
}

static enum md_status run_system(struct md_interpreter *interpreter, const struct md_args *args,
                                 struct md_error *error)
{
    size_t length = 1;
    char *command, number[40];
    int result;

    for (int i = 0; i < args->count; i++)
        length += strlen(args->words[i].text) + 1;
    command = malloc(length);
    if (!command)
        return md_error_memory(error, "a shell command");
    command[0] = '\0';
    for (int i = 0; i < args->count; i++) {
        if (i)
            strcat(command, " ");
        strcat(command, args->words[i].text);
    }
    fflush(NULL); /* what was printed stands before what the command prints */
    result = system(command);
    if (result != 0) {
        snprintf(number, sizeof number, "ended with status %d",
                 result > 0 && WIFEXITED(result) ? WEXITSTATUS(result) : result);
        warn(interpreter, "command", command, number);
    }
    free(command);
    return MD_OK;
}

static enum md_status do_shell(struct md_interpreter *interpreter, const struct md_args *args,
                               struct md_error *error)
{
    const struct md_word *first = &args->words[0];
    size_t acts = sizeof shell_acts / sizeof *shell_acts, act = 0;

    if (!interpreter->host->allow_shell) {
        md_error_set(error, MD_ERR_UNSUPPORTED, &args->command.place,
                     "this deck wants to run the shell command '%s', which is not allowed",
                     first->text);
        return md_error_hint(error, "if you trust the deck, start with --allow-shell");
    }
    if (md_files_refuse(first->files, &args->command.place, error, "all shell commands") != MD_OK)
        return error->status;
    if (interpreter->checking)
        return MD_OK;
    if (md_word_is(first, "mv")) {
        if (args->count != 3)
            return md_error_set(error, MD_ERR_COUNT, &first->place,
                                "shell mv needs 2 words after it, not %d", args->count - 1);
        if (rename(args->words[1].text, args->words[2].text) != 0)
            warn(interpreter, "mv", args->words[1].text, strerror(errno));
        return MD_OK;
    }
    while (act < acts && !md_word_is(first, shell_acts[act].name))
        act++;
    if (act == acts)
        return run_system(interpreter, args, error);
    if (args->count < 2)
        return md_error_set(error, MD_ERR_COUNT, &first->place, "shell %s needs a word after it",
                            first->text);
    for (int i = 1; i < args->count; i++) {
        const struct md_word *word = &args->words[i];

        if (shell_acts[act].act(word->text) == 0)
            continue;
        if (shell_acts[act].act == change_directory) /* all later files would go astray */
            return md_error_set(error, MD_ERR_FILE, &word->place, "cannot change to '%s': %s",
                                word->text, strerror(errno));
        warn(interpreter, first->text, word->text, strerror(errno));
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ the table */

static const char manual_if[] =
    "CONDITION compares numbers or texts with ==, !=, <, <=, >, >= and joins comparisons with &&,\n"
    "|| and |^ (one of the two) and parentheses; variables in it are replaced first.  A number "
    "alone\n"
    "is true unless it is 0.  The commands of the first true condition are executed, or those "
    "after\n"
    "else.  Each command is one word, so it stands in quotes.\n"
    "  if \"${T} > 2.0\" then \"print 'too hot'\" \"jump SELF end\"\n"
    "\n"
    "The whole form is checked before anything is executed.";

static const char manual_variable[] =
    "Styles:\n"
    "  index WORD ...      a list; 'next' goes to the following word\n"
    "  loop N, loop A B    the whole numbers 1 to N, or A to B; 'pad' writes leading zeros\n"
    "  string TEXT         a text, which may be given anew\n"
    "  format NAME FORMAT  the number of an equal-style or internal variable, as printf writes it\n"
    "                      with FORMAT, such as %.3f; NAME may be defined later\n"
    "  getenv NAME         a variable of the environment\n"
    "  file FILE           the words of a file, one for each line; 'next' goes to the following\n"
    "  atomfile FILE       numbers for atoms: sets of a line with their count and as many lines\n"
    "                      'ID VALUE', 0 for all others; 'next' goes to the following set\n"
    "  equal FORMULA       a number, computed whenever it is asked for\n"
    "  atom FORMULA        a number for each atom\n"
    "  vector FORMULA      a vector, such as [1,2,3] or v_x*2\n"
    "  internal NUMBER     a number that other commands change\n"
    "  world WORD          the word of the one partition there is\n"
    "  universe WORD ...   the same as index, since there is one partition\n"
    "  uloop N [pad]       the same as loop\n"
    "  delete              forgets the variable\n"
    "\n"
    "$x and ${name} stand for the present value of a variable anywhere in a line, $(FORMULA) for\n"
    "that of a formula; v_name is the value inside formulas and in thermo rows, dumps and fixes.\n"
    "An index, loop or string variable given by -var on the command line is not defined again,\n"
    "so a deck can hold defaults.\n"
    "\n"
    "A formula has numbers, + - * / ^ %, comparisons, && || !, thermo keywords, c_ID, f_ID, "
    "v_name\n"
    "with [i] and [i][j], properties of atoms (x, vx, mass, type ...), PI, functions of numbers\n"
    "(sqrt, exp, ln, log, abs, sin, cos, tan, asin, acos, atan, atan2, ceil, floor, round, "
    "random,\n"
    "normal, ramp, stagger, logfreq, stride, vdisplace, swiggle, cwiggle), of groups (count, "
    "mass,\n"
    "xcm, vcm, ke, gyration, bound ...) and of vectors (sum, min, max, ave, trap, slope).";

const struct md_builtin md_builtins[] = {
    {"clear", "clear", "forget the whole system, but not the variables", 0, 0, do_clear,
     "Atoms, box, styles, fixes, computes and dumps are gone, and all settings are as at the "
     "start\n"
     "of a deck; files that dumps and fixes wrote are closed.  Variables and the log file stay."},
    {"echo", "echo none|screen|log|both", "where the deck's lines are repeated", 1, 1, do_echo,
     "Each command is repeated before it is executed, with its variables replaced.  The default "
     "is\n"
     "log; the option -echo of the command line says the same."},
    {"if",
     "if \"CONDITION\" then \"COMMAND\" ... [elif \"CONDITION\" \"COMMAND\" ...] "
     "[else \"COMMAND\" ...]",
     "execute commands when a condition holds", 3, -1, md_flow_if, manual_if},
    {"include", "include FILE", "read commands from another file", 1, 1, md_flow_include,
     "The file's commands are executed as if they stood here; then the deck goes on.  Paths are\n"
     "those of the present folder, not of the deck's.  Errors name the file and line they are in."},
    {"jump", "jump FILE|SELF [LABEL]", "go on in another file or at a label", 1, 2, md_flow_jump,
     "Leaves this line for good and goes on in FILE, at its beginning or behind the line\n"
     "'label LABEL'.  SELF is the file this line stands in.  With 'next' it makes loops:\n"
     "  variable i loop 10\n"
     "  label    again\n"
     "  run      100\n"
     "  next     i\n"
     "  jump     SELF again"},
    {"label", "label NAME", "a line jump can go to", 1, 1, md_flow_label,
     "Does nothing by itself: 'jump FILE NAME' goes on behind it.  The first label of a name in a\n"
     "file counts."},
    {"log", "log FILE|none [append]", "close the log file and open another", 1, 2, do_log,
     "From here on the log goes to FILE, which is written anew or, with append, gone on with; "
     "none:\n"
     "nowhere.  Without this command and without -log it is log.avimd."},
    {"next", "next VARIABLE ...", "give variables their next value, or end the loop", 1, -1,
     md_flow_next,
     "Variables of style index, loop, file, atomfile, universe or uloop take their next value, all "
     "of them together.  When there "
     "is\n"
     "none left, the variable is deleted and the next jump of the deck is skipped, which ends the\n"
     "loop."},
    {"partition", "partition yes|no RANGE COMMAND ...",
     "a command for some partitions of processes, of which there is one", 3, -1, md_flow_partition,
     "With 'yes' COMMAND is executed when RANGE (1, 1*3, *) has the number 1 in it, with 'no' "
     "when\n"
     "it has not: AviMD runs in one partition, whose number is 1."},
    {"print", "print \"TEXT\" [file FILE] [append FILE] [screen yes|no]",
     "write a text to the screen, the log or a file", 1, -1, do_print,
     "Variables in the text are replaced when the line is executed, also $(FORMULA) and, with a\n"
     "format behind a colon, $(FORMULA:%.4f).  The text goes to the screen and the log, unless "
     "screen\n"
     "is no, and to FILE, which 'file' writes anew and 'append' goes on with."},
    {"quit", "quit [CODE]", "end the deck", 0, 1, md_flow_quit,
     "Ends the program here, after closing its files.  CODE, from 0 to 255, is its exit status; 0\n"
     "unless given."},
    {"shell", "shell COMMAND ...", "run a command of the operating system", 1, -1, do_shell,
     "An error unless the program was started with --allow-shell: a deck can then do whatever its\n"
     "user can.  cd, mkdir, mv, rm, rmdir and putenv are done by the program itself; anything "
     "else\n"
     "goes to the system's shell.  A command that fails is warned of, except cd, which is an "
     "error."},
    {"variable", "variable NAME STYLE ARGUMENT ...", "define a variable", 2, -1, do_variable,
     manual_variable},
    {NULL, NULL, NULL, 0, 0, NULL, NULL}};
