#include "JPEGHeight.h"

enum { START_OF_IMAGE = 0xD8, END_OF_IMAGE = 0xD9, START_OF_SCAN = 0xDA, NUMBER_OF_LINES = 0xDC };

/* The bytes of a source one after the other. */
typedef struct Bytes {
    ByteSource *source;
    size_t taken, filled;
} Bytes;

/* The next byte; -1 at the end. */
static int next(Bytes *bytes) {
    if (bytes->taken == bytes->filled) {
        bytes->taken = 0;
        bytes->filled = byte_source_fill(bytes->source);
        if (bytes->filled == 0) return -1;
    }
    return bytes->source->buffer[bytes->taken++];
}

/* The offset of the next byte. */
static uint64_t offset(const Bytes *bytes) { return bytes->source->offset - (bytes->filled - bytes->taken); }

/* The next marker; anything before it is skipped. -1 at the end. */
static int next_marker(Bytes *bytes) {
    int byte = next(bytes);
    while (byte >= 0) {
        if (byte != 0xFF) {
            byte = next(bytes);
            continue;
        }
        while (byte == 0xFF) byte = next(bytes);
        if (byte != 0) return byte;
    }
    return -1;
}

static int next_number(Bytes *bytes) {
    int high = next(bytes), low = next(bytes);
    return high < 0 || low < 0 ? -1 : high << 8 | low;
}

static void skip(Bytes *bytes, size_t count) {
    size_t available = bytes->filled - bytes->taken;
    if (count <= available) {
        bytes->taken += count;
        return;
    }
    bytes->source->offset += count - available;
    bytes->taken = bytes->filled = 0;
}

static bool stands_alone(int marker) { return marker == 0x01 || (marker >= 0xD0 && marker <= START_OF_IMAGE); }

static bool is_frame(int marker) {
    enum { HUFFMAN_TABLES = 0xC4, RESERVED = 0xC8, ARITHMETIC_CONDITIONING = 0xCC };
    return marker >= 0xC0 && marker <= 0xCF && marker != HUFFMAN_TABLES && marker != RESERVED &&
           marker != ARITHMETIC_CONDITIONING;
}

/* The offset of the height in the frame header; the bytes are then at the beginning of the first scan. 0 if the
 * header states a height, or if there is no scan. */
static uint64_t find_frame(Bytes *bytes) {
    uint64_t height = 0;
    int marker;
    while ((marker = next_marker(bytes)) >= 0 && marker != END_OF_IMAGE) {
        if (stands_alone(marker)) continue;
        int length = next_number(bytes), used = 2;
        if (length < 2) return 0;
        if (is_frame(marker) && height == 0 && length >= 5) {
            (void)next(bytes); /* the bits of a sample */
            height = offset(bytes);
            if (next_number(bytes) != 0) return 0;
            used += 3;
        }
        skip(bytes, (size_t)(length - used));
        if (marker == START_OF_SCAN) return height;
    }
    return 0;
}

JPEGHeight jpeg_height_find(ByteSource *source) {
    Bytes bytes = {.source = source};
    JPEGHeight height = {0};
    uint64_t place = find_frame(&bytes);
    if (place == 0) return height;
    int marker;
    do marker = next_marker(&bytes);
    while (marker >= 0 && stands_alone(marker)); /* restart markers */
    if (marker != NUMBER_OF_LINES || next_number(&bytes) != 4) return height;
    int lines = next_number(&bytes);
    if (lines > 0) height = (JPEGHeight){.offset = place, .bytes = {(uint8_t)(lines >> 8), (uint8_t)lines}};
    return height;
}

void jpeg_height_put(const JPEGHeight *height, ByteSource *source, size_t count) {
    if (height->offset == 0) return;
    const uint64_t first = source->offset - count;
    for (uint64_t i = 0; i < sizeof height->bytes; i++)
        if (height->offset + i >= first && height->offset + i < source->offset)
            source->buffer[height->offset + i - first] = height->bytes[i];
}
