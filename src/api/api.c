/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "avimd.h"

#include "config.h"

const char *avimd_version(void)
{
    return PACKAGE_VERSION " (" MD_BUILD_COMPILER "; " MD_BUILD_CFLAGS "; GSL " MD_BUILD_GSL
                           ", zlib " MD_BUILD_ZLIB ")";
}
