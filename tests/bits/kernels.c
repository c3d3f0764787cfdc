/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program with kernels of one's choice: AVIMD_KERNELS=base or avx2 in the environment.  The
 * library takes the best that the machine has and asks nobody; for tests of bits both matter on
 * every machine.  A linker that finds all functions of base/simd.c here takes none from the
 * archive, so the library needs no switch.
 */
#define md_simd_best md_machine_best
#define md_simd_has  md_machine_has
#include "base/simd.c"
#undef md_simd_best
#undef md_simd_has

#include <stdlib.h>
#include <string.h>

enum md_isa md_simd_best(void);
bool md_simd_has(enum md_isa isa);

enum md_isa md_simd_best(void)
{
    const char *wanted = getenv("AVIMD_KERNELS");

    for (int isa = 0; isa < MD_ISA_COUNT && wanted != NULL; isa++)
        if (strcmp(wanted, md_simd_name((enum md_isa)isa)) == 0 &&
            md_machine_has((enum md_isa)isa))
            return (enum md_isa)isa;
    return md_machine_best();
}

bool md_simd_has(enum md_isa isa)
{
    return isa <= md_simd_best() && md_machine_has(isa);
}
