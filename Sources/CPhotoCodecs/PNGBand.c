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

typedef struct Piece {
    const uint8_t *bytes;
    size_t count;
} Piece;

/* Deflates the pieces as one stream. Returns its length, or 0 where there is no memory for it. */
static size_t deflate_pieces(uint8_t *output, size_t room, const Piece *pieces, size_t count, int flush, int level,
                             int strategy) {
    z_stream stream = {0};
    /* Raw deflate: the zlib header and checksum are written once for all bands. */
    if (deflateInit2(&stream, level, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL, strategy) != Z_OK) return 0;
    stream.next_out = output;
    stream.avail_out = (uInt)room;
    int result = Z_OK;
    for (size_t i = 0; i < count; i++) {
        stream.next_in = (Bytef *)(uintptr_t)pieces[i].bytes;
        stream.avail_in = (uInt)pieces[i].count;
        result = deflate(&stream, i + 1 < count ? Z_NO_FLUSH : flush);
    }
    size_t length = stream.total_out;
    bool is_whole = result == (flush == Z_FINISH ? Z_STREAM_END : Z_OK) && stream.avail_out > 0;
    deflateEnd(&stream);
    return is_whole ? length : 0;
}

/* Levels above this one spend time on every byte that can be saved. */
enum { LAST_QUICK_LEVEL = 4, SAMPLE_BYTES = 48 << 10 };

/* How to deflate a band, by two samples of it. Filtered rows of photographs have hardly any matches but runs: looking
 * for others takes three times as long and saves nothing. Drawings and screens have them. `output` is room for the
 * samples. Returns -1 where memory is missing. */
static int better_strategy(uint8_t *output, size_t room, const uint8_t *raw, size_t count, int level) {
    Piece samples[] = {{raw, count}, {0}};
    size_t pieces = 1;
    if (count > 4 * SAMPLE_BYTES) {
        samples[0] = (Piece){raw + count / 4 - SAMPLE_BYTES / 2, SAMPLE_BYTES};
        samples[1] = (Piece){raw + count / 4 * 3 - SAMPLE_BYTES / 2, SAMPLE_BYTES};
        pieces = 2;
    }
    size_t matched = deflate_pieces(output, room, samples, pieces, Z_FINISH, level, Z_FILTERED);
    size_t runs = deflate_pieces(output, room, samples, pieces, Z_FINISH, level, Z_RLE);
    if (!matched || !runs) return -1;
    return runs <= matched + (level > LAST_QUICK_LEVEL ? 0 : matched / 50) ? Z_RLE : Z_FILTERED;
}

static CPhotoStatus deflate_band(CPNGBand *band, const uint8_t *raw, size_t raw_count, bool is_last, int level) {
    size_t room = deflateBound(NULL, raw_count) + 16;
    band->bytes = malloc(room);
    if (!band->bytes) return CPhotoStatusOutOfMemory;
    int strategy = better_strategy(band->bytes, room, raw, raw_count, level);
    if (strategy < 0) return CPhotoStatusOutOfMemory;
    const Piece whole = {raw, raw_count};
    band->count =
        deflate_pieces(band->bytes, room, &whole, 1, is_last ? Z_FINISH : Z_SYNC_FLUSH, level, strategy);
    return band->count > 0 ? CPhotoStatusDone : CPhotoStatusOutOfMemory;
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
