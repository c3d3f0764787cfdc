/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * read_dump: atoms from a snapshot of a dump file.  Atoms are recognised by their IDs.  Those of
 * the snapshot that the system has get the values of the chosen fields (replace), others are added
 * or passed over (add); those of the system that the snapshot has not may be removed (trim), or all
 * before anything is read (purge).
 *
 * Coordinates may be scaled to the box (xs), unwrapped (xu) or both (xsu): the columns' names tell.
 * Unwrapped ones carry their images in themselves, so the atom's image flags begin at 0.
 */
#include "command/read_dump.h"

#include "base/files.h"
#include "base/memory.h"
#include "space/domain.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define USAGE                                                                                      \
    "read_dump FILE STEP FIELD ... [box yes|no] [replace yes|no] [purge yes|no] [trim yes|no] "    \
    "[add yes|keep|no] [label FIELD COLUMN] [scaled yes|no] [wrapped yes|no] [timestep yes|no] "   \
    "[format native|xyz]"

static const char *const field_names[] = {"id", "type", "x",  "y",  "z",  "vx", "vy", "vz",
                                          "q",  "ix",   "iy", "iz", "fx", "fy", "fz", NULL};

/* ------------------------------------------------------------------ words */

static enum md_status read_format(const struct md_word *word, struct md_dump_words *words,
                                  struct md_error *error)
{
    static const char *const formats[] = {"native", "xyz", MD_NOT_OFFERED "molfile",
                                          MD_NOT_OFFERED "adios", NULL};
    int format;
    if (md_word_choice(word, "format of a dump file", formats, &format, error) != MD_OK)
        return error->status;
    if (format > 1)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                            "dump files of format %s are not read here; native and xyz are",
                            word->text);
    words->format = (enum md_dump_format)format;
    return MD_OK;
}

static enum md_status read_label(const struct md_word *word, struct md_dump_words *words,
                                 struct md_error *error)
{
    int field;
    if (md_word_choice(&word[1], "field of a dump file", field_names, &field, error) != MD_OK)
        return error->status;
    if (words->wanted[field] == NULL)
        return md_error_set(error, MD_ERR_VALUE, &word[1].place,
                            "label names a column for the field '%s', which is not read",
                            word[1].text);
    words->label[field] = word[2].text;
    return MD_OK;
}

enum key { BOX, REPLACE, PURGE, TRIM, TIMESTEP, SCALED, WRAPPED, ADD, FORMAT, LABEL, NFILE };

static const char *const keys[] = {"box",     "replace", "purge",  "trim",  "timestep", "scaled",
                                   "wrapped", "add",     "format", "label", "nfile",    NULL};

static enum md_status read_key(const struct md_args *args, int at, int key,
                               struct md_dump_words *words, struct md_error *error)
{
    static const char *const adding[] = {"no", "yes", "keep", NULL};
    bool *const flags[] = {&words->box,      &words->replace, &words->purge,  &words->trim,
                           &words->timestep, &words->scaled,  &words->wrapped};
    const struct md_word *word = &args->words[at];
    int64_t files;
    int add;
    switch ((enum key)key) {
    case ADD:
        if (md_word_choice(word + 1, "read_dump add", adding, &add, error) != MD_OK)
            return error->status;
        words->add = (enum md_dump_adding)add;
        return MD_OK;
    case FORMAT:
        return read_format(word + 1, words, error);
    case LABEL:
        return read_label(word, words, error);
    case NFILE: /* of a name with %, which is refused when it is opened */
        return md_word_int(word + 1, "number of files", 1, 1, &files, error);
    default:
        return md_word_bool(word + 1, word->text, flags[key], error);
    }
}

static enum md_status read_keys(const struct md_args *args, int at, struct md_dump_words *words,
                                struct md_error *error)
{
    while (at < args->count) {
        const struct md_word *word = &args->words[at];
        int key, values;
        if (md_word_choice(word, "field or keyword of read_dump", keys, &key, error) != MD_OK)
            return error->status;
        values = key == LABEL ? 2 : 1;
        if (at + values >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs %s after it",
                                word->text, values == 2 ? "a field and a column" : "a value");
        if (read_key(args, at, key, words, error) != MD_OK)
            return error->status;
        at += values + 1;
    }
    return MD_OK;
}

static int find_field(const struct md_word *word)
{
    for (int k = 0; field_names[k] != NULL; k++)
        if (md_word_is(word, field_names[k]))
            return k;
    return -1;
}

enum md_status md_dump_words_read(const struct md_sim *sim, const struct md_args *args,
                                  struct md_dump_words *words, struct md_error *error)
{
    int at = 0, field;
    *words =
        (struct md_dump_words){.box = true, .replace = true, .timestep = true, .wrapped = true};
    for (; at < args->count && (field = find_field(&args->words[at])) >= 0; at++)
        words->wanted[field] = &args->words[at];
    if (at == 0)
        return md_error_set(error, MD_ERR_COUNT,
                            args->count > 0 ? &args->words[0].place : &args->command.place,
                            "'%s' names no field to be read before its keywords; fields are x y z "
                            "vx vy vz q ix iy iz fx fy fz",
                            args->command.text);
    const struct md_word *charge = words->wanted[MD_FIELD_Q];
    if (charge != NULL && sim->system.topology.style != MD_ATOM_FULL)
        return md_error_set(error, MD_ERR_ORDER, &charge->place,
                            "field 'q': atoms have no charges with atom_style %s",
                            md_atom_style_names[sim->system.topology.style]);
    words->wanted[MD_FIELD_ID] = words->wanted[MD_FIELD_TYPE] = &args->command;
    enum md_status status = read_keys(args, at, words, error);
    if (status != MD_OK)
        return status;
    if (words->purge && (words->replace || words->trim))
        return md_error_set(
            error, MD_ERR_VALUE, &args->command.place,
            "purge yes removes all atoms first and leaves none to %s: write '%s no'",
            words->replace ? "replace" : "trim", words->replace ? "replace" : "trim");
    size_t elements = md_topology_count(&sim->system.topology);
    if ((words->purge || words->trim) && elements > 0)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &args->command.place,
                            "'%s' with purge or trim would take atoms out of %zu bonds, angles or "
                            "the like; delete_atoms ... bond yes does that",
                            args->command.text, elements);
    return MD_OK;
}

/* ------------------------------------------------------------------ columns */

/* How the coordinates of one axis are written. */
struct form {
    bool scaled, unwrapped;
};

struct loading {
    const struct md_dump_words *words;
    struct md_sim *sim;
    const struct md_dump_snapshot *snapshot;
    struct md_dump_counts *counts;
    struct md_error *error;
    int slot[MD_FIELDS]; /* of its column among those read; -1: not read */
    int columns;
    int column[MD_FIELDS];
    struct form form[3];
    double *values;
    bool *matched; /* the row's atom was in the system */
};

static enum md_status no_column(const struct loading *loading, enum md_dump_field field,
                                const char *label)
{
    return md_error_set(loading->error, MD_ERR_FILE, &loading->snapshot->place,
                        "step %" PRId64 " of the dump file has no column '%s' for the field '%s'",
                        loading->snapshot->step, label, field_names[field]);
}

/* x may be written as x, xs, xu or xsu. */
static int find_coordinate(struct loading *loading, enum md_dump_field field)
{
    static const struct {
        const char *suffix;
        struct form form;
    } forms[] = {
        {"", {false, false}}, {"s", {true, false}}, {"u", {false, true}}, {"su", {true, true}}};
    for (size_t k = 0; k < sizeof forms / sizeof forms[0]; k++) {
        char label[8];
        snprintf(label, sizeof label, "%s%s", field_names[field], forms[k].suffix);
        int column = md_dump_file_column(loading->snapshot, label);
        loading->form[field - MD_FIELD_X] = forms[k].form;
        if (column >= 0)
            return column;
    }
    return -1;
}

static enum md_status choose_column(struct loading *loading, enum md_dump_field field)
{
    const struct md_dump_words *words = loading->words;
    const char *label = words->label[field] != NULL ? words->label[field] : field_names[field];
    bool coordinate = field >= MD_FIELD_X && field <= MD_FIELD_Z;
    int column = md_dump_file_column(loading->snapshot, label);
    loading->slot[field] = -1;
    if (words->wanted[field] == NULL)
        return MD_OK;
    if (coordinate && words->label[field] == NULL)
        column = find_coordinate(loading, field);
    else if (coordinate)
        loading->form[field - MD_FIELD_X] = (struct form){words->scaled, !words->wrapped};
    if (column < 0 && field == MD_FIELD_ID && words->format == MD_DUMP_XYZ)
        column = MD_DUMP_COUNTED; /* xyz has no IDs */
    else if (column < 0)
        return no_column(loading, field, label);
    loading->slot[field] = loading->columns;
    loading->column[loading->columns++] = column;
    return MD_OK;
}

static enum md_status choose_columns(struct loading *loading)
{
    enum md_status status = MD_OK;
    const struct form *first = NULL;
    for (int field = 0; field < MD_FIELDS && status == MD_OK; field++)
        status = choose_column(loading, (enum md_dump_field)field);
    for (int d = 0; d < 3 && status == MD_OK; d++) {
        const struct form *form = &loading->form[d];
        if (loading->words->wanted[MD_FIELD_X + d] == NULL)
            continue;
        first = first != NULL ? first : form;
        if (form->scaled != first->scaled || form->unwrapped != first->unwrapped)
            return md_error_set(loading->error, MD_ERR_FILE, &loading->snapshot->place,
                                "the coordinates of the dump file are not all written alike: some "
                                "are scaled or unwrapped, others are not");
    }
    return status;
}

static double value(const struct loading *loading, int64_t row, enum md_dump_field field)
{
    return loading->values[(size_t)row * (size_t)loading->columns + (size_t)loading->slot[field]];
}

static enum md_status fail_row(const struct loading *loading, int64_t row, const char *what,
                               double number, double most)
{
    struct md_place place = {loading->snapshot->place.file, NULL,
                             loading->snapshot->first_line + (int)row, 0, 0};
    return md_error_set(loading->error, MD_ERR_FILE, &place,
                        "%.15g cannot be an atom's %s: an integer from %d to %.15g is expected",
                        number, what, most < 0 ? -1000000 : 1, fabs(most));
}

/* IDs, types and image flags are whole numbers. */
static enum md_status check_rows(const struct loading *loading)
{
    int types = loading->sim->system.types;
    for (int64_t row = 0; row < loading->snapshot->count; row++) {
        double id = value(loading, row, MD_FIELD_ID), type = value(loading, row, MD_FIELD_TYPE);
        if (!(id >= 1.0 && id <= INT32_MAX) || id != floor(id))
            return fail_row(loading, row, "ID", id, INT32_MAX);
        if (!(type >= 1.0 && type <= types) || type != floor(type))
            return fail_row(loading, row, "type", type, types);
        for (int d = 0; d < 3; d++) {
            enum md_dump_field field = (enum md_dump_field)(MD_FIELD_IX + d);
            double image = loading->slot[field] < 0 ? 0.0 : value(loading, row, field);
            if (fabs(image) > 1000000.0 || image != floor(image))
                return fail_row(loading, row, "image flag", image, -1000000.0);
        }
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ atoms */

static double coordinate(const struct loading *loading, int64_t row, int d)
{
    const struct md_dump_snapshot *snapshot = loading->snapshot;
    double x = value(loading, row, (enum md_dump_field)(MD_FIELD_X + d));
    if (!loading->form[d].scaled)
        return x;
    return snapshot->lo[d] + x * (snapshot->hi[d] - snapshot->lo[d]);
}

/* Gives atom i what the row has, but for its type: an atom that is there keeps its own. */
static void set_atom(const struct loading *loading, int64_t row, size_t i)
{
    struct md_atoms *atoms = &loading->sim->system.atoms;
    const int *slot = loading->slot;
    bool unwrapped = false;
    for (int d = 0; d < 3; d++) {
        if (slot[MD_FIELD_X + d] >= 0) {
            atoms->x[i][d] = coordinate(loading, row, d);
            unwrapped = unwrapped || loading->form[d].unwrapped;
        }
        if (slot[MD_FIELD_VX + d] >= 0)
            atoms->v[i][d] = value(loading, row, (enum md_dump_field)(MD_FIELD_VX + d));
        if (slot[MD_FIELD_FX + d] >= 0)
            atoms->f[i][d] = value(loading, row, (enum md_dump_field)(MD_FIELD_FX + d));
        if (slot[MD_FIELD_IX + d] >= 0)
            atoms->image[i][d] = (int)value(loading, row, (enum md_dump_field)(MD_FIELD_IX + d));
    }
    if (slot[MD_FIELD_Q] >= 0)
        atoms->charge[i] = value(loading, row, MD_FIELD_Q);
    if (unwrapped)
        memset(atoms->image[i], 0, sizeof atoms->image[i]);
}

/* Rows whose atoms the system has. */
static enum md_status match_rows(struct loading *loading)
{
    struct md_atoms *atoms = &loading->sim->system.atoms;
    size_t count = atoms->count, i = 0;
    bool *seen = md_memory_array(count + 1, sizeof *seen);
    if (seen == NULL)
        return md_error_memory(loading->error, "atoms of a dump file");
    for (int64_t row = 0; row < loading->snapshot->count; row++) {
        int64_t at = md_atoms_find(atoms, (int64_t)value(loading, row, MD_FIELD_ID));
        if (at < 0)
            continue;
        loading->matched[row] = seen[at] = true;
        if (!loading->words->replace)
            continue;
        set_atom(loading, row, (size_t)at);
        loading->counts->replaced++;
    }
    while (loading->words->trim && i < atoms->count) {
        if (seen[i]) {
            i++;
            continue;
        }
        seen[i] = seen[atoms->count - 1];
        md_atoms_remove(atoms, i);
        loading->counts->trimmed++;
    }
    md_memory_free(seen);
    return MD_OK;
}

static enum md_status add_rows(struct loading *loading)
{
    struct md_atoms *atoms = &loading->sim->system.atoms;
    bool keep = loading->words->add == MD_ADD_KEEP;
    double origin[3] = {0.0, 0.0, 0.0};
    for (int64_t row = 0; loading->words->add != MD_ADD_NO && row < loading->snapshot->count;
         row++) {
        int64_t id = keep ? (int64_t)value(loading, row, MD_FIELD_ID) : 0;
        if (loading->matched[row])
            continue;
        enum md_status status = md_atoms_add(atoms, (int)value(loading, row, MD_FIELD_TYPE), id,
                                             origin, loading->error);
        if (status != MD_OK)
            return status;
        set_atom(loading, row, atoms->count - 1);
        loading->counts->added++;
    }
    md_atoms_number(atoms);
    for (size_t i = 0; keep && i < atoms->count; i++)
        if (md_atoms_find(atoms, atoms->id[i]) != (int64_t)i)
            return md_error_set(loading->error, MD_ERR_FILE, &loading->snapshot->place,
                                "the snapshot has two atoms with the ID %" PRId64, atoms->id[i]);
    return MD_OK;
}

static void purge(struct loading *loading)
{
    struct md_atoms *atoms = &loading->sim->system.atoms;
    loading->counts->purged = (int64_t)atoms->count;
    while (atoms->count > 0)
        md_atoms_remove(atoms, atoms->count - 1);
}

/* ------------------------------------------------------------------ the snapshot */

static enum md_status check_snapshot(const struct loading *loading)
{
    const struct md_dump_snapshot *snapshot = loading->snapshot;
    const char *units = loading->sim->system.units->name;
    if (loading->words->box && !snapshot->boxed)
        return md_error_set(loading->error, MD_ERR_FILE, &snapshot->place,
                            "the snapshot has no box; write 'box no'");
    const char *flaw = NULL;
    int bad = loading->words->box ? md_box_bad_axis(snapshot->lo, snapshot->hi, &flaw) : -1;
    if (bad >= 0)
        return md_error_set(loading->error, MD_ERR_FILE, &snapshot->place,
                            "the box of step %" PRId64 " reaches from %g to %g along %c; %s",
                            snapshot->step, snapshot->lo[bad], snapshot->hi[bad], "xyz"[bad], flaw);
    if (snapshot->units[0] != '\0' && strcmp(snapshot->units, units) != 0)
        return md_error_set(loading->error, MD_ERR_FILE, &snapshot->place,
                            "the dump file is in units %s, and the deck in units %s",
                            snapshot->units, units);
    return MD_OK;
}

static void set_box(const struct loading *loading)
{
    struct md_box *box = &loading->sim->system.box;
    if (!loading->words->box)
        return;
    memcpy(box->lo, loading->snapshot->lo, sizeof box->lo);
    memcpy(box->hi, loading->snapshot->hi, sizeof box->hi);
    md_box_refresh(box);
}

static enum md_status change_system(struct loading *loading)
{
    struct md_system *system = &loading->sim->system;
    enum md_status status = MD_OK;
    loading->counts->before = (int64_t)system->atoms.count;
    loading->counts->snapshot = loading->snapshot->count;
    if (loading->words->purge)
        purge(loading);
    status = match_rows(loading);
    if (status == MD_OK)
        status = add_rows(loading);
    set_box(loading);
    md_domain_wrap(system); /* s and m faces move to the atoms, as in LAMMPS */
    loading->counts->after = (int64_t)system->atoms.count;
    if (loading->words->timestep)
        md_clock_reset(&system->clock, loading->snapshot->step, md_clock_time(&system->clock));
    md_sim_changed(loading->sim, MD_CHANGED_ATOMS | MD_CHANGED_BOX | MD_CHANGED_VELOCITY);
    return status;
}

enum md_status md_dump_words_load(const struct md_dump_words *words, struct md_sim *sim,
                                  struct md_dump_file *file,
                                  const struct md_dump_snapshot *snapshot,
                                  struct md_dump_counts *counts, struct md_error *error)
{
    struct loading loading = {
        .words = words, .sim = sim, .snapshot = snapshot, .counts = counts, .error = error};
    *counts = (struct md_dump_counts){0};
    enum md_status status = check_snapshot(&loading);
    if (status == MD_OK)
        status = choose_columns(&loading);
    if (status == MD_OK)
        status = md_dump_file_rows(file, loading.column, loading.columns, &loading.values, error);
    if (status == MD_OK)
        status = check_rows(&loading);
    if (status == MD_OK) {
        loading.matched = md_memory_array((size_t)snapshot->count + 1, sizeof *loading.matched);
        status = loading.matched != NULL ? change_system(&loading)
                                         : md_error_memory(error, "atoms of a dump file");
    }
    md_memory_free(loading.matched);
    md_memory_free(loading.values);
    return status;
}

/* ------------------------------------------------------------------ the command */

static void tell(struct md_sim *sim, const struct md_dump_counts *counts)
{
    const struct md_box *box = &sim->system.box;
    md_log_print(&sim->log, "  orthogonal box = (%#.8g %#.8g %#.8g) to (%#.8g %#.8g %#.8g)\n",
                 box->lo[0], box->lo[1], box->lo[2], box->hi[0], box->hi[1], box->hi[2]);
    md_log_print(&sim->log,
                 "  %" PRId64 " atoms before read\n  %" PRId64 " atoms in snapshot\n"
                 "  %" PRId64 " atoms purged\n  %" PRId64 " atoms replaced\n"
                 "  %" PRId64 " atoms trimmed\n  %" PRId64 " atoms added\n"
                 "  %" PRId64 " atoms after read\n",
                 counts->before, counts->snapshot, counts->purged, counts->replaced,
                 counts->trimmed, counts->added, counts->after);
}

static enum md_status find_step(struct md_dump_file *file, const struct md_word *path,
                                const struct md_word *word, int64_t step,
                                struct md_dump_snapshot *snapshot, struct md_error *error)
{
    int64_t first = -1, last = -1, count = 0;
    for (;; count++) {
        bool found;
        enum md_status status = md_dump_file_next(file, &found, snapshot, error);
        if (status != MD_OK || (found && snapshot->step == step))
            return status;
        if (!found)
            break;
        first = count == 0 ? snapshot->step : first;
        last = snapshot->step;
    }
    if (count == 0)
        return md_error_set(error, MD_ERR_FILE, &path->place,
                            "dump file '%.200s' holds no snapshot", path->text);
    return md_error_set(error, MD_ERR_FILE, &word->place,
                        "dump file '%.200s' has no snapshot of step %" PRId64 "; it has %" PRId64
                        ", from step %" PRId64 " to %" PRId64,
                        path->text, step, count, first, last);
}

static enum md_status read_dump(struct md_sim *sim, const struct md_args *args,
                                struct md_error *error)
{
    struct md_dump_words words;
    struct md_dump_snapshot snapshot;
    struct md_dump_counts counts;
    struct md_dump_file *file;
    struct md_args rest = md_args_after(args, 2);
    int64_t step;
    if (md_word_int(&args->words[1], "step of a snapshot", 0, MD_STEP_MAX, &step, error) != MD_OK ||
        md_dump_words_read(sim, &rest, &words, error) != MD_OK ||
        md_files_allow(args->words[0].files, args->words[0].text, MD_FILES_READ,
                       &args->words[0].place, error))
        return error->status;
    if (sim->checking)
        return MD_OK;
    md_log_print(&sim->log, "Reading step %" PRId64 " of dump file %s ...\n", step,
                 args->words[0].text);
    enum md_status status =
        md_dump_file_open(&file, &args->words[0], words.format, &sim->system.kept, error);
    if (status == MD_OK)
        status = find_step(file, &args->words[0], &args->words[1], step, &snapshot, error);
    if (status == MD_OK)
        status = md_dump_words_load(&words, sim, file, &snapshot, &counts, error);
    if (status == MD_OK)
        tell(sim, &counts);
    md_dump_file_close(file);
    return status;
}

const struct md_command md_commands_read_dump[] = {
    {
        .name = "read_dump",
        .usage = USAGE,
        .summary = "take atoms from a snapshot of a dump file",
        .when = MD_AFTER_BOX,
        .min_words = 3,
        .max_words = -1,
        .execute = read_dump,
        .manual =
            "Reads the snapshot of step STEP of a text dump (plain or gzipped) that has columns id "
            "and type, and makes it the present state.  FIELDs are x y z (columns x, xs, xu or "
            "xsu), vx vy vz, q, ix iy iz, fx fy fz; what is not read stays as it is.\n"
            "  box no        the box stays; else it becomes that of the snapshot\n"
            "  replace no    atoms that are in the system are not changed\n"
            "  purge yes     all atoms are removed first\n"
            "  trim yes      atoms that the snapshot does not have are removed\n"
            "  add yes|keep  atoms that the system does not have are added, with new IDs or with\n"
            "                those of the file\n"
            "  label F C     the column of field F is named C; scaled yes and wrapped no say how\n"
            "                coordinates with such a label are written\n"
            "  timestep no   the step stays; else it becomes STEP (the time never changes)\n"
            "  format xyz    element, x, y, z below a count and a comment; STEP counts snapshots\n"
            "                from 0, IDs count lines from 1, and the first word must be the type",
    },
    {.name = NULL},
};
