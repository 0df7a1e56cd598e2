/* Where libjpeg decodes a part of a picture correctly. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

/* Whether libjpeg crops rows correctly. It computes a component's columns from the sampling factors alone. If the
 * component was scaled down by less than the others and still has to be upsampled, that is too few: smoothing then
 * leaves the last columns unwritten, possibly with uninitialised memory (libjpeg-turbo 2.1.5, 4:1:0 at half size). */
bool jpeg_part_can_crop(const struct jpeg_decompress_struct *codec);

/* The number of rows up to the next row of MCUs. */
uint32_t jpeg_part_rows_to_boundary(const struct jpeg_decompress_struct *codec);
