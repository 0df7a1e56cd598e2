#include "CPhotoCodecs.h"

#include <stdlib.h>
#include <string.h>

#include "ByteSink.h"
#include "PNGErrors.h"

struct CPNGWriter {
    png_structp codec;
    png_infop info;
    PNGErrors errors;
    ByteSink sink;
};

static void write_bytes(png_structp codec, png_bytep bytes, size_t count) {
    CPNGWriter *writer = png_get_io_ptr(codec);
    if (!byte_sink_append(&writer->sink, bytes, count))
        png_errors_leave(&writer->errors, CPhotoStatusOutOfMemory, "out of memory");
}

static void flush_bytes(png_structp codec) { (void)codec; }

CPNGWriter *cpng_writer_create(void) {
    CPNGWriter *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
    if (setjmp(writer->errors.error_jump)) {
        cpng_writer_destroy(writer);
        return NULL;
    }
    writer->codec = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer->errors, png_errors_fail, png_errors_warn);
    if (writer->codec) writer->info = png_create_info_struct(writer->codec);
    if (!writer->info) {
        cpng_writer_destroy(writer);
        return NULL;
    }
    png_set_write_fn(writer->codec, writer, write_bytes, flush_bytes);
    return writer;
}

void cpng_writer_destroy(CPNGWriter *writer) {
    if (!writer) return;
    if (writer->codec) png_destroy_write_struct(&writer->codec, &writer->info);
    byte_sink_free(&writer->sink);
    free(writer);
}

const char *cpng_writer_message(const CPNGWriter *writer) { return writer->errors.message; }

const uint8_t *cpng_writer_output(const CPNGWriter *writer, size_t *count) {
    *count = writer->sink.count;
    return writer->sink.bytes;
}

void cpng_writer_clear_output(CPNGWriter *writer) { writer->sink.count = 0; }

/// Writes the chunks that say sRGB, with the gamma and the primaries for readers that don't know that. libpng would write
/// the same ones, but each version in an order of its own, and the same collage has the same bytes everywhere.
static void write_srgb_chunks(png_structp codec, png_infop info) {
    // 0.45455, as the PNG specification asks for.
    static const png_byte gamma[] = {0, 0, 0xB1, 0x8F};
    static const png_byte intent[] = {PNG_sRGB_INTENT_PERCEPTUAL};
    // The white point, then red, green and blue, each x and y in hundred-thousandths.
    static const png_byte primaries[] = {0, 0, 0x7A, 0x26, 0, 0, 0x80, 0x84, 0, 0, 0xFA, 0x00, 0, 0, 0x80, 0xE8,
                                         0, 0, 0x75, 0x30, 0, 0, 0xEA, 0x60, 0, 0, 0x3A, 0x98, 0, 0, 0x17, 0x70};
    png_write_info_before_PLTE(codec, info);
    png_write_chunk(codec, (png_const_bytep) "gAMA", gamma, sizeof gamma);
    png_write_chunk(codec, (png_const_bytep) "sRGB", intent, sizeof intent);
    png_write_chunk(codec, (png_const_bytep) "cHRM", primaries, sizeof primaries);
}

CPhotoStatus cpng_writer_start(
    CPNGWriter *writer, uint32_t width, uint32_t height, bool alpha, const char *keyword, const char *text,
    const uint8_t *profile, size_t profile_count, uint32_t density) {
    if (setjmp(writer->errors.error_jump)) return writer->errors.status;
    png_structp codec = writer->codec;
    png_infop info = writer->info;
    png_set_IHDR(
        codec, info, width, height, 8, alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
        PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (profile_count)
        png_set_iCCP(codec, info, "profile", PNG_COMPRESSION_TYPE_BASE, profile, (png_uint_32)profile_count);
    else write_srgb_chunks(codec, info);
    if (density) png_set_pHYs(codec, info, density, density, PNG_RESOLUTION_METER);
    if (text) {
        png_text entry = {
            .compression = PNG_ITXT_COMPRESSION_NONE,
            .key = (png_charp)(uintptr_t)keyword,
            .text = (png_charp)(uintptr_t)text,
            .itxt_length = strlen(text),
            .lang = "",
            .lang_key = ""};
        png_set_text(codec, info, &entry, 1);
    }
    png_write_info(codec, info);
    return CPhotoStatusDone;
}

CPhotoStatus cpng_writer_write_data(CPNGWriter *writer, const uint8_t *bytes, size_t count) {
    if (setjmp(writer->errors.error_jump)) return writer->errors.status;
    png_write_chunk(writer->codec, (png_const_bytep) "IDAT", bytes, count);
    return CPhotoStatusDone;
}

CPhotoStatus cpng_writer_finish(CPNGWriter *writer) {
    if (setjmp(writer->errors.error_jump)) return writer->errors.status;
    png_write_chunk(writer->codec, (png_const_bytep) "IEND", NULL, 0);
    return CPhotoStatusDone;
}
