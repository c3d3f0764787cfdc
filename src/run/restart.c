/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Restarts as the driver and the commands see them.  Whether a run may resume is not left to
 * commands that would have to remember it: the present state is written down once more and compared
 * with what the file holds.
 */
#include "base/memory.h"
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
        md_archive_text(archive, "group", group, sizeof group, error))
        return error->status;
    return md_archive_ints(archive, "hash", &words, 1, error);
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

enum md_status md_restart_write(struct md_sim *sim, struct md_archive *archive, bool during,
                                struct md_error *error)
{
    if (md_restart_keep_system(sim, archive, error) ||
        md_restart_keep_styles(sim, archive, error) || write_fixes(sim, archive, true, error) ||
        write_computes(sim, archive, error) || md_restart_keep_rules(sim, archive, error))
        return error->status;
    if (!during)
        return MD_OK;
    struct md_restart_span span = sim->restart.span;
    span.step = md_clock_step(&sim->system.clock);
    if (write_instant(sim, archive, error) || md_restart_keep_probe(sim, archive, error) ||
        md_restart_keep_span(&span, archive, error))
        return error->status;
    return MD_OK;
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
    if (begins(path, "groups:"))
        return false;
    if (strcmp(path, "atoms:groups") != 0 && strcmp(path, "atoms:molecule") != 0)
        return true;
    return sim->forces.neighbors.rules.exclusions > 0;
}

/* What of the present state is not as the file has it; NULL: everything is. */
static const char *difference(const struct md_sim *sim, const struct md_archive *now,
                              const struct md_archive *kept)
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
        {"fixes:", "the list of fixes"},
        {"probe:", "the potential"},
    };
    const char *changed = NULL;
    for (size_t i = 0; !changed && i < md_archive_entries(now); i++) {
        const struct md_archive_entry *entry = md_archive_entry_at(now, i);
        if (matters(sim, entry->path) && !same_entry(entry, entry_of(kept, entry->path)))
            changed = entry->path;
    }
    for (size_t k = 0; changed && k < sizeof names / sizeof names[0]; k++)
        if (begins(changed, names[k].path))
            return names[k].what;
    return changed;
}

/* The fixes must be as many; that each is the same was compared. */
static const char *other_styles(struct md_sim *sim)
{
    struct md_archive *kept = sim->restart.kept;
    struct md_error error;
    char name[128];
    if (count_kept(kept, "fixes") != sim->fixes.count)
        return "the list of fixes";
    if (md_archive_enter(kept, "integrator", &error) != MD_OK ||
        md_archive_text(kept, "style", name, sizeof name, &error) != MD_OK)
        return "the integrator";
    md_archive_rewind(kept, true);
    return strcmp(name, sim->integrator->style.name) == 0 ? NULL : "the integrator";
}

static enum md_status compare(struct md_sim *sim, const char **changed, struct md_error *error)
{
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
        *changed = difference(sim, now, sim->restart.kept);
    if (status == MD_OK && !*changed)
        *changed = other_styles(sim);
    char *kept_text = status == MD_OK && *changed ? md_memory_text(*changed) : NULL;
    md_archive_destroy(now);
    if (kept_text) {
        md_log_print(&sim->log,
                     "Not resuming: %s is not as in the restart file; the run is set up anew\n",
                     kept_text);
        *changed = "changed";
    }
    md_memory_free(kept_text);
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

enum md_status md_restart_begin(struct md_sim *sim, bool *resumes, struct md_error *error)
{
    struct md_restart *restart = &sim->restart;
    const char *changed = NULL;
    *resumes = false;
    if (!restart->kept)
        return MD_OK;
    tell_unclaimed(sim, "fixes", "fix", restart->claimed);
    tell_unclaimed(sim, "computes", "compute", restart->claimed_computes);
    if (!md_archive_has(restart->kept, "instant"))
        return MD_OK;
    if (compare(sim, &changed, error))
        return error->status;
    *resumes = changed == NULL;
    return MD_OK;
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

static enum md_status write_rule(struct md_sim *sim, const struct md_archive *archive,
                                 struct md_restart_rule *rule, struct md_error *error)
{
    struct md_restart *restart = &sim->restart;
    int64_t step = md_clock_step(&sim->system.clock);
    bool pair = rule->file[1][0] != '\0';
    if (md_restart_name(rule->file[pair ? rule->turn : 0], step, restart->last, error) ||
        md_restart_file_write(archive, restart->last, !pair, error))
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
    struct md_archive *archive = md_archive_create();
    if (!archive)
        return md_error_memory(error, "a restart file");
    /* In a minimisation no integrator is prepared, and nothing could be resumed. */
    enum md_status status = md_restart_write(sim, archive, sim->prepared, error);
    for (int k = 0; k < 2 && status == MD_OK; k++) {
        if (due[k])
            status = write_rule(sim, archive, &restart->rule[k], error);
        if (due[k] && status == MD_OK)
            status = plan_rule(sim, &restart->rule[k], error);
    }
    md_archive_destroy(archive);
    return status;
}
