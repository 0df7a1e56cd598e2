#include "Bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bytes_free(Bytes *bytes) {
    free(bytes->bytes);
    *bytes = (Bytes){0};
}

void bytes_clear(Bytes *bytes) { bytes->count = 0; }

void bytes_reserve(Bytes *bytes, size_t count) {
    if (bytes->count + count <= bytes->capacity) return;
    bytes->capacity = 2 * (bytes->count + count);
    bytes->bytes = realloc(bytes->bytes, bytes->capacity);
    if (bytes->bytes) return;
    perror("memory");
    exit(EXIT_FAILURE);
}

void bytes_replace(Bytes *bytes, size_t at, size_t removed, const void *inserted, size_t count) {
    bytes_reserve(bytes, count + 1);
    memmove(bytes->bytes + at + count, bytes->bytes + at + removed, bytes->count - at - removed);
    if (count > 0) memcpy(bytes->bytes + at, inserted, count);
    bytes->count += count - removed;
}

void bytes_append(Bytes *bytes, const void *added, size_t count) {
    bytes_replace(bytes, bytes->count, 0, added, count);
}

void bytes_append_byte(Bytes *bytes, int value) { bytes_append(bytes, &(uint8_t){(uint8_t)value}, 1); }

void bytes_append_number(Bytes *bytes, uint32_t value, int count) {
    for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) bytes_append_byte(bytes, (int)(value >> shift & 255));
}

uint32_t bytes_number(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}
