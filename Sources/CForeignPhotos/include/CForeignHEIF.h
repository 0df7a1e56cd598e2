/* What the worker needs to know to decode a HEIC or AVIF. */
#pragma once

#include <stdint.h>

enum { CFOREIGN_HEIF_MAX_PATCHES = 64 };

struct cforeign_heif_request {
  /* The item to decode. */
  uint32_t item;
  /* Offsets in the file of four-byte box types that are replaced by "free" in the worker's copy. */
  uint64_t patches[CFOREIGN_HEIF_MAX_PATCHES];
  uint32_t patch_count;
  uint32_t has_alpha;
  uint32_t is_premultiplied;
  /* Of ITU-T H.273: matrix coefficients, primaries, and whether the range is full; -1 to take the bitstream's. */
  int32_t matrix;
  int32_t primaries;
  int32_t is_full_range;
};
