/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix property/atom: values that the deck adds to atoms.  The system has them (state/custom); the
 * fix makes them, keeps them in restart files and takes them away with itself. */
#include "modify/styles.h"

#include <string.h>

struct property {
    struct md_custom *custom;
    int slot[MD_CUSTOM_MAX];
    int count;
};

static enum md_status add(struct property *property, const struct md_word *word,
                          struct md_error *error)
{
    bool custom = strncmp(word->text, "d_", 2) == 0 || strncmp(word->text, "i_", 2) == 0;

    if (!custom || word->text[2] == '\0')
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                            "fix property/atom %s does not exist here: i_NAME and d_NAME do, and "
                            "atom_style gives atoms molecules and charges",
                            word->text);
    enum md_status status =
        md_custom_add(property->custom, word, &property->slot[property->count], error);
    if (status == MD_OK)
        property->count++;
    return status;
}

static enum md_status property_create(void *state, const struct md_modify_context *context,
                                      const struct md_args *args, struct md_error *error)
{
    struct property *property = state;
    int count = args->count;
    bool ghost;
    enum md_status status =
        md_args_count(args, 1, -1, md_modifier_property_atom.style.usage, error);

    property->custom = &context->system->custom;
    if (status == MD_OK && count > 2 && md_word_is(&args->words[count - 2], "ghost")) {
        status = md_word_bool(&args->words[count - 1], "ghost", &ghost, error);
        count -= 2;
    }
    for (int k = 0; k < count && status == MD_OK; k++)
        status = add(property, &args->words[k], error);
    return status;
}

static void property_shape(const void *state, struct md_shape *shape)
{
    const struct property *property = state;

    shape->per_atom = true;
    shape->atom_columns = property->count;
}

static enum md_status property_atom(const void *state, const struct md_modify_context *context,
                                    double *values, struct md_error *error)
{
    const struct property *property = state;
    const struct md_atoms *atoms = &context->system->atoms;
    (void)error;

    for (int k = 0; k < property->count; k++)
        for (size_t i = 0; i < atoms->count; i++) {
            const double *row =
                md_rows_find(&property->custom->slot[property->slot[k]].rows, atoms->id[i]);
            values[i * (size_t)property->count + (size_t)k] = row != NULL ? *row : 0.0;
        }
    return MD_OK;
}

static enum md_status property_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct property *property = state;
    enum md_status status = MD_OK;

    for (int k = 0; k < property->count && status == MD_OK; k++) {
        int slot = property->slot[k];
        status = md_rows_keep(&property->custom->slot[slot].rows, property->custom->slot[slot].name,
                              archive, error);
    }
    return status;
}

static void property_destroy(void *state)
{
    struct property *property = state;

    for (int k = 0; k < property->count; k++)
        md_custom_remove(property->custom, property->slot[k]);
}

const struct md_modifier md_modifier_property_atom = {
    .style =
        {
            .name = "property/atom",
            .summary = "gives atoms values of their own",
            .usage = "fix ID GROUP property/atom i_NAME|d_NAME ... [ghost yes|no]",
            .manual =
                "Atoms have the integers i_NAME and the numbers d_NAME from now on, 0 at first.\n"
                "set changes them; compute property/atom, f_ID (one) and f_ID[i] (several) read\n"
                "them.  ghost has no effect.  unfix takes them away.",
            .state_size = sizeof(struct property),
        },
    .create = property_create,
    .shape = property_shape,
    .atom = property_atom,
    .keep = property_keep,
    .destroy = property_destroy,
};
