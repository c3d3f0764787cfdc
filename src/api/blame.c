/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Naming what a deck lacks.  Many decks lack the same thing in different words: a command that does
 * not exist, a style of one that does, or a keyword behind a style that does.  The name is made
 * of the command, its style and the guilty word, and leaves out IDs, groups and numbers.
 */
#include "api/blame.h"

#include <stdio.h>
#include <string.h>

/* Which word after the command is a style; commands that are not here have none. */
static const struct {
    const char *command;
    int at;
} styles[] = {
    {"fix", 2},          {"compute", 2},      {"dump", 2},           {"region", 1},
    {"variable", 1},     {"group", 1},        {"create_atoms", 1},   {"velocity", 1},
    {"pair_style", 0},   {"bond_style", 0},   {"atom_style", 0},     {"run_style", 0},
    {"min_style", 0},    {"thermo_style", 0}, {"lattice", 0},        {"delete_atoms", 0},
    {"create_bonds", 0}, {"units", 0},        {"displace_atoms", 1},
};

static int style_of(const struct md_args *args)
{
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++)
        if (md_word_is(&args->command, styles[i].command))
            return styles[i].at < args->count ? styles[i].at : -1;
    return -1;
}

static bool at_word(const struct md_error *error, const struct md_word *word)
{
    return error->place.file == word->place.file && error->place.line == word->place.line &&
           error->place.column == word->place.column;
}

/* Index of the guilty word; -1: the command itself, or something that is no word of it. */
static int guilty_word(const struct md_args *args, const struct md_error *error)
{
    for (int i = 0; i < args->count; i++)
        if (at_word(error, &args->words[i]))
            return i;
    return -1;
}

/* Of a family of commands (angle_style, angle_coeff, kspace_modify) the style stands for all. */
static void name_command(char name[MD_BLAME_SIZE], const char *command)
{
    static const char *const endings[] = {"_coeff", "_modify", "_write", NULL};
    static const char *const families[] = {"angle", "dihedral", "improper", "kspace", NULL};

    for (int f = 0; families[f] != NULL; f++)
        for (int e = 0; endings[e] != NULL; e++) {
            size_t length = strlen(families[f]);

            if (strncmp(command, families[f], length) == 0 &&
                strcmp(command + length, endings[e]) == 0) {
                snprintf(name, MD_BLAME_SIZE, "command %s_style", families[f]);
                return;
            }
        }
    snprintf(name, MD_BLAME_SIZE, "command %.64s", command);
}

/* A data file with angles lacks what a deck with angle_style lacks. */
static bool name_contents(char name[MD_BLAME_SIZE], const struct md_error *error)
{
    static const char *const sections[] = {"angle", "dihedral", "improper", NULL};

    for (int i = 0; sections[i] != NULL; i++)
        if (error->status == MD_ERR_UNSUPPORTED && strstr(error->text, sections[i]) != NULL) {
            snprintf(name, MD_BLAME_SIZE, "command %s_style", sections[i]);
            return true;
        }
    return false;
}

/* A part of a hybrid style is a style; one that is unknown was read as a word of the part before.
 */
static bool is_part(const struct md_args *args, int guilty)
{
    double number;

    return md_word_is(&args->command, "pair_style") && guilty > 0 &&
           strncmp(args->words[0].text, "hybrid", 6) == 0 &&
           !md_parse_double(args->words[guilty].text, &number);
}

void md_blame_name(char name[MD_BLAME_SIZE], const struct md_args *args,
                   const struct md_error *error)
{
    int style = style_of(args), guilty = guilty_word(args, error);
    const char *command = args->command.text;
    double number;

    if (guilty < 0 && md_word_is(&args->command, "read_data") && name_contents(name, error))
        return;
    if (guilty < 0 && at_word(error, &args->command) &&
        (error->status == MD_ERR_UNSUPPORTED || error->status == MD_ERR_UNKNOWN)) {
        name_command(name, command);
        return;
    }
    if (is_part(args, guilty))
        snprintf(name, MD_BLAME_SIZE, "pair_style %.64s", args->words[guilty].text);
    else if (guilty < 0 || guilty == style || md_parse_double(args->words[guilty].text, &number))
        snprintf(name, MD_BLAME_SIZE, "%.40s%s%.48s", command, style < 0 ? "" : " ",
                 style < 0 ? "" : args->words[style].text);
    else if (style < 0 || guilty < style)
        snprintf(name, MD_BLAME_SIZE, "%.40s ... %.48s", command, args->words[guilty].text);
    else
        snprintf(name, MD_BLAME_SIZE, "%.24s %.32s ... %.32s", command, args->words[style].text,
                 args->words[guilty].text);
}
