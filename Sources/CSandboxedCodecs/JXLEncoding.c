/* libjxl, which encodes JPEG XL. */
#include <stdio.h>
#include <string.h>

#include "Codecs.h"
#include "EncodedOutput.h"
#include "JXLLibrary.h"
#include "Preparation.h"

#define DECLARE(type, name, parameters) static type(*lib_##name) parameters;
JXL_ENCODER_FUNCTIONS(DECLARE)

#define ENTRY(type, name, parameters) {(void **)&lib_##name, #name},

static void load(struct photo_bytes photo, struct csandbox_reply *reply) {
    (void)photo;
    const struct symbol functions[] = {JXL_ENCODER_FUNCTIONS(ENTRY)};
    prepare_sorting();
    prepare_dates();
    load_jxl_library(functions, sizeof functions / sizeof *functions, reply);
}

static void describe(struct photo_bytes photo, struct csandbox_library *library) {
    (void)photo;
    describe_jxl_library(lib_JxlEncoderVersion(), library);
}

/* How hard libjxl looks for a smaller file, 1 to 9. */
enum { effort = 5 };

/* The distance in just noticeable differences for a JPEG's quality, as cjxl has it, and a tenth less. */
static float distance_of(uint32_t quality) {
    const float value = (float)quality;
    const float distance = quality >= 30 ? 0.1F + (100 - value) * 0.09F
                                         : 53.0F / 3000 * value * value - 23.0F / 20 * value + 25;
    return quality >= 100 ? 0.05F : distance < 15 ? distance * 0.9F : 13.5F;
}

static bool set_header(jxl_writer *encoder, const struct csandboxed_encoding_request *coded) {
    struct jxl_encoder_info info;
    lib_JxlEncoderInitBasicInfo(&info);
    info.width = coded->width;
    info.height = coded->height;
    info.bits = 8;
    info.uses_original_profile = coded->is_lossless != 0;
    info.colour_channels = coded->is_grey ? 1 : 3;
    info.extra_channels = coded->has_alpha;
    info.alpha_bits = coded->has_alpha ? 8 : 0;
    const bool is_p3 = coded->colour_space == CSandboxedColourSpaceDisplayP3;
    const struct jxl_colour_encoding colours = {
        .colour_space = coded->is_grey ? jxl_grey : jxl_rgb,
        .white_point = jxl_d65,
        .primaries = is_p3 ? jxl_p3_primaries : jxl_srgb_primaries,
        .curve = jxl_srgb_curve,
        .intent = jxl_relative_intent};
    return lib_JxlEncoderSetBasicInfo(encoder, &info) == jxl_success &&
           lib_JxlEncoderSetColorEncoding(encoder, &colours) == jxl_success;
}

/* Gives libjxl the picture. Makes opaque pixels of those whose alpha doesn't count by leaving it out. */
static bool add_picture(
    jxl_writer *encoder, const struct csandboxed_encoding_request *coded, struct photo_bytes photo) {
    jxl_frame_settings *settings = lib_JxlEncoderFrameSettingsCreate(encoder, NULL);
    if (!settings) return false;
    if (lib_JxlEncoderFrameSettingsSetOption(settings, jxl_effort_option, effort) != jxl_success) return false;
    const int is_set = coded->is_lossless ? lib_JxlEncoderSetFrameLossless(settings, 1)
                                          : lib_JxlEncoderSetFrameDistance(settings, distance_of(coded->quality));
    if (is_set != jxl_success) return false;
    const uint32_t channels = coded->is_grey ? 1 : coded->has_alpha ? 4 : 3;
    const struct jxl_pixel_format format = {channels, jxl_bytes, jxl_native_endian, 0};
    size_t count = photo.count;
    if (channels == 3) {
        const size_t pixels = count / 4;
        for (size_t i = 0; i < pixels; i++) memmove(photo.bytes + 3 * i, photo.bytes + 4 * i, 3);
        count = 3 * pixels;
    }
    return lib_JxlEncoderAddImageFrame(settings, &format, photo.bytes, count) == jxl_success;
}

static bool take_bytes(jxl_writer *encoder, struct encoded_output *output) {
    uint8_t *next = output->bytes;
    size_t room = output->room;
    const int status = lib_JxlEncoderProcessOutput(encoder, &next, &room);
    output->count = output->room - room;
    return status == jxl_success;
}

static void encode(
    const struct csandbox_request *request, struct photo_bytes photo, struct pixel_buffer pixels,
    struct csandbox_reply *reply) {
    (void)request;
    struct encoded_output output;
    const struct csandboxed_encoding_request *coded = find_encoding(photo, pixels, &output, reply);
    if (!coded) return;
    describe(photo, &reply->library);
    jxl_writer *encoder = lib_JxlEncoderCreate(NULL);
    if (!encoder) {
        reply->status = CSandboxStatusOutOfMemory;
        return;
    }
    bool is_encoded = set_header(encoder, coded) && add_picture(encoder, coded, photo);
    lib_JxlEncoderCloseInput(encoder);
    is_encoded = is_encoded && take_bytes(encoder, &output);
    if (is_encoded) {
        output.counts->colour_bytes = output.count;
    } else {
        set_failure(reply, CSandboxStatusDamaged, "libjxl can't encode it");
    }
    lib_JxlEncoderDestroy(encoder);
}

const struct codec jxl_encoder = {.load = load, .describe = describe, .decode = encode};
