/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables in pages of the manual that would be wrong sooner or later if somebody wrote them by hand:
 * what integrators claim and take, and the words of LAMMPS that are refused; and the manual itself.
 */
#include "api/list.h"

#include "avimd.h"
#include "base/memory.h"
#include "command/command.h"
#include "compare/plan.h"
#include "manual/manual.h"
#include "output/dump_parts.h"

#include <string.h>

enum { MOST_WORDS = 8 };

/* ------------------------------------------------------------------ integrators */

static const char *mark(bool true_of_it)
{
    return true_of_it ? "yes" : "-";
}

static void put_integrator(FILE *out, const struct md_integrator *type, const char *words,
                           const void *state)
{
    struct md_claims claims = type->claims(state);

    fprintf(out, "| `%s%s%s` | ", type->style.name, words[0] != '\0' ? " " : "", words);
    if (claims.order > 0)
        fprintf(out, "%d", claims.order);
    else
        fputs("exact", out);
    fprintf(out, " | %s | %s | %s | %s | %s | %s | %s |\n",
            claims.symplectic_nearby && !claims.symplectic ? "nearby" : mark(claims.symplectic),
            mark(claims.reversible), mark(claims.conserves_energy), mark(claims.conserves_momentum),
            mark(claims.conserves_angular_momentum), mark(claims.implicit),
            mark(claims.asynchronous));
}

/* Claims with these words, which a blank parts; false: they cannot be read. */
static bool put_choice(FILE *out, const struct md_integrator *type, const char *words)
{
    char copy[MD_PARAM_TEXT_SIZE];
    struct md_word list[MOST_WORDS] = {{0}};
    struct md_args args = {list, 0, {0}};
    struct md_error error = {0};
    void *state;

    snprintf(copy, sizeof copy, "%s", words);
    for (char *c = copy; *c != '\0' && args.count < MOST_WORDS;) {
        list[args.count++].text = c;
        c += strcspn(c, " ");
        if (*c == ' ')
            *c++ = '\0';
    }
    if (md_integrator_create(type, &args, &state, &error) != MD_OK)
        return false;
    put_integrator(out, type, words, state);
    if (type->destroy != NULL)
        type->destroy(state);
    md_memory_free(state);
    return true;
}

/* Integrators whose claims follow from words that they cannot do without. */
static const struct {
    const char *name, *words;
} choices[] = {{"newmark", "0 0.5"},        {"newmark", "0.25 0.5"}, {"newmark", "0.3 0.6"},
               {"galerkin", "2"},           {"galerkin", "4"},       {"galerkin", "8"},
               {"midpoint", "adapt energy"}};

/* One that needs words which change nothing of its claims has those of a state of zeros. */
static bool put_rows(FILE *out, const struct md_integrator *type)
{
    bool listed = false;

    if (put_choice(out, type, ""))
        listed = true;
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++)
        if (strcmp(choices[i].name, type->style.name) == 0)
            listed = put_choice(out, type, choices[i].words) || listed;
    if (listed)
        return true;
    void *state = md_memory_array(1, type->style.state_size + 1);
    if (state == NULL)
        return false;
    put_integrator(out, type, "", state);
    md_memory_free(state);
    return true;
}

static bool put_integrators(FILE *out)
{
    bool good = true;

    fputs("| run_style | order | symplectic | reversible | energy | momentum | angular momentum | "
          "implicit | asynchronous |\n|---|---|---|---|---|---|---|---|---|\n",
          out);
    for (int i = 0; md_integrator_at(i) != NULL; i++)
        good = put_rows(out, md_integrator_at(i)) && good;
    return good;
}

static bool put_takes(FILE *out)
{
    fputs("| run_style | projections (setforce ...) | friction, time-dependent forces | "
          "random forces (langevin) | hard walls | acting inside the step (nvt, npt, nph, shake, "
          "deform ...) |\n"
          "|---|---|---|---|---|---|\n",
          out);
    for (int i = 0; md_integrator_at(i) != NULL; i++) {
        const struct md_integrator *type = md_integrator_at(i);

        fprintf(out, "| `%s` | %s | %s | %s | %s | %s |\n", type->style.name,
                mark(type->takes_filters), mark(type->takes_forcing), mark(type->takes_noise),
                mark(type->takes_mirrors), mark(type->takes_couplings));
    }
    return true;
}

/* ------------------------------------------------------------------ what is refused */

static bool put_refused_commands(FILE *out)
{
    const char *name, *reason;

    fputs("| command | why |\n|---|---|\n", out);
    for (int i = 0; (name = md_command_absent(i, &reason)) != NULL; i++)
        fprintf(out, "| `%s` | %s |\n", name, reason);
    return true;
}

static bool put_refused_dump_words(FILE *out)
{
    const char *name, *reason;

    fputs("| keyword | why |\n|---|---|\n", out);
    for (int i = 0; (name = md_dump_modify_refused(i, &reason)) != NULL; i++)
        fprintf(out, "| `%s` | %s |\n", name, reason);
    return true;
}

static bool put_groups(FILE *out, const char *const *(*at)(int, const char **))
{
    const char *const *names;
    const char *reason;

    for (int k = 0; (names = at(k, &reason)) != NULL; k++) {
        fprintf(out, "- %s:", reason);
        for (int i = 0; names[i] != NULL; i++)
            fprintf(out, "%s`%s`", i == 0 ? " " : ", ", names[i]);
        fputc('\n', out);
    }
    return true;
}

static bool put_refused_fixes(FILE *out)
{
    return put_groups(out, md_modifier_absent);
}

static bool put_refused_computes(FILE *out)
{
    return put_groups(out, md_measure_absent);
}

static bool put_bonded(FILE *out, int kind)
{
    for (int i = 0; md_bonded_at(kind, i) != NULL; i++)
        fprintf(out, "%s`%s`", i == 0 ? "" : ", ", md_bonded_at(kind, i)->style.name);
    fputs(".\n", out);
    return true;
}

static bool put_bonds(FILE *out)
{
    return put_bonded(out, MD_BONDS);
}

static bool put_angles(FILE *out)
{
    return put_bonded(out, MD_ANGLES);
}

static bool put_pairs(FILE *out)
{
    for (int i = 0; md_potential_name(i) != NULL; i++)
        fprintf(out, "%s`%s`", i == 0 ? "" : ", ", md_potential_name(i));
    fputs(".\n", out);
    return true;
}

/* A text of names with blanks between them. */
static void put_words(FILE *out, const char *text)
{
    bool first = true;

    for (const char *c = text; *c != '\0';) {
        size_t length = strcspn(c, " ");

        if (length > 0)
            fprintf(out, "%s`%.*s`", first ? "" : ", ", (int)length, c);
        first = first && length == 0;
        c += length > 0 ? length : 1;
    }
    fputs(".\n", out);
}

static bool put_pairs_later(FILE *out)
{
    put_words(out, md_potential_later());
    return true;
}

static bool put_bonds_absent(FILE *out)
{
    put_words(out, md_commands_bonded_absent(MD_BONDS));
    return true;
}

static bool put_angles_absent(FILE *out)
{
    put_words(out, md_commands_bonded_absent(MD_ANGLES));
    return true;
}

static bool put_pairs_refused(FILE *out)
{
    const char *part, *reason;

    fputs("| in its name | why |\n|---|---|\n", out);
    for (int i = 0; (part = md_potential_refused(i, &reason)) != NULL; i++)
        fprintf(out, "| `%s` | %s |\n", part, reason);
    return true;
}

bool md_inserts_write(FILE *out, const char *name)
{
    static const struct {
        const char *name;
        bool (*put)(FILE *);
    } inserts[] = {{"integrators", put_integrators},
                   {"integrators-take", put_takes},
                   {"refused-commands", put_refused_commands},
                   {"refused-dump-words", put_refused_dump_words},
                   {"refused-fixes", put_refused_fixes},
                   {"refused-computes", put_refused_computes},
                   {"pair-styles", put_pairs},
                   {"bond-styles", put_bonds},
                   {"angle-styles", put_angles},
                   {"pair-styles-later", put_pairs_later},
                   {"pair-styles-refused", put_pairs_refused},
                   {"bond-styles-absent", put_bonds_absent},
                   {"angle-styles-absent", put_angles_absent}};

    for (size_t i = 0; i < sizeof inserts / sizeof inserts[0]; i++)
        if (strcmp(name, inserts[i].name) == 0)
            return inserts[i].put(out);
    return false;
}

/* ------------------------------------------------------------------ the manual */

enum avimd_status avimd_manual(const struct avimd_manual_options *options)
{
    struct md_manual manual = {.catalog = &md_list_catalog,
                               .usage = options->usage,
                               .compare_usage = md_plan_usage,
                               .coverage_usage = options->coverage_usage};
    struct md_error error = {0};

    if (md_manual_write(&manual, options->doc, options->out, &error) == MD_OK)
        return AVIMD_OK;
    if (options->errors != NULL)
        fprintf(options->errors, "avimd: error: %s\n", error.text);
    return AVIMD_ERROR;
}
