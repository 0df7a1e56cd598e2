/* The data of a PNG's IDAT chunks, whose checksums are verified on the way. */
#pragma once

#include "PNGInput.h"

typedef struct PNGDataChunks {
    PNGInput *input;
    uint64_t file_size;
    uint32_t left;        /* bytes of the current chunk's data that have not been taken */
    uint32_t crc;         /* of its type and of the data taken so far */
    uint8_t between[12];  /* between two chunks' data: a CRC, the next chunk's length and type */
    size_t between_count; /* how many of these bytes have come */
} PNGDataChunks;

typedef enum PNGDataStatus {
    PNGDataDone,
    PNGDataUsedUp, /* call again after filling the input */
    PNGDataBroken, /* a wrong checksum, no IDAT where the data goes on, or one that is longer than the file */
} PNGDataStatus;

/* Starts behind the header of the first IDAT chunk, which has `length` bytes. Returns false if the file has fewer, or
 * doesn't tell its size. An ISALInflater must live meanwhile. */
bool png_data_chunks_start(PNGDataChunks *chunks, PNGInput *input, uint32_t length);
/* The next bytes of the data, as many as lie in the input's buffer; valid until it is filled again. */
PNGDataStatus png_data_chunks_next(PNGDataChunks *chunks, const uint8_t **bytes, size_t *count);
/* Verifies the last chunk's checksum; Broken if it has more data. Takes nothing behind it from the input. */
PNGDataStatus png_data_chunks_finish(PNGDataChunks *chunks);
