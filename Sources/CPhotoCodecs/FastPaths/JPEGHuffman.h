/* Decodes the Huffman codes of a baseline JPEG: the same coefficients as libjpeg's own decoder, about twice as fast.
 *
 * It decodes only what is certainly intact. Where a code, a marker or the end of the scan is not as it should be it
 * stops, so that libjpeg alone decides what is damaged. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#include "JPEGFastPath.h"

/* A decoder for the scan that `codec` has begun; call after `jpeg_start_decompress`. NULL if the picture is not one for
 * it (progressive, arithmetic, several scans) or if there is no memory. The caller frees it. */
JPEGHuffman *jpeg_huffman_create(j_decompress_ptr codec);
