/* Samples as they were coded to red, green and blue: range, matrix and chroma of less resolution (ITU-T H.273). */
#pragma once

#include "HEIFPlanes.h"

/* How the samples of a picture become colours, for one depth of result. */
struct conversion {
    /* What each component contributes to red, green and blue, and what is added to them; in steps of the result. */
    float factor[3][3];
    float offset[3];
    /* For alpha and grey: the first component alone. */
    float level_factor;
    float level_offset;
    /* The largest result: 255 or 65535. */
    uint32_t max;
    /* How many bits fewer colours have than samples in YCgCo-Re (2) and -Ro (1), which are computed in integers. */
    uint32_t reversible_bits;
};

/* Whether a matrix can be converted; `name` gets the name of one that can't. */
bool can_convert(uint32_t matrix, const char **name);

/* `depth` is 8 or 16. The matrix must be one that can be converted. */
struct conversion conversion_of(
    const struct planes *planes, uint32_t matrix, uint32_t primaries, bool is_full_range, uint32_t depth);

/* Room to convert rows of this many pixels; NULL if there is not enough memory. Freed with `free`. */
struct row_buffer;
struct row_buffer *make_row_buffer(uint32_t width);

/* Writes `count` pixels of a row from column `x` on, four samples of the conversion's depth each, with full alpha. */
void convert_row(
    const struct planes *planes, const struct conversion *conversion, struct row_buffer *buffer, uint32_t y, uint32_t x,
    uint32_t count, void *pixels);

/* The same for the first plane alone: one sample of 16 bits for each pixel. */
void convert_levels(
    const struct planes *planes, const struct conversion *conversion, uint32_t y, uint32_t x, uint32_t count,
    uint16_t *levels);
