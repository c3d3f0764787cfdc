/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all external potentials share: parameters that follow variables, sums over blocks. */
#include "potential/external.h"

#include "base/memory.h"
#include "base/sum.h"

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
    size_t blocks = (system->atoms.count + MD_SUM_BLOCK - 1) / MD_SUM_BLOCK;
    if (blocks > external->shares) {
        if (md_memory_grow(&external->share, external->shares, blocks, sizeof *external->share,
                           error))
            return error->status;
        external->shares = blocks;
    }
    external->blocks = blocks;
    external->box = system->box;
    return MD_OK;
}

void md_external_destroy(void *state)
{
    struct md_external *external = state;
    md_memory_free(external->share);
    external->share = NULL;
    external->shares = external->blocks = 0;
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

void md_external_close(struct md_external *external, struct md_share share,
                       const struct md_external_sums *sums, struct md_tally *tally)
{
    external->share[share.begin / MD_SUM_BLOCK] = *sums;
    if (tally && external->energy)
        tally->external += sums->energy;
    for (int k = 0; tally && external->virial && k < 6; k++)
        tally->virial_external[k] += sums->virial[k];
}

enum md_status md_external_judge(void *state, const struct md_system *system,
                                 const struct md_neighbors *neighbors, struct md_error *error)
{
    const struct md_external *external = state;
    (void)neighbors;
    for (size_t b = 0; b < external->blocks; b++) {
        int64_t id = external->share[b].trapped;
        for (size_t i = 0; id != 0 && i < system->atoms.count; i++) {
            const double *x = system->atoms.x[i];
            if (system->atoms.id[i] == id)
                return md_error_set(error, MD_ERR_RUN, NULL,
                                    "atom %" PRId64 " at (%g, %g, %g) is on or behind the surface "
                                    "of fix %s, where it has no energy",
                                    id, x[0], x[1], x[2], external->type->style.name);
        }
    }
    return MD_OK;
}

void md_external_total(const struct md_external *external, struct md_external_sums *total)
{
    *total = (struct md_external_sums){0};
    for (size_t b = 0; b < external->blocks; b++) {
        const struct md_external_sums *share = &external->share[b];
        total->energy += share->energy;
        for (int k = 0; k < 6; k++)
            total->virial[k] += share->virial[k];
        for (int k = 0; k < MD_EXTERNAL_REACTIONS; k++)
            total->reaction[k] += share->reaction[k];
    }
}

enum md_status md_external_keep(struct md_external *external, struct md_archive *archive,
                                struct md_error *error)
{
    enum { WIDTH = 7 + MD_EXTERNAL_REACTIONS };
    size_t blocks = external->blocks;
    if (md_archive_reading(archive)) {
        blocks = md_archive_size(archive, "trapped");
        if (blocks > external->shares && md_memory_grow(&external->share, external->shares, blocks,
                                                        sizeof *external->share, error))
            return error->status;
        external->shares = blocks > external->shares ? blocks : external->shares;
        external->blocks = blocks;
    }
    double *sums = md_memory_array(blocks, WIDTH * sizeof *sums);
    int64_t *trapped = md_memory_array(blocks, sizeof *trapped);
    enum md_status status = sums && trapped ? MD_OK : md_error_memory(error, "sums of a fix");
    for (size_t b = 0; status == MD_OK && b < blocks; b++) {
        const struct md_external_sums *share = &external->share[b];
        sums[b * WIDTH] = share->energy;
        memcpy(sums + b * WIDTH + 1, share->virial, sizeof share->virial);
        memcpy(sums + b * WIDTH + 7, share->reaction, sizeof share->reaction);
        trapped[b] = share->trapped;
    }
    if (status == MD_OK)
        status = md_archive_doubles(archive, "sums", sums, blocks * WIDTH, error);
    if (status == MD_OK)
        status = md_archive_ints(archive, "trapped", trapped, blocks, error);
    for (size_t b = 0; status == MD_OK && b < blocks; b++) {
        struct md_external_sums *share = &external->share[b];
        share->energy = sums[b * WIDTH];
        memcpy(share->virial, sums + b * WIDTH + 1, sizeof share->virial);
        memcpy(share->reaction, sums + b * WIDTH + 7, sizeof share->reaction);
        share->trapped = trapped[b];
    }
    md_memory_free(sums);
    md_memory_free(trapped);
    return status;
}
