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

MD_INLINE mdv mdv_max(mdv a, mdv b)
{
    return _mm512_max_pd(a, b);
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

/* The sums over lanes of four vectors. */
MD_INLINE void mdv_store_sums(double to[4], mdv a, mdv b, mdv c, mdv d)
{
    to[0] = mdv_sum(a);
    to[1] = mdv_sum(b);
    to[2] = mdv_sum(c);
    to[3] = mdv_sum(d);
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

MD_INLINE mdv mdv_max(mdv a, mdv b)
{
    return _mm256_max_pd(a, b);
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

/* The sums over lanes of four vectors, each in the order (0 + 1) + (2 + 3). */
MD_INLINE void mdv_store_sums(double to[4], mdv a, mdv b, mdv c, mdv d)
{
    __m256d ab = _mm256_hadd_pd(a, b), cd = _mm256_hadd_pd(c, d);
    __m256d across = _mm256_permute2f128_pd(ab, cd, 0x21);
    _mm256_storeu_pd(to, _mm256_add_pd(_mm256_blend_pd(ab, cd, 0xc), across));
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

MD_INLINE mdv mdv_max(mdv a, mdv b)
{
    return mdv_select(mdv_less(b, a), a, b);
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

/* The sums over lanes of four vectors. */
MD_INLINE void mdv_store_sums(double to[4], mdv a, mdv b, mdv c, mdv d)
{
    to[0] = mdv_sum(a);
    to[1] = mdv_sum(b);
    to[2] = mdv_sum(c);
    to[3] = mdv_sum(d);
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

/* ------------------------------------------------------------------------- functions
 * Polynomials after a reduction of the argument.  They have the same bits in every lane and in
 * every place they are inlined to, which a call of the machine's library would not promise. */
typedef uint64_t mdv_uint __attribute__((vector_size(8 * MDV_WIDTH)));

#define MDV_ROUND  0x1.8p52 /* added and subtracted: rounds to an integer */
#define MDV_LN2_HI 0x1.62e42feep-1
#define MDV_LN2_LO 0x1.a39ef35793c76p-33

/* c[0] + c[1] x + ... + c[n-1] x^(n-1) */
MD_INLINE mdv mdv_polynomial(mdv x, const double *c, int n)
{
    mdv sum = mdv_set(c[n - 1]);
    for (int k = n - 2; k >= 0; k--)
        sum = mdv_fma(sum, x, mdv_set(c[k]));
    return sum;
}

/* 2^k for integers -1022 <= k <= 1023, given as k + MDV_ROUND: its last bits become the exponent.
 */
MD_INLINE mdv mdv_power_of_two_(mdv rounded)
{
    mdv_uint bits = (mdv_uint)rounded;
    return (mdv)((bits + 1023) << 52);
}

/* e^x to 1 ulp, from 0 (below -745) to infinity (above 709.8).  x = k ln 2 + r, the Taylor series
 * of e^r - 1 for |r| < 0.35, and 2^k in two factors because k may leave the range of exponents. */
MD_INLINE mdv mdv_exp(mdv x)
{
    static const double c[] = {1.0 / 2,       1.0 / 6,        1.0 / 24,        1.0 / 120,
                               1.0 / 720,     1.0 / 5040,     1.0 / 40320,     1.0 / 362880,
                               1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800.0};
    const mdv round = mdv_set(MDV_ROUND), top = mdv_set(710.0), bottom = mdv_set(-746.0);
    x = mdv_select(mdv_less(top, x), top, x);
    x = mdv_select(mdv_less(x, bottom), bottom, x);
    mdv k = mdv_sub(mdv_add(mdv_mul(x, mdv_set(0x1.71547652b82fep0)), round), round);
    mdv r = mdv_sub(mdv_sub(x, mdv_mul(k, mdv_set(MDV_LN2_HI))), mdv_mul(k, mdv_set(MDV_LN2_LO)));
    mdv less_one = mdv_fma(mdv_mul(r, r), mdv_polynomial(r, c, sizeof c / sizeof c[0]), r);
    mdv value = mdv_add(less_one, mdv_set(1.0));
    mdv half = mdv_add(mdv_mul(k, mdv_set(0.5)), round), rest = mdv_sub(k, mdv_sub(half, round));
    value = mdv_mul(value, mdv_power_of_two_(half));
    return mdv_mul(value, mdv_power_of_two_(mdv_add(rest, round)));
}

/* ln x to 2 ulp for normal x > 0; anything for others.  x = 2^k m, 0.7 < m < 1.42, and
 * ln m = 2 artanh s with s = (m - 1) / (m + 1), |s| < 0.172. */
MD_INLINE mdv mdv_log(mdv x)
{
    static const double c[] = {2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11,
                               2.0 / 13, 2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21};
    const uint64_t root_half = 0x3fe6a09e667f3bcd, mantissa = 0x000fffffffffffff;
    mdv_uint above = (mdv_uint)x - root_half; /* modulo 2^64: below root_half it wraps */
    /* k + 1024 > 0; then k as the last bits of MDV_ROUND. */
    mdv_uint biased = (above + 0x4000000000000000) >> 52;
    mdv_uint exponent = biased + (0x4338000000000000 - 1024);
    mdv k = mdv_sub((mdv)exponent, mdv_set(MDV_ROUND));
    mdv m = (mdv)((above & mantissa) + root_half);
    mdv f = mdv_sub(m, mdv_set(1.0));
    mdv s = mdv_div(f, mdv_add(f, mdv_set(2.0))), s2 = mdv_mul(s, s);
    mdv series = mdv_mul(s2, mdv_polynomial(s2, c, sizeof c / sizeof c[0]));
    /* 2 s = f - f s, and f is exact: only a small term is rounded. */
    mdv small = mdv_mul(s, mdv_sub(series, f));
    mdv low = mdv_fma(k, mdv_set(MDV_LN2_LO), small);
    return mdv_add(mdv_mul(k, mdv_set(MDV_LN2_HI)), mdv_add(f, low));
}

/* Sine and cosine of 0 <= x <= pi/2, to 2e-16 of 1. */
MD_INLINE void mdv_quarter_wave(mdv x, mdv *sine, mdv *cosine)
{
    static const double s[] = {-1.0 / 6,
                               1.0 / 120,
                               -1.0 / 5040,
                               1.0 / 362880,
                               -1.0 / 39916800,
                               1.0 / 6227020800.0,
                               -1.0 / 1307674368000.0,
                               1.0 / 355687428096000.0,
                               -1.0 / 121645100408832000.0,
                               1.0 / 51090942171709440000.0};
    static const double c[] = {1.0 / 24,
                               -1.0 / 720,
                               1.0 / 40320,
                               -1.0 / 3628800,
                               1.0 / 479001600,
                               -1.0 / 87178291200.0,
                               1.0 / 20922789888000.0,
                               -1.0 / 6402373705728000.0,
                               1.0 / 2432902008176640000.0,
                               -1.0 / 1124000727777607680000.0};
    mdv q = mdv_mul(x, x);
    *sine = mdv_fma(mdv_mul(q, x), mdv_polynomial(q, s, sizeof s / sizeof s[0]), x);
    mdv rest = mdv_fma(mdv_polynomial(q, c, sizeof c / sizeof c[0]), q, mdv_set(-0.5));
    *cosine = mdv_fma(rest, q, mdv_set(1.0));
}

#endif /* MD_ISA */

#endif
