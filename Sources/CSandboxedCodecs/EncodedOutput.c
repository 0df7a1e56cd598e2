#include "EncodedOutput.h"

#include <string.h>

const struct csandboxed_encoding_request *find_encoding(
    struct photo_bytes photo, struct pixel_buffer pixels, struct encoded_output *output, struct csandbox_reply *reply) {
    const struct csandboxed_encoding_request *picture = photo.parameters;
    const bool is_whole = photo.parameter_count == sizeof *picture && pixels.count > sizeof *output->counts;
    const size_t pixel_bytes = is_whole && picture->is_grey ? 1 : 4;
    if (!is_whole || picture->width == 0 || picture->height == 0 || picture->width > INT32_MAX / 4 ||
        picture->height > INT32_MAX || photo.count / pixel_bytes / picture->width != picture->height) {
        set_failure(reply, CSandboxStatusDamaged, "inconsistent sizes");
        return NULL;
    }
    *output = (struct encoded_output){
        .counts = (void *)pixels.bytes,
        .bytes = pixels.bytes + sizeof *output->counts,
        .room = pixels.count - sizeof *output->counts};
    return picture;
}

bool add_output(struct encoded_output *output, const uint8_t *bytes, size_t count) {
    if (count > output->room - output->count) return false;
    memcpy(output->bytes + output->count, bytes, count);
    output->count += count;
    return true;
}
