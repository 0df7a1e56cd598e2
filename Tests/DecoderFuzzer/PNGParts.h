/* A PNG taken apart, so that its stream can be changed and chunks with right checksums made of it. */
#pragma once

#include <stdbool.h>

#include "Bytes.h"
#include "Numbers.h"
#include "PNGPasses.h"

typedef struct PNGParts {
    Bytes before; /* the signature and the chunks before the first IDAT */
    Bytes stream; /* the data of all IDATs */
    Bytes after;  /* what comes behind the last IDAT */
} PNGParts;

/* Returns false if the file is not made of whole chunks, IHDR first, and IDATs in one place. */
bool png_parts_read(PNGParts *parts, const uint8_t *file, size_t count);
void png_parts_free(PNGParts *parts);

/* How a stream is cut into IDATs. */
typedef enum PNGSplit {
    PNGSplitOne,       /* a single chunk */
    PNGSplitBytes,     /* a byte in each */
    PNGSplitSevens,    /* seven bytes in each */
    PNGSplitTiny,      /* 0, 1 or 7 bytes */
    PNGSplitRandom,    /* up to 300 bytes */
    PNGSplitEmptyEnds, /* an empty one before and behind the stream */
    PNG_SPLITS
} PNGSplit;

/* Puts the parts together into a file. */
void png_parts_write(const PNGParts *parts, PNGSplit split, Numbers *numbers, Bytes *file);

void png_append_chunk(Bytes *file, const char *type, const void *data, size_t count);
/* Makes the checksum right of the chunk that begins at `at`, and is within the bytes. */
void png_repair_checksum(Bytes *chunks, size_t at);

/* The rows' sizes by the IHDR; false if it is invalid, or they take more than `max` bytes. */
bool png_parts_passes(const PNGParts *parts, size_t max, PNGPasses *passes);

/* Inflates at most `max` bytes of a raw deflate stream. Returns whether it is right up to its end, and no longer. */
bool inflate_raw(const uint8_t *stream, size_t count, size_t max, Bytes *output);
/* Deflates rows into a zlib stream, with a random level, window, strategy, memory and flushes in between. */
void deflate_rows(const Bytes *rows, Numbers *numbers, Bytes *stream);
