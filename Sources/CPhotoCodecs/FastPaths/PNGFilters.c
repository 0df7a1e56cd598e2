#include "PNGFilters.h"

#include <string.h>

enum { FILTER_NONE, FILTER_SUB, FILTER_UP, FILTER_AVERAGE, FILTER_PAETH };

#define INLINE static inline __attribute__((always_inline))
#define UNROLLED _Pragma("clang loop unroll(full)")

/* ---- One row ----
 *
 * Each sample depends on the one a pixel before, so a vector holds the samples of one pixel, at most eight, widened to
 * 16 bits for sums and differences. Clang compiles operations on these types to the instructions of the function that
 * they are inlined into. */

typedef uint8_t Bytes __attribute__((vector_size(8)));
typedef int16_t Words __attribute__((vector_size(16)));
typedef uint8_t WordBytes __attribute__((vector_size(16)));

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

/* Whichever of three samples is nearest to left + up - corner; of equally near ones, the first in this order. One
 * threshold decides this in fewer steps that wait for `left` than comparing three distances would take. */
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

/* Returns false if there is no such filter. */
INLINE bool undo_row(uint8_t *row, const uint8_t *above, size_t count, size_t pixel) {
    switch (*row) {
    case FILTER_NONE: return true;
    case FILTER_SUB: undo_sub(row + 1, count, pixel); return true;
    case FILTER_UP: undo_up(row + 1, above, count); return true;
    case FILTER_AVERAGE: undo_average(row + 1, above, count, pixel); return true;
    case FILTER_PAETH: undo_paeth(row + 1, above, count, pixel); return true;
    default: return false;
    }
}

/* ---- Several rows at once ----
 *
 * Each pixel waits for the one before it, which keeps the processor idle for most of the time. Therefore 16 rows are
 * undone together, whatever their filters, or 8 if pixels have more than four bytes: two vectors have a lane for one
 * pixel of each row. Each row is one pixel behind the row above it, whose result of the step before is then just
 * above. */

/* Vectors are passed only to functions that are inlined, so the calling convention doesn't matter. */
#pragma clang diagnostic ignored "-Wpsabi"

enum { VECTORS = 2 };

typedef uint8_t Lanes __attribute__((vector_size(32)));
typedef uint32_t NarrowLanes __attribute__((vector_size(32))); /* of pixels of at most four bytes */
typedef uint64_t WideLanes __attribute__((vector_size(32)));

INLINE size_t lane_bytes(size_t pixel) { return pixel > 4 ? 8 : 4; }
INLINE size_t rows_of_vector(size_t lane) { return sizeof(Lanes) / lane; }
INLINE size_t rows_at_once(size_t lane) { return VECTORS * rows_of_vector(lane); }

/* All ones in the lanes of rows whose filters use a neighbour as Paeth does, or use the mean. */
typedef struct FilterMasks {
    Lanes left, up, corner, mean;
} FilterMasks;

typedef struct Rows {
    uint8_t *first; /* behind its filter's number */
    const uint8_t *above;
    size_t count, pixel;
    FilterMasks masks[VECTORS];
} Rows;

/* What a step needs from the one before: its filtered samples, and the results. */
typedef struct Step {
    Lanes samples, left, corner;
} Step;

INLINE uint8_t *sample(const Rows *rows, size_t pixel, size_t row, size_t step) {
    return rows->first + row * (rows->count + 1) + (step - row) * pixel;
}

INLINE bool is_in_row(const Rows *rows, size_t row, size_t step) {
    return step >= row && (step - row) * rows->pixel < rows->count;
}

/* Loads the samples of one vector's rows, from row `first` on: one pixel of each. `is_inside` if all of them exist. */
INLINE void load_lanes(
    Lanes *lanes, const Rows *rows, size_t lane, size_t pixel, size_t first, size_t step, bool is_inside) {
    UNROLLED for (size_t i = 0; i < rows_of_vector(lane); i++) {
        if (is_inside || is_in_row(rows, first + i, step))
            memcpy((uint8_t *)lanes + i * lane, sample(rows, pixel, first + i, step), lane);
    }
}

/* Stores the samples. Inside, this overwrites bytes of the next pixel, which have already been loaded. */
INLINE void store_lanes(
    const Lanes *lanes, const Rows *rows, size_t lane, size_t pixel, size_t first, size_t step, bool is_inside) {
    const size_t stored = is_inside && pixel > 1 ? lane : pixel;
    UNROLLED for (size_t i = 0; i < rows_of_vector(lane); i++) {
        if (is_inside || is_in_row(rows, first + i, step))
            memcpy(sample(rows, pixel, first + i, step), (const uint8_t *)lanes + i * lane, stored);
    }
}

/* The results above those of a vector's rows: of the row above, and of all but the last of its own rows. */
INLINE Lanes
results_above(const Rows *rows, size_t lane, size_t pixel, const Step *steps, int vector, size_t step, bool is_inside) {
    Lanes before = {0}, own = steps[vector].left;
    if (vector > 0) before = steps[vector - 1].left;
    else if (is_inside || is_in_row(rows, 0, step))
        memcpy((uint8_t *)&before + sizeof before - lane, rows->above + step * pixel, lane);
    if (lane == 8) return (Lanes)__builtin_shufflevector((WideLanes)before, (WideLanes)own, 3, 4, 5, 6);
    return (Lanes)__builtin_shufflevector((NarrowLanes)before, (NarrowLanes)own, 7, 8, 9, 10, 11, 12, 13, 14);
}

/* The same as `nearest`, but in bytes. The low one is chosen if the corner is at least twice as far above it as it
 * is below the high one, and vice versa; the distance to a corner on the other side is 0. */
INLINE Lanes nearest_bytes(Lanes left, Lanes up, Lanes corner) {
    Lanes low = __builtin_elementwise_min(left, up), high = __builtin_elementwise_max(left, up);
    Lanes below = __builtin_elementwise_sub_sat(corner, low), over = __builtin_elementwise_sub_sat(high, corner);
    Lanes takes_low = (Lanes)(__builtin_elementwise_sub_sat(__builtin_elementwise_add_sat(over, over), below) == 0);
    Lanes takes_high = (Lanes)(__builtin_elementwise_sub_sat(__builtin_elementwise_add_sat(below, below), over) == 0);
    return (low & takes_low) | (high & takes_high) | (corner & ~(takes_low | takes_high));
}

/* The values by which the filters reduced the samples. Sub is Paeth with 0 above, Up is Paeth with 0 before. */
INLINE Lanes predicted(Lanes left, Lanes up, Lanes corner, const FilterMasks *masks, bool is_paeth) {
    if (is_paeth) return nearest_bytes(left, up, corner);
    Lanes mean = (left & up) + ((left ^ up) >> 1);
    return nearest_bytes(left & masks->left, up & masks->up, corner & masks->corner) | (mean & masks->mean);
}

/* Undoes one pixel of each row. */
INLINE void undo_step(
    const Rows *rows, Step *steps, size_t lane, size_t pixel, size_t step, bool is_inside, bool is_paeth) {
    const size_t together = rows_of_vector(lane);
    Lanes above[VECTORS];
    UNROLLED for (int i = 0; i < VECTORS; i++) above[i] = results_above(rows, lane, pixel, steps, i, step, is_inside);
    UNROLLED for (int i = 0; i < VECTORS; i++) {
        Step *own = &steps[i];
        own->left = own->samples + predicted(own->left, above[i], own->corner, &rows->masks[i], is_paeth);
        own->corner = above[i];
    }
    UNROLLED for (int i = 0; i < VECTORS; i++)
        load_lanes(&steps[i].samples, rows, lane, pixel, i * together, step + 1, is_inside);
    UNROLLED for (int i = 0; i < VECTORS; i++)
        store_lanes(&steps[i].left, rows, lane, pixel, i * together, step, is_inside);
}

/* Does the steps in which some rows have no pixel. */
__attribute__((noinline)) static void undo_outer_steps(const Rows *rows, Step *steps, size_t begin, size_t end) {
    for (size_t step = begin; step < end; step++) {
        if (lane_bytes(rows->pixel) == 4) undo_step(rows, steps, 4, rows->pixel, step, false, false);
        else undo_step(rows, steps, 8, rows->pixel, step, false, false);
    }
}

INLINE void undo_steps(const Rows *rows, size_t pixel, bool is_paeth) {
    const size_t lane = lane_bytes(pixel), pixels = rows->count / pixel, behind = rows_at_once(lane) - 1;
    Step outer[VECTORS] = {0}, inner[VECTORS]; /* not one, so that the inner ones can be in registers */
    load_lanes(&outer[0].samples, rows, lane, pixel, 0, 0, false);
    undo_outer_steps(rows, outer, 0, behind);
    memcpy(inner, outer, sizeof inner);
    for (size_t step = behind; step + 1 < pixels; step++) undo_step(rows, inner, lane, pixel, step, true, is_paeth);
    memcpy(outer, inner, sizeof outer);
    undo_outer_steps(rows, outer, pixels - 1, pixels + behind);
}

INLINE void undo_together(uint8_t *row, const uint8_t *above, size_t count, size_t pixel) {
    Rows rows = {.first = row + 1, .above = above, .count = count, .pixel = pixel};
    const size_t lane = lane_bytes(pixel);
    bool is_paeth = true;
    for (size_t i = 0; i < rows_at_once(lane); i++) {
        const uint8_t filter = row[i * (count + 1)];
        FilterMasks *masks = &rows.masks[i / rows_of_vector(lane)];
        const size_t place = i % rows_of_vector(lane) * lane;
        memset((uint8_t *)&masks->left + place, filter == FILTER_SUB || filter == FILTER_PAETH ? 0xFF : 0, lane);
        memset((uint8_t *)&masks->up + place, filter == FILTER_UP || filter == FILTER_PAETH ? 0xFF : 0, lane);
        memset((uint8_t *)&masks->corner + place, filter == FILTER_PAETH ? 0xFF : 0, lane);
        memset((uint8_t *)&masks->mean + place, filter == FILTER_AVERAGE ? 0xFF : 0, lane);
        is_paeth &= filter == FILTER_PAETH;
    }
    /* A special case for Paeth is worth its code only for common pixels. */
    switch (pixel) {
    case 1: undo_steps(&rows, 1, false); break;
    case 2: undo_steps(&rows, 2, false); break;
    case 3: is_paeth ? undo_steps(&rows, 3, true) : undo_steps(&rows, 3, false); break;
    case 4: is_paeth ? undo_steps(&rows, 4, true) : undo_steps(&rows, 4, false); break;
    case 6: undo_steps(&rows, 6, false); break;
    default: undo_steps(&rows, 8, false); break;
    }
}

/* ---- The choice ---- */

/* Whether the next rows are undone faster together: None, Sub and Up are faster one by one than the others. */
INLINE bool are_faster_together(const uint8_t *row, size_t rows, size_t count, size_t pixel) {
    const size_t together = rows_at_once(lane_bytes(pixel));
    size_t sub = 0, slow = 0;
    if (rows < together || count < together * pixel) return false;
    for (size_t i = 0; i < together; i++) {
        const uint8_t filter = row[i * (count + 1)];
        if (filter > FILTER_PAETH) return false;
        sub += filter == FILTER_SUB;
        slow += filter == FILTER_AVERAGE || filter == FILTER_PAETH;
    }
    return 3 * slow + sub > together;
}

size_t png_filter_rows_at_once(size_t pixel) { return rows_at_once(lane_bytes(pixel)); }

INLINE bool undo_alone(uint8_t *row, const uint8_t *above, size_t count, size_t pixel) {
    switch (pixel) {
    case 1: return undo_row(row, above, count, 1);
    case 2: return undo_row(row, above, count, 2);
    case 3: return undo_row(row, above, count, 3);
    case 4: return undo_row(row, above, count, 4);
    case 6: return undo_row(row, above, count, 6);
    case 8: return undo_row(row, above, count, 8);
    default: return false;
    }
}

INLINE bool unfilter_rows(uint8_t *row, size_t rows, const uint8_t *above, size_t count, size_t pixel) {
    while (rows > 0) {
        size_t undone = 1;
        if (are_faster_together(row, rows, count, pixel)) {
            undo_together(row, above, count, pixel);
            undone = rows_at_once(lane_bytes(pixel));
        } else if (!undo_alone(row, above, count, pixel)) {
            return false;
        }
        for (size_t i = 0; i < undone; i++, row += count + 1) *row = FILTER_NONE;
        above = row - count;
        rows -= undone;
    }
    return true;
}

#if defined(__x86_64__)

__attribute__((target("avx2"))) static bool unfilter_rows_avx2(
    uint8_t *row, size_t rows, const uint8_t *above, size_t count, size_t pixel) {
    return unfilter_rows(row, rows, above, count, pixel);
}

bool png_unfilter_rows(uint8_t *row, size_t rows, const uint8_t *above, size_t count, size_t pixel) {
    if (__builtin_cpu_supports("avx2")) return unfilter_rows_avx2(row, rows, above, count, pixel);
    return unfilter_rows(row, rows, above, count, pixel);
}

#else

bool png_unfilter_rows(uint8_t *row, size_t rows, const uint8_t *above, size_t count, size_t pixel) {
    return unfilter_rows(row, rows, above, count, pixel);
}

#endif
