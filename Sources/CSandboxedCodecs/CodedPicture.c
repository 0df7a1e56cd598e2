#include "CodedPicture.h"

#include <stdlib.h>
#include <string.h>

const char too_many_pixels[] = "a coded picture is far larger than the file says";

const struct picture_decoder *decoder_of(enum CSandboxedHEIFCodec codec) {
    return codec == CSandboxedHEIFCodecHEVC ? &hevc_decoder : &av1_decoder;
}

/* The coded bytes. */

/* Bytes of the coded picture; 0 if it has none, or if they aren't inside of the file. */
static size_t coded_size(
    const struct csandboxed_heif_layer *layer, const struct csandboxed_heif_extent *extents,
    const struct photo_bytes *photo) {
    size_t count = 0;
    for (uint32_t i = 0; i < layer->extent_count; i++) {
        if (extents[i].offset > photo->count || extents[i].count > photo->count - extents[i].offset) return 0;
        count += extents[i].count;
        if (count > INT32_MAX) return 0;
    }
    return layer->setup_offset <= photo->count && layer->setup_count <= photo->count - layer->setup_offset ? count : 0;
}

/* The bytes of several extents in a row, in memory that the caller frees; NULL if there is not enough. */
static uint8_t *joined(
    const struct csandboxed_heif_layer *layer, const struct csandboxed_heif_extent *extents,
    const struct photo_bytes *photo, size_t count) {
    uint8_t *bytes = malloc(count), *end = bytes;
    for (uint32_t i = 0; bytes && i < layer->extent_count; i++) {
        memcpy(end, photo->bytes + extents[i].offset, extents[i].count);
        end += extents[i].count;
    }
    return bytes;
}

/* Some files state the size of what is shown for a picture that is coded with a margin, or of one of several layers. */
static uint32_t max_pixels(const struct csandboxed_heif_layer *layer) {
    const uint64_t width = (uint64_t)layer->coded_width + 64, height = (uint64_t)layer->coded_height + 64;
    const uint64_t pixels = 4 * width * height;
    return pixels < INT32_MAX ? (uint32_t)pixels : INT32_MAX;
}

/* The planes. */

static uint32_t half_if(bool halves, uint32_t size) { return halves ? (size + 1) / 2 : size; }

/* Whether the planes can be converted: they have samples of 8 to 12 bits, and sizes that fit each other. */
static bool are_usual(const struct planes *planes) {
    if (planes->depth < 8 || planes->depth > max_planes_depth) return false;
    const struct plane *first = &planes->plane[0];
    const size_t sample_bytes = planes->depth > 8 ? 2 : 1;
    for (uint32_t i = 0; i < planes->count; i++) {
        const struct plane *plane = &planes->plane[i];
        const uint32_t width = half_if(i > 0 && planes->halves_width, first->width);
        const uint32_t height = half_if(i > 0 && planes->halves_height, first->height);
        if (!plane->bytes || width == 0 || height == 0 || plane->width < width || plane->height < height) return false;
        if (plane->stride / sample_bytes < plane->width) return false;
    }
    return true;
}

/* Decoding. */

enum CSandboxStatus decode_coded_picture(
    const struct csandboxed_heif_layer *layer, const struct csandboxed_heif_extent *extents, struct photo_bytes photo,
    struct decoded_picture *picture, const char **message) {
    memset(picture, 0, sizeof *picture);
    *message = "a coded picture is empty";
    const size_t count = coded_size(layer, extents, &photo);
    if (count == 0) return CSandboxStatusDamaged;
    uint8_t *copy = NULL;
    if (layer->extent_count > 1) {
        copy = joined(layer, extents, &photo, count);
        if (!copy) return CSandboxStatusOutOfMemory;
    }
    const struct coded_picture coded = {
        .setup = {photo.bytes + layer->setup_offset, layer->setup_count},
        .data = {copy ? copy : photo.bytes + extents[0].offset, count},
        .max_pixels = max_pixels(layer),
    };
    *message = "";
    enum CSandboxStatus status = decoder_of(layer->codec)->decode(&coded, picture, message);
    free(copy);
    /* Memory was counted for what the file states. */
    const bool has_more_planes = layer->chroma == 0 && picture->planes.count > 1;
    if (status == CSandboxStatusDone && (has_more_planes || !are_usual(&picture->planes))) {
        *message = "samples in an unsupported layout";
        status = CSandboxStatusUnsupported;
    }
    if (status != CSandboxStatusDone) free_decoded_picture(picture);
    return status;
}

void free_decoded_picture(struct decoded_picture *picture) {
    free_planes(&picture->planes);
    if (picture->owner) picture->release(picture->owner);
    picture->owner = NULL;
}
