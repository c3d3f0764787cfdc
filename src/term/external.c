/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all external potentials share: parameters that follow variables, sums over atoms. */
#include "term/external.h"

#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum md_status md_external_number(struct md_external *external, const struct md_word *word,
                                  const char *what, double lo, double hi, double scale,
                                  double *value, struct md_error *error)
{
    if (strncmp(word->text, "v_", 2) != 0) {
        enum md_status status = md_word_double(word, what, lo, hi, value, error);
        if (status == MD_OK)
            *value *= scale;
        return status;
    }
    size_t length = strlen(word->text + 2);
    struct md_external_drive *drive = &external->drive[external->drives];
    if (length == 0 || length >= sizeof drive->variable)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%s' is no variable: its name must have 1 to 63 characters",
                            word->text);
    if (external->drives == MD_EXTERNAL_DRIVES)
        return md_error_set(error, MD_ERR_COUNT, &word->place,
                            "'%s' is one variable too many: a fix may follow %d", word->text,
                            MD_EXTERNAL_DRIVES);
    drive->value = value;
    drive->scale = 1.0;
    drive->place = word->place;
    memcpy(drive->variable, word->text + 2, length + 1);
    external->drives++;
    return MD_OK;
}

enum md_status md_external_units(const struct md_args *args, int at, bool *lattice,
                                 struct md_error *error)
{
    static const char *const choices[] = {"lattice", "box", NULL};
    int which;
    if (at + 1 >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &args->words[at].place,
                            "'units' needs a value: lattice or box");
    enum md_status status = md_word_choice(&args->words[at + 1], "units", choices, &which, error);
    *lattice = which == 0;
    return status;
}

enum md_status md_external_prepare(void *state, const struct md_system *system,
                                   struct md_error *error)
{
    struct md_external *external = state;
    const struct md_variables *variables = external->variables;
    for (int k = 0; k < external->drives; k++) {
        const struct md_external_drive *drive = &external->drive[k];
        if (variables == NULL || variables->kind == NULL ||
            variables->kind(variables->context, drive->variable) != MD_VARIABLE_EQUAL)
            return md_error_set(error, MD_ERR_REFERENCE, &drive->place,
                                "fix %s needs an equal-style variable '%s', and there is none",
                                external->type->style.name, drive->variable);
    }
    external->box = system->box;
    return MD_OK;
}

void md_external_destroy(void *state)
{
    struct md_external *external = state;
    md_memory_free(external->slot);
    external->slot = NULL;
    external->slots = 0;
}

enum md_status md_external_reserve(void *state, const struct md_neighbors *neighbors, size_t slots,
                                   struct md_error *error)
{
    struct md_external *external = state;
    (void)neighbors;
    if (slots > external->slots) {
        if (md_memory_grow(&external->slot, external->slots, slots, sizeof *external->slot, error))
            return error->status;
        external->slots = slots;
    }
    for (size_t k = 0; k < external->slots; k++) {
        md_exact_rows_init(&external->slot[k].energy);
        md_exact_rows_init(&external->slot[k].reaction);
        external->slot[k].trapped = 0;
    }
    return MD_OK;
}

unsigned md_external_abilities(const void *state)
{
    const struct md_external *external = state;
    return external->type->can & (external->drives > 0 ? ~(unsigned)MD_CAN_SPAN : ~0u);
}

enum md_status md_external_refresh(struct md_external *external, struct md_error *error)
{
    const struct md_variables *variables = external->variables;
    for (int k = 0; k < external->drives; k++) {
        const struct md_external_drive *drive = &external->drive[k];
        if (variables->equal(variables->context, drive->variable, drive->value, error)) {
            if (!error->place.file)
                error->place = drive->place;
            return error->status;
        }
        *drive->value *= drive->scale;
    }
    return MD_OK;
}

/* A row of up to eight numbers; one of zeros adds nothing. */
static void add_row(struct md_exact_rows *rows, const double *value, size_t count)
{
    double *row = md_exact_rows_next(rows);
    bool any = false;
    for (size_t k = 0; k < MD_EXACT_COLUMNS; k++) {
        row[k] = k < count ? value[k] : 0.0;
        any = any || row[k] != 0.0;
    }
    if (any)
        md_exact_rows_push(rows);
}

void md_external_add(struct md_external *external, size_t slot, const struct md_external_sums *sums,
                     struct md_tally_sums *tally)
{
    struct md_external_slot *to = &external->slot[slot];
    double row[7] = {sums->energy};
    memcpy(row + MD_TALLY_VIRIAL, sums->virial, sizeof sums->virial);
    add_row(&to->energy, row, 7);
    if (external->reactions > 0)
        add_row(&to->reaction, sums->reaction, MD_EXTERNAL_REACTIONS);
    if (sums->trapped != 0 && (to->trapped == 0 || sums->trapped < to->trapped))
        to->trapped = sums->trapped;
    if (!tally || !(external->energy || external->virial))
        return;
    if (!external->energy)
        row[MD_TALLY_ENERGY] = 0.0;
    add_row(&tally->part[MD_PART_EXTERNAL], row, external->virial ? 7 : 1);
}

enum md_status md_external_judge(void *state, const struct md_system *system,
                                 const struct md_neighbors *neighbors, struct md_error *error)
{
    const struct md_external *external = state;
    struct md_external_sums total;
    (void)neighbors;
    md_external_total(external, &total);
    for (size_t i = 0; total.trapped != 0 && i < system->atoms.count; i++) {
        const double *x = system->atoms.x[i];
        if (system->atoms.id[i] == total.trapped)
            return md_error_set(error, MD_ERR_RUN, NULL,
                                "atom %" PRId64 " at (%g, %g, %g) is on or behind the surface "
                                "of fix %s, where it has no energy",
                                total.trapped, x[0], x[1], x[2], external->type->style.name);
    }
    return MD_OK;
}

void md_external_total(const struct md_external *external, struct md_external_sums *total)
{
    double value[MD_EXACT_COLUMNS];
    *total = (struct md_external_sums){0};
    if (external->slots == 0)
        return;
    struct md_external_slot sum = external->slot[0];
    for (size_t k = 1; k < external->slots; k++) {
        struct md_external_slot part = external->slot[k];
        md_exact_rows_merge(&sum.energy, &part.energy);
        md_exact_rows_merge(&sum.reaction, &part.reaction);
        if (part.trapped != 0 && (sum.trapped == 0 || part.trapped < sum.trapped))
            sum.trapped = part.trapped;
    }
    md_exact_rows_take(&sum.energy, value);
    total->energy = value[MD_TALLY_ENERGY];
    memcpy(total->virial, value + MD_TALLY_VIRIAL, sizeof total->virial);
    md_exact_rows_take(&sum.reaction, value);
    memcpy(total->reaction, value, sizeof total->reaction);
    total->trapped = sum.trapped;
}

enum md_status md_external_keep(struct md_external *external, struct md_archive *archive,
                                struct md_error *error)
{
    enum { WIDTH = 7 + MD_EXTERNAL_REACTIONS };
    struct md_external_sums total;
    double sums[WIDTH];
    md_external_total(external, &total);
    sums[0] = total.energy;
    memcpy(sums + 1, total.virial, sizeof total.virial);
    memcpy(sums + 7, total.reaction, sizeof total.reaction);
    if (md_archive_doubles(archive, "sums", sums, WIDTH, error) ||
        md_archive_ints(archive, "trapped", &total.trapped, 1, error))
        return error->status;
    if (!md_archive_reading(archive))
        return MD_OK;
    if (md_external_reserve(external, NULL, 1, error))
        return error->status;
    add_row(&external->slot[0].energy, sums, 7);
    add_row(&external->slot[0].reaction, sums + 7, MD_EXTERNAL_REACTIONS);
    external->slot[0].trapped = total.trapped;
    return MD_OK;
}
