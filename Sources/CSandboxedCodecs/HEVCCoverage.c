#include "CodedPicture.h"

#if __has_include(<libde265/de265.h>)

#include <stdlib.h>

#include "HEVCCoverage.h"

/* The smallest coded block, in pixels, and what libde265 wants memory to be aligned to, in bytes. */
enum { block = 8, alignment = 64 };

static uint32_t sample(const uint8_t *row, uint32_t x, uint32_t depth) {
    return depth == 8 ? row[x] : ((const uint16_t *)(const void *)row)[x];
}

static void set_sample(uint8_t *row, uint32_t x, uint32_t depth, uint32_t sample) {
    if (depth == 8) {
        row[x] = (uint8_t)sample;
    } else {
        ((uint16_t *)(void *)row)[x] = (uint16_t)sample;
    }
}

/* The first step. */

/* Whether all samples of a pixel are this; of those with colours, two will do, as filters may have changed one. */
static bool is_filled(const struct planes *planes, uint32_t x, uint32_t y, uint32_t filling) {
    uint32_t filled = 0;
    for (uint32_t i = 0; i < planes->count; i++) {
        const struct plane *plane = &planes->plane[i];
        const uint8_t *row = plane->bytes + (size_t)(y >> (i > 0 && planes->halves_height)) * plane->stride;
        if (sample(row, x >> (i > 0 && planes->halves_width), planes->depth) == filling) filled++;
    }
    return filled >= (planes->count == 1 ? 1 : 2);
}

bool may_lack_blocks(const struct planes *planes) {
    const uint32_t byte = memory_filling(), filling = planes->depth == 8 ? byte : byte * 0x101;
    /* Filters change three pixels at the edges of a block, at most: one of every four in a row and a column is left. */
    for (uint32_t y = 0; y < planes->plane[0].height; y += block / 2) {
        for (uint32_t x = 0; x < planes->plane[0].width; x += block / 2) {
            if (is_filled(planes, x, y, filling) || is_filled(planes, x, y, 0)) return true;
        }
    }
    return false;
}

/* The second step. */

static uint32_t mark(uint32_t x, uint32_t y, uint32_t depth) {
    uint32_t hash = x * 0x9e3779b1U ^ y * 0x85ebca77U;
    hash = (hash ^ hash >> 15) * 0x2c1b3c6dU;
    return (hash ^ hash >> 13) & ((1U << depth) - 1);
}

static void mark_plane(uint8_t *bytes, size_t stride, uint32_t width, uint32_t height, uint32_t depth) {
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) set_sample(bytes + y * stride, x, depth, mark(x, y, depth));
    }
}

static void make_plane_grey(uint8_t *bytes, size_t stride, uint32_t width, uint32_t height, uint32_t depth) {
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) set_sample(bytes + y * stride, x, depth, 1U << (depth - 1));
    }
}

/* Gives a plane memory, with what libde265 may read behind its end. Its user data says where that begins. */
static bool make_plane(struct de265_image *picture, int plane, uint32_t width, uint32_t height) {
    const uint32_t depth = (uint32_t)hevc.de265_get_bits_per_pixel(picture, plane);
    const size_t row = (size_t)width * (depth > 8 ? 2 : 1);
    const size_t stride = (row + alignment - 1) / alignment * alignment;
    void *bytes = NULL;
    if (stride > INT32_MAX || posix_memalign(&bytes, alignment, stride * height + alignment) != 0) return false;
    if (plane == 0) {
        mark_plane(bytes, stride, width, height, depth);
    } else {
        make_plane_grey(bytes, stride, width, height, depth);
    }
    hevc.de265_set_image_plane(picture, plane, bytes, (int)stride, bytes);
    return true;
}

static void release_buffer(de265_decoder_context *decoder, struct de265_image *picture, void *crop) {
    (void)decoder;
    (void)crop;
    for (int i = 0; i < 3; i++) free(hevc.de265_get_image_plane_user_data(picture, i));
}

static int get_buffer(
    de265_decoder_context *decoder, struct de265_image_spec *spec, struct de265_image *picture, void *crop) {
    *(struct hevc_crop *)crop = (struct hevc_crop){spec->crop_left, spec->crop_top};
    const enum de265_chroma chroma = hevc.de265_get_chroma_format(picture);
    for (int i = 0; i < 3; i++) hevc.de265_set_image_plane(picture, i, NULL, 0, NULL);
    bool has_memory = spec->width > 0 && spec->height > 0;
    for (int i = 0; i < (chroma == de265_chroma_mono ? 1 : 3) && has_memory; i++) {
        const uint32_t width = (uint32_t)spec->width >> (i > 0 && chroma != de265_chroma_444);
        const uint32_t height = (uint32_t)spec->height >> (i > 0 && chroma == de265_chroma_420);
        has_memory = make_plane(picture, i, width, height);
    }
    if (!has_memory) release_buffer(decoder, picture, crop);
    return has_memory;
}

void mark_pictures(de265_decoder_context *decoder, struct hevc_crop *crop) {
    struct de265_image_allocation allocation = {get_buffer, release_buffer};
    hevc.de265_set_image_allocation_functions(decoder, &allocation, crop);
    hevc.de265_set_parameter_bool(decoder, DE265_DECODER_PARAM_DISABLE_DEBLOCKING, 1);
    hevc.de265_set_parameter_bool(decoder, DE265_DECODER_PARAM_DISABLE_SAO, 1);
}

/* A plane with marks; positions in it are those of the coded picture, of which the planes are a part. */
struct marked_plane {
    const uint8_t *bytes;
    size_t stride;
    uint32_t depth;
};

static bool has_marks(const struct marked_plane *plane, uint32_t x, uint32_t y) {
    for (uint32_t line = y; line < y + block; line++) {
        const uint8_t *row = plane->bytes + line * plane->stride;
        for (uint32_t i = x; i < x + block; i++) {
            if (sample(row, i, plane->depth) != mark(i, line, plane->depth)) return false;
        }
    }
    return true;
}

/* Makes a part of all planes grey, as far as it is in them: columns from x on to `end_x`, and rows. */
static void make_grey(const struct planes *planes, int64_t x, int64_t y, int64_t end_x, int64_t end_y) {
    const uint32_t grey = 1U << (planes->depth - 1);
    for (uint32_t i = 0; i < planes->count; i++) {
        const struct plane *plane = &planes->plane[i];
        const bool halves_width = i > 0 && planes->halves_width, halves_height = i > 0 && planes->halves_height;
        for (int64_t line = (y > 0 ? y : 0) >> halves_height; line < end_y >> halves_height; line++) {
            /* The decoder's memory is ours as soon as it has decoded. */
            uint8_t *row = (uint8_t *)plane->bytes + (size_t)line * plane->stride;
            for (int64_t j = (x > 0 ? x : 0) >> halves_width; j < end_x >> halves_width; j++) {
                if (line < plane->height && j < plane->width) set_sample(row, (uint32_t)j, planes->depth, grey);
            }
        }
    }
}

bool clear_left_out(const struct de265_image *marked, const struct hevc_crop *crop, const struct planes *planes) {
    int stride = 0;
    hevc.de265_get_image_plane(marked, 0, &stride);
    const struct marked_plane plane = {
        hevc.de265_get_image_plane_user_data(marked, 0), (size_t)stride,
        (uint32_t)hevc.de265_get_bits_per_pixel(marked, 0)};
    bool has_any = false;
    /* The first and last blocks of which something is visible. */
    const int64_t end_x = (int64_t)crop->left + planes->plane[0].width;
    const int64_t end_y = (int64_t)crop->top + planes->plane[0].height;
    for (int64_t y = crop->top / block * block; y < end_y; y += block) {
        for (int64_t x = crop->left / block * block; x < end_x; x += block) {
            if (!has_marks(&plane, (uint32_t)x, (uint32_t)y)) continue;
            make_grey(planes, x - crop->left, y - crop->top, x + block - crop->left, y + block - crop->top);
            has_any = true;
        }
    }
    return has_any;
}

#endif
