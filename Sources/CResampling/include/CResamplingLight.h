/* Light that only an HDR rendition has: how much more linear luminance than the standard one's each pixel has, where 1
 * is the luminance of white.
 *
 * Luminances are floats, which are added up in a fixed order and without fused operations, so that every processor
 * gives the same results. No function allocates, fails or checks its arguments; all are thread-safe. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    /* A gain map's value of 8 bits has this many steps to the next. */
    CResamplingGainSteps = 16,
    CResamplingGainCount = 255 * CResamplingGainSteps + 1,
    /* Rows of light that are filtered across at once; those of a strip are stored pixel by pixel, four values each. */
    CResamplingLightLanes = 4,
    /* The steps of gains in a stop. */
    CResamplingGainsPerStop = 1024,
    /* Gains are counted in classes of 1/64 stop. */
    CResamplingGainClasses = 4096,
};

/* A row of a gain map, and what its values mean. */
typedef struct CResamplingGains {
    /* For each colour a row of values times 256, the first and the last one repeated, with room for the places of three
     * pixels more. The same row if the map has one channel. */
    const uint16_t *rows[3];
    /* For each colour the factor for each step of a value, CResamplingGainCount of them. */
    const float *factors[3];
    /* If the map has one channel, and a value for each pixel: those of the row's pixels. Else NULL. */
    const uint8_t *values;
    /* The factor for each of these, 256 of them. */
    const float *value_factors;
    /* From the photo's linear values to those that gains apply to, row by row; for maps of several channels. */
    float matrix[9];
    /* Each colour's share of white's luminance, in the space that gains apply to. */
    float shares[3];
    /* What is added to a colour's linear value before it is multiplied, and taken away after that. */
    float offsets_before[3];
    float offsets_after[3];
    /* The same shares of the photo's own colours. */
    float own_shares[3];
    /* From the photo's linear values to those of the picture that is made, where they are clipped; if `is_clipped`. */
    float target_matrix[9];
    float target_shares[3];
    /* Where the first pixel lies in the rows, and the step to the next, in units of 2^-32. */
    uint64_t first;
    uint64_t step;
    /* Whether rows and factors are the same for all colours. */
    bool is_grey;
    bool is_clipped;
    /* Whether pixels are premultiplied by an alpha. */
    bool has_alpha;
    /* Whether the light is all of the HDR rendition's, not only what that has more. */
    bool is_whole;
} CResamplingGains;

/* Blends two rows of a map with several channels for one of them: values times 256.
 *
 * - part: how much of the lower row there is, 0 to 256.
 * - row: `count` values. */
void cresampling_blend_map(
    const uint8_t *upper, const uint8_t *lower, size_t count, size_t channels, unsigned part, uint16_t *row);

/* Writes the light of a row's pixels: to every fourth place of a strip.
 *
 * - pairs: linear values in pairs of pixels, as cresampling_linearise writes them; reads up to two pairs more. */
void cresampling_light(const int16_t *pairs, size_t count, const CResamplingGains *gains, float *light);

/* Filters a strip of four rows across, to `count` pixels in four rows.
 *
 * - firsts, counts: for each target pixel the first source pixel, and how many contribute.
 * - weights: `stride` for each target pixel. */
void cresampling_light_across(
    const float *strip, const int32_t *firsts, const int32_t *counts, const float *weights, size_t stride, size_t count,
    float *const targets[CResamplingLightLanes]);

/* Filters down: adds up rows.
 *
 * - rows, row_count: a ring of rows; the one behind the last is the first.
 * - value_count: values of a row; a multiple of 16.
 * - first, weights, weight_count: the first row to use, and a weight for each. */
void cresampling_light_down(
    const float *rows, size_t row_count, size_t value_count, size_t first, const float *weights, size_t weight_count,
    float *sums);

/* Codes light in 16 bits: as floats with 9 bits of a mantissa, which are exact to 1/1024. Light of less than 2^-18 has
 * the code 0, and what is beyond 2^24 is clamped.
 *
 * - step: from one code to the next in `codes`. */
void cresampling_code_light(const float *light, size_t count, int16_t *codes, ptrdiff_t step);

/* Turns codes of light into gains over a picture's pixels, in steps of 1 / CResamplingGainsPerStop stops: how much more
 * log2(luminance + 1/64) is with that light than that of the pixel alone. Where there is no light, there is no gain.
 *
 * - pixels: four samples of 8 bits each.
 * - luminances: of each sample of red, then green, then blue.
 * - is_whole: whether the light is all of the pixel's, not only what it has more. */
void cresampling_gains_over(
    const uint8_t *pixels, size_t count, const float luminances[3 * 256], bool is_whole, int16_t *codes);

/* Counts gains that aren't 0 by their classes, of which the one in the middle is that of 0; may leave out some that are
 * 0. */
void cresampling_count_gains(const int16_t *gains, size_t count, uint32_t counts[CResamplingGainClasses]);
