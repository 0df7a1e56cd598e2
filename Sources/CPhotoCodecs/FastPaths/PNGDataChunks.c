#include "PNGDataChunks.h"

#include <string.h>
#include <sys/stat.h>

#include "ISALInflater.h"

static const uint8_t IDAT[4] = {'I', 'D', 'A', 'T'};
enum { CRC_COUNT = 4, MAX_LENGTH = INT32_MAX };

static uint32_t big_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Returns false if the file ends before the chunk does. Nothing of such a chunk may be used: libpng reads chunks in
 * pieces, and takes nothing of a piece that is cut off. */
static bool begin(PNGDataChunks *chunks, uint32_t length) {
    const PNGInput *input = chunks->input;
    chunks->left = length;
    chunks->crc = isal_crc32(0, IDAT, sizeof IDAT);
    chunks->between_count = 0;
    const uint64_t offset = input->source.offset - (input->filled - input->taken);
    return offset + length + CRC_COUNT <= chunks->file_size;
}

bool png_data_chunks_start(PNGDataChunks *chunks, PNGInput *input, uint32_t length) {
    struct stat status;
    chunks->input = input;
    chunks->file_size = input->source.end;
    if (chunks->file_size == 0) {
        if (fstat(input->source.descriptor, &status) != 0) return false;
        chunks->file_size = (uint64_t)status.st_size;
    }
    return begin(chunks, length);
}

/* Takes the bytes behind a chunk's data until there are `count`, and verifies the checksum. */
static PNGDataStatus end(PNGDataChunks *chunks, size_t count) {
    chunks->between_count += png_input_take(
        chunks->input, chunks->between + chunks->between_count, count - chunks->between_count);
    if (chunks->between_count < count) return PNGDataUsedUp;
    return big_endian(chunks->between) == chunks->crc ? PNGDataDone : PNGDataBroken;
}

PNGDataStatus png_data_chunks_next(PNGDataChunks *chunks, const uint8_t **bytes, size_t *count) {
    while (chunks->left == 0) {
        PNGDataStatus status = end(chunks, sizeof chunks->between);
        if (status != PNGDataDone) return status;
        uint32_t length = big_endian(chunks->between + CRC_COUNT);
        bool is_data = memcmp(chunks->between + CRC_COUNT + 4, IDAT, sizeof IDAT) == 0;
        if (length > MAX_LENGTH || !is_data) return PNGDataBroken;
        if (!begin(chunks, length)) return PNGDataBroken;
    }
    PNGInput *input = chunks->input;
    size_t available = input->filled - input->taken;
    if (available == 0) return PNGDataUsedUp;
    *bytes = input->source.buffer + input->taken;
    *count = available < chunks->left ? available : chunks->left;
    chunks->crc = isal_crc32(chunks->crc, *bytes, *count);
    chunks->left -= (uint32_t)*count;
    input->taken += *count;
    return PNGDataDone;
}

PNGDataStatus png_data_chunks_finish(PNGDataChunks *chunks) {
    return chunks->left > 0 ? PNGDataBroken : end(chunks, CRC_COUNT);
}
