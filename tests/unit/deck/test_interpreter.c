/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interpreter with a host that writes down what it is asked to do: control flow and echo as
 * LAMMPS (29 Sep 2021) does them, several errors in one pass, --check, and decks made of noise.
 */
#include "base/files.h"
#include "deck/interpreter.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unity.h>

#define SIZE 20000

static struct {
    char done[SIZE];   /* commands, one per line; those only checked begin with ? */
    char output[SIZE]; /* what was printed */
    char echo[SIZE];
    char errors[SIZE]; /* line:column+length status text [hint] */
    int clears, echo_screen, echo_file;
    char log[100];
    int patience; /* lines until the host wants to stop; < 0: never */
    enum md_status first;
    int code, count;
} seen;

static struct md_deck_host host;
static bool physics; /* whether formulas may ask for `step`, which only a run can tell */
static struct md_variable_book *book;
static struct md_interpreter *interpreter;
static char folder[64];

static void add(char *buffer, const char *text)
{
    size_t used = strlen(buffer);

    snprintf(buffer + used, SIZE - used, "%s", text);
}

/* The host knows: do ..., late (too early everywhere), number N, and crash. */
static enum md_status command(void *context, const struct md_args *args, bool checking,
                              struct md_error *error)
{
    int64_t value;

    (void)context;
    if (md_word_is(&args->command, "late"))
        return md_error_set(error, MD_ERR_ORDER, NULL, "too early");
    if (md_word_is(&args->command, "lost") && !checking)
        return md_error_set(error, MD_ERR_RUN, NULL, "lost atoms");
    if (md_word_is(&args->command, "number"))
        return args->count < 1 ? md_error_set(error, MD_ERR_COUNT, NULL, "number needs a word")
                               : md_word_int(&args->words[0], "number", 1, 9, &value, error);
    if (md_word_is(&args->command, "known"))
        return md_error_set(error, MD_ERR_UNKNOWN, &args->command.place, "unknown style of known");
    if (!md_word_is(&args->command, "do"))
        return md_error_set(error, MD_ERR_UNKNOWN, &args->command.place, "what?");
    add(seen.done, checking ? "?" : "");
    for (int i = 0; i < args->count; i++) {
        add(seen.done, i ? " " : "");
        add(seen.done, args->words[i].text);
    }
    add(seen.done, "\n");
    return MD_OK;
}

static const char *command_name(void *context, int i)
{
    static const char *const names[] = {"do", "late", "lost", "number", "known", NULL};

    (void)context;
    return names[i];
}

static void emit(void *context, unsigned targets, const char *text)
{
    (void)context;
    TEST_ASSERT_EQUAL_UINT(3, targets);
    add(seen.output, text);
}

static void echo(void *context, const char *text)
{
    (void)context;
    add(seen.echo, text);
    add(seen.echo, "\n");
}

static enum md_status set_echo(void *context, bool screen, bool file)
{
    (void)context;
    seen.echo_screen = screen;
    seen.echo_file = file;
    return MD_OK;
}

static enum md_status open_log(void *context, const char *path, bool append, struct md_error *error)
{
    (void)context;
    (void)error;
    snprintf(seen.log, sizeof seen.log, "%s%s", path, append ? " append" : "");
    return MD_OK;
}

static enum md_status clear(void *context, struct md_error *error)
{
    (void)context;
    (void)error;
    seen.clears++;
    return MD_OK;
}

static void report(void *context, const struct md_error *error)
{
    char text[1200];

    (void)context;
    snprintf(text, sizeof text, "%d:%d+%d %s%s%s%s\n", error->place.line, error->place.column,
             error->place.length, error->text, error->hint[0] ? " [" : "", error->hint,
             error->hint[0] ? "]" : "");
    if (error->place.file && strcmp(error->place.file, "deck") != 0)
        add(seen.errors, strrchr(error->place.file, '/') ? strrchr(error->place.file, '/') + 1
                                                         : error->place.file);
    add(seen.errors, text);
}

static bool stopped(void *context)
{
    (void)context;
    return seen.patience >= 0 && seen.patience-- == 0;
}

static bool keyword_known(void *context, const char *name)
{
    (void)context;
    return strcmp(name, "step") == 0;
}

static enum md_status keyword(void *context, const char *name, double *value,
                              struct md_error *error)
{
    (void)context;
    (void)value;
    return md_error_set(error, MD_ERR_ORDER, NULL, "no %s before a run", name);
}

static const struct md_quantities quantities = {.keyword_known = keyword_known, .keyword = keyword};

static void begin(void)
{
    memset(&seen, 0, sizeof seen);
    seen.patience = -1;
    host = (struct md_deck_host){.files = &md_files_any,
                                 .command = command,
                                 .command_name = command_name,
                                 .emit = emit,
                                 .echo = echo,
                                 .set_echo = set_echo,
                                 .open_log = open_log,
                                 .clear = clear,
                                 .report = report,
                                 .stopped = stopped};
    book = md_variable_book_create(physics ? &quantities : NULL);
    interpreter = md_interpreter_create(&host, book);
}

static void end(void)
{
    md_interpreter_free(interpreter);
    md_variable_book_free(book);
}

void setUp(void)
{
    strcpy(folder, "/tmp/avimd-deck-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(folder));
    begin();
}

void tearDown(void)
{
    char path[100];

    end();
    physics = false;
    for (int i = 0; i < 9; i++) {
        snprintf(path, sizeof path, "%s/%d", folder, i);
        unlink(path);
    }
    rmdir(folder);
}

static void run(const char *text)
{
    seen.first = md_interpreter_text(interpreter, "deck", text, &seen.code, &seen.count);
}

/* A file number i; returns its path (in one static buffer per number). */
static const char *file(int i, const char *text)
{
    static char paths[9][100];
    FILE *f;

    snprintf(paths[i], sizeof paths[i], "%s/%d", folder, i);
    f = fopen(paths[i], "w");
    TEST_ASSERT_NOT_NULL(f);
    fputs(text, f);
    fclose(f);
    return paths[i];
}

static void deck_does(const char *text, const char *done)
{
    end();
    begin();
    run(text);
    TEST_ASSERT_EQUAL_STRING_MESSAGE("", seen.errors, text);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(done, seen.done, text);
    TEST_ASSERT_EQUAL_INT(MD_OK, seen.first);
}

static void deck_fails(const char *text, const char *errors)
{
    end();
    begin();
    run(text);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(errors, seen.errors, text);
    TEST_ASSERT_TRUE(seen.first != MD_OK && seen.count > 0);
}

/* ------------------------------------------------------------------ control flow */

static void test_loops(void)
{
    deck_does("variable a index 1 2 3\nlabel l\ndo $a\nnext a\njump SELF l\ndo end\n",
              "1\n2\n3\nend\n");
    deck_does("variable a loop 2\nvariable b loop 2\nlabel outer\nlabel inner\ndo $a $b\nnext b\n"
              "jump SELF inner\nvariable b loop 2\nnext a\njump SELF outer\n",
              "1 1\n1 2\n2 1\n2 2\n");
    deck_does("variable a loop 9\nlabel l\nif \"$a == 3\" then \"jump SELF out\" \"do no\"\ndo $a\n"
              "next a\njump SELF l\nlabel out\ndo out\n",
              "1\n2\nout\n");
    deck_does("jump SELF b\ndo a\nlabel b\ndo b\nlabel b\n", "b\n");
    deck_does("jump SELF b\nprint \"\"\"\nlabel b\n\"\"\"\ndo a\nlabel b\ndo b\n", "b\n");
}

static void test_if(void)
{
    deck_does("if \"1 == 1\" then \"do a\" \"do b\" else \"do c\"", "a\nb\n");
    deck_does("if \"1 == 2\" then \"do a\" elif \"1 == 1\" \"do b\" \"do c\" else \"do d\"",
              "b\nc\n");
    deck_does("if \"1 == 2\" then \"do a\" elif \"2 == 1\" \"do b\" else \"do d\" \"do e\"",
              "d\ne\n");
    deck_does("if \"1 == 2\" then \"do a\"", "");
    deck_does("variable x index one\nif \"$x == one\" then 'do ${x} \"q w\"' else \"do no\"",
              "one q w\n");
    deck_does("if \"1 == 1\" then \"\"\"if \"2 == 2\" then 'do deep'\"\"\"", "deep\n");
    deck_does("if \"1 == 1\" then \"\"\"do a\n b\"\"\"", "a b\n");
    deck_does("variable n index 1\nif \"${n} == 1\" then \"variable n delete\" \"do z\"", "z\n");
    deck_fails("if \"1 == 1\" \"do a\" x", "1:13+6 the word after the condition of an if must be "
                                           "'then', not 'do a'\n");
    deck_fails("if \"1 == 2\" then \"do a\" else", "1:25+4 'else' needs a command after it\n");
    deck_fails("if \"1 == 1\" then \"do a\" elif", "1:25+4 'elif' needs a condition after it\n");
    deck_fails("if \"1 == 1\" then else \"do a\"", "1:13+4 'then' needs a command after it\n");
    deck_fails("if \"1 == 1\" then \"do a\" else \"do b\" elif \"1\" \"do c\"",
               "1:37+4 'elif' cannot follow else\n");
}

static void test_include(void)
{
    char text[400];
    const char *one = file(1, "do inside\nvariable v index 5"), *two;

    snprintf(text, sizeof text, "do before\ninclude %s\ndo after $v\ninclude %s\n", one, one);
    deck_does(text, "before\ninside\nafter 5\ninside\n");
    /* jump inside of an included file stays there; then the includer goes on */
    two = file(2, "jump SELF x\ndo no\nlabel x\ndo yes\n");
    snprintf(text, sizeof text, "include %s\ndo after", two);
    deck_does(text, "yes\nafter\n");
    snprintf(text, sizeof text, "jump %s x\ndo never", two);
    deck_does(text, "yes\n");
    deck_fails("include /nonexistent", "1:9+12 cannot open '/nonexistent': No such file or "
                                       "directory\n");
    deck_fails("jump /nonexistent x",
               "1:6+12 cannot open '/nonexistent': No such file or directory\n");
}

static void test_error_in_an_included_file(void)
{
    char text[200], expected[300];
    const char *one = file(1, "do a\nnumber x\n");

    snprintf(text, sizeof text, "\ninclude %s\n", one);
    snprintf(expected, sizeof expected,
             "12:8+1 number must be an integer between 1 and 9, not 'x' [included from deck:2]\n");
    deck_fails(text, expected); /* the file's name is 1 */
}

static void test_file_that_includes_itself(void)
{
    char text[200];
    const char *path;

    snprintf(text, sizeof text, "do a\ninclude %s/1\n", folder);
    path = file(1, text);
    snprintf(text, sizeof text, "include %s", path);
    run(text);
    TEST_ASSERT_EQUAL_INT(MD_ERR_FILE, seen.first);
    TEST_ASSERT_NOT_NULL(strstr(seen.errors, "more than 32 levels deep"));
    TEST_ASSERT_EQUAL_INT(31 * 2, (int)strlen(seen.done)); /* the deck is the first level */
    TEST_ASSERT_EQUAL_INT(1, seen.count);
}

static void test_commands_without_end(void)
{
    run("variable s string 'if \"1 == 1\" then \"${s}\"'\n${s}\n");
    TEST_ASSERT_EQUAL_INT(MD_ERR_SYNTAX, seen.first);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(seen.errors, "more than 64 levels"), seen.errors);
}

static void test_jump_errors(void)
{
    deck_fails("jump SELF lop\nlabel loop\n",
               "1:11+3 there is no line 'label lop' in deck [did you mean 'loop'?]\n");
}

static void test_quit(void)
{
    run("do a\nquit 3\ndo b\n");
    TEST_ASSERT_EQUAL_INT(MD_STOP_QUIT, seen.first);
    TEST_ASSERT_EQUAL_INT(3, seen.code);
    TEST_ASSERT_EQUAL_INT(0, seen.count);
    TEST_ASSERT_EQUAL_STRING("a\n", seen.done);
    run("if \"1 == 1\" then \"quit\" \"do x\"\ndo b\n");
    TEST_ASSERT_EQUAL_INT(MD_STOP_QUIT, seen.first);
    TEST_ASSERT_EQUAL_INT(0, seen.code);
    TEST_ASSERT_EQUAL_STRING("a\n", seen.done);
}

static void test_stopped_by_the_host(void)
{
    seen.patience = 1000;
    run("label l\njump SELF l\n");
    TEST_ASSERT_EQUAL_INT(MD_STOP_INTERRUPT, seen.first);
    TEST_ASSERT_EQUAL_INT(0, seen.count);
}

/* ------------------------------------------------------------------ builtins */

static char *content(const char *path)
{
    static char text[200];
    FILE *f = fopen(path, "r");
    size_t n;

    TEST_ASSERT_NOT_NULL(f);
    n = fread(text, 1, sizeof text - 1, f);
    text[n] = '\0';
    fclose(f);
    return text;
}

static void test_print(void)
{
    char text[500], path[100];

    snprintf(path, sizeof path, "%s/3", folder);
    snprintf(text, sizeof text,
             "variable a index A\nprint \"x $a ${a} $(1+1)\"\nprint $a\nprint 'no' screen no\n"
             "print \"f $a\" file %s screen no\nprint g append %s universe yes\n",
             path, path);
    deck_does(text, "");
    TEST_ASSERT_EQUAL_STRING("x A A 2\nA\ng\n", seen.output);
    TEST_ASSERT_EQUAL_STRING("f A\ng\n", content(path));
    deck_fails("print hello world", "1:13+5 keyword of print must be file, append, screen or "
                                    "universe, not 'world' [a text of several words must stand "
                                    "in quotes]\n");
    deck_fails("print a file", "1:9+4 keyword 'file' of print needs a value\n");
    deck_fails("print a file /nonexistent/x",
               "1:14+14 cannot open '/nonexistent/x': No such file or directory\n");
    deck_fails("print a screen maybe", "1:16+5 screen must be yes or no, not 'maybe'\n");
    deck_fails("print", "1:1+5 print needs at least 1 word after it, not 0 [usage: print \"TEXT\" "
                        "[file FILE] [append FILE] [screen yes|no]]\n");
    deck_fails("print \"a ${b}\"", "1:7+8 there is no variable 'b'\n");
}

static void test_full_disk(void)
{
    if (access("/dev/full", W_OK) != 0)
        TEST_IGNORE_MESSAGE("there is no /dev/full");
    deck_fails("print a file /dev/full",
               "1:14+9 cannot write to '/dev/full': No space left on device\n");
}

static void test_echo_log_clear(void)
{
    deck_does("echo both\nlog some.log append\nclear\n", "");
    TEST_ASSERT_TRUE(seen.echo_screen && seen.echo_file);
    TEST_ASSERT_EQUAL_STRING("some.log append", seen.log);
    TEST_ASSERT_EQUAL_INT(1, seen.clears);
    deck_does("echo screen\n", "");
    TEST_ASSERT_TRUE(seen.echo_screen && !seen.echo_file);
    deck_does("echo log\n", "");
    TEST_ASSERT_TRUE(!seen.echo_screen && seen.echo_file);
    deck_fails("echo noone", "1:6+5 echo must be none, log, screen or both, not 'noone' [did you "
                             "mean 'none'?]\n");
    deck_fails("log a b", "1:7+1 the word after log's file must be 'append', not 'b'\n");
    deck_fails("clear all", "1:7+3 'all' is too much: clear takes no words after it [usage: "
                            "clear]\n");
}

static void test_shell(void)
{
    char text[500], path[100];
    struct stat about;

    deck_fails("shell rm x", "1:1+5 this deck wants to run the shell command 'rm', which is not "
                             "allowed [if you trust the deck, start with --allow-shell]\n");
    end();
    begin();
    host.allow_shell = true;
    snprintf(path, sizeof path, "%s/sub", folder);
    snprintf(text, sizeof text, "shell mkdir %s\nshell mkdir %s\n", path, path);
    run(text);
    TEST_ASSERT_EQUAL_INT(0, stat(path, &about));
    TEST_ASSERT_NOT_NULL(strstr(seen.output, "File exists"));
    snprintf(text, sizeof text,
             "shell rmdir %s\nshell echo hi > %s/4\nshell mv %s/4 %s/5\nshell false\n"
             "shell putenv AVIMD_TEST_VALUE=5\n",
             path, folder, folder, folder);
    run(text);
    TEST_ASSERT_EQUAL_STRING("", seen.errors);
    TEST_ASSERT_TRUE(stat(path, &about) != 0);
    snprintf(path, sizeof path, "%s/5", folder);
    TEST_ASSERT_EQUAL_STRING("hi\n", content(path));
    TEST_ASSERT_EQUAL_STRING("5", getenv("AVIMD_TEST_VALUE"));
    TEST_ASSERT_NOT_NULL(strstr(seen.output, "false: ended with status 1"));
    run("shell cd /nonexistent");
    TEST_ASSERT_EQUAL_INT(MD_ERR_FILE, seen.first);
}

static void test_string_variables(void)
{
    deck_does("variable a index A\nvariable s string \"x $a '$a'\"\nvariable a delete\n"
              "print \"${s}\"\n",
              "");
    TEST_ASSERT_EQUAL_STRING("x A '$a'\n", seen.output);
    TEST_ASSERT_NOT_NULL(strstr(seen.echo, "'$a'\"\nx A '$a'\nvariable a delete"));
    deck_does("variable s string \\$a\n", "");
    deck_fails("variable s string \"${b}\"\n", "1:19+6 there is no variable 'b'\n");
}

/* An equal-style value enters other formulas with 15 digits, as LAMMPS shows. */
static void test_digits_of_references(void)
{
    deck_does("variable e equal 1.0/3.0\nvariable d equal v_e*3-1\n"
              "print \"$(v_d) $(1.0/3.0*3-1) $(v_e-1.0/3.0)\"\n"
              "variable i internal 0.12345678901234567\nvariable q equal v_i*1\n"
              "print \"$(v_i) $(v_i*1) $(v_q)\"\n",
              "");
    TEST_ASSERT_EQUAL_STRING("-1.1102230246251600903e-15 0 -3.3306690738754696213e-16\n"
                             "0.12345678901234566349 0.12345678901234566349 "
                             "0.12345678901234599656\n",
                             seen.output);
}

/* Compared with LAMMPS's own log of the same deck. */
static void test_echo_of_lines(void)
{
    run("variable a loop 2\nlabel l\n\n# note\nprint \"a=$a\"   # c\nif \"$a == 2\" then \"do "
        "$a\"\n"
        "next a\njump SELF l\ndo $a$(1) &\n x\n");
    TEST_ASSERT_EQUAL_STRING(
        "variable a loop 2\nlabel l\n\n# note\nprint \"a=$a\"   # c\n"
        "if \"$a == 2\" then \"do $a\"\nnext a\njump SELF l\n\n# note\nprint \"a=$a\"   # c\n"
        "if \"$a == 2\" then \"do $a\"\ndo $a\ndo 2\nnext a\njump SELF l\ndo $a$(1)  x\n",
        seen.echo);
}

/* ------------------------------------------------------------------ errors */

static void test_unknown_commands(void)
{
    deck_fails("prnt x", "1:1+4 unknown command 'prnt' [did you mean 'print'?]\n");
    deck_fails("numbr 1", "1:1+5 unknown command 'numbr' [did you mean 'number'?]\n");
    deck_fails("known x", "1:1+5 unknown style of known\n");
}

static void test_several_errors(void)
{
    deck_fails("do a\nnumber 10\nlate\ndo b\nnumber x\ndo ${undefined}\nprnt y\nprint \"open\n"
               "number\nvariable q index 4\ndo $q\n",
               "2:8+2 number must be between 1 and 9, not 10\n"
               "5:8+1 number must be an integer between 1 and 9, not 'x'\n"
               "7:1+4 unknown command 'prnt' [did you mean 'print'?]\n"
               "8:7+1 this quote \" is never closed in its line\n"
               "9:1+6 number needs a word\n");
    TEST_ASSERT_EQUAL_STRING("a\n?b\n?4\n", seen.done);
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, seen.first);
    TEST_ASSERT_EQUAL_INT(5, seen.count);
}

static void test_order_errors_come_first(void)
{
    deck_fails("late\nlate\nnumber 0\n", "1:1+4 too early\n"
                                         "3:8+1 number must be between 1 and 9, not 0\n");
}

static void test_after_an_error_nothing_runs(void)
{
    char text[300];

    snprintf(text, sizeof text,
             "number 0\nprint x file %s/6\nlog y\nvariable a loop 3\nlabel l\ndo $a\nnext a\n"
             "jump SELF l\nquit\nnumber 0\n",
             folder);
    deck_fails(text, "1:8+1 number must be between 1 and 9, not 0\n");
    TEST_ASSERT_EQUAL_STRING("?1\n", seen.done);
    TEST_ASSERT_EQUAL_STRING("", seen.output);
    TEST_ASSERT_EQUAL_STRING("", seen.log);
    TEST_ASSERT_EQUAL_STRING("number 0\n", seen.echo);
    snprintf(text, sizeof text, "%s/6", folder);
    TEST_ASSERT_TRUE(access(text, F_OK) != 0);
    deck_does("do again\n", "again\n");
}

static void test_a_failed_simulation_ends_the_pass(void)
{
    deck_fails("lost\nnumber 0\n", "1:1+4 lost atoms\n");
}

static void test_many_errors(void)
{
    char text[400] = "";
    int lines = 0;

    for (int i = 0; i < 25; i++)
        strcat(text, "number 0\n");
    run(text);
    for (const char *c = seen.errors; *c; c++)
        lines += *c == '\n';
    TEST_ASSERT_EQUAL_INT(20, seen.count);
    TEST_ASSERT_EQUAL_INT(21, lines);
    TEST_ASSERT_NOT_NULL(strstr(seen.errors, "further errors are not shown"));
}

static void test_places_inside_of_an_if(void)
{
    deck_fails("if \"1 == 1\" then \"number x\"\n",
               "1:26+1 number must be an integer between 1 and 9, not 'x'\n");
    deck_fails("if \"1 == 1\" then &\n  \"\"\"number 'a b'\"\"\"\n",
               "2:13+5 number must be an integer between 1 and 9, not 'a b'\n");
    deck_fails("if \"1 == 1\" then \"do 'x\"\n",
               "1:22+1 this quote ' is never closed in its line\n");
    deck_fails("variable c string 'number x'\nif \"1 == 1\" then \"${c}\"\n",
               "2:19+4 number must be an integer between 1 and 9, not 'x'\n");
    deck_fails("variable c string number\nif \"1 == 1\" then ${c}\n",
               "2:18+4 number needs a word\n");
}

static void test_line_from_the_host(void)
{
    struct md_place place = {"deck", "run 5 every 1 \"number x\"", 7, 15, 10};
    struct md_error error;

    TEST_ASSERT_EQUAL_INT(MD_OK, md_interpreter_line(interpreter, "do a", &place, &error));
    TEST_ASSERT_EQUAL_STRING("a\n", seen.done);
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE,
                          md_interpreter_line(interpreter, "number x", &place, &error));
    TEST_ASSERT_EQUAL_INT(7, error.place.line);
    TEST_ASSERT_EQUAL_INT(23, error.place.column);
    TEST_ASSERT_EQUAL_STRING("", seen.errors);
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, md_interpreter_line(interpreter, "number x", NULL, &error));
    TEST_ASSERT_EQUAL_STRING("command", error.place.file);
    TEST_ASSERT_EQUAL_INT(8, error.place.column);
    TEST_ASSERT_EQUAL_INT(MD_ERR_ORDER,
                          md_interpreter_line(interpreter, "jump SELF", NULL, &error));
    TEST_ASSERT_EQUAL_INT(MD_STOP_QUIT, md_interpreter_line(interpreter, "quit 4", NULL, &error));
}

/* ------------------------------------------------------------------ --check */

static void check(const char *text, const char *done, const char *errors)
{
    end();
    begin();
    host.checking = true;
    run(text);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(errors, seen.errors, text);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(done, seen.done, text);
    TEST_ASSERT_EQUAL_STRING("", seen.output);
    TEST_ASSERT_EQUAL_STRING("", seen.echo);
    TEST_ASSERT_EQUAL_INT(errors[0] == '\0', seen.first == MD_OK);
}

static void test_check(void)
{
    check("do a\nprint x\nvariable a loop 3\nlabel l\ndo $a\nnext a\njump SELF l\ndo b\n",
          "?a\n?1\n?b\n", "");
    check("variable x index 2\nif \"$x == 1\" then \"do one\" elif \"$x == 2\" \"do two\" else "
          "\"do more\"\n",
          "?two\n", "");
    check("quit\nnumber 0\n", "", "");
    check("if \"1 == 1\" then quit\nnumber 0\n", "",
          "2:8+1 number must be between 1 and 9, not 0\n");
    check("number 0\nnumber x\nprnt\n", "",
          "1:8+1 number must be between 1 and 9, not 0\n"
          "2:8+1 number must be an integer between 1 and 9, not 'x'\n"
          "3:1+4 unknown command 'prnt' [did you mean 'print'?]\n");
    check("label l\njump SELF l\njump SELF x\n", "", "3:11+1 there is no line 'label x' in deck\n");
    check("include /nonexistent\n", "",
          "1:9+12 cannot open '/nonexistent': No such file or "
          "directory\n");
    check("late\n", "", "1:1+4 too early\n");
    check("next q\n", "", "1:6+1 there is no variable 'q'\n");
    check("if \"1 == 1\" then \"number 0\" \"number x\"\n", "",
          "1:26+1 number must be between 1 and 9, not 0\n"
          "1:37+1 number must be an integer between 1 and 9, not 'x'\n");
}

static void test_check_of_what_only_a_run_can_tell(void)
{
    physics = true;
    check("if \"$(step) > 5\" then \"do a\" \"late\" elif \"1 == 1\" \"do b\" else \"number 0\"\n",
          "?a\n?b\n", "1:71+1 number must be between 1 and 9, not 0\n");
}

static void test_check_follows_files_once(void)
{
    char text[300];
    const char *path;

    snprintf(text, sizeof text, "do inside\njump %s/1\n", folder);
    path = file(1, text);
    snprintf(text, sizeof text, "jump %s\ndo after\n", path);
    check(text, "?inside\n?after\n", "");
}

/* ------------------------------------------------------------------ anything must be survived */

static uint32_t random_state;

static uint32_t draw(uint32_t below)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % below;
}

static void survive(const char *text, bool checking)
{
    end();
    begin();
    host.checking = checking;
    seen.patience = 200;
    run(text);
    TEST_ASSERT_TRUE((seen.first == MD_OK || seen.first >= MD_STOP_QUIT) == (seen.count == 0));
    TEST_ASSERT_TRUE((seen.errors[0] != '\0') == (seen.count > 0));
}

static void test_noise(void)
{
    static const char *const pieces[] = {
        "do",      " ",    "\n",     "\"",       "'",     "\"\"\"",    "#",      "&\n",    "$a",
        "${b}",    "$(1+", ")",      "if ",      "then ", "else ",     "elif ",  "print ", "jump ",
        "SELF ",   "l",    "label ", "next ",    "a ",    "variable ", "index ", "loop 3", "equal ",
        "string ", "1 ",   "== ",    "include ", "quit",  "log ",      "\\",     "\xff",   "\t"};
    char text[400];

    random_state = 99;
    for (int round = 0; round < 6000; round++) {
        text[0] = '\0';
        for (uint32_t n = draw(40); n > 0; n--)
            strcat(text, pieces[draw(sizeof pieces / sizeof *pieces)]);
        survive(text, round % 3 == 0);
    }
}

static void test_mutated_decks(void)
{
    static const char deck[] =
        "variable a loop 3\nvariable b index x \"y z\" w\nlabel top\nprint \"a $a ${b} $(v_a*2)\"\n"
        "if \"$a == 2\" then \"do two\" 'print \"q ${b}\"' elif \"$a > 2\" \"number 5\" else &\n"
        " \"do else\"\nnumber $a\nnext a\njump SELF top\nprint \"\"\"block\n $a\n\"\"\"\nquit 0\n";
    char text[sizeof deck];

    random_state = 12;
    for (int round = 0; round < 6000; round++) {
        memcpy(text, deck, sizeof deck);
        for (uint32_t n = 1 + draw(5); n > 0; n--) {
            uint32_t at = draw(sizeof deck - 1);

            text[at] = draw(2) ? deck[draw(sizeof deck - 1)] : (char)(1 + draw(255));
        }
        survive(text, round % 3 == 0);
    }
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_loops);
    RUN_TEST(test_if);
    RUN_TEST(test_include);
    RUN_TEST(test_error_in_an_included_file);
    RUN_TEST(test_file_that_includes_itself);
    RUN_TEST(test_commands_without_end);
    RUN_TEST(test_jump_errors);
    RUN_TEST(test_quit);
    RUN_TEST(test_stopped_by_the_host);
    RUN_TEST(test_print);
    RUN_TEST(test_full_disk);
    RUN_TEST(test_echo_log_clear);
    RUN_TEST(test_shell);
    RUN_TEST(test_string_variables);
    RUN_TEST(test_digits_of_references);
    RUN_TEST(test_echo_of_lines);
    RUN_TEST(test_unknown_commands);
    RUN_TEST(test_several_errors);
    RUN_TEST(test_order_errors_come_first);
    RUN_TEST(test_after_an_error_nothing_runs);
    RUN_TEST(test_a_failed_simulation_ends_the_pass);
    RUN_TEST(test_many_errors);
    RUN_TEST(test_places_inside_of_an_if);
    RUN_TEST(test_line_from_the_host);
    RUN_TEST(test_check);
    RUN_TEST(test_check_of_what_only_a_run_can_tell);
    RUN_TEST(test_check_follows_files_once);
    RUN_TEST(test_noise);
    RUN_TEST(test_mutated_decks);
    return UNITY_END();
}
