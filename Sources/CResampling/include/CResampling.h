/* The sums of the resampling filters: what takes most of the time once a photo is decoded.
 *
 * Every sum is computed with the widest vectors that the processor has, and its result does not depend on them: each
 * lane is added up in the same order, and products are rounded before they are added.
 *
 * A strip is four rows of pixels. A pixel of a strip has `channels` vectors, 3 or 4, of four floats each: lane i
 * belongs to row i. No function allocates, fails or checks its arguments; all are thread-safe.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Which source pixels contribute to which target pixel, and with which weights. */
typedef struct CResamplingAxis {
    const int32_t *firsts;   /* for each target pixel its first source pixel */
    const int32_t *counts;   /* for each target pixel the number of its source pixels */
    const float *weights;    /* `max_taps` for each target pixel */
    size_t max_taps;
} CResamplingAxis;

/* The instructions that sums are computed with. */
typedef enum __attribute__((enum_extensibility(closed))) CResamplingInstructions : int32_t {
    CResamplingInstructionsBaseline = 0,   /* what every processor of this kind has: SSE2 or NEON */
    CResamplingInstructionsAVX2,
} CResamplingInstructions;

/* The fastest that this processor has. */
CResamplingInstructions cresampling_best_instructions(void);

/* Filters a part of a strip horizontally: computes the target pixels from `begin` up to but not including `end`.
 *
 * - pixels: of the source, from pixel `origin` on.
 * - target: of all target pixels. */
void cresampling_sum_across(CResamplingInstructions instructions, const CResamplingAxis *axis, int channels,
                            const float *pixels, int32_t origin, size_t begin, size_t end, float *target);

enum { CResamplingVectorsAtOnce = 8 };

/* Filters vertically: for each vector of a strip, adds up all lanes of that vector in several strips.
 *
 * - strips, strip_count: the strips, one behind the other; the one behind the last is the first.
 * - vector_count: vectors of a strip; a multiple of CResamplingVectorsAtOnce.
 * - first, weight_count: the first strip to use, and how many; at least 1.
 * - weights: four floats for each strip that is used.
 * - sums: one float for each vector. */
void cresampling_sum_down(CResamplingInstructions instructions, const float *strips, size_t strip_count,
                          size_t vector_count, size_t first, const float *weights, size_t weight_count, float *sums);
