#include "CResamplingLight.h"

#include "CResampling.h"
#include "Lanes.h"

_Static_assert((int)CResamplingLightLanes == (int)LANES, "a strip is filtered four rows at once");

/* ---- Gain maps ---- */

INLINE void blend(
    const uint8_t *upper, const uint8_t *lower, size_t count, const size_t channels, unsigned part, uint16_t *row) {
    const uint16_t above = (uint16_t)(256 - part), below = (uint16_t)part;
    for (size_t x = 0; x < count; x++) row[x] = (uint16_t)(upper[x * channels] * above + lower[x * channels] * below);
}

void cresampling_blend_map(
    const uint8_t *upper, const uint8_t *lower, size_t count, size_t channels, unsigned part, uint16_t *row) {
    if (channels == 1) blend(upper, lower, count, 1, part, row);
    else blend(upper, lower, count, channels, part, row);
}

/* So many pixels are made light of at once; a multiple of LANES. */
enum { CHUNK = 32, WHOLE_STEP_BITS = 32 };

static const float white = CResamplingWhite;

/* The step of a gain map's value between two of a row, rounded. */
INLINE uint32_t gain_step(const uint16_t *at, uint32_t part) {
    enum { UNITS = 256 * 256 / CResamplingGainSteps };
    return (at[0] * (256 - part) + at[1] * part + UNITS / 2) / UNITS;
}

INLINE uint32_t part_of(uint64_t place) { return (uint32_t)(place >> (WHOLE_STEP_BITS - 8)) & 0xFF; }

/* The factors of up to CHUNK pixels from one on, which has a value of its own. */
INLINE void look_up_values(const CResamplingGains *gains, size_t x, size_t count, float *factors) {
    const uint8_t *values = gains->values + x;
    for (size_t i = 0; i < count; i++) factors[i] = gains->value_factors[values[i]];
    for (size_t i = count; i % LANES != 0; i++) factors[i] = 1;
}

/* The factors of up to CHUNK pixels that lie between values; a multiple of LANES. */
INLINE void look_up_factors(const CResamplingGains *gains, int colour, uint64_t place, size_t count, float *factors) {
    const uint16_t *row = gains->rows[colour];
    const float *table = gains->factors[colour];
    if (gains->step != 1ull << WHOLE_STEP_BITS) {
        for (size_t i = 0; i < count; i++, place += gains->step)
            factors[i] = table[gain_step(row + (place >> WHOLE_STEP_BITS), part_of(place))];
        return;
    }
    uint16_t steps[CHUNK];
    row += place >> WHOLE_STEP_BITS;
    const uint32_t part = part_of(place);
    for (size_t i = 0; i < count; i++) steps[i] = (uint16_t)gain_step(row + i, part);
    for (size_t i = 0; i < count; i++) factors[i] = table[steps[i]];
}

/* Whether all values of a map with one channel are 0 from which the factors of these pixels are made. */
INLINE bool is_blank(const CResamplingGains *gains, size_t x, uint64_t place, size_t count) {
    uint16_t any = 0;
    if (gains->values) {
        for (size_t i = 0; i < count; i++) any |= gains->values[x + i];
        return any == 0;
    }
    const uint64_t last = place + (count - 1) * gains->step;
    const uint16_t *at = gains->rows[0] + (place >> WHOLE_STEP_BITS);
    const size_t values = (size_t)((last >> WHOLE_STEP_BITS) - (place >> WHOLE_STEP_BITS)) + 2;
    for (size_t i = 0; i < values; i++) any |= at[i];
    return any == 0;
}

/* ---- A photo's light ---- */

/* Colours of four pixels. */
typedef struct Colours {
    Lanes red, green, blue, alpha;
} Colours;

INLINE Lanes product(const float row[3], const Colours *colours) {
    return colours->red * all(row[0]) + colours->green * all(row[1]) + colours->blue * all(row[2]);
}

typedef int16_t Eight __attribute__((vector_size(16)));
typedef int16_t Four __attribute__((vector_size(8)));

/* The whole numbers of four pixels in a row, as floats. */
INLINE Colours colours_at(const int16_t *pairs) {
    Eight first, next;
    memcpy(&first, pairs, sizeof first);
    memcpy(&next, pairs + CResamplingPairValues, sizeof next);
    const Eight red_green = __builtin_shufflevector(first, next, 0, 1, 8, 9, 2, 3, 10, 11);
    const Eight blue_alpha = __builtin_shufflevector(first, next, 4, 5, 12, 13, 6, 7, 14, 15);
    const Four red = __builtin_shufflevector(red_green, red_green, 0, 1, 2, 3);
    const Four green = __builtin_shufflevector(red_green, red_green, 4, 5, 6, 7);
    const Four blue = __builtin_shufflevector(blue_alpha, blue_alpha, 0, 1, 2, 3);
    const Four alpha = __builtin_shufflevector(blue_alpha, blue_alpha, 4, 5, 6, 7);
    return (Colours){
        __builtin_convertvector(red, Lanes), __builtin_convertvector(green, Lanes),
        __builtin_convertvector(blue, Lanes), __builtin_convertvector(alpha, Lanes)};
}

/* What is the same for all pixels of a row: linear values are whole numbers, so matrices and shares are divided by
 * that of white. */
typedef struct Row {
    const CResamplingGains *gains;
    float matrix[9], own_shares[3], target_matrix[9];
    /* The luminances of the offsets. */
    float before, after;
    /* Whether nothing is added where factors are 1; and whether those of a map's 0 are, too. */
    bool may_skip, may_skip_blank;
} Row;

INLINE Row row_of(const CResamplingGains *gains) {
    Row row = {.gains = gains};
    for (int i = 0; i < 9; i++) {
        row.matrix[i] = gains->matrix[i] / white;
        row.target_matrix[i] = gains->target_matrix[i] / white;
    }
    for (int i = 0; i < 3; i++) {
        row.own_shares[i] = gains->own_shares[i] / white;
        row.before += gains->shares[i] * gains->offsets_before[i];
        row.after += gains->shares[i] * gains->offsets_after[i];
    }
    row.may_skip = gains->is_grey && !gains->is_whole && row.before == row.after;
    row.may_skip_blank = row.may_skip && gains->factors[0][0] == 1;
    return row;
}

INLINE Lanes clipped(Lanes value, Lanes most) {
    const Lanes shown = masked(value, value > all(0));
    return chosen(shown < most, shown, most);
}

/* The luminances of pixels without gain, as they are shown. */
INLINE Lanes own_luminances(const Row *row, const Colours *colours, Lanes alpha, const bool is_clipped) {
    if (!is_clipped) return product(row->own_shares, colours);
    const Colours shown = {
        .red = clipped(product(row->target_matrix, colours), alpha),
        .green = clipped(product(row->target_matrix + 3, colours), alpha),
        .blue = clipped(product(row->target_matrix + 6, colours), alpha)};
    return product(row->gains->target_shares, &shown);
}

typedef struct Factors {
    float of[3][CHUNK];
} Factors;

/* The luminances of four pixels with their gains, of a map of several channels. */
INLINE Lanes
coloured_luminances(const Row *row, const Colours *colours, Lanes alpha, const Factors *factors, size_t at) {
    const CResamplingGains *gains = row->gains;
    Lanes sum = all(0);
    for (int i = 0; i < 3; i++) {
        Lanes value = product(row->matrix + 3 * i, colours) + alpha * all(gains->offsets_before[i]);
        value = value * lanes_at(factors->of[i] + at) - alpha * all(gains->offsets_after[i]);
        sum += all(gains->shares[i]) * value;
    }
    return sum;
}

INLINE Lanes light_of(
    const Row *row, const int16_t *pairs, const Factors *factors, size_t at, const bool is_grey,
    const bool is_clipped) {
    const CResamplingGains *gains = row->gains;
    const Colours colours = colours_at(pairs);
    const Lanes alpha = gains->has_alpha ? colours.alpha * all(1.0f / white) : all(1);
    const Lanes factor = lanes_at(factors->of[0] + at);
    Lanes sum;
    if (is_grey)
        sum = (product(row->own_shares, &colours) + alpha * all(row->before)) * factor - alpha * all(row->after);
    else sum = coloured_luminances(row, &colours, alpha, factors, at);
    if (gains->is_whole) return sum;
    const Lanes more = sum - own_luminances(row, &colours, alpha, is_clipped);
    return row->may_skip ? masked(more, factor != all(1)) : more;
}

INLINE void make_light(
    const Row *row, const int16_t *pairs, size_t count, float *light, const bool is_grey, const bool is_clipped) {
    const CResamplingGains *gains = row->gains;
    uint64_t place = gains->first;
    for (size_t x = 0; x < count; x += CHUNK, place += CHUNK * gains->step) {
        const size_t left = count - x < CHUNK ? count - x : CHUNK, even = (left + LANES - 1) / LANES * LANES;
        float *target = light + LANES * x;
        /* Most photos have no gain in most places. */
        if (row->may_skip_blank && is_blank(gains, x, place, left)) {
            for (size_t i = 0; i < left; i++) target[LANES * i] = 0;
            continue;
        }
        Factors factors;
        if (is_grey && gains->values) look_up_values(gains, x, left, factors.of[0]);
        else
            for (int i = 0; i < (is_grey ? 1 : 3); i++) look_up_factors(gains, i, place, even, factors.of[i]);
        for (size_t at = 0; at < left; at += LANES) {
            const int16_t *four = pairs + CResamplingPairValues / 2 * (x + at);
            const Lanes sum = light_of(row, four, &factors, at, is_grey, is_clipped);
            if (left - at >= LANES) UNROLLED for (size_t i = 0; i < LANES; i++) target[LANES * (at + i)] = sum[i];
            else
                for (size_t i = 0; i < left - at; i++) target[LANES * (at + i)] = sum[i];
        }
    }
}

void cresampling_light(const int16_t *pairs, size_t count, const CResamplingGains *gains, float *light) {
    const Row row = row_of(gains);
    if (!gains->is_grey) make_light(&row, pairs, count, light, false, gains->is_clipped);
    else if (gains->is_clipped) make_light(&row, pairs, count, light, true, true);
    else make_light(&row, pairs, count, light, true, false);
}

/* ---- Filters ---- */

void cresampling_light_across(
    const float *strip, const int32_t *firsts, const int32_t *counts, const float *weights, size_t stride, size_t count,
    float *const targets[CResamplingLightLanes]) {
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

void cresampling_light_down(
    const float *rows, size_t row_count, size_t value_count, size_t first, const float *weights, size_t weight_count,
    float *sums) {
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
