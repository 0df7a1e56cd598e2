#include "Codecs.h"

void csandboxed_run_worker_if_asked(int argument_count, char *const *arguments) {
    static const struct codec *const codecs[CSANDBOXED_CODEC_COUNT] = {
        [CSandboxedCodecWebP] = &webp_codec,        [CSandboxedCodecHEIF] = &heif_codec,
        [CSandboxedCodecText] = &text_codec,        [CSandboxedCodecJXL] = &jxl_codec,
        [CSandboxedCodecTIFF] = &tiff_codec,        [CSandboxedCodecWebPEncoder] = &webp_encoder,
        [CSandboxedCodecAV1Encoder] = &av1_encoder, [CSandboxedCodecJXLEncoder] = &jxl_encoder};
    csandbox_run_worker_with(codecs, CSANDBOXED_CODEC_COUNT, argument_count, arguments);
}
