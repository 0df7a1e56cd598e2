/* libjxl, which decodes JPEG XL. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Codecs.h"
#include "JXLLibrary.h"

#define DECLARE(type, name, parameters) static type(*lib_##name) parameters;
JXL_FUNCTIONS(DECLARE)
BROTLI_FUNCTIONS(DECLARE)

#define ENTRY(type, name, parameters) {(void **)&lib_##name, #name},

/* Distributions have one of these; the newest is tried first. */
static const char *const libraries[] = {
    "libjxl.so.0.11", "libjxl.so.0.10", "libjxl.so.0.9", "libjxl.so.0.8", "libjxl.so.0.7"};

void load_jxl_library(const struct symbol *functions, size_t count, struct csandbox_reply *reply) {
    load_first_library(libraries, sizeof libraries / sizeof *libraries, functions, count, reply);
}

static void load(struct photo_bytes photo, struct csandbox_reply *reply) {
    (void)photo;
    const struct symbol functions[] = {JXL_FUNCTIONS(ENTRY)};
    const struct symbol brotli[] = {BROTLI_FUNCTIONS(ENTRY)};
    load_jxl_library(functions, sizeof functions / sizeof *functions, reply);
    if (reply->status != CSandboxStatusDone) return;
    /* libjxl itself needs it, so it is there. */
    load_library("libbrotlidec.so.1", brotli, sizeof brotli / sizeof *brotli, reply);
}

void describe_jxl_library(unsigned version, struct csandbox_library *library) {
    snprintf(
        library->name, sizeof library->name, "libjxl %u.%u.%u", version / 1000000 % 1000, version / 1000 % 1000,
        version % 1000);
}

static void describe(struct photo_bytes photo, struct csandbox_library *library) {
    (void)photo;
    describe_jxl_library(lib_JxlDecoderVersion(), library);
}

/* A decoder that has all of the file; NULL without memory. It isn't told that no more will come, so that it asks for more
   where some is missing, and what there is can be shown. */
static jxl_decoder *open_decoder(struct photo_bytes photo, int events) {
    jxl_decoder *decoder = lib_JxlDecoderCreate(NULL);
    if (!decoder) return NULL;
    if (lib_JxlDecoderSubscribeEvents(decoder, events) == jxl_success &&
        lib_JxlDecoderSetKeepOrientation(decoder, 1) == jxl_success &&
        lib_JxlDecoderSetUnpremultiplyAlpha(decoder, 1) == jxl_success &&
        lib_JxlDecoderSetInput(decoder, photo.bytes, photo.count) == jxl_success)
        return decoder;
    lib_JxlDecoderDestroy(decoder);
    return NULL;
}

/* Sets the bytes of the codestream alone: libjxl gets no boxes, of which it would read those that aren't needed, and some
   versions take the file for cut off where a box states its size in 64 bits. The pieces are moved together in the file's
   bytes, of which this process has its own copy. */
static bool find_codestream(struct photo_bytes photo, struct photo_bytes *codestream) {
    const struct csandboxed_jxl_request *coded = photo.parameters;
    const struct csandboxed_jxl_range *pieces = (const void *)(coded + 1);
    *codestream = photo;
    size_t end = 0;
    codestream->count = 0;
    for (uint32_t i = 0; i < coded->piece_count; i++) {
        const size_t offset = pieces[i].offset, count = pieces[i].count;
        if (offset < end || offset > photo.count || count > photo.count - offset) return false;
        if (i == 0) codestream->bytes = photo.bytes + offset;
        memmove(codestream->bytes + codestream->count, photo.bytes + offset, count);
        codestream->count += count;
        end = offset + count;
    }
    return true;
}

/* Pixels. */

struct picture {
    const struct csandbox_request *request;
    const struct csandboxed_jxl_request *coded;
    struct pixel_buffer pixels;
    /* The ink of black, one sample for each pixel; NULL for pictures without. */
    uint8_t *black;
    size_t black_bytes;
};

static struct jxl_pixel_format format_of(const struct csandbox_request *request, uint32_t channels) {
    return (struct jxl_pixel_format){channels, request->depth == 8 ? jxl_bytes : jxl_words, jxl_native_endian, 0};
}

static bool has_stated_size(const jxl_decoder *decoder, const struct csandbox_request *request) {
    struct jxl_info info;
    return lib_JxlDecoderGetBasicInfo(decoder, &info) == jxl_success && info.width == request->width &&
           info.height == request->height;
}

/* Asks for colours that are known, instead of those that the library would choose. */
static bool choose_colours(jxl_decoder *decoder, const struct csandboxed_jxl_request *coded) {
    if (coded->curve == 0) return true;
    const struct jxl_colour_encoding encoding = {
        .colour_space = (int)coded->colour_space,
        .white_point = jxl_d65,
        .primaries = (int)coded->primaries,
        .curve = (int)coded->curve,
        .intent = jxl_relative_intent,
    };
    return lib_JxlDecoderSetPreferredColorProfile(decoder, &encoding) == jxl_success;
}

static enum CSandboxStatus set_buffers(jxl_decoder *decoder, struct picture *picture) {
    const struct jxl_pixel_format format = format_of(picture->request, 4);
    if (lib_JxlDecoderSetImageOutBuffer(decoder, &format, picture->pixels.bytes, picture->pixels.count) != jxl_success)
        return CSandboxStatusDamaged;
    if (picture->coded->black_channel < 0) return CSandboxStatusDone;
    const struct jxl_pixel_format single = format_of(picture->request, 1);
    picture->black_bytes = picture->pixels.count / 4;
    picture->black = calloc(1, picture->black_bytes);
    if (!picture->black) return CSandboxStatusOutOfMemory;
    const int set = lib_JxlDecoderSetExtraChannelBuffer(
        decoder, &single, picture->black, picture->black_bytes, (uint32_t)picture->coded->black_channel);
    return set == jxl_success ? CSandboxStatusDone : CSandboxStatusDamaged;
}

/* Replaces colours by the inks that they stand for, whose samples are stored with 0 for all ink. */
static void set_inks(const struct picture *picture) {
    const size_t count = (size_t)picture->request->width * picture->request->height;
    if (picture->request->depth == 8) {
        uint8_t *samples = picture->pixels.bytes;
        for (size_t i = 0; i < count; i++) {
            for (int j = 0; j < 3; j++) samples[4 * i + j] = (uint8_t)(255 - samples[4 * i + j]);
            samples[4 * i + 3] = (uint8_t)(255 - picture->black[i]);
        }
        return;
    }
    uint16_t *samples = (uint16_t *)(void *)picture->pixels.bytes;
    const uint16_t *black = (const uint16_t *)(const void *)picture->black;
    for (size_t i = 0; i < count; i++) {
        for (int j = 0; j < 3; j++) samples[4 * i + j] = (uint16_t)(65535 - samples[4 * i + j]);
        samples[4 * i + 3] = (uint16_t)(65535 - black[i]);
    }
}

/* Decodes up to the end of the first frame. */
static void decode_frame(jxl_decoder *decoder, struct picture *picture, struct csandbox_reply *reply) {
    bool has_buffers = false;
    for (;;) {
        switch (lib_JxlDecoderProcessInput(decoder)) {
        case jxl_basic_info:
            if (has_stated_size(decoder, picture->request)) break;
            set_failure(reply, CSandboxStatusDamaged, "conflicting sizes");
            return;
        case jxl_colour_encoding:
            if (choose_colours(decoder, picture->coded)) break;
            set_failure(reply, CSandboxStatusUnsupported, "JPEG XL with colours that libjxl can't convert");
            return;
        case jxl_need_image_buffer: {
            const enum CSandboxStatus status = set_buffers(decoder, picture);
            has_buffers = status == CSandboxStatusDone;
            if (has_buffers) break;
            set_failure(reply, status, "inconsistent sizes");
            return;
        }
        case jxl_full_image:
            if (picture->black) set_inks(picture);
            return;
        case jxl_need_more_input:
            if (has_buffers && lib_JxlDecoderFlushImage(decoder) == jxl_success) {
                reply->loses_pixels = 1;
                set_message(reply, "premature end of the file");
                if (picture->black) set_inks(picture);
            } else {
                set_failure(reply, CSandboxStatusDamaged, "premature end of the file");
            }
            return;
        case jxl_success: set_failure(reply, CSandboxStatusDamaged, "it has no picture"); return;
        default: set_failure(reply, CSandboxStatusDamaged, "corrupt JPEG XL data"); return;
        }
    }
}

static void decode_pixels(struct picture *picture, struct photo_bytes photo, struct csandbox_reply *reply) {
    jxl_decoder *decoder = open_decoder(photo, jxl_basic_info | jxl_colour_encoding | jxl_full_image);
    if (!decoder) {
        reply->status = CSandboxStatusOutOfMemory;
        return;
    }
    decode_frame(decoder, picture, reply);
    lib_JxlDecoderDestroy(decoder);
    free(picture->black);
}

/* Records. */

static bool get_profile_size(const jxl_decoder *decoder, size_t *count) {
    if (lib_JxlDecoderVersion() >= jxl_version_without_format) {
        jxl_profile_size *function = (jxl_profile_size *)(void *)lib_JxlDecoderGetICCProfileSize;
        return function(decoder, jxl_original_profile, count) == jxl_success;
    }
    jxl_old_profile_size *function = (jxl_old_profile_size *)(void *)lib_JxlDecoderGetICCProfileSize;
    return function(decoder, NULL, jxl_original_profile, count) == jxl_success;
}

static bool get_profile(const jxl_decoder *decoder, uint8_t *bytes, size_t count) {
    if (lib_JxlDecoderVersion() >= jxl_version_without_format) {
        jxl_profile *function = (jxl_profile *)(void *)lib_JxlDecoderGetColorAsICCProfile;
        return function(decoder, jxl_original_profile, bytes, count) == jxl_success;
    }
    jxl_old_profile *function = (jxl_old_profile *)(void *)lib_JxlDecoderGetColorAsICCProfile;
    return function(decoder, NULL, jxl_original_profile, bytes, count) == jxl_success;
}

/* Writes the profile, and returns how many bytes it has; 0 if it can't be read or has more than `room`. */
static uint32_t read_profile(struct photo_bytes photo, uint8_t *to, size_t room) {
    jxl_decoder *decoder = open_decoder(photo, jxl_colour_encoding);
    size_t count = 0;
    const bool is_read = decoder && lib_JxlDecoderProcessInput(decoder) == jxl_colour_encoding &&
                         get_profile_size(decoder, &count) && count <= room && get_profile(decoder, to, count);
    if (decoder) lib_JxlDecoderDestroy(decoder);
    return is_read ? (uint32_t)count : 0;
}

/* Writes what a box holds, and returns how many bytes that are; 0 if it is damaged or has more than `room`. */
static uint32_t decompress(struct photo_bytes photo, struct csandboxed_jxl_range range, uint8_t *to, size_t room) {
    if (range.count == 0 || range.offset > photo.count || range.count > photo.count - range.offset) return 0;
    size_t count = room;
    const int result = lib_BrotliDecoderDecompress((size_t)range.count, photo.bytes + range.offset, &count, to);
    return result == brotli_success ? (uint32_t)count : 0;
}

static void read_records(
    const struct csandboxed_jxl_request *coded, struct photo_bytes photo, struct pixel_buffer pixels,
    struct csandbox_reply *reply) {
    struct photo_bytes codestream;
    struct csandboxed_jxl_records *records = (void *)pixels.bytes;
    const size_t room = coded->max_record_bytes;
    if (pixels.count < sizeof *records || (pixels.count - sizeof *records) / 3 < room) {
        set_failure(reply, CSandboxStatusDamaged, "inconsistent sizes");
        return;
    }
    uint8_t *to = pixels.bytes + sizeof *records;
    records->exif_bytes = decompress(photo, coded->exif, to, room);
    to += records->exif_bytes;
    records->xmp_bytes = decompress(photo, coded->xmp, to, room);
    to += records->xmp_bytes;
    /* Last, because what lies between the codestream's pieces is lost. */
    if (coded->has_profile && find_codestream(photo, &codestream)) {
        records->profile_bytes = read_profile(codestream, to, room);
    }
}

static bool has_consistent_parameters(struct photo_bytes photo) {
    const struct csandboxed_jxl_request *coded = photo.parameters;
    if (photo.parameter_count < sizeof *coded) return false;
    const size_t rest = photo.parameter_count - sizeof *coded;
    return coded->piece_count > 0 && rest == coded->piece_count * sizeof(struct csandboxed_jxl_range);
}

static void decode(
    const struct csandbox_request *request, struct photo_bytes photo, struct pixel_buffer pixels,
    struct csandbox_reply *reply) {
    const struct csandboxed_jxl_request *coded = photo.parameters;
    struct photo_bytes codestream;
    if (!has_consistent_parameters(photo)) {
        set_failure(reply, CSandboxStatusDamaged, "inconsistent sizes");
    } else if (coded->task == CSandboxedJXLTaskRecords) {
        read_records(coded, photo, pixels, reply);
    } else if (find_codestream(photo, &codestream)) {
        struct picture picture = {.request = request, .coded = coded, .pixels = pixels};
        decode_pixels(&picture, codestream, reply);
    } else {
        set_failure(reply, CSandboxStatusDamaged, "inconsistent boxes");
    }
}

const struct codec jxl_codec = {.load = load, .describe = describe, .decode = decode};
