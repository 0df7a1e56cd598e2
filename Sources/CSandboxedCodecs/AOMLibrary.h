/* What is used of libaom: its headers aren't needed to build. The layouts are those of libaom.so.3, which asks for their
   version when an encoder is made. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { aom_encoder_version = 29 };
enum { aom_done = 0, aom_out_of_memory = 2, aom_other_version = 3 };
enum { aom_usage_still_pictures = 2 };
enum { aom_constant_quality = 3 };
enum { aom_420 = 258, aom_444 = 262 };
enum { aom_full_range = 1 };
enum { aom_frame_packet = 0 };

/* Controls. */
enum {
    aom_set_speed = 13,
    aom_set_quantizer = 25,
    aom_set_primaries = 45,
    aom_set_curve = 46,
    aom_set_matrix = 47,
    aom_set_range = 52,
};

struct aom_buffer {
    void *bytes;
    size_t count;
};

struct aom_settings {
    unsigned usage;
    unsigned threads;
    unsigned profile;
    unsigned width;
    unsigned height;
    unsigned frame_limit;
    unsigned max_sizes[2];
    int bit_depth;
    unsigned input_bit_depth;
    int time_base[2];
    uint32_t error_resilient;
    int pass;
    unsigned lag_in_frames;
    unsigned resizing[4];
    int superres;
    unsigned superres_settings[4];
    int rate_control;
    struct aom_buffer statistics[2];
    unsigned bit_rate;
    unsigned min_quantizer;
    unsigned max_quantizer;
    unsigned buffers[8];
    int forward_key_frames;
    int key_frames;
    unsigned key_frame_distances[2];
    unsigned switch_frames[2];
    unsigned large_scale_tile;
    unsigned is_monochrome;
    /* Tiles and what later versions add. */
    uint8_t rest[4096];
};

struct aom_picture {
    int format;
    int primaries;
    int curve;
    int matrix;
    int is_monochrome;
    int chroma_position;
    int range;
    unsigned width;
    unsigned height;
    unsigned bit_depth;
    unsigned shown[2];
    unsigned rendered[2];
    unsigned chroma_shifts[2];
    uint8_t *planes[3];
    int strides[3];
    uint8_t rest[512];
};

struct aom_encoder {
    void *fields[7];
    uint8_t rest[256];
};

struct aom_packet {
    int kind;
    void *bytes;
    size_t count;
};

/* Return type, name, parameters. */
/* clang-format off */
#define AOM_FUNCTIONS(each) \
    each(const char *, aom_codec_version_str, (void)) \
    each(const void *, aom_codec_av1_cx, (void)) \
    each(int, aom_codec_enc_config_default, (const void *interface, struct aom_settings *, unsigned usage)) \
    each(int, aom_codec_enc_init_ver, \
         (struct aom_encoder *, const void *interface, const struct aom_settings *, long flags, int version)) \
    each(int, aom_codec_control, (struct aom_encoder *, int control, ...)) \
    each(int, aom_codec_encode, \
         (struct aom_encoder *, const struct aom_picture *, int64_t time, unsigned long duration, long flags)) \
    each(const struct aom_packet *, aom_codec_get_cx_data, (struct aom_encoder *, const void **position)) \
    each(int, aom_codec_destroy, (struct aom_encoder *))
/* clang-format on */
