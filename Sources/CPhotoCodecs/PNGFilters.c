#include "PNGFilters.h"

#include <string.h>

enum { FILTER_NONE, FILTER_SUB, FILTER_UP, FILTER_AVERAGE, FILTER_PAETH };

/* Each sample depends on the one a pixel before, so a vector holds the samples of one pixel, at most eight, widened to
 * 16 bits for sums and differences. Clang makes SSE instructions of these types on x86, and NEON on ARM. */
typedef uint8_t Bytes __attribute__((vector_size(8)));
typedef int16_t Words __attribute__((vector_size(16)));
typedef uint8_t WordBytes __attribute__((vector_size(16)));

#define INLINE static inline __attribute__((always_inline))
#define UNROLLED _Pragma("clang loop unroll(full)")

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
INLINE void undo_paeth(uint8_t *row, const uint8_t *above, size_t count, size_t pixel) {
    Words left = {0}, corner = {0};
    for (size_t i = 0; i < count; i += pixel) {
        Words up = load(above + i);
        left = add(load(row + i), nearest(left, up, corner));
        store(row + i, left, pixel);
        corner = up;
    }
}

/* ---- Paeth in several rows at once ----
 *
 * Each pixel waits for the one before it, which keeps the processor idle for most of the time. Therefore several rows are
 * undone together: a vector of 16 bytes has a lane for a pixel of each of four rows (of two, if pixels have more than four
 * bytes), and there may be two vectors. Each row is one pixel behind the row above it, whose result of the step before is
 * then just above. */

typedef uint8_t Lanes __attribute__((vector_size(16)));
typedef uint32_t FourLanes __attribute__((vector_size(16)));
typedef uint64_t TwoLanes __attribute__((vector_size(16)));

INLINE size_t lane_bytes(size_t pixel) { return pixel > 4 ? 8 : 4; }
INLINE size_t rows_of_vector(size_t pixel) { return sizeof(Lanes) / lane_bytes(pixel); }

/* The same as `nearest`, without leaving bytes. The low one is taken where the corner is at least twice as far above it as
 * it is below the high one, and the other way round; a distance to a corner on the other side is 0. */
INLINE Lanes nearest_bytes(Lanes left, Lanes up, Lanes corner) {
    Lanes low = __builtin_elementwise_min(left, up), high = __builtin_elementwise_max(left, up);
    Lanes below = __builtin_elementwise_sub_sat(corner, low), over = __builtin_elementwise_sub_sat(high, corner);
    Lanes takes_low = (Lanes)(__builtin_elementwise_sub_sat(__builtin_elementwise_add_sat(over, over), below) == 0);
    Lanes takes_high = (Lanes)(__builtin_elementwise_sub_sat(__builtin_elementwise_add_sat(below, below), over) == 0);
    return (low & takes_low) | (high & takes_high) | (corner & ~(takes_low | takes_high));
}

/* Moves every lane to the next row, and the last lane of another vector to the first row. */
INLINE Lanes shift_in(Lanes lanes, Lanes other, size_t pixel) {
    if (lane_bytes(pixel) == 4)
        return (Lanes)__builtin_shufflevector((FourLanes)lanes, (FourLanes)other, 7, 0, 1, 2);
    return (Lanes)__builtin_shufflevector((TwoLanes)lanes, (TwoLanes)other, 3, 0);
}

/* A vector with a pixel in its last lane. */
INLINE Lanes last_lane(const uint8_t *bytes, size_t pixel) {
    Lanes lanes = {0};
    memcpy((uint8_t *)&lanes + sizeof lanes - lane_bytes(pixel), bytes, lane_bytes(pixel));
    return lanes;
}

typedef struct PaethRows {
    uint8_t *first;
    const uint8_t *above;
    size_t count, pixel;
    size_t vectors;   /* 1 or 2 */
} PaethRows;

INLINE uint8_t *sample(const PaethRows *rows, size_t row, size_t step) {
    return rows->first + row * (rows->count + 1) + (step - row) * rows->pixel;
}

/* The filtered samples of one vector's rows, from row `first` on, one pixel of each. Behind a row's end they are those of
 * the next row or of the padding, which nothing uses. */
INLINE Lanes load_lanes(const PaethRows *rows, size_t first, size_t step, bool is_inside) {
    const size_t lane = lane_bytes(rows->pixel);
    Lanes lanes = {0};
    UNROLLED for (size_t row = 0; row < sizeof lanes / lane; row++)
        if (is_inside || step >= first + row)
            memcpy((uint8_t *)&lanes + row * lane, sample(rows, first + row, step), lane);
    return lanes;
}

INLINE void store_lanes(const PaethRows *rows, Lanes lanes, size_t first, size_t step, bool is_inside) {
    const size_t lane = lane_bytes(rows->pixel);
    UNROLLED for (size_t row = 0; row < sizeof lanes / lane; row++)
        if (is_inside || (step >= first + row && (step - first - row) * rows->pixel < rows->count))
            memcpy(sample(rows, first + row, step), (uint8_t *)&lanes + row * lane, rows->pixel);
}

/* The samples of a vector's rows at one step, and those above them. */
typedef struct PaethVector {
    Lanes left, corner;
} PaethVector;

INLINE PaethVector undone(const PaethRows *rows, PaethVector vector, Lanes up, size_t first, size_t step,
                          bool is_inside) {
    Lanes samples = load_lanes(rows, first, step, is_inside);
    return (PaethVector){.left = samples + nearest_bytes(vector.left, up, vector.corner), .corner = up};
}

/* Undoes one pixel of each row. `is_inside` if all of them exist. */
INLINE void undo_step(const PaethRows *rows, PaethVector *a, PaethVector *b, size_t step, bool is_inside) {
    const size_t second = rows_of_vector(rows->pixel);
    Lanes up_a = shift_in(a->left, last_lane(rows->above + step * rows->pixel, rows->pixel), rows->pixel);
    Lanes up_b = shift_in(b->left, a->left, rows->pixel);
    *a = undone(rows, *a, up_a, 0, step, is_inside);
    if (rows->vectors == 2) *b = undone(rows, *b, up_b, second, step, is_inside);
    store_lanes(rows, a->left, 0, step, is_inside);
    if (rows->vectors == 2) store_lanes(rows, b->left, second, step, is_inside);
}

INLINE void undo_paeth_together(uint8_t *first, const uint8_t *above, size_t count, size_t pixel, size_t vectors) {
    const PaethRows rows = {.first = first, .above = above, .count = count, .pixel = pixel, .vectors = vectors};
    const size_t pixels = count / pixel, behind = vectors * rows_of_vector(pixel) - 1;
    PaethVector a = {0}, b = {0};
    size_t step = 0;
    for (; step < behind; step++) undo_step(&rows, &a, &b, step, false);
    for (; step < pixels; step++) undo_step(&rows, &a, &b, step, true);
    for (; step < pixels + behind; step++) undo_step(&rows, &a, &b, step, false);
}

/* Undoes the next row, or several, and returns how many; 0 if there is no such filter. */
INLINE size_t undo_rows(uint8_t *row, size_t rows, const uint8_t *above, size_t count, size_t pixel) {
    const size_t together = rows_of_vector(pixel);
    size_t paeth = 0;
    while (paeth < 2 * together && paeth < rows && row[(count + 1) * paeth] == FILTER_PAETH) paeth++;
    if (paeth == 2 * together) {
        undo_paeth_together(row + 1, above, count, pixel, 2);
        return 2 * together;
    }
    if (paeth >= together) {
        undo_paeth_together(row + 1, above, count, pixel, 1);
        return together;
    }
    switch (*row) {
    case FILTER_NONE: return 1;
    case FILTER_SUB: undo_sub(row + 1, count, pixel); return 1;
    case FILTER_UP: undo_up(row + 1, above, count); return 1;
    case FILTER_AVERAGE: undo_average(row + 1, above, count, pixel); return 1;
    case FILTER_PAETH: undo_paeth(row + 1, above, count, pixel); return 1;
    default: return 0;
    }
}

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
