/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Restarts as the driver and the commands see them.  Whether a run may resume is not left to
 * commands that would have to remember it: the present state is written down once more and compared
 * with what the file holds.
 */
#include "base/memory.h"
#include "base/partial.h"
#include "output/restart_file.h"
#include "run/restart_parts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void md_restart_free(struct md_restart *restart)
{
    md_archive_destroy(restart->kept);
    md_memory_free(restart->claimed);
    md_memory_free(restart->claimed_computes);
    restart->kept = NULL;
    restart->claimed = restart->claimed_computes = NULL;
}

void md_restart_forget(struct md_sim *sim)
{
    md_restart_free(&sim->restart);
}

/* ------------------------------------------------------------------ fixes and computes */

/* Into "fixes:3" or "computes:3". */
static enum md_status enter_number(struct md_archive *archive, const char *section, int k,
                                   struct md_error *error)
{
    char key[16];
    snprintf(key, sizeof key, "%d", k);
    if (md_archive_enter(archive, section, error) || md_archive_enter(archive, key, error))
        return error->status;
    return MD_OK;
}

static bool fix_keeps(const struct md_fix *fix)
{
    return fix->type->keep || fix->potential;
}

enum md_status md_restart_keep_fix(const struct md_fix *fix, struct md_archive *archive,
                                   struct md_error *error)
{
    if (md_archive_enter(archive, "state", error))
        return error->status;
    if (fix->potential && md_external_keep(fix->state, archive, error))
        return error->status;
    if (fix->potential && fix->potential->keep && fix->potential->keep(fix->state, archive, error))
        return error->status;
    if (fix->type->keep && fix->type->keep(fix->state, archive, error))
        return error->status;
    md_archive_leave(archive);
    return MD_OK;
}

/* What a fix is, by which it is found again and by which a change is noticed. */
static enum md_status write_fix_head(struct md_sim *sim, const struct md_fix *fix,
                                     struct md_archive *archive, struct md_error *error)
{
    char id[64], style[128], group[MD_GROUP_NAME];
    int64_t words = (int64_t)fix->words;
    snprintf(id, sizeof id, "%s", fix->id);
    snprintf(style, sizeof style, "%s", fix->style->name);
    snprintf(group, sizeof group, "%s", sim->system.groups.name[fix->group]);
    if (md_archive_text(archive, "id", id, sizeof id, error) ||
        md_archive_text(archive, "style", style, sizeof style, error) ||
        md_archive_text(archive, "group", group, sizeof group, error) ||
        md_archive_ints(archive, "hash", &words, 1, error))
        return error->status;
    return md_archive_text(archive, "line", fix->line, strlen(fix->line) + 1, error);
}

static enum md_status write_fixes(struct md_sim *sim, struct md_archive *archive, bool states,
                                  struct md_error *error)
{
    for (int k = 0; k < sim->fixes.count; k++) {
        const struct md_fix *fix = &sim->fixes.list[k];
        if (enter_number(archive, "fixes", k, error) || write_fix_head(sim, fix, archive, error) ||
            (states && fix_keeps(fix) && md_restart_keep_fix(fix, archive, error)))
            return error->status;
        md_archive_leave(archive);
        md_archive_leave(archive);
    }
    return MD_OK;
}

static enum md_status write_computes(struct md_sim *sim, struct md_archive *archive,
                                     struct md_error *error)
{
    for (int k = 0; k < sim->computes.count; k++) {
        struct md_compute *compute = &sim->computes.list[k];
        char style[128];
        snprintf(style, sizeof style, "%s", compute->type->style.name);
        if (enter_number(archive, "computes", k, error) ||
            md_archive_text(archive, "id", compute->id, sizeof compute->id, error) ||
            md_archive_text(archive, "style", style, sizeof style, error) ||
            md_archive_ints(archive, "members", &compute->members, 1, error))
            return error->status;
        if (compute->type->keep) {
            if (md_archive_enter(archive, "state", error) ||
                compute->type->keep(compute->state, archive, error))
                return error->status;
            md_archive_leave(archive);
        }
        md_archive_leave(archive);
        md_archive_leave(archive);
    }
    return MD_OK;
}

/* How many of "fixes" or "computes" the archive holds. */
static int count_kept(struct md_archive *archive, const char *section)
{
    struct md_error error;
    int count = 0;
    md_archive_rewind(archive, true);
    if (!md_archive_has(archive, section) || md_archive_enter(archive, section, &error))
        return 0;
    for (char key[16];; count++) {
        snprintf(key, sizeof key, "%d", count);
        if (count == INT16_MAX || !md_archive_has(archive, key))
            break;
    }
    md_archive_rewind(archive, true);
    return count;
}

/* The number of what is kept under this ID and style, with a state; -1: nothing.  The archive is
 * left inside it. */
static int find_kept(struct md_archive *archive, const char *section, const char *id,
                     const char *style)
{
    int count = count_kept(archive, section);
    for (int k = 0; k < count; k++) {
        struct md_error error;
        char text[128];
        md_archive_rewind(archive, true);
        if (enter_number(archive, section, k, &error) == MD_OK &&
            md_archive_text(archive, "id", text, sizeof text, &error) == MD_OK &&
            strcmp(text, id) == 0 &&
            md_archive_text(archive, "style", text, sizeof text, &error) == MD_OK &&
            strcmp(text, style) == 0)
            return k;
    }
    md_archive_rewind(archive, true);
    return -1;
}

/* Says whose state it was that did not fit. */
static enum md_status unfit(struct md_error *error, const char *what, const char *id,
                            const struct md_place *place)
{
    char text[MD_ERROR_TEXT];
    memcpy(text, error->text, sizeof text);
    return md_error_set(error, error->status, place,
                        "the restart file's state of %s '%s' does not fit: %.500s", what, id, text);
}

static enum md_status read_fix(struct md_sim *sim, const struct md_fix *fix, bool *found,
                               struct md_error *error)
{
    struct md_archive *archive = sim->restart.kept;
    *found = false;
    if (!archive || !fix_keeps(fix))
        return MD_OK;
    int k = find_kept(archive, "fixes", fix->id, fix->style->name);
    enum md_status status = MD_OK;
    if (k >= 0 && md_archive_has(archive, "state")) {
        status = md_restart_keep_fix(fix, archive, error);
        *found = true;
        sim->restart.claimed[k] = true;
    }
    md_archive_rewind(archive, true);
    return status == MD_OK ? MD_OK : unfit(error, "fix", fix->id, &fix->place);
}

enum md_status md_restart_claim_fix(struct md_sim *sim, const char *id, struct md_error *error)
{
    const struct md_fix *fix = md_fixes_find(&sim->fixes, id);
    bool found;
    if (!fix || read_fix(sim, fix, &found, error))
        return fix ? error->status : MD_OK;
    if (found)
        md_log_print(&sim->log, "  fix %s (%s) goes on from the restart file\n", fix->id,
                     fix->style->name);
    return MD_OK;
}

static enum md_status read_compute(struct md_sim *sim, struct md_compute *compute, bool resumes,
                                   bool *found, struct md_error *error)
{
    struct md_archive *archive = sim->restart.kept;
    *found = false;
    if (!archive)
        return MD_OK;
    int k = find_kept(archive, "computes", compute->id, compute->type->style.name);
    enum md_status status = MD_OK;
    if (k >= 0 && resumes)
        status = md_archive_ints(archive, "members", &compute->members, 1, error);
    if (k >= 0 && status == MD_OK && compute->type->keep && md_archive_has(archive, "state")) {
        status = md_archive_enter(archive, "state", error);
        if (status == MD_OK)
            status = compute->type->keep(compute->state, archive, error);
        *found = true;
        sim->restart.claimed_computes[k] = true;
    }
    md_archive_rewind(archive, true);
    return status == MD_OK ? MD_OK : unfit(error, "compute", compute->id, &compute->place);
}

enum md_status md_restart_claim_compute(struct md_sim *sim, const char *id, struct md_error *error)
{
    struct md_compute *compute = md_computes_find(&sim->computes, id);
    bool found;
    if (!compute || read_compute(sim, compute, false, &found, error))
        return compute ? error->status : MD_OK;
    if (found)
        md_log_print(&sim->log, "  compute %s (%s) goes on from the restart file\n", compute->id,
                     compute->type->style.name);
    return MD_OK;
}

enum md_status md_restart_reclaim(struct md_sim *sim, struct md_error *error)
{
    struct md_archive *archive = sim->restart.kept;
    bool found;
    for (int k = 0; k < sim->fixes.count; k++)
        if (read_fix(sim, &sim->fixes.list[k], &found, error))
            return error->status;
    for (int k = 0; k < sim->computes.count; k++)
        if (read_compute(sim, &sim->computes.list[k], true, &found, error))
            return error->status;
    md_archive_rewind(archive, true);
    if (!sim->integrator->keep)
        return MD_OK;
    if (md_archive_enter(archive, "integrator", error) ||
        md_archive_enter(archive, "state", error) ||
        sim->integrator->keep(sim->integrator_state, archive, error))
        return error->status;
    md_archive_rewind(archive, true);
    return MD_OK;
}

/* ------------------------------------------------------------------ writing and reading */

#define TALLY 16

static void tally_values(struct md_tally *tally, double values[TALLY], bool reading)
{
    double *member[4] = {&tally->pair, &tally->tail, &tally->bond, &tally->external};
    for (int k = 0; k < 4; k++)
        *(reading ? member[k] : &values[k]) = *(reading ? &values[k] : member[k]);
    for (int k = 0; k < 6; k++) {
        double *v = &tally->virial[k], *b = &tally->virial_bond[k];
        *(reading ? v : &values[4 + k]) = *(reading ? &values[4 + k] : v);
        *(reading ? b : &values[10 + k]) = *(reading ? &values[10 + k] : b);
    }
}

/* Values of atoms belong to the positions and the box of the forces, also at the first row of a run
 * that goes on: where a fix moved them since, they are kept too. */
static enum md_status write_forces_place(struct md_sim *sim, struct md_archive *archive,
                                         struct md_error *error)
{
    const struct md_box *box;
    const md_vec3 *x = md_computes_held(&sim->computes, &sim->system, &box);
    if (x == NULL)
        return MD_OK;
    struct md_box copy = *box;
    if (md_archive_enter(archive, "instant", error) ||
        md_archive_doubles(archive, "forces_x", (double *)x, 3 * sim->system.atoms.count, error) ||
        md_archive_doubles(archive, "forces_lo", copy.lo, 3, error) ||
        md_archive_doubles(archive, "forces_hi", copy.hi, 3, error))
        return error->status;
    md_archive_leave(archive);
    return MD_OK;
}

/* The list as it was built, and the energies of this instant. */
static enum md_status write_instant(struct md_sim *sim, struct md_archive *archive,
                                    struct md_error *error)
{
    struct md_neighbors *neighbors = &sim->forces.neighbors;
    double values[TALLY];
    tally_values(&sim->forces.tally, values, false);
    if (md_archive_enter(archive, "instant", error) ||
        md_archive_doubles(archive, "held", (double *)neighbors->held, 3 * sim->system.atoms.count,
                           error) ||
        md_archive_doubles(archive, "held_lo", neighbors->held_lo, 3, error) ||
        md_archive_doubles(archive, "held_hi", neighbors->held_hi, 3, error) ||
        md_archive_ints(archive, "ago", &neighbors->ago, 1, error) ||
        md_archive_ints(archive, "next_sort", &neighbors->next_sort, 1, error) ||
        md_archive_doubles(archive, "tally", values, TALLY, error))
        return error->status;
    md_archive_leave(archive);
    return write_forces_place(sim, archive, error);
}

/* What is to be described, and for what. */
struct description {
    struct md_sim *sim;
    bool during;
};

static enum md_status describe(void *context, struct md_archive *archive, struct md_error *error)
{
    const struct description *description = context;
    struct md_sim *sim = description->sim;
    if (md_restart_keep_system(sim, archive, error) ||
        md_restart_keep_styles(sim, archive, error) || write_fixes(sim, archive, true, error) ||
        write_computes(sim, archive, error) || md_restart_keep_rules(sim, archive, error))
        return error->status;
    if (!description->during)
        return MD_OK;
    struct md_restart_span span = sim->restart.span;
    span.step = md_clock_step(&sim->system.clock);
    if (write_instant(sim, archive, error) || md_restart_keep_probe(sim, archive, error) ||
        md_restart_keep_span(&span, archive, error))
        return error->status;
    return MD_OK;
}

struct md_archive *md_restart_outline(struct md_sim *sim, bool during, struct md_error *error)
{
    struct description description = {sim, during};
    struct md_archive *outline = md_archive_create();
    if (!outline) {
        md_error_memory(error, "a restart file");
        return NULL;
    }
    md_archive_outline(outline);
    if (describe(&description, outline, error) == MD_OK)
        return outline;
    md_archive_destroy(outline);
    return NULL;
}

enum md_status md_restart_save(struct md_sim *sim, bool during, struct md_archive *outline,
                               const struct md_files *files, const char *path, bool old,
                               struct md_error *error)
{
    struct description description = {sim, during};
    struct md_restart_source source = {describe, &description};
    int lost;
    char *left = sim->restart.looked ? NULL : md_partial_left(files, path);
    sim->restart.looked = true;
    if (left != NULL)
        md_log_warn(&sim->log, NULL,
                    "'%s' is a file that was never completed: unless a run is writing it just now, "
                    "its run was killed, and it may be removed",
                    left);
    md_memory_free(left);
    enum md_status status = md_restart_file_write(outline, &source, files, path, old, &lost, error);
    if (lost != 0)
        md_log_warn(&sim->log, NULL,
                    "the restart file that was there before could not be kept as %s.old: %s", path,
                    strerror(lost));
    return status;
}

enum md_status md_restart_read(struct md_sim *sim, struct md_archive *archive,
                               struct md_error *error)
{
    struct md_restart *restart = &sim->restart;
    md_restart_free(restart);
    restart->kept = archive;
    md_archive_rewind(archive, true);
    enum md_status status = md_restart_keep_system(sim, archive, error);
    if (status == MD_OK)
        status = md_restart_keep_styles(sim, archive, error);
    if (status == MD_OK) {
        restart->claimed = md_memory_array((size_t)count_kept(archive, "fixes"), sizeof(bool));
        restart->claimed_computes =
            md_memory_array((size_t)count_kept(archive, "computes"), sizeof(bool));
        if (!restart->claimed || !restart->claimed_computes)
            status = md_error_memory(error, "a restart file");
    }
    md_archive_rewind(archive, true);
    md_sim_changed(sim, MD_CHANGED_ATOMS | MD_CHANGED_BOX | MD_CHANGED_POTENTIAL);
    if (status != MD_OK) {
        sim->system.box.exists = false;
        sim->system.atoms.count = 0;
        md_restart_free(restart);
    }
    return status;
}

/* ------------------------------------------------------------------ resuming */

#define REASON   1024 /* what stands in the way, as a text */
#define FIX_LINE 768

static const struct md_archive_entry *entry_of(const struct md_archive *archive, const char *path)
{
    for (size_t i = 0; i < md_archive_entries(archive); i++)
        if (strcmp(md_archive_entry_at(archive, i)->path, path) == 0)
            return md_archive_entry_at(archive, i);
    return NULL;
}

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

/* The k-th fix of the file: its ID and line; false: there is none, or the file does not say. */
static bool kept_fix(struct md_archive *kept, int k, char id[64], char line[FIX_LINE])
{
    struct md_error error;
    md_archive_rewind(kept, true);
    bool there = k < count_kept(kept, "fixes") && enter_number(kept, "fixes", k, &error) == MD_OK &&
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
        if (m < count_kept(kept, "fixes"))
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
        {"topology:", "bonds or special_bonds"},
        {"neighbor:skin", "the neighbour skin"},
        {"neighbor:", "the excluded pairs"},
        {"sorting:", "the sorting of atoms"},
        {"probe:", "the potential"},
    };
    const char *changed = NULL;
    for (size_t i = 0; !changed && i < md_archive_entries(now); i++) {
        const struct md_archive_entry *entry = md_archive_entry_at(now, i);
        if (matters(sim, entry->path) && !same_entry(entry, entry_of(kept, entry->path)))
            changed = entry->path;
    }
    if (!changed || (begins(changed, "fixes:") && tell_fixes(sim, reason)))
        return changed != NULL;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (begins(changed, names[k].path)) {
            snprintf(reason, REASON, "%s", names[k].what);
            tell_numbers(entry_of(now, changed), entry_of(kept, changed), reason);
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
    if (count_kept(kept, "fixes") != sim->fixes.count)
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

static enum md_status compare(struct md_sim *sim, bool *changed, struct md_error *error)
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
        status = write_fixes(sim, now, false, error);
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

/* What the file holds and no fix or compute of the deck took over. */
static void tell_unclaimed(struct md_sim *sim, const char *section, const char *what,
                           const bool *claimed)
{
    struct md_archive *archive = sim->restart.kept;
    int count = count_kept(archive, section);
    for (int k = 0; k < count; k++) {
        struct md_error error;
        char id[64], style[128];
        md_archive_rewind(archive, true);
        if (!claimed[k] && enter_number(archive, section, k, &error) == MD_OK &&
            md_archive_has(archive, "state") &&
            md_archive_text(archive, "id", id, sizeof id, &error) == MD_OK &&
            md_archive_text(archive, "style", style, sizeof style, &error) == MD_OK)
            md_log_print(&sim->log, "Unused restart file %s info: %s style: %s, %s ID: %s\n", what,
                         what, style, what, id);
    }
    md_archive_rewind(archive, true);
}

/* The atoms have all that the file held of them, but for the forces, which a set-up overwrites:
 * what is there twice need not be kept while lists are built. */
static void drop_atoms(struct md_archive *kept, bool resumes)
{
    static const char *const paths[] = {"atoms:id",       "atoms:type",   "atoms:x",
                                        "atoms:v",        "atoms:image",  "atoms:groups",
                                        "atoms:molecule", "atoms:charge", "topology:bonds"};
    for (size_t k = 0; k < sizeof paths / sizeof paths[0]; k++)
        md_archive_drop(kept, paths[k]);
    if (resumes)
        return;
    md_archive_drop(kept, "atoms:f");
    md_archive_drop(kept, "instant:held");
}

enum md_status md_restart_begin(struct md_sim *sim, bool *resumes, struct md_error *error)
{
    struct md_restart *restart = &sim->restart;
    *resumes = false;
    if (!restart->kept)
        return MD_OK;
    tell_unclaimed(sim, "fixes", "fix", restart->claimed);
    tell_unclaimed(sim, "computes", "compute", restart->claimed_computes);
    bool changed = false;
    enum md_status status = MD_OK;
    if (md_archive_has(restart->kept, "instant")) {
        status = compare(sim, &changed, error);
        *resumes = status == MD_OK && !changed;
    }
    drop_atoms(restart->kept, *resumes);
    return status;
}

static enum md_status need_places(const double *x, size_t count, const double lo[3],
                                  const double hi[3], const char *what, struct md_error *error)
{
    const char *flaw;
    for (size_t k = 0; k < count; k++)
        if (!isfinite(x[k]))
            return md_error_set(error, MD_ERR_FILE, NULL, "a position of the %s is no number",
                                what);
    int bad = md_box_bad_axis(lo, hi, &flaw);
    if (bad < 0)
        return MD_OK;
    return md_error_set(error, MD_ERR_FILE, NULL,
                        "the box of the %s reaches from %g to %g along %c; %s", what, lo[bad],
                        hi[bad], "xyz"[bad], flaw);
}

/* See write_forces_place. */
static enum md_status read_forces_place(struct md_archive *archive, struct md_forces_resume *resume,
                                        size_t wanted, struct md_error *error)
{
    const struct md_archive_entry *x = entry_of(archive, "instant:forces_x");
    md_archive_rewind(archive, true);
    if (x == NULL)
        return MD_OK;
    if (x->kind != MD_ARCHIVE_DOUBLES || x->count != wanted)
        return md_error_set(error, MD_ERR_FILE, NULL, "the positions of the forces are gone");
    if (md_archive_enter(archive, "instant", error) ||
        md_archive_doubles(archive, "forces_lo", resume->x_lo, 3, error) ||
        md_archive_doubles(archive, "forces_hi", resume->x_hi, 3, error))
        return error->status;
    md_archive_rewind(archive, true);
    resume->x = x->data;
    return need_places(x->data, wanted, resume->x_lo, resume->x_hi, "forces", error);
}

/* The arrays stay in the archive, which lives until the integrator has begun. */
enum md_status md_restart_instant(struct md_sim *sim, struct md_forces_resume *resume,
                                  struct md_error *error)
{
    struct md_archive *archive = sim->restart.kept;
    const struct md_archive_entry *held = entry_of(archive, "instant:held");
    const struct md_archive_entry *f = entry_of(archive, "atoms:f");
    double values[TALLY];
    size_t wanted = 3 * sim->system.atoms.count;
    md_archive_rewind(archive, true);
    if (!held || !f || held->kind != MD_ARCHIVE_DOUBLES || f->kind != MD_ARCHIVE_DOUBLES ||
        held->count != wanted || f->count != wanted)
        return md_error_set(error, MD_ERR_FILE, NULL, "the restart file's neighbour list is gone");
    *resume = (struct md_forces_resume){.held = held->data, .f = f->data};
    if (md_archive_enter(archive, "instant", error) ||
        md_archive_doubles(archive, "held_lo", resume->lo, 3, error) ||
        md_archive_doubles(archive, "held_hi", resume->hi, 3, error) ||
        md_archive_ints(archive, "ago", &resume->ago, 1, error) ||
        md_archive_ints(archive, "next_sort", &resume->next_sort, 1, error) ||
        md_archive_doubles(archive, "tally", values, TALLY, error))
        return error->status;
    tally_values(&resume->tally, values, true);
    md_archive_rewind(archive, true);
    if (need_places(held->data, wanted, resume->lo, resume->hi, "neighbour list", error))
        return error->status;
    return read_forces_place(archive, resume, wanted, error);
}

/* ------------------------------------------------------------------ files during a run */

enum md_status md_restart_name(const char *pattern, int64_t step, char name[MD_RESTART_NAME],
                               struct md_error *error)
{
    const char *star = strchr(pattern, '*');
    int length = star ? snprintf(name, MD_RESTART_NAME, "%.*s%" PRId64 "%s", (int)(star - pattern),
                                 pattern, step, star + 1)
                      : snprintf(name, MD_RESTART_NAME, "%s", pattern);
    if (length >= 0 && length < MD_RESTART_NAME)
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, NULL, "the name of a restart file is too long");
}

static enum md_status plan_rule(struct md_sim *sim, struct md_restart_rule *rule,
                                struct md_error *error)
{
    int64_t now = md_clock_step(&sim->system.clock);
    rule->next = INT64_MAX;
    if (rule->variable[0] != '\0') {
        double value;
        if (sim->variables.equal(sim->variables.context, rule->variable, &value, error))
            return error->status;
        if (!(value > (double)now))
            return md_error_set(error, MD_ERR_VALUE, NULL,
                                "restart variable '%s' names step %g for the next file, which is "
                                "not after step %" PRId64,
                                rule->variable, value, now);
        if (value < (double)MD_STEP_MAX)
            rule->next = (int64_t)value;
    } else if (rule->every > 0 && rule->every <= MD_STEP_MAX - now) {
        rule->next = (now / rule->every + 1) * rule->every;
    }
    return MD_OK;
}

enum md_status md_restart_plan(struct md_sim *sim, struct md_error *error)
{
    sim->restart.written = -1;
    for (int k = 0; k < 2; k++)
        if (plan_rule(sim, &sim->restart.rule[k], error))
            return error->status;
    return MD_OK;
}

int64_t md_restart_next(const struct md_sim *sim)
{
    const struct md_restart_rule *rule = sim->restart.rule;
    return rule[0].next < rule[1].next ? rule[0].next : rule[1].next;
}

static enum md_status write_rule(struct md_sim *sim, struct md_archive *outline,
                                 struct md_restart_rule *rule, struct md_error *error)
{
    struct md_restart *restart = &sim->restart;
    int64_t step = md_clock_step(&sim->system.clock);
    bool pair = rule->file[1][0] != '\0';
    if (md_restart_name(rule->file[pair ? rule->turn : 0], step, restart->last, error) ||
        md_restart_save(sim, sim->prepared, outline, rule->files, restart->last, !pair, error))
        return error->status;
    rule->turn = 1 - rule->turn;
    restart->written = step;
    return MD_OK;
}

enum md_status md_restart_due(struct md_sim *sim, bool stopped, struct md_error *error)
{
    struct md_restart *restart = &sim->restart;
    int64_t now = md_clock_step(&sim->system.clock);
    bool due[2], any = false;
    for (int k = 0; k < 2; k++) {
        const struct md_restart_rule *rule = &restart->rule[k];
        due[k] = rule->next == now || (stopped && !any && rule->file[0][0] != '\0' &&
                                       restart->written != now && restart->rule[1 - k].next != now);
        any = any || due[k];
    }
    if (!any)
        return MD_OK;
    /* In a minimisation no integrator is prepared, and nothing could be resumed. */
    struct md_archive *outline = md_restart_outline(sim, sim->prepared, error);
    enum md_status status = outline ? MD_OK : error->status;
    for (int k = 0; k < 2 && status == MD_OK; k++) {
        if (due[k])
            status = write_rule(sim, outline, &restart->rule[k], error);
        if (due[k] && status == MD_OK)
            status = plan_rule(sim, &restart->rule[k], error);
    }
    md_archive_destroy(outline);
    return status;
}
