/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Packing: of a vector's worth of numbers those whose lane passed a test, moved to the front.  For
 * files compiled per instruction set; see simd.h.
 */
#ifndef MD_BASE_SIMD_PACK_H
#define MD_BASE_SIMD_PACK_H

#include "base/simd.h"

/* mdv_bits: bit k set where lane k of a mask is.  mdv_pack: writes the numbers whose bit is set to
 * the front of out, which has room for a whole vector; returns how many they are. */
#if MDV_WIDTH == 4

static const int8_t mdv_packing_[16][16] __attribute__((aligned(16))) = {
#define W(i) 4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3
#define Z    -1, -1, -1, -1
    {Z, Z, Z, Z},       {W(0), Z, Z, Z},       {W(1), Z, Z, Z},       {W(0), W(1), Z, Z},
    {W(2), Z, Z, Z},    {W(0), W(2), Z, Z},    {W(1), W(2), Z, Z},    {W(0), W(1), W(2), Z},
    {W(3), Z, Z, Z},    {W(0), W(3), Z, Z},    {W(1), W(3), Z, Z},    {W(0), W(1), W(3), Z},
    {W(2), W(3), Z, Z}, {W(0), W(2), W(3), Z}, {W(1), W(2), W(3), Z}, {W(0), W(1), W(2), W(3)},
#undef W
#undef Z
};

MD_INLINE unsigned mdv_bits(mdv_mask m)
{
    return (unsigned)_mm256_movemask_pd(m);
}

MD_INLINE size_t mdv_pack(int32_t *out, const int32_t *number, unsigned bits)
{
    __m128i all = _mm_loadu_si128((const __m128i *)number);
    __m128i order = _mm_load_si128((const __m128i *)mdv_packing_[bits]);
    _mm_storeu_si128((__m128i *)out, _mm_shuffle_epi8(all, order));
    return (size_t)__builtin_popcount(bits);
}

#elif MDV_WIDTH == 8

MD_INLINE unsigned mdv_bits(mdv_mask m)
{
    return (unsigned)m;
}

MD_INLINE size_t mdv_pack(int32_t *out, const int32_t *number, unsigned bits)
{
    __m256i all = _mm256_loadu_si256((const __m256i *)number);
    _mm256_mask_compressstoreu_epi32(out, (__mmask8)bits, all);
    return (size_t)__builtin_popcount(bits);
}

#else

MD_INLINE unsigned mdv_bits(mdv_mask m)
{
    return (unsigned)(m[0] & 1) | (unsigned)(m[1] & 2);
}

MD_INLINE size_t mdv_pack(int32_t *out, const int32_t *number, unsigned bits)
{
    size_t first = bits & 1;
    out[0] = number[0];
    if (bits & 2)
        out[first] = number[1];
    return first + (bits >> 1);
}

#endif

#endif
