#include "HEIFPlanes.h"

#include <stdlib.h>

/* Where a scaled plane's row or column comes from: two neighbours, and the second's share of 256. */
struct source {
    uint32_t first;
    uint32_t second;
    uint32_t share;
};

static struct source source_of(uint32_t position, uint32_t size, uint32_t scaled_size) {
    double place = (position + 0.5) * size / scaled_size - 0.5;
    if (place < 0) place = 0;
    uint32_t first = (uint32_t)place;
    if (first >= size - 1) return (struct source){size - 1, size - 1, 0};
    return (struct source){first, first + 1, (uint32_t)((place - first) * 256)};
}

static uint32_t sample(const struct plane *plane, uint32_t depth, uint32_t x, uint32_t y) {
    const uint8_t *row = plane->bytes + y * plane->stride;
    return depth > 8 ? ((const uint16_t *)(const void *)row)[x] : row[x];
}

static void scale_row(
    const struct plane *plane, uint32_t depth, const struct source *columns, struct source row, uint8_t *to,
    uint32_t width) {
    for (uint32_t x = 0; x < width; x++) {
        const struct source column = columns[x];
        uint32_t upper = sample(plane, depth, column.first, row.first) * (256 - column.share) +
                         sample(plane, depth, column.second, row.first) * column.share;
        uint32_t lower = sample(plane, depth, column.first, row.second) * (256 - column.share) +
                         sample(plane, depth, column.second, row.second) * column.share;
        uint32_t scaled = (upper * (256 - row.share) + lower * row.share + 32768) >> 16;
        if (depth > 8) {
            ((uint16_t *)(void *)to)[x] = (uint16_t)scaled;
        } else {
            to[x] = (uint8_t)scaled;
        }
    }
}

/* Returns the memory of the scaled plane; NULL if there is not enough. */
static void *scale_plane(struct plane *plane, uint32_t depth, uint32_t width, uint32_t height) {
    size_t stride = (size_t)width * (depth > 8 ? 2 : 1);
    if (stride == 0 || height > SIZE_MAX / stride) return NULL;
    struct source *columns = malloc((size_t)width * sizeof *columns);
    uint8_t *bytes = malloc(stride * height);
    if (columns && bytes) {
        for (uint32_t x = 0; x < width; x++) columns[x] = source_of(x, plane->width, width);
        for (uint32_t y = 0; y < height; y++) {
            scale_row(plane, depth, columns, source_of(y, plane->height, height), bytes + y * stride, width);
        }
        *plane = (struct plane){bytes, stride, width, height};
    } else {
        free(bytes);
        bytes = NULL;
    }
    free(columns);
    return bytes;
}

bool scale_planes(struct planes *planes, uint32_t width, uint32_t height) {
    for (uint32_t i = 0; i < planes->count; i++) {
        uint32_t plane_width = i > 0 && planes->halves_width ? (width + 1) / 2 : width;
        uint32_t plane_height = i > 0 && planes->halves_height ? (height + 1) / 2 : height;
        void *bytes = scale_plane(&planes->plane[i], planes->depth, plane_width, plane_height);
        if (!bytes) return false;
        free(planes->owned[i]);
        planes->owned[i] = bytes;
    }
    return true;
}

void free_planes(struct planes *planes) {
    for (int i = 0; i < 3; i++) {
        free(planes->owned[i]);
        planes->owned[i] = NULL;
    }
}
