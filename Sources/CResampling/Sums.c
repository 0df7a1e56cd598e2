#include "CResampling.h"

#include <string.h>

/* A product must not be added before it is rounded, on processors that could. */
#pragma STDC FP_CONTRACT OFF

/* Clang makes one AVX instruction of an operation on eight floats where it may, else two of SSE or NEON. */
typedef float Four __attribute__((vector_size(16)));
typedef float Eight __attribute__((vector_size(32)));

#define INLINE static inline __attribute__((always_inline))
#define UNROLLED _Pragma("clang loop unroll(full)")

/* ---- Across ---- */

/* One target pixel. Even and odd source pixels have sums of their own, so that an addition doesn't wait for the one
 * before: the vectors of an even pixel and of the odd one behind it are taken as one row of vectors. */
INLINE void sum_pixel(const float *pixels, const float *weights, size_t count, float *target, const int channels) {
    Eight sums[4] = {0};
    size_t tap = 0;
    for (; tap + 1 < count; tap += 2, pixels += 8 * channels) {
        const float even = weights[tap], odd = weights[tap + 1];
        const Eight both = {even, even, even, even, odd, odd, odd, odd};
        UNROLLED for (int i = 0; i < channels; i++) {
            Eight vectors;
            memcpy(&vectors, pixels + 8 * i, sizeof vectors);
            if (2 * i + 1 < channels) sums[i] += vectors * even;
            else if (2 * i < channels) sums[i] += vectors * both;
            else sums[i] += vectors * odd;
        }
    }
    Four parts[8];
    memcpy(parts, sums, sizeof parts);
    UNROLLED for (int i = 0; i < channels; i++) {
        if (tap < count) {
            Four vector;
            memcpy(&vector, pixels + 4 * i, sizeof vector);
            parts[i] += vector * weights[tap];
        }
        parts[i] += parts[channels + i];
        memcpy(target + 4 * i, &parts[i], sizeof parts[i]);
    }
}

INLINE void sum_pixels(const CResamplingAxis *axis, const float *pixels, int32_t origin, size_t begin, size_t end,
                       float *target, const int channels) {
    const size_t floats = 4 * (size_t)channels;
    for (size_t i = begin; i < end; i++)
        sum_pixel(pixels + (size_t)(axis->firsts[i] - origin) * floats, axis->weights + i * axis->max_taps,
                  (size_t)axis->counts[i], target + i * floats, channels);
}

INLINE void sum_across(const CResamplingAxis *axis, int channels, const float *pixels, int32_t origin, size_t begin,
                       size_t end, float *target) {
    if (channels == 3) sum_pixels(axis, pixels, origin, begin, end, target, 3);
    else sum_pixels(axis, pixels, origin, begin, end, target, 4);
}

/* ---- Down ---- */

/* The sum of the lanes of each of four vectors. */
INLINE Four lane_sums(const Four *v) {
    Four front = __builtin_shufflevector(v[0], v[1], 0, 4, 1, 5) + __builtin_shufflevector(v[0], v[1], 2, 6, 3, 7);
    Four back = __builtin_shufflevector(v[2], v[3], 0, 4, 1, 5) + __builtin_shufflevector(v[2], v[3], 2, 6, 3, 7);
    return __builtin_shufflevector(front, back, 0, 1, 4, 5) + __builtin_shufflevector(front, back, 2, 3, 6, 7);
}

INLINE void sum_down(const float *strips, size_t strip_count, size_t vector_count, size_t first, const float *weights,
                     size_t weight_count, float *sums) {
    enum { FLOATS = 4 * CResamplingVectorsAtOnce, EIGHTS = FLOATS / 8 };
    const float *end = strips + 4 * strip_count * vector_count;
    for (size_t begin = 0; begin < 4 * vector_count; begin += FLOATS) {
        Eight totals[EIGHTS] = {0};
        const float *strip = strips + 4 * first * vector_count + begin;
        for (size_t place = 0; place < weight_count; place++) {
            Four weight;
            memcpy(&weight, weights + 4 * place, sizeof weight);
            const Eight twice = __builtin_shufflevector(weight, weight, 0, 1, 2, 3, 0, 1, 2, 3);
            UNROLLED for (int i = 0; i < EIGHTS; i++) {
                Eight vectors;
                memcpy(&vectors, strip + 8 * i, sizeof vectors);
                totals[i] += vectors * twice;
            }
            strip += 4 * vector_count;
            if (strip >= end) strip -= 4 * strip_count * vector_count;
        }
        Four parts[CResamplingVectorsAtOnce];
        memcpy(parts, totals, sizeof parts);
        UNROLLED for (int i = 0; i < CResamplingVectorsAtOnce; i += 4, sums += 4) {
            Four four = lane_sums(parts + i);
            memcpy(sums, &four, sizeof four);
        }
    }
}

/* ---- The choice of instructions ---- */

#if defined(__x86_64__)

#define AVX2 __attribute__((target("avx2")))

AVX2 static void sum_across_avx2(const CResamplingAxis *axis, int channels, const float *pixels, int32_t origin,
                                 size_t begin, size_t end, float *target) {
    sum_across(axis, channels, pixels, origin, begin, end, target);
}

AVX2 static void sum_down_avx2(const float *strips, size_t strip_count, size_t vector_count, size_t first,
                               const float *weights, size_t weight_count, float *sums) {
    sum_down(strips, strip_count, vector_count, first, weights, weight_count, sums);
}

CResamplingInstructions cresampling_best_instructions(void) {
    return __builtin_cpu_supports("avx2") ? CResamplingInstructionsAVX2 : CResamplingInstructionsBaseline;
}

#else

#define sum_across_avx2 sum_across
#define sum_down_avx2 sum_down

CResamplingInstructions cresampling_best_instructions(void) { return CResamplingInstructionsBaseline; }

#endif

void cresampling_sum_across(CResamplingInstructions instructions, const CResamplingAxis *axis, int channels,
                            const float *pixels, int32_t origin, size_t begin, size_t end, float *target) {
    switch (instructions) {
    case CResamplingInstructionsBaseline: return sum_across(axis, channels, pixels, origin, begin, end, target);
    case CResamplingInstructionsAVX2: return sum_across_avx2(axis, channels, pixels, origin, begin, end, target);
    }
}

void cresampling_sum_down(CResamplingInstructions instructions, const float *strips, size_t strip_count,
                          size_t vector_count, size_t first, const float *weights, size_t weight_count, float *sums) {
    switch (instructions) {
    case CResamplingInstructionsBaseline:
        return sum_down(strips, strip_count, vector_count, first, weights, weight_count, sums);
    case CResamplingInstructionsAVX2:
        return sum_down_avx2(strips, strip_count, vector_count, first, weights, weight_count, sums);
    }
}
