/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search for the earliest exit from a band, on functions whose exits are known: by hand (double
 * roots, grazing, starts on a level, spikes between any two samples), and by brute force for
 * thousands of random trigonometric polynomials.  Bounds are given tight, loose, or infinite over
 * long pieces: answers must not depend on it.
 */
#include "integrate/terraces/whole/es_search.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <unity.h>

#define TERMS     6
#define TOLERANCE 1e-12

/* V(s) = shift + slope s + sum_k a_k cos(w_k s + p_k) - spike / (1 + ((s - at) / width)^2). */
struct wave {
    double shift, slope, a[TERMS], w[TERMS], p[TERMS];
    double spike, at, width;
    int terms;
    double loose;  /* bounds are this much wider, times their width */
    double finite; /* bounds over longer pieces are infinite */
    int evaluations;
};

static uint64_t random_state;

void setUp(void)
{
}

void tearDown(void)
{
}

/* Steele, Lea and Flood's splitmix64. */
static double draw(double low, double high)
{
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return low + (high - low) * ((double)((z ^ z >> 31) >> 11) * 0x1p-53);
}

static struct md_es_point value_at(const struct wave *wave, double s)
{
    struct md_es_point point = {s, wave->shift + wave->slope * s, wave->slope, 0.0};
    for (int k = 0; k < wave->terms; k++) {
        double w = wave->w[k], angle = w * s + wave->p[k];
        point.value += wave->a[k] * cos(angle);
        point.slope -= wave->a[k] * w * sin(angle);
        point.curve -= wave->a[k] * w * w * cos(angle);
    }
    if (wave->spike != 0.0) {
        double u = (s - wave->at) / wave->width, q = 1.0 / (1.0 + u * u);
        point.value -= wave->spike * q;
        point.slope += wave->spike * 2.0 * u * q * q / wave->width;
        point.curve += wave->spike * (2.0 - 6.0 * u * u) * q * q * q / (wave->width * wave->width);
    }
    return point;
}

static enum md_status evaluate(void *context, double s, struct md_es_point *point,
                               struct md_error *error)
{
    struct wave *wave = context;
    (void)error;
    *point = value_at(wave, s);
    wave->evaluations++;
    return MD_OK;
}

/* The least and the most of cos between two angles. */
static void cosine_range(double from, double to, double range[2])
{
    const double pi = 3.14159265358979323846;
    double a = cos(from), b = cos(to);
    range[0] = a < b ? a : b;
    range[1] = a < b ? b : a;
    if (ceil(from / (2.0 * pi)) * 2.0 * pi <= to)
        range[1] = 1.0;
    if (ceil(from / (2.0 * pi) - 0.5) * 2.0 * pi + pi <= to)
        range[0] = -1.0;
}

static void widen(double range[2], double value)
{
    range[0] = fmin(range[0], value);
    range[1] = fmax(range[1], value);
}

/* V'' of the spike turns at its tip (2) and at u = 1 (-1/2), in units of spike/width^2. */
static void spike_range(const struct wave *wave, double from, double to, double range[2])
{
    double unit = wave->spike / (wave->width * wave->width), ends[2] = {from, to};
    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (int e = 0; e < 2; e++) {
        double u = (ends[e] - wave->at) / wave->width, q = 1.0 / (1.0 + u * u);
        double curve = unit * (2.0 - 6.0 * u * u) * q * q * q;
        widen(range, curve);
    }
    if (from <= wave->at && wave->at <= to)
        widen(range, 2.0 * unit);
    for (int side = -1; side <= 1; side += 2) {
        double turn = wave->at + side * wave->width;
        if (from <= turn && turn <= to)
            widen(range, -0.5 * unit);
    }
}

static enum md_status bound(void *context, double from, double to, double bound[2],
                            struct md_error *error)
{
    const struct wave *wave = context;
    (void)error;
    bound[0] = bound[1] = 0.0;
    for (int k = 0; k < wave->terms; k++) {
        double range[2], size = wave->a[k] * wave->w[k] * wave->w[k];
        cosine_range(wave->w[k] * from + wave->p[k], wave->w[k] * to + wave->p[k], range);
        bound[0] -= size > 0.0 ? size * range[1] : size * range[0];
        bound[1] -= size > 0.0 ? size * range[0] : size * range[1];
    }
    if (wave->spike != 0.0) {
        double range[2];
        spike_range(wave, from, to, range);
        bound[0] += range[0];
        bound[1] += range[1];
    }
    double more = wave->loose * (bound[1] - bound[0]) + 1e-13 * (fabs(bound[0]) + fabs(bound[1]));
    bound[0] -= more;
    bound[1] += more;
    if (to - from > wave->finite) {
        bound[0] = -INFINITY;
        bound[1] = INFINITY;
    }
    return MD_OK;
}

struct answer {
    enum md_es_exit exit;
    struct md_es_point end;
    struct md_es_search search;
};

static struct answer seek(struct wave *wave, double height, double limit,
                          const struct md_es_point *start)
{
    struct md_error error = {0};
    struct md_es_way way = {wave, evaluate, bound};
    struct answer answer = {
        .search = {.height = height, .tolerance = TOLERANCE * height, .limit = limit}};
    struct md_es_point first = start != NULL ? *start : value_at(wave, 0.0);
    enum md_status status =
        md_es_search(&answer.search, &way, &first, &answer.exit, &answer.end, &error);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, status, error.text);
    TEST_ASSERT_EQUAL_UINT64(wave->evaluations, answer.search.evaluations);
    return answer;
}

static void expect(struct wave wave, double height, double limit, enum md_es_exit exit, double s,
                   const char *what)
{
    static const double looseness[] = {0.0, 1.0, 100.0};
    for (int k = 0; k < 3; k++)
        for (int f = 0; f < 2; f++) {
            char text[128];
            wave.loose = looseness[k];
            wave.finite = f == 0 ? INFINITY : 0.01;
            wave.evaluations = 0;
            struct answer got = seek(&wave, height, limit, NULL);
            snprintf(text, sizeof text, "%s: loose %g, finite to %g: exit %d at %.17g", what,
                     wave.loose, wave.finite, (int)got.exit, got.end.s);
            TEST_ASSERT_EQUAL_MESSAGE(exit, got.exit, text);
            TEST_ASSERT_TRUE_MESSAGE(fabs(got.end.s - s) < 1e-5, text);
        }
}

/* ------------------------------------------------------------------ by hand */

static void test_falls(void)
{
    TEST_ASSERT_EQUAL_DOUBLE(2.0, md_es_search_falls(2.0, -1.0, 0.0));
    TEST_ASSERT_EQUAL_DOUBLE(2.0, md_es_search_falls(2.0, 0.0, -1.0));
    TEST_ASSERT_EQUAL_DOUBLE(4.0, md_es_search_falls(4.0, 1.0, -1.0));
    TEST_ASSERT_EQUAL_DOUBLE(2.0, md_es_search_falls(2.0, -2.0, 1.0)); /* touches */
    TEST_ASSERT_TRUE(isinf(md_es_search_falls(2.0, -2.0, 1.001)));
    TEST_ASSERT_TRUE(isinf(md_es_search_falls(2.0, 1.0, 0.0)));
    TEST_ASSERT_TRUE(isinf(md_es_search_falls(0.0, 1.0, 1.0)));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, md_es_search_falls(0.0, -1.0, 5.0));
    TEST_ASSERT_EQUAL_DOUBLE(4.0, md_es_search_falls(0.0, 2.0, -1.0));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, md_es_search_falls(0.0, 0.0, -1.0));
    /* Nothing is known of the second derivative: at once. */
    TEST_ASSERT_EQUAL_DOUBLE(0.0, md_es_search_falls(1.0, -1.0, -INFINITY));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, md_es_search_falls(1.0, 0.0, -INFINITY));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, md_es_search_falls(1.0, 1.0, -INFINITY));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, md_es_search_falls(0.0, 1.0, -INFINITY));
}

static void test_straight(void)
{
    expect((struct wave){.shift = 0.25, .slope = 0.5}, 1.0, 10.0, MD_ES_ABOVE, 1.5, "up");
    expect((struct wave){.shift = 0.25, .slope = -0.5}, 1.0, 10.0, MD_ES_BELOW, 0.5, "down");
    expect((struct wave){.shift = 0.25, .slope = 0.5}, 1.0, 1.0, MD_ES_INSIDE, 1.0, "limit");
    expect((struct wave){.shift = 0.25}, 1.0, 3.0, MD_ES_INSIDE, 3.0, "level");
}

/* 1/2 + a cos s: two roots close together at s = pi, or none. */
static void test_double_roots(void)
{
    const double pi = 3.14159265358979323846;
    for (int k = 1; k <= 9; k++) {
        double over = pow(10.0, -k);
        struct wave wave = {.shift = 0.6, .terms = 1, .a = {0.3}, .w = {1.0}};
        wave.a[0] = 0.6 + over; /* 0.6 - 0.6 - over at pi; above 1 before that, so start after */
        wave.p[0] = 1.5;
        double root = acos(-0.6 / wave.a[0]) - 1.5;
        expect(wave, 1.0, 10.0, MD_ES_BELOW, root, "two roots close together");
        wave.a[0] = 0.6 - over;
        double top = 2.0 * pi - acos(0.4 / wave.a[0]) - 1.5;
        expect(wave, 1.0, 10.0, MD_ES_ABOVE, top, "none, and the other level");
    }
}

/*
 * V touches the level, or is beyond it by less than the tolerance: whether that is a crossing is
 * for rounding to decide, but the answer must be one of the two, and well beyond it is one.
 */
static void test_grazing(void)
{
    const double pi = 3.14159265358979323846;
    double top = 2.0 * pi - acos(0.4 / 0.6) - 1.5;
    for (int k = -3; k <= 3; k++) {
        struct wave wave = {.shift = 0.6, .terms = 1, .w = {1.0}, .p = {1.5}, .finite = INFINITY};
        wave.a[0] = 0.6 + 0.3 * k * TOLERANCE;
        struct answer got = seek(&wave, 1.0, 10.0, NULL);
        bool passed = got.exit == MD_ES_ABOVE && fabs(got.end.s - top) < 1e-9;
        bool crossed = got.exit == MD_ES_BELOW && fabs(got.end.s - (pi - 1.5)) < 1e-5 &&
                       fabs(got.end.value) <= TOLERANCE;
        TEST_ASSERT_TRUE(passed || crossed);
    }
    expect(
        (struct wave){
            .shift = 0.6, .terms = 1, .a = {0.6 + 10.0 * TOLERANCE}, .w = {1.0}, .p = {1.5}},
        1.0, 10.0, MD_ES_BELOW, pi - 1.5, "beyond it by ten times the tolerance");
    expect(
        (struct wave){
            .shift = 0.6, .terms = 1, .a = {0.6 - 10.0 * TOLERANCE}, .w = {1.0}, .p = {1.5}},
        1.0, 10.0, MD_ES_ABOVE, top, "short of it");
}

/* A start on a level is inside, and left at once only if V points out. */
static void test_start_on_level(void)
{
    const double pi = 3.14159265358979323846;
    struct wave wave = {.shift = 0.5, .terms = 1, .a = {0.5}, .w = {1.0}, .p = {pi}};
    struct md_es_point start = {0.0, 0.0, 0.0, 0.5}; /* at the bottom, at rest, curved upwards */
    struct answer got;
    wave.a[0] = 0.7; /* from -0.2: the wave is moved so that it starts at 0 */
    wave.shift = 0.7;
    wave.finite = INFINITY;
    start.curve = 0.7;
    got = seek(&wave, 1.0, 10.0, &start);
    TEST_ASSERT_EQUAL(MD_ES_ABOVE, got.exit);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, acos(-0.3 / 0.7), got.end.s);

    /* Going in from either level and out again by the same or the other. */
    expect((struct wave){.shift = 0.0, .slope = 0.5}, 1.0, 10.0, MD_ES_ABOVE, 2.0, "in from below");
    expect((struct wave){.shift = 1.0, .slope = -0.5}, 1.0, 10.0, MD_ES_BELOW, 2.0, "from above");
    wave = (struct wave){.terms = 1, .a = {0.4}, .w = {1.0}, .p = {-0.5 * pi}, .finite = INFINITY};
    start = (struct md_es_point){0.0, 0.0, 0.4, 0.0}; /* 0.4 sin s */
    got = seek(&wave, 1.0, 10.0, &start);
    TEST_ASSERT_EQUAL(MD_ES_BELOW, got.exit);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, pi, got.end.s);
    wave.shift = 1.0;
    wave.p[0] = 0.5 * pi;
    wave.evaluations = 0;
    start = (struct md_es_point){0.0, 1.0, -0.4, 0.0}; /* 1 - 0.4 sin s */
    got = seek(&wave, 1.0, 10.0, &start);
    TEST_ASSERT_EQUAL(MD_ES_ABOVE, got.exit);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, pi, got.end.s);

    /* Out at once. */
    wave = (struct wave){.shift = 0.0, .slope = -0.5, .finite = INFINITY};
    got = seek(&wave, 1.0, 10.0, NULL);
    TEST_ASSERT_EQUAL(MD_ES_BELOW, got.exit);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.0, got.end.s);
    wave = (struct wave){.shift = 1.0, .slope = 0.5, .finite = INFINITY};
    got = seek(&wave, 1.0, 10.0, NULL);
    TEST_ASSERT_EQUAL(MD_ES_ABOVE, got.exit);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.0, got.end.s);
}

/* A dip so narrow that no sampling meets it. */
static void test_spikes(void)
{
    for (int k = 1; k <= 6; k++) {
        struct wave wave = {.shift = 0.5, .spike = 0.6, .at = 2.2360679, .width = pow(10.0, -k)};
        double root = wave.at - wave.width * sqrt(0.6 / 0.5 - 1.0);
        expect(wave, 1.0, 5.0, MD_ES_BELOW, root, "dip");
        wave.spike = -0.6;
        expect(wave, 1.0, 5.0, MD_ES_ABOVE, root, "spike");
        wave.spike = 0.4999;
        expect(wave, 1.0, 5.0, MD_ES_INSIDE, 5.0, "dip that does not reach it");
    }
}

/* ------------------------------------------------------------------ brute force */

/* The first sample outside of the band, or the limit; *deepest is how far inside V always was. */
static double first_out(const struct wave *wave, double height, double limit, enum md_es_exit *exit,
                        double *nearest)
{
    const int looks = 20000;
    *exit = MD_ES_INSIDE;
    *nearest = INFINITY;
    for (int n = 0; n <= looks; n++) {
        double s = limit * n / looks, v = value_at(wave, s).value;
        *nearest = fmin(*nearest, fmin(v, height - v));
        if (v < 0.0 || v > height) {
            *exit = v < 0.0 ? MD_ES_BELOW : MD_ES_ABOVE;
            return s;
        }
    }
    return limit;
}

static struct wave random_wave(void)
{
    struct wave wave = {.terms = 1 + (int)draw(0.0, TERMS - 0.001), .slope = draw(-0.3, 0.3)};
    double sum = 0.0;
    for (int k = 0; k < wave.terms; k++) {
        wave.a[k] = draw(-1.0, 1.0);
        wave.w[k] = exp(draw(-2.0, 2.5));
        wave.p[k] = draw(0.0, 6.28);
        sum += fabs(wave.a[k]);
    }
    for (int k = 0; k < wave.terms; k++)
        wave.a[k] *= draw(0.2, 0.9) / sum;
    wave.shift = 0.0;
    wave.shift = draw(0.02, 0.98) - value_at(&wave, 0.0).value;
    wave.loose = draw(0.0, 1.0) < 0.5 ? 0.0 : draw(0.0, 5.0);
    wave.finite = draw(0.0, 1.0) < 0.7 ? INFINITY : draw(0.01, 1.0);
    return wave;
}

static void test_random(void)
{
    const double limit = 6.0, width = limit / 20000.0;
    int exits[3] = {0};
    random_state = 20100;
    for (int n = 0; n < 4000; n++) {
        struct wave wave = random_wave();
        enum md_es_exit exit;
        double nearest, s = first_out(&wave, 1.0, limit, &exit, &nearest);
        struct answer got = seek(&wave, 1.0, limit, NULL);
        char text[160];
        snprintf(text, sizeof text, "wave %d: exit %d at %.17g, brute force %d at %.17g (%g)", n,
                 (int)got.exit, got.end.s, (int)exit, s, nearest);
        exits[got.exit]++;
        /* Samples may have missed a short stay outside; never the other way round. */
        if (got.exit != exit || fabs(got.end.s - s) > 2.0 * width) {
            TEST_ASSERT_TRUE_MESSAGE(got.exit != MD_ES_INSIDE && got.end.s < s, text);
            TEST_ASSERT_TRUE_MESSAGE(fabs(value_at(&wave, got.end.s).slope) < 50.0 * width, text);
        }
        double level = got.exit == MD_ES_ABOVE ? 1.0 : 0.0;
        double v = value_at(&wave, got.end.s).value;
        bool right =
            got.exit == MD_ES_INSIDE ? got.end.s == limit : fabs(v - level) < 4.0 * TOLERANCE;
        TEST_ASSERT_TRUE_MESSAGE(right, text);
    }
    for (int k = 0; k < 3; k++)
        TEST_ASSERT_TRUE(exits[k] > 300);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_falls);
    RUN_TEST(test_straight);
    RUN_TEST(test_double_roots);
    RUN_TEST(test_grazing);
    RUN_TEST(test_start_on_level);
    RUN_TEST(test_spikes);
    RUN_TEST(test_random);
    return UNITY_END();
}
