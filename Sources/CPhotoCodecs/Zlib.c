#include "CPhotoCodecs.h"

#include <zlib.h>

CPhotoStatus cphoto_inflate(const uint8_t *input, size_t input_count, uint8_t *output, size_t *count) {
    z_stream stream = {
        .next_in = (Bytef *)(uintptr_t)input,
        .avail_in = (uInt)input_count,
        .next_out = output,
        .avail_out = (uInt)*count};
    if (inflateInit(&stream) != Z_OK) return CPhotoStatusOutOfMemory;
    int result = inflate(&stream, Z_FINISH);
    *count = stream.total_out;
    bool full = stream.avail_out == 0;
    inflateEnd(&stream);
    if (result == Z_STREAM_END) return CPhotoStatusDone;
    return full ? CPhotoStatusTooLarge : CPhotoStatusDamaged;
}

uint32_t cphoto_crc32(uint32_t crc, const uint8_t *bytes, size_t count) { return (uint32_t)crc32_z(crc, bytes, count); }

uint32_t cphoto_adler32_join(uint32_t first, uint32_t second, uint64_t second_count) {
    return (uint32_t)adler32_combine(first, second, (z_off_t)second_count);
}
