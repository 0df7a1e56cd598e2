#include "JPEGEnd.h"

#include <unistd.h>

bool jpeg_end_has_all_components(const struct jpeg_decompress_struct *codec) {
    for (int i = 0; i < codec->num_components; i++)
        if (!codec->comp_info[i].quant_table) return false; /* libjpeg sets it at the component's first scan */
    return true;
}

bool jpeg_end_is_fully_refined(const struct jpeg_decompress_struct *codec) {
    if (!codec->progressive_mode || !codec->coef_bits) return true;
    for (int i = 0; i < codec->num_components; i++)
        for (int k = 0; k < DCTSIZE2; k++)
            if (codec->coef_bits[i][k] != 0) return false;
    return true;
}

bool jpeg_end_has_every_pixel(const struct jpeg_decompress_struct *codec) {
    return codec->total_iMCU_rows > 0 && codec->input_iMCU_row >= codec->total_iMCU_rows &&
           jpeg_end_has_all_components(codec) && jpeg_end_is_fully_refined(codec);
}

bool jpeg_end_is_blank(int descriptor, uint64_t begin, uint64_t offset, uint64_t end) {
    enum { BEFORE = 8, AFTER = 16 };
    uint8_t bytes[BEFORE + AFTER];
    uint64_t first = offset < begin + BEFORE ? begin : offset - BEFORE;
    size_t wanted = sizeof bytes;
    if (end && end - first < wanted) wanted = (size_t)(end - first);
    ssize_t count = pread(descriptor, bytes, wanted, (off_t)first);
    /* There is nothing after the scan's own last bytes. */
    if (count <= (ssize_t)(offset - first)) return false;
    for (ssize_t i = 0; i < count; i++)
        if (bytes[i] != 0) return false;
    return true;
}
