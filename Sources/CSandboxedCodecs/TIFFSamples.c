#include "TIFFSamples.h"

#define INLINE static inline __attribute__((always_inline))

static uint32_t top(const struct tiff_pixels *pixels) { return pixels->depth == 8 ? 255 : 65535; }

INLINE void set(const struct tiff_pixels *pixels, size_t sample, uint32_t value) {
    if (pixels->depth == 8) {
        pixels->bytes[sample] = (uint8_t)value;
    } else {
        ((uint16_t *)(void *)pixels->bytes)[sample] = (uint16_t)value;
    }
}

INLINE uint32_t get(const struct tiff_pixels *pixels, size_t sample) {
    return pixels->depth == 8 ? pixels->bytes[sample] : ((const uint16_t *)(const void *)pixels->bytes)[sample];
}

/* A sample of up to 16 bits; those that aren't bytes or words are packed, the highest bit first. */
INLINE uint32_t sample(const uint8_t *samples, uint32_t bits, size_t index) {
    if (bits == 8) return samples[index];
    if (bits == 16) return ((const uint16_t *)(const void *)samples)[index];
    const uint64_t bit = (uint64_t)index * bits;
    const uint8_t *from = samples + bit / 8;
    const uint32_t end = (uint32_t)(bit % 8) + bits;
    uint32_t value = 0, read = 0;
    while (read < end) {
        value = value << 8 | *from++;
        read += 8;
    }
    return value >> (read - end) & ((1u << bits) - 1);
}

/* Where a stored sample goes: the first of a pixel's four samples, and how many are the same; none if it isn't used. */
struct place {
    uint32_t first;
    uint32_t count;
};

static struct place place_of(const struct csandboxed_tiff_request *coded, uint32_t component) {
    if (coded->alpha >= 0 && component == (uint32_t)coded->alpha) return (struct place){3, 1};
    switch (coded->colours) {
    case CSandboxedTIFFColoursGrey:
    case CSandboxedTIFFColoursInvertedGrey:
    case CSandboxedTIFFColoursPalette: return (struct place){0, component == 0 ? 3 : 0};
    case CSandboxedTIFFColoursRGB: return (struct place){component, component < 3 ? 1 : 0};
    case CSandboxedTIFFColoursInks: return (struct place){component, component < 4 ? 1 : 0};
    case CSandboxedTIFFColoursConverted: break;
    }
    return (struct place){0, 0};
}

static void set_palette(
    const struct tiff_pixels *pixels, const uint8_t *samples, size_t step, size_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t index = sample(samples, pixels->coded->bits, i * step);
        for (uint32_t j = 0; j < 3; j++) {
            const uint32_t value = pixels->palette[j][index];
            set(pixels, 4 * (first + i) + j, pixels->depth == 8 ? (value * 255 + 32767) / 65535 : value);
        }
    }
}

/* Sets one component of `count` pixels. `first` is the first pixel's index in the picture. */
static void set_component(
    const struct tiff_pixels *pixels, const uint8_t *samples, size_t step, uint32_t component, size_t first,
    uint32_t count) {
    const struct csandboxed_tiff_request *coded = pixels->coded;
    const struct place place = place_of(coded, component);
    const bool is_colour = place.first < 3;
    const size_t offset = step > 1 ? component : 0;
    if (place.count == 0) return;
    if (coded->colours == CSandboxedTIFFColoursPalette && is_colour) {
        set_palette(pixels, samples, step, first, count);
        return;
    }
    const uint32_t max = top(pixels), stored_max = (1u << coded->bits) - 1;
    const bool inverts = coded->colours == CSandboxedTIFFColoursInvertedGrey && is_colour;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t value = sample(samples, coded->bits, i * step + offset);
        if (stored_max != max) value = (value * max + stored_max / 2) / stored_max;
        if (inverts) value = max - value;
        for (uint32_t j = 0; j < place.count; j++) set(pixels, 4 * (first + i) + place.first + j, value);
    }
}

void tiff_set_row(
    const struct tiff_pixels *pixels, const uint8_t *samples, uint32_t plane, uint32_t x, uint32_t y, uint32_t count) {
    const struct csandboxed_tiff_request *coded = pixels->coded;
    const size_t first = (size_t)y * pixels->width + x;
    if (coded->is_planar) {
        set_component(pixels, samples, 1, plane, first, count);
        return;
    }
    for (uint32_t component = 0; component < coded->samples; component++) {
        set_component(pixels, samples, coded->samples, component, first, count);
    }
}

void tiff_set_converted(
    const struct tiff_pixels *pixels, const uint32_t *converted, uint32_t x, uint32_t y, uint32_t count) {
    const size_t first = (size_t)y * pixels->width + x;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < 3; j++) pixels->bytes[4 * (first + i) + j] = (uint8_t)(converted[i] >> (8 * j));
        pixels->bytes[4 * (first + i) + 3] = 255;
    }
}

/* Colours of inks without a profile: what each ink and black leave of white. */
static void convert_inks(const struct tiff_pixels *pixels, size_t pixel) {
    const uint32_t max = top(pixels);
    const uint64_t left = max - get(pixels, 4 * pixel + 3);
    for (size_t i = 4 * pixel; i < 4 * pixel + 3; i++) {
        set(pixels, i, (uint32_t)(((max - get(pixels, i)) * left + max / 2) / max));
    }
    set(pixels, 4 * pixel + 3, max);
}

static void divide_by_alpha(const struct tiff_pixels *pixels, size_t pixel) {
    const uint32_t max = top(pixels), alpha = get(pixels, 4 * pixel + 3);
    if (alpha == max || alpha == 0) return;
    for (size_t i = 4 * pixel; i < 4 * pixel + 3; i++) {
        const uint64_t value = ((uint64_t)get(pixels, i) * max + alpha / 2) / alpha;
        set(pixels, i, value < max ? (uint32_t)value : max);
    }
}

void tiff_finish_row(const struct tiff_pixels *pixels, uint32_t y) {
    const struct csandboxed_tiff_request *coded = pixels->coded;
    const size_t first = (size_t)y * pixels->width;
    const bool has_inks = coded->colours == CSandboxedTIFFColoursInks;
    const bool is_converted = coded->colours == CSandboxedTIFFColoursConverted;
    if ((has_inks && coded->keeps_inks) || is_converted) return;
    for (size_t i = first; i < first + pixels->width; i++) {
        if (has_inks) {
            convert_inks(pixels, i);
        } else if (coded->alpha < 0) {
            set(pixels, 4 * i + 3, top(pixels));
        } else if (coded->is_premultiplied) {
            divide_by_alpha(pixels, i);
        }
    }
}
