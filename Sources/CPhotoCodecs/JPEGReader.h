/* What the trial of our decoder of Huffman codes needs to know of a JPEG reader. */
#pragma once

#include <stdio.h>

#include <jpeglib.h>

#include "CPhotoCodecs.h"

/* The reader's decompressor; its `err` points to a JPEGErrors. */
struct jpeg_decompress_struct *jpeg_reader_codec(CJPEGReader *reader);
