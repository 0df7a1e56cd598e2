#include "CPhotoCodecs.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

/* PNG's fourth filter, Paeth: predicts from whichever of the left, upper and upper left pixels is nearest to
 * left + upper - upper left. Measured on photographs, it alone compresses as well as libpng's choice among all five
 * filters and saves the time for choosing. */
enum { FILTER_PAETH = 4 };

static inline int nearest(int left, int above, int corner) {
    int plane = left + above - corner;
    int to_left = abs(plane - left), to_above = abs(plane - above), to_corner = abs(plane - corner);
    if (to_left <= to_above && to_left <= to_corner) return left;
    return to_above <= to_corner ? above : corner;
}

static void pack_row(uint8_t *row, const uint8_t *pixels, uint32_t width, size_t samples) {
    if (samples == 4) {
        memcpy(row, pixels, (size_t)width * 4);
        return;
    }
    for (uint32_t x = 0; x < width; x++) {
        row[3 * x] = pixels[4 * x];
        row[3 * x + 1] = pixels[4 * x + 1];
        row[3 * x + 2] = pixels[4 * x + 2];
    }
}

static void filter_row(uint8_t *output, const uint8_t *row, const uint8_t *above, size_t count, size_t samples) {
    *output++ = FILTER_PAETH;
    for (size_t i = 0; i < samples; i++) output[i] = (uint8_t)(row[i] - above[i]);
    for (size_t i = samples; i < count; i++)
        output[i] = (uint8_t)(row[i] - nearest(row[i - samples], above[i], above[i - samples]));
}

/* Filters all rows, each preceded by its filter's number. `scratch` is room for two unpacked rows. */
static void filter_rows(uint8_t *output, uint8_t *scratch, const uint8_t *pixels, size_t stride, uint32_t width,
                        uint32_t rows, size_t samples, bool has_row_above) {
    size_t count = (size_t)width * samples;
    uint8_t *row = scratch, *above = scratch + count;
    if (has_row_above)
        pack_row(above, pixels - stride, width, samples);
    else
        memset(above, 0, count);
    for (uint32_t y = 0; y < rows; y++) {
        pack_row(row, pixels + stride * y, width, samples);
        filter_row(output + (count + 1) * y, row, above, count, samples);
        uint8_t *next = above;
        above = row;
        row = next;
    }
}

static CPhotoStatus deflate_band(CPNGBand *band, const uint8_t *raw, size_t raw_count, bool is_last, int level) {
    z_stream stream = {0};
    /* Raw deflate: the zlib header and checksum are written once for all bands. */
    if (deflateInit2(&stream, level, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL, Z_FILTERED) != Z_OK)
        return CPhotoStatusOutOfMemory;
    size_t room = deflateBound(&stream, raw_count) + 16;
    band->bytes = malloc(room);
    if (!band->bytes) {
        deflateEnd(&stream);
        return CPhotoStatusOutOfMemory;
    }
    stream.next_in = (Bytef *)(uintptr_t)raw;
    stream.avail_in = (uInt)raw_count;
    stream.next_out = band->bytes;
    stream.avail_out = (uInt)room;
    int result = deflate(&stream, is_last ? Z_FINISH : Z_SYNC_FLUSH);
    band->count = stream.total_out;
    deflateEnd(&stream);
    return result == (is_last ? Z_STREAM_END : Z_OK) ? CPhotoStatusDone : CPhotoStatusOutOfMemory;
}

CPhotoStatus cpng_band_encode(CPNGBand *band, const uint8_t *pixels, size_t stride, uint32_t width, uint32_t rows,
                              bool alpha, bool has_row_above, bool is_last, int level) {
    *band = (CPNGBand){0};
    size_t samples = alpha ? 4 : 3;
    size_t count = (size_t)width * samples;
    size_t raw_count = (count + 1) * rows;
    if (raw_count > UINT32_MAX / 2) return CPhotoStatusTooLarge;
    uint8_t *raw = malloc(raw_count + 2 * count);
    if (!raw) return CPhotoStatusOutOfMemory;
    filter_rows(raw, raw + raw_count, pixels, stride, width, rows, samples, has_row_above);
    band->raw_count = raw_count;
    band->checksum = (uint32_t)adler32_z(1, raw, raw_count);
    CPhotoStatus status = deflate_band(band, raw, raw_count, is_last, level);
    free(raw);
    return status;
}

void cpng_band_free(CPNGBand *band) {
    free(band->bytes);
    *band = (CPNGBand){0};
}
