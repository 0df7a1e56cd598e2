/* What the reader of JPEGs knows of our own decoder of Huffman codes. It lies in FastPaths/; a build without that has
 * none (`Plain/NoFastPaths.c`). */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include <jpeglib.h>

#include "CPhotoCodecs.h"

typedef struct JPEGHuffman JPEGHuffman;

/* Decodes the next MCU into `codec->blocks_in_MCU` blocks of zeros, or passes over it if `blocks` is NULL. */
typedef boolean (*JPEGMCUDecoder)(j_decompress_ptr codec, JBLOCKROW *blocks);

/* Has libjpeg call `decode`, which calls `jpeg_huffman_decode_mcu`, for every MCU of the picture that `codec` has
 * started. NULL, and nothing is changed, if libjpeg must decode it alone. The caller frees the decoder. */
JPEGHuffman *jpeg_fast_path_start(j_decompress_ptr codec, JPEGMCUDecoder decode);
void jpeg_huffman_free(JPEGHuffman *huffman);

/* Decodes the next MCU from the codec's source.
 *
 * - blocks: `codec->blocks_in_MCU` of them, all zeros; NULL to pass over the MCU.
 * - Returns false where libjpeg must go on alone; then don't call it again.
 *   After the last MCU `codec->unread_marker` is the marker after it. */
bool jpeg_huffman_decode_mcu(JPEGHuffman *huffman, j_decompress_ptr codec, JBLOCKROW *blocks);
