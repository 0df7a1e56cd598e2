/* What the worker needs to know to decode a TIFF: the parameters of a request. The parent has read the first page's
   directory; libtiff has to find the same. */
#pragma once

#include <stdint.h>

enum __attribute__((enum_extensibility(closed))) CSandboxedTIFFColours : uint32_t {
    CSandboxedTIFFColoursGrey,
    /* Grey with 0 for white. */
    CSandboxedTIFFColoursInvertedGrey,
    CSandboxedTIFFColoursRGB,
    CSandboxedTIFFColoursPalette,
    /* Four inks, 0 for none. */
    CSandboxedTIFFColoursInks,
    /* What libtiff itself converts to RGB with 8 bits: YCbCr whose chroma has less resolution. */
    CSandboxedTIFFColoursConverted,
};

struct csandboxed_tiff_request {
    enum CSandboxedTIFFColours colours;
    /* Bits of a sample as it is stored, 1 to 16. */
    uint32_t bits;
    /* Samples of a pixel, with those that aren't used. */
    uint32_t samples;
    /* Whether each sample has a plane of its own. */
    uint32_t is_planar;
    /* Which sample is alpha; -1 for none. */
    int32_t alpha;
    /* Whether colours are multiplied by alpha, which is undone. */
    uint32_t is_premultiplied;
    /* Whether pixels are delivered as inks, else as RGB. */
    uint32_t keeps_inks;
    /* Whether the samples are YCbCr in JPEGs, which libtiff is told to convert to RGB. */
    uint32_t is_jpeg_ycbcr;
    uint32_t compression;
    /* The size of a tile in pixels; 0 for pictures in strips. */
    uint32_t tile_width;
    uint32_t tile_height;
    /* At most the picture's height. */
    uint32_t rows_per_strip;
};
