/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Styles and coefficients of bonds, angles, ...: one implementation for every kind of topology. */
#include "base/memory.h"
#include "base/nearest.h"
#include "command/bond.h"

#include <stdio.h>
#include <string.h>

enum md_status md_need_elements(const struct md_sim *sim, int kind, const struct md_args *args,
                                struct md_error *error)
{
    const struct md_topology *topology = &sim->system.topology;
    char styles[MD_TOPOLOGY_TEXT];
    if (md_topology_allows(topology, kind))
        return MD_OK;
    md_error_set(error, MD_ERR_ORDER, &args->command.place,
                 "'%s' needs atoms that can have %s, and atom_style is %s", args->command.text,
                 md_topology_kinds[kind].many, md_atom_style_names[topology->style]);
    return md_error_hint(error, "atom_style %s, before the box",
                         md_topology_styles(kind, "or", styles));
}

/* Styles of LAMMPS that are not here, with a blank on each side. */
static const char *const absent[MD_TOPOLOGY_KINDS] = {
    [MD_BONDS] =
        " bpm/rotational bpm/spring class2 fene/expand fene/nm gaussian gromos harmonic/restrain "
        "harmonic/shift harmonic/shift/cut hybrid mesocnt mm3 nonlinear oxdna/fene oxdna2/fene "
        "oxrna2/fene quartic rheo/shell special table ",
    [MD_ANGLES] =
        " amoeba charmm class2 class2/p6 cosine cosine/buck6d cosine/delta cosine/periodic "
        "cosine/shift cosine/shift/exp cosine/squared cosine/squared/restricted cross "
        "dipole fourier fourier/simple gaussian hybrid lepton mesocnt mm3 mwlc quartic sdk "
        "spica table zero ",
};

const char *md_commands_bonded_absent(int kind)
{
    return absent[kind];
}

struct names {
    int kind;
};

static const char *style_name(const void *context, int i)
{
    const struct names *names = context;
    const struct md_potential *type = md_bonded_at(names->kind, i);
    if (type)
        return type->style.name;
    return i > 0 && md_bonded_at(names->kind, i - 1) ? "none" : NULL;
}

static enum md_status absent_style(int kind, const struct md_word *word, const char *list,
                                   struct md_error *error)
{
    const char *one = md_topology_kinds[kind].one;
    md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                 "%s_style %s of LAMMPS does not exist here; there are %s", one, word->text, list);
    if (kind == MD_BONDS && strcmp(word->text, "quartic") == 0)
        return md_error_hint(error, "springs with a quartic term are bond_style spring/quartic");
    return md_error_hint(error, "'avimd --list %s' says what they are", one);
}

static enum md_status unknown_style(int kind, const struct md_word *word, struct md_error *error)
{
    const struct names names = {kind};
    char list[256] = "", key[80], plain[MD_STYLE_NAME_SIZE];
    size_t used = 0;
    for (int i = 0; style_name(&names, i) && used < sizeof list; i++) {
        int n =
            snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", style_name(&names, i));
        used += n > 0 ? (size_t)n : 0;
    }
    snprintf(key, sizeof key, " %s ", md_style_plain(word->text, plain));
    if (absent[kind] != NULL && strstr(absent[kind], key))
        return absent_style(kind, word, list, error);
    md_error_set(error, MD_ERR_UNKNOWN, &word->place, "unknown %s style '%s'; there are %s",
                 md_topology_kinds[kind].one, word->text, list);
    return md_nearest_hint(error, word->text, md_nearest(word->text, style_name, &names));
}

static void drop_style(struct md_sim *sim, int kind)
{
    struct md_potential_use *now = md_forces_bonded(&sim->forces, kind);
    if (now)
        md_forces_remove(&sim->forces, (int)(now - sim->forces.others));
}

static enum md_status add_style(struct md_sim *sim, int kind, struct md_potential_use use,
                                const struct md_args *args, struct md_error *error)
{
    char what[MD_TOPOLOGY_TEXT];
    snprintf(what, sizeof what, "the %s style", md_topology_kinds[kind].one);
    use.state = md_memory_array(1, use.type->style.state_size);
    if (!use.state)
        return md_error_memory(error, what);
    enum md_status status = use.type->create(use.state, &sim->system, args, error);
    if (status == MD_OK) {
        drop_style(sim, kind);
        status = md_forces_add(&sim->forces, use, error);
    }
    if (status != MD_OK) {
        use.type->destroy(use.state);
        md_memory_free(use.state);
    }
    return status;
}

enum md_status md_bonded_style(struct md_sim *sim, int kind, const struct md_args *args,
                               struct md_error *error)
{
    const struct md_word *word = &args->words[0];
    struct md_args rest = md_args_after(args, 1);
    char text[MD_TOPOLOGY_TEXT], plain[MD_STYLE_NAME_SIZE];
    if (md_need_elements(sim, kind, args, error))
        return error->status;
    md_sim_changed(sim, MD_CHANGED_POTENTIAL);
    if (md_word_is(word, "none")) {
        snprintf(text, sizeof text, "%s_style none", md_topology_kinds[kind].one);
        if (md_args_count(args, 1, 1, text, error))
            return error->status;
        drop_style(sim, kind);
        return MD_OK;
    }
    const struct md_potential *type = md_bonded_find(kind, md_style_plain(word->text, plain));
    if (!type)
        return unknown_style(kind, word, error);
    struct md_potential_use use = {.type = type, .place = word->place, .name = type->style.name};
    return add_style(sim, kind, use, &rest, error);
}

enum md_status md_bonded_coeffs(struct md_sim *sim, int kind, const struct md_args *args,
                                struct md_error *error)
{
    const struct md_potential_use *use = md_forces_bonded(&sim->forces, kind);
    const char *one = md_topology_kinds[kind].one;
    if (md_need_elements(sim, kind, args, error))
        return error->status;
    if (!use) {
        md_error_set(error, MD_ERR_ORDER, &args->command.place,
                     "%s_coeff comes before any %s_style", one, one);
        return md_error_hint(
            error, "a %s_style line must come first, for instance: %s_style harmonic", one, one);
    }
    if (sim->system.topology.list[kind].types == 0)
        return md_error_set(error, MD_ERR_VALUE, &args->words[0].place,
                            "%s type '%s': the system has 0 %s types; create_box ... %s/types N or "
                            "the data file's `N %s types` make some",
                            one, args->words[0].text, one, one, one);
    md_sim_changed(sim, MD_CHANGED_POTENTIAL);
    md_error_clear(error);
    if (use->type->coeff(use->state, &sim->system, args, error))
        return error->status;
    md_sim_warn(sim, error);
    return MD_OK;
}
