/* The samples of a TIFF as they are stored, to pixels. */
#pragma once

#include <stdbool.h>

#include "CSandboxCodec.h"
#include "CSandboxedCodecs.h"

/* The picture while its samples come in. */
struct tiff_pixels {
    const struct csandboxed_tiff_request *coded;
    uint8_t *bytes;
    uint32_t width;
    uint32_t height;
    /* 8 or 16. */
    uint32_t depth;
    /* Of a palette: the values of each index, 16 bits each. */
    const uint16_t *palette[3];
};

/* Sets a part of a row from samples of a chunk's row, which begin with its first pixel.

   `plane` is that of the samples where each has one, else 0. */
void tiff_set_row(
    const struct tiff_pixels *pixels, const uint8_t *samples, uint32_t plane, uint32_t x, uint32_t y, uint32_t count);

/* Sets a part of a row from pixels that libtiff has converted. */
void tiff_set_converted(
    const struct tiff_pixels *pixels, const uint32_t *converted, uint32_t x, uint32_t y, uint32_t count);

/* Call it once for all pixels of a row when all of their samples are there: sets alpha, divides by it, or makes colours
   of inks. */
void tiff_finish_row(const struct tiff_pixels *pixels, uint32_t y);
