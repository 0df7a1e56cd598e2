/* A decoded picture as it was coded: a plane of samples for each of its components. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct plane {
    const uint8_t *bytes;
    /* Bytes from one row to the next. */
    size_t stride;
    uint32_t width;
    uint32_t height;
};

struct planes {
    /* 1 for grey pictures and alpha, else 3: luma and the two chroma planes. */
    uint32_t count;
    struct plane plane[3];
    /* Bits of a sample, 8 to 12. Samples of more than 8 bits are native 16-bit words. */
    uint32_t depth;
    /* Whether the chroma planes have half the width, and half the height. */
    bool halves_width;
    bool halves_height;
    /* Memory that belongs to the planes, NULL for none; freed by `free_planes`. */
    void *owned[3];
};

enum { max_planes_depth = 12 };

/* Scales all planes linearly, so that the first gets this size. Returns false if there is not enough memory. */
bool scale_planes(struct planes *planes, uint32_t width, uint32_t height);

void free_planes(struct planes *planes);
