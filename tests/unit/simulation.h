/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A simulation that tests drive by the lines of a deck, and the variables around it.  Each test
 * file calls simulation_begin and simulation_end around its cases.
 */
#ifndef MD_TEST_SIMULATION_H
#define MD_TEST_SIMULATION_H

#include "base/files.h"
#include "command/command.h"
#include "deck/variable.h"

#include <stdio.h>
#include <string.h>
#include <unity.h>

static struct md_sim sim;
static struct md_variable_book *book;
static struct md_error error;

static inline void simulation_begin(void)
{
    md_error_clear(&error);
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, md_sim_init(&sim, NULL, &error), error.text);
    book = md_variable_book_create(&sim.quantities);
    TEST_ASSERT_NOT_NULL(book);
    sim.variables = md_variable_interface(book);
}

static inline void simulation_end(void)
{
    md_variable_book_free(book);
    md_sim_free(&sim);
}

static inline enum md_status command(const char *text)
{
    static char copy[512];
    static struct md_word words[32];
    struct md_args args = {.words = words + 1};
    int count = 0;
    md_error_clear(&error);
    snprintf(copy, sizeof copy, "%s", text);
    for (char *c = copy; *c;) {
        words[count++] = (struct md_word){.text = c, .files = &md_files_any};
        c += strcspn(c, " ");
        while (*c == ' ')
            *c++ = '\0';
    }
    args.command = words[0];
    args.count = count - 1;
    return md_command_execute(&sim, &args, &error);
}

static inline void does(const char *text)
{
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, command(text), error.text);
}

#endif
