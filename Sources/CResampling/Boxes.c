#include "CResampling.h"

#include <string.h>

enum { SAMPLES = CResamplingSamplesPerPixel };

/* The sums of a pixel's samples. */
typedef uint16_t RowSums __attribute__((vector_size(2 * SAMPLES)));
typedef int32_t BoxSums __attribute__((vector_size(4 * SAMPLES)));

void cresampling_add_samples(const uint8_t *samples, size_t count, uint16_t *sums) {
    for (size_t i = 0; i < count; i++) sums[i] = (uint16_t)(sums[i] + samples[i]);
}

static void add_columns(const uint16_t *sums, size_t columns, int32_t *box) {
    BoxSums sum = {0};
    for (size_t x = 0; x < columns; x++, sums += SAMPLES) {
        RowSums pixel;
        memcpy(&pixel, sums, sizeof pixel);
        sum += __builtin_convertvector(pixel, BoxSums);
    }
    memcpy(box, &sum, sizeof sum);
}

/* Divides sums of `count` samples, and rounds to the nearest value. */
static void divide(const int32_t *sums, size_t sum_count, size_t count, uint8_t *samples) {
    /* The half keeps clear of whole numbers, where the product is not exact. */
    const double share = 1.0 / (double)count, start = (double)(count / 2) + 0.5;
    for (size_t i = 0; i < sum_count; i++) samples[i] = (uint8_t)(int32_t)((sums[i] + start) * share);
}

void cresampling_average_boxes(const uint16_t *sums, size_t columns, size_t rows, size_t side, uint8_t *pixels) {
    enum { BOXES = 64 };
    int32_t boxes[BOXES * SAMPLES];
    const size_t whole = columns / side, rest = columns % side;
    for (size_t first = 0; first < whole; first += BOXES) {
        const size_t count = whole - first < BOXES ? whole - first : BOXES;
        for (size_t i = 0; i < count; i++) add_columns(sums + (first + i) * side * SAMPLES, side, boxes + i * SAMPLES);
        divide(boxes, count * SAMPLES, side * rows, pixels + first * SAMPLES);
    }
    if (rest == 0) return;
    add_columns(sums + whole * side * SAMPLES, rest, boxes);
    divide(boxes, SAMPLES, rest * rows, pixels + whole * SAMPLES);
}
