#include "PNGFastPath.h"

#include <stdlib.h>

#include "ISALInflater.h"
#include "PNGSource.h"
#include "PNGStoredStream.h"

struct PNGFastPath {
    PNGSource *source;
    PNGStoredStream stream; /* of the source's rows */
};

PNGFastPath *png_fast_path_start(PNGInput *input, uint32_t length, const PNGPasses *passes) {
    /* libpng expects that the first IDAT has the file's length. */
    if (length > png_stored_stream_size(passes)) return NULL;
    PNGFastPath *path = calloc(1, sizeof *path);
    if (!path) return NULL;
    path->source = png_source_create(input, length, passes);
    if (!path->source) {
        free(path);
        return NULL;
    }
    png_stored_stream_start(&path->stream, length, isal_adler);
    return path;
}

void png_fast_path_free(PNGFastPath *path) {
    if (!path) return;
    png_source_destroy(path->source);
    free(path);
}

bool png_fast_path_needs_row(const PNGFastPath *path) { return png_stored_stream_needs_row(&path->stream); }

PNGFastRow png_fast_path_add_row(
    PNGFastPath *path, CPhotoCancellationCheck is_cancelled, const void *context, size_t *piece) {
    const uint8_t *row;
    size_t count;
    bool is_last;
    switch (png_source_next(path->source, is_cancelled, context, &row, &count, &is_last)) {
    case PNGSourceRow:
        *piece = png_stored_stream_add(&path->stream, row, count, is_last);
        return is_last ? PNGFastRowAddedLast : PNGFastRowAdded;
    case PNGSourceFallback: return PNGFastRowDoubtful;
    case PNGSourceCancelled: return PNGFastRowCancelled;
    }
    __builtin_unreachable();
}

size_t png_fast_path_take(PNGFastPath *path, uint8_t *output, size_t count) {
    return png_stored_stream_take(&path->stream, output, count);
}

bool png_fast_path_has_ended(const PNGFastPath *path) { return path->stream.has_ended; }

bool png_fast_path_is_waiting(PNGFastPath *path) {
    return png_fast_path_needs_row(path) && png_source_is_waiting(path->source);
}

bool png_fast_path_can_prepare(PNGFastPath *path) { return png_source_can_prepare(path->source); }
bool png_fast_path_prepare(PNGFastPath *path) { return png_source_prepare(path->source); }
void png_fast_path_stop(PNGFastPath *path) { png_source_stop(path->source); }
