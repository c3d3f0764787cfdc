/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distance tests over rows of cells.  Sites lie in cell order in three arrays, so a vector of
 * candidates is three plain loads; the numbers of those within reach are packed to the left
 * and stored.
 */
#include "space/scan.h"

#include "base/simd.h"

/* Packs the numbers whose bit is set to the front of out; returns how many. */
#if MDV_WIDTH == 4

static const int8_t pack[16][16] __attribute__((aligned(16))) = {
#define W(i) 4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3
#define Z    -1, -1, -1, -1
    {Z, Z, Z, Z},       {W(0), Z, Z, Z},       {W(1), Z, Z, Z},       {W(0), W(1), Z, Z},
    {W(2), Z, Z, Z},    {W(0), W(2), Z, Z},    {W(1), W(2), Z, Z},    {W(0), W(1), W(2), Z},
    {W(3), Z, Z, Z},    {W(0), W(3), Z, Z},    {W(1), W(3), Z, Z},    {W(0), W(1), W(3), Z},
    {W(2), W(3), Z, Z}, {W(0), W(2), W(3), Z}, {W(1), W(2), W(3), Z}, {W(0), W(1), W(2), W(3)},
#undef W
#undef Z
};

MD_INLINE unsigned bits_of(mdv_mask m)
{
    return (unsigned)_mm256_movemask_pd(m);
}

MD_INLINE size_t put(int32_t *out, const int32_t *number, unsigned bits)
{
    __m128i all = _mm_loadu_si128((const __m128i *)number);
    __m128i order = _mm_load_si128((const __m128i *)pack[bits]);
    _mm_storeu_si128((__m128i *)out, _mm_shuffle_epi8(all, order));
    return (size_t)__builtin_popcount(bits);
}

#elif MDV_WIDTH == 8

MD_INLINE unsigned bits_of(mdv_mask m)
{
    return (unsigned)m;
}

MD_INLINE size_t put(int32_t *out, const int32_t *number, unsigned bits)
{
    __m256i all = _mm256_loadu_si256((const __m256i *)number);
    _mm256_mask_compressstoreu_epi32(out, (__mmask8)bits, all);
    return (size_t)__builtin_popcount(bits);
}

#else

MD_INLINE unsigned bits_of(mdv_mask m)
{
    return (unsigned)(m[0] & 1) | (unsigned)(m[1] & 2);
}

MD_INLINE size_t put(int32_t *out, const int32_t *number, unsigned bits)
{
    size_t first = bits & 1;
    out[0] = number[0];
    if (bits & 2)
        out[first] = number[1];
    return first + (bits >> 1);
}

#endif

/* Sites begin <= k < end in cell order. */
MD_INLINE size_t scan_run(const struct md_cells *cells, mdv x, mdv y, mdv z, mdv square,
                          size_t begin, size_t end, int32_t *out)
{
    size_t found = 0;
    for (size_t k = begin; k < end; k += MDV_WIDTH) {
        mdv dx = mdv_sub(mdv_load(cells->x + k), x);
        mdv dy = mdv_sub(mdv_load(cells->y + k), y);
        mdv dz = mdv_sub(mdv_load(cells->z + k), z);
        mdv r2 = mdv_add(mdv_add(mdv_mul(dx, dx), mdv_mul(dy, dy)), mdv_mul(dz, dz));
        unsigned bits = bits_of(mdv_less_equal(r2, square));
        size_t left = end - k;
        if (left < MDV_WIDTH)
            bits &= (1u << left) - 1;
        found += put(out + found, cells->index + k, bits);
    }
    return found;
}

size_t MD_ISA_NAME(md_scan)(const struct md_cells *cells, const double x[3], size_t self,
                            int32_t *out)
{
    int c[3];
    for (int d = 0; d < 3; d++)
        c[d] = md_cells_along(cells, d, x[d]);
    mdv vx = mdv_set(x[0]), vy = mdv_set(x[1]), vz = mdv_set(x[2]);
    mdv square = mdv_set(cells->reach * cells->reach);
    size_t found = 0;
    for (int r = 0; r < cells->rows; r++) {
        int y = c[1] + cells->row[r].dy, z = c[2] + cells->row[r].dz, half = cells->row[r].half;
        if (y < 0 || y >= cells->n[1] || z < 0 || z >= cells->n[2])
            continue;
        size_t row = ((size_t)z * (size_t)cells->n[1] + (size_t)y) * (size_t)cells->n[0];
        int first = c[0] > half ? c[0] - half : 0;
        int last = c[0] + half < cells->n[0] ? c[0] + half : cells->n[0] - 1;
        size_t begin = (size_t)cells->start[row + (size_t)first];
        size_t end = (size_t)cells->start[row + (size_t)last + 1];
        if (begin <= self && self < end) {
            found += scan_run(cells, vx, vy, vz, square, begin, self, out + found);
            begin = self + 1;
        }
        found += scan_run(cells, vx, vy, vz, square, begin, end, out + found);
    }
    return found;
}
