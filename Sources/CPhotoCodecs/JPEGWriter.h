/* What the joiner of bands needs to know of a JPEG writer. */
#pragma once

#include <stdio.h>

#include <jpeglib.h>

#include "CPhotoCodecs.h"

/* The writer's compressor: its components and Huffman tables are set once the writer has been started. */
const struct jpeg_compress_struct *jpeg_writer_codec(const CJPEGWriter *writer);
