#include "JPEGPart.h"

/* Whether a component has fewer samples than the output. Sizes don't tell, because they are rounded up. */
static bool is_upsampled(const struct jpeg_decompress_struct *codec, const jpeg_component_info *part) {
#if JPEG_LIB_VERSION >= 70
    return part->h_samp_factor * part->DCT_h_scaled_size != codec->max_h_samp_factor * codec->min_DCT_h_scaled_size ||
           part->v_samp_factor * part->DCT_v_scaled_size != codec->max_v_samp_factor * codec->min_DCT_v_scaled_size;
#else
    return part->h_samp_factor * part->DCT_scaled_size != codec->max_h_samp_factor * codec->min_DCT_scaled_size ||
           part->v_samp_factor * part->DCT_scaled_size != codec->max_v_samp_factor * codec->min_DCT_scaled_size;
#endif
}

bool jpeg_part_can_crop(const struct jpeg_decompress_struct *codec) {
    for (int i = 0; i < codec->num_components; i++) {
        const jpeg_component_info *part = &codec->comp_info[i];
        bool is_enlarged = is_upsampled(codec, part);
        uint64_t samples = (uint64_t)codec->output_width * (unsigned)part->h_samp_factor;
        uint64_t estimated = (samples + (unsigned)codec->max_h_samp_factor - 1) / (unsigned)codec->max_h_samp_factor;
        if (is_enlarged && part->downsampled_width != estimated) return false;
    }
    return true;
}

uint32_t jpeg_part_rows_to_boundary(const struct jpeg_decompress_struct *codec) {
#if JPEG_LIB_VERSION >= 70
    uint32_t size = (uint32_t)codec->min_DCT_v_scaled_size;
#else
    uint32_t size = (uint32_t)codec->min_DCT_scaled_size;
#endif
    size *= (uint32_t)codec->max_v_samp_factor;
    return (size - codec->output_scanline % size) % size;
}
