/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "avimd.h"

#include <stdio.h>

int main(void)
{
    return printf("%s\n", avimd_version()) < 0;
}
