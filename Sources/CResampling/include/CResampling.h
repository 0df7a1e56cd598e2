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

#include "CResamplingLight.h"

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
    CResamplingInstructionsBaseline = 0, /* what every processor of this kind has: SSE2 or NEON */
    CResamplingInstructionsAVX2,
    CResamplingInstructionsAVX512, /* with VL, VBMI, VNNI and GFNI */
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
void cresampling_linearise(
    CResamplingInstructions instructions, const void *samples, bool words, bool opaque, size_t count,
    const CResamplingCurves *curves, int16_t *row);

/* From linear values back to samples of 8 bits: opaque pixels, of each of which the row has three values.
 *
 * - codes: the sample of each value.
 * - step: the bytes from one of the pixels to the next, which may be below 0. */
void cresampling_write_codes(const int16_t *row, size_t count, const uint8_t *codes, uint8_t *pixels, ptrdiff_t step);

/* Which source pixels contribute to which target pixel, and with which weights. */
typedef struct CResamplingAxis {
    const int32_t *first_pairs; /* for each target pixel its first pair of source pixels */
    const int32_t *pair_counts; /* for each target pixel the number of its pairs; even */
    const int16_t *weights;     /* `2 * max_pairs` for each target pixel */
    size_t max_pairs;
} CResamplingAxis;

/* Filters a strip horizontally, to `count` pixels in four rows.
 *
 * - stride: from one row of the strip to the next, in values.
 * - channels: 3 or 4 values of each target pixel are kept.
 * - targets: four rows; each has room for one value more than it gets. */
void cresampling_sum_across(
    CResamplingInstructions instructions, const CResamplingAxis *axis, const int16_t *strip, size_t stride,
    int channels, size_t count, int16_t *const targets[CResamplingRowsPerStrip]);

/* Filters vertically: adds up rows.
 *
 * - limited: whether sums are limited to 0 to CResamplingWhite; else only to what 16 bits hold.
 * - rows, row_count: a ring of rows; the one behind the last is the first.
 * - value_count: values of a row; a multiple of CResamplingRowMultiple.
 * - first, weights, weight_count: the first row to use, and a weight for each, an even number; the last may be 0. */
void cresampling_sum_down(
    CResamplingInstructions instructions, const int16_t *rows, size_t row_count, size_t value_count, size_t first,
    const int16_t *weights, size_t weight_count, bool limited, int16_t *sums);

/* A picture that is filtered in both directions at once, because it is tilted. */
typedef struct CResamplingTilt {
    /* Rows of linear values in pairs of pixels. */
    const int16_t *const *rows;
    /* For each phase of a pixel, and in it for an even and an odd first pixel, `pair_values` weights across. */
    const int16_t *weights_across;
    /* For each phase `count` weights down. */
    const int16_t *weights_down;
    size_t pair_values; /* a multiple of 4 */
    size_t count;
} CResamplingTilt;

enum { CResamplingPhases = 64 };

/* A place in such a picture, and steps: whole pixels and fractions of 2^-32. The place is that of the first pixel that
 * contributes, and a fraction; both are above 0, and all pixels and rows that contribute are there. */
typedef struct CResamplingPlace {
    int64_t x;
    int64_t y;
} CResamplingPlace;

/* Filters `count` target pixels in a line, each a step from the one before. Of each, 3 or 4 values are kept.
 *
 * - limited: as in cresampling_sum_down.
 * - target: has room for one value more than it gets. */
void cresampling_sum_around(
    CResamplingInstructions instructions, const CResamplingTilt *tilt, CResamplingPlace first, CResamplingPlace step,
    int channels, size_t count, bool limited, int16_t *target);

/* Adds up the values of each `side` pixels of a row of linear values to sums, four for each box; the last box may have
 * fewer pixels. */
void cresampling_add_pairs(const int16_t *row, size_t count, size_t side, int32_t *sums);

enum { CResamplingSamplesPerPixel = 4, CResamplingPackedSamples = 3 };

/* Leaves out the fourth sample of each pixel. packed: has room for the other three of each. */
void cresampling_pack(const uint8_t *pixels, size_t count, uint8_t *packed);

/* Puts a fourth sample of 255 behind the three of each pixel. */
void cresampling_unpack(const uint8_t *packed, size_t count, uint8_t *pixels);

enum { CResamplingCodedGroup = 32 };

/* Codes a row of bytes by how it differs from the row above it, without loss: of photos, about half of the bytes are
 * left. Returns how many bytes of `coded` count.
 *
 * - groups: of CResamplingCodedGroup bytes each, in both rows.
 * - coded: has room for one byte more for each group than the row has, and for a whole group behind them. */
size_t cresampling_code_row(
    CResamplingInstructions instructions, const uint8_t *row, const uint8_t *above, size_t groups, uint8_t *coded);

/* The other way round. Returns how many bytes of `coded` counted; it has a whole group behind them.
 *
 * - row: at first the row above. */
size_t cresampling_decode_row(CResamplingInstructions instructions, const uint8_t *coded, size_t groups, uint8_t *row);

/* Adds samples of a row to the sums of the rows above it: at most 257 rows, so that 16 bits hold the sums. */
void cresampling_add_samples(const uint8_t *samples, size_t count, uint16_t *sums);

/* Averages boxes of `side` columns; the last one may have fewer.
 *
 * - sums: of `rows` rows, with four samples for each of `columns` pixels.
 * - pixels: one for each box, rounded to the nearest value. */
void cresampling_average_boxes(const uint16_t *sums, size_t columns, size_t rows, size_t side, uint8_t *pixels);
