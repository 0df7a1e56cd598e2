/* What the reader of PNGs knows of our own inflating of pictures. It lies in FastPaths/; a build without that has none
 * (`Plain/NoFastPaths.c`). */
#pragma once

#include "PNGInput.h"
#include "PNGPasses.h"

typedef struct PNGFastPath PNGFastPath;

typedef enum PNGFastRow {
    PNGFastRowAdded,
    PNGFastRowAddedLast,
    PNGFastRowDoubtful, /* libpng must read the file itself, from the beginning */
    PNGFastRowCancelled,
} PNGFastRow;

/* A stream that libpng reads in place of a picture's data: its rows, inflated and unfiltered. NULL if there is none.
 *
 * `input` is behind the header of the first IDAT chunk, which has `length` bytes, and must not be used by others until
 * the last row was added or a row was doubtful; it must not check for cancellation. Then it is behind the data. */
PNGFastPath *png_fast_path_start(PNGInput *input, uint32_t length, const PNGPasses *passes);
/* No thread may be in `_prepare`. */
void png_fast_path_free(PNGFastPath *path);

/* Whether the next row must be added before libpng can read on. */
bool png_fast_path_needs_row(const PNGFastPath *path);
/* Adds the next row, and sets `*piece` to how many bytes libpng can read before it needs another. Checks for
 * cancellation. */
PNGFastRow png_fast_path_add_row(
    PNGFastPath *path, CPhotoCancellationCheck is_cancelled, const void *context, size_t *piece);
/* Copies up to `count` bytes for libpng. Returns their number. */
size_t png_fast_path_take(PNGFastPath *path, uint8_t *output, size_t count);
/* Whether libpng has all of the picture's data, and reads what is behind it in the file. */
bool png_fast_path_has_ended(const PNGFastPath *path);

/* Whether adding the next row would wait for another thread. */
bool png_fast_path_is_waiting(PNGFastPath *path);
/* These may be called on any thread at any time: whether there is something to inflate ahead, and nobody is doing it;
 * inflates some of it, or returns false; waits for who is inflating, and makes all further calls return false. */
bool png_fast_path_can_prepare(PNGFastPath *path);
bool png_fast_path_prepare(PNGFastPath *path);
void png_fast_path_stop(PNGFastPath *path);
