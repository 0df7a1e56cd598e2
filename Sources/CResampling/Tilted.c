#include "CResampling.h"

#include <string.h>

#include "Products.h"

enum {
    FRACTION_BITS = 32,
    PHASE_BITS = 6,
};
_Static_assert(CResamplingPhases == 1 << PHASE_BITS, "a phase is the first bits of a fraction");

/* Four sums, one of each channel. */
typedef int32_t PixelSums __attribute__((vector_size(16)));

static inline size_t phase_of(int64_t place) {
    return (size_t)(place >> (FRACTION_BITS - PHASE_BITS)) % CResamplingPhases;
}

/* One pixel: across in each row first, then down. */
INLINE PixelSums
sum_of_pixel(const CResamplingTilt *tilt, CResamplingPlace place, const CResamplingInstructions instructions) {
    const size_t x = (size_t)(place.x >> FRACTION_BITS), y = (size_t)(place.y >> FRACTION_BITS);
    const int16_t *across = tilt->weights_across + (2 * phase_of(place.x) + x % 2) * tilt->pair_values;
    const int16_t *down = tilt->weights_down + phase_of(place.y) * tilt->count;
    PixelSums total = {0};
    for (size_t r = 0; r < tilt->count; r++) {
        const int16_t *pairs = tilt->rows[y + r] + CResamplingPairValues * (x / 2);
        Sums sums = {0};
        for (size_t i = 0; i < tilt->pair_values; i += 4, pairs += 2 * CResamplingPairValues) {
            int32_t two[2];
            memcpy(two, across + i, sizeof two);
            const Values spread = (Values)(Sums){two[0], two[0], two[0], two[0], two[1], two[1], two[1], two[1]};
            Values values;
            memcpy(&values, pairs, sizeof values);
            add_products(&values, &spread, &sums, instructions);
        }
        const PixelSums both = __builtin_shufflevector(sums, sums, 0, 1, 2, 3) +
                               __builtin_shufflevector(sums, sums, 4, 5, 6, 7);
        total += ((both + (1 << (WEIGHT_BITS - 1))) >> WEIGHT_BITS) * down[r];
    }
    return (total + (1 << (WEIGHT_BITS - 1))) >> WEIGHT_BITS;
}

INLINE void sum_around(
    const CResamplingTilt *tilt, CResamplingPlace place, CResamplingPlace step, const int channels, size_t count,
    bool limited, int16_t *target, const CResamplingInstructions instructions) {
    typedef int16_t Pixel __attribute__((vector_size(8)));
    const CResamplingTilt held = *tilt;
    const int32_t least = limited ? 0 : INT16_MIN, most = limited ? CResamplingWhite : INT16_MAX;
    for (size_t i = 0; i < count; i++, place.x += step.x, place.y += step.y) {
        PixelSums sums = sum_of_pixel(&held, place, instructions);
        sums = __builtin_elementwise_min(
            __builtin_elementwise_max(sums, least - (PixelSums){0}), most - (PixelSums){0});
        const Pixel pixel = __builtin_convertvector(sums, Pixel);
        memcpy(target + (size_t)channels * i, &pixel, sizeof pixel);
    }
}

AVX2 static void sum_around_avx2(
    const CResamplingTilt *tilt, CResamplingPlace first, CResamplingPlace step, int channels, size_t count,
    bool limited, int16_t *target) {
    sum_around(tilt, first, step, channels, count, limited, target, CResamplingInstructionsAVX2);
}

void cresampling_sum_around(
    CResamplingInstructions instructions, const CResamplingTilt *tilt, CResamplingPlace first, CResamplingPlace step,
    int channels, size_t count, bool limited, int16_t *target) {
    if (instructions == CResamplingInstructionsBaseline)
        sum_around(tilt, first, step, channels, count, limited, target, CResamplingInstructionsBaseline);
    else sum_around_avx2(tilt, first, step, channels, count, limited, target);
}

void cresampling_add_pairs(const int16_t *row, size_t count, size_t side, int32_t *sums) {
    for (size_t x = 0; x < count; x++) {
        const int16_t *pixel = row + x / 2 * CResamplingPairValues + x % 2;
        for (size_t channel = 0; channel < 4; channel++) sums[x / side * 4 + channel] += pixel[2 * channel];
    }
}
