/* Buffered reading of a descriptor at a position of its own. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CPhotoCodecs.h"

enum { BYTE_SOURCE_CAPACITY = 64 * 1024 };

typedef struct ByteSource {
    int descriptor;
    CPhotoCancellationCheck is_stopped; /* asked before each read; NULL never stops */
    const void *stop_context;
    int errnum;        /* errno of a failed read, ECANCELED of one that was stopped, ESTALE of one that ended before the file, else 0 */
    uint64_t offset;   /* of the first byte after the buffer */
    uint8_t buffer[BYTE_SOURCE_CAPACITY];
} ByteSource;

/* Fills the buffer from `offset` on. Returns how many bytes came: 0 at the end of the file or when errnum is set. */
size_t byte_source_fill(ByteSource *source);
