#include "ByteSink.h"

#include <stdlib.h>
#include <string.h>

bool byte_sink_reserve(ByteSink *sink, size_t more) {
    if (more > SIZE_MAX / 4 || sink->count > SIZE_MAX / 4) return false;
    size_t needed = sink->count + more;
    if (needed <= sink->capacity) return true;
    size_t capacity = sink->capacity ? sink->capacity : 64 * 1024;
    while (capacity < needed) capacity *= 2;
    uint8_t *bytes = realloc(sink->bytes, capacity);
    if (!bytes) return false;
    sink->bytes = bytes;
    sink->capacity = capacity;
    return true;
}

bool byte_sink_append(ByteSink *sink, const uint8_t *bytes, size_t count) {
    if (!byte_sink_reserve(sink, count)) return false;
    if (count) memcpy(sink->bytes + sink->count, bytes, count);
    sink->count += count;
    return true;
}

void byte_sink_free(ByteSink *sink) {
    free(sink->bytes);
    *sink = (ByteSink){0};
}
