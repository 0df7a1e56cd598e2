/* The units ("NAL units") that a picture is coded in with HEVC, as HEIF files have them: ISO/IEC 14496-15. */
#pragma once

#include "CodedPicture.h"

/* What is done with each unit, from its two bytes of header to its end. Returns whether to go on. */
typedef bool (*hevc_unit_handler)(void *context, struct byte_range unit);

/* Hands out the units of the setup, then those of the data. Returns false if one is cut off, or if `handle` does. */
bool for_each_hevc_unit(const struct coded_picture *coded, hevc_unit_handler handle, void *context);

/* Whether the unit is a sequence parameter set that says that pictures have more pixels than this. What can't be read
   is left to the decoder. */
bool announces_more_pixels(struct byte_range unit, uint32_t max_pixels);
