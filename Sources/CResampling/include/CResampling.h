/* The sums of the resampling filters, and the values that they add up: what takes most of the time once a photo is
 * decoded.
 *
 * Linear values are whole numbers of 16 bits, weights too, and their sums are exact in 32 bits: no vector width and no
 * order of additions can change a result.
 *
 * A strip is four rows of linear values for the horizontal filter. Two pixels side by side, an even one and the next,
 * are together: red of both, green of both, blue of both, and alpha of both or anything for opaque pixels. No
 * function allocates, fails or checks its arguments; all are thread-safe.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    /* The linear value of white. Sharp edges overshoot by up to 0.28 of the range, which 16 bits leave room for; the
     * darkest step of sRGB is 7.8. */
    CResamplingWhite = 25600,
    /* The sum of a pixel's weights. */
    CResamplingWeightSum = 1 << 14,
    CResamplingRowsPerStrip = 4,
    /* Values of two pixels of a strip's row. */
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
    /* Where all are one curve for 8 bits: the lower bytes of its entries, then the upper ones. Else NULL. */
    const uint8_t *bytes;
} CResamplingCurves;

/* Writes `count` pixels into a row of a strip. The pixels have four samples each, of 8 bits or, with `words`, of 16;
 * values are premultiplied by alpha unless they are opaque. */
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
