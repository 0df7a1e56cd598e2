#include "CResampling.h"

#include <string.h>

#include "Products.h"

enum { SAMPLES = CResamplingSamplesPerPixel };

/* The sums of a pixel's samples. */
typedef uint16_t RowSums __attribute__((vector_size(2 * SAMPLES)));
typedef int32_t BoxSums __attribute__((vector_size(4 * SAMPLES)));

/* Boxes that are averaged at once, and pixels of a box whose sums fit in 16 bits, with half of that number. */
enum { BOXES = 64, SMALL_BOX = 256 };

INLINE void add_samples(const uint8_t *samples, size_t count, uint16_t *sums) {
    for (size_t i = 0; i < count; i++) sums[i] = (uint16_t)(sums[i] + samples[i]);
}

INLINE RowSums sums_at(const uint16_t *from) {
    RowSums sums;
    memcpy(&sums, from, sizeof sums);
    return sums;
}

/* Averages whole boxes of no more than SMALL_BOX pixels, rounded to the nearest value. */
INLINE void average_small(const uint16_t *sums, size_t boxes, size_t side, size_t pixels_each, uint8_t *pixels) {
    uint16_t totals[BOXES * SAMPLES];
    const uint32_t half = (uint32_t)pixels_each / 2;
    const uint32_t shift = (uint32_t)__builtin_ctzll(pixels_each);
    /* Rounded up, it is exact for all sums of so few pixels. */
    const uint32_t share = ((1 << 24) + (uint32_t)pixels_each - 1) / (uint32_t)pixels_each;
    for (size_t first = 0; first < boxes; first += BOXES, pixels += BOXES * SAMPLES) {
        const size_t count = boxes - first < BOXES ? boxes - first : BOXES;
        for (size_t i = 0; i < count; i++, sums += side * SAMPLES) {
            RowSums total = sums_at(sums);
            for (size_t x = 1; x < side; x++) total += sums_at(sums + x * SAMPLES);
            memcpy(totals + i * SAMPLES, &total, sizeof total);
        }
        if (pixels_each == (size_t)1 << shift) {
            for (size_t i = 0; i < count * SAMPLES; i++) pixels[i] = (uint8_t)((uint16_t)(totals[i] + half) >> shift);
        } else {
            for (size_t i = 0; i < count * SAMPLES; i++) pixels[i] = (uint8_t)((totals[i] + half) * share >> 24);
        }
    }
}

/* In the compiled code the side is known where it is a usual one. */
INLINE void average_sides(const uint16_t *sums, size_t boxes, size_t side, size_t pixels_each, uint8_t *pixels) {
    switch (side) {
    case 2: average_small(sums, boxes, 2, pixels_each, pixels); break;
    case 3: average_small(sums, boxes, 3, pixels_each, pixels); break;
    default: average_small(sums, boxes, side, pixels_each, pixels);
    }
}

static void add_samples_baseline(const uint8_t *samples, size_t count, uint16_t *sums) {
    add_samples(samples, count, sums);
}

static void average_baseline(const uint16_t *sums, size_t boxes, size_t side, size_t pixels_each, uint8_t *pixels) {
    average_sides(sums, boxes, side, pixels_each, pixels);
}

#if defined(__x86_64__)
AVX2 static void add_samples_avx2(const uint8_t *samples, size_t count, uint16_t *sums) {
    add_samples(samples, count, sums);
}

AVX2 static void average_avx2(const uint16_t *sums, size_t boxes, size_t side, size_t pixels_each, uint8_t *pixels) {
    average_sides(sums, boxes, side, pixels_each, pixels);
}
#endif

void cresampling_add_samples(const uint8_t *samples, size_t count, uint16_t *sums) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return add_samples_avx2(samples, count, sums);
#endif
    add_samples_baseline(samples, count, sums);
}

static void add_columns(const uint16_t *sums, size_t columns, int32_t *box) {
    BoxSums sum = {0};
    for (size_t x = 0; x < columns; x++) sum += __builtin_convertvector(sums_at(sums + x * SAMPLES), BoxSums);
    memcpy(box, &sum, sizeof sum);
}

/* Divides the sums of a box of `count` pixels, and rounds to the nearest value. */
static void divide(const int32_t *sums, size_t count, uint8_t *samples) {
    /* The half keeps clear of whole numbers, where the product is not exact. */
    const double share = 1.0 / (double)count, start = (double)(count / 2) + 0.5;
    for (size_t i = 0; i < SAMPLES; i++) samples[i] = (uint8_t)(int32_t)((sums[i] + start) * share);
}

static void average_whole(const uint16_t *sums, size_t boxes, size_t side, size_t pixels_each, uint8_t *pixels) {
    if (pixels_each > SMALL_BOX) {
        int32_t box[SAMPLES];
        for (size_t i = 0; i < boxes; i++) {
            add_columns(sums + i * side * SAMPLES, side, box);
            divide(box, pixels_each, pixels + i * SAMPLES);
        }
        return;
    }
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return average_avx2(sums, boxes, side, pixels_each, pixels);
#endif
    average_baseline(sums, boxes, side, pixels_each, pixels);
}

void cresampling_average_boxes(const uint16_t *sums, size_t columns, size_t rows, size_t side, uint8_t *pixels) {
    const size_t whole = columns / side, rest = columns % side;
    average_whole(sums, whole, side, side * rows, pixels);
    if (rest == 0) return;
    int32_t box[SAMPLES];
    add_columns(sums + whole * side * SAMPLES, rest, box);
    divide(box, rest * rows, pixels + whole * SAMPLES);
}
