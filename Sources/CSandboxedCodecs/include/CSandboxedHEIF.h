/* What the worker needs to know to decode a HEIC or AVIF: how its picture is put together of coded ones.

   The parent has read the file's structure. The worker hands each coded picture to libde265 or dav1d, takes its planes
   as they are coded, and does all else itself. So the file's structure reaches no library, and a picture in tiles needs
   memory for one tile. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The parameters of a request: this, then its layers, then its extents. */
struct csandboxed_heif_request {
    uint32_t layer_count;
    uint32_t extent_count;
    /* Whether colours are multiplied by alpha, which is undone. */
    uint32_t is_premultiplied;
    /* The size of the layers of alpha for the whole picture, and that of the whole picture, before it is cropped, in
     pixels. Both 0 where they have the same size: then layers of alpha have places in the delivered picture, like all
     others. */
    uint32_t alpha_width;
    uint32_t alpha_height;
    uint32_t whole_width;
    uint32_t whole_height;
    /* Where the delivered picture begins in the whole one. */
    uint32_t crop_x;
    uint32_t crop_y;
    uint32_t reserved;
};

/* Bytes of the photo's file that belong to a coded picture. */
struct csandboxed_heif_extent {
    uint64_t offset;
    uint64_t count;
};

enum __attribute__((enum_extensibility(closed))) CSandboxedHEIFCodec : uint32_t {
    CSandboxedHEIFCodecHEVC,
    CSandboxedHEIFCodecAV1,
};

enum { CSANDBOXED_HEIF_CODEC_COUNT = 2 };

enum __attribute__((enum_extensibility(closed))) CSandboxedHEIFLayerKind : uint32_t {
    /* One colour, instead of a coded picture. */
    CSandboxedHEIFLayerKindFill,
    CSandboxedHEIFLayerKindColour,
    /* The alpha of the whole picture, or of the layer that names it; that comes later. */
    CSandboxedHEIFLayerKindAlpha,
    CSandboxedHEIFLayerKindLayerAlpha,
};

/* A coded picture and its place. Layers are painted in their order. */
struct csandboxed_heif_layer {
    enum CSandboxedHEIFLayerKind kind;
    enum CSandboxedHEIFCodec codec;
    /* The coded picture's bytes. */
    uint32_t first_extent;
    uint32_t extent_count;
    /* The payload of its "hvcC" or "av1C" box, in the photo's file. */
    uint64_t setup_offset;
    uint64_t setup_count;
    /* The size in pixels that the file states. */
    uint32_t coded_width;
    uint32_t coded_height;
    /* Whether a decoded picture of another size is scaled to that; else it is cropped if larger, damaged if smaller. */
    uint32_t is_scaled;
    /* The chroma planes: 0 for none, 1 for half the width and height, 2 for half the width, 3 for all. */
    uint32_t chroma;
    /* Of ITU-T H.273: matrix coefficients, primaries, and whether the range is full. */
    uint32_t matrix;
    uint32_t primaries;
    uint32_t is_full_range;
    /* The part that is shown, in pixels of the stated size. */
    uint32_t source_x;
    uint32_t source_y;
    uint32_t source_width;
    uint32_t source_height;
    /* How the part is turned: EXIF's 1 to 8. */
    uint32_t orientation;
    /* Where the turned part is put. */
    uint32_t x;
    uint32_t y;
    /* The index of the layer with this one's alpha; -1 for none. */
    int32_t alpha_layer;
    /* Whether it is painted over the layers before it by its alpha; else it replaces them. */
    uint32_t is_blended;
    /* The colour of a fill: red, green, blue, alpha, 16 bits each. */
    uint16_t fill[4];
    uint32_t reserved;
};
