/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix move: atoms go on a course that the deck gives, whatever forces say.  With r0 an atom's
 * unwrapped position when the fix was made and t the time since,
 *
 *     linear     r = r0 + V t
 *     wiggle     r = r0 + A sin(2 pi t / T)
 *     rotate     r0 turned about the axis through P along R by the angle 2 pi t / T
 *     variable   r = r0 + D, v = V, or r advanced by V alone, from variables
 *
 * and velocities to match.  Components that are NULL follow the forces, as velocity Verlet would
 * move them.
 */
#include "modify/styles.h"

#include "measure/origin.h"
#include "modify/force_words.h"
#include "state/mobility.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define TWO_PI 6.28318530717958647693

enum course { LINEAR, WIGGLE, ROTATE, VARIABLE };

struct move {
    enum course course;
    bool forced[3];           /* the component follows the forces */
    double value[3];          /* velocity, or amplitude */
    double omega;             /* 2 pi / period */
    double point[3], axis[3]; /* of a rotation; the axis has the length 1 */
    struct md_force_words way, speed;
    struct md_origins origins;
    double begun; /* time when the fix was made */
};

/* ------------------------------------------------------------------ words */

/* Three numbers or NULL, the latter where `forced` is given. */
static enum md_status read_vector(const struct md_word *word, const char *what, bool *forced,
                                  double *value, struct md_error *error)
{
    for (int k = 0; k < 3; k++) {
        if (forced != NULL && md_word_is(&word[k], "NULL")) {
            forced[k] = true;
            continue;
        }
        if (md_word_double(&word[k], what, -INFINITY, INFINITY, &value[k], error))
            return error->status;
    }
    return MD_OK;
}

static enum md_status read_period(struct move *move, const struct md_word *word,
                                  struct md_error *error)
{
    double period;
    if (md_word_double(word, "period of fix move", MD_ABOVE(0.0), INFINITY, &period, error))
        return error->status;
    move->omega = TWO_PI / period;
    return MD_OK;
}

static enum md_status read_axis(struct move *move, const struct md_word *word,
                                struct md_error *error)
{
    if (read_vector(word, "axis of the rotation", NULL, move->axis, error))
        return error->status;
    double length = sqrt(move->axis[0] * move->axis[0] + move->axis[1] * move->axis[1] +
                         move->axis[2] * move->axis[2]);
    if (!(length > 0.0))
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "the axis of a rotation cannot be 0 0 0");
    for (int k = 0; k < 3; k++)
        move->axis[k] /= length;
    return MD_OK;
}

static enum md_status read_variables(struct move *move, const struct md_args *args,
                                     struct md_error *error)
{
    struct md_args ways = md_args_after(args, 1), speeds = md_args_after(args, 4);
    for (int k = 1; k <= 6; k++)
        if (!md_word_is(&args->words[k], "NULL") && strncmp(args->words[k].text, "v_", 2) != 0)
            return md_error_set(error, MD_ERR_VALUE, &args->words[k].place,
                                "'%s' must be v_NAME or NULL", args->words[k].text);
    if (md_force_words_read(&move->way, "move", &ways, error) ||
        md_force_words_read(&move->speed, "move", &speeds, error))
        return error->status;
    for (int k = 0; k < 3; k++)
        move->forced[k] = move->way.axis[k].source == MD_FORCE_KEEP &&
                          move->speed.axis[k].source == MD_FORCE_KEEP;
    return MD_OK;
}

/* The words of the course itself; lengths are scaled later. */
static enum md_status read_course(struct move *move, const struct md_args *args,
                                  struct md_error *error)
{
    const struct md_word *word = &args->words[1];
    switch (move->course) {
    case LINEAR:
        return read_vector(word, "velocity", move->forced, move->value, error);
    case WIGGLE:
        if (read_vector(word, "amplitude", move->forced, move->value, error))
            return error->status;
        return read_period(move, word + 3, error);
    case ROTATE:
        if (read_vector(word, "point of the axis", NULL, move->point, error) ||
            read_axis(move, word + 3, error))
            return error->status;
        return read_period(move, word + 6, error);
    case VARIABLE:
        break;
    }
    return read_variables(move, args, error);
}

static enum md_status refuse_depth(const struct move *move, const struct md_word *word,
                                   struct md_error *error)
{
    bool flat = move->course == ROTATE     ? move->axis[0] == 0.0 && move->axis[1] == 0.0
                : move->course == VARIABLE ? move->forced[2]
                                           : move->forced[2] || move->value[2] == 0.0;
    return flat ? MD_OK
                : md_error_set(error, MD_ERR_VALUE, &word->place,
                               "fix move %s cannot leave the plane in two dimensions", word->text);
}

/* Where all atoms of the group are now. */
static enum md_status take_origins(struct move *move, const struct md_modify_context *context,
                                   struct md_error *error)
{
    const struct md_system *system = context->system;
    const struct md_atoms *atoms = &system->atoms;
    for (size_t i = 0; i < atoms->count; i++) {
        double r[3];
        if ((atoms->groups[i] & md_group_bit(context->group)) == 0)
            continue;
        md_box_unwrap(&system->box, atoms->x[i], atoms->image[i], r);
        if (md_origins_set(&move->origins, atoms->id[i], r, error))
            return error->status;
    }
    move->begun = md_clock_time(&system->clock);
    return MD_OK;
}

static enum md_status move_create(void *state, const struct md_modify_context *context,
                                  const struct md_args *args, struct md_error *error)
{
    static const char *const courses[] = {"linear", "wiggle", "rotate", "variable", NULL};
    static const char *const units[] = {"lattice", "box", NULL};
    static const int words[] = {4, 5, 8, 7};
    struct move *move = state;
    const struct md_system *system = context->system;
    const char *usage = md_modifier_move.style.usage;
    int course, lattice = 0;
    if (md_args_count(args, 4, -1, usage, error) ||
        md_word_choice(&args->words[0], "course of fix move", courses, &course, error) ||
        md_args_count(args, words[course], words[course] + 2, usage, error))
        return error->status;
    move->course = (enum course)course;
    if (args->count > words[course]) {
        const struct md_word *word = &args->words[words[course]];
        static const char *const keys[] = {"units", NULL};
        int key;
        if (md_word_choice(word, "keyword of fix move", keys, &key, error) ||
            md_args_count(args, words[course] + 2, words[course] + 2, usage, error) ||
            md_word_choice(word + 1, "units", units, &lattice, error))
            return error->status;
    }
    if (read_course(move, args, error) ||
        (system->dimension == 2 && refuse_depth(move, &args->words[0], error)))
        return error->status;
    for (int k = 0; lattice == 0 && k < 3; k++) {
        move->value[k] *= system->lattice.spacing[k];
        move->point[k] *= system->lattice.spacing[k];
    }
    return take_origins(move, context, error);
}

static enum md_status move_begin(void *state, const struct md_modify_context *context,
                                 struct md_error *error)
{
    struct move *move = state;
    const struct md_atoms *atoms = &context->system->atoms;
    int64_t late = 0; /* the lowest ID without a beginning */
    for (size_t i = 0; i < atoms->count; i++)
        if ((atoms->groups[i] & md_group_bit(context->group)) != 0 &&
            (late == 0 || atoms->id[i] < late) &&
            md_origins_find(&move->origins, atoms->id[i]) == NULL)
            late = atoms->id[i];
    if (late != 0)
        return md_error_set(error, MD_ERR_ORDER, NULL,
                            "atom %" PRId64 " came into the group after fix move was made, so its "
                            "course has no beginning; define the fix again",
                            late);
    if (move->course != VARIABLE)
        return MD_OK;
    if (md_force_words_begin(&move->way, context, error))
        return error->status;
    return md_force_words_begin(&move->speed, context, error);
}

/* ------------------------------------------------------------------ a step */

/* r0 turned by the angle whose cosine and sine are c and s; v = omega axis x (r - point). */
static void turn(const struct move *move, const double r0[3], double c, double s, double r[3],
                 double v[3])
{
    const double *n = move->axis;
    double d[3], along = 0.0;
    for (int k = 0; k < 3; k++) {
        d[k] = r0[k] - move->point[k];
        along += d[k] * n[k];
    }
    double across[3], cross[3];
    for (int k = 0; k < 3; k++)
        across[k] = d[k] - along * n[k];
    for (int k = 0; k < 3; k++) {
        int p = (k + 1) % 3, q = (k + 2) % 3;
        cross[k] = n[p] * across[q] - n[q] * across[p];
    }
    for (int k = 0; k < 3; k++) {
        r[k] = move->point[k] + along * n[k] + across[k] * c + cross[k] * s;
        v[k] = move->omega * (cross[k] * c - across[k] * s);
    }
}

/* Position and velocity at the time t since the fix was made; r and v come with those of the
 * beginning of the step and keep what no course changes. */
static void follow(const struct move *move, size_t i, const double r0[3], double t, double step,
                   double r[3], double v[3])
{
    double c = cos(move->omega * t), s = sin(move->omega * t);
    if (move->course == ROTATE) {
        turn(move, r0, c, s, r, v);
        return;
    }
    for (int k = 0; k < 3; k++) {
        if (move->forced[k])
            continue;
        if (move->course == LINEAR) {
            v[k] = move->value[k];
            r[k] = r0[k] + move->value[k] * t;
        } else if (move->course == WIGGLE) {
            v[k] = move->value[k] * move->omega * c;
            r[k] = r0[k] + move->value[k] * s;
        } else {
            if (move->speed.axis[k].source != MD_FORCE_KEEP)
                v[k] = md_force_words_value(&move->speed, k, i);
            if (move->way.axis[k].source != MD_FORCE_KEEP)
                r[k] = r0[k] + md_force_words_value(&move->way, k, i);
            else
                r[k] += step * v[k];
        }
    }
}

static void kick(const struct move *move, const struct md_system *system, size_t i)
{
    const struct md_atoms *atoms = &system->atoms;
    double factor = md_mobility_half_kick(system, i);
    for (int k = 0; k < 3; k++)
        if (move->forced[k])
            atoms->v[i][k] += factor * atoms->f[i][k];
}

static enum md_status move_open(void *state, const struct md_modify_context *context,
                                struct md_error *error)
{
    struct move *move = state;
    struct md_system *system = context->system;
    struct md_atoms *atoms = &system->atoms;
    double t = md_clock_time(&system->clock) - move->begun, step = system->clock.timestep;
    if (move->course == VARIABLE && (md_force_words_evaluate(&move->way, context, error) ||
                                     md_force_words_evaluate(&move->speed, context, error)))
        return error->status;
    for (size_t i = 0; i < atoms->count; i++) {
        double r[3], whole[3], nowhere[3] = {0.0, 0.0, 0.0};
        double *x = atoms->x[i];
        const double *r0 = (atoms->groups[i] & md_group_bit(context->group)) != 0
                               ? md_origins_find(&move->origins, atoms->id[i])
                               : NULL;
        if (r0 == NULL)
            continue;
        kick(move, system, i);
        md_box_unwrap(&system->box, x, atoms->image[i], r);
        follow(move, i, r0, t, step, r, atoms->v[i]);
        md_box_unwrap(&system->box, nowhere, atoms->image[i], whole);
        for (int k = 0; k < 3; k++)
            x[k] = move->forced[k] ? x[k] + step * atoms->v[i][k] : r[k] - whole[k];
    }
    return MD_OK;
}

static enum md_status move_close(void *state, const struct md_modify_context *context,
                                 struct md_error *error)
{
    const struct move *move = state;
    const struct md_atoms *atoms = &context->system->atoms;
    (void)error;
    for (size_t i = 0; i < atoms->count; i++)
        if ((atoms->groups[i] & md_group_bit(context->group)) != 0)
            kick(move, context->system, i);
    return MD_OK;
}

/* ------------------------------------------------------------------ values */

static void move_shape(const void *state, struct md_shape *shape)
{
    (void)state;
    shape->atom_columns = 3;
}

static enum md_status move_atom(const void *state, const struct md_modify_context *context,
                                double *values, struct md_error *error)
{
    const struct move *move = state;
    const struct md_atoms *atoms = &context->system->atoms;
    (void)error;
    for (size_t i = 0; i < atoms->count; i++) {
        const double *r0 = md_origins_find(&move->origins, atoms->id[i]);
        for (int k = 0; k < 3; k++)
            values[3 * i + (size_t)k] = r0 != NULL ? r0[k] : 0.0;
    }
    return MD_OK;
}

static enum md_status move_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct move *move = state;
    if (md_archive_doubles(archive, "begun", &move->begun, 1, error))
        return error->status;
    return md_origins_keep(&move->origins, archive, error);
}

static void move_destroy(void *state)
{
    struct move *move = state;
    md_force_words_free(&move->way);
    md_force_words_free(&move->speed);
    md_origins_free(&move->origins);
}

const struct md_modifier md_modifier_move = {
    .style =
        {
            .name = "move",
            .summary = "moves atoms on a given course, whatever the forces",
            .usage = "fix ID GROUP move linear VX VY VZ | wiggle AX AY AZ PERIOD | "
                     "rotate PX PY PZ RX RY RZ PERIOD | variable v_DX v_DY v_DZ v_VX v_VY v_VZ "
                     "[units lattice|box]",
            .manual =
                "The atoms' positions and velocities follow from where they were when the fix was\n"
                "made and the time t since: linear goes on by V t, wiggle by A sin(2 pi t / "
                "PERIOD),\n"
                "rotate turns them about the axis through P along R.  With variables (equal or\n"
                "atom style) the displacement is D and the velocity V; with NULL for D the "
                "velocity\n"
                "advances the position, with NULL for V the velocity stays.  NULL for a component\n"
                "(with variables: for both) leaves it to the forces.  No other fix may move these\n"
                "atoms.  units lattice (the default) scales V, A and P, not variables.\n"
                "f_ID[1..3] of an atom are its unwrapped coordinates at the beginning.",
            .state_size = sizeof(struct move),
        },
    .moves = true,
    .carries = true,
    .counts_steps = true,
    .balance = MD_BALANCE_UNCOUNTED,
    .create = move_create,
    .begin = move_begin,
    .open = move_open,
    .close = move_close,
    .shape = move_shape,
    .atom = move_atom,
    .keep = move_keep,
    .destroy = move_destroy,
};
