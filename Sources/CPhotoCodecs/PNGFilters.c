#include "PNGFilters.h"

#include <string.h>

enum { FILTER_NONE, FILTER_SUB, FILTER_UP, FILTER_AVERAGE, FILTER_PAETH };

/* Rows with the Paeth filter that are undone together. Each pixel waits for the one before it, and while one row waits
 * the processor works on the others; four rows no longer fit into SSE's registers. */
enum { ROWS_AT_ONCE = 3 };

/* Each sample depends on the one a pixel before, so a vector holds the samples of one pixel, at most eight, widened to
 * 16 bits for sums and differences. Clang makes SSE instructions of these types on x86, and NEON on ARM. */
typedef uint8_t Bytes __attribute__((vector_size(8)));
typedef int16_t Words __attribute__((vector_size(16)));
typedef uint8_t WordBytes __attribute__((vector_size(16)));

#define INLINE static inline __attribute__((always_inline))

/* Reads eight bytes, of which those of one pixel count. */
INLINE Words load(const uint8_t *bytes) {
    Bytes narrow;
    memcpy(&narrow, bytes, sizeof narrow);
    return __builtin_convertvector(narrow, Words);
}

INLINE void store(uint8_t *bytes, Words words, size_t pixel) {
    Bytes narrow = __builtin_convertvector(words, Bytes);
    memcpy(bytes, &narrow, pixel);
}

/* Adds samples modulo 256: an addition of bytes, whose upper halves are zero. */
INLINE Words add(Words a, Words b) { return (Words)((WordBytes)a + (WordBytes)b); }

/* Sub: each sample was reduced by that of the pixel before. */
INLINE void undo_sub(uint8_t *row, size_t count, size_t pixel) {
    Words left = {0};
    for (size_t i = 0; i < count; i += pixel) {
        left = add(load(row + i), left);
        store(row + i, left, pixel);
    }
}

/* Up: each sample was reduced by the one above. The compiler makes vectors of this loop. */
INLINE void undo_up(uint8_t *row, const uint8_t *above, size_t count) {
    for (size_t i = 0; i < count; i++) row[i] = (uint8_t)(row[i] + above[i]);
}

/* Average: each sample was reduced by the mean of those before and above, rounded down. */
INLINE void undo_average(uint8_t *row, const uint8_t *above, size_t count, size_t pixel) {
    Words left = {0};
    for (size_t i = 0; i < count; i += pixel) {
        left = add(load(row + i), (left + load(above + i)) >> 1);
        store(row + i, left, pixel);
    }
}

/* Whichever of three samples is nearest to left + up - corner; in this order if they are equally near. One threshold
 * decides the same as three distances would, in fewer steps that wait for `left`. */
INLINE Words nearest(Words left, Words up, Words corner) {
    Words threshold = 3 * corner - up - left;
    Words low = __builtin_elementwise_min(left, up), high = __builtin_elementwise_max(left, up);
    Words above_threshold = high > threshold, below_threshold = threshold > low;
    return (low & ~above_threshold) | (high & ~below_threshold) | (corner & (above_threshold & below_threshold));
}

/* Paeth: each sample was reduced by the nearest of those before, above, and above the one before. */
INLINE void undo_paeth(uint8_t *first, const uint8_t *above, size_t count, size_t pixel, int rows) {
    Words left[ROWS_AT_ONCE] = {{0}}, corner[ROWS_AT_ONCE] = {{0}};
    for (size_t i = 0; i < count; i += pixel) {
        Words up = load(above + i);
        for (int row = 0; row < rows; row++) {
            uint8_t *bytes = first + (count + 1) * (size_t)row + i;
            left[row] = add(load(bytes), nearest(left[row], up, corner[row]));
            store(bytes, left[row], pixel);
            corner[row] = up;
            up = left[row];
        }
    }
}

INLINE size_t undo_rows(uint8_t *row, size_t rows, const uint8_t *above, size_t count, size_t pixel) {
    bool together = rows >= ROWS_AT_ONCE;
    for (size_t i = 0; together && i < ROWS_AT_ONCE; i++) together = row[(count + 1) * i] == FILTER_PAETH;
    if (together) {
        undo_paeth(row + 1, above, count, pixel, ROWS_AT_ONCE);
        return ROWS_AT_ONCE;
    }
    switch (*row) {
    case FILTER_NONE: return 1;
    case FILTER_SUB: undo_sub(row + 1, count, pixel); return 1;
    case FILTER_UP: undo_up(row + 1, above, count); return 1;
    case FILTER_AVERAGE: undo_average(row + 1, above, count, pixel); return 1;
    case FILTER_PAETH: undo_paeth(row + 1, above, count, pixel, 1); return 1;
    default: return 0;
    }
}

/* Undoes the next row, or some rows, and returns how many; 0 if there is no such filter. */
static size_t undo_next(uint8_t *row, size_t rows, const uint8_t *above, size_t count, size_t pixel) {
    switch (pixel) {
    case 1: return undo_rows(row, rows, above, count, 1);
    case 2: return undo_rows(row, rows, above, count, 2);
    case 3: return undo_rows(row, rows, above, count, 3);
    case 4: return undo_rows(row, rows, above, count, 4);
    case 6: return undo_rows(row, rows, above, count, 6);
    case 8: return undo_rows(row, rows, above, count, 8);
    default: return 0;
    }
}

bool png_unfilter_rows(uint8_t *row, size_t rows, const uint8_t *above, size_t count, size_t pixel) {
    while (rows > 0) {
        size_t undone = undo_next(row, rows, above, count, pixel);
        if (undone == 0) return false;
        for (size_t i = 0; i < undone; i++, row += count + 1) *row = FILTER_NONE;
        above = row - count;
        rows -= undone;
    }
    return true;
}
