/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The deck word `fix`.  What a fix does stands in one of its hooks: it moves atoms (nve), filters
 * forces (setforce, enforce2d), forces without a potential (viscous), throws atoms back at hard
 * walls (wall/reflect), acts inside the step (nvt) or at instants (momentum).  Fixes that are
 * potentials (spring/self, walls, indent, ...) have no hooks at all: they are elements of
 * term/field/, and md_modifier_potential only answers for their values.
 */
#ifndef MD_MODIFY_MODIFIER_H
#define MD_MODIFY_MODIFIER_H

#include "base/archive.h"
#include "base/style.h"
#include "base/value.h"
#include "force/freedom.h"
#include "force/mirror.h"
#include "measure/measure.h"
#include "state/frame.h"
#include "term/external.h"

struct md_record;

#define MD_NEVER INT64_MAX

/* What a fix can ask of the run besides acting on atoms. */
struct md_stage {
    void *context;
    void (*say)(void *context, const char *text); /* to screen and log */
    /* The run ends after this step; for_good: later ones do not begin. */
    void (*halt)(void *context, bool for_good);
};

/* What a fix sees when it is created and when it acts. */
struct md_modify_context {
    struct md_system *system;
    const struct md_variables *variables;   /* v_name */
    const struct md_quantities *quantities; /* c_ID, f_ID, thermo keywords */
    struct md_computes *computes;
    const struct md_forces *forces; /* energies and virial: md_modify_frame */
    int group;
    const char *id;                /* of the fix that is being created, else NULL */
    int64_t first_step, last_step; /* of the present run (start/stop), for ramps */
    bool restarted;                /* nothing ran since read_restart */
    bool continues;                /* the ramps of the run before it go on */
    const struct md_stage *stage;  /* NULL: there is no run */
};

/* What a fix does to the energy that a run should keep. */
enum md_balance {
    MD_BALANCE_KEPT,     /* nothing, nor to the momentum */
    MD_BALANCE_COUNTED,  /* it exchanges some and knows how much: f_ID, or fix_modify energy */
    MD_BALANCE_ROUGH,    /* the same, but what it counts drifts from what the motion keeps */
    MD_BALANCE_UNCOUNTED /* it exchanges some, and nothing counts it */
};

struct md_modifier {
    struct md_style style;
    bool moves;         /* its group is integrated in time (nve) */
    bool carries;       /* ... by its own hooks, not by the integrator (move) */
    bool leads;         /* its hook `open` comes before all others', wherever it stands */
    bool inserts;       /* `reflect` adds atoms */
    bool resizes;       /* it changes the box: thermo rows show the volume */
    bool displaces;     /* `act` moves the box or atoms: after the forces, before anything looks */
    bool shows_volume;  /* thermo rows show the volume although the box stays */
    bool virial_always; /* its hooks inside the step want energies and virial each time */
    bool has_energy, has_virial; /* fix_modify energy, virial mean something */
    bool minimizes; /* its filter or force takes part in minimisations; others rest there */
    /* `act` asks for values: at its steps a frame with energies and virial is observed before it.
     * It acts at the first step of a run too when `next` names that step after the one before. */
    bool looks;
    bool opens;        /* it also acts at the first step of a run, without a look */
    bool counts_steps; /* its plans name steps: reset_timestep is refused while it is there */
    enum md_status (*create)(void *state, const struct md_modify_context *, const struct md_args *,
                             struct md_error *);
    enum md_status (*begin)(void *state, const struct md_modify_context *, struct md_error *);
    /* Projection of forces (may be NULL). */
    enum md_status (*filter)(void *state, const struct md_modify_context *, md_vec3 *f,
                             struct md_error *);
    /* The same on a part of the forces, before `filter` gets the last one: force/filter.h. */
    enum md_status (*filter_part)(void *state, const struct md_modify_context *, md_vec3 *f,
                                  bool first, struct md_error *);
    /* Adds forces that follow from no potential (may be NULL): force/forcing.h. */
    enum md_status (*force)(void *state, const struct md_modify_context *, md_vec3 *f,
                            struct md_error *);
    /* The energy of that force when it was last added, for fix_modify energy (may be NULL). */
    double (*force_energy)(const void *state);
    bool noise; /* `force` draws random numbers: it is another one each time */
    /* Throws atoms back that passed a hard wall (may be NULL): force/mirror.h. */
    enum md_status (*reflect)(void *state, const struct md_modify_context *, struct md_error *);
    /* Walls that stand still, if that is all it does; returns how many (may be NULL: none). */
    int (*planes)(const void *state, uint32_t groups, struct md_mirror_plane *plane);
    /* A minimisation begins, with its filter or force: an error if it cannot take part (may be
     * NULL: it always can). */
    enum md_status (*join)(const void *state, const struct md_modify_context *, struct md_error *);
    /* Degrees of freedom besides the atoms' in minimisations (may be NULL): force/freedom.h;
     * name and state are filled by the caller. */
    void (*freedom)(const void *state, struct md_freedom *freedom);
    /* A run begins and the first forces are there (may be NULL). */
    enum md_status (*setup)(void *state, const struct md_modify_context *, struct md_error *);
    /* A new run begins from a restart file that another one wrote on its way: what was kept is
     * there, and what follows from the present targets is set again (may be NULL). */
    enum md_status (*renew)(void *state, const struct md_modify_context *, struct md_error *);
    /* What it does inside a step (each may be NULL): integrate/coupling.h. */
    enum md_status (*open)(void *state, const struct md_modify_context *, struct md_error *);
    enum md_status (*drift)(void *state, const struct md_modify_context *, struct md_error *);
    enum md_status (*moved)(void *state, const struct md_modify_context *, struct md_error *);
    enum md_status (*close)(void *state, const struct md_modify_context *, struct md_error *);
    enum md_status (*begun)(void *state, const struct md_modify_context *, struct md_error *);
    enum md_status (*forced)(void *state, const struct md_modify_context *, struct md_error *);
    enum md_status (*closed)(void *state, const struct md_modify_context *, struct md_error *);
    /* Virial of the forces that the last three added: counted with that of all others. */
    const double *(*constraint_virial)(const void *state);
    /* Adds what each atom has of it, if these forces are those of `instant` (may be NULL). */
    void (*constraint_share)(const void *state, uint64_t instant, double (*virial)[6]);
    /* Whether it depends on the first and last step of a run (may be NULL: it does not). */
    bool (*spans)(const void *state);
    /* Axes of the box it changes (bits); NULL: all that `resizes` says, or none. */
    unsigned (*axes)(const void *state);
    /* First step after `step` at whose end `act` wants to be called (NULL act: never). */
    int64_t (*next)(const void *state, int64_t step);
    /* End-of-step action; *changed gets enum md_change bits. */
    enum md_status (*act)(void *state, const struct md_modify_context *, unsigned *changed,
                          struct md_error *);
    /* fix_modify temp ID, press ID: it takes values from this compute now, which is of that sort.
     * NULL: it uses no such compute. */
    void (*use_temperature)(void *state, const struct md_compute *compute);
    void (*use_pressure)(void *state, const struct md_compute *compute);
    /* It keeps account of the energy it takes from the system; f_ID is what ecouple counts. */
    bool couples_energy;
    enum md_balance balance;
    /* The same where it depends on the fix's words or on the atoms (may be NULL). */
    enum md_balance (*balances)(const void *state, const struct md_modify_context *);
    /* The highest temperature it wants the atoms to have; infinity: a variable says it; NULL: it
     * wants none. */
    double (*asks)(const void *state);
    bool has_scalar;   /* f_ID is a number */
    int vector_length; /* f_ID[1] .. f_ID[vector_length]; 0: no vector */
    /* Lengths that depend on arguments (may be NULL): *shape comes with what the constants say. */
    void (*shape)(const void *state, struct md_shape *shape);
    bool extensive, vector_extensive; /* grows with the system: thermo rows may show it per atom */
    /* f_ID (i = j = 0), f_ID[i], f_ID[i][j]; NULL: no values. */
    enum md_status (*value)(const void *state, const struct md_modify_context *, int64_t i,
                            int64_t j, double *value, struct md_error *);
    /* Per-atom values in the atoms' local order, row by row (atom_columns of its shape); may be
     * NULL. */
    enum md_status (*atom)(const void *state, const struct md_modify_context *, double *values,
                           struct md_error *error);
    /* Whether f_ID, f_ID[i], f_ID[i][j] is extensive; NULL: the flags above. */
    bool (*grows)(const void *state, int64_t i, int64_t j);
    /* Writes into the archive, or reads back, everything that the deck's words do not make again:
     * variables of thermostats, random generators, reference positions by ID, running averages.
     * NULL: nothing to keep. */
    enum md_status (*keep)(void *state, struct md_archive *, struct md_error *);
    /* The file it writes rows to, which is closed, with any failure reported, before `destroy`; may
     * be NULL. */
    struct md_record *(*record)(void *state);
    void (*destroy)(void *state);
};

/* A fix in use. */
struct md_fix {
    char id[64];
    int group;
    const struct md_modifier *type;
    const struct md_potential *potential; /* or NULL; its state then is struct md_external */
    const struct md_style *style;         /* of the potential, or of the type */
    void *state;
    struct md_place place;
    uint64_t words; /* a hash of the words that made it */
    char *line;     /* as a deck has them */
    bool energy, virial;
};

struct md_fixes {
    struct md_fix *list; /* in deck order */
    int count, capacity;
};

/* The balance of this fix as it stands. */
enum md_balance md_fix_balance(const struct md_fix *fix, const struct md_modify_context *context);
/* Of fixes that set forces; nothing: all components that they set are set to 0. */
enum md_balance md_modifier_balance_of_set(bool nothing, const struct md_modify_context *context);

/* What stands for every fix that is a potential. */
extern const struct md_modifier md_modifier_potential;

/* Everything that can follow `fix ID GROUP`, NULL at the end. */
const struct md_style *md_fix_style_at(int i);
bool md_fix_style_known(const char *name);

const struct md_modifier *md_modifier_find(const char *name);
const struct md_modifier *md_modifier_at(int i);
/* Known to LAMMPS and not here: why; NULL when nobody knows it. */
const char *md_modifier_unsupported(const char *name);
/* These names in groups with a common reason; NULL at the end. */
const char *const *md_modifier_absent(int group, const char **reason);

/* The system's present positions and velocities as measures see them, with the energies and virial
 * of the last forces that were asked for them. */
struct md_frame md_modify_frame(const struct md_modify_context *context, bool tallied);
/* It acts inside the step. */
bool md_modifier_couples(const struct md_modifier *type);

struct md_fix *md_fixes_find(const struct md_fixes *fixes, const char *id);
/* The same, or an error at the word with the nearest ID. */
enum md_status md_fixes_of_word(const struct md_fixes *fixes, const struct md_word *word,
                                struct md_fix **fix, struct md_error *error);
/* Closes the files of all; every failure goes to `report`. */
void md_fixes_close(struct md_fixes *fixes, md_error_sink *report, void *context);
void md_fixes_free(struct md_fixes *fixes);

/* The commands: `fix ID group style args...` (an existing ID of the same style is replaced where it
 * stands), `unfix ID`.  context->group is filled here. */
enum md_status md_fixes_add(struct md_fixes *fixes, const struct md_modify_context *context,
                            const struct md_args *args, struct md_error *error);
enum md_status md_fixes_remove(struct md_fixes *fixes, const struct md_args *args,
                               struct md_error *error);

/* What values there are; how many f_ID[i] there are; whether fix_modify virial means something. */
void md_fix_shape(const struct md_fix *fix, struct md_shape *shape);
int64_t md_fix_vector_length(const struct md_fix *fix);
bool md_fix_has_virial(const struct md_fix *fix);

/* f_ID, f_ID[i], f_ID[i][j]; MD_ERR_VALUE when the fix has no such value. */
enum md_status md_fix_value(const struct md_fix *fix, const struct md_modify_context *context,
                            int64_t i, int64_t j, double *value, struct md_error *error);

#endif
