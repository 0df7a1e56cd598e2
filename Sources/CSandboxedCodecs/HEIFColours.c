#include "HEIFColours.h"

#include <stdlib.h>
#include <string.h>

/* The same result on every processor, whether or not it can multiply and add in one step. */
#pragma STDC FP_CONTRACT OFF

/* For loops that are written once for bytes and words, and compiled for each: what differs is a constant argument. */
#define INLINE static inline __attribute__((always_inline))

/* Matrices. */

enum {
    matrix_identity = 0,
    matrix_ycgco = 8,
    matrix_constant_luminance = 10,
    matrix_ydzdx = 11,
    matrix_derived = 12,
    matrix_derived_constant_luminance = 13,
    matrix_ictcp = 14,
    matrix_ycgco_re = 16,
    matrix_ycgco_ro = 17,
};

bool can_convert(uint32_t matrix, const char **name) {
    switch (matrix) {
    case matrix_ydzdx: *name = "the colour matrix Y'D'zD'x"; return false;
    case matrix_derived_constant_luminance: *name = "a colour matrix of constant luminance"; return false;
    case matrix_ictcp: *name = "the colour matrix ICtCp"; return false;
    default: return true;
    }
}

/* The chromaticities of red, green, blue and white: x and y. */
struct primaries {
    double x[4];
    double y[4];
};

/* Table 2 of H.273; those of BT.709 for other numbers. */
static struct primaries primaries_of(uint32_t code) {
    switch (code) {
    case 4: return (struct primaries){{0.67, 0.21, 0.14, 0.310}, {0.33, 0.71, 0.08, 0.316}};
    case 5: return (struct primaries){{0.64, 0.29, 0.15, 0.3127}, {0.33, 0.60, 0.06, 0.3290}};
    case 6:
    case 7: return (struct primaries){{0.630, 0.310, 0.155, 0.3127}, {0.340, 0.595, 0.070, 0.3290}};
    case 8: return (struct primaries){{0.681, 0.243, 0.145, 0.310}, {0.319, 0.692, 0.049, 0.316}};
    case 9: return (struct primaries){{0.708, 0.170, 0.131, 0.3127}, {0.292, 0.797, 0.046, 0.3290}};
    case 11: return (struct primaries){{0.680, 0.265, 0.150, 0.314}, {0.320, 0.690, 0.060, 0.351}};
    case 12: return (struct primaries){{0.680, 0.265, 0.150, 0.3127}, {0.320, 0.690, 0.060, 0.3290}};
    case 22: return (struct primaries){{0.630, 0.295, 0.155, 0.3127}, {0.340, 0.605, 0.077, 0.3290}};
    default: return (struct primaries){{0.640, 0.300, 0.150, 0.3127}, {0.330, 0.600, 0.060, 0.3290}};
    }
}

/* Red's and blue's share of luma. */
struct weights {
    double red;
    double blue;
};

/* Each primary's share of white's luminance: the solution of three equations, by determinants. */
static struct weights derived_weights(uint32_t code) {
    const struct primaries p = primaries_of(code);
    double column[4][3];
    for (int i = 0; i < 4; i++) {
        column[i][0] = p.x[i] / p.y[i];
        column[i][1] = 1;
        column[i][2] = (1 - p.x[i] - p.y[i]) / p.y[i];
    }
#define DETERMINANT(a, b, c)                                                      \
    (column[a][0] * (column[b][1] * column[c][2] - column[b][2] * column[c][1]) - \
     column[b][0] * (column[a][1] * column[c][2] - column[a][2] * column[c][1]) + \
     column[c][0] * (column[a][1] * column[b][2] - column[a][2] * column[b][1]))
    double all = DETERMINANT(0, 1, 2);
    return (struct weights){DETERMINANT(3, 1, 2) / all, DETERMINANT(0, 1, 3) / all};
#undef DETERMINANT
}

/* Tables 4 of H.273; those of BT.601 where nothing is said, as everybody does. */
static struct weights weights_of(uint32_t matrix, uint32_t primaries) {
    switch (matrix) {
    case 1: return (struct weights){0.2126, 0.0722};
    case 4: return (struct weights){0.30, 0.11};
    case 7: return (struct weights){0.212, 0.087};
    case 9:
    case matrix_constant_luminance: return (struct weights){0.2627, 0.0593};
    case matrix_derived: return derived_weights(primaries);
    default: return (struct weights){0.299, 0.114};
    }
}

static void set_matrix(float factor[3][3], uint32_t matrix, uint32_t primaries) {
    memset(factor, 0, 9 * sizeof(float));
    if (matrix == matrix_identity) {
        /* Green, blue, red. */
        factor[0][2] = factor[1][0] = factor[2][1] = 1;
    } else if (matrix == matrix_ycgco) {
        const float ycgco[3][3] = {{1, -1, 1}, {1, 1, 0}, {1, -1, -1}};
        memcpy(factor, ycgco, sizeof ycgco);
    } else {
        const struct weights k = weights_of(matrix, primaries);
        const double green = 1 - k.red - k.blue;
        const float luma[3][3] = {
            {1, 0, (float)(2 * (1 - k.red))},
            {1, (float)(-2 * (1 - k.blue) * k.blue / green), (float)(-2 * (1 - k.red) * k.red / green)},
            {1, (float)(2 * (1 - k.blue)), 0},
        };
        memcpy(factor, luma, sizeof luma);
    }
}

/* Rows of chroma samples are made sixteen times as large, where they are interpolated. */
static double chroma_scale(const struct planes *planes) { return planes->halves_width ? 16 : 1; }

struct conversion conversion_of(
    const struct planes *planes, uint32_t matrix, uint32_t primaries, bool is_full_range, uint32_t depth) {
    struct conversion conversion = {.max = depth == 8 ? 255 : 65535};
    const double top = (double)((1u << planes->depth) - 1), unit = (double)(1u << (planes->depth - 8));
    const bool is_identity = matrix == matrix_identity;
    /* From samples to levels of 0 to 1, and to chroma of -0.5 to 0.5. */
    const double luma_factor = is_full_range ? 1 / top : 1 / (219 * unit);
    const double luma_zero = is_full_range ? 0 : 16 * unit;
    const double chroma_factor = is_identity ? luma_factor : is_full_range ? 1 / top : 1 / (224 * unit);
    const double chroma_zero = is_identity ? luma_zero : 128 * unit;
    conversion.level_factor = (float)(luma_factor * conversion.max);
    conversion.level_offset = (float)(-luma_zero * luma_factor * conversion.max + 0.5);
    if (planes->count == 3 && (matrix == matrix_ycgco_re || matrix == matrix_ycgco_ro)) {
        conversion.reversible_bits = matrix == matrix_ycgco_re ? 2 : 1;
        return conversion;
    }
    float factor[3][3];
    set_matrix(factor, matrix, primaries);
    for (int i = 0; i < 3; i++) {
        double offset = -luma_zero * luma_factor * factor[i][0];
        conversion.factor[i][0] = (float)(factor[i][0] * luma_factor * conversion.max);
        for (int j = 1; j < 3; j++) {
            offset -= chroma_zero * chroma_factor * factor[i][j];
            conversion.factor[i][j] = (float)(factor[i][j] * chroma_factor / chroma_scale(planes) * conversion.max);
        }
        conversion.offset[i] = (float)(offset * conversion.max + 0.5);
    }
    return conversion;
}

/* Rows. */

struct row_buffer {
    /* Words in each of the rows. */
    size_t width;
    uint16_t *luma;
    uint16_t *chroma[2];
    /* A row of chroma between two coded rows. */
    uint16_t *between;
    uint16_t words[];
};

struct row_buffer *make_row_buffer(uint32_t width) {
    /* Some columns more, because interpolation begins at even columns, and needs neighbours. */
    size_t words = (size_t)width + 8;
    struct row_buffer *buffer = malloc(sizeof *buffer + 4 * words * sizeof(uint16_t));
    if (!buffer) return NULL;
    buffer->width = words;
    buffer->luma = buffer->words;
    buffer->chroma[0] = buffer->luma + words;
    buffer->chroma[1] = buffer->chroma[0] + words;
    buffer->between = buffer->chroma[1] + words;
    return buffer;
}

static const uint8_t *row_of(const struct plane *plane, uint32_t y) {
    return plane->bytes + (y < plane->height ? y : plane->height - 1) * plane->stride;
}

/* Samples are bytes where a picture has 8 bits of each, else words. */
static bool has_words(const struct planes *planes) { return planes->depth > 8; }

INLINE uint32_t sample(const void *row, bool is_words, size_t i) {
    return is_words ? ((const uint16_t *)row)[i] : ((const uint8_t *)row)[i];
}

static void widen(const uint8_t *restrict from, uint16_t *restrict to, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) to[i] = from[i];
}

/* The samples of a row as words; a copy if they are bytes. */
static const uint16_t *words_of(const uint8_t *row, bool is_words, uint32_t x, uint32_t count, uint16_t *room) {
    if (is_words) return (const uint16_t *)(const void *)row + x;
    widen(row + x, room, count);
    return room;
}

INLINE void mix(
    const void *restrict near, const void *restrict far, bool is_words, uint32_t first, uint16_t *restrict to,
    uint32_t count) {
    for (size_t i = 0; i < count; i++) {
        to[i] = (uint16_t)(3 * sample(near, is_words, first + i) + sample(far, is_words, first + i));
    }
}

/* Three quarters of the nearer row, a quarter of the other; times four. */
static void mix_rows(
    const uint8_t *near, const uint8_t *far, bool is_words, uint32_t first, uint16_t *to, uint32_t count) {
    if (is_words) {
        mix(near, far, true, first, to, count);
    } else {
        mix(near, far, false, first, to, count);
    }
}

/* Every sample becomes two columns, each three quarters of it and a quarter of its neighbour; times four. `from` begins
   one sample before the first and ends one after the last. */
static void double_columns(const uint16_t *restrict from, uint16_t *restrict to, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        to[2 * i] = (uint16_t)(3 * from[i + 1] + from[i]);
        to[2 * i + 1] = (uint16_t)(3 * from[i + 1] + from[i + 2]);
    }
}

/* A row of chroma at the luma's resolution, from an even column on, sixteen times as large. Chroma samples are taken to
   lie in the middle of the pixels that they stand for: encoders of still pictures average these, whatever the codec's
   default. */
static void interpolate_chroma(
    const struct planes *planes, const struct plane *plane, struct row_buffer *buffer, uint32_t y, uint32_t x,
    uint32_t count, uint16_t *to) {
    uint32_t near = y, far = y;
    if (planes->halves_height) {
        near = y / 2;
        far = y % 2 == 1 ? near + 1 : near > 0 ? near - 1 : 0;
    }
    const uint8_t *near_row = row_of(plane, near), *far_row = row_of(plane, far);
    const uint32_t first = x / 2, columns = (count + 1) / 2;
    /* One more on each side, as far as there are any; the planes have all columns that are asked for. */
    const uint32_t before = first > 0 ? 1 : 0;
    const uint32_t after = first + columns < plane->width ? 1 : 0;
    uint16_t *samples = buffer->between + 1;
    mix_rows(near_row, far_row, has_words(planes), first - before, samples - before, before + columns + after);
    if (!before) samples[-1] = samples[0];
    if (!after) samples[columns] = samples[columns - 1];
    double_columns(buffer->between, to, columns);
}

#define CLAMPED(value, max) ((value) < 0 ? 0 : (value) > (max) ? (max) : (value))

/* `max` is 255 or 65535. */
INLINE void set_pixel(void *pixels, size_t i, uint32_t max, uint32_t red, uint32_t green, uint32_t blue) {
    if (max == 255) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        ((uint32_t *)pixels)[i] = red | green << 8 | blue << 16 | 0xff000000u;
#else
        ((uint32_t *)pixels)[i] = red << 24 | green << 16 | blue << 8 | 0xffu;
#endif
    } else {
        uint16_t *pixel = (uint16_t *)pixels + 4 * i;
        pixel[0] = (uint16_t)red, pixel[1] = (uint16_t)green, pixel[2] = (uint16_t)blue, pixel[3] = 65535;
    }
}

INLINE void write_colours(
    const struct conversion *conversion, uint32_t max, const uint16_t *restrict a, const uint16_t *restrict b,
    const uint16_t *restrict c, void *restrict to, uint32_t count) {
    const struct conversion m = *conversion;
    const float top = (float)max;
    for (uint32_t i = 0; i < count; i++) {
        float x = a[i], y = b[i], z = c[i];
        float red = m.factor[0][0] * x + m.factor[0][1] * y + m.factor[0][2] * z + m.offset[0];
        float green = m.factor[1][0] * x + m.factor[1][1] * y + m.factor[1][2] * z + m.offset[1];
        float blue = m.factor[2][0] * x + m.factor[2][1] * y + m.factor[2][2] * z + m.offset[2];
        set_pixel(
            to, i, max, (uint32_t)(int32_t)CLAMPED(red, top), (uint32_t)(int32_t)CLAMPED(green, top),
            (uint32_t)(int32_t)CLAMPED(blue, top));
    }
}

INLINE void write_levels(
    const struct conversion *conversion, const void *restrict from, bool is_words, uint32_t first,
    uint16_t *restrict to, uint32_t count) {
    const float factor = conversion->level_factor, offset = conversion->level_offset, max = (float)conversion->max;
    for (size_t i = 0; i < count; i++) {
        float level = factor * sample(from, is_words, first + i) + offset;
        to[i] = (uint16_t)(int32_t)CLAMPED(level, max);
    }
}

/* YCgCo-Re and -Ro: the lifting steps that coded them, backwards. */
static void write_reversible(
    const struct planes *planes, const struct conversion *conversion, const uint16_t *luma, const uint16_t *cg_row,
    const uint16_t *co_row, void *pixels, uint32_t count) {
    const int32_t zero = 1 << (planes->depth - 1), scale = (int32_t)chroma_scale(planes);
    const int32_t top = (1 << (planes->depth - conversion->reversible_bits)) - 1;
    for (uint32_t i = 0; i < count; i++) {
        int32_t cg = cg_row[i] / scale - zero, co = co_row[i] / scale - zero;
        int32_t t = luma[i] - (cg >> 1);
        int32_t green = t + cg, blue = t - (co >> 1), red = blue + co;
        const uint32_t max = conversion->max;
        set_pixel(
            pixels, i, max, (uint32_t)CLAMPED(red, top) * max / (uint32_t)top,
            (uint32_t)CLAMPED(green, top) * max / (uint32_t)top, (uint32_t)CLAMPED(blue, top) * max / (uint32_t)top);
    }
}

static void write_grey(const uint16_t *levels, uint32_t max, void *pixels, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) set_pixel(pixels, i, max, levels[i], levels[i], levels[i]);
}

void convert_row(
    const struct planes *planes, const struct conversion *conversion, struct row_buffer *buffer, uint32_t y, uint32_t x,
    uint32_t count, void *pixels) {
    if (planes->count == 1) {
        convert_levels(planes, conversion, y, x, count, buffer->luma);
        write_grey(buffer->luma, conversion->max, pixels, count);
        return;
    }
    const uint16_t *luma = words_of(row_of(&planes->plane[0], y), has_words(planes), x, count, buffer->luma);
    const uint16_t *chroma[2];
    for (int i = 0; i < 2; i++) {
        const struct plane *plane = &planes->plane[i + 1];
        if (planes->halves_width) {
            interpolate_chroma(planes, plane, buffer, y, x, count + x % 2, buffer->chroma[i]);
            chroma[i] = buffer->chroma[i] + x % 2;
        } else {
            chroma[i] = words_of(row_of(plane, y), has_words(planes), x, count, buffer->chroma[i]);
        }
    }
    if (conversion->reversible_bits > 0) {
        write_reversible(planes, conversion, luma, chroma[0], chroma[1], pixels, count);
    } else if (conversion->max == 255) {
        write_colours(conversion, 255, luma, chroma[0], chroma[1], pixels, count);
    } else {
        write_colours(conversion, 65535, luma, chroma[0], chroma[1], pixels, count);
    }
}

void convert_levels(
    const struct planes *planes, const struct conversion *conversion, uint32_t y, uint32_t x, uint32_t count,
    uint16_t *levels) {
    const uint8_t *row = row_of(&planes->plane[0], y);
    if (has_words(planes)) {
        write_levels(conversion, row, true, x, levels, count);
    } else {
        write_levels(conversion, row, false, x, levels, count);
    }
}
