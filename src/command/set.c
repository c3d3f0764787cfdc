/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command set: chosen atoms get new types, positions, velocities, image counts, molecules,
 * charges or masses, and the bonds among them new types.  Random
 * choices by fraction are drawn from each atom's coordinates, so they do not depend on its number.
 */
#include "base/memory.h"
#include "base/random.h"
#include "command/atoms.h"

#include <math.h>
#include <string.h>

struct job {
    struct md_sim *sim;
    const struct md_args *args;
    bool *chosen; /* per atom */
};

/* Fails unless atoms have what the word is about; styles: of the atoms that have it. */
static enum md_status need_style(const struct job *job, const struct md_word *word, bool has,
                                 const char *styles, struct md_error *error)
{
    if (has)
        return MD_OK;
    return md_error_set(error, MD_ERR_ORDER, &word->place,
                        "set ... %s needs atom_style %s, and atom_style is %s", word->text, styles,
                        md_atom_style_names[job->sim->system.topology.style]);
}

/* The same of bonds, angles, ...; what can have bonds belongs to molecules too. */
static enum md_status need_kind(const struct job *job, const struct md_word *word, int kind,
                                struct md_error *error)
{
    char styles[MD_TOPOLOGY_TEXT];
    return need_style(job, word, md_topology_allows(&job->sim->system.topology, kind),
                      md_topology_styles(kind, "or", styles), error);
}

/* ------------------------------------------------------------------ who */

static enum md_status choose(struct job *job, struct md_error *error)
{
    static const char *const names[] = {"atom", "type", "group", "region", "mol", NULL};
    enum { ATOM, TYPE, GROUP, REGION, MOL };
    struct md_system *system = &job->sim->system;
    struct md_atoms *atoms = &system->atoms;
    const struct md_word *style = &job->args->words[0], *id = style + 1;
    int kind, first = 0, last = 0, index = 0;
    enum md_status status = md_word_choice(style, "set style", names, &kind, error);
    if (status != MD_OK)
        return status;
    if (kind == MOL && need_kind(job, style, MD_BONDS, error) != MD_OK)
        return error->status;
    if (kind == MOL) {
        int64_t max = 0;
        for (size_t i = 0; i < atoms->count; i++)
            max = atoms->molecule[i] > max ? atoms->molecule[i] : max;
        status = md_word_range(id, "molecule", max > INT32_MAX ? INT32_MAX : (int)max, &first,
                               &last, error);
    } else if (kind == ATOM) {
        int64_t max = md_atoms_max_id(atoms);
        status = md_word_range(id, "atom ID", max > INT32_MAX ? INT32_MAX : (int)max, &first, &last,
                               error);
    } else if (kind == TYPE) {
        status = md_word_range(id, "atom type", system->types, &first, &last, error);
    } else if (kind == GROUP) {
        status = md_groups_of_word(&system->groups, id, &index, error);
    } else {
        status = md_regions_of_word(&system->regions, id, &index, error);
    }
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++)
        job->chosen[i] = kind == ATOM    ? atoms->id[i] >= first && atoms->id[i] <= last
                         : kind == MOL   ? atoms->molecule[i] >= first && atoms->molecule[i] <= last
                         : kind == TYPE  ? atoms->type[i] >= first && atoms->type[i] <= last
                         : kind == GROUP ? (atoms->groups[i] & md_group_bit(index)) != 0
                                         : md_region_contains(&system->regions, index, atoms->x[i]);
    return status;
}

/* ------------------------------------------------------------------ what */

/* Each setter reads the words after its keyword and returns how many atoms it set. */

static enum md_status read_type(const struct job *job, const struct md_word *word, int *type,
                                struct md_error *error)
{
    int64_t value;
    enum md_status status =
        md_word_int(word, "atom type", 1, job->sim->system.types, &value, error);
    if (status == MD_OK)
        *type = (int)value;
    return status;
}

static enum md_status set_type(const struct job *job, const struct md_word *words, int64_t *count,
                               struct md_error *error)
{
    struct md_system *system = &job->sim->system;
    struct md_value value = {0};
    enum md_status status = MD_OK;
    if (strncmp(words[0].text, "v_", 2) == 0) {
        status = md_value_read(job->sim, &words[0], "atom type", false, &value, error);
    } else {
        int type = 0;
        status = read_type(job, &words[0], &type, error);
        value.kind = MD_VALUE_NUMBER;
        value.number = type;
    }
    for (size_t i = 0; i < system->atoms.count && status == MD_OK; i++) {
        if (!job->chosen[i])
            continue;
        double type = trunc(md_value_at(&value, i));
        if (!(type >= 1 && type <= system->types))
            status = md_error_set(error, MD_ERR_VALUE, &words[0].place,
                                  "'%s' gives the atom type %g, which must be between 1 and %d",
                                  words[0].text, md_value_at(&value, i), system->types);
        else
            system->atoms.type[i] = (int)type;
        ++*count;
    }
    system->atoms.edition++;
    md_value_free(&value);
    return status;
}

static enum md_status set_type_fraction(const struct job *job, const struct md_word *words,
                                        int64_t *count, struct md_error *error)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    int type;
    double fraction;
    int32_t seed;
    enum md_status status = read_type(job, &words[0], &type, error);
    if (status == MD_OK)
        status = md_word_double(&words[1], "fraction", 0.0, 1.0, &fraction, error);
    if (status == MD_OK)
        status = md_keyword_seed(&words[2], &seed, error);
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++) {
        struct md_park random;
        if (!job->chosen[i])
            continue;
        md_park_seed_at(&random, seed, atoms->x[i]);
        if (md_park_uniform(&random) > fraction)
            continue;
        atoms->type[i] = type;
        ++*count;
    }
    atoms->edition++;
    return status;
}

/* Exactly `target` of the chosen atoms, drawn by md_subset_choose. */
static enum md_status set_type_part(const struct job *job, int64_t target, int type, int32_t seed,
                                    int64_t *count, struct md_error *error)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    size_t candidates = 0, k = 0;
    for (size_t i = 0; i < atoms->count; i++)
        candidates += job->chosen[i];
    bool *mark = md_memory_array(candidates + 1, sizeof *mark);
    if (!mark)
        return md_error_memory(error, "a random subset of atoms");
    enum md_status status = md_subset_choose(target, candidates, seed, mark, error);
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++)
        if (job->chosen[i] && mark[k++]) {
            atoms->type[i] = type;
            ++*count;
        }
    md_memory_free(mark);
    atoms->edition++;
    return status;
}

static int64_t chosen_count(const struct job *job)
{
    int64_t count = 0;
    for (size_t i = 0; i < job->sim->system.atoms.count; i++)
        count += job->chosen[i];
    return count;
}

static enum md_status set_type_ratio(const struct job *job, const struct md_word *words,
                                     int64_t *count, struct md_error *error)
{
    int type;
    double ratio;
    int32_t seed;
    enum md_status status = read_type(job, &words[0], &type, error);
    if (status == MD_OK)
        status = md_word_double(&words[1], "ratio", 0.0, 1.0, &ratio, error);
    if (status == MD_OK)
        status = md_keyword_seed(&words[2], &seed, error);
    if (status != MD_OK)
        return status;
    int64_t target = (int64_t)(ratio * (double)chosen_count(job));
    return set_type_part(job, target, type, seed, count, error);
}

static enum md_status set_type_subset(const struct job *job, const struct md_word *words,
                                      int64_t *count, struct md_error *error)
{
    int type;
    int64_t target;
    int32_t seed;
    enum md_status status = read_type(job, &words[0], &type, error);
    if (status == MD_OK)
        status = md_word_int(&words[1], "subset", 0, chosen_count(job), &target, error);
    if (status == MD_OK)
        status = md_keyword_seed(&words[2], &seed, error);
    return status == MD_OK ? set_type_part(job, target, type, seed, count, error) : status;
}

/* x, y, z and vx, vy, vz: the keyword's last letter is the axis. */
static enum md_status set_component(const struct job *job, const struct md_word *words,
                                    int64_t *count, struct md_error *error)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    const char *keyword = words[-1].text;
    md_vec3 *array = keyword[0] == 'v' ? atoms->v : atoms->x;
    int axis = keyword[strlen(keyword) - 1] - 'x';
    struct md_value value;
    enum md_status status = md_value_read(job->sim, &words[0], keyword, false, &value, error);
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++) {
        if (!job->chosen[i])
            continue;
        array[i][axis] = md_value_at(&value, i);
        ++*count;
    }
    md_value_free(&value);
    return status;
}

static enum md_status set_charge(const struct job *job, const struct md_word *words, int64_t *count,
                                 struct md_error *error)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    struct md_value value;
    if (need_style(job, &words[-1], job->sim->system.topology.style == MD_ATOM_FULL, "full",
                   error) != MD_OK)
        return error->status;
    enum md_status status = md_value_read(job->sim, &words[0], "charge", false, &value, error);
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++) {
        if (!job->chosen[i])
            continue;
        atoms->charge[i] = md_value_at(&value, i);
        ++*count;
    }
    md_value_free(&value);
    return status;
}

/* Masses of their own, whatever those of the types are. */
static enum md_status set_mass(const struct job *job, const struct md_word *words, int64_t *count,
                               struct md_error *error)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    struct md_value value;
    enum md_status status = md_value_read(job->sim, &words[0], "mass", false, &value, error);
    if (status == MD_OK)
        status = md_atoms_own_masses(atoms, error);
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++) {
        if (!job->chosen[i])
            continue;
        double mass = md_value_at(&value, i);
        if (!(mass > 0.0 && mass < INFINITY))
            status = md_error_set(error, MD_ERR_VALUE, &words[0].place,
                                  "'%s' gives the mass %g, which must be greater than 0",
                                  words[0].text, mass);
        else
            atoms->mass[i] = mass;
        ++*count;
    }
    atoms->edition++;
    md_value_free(&value);
    return status;
}

/* A whole number from lo to hi, or a variable that gives one. */
static enum md_status whole(const struct md_word *word, const struct md_value *value, size_t i,
                            const char *what, int64_t lo, int64_t hi, int64_t *number,
                            struct md_error *error)
{
    double given = trunc(md_value_at(value, i));
    if (given >= (double)lo && given <= (double)hi) {
        *number = (int64_t)given;
        return MD_OK;
    }
    return md_error_set(error, MD_ERR_VALUE, &word->place,
                        "'%s' gives the %s %g, which must be from %lld to %lld", word->text, what,
                        md_value_at(value, i), (long long)lo, (long long)hi);
}

static enum md_status read_whole(const struct job *job, const struct md_word *word,
                                 const char *what, int64_t lo, int64_t hi, struct md_value *value,
                                 struct md_error *error)
{
    int64_t number;
    if (strncmp(word->text, "v_", 2) == 0)
        return md_value_read(job->sim, word, what, false, value, error);
    enum md_status status = md_word_int(word, what, lo, hi, &number, error);
    value->kind = MD_VALUE_NUMBER;
    value->number = (double)number;
    return status;
}

static enum md_status set_molecule(const struct job *job, const struct md_word *words,
                                   int64_t *count, struct md_error *error)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    struct md_value value = {0};
    if (need_kind(job, &words[-1], MD_BONDS, error) != MD_OK)
        return error->status;
    enum md_status status = read_whole(job, &words[0], "molecule", 0, INT32_MAX, &value, error);
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++) {
        if (!job->chosen[i])
            continue;
        status = whole(&words[0], &value, i, "molecule", 0, INT32_MAX, &atoms->molecule[i], error);
        ++*count;
    }
    md_value_free(&value);
    return status;
}

/* The type of the elements of a kind (the keyword) all of whose atoms are chosen. */
static enum md_status set_element(const struct job *job, const struct md_word *words,
                                  int64_t *count, struct md_error *error)
{
    struct md_system *system = &job->sim->system;
    struct md_topology *topology = &system->topology;
    int64_t type;
    char what[32];
    int kind = 0;
    while (!md_word_is(&words[-1], md_topology_kinds[kind].one))
        kind++;
    struct md_topology_list *list = &topology->list[kind];
    snprintf(what, sizeof what, "%s type", md_topology_kinds[kind].one);
    if (need_kind(job, &words[-1], kind, error) != MD_OK ||
        md_word_int(&words[0], what, 1, list->types, &type, error) != MD_OK)
        return error->status;
    for (size_t k = 0; k < list->count; k++) {
        int64_t index[MD_TOPOLOGY_ATOMS];
        bool all = md_topology_find(topology, kind, k, &system->atoms, index);
        for (int place = 0; all && place < md_topology_kinds[kind].atoms; place++)
            all = job->chosen[index[place]];
        if (!all)
            continue;
        list->type[k] = (int)type;
        ++*count;
    }
    return MD_OK;
}

/* One component of the image counts. */
static enum md_status set_image_axis(const struct job *job, const struct md_word *word, int d,
                                     struct md_error *error)
{
    struct md_system *system = &job->sim->system;
    struct md_value value = {0};
    enum md_status status =
        read_whole(job, word, "image count (or NULL)", -512, 511, &value, error);
    for (size_t i = 0; i < system->atoms.count && status == MD_OK; i++) {
        int64_t image = 0;
        if (!job->chosen[i])
            continue;
        status = whole(word, &value, i, "image count", -512, 511, &image, error);
        if (status == MD_OK && !system->box.periodic[d] && image != 0)
            status = md_error_set(error, MD_ERR_VALUE, &word->place,
                                  "image count %s is for axis %c, which is not periodic: only 0 or "
                                  "NULL is possible",
                                  word->text, "xyz"[d]);
        if (status == MD_OK)
            system->atoms.image[i][d] = (int)image;
    }
    md_value_free(&value);
    return status;
}

static enum md_status set_image(const struct job *job, const struct md_word *words, int64_t *count,
                                struct md_error *error)
{
    enum md_status status = MD_OK;
    for (int d = 0; d < 3 && status == MD_OK; d++)
        if (!md_word_is(&words[d], "NULL"))
            status = set_image_axis(job, &words[d], d, error);
    for (size_t i = 0; i < job->sim->system.atoms.count; i++)
        *count += job->chosen[i];
    return status;
}

/* i_NAME and d_NAME, which a fix property/atom made. */
static enum md_status set_custom(const struct job *job, const struct md_word *words, int64_t *count,
                                 struct md_error *error)
{
    struct md_system *system = &job->sim->system;
    const char *keyword = words[-1].text;
    int slot = md_custom_find(&system->custom, keyword);
    if (slot < 0)
        return md_error_set(error, MD_ERR_REFERENCE, &words[-1].place,
                            "atoms have no '%s': no fix property/atom has made it", keyword);
    struct md_rows *rows = &system->custom.slot[slot].rows;
    struct md_value value;
    enum md_status status = md_value_read(job->sim, &words[0], keyword, false, &value, error);
    if (status == MD_OK)
        status = md_rows_cover(rows, &system->atoms, error);
    for (size_t i = 0; i < system->atoms.count && status == MD_OK; i++) {
        if (!job->chosen[i])
            continue;
        double number = md_value_at(&value, i);
        *md_rows_find(rows, system->atoms.id[i]) = keyword[0] == 'i' ? trunc(number) : number;
        ++*count;
    }
    md_value_free(&value);
    return status;
}

struct setter {
    int words;
    enum md_status (*set)(const struct job *, const struct md_word *, int64_t *, struct md_error *);
};

static const char *const keyword_names[] = {"type",       "type/fraction",
                                            "type/ratio", "type/subset",
                                            "x",          "y",
                                            "z",          "vx",
                                            "vy",         "vz",
                                            "image",      "charge",
                                            "mol",        "bond",
                                            "angle",      "dihedral",
                                            "improper",   "mass",
                                            NULL};
/* LAMMPS's that need what atoms here do not carry. */
static const char absent_names[] =
    " dipole dipole/random dipole/length quat quat/random diameter shape length tri "
    "theta "
    "theta/random angmom omega density density/disc temperature volume epsilon cc "
    "spin/atom spin/atom/random spin/electron radius/electron sph/e sph/cv "
    "sph/rho smd/contact/radius smd/mass/density dpd/theta edpd/temp edpd/cv rheo/rho rheo/status ";
static const struct setter setters[] = {
    {1, set_type},      {3, set_type_fraction}, {3, set_type_ratio}, {3, set_type_subset},
    {1, set_component}, {1, set_component},     {1, set_component},  {1, set_component},
    {1, set_component}, {1, set_component},     {3, set_image},      {1, set_charge},
    {1, set_molecule},  {1, set_element},       {1, set_element},    {1, set_element},
    {1, set_element},   {1, set_mass},          {1, set_custom},
};
enum { CUSTOM = sizeof setters / sizeof setters[0] - 1 };

static bool absent(const char *name)
{
    char key[80];
    snprintf(key, sizeof key, " %s ", name);
    /* i2_NAME, d2_NAME: arrays that users add to atoms */
    return strstr(absent_names, key) != NULL || strncmp(name, "i2_", 3) == 0 ||
           strncmp(name, "d2_", 3) == 0;
}

static enum md_status set_keywords(const struct job *job, struct md_error *error)
{
    const struct md_args *args = job->args;
    int i = 2;
    while (i < args->count) {
        const struct md_word *word = &args->words[i];
        int k;
        int64_t count = 0;
        if (absent(word->text))
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                                "set ... %s of LAMMPS does not exist here: atoms have type, x y z, "
                                "vx vy vz, image, mol, charge, mass, bond, angle, dihedral and "
                                "improper",
                                word->text);
        bool custom = strncmp(word->text, "i_", 2) == 0 || strncmp(word->text, "d_", 2) == 0;
        enum md_status status =
            custom ? MD_OK : md_word_choice(word, "set keyword", keyword_names, &k, error);
        if (custom)
            k = CUSTOM;
        if (status != MD_OK)
            return status;
        status = md_keyword_values(args, i, setters[k].words, error);
        if (status == MD_OK)
            status = setters[k].set(job, word + 1, &count, error);
        if (status != MD_OK)
            return status;
        md_log_print(&job->sim->log, "  %lld settings made for %s\n", (long long)count, word->text);
        i += 1 + setters[k].words;
    }
    return MD_OK;
}

enum md_status md_run_set(struct md_sim *sim, const struct md_args *args, struct md_error *error)
{
    struct job job = {.sim = sim, .args = args};
    job.chosen = md_memory_array(sim->system.atoms.count + 1, sizeof *job.chosen);
    if (!job.chosen)
        return md_error_memory(error, "the atoms to set");
    enum md_status status = choose(&job, error);
    if (status == MD_OK) {
        md_log_print(&sim->log, "Setting atom values ...\n");
        status = set_keywords(&job, error);
    }
    md_memory_free(job.chosen);
    md_sim_changed(sim, MD_CHANGED_ATOMS | MD_CHANGED_VELOCITY);
    return status;
}
