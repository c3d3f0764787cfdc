/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every integrator, with every fix that keeps something or acts on atoms: a run that goes on from a
 * restart file written on the way ends in the same restart file, byte for byte, as the run that was
 * never interrupted.  The file holds positions, velocities, forces, clock, the list's held
 * positions and all that fixes and computes keep, so nothing can differ unseen.
 */
#include "avimd.h"
#include "integrate/integrator.h"
#include "measure/measure.h"
#include "modify/modifier.h"
#include "term/external.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>

enum { LAST = 24 };

/* A fix with words that make it work in the crystal below, which fills 0..5.04 of an open or
 * periodic box; `moves`: no other fix moves the atoms. */
static const struct trial {
    const char *style, *words;
    bool moves, open;
} trials[] = {
    {"nve", "", true, false},
    {"addforce", "0.3 -0.2 0.7", false, false},
    {"addforce", "v_push 0 0", false, false},
    {"aveforce", "NULL 0.1 NULL", false, false},
    {"setforce", "0.1 NULL 0", false, false},
    {"viscous", "0.4", false, false},
    {"momentum", "5 linear 1 1 1 angular rescale", false, true},
    {"dt/reset", "3 NULL 0.01 0.02 emax 0.5", false, false},
    {"dt/stiffness", "3 0.1 max 0.01 travel 0.03 energy 1.0", false, false},
    {"enforce2d", NULL, false, false}, /* for 2 dimensions only */
    {"balance", NULL, false, false},   /* does nothing */
    {"deposit", "8 1 3 4711 region corner near 0.3 vx -1 1 units box", false, true},
    {"spring", "tether 30.0 1 NULL 2 0.5", false, false},
    {"move", "wiggle 0.1 NULL 0.2 0.05 units box", true, false},
    {"move", "rotate 2 2 2 1 1 0 0.5 units box", true, true},
    {"spring/self", "10.0", false, false},
    {"spring/self", "4.0 xy", false, true},
    {"central/kepler", "1.5 center -4 -4 -4", false, true},
    {"central/poly", "0 1 -0.2 0.01 center 3 3 3", false, true},
    {"gravity", "2.0 vector 1 -2 3", false, true},
    {"indent", "3 sphere 4 4 4.5 2.5 units box", false, true},
    {"wall/reflect", "xlo -0.3 xhi 5.2 units box", false, true},
    {"wall/reflect/stochastic",
     "ccl 4711 xlo -0.3 2 0 1 0 0.3 0.5 0.7 yhi 5.2 1 1 0 2 1 0.2 0.1 units box", false, true},
    {"wall/harmonic", "xlo -2 2 1 4 yhi 8 3 1 6 units box", false, true},
    {"wall/lj1043", "xlo -2 2 1 5 zhi 8 1 1 6 units box", false, true},
    {"wall/morse", "xlo -2 2 1.5 1 5 zhi 8 1 1 1 6 units box", false, true},
    {"wall/lj126", "xlo -2 2 1 5 zhi 8 1 1 6 units box", false, true},
    {"wall/lj93", "ylo -2 2 1 5 zhi 8 1 1 6 units box", false, true},
    {"langevin", "1.0 2.0 0.5 4711", false, false},
    {"langevin", "1.0 2.0 0.5 4711 gjf vhalf", false, false},
    {"langevin", "1.0 2.0 0.5 4711 zero yes tally yes", false, false},
    {"temp/rescale", "5 1.0 2.0 0.02 0.5", false, false},
    {"temp/berendsen", "1.0 2.0 0.2", false, false},
    {"press/berendsen", "iso 1.0 2.0 0.5 modulus 20", false, false},
    {"recenter", "INIT INIT INIT", false, false},
    {"deform", "1 x erate 0.05 remap x", false, false},
    {"nvt", "temp 1.0 2.0 0.3 tchain 3", true, false},
    {"npt", "temp 1.0 2.0 0.3 iso 1.0 2.0 1.0", true, false},
    {"nph", "aniso 1.0 2.0 1.0", true, false},
    {"ave/histo", "1 5 12 -2 2 5 vx vz mode vector ave running", false, false},
    {"ave/histo", "2 3 6 0 5 4 c_thermo_temp beyond extra ave window 3", false, false},
    {"ave/time", "1 3 6 c_thermo_temp c_thermo_pe", false, false},
    {"ave/time", "2 3 6 c_thermo_temp ave running", false, false},
    {"ave/time", "1 3 6 c_thermo_temp ave window 3", false, false},
    {"ave/atom", "1 5 12 x vy fz c_moved[4]", false, false},
    {"store/state", "0 x vy zu c_moved[4] com yes", false, false},
    {"store/state", "8 x vy fz", false, false},
    {"vector", "3 c_thermo_temp", false, false},
    {"ave/chunk", "1 3 6 slices vx density/number ave running", false, false},
    {"ave/correlate", "1 4 6 c_thermo_temp c_thermo_pe type full", false, false},
    {"print", "5 \"step $(step)\" screen no", false, false},
    {"halt", "5 v_never > 1", false, false},
    {"box/relax", NULL, false, false}, /* for minimize only */
    {"heat", "3 5.0", false, true},
    {"ehex", "1 5.0", false, true},
    {"controller", "2 1.0 0.1 0.2 0.3 c_thermo_temp 2.0 steered", false, false},
    {"property/atom", "d_mark i_kind", false, false},
    {"shake", NULL, false, false},  /* for bonds: tests/decks/shake.py */
    {"rattle", NULL, false, false}, /* likewise */
};
enum { TRIALS = sizeof trials / sizeof trials[0] };

/* Integrators that need words, and steps short enough for their iteration. */
static const struct {
    const char *name, *words;
} worded[] = {
    {"newmark", "newmark 0.25 0.5\ntimestep 0.002"},
    {"midpoint", "midpoint\ntimestep 0.002"},
    {"galerkin", "galerkin 4\ntimestep 0.002"},
    {"avi", "avi step shells 0.00371 1.2 1.5 0.0091 1.8 2.1 0.0131"},
    {"respa", "respa 2 2 inner 1 1.2 1.6 outer 2"},
    {"energy-stepping", "energy-stepping h 0.5\npair_style lj/smooth/linear 2.5\n"
                        "pair_coeff 1 1 1.0 1.0"},
    {"energy-stepping/pair", "energy-stepping/pair h 0.05"},
    {"force-stepping", "force-stepping 0.05\ntimestep 0.00002"},
};
enum { WORDED = sizeof worded / sizeof worded[0] };

/* Computes with a memory, and one that fix ave/chunk needs. */
static const struct {
    const char *style, *line;
} computes[] = {
    {"msd", "compute spread all msd\n"},
    {"vacf", "compute memory all vacf\n"},
    {"displace/atom", "compute moved all displace/atom\n"},
    {"modes", ""}, /* for a few springs */
    {"heat/average", "compute heat all heat/average\n"},
    {"chunk/atom", "compute slices all chunk/atom bin/1d x lower 0.25 units reduced\n"},
};
enum { COMPUTES = sizeof computes / sizeof computes[0] };

static char folder[] = "/tmp/avimd-restart-XXXXXX";
static char *last_error;
static size_t last_size;
static FILE *errors;

void setUp(void)
{
}

void tearDown(void)
{
}

/* Runs a deck; true when it worked. */
static bool run_deck(const char *deck, int threads)
{
    struct avimd_options options;
    avimd_options_default(&options);
    options.log = "none";
    options.threads = threads;
    rewind(errors);
    options.errors = errors;
    struct avimd *simulation = avimd_open(&options);
    TEST_ASSERT_NOT_NULL(simulation);
    bool good = avimd_text(simulation, "deck", deck) == AVIMD_OK;
    good = avimd_close(simulation) == AVIMD_OK && good;
    fflush(errors);
    return good;
}

static void need_run(const char *deck, int threads)
{
    char text[4096];
    if (run_deck(deck, threads))
        return;
    snprintf(text, sizeof text, "%.1000s\n%s", last_error ? last_error : "", deck);
    TEST_FAIL_MESSAGE(text);
}

static unsigned char *load(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    TEST_ASSERT_NOT_NULL_MESSAGE(file, path);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*size + 1);
    TEST_ASSERT_NOT_NULL(bytes);
    TEST_ASSERT_EQUAL(*size, fread(bytes, 1, *size, file));
    fclose(file);
    return bytes;
}

static void need_same(const char *a, const char *b, const char *what)
{
    size_t size_a, size_b;
    unsigned char *bytes_a = load(a, &size_a), *bytes_b = load(b, &size_b);
    bool same = size_a == size_b && memcmp(bytes_a, bytes_b, size_a) == 0;
    free(bytes_a);
    free(bytes_b);
    TEST_ASSERT_TRUE_MESSAGE(same, what);
}

/* What a deck says again after read_restart. */
static void put_common(char *deck, size_t size, const char *integrator, const struct trial *trial)
{
    size_t used = strlen(deck);
    used += (size_t)snprintf(deck + used, size - used,
                             "run_style %s\n"
                             "neighbor 0.2 bin\nneigh_modify every 2 delay 0 check yes\n"
                             "variable push equal 0.2*step\nvariable never equal 0\n"
                             "variable steered internal 0.0\n"
                             "region corner block -5 -2 -5 5 -5 5 units box\n"
                             "thermo 7\n",
                             integrator);
    for (int k = 0; k < COMPUTES; k++)
        if (md_measure_find(computes[k].style) != NULL)
            used += (size_t)snprintf(deck + used, size - used, "%s", computes[k].line);
    if (!trial->moves)
        used += (size_t)snprintf(deck + used, size - used, "fix move all nve\n");
    snprintf(deck + used, size - used, "fix trial all %s %s\n", trial->style, trial->words);
}

/* cells x deep x deep cells of fcc; two blocks of atoms need 6 x 5 x 5. */
static void put_start(char *deck, size_t size, const struct trial *trial, int cells)
{
    int deep = cells > 3 ? cells - 1 : cells;
    int around = trial->open ? 6 : 0;
    snprintf(deck, size,
             "units lj\nboundary %s\nlattice fcc 0.8442\n"
             "region box block %d %d %d %d %d %d\ncreate_box 1 box\n"
             "region filled block 0 %d 0 %d 0 %d\n"
             "create_atoms 1 region filled\nmass 1 1.0\nvelocity all create 3.0 87287\n"
             "pair_style lj/cut 2.5\npair_coeff 1 1 1.0 1.0\npair_modify shift yes\n",
             trial->open ? "f f f" : "p p p", -around, cells + around, -around, deep + around,
             -around, deep + around, cells, deep, deep);
}

static bool exists(const struct trial *trial)
{
    for (int i = 0; md_fix_style_at(i) != NULL; i++)
        if (strcmp(md_fix_style_at(i)->name, trial->style) == 0)
            return trial->words != NULL;
    return false;
}

/* Interrupted every `by` steps. */
static void try_one(const char *integrator, const struct trial *trial, int threads, int cells,
                    int by)
{
    char deck[4096] = "", what[256];
    put_start(deck, sizeof deck, trial, cells);
    put_common(deck, sizeof deck, integrator, trial);
    size_t used = strlen(deck);
    snprintf(deck + used, sizeof deck - used, "restart %d %s/whole.*\nrun %d\n", by, folder, LAST);
    need_run(deck, threads);
    for (int step = by; step < LAST; step += by) {
        deck[0] = '\0';
        snprintf(deck, sizeof deck, "read_restart %s/whole.%d\n", folder, step);
        put_common(deck, sizeof deck, integrator, trial);
        used = strlen(deck);
        snprintf(deck + used, sizeof deck - used,
                 "restart %d %s/again.*\nrun %d upto start 0 stop %d\n", LAST, folder, LAST, LAST);
        need_run(deck, threads);
        char whole[128], again[128];
        snprintf(whole, sizeof whole, "%s/whole.%d", folder, LAST);
        snprintf(again, sizeof again, "%s/again.%d", folder, LAST);
        snprintf(what, sizeof what, "run_style %s, fix %s %s, %d threads, resumed at step %d",
                 integrator, trial->style, trial->words, threads, step);
        need_same(whole, again, what);
    }
}

static const char *with_words(const struct md_integrator *integrator)
{
    for (int k = 0; k < WORDED; k++)
        if (strcmp(worded[k].name, integrator->style.name) == 0)
            return worded[k].words;
    return integrator->style.name;
}

/* The integrator does not take the fix, and says so; velocity Verlet takes all. */
static bool refused(const struct md_integrator *integrator, const struct trial *trial)
{
    char deck[4096] = "";
    if (strcmp(integrator->style.name, "verlet") == 0)
        return false;
    put_start(deck, sizeof deck, trial, 3);
    put_common(deck, sizeof deck, with_words(integrator), trial);
    strcat(deck, "run 0\n");
    return !run_deck(deck, 1) && last_error != NULL &&
           (strstr(last_error, "cannot be used with run_style") != NULL ||
            strstr(last_error, "verlet and avi can drive it") != NULL ||
            strstr(last_error, "verlet can do it") != NULL);
}

/* The deck that goes on says the time step again, which the fix has made another one since. */
static bool at_odds(const struct md_integrator *integrator, const struct trial *trial)
{
    return strncmp(trial->style, "dt/", 3) == 0 && strstr(with_words(integrator), "timestep");
}

static void test_every_integrator_and_fix(void)
{
    for (int i = 0; md_integrator_at(i) != NULL; i++)
        for (int k = 0; k < TRIALS; k++)
            if (exists(&trials[k]) && !at_odds(md_integrator_at(i), &trials[k]) &&
                !refused(md_integrator_at(i), &trials[k]))
                try_one(with_words(md_integrator_at(i)), &trials[k], 1, 3, i == 0 ? 6 : 12);
}

/* Whose work grows with more than the square of the number of atoms. */
static bool few(int integrator)
{
    return strcmp(md_integrator_at(integrator)->style.name, "force-stepping") == 0;
}

/* More atoms than MD_SUM_BLOCK, so that both threads have something to do; all fixes with one
 * integrator. */
static void test_threads(void)
{
    for (int i = 0; md_integrator_at(i) != NULL; i++)
        for (int k = 0; k < TRIALS; k++)
            if (exists(&trials[k]) && !trials[k].open && (i == 0 || k == 0))
                try_one(with_words(md_integrator_at(i)), &trials[k], 2, few(i) ? 3 : 6, 12);
}

/* Lists are rebuilt on the way: before, at and after each rebuild. */
static void test_every_step(void)
{
    try_one("verlet", &trials[0], 1, 3, 1);
}

static void test_the_list_is_complete(void)
{
    for (int i = 0; md_fix_style_at(i) != NULL; i++) {
        const char *name = md_fix_style_at(i)->name;
        const struct md_modifier *type = md_modifier_find(name);
        bool keeps = md_external_find(name) != NULL || (type != NULL && type->keep != NULL);
        bool tried = false;
        for (int k = 0; k < TRIALS; k++)
            tried = tried || strcmp(trials[k].style, name) == 0;
        TEST_ASSERT_TRUE_MESSAGE(tried || !keeps, name);
    }
    for (int i = 0; md_measure_at(i) != NULL; i++) {
        bool tried = false;
        for (int k = 0; k < COMPUTES; k++)
            tried = tried || strcmp(computes[k].style, md_measure_at(i)->style.name) == 0;
        TEST_ASSERT_TRUE_MESSAGE(tried || md_measure_at(i)->keep == NULL,
                                 md_measure_at(i)->style.name);
    }
}

int main(void)
{
    if (mkdtemp(folder) == NULL)
        return 99;
    errors = open_memstream(&last_error, &last_size);
    UNITY_BEGIN();
    RUN_TEST(test_every_integrator_and_fix);
    RUN_TEST(test_threads);
    RUN_TEST(test_every_step);
    RUN_TEST(test_the_list_is_complete);
    fclose(errors);
    free(last_error);
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return UNITY_END() + (system(command) != 0);
}
