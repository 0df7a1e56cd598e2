/* What libde265 leaves out of a picture. Of a damaged one it decodes some blocks, leaves the memory of the others as it
   was, and doesn't say so.

   Such blocks are found in two steps. The worker's allocator fills all memory with one byte, and later versions of
   libde265 fill it with zeros: a pixel with such samples may have been left out. No camera writes colours like that,
   so that few pictures need the second step: they are decoded once more, without the filters that change decoded
   blocks, into memory that we hand out by libde265's own interface, in which each sample of the first plane has a mark,
   and the others are grey. A block with all its marks was left out. What is decoded so depends on the file alone, and
   is what is shown of a damaged picture. (Without those filters libde265 decodes into such memory at once. With them it
   first uses its own.) */
#pragma once

#include "CodedPicture.h"
#include "HEVCLibrary.h"

/* Whether the second step is needed. */
bool may_lack_blocks(const struct planes *planes);

/* How the last picture is cropped that got marked memory, in pixels. Zero at first. */
struct hevc_crop {
    int left;
    int top;
};

/* Makes a decoder that has decoded nothing yet use marked memory, and no filters. */
void mark_pictures(de265_decoder_context *decoder, struct hevc_crop *crop);

/* Makes the blocks grey that have kept their marks in this picture, which a decoder with marks has decoded, and whose
   planes these are. Returns whether there are any. */
bool clear_left_out(const struct de265_image *marked, const struct hevc_crop *crop, const struct planes *planes);
