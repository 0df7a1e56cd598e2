/* What the reader of JPEGs knows of our own decoder of Huffman codes. It lies in FastPaths/; a build without that has
 * none (`Plain/NoFastPaths.c`). */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include <jpeglib.h>

#include "CPhotoCodecs.h"

typedef struct JPEGHuffman JPEGHuffman;
typedef struct JPEGProgression JPEGProgression;

/* Decodes the next MCU into `codec->blocks_in_MCU` blocks of zeros (for a progressive picture, of what earlier scans
 * have left there), or passes over it if `blocks` is NULL. */
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

/* Has libjpeg call `decode`, which calls `jpeg_progression_decode_mcu`, for every MCU of the scan that it is reading.
 * Call it from libjpeg's progress monitor, which it calls between two rows of MCUs and before the first one.
 *
 * - progression: set at the first scan. The caller frees it.
 * - Returns false where libjpeg must go on alone: from the picture's beginning, unless `*progression` is NULL. */
bool jpeg_fast_path_follow(j_decompress_ptr codec, JPEGProgression **progression, JPEGMCUDecoder decode);
void jpeg_progression_free(JPEGProgression *progression);

/* The same as `jpeg_huffman_decode_mcu`, for a scan of a progressive picture. */
bool jpeg_progression_decode_mcu(JPEGProgression *progression, j_decompress_ptr codec, JBLOCKROW *blocks);
