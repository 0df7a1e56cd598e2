#include "Codecs.h"

#if __has_include(<webp/decode.h>)

#include <stdio.h>
#include <webp/decode.h>

#define FUNCTIONS(each)                                                                                            \
    each(WebPGetDecoderVersion) each(WebPInitDecoderConfigInternal) each(WebPGetFeaturesInternal) each(WebPDecode) \
        each(WebPIDecode) each(WebPIUpdate) each(WebPIDecGetRGB) each(WebPIDelete)

#define DECLARE(name) static __typeof__(&name) lib_##name;
FUNCTIONS(DECLARE)

static void load(struct photo_bytes photo, struct csandbox_reply *reply) {
    (void)photo;
#define ENTRY(name) {(void **)&lib_##name, #name},
    const struct symbol symbols[] = {FUNCTIONS(ENTRY)};
    load_library("libwebp.so.7", symbols, sizeof symbols / sizeof *symbols, reply);
}

static void describe(struct photo_bytes photo, struct csandbox_library *library) {
    (void)photo;
    int version = lib_WebPGetDecoderVersion();
    snprintf(
        library->name, sizeof library->name, "libwebp %d.%d.%d", version >> 16, version >> 8 & 0xff, version & 0xff);
}

/* One picture: its coded bytes, and where its pixels go. */
struct picture {
    const struct csandboxed_webp_request *coded;
    const uint8_t *bytes;
    size_t count;
    uint8_t *pixels;
    size_t pixel_bytes;
    int stride;
    int width, height;
    bool is_reduced;
};

/* False if the request's numbers don't fit each other, the file, or the pixels. */
static bool find_picture(
    const struct csandbox_request *request, struct photo_bytes photo, struct pixel_buffer pixels,
    struct picture *picture) {
    const struct csandboxed_webp_request *coded = photo.parameters;
    if (photo.parameter_count != sizeof *coded) return false;
    if (coded->offset > photo.count || coded->count > photo.count - coded->offset) return false;
    if (request->depth != 8 || request->width > INT32_MAX / 4 || request->height > INT32_MAX) return false;
    bool is_reduced = coded->x == 0 && coded->y == 0 && coded->width > request->width;
    uint64_t right = (uint64_t)coded->x + coded->width;
    uint64_t bottom = (uint64_t)coded->y + coded->height;
    if (!is_reduced && (right > request->width || bottom > request->height)) return false;
    size_t stride = (size_t)request->width * 4, offset = coded->y * stride + (size_t)coded->x * 4;
    *picture = (struct picture){
        .coded = coded,
        .bytes = photo.bytes + coded->offset,
        .count = coded->count,
        .pixels = pixels.bytes + offset,
        .pixel_bytes = pixels.count - offset,
        .stride = (int)stride,
        .width = (int)(is_reduced ? request->width : coded->width),
        .height = (int)(is_reduced ? request->height : coded->height),
        .is_reduced = is_reduced,
    };
    return true;
}

static bool configure(const struct picture *picture, WebPDecoderConfig *config) {
    if (!lib_WebPInitDecoderConfigInternal(config, WEBP_DECODER_ABI_VERSION)) return false;
    config->output.colorspace = MODE_RGBA;
    config->output.is_external_memory = 1;
    config->output.u.RGBA.rgba = picture->pixels;
    config->output.u.RGBA.stride = picture->stride;
    config->output.u.RGBA.size = picture->pixel_bytes;
    config->options.use_scaling = picture->is_reduced;
    config->options.scaled_width = picture->width;
    config->options.scaled_height = picture->height;
    return true;
}

static enum CSandboxStatus status_of(VP8StatusCode code) {
    switch (code) {
    case VP8_STATUS_OK: return CSandboxStatusDone;
    case VP8_STATUS_OUT_OF_MEMORY: return CSandboxStatusOutOfMemory;
    case VP8_STATUS_UNSUPPORTED_FEATURE: return CSandboxStatusUnsupported;
    default: return CSandboxStatusDamaged;
    }
}

static const char *message_of(VP8StatusCode code) {
    switch (code) {
    case VP8_STATUS_OUT_OF_MEMORY: return "it needs more memory than its size justifies";
    case VP8_STATUS_UNSUPPORTED_FEATURE: return "WebP with a feature that libwebp doesn't support";
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA: return "premature end of the file";
    default: return "corrupt WebP data";
    }
}

static bool is_cut_off(VP8StatusCode code) {
    return code == VP8_STATUS_NOT_ENOUGH_DATA || code == VP8_STATUS_SUSPENDED;
}

/* Decodes what can be had of a picture whose decoding failed: the rows above the damage, others stay transparent; or
   all of them, where only the file's last bytes are missing and libwebp doesn't need them. */
static void decode_rows(const struct picture *picture, VP8StatusCode failure, struct csandbox_reply *reply) {
    for (int y = 0; y < picture->height; y++) {
        __builtin_memset(picture->pixels + (size_t)y * picture->stride, 0, (size_t)picture->width * 4);
    }
    WebPDecoderConfig config;
    int rows = 0;
    bool is_whole = false;
    WebPIDecoder *decoder = configure(picture, &config) ? lib_WebPIDecode(picture->bytes, picture->count, &config)
                                                        : NULL;
    if (decoder) {
        is_whole = lib_WebPIUpdate(decoder, picture->bytes, picture->count) == VP8_STATUS_OK;
        if (!lib_WebPIDecGetRGB(decoder, &rows, NULL, NULL, NULL)) rows = 0;
        lib_WebPIDelete(decoder);
    }
    is_whole = is_whole && rows == picture->height && is_cut_off(failure);
    set_failure(
        reply, rows > 0 ? CSandboxStatusDone : status_of(failure),
        is_whole ? "the end of the file is missing" : message_of(failure));
    reply->loses_pixels = rows > 0 && !is_whole;
}

/* A lossless picture may have transparent pixels where its header says that there are none. */
static void make_opaque(const struct picture *picture) {
    for (int y = 0; y < picture->height; y++) {
        uint8_t *row = picture->pixels + (size_t)y * picture->stride;
        for (int x = 0; x < picture->width; x++) row[4 * (size_t)x + 3] = 255;
    }
}

static void decode(
    const struct csandbox_request *request, struct photo_bytes photo, struct pixel_buffer pixels,
    struct csandbox_reply *reply) {
    struct picture picture;
    WebPDecoderConfig config;
    if (!find_picture(request, photo, pixels, &picture) || !configure(&picture, &config)) {
        set_failure(reply, CSandboxStatusDamaged, "inconsistent sizes");
        return;
    }
    bool is_known = false; /* whether libwebp finds the picture that is expected */
    VP8StatusCode code = lib_WebPGetFeaturesInternal(
        picture.bytes, picture.count, &config.input, WEBP_DECODER_ABI_VERSION);
    if (code == VP8_STATUS_OK && ((uint32_t)config.input.width != picture.coded->width ||
                                  (uint32_t)config.input.height != picture.coded->height)) {
        code = VP8_STATUS_BITSTREAM_ERROR;
    } else if (code == VP8_STATUS_OK) {
        is_known = true;
        code = lib_WebPDecode(picture.bytes, picture.count, &config);
    }
    const bool is_lossless = config.input.format == 2;
    const bool is_opaque = is_lossless && !config.input.has_alpha;
    if (is_known && code != VP8_STATUS_OK && code != VP8_STATUS_OUT_OF_MEMORY) {
        decode_rows(&picture, code, reply);
        if (is_opaque && !reply->loses_pixels) make_opaque(&picture);
        return;
    }
    if (code == VP8_STATUS_OK && is_opaque) make_opaque(&picture);
    reply->status = status_of(code);
    if (code != VP8_STATUS_OK) set_message(reply, message_of(code));
}

const struct codec webp_codec = {.load = load, .describe = describe, .decode = decode};

#else

static void load(struct photo_bytes photo, struct csandbox_reply *reply) {
    (void)photo;
    reply->status = CSandboxStatusNotBuilt;
}

/* The others are never called. */
const struct codec webp_codec = {.load = load};

#endif
