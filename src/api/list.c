/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What exists, from the registries themselves: `avimd --list`, `avimd --help STYLE` and
 * `avimd --version`.  Every kind of plug-in is one row of the table `kinds`: how to get its i-th
 * entry.  Nothing here names a style.
 */
#include "api/list.h"

#include "avimd.h"

#include "base/nearest.h"
#include "command/command.h"
#include "config.h"
#include "deck/interpreter.h"
#include "run/sim.h"
#include "state/units_text.h"
#include "term/potential.h"

#include <gsl/gsl_version.h>
#include <omp.h>
#include <string.h>
#include <zlib.h>

static struct md_entry entry_of_style(const struct md_style *style)
{
    return (struct md_entry){
        style->name, style->usage, style->summary, style->manual, style->cite, style->params, NULL};
}

/* ------------------------------------------------------------------ the i-th entry of a kind */

static bool command_entry(int i, struct md_entry *entry)
{
    const struct md_command *command = md_command_at(i);
    int commands = 0;

    if (command != NULL) {
        *entry = (struct md_entry){
            command->name, command->usage, command->summary, command->manual, NULL, NULL, NULL};
        return true;
    }
    while (md_command_at(commands) != NULL)
        commands++;
    int builtins = 0;
    while (md_builtins[builtins].name != NULL)
        builtins++;
    if (i - commands >= builtins)
        return false;
    const struct md_builtin *builtin = &md_builtins[i - commands];
    *entry = (struct md_entry){
        builtin->name, builtin->usage, builtin->summary, builtin->manual, NULL, NULL, NULL};
    return true;
}

static bool pair_entry(int i, struct md_entry *entry)
{
    const char *name = md_potential_name(i);
    const struct md_potential *potential = name != NULL ? md_potential_find(name) : NULL;

    if (potential == NULL)
        return false;
    *entry = entry_of_style(&potential->style);
    entry->coeffs = potential->coeffs;
    return true;
}

static bool bonded_entry(int kind, int i, struct md_entry *entry)
{
    const struct md_potential *potential = md_bonded_at(kind, i);

    if (potential == NULL)
        return false;
    *entry = entry_of_style(&potential->style);
    entry->coeffs = potential->coeffs;
    return true;
}

static bool bond_entry(int i, struct md_entry *entry)
{
    return bonded_entry(MD_BONDS, i, entry);
}

static bool angle_entry(int i, struct md_entry *entry)
{
    return bonded_entry(MD_ANGLES, i, entry);
}

/* Styles in capitals are what commands make of their own accord; decks do not name them. */
static bool fix_entry(int i, struct md_entry *entry)
{
    const struct md_style *style;

    for (int k = 0; (style = md_fix_style_at(k)) != NULL; k++) {
        bool hidden = style->name[0] >= 'A' && style->name[0] <= 'Z';

        if (hidden || i-- > 0)
            continue;
        *entry = entry_of_style(style);
        return true;
    }
    return false;
}

static bool compute_entry(int i, struct md_entry *entry)
{
    const struct md_measure *measure = md_measure_at(i);

    if (measure == NULL)
        return false;
    *entry = entry_of_style(&measure->style);
    return true;
}

static bool run_style_entry(int i, struct md_entry *entry)
{
    const struct md_integrator *integrator = md_integrator_at(i);

    if (integrator == NULL)
        return false;
    *entry = entry_of_style(&integrator->style);
    return true;
}

static bool min_style_entry(int i, struct md_entry *entry)
{
    const struct md_minimizer *minimizer = md_minimizer_at(i);

    if (minimizer == NULL)
        return false;
    *entry = entry_of_style(&minimizer->style);
    return true;
}

static bool dump_entry(int i, struct md_entry *entry)
{
    const struct md_writer *writer = md_writer_at(i);

    if (writer == NULL)
        return false;
    *entry = entry_of_style(&writer->style);
    return true;
}

static bool region_entry(int i, struct md_entry *entry)
{
    struct md_region_about about = md_region_style(i);

    *entry =
        (struct md_entry){about.name, about.usage, about.summary, about.manual, NULL, NULL, NULL};
    return about.name != NULL;
}

static bool name_entry(const char *const *names, int i, struct md_entry *entry)
{
    int count = 0;

    while (names[count] != NULL)
        count++;
    if (i >= count)
        return false;
    *entry = (struct md_entry){names[i], NULL, NULL, NULL, NULL, NULL, NULL};
    return true;
}

static bool units_entry(int i, struct md_entry *entry)
{
    if (!name_entry(md_units_names, i, entry))
        return false;
    const struct md_units_text *text = md_units_text_find(entry->name);
    if (text != NULL)
        *entry = (struct md_entry){text->name, text->usage, text->summary, text->manual,
                                   NULL,       NULL,        NULL};
    return true;
}

static bool thermo_entry(int i, struct md_entry *entry)
{
    return name_entry(md_thermo_keywords, i, entry);
}

/* clang-format off */
static const struct md_kind kinds[] = {
    {"command", "Commands", NULL, NULL, 0, command_entry, NULL, 0},
    {"pair", "Pair styles", "pair_style", "pair_coeff", 1, pair_entry, NULL, 0},
    {"bond", "Bond styles", "bond_style", "bond_coeff", 1, bond_entry, NULL, 0},
    {"angle", "Angle styles", "angle_style", "angle_coeff", 1, angle_entry, NULL, 0},
    {"fix", "Fix styles", "fix", NULL, 3, fix_entry, NULL, 0},
    {"compute", "Compute styles", "compute", NULL, 3, compute_entry, NULL, 0},
    {"run_style", "Integrators (run_style)", "run_style", NULL, 1, run_style_entry, NULL, 0},
    {"min_style", "Minimisers (min_style)", "min_style", "minimize", 1, min_style_entry, NULL, 0},
    {"dump", "Dump styles", "dump", NULL, 3, dump_entry, NULL, 0},
    {"region", "Region styles", "region", NULL, 2, region_entry, NULL, 0},
    {"units", "Unit systems", "units", NULL, 1, units_entry, NULL, 0},
    {"thermo", "Thermo keywords", "thermo_style", NULL, 0, thermo_entry, NULL, 0},
};
/* clang-format on */

enum { KINDS = sizeof kinds / sizeof kinds[0] };

const struct md_catalog md_list_catalog = {
    .kinds = kinds, .count = KINDS, .version = PACKAGE_VERSION, .insert = md_inserts_write};

/* ------------------------------------------------------------------ lists */

static const char *kind_name(const void *context, int i)
{
    (void)context;
    return i < KINDS ? kinds[i].name : NULL;
}

/* Names without a summary stand side by side. */
static void list_kind(FILE *out, const struct md_kind *kind)
{
    struct md_entry entry;
    int column = 0;

    fprintf(out, "%s:\n", kind->title);
    for (int i = 0; kind->at(i, &entry); i++) {
        if (entry.summary != NULL) {
            fprintf(out, "  %-18s %s\n", entry.name, entry.summary);
            continue;
        }
        int width = 1 + (int)strlen(entry.name);
        if (column > 0 && column + width > 78) {
            fputc('\n', out);
            column = 0;
        }
        column += fprintf(out, "%s%s", column == 0 ? "  " : " ", entry.name);
    }
    if (column > 0)
        fputc('\n', out);
}

static void suggest(FILE *errors, const char *nearest)
{
    if (nearest != NULL)
        fprintf(errors, "  hint: did you mean '%s'?\n", nearest);
}

enum avimd_status avimd_list(FILE *out, FILE *errors, const char *kind)
{
    bool found = false;

    for (int k = 0; k < KINDS; k++)
        if (kind == NULL || strcmp(kind, kinds[k].name) == 0) {
            if (found)
                fputc('\n', out);
            list_kind(out, &kinds[k]);
            found = true;
        }
    if (found)
        return ferror(out) ? AVIMD_ERROR : AVIMD_OK;
    if (errors != NULL) {
        fprintf(errors, "avimd: error: there is no list of '%s'; choose", kind);
        for (int k = 0; k < KINDS; k++)
            fprintf(errors, "%s %s", k == 0 ? "" : k + 1 < KINDS ? "," : " or", kinds[k].name);
        fputc('\n', errors);
        suggest(errors, md_nearest(kind, kind_name, NULL));
    }
    return AVIMD_ERROR;
}

/* ------------------------------------------------------------------ help on one style */

static void put_param(FILE *out, const struct md_param *param)
{
    fprintf(out, "  %-12s ", param->name);
    md_catalog_param(out, param);
    if (param->doc != NULL)
        fprintf(out, ": %s", param->doc);
    fputc('\n', out);
}

static void put_params(FILE *out, const char *title, const struct md_param *params)
{
    const struct md_param *param = md_catalog_next_param(params);

    if (param != NULL)
        fprintf(out, "\n%s:\n", title);
    for (; param != NULL; param = md_catalog_next_param(param + 1))
        put_param(out, param);
}

static void put_help(FILE *out, const struct md_kind *kind, const struct md_entry *entry)
{
    fprintf(out, "%s (%s)%s%s\n", entry->name, kind->name, entry->summary != NULL ? ": " : "",
            entry->summary != NULL ? entry->summary : "");
    if (entry->usage != NULL)
        fprintf(out, "\nUsage: %s\n", entry->usage);
    put_params(out, "Parameters", entry->params);
    put_params(out, "Coefficients", entry->coeffs);
    if (entry->manual != NULL && entry->manual[0] != '\0')
        fprintf(out, "\n%s\n", entry->manual);
    if (entry->cite != NULL)
        fprintf(out, "\nReference: %s\n", entry->cite);
}

/* All names of all kinds in one sequence, for did-you-mean. */
static const char *any_name(const void *context, int i)
{
    struct md_entry entry;

    (void)context;
    for (int k = 0; k < KINDS; k++)
        for (int j = 0; kinds[k].at(j, &entry); j++)
            if (i-- == 0)
                return entry.name;
    return NULL;
}

/* A kind goes by its own name and by that of its command: pair, pair_style. */
static bool is_kind(const struct md_kind *kind, const char *word, size_t length)
{
    const char *names[2] = {kind->name, kind->command};

    for (int i = 0; i < 2; i++)
        if (names[i] != NULL && strlen(names[i]) == length && strncmp(names[i], word, length) == 0)
            return true;
    return false;
}

/* All entries of that name, of the kind before the blank if there is one. */
static bool put_all(FILE *out, const char *topic, const char *blank, const char *name)
{
    struct md_entry entry;
    bool found = false;

    for (int k = 0; k < KINDS; k++) {
        if (blank != NULL && !is_kind(&kinds[k], topic, (size_t)(blank - topic)))
            continue;
        for (int i = 0; kinds[k].at(i, &entry); i++)
            if (strcmp(name, entry.name) == 0) {
                if (found)
                    fputc('\n', out);
                put_help(out, &kinds[k], &entry);
                found = true;
            }
    }
    return found;
}

enum avimd_status avimd_help(FILE *out, FILE *errors, const char *style)
{
    const char *blank = strchr(style, ' ');
    const char *name = blank != NULL ? blank + 1 : style;
    char plain[MD_STYLE_NAME_SIZE];

    if (put_all(out, style, blank, name) || put_all(out, style, blank, md_style_plain(name, plain)))
        return ferror(out) ? AVIMD_ERROR : AVIMD_OK;
    if (errors != NULL) {
        fprintf(errors,
                "avimd: error: there is no command or style '%s'; 'avimd --list' shows all\n",
                style);
        suggest(errors, md_nearest(name, any_name, NULL));
    }
    return AVIMD_ERROR;
}

/* ------------------------------------------------------------------ version */

const char *avimd_version(void)
{
    return PACKAGE_VERSION;
}

enum avimd_status avimd_describe(FILE *out)
{
    fprintf(out, "AviMD %s\n", PACKAGE_VERSION);
    fprintf(out, "  compiler   %s\n", MD_BUILD_COMPILER);
    fprintf(out, "  flags      %s\n", MD_BUILD_CFLAGS);
    fprintf(out, "  host       %s\n", MD_BUILD_HOST);
    fprintf(out, "  GSL        %s (built with %s)\n", gsl_version, MD_BUILD_GSL);
#ifdef MD_HAVE_MPI
    fputs("  MPI        for avimd compare\n", out);
#endif
    fprintf(out, "  zlib       %s (built with %s)\n", zlibVersion(), MD_BUILD_ZLIB);
    fprintf(out, "  OpenMP     %d, %d thread%s by default\n", _OPENMP, omp_get_max_threads(),
            omp_get_max_threads() > 1 ? "s" : "");
    fprintf(out, "  kernels    %s\n", md_potential_isa());
    fputs("License GPL-3.0-or-later; there is no warranty.\n", out);
    return ferror(out) ? AVIMD_ERROR : AVIMD_OK;
}
