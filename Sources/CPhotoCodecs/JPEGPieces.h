/* Hands bytes to libjpeg in pieces.
 *
 * libjpeg-turbo decodes the Huffman codes of sequential pictures in two ways: where many bytes are left it takes a bad
 * code for a zero, without a warning. So it only gets a few at a time, fewer than it decodes in that way. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

typedef struct JPEGPieces {
    const uint8_t *next; /* what libjpeg has not been handed yet */
    size_t held;         /* the number of these bytes */
    bool are_small;
} JPEGPieces;

/* Begins with bytes that must stay where they are until all have been taken. */
void jpeg_pieces_begin(JPEGPieces *pieces, j_decompress_ptr codec, const uint8_t *bytes, size_t count);
/* Hands out the next piece. False if there is none. */
bool jpeg_pieces_next(JPEGPieces *pieces, j_decompress_ptr codec);
/* Passes over bytes. Returns how many of them are behind the last piece. */
size_t jpeg_pieces_skip(JPEGPieces *pieces, j_decompress_ptr codec, size_t count);
/* Whether pieces are small from now on, also the one that libjpeg has. */
void jpeg_pieces_make_small(JPEGPieces *pieces, j_decompress_ptr codec, bool are_small);
