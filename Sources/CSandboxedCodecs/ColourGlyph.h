/* Glyphs that are pictures, such as emoji. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Rows of pixels with four samples, alpha not premultiplied; 0 at first. */
struct colour_target {
    uint8_t *pixels;
    size_t stride;
    int width, height;
};

/* Reduces a PNG in linear light to an area in pixels, and draws as much as is in the target; false if it is damaged. */
bool draw_colour_glyph(
    const void *png, size_t count, double x, double y, double width, double height, struct colour_target target);
