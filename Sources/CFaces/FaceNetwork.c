#include "CFaces.h"

#include <stdlib.h>
#include <string.h>

// YuNet: Wu, Peng, Yu, "YuNet: a tiny millisecond-level face detector", Machine Intelligence Research 20, 2023. Its
// units are convolutions of 1x1 over all channels, each followed by one of 3x3 over every channel alone.

#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wc23-extensions"
// Passing vectors is fine here, because all these functions are inlined.
#pragma clang diagnostic ignored "-Wpsabi"

/// Floats, little-endian, as arranged by `.ci/face-weights`: for each unit, in the order in which `cfaces_look` runs
/// them, the weights of the 1x1 convolution for eight outputs at a time, then its biases; then those of the 3x3
/// convolution.
static const _Alignas(16) uint8_t weights[] = {
#embed "YuNet.weights"
};

typedef float lanes __attribute__((vector_size(32)));
typedef int32_t mask __attribute__((vector_size(32)));
enum { LANES = 8, MAX_PIXELS = 8, HEAD_INPUTS = 27, MAX_CHANNELS = 64 };
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define INLINE static inline __attribute__((always_inline))

/// Rows of pixels with some number of channels.
struct map {
    int width, height, channels;
    float *values;
};

static size_t count(const struct map *map) { return (size_t)map->width * map->height * map->channels; }

static float *row(const struct map *map, int y) { return map->values + (size_t)y * map->width * map->channels; }

INLINE lanes load(const float *values) {
    lanes result;
    memcpy(&result, values, sizeof result);
    return result;
}

INLINE void store(float *values, lanes result) { memcpy(values, &result, sizeof result); }

INLINE lanes positive(lanes values) { return (lanes)((mask)values & (mask)(values > (lanes){0})); }

/// Convolves up to MAX_PIXELS pixels for eight outputs.
INLINE void block(
    const float *in, int inputs, const float *w, const float *bias, float *out, int outputs, int pixels,
    int rectifies) {
    lanes sums[MAX_PIXELS];
    for (int i = 0; i < pixels; i++) sums[i] = load(bias);
    for (int c = 0; c < inputs; c++) {
        lanes factors = load(w + c * LANES);
        for (int i = 0; i < pixels; i++) sums[i] += factors * in[i * inputs + c];
    }
    for (int i = 0; i < pixels; i++) store(out + i * outputs, rectifies ? positive(sums[i]) : sums[i]);
}

/// The 1x1 convolution of a row.
///
/// - Parameter pixels: how many at a time; no result depends on it.
INLINE void mix(
    const float *in, int inputs, const float *w, float *out, int outputs, int width, int rectifies, int pixels) {
    const float *bias = w + inputs * outputs;
    for (int output = 0; output < outputs; output += LANES, w += inputs * LANES) {
        int x = 0;
        for (; x + pixels <= width; x += pixels)
            block(in + x * inputs, inputs, w, bias + output, out + x * outputs + output, outputs, pixels, rectifies);
        for (; x < width; x++)
            block(in + x * inputs, inputs, w, bias + output, out + x * outputs + output, outputs, 1, rectifies);
    }
}

/// The 3x3 convolution of a row; each of `rows` begins one pixel before it.
INLINE void spread(
    const float *const rows[3], const float *w, float *out, int channels, int width, int rectifies) {
    for (int c = 0; c < channels; c += LANES) {
        lanes factors[9], bias = load(w + 9 * channels + c);
        for (int i = 0; i < 9; i++) factors[i] = load(w + i * channels + c);
        for (int x = 0; x < width; x++) {
            lanes sum = bias;
            for (int i = 0; i < 9; i++) sum += load(rows[i / 3] + (x + i % 3) * channels + c) * factors[i];
            store(out + x * channels + c, rectifies ? positive(sum) : sum);
        }
    }
}

/// The picture's pixels around every second pixel of every second row, in the order blue, green, red; 0 outside the
/// picture.
static void gather(const uint8_t *rgba, int width, int height, int y, float *out, int columns) {
    memset(out, 0, sizeof(float) * HEAD_INPUTS * columns);
    for (int x = 0; x < columns; x++, out += HEAD_INPUTS)
        for (int i = 0; i < 9; i++) {
            int column = 2 * x + i % 3 - 1, line = 2 * y + i / 3 - 1;
            if (column < 0 || column >= width || line < 0 || line >= height) continue;
            const uint8_t *pixel = rgba + 4 * ((size_t)line * width + column);
            for (int c = 0; c < 3; c++) out[3 * i + c] = pixel[2 - c];
        }
}

/// A run of the network.
struct run {
    const uint8_t *rgba;
    int width, height;
    const float *weights;
    int failed;
};

static struct map allocate(struct run *run, int width, int height, int channels) {
    struct map map = {width, height, channels, NULL};
    if (!run->failed) map.values = malloc(count(&map) * sizeof(float));
    if (!map.values) run->failed = 1;
    return map;
}

/// Both convolutions of a unit. Frees its input. If the input has no values, the picture is the input, which a 3x3
/// convolution first reduces to half its size.
INLINE struct map convolve(struct run *run, struct map in, int outputs, int rectifies, int pixels) {
    struct map out = allocate(run, in.width, in.height, outputs);
    // Three rows between the convolutions, each with an empty pixel on both sides; a fourth is empty.
    size_t length = (size_t)(in.width + 2) * outputs;
    float *ring = run->failed ? NULL : calloc(4 * length, sizeof(float));
    float *head = in.values || !ring ? NULL : malloc(sizeof(float) * in.width * (HEAD_INPUTS + in.channels));
    if (!ring || (!in.values && !head)) {
        run->failed = 1;
    } else {
        const float *first = run->weights;
        const float *w = in.values ? first : first + (HEAD_INPUTS + 1) * in.channels;
        const float *depthwise = w + (in.channels + 1) * outputs;
        for (int y = 0; y <= in.height; y++) {
            if (y < in.height) {
                const float *source = in.values ? row(&in, y) : head + HEAD_INPUTS * in.width;
                if (!in.values) {
                    gather(run->rgba, run->width, run->height, y, head, in.width);
                    mix(head, HEAD_INPUTS, first, head + HEAD_INPUTS * in.width, in.channels, in.width, 1, pixels);
                }
                mix(source, in.channels, w, ring + y % 3 * length + outputs, outputs, in.width, 0, pixels);
            }
            if (y == 0) continue;
            const float *empty = ring + 3 * length;
            const float *rows[3] = {
                y > 1 ? ring + (y - 2) % 3 * length : empty, ring + (y - 1) % 3 * length,
                y < in.height ? ring + y % 3 * length : empty};
            spread(rows, depthwise, row(&out, y - 1), outputs, in.width, rectifies);
        }
        run->weights = depthwise + 10 * outputs;
    }
    free(ring);
    free(head);
    free(in.values);
    return out;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static struct map unit_avx2(
    struct run *run, struct map in, int outputs, int rectifies) {
    return convolve(run, in, outputs, rectifies, MAX_PIXELS);
}
#endif

/// The values are the same whichever instructions compute them.
static struct map unit(struct run *run, struct map in, int outputs, int rectifies) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return unit_avx2(run, in, outputs, rectifies);
#endif
    return convolve(run, in, outputs, rectifies, 4);
}

/// Every second pixel and row, with the largest of four values. Works in place.
static struct map halve(struct map map) {
    struct map half = {map.width / 2, map.height / 2, map.channels, map.values};
    for (int y = 0; map.values && y < half.height; y++)
        for (int x = 0; x < half.width; x++)
            for (int c = 0; c < map.channels; c++) {
                const float *above = row(&map, 2 * y) + 2 * x * map.channels + c;
                const float *below = row(&map, 2 * y + 1) + 2 * x * map.channels + c;
                float top = MAX(above[0], above[map.channels]), bottom = MAX(below[0], below[map.channels]);
                row(&half, y)[x * map.channels + c] = MAX(top, bottom);
            }
    return half;
}

static struct map copy(struct run *run, const struct map *map) {
    struct map result = allocate(run, map->width, map->height, map->channels);
    if (!run->failed) memcpy(result.values, map->values, count(map) * sizeof(float));
    return result;
}

/// Adds a map of half the size, with each of its pixels repeated 2x2 times.
static void add(struct run *run, struct map *map, const struct map *half) {
    if (run->failed) return;
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++)
            for (int c = 0; c < map->channels; c++)
                row(map, y)[x * map->channels + c] += row(half, y / 2)[x / 2 * map->channels + c];
}

int cfaces_cell(int grid) { return 8 << grid; }

/// The picture is treated as if empty pixels made each side a multiple of the largest cell.
int cfaces_cells(int grid, int pixels) { return (pixels + 31) / 32 * 4 >> grid; }

int cfaces_look(const uint8_t *rgba, int width, int height, float *values) {
    struct run run = {rgba, width, height, (const float *)weights, 0};
    struct map map = {cfaces_cells(0, width) * 4, cfaces_cells(0, height) * 4, 16, NULL};
    map = halve(unit(&run, map, 16, 1));
    map = unit(&run, unit(&run, map, 16, 1), 32, 1);
    map = halve(unit(&run, unit(&run, map, 32, 1), 64, 1));
    struct map grids[CFACES_GRIDS];
    for (int grid = 0; grid < CFACES_GRIDS; grid++) {
        if (grid > 0) map = halve(copy(&run, &grids[grid - 1]));
        map = grids[grid] = unit(&run, unit(&run, map, MAX_CHANNELS, 1), MAX_CHANNELS, 1);
    }
    float *ends[CFACES_GRIDS];
    for (int grid = 0; grid < CFACES_GRIDS; grid++) {
        ends[grid] = values;
        values += (size_t)grids[grid].width * grids[grid].height * CFACES_VALUES;
    }
    for (int grid = CFACES_GRIDS - 1; grid >= 0; grid--) {
        if (grid + 1 < CFACES_GRIDS) {
            add(&run, &grids[grid], &grids[grid + 1]);
            free(grids[grid + 1].values);
        }
        grids[grid] = unit(&run, grids[grid], MAX_CHANNELS, 1);
        struct map found = unit(&run, copy(&run, &grids[grid]), CFACES_VALUES, 0);
        if (!run.failed) memcpy(ends[grid], found.values, count(&found) * sizeof(float));
        free(found.values);
    }
    free(grids[0].values);
    return run.failed ? -1 : 0;
}
