/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The potentials there are.  Pair potentials exist once per instruction set; the one for this
 * machine is looked up on each call, so nothing here ever changes.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "term/potential.h"

#include <string.h>

#define KERNELS(X)                                                                                 \
    X(md_many_eam)                                                                                 \
    X(md_many_eam_alloy)                                                                           \
    X(md_many_eam_fs)                                                                              \
    X(md_pair_born)                                                                                \
    X(md_pair_buck)                                                                                \
    X(md_pair_gauss)                                                                               \
    X(md_pair_harmonic_cut)                                                                        \
    X(md_pair_lj_cubic)                                                                            \
    X(md_pair_lj_cut)                                                                              \
    X(md_pair_lj_expand)                                                                           \
    X(md_pair_lj_smooth)                                                                           \
    X(md_pair_lj_smooth_linear)                                                                    \
    X(md_pair_mie_cut)                                                                             \
    X(md_pair_morse)                                                                               \
    X(md_pair_soft)                                                                                \
    X(md_pair_table)                                                                               \
    X(md_pair_yukawa)                                                                              \
    X(md_pair_zbl)                                                                                 \
    X(md_pair_hard)                                                                                \
    X(md_pair_zero)

#define DECLARE(stem) extern const struct md_potential stem##_base, stem##_avx2, stem##_avx512;
KERNELS(DECLARE)

#ifdef MD_HAVE_ISA_AVX2
#define AVX2(stem) &stem##_avx2
#else
#define AVX2(stem) NULL
#endif
#ifdef MD_HAVE_ISA_AVX512
#define AVX512(stem) &stem##_avx512
#else
#define AVX512(stem) NULL
#endif
#define ENTRY(stem) {&stem##_base, AVX2(stem), AVX512(stem)},

/* Hybrid styles have no kernels of their own: one variant does for every machine. */
extern const struct md_potential md_hybrid, md_hybrid_overlay;
#define ONE_FOR_ALL(stem) {&stem, &stem, &stem},

static const struct md_potential *const potentials[][MD_ISA_COUNT] = {
    KERNELS(ENTRY) ONE_FOR_ALL(md_hybrid) ONE_FOR_ALL(md_hybrid_overlay)};

#define COUNT ((int)(sizeof potentials / sizeof potentials[0]))

/* Other names of the same. */
static const char *const aliases[][2] = {{"lj/sf", "lj/smooth/linear"}};

const struct md_potential *md_potential_find_for(const char *name, enum md_isa isa)
{
    for (size_t k = 0; k < sizeof aliases / sizeof aliases[0]; k++)
        if (strcmp(name, aliases[k][0]) == 0)
            name = aliases[k][1];
    for (int i = 0; i < COUNT; i++)
        if (strcmp(potentials[i][MD_ISA_BASE]->style.name, name) == 0)
            return md_simd_has(isa) ? potentials[i][isa] : NULL;
    return NULL;
}

const struct md_potential *md_potential_find(const char *name)
{
    return md_potential_find_for(name, md_simd_best());
}

const char *md_potential_name(int i)
{
    return i >= 0 && i < COUNT ? potentials[i][MD_ISA_BASE]->style.name : NULL;
}

/* Bonds and the like are few beside pairs: one variant does for every machine. */
extern const struct md_potential md_bond_fene, md_bond_harmonic, md_bond_morse,
    md_bond_quartic_spring, md_bond_zero, md_angle_harmonic;

#define BONDED 8 /* styles of a kind at most, and a NULL */

static const struct md_potential *const bonded[MD_TOPOLOGY_KINDS][BONDED] = {
    [MD_BONDS] = {&md_bond_fene, &md_bond_harmonic, &md_bond_morse, &md_bond_quartic_spring,
                  &md_bond_zero},
    [MD_ANGLES] = {&md_angle_harmonic},
};

const struct md_potential *md_bonded_at(int kind, int i)
{
    return i >= 0 && i < BONDED ? bonded[kind][i] : NULL;
}

const struct md_potential *md_bonded_find(int kind, const char *name)
{
    for (int i = 0; md_bonded_at(kind, i); i++)
        if (strcmp(md_bonded_at(kind, i)->style.name, name) == 0)
            return md_bonded_at(kind, i);
    return NULL;
}

unsigned md_potential_can(const struct md_potential *type, const void *state)
{
    return type->abilities ? type->abilities(state) : type->can;
}

bool md_potential_unweighted(const struct md_potential *type, const void *state)
{
    return type != NULL &&
           (type->kind == MD_KIND_MANY || (md_potential_can(type, state) & MD_UNWEIGHTED) != 0);
}

bool md_potential_smooth(const struct md_potential *type, const void *state)
{
    return type->smooth ? type->smooth(state) : (type->can & MD_SMOOTH_CUTOFF) != 0;
}

const char *md_potential_isa(void)
{
    return md_simd_name(md_simd_best());
}
