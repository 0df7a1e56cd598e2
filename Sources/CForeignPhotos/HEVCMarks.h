/* What libde265 leaves out of a picture. Of a damaged one it decodes some blocks, leaves the memory of the others as it
   was, and doesn't say so. So it is given memory that is grey and has marks in each block, which only a decoded block
   replaces. It has public functions for that, but not for all pictures: where its defaults can't be replaced, nothing is
   marked, and all is as without this file. */
#pragma once

#include "HEIFPlanes.h"

/* From now on all pictures of libde265 have marks. libheif must have loaded it. */
void mark_hevc_pictures(void);

/* Before another picture is decoded. */
void forget_hevc_marks(void);

/* Makes the blocks grey that still have their marks. Returns whether there are any. */
bool clear_hevc_marks(const struct planes *planes);
