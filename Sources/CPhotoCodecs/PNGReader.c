#include "CPhotoCodecs.h"

#include <stdlib.h>
#include <string.h>

#include "ByteSource.h"
#include "PNGErrors.h"

/* libpng's own default, set explicitly in case the library was built with another. */
enum { MAX_SIDE = 1000000 };

struct CPNGReader {
    png_structp codec;
    png_infop info;
    PNGErrors errors;
    ByteSource source;
    size_t taken, filled;   /* bytes of the source's buffer: consumed, available */
};

static void read_bytes(png_structp codec, png_bytep output, size_t count) {
    CPNGReader *reader = png_get_io_ptr(codec);
    while (count > 0) {
        if (reader->taken == reader->filled) {
            reader->taken = 0;
            reader->filled = byte_source_fill(&reader->source);
            if (reader->filled == 0) {
                reader->errors.faults.errnum = reader->source.errnum;
                reader->errors.faults.end_missing = true;
                png_errors_leave(&reader->errors,
                                 reader->source.errnum ? CPhotoStatusReadFailed : CPhotoStatusDamaged,
                                 "the file ends too soon");
            }
        }
        size_t piece = reader->filled - reader->taken;
        if (piece > count) piece = count;
        memcpy(output, reader->source.buffer + reader->taken, piece);
        reader->taken += piece;
        output += piece;
        count -= piece;
    }
}

CPNGReader *cpng_reader_create(int descriptor) {
    CPNGReader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->source.descriptor = descriptor;
    if (setjmp(reader->errors.error_jump)) {
        cpng_reader_destroy(reader);
        return NULL;
    }
    reader->codec = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader->errors, png_errors_fail, png_errors_warn);
    if (reader->codec) reader->info = png_create_info_struct(reader->codec);
    if (!reader->info) {
        cpng_reader_destroy(reader);
        return NULL;
    }
    png_set_read_fn(reader->codec, reader, read_bytes);
    png_set_user_limits(reader->codec, MAX_SIDE, MAX_SIDE);
    png_set_keep_unknown_chunks(reader->codec, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_check_for_invalid_index(reader->codec, 0);
    return reader;
}

void cpng_reader_destroy(CPNGReader *reader) {
    if (!reader) return;
    if (reader->codec) png_destroy_read_struct(&reader->codec, &reader->info, NULL);
    free(reader);
}

void cpng_reader_set_cancellation_check(CPNGReader *reader, CPhotoCancellationCheck check, const void *context) {
    reader->source.is_cancelled = check;
    reader->source.cancellation_context = context;
}

const char *cpng_reader_message(const CPNGReader *reader) { return reader->errors.message; }
CPhotoFaults cpng_reader_faults(const CPNGReader *reader) { return reader->errors.faults; }

CPhotoStatus cpng_reader_read_header(CPNGReader *reader, CPNGHeader *header) {
    if (setjmp(reader->errors.error_jump)) return reader->errors.status;
    png_structp codec = reader->codec;
    png_infop info = reader->info;
    png_read_info(codec, info);
    header->width = png_get_image_width(codec, info);
    header->height = png_get_image_height(codec, info);
    header->depth = png_get_bit_depth(codec, info);
    header->has_alpha = (png_get_color_type(codec, info) & PNG_COLOR_MASK_ALPHA) || png_get_valid(codec, info, PNG_INFO_tRNS);
    header->is_grey = !(png_get_color_type(codec, info) & PNG_COLOR_MASK_COLOR);
    header->interlaced = png_get_interlace_type(codec, info) != PNG_INTERLACE_NONE;
    return CPhotoStatusDone;
}

CPhotoStatus cpng_reader_start(CPNGReader *reader) {
    if (setjmp(reader->errors.error_jump)) return reader->errors.status;
    png_structp codec = reader->codec;
    png_set_expand(codec);
    png_set_gray_to_rgb(codec);
    png_set_add_alpha(codec, 0xFFFF, PNG_FILLER_AFTER);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    png_set_swap(codec);
#endif
    png_set_interlace_handling(codec);
    png_read_update_info(codec, reader->info);
    return CPhotoStatusDone;
}

CPhotoStatus cpng_reader_read_row(CPNGReader *reader, uint8_t *row) {
    if (setjmp(reader->errors.error_jump)) return reader->errors.status;
    png_read_row(reader->codec, row, NULL);
    return CPhotoStatusDone;
}

CPhotoStatus cpng_reader_read_interlaced(CPNGReader *reader, uint8_t *pixels, size_t stride) {
    if (setjmp(reader->errors.error_jump)) return reader->errors.status;
    uint32_t height = png_get_image_height(reader->codec, reader->info);
    for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++)
        for (uint32_t y = 0; y < height; y++) png_read_row(reader->codec, pixels + stride * y, NULL);
    return CPhotoStatusDone;
}

CPhotoStatus cpng_reader_finish(CPNGReader *reader) {
    if (setjmp(reader->errors.error_jump)) return reader->errors.status;
    png_read_end(reader->codec, NULL);
    return CPhotoStatusDone;
}
