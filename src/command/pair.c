/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Deck commands about pair potentials and neighbour lists: pair_style, pair_coeff, pair_modify,
 * neighbor, neigh_modify.
 */
#include "base/memory.h"
#include "base/nearest.h"
#include "command/command.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ pair_style */

static const char *style_name(const void *context, int i)
{
    (void)context;
    const char *name = md_potential_name(i);
    if (name)
        return name;
    return i > 0 && md_potential_name(i - 1) ? "none" : NULL;
}

static void list_styles(char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; style_name(NULL, i) && used < size; i++) {
        int n = snprintf(text + used, size - used, "%s%s", i ? ", " : "", style_name(NULL, i));
        used += n > 0 ? (size_t)n : 0;
    }
}

static enum md_status unknown_style(const struct md_word *word, const char *name,
                                    struct md_error *error)
{
    char list[512];
    const char *reason = md_potential_absent(name);
    list_styles(list, sizeof list);
    if (reason)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                            "pair style '%s' is not supported: %s; there are: %s", word->text,
                            reason, list);
    md_error_set(error, MD_ERR_UNKNOWN, &word->place, "there is no pair style '%s'; there are: %s",
                 word->text, list);
    return md_nearest_hint(error, word->text, md_nearest(word->text, style_name, NULL));
}

static enum md_status new_style(struct md_sim *sim, const struct md_potential *type,
                                const struct md_args *args, struct md_error *error)
{
    struct md_args rest = md_args_after(args, 1);
    void *state = md_memory_array(1, type->style.state_size);
    if (!state)
        return md_error_memory(error, "a pair style");
    if (type->create(state, &sim->system, &rest, error)) {
        if (type->destroy)
            type->destroy(state);
        md_memory_free(state);
        return error->status;
    }
    md_forces_drop_pair(&sim->forces);
    type = type->variant ? type->variant(state) : type;
    sim->forces.pair = (struct md_potential_use){
        .type = type, .state = state, .place = args->words[0].place, .name = type->style.name};
    return MD_OK;
}

static enum md_status pair_style(struct md_sim *sim, const struct md_args *args,
                                 struct md_error *error)
{
    const struct md_word *word = &args->words[0];
    struct md_potential_use *now = &sim->forces.pair;
    struct md_args rest = md_args_after(args, 1);
    char copy[MD_STYLE_NAME_SIZE];
    const char *name = md_style_plain(word->text, copy);
    md_sim_changed(sim, MD_CHANGED_POTENTIAL);
    if (strcmp(name, "none") == 0) {
        if (md_args_count(args, 1, 1, "pair_style none", error))
            return error->status;
        md_forces_drop_pair(&sim->forces);
        return md_sim_note_pair(sim, args, error);
    }
    const struct md_potential *type = md_potential_find(name);
    if (!type || type->kind == MD_KIND_TOPOLOGY || type->kind == MD_KIND_EXTERNAL)
        return unknown_style(word, name, error);
    /* The same style again keeps its coefficients. */
    if (now->type != type || type->variant) {
        if (new_style(sim, type, args, error))
            return error->status;
    } else {
        now->place = word->place;
        if (type->create(now->state, &sim->system, &rest, error))
            return error->status;
    }
    return md_sim_note_pair(sim, args, error);
}

static enum md_status need_style(const struct md_sim *sim, const struct md_args *args,
                                 struct md_error *error)
{
    if (sim->forces.pair.type)
        return MD_OK;
    md_error_set(error, MD_ERR_ORDER, &args->command.place, "%s comes before any pair_style",
                 args->command.text);
    return md_error_hint(error, "a pair_style line must come first, for instance: pair_style "
                                "lj/cut 2.5");
}

static enum md_status pair_coeff(struct md_sim *sim, const struct md_args *args,
                                 struct md_error *error)
{
    struct md_potential_use *pair = &sim->forces.pair;
    if (need_style(sim, args, error))
        return error->status;
    md_sim_changed(sim, MD_CHANGED_POTENTIAL);
    if (!pair->type->coeff)
        return md_error_set(error, MD_ERR_ORDER, &args->command.place,
                            "pair style %s takes no pair_coeff", pair->name);
    md_error_clear(error);
    if (pair->type->coeff(pair->state, &sim->system, args, error))
        return error->status;
    md_sim_warn(sim, error);
    if (md_sim_note_pair(sim, args, error))
        return error->status;
    for (int t = 1; pair->type->mass && t <= sim->system.types; t++)
        if (pair->type->mass(pair->state, t) > 0.0)
            sim->system.mass[t] = pair->type->mass(pair->state, t);
    return MD_OK;
}

static enum md_status pair_modify(struct md_sim *sim, const struct md_args *args,
                                  struct md_error *error)
{
    struct md_potential_use *pair = &sim->forces.pair;
    if (need_style(sim, args, error))
        return error->status;
    md_sim_changed(sim, MD_CHANGED_POTENTIAL);
    if (!pair->type->modify)
        return md_error_set(error, MD_ERR_ORDER, &args->command.place,
                            "pair style %s takes no pair_modify", pair->name);
    if (pair->type->modify(pair->state, args, error))
        return error->status;
    return md_sim_note_pair(sim, args, error);
}

/* ------------------------------------------------------------------ neighbor, neigh_modify */

static enum md_status neighbor(struct md_sim *sim, const struct md_args *args,
                               struct md_error *error)
{
    static const char *const styles[] = {"bin", "nsq", "multi", "multi/old", NULL};
    int style;
    double skin;
    if (md_word_double(&args->words[0], "skin", 0.0, INFINITY, &skin, error) ||
        md_word_choice(&args->words[1], "neighbor style", styles, &style, error))
        return error->status;
    sim->forces.neighbors.rules.skin = skin;
    md_sim_changed(sim, MD_CHANGED_POTENTIAL);
    return MD_OK;
}

static enum md_status missing_value(const struct md_args *args, int k, const char *what,
                                    struct md_error *error)
{
    return md_error_set(error, MD_ERR_COUNT, &args->words[k].place, "neigh_modify %s needs %s",
                        args->words[k].text, what);
}

static enum md_status add_exclusion(struct md_neighbor_rules *rules, struct md_exclusion exclusion,
                                    struct md_error *error)
{
    size_t count = (size_t)rules->exclusions;
    if (md_memory_grow(&rules->exclusion, count, count + 1, sizeof *rules->exclusion, error))
        return error->status;
    rules->exclusion[rules->exclusions++] = exclusion;
    return MD_OK;
}

/* `molecule/intra GROUP` and the like at word k. */
static enum md_status exclude_molecules(struct md_sim *sim, const struct md_args *args, int k,
                                        enum md_exclusion_kind kind, struct md_error *error)
{
    struct md_exclusion exclusion = {.kind = kind};
    const struct md_word *word = &args->words[k];
    if (k + 1 >= args->count)
        return missing_value(args, k, "a group", error);
    if (sim->system.topology.style == MD_ATOM_ATOMIC)
        return md_error_set(
            error, MD_ERR_ORDER, &word->place,
            "exclude %s needs atoms that belong to molecules (atom_style bond, angle, "
            "molecular or full), and atom_style is atomic",
            word->text);
    if (md_groups_of_word(&sim->system.groups, word + 1, &exclusion.a, error))
        return error->status;
    exclusion.b = exclusion.a;
    return add_exclusion(&sim->forces.neighbors.rules, exclusion, error);
}

/* `exclude ...` at word k; *used: how many words it took. */
static enum md_status exclude(struct md_sim *sim, const struct md_args *args, int k, int *used,
                              struct md_error *error)
{
    static const char *const kinds[] = {"type",           "group",          "none", "molecule",
                                        "molecule/intra", "molecule/inter", NULL};
    struct md_neighbor_rules *rules = &sim->forces.neighbors.rules;
    struct md_exclusion exclusion = {0};
    int kind;
    if (k + 1 >= args->count)
        return missing_value(
            args, k, "type A B, group A B, molecule/intra GROUP, molecule/inter GROUP or none",
            error);
    const struct md_word *word = &args->words[k + 1];
    if (md_word_choice(word, "kind of exclusion", kinds, &kind, error))
        return error->status;
    *used = kind == 2 ? 2 : kind > 2 ? 3 : 4;
    if (kind == 2) {
        rules->exclusions = 0;
        return MD_OK;
    }
    if (kind > 2)
        return exclude_molecules(sim, args, k + 1, kind == 5 ? MD_EXCLUDE_INTER : MD_EXCLUDE_INTRA,
                                 error);
    if (k + 3 >= args->count)
        return missing_value(args, k, kind == 0 ? "two atom types" : "two groups", error);
    if (kind == 0 && md_system_need_box(&sim->system, args, error))
        return error->status;
    exclusion.kind = kind == 1 ? MD_EXCLUDE_GROUPS : MD_EXCLUDE_TYPES;
    for (int side = 0; side < 2; side++) {
        int *target = side == 0 ? &exclusion.a : &exclusion.b;
        int64_t type = 0;
        if (kind == 1
                ? md_groups_of_word(&sim->system.groups, word + 1 + side, target, error)
                : md_word_int(word + 1 + side, "atom type", 1, sim->system.types, &type, error))
            return error->status;
        if (kind == 0)
            *target = (int)type;
    }
    return add_exclusion(rules, exclusion, error);
}

enum { DELAY, EVERY, CHECK, ONCE, EXCLUDE, CLUSTER, ONE, PAGE, BINSIZE, INCLUDE };

/* Keywords with one value. */
static enum md_status neigh_value(struct md_sim *sim, int which, const struct md_word *value,
                                  struct md_error *error)
{
    struct md_neighbor_rules *rules = &sim->forces.neighbors.rules;
    bool flag;
    int64_t number;
    double size;
    int group;
    switch (which) {
    case DELAY:
        return md_word_int(value, "delay", 0, INT32_MAX, &rules->delay, error);
    case EVERY:
        return md_word_int(value, "every", 1, INT32_MAX, &rules->every, error);
    case CHECK:
        return md_word_bool(value, "check", &rules->check, error);
    case ONCE:
        return md_word_bool(value, "once", &rules->once, error);
    case CLUSTER: /* sizes and shapes of lists that grow as needed here */
        return md_word_bool(value, "cluster", &flag, error);
    case ONE:
    case PAGE:
        return md_word_int(value, which == ONE ? "one" : "page", 1, INT32_MAX, &number, error);
    case BINSIZE:
        return md_word_double(value, "binsize", 0.0, INFINITY, &size, error);
    default:
        if (md_groups_of_word(&sim->system.groups, value, &group, error))
            return error->status;
        if (group == 0)
            return MD_OK;
        return md_error_set(error, MD_ERR_UNSUPPORTED, &value->place,
                            "neigh_modify include %s is not supported: only include all",
                            value->text);
    }
}

static enum md_status neigh_modify(struct md_sim *sim, const struct md_args *args,
                                   struct md_error *error)
{
    static const char *const words[] = {"delay",   "every",   "check", "once",
                                        "exclude", "cluster", "one",   "page",
                                        "binsize", "include", NULL};
    md_sim_changed(sim, MD_CHANGED_POTENTIAL);
    for (int k = 0; k < args->count;) {
        int which, used = 2;
        if (md_word_choice(&args->words[k], "keyword of neigh_modify", words, &which, error))
            return error->status;
        if (which == EXCLUDE) {
            if (exclude(sim, args, k, &used, error))
                return error->status;
        } else if (k + 1 >= args->count) {
            return missing_value(args, k, "a value", error);
        } else if (neigh_value(sim, which, &args->words[k + 1], error)) {
            return error->status;
        }
        k += used;
    }
    return MD_OK;
}

const struct md_command md_commands_pair[] = {
    {.name = "pair_style",
     .usage = "pair_style STYLE ARGS...",
     .summary = "how pairs of atoms interact",
     .min_words = 1,
     .max_words = -1,
     .execute = pair_style,
     .manual =
         "Chooses the pair potential. Naming the present style again changes its settings and "
         "keeps its coefficients; another style starts without any. pair_style none removes "
         "the interaction. The suffixes /opt, /omp, /gpu, /intel and /kk are read as the "
         "plain style."},
    {.name = "pair_coeff",
     .usage = "pair_coeff I J ARGS...",
     .summary = "coefficients of the pair potential between atom types I and J",
     .when = MD_AFTER_BOX,
     .min_words = 2,
     .max_words = -1,
     .execute = pair_coeff,
     .manual =
         "I and J are types or ranges of types: *, n, *n, n*, m*n. What ARGS are, and "
         "their units, says the page of the pair style. Pairs that are not given are mixed from "
         "those of like atoms, where the style can do that."},
    {.name = "pair_modify",
     .usage = "pair_modify [mix geometric|arithmetic|sixthpower] [shift yes|no] [tail yes|no]",
     .summary = "mixing rule, energy shift and tail correction of the pair potential",
     .min_words = 1,
     .max_words = -1,
     .execute = pair_modify,
     .manual = "mix (geometric): how coefficients of unset type pairs follow from those of like "
               "pairs. shift (no): energy zero at the cutoff. tail (no): corrections to energy and "
               "pressure for a uniform density beyond the cutoff; three dimensions only, not "
               "together with shift."},
    {.name = "neighbor",
     .usage = "neighbor SKIN bin|nsq|multi",
     .summary = "how much farther than the cutoff neighbour lists reach",
     .min_words = 2,
     .max_words = 2,
     .execute = neighbor,
     .manual = "Lists hold all pairs within cutoff plus SKIN. The style is read and makes no "
               "difference."},
    {.name = "neigh_modify",
     .usage = "neigh_modify [delay N] [every N] [check yes|no] [once yes|no] [exclude type A B | "
              "group A B | molecule/intra GROUP | molecule/inter GROUP | none] ...",
     .summary = "when neighbour lists are rebuilt, and which pairs are left out",
     .min_words = 1,
     .max_words = -1,
     .execute = neigh_modify,
     .manual = "A list is rebuilt when at least delay (0) steps have passed, the number of steps "
               "is a multiple of every (1) and, with check yes (the default), some atom has moved "
               "more than half the skin. once yes: never during a run. exclude leaves pairs of two "
               "types or two groups out, or those of a group's atoms that are of the same molecule "
               "(molecule/intra, also written molecule) or of different ones (molecule/inter); "
               "atoms without a molecule count as one. one, page, cluster and binsize are read and "
               "make no "
               "difference."},
    {.name = NULL}};
