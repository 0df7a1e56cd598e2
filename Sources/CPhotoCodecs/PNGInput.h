/* A file's bytes on their way to one of its readers: libpng, or the source of rows that libpng is fed with. */
#pragma once

#include "ByteSource.h"

typedef struct PNGInput {
    ByteSource source;
    size_t taken, filled; /* bytes of the source's buffer: consumed, available */
} PNGInput;

/* Copies what is left in the buffer, at most `count` bytes. Returns their number. */
size_t png_input_take(PNGInput *input, uint8_t *output, size_t count);
/* Fills the buffer once it is used up. Returns false at the end of the file, or if the source's `errnum` is set. */
bool png_input_fill(PNGInput *input);
/* Goes back to the beginning of the file. */
void png_input_rewind(PNGInput *input);
