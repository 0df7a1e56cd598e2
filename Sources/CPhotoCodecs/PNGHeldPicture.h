/* An interlaced picture, held as its file stores it until its passes are complete. Its rows are decoded then, as those
 * of a picture that isn't interlaced, so that only one row is ever expanded to RGBA. */
#pragma once

#include "PNGDecoder.h"

typedef struct PNGHeldPicture PNGHeldPicture;

/* The bytes that the picture of a decoder takes, whose info has been read. */
uint64_t png_held_picture_bytes(const PNGDecoder *decoder);
/* All samples are 0. NULL if there is no memory. */
PNGHeldPicture *png_held_picture_create(const PNGDecoder *decoder);
void png_held_picture_destroy(PNGHeldPicture *picture);

void png_held_picture_clear(PNGHeldPicture *picture);
/* The stored samples of row `y`, for a decoder of PNGRowsAsStored. */
uint8_t *png_held_picture_row(PNGHeldPicture *picture, uint64_t y);

/* Call once, after the last pass, with the decoder that has read the passes. */
CPhotoStatus png_held_picture_start(PNGHeldPicture *picture, const PNGDecoder *decoder);
/* Decodes the next row, from the top down, to RGBA. */
CPhotoStatus png_held_picture_read_row(PNGHeldPicture *picture, uint8_t *row);
