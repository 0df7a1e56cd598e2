#include "CResamplingLight.h"

#include <string.h>

#include "CResampling.h"
#include "Products.h"

/* Else a processor with fused operations would round in another way. */
#pragma STDC FP_CONTRACT OFF

typedef float Lanes __attribute__((vector_size(16)));

INLINE Lanes lanes_at(const float *values) {
    Lanes lanes;
    memcpy(&lanes, values, sizeof lanes);
    return lanes;
}

INLINE void put_lanes(Lanes lanes, float *values) { memcpy(values, &lanes, sizeof lanes); }

INLINE Lanes all(float value) { return (Lanes){value, value, value, value}; }

/* ---- A photo's light ---- */

INLINE void blend(const uint8_t *upper, const uint8_t *lower, size_t count, const size_t channels, unsigned part,
                  uint16_t *row) {
    const uint16_t above = (uint16_t)(256 - part), below = (uint16_t)part;
    for (size_t x = 0; x < count; x++) row[x] = (uint16_t)(upper[x * channels] * above + lower[x * channels] * below);
}

void cresampling_blend_map(const uint8_t *upper, const uint8_t *lower, size_t count, size_t channels, unsigned part,
                           uint16_t *row) {
    if (channels == 1)
        blend(upper, lower, count, 1, part, row);
    else
        blend(upper, lower, count, channels, part, row);
}

/* The step of a gain map's value between two of a row, rounded. */
INLINE uint32_t gain_step(const uint16_t *row, uint64_t place) {
    const uint16_t *at = row + (place >> 32);
    uint32_t part = (uint32_t)(place >> 24) & 0xFF;
    enum { UNITS = 256 * 256 / CResamplingGainSteps };
    return (at[0] * (256 - part) + at[1] * part + UNITS / 2) / UNITS;
}

/* Colours of four pixels. */
typedef struct Colours {
    Lanes red, green, blue;
} Colours;

INLINE Lanes product(const float row[3], Colours colours) {
    return colours.red * all(row[0]) + colours.green * all(row[1]) + colours.blue * all(row[2]);
}

/* A value of four pixels in a row. */
INLINE Lanes values_at(const int16_t *values) {
    const int16_t *next = values + CResamplingPairValues;
    return (Lanes){values[0], values[1], next[0], next[1]} * all(1.0f / (float)CResamplingWhite);
}

INLINE Lanes clipped(Lanes value, Lanes most) {
    Lanes shown;
    UNROLLED for (int i = 0; i < CResamplingLightLanes; i++)
        shown[i] = value[i] < 0 ? 0 : value[i] > most[i] ? most[i] : value[i];
    return shown;
}

/* The luminances of pixels without gain, as they are shown. */
INLINE Lanes own_luminances(const CResamplingGains *gains, Colours colours, Lanes alpha, const bool is_clipped) {
    if (!is_clipped) return product(gains->own_shares, colours);
    const Colours shown = {clipped(product(gains->target_matrix, colours), alpha),
                           clipped(product(gains->target_matrix + 3, colours), alpha),
                           clipped(product(gains->target_matrix + 6, colours), alpha)};
    return product(gains->target_shares, shown);
}

INLINE Lanes factors_at(const CResamplingGains *gains, int colour, uint64_t place) {
    Lanes factors;
    UNROLLED for (int i = 0; i < CResamplingLightLanes; i++, place += gains->step)
        factors[i] = gains->factors[colour][gain_step(gains->rows[colour], place)];
    return factors;
}

/* The luminances of four pixels with their gains, of a map of several channels. */
INLINE Lanes coloured_luminances(const CResamplingGains *gains, Colours colours, Lanes alpha, uint64_t place) {
    Lanes sum = all(0);
    for (int i = 0; i < 3; i++) {
        Lanes value = product(gains->matrix + 3 * i, colours) + alpha * all(gains->offsets_before[i]);
        value = value * factors_at(gains, i, place) - alpha * all(gains->offsets_after[i]);
        sum += all(gains->shares[i]) * value;
    }
    return sum;
}

INLINE bool are_one(Lanes factors) {
    return factors[0] == 1 && factors[1] == 1 && factors[2] == 1 && factors[3] == 1;
}

/* What is the same for all pixels of a row. */
typedef struct Row {
    CResamplingGains gains;
    /* The luminances of the offsets. */
    float before, after;
    /* Whether nothing is added where all factors are 1. */
    bool may_skip;
} Row;

INLINE Lanes light_of(const Row *row, const int16_t *pairs, uint64_t place, const bool is_grey, const bool is_clipped) {
    const CResamplingGains *gains = &row->gains;
    const Lanes factors = factors_at(gains, 0, place);
    /* Most photos have no gain in most places. */
    if (is_grey && row->may_skip && are_one(factors)) return all(0);
    const Colours colours = {values_at(pairs), values_at(pairs + 2), values_at(pairs + 4)};
    const Lanes alpha = gains->has_alpha ? values_at(pairs + 6) : all(1);
    Lanes sum;
    if (is_grey)
        sum = (product(gains->own_shares, colours) + alpha * all(row->before)) * factors - alpha * all(row->after);
    else
        sum = coloured_luminances(gains, colours, alpha, place);
    return gains->is_whole ? sum : sum - own_luminances(gains, colours, alpha, is_clipped);
}

INLINE void make_light(const Row *row, const int16_t *pairs, size_t count, float *light, const bool is_grey,
                       const bool is_clipped) {
    enum { LANES = CResamplingLightLanes };
    uint64_t place = row->gains.first;
    const uint64_t step = LANES * row->gains.step;
    for (; count >= LANES; count -= LANES, pairs += 2 * CResamplingPairValues, place += step, light += LANES * LANES) {
        const Lanes sum = light_of(row, pairs, place, is_grey, is_clipped);
        UNROLLED for (int i = 0; i < LANES; i++) light[LANES * i] = sum[i];
    }
    if (count == 0) return;
    const Lanes sum = light_of(row, pairs, place, is_grey, is_clipped);
    for (size_t i = 0; i < count; i++) light[LANES * i] = sum[i];
}

void cresampling_light(const int16_t *pairs, size_t count, const CResamplingGains *gains, float *light) {
    Row row = {*gains, 0, 0, false};
    for (int i = 0; i < 3; i++) {
        row.before += gains->shares[i] * gains->offsets_before[i];
        row.after += gains->shares[i] * gains->offsets_after[i];
    }
    row.may_skip = !gains->is_whole && row.before == row.after;
    if (!gains->is_grey)
        make_light(&row, pairs, count, light, false, gains->is_clipped);
    else if (gains->is_clipped)
        make_light(&row, pairs, count, light, true, true);
    else
        make_light(&row, pairs, count, light, true, false);
}

/* ---- Filters ---- */

void cresampling_light_across(const float *strip, const int32_t *firsts, const int32_t *counts, const float *weights,
                              size_t stride, size_t count, float *const targets[CResamplingLightLanes]) {
    float *const first = targets[0], *const second = targets[1], *const third = targets[2], *const last = targets[3];
    for (size_t x = 0; x < count; x++) {
        const float *source = strip + CResamplingLightLanes * (size_t)firsts[x], *weight = weights + stride * x;
        Lanes sum = all(0);
        for (int32_t tap = 0; tap < counts[x]; tap++)
            sum += lanes_at(source + CResamplingLightLanes * tap) * all(weight[tap]);
        first[x] = sum[0];
        second[x] = sum[1];
        third[x] = sum[2];
        last[x] = sum[3];
    }
}

void cresampling_light_down(const float *rows, size_t row_count, size_t value_count, size_t first, const float *weights,
                            size_t weight_count, float *sums) {
    enum { VECTORS = 4, VALUES = 4 * VECTORS };
    for (size_t x = 0; x < value_count; x += VALUES) {
        Lanes sum[VECTORS] = {all(0), all(0), all(0), all(0)};
        size_t row = first;
        for (size_t tap = 0; tap < weight_count; tap++) {
            const float *values = rows + row * value_count + x;
            Lanes weight = all(weights[tap]);
            UNROLLED for (int i = 0; i < VECTORS; i++) sum[i] += lanes_at(values + 4 * i) * weight;
            row = row + 1 == row_count ? 0 : row + 1;
        }
        UNROLLED for (int i = 0; i < VECTORS; i++) put_lanes(sum[i], sums + x + 4 * i);
    }
}

/* ---- Codes ---- */

/* The darkest light that codes tell from none is 2^-6. */
enum { DARKEST = 6, BRIGHTEST = 24, EXPONENT_BIAS = 127, MANTISSA_BITS = 23, INDEX_BITS = 12 };

#define NEGLIGIBLE (1.0f / (1 << 18))

INLINE int32_t light_code(float light, const uint16_t *mantissas) {
    const float most = (float)(1 << BRIGHTEST);
    /* The first comparison is false for what is not a number, too. */
    float value = (light > 0 ? (light < most ? light : most) : 0) + 1.0f / (1 << DARKEST);
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    int32_t stops = (int32_t)(bits >> MANTISSA_BITS) - EXPONENT_BIAS + DARKEST;
    uint32_t index = bits >> (MANTISSA_BITS - INDEX_BITS) & (CResamplingLightMantissas - 1);
    return stops * CResamplingCodesPerStop + mantissas[index];
}

/* The light that a code stands for. */
INLINE float coded_light(int32_t code, const float *numbers) {
    uint32_t bits = (uint32_t)(code / CResamplingCodesPerStop + EXPONENT_BIAS - DARKEST) << MANTISSA_BITS;
    float power;
    memcpy(&power, &bits, sizeof power);
    return numbers[code % CResamplingCodesPerStop] * power - 1.0f / (1 << DARKEST);
}

void cresampling_code_light(const float *light, size_t count, const uint16_t *mantissas, int16_t *codes,
                            ptrdiff_t step) {
    for (size_t x = 0; x < count; x++, codes += step) {
        bool is_less = light[x] < 0;
        /* Less has the code of no light. */
        if (light[x] > -NEGLIGIBLE && light[x] < NEGLIGIBLE) {
            *codes = 0;
            continue;
        }
        int32_t code = light_code(is_less ? -light[x] : light[x], mantissas);
        *codes = (int16_t)(is_less ? -code : code);
    }
}

void cresampling_gains_over(const uint8_t *pixels, size_t count, const float luminances[3 * 256],
                            const uint16_t *mantissas, const float *numbers, bool is_whole, int16_t *codes) {
    for (size_t x = 0; x < count; x++, pixels += CResamplingSamplesPerPixel) {
        if (codes[x] == 0 && !is_whole) continue;
        float own = luminances[pixels[0]] + luminances[256 + pixels[1]] + luminances[512 + pixels[2]];
        if (is_whole) {
            codes[x] = (int16_t)((codes[x] > 0 ? codes[x] : 0) - light_code(own, mantissas));
            continue;
        }
        bool is_less = codes[x] < 0;
        float more = coded_light(is_less ? -codes[x] : codes[x], numbers);
        codes[x] = (int16_t)(light_code(is_less ? own - more : own + more, mantissas) - light_code(own, mantissas));
    }
}
