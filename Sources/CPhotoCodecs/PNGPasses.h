/* The rows of a PNG in the order of its data: those of the picture, or of the seven passes of an interlaced one. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PNG_MAX_PASSES = 7 };

typedef struct PNGPass {
    size_t row_bytes; /* without the filter's number */
    uint32_t rows;
} PNGPass;

typedef struct PNGPasses {
    PNGPass passes[PNG_MAX_PASSES];
    int count;          /* passes without pixels are left out */
    size_t pixel_bytes; /* bytes to the same sample of the pixel before; 1 for pixels of less than a byte */
} PNGPasses;

/* Width and height are 1 to 2^31 - 1, `pixel_bits` 1 to 64. */
PNGPasses png_passes(uint32_t width, uint32_t height, uint32_t pixel_bits, bool interlaced);
