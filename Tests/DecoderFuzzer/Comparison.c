#include "Comparison.h"

#include <malloc.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CPhotoCodecs.h"

enum { LIBRARY, OWN, READERS, MAX_SCANS = 100 };

static bool never(const void *context) {
    (void)context;
    return false;
}

__attribute__((format(printf, 2, 3))) static bool differ(Comparison *comparison, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(comparison->difference, sizeof comparison->difference, format, arguments);
    va_end(arguments);
    return false;
}

/* Has memory that a reader allocates from now on filled with something else than the other's, so that what is used
 * without having been set makes a difference. Without effect under the address sanitizer. */
static void fill_memory_of(int reader) { mallopt(M_PERTURB, reader == LIBRARY ? 0x35 : 0xCA); }

/* Whether both may go on: the statuses are the same, and Done. */
static bool go_on(Comparison *comparison, const char *step, uint64_t row, const CPhotoStatus statuses[READERS]) {
    if (statuses[LIBRARY] != statuses[OWN])
        return differ(
            comparison, "%s %llu: status %d with the library alone, else %d", step, (unsigned long long)row,
            statuses[LIBRARY], statuses[OWN]);
    return statuses[OWN] == CPhotoStatusDone;
}

static void compare_ends(
    Comparison *comparison, const CPhotoFaults faults[READERS], const char *const messages[READERS]) {
    const CPhotoFaults *a = &faults[LIBRARY], *b = &faults[OWN];
    if (comparison->difference[0] != 0) return;
    if (a->warnings != b->warnings || a->pixels_lost != b->pixels_lost || a->end_missing != b->end_missing ||
        a->errnum != b->errnum || strcmp(messages[LIBRARY], messages[OWN]) != 0)
        differ(
            comparison,
            "%u warnings, lost %d, end missing %d, errno %d, '%s' with the library alone, "
            "else %u, %d, %d, %d, '%s'",
            a->warnings, a->pixels_lost, a->end_missing, a->errnum, messages[LIBRARY], b->warnings, b->pixels_lost,
            b->end_missing, b->errnum, messages[OWN]);
}

/* Memory for a row of each, of exactly this size, so that the sanitizer sees what is written behind it. */
typedef struct RowPair {
    uint8_t *rows[READERS];
    size_t count;
} RowPair;

static bool allocate(RowPair *pair, size_t count) {
    pair->count = count;
    for (int i = 0; i < READERS; i++) pair->rows[i] = malloc(count);
    return pair->rows[LIBRARY] && pair->rows[OWN];
}

static void free_rows(RowPair *pair) {
    for (int i = 0; i < READERS; i++) free(pair->rows[i]);
}

/* What is not written differs. */
static void soil(RowPair *pair) {
    memset(pair->rows[LIBRARY], 0x55, pair->count);
    memset(pair->rows[OWN], 0xAA, pair->count);
}

static bool has_same_row(Comparison *comparison, const RowPair *pair, size_t count, uint64_t y) {
    for (size_t i = 0; i < count; i++)
        if (pair->rows[LIBRARY][i] != pair->rows[OWN][i])
            return differ(
                comparison, "row %llu, byte %zu: %d with the library alone, else %d", (unsigned long long)y, i,
                pair->rows[LIBRARY][i], pair->rows[OWN][i]);
    return true;
}

static bool is_too_large(Comparison *comparison, uint32_t width, uint32_t height, uint64_t max_pixels) {
    return comparison->is_too_large = (uint64_t)width * height > max_pixels;
}

/* ---- PNG ---- */

static void *inflate_ahead(void *reader) {
    while (cpng_reader_inflate_ahead(reader)) {}
    return NULL;
}

/* As the program has it: a thread that has filled all buffers ends, and is started anew when there is room. */
typedef struct Helper {
    pthread_t thread;
    bool is_there;
} Helper;

static void join(Helper *helper) {
    if (helper->is_there) pthread_join(helper->thread, NULL);
    helper->is_there = false;
}

static void help(CPNGReader *reader, PNGWay *way, Helper *helper) {
    if (way->help == PNGHelpBetweenRows)
        for (size_t i = numbers_below(&way->numbers, 4); i > 1; i--) cpng_reader_inflate_ahead(reader);
    if (way->help == PNGHelpThread && cpng_reader_can_inflate_ahead(reader)) {
        join(helper);
        helper->is_there = pthread_create(&helper->thread, NULL, inflate_ahead, reader) == 0;
    }
}

static bool has_same_header(Comparison *comparison, const CPNGHeader headers[READERS]) {
    const CPNGHeader *a = &headers[LIBRARY], *b = &headers[OWN];
    bool is_same = a->width == b->width && a->height == b->height && a->depth == b->depth &&
                   a->has_alpha == b->has_alpha && a->is_grey == b->is_grey && a->pass_rows == b->pass_rows &&
                   a->buffer_bytes == b->buffer_bytes;
    return is_same || differ(comparison, "the headers");
}

/* libpng alone has refused row `y`, and the other reader has not. Where the data ends too soon between two chunks,
 * libpng asks for the next one before zlib has given all that it could: some kilobytes. So the other reader may come
 * to that some rows later, but it must. */
static void expect_later(
    Comparison *comparison, CPNGReader *reader, uint64_t y, const CPNGHeader *header, uint8_t *row,
    CPhotoStatus expected) {
    enum { PENDING = 8192 };
    const uint64_t total = header->pass_rows + header->height;
    const uint64_t row_bytes = ((uint64_t)header->width * (uint64_t)header->depth + 7) / 8 + 1;
    CPhotoStatus status = CPhotoStatusDone;
    uint64_t later = 0;
    while (y + ++later < total && status == CPhotoStatusDone)
        status = y + later < header->pass_rows ? cpng_reader_read_pass_row(reader) : cpng_reader_read_row(reader, row);
    comparison->is_noticed_later = true;
    if (status != expected || (header->pass_rows == 0 && later > 2 + PENDING / row_bytes))
        differ(
            comparison, "row %llu: status %d with libpng alone, else %d, and %d %llu rows later", (unsigned long long)y,
            expected, CPhotoStatusDone, status, (unsigned long long)later);
}

static bool read_png_rows(
    Comparison *comparison, CPNGReader *const readers[READERS], const CPNGHeader *header, PNGWay *way, Helper *helper,
    RowPair *pair) {
    const uint64_t total = header->pass_rows + header->height;
    const uint64_t last = way->leaves_early ? numbers_below(&way->numbers, total + 1) : total;
    CPhotoStatus statuses[READERS];
    for (uint64_t y = 0; y < last; y++) {
        const bool is_pass = y < header->pass_rows;
        help(readers[OWN], way, helper);
        soil(pair);
        for (int i = 0; i < READERS; i++)
            statuses[i] = is_pass ? cpng_reader_read_pass_row(readers[i])
                                  : cpng_reader_read_row(readers[i], pair->rows[i]);
        if (statuses[LIBRARY] == CPhotoStatusDamaged && statuses[OWN] == CPhotoStatusDone) {
            if (!way->leaves_early)
                expect_later(comparison, readers[OWN], y, header, pair->rows[OWN], statuses[LIBRARY]);
            return false;
        }
        if (!go_on(comparison, is_pass ? "row of passes" : "row", y, statuses)) return false;
        if (!is_pass && !has_same_row(comparison, pair, pair->count, y - header->pass_rows)) return false;
    }
    return last == total;
}

static void compare_png_readers(
    Comparison *comparison, CPNGReader *const readers[READERS], PNGWay *way, uint64_t max_pixels, Helper *helper) {
    CPNGHeader headers[READERS] = {0};
    CPhotoStatus statuses[READERS];
    RowPair pair = {0};
    for (int i = 0; i < READERS; i++) statuses[i] = cpng_reader_read_header(readers[i], &headers[i]);
    if (!go_on(comparison, "header", 0, statuses) || !has_same_header(comparison, headers) ||
        is_too_large(comparison, headers->width, headers->height, max_pixels))
        return;
    for (int i = 0; i < READERS; i++) {
        fill_memory_of(i);
        statuses[i] = cpng_reader_start(readers[i]);
    }
    if (!go_on(comparison, "start", 0, statuses)) return;
    if (allocate(&pair, (size_t)headers->width * (headers->depth == 16 ? 8 : 4)) &&
        read_png_rows(comparison, readers, headers, way, helper, &pair)) {
        for (int i = 0; i < READERS; i++) statuses[i] = cpng_reader_finish(readers[i]);
        comparison->is_decoded = go_on(comparison, "finish", 0, statuses);
    }
    free_rows(&pair);
}

Comparison compare_png(int descriptor, PNGWay way, uint64_t max_pixels) {
    Comparison comparison = {0};
    CPNGReader *readers[READERS] = {cpng_reader_create(descriptor), cpng_reader_create(descriptor)};
    Helper helper = {0};
    if (readers[LIBRARY] && readers[OWN]) {
        for (int i = 0; i < READERS; i++) cpng_reader_set_cancellation_check(readers[i], never, NULL);
        cpng_reader_inflate_with_libpng(readers[LIBRARY]);
        compare_png_readers(&comparison, readers, &way, max_pixels, &helper);
        if (helper.is_there) cpng_reader_stop_inflating_ahead(readers[OWN]);
        join(&helper);
        /* What is noticed before the row at which it is read may differ. */
        if (!way.leaves_early)
            compare_ends(
                &comparison, (CPhotoFaults[]){cpng_reader_faults(readers[LIBRARY]), cpng_reader_faults(readers[OWN])},
                (const char *[]){cpng_reader_message(readers[LIBRARY]), cpng_reader_message(readers[OWN])});
        comparison.is_by_own_code = comparison.is_decoded && !cpng_reader_inflates_with_libpng(readers[OWN]);
    } else {
        differ(&comparison, "no memory");
    }
    for (int i = 0; i < READERS; i++) cpng_reader_destroy(readers[i]);
    return comparison;
}

/* ---- JPEG ---- */

static bool has_same_jpeg_header(Comparison *comparison, const CJPEGHeader headers[READERS]) {
    const CJPEGHeader *a = &headers[LIBRARY], *b = &headers[OWN];
    bool is_same = a->width == b->width && a->height == b->height && a->components == b->components &&
                   a->inks == b->inks && a->inverted_inks == b->inverted_inks &&
                   a->coefficient_bytes == b->coefficient_bytes;
    return is_same || differ(comparison, "the headers");
}

/* What is shown of the decoded picture. */
typedef struct Part {
    uint32_t x, columns, y, rows, height;
} Part;

static bool skip(Comparison *comparison, CJPEGReader *const readers[READERS], uint32_t rows) {
    CPhotoStatus statuses[READERS];
    if (rows == 0) return true;
    for (int i = 0; i < READERS; i++) statuses[i] = cjpeg_reader_skip(readers[i], rows);
    return go_on(comparison, "skip", rows, statuses);
}

static bool read_jpeg_row(
    Comparison *comparison, CJPEGReader *const readers[READERS], uint32_t y, const Part *part, RowPair *pair) {
    CPhotoStatus statuses[READERS];
    soil(pair);
    for (int i = 0; i < READERS; i++) statuses[i] = cjpeg_reader_read_row(readers[i], pair->rows[i]);
    return go_on(comparison, "row", y, statuses) && has_same_row(comparison, pair, 4 * (size_t)part->columns, y);
}

/* As the program does: rows above are skipped, those of the part are read, and below the last one is read, too. */
static bool read_jpeg_rows(
    Comparison *comparison, CJPEGReader *const readers[READERS], const Part *part, JPEGWay *way, RowPair *pair) {
    const uint32_t end = part->y + part->rows, below = part->height - end;
    const uint32_t last = way->leaves_early ? part->y + (uint32_t)numbers_below(&way->numbers, part->rows + 1) : end;
    if (!skip(comparison, readers, part->y)) return false;
    for (uint32_t y = part->y; y < last; y++)
        if (!read_jpeg_row(comparison, readers, y, part, pair)) return false;
    if (way->leaves_early) return false;
    return below == 0 ||
           (skip(comparison, readers, below - 1) && read_jpeg_row(comparison, readers, part->height - 1, part, pair));
}

static bool crop(Comparison *comparison, CJPEGReader *const readers[READERS], Part *part) {
    uint32_t xs[READERS], columns[READERS];
    CPhotoStatus statuses[READERS];
    for (int i = 0; i < READERS; i++) {
        xs[i] = part->columns / 4;
        columns[i] = part->columns / 2 > 0 ? part->columns / 2 : 1;
        statuses[i] = cjpeg_reader_crop(readers[i], &xs[i], &columns[i]);
    }
    if (!go_on(comparison, "crop", 0, statuses)) return false;
    if (xs[LIBRARY] != xs[OWN] || columns[LIBRARY] != columns[OWN]) return differ(comparison, "cropped columns");
    part->x = *xs;
    part->columns = *columns;
    return true;
}

static bool start(
    Comparison *comparison, CJPEGReader *const readers[READERS], const JPEGWay *way, Part *part, RowPair *pair) {
    CPhotoStatus statuses[READERS];
    uint32_t widths[READERS] = {0}, heights[READERS] = {0};
    for (int i = 0; i < READERS; i++) {
        fill_memory_of(i);
        statuses[i] = cjpeg_reader_start(readers[i], way->eighths, MAX_SCANS, &widths[i], &heights[i]);
    }
    if (!go_on(comparison, "start", 0, statuses)) return false;
    if (widths[LIBRARY] != widths[OWN] || heights[LIBRARY] != heights[OWN]) return differ(comparison, "the sizes");
    *part = (Part){.columns = *widths, .rows = *heights, .height = *heights};
    if (!allocate(pair, 4 * (size_t)*widths)) return false;
    if (!way->is_middle) return true;
    part->y = part->rows / 4;
    part->rows = part->rows / 2 > 0 ? part->rows / 2 : 1;
    return crop(comparison, readers, part);
}

static void compare_jpeg_readers(
    Comparison *comparison, CJPEGReader *const readers[READERS], JPEGWay *way, uint64_t max_pixels) {
    CJPEGHeader headers[READERS] = {0};
    CPhotoStatus statuses[READERS];
    Part part;
    RowPair pair = {0};
    for (int i = 0; i < READERS; i++) statuses[i] = cjpeg_reader_read_header(readers[i], &headers[i]);
    if (!go_on(comparison, "header", 0, statuses) || !has_same_jpeg_header(comparison, headers) ||
        is_too_large(comparison, headers->width, headers->height, max_pixels))
        return;
    if (start(comparison, readers, way, &part, &pair) && read_jpeg_rows(comparison, readers, &part, way, &pair)) {
        for (int i = 0; i < READERS; i++) statuses[i] = cjpeg_reader_finish(readers[i]);
        comparison->is_decoded = go_on(comparison, "finish", 0, statuses);
    }
    free_rows(&pair);
}

Comparison compare_jpeg(int descriptor, JPEGWay way, uint64_t max_pixels) {
    Comparison comparison = {0};
    CJPEGReader *readers[READERS];
    for (int i = 0; i < READERS; i++) readers[i] = cjpeg_reader_create(descriptor, way.begin, way.end);
    if (readers[LIBRARY] && readers[OWN]) {
        for (int i = 0; i < READERS; i++) cjpeg_reader_set_cancellation_check(readers[i], never, NULL);
        cjpeg_reader_use_libjpeg_alone(readers[LIBRARY]);
        compare_jpeg_readers(&comparison, readers, &way, max_pixels);
        if (!way.leaves_early)
            compare_ends(
                &comparison, (CPhotoFaults[]){cjpeg_reader_faults(readers[LIBRARY]), cjpeg_reader_faults(readers[OWN])},
                (const char *[]){cjpeg_reader_message(readers[LIBRARY]), cjpeg_reader_message(readers[OWN])});
        comparison.is_by_own_code = comparison.is_decoded && !cjpeg_reader_uses_libjpeg_alone(readers[OWN]);
    } else {
        differ(&comparison, "no memory");
    }
    for (int i = 0; i < READERS; i++) cjpeg_reader_destroy(readers[i]);
    return comparison;
}
