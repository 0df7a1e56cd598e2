/* Finds the height of a JPEG whose frame header states 0: it is in a DNL segment after the first scan. libjpeg
 * rejects such pictures, so the header is changed while it is read. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ByteSource.h"

typedef struct JPEGHeight {
    uint64_t offset;  /* of its two bytes in the frame header; 0 if the height isn't known */
    uint8_t bytes[2]; /* what should stand there */
} JPEGHeight;

/* Reads the JPEG from the offset of `source` to the end of its first scan. The height stays unknown if the header
 * states one, if there is no DNL segment, or if reading fails, which sets `source->errnum`. */
JPEGHeight jpeg_height_find(ByteSource *source);
/* Writes the height into the `count` bytes that `source` has just read. */
void jpeg_height_put(const JPEGHeight *height, ByteSource *source, size_t count);
