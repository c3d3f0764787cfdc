/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commands that come first in a deck: units, dimension, boundary, what an atom is.  Those that tell
 * LAMMPS how to spread work over processors (newton, processors, comm_style, ...) are read and
 * checked, and have no effect: results here never depend on how the work is shared.
 */
#include "command/command.h"
#include "run/timing.h"

#include <math.h>
#include <string.h>

static enum md_status run_units(struct md_sim *sim, const struct md_args *args,
                                struct md_error *error)
{
    int index;
    enum md_status status =
        md_word_choice(&args->words[0], "unit system", md_units_names, &index, error);
    if (status != MD_OK)
        return status;
    struct md_system *system = &sim->system;
    system->units = md_units_find(md_units_names[index]);
    md_clock_set_timestep(&system->clock, system->units->timestep);
    sim->forces.neighbors.rules.skin = system->units->skin;
    return MD_OK;
}

static enum md_status run_dimension(struct md_sim *sim, const struct md_args *args,
                                    struct md_error *error)
{
    int64_t dimension;
    enum md_status status = md_word_int(&args->words[0], "dimension", 2, 3, &dimension, error);
    if (status == MD_OK)
        sim->system.dimension = (int)dimension;
    return status;
}

enum md_status md_read_boundary(const struct md_word words[3], enum md_boundary face[3][2],
                                struct md_error *error)
{
    static const char letters[] = "pfsm"; /* in the order of enum md_boundary */
    for (int d = 0; d < 3; d++) {
        const struct md_word *word = &words[d];
        size_t length = strlen(word->text);
        for (size_t side = 0; side < 2; side++) {
            const char *found = NULL;
            if (length == 1 || length == 2)
                found = strchr(letters, word->text[side < length ? side : 0]);
            if (!found || *found == '\0')
                return md_error_set(error, MD_ERR_VALUE, &word->place,
                                    "boundary '%s' of axis %c must be one letter for both faces "
                                    "or two, of p, f, s, m",
                                    word->text, "xyz"[d]);
            face[d][side] = (enum md_boundary)(found - letters);
        }
        if ((face[d][0] == MD_PERIODIC) != (face[d][1] == MD_PERIODIC))
            return md_error_set(error, MD_ERR_VALUE, &word->place,
                                "boundary '%s' of axis %c is periodic on one face only; it must "
                                "be on both or none",
                                word->text, "xyz"[d]);
    }
    return MD_OK;
}

static enum md_status run_boundary(struct md_sim *sim, const struct md_args *args,
                                   struct md_error *error)
{
    enum md_boundary face[3][2];
    enum md_status status = md_read_boundary(args->words, face, error);
    if (status != MD_OK)
        return status;
    memcpy(sim->system.box.face, face, sizeof face);
    for (int d = 0; d < 3; d++)
        sim->system.box.periodic[d] = face[d][0] == MD_PERIODIC;
    return MD_OK;
}

/* ------------------------------------------------------------------ what an atom is */

/* LAMMPS's other styles and what they would add. */
static const char *const other_atoms[][2] = {
    {"amoeba", "charges and bonds"},
    {"apip", "precision switching"},
    {"body", "rigid bodies"},
    {"bpm/sphere", "finite size and bonds"},
    {"charge", "charges"},
    {"dielectric", "charges"},
    {"dipole", "dipoles"},
    {"dpd", "internal temperatures"},
    {"edpd", "internal temperatures"},
    {"electron", "electrons"},
    {"ellipsoid", "finite size"},
    {"hybrid", "several styles at once"},
    {"line", "finite size"},
    {"mdpd", "densities"},
    {"oxdna", "bonds"},
    {"peri", "peridynamics"},
    {"rheo", "fluid particles"},
    {"smd", "fluid particles"},
    {"sph", "fluid particles"},
    {"sphere", "finite size"},
    {"spin", "spins"},
    {"tdpd", "concentrations"},
    {"template", "bonds"},
    {"tri", "finite size"},
    {"wavepacket", "electrons"},
};

static enum md_status run_atom_style(struct md_sim *sim, const struct md_args *args,
                                     struct md_error *error)
{
    const struct md_word *word = &args->words[0];
    for (size_t k = 0; k < sizeof other_atoms / sizeof other_atoms[0]; k++)
        if (md_word_is(word, other_atoms[k][0]))
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                                "atom_style %s (%s) of LAMMPS does not exist here; there are "
                                "atomic, bond, angle, molecular and full",
                                word->text, other_atoms[k][1]);
    int index;
    if (md_word_choice(word, "atom style", md_atom_style_names, &index, error) ||
        md_args_count(args, 1, 1, "atom_style STYLE", error))
        return error->status;
    sim->system.topology.style = (enum md_atom_style)index;
    return MD_OK;
}

/* The values a keyword wants: fails when fewer are left. */
static enum md_status need_values(const struct md_args *args, int keyword, int values,
                                  struct md_error *error)
{
    int left = args->count - keyword - 1;
    if (left >= values)
        return MD_OK;
    return md_error_set(error, MD_ERR_COUNT, &args->words[keyword].place,
                        "%s keyword '%s' wants %d value%s and has %d", args->command.text,
                        args->words[keyword].text, values, values == 1 ? "" : "s", left);
}

static enum md_status read_sort(struct md_sim *sim, const struct md_word *words,
                                struct md_error *error)
{
    struct md_neighbor_rules *rules = &sim->forces.neighbors.rules;
    int64_t every;
    double bin;
    enum md_status status =
        md_word_int(&words[0], "number of steps between sorts", 0, MD_STEP_MAX, &every, error);
    if (status == MD_OK)
        status = md_word_double(&words[1], "bin size of sorting", 0.0, INFINITY, &bin, error);
    if (status != MD_OK)
        return status;
    rules->sort_every = every;
    rules->sort_bin = bin;
    return MD_OK;
}

static enum md_status read_map(struct md_sim *sim, const struct md_args *args, int i,
                               struct md_error *error)
{
    static const char *const maps[] = {"yes", "array", "hash", NULL};
    int choice;
    enum md_status status = md_system_need_no_box(&sim->system, args, error);
    if (status != MD_OK)
        return status;
    return md_word_choice(&args->words[i + 1], "atom map", maps, &choice, error);
}

static enum md_status read_ids(struct md_sim *sim, const struct md_args *args, int i,
                               struct md_error *error)
{
    bool ids;
    enum md_status status = md_system_need_no_box(&sim->system, args, error);
    if (status == MD_OK)
        status = md_word_bool(&args->words[i + 1], "atom IDs", &ids, error);
    if (status == MD_OK && !ids)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &args->words[i + 1].place,
                            "atoms without IDs ('id %s') do not exist here; they always have them",
                            args->words[i + 1].text);
    return status;
}

static enum md_status run_atom_modify(struct md_sim *sim, const struct md_args *args,
                                      struct md_error *error)
{
    static const char *const names[] = {"map", "sort", "id", MD_NOT_OFFERED "first", NULL};
    enum { MAP, SORT, ID, FIRST };
    int i = 0;
    while (i < args->count) {
        int keyword, values;
        enum md_status status =
            md_word_choice(&args->words[i], "atom_modify keyword", names, &keyword, error);
        if (status != MD_OK)
            return status;
        if (keyword == FIRST)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &args->words[i].place,
                                "atom_modify first of LAMMPS does not exist here: no group is kept "
                                "at the beginning; there are map, sort and id");
        values = keyword == SORT ? 2 : 1;
        status = need_values(args, i, values, error);
        if (status == MD_OK && keyword == SORT)
            status = read_sort(sim, &args->words[i + 1], error);
        else if (status == MD_OK && keyword == MAP)
            status = read_map(sim, args, i, error);
        else if (status == MD_OK)
            status = read_ids(sim, args, i, error);
        if (status != MD_OK)
            return status;
        i += 1 + values;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ read, without effect */

static enum md_status run_newton(struct md_sim *sim, const struct md_args *args,
                                 struct md_error *error)
{
    (void)sim;
    bool value;
    enum md_status status = MD_OK;
    for (int i = 0; i < args->count && status == MD_OK; i++)
        status = md_word_bool(&args->words[i], "newton flag", &value, error);
    return status;
}

static enum md_status run_processors(struct md_sim *sim, const struct md_args *args,
                                     struct md_error *error)
{
    static const char *const names[] = {"grid", "map", "numa", "part", "file", NULL};
    (void)sim;
    enum md_status status = MD_OK;
    int64_t value;
    for (int d = 0; d < 3 && status == MD_OK; d++)
        if (!md_word_is(&args->words[d], "*"))
            status = md_word_int(&args->words[d], "number of processors (or *)", 1, INT32_MAX,
                                 &value, error);
    if (status == MD_OK && args->count > 3) {
        int keyword;
        status = md_word_choice(&args->words[3], "processors keyword", names, &keyword, error);
    }
    return status;
}

static enum md_status run_comm_style(struct md_sim *sim, const struct md_args *args,
                                     struct md_error *error)
{
    static const char *const names[] = {"brick", "tiled", "brick/direct", NULL};
    int choice;
    (void)sim;
    return md_word_choice(&args->words[0], "communication style", names, &choice, error);
}

static enum md_status run_comm_modify(struct md_sim *sim, const struct md_args *args,
                                      struct md_error *error)
{
    static const char *const names[] = {"mode", "cutoff", "cutoff/multi", "group", "reduce/multi",
                                        "vel",  NULL};
    static const char *const modes[] = {"single", "multi", "multi/old", NULL};
    enum { MODE, CUTOFF, CUTOFF_MULTI, GROUP, REDUCE_MULTI, VEL };
    static const int values[] = {1, 1, 2, 1, 0, 1};
    int i = 0;
    while (i < args->count) {
        const struct md_word *word = &args->words[i];
        int keyword, choice;
        bool flag;
        double number;
        enum md_status status = md_word_choice(word, "comm_modify keyword", names, &keyword, error);
        if (status == MD_OK)
            status = need_values(args, i, values[keyword], error);
        if (status != MD_OK)
            return status;
        if (keyword == MODE)
            status = md_word_choice(word + 1, "mode", modes, &choice, error);
        else if (keyword == CUTOFF)
            status =
                md_word_double(word + 1, "communication cutoff", 0.0, INFINITY, &number, error);
        else if (keyword == CUTOFF_MULTI)
            status =
                md_word_double(word + 2, "communication cutoff", 0.0, INFINITY, &number, error);
        else if (keyword == GROUP)
            status = md_groups_of_word(&sim->system.groups, word + 1, &choice, error);
        else if (keyword == VEL)
            status = md_word_bool(word + 1, "vel", &flag, error);
        if (status != MD_OK)
            return status;
        i += 1 + values[keyword];
    }
    return MD_OK;
}

/* What another processor was to compute is computed on this one, which takes longer. */
static void warn_processors(struct md_sim *sim, const struct md_word *word)
{
    static const char *const others[] = {"gpu", "intel", "kokkos", "kk", NULL};
    for (int k = 0; others[k] != NULL; k++)
        if (md_word_is(word, others[k]))
            md_log_warn(&sim->log, &word->place,
                        "'%s' has no effect here: everything is computed on this machine's "
                        "processor, with the threads of --threads or OMP_NUM_THREADS",
                        word->text);
}

static enum md_status run_package(struct md_sim *sim, const struct md_args *args,
                                  struct md_error *error)
{
    static const char *const names[] = {"gpu", "intel", "kokkos", "omp", "opt", NULL};
    int choice;
    if (md_word_choice(&args->words[0], "accelerator package", names, &choice, error))
        return error->status;
    warn_processors(sim, &args->words[0]);
    return MD_OK;
}

static enum md_status run_suffix(struct md_sim *sim, const struct md_args *args,
                                 struct md_error *error)
{
    static const char *const names[] = {"off", "on",  "gpu",    "intel", "kk",
                                        "omp", "opt", "hybrid", NULL};
    enum { HYBRID = 7 };
    int choice;
    enum md_status status = md_word_choice(&args->words[0], "suffix", names, &choice, error);
    if (status != MD_OK)
        return status;
    warn_processors(sim, &args->words[0]);
    bool hybrid = choice == HYBRID;
    status = md_args_count(args, hybrid ? 3 : 1, hybrid ? 3 : 1,
                           hybrid ? "suffix hybrid STYLE STYLE" : "suffix STYLE", error);
    for (int i = 1; i < args->count && status == MD_OK; i++)
        if ((status = md_word_choice(&args->words[i], "suffix", names, &choice, error)) == MD_OK)
            warn_processors(sim, &args->words[i]);
    return status;
}

static enum md_status run_balance(struct md_sim *sim, const struct md_args *args,
                                  struct md_error *error)
{
    static const char *const names[] = {"x", "y", "z", "shift", "rcb", NULL};
    double threshold;
    int choice;
    (void)sim;
    enum md_status status =
        md_word_double(&args->words[0], "imbalance threshold", 0.0, INFINITY, &threshold, error);
    if (status != MD_OK)
        return status;
    return md_word_choice(&args->words[1], "balance style", names, &choice, error);
}

/* SS, MM:SS or HH:MM:SS; also off and unlimited, which are 0 here. */
static enum md_status read_duration(const struct md_word *word, double *seconds,
                                    struct md_error *error)
{
    const char *c = word->text;
    int parts = 0;
    *seconds = 0.0;
    if (md_word_is(word, "off") || md_word_is(word, "unlimited"))
        return MD_OK;
    for (bool more = true; more && parts < 3; parts++) {
        int digits = 0;
        double number = 0.0;
        for (; *c >= '0' && *c <= '9' && digits < 10; c++, digits++)
            number = 10.0 * number + (*c - '0');
        if (digits == 0)
            break;
        *seconds = 60.0 * *seconds + number;
        more = *c == ':';
        c += more;
    }
    if (*c != '\0' || c == word->text || c[-1] == ':')
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%s' is no duration: HH:MM:SS, MM:SS, seconds, or off", word->text);
    /* Nothing to wait for: the limit has passed when the first run looks. */
    if (*seconds == 0.0)
        *seconds = 1e-9;
    return MD_OK;
}

static enum md_status run_timer(struct md_sim *sim, const struct md_args *args,
                                struct md_error *error)
{
    static const char *const names[] = {"off",    "loop",    "normal", "full", "sync",
                                        "nosync", "timeout", "every",  NULL};
    enum { TIMEOUT = 6, EVERY };
    for (int i = 0; i < args->count; i++) {
        const struct md_word *word = &args->words[i];
        double seconds;
        int choice;
        if (md_word_choice(word, "timer keyword", names, &choice, error))
            return error->status;
        if (choice < TIMEOUT)
            continue;
        if (++i == args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "timer %s needs %s", word->text,
                                choice == TIMEOUT ? "a duration, HH:MM:SS" : "a number of steps");
        if (choice == EVERY) {
            if (md_word_int(word + 1, "steps between two looks at the wall clock", 1, MD_STEP_MAX,
                            &sim->timeout_every, error))
                return error->status;
            continue;
        }
        if (read_duration(word + 1, &seconds, error))
            return error->status;
        sim->timed_out = false;
        sim->timeout = seconds > 0.0 ? md_timing_wall() + seconds : 0.0;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ info */

static void tell_system(struct md_sim *sim)
{
    const struct md_system *system = &sim->system;
    const struct md_box *box = &system->box;
    int groups = 0;
    for (int g = 0; g < MD_GROUP_MAX; g++)
        groups += system->groups.name[g][0] != '\0';
    md_log_print(&sim->log, "System information:\n  Units = %s, atom style = %s, dimension = %d\n",
                 system->units->name, md_atom_style_names[system->topology.style],
                 system->dimension);
    if (!box->exists)
        md_log_print(&sim->log, "  Box has not yet been created\n");
    else
        md_log_print(&sim->log,
                     "  Atoms = %zu, types = %d, bonds = %zu\n"
                     "  Box = (%.8g %.8g %.8g) to (%.8g %.8g %.8g)\n",
                     system->atoms.count, system->types, system->topology.list[MD_BONDS].count,
                     box->lo[0], box->lo[1], box->lo[2], box->hi[0], box->hi[1], box->hi[2]);
    md_log_print(&sim->log, "  Groups = %d, regions = %d, fixes = %d, computes = %d\n", groups,
                 system->regions.count, sim->fixes.count, sim->computes.count);
}

/* info [WORD ...]: the words choose what LAMMPS tells. */
static enum md_status run_info(struct md_sim *sim, const struct md_args *args,
                               struct md_error *error)
{
    static const char *const names[] = {
        "all",   "system", "memory",        "communication", "computes", "dumps",
        "fixes", "groups", "regions",       "variables",     "coeffs",   "styles",
        "time",  "config", "configuration", "accelerator",   "out",      NULL};
    static const char *const styles[] = {
        "all", "angle",    "atom",      "bond",   "command",  "compute", "dihedral", "dump",
        "fix", "improper", "integrate", "kspace", "minimize", "pair",    "region",   NULL};
    static const char *const places[] = {"screen", "log", "append", "overwrite", NULL};
    enum { STYLES = 11, OUT = 16 };
    for (int i = 0; i < args->count; i++) {
        int choice, more;
        if (md_word_choice(&args->words[i], "info keyword", names, &choice, error) != MD_OK)
            return error->status;
        if (choice == OUT) {
            if (++i == args->count)
                return md_error_set(error, MD_ERR_COUNT, &args->words[i - 1].place,
                                    "info out needs screen, log, append FILE or overwrite FILE");
            if (md_word_choice(&args->words[i], "where info goes", places, &more, error) != MD_OK)
                return error->status;
            i += more >= 2;
        }
        for (int k = 0; choice == STYLES && i + 1 < args->count && styles[k]; k++)
            if (md_word_is(&args->words[i + 1], styles[k])) {
                i++;
                break;
            }
    }
    tell_system(sim);
    return MD_OK;
}

const struct md_command md_commands_setup[] = {
    {.name = "units",
     .usage = "units lj|real|metal|si|cgs|electron|micro|nano",
     .summary = "choose the unit system; resets the time step and the neighbour skin",
     .when = MD_BEFORE_BOX,
     .min_words = 1,
     .max_words = 1,
     .execute = run_units,
     .manual =
         "Says what the numbers of the deck mean, and what those of rows and dumps will.  lj is "
         "the\n"
         "default.  Each system has a page of its own with its units (avimd --help metal).  The\n"
         "constants are those of LAMMPS.  The time step and the skin of neighbour lists are set "
         "to\n"
         "their defaults in these units."},
    {.name = "dimension",
     .usage = "dimension 2|3",
     .summary = "two or three dimensions",
     .when = MD_BEFORE_BOX,
     .min_words = 1,
     .max_words = 1,
     .execute = run_dimension,
     .manual =
         "3 is the default.  In two dimensions z must be periodic, the box must hold z = 0, and\n"
         "fix enforce2d keeps the atoms in their plane."},
    {.name = "boundary",
     .usage = "boundary X Y Z",
     .summary = "faces of the box: p periodic, f fixed, s shrink-wrapped, m with a minimum",
     .when = MD_BEFORE_BOX,
     .min_words = 3,
     .max_words = 3,
     .execute = run_boundary,
     .manual =
         "One or two letters for each axis, the second for the upper face: p periodic, f fixed\n"
         "(atoms beyond it are lost), s moved so that it just holds all atoms, m the same, but\n"
         "never inside of where it was at first.  The default is p p p.  change_box changes it\n"
         "later."},
    {.name = "atom_style",
     .usage = "atom_style atomic|bond|angle|molecular|full",
     .summary = "what an atom carries",
     .when = MD_BEFORE_BOX,
     .min_words = 1,
     .max_words = -1,
     .execute = run_atom_style,
     .manual =
         "atomic: nothing but its type. bond: bonds, and the number of a molecule. angle: angles "
         "too. molecular: also dihedrals and impropers, which are kept and written, but with which "
         "no run is possible. full: a charge too, which is read, kept and written, and exerts no "
         "force."},
    {.name = "atom_modify",
     .usage = "atom_modify [map yes|array|hash] [sort STEPS BIN] [id yes]",
     .summary = "how often atoms are sorted in space",
     .min_words = 2,
     .max_words = -1,
     .execute = run_atom_modify,
     .manual =
         "sort STEPS BIN: when a run begins, and at rebuilds of the neighbour list STEPS (1000)\n"
         "steps apart, atoms are put in the order of bins of that width; 0 0 turns it off.\n"
         "It changes the speed, and no digit of results.  map and id are read without\n"
         "effect: atoms always have IDs and are found by them."},
    {.name = "newton",
     .usage = "newton on|off [on|off]",
     .summary = "read, without effect",
     .min_words = 1,
     .max_words = 2,
     .execute = run_newton,
     .manual =
         "In LAMMPS it says whether pairs are computed once or twice across processes.  Results\n"
         "here do not depend on how work is shared."},
    {.name = "processors",
     .usage = "processors PX PY PZ [KEYWORD ...]",
     .summary = "read, without effect",
     .when = MD_BEFORE_BOX,
     .min_words = 3,
     .max_words = -1,
     .execute = run_processors,
     .manual =
         "In LAMMPS it lays out a grid of processes.  Here there is one process, and threads\n"
         "share its work (--threads)."},
    {.name = "comm_style",
     .usage = "comm_style brick|tiled",
     .summary = "read, without effect",
     .min_words = 1,
     .max_words = 1,
     .execute = run_comm_style,
     .manual = "In LAMMPS it chooses how processes exchange atoms.  Here there is one process."},
    {.name = "comm_modify",
     .usage = "comm_modify [mode MODE] [cutoff R] [vel yes|no] [group ID]",
     .summary = "read, without effect",
     .min_words = 1,
     .max_words = -1,
     .execute = run_comm_modify,
     .manual =
         "In LAMMPS it sets what processes exchange and how far.  Here images reach as far as\n"
         "cutoffs and bonds need, always."},
    {.name = "package",
     .usage = "package STYLE ...",
     .summary = "read, without effect",
     .min_words = 1,
     .max_words = -1,
     .execute = run_package,
     .manual =
         "In LAMMPS it sets up accelerator packages.  Here the vector code for the machine is\n"
         "chosen when the program starts."},
    {.name = "suffix",
     .usage = "suffix STYLE",
     .summary = "read, without effect",
     .min_words = 1,
     .max_words = 3,
     .execute = run_suffix,
     .manual =
         "In LAMMPS it chooses accelerated variants of styles, such as lj/cut/omp.  Here each\n"
         "style has one implementation, and such endings of pair styles are taken off."},
    {.name = "balance",
     .usage = "balance THRESHOLD STYLE ...",
     .summary = "read, without effect",
     .when = MD_AFTER_BOX,
     .min_words = 2,
     .max_words = -1,
     .execute = run_balance,
     .manual = "In LAMMPS it moves the borders between processes.  Here there is one process."},
    {.name = "timer",
     .usage = "timer [off|loop|normal|full] [sync|nosync] [timeout HH:MM:SS|off] [every N]",
     .summary = "ends runs when the wall clock says so",
     .min_words = 1,
     .max_words = -1,
     .execute = run_timer,
     .manual = "timeout: when that time has passed since this command, the present run ends, and\n"
               "later ones are skipped; the clock is looked at every N (10) steps.  The other\n"
               "words choose what LAMMPS times, and are read without effect."},
    {.name = "info",
     .usage = "info [all|system|groups|fixes|...] [out screen|log|append FILE|overwrite FILE]",
     .summary = "prints what the system is",
     .min_words = 1,
     .max_words = -1,
     .execute = run_info,
     .manual = "Prints units, numbers of atoms, types and bonds, the box, and how many groups,\n"
               "regions, fixes and computes there are.  LAMMPS's words are read, and choose\n"
               "nothing; `avimd --list` tells which styles there are."},
    {.name = NULL},
};
