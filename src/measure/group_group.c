/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute group/group: energy of all pairs between two groups, and the force that the second exerts
 * on the first.  A pair within both groups counts once in the energy.
 */
#include "measure/styles.h"

#include "base/exact_rows.h"
#include "base/memory.h"
#include "element/place.h"
#include "measure/atoms.h"
#include "space/snapshot.h"

#include <stdio.h>
#include <string.h>

enum molecules { ANY, OTHER_MOLECULE, SAME_MOLECULE };

struct between {
    char name[MD_GROUP_NAME]; /* of the second group, which may be deleted and made again */
    uint32_t group;           /* its bit, found whenever pairs are summed */
    bool pair;
    int molecules;
};

static enum md_status read_words(struct between *between, const struct md_args *args,
                                 struct md_error *error)
{
    static const char *const keys[] = {"pair", "kspace", "boundary", "molecule", NULL};
    static const char *const kinds[] = {"off", "inter", "intra", NULL};
    bool flag;
    int key;
    for (int at = 1; at < args->count; at += 2) {
        const struct md_word *word = &args->words[at];
        if (md_word_choice(word, "keyword of compute group/group", keys, &key, error))
            return error->status;
        if (at + 1 >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value",
                                word->text);
        if (key == 3) {
            if (md_word_choice(word + 1, "molecule", kinds, &between->molecules, error))
                return error->status;
            continue;
        }
        if (md_word_bool(word + 1, keys[key], &flag, error))
            return error->status;
        if (key == 0)
            between->pair = flag;
        if (key == 1 && flag)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word[1].place,
                                "there are no forces of kspace here");
    }
    return MD_OK;
}

static enum md_status between_create(void *state, const struct md_measure_context *context,
                                     const struct md_args *args, struct md_error *error)
{
    struct between *between = state;
    int group;
    between->pair = true;
    if (md_args_count(args, 1, -1, md_measure_group_group.style.usage, error) ||
        md_groups_of_word(&context->system->groups, &args->words[0], &group, error) ||
        read_words(between, args, error))
        return error->status;
    snprintf(between->name, sizeof between->name, "%s", args->words[0].text);
    if (between->molecules != ANY && context->system->topology.style == MD_ATOM_ATOMIC)
        return md_error_set(error, MD_ERR_ORDER, &args->command.place,
                            "'molecule' needs atoms with molecules, and atom_style is atomic");
    return MD_OK;
}

static enum md_status pair_of(const struct md_measure_context *context,
                              const struct md_potential_use **pair, struct md_error *error)
{
    *pair = context->forces ? &context->forces->pair : NULL;
    if (*pair == NULL || (*pair)->type == NULL)
        return md_error_set(error, MD_ERR_ORDER, NULL, "compute group/group needs a pair_style");
    if (md_element_sorts((*pair)->type)[1] != NULL || /* more than pairs */
        (md_potential_can((*pair)->type, (*pair)->state) & MD_CAN_ONE) == 0)
        return md_error_set(error, MD_ERR_UNSUPPORTED, NULL,
                            "compute group/group needs forces between pairs, and %s is none",
                            (*pair)->name);
    return MD_OK;
}

struct sums {
    double energy, force[3];
};

/* A pair that is met from both its atoms: half of its energy, and the force on the first. */
static void add(const struct between *between, const struct md_measure_context *context,
                const struct md_element_view *view, const struct md_placed *placed, double (*f)[3],
                struct md_exact_rows *rows)
{
    const struct md_atoms *atoms = &view->system->atoms;
    uint32_t mine = md_group_bit(context->group);
    size_t i = (size_t)placed->atom[0].atom, j = (size_t)placed->atom[1].atom;
    bool to = (atoms->groups[i] & mine) && (atoms->groups[j] & between->group);
    bool from = (atoms->groups[j] & mine) && (atoms->groups[i] & between->group);
    bool same = atoms->molecule[i] == atoms->molecule[j];
    struct md_element_values values = {.f = f};
    if ((!to && !from) || (between->molecules == OTHER_MOLECULE && same) ||
        (between->molecules == SAME_MOLECULE && !same))
        return;
    view->sort->evaluate(view, placed, &values, NULL);
    double *row = md_exact_rows_next(rows);
    memset(row, 0, MD_EXACT_COLUMNS * sizeof *row);
    row[0] = 0.5 * values.energy;
    for (int k = 0; k < 3 && to; k++)
        row[1 + k] = f[0][k];
    md_exact_rows_push(rows);
}

static enum md_status add_all(const struct between *between,
                              const struct md_measure_context *context,
                              const struct md_frame *frame, const struct md_snapshot *aside,
                              struct sums *sums, struct md_error *error)
{
    const struct md_potential_use *pair = &context->forces->pair;
    struct md_element_view view = {*md_element_sorts(pair->type), pair, frame->system,
                                   &aside->list};
    struct md_grain grain = md_neighbors_grain(&aside->list, &frame->system->box);
    struct md_element_room room = {0};
    struct md_exact_rows rows;
    double sum[MD_EXACT_COLUMNS];
    md_exact_rows_init(&rows);
    for (size_t i = 0; i < frame->count && room.error.status == MD_OK; i++) {
        md_found_clear(&room.found);
        view.sort->find(&view, i, &room.found, &room.error);
        for (size_t n = 0; n < room.found.count && room.error.status == MD_OK; n++) {
            struct md_placed placed;
            if (md_element_place(&room, &view, &room.found.element[n], (const md_vec3 *)aside->x,
                                 &grain, &placed) == MD_OK)
                add(between, context, &view, &placed, room.f, &rows);
        }
    }
    md_exact_rows_take(&rows, sum);
    sums->energy = sum[0];
    memcpy(sums->force, sum + 1, sizeof sums->force);
    enum md_status status = room.error.status;
    if (status != MD_OK)
        *error = room.error;
    md_element_room_free(&room);
    return status;
}

static enum md_status find_group(struct between *between, const struct md_groups *groups,
                                 struct md_error *error)
{
    int group = md_groups_find(groups, between->name);
    if (group < 0)
        return md_error_set(error, MD_ERR_ORDER, NULL,
                            "the group '%s' of compute group/group is no longer there",
                            between->name);
    between->group = md_group_bit(group);
    return MD_OK;
}

static enum md_status sum_pairs(struct between *between, const struct md_measure_context *context,
                                const struct md_frame *frame, struct sums *sums,
                                struct md_error *error)
{
    const struct md_potential_use *pair;
    struct md_snapshot aside = {0};
    size_t row = (size_t)frame->system->types + 1;
    enum md_status status = find_group(between, &frame->system->groups, error);
    *sums = (struct sums){0};
    if (status == MD_OK)
        status = pair_of(context, &pair, error);
    if (status != MD_OK || !between->pair || context->forces->idle)
        return status;
    double *cutoff = md_memory_array(row * row, sizeof *cutoff);
    if (cutoff == NULL)
        return md_error_memory(error, "cutoffs");
    for (size_t i = 1; i < row; i++)
        for (size_t j = 1; j < row; j++)
            cutoff[i * row + j] = pair->type->cutoff(pair->state, (int)i, (int)j);
    status = md_snapshot_build(&aside, frame, &context->forces->neighbors.rules, cutoff,
                               md_potential_unweighted(pair->type, pair->state), error);
    if (status == MD_OK)
        status = add_all(between, context, frame, &aside, sums, error);
    md_snapshot_free(&aside);
    md_memory_free(cutoff);
    return status;
}

static enum md_status between_scalar(void *state, const struct md_measure_context *context,
                                     const struct md_frame *frame, double *value,
                                     struct md_error *error)
{
    struct sums sums;
    enum md_status status = sum_pairs(state, context, frame, &sums, error);
    *value = sums.energy;
    return status;
}

static enum md_status between_vector(void *state, const struct md_measure_context *context,
                                     const struct md_frame *frame, double *values,
                                     struct md_error *error)
{
    struct sums sums;
    enum md_status status = sum_pairs(state, context, frame, &sums, error);
    memcpy(values, sums.force, sizeof sums.force);
    return status;
}

const struct md_measure md_measure_group_group = {
    .style =
        {
            .name = "group/group",
            .summary = "energy and force between two groups",
            .usage = "compute ID GROUP group/group GROUP2 [pair yes|no] [molecule off|inter|intra]",
            .manual = "c_ID is the energy of all pairs of one atom of each group, c_ID[1] to "
                      "c_ID[3] the\n"
                      "force of the second group on the first; bonds and fixes do not count.  "
                      "molecule\n"
                      "inter: only pairs of different molecules, intra: of the same one.  Pair "
                      "styles of\n"
                      "many atoms (eam) are refused.",
            .state_size = sizeof(struct between),
        },
    .needs_tally = true,
    .extensive = true,
    .vector_extensive = true,
    .create = between_create,
    .scalar = between_scalar,
    .vector_length = 3,
    .vector = between_vector,
};
