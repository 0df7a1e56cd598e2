/* The height of a JPEG whose frame header says 0: it stands in a DNL segment behind the first scan. libjpeg refuses
 * such pictures, so the header is changed while it is read. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ByteSource.h"

typedef struct JPEGHeight {
    uint64_t offset;    /* of its two bytes in the frame header; 0 if the height isn't known */
    uint8_t bytes[2];   /* what should stand there */
} JPEGHeight;

/* Reads the JPEG from the offset of `source` to the end of its first scan. The height stays unknown where the header
 * has one, where there is no DNL segment, and where reading fails, which `source->errnum` tells. */
JPEGHeight jpeg_height_find(ByteSource *source);
/* Puts the height into the `count` bytes that `source` has just read. */
void jpeg_height_put(const JPEGHeight *height, ByteSource *source, size_t count);
