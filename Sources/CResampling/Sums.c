#include "CResampling.h"

#include <string.h>

#include "Products.h"

/* ---- Linear values ---- */

/* A value times an alpha whose maximum is `most`. */
INLINE int16_t premultiplied(uint32_t value, uint32_t alpha, uint32_t most) {
    return (int16_t)((value * alpha + most / 2) / most);
}

INLINE void linearise_pixel(
    const void *samples, size_t x, const bool words, const bool opaque, const CResamplingCurves *curves,
    int16_t *values) {
    uint32_t pixel[4];
    UNROLLED for (size_t i = 0; i < 4; i++) {
        pixel[i] = words ? ((const uint16_t *)samples)[4 * x + i] : ((const uint8_t *)samples)[4 * x + i];
    }
    const uint16_t linear[3] = {curves->red[pixel[0]], curves->green[pixel[1]], curves->blue[pixel[2]]};
    const uint32_t most = words ? UINT16_MAX : UINT8_MAX;
    UNROLLED for (int i = 0; i < 3; i++) {
        values[2 * i] = opaque ? (int16_t)linear[i] : premultiplied(linear[i], pixel[3], most);
    }
    if (!opaque) values[6] = premultiplied(CResamplingWhite, pixel[3], most);
}

INLINE void linearise_pixels(
    const void *samples, const bool words, const bool opaque, size_t count, const CResamplingCurves *curves,
    int16_t *row) {
    const CResamplingCurves held = *curves;
    for (size_t x = 0; x + 1 < count; x += 2, row += CResamplingPairValues) {
        linearise_pixel(samples, x, words, opaque, &held, row);
        linearise_pixel(samples, x + 1, words, opaque, &held, row + 1);
    }
    if (count % 2 == 1) linearise_pixel(samples, count - 1, words, opaque, &held, row);
}

#if defined(__x86_64__)

/* The entries of a table of 256 bytes, which is in four registers. */
AVX512 static inline __m512i looked_up(const __m512i table[4], __m512i indices) {
    const __m512i low = _mm512_permutex2var_epi8(table[0], indices, table[1]);
    const __m512i high = _mm512_permutex2var_epi8(table[2], indices, table[3]);
    return _mm512_mask_blend_epi8(_mm512_movepi8_mask(indices), low, high);
}

/* Converts opaque pixels of 8 bits, sixteen at a time. Returns how many are done. */
AVX512 static size_t linearise_avx512(const uint8_t *samples, size_t count, const uint8_t *bytes, int16_t *row) {
    __m512i tables[2][4];
    memcpy(tables, bytes, sizeof tables);
    /* Puts each sample of an even pixel beside that of the odd pixel after it. */
    const __m512i pairs = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15));
    const __m512i order = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
    const __m512i next_order = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    size_t x = 0;
    for (; x + 16 <= count; x += 16) {
        const __m512i indices = _mm512_shuffle_epi8(_mm512_loadu_si512(samples + 4 * x), pairs);
        const __m512i low = looked_up(tables[0], indices), high = looked_up(tables[1], indices);
        /* The first eight values of each 16 bytes, and the last eight. */
        const __m512i first = _mm512_unpacklo_epi8(low, high), second = _mm512_unpackhi_epi8(low, high);
        _mm512_storeu_si512(row + 4 * x, _mm512_permutex2var_epi64(first, order, second));
        _mm512_storeu_si512(row + 4 * x + 32, _mm512_permutex2var_epi64(first, next_order, second));
    }
    return x;
}

#else

static size_t linearise_avx512(const uint8_t *samples, size_t count, const uint8_t *bytes, int16_t *row) {
    (void)samples, (void)count, (void)bytes, (void)row;
    return 0;
}

#endif

void cresampling_linearise(
    CResamplingInstructions instructions, const void *samples, bool words, bool opaque, size_t count,
    const CResamplingCurves *curves, int16_t *row) {
    if (words) {
        if (opaque) linearise_pixels(samples, true, true, count, curves, row);
        else linearise_pixels(samples, true, false, count, curves, row);
        return;
    }
    if (!opaque) {
        linearise_pixels(samples, false, false, count, curves, row);
        return;
    }
    size_t done = 0;
    if (instructions == CResamplingInstructionsAVX512 && curves->bytes)
        done = linearise_avx512(samples, count, curves->bytes, row);
    linearise_pixels((const uint8_t *)samples + 4 * done, false, true, count - done, curves, row + 4 * done);
}

void cresampling_write_codes(const int16_t *row, size_t count, const uint8_t *codes, uint8_t *pixels, ptrdiff_t step) {
    for (; count > 0; count--, row += 3, pixels += step) {
        const uint32_t pixel = codes[row[0]] | (uint32_t)codes[row[1]] << 8 | (uint32_t)codes[row[2]] << 16 |
                               0xFF000000;
        memcpy(pixels, &pixel, sizeof pixel);
    }
}

/* ---- Across ---- */

INLINE void sum_across(
    const CResamplingAxis *axis, const int16_t *strip, size_t stride, const int channels, size_t count,
    int16_t *const targets[CResamplingRowsPerStrip], const CResamplingInstructions instructions) {
    const CResamplingAxis held = *axis;
    int16_t *rows[CResamplingRowsPerStrip];
    memcpy(rows, targets, sizeof rows);
    for (size_t i = 0; i < count; i++) {
        const int16_t *pairs = strip + CResamplingPairValues * (size_t)held.first_pairs[i];
        const int16_t *weights = held.weights + 2 * held.max_pairs * i;
        Sums sums[CResamplingRowsPerStrip] = {0};
        for (int32_t n = held.pair_counts[i]; n > 0; n -= 2, pairs += 2 * CResamplingPairValues, weights += 4) {
            int32_t two[2];
            memcpy(two, weights, sizeof two);
            const Values spread = (Values)(Sums){two[0], two[0], two[0], two[0], two[1], two[1], two[1], two[1]};
            UNROLLED for (int r = 0; r < CResamplingRowsPerStrip; r++) {
                Values values;
                memcpy(&values, pairs + (size_t)r * stride, sizeof values);
                add_products(&values, &spread, &sums[r], instructions);
            }
        }
        /* Both halves of a sum belong to the same pixel: one has the even pairs, the other the odd ones. */
        UNROLLED for (int r = 0; r < CResamplingRowsPerStrip; r += 2) {
            const Sums both = __builtin_shufflevector(sums[r], sums[r + 1], 0, 1, 2, 3, 8, 9, 10, 11) +
                              __builtin_shufflevector(sums[r], sums[r + 1], 4, 5, 6, 7, 12, 13, 14, 15);
            const HalfValues pixels = rounded(&both, INT16_MIN, INT16_MAX);
            memcpy(rows[r] + (size_t)channels * i, &pixels, sizeof pixels / 2);
            memcpy(rows[r + 1] + (size_t)channels * i, (const int16_t *)&pixels + 4, sizeof pixels / 2);
        }
    }
}

/* ---- Down ---- */

INLINE void sum_down(
    const int16_t *rows, size_t row_count, size_t value_count, size_t first, const int16_t *weights,
    size_t weight_count, bool limited, int16_t *sums, const CResamplingInstructions instructions) {
    enum { VECTORS = CResamplingRowMultiple / 16 };
    const int16_t *end = rows + row_count * value_count;
    const int32_t least = limited ? 0 : INT16_MIN, most = limited ? CResamplingWhite : INT16_MAX;
    for (size_t begin = 0; begin < value_count; begin += CResamplingRowMultiple) {
        Sums low[VECTORS] = {0}, high[VECTORS] = {0};
        const int16_t *row = rows + first * value_count + begin;
        for (size_t i = 0; i < weight_count; i += 2) {
            const int16_t *next = row + value_count < end ? row + value_count : rows + begin;
            int32_t two;
            memcpy(&two, weights + i, sizeof two);
            const Values spread = (Values)(two - (Sums){0});
            UNROLLED for (int v = 0; v < VECTORS; v++) {
                Values a, b;
                memcpy(&a, row + 16 * v, sizeof a);
                memcpy(&b, next + 16 * v, sizeof b);
                const Values first_half = __builtin_shufflevector(
                    a, b, 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26, 11, 27);
                const Values second_half = __builtin_shufflevector(
                    a, b, 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14, 30, 15, 31);
                add_products(&first_half, &spread, &low[v], instructions);
                add_products(&second_half, &spread, &high[v], instructions);
            }
            row = next + value_count < end ? next + value_count : rows + begin;
        }
        UNROLLED for (int v = 0; v < VECTORS; v++, sums += 16) {
            const Values values = __builtin_shufflevector(
                rounded(&low[v], least, most), rounded(&high[v], least, most), 0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12,
                13, 14, 15);
            memcpy(sums, &values, sizeof values);
        }
    }
}

/* ---- The choice of instructions ---- */

CResamplingInstructions cresampling_best_instructions(void) {
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx2")) return CResamplingInstructionsBaseline;
    const bool has_avx512 = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                            __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vnni") &&
                            __builtin_cpu_supports("gfni");
    return has_avx512 ? CResamplingInstructionsAVX512 : CResamplingInstructionsAVX2;
#else
    return CResamplingInstructionsBaseline;
#endif
}

#define SUM_ACROSS(instructions)                                                             \
    do {                                                                                     \
        if (channels == 3) sum_across(axis, strip, stride, 3, count, targets, instructions); \
        else sum_across(axis, strip, stride, 4, count, targets, instructions);               \
    } while (0)

AVX2 static void sum_across_avx2(
    const CResamplingAxis *axis, const int16_t *strip, size_t stride, int channels, size_t count,
    int16_t *const targets[CResamplingRowsPerStrip]) {
    SUM_ACROSS(CResamplingInstructionsAVX2);
}

AVX512 static void sum_across_avx512(
    const CResamplingAxis *axis, const int16_t *strip, size_t stride, int channels, size_t count,
    int16_t *const targets[CResamplingRowsPerStrip]) {
    SUM_ACROSS(CResamplingInstructionsAVX512);
}

void cresampling_sum_across(
    CResamplingInstructions instructions, const CResamplingAxis *axis, const int16_t *strip, size_t stride,
    int channels, size_t count, int16_t *const targets[CResamplingRowsPerStrip]) {
    switch (instructions) {
    case CResamplingInstructionsBaseline: SUM_ACROSS(CResamplingInstructionsBaseline); break;
    case CResamplingInstructionsAVX2: sum_across_avx2(axis, strip, stride, channels, count, targets); break;
    case CResamplingInstructionsAVX512: sum_across_avx512(axis, strip, stride, channels, count, targets);
    }
}

AVX2 static void sum_down_avx2(
    const int16_t *rows, size_t row_count, size_t value_count, size_t first, const int16_t *weights,
    size_t weight_count, bool limited, int16_t *sums) {
    sum_down(rows, row_count, value_count, first, weights, weight_count, limited, sums, CResamplingInstructionsAVX2);
}

AVX512 static void sum_down_avx512(
    const int16_t *rows, size_t row_count, size_t value_count, size_t first, const int16_t *weights,
    size_t weight_count, bool limited, int16_t *sums) {
    sum_down(rows, row_count, value_count, first, weights, weight_count, limited, sums, CResamplingInstructionsAVX512);
}

void cresampling_sum_down(
    CResamplingInstructions instructions, const int16_t *rows, size_t row_count, size_t value_count, size_t first,
    const int16_t *weights, size_t weight_count, bool limited, int16_t *sums) {
    switch (instructions) {
    case CResamplingInstructionsBaseline:
        sum_down(
            rows, row_count, value_count, first, weights, weight_count, limited, sums, CResamplingInstructionsBaseline);
        break;
    case CResamplingInstructionsAVX2:
        sum_down_avx2(rows, row_count, value_count, first, weights, weight_count, limited, sums);
        break;
    case CResamplingInstructionsAVX512:
        sum_down_avx512(rows, row_count, value_count, first, weights, weight_count, limited, sums);
    }
}
