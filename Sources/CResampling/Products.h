/* What the sums of all filters are made of. */
#pragma once

#include "CResampling.h"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

/* Clang makes one AVX2 instruction of an operation on such a vector where it may, else two of SSE or NEON. */
typedef int16_t Values __attribute__((vector_size(32)));
typedef int16_t HalfValues __attribute__((vector_size(16)));
typedef int32_t Sums __attribute__((vector_size(32)));

enum { WEIGHT_BITS = 14 };
_Static_assert(CResamplingWeightSum == 1 << WEIGHT_BITS, "sums are shifted");

#define INLINE static inline __attribute__((always_inline))
#define UNROLLED _Pragma("clang loop unroll(full)")

/* ---- Products of pairs ---- */

/* Adds the products of two neighbouring values with their weights to each sum. Does half a vector, as the baseline
   instructions do. */
INLINE void add_half_products(const int16_t *values, const int16_t *weights, int32_t *sums) {
#if defined(__x86_64__)
    const __m128i v = _mm_loadu_si128((const void *)values), w = _mm_loadu_si128((const void *)weights);
    _mm_storeu_si128((void *)sums, _mm_add_epi32(_mm_loadu_si128((const void *)sums), _mm_madd_epi16(v, w)));
#elif defined(__aarch64__)
    const int16x8_t v = vld1q_s16(values), w = vld1q_s16(weights);
    const int32x4_t products = vpaddq_s32(vmull_s16(vget_low_s16(v), vget_low_s16(w)), vmull_high_s16(v, w));
    vst1q_s32(sums, vaddq_s32(vld1q_s32(sums), products));
#else
    for (int i = 0; i < 4; i++) sums[i] += values[2 * i] * weights[2 * i] + values[2 * i + 1] * weights[2 * i + 1];
#endif
}

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vnni,gfni")))

/* Without always_inline, which would forbid it in functions for all processors; those for AVX2 inline it anyway. */
AVX2 static inline void add_products_avx2(const Values *values, const Values *weights, Sums *sums) {
    *sums += (Sums)_mm256_madd_epi16((__m256i)*values, (__m256i)*weights);
}

AVX512 static inline void add_products_avx512(const Values *values, const Values *weights, Sums *sums) {
    *sums = (Sums)_mm256_dpwssd_epi32((__m256i)*sums, (__m256i)*values, (__m256i)*weights);
}
#else
#define AVX2
#define AVX512
static inline void add_products_avx2(const Values *values, const Values *weights, Sums *sums) {
    (void)values, (void)weights, (void)sums;
}

static inline void add_products_avx512(const Values *values, const Values *weights, Sums *sums) {
    (void)values, (void)weights, (void)sums;
}
#endif

INLINE void add_products(
    const Values *values, const Values *weights, Sums *sums, const CResamplingInstructions instructions) {
    if (instructions == CResamplingInstructionsAVX512) {
        add_products_avx512(values, weights, sums);
        return;
    }
    if (instructions == CResamplingInstructionsAVX2) {
        add_products_avx2(values, weights, sums);
        return;
    }
    const int16_t *v = (const int16_t *)values, *w = (const int16_t *)weights;
    add_half_products(v, w, (int32_t *)sums);
    add_half_products(v + 8, w + 8, (int32_t *)sums + 4);
}

/* The sums rounded to values, and limited to `least` to `most`. */
INLINE HalfValues rounded(const Sums *exact, const int32_t least, const int32_t most) {
    Sums sums = (*exact + (1 << (WEIGHT_BITS - 1))) >> WEIGHT_BITS;
    sums = __builtin_elementwise_min(__builtin_elementwise_max(sums, least - (Sums){0}), most - (Sums){0});
    return __builtin_convertvector(sums, HalfValues);
}
