/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of the compiled vector kernels this machine can run. */
#include "base/simd.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

bool md_simd_has(enum md_isa isa)
{
    switch (isa) {
    case MD_ISA_BASE:
        return true;
#ifdef MD_HAVE_ISA_AVX2
    case MD_ISA_AVX2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
#ifdef MD_HAVE_ISA_AVX512
    case MD_ISA_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("fma");
#endif
    default:
        return false;
    }
}

enum md_isa md_simd_best(void)
{
    for (int isa = MD_ISA_COUNT - 1; isa > MD_ISA_BASE; isa--)
        if (md_simd_has((enum md_isa)isa))
            return (enum md_isa)isa;
    return MD_ISA_BASE;
}

const char *md_simd_name(enum md_isa isa)
{
    static const char *const names[] = {"base", "avx2", "avx512"};
    return names[isa];
}

int md_simd_padding(enum md_isa isa)
{
    return isa == MD_ISA_AVX512 ? 8 : 4;
}
