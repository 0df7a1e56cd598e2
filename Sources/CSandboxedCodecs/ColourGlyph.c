#include "ColourGlyph.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>

/* Longer sides than fonts' pictures have. */
enum { longest_side = 1024 };

/* Premultiplied, in linear light. */
struct light {
    float red, green, blue, alpha;
};

struct picture {
    struct light *pixels;
    int width, height;
};

static float linear(uint8_t code) {
    const double value = code / 255.0;
    return (float)(value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4));
}

static uint8_t coded(double value) {
    const double code = value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value < 1 ? value : 1, 1 / 2.4) - 0.055;
    return (uint8_t)(code * 255 + 0.5);
}

static bool decode(const void *png, size_t count, struct picture *picture) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_memory(&image, png, count)) return false;
    image.format = PNG_FORMAT_RGBA;
    const bool fits = image.width <= longest_side && image.height <= longest_side;
    const size_t pixels = fits ? (size_t)image.width * image.height : 0;
    uint8_t *samples = malloc(pixels * 4 + 1);
    picture->pixels = malloc(pixels * sizeof *picture->pixels + 1);
    const bool is_decoded = fits && samples && picture->pixels && png_image_finish_read(&image, NULL, samples, 0, NULL);
    if (!is_decoded) png_image_free(&image);
    float light[256];
    for (int code = 0; code < 256; code++) light[code] = linear((uint8_t)code);
    for (size_t i = 0; is_decoded && i < pixels; i++) {
        const uint8_t *pixel = samples + i * 4;
        const float alpha = pixel[3] / 255.0F;
        picture->pixels[i] = (struct light){
            light[pixel[0]] * alpha, light[pixel[1]] * alpha, light[pixel[2]] * alpha, alpha};
    }
    picture->width = (int)image.width;
    picture->height = (int)image.height;
    free(samples);
    if (!is_decoded) free(picture->pixels);
    return is_decoded;
}

static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

/* The mean of an area of the picture, which may reach beyond it. */
static struct light mean(const struct picture *picture, double left, double top, double right, double bottom) {
    struct light sum = {0};
    const double area = (right - left) * (bottom - top);
    const int last_x = (int)ceil(smaller(right, picture->width)), last_y = (int)ceil(smaller(bottom, picture->height));
    for (int y = (int)larger(top, 0); y < last_y; y++) {
        const double rows = smaller(bottom, y + 1) - larger(top, y);
        for (int x = (int)larger(left, 0); x < last_x; x++) {
            const float share = (float)((smaller(right, x + 1) - larger(left, x)) * rows / area);
            const struct light *pixel = picture->pixels + (size_t)y * (size_t)picture->width + x;
            sum.red += pixel->red * share;
            sum.green += pixel->green * share;
            sum.blue += pixel->blue * share;
            sum.alpha += pixel->alpha * share;
        }
    }
    return sum;
}

bool draw_colour_glyph(
    const void *png, size_t count, double x, double y, double width, double height, struct colour_target target) {
    struct picture picture;
    /* Also if one of them is no number. */
    if (!(width > 0 && height > 0 && fabs(x) < 1e6 && fabs(y) < 1e6 && width < 1e6 && height < 1e6)) return true;
    if (!decode(png, count, &picture)) return false;
    const double across = picture.width / width, down = picture.height / height;
    const int end_x = (int)smaller(ceil(x + width), target.width),
              end_y = (int)smaller(ceil(y + height), target.height);
    for (int row = (int)larger(floor(y), 0); row < end_y; row++) {
        for (int column = (int)larger(floor(x), 0); column < end_x; column++) {
            const double left = (column - x) * across, top = (row - y) * down;
            const struct light light = mean(&picture, left, top, left + across, top + down);
            uint8_t *pixel = target.pixels + (size_t)row * target.stride + (size_t)column * 4;
            const uint8_t alpha = (uint8_t)(smaller(light.alpha, 1) * 255 + 0.5);
            if (alpha <= pixel[3]) continue;
            pixel[0] = coded(light.red / light.alpha);
            pixel[1] = coded(light.green / light.alpha);
            pixel[2] = coded(light.blue / light.alpha);
            pixel[3] = alpha;
        }
    }
    free(picture.pixels);
    return true;
}
