/* What the worker needs to know to encode a picture: the parameters of a request. The photo is its pixels: rows from the
   top without gaps, red, green, blue and alpha, one byte each; or grey alone. The delivered pixels become a
   `csandboxed_encoded`, then the coded bytes. */
#pragma once

#include <stdint.h>

enum __attribute__((enum_extensibility(closed))) CSandboxedColourSpace : uint32_t {
    CSandboxedColourSpaceSRGB,
    CSandboxedColourSpaceDisplayP3,
};

struct csandboxed_encoding_request {
    /* In pixels. */
    uint32_t width;
    uint32_t height;
    /* Whether alpha counts; else all pixels are opaque. */
    uint32_t has_alpha;
    /* Whether every pixel is kept as it is; else `quality` counts, 1 to 100, on the scale of JPEGs. */
    uint32_t is_lossless;
    uint32_t quality;
    enum CSandboxedColourSpace colour_space;
    /* Whether each pixel is one byte of grey, such as a gain map's. WebP has no such pictures. */
    uint32_t is_grey;
};

/* How many bytes were coded: of the colours, and after them of alpha, where the format codes it as a picture of its
   own. */
struct csandboxed_encoded {
    uint64_t colour_bytes;
    uint64_t alpha_bytes;
};
