/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether a run may resume, and if not, why.  That is not left to commands that would have to
 * remember it: the present state is written down once more and compared with what the file holds.
 */
#include "run/restart_parts.h"

#include <inttypes.h>
#include <string.h>

#define REASON   1024 /* what stands in the way, as a text */
#define FIX_LINE 768

static bool same_entry(const struct md_archive_entry *a, const struct md_archive_entry *b)
{
    return b && a->kind == b->kind && a->count == b->count &&
           memcmp(a->data, b->data, a->count * md_archive_width(a->kind)) == 0;
}

static bool begins(const char *text, const char *head)
{
    return strncmp(text, head, strlen(head)) == 0;
}

/* Forces are in the file; groups and molecules may be defined again, as long as no pairs are
 * excluded by them; what charges are makes no difference. */
static bool matters(const struct md_sim *sim, const char *path)
{
    static const char *const not [] = {"atoms:f", "atoms:charge", NULL};
    for (int k = 0; not [k]; k++)
        if (strcmp(path, not [k]) == 0)
            return false;
    if (begins(path, "groups:") || (begins(path, "fixes:") && strstr(path, ":line")))
        return false; /* a fix's hash decides, its line only explains */
    if (strcmp(path, "atoms:groups") != 0 && strcmp(path, "atoms:molecule") != 0)
        return true;
    return sim->forces.neighbors.rules.exclusions > 0;
}

/* Adds the two values of what is a number. */
static void tell_numbers(const struct md_archive_entry *now, const struct md_archive_entry *kept,
                         char reason[REASON])
{
    char here[MD_NUMBER_SIZE], there[MD_NUMBER_SIZE];
    double a, b;
    if (!kept || now->kind != MD_ARCHIVE_DOUBLES || kept->kind != MD_ARCHIVE_DOUBLES ||
        now->count != 1 || kept->count != 1)
        return;
    memcpy(&a, now->data, sizeof a);
    memcpy(&b, kept->data, sizeof b);
    size_t used = strlen(reason);
    snprintf(reason + used, REASON - used, " (%s, and %s there)", md_number_text(here, a),
             md_number_text(there, b));
}

/* The k-th fix of the file: its ID and line; false: the file has no such fix or no lines. */
static bool kept_fix(struct md_archive *kept, int k, char id[64], char line[FIX_LINE])
{
    struct md_error error;
    md_archive_rewind(kept, true);
    bool there = k < md_restart_count(kept, "fixes") &&
                 md_restart_enter(kept, "fixes", k, &error) == MD_OK &&
                 md_archive_has(kept, "line") && md_archive_size(kept, "line") < FIX_LINE &&
                 md_archive_text(kept, "id", id, 64, &error) == MD_OK &&
                 md_archive_text(kept, "line", line, FIX_LINE, &error) == MD_OK;
    md_archive_rewind(kept, true);
    return there;
}

/* The first word in which two lines differ, "" where one has ended. */
static void unlike_words(const char *a, const char *b, char one[64], char other[64])
{
    while (*a != '\0' || *b != '\0') {
        size_t m = strcspn(a, " "), n = strcspn(b, " ");
        if (m != n || strncmp(a, b, m) != 0) {
            snprintf(one, 64, "%.*s", (int)(m < 63 ? m : 63), a);
            snprintf(other, 64, "%.*s", (int)(n < 63 ? n : 63), b);
            return;
        }
        a += m + strspn(a + m, " ");
        b += n + strspn(b + n, " ");
    }
    one[0] = other[0] = '\0';
}

/* Which fix stands in the way, and with which word; false: none that can be named. */
static bool tell_fixes(const struct md_sim *sim, char reason[REASON])
{
    struct md_archive *kept = sim->restart.kept;
    char id[64], line[FIX_LINE], here[64], there[64];
    for (int k = 0; kept_fix(kept, k, id, line); k++) {
        const struct md_fix *fix = md_fixes_find(&sim->fixes, id);
        if (fix == NULL) {
            snprintf(reason, REASON, "fix '%s' is missing, which the file has; give: %.600s", id,
                     line);
            return true;
        }
        if (strcmp(fix->line, line) == 0)
            continue;
        unlike_words(fix->line, line, here, there);
        snprintf(reason, REASON, "the word '%s' of fix '%s' was '%s'; give: %.600s", here, id,
                 there, line);
        return true;
    }
    for (int k = 0, m; k < sim->fixes.count; k++) {
        for (m = 0; kept_fix(kept, m, id, line) && strcmp(id, sim->fixes.list[k].id) != 0; m++)
            continue;
        if (m < md_restart_count(kept, "fixes"))
            continue;
        snprintf(reason, REASON, "fix '%s' is not in the file; leave it out, or give it later",
                 sim->fixes.list[k].id);
        return true;
    }
    return kept_fix(kept, 0, id, line) &&
           snprintf(reason, REASON, "the fixes stand in another order") > 0;
}

/* Whether the present state is not as the file has it, and what of it. */
static bool difference(const struct md_sim *sim, const struct md_archive *now,
                       const struct md_archive *kept, char reason[REASON])
{
    static const struct {
        const char *path, *what;
    } names[] = {
        {"system:timestep", "the time step"},
        {"system:now", "the step"},
        {"system:origin", "the time"},
        {"system:mass", "a mass"},
        {"system:", "the box"},
        {"atoms:x", "a position"},
        {"atoms:v", "a velocity"},
        {"atoms:", "the atoms"},
        {"topology:", "bonds, angles or special_bonds"},
        {"neighbor:skin", "the neighbour skin"},
        {"neighbor:", "the excluded pairs"},
        {"sorting:", "the sorting of atoms"},
        {"probe:", "the potential"},
    };
    const char *changed = NULL;
    for (size_t i = 0; !changed && i < md_archive_entries(now); i++) {
        const struct md_archive_entry *entry = md_archive_entry_at(now, i);
        if (matters(sim, entry->path) && !same_entry(entry, md_archive_find(kept, entry->path)))
            changed = entry->path;
    }
    if (!changed || (begins(changed, "fixes:") && tell_fixes(sim, reason)))
        return changed != NULL;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (begins(changed, names[k].path)) {
            snprintf(reason, REASON, "%s", names[k].what);
            tell_numbers(md_archive_find(now, changed), md_archive_find(kept, changed), reason);
            return true;
        }
    snprintf(reason, REASON, "%.200s", changed);
    return true;
}

/* The fixes must be as many; that each is the same was compared. */
static bool other_styles(struct md_sim *sim, char reason[REASON])
{
    struct md_archive *kept = sim->restart.kept;
    struct md_error error;
    char name[128];
    snprintf(reason, REASON, "the list of fixes");
    if (md_restart_count(kept, "fixes") != sim->fixes.count)
        return tell_fixes(sim, reason) || true;
    snprintf(reason, REASON, "the integrator");
    if (md_archive_enter(kept, "integrator", &error) != MD_OK ||
        md_archive_text(kept, "style", name, sizeof name, &error) != MD_OK)
        return true;
    md_archive_rewind(kept, true);
    snprintf(reason, REASON, "the integrator (%s, and %s there)", sim->integrator->style.name,
             name);
    return strcmp(name, sim->integrator->style.name) != 0;
}

enum md_status md_resume_compare(struct md_sim *sim, bool *changed, struct md_error *error)
{
    char reason[REASON];
    struct md_archive *now = md_archive_create();
    if (!now)
        return md_error_memory(error, "a restart file");
    enum md_status status = md_forces_prepare(&sim->forces, &sim->system, error);
    if (status == MD_OK)
        status = md_restart_keep_system(sim, now, error);
    if (status == MD_OK)
        status = md_restart_keep_rules(sim, now, error);
    if (status == MD_OK)
        status = md_restart_keep_fixes(sim, now, false, error);
    if (status == MD_OK)
        status = md_restart_keep_probe(sim, now, error);
    if (status == MD_OK)
        *changed = difference(sim, now, sim->restart.kept, reason) || other_styles(sim, reason);
    md_archive_destroy(now);
    if (status == MD_OK && *changed)
        md_log_print(&sim->log,
                     "Not resuming, since this is not as in the restart file: %s\n"
                     "A new run is set up\n",
                     reason);
    return status;
}
