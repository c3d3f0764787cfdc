/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands about fixes: fix, unfix, fix_modify. */
#include "command/command.h"

#include <string.h>

/* Energies that were known are so no longer when one of the potentials is another. */
static void potential_changed(struct md_sim *sim, const struct md_fix *fix_used)
{
    if (fix_used != NULL && fix_used->potential != NULL)
        md_sim_changed(sim, MD_CHANGED_POTENTIAL);
}

static enum md_status fix(struct md_sim *sim, const struct md_args *args, struct md_error *error)
{
    struct md_modify_context context = md_sim_fix_context(sim, 0);
    const struct md_fix *old = md_fixes_find(&sim->fixes, args->words[0].text);
    int group = old != NULL ? old->group : -1;
    md_error_clear(error);
    enum md_status status = md_fixes_add(&sim->fixes, &context, args, error);
    if (status == MD_OK && group >= 0 &&
        strcmp(sim->system.groups.name[group], args->words[1].text) != 0)
        md_log_warn(&sim->log, &args->words[1].place,
                    "fix '%s' is replaced, and its group changes from '%s' to '%s'",
                    args->words[0].text, sim->system.groups.name[group], args->words[1].text);
    if (status == MD_OK) {
        md_sim_warn(sim, error);
        potential_changed(sim, md_fixes_find(&sim->fixes, args->words[0].text));
        status = md_restart_claim_fix(sim, args->words[0].text, error);
    }
    return status;
}

static enum md_status unfix(struct md_sim *sim, const struct md_args *args, struct md_error *error)
{
    potential_changed(sim, md_fixes_find(&sim->fixes, args->words[0].text));
    return md_fixes_remove(&sim->fixes, args, error);
}

/* temp and press give a fix another compute; energy and virial count what it adds. */
enum fix_key { ENERGY, VIRIAL, TEMP, PRESS, DYNAMIC };
static const char *const fix_keys[] = {"energy", "virial", "temp", "press", "dynamic/dof", NULL};

static enum md_status modify_flag(const struct md_fix *fix_used, const struct md_word *key,
                                  const struct md_word *value, bool has, bool *flag,
                                  struct md_error *error)
{
    bool wanted;
    enum md_status status = md_word_bool(value, key->text, &wanted, error);
    if (status != MD_OK)
        return status;
    if (wanted && !has)
        return md_error_set(error, MD_ERR_VALUE, &key->place,
                            "fix '%s' (%s) has no %s of its own to count", fix_used->id,
                            fix_used->style->name, key->text);
    *flag = wanted;
    return MD_OK;
}

static enum md_status modify_compute(struct md_sim *sim, struct md_fix *fix_used, bool temperature,
                                     const struct md_word *key, const struct md_compute *compute,
                                     struct md_error *error)
{
    const char *sort = temperature ? "temperature" : "pressure";
    void (*use)(void *, const struct md_compute *) =
        temperature ? fix_used->type->use_temperature : fix_used->type->use_pressure;
    if (use == NULL)
        return md_error_set(error, MD_ERR_VALUE, &key->place,
                            "fix '%s' (%s) uses no %s that could be replaced", fix_used->id,
                            fix_used->style->name, sort);
    if (temperature ? !compute->type->is_temperature : !compute->type->is_pressure)
        return md_error_set(error, MD_ERR_VALUE, &key->place,
                            "compute '%s' (%s) does not measure a %s", compute->id,
                            compute->type->style.name, sort);
    int wanted = fix_used->type->use_pressure != NULL ? 0 : fix_used->group;
    if (temperature && compute->group != wanted)
        md_log_warn(&sim->log, &key->place,
                    "compute '%s' is of group '%s', and fix '%s' acts on group '%s'", compute->id,
                    sim->system.groups.name[compute->group], fix_used->id,
                    sim->system.groups.name[wanted]);
    use(fix_used->state, compute);
    return MD_OK;
}

static enum md_status modify_one(struct md_sim *sim, struct md_fix *fix_used,
                                 const struct md_word *key, const struct md_word *value,
                                 struct md_error *error)
{
    int which;
    struct md_compute *compute;
    enum md_status status = md_word_choice(key, "keyword of fix_modify", fix_keys, &which, error);
    if (status != MD_OK)
        return status;
    if (value == NULL)
        return md_error_set(error, MD_ERR_COUNT, &key->place, "'%s' needs a value: %s", key->text,
                            which == TEMP || which == PRESS ? "the ID of a compute" : "yes or no");
    if (which == DYNAMIC) { /* degrees of freedom are always counted anew here */
        bool flag;
        return md_word_bool(value, "dynamic/dof", &flag, error);
    }
    if (which == ENERGY)
        return modify_flag(fix_used, key, value, fix_used->type->has_energy, &fix_used->energy,
                           error);
    if (which == VIRIAL)
        return modify_flag(fix_used, key, value, md_fix_has_virial(fix_used), &fix_used->virial,
                           error);
    status = md_computes_of_word(&sim->computes, value, &compute, error);
    if (status != MD_OK)
        return status;
    return modify_compute(sim, fix_used, which == TEMP, key, compute, error);
}

static enum md_status fix_modify(struct md_sim *sim, const struct md_args *args,
                                 struct md_error *error)
{
    struct md_fix *fix_used;
    enum md_status status = md_fixes_of_word(&sim->fixes, &args->words[0], &fix_used, error);
    if (status == MD_OK)
        potential_changed(sim, fix_used);
    for (int i = 1; i < args->count && status == MD_OK; i += 2)
        status = modify_one(sim, fix_used, &args->words[i],
                            i + 1 < args->count ? &args->words[i + 1] : NULL, error);
    return status;
}

const struct md_command md_commands_fix[] = {
    {
        .name = "fix",
        .usage = "fix ID GROUP STYLE ...",
        .summary = "something that acts during runs",
        .when = MD_AFTER_BOX,
        .min_words = 3,
        .max_words = -1,
        .execute = fix,
        .manual = "Adds something that acts on a group of atoms during runs: moves them, changes\n"
                  "forces, acts at certain steps.  The same ID and style again replaces it.",
    },
    {
        .name = "unfix",
        .usage = "unfix ID",
        .summary = "removes a fix",
        .when = MD_ANYTIME,
        .min_words = 1,
        .max_words = 1,
        .execute = unfix,
        .manual = "The fix no longer acts, and its files are closed.  What it did to atoms and box "
                  "stays; f_ID\n"
                  "no longer exists.  After unfix the ID may be given again.",
    },
    {
        .name = "fix_modify",
        .usage = "fix_modify ID [energy yes|no] [virial yes|no] [temp ID] [press ID] [dynamic/dof "
                 "yes|no]",
        .summary = "changes what of a fix is counted",
        .when = MD_ANYTIME,
        .min_words = 3,
        .max_words = -1,
        .execute = fix_modify,
        .manual = "Says whether the energy and the virial of a fix are counted in the system's, "
                  "and which\n"
                  "computes a thermostat or barostat follows.  The virial of shake and rattle\n"
                  "counts unless virial no.",
    },
    {0},
};
