#include <string.h>

#include "CFaces.h"
#include "FaceMemory.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// YuNet: Wu, Peng, Yu, "YuNet: a tiny millisecond-level face detector", Machine Intelligence Research 20, 2023. Its
// units are convolutions of 1x1 over all channels, each followed by one of 3x3 over every channel alone.
//
// It is computed in whole numbers: values and factors of 16 bits, each map with a scale of its own, chosen by
// `.ci/face-weights`. Sums of 1x1 convolutions have 32 bits and can't overflow; all others are limited.

#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wc23-extensions"
// Passing vectors is fine here, because all these functions are inlined.
#pragma clang diagnostic ignored "-Wpsabi"

/// Little-endian, as arranged by `.ci/face-weights`, in the order in which `cfaces_look` runs the units.
static const _Alignas(16) uint8_t tables[] = {
#embed "YuNet.weights"
};

enum { BLOCK = 8, HEAD_INPUTS = 28, HEAD_OUTPUTS = 16, MAX_CHANNELS = 64 };

/// A 1x1 convolution. Factors are those of two inputs for BLOCK outputs, then those of the next two inputs; the next
/// outputs follow. Sums are scaled down by 2^shift.
struct pointwise {
    int shift;
    const int32_t *biases;
    const int16_t *factors;
};

/// A 3x3 convolution of every channel alone. The upper 16 bits of products count.
struct depthwise {
    const int16_t *factors, *biases;
};

/// What is done to rows of pixels, each with its channels one after the other.
struct kernels {
    /// The colours of pixels of four bytes as numbers, in the order blue, green, red.
    void (*unpack)(const uint8_t *rgba, int16_t *out, int width);
    void (*mix)(
        const struct pointwise *filter, const int16_t *in, int inputs, int16_t *out, int outputs, int width,
        int rectifies);
    void (*spread)(const struct depthwise *filter, const int16_t *const rows[3], int16_t *out, int channels, int width);
    void (*halve)(const int16_t *above, const int16_t *below, int16_t *out, int channels, int width);
    /// The means of 2x2 pixels of four bytes, of two rows of 2 * width.
    void (*halve_pixels)(const uint8_t *above, const uint8_t *below, uint8_t *out, int width);
};

#define TARGET
#define WIDE 8
#include "FaceKernels.h"
#undef WIDE
#undef TARGET

#if defined(__x86_64__)
#define TARGET __attribute__((target("avx2")))
#define WIDE 16
#include "FaceKernels.h"
#undef WIDE
#undef TARGET
#include "FaceKernelsVNNI.h"
#endif

static const struct kernels *kernels(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl"))
        return &kernels_vnni;
    if (__builtin_cpu_supports("avx2")) return &kernels_16;
#endif
    return &kernels_8;
}

/// Rows of pixels with some number of channels.
struct map {
    int width, height, channels;
    int16_t *values;
};

static size_t count(const struct map *map) { return (size_t)map->width * map->height * map->channels; }

static int16_t *row(const struct map *map, int y) { return map->values + (size_t)y * map->width * map->channels; }

/// A run of the network.
struct run {
    const uint8_t *rgba;
    size_t stride;
    int width, height;
    /// What follows of the tables.
    const uint8_t *tables;
    const struct kernels *kernels;
    struct cfaces_memory *memory;
    int failed;
};

static const void *take(struct run *run, size_t bytes) {
    const void *table = run->tables;
    run->tables += bytes;
    return table;
}

static struct pointwise take_pointwise(struct run *run, int inputs, int outputs) {
    struct pointwise filter;
    filter.shift = *(const int32_t *)take(run, sizeof(int32_t));
    filter.biases = take(run, sizeof(int32_t) * outputs);
    filter.factors = take(run, sizeof(int16_t) * inputs * outputs);
    return filter;
}

static struct depthwise take_depthwise(struct run *run, int channels) {
    struct depthwise filter;
    filter.factors = take(run, sizeof(int16_t) * 9 * channels);
    filter.biases = take(run, sizeof(int16_t) * channels);
    return filter;
}

static struct map allocate(struct run *run, int width, int height, int channels) {
    struct map map = {width, height, channels, NULL};
    if (!run->failed) map.values = cfaces_memory_take(run->memory, count(&map) * sizeof *map.values);
    if (!map.values) run->failed = 1;
    return map;
}

static void release(struct run *run, const struct map *map) { cfaces_memory_give(run->memory, map->values); }

/// A row of the picture as numbers in the order blue, green, red, behind an empty pixel; 0 outside the picture.
static void unpack(const struct run *run, int line, int16_t *out, int pixels) {
    memset(out, 0, sizeof *out * 3 * pixels);
    if (line < 0 || line >= run->height) return;
    run->kernels->unpack(run->rgba + (size_t)line * run->stride, out + 3, run->width);
}

/// The 3x3 pixels around every second pixel of the middle one of three unpacked rows, and 0 at the end.
static void gather(const int16_t *const rows[3], int16_t *out, int columns) {
    for (int x = 0; x < columns; x++, out += HEAD_INPUTS) {
        for (int i = 0; i < 3; i++) memcpy(out + 9 * i, rows[i] + 6 * x, sizeof *out * 9);
        out[HEAD_INPUTS - 1] = 0;
    }
}

/// The 3x3 convolution of the last unit of a grid, in values as they are.
static void finish_row(const float *filter, const int16_t *const rows[3], float *out, int width) {
    for (int x = 0; x < width; x++, out += CFACES_VALUES) {
        float sums[CFACES_VALUES];
        memcpy(sums, filter + 9 * CFACES_VALUES, sizeof sums);
        for (int i = 0; i < 9; i++)
            for (int c = 0; c < CFACES_VALUES; c++)
                sums[c] += (float)rows[i / 3][(x + i % 3) * CFACES_VALUES + c] * filter[i * CFACES_VALUES + c];
        memcpy(out, sums, sizeof sums);
    }
}

/// The rows that a unit is working on.
struct band {
    /// Three rows between the convolutions, each with an empty pixel on both sides, and a fourth that is empty.
    int16_t *ring;
    size_t length;
    /// Three unpacked rows of the picture, what is gathered from them, and what the first convolution makes of it.
    int16_t *unpacked, *gathered, *head;
    size_t unpacked_length;
    /// Two rows that are halved.
    int16_t *pair;
};

static int make_band(struct run *run, const struct map *in, int outputs, struct band *band) {
    band->length = (size_t)(in->width + 2) * outputs;
    band->unpacked_length = in->values ? 0 : 3 * (2 * (size_t)in->width + 1);
    size_t gathered = in->values ? 0 : (size_t)in->width * HEAD_INPUTS;
    size_t head = in->values ? 0 : (size_t)in->width * in->channels;
    size_t pair = 2 * (size_t)in->width * outputs;
    size_t values = 4 * band->length + 3 * band->unpacked_length + gathered + head + pair;
    if (!run->failed) band->ring = cfaces_memory_take(run->memory, values * sizeof *band->ring);
    if (!band->ring) return run->failed = 1;
    memset(band->ring, 0, 4 * band->length * sizeof *band->ring);
    band->unpacked = band->ring + 4 * band->length;
    band->gathered = band->unpacked + 3 * band->unpacked_length;
    band->head = band->gathered + gathered;
    band->pair = band->head + head;
    return 0;
}

/// The first convolution, of the picture, which reduces it to half its size.
static void convolve_picture(
    const struct run *run, const struct pointwise *first, const struct map *in, int y, struct band *band) {
    const int pixels = 2 * in->width + 1;
    const int16_t *rows[3];
    for (int i = 0; i < 3; i++) {
        int line = 2 * y - 1 + i;
        int16_t *row = band->unpacked + (line + 3) % 3 * band->unpacked_length;
        // The first one is the last one of the row before.
        if (i > 0 || y == 0) unpack(run, line, row, pixels);
        rows[i] = row;
    }
    gather(rows, band->gathered, in->width);
    run->kernels->mix(first, band->gathered, HEAD_INPUTS, band->head, in->channels, in->width, 1);
}

/// Both convolutions of a unit. Releases its input. If the input has no values, the picture is the input, which a 3x3
/// convolution first reduces to half its size.
///
/// halves: whether the result has half the size, with the largest of every four values.
/// end: where the values of a grid go, in place of the result; or NULL.
static struct map convolve(struct run *run, struct map in, int outputs, int halves, float *end) {
    struct map out = {0, 0, 0, NULL};
    if (!end) out = allocate(run, in.width >> halves, in.height >> halves, outputs);
    struct pointwise first = {0, NULL, NULL};
    if (!in.values) first = take_pointwise(run, HEAD_INPUTS, in.channels);
    struct pointwise pointwise = take_pointwise(run, in.channels, outputs);
    struct depthwise depthwise = {NULL, NULL};
    const float *last = NULL;
    if (end) last = take(run, sizeof(float) * 10 * outputs);
    else depthwise = take_depthwise(run, outputs);
    struct band band = {0};
    int failed = make_band(run, &in, outputs, &band);
    for (int y = 0; !failed && y <= in.height; y++) {
        if (y < in.height) {
            const int16_t *source = in.values ? row(&in, y) : band.head;
            if (!in.values) convolve_picture(run, &first, &in, y, &band);
            int16_t *mixed = band.ring + y % 3 * band.length + outputs;
            run->kernels->mix(&pointwise, source, in.channels, mixed, outputs, in.width, 0);
        }
        if (y == 0) continue;
        const int16_t *empty = band.ring + 3 * band.length;
        const int16_t *rows[3] = {
            y > 1 ? band.ring + (y - 2) % 3 * band.length : empty, band.ring + (y - 1) % 3 * band.length,
            y < in.height ? band.ring + y % 3 * band.length : empty};
        int finished = y - 1;
        if (end) {
            finish_row(last, rows, end + (size_t)finished * in.width * outputs, in.width);
            continue;
        }
        int16_t *below = band.pair + (size_t)in.width * outputs;
        int16_t *spread = !halves ? row(&out, finished) : finished % 2 ? below : band.pair;
        run->kernels->spread(&depthwise, rows, spread, outputs, in.width);
        if (halves && finished % 2) run->kernels->halve(band.pair, below, row(&out, finished / 2), outputs, out.width);
    }
    cfaces_memory_give(run->memory, band.ring);
    release(run, &in);
    return out;
}

static struct map unit(struct run *run, struct map in, int outputs) { return convolve(run, in, outputs, 0, NULL); }

static struct map halved_unit(struct run *run, struct map in, int outputs) {
    return convolve(run, in, outputs, 1, NULL);
}

/// Every second pixel and row, with the largest of four values.
static struct map half(struct run *run, const struct map *map) {
    struct map half = allocate(run, map->width / 2, map->height / 2, map->channels);
    for (int y = 0; !run->failed && y < half.height; y++)
        run->kernels->halve(row(map, 2 * y), row(map, 2 * y + 1), row(&half, y), map->channels, half.width);
    return half;
}

static struct map copy(struct run *run, const struct map *map) {
    struct map result = allocate(run, map->width, map->height, map->channels);
    if (!run->failed) memcpy(result.values, map->values, count(map) * sizeof *map->values);
    return result;
}

/// Adds a map of half the size, with each of its pixels repeated 2x2 times. Both have the same scale.
static void add(struct run *run, struct map *map, const struct map *half) {
    if (run->failed) return;
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++) {
            int16_t *values = row(map, y) + x * map->channels;
            const int16_t *others = row(half, y / 2) + x / 2 * map->channels;
            for (int c = 0; c < map->channels; c += 8)
                store_8(values + c, __builtin_elementwise_add_sat(load_8(values + c), load_8(others + c)));
        }
}

int cfaces_cell(int grid) { return 8 << grid; }

/// The picture is treated as if empty pixels made each side a multiple of the largest cell.
int cfaces_cells(int grid, int pixels) { return (pixels + 31) / 32 * 4 >> grid; }

int cfaces_look(
    struct cfaces_memory *memory, const uint8_t *rgba, size_t stride, int width, int height, float *values) {
    struct run run = {rgba, stride, width, height, tables, kernels(), memory, 0};
    struct map map = {cfaces_cells(0, width) * 4, cfaces_cells(0, height) * 4, HEAD_OUTPUTS, NULL};
    map = halved_unit(&run, map, 16);
    map = unit(&run, unit(&run, map, 16), 32);
    map = halved_unit(&run, unit(&run, map, 32), 64);
    struct map grids[CFACES_GRIDS];
    for (int grid = 0; grid < CFACES_GRIDS; grid++) {
        if (grid > 0) map = half(&run, &grids[grid - 1]);
        map = grids[grid] = unit(&run, unit(&run, map, MAX_CHANNELS), MAX_CHANNELS);
    }
    float *ends[CFACES_GRIDS];
    for (int grid = 0; grid < CFACES_GRIDS; grid++) {
        ends[grid] = values;
        values += (size_t)grids[grid].width * grids[grid].height * CFACES_VALUES;
    }
    for (int grid = CFACES_GRIDS - 1; grid >= 0; grid--) {
        if (grid + 1 < CFACES_GRIDS) {
            add(&run, &grids[grid], &grids[grid + 1]);
            release(&run, &grids[grid + 1]);
        }
        grids[grid] = unit(&run, grids[grid], MAX_CHANNELS);
        convolve(&run, copy(&run, &grids[grid]), CFACES_VALUES, 0, ends[grid]);
    }
    release(&run, &grids[0]);
    return run.failed ? -1 : 0;
}

void cfaces_halve(const uint8_t *rgba, int width, int height, uint8_t *halved) {
    const struct kernels *best = kernels();
    const size_t stride = 4 * (size_t)width;
    for (int y = 0; y < height / 2; y++) {
        const uint8_t *above = rgba + 2 * y * stride;
        best->halve_pixels(above, above + stride, halved + (size_t)y * (width / 2) * 4, width / 2);
    }
}
