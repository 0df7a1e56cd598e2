/* HEICs put together of layers: our code with decoders that deliver planes of any size and form, in memory that is no
   larger than it has to be. They are given each coded picture whole. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Allocation.h"
#include "CodedPicture.h"

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

/* The decoders. */

enum { PLANES = 3, MAX_SIDE = 40 };

/* Planes of any size and form. */
struct image {
    uint8_t *bytes[PLANES];
};

static struct photo_bytes photo;
static const struct csandboxed_heif_layer *layers;
static const struct csandboxed_heif_extent *extents;
static uint32_t layer_count;
static int allocated;

static void check_inside(struct byte_range range) {
    check(range.start >= photo.bytes && range.count <= photo.count, "a decoder's setup is in the photo");
    check((size_t)(range.start - photo.bytes) <= photo.count - range.count, "it ends there");
}

/* Whether these are the bytes of one of the layers' extents. */
static bool is_coded(const uint8_t *bytes, size_t count) {
    for (uint32_t i = 0; i < layer_count; i++) {
        size_t at = 0;
        for (uint32_t j = 0; j < layers[i].extent_count; j++) {
            const struct csandboxed_heif_extent extent = extents[layers[i].first_extent + j];
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

static void release(void *owner) {
    struct image *image = owner;
    for (int i = 0; i < PLANES; i++) __real_free(image->bytes[i]);
    __real_free(image);
    allocated--;
}

static void set_plane(struct image *image, struct planes *planes, int i, uint32_t width, uint32_t height) {
    const size_t sample = planes->depth > 8 ? 2 : 1;
    const size_t stride = width * sample + sample * below(3);
    const size_t bytes = (height - 1) * stride + width * sample;
    image->bytes[i] = __real_malloc(bytes);
    const uint32_t value = number(), step = number();
    for (size_t j = 0; j < bytes; j++) {
        image->bytes[i][j] = (uint8_t)(value + j * step);
        if (sample == 2 && j % 2 == 1) image->bytes[i][j] &= (1 << (planes->depth - 8)) - 1;
    }
    planes->plane[i] = (struct plane){image->bytes[i], stride, width, height};
}

static void set_planes(struct image *image, struct planes *planes) {
    const uint32_t chroma = (1 + below(4)) % 4, depth = mostly(8 + below(5));
    planes->count = chroma == 0 ? 1 : PLANES;
    planes->depth = depth < 8 || depth > 16 ? 16 : depth;
    planes->halves_width = chroma == 1 || chroma == 2;
    planes->halves_height = chroma == 1;
    const uint32_t width = 1 + below(MAX_SIDE), height = 1 + below(MAX_SIDE);
    set_plane(image, planes, 0, width, height);
    for (int i = 1; i < (int)planes->count; i++) {
        const uint32_t more = number();
        set_plane(
            image, planes, i, (planes->halves_width ? (width + 1) / 2 : width) + (more == 1),
            (planes->halves_height ? (height + 1) / 2 : height) + (more == 2));
        if (more == 3 && planes->plane[i].width > 1) planes->plane[i].width--;
    }
}

static enum CSandboxStatus decode(
    const struct coded_picture *coded, struct decoded_picture *picture, const char **message) {
    check(picture->planes.count == 0 && !picture->owner, "a picture is empty at first");
    check_inside(coded->setup);
    check(is_coded(coded->data.start, coded->data.count), "a decoder gets a coded picture whole");
    check(coded->max_pixels > 0, "a picture may have pixels");
    const uint32_t outcome = number();
    *message = "a message";
    if (outcome == 255) return CSandboxStatusOutOfMemory;
    if (outcome == 254) return CSandboxStatusUnsupported;
    if (outcome == 253) return CSandboxStatusDamaged;
    allocated++;
    struct image *image = picture->owner = __real_calloc(1, sizeof *image);
    picture->release = release;
    picture->is_incomplete = outcome == 252;
    set_planes(image, &picture->planes);
    /* A decoder may fail late. */
    return outcome == 251 ? CSandboxStatusDamaged : CSandboxStatusDone;
}

static void load(struct csandbox_reply *reply) { (void)reply; }

static void describe(struct csandbox_library *library) { (void)library; }

/* The linker puts them in the place of ours. */
extern const struct picture_decoder __wrap_hevc_decoder, __wrap_av1_decoder;
const struct picture_decoder __wrap_hevc_decoder = {load, describe, decode};
const struct picture_decoder __wrap_av1_decoder = {load, describe, decode};

/* The parameters. */

static struct csandboxed_heif_layer make_layer(uint32_t index, uint32_t width, uint32_t height, uint32_t extent_count) {
    struct csandboxed_heif_layer layer = {.kind = (enum CSandboxedHEIFLayerKind)((1 + below(4)) % 4)};
    layer.codec = (enum CSandboxedHEIFCodec)below(2);
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
    const bool swaps = layer.orientation >= 5 && layer.kind != CSandboxedHEIFLayerKindFill;
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
    struct csandbox_request request = {.task = CSandboxTaskDecode, .codec = CSandboxedCodecHEIF};
    request.width = 1 + below(MAX_SIDE);
    request.height = 1 + below(MAX_SIDE);
    request.depth = below(2) ? 8 : 16;
    struct csandboxed_heif_request heif = {
        .layer_count = 1 + below(max_layers), .extent_count = 1 + below(max_extents)};
    heif.is_premultiplied = below(2);
    if (below(2)) {
        heif.alpha_width = 1 + below(MAX_SIDE);
        heif.alpha_height = 1 + below(MAX_SIDE);
        heif.crop_x = mostly(below(8));
        heif.crop_y = mostly(below(8));
        heif.whole_width = request.width + below(8);
        heif.whole_height = request.height + below(8);
    }
    struct csandboxed_heif_layer made[max_layers];
    struct csandboxed_heif_extent made_extents[max_extents];
    for (uint32_t i = 0; i < heif.layer_count; i++) {
        made[i] = make_layer(i, request.width, request.height, heif.extent_count);
    }
    for (uint32_t i = 0; i < heif.extent_count; i++) {
        made_extents[i] = (struct csandboxed_heif_extent){mostly(below(8)), mostly(1 + below(8))};
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

    struct csandbox_reply reply = {0};
    heif_codec.load(photo, &reply);
    check(reply.status == CSandboxStatusDone, "the library is loaded");
    const uint32_t count_of_pieces = mostly(UINT32_MAX);
    pieces_left = count_of_pieces == UINT32_MAX ? UINT32_MAX : count_of_pieces % 64;
    is_decoding = true;
    heif_codec.decode(&request, photo, pixels, &reply);
    is_decoding = false;
    free_pieces();
    check(reply.status <= CSandboxStatusOutOfMemory, "the reply is one of a decoder");
    check(reply.loses_pixels <= 1 && reply.width == request.width, "the reply is consistent");
    check(reply.message[sizeof reply.message - 1] == 0, "the message ends");
    check(allocated == 0, "everything is released");
    free(pixels.bytes);
    free(photo.bytes);
    free(parameters);
    return 0;
}
