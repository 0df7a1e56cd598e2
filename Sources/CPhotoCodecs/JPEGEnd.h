/* Finds where the pixels of a JPEG end, and whether all of them are there.
 *
 * Some cameras omit the end marker. Whatever they append isn't JPEG, and begins after the last pixel's bits. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

/* Whether every component has had a scan. */
bool jpeg_end_has_all_components(const struct jpeg_decompress_struct *codec);
/* Whether every coefficient of a progressive picture has been received in full precision. */
bool jpeg_end_is_fully_refined(const struct jpeg_decompress_struct *codec);
/* Whether a scan has just ended, and no further one is needed. */
bool jpeg_end_has_every_pixel(const struct jpeg_decompress_struct *codec);

/* Whether the file has only zeros around the offset at which the last scan seems to end, as where a copy was never
 * completed: zeros are codes too, so that the missing pixels were made of them.
 *
 * - begin, end: of the JPEG in the file; `end` is 0 for the end of the file.
 * - offset: up to eight bytes too large, which is how far libjpeg reads ahead. */
bool jpeg_end_is_blank(int descriptor, uint64_t begin, uint64_t offset, uint64_t end);
