/* Decodes a picture in two ways side by side, row by row, and says where they differ. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "Numbers.h"

/* How the second of two readers of a PNG inflates; the first one leaves all to libpng. */
typedef enum PNGHelp {
    PNGHelpNone,
    PNGHelpBetweenRows, /* inflates ahead at random moments, on the same thread */
    PNGHelpThread,      /* another thread inflates ahead */
    PNG_HELPS
} PNGHelp;

typedef struct PNGWay {
    PNGHelp help;
    Numbers numbers;
    bool leaves_early; /* destroys both readers at a random row */
} PNGWay;

/* How both readers of a JPEG decode; the first one leaves all to libjpeg. */
typedef struct JPEGWay {
    int eighths;
    bool is_middle; /* only the middle half of the columns and rows */
    bool leaves_early;
    uint64_t begin, end; /* the part of the file that is the JPEG; 0 for the end of the file */
    Numbers numbers;
} JPEGWay;

typedef struct Comparison {
    /* Where the first difference is; empty if there is none. */
    char difference[400];
    bool is_too_large;     /* more than the given number of pixels: only the headers were compared */
    bool is_decoded;       /* to the end, without an error */
    bool is_noticed_later; /* the second reader of a PNG gave more rows before it found the same damage */
    bool is_by_own_code;   /* decoded, and the second reader did not have to leave it to the library */
} Comparison;

Comparison compare_png(int descriptor, PNGWay way, uint64_t max_pixels);
Comparison compare_jpeg(int descriptor, JPEGWay way, uint64_t max_pixels);
