/* The values that the resampling filters add up, and the sums: after decoding, they take most of the time.
 *
 * Linear values and weights are whole numbers of 16 bits, and their sums are exact in 32 bits, so no vector width
 * and no order of additions can change a result.
 *
 * A strip is four rows of linear values for the horizontal filter. Two neighbouring pixels, an even one and the
 * next, are stored together: red of both, green of both, blue of both, and alpha of both, or anything if they are
 * opaque. No function allocates, fails or checks its arguments; all are thread-safe. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    /* The linear value of white. Sharp edges overshoot by up to 0.28 of the range, for which 16 bits leave room. The
     * darkest step of sRGB is 7.8 of these units. */
    CResamplingWhite = 25600,
    /* The sum of a pixel's weights. */
    CResamplingWeightSum = 1 << 14,
    CResamplingRowsPerStrip = 4,
    /* The number of values for two pixels in a strip's row. */
    CResamplingPairValues = 8,
    /* A row of filtered values has room for a multiple of this number. */
    CResamplingRowMultiple = 64,
};

/* The instructions to use. Each includes those before it. */
typedef enum __attribute__((enum_extensibility(closed))) CResamplingInstructions : int32_t {
    CResamplingInstructionsBaseline = 0,   /* what every processor of this kind has: SSE2 or NEON */
    CResamplingInstructionsAVX2,
    CResamplingInstructionsAVX512,         /* with VBMI */
} CResamplingInstructions;

/* The fastest that this processor has. */
CResamplingInstructions cresampling_best_instructions(void);

/* From samples to linear values, 0 to CResamplingWhite: 256 or 65,536 entries each. */
typedef struct CResamplingCurves {
    const uint16_t *red;
    const uint16_t *green;
    const uint16_t *blue;
    /* If all three are the same curve for 8 bits: the lower bytes of its entries, then the upper ones. Else NULL. */
    const uint8_t *bytes;
} CResamplingCurves;

/* Writes `count` pixels into a row of a strip. They have four samples each, of 8 bits or, with `words`, of 16 bits.
 * Values are premultiplied by alpha unless the pixels are opaque. */
void cresampling_linearise(CResamplingInstructions instructions, const void *samples, bool words, bool opaque,
                           size_t count, const CResamplingCurves *curves, int16_t *row);

/* Which source pixels contribute to which target pixel, and with which weights. */
typedef struct CResamplingAxis {
    const int32_t *first_pairs;   /* for each target pixel its first pair of source pixels */
    const int32_t *pair_counts;   /* for each target pixel the number of its pairs; even */
    const int16_t *weights;       /* `2 * max_pairs` for each target pixel */
    size_t max_pairs;
} CResamplingAxis;

/* Filters a strip horizontally, to `count` pixels in four rows.
 *
 * - stride: from one row of the strip to the next, in values.
 * - channels: 3 or 4 values of each target pixel are kept.
 * - targets: four rows; each has room for one value more than it gets. */
void cresampling_sum_across(CResamplingInstructions instructions, const CResamplingAxis *axis, const int16_t *strip,
                            size_t stride, int channels, size_t count, int16_t *const targets[CResamplingRowsPerStrip]);

/* Filters vertically: adds up rows.
 *
 * - limited: whether sums are limited to 0 to CResamplingWhite; else only to what 16 bits hold.
 * - rows, row_count: a ring of rows; the one behind the last is the first.
 * - value_count: values of a row; a multiple of CResamplingRowMultiple.
 * - first, weights, weight_count: the first row to use, and a weight for each, an even number; the last may be 0. */
void cresampling_sum_down(CResamplingInstructions instructions, const int16_t *rows, size_t row_count,
                          size_t value_count, size_t first, const int16_t *weights, size_t weight_count, bool limited,
                          int16_t *sums);

enum { CResamplingSamplesPerPixel = 4 };

/* Adds samples of a row to the sums of the rows above it: at most 257 rows, so that 16 bits hold the sums. */
void cresampling_add_samples(const uint8_t *samples, size_t count, uint16_t *sums);

/* Averages boxes of `side` columns; the last one may have fewer.
 *
 * - sums: of `rows` rows, with four samples for each of `columns` pixels.
 * - pixels: one for each box, rounded to the nearest value. */
void cresampling_average_boxes(const uint16_t *sums, size_t columns, size_t rows, size_t side, uint8_t *pixels);
