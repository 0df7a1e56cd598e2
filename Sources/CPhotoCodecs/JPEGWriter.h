/* What the joiner of bands, and the trial of our decoder of Huffman codes, need to know of a JPEG writer. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include <jpeglib.h>

#include "CPhotoCodecs.h"

/* The writer's compressor: its components and Huffman tables are set once the writer has been started. */
const struct jpeg_compress_struct *jpeg_writer_codec(const CJPEGWriter *writer);

/* Whether pictures that are started from now on are progressive. */
void jpeg_writer_set_progressive(CJPEGWriter *writer, bool is_progressive);
