/* Small pictures of every form that the decoders know. */
#pragma once

#include "PNGParts.h"

enum {
    PNG_FORMATS = 15,       /* pairs of colour type and depth */
    PNG_FILTER_CHOICES = 6, /* each of the five in all rows, and a random one in each row */
    PNG_WIDTHS = 70,
    /* One for every format, interlaced and not, width and choice of filters. */
    SYSTEMATIC_PNGS = 2 * PNG_FORMATS * PNG_FILTER_CHOICES * PNG_WIDTHS,
    LARGE_PNGS = 24,
    SYSTEMATIC_JPEGS = 600
};

typedef struct PNGShape {
    int format; /* 0 to PNG_FORMATS - 1 */
    uint32_t width, height;
    int filter; /* 0 to PNG_FILTER_CHOICES - 1 */
    bool interlaced;
} PNGShape;

PNGShape systematic_png(size_t index, Numbers *numbers);
/* Pictures of several buffers, with rows longer than a stored block or than any buffer. */
PNGShape large_png(size_t index, Numbers *numbers);
PNGShape random_png(Numbers *numbers);
/* All else (pixels, other chunks, palette, how rows are deflated and cut into IDATs) is random. */
void generate_png(PNGShape shape, Numbers *numbers, Bytes *file);

/* 1 to 70 pixels wide, of any sampling, quality, restart interval and kind of colours; some are progressive or
 * arithmetic. */
void generate_jpeg(Numbers *numbers, Bytes *file);
