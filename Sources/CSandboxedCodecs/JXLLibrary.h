/* What is used of libjxl and of Brotli: their headers aren't needed to build. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "CSandboxCodec.h"

typedef struct jxl_decoder jxl_decoder;

/* Statuses of the decoder, which are events as well. */
enum {
    jxl_success = 0,
    jxl_error = 1,
    jxl_need_more_input = 2,
    jxl_need_image_buffer = 5,
    jxl_basic_info = 0x40,
    jxl_colour_encoding = 0x100,
    jxl_full_image = 0x1000,
};

enum { jxl_bytes = 2, jxl_words = 3 };
enum { jxl_native_endian = 0 };
enum { jxl_original_profile = 0 };
enum { jxl_rgb = 0, jxl_grey = 1 };
enum { jxl_d65 = 1, jxl_relative_intent = 1 };
enum { jxl_srgb_primaries = 1, jxl_p3_primaries = 11, jxl_srgb_curve = 13 };

struct jxl_pixel_format {
    uint32_t channels;
    int type;
    int endianness;
    size_t alignment;
};

/* The beginning of what the library fills in, and room for the rest. */
struct jxl_info {
    int has_container;
    uint32_t width;
    uint32_t height;
    uint8_t rest[512];
};

struct jxl_colour_encoding {
    int colour_space;
    int white_point;
    double white[2];
    int primaries;
    double red[2];
    double green[2];
    double blue[2];
    int curve;
    double gamma;
    int intent;
};

/* The first version without an unused argument for the pixels' format. */
enum { jxl_version_without_format = 9000 };

/* Return type, name, parameters. */
/* clang-format off */
#define JXL_FUNCTIONS(each) \
    each(uint32_t, JxlDecoderVersion, (void)) \
    each(jxl_decoder *, JxlDecoderCreate, (const void *allocator)) \
    each(void, JxlDecoderDestroy, (jxl_decoder *)) \
    each(int, JxlDecoderSubscribeEvents, (jxl_decoder *, int events)) \
    each(int, JxlDecoderSetKeepOrientation, (jxl_decoder *, int keeps)) \
    each(int, JxlDecoderSetUnpremultiplyAlpha, (jxl_decoder *, int divides)) \
    each(int, JxlDecoderSetInput, (jxl_decoder *, const uint8_t *, size_t)) \
    each(int, JxlDecoderProcessInput, (jxl_decoder *)) \
    each(int, JxlDecoderGetBasicInfo, (const jxl_decoder *, struct jxl_info *)) \
    each(int, JxlDecoderSetPreferredColorProfile, (jxl_decoder *, const struct jxl_colour_encoding *)) \
    each(int, JxlDecoderSetImageOutBuffer, (jxl_decoder *, const struct jxl_pixel_format *, void *, size_t)) \
    each(int, JxlDecoderSetExtraChannelBuffer, \
         (jxl_decoder *, const struct jxl_pixel_format *, void *, size_t, uint32_t index)) \
    each(int, JxlDecoderFlushImage, (jxl_decoder *)) \
    each(int, JxlDecoderGetICCProfileSize, (void)) \
    each(int, JxlDecoderGetColorAsICCProfile, (void))
/* clang-format on */

typedef int jxl_profile_size(const jxl_decoder *, int target, size_t *);
typedef int jxl_old_profile_size(const jxl_decoder *, const void *format, int target, size_t *);
typedef int jxl_profile(const jxl_decoder *, int target, uint8_t *, size_t);
typedef int jxl_old_profile(const jxl_decoder *, const void *format, int target, uint8_t *, size_t);

enum { brotli_success = 1 };

#define BROTLI_FUNCTIONS(each) each(int, BrotliDecoderDecompress, (size_t, const uint8_t *, size_t *count, uint8_t *))

/* The encoder. */

typedef struct jxl_writer jxl_writer;
typedef struct jxl_frame_settings jxl_frame_settings;

enum { jxl_effort_option = 0 };

struct jxl_encoder_info {
    int has_container;
    uint32_t width;
    uint32_t height;
    uint32_t bits;
    uint32_t exponent_bits;
    float peak;
    float darkest;
    int is_relative;
    float linear_below;
    int uses_original_profile;
    int has_preview;
    int has_animation;
    int orientation;
    uint32_t colour_channels;
    uint32_t extra_channels;
    uint32_t alpha_bits;
    uint32_t alpha_exponent_bits;
    int is_premultiplied;
    uint8_t rest[512];
};

/* clang-format off */
#define JXL_ENCODER_FUNCTIONS(each) \
    each(uint32_t, JxlEncoderVersion, (void)) \
    each(jxl_writer *, JxlEncoderCreate, (const void *allocator)) \
    each(void, JxlEncoderDestroy, (jxl_writer *)) \
    each(void, JxlEncoderInitBasicInfo, (struct jxl_encoder_info *)) \
    each(int, JxlEncoderSetBasicInfo, (jxl_writer *, const struct jxl_encoder_info *)) \
    each(int, JxlEncoderSetColorEncoding, (jxl_writer *, const struct jxl_colour_encoding *)) \
    each(jxl_frame_settings *, JxlEncoderFrameSettingsCreate, (jxl_writer *, const jxl_frame_settings *)) \
    each(int, JxlEncoderFrameSettingsSetOption, (jxl_frame_settings *, int option, int64_t value)) \
    each(int, JxlEncoderSetFrameDistance, (jxl_frame_settings *, float distance)) \
    each(int, JxlEncoderSetFrameLossless, (jxl_frame_settings *, int is_lossless)) \
    each(int, JxlEncoderAddImageFrame, \
         (const jxl_frame_settings *, const struct jxl_pixel_format *, const void *, size_t)) \
    each(void, JxlEncoderCloseInput, (jxl_writer *)) \
    each(int, JxlEncoderProcessOutput, (jxl_writer *, uint8_t **next, size_t *room))
/* clang-format on */

/* Loads one of libjxl's versions, and finds functions in it. */
void load_jxl_library(const struct symbol *functions, size_t count, struct csandbox_reply *reply);

/* Names it: "libjxl 0.7.0". */
void describe_jxl_library(unsigned version, struct csandbox_library *library);
