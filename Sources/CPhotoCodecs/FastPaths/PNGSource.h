/* The rows of a PNG, inflated with ISA-L and unfiltered.
 *
 * They are prepared ahead, in a ring of buffers, by whichever thread has time: one that calls `_prepare`, else the
 * reader in `_next`. The reader never waits unless another thread is preparing what it needs.
 *
 * A source takes nothing for granted. Whatever is not as it should be (a checksum, the stream, its size, a filter,
 * what lies behind it) makes the file doubtful, and libpng has to decide. Up to then every row is what libpng would
 * have made of it, because rows are handed out in order, and behind the checksums of the chunks before the last one.
 * Only where the data ends too soon between two chunks may there be some rows more, because libpng asks for the next
 * chunk before zlib has given all that it could. */
#pragma once

#include "CPhotoCodecs.h"
#include "PNGInput.h"
#include "PNGPasses.h"

typedef struct PNGSource PNGSource;

typedef enum PNGSourceStatus {
    PNGSourceRow,
    PNGSourceFallback,
    PNGSourceCancelled,
} PNGSourceStatus;

/* `input` is behind the header of the first IDAT chunk, which has `length` bytes, and must not be used by others until
 * the last row has come or PNGSourceFallback came; it must not check for cancellation. After the last row it is behind
 * the data and its chunk's checksum. NULL if there is no ISA-L, no memory, if the file ends before the chunk, or if
 * rows are longer than a mebibyte. Takes at most 4.3 MiB. */
PNGSource *png_source_create(PNGInput *input, uint32_t length, const PNGPasses *passes);
/* No thread may be in `_prepare`. */
void png_source_destroy(PNGSource *source);

/* Whether there is something to prepare, and nobody is doing it. */
bool png_source_can_prepare(PNGSource *source);
/* Prepares at most one buffer of rows and reads at most 64 KiB of the file, which the input's observer doesn't get. May
 * be called on any thread at any time. Returns false, having done nothing, unless `_can_prepare`. */
bool png_source_prepare(PNGSource *source);
/* Waits for the thread that is preparing, if there is one, and makes all further calls of `_prepare` return false. */
void png_source_stop(PNGSource *source);

/* Whether `_next` would wait for another thread. */
bool png_source_is_waiting(PNGSource *source);
/* The next row, which begins with the number of filter None and is `count` bytes long. Valid until the next call.
 * Checks for cancellation before each buffer, and while waiting for one, before each 64 KiB of the file. */
PNGSourceStatus png_source_next(
    PNGSource *source, CPhotoCancellationCheck is_cancelled, const void *context, const uint8_t **row, size_t *count,
    bool *is_last);
