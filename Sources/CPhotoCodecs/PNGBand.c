#include "CPhotoCodecs.h"

#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>
#include <zlib.h>

#include "DeflateHead.h"

/* PNG's filters predict a sample from those of the pixels to the left, above, and above to the left. One is chosen for
 * each row: that with the smallest differences in all. Measured on photographs and drawings, the two that are left out
 * are hardly ever chosen, and choosing by more than these sums saves less than half a percent more. */
enum filter { FILTER_SUB = 1, FILTER_AVERAGE = 3, FILTER_PAETH = 4 };

static inline uint8_t nearest(int left, int above, int corner) {
    int to_left = abs(above - corner), to_above = abs(left - corner), to_corner = abs(left + above - 2 * corner);
    int other = to_above <= to_corner ? above : corner;
    return (uint8_t)(((to_left <= to_above) & (to_left <= to_corner)) ? left : other);
}

static inline uint8_t prediction(enum filter filter, int left, int above, int corner) {
    if (filter == FILTER_SUB) return (uint8_t)left;
    return filter == FILTER_AVERAGE ? (uint8_t)((left + above) / 2) : nearest(left, above, corner);
}

/* Writes the differences of a row from what is predicted, and returns the sum of their sizes as signed numbers. Both
 * rows follow `samples` zeros. The compiler makes a loop of vectors for each filter. */
static inline __attribute__((always_inline)) uint64_t apply(
    enum filter filter, uint8_t *restrict output, const uint8_t *restrict row, const uint8_t *restrict above,
    size_t count, size_t samples) {
    enum { PART = 4096 }; /* a sum of so many fits in 32 bits */
    uint64_t sum = 0;
    for (size_t start = 0; start < count; start += PART) {
        size_t end = count - start < PART ? count : start + PART;
        uint32_t part = 0;
        for (size_t i = start; i < end; i++) {
            ptrdiff_t before = (ptrdiff_t)i - (ptrdiff_t)samples;
            uint8_t difference = (uint8_t)(row[i] - prediction(filter, row[before], above[i], above[before]));
            output[i] = difference;
            part += difference < 128 ? difference : 256u - difference;
        }
        sum += part;
    }
    return sum;
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

/* `scratch` has room for one row. */
static void filter_row(
    uint8_t *output, uint8_t *scratch, const uint8_t *row, const uint8_t *above, size_t count, size_t samples) {
    output[0] = FILTER_PAETH;
    uint64_t least = apply(FILTER_PAETH, output + 1, row, above, count, samples);
    uint64_t sum = apply(FILTER_AVERAGE, scratch, row, above, count, samples);
    if (sum < least) {
        least = sum;
        output[0] = FILTER_AVERAGE;
        memcpy(output + 1, scratch, count);
    }
    sum = apply(FILTER_SUB, scratch, row, above, count, samples);
    if (sum < least) {
        output[0] = FILTER_SUB;
        memcpy(output + 1, scratch, count);
    }
}

/* What `filter_rows` needs: three rows, before two of which are zeros. */
static size_t scratch_bytes(size_t count, size_t samples) { return 3 * count + 2 * samples; }

/* Filters all rows, each preceded by its filter's number. */
static void filter_rows(
    uint8_t *output, uint8_t *scratch, const uint8_t *pixels, size_t stride, uint32_t width, uint32_t rows,
    size_t samples, bool has_row_above) {
    size_t count = (size_t)width * samples;
    memset(scratch, 0, scratch_bytes(count, samples));
    uint8_t *row = scratch + samples, *above = row + count + samples, *tried = above + count;
    if (has_row_above) pack_row(above, pixels - stride, width, samples);
    for (uint32_t y = 0; y < rows; y++) {
        pack_row(row, pixels + stride * y, width, samples);
        filter_row(output + (count + 1) * y, tried, row, above, count, samples);
        uint8_t *next = above;
        above = row;
        row = next;
    }
}

/* libdeflate's levels for our levels 1 to 9. Filtered rows of photographs have few matches, so up to 4 the fastest
 * is as good. */
static const int levels[] = {1, 1, 1, 1, 6, 7, 8, 9, 10};

enum {
    LAST_QUICK_LEVEL = 4,
    /* At its fastest level, libdeflate makes about one block of this much of a photograph. */
    BLOCK_BYTES = 32 << 10,
    EMPTY_BLOCK_BYTES = 5
};

/* Where a deflate stream with a single block ends, in bits: after the code that ends the block, which is followed
 * only by zeros. 0 if there are more blocks, or if it can't be determined. */
static size_t end_of_single_block(const uint8_t *bytes, size_t count) {
    bool is_last = bytes[0] & 1;
    int zeros = is_last ? deflate_head_end_zeros(bytes, count) : -1;
    if (zeros < 0) return 0;
    while (bytes[count - 1] == 0) count--;
    return 8 * count - (size_t)__builtin_clz(bytes[count - 1]) + 24 + (size_t)zeros;
}

/* Finds where a deflate stream's last block begins and ends, in bits, by inflating it. Returns false if there is no
 * memory. */
static bool find_last_block(const uint8_t *bytes, size_t count, size_t *start, size_t *end) {
    enum { UNUSED_BITS = 63, IN_LAST_BLOCK = 64, BETWEEN_BLOCKS = 128 };
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (uInt)count};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return false;
    uint8_t output[1 << 15];
    *start = *end = 0;
    while (*end == 0) {
        stream.next_out = output;
        stream.avail_out = sizeof output;
        if (inflate(&stream, Z_BLOCK) != Z_OK) break;
        if (!(stream.data_type & BETWEEN_BLOCKS)) continue;
        size_t bit = 8 * (size_t)stream.total_in - (size_t)(stream.data_type & UNUSED_BITS);
        *(stream.data_type & IN_LAST_BLOCK ? end : start) = bit;
    }
    inflateEnd(&stream);
    return *end > 0;
}

/* Turns a whole deflate stream, which is all that libdeflate makes, into one that another can follow: its last block
 * is no longer marked as the last, and an empty stored block fills its last byte. Returns the new length, or 0 if
 * there is no memory. `bytes` must have room for EMPTY_BLOCK_BYTES more. */
static size_t leave_open(uint8_t *bytes, size_t count) {
    size_t start = 0, end = end_of_single_block(bytes, count);
    if (end == 0 && !find_last_block(bytes, count, &start, &end)) return 0;
    bytes[start / 8] &= (uint8_t) ~(1u << start % 8);
    /* Three bits of value 0 begin a stored block that isn't the last one. From the next whole byte on follow its
     * length, which is 0, and the complement of that. The bits after the end are already 0. */
    bytes[count] = 0;
    count = (end + 3 + 7) / 8;
    memcpy(bytes + count, (const uint8_t[]){0, 0, 0xff, 0xff}, 4);
    return count + 4;
}

static CPhotoStatus deflate_band(CPNGBand *band, const uint8_t *raw, size_t raw_count, bool is_last, int level) {
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(levels[level - 1]);
    if (!compressor) return CPhotoStatusOutOfMemory;
    const size_t least = level <= LAST_QUICK_LEVEL ? BLOCK_BYTES : raw_count;
    size_t room = (raw_count / least + 1) * (libdeflate_deflate_compress_bound(compressor, least) + EMPTY_BLOCK_BYTES);
    band->bytes = malloc(room);
    size_t length = band->bytes ? 1 : 0; /* of the piece's stream; 0 after a failure */
    for (size_t start = 0, count = least; start < raw_count && length > 0; start += count) {
        /* Drawings and screenshots have long matches and few blocks to be inflated, so larger pieces suit them
         * better. */
        bool is_drawing = start > 0 && length < count / 4;
        count = is_drawing ? 2 * count : least;
        if (count > raw_count - start) count = raw_count - start;
        uint8_t *output = band->bytes + band->count;
        size_t output_room = room - band->count - EMPTY_BLOCK_BYTES;
        length = libdeflate_deflate_compress(compressor, raw + start, count, output, output_room);
        if (length > 0 && !(is_last && start + count == raw_count)) length = leave_open(output, length);
        band->count += length;
    }
    libdeflate_free_compressor(compressor);
    return length > 0 ? CPhotoStatusDone : CPhotoStatusOutOfMemory;
}

CPhotoStatus cpng_band_encode(
    CPNGBand *band, const uint8_t *pixels, size_t stride, uint32_t width, uint32_t rows, bool alpha, bool has_row_above,
    bool is_last, int level) {
    *band = (CPNGBand){0};
    size_t samples = alpha ? 4 : 3;
    size_t count = (size_t)width * samples;
    size_t raw_count = (count + 1) * rows;
    if (raw_count > UINT32_MAX / 2) return CPhotoStatusTooLarge;
    uint8_t *raw = malloc(raw_count + scratch_bytes(count, samples));
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

size_t cpng_stream_room(size_t count) { return libdeflate_zlib_compress_bound(NULL, count); }

size_t cpng_stream_compress(const uint8_t *bytes, size_t count, uint8_t *output) {
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(levels[0]);
    if (!compressor) return 0;
    size_t length = libdeflate_zlib_compress(compressor, bytes, count, output, cpng_stream_room(count));
    libdeflate_free_compressor(compressor);
    return length;
}
