/* How much of each pixel outlines cover: exact areas, summed in a fixed order, so that the same outlines give the same
   bits. */
#pragma once

#include <stddef.h>

struct coverage {
    int width, height;
    /* For each row the change of the covered area from pixel to pixel, and two more for what lies right of it. */
    float *changes;
    /* From the outlines' units to pixels; y points upwards in outlines, and downwards in pixels. */
    double scale, x, y;
    /* The outline's last point and its first, in pixels. */
    double last_x, last_y, first_x, first_y;
};

/* Empty; false without memory. */
_Bool coverage_create(struct coverage *coverage, int width, int height);
void coverage_destroy(struct coverage *coverage);

/* Begins a glyph. Call it before what follows, and `coverage_close` at the end. */
void coverage_start(struct coverage *coverage, double scale, double x, double y);
void coverage_move(struct coverage *coverage, double x, double y);
void coverage_line(struct coverage *coverage, double x, double y);
void coverage_quadratic(struct coverage *coverage, double x1, double y1, double x, double y);
void coverage_cubic(struct coverage *coverage, double x1, double y1, double x2, double y2, double x, double y);
void coverage_close(struct coverage *coverage);

/* The covered share of each pixel of a row, 0 to 255. */
void coverage_row(const struct coverage *coverage, int row, unsigned char *shares);
