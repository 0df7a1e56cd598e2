/* What runs in the sandbox: decoders of photos, encoders of pictures, and what measures and draws text. Each codec reads the
   parameters that its header here describes. */
#pragma once

#include <stdint.h>

#include "CSandboxedEncoding.h"
#include "CSandboxedHEIF.h"
#include "CSandboxedJXL.h"
#include "CSandboxedTIFF.h"
#include "CSandboxedText.h"
#include "CSandboxedWebP.h"

enum __attribute__((enum_extensibility(closed))) CSandboxedCodec : uint32_t {
    CSandboxedCodecWebP,
    CSandboxedCodecHEIF,
    /* No photo is decoded, but text is measured or drawn. */
    CSandboxedCodecText,
    CSandboxedCodecJXL,
    CSandboxedCodecTIFF,
    /* These encode. */
    CSandboxedCodecWebPEncoder,
    CSandboxedCodecAV1Encoder,
    CSandboxedCodecJXLEncoder,
};

enum { CSANDBOXED_CODEC_COUNT = 8 };

/* Call it before anything else. If these are the arguments of a worker, the process becomes one with these codecs, and
   the call does not return; else it costs a comparison. */
void csandboxed_run_worker_if_asked(int argument_count, char *const *arguments);
