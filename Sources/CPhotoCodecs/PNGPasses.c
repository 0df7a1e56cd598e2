#include "PNGPasses.h"

/* Adam7: where each pass begins, and how far apart its pixels are. */
static const struct {
    uint32_t x, y, across, down;
} adam7[PNG_MAX_PASSES] = {
    {0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2},
};

static void add(PNGPasses *passes, uint32_t width, uint32_t height, uint32_t pixel_bits) {
    size_t row_bytes = ((size_t)width * pixel_bits + 7) / 8;
    passes->passes[passes->count++] = (PNGPass){.row_bytes = row_bytes, .rows = height};
}

PNGPasses png_passes(uint32_t width, uint32_t height, uint32_t pixel_bits, bool interlaced) {
    PNGPasses passes = {.pixel_bytes = (pixel_bits + 7) / 8};
    if (!interlaced) {
        add(&passes, width, height, pixel_bits);
        return passes;
    }
    for (int i = 0; i < PNG_MAX_PASSES; i++) {
        if (width <= adam7[i].x || height <= adam7[i].y) continue;
        add(&passes, (width - adam7[i].x - 1) / adam7[i].across + 1, (height - adam7[i].y - 1) / adam7[i].down + 1,
            pixel_bits);
    }
    return passes;
}
