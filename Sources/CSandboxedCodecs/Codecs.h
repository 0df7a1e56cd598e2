/* Each codec has a file with one of these. */
#pragma once

#include "CSandboxCodec.h"
#include "CSandboxedCodecs.h"

extern const struct codec webp_codec;
extern const struct codec heif_codec;
extern const struct codec text_codec;
extern const struct codec jxl_codec;
extern const struct codec tiff_codec;
extern const struct codec webp_encoder;
extern const struct codec av1_encoder;
extern const struct codec jxl_encoder;
