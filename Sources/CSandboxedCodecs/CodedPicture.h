/* One coded picture of a HEIC or AVIF, as the structure of its file describes it, and what is decoded of it. */
#pragma once

#include "Codecs.h"
#include "HEIFPlanes.h"

struct byte_range {
    const uint8_t *start;
    size_t count;
};

struct coded_picture {
    /* The payload of its "hvcC" or "av1C" box. */
    struct byte_range setup;
    struct byte_range data;
    /* A picture with more pixels isn't the one that the file describes, and isn't decoded. */
    uint32_t max_pixels;
};

/* Its planes are valid until `free_decoded_picture`. */
struct decoded_picture {
    struct planes planes;
    /* Whether the decoder has noticed damage, or has left parts out, which are grey. */
    bool is_incomplete;
    /* What the planes belong to, and how that is freed; NULL for nothing. */
    void *owner;
    void (*release)(void *owner);
};

/* A library that decodes coded pictures in the calling thread. */
struct picture_decoder {
    /* Loads the library. Where there is a problem, sets `status` and `message`. */
    void (*load)(struct csandbox_reply *reply);
    void (*describe)(struct csandbox_library *library);
    /* Sets the planes and what they belong to, all of which is zero at first. Returns `CSandboxStatusDone`, or why it
     failed and then a message, which lives for ever. */
    enum CSandboxStatus (*decode)(
        const struct coded_picture *coded, struct decoded_picture *picture, const char **message);
};

extern const struct picture_decoder hevc_decoder;
extern const struct picture_decoder av1_decoder;

const struct picture_decoder *decoder_of(enum CSandboxedHEIFCodec codec);

/* What decoders say of a picture with more than `max_pixels`. */
extern const char too_many_pixels[];

/* Decodes the picture of a layer, which may get another size than it states. Returns `CSandboxStatusDone`, or why it
   failed and then a message, which lives for ever. */
enum CSandboxStatus decode_coded_picture(
    const struct csandboxed_heif_layer *layer, const struct csandboxed_heif_extent *extents, struct photo_bytes photo,
    struct decoded_picture *picture, const char **message);

void free_decoded_picture(struct decoded_picture *picture);
