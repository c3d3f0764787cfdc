/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Restarts as the driver and the commands see them. */
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
    restart->waits = false;
}

/* ------------------------------------------------------------------ fixes and computes */

enum md_status md_restart_enter(struct md_archive *archive, const char *section, int k,
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

enum md_status md_restart_keep_fixes(struct md_sim *sim, struct md_archive *archive, bool states,
                                     struct md_error *error)
{
    for (int k = 0; k < sim->fixes.count; k++) {
        const struct md_fix *fix = &sim->fixes.list[k];
        if (md_restart_enter(archive, "fixes", k, error) ||
            write_fix_head(sim, fix, archive, error) ||
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
        if (md_restart_enter(archive, "computes", k, error) ||
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

int md_restart_count(struct md_archive *archive, const char *section)
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
    int count = md_restart_count(archive, section);
    for (int k = 0; k < count; k++) {
        struct md_error error;
        char text[128];
        md_archive_rewind(archive, true);
        if (md_restart_enter(archive, section, k, &error) == MD_OK &&
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

#define TALLY (7 + 7 * MD_PARTS)

static void tally_values(struct md_tally *tally, double values[TALLY], bool reading)
{
    double *member[TALLY];
    int n = 0;
    member[n++] = &tally->tail;
    for (int k = 0; k < 6; k++)
        member[n++] = &tally->virial[k];
    for (int part = 0; part < MD_PARTS; part++) {
        member[n++] = &tally->energy[part];
        for (int k = 0; k < 6; k++)
            member[n++] = &tally->virial_part[part][k];
    }
    for (n = 0; n < TALLY; n++)
        *(reading ? member[n] : &values[n]) = *(reading ? &values[n] : member[n]);
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
        md_restart_keep_styles(sim, archive, error) ||
        md_restart_keep_fixes(sim, archive, true, error) || write_computes(sim, archive, error) ||
        md_restart_keep_rules(sim, archive, error))
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
        restart->claimed =
            md_memory_array((size_t)md_restart_count(archive, "fixes"), sizeof(bool));
        restart->claimed_computes =
            md_memory_array((size_t)md_restart_count(archive, "computes"), sizeof(bool));
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

/* What the file holds and no fix or compute of the deck took over. */
static void tell_unclaimed(struct md_sim *sim, const char *section, const char *what,
                           const bool *claimed)
{
    struct md_archive *archive = sim->restart.kept;
    int count = md_restart_count(archive, section);
    for (int k = 0; k < count; k++) {
        struct md_error error;
        char id[64], style[128];
        md_archive_rewind(archive, true);
        if (!claimed[k] && md_restart_enter(archive, section, k, &error) == MD_OK &&
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
    static const char *const paths[] = {"atoms:id",       "atoms:type",  "atoms:x",
                                        "atoms:v",        "atoms:image", "atoms:groups",
                                        "atoms:molecule", "atoms:charge"};
    for (size_t k = 0; k < sizeof paths / sizeof paths[0]; k++)
        md_archive_drop(kept, paths[k]);
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
        char path[64];
        snprintf(path, sizeof path, "topology:%s", md_topology_kinds[kind].many);
        md_archive_drop(kept, path);
    }
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
        status = md_resume_compare(sim, &changed, error);
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
    const struct md_archive_entry *x = md_archive_find(archive, "instant:forces_x");
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
    const struct md_archive_entry *held = md_archive_find(archive, "instant:held");
    const struct md_archive_entry *f = md_archive_find(archive, "atoms:f");
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
