#include "PNGParts.h"

#include <string.h>
#include <zlib.h>

enum { SIGNATURE = 8, CHUNK_HEAD = 8, CHUNK_FRAME = 12, IHDR = 13, MAX_LENGTH = INT32_MAX };

static bool is_type(const uint8_t *chunk, const char *type) { return memcmp(chunk + 4, type, 4) == 0; }

bool png_parts_read(PNGParts *parts, const uint8_t *file, size_t count) {
    bytes_clear(&parts->before);
    bytes_clear(&parts->stream);
    bytes_clear(&parts->after);
    if (count < SIGNATURE + CHUNK_FRAME + IHDR || !is_type(file + SIGNATURE, "IHDR")) return false;
    bytes_append(&parts->before, file, SIGNATURE);
    for (size_t at = SIGNATURE; at < count;) {
        if (count - at < CHUNK_FRAME) return false;
        const uint8_t *chunk = file + at;
        const uint32_t length = bytes_number(chunk);
        if (length > MAX_LENGTH || length > count - at - CHUNK_FRAME) return false;
        at += length + CHUNK_FRAME;
        if (!is_type(chunk, "IDAT")) {
            bytes_append(parts->stream.count > 0 ? &parts->after : &parts->before, chunk, length + CHUNK_FRAME);
            continue;
        }
        if (parts->after.count > 0) return false;
        bytes_append(&parts->stream, chunk + CHUNK_HEAD, length);
    }
    return bytes_number(parts->before.bytes + SIGNATURE) == IHDR && parts->stream.count > 0;
}

void png_parts_free(PNGParts *parts) {
    bytes_free(&parts->before);
    bytes_free(&parts->stream);
    bytes_free(&parts->after);
}

void png_append_chunk(Bytes *file, const char *type, const void *data, size_t count) {
    size_t at = file->count;
    bytes_append_number(file, (uint32_t)count, 4);
    bytes_append(file, type, 4);
    bytes_append(file, data, count);
    bytes_append_number(file, 0, 4);
    png_repair_checksum(file, at);
}

void png_repair_checksum(Bytes *chunks, size_t at) {
    const uint32_t length = bytes_number(chunks->bytes + at);
    const uint32_t crc = (uint32_t)crc32(0, chunks->bytes + at + 4, length + 4);
    for (int i = 0; i < 4; i++) chunks->bytes[at + CHUNK_HEAD + length + (size_t)i] = (uint8_t)(crc >> (24 - 8 * i));
}

static size_t chunk_length(PNGSplit split, Numbers *numbers) {
    static const size_t tiny[] = {0, 1, 7};
    switch (split) {
    case PNGSplitBytes: return 1;
    case PNGSplitSevens: return 7;
    case PNGSplitTiny: return tiny[numbers_below(numbers, 3)];
    case PNGSplitRandom: return numbers_below(numbers, 301);
    default: return SIZE_MAX;
    }
}

void png_parts_write(const PNGParts *parts, PNGSplit split, Numbers *numbers, Bytes *file) {
    bytes_clear(file);
    bytes_append(file, parts->before.bytes, parts->before.count);
    if (split == PNGSplitEmptyEnds) png_append_chunk(file, "IDAT", NULL, 0);
    for (size_t at = 0; at < parts->stream.count;) {
        size_t length = chunk_length(split, numbers), left = parts->stream.count - at;
        if (length > left) length = left;
        png_append_chunk(file, "IDAT", parts->stream.bytes + at, length);
        at += length;
    }
    if (split == PNGSplitEmptyEnds) png_append_chunk(file, "IDAT", NULL, 0);
    bytes_append(file, parts->after.bytes, parts->after.count);
}

bool png_parts_passes(const PNGParts *parts, size_t max, PNGPasses *passes) {
    static const uint32_t channels[] = {1, 0, 3, 1, 2, 0, 4};
    enum { DATA = SIGNATURE + CHUNK_HEAD };
    const uint8_t *header = parts->before.bytes + DATA;
    const uint32_t width = bytes_number(header), height = bytes_number(header + 4);
    const unsigned depth = header[8], type = header[9], interlacing = header[12];
    if (width == 0 || height == 0 || width > 1000000 || height > 1000000 || depth == 0 || depth > 16) return false;
    if (type >= sizeof channels / sizeof *channels || channels[type] == 0 || interlacing > 1) return false;
    *passes = png_passes(width, height, depth * channels[type], interlacing);
    uint64_t total = 0;
    for (int i = 0; i < passes->count; i++) total += passes->passes[i].rows * (passes->passes[i].row_bytes + 1);
    return total <= max;
}

bool inflate_raw(const uint8_t *stream, size_t count, size_t max, Bytes *output) {
    uint8_t piece[4096];
    z_stream zlib = {.next_in = (Bytef *)(uintptr_t)stream, .avail_in = (uInt)count};
    bytes_clear(output);
    if (inflateInit2(&zlib, -MAX_WBITS) != Z_OK) return false;
    int result;
    do {
        zlib.next_out = piece;
        zlib.avail_out = sizeof piece;
        result = inflate(&zlib, Z_NO_FLUSH);
        bytes_append(output, piece, sizeof piece - zlib.avail_out);
    } while (result == Z_OK && output->count <= max);
    inflateEnd(&zlib);
    return result == Z_STREAM_END && output->count <= max;
}

static void deflate_piece(z_stream *zlib, size_t count, int flush, Bytes *stream) {
    uint8_t piece[4096];
    zlib->avail_in = (uInt)count;
    do {
        zlib->next_out = piece;
        zlib->avail_out = sizeof piece;
        deflate(zlib, flush);
        bytes_append(stream, piece, sizeof piece - zlib->avail_out);
    } while (zlib->avail_out == 0);
}

void deflate_rows(const Bytes *rows, Numbers *numbers, Bytes *stream) {
    static const int flushes[] = {Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_BLOCK};
    z_stream zlib = {.next_in = rows->bytes};
    const int level = (int)numbers_below(numbers, 10), memory = 1 + (int)numbers_below(numbers, 9);
    const int window = numbers_one_in(numbers, 2) ? MAX_WBITS : 9 + (int)numbers_below(numbers, 7);
    const bool flushes_often = numbers_one_in(numbers, 4);
    bytes_clear(stream);
    if (deflateInit2(&zlib, level, Z_DEFLATED, window, memory, (int)numbers_below(numbers, 5)) != Z_OK) return;
    bool is_last = false;
    for (size_t left = rows->count; !is_last;) {
        const size_t count = flushes_often ? 1 + numbers_below(numbers, 200) : left;
        is_last = count >= left;
        deflate_piece(&zlib, is_last ? left : count, is_last ? Z_FINISH : flushes[numbers_below(numbers, 4)], stream);
        left -= is_last ? left : count;
    }
    deflateEnd(&zlib);
}
