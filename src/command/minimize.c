/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands about minima: minimize, min_style, min_modify. */
#include "run/minimize.h"
#include "base/nearest.h"
#include "command/command.h"

#include <math.h>

static enum md_status minimize(struct md_sim *sim, const struct md_args *args,
                               struct md_error *error)
{
    struct md_minimize_plan plan;
    enum md_status status =
        md_word_double(&args->words[0], "energy tolerance", 0.0, INFINITY, &plan.etol, error);
    if (status == MD_OK)
        status =
            md_word_double(&args->words[1], "force tolerance", 0.0, INFINITY, &plan.ftol, error);
    if (status == MD_OK)
        status = md_word_int(&args->words[2], "number of iterations", 0, MD_STEP_MAX,
                             &plan.iterations, error);
    if (status == MD_OK)
        status = md_word_int(&args->words[3], "number of force evaluations", 0, MD_STEP_MAX,
                             &plan.evaluations, error);
    return status != MD_OK ? status : md_minimize_run(sim, &plan, args, error);
}

static const char *minimizer_name(const void *context, int i)
{
    (void)context;
    const struct md_minimizer *type = md_minimizer_at(i);
    return type != NULL ? type->style.name : NULL;
}

static enum md_status min_style(struct md_sim *sim, const struct md_args *args,
                                struct md_error *error)
{
    static const char *const absent[] = {"hftn",       "fire/old", "spin",     "spin/cg",
                                         "spin/lbfgs", "cg/kk",    "fire/omp", NULL};
    const struct md_word *name = &args->words[0];
    const struct md_minimizer *type = md_minimizer_find(name->text);
    if (type != NULL) {
        sim->minimizer = type;
        return MD_OK;
    }
    for (int i = 0; absent[i] != NULL; i++) {
        if (md_word_is(name, absent[i]))
            return md_error_set(error, MD_ERR_UNSUPPORTED, &name->place,
                                "min_style %s of LAMMPS does not exist here; there are cg, fire, "
                                "quickmin and sd",
                                name->text);
    }
    md_error_set(error, MD_ERR_UNKNOWN, &name->place, "unknown min_style '%s'", name->text);
    return md_nearest_hint(error, name->text, md_nearest(name->text, minimizer_name, NULL));
}

static enum md_status min_modify(struct md_sim *sim, const struct md_args *args,
                                 struct md_error *error)
{
    struct md_min_options options = sim->min_options;
    enum md_status status = md_params_modify(&md_min_options_style, args, &options, error);
    if (status == MD_OK)
        sim->min_options = options;
    return status;
}

const struct md_command md_commands_minimize[] = {
    {
        .name = "minimize",
        .usage = "minimize ETOL FTOL MAXITER MAXEVAL",
        .summary = "moves the atoms to a minimum of the energy",
        .when = MD_AFTER_BOX,
        .min_words = 4,
        .max_words = 4,
        .execute = minimize,
        .manual =
            "Moves all atoms downhill with the method of min_style until one of these holds:\n"
            "  the energy changed by less than ETOL times itself in the last iteration\n"
            "  the norm of the force (min_modify norm) is less than FTOL, a force\n"
            "  MAXITER iterations were done, or (cg, sd) MAXEVAL force evaluations\n"
            "  the method cannot find a lower place (the reason is told)\n"
            "Each iteration is a step: thermo rows and dumps come as in runs, and both show the\n"
            "last step however it ends.  The energy is that of thermo rows, per atom in lj units\n"
            "unless thermo_modify norm says otherwise.  Fixes that move atoms or control their\n"
            "temperature rest; setforce 0 0 0 clamps atoms; the energy of walls, springs and "
            "added\n"
            "forces must be counted (fix_modify ID energy yes).  fix box/relax lets the box "
            "change.",
    },
    {
        .name = "min_style",
        .usage = "min_style cg|sd|fire|quickmin",
        .summary = "chooses how energies are minimised",
        .when = MD_ANYTIME,
        .min_words = 1,
        .max_words = 1,
        .execute = min_style,
        .manual = "Holds for all minimisations that follow.\n"
                  "  cg        conjugate gradients (the default): searches along lines\n"
                  "  sd        steepest descent: searches along the force\n"
                  "  fire      damped motion that speeds up downhill\n"
                  "  quickmin  damped motion with velocities projected onto the force",
    },
    {
        .name = "min_modify",
        .usage = "min_modify [dmax D] [line backtrack|quadratic|forcezero] [norm two|inf|max] "
                 "[integrator I] ...",
        .summary = "settings of minimisations",
        .when = MD_ANYTIME,
        .min_words = 2,
        .max_words = -1,
        .execute = min_modify,
        .manual =
            "  dmax D          farthest move of an atom along an axis, per line or step (0.1)\n"
            "  line            how cg and sd search along a line (quadratic)\n"
            "  norm            what FTOL is about: two, all components together (default); inf,\n"
            "                  the largest component; max, the longest force on an atom\n"
            "The rest is for min_style fire:\n"
            "  integrator      eulerimplicit (default), verlet, leapfrog or eulerexplicit\n"
            "  tmax, tmin      longest and shortest time step, in those of the deck (10, 0.02)\n"
            "  delaystep N     steps downhill before the time step grows (20)\n"
            "  dtgrow, dtshrink       factors of the time step (1.1, 0.5)\n"
            "  alpha0, alphashrink    how far velocities are turned, and its factor (0.25, 0.99)\n"
            "  vdfmax N        steps uphill in a row before it gives up; 0: never (2000)\n"
            "  halfstepback yes|no    half a step back after going uphill (yes)\n"
            "  initialdelay yes|no    no shrinking in the first delaystep steps (yes)",
    },
    {0},
};
