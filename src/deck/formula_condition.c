/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Conditions of the `if` command: numbers and words, compared and combined with the formulas'
 * operators and precedence.  Words are only equal or not.  There is no arithmetic here: a deck
 * writes $(...) for that.
 */
#include "base/word.h"
#include "deck/formula.h"

#include <stdio.h>
#include <string.h>

#define WORD_SHOWN 80

/* A number, or a word of the text. */
struct term {
    bool is_word;
    double number;
    int begin, length;
};

struct reader {
    const char *text;
    int at;
    int depth;
    const struct md_place *place;
    struct md_error *error;
};

static enum md_status read_condition(struct reader *reader, int precedence, struct term *term);

static enum md_status complain(struct reader *reader, enum md_status status, int begin, int length,
                               const char *what)
{
    struct md_place place = md_formula_place(reader->place, reader->text, begin, length);

    return md_error_set(reader->error, status, &place, "%s in the condition '%.*s'", what,
                        MD_FORMULA_SHOWN, reader->text);
}

static void skip_blanks(struct reader *reader)
{
    while (reader->text[reader->at] && strchr(" \t\r\n", reader->text[reader->at]))
        reader->at++;
}

/* yes and no count as numbers where a number is wanted; other words do not. */
static enum md_status need_number(struct reader *reader, struct term *term)
{
    char word[WORD_SHOWN], what[320];

    if (!term->is_word)
        return MD_OK;
    snprintf(word, sizeof word, "%.*s", term->length, reader->text + term->begin);
    if (strcmp(word, "PI") != 0 && strcmp(word, "version") != 0 &&
        md_formula_constant(word, &term->number)) {
        term->is_word = false;
        return MD_OK;
    }
    snprintf(what, sizeof what, "a number is wanted, not the word '%s'", word);
    complain(reader, MD_ERR_VALUE, term->begin, term->length, what);
    if (strpbrk(word, "+-*/%^"))
        md_error_hint(reader->error, "a condition does not compute: write $(%s)", word);
    else if (word[0] == 'v' && word[1] == '_')
        md_error_hint(reader->error, "write ${%s} for the value of a variable", word + 2);
    return MD_ERR_VALUE;
}

static enum md_status read_word(struct reader *reader, struct term *term)
{
    int length = (int)strcspn(reader->text + reader->at, " \t\r\n()=!<>&|");
    char copy[64], what[96];
    char c = reader->text[reader->at];

    if (length == 0 && c == '\0')
        return complain(reader, MD_ERR_SYNTAX, reader->at > 0 ? reader->at - 1 : 0, 1,
                        reader->at > 0 ? "a value is missing at the end" : "there is no value");
    if (length == 0) {
        snprintf(what, sizeof what, "a value is missing before '%c'", c);
        return complain(reader, MD_ERR_SYNTAX, reader->at, 1, what);
    }
    term->begin = reader->at;
    term->length = length;
    snprintf(copy, sizeof copy, "%.*s", length, reader->text + reader->at);
    term->is_word = (size_t)length >= sizeof copy || !md_parse_double(copy, &term->number);
    reader->at += length;
    return MD_OK;
}

static enum md_status read_brackets(struct reader *reader, struct term *term)
{
    int open = reader->at++;
    enum md_status status = read_condition(reader, 1, term);

    if (status)
        return status;
    if (reader->text[reader->at] != ')')
        return complain(reader, MD_ERR_SYNTAX, open, 1, "'(' is never closed");
    reader->at++;
    return MD_OK;
}

static enum md_status read_term(struct reader *reader, struct term *term)
{
    enum md_status status;

    memset(term, 0, sizeof *term);
    skip_blanks(reader);
    if (reader->depth == MD_FORMULA_DEPTH)
        return complain(reader, MD_ERR_SYNTAX, reader->at, 1,
                        "there are more than 200 brackets or '!' inside each other");
    reader->depth++;
    if (reader->text[reader->at] == '(') {
        status = read_brackets(reader, term);
    } else if (reader->text[reader->at] == '!' && reader->text[reader->at + 1] != '=') {
        reader->at++;
        status = read_term(reader, term);
        if (!status)
            status = need_number(reader, term);
        if (!status)
            md_formula_not.apply(term->number, 0.0, &term->number);
    } else {
        status = read_word(reader, term);
    }
    reader->depth--;
    skip_blanks(reader);
    return status;
}

/* a = a OP b. */
static enum md_status combine(struct reader *reader, const struct md_formula_operator *op,
                              struct term *a, struct term *b)
{
    bool equality = strcmp(op->text, "==") == 0 || strcmp(op->text, "!=") == 0;
    enum md_status status;

    if (equality && a->is_word && b->is_word) {
        bool same =
            a->length == b->length &&
            strncmp(reader->text + a->begin, reader->text + b->begin, (size_t)a->length) == 0;
        a->number = same == (op->text[0] == '=');
        a->is_word = false;
        return MD_OK;
    }
    status = need_number(reader, a);
    if (!status)
        status = need_number(reader, b);
    if (!status)
        op->apply(a->number, b->number, &a->number);
    return status;
}

static enum md_status read_condition(struct reader *reader, int precedence, struct term *term)
{
    enum md_status status = read_term(reader, term);

    while (!status) {
        const struct md_formula_operator *op = md_formula_operator_at(reader->text + reader->at);
        struct term right;

        /* 4 is the precedence of <; what binds tighter is arithmetic. */
        if (!op || op->precedence > 4 || op->precedence < precedence)
            return MD_OK;
        reader->at += (int)strlen(op->text);
        status = read_condition(reader, op->precedence + 1, &right);
        if (!status)
            status = combine(reader, op, term, &right);
    }
    return status;
}

enum md_status md_formula_condition(const char *text, const struct md_place *place, bool *value,
                                    struct md_error *error)
{
    struct reader reader = {text, 0, 0, place, error};
    struct term term;
    enum md_status status = read_condition(&reader, 1, &term);
    char c, what[96];

    if (status)
        return status;
    c = text[reader.at];
    if (c == ')')
        return complain(&reader, MD_ERR_SYNTAX, reader.at, 1, "')' closes nothing");
    if (c != '\0') {
        snprintf(what, sizeof what, "an operator (== != < <= > >= && || |^) is missing before '%c'",
                 c);
        return complain(&reader, MD_ERR_SYNTAX, reader.at, 1, what);
    }
    status = need_number(&reader, &term);
    if (!status)
        *value = term.number != 0.0;
    return status;
}
