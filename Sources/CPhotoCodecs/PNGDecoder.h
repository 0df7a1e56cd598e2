/* libpng, decoding one stream of bytes to rows, with its errors as statuses. */
#pragma once

#include "PNGErrors.h"

/* Reads exactly `count` bytes. Returns Done, or the status that decoding ends with. */
typedef CPhotoStatus (*PNGRead)(void *context, uint8_t *output, size_t count);

typedef struct PNGDecoder {
    png_structp codec;
    png_infop info;
    PNGErrors errors;
    PNGRead read;
    void *context;
} PNGDecoder;

/* The form in which rows are delivered. */
typedef enum PNGRows {
    PNGRowsAsStored, /* packed, in the file's own depth and channels */
    PNGRowsRGBA      /* 4 bytes per pixel, or 4 native 16-bit words if the depth is 16 */
} PNGRows;

/* Returns false if there is no memory. */
bool png_decoder_open(PNGDecoder *decoder, PNGRead read, void *context);
void png_decoder_close(PNGDecoder *decoder);
/* Makes libpng ignore the checksums of critical chunks until `_finish`, because those of the picture's data aren't
 * there. That of the zlib stream is ignored, too, where libpng can do that. Call before `_start`. */
void png_decoder_trust_data(PNGDecoder *decoder);
/* Reads up to the first IDAT, whose length and type are the last eight bytes that are read. Skips ancillary chunks
 * other than tRNS in constant memory. */
CPhotoStatus png_decoder_read_info(PNGDecoder *decoder);
CPhotoStatus png_decoder_start(PNGDecoder *decoder, PNGRows rows);
/* The next row. An interlaced picture has its height of calls for each of seven passes; a call leaves alone what its
 * pass doesn't have. Data is read in pieces of at most `piece` bytes, 0 for libpng's own choice. */
CPhotoStatus png_decoder_read_row(PNGDecoder *decoder, uint8_t *row, size_t piece);
/* Reads to IEND and checks all checksums on the way. Call after the last row. */
CPhotoStatus png_decoder_finish(PNGDecoder *decoder);
