/* A buffer of encoded bytes that have not been taken yet. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ByteSink {
    uint8_t *bytes;
    size_t count, capacity;
} ByteSink;

/* Reserves room for `more` bytes after `count`; false if there is no memory. */
bool byte_sink_reserve(ByteSink *sink, size_t more);
bool byte_sink_append(ByteSink *sink, const uint8_t *bytes, size_t count);
void byte_sink_free(ByteSink *sink);
