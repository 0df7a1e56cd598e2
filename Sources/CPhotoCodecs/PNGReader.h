/* What the trial needs of a PNG reader. */
#pragma once

#include "CPhotoCodecs.h"

/* Has the reader read these bytes, at most BYTE_SOURCE_CAPACITY, in place of a file. Call first. */
void png_reader_set_bytes(CPNGReader *reader, const uint8_t *bytes, size_t count);
/* Has ISA-L inflate the picture, without asking `cpng_fast_path`. Call before start. */
void png_reader_inflate_with_isal(CPNGReader *reader);
