/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Vectors of doubles, one set of names for every machine.
 *
 * A kernel file is compiled once per instruction set with MD_ISA set to a bare token (base, avx2,
 * avx512) and written once with the operations below.  Every operation is one IEEE operation per
 * lane; a fused multiply-add happens only where the source says mdv_fma, never by the compiler's
 * choice.  So a result does not depend on what surrounds the operation: forces are the same
 * bits whether or not energies are tallied beside them.
 *
 * `base` has no fused operation: there mdv_fma rounds twice, and results differ from the other
 * sets in the last places.
 */
#ifndef MD_BASE_SIMD_H
#define MD_BASE_SIMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum md_isa { MD_ISA_BASE, MD_ISA_AVX2, MD_ISA_AVX512, MD_ISA_COUNT };

/* The best instruction set that is compiled in and that this machine has. */
enum md_isa md_simd_best(void);
bool md_simd_has(enum md_isa isa);
const char *md_simd_name(enum md_isa isa);

/* Lists of work are padded to a multiple of this, which every set's width divides. */
int md_simd_padding(enum md_isa isa);

#define MD_INLINE static inline __attribute__((always_inline))

#ifdef MD_ISA

#define MD_SIMD_PASTE_(a, b) a##b
#define MD_SIMD_PASTE(a, b)  MD_SIMD_PASTE_(a, b)
#define MD_ISA_NAME(stem)    MD_SIMD_PASTE(MD_SIMD_PASTE(stem, _), MD_ISA)
#define MD_SIMD_IS_base      0
#define MD_SIMD_IS_avx2      1
#define MD_SIMD_IS_avx512    2

#if MD_SIMD_PASTE(MD_SIMD_IS_, MD_ISA) == 2

/* ------------------------------------------------------------------------- AVX-512 */
#include <immintrin.h>

#define MDV_WIDTH 8
typedef __m512d mdv;
typedef __mmask8 mdv_mask;

MD_INLINE mdv mdv_set(double a)
{
    return _mm512_set1_pd(a);
}

MD_INLINE mdv mdv_fma(mdv a, mdv b, mdv c)
{
    return _mm512_fmadd_pd(a, b, c);
}

MD_INLINE mdv mdv_fms(mdv a, mdv b, mdv c)
{
    return _mm512_fmsub_pd(a, b, c);
}

MD_INLINE mdv mdv_sqrt(mdv a)
{
    return _mm512_sqrt_pd(a);
}

MD_INLINE mdv_mask mdv_less(mdv a, mdv b)
{
    return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ);
}

MD_INLINE mdv_mask mdv_less_equal(mdv a, mdv b)
{
    return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ);
}

MD_INLINE mdv mdv_keep(mdv_mask m, mdv a)
{
    return _mm512_maskz_mov_pd(m, a);
}

MD_INLINE mdv mdv_select(mdv_mask m, mdv a, mdv b)
{
    return _mm512_mask_mov_pd(b, m, a);
}

MD_INLINE mdv mdv_min(mdv a, mdv b)
{
    return _mm512_min_pd(a, b);
}

/* The whole part of each lane (0 <= lane < 2^31), also as integers. */
MD_INLINE mdv mdv_whole(mdv a, int32_t index[MDV_WIDTH])
{
    __m256i whole = _mm512_cvttpd_epi32(a);
    _mm256_storeu_si256((__m256i *)index, whole);
    return _mm512_cvtepi32_pd(whole);
}

MD_INLINE mdv mdv_load(const double *p)
{
    return _mm512_loadu_pd(p);
}

MD_INLINE void mdv_store(double *p, mdv a)
{
    _mm512_storeu_pd(p, a);
}

MD_INLINE double mdv_sum(mdv a)
{
    __m256d s = _mm256_add_pd(_mm512_castpd512_pd256(a), _mm512_extractf64x4_pd(a, 1));
    __m128d t = _mm_add_pd(_mm256_castpd256_pd128(s), _mm256_extractf128_pd(s, 1));
    return _mm_cvtsd_f64(_mm_add_sd(t, _mm_unpackhi_pd(t, t)));
}

/* Adds the sums over lanes of x, y and z to f[0..2]. */
MD_INLINE void mdv_add_sums(double f[3], mdv x, mdv y, mdv z)
{
    f[0] += mdv_sum(x);
    f[1] += mdv_sum(y);
    f[2] += mdv_sum(z);
}

MD_INLINE __m512d mdv_halves_(const double *p0, const double *p1, const double *p2,
                              const double *p3)
{
    __m512d v = _mm512_castpd128_pd512(_mm_load_pd(p0));
    v = _mm512_insertf64x2(v, _mm_load_pd(p1), 1);
    v = _mm512_insertf64x2(v, _mm_load_pd(p2), 2);
    return _mm512_insertf64x2(v, _mm_load_pd(p3), 3);
}

MD_INLINE void mdv_load3(const double *const p[MDV_WIDTH], mdv *a, mdv *b, mdv *c)
{
    __m512d even = mdv_halves_(p[0], p[2], p[4], p[6]);
    __m512d odd = mdv_halves_(p[1], p[3], p[5], p[7]);
    *a = _mm512_unpacklo_pd(even, odd);
    *b = _mm512_unpackhi_pd(even, odd);
    even = mdv_halves_(p[0] + 2, p[2] + 2, p[4] + 2, p[6] + 2);
    odd = mdv_halves_(p[1] + 2, p[3] + 2, p[5] + 2, p[7] + 2);
    *c = _mm512_unpacklo_pd(even, odd);
}

MD_INLINE void mdv_load4(const double *const p[MDV_WIDTH], mdv *a, mdv *b, mdv *c, mdv *d)
{
    mdv_load3(p, a, b, c);
    __m512d even = mdv_halves_(p[0] + 2, p[2] + 2, p[4] + 2, p[6] + 2);
    __m512d odd = mdv_halves_(p[1] + 2, p[3] + 2, p[5] + 2, p[7] + 2);
    *d = _mm512_unpackhi_pd(even, odd);
}

#elif MD_SIMD_PASTE(MD_SIMD_IS_, MD_ISA) == 1

/* ------------------------------------------------------------------------- AVX2 and FMA */
#include <immintrin.h>

#define MDV_WIDTH 4
typedef __m256d mdv;
typedef __m256d mdv_mask;

MD_INLINE mdv mdv_set(double a)
{
    return _mm256_set1_pd(a);
}

MD_INLINE mdv mdv_fma(mdv a, mdv b, mdv c)
{
    return _mm256_fmadd_pd(a, b, c);
}

MD_INLINE mdv mdv_fms(mdv a, mdv b, mdv c)
{
    return _mm256_fmsub_pd(a, b, c);
}

MD_INLINE mdv mdv_sqrt(mdv a)
{
    return _mm256_sqrt_pd(a);
}

MD_INLINE mdv_mask mdv_less(mdv a, mdv b)
{
    return _mm256_cmp_pd(a, b, _CMP_LT_OQ);
}

MD_INLINE mdv_mask mdv_less_equal(mdv a, mdv b)
{
    return _mm256_cmp_pd(a, b, _CMP_LE_OQ);
}

MD_INLINE mdv mdv_keep(mdv_mask m, mdv a)
{
    return _mm256_and_pd(m, a);
}

MD_INLINE mdv mdv_select(mdv_mask m, mdv a, mdv b)
{
    return _mm256_blendv_pd(b, a, m);
}

MD_INLINE mdv mdv_min(mdv a, mdv b)
{
    return _mm256_min_pd(a, b);
}

MD_INLINE mdv mdv_whole(mdv a, int32_t index[MDV_WIDTH])
{
    __m128i whole = _mm256_cvttpd_epi32(a);
    _mm_storeu_si128((__m128i *)index, whole);
    return _mm256_cvtepi32_pd(whole);
}

MD_INLINE mdv mdv_load(const double *p)
{
    return _mm256_loadu_pd(p);
}

MD_INLINE void mdv_store(double *p, mdv a)
{
    _mm256_storeu_pd(p, a);
}

MD_INLINE double mdv_sum(mdv a)
{
    __m128d t = _mm_add_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
    return _mm_cvtsd_f64(_mm_add_sd(t, _mm_unpackhi_pd(t, t)));
}

/* Adds the sums over lanes of x, y and z to f[0..2]. */
MD_INLINE void mdv_add_sums(double f[3], mdv x, mdv y, mdv z)
{
    __m256d xy = _mm256_add_pd(_mm256_unpacklo_pd(x, y), _mm256_unpackhi_pd(x, y));
    __m128d t = _mm_add_pd(_mm256_castpd256_pd128(xy), _mm256_extractf128_pd(xy, 1));
    _mm_storeu_pd(f, _mm_add_pd(_mm_loadu_pd(f), t));
    f[2] += mdv_sum(z);
}

MD_INLINE __m256d mdv_halves_(const double *low, const double *high)
{
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_load_pd(low)), _mm_load_pd(high), 1);
}

/* Half records meet in registers straight from memory: only the unpacks cost a shuffle. */
MD_INLINE void mdv_load3(const double *const p[MDV_WIDTH], mdv *a, mdv *b, mdv *c)
{
    __m256d even = mdv_halves_(p[0], p[2]), odd = mdv_halves_(p[1], p[3]);
    *a = _mm256_unpacklo_pd(even, odd);
    *b = _mm256_unpackhi_pd(even, odd);
    even = mdv_halves_(p[0] + 2, p[2] + 2);
    odd = mdv_halves_(p[1] + 2, p[3] + 2);
    *c = _mm256_unpacklo_pd(even, odd);
}

MD_INLINE void mdv_load4(const double *const p[MDV_WIDTH], mdv *a, mdv *b, mdv *c, mdv *d)
{
    mdv_load3(p, a, b, c);
    __m256d even = mdv_halves_(p[0] + 2, p[2] + 2), odd = mdv_halves_(p[1] + 2, p[3] + 2);
    *d = _mm256_unpackhi_pd(even, odd);
}

#else

/* ------------------------------------------------------------------------- any machine */
#include <math.h>
#include <string.h>

#define MDV_WIDTH 2
typedef double mdv __attribute__((vector_size(16)));
typedef int64_t mdv_mask __attribute__((vector_size(16)));

MD_INLINE mdv mdv_set(double a)
{
    return (mdv){a, a};
}

MD_INLINE mdv mdv_fma(mdv a, mdv b, mdv c)
{
    return a * b + c;
}

MD_INLINE mdv mdv_fms(mdv a, mdv b, mdv c)
{
    return a * b - c;
}

MD_INLINE mdv mdv_sqrt(mdv a)
{
    return (mdv){sqrt(a[0]), sqrt(a[1])};
}

MD_INLINE mdv_mask mdv_less(mdv a, mdv b)
{
    return a < b;
}

MD_INLINE mdv_mask mdv_less_equal(mdv a, mdv b)
{
    return a <= b;
}

MD_INLINE mdv mdv_keep(mdv_mask m, mdv a)
{
    return (mdv)((mdv_mask)a & m);
}

MD_INLINE mdv mdv_select(mdv_mask m, mdv a, mdv b)
{
    return (mdv)(((mdv_mask)a & m) | ((mdv_mask)b & ~m));
}

MD_INLINE mdv mdv_min(mdv a, mdv b)
{
    return mdv_select(mdv_less(a, b), a, b);
}

MD_INLINE mdv mdv_whole(mdv a, int32_t index[MDV_WIDTH])
{
    index[0] = (int32_t)a[0];
    index[1] = (int32_t)a[1];
    return (mdv){index[0], index[1]};
}

MD_INLINE mdv mdv_load(const double *p)
{
    mdv a;
    memcpy(&a, p, sizeof a);
    return a;
}

MD_INLINE void mdv_store(double *p, mdv a)
{
    memcpy(p, &a, sizeof a);
}

MD_INLINE double mdv_sum(mdv a)
{
    return a[0] + a[1];
}

/* Adds the sums over lanes of x, y and z to f[0..2]. */
MD_INLINE void mdv_add_sums(double f[3], mdv x, mdv y, mdv z)
{
    f[0] += mdv_sum(x);
    f[1] += mdv_sum(y);
    f[2] += mdv_sum(z);
}

MD_INLINE void mdv_load3(const double *const p[MDV_WIDTH], mdv *a, mdv *b, mdv *c)
{
    *a = (mdv){p[0][0], p[1][0]};
    *b = (mdv){p[0][1], p[1][1]};
    *c = (mdv){p[0][2], p[1][2]};
}

MD_INLINE void mdv_load4(const double *const p[MDV_WIDTH], mdv *a, mdv *b, mdv *c, mdv *d)
{
    mdv_load3(p, a, b, c);
    *d = (mdv){p[0][3], p[1][3]};
}

#endif

/* ------------------------------------------------------------------------- for all of them */
MD_INLINE mdv mdv_zero(void)
{
    return mdv_set(0.0);
}

MD_INLINE mdv mdv_add(mdv a, mdv b)
{
    return a + b;
}

MD_INLINE mdv mdv_sub(mdv a, mdv b)
{
    return a - b;
}

MD_INLINE mdv mdv_mul(mdv a, mdv b)
{
    return a * b;
}

MD_INLINE mdv mdv_div(mdv a, mdv b)
{
    return a / b;
}

MD_INLINE double mdv_first(mdv a)
{
    return a[0];
}

/* Where the records (four aligned doubles each) numbered by index begin. */
MD_INLINE void mdv_records(const double *base, const int32_t *index, const double **record)
{
    for (int k = 0; k < MDV_WIDTH; k++)
        record[k] = base + 4 * (ptrdiff_t)index[k];
}

#endif /* MD_ISA */

#endif
