#include "Coverage.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#pragma STDC FP_CONTRACT OFF

/* The largest distance of a curve from the lines in its place, in pixels. */
static const double tolerance = 0.01;
enum { most_parts = 256 };

bool coverage_create(struct coverage *coverage, int width, int height) {
    *coverage = (struct coverage){.width = width, .height = height};
    coverage->changes = calloc(((size_t)width + 2) * (size_t)height, sizeof(float));
    return coverage->changes != NULL;
}

void coverage_destroy(struct coverage *coverage) { free(coverage->changes); }

/* What is no number becomes 0. */
static double clamp(double value, double most) { return value > 0 ? (value < most ? value : most) : 0; }

/* Adds what a line changes in one row, between these points, which it crosses in the direction of `area`. */
static void add(float *changes, double x, double next, double area) {
    const double low = x < next ? x : next, high = x < next ? next : x;
    const int first = (int)low, last = (int)ceil(high);
    if (last <= first + 1) {
        const double outside = (low + high) / 2 - first;
        changes[first] += (float)(area - area * outside);
        changes[first + 1] += (float)(area * outside);
        return;
    }
    /* The covered areas of the first pixel and of the last, and what every pixel between them adds. */
    const double slope = 1 / (high - low), left = 1 - (low - first), right = high - last + 1;
    const double begin = slope * left * left / 2, end = slope * right * right / 2;
    changes[first] += (float)(area * begin);
    if (last == first + 2) {
        changes[first + 1] += (float)(area * (1 - begin - end));
    } else {
        const double second = slope * (left + 0.5);
        changes[first + 1] += (float)(area * (second - begin));
        for (int pixel = first + 2; pixel < last - 1; pixel++) changes[pixel] += (float)(area * slope);
        changes[last - 1] += (float)(area * (1 - (second + (last - first - 3) * slope) - end));
    }
    changes[last] += (float)(area * end);
}

static void add_line(struct coverage *coverage, double x1, double y1, double x2, double y2) {
    if (y1 == y2 || !isfinite(x1) || !isfinite(y1) || !isfinite(x2) || !isfinite(y2)) return;
    const bool is_down = y1 < y2;
    const double top = is_down ? y1 : y2, bottom = is_down ? y2 : y1;
    const double start = is_down ? x1 : x2, slope = (x2 - x1) / (y2 - y1);
    if (bottom <= 0 || top >= coverage->height) return;
    const int begin = (int)clamp(floor(top), coverage->height), end = (int)clamp(ceil(bottom), coverage->height);
    for (int y = begin; y < end; y++) {
        const double upper = top > y ? top : y, lower = bottom < y + 1 ? bottom : y + 1;
        const double area = is_down ? lower - upper : upper - lower;
        const double x = clamp(start + (upper - top) * slope, coverage->width);
        const double next = clamp(start + (lower - top) * slope, coverage->width);
        add(coverage->changes + (size_t)y * ((size_t)coverage->width + 2), x, next, area);
    }
}

static double across(const struct coverage *coverage, double x) { return coverage->x + x * coverage->scale; }
static double down(const struct coverage *coverage, double y) { return coverage->y - y * coverage->scale; }

static void line_to(struct coverage *coverage, double x, double y) {
    add_line(coverage, coverage->last_x, coverage->last_y, x, y);
    coverage->last_x = x;
    coverage->last_y = y;
}

void coverage_start(struct coverage *coverage, double scale, double x, double y) {
    coverage->scale = scale;
    coverage->x = coverage->first_x = coverage->last_x = x;
    coverage->y = coverage->first_y = coverage->last_y = y;
}

void coverage_move(struct coverage *coverage, double x, double y) {
    coverage_close(coverage);
    coverage->last_x = coverage->first_x = across(coverage, x);
    coverage->last_y = coverage->first_y = down(coverage, y);
}

void coverage_line(struct coverage *coverage, double x, double y) {
    line_to(coverage, across(coverage, x), down(coverage, y));
}

void coverage_quadratic(struct coverage *coverage, double x1, double y1, double x, double y) {
    /* As a cubic, whose inner points lie two thirds of the way to the quadratic's. */
    const double third = 1.0 / 3, scale = coverage->scale;
    const double x0 = (coverage->last_x - coverage->x) / scale, y0 = (coverage->y - coverage->last_y) / scale;
    coverage_cubic(
        coverage, x0 * third + x1 * 2 * third, y0 * third + y1 * 2 * third, x * third + x1 * 2 * third,
        y * third + y1 * 2 * third, x, y);
}

void coverage_cubic(struct coverage *coverage, double x1, double y1, double x2, double y2, double x, double y) {
    const double ax = coverage->last_x, bx = across(coverage, x1), cx = across(coverage, x2), dx = across(coverage, x);
    const double ay = coverage->last_y, by = down(coverage, y1), cy = down(coverage, y2), dy = down(coverage, y);
    /* The second differences bound the distance from n equal parts by 6 / 8 of them over n squared. */
    const double bend1 = hypot(ax - 2 * bx + cx, ay - 2 * by + cy), bend2 = hypot(bx - 2 * cx + dx, by - 2 * cy + dy);
    const double wanted = ceil(sqrt(0.75 / tolerance * (bend1 > bend2 ? bend1 : bend2)));
    const int parts = wanted > 1 ? (wanted < most_parts ? (int)wanted : most_parts) : 1;
    for (int part = 1; part < parts; part++) {
        const double t = (double)part / parts, s = 1 - t;
        const double a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
        line_to(coverage, a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy);
    }
    line_to(coverage, dx, dy);
}

void coverage_close(struct coverage *coverage) { line_to(coverage, coverage->first_x, coverage->first_y); }

void coverage_row(const struct coverage *coverage, int row, unsigned char *shares) {
    const float *changes = coverage->changes + (size_t)row * ((size_t)coverage->width + 2);
    float sum = 0;
    for (int x = 0; x < coverage->width; x++) {
        sum += changes[x];
        const float share = fabsf(sum);
        shares[x] = (unsigned char)((share < 1 ? share : 1) * 255 + 0.5F);
    }
}
