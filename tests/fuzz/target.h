/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fuzz target: one reader fed with any bytes.  libFuzzer calls it, or main() in run.c. */
#ifndef MD_FUZZ_TARGET_H
#define MD_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
