/* libwebp, which encodes WebP. */
#include "Codecs.h"

#if __has_include(<webp/encode.h>)

#include <stdio.h>
#include <webp/encode.h>

#include "EncodedOutput.h"
#include "Preparation.h"

#define FUNCTIONS(each)                                                                                             \
    each(WebPGetEncoderVersion) each(WebPConfigInitInternal) each(WebPValidateConfig) each(WebPPictureInitInternal) \
        each(WebPPictureImportRGBA) each(WebPPictureImportRGBX) each(WebPEncode) each(WebPPictureFree)

#define DECLARE(name) static __typeof__(&name) lib_##name;
FUNCTIONS(DECLARE)

static void load(struct photo_bytes photo, struct csandbox_reply *reply) {
    (void)photo;
#define ENTRY(name) {(void **)&lib_##name, #name},
    const struct symbol symbols[] = {FUNCTIONS(ENTRY)};
    prepare_sorting();
    load_library("libwebp.so.7", symbols, sizeof symbols / sizeof *symbols, reply);
}

static void describe(struct photo_bytes photo, struct csandbox_library *library) {
    (void)photo;
    const int version = lib_WebPGetEncoderVersion();
    snprintf(
        library->name, sizeof library->name, "libwebp %d.%d.%d", version >> 16, version >> 8 & 0xff, version & 0xff);
}

static int write_bytes(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
    return add_output(picture->custom_ptr, bytes, count);
}

/* libwebp's quality for that of a JPEG with about the same loss: 92 for 90, as measured on collages. */
static float webp_quality(uint32_t quality) {
    return quality <= 90 ? (float)quality * 92 / 90 : 92 + (float)(quality - 90) * 8 / 10;
}

/* How hard to look for a smaller file, 0 to 6; and of lossless ones, 0 to 100: those of libwebp's fourth of ten levels. */
enum { lossy_method = 4, lossless_method = 3, lossless_effort = 30 };

static bool configure(const struct csandboxed_encoding_request *picture, WebPConfig *config) {
    const float quality = picture->is_lossless ? 100 : webp_quality(picture->quality);
    if (!lib_WebPConfigInitInternal(config, WEBP_PRESET_DEFAULT, quality, WEBP_ENCODER_ABI_VERSION)) return false;
    config->method = picture->is_lossless ? lossless_method : lossy_method;
    if (picture->is_lossless) {
        config->lossless = 1;
        config->quality = lossless_effort;
        /* Also colours of pixels that are transparent. */
        config->exact = 1;
    }
    return lib_WebPValidateConfig(config);
}

static void set_error(WebPEncodingError error, struct csandbox_reply *reply) {
    switch (error) {
    case VP8_ENC_ERROR_OUT_OF_MEMORY:
    case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: reply->status = CSandboxStatusOutOfMemory; break;
    default: {
        char text[40];
        snprintf(text, sizeof text, "libwebp's error %d", (int)error);
        set_failure(reply, CSandboxStatusDamaged, text);
    }
    }
}

static void encode(
    const struct csandbox_request *request, struct photo_bytes photo, struct pixel_buffer pixels,
    struct csandbox_reply *reply) {
    (void)request;
    struct encoded_output output;
    const struct csandboxed_encoding_request *coded = find_encoding(photo, pixels, &output, reply);
    WebPConfig config;
    WebPPicture picture;
    if (!coded) return;
    if (coded->is_grey) {
        set_failure(reply, CSandboxStatusDamaged, "WebP has no grey pictures");
        return;
    }
    describe(photo, &reply->library);
    if (!configure(coded, &config) || !lib_WebPPictureInitInternal(&picture, WEBP_ENCODER_ABI_VERSION)) {
        set_failure(reply, CSandboxStatusDamaged, "another version of libwebp");
        return;
    }
    picture.width = (int)coded->width;
    picture.height = (int)coded->height;
    picture.use_argb = coded->is_lossless != 0;
    picture.writer = write_bytes;
    picture.custom_ptr = &output;
    const int stride = 4 * picture.width;
    const int is_imported = coded->has_alpha ? lib_WebPPictureImportRGBA(&picture, photo.bytes, stride)
                                             : lib_WebPPictureImportRGBX(&picture, photo.bytes, stride);
    if (!is_imported || !lib_WebPEncode(&config, &picture)) {
        set_error(picture.error_code, reply);
    } else {
        output.counts->colour_bytes = output.count;
    }
    lib_WebPPictureFree(&picture);
}

const struct codec webp_encoder = {.load = load, .describe = describe, .decode = encode};

#else

static void load(struct photo_bytes photo, struct csandbox_reply *reply) {
    (void)photo;
    reply->status = CSandboxStatusNotBuilt;
}

/* The others are never called. */
const struct codec webp_encoder = {.load = load};

#endif
