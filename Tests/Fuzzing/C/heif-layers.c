/* HEICs put together of layers: our code with a libheif that delivers planes of any size and form, in memory that is no
   larger than it has to be. It is given each coded picture whole, in a file that is consistent. */
#include <libheif/heif.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Allocation.h"
#include "Codec.h"

static void check(bool holds, const char *promise) {
    if (holds) return;
    fprintf(stderr, "it doesn't hold that %s\n", promise);
    abort();
}

/* The input: numbers as they are asked for, zeros at its end, and the photo after them. */
static const uint8_t *next_byte, *input_end;

static uint32_t number(void) { return next_byte < input_end ? *next_byte++ : 0; }

static uint32_t below(uint32_t count) { return number() % count; }

/* Seldom any number at all. */
static uint32_t mostly(uint32_t usual) {
    if (number() < 252) return usual;
    return number() << 24 | number() << 16 | number() << 8 | number();
}

/* The library. */

enum { PLANES = 3, MAX_SIDE = 40 };

struct heif_image {
    enum heif_colorspace colorspace;
    enum heif_chroma chroma;
    int depth;
    int width[PLANES];
    int height[PLANES];
    int stride[PLANES];
    uint8_t *bytes[PLANES];
};

struct heif_context {
    const uint8_t *file;
};

static struct photo_bytes photo;
static const struct cforeign_heif_layer *layers;
static const struct cforeign_heif_extent *extents;
static uint32_t layer_count;
static int allocated;

static struct heif_context *context_alloc(void) {
    allocated++;
    return __real_calloc(1, sizeof(struct heif_context));
}

static void context_free(struct heif_context *context) {
    allocated--;
    __real_free(context);
}

static uint32_t number_at(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Whether these are the bytes of one of the layers' extents. */
static bool is_coded(const uint8_t *bytes, size_t count) {
    for (uint32_t i = 0; i < layer_count; i++) {
        size_t at = 0;
        for (uint32_t j = 0; j < layers[i].extent_count; j++) {
            const struct cforeign_heif_extent extent = extents[layers[i].first_extent + j];
            const bool is_inside = extent.offset <= photo.count && extent.count <= photo.count - extent.offset;
            if (!is_inside || extent.count > count - at ||
                memcmp(bytes + at, photo.bytes + extent.offset, extent.count) != 0) {
                at = count + 1;
                break;
            }
            at += extent.count;
        }
        if (at == count) return true;
    }
    return false;
}

static struct heif_error read_file(
    struct heif_context *context, const void *file, size_t count, const struct heif_reading_options *options) {
    (void)context;
    (void)options;
    const uint8_t *bytes = file, *end = bytes + count;
    const char *types[] = {"ftyp", "meta", "mdat"};
    for (int i = 0; i < 3; i++) {
        check(end - bytes >= 8 && memcmp(bytes + 4, types[i], 4) == 0, "the file has its boxes");
        const uint32_t size = number_at(bytes);
        check(size >= 8 && size <= (size_t)(end - bytes), "a box is in the file");
        if (i == 2) check(is_coded(bytes + 8, size - 8), "the file holds a coded picture");
        bytes += size;
    }
    check(bytes == end, "the boxes fill the file");
    return (struct heif_error){number() < 250 ? heif_error_Ok : heif_error_Invalid_input, 0, "a message"};
}

static struct heif_error primary(struct heif_context *context, struct heif_image_handle **handle) {
    *handle = (void *)context;
    return (struct heif_error){number() < 250 ? heif_error_Ok : heif_error_Unsupported_feature, 0, "another"};
}

static void handle_release(const struct heif_image_handle *handle) { (void)handle; }

static struct heif_decoding_options *options_alloc(void) {
    return __real_calloc(1, sizeof(struct heif_decoding_options));
}

static void options_free(struct heif_decoding_options *options) { __real_free(options); }

static void set_plane(struct heif_image *image, int i, uint32_t width, uint32_t height) {
    const size_t sample = image->depth > 8 ? 2 : 1;
    const size_t stride = width * sample + sample * below(3);
    const size_t bytes = (height - 1) * stride + width * sample;
    image->width[i] = (int)width;
    image->height[i] = (int)height;
    image->stride[i] = (int)stride;
    image->bytes[i] = __real_malloc(bytes);
    const uint32_t value = number(), step = number();
    for (size_t j = 0; j < bytes; j++) {
        image->bytes[i][j] = (uint8_t)(value + j * step);
        if (sample == 2 && j % 2 == 1) image->bytes[i][j] &= (1 << (image->depth - 8)) - 1;
    }
}

static struct heif_error decode_image(
    const struct heif_image_handle *handle, struct heif_image **decoded, enum heif_colorspace colorspace,
    enum heif_chroma chroma, const struct heif_decoding_options *options) {
    (void)handle;
    (void)colorspace;
    (void)chroma;
    (void)options;
    static const enum heif_colorspace spaces[] = {
        heif_colorspace_YCbCr, heif_colorspace_RGB, heif_colorspace_monochrome, heif_colorspace_undefined};
    struct heif_image *image = __real_calloc(1, sizeof *image);
    *image = (struct heif_image){
        .colorspace = spaces[below(4)],
        .chroma = (enum heif_chroma)((1 + below(4)) % 4),
        .depth = (int)mostly(8 + below(5)),
    };
    if (image->depth < 8 || image->depth > 16) image->depth = 16;
    if (image->colorspace == heif_colorspace_RGB) image->chroma = heif_chroma_444;
    const uint32_t width = 1 + below(MAX_SIDE), height = 1 + below(MAX_SIDE);
    const bool halves_width = image->chroma == heif_chroma_420 || image->chroma == heif_chroma_422;
    const bool halves_height = image->chroma == heif_chroma_420;
    const bool is_grey = image->colorspace == heif_colorspace_monochrome || image->chroma == heif_chroma_monochrome;
    set_plane(image, 0, width, height);
    for (int i = 1; i < (is_grey ? 1 : PLANES); i++) {
        const uint32_t more = number();
        set_plane(
            image, i, (halves_width ? (width + 1) / 2 : width) + (more == 1),
            (halves_height ? (height + 1) / 2 : height) + (more == 2));
        if (more == 3 && image->width[i] > 1) image->width[i]--;
    }
    allocated++;
    *decoded = image;
    return (struct heif_error){heif_error_Ok, 0, ""};
}

static void image_release(const struct heif_image *image) {
    for (int i = 0; i < PLANES; i++) __real_free(image->bytes[i]);
    __real_free((void *)image);
    allocated--;
}

static int plane_of(const struct heif_image *image, enum heif_channel channel) {
    int i = channel == heif_channel_Cb || channel == heif_channel_G   ? 1
            : channel == heif_channel_Cr || channel == heif_channel_B ? 2
                                                                      : 0;
    return image->bytes[i] ? i : -1;
}

static enum heif_colorspace colorspace_of(const struct heif_image *image) { return image->colorspace; }
static enum heif_chroma chroma_of(const struct heif_image *image) { return image->chroma; }

static int width_of(const struct heif_image *image, enum heif_channel channel) {
    int i = plane_of(image, channel);
    return i < 0 ? -1 : image->width[i];
}

static int height_of(const struct heif_image *image, enum heif_channel channel) {
    int i = plane_of(image, channel);
    return i < 0 ? -1 : image->height[i];
}

static int stored_bits(const struct heif_image *image, enum heif_channel channel) {
    return plane_of(image, channel) < 0 ? -1 : image->depth > 8 ? 16 : 8;
}

static int bits(const struct heif_image *image, enum heif_channel channel) {
    return plane_of(image, channel) < 0 ? -1 : image->depth;
}

static const uint8_t *plane_bytes(const struct heif_image *image, enum heif_channel channel, int *stride) {
    int i = plane_of(image, channel);
    if (i < 0) return NULL;
    *stride = image->stride[i];
    return image->bytes[i];
}

static const char *version(void) { return "1.0"; }

static int decoders(enum heif_compression_format format, const struct heif_decoder_descriptor **out, int count) {
    (void)format;
    (void)out;
    return count;
}

static const char *decoder_name(const struct heif_decoder_descriptor *descriptor) { return descriptor ? "x" : ""; }

static void set_threads(struct heif_context *context, int count) {
    (void)context;
    (void)count;
}

static const struct {
    const char *name;
    void *function;
} functions[] = {
    {"heif_get_version", version},
    {"heif_get_decoder_descriptors", decoders},
    {"heif_decoder_descriptor_get_name", decoder_name},
    {"heif_context_alloc", context_alloc},
    {"heif_context_free", context_free},
    {"heif_context_set_max_decoding_threads", set_threads},
    {"heif_context_read_from_memory_without_copy", read_file},
    {"heif_context_get_primary_image_handle", primary},
    {"heif_image_handle_release", handle_release},
    {"heif_decoding_options_alloc", options_alloc},
    {"heif_decoding_options_free", options_free},
    {"heif_decode_image", decode_image},
    {"heif_image_get_colorspace", colorspace_of},
    {"heif_image_get_chroma_format", chroma_of},
    {"heif_image_get_width", width_of},
    {"heif_image_get_height", height_of},
    {"heif_image_get_bits_per_pixel", stored_bits},
    {"heif_image_get_bits_per_pixel_range", bits},
    {"heif_image_get_plane_readonly", plane_bytes},
    {"heif_image_release", image_release},
};

void __wrap_load_library(
    const char *file, const struct symbol *symbols, size_t count, struct cforeign_reply *reply);

/* The linker puts it in the place of ours. */
void __wrap_load_library(
    const char *file, const struct symbol *symbols, size_t count, struct cforeign_reply *reply) {
    (void)file;
    (void)reply;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < sizeof functions / sizeof *functions; j++) {
            if (strcmp(symbols[i].name, functions[j].name) == 0) *symbols[i].function = functions[j].function;
        }
        check(*symbols[i].function, "all functions are known");
    }
}

/* The parameters. */

static struct cforeign_heif_layer make_layer(uint32_t index, uint32_t width, uint32_t height, uint32_t extent_count) {
    struct cforeign_heif_layer layer = {.kind = (enum CForeignHEIFLayerKind)((1 + below(4)) % 4)};
    layer.codec = (enum CForeignHEIFCodec)below(2);
    layer.first_extent = mostly(below(extent_count));
    layer.extent_count = mostly(1);
    layer.setup_offset = mostly(0);
    layer.setup_count = mostly(below(4));
    layer.coded_width = 1 + below(MAX_SIDE);
    layer.coded_height = 1 + below(MAX_SIDE);
    layer.is_scaled = below(2);
    layer.chroma = below(4);
    layer.matrix = below(19);
    layer.primaries = below(24);
    layer.is_full_range = below(2);
    layer.orientation = mostly(1 + below(8));
    const bool swaps = layer.orientation >= 5 && layer.kind != CForeignHEIFLayerKindFill;
    const uint32_t part_width = 1 + below(layer.coded_width), part_height = 1 + below(layer.coded_height);
    layer.source_x = mostly(below(layer.coded_width - part_width + 1));
    layer.source_y = mostly(below(layer.coded_height - part_height + 1));
    layer.source_width = mostly(part_width);
    layer.source_height = mostly(part_height);
    const uint32_t room_x = width - (swaps ? part_height : part_width);
    const uint32_t room_y = height - (swaps ? part_width : part_height);
    layer.x = mostly(room_x < width ? below(room_x + 1) : 0);
    layer.y = mostly(room_y < height ? below(room_y + 1) : 0);
    layer.alpha_layer = below(2) && index > 0 ? (int32_t)mostly(below(index)) : -1;
    layer.is_blended = below(2);
    for (int i = 0; i < 4; i++) layer.fill[i] = (uint16_t)(number() * 257);
    return layer;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    enum { max_layers = 4, max_extents = 3 };
    next_byte = bytes;
    input_end = bytes + count;
    struct cforeign_request request = {.task = CForeignTaskDecode, .codec = CForeignCodecHEIF};
    request.width = 1 + below(MAX_SIDE);
    request.height = 1 + below(MAX_SIDE);
    request.depth = below(2) ? 8 : 16;
    struct cforeign_heif_request heif = {.layer_count = 1 + below(max_layers), .extent_count = 1 + below(max_extents)};
    heif.is_premultiplied = below(2);
    if (below(2)) {
        heif.alpha_width = 1 + below(MAX_SIDE);
        heif.alpha_height = 1 + below(MAX_SIDE);
        heif.crop_x = mostly(below(8));
        heif.crop_y = mostly(below(8));
        heif.whole_width = request.width + below(8);
        heif.whole_height = request.height + below(8);
    }
    struct cforeign_heif_layer made[max_layers];
    struct cforeign_heif_extent made_extents[max_extents];
    for (uint32_t i = 0; i < heif.layer_count; i++) {
        made[i] = make_layer(i, request.width, request.height, heif.extent_count);
    }
    for (uint32_t i = 0; i < heif.extent_count; i++) {
        made_extents[i] = (struct cforeign_heif_extent){mostly(below(8)), mostly(1 + below(8))};
    }
    const size_t layer_bytes = heif.layer_count * sizeof *made, extent_bytes = heif.extent_count * sizeof *made_extents;
    photo.parameter_count = sizeof heif + layer_bytes + extent_bytes;
    uint8_t *parameters = malloc(photo.parameter_count);
    memcpy(parameters, &heif, sizeof heif);
    memcpy(parameters + sizeof heif, made, layer_bytes);
    memcpy(parameters + sizeof heif + layer_bytes, made_extents, extent_bytes);
    layers = made;
    extents = made_extents;
    layer_count = heif.layer_count;
    photo.parameters = parameters;
    photo.count = 1 + below(32);
    photo.bytes = malloc(photo.count);
    for (size_t i = 0; i < photo.count; i++) photo.bytes[i] = (uint8_t)(i + 1);
    const size_t pixel_bytes = (size_t)request.width * request.height * (request.depth / 2);
    struct pixel_buffer pixels = {calloc(1, pixel_bytes), pixel_bytes};

    struct cforeign_reply reply = {0};
    heif_codec.load(photo, &reply);
    check(reply.status == CForeignStatusDone, "the library is loaded");
    const uint32_t count_of_pieces = mostly(UINT32_MAX);
    pieces_left = count_of_pieces == UINT32_MAX ? UINT32_MAX : count_of_pieces % 64;
    is_decoding = true;
    heif_codec.decode(&request, photo, pixels, &reply);
    is_decoding = false;
    free_pieces();
    check(reply.status <= CForeignStatusOutOfMemory, "the reply is one of a decoder");
    check(reply.loses_pixels <= 1 && reply.width == request.width, "the reply is consistent");
    check(reply.message[sizeof reply.message - 1] == 0, "the message ends");
    check(allocated == 0, "everything is released");
    free(pixels.bytes);
    free(photo.bytes);
    free(parameters);
    return 0;
}
