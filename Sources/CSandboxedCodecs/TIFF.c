/* libtiff, which decodes TIFF. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Codecs.h"
#include "Preparation.h"
#include "TIFFLibrary.h"
#include "TIFFSamples.h"

#define DECLARE(type, name, parameters) static type(*lib_##name) parameters;
TIFF_FUNCTIONS(DECLARE)

#define ENTRY(type, name, parameters) {(void **)&lib_##name, #name},

static void load(struct photo_bytes photo, struct csandbox_reply *reply) {
    (void)photo;
    prepare_sorting();
    const struct symbol functions[] = {TIFF_FUNCTIONS(ENTRY)};
    load_library("libtiff.so.6", functions, sizeof functions / sizeof *functions, reply);
}

/* "LIBTIFF, Version 4.5.0", and a copyright on further lines. */
static void describe(struct photo_bytes photo, struct csandbox_library *library) {
    (void)photo;
    char name[sizeof library->name] = "libtiff ";
    const char *text = strstr(lib_TIFFGetVersion(), "Version ");
    if (text) {
        text += strlen("Version ");
        snprintf(name, sizeof name, "libtiff %.*s", (int)strcspn(text, "\n"), text);
    }
    set_text(library->name, sizeof library->name, name);
}

/* The file. */

/* The photo as libtiff reads it, and what libtiff says of it. */
struct source {
    struct photo_bytes photo;
    uint64_t position;
    /* The first error; empty for none. */
    char message[120];
    /* Whether a JPEG in it is damaged, though all of it was decoded. */
    bool has_damaged_jpeg;
};

static ptrdiff_t read_bytes(void *client, void *bytes, ptrdiff_t count) {
    struct source *source = client;
    if (count < 0 || source->position > source->photo.count) return 0;
    const uint64_t left = source->photo.count - source->position;
    const size_t taken = (uint64_t)count < left ? (size_t)count : (size_t)left;
    memcpy(bytes, source->photo.bytes + source->position, taken);
    source->position += taken;
    return (ptrdiff_t)taken;
}

static ptrdiff_t write_bytes(void *client, void *bytes, ptrdiff_t count) {
    (void)client;
    (void)bytes;
    (void)count;
    return -1;
}

static uint64_t seek(void *client, uint64_t offset, int from) {
    struct source *source = client;
    if (from == SEEK_CUR) offset += source->position;
    if (from == SEEK_END) offset += source->photo.count;
    source->position = offset;
    return offset;
}

static int close_file(void *client) {
    (void)client;
    return 0;
}

static uint64_t size_of(void *client) { return ((struct source *)client)->photo.count; }

static int map(void *client, void **start, uint64_t *count) {
    const struct source *source = client;
    *start = source->photo.bytes;
    *count = source->photo.count;
    return 1;
}

static void unmap(void *client, void *start, uint64_t count) {
    (void)client;
    (void)start;
    (void)count;
}

static int keep_error(tiff *file, void *context, const char *module, const char *format, va_list values) {
    (void)file;
    (void)module;
    struct source *source = context;
    if (source->message[0] == 0) vsnprintf(source->message, sizeof source->message, format, values);
    return 1;
}

static int keep_warning(tiff *file, void *context, const char *module, const char *format, va_list values) {
    (void)file;
    (void)format;
    (void)values;
    struct source *source = context;
    if (module && strcmp(module, "JPEGLib") == 0) source->has_damaged_jpeg = true;
    return 1;
}

static tiff *open_file(struct source *source, uint64_t memory) {
    lib_TIFFSetErrorHandler(NULL);
    lib_TIFFSetWarningHandler(NULL);
    tiff_options *options = lib_TIFFOpenOptionsAlloc();
    if (!options) return NULL;
    lib_TIFFOpenOptionsSetMaxSingleMemAlloc(options, memory < PTRDIFF_MAX ? (ptrdiff_t)memory : PTRDIFF_MAX);
    lib_TIFFOpenOptionsSetErrorHandlerExtR(options, keep_error, source);
    lib_TIFFOpenOptionsSetWarningHandlerExtR(options, keep_warning, source);
    tiff *file = lib_TIFFClientOpenExt(
        "photo", "r", source, read_bytes, write_bytes, seek, close_file, size_of, map, unmap, options);
    lib_TIFFOpenOptionsFree(options);
    return file;
}

/* Decoding. */

struct decoding {
    const struct csandboxed_tiff_request *coded;
    struct tiff_pixels pixels;
    tiff *file;
    /* Whether anything was decoded, and whether anything wasn't. */
    bool has_some;
    bool has_lost;
};

/* Whether libtiff finds the directory that the parent has read. */
static bool is_as_stated(const struct decoding *decoding) {
    const struct csandboxed_tiff_request *coded = decoding->coded;
    uint32_t width = 0, height = 0, tile_width = 0, tile_height = 0;
    uint16_t bits = 0, samples = 0, planes = 0;
    lib_TIFFGetField(decoding->file, tiff_tag_width, &width);
    lib_TIFFGetField(decoding->file, tiff_tag_height, &height);
    lib_TIFFGetFieldDefaulted(decoding->file, tiff_tag_bits, &bits);
    lib_TIFFGetFieldDefaulted(decoding->file, tiff_tag_samples, &samples);
    lib_TIFFGetFieldDefaulted(decoding->file, tiff_tag_planes, &planes);
    const bool is_planar = planes == tiff_planes_separate && samples > 1;
    if (width != decoding->pixels.width || height != decoding->pixels.height) return false;
    if (bits != coded->bits || samples != coded->samples || is_planar != coded->is_planar) return false;
    if (!lib_TIFFIsTiled(decoding->file)) return coded->tile_width == 0;
    lib_TIFFGetField(decoding->file, tiff_tag_tile_width, &tile_width);
    lib_TIFFGetField(decoding->file, tiff_tag_tile_height, &tile_height);
    return coded->tile_width > 0 && tile_width == coded->tile_width && tile_height == coded->tile_height;
}

static uint64_t row_bytes(const struct csandboxed_tiff_request *coded, uint32_t width) {
    const uint64_t samples = (uint64_t)width * (coded->is_planar ? 1 : coded->samples);
    return (samples * coded->bits + 7) / 8;
}

static uint32_t plane_count(const struct decoding *decoding) {
    return decoding->coded->is_planar ? decoding->coded->samples : 1;
}

static enum CSandboxStatus decode_strips(struct decoding *decoding) {
    const struct tiff_pixels *pixels = &decoding->pixels;
    const ptrdiff_t size = lib_TIFFScanlineSize(decoding->file);
    if (size <= 0 || (uint64_t)size < row_bytes(decoding->coded, pixels->width)) return CSandboxStatusDamaged;
    uint8_t *row = calloc(1, (size_t)size);
    if (!row) return CSandboxStatusOutOfMemory;
    uint32_t whole = pixels->height;
    for (uint32_t plane = 0; plane < plane_count(decoding); plane++) {
        uint32_t y = 0;
        for (; y < pixels->height; y++) {
            if (lib_TIFFReadScanline(decoding->file, row, y, (uint16_t)plane) != 1) break;
            tiff_set_row(pixels, row, plane, 0, y, pixels->width);
        }
        if (y < whole) whole = y;
    }
    for (uint32_t y = 0; y < whole; y++) tiff_finish_row(pixels, y);
    free(row);
    decoding->has_some = whole > 0;
    decoding->has_lost = whole < pixels->height;
    return CSandboxStatusDone;
}

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void set_tile(
    struct decoding *decoding, const uint8_t *tile, size_t stride, uint32_t plane, uint32_t x, uint32_t y) {
    const struct tiff_pixels *pixels = &decoding->pixels;
    const uint32_t count = smaller(decoding->coded->tile_width, pixels->width - x);
    const uint32_t rows = smaller(decoding->coded->tile_height, pixels->height - y);
    for (uint32_t row = 0; row < rows; row++) tiff_set_row(pixels, tile + row * stride, plane, x, y + row, count);
}

static enum CSandboxStatus decode_tiles(struct decoding *decoding) {
    const struct csandboxed_tiff_request *coded = decoding->coded;
    const struct tiff_pixels *pixels = &decoding->pixels;
    const ptrdiff_t size = lib_TIFFTileSize(decoding->file), stride = lib_TIFFTileRowSize(decoding->file);
    if (stride <= 0 || (uint64_t)stride < row_bytes(coded, coded->tile_width) ||
        size / stride < (ptrdiff_t)coded->tile_height)
        return CSandboxStatusDamaged;
    uint8_t *tile = malloc((size_t)size);
    if (!tile) return CSandboxStatusOutOfMemory;
    for (uint32_t plane = 0; plane < plane_count(decoding); plane++) {
        for (uint64_t y = 0; y < pixels->height; y += coded->tile_height) {
            for (uint64_t x = 0; x < pixels->width; x += coded->tile_width) {
                /* Of a tile that is coded with too many bytes, libtiff leaves the last as they were. */
                memset(tile, 0, (size_t)size);
                if (lib_TIFFReadTile(decoding->file, tile, (uint32_t)x, (uint32_t)y, 0, (uint16_t)plane) < 0) {
                    decoding->has_lost = true;
                    continue;
                }
                set_tile(decoding, tile, (size_t)stride, plane, (uint32_t)x, (uint32_t)y);
                decoding->has_some = true;
            }
        }
    }
    for (uint32_t y = 0; y < pixels->height; y++) tiff_finish_row(pixels, y);
    free(tile);
    return CSandboxStatusDone;
}

/* What libtiff converts comes with the last row first. */
static enum CSandboxStatus decode_converted(struct decoding *decoding) {
    const struct csandboxed_tiff_request *coded = decoding->coded;
    const struct tiff_pixels *pixels = &decoding->pixels;
    const bool is_tiled = coded->tile_width > 0;
    const uint32_t width = is_tiled ? coded->tile_width : pixels->width;
    const uint32_t height = is_tiled ? coded->tile_height : coded->rows_per_strip;
    if (height == 0 || pixels->depth != 8) return CSandboxStatusDamaged;
    uint32_t *chunk = calloc((size_t)width * height, sizeof *chunk);
    if (!chunk) return CSandboxStatusOutOfMemory;
    /* How the picture is turned is for others to undo. */
    lib_TIFFSetField(decoding->file, tiff_tag_orientation, tiff_top_left);
    for (uint64_t y = 0; y < pixels->height; y += height) {
        const uint32_t rows = smaller(height, pixels->height - (uint32_t)y), delivered = is_tiled ? height : rows;
        for (uint64_t x = 0; x < pixels->width; x += width) {
            const int is_read = is_tiled ? lib_TIFFReadRGBATileExt(decoding->file, (uint32_t)x, (uint32_t)y, chunk, 1)
                                         : lib_TIFFReadRGBAStripExt(decoding->file, (uint32_t)y, chunk, 1);
            if (!is_read) {
                decoding->has_lost = true;
                continue;
            }
            decoding->has_some = true;
            const uint32_t count = smaller(width, pixels->width - (uint32_t)x);
            for (uint32_t row = 0; row < rows; row++) {
                const uint32_t *from = chunk + (size_t)(delivered - 1 - row) * width;
                tiff_set_converted(pixels, from, (uint32_t)x, (uint32_t)y + row, count);
            }
        }
    }
    free(chunk);
    return CSandboxStatusDone;
}

static enum CSandboxStatus decode_chunks(struct decoding *decoding) {
    const struct csandboxed_tiff_request *coded = decoding->coded;
    if (coded->colours == CSandboxedTIFFColoursConverted) return decode_converted(decoding);
    if (coded->is_jpeg_ycbcr) lib_TIFFSetField(decoding->file, tiff_tag_jpeg_colours, tiff_jpeg_rgb);
    return coded->tile_width > 0 ? decode_tiles(decoding) : decode_strips(decoding);
}

static bool find_palette(struct decoding *decoding) {
    if (decoding->coded->colours != CSandboxedTIFFColoursPalette) return true;
    uint16_t *red = NULL, *green = NULL, *blue = NULL;
    if (!lib_TIFFGetField(decoding->file, tiff_tag_colour_map, &red, &green, &blue)) return false;
    decoding->pixels.palette[0] = red;
    decoding->pixels.palette[1] = green;
    decoding->pixels.palette[2] = blue;
    return red && green && blue;
}

static void decode_file(struct decoding *decoding, struct source *source, struct csandbox_reply *reply) {
    enum CSandboxStatus status = CSandboxStatusDamaged;
    if (is_as_stated(decoding) && find_palette(decoding)) status = decode_chunks(decoding);
    const char *message = source->message[0] ? source->message : "corrupt TIFF data";
    if (status != CSandboxStatusDone || !decoding->has_some) {
        set_failure(reply, status == CSandboxStatusDone ? CSandboxStatusDamaged : status, message);
    } else if (decoding->has_lost) {
        reply->loses_pixels = 1;
        set_message(reply, message);
    } else if (source->has_damaged_jpeg) {
        reply->loses_pixels = 1;
        set_message(reply, "corrupt JPEG data");
    }
}

static bool is_consistent(const struct csandbox_request *request, struct photo_bytes photo) {
    const struct csandboxed_tiff_request *coded = photo.parameters;
    if (photo.parameter_count != sizeof *coded) return false;
    if (coded->bits < 1 || coded->bits > 16 || coded->samples < 1 || coded->samples > 64) return false;
    if ((coded->tile_width > 0) != (coded->tile_height > 0)) return false;
    const bool has_palette = coded->colours == CSandboxedTIFFColoursPalette;
    return (has_palette || coded->bits <= 8 || request->depth == 16) && request->width <= INT32_MAX / 4;
}

static void decode(
    const struct csandbox_request *request, struct photo_bytes photo, struct pixel_buffer pixels,
    struct csandbox_reply *reply) {
    if (!is_consistent(request, photo)) {
        set_failure(reply, CSandboxStatusDamaged, "inconsistent sizes");
        return;
    }
    const struct csandboxed_tiff_request *coded = photo.parameters;
    if (!lib_TIFFIsCODECConfigured((uint16_t)coded->compression)) {
        char text[80];
        snprintf(text, sizeof text, "TIFF with compression %u, which libtiff can't decode here", coded->compression);
        set_failure(reply, CSandboxStatusUnsupported, text);
        return;
    }
    struct source source = {.photo = photo};
    struct decoding decoding = {.coded = coded};
    decoding.pixels = (struct tiff_pixels){
        .coded = coded,
        .bytes = pixels.bytes,
        .width = request->width,
        .height = request->height,
        .depth = request->depth};
    decoding.file = open_file(&source, request->memory_bytes);
    if (!decoding.file) {
        set_failure(reply, CSandboxStatusDamaged, source.message[0] ? source.message : "its directory can't be read");
        return;
    }
    decode_file(&decoding, &source, reply);
    lib_TIFFClose(decoding.file);
}

const struct codec tiff_codec = {.load = load, .describe = describe, .decode = decode};
