/* libaom, which encodes the pictures of AVIF. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "AOMLibrary.h"
#include "Codecs.h"
#include "EncodedOutput.h"
#include "Preparation.h"

#define DECLARE(type, name, parameters) static type(*lib_##name) parameters;
AOM_FUNCTIONS(DECLARE)

#define ENTRY(type, name, parameters) {(void **)&lib_##name, #name},

static void load(struct photo_bytes photo, struct csandbox_reply *reply) {
    (void)photo;
    const struct symbol functions[] = {AOM_FUNCTIONS(ENTRY)};
    prepare_sorting();
    load_library("libaom.so.3", functions, sizeof functions / sizeof *functions, reply);
}

static void describe(struct photo_bytes photo, struct csandbox_library *library) {
    (void)photo;
    /* "v3.6.0". */
    const char *version = lib_aom_codec_version_str();
    snprintf(library->name, sizeof library->name, "libaom %s", version + (version[0] == 'v'));
}

/* Planes. */

/* What of the pixels is coded as a picture. The last two are pictures without colours. */
enum part { part_colours, part_alpha, part_grey };

/* A picture in YCbCr of ITU-R BT.601 with full range, or one plane alone. */
struct planes {
    enum part part;
    uint32_t width, height;
    /* Of the colours. */
    uint32_t chroma_width, chroma_height;
    bool is_halved;
    uint8_t *luma, *blue, *red;
};

static bool is_alone(const struct planes *planes) { return planes->part != part_colours; }

static bool allocate(struct planes *planes) {
    planes->chroma_width = planes->is_halved ? (planes->width + 1) / 2 : planes->width;
    planes->chroma_height = planes->is_halved ? (planes->height + 1) / 2 : planes->height;
    planes->luma = malloc((size_t)planes->width * planes->height);
    if (is_alone(planes)) return planes->luma != NULL;
    planes->blue = malloc((size_t)planes->chroma_width * planes->chroma_height);
    planes->red = malloc((size_t)planes->chroma_width * planes->chroma_height);
    return planes->luma && planes->blue && planes->red;
}

static void release(struct planes *planes) {
    free(planes->luma);
    free(planes->blue);
    free(planes->red);
}

/* Shares of the primaries in 65,536ths, rounded so that grey has no colour. */
enum { luma_red = 19595, luma_green = 38470, luma_blue = 7471 };
enum { blue_red = 11058, blue_green = 21710, red_green = 27439, red_blue = 5329, half = 32768 };

static uint8_t clamped(int32_t value) { return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value; }

static void set_luma(const struct planes *planes, const uint8_t *pixels) {
    const size_t count = (size_t)planes->width * planes->height;
    if (planes->part == part_grey) {
        memcpy(planes->luma, pixels, count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const uint8_t *pixel = pixels + 4 * i;
        const uint32_t sum = luma_red * pixel[0] + luma_green * pixel[1] + luma_blue * pixel[2] + half;
        planes->luma[i] = planes->part == part_alpha ? pixel[3] : (uint8_t)(sum >> 16);
    }
}

/* Sets a sample of each colour from the sums of so many pixels, a power of two. */
static void set_chroma_sample(const struct planes *planes, size_t index, const int32_t sums[3], int shift) {
    const int bits = 16 + shift;
    const int32_t middle = 128 << 16 << shift, rounding = (1 << (bits - 1)) - 1;
    const int32_t blue = half * sums[2] - blue_red * sums[0] - blue_green * sums[1];
    const int32_t red = half * sums[0] - red_green * sums[1] - red_blue * sums[2];
    planes->blue[index] = clamped((blue + middle + rounding) >> bits);
    planes->red[index] = clamped((red + middle + rounding) >> bits);
}

static void set_chroma(const struct planes *planes, const uint8_t *pixels) {
    const uint32_t step = planes->is_halved ? 2 : 1;
    const size_t stride = 4 * (size_t)planes->width;
    for (uint32_t y = 0; y < planes->chroma_height; y++) {
        for (uint32_t x = 0; x < planes->chroma_width; x++) {
            int32_t sums[3] = {0, 0, 0};
            for (uint32_t i = 0; i < step * step; i++) {
                uint32_t column = x * step + i % step, row = y * step + i / step;
                if (column >= planes->width) column = planes->width - 1;
                if (row >= planes->height) row = planes->height - 1;
                const uint8_t *pixel = pixels + row * stride + 4 * (size_t)column;
                for (int j = 0; j < 3; j++) sums[j] += pixel[j];
            }
            set_chroma_sample(planes, (size_t)y * planes->chroma_width + x, sums, planes->is_halved ? 2 : 0);
        }
    }
}

/* Encoding. */

enum { bt709 = 1, display_p3 = 12, srgb_curve = 13, bt601 = 6, unspecified = 2 };
/* How hard libaom looks for a smaller file, 9 for least. */
enum { speed = 7 };
/* Of alpha, whose edges would show the loss. */
enum { alpha_quantizer = 6 };

/* libaom's quantizer, 0 to 63, for a JPEG's quality: straight lines through what loses about as much. */
static unsigned quantizer_of(uint32_t quality) {
    static const struct {
        uint32_t quality;
        uint32_t quantizer;
    } points[] = {{1, 60}, {25, 46}, {60, 28}, {90, 11}, {100, 2}};
    size_t i = 1;
    while (points[i].quality < quality) i++;
    const uint32_t width = points[i].quality - points[i - 1].quality;
    const uint32_t drop = points[i - 1].quantizer - points[i].quantizer;
    return points[i].quantizer + (drop * (points[i].quality - quality) + width / 2) / width;
}

static bool set_controls(struct aom_encoder *encoder, const struct planes *planes, unsigned quantizer, bool is_p3) {
    const int primaries = is_alone(planes) ? unspecified : is_p3 ? display_p3 : bt709;
    const int curve = is_alone(planes) ? unspecified : srgb_curve;
    const int matrix = is_alone(planes) ? unspecified : bt601;
    return lib_aom_codec_control(encoder, aom_set_speed, speed) == aom_done &&
           lib_aom_codec_control(encoder, aom_set_quantizer, quantizer) == aom_done &&
           lib_aom_codec_control(encoder, aom_set_range, aom_full_range) == aom_done &&
           lib_aom_codec_control(encoder, aom_set_primaries, primaries) == aom_done &&
           lib_aom_codec_control(encoder, aom_set_curve, curve) == aom_done &&
           lib_aom_codec_control(encoder, aom_set_matrix, matrix) == aom_done;
}

/* Without threads, of which another number gives other bytes. */
static void set_settings(struct aom_settings *settings, const struct planes *planes) {
    settings->threads = 1;
    settings->profile = planes->is_halved || is_alone(planes) ? 0 : 1;
    settings->width = planes->width;
    settings->height = planes->height;
    settings->frame_limit = 1;
    settings->lag_in_frames = 0;
    settings->rate_control = aom_constant_quality;
    settings->min_quantizer = 0;
    settings->max_quantizer = 63;
    settings->is_monochrome = is_alone(planes);
    settings->key_frame_distances[1] = 0;
}

static struct aom_picture picture_of(const struct planes *planes) {
    const bool has_halves = planes->is_halved || is_alone(planes);
    return (struct aom_picture){
        .format = has_halves ? aom_420 : aom_444,
        .is_monochrome = is_alone(planes),
        .range = aom_full_range,
        .width = planes->width,
        .height = planes->height,
        .bit_depth = 8,
        .shown = {planes->width, planes->height},
        .chroma_shifts = {has_halves, has_halves},
        .planes = {planes->luma, planes->blue, planes->red},
        .strides = {(int)planes->width, (int)planes->chroma_width, (int)planes->chroma_width}};
}

static int take_packets(struct aom_encoder *encoder, struct encoded_output *output) {
    const void *position = NULL;
    const struct aom_packet *packet;
    while ((packet = lib_aom_codec_get_cx_data(encoder, &position))) {
        if (packet->kind != aom_frame_packet) continue;
        if (!add_output(output, packet->bytes, packet->count)) return aom_out_of_memory;
    }
    return aom_done;
}

static int encode_planes(const struct planes *planes, unsigned quantizer, bool is_p3, struct encoded_output *output) {
    static struct aom_settings settings;
    struct aom_encoder encoder = {.fields = {NULL}};
    const void *interface = lib_aom_codec_av1_cx();
    int error = lib_aom_codec_enc_config_default(interface, &settings, aom_usage_still_pictures);
    if (error != aom_done) return error;
    set_settings(&settings, planes);
    error = lib_aom_codec_enc_init_ver(&encoder, interface, &settings, 0, aom_encoder_version);
    if (error != aom_done) return error;
    const struct aom_picture picture = picture_of(planes);
    error = aom_other_version;
    if (set_controls(&encoder, planes, quantizer, is_p3)) {
        error = lib_aom_codec_encode(&encoder, &picture, 0, 1, 0);
        if (error == aom_done) error = take_packets(&encoder, output);
        if (error == aom_done) error = lib_aom_codec_encode(&encoder, NULL, 0, 1, 0);
        if (error == aom_done) error = take_packets(&encoder, output);
    }
    lib_aom_codec_destroy(&encoder);
    return error;
}

/* Encodes a part. Returns how many bytes that took; 0 after a failure. */
static size_t encode_part(
    const struct csandboxed_encoding_request *coded, const uint8_t *pixels, enum part part,
    struct encoded_output *output, struct csandbox_reply *reply) {
    struct planes planes = {
        .part = part, .width = coded->width, .height = coded->height, .is_halved = coded->quality <= 90};
    const size_t start = output->count;
    int error = aom_out_of_memory;
    if (allocate(&planes)) {
        set_luma(&planes, pixels);
        if (part == part_colours) set_chroma(&planes, pixels);
        const unsigned quantizer = part == part_alpha ? alpha_quantizer : quantizer_of(coded->quality);
        error = encode_planes(&planes, quantizer, coded->colour_space == CSandboxedColourSpaceDisplayP3, output);
    }
    release(&planes);
    if (error == aom_done) return output->count - start;
    char text[40];
    snprintf(text, sizeof text, "libaom's error %d", error);
    set_failure(reply, error == aom_out_of_memory ? CSandboxStatusOutOfMemory : CSandboxStatusDamaged, text);
    return 0;
}

static void encode(
    const struct csandbox_request *request, struct photo_bytes photo, struct pixel_buffer pixels,
    struct csandbox_reply *reply) {
    (void)request;
    struct encoded_output output;
    const struct csandboxed_encoding_request *coded = find_encoding(photo, pixels, &output, reply);
    if (!coded) return;
    describe(photo, &reply->library);
    const enum part first = coded->is_grey ? part_grey : part_colours;
    output.counts->colour_bytes = encode_part(coded, photo.bytes, first, &output, reply);
    if (output.counts->colour_bytes > 0 && coded->has_alpha) {
        output.counts->alpha_bytes = encode_part(coded, photo.bytes, part_alpha, &output, reply);
    }
}

const struct codec av1_encoder = {.load = load, .describe = describe, .decode = encode};
