/* Buffered reading from a file descriptor at its own offset. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CPhotoCodecs.h"

enum { BYTE_SOURCE_CAPACITY = 64 * 1024 };

typedef struct ByteSource {
    int descriptor;
    CPhotoCancellationCheck is_cancelled; /* called before each read; NULL for no cancellation */
    const void *cancellation_context;
    CPhotoReadObserver observer; /* called after each read; NULL for none */
    void *observer_context;
    bool is_unobserved; /* the observer isn't called for now */
    int errnum;         /* errno of a failed read; ECANCELED if cancelled; ESTALE if the file ended early; else 0 */
    uint64_t offset;    /* of the first byte after the buffer */
    uint64_t end;       /* the offset at which reading ends at the latest; 0 for the end of the file */
    uint8_t buffer[BYTE_SOURCE_CAPACITY];
} ByteSource;

/* Fills the buffer from `offset` on. Returns the number of bytes read: 0 at the end or if errnum is set. */
size_t byte_source_fill(ByteSource *source);
