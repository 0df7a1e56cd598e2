#include "PNGStoredStream.h"

#include <string.h>

enum {
    MAX_BLOCK = 65535,
    BLOCK_HEAD = 5, /* of a stored block: whether it is the last, its length, and the complement of that */
    STREAM_HEAD = 2,
    STREAM_TRAILER = 4, /* the Adler-32 */
    CHUNK_CRC = 4,
    CHUNK_HEAD = 8
};

static size_t minimum(size_t a, size_t b) { return a < b ? a : b; }

static size_t blocks(size_t count) { return (count + MAX_BLOCK - 1) / MAX_BLOCK; }

static void put_number(uint8_t *bytes, size_t number) {
    for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(number >> (24 - 8 * i));
}

void png_stored_stream_start(PNGStoredStream *stream, uint32_t first_length, PNGAdler32 adler32) {
    *stream = (PNGStoredStream){.chunk_left = first_length, .head_count = STREAM_HEAD, .adler32 = adler32, .adler = 1};
    /* Deflate with a window of 256 bytes, the smallest: zlib copies every row into its window. */
    stream->head[0] = 0x08;
    stream->head[1] = 0x1D;
}

uint64_t png_stored_stream_size(const PNGPasses *passes) {
    uint64_t size = STREAM_HEAD + STREAM_TRAILER;
    for (int i = 0; i < passes->count; i++) {
        size_t count = passes->passes[i].row_bytes + 1;
        size += passes->passes[i].rows * (blocks(count) * BLOCK_HEAD + count);
    }
    return size;
}

bool png_stored_stream_needs_row(const PNGStoredStream *stream) { return stream->row_left == 0 && !stream->is_last; }

/* What is left of the stream up to the end of the current row, and of the trailer if it is the last one. */
static size_t pending(const PNGStoredStream *stream) {
    size_t later = stream->row_left - stream->block_left;
    size_t trailer = stream->is_last && !stream->has_trailer ? STREAM_TRAILER : 0;
    return stream->head_count - stream->head_taken + stream->block_left + blocks(later) * BLOCK_HEAD + later + trailer;
}

size_t png_stored_stream_add(PNGStoredStream *stream, const uint8_t *row, size_t count, bool is_last) {
    stream->row = row;
    stream->row_left = count;
    stream->is_last = is_last;
    stream->adler = stream->adler32(stream->adler, row, count);
    return pending(stream);
}

static void begin_block(PNGStoredStream *stream) {
    size_t length = minimum(stream->row_left, MAX_BLOCK);
    stream->block_left = length;
    stream->head[0] = stream->is_last && length == stream->row_left;
    stream->head[1] = (uint8_t)length;
    stream->head[2] = (uint8_t)(length >> 8);
    stream->head[3] = (uint8_t)~length;
    stream->head[4] = (uint8_t)(~length >> 8);
    stream->head_taken = 0;
    stream->head_count = BLOCK_HEAD;
}

static void begin_trailer(PNGStoredStream *stream) {
    put_number(stream->head, stream->adler);
    stream->head_taken = 0;
    stream->head_count = STREAM_TRAILER;
    stream->has_trailer = true;
}

/* Ends a chunk, and begins the next one with what is left of the current row; after the last row there is none. */
static void begin_chunk(PNGStoredStream *stream, size_t length) {
    memset(stream->between, 0, CHUNK_CRC);
    put_number(stream->between + CHUNK_CRC, length);
    memcpy(stream->between + CHUNK_CRC + 4, "IDAT", 4);
    stream->between_taken = 0;
    stream->between_count = length > 0 ? CHUNK_CRC + CHUNK_HEAD : CHUNK_CRC;
    stream->chunk_left = (uint32_t)length;
    stream->has_ended = length == 0;
}

/* Copies the next bytes of a chunk's data that lie in one place. */
static size_t take_data(PNGStoredStream *stream, uint8_t *output, size_t count) {
    if (stream->head_taken == stream->head_count && stream->block_left == 0) {
        if (stream->row_left > 0) begin_block(stream);
        else if (stream->is_last && !stream->has_trailer) begin_trailer(stream);
    }
    count = minimum(count, stream->chunk_left);
    if (stream->head_taken < stream->head_count) {
        count = minimum(count, stream->head_count - stream->head_taken);
        memcpy(output, stream->head + stream->head_taken, count);
        stream->head_taken += count;
    } else {
        count = minimum(count, stream->block_left);
        if (count > 0) memcpy(output, stream->row, count);
        stream->row += count;
        stream->row_left -= count;
        stream->block_left -= count;
    }
    stream->chunk_left -= (uint32_t)count;
    return count;
}

static size_t take_between(PNGStoredStream *stream, uint8_t *output, size_t count) {
    count = minimum(count, stream->between_count - stream->between_taken);
    memcpy(output, stream->between + stream->between_taken, count);
    stream->between_taken += count;
    return count;
}

size_t png_stored_stream_take(PNGStoredStream *stream, uint8_t *output, size_t count) {
    size_t taken = 0;
    while (taken < count) {
        size_t piece = take_between(stream, output + taken, count - taken);
        if (piece == 0 && stream->chunk_left > 0) piece = take_data(stream, output + taken, count - taken);
        taken += piece;
        if (piece > 0) continue;
        bool is_complete = stream->is_last && stream->has_trailer;
        if (stream->chunk_left > 0 || stream->has_ended || (pending(stream) == 0 && !is_complete)) break;
        begin_chunk(stream, pending(stream));
    }
    return taken;
}
