/* Rows as the data of IDAT chunks that libpng reads fastest: one stored block a row (more for a long one), unfiltered.
 *
 * Checksums of chunks are zeros, so libpng has to ignore them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "PNGPasses.h"

/* An Adler-32, continued from `adler`. */
typedef uint32_t (*PNGAdler32)(uint32_t adler, const uint8_t *bytes, size_t count);

typedef struct PNGStoredStream {
    uint32_t chunk_left; /* bytes of the current chunk's data that have not been taken */
    const uint8_t *row;  /* what has not been taken of the current row, with its filter's number */
    size_t row_left;
    bool is_last;      /* it is the picture's last row */
    size_t block_left; /* bytes of the row in the current stored block */
    uint8_t head[8];   /* what comes in the stream before them, or behind the last row */
    size_t head_taken, head_count;
    uint8_t between[12]; /* what comes between two chunks' data */
    size_t between_taken, between_count;
    bool has_trailer, has_ended;
    PNGAdler32 adler32;
    uint32_t adler; /* of the rows so far */
} PNGStoredStream;

/* Starts with the data of an IDAT chunk of `first_length` bytes; the other chunks follow from the rows. */
void png_stored_stream_start(PNGStoredStream *stream, uint32_t first_length, PNGAdler32 adler32);
/* The bytes of a whole stream, without what is between chunks. */
uint64_t png_stored_stream_size(const PNGPasses *passes);
/* Whether all rows so far have been taken, and the last one has not been added. */
bool png_stored_stream_needs_row(const PNGStoredStream *stream);
/* Adds a row, which begins with the number of filter None and must stay until it has been taken. Returns how many bytes
 * of the stream can be taken before the next row must be added. */
size_t png_stored_stream_add(PNGStoredStream *stream, const uint8_t *row, size_t count, bool is_last);
/* Copies up to `count` bytes of the stream and of what is between its chunks. Returns their number, which is smaller
 * only if a row must be added before, or if the last chunk has ended. */
size_t png_stored_stream_take(PNGStoredStream *stream, uint8_t *output, size_t count);
