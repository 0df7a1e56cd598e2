/* What is used of libtiff: its headers aren't needed to build. */
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tiff tiff;
typedef struct tiff_options tiff_options;

typedef ptrdiff_t tiff_transfer(void *client, void *bytes, ptrdiff_t count);
typedef uint64_t tiff_seek(void *client, uint64_t offset, int from);
typedef int tiff_close(void *client);
typedef uint64_t tiff_size(void *client);
typedef int tiff_map(void *client, void **start, uint64_t *count);
typedef void tiff_unmap(void *client, void *start, uint64_t count);

/* Returns 1, so that nothing is printed. */
typedef int tiff_handler(tiff *, void *context, const char *module, const char *format, va_list);
typedef void tiff_global_handler(const char *module, const char *format, va_list);

enum {
    tiff_tag_width = 256,
    tiff_tag_height = 257,
    tiff_tag_bits = 258,
    tiff_tag_orientation = 274,
    tiff_tag_samples = 277,
    tiff_tag_rows_per_strip = 278,
    tiff_tag_planes = 284,
    tiff_tag_colour_map = 320,
    tiff_tag_tile_width = 322,
    tiff_tag_tile_height = 323,
    tiff_tag_jpeg_colours = 65538,
};
enum { tiff_planes_separate = 2, tiff_jpeg_rgb = 1, tiff_top_left = 1 };

/* Return type, name, parameters. */
/* clang-format off */
#define TIFF_FUNCTIONS(each) \
    each(const char *, TIFFGetVersion, (void)) \
    each(tiff_options *, TIFFOpenOptionsAlloc, (void)) \
    each(void, TIFFOpenOptionsFree, (tiff_options *)) \
    each(void, TIFFOpenOptionsSetMaxSingleMemAlloc, (tiff_options *, ptrdiff_t)) \
    each(void, TIFFOpenOptionsSetErrorHandlerExtR, (tiff_options *, tiff_handler *, void *context)) \
    each(void, TIFFOpenOptionsSetWarningHandlerExtR, (tiff_options *, tiff_handler *, void *context)) \
    each(tiff_global_handler *, TIFFSetErrorHandler, (tiff_global_handler *)) \
    each(tiff_global_handler *, TIFFSetWarningHandler, (tiff_global_handler *)) \
    each(tiff *, TIFFClientOpenExt, \
         (const char *name, const char *mode, void *client, tiff_transfer *read, tiff_transfer *write, tiff_seek *, \
          tiff_close *, tiff_size *, tiff_map *, tiff_unmap *, tiff_options *)) \
    each(void, TIFFClose, (tiff *)) \
    each(int, TIFFIsCODECConfigured, (uint16_t)) \
    each(int, TIFFIsTiled, (tiff *)) \
    each(int, TIFFGetField, (tiff *, uint32_t tag, ...)) \
    each(int, TIFFGetFieldDefaulted, (tiff *, uint32_t tag, ...)) \
    each(int, TIFFSetField, (tiff *, uint32_t tag, ...)) \
    each(ptrdiff_t, TIFFScanlineSize, (tiff *)) \
    each(ptrdiff_t, TIFFTileSize, (tiff *)) \
    each(ptrdiff_t, TIFFTileRowSize, (tiff *)) \
    each(int, TIFFReadScanline, (tiff *, void *, uint32_t row, uint16_t plane)) \
    each(ptrdiff_t, TIFFReadTile, (tiff *, void *, uint32_t x, uint32_t y, uint32_t z, uint16_t plane)) \
    each(int, TIFFReadRGBAStripExt, (tiff *, uint32_t row, uint32_t *, int stops)) \
    each(int, TIFFReadRGBATileExt, (tiff *, uint32_t x, uint32_t y, uint32_t *, int stops))
/* clang-format on */
