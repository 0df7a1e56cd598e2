/* Decodes the Huffman codes of a progressive JPEG, scan by scan: the same coefficients as libjpeg's own decoder. At an
 * eighth of the size, where only the DC coefficients are used, all codes are read, but no other coefficients stored.
 *
 * It decodes only what is certainly intact. Where a code, a marker or the end of a scan is not as it should be it
 * stops, so that libjpeg alone decides what is damaged. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#include "JPEGFastPath.h"

/* A decoder for the picture whose first scan `codec` has begun. NULL if the picture is not one for it (baseline,
 * arithmetic) or if there is no memory. The caller frees it. */
JPEGProgression *jpeg_progression_create(j_decompress_ptr codec);

/* Prepares for the scan that `codec` has begun. False if libjpeg must decode the picture alone. */
bool jpeg_progression_begin_scan(JPEGProgression *progression, j_decompress_ptr codec);
