/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AVIMD_H
#define AVIMD_H

/* AVIMD_API marks what the shared library exports; everything else in it is hidden. */
#if defined AVIMD_BUILD && defined __GNUC__
#define AVIMD_API __attribute__((visibility("default")))
#else
#define AVIMD_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the library, with the compiler, flags and libraries it was built with. */
AVIMD_API const char *avimd_version(void);

#ifdef __cplusplus
}
#endif

#endif
