/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute cna/atom: common neighbour analysis.  Two neighbours (closer than the cutoff) are
 * described by three numbers: how many neighbours they share, how many bonds there are among those,
 * and how these bonds hang together (the most and the fewest of one shared neighbour).  The
 * signatures of an atom's 12 or 14 bonds tell its lattice [J. D. Honeycutt, H. C. Andersen,
 * J. Phys. Chem. 91 (1987) 4950; D. Faken, H. Jonsson, Comput. Mater. Sci. 2 (1994) 279].
 */
#include "measure/styles.h"

#include "measure/atoms.h"

#include <string.h>

enum lattice { UNKNOWN, FCC, HCP, BCC, ICOSAHEDRAL, OTHER };

#define NEAR_MAX 14

struct cna {
    double cutoff;
};

static enum md_status cna_create(void *state, const struct md_measure_context *context,
                                 const struct md_args *args, struct md_error *error)
{
    struct cna *cna = state;
    (void)context;
    if (md_args_count(args, 1, 1, md_measure_cna_atom.style.usage, error))
        return error->status;
    return md_atoms_cutoff(&args->words[0], &cna->cutoff, error);
}

/* Neighbours among each other: bit b of touch[a] is set when a and b are neighbours. */
static void find_touching(const double (*d)[3], int count, double square, unsigned *touch)
{
    for (int a = 0; a < count; a++) {
        touch[a] = 0;
        for (int b = 0; b < count; b++) {
            double x = d[a][0] - d[b][0], y = d[a][1] - d[b][1], z = d[a][2] - d[b][2];
            if (a != b && x * x + y * y + z * z < square)
                touch[a] |= 1u << b;
        }
    }
}

static int ones(unsigned bits)
{
    int count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

/* The bond to neighbour a: common neighbours, bonds among them, most and fewest of one of them, as
 * decimal digits. */
static int signature(const unsigned *touch, int count, int a)
{
    unsigned common = touch[a];
    int bonds = 0, most = 0, fewest = NEAR_MAX;
    for (int b = 0; b < count; b++) {
        if ((common >> b & 1u) == 0)
            continue;
        int own = ones(touch[b] & common);
        bonds += own;
        most = own > most ? own : most;
        fewest = own < fewest ? own : fewest;
    }
    int shared = ones(common);
    return shared > 9 ? 0 : 1000 * shared + 100 * (bonds / 2) + 10 * most + fewest;
}

static enum lattice classify(const unsigned *touch, int count)
{
    int fcc = 0, hcp = 0, icosahedral = 0, four = 0, six = 0;
    for (int a = 0; a < count; a++) {
        int found = signature(touch, count, a);
        fcc += found == 4211;
        hcp += found == 4220;
        icosahedral += found == 5522;
        four += found == 4422;
        six += found == 6622;
    }
    if (count == 12 && fcc == 12)
        return FCC;
    if (count == 12 && fcc == 6 && hcp == 6)
        return HCP;
    if (count == 12 && icosahedral == 12)
        return ICOSAHEDRAL;
    return count == 14 && four == 6 && six == 8 ? BCC : OTHER;
}

static enum lattice lattice_of(const struct cna *cna, const struct md_snapshot *near, size_t i)
{
    double d[NEAR_MAX][3], next[3], square = cna->cutoff * cna->cutoff;
    unsigned touch[NEAR_MAX];
    int count = 0;
    for (int32_t n = 0; md_atoms_neighbor(near, i, &n, next) >= 0;) {
        if (!(next[0] * next[0] + next[1] * next[1] + next[2] * next[2] < square))
            continue;
        if (count == NEAR_MAX)
            return OTHER;
        memcpy(d[count++], next, sizeof next);
    }
    if (count != 12 && count != 14)
        return OTHER;
    find_touching((const double(*)[3])d, count, square, touch);
    return classify(touch, count);
}

static enum md_status cna_atom(void *state, const struct md_measure_context *context,
                               const struct md_frame *frame, double *values, struct md_error *error)
{
    const struct cna *cna = state;
    struct md_snapshot near = {0};
    enum md_status status = md_atoms_within_reach(context, "cna/atom", cna->cutoff, error);
    if (status == MD_OK)
        status = md_atoms_near(context, frame, cna->cutoff, &near, error);
    for (size_t i = 0; i < frame->count && status == MD_OK; i++)
        values[i] = md_atoms_member(context, frame, i) ? lattice_of(cna, &near, i) : UNKNOWN;
    md_snapshot_free(&near);
    return status;
}

const struct md_measure md_measure_cna_atom = {
    .style =
        {
            .name = "cna/atom",
            .summary = "lattice of each atom by common neighbour analysis",
            .usage = "compute ID GROUP cna/atom CUTOFF",
            .manual = "1 fcc, 2 hcp, 3 bcc, 4 icosahedral, 5 something else; 0 outside the group.\n"
                      "Neighbours are closer than the cutoff, which should lie between the shells: "
                      "about\n"
                      "0.854 a for fcc, 1.207 a for bcc, 1.207 a for hcp of ideal c/a.  It may be "
                      "no longer\n"
                      "than that of the pair forces.",
            .cite = "D. Faken, H. Jonsson, Comput. Mater. Sci. 2 (1994) 279",
            .state_size = sizeof(struct cna),
        },
    .needs_tally = true,
    .create = cna_create,
    .atom_columns = 1,
    .atom = cna_atom,
};
