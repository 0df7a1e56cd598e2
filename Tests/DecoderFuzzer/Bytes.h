/* Bytes that grow. All functions end the program if there is no memory. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct Bytes {
    uint8_t *bytes; /* NULL as long as there were none */
    size_t count, capacity;
} Bytes;

void bytes_free(Bytes *bytes);
void bytes_clear(Bytes *bytes);
/* Makes room for `count` more. */
void bytes_reserve(Bytes *bytes, size_t count);
/* Replaces `removed` bytes at `at` by `count` others, which may be NULL if `count` is 0, and must not be its own. */
void bytes_replace(Bytes *bytes, size_t at, size_t removed, const void *inserted, size_t count);
void bytes_append(Bytes *bytes, const void *added, size_t count);
void bytes_append_byte(Bytes *bytes, int value);
/* Big-endian, `count` bytes of `value`. */
void bytes_append_number(Bytes *bytes, uint32_t value, int count);
/* Reads a big-endian number of four bytes. */
uint32_t bytes_number(const uint8_t *bytes);
