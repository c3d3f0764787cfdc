/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A simulation's life: made with its default integrator and the three computes every thermo row
 * needs, looked at between runs, taken apart.
 */
#include "run/sim.h"

#include "base/memory.h"
#include "run/fix_lists.h"
#include "state/mass.h"

#include <string.h>

/* ------------------------------------------------------------------ making and ending */

/* A command of our own, with no place in any deck. */
static enum md_status add_compute(struct md_sim *sim, int count, const char *const *texts,
                                  struct md_error *error)
{
    struct md_word words[4];
    for (int i = 0; i < count; i++)
        words[i] = (struct md_word){.text = texts[i]};
    struct md_args args = {.words = words, .count = count, .command = {.text = "compute"}};
    return md_computes_add(&sim->computes, &sim->system, &args, error);
}

static enum md_status add_thermo_computes(struct md_sim *sim, struct md_error *error)
{
    static const char *const temp[] = {"thermo_temp", "all", "temp"};
    static const char *const press[] = {"thermo_press", "all", "pressure", "thermo_temp"};
    static const char *const pe[] = {"thermo_pe", "all", "pe"};
    enum md_status status = add_compute(sim, 3, temp, error);
    if (status == MD_OK)
        status = add_compute(sim, 4, press, error);
    if (status == MD_OK)
        status = add_compute(sim, 3, pe, error);
    return status;
}

static void free_words(char **words, int count)
{
    for (int k = 0; words != NULL && k < count; k++)
        md_memory_free(words[k]);
    md_memory_free(words);
}

static enum md_status copy_words(const struct md_args *args, char ***words, struct md_error *error)
{
    *words = md_memory_array((size_t)args->count + 1, sizeof **words);
    for (int k = 0; *words != NULL && k < args->count; k++) {
        (*words)[k] = md_memory_text(args->words[k].text);
        if ((*words)[k] == NULL)
            return md_error_memory(error, "an integrator");
    }
    return *words != NULL ? MD_OK : md_error_memory(error, "an integrator");
}

static void drop_integrator(struct md_sim *sim)
{
    if (sim->integrator != NULL && sim->integrator->destroy != NULL &&
        sim->integrator_state != NULL)
        sim->integrator->destroy(sim->integrator_state);
    md_memory_free(sim->integrator_state);
    free_words(sim->integrator_words, sim->integrator_words_count);
    sim->integrator_words = NULL;
    sim->integrator_words_count = 0;
    sim->integrator_state = NULL;
    sim->integrator = NULL;
    sim->prepared = false;
}

enum md_status md_sim_set_integrator(struct md_sim *sim, const struct md_integrator *type,
                                     const struct md_args *args, struct md_error *error)
{
    void *state;
    char **words;
    enum md_status status = copy_words(args, &words, error);
    if (status == MD_OK)
        status = md_integrator_create(type, args, &state, error);
    if (status != MD_OK) {
        free_words(words, args->count);
        return status;
    }
    drop_integrator(sim);
    sim->vibration_known = false; /* its own limit has to be compared with it */
    sim->integrator = type;
    sim->integrator_state = state;
    sim->integrator_place = args->command.place;
    sim->integrator_words = words;
    sim->integrator_words_count = args->count;
    return MD_OK;
}

static void say(void *context, const char *text)
{
    struct md_sim *sim = context;
    md_log_write(&sim->log, MD_LOG_BOTH, text);
}

static void warn(void *context, const struct md_place *place, const char *text)
{
    struct md_sim *sim = context;
    md_log_warn(&sim->log, place, "%s", text);
}

void md_sim_warn(struct md_sim *sim, struct md_error *error)
{
    if (error->status == MD_OK && error->text[0] != '\0')
        md_log_warn(&sim->log, &error->place, "%s", error->text);
    md_error_clear(error);
}

static void halt(void *context, bool for_good)
{
    struct md_sim *sim = context;
    sim->halt = for_good ? MD_HALT_FOR_GOOD : MD_HALT_NOW;
}

enum md_status md_sim_init(struct md_sim *sim, FILE *screen, struct md_error *error)
{
    struct md_args none = {.command = {.text = "run_style"}};
    memset(sim, 0, sizeof(*sim));
    md_system_init(&sim->system);
    md_forces_init(&sim->forces);
    md_log_init(&sim->log, screen);
    sim->dynamics = (struct md_dynamics){
        .system = &sim->system,
        .forces = &sim->forces,
        .stop = &sim->stop,
        .speaker = &sim->speaker,
    };
    sim->speaker = (struct md_speaker){.context = sim, .say = say, .warn = warn};
    sim->stage = (struct md_stage){.context = sim, .say = say, .halt = halt};
    sim->minimizer = md_minimizer_find("cg");
    md_params_default(md_min_options_style.params, &sim->min_options);
    md_quantities_init(sim);
    sim->timeout_every = 10;
    sim->restart.written = -1;
    sim->restart.rule[0].next = sim->restart.rule[1].next = INT64_MAX;
    sim->computes.forces = &sim->forces;
    sim->computes.system = &sim->system;
    sim->computes.quantities = &sim->quantities;
    sim->computes.variables = &sim->variables;
    enum md_status status = md_thermo_init(&sim->thermo, error);
    if (status == MD_OK)
        status = add_thermo_computes(sim, error);
    if (status == MD_OK)
        status = md_sim_set_integrator(sim, md_integrator_find("verlet"), &none, error);
    if (status != MD_OK)
        md_sim_free(sim);
    return status;
}

/* ------------------------------------------------------------------ lines of the pair potential */

#define PAIR_LINES 400 /* more of them are not worth being shown */

static void forget_pair_lines(struct md_sim *sim, int from)
{
    for (int k = from; k < sim->pair_line_count; k++)
        md_memory_free(sim->pair_lines[k]);
    sim->pair_line_count = sim->pair_line_count < from ? sim->pair_line_count : from;
}

/* Whether two lines have the same first words. */
static bool same_words(const char *a, const char *b, int words)
{
    for (; words > 0; words--) {
        size_t n = strcspn(a, " ");
        if (n != strcspn(b, " ") || strncmp(a, b, n) != 0)
            return false;
        a += n + strspn(a + n, " ");
        b += n + strspn(b + n, " ");
    }
    return true;
}

enum md_status md_sim_note_pair(struct md_sim *sim, const struct md_args *args,
                                struct md_error *error)
{
    char *line = md_args_line(args);
    if (line == NULL)
        return md_error_memory(error, "a line of the pair potential");
    int count = 0;
    bool style = md_word_is(&args->command, "pair_style");
    bool again = style && sim->pair_line_count > 0 && same_words(line, sim->pair_lines[0], 2);
    bool parts = sim->forces.pair.type != NULL && sim->forces.pair.type->variant != NULL;
    if (style && !again)
        forget_pair_lines(sim, 0);
    /* A line for the same types takes the place of an earlier one, but each part of a hybrid style
     * has its own. */
    for (int k = 0; k < sim->pair_line_count; k++) {
        const char *old = sim->pair_lines[k];
        bool replaced =
            strcmp(old, line) == 0 || (again && k == 0) ||
            (!parts && md_word_is(&args->command, "pair_coeff") && same_words(old, line, 3));
        if (replaced)
            md_memory_free(sim->pair_lines[k]);
        else
            sim->pair_lines[count++] = sim->pair_lines[k];
    }
    sim->pair_line_count = count;
    size_t room = (size_t)count;
    if (count >= PAIR_LINES) {
        md_memory_free(line);
        return MD_OK;
    }
    if (md_memory_grow(&sim->pair_lines, room, room + 1, sizeof *sim->pair_lines, error)) {
        md_memory_free(line);
        return error->status;
    }
    if (again)
        memmove(sim->pair_lines + 1, sim->pair_lines, room * sizeof *sim->pair_lines);
    sim->pair_lines[again ? 0 : count] = line;
    sim->pair_line_count = count + 1;
    return MD_OK;
}

void md_sim_close(struct md_sim *sim, md_error_sink *report, void *context)
{
    md_dumps_close(&sim->dumps, report, context);
    md_fixes_close(&sim->fixes, report, context);
}

void md_sim_free(struct md_sim *sim)
{
    md_mobility_free(&sim->dynamics.mobility);
    forget_pair_lines(sim, 0);
    md_memory_free(sim->pair_lines);
    md_restart_free(&sim->restart);
    md_dumps_free(&sim->dumps);
    md_thermo_free(&sim->thermo);
    md_computes_free(&sim->computes);
    md_fixes_free(&sim->fixes);
    drop_integrator(sim);
    md_fix_lists_free(sim);
    md_forces_free(&sim->forces);
    md_system_free(&sim->system);
    md_log_free(&sim->log);
}

/* ------------------------------------------------------------------ looking between runs */

void md_sim_changed(struct md_sim *sim, unsigned what)
{
    sim->system.changed |= what;
    sim->frame_valid = false;
    sim->forces.instant++;
    if (what & (MD_CHANGED_ATOMS | MD_CHANGED_BOX | MD_CHANGED_POTENTIAL))
        sim->forces.listed = false;
    if (what & ~(unsigned)(MD_CHANGED_VELOCITY | MD_CHANGED_TIMESTEP))
        sim->tally_valid = false;
}

struct md_modify_context md_sim_fix_context(struct md_sim *sim, int group)
{
    return (struct md_modify_context){
        .system = &sim->system,
        .variables = &sim->variables,
        .quantities = &sim->quantities,
        .computes = &sim->computes,
        .stage = &sim->stage,
        .forces = &sim->forces,
        .group = group,
        .first_step = sim->ramp_first,
        .last_step = sim->ramp_last,
        .restarted = sim->restart.kept != NULL,
        .continues = sim->restart.continues,
    };
}

/* The system's own arrays as a frame. */
static void lend(struct md_sim *sim, bool tallied)
{
    const struct md_atoms *atoms = &sim->system.atoms;
    sim->frame = (struct md_frame){
        .system = &sim->system,
        .tick = sim->system.clock.now,
        .step = md_clock_step(&sim->system.clock),
        .time = md_clock_time(&sim->system.clock),
        .count = atoms->count,
        .x = (const md_vec3 *)atoms->x,
        .v = (const md_vec3 *)atoms->v,
        .f = (const md_vec3 *)atoms->f,
        .tallied = tallied,
    };
    if (tallied)
        sim->frame.tally = sim->forces.tally;
}

/* Forces and energies of the present positions, computed on a copy of the system. */
static enum md_status compute_aside(struct md_sim *sim, struct md_error *error)
{
    struct md_system copy = sim->system;
    struct md_forces aside;
    if (md_fix_lists_make_room(sim, error))
        return error->status;
    md_fix_lists_externals(sim);
    sim->forces.constraints_count = 0; /* they act in runs only */
    md_forces_init(&aside);
    aside.pair = sim->forces.pair;
    aside.others = sim->forces.others;
    aside.others_count = sim->forces.others_count;
    aside.externals = sim->forces.externals;
    aside.externals_count = sim->forces.externals_count;
    aside.neighbors.rules = sim->forces.neighbors.rules;
    enum md_status status = md_atoms_copy(&copy.atoms, &sim->system.atoms, error);
    /* A variable that moves an external potential may not ask for the energies it is part of. */
    sim->advancing = true;
    if (status == MD_OK)
        status = md_forces_begin(&aside, &copy, error);
    sim->advancing = false;
    if (status == MD_OK) {
        sim->forces.tally = aside.tally;
        sim->forces.instant++;
        for (size_t i = 0; i < copy.atoms.count; i++) {
            int64_t k = md_atoms_find(&sim->system.atoms, copy.atoms.id[i]);
            if (k >= 0)
                memcpy(sim->system.atoms.f[k], copy.atoms.f[i], sizeof(md_vec3));
        }
    }
    /* What was borrowed is not ours to free. */
    aside.pair = (struct md_potential_use){0};
    aside.others = NULL;
    aside.others_count = 0;
    aside.neighbors.rules.exclusion = NULL;
    aside.neighbors.rules.exclusions = 0;
    md_forces_free(&aside);
    md_atoms_free(&copy.atoms);
    return status;
}

enum md_status md_sim_frame(struct md_sim *sim, const struct md_frame **frame,
                            struct md_error *error)
{
    *frame = &sim->frame;
    sim->forces.idle = sim->checking;
    if (sim->frame_valid && !sim->advancing)
        return MD_OK;
    if (!sim->system.box.exists)
        return md_error_set(error, MD_ERR_ORDER, NULL,
                            "there is no simulation box yet (create_box, read_data)");
    if (sim->advancing) {
        lend(sim, false);
        return MD_OK;
    }
    if (sim->checking) {
        lend(sim, true);
        sim->frame.tally = (struct md_tally){0};
        return MD_OK;
    }
    if (!sim->tally_valid && sim->forces.pair.type != NULL) {
        enum md_status status = md_mass_need(&sim->system, error);
        if (status == MD_OK)
            status = compute_aside(sim, error);
        if (status != MD_OK)
            return status;
        sim->tally_valid = true;
    }
    lend(sim, sim->tally_valid);
    sim->frame_valid = true;
    return MD_OK;
}
